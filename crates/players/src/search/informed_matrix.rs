//! Matrix games in which the column player knows which of several matrices is played, and the row player only how likely each is.
//! They are those of [`meetings`](super::meetings) whose first side has a single type.

use super::meetings::{Meeting, Typed, gains, meet};

/// One of the matrices.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// How likely it is; the weights of all cases need not sum to 1.
    pub weight: f64,
    /// How many columns it has.
    pub width: usize,
    /// What the row player gets, row by row.
    pub entries: Vec<f64>,
    /// A column that is played no less often than so.
    pub least: Option<(usize, f64)>,
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
    fn one_case_is_a_matrix_game() {
        let entries = vec![0.4, 0.1, 0.9, 0.3, 0.8, 0.2, 0.6, 0.5, 0.45];
        let exact = solve(&entries, 3);
        let mixed = solve_cases(&[Case { weight: 2.0, width: 3, entries, least: None }], 3, 2_000);
        assert!((mixed.value - exact.value).abs() < 2e-3, "{mixed:?} {exact:?}");
    }

    #[test]
    fn who_knows_the_case_plays_each_its_own_way() {
        // The column that hurts is another one in each case, and there is nothing to be done about it.
        let case = |entries: [f64; 4]| Case { weight: 1.0, width: 2, entries: entries.to_vec(), least: None };
        let mixed = solve_cases(&[case([0.0, 1.0, 0.0, 1.0]), case([1.0, 0.0, 1.0, 0.0])], 2, 500);
        assert!(mixed.value < 0.01, "{mixed:?}");
        assert!(mixed.columns[0][0] > 0.99 && mixed.columns[1][1] > 0.99);
        // Rows that are good in one case each: the likelier one is played.
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
