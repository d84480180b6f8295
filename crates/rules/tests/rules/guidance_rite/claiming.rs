//! Section *Claiming*.

use deathmatch_rules::game::{Asked, RefusalKind, Seat, Secrecy, Until, Wants};
use serde_json::{Value, json};

use super::{GAME, board, effects, on, standing, stands, with};
use crate::script::Match;

/// Opens a match in the first claim round of its generated board.
fn claims(preset: &str) -> Match {
    let mut game = with(preset, json!({}));
    game.play("ready | ready");
    game
}

/// Opens a match in a claim round with these pieces left.
fn left(preset: &str, pieces: &str) -> Match {
    let mut game = claims(preset);
    game.set(GAME, &[("/position/board", board(super::rows(preset), pieces))]);
    game
}

/// Opens a match in the first wave of a top-up with these pieces.
fn top_up(pieces: &str) -> Match {
    let mut game = left("dm11", &format!("{pieces}, e5 u-b......., d5 u-b......., c5 u-b......."));
    game.play("e5 d5 | d5 e5");
    assert_eq!(game.at("/phase"), "top-up");
    game
}

fn prompt(game: &Match, seat: Seat) -> Option<(&'static str, Wants, Secrecy, Until)> {
    match game.asked() {
        Asked::Seats(asks) => asks[seat].map(|ask| (ask.prompt, ask.wants, ask.secrecy, ask.until)),
        Asked::Over(_) => None,
    }
}

#[test]
fn bout_begins_with_a_review_that_both_may_end() {
    let mut game = with("dm11", json!({"review_s": 30}));
    assert_eq!(game.told(deathmatch_rules::game::Viewer::Public)[0]["kind"], "bout-begins");
    assert_eq!((game.at("/phase"), game.at("/turn"), game.at("/first")), (json!("review"), json!(1), Value::Null));
    let review = Some(("review", Wants::Ready, Secrecy::Public, Until::After(30_000)));
    assert_eq!((prompt(&game, Seat::Ec), prompt(&game, Seat::Dmo)), (review, review));
    assert_eq!(standing(&game).len(), 25);
    game.play("ready | -");
    assert_eq!((game.at("/phase"), game.at("/turn"), game.at("/clashes")), (json!("claim"), json!(1), json!(0)));
    assert_eq!((game.at("/to_move"), game.at("/first")), (Value::Null, Value::Null));
    let claim = Some(("claim", Wants::Order, Secrecy::Private, Until::After(60_000)));
    assert_eq!((prompt(&game, Seat::Ec), prompt(&game, Seat::Dmo)), (claim, claim));
    assert_eq!(with("final", json!({})).at("/board").as_array().map(Vec::len), Some(6));
}

#[test]
fn claim_names_one_or_two_different_unclaimed_squares() {
    let mut game = claims("dm11");
    for (text, canonical) in
        [("b2 d4", "b2 d4"), ("D4,b2", "b2 d4"), ("d4b2", "b2 d4"), ("c3", "c3"), (" a2 , e1 ", "e1 a2")]
    {
        assert_eq!(game.read(Seat::Ec, text).as_deref(), Ok(canonical));
    }
    for text in ["", "b6", "b2 f1", "b2-d4", "first", "pass", ",b2", "b2,", "b 2 c3", "b2 c 3"] {
        assert_eq!(game.read(Seat::Ec, text), Err(RefusalKind::Unreadable), "{text}");
    }
    for text in ["b2 b2", "b2 c2 d2", "b2 c2 b2"] {
        assert_eq!(game.read(Seat::Ec, text), Err(RefusalKind::Illegal), "{text}");
    }
    game.play("b2 c2 | c2 d2");
    for text in ["b2", "c2", "d2 e2"] {
        assert_eq!(game.read(Seat::Dmo, text), Err(RefusalKind::Illegal), "{text}");
    }
}

#[test]
fn piece_named_by_one_is_claimed_and_by_both_is_removed() {
    let mut game = claims("dm11");
    let before = standing(&game);
    game.play("b2 c2 | c2 d2");
    assert_eq!(on(&game, "b2"), before["b2"].replacen('u', "e", 1));
    assert_eq!(on(&game, "d2"), before["d2"].replacen('u', "d", 1));
    assert_eq!(on(&game, "c2"), "");
    assert_eq!(standing(&game).len(), 24);
    assert_eq!((game.at("/turn"), game.at("/phase")), (json!(2), json!("claim")));
    // What both got is published.
    let words = game.words(deathmatch_rules::game::Viewer::Public);
    assert!(words.contains(" on b2; Bob gets the "), "{words}");
    assert_eq!(
        game.told(deathmatch_rules::game::Viewer::Public)[0]["claims"],
        json!({"ec": ["b2", "c2"], "dmo": ["c2", "d2"]})
    );
}

#[test]
fn legal_lists_all_pairs_and_singles() {
    let game = left("dm11", "a1 u-b......., c3 u-b......., b2 u-b......., e5 d-b.......");
    assert_eq!(game.legal(Seat::Ec), ["a1", "a1 b2", "a1 c3", "b2", "b2 c3", "c3"]);
    assert_eq!(claims("dm11").legal(Seat::Dmo).len(), 25 + 300);
    assert_eq!(claims("final").legal(Seat::Dmo).len(), 30 + 435);
}

#[test]
fn claims_continue_until_two_unclaimed_pieces_are_removed() {
    let own = "a1 e-b......., a2 e-b......., a3 e-b......., e1 d-b......., e2 d-b......., e3 d-b.......";
    let mut game = left("dm11", &format!("{own}, b5 u-b......., c5 u-b......., d5 u-b......., e5 u-b......."));
    game.play("b5 | -");
    assert_eq!((game.at("/phase"), standing(&game).len()), (json!("claim"), 10));
    game.play("- | c5");
    assert_eq!((game.at("/phase"), standing(&game).len()), (json!("choose"), 8));
    assert_eq!((on(&game, "d5"), on(&game, "e5")), (String::new(), String::new()));
    assert_eq!(effects(&game), ["claimed", "cleared", "cleared"]);
}

#[test]
fn two_rounds_without_any_claim_remove_the_rest() {
    let mut game = claims("dm11");
    game.play("- | -\na1 | -\n- | -");
    assert_eq!((game.at("/phase"), game.at("/turn")), (json!("claim"), json!(4)));
    game.play("- | -");
    assert_eq!(game.at("/phase"), "top-up");
    assert_eq!(standing(&game).len(), 1);
    assert_eq!(game.at("/strikes"), json!({"ec": 0, "dmo": 0}), "strikes are for turns only");
}

#[test]
fn seat_with_fewer_than_three_pieces_places_new_ones_in_waves() {
    let mut game = top_up("a1 e-b......., e1 d-b......., e3 d-b.......");
    let placing = Some(("top-up", Wants::Order, Secrecy::Private, Until::After(60_000)));
    assert_eq!((prompt(&game, Seat::Ec), prompt(&game, Seat::Dmo)), (placing, placing));
    assert_eq!((game.at("/turn"), game.at("/to_move")), (json!(1), Value::Null));
    let begins = |game: &Match| {
        let told = game.told(deathmatch_rules::game::Viewer::Public);
        told.iter().any(|data| data["kind"] == "top-up-begins")
    };
    assert!(begins(&game));
    game.play("+ b1 | x d1");
    assert!(!begins(&game), "said once");
    assert_eq!((on(&game, "b1"), on(&game, "d1")), ("e-b.b.b.b.".to_owned(), "d-.b.b.b.b".to_owned()));
    // Only the EC still has too few pieces.
    assert_eq!((game.at("/phase"), game.at("/turn"), game.at("/to_move")), (json!("top-up"), json!(2), json!("ec")));
    assert_eq!(prompt(&game, Seat::Dmo), None);
    game.play("x a2 |");
    assert_eq!(game.at("/phase"), "choose");
}

#[test]
fn top_up_can_be_for_one_seat_only() {
    let game = top_up("a1 e-b......., a2 e-b......., a3 e-b......., e1 d-b.......");
    assert_eq!((prompt(&game, Seat::Ec), game.at("/to_move")), (None, json!("dmo")));
}

#[test]
fn new_piece_is_placed_next_to_an_own_one_and_no_enemy() {
    let mut game = top_up("b2 e-b......., d2 d-b.......");
    assert_eq!(game.legal(Seat::Ec), ["+ a2", "+ b1", "+ b3", "x a2", "x b1", "x b3"]);
    assert_eq!(game.legal(Seat::Dmo), ["+ d1", "+ d3", "+ e2", "x d1", "x d3", "x e2"]);
    assert_eq!(game.read(Seat::Ec, "+b1").as_deref(), Ok("+ b1"));
    assert_eq!(game.read(Seat::Ec, "X B3").as_deref(), Ok("x b3"));
    for text in ["+ c2", "+ b2", "+ a1", "+ e5"] {
        assert_eq!(game.read(Seat::Ec, text), Err(RefusalKind::Illegal), "{text}");
    }
    for text in ["b1", "+ f1", "+ b6", "* b1", "+ b1 b3", "+"] {
        assert_eq!(game.read(Seat::Ec, text), Err(RefusalKind::Unreadable), "{text}");
    }
    // Squares are judged at the start of the wave: two new pieces may be placed next to each other.
    game.set(GAME, &[("/position/board", board(5, "a2 e-b......., d2 d-b......."))]);
    game.play("+ b2 | + c2");
    stands(&game, "a2 e-b......., b2 e-b.b.b.b., c2 d-b.b.b.b., d2 d-b.......");
}

#[test]
fn placement_rules_are_dropped_if_no_square_fits() {
    // The EC has no piece: any square that is not next to an enemy.
    let mut game = top_up("c3 d-b.......");
    assert_eq!(game.legal(Seat::Ec).len(), 2 * (25 - 5));
    // Every empty square is next to an enemy: any empty square.
    let full: Vec<_> = (0..25)
        .filter(|at| ![1, 23].contains(at))
        .map(|at| format!("{}{} d-b.......", char::from(b'a' + at % 5), at / 5 + 1))
        .collect();
    game.set(GAME, &[("/position/board", board(5, &full.join(", ")))]);
    assert_eq!(game.legal(Seat::Ec), ["+ b1", "+ d5", "x b1", "x d5"]);
    // With no square left the seat plays with its present pieces.
    game.play("+ b1 |\nx d5 |");
    assert_eq!((game.at("/phase"), standing(&game).len()), (json!("choose"), 25));
}

#[test]
fn clash_places_neither_and_the_third_in_a_row_is_the_dmos() {
    let pieces = "b2 e-b......., b3 e-b......., d2 d-b......., d3 d-b.......";
    let mut game = top_up(pieces);
    // No square of this board is open to both, so the next board is open everywhere.
    game.set(GAME, &[("/position/board", board(5, "a1 e-b......., a2 e-b......., e1 d-b......., e2 d-b......."))]);
    let open = "b1 e-b......., b2 e-b......., d5 d-b......., e5 d-b.......";
    game.set(GAME, &[("/position/board", board(5, open))]);
    assert!(!game.legal(Seat::Ec).contains(&"+ c5".to_owned()));
    // Neither has a piece: any square.
    game.set(GAME, &[("/position/board", board(5, ""))]);
    game.play("+ c3 | x c3");
    assert_eq!((game.at("/clashes"), game.at("/turn"), standing(&game).len()), (json!(1), json!(1), 0));
    game.play("+ c3 | x c3");
    assert_eq!((game.at("/clashes"), game.at("/turn")), (json!(2), json!(1)));
    game.play("x c3 | x c3");
    stands(&game, "a1 e-b.b.b.b., c3 d-.b.b.b.b");
    assert_eq!((game.at("/clashes"), game.at("/turn")), (json!(0), json!(2)));
    assert_eq!(effects(&game), ["clashed", "placed", "placed"]);
}

#[test]
fn clashes_are_counted_in_a_row_only() {
    let mut game = top_up("c3 d-b.......");
    game.set(GAME, &[("/position/board", board(5, ""))]);
    game.play("+ c3 | x c3\n+ c3 | x c3\n+ a1 | x e5");
    assert_eq!(game.at("/clashes"), 0);
}

#[test]
fn missing_placement_is_a_plus_on_the_first_legal_free_square() {
    let mut game = top_up("b2 e-b......., d2 d-b.......");
    game.play("- | -");
    stands(&game, "b1 e-b.b.b.b., b2 e-b......., d1 d-b.b.b.b., d2 d-b.......");
    // Two defaults meet: the DMO's is placed, and the EC gets the next square.
    game.set(GAME, &[("/position/board", board(5, ""))]);
    game.play("- | -");
    stands(&game, "a1 d-b.b.b.b., b1 e-b.b.b.b.");
    // The default is not the square that the opponent has ordered.
    game.set(GAME, &[("/position/board", board(5, ""))]);
    game.play("x a1 | -");
    stands(&game, "a1 e-.b.b.b.b, b1 d-b.b.b.b.");
}

#[test]
fn claimed_piece_keeps_its_character_arrows_and_mark() {
    let mut game = left("final", "a1 uRg.b.....*, c3 uLb......., b2 u-b......., e5 uM....b..., a6 u-........*");
    game.play("a1 c3 | e5 a6");
    stands(&game, "a1 eRg.b.....*, c3 eLb......., e5 dM....b..., a6 d-........*");
}

#[test]
fn pair_that_both_name_is_removed() {
    let mut game = claims("dm11");
    game.play("b2 d4 | d4 b2");
    assert_eq!((on(&game, "b2"), on(&game, "d4"), standing(&game).len()), (String::new(), String::new(), 23));
    assert!(standing(&game).values().all(|code| code.starts_with('u')));
}

#[test]
fn missed_placements_are_no_strikes() {
    let mut game = top_up("a1 e-b......., a2 e-b......., a3 e-b......., e1 d-b.......");
    assert!(game.legal(Seat::Ec).is_empty());
    assert_eq!(game.read(Seat::Ec, "+ a4"), Err(RefusalKind::Illegal));
    game.play("| -\n| -");
    assert_eq!((game.at("/phase"), game.at("/strikes")), (json!("choose"), json!({"ec": 0, "dmo": 0})));
}

#[test]
fn default_placement_avoids_the_opponents_ordered_square() {
    for (orders, after) in [
        ("- | x a1", "a1 d-.b.b.b.b, b1 e-b.b.b.b."),
        ("x a1 | -", "a1 e-.b.b.b.b, b1 d-b.b.b.b."),
        ("- | x b1", "a1 e-b.b.b.b., b1 d-.b.b.b.b"),
    ] {
        let mut game = top_up("c3 d-b.......");
        game.set(GAME, &[("/position/board", board(5, ""))]);
        game.play(orders);
        stands(&game, after);
    }
}

#[test]
fn default_placement_obeys_the_rules_of_the_wave() {
    // Next to an own piece and not next to an enemy one, although other squares are read earlier.
    let mut game = top_up("d3 e-b......., b2 d-b.......");
    game.play("- | -");
    stands(&game, "b2 d-b......., b1 d-b.b.b.b., d3 e-b......., d2 e-b.b.b.b.");
    // Without a fitting square, both may place anywhere not next to an enemy; at the third clash the EC gets the next such square.
    let boxes = "a1 e-b......., b1 u-b......., a2 u-b......., e1 d-b......., d1 u-b......., e2 u-b.......";
    let mut game = top_up("a1 e-b......., e1 d-b.......");
    game.set(GAME, &[("/position/board", board(5, boxes))]);
    game.play("x c1 | + c1\nx c1 | + c1\nx c1 | + c1");
    assert_eq!((on(&game, "c1"), on(&game, "b2")), ("d-b.b.b.b.".to_owned(), "e-b.b.b.b.".to_owned()));
}

#[test]
fn clash_on_the_last_square_leaves_the_ec_no_piece() {
    let mut game = top_up("a1 e-b......., e1 d-b.......");
    // Unclaimed pieces only fill the board.
    let squares = (0..25).filter(|&at| at != 12).map(|at| format!("{}{}", char::from(b'a' + at % 5), at / 5 + 1));
    let pieces: Vec<_> = squares.map(|at| format!("{at} u-b.......")).collect();
    game.set(GAME, &[("/position/board", board(5, &pieces.join(", ")))]);
    game.play("+ c3 | x c3\n+ c3 | x c3");
    assert_eq!((game.at("/clashes"), game.at("/turn")), (json!(2), json!(1)));
    game.play("+ c3 | x c3");
    assert_eq!(
        (on(&game, "c3"), game.at("/phase"), game.at("/clashes")),
        ("d-.b.b.b.b".to_owned(), json!("choose"), json!(0))
    );
}
