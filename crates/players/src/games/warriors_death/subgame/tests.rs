use rand::RngExt;

use super::super::fast_bout::{Pair, gains};
use super::super::imagined_course::{Course, Sent, orders};
use super::super::look_ahead::Ahead;
use super::super::public_ranges::{Meets, Ranges, Type};
use super::Subgame;
use crate::search::Budget;
use deathmatch_rules::game::Seed;

/// A random undecided bout with `left` rounds left, in which Chocobos were avoided. `kept` says whether both Blue Mages are left.
fn drawn(left: u32, kept: bool, random: &mut impl RngExt) -> Course {
    loop {
        let mut spot = Course { root: (Pair::FRESH, 0), before: 0 };
        for _ in left..10 {
            let sides = spot.root.0.0;
            let sent = [0, 1].map(|side: usize| {
                let mut all = orders(sides[side].sends(), sides[1 - side].sends());
                all.retain(|sent| !kept || sent.unit != super::BLUE_MAGE);
                all[random.random_range(all.len().min(2) - 1..all.len())]
            });
            spot = spot.fight(sent).0;
        }
        let [own, other] = gains(spot.root.0, left);
        if (-own..=other).contains(&spot.root.1) {
            return spot;
        }
    }
}

fn known(spots: &[([usize; 2], Course, f64)]) -> Ranges {
    let fresh = || Type { sent: Vec::new(), reach: 1.0, mix: Vec::new(), worth: 0.5 };
    let types = [0, 1].map(|side: usize| {
        let most = spots.iter().map(|spot| spot.0[side]).max().expect("there is one");
        (0..=most).map(|_| fresh()).collect()
    });
    Ranges { types, meets: spots.iter().map(|&(of, spot, weight)| Meets { of, spot, weight }).collect() }
}

fn ahead(spots: &[Course], left: u32) -> Ahead {
    let mut roots: Vec<_> = spots.iter().map(|spot| spot.root).collect();
    roots.sort_unstable();
    Ahead::new(&roots, left, 0.5, u32::MAX, &mut Budget::of(u64::MAX / 2))
}

/// The values of the first side's types, and their mixes.
fn worth(ranges: &Ranges, left: u32, reach: &[Vec<f64>; 2], turns: u32) -> (Vec<Vec<(Sent, f64)>>, Vec<f64>) {
    let spots: Vec<Course> = ranges.meets.iter().map(|met| met.spot).collect();
    let ahead = ahead(&spots, left);
    let value =
        |(pair, by): (Pair, i16), left: u32| ahead.at((pair.with_left(left), by), left).expect("it was gone through");
    let mut tree = Subgame::new(ranges, [left, 0], 0.5, &value, usize::MAX, &mut Budget::of(u64::MAX))
        .expect("it is not too large");
    let ([mixes, _], worth) = tree.solve(reach, turns, 1, &mut Budget::of(u64::MAX));
    (mixes, worth)
}

fn without_blue_mages(spot: &Course) -> bool {
    spot.root.0.0.iter().all(|side| side.sends() >> super::BLUE_MAGE & 1 == 0)
}

#[test]
fn subgame_without_blue_mages_matches_full_information() {
    let mut random = Seed::new("seen").generator("bouts");
    let mut compared = 0;
    while compared < 12 {
        let left = random.random_range(1..=3);
        let spot = drawn(left, false, &mut random);
        if !without_blue_mages(&spot) {
            continue;
        }
        compared += 1;
        let mut entries = Vec::new();
        let [_, columns] = ahead(&[spot], left).matrix(spot.root, &mut entries);
        let exact = crate::search::Quick::default().solve(&entries, columns.len());
        let (_, found) = worth(&known(&[([0, 0], spot, 1.0)]), left, &[vec![1.0], vec![1.0]], 1_000);
        assert!((found[0] - exact).abs() < 0.004, "{left} left: {} {exact}", found[0]);
    }
}

#[test]
fn subgame_is_symmetric_between_the_sides() {
    let mut random = Seed::new("turned").generator("bouts");
    let (mut compared, mut hidden) = (0, 0);
    while compared < 12 {
        let left = random.random_range(2..=3);
        let spots = [true, false].map(|kept| drawn(left, kept, &mut random));
        compared += 1;
        hidden += usize::from(!spots.iter().all(without_blue_mages));
        // The second side has one of two types, which the first side cannot see.
        let reach = [vec![1.0], vec![0.6, 0.4]];
        let ranges = known(&[([0, 0], spots[0], 0.6), ([0, 1], spots[1], 0.4)]);
        let turned = known(&[([0, 0], spots[0].mirrored(), 0.6), ([1, 0], spots[1].mirrored(), 0.4)]);
        let (mixes, first) = worth(&ranges, left, &reach, 600);
        let (_, second) = worth(&turned, left, &[reach[1].clone(), reach[0].clone()], 600);
        let second: f64 = second.iter().zip(&reach[1]).map(|(worth, reach)| worth * reach).sum();
        assert!((first[0] + second - 1.0).abs() < 0.01, "{left} left: {first:?} {second}");
        assert!((mixes[0].iter().map(|of| of.1).sum::<f64>() - 1.0).abs() < 1e-6);
    }
    assert!(hidden > 3, "{hidden}");
}

#[test]
fn subgame_beyond_the_cell_limit_is_not_built() {
    let spot = Course { root: (Pair::FRESH, 0), before: 0 };
    let ranges = known(&[([0, 0], spot, 1.0)]);
    let even = |_, _| 0.5;
    assert!(Subgame::new(&ranges, [10, 7], 0.5, &even, 100_000, &mut Budget::of(u64::MAX)).is_none());
    let small = Subgame::new(&ranges, [10, 9], 0.5, &even, 100_000, &mut Budget::of(u64::MAX)).expect("a single round");
    assert!(small.size() < 1_000);
}

#[test]
fn stopped_tree_is_abandoned_soon() {
    let spot = Course { root: (Pair::FRESH, 0), before: 0 };
    let ranges = known(&[([0, 0], spot, 1.0)]);
    let asked = std::cell::Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 3
    };
    let mut budget = Budget::new(u64::MAX, &stop);
    assert!(Subgame::new(&ranges, [10, 7], 0.5, &|_, _| 0.5, 2_000_000, &mut budget).is_none());
    assert!(budget.was_stopped() && budget.spent() < 20_000, "{}", budget.spent());
}
