//! Section *Order*: readable texts, and their orders.

use deathmatch_rules::game::{RefusalKind, Seat};
use serde_json::json;

use super::{position, standard};

/// Checks readings with one knight on b5, one on c3, and free squares in the home row.
fn reads(cases: &[(&str, &str)]) {
    let game = position("c3 b5", "", &json!({}));
    for (text, canonical) in cases {
        assert_eq!(game.read(Seat::Ec, text).as_deref(), Ok(*canonical), "`{text}`");
    }
}

fn refuses(kind: RefusalKind, cases: &[&str]) {
    let game = position("c3 b5", "", &json!({}));
    for text in cases {
        assert_eq!(game.read(Seat::Ec, text), Err(kind), "`{text}`");
    }
}

#[test]
fn canonical_text_has_the_actions_in_the_order_spawn_move_claim() {
    reads(&[
        ("spawn c5, move b5-a3", "spawn c5, move b5-a3"),
        ("move b5-a3, spawn c5", "spawn c5, move b5-a3"),
        ("claim c3, spawn c5", "spawn c5, claim c3"),
        ("claim a3, move b5-a3", "move b5-a3, claim a3"),
    ]);
}

#[test]
fn initials_and_missing_separators_are_read() {
    reads(&[
        ("sc5 mb5a3", "spawn c5, move b5-a3"),
        ("sc5mb5a3", "spawn c5, move b5-a3"),
        ("spawnc5moveb5a3", "spawn c5, move b5-a3"),
        ("cc3sc5", "spawn c5, claim c3"),
        ("s c5 claim c3", "spawn c5, claim c3"),
        ("mc3b1cb1", "move c3-b1, claim b1"),
        ("claimc3sc5", "spawn c5, claim c3"),
    ]);
}

#[test]
fn separators_are_read_in_any_number_and_mixture() {
    reads(&[
        ("spawn c5;move b5-a3", "spawn c5, move b5-a3"),
        ("spawn-c5-move-b5-a3", "spawn c5, move b5-a3"),
        ("s,c5,,;; - m;b5,a3", "spawn c5, move b5-a3"),
        ("spawn\tc5\u{a0},\nmove b5 a3", "spawn c5, move b5-a3"),
        ("move b5 - a3   claim a3", "move b5-a3, claim a3"),
        ("spawn c5. claim c3", "spawn c5, claim c3"),
        ("spawn c5, move b5–a3", "spawn c5, move b5-a3"),
    ]);
}

#[test]
fn case_and_white_space_at_the_ends_do_not_matter() {
    reads(&[("  Spawn C5, MOVE b5-A3\n", "spawn c5, move b5-a3"), ("SC5 cC3", "spawn c5, claim c3")]);
}

#[test]
fn separators_at_the_ends_are_unreadable() {
    refuses(
        RefusalKind::Unreadable,
        &[", spawn c5, claim c3", "spawn c5, claim c3,", "-sc5cc3", "sc5cc3;", "sc5cc3 -", ","],
    );
}

#[test]
fn words_and_squares_that_do_not_exist_are_unreadable() {
    refuses(
        RefusalKind::Unreadable,
        &[
            "",
            "   ",
            "hello",
            "spawn f5, claim c3",
            "spawn c6, claim c3",
            "spawn c0, claim c3",
            "spwn c5, claim c3",
            "spaw c5, claim c3",
            "sp c5, claim c3",
            "capture c3, spawn c5",
            "spawn c 5, claim c3",
            "spawn 5c, claim c3",
            "spawn c5 and claim c3",
            "spawn c5 + claim c3",
            "spawn c5, move b5>a3",
            "spawn c5, claim c3 x",
            "1",
            "ready",
        ],
    );
}

#[test]
fn missing_or_extra_words_and_squares_are_unreadable() {
    refuses(
        RefusalKind::Unreadable,
        &[
            "spawn",
            "s",
            "move b5",
            "move",
            "claim",
            "spawn c5, move b5",
            "spawn c5, claim",
            "spawn, claim c3",
            "c5",
            "c5 spawn",
            "spawn c5 d5, claim c3",
            "move b5-a3-b1, claim b1",
            "spawn c5, c3",
            "move spawn b5 a3",
            "spawn spawn c5",
        ],
    );
}

#[test]
fn too_few_too_many_and_twice_the_same_type_are_illegal() {
    refuses(
        RefusalKind::Illegal,
        &[
            "spawn c5",
            "move b5-a3",
            "claim c3",
            "spawn c5, move b5-a3, claim a3",
            "spawn c5, spawn d5",
            "move b5-a3, move c3-b1",
            "claim b5, claim c3",
            "spawn c5, spawn c5",
            "claim b5, claim c3, claim b5, claim c3",
            "spawn a1, spawn a1, move a1-a1",
        ],
    );
}

#[test]
fn unreadable_goes_before_illegal() {
    refuses(RefusalKind::Unreadable, &["spawn a1, spawn", "spawn c5, spawn f5", "claim c3, claim c3,"]);
}

#[test]
fn legal_lists_every_order_once_in_byte_order() {
    let game = standard();
    // The home row is full, so every order moves and claims: 14 moves, after each of which 5 knights may claim.
    let orders = game.legal(Seat::Ec);
    assert_eq!(orders.len(), 14 * 5);
    assert!(orders.is_sorted());
    assert_eq!(orders[0], "move a5-b3, claim b3");
    let game = position("c3 b5", "d1", &json!({}));
    let orders = game.legal(Seat::Ec);
    // SM: 2 moves of b5 and 7 of c3, but not to d5 with a spawn there; SC: 4 × 2; MC: 2 for each move.
    let moves = 2 + 7;
    assert_eq!(orders.len(), (4 * moves - 1) + 4 * 2 + 2 * moves);
    assert!(orders.is_sorted() && orders.iter().all(|order| game.read(Seat::Ec, order).as_ref() == Ok(order)));
    assert_eq!(orders[0], "move b5-a3, claim a3");
    assert_eq!(orders.last().map(String::as_str), Some("spawn e5, move c3-e4"));
}

#[test]
fn refusal_gives_the_reason_in_every_spelling() {
    let game = position("c3 b5", "", &json!({}));
    let says = |text: &str| game.seat(Seat::Ec).parse(text).unwrap_err().message;
    let jump = "Move like a chess knight; b5 to b4 is no such move.";
    let nobody = "Move one of your own knights; none stands on a4.";
    for (text, reason) in [
        ("move b5-b4, claim b4", jump),
        ("move b5 to b4, claim b4", jump),
        ("Move b5 to b4 and claim b4.", jump),
        ("claim c3 and claim b5", "Order claim only once; your two actions must be of different types."),
        ("move a4", nobody),
        ("move a4, claim a4", nobody),
        ("move a4 to c5", nobody),
    ] {
        assert_eq!(says(text), reason, "`{text}`");
    }
    assert!(says("move b5").starts_with("Name two squares after move"));
    assert!(says("move b5 to a3").starts_with("Name a second action, such as a "), "{}", says("move b5 to a3"));
    assert!(says("move b5 onto a3").starts_with("`onto` is no action or square"), "{}", says("move b5 onto a3"));
}
