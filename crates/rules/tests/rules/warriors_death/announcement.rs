//! Section *Announcement after each round (public)*.

use deathmatch_rules::game::{Seat, Viewer};
use serde_json::json;

use super::{after, bout, standard};

#[test]
fn both_units_and_the_winner_are_announced_and_nothing_else() {
    let game = after("astrologian>dragoon | dragoon");
    let shown = json!({"ec": 1, "dmo": 8, "winner": "ec"});
    assert_eq!(game.at("/shown/0"), shown);
    assert_eq!(game.told(Viewer::Public), [json!({"kind": "round", "bout": 1, "round": 1, "shown": shown})]);
    assert_eq!(
        game.words(Viewer::Public),
        "Round 1: Ann's Astrologian meets Bob's Dragoon. Announced winner: Ann.\nAnnounced wins in bout 1: Ann 1, Bob 0."
    );
}

#[test]
fn blue_mage_is_shown_as_its_disguise() {
    let game = after("blue-mage>black-mage | blue-mage>chocobo");
    assert_eq!(game.at("/shown/0"), json!({"ec": 9, "dmo": 0, "winner": "tie"}));
    assert_eq!(game.at("/true/0"), json!({"ec": 2, "dmo": 2, "winner": "tie", "strength": {"ec": 2, "dmo": 2}}));
}

#[test]
fn blue_mage_shows_the_true_winner_of_the_round_before() {
    let mut game = after("samurai | -\nblue-mage>dragoon | bard");
    assert_eq!(game.at("/true/1/winner"), json!("dmo"));
    assert_eq!(game.at("/shown/1/winner"), json!("ec"));
    // The true winner of the round before, not the announced one.
    game.play("sage | blue-mage>reaper");
    assert_eq!(game.at("/true/2/winner"), json!("ec"));
    assert_eq!(game.at("/shown/2/winner"), json!("dmo"));
    game.play("reaper | -");
    assert_eq!(game.at("/shown/3/winner"), json!("ec"));
    let game = after("sage | sage\nblue-mage>dragoon | bard");
    assert_eq!(game.at("/shown/1/winner"), json!("tie"));
}

#[test]
fn blue_mage_in_round_1_of_a_bout_shows_a_tie() {
    assert_eq!(after("blu>sam | dragoon").at("/shown/0/winner"), json!("tie"));
    let mut game = standard();
    bout(&mut game, Some(Seat::Ec));
    game.play("ready | ready\nsamurai | blu>sam");
    assert_eq!(game.at("/true/0/winner"), json!("ec"));
    assert_eq!(game.at("/shown/0/winner"), json!("tie"));
}

#[test]
fn seat_is_told_its_order_and_not_the_units_fate() {
    let game = after("samurai | blue-mage>dragoon");
    let told = game.told(Viewer::Seat(Seat::Ec));
    let shown = json!({"ec": 5, "dmo": 8, "winner": "tie"});
    assert_eq!(
        told,
        [json!({"kind": "round", "bout": 1, "round": 1, "shown": shown, "sent": "samurai", "fell_back": false})]
    );
    let view = game.seat(Seat::Ec).json();
    assert_eq!(view["shown"], json!([shown]));
    assert_eq!(view["sent"], json!([["samurai"]]));
    for key in ["round_wins", "alive", "changed", "underworld", "bonus", "replay", "marks", "true", "truth"] {
        assert_eq!(view.get(key), None, "{key}");
    }
    assert!(game.words(Viewer::Seat(Seat::Dmo)).ends_with("Your order was Blue Mage as Dragoon."));
    assert!(!game.words(Viewer::Seat(Seat::Ec)).contains("Blue"));
}

#[test]
fn missed_deadline_looks_like_a_chocobo_to_others() {
    let (missed, sent) = (after("- | samurai"), after("chocobo | samurai"));
    for viewer in [Viewer::Public, Viewer::Seat(Seat::Dmo)] {
        assert_eq!(missed.told(viewer), sent.told(viewer));
        assert_eq!(missed.words(viewer), sent.words(viewer));
        assert_eq!(missed.sight(viewer).json(), sent.sight(viewer).json());
    }
    assert!(missed.words(Viewer::Seat(Seat::Ec)).contains("You sent nothing in time"));
}

#[test]
fn both_totals_are_announced_after_round_10() {
    let mut game = standard();
    bout(&mut game, Some(Seat::Dmo));
    for viewer in [Viewer::Public, Viewer::Seat(Seat::Ec), Viewer::Seat(Seat::Dmo)] {
        let told = game.told(viewer);
        assert_eq!(told[0]["kind"], "round");
        assert_eq!(
            told[1],
            json!({"kind": "bout-over", "bout": 1, "points": {"ec": 0, "dmo": 30}, "winner": "dmo", "bouts": {"ec": 0, "dmo": 1, "tied": 0}})
        );
        assert_eq!(told.len(), 2);
    }
}

#[test]
fn everything_is_revealed_at_the_end() {
    let mut game = standard();
    game.play("blue-mage>samurai | dark-knight");
    for _ in 1..10 {
        game.play("- | samurai");
    }
    for _ in 0..2 {
        game.play("ready | ready");
        bout(&mut game, Some(Seat::Dmo));
    }
    for viewer in [Viewer::Public, Viewer::Seat(Seat::Ec), Viewer::Seat(Seat::Dmo)] {
        let told = game.told(viewer).pop().expect("told of the end");
        assert_eq!((&told["kind"], &told["winner"]), (&json!("match-over"), &json!("dmo")));
        assert_eq!(
            told["true"][0]["rounds"][0],
            json!({"ec": 2, "dmo": 7, "winner": "dmo", "strength": {"ec": 2, "dmo": 7}})
        );
        assert_eq!(told["true"][0]["points"], json!({"ec": 2, "dmo": 37}));
        assert_eq!(game.sight(viewer).json()["truth"], told["true"]);
        let round = "1. Blue Mage (as Samurai) 2 – Dark Knight 7: Bob";
        assert!(!game.words(viewer).contains(round), "the end is no wall: {}", game.words(viewer));
        let made = "Bout 1, 2–37 (0 for rounds + 2 from the dead; 30 for rounds + 7 from the dead)";
        assert!(game.hidden().contains(&format!("{made}\n{round}\n")), "{}", game.hidden());
        assert!(game.answer(viewer, "bouts").starts_with(&format!("{made}.")));
        assert!(game.answer(viewer, "bout 1").contains(round));
    }
}
