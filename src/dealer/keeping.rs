//! What is kept of a notice that was sent, and what of one that waited can still be sent.

use crate::game::{BySeat, Seat};
use crate::store::{Kept, MatchRow, PromptMark, Stage, Status};

use super::notice::{Awaits, Controls, Notice, Private, Public};
use super::say;

/// The prompt that a notice shows or is about, and whose it is; of nobody's alone where no seat is named.
pub fn prompt_of(notice: &Notice) -> Option<(PromptMark, Option<Seat>)> {
    match notice {
        Notice::Public(public) => {
            let turn = public.turn.as_ref().map(|turn| turn.seat);
            public.mark.map(|mark| (PromptMark::from(mark), turn))
        }
        Notice::Prompt(prompt) => Some((PromptMark::from(prompt.panel.mark), Some(prompt.panel.seat))),
        _ => None,
    }
}

/// What is needed to change a notice once what it shows is no longer so.
pub fn kept_of(notice: &Notice) -> Option<Kept> {
    match notice {
        Notice::Public(public) if public.mark.is_some() => {
            // Pictures stay as they are, whatever becomes of the words; a role is called once.
            let words = Public { boards: None, called: None, ..(**public).clone() };
            let words = serde_json::to_string(&words).expect("a notice is plain data");
            Some(Kept { user: None, words, shown: public.shown() })
        }
        Notice::Prompt(prompt) => {
            let words = prompt.panel.head().join("\n");
            Some(Kept { user: Some(prompt.user), words, shown: prompt.panel.shown() })
        }
        _ => None,
    }
}

/// Whether a notice that may have been posted is looked for also where it would not be sent any more: what it shows is to be changed then.
pub fn is_looked_for(notice: &Notice) -> bool {
    prompt_of(notice).is_some() || matches!(notice, Notice::Card(_))
}

/// A notice as it can still be sent: a prompt that is over loses its question, and one without other words is not sent at all.
pub fn in_date(notice: Notice, of: &MatchRow) -> Option<Notice> {
    match notice {
        Notice::Prompt(prompt) if of.mark != Some((prompt.panel.mark.step, prompt.panel.mark.begun)) => {
            let told = prompt.panel.told;
            (!told.is_empty()).then(|| say::private_to(of, prompt.user, told))
        }
        // Nobody is reminded of what is over.
        Notice::Private(Private { awaits: Some(Awaits { mark, .. }), .. })
            if of.mark != Some((mark.step, mark.begun)) =>
        {
            None
        }
        // Nobody is called to what was called off before they were.
        Notice::Card(_) if of.status == Status::Cancelled => None,
        Notice::EditCard(_) if of.status == Status::Cancelled && of.card.is_none() => None,
        // A match that came to nothing needs no thread, and no word of its start.
        Notice::Thread(_) | Notice::Private(Private { starts: Some(_), .. }) if !of.status.live() => None,
        // A proposal dies with its step.
        Notice::Proposal(proposal) if of.mark != Some((proposal.mark.step, proposal.mark.begun)) => None,
        other => Some(other),
    }
}

impl Public {
    /// Whether it asks for something that can be pressed or given.
    #[must_use]
    pub fn asks(&self) -> bool {
        !self.over && self.mark.is_some() && self.controls.ask()
    }

    /// Leaves the words alone: what was asked with them is over, or is asked again behind them.
    pub fn ask_no_more(&mut self) {
        (self.deadline, self.forfeits, self.reserve, self.quiet_hours) = (None, None, None, None);
        (self.controls, self.turn, self.moves, self.reserves) = (Controls::None, None, None, BySeat::default());
        if !self.tells {
            self.mention.clear();
        }
    }
}

/// Whether what a notice asks everyone for cannot be answered as it arrives: the match stands still, or something behind it asks anew.
pub fn is_overtaken(notice: &Notice, of: &MatchRow, behind: &[String]) -> bool {
    let Notice::Public(public) = notice else { return false };
    let asks = |payload: &String| {
        let read = serde_json::from_str(payload);
        matches!(read, Ok(Notice::Public(public)) if public.over || public.asks())
    };
    public.asks() && (of.stage == Stage::Paused || behind.iter().any(asks))
}
