//! Actions of a host or the service in a match.

use std::fmt;
use std::str::FromStr;

use super::{Code, EventKind, Player, Rejection};
use crate::game::Seat;

/// Defines the actions. An action's text in a record is its verb, then its fields, each with its reader and its name in the list of forms.
/// A row ends with the kind of the action's event.
macro_rules! host_acts {
    ($(
        $(#[$doc:meta])*
        $verb:literal => $act:ident
            $(($($value:ident: $of:ty = $read:ident $form:literal),+))?
            $({$($(#[$field_doc:meta])* $field:ident: $kind:ty = $read_field:ident $field_form:literal),+})?
            is $event:ident;
    )+) => {
        /// An action of a host or the service; `Display` and `FromStr` use its text in a record.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum HostAct {
            $($(#[$doc])* $act $(($($of),+))? $({$($(#[$field_doc])* $field: $kind),+})?,)+
        }

        /// The forms of the actions, for error messages.
        const FORMS: &[&str] = &[
            $(concat!($verb $($(, " ", $form)+)? $($(, " ", $field_form)+)?)),+
        ];

        impl fmt::Display for HostAct {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$act $(($($value),+))? $({$($field),+})? => {
                        f.write_str($verb)?;
                        $($(write!(f, " {}", $value)?;)+)?
                        $($(write!(f, " {}", $field)?;)+)?
                    })+
                }
                Ok(())
            }
        }

        fn read(text: &str) -> Option<HostAct> {
            let mut rest = Some(text);
            let act = match word(&mut rest)? {
                $($verb => HostAct::$act
                    $(($($read(&mut rest)?),+))?
                    $({$($field: $read_field(&mut rest)?),+})?,)+
                _ => return None,
            };
            rest.is_none().then_some(act)
        }

        #[allow(unused_variables, reason = "each method reads some of the fields")]
        impl HostAct {
            /// The actions without input, or with a seat alone.
            #[must_use]
            pub fn without_input() -> Vec<Self> {
                [$(host_acts!(@whole $act $(($($read)+))? $(($($read_field)+))?)),+].concat()
            }

            /// The kind of the action's event.
            #[must_use]
            pub const fn event(&self) -> EventKind {
                match self {
                    $(Self::$act { .. } => EventKind::$event,)+
                }
            }

            /// The seat that the action concerns.
            #[must_use]
            pub const fn seat(&self) -> Option<Seat> {
                match self {
                    $(Self::$act $(($($value),+))? $({$($field),+})? => {
                        host_acts!(@seat $($($read $value)+)? $($($read_field $field)+)?)
                    })+
                }
            }

            pub const fn text_mut(&mut self) -> Option<ActText<'_>> {
                match self {
                    $(Self::$act $(($($value),+))? $({$($field),+})? => {
                        host_acts!(@text $($($read $value)+)? $($($read_field $field)+)?)
                    })+
                }
            }
        }
    };
    (@whole $act:ident) => { vec![Self::$act] };
    (@whole $act:ident (seat)) => { Seat::ALL.map(Self::$act).to_vec() };
    (@whole $act:ident $fields:tt) => { Vec::new() };
    (@seat seat $seat:ident $($rest:tt)*) => { Some(*$seat) };
    (@text order $text:ident $($rest:tt)*) => { Some(ActText::Order($text)) };
    (@text name $text:ident $($rest:tt)*) => { Some(ActText::Name($text)) };
    (@$part:ident $read:ident $value:ident $($rest:tt)*) => { host_acts!(@$part $($rest)*) };
    (@$part:ident) => { None };
}

host_acts! {
    /// Stops the clocks.
    "pause" => Pause is Clocks;
    /// Starts the clocks again.
    "resume" => Resume is Clocks;
    /// Adds this many seconds, at least 1, to all running clocks.
    "extend" => Extend(seconds: u64 = positive "SECONDS") is Clocks;
    /// Reverts the last resolution, or the verdict that ended the match.
    "undo" => Undo is Revert;
    /// Declares a drawn board state.
    "draw-state" => DrawState is Declaration;
    /// Makes a seat lose.
    "forfeit" => Forfeit(seat: Seat = seat "SEAT") is End;
    /// Makes a seat win.
    "award" => Award(seat: Seat = seat "SEAT") is End;
    /// Gives an order on behalf of a seat.
    "order" => Order {
        seat: Seat = seat "SEAT",
        /// The order in the game's notation.
        text: String = order "TEXT"
    } is Answer;
    /// Ends the match without a result.
    "void" => Void is End;
    /// Replaces the player of a seat.
    "substitute" => Substitute {
        seat: Seat = seat "SEAT",
        /// The new player's name.
        name: String = name "NAME"
    } is Ruling;
    /// Adds this many ms, at least 1, to all running clocks after an outage.
    "credit" => Credit(ms: u64 = positive "MS") is Credit;
    /// Moves the start to this many ms after the match's opening.
    "reschedule" => Reschedule(ms: u64 = whole "MS") is Ruling;
}

/// Takes the next word of a text; nothing is left after the last word.
fn word<'a>(rest: &mut Option<&'a str>) -> Option<&'a str> {
    let text = rest.take()?;
    let Some((word, after)) = text.split_once(' ') else { return Some(text) };
    *rest = Some(after);
    Some(word)
}

fn seat(rest: &mut Option<&str>) -> Option<Seat> {
    word(rest)?.parse().ok()
}

/// Reads a whole number of plain digits.
fn whole(rest: &mut Option<&str>) -> Option<u64> {
    let digits = word(rest)?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

fn positive(rest: &mut Option<&str>) -> Option<u64> {
    whole(rest).filter(|&number| number > 0)
}

fn order(rest: &mut Option<&str>) -> Option<String> {
    rest.take().map(str::to_owned)
}

fn name(rest: &mut Option<&str>) -> Option<String> {
    rest.take().map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned)
}

/// The text in an action. It is cleaned before it is stored, and when it is read from a file.
pub enum ActText<'a> {
    /// An order in the game's notation.
    Order(&'a mut String),
    /// A person's name.
    Name(&'a mut String),
}

impl HostAct {
    /// The seat for which the action is an order. Nobody else may learn that the seat has an order.
    #[must_use]
    pub fn order_for(&self) -> Option<Seat> {
        self.seat().filter(|_| self.event() == EventKind::Answer)
    }
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
            let forms = FORMS.join(", ");
            Rejection::new(Code::BadHostAction, format!("`{text}` is no host action; write one of: {forms}."))
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
