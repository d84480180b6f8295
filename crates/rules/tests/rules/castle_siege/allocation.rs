//! *Units*: the allocation's limits, default and secrecy.

use deathmatch_rules::game::{Asked, Closes, Given, Legal, RefusalKind, Seat, Until, Viewer};
use deathmatch_rules::games;
use deathmatch_rules::games::castle_siege::BEFORE_START;
use proptest::prelude::*;
use serde_json::json;

use super::{EVEN, standard, with};

fn refusal(text: &str) -> String {
    let refusal = standard().seat(Seat::Ec).parse(text).unwrap_err();
    assert_eq!(refusal.kind, RefusalKind::Illegal);
    let (faults, example) = refusal.message.split_once(" A legal order is, for example, `").unwrap();
    assert!(standard().seat(Seat::Ec).parse(example.trim_end_matches("`.")).is_ok(), "{example}");
    faults.to_owned()
}

#[test]
fn refusal_names_each_excess_and_shortage() {
    assert_eq!(
        refusal("A 4/3/1 B 3/2/2 C 0/2/4 D 4/0/2 E 0/3/1"),
        "Change this: ATK is 1 over 10 (you gave 11); A is 1 over 7 (you gave 8)."
    );
    assert_eq!(
        refusal("A 0/0/0 B 2/2/2 C 2/2/2 D 2/2/2 E 2/2/2"),
        "Change this: ATK is 2 under 10 (you gave 8); DEF is 2 under 10 (you gave 8); HP is 2 under 10 (you gave 8)."
    );
    assert_eq!(
        refusal("A 5/0/0 B 5/5/0 C 0/5/0 D 0/0/5 E 0/0/5"),
        "Change this: A's ATK is 1 over 4 (you gave 5); B is 3 over 7 (you gave 10); B's ATK is 1 over 4 (you gave 5); \
         B's DEF is 1 over 4 (you gave 5); C's DEF is 1 over 4 (you gave 5); D's HP is 1 over 4 (you gave 5); E's HP is 1 over 4 \
         (you gave 5)."
    );
}

#[test]
fn every_limit_can_be_met_exactly() {
    for text in [EVEN, "A 4/3/0 B 4/3/0 C 2/2/2 D 0/1/4 E 0/1/4", "A 4/0/3 B 4/3/0 C 2/4/1 D 0/3/4 E 0/0/2"] {
        assert_eq!(standard().read(Seat::Ec, text), Ok(text.to_owned()));
    }
}

#[test]
fn there_are_4_511_221_allocations() {
    assert_eq!(standard().seat(Seat::Dmo).legal(), Legal::Counted(4_511_221));
}

#[test]
fn missing_allocation_gives_two_of_everything() {
    let mut game = standard();
    assert_eq!(game.state(), json!({ "phase": "allocation", "round": 0, "units": { "ec": null, "dmo": null } }));
    game.play("- | A 4/2/1 B 2/2/2 C 0/2/4 D 4/0/2 E 0/4/1");
    assert_eq!(
        game.state(),
        json!({ "phase": "battle", "round": 1, "units": {
            "ec": { "A": [2, 2, 2, 0], "B": [2, 2, 2, 0], "C": [2, 2, 2, 0], "D": [2, 2, 2, 0], "E": [2, 2, 2, 0] },
            "dmo": { "A": [4, 2, 1, 0], "B": [2, 2, 2, 0], "C": [0, 2, 4, 0], "D": [4, 0, 2, 0], "E": [0, 4, 1, 0] },
        } })
    );
    assert_eq!(game.told(Viewer::Public), [json!({ "kind": "allocated" })]);
    assert_eq!(game.told(Viewer::Seat(Seat::Ec))[0]["defaulted"], true);
}

#[test]
fn allocation_is_asked_before_the_start() {
    for (ruleset, ms) in [(json!({}), 600_000), (json!({ "allocation_s": 5 }), 5_000)] {
        let Asked::Seats(asks) = with(ruleset).asked() else { panic!("both are asked") };
        let ask = asks.ec.expect("asked");
        assert_eq!(
            (ask.prompt, ask.until, ask.closes),
            ("allocation", Until::BeforeStart { lead: BEFORE_START, least: ms }, Closes::WhenAllIn)
        );
    }
}

#[test]
fn five_words_give_an_allocation() {
    let game = standard();
    let sight = game.seat(Seat::Ec);
    let path = ["A4/2/1", "B2/2/2", "C0/2/4", "D4/0/2"].map(str::to_owned);
    for length in 0..=4 {
        let words: Vec<_> = sight.choices(&path[..length]).into_iter().map(|choice| choice.word).collect();
        let wanted = path.get(length).map_or("E0/4/1", |word| word);
        assert!(words.iter().any(|word| word == wanted), "{wanted} in {words:?}");
    }
    let last = sight.choices(&path);
    assert_eq!(last.len(), 1, "the last unit has what is left");
    assert!(last[0].ends);
    assert_eq!(sight.choices(&[]).len(), 86, "90 units, but a total of 0 or 1 would leave more than four can have");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn offered_words_give_an_allocation(picks in proptest::collection::vec(0_usize..90, 5)) {
        let (mut play, _) = games::find("castle-siege").unwrap().open(&deathmatch_rules::game::Terms::default()).unwrap();
        let sight = play.sight(Viewer::Seat(Seat::Ec));
        let mut path = Vec::new();
        for pick in picks {
            let choices = sight.choices(&path);
            prop_assert!(!choices.is_empty());
            path.push(choices[pick % choices.len()].word.clone());
        }
        prop_assert!(sight.choices(&path).is_empty());
        let order = sight.parse(&path.join(" ")).unwrap();
        prop_assert_eq!(sight.parse(order.text()), Ok(order.clone()));
        play.resolve(deathmatch_rules::game::BySeat { ec: Given::Order(order), dmo: Given::TimedOut });
    }
}
