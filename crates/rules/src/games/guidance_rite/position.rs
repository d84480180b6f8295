//! The public position of a match.
//!
//! A position has no secrets: only the orders of the running step are hidden. The boards of later bouts are not in it.

use serde::{Deserialize, Serialize};

use super::board::Board;
use super::effect::Effect;
use super::items;
use super::movement::{steps, ways};
use super::order::ItemKind;
use super::ruleset::{Ruleset, Variant};
use crate::game::{BySeat, Outcome, Reason, Seat};

/// The number of bouts in a match.
pub const BOUTS: u8 = 3;
/// The number of bouts that wins the match.
pub const BOUTS_TO_WIN: usize = 2;
/// The number of strikes that loses a bout.
pub const STRIKES: u8 = 3;

/// The current phase of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Both seats look at the board.
    Review,
    /// Both seats claim.
    Claim {
        /// The claim round, from 1.
        round: u32,
        /// The number of rounds without any claim directly before this one.
        silent: u8,
    },
    /// Seats with too few pieces place new ones.
    TopUp {
        /// The wave, from 1; a repeated wave keeps its number.
        wave: u32,
        /// The number of clashes in a row on one square.
        clashes: u8,
    },
    /// A player chooses who goes first in bout 1.
    Choose,
    /// One or both seats play a turn.
    Battle,
    /// The match is over.
    Over(Outcome),
}

/// A finished bout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoutWon {
    pub winner: Seat,
    pub reason: Reason,
}

/// The public position of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    pub(super) ruleset: Ruleset,
    pub(super) chooser: Seat,
    pub(super) bout: u8,
    pub(super) phase: Phase,
    pub board: Board,
    pub first: Option<Seat>,
    pub(super) to_move: Option<Seat>,
    /// The seats that are asked, in a battle.
    pub(super) active: BySeat<bool>,
    pub(super) played: u32,
    pub(super) strikes: BySeat<u8>,
    pub since_capture: u32,
    /// The number of turns since both seats first had few pieces.
    pub few_for: Option<u32>,
    /// The seat that had more pieces when the counts last differed.
    pub last_lead: Option<Seat>,
    /// Whether a drawn board state has been suggested to the host, and its reason still holds.
    pub(super) suggested: bool,
    pub items: BySeat<Vec<ItemKind>>,
    pub(super) won: Vec<BoutWon>,
    /// The effects of the last step.
    pub(super) recent: Vec<Effect>,
}

impl Position {
    #[must_use]
    pub fn new(ruleset: Ruleset, board: Board, items: BySeat<Vec<ItemKind>>) -> Self {
        let fewer = match ruleset.variant {
            Variant::Final if items.ec.len() < items.dmo.len() => Seat::Ec,
            _ => Seat::Dmo,
        };
        Self {
            chooser: ruleset.chooser.unwrap_or(fewer),
            ruleset,
            bout: 1,
            phase: Phase::Review,
            board,
            first: None,
            to_move: None,
            active: BySeat::default(),
            played: 0,
            strikes: BySeat::default(),
            since_capture: 0,
            few_for: None,
            last_lead: None,
            suggested: false,
            items,
            won: Vec::new(),
            recent: Vec::new(),
        }
    }

    /// The ruleset in force.
    #[must_use]
    pub const fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// The preset's variant.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.ruleset.variant
    }

    /// The bout, from 1; after the end, the last one.
    #[must_use]
    pub const fn bout(&self) -> u8 {
        self.bout
    }

    /// The current phase.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The seat that chooses who goes first in bout 1.
    #[must_use]
    pub const fn chooser(&self) -> Seat {
        self.chooser
    }

    /// The seat that goes first in this bout. `None` before the choice, and in bout 3.
    #[must_use]
    pub const fn first(&self) -> Option<Seat> {
        self.first
    }

    /// The seat on move in bouts 1 and 2.
    #[must_use]
    pub const fn to_move(&self) -> Option<Seat> {
        self.to_move
    }

    /// Whether both seats move at once in this bout.
    #[must_use]
    pub const fn simultaneous(&self) -> bool {
        self.bout == BOUTS
    }

    /// The number of turns played in this bout.
    #[must_use]
    pub const fn played(&self) -> u32 {
        self.played
    }

    /// Each seat's strikes in this bout.
    #[must_use]
    pub const fn strikes(&self) -> BySeat<u8> {
        self.strikes
    }

    /// The number of turns since a piece last left the board.
    #[must_use]
    pub const fn since_capture(&self) -> u32 {
        self.since_capture
    }

    /// The unused items, in the header's sequence.
    #[must_use]
    pub const fn items(&self) -> &BySeat<Vec<ItemKind>> {
        &self.items
    }

    /// The finished bouts.
    #[must_use]
    pub fn won(&self) -> &[BoutWon] {
        &self.won
    }

    /// The winner of this bout, once it is over.
    #[must_use]
    pub fn bout_winner(&self) -> Option<Seat> {
        self.won.get(usize::from(self.bout) - 1).map(|won| won.winner)
    }

    /// The effects of the last step.
    #[must_use]
    pub fn recent(&self) -> &[Effect] {
        &self.recent
    }

    /// The number of bouts won by each seat.
    #[must_use]
    pub fn bouts_won(&self) -> BySeat<usize> {
        BySeat::from_fn(|seat| self.won.iter().filter(|won| won.winner == seat).count())
    }

    /// The `turn` of the referee state.
    #[must_use]
    pub const fn turn_number(&self) -> u32 {
        match self.phase {
            Phase::Review | Phase::Choose => 1,
            Phase::Claim { round, .. } => round,
            Phase::TopUp { wave, .. } => wave,
            Phase::Battle => self.played + 1,
            Phase::Over(_) => self.played,
        }
    }

    /// Whether both seats have few pieces.
    pub(super) fn few(&self, census: BySeat<u8>) -> bool {
        census.iter().all(|(_, &pieces)| pieces <= self.variant().few())
    }

    /// Whether a seat has fewer pieces than the battle needs.
    #[must_use]
    pub fn is_short(&self, seat: Seat) -> bool {
        self.board.census()[seat] < super::extra_pieces::PIECES
    }

    /// The seats that are asked.
    #[must_use]
    pub fn asked(&self) -> BySeat<bool> {
        match self.phase {
            Phase::Review | Phase::Claim { .. } => BySeat { ec: true, dmo: true },
            Phase::TopUp { .. } => BySeat::from_fn(|seat| self.is_short(seat)),
            Phase::Choose => BySeat::from_fn(|seat| seat == self.chooser),
            Phase::Battle => self.active,
            Phase::Over(_) => BySeat::default(),
        }
    }

    /// Whether a seat has a legal move on a board with one of its `free` pieces.
    pub(super) fn has_move(&self, board: &Board, seat: Seat, free: impl Fn(super::Square) -> bool) -> bool {
        let variant = self.variant();
        board
            .pieces_of(seat)
            .filter(|&(square, _)| free(square))
            .any(|(square, _)| steps(board, variant, square).any(|step| ways(board, variant, step).next().is_some()))
    }

    /// The items that a seat may use in this turn, whether or not they have a target.
    #[must_use]
    pub fn usable_items(&self, seat: Seat) -> &[ItemKind] {
        if self.variant().is_final() && self.phase == Phase::Battle && items::enough_pieces(&self.board) {
            &self.items[seat]
        } else {
            &[]
        }
    }

    /// Whether a seat has an item with a possible target.
    pub(super) fn can_use_item(&self, seat: Seat) -> bool {
        self.usable_items(seat).iter().any(|&kind| items::all(&self.board, seat, kind).next().is_some())
    }

    /// Whether a seat can act in a turn.
    pub(super) fn can_act(&self, seat: Seat) -> bool {
        self.has_move(&self.board, seat, |_| true) || self.can_use_item(seat)
    }
}
