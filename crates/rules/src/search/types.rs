//! Matrix games against somebody who knows more.

/// One of the games that may be the one that is played: how likely it is, and what the row player gets, row by row.
#[derive(Clone, Debug)]
pub struct Possible {
    pub weight: f64,
    pub entries: Vec<f32>,
    pub width: usize,
}

/// How often the row player plays each row where it does not know which of the games is played and the column player does, and what that
/// comes to for it: by regret matching over so many turns. The error falls with the number of turns.
///
/// Source: Tammelin, *Solving large imperfect information games using CFR+* (2014).
///
/// # Panics
/// There is no game, or they differ in their rows.
#[must_use]
pub fn unknowing(games: &[Possible], turns: u32) -> (Vec<f64>, f64) {
    let height = games[0].entries.len() / games[0].width;
    assert!(games.iter().all(|game| game.entries.len() == height * game.width), "games of the same rows");
    let total: f64 = games.iter().map(|game| game.weight).sum();
    let mut regrets = vec![0.0_f64; height];
    let mut rows = vec![0.0_f64; height];
    let mut theirs: Vec<Vec<f64>> = games.iter().map(|game| vec![0.0; game.width]).collect();
    let mut sums = vec![0.0_f64; height];
    for turn in 0..turns {
        matched(&regrets, &mut rows);
        for (sum, row) in sums.iter_mut().zip(&rows) {
            *sum += row * f64::from(turn + 1);
        }
        let mut worths = vec![0.0_f64; height];
        for (game, regrets) in games.iter().zip(&mut theirs) {
            let worth = against(game, &rows);
            let mut columns = vec![0.0; game.width];
            matched(regrets, &mut columns);
            let mean: f64 = worth.iter().zip(&columns).map(|(worth, column)| worth * column).sum();
            for (regret, worth) in regrets.iter_mut().zip(&worth) {
                *regret = (*regret + mean - worth).max(0.0);
            }
            // The other's answer to what it has learned just now.
            matched(regrets, &mut columns);
            for (worth, row) in worths.iter_mut().zip(game.entries.chunks_exact(game.width)) {
                let got: f64 = row.iter().zip(&columns).map(|(&entry, column)| f64::from(entry) * column).sum();
                *worth += game.weight / total * got;
            }
        }
        let mean: f64 = worths.iter().zip(&rows).map(|(worth, row)| worth * row).sum();
        for (regret, worth) in regrets.iter_mut().zip(&worths) {
            *regret = (*regret + worth - mean).max(0.0);
        }
    }
    let sum: f64 = sums.iter().sum();
    for each in &mut sums {
        *each /= sum;
    }
    let worst = |game: &Possible| against(game, &sums).into_iter().fold(f64::INFINITY, f64::min);
    let value = games.iter().map(|game| game.weight / total * worst(game)).sum();
    (sums, value)
}

/// What the row player gets in each column.
fn against(game: &Possible, rows: &[f64]) -> Vec<f64> {
    let mut worth = vec![0.0; game.width];
    for (row, entries) in rows.iter().zip(game.entries.chunks_exact(game.width)) {
        if *row > 0.0 {
            for (worth, &entry) in worth.iter_mut().zip(entries) {
                *worth += row * f64::from(entry);
            }
        }
    }
    worth
}

/// Weights in proportion to regrets; all alike where there are none.
fn matched(regrets: &[f64], weights: &mut [f64]) {
    let sum: f64 = regrets.iter().sum();
    let alike = regrets.iter().map(|_| 1.0).sum::<f64>().recip();
    for (weight, regret) in weights.iter_mut().zip(regrets) {
        *weight = if sum > 0.0 { regret / sum } else { alike };
    }
}

#[cfg(test)]
mod tests {
    use super::{Possible, unknowing};

    #[test]
    fn one_game_is_played_as_it_is_known() {
        let entries = vec![3.0, -1.0, -1.0, 1.0];
        let (rows, value) = unknowing(&[Possible { weight: 1.0, entries, width: 2 }], 2_000);
        assert!((value - 1.0 / 3.0).abs() < 1e-2 && (rows[0] - 1.0 / 3.0).abs() < 1e-2, "{rows:?} {value}");
    }

    #[test]
    fn what_the_other_knows_costs_what_it_is_worth() {
        // Who knows which of two coins it is loses nothing; who does not can only hedge.
        let game = |entries: [f32; 2], weight| Possible { weight, entries: entries.to_vec(), width: 1 };
        let (rows, value) = unknowing(&[game([1.0, 0.0], 3.0), game([0.0, 1.0], 1.0)], 2_000);
        assert!((value - 0.75).abs() < 1e-3 && rows[0] > 0.99, "{rows:?} {value}");
        let pennies = |by: f32| Possible { weight: 1.0, entries: vec![by, -by, -by, by], width: 2 };
        let (rows, value) = unknowing(&[pennies(1.0), pennies(-1.0)], 2_000);
        assert!(value.abs() < 1e-2 && (rows[0] - 0.5).abs() < 1e-2, "{rows:?} {value}");
    }
}
