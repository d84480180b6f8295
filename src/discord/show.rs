//! Answers that show something: the rules, the board, a record.

use serenity::all::{CreateEmbed, CreateEmbedFooter};

use super::Bot;
use super::body::{Body, File, cut};
use super::card::ACCENT;
use super::error::Error;
use super::picture::Haste;
use super::reply::Reply;
use super::rights::Actor;
use super::time::{clock, countdown};
use crate::dealer::{Look, MatchId, MatchInfo, Status, UserId};
use crate::game::{BySeat, Frame, Game, Line, Overrides, Picture, Seat};
use crate::games;
use crate::table::Header;

/// Discord's limit for the embeds of one message, in characters, with room for titles.
const ALL_EMBEDS: usize = 5_600;
/// The most that one embed of rules holds, so that no line is cut.
const ONE_EMBED: usize = 2_700;

/// The rules of the game of a match, as they are in force in it.
///
/// # Errors
/// The match's header cannot be read.
pub async fn rules_of(bot: &Bot, info: &MatchInfo) -> Result<Reply, Error> {
    let record = bot.dealer.record(info.id).await?;
    let header = Header::read(record.lines().next().unwrap_or_default()).map_err(Error::fault)?;
    let game = games::find(&info.game).ok_or_else(|| Error::refused("This version no longer has that game."))?;
    rules(game, header.preset.as_deref(), &header.ruleset)
}

/// The rules of a game under a preset and overrides; house rulings are marked.
///
/// # Errors
/// The preset or a value does not fit the game.
pub fn rules(game: &dyn Game, preset: Option<&str>, overrides: &Overrides) -> Result<Reply, Error> {
    let first = game.presets().first().map(|(id, _)| *id);
    let page = game.page(preset.or(first), overrides).map_err(|error| Error::refused(error.to_string()))?;
    let mut embeds: Vec<CreateEmbed> = Vec::new();
    let (mut text, mut spent) = (String::new(), 0);
    let mut close = |text: &mut String| {
        let embed = CreateEmbed::new().colour(ACCENT).description(std::mem::take(text));
        embeds.push(embed);
    };
    for section in &page.sections {
        let lines: Vec<_> = section.lines.iter().map(rule).collect();
        let block = format!("**{}**\n{}\n", section.title, lines.join("\n"));
        let room = ALL_EMBEDS.saturating_sub(spent);
        let block = cut(&block, room.min(ONE_EMBED));
        let length = block.encode_utf16().count();
        if length < 2 {
            break;
        }
        if !text.is_empty() && text.encode_utf16().count() + length > ONE_EMBED {
            close(&mut text);
        }
        spent += length;
        text.push_str(&block);
    }
    close(&mut text);
    let last = embeds.len() - 1;
    embeds[0] = embeds[0].clone().title(cut(&page.title, 200));
    embeds[last] = embeds[last]
        .clone()
        .footer(CreateEmbedFooter::new("⌂ house ruling: the original is silent, unclear or changed here"));
    let body = Body::default().embeds(embeds);
    Ok(Reply::Say(match example(game, preset.or(first), overrides) {
        Some((picture, alt)) => body.drawn_later(picture, alt),
        None => body,
    }))
}

/// The picture that goes with the rules of a game, and the same in words.
fn example(game: &dyn Game, preset: Option<&str>, overrides: &Overrides) -> Option<(Picture, String)> {
    let example = game.example(preset, overrides).ok()?;
    let contest = game.contest(preset);
    let names = BySeat::from_fn(|seat: Seat| contest.nameless(seat).to_owned());
    let alt = example.words.with_names(&names);
    let frame = Frame { game: game.title(preset), contest, label: "Example".to_owned(), names, ..Frame::default() };
    Some((Picture { frame, scene: example.scene }, alt))
}

fn rule(line: &Line) -> String {
    if line.house { format!("⌂ {}", line.text) } else { line.text.clone() }
}

/// The board as a person may see it: a player's own view, or everyone's; with a query, its answer.
///
/// # Errors
/// The match has not begun, or the game does not know the query.
pub async fn board(bot: &Bot, m: MatchId, user: UserId, query: &str) -> Result<Reply, Error> {
    let info = bot.dealer.info(m).await?;
    let viewer = info.seat_of(user).map(|_| user);
    if !query.trim().is_empty() {
        let answer = bot.dealer.answer(m, viewer, query.trim()).await?;
        return Ok(Reply::words(answer));
    }
    let look = bot.dealer.look(m, viewer).await?;
    picture(bot, &info, look).await
}

/// The board as everyone sees it.
///
/// # Errors
/// The match has not begun.
pub async fn public_board(bot: &Bot, info: &MatchInfo) -> Result<Reply, Error> {
    let look = bot.dealer.look(info.id, None).await?;
    picture(bot, info, look).await
}

async fn picture(bot: &Bot, info: &MatchInfo, look: Look) -> Result<Reply, Error> {
    let words = status(info, &look);
    let file = bot.easel.board(look.picture, look.describe, Haste::Asked).await?;
    Ok(Reply::Say(Body::text(words).file(file)))
}

/// Where a match stands, in words.
fn status(info: &MatchInfo, look: &Look) -> String {
    let name = games::find(&info.game).map_or_else(|| info.game.clone(), |game| game.title(info.preset.as_deref()));
    let mut words = vec![format!("**Match {} · {name}** · {}", info.id, look.heading.stage)];
    let scores = &look.heading.scores;
    if !look.heading.unit.is_empty() {
        words.push(format!(
            "{} {} : {} {} ({})",
            look.names.ec, scores.ec, scores.dmo, look.names.dmo, look.heading.unit
        ));
    }
    if let Some(outcome) = look.outcome {
        words.push(match outcome.winner {
            Some(seat) => format!("{} won.", look.names[seat]),
            None => "It ended without a result.".to_owned(),
        });
    } else if look.paused {
        words.push("The match is paused.".to_owned());
    } else {
        for seat in Seat::ALL {
            if let Some(awaiting) = &look.awaiting[seat] {
                words.push(format!(
                    "{}: deadline {} ({})",
                    look.names[seat],
                    countdown(awaiting.deadline),
                    clock(awaiting.deadline)
                ));
            }
        }
    }
    words.join("\n")
}

/// The record of a match as a file: for anyone once it is over, for its hosts before.
///
/// # Errors
/// The match is not over, and the person may not host it.
pub async fn record(bot: &Bot, info: &MatchInfo, actor: &Actor) -> Result<Reply, Error> {
    if info.status != Status::Over {
        let host_role = bot.host_role(info.guild).await?;
        if actor.may_host(info, host_role).is_err() || info.friendly && !actor.is_host(host_role) {
            return Err(Error::refused(
                "The record holds both players' orders; you can have it once the match is over.",
            ));
        }
    }
    let bytes = bot.dealer.record(info.id).await?.into_bytes();
    let file = File { name: format!("match-{}.jsonl", info.id), alt: None, bytes };
    Ok(Reply::Say(Body::text(format!("The record of match {}.", info.id)).file(file)))
}
