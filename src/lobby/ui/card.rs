//! The card of a match.

use chrono::DateTime;
use chrono_tz::Tz;
use serde_json::Value;
use serenity::all::{
    ButtonStyle, CreateActionRow, CreateEmbed, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
    ReactionType,
};

use crate::game::{BySeat, Contest, Game, Key, Kind, Seat, Text};
use crate::games;
use crate::history::store::import_kind::ImportKind;
use crate::ids::{MatchId, UnixMs};
use crate::live::duration_text::humanize;
use crate::live::store::match_row::MatchRow;
use crate::lobby::store::offered_times::Offers;
use crate::messages::compose;
use crate::messages::composed::{Card, CardState, Terms};
use crate::messages::queued_message::Accent;
use crate::own_games::text::credit;
use crate::platform::discord::custom_id::button;
use crate::platform::discord::match_press_ids::{MatchPressId, Press};
use crate::platform::discord::message_body::{Body, cut};
use crate::platform::discord::timestamp_text::{clock, countdown, date};
use crate::predictions::text as predicting;
use crate::table::Header;

/// The accent of every embed.
pub const ACCENT: u32 = 0xE0_8A_3C;

/// Lays out a match's card.
pub fn card(card: &Card, nonce: &str) -> Body {
    let row = &card.row;
    let header = Header::read(&row.header).ok();
    let found = games::find(&row.game);
    let game = found.as_deref();
    let people = Seat::ALL.into_iter().all(|seat| !row.bots[seat]);
    let begins = row.started.unwrap_or(row.opened);
    let terms = header.as_ref().map(|header| compose::terms(header, begins, row.friendly, people));
    let terms = Terms { game: row.game.clone(), ..terms.unwrap_or_default() };
    let preset = game.and_then(|game| preset_id(&terms, game));
    let contest = game.map(|game| game.contest(preset)).unwrap_or_default().at(row.stakes());
    let eliminates = contest == Contest::DeathMatch;
    let least = if card.state == CardState::Open { compose::least(row) } else { None };
    let predicts = row.predicts && matches!(card.state, CardState::Open | CardState::Waiting);
    let name = game.map_or_else(|| row.game.clone(), |game| game.title(preset));
    let mut embed = CreateEmbed::new()
        .title(format!("Match {} · {name}", card.row.id))
        .colour(ACCENT)
        .description(description(row, contest, &terms, game));
    for seat in Seat::ALL {
        embed = embed.field(contest.title(seat), player(card, seat), true);
    }
    let host = format!("<@{}>", row.opener);
    embed = match (row.friendly, row.host_plays()) {
        (true, _) => embed.field("Opened by", host, true),
        (false, false) => embed.field("Host", host, true),
        (false, true) => {
            let what = if row.is_of_tournament() { "tournament" } else { "match" };
            let others = "another member with a host role or Manage Server, by `/host`";
            embed.field("Host", format!("{host} plays in this {what}. Rulings come from {others}."), false)
        }
    };
    embed = with_preset(embed, &terms, game);
    if let Some(ImportKind::Continued { stage }) = &row.origin {
        let draws = game.is_some_and(|game| game.about().has_hidden_chance);
        let foretold = if draws { ". Who has the record can foretell the draws." } else { "" };
        embed = embed.field("Continues a record", format!("{}{foretold}", cut(stage, 100)), !draws);
    }
    if let Some(does) = game.and_then(|game| game.about().advantage).filter(|_| !terms.set_up) {
        let advantage = header.as_ref().map_or(Seat::Dmo, |header| header.advantage);
        embed = embed.field("Advantage", format!("{} {does}", row.names[advantage]), true);
    }
    embed = match &row.part {
        Some(part) if row.is_of_tournament() => embed.field("Tournament", cut(&part.words, 200), false),
        Some(part) => embed.field("Series", &part.words, false),
        None => embed,
    };
    embed = with_terms(embed, &other_terms(&terms, game), &row.names, "Set for this match");
    if let Some(starts) = card.row.starts {
        // A countdown would run on while the match is suspended or after it is called off.
        let runs = matches!(card.state, CardState::Open | CardState::Waiting);
        let when = if runs { format!("{} ({})", date(starts), countdown(starts)) } else { date(starts) };
        let least = least.map_or_else(String::new, |ms| format!("; {}", at_least(ms)));
        embed = embed.field("Starts", when + &least, false);
    }
    if let Some(offers) = open_offers(card) {
        let least = least.map_or_else(String::new, |ms| format!("\nIt begins {}.", at_least(ms)));
        embed = embed.field("Start", times(card, offers) + &least, false);
    }
    let menu = open_offers(card).map(|offers| menu(card, offers));
    let asked = predicts.then(|| predictions(row, eliminates));
    if predicts {
        embed = embed.field(predicting::question(eliminates), predicting::CALL, false);
    }
    let rows = menu.into_iter().chain([buttons(card, nonce)]).chain(asked).collect();
    let body = Body::default().content(state(card)).embeds(vec![embed]).rows(rows);
    match card.state {
        CardState::Open => {
            let called = awaited(card).into_iter().filter(|(seat, _)| !card.quiet[*seat]);
            body.mentioning(called.map(|(_, user)| user))
        }
        _ => body,
    }
}

/// The game in a line, its author, the stakes, and the times for orders.
fn description(row: &MatchRow, contest: Contest, terms: &Terms, game: Option<&dyn Game>) -> String {
    let series = row.series().is_some().then_some("a match of the series; nobody is eliminated.");
    let stakes = contest.stakes().or(series).map(|stakes| format!("**At stake:** {stakes}"));
    let blurb = game.map(|game| game.blurb(preset_id(terms, game)).to_owned());
    let times = game.and_then(|game| times_said(terms, game)).map(|times| format!("**Time:** {times}"));
    [blurb, game.and_then(credit), stakes, times].into_iter().flatten().collect::<Vec<_>>().join("\n")
}

/// The id of the preset that the terms name.
fn preset_id<'a>(terms: &Terms, game: &'a dyn Game) -> Option<&'a str> {
    let mut presets = game.presets().into_iter();
    presets.find(|(_, name)| terms.preset.as_deref() == Some(*name)).map(|(id, _)| id)
}

/// Adds the preset, unless the game's title names it.
pub fn with_preset(embed: CreateEmbed, terms: &Terms, game: Option<&dyn Game>) -> CreateEmbed {
    let Some(preset) = &terms.preset else { return embed };
    let titled = |game: &dyn Game| {
        let id = preset_id(terms, game);
        game.variants().contains(&(id.unwrap_or_default(), game.title(id)))
    };
    if game.is_some_and(titled) { embed } else { embed.field("Preset", cut(preset, 100), true) }
}

/// Whether a value is the time for a kind of order.
fn is_time(key: &Key<'_>) -> bool {
    matches!(key.kind, Kind::Whole { unit: "s", .. })
}

/// The time for each kind of order: `90 s for each turn`.
fn times_said(terms: &Terms, game: &dyn Game) -> Option<String> {
    let keys = game.keys();
    let preset = preset_id(terms, game);
    let known = terms.options.iter().filter(|(key, _)| keys.iter().any(|known| known.name == key));
    let value = |text: &String| serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.clone()));
    let overrides = known.map(|(key, text)| (key.clone(), value(text))).collect();
    let values = game.ruleset(preset, &overrides).ok()?;
    let seconds = |key: &Key<'_>| values[key.name].as_u64().filter(|&seconds| seconds > 0);
    let times: Vec<_> = keys.iter().filter(|key| is_time(key)).filter_map(|key| Some((key, seconds(key)?))).collect();
    match times[..] {
        [] => None,
        [(_, first), _, ..] if times.iter().all(|&(_, seconds)| seconds == first) => {
            Some(format!("{} for each order", humanize(first * 1_000)))
        }
        _ => Some(times.iter().map(|(key, _)| key.say(&values[key.name])).collect::<Vec<_>>().join(" · ")),
    }
}

/// The terms that the card does not show elsewhere.
fn other_terms(terms: &Terms, game: Option<&dyn Game>) -> Terms {
    let mut terms = terms.clone();
    let keys = game.map(Game::keys).unwrap_or_default();
    terms.options.retain(|(name, _)| !keys.iter().any(|key| key.name == name && is_time(key)));
    terms
}

/// Adds the players' rights, and the values that differ from the preset's under the heading `head`.
pub fn with_terms(mut embed: CreateEmbed, terms: &Terms, names: &BySeat<String>, head: &str) -> CreateEmbed {
    let found = games::find(&terms.game);
    let game = found.as_deref();
    if let Some(agree) = &terms.agree {
        embed = embed.field("By agreement", format!("The players can {agree}: `/match agree`"), false);
    }
    if let Some(hours) = &terms.quiet_hours {
        embed = embed.field(
            "Quiet hours",
            format!("{hours}. A deadline in these hours moves to their end; orders still count."),
            false,
        );
    }
    if !terms.brought.is_empty() {
        let line = |(name, commitment): &(String, String)| format!("- {name}: `{commitment}`");
        let lines: Vec<_> = terms.brought.iter().map(line).collect();
        embed = embed.field("Brought by the host, sealed until the end", lines.join("\n"), false);
    }
    if let Some(time) = &terms.closes {
        embed = embed.field("Steps close", format!("at {time} each day, after their own time"), false);
    }
    if terms.options.is_empty() && !terms.set_up {
        return embed;
    }
    let say = |(key, value): &(String, String)| {
        let brings = key.strip_prefix("items.").and_then(|seat| seat.parse::<Seat>().ok());
        let ruleset = game.filter(|game| game.keys().iter().any(|known| known.name == key));
        let said = match (brings, ruleset) {
            (Some(seat), _) => format!("Items of {}: {}", names[seat], value.replace(',', ", ")),
            (None, Some(game)) => {
                let value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.clone()));
                Text::new(game.say_value(key, &value)).with_names(names)
            }
            (None, None) => format!("{key}: {value}"),
        };
        format!("- {said}")
    };
    let given = terms.set_up.then(|| "- A starting position is given".to_owned());
    let options: Vec<_> = terms.options.iter().map(say).chain(given).collect();
    embed.field(head, cut(&options.join("\n"), 1_000), false)
}

/// The offered times, while the players can choose.
fn open_offers(card: &Card) -> Option<&Offers> {
    card.row.offers.as_ref().filter(|_| card.state == CardState::Open)
}

/// A line for each time, with the players whom it suits.
fn times(card: &Card, offers: &Offers) -> String {
    let line = |(number, time): (usize, &UnixMs)| {
        let suits = Seat::ALL.into_iter().filter(|&seat| !card.row.bots[seat] && offers.suits(seat, number));
        let suits: Vec<_> = suits.map(|seat| format!("✅ {}", card.row.names[seat])).collect();
        format!("{}. {} {}", number + 1, date(*time), suits.join(" "))
    };
    let mut lines: Vec<_> = offers.times.iter().enumerate().map(line).collect();
    let people = Seat::ALL.into_iter().filter(|&seat| !card.row.bots[seat]);
    if people.map(|seat| &offers.suits[seat]).all(Option::is_some) {
        lines.push("No time works for both players yet. Pick more times, or ask the host for others.".to_owned());
    }
    lines.join("\n")
}

fn menu(card: &Card, offers: &Offers) -> CreateActionRow {
    let zone: Tz = offers.zone.parse().unwrap_or(Tz::UTC);
    let by_zone = match zone {
        Tz::UTC => "UTC".to_owned(),
        zone => format!("The time in {}", zone.name().replace('_', " ")),
    };
    let label = |time: UnixMs| {
        let there = DateTime::from_timestamp_millis(time.0).unwrap_or_default().with_timezone(&zone);
        there.format("%a %-d %b, %H:%M").to_string()
    };
    let option = |(number, time): (usize, &UnixMs)| {
        CreateSelectMenuOption::new(format!("{}. {}", number + 1, label(*time)), number.to_string())
            .description(&by_zone)
    };
    let options: Vec<_> = offers.times.iter().enumerate().map(option).collect();
    let most = u8::try_from(options.len()).unwrap_or(1);
    let id = MatchPressId::new(card.row.id, Press::Times).to_string();
    let kind = CreateSelectMenuKind::String { options };
    let menu = CreateSelectMenu::new(id, kind).placeholder("Every time that suits you …");
    CreateActionRow::SelectMenu(menu.min_values(0).max_values(most))
}

fn player(card: &Card, seat: Seat) -> String {
    // A substitute may sit there after the press of Ready.
    let begun = matches!(card.state, CardState::Started | CardState::Waiting | CardState::Paused | CardState::Over(_));
    if card.row.bots[seat] {
        return format!("{} (plays automatically){}", card.row.names[seat], if begun { "" } else { "\n✅ ready" });
    }
    let ready = match (card.row.ready[seat], card.state) {
        _ if begun => "",
        _ if open_offers(card).is_some_and(|offers| offers.suits[seat].is_some()) => "\n✅ has chosen times",
        (true, _) => "\n✅ ready",
        (false, CardState::Open) if card.row.offers.is_some() => "\n⏳ no times chosen yet",
        (false, CardState::Open) => "\n⏳ not ready yet",
        (false, _) => "",
    };
    let record = match card.row.records[seat].filter(|_| card.state == CardState::Open) {
        None | Some([0, 0]) => String::new(),
        Some([won, lost]) => format!("\n{won} won, {lost} lost in rated matches here"),
    };
    format!("<@{}>{ready}{record}", card.row.users[seat])
}

fn at_least(ms: u64) -> String {
    format!("at least {} after both are ready", humanize(ms))
}

/// The players who have not pressed Ready, or have not chosen times.
fn awaited(card: &Card) -> Vec<(Seat, u64)> {
    let said = |seat| open_offers(card).is_some_and(|offers| offers.suits[seat].is_some());
    let asked = BySeat::from_fn(|seat| !card.row.ready[seat] && !card.row.bots[seat] && !said(seat));
    asked.iter().filter(|&(_, &asked)| asked).map(|(seat, _)| (seat, card.row.users[seat].0)).collect()
}

fn state(card: &Card) -> String {
    match card.state {
        CardState::Open => {
            let (until, left) = (clock(card.row.expires), countdown(card.row.expires));
            let expires = format!("This card expires {left}.");
            let asks = if open_offers(card).is_some() {
                "choose every time that suits you. The match begins at the first time that suits both. ".to_owned()
                    + &expires
            } else if card.row.is_of_tournament() {
                format!("press **Ready** by {until} ({left}), or you lose this match.")
            } else {
                format!("press **Ready** to play. {expires}")
            };
            let who: Vec<_> = awaited(card).into_iter().map(|(_, user)| format!("<@{user}>")).collect();
            if who.is_empty() { expires } else { format!("{}: {asks}", who.join(" ")) }
        }
        CardState::Waiting => {
            let when = card.row.starts.map_or_else(|| "at its time".to_owned(), date);
            let earlier = if card.row.friendly { "" } else { " To begin earlier, a host uses `/host panel`." };
            format!("The match waits for its start. It begins {when} automatically.{earlier}")
        }
        CardState::Started => "The match has begun.".to_owned(),
        CardState::Paused => "The match is paused.".to_owned(),
        CardState::Over(Some(seat)) => format!("The match is over: **{}** won.", card.row.names[seat]),
        CardState::Over(None) => "The match is over, without a result.".to_owned(),
        CardState::Declined(seat) => {
            let name = &card.row.names[seat];
            let absent =
                compose::counts_as_absent(&card.row, name).map_or_else(String::new, |words| format!(" {words}"));
            format!("{name} declined.{absent}")
        }
        CardState::Cancelled => card.row.carried.join(" "),
        CardState::Expired if card.row.is_of_tournament() => not_there(card),
        CardState::Expired => compose::unready(&card.row).unwrap_or_default(),
    }
}

/// A line with the players who were ready at a tournament card's deadline. The tournament decides who counts as absent.
fn not_there(card: &Card) -> String {
    let names = &card.row.names;
    // A player who was ready still counts as absent after calling off an earlier card.
    let then = "The tournament's message says how the pairing is decided.";
    match Seat::ALL.into_iter().find(|&seat| card.row.ready[seat]) {
        Some(seat) => format!("{} was not ready in time. {then}", names[!seat]),
        None => format!("Neither {} nor {} was ready in time. {then}", names.ec, names.dmo),
    }
}

/// Asks a player to confirm that they decline.
pub fn declining(m: MatchId, consequence: &str) -> Body {
    let decline = button(MatchPressId::new(m, Press::Declined), ButtonStyle::Danger, "Decline");
    let keep = button(MatchPressId::new(m, Press::PlayOn), ButtonStyle::Secondary, "Do not decline");
    let row = CreateActionRow::Buttons(vec![decline, keep]);
    Body::text(format!("**Decline match {m}?**\n{consequence}")).rows(vec![row])
}

/// A button for each player, for spectators' predictions.
fn predictions(row: &MatchRow, eliminates: bool) -> CreateActionRow {
    let button = |seat: Seat| {
        let id = MatchPressId::new(row.id, Press::Predict(seat)).to_string();
        let label = predicting::label(&cut(&row.names[seat], 70), eliminates);
        let token = Accent::Seat(seat).mark().trim_end().to_owned();
        button(id, ButtonStyle::Secondary, label).emoji(ReactionType::Unicode(token))
    };
    CreateActionRow::Buttons(Seat::ALL.map(button).to_vec())
}

fn buttons(card: &Card, nonce: &str) -> CreateActionRow {
    let button = |press, label: &str, style| button(MatchPressId::new(card.row.id, press), style, label);
    let mut buttons = Vec::new();
    if card.state == CardState::Open {
        if card.row.offers.is_none() {
            buttons.push(button(Press::Ready(None), "Ready", ButtonStyle::Success));
        }
        buttons.push(button(Press::Decline, "Decline", ButtonStyle::Danger));
    }
    buttons.push(button(Press::Rules, "Rules", ButtonStyle::Secondary));
    let unplayed = matches!(card.state, CardState::Declined(_) | CardState::Cancelled | CardState::Expired);
    if unplayed && card.row.can_open_again() {
        let label = if card.row.only_hosts_open_again() { "Open it again (host)" } else { "Open it again" };
        buttons.push(button(Press::Next, label, ButtonStyle::Secondary));
    }
    if card.state == CardState::Open && !card.row.host_plays() {
        buttons.push(button(Press::Terms(None), "Terms (host)", ButtonStyle::Secondary));
        buttons.push(button(Press::Start, "Start now (host)", ButtonStyle::Secondary));
    }
    if matches!(card.state, CardState::Started | CardState::Waiting | CardState::Paused | CardState::Over(_)) {
        buttons.push(button(Press::Board(nonce.to_owned()), "Board", ButtonStyle::Secondary));
    }
    CreateActionRow::Buttons(buttons)
}
