//! Rulings in words: the question to the host, and the public line.
//!
//! - Every ruling of a person is announced with the person's name at that time. Rulings of the service keep the table's words.
//! - An order that a host gave for a seat is announced after its step. Earlier, the line would reveal that the seat has an order.

use crate::game::{Accepted, BySeat, Observation, Orders, Outcome, Reason, Seat, Viewer, Wants};
use crate::hosting::agreement_kind::Agreement;
use crate::hosting::ruling_author::Author;
use crate::ids::UnixMs;
use crate::live::applied_entries::AppliedEntries;
use crate::live::duration_text::humanize;
use crate::live::match_state::MatchState;
use crate::live::store::match_row::MatchRow;
use crate::messages::compose;
use crate::table::{Answer, Entry, EventKind, Happened, HostAct, Table, Taken, What};

/// The reason stored when a host ends a match whose game's file cannot be read.
pub const ENDED_UNREAD: &str = "its game's file cannot be read, and a host ended it";

/// The public account of a ruling or an agreement.
pub struct RulingLine {
    /// The line, then the state after an undo.
    pub lines: Vec<String>,
    event: EventKind,
}

impl RulingLine {
    /// Whether the lines stand below the result that the ruling caused.
    pub fn is_below(&self) -> bool {
        self.event == EventKind::End
    }

    /// Whether the lines replace an event's own account, which does not name the author.
    pub fn replaces(&self, what: &What) -> bool {
        !self.is_below() && what.kind() == self.event
    }
}

/// Describes the state of a match after an undo, and the orders that do not count.
fn state_after_undo(live: &MatchState, before: &MatchRow) -> String {
    let (paused, put_off) = (live.table.paused(), compose::changed_start(live, before));
    if live.waits_for_start() {
        let until = put_off.filter(|_| !paused);
        let until = until.map_or(String::new(), |starts| format!(", which was put off to <t:{}:F>", starts.seconds()));
        let paused = if paused { ", and is paused" } else { "" };
        return format!("The match waits for its start{until}{paused}.");
    }
    let stage = live.table.sight(Viewer::Public).heading().stage;
    let once = if paused { " once the match is resumed" } else { "" };
    // The new start is in the lines below, which are kept up to date.
    let off = if put_off.is_some() && !paused { " That puts its start off." } else { "" };
    format!("{stage} starts over{once}, with full time. Orders given for it do not count; earlier results stay.{off}")
}

/// The public line of a ruling. `None` for the service's rulings, for a resignation, which its result names, and for a line that is not
/// public yet.
pub fn public_line(entry: &Entry, happened: &[Happened], after: &Table) -> Option<RulingLine> {
    let act = entry.act.ruling().filter(|act| act.order_for().is_none() && entry.resigns().is_none())?;
    let (author, names) = (Author::of(entry), after.concerned());
    let clause = || clause(act, &author, &names, happened, Some(after));
    let line = match &author {
        Author::Host(who) => format!("{who} {}.", clause()),
        Author::Player(seat) => format!("{} {}.", names[*seat], clause()),
        Author::Both(both) => format!("{both} agree to {}.", Agreement::phrase(act)?),
        Author::Anonymous(_) | Author::Service => return None,
    };
    Some(RulingLine { lines: vec![line], event: act.event() })
}

/// The account of a ruling in its channel, from the match before and after it.
pub fn ruling_line(live: &MatchState, before: &MatchRow, applied: &AppliedEntries) -> Option<RulingLine> {
    let mut told = public_line(&applied.entries[0], &applied.answer.happened, &live.table)?;
    told.lines.extend((told.event == EventKind::Revert).then(|| state_after_undo(live, before)));
    Some(told)
}

/// The effect of a ruling, from the match before it and after it.
pub fn forecast(before: &MatchState, after: &MatchState, row: &MatchRow, act: &HostAct, answer: &Answer) -> String {
    let (names, m) = (after.table.concerned(), row.id);
    // The text does not reveal whether an order is sealed.
    let shown = match (after.table.end_discloses(), after.table.game().about().orders) {
        (false, _) => "",
        (true, Orders::Open) => " What was hidden is shown to everyone.",
        (true, Orders::Sealed | Orders::Both) => {
            " What was hidden is shown to everyone, but not the orders of an unfinished step."
        }
    };
    match act {
        HostAct::Undo => {
            let stage = after.table.sight(Viewer::Public).heading().stage;
            let (waits, reverted) = (after.waits_for_start(), reverted(&answer.happened));
            let (verdict, ended) = match reverted {
                Some((Taken::Verdict, ended)) => (ended, false),
                Some((Taken::Step, ended)) => (None, ended.is_some()),
                None => (None, false),
            };
            let shown = known(before, verdict.is_none() && !waits);
            let then = if waits {
                "the match waits for its start".to_owned()
            } else {
                format!("the match continues from {stage}; {}", again(after))
            };
            let what = match verdict.map(|ended| verdict_words(ended, &names)) {
                Some(verdict) => format!("only the verdict ({verdict}): {then}."),
                None if waits => "the beginning of the match: it waits for its start.".to_owned(),
                None => {
                    let end = if ended { "the end of the match and " } else { "" };
                    // An order may be sealed since; the text does not reveal it.
                    let since = match before.table.game().about().orders {
                        Orders::Open => "",
                        Orders::Sealed | Orders::Both => " Orders sealed for a later step are dropped.",
                    };
                    format!("{end}{stage}: {}.{since}", again(after))
                }
            };
            format!("Reverts {what}{shown}{}", puts_off(row, after))
        }
        HostAct::Forfeit(seat) => {
            format!("{} loses match {m} at once; {} wins.{shown}", names[*seat], names[!*seat])
        }
        HostAct::Award(seat) => format!("{} wins match {m} at once; {} loses.{shown}", names[*seat], names[!*seat]),
        HostAct::Void => format!("Ends match {m} without a result.{shown}"),
        HostAct::Pause => {
            format!("Stops the clocks of match {m}; nobody can order until it is resumed.")
        }
        HostAct::Resume => match compose::public_deadline(after) {
            Some(deadline) => {
                let left = deadline.since(after.moment(after.table.now()));
                format!("Lets the clocks run on: {} are left.", humanize(left))
            }
            None => "Continues the match.".to_owned(),
        },
        HostAct::Extend(s) => {
            let more = format!("Gives all running clocks {} more", humanize(s.saturating_mul(1000)));
            match compose::public_deadline(after) {
                Some(deadline) => format!("{more}: the deadline is then <t:{}:T>.", deadline.seconds()),
                None => format!("{more}; the match stays paused."),
            }
        }
        HostAct::DrawState => format!("Declares a drawn board state. {}", before.public_result(answer)),
        HostAct::Substitute { seat, name } => {
            let leaves = &before.table.names()[*seat];
            // Before a scheduled start, a step has no more time than until that start.
            let asked = before.owes_order(*seat);
            let time = if asked && before.table.starts().is_none() { ", with full time for this prompt" } else { "" };
            let counts_for = &before.table.began()[*seat];
            format!("Puts {name} in {leaves}'s place{time}. The result still counts for {counts_for}.")
        }
        // The text does not reveal whether the player has ordered, or whether this order would end the step.
        HostAct::Order { seat, text } => {
            let order = answer.order.as_ref().map_or(text.as_str(), Accepted::words);
            let name = &names[*seat];
            format!("Gives {order} as {name}'s order. Afterwards everyone reads that you ordered for {name}.")
        }
        HostAct::Reschedule(time) if after.table.paused() => {
            let starts = after.moment(*time).seconds();
            format!("Moves the start to <t:{starts}:F>, and by as long as the match stays paused from now on.")
        }
        HostAct::Reschedule(time) => {
            let asked = Seat::ALL.into_iter().any(|seat| before.owes_order(seat));
            let closes = answer.happened.iter().any(|each| matches!(each.what, What::Resolved { .. }));
            let closes =
                if asked && closes { " The current prompt closes at once, with the orders so far." } else { "" };
            let moved = match after.table.starts() {
                None => format!("Begins the first round of match {m} at once."),
                Some(starts) if starts > *time => {
                    let starts = after.moment(starts).seconds();
                    format!(
                        "Begins the first round as soon as what is asked is over, at <t:{starts}:T> (<t:{starts}:R>)."
                    )
                }
                Some(starts) => moved_to(after.moment(starts)),
            };
            format!("{moved}{closes}")
        }
        HostAct::Credit(ms) => format!("Gives all running clocks {} back.", humanize(*ms)),
    }
}

/// A sentence on the information that stays known once the last step is reverted; `played` tells whether orders were played in it.
fn known(before: &MatchState, played: bool) -> String {
    let now = before.table.sight(Viewer::Public);
    // A bout ended with this step, so the next bout's board is public.
    if now.before().is_some() {
        let next = now.heading().stage;
        return format!(" Everyone has already seen the board of {next}: it stays known and unchanged.");
    }
    if before.table.end_discloses() {
        return " Everyone has seen what was hidden in the match: that stays known.".to_owned();
    }
    let sealed = before.table.game().about().orders != Orders::Open;
    match Observation::disclosed(&*now) {
        Some(what) => format!(" Everyone has read {what}: that stays known."),
        // Secret orders are known once they are played; a step can also show hidden cards.
        None if played && (sealed || before.table.hid_before()) && !before.told_all.is_empty() => {
            " Everyone has read its result.".to_owned()
        }
        None => String::new(),
    }
}

/// The sentence that says that a start is moved.
pub fn moved_to(starts: UnixMs) -> String {
    format!("Moves the start to <t:{0}:F> (<t:{0}:R>).", starts.seconds())
}

/// The object of an undo among these events, and the match's end that it reverted.
fn reverted(happened: &[Happened]) -> Option<(Taken, Option<Outcome>)> {
    happened.iter().find_map(|each| match each.what {
        What::Undone { taken, ended, .. } => Some((taken, ended)),
        _ => None,
    })
}

/// A ruling as a clause after its author's name: the account that all readers share. Without its events and the table after it, the
/// clause is less exact.
pub fn clause(
    act: &HostAct,
    author: &Author,
    names: &BySeat<String>,
    happened: &[Happened],
    after: Option<&Table>,
) -> String {
    let by_player = matches!(author, Author::Player(_));
    match act {
        HostAct::Pause => "paused the match".to_owned(),
        HostAct::Resume if by_player => "is back, and the match continues".to_owned(),
        HostAct::Resume => "resumed the match".to_owned(),
        HostAct::Extend(s) => format!("gave all clocks {} more", humanize(s.saturating_mul(1000))),
        HostAct::Credit(ms) => format!("gave all clocks {} back", humanize(*ms)),
        HostAct::Undo => match reverted(happened) {
            Some((Taken::Verdict, Some(ended))) => format!("reverted {}", verdict_words(ended, names)),
            Some((Taken::Step, Some(_))) => "reverted the end of the match and its last step".to_owned(),
            Some((_, None)) | None => "reverted the last step".to_owned(),
        },
        HostAct::DrawState => "declared a drawn board state".to_owned(),
        HostAct::Order { seat, .. } => format!("gave {}'s order", names[*seat]),
        HostAct::Substitute { seat, name } => {
            let told = happened.iter().find_map(|each| match &each.what {
                What::Substituted { name, former, .. } => Some((name, former)),
                _ => None,
            });
            let (name, former) = told.unwrap_or((name, &names[*seat]));
            let counts_for = after.map(|table| format!("; the result still counts for {}", table.began()[*seat]));
            format!("put {name} in {former}'s place{}", counts_for.unwrap_or_default())
        }
        HostAct::Reschedule(time) => match after.filter(|table| *time <= table.now()).map(Table::starts) {
            Some(Some(_)) => "let the match begin as soon as what is asked is over".to_owned(),
            Some(None) => "let the match begin at once".to_owned(),
            None => "moved the start".to_owned(),
        },
        HostAct::Forfeit(_) if by_player => "resigned".to_owned(),
        HostAct::Forfeit(seat) => format!("made {} forfeit", names[*seat]),
        HostAct::Award(seat) => format!("gave {} the match", names[*seat]),
        HostAct::Void if after.is_some_and(Table::ended_before_start) => {
            "called the match off before its start".to_owned()
        }
        HostAct::Void => "ended the match without a result".to_owned(),
    }
}

/// A sentence on how an undo delays the first round, for the host's confirmation; empty if it does not.
fn puts_off(before: &MatchRow, after: &MatchState) -> String {
    let later = " The first round begins later than before, and later still by as long as the match stays paused.";
    compose::changed_start(after, before).map_or(String::new(), |starts| {
        if after.table.paused() {
            later.to_owned()
        } else {
            // A duration, because the host may confirm later.
            let wait = starts.0.saturating_sub(after.moment(after.table.now()).0);
            let wait = humanize(wait.max(0).unsigned_abs());
            format!(" That puts the start off: the first round is {wait} away then; `/host reschedule` moves it.")
        }
    })
}

/// A verdict as the object of an undo.
fn verdict_words(outcome: Outcome, names: &BySeat<String>) -> String {
    match (outcome.reason, outcome.winner) {
        (Reason::Resignation, Some(winner)) => format!("{}'s resignation", names[!winner]),
        (Reason::Forfeit, Some(winner)) => format!("{}'s forfeit", names[!winner]),
        (_, Some(winner)) => format!("the award to {}", names[winner]),
        (_, None) => "the end without a result".to_owned(),
    }
}

/// The prompts that are asked again, and their time.
fn again(after: &MatchState) -> String {
    let (awaiting, names, now) = (after.table.awaiting(), after.table.names(), after.table.now());
    let asked = |seat: Seat, wants: Wants| awaiting[seat].as_ref().filter(|asked| asked.wants == wants);
    let orders: Vec<Seat> = Seat::ALL.into_iter().filter(|&seat| asked(seat, Wants::Order).is_some()).collect();
    let longest = awaiting.iter().filter_map(|(_, asked)| Some(asked.as_ref()?.deadline.saturating_sub(now))).max();
    let time = humanize(longest.unwrap_or(0));
    let what = match orders.as_slice() {
        [] if Seat::ALL.into_iter().any(|seat| asked(seat, Wants::Ready).is_some()) => format!("it lasts {time} again"),
        [] => format!("it continues for {time}"),
        [seat] => format!("{} orders again, with {time}", names[*seat]),
        _ => format!("both players order again, with {time}"),
    };
    let reserve = awaiting.iter().any(|(_, asked)| asked.as_ref().is_some_and(|asked| asked.reserve.is_some()));
    let reserve = if reserve { ", with the reserves as they were" } else { "" };
    let paused = if after.table.paused() { ", once the match is resumed" } else { "" };
    format!("{what}{reserve}{paused}")
}
