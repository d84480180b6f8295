//! Ratings of the built-in levels, from their results against each other in the arena.
//!
//! - Level 1 has a fixed rating: matches between people and levels do not count, so its strength among people is unmeasured.
//! - Each level is above the one below by the rating difference at which Glicko-2 expects their results. Half a win and half
//!   a defeat are added, so that every difference is finite. An unmeasured level and all levels above it have no rating.

use std::f64::consts::LN_10;

use crate::game::Game;
use crate::players::{BuiltIn, Rung, find};

/// The rating of level 1 in every game.
pub const ANCHOR: f64 = 1200.0;
/// The rating difference at which ten wins are expected for each defeat.
const TENFOLD: f64 = 400.0;

/// A built-in level's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    pub level: u8,
    pub rating: f64,
    /// The rating deviation relative to level 1.
    pub deviation: f64,
}

/// Returns the rating difference to the level below, and its variance.
fn above(rung: &Rung) -> (f64, f64) {
    let (won, of) = (f64::from(rung.won) + 0.5, f64::from(rung.of) + 1.0);
    let share = won / of;
    let scale = TENFOLD / LN_10;
    (scale * (share / (1.0 - share)).ln(), scale * scale / (of * share * (1.0 - share)))
}

/// Returns the rated levels of a preset, from level 1 to the last measured one.
pub fn placed(rungs: &[Rung], preset: &str) -> Vec<Placed> {
    let mut levels = vec![Placed { level: 1, rating: ANCHOR, deviation: 0.0 }];
    let mut variance = 0.0;
    while let Some(below) = levels.last() {
        let level = below.level + 1;
        let Some(rung) = rungs.iter().find(|rung| rung.preset == preset && rung.level == level) else { break };
        let (more, unsure) = above(rung);
        variance += unsure;
        levels.push(Placed { level, rating: below.rating + more, deviation: variance.sqrt() });
    }
    levels
}

fn ladder(game: &dyn Game) -> &'static [Rung] {
    find(game.id()).map_or(&[], BuiltIn::ladder)
}

/// Returns the rated levels of each preset of a game, by the preset's title. Unmeasured presets are left out.
pub fn of(game: &dyn Game) -> Vec<(String, Vec<Placed>)> {
    let presets = game.variants().into_iter();
    let levels = presets.map(|(id, name)| (name, placed(ladder(game), id)));
    levels.filter(|(_, levels)| levels.len() > 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn a_level_stands_above_the_one_below_it_by_what_it_has_won() {
        let rungs =
            [Rung::new("a", 2, 10, 11), Rung::new("b", 2, 5, 10), Rung::new("a", 3, 40, 40), Rung::new("a", 5, 9, 10)];
        let levels = placed(&rungs, "a");
        assert_eq!(levels.iter().map(|each| each.level).collect::<Vec<_>>(), [1, 2, 3], "4 has not been measured");
        assert_eq!((levels[0].rating, levels[0].deviation), (1200.0, 0.0));
        // With half a win and half a defeat added: 10.5 of 12, seven to one.
        assert!((levels[1].rating - 1200.0 - 400.0 * 7.0_f64.log10()).abs() < 1e-9);
        assert!((levels[1].deviation - 151.6).abs() < 0.1, "{}", levels[1].deviation);
        assert!((levels[2].rating - levels[1].rating - 400.0 * 81.0_f64.log10()).abs() < 1e-9);
        assert!(levels[2].deviation > levels[1].deviation && levels[2].deviation.is_finite());
        assert!((placed(&rungs, "b")[1].rating - 1200.0).abs() < 1e-9, "who wins half is no better");
        assert_eq!(placed(&rungs, "c").len(), 1);
    }

    #[test]
    fn what_was_measured_is_of_presets_that_there_are_and_each_level_is_better() {
        let mut many = 0;
        for game in games::GAMES {
            let presets: Vec<_> = game.presets().into_iter().map(|(id, _)| id).collect();
            let rungs = ladder(*game);
            assert!(rungs.iter().all(|rung| presets.contains(&rung.preset) && rung.won <= rung.of && rung.level > 1));
            for (name, levels) in of(*game) {
                let better = levels.windows(2).all(|pair| pair[1].rating > pair[0].rating);
                assert!(better && levels.len() > 2, "{}, {name}: {levels:?}", game.id());
                many += levels.len() - 1;
            }
            let told: usize = of(*game).iter().map(|(_, levels)| levels.len() - 1).sum();
            assert_eq!(told, rungs.len(), "{} has a level above one that was not measured", game.id());
        }
        assert!(many > 20);
    }

    /// The published results are those from which the ratings are computed.
    #[test]
    fn the_page_of_what_was_measured_has_the_same_figures() {
        let page = include_str!("../../docs/measured.md");
        for game in games::GAMES {
            for rung in ladder(*game) {
                let told = format!("| {} of {} (", rung.won, rung.of);
                let mut rows = page.lines().filter(|line| {
                    line.starts_with(&format!("| {}", game.name()))
                        || game.presets().iter().any(|(_, name)| line.starts_with(&format!("| {name}")))
                });
                assert!(rows.any(|line| line.contains(&told)), "{} {rung:?}: {told}", game.id());
            }
        }
    }
}
