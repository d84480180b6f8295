//! A finished match shown again: an animation, and a page to step through.

use std::sync::Arc;

use serenity::all::{ButtonStyle, CreateButton};

use super::Bot;
use super::body::{Body, File};
use super::components::{CustomId, Press};
use super::error::Error;
use super::receipts;
use super::reply::Reply;
use super::review::mark_of;
use crate::dealer::{MatchId, MatchInfo, Status};
use crate::replay::{Limits, Replay, Unfit, animation, page};
use crate::table::{Entry, Header, Table};

/// What was made of a finished match, while its record stays as it was.
#[derive(Debug)]
pub struct Made {
    record: u64,
    page: String,
    animation: Vec<u8>,
    alt: String,
}

/// The button under a finished match.
pub fn button(m: MatchId) -> CreateButton {
    let id = CustomId::new(m, Press::Replay).to_string();
    CreateButton::new(id).style(ButtonStyle::Secondary).label("Replay")
}

/// The animation and the page, for whoever asked.
///
/// # Errors
/// The match is not over, or its record does not play through in this version.
pub async fn shown(bot: &Bot, info: &MatchInfo) -> Result<Reply, Error> {
    if info.status != Status::Over {
        return Err(Error::refused("A replay shows what both players hide; you can have it once the match is over."));
    }
    let made = made(bot, info).await?;
    let file = |ending: &str, alt: Option<String>, bytes: Vec<u8>| File {
        name: format!("replay-{}.{ending}", info.id),
        alt,
        bytes,
    };
    let moving = file("gif", Some(made.alt.clone()), made.animation.clone());
    let words = format!("**Match {}** from its first step to its last, with everything shown.", info.id);
    let moving = Body::text(words).file(moving);
    let checked = if receipts::is_open(info) { "" } else { ", with receipts checked" };
    let words =
        format!("Save this page and open it in a browser: step by step, as either player or everyone saw it{checked}.");
    let page = Body::text(words).file(file("html", None, made.page.clone().into_bytes()));
    Ok(Reply::SayTwice(Box::new([moving, page])))
}

/// What is made of a match; it is made once, one at a time with reviews: play comes first.
async fn made(bot: &Bot, info: &MatchInfo) -> Result<Arc<Made>, Error> {
    let record = bot.dealer.record(info.id).await?;
    let mark = mark_of(&record);
    let known = || bot.replays.get(&info.id).filter(|made| made.record == mark);
    if let Some(made) = known() {
        return Ok(made);
    }
    let _place = bot.reviewing.acquire().await.map_err(Error::fault)?;
    if let Some(made) = known() {
        return Ok(made);
    }
    let (text, of) = (record.clone(), info.clone());
    let work = tokio::task::spawn_blocking(move || make(&text, &of));
    let made = Arc::new(work.await.map_err(Error::fault)?.map_err(|unfit| Error::refused(unfit.to_string()))?);
    bot.replays.insert(info.id, Arc::clone(&made));
    Ok(made)
}

fn make(record: &str, info: &MatchInfo) -> Result<Made, Unfit> {
    let mut lines = record.lines();
    let header = Header::read(lines.next().unwrap_or_default())?;
    let entries = lines.map(Entry::read).collect::<Result<Vec<_>, _>>()?;
    let mut table = Table::open(header)?.at_stake(info.stakes);
    table.know(&info.plain, &info.usernames);
    let replay = Replay::of(table, &entries, format!("Match {}", info.id))?;
    let alt = format!("The match as a moving picture. {}", replay.verdict());
    Ok(Made { record: mark_of(record), page: page(&replay), animation: animation(&replay, Limits::default()), alt })
}
