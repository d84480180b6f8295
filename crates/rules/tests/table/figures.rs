//! The figures of a finished match: counted orders, by the players who gave them, in the game's own terms.

use std::collections::BTreeMap;

use deathmatch_rules::game::Seat;
use deathmatch_rules::table::{Bot, Entry, Figures, Header, Level, Player, Table};
use serde_json::json;

use crate::story::{enter, header};
use crate::toy;

/// Returns the figures of a match with these lines.
fn figures(header: Header, lines: &[&str]) -> Option<Figures> {
    let mut table = Table::open(header).unwrap();
    enter(&mut table, lines);
    table.figures_since(1)
}

fn uses(figures: &Figures, seat: Seat) -> Vec<(&str, u32)> {
    figures.seats[seat].uses.iter().map(|(name, times)| (name.as_str(), *times)).collect()
}

fn opening(figures: &Figures, seat: Seat) -> &str {
    figures.seats[seat].opening.as_deref().unwrap_or_default()
}

const ROUNDS: [&str; 6] = [
    "1000 ec samurai",
    "2500 dmo bard",
    "4000 ec astrologian>bard",
    "9000 dmo sage",
    "10000 ec sage",
    "11000 dmo sage",
];

#[test]
fn unfinished_or_void_match_has_no_figures() {
    let warriors = || header("warriors-death", "standard");
    assert_eq!(figures(warriors(), &ROUNDS), None);
    assert_eq!(figures(warriors(), &[&ROUNDS[..], &["12000 host void"]].concat()), None);
    let over = figures(warriors(), &[&ROUNDS[..], &["12000 host award ec"]].concat()).unwrap();
    assert_eq!((over.steps, over.lasted, over.first), (3, 12_000, None));
    assert_eq!(over.seats.ec.thoughts, [1_000, 1_500, 1_000]);
    assert_eq!(over.seats.dmo.thoughts, [2_500, 6_500, 2_000]);
}

#[test]
fn units_are_counted_and_the_first_one_opens() {
    let over =
        figures(header("warriors-death", "standard"), &[&ROUNDS[..], &["12000 host award ec"]].concat()).unwrap();
    assert_eq!((opening(&over, Seat::Ec), opening(&over, Seat::Dmo)), ("Samurai", "Bard"));
    assert_eq!(uses(&over, Seat::Ec), [("Astrologian", 1), ("Sage", 1), ("Samurai", 1)]);
    assert_eq!(uses(&over, Seat::Dmo), [("Bard", 1), ("Sage", 2)]);
}

#[test]
fn reverted_host_given_and_earlier_players_orders_do_not_count() {
    let taken =
        ["1000 ec samurai", "2000 dmo bard", "3000 host undo", "4000 ec sage", "6000 dmo sage", "7000 host award ec"];
    let over = figures(header("warriors-death", "standard"), &taken).unwrap();
    assert_eq!((over.steps, opening(&over, Seat::Ec), &over.seats.ec.thoughts[..]), (1, "Sage", &[1_000][..]));
    let by_host =
        ["1000 ec samurai", "2000 host order dmo bard", "4000 ec sage", "6000 dmo sage", "7000 host award ec"];
    let over = figures(header("warriors-death", "standard"), &by_host).unwrap();
    assert_eq!((uses(&over, Seat::Dmo), &over.seats.dmo.thoughts[..]), (vec![("Sage", 1)], &[4_000][..]));
    let followed = [
        "1000 ec samurai",
        "2000 dmo bard",
        "3000 host substitute ec Cleo",
        "4000 ec sage",
        "6000 dmo sage",
        "7000 host award ec",
    ];
    let over = figures(header("warriors-death", "standard"), &followed).unwrap();
    assert_eq!((over.seats.ec.opening.as_deref(), uses(&over, Seat::Ec)), (None, vec![("Sage", 1)]));
    assert_eq!((opening(&over, Seat::Dmo), uses(&over, Seat::Dmo)), ("Bard", vec![("Bard", 1), ("Sage", 1)]));
    // The seat's next player repeats a reverted step.
    let again = [
        "1000 ec samurai",
        "2000 dmo bard",
        "3000 host substitute ec Cleo",
        "3500 host undo",
        "4000 ec sage",
        "6000 dmo sage",
    ];
    let over = figures(header("warriors-death", "standard"), &[&again[..], &["7000 host award ec"]].concat()).unwrap();
    assert_eq!(opening(&over, Seat::Ec), "Sage");
}

#[test]
fn steps_played_elsewhere_do_not_count() {
    let mut table = Table::open(header("warriors-death", "standard")).unwrap();
    enter(&mut table, &[&ROUNDS[..], &["12000 host award ec"]].concat());
    let since = table.figures_since(3).unwrap();
    assert_eq!((since.steps, since.seats.ec.opening.as_deref()), (1, None));
    assert_eq!((uses(&since, Seat::Ec), &since.seats.ec.thoughts[..]), (vec![("Sage", 1)], &[1_000][..]));
}

#[test]
fn figures_use_each_games_own_terms() {
    let lines =
        ["1000 dmo black", "2000 ec Rg3", "3000 dmo Qg6 Bc4", "4000 ec Qe2 Rg1", "5000 dmo Rb7 Bf1", "6000 ec Bh4 Bg5"];
    let moves =
        ["7000 dmo Rd2", "8000 ec Rg3-g2/g4", "9000 dmo Rd2-d7/g7", "10000 ec Bh4-g3/c7", "11000 host award ec"];
    let over = figures(header("blockade-chess", "blockade"), &[&lines[..], &moves].concat()).unwrap();
    assert_eq!(over.first, Some(Seat::Ec), "White");
    assert_eq!((opening(&over, Seat::Ec), opening(&over, Seat::Dmo)), ("rook g3", "queen g6 and bishop c4"));
    assert_eq!((uses(&over, Seat::Ec), uses(&over, Seat::Dmo)), (vec![("bishop", 1), ("rook", 1)], vec![("rook", 1)]));

    let lines = [
        "1000 ec move d5-b4, claim b5",
        "2000 dmo move d1-e3, claim a1",
        "3000 ec move b5-a3, claim a3",
        "4000 dmo move e3-d5, claim a1",
        "5000 host award ec",
    ];
    let over = figures(header("knights", "tempo-up"), &lines).unwrap();
    let score = over.score.as_ref().expect("both claimed, and the DMO's second claim was in vain");
    assert_eq!([score.of(Seat::Ec), score.of(Seat::Dmo)], ["2–1 points", "1–2 points"]);
    let tied = [lines[0], lines[1], lines[2], "4000 dmo move e3-d5, claim e1", lines[4]];
    assert_eq!(figures(header("knights", "tempo-up"), &tied).unwrap().score, None);
    assert_eq!(
        (opening(&over, Seat::Ec), opening(&over, Seat::Dmo)),
        ("d5-b4, or b1-d2 as DMO", "b5-a3, or d1-e3 as DMO"),
        "each from the same side"
    );
    assert_eq!(uses(&over, Seat::Ec), [("claim", 2), ("move", 2)]);

    let lines = [
        "17253 ec A 2/1/4 B 2/1/4 C 4/3/0 D 2/3/0 E 0/2/2",
        "34972 dmo A 4/3/0 B 4/3/0 C 2/2/2 D 0/1/4 E 0/1/4",
        "41158 ec DAADD",
        "56557 dmo ANADD",
        "60000 host award ec",
    ];
    let over = figures(header("castle-siege", "gauntlet"), &lines).unwrap();
    assert_eq!(opening(&over, Seat::Ec), "4/3/0 2/3/0 2/1/4 2/1/4 0/2/2 ATK/DEF/HP");
    assert_eq!(uses(&over, Seat::Dmo), [("attack", 2), ("defend", 2)]);
}

#[test]
fn first_claim_is_the_opening_and_powers_and_items_are_uses() {
    let text = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/records/guidance-rite/final-with-items.jsonl"
    ));
    let text = text.unwrap();
    let mut lines = text.lines();
    let header = Header::read(lines.next().unwrap()).unwrap();
    let entries: Vec<_> = lines.map(|line| Entry::read(line).unwrap()).collect();
    let table = Table::replay(header, &entries).unwrap();
    let over = table.figures_since(1).unwrap();
    for seat in Seat::ALL {
        let known = ["Rat", "Crow", "Lizard", "Guardian", "Monster", "plain piece"];
        let claimed: Vec<_> = opening(&over, seat).split(" and ").collect();
        assert!(!claimed.is_empty() && claimed.iter().all(|name| known.contains(name)), "{claimed:?}");
        let items = ["Point of Honour", "Rotate", "Swap"];
        let used = uses(&over, seat);
        let called = |name: &str| known.contains(&name.trim_end_matches("'s power")) || items.contains(&name);
        assert!(
            used.iter().all(|(name, _)| called(name)) && used.iter().any(|(name, _)| items.contains(name)),
            "{used:?}"
        );
    }
}

#[test]
fn first_order_is_the_default_opening_and_bots_have_no_thoughts() {
    let mut header = Header::new("toy");
    header.setup = toy::phases(&["pick", "pick"]);
    header.seats.ec = Player::new("Ann");
    header.seats.dmo = Player { name: "Bot".to_owned(), bot: Some(Bot::Level(Level::default())) };
    let mut table = Table::with_game(header, toy::TOY).unwrap();
    for (at, seat, order) in [(1000, "ec", "up"), (2000, "dmo", "down"), (3000, "ec", "down"), (4000, "dmo", "up")] {
        let line = json!({ "at": at, "seat": seat, "order": order }).to_string();
        assert_eq!(table.enter(&Entry::read(&line).unwrap()).error, None);
    }
    let over = table.figures_since(1).unwrap();
    assert_eq!((opening(&over, Seat::Ec), opening(&over, Seat::Dmo)), ("up", "down"));
    assert_eq!((&over.seats.ec.uses, over.seats.dmo.thoughts.len()), (&BTreeMap::new(), 0));
}
