//! Replays of finished matches: an animation, and a page to step through.

use std::sync::Arc;

use crate::history::match_info::MatchInfo;
use crate::history::ui::analyses::fingerprint;
use crate::history::ui::record::can_be_stepped_through;
use crate::history::ui::replay_cache_entry::ReplayCacheEntry;
use crate::history::ui::share;
use crate::ids::UserId;
use crate::live::store::match_row::Status;
use crate::platform::discord::Bot;
use crate::platform::discord::error::Error;
use crate::platform::discord::match_press_ids::Shared;
use crate::platform::discord::message_body::{Body, File};
use crate::platform::discord::reply::Reply;
use crate::playing::ui::receipts;
use crate::replay::{Limits, Replay, Unfit, animation, page};
use crate::table::{Table, public_record, read_record};

/// The most moments in a replay; the longest matches have a few hundred.
const MOST: usize = 1_000;

/// Sends the animation and the page.
pub async fn shown(bot: &Bot, info: &MatchInfo, by: UserId) -> Result<Reply, Error> {
    let moving = moving(bot, info, by).await?.rows(share::rows_of(info, Shared::Replay));
    let made = made(bot, info, by).await?;
    let checked = if receipts::is_open(info) { "" } else { ", with receipts checked" };
    let words =
        format!("Save this page and open it in a browser: step by step, as either player or everyone saw it{checked}.");
    let page = Body::text(words).file(file(info, "html", None, made.page.clone().into_bytes()));
    Ok(Reply::SayTwice(Box::new([moving, page])))
}

fn file(info: &MatchInfo, ending: &str, alt: Option<String>, bytes: Vec<u8>) -> File {
    File { name: format!("replay-{}.{ending}", info.id), alt, bytes }
}

/// Returns the animation alone.
pub async fn moving(bot: &Bot, info: &MatchInfo, by: UserId) -> Result<Body, Error> {
    if info.status != Status::Over {
        return Err(Error::refused("A replay shows what both players hide; you can have it once the match is over."));
    }
    can_be_stepped_through(info)?;
    let made = made(bot, info, by).await?;
    let moving = file(info, "gif", Some(made.alt.clone()), made.animation.clone());
    let assumption = info.assumption.as_ref().map_or_else(String::new, |words| format!("\n-# {words}"));
    let words = format!("**Match {}** from its first step to its last, with everything shown.{assumption}", info.id);
    Ok(Body::text(words).file(moving))
}

/// Returns a match's replay, from the cache while its record is unchanged.
async fn made(bot: &Bot, info: &MatchInfo, by: UserId) -> Result<Arc<ReplayCacheEntry>, Error> {
    let record = bot.dealer.record(info.id).await?;
    let hash = fingerprint(&record);
    let known = || bot.replays.get(&info.id).filter(|made| made.record_hash == hash);
    if let Some(made) = known() {
        return Ok(made);
    }
    let _turn = bot.work.turn_unless_too_many(by).await?;
    if let Some(made) = known() {
        return Ok(made);
    }
    let (text, of) = (record.clone(), info.clone());
    let work = tokio::task::spawn_blocking(move || make(&text, &of));
    let made = Arc::new(work.await.map_err(Error::fault)?.map_err(|unfit| Error::refused(unfit.to_string()))?);
    bot.replays.insert(info.id, Arc::clone(&made));
    Ok(made)
}

fn make(record: &str, info: &MatchInfo) -> Result<ReplayCacheEntry, Unfit> {
    let (header, entries) = read_record(&public_record(record)?)?;
    let mut table = Table::open(header)?.at_stake(info.stakes);
    table.know(&info.plain_names, &info.usernames);
    let replay = Replay::within(table, &entries, format!("Match {}", info.id), MOST)?;
    let replay = Replay { assumption: info.assumption.clone(), ..replay };
    let alt = format!("The match as a moving picture. {}", replay.verdict());
    Ok(ReplayCacheEntry {
        record_hash: fingerprint(record),
        page: page(&replay),
        animation: animation(&replay, Limits::default()),
        alt,
    })
}
