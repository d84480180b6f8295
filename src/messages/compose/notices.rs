//! Constructors of single messages: notices, reminders, and results for one player.

use crate::game::{BySeat, Orders, Seat, Viewer};
use crate::ids::{MatchId, UnixMs, UserId, match_link};
use crate::live::match_state::MatchState;
use crate::live::store::match_row::MatchRow;
use crate::messages::compose::event_order::{plain, result_first};
use crate::messages::queued_message::{
    Accent, Boards, EndFacts, OrderDue, Private, Public, QueuedFacts, QueuedMessage, SeriesEnd,
};
use crate::messages::store::post::{Lane, NewPost};
use crate::table::{Happened, What};

/// Returns a pending post of this content.
pub fn new_post(lane: Lane, message: &QueuedMessage) -> NewPost {
    let QueuedFacts { kind, shows, .. } = message.facts();
    let payload = serde_json::to_string(message).expect("a message is plain data");
    NewPost { lane, kind, payload, shows, about_number: None, not_before: None }
}

/// Returns a message to one person about a match.
pub fn private_to(row: &MatchRow, user: UserId, lines: Vec<String>) -> QueuedMessage {
    QueuedMessage::Private(words_to(row, user, lines))
}

/// A result to one player, with its boards; the end of a match that is played in a channel has the same buttons as there.
pub fn result_to(
    live: &MatchState,
    row: &MatchRow,
    user: UserId,
    lines: Vec<String>,
    boards: Option<Boards>,
) -> QueuedMessage {
    let ended = live.table.outcome().is_some();
    QueuedMessage::Private(Private {
        boards,
        has_end_buttons: !row.in_dms && ended,
        end: ended.then(|| live.mark()),
        end_facts: end_facts(live, row),
        ..words_to(row, user, lines)
    })
}

/// Returns the facts on which the buttons under the end of a match depend.
pub(crate) fn end_facts(live: &MatchState, row: &MatchRow) -> EndFacts {
    let ended = live.table.outcome().is_some();
    EndFacts {
        open: live.table.game().about().orders == Orders::Open,
        unplayed: ended && live.is_unplayed(),
        of_series: ended && row.part.is_some(),
    }
}

/// Returns a reminder of an order for one person.
pub fn order_reminder(row: &MatchRow, user: UserId, lines: Vec<String>, awaits: OrderDue) -> QueuedMessage {
    QueuedMessage::Private(Private { awaits: Some(awaits), ..words_to(row, user, lines) })
}

pub(crate) fn words_to(row: &MatchRow, user: UserId, lines: Vec<String>) -> Private {
    Private { user, guild: row.linked(), lines, ..Private::default() }
}

/// Returns a reminder of the start for one person.
pub fn start_reminder(row: &MatchRow, user: UserId, lines: Vec<String>, starts: Option<UnixMs>) -> QueuedMessage {
    QueuedMessage::Private(Private { starts, ..words_to(row, user, lines) })
}

/// Returns a public message about the start, which notifies these people or asks them to press Ready.
pub fn starting(
    row: &MatchRow,
    lines: Vec<String>,
    mention: Vec<UserId>,
    starts: Option<UnixMs>,
    informs: bool,
) -> QueuedMessage {
    QueuedMessage::Public(Box::new(Public { lines, starts, informs, ..words_to_all(row, mention) }))
}

/// Returns a public message of one line.
pub fn line(row: &MatchRow, line: String, mention: Vec<UserId>) -> QueuedMessage {
    QueuedMessage::Public(Box::new(Public { lines: vec![line], ..words_to_all(row, mention) }))
}

/// Returns the public message at the end of a series, with its poster.
pub fn series_end(row: &MatchRow, line: String, mention: Vec<UserId>, end: SeriesEnd) -> QueuedMessage {
    let boards = Boards { entries: 0, ended: false, series: Some(end) };
    let words = words_to_all(row, mention);
    let accent = Accent::Seat(end.winner);
    QueuedMessage::Public(Box::new(Public { lines: vec![line], accent, boards: Some(boards), ..words }))
}

pub(crate) fn words_to_all(row: &MatchRow, mention: Vec<UserId>) -> Public {
    Public { mention, informs: true, names: row.names.clone(), ..Public::default() }
}

/// Returns the public notice that a player's direct messages are closed.
pub fn cannot_write(name: &str, id: MatchId) -> String {
    format!(
        "{name}, your direct messages are closed: in match {id}, press **Order** in this channel when it is your move."
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
    new_post(Lane::Dm(user), &QueuedMessage::Private(Private { end: Some(live.mark()), ..words_to(row, user, words) }))
}

/// Returns the consequence for a player who called a tournament's card off.
pub fn counts_as_absent(row: &MatchRow, who: &str) -> Option<String> {
    row.is_of_tournament().then(|| absent_unless_played(who))
}

/// Returns the consequence of a declined card, for the player who declines.
pub fn declined(row: &MatchRow) -> String {
    if row.is_of_tournament() {
        return "The tournament opens this match three times at most. If it is still not played, you lose it as absent.".to_owned();
    }
    let again = opens_again(row).map_or_else(String::new, |again| format!(" {again}"));
    format!("Then there is no match.{again}")
}

/// Returns the sentence on how a match that nobody began is opened again; `None` if it cannot be.
pub fn opens_again(row: &MatchRow) -> Option<String> {
    row.can_open_again().then(|| {
        if row.only_hosts_open_again() {
            format!("A host can open it again on {}.", its_card(row))
        } else {
            format!("**Open it again** on {} opens another.", its_card(row))
        }
    })
}

/// Returns a link to a match's card, or the words alone before it is sent.
pub fn its_card(row: &MatchRow) -> String {
    row.card.map_or("its card".to_owned(), |(channel, message)| {
        format!("[its card]({})", match_link(row.guild, channel, Some((channel, message))))
    })
}

/// Which players did their part before a card expired: pressed Ready, or chose from the offered times.
pub fn were_ready(row: &MatchRow) -> BySeat<bool> {
    BySeat::from_fn(|seat| match &row.offers {
        _ if row.bots[seat] => true,
        Some(offers) => offers.suits[seat].is_some(),
        None => row.ready[seat],
    })
}

/// Returns the players for whom an expired card waited, as a sentence. `None` if the card has not expired.
pub fn unready(row: &MatchRow) -> Option<String> {
    if !row.has_expired() {
        return None;
    }
    let (names, ready) = (&row.names, were_ready(row));
    let (neither, lacked, had) = match row.offers {
        Some(_) => ("chose times", "chose no times", "did"),
        None => ("was ready in time", "was not ready in time", "was"),
    };
    let absent = match (ready.ec, ready.dmo) {
        (true, true) => return Some("No offered time suited both players.".to_owned()),
        (false, false) => return Some(format!("Neither {} nor {} {neither}.", names.ec, names.dmo)),
        (true, false) => Seat::Dmo,
        (false, true) => Seat::Ec,
    };
    let other = if row.bots[!absent] { String::new() } else { format!("; {} {had}", names[!absent]) };
    Some(format!("{} {lacked}{other}.", names[absent]))
}

/// Returns the sentence that a player counts as absent unless the pairing is still played.
pub fn absent_unless_played(who: &str) -> String {
    format!("The tournament opens this match three times at most. If it is still not played, {who} loses it as absent.")
}
