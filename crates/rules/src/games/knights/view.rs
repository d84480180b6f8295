//! One viewer's view: the whole position, and for a player the seat's legal orders.
//!
//! The state keeps no unresolved order, so nothing made from a view can disclose one.

use std::sync::OnceLock;

use serde_json::{Map, Value, json};

use super::legal_orders::PossibleActions;
use super::order::Order;
use super::position::Position;
use super::square::Square;
use crate::game::{AtTable, Habit, Outcome, Seat, Seen, Viewer, Views};

/// One viewer's view.
#[derive(Clone, Debug)]
pub struct View {
    position: Position,
    seat: Option<Seat>,
    /// The result, if the table ended the match.
    ended: Option<Outcome>,
    /// Computed at the first use.
    orders: OnceLock<Vec<Order>>,
}

impl View {
    /// The result, by play or by the table.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome().or(self.ended)
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

    /// The possible actions of the view's seat, if it is asked for an order.
    #[must_use]
    pub fn options(&self) -> Option<PossibleActions<'_>> {
        self.seat
            .filter(|&seat| self.ended.is_none() && self.position.awaits(seat))
            .map(|seat| PossibleActions::of(&self.position, seat))
    }

    /// The legal orders of the view's seat.
    #[must_use]
    pub fn orders(&self) -> &[Order] {
        self.orders.get_or_init(|| self.options().map_or_else(Vec::new, |options| options.orders()))
    }
}

impl Views for Position {
    type View = View;

    fn view(&self, viewer: Viewer, at: &AtTable) -> View {
        View { position: self.clone(), seat: viewer.seat(), ended: at.ended, orders: OnceLock::new() }
    }

    /// The opening is the first jump, as the EC writes it and as the DMO does. Without a jump, it is the kinds of the actions.
    fn habit(&self, seat: Seat, order: &Order) -> Habit {
        let kinds: Vec<_> = order.actions().map(|action| action.kind().word()).collect();
        let habit = Habit::using(kinds.clone());
        if self.turn() > 1 {
            return habit;
        }
        // The same words for both seats, whose halves of the board mirror each other.
        let mirrored = |at: Square| Square::at(4 - at.column(), 4 - at.row()).expect("the board is turned onto itself");
        match order.jump {
            Some((from, to)) => {
                let turned = (mirrored(from), mirrored(to));
                let (ec, dmo) = if seat == Seat::Ec { ((from, to), turned) } else { (turned, (from, to)) };
                habit.opening(format!("{}-{}, or {}-{} as DMO", ec.0, ec.1, dmo.0, dmo.1))
            }
            None => habit.opening(kinds.join(" and ")),
        }
    }

    fn referee(&self, _at: &AtTable) -> Value {
        json(self)
    }
}

impl Seen for View {
    /// The referee state with `worth` (the points of a claim), `last` (the last turn as told), `over`, and for a seat `you`.
    fn json(&self) -> Value {
        let mut json = json(&self.position);
        json["worth"] = json!(self.position.worth());
        json["last"] = json!(self.position.last());
        json["over"] = json!(self.position.ending());
        if let Some(seat) = self.seat {
            json["you"] = json!(seat);
        }
        json
    }

    /// Nothing is hidden, so the seat's own view is public.
    fn seated(&self, seat: Seat) -> Option<Self> {
        Some(Self { seat: Some(seat), orders: OnceLock::new(), ..self.clone() })
    }
}

/// The referee state.
fn json(position: &Position) -> Value {
    let coloured = |square| Some((Square::to_string(&square), json!(position.colour_of(square)?)));
    let colours: Map<String, Value> = Square::all().filter_map(coloured).collect();
    json!({
        "turn": position.turn(),
        "knights": position.knights(),
        "colours": colours,
        "points": position.points(),
        "streak": position.streak().as_ref().map(|streak| json!([streak.pair, streak.count])),
        "still": position.still(),
    })
}
