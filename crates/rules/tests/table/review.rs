//! Reviews of a match.

use deathmatch_rules::game::{Accepted, Seat, Shape, Sight};
use deathmatch_rules::table::{Entry, Header, Judged, Review, Table, review};

use crate::toy;

/// Reviews a match of these phases and lines. The judge goes by the number of played steps: 50 %, 80 %, 20 %, 60 % and so on.
fn reviewed(phases: &[&str], lines: &[&str]) -> Review {
    let mut header = Header::new("toy");
    header.setup = toy::phases(phases);
    let table = Table::with_game(header, toy::TOY).unwrap();
    let entries: Vec<_> = lines.iter().map(|line| Entry::read(line).unwrap()).collect();
    let judge = |sight: &Sight| {
        let played = sight.json()["log"].as_array().unwrap().len();
        Some(Judged { chance: [0.5, 0.8, 0.2, 0.6][played % 4], best: sight.parse("up").unwrap() })
    };
    review(table, &entries, judge).unwrap()
}

const PLAYED: [&str; 5] = [
    r#"{"at":1000,"seat":"ec","order":"down"}"#,
    r#"{"at":2000,"seat":"ec","order":"up"}"#,
    r#"{"at":3000,"seat":"dmo","order":"down"}"#,
    r#"{"at":4000,"seat":"ec","order":"risky"}"#,
    r#"{"at":64000}"#,
];

#[test]
fn orders_are_judged_by_the_seats_view_at_the_prompt() {
    let found = reviewed(&["pick", "move", "pick"], &PLAYED);
    let told: Vec<_> = found
        .estimates
        .iter()
        .map(|each| (each.step, each.seat, each.judged.chance, each.played.as_ref().map(Accepted::text)))
        .collect();
    assert_eq!(
        told,
        [
            (1, Seat::Ec, 0.5, Some("up")),
            (1, Seat::Dmo, 0.5, Some("down")),
            (2, Seat::Ec, 0.8, Some("risky")),
            (3, Seat::Ec, 0.2, None),
            (3, Seat::Dmo, 0.2, None),
        ]
    );
    assert_eq!(found.outcome.unwrap().winner, Some(Seat::Ec));
}

#[test]
fn mistakes_are_losses_of_chance_the_greatest_first() {
    let found = reviewed(&["pick", "move", "pick"], &PLAYED);
    let of = |seat| found.mistakes(seat, 3).iter().map(|turn| (turn.of.step, turn.after.of(seat))).collect::<Vec<_>>();
    assert_eq!(of(Seat::Ec), [(2, 0.5)], "from 50 to 100 % is no fall");
    assert_eq!(of(Seat::Dmo), [(3, 0.0)], "its opponent's hopes and fears count as well");
}

#[test]
fn judges_own_order_is_no_mistake() {
    // The EC falls from 80 to 20 % with the judge's own order, and wins.
    let mut lines = PLAYED;
    lines[3] = r#"{"at":4000,"seat":"ec","order":"up"}"#;
    let found = reviewed(&["pick", "move", "pick"], &lines);
    assert_eq!(found.outcome.unwrap().winner, Some(Seat::Ec));
    assert_eq!(found.mistakes(Seat::Ec, 3), []);
}

/// What was played before a break counts in the curve, though the match ends there.
#[test]
fn end_in_a_break_is_judged_behind_it() {
    let lines = [PLAYED[1], PLAYED[2], r#"{"at":4000,"host":"forfeit ec"}"#];
    let found = reviewed(&["pick", "break", "pick"], &lines);
    let last = found.estimates.last().unwrap();
    assert_eq!((last.step, last.judged.chance, last.played.as_ref().map(Accepted::text)), (3, 0.2, None));
    assert_eq!(found.outcome.unwrap().winner, Some(Seat::Dmo));
    let all = reviewed(&["pick", "break", "pick"], &PLAYED[1..3]).estimates;
    assert_eq!(found.estimates[..all.len()], all, "no other estimate changes");
}

#[test]
fn verdict_of_a_host_is_no_turn() {
    let mut lines = PLAYED[..4].to_vec();
    lines.push(r#"{"at":5000,"host":"award ec"}"#);
    let found = reviewed(&["pick", "move", "pick"], &lines);
    assert_eq!(found.outcome.unwrap().winner, Some(Seat::Ec));
    assert_eq!(found.mistakes(Seat::Dmo, 3), [], "not the step it cut short");
    assert_eq!(found.moment(), None);
    let words = found.describe();
    assert!(words.ends_with("; then won by the host's ruling."), "no board, and the reason: {words}");
    let shapes = found.picture("Match 1".to_owned()).scene.shapes;
    let end = shapes.iter().rev().find_map(|shape| match shape {
        Shape::Line { points, width: 5.0, .. } => points.last().copied(),
        _ => None,
    });
    let edge = shapes.iter().find_map(|shape| match shape {
        Shape::Line { points, width: 2.0, .. } => points.last().copied(),
        _ => None,
    });
    assert_eq!(end.map(|at| at[0]), edge.map(|at| at[0]), "the line fills the graph");
}

#[test]
fn reverted_steps_are_not_reviewed() {
    let mut lines = PLAYED[..3].to_vec();
    lines.extend([
        r#"{"at":3500,"host":"undo"}"#,
        r#"{"at":4000,"seat":"ec","order":"down"}"#,
        r#"{"at":5000,"seat":"dmo","order":"up"}"#,
    ]);
    let found = reviewed(&["pick", "move"], &lines);
    let first: Vec<_> = found.estimates.iter().filter(|each| each.step == found.estimates[0].step).collect();
    assert_eq!(
        first.iter().map(|each| each.played.as_ref().map(Accepted::text)).collect::<Vec<_>>(),
        [Some("down"), Some("up")]
    );
    let steps: Vec<_> = found.estimates.iter().map(|each| each.step).collect();
    assert!(steps.is_sorted(), "{steps:?}");
}

#[test]
fn graph_is_one_line_for_both_players() {
    let found = reviewed(&["pick", "move", "pick"], &PLAYED);
    let picture = found.picture("Match 1".to_owned());
    let lines = picture.scene.shapes.iter().filter(|shape| matches!(shape, Shape::Line { width: 5.0, .. })).count();
    assert_eq!(lines, 1);
    let words = found.describe();
    assert!(words.contains("EC from 50 % to 100 %, DMO from 50 % to 0 %."), "the end counts: {words}");
    for number in picture.scene.shapes.iter().flat_map(|shape| match shape {
        Shape::Line { points, .. } => points.concat(),
        _ => Vec::new(),
    }) {
        assert!(number.is_finite());
    }
}

#[test]
fn orders_name_the_player_of_their_time() {
    let mut lines = PLAYED.to_vec();
    lines.insert(3, r#"{"at":3500,"host":"substitute ec Sam"}"#);
    let found = reviewed(&["pick", "move", "pick"], &lines);
    let by: Vec<_> = found.of(Seat::Ec).map(|each| (each.step, each.by.as_str())).collect();
    assert_eq!(by[0].0, 1);
    assert_ne!(by[0].1, "Sam");
    assert_eq!(by[1..], [(2, "Sam"), (3, "Sam")]);
    assert!(found.of(Seat::Dmo).all(|each| each.by != "Sam"));
}
