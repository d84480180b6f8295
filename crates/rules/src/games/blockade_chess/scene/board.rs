//! The board itself.

use super::super::notation::Draft;
use super::super::order::{Man, Move};
use super::super::piece::{Piece, Side};
use super::super::position::{Last, Phase, Position};
use super::super::square::{Square, Squares};
use super::super::theme::Theme;
use super::super::view::View;
use crate::game::{Align, Ink, Scene, Seat, Shape, Text};

const SIDE: f32 = 104.0;
const LEFT: f32 = (Scene::WIDTH - 8.0 * SIDE) / 2.0;
const TOP: f32 = 16.0;
const FOOT: f32 = 48.0;
const PIECE: f32 = 70.0;
const BLOCKER: f32 = 66.0;
const TOKEN: f32 = 45.0;
/// The height of the board with its edge.
pub const HIGH: f32 = TOP + 8.0 * SIDE + FOOT;

/// The positions of the squares.
#[derive(Clone, Copy)]
struct Grid {
    top: f32,
    bottom: Side,
}

impl Grid {
    fn corner(self, square: Square) -> [f32; 2] {
        let (file, rank) = (f32::from(square.file()), f32::from(square.rank()));
        let (column, row) = match self.bottom {
            Side::White => (file, 7.0 - rank),
            Side::Black => (7.0 - file, rank),
        };
        [LEFT + column * SIDE, self.top + TOP + row * SIDE]
    }

    fn centre(self, square: Square) -> [f32; 2] {
        let [x, y] = self.corner(square);
        [x + SIDE / 2.0, y + SIDE / 2.0]
    }

    fn field(self, square: Square) -> [f32; 4] {
        let [x, y] = self.corner(square);
        [x, y, SIDE, SIDE]
    }

    /// The rectangle of a square without a margin on all sides.
    fn inside(self, square: Square, by: f32) -> [f32; 4] {
        let [x, y] = self.corner(square);
        [x + by, y + by, SIDE - 2.0 * by, SIDE - 2.0 * by]
    }

    /// The place of a drawing in the middle of a square.
    fn middle(self, square: Square, side: f32) -> [f32; 3] {
        let [x, y] = self.centre(square);
        [x - side / 2.0, y - side / 2.0, side]
    }
}

/// The two tones of a side's pieces: solid for the first side, hollow for the other.
pub const fn tones(theme: Theme, side: Side) -> [Ink; 2] {
    match (theme, side) {
        (Theme::Blockade, Side::White) => [Ink::Words, Ink::Sunk],
        (Theme::Blockade, Side::Black) => [Ink::Sunk, Ink::Words],
        (Theme::Garden, Side::White) => [Ink::Red, Ink::Sunk],
        (Theme::Garden, Side::Black) => [Ink::Sunk, Ink::Blue],
    }
}

/// The colours of a seat that plays a side: the main tone, the second tone and the background.
pub const fn dress(theme: Theme, side: Side, seat: Seat) -> [Ink; 3] {
    match (theme, side) {
        (Theme::Blockade, _) => [Ink::seat(seat), Ink::seat_shade(seat), Ink::seat_dim(seat)],
        (Theme::Garden, Side::White) => [Ink::Red, Ink::RedShade, Ink::RedDim],
        (Theme::Garden, Side::Black) => [Ink::Blue, Ink::BlueShade, Ink::BlueDim],
    }
}

/// The token of a seat. Hexagons are larger, so that they look the same size as circles.
pub fn token(seat: Seat, centre: [f32; 2], radius: f32, fill: Option<Ink>, edge: Ink) -> Shape {
    let radius = if seat == Seat::Ec { radius } else { radius * 1.09 };
    Shape::Token { seat, centre, radius, fill, stroke: Some((edge, 4.0)) }
}

/// A piece's drawing.
pub fn drawing(piece: Piece, at: [f32; 3], [ink, second]: [Ink; 2], opacity: f32) -> Shape {
    Shape::Sprite { name: format!("blockade-chess/{}", piece.name()), at, ink, second, opacity }
}

/// Draws the board below `top`.
pub fn shapes(shapes: &mut Vec<Shape>, view: &View, draft: Draft, top: f32) {
    let position = view.position();
    let grid = Grid { top, bottom: view.bottom() };
    ground(shapes, grid);
    if draft == Draft::Nothing {
        last(shapes, grid, position);
    }
    for square in position.board().blockers() {
        blocker(shapes, grid, position, square);
    }
    let moved = match draft {
        Draft::Goes(man, _) | Draft::Whole(man, ..) => Some(man.square),
        _ => None,
    };
    for side in Side::ALL {
        for (piece, square) in position.board().all_pieces(side).filter(|&(_, square)| Some(square) != moved) {
            man(shapes, grid, view, side, Man { piece, square });
        }
    }
    open(shapes, grid, view, draft);
}

fn ground(shapes: &mut Vec<Shape>, grid: Grid) {
    shapes.push(Shape::field([0.0, grid.top, Scene::WIDTH, HIGH], 18.0, Ink::Sunk));
    for square in Square::all() {
        let light = (square.file() + square.rank()) % 2 == 1;
        shapes.push(Shape::field(grid.field(square), 0.0, if light { Ink::Light } else { Ink::Dark }));
    }
    let frame = [LEFT - 1.5, grid.top + TOP - 1.5, 8.0 * SIDE + 3.0, 8.0 * SIDE + 3.0];
    shapes.push(Shape::outline(frame, 3.0, Ink::Edge, 3.0));
    let label = |at: [f32; 2], text: String| Shape::bold(at, 28.0, Align::Middle, Ink::Muted, Text::new(text));
    for index in 0..8 {
        let Some(square) = Square::new(index, index) else { continue };
        let [x, y] = grid.centre(square);
        let name = square.to_string();
        let (file, rank) = name.split_at(1);
        shapes.push(label([x, grid.top + TOP + 8.0 * SIDE + 35.0], file.to_owned()));
        for x in [LEFT / 2.0, Scene::WIDTH - LEFT / 2.0] {
            shapes.push(label([x, y + 10.0], rank.to_owned()));
        }
    }
}

/// Marks the last order: an arrow between the squares of a move, and the pawn's square.
fn last(shapes: &mut Vec<Shape>, grid: Grid, position: &Position) {
    match position.last() {
        None => {}
        Some(Last::Placed(_, placement)) => {
            shapes.extend(placement.men().map(|man| chosen(grid, man.square)));
        }
        Some(Last::Moved(side, played)) => {
            let seat = position.seat_of(side);
            let ink = seat.map_or(Ink::Neutral, |seat| dress(position.theme(), side, seat)[0]);
            let Move { from, to, pawn, .. } = played;
            way(shapes, [grid.centre(to), grid.centre(pawn)], 48.0, ink, Some([8.0, 14.0]));
            way(shapes, [grid.centre(from), grid.centre(to)], TOKEN + 7.0, ink, None);
            let [x, y, side] = grid.middle(from, 34.0);
            shapes.push(Shape::Rect {
                at: [x, y, side, side],
                radius: 17.0,
                fill: Some(Ink::Sunk),
                stroke: Some((ink, 5.0)),
            });
            shapes.extend([chosen(grid, to), chosen(grid, pawn)]);
        }
    }
}

/// Draws an arrow between the middles of two squares, with its point `before` units early.
fn way(shapes: &mut Vec<Shape>, [from, to]: [[f32; 2]; 2], before: f32, ink: Ink, dash: Option<[f32; 2]>) {
    const HEAD: f32 = 26.0;
    let length = (to[0] - from[0]).hypot(to[1] - from[1]).max(1.0);
    let (right, down) = ((to[0] - from[0]) / length, (to[1] - from[1]) / length);
    let at = |along: f32, aside: f32| [from[0] + right * along - down * aside, from[1] + down * along + right * aside];
    let (neck, point) = (length - before - HEAD, length - before);
    shapes.push(Shape::Line { points: vec![from, at(neck, 0.0)], ink, width: 7.0, dash });
    let points = vec![at(point, 0.0), at(neck, 16.0), at(neck, -16.0)];
    shapes.push(Shape::Polygon { points, fill: Some(ink), stroke: Some((ink, 2.0)) });
}

fn chosen(grid: Grid, square: Square) -> Shape {
    Shape::outline(grid.inside(square, 3.0), 8.0, Ink::Accent, 5.0)
}

/// Draws a pawn or statue on its square.
fn blocker(shapes: &mut Vec<Shape>, grid: Grid, position: &Position, square: Square) {
    let newest = position.last_blocker() == Some(square);
    let theme = position.theme();
    let (at, stroke) = (grid.inside(square, 9.0), Some((Ink::Edge, 3.0)));
    shapes.push(Shape::Rect { at, radius: 12.0, fill: Some(Ink::Sunk), stroke });
    let [ink, second] = match (newest, theme) {
        // Inconspicuous, but distinct from an open square even on a phone.
        (false, _) => [Ink::NeutralShade, Ink::Sunk],
        (true, Theme::Blockade) => [Ink::Accent, Ink::Sunk],
        (true, Theme::Garden) => match position.last() {
            Some(Last::Moved(Side::White, _)) => [Ink::Red, Ink::Sunk],
            _ => [Ink::Blue, Ink::Sunk],
        },
    };
    shapes.push(Shape::sprite(
        format!("blockade-chess/{}", theme.blocker()),
        grid.middle(square, BLOCKER),
        ink,
        second,
    ));
}

fn man(shapes: &mut Vec<Shape>, grid: Grid, view: &View, side: Side, man: Man) {
    let position = view.position();
    let Some(seat) = position.seat_of(side) else { return };
    let lost = view.outcome().is_some_and(|outcome| outcome.winner == Some(!seat));
    let stuck = position.phase() == Phase::Play && position.targets(man.piece, man.square).is_empty();
    let [main, shade, dim] = dress(position.theme(), side, seat);
    let (fill, edge) = if lost || stuck { (Ink::Sunk, shade) } else { (dim, main) };
    shapes.push(token(seat, grid.centre(man.square), TOKEN, Some(fill), edge));
    let tones = if lost { [Ink::NeutralShade, Ink::Sunk] } else { tones(position.theme(), side) };
    shapes.push(drawing(man.piece, grid.middle(man.square, PIECE), tones, if stuck { 0.5 } else { 1.0 }));
}

/// Draws the order so far, and its possible continuations.
fn open(shapes: &mut Vec<Shape>, grid: Grid, view: &View, draft: Draft) {
    let position = view.position();
    let side = position.to_move();
    let Some(seat) = position.seat_of(side) else { return };
    let [main, shade, dim] = dress(position.theme(), side, seat);
    let dots = |shapes: &mut Vec<Shape>, squares, radius| dots(shapes, grid, seat, squares, (radius, main));
    let put = |shapes: &mut Vec<Shape>, piece, square| {
        man(shapes, grid, view, side, Man { piece, square });
        shapes.push(chosen(grid, square));
    };
    match draft {
        Draft::Nothing => {}
        Draft::Placed(before) => put(shapes, before.piece, before.square),
        Draft::AllPlaced(placement) => placement.men().for_each(|man| put(shapes, man.piece, man.square)),
        Draft::Moves(man) => {
            shapes.push(chosen(grid, man.square));
            dots(shapes, position.targets(man.piece, man.square), 16.0);
        }
        Draft::Goes(man, to) | Draft::Whole(man, to, _) => {
            shapes.push(token(seat, grid.centre(man.square), TOKEN, None, shade));
            let tones = tones(position.theme(), side);
            shapes.push(drawing(man.piece, grid.middle(man.square, PIECE), tones, 0.35));
            shapes.push(token(seat, grid.centre(to), TOKEN, Some(dim), main));
            shapes.push(drawing(man.piece, grid.middle(to, PIECE), tones, 1.0));
            shapes.push(chosen(grid, to));
            let landings = match draft {
                Draft::Whole(_, _, pawn) => Squares::of(pawn),
                _ => position.landings(man.piece, man.square, to),
            };
            for square in landings {
                shapes.push(Shape::Sprite {
                    name: format!("blockade-chess/{}", position.theme().blocker()),
                    at: grid.middle(square, 46.0),
                    ink: main,
                    second: Ink::Sunk,
                    opacity: 0.9,
                });
            }
        }
    }
}

fn dots(shapes: &mut Vec<Shape>, grid: Grid, seat: Seat, squares: Squares, (radius, ink): (f32, Ink)) {
    let dot = |square| Shape::Token {
        seat,
        centre: grid.centre(square),
        radius,
        fill: Some(ink),
        stroke: Some((Ink::Sunk, 3.0)),
    };
    shapes.extend(squares.into_iter().map(dot));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::float_cmp, reason = "the same sums give the same lengths")]
    fn board_is_turned_for_the_other_side() {
        let [a1, h8] = ["a1", "h8"].map(|text| text.parse::<Square>().unwrap());
        let [white, black] = Side::ALL.map(|bottom| Grid { top: 0.0, bottom });
        assert_eq!(white.corner(a1), [LEFT, TOP + 7.0 * SIDE]);
        assert_eq!(white.corner(a1), black.corner(h8));
        assert_eq!(white.corner(h8), black.corner(a1));
    }
}
