//! Section *Order*.

use deathmatch_rules::game::{Filled, Labelled, RefusalKind, Seat};

use super::standard;

const UNITS: [(&str, &[&str]); 10] = [
    ("chocobo", &["0", "chocobo", "choco", "cho"]),
    ("astrologian", &["1", "astrologian", "ast"]),
    ("blue-mage", &["2", "bluemage", "blu"]),
    ("bard", &["3", "bard", "brd"]),
    ("sage", &["4", "sage", "sge"]),
    ("samurai", &["5", "samurai", "sam"]),
    ("reaper", &["6", "reaper", "rpr"]),
    ("dark-knight", &["7", "darkknight", "drk"]),
    ("dragoon", &["8", "dragoon", "drg"]),
    ("black-mage", &["9", "blackmage", "blm"]),
];

fn reads(cases: &[(&str, &str)]) {
    let game = standard();
    for (text, canonical) in cases {
        assert_eq!(game.read(Seat::Ec, text).as_deref(), Ok(*canonical), "`{text}`");
    }
}

fn refuses(kind: RefusalKind, cases: &[&str]) {
    let game = standard();
    for text in cases {
        assert_eq!(game.read(Seat::Dmo, text), Err(kind), "`{text}`");
    }
}

#[test]
fn legal_always_lists_all_26_in_byte_order() {
    let mut game = standard();
    let orders = game.legal(Seat::Ec);
    assert_eq!(orders.len(), 26);
    assert!(orders.is_sorted());
    assert_eq!((orders[0].as_str(), orders[25].as_str()), ("astrologian>bard", "samurai"));
    for order in &orders {
        assert_eq!(game.read(Seat::Ec, order).as_ref(), Ok(order));
    }
    game.play("blue-mage>sage | dragoon\nblack-mage | bard");
    assert_eq!(game.legal(Seat::Ec), orders);
    assert_eq!(game.legal(Seat::Dmo), orders);
}

#[test]
fn unique_beginnings_of_two_letters_are_read() {
    let game = standard();
    for (_, words) in UNITS {
        for word in words {
            for length in 1..=word.len() {
                let text = &word[..length];
                let fitting: Vec<_> =
                    UNITS.iter().filter(|(_, words)| words.iter().any(|w| w.starts_with(text))).collect();
                let expected = match fitting[..] {
                    [(id, _)] if length >= 2 || text.parse::<u8>().is_ok() => {
                        if ["astrologian", "blue-mage"].contains(id) {
                            Err(RefusalKind::Ambiguous)
                        } else {
                            Ok((*id).to_owned())
                        }
                    }
                    [_] => Err(RefusalKind::Unreadable),
                    _ => Err(RefusalKind::Ambiguous),
                };
                assert_eq!(game.read(Seat::Ec, text), expected, "`{text}`");
                let [(id, _)] = fitting[..] else { continue };
                if *id != "blue-mage" && (length >= 2 || text.parse::<u8>().is_ok()) {
                    for joiner in [">", ",", " as ", " disguised as ", " > "] {
                        let order = format!("blu{joiner}{text}");
                        assert_eq!(game.read(Seat::Ec, &order), Ok(format!("blue-mage>{id}")), "`{order}`");
                    }
                }
            }
        }
    }
}

#[test]
fn listed_spellings_are_read() {
    reads(&[
        ("samurai", "samurai"),
        ("astrologian>dragoon", "astrologian>dragoon"),
        ("blue-mage>chocobo", "blue-mage>chocobo"),
        ("1 8", "astrologian>dragoon"),
        ("ast drg", "astrologian>dragoon"),
        ("blu as sam", "blue-mage>samurai"),
        ("blue mage disguised as samurai", "blue-mage>samurai"),
        ("br", "bard"),
        ("SGE", "sage"),
        ("2,0", "blue-mage>chocobo"),
    ]);
}

#[test]
fn spaces_hyphens_and_case_inside_a_name_do_not_matter() {
    reads(&[
        ("  Dark Knight\t", "dark-knight"),
        ("DARKKNIGHT", "dark-knight"),
        ("dark - knight", "dark-knight"),
        ("da-rk--kni ght", "dark-knight"),
        ("sam-urai", "samurai"),
        ("B-L-M", "black-mage"),
        ("black\u{a0}mage", "black-mage"),
        ("blue - mage > dark - knight", "blue-mage>dark-knight"),
        ("Blue Mage Dark Knight", "blue-mage>dark-knight"),
    ]);
}

#[test]
fn text_that_fits_one_name_is_one_name() {
    reads(&[
        ("br d", "bard"),
        ("dr k", "dark-knight"),
        ("ch o", "chocobo"),
        ("s a m", "samurai"),
        ("blu as t", "blue-mage>astrologian"),
    ]);
    refuses(RefusalKind::Ambiguous, &["d r", "as t", "bl u", "blue m"]);
}

#[test]
fn runs_of_separators_are_read_but_not_at_the_ends() {
    reads(&[
        ("ast >> drg", "astrologian>dragoon"),
        ("ast , > drg", "astrologian>dragoon"),
        ("1,8", "astrologian>dragoon"),
        ("1\n8", "astrologian>dragoon"),
        ("blu  disguised   as  sam", "blue-mage>samurai"),
        ("blu > as sam", "blue-mage>samurai"),
        ("blu as as", "blue-mage>astrologian"),
        ("blu>as", "blue-mage>astrologian"),
    ]);
    refuses(
        RefusalKind::Unreadable,
        &["> ast drg", ",samurai", "samurai,", "samurai >", "ast drg >", "1 8,", "blu as sam,"],
    );
}

#[test]
fn missing_second_unit_is_ambiguous() {
    refuses(
        RefusalKind::Ambiguous,
        &[
            "1",
            "2",
            "ast",
            "as",
            "blue mage",
            "blu as",
            "blu disguised as",
            "ast >",
            "blu,",
            "blu as >",
            "ast > ,",
            "ast as drg",
        ],
    );
}

#[test]
fn name_that_fits_several_units_is_ambiguous() {
    refuses(RefusalKind::Ambiguous, &["dr", "bl", "b", "s", "d", "sa", "ast dr", "blu as s", "bl sam", "B"]);
    let refusal = standard().seat(Seat::Ec).parse("dr").unwrap_err();
    assert!(refusal.message.contains("dark-knight, dragoon"), "{}", refusal.message);
    let refusal = standard().seat(Seat::Ec).parse("ast").unwrap_err();
    for choice in ["chocobo", "blue-mage", "black-mage"] {
        assert!(refusal.message.contains(choice), "{}", refusal.message);
    }
}

#[test]
fn unit_naming_itself_is_illegal() {
    refuses(RefusalKind::Illegal, &["1 1", "ast>ast", "blu as blue mage", "2,2", "blue-mage>blu", "ast as"]);
}

#[test]
fn other_texts_are_unreadable() {
    refuses(
        RefusalKind::Unreadable,
        &[
            "",
            " ",
            "ready",
            "10",
            "18",
            "1-8",
            "05",
            "x",
            "a",
            "c",
            "r",
            "c h o k",
            "-bard",
            "bard-",
            "- bard",
            "ast -drg",
            "ast drg-",
            "samurai dragoon",
            "5 8",
            "sam dr",
            "sam as drg",
            "blu-as-sam",
            "blu as-sam",
            "blu assam",
            "bluas sam",
            "ast drg sam",
            "blu disguised sam",
            "sam>",
            "samurai!",
            "сam",
            "dr sam",
            "bl xyz",
            "b sam drg",
        ],
    );
    for text in ["bard samurai", "bard as samurai", "bard disguised as samurai"] {
        let refusal = standard().seat(Seat::Ec).parse(text).unwrap_err();
        assert!(refusal.message.contains("Bard takes no second unit; send just `bard`"), "{}", refusal.message);
    }
    for text in ["astrologian as bard", "astrologian as an unknown"] {
        let refusal = standard().seat(Seat::Ec).parse(text).unwrap_err();
        assert!(
            refusal.message.contains("Astrologian needs a second unit, as in `astrologian>"),
            "{}",
            refusal.message
        );
    }
}

/// The menus show `1 Astrologian`.
#[test]
fn the_number_of_a_menus_line_begins_and_completes_an_order() {
    let game = standard();
    let sight = game.seat(Seat::Ec);
    let read = |begun: &[&str], text: &str| {
        let begun: Vec<_> = begun.iter().map(|&word| word.to_owned()).collect();
        sight.labelled(&begun, &Filled::new(), text)
    };
    for typed in ["1", "astrologian", "1 Astrologian"] {
        assert_eq!(read(&[], typed), Some(Labelled::Part(vec!["astrologian".to_owned()])), "{typed}");
    }
    assert_eq!(read(&[], "12"), None);
    let completed = sight.completed(&["astrologian".to_owned()], "9");
    assert_eq!(completed, sight.parse("astrologian>black-mage").ok());
}

#[test]
fn misspelt_unit_gets_a_suggestion() {
    let game = standard();
    let says = |text: &str| game.seat(Seat::Ec).parse(text).unwrap_err().message;
    for (text, unit) in [
        ("samurei", "samurai"),
        ("knight", "dark-knight"),
        ("dragoon?", "dragoon"),
        ("Dragoon!", "dragoon"),
        ("astrologan", "astrologian"),
        ("blue-mage>dragon?", "blue-mage>dragoon"),
    ] {
        assert_eq!(says(text), format!("`{text}` is no order here; did you mean `{unit}`?"));
    }
    assert!(says("hello there").contains("write, for example, `"), "{}", says("hello there"));
}
