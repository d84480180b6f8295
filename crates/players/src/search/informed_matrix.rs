//! Matrix games in which only the column player knows which of several matrices is played; the row player knows their probabilities. They
//! are [`meetings`](super::bayesian_matrix) in which the first side has a single type.

use super::bayesian_matrix::{Meeting, Typed, gains, meet};

/// One possible matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The weight of its probability; weights need not sum to 1.
    pub weight: f64,
    /// The number of columns.
    pub width: usize,
    /// The row player's payoffs, row by row.
    pub entries: Vec<f64>,
    /// A column with a least probability.
    pub least: Option<(usize, f64)>,
}

/// Both sides' mixes, nearly in equilibrium.
#[derive(Clone, Debug, PartialEq)]
pub struct Mixed {
    /// The row player's mean payoff.
    pub value: f64,
    /// The probability of each row.
    pub rows: Vec<f64>,
    /// The probability of each column, for each case.
    pub columns: Vec<Vec<f64>>,
}

/// Runs `times` iterations of regret matching, in which each side answers the other's last mix, and averages the mixes.
///
/// # Panics
/// There are no cases, or a case has another height.
#[must_use]
pub fn solve_cases(cases: &[Case], height: usize, times: u32) -> Mixed {
    assert!(height > 0 && !cases.is_empty(), "a game with something to play");
    assert!(cases.iter().all(|case| case.width > 0 && case.entries.len() == height * case.width), "{height} rows");
    let whole: f64 = cases.iter().map(|case| case.weight).sum();
    let meeting = |(of, case): (usize, &Case)| Meeting {
        of: [0, of],
        weight: case.weight / whole,
        entries: case.entries.clone(),
    };
    let meetings: Vec<Meeting> = cases.iter().enumerate().map(meeting).collect();
    let typed = |case: &Case| {
        let mut typed = Typed::new(case.width);
        typed.least = case.least;
        typed
    };
    let mut types = [vec![Typed::new(height)], cases.iter().map(typed).collect()];
    meet(&meetings, &mut types, times);
    let rows = types[0][0].mix();
    let columns: Vec<Vec<f64>> = types[1].iter().map(Typed::mix).collect();
    let value = gains(&meetings, 0, &[height], &columns)[0].iter().zip(&rows).map(|(gain, share)| gain * share).sum();
    Mixed { value, rows, columns }
}

#[cfg(test)]
mod tests {
    use super::{Case, solve_cases};
    use crate::search::solve;

    #[test]
    fn single_case_matches_its_matrix_game() {
        let entries = vec![0.4, 0.1, 0.9, 0.3, 0.8, 0.2, 0.6, 0.5, 0.45];
        let exact = solve(&entries, 3);
        let mixed = solve_cases(&[Case { weight: 2.0, width: 3, entries, least: None }], 3, 2_000);
        assert!((mixed.value - exact.value).abs() < 2e-3, "{mixed:?} {exact:?}");
    }

    #[test]
    fn column_player_answers_each_case_separately() {
        // The harmful column differs between the cases, and the row player cannot avoid it.
        let case = |entries: [f64; 4]| Case { weight: 1.0, width: 2, entries: entries.to_vec(), least: None };
        let mixed = solve_cases(&[case([0.0, 1.0, 0.0, 1.0]), case([1.0, 0.0, 1.0, 0.0])], 2, 500);
        assert!(mixed.value < 0.01, "{mixed:?}");
        assert!(mixed.columns[0][0] > 0.99 && mixed.columns[1][1] > 0.99);
        // Each row is good in one case: the row of the likelier case is played.
        let mixed = solve_cases(
            &[
                Case { weight: 3.0, width: 1, entries: vec![1.0, 0.0], least: None },
                Case { weight: 1.0, width: 1, entries: vec![0.0, 1.0], least: None },
            ],
            2,
            500,
        );
        assert!(mixed.rows[0] > 0.99 && (mixed.value - 0.75).abs() < 0.01, "{mixed:?}");
    }
}
