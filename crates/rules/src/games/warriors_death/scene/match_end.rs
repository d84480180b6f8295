//! The end of a match: every bout with its true facts.

use super::super::position::{Position, ROUNDS};
use super::super::truth::TrueBout;
use super::parts::{FAINT, faint, field, figure, mark, name, own_emblem};
use super::unit_names;
use crate::game::{Align, BySeat, Ink, Outcome, Scene, Seat, Shape, Text};

const BANNER: f32 = 84.0;
const NUMBERS: f32 = 38.0;
const ROW: f32 = 98.0;
const LEFT: f32 = 48.0;
const TOTALS: f32 = 108.0;
const HALF: [f32; 2] = [74.0, 43.0];

/// The height and the shapes.
#[expect(clippy::cast_precision_loss, reason = "there are six bouts at most")]
pub fn shapes(position: &Position, truth: &[TrueBout], outcome: Outcome) -> (f32, Vec<Shape>) {
    let mut shapes = Vec::new();
    match outcome.winner {
        Some(seat) => banner(&mut shapes, seat),
        None => no_result(&mut shapes, outcome),
    }
    let mut top = BANNER + 6.0;
    // A match ended from outside may be in the middle of a bout, or before its first round.
    let fought = truth.iter().filter(|bout| !bout.rounds().is_empty()).count();
    if fought == 0 {
        unit_names::shapes(&mut shapes, top);
        return (top + unit_names::HIGH, shapes);
    }
    for round in 0..ROUNDS {
        shapes.push(figure(round + 1, [column(round), top + 27.0], Scene::LEGIBLE, Ink::Muted));
    }
    top += NUMBERS;
    for (index, bout) in truth.iter().take(fought).enumerate() {
        let shown = position.bouts().get(index);
        let won = shown.and_then(super::super::position::Bout::winner);
        row(&mut shapes, index + 1, bout, won, shown.and_then(|bout| bout.points), top + ROW * index as f32);
    }
    (top + ROW * fought as f32 - 6.0, shapes)
}

#[expect(clippy::cast_precision_loss, reason = "there are ten columns at most")]
fn column(round: usize) -> f32 {
    let wide = (Scene::WIDTH - LEFT - TOTALS) / ROUNDS as f32;
    LEFT + wide * (round as f32 + 0.5)
}

fn banner(shapes: &mut Vec<Shape>, seat: Seat) {
    let at = [2.0, 2.0, Scene::WIDTH - 4.0, BANNER - 4.0];
    shapes.push(field(seat, at, 20.0, Some(Ink::seat_dim(seat)), Some((Ink::seat(seat), 3.0))));
    shapes.push(mark("crown", [28.0, 16.0, 52.0], Ink::seat(seat)));
    shapes.push(name(seat, [104.0, 56.0], 40.0, Ink::Words, 520.0));
    let right = Scene::WIDTH - 30.0;
    shapes.push(Shape::bold([right, 55.0], 34.0, Align::End, Ink::seat(seat), Text::new("wins the match")));
}

fn no_result(shapes: &mut Vec<Shape>, outcome: Outcome) {
    shapes.push(Shape::field([2.0, 2.0, Scene::WIDTH - 4.0, BANNER - 4.0], 20.0, Ink::Panel));
    let at = [Scene::WIDTH / 2.0, 55.0];
    shapes.push(Shape::bold(at, 34.0, Align::Middle, Ink::Words, Text::new(outcome.reason.label())));
}

fn row(
    shapes: &mut Vec<Shape>,
    number: usize,
    bout: &TrueBout,
    won: Option<Seat>,
    points: Option<BySeat<u16>>,
    top: f32,
) {
    let high = ROW - 8.0;
    shapes.push(Shape::field([0.0, top, Scene::WIDTH, high], 14.0, Ink::Sunk));
    shapes.push(figure(number, [LEFT / 2.0, top + high / 2.0 + 11.0], 32.0, Ink::Muted));
    for (round, fought) in bout.rounds().iter().enumerate() {
        let left = column(round) - HALF[0] / 2.0;
        for (seat, top) in halves(top) {
            let won = fought.winner == Some(seat);
            let stroke = won.then_some((Ink::seat(seat), 2.0));
            let fill = if won { Ink::seat_dim(seat) } else { Ink::Ground };
            shapes.push(field(seat, [left, top, HALF[0], HALF[1]], 11.0, Some(fill), stroke));
            let drawing = own_emblem(seat, fought.units[seat], [left + 5.0, top + 4.0, 35.0]);
            shapes.push(if won || fought.winner.is_none() { drawing } else { faint(drawing, FAINT) });
            let ink = if won { Ink::Words } else { Ink::Muted };
            shapes.push(figure(fought.strength[seat], [left + 56.0, top + 32.0], Scene::LEGIBLE, ink));
        }
    }
    for (seat, top) in halves(top) {
        // An unfinished bout has no points.
        let Some(points) = points.map(|points| points[seat]) else { continue };
        let leads = won == Some(seat);
        let ink = if leads { Ink::seat(seat) } else { Ink::Muted };
        let right = Scene::WIDTH - 16.0;
        shapes.push(Shape::bold([right, top + 32.0], 30.0, Align::End, ink, Text::new(points.to_string())));
        if leads {
            shapes.push(mark("crown", [right - 86.0, top + 8.0, 28.0], ink));
        }
    }
}

/// The top of each seat's half of a row.
fn halves(top: f32) -> [(Seat, f32); 2] {
    [(Seat::Ec, top + 1.0), (Seat::Dmo, top + ROW - 8.0 - HALF[1] - 1.0)]
}
