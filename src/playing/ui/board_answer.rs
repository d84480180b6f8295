//! Answers with a board: a picture and the state in words, or the answer to a query.

use crate::game::{BySeat, Seat, Wants};
use crate::history::match_info::MatchInfo;
use crate::history::store::import_kind::ImportKind;
use crate::ids::{MatchId, UserId};
use crate::live::store::match_row::Status;
use crate::messages::compose::minutes;
use crate::messages::ui::drawing_pool::DrawPriority;
use crate::platform::discord::Bot;
use crate::platform::discord::error::Error;
use crate::platform::discord::limits;
use crate::platform::discord::message_body::Body;
use crate::platform::discord::reply::Reply;
use crate::platform::discord::timestamp_text::{clock, first_round, quiet};
use crate::playing::look::{Awaiting, Look};
use crate::playing::ui::match_title::how;
use crate::playing::ui::prompt::UNHEARD;

/// The board as a person may see it: a player's own view, or everyone's; with a query, its answer.
pub async fn board(bot: &Bot, m: MatchId, user: UserId, query: &str) -> Result<Reply, Error> {
    let info = bot.dealer.info(m).await?;
    if query.trim().is_empty() {
        return own_board(bot, &info, user).await.map(Reply::Say);
    }
    if let Some(why) = &info.other_rules {
        return Err(Error::refused(why));
    }
    let answer = bot.dealer.answer(m, info.seat_of(user).map(|_| user), query.trim()).await?;
    let over = if info.status == Status::Over { " · over" } else { "" };
    let headed = format!("**Match {m} · {}**{over}\n{answer}", info.title());
    // If both do not fit, the heading is left out.
    Ok(Reply::words(if headed.encode_utf16().count() <= limits::CONTENT { headed } else { answer }))
}

/// The board as a picture with the state in words, as a person may see it.
pub async fn own_board(bot: &Bot, info: &MatchInfo, user: UserId) -> Result<Body, Error> {
    if let Some(why) = &info.other_rules {
        return stored(bot, info, why, user).await;
    }
    let look = bot.dealer.look(info.id, info.seat_of(user).map(|_| user)).await?;
    let words = status(info, &look);
    picture(bot, look, words, user).await
}

/// The board as everyone sees it, with its story if the match is over.
pub async fn public_board(bot: &Bot, info: &MatchInfo, by: UserId) -> Result<Reply, Error> {
    if let Some(why) = &info.other_rules {
        return stored(bot, info, why, by).await.map(Reply::Say);
    }
    let look = bot.dealer.look(info.id, None).await?;
    let story = look.story.iter().map(|line| format!("- {line}"));
    let words = std::iter::once(status(info, &look)).chain(story).collect::<Vec<_>>().join("\n");
    picture(bot, look, words, by).await.map(Reply::Say)
}

async fn picture(bot: &Bot, look: Look, words: String, by: UserId) -> Result<Body, Error> {
    let file = bot.drawing.board(look.picture, look.describe, DrawPriority::Asked(by)).await?;
    Ok(Body::text(words).file(file))
}

/// The stored result and last board of a match that cannot be stepped through, and the reason.
async fn stored(bot: &Bot, info: &MatchInfo, why: &str, by: UserId) -> Result<Body, Error> {
    if info.status != Status::Over {
        return Err(Error::refused(why));
    }
    let mut words = vec![format!("**Match {} · {}** · over", info.id, info.title())];
    words.extend(imported(info));
    words.extend(info.outcome.map(|outcome| ended(outcome.winner, how(outcome.reason), &info.concerned())));
    words.push(why.to_owned());
    let body = Body::text(words.join("\n"));
    Ok(match bot.dealer.final_board(info).await? {
        Some((picture, alt)) => body.file(bot.drawing.board(picture, alt, DrawPriority::Asked(by)).await?),
        None => body,
    })
}

/// The result of a match, and how it ended if that is given.
fn ended(winner: Option<Seat>, how: Option<&str>, names: &BySeat<String>) -> String {
    let how = how.map_or_else(String::new, |how| format!(" {how}"));
    winner.map_or_else(|| "It ended without a result.".to_owned(), |seat| format!("{} won{how}.", names[seat]))
}

fn imported(info: &MatchInfo) -> Option<String> {
    let kept = info.origin == Some(ImportKind::Finished);
    kept.then(|| "Imported: it was played elsewhere.".to_owned())
}

/// The state of a match, in words.
fn status(info: &MatchInfo, look: &Look) -> String {
    let mut words = vec![format!("**Match {} · {}** · {}", info.id, info.title(), look.heading.stage)];
    let scores = &look.heading.scores;
    let names = if look.outcome.is_some() { &info.concerned() } else { &look.names };
    if !look.heading.unit.is_empty() {
        words.push(format!("{} {} : {} {} ({})", names.ec, scores.ec, scores.dmo, names.dmo, look.heading.unit));
    }
    words.extend(imported(info));
    if let Some(outcome) = look.outcome {
        words.push(ended(outcome.winner, outcome.winner.and_then(|_| how(outcome.reason)), names));
    } else if look.paused {
        words.push("The match is paused.".to_owned());
        words.extend(look.start.map(first_round));
    } else if look.wait_is_announced {
        words.push(UNHEARD.to_owned());
    } else {
        let asked = |seat: Seat| look.awaiting[seat].as_ref();
        for seat in Seat::ALL {
            if let Some(awaiting) = asked(seat).filter(|asked| asked.wants == Wants::Order) {
                words.push(format!("{}: {}", look.names[seat], is_up(awaiting)));
            }
        }
        words.extend(look.start.map(first_round));
        let waits = Seat::ALL.into_iter().filter_map(asked).find(|asked| asked.wants != Wants::Order);
        let continues = |waits: &Awaiting| format!("Continues at {} at the latest.", clock(waits.deadline));
        words.extend(waits.filter(|_| look.start.is_none()).map(continues));
        words.extend(look.quiet_hours.as_deref().map(quiet));
        words.push(format!("-# As of {}; newer messages may show more.", clock(look.at)));
    }
    words.join("\n")
}

/// The deadline as a clock time. The answer is never edited, so it has no countdown.
fn is_up(asked: &Awaiting) -> String {
    let deadline = clock(asked.deadline);
    match asked.reserve {
        None => format!("deadline {deadline}."),
        Some(0) => format!("deadline {deadline}, with no reserve left."),
        Some(ms) => format!("free time until {deadline}, then {} of reserve.", minutes(ms)),
    }
}
