//! *What is shown*: the event's form, and hidden differences.

use deathmatch_rules::game::{Seat, Viewer};
use deathmatch_rules::games;
use serde_json::json;

use super::{armed, event};
use crate::script::Match;

#[test]
fn event_has_the_form_on_the_page() {
    let mut game = armed("4000 2000 0000 0200", "0100 0000 3000 0000 0300");
    game.play("-|-\n-|-\nAANDN | DNAND");
    assert_eq!(
        event(&game),
        json!({ "round": 3, "battle": [{ "ec": ["A", 4], "dmo": ["C", 3] }], "defenders": { "ec": "D", "dmo": "AE" },
                "siege": { "castle": "dmo", "attackers": "B", "sa": 2, "sd": 4 } })
    );
    assert_eq!(
        game.words(Viewer::Public),
        "Round 3: Ann's B besieges Bob's castle: 2 attack against 4 defence.\n\
         In the field: Ann's A beats Bob's C, 4 attack to 3.\nAnn defends with D, Bob with A and E.\n\
         After round 3: sieges laid, Ann 1, Bob 0."
    );
}

/// Returns everything that is made of a viewer's sight and events.
fn seen(game: &Match, viewer: Viewer) -> String {
    let sight = game.sight(viewer);
    let found = games::find("castle-siege").unwrap();
    let queries = found.about().queries;
    let answers: Vec<_> = queries.iter().map(|(query, _)| sight.answer(query).unwrap()).collect();
    let words = (sight.heading(), sight.question(), sight.describe(), answers, sight.form(&[].into()));
    let told = (game.told(viewer), game.words(viewer));
    format!("{words:?} {:?} {:?} {:?} {} {told:?}", sight.legal(), sight.choices(&[]), sight.scene(), sight.json())
}

fn assert_alike(games: &[Match]) {
    for viewer in [Viewer::Public, Viewer::Seat(Seat::Dmo)] {
        for pair in games.windows(2) {
            assert_eq!(seen(&pair[0], viewer), seen(&pair[1], viewer), "{viewer:?}");
        }
    }
    assert_ne!(seen(&games[0], Viewer::Seat(Seat::Ec)), seen(&games[1], Viewer::Seat(Seat::Ec)));
}

#[test]
fn recovering_idling_and_a_missing_order_look_alike() {
    let twins = ["RRNNN | DNNNN", "NNNNN | DNNNN", "- | DNNNN", "NRNNN | DNNNN"].map(|round| {
        let mut game = armed("2222 2222", "0440");
        game.play(round).play("ANNNN | DNNNN");
        game
    });
    assert_alike(&twins[..2]);
    assert_alike(&twins[2..]);
}

#[test]
fn hidden_statistics_are_not_visible() {
    let twins = ["2220 0310", "2110 0330", "2441 0300"].map(|units| {
        let mut game = armed(units, "1000 0200");
        game.play("ANNNN | ADNNN\nNDNNN | NDNNN");
        game
    });
    assert_alike(&twins);
}

#[test]
fn allocations_are_not_visible() {
    let twins =
        ["A 2/2/2 B 2/2/2 C 2/2/2 D 2/2/2 E 2/2/2", "A 4/2/1 B 2/2/2 C 0/2/4 D 4/0/2 E 0/4/1", "-"].map(|order| {
            let mut game = super::standard();
            game.play(&format!("{order} | -"));
            game
        });
    assert_alike(&twins);
}
