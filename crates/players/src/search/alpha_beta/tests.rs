//! The search against one without pruning, on a walk over numbers.

use super::*;

/// A number below 1,000, changed by steps, plus a thousand for each step. So no position recurs at another depth. Some positions are lost,
/// and all others have a static value.
#[derive(Clone, Copy)]
struct Walk(u64);

impl Walk {
    const fn at(self) -> u64 {
        self.0 % 1_000
    }
}

impl AlternatingMoves for Walk {
    type Step = u64;

    fn key(&self) -> u64 {
        self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn each_step(&self, mut each: impl FnMut(u64) -> bool) {
        if !self.at().is_multiple_of(11) {
            let _ = (1..=3 + self.at() % 3).all(&mut each);
        }
    }

    fn allows(&self, step: u64) -> bool {
        !self.at().is_multiple_of(11) && (1..=3 + self.at() % 3).contains(&step)
    }

    fn after(&self, step: u64) -> Self {
        Self((self.at() * 5 + step) % 1_000 + (self.0 / 1_000 + 1) * 1_000)
    }

    fn worth(&self) -> i32 {
        if self.at().is_multiple_of(11) { -WON } else { i32::try_from(self.at() * 37 % 101).unwrap() - 50 }
    }
}

/// The value without any pruning, and without a search below lost positions.
fn plain(walk: Walk, depth: usize, ply: i32) -> i32 {
    let worth = walk.worth();
    if worth <= -WON {
        return worth + ply;
    }
    if depth == 0 {
        return worth;
    }
    let mut best = -WON - 1;
    walk.each_step(|step| {
        best = best.max(-plain(walk.after(step), depth - 1, ply + 1));
        true
    });
    best
}

const ALL: &[usize] = &[usize::MAX];

#[test]
fn pruning_does_not_change_the_value() {
    for depth in 1..6 {
        let settings = AlphaBetaSettings { depth, widths: ALL, first_widths: ALL, cost: 1 };
        for start in 0..200 {
            let found = value(&Walk(start), settings, &mut Budget::of(u64::MAX));
            let expected = plain(Walk(start), depth, 0);
            // A table may know more than was asked for. A known result is then known in both.
            if expected.abs() <= KNOWN && found.abs() <= KNOWN {
                assert_eq!(found, expected, "{depth} from {start}");
            } else if expected.abs() > KNOWN {
                assert_eq!(found > 0, expected > 0, "{depth} from {start}");
            }
        }
    }
}

#[test]
fn narrow_search_reports_no_false_loss() {
    for depth in 1..6 {
        let settings = AlphaBetaSettings { depth, widths: &[1], first_widths: &[1], cost: 1 };
        for start in (0..200).filter(|start| start % 11 != 0) {
            let found = iterative_deepening(&Walk(start), settings, || 0, &mut Budget::of(u64::MAX)).unwrap();
            let known = plain(Walk(start), 8, 0);
            if found.worth.abs() > KNOWN && known.abs() > KNOWN {
                assert_eq!(found.worth > 0, known > 0, "{depth} from {start}");
            }
            assert!(Walk(start).allows(found.step));
        }
    }
}

#[test]
fn deepening_finds_a_step_with_any_budget() {
    let settings = AlphaBetaSettings { depth: 9, widths: ALL, first_widths: ALL, cost: 1_000 };
    assert!(iterative_deepening(&Walk(1), settings, || 0, &mut Budget::of(1)).is_some());
    assert!(iterative_deepening(&Walk(11), settings, || 0, &mut Budget::of(1_000)).is_none());
}
