//! The custom ids of buttons and menus.
//!
//! Everything needed to act on a press is in its custom id, so that buttons outlive a restart. A press that belongs to one prompt carries
//! that prompt's mark. Ids are at most 100 characters, begin with the format's version, and read back to what they were made from.

use std::fmt;
use std::str::FromStr;

use crate::ids::{MatchId, Snowflake};
use crate::playing::panel::StepId;

pub use crate::platform::discord::press::{Book, Press, Seats, Shared};

/// The first part of every id of this format.
const VERSION: &str = "dm1";
/// Discord's limit.
const LONGEST: usize = 100;

/// A press on something of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomId {
    pub match_id: MatchId,
    /// The pressed component.
    pub press: Press,
}

impl CustomId {
    /// A press on something of a match.
    #[must_use]
    pub const fn new(match_id: MatchId, press: Press) -> Self {
        Self { match_id, press }
    }

    /// The id for a button, if it fits.
    #[must_use]
    pub fn fitting(&self) -> Option<String> {
        Some(self.to_string()).filter(|id| id.encode_utf16().count() <= LONGEST)
    }
}

impl fmt::Display for CustomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{VERSION}:{}:", self.match_id.0)?;
        let at = |mark: &StepId| format!("{}.{}", mark.step, mark.begun);
        match &self.press {
            Press::Ready(None) => f.write_str("ready"),
            Press::Ready(Some(mark)) => write!(f, "ready:{}", at(mark)),
            Press::Rest(mark) => write!(f, "rest:{}", at(mark)),
            Press::NotReady => f.write_str("unready"),
            Press::Times => f.write_str("times"),
            Press::Decline => f.write_str("decline"),
            Press::Terms(None) => f.write_str("terms"),
            Press::Terms(Some(seen)) => write!(f, "terms:{seen}"),
            Press::Start => f.write_str("start"),
            Press::Rules => f.write_str("rules"),
            Press::Sheet { number, book: None } => write!(f, "sheet:{number}"),
            Press::Sheet { number, book: Some(book) } => write!(f, "sheet:{number}:{}:{}", book.game, book.preset),
            Press::Section(None) => f.write_str("section"),
            Press::Section(Some(book)) => write!(f, "section:{}:{}", book.game, book.preset),
            Press::Details => f.write_str("details"),
            Press::Board(nonce) => write!(f, "board:{nonce}"),
            Press::More => f.write_str("more"),
            Press::GiveUp => f.write_str("give-up"),
            Press::Record => f.write_str("record"),
            Press::Verify => f.write_str("verify"),
            Press::Replay => f.write_str("replay"),
            Press::Review => f.write_str("review"),
            Press::Share(Shared::Replay) => f.write_str("share:replay"),
            Press::Share(Shared::Review) => f.write_str("share:review"),
            Press::Next => f.write_str("next"),
            Press::Again(None) => f.write_str("again"),
            Press::Again(Some(Seats::Same)) => f.write_str("again:same"),
            Press::Again(Some(Seats::Swapped)) => f.write_str("again:swapped"),
            Press::Resign => f.write_str("resign"),
            Press::Order => f.write_str("order"),
            Press::Pick { mark, depth } => write!(f, "pick:{}:{depth}", at(mark)),
            Press::Part { mark, depth } => write!(f, "part:{}:{depth}", at(mark)),
            Press::Here(mark) => write!(f, "here:{}", at(mark)),
            Press::StartOver(mark) => write!(f, "over:{}", at(mark)),
            Press::Back { mark, depth } => write!(f, "back:{}:{depth}", at(mark)),
            Press::Seal { mark, depth, word } => write!(f, "seal:{}:{depth}:{word}", at(mark)),
            Press::Tab { mark, group } => write!(f, "tab:{}:{group}", at(mark)),
            Press::Fill { mark, group, set } => write!(f, "fill:{}:{group}:{set}", at(mark)),
            Press::Starts(mark) => write!(f, "starts:{}", at(mark)),
            Press::From(mark) => write!(f, "from:{}", at(mark)),
            Press::Send { mark, order } => write!(f, "send:{}:{order}", at(mark)),
            Press::HostPanel(at) => write!(f, "desk:{at}"),
            Press::Settle { proposal, agrees } => {
                write!(f, "{}:{proposal}", if *agrees { "agree" } else { "refuse" })
            }
            Press::Typed(message) => write!(f, "typed:{message}"),
        }
    }
}

/// The id is none of ours, or of a format that is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the button is not one of this version")]
pub struct UnknownId;

/// An id with a nonce by which its message can be found.
pub(crate) fn with_nonce(id: impl fmt::Display, nonce: &str) -> String {
    if nonce.is_empty() { id.to_string() } else { format!("{id}:{nonce}") }
}

/// An id without that, if it is one of a press with this word.
pub(crate) fn without_nonce<'a>(id: &'a str, word: &str) -> &'a str {
    let found = id.rsplit_once(':').filter(|(rest, nonce)| !nonce.is_empty() && rest.ends_with(&format!(":{word}")));
    found.map_or(id, |(rest, _)| rest)
}

impl FromStr for CustomId {
    type Err = UnknownId;

    fn from_str(text: &str) -> Result<Self, UnknownId> {
        let mut parts = text.splitn(4, ':');
        if parts.next() != Some(VERSION) {
            return Err(UnknownId);
        }
        let match_id = MatchId(number(parts.next())?);
        let verb = parts.next().ok_or(UnknownId)?;
        let rest = parts.next();
        let press = match (verb, rest) {
            ("ready", None) => Press::Ready(None),
            ("ready", mark) => Press::Ready(Some(read_mark(mark)?)),
            ("rest", mark) => Press::Rest(read_mark(mark)?),
            ("unready", None) => Press::NotReady,
            ("times", None) => Press::Times,
            ("decline", None) => Press::Decline,
            ("terms", None) => Press::Terms(None),
            ("terms", seen) => Press::Terms(Some(number(seen)?)),
            ("start", None) => Press::Start,
            ("rules", None) => Press::Rules,
            ("details", None) => Press::Details,
            ("section", None) => Press::Section(None),
            ("section", Some(book)) => Press::Section(Some(read_book(book)?)),
            ("sheet", Some(rest)) => match rest.split_once(':') {
                None => Press::Sheet { number: number(Some(rest))?, book: None },
                Some((at, book)) => Press::Sheet { number: number(Some(at))?, book: Some(read_book(book)?) },
            },
            ("board", Some(nonce)) => Press::Board(nonce.to_owned()),
            ("more", None) => Press::More,
            ("give-up", None) => Press::GiveUp,
            ("record", None) => Press::Record,
            ("verify", None) => Press::Verify,
            ("replay", None) => Press::Replay,
            ("review", None) => Press::Review,
            ("share", Some("replay")) => Press::Share(Shared::Replay),
            ("share", Some("review")) => Press::Share(Shared::Review),
            ("next", None) => Press::Next,
            ("again", None) => Press::Again(None),
            ("again", Some("same")) => Press::Again(Some(Seats::Same)),
            ("again", Some("swapped")) => Press::Again(Some(Seats::Swapped)),
            ("resign", None) => Press::Resign,
            ("order", None) => Press::Order,
            ("here", mark) => Press::Here(read_mark(mark)?),
            ("over", mark) => Press::StartOver(read_mark(mark)?),
            ("typed", message) => Press::Typed(number(message)?),
            ("starts", mark) => Press::Starts(read_mark(mark)?),
            ("from", mark) => Press::From(read_mark(mark)?),
            ("send", Some(rest)) => {
                let (mark, order) = rest.split_once(':').ok_or(UnknownId)?;
                Press::Send { mark: read_mark(Some(mark))?, order: order.to_owned() }
            }
            ("desk", Some(at)) => Press::HostPanel(at.parse()?),
            ("agree", proposal) => Press::Settle { proposal: Snowflake(number(proposal)?), agrees: true },
            ("refuse", proposal) => Press::Settle { proposal: Snowflake(number(proposal)?), agrees: false },
            ("pick" | "part" | "back" | "seal" | "tab" | "fill", Some(rest)) => {
                let mut parts = rest.splitn(3, ':');
                let mark = read_mark(parts.next())?;
                let depth = number(parts.next())?;
                match (verb, parts.next()) {
                    ("tab", None) => Press::Tab { mark, group: depth },
                    ("fill", Some(set)) => Press::Fill { mark, group: depth, set: set.to_owned() },
                    ("pick", None) => Press::Pick { mark, depth },
                    ("part", None) => Press::Part { mark, depth },
                    ("back", None) => Press::Back { mark, depth },
                    ("seal", Some(word)) => Press::Seal { mark, depth, word: word.to_owned() },
                    _ => return Err(UnknownId),
                }
            }
            _ => return Err(UnknownId),
        };
        let id = Self { match_id, press };
        // Numbers can be written in several ways, and only ours is one of ours.
        if id.to_string() == text { Ok(id) } else { Err(UnknownId) }
    }
}

fn number<N: FromStr>(text: Option<&str>) -> Result<N, UnknownId> {
    text.and_then(|text| text.parse().ok()).ok_or(UnknownId)
}

fn read_book(text: &str) -> Result<Book, UnknownId> {
    let (game, preset) = text.split_once(':').ok_or(UnknownId)?;
    Ok(Book { game: game.to_owned(), preset: preset.to_owned() })
}

fn read_mark(text: Option<&str>) -> Result<StepId, UnknownId> {
    let (step, begun) = text.and_then(|text| text.split_once('.')).ok_or(UnknownId)?;
    Ok(StepId { step: number(Some(step))?, begun: number(Some(begun))? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hosting::ui::host_panel::PanelPress;

    #[test]
    fn ids_read_back_to_what_they_were_made_from() {
        let mark = StepId { step: u32::MAX, begun: u32::MAX };
        let presses = [
            Press::Ready(None),
            Press::NotReady,
            Press::Ready(Some(mark)),
            Press::Rest(mark),
            Press::Times,
            Press::Next,
            Press::Terms(None),
            Press::Terms(Some(u64::MAX)),
            Press::Decline,
            Press::Start,
            Press::Rules,
            Press::Sheet { number: 3, book: None },
            Press::Sheet { number: 0, book: Some(Book { game: "a-game".to_owned(), preset: "a-preset".to_owned() }) },
            Press::Section(None),
            Press::Section(Some(Book { game: "a-game".to_owned(), preset: "a-preset".to_owned() })),
            Press::Details,
            Press::Back { mark, depth: 2 },
            Press::Board("0123456789012345678901234".to_owned()),
            Press::Board(String::new()),
            Press::Record,
            Press::Verify,
            Press::Replay,
            Press::Review,
            Press::Share(Shared::Replay),
            Press::Share(Shared::Review),
            Press::Again(None),
            Press::Again(Some(Seats::Same)),
            Press::Again(Some(Seats::Swapped)),
            Press::More,
            Press::GiveUp,
            Press::Resign,
            Press::Order,
            Press::Pick { mark, depth: 255 },
            Press::Part { mark, depth: 0 },
            Press::Here(mark),
            Press::StartOver(mark),
            Press::Seal { mark, depth: 3, word: "a:b c".to_owned() },
            Press::Seal { mark, depth: 3, word: String::new() },
            Press::Tab { mark, group: 4 },
            Press::Fill { mark, group: 255, set: "twelve-chars=twelve-chars".to_owned() },
            Press::Starts(mark),
            Press::From(mark),
            Press::Send { mark, order: "A 4/2/1 B: 2".to_owned() },
            Press::Send { mark, order: String::new() },
            Press::Typed(u64::MAX),
            Press::Settle { proposal: Snowflake(u64::MAX), agrees: true },
            Press::Settle { proposal: Snowflake(1), agrees: false },
        ];
        let presses = presses.into_iter().chain(PanelPress::one_of_each().into_iter().map(Press::HostPanel));
        for press in presses {
            let id = CustomId::new(MatchId(i64::MAX), press);
            let text = id.fitting().expect("the longest ids of each kind fit");
            assert_eq!(text.parse(), Ok(id));
        }
    }

    #[test]
    fn ids_of_others_are_not_read() {
        for text in [
            "",
            "dm0:1:ready",
            "dm1:x:ready",
            "dm1:1:fly",
            "dm1:1:pick:1.2",
            "dm1:1:ready:1",
            "dm1:1:board",
            "dm1:1:meant:1.2:running:0:undo",
            "dm1:1:desk:ask:1.2.3.on:extend 60",
            "dm1:1:desk:ask:1.2.3.on:order ec samurai",
            "dm1:1:desk:ask:1.2.on:undo",
            "dm1:1:desk:form:1.2.3.on:order",
            "dm1:1:desk:log:01",
            "dm1:1:desk",
            "dm1:1:agree:",
            "dm1:+1:order",
            "dm1:01:order",
        ] {
            assert_eq!(text.parse::<CustomId>(), Err(UnknownId), "{text}");
        }
    }
}
