//! The built-in player: a search over the placement, then alpha-beta over whole moves.
//!
//! - Nothing is hidden, so the view is the whole state.
//! - A position's value is its territory; see `evaluate`. Separated regions are counted exactly; see `separated_endgame`.
//! - A weaker level searches less deeply. It judges each order with a random error, which stays the same for that order.

mod alpha_beta_turns;
mod bitboards;
mod evaluate;
mod ladder;
mod placement;
mod rules_conversion;
mod separated_endgame;
mod square_sets;

use rand::RngExt;
use rand_chacha::ChaCha12Rng;

use crate::search::{AlphaBetaSettings, KNOWN, iterative_deepening};
use crate::{Player, Rung, Thinking, Thought};
use bitboards::Bitboards;
use deathmatch_rules::game::{Outcome, Seat};
use deathmatch_rules::games::blockade_chess::{BlockadeChess, Order, Phase, Position, Side, View};
use evaluate::{SQUARE, evaluate, territory};

/// The number of moves searched by the number of moves to go; the next constant is that for the root position.
const WIDTHS: &[usize] = &[0, usize::MAX, 60, 30, 24, 16, 12];
const FIRST_WIDTHS: &[usize] = &[usize::MAX, usize::MAX, 250, 120, 60, 40];
/// The work of judging a position, in thousandths of a unit.
const COST: u64 = 320;
/// The lead, in hundredths of a square, that counts as three wins in four games.
const LEAD: f64 = 6.0 * SQUARE as f64;
/// The range from lost to won for misjudgements, in hundredths of a square.
const WHOLE: f64 = 30.0 * SQUARE as f64;
/// The colour that a chooser takes: Black places the last piece.
const CHOICE: Side = Side::Black;

impl Player for View {
    type Game = BlockadeChess;

    const LADDER: &'static [Rung] = ladder::LADDER;

    fn seat(&self) -> Option<Seat> {
        Self::seat(self)
    }

    fn imagine(&self, _: &mut ChaCha12Rng) -> Option<Position> {
        Self::seat(self).map(|_| *self.position())
    }

    fn worth(&self) -> f64 {
        let Some(seat) = Self::seat(self) else { return 0.5 };
        if let Some(Outcome { winner, .. }) = self.outcome() {
            return winner.map_or(0.5, |winner| if winner == seat { 1.0 } else { 0.0 });
        }
        let position = self.position();
        let board = Bitboards::of(position);
        let worth = match position.phase() {
            Phase::Colours => 0,
            Phase::Placement => territory(&board),
            Phase::Play => evaluate(&board),
        };
        let own = position.side_of(seat) == Some(position.to_move());
        chance(if own { worth } else { -worth })
    }

    fn think(&self, thinking: &mut Thinking<'_>) -> Option<Thought<Order>> {
        if !self.awaits_order() {
            return None;
        }
        let position = self.position();
        let board = Bitboards::of(position);
        let depth = usize::try_from(thinking.strength.depth).unwrap_or(usize::MAX);
        let errors = errors(thinking);
        match position.phase() {
            Phase::Colours => {
                let order = Order::Colour(position.theme(), CHOICE);
                Some(Thought { order, chance: None, nodes: 0 })
            }
            Phase::Placement => {
                let turned = thinking.random.random_range(0..8);
                let found = placement::place(&board, depth, errors, &mut thinking.random, &mut thinking.budget)?;
                let put = if board.taken == 0 { found.step.turned(turned) } else { found.step };
                let order = Order::Placement(put.placement());
                // The territory of a few pieces says too little about the later play.
                Some(Thought { order, chance: None, nodes: found.nodes })
            }
            Phase::Play => {
                let settings = AlphaBetaSettings { depth, widths: WIDTHS, first_widths: FIRST_WIDTHS, cost: COST };
                let found = iterative_deepening(&board, settings, errors, &mut thinking.budget)?;
                let order = Order::Move(board.order(found.step));
                Some(Thought { order, chance: Some(chance(found.worth)), nodes: found.nodes })
            }
        }
    }
}

/// The best of `many` random placements at a glance, against which searched placements are measured. `None` outside of the placement.
pub fn drawn_placement(position: &Position, many: usize, random: &mut ChaCha12Rng) -> Option<Order> {
    if position.phase() != Phase::Placement {
        return None;
    }
    let put = placement::best_drawn(&Bitboards::of(position), many, |of| random.random_range(0..of))?;
    Some(Order::Placement(put.placement()))
}

/// Makes and judges each move of the side to move. Returns the number of moves and the sum of the values, so that no work is optimised
/// away.
#[must_use]
pub fn judge_moves(position: &Position) -> (u32, i64) {
    let board = Bitboards::of(position);
    let (mut moves, mut sum) = (0, 0);
    board.each_step(|step| {
        moves += 1;
        sum += i64::from(evaluate(&board.after(step)));
        true
    });
    (moves, sum)
}

/// The chance of a side to win with this value.
fn chance(worth: i32) -> f64 {
    if worth.abs() > KNOWN {
        return if worth > 0 { 1.0 } else { 0.0 };
    }
    1.0 / (1.0 + (-f64::from(worth) * 3_f64.ln() / LEAD).exp())
}

/// The factor on a player's error by depth: deep searches hardly suffer from small errors.
const fn misjudges(depth: u32) -> f64 {
    match depth {
        0..=3 => 1.0,
        _ => 3.0,
    }
}

/// The errors of successive orders, in hundredths of a square.
fn errors(thinking: &mut Thinking<'_>) -> impl FnMut() -> i32 + use<> {
    let mut erring = Thinking::new(thinking.strength, thinking.random.clone(), &|| false);
    let whole = WHOLE * misjudges(thinking.strength.depth);
    move || {
        let error = whole * (erring.judged(0.5) - 0.5);
        // A normal error never exceeds the type's range.
        #[expect(clippy::cast_possible_truncation, reason = "a share of a few dozen squares")]
        let error = error.round() as i32;
        error
    }
}
