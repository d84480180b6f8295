//! The column beside the board: the points of a claim, and each seat's last order and streak.

use super::super::order::Kind;
use super::super::position::{Ending, LIMIT, Position, SCALE, STILL};
use super::super::resolve::Effect;
use super::super::square::SQUARES;
use super::super::view::View;
use super::board::{HEIGHT, RIGHT};
use crate::game::{Align, Ink, Scene, Seat, Shape, Text, Weight};

const LEFT: f32 = RIGHT + 18.0;
const WIDE: f32 = Scene::WIDTH - LEFT;
const PAD: f32 = 20.0;
const GAP: f32 = 12.0;
const CLAIM: f32 = 222.0;
const SEAT: f32 = (HEIGHT - CLAIM - 2.0 * GAP) / 2.0;

/// Draws the column. The lower box belongs to the seat whose home row is at the bottom.
pub fn draw(shapes: &mut Vec<Shape>, view: &View) {
    let bottom = view.seat().unwrap_or(Seat::Ec);
    claim(shapes, view);
    seat_box(shapes, view, !bottom, CLAIM + GAP);
    seat_box(shapes, view, bottom, CLAIM + SEAT + 2.0 * GAP);
}

fn claim(shapes: &mut Vec<Shape>, view: &View) {
    let position = view.position();
    let over = view.outcome();
    shapes.push(Shape::field([LEFT, 0.0, WIDE, CLAIM], 16.0, Ink::Panel));
    let (title, figure) = match (position.ending(), over) {
        (None, None) => ("A claim scores", position.worth().to_string()),
        (None, Some(outcome)) => (outcome.reason.label(), String::new()),
        (Some(Ending::Coloured), _) => ("All claimed", String::new()),
        (Some(Ending::Repetition), _) => ("Repetition", String::new()),
        (Some(Ending::Turns), _) => ("Last turn played", String::new()),
    };
    shapes.push(Shape::Text {
        at: [LEFT + PAD, 44.0],
        size: Scene::LEGIBLE,
        weight: Weight::Bold,
        align: Align::Start,
        ink: Ink::Words,
        text: Text::new(title),
        within: Some(WIDE - 2.0 * PAD),
    });
    shapes.push(Shape::bold([LEFT + WIDE - PAD, 58.0], 58.0, Align::End, Ink::Accent, Text::new(figure)));
    scale(shapes, position, over.is_none(), 80.0);
    ticks(shapes, position, 154.0);
    let coloured = position.coloured_count();
    let words = if position.still() > 0 && over.is_none() {
        let more = if position.still() == STILL { "+" } else { "" };
        format!("quiet turns: {}{more}", position.still())
    } else {
        format!("{coloured} of 25 claimed")
    };
    shapes.push(Shape::plain([LEFT + PAD, 208.0], Scene::LEGIBLE, Align::Start, Ink::Muted, Text::new(words)));
}

/// Draws the five values of a claim, each with the number of coloured squares up to which it holds.
fn scale(shapes: &mut Vec<Shape>, position: &Position, continues: bool, top: f32) {
    let wide = (WIDE - 8.0) / 5.0;
    let mut left = LEFT + 4.0;
    let mut least = 0;
    for (most, worth) in SCALE {
        let current = continues && worth == position.worth();
        let at = [left + 2.0, top, wide - 4.0, 34.0];
        let (fill, ink) = if current { (Ink::Accent, Ink::Sunk) } else { (Ink::Ground, Ink::Muted) };
        shapes.push(Shape::field(at, 9.0, fill));
        let middle = left + wide / 2.0;
        shapes.push(Shape::bold(
            [middle, top + 27.0],
            Scene::LEGIBLE,
            Align::Middle,
            ink,
            Text::new(worth.to_string()),
        ));
        let ink = if current { Ink::Words } else { Ink::Muted };
        let from = Text::new(format!("{least}+"));
        shapes.push(Shape::plain([middle, top + 60.0], Scene::LEGIBLE, Align::Middle, ink, from));
        least = most + 1;
        left += wide;
    }
}

/// Draws one tick for each square: the Elimination Candidate's from the left, the other's from the right.
#[expect(clippy::cast_precision_loss, reason = "there are 25 squares")]
fn ticks(shapes: &mut Vec<Shape>, position: &Position, top: f32) {
    let wide = (WIDE - 2.0 * PAD) / SQUARES as f32;
    let [ec, dmo] = Seat::ALL.map(|seat| position.coloured()[seat].count() as usize);
    for index in 0..SQUARES {
        let (fill, radius) = match index {
            index if index < ec => (Ink::Ec, 4.0),
            index if index >= SQUARES - dmo => (Ink::Dmo, 0.0),
            _ => (Ink::Ground, 2.0),
        };
        let left = LEFT + PAD + wide * index as f32;
        shapes.push(Shape::field([left + 1.0, top, wide - 2.0, 24.0], radius, fill));
    }
}

fn seat_box(shapes: &mut Vec<Shape>, view: &View, seat: Seat, top: f32) {
    let position = view.position();
    let won = view.outcome().is_some_and(|outcome| outcome.winner == Some(seat));
    let edge = if won { (Ink::seat(seat), 4.0) } else { (Ink::Panel, 2.0) };
    let fill = if won { Ink::seat_dim(seat) } else { Ink::Panel };
    let at = [LEFT + 2.0, top + 2.0, WIDE - 4.0, SEAT - 4.0];
    shapes.push(Shape::Rect { at, radius: 16.0, fill: Some(fill), stroke: Some(edge) });
    let (left, right) = (LEFT + PAD, LEFT + WIDE - PAD);
    let radius = if seat == Seat::Ec { 14.0 } else { 15.5 };
    let centre = [left + 14.0, top + 33.0];
    shapes.push(Shape::Token { seat, centre, radius, fill: Some(Ink::seat(seat)), stroke: None });
    let label = Text::new(seat.label());
    shapes.push(Shape::bold([left + 40.0, top + 42.0], Scene::LEGIBLE, Align::Start, Ink::seat(seat), label));
    if won {
        shapes.push(Shape::sprite("marks/crown", [right - 40.0, top + 12.0, 40.0], Ink::seat(seat), Ink::seat(seat)));
    } else {
        let count = Text::new(position.knights()[seat].count().to_string());
        shapes.push(Shape::plain([right - 40.0, top + 42.0], Scene::LEGIBLE, Align::End, Ink::Muted, count));
        shapes.push(Shape::sprite("knights/facing-right", [right - 34.0, top + 15.0, 34.0], Ink::Muted, Ink::Panel));
    }
    for (line, (words, ink)) in deeds(position, seat).into_iter().zip([81.0, 115.0]).map(|(deed, line)| (line, deed)) {
        shapes.push(Shape::Text {
            at: [left, top + line],
            size: Scene::LEGIBLE,
            weight: Weight::Bold,
            align: Align::Start,
            ink,
            text: Text::new(words),
            within: Some(WIDE - 2.0 * PAD),
        });
    }
    if view.outcome().is_none() {
        streak(shapes, position, seat, [left, right], top + SEAT - 22.0);
    }
}

/// A seat's actions in the last turn, one line each.
fn deeds(position: &Position, seat: Seat) -> Vec<(String, Ink)> {
    let Some(turn) = position.last() else { return vec![("Home row full".to_owned(), Ink::Muted)] };
    let gone = turn.effects.iter().any(|effect| matches!(effect, Effect::ClaimantGone { seat: by, .. } if *by == seat));
    let deed = |effect: &Effect| {
        Some(match *effect {
            Effect::Spawned { seat: by, at } if by == seat => (format!("Spawn {at}"), Ink::Words),
            Effect::Moved { seat: by, from, to } if by == seat => (format!("Move {from}–{to}"), Ink::Words),
            Effect::Claimed { seat: by, at, points } if by == seat => (format!("Claim {at}: +{points}"), Ink::Words),
            Effect::AlreadyColoured { seat: by, at } | Effect::ClaimantGone { seat: by, at } if by == seat => {
                let why = if gone { "lost" } else { "+0" };
                (format!("Claim {at}: {why}"), Ink::Muted)
            }
            _ => return None,
        })
    };
    let deeds: Vec<_> = turn.effects.iter().filter_map(deed).collect();
    match deeds.is_empty() {
        true if turn.asked[seat] => vec![("No order in time".to_owned(), Ink::Muted)],
        true => vec![("Nothing possible".to_owned(), Ink::Muted)],
        false => deeds,
    }
}

/// Draws the number of turns in a row with the last pair.
fn streak(shapes: &mut Vec<Shape>, position: &Position, seat: Seat, [left, right]: [f32; 2], base: f32) {
    let streak = &position.streak()[seat];
    if streak.count == 0 {
        return;
    }
    let words: Vec<_> =
        Kind::ALL.iter().filter(|kind| streak.pair.contains(kind.letter())).map(|kind| kind.word()).collect();
    let base = if streak.spent().is_some() && streak.count == LIMIT {
        let words = Text::new("must change");
        shapes.push(Shape::bold([left, base + 8.0], Scene::LEGIBLE, Align::Start, Ink::seat(seat), words));
        base - 25.0
    } else {
        base
    };
    shapes.push(Shape::plain([left, base], Scene::LEGIBLE, Align::Start, Ink::Muted, Text::new(words.join("+"))));
    if streak.count > LIMIT {
        let times = Text::new(format!("×{}", streak.count));
        shapes.push(Shape::bold([right, base], Scene::LEGIBLE, Align::End, Ink::seat(seat), times));
        return;
    }
    for (index, x) in (0..LIMIT).zip([right - 50.0, right - 29.0, right - 8.0]) {
        let full = index < streak.count;
        let fill = if full { Ink::seat(seat) } else { Ink::Ground };
        let edge = if full { Ink::seat(seat) } else { Ink::Edge };
        let centre = [x, base - 8.0];
        shapes.push(Shape::Token { seat, centre, radius: 8.0, fill: Some(fill), stroke: Some((edge, 2.0)) });
    }
}
