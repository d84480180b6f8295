//! A match's record as a file, and its hidden information in words.

use crate::game::Viewer;
use crate::history::match_info::MatchInfo;
use crate::hosting::disclosure::Disclosure;
use crate::hosting::ruling_author::Host;
use crate::ids::UserId;
use crate::live::store::match_row::Status;
use crate::platform::discord::Bot;
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::{Body, File, LONGEST_CONTENT};
use crate::platform::discord::reply::Reply;
use crate::setup::ui::member_rights::Actor;
use crate::table::{Rejection, Table, public_record, read_record};

/// Shows the hidden information of a finished match.
pub async fn details(bot: &Bot, info: &MatchInfo, by: UserId) -> Result<Reply, Error> {
    if info.status != Status::Over {
        return Err(Error::refused("What is hidden is shown once the match is over."));
    }
    can_be_stepped_through(info)?;
    let record = bot.dealer.record(info.id).await?;
    let replayed = bot.work.work(by, move || hidden(&record)).await?;
    let unreadable = "This version of the bot cannot replay this match. Press **Record** to get its file.";
    let words = replayed.map_err(|_| Error::refused(unreadable))?;
    let words =
        words.unwrap_or_else(|| "No order was played. Sealed orders of an unfinished step stay secret.".to_owned());
    let title = format!("**Match {} in full**", info.id);
    if words.encode_utf16().count() + title.len() < LONGEST_CONTENT {
        return Ok(Reply::words(format!("{title}\n{words}")));
    }
    let file = File { name: format!("match-{}.txt", info.id), alt: None, bytes: words.into_bytes() };
    Ok(Reply::Say(Body::text(title).file(file)))
}

/// Refuses a match whose rules version this program does not have.
pub fn can_be_stepped_through(info: &MatchInfo) -> Result<(), Error> {
    info.other_rules.as_ref().map_or(Ok(()), |why| Err(Error::refused(why)))
}

/// Returns the game's account of the hidden information. Without one: the true last board if it differs, and all orders.
fn hidden(record: &str) -> Result<Option<String>, Rejection> {
    let (header, entries) = read_record(record)?;
    let table = Table::replay(header, &entries)?;
    let board = |viewer| table.sight(viewer).describe().with_names(&table.concerned());
    let hidden = || Some(board(Viewer::Truth)).filter(|truth| *truth != board(Viewer::Public));
    let and_orders = || {
        let parts: Vec<_> = [hidden(), table.orders()].into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join("\n"))
    };
    Ok(table.details().or_else(and_orders))
}

/// Returns a record as everyone may read it. One that cannot be replayed is whole: nobody can continue its match.
async fn for_everyone(bot: &Bot, by: UserId, record: &str) -> Result<String, Error> {
    let text = record.to_owned();
    bot.work.work(by, move || public_record(&text).unwrap_or(text)).await
}

/// Sends the record of a match as a file: to hosts at any time, to anyone once it is over, then without orders that were never played.
pub async fn record(bot: &Bot, info: &MatchInfo, actor: &Actor, by: Host) -> Result<Reply, Error> {
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
        let shown = for_everyone(bot, user, &whole).await?;
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
