//! Small matrix games, millions of them.

/// The most rows and columns.
const MOST: usize = 24;
const ACROSS: usize = MOST + 1;

/// Rounding may keep a table from ever being done.
const MOST_TURNS: usize = 400;

/// Solves one game after another in the same place: those with a saddle point at sight, others by the simplex method.
pub struct Quick {
    table: Box<[[f64; ACROSS]; ACROSS]>,
    /// How often the row player plays each row.
    pub rows: [f64; MOST],
    /// How often the column player plays each column.
    pub columns: [f64; MOST],
}

impl Default for Quick {
    fn default() -> Self {
        Self { table: Box::new([[0.0; ACROSS]; ACROSS]), rows: [0.0; MOST], columns: [0.0; MOST] }
    }
}

impl Quick {
    /// The value for the row player of a game of at most 24 rows and columns, given row by row; how both play is left in `rows` and
    /// `columns`. The weights are those of an equilibrium up to rounding.
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

    #[test]
    fn it_agrees_with_the_careful_one() {
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
                    let at = |row: usize, column: usize| wide[row * width + column];
                    let worst = (0..width).map(|column| (0..height).map(|row| quick.rows[row] * at(row, column)).sum());
                    let worst: f64 = worst.fold(f64::INFINITY, f64::min);
                    let best = (0..height).map(|row| (0..width).map(|c| quick.columns[c] * at(row, c)).sum());
                    let best: f64 = best.fold(f64::NEG_INFINITY, f64::max);
                    assert!(worst > value - 1e-6 && best < value + 1e-6, "{height} x {width} of {grain}");
                }
            }
        }
    }
}
