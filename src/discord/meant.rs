//! Asking a host back before something is done that cannot be taken lightly.
//!
//! The question says exactly what will be done, and its button carries where the match stood: once the match has moved on, pressing does
//! nothing and asks anew. A reason is kept in the store meanwhile, since it does not fit into a button.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use super::Bot;
use super::body::Body;
use super::components::{CustomId, Press};
use super::error::Error;
use super::reply::Reply;
use crate::dealer::{By, Confirmed, MatchId, Preview, Snowflake};
use crate::table::HostAct;

/// Asks whether an act is meant.
///
/// # Errors
/// It cannot be done.
pub async fn ask(
    bot: &Bot,
    m: MatchId,
    by: &By,
    act: HostAct,
    reason: Option<String>,
    stamp: Snowflake,
) -> Result<Reply, Error> {
    let preview = bot.dealer.preview(m, by.user, act.clone(), stamp).await?;
    let command = reason.as_ref().map(|_| stamp);
    let mut words = vec![preview.words.clone()];
    if let Some(reason) = reason {
        words.push(format!("Reason: {reason}"));
        bot.store.keep_reason(stamp, reason).await.map_err(Error::fault)?;
    }
    Ok(Reply::Say(question(m, words, &preview, act, command)))
}

/// Does what was meant, unless the match has moved on since.
///
/// # Errors
/// It cannot be done, or its reason is lost.
pub async fn confirmed(
    bot: &Bot,
    m: MatchId,
    by: By,
    press: (crate::dealer::Seen, Option<Snowflake>, HostAct),
    stamp: Snowflake,
) -> Result<Reply, Error> {
    let (seen, command, act) = press;
    let reason = match command {
        None => None,
        Some(command) => {
            let kept = bot.store.reason(command).await.map_err(Error::fault)?;
            Some(kept.ok_or_else(|| Error::refused("The reason you gave is no longer kept; run the command again."))?)
        }
    };
    let moved = "The match has moved on meanwhile, so nothing was done.";
    Ok(Reply::Change(match bot.dealer.confirm(m, by, act.clone(), seen, reason.clone(), stamp).await? {
        Confirmed::Done(said) => Body::text(said).rows(Vec::new()),
        Confirmed::Moved(Err(why)) => Body::text(format!("{moved} {why}")).rows(Vec::new()),
        Confirmed::Moved(Ok(preview)) => {
            let words = [moved.to_owned(), format!("As it stands now: {}", preview.words)];
            let reason = reason.map(|reason| format!("Reason: {reason}"));
            question(m, words.into_iter().chain(reason).collect(), &preview, act, command)
        }
    }))
}

fn question(m: MatchId, mut words: Vec<String>, preview: &Preview, act: HostAct, command: Option<Snowflake>) -> Body {
    words.push("Press **Confirm** to do it; otherwise nothing is done.".to_owned());
    let id = CustomId::new(m, Press::Meant { seen: preview.seen, command, act }).to_string();
    let button = CreateButton::new(id).style(ButtonStyle::Danger).label("Confirm");
    Body::text(words.join("\n")).rows(vec![CreateActionRow::Buttons(vec![button])])
}
