//! Hosts who act at the same time: a ruling is not repeated by a host who has not seen it yet.
//!
//! - A confirmed ruling carries the revision it was asked about ([`crate::live::revision::Revision`]). Others are judged by timestamp.
//! - A command is refused shortly after another host's ruling of the kind, or if it was sent before the awaited step began.
//! - The refusal says what was done, so the host's next command of the kind is accepted.

use crate::game::Seat;
use crate::hosting::ruling_author::Host;
use crate::hosting::ruling_text::humanize;
use crate::ids::{Snowflake, UnixMs, UserId};
use crate::live::error::{Code, Refused};
use crate::table::HostAct;

/// The time after a ruling in which another host may not have read it, in ms.
const MAY_BE_UNREAD_MS: u64 = 15_000;

/// The latest rulings of a match.
#[derive(Default)]
pub struct RecentRulings {
    done: Vec<Done>,
    /// The time at which the awaited step began; none if it began before this actor.
    turned: Option<UnixMs>,
}

struct Done {
    kind: Kind,
    by: UserId,
    at: UnixMs,
    /// The ruling, as a clause.
    words: String,
    /// The hosts who have read it.
    read_by: Vec<UserId>,
}

/// Rulings that take effect twice if two hosts give them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Extend,
    DrawState,
    Reschedule,
    Order(Seat),
    Substitute(Seat),
}

impl Kind {
    /// The kind of an act; none if the table refuses a second one, or if it needs confirmation.
    const fn of(act: &HostAct) -> Option<Self> {
        Some(match act {
            HostAct::Extend(_) => Self::Extend,
            HostAct::DrawState => Self::DrawState,
            HostAct::Reschedule(_) => Self::Reschedule,
            HostAct::Order { seat, .. } => Self::Order(*seat),
            HostAct::Substitute { seat, .. } => Self::Substitute(*seat),
            HostAct::Pause
            | HostAct::Resume
            | HostAct::Undo
            | HostAct::Forfeit(_)
            | HostAct::Award(_)
            | HostAct::Void
            | HostAct::Credit(_) => return None,
        })
    }

    /// Whether the ruling applies to the awaited step.
    const fn is_of_step(self) -> bool {
        matches!(self, Self::Extend | Self::DrawState | Self::Order(_))
    }
}

impl RecentRulings {
    /// Records that a step has begun.
    pub fn turn(&mut self, now: UnixMs) {
        self.turned = Some(now);
    }

    /// Records a ruling.
    pub fn note(&mut self, by: &Host, act: &HostAct, names: &crate::game::BySeat<String>, stamp: Snowflake) {
        let (Some(kind), who) = (Kind::of(act), by.words()) else { return };
        let words = match act {
            HostAct::Extend(s) => format!("{who} gave all clocks {} more", humanize(s.saturating_mul(1000))),
            HostAct::DrawState => format!("{who} declared a drawn board state"),
            HostAct::Order { seat, .. } => format!("{who} gave {}'s order", names[*seat]),
            HostAct::Substitute { name, .. } => format!("{who} put {name} on that seat"),
            HostAct::Reschedule(_) => format!("{who} moved the start"),
            HostAct::Pause
            | HostAct::Resume
            | HostAct::Undo
            | HostAct::Forfeit(_)
            | HostAct::Award(_)
            | HostAct::Void
            | HostAct::Credit(_) => return,
        };
        let at = stamp.ms();
        self.done.retain(|done| at.since(done.at) < MAY_BE_UNREAD_MS);
        self.done.push(Done { kind, by: by.user, at, words, read_by: Vec::new() });
    }

    /// Records that a host has been shown all rulings.
    pub fn has_read(&mut self, by: UserId) {
        self.done.iter_mut().filter(|done| !done.read_by.contains(&by)).for_each(|done| done.read_by.push(by));
    }

    /// Refuses a command if its sender has not seen another host's recent ruling of the kind, or the awaited step.
    pub fn refuse_unseen(&mut self, by: UserId, act: &HostAct, stamp: Snowflake) -> Result<(), Refused> {
        let Some(kind) = Kind::of(act) else { return Ok(()) };
        let sent = stamp.ms();
        let same = |done: &&mut Done| done.kind == kind && sent.since(done.at) < MAY_BE_UNREAD_MS;
        if let Some(done) = self.done.iter_mut().rev().find(same)
            && done.by != by
            && !done.read_by.contains(&by)
        {
            done.read_by.push(by);
            let message = format!(
                "{} just before you, so nothing more was done; run the command again if it is to be done once more.",
                done.words
            );
            return Err(Refused::new(Code::BadHostAction, message));
        }
        if kind.is_of_step() && self.turned.is_some_and(|since| sent < since) {
            let message = "The match went on as you sent that, so nothing was done; run the command again if you mean the step \
                           that is awaited now.";
            return Err(Refused::new(Code::Late, message));
        }
        Ok(())
    }
}
