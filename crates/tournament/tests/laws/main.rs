//! Laws of every tournament, tested by random play.

use std::collections::{BTreeMap, BTreeSet};

use deathmatch_tournament::{
    Entrant, EntrantId, Format, Pairing, PairingId, Place, Points, Refusal, Tournament, Verdict,
};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

mod fixed_courses;
mod leavers;
mod no_shows;
mod simulation;

fn entrants(count: usize) -> Vec<Entrant> {
    (1..=count as u64).map(|id| Entrant { id: EntrantId(id), strength: 0 }).collect()
}

fn begun(format: Format, count: usize, seed: u64) -> Tournament {
    Tournament::begin(format, &entrants(count), &mut ChaCha12Rng::seed_from_u64(seed)).unwrap()
}

fn formats(count: usize) -> [Format; 5] {
    let brackets = [Format::SingleElimination, Format::SingleWithThirdPlace, Format::DoubleElimination];
    let [single, third, double] = brackets;
    [Format::RoundRobin, single, third, double, Format::swiss_for(count)]
}

/// The players' behaviour.
#[derive(Clone, Copy, PartialEq)]
enum Manners {
    /// Everyone plays, and every match has a winner.
    Well,
    /// Some matches are drawn.
    Draw,
    /// Some players stay away, leave or return; some verdicts change later.
    Badly,
}

fn verdict(pairing: &Pairing, manners: Manners, chance: &mut ChaCha12Rng) -> Verdict {
    let winner = if chance.random() { pairing.ec } else { pairing.dmo };
    match chance.random_range(0..20) {
        0..4 if manners != Manners::Well => Verdict::Drawn,
        4..6 if manners == Manners::Badly => Verdict::Absent(winner),
        6 if manners == Manners::Badly => Verdict::BothAbsent,
        _ => Verdict::Won(winner),
    }
}

/// Plays one step, and returns whether there was anything to play.
fn step(tournament: &mut Tournament, manners: Manners, chance: &mut ChaCha12Rng) -> bool {
    let open: Vec<_> = tournament.open().map(|(pairing, attempt)| (pairing.clone(), attempt)).collect();
    if open.is_empty() {
        return false;
    }
    let (pairing, attempt) = &open[chance.random_range(0..open.len())];
    tournament.decide(pairing.id, *attempt, Some(verdict(pairing, manners, chance))).unwrap();
    if manners == Manners::Badly {
        misbehave(tournament, chance);
    }
    true
}

fn misbehave(tournament: &mut Tournament, chance: &mut ChaCha12Rng) {
    let somebody = tournament.entrants()[chance.random_range(0..tournament.entrants().len())];
    match chance.random_range(0..12) {
        0 => drop(tournament.withdraw(somebody, |_| false)),
        1 => drop(tournament.come_back(somebody)),
        2 | 3 => {
            let all: Vec<_> = tournament.rounds().iter().flat_map(|round| round.pairings.clone()).collect();
            let pairing = &all[chance.random_range(0..all.len())];
            let attempt = chance.random_range(0..pairing.attempts.len());
            let new = chance.random::<bool>().then(|| verdict(pairing, Manners::Badly, chance));
            let before = tournament.clone();
            match tournament.decide(pairing.id, attempt, new) {
                Ok(()) => {}
                Err(Refusal::Begun(_)) => assert_eq!(*tournament, before, "what is refused changes nothing"),
                Err(other) => panic!("{other}"),
            }
        }
        4 => {
            let open: Vec<_> = tournament.open().map(|(pairing, attempt)| (pairing.id, attempt)).collect();
            for (id, attempt) in open {
                tournament.play(id, attempt).unwrap();
            }
        }
        _ => {}
    }
}

fn played(format: Format, count: usize, seed: u64, manners: Manners) -> Tournament {
    let mut chance = ChaCha12Rng::seed_from_u64(seed);
    let mut tournament = begun(format, count, seed);
    // Endlessly reverted verdicts would never end the tournament.
    let mut steps = 0;
    while step(&mut tournament, if steps < 4_000 { manners } else { Manners::Well }, &mut chance) {
        steps += 1;
        assert!(steps < 10_000, "it does not end");
    }
    assert!(tournament.is_over());
    tournament
}

fn pairings(tournament: &Tournament) -> impl Iterator<Item = &Pairing> {
    tournament.rounds().iter().flat_map(|round| &round.pairings)
}

fn pair(pairing: &Pairing) -> (EntrantId, EntrantId) {
    (pairing.ec.min(pairing.dmo), pairing.ec.max(pairing.dmo))
}

#[test]
fn every_tournament_with_all_present_has_a_winner() {
    for count in 3..=64 {
        for format in formats(count) {
            for manners in [Manners::Well, Manners::Draw] {
                let tournament = played(format, count, count as u64, manners);
                let first = tournament.standings().into_iter().filter(|of| of.place == Some(1));
                let first: Vec<_> = first.map(|of| of.entrant).collect();
                assert_eq!(tournament.winners(), first);
                assert!(!first.is_empty(), "{format} of {count}");
                assert!(first.len() == 1 || !format.is_elimination(), "a bracket has one winner");
            }
        }
    }
}

#[test]
fn every_tournament_with_absences_ends() {
    for count in 3..=64 {
        for format in formats(count) {
            let tournament = played(format, count, 7 * count as u64, Manners::Badly);
            let ids: BTreeSet<_> = pairings(&tournament).map(|pairing| pairing.id).collect();
            assert_eq!(ids.len(), pairings(&tournament).count(), "numbers are used once");
            for round in tournament.rounds() {
                let playing = round.pairings.iter().flat_map(|pairing| [pairing.ec, pairing.dmo]);
                let mut once = BTreeSet::new();
                assert!(playing.chain(round.byes.iter().map(|(_, bye)| *bye)).all(|entrant| once.insert(entrant)));
            }
            assert_eq!(tournament.standings().len(), count);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_small_tournament_with_absences_ends(count in 3..=10_usize, which in 0..5_usize, seed in any::<u64>()) {
        let tournament = played(formats(count)[which], count, seed, Manners::Badly);
        let text = serde_json::to_string(&tournament).unwrap();
        prop_assert_eq!(serde_json::from_str::<Tournament>(&text).unwrap(), tournament);
    }

    #[test]
    fn round_robin_pairs_everybody_once(count in 3..=24_usize, seed in any::<u64>()) {
        let tournament = played(Format::RoundRobin, count, seed, Manners::Badly);
        let met: BTreeSet<_> = pairings(&tournament).map(pair).collect();
        prop_assert_eq!(met.len(), count * (count - 1) / 2);
        prop_assert_eq!(pairings(&tournament).count(), met.len());
    }

    #[test]
    fn swiss_repeats_no_pairing_or_bye_while_possible(count in 4..=64_usize, share in 1..=100_usize, seed in any::<u64>()) {
        // A player who has met fewer than half of the others can always get a new opponent.
        let rounds = u16::try_from((count / 2 * share).div_ceil(100).max(1)).unwrap();
        let tournament = played(Format::Swiss { rounds }, count, seed, Manners::Draw);
        let met: BTreeSet<_> = pairings(&tournament).map(pair).collect();
        prop_assert_eq!(met.len(), pairings(&tournament).count());
        let byes: Vec<_> = tournament.rounds().iter().flat_map(|round| &round.byes).map(|(_, bye)| *bye).collect();
        prop_assert_eq!(byes.iter().collect::<BTreeSet<_>>().len(), byes.len());
        prop_assert_eq!(byes.len(), if count % 2 == 1 { usize::from(rounds) } else { 0 });
    }

    #[test]
    fn swiss_of_all_rounds_has_the_fewest_repeated_pairings(half in 2..=5_usize, seed in any::<u64>()) {
        // A round has no more repeated pairings than necessary, according to a brute-force search.
        let count = 2 * half;
        let tournament = played(Format::Swiss { rounds: u16::try_from(count - 1).unwrap() }, count, seed, Manners::Draw);
        let mut met = BTreeSet::new();
        for round in tournament.rounds() {
            let again = round.pairings.iter().filter(|pairing| met.contains(&pair(pairing))).count();
            let everybody: Vec<_> = tournament.entrants().to_vec();
            prop_assert_eq!(again, fewest_repeats(&everybody, &met));
            met.extend(round.pairings.iter().map(pair));
        }
    }

    #[test]
    fn losers_of_the_semifinals_play_for_third_place(count in 4..=64_usize, seed in any::<u64>()) {
        let tournament = played(Format::SingleWithThirdPlace, count, seed, Manners::Draw);
        let at = |place: fn(&Place) -> bool| pairings(&tournament).filter(|two| place(&two.place)).collect::<Vec<_>>();
        let third = at(|place| *place == Place::Third);
        prop_assert_eq!(third.len(), 1);
        let last = tournament.rounds().len();
        let semifinals: Vec<_> = tournament.rounds()[last - 2].pairings.iter().collect();
        let won = |two: &Pairing| two.winner_by(tournament.decided(two).unwrap()).unwrap();
        let lost: BTreeSet<_> = semifinals.iter().map(|two| two.opponent(won(two))).collect();
        prop_assert_eq!(lost, BTreeSet::from([third[0].ec, third[0].dmo]));
        // Nobody shares the first four places; all others are as in any single elimination.
        let standings = tournament.standings();
        let places: Vec<_> = standings.iter().take(5).map(|of| of.place).collect();
        prop_assert_eq!(&places[..], &[1, 2, 3, 4, 5].map(Some)[..count.min(5)]);
        prop_assert_eq!(standings[2].entrant, won(third[0]));
        prop_assert_eq!(standings[3].entrant, third[0].opponent(won(third[0])));
        prop_assert_eq!(Some(standings[0].entrant), tournament.winner());
        prop_assert_eq!(pairings(&tournament).count(), count);
    }

    #[test]
    fn double_elimination_needs_exactly_two_losses(count in 3..=64_usize, seed in any::<u64>()) {
        let tournament = played(Format::DoubleElimination, count, seed, Manners::Draw);
        let mut losses: BTreeMap<EntrantId, usize> = BTreeMap::new();
        for round in tournament.rounds() {
            for pairing in &round.pairings {
                prop_assert!(losses.get(&pairing.ec).is_none_or(|&lost| lost < 2));
                prop_assert!(losses.get(&pairing.dmo).is_none_or(|&lost| lost < 2));
            }
            for pairing in &round.pairings {
                let winner = pairing.winner_by(tournament.decided(pairing).unwrap()).unwrap();
                *losses.entry(pairing.opponent(winner)).or_default() += 1;
            }
        }
        let winner = tournament.winner().unwrap();
        for &entrant in tournament.entrants() {
            let lost = losses.get(&entrant).copied().unwrap_or(0);
            prop_assert!(if entrant == winner { lost < 2 } else { lost == 2 }, "{} lost {}", entrant, lost);
        }
    }

    #[test]
    fn single_elimination_needs_one_loss(count in 3..=64_usize, seed in any::<u64>()) {
        let tournament = played(Format::SingleElimination, count, seed, Manners::Well);
        prop_assert_eq!(pairings(&tournament).count(), count - 1);
        let first = &tournament.rounds()[0];
        let byes: Vec<_> = first.byes.iter().map(|(_, bye)| *bye).collect();
        let best = &tournament.entrants()[..count.next_power_of_two() - count];
        prop_assert!(best.iter().all(|entrant| byes.contains(entrant)) && byes.len() == best.len());
    }

    #[test]
    fn player_who_was_ec_more_often_becomes_dmo(count in 3..=32_usize, which in 0..5_usize, seed in any::<u64>()) {
        let tournament = played(formats(count)[which], count, seed, Manners::Well);
        let mut balance: BTreeMap<EntrantId, i32> = BTreeMap::new();
        for round in tournament.rounds() {
            for pairing in &round.pairings {
                let of = |entrant| balance.get(&entrant).copied().unwrap_or(0);
                prop_assert!(of(pairing.ec) <= of(pairing.dmo));
            }
            for pairing in &round.pairings {
                *balance.entry(pairing.ec).or_default() += 1;
                *balance.entry(pairing.dmo).or_default() -= 1;
            }
        }
        prop_assert!(balance.values().all(|balance| balance.abs() <= 3), "{:?}", balance);
    }

    #[test]
    fn same_lots_give_the_same_tournament(count in 3..=64_usize, which in 0..5_usize, seed in any::<u64>()) {
        let mut turned = entrants(count);
        turned.reverse();
        let format = formats(count)[which];
        let other = Tournament::begin(format, &turned, &mut ChaCha12Rng::seed_from_u64(seed)).unwrap();
        prop_assert_eq!(begun(format, count, seed), other);
    }
}

/// The fewest repeated pairings, by brute force.
fn fewest_repeats(rest: &[EntrantId], met: &BTreeSet<(EntrantId, EntrantId)>) -> usize {
    let Some((&first, rest)) = rest.split_first() else { return 0 };
    let with = |at: usize| {
        let mut others = rest.to_vec();
        let other = others.remove(at);
        usize::from(met.contains(&(first.min(other), first.max(other)))) + fewest_repeats(&others, met)
    };
    (0..rest.len()).map(with).min().unwrap_or(0)
}

fn open(tournament: &Tournament) -> Vec<Pairing> {
    tournament.open().map(|(pairing, _)| pairing.clone()).collect()
}

/// The better seed wins every open pairing.
fn favourites_win(tournament: &mut Tournament) {
    for pairing in open(tournament) {
        let seed = |id: &EntrantId| tournament.entrants().iter().position(|entrant| entrant == id);
        let winner = [pairing.ec, pairing.dmo].into_iter().min_by_key(seed).unwrap();
        tournament.decide(pairing.id, 0, Some(Verdict::Won(winner))).unwrap();
    }
}
