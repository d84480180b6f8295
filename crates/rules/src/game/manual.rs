//! The rules for players, written as Markdown.
//!
//! - `# title` comes first. The text up to the first `## icon title` is for readers of the file only.
//! - A section has items, `- …` or `1. …`. An indented line continues its item.
//! - `⌂` before an item marks a house ruling. `[name=value]` before an item or a section's icon is a condition: without that value the text
//!   is left out.
//! - `{name}` stands for a value. A value of several lines makes several items.

use std::collections::BTreeMap;

use serde_json::Map;

use super::{Page, Prompt, Rules, RulesPicture, Section, SetupError, rules_picture};
use crate::game::Line;

/// The texts that explain a game to players.
pub trait Manual: Rules {
    /// The rules in Markdown; see [`Page::read`].
    const RULES: &'static str;

    /// Explanations of each kind of prompt in a sentence or two, for players in their first match. The first prompt of a kind has the first
    /// one. The others follow one by one, at prompts without a lesson.
    const GUIDE: &'static [(Prompt, &'static str)] = &[];

    /// The rule behind each kind of public [`Moment`](super::Moment), in a sentence or two. A player's first match says it once, at the prompt
    /// after the first moment of the kind.
    const LESSONS: &'static [(&'static str, &'static str)] = &[];

    /// The ruleset values that make a first match short; empty if the game has none.
    const SHORT: &'static [(&'static str, u32)] = &[];

    /// Values for names in the rules, besides those of the ruleset.
    fn words(_ruleset: &Self::Ruleset) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// The picture for the rules: the board and its signs.
    ///
    /// # Errors
    /// The ruleset cannot open a match.
    fn example(ruleset: &Self::Ruleset) -> Result<RulesPicture, SetupError> {
        rules_picture::played::<Self>(ruleset, Map::new(), &[]).map(|view| RulesPicture::of(&view))
    }
}

/// The value for each name in the rules.
pub type Values = BTreeMap<String, String>;

/// A name in the rules has no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` in the rules has no value")]
pub struct UnknownName(pub String);

impl Page {
    /// Fills in the rules' values. Every name needs a value, even under a condition that does not hold.
    ///
    /// # Errors
    /// A name has no value.
    pub fn read(markdown: &str, values: &Values) -> Result<Self, UnknownName> {
        let mut page = Self::default();
        let mut kept = true;
        for line in markdown.replace("\n  ", " ").lines() {
            if let Some(title) = line.strip_prefix("# ") {
                page.title = filled(title, values)?;
            } else if let Some(heading) = line.strip_prefix("## ") {
                let (holds, heading) = condition(heading, values)?;
                let (icon, title) = heading.split_once(' ').unwrap_or(("", heading));
                let (icon, title) = (icon.to_owned(), filled(title, values)?);
                kept = holds;
                if kept {
                    page.sections.push(Section { icon, title, lines: Vec::new() });
                }
            } else if let Some(item) = line.strip_prefix("- ").or_else(|| numbered(line)) {
                let ruling = item.strip_prefix("⌂ ");
                let (holds, text) = condition(ruling.unwrap_or(item), values)?;
                let text = filled(text, values)?;
                if let (true, true, Some(section)) = (kept, holds, page.sections.last_mut()) {
                    let line = |text: &str| Line { text: text.to_owned(), house: ruling.is_some() };
                    section.lines.extend(text.lines().map(line));
                }
            }
        }
        Ok(page)
    }

    /// How to win: the last sentence of the first section that says who wins or loses.
    #[must_use]
    pub fn goal(&self) -> Option<String> {
        let decides = |word: &str| ["win", "wins", "lose", "loses"].contains(&word);
        let says = |sentence: &&str| sentence.split(|letter: char| !letter.is_alphanumeric()).any(decides);
        let lines = self.sections.first()?.lines.iter().filter(|line| !line.house);
        let sentences = lines.flat_map(|line| line.text.split_inclusive(". "));
        sentences.filter(says).last().map(|sentence| sentence.trim().to_owned())
    }
}

/// Returns a line that starts with a number and a point: a numbered item, which keeps its number.
#[must_use]
pub fn numbered(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches(|digit: char| digit.is_ascii_digit());
    (rest.len() < line.len() && rest.starts_with(". ")).then_some(line)
}

/// Whether the conditions before a text hold, and the text after them.
fn condition<'a>(mut text: &'a str, values: &Values) -> Result<(bool, &'a str), UnknownName> {
    let mut holds = true;
    while let Some((wanted, rest)) = text.strip_prefix('[').and_then(|text| text.split_once("] "))
        && let Some((name, value)) = wanted.split_once('=')
    {
        holds &= look_up(name, values)? == value;
        text = rest;
    }
    Ok((holds, text))
}

fn filled(text: &str, values: &Values) -> Result<String, UnknownName> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, (name, after))) =
        rest.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
    {
        filled += before;
        let value = look_up(name, values)?;
        let minutes = after.strip_prefix(" s").and_then(|after| Some((minutes(name, value)?, after)));
        let (value, after) = minutes.unwrap_or_else(|| (value.to_owned(), after));
        filled += &value;
        rest = after;
    }
    Ok(filled + rest)
}

/// A value in seconds as `10 min`, if it is a whole number of minutes from two.
fn minutes(name: &str, value: &str) -> Option<String> {
    let seconds: u64 = value.parse().ok().filter(|_| name.ends_with("_s"))?;
    (seconds >= 120 && seconds.is_multiple_of(60)).then(|| format!("{} min", seconds / 60))
}

fn look_up<'a>(name: &str, values: &'a Values) -> Result<&'a str, UnknownName> {
    values.get(name).map(String::as_str).ok_or_else(|| UnknownName(name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str = "# Go {size}\n\nFor readers.\n\n## 🎯 In short\n\n- Two\n  lines, {size}.\n- ⌂ [size=9] Small.\n- [size=19] [ko=yes] Large.\n\
                         1. {list}\n\n## [ko=yes] ♻️ Ko\n\n- Never at once.\n";

    #[test]
    fn numbered_items_begin_with_a_number_and_a_point() {
        assert_eq!(["1. Draw.", "21. Draw."].map(numbered), [Some("1. Draw."), Some("21. Draw.")]);
        assert_eq!(["21 coins lie there.", "1.5 s", ". Draw.", "Draw."].map(numbered), [None; 4]);
    }

    fn read(rules: &str, size: &str, ko: &str) -> Result<String, UnknownName> {
        let values = [("size", size), ("ko", ko), ("list", "a\nb")];
        let values = values.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        let page = Page::read(rules, &values)?;
        let sections = page.sections.iter().map(|section| {
            let lines = section.lines.iter().map(|line| format!("{}{}", if line.house { "⌂ " } else { "" }, line.text));
            format!("{}/{}/{}", section.icon, section.title, lines.collect::<Vec<_>>().join("/"))
        });
        Ok(format!("{}: {}", page.title, sections.collect::<Vec<_>>().join(" ")))
    }

    #[test]
    fn rules_items_follow_their_conditions() {
        assert_eq!(read(RULES, "9", "no").unwrap(), "Go 9: 🎯/In short/Two lines, 9./⌂ Small./1. a/b");
        let large = "Go 19: 🎯/In short/Two lines, 19./Large./1. a/b ♻️/Ko/Never at once.";
        assert_eq!(read(RULES, "19", "yes").unwrap(), large);
    }

    #[test]
    fn long_times_are_in_minutes() {
        let values: Values =
            [("turn_s", "600"), ("claim_s", "60")].map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        assert_eq!(filled("{turn_s} s, then {claim_s} s.", &values).unwrap(), "10 min, then 60 s.");
    }

    #[test]
    fn unknown_name_is_an_error_even_in_hidden_items() {
        for rules in ["# {x}", "## {x}", "## 🎯 A\n- [ko=yes] {x}", "## 🎯 A\n- [x=1] B", "## [ko=yes] 🎯 A\n- {x}"]
        {
            assert_eq!(read(rules, "9", "no"), Err(UnknownName("x".to_owned())), "{rules}");
        }
    }
}
