//! The conditions of the tables: comparisons between sums of named figures.
//!
//! **Notation.** `always`, or comparisons joined by ` and `. A comparison is two sums with one of `> >= = <= <` between them. A sum is
//! terms joined by `+` or `-`; its first term may have a `-`. A term is a number from 0 to 999, a name, or `number*name`. Spaces matter
//! only around `and`.

use std::fmt::{self, Write as _};

/// The greatest number in a condition, and the greatest change in either direction.
pub const MOST: i64 = 999;

/// The condition of a table's row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When {
    /// Always holds.
    Always,
    /// Holds if all of these hold.
    All(Vec<Comparison>),
}

/// Two sums and their required relation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    left: Sum,
    operator: Operator,
    right: Sum,
}

type Sum = Vec<Term>;

/// A number, a figure, or a number times a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Term {
    minus: bool,
    /// The number; `None` if only a name is written.
    number: Option<i64>,
    name: Option<&'static str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    More,
    AtLeast,
    Equal,
    AtMost,
    Less,
}

impl Operator {
    /// Longer symbols come first, so that the first match is the right one.
    const ALL: [(&'static str, Self); 5] =
        [(">=", Self::AtLeast), ("<=", Self::AtMost), (">", Self::More), ("<", Self::Less), ("=", Self::Equal)];

    fn text(self) -> &'static str {
        Self::ALL.into_iter().find(|&(_, each)| each == self).map_or("", |(text, _)| text)
    }

    const fn words(self) -> &'static str {
        match self {
            Self::More => "above",
            Self::AtLeast => "at least",
            Self::Equal => "equal to",
            Self::AtMost => "at most",
            Self::Less => "below",
        }
    }

    const fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Self::More => left > right,
            Self::AtLeast => left >= right,
            Self::Equal => left == right,
            Self::AtMost => left <= right,
            Self::Less => left < right,
        }
    }
}

impl When {
    /// Parses a condition with these names.
    ///
    /// # Errors
    /// A sentence without a full stop that describes the fault.
    pub fn read(text: &str, names: &[&'static str]) -> Result<Self, String> {
        let words: Vec<_> = text.split_whitespace().collect();
        if words == ["always"] {
            return Ok(Self::All(Vec::new()).or_always());
        }
        let comparisons = words.split(|&word| word == "and").map(|words| Comparison::read(&words.concat(), names));
        comparisons.collect::<Result<_, _>>().map(Self::All)
    }

    /// The condition in words, with `say`'s word for each name: `attack at least 2 × defence`.
    pub fn words(&self, say: impl Fn(&'static str) -> &'static str) -> String {
        let Self::All(all) = self else { return "in every other case".to_owned() };
        let sum = |terms: &Sum| {
            let named = terms.iter().map(|term| Term { name: term.name.map(&say), ..*term });
            written(&named.collect()).replace('*', " × ")
        };
        let all = all.iter().map(|each| format!("{} {} {}", sum(&each.left), each.operator.words(), sum(&each.right)));
        all.collect::<Vec<_>>().join(" and ")
    }

    fn or_always(self) -> Self {
        match self {
            Self::All(all) if all.is_empty() => Self::Always,
            other => other,
        }
    }

    /// Whether the condition holds for these figures.
    pub fn holds(&self, figure: impl Fn(&str) -> i64) -> bool {
        match self {
            Self::Always => true,
            Self::All(all) => all.iter().all(|each| {
                let sum = |terms: &Sum| terms.iter().map(|term| term.value(&figure)).sum::<i64>();
                each.operator.holds(sum(&each.left), sum(&each.right))
            }),
        }
    }
}

/// A comparison as a weighted sum of figures and a number, compared with 0.
#[derive(Clone, Debug)]
pub struct Test<const N: usize> {
    weights: [i64; N],
    number: i64,
    operator: Operator,
}

impl<const N: usize> Test<N> {
    /// Whether the comparison holds for figures, in the sequence of the names it was made for.
    #[must_use]
    pub fn holds(&self, figures: &[i64; N]) -> bool {
        let sum = self.weights.iter().zip(figures).fold(self.number, |sum, (weight, figure)| sum + weight * figure);
        self.operator.holds(sum, 0)
    }

    /// Whether the comparison depends on these figures only.
    #[must_use]
    pub fn depends_on_none_but(&self, figures: &[usize]) -> bool {
        self.weights.iter().enumerate().all(|(at, &weight)| weight == 0 || figures.contains(&at))
    }
}

impl When {
    /// The condition's comparisons as numbers, for figures in the sequence of these names.
    #[must_use]
    pub fn tests<const N: usize>(&self, names: &[&str; N]) -> Vec<Test<N>> {
        let Self::All(all) = self else { return Vec::new() };
        let test = |each: &Comparison| {
            let mut test = Test { weights: [0; N], number: 0, operator: each.operator };
            for (terms, sign) in [(&each.left, 1), (&each.right, -1)] {
                for term in terms {
                    let value = sign * term.value(|_| 1);
                    match term.name.and_then(|name| names.iter().position(|each| *each == name)) {
                        Some(at) => test.weights[at] += value,
                        None => test.number += value,
                    }
                }
            }
            test
        };
        all.iter().map(test).collect()
    }
}

impl Comparison {
    fn read(text: &str, names: &[&'static str]) -> Result<Self, String> {
        if text.is_empty() {
            return Err("a comparison is missing; write one such as `SA > 2*SD`, or `always` alone".to_owned());
        }
        let found = text.char_indices().find_map(|(at, _)| {
            let operator = Operator::ALL.into_iter().find(|(sign, _)| text[at..].starts_with(sign))?;
            Some((at, operator))
        });
        let Some((at, (sign, operator))) = found else {
            return Err(format!("`{}` has none of > >= = <= <", shown(text)));
        };
        let (left, right) = (&text[..at], &text[at + sign.len()..]);
        if right.contains(['<', '>', '=']) {
            return Err(format!("`{}` has more than one of > >= = <= <; join comparisons by ` and `", shown(text)));
        }
        Ok(Self { left: read_sum(left, names)?, operator, right: read_sum(right, names)? })
    }
}

fn read_sum(text: &str, names: &[&'static str]) -> Result<Sum, String> {
    let mut rest = text;
    let mut minus = false;
    if let Some(after) = rest.strip_prefix('-') {
        (minus, rest) = (true, after);
    }
    let mut sum = Vec::new();
    loop {
        let end = rest.find(['+', '-']).unwrap_or(rest.len());
        sum.push(Term::read(&rest[..end], minus, names)?);
        if end == rest.len() {
            return Ok(sum);
        }
        minus = rest[end..].starts_with('-');
        rest = &rest[end + 1..];
    }
}

impl Term {
    fn read(text: &str, minus: bool, names: &[&'static str]) -> Result<Self, String> {
        if text.is_empty() {
            return Err("a number or a name is missing".to_owned());
        }
        let (number, name) = match text.split_once('*') {
            Some((number, name)) => (Some(number), Some(name)),
            None if text.starts_with(|c: char| c.is_ascii_digit()) => (Some(text), None),
            None => (None, Some(text)),
        };
        let number = number.map(|number| {
            let digits = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
            let value = number.parse::<i64>().ok().filter(|value| digits && *value <= MOST);
            value.ok_or_else(|| format!("`{}` is no whole number from 0 to {MOST}", shown(number)))
        });
        let name = name.map(|name| {
            let known = names.iter().find(|&&known| known == name);
            known.copied().ok_or_else(|| format!("there is no name `{}`; use {}", shown(name), names.join(" ")))
        });
        Ok(Self { minus, number: number.transpose()?, name: name.transpose()? })
    }

    fn value(self, figure: impl Fn(&str) -> i64) -> i64 {
        let value = self.number.unwrap_or(1) * self.name.map_or(1, figure);
        if self.minus { -value } else { value }
    }
}

/// A user's text for quotation, cut to 30 characters.
pub(super) fn shown(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() && *c != '`').take(30).collect()
}

impl fmt::Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::All(all) = self else { return f.write_str("always") };
        for (index, Comparison { left, operator, right }) in all.iter().enumerate() {
            let and = if index == 0 { "" } else { " and " };
            write!(f, "{and}{} {} {}", written(left), operator.text(), written(right))?;
        }
        Ok(())
    }
}

fn written(sum: &Sum) -> String {
    let mut text = String::new();
    for (index, term) in sum.iter().enumerate() {
        text += match (index, term.minus) {
            (0, true) => "-",
            (0, false) => "",
            (_, true) => " - ",
            (_, false) => " + ",
        };
        let written = match (term.number, term.name) {
            (Some(number), Some(name)) => write!(text, "{number}*{name}"),
            (Some(number), None) => write!(text, "{number}"),
            (None, name) => write!(text, "{}", name.unwrap_or_default()),
        };
        written.expect("a text takes all that is written to it");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: &[&str] = &["SA", "SD"];

    fn figure(name: &str) -> i64 {
        if name == "SA" { 7 } else { 3 }
    }

    #[test]
    fn conditions_parse_with_any_spaces() {
        for (text, canonical, holds) in [
            ("always", "always", true),
            ("SA>=2*SD", "SA >= 2*SD", true),
            (" SA  =  2 * SD + 1 ", "SA = 2*SD + 1", true),
            ("-SD+10<SA", "-SD + 10 < SA", false),
            ("SA - 4 <= SD and 0 > - SD", "SA - 4 <= SD and 0 > -SD", true),
            ("007 = SA\tand SA > 999", "7 = SA and SA > 999", false),
        ] {
            let when = When::read(text, NAMES).unwrap();
            assert_eq!((when.to_string(), when.holds(figure)), (canonical.to_owned(), holds), "{text}");
            assert_eq!(When::read(canonical, NAMES), Ok(when));
        }
    }

    #[test]
    fn conditions_have_a_form_in_words() {
        let say = |name| if name == "SA" { "attack" } else { "defence" };
        for (text, words) in [
            ("always", "in every other case"),
            ("SA>=2*SD", "attack at least 2 × defence"),
            ("SA - 4 <= SD and 0 > -SD", "attack - 4 at most defence and 0 above -defence"),
        ] {
            assert_eq!(When::read(text, NAMES).unwrap().words(say), words);
        }
    }

    #[test]
    fn invalid_conditions_are_refused() {
        for text in [
            "",
            "and",
            "SA",
            "SA >",
            "> SA",
            "SA == SD",
            "SA > SD > 1",
            "SA > SD and",
            "and SA > SD",
            "SA > SDand SA > 1",
            "Always",
            "always and SA > 1",
            "SA > 1000",
            "SA*2 > 1",
            "2*3 > 1",
            "+SA > 1",
            "SA > --1",
            "SA > 1-",
            "sa > 1",
            "SX > 1",
            "SA > 1.5",
            "SA > 2SD",
            "SA > *SD",
            "SA => SD",
            "SA <> SD",
            "SA ≥ SD",
            "é > 1",
        ] {
            assert!(When::read(text, NAMES).is_err(), "{text}");
        }
    }
}
