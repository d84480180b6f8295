//! A season as a picture: a tile for each contestant, crossed out if eliminated, above the season's records.

use crate::draw::drawn;
use crate::game::{Align, Frame, Heading, Ink, Picture, Scene, Shape, Text, Weight};
use crate::history::ui::season::{Contestant, ContestantState, Season};

const COLUMNS: usize = 2;
const GAP: f32 = 16.0;
const WIDTH: f32 = (Scene::WIDTH - GAP) / 2.0;
const HEIGHT: f32 = 96.0;
/// The most contestants that have a tile.
const TILES: usize = 24;
/// The height of a line of the records.
const ROW: f32 = 46.0;
/// The left edge of a record's sentence.
const INDENT: f32 = 276.0;

/// Draws the picture of a season.
pub fn picture(season: &Season) -> Picture {
    let mut shapes = Vec::new();
    for (number, one) in season.contestants.iter().take(TILES).enumerate() {
        let at = [(WIDTH + GAP) * float(number % COLUMNS), (HEIGHT + GAP) * float(number / COLUMNS)];
        tile(&mut shapes, one, at);
    }
    let rows = season.contestants.len().min(TILES).div_ceil(COLUMNS);
    let mut below = (HEIGHT + GAP) * float(rows);
    let more = season.contestants.len().saturating_sub(TILES);
    if more > 0 {
        let words = format!("and {more} more");
        shapes.push(text([24.0, below + 24.0], 26.0, Weight::Regular, Ink::Muted, &words, Scene::WIDTH));
        below += ROW;
    }
    let mut lines = season.record_lines(|name| name.drawn.clone());
    let named = |name: &str| drawn(name, None).unwrap_or_else(|| "A spectator".to_owned());
    let best = season.foresights.iter().map(|one| format!("{} ({} of {})", named(&one.name), one.right, one.all));
    let best: Vec<_> = best.collect();
    lines.extend((!best.is_empty()).then(|| ("Foresaw the most", best.join(", "))));
    if !lines.is_empty() {
        let height = ROW.mul_add(float(lines.len()), 24.0);
        shapes.push(Shape::field([0.0, below, Scene::WIDTH, height], 14.0, Ink::Sunk));
        for (number, (what, who)) in lines.iter().enumerate() {
            let base = ROW.mul_add(float(number), below + 44.0);
            shapes.push(text([24.0, base], 27.0, Weight::Regular, Ink::Muted, what, INDENT - 36.0));
            shapes.push(text([INDENT, base], 27.0, Weight::Bold, Ink::Words, who, Scene::WIDTH - INDENT - 24.0));
        }
        below += height + GAP;
    }
    let (left, of) = season.left();
    let caption = Text::new(format!("{left} of {of} contestants left."));
    let heading = Heading { stage: season.stage(), ..Heading::default() };
    let frame = Frame { game: season.title.clone(), label: "Contestants".to_owned(), bare: true, ..Frame::default() };
    Picture { frame, scene: Scene { heading, height: below - GAP, shapes, caption } }
}

fn tile(shapes: &mut Vec<Shape>, one: &Contestant, [left, top]: [f32; 2]) {
    let at = [left, top, WIDTH, HEIGHT];
    let out = matches!(one.fate, ContestantState::Eliminated { .. });
    shapes.push(Shape::field(at, 14.0, if out { Ink::Sunk } else { Ink::Panel }));
    let marked = out || one.fate == ContestantState::Winner;
    if out {
        let [left, top] = [left + WIDTH - 58.0, top + 32.0];
        for [from, to] in [[0.0, 32.0], [32.0, 0.0]] {
            let points = vec![[left, top + from], [left + 32.0, top + to]];
            shapes.push(Shape::Line { points, ink: Ink::Muted, width: 4.0, dash: None });
        }
    } else if marked {
        shapes.push(Shape::outline(at, 14.0, Ink::Accent, 5.0));
        shapes.push(Shape::sprite("marks/crown", [left + WIDTH - 64.0, top + 24.0, 48.0], Ink::Accent, Ink::Muted));
    }
    let ink = if out { Ink::Muted } else { Ink::Words };
    let room = WIDTH - if marked { 96.0 } else { 48.0 };
    shapes.push(text([left + 24.0, top + 42.0], 31.0, Weight::Bold, ink, &one.name.drawn, room));
    let matches = format!("{} won, {} lost", one.won, one.lost);
    let below = match &one.fate {
        ContestantState::In => matches,
        ContestantState::Eliminated { by } => format!("eliminated by {}", by.drawn),
        ContestantState::RunnerUp => format!("runner-up · {matches}"),
        ContestantState::Winner => format!("winner · {matches}"),
    };
    shapes.push(text([left + 24.0, top + 77.0], 25.0, Weight::Regular, Ink::Muted, &below, room));
}

fn text(at: [f32; 2], size: f32, weight: Weight, ink: Ink, words: &str, within: f32) -> Shape {
    Shape::Text { at, size, weight, align: Align::Start, ink, text: Text::new(words), within: Some(within) }
}

#[expect(clippy::cast_precision_loss, reason = "there are few of whatever is drawn")]
fn float(number: usize) -> f32 {
    number as f32
}
