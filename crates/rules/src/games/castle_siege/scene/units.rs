//! A seat's units with their full statistics, for viewers who may know them.

use super::super::order::{Action, Actions};
use super::super::unit_stats::{SPENT, Stat, Stats, UnitLetter, Units, total};
use super::parts::{drawing, figure, start, unit};
use crate::game::{Align, Ink, Scene, Seat, Shape, Text, Weight};

const GAP: f32 = 12.0;
const WIDE: f32 = (Scene::WIDTH - 4.0 * GAP) / 5.0;
const HIGH: f32 = 168.0;
const TITLE: f32 = 40.0;
pub const HEIGHT: f32 = TITLE + HIGH;

/// Draws a seat's five units below `top`, with their last or their chosen actions.
pub fn draw(
    shapes: &mut Vec<Shape>,
    seat: Seat,
    units: &Units,
    (title, over): (&str, bool),
    does: Option<(Actions, bool)>,
    top: f32,
) {
    let text = Text::new(title);
    shapes.push(Shape::Text {
        at: [4.0, top + 27.0],
        size: Scene::LEGIBLE,
        weight: Weight::Bold,
        align: Align::Start,
        ink: Ink::seat(seat),
        text,
        within: Some(600.0),
    });
    if over {
        let total = Text::new(format!("total {}", total(units)));
        shapes.push(Shape::bold([Scene::WIDTH - 4.0, top + 27.0], Scene::LEGIBLE, Align::End, Ink::Words, total));
    }
    let mut left = 0.0;
    for (letter, unit) in units.iter() {
        let does = does.map(|(actions, next)| {
            let action = actions[letter];
            (short(action), if next { Ink::Accent } else { Ink::Muted })
        });
        card(shapes, (seat, letter), *unit, does, [left, top + TITLE]);
        left += WIDE + GAP;
    }
}

/// An action in a word that fits beside a token.
const fn short(action: Action) -> &'static str {
    match action {
        Action::None => "idle",
        action => action.words(),
    }
}

fn card(
    shapes: &mut Vec<Shape>,
    (seat, letter): (Seat, UnitLetter),
    stats: Stats,
    does: Option<(&str, Ink)>,
    [x, y]: [f32; 2],
) {
    let spent = stats[Stat::Exh] >= SPENT;
    let edge = if spent { Some((Ink::Red, 3.0)) } else { None };
    let at = [x + 1.5, y + 1.5, WIDE - 3.0, HIGH - 3.0];
    shapes.push(Shape::Rect { at, radius: 16.0, fill: Some(Ink::Panel), stroke: edge });
    shapes.extend(unit(seat, letter, [x + 34.0, y + 38.0], 23.0));
    if let Some((words, ink)) = does {
        shapes.push(Shape::plain([x + 63.0, y + 47.0], Scene::LEGIBLE, Align::Start, ink, Text::new(words)));
    }
    let mut left = x + 12.0;
    for (name, stat) in [("sword", Stat::Atk), ("shield", Stat::Def), ("heart", Stat::Hp)] {
        let some = stats[stat] > 0;
        let (ink, main) = if some { (Ink::Words, Ink::Neutral) } else { (Ink::NeutralShade, Ink::NeutralShade) };
        let second = if some { Ink::NeutralShade } else { Ink::Edge };
        shapes.push(drawing(name, [left, y + 77.0, 25.0], main, second));
        // A host's own table may raise statistics to two or more digits.
        let size = match stats[stat] {
            ..10 => 32.0,
            10..100 => 24.0,
            _ => 14.0,
        };
        shapes.push(start(stats[stat], [left + 29.0, y + 101.0], size, ink));
        left += 55.0;
    }
    shapes.push(Shape::plain([x + 10.0, y + 149.0], Scene::LEGIBLE, Align::Start, Ink::Muted, Text::new("EXH")));
    let mut pip = x + 72.0;
    for step in 1..=SPENT {
        let full = stats[Stat::Exh] >= step;
        let (fill, edge) = if full { (Ink::Red, Ink::Red) } else { (Ink::Ground, Ink::Edge) };
        let at = [pip, y + 125.0, 28.0, 28.0];
        shapes.push(Shape::Rect { at, radius: 6.0, fill: Some(fill), stroke: Some((edge, 2.0)) });
        if full {
            shapes.push(figure(step, [pip + 14.0, y + 149.0], Scene::LEGIBLE, Ink::Sunk));
        }
        pip += 33.0;
    }
}
