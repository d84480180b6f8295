//! Section *Boards*.

use std::collections::{BTreeMap, BTreeSet};

use deathmatch_rules::game::{BySeat, Seed, SetupError, Terms};
use deathmatch_rules::games;
use deathmatch_rules::table::{Code, Header, Table};
use serde_json::{Value, json};

use super::{GAME, on, standing, with};
use crate::script::Match;

fn terms(preset: &str, setup: Value) -> Terms {
    let Value::Object(setup) = setup else { panic!("a set-up is an object") };
    Terms { preset: Some(preset.to_owned()), setup, ..Terms::default() }
}

fn open(preset: &str, setup: Value) -> Result<(), SetupError> {
    games::find(GAME).expect("registered").open(&terms(preset, setup)).map(|_| ())
}

/// Returns a board of equal pieces.
fn full(rows: usize, code: &str) -> Vec<Vec<Value>> {
    vec![vec![json!(code); 5]; rows]
}

fn given(preset: &str, change: impl Fn(&mut Vec<Vec<Value>>)) -> Result<(), SetupError> {
    let rows = super::rows(preset);
    let mut second = full(rows, "u-b.......");
    change(&mut second);
    open(preset, json!({ "boards": [full(rows, "u-b......."), second, full(rows, "u-b.......")] }))
}

#[test]
fn boards_can_be_given_in_the_setup() {
    for preset in ["dm11", "final"] {
        // Equal pieces and pieces without arrows are allowed.
        assert_eq!(given(preset, |board| board[1][2] = json!("uR........")), Ok(()));
    }
    assert_eq!(given("final", |board| board[1][2] = json!("uRg.......*")), Ok(()));
    let rows = full(5, "uR.b......");
    let game = Match::on(GAME, &terms("dm11", json!({ "boards": [rows, rows, rows] })));
    assert_eq!(on(&game, "c3"), "uR.b......");
}

#[test]
fn lizard_regrows_when_the_board_is_laid() {
    let mut board = full(6, "u-b.......");
    board[0][0] = json!("uLg.......");
    let game = Match::on(GAME, &terms("final", json!({ "boards": [board, board, board] })));
    assert_eq!(on(&game, "a1"), "uLgbbbbbbb");
    // In dm11, too, and on the board of every bout; other pieces are unchanged.
    let mut board = full(5, "u-........");
    board[1][2] = json!("uL........");
    let first = full(5, "u-b.......");
    let mut game = Match::on(GAME, &terms("dm11", json!({ "boards": [first, board, first] })));
    super::lay(&mut game, 5, "a3 e-bbbbbbbb, b3 d-........");
    game.play("a3-b3 |");
    assert_eq!((on(&game, "c2"), on(&game, "a1")), ("uLbbbbbbbb".to_owned(), "u-........".to_owned()));
}

#[test]
fn refusal_of_a_setup_has_all_mistakes() {
    let board = vec![["uXb......."; 5]; 6];
    let items =
        BySeat { ec: vec!["horn".to_owned(), "swap".to_owned(), "swap".to_owned()], dmo: vec!["sword".to_owned()] };
    let terms = Terms { items, ..terms("final", json!({ "boards": [board, [], "mine"] })) };
    let header = Header { preset: terms.preset, items: terms.items, setup: terms.setup, ..Header::new(GAME) };
    let refused = Table::open(header).map(drop).unwrap_err();
    assert_eq!(refused.code, Code::BadHeader);
    let mistakes = refused.messages();
    let has = |words: &str| mistakes.iter().any(|mistake| mistake.contains(words));
    assert_eq!(mistakes.len(), 11, "{mistakes:?}");
    for words in ["`horn`", "`swap` twice", "`sword`", "On a1 of", "On a6 of", "of bout 2", "of bout 3"] {
        assert!(has(words), "{words}: {mistakes:?}");
    }
}

#[test]
fn refusal_of_a_bad_board_names_the_square() {
    let named = |result: Result<(), SetupError>| match result {
        Err(refused @ (SetupError::Setup(_) | SetupError::Both(..))) => refused.to_string(),
        other => panic!("{other:?}"),
    };
    for code in [
        json!(""),
        json!("eRb......."),
        json!("dRb......."),
        json!("uXb......."),
        json!("uRb......"),
        json!(7),
        json!(null),
    ] {
        let message = named(given("final", |board| board[3][1] = code.clone()));
        assert!(message.contains("b4") && message.contains("bout 2"), "{message}");
    }
    for code in ["uRg.......", "uRb.......*"] {
        assert!(named(given("dm11", |board| board[4][4] = json!(code))).contains("e5"));
    }
    named(given("dm11", |board| board.push(vec![json!("u-b......."); 5])));
    named(given("dm11", |board| {
        board.pop();
    }));
    assert!(named(given("final", |board| board[2].truncate(4))).contains("Row 3 of the board of bout 2"));
    assert!(named(given("final", |board| board[5].push(json!("u-b.......")))).contains("Row 6 of the board of bout 2"));
    assert!(
        named(given("dm11", |board| board[0][4] = json!("")))
            .contains("On e1 of the board of bout 2, a piece is missing")
    );
    let board = full(5, "u-b.......");
    named(open("dm11", json!({ "boards": [board, board] })));
    named(open("dm11", json!({ "boards": "mine" })));
    named(open("final", json!({ "boards": [board, board, board] })));
    named(open("dm11", json!({ "boards": [board, board, board, board] })));
    assert_eq!(open("dm11", json!({ "board": 1 })), Err(SetupError::UnknownField("setup.board".to_owned())));
    let known_too = json!({ "boards": [board, board, board], "seed": 1 });
    assert_eq!(open("dm11", known_too), Err(SetupError::UnknownField("setup.seed".to_owned())));
}

fn boards(preset: &str) -> Vec<BTreeMap<String, String>> {
    (0..60)
        .map(|seed| {
            let terms =
                Terms { preset: Some(preset.to_owned()), seed: Seed::new(seed.to_string()), ..Terms::default() };
            standing(&Match::on(GAME, &terms))
        })
        .collect()
}

#[test]
fn generated_boards_have_distinct_unclaimed_pieces() {
    for (preset, squares) in [("dm11", 25), ("final", 30)] {
        for board in boards(preset) {
            assert_eq!(board.len(), squares);
            assert_eq!(board.values().collect::<BTreeSet<_>>().len(), squares, "all different");
            assert!(board.values().all(|code| code.starts_with('u') && code[2..].contains('b')));
            let marked = board.values().filter(|code| code.ends_with('*')).count();
            let grey = board.values().filter(|code| code.contains('g')).count();
            if preset == "dm11" {
                assert_eq!((marked, grey), (0, 0));
            } else {
                assert!(
                    (1..=2).contains(&marked) && (3..=12).contains(&grey),
                    "{marked} marked, {grey} with grey arrows"
                );
            }
            for letter in ["R", "C", "L", "G", "M", "-"] {
                let count = board.values().filter(|code| &code[1..2] == letter).count();
                assert!((4..=6).contains(&count), "{count} of {letter}");
            }
        }
    }
}

#[test]
fn board_without_distinct_last_pieces_is_dealt_again() {
    for (preset, seeds) in [("dm11", ["316", "1520", "2145"]), ("final", ["501", "774", "809"])] {
        for seed in seeds {
            let terms = Terms { preset: Some(preset.to_owned()), seed: Seed::new(seed), ..Terms::default() };
            let board = standing(&Match::on(GAME, &terms));
            assert_eq!(board.values().collect::<BTreeSet<_>>().len(), 5 * super::rows(preset), "{preset} {seed}");
        }
    }
}

#[test]
fn same_seed_gives_the_same_boards_and_others_differ() {
    let all: BTreeSet<_> = boards("dm11").into_iter().collect();
    assert_eq!(all.len(), 60);
    assert_eq!(boards("final"), boards("final"));
    // These boards must never change: records depend on them.
    assert_eq!(
        with("dm11", json!({})).at("/board/0"),
        json!(["u-..bbb.b.", "uM..bb....", "uM..b.b...", "u-..bb.b..", "uRb....bb."])
    );
}

#[test]
fn three_boards_of_a_match_differ() {
    let mut game = with("dm11", json!({}));
    let first = standing(&game);
    super::lay(&mut game, 5, "a3 e-bbbbbbbb, b3 d-........");
    game.play("a3-b3 |");
    assert_ne!(standing(&game), first);
    assert_eq!(standing(&game).len(), 25);
}

#[test]
fn given_boards_are_used_bout_by_bout_unchanged() {
    let boards = ["uR.b......", "uCb......b", "uM....b..."].map(|code| full(5, code));
    let mut game = Match::on(GAME, &terms("dm11", json!({ "boards": boards })));
    assert!(standing(&game).values().all(|code| code == "uR.b......"));
    super::lay(&mut game, 5, "a3 e-bbbbbbbb, b3 d-........");
    game.play("a3-b3 |");
    assert!(standing(&game).values().all(|code| code == "uCb......b"));
    game.set(
        GAME,
        &[("/position/phase", json!("choose")), ("/position/board", super::board(5, "d1 e-........, e1 d-bbbbbbbb"))],
    );
    game.play("| -\n| e1-d1");
    assert!(standing(&game).values().all(|code| code == "uM....b..."));
    assert_eq!(standing(&game).len(), 25);
}

/// Section *A piece*: owner, character, eight arrows clockwise from n, mark; rows from 1 down and columns from a.
#[test]
fn board_is_rows_of_codes_from_row_1_down() {
    let mut boards = full(6, "u-b.......");
    boards[0][4] = json!("uRb.b...g.");
    boards[5][0] = json!("uG.......b*");
    let game = Match::on(GAME, &terms("final", json!({ "boards": [boards, boards, boards] })));
    assert_eq!((on(&game, "e1"), on(&game, "a6")), ("uRb.b...g.".to_owned(), "uG.......b*".to_owned()));
    assert_eq!(game.at("/board/0/4"), "uRb.b...g.");
    assert_eq!(game.at("/board/5/0"), "uG.......b*");
}
