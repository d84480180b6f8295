//! The ids of a tournament's buttons.

use parse_display::{Display, FromStr};

use crate::ids::Snowflake;
use crate::tournaments::server_tournament::HostVerdict;

/// A press on a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Display, FromStr)]
#[display("dt1:{id}:{press}")]
pub struct AtTourney {
    /// The id of the interaction that opened it.
    pub id: Snowflake,
    pub press: TourneyPress,
}

#[derive(Clone, Debug, PartialEq, Eq, Display, FromStr)]
#[display(style = "lowercase")]
pub enum TourneyPress {
    Join,
    Leave,
    #[display("in")]
    CheckIn,
    #[display("close")]
    CloseSignUp,
    /// Asks for confirmation before the first round begins.
    Begin,
    #[display("begin!")]
    BeginNow,
    /// Asks for confirmation before it is called off.
    #[display("off")]
    AskOff,
    #[display("off!")]
    CallOff,
    /// Decides a pairing.
    #[display("rule:{0}:{1}")]
    Rule(u32, HostVerdict),
    /// Continues it in the channel of the press.
    Take,
    /// Shows it. The nonce identifies the message with the button.
    #[display("show{0}")]
    Show(#[display(":{}", opt)] Option<String>),
}

impl TourneyPress {
    /// Whether only hosts may press it.
    pub(crate) const fn is_for_hosts(&self) -> bool {
        !matches!(self, Self::Join | Self::Leave | Self::CheckIn | Self::Show(_))
    }

    /// Whether its answer replaces the question that it confirms.
    pub(crate) const fn confirms(&self) -> bool {
        matches!(self, Self::BeginNow | Self::CallOff | Self::Rule(..) | Self::Take)
    }
}

/// The id of the button by which a message about a tournament is found.
pub(crate) fn marker(id: Snowflake, nonce: &str) -> String {
    let nonce = Some(nonce.to_owned()).filter(|nonce| !nonce.is_empty());
    AtTourney { id, press: TourneyPress::Show(nonce) }.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::discord::custom_id::read_back;

    #[test]
    fn ids_read_back_to_what_they_were_made_from() {
        let presses = [
            TourneyPress::Join,
            TourneyPress::Leave,
            TourneyPress::CheckIn,
            TourneyPress::CloseSignUp,
            TourneyPress::Begin,
            TourneyPress::BeginNow,
            TourneyPress::AskOff,
            TourneyPress::CallOff,
            TourneyPress::Rule(u32::MAX, HostVerdict::SecondAbsent),
            TourneyPress::Take,
            TourneyPress::Show(None),
            TourneyPress::Show(Some("0123456789012345678901234".to_owned())),
        ];
        let ids = presses.map(|press| AtTourney { id: Snowflake(u64::MAX), press });
        read_back(ids, &["dt1:1", "dt1:01:join", "dt1:1:", "dt1:1:join:1", "dc1:1:join", "dt1::join"]);
    }
}
