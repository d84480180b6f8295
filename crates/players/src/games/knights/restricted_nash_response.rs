//! A restricted Nash response to a hasty opponent, who plays the deed that looks best at once.
//!
//! Against such an opponent, an equilibrium strategy wins little more than against a perfect opponent. So the opponent is assumed to be
//! hasty with some probability, and perfect otherwise. The response to both wins much from the hasty one and loses little to the other.
//!
//! Source: Johanson, Zinkevich and Bowling, *Computing robust counter-strategies* (2007).

use super::evaluate::Judgement;
use super::joint_deed_tree::{Cell, Course, Tree};

/// The loss of static value at which a deed is played e times less often than the best.
const CARE: f32 = 0.01;
/// The distance between successive draws: the golden section spreads any number of them evenly.
const APART: f64 = 0.618_033_988_749_895;

/// The hasty side's deeds at the root, and the results of the other side's deeds against them.
pub(super) struct Hasty {
    pub side: usize,
    /// The number of turns played to find the best-looking deeds.
    pub turns: u64,
    /// The cumulative probability of each deed.
    shares: Vec<f32>,
    drawn: u32,
    /// The index of the other side's last tested best deed.
    met: usize,
    /// Whether the hasty side takes part in this iteration.
    joined: bool,
    against: Vec<Cell>,
}

impl Hasty {
    /// Creates a hasty side that judges its deeds statically, against all deeds of the other side. `None` if either side has no deed.
    pub fn of(tree: &Tree<'_>, side: usize, glance: &Judgement) -> Option<Self> {
        let (own, others) = (tree.root_arms(side), tree.root_arms(1 - side));
        if own.is_empty() || others.is_empty() {
            return None;
        }
        let worth = |deed, other| {
            let worth = glance.worth(&tree.after(if side == 0 { [deed, other] } else { [other, deed] }));
            if side == 0 { worth } else { 1.0 - worth }
        };
        let mean = |deed| others.iter().map(|other| worth(deed, other.deed)).sum::<f32>() / others.len() as f32;
        let worths: Vec<f32> = own.iter().map(|arm| mean(arm.deed)).collect();
        let best = worths.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut sum = 0.0;
        let mut shares: Vec<f32> = Vec::with_capacity(own.len());
        for worth in worths {
            sum += ((worth - best) / CARE).exp();
            shares.push(sum);
        }
        for share in &mut shares {
            *share /= sum;
        }
        let turns = (own.len() * others.len()) as u64;
        let against = vec![Cell::default(); others.len()];
        Some(Self { side, turns, shares, drawn: 0, met: 0, joined: false, against })
    }

    /// Replaces the side's deed in every eighth iteration, and in another eighth if a pair is given. With a given pair, the other side plays
    /// each of its best deeds in turn.
    pub fn join(&mut self, iteration: u64, best: &[usize], given: &mut [Option<usize>; 2]) {
        let pair = given[self.side].is_some();
        self.joined = iteration.is_multiple_of(8) || (pair && iteration % 8 == 7);
        if !self.joined {
            return;
        }
        given[self.side] = Some(self.draw());
        if pair {
            self.met = (self.met + 1) % best.len();
            given[1 - self.side] = Some(best[self.met]);
        }
    }

    fn draw(&mut self) -> usize {
        self.drawn += 1;
        let place = (f64::from(self.drawn) * APART).fract() as f32;
        self.shares.partition_point(|share| *share <= place).min(self.shares.len() - 1)
    }

    /// Records the result of an iteration, if it took part.
    pub fn note(&mut self, course: &Course) {
        if self.joined {
            self.against[course.picked[1 - self.side]].note(course.worth);
        }
    }

    /// The results of a deed of the other side, for side 0.
    pub fn against(&self, arm: usize) -> Cell {
        self.against[arm]
    }
}

#[cfg(test)]
mod tests {
    use super::super::fast_position::{BOARD, Fast};
    use super::super::joint_deed_tree::{Settings, Tree};
    use super::super::{JUDGEMENT, Position, fast};
    use super::Hasty;
    use deathmatch_rules::games::knights::Ruleset;

    const SETTINGS: Settings = Settings { explore: 1.4, doubt: 0.1, depth: 64, width: [20, 64] };
    /// A square with a knight of side 0, the last square without colour: e5.
    const LAST: u32 = 1 << 24;

    fn near_the_end() -> Fast {
        let first = fast(&Position::new(Ruleset::default()));
        Fast { knights: [LAST | 1 << 20, 1], coloured: BOARD & !LAST, turn: 30, ..first }
    }

    #[test]
    fn hasty_side_plays_the_best_looking_deed() {
        let tree = Tree::new(near_the_end(), SETTINGS, &JUDGEMENT);
        let mut hasty = Hasty::of(&tree, 0, &JUDGEMENT).expect("both sides have something to do");
        assert!((0..200).all(|_| tree.root_arms(0)[hasty.draw()].deed.claim() == LAST));
        assert_eq!(hasty.turns, (tree.root_arms(0).len() * tree.root_arms(1).len()) as u64);
    }

    #[test]
    fn side_without_deeds_is_not_hasty() {
        // A side without knights and free home squares.
        let shut = Fast { knights: [LAST | 0b11111, 0], ..near_the_end() };
        let tree = Tree::new(shut, SETTINGS, &JUDGEMENT);
        assert!(tree.root_arms(1).is_empty());
        assert!((0..2).all(|side| Hasty::of(&tree, side, &JUDGEMENT).is_none()));
    }

    #[test]
    fn hasty_side_notes_only_iterations_it_joined() {
        let mut tree = Tree::new(near_the_end(), SETTINGS, &JUDGEMENT);
        let mut hasty = Hasty::of(&tree, 0, &JUDGEMENT).expect("both sides have something to do");
        for iteration in 0..80 {
            let mut given = if iteration % 2 == 1 { [Some(0), Some(0)] } else { [None; 2] };
            hasty.join(iteration, &[1, 2], &mut given);
            let course = tree.iterate(given);
            hasty.note(&course);
        }
        let tries: Vec<u32> = (0..tree.root_arms(1).len()).map(|arm| hasty.against(arm).visits).collect();
        assert_eq!(tries.iter().sum::<u32>(), 20, "every fourth of both kinds");
        assert!(tries[1] >= 5 && tries[2] >= 5, "its deeds meet the best ones in turn");
    }
}
