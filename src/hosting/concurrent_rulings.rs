//! Hosts who act at the same time: a ruling is not repeated by a host who has not seen it yet.
//!
//! - A confirmed ruling carries the revision it was asked about ([`crate::live::revision::Revision`]). Others are judged by timestamp.
//! - A command is refused shortly after another host's ruling of the kind, or if it was sent before the awaited step began.
//! - The refusal says what was done, so the host's next command of the kind is accepted.

use std::mem::{Discriminant, discriminant};

use crate::game::Seat;
use crate::hosting::ruling::{Confirmation, Repetition, Ruling, RulingProperties};
use crate::hosting::ruling_author::Host;
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
    step_began: Option<UnixMs>,
}

struct Done {
    kind: Kind,
    by: UserId,
    at: UnixMs,
    /// The ruling, as a sentence without its full stop.
    words: String,
    /// The hosts who have read it.
    read_by: Vec<UserId>,
}

/// The kind of a ruling that takes effect twice if two hosts give it.
#[derive(PartialEq, Eq)]
struct Kind {
    act: Discriminant<HostAct>,
    seat: Option<Seat>,
    /// Whether the ruling applies to the awaited step.
    of_step: bool,
}

impl Kind {
    /// The kind of an act; none if the table refuses a second one, or if it always needs confirmation.
    fn of(act: &HostAct) -> Option<Self> {
        let RulingProperties { confirmation, repetition, .. } = Ruling::from(act.clone()).properties();
        let twice = repetition != Repetition::Refused && confirmation != Confirmation::Always;
        twice.then(|| Self { act: discriminant(act), seat: act.seat(), of_step: repetition == Repetition::AddsUp })
    }
}

impl RecentRulings {
    /// Records that a step has begun.
    pub fn step_began(&mut self, now: UnixMs) {
        self.step_began = Some(now);
    }

    /// Records a ruling; `clause` is its account.
    pub fn note(&mut self, by: &Host, act: &HostAct, clause: &str, stamp: Snowflake) {
        let Some(kind) = Kind::of(act) else { return };
        let (at, words) = (stamp.ms(), format!("{} {clause}", by.words()));
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
        if kind.of_step && self.step_began.is_some_and(|since| sent < since) {
            let message = "The match went on as you sent that, so nothing was done; run the command again if you mean the step \
                           that is awaited now.";
            return Err(Refused::new(Code::Late, message));
        }
        Ok(())
    }
}
