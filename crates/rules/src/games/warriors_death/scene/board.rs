//! The board of a bout: the announcements, and in a seat's own picture its orders.

use super::super::army::Army;
use super::super::position::{BOUTS, Bout, ROUNDS, Stage};
use super::super::truth::TrueBout;
use super::super::unit::Unit;
use super::super::view::View;
use super::parts::{FAINT, emblem, faint, field, figure, mark, name, own_emblem, pointer};
use super::{legend, unit_names};
use crate::game::{Align, BySeat, Ink, Scene, Seat, Shape, Text};

const ROSTER: f32 = 94.0;
const ROUNDS_HIGH: f32 = unit_names::HIGH;
const BOUTS_HIGH: f32 = 54.0;
const GAP: f32 = 10.0;
const TILE: f32 = 88.0;
const CELL: [f32; 2] = [82.0, 74.0];

/// A small round sign on a unit, for viewers who may know more than the announcement.
enum Badge {
    /// The true unit is a Blue Mage.
    Masked,
    /// The unit names this one.
    Names(Unit),
    /// This unit was ordered, but a Chocobo was announced.
    Instead(Unit),
    /// The order was missed.
    Late,
    /// The unit was announced as this one.
    As(Unit),
}

/// The height and the shapes, with the chosen units marked.
pub fn shapes(view: &View, chosen: &[(Seat, Unit)]) -> (f32, Vec<Shape>) {
    let rounds_top = ROSTER + GAP;
    let below = rounds_top + ROUNDS_HIGH + GAP;
    let legend_top = below + ROSTER + GAP;
    let legend = legend::is_needed(view);
    let bouts_top = legend_top + if legend { legend::HIGH + 6.0 } else { 2.0 };
    let mut shapes = Vec::new();
    for (seat, top) in [(Seat::Ec, 0.0), (Seat::Dmo, below)] {
        if let Some(points) = view.position().bout().points {
            total(&mut shapes, seat, points, view.position().bout().winner(), top);
            continue;
        }
        roster(&mut shapes, view, seat, top);
        let marked = chosen.iter().filter(|(of, _)| *of == seat).filter_map(|(_, unit)| place(*unit));
        shapes.extend(marked.map(|left| Shape::outline([left, top + 1.0, TILE, ROSTER - 2.0], 16.0, Ink::Accent, 5.0)));
    }
    if view.position().bouts().len() == 1 && view.position().bout().rounds.is_empty() {
        unit_names::shapes(&mut shapes, rounds_top);
    } else {
        rounds(&mut shapes, view, rounds_top);
    }
    if legend {
        legend::shapes(&mut shapes, view, legend_top);
    }
    bouts(&mut shapes, view, bouts_top);
    (bouts_top + BOUTS_HIGH, shapes)
}

#[expect(clippy::cast_precision_loss, reason = "there are ten columns at most")]
fn column(index: usize) -> f32 {
    Scene::WIDTH / ROUNDS as f32 * (index as f32 + 0.5)
}

/// A unit's fate, once it is public.
#[derive(Clone, Copy, PartialEq)]
enum Fate {
    Ready,
    Survived,
    Back,
    Dead,
}

/// Draws a seat's ten units. They are marked by the truth once it is public; before that, by the viewer's own orders or by the
/// announcements, which do not show the dead.
fn roster(shapes: &mut Vec<Shape>, view: &View, seat: Seat, top: f32) {
    let bout = view.truth().and_then(|truth| truth.get(view.position().bout_number() - 1));
    for (index, unit) in Unit::ALL.into_iter().enumerate() {
        let left = column(index) - TILE / 2.0;
        let (used, fate) = match bout {
            Some(bout) => {
                let used = went_in(bout, seat, unit);
                let fate = fate(&bout.armies()[seat], unit, !used.is_empty());
                (used, Some(fate))
            }
            None if view.seat() == Some(seat) => (view.out_in(unit), None),
            None => (view.position().bout().shown_in(seat, unit), None),
        };
        tile(shapes, seat, unit, [left, top], &used, fate);
    }
}

/// The left edge of a unit's tile.
fn place(unit: Unit) -> Option<f32> {
    Unit::ALL.into_iter().position(|each| each == unit).map(|index| column(index) - TILE / 2.0)
}

fn went_in(bout: &TrueBout, seat: Seat, unit: Unit) -> Vec<usize> {
    (1..).zip(bout.rounds()).filter(|(_, fought)| fought.units[seat] == unit).map(|(round, _)| round).collect()
}

fn fate(army: &Army, unit: Unit, used: bool) -> Fate {
    match (unit, army.lives(unit)) {
        (Unit::Chocobo, _) => Fate::Ready,
        (_, true) if used => Fate::Survived,
        (_, true) => Fate::Ready,
        (_, false) if army.replay() == Some(unit) => Fate::Back,
        (_, false) => Fate::Dead,
    }
}

fn tile(shapes: &mut Vec<Shape>, seat: Seat, unit: Unit, [left, top]: [f32; 2], used: &[usize], fate: Option<Fate>) {
    let ready = match fate {
        Some(fate) => fate != Fate::Dead,
        None => used.is_empty() || unit == Unit::Chocobo,
    };
    let (fill, edge) = if ready { (Some(Ink::Panel), Ink::seat_shade(seat)) } else { (None, Ink::Panel) };
    shapes.push(field(seat, [left, top + 1.0, TILE, ROSTER - 2.0], 16.0, fill, Some((edge, 2.0))));
    let drawing = own_emblem(seat, unit, [left + 17.0, top + 7.0, 54.0]);
    shapes.push(if ready { drawing } else { faint(drawing, FAINT) });
    let ink = if ready { Ink::Words } else { Ink::Muted };
    shapes.push(figure(unit.number(), [left + 18.0, top + 86.0], Scene::LEGIBLE, ink));
    let sign = match fate {
        Some(Fate::Survived) => Some("check"),
        Some(Fate::Back) => Some("back"),
        Some(Fate::Dead) => Some("skull"),
        Some(Fate::Ready) | None => None,
    };
    if let Some(sign) = sign {
        shapes.push(mark(sign, [left + 58.0, top + 6.0, 24.0], Ink::Words));
    }
    let times = match used {
        [] => return,
        [round] if unit != Unit::Chocobo => format!("R{round}"),
        _ => format!("×{}", used.len()),
    };
    shapes.push(Shape::bold(
        [left + TILE - 8.0, top + 86.0],
        Scene::LEGIBLE,
        Align::End,
        Ink::Neutral,
        Text::new(times),
    ));
}

/// Draws a seat's total of a finished bout, in place of its roster.
fn total(shapes: &mut Vec<Shape>, seat: Seat, points: BySeat<u16>, winner: Option<Seat>, top: f32) {
    let won = winner == Some(seat);
    let (fill, edge) = if won { (Ink::seat_dim(seat), Ink::seat(seat)) } else { (Ink::Panel, Ink::Panel) };
    let at = [2.0, top + 2.0, Scene::WIDTH - 4.0, ROSTER - 4.0];
    shapes.push(field(seat, at, 20.0, Some(fill), Some((edge, 3.0))));
    let middle = top + ROSTER / 2.0;
    if won {
        shapes.push(mark("crown", [30.0, middle - 27.0, 54.0], Ink::seat(seat)));
    } else if winner.is_none() {
        shapes.push(mark("tie", [30.0, middle - 27.0, 54.0], Ink::Neutral));
    } else {
        let token = Shape::Token {
            seat,
            centre: [57.0, middle],
            radius: 22.0,
            fill: None,
            stroke: Some((Ink::seat(seat), 5.0)),
        };
        shapes.push(token);
    }
    shapes.push(name(seat, [112.0, middle + 13.0], 38.0, Ink::Words, 540.0));
    let right = Scene::WIDTH - 30.0;
    shapes.push(Shape::plain([right, middle + 12.0], 28.0, Align::End, Ink::Muted, Text::new("points")));
    let ink = if won { Ink::seat(seat) } else { Ink::Words };
    shapes.push(Shape::bold(
        [right - 102.0, middle + 20.0],
        58.0,
        Align::End,
        ink,
        Text::new(points[seat].to_string()),
    ));
}

/// Draws the ten rounds of the bout.
fn rounds(shapes: &mut Vec<Shape>, view: &View, top: f32) {
    shapes.push(Shape::field([0.0, top, Scene::WIDTH, ROUNDS_HIGH], 18.0, Ink::Sunk));
    let bout = view.position().bout();
    let [wide, high] = CELL;
    let middle = top + ROUNDS_HIGH / 2.0;
    let tops = BySeat { ec: top + 11.0, dmo: top + ROUNDS_HIGH - 11.0 - high };
    for index in 0..ROUNDS {
        let x = column(index);
        let Some(shown) = bout.rounds.get(index) else {
            waiting(shapes, view, index, x, tops, middle);
            continue;
        };
        let newest = index + 1 == bout.rounds.len();
        if newest {
            let at = [x - 45.5, top + 4.0, 91.0, ROUNDS_HIGH - 8.0];
            shapes.push(Shape::Rect { at, radius: 16.0, fill: Some(Ink::Raised), stroke: Some((Ink::Accent, 3.0)) });
        }
        let revealed = revealed(view, index);
        let winner = revealed.map_or(shown.winner, |(_, winner)| winner);
        for seat in Seat::ALL {
            let at = [x - wide / 2.0, tops[seat], wide, high];
            let (unit, badge) = cell(view, index, seat);
            let won = winner == Some(seat);
            let strength = revealed.map(|(strength, _)| strength[seat]);
            fighter(shapes, seat, unit, at, strength, won, won || winner.is_none());
            if let Some(badge) = badge {
                draw_badge(shapes, seat, &badge, at);
            }
        }
        shapes.extend(pointer(index + 1, winner, [x, middle]));
    }
}

/// The strengths and the true winner of a round, if the viewer may know them.
fn revealed(view: &View, round: usize) -> Option<(BySeat<u8>, Option<Seat>)> {
    let fought = view.truth()?.get(view.position().bout_number() - 1)?.rounds().get(round)?;
    Some((fought.strength, fought.winner))
}

/// The unit in a seat's half of a round's column, and the badge for this viewer.
fn cell(view: &View, round: usize, seat: Seat) -> (Unit, Option<Badge>) {
    let now = view.position().bout_number() - 1;
    let shown = view.position().bout().rounds[round].units[seat];
    if let Some(fought) = view.truth().and_then(|truth| truth.get(now)?.rounds().get(round)) {
        let unit = fought.units[seat];
        return (unit, (unit != shown).then_some(Badge::As(shown)));
    }
    if view.seat() != Some(seat) {
        return (shown, None);
    }
    let badge = match view.sent_now().and_then(|sent| sent.get(round).copied()) {
        None => None,
        Some(None) => Some(Badge::Late),
        Some(Some(order)) if view.replaced(now, round) => Some(Badge::Instead(order.unit())),
        Some(Some(order)) => match (order.unit(), order.second()) {
            (Unit::BlueMage, _) => Some(Badge::Masked),
            (_, second) => second.map(Badge::Names),
        },
    };
    (shown, badge)
}

/// Draws a unit that was sent. A known strength stands in the corner away from the crown and the badge.
fn fighter(
    shapes: &mut Vec<Shape>,
    seat: Seat,
    unit: Unit,
    at: [f32; 4],
    strength: Option<u8>,
    won: bool,
    bright: bool,
) {
    let [left, top, wide, high] = at;
    let (fill, edge) =
        if won { (Ink::seat_dim(seat), (Ink::seat(seat), 3.0)) } else { (Ink::Panel, (Ink::Panel, 2.0)) };
    shapes.push(field(seat, at, 16.0, Some(fill), Some(edge)));
    let place =
        if strength.is_some() { [left + 33.0, top + 4.0, 46.0] } else { [left + (wide - 56.0) / 2.0, top + 9.0, 56.0] };
    let drawing = own_emblem(seat, unit, place);
    shapes.push(if bright { drawing } else { faint(drawing, FAINT) });
    if won {
        shapes.push(mark("crown", [left + 5.0, top + 4.0, 22.0], Ink::Accent));
    }
    if let Some(strength) = strength {
        shapes.push(figure(strength, [left + 21.0, top + high - 8.0], Scene::LEGIBLE, Ink::Words));
    }
}

fn draw_badge(shapes: &mut Vec<Shape>, seat: Seat, badge: &Badge, [left, top, wide, high]: [f32; 4]) {
    let centre = [left + wide - 17.0, top + high - 17.0];
    let at = [centre[0] - 14.0, centre[1] - 14.0, 28.0];
    shapes.push(Shape::Token {
        seat: Seat::Ec,
        centre,
        radius: 20.0,
        fill: Some(Ink::Sunk),
        stroke: Some((Ink::seat(seat), 2.5)),
    });
    match badge {
        Badge::Masked => shapes.push(mark("mask", at, Ink::Words)),
        Badge::Late => shapes.push(mark("hourglass", at, Ink::Words)),
        Badge::Names(unit) | Badge::As(unit) => shapes.push(emblem(*unit, at, Ink::Words, Ink::NeutralShade)),
        Badge::Instead(unit) => {
            shapes.push(faint(emblem(*unit, at, Ink::Words, Ink::NeutralShade), 0.7));
            let points = vec![[at[0], at[1] + 28.0], [at[0] + 28.0, at[1]]];
            shapes.push(Shape::Line { points, ink: Ink::seat(seat), width: 3.5, dash: None });
        }
    }
}

/// Draws a future round; the awaited one is highlighted.
fn waiting(shapes: &mut Vec<Shape>, view: &View, index: usize, x: f32, tops: BySeat<f32>, middle: f32) {
    let [wide, high] = CELL;
    let awaited = view.position().stage() == Stage::Round && index == view.position().bout().rounds.len();
    for seat in Seat::ALL {
        let at = [x - wide / 2.0, tops[seat], wide, high];
        let edge = if awaited { Ink::seat(seat) } else { Ink::Panel };
        shapes.push(field(seat, at, 16.0, Some(Ink::Ground), Some((edge, if awaited { 3.0 } else { 2.0 }))));
        if awaited {
            let at = [x - 19.0, tops[seat] + high / 2.0 - 19.0, 38.0];
            shapes.push(faint(mark("question", at, Ink::seat(seat)), 0.85));
        }
    }
    shapes.push(figure(
        index + 1,
        [x, middle + 10.0],
        Scene::LEGIBLE,
        if awaited { Ink::Words } else { Ink::NeutralShade },
    ));
}

/// Draws all bouts of the match with their totals.
#[expect(clippy::cast_precision_loss, reason = "there are six bouts at most")]
fn bouts(shapes: &mut Vec<Shape>, view: &View, top: f32) {
    let played = view.position().bouts();
    let count = played.len().max(BOUTS);
    let wide = (Scene::WIDTH - GAP * (count as f32 - 1.0)) / count as f32;
    for index in 0..count {
        let left = (wide + GAP) * index as f32;
        bout_box(shapes, played.get(index), index + 1, [left, top, wide, BOUTS_HIGH]);
    }
}

fn bout_box(shapes: &mut Vec<Shape>, bout: Option<&Bout>, number: usize, at: [f32; 4]) {
    let [left, top, wide, high] = at;
    let (middle, base) = (left + wide / 2.0, top + high / 2.0 + 10.0);
    let Some(bout) = bout else {
        shapes.push(Shape::outline([left + 1.0, top + 1.0, wide - 2.0, high - 2.0], 12.0, Ink::Panel, 2.0));
        let text = Text::new(format!("Bout {number}"));
        shapes.push(Shape::plain([middle, base], Scene::LEGIBLE, Align::Middle, Ink::NeutralShade, text));
        return;
    };
    let Some(points) = bout.points else {
        let at = [left + 1.5, top + 1.5, wide - 3.0, high - 3.0];
        shapes.push(Shape::Rect { at, radius: 12.0, fill: Some(Ink::Panel), stroke: Some((Ink::Neutral, 2.0)) });
        shapes.push(Shape::bold(
            [middle, base],
            Scene::LEGIBLE,
            Align::Middle,
            Ink::Words,
            Text::new(format!("Bout {number}")),
        ));
        return;
    };
    shapes.push(Shape::field(at, 12.0, Ink::Panel));
    shapes.push(Shape::plain([middle, base], Scene::LEGIBLE, Align::Middle, Ink::Muted, Text::new("–")));
    for seat in Seat::ALL {
        let won = bout.winner() == Some(seat);
        let out = |distance: f32| middle + if seat == Seat::Ec { -distance } else { distance };
        let align = if seat == Seat::Ec { Align::End } else { Align::Start };
        let ink = if won { Ink::seat(seat) } else { Ink::Muted };
        let size = if points.iter().any(|(_, &points)| points > 99) { 21.0 } else { Scene::LEGIBLE };
        shapes.push(Shape::bold([out(13.0), base], size, align, ink, Text::new(points[seat].to_string())));
        if won {
            let left = out(wide / 2.0 - 14.0) - 10.0;
            shapes.push(mark("crown", [left, top + high / 2.0 - 11.0, 20.0], ink));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_columns_lie_within_the_body() {
        assert!(column(0) >= TILE / 2.0);
        assert!(column(ROUNDS - 1) + TILE / 2.0 <= Scene::WIDTH);
    }
}
