//! The turning points of a finished match: a judge's opinion of each order, from its seat's view at the time.

use crate::game::{
    Align, BySeat, Frame, Heading, Ink, Outcome, Picture, Scene, Seat, Shape, Sight, Text, Viewer, Wants,
};

use super::{Act, Entry, Rejection, Table, What};

/// The opinion of a position for a seat that is asked for an order in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The seat's estimated chance to win, from 0 to 1.
    pub chance: f64,
    /// The order it would give.
    pub best: String,
}

/// The opinion of one order.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    pub step: u32,
    pub seat: Seat,
    /// The seat's player as the step resolved.
    pub by: String,
    /// The match's stage: `Bout 2 · Round 3`.
    pub stage: String,
    /// Whether the step is of the set-up, where no match turns.
    pub sets_up: bool,
    pub judged: Judged,
    /// The order that was given; `None` where none came.
    pub played: Option<String>,
}

/// A match, order by order.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// In the order of play; what was undone is not in it.
    pub estimates: Vec<Estimate>,
    pub outcome: Option<Outcome>,
    frame: Frame,
    heading: Heading,
    /// The stage at which the match turned, and the boards before and after.
    around: Option<Box<(String, [Scene; 2])>>,
}

/// Both seats' chances to win, as one judgement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances {
    /// The EC's, from 0 to 1; the DMO has the rest.
    ec: f64,
}

impl Chances {
    /// What both seats' judges make of a position, each from its seat's view: halfway between them. Alone, one of them counts.
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

    /// A seat's chance in words: `63 %`. Both together are always 100.
    #[must_use]
    pub fn percent(self, seat: Seat) -> String {
        let ec = (self.ec * 100.0).round();
        format!("{:.0} %", if seat == Seat::Ec { ec } else { 100.0 - ec })
    }
}

/// A place on the curve.
struct Point<'a> {
    step: u32,
    stage: &'a str,
    chances: Chances,
}

/// An order after which its seat stood much worse than before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn<'a> {
    pub of: &'a Estimate,
    pub before: Chances,
    /// When the seat was asked the next time, or at the end if play ended with the order.
    pub after: Chances,
}

impl Turn<'_> {
    fn lost(&self) -> f64 {
        self.before.of(self.of.seat) - self.after.of(self.of.seat)
    }
}

/// Goes through a record on a table that is laid; `judge` says what it makes of a sight whose seat is asked for an order.
///
/// # Errors
/// The record does not play through.
pub fn review(
    mut table: Table,
    entries: &[Entry],
    mut judge: impl FnMut(&Sight) -> Option<Judged>,
) -> Result<Review, Rejection> {
    let mut estimates: Vec<Estimate> = Vec::new();
    let mut standing: BySeat<Option<String>> = BySeat::default();
    look(&table, &mut estimates, &mut judge);
    for entry in entries {
        let open = table.awaiting().map(|asked| asked.is_some());
        let names = table.names();
        let answer = table.enter(entry);
        if let Some(rejection) = answer.error {
            return Err(rejection);
        }
        if let (Act::Order { seat, .. }, Some(order)) = (&entry.act, &answer.order)
            && open[*seat]
        {
            standing[*seat] = Some(order.clone());
        }
        for happened in &answer.happened {
            match &happened.what {
                What::Sealed { seat, order, .. } => standing[*seat] = Some(order.clone()),
                What::Resolved { step, .. } => {
                    for estimate in estimates.iter_mut().filter(|estimate| estimate.step == *step) {
                        estimate.played = standing[estimate.seat].take();
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
        if estimates.last().is_none_or(|last| last.step != table.step()) {
            look(&table, &mut estimates, &mut judge);
        }
    }
    let frame = Frame {
        game: table.game().title(table.header().preset.as_deref()),
        contest: table.contest(),
        names: table.concerned(),
        usernames: table.usernames(),
        ..Frame::default()
    };
    let heading = Heading { stage: "The match in review".to_owned(), ..table.sight(Viewer::Public).heading() };
    let mut found = Review { estimates, outcome: table.outcome(), frame, heading, around: None };
    let turn = found.turning().map(|turn| (turn.of.step, turn.of.stage.clone()));
    found.around = turn.map(|(step, stage)| Box::new((stage, table.boards_around(step))));
    Ok(found)
}

/// Judges the position for the seats that are asked for an order.
fn look(table: &Table, estimates: &mut Vec<Estimate>, judge: &mut impl FnMut(&Sight) -> Option<Judged>) {
    for (seat, asked) in table.awaiting().iter() {
        let Some(asked) = asked.as_ref().filter(|asked| asked.wants == Wants::Order) else { continue };
        let sight = table.sight(Viewer::Seat(seat));
        if let Some(judged) = judge(&sight) {
            let stage = sight.heading().stage;
            let by = table.names()[seat].clone();
            estimates.push(Estimate {
                step: table.step(),
                seat,
                by,
                stage,
                sets_up: asked.sets_up,
                judged,
                played: None,
            });
        }
    }
}

/// By how much a chance changes with an order for it to be a turn.
const MUCH: f64 = 0.08;

impl Review {
    /// The opinions of a seat's orders, in the order of play.
    pub fn of(&self, seat: Seat) -> impl Iterator<Item = &Estimate> {
        self.estimates.iter().filter(move |estimate| estimate.seat == seat)
    }

    /// The match's result, if play decided it: a verdict from outside says nothing of the orders before.
    fn end(&self) -> Option<Chances> {
        self.outcome.filter(|outcome| outcome.reason.by_play())?.winner.map(Chances::won_by)
    }

    /// The curve: a point for each step, from what each seat's judge made of it or of the last one it was asked about.
    fn points(&self) -> Vec<Point<'_>> {
        let mut judged = BySeat::default();
        let mut points: Vec<Point<'_>> = Vec::new();
        for estimate in &self.estimates {
            judged[estimate.seat] = Some(estimate.judged.chance);
            points.pop_if(|point| point.step == estimate.step);
            points.push(Point { step: estimate.step, stage: &estimate.stage, chances: Chances::of_both(judged) });
        }
        points
    }

    /// Whether there is a curve to draw.
    #[must_use]
    pub fn has_curve(&self) -> bool {
        self.points().len() > 1
    }

    /// Whether both seats order at once in some step, so that a fall may be bad luck.
    #[must_use]
    pub fn has_simultaneous_orders(&self) -> bool {
        self.estimates.windows(2).any(|pair| pair[0].step == pair[1].step)
    }

    /// The mistakes of a seat, the worst first, at most so many: other orders than the judge's after which it stood much worse.
    #[must_use]
    pub fn mistakes(&self, seat: Seat, most: usize) -> Vec<Turn<'_>> {
        let wrong = |turn: &Turn<'_>| turn.of.played.as_ref() != Some(&turn.of.judged.best);
        self.falls(seat).into_iter().filter(wrong).take(most).collect()
    }

    /// The orders after which a seat stood much worse, the worst first.
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

    /// Both seats' chances over the match, as a picture; `label` is what the match is called.
    #[must_use]
    pub fn picture(&self, label: String) -> Picture {
        let frame = Frame { label, ..self.frame.clone() };
        Picture { frame, scene: self.scene() }
    }

    /// The order after which the loser, or either of them where nobody won, lost the most chance.
    #[must_use]
    pub fn turning(&self) -> Option<Turn<'_>> {
        let winner = self.outcome.and_then(|outcome| outcome.winner);
        let lost = Seat::ALL.into_iter().filter(|&seat| Some(seat) != winner);
        lost.filter_map(|seat| self.falls(seat).into_iter().find(|turn| !turn.of.sets_up))
            .max_by(|a, b| a.lost().total_cmp(&b.lost()))
    }

    fn scene(&self) -> Scene {
        let (top, height) = (12.0, 360.0);
        let mut shapes = self.curve([0.0, top, Scene::WIDTH, height]);
        let mut below = top + height + 12.0;
        if let Some((stage, [before, after])) = self.around.as_deref() {
            let title = Text::new(format!("Where it turned: {stage}"));
            shapes.push(Shape::bold([0.0, below + 34.0], 28.0, Align::Start, Ink::Words, title));
            below += 52.0;
            let width = (Scene::WIDTH - 24.0) / 2.0;
            let boards = [("Before", before, 0.0), ("After", after, width + 24.0)];
            let ends = boards.map(|(name, board, left)| {
                shapes.push(Shape::plain([left, below + 26.0], 26.0, Align::Start, Ink::Muted, Text::new(name)));
                board.small([left, below + 40.0, width, board.height], &mut shapes)
            });
            below = ends[0].max(ends[1]) + 8.0;
        }
        let names = Seat::ALL.map(Text::seat);
        let caption = format!("The higher the line, the likelier {} was to win; the lower, {}.", names[0], names[1]);
        Scene { heading: self.heading.clone(), height: below, shapes, caption: Text::new(caption) }
    }

    /// Both seats' chances over the match as one line, in a rectangle: left, top, width, height. At the top the EC has won, below the DMO.
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "places in a picture")]
    pub(super) fn curve(&self, [left, top, width, height]: [f32; 4]) -> Vec<Shape> {
        let (left, top, width, height) = (left + 112.0, top + 12.0, width - 128.0, height - 92.0);
        let y = |chances: Chances| top + height * (1.0 - chances.ec as f32);
        let points = self.points();
        // The end stands one step after the last order.
        let unit = width / points.len().max(1) as f32;
        let x = |number: usize| left + unit * number as f32;
        let place = |(number, point): (usize, &Point<'_>)| [x(number), y(point.chances)];
        let mut line: Vec<_> = points.iter().enumerate().map(place).collect();
        line.extend(self.end().filter(|_| !points.is_empty()).map(|end| [left + width, y(end)]));
        let mut shapes = vec![Shape::field([left, top, width, height], 8.0, Ink::Sunk)];
        if let ([first, .., last], true) = (&line[..], line.len() > 1) {
            for (seat, base) in [(Seat::Ec, top + height), (Seat::Dmo, top)] {
                let area = [&[[first[0], base]][..], &line[..], &[[last[0], base]][..]].concat();
                shapes.push(Shape::Polygon { points: area, fill: Some(Ink::seat_dim(seat)), stroke: None });
            }
        }
        for (ec, seat) in [(1.0, Some(Seat::Ec)), (0.5, None), (0.0, Some(Seat::Dmo))] {
            let level = y(Chances { ec });
            let ends = vec![[left, level], [left + width, level]];
            let dash = seat.is_none().then_some([8.0, 8.0]);
            shapes.push(Shape::Line { points: ends, ink: Ink::Edge, width: 2.0, dash });
            let name = Text::new(if seat.is_some() { "100 %" } else { "50 %" });
            shapes.push(Shape::plain([left - 12.0, level + 8.0], 24.0, Align::End, Ink::Muted, name));
            shapes.extend(seat.map(|seat| mark(seat, [left - 96.0, level])));
        }
        if line.len() > 1 {
            shapes.push(Shape::Line { points: line, ink: Ink::Words, width: 5.0, dash: None });
        }
        for turn in Seat::ALL.into_iter().flat_map(|seat| self.mistakes(seat, MISTAKES)) {
            let number = points.partition_point(|point| point.step < turn.of.step);
            shapes.push(mark(turn.of.seat, [x(number), y(turn.before)]));
        }
        for (middle, name) in ticks(&points, width) {
            let at = [left + middle, top + height + 32.0];
            shapes.push(Shape::plain(at, TICK, Align::Middle, Ink::Muted, Text::new(name)));
        }
        let at = [left + width / 2.0 - 48.0, top + height + 64.0];
        shapes.push(Shape::plain(at, TICK, Align::Middle, Ink::Muted, Text::new("the built-in player's estimate")));
        shapes
    }

    /// The picture in words.
    #[must_use]
    pub fn describe(&self) -> String {
        let (names, points) = (&self.frame.names, self.points());
        let ends = points.first().zip(points.last()).map(|(first, last)| {
            let (first, last) = (first.chances, self.end().unwrap_or(last.chances));
            let of = |seat: Seat| format!("{} from {} to {}", names[seat], first.percent(seat), last.percent(seat));
            format!(": {}", Seat::ALL.map(of).join(", "))
        });
        let around = self.around.as_ref().map_or_else(String::new, |around| {
            format!(" Below, the board before and after the match turned: {}.", around.0)
        });
        let ends = ends.unwrap_or_default();
        format!("A graph of each player's chance to win, as the built-in player estimates it{ends}.{around}")
    }
}

/// The size of the words below the curve.
const TICK: f32 = 22.0;

/// About how wide words below the curve are.
#[expect(clippy::cast_precision_loss, reason = "a place in a picture")]
fn wide(words: &str) -> f32 {
    words.chars().count() as f32 * TICK * 0.6
}

fn mark(seat: Seat, centre: [f32; 2]) -> Shape {
    Shape::Token { seat, centre, radius: 11.0, fill: Some(Ink::seat(seat)), stroke: Some((Ink::Ground, 3.0)) }
}

/// The words below a curve of some width and their middles: the first part in which stages differ, as often as there is room.
#[expect(clippy::cast_precision_loss, reason = "places in a picture")]
fn ticks(points: &[Point<'_>], width: f32) -> Vec<(f32, String)> {
    let parts: Vec<Vec<&str>> = points.iter().map(|point| point.stage.split(" · ").collect()).collect();
    let longest = parts.iter().map(Vec::len).max().unwrap_or(0);
    let differs = |part: &usize| parts.windows(2).any(|pair| pair[0].get(*part) != pair[1].get(*part));
    let part = (0..longest).find(differs).unwrap_or(0);
    // Of `Round 7 of 40` the end is the same everywhere.
    let name = |parts: &Vec<&str>| Some(parts.get(part)?.split(" of ").next()?.to_owned());
    let mut starts: Vec<(usize, String)> =
        parts.iter().enumerate().filter_map(|(number, parts)| Some((number, name(parts)?))).collect();
    starts.dedup_by(|later, earlier| later.1 == earlier.1);
    let tick = |(number, name): &(usize, String)| {
        let middle = width * *number as f32 / points.len() as f32;
        (middle.min(width - wide(name) / 2.0), name.clone())
    };
    let last = starts.last().map(tick);
    let fit = |kept: &Vec<(f32, String)>| {
        kept.windows(2).all(|pair| pair[1].0 - pair[0].0 >= f32::midpoint(wide(&pair[0].1), wide(&pair[1].1)) + TICK)
    };
    let every = |each: usize| {
        let kept = |(at, (_, name)): &(usize, &(usize, String))| {
            let number = name.split(' ').find_map(|word| word.parse().ok()).unwrap_or(*at);
            *at == 0 || number % each == 0
        };
        let kept = starts.iter().enumerate().filter(kept).map(|(_, start)| tick(start));
        kept.filter(|tick| Some(tick) != last.as_ref()).collect::<Vec<_>>()
    };
    // The last one is always there.
    let whole = |each: usize| every(each).into_iter().chain(last.clone()).collect::<Vec<_>>();
    [1, 2, 5, 10, 20, 25, 50, 100, 200].map(whole).into_iter().find(fit).unwrap_or_else(|| last.into_iter().collect())
}

/// How many of a seat's mistakes are shown.
pub const MISTAKES: usize = 3;
