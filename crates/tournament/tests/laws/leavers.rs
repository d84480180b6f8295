//! Players who leave, players who stay, and tournaments without a winner.

use deathmatch_tournament::{Card, MOST_CARDS};

use super::*;

/// Marks both players of every open pairing as absent, until nothing is open.
fn nobody_comes(tournament: &mut Tournament) {
    while let Some(pairing) = open(tournament).first().cloned() {
        let attempt = pairing.attempts.len() - 1;
        tournament.decide(pairing.id, attempt, Some(Verdict::BothAbsent)).unwrap();
    }
}

fn place(tournament: &Tournament, entrant: EntrantId) -> Option<usize> {
    tournament.standings().into_iter().find(|of| of.entrant == entrant).unwrap().place
}

fn between(tournament: &Tournament, one: EntrantId, other: EntrantId) -> Pairing {
    pairings(tournament).find(|pairing| pairing.has(one) && pairing.has(other)).unwrap().clone()
}

fn wins(tournament: &mut Tournament, winner: EntrantId, loser: EntrantId) {
    let id = between(tournament, winner, loser).id;
    tournament.decide(id, 0, Some(Verdict::Won(winner))).unwrap();
}

#[test]
fn tournament_without_players_present_has_no_winner() {
    for count in (3..=12).chain([33, 64]) {
        for format in formats(count) {
            let mut tournament = begun(format, count, 1);
            nobody_comes(&mut tournament);
            assert!(tournament.is_over() && tournament.winners().is_empty(), "{format} of {count}");
            let standings = tournament.standings();
            assert!(standings.iter().all(|of| of.place.is_none()), "{format} of {count}: {standings:?}");
        }
    }
}

#[test]
fn only_player_present_wins() {
    for count in (3..=12).chain([33, 64]) {
        for format in formats(count) {
            let mut tournament = begun(format, count, 2);
            let ann = tournament.entrants()[count - 1];
            while let Some(pairing) = open(&tournament).first().cloned() {
                let verdict =
                    if pairing.has(ann) { Verdict::Absent(pairing.opponent(ann)) } else { Verdict::BothAbsent };
                tournament.decide(pairing.id, 0, Some(verdict)).unwrap();
            }
            // A bye is not a win. In a Swiss the others may be out before she has met anyone.
            let met = pairings(&tournament).any(|pairing| pairing.shows(ann));
            assert_eq!(tournament.winner(), met.then_some(ann), "{format} of {count}");
        }
    }
}

#[test]
fn win_over_a_withdrawn_player_is_no_presence() {
    let mut cup = begun(Format::SingleElimination, 4, 1);
    let [first, second] = [open(&cup)[0].clone(), open(&cup)[1].clone()];
    cup.withdraw(first.dmo, |_| false).unwrap();
    cup.decide(second.id, 0, Some(Verdict::BothAbsent)).unwrap();
    assert!(cup.is_over() && cup.winners().is_empty(), "nobody knows whether anybody is there");
    // An opponent who waits at the board has shown up.
    let mut cup = begun(Format::SingleElimination, 4, 1);
    cup.withdraw(first.dmo, |there| there == first.ec).unwrap();
    cup.decide(second.id, 0, Some(Verdict::BothAbsent)).unwrap();
    assert_eq!(cup.winner(), Some(first.ec));
}

#[test]
fn two_absent_finalists_are_both_second() {
    for format in [Format::SingleElimination, Format::DoubleElimination] {
        let mut cup = begun(format, 4, 1);
        let last =
            if format == Format::DoubleElimination { Place::Final } else { Place::Winners { round: 2, index: 0 } };
        while open(&cup)[0].place != last {
            favourites_win(&mut cup);
        }
        let finalists = open(&cup)[0].clone();
        cup.decide(finalists.id, 0, Some(Verdict::BothAbsent)).unwrap();
        assert!(cup.is_over() && cup.winners().is_empty(), "{format}");
        assert_eq!([finalists.ec, finalists.dmo].map(|of| place(&cup, of)), [Some(2); 2], "{format}");
    }
}

#[test]
fn leaver_before_half_of_a_round_robin_is_taken_out() {
    // X beats Y and leaves. Y beats Z, who beats nobody. X's win does not count.
    let mut table = begun(Format::RoundRobin, 4, 1);
    let first = open(&table)[0].clone();
    let (x, y) = (first.ec, first.dmo);
    let rest: Vec<_> = table.entrants().iter().copied().filter(|&of| of != x && of != y).collect();
    wins(&mut table, x, y);
    table.withdraw(x, |_| true).unwrap();
    wins(&mut table, rest[0], rest[1]);
    while !table.is_over() {
        for pairing in open(&table) {
            let winner = if pairing.has(y) { y } else { rest[0] };
            table.decide(pairing.id, 0, Some(Verdict::Won(winner))).unwrap();
        }
    }
    let standings = table.standings();
    let last = standings.last().unwrap();
    assert_eq!((last.entrant, last.place, last.taken_out, last.won), (x, None, true, 1), "it is shown");
    let of_y = standings.iter().find(|of| of.entrant == y).unwrap();
    assert_eq!((of_y.place, of_y.points.to_string(), of_y.lost), (Some(1), "2".to_owned(), 0), "it does not count");
    assert_eq!(table.winners(), [y]);
}

#[test]
fn later_leaver_loses_the_remaining_games() {
    let mut table = begun(Format::RoundRobin, 4, 1);
    let x = table.entrants()[0];
    for _ in 0..2 {
        for pairing in open(&table) {
            let winner = if pairing.has(x) { x } else { pairing.ec };
            table.decide(pairing.id, 0, Some(Verdict::Won(winner))).unwrap();
        }
    }
    let last = open(&table).into_iter().find(|pairing| pairing.has(x)).unwrap();
    table.withdraw(x, |_| true).unwrap();
    let standing = |table: &Tournament, of| table.standings().into_iter().find(|one| one.entrant == of).unwrap();
    assert_eq!((standing(&table, x).won, standing(&table, x).lost, standing(&table, x).taken_out), (2, 1, false));
    assert!(standing(&table, last.opponent(x)).won >= 1, "the opponent has the win");
}

#[test]
fn equal_players_share_places_and_leavers_come_after() {
    // Everyone draws with everyone; one player leaves in the last round.
    let mut table = begun(Format::Swiss { rounds: 2 }, 4, 1);
    let draw = |table: &mut Tournament| {
        for pairing in open(table) {
            table.decide(pairing.id, 0, Some(Verdict::Drawn)).unwrap();
        }
    };
    draw(&mut table);
    draw(&mut table);
    assert_eq!(table.standings().iter().map(|of| of.place).collect::<Vec<_>>(), [Some(1); 4]);
    assert_eq!(table.winners().len(), 4, "they share it");
    assert_eq!(table.winner(), None);
    let mut cup = begun(Format::SingleElimination, 4, 1);
    let [one, other] = [open(&cup)[0].clone(), open(&cup)[1].clone()];
    cup.decide(one.id, 0, Some(Verdict::Won(one.ec))).unwrap();
    cup.decide(other.id, 0, Some(Verdict::Won(other.ec))).unwrap();
    let last = open(&cup)[0].clone();
    cup.decide(last.id, 0, Some(Verdict::Absent(last.ec))).unwrap();
    assert_eq!(cup.winner(), Some(last.dmo));
    assert_eq!([one.dmo, other.dmo].map(|of| place(&cup, of)), [Some(3); 2]);
}

#[test]
fn bye_alone_wins_nothing() {
    let mut table = begun(Format::Swiss { rounds: 1 }, 3, 1);
    let only = open(&table)[0].clone();
    let sits_out = table.rounds()[0].byes[0].1;
    table.decide(only.id, 0, Some(Verdict::Won(only.ec))).unwrap();
    assert_eq!(table.winners(), [only.ec]);
    assert_eq!(place(&table, sits_out), None);
}

#[test]
fn player_who_can_still_be_paired_is_in() {
    let mut cup = begun(Format::DoubleElimination, 4, 1);
    let first = open(&cup)[0].clone();
    assert!(cup.entrants().iter().all(|&entrant| cup.is_in(entrant)));
    cup.decide(first.id, 0, Some(Verdict::Won(first.ec))).unwrap();
    assert!(cup.is_in(first.dmo), "one loss is not the end");
    while cup.is_in(first.dmo) {
        let next = open(&cup)[0].clone();
        let winner = if next.has(first.dmo) { next.opponent(first.dmo) } else { next.ec };
        cup.decide(next.id, 0, Some(Verdict::Won(winner))).unwrap();
    }
    let lost = pairings(&cup).filter(|two| two.has(first.dmo)).count();
    assert_eq!(lost, 2);
    assert_eq!(cup.withdraw(first.dmo, |_| true), Err(Refusal::Gone));
}

#[test]
fn winners_of_a_table_are_those_in_first_place() {
    // Ann loses to Sam and then sits out; Sam and Bob are both absent.
    let mut table = begun(Format::Swiss { rounds: 2 }, 3, 1);
    let first = open(&table)[0].clone();
    let (sam, ann) = (first.ec, first.dmo);
    wins(&mut table, sam, ann);
    while let Some(pairing) = open(&table).first().cloned() {
        assert!(!pairing.has(ann), "the last sits out");
        table.decide(pairing.id, 0, Some(Verdict::BothAbsent)).unwrap();
    }
    assert_eq!((place(&table, ann), table.winners()), (Some(1), vec![ann]), "she stayed, and has as many points");
    assert_eq!(place(&table, sam), Some(2));
}

#[test]
fn player_without_points_is_never_first() {
    // Y loses to X and to C; nobody plays the other matches. X, C and D came once at most and are excluded.
    let mut table = begun(Format::RoundRobin, 4, 1);
    let [first, second] = [open(&table)[0].clone(), open(&table)[1].clone()];
    let (x, y) = (first.ec, first.dmo);
    let next = |d: EntrantId| {
        let mut table = table.clone();
        wins(&mut table, x, y);
        let called_off = Card { ready: Vec::new(), called_off: Some(d) };
        table.decide_by_cards(second.id, 0, &vec![called_off; MOST_CARDS]).unwrap();
        open(&table).iter().any(|pairing| pairing.has(y) && !pairing.has(d)).then_some(table)
    };
    table = [second.ec, second.dmo].into_iter().find_map(next).unwrap();
    let c = open(&table).into_iter().find(|pairing| pairing.has(y)).unwrap().opponent(y);
    table.withdraw(x, |_| true).unwrap();
    wins(&mut table, c, y);
    for pairing in table.rounds()[2].pairings.clone() {
        table.decide(pairing.id, 0, Some(Verdict::BothAbsent)).unwrap();
    }
    assert!(table.is_over() && table.winners().is_empty());
    assert_eq!(place(&table, y), Some(2), "{:?}", table.standings());
}

#[test]
fn winner_who_leaves_has_reached_the_next_round() {
    for format in [Format::SingleElimination, Format::SingleWithThirdPlace, Format::DoubleElimination] {
        let mut cup = begun(format, 4, 1);
        let [one, other] = [open(&cup)[0].clone(), open(&cup)[1].clone()];
        let (ann, bob) = (one.ec, one.dmo);
        wins(&mut cup, ann, bob);
        cup.withdraw(ann, |_| true).unwrap();
        cup.decide(other.id, 0, Some(Verdict::BothAbsent)).unwrap();
        assert!(cup.is_over() && cup.winners().is_empty(), "{format}");
        if format == Format::DoubleElimination {
            // He stayed, so he advanced to the final.
            assert_eq!([bob, ann].map(|of| place(&cup, of)), [Some(2), Some(3)]);
        } else {
            assert_eq!([ann, bob].map(|of| place(&cup, of)), [Some(2), Some(3)], "{format}");
        }
    }
}

#[test]
fn unbeaten_leaver_is_placed_as_after_a_loss() {
    // In a tournament of eight, A beats B and leaves. A's next opponent is nobody. B has a bye and loses in the round to which A would go.
    let mut cup = begun(Format::DoubleElimination, 8, 1);
    let first = open(&cup);
    let (ann, bob) = (first[0].ec, first[0].dmo);
    for pairing in &first[2..] {
        cup.decide(pairing.id, 0, Some(Verdict::Won(pairing.ec))).unwrap();
    }
    wins(&mut cup, ann, bob);
    cup.withdraw(ann, |_| true).unwrap();
    cup.decide(first[1].id, 0, Some(Verdict::BothAbsent)).unwrap();
    while !cup.is_over() {
        for pairing in open(&cup) {
            let winner = if pairing.has(bob) { pairing.opponent(bob) } else { pairing.ec };
            cup.decide(pairing.id, 0, Some(Verdict::Won(winner))).unwrap();
        }
    }
    assert_eq!(
        [bob, ann].map(|of| place(&cup, of)),
        [Some(4), Some(5)],
        "of two who came as far, who stayed comes first"
    );
}
