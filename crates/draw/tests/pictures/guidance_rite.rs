//! Guidance Rite, from the review to the end.

use deathmatch_draw as draw;
use deathmatch_rules::game::{
    Asked, BySeat, Frame, Given, Ink, Picture, Play, Seat, Seed, Shape, Terms, Viewer, Wants,
};
use deathmatch_rules::games;
use serde_json::{Value, json};

use crate::compare::check;

const GAME: &str = "guidance-rite";

/// A match on the boards of a fixed seed, with items in the final.
fn opened(preset: &str) -> Box<dyn Play> {
    let mut terms = Terms { preset: Some(preset.to_owned()), seed: Seed::new("7"), ..Terms::default() };
    if preset == "final" {
        terms.items = BySeat { ec: vec!["swap".to_owned()], dmo: vec!["honour".to_owned(), "rotate".to_owned()] };
    }
    games::find(GAME).unwrap().open(&terms).unwrap().0
}

/// Restores a match with changed values in its state, by JSON pointer.
fn set(play: &dyn Play, values: &[(&str, Value)]) -> Box<dyn Play> {
    let mut saved = play.save();
    for (pointer, value) in values {
        *saved.pointer_mut(pointer).unwrap() = value.clone();
    }
    games::find(GAME).unwrap().restore(&saved).unwrap()
}

/// A board from `b2 eRbb.b*, c3 d-b`. Directions missing at the end of a code have no arrow.
fn board(rows: usize, pieces: &str) -> Value {
    let mut board = vec![vec![String::new(); 5]; rows];
    for piece in pieces.split(", ") {
        let (square, code) = piece.trim().split_once(' ').unwrap();
        let (code, mark) = code.strip_suffix('*').map_or((code, ""), |code| (code, "*"));
        let [column, row] = square.as_bytes() else { panic!("`{square}` is a square") };
        board[usize::from(row - b'1')][usize::from(column - b'a')] = format!("{code:.<10}{mark}");
    }
    json!(board)
}

/// A battle with these pieces in which the EC is on move, or both in bout 3.
fn battle(preset: &str, bout: u8, pieces: &str) -> Box<dyn Play> {
    let rows = if preset == "final" { 6 } else { 5 };
    let won = [json!({"winner": "ec", "reason": "rules"}), json!({"winner": "dmo", "reason": "rules"})];
    let values = [
        ("/position/phase", json!("battle")),
        ("/position/bout", json!(bout)),
        ("/position/won", json!(won[..usize::from(bout) - 1])),
        ("/position/active", json!({"ec": true, "dmo": bout == 3})),
        ("/position/first", if bout == 3 { Value::Null } else { json!("ec") }),
        ("/position/to_move", if bout == 3 { Value::Null } else { json!("ec") }),
        ("/position/strikes", json!({"ec": 0, "dmo": 2})),
        ("/position/played", json!(7)),
        ("/position/board", board(rows, pieces)),
    ];
    set(opened(preset).as_ref(), &values)
}

/// Plays steps with the order of each asked seat.
fn play(play: &mut dyn Play, steps: &[(&str, &str)]) {
    for (ec, dmo) in steps {
        let Asked::Seats(asks) = play.asked() else { panic!("the match is over") };
        let texts = BySeat { ec, dmo };
        play.resolve(BySeat::from_fn(|seat| match asks[seat].map(|ask| ask.wants) {
            None => Given::NotAsked,
            Some(Wants::Ready) => Given::Ready,
            Some(_) if **texts[seat] == *"-" => Given::TimedOut,
            Some(_) => Given::Order(play.sight(Viewer::Seat(seat)).parse(texts[seat]).unwrap()),
        }));
    }
}

fn looks(name: &str, play: &dyn Play, viewer: Viewer, path: &[&str]) {
    let sight = play.sight(viewer);
    let path: Vec<_> = path.iter().map(|&word| word.to_owned()).collect();
    let private_to = match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Public | Viewer::Truth => None,
    };
    let file = draw::png(&Picture { frame: frame(&preset_of(play), private_to), scene: sight.scene_choosing(&path) });
    check(&format!("guidance-rite/{name}"), &file);
}

/// The preset of a match.
fn preset_of(play: &dyn Play) -> String {
    let saved = play.save();
    saved["position"]["ruleset"]["variant"].as_str().expect("a position keeps its variant").to_owned()
}

fn frame(preset: &str, private_to: Option<Seat>) -> Frame {
    let game = games::find(GAME).unwrap();
    Frame {
        contest: game.contest(Some(preset)),
        game: game.title(Some(preset)),
        label: "Match 12".to_owned(),
        names: BySeat { ec: "Garnet".to_owned(), dmo: "Steiner".to_owned() },
        reserve: BySeat::default(),
        bare: false,
        won: None,
        private_to,
        usernames: BySeat::default(),
    }
}

/// Every kind of piece, with a target for every order.
const FULL: &str = "b2 eRbbbb, c3 eGb.b.b.b, a4 eC.b.g.b, d2 eMbb..b..b*, e5 eL.b.b, c5 e-bgb.b.g*, d3 dRb.b.b, \
                    c2 dG.b.b.b.b, e2 dC..b...b, b5 dM.b..b, a1 dLbb, d5 d-gb.bgb, b6 d-b..b..b";

#[test]
fn review() {
    looks("review", opened("dm11").as_ref(), Viewer::Public, &[]);
}

/// A match in its third claim round.
fn claiming() -> Box<dyn Play> {
    let mut game = opened("final");
    play(game.as_mut(), &[("", ""), ("c3 d4", "b2 e5"), ("a1 e2", "e2 c5")]);
    game
}

#[test]
fn claim() {
    let game = claiming();
    looks("claim", game.as_ref(), Viewer::Public, &[]);
    looks("claim-choosing", game.as_ref(), Viewer::Seat(Seat::Dmo), &["d1"]);
}

#[test]
fn top_up() {
    let pieces = "b2 eR.b.b, b3 e-b..b, d4 dGb..b";
    let values =
        [("/position/phase", json!({"top-up": {"wave": 1, "clashes": 0}})), ("/position/board", board(5, pieces))];
    let mut game = set(opened("dm11").as_ref(), &values);
    play(game.as_mut(), &[("x b1", "+ d3")]);
    looks("top-up", game.as_ref(), Viewer::Public, &[]);
}

#[test]
fn battle_after_a_capture_and_a_bite() {
    let mut game = battle("final", 1, FULL);
    play(game.as_mut(), &[("b2-c2; monster d2 d3:n", "")]);
    looks("battle", game.as_ref(), Viewer::Public, &[]);
}

#[test]
fn choosing_a_target_and_a_power() {
    let game = battle("final", 1, FULL);
    looks("choosing", game.as_ref(), Viewer::Seat(Seat::Ec), &["c3"]);
    looks("choosing-power", game.as_ref(), Viewer::Seat(Seat::Ec), &["b2", "b1", "monster", "d2"]);
}

#[test]
fn self_capture_over_the_edge() {
    let mut game = battle("final", 1, "c1 eGb.b, c6 eR..b..b, b4 dLb..b, d3 dMbb, e1 dC..b...b");
    play(game.as_mut(), &[("c1-c6 adopt", "")]);
    looks("edge", game.as_ref(), Viewer::Public, &[]);
}

#[test]
fn chosen_claim_is_marked_more_than_possible_ones() {
    let game = claiming();
    let scene = game.sight(Viewer::Seat(Seat::Dmo)).scene_choosing(&["d1".to_owned()]);
    let frames: Vec<f32> = scene
        .shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Rect { stroke: Some((Ink::Accent, width)), .. } => Some(*width),
            _ => None,
        })
        .collect();
    let thickest = frames.iter().copied().fold(0.0, f32::max);
    let (chosen, others): (Vec<f32>, Vec<f32>) = frames.iter().partition(|width| **width > thickest - 1.0);
    assert_eq!(chosen.len(), 1, "{frames:?}");
    assert!(others.len() > 10 && others.iter().all(|width| *width * 2.0 < thickest), "{frames:?}");
}

#[test]
fn simultaneous_collision() {
    let mut game = battle("dm11", 3, "b3 eR.bb, d3 dLb.....b, c3 d-b, a1 eLb..b, a2 eMb.b, e1 dGb..b, e4 dCb.....b");
    play(game.as_mut(), &[("b3-c3; monster a2 a1:n", "d3-c3")]);
    looks("simultaneous", game.as_ref(), Viewer::Public, &[]);
}

#[test]
fn end() {
    let mut game = battle("final", 2, "b3 eCbbb...b, c3 dR.b.b, a5 e-b.g.b*");
    play(game.as_mut(), &[("b3-c3", "")]);
    looks("end", game.as_ref(), Viewer::Public, &[]);
}

#[test]
fn end_of_a_bout_is_shown_with_the_next_board() {
    let mut game = battle("dm11", 1, "b3 eCbbb...b, c3 dR.b.b, a5 e-b.g.b");
    assert!(game.sight(Viewer::Public).before().is_none());
    play(game.as_mut(), &[("b3-c3", "")]);
    let sight = game.sight(Viewer::Public);
    assert_eq!(sight.heading().stage, "Bout 2 · First look");
    let before = sight.before().expect("the bout has just ended");
    assert_eq!(before.heading().stage, "End of bout 1");
    check("guidance-rite/bout-over", &draw::png(&Picture { frame: frame("dm11", None), scene: before.scene() }));
    let words = before.describe().with_names(&BySeat { ec: "Garnet", dmo: "Steiner" });
    assert!(words.contains("Garnet: Crow b3–c3, captures Rat.") && words.contains("Steiner has no pieces."), "{words}");
    play(game.as_mut(), &[("ready", "ready")]);
    assert!(game.sight(Viewer::Public).before().is_none());
}

#[test]
fn alt_texts_are_sentences_without_codes() {
    for game in [opened("dm11"), opened("final"), battle("final", 1, FULL), battle("dm11", 3, "b3 eR.bb, d3 dLb")] {
        let words =
            game.sight(Viewer::Public).describe().with_names(&BySeat { ec: "W".repeat(32), dmo: "W".repeat(32) });
        assert!(words.chars().count() <= 1_024, "{words}");
        let coded = words
            .split([' ', ';', ','])
            .find(|word| word.contains(['~', '*']) || word.contains("..") || ["n", "ne", "sw"].contains(word));
        assert_eq!(coded, None, "{words}");
    }
}
