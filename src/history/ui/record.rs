//! A match's record as a file.

use crate::history::match_info::MatchInfo;
use crate::hosting::disclosure::Disclosure;
use crate::hosting::ruling_author::Host;
use crate::live::store::match_row::Status;
use crate::platform::discord::Bot;
use crate::platform::discord::acting_member::ActingMember;
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::{Body, File};
use crate::platform::discord::reply::Reply;
use crate::table::public_record;

/// Refuses a match whose rules version this program does not have.
pub fn can_be_stepped_through(info: &MatchInfo) -> Result<(), Error> {
    info.other_rules.as_ref().map_or(Ok(()), |why| Err(Error::refused(why)))
}

/// Sends the record of a match as a file: to hosts at any time, to anyone once it is over, then without orders that were never played.
pub async fn record(bot: &Bot, info: &MatchInfo, actor: &ActingMember, by: Host) -> Result<Reply, Error> {
    let looks = actor.may_look(bot, info).await.is_ok();
    if info.status != Status::Over && !looks {
        return Err(Error::refused("The record holds both players' orders; you can have it once the match is over."));
    }
    let user = by.user;
    bot.dealer.disclose(info.id, by, Disclosure::Record).await?;
    let file = |name: String, text: String| File { name, alt: None, bytes: text.into_bytes() };
    let whole = bot.dealer.record(info.id).await?;
    let (text, words) = if looks {
        (whole, format!("The record of match {}.", info.id))
    } else {
        let text = whole.clone();
        // A record that cannot be replayed stays whole: nobody can continue its match.
        let shown = bot.work.work(user, move || public_record(&text).unwrap_or(text)).await?;
        let less = if shown == whole { "" } else { " Secret orders that were never played are left out." };
        (shown, format!("The record of match {}.{less}", info.id))
    };
    let record = Body::text(words).file(file(format!("match-{}.jsonl", info.id), text));
    let audit = if looks { bot.dealer.audit_lines(info.id).await? } else { String::new() };
    if audit.is_empty() {
        return Ok(Reply::Say(record));
    }
    let audit = file(format!("match-{}-hosts.jsonl", info.id), audit);
    let audit = Body::text("What hosts looked at in it, for hosts only.").file(audit);
    Ok(Reply::SayTwice(Box::new([record, audit])))
}
