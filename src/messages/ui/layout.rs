//! The one layout of messages about a match: a headline with its accent, details, what to do, and the small print.
//!
//! It is text above the picture. Discord puts embeds below attached pictures, shows a picture in an embed smaller and without alt text, and
//! takes no partial edit of a message with containers; so a message with a board has its accent in the headline, and the cards without
//! one have it as their embed's colour.

use crate::game::Seat;
use crate::ids::MatchId;
use crate::messages::spec::Accent;

/// The most characters of a line that is made a headline.
const LONGEST_HEADLINE: usize = 120;
/// How Discord marks small print.
const SMALL: &str = "-# ";

impl Accent {
    /// In front of a headline, in the colours of the seats' tokens in pictures.
    #[must_use]
    pub const fn mark(self) -> &'static str {
        match self {
            Self::Neutral => "",
            Self::Seat(Seat::Ec) => "🟠 ",
            Self::Seat(Seat::Dmo) => "🔷 ",
            Self::Ruling => "⚖️ ",
            Self::Warning => "⚠️ ",
        }
    }

    /// Of an embed.
    #[must_use]
    pub const fn colour(self) -> u32 {
        match self {
            Self::Neutral => 0x78_82_94,
            Self::Seat(Seat::Ec) => 0xF5_A7_42,
            Self::Seat(Seat::Dmo) => 0x5F_B8_F2,
            Self::Ruling => 0xF3_F5_F8,
            Self::Warning => 0xFF_77_7D,
        }
    }
}

/// Lines with the first as their headline.
#[must_use]
pub fn headed(accent: Accent, lines: &[String]) -> String {
    let Some((first, rest)) = lines.split_first() else { return String::new() };
    let bold = first.contains("**") || is_small(first) || first.chars().count() > LONGEST_HEADLINE;
    let first = if bold { first.clone() } else { format!("**{first}**") };
    let lines = std::iter::once(format!("{}{first}", accent.mark())).chain(rest.iter().cloned());
    lines.collect::<Vec<_>>().join("\n")
}

/// Lines with their small print last.
#[must_use]
pub fn small_print_last(lines: Vec<String>) -> Vec<String> {
    let (small, mut lines): (Vec<_>, Vec<_>) = lines.into_iter().partition(|line| is_small(line));
    lines.extend(small);
    lines
}

/// Whether a line is small print.
#[must_use]
pub fn is_small(line: &str) -> bool {
    line.starts_with(SMALL)
}

/// What a match is called in small print.
#[must_use]
pub fn label(match_id: MatchId) -> String {
    format!("Match {match_id}")
}

/// Small print: its parts in one line.
#[must_use]
pub fn small(parts: impl IntoIterator<Item = String>) -> String {
    let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    format!("{SMALL}{}", parts.join(" · "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_is_the_headline_and_small_print_comes_last() {
        let lines = ["Ann leads.", "-# Receipt `77feb176`.", "Deadline soon."].map(str::to_owned);
        assert_eq!(headed(Accent::Seat(Seat::Ec), &lines[..1]), "🟠 **Ann leads.**");
        assert_eq!(headed(Accent::Neutral, &["**Bold**.".to_owned()]), "**Bold**.");
        assert_eq!(headed(Accent::Ruling, &[]), "");
        assert_eq!(small_print_last(lines.to_vec()), ["Ann leads.", "Deadline soon.", "-# Receipt `77feb176`."]);
        assert_eq!(small(["Match 1", "", "Round 2"].map(str::to_owned)), "-# Match 1 · Round 2");
    }
}
