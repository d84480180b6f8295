//! The common style of texts about a match: a headline with its accent, details, instructions, and small print.
//!
//! The layout is text above the picture. Discord puts embeds below attached pictures. It shows a picture in an embed smaller and without
//! alt text, and takes no partial edit of a message with containers. So a message with a board has its accent in the headline.
//! A card without a board has it as the colour of its embed.

use crate::game::{Ink, RULING, Seat, WARNING};
use crate::ids::MatchId;
use crate::messages::queued_message::{Accent, Public};

/// The most characters of a line that is formatted as a headline.
const LONGEST_HEADLINE: usize = 120;
/// Discord's prefix for small print.
const SMALL: &str = "-# ";

impl Accent {
    /// Returns the prefix of a headline, in the colours of the seats' tokens in pictures.
    #[must_use]
    pub const fn mark(self) -> &'static str {
        match self {
            Self::Neutral => "",
            Self::Seat(Seat::Ec) => "🟠 ",
            Self::Seat(Seat::Dmo) => "🔷 ",
            Self::Ruling => RULING,
            Self::Warning => WARNING,
        }
    }

    /// Returns the colour of an embed.
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

/// Joins lines, with the first as the headline.
#[must_use]
pub fn headed(accent: Accent, lines: &[String]) -> String {
    headed_by(accent.mark(), lines)
}

/// Joins the lines of a public message. A player with a side's colour has that colour's mark.
#[must_use]
pub fn public_lines(words: &Public) -> String {
    let mark = match (words.accent, words.side) {
        (Accent::Seat(_), Some(Ink::Red)) => "🔴 ",
        (Accent::Seat(_), Some(Ink::Blue)) => "🔵 ",
        (Accent::Seat(_), Some(_)) => "",
        (accent, _) => accent.mark(),
    };
    headed_by(mark, &words.lines)
}

fn headed_by(mark: &str, lines: &[String]) -> String {
    let Some((first, rest)) = lines.split_first() else { return String::new() };
    let bold = first.contains("**") || is_small(first) || first.chars().count() > LONGEST_HEADLINE;
    let first = if bold { first.clone() } else { format!("**{first}**") };
    let lines = std::iter::once(format!("{mark}{first}")).chain(rest.iter().cloned());
    lines.collect::<Vec<_>>().join("\n")
}

/// Moves small print to the end.
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

/// Returns the name of a match in small print.
#[must_use]
pub fn label(match_id: MatchId) -> String {
    format!("Match {match_id}")
}

/// Returns small print: its parts in one line.
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
        for (side, text) in
            [(Ink::Red, "🔴 **Ann leads.**"), (Ink::Blue, "🔵 **Ann leads.**"), (Ink::Neutral, "**Ann leads.**")]
        {
            let (accent, lines) = (Accent::Seat(Seat::Dmo), lines[..1].to_vec());
            assert_eq!(public_lines(&Public { accent, lines, side: Some(side), ..Public::default() }), text);
        }
        assert_eq!(headed(Accent::Ruling, &[]), "");
        assert_eq!(small_print_last(lines.to_vec()), ["Ann leads.", "Deadline soon.", "-# Receipt `77feb176`."]);
        assert_eq!(small(["Match 1", "", "Round 2"].map(str::to_owned)), "-# Match 1 · Round 2");
    }
}
