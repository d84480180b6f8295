//! The simplex method for matrix games, on a condensed table without columns for the basis.
//!
//! Source: Dantzig, *Linear programming and extensions* (1963), chapters 5 and 13.

/// The number of turns after which Bland's rule, the first useful column, replaces the steepest column, so that the method ends.
const STEEP: usize = 60;
/// The least divisor; smaller numbers count as 0. Smaller differences of rows come from rounding alone.
const LEAST: f64 = 1e-6;

/// Sets up the table of a game and solves it in at most `most` turns. Returns the value for the row player.
///
/// Entries are given row by row, all between `least` and `greatest`. The table has one row and one column more than the game. `stands` has
/// as many elements as the game has rows and columns. `rows` and `columns` must be 0.
pub(super) fn solve<R: AsRef<[f64]> + AsMut<[f64]>>(
    table: &mut [R],
    stands: &mut [usize],
    entries: impl Iterator<Item = f64>,
    [least, greatest]: [f64; 2],
    [rows, columns]: [&mut [f64]; 2],
    most: usize,
) -> f64 {
    let (height, width) = (rows.len(), columns.len());
    let scale = if greatest > least { 1.0 / (greatest - least) } else { 1.0 };
    let mut entries = entries;
    for row in &mut table[..height] {
        let row = row.as_mut();
        // Entries are scaled to the range from 1 to 2, so that the value is far from 0.
        for (cell, entry) in row[..width].iter_mut().zip(&mut entries) {
            *cell = 1.0 + (entry - least) * scale;
        }
        row[width] = 1.0;
    }
    let prices = table[height].as_mut();
    prices[..width].fill(-1.0);
    prices[width] = 0.0;
    // The variable of each column and row of the table: a column of the game below `width`, a row of it from there on.
    stands.iter_mut().enumerate().for_each(|(at, stands)| *stands = at);
    let (outside, basis) = stands.split_at_mut(width);
    for turn in 0..most {
        let Some(enters) = entering(&table[height].as_ref()[..width], outside, turn) else { break };
        let Some(leaves) = leaving(&table[..height], basis, [enters, width]) else { break };
        pivot(&mut table[..=height], width, [leaves, enters]);
        std::mem::swap(&mut basis[leaves], &mut outside[enters]);
    }
    let total = table[height].as_ref()[width];
    for (row, &stands) in table[..height].iter().zip(&*basis) {
        if stands < width {
            columns[stands] = (row.as_ref()[width] / total).max(0.0);
        }
    }
    for (&price, &stands) in table[height].as_ref()[..width].iter().zip(&*outside) {
        if stands >= width {
            rows[stands - width] = (price / total).max(0.0);
        }
    }
    (1.0 / total - 1.0) / scale + least
}

fn entering(prices: &[f64], outside: &[usize], turn: usize) -> Option<usize> {
    let falls = |&at: &usize| prices[at] < -1e-10;
    if turn < STEEP {
        (0..prices.len()).filter(falls).min_by(|&a, &b| prices[a].total_cmp(&prices[b]))
    } else {
        (0..prices.len()).filter(falls).min_by_key(|&at| outside[at])
    }
}

fn leaving<R: AsRef<[f64]>>(rows: &[R], basis: &[usize], [enters, width]: [usize; 2]) -> Option<usize> {
    let mut leaves = None;
    let mut tightest = f64::INFINITY;
    for (at, row) in rows.iter().enumerate() {
        let row = row.as_ref();
        if row[enters] > LEAST {
            let ratio = row[width] / row[enters];
            if ratio < tightest || (ratio <= tightest && leaves.is_some_and(|other: usize| basis[at] < basis[other])) {
                tightest = ratio;
                leaves = Some(at);
            }
        }
    }
    leaves
}

fn pivot<R: AsRef<[f64]> + AsMut<[f64]>>(table: &mut [R], width: usize, [leaves, enters]: [usize; 2]) {
    let (before, rest) = table.split_at_mut(leaves);
    let Some((line, after)) = rest.split_first_mut() else { return };
    let line = &mut line.as_mut()[..=width];
    let inverse = 1.0 / line[enters];
    for cell in &mut *line {
        *cell *= inverse;
    }
    line[enters] = inverse;
    for row in before.iter_mut().chain(after) {
        let row = &mut row.as_mut()[..=width];
        let factor = row[enters];
        if factor != 0.0 {
            row[enters] = 0.0;
            for (cell, &by) in row.iter_mut().zip(&*line) {
                *cell -= factor * by;
            }
        }
    }
}
