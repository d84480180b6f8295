//! The review of a finished match: its big moment and its costliest orders, as the built-in player judges them.

use std::sync::Arc;

use crate::history::match_info::MatchInfo;
use crate::history::ui::analyses::{Around, NoAnalysis};
use crate::history::ui::record::can_be_stepped_through;
use crate::history::ui::share;
use crate::ids::UserId;
use crate::live::store::match_row::Status;
use crate::platform::discord::Bot;
use crate::platform::discord::error::Error;
use crate::platform::discord::match_press_ids::Shared;
use crate::platform::discord::message_body::Body;
use crate::platform::discord::reply::Reply;
use crate::playing::ui::match_title::how;
use crate::table::{MISTAKES, Review, Turn};

/// The note under every review.
const NOTE: &str = "-# My estimate, averaged over what each player could see then. A fall can be bad \
     luck: the opponent's order and chance count too.";

/// Answers with the review and its Share button.
pub async fn reviewed(bot: &Bot, info: &MatchInfo, by: UserId) -> Result<Reply, Error> {
    Ok(Reply::Say(body(bot, info, by).await?.rows(share::rows_of(info, Shared::Review))))
}

/// Returns the costliest orders in words, with the graph of both chances and the boards around the greatest change.
pub async fn body(bot: &Bot, info: &MatchInfo, by: UserId) -> Result<Body, Error> {
    if info.status != Status::Over {
        return Err(Error::refused("Review opens when the match is over."));
    }
    can_be_stepped_through(info)?;
    let found = analysed(bot, info, by).await?;
    if found.estimates.is_empty() {
        let words = "No order was played to the end of its step in this match, so there is nothing to look back on.";
        return Err(Error::refused(words));
    }
    let picture = found.picture(format!("Match {}", info.id));
    Ok(Body::text(words(info, &found)).drawn_later((picture, found.describe())))
}

/// Returns a match's analysis, or refuses with the reason.
async fn analysed(bot: &Bot, info: &MatchInfo, by: UserId) -> Result<Arc<Review>, Error> {
    let record = bot.dealer.record(info.id).await?;
    let _turn = bot.work.turn_unless_too_many(by).await?;
    let around =
        Around { stakes: info.stakes, plain_names: info.plain_names.clone(), usernames: info.usernames.clone() };
    bot.outgoing.posters.analyses.of(info.id, record, around).await.map_err(|why| {
        Error::refused(match why {
            NoAnalysis::Unreadable => "This version of the bot cannot replay this match.",
            NoAnalysis::TooLong => "This match takes too long for me to look back on; its replay shows every step.",
        })
    })
}

fn words(info: &MatchInfo, found: &Review) -> String {
    let names = info.concerned();
    let mut lines = vec![format!("**Match {} in review**", info.id)];
    lines.extend(info.outcome.and_then(|outcome| {
        let how = how(outcome.reason).map_or_else(String::new, |how| format!(" {how}"));
        Some(format!("{} won{how}.", names[outcome.winner?]))
    }));
    lines.extend(found.moment().map(|line| format!("{}. {}", line.title(), line.words)));
    for (seat, name) in names.iter() {
        let turns = found.mistakes(seat, MISTAKES);
        if turns.is_empty() {
            lines.push(format!("**{name}**: no order that cost much."));
            continue;
        }
        lines.push(format!("**{name}**'s costliest orders, the worst first"));
        // After a substitution each order has its player's name.
        let several = info.began[seat] != info.names[seat];
        lines.extend(turns.iter().map(|turn| turned(turn, several.then_some(&turn.of.by))));
    }
    lines.push(NOTE.to_owned());
    lines.extend(info.assumption.as_ref().map(|words| format!("-# {words}")));
    lines.join("\n")
}

fn turned(turn: &Turn<'_>, by: Option<&String>) -> String {
    let by = by.map_or_else(String::new, |by| format!(" ({by})"));
    let [before, after] = [turn.before, turn.after].map(|chances| chances.percent(turn.of.seat));
    let [best, played] = turn.of.words.each_ref().map(|words| words.as_deref().unwrap_or("no order"));
    format!(
        "- {}{by}: **{played}**. Chance to win: {before} before, {after} after. I would have chosen **{best}**.",
        turn.of.stage
    )
}
