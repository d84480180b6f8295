//! Texts of scripts on their way to people.

/// The most characters of one text.
pub const LONGEST: usize = 400;

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
