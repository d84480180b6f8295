//! Actions of a host or the service in a match.

use std::fmt;
use std::str::FromStr;

use super::{Code, Player, Rejection};
use crate::game::Seat;

/// An action of a host or the service; `Display` and `FromStr` use its text in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostAct {
    /// Stops the clocks.
    Pause,
    /// Starts the clocks again.
    Resume,
    /// Adds this many seconds, at least 1, to all running clocks.
    Extend(u64),
    /// Reverts the last resolution, or the verdict that ended the match.
    Undo,
    /// Gives an order on behalf of a seat.
    Order {
        seat: Seat,
        /// The order in the game's notation.
        text: String,
    },
    /// Makes a seat lose.
    Forfeit(Seat),
    /// Makes a seat win.
    Award(Seat),
    /// Ends the match without a result.
    Void,
    /// Declares a drawn board state.
    DrawState,
    /// Replaces the player of a seat.
    Substitute {
        seat: Seat,
        /// The new player's name.
        name: String,
    },
    /// Adds this many ms, at least 1, to all running clocks after an outage.
    Credit(u64),
    /// Moves the start to this many ms after the match's opening.
    Reschedule(u64),
}

impl HostAct {
    /// The possible actions, for error messages.
    const FORMS: &str = "pause, resume, extend SECONDS, undo, draw-state, forfeit SEAT, award SEAT, order SEAT TEXT, void, \
                         substitute SEAT NAME, credit MS or reschedule MS";
}

impl fmt::Display for HostAct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pause => f.write_str("pause"),
            Self::Resume => f.write_str("resume"),
            Self::Extend(seconds) => write!(f, "extend {seconds}"),
            Self::Undo => f.write_str("undo"),
            Self::Order { seat, text } => write!(f, "order {seat} {text}"),
            Self::Forfeit(seat) => write!(f, "forfeit {seat}"),
            Self::Award(seat) => write!(f, "award {seat}"),
            Self::Void => f.write_str("void"),
            Self::DrawState => f.write_str("draw-state"),
            Self::Substitute { seat, name } => write!(f, "substitute {seat} {name}"),
            Self::Credit(ms) => write!(f, "credit {ms}"),
            Self::Reschedule(ms) => write!(f, "reschedule {ms}"),
        }
    }
}

/// Reads a whole number of plain digits that is at least `least`.
fn whole(text: &str, least: u64) -> Option<u64> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&number| plain && number >= least)
}

fn read(text: &str) -> Option<HostAct> {
    let (verb, rest) = text.split_once(' ').map_or((text, None), |(verb, rest)| (verb, Some(rest)));
    let on_seat = |rest: Option<&str>| -> Option<(Seat, String)> {
        let (seat, words) = rest?.split_once(' ')?;
        Some((seat.parse().ok()?, words.to_owned()))
    };
    Some(match (verb, rest) {
        ("pause", None) => HostAct::Pause,
        ("resume", None) => HostAct::Resume,
        ("undo", None) => HostAct::Undo,
        ("void", None) => HostAct::Void,
        ("draw-state", None) => HostAct::DrawState,
        ("extend", Some(rest)) => HostAct::Extend(whole(rest, 1)?),
        ("credit", Some(rest)) => HostAct::Credit(whole(rest, 1)?),
        ("reschedule", Some(rest)) => HostAct::Reschedule(whole(rest, 0)?),
        ("forfeit", Some(rest)) => HostAct::Forfeit(rest.parse().ok()?),
        ("award", Some(rest)) => HostAct::Award(rest.parse().ok()?),
        ("order", rest) => {
            let (seat, text) = on_seat(rest)?;
            HostAct::Order { seat, text }
        }
        ("substitute", rest) => {
            let (seat, name) = on_seat(rest)?;
            let name = name.trim().to_owned();
            (!name.is_empty()).then_some(HostAct::Substitute { seat, name })?
        }
        _ => return None,
    })
}

impl FromStr for HostAct {
    type Err = Rejection;

    fn from_str(text: &str) -> Result<Self, Rejection> {
        let act = read(text);
        if let Some(Self::Substitute { name, .. }) = &act
            && !Player::may_be_named(name)
        {
            let most = Player::LONGEST_NAME;
            let message = format!("The substitute's name has more than {most} characters; write a shorter one.");
            return Err(Rejection::new(Code::BadHostAction, message));
        }
        act.ok_or_else(|| {
            Rejection::new(Code::BadHostAction, format!("`{text}` is no host action; write one of: {}.", Self::FORMS))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn host_actions_round_trip_as_text() {
        for text in [
            "pause",
            "resume",
            "extend 30",
            "undo",
            "draw-state",
            "forfeit ec",
            "award dmo",
            "order ec blu as sam",
            "void",
            "substitute ec Cleo of the Hill",
            "credit 37250",
            "reschedule 0",
        ] {
            assert_eq!(text.parse::<HostAct>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn invalid_host_actions_are_refused() {
        for text in [
            "",
            " ",
            "Pause",
            " pause",
            "pause now",
            "extend",
            "extend 0",
            "extend -1",
            "extend +1",
            "extend 1.5",
            "extend 1 2",
            "extend 99999999999999999999",
            "credit 0",
            "credit",
            "forfeit",
            "forfeit EC",
            "forfeit ec now",
            "award bob",
            "order",
            "order ec",
            "order bob samurai",
            "substitute ec",
            "substitute ec  ",
            "substitute x Cleo",
            "void ec",
            "draw_state",
            "reschedule",
            "reschedule -1",
            "reschedule soon",
            "shrug",
        ] {
            assert_eq!(text.parse::<HostAct>().unwrap_err().code, Code::BadHostAction, "{text:?}");
        }
    }

    #[test]
    fn substitute_name_length_is_limited() {
        let named = |letters: usize| format!("substitute ec {}", "é".repeat(letters)).parse::<HostAct>();
        assert!(named(Player::LONGEST_NAME).is_ok());
        let refused = named(1_000_000).unwrap_err();
        assert!(refused.code == Code::BadHostAction && refused.message.len() < 100, "{}", refused.message.len());
    }

    #[test]
    fn empty_order_on_behalf_parses() {
        let act = "order ec ".parse::<HostAct>().unwrap();
        assert_eq!(act, HostAct::Order { seat: Seat::Ec, text: String::new() });
    }
}
