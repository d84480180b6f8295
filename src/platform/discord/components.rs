//! The custom ids of buttons and menus.
//!
//! A custom id holds everything needed to act on a press, so buttons outlive a restart. A press on a prompt carries the prompt's mark.
//! Ids have at most 100 characters, begin with the format's version, and parse back to the same value.

use std::fmt;
use std::str::FromStr;

use parse_display::{Display, DisplayFormat, FromStr, FromStrFormat};
use serenity::all::{ButtonStyle, CreateButton};

use crate::ids::MatchId;

use crate::platform::discord::limits;
pub use crate::platform::discord::press::{Book, Press, Seats, Shared};

/// A press on a component of a match.
#[derive(Clone, Debug, PartialEq, Eq, Display, FromStr)]
#[display("dm1:{match_id}:{press}")]
pub struct CustomId {
    pub match_id: MatchId,
    pub press: Press,
}

impl CustomId {
    pub const fn new(match_id: MatchId, press: Press) -> Self {
        Self { match_id, press }
    }

    /// Returns the id's text, if it fits Discord's limit.
    pub fn fitting(&self) -> Option<String> {
        Some(self.to_string()).filter(|id| id.encode_utf16().count() <= limits::CUSTOM_ID)
    }
}

/// Creates a button with this id.
pub fn button(id: impl fmt::Display, style: ButtonStyle, label: impl Into<String>) -> CreateButton {
    CreateButton::new(id.to_string()).style(style).label(label)
}

/// An id of another program, or of a format no longer supported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the button is out of date")]
pub struct UnknownId;

/// Reads an id in its exact written form: a sign or leading zeros make it unknown.
pub fn read_id<T: FromStr + fmt::Display>(text: &str) -> Result<T, UnknownId> {
    text.parse().ok().filter(|id: &T| id.to_string() == text).ok_or(UnknownId)
}

/// The format of an optional part of an id; this text stands for `None`.
pub struct OrElse(pub &'static str);

impl<T: fmt::Display> DisplayFormat<Option<T>> for OrElse {
    fn write(&self, f: &mut fmt::Formatter<'_>, part: &Option<T>) -> fmt::Result {
        match part {
            Some(part) => part.fmt(f),
            None => f.write_str(self.0),
        }
    }
}

impl<T: FromStr> FromStrFormat<Option<T>> for OrElse {
    type Err = T::Err;

    fn parse(&self, text: &str) -> Result<Option<T>, T::Err> {
        if text == self.0 { Ok(None) } else { text.parse().map(Some) }
    }
}

/// Asserts that ids fit and parse back to the same values, and that the other texts are not read.
#[cfg(test)]
pub(crate) fn read_back<T: Clone + fmt::Debug + fmt::Display + FromStr + PartialEq>(
    ids: impl IntoIterator<Item = T>,
    others: &[&str],
) {
    for id in ids {
        assert!(id.to_string().len() <= 100, "{id}");
        assert_eq!(read_id(&id.to_string()), Ok(id));
    }
    for text in others {
        assert_eq!(read_id::<T>(text), Err(UnknownId), "{text}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Seat;
    use crate::hosting::ui::host_panel::PanelPress;
    use crate::ids::Snowflake;
    use crate::playing::prompt::StepId;

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
            Press::Predict(Seat::Ec),
            Press::Predict(Seat::Dmo),
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
            Press::PlayOn,
            Press::Order,
            Press::Pick { mark, depth: 255 },
            Press::Part { mark, depth: 0 },
            Press::Here(mark),
            Press::StartOver(mark),
            Press::MoreTime(mark),
            Press::Seal { mark, depth: 3, word: "a:b c".to_owned() },
            Press::Seal { mark, depth: 3, word: String::new() },
            Press::Tab { mark, group: 4 },
            Press::Fill { mark, group: 255, set: "twelve-chars=twelve-chars".to_owned() },
            Press::Starts(mark),
            Press::From(mark),
            Press::Send { mark, order: "A 4/2/1 B: 2".to_owned() },
            Press::Send { mark, order: String::new() },
            Press::Typed(u64::MAX),
            Press::Agree(Snowflake(u64::MAX)),
            Press::Refuse(Snowflake(1)),
        ];
        let presses = presses.into_iter().chain(PanelPress::one_of_each().into_iter().map(Press::HostPanel));
        let others = [
            "",
            "dm0:1:ready",
            "dm1:x:ready",
            "dm1:1:fly",
            "dm1:1:pick:1.2",
            "dm1:1:ready:1",
            "dm1:1:predict",
            "dm1:1:predict:EC",
            "dm1:1:predict:ec:1",
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
        ];
        read_back(presses.map(|press| CustomId::new(MatchId(i64::MAX), press)), &others);
    }
}
