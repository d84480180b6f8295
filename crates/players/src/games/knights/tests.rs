//! The fast position compared with the rules of the game.

use std::collections::BTreeSet;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

use super::*;
use deathmatch_rules::game::{Asked, Given, Resolve};
use deathmatch_rules::games::knights::{Ending, Position, PossibleActions, Ruleset};

/// An order, without the coloured square that it claims in vain.
type Effect = (Option<Square>, Option<(Square, Square)>, Option<Option<Square>>);

fn effect(position: &Position, order: Order) -> Effect {
    (order.spawn, order.jump, order.claim.map(|at| Some(at).filter(|&at| position.colour_of(at).is_none())))
}

/// The way to play a match.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Play {
    /// Every order is equally likely.
    AtRandom,
    /// Claims while a repetition cannot end the match, then moves to and fro.
    ToAndFro,
    /// Mostly no order.
    Idle,
}

fn choose(position: &Position, seat: Seat, play: Play, random: &mut ChaCha12Rng) -> Option<Order> {
    let orders = PossibleActions::of(position, seat).orders();
    let any = *orders.get(random.random_range(0..orders.len().max(1)))?;
    let late = position.coloured_count() >= 20;
    let claims = |order: &Order| effect(position, *order).2.flatten().is_some();
    match play {
        Play::AtRandom => Some(any),
        Play::Idle => (random.random_range(0..8) == 0).then_some(any),
        Play::ToAndFro if late => {
            // The knight on the lowest square jumps to the lowest possible square, and back.
            let quiet = |order: &&Order| {
                let enemy = position.knights()[!seat];
                order.spawn.is_none() && !claims(order) && order.jump.is_some_and(|(_, to)| !enemy.has(to))
            };
            let last = position.last().and_then(|turn| turn.orders[seat].clone());
            let back = |order: &&Order| {
                order.jump.is_some_and(|(from, to)| {
                    last.as_ref().is_some_and(|last| last.contains(&format!("move {to}-{from}")))
                })
            };
            let first = orders.iter().filter(quiet).find(back).or_else(|| orders.iter().find(quiet));
            first.copied().or(Some(any))
        }
        Play::ToAndFro => Some(orders.iter().find(|order| claims(order)).copied().unwrap_or(any)),
    }
}

#[test]
fn fast_position_matches_the_rules() {
    let mut endings = Vec::new();
    for seed in 0..90 {
        let mut random = ChaCha12Rng::seed_from_u64(seed);
        let play = [Play::AtRandom, Play::ToAndFro, Play::Idle][seed as usize % 3];
        let mut position = Position::new(Ruleset::default());
        let mut at = fast(&position);
        let mut deeds = Vec::new();
        while let Asked::Seats(_) = position.asked() {
            for seat in Seat::ALL {
                at.deeds(seat as usize, &mut deeds);
                let orders = PossibleActions::of(&position, seat).orders();
                let found: BTreeSet<_> = deeds.iter().map(|&deed| effect(&position, order(deed))).collect();
                let legal: BTreeSet<_> = orders.iter().map(|&order| effect(&position, order)).collect();
                assert_eq!(found, legal, "{position:?}");
                assert_eq!(found.len(), deeds.len(), "each effect once");
                assert!(deeds.iter().all(|&deed| orders.contains(&order(deed))));
            }
            let chosen = BySeat::from_fn(|seat| choose(&position, seat, play, &mut random));
            at.play(Seat::ALL.map(|seat| chosen[seat].map_or(Deed::NOTHING, deed)));
            position.resolve(BySeat::from_fn(|seat| match chosen[seat] {
                Some(order) => Given::Order(order),
                None if position.awaits(seat) => Given::TimedOut,
                None => Given::NotAsked,
            }));
            assert_eq!(at, fast(&position), "{position:?}");
        }
        assert!(at.over);
        assert_eq!(at.won(), position.outcome().is_some_and(|outcome| outcome.winner == Some(Seat::Ec)));
        endings.extend(position.ending());
    }
    for ending in [Ending::Coloured, Ending::Repetition, Ending::Turns] {
        assert!(endings.contains(&ending), "{ending:?}");
    }
}

fn deed(order: Order) -> Deed {
    let mut deed = Deed::NOTHING;
    if let Some(at) = order.spawn {
        deed = deed.spawning(at.index() as u32);
    }
    if let Some((from, to)) = order.jump {
        deed = deed.moving(from.index() as u32, to.index() as u32);
    }
    order.claim.map_or(deed, |at| deed.claiming(at.index() as u32))
}

#[test]
fn reach_matches_the_knights_jumps() {
    for square in Square::all() {
        let jumps = square.jumps().iter().fold(0, |set, to| set | 1 << to.index());
        assert_eq!(fast_position::reach(1 << square.index()), jumps, "{square}");
        assert_eq!(fast_position::JUMPS[square.index()], jumps, "{square}");
    }
}

/// The board upside down, with the seats exchanged.
fn turned(at: &Fast) -> Fast {
    let turn = |set: u32| fast_position::squares(set).fold(0, |turned, at| turned | 1 << (20 - at / 5 * 5 + at % 5));
    let swap = |[ec, dmo]: [u32; 2]| [turn(dmo), turn(ec)];
    Fast {
        knights: swap(at.knights),
        coloured: turn(at.coloured),
        lead: -at.lead,
        runs: [at.runs[1], at.runs[0]],
        before: swap(at.before),
        ..*at
    }
}

#[test]
fn larger_lead_is_worth_more_for_either_seat() {
    let mut at = fast(&Position::new(Ruleset::default()));
    for lead in -3..=3 {
        at.lead = lead;
        let ahead = Fast { lead: lead + 1, ..at };
        assert!(JUDGEMENT.worth(&ahead) > JUDGEMENT.worth(&at));
        // The values sum to 1, except for a tie, which the other seat wins.
        assert!(JUDGEMENT.worth(&at) + JUDGEMENT.worth(&turned(&at)) < 1.05);
    }
}

#[test]
fn last_turn_mix_reaches_its_value() {
    let mut random = ChaCha12Rng::seed_from_u64(7);
    for match_length in 4..16 {
        let mut at = fast(&Position::new(Ruleset::default()));
        let deeds = |at: &Fast, side: usize| {
            let mut deeds = Vec::new();
            at.deeds(side, &mut deeds);
            deeds
        };
        for _ in 0..match_length {
            let any = [0, 1].map(|side| deeds(&at, side));
            at.play(any.map(|deeds| deeds[random.random_range(0..deeds.len())]));
        }
        at.turn = 100;
        at.lead = random.random_range(-1..=1);
        let solved = [0, 1].map(|side| exact_last_turn::last_turn(&at, side).expect("there is something to do"));
        assert!((solved[0].2 + solved[1].2 - 1.0).abs() < 1e-6);
        for (side, (own, weights, value)) in solved.iter().enumerate() {
            for other in deeds(&at, 1 - side) {
                let wins = |&mine: &Deed| {
                    let mut end = at;
                    end.play(if side == 0 { [mine, other] } else { [other, mine] });
                    end.over && end.won() == (side == 0)
                };
                let share: f64 = own.iter().zip(weights).filter(|(mine, _)| wins(mine)).map(|(_, weight)| weight).sum();
                assert!(share > value - 1e-6, "no deed of the other side's does better");
            }
        }
    }
}
