//! The two castles, and the events of the last round between them.

use super::super::position::Ending;
use super::super::round::Report;
use super::super::view::{Stage, View};
use super::parts::{count, drawing, figure, row, unit};
use crate::game::{Align, Ink, Scene, Seat, Shape, Text, Words as _};
pub const HEIGHT: f32 = 424.0;
const CASTLE: f32 = 256.0;
const GROUND: f32 = 394.0;
const MIDDLE: f32 = Scene::WIDTH / 2.0;

/// Draws the field.
pub fn draw(shapes: &mut Vec<Shape>, view: &View) {
    let position = view.position();
    shapes.push(Shape::field([0.0, 0.0, Scene::WIDTH, HEIGHT], 18.0, Ink::Sunk));
    shapes.push(Shape::field([14.0, GROUND - 8.0, Scene::WIDTH - 28.0, 22.0], 11.0, Ink::Panel));
    for seat in Seat::ALL {
        castle(shapes, view, seat);
    }
    match position.last() {
        Some(report) => {
            battle(shapes, report);
            for seat in Seat::ALL {
                walls(shapes, report, seat);
            }
            siege(shapes, report);
        }
        None => before(shapes, view),
    }
}

/// The middle of a seat's castle.
fn centre(seat: Seat) -> f32 {
    let from_edge = 20.0 + CASTLE / 2.0;
    if seat == Seat::Ec { from_edge } else { Scene::WIDTH - from_edge }
}

fn castle(shapes: &mut Vec<Shape>, view: &View, seat: Seat) {
    let at = [centre(seat) - CASTLE / 2.0, GROUND - CASTLE, CASTLE];
    let (ink, second) = (Ink::seat(seat), Ink::seat_shade(seat));
    let fallen = view.position().ending() == Some(Ending::Stormed(!seat));
    if fallen {
        shapes.push(drawing("flames", [at[0], at[1] - 24.0, at[2]], Ink::Red, Ink::Ec));
        shapes.push(drawing("ruin", at, second, Ink::seat_dim(seat)));
    } else {
        shapes.push(drawing("castle", at, ink, second));
    }
    let won = view.outcome().is_some_and(|outcome| outcome.winner == Some(seat));
    if won {
        shapes.push(Shape::sprite("marks/crown", [centre(seat) - 32.0, GROUND - CASTLE - 42.0, 64.0], ink, ink));
    }
}

/// Draws the fighting units, one pair a line, each with its ATK.
fn battle(shapes: &mut Vec<Shape>, report: &Report) {
    let what = if report.battle.is_empty() { "" } else { " · attack" };
    let title = format!("Round {}{what}", report.round);
    shapes.push(Shape::plain([MIDDLE, 40.0], Scene::LEGIBLE, Align::Middle, Ink::Muted, Text::new(title)));
    if report.battle.is_empty() {
        shapes.push(figure("No battle", [MIDDLE, 214.0], 34.0, Ink::Muted));
        return;
    }
    let step = 64.0;
    let mut y = 220.0 - step * (count(&report.battle) - 1.0) / 2.0;
    for pair in &report.battle {
        shapes.push(Shape::field([MIDDLE - 178.0, y - 29.0, 356.0, 58.0], 29.0, Ink::Panel));
        for seat in Seat::ALL {
            let out = |distance: f32| MIDDLE + if seat == Seat::Ec { -distance } else { distance };
            shapes.extend(unit(seat, pair[seat].0, [out(144.0), y], 27.0));
            let ahead = pair[seat].1 > pair[!seat].1;
            let ink = if ahead { Ink::seat(seat) } else { Ink::Words };
            shapes.push(figure(pair[seat].1, [out(80.0), y + 15.0], 42.0, ink));
        }
        shapes.push(drawing("swords", [MIDDLE - 20.0, y - 20.0, 40.0], Ink::Neutral, Ink::NeutralShade));
        y += step;
    }
}

/// Draws a castle's defenders on its walls.
fn walls(shapes: &mut Vec<Shape>, report: &Report, seat: Seat) {
    row(shapes, seat, &report.defenders[seat], [centre(seat), GROUND - CASTLE * 0.585]);
}

/// Draws the besiegers in front of the castle, and both sums above it.
fn siege(shapes: &mut Vec<Shape>, report: &Report) {
    let Some(siege) = &report.siege else { return };
    let x = centre(siege.castle);
    row(shapes, !siege.castle, &siege.attackers, [x, GROUND - 30.0]);
    if report.stormed_by().is_some() {
        return;
    }
    let at = [x - 116.0, 22.0, 232.0, 70.0];
    shapes.push(Shape::Rect {
        at,
        radius: 20.0,
        fill: Some(Ink::Panel),
        stroke: Some((Ink::seat(!siege.castle), 3.0)),
    });
    let by = !siege.castle;
    // A host's own table may give sums with many digits.
    let size = if siege.sa.max(siege.sd) < 100 { 44.0 } else { Scene::LEGIBLE };
    shapes.push(drawing("sword", [x - 102.0, 38.0, 38.0], Ink::seat(by), Ink::seat_shade(by)));
    shapes.push(figure(siege.sa, [x - 36.0, 73.0], size, Ink::seat(by)));
    shapes.push(figure(":", [x, 69.0], 36.0, Ink::Muted));
    shapes.push(figure(siege.sd, [x + 36.0, 73.0], size, Ink::seat(siege.castle)));
    let second = Ink::seat_shade(siege.castle);
    shapes.push(drawing("shield", [x + 64.0, 38.0, 38.0], Ink::seat(siege.castle), second));
}

/// Draws the points to allocate before the first round.
fn before(shapes: &mut Vec<Shape>, view: &View) {
    let words = match view.stage() {
        _ if view.outcome().is_some() => view.heading().stage,
        Stage::Allocation => "Both sides arm in secret".to_owned(),
        Stage::Break => "Armed, waiting for the start".to_owned(),
        Stage::Battle | Stage::Over => "Armed and ready".to_owned(),
    };
    shapes.push(figure(words, [MIDDLE, 72.0], 30.0, Ink::Words));
    let mut y = 136.0;
    for (name, words) in [("sword", "10 ATK"), ("shield", "10 DEF"), ("heart", "10 HP")] {
        shapes.push(drawing(name, [MIDDLE - 86.0, y - 8.0, 46.0], Ink::Neutral, Ink::NeutralShade));
        shapes.push(Shape::bold([MIDDLE - 20.0, y + 29.0], 36.0, Align::Start, Ink::Words, Text::new(words)));
        y += 66.0;
    }
    let words = "for five units on each side";
    shapes.push(Shape::plain([MIDDLE, y + 24.0], Scene::LEGIBLE, Align::Middle, Ink::Muted, Text::new(words)));
}
