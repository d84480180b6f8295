//! Matrix games in which the column player knows which of several matrices is played, and the row player only how likely each is.
//!
//! Source: Tammelin, *Solving large imperfect information games using CFR+* (2014), here for a single step.

/// One of the matrices.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// How likely it is; the weights of all cases need not sum to 1.
    pub weight: f64,
    /// How many columns it has.
    pub width: usize,
    /// What the row player gets, row by row.
    pub entries: Vec<f64>,
}

/// How both sides play, nearly in equilibrium.
#[derive(Clone, Debug, PartialEq)]
pub struct Mixed {
    /// What the row player gets on average.
    pub value: f64,
    /// How often the row player plays each row.
    pub rows: Vec<f64>,
    /// How often the column player plays each column, for each case.
    pub columns: Vec<Vec<f64>>,
}

/// Plays regret matching so many times, each side in turn against the other's last mix, and averages.
///
/// # Panics
/// There is no case, or one is not of this height.
#[must_use]
pub fn solve_cases(cases: &[Case], height: usize, times: u32) -> Mixed {
    assert!(height > 0 && !cases.is_empty(), "a game with something to play");
    assert!(cases.iter().all(|case| case.width > 0 && case.entries.len() == height * case.width), "{height} rows");
    let whole: f64 = cases.iter().map(|case| case.weight).sum();
    let shares: Vec<f64> = cases.iter().map(|case| case.weight / whole).collect();
    let mut row_regrets = vec![0.0; height];
    let mut column_regrets: Vec<Vec<f64>> = cases.iter().map(|case| vec![0.0; case.width]).collect();
    let mut rows = vec![0.0; height];
    let mut columns = column_regrets.clone();
    let mut row_mix = matched(&vec![0.0; height]);
    for time in 0..times.max(1) {
        let counts = f64::from(time + 1);
        let mut gains = vec![0.0; height];
        for (((case, share), regrets), sum) in cases.iter().zip(&shares).zip(&mut column_regrets).zip(&mut columns) {
            let mut losses = vec![0.0; case.width];
            for (entries, weight) in case.entries.chunks_exact(case.width).zip(&row_mix) {
                if *weight > 0.0 {
                    losses.iter_mut().zip(entries).for_each(|(loss, entry)| *loss += weight * entry);
                }
            }
            let before = matched(regrets);
            let mean: f64 = before.iter().zip(&losses).map(|(weight, loss)| weight * loss).sum();
            regrets.iter_mut().zip(&losses).for_each(|(regret, loss)| *regret = (*regret + mean - loss).max(0.0));
            let mix = matched(regrets);
            sum.iter_mut().zip(&mix).for_each(|(sum, weight)| *sum += counts * weight);
            for (gain, entries) in gains.iter_mut().zip(case.entries.chunks_exact(case.width)) {
                *gain += share * entries.iter().zip(&mix).map(|(entry, weight)| entry * weight).sum::<f64>();
            }
        }
        let mean: f64 = row_mix.iter().zip(&gains).map(|(weight, gain)| weight * gain).sum();
        row_regrets.iter_mut().zip(&gains).for_each(|(regret, gain)| *regret = (*regret + gain - mean).max(0.0));
        row_mix = matched(&row_regrets);
        rows.iter_mut().zip(&row_mix).for_each(|(sum, weight)| *sum += counts * weight);
    }
    let rows = matched(&rows);
    let columns: Vec<_> = columns.iter().map(|sums| matched(sums)).collect();
    let value = cases.iter().zip(&shares).zip(&columns).map(|((case, share), columns)| {
        let each = case.entries.chunks_exact(case.width).zip(&rows);
        let of_row = |entries: &[f64]| entries.iter().zip(columns).map(|(entry, weight)| entry * weight).sum::<f64>();
        share * each.map(|(entries, weight)| weight * of_row(entries)).sum::<f64>()
    });
    Mixed { value: value.sum(), rows, columns }
}

/// Weights in proportion; alike where all are 0.
fn matched(sums: &[f64]) -> Vec<f64> {
    let whole: f64 = sums.iter().sum();
    if whole > 0.0 {
        sums.iter().map(|sum| sum / whole).collect()
    } else {
        let alike = 1.0 / f64::from(u32::try_from(sums.len()).unwrap_or(u32::MAX));
        vec![alike; sums.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::{Case, solve_cases};
    use crate::search::solve;

    #[test]
    fn one_case_is_a_matrix_game() {
        let entries = vec![0.4, 0.1, 0.9, 0.3, 0.8, 0.2, 0.6, 0.5, 0.45];
        let exact = solve(&entries, 3);
        let mixed = solve_cases(&[Case { weight: 2.0, width: 3, entries }], 3, 2_000);
        assert!((mixed.value - exact.value).abs() < 2e-3, "{mixed:?} {exact:?}");
    }

    #[test]
    fn who_knows_the_case_plays_each_its_own_way() {
        // The column that hurts is another one in each case, and there is nothing to be done about it.
        let case = |entries: [f64; 4]| Case { weight: 1.0, width: 2, entries: entries.to_vec() };
        let mixed = solve_cases(&[case([0.0, 1.0, 0.0, 1.0]), case([1.0, 0.0, 1.0, 0.0])], 2, 500);
        assert!(mixed.value < 0.01, "{mixed:?}");
        assert!(mixed.columns[0][0] > 0.99 && mixed.columns[1][1] > 0.99);
        // Rows that are good in one case each: the likelier one is played.
        let mixed = solve_cases(
            &[
                Case { weight: 3.0, width: 1, entries: vec![1.0, 0.0] },
                Case { weight: 1.0, width: 1, entries: vec![0.0, 1.0] },
            ],
            2,
            500,
        );
        assert!(mixed.rows[0] > 0.99 && (mixed.value - 0.75).abs() < 0.01, "{mixed:?}");
    }
}
