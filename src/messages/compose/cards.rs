//! Cards of matches, and their terms.

use serde_json::Value;

use crate::game::{Agreements, BySeat, Key, Orders, Seat, Text};
use crate::games;
use crate::ids::UnixMs;
use crate::live::duration_text::humanize;
use crate::live::match_state::MatchState;
use crate::live::store::match_row::{CalledOff, MatchRow, Status};
use crate::lobby::server_time;
use crate::messages::compose::clocks::start;
use crate::messages::composed::{Card, CardState, Terms};
use crate::messages::queued_message::Public;
use crate::playing::prompt::Start;
use crate::table::{Header, Table};

/// Returns the least time from both players' Ready to the start, in ms. `None` if the match has no start time or asks nothing before it.
pub fn least(row: &MatchRow) -> Option<u64> {
    if row.starts.is_none() && row.offers.is_none() {
        return None;
    }
    let mut header = Header::read(&row.header).ok()?;
    // Without these options the result is the pure time to order, not moved by a time of day.
    for key in [Key::QUIET, Key::CLOSES] {
        header.ruleset.remove(key.name);
    }
    header.starts_at = Some(0);
    Table::open(header).ok()?.starts().filter(|&ms| ms > 0)
}

/// Returns the [`least`] time in words, for messages that name a lobby's start.
pub fn at_least(row: &MatchRow) -> Option<String> {
    least(row).map(|ms| format!("Its first round begins at least {} after both are ready.", humanize(ms)))
}

/// Returns the card's state for a match that has begun.
pub fn card_state(live: &MatchState) -> CardState {
    match live.table.outcome() {
        Some(outcome) => CardState::Over(outcome.winner),
        None if live.table.paused() => CardState::Paused,
        None if live.table.starts().is_some() => CardState::Waiting,
        None => CardState::Started,
    }
}

/// Returns the card's state for a match; `live` is its table, once it has begun.
fn state(row: &MatchRow, live: Option<&MatchState>) -> CardState {
    match (row.status, row.called_off) {
        (Status::Lobby, _) => CardState::Open,
        (Status::Cancelled, _) if !row.carried.is_empty() => CardState::Cancelled,
        (Status::Cancelled, Some(CalledOff::Player(seat))) => CardState::Declined(seat),
        (Status::Cancelled, _) => CardState::Expired,
        (Status::Running | Status::Over | Status::Halted, _) => live.map_or(CardState::Started, card_state),
    }
}

/// Returns the terms of a match that begins at a moment; `people` if both players are people.
pub fn terms(header: &Header, begins: UnixMs, friendly: bool, people: bool) -> Terms {
    let found = crate::games::find(&header.game);
    let game = found.as_deref();
    let preset = header.preset.clone().map(|id| {
        let presets = game.map(|game| game.presets()).unwrap_or_default();
        presets.into_iter().find(|(known, _)| *known == id).map_or(id, |(_, name)| name.to_owned())
    });
    let written = |key, value: &Value| game.map_or_else(|| value.to_string(), |game| game.write_value(key, value));
    let options = header.ruleset.iter().map(|(key, value)| (key.clone(), written(key, value)));
    let orders = game.map_or(Orders::Both, |game| game.about().orders);
    let agree = Agreements::of(&header.ruleset, friendly).words(orders).filter(|_| people);
    let quiet_hours = server_time::words(header, begins);
    let closes = server_time::closing(header, begins);
    let apart = [(Key::AGREE, agree.is_some()), (Key::QUIET, quiet_hours.is_some()), (Key::CLOSES, closes.is_some())];
    let options = options.filter(|(key, _)| !apart.iter().any(|(known, apart)| *apart && known.name == key));
    let items = header.items.iter().filter(|(_, items)| !items.is_empty());
    let items = items.map(|(seat, items)| (format!("items.{seat}"), items.join(",")));
    Terms {
        game: header.game.clone(),
        preset,
        set_up: header.lays_out(),
        brought: header.brought().into_iter().map(|brought| (brought.key, brought.commitment)).collect(),
        options: options.chain(items).collect(),
        agree: agree.map(str::to_owned),
        quiet_hours,
        closes,
    }
}

/// Returns the changed values and items of a match's terms, a line each.
pub fn changed_terms(before: &Header, after: &Header, names: &BySeat<String>) -> Vec<String> {
    let Some(game) = games::find(&after.game) else { return Vec::new() };
    let values = |header: &Header| game.ruleset(header.preset.as_deref(), &header.ruleset).unwrap_or_default();
    let (old, new) = (values(before), values(after));
    let keys = game.keys().into_iter().filter(|key| old[key.name] != new[key.name]);
    let said = |key: &str, value: &Value| Text::new(game.say_value(key, value)).with_names(names);
    let values = keys.map(|key| (said(key.name, &old[key.name]), said(key.name, &new[key.name])));
    let items = Seat::ALL.into_iter().filter(|&seat| before.items[seat] != after.items[seat]);
    let said = |header: &Header, seat: Seat| format!("items of {}: {}", names[seat], header.items[seat].join(", "));
    let items = items.map(|seat| (said(before, seat), said(after, seat)));
    values.chain(items).map(|(old, new)| format!("{old} → {new}")).collect()
}

/// Returns a public message with the changes of the terms since it was queued.
pub fn with_terms(row: &MatchRow, mut words: Public) -> Public {
    let read = words.terms.as_deref().map(|before| (Header::read(before), Header::read(&row.header)));
    if let Some((Ok(before), Ok(after))) = read {
        let changes = changed_terms(&before, &after, &row.names);
        let unchanged = before.write() == after.write();
        let none = unchanged.then(|| "The terms are again as they were.".to_owned());
        words.lines.extend(changes.into_iter().map(|change| format!("- {change}")).chain(none));
    }
    words
}

/// Returns a match's card; `live` is the table, once the match has begun.
pub fn card(row: &MatchRow, live: Option<&MatchState>) -> Card {
    // A pause delays the start for as long as the pause lasts.
    let starts = match live.and_then(start) {
        Some(Start::After(_)) => None,
        Some(Start::At(at)) => Some(at),
        None => row.starts,
    };
    let names = live.map_or_else(|| row.names.clone(), |live| live.table.concerned());
    let row_shown = MatchRow { names, starts, ..row.clone() };
    Card { row: row_shown, state: state(row, live), quiet: BySeat::default() }
}
