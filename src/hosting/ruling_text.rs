//! Rulings in words: the question to the host, and the public line.
//!
//! - Every ruling of a person is announced with the person's name at that time. Rulings of the service keep the table's words.
//! - An order that a host gave for a seat is announced after its step. Earlier, the line would reveal that the seat has an order.

use crate::game::{BySeat, Observation, Orders, Outcome, Reason, Seat, Viewer, Wants};
use crate::hosting::ruling_author::{agreed, who};
use crate::hosting::ruling_properties::RulingProperties;
use crate::ids::UnixMs;
use crate::live::applied_entries::AppliedEntries;
pub use crate::live::duration_text::humanize;
use crate::live::match_state::MatchState;
use crate::live::pause;
use crate::live::store::match_row::MatchRow;
use crate::messages::compose;
use crate::table::{Act, Answer, Entry, HostAct, Table, What};

/// The reason stored when a host ends a match whose game's file cannot be read.
pub const ENDED_UNREAD: &str = "its game's file cannot be read, and a host ended it";

/// The public line of a ruling or an agreement.
pub struct RulingLine {
    line: String,
    /// The state of the match after an undo, and the orders that do not count.
    then: Option<String>,
    /// Whether the line stands below the result that it caused.
    pub below: bool,
}

impl RulingLine {
    const fn new(line: String, below: bool) -> Self {
        Self { line, then: None, below }
    }

    /// The line, then the state after an undo.
    pub fn lines(&self) -> impl Iterator<Item = String> + use<> {
        [Some(self.line.clone()), self.then.clone()].into_iter().flatten()
    }
}

/// Describes the state of a match after an undo, and the orders that do not count.
fn state_after_undo(live: &MatchState, before: &MatchRow) -> String {
    let (paused, put_off) = (live.table.paused(), compose::changed_start(live, before));
    if compose::waits(live) {
        let until = put_off.filter(|_| !paused);
        let until = until.map_or(String::new(), |starts| format!(", which was put off to <t:{}:F>", starts.seconds()));
        let paused = if paused { ", and is paused" } else { "" };
        return format!("The match waits for its start{until}{paused}.");
    }
    let stage = live.table.sight(Viewer::Public).heading().stage;
    let once = if paused { " once it is resumed" } else { "" };
    // The new start is in the lines below, which are kept up to date.
    let off = if put_off.is_some() && !paused { " That puts its start off." } else { "" };
    format!("The match continues from {stage}{once}, with full time; orders sent there before do not count.{off}")
}

/// The line of a ruling that its entry and the table after it tell; none for other rulings, or without a host's name.
pub fn line_of_entry(entry: &Entry, table: &Table) -> Option<String> {
    let (Act::Host(act), who) = (&entry.act, who(entry)?) else { return None };
    Some(match act {
        HostAct::Pause => format!("{who} paused the match."),
        HostAct::Resume => format!("{who} resumed the match."),
        HostAct::Extend(s) => format!("{who} gave all clocks {} more.", humanize(s.saturating_mul(1000))),
        HostAct::DrawState => format!("{who} declared a drawn board state."),
        HostAct::Reschedule(time) if *time <= entry.at => match table.starts() {
            Some(_) => format!("{who} let the match begin as soon as what is asked is over."),
            None => format!("{who} let the match begin at once."),
        },
        HostAct::Reschedule(_) => format!("{who} moved the start."),
        _ => return None,
    })
}

/// The line of a ruling, from the match before and after it; none for a ruling of the service, or for a line that is not public yet.
pub fn ruling_line(live: &MatchState, before: &MatchRow, taken: &AppliedEntries) -> Option<RulingLine> {
    let entry = &taken.entries[0];
    let Act::Host(act) = &entry.act else { return None };
    let names = live.table.names();
    if let Some(both) = agreed(entry) {
        let line = match act {
            HostAct::Pause => format!("{both} agree to pause the match."),
            HostAct::Resume => format!("{both} agree to continue."),
            HostAct::Undo => {
                let line = format!("{both} agree to revert the last move.");
                return Some(RulingLine { then: Some(state_after_undo(live, before)), ..RulingLine::new(line, false) });
            }
            HostAct::Void => format!("{both} agree to call the match off."),
            _ => return None,
        };
        return Some(RulingLine::new(line, matches!(act, HostAct::Void)));
    }
    let by_player = |seat: Seat| entry.by.as_deref() == Some(before.users[seat].to_string().as_str());
    let who = match (who(entry), act) {
        (Some(who), _) => who,
        (None, HostAct::Resume) => {
            let seat = pause::back(entry)?;
            return Some(RulingLine::new(format!("{} is back, and the match continues.", names[seat]), false));
        }
        (None, &HostAct::Forfeit(seat)) if by_player(seat) => {
            return Some(RulingLine::new(format!("{} gave up.", names[seat]), true));
        }
        (None, _) => return None,
    };
    let line = match act {
        HostAct::Pause | HostAct::Resume | HostAct::Extend(_) | HostAct::DrawState | HostAct::Reschedule(_) => {
            line_of_entry(entry, &live.table)?
        }
        HostAct::Undo => {
            let ended = before.outcome.as_deref().and_then(|outcome| serde_json::from_str::<Outcome>(outcome).ok());
            let verdict = ended.filter(|ended| only_verdict(*ended, before.mark.map(|mark| mark.step), live));
            let reverted = match verdict {
                Some(outcome) => format!("{who} reverted {}", verdict_words(outcome, &names)),
                None if ended.is_some() => format!("{who} reverted the end of the match and its last step"),
                None => format!("{who} reverted the last step"),
            };
            let then = Some(state_after_undo(live, before));
            return Some(RulingLine { then, ..RulingLine::new(format!("{reverted}."), false) });
        }
        HostAct::Substitute { seat, .. } => {
            format!("{who} put {} in {}'s place.", names[*seat], before.names[*seat])
        }
        HostAct::Forfeit(seat) => format!("{who} made {} forfeit.", names[*seat]),
        HostAct::Award(seat) => format!("{who} gave {} the match.", names[*seat]),
        HostAct::Void if before.starts.is_some_and(|starts| live.moment(entry.at) < starts) => {
            format!("{who} called the match off before its start.")
        }
        HostAct::Void => format!("{who} ended the match."),
        HostAct::Order { .. } | HostAct::Credit(_) => return None,
    };
    Some(RulingLine::new(line, RulingProperties::of(act).line_below))
}

/// Whether an event repeats a ruling's line, without the host's name.
pub fn repeats(act: &HostAct, what: &What) -> bool {
    match act {
        HostAct::Pause => matches!(what, What::Paused),
        HostAct::Resume => matches!(what, What::Resumed),
        HostAct::Extend(_) => matches!(what, What::Extended { .. }),
        HostAct::Undo => matches!(what, What::Undone { .. }),
        HostAct::DrawState => matches!(what, What::DrawDeclared),
        HostAct::Substitute { .. } => matches!(what, What::Substituted { .. }),
        HostAct::Reschedule(_) => matches!(what, What::Rescheduled { .. }),
        HostAct::Order { .. } | HostAct::Forfeit(_) | HostAct::Award(_) | HostAct::Void | HostAct::Credit(_) => false,
    }
}

/// Whether an undo reverted a verdict and no step.
fn only_verdict(ended: Outcome, step: Option<u32>, after: &MatchState) -> bool {
    !ended.reason.by_play() && step == Some(after.table.step())
}

/// The effect of a ruling, from the match before it and after it.
pub fn forecast(before: &MatchState, after: &MatchState, row: &MatchRow, act: &HostAct, answer: &Answer) -> String {
    let (names, m) = (after.table.names(), row.id);
    let reveals =
        after.table.outcome().is_some() && Observation::disclosed(&*after.table.sight(Viewer::Public)).is_some();
    // The text does not reveal whether an order is sealed.
    let shown = match (reveals, after.table.game().about().orders) {
        (false, _) => "",
        (true, Orders::Open) => " What was hidden is shown to everyone.",
        (true, Orders::Sealed | Orders::Both) => {
            " What was hidden is shown to everyone; sealed orders of an unfinished step stay secret."
        }
    };
    match act {
        HostAct::Undo => {
            let stage = after.table.sight(Viewer::Public).heading().stage;
            let verdict = before.table.outcome().filter(|ended| only_verdict(*ended, Some(before.table.step()), after));
            let shown = known(before, verdict.is_none() && !compose::waits(after));
            match verdict {
                Some(ended) if compose::waits(after) => format!(
                    "Reverts only the verdict ({}): the match waits for its start.{shown}{}",
                    verdict_words(ended, &names),
                    puts_off(row, after)
                ),
                Some(ended) => format!(
                    "Reverts only the verdict ({}): the match continues from {stage}; {}.{shown}{}",
                    verdict_words(ended, &names),
                    again(after),
                    puts_off(row, after)
                ),
                None if compose::waits(after) => format!(
                    "Reverts the beginning of the match: it waits for its start.{shown}{}",
                    puts_off(row, after)
                ),
                None => {
                    let end = if before.table.outcome().is_some() { "the end of the match and " } else { "" };
                    // An order may be sealed since; the text does not reveal it.
                    let since = match before.table.game().about().orders {
                        Orders::Open => "",
                        Orders::Sealed | Orders::Both => " Orders sealed since do not count.",
                    };
                    format!("Reverts {end}{stage}: {}.{since}{shown}{}", again(after), puts_off(row, after))
                }
            }
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
            let time =
                if asked && before.table.starts().is_none() { ", with full time for what is asked now" } else { "" };
            format!("Puts {name} in {leaves}'s place{time}; {leaves} leaves the match.")
        }
        // The text does not reveal whether the player has ordered, or whether this order would end the step.
        HostAct::Order { seat, text } => {
            let order = answer.order.as_deref().unwrap_or(text);
            let name = &names[*seat];
            format!("Gives `{order}` as {name}'s order. Everyone reads that you did once the step is over.")
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
    let sealed = played && before.table.game().about().orders != Orders::Open;
    match Observation::disclosed(&*now) {
        Some(what) => format!(" Everyone has read {what}: that stays known."),
        // Secret orders are known once they are played.
        None if sealed && !before.told_all.is_empty() => " What everyone has read of it stays known.".to_owned(),
        None => String::new(),
    }
}

/// The sentence that says that a start is moved.
pub fn moved_to(starts: UnixMs) -> String {
    format!("Moves the start to <t:{0}:F> (<t:{0}:R>).", starts.seconds())
}

/// A ruling as a clause after the host's name; `names` are the players before it.
pub fn clause(act: &HostAct, names: &BySeat<String>) -> String {
    match act {
        HostAct::Pause => "paused the match".to_owned(),
        HostAct::Resume => "resumed the match".to_owned(),
        HostAct::Extend(s) => format!("gave all clocks {} more", humanize(s.saturating_mul(1000))),
        HostAct::Credit(ms) => format!("gave all clocks {} back", humanize(*ms)),
        HostAct::Undo => "reverted the last step".to_owned(),
        HostAct::DrawState => "declared a drawn board state".to_owned(),
        HostAct::Order { seat, .. } => format!("gave {}'s order", names[*seat]),
        HostAct::Substitute { seat, name } => format!("put {name} in {}'s place", names[*seat]),
        HostAct::Reschedule(_) => "moved the start".to_owned(),
        HostAct::Forfeit(seat) => format!("made {} forfeit", names[*seat]),
        HostAct::Award(seat) => format!("gave {} the match", names[*seat]),
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
        [seat] => format!("{} sends again, {time}", names[*seat]),
        _ => format!("both send again, {time}"),
    };
    let reserve = awaiting.iter().any(|(_, asked)| asked.as_ref().is_some_and(|asked| asked.reserve.is_some()));
    let reserve = if reserve { ", with the reserves as they were" } else { "" };
    let paused = if after.table.paused() { ", once the match is resumed" } else { "" };
    format!("{what}{reserve}{paused}")
}
