//! Where a match stands, as everyone may know it.
//!
//! Nothing of a position is secret: what seats keep to themselves are only the orders of the step that is running. The boards of later
//! bouts are not in it.

use serde::{Deserialize, Serialize};

use super::board::Board;
use super::effect::Effect;
use super::items;
use super::movement::{steps, ways};
use super::order::ItemKind;
use super::ruleset::{Ruleset, Variant};
use crate::game::{BySeat, Outcome, Reason, Seat};

/// Bouts of a match.
pub const BOUTS: u8 = 3;
/// Bouts to win.
pub const BOUTS_TO_WIN: usize = 2;
/// Strikes that lose a bout.
pub const STRIKES: u8 = 3;

/// What a match waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Both seats to have seen the board.
    Review,
    /// Both seats' claims.
    Claim {
        /// The claim round, from 1.
        round: u32,
        /// How many rounds before it in a row had no claim at all.
        silent: u8,
    },
    /// New pieces of the seats that are short of them.
    TopUp {
        /// The wave, from 1; one that is repeated keeps its number.
        wave: u32,
        /// How often in a row both seats chose the same square.
        clashes: u8,
    },
    /// Who goes first in bout 1.
    Choose,
    /// A turn.
    Battle,
    /// Nothing.
    Over(Outcome),
}

/// A bout that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoutWon {
    /// Who won it.
    pub winner: Seat,
    pub reason: Reason,
}

/// Where a match stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    pub(super) ruleset: Ruleset,
    pub(super) chooser: Seat,
    pub(super) bout: u8,
    pub(super) phase: Phase,
    pub board: Board,
    pub first: Option<Seat>,
    pub(super) to_move: Option<Seat>,
    /// In battle, the seats that are asked.
    pub(super) active: BySeat<bool>,
    pub(super) played: u32,
    pub(super) strikes: BySeat<u8>,
    pub since_capture: u32,
    /// Turns since both seats were first down to few pieces, if they are.
    pub few_for: Option<u32>,
    /// Who had more pieces when the counts last differed.
    pub last_lead: Option<Seat>,
    /// Whether a drawn board state has been suggested to the host and still could be declared for the same reason.
    pub(super) suggested: bool,
    pub items: BySeat<Vec<ItemKind>>,
    pub(super) won: Vec<BoutWon>,
    /// What the last step did.
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

    /// The values in force.
    #[must_use]
    pub const fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// Which of the two games is played.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.ruleset.variant
    }

    /// The bout, from 1; once the match is over, the last one.
    #[must_use]
    pub const fn bout(&self) -> u8 {
        self.bout
    }

    /// What the match waits for.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Who chooses who goes first in bout 1.
    #[must_use]
    pub const fn chooser(&self) -> Seat {
        self.chooser
    }

    /// Who goes first in this bout; unknown before it is chosen, and nobody in bout 3.
    #[must_use]
    pub const fn first(&self) -> Option<Seat> {
        self.first
    }

    /// Whose turn it is in bouts 1 and 2.
    #[must_use]
    pub const fn to_move(&self) -> Option<Seat> {
        self.to_move
    }

    /// Whether both seats move at once in this bout.
    #[must_use]
    pub const fn simultaneous(&self) -> bool {
        self.bout == BOUTS
    }

    /// Turns played in this bout.
    #[must_use]
    pub const fn played(&self) -> u32 {
        self.played
    }

    /// Strikes in this bout.
    #[must_use]
    pub const fn strikes(&self) -> BySeat<u8> {
        self.strikes
    }

    /// Turns in a row in which no piece left the board.
    #[must_use]
    pub const fn since_capture(&self) -> u32 {
        self.since_capture
    }

    /// The items not yet used, in the header's order.
    #[must_use]
    pub const fn items(&self) -> &BySeat<Vec<ItemKind>> {
        &self.items
    }

    /// The finished bouts.
    #[must_use]
    pub fn won(&self) -> &[BoutWon] {
        &self.won
    }

    /// Who has won this bout, once it is over.
    #[must_use]
    pub fn bout_winner(&self) -> Option<Seat> {
        self.won.get(usize::from(self.bout) - 1).map(|won| won.winner)
    }

    /// What the last step did.
    #[must_use]
    pub fn recent(&self) -> &[Effect] {
        &self.recent
    }

    /// Bouts won by each seat.
    #[must_use]
    pub fn bouts_won(&self) -> BySeat<usize> {
        BySeat::from_fn(|seat| self.won.iter().filter(|won| won.winner == seat).count())
    }

    /// The number that the referee state calls `turn`.
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

    /// Whether both seats are down to few pieces.
    pub(super) fn few(&self, census: BySeat<u8>) -> bool {
        census.iter().all(|(_, &pieces)| pieces <= self.variant().few())
    }

    /// Whether a seat has fewer pieces than it needs for the battle.
    #[must_use]
    pub fn is_short(&self, seat: Seat) -> bool {
        self.board.census()[seat] < super::top_up::PIECES
    }

    /// Which seats are asked.
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

    /// Whether a seat has a legal move on a board.
    pub(super) fn has_move(&self, board: &Board, seat: Seat, free: impl Fn(super::Square) -> bool) -> bool {
        let variant = self.variant();
        board
            .pieces_of(seat)
            .filter(|&(square, _)| free(square))
            .any(|(square, _)| steps(board, variant, square).any(|step| ways(board, variant, step).next().is_some()))
    }

    /// The items a seat may use on this turn, if only it finds something to use them on.
    #[must_use]
    pub fn usable_items(&self, seat: Seat) -> &[ItemKind] {
        if self.variant().is_final() && self.phase == Phase::Battle && items::enough_pieces(&self.board) {
            &self.items[seat]
        } else {
            &[]
        }
    }

    /// Whether a seat has an item and something to use it on.
    pub(super) fn can_use_item(&self, seat: Seat) -> bool {
        self.usable_items(seat).iter().any(|&kind| items::all(&self.board, seat, kind).next().is_some())
    }

    /// Whether a seat can do anything in a turn.
    pub(super) fn can_act(&self, seat: Seat) -> bool {
        self.has_move(&self.board, seat, |_| true) || self.can_use_item(seat)
    }
}
