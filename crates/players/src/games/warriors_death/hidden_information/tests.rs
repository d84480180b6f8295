use super::super::acts::Act;
use super::super::choose_order::row_of;
use super::super::fast_bout::{ASTROLOGIAN, BARD, BLUE_MAGE, CHOCOBO};
use super::super::imagined_course::Told;
use super::super::look_ahead::Ahead;
use super::hidden;
use crate::search::{Budget, solve};

const TIED: Told = Told { units: [BARD, BARD], winner: 0 };
const LOST: Told = Told { units: [6, 9], winner: -1 };

#[test]
fn hidden_result_is_the_same_with_and_without_cache() {
    // Nearly the same work, but a separate cache entry.
    let mut both = [600_000, 600_001].map(|work| {
        let of = |told: &[Told]| {
            let found = hidden(told, 0.5, &mut Budget::of(work)).expect("somebody may have done that");
            let again = hidden(told, 0.5, &mut Budget::of(work)).expect("it is kept");
            assert_eq!(found, again);
            found
        };
        [of(&[TIED, LOST]), of(&[TIED])]
    });
    assert_eq!(both[0], both[1]);
    both.reverse();
    let after = &both[0][1];
    for side in 0..2 {
        for of in &after.types[side] {
            assert!((of.mix.iter().map(|of| of.1).sum::<f64>() - 1.0).abs() < 1e-6, "{of:?}");
            assert!((0.0..=1.0).contains(&of.worth));
            let spent = of.sent.iter().any(|sent| sent.unit == BLUE_MAGE);
            assert!(!spent || of.mix.iter().all(|(sent, _)| sent.unit != BLUE_MAGE), "it is gone: {of:?}");
        }
        // Two tied Bards in the first round look like a Blue Mage's round.
        assert!(after.types[side].iter().any(|of| of.sent[0].unit == BLUE_MAGE), "side {side}");
    }
}

#[test]
fn small_budget_keeps_the_likeliest_course() {
    let told = [([4, 4], 0), ([5, 0], 1), ([7, 5], 1), ([7, 0], 1)].map(|(units, winner)| Told { units, winner });
    let found = hidden(&told, 0.5, &mut Budget::of(1_800_000)).expect("somebody may have done that");
    let met = &found.meets[0];
    assert!(met.weight > 0.97, "{}", met.weight);
    let root = met.spot.root;
    let ahead = Ahead::whole(&[root], 6, 0.5, &mut Budget::of(u64::MAX / 2)).expect("there is time");
    let mut entries = Vec::new();
    let acts = ahead.matrix(root, &mut entries);
    let entries: Vec<f64> = entries.into_iter().map(f64::from).collect();
    let width = acts[1].len();
    let mut column_values = vec![0.0; width];
    for (sent, share) in &found.types[0][met.of[0]].mix {
        let act = Act { unit: sent.unit, names: if sent.unit == ASTROLOGIAN { sent.second } else { CHOCOBO } };
        let row = &entries[row_of(act, &acts[0]) * width..][..width];
        column_values.iter_mut().zip(row).for_each(|(sum, entry)| *sum += share * entry);
    }
    let least = column_values.into_iter().fold(1.0, f64::min);
    let value = solve(&entries, width).value;
    assert!(least > value - 0.02, "{least} of {value}");
}

#[test]
fn stopped_result_is_recomputed_for_its_own_round() {
    // Nearly the same work, but a separate cache entry.
    let whole = hidden(&[], 0.5, &mut Budget::of(700_001));
    let stopped = hidden(&[], 0.5, &mut Budget::new(700_000, &|| true));
    assert!(whole.is_some() && stopped.is_some() && stopped != whole);
    let told = [Told { units: [5, 4], winner: 1 }];
    assert!(hidden(&told, 0.5, &mut Budget::of(700_000)).is_some(), "it does for the rounds after it");
    assert_eq!(hidden(&[], 0.5, &mut Budget::of(700_000)), whole);
}

#[test]
fn stopped_earlier_round_gives_no_order() {
    let told = [Told { units: [5, 3], winner: 1 }];
    let stopped = || hidden(&told, 0.5, &mut Budget::new(700_002, &|| true));
    assert!(stopped().is_none(), "the first round is not known yet");
    assert!(stopped().is_some());
}

#[test]
fn impossible_announcements_give_no_ranges() {
    // A Chocobo beats nobody, and nobody uses two disguises.
    let told = Told { units: [0, 9], winner: 1 };
    assert!(hidden(&[told, told, told], 0.5, &mut Budget::of(800_000)).is_none());
}
