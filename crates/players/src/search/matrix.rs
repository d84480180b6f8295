//! Two-player zero-sum games in matrix form.

/// The solution of a matrix game.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The row player's payoff in equilibrium.
    pub value: f64,
    /// The probability of each row.
    pub rows: Vec<f64>,
    /// The probability of each column.
    pub columns: Vec<f64>,
}

/// An equilibrium of a game with the row player's payoffs, row by row, `width` columns each.
///
/// # Panics
/// The matrix is empty, or its length is not a multiple of `width`.
#[must_use]
pub fn solve(entries: &[f64], width: usize) -> Solution {
    assert!(width > 0 && !entries.is_empty() && entries.len().is_multiple_of(width), "a matrix of {width} columns");
    let height = entries.len() / width;
    let (mut rows, mut columns) = (vec![0.0; height], vec![0.0; width]);
    let least = entries.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = entries.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let value = super::simplex::solve(
        &mut vec![vec![0.0; width + 1]; height + 1],
        &mut vec![0; height + width],
        entries.iter().copied(),
        [least, greatest],
        [&mut rows, &mut columns],
        MOST_TURNS * (height + width),
    );
    Solution { value, rows: whole(rows), columns: whole(columns) }
}

/// The most turns for each row and column, because rounding may prevent the end.
const MOST_TURNS: usize = 40;

/// Scales weights to a sum of 1.
fn whole(mut weights: Vec<f64>) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    for weight in &mut weights {
        *weight /= sum;
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::solve;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn solver_finds_the_values_of_known_games() {
        // Rock, paper, scissors; matching pennies with uneven stakes; a saddle point; more columns than rows.
        let even = solve(&[0.0, -1.0, 1.0, 1.0, 0.0, -1.0, -1.0, 1.0, 0.0], 3);
        assert!(
            close(even.value, 0.0) && even.rows.iter().chain(&even.columns).all(|&weight| close(weight, 1.0 / 3.0))
        );
        let uneven = solve(&[3.0, -1.0, -1.0, 1.0], 2);
        assert!(close(uneven.value, 1.0 / 3.0) && close(uneven.rows[0], 1.0 / 3.0));
        let saddle = solve(&[4.0, 2.0, 3.0, 1.0], 2);
        assert!(close(saddle.value, 2.0) && close(saddle.rows[0], 1.0) && close(saddle.columns[1], 1.0));
        let wide = solve(&[1.0, 5.0, -2.0, 0.0, 3.0, 7.0], 3);
        assert!(close(wide.value, 0.7) && close(wide.rows[0], 0.7) && close(wide.columns[1], 0.0));
    }

    #[test]
    fn no_pure_response_beats_the_value() {
        let mut seed = 7_u32;
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(seed >> 8) / f64::from(1 << 24)
        };
        for (height, width) in [(1, 1), (1, 5), (4, 1), (3, 7), (9, 9), (16, 6)] {
            let entries: Vec<f64> = (0..height * width).map(|_| next()).collect();
            let solved = solve(&entries, width);
            let at = |row: usize, column: usize| entries[row * width + column];
            for column in 0..width {
                let got: f64 = (0..height).map(|row| solved.rows[row] * at(row, column)).sum();
                assert!(got > solved.value - 1e-9, "{height} x {width}");
            }
            for row in 0..height {
                let got: f64 = (0..width).map(|column| solved.columns[column] * at(row, column)).sum();
                assert!(got < solved.value + 1e-9, "{height} x {width}");
            }
        }
    }
}
