//! A game as a search sees it.

/// A whole state in which two sides, 0 and 1, act in turn or at once.
pub trait World: Clone {
    type Move: Clone + PartialEq;

    /// What a side can do; empty where it is not asked.
    fn moves(&self, side: usize) -> Vec<Self::Move>;

    /// Plays one step: a move of each side that is asked.
    fn play(&mut self, moves: [Option<&Self::Move>; 2]);

    /// What it has come to for side 0, from 0 lost to 1 won, once it is over.
    fn result(&self) -> Option<f64>;

    /// What it seems to be worth to side 0, from 0 to 1.
    fn worth(&self) -> f64;

    /// Whether it can be judged; a search plays on a while where it cannot.
    fn settled(&self) -> bool {
        true
    }
}
