//! What one viewer may see: the whole position, and whose orders the viewer gives.

use serde_json::{Value, json};

use super::flow::State;
use super::position::{Phase, Position};
use crate::game::{BySeat, Outcome, Seat, Viewer};

/// What one viewer may see.
#[derive(Clone, Debug)]
pub struct View {
    position: Position,
    viewer: Viewer,
    before: Option<Box<Position>>,
    /// How the table ended the match.
    ended: Option<Outcome>,
}

impl View {
    pub(super) fn new(state: &State, viewer: Viewer) -> Self {
        Self { before: state.before.clone(), ..Self::on(state.position.clone(), viewer) }
    }

    /// The view of a position.
    pub(super) const fn on(position: Position, viewer: Viewer) -> Self {
        Self { position, viewer, before: None, ended: None }
    }

    /// The view of what the last step ended in, if the next bout's board is laid already.
    pub(super) fn before(&self) -> Option<Self> {
        Some(Self::on(self.before.as_deref()?.clone(), self.viewer))
    }

    pub(super) const fn end(&mut self, outcome: Outcome) {
        self.ended = Some(outcome);
    }

    /// How the match ended, by play or by the table.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        match self.position.phase {
            Phase::Over(outcome) => Some(outcome),
            _ => self.ended,
        }
    }

    /// Which seats are asked.
    #[must_use]
    pub fn all_asked(&self) -> BySeat<bool> {
        if self.ended.is_some() { BySeat::default() } else { self.position.asked() }
    }

    /// Where the match stands.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The seat whose view it is.
    #[must_use]
    pub const fn seat(&self) -> Option<Seat> {
        match self.viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public | Viewer::Truth => None,
        }
    }

    /// The view's seat, if it is asked for an order.
    #[must_use]
    pub fn asked(&self) -> Option<Seat> {
        let ordering = !matches!(self.position.phase, Phase::Review | Phase::Over(_));
        self.seat().filter(|&seat| ordering && self.all_asked()[seat])
    }

    /// The view as data: the referee state and, for a seat, `you`.
    #[must_use]
    pub fn json(&self) -> Value {
        let mut json = referee_json(&self.position);
        if let Some(seat) = self.seat() {
            json["you"] = json!(seat);
        }
        json
    }
}

/// The *Referee state* of the rules page, which holds nothing secret.
pub(super) fn referee_json(position: &Position) -> Value {
    let asked = position.asked();
    let to_move = match (asked.ec, asked.dmo) {
        (true, false) => Some(Seat::Ec),
        (false, true) => Some(Seat::Dmo),
        _ => None,
    };
    let (phase, clashes) = match position.phase {
        Phase::Review => ("review", 0),
        Phase::Claim { .. } => ("claim", 0),
        Phase::TopUp { clashes, .. } => ("top-up", clashes),
        Phase::Choose => ("choose", 0),
        Phase::Battle | Phase::Over(_) => ("battle", 0),
    };
    let won = position.bouts_won();
    json!({
        "bout": position.bout,
        "phase": phase,
        "bouts": { "ec": won.ec, "dmo": won.dmo },
        "board": position.board,
        "turn": position.turn_number(),
        "to_move": to_move,
        "first": position.first,
        "strikes": position.strikes,
        "clashes": clashes,
        "since_capture": position.since_capture,
        "items": position.items,
        "bout_winners": position.won.iter().map(|won| won.winner).collect::<Vec<_>>(),
    })
}
