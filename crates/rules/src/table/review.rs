//! The review of a finished match: a judge's estimate for each order, from its seat's view at the time.

use serde_json::Value;

use crate::game::{
    Accepted, Align, BySeat, Frame, GameRef, Heading, Ink, Outcome, Picture, Scene, Seat, Shape, Sight, Text, Viewer,
    Wants,
};

use super::fold::StoryLine;
use super::{Act, Entry, Header, Rejection, Table, What};

/// A judge's estimate for a seat that is asked for an order.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The seat's chance to win, from 0 to 1.
    pub chance: f64,
    /// The judge's own choice of order.
    pub best: Accepted,
}

/// A judge's estimate for one order of the match.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    pub step: u32,
    pub seat: Seat,
    /// The seat's player when it was asked.
    pub by: String,
    /// The match's stage: `Bout 2 · Round 3`.
    pub stage: String,
    pub judged: Judged,
    /// The seat's actual order; `None` if there was none.
    pub played: Option<Accepted>,
    /// The judge's order and the actual one in the referee's words.
    pub words: [Option<String>; 2],
}

/// The estimates for all orders of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The estimates in the order of play, without reverted steps.
    pub estimates: Vec<Estimate>,
    pub outcome: Option<Outcome>,
    frame: Frame,
    heading: Heading,
    /// The match's big moment, and the boards before and after it.
    around: Option<Box<(StoryLine, [Scene; 2])>>,
}

/// Both seats' chances to win.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances {
    /// The EC's chance, from 0 to 1; the DMO has the rest.
    ec: f64,
}

impl Chances {
    /// The mean of both judges' estimates, each made from its seat's view. If only one seat has an estimate, it counts alone.
    fn of_both(judged: BySeat<Option<f64>>) -> Self {
        let ec = match (judged.ec, judged.dmo) {
            (Some(ec), Some(dmo)) => f64::midpoint(ec, 1.0 - dmo),
            (Some(ec), None) => ec,
            (None, Some(dmo)) => 1.0 - dmo,
            (None, None) => 0.5,
        };
        Self { ec: ec.clamp(0.0, 1.0) }
    }

    fn won_by(winner: Seat) -> Self {
        Self { ec: f64::from(u8::from(winner == Seat::Ec)) }
    }

    /// A seat's chance, from 0 to 1.
    #[must_use]
    pub fn of(self, seat: Seat) -> f64 {
        if seat == Seat::Ec { self.ec } else { 1.0 - self.ec }
    }

    /// A seat's chance as a percentage, `63 %`. Both seats' percentages add up to 100.
    #[must_use]
    pub fn percent(self, seat: Seat) -> String {
        let ec = (self.ec * 100.0).round();
        format!("{:.0} %", if seat == Seat::Ec { ec } else { 100.0 - ec })
    }
}

/// A point of the curve.
struct Point<'a> {
    step: u32,
    stage: &'a str,
    chances: Chances,
}

/// An order that cost its seat a large part of its chance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn<'a> {
    pub of: &'a Estimate,
    pub before: Chances,
    /// The chances when the seat was next asked, or at the end if play ended with the order.
    pub after: Chances,
}

impl Turn<'_> {
    fn lost(&self) -> f64 {
        self.before.of(self.of.seat) - self.after.of(self.of.seat)
    }
}

/// Reviews a record on an opened table. `judge` estimates a view whose seat is asked for an order.
///
/// # Errors
/// The record does not replay.
pub fn review(
    mut table: Table,
    entries: &[Entry],
    mut judge: impl FnMut(&Sight) -> Option<Judged>,
) -> Result<Review, Rejection> {
    let mut estimates: Vec<Estimate> = Vec::new();
    let mut standing: BySeat<Option<Accepted>> = BySeat::default();
    look(&table, &mut estimates, &mut judge);
    let (header, game) = (table.header().clone(), table.game.clone());
    let mut ended_in_break = None;
    for (number, entry) in entries.iter().enumerate() {
        let in_break =
            table.awaiting().iter().any(|(_, asked)| asked.as_ref().is_some_and(|one| one.wants == Wants::Ready));
        let open = table.awaiting().map(|asked| asked.is_some());
        let names = table.names();
        let truth = table.sight(Viewer::Truth);
        let answer = table.enter(entry);
        if let Some(rejection) = answer.error {
            return Err(rejection);
        }
        if let (Some(seat), Some(order)) = (entry.act.order_for(), &answer.order)
            && open[seat]
        {
            standing[seat] = Some(order.clone());
        }
        for happened in &answer.happened {
            match &happened.what {
                What::Resolved { step, .. } => {
                    for estimate in estimates.iter_mut().filter(|estimate| estimate.step == *step) {
                        estimate.played = standing[estimate.seat].take();
                        let words = |order| truth.order_words(estimate.seat, order);
                        estimate.words[1] = estimate.played.as_ref().map(words);
                        estimate.by.clone_from(&names[estimate.seat]);
                    }
                    standing = BySeat::default();
                }
                What::Undone { step, .. } => {
                    estimates.retain(|estimate| estimate.step < *step);
                    standing = BySeat::default();
                }
                _ => {}
            }
        }
        let is_over = table.outcome().is_some_and(|outcome| !outcome.reason.by_play());
        ended_in_break = ended_in_break.or(in_break.then_some(number)).filter(|_| is_over);
        if estimates.last().is_none_or(|last| last.step != table.step()) {
            look(&table, &mut estimates, &mut judge);
        }
    }
    // The last estimate is of the moment before the bout was decided.
    if let Some(number) = ended_in_break {
        look(&behind_break(header, game, &entries[..number])?, &mut estimates, &mut judge);
    }
    let frame = Frame {
        game: table.game().title(table.header().preset.as_deref()),
        contest: table.contest(),
        names: table.concerned(),
        usernames: table.usernames(),
        ..Frame::default()
    };
    let heading = Heading { stage: "The match in review".to_owned(), ..table.sight(Viewer::Public).heading() };
    let mut review = Review { estimates, outcome: table.outcome(), frame, heading, around: None };
    review.around = table.big_moment(Some(&review)).map(|line| {
        let boards = table.boards_around(line.step);
        Box::new((line, boards))
    });
    Ok(review)
}

/// The table behind the break in which it is after some entries, as if both players had ended the break.
fn behind_break(header: Header, game: GameRef, entries: &[Entry]) -> Result<Table, Rejection> {
    let mut table = Table::with_game(header, game)?;
    for entry in entries {
        table.enter(entry);
    }
    let at = entries.last().map_or(0, |entry| entry.at);
    for seat in Seat::ALL {
        table.enter(&Entry::new(at, Act::Ready { seat }));
    }
    Ok(table)
}

/// Judges the position for each seat that is asked for an order.
fn look(table: &Table, estimates: &mut Vec<Estimate>, judge: &mut impl FnMut(&Sight) -> Option<Judged>) {
    for (seat, asked) in table.awaiting().iter() {
        if asked.as_ref().is_none_or(|asked| asked.wants != Wants::Order) {
            continue;
        }
        let sight = table.sight(Viewer::Seat(seat));
        if let Some(judged) = judge(&sight) {
            let stage = sight.heading().stage;
            let by = table.names()[seat].clone();
            let best = table.sight(Viewer::Truth).order_words(seat, &judged.best);
            estimates.push(Estimate {
                step: table.step(),
                seat,
                by,
                stage,
                judged,
                played: None,
                words: [Some(best), None],
            });
        }
    }
}

/// The least loss of chance for which an order is a turn.
const MUCH: f64 = 0.08;

fn shift([before, after]: &[Chances; 2]) -> f64 {
    (before.ec - after.ec).abs()
}

impl Review {
    /// The estimates for a seat's orders, in the order of play.
    pub fn of(&self, seat: Seat) -> impl Iterator<Item = &Estimate> {
        self.estimates.iter().filter(move |estimate| estimate.seat == seat)
    }

    /// Whether play decided the match. A ruling says nothing about the orders before.
    fn by_play(&self) -> bool {
        self.outcome.is_none_or(|outcome| outcome.reason.by_play())
    }

    /// The match's result, if play decided it.
    fn end(&self) -> Option<Chances> {
        self.outcome.filter(|_| self.by_play())?.winner.map(Chances::won_by)
    }

    /// The reason of a win that play did not decide.
    fn won_otherwise(&self) -> Option<String> {
        let how = self.outcome.filter(|_| !self.by_play())?.reason.how()?;
        Some(format!("won {how}"))
    }

    /// The points of the curve, one for each step. Each uses both seats' latest estimates, or a seat's first one before it was asked:
    /// a judge is more confident of the seat it judges for, so one view alone would favour the player asked first.
    fn points(&self) -> Vec<Point<'_>> {
        let mut judged = BySeat::from_fn(|seat| self.of(seat).next().map(|first| first.judged.chance));
        let mut points: Vec<Point<'_>> = Vec::new();
        for estimate in &self.estimates {
            judged[estimate.seat] = Some(estimate.judged.chance);
            points.pop_if(|point| point.step == estimate.step);
            points.push(Point { step: estimate.step, stage: &estimate.stage, chances: Chances::of_both(judged) });
        }
        points
    }

    /// The change of the chances in each step: the seat whose chance fell, and both seats' chances before and after. Left out is a rise that a
    /// seat's own move brings while the other waits: the move was there before, and the judge had not seen it.
    fn changes(&self) -> impl Iterator<Item = (Point<'_>, Seat, [Chances; 2])> {
        let points = self.points();
        let next: Vec<_> = points.iter().skip(1).map(|point| Some(point.chances)).chain([self.end()]).collect();
        points.into_iter().zip(next).filter_map(|(point, next)| {
            let next = next?;
            let seat = if next.ec < point.chances.ec { Seat::Ec } else { Seat::Dmo };
            let acts = |seat: Seat| self.of(seat).any(|estimate| estimate.step == point.step);
            let both = [point.chances, next];
            acts(seat).then_some((point, seat, both))
        })
    }

    /// How much the chances changed in a step, from 0 to 1.
    pub(super) fn change_in(&self, step: u32) -> f64 {
        self.changes().find(|(point, ..)| point.step == step).map_or(0.0, |(.., both)| shift(&both))
    }

    /// The step in which the chances changed most, in words. `None` without a curve.
    pub(super) fn steepest(&self) -> Option<StoryLine> {
        let (point, seat, both) = self
            .changes()
            .max_by(|(.., one), (.., other)| shift(one).total_cmp(&shift(other)))
            .filter(|_| self.has_curve())?;
        let [before, after] = both.map(|chances| chances.percent(seat));
        let words = format!("{}'s chance to win falls from {before} to {after}.", self.frame.names[seat]);
        Some(StoryLine { step: point.step, kind: "turn", facts: Value::Null, stage: numbered(point.stage), words })
    }

    /// Whether there are enough points for a curve.
    #[must_use]
    pub fn has_curve(&self) -> bool {
        self.points().len() > 1
    }

    /// A seat's mistakes, the worst first, at most `most`: turns on which the judge chose a different order.
    #[must_use]
    pub fn mistakes(&self, seat: Seat, most: usize) -> Vec<Turn<'_>> {
        let wrong = |turn: &Turn<'_>| turn.of.played.as_ref() != Some(&turn.of.judged.best);
        self.falls(seat).into_iter().filter(wrong).take(most).collect()
    }

    /// A seat's turns, the worst first.
    fn falls(&self, seat: Seat) -> Vec<Turn<'_>> {
        let points = self.points();
        let at = |of: &Estimate| points.iter().find(|point| point.step == of.step).map(|point| point.chances);
        let own: Vec<_> = self.of(seat).collect();
        let after = own.iter().skip(1).map(|next| at(next)).chain([self.end()]);
        let turns = own.iter().zip(after).filter_map(|(of, after)| Some(Turn { of, before: at(of)?, after: after? }));
        let mut turns: Vec<_> = turns.filter(|turn| turn.lost() >= MUCH).collect();
        turns.sort_by(|a, b| b.lost().total_cmp(&a.lost()).then(a.of.step.cmp(&b.of.step)));
        turns
    }

    /// The picture of both seats' chances over the match; `label` is the match's name.
    #[must_use]
    pub fn picture(&self, label: String) -> Picture {
        let frame = Frame { label, ..self.frame.clone() };
        Picture { frame, scene: self.scene() }
    }

    /// The match's big moment, as its poster shows it.
    #[must_use]
    pub fn moment(&self) -> Option<&StoryLine> {
        self.around.as_deref().map(|(line, _)| line)
    }

    fn scene(&self) -> Scene {
        let title = |top: f32, words: String| {
            let at = [0.0, top + WORDS];
            Shape::bold(at, WORDS, Align::Start, Ink::Words, Text::new(words))
        };
        let mut shapes = vec![title(0.0, "Chance to win, as the built-in player estimates it".to_owned())];
        let marked = self.moment().map(|line| line.step);
        let mut below = self.labelled_curve([0.0, 60.0, Scene::WIDTH, 250.0], marked, Dots::Mistakes, &mut shapes);
        if let Some((line, boards)) = self.around.as_deref() {
            below += 24.0;
            shapes.push(title(below, line.title()));
            below = boards_in(boards, below + 52.0, &mut shapes);
        }
        Scene { heading: self.heading.clone(), height: below, shapes, caption: Text::default() }
    }

    /// Draws the curve with its labels below a line at left, top, with this width; the plot has this height. Returns the lower edge.
    ///
    /// `marked` is a step to point out.
    pub(super) fn labelled_curve(
        &self,
        [left, top, width, height]: [f32; 4],
        marked: Option<u32>,
        dots: Dots,
        shapes: &mut Vec<Shape>,
    ) -> f32 {
        let (top, plot) = (top + 12.0, [left + SIDE, width - SIDE - 16.0]);
        let points = self.points();
        let unit = self.unit(&points, plot[1]);
        shapes.extend(self.curve([plot[0], top, plot[1], height], marked, dots));
        // The line is near the seat that is likely to win.
        for (seat, base) in [(Seat::Ec, top + WORDS * 0.72), (Seat::Dmo, top + height)] {
            shapes.push(mark(seat, [left + 12.0, base - WORDS * 0.36]));
            shapes.push(Shape::plain([left + 34.0, base], WORDS, Align::Start, Ink::Words, Text::new(seat.label())));
        }
        let mut below = top + height + WORDS + 8.0;
        let label = |middle: f32, ink: Ink, name: &str| {
            Shape::bold([plot[0] + middle, below], WORDS, Align::Middle, ink, Text::new(name))
        };
        let pointed_out = marked.and_then(|step| points.iter().position(|point| point.step == step)).map(|number| {
            let name = numbered(points[number].stage);
            (middle(number, &name, unit, plot[1]), name)
        });
        let mut kept = ticks(&points, unit, plot[1]);
        if let Some((at, name)) = &pointed_out {
            kept.retain(|tick| (tick.0 - at).abs() >= apart(&tick.1, name));
            shapes.push(label(*at, Ink::Accent, name));
        }
        shapes.extend(kept.iter().map(|(at, name)| label(*at, Ink::Muted, name)));
        let legend =
            if dots == Dots::Mistakes && self.has_mistakes() { Some("costly orders".to_owned()) } else { None };
        let has_dots = legend.is_some();
        let note = if dots == Dots::Mistakes { self.won_otherwise() } else { None };
        let notes: Vec<_> = legend.into_iter().chain(note).collect();
        if !notes.is_empty() {
            below += WORDS + 14.0;
            let mut x = plot[0];
            for seat in Seat::ALL.into_iter().filter(|_| has_dots) {
                shapes.push(mark(seat, [x + 12.0, below - WORDS * 0.36]));
                x += 32.0;
            }
            let words = Text::new(notes.join(" · "));
            shapes.push(Shape::plain([x + 6.0, below], WORDS, Align::Start, Ink::Muted, words));
        }
        below + 12.0
    }

    fn has_mistakes(&self) -> bool {
        Seat::ALL.into_iter().any(|seat| !self.mistakes(seat, 1).is_empty())
    }

    /// The distance between two steps of a curve. The result is drawn one step after the last order. Without one, the line ends with that
    /// order.
    #[expect(clippy::cast_precision_loss, reason = "places in a picture")]
    fn unit(&self, points: &[Point<'_>], width: f32) -> f32 {
        let steps = points.len().saturating_sub(usize::from(self.end().is_none()));
        width / steps.max(1) as f32
    }

    /// The curve in a rectangle given as left, top, width, height. The top edge is a win of the EC, the bottom edge a win of the DMO. The area
    /// between the line and the middle has the colour of the seat that is ahead.
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "places in a picture")]
    fn curve(&self, [left, top, width, height]: [f32; 4], marked: Option<u32>, dots: Dots) -> Vec<Shape> {
        let y = |chances: Chances| top + height * (1.0 - chances.ec as f32);
        let points = self.points();
        let unit = self.unit(&points, width);
        let x = |number: usize| left + unit * number as f32;
        let place = |(number, point): (usize, &Point<'_>)| [x(number), y(point.chances)];
        let mut line: Vec<_> = points.iter().enumerate().map(place).collect();
        line.extend(self.end().filter(|_| !points.is_empty()).map(|end| [left + width, y(end)]));
        let mut shapes = vec![Shape::field([left, top, width, height], 8.0, Ink::Sunk)];
        let even = top + height / 2.0;
        if let ([first, .., last], true) = (&line[..], line.len() > 1) {
            let crossed = with_crossings(&line, even);
            for (seat, nearer) in [(Seat::Ec, f32::min as fn(f32, f32) -> f32), (Seat::Dmo, f32::max)] {
                let edge = crossed.iter().map(|[x, y]| [*x, nearer(*y, even)]);
                let area = [[first[0], even]].into_iter().chain(edge).chain([[last[0], even]]).collect();
                shapes.push(Shape::Polygon { points: area, fill: Some(Ink::seat_dim(seat)), stroke: None });
            }
        }
        for (ec, dash) in [(1.0, None), (0.5, Some([8.0, 8.0])), (0.0, None)] {
            let level = y(Chances { ec });
            let ends = vec![[left, level], [left + width, level]];
            shapes.push(Shape::Line { points: ends, ink: Ink::Edge, width: 2.0, dash });
        }
        let pointed_out = points.iter().position(|point| Some(point.step) == marked).map(|number| line[number]);
        shapes.extend(pointed_out.map(|[x, _]| {
            let ends = vec![[x, top], [x, top + height]];
            Shape::Line { points: ends, ink: Ink::Accent, width: 4.0, dash: None }
        }));
        if line.len() > 1 {
            shapes.push(Shape::Line { points: line, ink: Ink::Words, width: 5.0, dash: None });
        }
        shapes.extend(pointed_out.map(|[x, y]| {
            let at = [x - 17.0, y - 17.0, 34.0, 34.0];
            Shape::Rect { at, radius: 17.0, fill: Some(Ink::Ground), stroke: Some((Ink::Accent, 6.0)) }
        }));
        let mistakes = if dots == Dots::Mistakes { MISTAKES } else { 0 };
        for turn in Seat::ALL.into_iter().flat_map(|seat| self.mistakes(seat, mistakes)) {
            let number = points.partition_point(|point| point.step < turn.of.step);
            shapes.push(mark(turn.of.seat, [x(number), y(turn.before)]));
        }
        shapes
    }

    /// The picture's description in words.
    #[must_use]
    pub fn describe(&self) -> String {
        let around = self.moment().map_or_else(String::new, |line| {
            format!(" Below, the board before and after the big moment: {}.", line.stage)
        });
        self.describe_curve() + &around
    }

    /// The curve's description in words.
    pub(super) fn describe_curve(&self) -> String {
        let (names, points) = (&self.frame.names, self.points());
        let ends = points.first().zip(points.last()).map(|(first, last)| {
            let (first, last) = (first.chances, self.end().unwrap_or(last.chances));
            let of = |seat: Seat| format!("{} from {} to {}", names[seat], first.percent(seat), last.percent(seat));
            format!(": {}", Seat::ALL.map(of).join(", "))
        });
        let ends = ends.unwrap_or_default();
        let otherwise = self.won_otherwise().map_or_else(String::new, |won| format!("; then {won}"));
        format!("A graph of each player's chance to win, as the built-in player estimates it{ends}{otherwise}.")
    }
}

/// The font size of the words around a curve: 11 pixels where a picture is 314 pixels wide, as in a message on a phone.
pub(super) const WORDS: f32 = 36.0;
/// The width of the seats left of a curve.
const SIDE: f32 = 130.0;

/// The orders that a curve marks by dots.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dots {
    None,
    /// Both seats' costliest mistakes.
    Mistakes,
}

/// Draws the boards before and after a step, and returns their lower edge. They stand side by side if their words are legible so, or if
/// they would be no larger one below the other.
fn boards_in(boards: &[Scene; 2], top: f32, shapes: &mut Vec<Shape>) -> f32 {
    const TITLE: f32 = 44.0;
    const GAP: f32 = 24.0;
    let half = (Scene::WIDTH - GAP) / 2.0;
    let room = TALLEST - top - GAP - 2.0 * TITLE;
    let beside = boards.iter().map(|board| board.fitting_scale([half, board.height])).fold(1.0, f32::min);
    let stacked = (room / boards.iter().map(|board| board.height).sum::<f32>().max(1.0)).min(1.0);
    let needed = boards.iter().map(Scene::legible_scale).fold(0.0, f32::max);
    let is_beside = beside >= needed.min(stacked);
    let (mut left, mut below, mut lowest) = (0.0, top, top);
    for (name, board) in ["Before", "After"].into_iter().zip(boards) {
        shapes.push(Shape::plain([left, below + WORDS * 0.8], WORDS, Align::Start, Ink::Muted, Text::new(name)));
        let size = if is_beside { [half, board.height] } else { [Scene::WIDTH, board.height * stacked] };
        let end = board.small([left, below + TITLE, size[0], size[1]], shapes);
        lowest = f32::max(lowest, end + 8.0);
        if is_beside {
            left += half + GAP;
        } else {
            below = end + GAP;
        }
    }
    lowest
}

/// The greatest height of a review's scene, which a sheet still shows whole.
const TALLEST: f32 = 2_160.0;

/// The points of a line from left to right, and those where it crosses a height.
fn with_crossings(line: &[[f32; 2]], level: f32) -> Vec<[f32; 2]> {
    let mut points: Vec<_> = line.first().copied().into_iter().collect();
    for pair in line.windows(2) {
        let [[ax, ay], [bx, by]] = [pair[0], pair[1]];
        if (ay - level) * (by - level) < 0.0 {
            points.push([ax + (bx - ax) * (level - ay) / (by - ay), level]);
        }
        points.push([bx, by]);
    }
    points
}

/// The approximate width of a label below the curve.
#[expect(clippy::cast_precision_loss, reason = "a place in a picture")]
fn wide(words: &str) -> f32 {
    words.chars().count() as f32 * WORDS * 0.6
}

/// The least distance of two labels' centres.
fn apart(one: &str, other: &str) -> f32 {
    f32::midpoint(wide(one), wide(other)) + WORDS / 2.0
}

/// The centre of a label below a point, within the curve and the names at its left.
#[expect(clippy::cast_precision_loss, reason = "places in a picture")]
fn middle(number: usize, name: &str, unit: f32, width: f32) -> f32 {
    let half = wide(name) / 2.0;
    (unit * number as f32).max(half - SIDE).min(width - half)
}

/// A stage up to its last part with a number, without the number of all stages: `Bout 1 · Round 7` of `Bout 1 · Round 7 of 10 · Secret`.
pub(super) fn numbered(stage: &str) -> String {
    let parts: Vec<_> = stage.split(" · ").collect();
    let last = parts.iter().rposition(|part| part.contains(|letter: char| letter.is_ascii_digit()));
    let kept = parts[..=last.unwrap_or(parts.len() - 1)].iter().filter_map(|part| part.split(" of ").next());
    kept.collect::<Vec<_>>().join(" · ")
}

fn mark(seat: Seat, centre: [f32; 2]) -> Shape {
    Shape::Token { seat, centre, radius: 11.0, fill: Some(Ink::seat(seat)), stroke: Some((Ink::Ground, 3.0)) }
}

/// The labels below a curve, with their centres: the first part of the stage that varies, as many as fit.
fn ticks(points: &[Point<'_>], unit: f32, width: f32) -> Vec<(f32, String)> {
    let parts: Vec<Vec<&str>> = points.iter().map(|point| point.stage.split(" · ").collect()).collect();
    let longest = parts.iter().map(Vec::len).max().unwrap_or(0);
    let differs = |part: &usize| parts.windows(2).any(|pair| pair[0].get(*part) != pair[1].get(*part));
    let part = (0..longest).find(differs).unwrap_or(0);
    // Stages such as `Round 7 of 40` have the same end everywhere.
    let name = |parts: &Vec<&str>| Some(parts.get(part)?.split(" of ").next()?.to_owned());
    let mut starts: Vec<(usize, String)> =
        parts.iter().enumerate().filter_map(|(number, parts)| Some((number, name(parts)?))).collect();
    starts.dedup_by(|later, earlier| later.1 == earlier.1);
    let tick = |(number, name): &(usize, String)| (middle(*number, name, unit, width), name.clone());
    let last = starts.last().map(tick);
    let fit =
        |kept: &Vec<(f32, String)>| kept.windows(2).all(|pair| pair[1].0 - pair[0].0 >= apart(&pair[0].1, &pair[1].1));
    let every = |each: usize| {
        let kept = |(at, (_, name)): &(usize, &(usize, String))| {
            let number = name.split(' ').find_map(|word| word.parse().ok()).unwrap_or(*at);
            *at == 0 || number % each == 0
        };
        let kept = starts.iter().enumerate().filter(kept).map(|(_, start)| tick(start));
        kept.filter(|tick| Some(tick) != last.as_ref()).collect::<Vec<_>>()
    };
    // The last label is always kept.
    let whole = |each: usize| every(each).into_iter().chain(last.clone()).collect::<Vec<_>>();
    [1, 2, 5, 10, 20, 25, 50, 100, 200].map(whole).into_iter().find(fit).unwrap_or_else(|| last.into_iter().collect())
}

/// The number of mistakes shown for each seat.
pub const MISTAKES: usize = 3;
