//! The card of a lobby.

use serde_json::Value;
use serenity::all::{ButtonStyle, CreateActionRow, CreateButton, CreateEmbed};

use super::body::{Body, cut};
use super::components::{CustomId, Press};
use super::time::{countdown, date};
use crate::dealer::{Card, CardState};
use crate::game::{BySeat, Seat, Text};
use crate::games;

/// The accent of every embed.
pub const ACCENT: u32 = 0xE0_8A_3C;

/// Lays out a lobby's card.
#[must_use]
pub fn card(card: &Card, nonce: &str) -> Body {
    let game = games::find(&card.game);
    let name = game.map_or(card.game.as_str(), |game| game.name());
    let mut embed = CreateEmbed::new()
        .title(format!("Match {} · {name}", card.match_id))
        .colour(ACCENT)
        .description(game.map_or("", |game| game.about().blurb));
    for seat in Seat::ALL {
        embed = embed.field(card.contest.title(seat), player(card, seat), true);
    }
    embed = embed.field(if card.friendly { "Opened by" } else { "Host" }, format!("<@{}>", card.host), true);
    if let Some(preset) = &card.preset {
        embed = embed.field("Preset", cut(preset, 100), true);
    }
    if let Some(does) = game.and_then(|game| game.about().advantage) {
        embed = embed.field("Advantage", format!("{} {does}", card.names[card.advantage]), true);
    }
    if let Some(agree) = &card.agree {
        embed = embed.field("By agreement", format!("The players can {agree}: `/match agree`"), false);
    }
    if !card.options.is_empty() {
        let say = |(key, value): &(String, String)| {
            let brings = key.strip_prefix("items.").and_then(|seat| seat.parse::<Seat>().ok());
            let ruleset = game.filter(|game| game.keys().iter().any(|known| known.name == key));
            let said = match (brings, ruleset) {
                (Some(seat), _) => format!("Items of {}: {}", card.names[seat], value.replace(',', ", ")),
                (None, Some(game)) => {
                    let value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.clone()));
                    Text::new(game.say_value(key, &value)).with_names(&card.names)
                }
                (None, None) => format!("{key}: {value}"),
            };
            format!("- {said}")
        };
        let options: Vec<_> = card.options.iter().map(say).collect();
        embed = embed.field("Set for this match", cut(&options.join("\n"), 1_000), false);
    }
    if let Some(starts) = card.starts {
        // A countdown would run on where the match stands still or is called off.
        let runs = matches!(card.state, CardState::Open | CardState::Waiting);
        let when = if runs { format!("{} ({})", date(starts), countdown(starts)) } else { date(starts) };
        embed = embed.field("Starts", when, false);
    }
    let body = Body::default().content(state(card)).embeds(vec![embed]).rows(vec![buttons(card, nonce)]);
    match card.state {
        CardState::Open => {
            let called = awaited(card).into_iter().filter(|(seat, _)| !card.quiet[*seat]);
            body.mentioning(called.map(|(_, user)| user))
        }
        _ => body,
    }
}

fn player(card: &Card, seat: Seat) -> String {
    if card.bots[seat] {
        return format!("{} (plays by itself)\n✅ ready", card.names[seat]);
    }
    let ready = match (card.ready[seat], card.state) {
        (true, _) => "\n✅ ready",
        (false, CardState::Open) => "\n⏳ not ready yet",
        (false, _) => "",
    };
    format!("<@{}>{ready}", card.users[seat])
}

/// The players who have not pressed Ready.
fn awaited(card: &Card) -> Vec<(Seat, u64)> {
    let asked = BySeat::from_fn(|seat| !card.ready[seat] && !card.bots[seat]);
    asked.iter().filter(|&(_, &asked)| asked).map(|(seat, _)| (seat, card.users[seat].0)).collect()
}

fn state(card: &Card) -> String {
    match card.state {
        CardState::Open => {
            let who: Vec<_> = awaited(card).into_iter().map(|(_, user)| format!("<@{user}>")).collect();
            let who =
                if who.is_empty() { String::new() } else { format!("{}: press **Ready** to play. ", who.join(" ")) };
            format!("{who}This card expires {}.", countdown(card.expires))
        }
        CardState::Waiting => {
            let when = card.starts.map_or_else(|| "at its time".to_owned(), date);
            format!("The match is set and waits for its start; it begins {when} by itself.")
        }
        CardState::Started => "The match has begun.".to_owned(),
        CardState::Paused => "The match is paused.".to_owned(),
        CardState::Over(Some(seat)) => format!("The match is over: **{}** won.", card.names[seat]),
        CardState::Over(None) => "The match is over, without a result.".to_owned(),
        CardState::Declined(seat) => format!("{} declined; there is no match.", card.names[seat]),
        CardState::Cancelled if !card.said.is_empty() => card.said.join(" "),
        CardState::Cancelled => "The match was cancelled.".to_owned(),
        CardState::Expired => "Nobody started the match in time; open another with `/match open`.".to_owned(),
    }
}

fn buttons(card: &Card, nonce: &str) -> CreateActionRow {
    let button = |press, label: &str, style| {
        CreateButton::new(CustomId::new(card.match_id, press).to_string()).label(label).style(style)
    };
    let mut buttons = Vec::new();
    if card.state == CardState::Open {
        buttons.push(button(Press::Ready(None), "Ready", ButtonStyle::Success));
        buttons.push(button(Press::Decline, "Decline", ButtonStyle::Danger));
    }
    buttons.push(button(Press::Rules, "Rules", ButtonStyle::Secondary));
    if card.state == CardState::Open {
        buttons.push(button(Press::Start, "Start now (host)", ButtonStyle::Secondary));
    }
    if matches!(card.state, CardState::Started | CardState::Waiting | CardState::Paused | CardState::Over(_)) {
        buttons.push(button(Press::Board(nonce.to_owned()), "Board", ButtonStyle::Secondary));
    }
    CreateActionRow::Buttons(buttons)
}
