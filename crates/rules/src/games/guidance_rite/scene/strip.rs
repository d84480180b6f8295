//! The strip below the board: each player's pieces, strikes and items, and whose turn it is.

use super::super::position::{Phase, Position, STRIKES};
use crate::game::{Align, Ink, Scene, Seat, Shape, Text};

const HIGH: f32 = 64.0;
const ABOVE: f32 = 14.0;

/// Adds the strip under a body of a height; gives the new height.
pub fn add(shapes: &mut Vec<Shape>, position: &Position, height: f32) -> f32 {
    let census = position.board().census();
    if matches!(position.phase(), Phase::Review) || (census.ec == 0 && census.dmo == 0) {
        return height + 6.0;
    }
    let top = height + ABOVE;
    let half = (Scene::WIDTH - 12.0) / 2.0;
    let asked = position.asked();
    for seat in Seat::ALL {
        let left = if seat == Seat::Ec { 0.0 } else { half + 12.0 };
        let to_move = position.phase() == Phase::Battle && asked[seat];
        let edge = if to_move { (Ink::seat(seat), 4.0) } else { (Ink::Panel, 4.0) };
        let at = [left + 2.0, top + 2.0, half - 4.0, HIGH - 4.0];
        shapes.push(Shape::Rect { at, radius: 14.0, fill: Some(Ink::Panel), stroke: Some(edge) });
        // Outwards from the middle on either side.
        let x = |distance: f32| if seat == Seat::Ec { left + distance } else { left + half - distance };
        let align = if seat == Seat::Ec { Align::Start } else { Align::End };
        let middle = top + HIGH / 2.0;
        let radius = if seat == Seat::Ec { 17.0 } else { 19.0 };
        let centre = [x(34.0), middle];
        shapes.push(Shape::Token { seat, centre, radius, fill: Some(Ink::seat(seat)), stroke: None });
        let count = Text::new(census[seat].to_string());
        shapes.push(Shape::bold([x(62.0), middle + 13.0], 36.0, align, Ink::Words, count));
        for strike in 0..STRIKES {
            let missed = strike < position.strikes()[seat];
            let centre = [x(138.0 + 32.0 * f32::from(strike)), middle];
            if missed {
                let at = [centre[0] - 13.0, centre[1] - 13.0, 26.0];
                shapes.push(Shape::sprite("marks/cross", at, Ink::Accent, Ink::Accent));
            } else {
                let (fill, stroke) = (Some(Ink::Edge), None);
                shapes.push(Shape::Token { seat: Seat::Ec, centre, radius: 6.0, fill, stroke });
            }
        }
        let items: Vec<_> = position.items()[seat].iter().map(|kind| kind.id()).collect();
        if !items.is_empty() {
            let words = Text::new(items.join(" · "));
            shapes.push(Shape::plain([x(240.0), middle + 9.0], 26.0, align, Ink::Muted, words));
        }
    }
    top + HIGH
}
