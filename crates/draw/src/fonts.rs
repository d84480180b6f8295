//! The font family, and the conversion of text to characters that it can show.
//!
//! The result of [`legible`] has a glyph for every character, so no other font is needed. It has no characters that change the direction of
//! text or stack marks.

use std::sync::{Arc, LazyLock};

use resvg::usvg::fontdb::{Database, Source};
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use deathmatch_rules::game::{BySeat, Frame, Seat, Weight};

/// The name of the font family.
pub const FAMILY: &str = "Noto Sans";

static DATABASE: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut database = Database::new();
    for data in [notosans::REGULAR_TTF, notosans::BOLD_TTF] {
        database.load_font_source(Source::Binary(Arc::new(data)));
    }
    Arc::new(database)
});

static REGULAR: LazyLock<FontRef<'static>> = LazyLock::new(|| read(notosans::REGULAR_TTF));
static BOLD: LazyLock<FontRef<'static>> = LazyLock::new(|| read(notosans::BOLD_TTF));

fn read(data: &'static [u8]) -> FontRef<'static> {
    FontRef::new(data).expect("the embedded font is whole")
}

pub fn font(weight: Weight) -> &'static FontRef<'static> {
    match weight {
        Weight::Regular => &REGULAR,
        Weight::Bold => &BOLD,
    }
}

/// The two fonts for the renderer.
pub fn database() -> Arc<Database> {
    Arc::clone(&DATABASE)
}

/// The width of a line of legible text.
#[must_use]
pub fn width(text: &str, size: f32, weight: Weight) -> f32 {
    let font = font(weight);
    let (letters, metrics) = (font.charmap(), font.glyph_metrics(Size::new(size), LocationRef::default()));
    text.chars().filter_map(|letter| metrics.advance_width(letters.map(letter)?)).sum()
}

/// The text without characters that the fonts lack: fancy letters become plain ones, runs of spaces become single, and each letter keeps at
/// most one mark.
pub fn legible(text: &str) -> String {
    let letters = BOLD.charmap();
    let shown = |letter: char| !is_invisible(letter) && letters.map(letter).is_some();
    let mut clean = String::with_capacity(text.len());
    let (mut space, mut marked) = (false, true);
    // Letters that the fonts have are kept unchanged, such as `…`, which would otherwise be decomposed.
    for letter in text.nfc().flat_map(|letter| {
        let known = shown(letter) || letter.is_whitespace();
        let plain = (!known).then(|| letter.nfkc());
        known.then_some(letter).into_iter().chain(plain.into_iter().flatten())
    }) {
        if letter.is_whitespace() {
            space = !clean.is_empty();
        } else if shown(letter) {
            if is_combining_mark(letter) {
                if marked || space {
                    continue;
                }
                marked = true;
            } else {
                marked = std::iter::once(letter).nfd().nth(1).is_some();
            }
            if std::mem::take(&mut space) {
                clean.push(' ');
            }
            clean.push(letter);
        }
    }
    clean
}

/// The players' names as drawn: in the letters of the fonts, told apart by seat. An unreadable name becomes the seat's.
pub fn names(frame: &Frame) -> BySeat<String> {
    let contest = frame.contest;
    let drawn = BySeat::from_fn(|seat: Seat| {
        let name = contest.unmarked(seat, &frame.names[seat]);
        drawn(name, frame.usernames[seat].as_deref()).unwrap_or_else(|| contest.nameless(seat).to_owned())
    });
    // Names that look alike in all letters may differ in the fonts' letters, and vice versa.
    let apart = contest.apart(&drawn);
    BySeat::from_fn(|seat| {
        let marked = contest.unmarked(seat, &frame.names[seat]) != frame.names[seat];
        if marked && drawn[seat] != contest.nameless(seat) {
            contest.marked(seat, &drawn[seat])
        } else {
            apart[seat].clone()
        }
    })
}

/// A name as drawn; `None` if nothing in it is readable. If the fonts lack some letters, the Discord username is drawn instead.
#[must_use]
pub fn drawn(name: &str, username: Option<&str>) -> Option<String> {
    let seen = legible(name);
    let letters = |text: &str| text.nfkc().filter(|letter| letter.is_alphanumeric()).count();
    let lacks = letters(&seen) < letters(name);
    let username = username.filter(|_| lacks).map(legible);
    username.or(Some(seen)).filter(|name| name.contains(char::is_alphanumeric))
}

/// A text as a picture shows it: in letters of the fonts, and cut at the width `within`.
#[must_use]
pub fn lettered(text: &str, size: f32, weight: Weight, within: Option<f32>) -> String {
    let text = legible(text);
    within.map_or_else(|| text.clone(), |within| cut(&text, size, weight, within))
}

/// Cuts a legible text with an ellipsis, so that it is at most `within` wide.
pub fn cut(text: &str, size: f32, weight: Weight, within: f32) -> String {
    if width(text, size, weight) <= within {
        return text.to_owned();
    }
    let room = within - width("…", size, weight);
    let mut kept = String::new();
    for letter in text.chars() {
        kept.push(letter);
        if width(&kept, size, weight) > room {
            kept.pop();
            break;
        }
    }
    kept.truncate(kept.trim_end().len());
    kept + "…"
}

/// Fits a legible name into the width `within`: at the largest size from `size` down to `least`, and cut only then. A number at the end,
/// such as a level, and a seat's mark are kept, because they distinguish names.
#[must_use]
pub fn fitted(name: &str, size: f32, least: f32, weight: Weight, within: f32) -> (f32, String) {
    let fits = (size * within / width(name, size, weight).max(1.0)).floor().min(size);
    if fits >= least {
        return (fits, name.to_owned());
    }
    let marked =
        name.rsplit_once(" (").filter(|_| name.ends_with(')')).map(|(front, _)| (front, &name[front.len() + 1..]));
    let number = name.rsplit_once(' ').filter(|(_, last)| last.ends_with(|letter: char| letter.is_ascii_digit()));
    let kept = marked.or(number).and_then(|(front, last)| {
        let last = format!(" {last}");
        let room = within - width(&last, least, weight);
        (room > within / 2.0).then(|| cut(front, least, weight, room) + &last)
    });
    (least, kept.unwrap_or_else(|| cut(name, least, weight, within)))
}

/// Breaks a legible text at spaces into at most `most` lines, and cuts the last one.
#[must_use]
pub fn wrap(text: &str, size: f32, weight: Weight, within: f32, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let full = lines.len() == most;
        match lines.last_mut() {
            Some(line) if full || width(&format!("{line} {word}"), size, weight) <= within => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.iter().map(|line| cut(line, size, weight, within)).collect()
}

/// Whether a character is a control, changes the direction of text, or has no width.
const fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff0}'..='\u{ffff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use deathmatch_rules::game::Contest;

    #[test]
    fn legible_drops_characters_without_glyphs() {
        for (name, shown) in [
            ("Ann", "Ann"),
            ("  Ann \t\n Lee ", "Ann Lee"),
            ("𝓑𝓸𝓫 Ｆｕｌｌ", "Bob Full"),
            ("🔥Bob🔥", "Bob"),
            ("a\u{202e}b\u{0}c", "abc"),
            ("e\u{301}\u{301}\u{301}x", "éx"),
            ("Ζωή Жанна Łukasz", "Ζωή Жанна Łukasz"),
            ("1…2", "1…2"),
            ("太郎", ""),
        ] {
            assert_eq!(legible(name), shown, "{name:?}");
        }
    }

    fn of(ec: &str, dmo: &str, usernames: [Option<&str>; 2]) -> [String; 2] {
        let [first, second] = usernames.map(|name| name.map(str::to_owned));
        let frame = Frame {
            names: Contest::DeathMatch.apart(&BySeat { ec: ec.to_owned(), dmo: dmo.to_owned() }),
            usernames: BySeat { ec: first, dmo: second },
            ..Frame::default()
        };
        let BySeat { ec, dmo } = names(&frame);
        [ec, dmo]
    }

    #[test]
    fn unreadable_name_becomes_the_seats() {
        assert_eq!(of("太郎", "***", [None, None]), ["EC", "DMO"]);
    }

    #[test]
    fn username_replaces_a_name_with_missing_letters() {
        assert_eq!(of("太郎", "김철수", [Some("taro_1"), Some("kim.cs")]), ["taro_1", "kim.cs"]);
        assert_eq!(of("محمد", "Bob 太郎", [Some("mo"), Some("bob")]), ["mo", "bob"], "also where they lack some");
        assert_eq!(of("🔥Ann🔥", "Ζωή", [Some("a"), Some("z")]), ["Ann", "Ζωή"], "not for what is no letter");
        assert_eq!(of("Bob 太郎", "𝓑𝓸𝓫", [None, None]), ["Bob (EC)", "Bob (DMO)"]);
        assert_eq!(of("太郎", "太郎", [Some("taro"), Some("t2")]), ["taro (EC)", "t2 (DMO)"]);
        assert_eq!(of("太郎", "Alex", [Some("alex"), Some("a")]), ["alex (EC)", "Alex (DMO)"]);
    }

    #[test]
    fn digits_have_equal_width() {
        for weight in [Weight::Regular, Weight::Bold] {
            let one = width("1", 100.0, weight);
            assert!(one > 0.0);
            for figure in '0'..='9' {
                assert!((width(&figure.to_string(), 100.0, weight) - one).abs() < 0.01);
            }
        }
    }

    #[test]
    fn long_name_shrinks_before_it_is_cut_and_keeps_its_level() {
        let fitted = |name: &str, within: f32| fitted(name, 34.0, 24.0, Weight::Bold, within);
        assert_eq!(fitted("Ann", 200.0), (34.0, "Ann".to_owned()));
        let (size, name) = fitted("Deathmatch L3", 200.0);
        assert!((24.0..34.0).contains(&size) && name == "Deathmatch L3", "{size} {name}");
        assert!(width(&name, size, Weight::Bold) <= 200.0);
        let (size, name) = fitted("Deathmatch L3", 140.0);
        assert!(size < 24.1 && name.starts_with("Deat") && name.ends_with("… L3"), "{size} {name}");
        assert!(width(&name, size, Weight::Bold) <= 140.0);
        let long = fitted("Wolfeschlegelsteinhausenbergerdorff", 200.0).1;
        assert!(long.ends_with('…') && width(&long, 24.0, Weight::Bold) <= 200.0, "{long}");
        let (_, name) = fitted("Wolfeschlegelsteinhaus (DMO)", 200.0);
        assert!(name.starts_with("Wolf") && name.ends_with("… (DMO)"), "{name}");
        assert!(fitted("", 200.0).1.is_empty());
    }

    #[test]
    fn cut_and_wrapped_text_fits_its_width() {
        let long = "Wolfeschlegelsteinhausenbergerdorff";
        for within in [40.0, 120.0, 300.0, 5000.0] {
            assert!(width(&cut(long, 30.0, Weight::Bold, within), 30.0, Weight::Bold) <= within);
        }
        let lines = wrap(&format!("{long} {long} {long} {long}"), 30.0, Weight::Regular, 600.0, 2);
        assert_eq!(lines.len(), 2);
        assert!(lines.iter().all(|line| width(line, 30.0, Weight::Regular) <= 600.0));
    }
}
