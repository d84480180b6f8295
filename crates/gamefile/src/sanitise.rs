//! Cleans scripts' texts before people see them.

use deathmatch_rules::game::{RULING, WARNING};

/// The most characters of one text.
pub const LONGEST: usize = 600;

/// The most combining marks on one letter; more would spill over other lines.
const MARKS: usize = 2;

/// Returns a text without mentions, links, formatting and line breaks, cut to `most` characters.
///
/// Bold text, small print, headings and the signs of rulings and warnings are reserved for the bot's own words.
pub fn clean(text: &str, most: usize) -> String {
    let is_sign = |c: char| [RULING, WARNING].iter().any(|sign| sign.contains(c));
    let begun = text.trim_start_matches(|c| is_sign(c) || is_hidden(c) || is_mark(c) || is_variant(c));
    harmless(begun, most, false)
}

/// Returns a line of rules without mentions and links. Its formatting stays.
pub fn clean_rules(line: &str) -> String {
    harmless(line, usize::MAX, true)
}

fn harmless(text: &str, most: usize, formatted: bool) -> String {
    let text = text.replace("://", ":／／").replace("](", "] (");
    let mut chars = text.chars().peekable();
    let mut clean = String::with_capacity(text.len());
    let (mut count, mut marks, mut begun) = (0, MARKS, false);
    while let Some(c) = chars.next() {
        if is_mark(c) {
            marks += 1;
            if marks > MARKS {
                continue;
            }
        } else {
            marks = 0;
        }
        if count == most {
            clean.pop();
            clean.push('…');
            break;
        }
        count += 1;
        let shown = match c {
            '@' => '＠',
            '<' if chars.peek().is_some_and(|next| !next.is_whitespace() && !next.is_ascii_digit() && *next != '=') => {
                '‹'
            }
            c if is_hidden(c) => ' ',
            c if formatted => c,
            '*' => '∗',
            '`' => '\'',
            '|' if chars.peek() == Some(&'|') || clean.ends_with('¦') => '¦',
            '~' if chars.peek() == Some(&'~') || clean.ends_with('∼') => '∼',
            // Markdown's headings, quotations and small print at the beginning of a line.
            '#' if !begun => '＃',
            '>' if !begun => '›',
            '-' if !begun && chars.peek() == Some(&'#') => '–',
            c => c,
        };
        begun |= !shown.is_whitespace();
        clean.push(shown);
    }
    without_invites(clean)
}

/// Breaks the invitation links in a text.
fn without_invites(mut text: String) -> String {
    for address in ["discord.gg/", "discord.com/invite/", "discordapp.com/invite/"] {
        while let Some(at) = text.to_ascii_lowercase().find(address) {
            let slash = at + address.len() - 1;
            text.replace_range(slash..=slash, " ");
        }
    }
    text
}

/// Whether a character is invisible, or reorders, splits or fills the text around it.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Whether a character is a combining mark.
const fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// Whether a character only chooses the look of the one before it.
pub const fn is_variant(c: char) -> bool {
    matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{200d}')
}

/// The most characters of a text in a picture.
pub const TEXT: usize = 120;

/// The length of the longest name, in characters.
pub const NAME: usize = 32;

/// Cleans a text, joins its lines and cuts it to `most` characters; `{ec}` and `{dmo}` count as the longest names.
pub fn fitted(text: &str, most: usize) -> String {
    let text = clean(&text.split_whitespace().collect::<Vec<_>>().join(" "), most);
    let (mut fits, mut count, mut rest) = (0, 0, text.as_str());
    while let Some(c) = rest.chars().next() {
        let name = ["{ec}", "{dmo}"].into_iter().find(|name| rest.starts_with(name));
        let (bytes, chars) = name.map_or((c.len_utf8(), 1), |name| (name.len(), NAME));
        count += chars;
        if count > most {
            return format!("{}…", text[..fits].trim_end());
        }
        rest = &rest[bytes..];
        // Leaves room for `…`.
        if count < most {
            fits = text.len() - rest.len();
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn script_text_has_no_mentions_links_or_formatting() {
        for (text, shown) in [
            ("<@1> @everyone <#2> <:x:3> <+49> </a:4>", "‹＠1> ＠everyone ‹#2> ‹:x:3> ‹+49> ‹/a:4>"),
            (
                "https://a.b [x](y) Discord.GG/abc discord.com/invite/a",
                "https:／／a.b [x] (y) Discord.GG abc discord.com/invite a",
            ),
            ("**Match 1 is over.**", "∗∗Match 1 is over.∗∗"),
            ("-# Match 1", "–# Match 1"),
            ("# Ann won", "＃ Ann won"),
            (" > quoted", "› quoted"),
            ("\u{fe0f}⚖️ **Hana (host) reverted it.**", "∗∗Hana (host) reverted it.∗∗"),
            (" ⚠\u{200b}⚖ 1 ⚖️", "1 ⚖️"),
            ("`x` ||y|| ~~z~~ a|b ~5", "'x' ¦¦y¦¦ ∼∼z∼∼ a|b ~5"),
            ("1 < 2, a <= b, 3 > 2, A-#1", "1 < 2, a <= b, 3 > 2, A-#1"),
            ("a\u{2028}b\u{202e}c\u{3164}d\ne", "a b c d e"),
            ("Z\u{336}\u{301}\u{301}\u{301}o", "Z\u{336}\u{301}o"),
        ] {
            assert_eq!(clean(text, 100), shown);
        }
        assert_eq!(clean("abcdef", 4), "abc…");
        let rules = "## ⚖️ **Ties** `a1` <@1> @here [x](https://a.b) </match resign:1>";
        assert_eq!(clean_rules(rules), "## ⚖️ **Ties** `a1` ‹＠1> ＠here [x] (https:／／a.b) ‹/match resign:1>");
    }
}
