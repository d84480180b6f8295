//! Castle Siege, from the allocation to the reveal.

use deathmatch_draw as draw;
use deathmatch_rules::game::{
    Accepted, AtTable, BySeat, Contest, Frame, Given, Overrides, Picture, Play, Seat, Sight, Terms, Viewer,
};
use deathmatch_rules::games;
use serde_json::json;

use crate::compare::check;

const UNITS: (&str, &str) = ("A 4/2/1 B 2/2/2 C 0/2/4 D 4/0/2 E 0/4/1", "A 4/1/2 B 4/1/2 C 2/1/2 D 0/4/2 E 0/3/2");

/// Seven rounds with every kind of meeting.
const ROUNDS: [(&str, &str); 7] = [
    ("ANDND", "AANDD"),
    ("NRNAD", "NDADD"),
    ("NDNND", "-"),
    ("NNNNN", "DDDNN"),
    ("NANND", "AANDD"),
    ("DDDNN", "RAADD"),
    ("NAAAD", "NANDD"),
];

/// Plays an allocation and rounds. `-` is a missing order; impossible actions are left out.
fn played(terms: &Terms, units: (&str, &str), rounds: &[(&str, &str)]) -> Box<dyn Play> {
    let (mut play, _) = games::find("castle-siege").unwrap().open(terms).unwrap();
    for (ec, dmo) in std::iter::once(&units).chain(rounds) {
        let orders = BySeat { ec: *ec, dmo: *dmo };
        let given = BySeat::from_fn(|seat| match orders[seat] {
            "-" => Given::TimedOut,
            text => Given::Order(possible(&*play, seat, text)),
        });
        play.resolve(given);
    }
    play
}

/// The order without its refused actions.
fn possible(play: &dyn Play, seat: Seat, text: &str) -> Accepted {
    let sight = play.sight(Viewer::Seat(seat));
    if text.len() > 5 {
        return sight.parse(text).unwrap();
    }
    let mut text = text.to_owned();
    for at in 0..5 {
        let alone: String = (0..5).map(|each| if each == at { &text[at..=at] } else { "N" }).collect();
        if sight.parse(&alone).is_err() {
            text.replace_range(at..=at, "N");
        }
    }
    sight.parse(&text).unwrap()
}

fn standard(rounds: &[(&str, &str)]) -> Box<dyn Play> {
    played(&Terms::default(), UNITS, rounds)
}

fn terms(key: &str, value: u64) -> Terms {
    Terms { ruleset: Overrides::from_iter([(key.to_owned(), json!(value))]), ..Terms::default() }
}

fn looks(name: &str, play: &dyn Play, viewer: Viewer) {
    looks_like(name, &play.sight(viewer), viewer);
}

fn looks_like(name: &str, sight: &Sight, viewer: Viewer) {
    let frame = Frame {
        contest: Contest::default(),
        game: "Castle Siege".to_owned(),
        label: "Match 12".to_owned(),
        names: BySeat { ec: "Garnet".to_owned(), dmo: "Steiner".to_owned() },
        reserve: BySeat::default(),
        bare: false,
        won: None,
        private_to: viewer.seat(),
        usernames: BySeat::default(),
    };
    check(&format!("castle-siege/{name}"), &draw::png(&Picture { frame, scene: sight.scene() }));
}

#[test]
fn allocation() {
    let (play, _) = games::find("castle-siege").unwrap().open(&Terms::default()).unwrap();
    looks("allocation", &*play, Viewer::Public);
}

#[test]
fn waiting_for_the_start() {
    let at = AtTable { waits: true, ..AtTable::default() };
    let viewer = Viewer::Seat(Seat::Dmo);
    looks_like("break", &standard(&[]).sight_at(viewer, &at), viewer);
}

#[test]
fn first_round() {
    looks("first", &*standard(&ROUNDS[..1]), Viewer::Public);
}

#[test]
fn siege_with_its_sums() {
    looks("siege", &*standard(&ROUNDS[..5]), Viewer::Public);
}

#[test]
fn nobody_left_the_castles() {
    looks("quiet", &*standard(&ROUNDS[..4]), Viewer::Public);
}

#[test]
fn own_units() {
    looks("own", &*standard(&ROUNDS[..6]), Viewer::Seat(Seat::Ec));
}

#[test]
fn five_battles() {
    let units = ("A 2/2/2 B 2/2/2 C 2/2/2 D 2/2/2 E 2/2/2", "A 4/2/1 B 2/2/2 C 1/2/4 D 2/2/2 E 1/2/1");
    looks("five", &*played(&Terms::default(), units, &[("AAAAA", "AAAAA")]), Viewer::Public);
}

#[test]
fn five_besiegers_and_a_long_match() {
    let units = ("A 2/2/2 B 2/2/2 C 2/2/2 D 2/2/2 E 2/2/2", "A 2/2/2 B 2/2/2 C 2/2/2 D 2/2/2 E 2/2/2");
    let rounds = [("AAAAA", "DDDDD"), ("NNNNN", "AANNN")];
    looks("besieged", &*played(&terms("rounds", 200), units, &rounds[..1]), Viewer::Seat(Seat::Dmo));
}

#[test]
fn castle_stormed() {
    looks("stormed", &*standard(&[&ROUNDS[..6], &[("NNNNN", "ANNNN")]].concat()), Viewer::Public);
}

#[test]
fn end_on_totals() {
    looks("total", &*played(&terms("rounds", 7), UNITS, &ROUNDS), Viewer::Public);
}

#[test]
fn hidden_units_change_no_other_viewers_picture() {
    // A recovering unit, an idle one and a missing order; and allocations that differ in statistics never shown.
    let first = ("AANND", "AANNN");
    let rest = standard(&[first, ("RRNNN", "NNNNN")]);
    let idle = standard(&[first, ("-", "NNNNN")]);
    let shifted = ("A 4/2/1 B 2/2/2 C 0/2/4 D 4/1/2 E 0/3/1", UNITS.1);
    let other = played(&Terms::default(), shifted, &[first, ("-", "NNNNN")]);
    for viewer in [Viewer::Public, Viewer::Seat(Seat::Dmo)] {
        let [rest, idle, other] = [&rest, &idle, &other].map(|play| play.sight(viewer).scene());
        assert_eq!(rest, idle, "{viewer:?}");
        assert_eq!(rest, other, "{viewer:?}");
    }
    assert_ne!(rest.sight(Viewer::Seat(Seat::Ec)).scene(), idle.sight(Viewer::Seat(Seat::Ec)).scene());
}
