//! Blockade Chess and Garden of Statues, from the empty board to the last move.

use deathmatch_draw as draw;
use deathmatch_rules::game::{Asked, BySeat, Contest, Frame, Given, Ink, Picture, Play, Seat, Shape, Terms, Viewer};
use deathmatch_rules::games;
use serde_json::json;

use crate::compare::check;

const PLACED: [&str; 7] = ["white", "Qd4", "Qe5 Bc6", "Ra1 Bf3", "Rh4 Rb8", "Rg1 Bb5", "Bg7"];

/// A crowded board in which some pieces cannot move.
const MIDDLE: &str = "1*1*b3/***rQ*b1/2*1*1q1/1B**1*2/*3***1/2**1***/2*r2*1/*2R1*RB";
/// Black has no move once the bishop leaves b5.
const LATE: &str = "1*1*b1**/***r***q/2*b*Q**/1B******/*1*****1/1*******/2**Rr*1/*1*1**RB";

fn open(preset: &str, setup: &serde_json::Value) -> Box<dyn Play> {
    let setup = setup.as_object().unwrap().clone();
    let terms = Terms { preset: Some(preset.to_owned()), setup, ..Terms::default() };
    games::find("blockade-chess").unwrap().open(&terms).unwrap().0
}

fn after(mut play: Box<dyn Play>, orders: &[&str]) -> Box<dyn Play> {
    for order in orders {
        let Asked::Seats(asks) = play.asked() else { panic!("over before {order}") };
        let given = BySeat::from_fn(|seat| match asks[seat] {
            Some(_) => Given::Order(play.sight(Viewer::Seat(seat)).parse(order).unwrap()),
            None => Given::NotAsked,
        });
        play.resolve(given);
    }
    play
}

fn begun(preset: &str, orders: &[&str]) -> Box<dyn Play> {
    after(open(preset, &json!({})), orders)
}

fn from(preset: &str, fen: &str, to_move: &str, orders: &[&str]) -> Box<dyn Play> {
    after(open(preset, &json!({ "fen": fen, "to_move": to_move, "white": "dmo" })), orders)
}

/// The picture of a match for a viewer who has chosen some words.
fn picture(play: &dyn Play, preset: &str, viewer: Viewer, words: &[&str]) -> Picture {
    let private_to = match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Public | Viewer::Truth => None,
    };
    let frame = Frame {
        contest: Contest::default(),
        game: if preset == "blockade" { "Blockade Chess" } else { "Garden of Statues" }.to_owned(),
        label: "Match 12".to_owned(),
        names: BySeat { ec: "Garnet".to_owned(), dmo: "Steiner".to_owned() },
        reserve: BySeat { ec: Some("5:00".to_owned()), dmo: Some("3:12".to_owned()) },
        bare: false,
        won: None,
        private_to,
        usernames: BySeat::default(),
    };
    let words: Vec<_> = words.iter().map(|&word| word.to_owned()).collect();
    Picture { frame, scene: play.sight(viewer).scene_choosing(&words) }
}

/// Both presets' pictures of a match for a viewer who has chosen some words.
fn looks(name: &str, play: impl Fn(&str) -> Box<dyn Play>, viewer: Viewer, words: &[&str]) {
    for (preset, short) in [("blockade", "blockade"), ("garden-of-statues", "garden")] {
        let file = draw::png(&picture(&*play(preset), preset, viewer, words));
        check(&format!("blockade-chess/{short}-{name}"), &file);
    }
}

#[test]
fn opening() {
    looks("opening", |preset| begun(preset, &[]), Viewer::Public, &[]);
}

#[test]
fn placement() {
    looks("placement", |preset| begun(preset, &PLACED[..4]), Viewer::Public, &[]);
}

#[test]
fn placing_the_second_piece_from_blacks_side() {
    looks("placing", |preset| begun(preset, &PLACED[..4]), Viewer::Seat(Seat::Ec), &["Rh4"]);
}

#[test]
fn first_move() {
    looks("first-move", |preset| begun(preset, &[&PLACED[..], &["Bf3-d1/h5"]].concat()), Viewer::Public, &[]);
}

#[test]
fn choosing_where_to_go() {
    looks("choosing", |preset| begun(preset, &PLACED), Viewer::Seat(Seat::Dmo), &["Qd4"]);
}

#[test]
fn choosing_where_the_pawn_lands() {
    looks("choosing-pawn", |preset| begun(preset, &PLACED), Viewer::Seat(Seat::Dmo), &["Qd4", "d7"]);
}

#[test]
fn middle() {
    let play = |preset: &str| from(preset, MIDDLE, "white", &["Qe7-f6/g5"]);
    looks("middle", play, Viewer::Public, &[]);
    looks("middle-own", play, Viewer::Seat(Seat::Ec), &[]);
}

#[test]
fn end() {
    looks("end", |preset| from(preset, LATE, "white", &["Bb5-a6/b5"]), Viewer::Public, &[]);
}

#[test]
fn words_are_readable_at_two_fifths_and_drawings_exist() {
    let drawings: Vec<_> = draw::sprites().collect();
    for play in
        [begun("blockade", &[]), begun("garden-of-statues", &PLACED[..3]), from("blockade", MIDDLE, "white", &[])]
    {
        for shape in picture(&*play, "blockade", Viewer::Public, &[]).scene.shapes {
            match shape {
                Shape::Text { size, .. } => assert!(size >= 21.0),
                Shape::Sprite { name, .. } => assert!(drawings.contains(&name.as_str()), "{name}"),
                _ => {}
            }
        }
    }
}

#[test]
fn words_of_no_legal_order_change_no_picture() {
    let play = begun("blockade", &PLACED);
    let scene = |viewer, words: &[&str]| picture(&*play, "blockade", viewer, words).scene;
    let own = scene(Viewer::Seat(Seat::Dmo), &[]);
    for words in [&["x"][..], &["Qd4", "e5"], &["Rd4"], &["Qd4", "d7", "f5", "f6"]] {
        assert!(scene(Viewer::Seat(Seat::Dmo), words) == own, "{words:?}");
    }
    assert!(scene(Viewer::Seat(Seat::Ec), &["Qd4"]) == scene(Viewer::Seat(Seat::Ec), &[]), "it is not its turn");
}

#[test]
fn owners_and_colours_differ_without_colour_vision() {
    let play = begun("blockade", &PLACED);
    let scene = picture(&*play, "blockade", Viewer::Public, &[]).scene;
    let tokens = |seat: Seat| {
        let of_seat = |shape: &&Shape| matches!(shape, Shape::Token { seat: each, radius, .. } if *each == seat && *radius > 30.0);
        scene.shapes.iter().filter(of_seat).count()
    };
    assert_eq!((tokens(Seat::Ec), tokens(Seat::Dmo)), (5, 5));
    let inside = |tone: Ink| {
        let of_tone = |shape: &&Shape| matches!(shape, Shape::Sprite { name, ink, at, .. } if *ink == tone && at[1] > 90.0 && !name.ends_with("pawn"));
        scene.shapes.iter().filter(of_tone).count()
    };
    assert_eq!((inside(Ink::Words), inside(Ink::Sunk)), (5, 5), "one side is drawn solid, the other hollow");
}
