//! One viewer's view: the whole position, and the seat whose orders the viewer gives.

use serde_json::{Value, json};

use super::order::Order;
use super::position::{Phase, Position};
use super::state::State;
use crate::game::{AtTable, BySeat, Habit, Outcome, Seat, Seen, Viewer, Views};

/// One viewer's view.
#[derive(Clone, Debug)]
pub struct View {
    position: Position,
    viewer: Viewer,
    before: Option<Box<Position>>,
    /// The result, if the table ended the match.
    ended: Option<Outcome>,
}

impl View {
    /// The view of a position without further facts.
    const fn on(position: Position, viewer: Viewer) -> Self {
        Self { position, viewer, before: None, ended: None }
    }

    /// The result, by play or by the table.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        match self.position.phase {
            Phase::Over(outcome) => Some(outcome),
            _ => self.ended,
        }
    }

    /// The seats that are asked.
    #[must_use]
    pub fn all_asked(&self) -> BySeat<bool> {
        if self.ended.is_some() { BySeat::default() } else { self.position.asked() }
    }

    /// The public position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The position at the end of the last step, if the next bout's board is already set up.
    #[must_use]
    pub fn before(&self) -> Option<Box<Position>> {
        self.before.clone()
    }

    /// The view's seat, if it is a player's.
    #[must_use]
    pub const fn seat(&self) -> Option<Seat> {
        self.viewer.seat()
    }

    /// The view's seat, if it is asked for an order.
    #[must_use]
    pub fn asked(&self) -> Option<Seat> {
        let ordering = !matches!(self.position.phase, Phase::Review | Phase::Over(_));
        self.seat().filter(|&seat| ordering && self.all_asked()[seat])
    }
}

impl Views for State {
    type View = View;

    fn view(&self, viewer: Viewer, at: &AtTable) -> View {
        View { before: self.before.clone(), ended: at.ended, ..View::on(self.position.clone(), viewer) }
    }

    /// The opening is the first claims. The uses are the moved pieces, powers and items.
    fn habit(&self, _seat: Seat, order: &Order) -> Habit {
        let board = self.position.board();
        let name = |square| board.at(square).map(|piece| piece.name().to_owned());
        match order {
            Order::Claim(one, other) if self.position.bout() == 1 => {
                let claimed: Vec<_> = [Some(*one), *other].into_iter().flatten().filter_map(name).collect();
                Habit::default().opening(claimed.join(" and "))
            }
            Order::Claim(..) | Order::Place(..) | Order::First | Order::Second => Habit::default(),
            Order::Turn(turn) => {
                let moved = turn.act.and_then(|act| name(act.from));
                let power =
                    turn.act.and_then(|act| act.power).map(|power| format!("{}'s power", power.character().name()));
                let item = turn.item.map(|item| item.kind().name().to_owned());
                Habit::using(moved.into_iter().chain(power).chain(item))
            }
        }
    }
}

impl Seen for View {
    /// The referee state and, for a seat, `you`.
    fn json(&self) -> Value {
        let mut json = referee_json(&self.position);
        if let Some(seat) = self.seat() {
            json["you"] = json!(seat);
        }
        json
    }

    /// Nothing is hidden, so the seat's own view is public.
    fn seated(&self, seat: Seat) -> Option<Self> {
        Some(Self { viewer: Viewer::Seat(seat), ..self.clone() })
    }

    fn ended_on(&self) -> Option<Self> {
        Some(Self::on(self.before.as_deref()?.clone(), self.viewer))
    }
}

/// The *Referee state* of the rules page, which has no secrets.
fn referee_json(position: &Position) -> Value {
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
