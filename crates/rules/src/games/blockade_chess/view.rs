//! One viewer's view: the whole position, from one side of the board.

use serde_json::{Value, json};

use super::order::Order;
use super::piece::{Piece, Side};
use super::position::Position;
use crate::game::{AtTable, BySeat, Habit, Outcome, Progress, Seat, Seen, Viewer, Views};

/// The position, the viewer's seat, and the reserves if they are known.
#[derive(Clone, Copy, Debug)]
pub struct View {
    position: Position,
    seat: Option<Seat>,
    reserve: Option<BySeat<u64>>,
    /// The result, if the table ended the match.
    ended: Option<Outcome>,
}

impl View {
    /// The result, by play or by the table.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome().or(self.ended)
    }

    /// The seat that is asked for an order.
    #[must_use]
    pub fn asked(&self) -> Option<Seat> {
        self.position.awaited().filter(|_| self.ended.is_none())
    }

    /// The public position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The view's seat, if it is a player's.
    #[must_use]
    pub const fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// Each player's reserve at the beginning of the turn, in ms; `None` without a table.
    #[must_use]
    pub const fn reserve(&self) -> Option<BySeat<u64>> {
        self.reserve
    }

    /// Whether the view's seat is asked for an order.
    #[must_use]
    pub fn awaits_order(&self) -> bool {
        self.seat.is_some() && self.asked() == self.seat
    }

    /// The side at the bottom of the board: the viewer's own, White for everyone else.
    #[must_use]
    pub fn bottom(&self) -> Side {
        self.seat.and_then(|seat| self.position.side_of(seat)).unwrap_or(Side::White)
    }
}

impl Views for Position {
    type View = View;

    fn view(&self, viewer: Viewer, at: &AtTable) -> View {
        View { position: *self, seat: viewer.seat(), reserve: at.reserve, ended: at.ended }
    }

    /// No count decides the match.
    fn progress(&self) -> Option<Progress> {
        None
    }

    /// The opening is a side's first placement.
    fn habit(&self, seat: Seat, order: &Order) -> Habit {
        match order {
            Order::Colour(..) => Habit::default(),
            Order::Placement(placement) => {
                let none = self.side_of(seat).is_some_and(|side| self.board().all_pieces(side).next().is_none());
                let words: Vec<_> = placement.men().map(|man| format!("{} {}", man.piece.name(), man.square)).collect();
                if none { Habit::default().opening(words.join(" and ")) } else { Habit::default() }
            }
            Order::Move(played) => Habit::using([played.piece.name()]),
        }
    }

    /// The seat of White, once the colours are chosen.
    fn first(&self) -> Option<Seat> {
        self.white()
    }

    fn referee(&self, at: &AtTable) -> Value {
        let mut state = position_json(self);
        state["reserve"] = json!(at.reserve.unwrap_or_default());
        state
    }
}

impl Seen for View {
    /// The referee state, with `reserve` if it is known, and for a seat also `you`.
    fn json(&self) -> Value {
        let mut json = position_json(&self.position);
        if let Some(reserve) = self.reserve {
            json["reserve"] = json!(reserve);
        }
        if let Some(seat) = self.seat {
            json["you"] = json!(seat);
        }
        json
    }

    /// Nothing is hidden, so the seat's own view is public.
    fn seated(&self, seat: Seat) -> Option<Self> {
        Some(Self { seat: Some(seat), ..*self })
    }
}

/// The referee state without the reserves.
fn position_json(position: &Position) -> Value {
    json!({
        "phase": position.phase().id(),
        "white": position.white(),
        "to_move": position.to_move(),
        "fen": position.board().to_string(),
        "ply": position.ply(),
        "unplaced": {
            "white": unplaced(position, Side::White),
            "black": unplaced(position, Side::Black),
        },
        "last_blocker": position.last_blocker(),
    })
}

/// The letters of the pieces that a side has yet to place, in QRRBB order.
fn unplaced(position: &Position, side: Side) -> String {
    let letters = Piece::ALL
        .into_iter()
        .map(|piece| piece.letter().to_string().repeat(position.board().in_hand(side, piece) as usize));
    letters.collect()
}
