//! What one viewer may see: the position, and at most one seat's secrets; both seats' for the referee, and for everyone once the match
//! has been played to its end.

use serde_json::{Map, Value, json};

use super::order::{Action, Actions, Order, actions_text};
use super::position::{Ending, Phase, Position};
use super::resolve::{Fighter, Report};
use super::secrets::Secrets;
use super::state::State;
use super::unit::{Stat, Units, letters, total};
use crate::game::{AtTable, BySeat, Habit, Outcome, Progress, Seat, Seen, Viewer, Views};

/// What the match waits for, as people see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Both allocations.
    Allocation,
    /// The start time.
    Break,
    /// The actions of a round.
    Battle,
    /// Nothing: it is over.
    Over,
}

/// What one viewer may see.
#[derive(Clone, Debug)]
pub struct View {
    position: Position,
    own: Option<(Seat, Secrets)>,
    all: Option<BySeat<Secrets>>,
    /// Whether the match waits for its start time.
    waits: bool,
    /// How the table ended the match.
    ended: Option<Outcome>,
}

impl View {
    /// How the match ended, by play or by the table.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.ending().map(Ending::outcome).or(self.ended)
    }

    /// What everyone knows.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The seat whose view it is.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        self.own.as_ref().map(|&(seat, _)| seat)
    }

    /// What the view's seat hides from the other.
    #[must_use]
    pub fn own(&self) -> Option<&Secrets> {
        self.own.as_ref().map(|(_, secrets)| secrets)
    }

    /// What both seats hide or hid, where the viewer may know it.
    #[must_use]
    pub const fn all(&self) -> Option<&BySeat<Secrets>> {
        self.all.as_ref()
    }

    /// What the viewer may know of a seat's secrets.
    #[must_use]
    pub fn of(&self, seat: Seat) -> Option<&Secrets> {
        let own = self.own.as_ref().filter(|(own, _)| *own == seat).map(|(_, secrets)| secrets);
        own.or(self.all.as_ref().map(|all| &all[seat]))
    }

    /// What the match waits for.
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

    /// The units that the view's seat is asked to give actions to.
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

    /// The totals, which decide a match that is not stormed.
    fn progress(&self) -> Option<Progress> {
        let BySeat { ec, dmo } = self.secrets.as_ref().map(|secrets| secrets.units().map(total));
        Some(Progress { scores: BySeat { ec: ec?, dmo: dmo? }, unit: "in total".to_owned() })
    }

    /// A match is opened with the units' statistics, all five together; what is used are actions.
    fn habit(&self, _seat: Seat, order: &Order) -> Habit {
        match order {
            Order::Allocation(units) => {
                // Which letter a unit has makes no difference.
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
    fn disclosed(&self) -> Option<String> {
        (self.ended.is_some() || self.stage() == Stage::Over).then(|| "what was hidden in the match".to_owned())
    }

    /// `phase`, `round` and `units` as in the referee state, with null for units the viewer may not know; `stage`
    /// (`allocation`, `break`, `battle`, `over`), `reports` (each round as it was announced), `ending`, for a seat also `you` and its
    /// `orders`, one for each round, null where none came.
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
