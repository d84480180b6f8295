//! Knights, from the opening to the end.

use deathmatch_draw as draw;
use deathmatch_rules::game::{BySeat, Contest, Frame, Given, Picture, Play, Scene, Seat, Terms, Viewer};
use deathmatch_rules::games;

use crate::compare::check;

/// A match up to the last square, with every kind of event.
const WHOLE: &str = include_str!("knights/whole.txt");

/// Plays turns, one a line; `-` is a missing order.
fn played(turns: &[&str]) -> Box<dyn Play> {
    let game = games::find("knights").unwrap();
    let (mut play, _) = game.open(&Terms::default()).unwrap();
    for turn in turns {
        let (ec, dmo) = turn.split_once('|').unwrap();
        let orders = BySeat { ec: ec.trim(), dmo: dmo.trim() };
        play.resolve(BySeat::from_fn(|seat| match orders[seat] {
            "-" => Given::TimedOut,
            text => {
                Given::Order(play.sight(Viewer::Seat(seat)).parse(text).unwrap_or_else(|why| panic!("{text}: {why}")))
            }
        }));
    }
    play
}

fn whole(turns: usize) -> Box<dyn Play> {
    played(&WHOLE.lines().take(turns).collect::<Vec<_>>())
}

fn looks(name: &str, scene: Scene, viewer: Viewer) {
    let private_to = match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Public | Viewer::Truth => None,
    };
    let frame = Frame {
        contest: Contest::default(),
        game: "Knights".to_owned(),
        label: "Match 12".to_owned(),
        names: BySeat { ec: "Garnet".to_owned(), dmo: "Steiner".to_owned() },
        reserve: BySeat::default(),
        bare: false,
        won: None,
        private_to,
        usernames: BySeat::default(),
    };
    check(&format!("knights/{name}"), &draw::png(&Picture { frame, scene }));
}

fn shows(name: &str, play: &dyn Play, viewer: Viewer) {
    looks(name, play.sight(viewer).scene(), viewer);
}

fn chooses(name: &str, play: &dyn Play, seat: Seat, path: &[&str]) {
    let path: Vec<_> = path.iter().map(|&word| word.to_owned()).collect();
    looks(name, play.sight(Viewer::Seat(seat)).scene_choosing(&path), Viewer::Seat(seat));
}

#[test]
fn opening() {
    shows("opening", &*whole(0), Viewer::Public);
}

#[test]
fn middle() {
    shows("middle", &*whole(17), Viewer::Public);
}

#[test]
fn meeting_on_one_square() {
    shows("meeting", &*played(&["move b5-c3, claim c5 | move d1-c3, claim c3"]), Viewer::Public);
}

#[test]
fn crossing() {
    shows(
        "crossing",
        &*played(&["move b5-c3, claim c3 | -", "move c3-b1, claim b1 | move b1-c3, claim c3"]),
        Viewer::Public,
    );
}

#[test]
fn end() {
    shows("end", &*whole(usize::MAX), Viewer::Public);
}

#[test]
fn own_board_of_the_dmo_is_turned() {
    shows("own-turned", &*whole(9), Viewer::Seat(Seat::Dmo));
}

#[test]
fn missed_turn() {
    shows("missed", &*whole(9), Viewer::Public);
}

#[test]
fn choosing_where_a_knight_goes() {
    chooses("choosing-target", &*whole(17), Seat::Ec, &["spawn a5", "move b2"]);
}

#[test]
fn choosing_what_to_claim() {
    chooses("choosing-claim", &*whole(17), Seat::Ec, &["move b5", "d4"]);
}

#[test]
fn streak_that_must_change() {
    let turns = ["move b5-c3, claim c3 | -", "move d5-b4, claim b4 | -", "move a5-b3, claim b3 | -"];
    shows("streak", &*played(&turns), Viewer::Public);
}
