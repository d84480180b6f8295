//! The poster of a finished match: its winner, the board of its big moment, and the curve of both players' chances.
//!
//! - Its boards are the public ones, as shown at the time, so it discloses nothing. For a game in a file they also show hidden information:
//!   such a match has no secrets after its end.
//! - Its moment is [`Table::big_moment`]. Without one, the board is the last one. The chances come from the review.
//! - Without a review, the curve is the score if the game has one.
//! - If play did not decide the match, the curve names the reason of the win.

use crate::game::{Align, AtTable, Frame, Ink, Picture, Scene, Seat, Shape, Sight, Text, Viewer};
use crate::table::Review;
use crate::table::review::{Dots, WORDS};

use super::story::StoryLine;
use super::{FinalScore, Table};

/// The most characters of a poster's description.
const LONGEST_ALT: usize = 1_024;
/// The height of a title's line.
const LINE: f32 = 60.0;
/// The least height of the board, unless its width is the limit. It is larger if its words need more, up to the greatest height.
const BOARD: f32 = 600.0;
const TALLEST: f32 = 1_240.0;
const GAP: f32 = 20.0;
/// The height of a curve.
const CURVE: f32 = 200.0;

impl Table {
    /// The poster and its description. `None` for a match without a winner. `label` is the match's name.
    #[must_use]
    pub fn poster(&self, label: String, review: Option<&Review>) -> Option<(Picture, String)> {
        let outcome = self.outcome?;
        let won = (outcome.winner?, self.contest.triumph(outcome)?);
        let moment = self.big_moment(review);
        let step = moment.as_ref().map_or_else(|| self.step(), |line| line.step);
        let named = moment.as_ref().map_or_else(|| "The last board".to_owned(), StoryLine::title);
        let frame = Frame {
            game: self.game().title(self.header.preset.as_deref()),
            contest: self.contest,
            label,
            names: self.concerned(),
            usernames: self.usernames(),
            won: Some(won),
            ..Frame::default()
        };
        let heading = self.sight(self.afterwards()).heading();
        let curve = review.filter(|review| review.has_curve());
        let scores = if curve.is_none() { self.scores().filter(|(_, scores, _)| scores.len() > 2) } else { None };
        let board = self.board_after(step);
        let scene = board.scene();
        let [least, most] = [BOARD, TALLEST].map(|height| scene.fitting_scale([Scene::WIDTH, height]));
        let high = scene.height * scene.legible_scale().max(least).min(most);
        let mut shapes = vec![title([0.0, WORDS], &named, Scene::WIDTH)];
        let below = scene.small([0.0, LINE, Scene::WIDTH, high], &mut shapes);
        let head = [0.0, below + GAP + WORDS];
        let area = [0.0, below + GAP + LINE, Scene::WIDTH, CURVE];
        let height = if let Some(review) = curve {
            shapes.push(title(head, "Chance to win", Scene::WIDTH));
            review.labelled_curve(area, Some(step), Dots::None, &mut shapes)
        } else if let Some((_, scores, _)) = &scores {
            shapes.push(title(head, "Score", Scene::WIDTH));
            let course = scores.iter().map(|scores| Seat::ALL.map(|seat| scores[seat]));
            shapes.extend(course_of(&course.collect::<Vec<_>>(), area));
            area[1] + area[3]
        } else {
            below
        };
        let alt = self.poster_in_words(moment.as_ref(), curve, &board);
        let caption = Text::new(moment.map_or_else(String::new, |line| line.words));
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
        self.outcome.map_or(Viewer::Public, |_| self.game.about().shown_after_end)
    }

    /// The end of the match, in a sentence.
    fn ended_as(&self) -> Option<String> {
        Some(self.contest.verdict(self.outcome?).with_names(&self.concerned()))
    }

    fn poster_in_words(&self, moment: Option<&StoryLine>, curve: Option<&Review>, board: &Sight) -> String {
        let mut parts: Vec<String> = self.ended_as().into_iter().collect();
        let names = self.concerned();
        if let Some(FinalScore { scores, unit }) = self.final_score() {
            parts.push(format!("{} {}, {} {} {unit}.", names.ec, scores.ec, names.dmo, scores.dmo));
        }
        parts.extend(moment.map(|line| format!("{}. {}", line.title(), line.words)));
        parts.extend(curve.map(Review::describe_curve));
        parts.push(board.describe_board().with_names(&names));
        let words = parts.join(" ");
        match words.char_indices().nth(LONGEST_ALT) {
            None => words,
            Some(_) => words.chars().take(LONGEST_ALT - 1).chain(['…']).collect(),
        }
    }
}

fn title(at: [f32; 2], words: &str, within: f32) -> Shape {
    Shape::Text {
        at,
        size: WORDS,
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
    let (left, top, width, height) = (left + 84.0, top + 20.0, width - 96.0, height - 40.0);
    let all = || scores.iter().flatten().copied();
    let (least, most) = (all().min().unwrap_or(0).min(0), all().max().unwrap_or(1).max(1));
    let y = |score: i64| top + height * ((most - score) as f32 / (most - least).max(1) as f32);
    let x = |number: usize| left + width * number as f32 / scores.len().saturating_sub(1).max(1) as f32;
    let mut shapes = vec![Shape::field([left, top, width, height], 8.0, Ink::Sunk)];
    for score in [least, most] {
        let ends = vec![[left, y(score)], [left + width, y(score)]];
        shapes.push(Shape::Line { points: ends, ink: Ink::Edge, width: 2.0, dash: None });
        let at = [left - 12.0, y(score) + WORDS * 0.36];
        shapes.push(Shape::plain(at, WORDS, Align::End, Ink::Muted, Text::new(score.to_string())));
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
