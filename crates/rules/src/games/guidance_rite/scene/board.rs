//! The squares with the pieces on them, and the paths of the last moves.

use super::super::position::Position;
use super::super::square::{COLUMNS, Square};
use super::Choice;
use super::effects_by_square::{EffectsBySquare, Way};
use super::piece;
use crate::game::{Align, Ink, Scene, Seat, Shape, Text};

/// The side of a square, and the gap to the next one.
const CELL: f32 = 174.0;
const GAP: f32 = 4.0;
/// The thickness of the frame of an offered square, and of a chosen one.
const OFFERED: f32 = 4.0;
const CHOSEN: f32 = 16.0;
/// The space for the coordinates.
const MARGIN: [f32; 2] = [46.0, 40.0];

/// The middle of a square.
fn centre(square: Square) -> [f32; 2] {
    let left = (Scene::WIDTH - f32::from(COLUMNS) * CELL - MARGIN[0]) / 2.0 + MARGIN[0] - 6.0;
    [left + (f32::from(square.column()) + 0.5) * CELL, MARGIN[1] + (f32::from(square.row()) + 0.5) * CELL]
}

fn cell(square: Square, inset: f32) -> [f32; 4] {
    let [x, y] = centre(square);
    let half = CELL / 2.0 - GAP / 2.0 - inset;
    [x - half, y - half, 2.0 * half, 2.0 * half]
}

/// The height and the shapes.
pub fn shapes(position: &Position, traces: &EffectsBySquare, choice: &Choice) -> (f32, Vec<Shape>) {
    let mut shapes = Vec::new();
    let board = position.board();
    coordinates(&mut shapes, board.rows());
    for square in board.squares() {
        let trace = traces.on(square);
        let lost = trace.losers().next().is_some();
        let chosen = choice.chosen.contains(&square);
        let fill = if trace.arrived || lost || chosen { Ink::Raised } else { Ink::Panel };
        shapes.push(Shape::field(cell(square, 0.0), 14.0, fill));
        let just_left = traces.ways.iter().any(|way| way.from == square);
        if board.at(square).is_none() && !lost && !just_left {
            let [x, y] = centre(square);
            let name = Text::new(square.to_string());
            shapes.push(Shape::bold([x, y + 12.0], 34.0, Align::Middle, Ink::NeutralShade, name));
        }
    }
    for way in &traces.ways {
        left(&mut shapes, way);
    }
    for square in board.squares() {
        let (at, trace) = (centre(square), traces.on(square));
        if let Some(piece) = board.at(square) {
            piece::draw(&mut shapes, piece, at, trace);
        }
        if trace.arrived && board.at(square).is_some() {
            shapes.push(Shape::outline(cell(square, 1.5), 13.0, Ink::Accent, 4.0));
        }
        let stands = board.at(square).is_some();
        if stands || !choice.offered.contains(&square) {
            piece::signs(&mut shapes, at, trace, stands);
        }
    }
    for way in &traces.ways {
        across(&mut shapes, way);
    }
    offers(&mut shapes, position, choice);
    (MARGIN[1] + f32::from(board.rows()) * CELL, shapes)
}

fn coordinates(shapes: &mut Vec<Shape>, rows: u8) {
    for square in Square::all(rows) {
        let [x, y] = centre(square);
        if square.row() == 0 {
            let letter = square.to_string().chars().take(1).collect::<String>();
            shapes.push(Shape::bold([x, 28.0], 30.0, Align::Middle, Ink::Muted, Text::new(letter)));
        }
        if square.column() == 0 {
            let number = Text::new((square.row() + 1).to_string());
            shapes.push(Shape::bold([x - CELL / 2.0 - 24.0, y + 11.0], 30.0, Align::Middle, Ink::Muted, number));
        }
    }
}

/// Draws the token that a moved piece left behind.
fn left(shapes: &mut Vec<Shape>, way: &Way) {
    shapes.push(piece::token(Some(way.seat), centre(way.from), 0.9, None, Some((Ink::seat_shade(way.seat), 4.0))));
}

/// Draws the path of a move, from the middle of a square to the rim of the target's piece. A path over the edge has two parts.
fn across(shapes: &mut Vec<Shape>, way: &Way) {
    let (from, to) = (centre(way.from), centre(way.to));
    let (right, down) = way.direction.offset();
    let (right, down) = (f32::from(right), f32::from(down));
    let length = (right * right + down * down).sqrt();
    let (right, down) = (right / length, down / length);
    let along = |[x, y]: [f32; 2], by: f32| [x + right * by, y + down * by];
    let mut line = |points: Vec<[f32; 2]>| {
        shapes.push(Shape::Line { points: points.clone(), ink: Ink::Sunk, width: 13.0, dash: None });
        shapes.push(Shape::Line { points, ink: Ink::Accent, width: 7.0, dash: None });
    };
    let rim = -CELL * 0.5 * length.max(1.0) * 0.92;
    let end = along(to, rim.max(-100.0));
    if way.wraps {
        line(vec![from, along(from, CELL * 0.42 * length)]);
        line(vec![along(to, -CELL * 0.52 * length), end]);
    } else {
        line(vec![from, end]);
    }
    let head = |by: f32, side: f32| {
        let [x, y] = along(end, by);
        [x - down * side, y + right * side]
    };
    let points = vec![head(14.0, 0.0), head(-14.0, 17.0), head(-14.0, -17.0)];
    shapes.push(Shape::Polygon { points, fill: Some(Ink::Accent), stroke: Some((Ink::Sunk, 3.0)) });
}

/// Marks the chosen squares and the possible next ones.
fn offers(shapes: &mut Vec<Shape>, position: &Position, choice: &Choice) {
    for &square in &choice.offered {
        if position.board().at(square).is_some() {
            shapes.push(Shape::Rect {
                at: cell(square, 3.0),
                radius: 12.0,
                fill: None,
                stroke: Some((Ink::Accent, OFFERED)),
            });
        } else {
            let seat = Seat::Ec;
            let dot =
                Shape::Token { seat, centre: centre(square), radius: 26.0, fill: Some(Ink::Accent), stroke: None };
            shapes.push(dot);
            let [x, y] = centre(square);
            let name = Text::new(square.to_string());
            shapes.push(Shape::bold([x, y + 10.0], Scene::LEGIBLE, Align::Middle, Ink::Sunk, name));
        }
    }
    // Chosen squares stand out among the offered ones.
    for &square in &choice.chosen {
        shapes.push(Shape::outline(cell(square, CHOSEN / 2.0), 12.0, Ink::Accent, CHOSEN));
    }
}
