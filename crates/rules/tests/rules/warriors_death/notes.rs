//! R1: an order for a dead unit is accepted, and the dealer keeps no notes for players.

use deathmatch_rules::game::{Accepted, Choice, Filled, Seat, Seed, Shape, Viewer, try_random_order};
use serde_json::json;

use super::{after, standard};
use crate::script::Match;

const FALLBACK: &str = "If it can no longer fight, a Chocobo goes out in its place.";

const UNITS: [&str; 10] = [
    "chocobo",
    "astrologian",
    "blue-mage",
    "bard",
    "sage",
    "samurai",
    "reaper",
    "dark-knight",
    "dragoon",
    "black-mage",
];

fn note(game: &Match, seat: Seat, unit: &str) -> String {
    let choices = game.seat(seat).choices(&[]);
    choices.into_iter().find(|choice| choice.word == unit).expect("offered").note
}

fn caution(game: &Match, seat: Seat, order: &str) -> Option<String> {
    game.seat(seat).parse(order).ok()?.caution().map(str::to_owned)
}

#[test]
fn dead_unit_is_accepted_with_a_warning_and_sends_a_chocobo() {
    let mut game = after("bard | dragoon");
    assert_eq!(game.read(Seat::Ec, "bard").as_deref(), Ok("bard"));
    assert!(caution(&game, Seat::Ec, "bard").is_some());
    assert_eq!(caution(&game, Seat::Ec, "sage"), None);
    assert_eq!(caution(&game, Seat::Dmo, "bard"), None);
    game.play("bard | -");
    assert_eq!(game.at("/shown/1"), json!({"ec": 0, "dmo": 0, "winner": "ec"}));
    let told = &game.told(Viewer::Seat(Seat::Ec))[0];
    assert_eq!((&told["sent"], &told["fell_back"]), (&json!("bard"), &json!(true)));
    assert!(game.words(Viewer::Seat(Seat::Ec)).ends_with("Your order was Bard; a Chocobo went out in its place."));
}

#[test]
fn warning_is_the_same_for_living_and_dead_units() {
    let warned = |script: &str, order: &str| caution(&after(script), Seat::Ec, order);
    // Certainly dead, certainly alive, and unknown.
    for (script, rounds) in [
        ("samurai | dragoon", "round 1"),
        ("samurai | -", "round 1"),
        ("sage | reaper\nsamurai | dragoon", "round 2"),
        ("samurai | -\nsamurai | -", "rounds 1, 2"),
    ] {
        let words = format!("You sent your Samurai in {rounds} (lives on if it wins). {FALLBACK}");
        assert_eq!(warned(script, "samurai"), Some(words), "{script}");
    }
    // Able to return, and too late.
    let words = format!("You sent your Dark Knight in round 1 (may fight once more right after it dies). {FALLBACK}");
    for script in ["dark-knight | -", "dark-knight | -\n- | -"] {
        assert_eq!(warned(script, "dark-knight").as_ref(), Some(&words), "{script}");
    }
    assert_eq!(warned("chocobo | -", "chocobo"), None);
    assert_eq!(warned("", "samurai"), None);
    assert_eq!(warned("astrologian>samurai | -", "samurai"), None);
    // Results of another bout do not count.
    let mut game = standard();
    super::bout(&mut game, Some(Seat::Ec));
    game.play("ready | ready");
    assert_eq!(caution(&game, Seat::Ec, "samurai"), None);
}

#[test]
fn menu_notes_list_the_rounds_of_sent_units() {
    let game = after("samurai | -\nbard | samurai\nsamurai | dragoon\n- | -\nsamurai | -");
    assert!(note(&game, Seat::Ec, "samurai").starts_with("sent in rounds 1, 3, 5 · "));
    assert!(note(&game, Seat::Ec, "bard").starts_with("sent in round 2 · "));
    assert_eq!(note(&game, Seat::Ec, "chocobo"), note(&standard(), Seat::Ec, "chocobo"));
    assert_eq!(note(&game, Seat::Dmo, "bard"), note(&standard(), Seat::Dmo, "bard"));
    // A missed order's Chocobo counts on the board and in its description.
    let told = |script: &str| {
        after(script).seat(Seat::Ec).describe().with_names(&deathmatch_rules::game::BySeat { ec: "Ann", dmo: "Bob" })
    };
    assert!(told("- | samurai\nchocobo | bard").contains("Chocobo in rounds 1, 2."), "{}", told("- | samurai"));
}

/// Returns everything about the awaited round that a seat gets, without the units' descriptions.
fn given(game: &Match, seat: Seat) -> Vec<String> {
    let sight = game.seat(seat);
    let notes = sight
        .choices(&[])
        .into_iter()
        .map(|Choice { note, .. }| note.split_once(" · ").map(|(sent, _)| sent.to_owned()).unwrap_or_default());
    let cautions = UNITS.into_iter().filter_map(|unit| caution(game, seat, unit));
    let cautions = cautions.filter_map(|words| words.split_once(" (").map(|(sent, _)| sent.to_owned()));
    let answers = ["", "rounds", "units", "mine", "score", "bouts"].map(|query| game.answer(Viewer::Seat(seat), query));
    let told = game.words(Viewer::Seat(seat));
    let described = sight.describe().with_names(&deathmatch_rules::game::BySeat { ec: "Ann", dmo: "Bob" });
    assert!(sight.form(&Filled::default()).is_none());
    notes.chain(cautions).chain(answers).chain([told, described, sight.json().to_string()]).collect()
}

#[test]
fn nothing_reveals_living_units_during_a_bout() {
    let mut generator = Seed::default().generator("notes");
    for _ in 0..60 {
        let mut game = standard();
        for _ in 0..9 {
            let orders = Seat::ALL.map(|seat| try_random_order(&*game.seat(seat), &mut generator).expect("offered"));
            game.play(&orders.each_ref().map(Accepted::text).join("|"));
            for seat in Seat::ALL {
                for words in given(&game, seat) {
                    let words = words.to_lowercase();
                    for word in ["dead", "alive", "die", "lives", "surviv", "may be", "fresh"] {
                        assert!(!words.contains(word), "`{word}` in: {words}");
                    }
                }
                for shape in game.seat(seat).scene().shapes {
                    let Shape::Sprite { name, .. } = shape else { continue };
                    assert!(!["marks/skull", "marks/check", "marks/back"].contains(&&*name), "{name}");
                }
            }
        }
    }
}

#[test]
fn own_living_and_dead_units_are_drawn_alike() {
    // Own orders and announcements are the same; only the opponent's unit behind them differs.
    let own = |script: &str| {
        let scene = after(script).seat(Seat::Ec).scene();
        let top = |shape: &Shape| matches!(shape, Shape::Sprite { at: [_, y, _], .. } if *y < 94.0);
        format!("{:?}", scene.shapes.into_iter().filter(top).collect::<Vec<_>>())
    };
    assert_eq!(own("samurai | -"), own("samurai | dragoon"));
    assert_ne!(own("samurai | -"), own("sage | -"));
}

#[test]
fn blue_mage_sent_again_as_a_chocobo_reveals_nothing() {
    let game = after("blue-mage>samurai | -\nblue-mage>chocobo | -");
    assert_eq!(game.at("/true/1/ec"), json!(0));
    let told = &game.told(Viewer::Seat(Seat::Ec))[0];
    assert_eq!(told["fell_back"], json!(false));
    assert!(game.words(Viewer::Seat(Seat::Ec)).ends_with("Your order was Blue Mage as Chocobo."));
    assert!(!game.answer(Viewer::Seat(Seat::Ec), "mine").contains("went out"));
}

#[test]
fn early_end_of_a_break_is_marked_as_a_house_ruling() {
    let page = deathmatch_rules::games::find("warriors-death").expect("registered");
    let page = page.page(None, &serde_json::Map::new()).expect("a page");
    let lines = || page.sections.iter().flat_map(|section| &section.lines);
    assert!(lines().any(|line| line.house && line.text.contains("over as soon as both players are ready")));
    assert!(!lines().any(|line| !line.house && line.text.contains("both players are ready")));
}

#[test]
fn first_bout_announces_no_revival() {
    let begins = |game: &Match| game.words(Viewer::Public).lines().rev().nth(1).expect("a line").to_owned();
    let mut game = standard();
    assert_eq!(begins(&game), "Bout 1 begins: every unit is ready.");
    super::bout(&mut game, None);
    game.play("ready | ready");
    assert_eq!(begins(&game), "Bout 2 begins: every unit is ready again.");
}
