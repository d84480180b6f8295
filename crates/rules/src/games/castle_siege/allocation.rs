//! The allocation of statistics: its limits, the number of completions, and the faults of an illegal one.

use std::sync::LazyLock;

use super::unit_stats::{ByUnit, Stat, Stats, UnitLetter, Units};

/// The points to allocate of each of ATK, DEF and HP.
pub const BUDGET: i64 = 10;
/// The most of one statistic for a unit.
pub const MOST_STAT: i64 = 4;
/// The highest sum of a unit's three statistics.
pub const MOST_UNIT: i64 = 7;
/// The statistics that are allocated.
pub const GIVEN: [Stat; 3] = [Stat::Atk, Stat::Def, Stat::Hp];
/// The units of a seat without an allocation.
pub const DEFAULT: Units = ByUnit([Stats([2, 2, 2, 0]); 5]);

const LEFT: usize = 11;

/// The number of ways to allocate the points left of each statistic to a number of units.
static WAYS: LazyLock<Vec<[[[u64; LEFT]; LEFT]; LEFT]>> = LazyLock::new(|| {
    let mut ways = vec![[[[0; LEFT]; LEFT]; LEFT]; UnitLetter::ALL.len() + 1];
    ways[0][0][0][0] = 1;
    let units: Vec<_> = single_units().collect();
    for count in 1..ways.len() {
        for (atk, def, hp) in cells() {
            let fit = units.iter().filter_map(|unit| {
                let [a, d, h] = GIVEN.map(|stat| usize::try_from(unit[stat]).expect("no statistic is negative"));
                Some(ways[count - 1][atk.checked_sub(a)?][def.checked_sub(d)?][hp.checked_sub(h)?])
            });
            ways[count][atk][def][hp] = fit.sum();
        }
    }
    ways
});

fn cells() -> impl Iterator<Item = (usize, usize, usize)> {
    (0..LEFT).flat_map(|atk| (0..LEFT).flat_map(move |def| (0..LEFT).map(move |hp| (atk, def, hp))))
}

/// Every possible unit of an allocation, the strongest first.
pub fn single_units() -> impl Iterator<Item = Stats> {
    let down = || (0..=MOST_STAT).rev();
    let all = down().flat_map(move |atk| down().flat_map(move |def| down().map(move |hp| Stats([atk, def, hp, 0]))));
    all.filter(|unit| unit.worth() <= MOST_UNIT)
}

/// The number of ways to complete an allocation after these units.
#[must_use]
pub fn completions(begun: &[Stats]) -> u64 {
    let Some(count) = UnitLetter::ALL.len().checked_sub(begun.len()) else { return 0 };
    let left = GIVEN.map(|stat| usize::try_from(BUDGET - begun.iter().map(|unit| unit[stat]).sum::<i64>()));
    match left {
        [Ok(atk), Ok(def), Ok(hp)] if begun.iter().all(|unit| fits(*unit)) => WAYS[count][atk][def][hp],
        _ => 0,
    }
}

/// The number of legal allocations.
#[must_use]
pub fn allocations() -> u64 {
    completions(&[])
}

fn fits(unit: Stats) -> bool {
    GIVEN.iter().all(|&stat| (0..=MOST_STAT).contains(&unit[stat])) && unit.worth() <= MOST_UNIT
}

/// The faults of an allocation: totals first, then each unit's sum and single statistics.
#[must_use]
pub fn faults(units: &Units) -> Vec<String> {
    let totals = GIVEN.into_iter().filter_map(|stat| {
        let total: i64 = units.0.iter().map(|unit| unit[stat]).sum();
        off(stat.name(), total, BUDGET)
    });
    totals.chain(units.iter().flat_map(|(letter, unit)| unit_faults(letter, unit))).collect()
}

/// The faults of one unit: its sum, then its single statistics.
pub fn unit_faults(letter: UnitLetter, unit: &Stats) -> Vec<String> {
    let sum = over(letter.name(), unit.worth(), MOST_UNIT);
    let stats = GIVEN.map(|stat| over(&format!("{letter}'s {}", stat.name()), unit[stat], MOST_STAT));
    std::iter::once(sum).chain(stats).flatten().collect()
}

fn over(what: &str, value: i64, most: i64) -> Option<String> {
    off(what, value.max(most), most)
}

fn off(what: &str, value: i64, wanted: i64) -> Option<String> {
    let side = if value > wanted { "over" } else { "under" };
    (value != wanted).then(|| format!("{what} is {} {side} {wanted} (you gave {value})", value.abs_diff(wanted)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_of_allocations_matches_the_page() {
        assert_eq!(allocations(), 4_511_221);
        assert_eq!(single_units().count(), 90);
        assert_eq!(completions(&DEFAULT.0), 1);
        assert_eq!(completions(&[Stats([4, 4, 0, 0])]), 0);
    }

    #[test]
    fn default_allocation_is_legal() {
        assert!(faults(&DEFAULT).is_empty());
    }
}
