//! The ten units: numbers, names, abilities, and the ways to write them.
//!
//! A unit is a number from 0 to 9 in every record.

use serde::{Deserialize, Serialize};

/// A kind of unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub enum Unit {
    /// 0, always available, without an ability.
    Chocobo,
    /// 1, guesses the other side's unit.
    Astrologian,
    /// 2, announced as another unit.
    BlueMage,
    /// 3, strengthens the two units after it.
    Bard,
    /// 4, copies the other side's ability.
    Sage,
    /// 5, lives on after a win.
    Samurai,
    /// 6, is worth 8 after a loss.
    Reaper,
    /// 7, may return once.
    DarkKnight,
    /// 8, gains 3 from a wide margin.
    Dragoon,
    /// 9, takes the strength of the unit it beats.
    BlackMage,
}

impl Unit {
    /// All units by number.
    pub const ALL: [Self; 10] = [
        Self::Chocobo,
        Self::Astrologian,
        Self::BlueMage,
        Self::Bard,
        Self::Sage,
        Self::Samurai,
        Self::Reaper,
        Self::DarkKnight,
        Self::Dragoon,
        Self::BlackMage,
    ];

    /// The number, which is also the base strength.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The canonical name in orders: `dark-knight`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Chocobo => "chocobo",
            Self::Astrologian => "astrologian",
            Self::BlueMage => "blue-mage",
            Self::Bard => "bard",
            Self::Sage => "sage",
            Self::Samurai => "samurai",
            Self::Reaper => "reaper",
            Self::DarkKnight => "dark-knight",
            Self::Dragoon => "dragoon",
            Self::BlackMage => "black-mage",
        }
    }

    /// The name for people: `Dark Knight`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chocobo => "Chocobo",
            Self::Astrologian => "Astrologian",
            Self::BlueMage => "Blue Mage",
            Self::Bard => "Bard",
            Self::Sage => "Sage",
            Self::Samurai => "Samurai",
            Self::Reaper => "Reaper",
            Self::DarkKnight => "Dark Knight",
            Self::Dragoon => "Dragoon",
            Self::BlackMage => "Black Mage",
        }
    }

    /// Three letters: `DRK`.
    #[must_use]
    pub const fn short(self) -> &'static str {
        match self {
            Self::Chocobo => "CHO",
            Self::Astrologian => "AST",
            Self::BlueMage => "BLU",
            Self::Bard => "BRD",
            Self::Sage => "SGE",
            Self::Samurai => "SAM",
            Self::Reaper => "RPR",
            Self::DarkKnight => "DRK",
            Self::Dragoon => "DRG",
            Self::BlackMage => "BLM",
        }
    }

    /// The ability, in a few words.
    #[must_use]
    pub const fn gist(self) -> &'static str {
        match self {
            Self::Chocobo => "no ability; as many as you like",
            Self::Astrologian => "name the enemy unit; if right, add its strength",
            Self::BlueMage => "looks like another unit; hides who won",
            Self::Bard => "your next two units get +1",
            Self::Sage => "borrows the enemy unit's ability",
            Self::Samurai => "lives on if it wins",
            Self::Reaper => "if it loses, scores 8 among your dead",
            Self::DarkKnight => "may fight once more right after it dies",
            Self::Dragoon => "if 6 or more ahead, +3 among your dead",
            Self::BlackMage => "if it wins, scores the enemy's strength once dead",
        }
    }

    /// The ability, in full sentences.
    #[must_use]
    pub const fn ability(self) -> &'static str {
        match self {
            Self::Chocobo => {
                "No ability. There is always another one, and each one sent out goes to the underworld separately."
            }
            Self::Astrologian => {
                "Sent with the name of another unit. If the enemy really sends that unit this round, the Astrologian adds \
                 the enemy's current strength to its own."
            }
            Self::BlueMage => {
                "Sent with the name of another unit and shown as that unit, but with its own strength of 2 and without the \
                 other's ability. Whenever a Blue Mage is in play, the winner shown is the true winner of the round before."
            }
            Self::Bard => "The next two units of the same side, whatever they are, get +1 strength each.",
            Self::Sage => {
                "Has the enemy unit's ability for the round, but never that of an Astrologian, a Blue Mage or another Sage."
            }
            Self::Samurai => "Does not die in a round that it wins, and can be sent again with the strength it has.",
            Self::Reaper => "If it loses, it goes to the underworld with strength 8.",
            Self::DarkKnight => {
                "After its death it may be sent once more, in the very next round only, with the strength it died with. \
                 A Sage that meets it copies this ability, the second time too."
            }
            Self::Dragoon => "If it is at least 6 stronger than the enemy, it goes to the underworld with 3 more.",
            Self::BlackMage => "If it wins, it goes to the underworld with the strength of the unit it beat.",
        }
    }

    /// Whether an order for the unit names a second unit.
    #[must_use]
    pub const fn needs_second(self) -> bool {
        matches!(self, Self::Astrologian | Self::BlueMage)
    }

    /// All accepted names, without spaces and hyphens.
    const fn words(self) -> &'static [&'static str] {
        match self {
            Self::Chocobo => &["chocobo", "choco", "cho"],
            Self::Astrologian => &["astrologian", "ast"],
            Self::BlueMage => &["bluemage", "blu"],
            Self::Bard => &["bard", "brd"],
            Self::Sage => &["sage", "sge"],
            Self::Samurai => &["samurai", "sam"],
            Self::Reaper => &["reaper", "rpr"],
            Self::DarkKnight => &["darkknight", "drk"],
            Self::Dragoon => &["dragoon", "drg"],
            Self::BlackMage => &["blackmage", "blm"],
        }
    }
}

impl From<Unit> for u8 {
    fn from(unit: Unit) -> Self {
        unit.number()
    }
}

/// The number is above 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a unit is a number from 0 to 9")]
pub struct UnknownUnit;

impl TryFrom<u8> for Unit {
    type Error = UnknownUnit;

    fn try_from(number: u8) -> Result<Self, UnknownUnit> {
        Self::ALL.get(usize::from(number)).copied().ok_or(UnknownUnit)
    }
}

/// The meaning of a name in an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// Exactly one unit.
    One(Unit),
    /// The beginning of several units' names.
    Several(Vec<Unit>),
    /// Not a unit.
    Nothing,
}

/// Parses a name in lower case: a number, a name, an abbreviation, or a beginning of at least two letters that only one unit has.
///
/// Spaces and hyphens inside are ignored. A hyphen at either end is not accepted.
pub(super) fn named(text: &str) -> Named {
    if text.starts_with('-') || text.ends_with('-') {
        return Named::Nothing;
    }
    let letters: String = text.chars().filter(|&c| c != '-' && c != ' ').collect();
    if letters.is_empty() {
        return Named::Nothing;
    }
    let whole = |unit: &Unit| unit.words().contains(&letters.as_str()) || unit.number().to_string() == letters;
    if let Some(unit) = Unit::ALL.into_iter().find(whole) {
        return Named::One(unit);
    }
    let begun: Vec<_> =
        Unit::ALL.into_iter().filter(|unit| unit.words().iter().any(|word| word.starts_with(&letters))).collect();
    match begun[..] {
        [unit] if letters.len() >= 2 => Named::One(unit),
        [] | [_] => Named::Nothing,
        _ => Named::Several(begun),
    }
}
