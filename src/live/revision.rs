//! The state of a match that a button shows: its step, its number of rulings, and whether it is over.
//!
//! A button of an older state acts on nothing.

use std::fmt;
use std::str::FromStr;

use crate::ids::StepId;

/// The displayed state of a match; `Display` and `FromStr` are its text in a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revision {
    /// The awaited step.
    pub mark: StepId,
    /// The number of rulings.
    pub rulings: u32,
    /// Whether the match was over.
    pub over: bool,
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mark, rulings, over } = self;
        write!(f, "{}.{}.{rulings}.{}", mark.step, mark.begun, if *over { "over" } else { "on" })
    }
}

/// The text is no revision of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is no place in a match")]
pub struct UnknownRevision;

impl FromStr for Revision {
    type Err = UnknownRevision;

    fn from_str(text: &str) -> Result<Self, UnknownRevision> {
        let parts: Vec<&str> = text.split('.').collect();
        let [step, begun, rulings, over] = parts.as_slice() else { return Err(UnknownRevision) };
        let number = |text: &str| text.parse().map_err(|_| UnknownRevision);
        let over = match *over {
            "over" => true,
            "on" => false,
            _ => return Err(UnknownRevision),
        };
        let mark = StepId { step: number(step)?, begun: number(begun)? };
        Ok(Self { mark, rulings: number(rulings)?, over })
    }
}

#[cfg(test)]
mod tests {
    use crate::ids::StepId;
    use crate::live::revision::{Revision, UnknownRevision};

    #[test]
    fn a_place_in_a_match_reads_back() {
        let mark = StepId { step: u32::MAX, begun: 7 };
        for seen in [Revision { mark, rulings: 0, over: true }, Revision { mark, rulings: u32::MAX, over: false }] {
            assert_eq!(seen.to_string().parse(), Ok(seen));
        }
        for text in ["", "1.2.3", "1.2.3.maybe", "1.2.3.on.", "-1.2.3.on"] {
            assert_eq!(text.parse::<Revision>(), Err(UnknownRevision), "{text}");
        }
    }
}
