//! Cards, and messages that follow from no entry.

use crate::game::{Agreements, BySeat, Key, Orders, Seat, Viewer};
use crate::history::store::origin::Origin;
use crate::ids::{MatchId, UnixMs, UserId};
use crate::live::duration_text::humanize;
use crate::live::match_state::MatchState;
use crate::live::store::rows::MatchRow;
use crate::lobby::quiet;
use crate::messages::compose::events::{plain, result_first};
use crate::messages::desired_posts::shows;
use crate::messages::spec::{
    Accent, Boards, Card, CardState, MessageSpec, OrderDue, Private, Public, SeriesEnd, Terms,
};
use crate::messages::store::post::{Lane, NewPost};
use crate::table::{Happened, Header, Table, What};

/// Returns a pending post of this content.
pub fn item(lane: Lane, spec: &MessageSpec) -> NewPost {
    NewPost {
        lane,
        kind: spec.kind(),
        payload: serde_json::to_string(spec).expect("a spec is plain data"),
        shows: shows(spec),
        entry: None,
        due: None,
    }
}

/// Returns a message to one person about a match.
pub fn private_to(row: &MatchRow, user: UserId, lines: Vec<String>) -> MessageSpec {
    MessageSpec::Private(words_to(row, user, lines))
}

/// A result to one player, with its boards; the end of a match that is played in a channel has the same buttons as there.
pub fn result_to(
    live: &MatchState,
    row: &MatchRow,
    user: UserId,
    lines: Vec<String>,
    boards: Option<Boards>,
) -> MessageSpec {
    let ended = live.table.outcome().is_some();
    MessageSpec::Private(Private {
        attachment: boards.map(Into::into),
        over: !row.private && ended,
        end: ended.then(|| live.mark()),
        open: live.table.game().about().orders == Orders::Open,
        unplayed: ended && live.is_unplayed(),
        ..words_to(row, user, lines)
    })
}

/// Returns a reminder of an order for one person.
pub fn order_reminder(row: &MatchRow, user: UserId, lines: Vec<String>, awaits: OrderDue) -> MessageSpec {
    MessageSpec::Private(Private { awaits: Some(awaits), ..words_to(row, user, lines) })
}

fn words_to(row: &MatchRow, user: UserId, lines: Vec<String>) -> Private {
    Private { user, guild: row.linked(), lines, ..Private::default() }
}

/// Returns a reminder of the start for one person.
pub fn start_reminder(row: &MatchRow, user: UserId, lines: Vec<String>, starts: UnixMs) -> MessageSpec {
    MessageSpec::Private(Private { starts: Some(starts), ..words_to(row, user, lines) })
}

/// Returns a public message about the start, which notifies these people or asks them to press Ready.
pub fn starting(
    row: &MatchRow,
    lines: Vec<String>,
    mention: Vec<UserId>,
    starts: UnixMs,
    informs: bool,
) -> MessageSpec {
    MessageSpec::Public(Box::new(Public { lines, starts: Some(starts), informs, ..words_to_all(row, mention) }))
}

/// Returns a public message of one line.
pub fn line(row: &MatchRow, line: String, mention: Vec<UserId>) -> MessageSpec {
    MessageSpec::Public(Box::new(Public { lines: vec![line], ..words_to_all(row, mention) }))
}

/// Returns the public message at the end of a series, with its poster.
pub fn series_end(row: &MatchRow, line: String, mention: Vec<UserId>, end: SeriesEnd) -> MessageSpec {
    let boards = Boards { entries: 0, ended: false, series: Some(end) };
    let words = words_to_all(row, mention);
    let accent = Accent::Seat(end.winner);
    MessageSpec::Public(Box::new(Public { lines: vec![line], accent, attachment: Some(boards.into()), ..words }))
}

pub(crate) fn words_to_all(row: &MatchRow, mention: Vec<UserId>) -> Public {
    Public { guild: row.guild, mention, informs: true, names: row.names.clone(), ..Public::default() }
}

/// Returns the public notice that a player's direct messages are closed.
pub fn cannot_write(name: &str, id: MatchId) -> String {
    format!(
        "{name}, your direct messages are closed: in match {id}, press **Order** in this channel when it is your move."
    )
}

/// Returns the public notice that a player has not acted yet, and so gets no direct messages.
pub fn not_met(name: &str, id: MatchId) -> String {
    format!(
        "{name}, press **Order** under the message when it is your move in match {id}. After your first press I write to you directly, too."
    )
}

/// Returns the public notice that Discord refused a direct message to a player.
pub fn cannot_reach(name: &str, id: MatchId) -> String {
    format!(
        "{name}, Discord refused my message to you: in match {id}, press **Order** in this channel when it is your move."
    )
}

/// Returns the public result of a match, for a player who was substituted.
pub fn end_for(live: &MatchState, row: &MatchRow, user: UserId, happened: &[Happened]) -> NewPost {
    let over: Vec<&Happened> = happened.iter().filter(|each| matches!(each.what, What::Over { .. })).collect();
    let game = live.table.game().title(live.table.header().preset.as_deref());
    let head = format!("**Match {} · {game}** is over. A substitute finished it for you.", row.id);
    let told = plain(result_first(&over, Viewer::Public, &live.table.names()));
    let words = [head].into_iter().chain(told).collect();
    item(Lane::Dm(user), &MessageSpec::Private(Private { end: Some(live.mark()), ..words_to(row, user, words) }))
}

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

/// Returns the consequence for a player who called a tournament's card off.
pub fn counts_as_absent(row: &MatchRow, who: &str) -> Option<String> {
    row.is_of_tournament().then(|| absent_unless_played(who))
}

/// Returns the sentence that a player counts as absent unless the pairing is still played.
pub fn absent_unless_played(who: &str) -> String {
    format!("{who} counts as absent unless the pairing is still played.")
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
    let quiet_hours = quiet::words(header, begins);
    let closes = quiet::closing(header, begins);
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
    let words =
        |series: bool| row.part.as_ref().filter(|part| part.series.is_some() == series).map(|part| part.words.clone());
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
        host: row.host,
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
