//! One viewer's view of a match.
//!
//! A view is the position and at most one seat's own orders. It contains the truth only for the referee, and for everyone once the match
//! has been played to its end. So nothing made from a view can disclose a Blue Mage's secret.

use serde_json::{Value, json};

use super::army::Army;
use super::duel::Fought;
use super::order::Order;
use super::position::{Position, SentOrders, Shown, Stage};
use super::state::State;
use super::truth::TrueBout;
use super::unit::Unit;
use crate::game::{AtTable, Habit, Outcome, Seat, Seen, Viewer, Views};

/// One viewer's view.
#[derive(Clone, Debug)]
pub struct View {
    position: Position,
    own: Option<(Seat, SentOrders)>,
    truth: Option<Vec<TrueBout>>,
    /// The result, if the table ended the match.
    ended: Option<Outcome>,
}

impl View {
    /// The result, by play or by the table.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.position.stage() {
            Stage::Over(outcome) => Some(outcome),
            Stage::Round | Stage::Break => self.ended,
        }
    }

    /// The public position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The view's seat, if it is a player's.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        self.own.as_ref().map(|&(seat, _)| seat)
    }

    /// The orders of the view's seat in the bout with this index, from 0, by round; `None` inside for a missed order.
    #[must_use]
    pub fn sent(&self, bout: usize) -> Option<&[Option<Order>]> {
        self.own.as_ref().and_then(|(_, sent)| sent.get(bout)).map(Vec::as_slice)
    }

    /// The orders of the view's seat in the current bout.
    #[must_use]
    pub fn sent_now(&self) -> Option<&[Option<Order>]> {
        self.sent(self.position.bout_number() - 1)
    }

    /// Whether the view's seat is asked for a unit.
    #[must_use]
    pub fn awaits_unit(&self) -> bool {
        self.own.is_some() && self.ended.is_none() && self.position.stage() == Stage::Round
    }

    /// The rounds of the current bout, from 1, in which the view's seat ordered a unit, whatever unit was sent.
    #[must_use]
    pub fn ordered_in(&self, unit: Unit) -> Vec<usize> {
        let sent = (1..).zip(self.sent_now().unwrap_or_default());
        sent.filter(|(_, order)| order.is_some_and(|order| order.unit() == unit)).map(|(round, _)| round).collect()
    }

    /// Like [`View::ordered_in`], with the Chocobos that went out instead of a missing order or a dead unit.
    #[must_use]
    pub fn out_in(&self, unit: Unit) -> Vec<usize> {
        let (bout, orders) = (self.position.bout_number() - 1, self.sent_now().unwrap_or_default());
        let instead = |round: usize| unit == Unit::Chocobo && (orders[round].is_none() || self.replaced(bout, round));
        let ordered = self.ordered_in(unit);
        (1..=orders.len()).filter(|round| ordered.contains(round) || instead(round - 1)).collect()
    }

    /// The true facts of each bout, if the viewer may know them.
    #[must_use]
    pub fn truth(&self) -> Option<&[TrueBout]> {
        self.truth.as_deref()
    }

    /// Whether the announcement differs from the seat's order, because a Chocobo was sent. `round` is an index in the given bout, from 0.
    #[must_use]
    pub fn replaced(&self, bout: usize, round: usize) -> bool {
        let shown = self.position.bouts().get(bout).and_then(|bout| bout.rounds.get(round));
        let sent = self.sent(bout).and_then(|sent| sent.get(round).copied().flatten());
        match (self.seat(), shown, sent) {
            (Some(own), Some(shown), Some(order)) => shown.units[own] != order.shows(),
            _ => false,
        }
    }
}

impl Views for State {
    type View = View;

    fn view(&self, viewer: Viewer, at: &AtTable) -> View {
        let revealed = viewer == Viewer::Truth || matches!(self.position.stage(), Stage::Over(_));
        View {
            position: self.position.clone(),
            own: viewer.seat().map(|own| (own, self.sent[own].clone())),
            truth: revealed.then(|| self.truth.clone()),
            ended: at.ended,
        }
    }

    /// The opening is the first unit of the first bout.
    fn habit(&self, _seat: Seat, order: &Order) -> Habit {
        let habit = Habit::using([order.unit().name()]);
        let opens = self.position.bout_number() == 1 && self.position.round_number() == 1;
        if opens { habit.opening(order.unit().name()) } else { habit }
    }

    fn referee(&self, _at: &AtTable) -> Value {
        let bout = self.true_bout();
        let armies = bout.armies().as_ref();
        let position = &self.position;
        json!({
            "bout": position.bout_number(),
            "round": position.round_number(),
            "bouts": bouts_json(position),
            "round_wins": bout.round_wins(),
            "alive": armies.map(|army| army.living().map(|(unit, _)| unit).collect::<Vec<_>>()),
            "changed": armies.map(changed),
            "underworld": underworld_json(bout),
            "bonus": armies.map(Army::bonus),
            "replay": armies.map(Army::replay),
            "shown": position.bout().rounds.iter().copied().map(shown_json).collect::<Vec<_>>(),
            "true": bout.rounds().iter().map(fought_json).collect::<Vec<_>>(),
            "bout_points": points_json(position),
        })
    }
}

/// Living units whose strength differs from their number, as data.
fn changed(army: &Army) -> Value {
    let changed = army.living().filter(|&(unit, strength)| strength != unit.number());
    changed.map(|(unit, strength)| (unit.number().to_string(), json!(strength))).collect()
}

impl Seen for View {
    fn disclosed(&self) -> Option<String> {
        let bouts = self.position.bouts();
        let over = bouts.iter().rposition(|bout| bout.points.is_some());
        match over {
            _ if self.outcome().is_some() => None,
            // A bout is over from the step before the break until the next bout's first round resolves.
            Some(at)
                if self.position.stage() == Stage::Break || bouts.last().is_some_and(|bout| bout.rounds.is_empty()) =>
            {
                let points = bouts[at].points?;
                Some(format!("what bout {} came to, {} to {}", at + 1, points.ec, points.dmo))
            }
            _ => None,
        }
    }

    /// `bout`, `round`, `bouts`, `shown`, `bout_points` as in the referee state, `stage` (`round`, `break`, `over`), `earlier` (the
    /// announced rounds of earlier bouts). For a seat also `you` and `sent`; and `truth` if the viewer may know it.
    fn json(&self) -> Value {
        let position = &self.position;
        let earlier = position.bouts().split_last().map_or(&[][..], |(_, earlier)| earlier);
        let mut json = json!({
            "bout": position.bout_number(),
            "round": position.round_number(),
            "stage": match position.stage() {
                Stage::Round => "round",
                Stage::Break => "break",
                Stage::Over(_) => "over",
            },
            "bouts": bouts_json(position),
            "shown": position.bout().rounds.iter().copied().map(shown_json).collect::<Vec<_>>(),
            "earlier": earlier
                .iter()
                .map(|bout| bout.rounds.iter().copied().map(shown_json).collect::<Vec<_>>())
                .collect::<Vec<_>>(),
            "bout_points": points_json(position),
        });
        if let Some((seat, sent)) = &self.own {
            json["you"] = json!(seat);
            json["sent"] = json!(sent);
        }
        if let Some(truth) = &self.truth {
            json["truth"] = truth.iter().map(truth_json).collect();
        }
        json
    }
}

/// A winner as data: `ec`, `dmo` or `tie`.
pub(super) fn winner_id(winner: Option<Seat>) -> &'static str {
    winner.map_or("tie", Seat::id)
}

/// Bouts won and tied as data.
pub(super) fn bouts_json(position: &Position) -> Value {
    let won = position.bouts_won();
    json!({ "ec": won.ec, "dmo": won.dmo, "tied": position.bouts_tied() })
}

/// The totals of the finished bouts as data.
pub(super) fn points_json(position: &Position) -> Value {
    position.bouts().iter().filter_map(|bout| bout.points).map(|points| json!(points)).collect()
}

/// A round as announced, as data.
pub(super) fn shown_json(shown: Shown) -> Value {
    json!({ "ec": shown.units.ec, "dmo": shown.units.dmo, "winner": winner_id(shown.winner) })
}

/// A round's true facts as data.
pub(super) fn fought_json(fought: &Fought) -> Value {
    json!({
        "ec": fought.units.ec,
        "dmo": fought.units.dmo,
        "winner": winner_id(fought.winner),
        "strength": fought.strength,
    })
}

/// A seat's dead units as data: unit and strength, in order of death.
pub(super) fn underworld_json(bout: &TrueBout) -> Value {
    json!(bout.armies().as_ref().map(|army| {
        army.underworld().iter().map(|fallen| json!([fallen.unit, fallen.strength])).collect::<Vec<_>>()
    }))
}

/// A bout's true facts as data.
pub(super) fn truth_json(bout: &TrueBout) -> Value {
    json!({
        "rounds": bout.rounds().iter().map(fought_json).collect::<Vec<_>>(),
        "round_wins": bout.round_wins(),
        "underworld": underworld_json(bout),
        "points": bout.points(),
    })
}
