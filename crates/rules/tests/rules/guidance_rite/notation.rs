//! Sections *Turn text* and *Words*.

use deathmatch_rules::game::{Legal, RefusalKind, Seat};
use serde_json::json;

use super::{dm11, finale, lay, with, with_items};
use crate::script::Match;

/// An own Guardian, Rat, Crow, Lizard and Monster, and a piece to capture.
const ALL: &str = "b2 e-bbbbbbbb, b1 eG..b....., c4 eMb......., d4 dRbbb....., e1 eRb......., d2 eCbgg.g..., e5 eLb....g.., a5 d-b.......";

fn game() -> Match {
    let mut game = with_items(&["rotate", "swap", "honour"], &[], json!({}));
    lay(&mut game, 6, &format!("{ALL}, a6 d-b......."));
    game
}

#[track_caller]
fn reads(text: &str, canonical: &str) {
    assert_eq!(game().read(Seat::Ec, text).as_deref(), Ok(canonical), "`{text}`");
}

#[track_caller]
fn refuses(kind: RefusalKind, text: &str) {
    assert_eq!(game().read(Seat::Ec, text), Err(kind), "`{text}`");
}

#[test]
fn every_alternative_spelling_becomes_the_canonical_text() {
    for (text, canonical) in [
        ("B2-B3", "b2-b3"),
        ("b2b3", "b2-b3"),
        (" b2 , b3 ", "b2-b3"),
        ("b2-b3;rat;e1", "b2-b3; rat e1"),
        ("b2b3rate1", "b2-b3; rat e1"),
        ("b2-b3 monster d4:ne c4", "b2-b3; monster c4 d4:ne"),
        ("b2b3monsterc4d4ne", "b2-b3; monster c4 d4:ne"),
        ("b2-b3; lizard nw e5", "b2-b3; lizard e5 nw"),
        ("b2-b3; crow d2:ne d2", "b2-b3; crow d2 d2:ne"),
        ("b2-b3; crow e5:sw d2 d2:e", "b2-b3; crow d2 d2:e e5:sw"),
        ("b2-b3; crow d2 d2:s d2:ne d2:e", "b2-b3; crow d2 d2:ne,e,s"),
        ("b2b3crowd2d2ee5sw", "b2-b3; crow d2 d2:e e5:sw"),
        ("b2-b1 x; rat e1", "b2-b1 x; rat e1"),
        ("b2b1swap", "b2-b1 swap"),
        ("b2b1adoptrate1", "b2-b1 adopt; rat e1"),
        ("item rotate 90 c4; b2-b3", "item rotate c4 90; b2-b3"),
        ("item swap e1 c4 b2b3", "item swap e1 c4; b2-b3"),
        ("item honor d4:s c4:ne; b2-b3", "item honour c4:ne d4:s; b2-b3"),
        ("itemhonourc4ned4sb2b3", "item honour c4:ne d4:s; b2-b3"),
        ("item swap c4 e1; b2-b3", "item swap e1 c4; b2-b3"),
        // A letter directly before a digit belongs to a square.
        ("b2-b3; lizard se5", "b2-b3; lizard e5 s"),
        ("b2b3lizardse5", "b2-b3; lizard e5 s"),
        ("b2b1xrate1", "b2-b1 x; rat e1"),
        ("itemrotatec490b2b3", "item rotate c4 90; b2-b3"),
        ("item rotate 90c4 b2b3", "item rotate c4 90; b2-b3"),
        // Any run of separators, and any of them in place of another.
        ("b2 ,;- b3 - ; rat,,e1", "b2-b3; rat e1"),
        ("item;rotate,c4-90 b2;b3", "item rotate c4 90; b2-b3"),
        ("b2-b3\u{a0};\trat\ne1 ", "b2-b3; rat e1"),
        ("B2-B3; CROW D2 D2:NE,E", "b2-b3; crow d2 d2:ne,e"),
        ("b2-b3; crow d2 d2 e ne", "b2-b3; crow d2 d2:ne,e"),
        ("b2-b3; crow d2:e d2 d2 : s", "b2-b3; crow d2 d2:e,s"),
        ("b2-b3; crow e5 sw d2 ne d2", "b2-b3; crow d2 d2:ne e5:sw"),
        ("Item HONOR d4:s c4:ne; b2-b3", "item honour c4:ne d4:s; b2-b3"),
    ] {
        reads(text, canonical);
    }
}

#[test]
fn text_outside_the_grammar_is_unreadable() {
    for text in [
        "",
        "b2",
        "b2-f3",
        "b2-b7",
        "b2-b3;",
        "rat e1",
        "b2-b3; rat",
        "b2-b3; crow d2 d2:nes",
        "b2-b3; lizard e5:n",
        "go",
        "ready",
        // A second power or item, or parts in another order.
        "b2-b3; rat e1; lizard e5 s",
        "item rotate c4 90; item swap c4 e1; b2-b3",
        "rat e1; b2-b3",
        "b2-b3; rat e1; item rotate c4 90",
        "b2-b3; item rotate c4 90",
        // A colon is never added, and no text begins or ends with a separator.
        "b2:b3",
        "b2-b3; rat:e1",
        "b2-b3: rat e1",
        "item rotate c4:90; b2-b3",
        "item swap c4:e1; b2-b3",
        ";b2-b3",
        ",b2-b3",
        "b2-b3-",
        // Two directions need a separator.
        "b2-b3; crow d2 d2nee",
        "b2b3crowd2d2nes",
        // A Guardian's power is a swap, and a Monster has one arrow to bite.
        "b2-b3; guardian b1",
        "b2-b3; monster c4 d4:n,ne",
        "b2-b3 capture",
        "pass pass",
    ] {
        refuses(RefusalKind::Unreadable, text);
    }
    // Only the final's board has row 6.
    assert_eq!(dm11(ALL).read(Seat::Ec, "b2-b6"), Err(RefusalKind::Unreadable));
}

#[test]
fn grammatical_but_forbidden_text_is_illegal() {
    for text in [
        "b2-b5",
        "d4-d3",
        "c3-c4",
        "b2-b3; crow d2",
        "b2-b3; crow d2 d2:ne d2:ne",
        "b2-b3; rat b2",
        "b2-b3 swap",
        "b2-b3 x",
        "b2-b3 adopt",
        "item rotate c4 50; b2-b3",
        "item rotate c4 0; b2-b3",
        "item rotate c4 360; b2-b3",
        "item rotate d4 90; b2-b3",
        "item rotate b2 90",
        "item rotate c4 405; b2-b3",
        "item rotate c4 99999999999; b2-b3",
        "item rotate c4 11565; b2-b3",
        "b2-b3; crow d2 d2:ne,e,s,n",
        "b2-b3; crow d2 d2:ne d2:e e5:sw",
        "b2-b1 swap; rat e1",
        "b2-b2",
        "pass",
    ] {
        refuses(RefusalKind::Illegal, text);
    }
    let game = dm11(ALL);
    for text in [
        "b2-b1 adopt",
        "item rotate c4 90; b2-b3",
        "b2-b3; crow d2 d2:ne",
        "item swap b2 c4",
        "item honour c4:ne d4:s; b2-b3",
        "pass",
    ] {
        assert_eq!(game.read(Seat::Ec, text), Err(RefusalKind::Illegal), "`{text}`");
    }
}

#[test]
fn plain_move_onto_an_own_guardian_is_ambiguous_if_possible() {
    refuses(RefusalKind::Ambiguous, "b2-b1");
    refuses(RefusalKind::Ambiguous, "b2-b1; rat e1");
    // One legal way is enough: a marked piece cannot capture its own, but it can swap.
    let game = finale("b2 e-b.......*, b1 eGb......., e5 d-b.......");
    assert_eq!(game.read(Seat::Ec, "b2-b1"), Err(RefusalKind::Ambiguous));
    assert_eq!(game.read(Seat::Ec, "b2-b1 swap").as_deref(), Ok("b2-b1 swap"));
    assert_eq!(game.read(Seat::Ec, "b2-b1 x"), Err(RefusalKind::Illegal));
    // Between Guardians only the capture is possible, and not even that for a marked one.
    let game = dm11("b2 eGb......., b1 eGb......., e5 d-b.......");
    assert_eq!(game.read(Seat::Ec, "b2-b1"), Err(RefusalKind::Ambiguous));
    let game = finale("b2 eGb......., b1 eGb.......*, a3 e-b......., e5 d-b.......");
    assert_eq!(game.read(Seat::Ec, "b2-b1"), Err(RefusalKind::Illegal));
    // No arrow points there at all.
    let game = dm11("b2 e-..b....., b1 eGb......., e5 d-b.......");
    assert_eq!(game.read(Seat::Ec, "b2-b1"), Err(RefusalKind::Illegal));
}

#[test]
fn x_is_read_for_any_capture_and_canonical_for_own_guardians() {
    let game = dm11("b2 e-bbb....., b1 eGb......., c1 dRb......., c2 eRb......., e5 d-b.......");
    for (text, canonical) in [("b2-b1 x", "b2-b1 x"), ("b2-c1 x", "b2-c1"), ("b2-c2 x", "b2-c2"), ("b2-c2", "b2-c2")] {
        assert_eq!(game.read(Seat::Ec, text).as_deref(), Ok(canonical));
    }
}

#[test]
fn canonical_text_of_every_legal_order_reads_back() {
    let mut dm11 = with("dm11", json!({}));
    lay(&mut dm11, 5, ALL);
    let mut small = with_items(&["rotate", "swap"], &[], json!({}));
    lay(&mut small, 6, &format!("{ALL}, a6 d-b......."));
    for game in [&dm11, &small] {
        let orders = game.legal(Seat::Ec);
        assert!(orders.len() > 100 && orders.is_sorted());
        for order in orders {
            assert_eq!(game.read(Seat::Ec, &order), Ok(order));
        }
    }
}

#[test]
fn long_lists_of_orders_are_not_given() {
    assert!(matches!(game().seat(Seat::Ec).legal(), Legal::Unknown), "nor counted where that would be costly");
}

/// Returns the legal orders on a board where the EC has a Point of Honour and one piece with so many moves. The EC's other pieces and the
/// enemy's have so many free directions: each pair of these can be named before each move.
fn honours(moves: usize, own: usize, enemy: usize) -> Legal {
    const AROUND: [&str; 5] = ["c2", "d2", "d3", "d4", "c4"];
    let squares = (0..30_u8).map(|at| format!("{}{}", char::from(b'a' + at % 5), at / 5 + 1));
    let rest: Vec<_> = squares.filter(|at| at != "a1" && at != "c3" && !AROUND.contains(&at.as_str())).collect();
    let mut pieces = vec![format!("c3 e-{:.<8}", "b".repeat(moves))];
    pieces.extend(rest.iter().take(own / 8).map(|at| format!("{at} e-........")));
    // The corner's arrows point off the board.
    pieces.push(format!("a1 e-bb...bb{}", if own % 8 == 3 { "b" } else { "." }));
    let around = AROUND.into_iter().chain(rest.iter().rev().map(String::as_str));
    let free = (0..enemy.div_ceil(8)).map(|at| (enemy - at * 8).min(8));
    pieces.extend(around.zip(free).map(|(at, free)| format!("{at} d-{:.<8}", "b".repeat(8 - free))));
    let mut game = with_items(&["honour"], &[], json!({}));
    lay(&mut game, 6, &pieces.join(", "));
    game.seat(Seat::Ec).legal()
}

/// Section *legal* of the referee's page: more than 50,000 orders are counted only.
#[test]
fn fifty_thousand_orders_are_listed_and_more_are_counted() {
    match honours(5, 99, 101) {
        Legal::Listed(orders) => assert_eq!(orders.len(), 5 + 5 * 99 * 101),
        other => panic!("{other:?}"),
    }
    match honours(4, 100, 125) {
        Legal::Counted(count) => assert_eq!(count, 4 + 4 * 100 * 125),
        other => panic!("{other:?}"),
    }
}

#[test]
fn refusal_says_what_to_write_instead() {
    let says = |game: &Match, text: &str, hint: &str| {
        let refusal = game.seat(Seat::Ec).parse(text).expect_err("refused");
        assert!(refusal.message.contains(hint), "`{text}`: {}", refusal.message);
    };
    says(&game(), "go", "`go` is no order here; write, for example, `b2-a3`.");
    says(&game(), "b2-b5", "can go to b1, c1, c2, c3, b3, a3, a2 and a1");
    says(&game(), "c3-c4", "There is no piece of yours on c3; yours stand on b1, e1, b2, d2, c4 and e5");
    says(&game(), "b2-b1", "write `swap` to change places, `x` to capture it or `adopt`");
    says(&game(), "b2-b3 x", "nothing to capture on b3");
    says(&game(), "b2-b1 swap; rat e1", "A swap is this turn's power");
    says(&game(), "item rotate e1 50; b2-b3", "45, 90, 135, 180, 225, 270 or 315");
    says(&game(), "item rotate b2 90; b2-b3", "holds the piece on b2");
    says(&game(), "item honour c4:ne e1:s; b2-b3", "There is no enemy piece on e1");
    says(&game(), "pass", "You have a legal move");
    says(&game(), "e1-e2", "The Rat on e1 cannot move");
    says(&game(), "b2-b3; crow d2", "Say which grey arrows the Crow restores, as in `crow d2 d2:n,e`");
    says(&game(), "b2-b3; crow d2 d2:ne d2:ne", "Name each arrow once only");
    says(&game(), "b2-b3; crow d2 d2:ne,e,s,n", "one to 3 arrows of one piece");
    // One item is left, or none.
    let mut less = with_items(&["rotate"], &[], json!({}));
    lay(&mut less, 6, &format!("{ALL}, a6 d-b......."));
    says(&less, "item swap c4 e1; b2-b3", "your unused items are: `rotate`.");
    let pieces = "a1 e-b......., c2 e-b......., e1 d-b......., d1 d-b......., a6 d-b......., b6 d-b......., c6 d-b......., d6 d-b.......";
    let mut single = with_items(&["rotate"], &[], json!({}));
    lay(&mut single, 6, &format!("{pieces}, e6 d-b......."));
    says(&single, "item rotate c2 90; c2-c1", "The item would leave you no move");
    let marked = finale("b2 e-b.b...b.*, b1 eGb......., c2 eR......b., a2 e-.......b, e5 d-b.......");
    says(&marked, "b2-b1 swap; rat c2", "A swap is this turn's power");
    says(&marked, "b2-b1 x", "The piece is marked");
    says(&marked, "b2-c2", "The piece is marked");
    says(&marked, "c2-b2", "Your piece on b2 is marked");
    says(&marked, "b2-c2 swap", "Only a Guardian changes places, and the one on c2 is none");
    says(&marked, "b2-c2 adopt", "The piece is marked");
    says(&marked, "item rotate b2 90; c2-b2", "your unused items are: none.");
    says(&marked, "b2-b1", "write `swap` to change places behind the move");
    let guardians = dm11("b2 eGb......., b1 eGb......., e5 d-b.......");
    says(&guardians, "b2-b1 swap", "A Guardian does not change places with a Guardian");
    says(&guardians, "b2-b1 adopt", "No piece takes on another's character in this match");
    let game = dm11(ALL);
    says(&game, "go", "`go` is no order here; write, for example, `");
    says(&game, "item rotate e1 90; b2-b3", "There are no items in this match");
    says(&game, "b2-b1 adopt", "No piece takes on another's character in this match");
    says(&game, "b2-b3; crow d2 d2:ne", "all of them; write just `crow d2`");
    let mut game = with("dm11", json!({}));
    says(&game, "a1", "press Ready");
    game.play("ready | ready");
    says(&game, "go", "write, for example, `a1` or `c1 a4`.");
    says(&game, "a1 a1", "Name two different squares, or a1 alone");
    game.play("- | -\n- | -");
    says(&game, "go", "write, for example, `+ ");
    game.play("- | -\n- | -\n- | -");
    assert_eq!(game.read(Seat::Ec, "first"), Err(RefusalKind::Illegal));
    let mut game = with("dm11", json!({"chooser": "ec"}));
    game.play("ready | ready\n- | -\n- | -\n- | -\n- | -\n- | -");
    says(&game, "go", "write `first` or `second`.");
}
