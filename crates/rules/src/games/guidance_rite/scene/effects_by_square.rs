//! The effects of the last step on each square.

use super::super::effect::Effect;
use super::super::piece::{Arrows, Character};
use super::super::position::{Phase, Position};
use super::super::square::{Direction, MOST_SQUARES, Square};
use crate::game::Seat;

/// The path of a move.
#[derive(Clone, Copy)]
pub struct Way {
    pub seat: Seat,
    pub from: Square,
    pub to: Square,
    pub direction: Direction,
    pub wraps: bool,
}

/// The effects on a square.
#[derive(Clone, Copy, Default)]
pub struct SquareEffects {
    /// A piece arrived, was placed or claimed.
    pub arrived: bool,
    /// The number of pieces of the EC, the DMO and nobody that were captured or removed.
    pub lost: [u8; 3],
    /// The piece turned.
    pub turned: bool,
    /// The piece lost this character.
    pub unmade: Option<Character>,
    /// A bit for each changed arrow.
    pub changed: u8,
    /// A bit for each removed arrow.
    pub gone: u8,
}

impl SquareEffects {
    /// The owners of the captured or removed pieces.
    pub fn losers(&self) -> impl Iterator<Item = Option<Seat>> {
        let owners = [Some(Seat::Ec), Some(Seat::Dmo), None];
        owners.into_iter().zip(self.lost).flat_map(|(owner, count)| std::iter::repeat_n(owner, usize::from(count)))
    }
}

/// The effects on all squares.
pub struct EffectsBySquare {
    pub ways: Vec<Way>,
    squares: [SquareEffects; MOST_SQUARES],
}

impl EffectsBySquare {
    pub fn of(position: &Position) -> Self {
        let mut traces = Self { ways: Vec::new(), squares: [SquareEffects::default(); MOST_SQUARES] };
        // A new board has no effects yet.
        if position.phase != Phase::Review {
            for effect in &position.recent {
                traces.add(effect);
            }
        }
        traces
    }

    pub const fn on(&self, square: Square) -> &SquareEffects {
        &self.squares[square.index()]
    }

    const fn at(&mut self, square: Square) -> &mut SquareEffects {
        &mut self.squares[square.index()]
    }

    const fn lose(&mut self, square: Square, owner: Option<Seat>) {
        let place = match owner {
            Some(Seat::Ec) => 0,
            Some(Seat::Dmo) => 1,
            None => 2,
        };
        self.at(square).lost[place] += 1;
    }

    fn change(&mut self, square: Square, direction: Direction) {
        let bit = 1 << direction as u8;
        let trace = self.at(square);
        trace.changed |= bit;
        trace.gone &= !bit;
    }

    fn drop_arrow(&mut self, square: Square, direction: Direction) {
        let bit = 1 << direction as u8;
        let trace = self.at(square);
        trace.gone |= bit;
        trace.changed &= !bit;
    }

    fn grow(&mut self, square: Square, arrows: Arrows) {
        for direction in arrows.black() {
            self.change(square, direction);
        }
    }

    fn add(&mut self, effect: &Effect) {
        match *effect {
            Effect::Claimed { square, .. } | Effect::Placed { square, .. } => self.at(square).arrived = true,
            Effect::Contested { square, piece } => self.lose(square, piece.owner),
            Effect::Moved { seat, from, to, direction, wraps, .. } => {
                self.ways.push(Way { seat, from, to, direction, wraps });
                self.at(to).arrived = true;
            }
            Effect::Displaced { to, .. } => {
                let trace = self.at(to);
                trace.arrived = true;
                trace.unmade = Some(Character::Guardian);
            }
            Effect::Captured { square, owner, .. } | Effect::Collided { square, owner, .. } => {
                self.lose(square, owner);
            }
            Effect::Turned { square, .. } | Effect::Rotated { square, .. } => self.at(square).turned = true,
            Effect::TurnedBack { square, .. } => {
                let trace = self.at(square);
                trace.turned = true;
                trace.unmade = Some(Character::Rat);
            }
            Effect::Honoured { own, own_direction, enemy, enemy_direction, .. } => {
                self.change(own, own_direction);
                self.change(enemy, enemy_direction);
            }
            Effect::Greyed { square, direction } | Effect::Restored { square, direction } => {
                self.change(square, direction);
            }
            Effect::Dropped { square, direction } | Effect::UsedUp { square, direction, .. } => {
                self.drop_arrow(square, direction);
            }
            Effect::Regrew { square, arrows } => self.grow(square, arrows),
            Effect::CharacterLost { square, character, .. } => self.at(square).unmade = Some(character),
            Effect::Absorbed { square, arrows } => {
                for direction in arrows.grey() {
                    self.change(square, direction);
                }
            }
            Effect::CrowSpent { square, .. } => self.at(square).unmade = Some(Character::Crow),
            Effect::Gifted { square, direction, .. } => {
                self.at(square).unmade = Some(Character::Lizard);
                self.change(square, direction);
            }
            Effect::Bit { square, target, direction, .. } => {
                self.at(square).unmade = Some(Character::Monster);
                self.drop_arrow(target, direction);
            }
            // Unclaimed pieces were nobody's loss.
            Effect::Cleared { .. }
            | Effect::Clashed { .. }
            | Effect::Passed { .. }
            | Effect::Struck { .. }
            | Effect::Exchanged { .. }
            | Effect::ItemFailed { .. }
            | Effect::MoveFailed { .. }
            | Effect::PowerFailed { .. }
            | Effect::Adopted { .. }
            | Effect::Marked { .. } => {}
        }
    }
}
