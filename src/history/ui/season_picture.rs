//! A season as a picture: a table with a row for each contestant, above the season's records.

use crate::draw::{drawn, wrap};
use crate::game::{Align, Frame, Heading, Ink, Picture, Scene, Shape, Text, Weight};
use crate::history::ui::season_summary::{Contestant, ContestantState, Season};

const GAP: f32 = 8.0;
/// The height of a contestant's row, and of the columns' heads.
const HEIGHT: f32 = 56.0;
const HEADS: f32 = 40.0;
/// The left edges of the columns: matches won, matches lost, state in the season.
const WON: f32 = 450.0;
const LOST: f32 = 540.0;
const STATE: f32 = 630.0;
const INSET: f32 = 24.0;
/// The most contestants that have a row.
const ROWS: usize = 24;
/// The height of a line of the records, and of the gap between two records.
const LINE: f32 = 36.0;
const APART: f32 = 10.0;
/// The left edge of a record's sentence.
const INDENT: f32 = 276.0;

/// Draws the picture of a season.
pub fn picture(season: &Season) -> Picture {
    let mut shapes = Vec::new();
    for (left, head) in [(INSET, "Contestant"), (WON, "Won"), (LOST, "Lost"), (STATE, "Status")] {
        shapes.push(text([left, 26.0], Scene::LEGIBLE, Weight::Regular, Ink::Muted, head, Scene::WIDTH - left));
    }
    for (number, one) in season.contestants.iter().take(ROWS).enumerate() {
        row(&mut shapes, one, HEADS + (HEIGHT + GAP) * float(number));
    }
    let mut below = HEADS + (HEIGHT + GAP) * float(season.contestants.len().min(ROWS));
    let more = season.contestants.len().saturating_sub(ROWS);
    if more > 0 {
        let words = format!("and {more} more");
        shapes.push(text([INSET, below + 28.0], Scene::LEGIBLE, Weight::Regular, Ink::Muted, &words, Scene::WIDTH));
        below += HEIGHT;
    }
    below += GAP;
    let mut lines = season.record_lines(|name| name.drawn.clone());
    let named = |name: &str| drawn(name, None).unwrap_or_else(|| "A spectator".to_owned());
    let best = season.foresights.iter().map(|one| format!("{} ({} of {})", named(&one.name), one.right, one.all));
    let best: Vec<_> = best.collect();
    lines.extend((!best.is_empty()).then(|| ("Foresaw the most", best.join(", "))));
    if !lines.is_empty() {
        let room = Scene::WIDTH - INDENT - INSET;
        let wrapped: Vec<_> = lines.iter().map(|(_, who)| wrap(who, Scene::LEGIBLE, Weight::Bold, room, 2)).collect();
        let all = wrapped.iter().map(Vec::len).sum::<usize>();
        let height = LINE.mul_add(float(all), APART * float(lines.len()) + 22.0);
        shapes.push(Shape::field([0.0, below, Scene::WIDTH, height], 14.0, Ink::Sunk));
        let mut base = below + 42.0;
        for ((what, _), who) in lines.iter().zip(wrapped) {
            shapes.push(text([INSET, base], Scene::LEGIBLE, Weight::Regular, Ink::Muted, what, INDENT - 36.0));
            for line in who {
                shapes.push(text([INDENT, base], Scene::LEGIBLE, Weight::Bold, Ink::Words, &line, room));
                base += LINE;
            }
            base += APART;
        }
        below += height + GAP;
    }
    let (left, of) = season.left();
    let caption = Text::new(format!("{left} of {of} contestants left."));
    let heading = Heading { stage: season.stage(), ..Heading::default() };
    let frame = Frame { game: season.title.clone(), label: "Contestants".to_owned(), bare: true, ..Frame::default() };
    Picture { frame, scene: Scene { heading, height: below - GAP, shapes, caption } }
}

fn row(shapes: &mut Vec<Shape>, one: &Contestant, top: f32) {
    let at = [0.0, top, Scene::WIDTH, HEIGHT];
    let out = matches!(one.fate, ContestantState::Eliminated { .. });
    shapes.push(Shape::field(at, 12.0, if out { Ink::Sunk } else { Ink::Panel }));
    let ink = if out { Ink::Muted } else { Ink::Words };
    let winner = one.fate == ContestantState::Winner;
    if winner {
        shapes.push(Shape::outline(at, 12.0, Ink::Accent, 4.0));
        shapes.push(Shape::sprite("marks/crown", [Scene::WIDTH - 60.0, top + 8.0, 40.0], Ink::Accent, Ink::Muted));
    }
    let state = match &one.fate {
        ContestantState::In => "still in".to_owned(),
        ContestantState::Eliminated { by } => format!("out, by {}", by.drawn),
        ContestantState::RunnerUp => "runner-up".to_owned(),
        ContestantState::Winner => "winner".to_owned(),
    };
    let base = top + 38.0;
    shapes.push(text([INSET, base], 29.0, Weight::Bold, ink, &one.name.drawn, WON - 2.0 * INSET));
    shapes.push(text([WON, base], Scene::LEGIBLE, Weight::Regular, ink, &one.won.to_string(), 70.0));
    shapes.push(text([LOST, base], Scene::LEGIBLE, Weight::Regular, ink, &one.lost.to_string(), 70.0));
    let room = Scene::WIDTH - STATE - if winner { 72.0 } else { INSET };
    shapes.push(text([STATE, base], Scene::LEGIBLE, Weight::Regular, ink, &state, room));
}

fn text(at: [f32; 2], size: f32, weight: Weight, ink: Ink, words: &str, within: f32) -> Shape {
    Shape::Text { at, size, weight, align: Align::Start, ink, text: Text::new(words), within: Some(within) }
}

#[expect(clippy::cast_precision_loss, reason = "there are few of whatever is drawn")]
fn float(number: usize) -> f32 {
    number as f32
}
