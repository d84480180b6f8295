//! What is kept of a notice that was sent, and what of one that waited can still be sent.

use crate::game::Seat;
use crate::ids::ChannelId;
use crate::store::{Kept, MatchRow, PromptMark};

use super::notice::{Holds, Notice, Private, Public};
use super::say;

/// The prompt that a notice shows or is about, and whose it is; of nobody's alone where no seat is named.
pub fn prompt_of(notice: &Notice) -> Option<(PromptMark, Option<Seat>)> {
    match notice {
        Notice::Public(public) => {
            let turn = public.turn.as_ref().map(|turn| turn.seat);
            let start = public.tells_of_start().then(|| Holds::Start.mark());
            public.mark.or(start).map(|mark| (PromptMark::from(mark), turn))
        }
        Notice::Prompt(prompt) => Some((PromptMark::from(prompt.panel.mark), Some(prompt.panel.seat))),
        Notice::Private(words) => words.holds.map(|holds| (PromptMark::from(holds.mark()), None)),
        Notice::Card(_) | Notice::EditCard(_) | Notice::Proposal(_) | Notice::Picture(_) | Notice::Thread(_) => None,
    }
}

/// What is needed to change a notice once what it shows is no longer so.
pub fn kept_of(notice: &Notice) -> Option<Kept> {
    match notice {
        Notice::Public(public) if public.mark.is_some() || public.tells_of_start() => {
            // Pictures stay as they are, whatever becomes of the words; a role is called once.
            let words = Public { picture: None, ended: None, alt: String::new(), called: None, ..(**public).clone() };
            let words = serde_json::to_string(&words).expect("a notice is plain data");
            Some(Kept { user: None, words, shown: public.shown() })
        }
        Notice::Prompt(prompt) => {
            let words = prompt.panel.head().join("\n");
            Some(Kept { user: Some(prompt.user), words, shown: prompt.panel.shown() })
        }
        Notice::Private(private) if private.holds.is_some() => {
            // What is only marked as taken back is read where it stands.
            let waits = matches!(private.holds, Some(Holds::Waits { .. } | Holds::Start));
            let words = waits.then(|| serde_json::to_string(private).expect("a notice is plain data"));
            Some(Kept { user: Some(private.user), words: words.unwrap_or_default(), shown: private.shown() })
        }
        _ => None,
    }
}

/// A notice as it can still be sent: a prompt that is over loses its question, and one without other words is not sent at all.
pub fn in_date(notice: Notice, of: &MatchRow) -> Option<Notice> {
    match at_home(notice, of.channel) {
        Notice::Prompt(prompt) if of.mark != Some((prompt.panel.mark.step, prompt.panel.mark.begun)) => {
            let told = prompt.panel.told;
            (!told.is_empty()).then(|| say::private_to(of, prompt.user, told))
        }
        // Nobody is reminded of what is over.
        Notice::Private(Private { holds: Some(Holds::Waits { mark, .. }), .. })
            if of.mark != Some((mark.step, mark.begun)) =>
        {
            None
        }
        // A match that came to nothing needs no thread, and no word of its start.
        Notice::Thread(_) | Notice::Private(Private { holds: Some(Holds::Start), .. }) if !of.status.live() => None,
        // A proposal dies with its step.
        Notice::Proposal(proposal) if of.mark != Some((proposal.mark.step, proposal.mark.begun)) => None,
        other => Some(other),
    }
}

/// A notice with the way back to where its match is played, which may have a thread only since it was queued.
fn at_home(mut notice: Notice, channel: ChannelId) -> Notice {
    match &mut notice {
        Notice::Prompt(prompt) => prompt.channel = channel,
        Notice::Private(private) => private.channel = channel,
        _ => {}
    }
    notice
}
