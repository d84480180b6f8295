//! The poster of a finished match: its winner, the board of the turning point, and the curve of both players' chances.
//!
//! - Its boards are the public ones, as shown at the time, so it discloses nothing. For a game in a file they also show hidden information:
//!   such a match has no secrets after its end.
//! - The turning point and the chances come from the review. Without a review, the board is that of the story's heaviest moment, and the
//!   curve is the score if the game has one. A sensation in the last step has won the match: then the board is the last one.

use crate::game::{Align, AtTable, Frame, Heading, Ink, Picture, Scene, Seat, Shape, Sight, Text, Viewer};
use crate::table::Review;

use super::Table;

/// The most characters of a poster's description.
const LONGEST_ALT: usize = 1_024;
/// The height of the line above the board and the curve.
const TITLE: f32 = 50.0;
/// The board's largest size beside a curve; then its largest size alone.
const BESIDE: [f32; 2] = [576.0, 560.0];
const ALONE: [f32; 2] = [Scene::WIDTH, 600.0];
const GAP: f32 = 20.0;

/// The step whose board the poster shows.
struct Turned {
    step: u32,
    stage: String,
    words: String,
    /// Whether the review chose this step.
    judged: bool,
}

impl Turned {
    fn title(&self) -> String {
        format!("{}: {}", if self.judged { "Where it turned" } else { "The big moment" }, self.stage)
    }
}

impl Table {
    /// The poster and its description. `None` for a match without a winner. `label` is the match's name.
    #[must_use]
    pub fn poster(&self, label: String, review: Option<&Review>) -> Option<(Picture, String)> {
        let outcome = self.outcome?;
        let won = (outcome.winner?, self.contest.triumph(outcome)?);
        let turned = self.turned(review);
        let frame = Frame {
            game: self.game().title(self.header.preset.as_deref()),
            contest: self.contest,
            label,
            names: self.concerned(),
            usernames: self.usernames(),
            won: Some(won),
            ..Frame::default()
        };
        let last = self.sight(self.afterwards());
        let heading = Heading { stage: last.heading().stage, ..last.heading() };
        let (board, stage) = match &turned {
            Some(turned) => (self.board_after(turned.step).scene(), turned.title()),
            None => (last.scene(), "The last board".to_owned()),
        };
        let curve = review.filter(|review| review.has_curve());
        let scores = if curve.is_none() { self.scores().filter(|(_, scores, _)| scores.len() > 2) } else { None };
        let size = if curve.is_some() || scores.is_some() { BESIDE } else { ALONE };
        let mut shapes = vec![title([0.0, 34.0], &stage, size[0])];
        let below = board.small([0.0, TITLE, size[0], size[1]], &mut shapes);
        let left = BESIDE[0] + GAP;
        let area = [left, TITLE, Scene::WIDTH - left, (below - TITLE).max(260.0)];
        if let Some(review) = curve {
            shapes.push(title([left, 34.0], "Chance to win", area[2]));
            shapes.extend(review.curve(area));
        } else if let Some((_, scores, _)) = &scores {
            shapes.push(title([left, 34.0], "Score", area[2]));
            let course = scores.iter().map(|scores| Seat::ALL.map(|seat| scores[seat]));
            shapes.extend(course_of(&course.collect::<Vec<_>>(), area));
        }
        let height = if size == BESIDE { below.max(area[1] + area[3]) } else { below };
        let words = turned.as_ref().map_or_else(String::new, |turned| turned.words.clone());
        let caption = Text::new(if words.is_empty() { self.ended_as().unwrap_or_default() } else { words });
        let alt = self.poster_in_words(turned.as_ref(), curve, &last);
        Some((Picture { frame, scene: Scene { heading, height: height + 8.0, shapes, caption } }, alt))
    }

    /// The boards before and after a step, as everyone saw them.
    pub(in crate::table) fn boards_around(&self, step: u32) -> [Scene; 2] {
        let before = usize::try_from(step).ok().and_then(|step| self.past.get(step.checked_sub(1)?));
        let before = before.map_or_else(|| self.sight(self.afterwards()), |past| self.of_everyone(&*past.play));
        [before.scene(), self.board_after(step).scene()]
    }

    /// The board on which a step ended, as everyone saw it.
    fn board_after(&self, step: u32) -> Sight {
        let next = usize::try_from(step).ok().and_then(|step| self.past.get(step));
        let sight = next.map_or_else(|| self.sight(self.afterwards()), |past| self.of_everyone(&*past.play));
        sight.before().unwrap_or(sight)
    }

    fn of_everyone(&self, play: &dyn crate::game::Play) -> Sight {
        let at = AtTable { contest: self.contest, published: self.outcome.is_some(), ..AtTable::default() };
        play.sight_at(self.afterwards(), &at)
    }

    /// The viewer whose boards are public once the match is over.
    fn afterwards(&self) -> Viewer {
        self.outcome.map_or(Viewer::Public, |_| self.game.about().afterwards)
    }

    /// The end of the match, in a sentence.
    fn ended_as(&self) -> Option<String> {
        Some(self.contest.verdict(self.outcome?).with_names(&self.concerned()))
    }

    fn turned(&self, review: Option<&Review>) -> Option<Turned> {
        if let Some(beat) = self.finish() {
            return Some(Turned { step: beat.step, stage: beat.stage, words: beat.words, judged: false });
        }
        let Some(turn) = review.and_then(Review::turning) else {
            let beat = self.highlight(None)?;
            return Some(Turned { step: beat.step, stage: beat.stage, words: beat.words, judged: false });
        };
        let words = self.highlight(Some(turn.of.step)).map_or_else(
            || {
                let [before, after] = [turn.before, turn.after].map(|chances| chances.percent(turn.of.seat));
                format!("{}'s chance falls from {before} to {after}.", turn.of.by)
            },
            |beat| beat.words,
        );
        Some(Turned { step: turn.of.step, stage: turn.of.stage.clone(), words, judged: true })
    }

    fn poster_in_words(&self, turned: Option<&Turned>, curve: Option<&Review>, last: &Sight) -> String {
        let Heading { scores, unit, .. } = last.heading();
        let mut parts: Vec<String> = self.ended_as().into_iter().collect();
        let first = self.outcome.and_then(|outcome| outcome.winner).unwrap_or(Seat::Ec);
        // A tied score did not decide the match.
        if !unit.is_empty() && scores.ec != scores.dmo {
            parts.push(format!("{}–{} {unit}.", scores[first], scores[!first]));
        }
        parts.extend(turned.map(|turned| format!("{}. {}", turned.title(), turned.words)));
        parts.extend(curve.map(Review::describe));
        parts.push(last.describe_board().with_names(&self.concerned()));
        let mut words = String::new();
        for part in parts {
            let longer = format!("{words} {part}");
            if longer.trim_start().chars().count() <= LONGEST_ALT {
                longer.trim_start().clone_into(&mut words);
            }
        }
        words
    }
}

fn title(at: [f32; 2], words: &str, within: f32) -> Shape {
    Shape::Text {
        at,
        size: 28.0,
        weight: crate::game::Weight::Bold,
        align: Align::Start,
        ink: Ink::Muted,
        text: Text::new(words),
        within: Some(within),
    }
}

/// Both scores over the match, drawn in a rectangle.
#[expect(clippy::cast_precision_loss, reason = "places in a picture")]
fn course_of(scores: &[[i64; 2]], [left, top, width, height]: [f32; 4]) -> Vec<Shape> {
    let (left, top, width, height) = (left + 56.0, top + 12.0, width - 68.0, height - 24.0);
    let all = || scores.iter().flatten().copied();
    let (least, most) = (all().min().unwrap_or(0).min(0), all().max().unwrap_or(1).max(1));
    let y = |score: i64| top + height * ((most - score) as f32 / (most - least).max(1) as f32);
    let x = |number: usize| left + width * number as f32 / scores.len().saturating_sub(1).max(1) as f32;
    let mut shapes = vec![Shape::field([left, top, width, height], 8.0, Ink::Sunk)];
    for score in [least, most] {
        let ends = vec![[left, y(score)], [left + width, y(score)]];
        shapes.push(Shape::Line { points: ends, ink: Ink::Edge, width: 2.0, dash: None });
        let at = [left - 12.0, y(score) + 8.0];
        shapes.push(Shape::plain(at, 24.0, Align::End, Ink::Muted, Text::new(score.to_string())));
    }
    for seat in Seat::ALL {
        let of = |pair: &[i64; 2]| if seat == Seat::Ec { pair[0] } else { pair[1] };
        let points: Vec<_> = scores.iter().enumerate().map(|(number, pair)| [x(number), y(of(pair))]).collect();
        let end = points.last().copied();
        let dash = (seat == Seat::Dmo).then_some([14.0, 7.0]);
        shapes.push(Shape::Line { points, ink: Ink::seat(seat), width: 5.0, dash });
        shapes.extend(end.map(|centre| Shape::Token {
            seat,
            centre,
            radius: 11.0,
            fill: Some(Ink::seat(seat)),
            stroke: Some((Ink::Ground, 3.0)),
        }));
    }
    shapes
}
