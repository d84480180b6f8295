//! The strip below the board: each player's pieces, strikes and items, and the player on move or the winner.

use super::super::position::{Phase, STRIKES};
use super::super::view::View;
use crate::game::{Align, Ink, Scene, Seat, Shape, Text};

const ROW: f32 = 64.0;
const ITEMS: f32 = 38.0;
const ABOVE: f32 = 7.0;

/// Adds the strip below a body of a height. Returns the new height.
pub fn add(shapes: &mut Vec<Shape>, view: &View, height: f32) -> f32 {
    let position = view.position();
    let census = position.board().census();
    let winner = view.outcome().map_or_else(|| position.bout_winner(), |outcome| outcome.winner);
    let over = view.outcome().is_some() || winner.is_some();
    if !over && (position.phase() == Phase::Review || (census.ec == 0 && census.dmo == 0)) {
        return height + 6.0;
    }
    let top = height + ABOVE;
    let half = (Scene::WIDTH - 12.0) / 2.0;
    let high = if position.variant().is_final() { ROW + ITEMS } else { ROW };
    for seat in Seat::ALL {
        let left = if seat == Seat::Ec { 0.0 } else { half + 12.0 };
        let to_move = position.phase() == Phase::Battle && view.all_asked()[seat];
        let won = winner == Some(seat);
        let edge = if to_move || won { Ink::seat(seat) } else { Ink::Panel };
        let fill = if won { Ink::seat_dim(seat) } else { Ink::Panel };
        let at = [left + 2.0, top + 2.0, half - 4.0, high - 4.0];
        shapes.push(Shape::Rect { at, radius: 14.0, fill: Some(fill), stroke: Some((edge, 4.0)) });
        let middle = top + ROW / 2.0;
        let radius = if seat == Seat::Ec { 17.0 } else { 19.0 };
        let centre = [left + 34.0, middle];
        shapes.push(Shape::Token { seat, centre, radius, fill: Some(Ink::seat(seat)), stroke: None });
        let count = match census[seat] {
            1 => "1 piece".to_owned(),
            many => format!("{many} pieces"),
        };
        let at = [left + 64.0, middle + 11.0];
        shapes.push(Shape::bold(at, 31.0, Align::Start, Ink::Words, Text::new(count)));
        if won {
            let at = [left + 208.0, middle - 18.0, 36.0];
            shapes.push(Shape::sprite("marks/crown", at, Ink::seat(seat), Ink::seat(seat)));
        }
        strikes(shapes, position.strikes()[seat], [left + half - 196.0, middle]);
        if position.variant().is_final() {
            let items: Vec<_> = position.items()[seat].iter().map(|kind| kind.id()).collect();
            let items = if items.is_empty() { "none".to_owned() } else { items.join(", ") };
            let at = [left + 20.0, top + ROW + 18.0];
            shapes.push(Shape::plain(
                at,
                Scene::LEGIBLE,
                Align::Start,
                Ink::Muted,
                Text::new(format!("Items: {items}")),
            ));
        }
    }
    top + high
}

/// Draws a seat's strikes, out of those that lose a bout.
fn strikes(shapes: &mut Vec<Shape>, strikes: u8, [left, middle]: [f32; 2]) {
    shapes.push(Shape::plain([left, middle + 10.0], Scene::LEGIBLE, Align::Start, Ink::Muted, Text::new("Strikes")));
    for strike in 0..STRIKES {
        let centre = [left + 112.0 + 30.0 * f32::from(strike), middle];
        if strike < strikes {
            let at = [centre[0] - 13.0, centre[1] - 13.0, 26.0];
            shapes.push(Shape::sprite("marks/cross", at, Ink::Accent, Ink::Accent));
        } else {
            let (seat, fill) = (Seat::Ec, Some(Ink::NeutralShade));
            shapes.push(Shape::Token { seat, centre, radius: 6.0, fill, stroke: None });
        }
    }
}
