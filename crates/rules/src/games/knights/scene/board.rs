//! The board.

use super::super::notation::{Draft, Next};
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
/// The radius of a token under badges, and its distance below the square's middle.
const UNDER: [f32; 2] = [33.0, 19.0];
/// The height of the board with its letters.
pub const HEIGHT: f32 = TOP + 5.0 * CELL + 46.0;
/// The right edge of the board.
pub const RIGHT: f32 = LEFT + 5.0 * CELL + 8.0;

/// A small sign on a square for an effect of the last turn.
enum Badge {
    /// A knight of this seat was removed.
    Removed(Seat),
    /// A knight of this seat was spawned.
    New(Seat),
    /// A claim scored these points.
    Points(u32),
}

/// The badges of a square.
fn badges(position: &Position, effects: &[Effect], square: Square) -> Vec<Badge> {
    let of = |effect: &Effect| match *effect {
        Effect::Captured { seat, at, .. } if at == square => vec![Badge::Removed(!seat)],
        Effect::Collided { at } if at == square => Seat::ALL.map(Badge::Removed).into(),
        Effect::Spawned { seat, at } if at == square && position.knights()[seat].has(at) => vec![Badge::New(seat)],
        Effect::Claimed { at, points, .. } if at == square => vec![Badge::Points(points)],
        _ => Vec::new(),
    };
    effects.iter().flat_map(of).collect()
}

/// The board in one of its two orientations.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    turned: bool,
}

impl Board {
    /// The board from a seat's side; the public sees it from the Elimination Candidate's.
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

    /// Draws the board after the last turn, with its effects.
    pub fn played(self, shapes: &mut Vec<Shape>, position: &Position) {
        self.ground(shapes, position);
        let effects = position.last().map_or(&[][..], |turn| &turn.effects);
        for effect in effects {
            if let Effect::Claimed { at, .. } = *effect {
                shapes.push(Shape::outline(self.field(at), 22.0, Ink::Accent, 4.5));
            }
        }
        self.moves(shapes, position, effects);
        for seat in Seat::ALL {
            for at in position.knights()[seat].iter() {
                let acted = effects.iter().any(|effect| match *effect {
                    Effect::Spawned { at: there, .. } | Effect::Moved { to: there, .. } => there == at,
                    _ => false,
                });
                let edge = if acted { Ink::Accent } else { Ink::Sunk };
                let (centre, radius) = self.stand(at, !badges(position, effects, at).is_empty());
                shapes.extend(knight(seat, centre, radius, edge));
            }
        }
        for at in Square::all() {
            self.put_badges(shapes, &badges(position, effects, at), at, position.knight_on(at).is_some());
        }
    }

    /// The position and the radius of a knight's token; badges are beside the knight, not over it.
    fn stand(self, at: Square, badged: bool) -> ([f32; 2], f32) {
        let [x, y] = self.centre(at);
        let [radius, down] = if badged { UNDER } else { [TOKEN, 0.0] };
        ([x, y + down], radius)
    }

    /// Draws a square's badges in a row: above the knight, or in the middle.
    fn put_badges(self, shapes: &mut Vec<Shape>, badges: &[Badge], at: Square, under: bool) {
        const GAP: f32 = 6.0;
        let wide = |badge: &Badge| if matches!(badge, Badge::New(_)) { 64.0 } else { 44.0 };
        let whole: f32 = badges.iter().map(|badge| wide(badge) + GAP).sum::<f32>() - GAP;
        let [x, y] = self.centre(at);
        let y = if under { y - 36.0 } else { y };
        let mut left = x - whole / 2.0;
        for badge in badges {
            let centre = [left + wide(badge) / 2.0, y];
            match *badge {
                Badge::Points(points) => shapes.extend(pill(centre, &format!("+{points}"), Ink::Accent)),
                Badge::New(seat) => shapes.extend(pill(centre, "new", Ink::seat(seat))),
                Badge::Removed(seat) if under => shapes.extend(removed(seat, centre, 17.0)),
                Badge::Removed(seat) => shapes.extend(removed(seat, centre, 20.0)),
            }
            left += wide(badge) + GAP;
        }
    }

    /// Draws the arrows of the last turn, and the outlines of knights that left.
    fn moves(self, shapes: &mut Vec<Shape>, position: &Position, effects: &[Effect]) {
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
            let badged = !badges(position, effects, to).is_empty() && position.knight_on(to).is_some();
            let (start, (end, radius)) = (self.centre(from), self.stand(to, badged));
            // The arrows of two knights that trade places run side by side.
            let aside = if crossing { 15.0 } else { 0.0 };
            let length = (end[0] - start[0]).hypot(end[1] - start[1]);
            let by = [-(end[1] - start[1]) / length * aside, (end[0] - start[0]) / length * aside];
            let shift = |point: [f32; 2]| [point[0] + by[0], point[1] + by[1]];
            let collided = effects.contains(&Effect::Collided { at: to });
            let short = [if crossing { TOKEN + 4.0 } else { 26.0 }, if collided { 34.0 } else { radius + 7.0 }];
            shapes.extend(arrow(Ink::seat(seat), shift(start), shift(end), short));
        }
    }

    /// Draws the board while a seat chooses: the order so far, and its possible continuations.
    pub fn choosing(self, shapes: &mut Vec<Shape>, position: &Position, own: Seat, draft: Draft, next: &Next) {
        self.ground(shapes, position);
        let chosen: Squares = draft.from.into_iter().collect();
        let claims: Squares = next.claims.iter().chain(draft.order.claim).collect();
        let offered = |at| claims.has(at) && position.colour_of(at).is_none();
        if let Some(at) = draft.order.claim {
            shapes.push(Shape::outline(self.field(at), 22.0, Ink::Accent, 4.5));
        }
        for at in next.targets.iter() {
            let fill = position.knights()[!own].has(at).then_some(Ink::Raised);
            let at = self.field(at);
            shapes.push(Shape::Rect { at, radius: 22.0, fill, stroke: Some((Ink::Accent, 4.5)) });
        }
        if let Some((from, to)) = draft.order.jump {
            let (end, radius) = self.stand(to, offered(to));
            shapes.extend(arrow(Ink::seat(own), self.centre(from), end, [26.0, radius + 7.0]));
        }
        for seat in Seat::ALL {
            for at in position.knights()[seat].iter() {
                if seat == own && draft.order.jump.is_some_and(|(from, _)| from == at) {
                    shapes.push(trace(seat, self.centre(at), 22.0));
                    continue;
                }
                let edge = if seat == own && chosen.has(at) { Ink::Accent } else { Ink::Sunk };
                let (centre, radius) = self.stand(at, offered(at));
                shapes.extend(knight(seat, centre, radius, edge));
            }
        }
        for at in draft.order.jump.map(|(_, to)| to).into_iter().chain(draft.order.spawn) {
            let (centre, radius) = self.stand(at, offered(at));
            shapes.extend(ghost(own, centre, radius));
        }
        for at in next.targets.iter().filter(|&at| position.knight_on(at).is_none()) {
            let centre = self.centre(at);
            shapes.push(Shape::Token { seat: own, centre, radius: 17.0, fill: Some(Ink::seat(own)), stroke: None });
        }
        for at in claims.iter().filter(|&at| offered(at)) {
            let [x, y] = self.centre(at);
            let ink = if draft.order.claim == Some(at) { Ink::Accent } else { Ink::Neutral };
            shapes.extend(pill([x, y - 36.0], &format!("+{}", position.worth()), ink));
        }
    }

    /// Draws squares, colours and coordinates.
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
