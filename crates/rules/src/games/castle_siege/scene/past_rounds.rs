//! The past rounds side by side, and the progress of the match.

use super::super::round::Report;
use super::super::unit_stats::{UnitLetter, letters};
use super::super::view::View;
use super::parts::{drawing, start};
use crate::game::{Align, Ink, Scene, Seat, Shape, Text};

/// The number of latest rounds shown.
const TOLD: usize = 4;
const GAP: f32 = 10.0;
const WIDE: f32 = (Scene::WIDTH - 3.0 * GAP) / 4.0;
const CELLS: f32 = 158.0;
const TICKS: f32 = 26.0;
/// The number of rounds from which a bar replaces single ticks.
const MANY: u32 = 100;
pub fn height(view: &View) -> f32 {
    if view.position().played() == 0 { TICKS } else { CELLS + 14.0 + TICKS }
}

/// Draws the strip below `top`.
pub fn draw(shapes: &mut Vec<Shape>, view: &View, top: f32) {
    let position = view.position();
    let reports = position.reports();
    let first = reports.len().saturating_sub(TOLD);
    let mut left = 0.0;
    for (index, report) in reports.iter().enumerate().skip(first) {
        cell(shapes, report, index + 1 == reports.len(), [left, top]);
        left += WIDE + GAP;
    }
    for _ in reports.len()..TOLD {
        if !reports.is_empty() {
            shapes.push(Shape::field([left, top, WIDE, CELLS], 14.0, Ink::Sunk));
        }
        left += WIDE + GAP;
    }
    let ticks_top = if reports.is_empty() { top } else { top + CELLS + 14.0 };
    ticks(shapes, view, ticks_top);
}

fn cell(shapes: &mut Vec<Shape>, report: &Report, newest: bool, [x, y]: [f32; 2]) {
    let (fill, edge) = if newest { (Ink::Raised, Ink::Edge) } else { (Ink::Panel, Ink::Panel) };
    let at = [x + 1.0, y + 1.0, WIDE - 2.0, CELLS - 2.0];
    shapes.push(Shape::Rect { at, radius: 14.0, fill: Some(fill), stroke: Some((edge, 2.0)) });
    let ink = if newest { Ink::Words } else { Ink::Muted };
    shapes.push(start(i64::from(report.round), [x + 14.0, y + 39.0], 30.0, ink));
    if let Some(siege) = &report.siege {
        let (ink, second) = (Ink::seat(siege.castle), Ink::seat_shade(siege.castle));
        let fallen = report.stormed_by().is_some();
        let words = if fallen { "falls".to_owned() } else { format!("{}:{}", siege.sa, siege.sd) };
        let size = if words.len() > 5 { 22.0 } else { 28.0 };
        shapes.push(Shape::bold([x + WIDE - 12.0, y + 38.0], size, Align::End, Ink::Words, Text::new(words)));
        let name = if fallen { "ruin" } else { "castle" };
        shapes.push(drawing(name, [x + 84.0, y + 9.0, 34.0], ink, second));
    }
    for (seat, base) in [(Seat::Ec, y + 88.0), (Seat::Dmo, y + 136.0)] {
        let besiegers = report.siege.as_ref().filter(|siege| siege.castle != seat).map(|siege| &siege.attackers[..]);
        let met = report.battle.iter().map(|pair| pair[seat].0);
        let mut attackers: Vec<_> = met.chain(besiegers.unwrap_or_default().iter().copied()).collect();
        attackers.sort_unstable();
        let mut left = x + 14.0;
        left = group(shapes, "sword", &attackers, seat, [left, base]);
        left = group(shapes, "shield", &report.defenders[seat], seat, [left, base]);
        if attackers.is_empty() && report.defenders[seat].is_empty() {
            shapes.push(start("–", [left, base], 30.0, Ink::NeutralShade));
        }
    }
}

/// Draws letters after a symbol of their action. Returns the left edge for the next group.
fn group(shapes: &mut Vec<Shape>, name: &str, of: &[UnitLetter], seat: Seat, [x, base]: [f32; 2]) -> f32 {
    if of.is_empty() {
        return x;
    }
    shapes.push(drawing(name, [x, base - 24.0, 28.0], Ink::Muted, Ink::Edge));
    shapes.push(start(letters(of), [x + 32.0, base], 30.0, Ink::seat(seat)));
    let wide: f32 = of.iter().map(|_| 21.5).sum();
    x + 32.0 + wide + 12.0
}

/// Draws one tick for each round: played rounds, those with a siege in the besieger's colour, and the awaited round.
#[expect(clippy::cast_precision_loss, reason = "there are at most 1,000 rounds")]
fn ticks(shapes: &mut Vec<Shape>, view: &View, top: f32) {
    let position = view.position();
    let rounds = position.ruleset().rounds;
    let label = format!("of {rounds}");
    shapes.push(Shape::plain([Scene::WIDTH, top + 23.0], Scene::LEGIBLE, Align::End, Ink::Muted, Text::new(label)));
    let wide = Scene::WIDTH - 104.0;
    let played = position.played() as f32 / rounds as f32;
    if rounds > MANY {
        shapes.push(Shape::field([0.0, top + 6.0, wide, 14.0], 7.0, Ink::Sunk));
        if played > 0.0 {
            shapes.push(Shape::field([0.0, top + 6.0, (wide * played).max(14.0), 14.0], 7.0, Ink::Neutral));
        }
        return;
    }
    let step = wide / rounds as f32;
    let gap = (step * 0.25).min(4.0);
    for index in 0..rounds {
        let report = position.reports().get(index as usize);
        let siege = report.and_then(|report| report.siege.as_ref());
        let awaited = view.outcome().is_none() && position.round() == index + 1;
        let (fill, inset) = match (report, siege) {
            (_, Some(siege)) => (Ink::seat(!siege.castle), 0.0),
            (Some(_), None) => (Ink::NeutralShade, 5.0),
            (None, _) if awaited => (Ink::Accent, 0.0),
            (None, _) => (Ink::Panel, 5.0),
        };
        let at = [step * index as f32, top + inset, step - gap, TICKS - 2.0 * inset];
        let radius = if siege.is_some_and(|siege| siege.castle == Seat::Ec) { 0.0 } else { 4.0 };
        shapes.push(Shape::field(at, radius, fill));
    }
}
