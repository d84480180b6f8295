//! Section *Items*.

use deathmatch_rules::game::{BySeat, RefusalKind, Seat, SetupError, Terms};
use deathmatch_rules::games;
use serde_json::json;

use super::{GAME, effects, lay, on, stands, with_items};
use crate::script::Match;

const ALL: [&str; 3] = ["honour", "rotate", "swap"];
/// Nine pieces; the EC's on the left.
const NINE: &str = "a1 eRb......., a3 eG..b....., a5 e-b......., a6 eL.b......, e1 dMb......., e3 dC..b....., e4 d-b......., e5 dL.b......, e6 d-....b...";

fn nine() -> Match {
    laid(NINE)
}

fn laid(pieces: &str) -> Match {
    let mut game = with_items(&ALL, &ALL, json!({}));
    lay(&mut game, 6, pieces);
    game
}

#[track_caller]
fn refused(order: &str) {
    assert_eq!(nine().read(Seat::Ec, order), Err(RefusalKind::Illegal), "{order}");
}

#[test]
fn point_of_honour_gives_an_own_and_an_enemy_piece_an_arrow() {
    let mut game = nine();
    game.play("item honour e1:s a1:ne; a5-a4 |");
    assert_eq!((on(&game, "a1"), on(&game, "e1")), ("eRbb......".to_owned(), "dMb...b...".to_owned()));
    assert_eq!(game.at("/items"), json!({"ec": ["rotate", "swap"], "dmo": ["honour", "rotate", "swap"]}));
    refused("item honour a1:n e1:s; a5-a4");
    refused("item honour a1:ne e1:n; a5-a4");
    refused("item honour a1:ne a3:n; a5-a4");
    refused("item honour e1:s e3:n; a5-a4");
    refused("item honour a1:ne b1:n; a5-a4");
    // The arrow may have either colour.
    let game = laid(&NINE.replace("a1 eRb.......", "a1 eRbg......"));
    assert_eq!(game.read(Seat::Ec, "item honour a1:ne e1:s; a5-a4"), Err(RefusalKind::Illegal));
}

#[test]
fn every_point_of_honour_is_listed() {
    let listed =
        nine().legal(Seat::Ec).into_iter().filter(|order| order.starts_with("item honour")).collect::<Vec<_>>();
    let uses: std::collections::BTreeSet<_> =
        listed.iter().map(|order| order.split(';').next().expect("an item").to_owned()).collect();
    // Seven free directions of each of four own and five enemy pieces.
    assert_eq!(uses.len(), 4 * 7 * 5 * 7);
    assert!(uses.contains("item honour a1:ne e1:s") && !uses.contains("item honour a1:ne a3:n"));
}

#[test]
fn rotate_turns_an_own_piece_clockwise() {
    for (degrees, after) in [
        (45, "eR.b......"),
        (90, "eR..b....."),
        (135, "eR...b...."),
        (180, "eR....b..."),
        (225, "eR.....b.."),
        (270, "eR......b."),
        (315, "eR.......b"),
    ] {
        let mut game = nine();
        game.play(&format!("item rotate a1 {degrees}; a5-a4 |"));
        assert_eq!(on(&game, "a1"), after);
        assert_eq!(game.told(deathmatch_rules::game::Viewer::Public)[0]["effects"][0]["degrees"], degrees);
    }
    for order in [
        "item rotate a1 0; a5-a4",
        "item rotate a1 360; a5-a4",
        "item rotate a1 405; a5-a4",
        "item rotate a1 11565; a5-a4",
        "item rotate a1 60; a5-a4",
        "item rotate e1 90; a5-a4",
        "item rotate b1 90; a5-a4",
    ] {
        refused(order);
    }
}

#[test]
fn swap_exchanges_the_characters_of_two_pieces_of_either_owner() {
    let mut game = nine();
    game.play("item swap a3 a1; a5-a4 |");
    assert_eq!((on(&game, "a1"), on(&game, "a3")), ("eGb.......".to_owned(), "eR..b.....".to_owned()));
    let mut game = nine();
    game.play("item swap e1 e4; a5-a4 |");
    assert_eq!((on(&game, "e1"), on(&game, "e4")), ("d-b.......".to_owned(), "dMb.......".to_owned()));
    refused("item swap a1 e1; a5-a4");
    refused("item swap a1 a1; a5-a4");
    refused("item swap a1 b1; a5-a4");
    // Marks stay with their squares, and a Lizard on a piece without black arrows regrows.
    let mut game = laid(&NINE.replace("e4 d-b.......", "e4 d-g.......*"));
    game.play("item swap e4 e5; a5-a4 |");
    assert_eq!((on(&game, "e4"), on(&game, "e5")), ("dLgbbbbbbb*".to_owned(), "d-.b......".to_owned()));
}

#[test]
fn item_holds_own_pieces_only_as_movers() {
    refused("item rotate a5 90; a5-b5");
    refused("item rotate a5 45; a5-b4");
    refused("item honour a5:ne e1:s; a5-a4");
    refused("item swap a5 a1; a5-a4");
    refused("item swap a1 a5; a5-a4");
    // A held Guardian is displaced, a held piece captured, a held character given up.
    let mut game = laid(&NINE.replace("a5 e-b.......", "a4 e-b......."));
    game.play("item rotate a3 90; a4-a3 swap |");
    assert_eq!((on(&game, "a3"), on(&game, "a4")), ("e-b.......".to_owned(), "e-....b...".to_owned()));
    let mut game = laid(&NINE.replace("a5 e-b.......", "a4 e-b......."));
    game.play("item rotate a3 90; a4-a3 x |");
    assert_eq!(on(&game, "a3"), "e-b...g...*");
    let mut game = nine();
    game.play("item rotate a1 90; a5-a4; rat a1 |");
    assert_eq!(on(&game, "a1"), "e-......b.");
}

#[test]
fn items_need_nine_pieces_on_the_board() {
    let game = laid(NINE.rsplit_once(',').expect("nine").0);
    for order in ["item rotate a1 90; a5-a4", "item swap a1 a3; a5-a4", "item honour a1:ne e1:s; a5-a4"] {
        assert_eq!(game.read(Seat::Ec, order), Err(RefusalKind::Illegal));
    }
    assert!(game.seat(Seat::Ec).choices(&[]).iter().all(|choice| choice.word != "item"));
}

#[test]
fn used_item_is_gone_for_the_match() {
    let mut game = nine();
    game.play("item rotate a1 90; a5-a4 |\n| item rotate e5 45; e4-e3");
    assert_eq!(game.at("/items/ec"), json!(["honour", "swap"]));
    assert_eq!(game.at("/items/dmo"), json!(["honour", "swap"]));
    assert_eq!(game.read(Seat::Ec, "item rotate a1 90; a4-a3"), Err(RefusalKind::Illegal));
}

#[test]
fn seat_without_a_move_may_use_an_item_or_pass() {
    // No arrow of the EC points to a possible square.
    let stuck = "a1 eRb......., b1 e-b......., c1 e-b......., d1 e-b......., e1 dMb......., e3 dC..b....., e4 d-b......., e5 dL.b......, \
                 e6 d-....b...";
    let mut game = laid(stuck);
    assert_eq!(game.at("/to_move"), "ec");
    assert_eq!(game.read(Seat::Ec, "pass").as_deref(), Ok("pass"));
    assert_eq!(game.read(Seat::Ec, "item swap a1 b1").as_deref(), Ok("item swap a1 b1"));
    assert_eq!(game.read(Seat::Ec, "item rotate a1 90").as_deref(), Ok("item rotate a1 90"));
    game.play("pass |");
    assert_eq!(effects(&game), ["passed"]);
    assert_eq!((game.at("/strikes/ec"), game.at("/to_move")), (json!(0), json!("dmo")));
    let mut game = laid(stuck);
    game.play("item rotate a1 180 |");
    assert_eq!(on(&game, "a1"), "eR....b...");
    assert_eq!(game.at("/items/ec"), json!(["honour", "swap"]));
}

#[test]
fn item_must_be_followed_by_a_move_if_one_exists() {
    let pieces = "a1 eMb......., b1 e-b......., c2 eCg......., d1 e-b......., e1 dMb......., e3 dC..b....., e4 d-b......., e5 dL.b......, e6 d-....b...";
    let game = laid(pieces);
    // c2 can move along its grey arrow, so a move exists, and an item that holds c2 leaves none.
    assert_eq!(game.read(Seat::Ec, "item rotate c2 90"), Err(RefusalKind::Illegal));
    assert_eq!(game.read(Seat::Ec, "item rotate a1 90"), Err(RefusalKind::Illegal));
    assert_eq!(game.read(Seat::Ec, "item rotate a1 90; c2-c1").as_deref(), Ok("item rotate a1 90; c2-c1"));
    // Such an item is not offered either.
    let offered = |path: &[&str]| {
        let path: Vec<_> = path.iter().map(|&word| word.to_owned()).collect();
        game.seat(Seat::Ec).choices(&path).into_iter().map(|choice| choice.word).collect::<Vec<_>>()
    };
    assert_eq!(offered(&["item", "rotate"]), ["a1", "b1", "d1"]);
    assert_eq!(offered(&["item", "swap", "a1"]), ["b1", "d1"]);
}

#[test]
fn item_that_creates_a_move_must_be_followed_by_one() {
    // No move onto a marked piece is possible, but one onto a marked Guardian is.
    let game = laid(
        "a1 eRb.b....., b1 e-........*, c1 eG........, d1 e-b......., e1 dMb......., e3 dC..b....., e4 d-b......., e5 dL.b......, e6 d-....b...",
    );
    assert_eq!(game.read(Seat::Ec, "pass").as_deref(), Ok("pass"));
    assert_eq!(game.read(Seat::Ec, "item swap b1 c1"), Err(RefusalKind::Illegal));
    let listed = game.legal(Seat::Ec);
    let holds = |order: &str| listed.contains(&order.to_owned());
    assert!(holds("item swap b1 c1; a1-b1 swap") && holds("item rotate b1 45") && holds("pass"));
    assert!(!holds("item swap b1 c1") && !holds("item rotate a1 90; a1-b1"));
}

#[test]
fn header_names_each_item_once_and_only_in_the_final() {
    let open = |preset: &str, ec: &[&str]| {
        let names = ec.iter().map(|&name| name.to_owned()).collect();
        let terms =
            Terms { preset: Some(preset.to_owned()), items: BySeat { ec: names, dmo: Vec::new() }, ..Terms::default() };
        games::find(GAME).expect("registered").open(&terms).map(|_| ())
    };
    assert!(open("final", &["swap", "honour", "rotate"]).is_ok());
    for (preset, items) in
        [("final", &["swap", "swap"][..]), ("final", &["honor"]), ("final", &["Swap"]), ("dm11", &["swap"])]
    {
        assert!(matches!(open(preset, items), Err(SetupError::Header(_))), "{items:?}");
    }
    let game = with_items(&["swap", "honour"], &["rotate"], json!({}));
    assert_eq!(game.at("/items"), json!({"ec": ["swap", "honour"], "dmo": ["rotate"]}));
}

#[test]
fn item_and_a_power_in_one_turn_are_allowed() {
    let mut game = nine();
    game.play("item rotate a3 90; a5-a4; lizard a6 n |");
    stands(
        &game,
        "a1 eRb......., a3 eG....b..., a4 e-b......., a6 e-bb......, e1 dMb......., e3 dC..b....., e4 d-b......., e5 dL.b......, e6 d-....b...",
    );
}

#[test]
fn blank_piece_can_be_swapped() {
    let mut game = nine();
    game.play("item swap a5 a6; a3-b3 |");
    assert_eq!((on(&game, "a5"), on(&game, "a6")), ("eLb.......".to_owned(), "e-.b......".to_owned()));
    // Two blank pieces may be named as well.
    let mut game = nine();
    game.play("item swap e4 e6; a5-a4 |");
    assert_eq!((on(&game, "e4"), on(&game, "e6")), ("d-b.......".to_owned(), "d-....b...".to_owned()));
    assert_eq!(game.at("/items/ec"), json!(["honour", "rotate"]));
}

#[test]
fn one_item_per_turn_and_each_once_per_match() {
    assert_eq!(nine().read(Seat::Ec, "item rotate a1 90; item swap a1 a3; a5-a4"), Err(RefusalKind::Unreadable));
    let mut game = nine();
    game.play("item rotate a1 90; a5-a4 |");
    game.draw_state().expect("a battle is running");
    assert_eq!((game.at("/bout"), game.at("/items/ec")), (json!(2), json!(["honour", "swap"])));
    game.set(GAME, &[("/position/phase", json!("choose")), ("/position/board", super::board(6, NINE))]);
    game.play("first |");
    assert_eq!(game.read(Seat::Ec, "item rotate a1 90; a5-a4"), Err(RefusalKind::Illegal));
    assert!(game.read(Seat::Ec, "item swap a1 a3; a5-a4").is_ok());
}

#[test]
fn each_seat_has_its_own_items() {
    let mut game = with_items(&["rotate"], &["swap"], json!({}));
    lay(&mut game, 6, NINE);
    assert!(game.read(Seat::Ec, "item rotate a1 90; a5-a4").is_ok());
    for order in ["item swap a1 a3; a5-a4", "item honour a1:ne e1:s; a5-a4"] {
        assert_eq!(game.read(Seat::Ec, order), Err(RefusalKind::Illegal), "{order}");
    }
    // A match without items refuses them, too.
    let game = super::finale(NINE);
    assert_eq!(game.read(Seat::Ec, "item rotate a1 90; a5-a4"), Err(RefusalKind::Illegal));
}

#[test]
fn without_nine_pieces_a_seat_without_a_move_is_not_asked() {
    let stuck = "a1 eRb......., b1 e-b......., e1 dMb......., e3 dC..b....., e4 d-b......., e5 dL.b......, e6 d-....b..., d6 d-....b...";
    assert_eq!(laid(stuck).at("/to_move"), "dmo");
    assert_eq!(laid(&format!("{stuck}, c1 e-b.......")).at("/to_move"), "ec");
}
