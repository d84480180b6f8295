//! A battle for a search, with its state: the seat on move, the turns without a capture, and the last lead. `search_board` generates turns.
//!
//! A view does not contain earlier positions, so repetitions are counted from the current position on.

use super::search_board::{Deed, Field, mixed};
use deathmatch_rules::game::{BySeat, Seat};
use deathmatch_rules::games::guidance_rite::{Board, Brought, LONG_TURNS, Position, TURNS, turn};

/// A battle in play.
#[derive(Clone, Copy)]
pub(super) struct SearchBattle {
    pub field: Field,
    /// The seat on move; in a simultaneous bout, the seat assumed to go first.
    pub to_move: Seat,
    /// The number of turns without a capture.
    pub quiet: u32,
    /// The number of turns since both seats first had few pieces.
    pub few_for: Option<u32>,
    /// The seat that had more pieces when the counts last differed.
    pub lead: Option<Seat>,
    /// The turns of the bout that make one turn of both seats.
    turns_a_round: u32,
}

impl SearchBattle {
    /// The battle of a position.
    pub(super) fn new(position: &Position, to_move: Seat) -> Self {
        Self {
            field: Field::new(&position.board, position.variant()),
            to_move,
            quiet: position.since_capture,
            few_for: position.few_for,
            lead: position.last_lead,
            turns_a_round: if position.simultaneous() { 1 } else { 2 },
        }
    }

    /// The beginning of a battle on a board.
    pub(super) fn begins(field: Field, to_move: Seat) -> Self {
        let bout = Self { field, to_move, quiet: 0, few_for: None, lead: None, turns_a_round: 2 };
        Self { few_for: bout.few().then_some(0), lead: bout.ahead(), ..bout }
    }

    /// The battle with this seat on move.
    pub(super) const fn moved_by(&self, seat: Seat) -> Self {
        Self { to_move: seat, ..*self }
    }

    /// The seat with more pieces; `None` for a tie.
    pub(super) fn ahead(&self) -> Option<Seat> {
        match self.field.count(Seat::Ec).cmp(&self.field.count(Seat::Dmo)) {
            std::cmp::Ordering::Greater => Some(Seat::Ec),
            std::cmp::Ordering::Less => Some(Seat::Dmo),
            std::cmp::Ordering::Equal => None,
        }
    }

    fn few(&self) -> bool {
        Seat::ALL.into_iter().all(|seat| self.field.count(seat) <= u32::from(self.field.variant().few()))
    }

    /// The winner if the board state were drawn.
    pub(super) fn by_lead(&self) -> Seat {
        self.lead.unwrap_or(Seat::Dmo)
    }

    /// The number of turns until the bout is drawn without a capture; 0 if it is drawn.
    pub(super) fn until_drawn(&self) -> u32 {
        let long = (self.turns_a_round * LONG_TURNS).saturating_sub(self.quiet);
        match self.few_for {
            Some(few_for) => long.min((self.turns_a_round * TURNS).saturating_sub(self.quiet.min(few_for))),
            None => long,
        }
    }

    /// Whether a repeated position draws the bout.
    pub(super) fn repeats_count(&self) -> bool {
        self.few_for.is_some_and(|few_for| few_for >= self.turns_a_round * TURNS)
    }

    /// The winner, if the bout is over. Only the search finds out whether both seats are stuck.
    pub(super) fn winner(&self) -> Option<Seat> {
        match (self.field.count(Seat::Ec), self.field.count(Seat::Dmo)) {
            (0, 0) => Some(self.by_lead()),
            (0, _) => Some(Seat::Dmo),
            (_, 0) => Some(Seat::Ec),
            _ => (self.until_drawn() == 0).then(|| self.by_lead()),
        }
    }

    /// Plays a legal turn, or a pass.
    pub(super) fn play(&mut self, deed: &Deed) {
        let removed = self.field.play(self.to_move, deed);
        self.to_move = !self.to_move;
        self.count(removed);
    }

    /// Plays a simultaneous turn with the rules' own code.
    pub(super) fn play_both(&mut self, deeds: BySeat<Deed>) {
        let mut board: Board = self.field.board();
        let brought = deeds.map(|deed| Brought::Turn(deed.turn()));
        let done = turn::carry_out(&mut board, self.field.variant(), &brought, |_| {});
        self.field = Field::new(&board, self.field.variant());
        self.count(done.removed);
    }

    fn count(&mut self, removed: bool) {
        self.quiet = if removed { 0 } else { self.quiet + 1 };
        self.lead = self.ahead().or(self.lead);
        self.few_for = match self.few_for {
            Some(turns) => Some(turns + 1),
            None => self.few().then_some(0),
        };
    }

    /// A hash of everything that the value depends on. Counts are distinguished only shortly before they matter.
    pub(super) fn key(&self) -> u64 {
        let soon = if self.until_drawn() < 24 { u64::from(self.until_drawn()) + 1 } else { 0 };
        let lead = self.lead.map_or(2, |seat| seat as u64);
        let few = u64::from(self.few_for.is_some());
        self.field.key() ^ mixed(1 << 40 | soon << 8 | lead << 4 | few << 1 | self.to_move as u64)
    }
}
