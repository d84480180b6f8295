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

/// An order after which its seat stood much worse, or much better, than before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn<'a> {
    pub of: &'a Estimate,
    /// The seat's estimated chance to win when it was asked the next time, or 0 or 1 if play ended with it.
    pub after: f64,
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
        if asked.as_ref().is_none_or(|asked| asked.wants != Wants::Order) {
            continue;
        }
        let sight = table.sight(Viewer::Seat(seat));
        if let Some(judged) = judge(&sight) {
            let stage = sight.heading().stage;
            let by = table.names()[seat].clone();
            estimates.push(Estimate { step: table.step(), seat, by, stage, judged, played: None });
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

    /// The match's result for a seat, 0 or 1, if play decided it: a verdict from outside says nothing of the orders
    /// before.
    fn end(&self, seat: Seat) -> Option<f64> {
        let outcome = self.outcome.filter(|outcome| outcome.reason.by_play())?;
        outcome.winner.map(|winner| f64::from(u8::from(winner == seat)))
    }

    /// The orders after which a seat stood much worse, the worst first, at most so many.
    #[must_use]
    pub fn turns(&self, seat: Seat, most: usize) -> Vec<Turn<'_>> {
        let end = self.end(seat);
        let own: Vec<_> = self.of(seat).collect();
        let after = own.iter().skip(1).map(|next| Some(next.judged.chance)).chain([end]);
        let mut turns: Vec<_> =
            own.iter().zip(after).filter_map(|(of, after)| Some(Turn { of, after: after? })).collect();
        let lost = |turn: &Turn<'_>| turn.of.judged.chance - turn.after;
        turns.retain(|turn| lost(turn) >= MUCH);
        turns.sort_by(|a, b| lost(b).total_cmp(&lost(a)).then(a.of.step.cmp(&b.of.step)));
        turns.truncate(most);
        turns
    }

    /// Both seats' chances over the match, as a picture; `label` is what the match is called.
    #[must_use]
    pub fn picture(&self, label: String) -> Picture {
        let frame = Frame { label, ..self.frame.clone() };
        Picture { frame, scene: self.scene() }
    }

    /// The order after which its seat stood worse than any other order left one.
    #[must_use]
    pub fn turning(&self) -> Option<Turn<'_>> {
        let lost = |turn: &Turn<'_>| turn.of.judged.chance - turn.after;
        Seat::ALL.into_iter().flat_map(|seat| self.turns(seat, 1)).max_by(|a, b| lost(a).total_cmp(&lost(b)))
    }

    fn scene(&self) -> Scene {
        let (top, height) = (12.0, 360.0);
        let mut shapes = self.curve([0.0, top, Scene::WIDTH, height]);
        let middle = [Scene::WIDTH / 2.0, top + height + 36.0];
        let axis = Text::new("from the first order to the last");
        shapes.push(Shape::plain(middle, 22.0, Align::Middle, Ink::Muted, axis));
        let mut below = top + height + 56.0;
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
        let caption = format!("The chance to win of {} (solid line) and {} (dashed line).", names[0], names[1]);
        Scene { heading: self.heading.clone(), height: below, shapes, caption: Text::new(caption) }
    }

    /// Both seats' chances over the match, in a rectangle: left, top, width, height.
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "places in a picture")]
    pub(super) fn curve(&self, [left, top, width, height]: [f32; 4]) -> Vec<Shape> {
        let (left, top, width, height) = (left + 84.0, top + 12.0, width - 100.0, height - 24.0);
        let y = |chance: f64| top + height * (1.0 - chance.clamp(0.0, 1.0) as f32);
        let steps: Vec<u32> = {
            let mut steps: Vec<_> = self.estimates.iter().map(|estimate| estimate.step).collect();
            steps.dedup();
            steps
        };
        // The end stands one step after the last order.
        let unit = width / steps.len().max(1) as f32;
        let x = |step: u32| left + unit * steps.partition_point(|&each| each < step) as f32;
        let mut shapes = vec![Shape::field([left, top, width, height], 8.0, Ink::Sunk)];
        for (share, name, dash) in [(1.0, "100 %", None), (0.5, "50 %", Some([8.0, 8.0])), (0.0, "0 %", None)] {
            let ends = vec![[left, y(share)], [left + width, y(share)]];
            shapes.push(Shape::Line { points: ends, ink: Ink::Edge, width: 2.0, dash });
            let at = [left - 12.0, y(share) + 8.0];
            shapes.push(Shape::plain(at, 24.0, Align::End, Ink::Muted, Text::new(name)));
        }
        for seat in Seat::ALL {
            let mut points: Vec<_> = self.of(seat).map(|each| [x(each.step), y(each.judged.chance)]).collect();
            if let Some(end) = self.end(seat).filter(|_| !points.is_empty()) {
                points.push([left + width, y(end)]);
            }
            if points.len() > 1 {
                let dash = (seat == Seat::Dmo).then_some([14.0, 7.0]);
                shapes.push(Shape::Line { points: points.clone(), ink: Ink::seat(seat), width: 5.0, dash });
            }
            for turn in self.turns(seat, TURNS) {
                let centre = [x(turn.of.step), y(turn.of.judged.chance)];
                shapes.push(Shape::Token {
                    seat,
                    centre,
                    radius: 11.0,
                    fill: Some(Ink::seat(seat)),
                    stroke: Some((Ink::Ground, 3.0)),
                });
            }
        }
        shapes
    }

    /// The picture in words.
    #[must_use]
    pub fn describe(&self) -> String {
        let names = &self.frame.names;
        let share = |chance: f64| format!("{:.0} %", chance * 100.0);
        let of = |seat: Seat| {
            let chances: Vec<f64> = self.of(seat).map(|each| each.judged.chance).collect();
            let (first, last) = (*chances.first()?, self.end(seat).or(chances.last().copied())?);
            Some(format!("{} from {} to {}", names[seat], share(first), share(last)))
        };
        let parts: Vec<_> = Seat::ALL.into_iter().filter_map(of).collect();
        let around = self.around.as_ref().map_or_else(String::new, |around| {
            format!(" Below, the board before and after the match turned: {}.", around.0)
        });
        format!("A graph of how likely each player was taken to win: {}.{around}", parts.join(", "))
    }
}

/// How many of a seat's turns are shown.
pub const TURNS: usize = 3;
