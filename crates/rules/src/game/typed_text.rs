//! Text typed on phones and other keyboards: orders, durations, times of day.
//!
//! - Typographic characters are folded here, once, before a game reads a text: dashes, arrows to the right, quotation marks, full-width
//!   characters, a final full stop. A text of plain words, numbers and separators is unchanged, and folding twice changes nothing more.
//! - A refusal quotes the text as typed, not as folded.

use std::ops::Range;

use deathmatch_spelling::meant;

use super::Refusal;
use super::words::Part;

/// The most characters of a text that are quoted.
const QUOTED: usize = 40;

/// A text with its typographic characters folded.
pub(super) struct Typed<'a> {
    text: &'a str,
    plain: String,
    /// For each byte of the plain text, its byte index in the typed text. The last element is the typed text's end.
    from: Vec<usize>,
}

/// The plain form of a character.
enum Folded {
    To(char),
    Nothing,
}

impl<'a> Typed<'a> {
    pub(super) fn read(text: &'a str) -> Self {
        let (mut plain, mut from) = (String::with_capacity(text.len()), Vec::with_capacity(text.len() + 1));
        for (at, character) in text.char_indices() {
            let to = match folded(character) {
                Folded::To('.') if closes(&text[at + character.len_utf8()..]) => ' ',
                Folded::To(to) => to,
                Folded::Nothing => continue,
            };
            plain.push(to);
            from.resize(plain.len(), at);
        }
        from.push(text.len());
        Self { text, plain, from }
    }

    /// The folded text without white space at its ends.
    pub(super) fn plain(&self) -> &str {
        self.plain.trim()
    }

    /// Replaces the quotation in a refusal of the plain text with the text as typed. The refusal of a whole text says what to write
    /// `instead`.
    pub(super) fn requoted(&self, mut refusal: Refusal, instead: impl FnOnce() -> Option<String>) -> Refusal {
        let before = self.plain.len() - self.plain.trim_start().len();
        let Range { start, end } = match std::mem::replace(&mut refusal.part, Part::Unnamed) {
            Part::Unnamed => return refusal,
            Part::Quoted(part) => part,
            Part::Whole => return Refusal::unreadable(not_understood(self.text.trim(), instead())),
        };
        let (Some(read), Some(&from), Some(&to)) =
            (self.plain().get(start..end), self.from.get(before + start), self.from.get(before + end))
        else {
            return refusal;
        };
        let read = quoted(read);
        if refusal.message.starts_with(&read) {
            refusal.message.replace_range(..read.len(), &quoted(&self.text[from..to]));
        }
        refusal
    }
}

fn not_understood(text: &str, instead: Option<String>) -> String {
    match (text, instead) {
        ("", None) => "There is no order to write here.".to_owned(),
        ("", Some(instead)) => format!("No order was typed; {instead}"),
        (_, None) => format!("{} is no order here.", quoted(text)),
        (_, Some(instead)) => format!("{} is no order here; {instead}", quoted(text)),
    }
}

/// Asks whether the nearest order was meant: another number, square or single letter is no slip.
#[must_use]
pub fn nearest(text: &str, orders: &[String]) -> Option<String> {
    let text = text.to_lowercase();
    meant(&text, orders.iter().map(String::as_str).filter(|order| exact(&order.to_lowercase()) == exact(&text)))
}

/// The parts of a text that a slip does not change: words of one letter, and digits, each with a letter right before it: `4` in `4 fives`,
/// `d4d7` in `Qd4-d7`.
fn exact(text: &str) -> String {
    let of_word = |word: &str| -> String {
        let next = word.chars().skip(1).chain([' ']);
        let is_alone = word.chars().count() == 1;
        let stays = |c: char, next: char| is_alone || c.is_ascii_digit() || c.is_alphabetic() && next.is_ascii_digit();
        word.chars().zip(next).filter(|&(c, next)| stays(c, next)).map(|(c, _)| c).collect()
    };
    text.split(' ').map(of_word).collect()
}

/// A typed text for quotation: without formatting and invisible characters, and cut if it is long.
#[must_use]
pub fn quoted(text: &str) -> String {
    let mut seen = text.trim().chars().filter(|&character| !is_unseen(character) && !character.is_control());
    let mut words: String = seen.by_ref().take(QUOTED).collect();
    if seen.next().is_some() {
        words.push('…');
    }
    if words.contains('`') { format!("`` {words} ``") } else { format!("`{words}`") }
}

/// A text with its typographic characters folded, without white space at its ends.
#[must_use]
pub fn plain(text: &str) -> String {
    Typed::read(text).plain().to_owned()
}

/// Parses a duration as people write it, in seconds: `90`, `90s`, `3 min`, `2:30`, `1 h 30 min`.
#[must_use]
pub fn parse_duration(text: &str) -> Option<u64> {
    let text = plain(text).to_lowercase();
    if let Some((minutes, seconds)) = text.split_once(':') {
        let (minutes, seconds): (u64, u64) = (minutes.parse().ok()?, seconds.parse().ok()?);
        return minutes.checked_mul(60)?.checked_add(seconds);
    }
    let (mut rest, mut whole, mut last) = (text.as_str(), 0_u64, u64::MAX);
    loop {
        let digits = rest.len() - rest.trim_start_matches(|digit: char| digit.is_ascii_digit()).len();
        let (number, behind) = rest.split_at(digits);
        let behind = behind.trim_start();
        let unit = behind.len() - behind.trim_start_matches(|letter: char| letter.is_ascii_lowercase()).len();
        let (unit, behind) = behind.split_at(unit);
        let times = match unit {
            "" | "s" | "sec" | "secs" | "second" | "seconds" => 1,
            "m" | "min" | "mins" | "minute" | "minutes" => 60,
            "h" | "hr" | "hrs" | "hour" | "hours" => 3_600,
            _ => return None,
        };
        // Units run from the largest to the smallest, each once. A number without a unit must be alone.
        if times >= last || (unit.is_empty() && last != u64::MAX) {
            return None;
        }
        whole = whole.checked_add(number.parse::<u64>().ok()?.checked_mul(times)?)?;
        (rest, last) = (behind.trim_start(), times);
        if rest.is_empty() {
            return Some(whole);
        }
    }
}

/// Parses a time of day as people write it, in minutes after midnight: `22:00`, `8:30`, `8`, `8pm`, `8.30 p.m.`, `noon`.
#[must_use]
pub fn time_of_day(text: &str) -> Option<u16> {
    let text = plain(text).to_lowercase();
    match text.as_str() {
        "noon" => return Some(12 * 60),
        "midnight" => return Some(0),
        _ => {}
    }
    let digits = text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let half: String = text[digits.len()..].chars().filter(|letter| !matches!(letter, '.' | ' ')).collect();
    let later = match half.as_str() {
        "" => None,
        "am" | "a" => Some(0),
        "pm" | "p" => Some(12),
        _ => return None,
    };
    // A number with a full stop could be a date, unless `am` or `pm` follows.
    let cut: &[char] = if later.is_some() { &[':', '.'] } else { &[':'] };
    let (hour, minute) = digits.split_once(cut).unwrap_or((digits, "00"));
    let number = |text: &str, digits: &[usize], within: Range<u16>| {
        let plain = digits.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u16>().ok().filter(|number| plain && within.contains(number))
    };
    let hour = match later {
        None => number(hour, &[1, 2], 0..24)?,
        Some(later) => number(hour, &[1, 2], 1..13)? % 12 + later,
    };
    Some(hour * 60 + number(minute, &[2], 0..60)?)
}

/// Whether only white space, closing marks and full stops follow before the next word.
fn closes(rest: &str) -> bool {
    let next = rest.chars().find(|&character| !matches!(folded(character), Folded::Nothing | Folded::To('.')));
    next.is_none_or(|next| matches!(folded(next), Folded::To(' ')))
}

fn folded(character: char) -> Folded {
    let character = match character {
        // Full-width forms have the same sequence as the plain ones.
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(character) - 0xff01 + 0x21).unwrap_or(character),
        other => other,
    };
    Folded::To(match character {
        // Hyphens, dashes, the minus sign.
        '\u{2010}'..='\u{2015}' | '\u{2043}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{30fc}' | '\u{ff70}' => '-',
        // Quotation marks of all kinds, apostrophes, backticks, and arrows to the right.
        '"'
        | '\''
        | '`'
        | '´'
        | '\u{2018}'..='\u{201f}'
        | '\u{2032}'
        | '\u{2033}'
        | '«'
        | '»'
        | '‹'
        | '›'
        | '「'
        | '」'
        | '→'
        | '⇒'
        | '⇨'
        | '⟶'
        | '⟹'
        | '➔'
        | '➙'
        | '➛'..='➟'
        | '➡' => ' ',
        '、' | '،' => ',',
        '∶' => ':',
        '⁄' | '∕' => '/',
        '×' | '✕' | '✖' => 'x',
        '。' | '｡' | '…' => '.',
        space if space.is_whitespace() => ' ',
        unseen if is_unseen(unseen) => return Folded::Nothing,
        other => other,
    })
}

/// Whether a character is invisible: soft hyphens, joiners, marks of direction, variation selectors.
fn is_unseen(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typographic_characters_fold_to_plain_ones() {
        for (typed, read) in [
            ("move b5–c3, claim c3", "move b5-c3, claim c3"),
            ("b5—c3", "b5-c3"),
            ("b5−c3", "b5-c3"),
            ("b5→c3", "b5 c3"),
            ("b5 ➡️ c3", "b5   c3"),
            ("“samurai”", "samurai"),
            ("`samurai`.", "samurai"),
            ("'samurai.'", "samurai"),
            ("‘Blue Mage’ as «Bard»…", "Blue Mage  as  Bard"),
            ("spawn c5. move b5-c3", "spawn c5  move b5-c3"),
            ("ｓｐａｗｎ　ｃ５，ｍｏｖｅ　ｂ５－ｃ３。", "spawn c5,move b5-c3"),
            ("b2\u{200b}×\u{feff}", "b2x"),
            ("\u{a0}7\u{202f}", "7"),
            ("1.5", "1.5"),
            ("Qd4-d7/f5", "Qd4-d7/f5"),
            ("astrologian>dragoon", "astrologian>dragoon"),
        ] {
            assert_eq!(plain(typed), read, "{typed}");
            assert_eq!(plain(read), read, "what is folded stays");
        }
    }

    #[test]
    fn refusal_quotes_the_typed_text() {
        let refused = |typed: &str| {
            let typed = Typed::read(typed);
            let word = typed.plain().split(' ').next_back().unwrap();
            typed.requoted(Refusal::about(typed.plain(), word, "is no square."), || None).message
        };
        assert_eq!(refused("  “b5” ｚ９. "), "`ｚ９` is no square.");
        assert_eq!(refused("b5 c3–z9"), "`c3–z9` is no square.");
        assert_eq!(refused("x\u{202e}y"), "`xy` is no square.");
        assert_eq!(refused(&"z".repeat(50)), format!("`{}…` is no square.", "z".repeat(40)));
        assert_eq!(quoted("a`b"), "`` a`b ``");
    }

    #[test]
    fn durations_parse_in_common_forms() {
        for (text, seconds) in [
            ("90", 90),
            (" 90 s", 90),
            ("90s", 90),
            ("90 s.", 90),
            ("９０", 90),
            ("15 min", 900),
            ("3 Mins", 180),
            ("2:30", 150),
            ("1h", 3_600),
            ("1h30m", 5_400),
            ("1 h 30 min", 5_400),
        ] {
            assert_eq!(parse_duration(text), Some(seconds), "{text}");
        }
        for text in
            ["", "soon", "-5", "1.5 min", "3 weeks", "99999999999999999999", "::", "5 min 1 h", "1 min 30", "min"]
        {
            assert_eq!(parse_duration(text), None, "{text}");
        }
    }

    #[test]
    fn times_of_day_parse_in_common_forms() {
        for (text, hour, minute) in [
            ("22:00", 22, 0),
            ("8:30", 8, 30),
            ("8", 8, 0),
            ("8pm", 20, 0),
            ("8 PM", 20, 0),
            ("8 p.m.", 20, 0),
            ("8.30pm", 20, 30),
            ("12am", 0, 0),
            ("12:15 am", 0, 15),
            ("12pm", 12, 0),
            ("noon", 12, 0),
            ("Midnight", 0, 0),
            ("２０：００", 20, 0),
        ] {
            assert_eq!(time_of_day(text), Some(hour * 60 + minute), "{text}");
        }
        for text in ["", "24", "22:60", "22:0", "13pm", "0am", "8xm", "20.11", "+8", "8:00:00", "pm", "8 to"] {
            assert_eq!(time_of_day(text), None, "{text}");
        }
    }
}
