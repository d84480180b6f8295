//! What a match's open prompts are to show instead of what they do.

use crate::game::Seat;
use crate::ids::{ChannelId, MessageId, UserId};
use crate::store::OpenRow;

use super::amend::{Form, Known, Spot};
use super::notice::{Controls, Public};
use super::panel::Mark;
use super::standing::{Past, Standing};

/// A message or an answer that is to show something else.
pub struct Change {
    pub spot: Spot,
    pub user: Option<UserId>,
    /// The channel of a message, and the nonce it was sent with.
    pub sent: Option<(ChannelId, String)>,
    pub form: Wanted,
    /// What it shows then; nothing where its prompt is closed.
    pub after: String,
}

/// What it is to show, as far as that is known beforehand.
pub enum Wanted {
    Asks,
    Elsewhere,
    Ready(Form),
}

/// The difference between what a match's messages show and what they should show.
#[derive(Default)]
pub struct Plan {
    pub changes: Vec<Change>,
    /// What messages show already, as the store is to have it.
    pub noted: Vec<(MessageId, String)>,
}

impl Plan {
    pub fn of(now: &Standing, rows: &[OpenRow], known: &[Known]) -> Self {
        let Self { mut changes, mut noted } = Self::default();
        let (own, public): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row.kept.user.is_some());
        let newest = public.last().map(|row| row.prompt.message);
        for row in public {
            match to_everyone(now, row).filter(|_| Some(row.prompt.message) == newest) {
                Some(change) => changes.extend((change.after != row.kept.shown).then_some(change)),
                // The channel is a log: what was asked in it stays as it was said.
                None => noted.push((row.prompt.message, String::new())),
            }
        }
        for row in own {
            let Some(user) = row.kept.user else { continue };
            let mark = Mark { step: row.prompt.mark.step, begun: row.prompt.mark.begun };
            let spot = Spot::Message(row.prompt.message);
            let answered = known.iter().find(|one| one.spot == spot);
            let shows = answered.map_or(row.kept.shown.as_str(), |one| one.shown.as_str());
            let (form, after) = wanted(now, spot, user, mark, &row.kept.words, open_of(now, rows, known, user));
            if after != shows {
                let sent = Some((row.prompt.channel, row.nonce.clone()));
                changes.push(Change { spot, user: Some(user), sent, form, after });
            } else if after.is_empty() {
                // A prompt that an answer to a press has closed is noted once its step is over; after a restart before that it is closed again.
                noted.push((row.prompt.message, after));
            }
        }
        for one in known.iter().filter(|one| matches!(one.spot, Spot::Answer(_))) {
            let open = open_of(now, rows, known, one.user);
            let (form, after) = wanted(now, one.spot, one.user, one.mark, &one.words, open);
            if after != one.shown {
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
        .filter(|row| row.kept.user == Some(user))
        .filter(|row| (row.prompt.mark.step, row.prompt.mark.begun) == (present.step, present.begun));
    let sent = rows.map(|row| (row.prompt.message.0, Spot::Message(row.prompt.message)));
    let used = known.iter().filter(|one| one.user == user && one.mark == present && !one.ending);
    sent.chain(used.map(|one| (one.at.0, one.spot))).max_by_key(|(at, _)| *at).map(|(_, spot)| spot)
}

/// What a prompt that a player can see is to show.
fn wanted(now: &Standing, spot: Spot, user: UserId, mark: Mark, words: &str, open: Option<Spot>) -> (Wanted, String) {
    let seat = Seat::ALL.into_iter().find(|&seat| now.users[seat] == Some(user));
    let closed = |why: &str| (Wanted::Ready(Form::Closed(format!("{words}\n{why}"))), String::new());
    let Some(seat) = seat else { return closed("Then you left the match.") };
    if now.mark != Some(mark) {
        let past = now.past.iter().rev().find(|(over, _)| *over == mark).map(|(_, past)| past);
        let end = match past {
            Some(Past { undone: Some(by), .. }) => format!("This was taken back by {by}."),
            _ => OVER.to_owned(),
        };
        let order = past.and_then(|past| past.orders[seat].as_deref());
        return closed(&order.map_or_else(|| end.clone(), |order| format!("The order was **{order}**. {end}")));
    }
    match (open, spot) {
        (Some(open), spot) if open == spot => (Wanted::Asks, now.shown[seat].clone()),
        (Some(Spot::Answer(_)), Spot::Message(_)) => (Wanted::Elsewhere, now.elsewhere[seat].clone()),
        _ => closed("This went on in another message."),
    }
}

/// The last words of a prompt that is over.
pub const OVER: &str = "This is over.";

/// What the newest message to everyone is to show while it asks for what is awaited; nothing where it does not.
fn to_everyone(now: &Standing, row: &OpenRow) -> Option<Change> {
    let mut words: Box<Public> = serde_json::from_str(&row.kept.words).ok()?;
    now.mark.filter(|&mark| words.mark == Some(mark))?;
    words.starts = words.starts.and(now.starts);
    // A wait for the start ends with it, and nothing else does then.
    let due = |until: &_| words.controls == Controls::Order || now.starts != Some(*until);
    // A message about a pause names no deadline: the one that ends the pause does.
    let timed = words.controls.ask() || words.deadline.is_some();
    words.deadline = now.deadline.filter(due).filter(|_| timed);
    (words.forfeits, words.ready) = (now.forfeits, now.ready);
    words.await_only(|user| Seat::ALL.into_iter().any(|seat| now.users[seat] == Some(user) && !now.ready[seat]));
    Some(Change {
        spot: Spot::Message(row.prompt.message),
        user: None,
        sent: Some((row.prompt.channel, row.nonce.clone())),
        after: words.shown(),
        form: Wanted::Ready(Form::Public(words)),
    })
}
