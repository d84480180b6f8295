//! The spellings of orders, and their refusals.

use std::collections::BTreeSet;

use deathmatch_rules::game::{Filled, Labelled, RefusalKind, Seat};
use serde_json::json;

use super::{asked, begun, garden, in_play, orders, under};
use crate::script::Match;

const ILLEGAL: Result<String, RefusalKind> = Err(RefusalKind::Illegal);
const UNREADABLE: Result<String, RefusalKind> = Err(RefusalKind::Unreadable);

/// A board on which White has a bishop on b4 and a queen on d4.
const BOARD: &str = "r2q2r1/8/2b2b2/2B5/1B1Q4/8/6*1/1R5R";

fn reads(game: &Match, canonical: &str, texts: &[&str]) {
    for text in texts.iter().chain([&canonical]) {
        assert_eq!(game.read(asked(game), text), Ok(canonical.to_owned()), "`{text}`");
    }
}

fn all(game: &Match, texts: &[&str], result: &Result<String, RefusalKind>) {
    for text in texts {
        assert_eq!(&game.read(asked(game), text), result, "`{text}`");
    }
}

#[test]
fn colours_of_both_presets_are_read_in_either() {
    reads(&begun(), "white", &["White", "RED", " red ", "\u{2003}white\t", "white."]);
    reads(&begun(), "black", &["blue", "BLACK"]);
    reads(&garden(), "red", &["white", "Red"]);
    reads(&garden(), "blue", &["black"]);
    all(&begun(), &["", "w", "whit", "white black", "green", "Qd4", "white.5", "1"], &UNREADABLE);
}

#[test]
fn placement_has_one_text() {
    let mut game = begun();
    orders(&mut game, &["white"]);
    assert_eq!(game.legal(Seat::Dmo).len(), 192);
    reads(&game, "Qd4", &["qd4", "QD4", "q d4", "Q \t d4", " qd4 "]);
    orders(&mut game, &["Qd4"]);
    assert_eq!(game.legal(Seat::Ec).len(), 15_624);
    reads(
        &game,
        "Ra1 Bc3",
        &["bc3 ra1", "ra1bc3", "RA1,BC3", "ra1 ,, bc3", "r a1 b c3", "ra1,b c3", "B  c3R  a1", "Ｒa1 Bc3."],
    );
    reads(&game, "Qe4 Rh8", &["Rh8 Qe4"]);
    reads(&game, "Rh1 Ra2", &["ra2 rh1"]);
    reads(&game, "Ba1 Bc3", &["bc3ba1"]);
    reads(&game, "Bb2 Bb3", &["bb3bb2", "b b3 b b2"]);
}

#[test]
fn illegal_and_unreadable_placements_are_refused() {
    let mut game = begun();
    orders(&mut game, &["white"]);
    all(&game, &["Qd4 Ra1", "Qa1 Qa1 Qa1"], &ILLEGAL);
    orders(&mut game, &["Qd4"]);
    all(&game, &["Ra1", "Ra1 Ra2 Ba3", "Qa1 Qa2", "Ra1 Ba1", "Ra1 Bd4", "Rd4 Ba1", "Ra1 Ra1"], &ILLEGAL);
    let texts = [
        "",
        " ",
        "a1 b2",
        "Na1 Bc3",
        "Pa1",
        "Ra9 Bc3",
        "Ri1 Bc3",
        "Ra0",
        "R",
        "Ra",
        "Ra1 B",
        "Ra1-Bc3",
        "Ra1/Bc3",
        ",Ra1 Bc3",
        "Ra1 Bc3,",
        "R,a1 Bc3",
        "Ra 1 Bc3",
        "Ra1 Bc3 x",
        "white",
        "Ra1;Bc3",
        "Ra1 Bc٣",
        "♖a1 Bc3",
        "Ra1 c3",
        "d4d7f5",
    ];
    all(&game, &texts, &UNREADABLE);
    orders(&mut game, &["Qa1 Ra2", "Ra3 Rb3"]);
    all(&game, &["Qh1 Rh2"], &ILLEGAL);
}

#[test]
fn move_is_written_in_many_ways() {
    let game = in_play(BOARD);
    let texts = [
        "qd4-d7/f5",
        "d4d7f5",
        "Q d4 d7 f5",
        "qd4d7f5",
        "d4-d7-f5",
        "d4,d7,f5",
        "d4/d7/f5",
        "d4 - d7 / f5",
        "Q  d4,,d7//f5",
        "D4D7F5",
        " d4 d7 f5\u{a0}",
        "d4d7,d7f5",
        "d4d7d7f5",
        "Qd4-d7 d7-f5",
        "q d4 d7/d7 f5",
        "d4\u{2003}d7\nf5",
    ];
    reads(&game, "Qd4-d7/f5", &texts);
    reads(&game, "Qd4-d7/d4", &["d4d7d4"]);
}

#[test]
fn words_of_the_menus_begin_a_move() {
    let sight = in_play("r2q2r1/8/2b2b2/2B5/1B1Q4/8/6*1/1R5R");
    let sight = sight.seat(asked(&sight));
    let begun = |text: &str| match sight.labelled(&[], &Filled::new(), text) {
        Some(Labelled::Part(words)) => words.join(" "),
        other => format!("{other:?}"),
    };
    for (typed, words) in [("d4-d7", "Qd4 d7"), ("queen d7", "Qd4 d7"), ("queen", "Qd4"), ("rook to b3", "Rb1 b3")] {
        assert_eq!(begun(typed), words, "{typed}");
    }
    // Loose words replace no draft.
    assert_eq!(sight.labelled(&["Qd4".to_owned()], &Filled::new(), "rook to b3"), None);
    // Two rooks can go there; no queen can; and words never make a whole move.
    for typed in ["rook e1", "queen b8", "rook", "queen d7 f5"] {
        assert_eq!(begun(typed), "None", "{typed}");
    }
}

#[test]
fn length_distinguishes_a_bishop_from_a_square() {
    let game = in_play("r2q2r1/8/2b2b2/8/1B1B4/2*3*1/1Q5R/R7");
    reads(&game, "Bb4-c5/b4", &["bb4c5b4", "b4c5b4", "b b4 c5 b4", "b4 c5 c5 b4", "BB4C5C5B4"]);
    reads(&game, "Qb2-b3/b2", &["b2b3b2", "qb2b3b2"]);
    all(&game, &["bb2b3b2"], &ILLEGAL);
    all(&game, &["b 4c5b4", "bb4c5b", "b4c5b", "bbb4c5b4"], &UNREADABLE);
}

#[test]
fn third_of_four_squares_repeats_the_second() {
    for pawn_placement in ["same-piece", "any-own-piece", "anywhere"] {
        let game = under(BOARD, "white", pawn_placement);
        reads(&game, "Qd4-d7/f5", &["d4d7,d7f5"]);
        all(&game, &["d4d7,d4f5", "d4d7,b4a5", "Qd4d7c5f5", "d4d7h1h2"], &ILLEGAL);
    }
}

#[test]
fn illegal_and_unreadable_moves_are_refused() {
    let game = in_play(BOARD);
    let illegal = [
        "d5d6d7",
        "d8d7d6",
        "g2g3g4",
        "Rd4-d7/f5",
        "Bd4-d7/f5",
        "Qb4-a5/b4",
        "d4d4d5",
        "d4e6f5",
        "d4d8d7",
        "d4h4d7",
        "d4b4a4",
        "d4a4b4",
        "d4d7d7",
        "d4d7d8",
        "d4d7c5",
        "d4d7e5",
        "d4g4g2",
        "c5d6e8",
    ];
    all(&game, &illegal, &ILLEGAL);
    // Some of these differ only in their pawns.
    reads(&game, "Qd4-g4/g3", &[]);
    reads(&game, "Qd4-h4/h2", &[]);
    let unreadable = [
        "",
        "d4",
        "Qd4",
        "d4d7",
        "Qd4-d7",
        "d4d7d7d7f5",
        "d4d7d7f5f5",
        "Nd4d7f5",
        "Kd4-d7/f5",
        "i4d7f5",
        "d9d7f5",
        "d4d7f0",
        "-d4d7f5",
        "d4d7f5/",
        "Q-d4d7f5",
        "Q,d4 d7 f5",
        "d 4d7f5",
        "d4>d7>f5",
        "d4d7xf5",
        "Qd4-d7/f5!",
        "white",
        "Qa1 Rb2",
        "０d4d7f5",
        "d4;d7;f5",
        "d4.d7.f5",
        "4d7df5",
    ];
    all(&game, &unreadable, &UNREADABLE);
}

#[test]
fn refusal_names_the_legal_orders() {
    let game = in_play("r2q2r1/8/2b2b2/2B5/1B1Q4/8/6*1/1R5R");
    let says = |text: &str| game.seat(Seat::Ec).parse(text).unwrap_err().message;
    assert_eq!(says("a1a2a3"), "None of your pieces stands on a1; yours are Qd4, Rb1, Rh1, Bb4, Bc5.");
    assert_eq!(says("rd4d7f5"), "Your piece on d4 is a queen; write `Qd4`.");
    assert_eq!(says("b1c2b1"), "Your rook on b1 cannot go to c2; it can go to a1 c1 d1 e1 f1 g1 b2 b3.");
    assert_eq!(says("b1b2c3"), "After rook b1 to b2 the pawn cannot land on c3; it can land on b1 a2 c2 d2 e2 f2 b3.");
    assert_eq!(game.seat(Seat::Dmo).parse("d8d7d6").unwrap_err().kind, RefusalKind::Illegal, "it is not its turn");
}

#[test]
fn orders_are_listed_in_byte_order_and_read_back() {
    let mut game = begun();
    for order in ["white", "Qd4", "Ra1 Bc3", "Rb1 Rc1", "Qa8 Rb8", "Bd1 Be1"] {
        assert!(game.legal(asked(&game)).is_sorted());
        orders(&mut game, &[order]);
    }
    assert_eq!(game.legal(Seat::Ec).len(), 55, "the last piece");
    orders(&mut game, &["Bh8"]);
    for game in [&game, &under(BOARD, "black", "any-own-piece"), &under(BOARD, "white", "anywhere")] {
        let legal = game.legal(asked(game));
        assert!(!legal.is_empty() && legal.is_sorted());
        for order in legal {
            assert_eq!(game.read(asked(game), &order), Ok(order));
        }
    }
}

#[test]
fn menus_give_a_move_in_three_words_and_a_placement_in_two() {
    let game = in_play("r2q2r1/8/2b2b2/2B5/1B1Q4/8/6*1/1R5R");
    let words = |path: &[&str]| -> Vec<_> {
        let path: Vec<_> = path.iter().map(|&word| word.to_owned()).collect();
        game.seat(Seat::Ec).choices(&path).into_iter().map(|choice| (choice.word, choice.label, choice.ends)).collect()
    };
    let choice = |word: &str, label: &str, ends| (word.to_owned(), label.to_owned(), ends);
    assert_eq!(words(&[])[0], choice("Qd4", "Queen d4", false));
    assert!(words(&["Qd4"]).contains(&choice("d7", "to d7", false)));
    assert!(words(&["Qd4", "d7"]).contains(&choice("f5", "pawn on f5", true)));
    assert_eq!(words(&["Qd4", "d8"]), []);

    let mut game = garden();
    assert_eq!(game.seat(Seat::Dmo).choices(&[])[1].label, "Blue");
    orders(&mut game, &["red"]);
    assert!(game.seat(Seat::Dmo).choices(&[]).iter().any(|choice| choice.word == "Qd4" && choice.ends));
    orders(&mut game, &["Qd4"]);
    let squares = game.seat(Seat::Ec).choices(&["Ra1".to_owned()]);
    assert_eq!(squares.len(), 3 * 62);
    assert_eq!((squares[62].label.as_str(), squares[62].ends), ("Rook on a2", true));
    assert_eq!(game.seat(Seat::Ec).group(&squares[62]).unwrap(), "Rook in column a");
}

/// Returns the number of presses of a menu: a long one is split into parts first.
fn presses(options: usize) -> usize {
    if options > 25 { 2 } else { 1 }
}

#[test]
fn orders_take_at_most_six_presses_and_placements_four() {
    let mut games: Vec<_> = ["same-piece", "any-own-piece", "anywhere"].map(|how| under(BOARD, "white", how)).into();
    // The steps of the placement: one piece of any kind, two of any kinds, and the last.
    let given = ["white", "Qd4", "Ra1 Bc3", "Rb1 Rc1", "Qa8 Rb8", "Bd1 Be1"];
    games.extend((1..=given.len()).map(|many| {
        let mut game = begun();
        orders(&mut game, &given[..many]);
        game
    }));
    for game in games {
        let most = if game.state()["phase"] == "play" { 6 } else { 4 };
        let seat = asked(&game);
        let sight = game.seat(seat);
        let (mut reached, mut open) = (BTreeSet::new(), vec![(Vec::new(), 0)]);
        while let Some((path, pressed)) = open.pop() {
            let choices = sight.choices(&path);
            let pressed = pressed + presses(choices.len());
            for choice in &choices {
                assert!(choice.label.chars().count() <= 40, "{} fits a phone", choice.label);
                let path = [&path[..], std::slice::from_ref(&choice.word)].concat();
                assert!(pressed <= most, "{path:?} takes {pressed} presses");
                if choice.ends {
                    reached.insert(sight.parse(&path.join(" ")).unwrap().text().to_owned());
                } else {
                    open.push((path, pressed));
                }
            }
        }
        assert_eq!(reached, game.legal(seat).into_iter().collect());
    }
}

#[test]
fn private_orders_has_no_effect() {
    let game = Match::open("blockade-chess", Some("blockade"), json!({ "private_orders": "final" }));
    assert_eq!(game.state(), begun().state());
    assert_eq!(game.asked(), begun().asked());
}

#[test]
fn refusal_gives_the_reason_in_every_spelling() {
    let says = |game: &Match, text: &str| game.seat(asked(game)).parse(text).unwrap_err().message;
    let game = in_play(BOARD);
    let occupied = "b4 is occupied. Your queen on d4 cannot go to b4; it can go to";
    for text in ["Qd4-b4/a4", "Qd4-b4", "d4b4", "queen d4 to b4", "Queen d4 to b4, pawn on a4"] {
        assert!(says(&game, text).starts_with(occupied), "`{text}`: {}", says(&game, text));
    }
    for text in ["Qd4-d7", "d4d7"] {
        assert_eq!(says(&game, text), "Say where the pawn lands, too, such as `Qd4-d7/d1`.");
    }

    let mut game = begun();
    orders(&mut game, &["white", "Qd4"]);
    for text in ["Qe4 Rd4", "queen e4, rook d4", "Queen on e4, rook on d4"] {
        assert_eq!(says(&game, text), "d4 is occupied; choose an empty square.", "`{text}`");
    }
}
