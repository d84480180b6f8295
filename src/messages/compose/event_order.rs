//! The order of a viewer's events in a message, the headline first. At the end of a match: winner, last step, score.

use crate::game::{BySeat, Happening, Viewer, headline};
use crate::live::event_words::paragraphs;
use crate::messages::queued_message::Accent;
use crate::table::{Happened, HostAct, What};

/// A viewer's account of an event.
pub struct Event {
    lines: Vec<String>,
    /// Whether the first line can be a headline.
    heads: bool,
}

impl Event {
    const fn of(lines: Vec<String>) -> Self {
        Self { lines, heads: true }
    }
}

/// Returns a viewer's account: the winner first, then the last step, whose last text is the score. Texts of
/// a game in a file keep the order of its `say` calls.
pub fn result_first(shown: &[&Happened], viewer: Viewer, names: &BySeat<String>) -> Vec<Event> {
    let ends = shown.iter().any(|each| matches!(each.what, What::Over { .. }));
    let (mut verdict, mut score, mut rest) = (Vec::new(), None, Vec::new());
    for each in shown {
        let mut told = paragraphs(each, viewer, names);
        match &each.what {
            What::Resolved { happenings, .. } if ends && happenings.iter().any(Happening::is_said) => {
                rest.extend(told.into_iter().map(|lines| Event { heads: false, lines }));
            }
            What::Resolved { happenings, .. } if ends && !happenings.is_empty() => {
                let last = told.pop().map(|lines| Event { heads: false, lines });
                rest.extend(std::mem::replace(&mut score, last));
                rest.extend(told.into_iter().map(Event::of));
            }
            What::Over { .. } => {
                verdict.extend(told.into_iter().map(Event::of));
            }
            // An extension is no headline.
            What::Ruled(HostAct::Extend(_)) => {
                rest.extend(told.into_iter().map(|lines| Event { heads: false, lines }));
            }
            _ => rest.extend(told.into_iter().map(Event::of)),
        }
    }
    verdict.into_iter().chain(rest).chain(score).collect()
}

/// Returns the lines without headlines.
pub fn plain(events: Vec<Event>) -> Vec<String> {
    events.into_iter().flat_map(|event| event.lines).collect()
}

/// Returns the lines, with the first possible one as the headline.
pub fn headlined(mut events: Vec<Event>) -> Vec<String> {
    let head = events.iter_mut().filter(|event| event.heads).find_map(|event| event.lines.first_mut());
    if let Some(head) = head.filter(|head| !head.contains("**")) {
        *head = format!("**{head}**");
    }
    plain(events)
}

/// Returns the accent of a message about these events.
pub fn accent(happened: &[Happened]) -> Accent {
    let over = happened.iter().find_map(|each| match &each.what {
        What::Over { outcome, .. } => Some(outcome.winner),
        _ => None,
    });
    let about = || {
        happened.iter().find_map(|each| match &each.what {
            What::Resolved { happenings, .. } => headline(happenings)?.1.about(),
            _ => None,
        })
    };
    over.unwrap_or_else(about).map_or(Accent::Neutral, Accent::Seat)
}

/// Returns a seat's lines that are not public.
pub fn beyond(own: Vec<String>, public: &[String]) -> Vec<String> {
    own.into_iter().filter(|line| !public.contains(line)).collect()
}

/// Returns each seat's lines about a resolved step or the end, with the author of a verdict.
pub fn results<'a>(
    happened: impl Iterator<Item = &'a Happened>,
    names: &BySeat<String>,
    verdict: &[String],
) -> BySeat<Vec<String>> {
    let all: Vec<&Happened> = happened.filter(|each| !matches!(each.what, What::Revealed { .. })).collect();
    BySeat::from_fn(|seat| {
        let told = headlined(result_first(&all, Viewer::Seat(seat), names));
        told.into_iter().chain(verdict.iter().cloned()).collect()
    })
}
