//! The board.

use super::super::choose::{Draft, Next};
use super::super::position::Position;
use super::super::resolve::Effect;
use super::super::square::{Square, Squares};
use super::parts::{arrow, claimed, ghost, knight, pill, removed, trace};
use crate::game::{Align, Ink, Seat, Shape, Text};

/// The length of a square's side.
const CELL: f32 = 116.0;
const GAP: f32 = 3.0;
const LEFT: f32 = 42.0;
const TOP: f32 = 8.0;
const TOKEN: f32 = 41.0;
/// The whole board's height, with its letters.
pub const HEIGHT: f32 = TOP + 5.0 * CELL + 46.0;
/// Where the board ends on the right.
pub const RIGHT: f32 = LEFT + 5.0 * CELL + 8.0;

/// The board from one side.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    turned: bool,
}

impl Board {
    /// The board from a seat's side; everybody sees it from the Elimination Candidate's.
    pub fn facing(seat: Option<Seat>) -> Self {
        Self { turned: seat == Some(Seat::Dmo) }
    }

    fn place(self, index: u8) -> f32 {
        f32::from(if self.turned { 4 - index } else { index }) * CELL
    }

    fn corner(self, square: Square) -> [f32; 2] {
        [LEFT + self.place(square.column()), TOP + self.place(square.row())]
    }

    fn centre(self, square: Square) -> [f32; 2] {
        self.corner(square).map(|length| length + CELL / 2.0)
    }

    fn field(self, square: Square) -> [f32; 4] {
        let [x, y] = self.corner(square);
        [x + GAP, y + GAP, CELL - 2.0 * GAP, CELL - 2.0 * GAP]
    }

    /// The board after the last turn, with what it did.
    pub fn played(self, shapes: &mut Vec<Shape>, position: &Position) {
        self.ground(shapes, position);
        let effects = position.last().map_or(&[][..], |turn| &turn.effects);
        for effect in effects {
            if let Effect::Claimed { at, .. } = *effect {
                shapes.push(Shape::outline(self.field(at), 22.0, Ink::Accent, 4.5));
            }
        }
        self.moves(shapes, effects);
        for seat in Seat::ALL {
            for at in position.knights()[seat].iter() {
                let acted = effects.iter().any(|effect| match *effect {
                    Effect::Spawned { at: there, .. } | Effect::Moved { to: there, .. } => there == at,
                    _ => false,
                });
                shapes.extend(knight(seat, self.centre(at), TOKEN, if acted { Ink::Accent } else { Ink::Sunk }));
            }
        }
        for effect in effects {
            self.badge(shapes, position, *effect);
        }
    }

    /// The arrows of the last turn and what was left behind.
    fn moves(self, shapes: &mut Vec<Shape>, effects: &[Effect]) {
        let moves = |effect: &Effect| match *effect {
            Effect::Moved { seat, from, to } => Some((seat, from, to)),
            _ => None,
        };
        let moved: Vec<_> = effects.iter().filter_map(moves).collect();
        let crossing = matches!(moved[..], [(_, a, b), (_, c, d)] if a == d && b == c);
        for &(seat, from, _) in &moved {
            if !crossing {
                shapes.push(trace(seat, self.centre(from), 22.0));
            }
        }
        for &(seat, from, to) in &moved {
            let (start, end) = (self.centre(from), self.centre(to));
            // Two that trade places keep to their own side of the road.
            let aside = if crossing { 15.0 } else { 0.0 };
            let length = (end[0] - start[0]).hypot(end[1] - start[1]);
            let by = [-(end[1] - start[1]) / length * aside, (end[0] - start[0]) / length * aside];
            let shift = |point: [f32; 2]| [point[0] + by[0], point[1] + by[1]];
            let collided = effects.contains(&Effect::Collided { at: to });
            let short = [if crossing { TOKEN + 4.0 } else { 26.0 }, if collided { 34.0 } else { TOKEN + 7.0 }];
            shapes.extend(arrow(Ink::seat(seat), shift(start), shift(end), short));
        }
    }

    /// The small signs on top: points, new knights, removed ones.
    fn badge(self, shapes: &mut Vec<Shape>, position: &Position, effect: Effect) {
        let aside = |at: Square, right: f32, down: f32| {
            let [x, y] = self.centre(at);
            [x + right, y + down]
        };
        match effect {
            Effect::Claimed { at, points, .. } => {
                shapes.extend(pill(aside(at, 30.0, -38.0), &format!("+{points}"), Ink::Accent));
            }
            Effect::Captured { seat, at, .. } => shapes.extend(removed(!seat, aside(at, -38.0, 36.0), 17.0)),
            Effect::Collided { at } => {
                shapes.extend(removed(Seat::Ec, aside(at, -23.0, 0.0), 20.0));
                shapes.extend(removed(Seat::Dmo, aside(at, 23.0, 0.0), 21.0));
            }
            Effect::Spawned { seat, at } if position.knights()[seat].has(at) => {
                shapes.extend(pill(aside(at, -24.0, -40.0), "new", Ink::seat(seat)));
            }
            _ => {}
        }
    }

    /// The board while a seat chooses: the order so far, and where it can go on.
    pub fn choosing(self, shapes: &mut Vec<Shape>, position: &Position, own: Seat, draft: Draft, next: &Next) {
        self.ground(shapes, position);
        let chosen: Squares = draft.from.into_iter().collect();
        for at in next.targets.iter() {
            let fill = position.knights()[!own].has(at).then_some(Ink::Raised);
            let at = self.field(at);
            shapes.push(Shape::Rect { at, radius: 22.0, fill, stroke: Some((Ink::Accent, 4.5)) });
        }
        if let Some((from, to)) = draft.order.jump {
            shapes.extend(arrow(Ink::seat(own), self.centre(from), self.centre(to), [26.0, TOKEN + 7.0]));
        }
        for seat in Seat::ALL {
            for at in position.knights()[seat].iter() {
                if seat == own && draft.order.jump.is_some_and(|(from, _)| from == at) {
                    shapes.push(trace(seat, self.centre(at), 22.0));
                    continue;
                }
                let edge = if seat == own && chosen.has(at) { Ink::Accent } else { Ink::Sunk };
                shapes.extend(knight(seat, self.centre(at), TOKEN, edge));
            }
        }
        if let Some((_, to)) = draft.order.jump {
            shapes.extend(ghost(own, self.centre(to), TOKEN));
        }
        if let Some(at) = draft.order.spawn {
            shapes.extend(ghost(own, self.centre(at), TOKEN));
        }
        for at in next.targets.iter().filter(|&at| position.knight_on(at).is_none()) {
            let centre = self.centre(at);
            shapes.push(Shape::Token { seat: own, centre, radius: 17.0, fill: Some(Ink::seat(own)), stroke: None });
        }
        for at in next.claims.iter().filter(|&at| position.colour_of(at).is_none()) {
            let [x, y] = self.centre(at);
            shapes.extend(pill([x + 30.0, y - 38.0], &format!("+{}", position.worth()), Ink::Neutral));
        }
    }

    /// Squares, colours and coordinates.
    fn ground(self, shapes: &mut Vec<Shape>, position: &Position) {
        let side = 5.0 * CELL;
        shapes.push(Shape::field([LEFT - 8.0, TOP - 8.0, side + 16.0, side + 16.0], 18.0, Ink::Sunk));
        for (seat, row) in [(Seat::Dmo, 0), (Seat::Ec, 4)] {
            let y = if self.place(row) > 0.0 { TOP + side + 1.5 } else { TOP - 6.5 };
            shapes.push(Shape::field([LEFT + 8.0, y, side - 16.0, 5.0], 2.5, Ink::seat(seat)));
        }
        for square in Square::all() {
            let at = self.field(square);
            if let Some(seat) = position.colour_of(square) {
                claimed(shapes, seat, at, Some((Ink::seat(seat), 2.5)));
            } else {
                let dark = (square.column() + square.row()) % 2 == 0;
                shapes.push(Shape::field(at, 10.0, if dark { Ink::Panel } else { Ink::Raised }));
            }
        }
        for index in 0..5_u8 {
            let middle = self.place(index) + CELL / 2.0;
            let row = Text::new((index + 1).to_string());
            shapes.push(Shape::bold([14.0, TOP + middle + 10.0], 28.0, Align::Middle, Ink::Muted, row));
            let column = Text::new(char::from(b'a' + index).to_string());
            let at = [LEFT + middle, TOP + side + 38.0];
            shapes.push(Shape::bold(at, 28.0, Align::Middle, Ink::Muted, column));
        }
    }
}
