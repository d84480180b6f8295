//! Hosts who act at the same time: what one of them has just done the other has not seen, and it is not done twice.
//!
//! - What has to be confirmed carries the step it was asked about ([`crate::live::revision::Revision`]). Everything else is judged by when it was sent:
//!   a moment after another host's act of the same kind, or before the step that is awaited had begun, it was meant for something else.
//! - A refused host is told what was done, so that their next command of the kind counts.

use crate::game::Seat;
use crate::hosting::author::Host;
use crate::hosting::ruling_text::humanize;
use crate::ids::{Snowflake, UnixMs, UserId};
use crate::live::error::{Code, Refused};
use crate::table::HostAct;

/// How long after a host's act another host may not have read of it, in ms.
const UNREAD_MS: u64 = 15_000;

/// The latest rulings of a match.
#[derive(Default)]
pub struct RecentRulings {
    done: Vec<Done>,
    /// When the step that is awaited had begun, if it began in this actor's time.
    turned: Option<UnixMs>,
}

struct Done {
    kind: Kind,
    by: UserId,
    at: UnixMs,
    /// The ruling, as a clause.
    words: String,
    /// The hosts who have read it.
    told: Vec<UserId>,
}

/// Acts that would be done twice where two hosts do them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Extend,
    DrawState,
    Reschedule,
    Order(Seat),
    Substitute(Seat),
}

impl Kind {
    /// None for rulings that the table refuses a second time, or that are confirmed.
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

    /// Whether it is done to the step that is awaited.
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
            _ => return,
        };
        let at = stamp.ms();
        self.done.retain(|done| at.since(done.at) < UNREAD_MS);
        self.done.push(Done { kind, by: by.user, at, words, told: Vec::new() });
    }

    /// Records that a host has been shown all rulings.
    pub fn has_read(&mut self, by: UserId) {
        self.done.iter_mut().filter(|done| !done.told.contains(&by)).for_each(|done| done.told.push(by));
    }

    /// Refuses a command whose sender has not seen a newer ruling of the kind.
    pub fn refuse_unseen(&mut self, by: UserId, act: &HostAct, stamp: Snowflake) -> Result<(), Refused> {
        let Some(kind) = Kind::of(act) else { return Ok(()) };
        let sent = stamp.ms();
        let same = |done: &&mut Done| done.kind == kind && sent.since(done.at) < UNREAD_MS;
        if let Some(done) = self.done.iter_mut().rev().find(same)
            && done.by != by
            && !done.told.contains(&by)
        {
            done.told.push(by);
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
