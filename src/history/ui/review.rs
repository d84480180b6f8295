//! The turning points of a finished match, in the built-in player's judgement.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use crate::history::summary::MatchInfo;
use crate::history::ui::judge::{Around, Effort, judged};
use crate::history::ui::made::Reviewed;
use crate::history::ui::share;
use crate::ids::UserId;
use crate::live::store::rows::Status;
use crate::platform::discord::Bot;
use crate::platform::discord::body::Body;
use crate::platform::discord::components::Shared;
use crate::platform::discord::error::Error;
use crate::platform::discord::reply::Reply;
use crate::playing::ui::show::can_be_stepped_through;
use crate::table::{Review, TURNS, Turn};

/// How long it may be thought about a whole match.
const LONGEST: Duration = Duration::from_secs(20);
const EFFORT: Effort = Effort { each: 60_000, longest: LONGEST };

/// The note on the value of such a judgement.
const NOTE: &str = "-# A built-in player's judgement, each time from what that player could see then. Where both order at once, a fall may be \
                    bad luck as well as a bad order.";

/// A finished match's turning points, for somebody who asks.
pub async fn reviewed(bot: &Bot, info: &MatchInfo, by: UserId) -> Result<Reply, Error> {
    Ok(Reply::Say(body(bot, info, by).await?.rows(vec![share::row_of(info.id, Shared::Review)])))
}

/// A finished match's turning points, with the graph of both players' chances and the boards around the greatest.
pub async fn body(bot: &Bot, info: &MatchInfo, by: UserId) -> Result<Body, Error> {
    if info.status != Status::Over {
        return Err(Error::refused("A match is looked back on once it is over."));
    }
    can_be_stepped_through(info)?;
    let reviewed = found(bot, info, by).await?;
    let Reviewed { found, up_to } = &*reviewed;
    if found.estimates.is_empty() {
        let seconds = LONGEST.as_secs();
        return Err(Error::refused(match up_to {
            None => "Nobody was asked for an order in this match; there is nothing to look back on.".to_owned(),
            Some(_) => format!("I looked at this match for {seconds} s and judged nothing of it; ask again later."),
        }));
    }
    let picture = found.picture(format!("Match {}", info.id));
    Ok(Body::text(words(info, found, up_to.as_deref())).drawn_later(picture, found.describe()))
}

/// A short digest of a record or its header: whether a review is of the same one. Other builds may give other numbers.
pub fn mark_of(record: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    record.hash(&mut hasher);
    hasher.finish()
}

/// A match's review; it is computed once for an unchanged record.
async fn found(bot: &Bot, info: &MatchInfo, by: UserId) -> Result<Arc<Reviewed>, Error> {
    let record = bot.dealer.record(info.id).await?;
    let mark = mark_of(&record);
    let known = || bot.reviews.get(&info.id).filter(|(of, _)| *of == mark).map(|(_, found)| found);
    if let Some(found) = known() {
        return Ok(found);
    }
    let _turn = bot.work.turn_of(by).await?;
    if let Some(found) = known() {
        return Ok(found);
    }
    let players = info.clone();
    let work = tokio::task::spawn_blocking(move || {
        let MatchInfo { stakes, plain, usernames, .. } = &players;
        judged(&record, &Around { stakes: *stakes, plain, usernames }, EFFORT)
    });
    let unreadable = "The record of this match does not play through in this version.";
    let (found, up_to) = work.await.map_err(Error::fault)?.map_err(|_| Error::refused(unreadable))?;
    let found = Arc::new(Reviewed { found, up_to });
    if !found.found.estimates.is_empty() {
        bot.reviews.insert(info.id, (mark, Arc::clone(&found)));
    }
    Ok(found)
}

fn words(info: &MatchInfo, found: &Review, up_to: Option<&str>) -> String {
    let mut lines = vec![format!("**Match {} in review**", info.id)];
    let names = info.concerned();
    for (seat, name) in names.iter() {
        let turns = found.turns(seat, TURNS);
        if turns.is_empty() {
            lines.push(format!("**{name}**: no order after which the chances fell by much."));
            continue;
        }
        lines.push(format!("**{name}**"));
        // After a substitution each order has its own player's name.
        let several = info.began[seat] != info.names[seat];
        lines.extend(turns.iter().map(|turn| turned(turn, several.then_some(&turn.of.by))));
    }
    let seconds = LONGEST.as_secs();
    lines
        .extend(up_to.map(|stage| format!("-# I look at a match for {seconds} s: from {stage} on nothing is judged.")));
    lines.push(NOTE.to_owned());
    lines.extend(info.assumption.as_ref().map(|words| format!("-# {words}")));
    lines.join("\n")
}

fn turned(turn: &Turn<'_>, by: Option<&String>) -> String {
    let by = by.map_or_else(String::new, |by| format!(" ({by})"));
    let share = |chance: f64| format!("{:.0} %", chance.clamp(0.0, 1.0) * 100.0);
    let (before, after) = (share(turn.of.judged.chance), share(turn.after));
    let best = &turn.of.judged.best;
    let did = match &turn.of.played {
        None => format!("No order came; I would have sent `{best}`."),
        Some(played) if played == best => format!("`{played}`, as I would have played."),
        Some(played) => format!("`{played}`; I would have sent `{best}`."),
    };
    format!("- {}{by}: {before} before, {after} after. {did}", turn.of.stage)
}
