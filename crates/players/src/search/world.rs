//! The interface of a game to a search.

/// A whole state in which two sides, 0 and 1, act in turn or at once.
pub trait World: Clone {
    type Move: Clone + PartialEq;

    /// The moves of a side; empty if it is not asked.
    fn moves(&self, side: usize) -> Vec<Self::Move>;

    /// Plays one step, with a move of each asked side.
    fn play(&mut self, moves: [Option<&Self::Move>; 2]);

    /// The result for side 0, from 0 lost to 1 won; `None` before the end.
    fn result(&self) -> Option<f64>;

    /// The estimated value for side 0, from 0 to 1.
    fn worth(&self) -> f64;

    /// Whether the state can be judged. If not, a search plays further steps.
    fn settled(&self) -> bool {
        true
    }
}
