//! A Warrior's Death, from the opening to the reveal.

use deathmatch_draw as draw;
use deathmatch_rules::game::{
    Asked, BySeat, Contest, Frame, Given, Ink, Picture, Play, Seat, Shape, Terms, Viewer, Wants,
};
use deathmatch_rules::games;

use crate::compare::check;

/// A bout in which the Elimination Candidate's Blue Mage is announced as a Dragoon in round 3, and the other's as a Bard in round 8.
const FIRST: [(&str, &str); 10] = [
    ("bard", "chocobo"),
    ("samurai", "sage"),
    ("blue-mage>dragoon", "reaper"),
    ("samurai", "black-mage"),
    ("dark-knight", "dragoon"),
    ("dark-knight", "chocobo"),
    ("astrologian>samurai", "samurai"),
    ("dragoon", "blue-mage>bard"),
    ("chocobo", "dark-knight"),
    ("black-mage", "-"),
];

/// A bout with ties, a fallback and two Blue Mages at once.
const SECOND: [(&str, &str); 10] = [
    ("dragoon", "bard"),
    ("reaper", "samurai"),
    ("reaper", "black-mage"),
    ("samurai", "samurai"),
    ("chocobo", "dragoon"),
    ("bard", "chocobo"),
    ("astrologian>samurai", "samurai"),
    ("blue-mage>sage", "blue-mage>bard"),
    ("chocobo", "dark-knight"),
    ("black-mage", "dark-knight"),
];

fn turned<'a>(bout: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    bout.iter().map(|&(ec, dmo)| (dmo, ec)).collect()
}

/// Plays rounds, and continues after every break; `-` is a missing order.
pub fn played(rounds: &[(&str, &str)]) -> Box<dyn Play> {
    let game = games::find("warriors-death").unwrap();
    let (mut play, _) = game.open(&Terms::default()).unwrap();
    for (ec, dmo) in rounds {
        if let Asked::Seats(asks) = play.asked()
            && asks.iter().any(|(_, ask)| ask.is_some_and(|ask| ask.wants == Wants::Ready))
        {
            play.resolve(BySeat { ec: Given::Ready, dmo: Given::Ready });
        }
        let texts = BySeat { ec: *ec, dmo: *dmo };
        let given = BySeat::from_fn(|seat| match texts[seat] {
            "-" => Given::TimedOut,
            text => Given::Order(play.sight(Viewer::Seat(seat)).parse(text).unwrap()),
        });
        play.resolve(given);
    }
    play
}

/// The picture of a match for a viewer.
pub fn picture(play: &dyn Play, viewer: Viewer, names: [&str; 2]) -> Picture {
    let private_to = match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Public | Viewer::Truth => None,
    };
    let frame = Frame {
        contest: Contest::default(),
        game: "A Warrior's Death".to_owned(),
        label: "Match 12".to_owned(),
        names: BySeat { ec: names[0].to_owned(), dmo: names[1].to_owned() },
        reserve: BySeat::default(),
        bare: false,
        won: None,
        private_to,
        usernames: BySeat::default(),
    };
    Picture { frame, scene: play.sight(viewer).scene() }
}

fn looks(name: &str, rounds: &[(&str, &str)], viewer: Viewer) {
    let file = draw::png(&picture(&*played(rounds), viewer, ["Garnet", "Steiner"]));
    check(&format!("warriors-death/{name}"), &file);
}

#[test]
fn opening() {
    looks("opening", &[], Viewer::Public);
}

#[test]
fn middle_of_a_bout() {
    looks("middle", &[&FIRST[..], &SECOND[..5]].concat(), Viewer::Public);
}

#[test]
fn own_view_shows_the_disguise_and_known_dead_units() {
    looks("own", &[&FIRST[..], &SECOND[..], &FIRST[..7]].concat(), Viewer::Seat(Seat::Ec));
}

#[test]
fn own_view_shows_a_missed_round_a_fallback_and_a_tie() {
    let rounds =
        [("samurai", "bard"), ("bard", "-"), ("reaper", "bard"), ("samurai", "astrologian>reaper"), ("sage", "sage")];
    looks("own-missed", &rounds, Viewer::Seat(Seat::Dmo));
}

#[test]
fn referee_sees_the_truth() {
    looks("truth", &[&FIRST[..], &SECOND[..8]].concat(), Viewer::Truth);
}

#[test]
fn break_between_bouts() {
    looks("break", &[FIRST, SECOND].concat(), Viewer::Public);
}

#[test]
fn tied_bout() {
    let level: Vec<_> = FIRST.iter().map(|(ec, _)| (*ec, *ec)).collect();
    looks("break-tied", &level, Viewer::Public);
}

#[test]
fn sixth_bout() {
    let level: Vec<_> = FIRST.iter().map(|(ec, _)| (*ec, *ec)).collect();
    let rounds = [&FIRST[..], &turned(&FIRST), &FIRST, &turned(&FIRST), &level, &SECOND[..4]].concat();
    looks("sixth", &rounds, Viewer::Public);
}

#[test]
fn reveal() {
    looks("reveal", &[FIRST, SECOND, FIRST].concat(), Viewer::Public);
}

#[test]
fn reveal_of_six_bouts() {
    let level: Vec<_> = FIRST.iter().map(|(ec, _)| (*ec, *ec)).collect();
    let rounds = [&FIRST[..], &turned(&FIRST), &FIRST, &turned(&FIRST), &level, &SECOND].concat();
    looks("reveal-six", &rounds, Viewer::Public);
}

#[test]
fn long_and_odd_names() {
    let play = played(&FIRST[..2]);
    for (name, names) in [
        ("names-long", ["Garnet Til Alexandros the Seventeenth", "Wolfeschlegelsteinhausenbergerdorff"]),
        ("names-odd", ["太郎\u{202e}\u{0}", "Жанна </text>& {ec} 🔥"]),
    ] {
        let file = draw::png(&picture(&*play, Viewer::Seat(Seat::Dmo), names));
        check(&format!("warriors-death/{name}"), &file);
    }
}

#[test]
fn spent_units_are_visible_against_the_card() {
    for viewer in [Viewer::Public, Viewer::Seat(Seat::Ec), Viewer::Truth] {
        let scenes = [7, 27, 30].map(|rounds| {
            let whole = [FIRST, SECOND, FIRST].concat();
            picture(&*played(&whole[..rounds]), viewer, ["A", "B"]).scene
        });
        for shape in scenes.into_iter().flat_map(|scene| scene.shapes) {
            if let Shape::Sprite { name, ink, opacity, .. } = shape {
                let least = [Ink::Ground, Ink::Panel].map(|ground| draw::contrast(ink, opacity, ground));
                assert!(least.iter().all(|&contrast| contrast >= 3.0), "{name}: {least:?}");
            }
        }
    }
}

#[test]
fn disguise_changes_no_other_viewers_picture() {
    // Both have the same announcements: round 1 is always announced as a tie if a Blue Mage takes part.
    let (hidden, plain) = (played(&[("samurai", "blue-mage>samurai")]), played(&[("samurai", "samurai")]));
    for viewer in [Viewer::Public, Viewer::Seat(Seat::Ec)] {
        let [hidden, plain] = [&hidden, &plain].map(|play| draw::png(&picture(&**play, viewer, ["A", "B"])));
        assert_eq!(hidden, plain, "{viewer:?}");
    }
    let own = |play: &dyn Play| draw::png(&picture(play, Viewer::Seat(Seat::Dmo), ["A", "B"]));
    assert_ne!(own(&*hidden), own(&*plain));
}
