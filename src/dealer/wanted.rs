//! What a match's messages are to show instead of what they do.

use crate::game::Seat;
use crate::ids::{ChannelId, MessageId, UnixMs, UserId};
use crate::store::{Amended, LAST_WORD, OpenRow};

use super::amend::{Form, Known, Spot};
use super::notice::{Controls, Holds, Private, Public, START};
use super::panel::Mark;
use super::standing::{Past, Standing, StartState, Waits};

/// Something that is to show something else.
pub struct Change {
    pub spot: Spot,
    pub user: Option<UserId>,
    pub sent: Option<(ChannelId, String)>,
    pub form: Wanted,
    /// What it shows then.
    pub after: Amended,
}

/// What it is to show, as far as that is known beforehand.
pub enum Wanted {
    Asks,
    Elsewhere,
    Ready(Form),
}

/// What is to be done so that a match's messages show what is so.
#[derive(Default)]
pub struct Plan {
    pub changes: Vec<Change>,
    /// What messages show already, as the store is to have it.
    pub noted: Vec<(MessageId, Amended)>,
}

impl Plan {
    pub fn of(now: &Standing, rows: &[OpenRow], known: &[Known]) -> Self {
        let Self { mut changes, mut noted } = Self::default();
        let (own, public): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row.kept.user.is_some());
        let (own, words): (Vec<_>, Vec<_>) = own.into_iter().partition(|row| row.prompt.seat.is_some());
        let (starts, public): (Vec<_>, Vec<_>) = public.into_iter().partition(|row| row.kept.shown.starts_with(START));
        changes.extend(starts.into_iter().filter_map(|row| of_start(now, row)));
        changes.extend(words.into_iter().filter_map(|row| to_one(now, row)));
        for (at, row) in public.iter().enumerate() {
            changes.extend(to_everyone(now, row, at + 1 == public.len()));
        }
        for row in own {
            let Some(user) = row.kept.user else { continue };
            let mark = Mark { step: row.prompt.mark.step, begun: row.prompt.mark.begun };
            let spot = Spot::Message(row.prompt.message);
            let answered = known.iter().find(|one| one.spot == spot);
            let shows = answered.map_or(row.kept.shown.as_str(), |one| one.shown.as_str());
            let (form, after) = wanted(now, spot, user, mark, &row.kept.words, open_of(now, rows, known, user));
            if after.shown() != shows {
                let sent = Some((row.prompt.channel, row.nonce.clone()));
                changes.push(Change { spot, user: Some(user), sent, form, after });
            } else if matches!(after, Amended::Over | Amended::Result | Amended::Ordered) {
                // What an answer to a press has put there is noted once it is over: after a restart before that it is put there once more.
                noted.push((row.prompt.message, after));
            }
        }
        for one in known.iter().filter(|one| matches!(one.spot, Spot::Answer(_))) {
            let open = open_of(now, rows, known, one.user);
            let (form, after) = wanted(now, one.spot, one.user, one.mark, &one.words, open);
            if after.shown() != one.shown {
                changes.push(Change { spot: one.spot, user: Some(one.user), sent: None, form, after });
            }
        }
        // What rides on an answer to a press waits for no allowance, and for nothing that does.
        changes.sort_by_key(|change| !known.iter().any(|one| one.spot == change.spot));
        Self { changes, noted }
    }
}

/// Where a player has the present prompt open.
fn open_of(now: &Standing, rows: &[OpenRow], known: &[Known], user: UserId) -> Option<Spot> {
    let present = now.mark?;
    let rows = rows
        .iter()
        .filter(|row| row.kept.user == Some(user) && row.prompt.seat.is_some())
        .filter(|row| (row.prompt.mark.step, row.prompt.mark.begun) == (present.step, present.begun));
    let sent = rows.map(|row| (row.prompt.message.0, Spot::Message(row.prompt.message)));
    let used = known.iter().filter(|one| one.user == user && one.mark == present && !one.ending);
    sent.chain(used.map(|one| (one.at.0, one.spot))).max_by_key(|(at, _)| *at).map(|(_, spot)| spot)
}

/// What something in a player's sight is to show.
fn wanted(now: &Standing, spot: Spot, user: UserId, mark: Mark, words: &str, open: Option<Spot>) -> (Wanted, Amended) {
    let seat = Seat::ALL.into_iter().find(|&seat| now.users[seat] == Some(user));
    // What it tells of the step before may be taken back later.
    let closed = |why: &str, after| (Wanted::Ready(Form::Closed(format!("{words}\n{why}"))), after);
    let Some(seat) = seat else { return closed(LEFT, Amended::Result) };
    if now.mark != Some(mark) {
        let (end, undone) = end_of(now, mark);
        let order = past_of(now, mark).and_then(|past| past.orders[seat].as_deref());
        let why = order.map_or_else(|| end.clone(), |order| format!("The order was **{order}**. {end}"));
        let after = match (undone, order) {
            (true, _) => Amended::Over,
            (false, Some(_)) => Amended::Ordered,
            (false, None) => Amended::Result,
        };
        return closed(&why, after);
    }
    match (open, spot) {
        (Some(open), spot) if open == spot => (Wanted::Asks, Amended::Shows(now.shown[seat].clone())),
        (Some(Spot::Answer(_)), Spot::Message(_)) => (Wanted::Elsewhere, Amended::Shows(now.elsewhere[seat].clone())),
        _ => closed("This went on in another message.", Amended::Result),
    }
}

/// What is said to whoever has left a match.
const LEFT: &str = "Then you left the match.";

fn past_of(now: &Standing, mark: Mark) -> Option<&Past> {
    now.past.iter().rev().find(|(over, _)| *over == mark).map(|(_, past)| past)
}

/// What is said of a prompt that is over, and whether it was taken back.
fn end_of(now: &Standing, mark: Mark) -> (String, bool) {
    match (past_of(now, mark), now.mark) {
        (Some(Past { undone: Some(by), .. }), _) => (taken_back_by(by), true),
        // Where the match ended then, an undo may let it go on.
        _ => (OVER.to_owned(), false),
    }
}

/// What is said last of a prompt that is over.
pub const OVER: &str = "This is over.";

/// The same once what came of it was taken back by somebody.
#[must_use]
pub fn taken_back_by(by: &str) -> String {
    format!("This was taken back by {by}.")
}

/// What words to one person are to show, where they hold no longer or hold for another time.
fn to_one(now: &Standing, row: &OpenRow) -> Option<Change> {
    let (user, mark) = (row.kept.user?, Mark { step: row.prompt.mark.step, begun: row.prompt.mark.begun });
    let change = |form, after| {
        let sent = Some((row.prompt.channel, row.nonce.clone()));
        Some(Change {
            spot: Spot::Message(row.prompt.message),
            user: Some(user),
            sent,
            form: Wanted::Ready(form),
            after,
        })
    };
    if row.kept.shown == LAST_WORD {
        // What a match ended with holds for as long as it is over, unless it has ended anew since.
        let by = now.taken_back_by(mark, true);
        return if now.mark.is_none() && by.is_none() { None } else { change(Form::TakenBack { by }, Amended::Over) };
    }
    let mut words: Box<Private> = serde_json::from_str(&row.kept.words).ok()?;
    let seat = Seat::ALL.into_iter().find(|&seat| now.users[seat] == Some(user));
    if words.holds == Some(Holds::Start) {
        let head = words.lines.first().cloned().unwrap_or_default();
        let say = match (&now.start, seat) {
            (StartState::Past(say), _) => say,
            (_, None) if now.host != user => LEFT,
            (StartState::Paused, _) => {
                words.starts = None;
                "The match stands still until a host lets it go on."
            }
            (StartState::Ahead { at, next, host, .. }, seat) => {
                words.starts = Some(*at);
                seat.map_or(host, |seat| &next[seat])
            }
        };
        // Who plays may have changed since; whoever left reads on as it was.
        let head = match head.rsplit_once(" · ") {
            Some((of, _)) if say != LEFT => format!("{of} · {} against {}", now.names.ec, now.names.dmo),
            _ => head,
        };
        words.lines = vec![head, say.to_owned()];
        if matches!(now.start, StartState::Past(_)) || say == LEFT {
            return change(Form::Closed(words.lines.join("\n")), Amended::Over);
        }
        let shown = words.shown();
        return if shown == row.kept.shown { None } else { change(Form::Words(words), Amended::Shows(shown)) };
    }
    let why = match seat {
        None => LEFT.to_owned(),
        Some(_) if now.mark != Some(mark) => end_of(now, mark).0,
        Some(_) if now.paused => "Then the match was paused.".to_owned(),
        Some(_) if now.unheard => "Then the match stood still for a while.".to_owned(),
        Some(seat) => {
            if let (Some(Waits { until, reserve, gone }), Some(Holds::Waits { prompt, .. })) =
                (now.waits[seat], words.holds)
            {
                words.holds = Some(Holds::Waits { mark, until, reserve, gone, prompt });
                let shown = words.shown();
                return if shown == row.kept.shown { None } else { change(Form::Words(words), Amended::Shows(shown)) };
            }
            "Your order came in.".to_owned()
        }
    };
    change(Form::Closed(format!("{}\n{why}", words.lines.join("\n"))), Amended::Over)
}

/// What words to everyone about the start are to show once they do not hold any more.
fn of_start(now: &Standing, row: &OpenRow) -> Option<Change> {
    let mut words: Box<Public> = serde_json::from_str(&row.kept.words).ok()?;
    words.stage = match &now.start {
        StartState::Past(say) => (*say).to_owned(),
        // It is closed for good, and so says what stays true.
        StartState::Paused => "The match was paused before its start; its card says when it begins.".to_owned(),
        StartState::Ahead { at, .. } if words.starts != Some(*at) => "The start has been moved since.".to_owned(),
        // Those who were called have come.
        StartState::Ahead { missing, .. }
            if !words.tells && !words.mention.iter().any(|user| missing.contains(user)) =>
        {
            "Nobody is missing any more.".to_owned()
        }
        StartState::Ahead { .. } => return None,
    };
    words.starts = None;
    Some(Change {
        spot: Spot::Message(row.prompt.message),
        user: None,
        sent: Some((row.prompt.channel, row.nonce.clone())),
        form: Wanted::Ready(Form::Public { words, open: None, by: None }),
        after: Amended::Over,
    })
}

/// What words to everyone are to show: only the newest still ask.
fn to_everyone(now: &Standing, row: &OpenRow, newest: bool) -> Option<Change> {
    let mut words: Box<Public> = serde_json::from_str(&row.kept.words).ok()?;
    // What a match ended with holds for as long as it is over.
    if words.over && newest && now.mark.is_none() {
        return None;
    }
    let present = now.mark.filter(|_| newest).is_some_and(|mark| words.mark == Some(mark));
    let (open, after) = if present {
        let starts = if let StartState::Ahead { at, .. } = now.start { Some(at) } else { None };
        words.starts = words.starts.and(starts);
        // A wait for the start ends with it, and nothing else does then.
        let due = |until: &UnixMs| words.controls == Controls::Order || starts != Some(*until);
        // What said that the match is paused says no time: what follows on it does.
        let timed = words.controls.ask() || words.deadline.is_some();
        words.deadline = now.deadline.filter(due).filter(|_| timed);
        (words.forfeits, words.ready) = (now.forfeits, now.ready);
        words.await_only(|user| Seat::ALL.into_iter().any(|seat| now.users[seat] == Some(user) && !now.ready[seat]));
        (Some(now.ready), Amended::Shows(words.shown()))
    } else if words.result {
        (None, Amended::Result)
    } else {
        (None, Amended::Over)
    };
    if present && after.shown() == row.kept.shown {
        return None;
    }
    let by = now.taken_back_by(Mark { step: row.prompt.mark.step, begun: row.prompt.mark.begun }, true);
    Some(Change {
        spot: Spot::Message(row.prompt.message),
        user: None,
        sent: Some((row.prompt.channel, row.nonce.clone())),
        form: Wanted::Ready(Form::Public { words, open, by }),
        after,
    })
}
