//! One viewer's view: the position, and at most one seat's secrets. The referee sees both seats' secrets; so does everyone once the match
//! has been played to its end.

use serde_json::{Map, Value, json};

use super::order::{Action, Actions, Order, actions_text};
use super::position::{Ending, Phase, Position};
use super::round::{Fighter, Report};
use super::secrets::Secrets;
use super::state::State;
use super::unit_stats::{Stat, Units, letters, total};
use crate::game::{AtTable, BySeat, Habit, Outcome, Progress, Seat, Seen, Viewer, Views};

/// The match's current phase, as shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Both seats allocate.
    Allocation,
    /// The match waits for its start time.
    Break,
    /// Both seats order the actions of a round.
    Battle,
    /// The match is over.
    Over,
}

/// One viewer's view.
#[derive(Clone, Debug)]
pub struct View {
    position: Position,
    own: Option<(Seat, Secrets)>,
    all: Option<BySeat<Secrets>>,
    /// Whether the match waits for its start time.
    waits: bool,
    /// The result, if the table ended the match.
    ended: Option<Outcome>,
}

impl View {
    /// The result, by play or by the table.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.ending().map(Ending::outcome).or(self.ended)
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

    /// The secrets of the view's seat.
    #[must_use]
    pub fn own(&self) -> Option<&Secrets> {
        self.own.as_ref().map(|(_, secrets)| secrets)
    }

    /// Both seats' secrets, if the viewer may know them.
    #[must_use]
    pub const fn all(&self) -> Option<&BySeat<Secrets>> {
        self.all.as_ref()
    }

    /// A seat's secrets, if the viewer may know them.
    #[must_use]
    pub fn of(&self, seat: Seat) -> Option<&Secrets> {
        let own = self.own.as_ref().filter(|(own, _)| *own == seat).map(|(_, secrets)| secrets);
        own.or(self.all.as_ref().map(|all| &all[seat]))
    }

    /// The current phase, as shown.
    #[must_use]
    pub const fn stage(&self) -> Stage {
        match self.position.phase() {
            Phase::Allocation => Stage::Allocation,
            Phase::Battle if self.waits => Stage::Break,
            Phase::Battle => Stage::Battle,
            Phase::Over(_) => Stage::Over,
        }
    }

    /// Whether the view's seat is asked for an allocation.
    #[must_use]
    pub fn allocates(&self) -> bool {
        self.own.is_some() && self.ended.is_none() && self.stage() == Stage::Allocation
    }

    /// The units that the view's seat is asked to command.
    #[must_use]
    pub fn commands(&self) -> Option<&Units> {
        let asked = self.stage() == Stage::Battle && self.ended.is_none();
        self.own().filter(|_| asked).and_then(Secrets::units)
    }
}

impl Views for State {
    type View = View;

    fn view(&self, viewer: Viewer, at: &AtTable) -> View {
        let revealed = viewer == Viewer::Truth || self.position.ending().is_some();
        View {
            position: self.position.clone(),
            own: viewer.seat().map(|seat| (seat, self.secrets[seat].clone())),
            all: revealed.then(|| self.secrets.clone()),
            waits: at.waits,
            ended: at.ended,
        }
    }

    /// The totals, which decide a match without a storm.
    fn progress(&self) -> Option<Progress> {
        let BySeat { ec, dmo } = self.secrets.as_ref().map(|secrets| secrets.units().map(total));
        Some(Progress { scores: BySeat { ec: ec?, dmo: dmo? }, unit: "in total".to_owned() })
    }

    /// The opening is the statistics of all five units. The uses are the actions.
    fn habit(&self, _seat: Seat, order: &Order) -> Habit {
        match order {
            Order::Allocation(units) => {
                // The letters of the units make no difference.
                let mut each: Vec<_> =
                    units.iter().map(|(_, unit)| [Stat::Atk, Stat::Def, Stat::Hp].map(|stat| unit[stat])).collect();
                each.sort_unstable_by(|a, b| b.cmp(a));
                let each: Vec<_> = each.iter().map(|[atk, def, hp]| format!("{atk}/{def}/{hp}")).collect();
                Habit::default().opening(format!("{} ATK/DEF/HP", each.join(" ")))
            }
            Order::Actions(actions) => {
                let acts = actions.iter().map(|(_, action)| *action).filter(|action| *action != Action::None);
                Habit::using(acts.map(Action::words))
            }
        }
    }

    fn referee(&self, _at: &AtTable) -> Value {
        json(&self.position, self.secrets.as_ref().map(Secrets::units))
    }
}

impl Seen for View {
    /// `phase`, `round` and `units` as in the referee state, with null for units that the viewer may not know; `stage` (`allocation`,
    /// `break`, `battle`, `over`), `reports` (each round as announced), `ending`. For a seat also `you` and its `orders`, one for each
    /// round, null if missed.
    fn json(&self) -> Value {
        let position = &self.position;
        let units = BySeat::from_fn(|seat| self.of(seat).and_then(Secrets::units));
        let mut json = json(position, units);
        json["stage"] = match self.stage() {
            Stage::Allocation => "allocation",
            Stage::Break => "break",
            Stage::Battle => "battle",
            Stage::Over => "over",
        }
        .into();
        json["reports"] = position.reports().iter().map(|report| report_json(report)).collect();
        json["ending"] = json!(position.ending());
        if let Some((seat, secrets)) = &self.own {
            json["you"] = json!(seat);
            json["orders"] = orders_json(secrets);
        }
        json
    }
}

/// The referee state.
fn json(position: &Position, units: BySeat<Option<&Units>>) -> Value {
    let phase = if position.phase() == Phase::Allocation { "allocation" } else { "battle" };
    json!({ "phase": phase, "round": position.round(), "units": units.map(|units| units.map(units_json)) })
}

/// A seat's units as data: `{"A":[4,2,1,0],…}`.
pub(super) fn units_json(units: &Units) -> Value {
    units.iter().map(|(letter, unit)| (letter.to_string(), json!(unit.0))).collect::<Map<_, _>>().into()
}

/// A seat's order as data.
pub(super) fn order_json(order: Option<&Actions>) -> Value {
    order.map(actions_text).into()
}

/// A seat's orders, one for each round.
pub(super) fn orders_json(secrets: &Secrets) -> Value {
    secrets.rounds.iter().map(|round| order_json(round.order.as_ref())).collect()
}

/// The public account of a round, as data.
pub(super) fn report_json(report: &Report) -> Value {
    let fighter = |Fighter(letter, atk): Fighter| json!([letter.name(), atk]);
    json!({
        "round": report.round,
        "battle": report.battle.iter().map(|pair| json!(pair.map(fighter))).collect::<Vec<_>>(),
        "defenders": report.defenders.as_ref().map(|defenders| letters(defenders)),
        "siege": report.siege.as_ref().map(|siege| json!({
            "castle": siege.castle,
            "attackers": letters(&siege.attackers),
            "sa": siege.sa,
            "sd": siege.sd,
        })),
    })
}
