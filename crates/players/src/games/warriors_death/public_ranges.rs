//! The public ranges of a bout: the possible orders of either side, and their probabilities by both sides' play.
//!
//! A side's **type** is its private information: its own orders, as far as they differ beyond the announcements. Two types **meet** if all
//! announcements agree with both. Nothing here depends on a seat's true type: the same announcements give the same ranges.
//!
//! Source: Moravčík and others, *`DeepStack`: Expert-level artificial intelligence in heads-up no-limit poker* (2017), for ranges that are
//! updated by each hand's play.

use std::collections::HashMap;

use super::fast_bout::{ASTROLOGIAN, BLUE_MAGE, CHOCOBO};
use super::imagined_course::{Course, Sent, Told};
use super::look_ahead::Root;

/// A type: a side's possible orders, and its further play.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Type {
    /// Its orders so far, as far as they can be distinguished.
    pub sent: Vec<Sent>,
    /// The probability by its own orders alone, relative to the likeliest type.
    pub reach: f64,
    /// The probability of each order in the current round.
    pub mix: Vec<(Sent, f64)>,
    /// The value from 0 lost to 1 won, for a type of the first side.
    pub worth: f64,
}

/// A possible meeting of two types, and the course of the bout in that case.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Meets {
    pub of: [usize; 2],
    pub spot: Course,
    /// The probability; all of them sum to 1.
    pub weight: f64,
}

/// All considered types of both sides, and their meetings.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ranges {
    pub types: [Vec<Type>; 2],
    pub meets: Vec<Meets>,
}

/// The most considered types of a side.
const TYPES: usize = 6;
/// The least share of the total probability of a considered type.
const UNLIKELY: f64 = 0.0005;

/// The probability of deviations from each side's mix: the first side's by a slip or a timeout, the second side's by another style of play.
const SLIPS: [f64; 2] = [0.002, 0.01];
/// The probability of an unexpected disguise, for each side.
const HIDES: [f64; 2] = [0.000_2, 0.001];
/// The factors for an Astrologian's unexpected right guess, and for an unexpected guess of a Blue Mage.
const NAMES: [f64; 2] = [0.2, 0.05];

impl Ranges {
    /// The ranges before the first round.
    pub fn fresh(root: Root) -> Self {
        let fresh = || vec![Type { sent: Vec::new(), reach: 1.0, mix: Vec::new(), worth: 0.5 }];
        let spot = Course { root, before: 0 };
        Self { types: [fresh(), fresh()], meets: vec![Meets { of: [0, 0], spot, weight: 1.0 }] }
    }

    /// The ranges after an announced round, with at most `most` meetings. `None` if no considered course agrees with the announcement.
    pub fn after(&self, told: Told, most: usize) -> Option<Self> {
        let ways = [0, 1].map(|side: usize| {
            let of = self.types[side].iter();
            of.map(|of| ways(of, side, [told.units[side], told.units[1 - side]])).collect::<Vec<_>>()
        });
        let mut places: [HashMap<(usize, usize), usize>; 2] = [HashMap::new(), HashMap::new()];
        let mut next = Self { types: [Vec::new(), Vec::new()], meets: Vec::new() };
        for met in &self.meets {
            let [own, other] = met.of;
            for (a, &(first, _)) in ways[0][own].iter().enumerate() {
                for (b, &(second, _)) in ways[1][other].iter().enumerate() {
                    let (spot, heard) = met.spot.fight([first, second]);
                    if heard != told {
                        continue;
                    }
                    let of = [(own, a), (other, b)];
                    let of = [0, 1].map(|side: usize| {
                        *places[side].entry(of[side]).or_insert_with(|| {
                            let (before, (sent, share)) =
                                (&self.types[side][of[side].0], ways[side][of[side].0][of[side].1]);
                            let sent = before.sent.iter().copied().chain([sent]).collect();
                            next.types[side].push(Type {
                                sent,
                                reach: before.reach * share,
                                mix: Vec::new(),
                                worth: 0.5,
                            });
                            next.types[side].len() - 1
                        })
                    });
                    next.meets.push(Meets { of, spot, weight: 0.0 });
                }
            }
        }
        next.weigh();
        next.keep(most);
        (!next.meets.is_empty()).then_some(next)
    }

    /// The probability of a type of a side.
    pub fn likely(&self, side: usize, of: usize) -> f64 {
        self.meets.iter().filter(|met| met.of[side] == of).map(|met| met.weight).sum()
    }

    /// Computes the weight of each meeting.
    fn weigh(&mut self) {
        let [own, other] = &self.types;
        for met in &mut self.meets {
            met.weight = own[met.of[0]].reach * other[met.of[1]].reach;
        }
        let whole: f64 = self.meets.iter().map(|met| met.weight).sum();
        for met in &mut self.meets {
            met.weight /= whole;
        }
    }

    /// Drops the least likely types, and keeps at most `most` meetings.
    pub fn keep(&mut self, most: usize) {
        for side in 0..2 {
            let mut likely = vec![0.0; self.types[side].len()];
            self.meets.iter().for_each(|met| likely[met.of[side]] += met.weight);
            let whole: f64 = likely.iter().sum();
            let mut ranked: Vec<usize> = (0..likely.len()).collect();
            ranked.sort_by(|&a, &b| likely[b].total_cmp(&likely[a]));
            ranked.truncate(TYPES);
            ranked.retain(|&of| likely[of] >= UNLIKELY * whole);
            self.meets.retain(|met| ranked.contains(&met.of[side]));
        }
        self.meets.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        self.meets.truncate(most);
        for side in 0..2 {
            let mut places = vec![usize::MAX; self.types[side].len()];
            let mut kept: Vec<Type> = Vec::new();
            for met in &mut self.meets {
                let place = &mut places[met.of[side]];
                if *place == usize::MAX {
                    *place = kept.len();
                    kept.push(self.types[side][met.of[side]].clone());
                }
                met.of[side] = *place;
            }
            let most = kept.iter().map(|of| of.reach).fold(0.0, f64::max);
            for of in &mut kept {
                of.reach /= most;
            }
            self.types[side] = kept;
        }
        self.weigh();
    }
}

/// The orders with which a type may have shown the first of two units against the second, and their probabilities.
fn ways(of: &Type, side: usize, [shown, met]: [u8; 2]) -> Vec<(Sent, f64)> {
    let share = |wanted: &dyn Fn(Sent) -> bool| -> f64 {
        of.mix.iter().filter(|(sent, _)| wanted(*sent)).map(|(_, share)| share).sum()
    };
    let slip = SLIPS[side];
    let mut ways = Vec::new();
    if shown == ASTROLOGIAN {
        let names = |second: u8| share(&move |sent| sent == Sent { unit: shown, second });
        let mut rest = share(&|sent| sent.unit == shown);
        let seconds = [(met, NAMES[0]), (BLUE_MAGE, NAMES[1])].into_iter();
        for (second, rarer) in seconds.filter(|&(second, _)| second != ASTROLOGIAN) {
            ways.push((Sent { unit: shown, second }, names(second) + slip * rarer));
            rest -= names(second);
        }
        ways.push((Sent { unit: shown, second: unmet(met) }, rest.max(0.0) + slip));
    } else {
        ways.push((Sent::plain(shown), share(&|sent| sent.unit == shown) + slip));
    }
    if of.sent.iter().all(|sent| sent.unit != BLUE_MAGE) {
        let hidden = Sent { unit: BLUE_MAGE, second: shown };
        ways.push((hidden, share(&|sent| sent == hidden) + HIDES[side]));
    }
    ways
}

/// The unit that a wrong Astrologian is assumed to have named.
const fn unmet(met: u8) -> u8 {
    if met == CHOCOBO { super::fast_bout::BARD } else { CHOCOBO }
}

/// Own orders in the form of [`Type::sent`]; `told` is the announcements, the own side first.
pub(super) fn as_told(own: &[Sent], told: &[Told]) -> Vec<Sent> {
    let mut hidden = false;
    let reduced = own.iter().zip(told).map(|(&sent, told)| {
        let [shown, met] = told.units;
        match sent.unit {
            BLUE_MAGE if !hidden && sent.second == shown => {
                hidden = true;
                sent
            }
            ASTROLOGIAN if shown == ASTROLOGIAN => {
                let told_apart = sent.second == met || sent.second == BLUE_MAGE;
                Sent { unit: shown, second: if told_apart { sent.second } else { unmet(met) } }
            }
            _ => Sent::plain(shown),
        }
    });
    reduced.collect()
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::super::fast_bout::{BLUE_MAGE, Pair};
    use super::super::imagined_course::{Course, Sent, Told, orders};
    use super::{Ranges, as_told};
    use deathmatch_rules::game::Seed;

    const FRESH: Course = Course { root: (Pair::FRESH, 0), before: 0 };

    /// Gives every type a uniform mix.
    fn alike(ranges: &mut Ranges) {
        for side in 0..2 {
            for of in 0..ranges.types[side].len() {
                let met = ranges.meets.iter().find(|met| met.of[side] == of).expect("a type meets somebody");
                let sides = met.spot.root.0.0;
                let all = orders(sides[side].sends(), sides[1 - side].sends());
                let share = 1.0 / f64::from(u32::try_from(all.len()).expect("few"));
                ranges.types[side][of].mix = all.into_iter().map(|sent| (sent, share)).collect();
            }
        }
    }

    #[test]
    fn meetings_agree_with_announcements_and_include_the_true_one() {
        let mut random = Seed::new("ranges").generator("orders");
        let (mut rounds, mut found, mut hidden) = (0, 0, 0);
        for _ in 0..300 {
            let mut ranges = Ranges::fresh(FRESH.root);
            let mut spot = FRESH;
            let (mut told, mut sent): (Vec<Told>, [Vec<Sent>; 2]) = (Vec::new(), [Vec::new(), Vec::new()]);
            for played in 1..=6 {
                alike(&mut ranges);
                let sides = spot.root.0.0;
                let own = [0, 1].map(|side: usize| {
                    let all = orders(sides[side].sends(), sides[1 - side].sends());
                    all[random.random_range(0..all.len())]
                });
                let (after, heard) = spot.fight(own);
                (0..2).for_each(|side| sent[side].push(own[side]));
                told.push(heard);
                spot = after;
                let Some(next) = ranges.after(heard, if played < 5 { 24 } else { 12 }) else { break };
                ranges = next;
                assert!((ranges.meets.iter().map(|met| met.weight).sum::<f64>() - 1.0).abs() < 1e-9);
                for met in &ranges.meets {
                    let of = [0, 1].map(|side: usize| &ranges.types[side][met.of[side]].sent);
                    let mut again = FRESH;
                    for (round, &heard) in told.iter().enumerate() {
                        let (after, said) = again.fight([of[0][round], of[1][round]]);
                        assert_eq!(said, heard);
                        again = after;
                    }
                    assert_eq!(again, met.spot);
                }
                let turned: Vec<Told> = told
                    .iter()
                    .map(|told| Told { units: [told.units[1], told.units[0]], winner: -told.winner })
                    .collect();
                let own = [as_told(&sent[0], &told), as_told(&sent[1], &turned)];
                let is = |met: &&super::Meets| (0..2).all(|side| ranges.types[side][met.of[side]].sent == own[side]);
                rounds += 1;
                if let Some(met) = ranges.meets.iter().find(is) {
                    found += 1;
                    hidden += i32::from(own.iter().flatten().any(|sent| sent.unit == BLUE_MAGE));
                    assert_eq!(met.spot, spot);
                }
            }
        }
        // The least likely courses are dropped.
        assert!(found * 10 > rounds * 8 && hidden > 100, "{found} of {rounds}, {hidden} hidden");
    }

    #[test]
    fn range_weights_follow_the_played_mix() {
        let mut ranges = Ranges::fresh(FRESH.root);
        let bard = Sent::plain(super::super::fast_bout::BARD);
        let hides = Sent { unit: BLUE_MAGE, second: bard.unit };
        ranges.types[0][0].mix = vec![(bard, 1.0)];
        ranges.types[1][0].mix = vec![(bard, 0.75), (hides, 0.25)];
        // Two Bards tie, as a Blue Mage's round in the first round would show.
        let (_, told) = FRESH.fight([bard, bard]);
        let after = ranges.after(told, 24).expect("it may be");
        let hidden = |side: usize| -> f64 {
            let types = 0..after.types[side].len();
            types.filter(|&of| after.types[side][of].sent.contains(&hides)).map(|of| after.likely(side, of)).sum()
        };
        assert!((hidden(1) - 0.25).abs() < 0.01 && hidden(0) < 0.001, "{} {}", hidden(0), hidden(1));
    }
}
