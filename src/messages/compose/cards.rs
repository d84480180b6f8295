//! Cards of matches, and their terms.

use crate::game::{Agreements, BySeat, Key, Orders, Seat};
use crate::history::store::import_origin::Origin;
use crate::ids::UnixMs;
use crate::live::duration_text::humanize;
use crate::live::match_state::MatchState;
use crate::live::store::match_row::{MatchRow, PartOf};
use crate::lobby::server_time;
use crate::messages::spec::{Card, CardState, Terms};
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
    least(row).map(|ms| format!("It begins at least {} after both are ready.", humanize(ms)))
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

/// Returns the card of a match that has begun, with its start as the table has it.
pub fn card_in_play(row: &MatchRow, live: &MatchState) -> Card {
    // A pause delays the start for as long as the pause lasts.
    let ahead = live.table.starts().map(|time| live.moment(time));
    let starts = if ahead.is_some() && live.table.paused() { None } else { ahead.or(row.starts) };
    Card { starts, names: live.table.concerned(), ..card(row, card_state(live)) }
}

/// Returns the terms of a match that begins at a moment; `people` if both players are people.
pub fn terms(header: &Header, begins: UnixMs, friendly: bool, people: bool) -> Terms {
    let found = crate::games::find(&header.game);
    let game = found.as_deref();
    let preset = header.preset.clone().map(|id| {
        let presets = game.map(|game| game.presets()).unwrap_or_default();
        presets.into_iter().find(|(known, _)| *known == id).map_or(id, |(_, name)| name.to_owned())
    });
    let options = header.ruleset.iter().map(|(key, value)| {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        (key.clone(), value)
    });
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

/// Returns a lobby's card.
pub fn card(row: &MatchRow, state: CardState) -> Card {
    let header = Header::read(&row.header).ok();
    let found = crate::games::find(&row.game);
    let game = found.as_deref();
    let id = header.as_ref().and_then(|header| header.preset.as_deref());
    let contest = game.map(|game| game.contest(id)).unwrap_or_default();
    let contest = contest.at(row.stakes());
    let people = Seat::ALL.into_iter().all(|seat| !row.bots[seat]);
    let begins = row.started.unwrap_or(row.opened);
    let terms = header.as_ref().map(|header| terms(header, begins, row.friendly, people)).unwrap_or_default();
    let words = |series: bool| {
        row.part.as_ref().filter(|part| (part.of != PartOf::Tournament) == series).map(|part| part.words.clone())
    };
    Card {
        match_id: row.id,
        terms: Terms { game: row.game.clone(), ..terms },
        contest,
        names: row.names.clone(),
        users: row.users,
        bots: row.bots,
        ready: row.ready,
        expires: row.expires,
        starts: row.starts,
        least: if state == CardState::Open { least(row) } else { None },
        offers: row.offers.clone(),
        series: words(true),
        tournament: words(false),
        advantage: header.as_ref().map_or(Seat::Dmo, |header| header.advantage),
        host: row.opener,
        friendly: row.friendly,
        goes_on: match &row.origin {
            Some(Origin::GoesOn { stage }) => Some(stage.clone()),
            Some(Origin::Kept) | None => None,
        },
        predicts: row.predicts && matches!(state, CardState::Open | CardState::Waiting),
        state,
        said: Vec::new(),
        quiet: BySeat::default(),
        records: row.records,
    }
}
