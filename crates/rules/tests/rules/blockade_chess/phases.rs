//! Colours, placement and play.

use deathmatch_rules::game::{Outcome, Reason, Seat, Terms, Viewer};
use deathmatch_rules::games;
use serde_json::{Value, json};

use super::{asked, begun, fen, garden, in_play, orders, prompt, under};

const FIRST: [&str; 7] = ["white", "Qd4", "Qe5 Bc6", "Ra1 Bf3", "Rh4 Rb8", "Rg1 Bb5", "Bg7"];

#[test]
fn chooser_names_its_own_colour() {
    for (order, white, first) in [("white", "dmo", Seat::Dmo), ("black", "ec", Seat::Ec)] {
        let mut game = begun();
        assert_eq!((asked(&game), prompt(&game)), (Seat::Dmo, "colour"));
        assert_eq!(
            (game.at("/phase"), game.at("/white"), game.at("/to_move")),
            (json!("colours"), Value::Null, json!("white"))
        );
        orders(&mut game, &[order]);
        assert_eq!((game.at("/white"), asked(&game), prompt(&game)), (json!(white), first, "placement"));
    }
}

#[test]
fn chooser_is_the_seat_with_the_advantage() {
    let terms = Terms { preset: Some("blockade".to_owned()), advantage: Seat::Ec, ..Terms::default() };
    let (play, _) = games::find("blockade-chess").unwrap().open(&terms).unwrap();
    let asked = play.asked();
    assert!(matches!(asked, deathmatch_rules::game::Asked::Seats(asks) if asks.ec.is_some() && asks.dmo.is_none()));
}

#[test]
fn without_a_choice_the_chooser_is_white() {
    let mut game = begun();
    orders(&mut game, &["-"]);
    assert_eq!((game.at("/white"), game.at("/phase")), (json!("dmo"), json!("placement")));
    assert!(
        game.words(Viewer::Public).contains("Bob chose no colour in time and gets White"),
        "{}",
        game.words(Viewer::Public)
    );
}

#[test]
fn pieces_are_placed_in_snake_order() {
    let mut game = begun();
    orders(&mut game, &FIRST[..1]);
    let unplaced = |game: &crate::script::Match| {
        let side = |side: &str| super::text(&game.at(&format!("/unplaced/{side}")));
        (asked(game), super::text(&game.at("/to_move")), side("white"), side("black"))
    };
    let expected = [
        (Seat::Dmo, "white", "QRRBB", "QRRBB"),
        (Seat::Ec, "black", "RRBB", "QRRBB"),
        (Seat::Dmo, "white", "RRBB", "RRB"),
        (Seat::Ec, "black", "RB", "RRB"),
        (Seat::Dmo, "white", "RB", "B"),
        (Seat::Ec, "black", "", "B"),
    ];
    for (order, (seat, to_move, white, black)) in FIRST[1..].iter().zip(expected) {
        assert_eq!(unplaced(&game), (seat, to_move.to_owned(), white.to_owned(), black.to_owned()), "before {order}");
        assert_eq!(prompt(&game), "placement");
        orders(&mut game, &[order]);
    }
    assert_eq!((prompt(&game), asked(&game), game.at("/phase")), ("move", Seat::Dmo, json!("play")));
    assert_eq!(fen(&game), "1r6/6b1/2b5/1B2q3/3Q3r/5B2/8/R5R1");
    assert_eq!((game.at("/ply"), game.at("/last_blocker")), (json!(0), Value::Null));
}

#[test]
fn both_bishops_may_share_a_colour() {
    let mut game = begun();
    orders(&mut game, &["white", "Qd4", "Ba1 Bc3"]);
    assert_eq!(fen(&game), "8/8/8/8/3Q4/2b5/8/b7");
}

#[test]
fn example_on_the_page_is_correct() {
    let mut game = in_play("r1bq1b1r/8/8/8/3Q4/8/8/R1B2B1R");
    orders(&mut game, &["Qd4-d7/f5"]);
    let mut state = game.state();
    state["reserve"] = Value::Null;
    let expected = json!({
        "phase": "play", "white": "ec", "to_move": "black", "fen": "r1bq1b1r/3Q4/8/5*2/8/8/8/R1B2B1R", "ply": 1,
        "unplaced": { "white": "", "black": "" }, "last_blocker": "f5", "reserve": null,
    });
    assert_eq!(state, expected);
}

#[test]
fn pieces_move_as_in_chess_and_capture_nothing() {
    let game = in_play("r2q2r1/8/2b2b2/2B5/1B1Q4/8/6*1/1R5R");
    let legal = game.legal(Seat::Ec);
    let targets = |piece: &str| {
        let mut targets: Vec<_> = legal.iter().filter_map(|order| order.strip_prefix(piece)?.get(1..3)).collect();
        targets.dedup();
        targets.join(" ")
    };
    // Not through c5, b4 and f6, nor onto d8.
    assert_eq!(targets("Qd4"), "a1 b2 c3 c4 d1 d2 d3 d5 d6 d7 e3 e4 e5 f2 f4 g1 g4 h4");
    assert_eq!(targets("Rb1"), "a1 b2 b3 c1 d1 e1 f1 g1");
    assert_eq!(targets("Bb4"), "a3 a5 c3 d2 e1");
}

#[test]
fn pawn_leaves_from_the_moved_piece_which_frees_its_square() {
    let game = in_play("r2q2r1/8/2b2b2/8/8/2B2B2/8/1R2Q2R");
    let lands = |game: &crate::script::Match, way: &str| {
        game.legal(asked(game))
            .iter()
            .filter_map(|order| order.strip_prefix(way))
            .map(str::to_owned)
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(lands(&game, "Bc3-a5/"), "b4 b6 c3 c7 d2", "over c3, up to the queens on e1 and d8");
    let any = under("r2q2r1/8/2b2b2/8/8/2B2B2/8/1R2Q2R", "white", "any-own-piece");
    let any = lands(&any, "Bc3-a5/");
    for square in ["b4", "c3", "b2", "a2", "e2", "h8"] {
        assert_eq!(
            any.split(' ').filter(|other| *other == square).count(),
            usize::from(square != "a2"),
            "{square} in {any}"
        );
    }
    let anywhere = under("r2q2r1/8/2b2b2/8/8/2B2B2/8/1R2Q2R", "white", "anywhere");
    assert_eq!(lands(&anywhere, "Bc3-a5/").split(' ').count(), 54);
}

#[test]
fn pawn_blocks_both_players_permanently() {
    let mut game = in_play("r1bq1b1r/8/8/8/3Q4/8/8/R1B2B1R");
    orders(&mut game, &["Qd4-d7/d4", "a8a4b4"]);
    let barred = |order: &String| order.contains("-d4") || order.contains("/d4") || order.starts_with("Qd7-d3");
    assert!(!game.legal(Seat::Ec).iter().any(barred));
    assert_eq!(game.read(Seat::Ec, "d7d4d5"), Err(deathmatch_rules::game::RefusalKind::Illegal));
}

#[test]
fn player_who_cannot_move_loses() {
    let mut game = under("rq*RQR2/rb**BB2/1**5/b*6/**6/8/8/8", "white", "same-piece");
    assert_eq!(asked(&game), Seat::Ec);
    orders(&mut game, &["Rf8-g8/f8"]);
    assert_eq!(prompt(&game), "move", "the rook on a7 can go to a6");
    let mut game = under("rq*RQR2/rb**BB2/b**5/**6/8/8/8/8", "white", "same-piece");
    orders(&mut game, &["Rf8-g8/f8"]);
    assert_eq!(game.outcome(), Outcome { winner: Some(Seat::Ec), reason: Reason::Rules });
    assert_eq!((game.at("/to_move"), game.at("/ply"), game.at("/phase")), (json!("black"), json!(1), json!("play")));
    assert_eq!(
        game.words(Viewer::Public),
        "Ann (White): Rook f8 to g8, pawn on f8.\nBob (Black) has no move left. A player who cannot move on their turn loses.\n\
         Squares in reach: Ann 20, Bob 0."
    );
}

#[test]
fn player_to_move_without_a_move_loses_from_the_start_too() {
    for (to_move, winner) in [("white", Seat::Dmo), ("black", Seat::Ec)] {
        let game = under("RQ*rq*2/RB*rb*2/B**b**2/*****3/8/8/8/8", to_move, "anywhere");
        assert_eq!(game.outcome(), Outcome { winner: Some(winner), reason: Reason::Rules }, "{to_move}");
        assert_eq!((game.at("/ply"), game.at("/to_move")), (json!(0), json!(to_move)));
    }
}

#[test]
fn placement_that_leaves_white_no_move_loses_at_once() {
    let mut game = begun();
    orders(&mut game, &["white", "Qb1", "Qb2 Rc2", "Ra1 Ra2", "Rd2 Bb4", "Ba3 Bc1"]);
    assert_eq!(prompt(&game), "placement");
    orders(&mut game, &["Bh8"]);
    assert_eq!(game.outcome(), Outcome { winner: Some(Seat::Ec), reason: Reason::Rules });
    assert_eq!((game.at("/ply"), game.at("/phase")), (json!(0), json!("play")));
}

#[test]
fn garden_is_the_same_game_in_red_and_blue() {
    let mut game = garden();
    orders(&mut game, &["red"]);
    assert!(game.words(Viewer::Public).starts_with("Bob takes Red; Ann plays Blue."));
    orders(&mut game, &FIRST[1..]);
    orders(&mut game, &["d4d3a3"]);
    assert_eq!((game.at("/to_move"), game.at("/white")), (json!("black"), json!("dmo")));
    assert_eq!(
        game.words(Viewer::Public),
        "Bob (Red): Queen d4 to d3, statue on a3.\nSquares in reach: Ann 38, Bob 30."
    );
}

#[test]
fn everybody_sees_the_same() {
    let mut game = begun();
    orders(&mut game, &FIRST);
    let seen = game.sight(Viewer::Public).json();
    for seat in Seat::ALL {
        let mut own = game.seat(seat).json();
        assert_eq!(own.as_object_mut().unwrap().remove("you"), Some(json!(seat)));
        assert_eq!(own, seen);
        assert_eq!(game.seat(seat).describe(), game.sight(Viewer::Public).describe());
    }
    assert_eq!(game.told(Viewer::Seat(Seat::Ec)), game.told(Viewer::Truth));
}

#[test]
fn board_answers_queries() {
    let mut game = in_play("r1bq1b1r/8/8/8/3Q4/8/8/R1B2B1R");
    orders(&mut game, &["Qd4-d7/f5"]);
    let answer = |query: &str| game.answer(Viewer::Public, query);
    assert_eq!(answer("last"), "Ann (White): Queen d4 to d7, pawn on f5.");
    assert_eq!(answer("moves of f8"), "Black bishop f8: a3 b4 c5 d6 h6 e7 g7");
    assert_eq!(answer("moves of f5"), "On f5 there is a pawn, which never moves.");
    assert_eq!(answer("moves of e4"), "There is no piece on e4.");
    assert_eq!(
        answer("Row 5"),
        "Row 5: a5 empty, b5 empty, c5 empty, d5 empty, e5 empty, f5 pawn, g5 empty, h5 empty."
    );
    assert!(
        answer("file d").starts_with("File d: d1 empty, d2 empty")
            && answer("file d").ends_with("d7 White queen, d8 Black queen.")
    );
    assert_eq!(
        answer("pieces"),
        "Ann (White): queen on d7, rooks on a1 and h1, bishops on c1 and f1.\nBob (Black): queen on d8, rooks on a8 and h8, bishops on c8 and f8.\n1 pawn: f5."
    );
    assert!(answer("moves").contains("\nQueen d8: "));
    assert_eq!(
        answer("clocks"),
        "60 s for a move, 60 s for a step of the placement; after that the player's reserve runs. Each player had 5:00 at the start."
    );
    for query in ["row 9", "row", "file i", "file dd", "moves of z1", "moves of", "x"] {
        assert!(game.sight(Viewer::Public).answer(query).is_err(), "{query}");
    }
}
