//! A fast solver for millions of small matrix games.

/// The most rows and columns.
const MOST: usize = 24;
const ACROSS: usize = MOST + 1;

/// The most turns, because rounding may prevent the end.
const MOST_TURNS: usize = 400;

/// Solves one game after another in the same memory: games with a saddle point directly, others by the simplex method.
pub struct Quick {
    table: Box<[[f64; ACROSS]; ACROSS]>,
    /// The probability of each row.
    pub rows: [f64; MOST],
    /// The probability of each column.
    pub columns: [f64; MOST],
}

impl Default for Quick {
    fn default() -> Self {
        Self { table: Box::new([[0.0; ACROSS]; ACROSS]), rows: [0.0; MOST], columns: [0.0; MOST] }
    }
}

impl Quick {
    /// Solves a game of at most 24 rows and columns, given row by row. Returns the value for the row player, and leaves both mixes in
    /// `rows` and `columns`. They are an equilibrium up to rounding.
    ///
    /// # Panics
    /// The game is empty or too large.
    pub fn solve(&mut self, entries: &[f32], width: usize) -> f64 {
        let height = entries.len() / width;
        assert!((1..=MOST).contains(&height) && (1..=MOST).contains(&width), "{height} x {width}");
        self.rows = [0.0; MOST];
        self.columns = [0.0; MOST];
        let (mut least, mut greatest) = (f32::INFINITY, f32::NEG_INFINITY);
        let mut safest = (f32::NEG_INFINITY, 0);
        let mut caps = [f32::NEG_INFINITY; MOST];
        for (at, row) in entries.chunks_exact(width).enumerate() {
            let mut worst = f32::INFINITY;
            for (cap, &entry) in caps.iter_mut().zip(row) {
                worst = worst.min(entry);
                *cap = cap.max(entry);
            }
            if worst > safest.0 {
                safest = (worst, at);
            }
            least = least.min(worst);
        }
        let mut capped = (f32::INFINITY, 0);
        for (at, &cap) in caps[..width].iter().enumerate() {
            greatest = greatest.max(cap);
            if cap < capped.0 {
                capped = (cap, at);
            }
        }
        if capped.0 - safest.0 <= f32::EPSILON {
            self.rows[safest.1] = 1.0;
            self.columns[capped.1] = 1.0;
            return f64::from(safest.0);
        }
        let wide = entries.iter().map(|&entry| f64::from(entry));
        let mut stands = [0; 2 * MOST];
        super::simplex::solve(
            &mut self.table[..],
            &mut stands[..height + width],
            wide,
            [f64::from(least), f64::from(greatest)],
            [&mut self.rows[..height], &mut self.columns[..width]],
            MOST_TURNS,
        )
    }
}

#[cfg(test)]
#[expect(clippy::cast_precision_loss, reason = "24 bits are what an f32 holds")]
mod tests {
    use super::super::solve;
    use super::Quick;

    /// The gain of the better of both best responses to a solution.
    fn off(quick: &mut Quick, entries: &[f32], width: usize) -> f64 {
        let value = quick.solve(entries, width);
        let at = |row: usize, column: usize| f64::from(entries[row * width + column]);
        let height = entries.len() / width;
        let worst = (0..width).map(|column| (0..height).map(|row| quick.rows[row] * at(row, column)).sum());
        let best = (0..height).map(|row| (0..width).map(|column| quick.columns[column] * at(row, column)).sum());
        let [worst, best] = [worst.fold(f64::INFINITY, f64::min), best.fold(f64::NEG_INFINITY, f64::max)];
        (value - worst).max(best - value)
    }

    #[test]
    fn nearly_equal_rows_do_not_break_the_solver() {
        const A: f32 = 0.333_333_3;
        const B: f32 = 0.333_333_34;
        // A game that occurred in a solution by backward induction.
        #[rustfmt::skip]
        let games: [(&[f32], usize); 3] = [
            (&[
                0.571_428_54, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0,
                0.5, 1.0, 0.0, 1.0, 1.0, 0.25, 0.0, 0.0, A, A,
                0.666_666_6, 1.0, 1.0, 0.0, 1.0, 0.5, B, A, A, 0.399_999_98,
                1.0, 1.0, 1.0, 1.0, 0.0, 0.7, 0.0, 0.0, 0.0, 1.0,
            ], 10),
            (&[
                0.25, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
                0.6, 1.0, 0.0, 1.0, 1.0, 1.0, A, 0.25, 0.0, 0.0, 0.0,
                0.6, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.25, 0.25, 0.0, A,
                0.5, 1.0, 1.0, 1.0, 0.0, 1.0, B, 0.0, A, A, 0.399_999_98,
                1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.25, 0.0, 0.0, 0.428_571_4,
            ], 11),
            (&[
                1.0, 0.0, 0.382_352_95, 0.777_777_8,
                1.0, 0.0, 0.5, 1.0,
                1.0, 1.0, B, 0.666_666_7,
                1.0, 0.5, 1.0, 0.833_333_3,
                1.0, 1.0, 1.0, 0.666_666_7,
            ], 4),
        ];
        let mut quick = Quick::default();
        for (entries, width) in games {
            let turned: Vec<f32> = (0..width)
                .flat_map(|column| entries.iter().skip(column).step_by(width).map(|entry| 1.0 - entry))
                .collect();
            for (entries, width) in [(entries, width), (&turned[..], entries.len() / width)] {
                let off = off(&mut quick, entries, width);
                assert!(off < 1e-6, "{off} off in {width} columns");
            }
        }
    }

    #[test]
    fn quick_solver_agrees_with_the_exact_one() {
        let mut seed = 11_u32;
        let mut next = move |grain: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((seed >> 8) % grain) as f32 / grain as f32
        };
        let mut quick = Quick::default();
        for grain in [2, 3, 5, 1 << 20] {
            for (height, width) in [(1, 1), (1, 6), (5, 1), (2, 2), (3, 7), (9, 8), (18, 18), (24, 24)] {
                for _ in 0..20 {
                    let entries: Vec<f32> = (0..height * width).map(|_| next(grain)).collect();
                    let wide: Vec<f64> = entries.iter().copied().map(f64::from).collect();
                    let value = quick.solve(&entries, width);
                    assert!((value - solve(&wide, width).value).abs() < 1e-6, "{height} x {width} of {grain}");
                    assert!(off(&mut quick, &entries, width) < 1e-6, "{height} x {width} of {grain}");
                }
            }
        }
    }
}
