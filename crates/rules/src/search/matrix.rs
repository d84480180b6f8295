//! Two-player zero-sum games in matrix form.

/// What a matrix game comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// What the row player gets, both playing as below.
    pub value: f64,
    /// How often the row player plays each row.
    pub rows: Vec<f64>,
    /// How often the column player plays each column.
    pub columns: Vec<f64>,
}

/// An equilibrium of a game whose entries are what the row player gets, row by row, `width` columns each: by the simplex method with
/// Bland's rule, so that it ends.
///
/// # Panics
/// The matrix is empty or its length no multiple of `width`.
#[must_use]
pub fn solve(entries: &[f64], width: usize) -> Solution {
    assert!(width > 0 && !entries.is_empty() && entries.len().is_multiple_of(width), "a matrix of {width} columns");
    let height = entries.len() / width;
    let least = entries.iter().copied().fold(f64::INFINITY, f64::min);
    // With positive entries: the column player's weights y, A y <= 1, sum y greatest; its slacks' prices are the row player's.
    let shift = 1.0 - least;
    let across = width + height + 1;
    let mut table = vec![0.0; (height + 1) * across];
    for row in 0..height {
        for column in 0..width {
            table[row * across + column] = entries[row * width + column] + shift;
        }
        table[row * across + width + row] = 1.0;
        table[row * across + across - 1] = 1.0;
    }
    for column in 0..width {
        table[height * across + column] = -1.0;
    }
    let mut basis: Vec<usize> = (width..width + height).collect();
    while let Some(enters) = (0..width + height).find(|&column| table[height * across + column] < -1e-11) {
        let ratio = |row: usize| table[row * across + across - 1] / table[row * across + enters];
        let leaves = (0..height)
            .filter(|&row| table[row * across + enters] > 1e-11)
            .min_by(|&a, &b| ratio(a).total_cmp(&ratio(b)).then(basis[a].cmp(&basis[b])));
        let Some(leaves) = leaves else { break };
        let pivot = table[leaves * across + enters];
        for entry in &mut table[leaves * across..(leaves + 1) * across] {
            *entry /= pivot;
        }
        for row in 0..=height {
            let factor = table[row * across + enters];
            if row != leaves && factor.abs() > 0.0 {
                for column in 0..across {
                    table[row * across + column] -= factor * table[leaves * across + column];
                }
            }
        }
        basis[leaves] = enters;
    }
    let total = table[height * across + across - 1];
    let mut columns = vec![0.0; width];
    for (row, &variable) in basis.iter().enumerate() {
        if variable < width {
            columns[variable] = (table[row * across + across - 1] / total).max(0.0);
        }
    }
    let rows = (0..height).map(|row| (table[height * across + width + row] / total).max(0.0)).collect();
    Solution { value: 1.0 / total - shift, rows: whole(rows), columns: whole(columns) }
}

/// Weights that sum to 1.
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
    fn known_games_have_their_known_values() {
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
    fn no_pure_answer_does_better_than_the_value() {
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
