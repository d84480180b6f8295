//! Texts of scripts on their way to people.

/// The most characters of one text.
pub const LONGEST: usize = 600;

/// A text that mentions nobody, links nowhere and stays on its line, cut where it is long.
pub fn clean(text: &str, most: usize) -> String {
    let text = text.replace("://", ":／／").replace("](", "] (").replace("discord.gg/", "discord.gg ");
    let mut chars = text.chars().peekable();
    let mut clean = String::with_capacity(text.len());
    let mut count = 0;
    while let Some(c) = chars.next() {
        if count == most {
            clean.pop();
            clean.push('…');
            break;
        }
        count += 1;
        clean.push(match c {
            '@' => '＠',
            '<' if matches!(chars.peek(), Some('@' | '#' | '/' | ':' | 'a' | 't' | '&' | 'i')) => '‹',
            c if c.is_control() => ' ',
            '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' => ' ',
            c => c,
        });
    }
    clean
}

/// The longest name that has to fit into a text.
const NAME: usize = 32;

/// A clean text on one line with single spaces, cut so that it has at most so many characters with the longest names.
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
        // Room for the sign that something was cut.
        if count < most {
            fits = text.len() - rest.len();
        }
    }
    text
}
