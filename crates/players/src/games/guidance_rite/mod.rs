//! The built-in player.
//!
//! - Turns of bouts 1 and 2 are found by alpha-beta search ([`choose_turn`], [`alpha_beta`]), those of bout 3 by solving a matrix of both
//!   seats' turns ([`simultaneous_turns`]).
//! - Claims are drawn from an equilibrium over pairs of squares, whose pieces are valued by quick battles ([`before_battle`]).
//! - All of them play battles on the board of [`search_board`], a fast copy of the rules.

mod alpha_beta;
mod before_battle;
mod choose_turn;
mod considered_powers;
mod evaluate;
mod ladder;
mod quick_battle;
mod search_battle;
mod search_board;
mod simultaneous_turns;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use rand::RngExt;
use rand_chacha::ChaCha12Rng;

use self::evaluate::chance;
use self::search_battle::SearchBattle;
use self::search_board::Field;
use crate::{Player, Rung, Thinking, Thought};
use deathmatch_rules::game::{Seat, Seed};
use deathmatch_rules::games::guidance_rite::{
    BOUTS, BOUTS_TO_WIN, Board, GuidanceRite, Order, Phase, Position, State, Variant, View, generator,
};

/// Possible boards of later bouts. They are precomputed, because dealing takes longer than most steps of a search.
const DEALT: u64 = 32;
static FIVE_ROWS: LazyLock<Vec<Board>> = LazyLock::new(|| deal(Variant::Dm11));
static SIX_ROWS: LazyLock<Vec<Board>> = LazyLock::new(|| deal(Variant::Final));

fn deal(variant: Variant) -> Vec<Board> {
    let dealt = |number: u64| {
        let mut board = generator::board(variant, &Seed::new(format!("imagined {number}")), 1);
        board.regrow_all();
        board
    };
    (0..DEALT).map(dealt).collect()
}

impl Player for View {
    type Game = GuidanceRite;

    const LADDER: &'static [Rung] = ladder::LADDER;

    fn seat(&self) -> Option<Seat> {
        Self::seat(self)
    }

    /// Later boards are drawn from the precomputed ones. Earlier positions, which count for drawn board states, are forgotten.
    fn imagine(&self, random: &mut ChaCha12Rng) -> Option<State> {
        Self::seat(self)?;
        let position = self.position().clone();
        let boards = match position.variant() {
            Variant::Dm11 => &*FIVE_ROWS,
            Variant::Final => &*SIX_ROWS,
        };
        let upcoming = (position.bout()..BOUTS).map(|_| boards[random.random_range(0..boards.len())]);
        let mut state = State::new(position, upcoming.collect());
        state.before = self.before();
        Some(state)
    }

    fn worth(&self) -> f64 {
        let (Some(seat), position) = (Self::seat(self), self.position()) else { return 0.5 };
        let bout = match position.phase() {
            Phase::Over(outcome) => return if outcome.winner == Some(seat) { 1.0 } else { 0.0 },
            Phase::Battle => {
                // A simultaneous turn is estimated with each seat going first.
                let scores = [seat, !seat].map(|first| evaluate::score(&SearchBattle::new(position, first)));
                match position.to_move() {
                    Some(first) if first == seat => chance(scores[0]),
                    Some(_) => chance(-scores[1]),
                    None => f64::midpoint(chance(scores[0]), chance(-scores[1])),
                }
            }
            _ => {
                let field = Field::new(position.board(), position.variant());
                chance(evaluate::material(&field, seat) - evaluate::material(&field, !seat))
            }
        };
        of_match(position, seat, bout)
    }

    fn think(&self, thinking: &mut Thinking<'_>) -> Option<Thought<Order>> {
        let (position, seat) = (self.position(), self.asked()?);
        let (order, chance, nodes) = match position.phase() {
            Phase::Claim { .. } => before_battle::claim(position, seat, thinking),
            Phase::TopUp { .. } => before_battle::place(position, seat, thinking),
            Phase::Choose => before_battle::choose(position, seat, thinking),
            Phase::Battle => {
                let find = if position.simultaneous() { simultaneous_turns::turn } else { choose_turn::turn };
                let (deed, chance, nodes) = find(position, seat, thinking);
                (Order::Turn(deed.turn()), chance, nodes)
            }
            Phase::Review | Phase::Over(_) => return None,
        };
        Some(Thought { order, chance: Some(of_match(position, seat, chance)), nodes })
    }
}

/// The chance to win the match, given the chance to win the bout.
fn of_match(position: &Position, seat: Seat, bout: f64) -> f64 {
    let won = position.bouts_won();
    let to_win = |more: usize, other: usize| match (won[seat] + more, won[!seat] + other) {
        (BOUTS_TO_WIN.., _) => 1.0,
        (_, BOUTS_TO_WIN..) => 0.0,
        (mine, theirs) if mine > theirs => 0.75,
        (mine, theirs) if mine < theirs => 0.25,
        _ => 0.5,
    };
    bout * to_win(1, 0) + (1.0 - bout) * to_win(0, 1)
}
