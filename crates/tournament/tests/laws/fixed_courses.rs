//! Fixed courses of tournaments.

use super::*;

#[test]
fn changed_verdict_redraws_the_next_round_unless_begun() {
    let mut tournament = begun(Format::SingleElimination, 8, 1);
    let first = open(&tournament);
    favourites_win(&mut tournament);
    let semifinals = open(&tournament);
    let fallen = &first[0];
    let (winner, loser) = {
        let winner = tournament.pairing(fallen.id).unwrap().1.clone();
        let winner = winner.winner_by(winner.verdict().unwrap()).unwrap();
        (winner, fallen.opponent(winner))
    };
    tournament.decide(fallen.id, 0, Some(Verdict::Won(loser))).unwrap();
    let redrawn = open(&tournament);
    assert!(redrawn.iter().any(|pairing| pairing.has(loser)) && !redrawn.iter().any(|pairing| pairing.has(winner)));
    assert!(redrawn.contains(&semifinals[1]), "the other semifinal stands unchanged");
    assert!(!redrawn.iter().any(|pairing| pairing.id == semifinals[0].id), "a redrawn pairing has another number");
    // With the verdict reverted, the other half continues; the semifinal waits.
    tournament.decide(fallen.id, 0, None).unwrap();
    assert_eq!(open(&tournament).len(), 2);
    tournament.decide(fallen.id, 0, Some(Verdict::Won(winner))).unwrap();
    let semifinal = open(&tournament).into_iter().find(|pairing| pairing.has(winner)).unwrap();
    tournament.play(semifinal.id, 0).unwrap();
    assert_eq!(tournament.decide(fallen.id, 0, Some(Verdict::Won(loser))), Err(Refusal::Begun(semifinal.id)));
}

#[test]
fn draw_is_replayed_in_a_bracket_and_halved_in_a_table() {
    let mut cup = begun(Format::SingleElimination, 4, 1);
    let pairing = open(&cup)[0].clone();
    let favourite = cup.entrants()[0];
    for attempt in 0..3 {
        assert_eq!(cup.open().find(|(open, _)| open.id == pairing.id).map(|(_, attempt)| attempt), Some(attempt));
        cup.decide(pairing.id, attempt, Some(Verdict::Drawn)).unwrap();
    }
    let through = cup.decided(cup.pairing(pairing.id).unwrap().1);
    assert_eq!(through, Some(Verdict::Won(favourite)), "in the end the better seed goes through");
    assert_ne!(pairing.seats(0), pairing.seats(1));
    let mut table = begun(Format::RoundRobin, 4, 1);
    let pairing = open(&table)[0].clone();
    table.decide(pairing.id, 0, Some(Verdict::Drawn)).unwrap();
    let points = |id| table.standings().into_iter().find(|of| of.entrant == id).unwrap().points;
    assert_eq!([points(pairing.ec), points(pairing.dmo)], [Points::HALF; 2]);
}

#[test]
fn absent_players_are_not_paired_until_they_are_back() {
    let mut table = begun(Format::Swiss { rounds: 4 }, 6, 3);
    let missed = open(&table)[0].clone();
    table.decide(missed.id, 0, Some(Verdict::Absent(missed.ec))).unwrap();
    favourites_win(&mut table);
    assert!(table.is_gone(missed.ec) && !open(&table).iter().any(|pairing| pairing.has(missed.ec)));
    assert_eq!(table.rounds()[1].byes.len(), 1);
    table.come_back(missed.ec).unwrap();
    assert_eq!(table.come_back(missed.ec), Err(Refusal::NotGone));
    favourites_win(&mut table);
    assert!(open(&table).iter().any(|pairing| pairing.has(missed.ec)));
    let mut cup = begun(Format::DoubleElimination, 4, 3);
    let missed = open(&cup)[0].clone();
    cup.withdraw(missed.ec, |_| true).unwrap();
    assert_eq!(cup.withdraw(missed.ec, |_| true), Err(Refusal::Gone));
    assert_eq!(cup.come_back(missed.ec), Err(Refusal::OutForGood));
    favourites_win(&mut cup);
    assert!(!open(&cup).iter().any(|pairing| pairing.has(missed.ec)), "the place below is not waited for");
}

#[test]
fn level_players_are_ranked_by_their_own_match() {
    // In a tournament of four the better seed always wins, but the third beats the second.
    let mut table = begun(Format::RoundRobin, 4, 1);
    let seeds = table.entrants().to_vec();
    while !table.is_over() {
        for pairing in open(&table) {
            let upset = pairing.has(seeds[0]) && pairing.has(seeds[1]);
            let seed = |id: &EntrantId| seeds.iter().position(|entrant| entrant == id);
            let favourite = [pairing.ec, pairing.dmo].into_iter().min_by_key(seed).unwrap();
            let upset_too = pairing.has(seeds[1]) && pairing.has(seeds[3]);
            let winner = if upset || upset_too { pairing.opponent(favourite) } else { favourite };
            table.decide(pairing.id, 0, Some(Verdict::Won(winner))).unwrap();
        }
    }
    // The first and the second player both have two points, and the second beat the first.
    let order: Vec<_> = table.standings().into_iter().map(|of| (of.entrant, of.points.to_string())).collect();
    assert_eq!(order[..2], [(seeds[1], "2".to_owned()), (seeds[0], "2".to_owned())]);
    assert_eq!(table.winner(), Some(seeds[1]));
}

#[test]
fn strength_seeds_and_an_invalid_list_is_refused() {
    let mut list = entrants(5);
    list[3].strength = 9;
    let mut lots = ChaCha12Rng::seed_from_u64(1);
    let cup = Tournament::begin(Format::SingleElimination, &list, &mut lots).unwrap();
    assert_eq!(cup.entrants()[0], list[3].id);
    let refused =
        |format, list: &[Entrant]| Tournament::begin(format, list, &mut ChaCha12Rng::seed_from_u64(1)).unwrap_err();
    assert_eq!(refused(Format::RoundRobin, &entrants(2)), Refusal::Entrants);
    assert_eq!(refused(Format::RoundRobin, &entrants(65)), Refusal::Entrants);
    assert_eq!(refused(Format::RoundRobin, &[list[0], list[0], list[1]]), Refusal::Twice);
    assert_eq!(refused(Format::Swiss { rounds: 5 }, &list), Refusal::Rounds);
    let mut cup = cup;
    let pairing = open(&cup)[0].clone();
    assert_eq!(cup.decide(pairing.id, 0, Some(Verdict::Won(EntrantId(99)))), Err(Refusal::NotInPairing));
    assert_eq!(cup.decide(pairing.id, 1, None), Err(Refusal::NoPairing));
    assert_eq!(cup.decide(PairingId(99), 0, None), Err(Refusal::NoPairing));
    assert_eq!(cup.withdraw(EntrantId(99), |_| true), Err(Refusal::NoEntrant));
}

#[test]
fn second_final_is_played_if_both_have_lost_once() {
    let mut cup = begun(Format::DoubleElimination, 4, 5);
    loop {
        let pairing = open(&cup)[0].clone();
        if pairing.place == Place::Final {
            let nodes = cup.nodes();
            let at = nodes.iter().position(|node| node.place == Place::Final).unwrap();
            let below = cup.standing_in()[at][1].unwrap();
            cup.decide(pairing.id, 0, Some(Verdict::Won(below))).unwrap();
            let last = open(&cup)[0].clone();
            assert_eq!(last.place, Place::Reset);
            cup.decide(last.id, 0, Some(Verdict::Won(below))).unwrap();
            assert_eq!(cup.winner(), Some(below));
            let places: Vec<_> = cup.standings().iter().map(|of| of.place).collect();
            assert_eq!(places, [1, 2, 3, 4].map(Some));
            return;
        }
        favourites_win(&mut cup);
    }
}

#[test]
fn third_place_does_not_wait_for_absent_players() {
    // With three players, one has no semifinal to lose.
    let tournament = played(Format::SingleWithThirdPlace, 3, 1, Manners::Well);
    assert_eq!(tournament.standings().iter().map(|of| of.place).collect::<Vec<_>>(), [1, 2, 3].map(Some));
    assert_eq!(pairings(&tournament).count(), 2);
    assert_eq!(tournament.rounds()[1].byes.iter().map(|(place, _)| *place).collect::<Vec<_>>(), [Place::Third]);
    // A player who left gets no third place, and the final does not wait.
    let mut cup = begun(Format::SingleWithThirdPlace, 4, 1);
    let semifinals: Vec<_> = cup.open().map(|(pairing, _)| pairing.clone()).collect();
    cup.decide(semifinals[0].id, 0, Some(Verdict::Absent(semifinals[0].ec))).unwrap();
    cup.decide(semifinals[1].id, 0, Some(Verdict::Won(semifinals[1].ec))).unwrap();
    let open: Vec<_> = cup.open().map(|(pairing, _)| pairing.clone()).collect();
    assert_eq!(open.iter().map(|pairing| pairing.place).collect::<Vec<_>>(), [Place::Winners { round: 2, index: 0 }]);
    cup.decide(open[0].id, 0, Some(Verdict::Won(open[0].ec))).unwrap();
    assert_eq!(cup.standings()[2].entrant, semifinals[1].dmo);
    // The tournament is over only once the third place is decided.
    let mut cup = begun(Format::SingleWithThirdPlace, 4, 1);
    for pairing in cup.open().map(|(pairing, _)| pairing.clone()).collect::<Vec<_>>() {
        cup.decide(pairing.id, 0, Some(Verdict::Won(pairing.ec))).unwrap();
    }
    let last = cup.open().map(|(pairing, _)| pairing.clone()).find(|pairing| pairing.place != Place::Third).unwrap();
    cup.decide(last.id, 0, Some(Verdict::Won(last.dmo))).unwrap();
    assert!(!cup.is_over() && cup.winner().is_none());
    let third = cup.open().next().unwrap().0.clone();
    cup.decide(third.id, 0, Some(Verdict::Won(third.ec))).unwrap();
    assert_eq!(cup.winner(), Some(last.dmo));
}

#[test]
fn nobody_sits_out_twice_before_everybody_has_once() {
    for seed in 0..50 {
        // At both boards of the first round one player is absent. Three players are left, each with a point without play.
        let mut table = begun(Format::Swiss { rounds: 3 }, 5, seed);
        for pairing in open(&table) {
            table.decide(pairing.id, 0, Some(Verdict::Absent(pairing.ec))).unwrap();
        }
        while !table.is_over() {
            favourites_win(&mut table);
        }
        let byes: BTreeSet<_> = table.rounds().iter().flat_map(|round| &round.byes).map(|(_, bye)| *bye).collect();
        assert_eq!(byes.len(), 3, "seed {seed}");
    }
}
