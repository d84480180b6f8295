//! Texts of people made safe to show: short, on one line, and unable to format the text around them; display names above all.
//!
//! - A name is made safe once, when it enters a match. Messages, pictures and the record then have the same name.
//! - A name has no brackets: text in brackets behind a name is always the bot's, such as `Hana (host)` or `Alex (EC)`.

use serenity::all::{Member, PartialMember, User};

/// The longest sentence, in characters; as long as a command's option.
const LONGEST_SENTENCE: usize = 100;
/// The longest name shown, in characters.
const LONGEST: usize = 32;
/// The most combining marks on one letter; more would spill over other lines.
const MARKS: usize = 2;

/// Returns a person's name in a server, made safe.
pub fn display_name(user: &User, nick: Option<&str>) -> String {
    [nick, user.global_name.as_deref(), Some(user.name.as_str())]
        .into_iter()
        .flatten()
        .find_map(safe)
        .unwrap_or_else(|| format!("Player {}", user.id.get() % 10_000))
}

/// Returns a person's safe name in a server, or their global name without member data.
pub fn of(user: &User, member: Option<&Member>) -> String {
    display_name(user, member.and_then(|member| member.nick.as_deref()))
}

/// Returns a person's safe name from an interaction's member data.
pub fn of_member(user: &User, member: Option<&PartialMember>) -> String {
    display_name(user, member.and_then(|member| member.nick.as_deref()))
}

/// Removes from a name what would format, mention, link or reorder text; `None` if nothing readable is left.
pub fn safe(name: &str) -> Option<String> {
    let bare: String = name.chars().map(|letter| if is_bracket(letter) { ' ' } else { letter }).collect();
    plain(&bare, LONGEST)
}

/// Makes a sentence safe, such as a reason; `None` if nothing readable is left.
pub fn sentence(text: &str) -> Option<String> {
    plain(text, LONGEST_SENTENCE)
}

fn plain(name: &str, longest: usize) -> Option<String> {
    let mut kept = String::with_capacity(name.len());
    let mut marks = MARKS;
    let mut seen = name.chars().filter(|&character| !is_hidden(character)).peekable();
    while let Some(character) = seen.next() {
        if is_mark(character) {
            if marks < MARKS {
                marks += 1;
                kept.push(character);
            }
            continue;
        }
        marks = if character.is_whitespace() { MARKS } else { 0 };
        match character {
            '*' => kept.push('∗'),
            '~' => kept.push('∼'),
            '`' => kept.push('ʼ'),
            '|' => kept.push('¦'),
            '<' => kept.push('‹'),
            '>' => kept.push('›'),
            '[' | '{' => kept.push('('),
            ']' | '}' => kept.push(')'),
            '\\' | '/' => kept.push('⁄'),
            '#' => kept.push('♯'),
            '@' => kept.push('＠'),
            // Within a word an underscore formats nothing.
            '_' if !kept.ends_with(char::is_alphanumeric)
                || !seen.peek().is_some_and(|next| next.is_alphanumeric()) =>
            {
                marks = MARKS;
            }
            space if space.is_whitespace() => {
                if !kept.ends_with(' ') {
                    kept.push(' ');
                }
            }
            other => kept.push(other),
        }
    }
    let edge = |character: char| matches!(character, ' ' | '_' | '-' | '+');
    let short: String = kept.trim_matches(edge).chars().take(longest).collect();
    let short = short.trim_matches(edge);
    short.chars().any(char::is_alphanumeric).then(|| short.to_owned())
}

/// Escapes another author's text, so that Discord shows it literally.
pub fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len() + 8);
    for character in text.chars().filter(|&character| character == '\n' || !is_hidden(character)) {
        if matches!(character, '\\' | '*' | '_' | '~' | '`' | '|' | '<' | '>' | '[' | ']' | '#' | '@' | ':' | '-') {
            shown.push('\\');
        }
        shown.push(character);
    }
    shown
}

/// Prepares another author's text to stand between backticks, where Discord shows it literally.
pub fn verbatim(text: &str) -> String {
    let seen = text.chars().filter(|&character| !is_hidden(character));
    seen.map(|character| match character {
        '`' => 'ʼ',
        '\n' => ' ',
        other => other,
    })
    .collect()
}

/// Whether a character is a bracket of any kind.
fn is_bracket(character: char) -> bool {
    matches!(character, '(' | ')' | '[' | ']' | '{' | '}' | '<' | '>' | '‹' | '›' | '⁅' | '⁆' | '⁽' | '⁾' | '₍' | '₎' | '\u{2308}'..='\u{230b}'
        | '〈' | '〉' | '❨'..='❵' | '⟅' | '⟆' | '⟦'..='⟯' | '⦃'..='⦘' | '⧼' | '⧽' | '⸦'..='⸩' | '\u{2e55}'..='\u{2e5c}'
        | '〈'..='】' | '〔'..='〛' | '﴾' | '﴿' | '\u{fe35}'..='\u{fe44}' | '﹙'..='﹞' | '（' | '）' | '［' | '］' | '｛' | '｝'
        | '＜' | '＞' | '｟' | '｠' | '｢' | '｣')
}

/// Whether a character is drawn onto the one before it.
fn is_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// Whether a character is a control character, changes the direction of text, or is invisible.
pub fn is_hidden(character: char) -> bool {
    (character.is_control() && character != '\n' && character != '\t')
        || matches!(character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_formats_nothing() {
        assert_eq!(safe("**Bold** `x`").unwrap(), "∗∗Bold∗∗ ʼxʼ");
        assert_eq!(safe("<@123>").unwrap(), "＠123");
        assert_eq!(safe("https://x.y").unwrap(), "https:⁄⁄x.y");
        assert_eq!(safe("cool_guy_99_").unwrap(), "cool_guy_99");
        assert_eq!(safe("x _y_ __z__").unwrap(), "x y z");
        assert_eq!(safe("||a|| ~~b~~ [c](https://d.e)").unwrap(), "¦¦a¦¦ ∼∼b∼∼ c https:⁄⁄d.e");
    }

    #[test]
    fn no_name_passes_for_a_signature() {
        for name in ["Hana (host)", "Hana [host]", "Hana ❨host❩", "Hana ‹host›", "Hana （host）", "(Hana) (host)"]
        {
            assert_eq!(safe(name).unwrap(), "Hana host", "{name}");
        }
        assert_eq!(safe("Alex (EC)").unwrap(), "Alex EC");
    }

    #[test]
    fn a_reason_is_not_cut_where_a_name_is() {
        let reason = "Bob had to leave for the airport and will not be back tonight";
        assert_eq!(sentence(reason).as_deref(), Some(reason));
        assert_eq!(sentence("<@1> **left**").unwrap(), "‹＠1› ∗∗left∗∗");
    }

    #[test]
    fn a_name_is_one_short_readable_line() {
        assert_eq!(safe(" A\u{202e}n\n\n n ").unwrap(), "An n");
        assert_eq!(safe(&"x".repeat(80)).unwrap().chars().count(), LONGEST);
        assert_eq!(safe("\u{3164}\u{200b} __"), None);
        assert_eq!(safe("\u{301}\u{302} "), None);
        assert_eq!(safe(&format!("\u{301}Z{}o", "\u{336}\u{301}".repeat(50))).unwrap(), "Z\u{336}\u{301}o");
        assert_eq!(safe("A\u{0}nn\u{7}").unwrap(), "Ann");
    }

    #[test]
    fn quoted_text_is_shown_letter_by_letter() {
        assert_eq!(escaped("a*b <@1>"), "a\\*b \\<\\@1\\>");
        assert_eq!(verbatim("a-b `:`\n<@1>"), "a-b ʼ:ʼ <@1>");
    }
}
