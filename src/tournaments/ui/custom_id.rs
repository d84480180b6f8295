//! The ids of a tournament's buttons.

use std::fmt;
use std::str::FromStr;

use crate::ids::Snowflake;
use crate::platform::discord::components::{UnknownId, with_nonce, without_nonce};
use crate::tournaments::state::Stage as TourneyStage;

/// The first part of every id of this format.
pub(crate) const VERSION: &str = "dt1";

/// A press on a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtTourney {
    /// The interaction it was opened in.
    pub id: Snowflake,
    pub press: TourneyPress,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TourneyPress {
    Join,
    Leave,
    CheckIn,
    /// Close sign-up, or begin.
    GoOn(TourneyStage),
    /// Ask back whether it is to be called off.
    AskOff,
    CallOff,
    /// Let it go on where this is pressed.
    Take,
    /// See it.
    Show,
}

impl fmt::Display for AtTourney {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let press = match self.press {
            TourneyPress::Join => "join",
            TourneyPress::Leave => "leave",
            TourneyPress::CheckIn => "in",
            TourneyPress::GoOn(TourneyStage::SignUp) => "close",
            TourneyPress::GoOn(TourneyStage::CheckIn) => "begin",
            TourneyPress::AskOff => "off",
            TourneyPress::CallOff => "off!",
            TourneyPress::Take => "take",
            TourneyPress::Show => "show",
        };
        write!(f, "{VERSION}:{}:{press}", self.id)
    }
}

impl FromStr for AtTourney {
    type Err = UnknownId;

    fn from_str(text: &str) -> Result<Self, UnknownId> {
        let text = without_nonce(text, "show");
        let parts: Vec<_> = text.split(':').collect();
        let [VERSION, id, press] = *parts.as_slice() else { return Err(UnknownId) };
        let press = match press {
            "join" => TourneyPress::Join,
            "leave" => TourneyPress::Leave,
            "in" => TourneyPress::CheckIn,
            "close" => TourneyPress::GoOn(TourneyStage::SignUp),
            "begin" => TourneyPress::GoOn(TourneyStage::CheckIn),
            "off" => TourneyPress::AskOff,
            "off!" => TourneyPress::CallOff,
            "take" => TourneyPress::Take,
            "show" => TourneyPress::Show,
            _ => return Err(UnknownId),
        };
        let at = Self { id: Snowflake(id.parse().map_err(|_| UnknownId)?), press };
        if at.to_string() == text { Ok(at) } else { Err(UnknownId) }
    }
}

/// The id of the button by which a message about a tournament is found.
pub(crate) fn marker(id: Snowflake, nonce: &str) -> String {
    with_nonce(AtTourney { id, press: TourneyPress::Show }, nonce)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_read_back_to_what_they_were_made_from() {
        let stages = [TourneyStage::SignUp, TourneyStage::CheckIn].map(TourneyPress::GoOn);
        let others = [
            TourneyPress::Join,
            TourneyPress::Leave,
            TourneyPress::CheckIn,
            TourneyPress::AskOff,
            TourneyPress::CallOff,
            TourneyPress::Take,
            TourneyPress::Show,
        ];
        for press in stages.into_iter().chain(others) {
            let at = AtTourney { id: Snowflake(u64::MAX), press };
            assert_eq!(at.to_string().parse(), Ok(at));
        }
        for text in ["dt1:1", "dt1:01:join", "dt1:1:", "dt1:1:join:1", "dc1:1:join", "dt1::join"] {
            assert_eq!(text.parse::<AtTourney>(), Err(UnknownId), "{text}");
        }
    }
}
