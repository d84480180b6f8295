//! Castle Siege: five units with hidden statistics on each side, five secret actions a round, and a castle to hold.
//!
//! **Source.** A Death Match by Zero, as featured in Zero's Gauntlet; its title and both of its tables are lost.
//!
//! **Notation.** The allocation `A 4/2/1 B 2/2/2 C 0/2/4 D 4/0/2 E 0/4/1`; a round's actions `ADRNA` or `A atk, B def, C rec`; see
//! [`Order`]. Conditions of the tables: see [`When`].
//!
//! **House rulings.**
//! - R: both tables are reconstructions; a host who owns the originals can give them in the ruleset.
//! - R: an allocation that never comes is `2/2/2` five times. Without a start time the allocation takes 10 minutes at most and closes
//!   when both are in.
//! - R: the defenders of both castles are shown by letter, besieged or not.
//! - A unit takes part in one phase only; all changes apply together at the end of the round, and the limits then.
//!
//! **Who knows what.** [`Position`] is what everyone knows, reports of rounds included; [`Secrets`] is what one seat hides: statistics
//! and orders. A [`View`] holds one seat's secrets at most until the match has been played to its end.

mod budget;
mod choose;
mod form;
mod order;
mod page;
mod position;
mod resolve;
mod ruleset;
mod scene;
mod secrets;
mod table;
mod tell;
mod text;
mod unit;
mod view;
mod when;

pub use order::{Action, Actions, Order};
pub use position::{BEFORE_START, Ending, Phase, Position, Shared, Timetable};
pub use resolve::{Fighter, Report, Siege, Workings};
pub use ruleset::{PrivateOrders, Ruleset};
pub use secrets::{OwnRound, Secrets};
pub use table::{Columns, Row, Table};
pub use tell::{Event, RoundOver};
pub use unit::{ByUnit, Letter, Ranking, SPENT, Stat, Stats, Units};
pub use view::View;
pub use when::When;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::game::{
    Ask, Asked, BySeat, Choice, Clocks, Closes, Example, Filled, Form, Given, Heading, Key, Legal, Outcome, Page,
    Preset, Refusal, Rules, Scene, Secrecy, Setup, SetupError, Text, Told, Until, Viewer, Wants,
};

/// The rules of Castle Siege.
pub struct CastleSiege;

/// The whole truth about a match in play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    position: Position,
    secrets: BySeat<Secrets>,
}

impl State {
    fn ask(&self) -> Ask {
        let ruleset = self.position.ruleset();
        let ask = Ask {
            prompt: "actions",
            wants: Wants::Order,
            secrecy: Secrecy::Private,
            until: Until::After(ruleset.actions_s * 1000),
            closes: Closes::WhenAllIn,
            bank: false,
        };
        match (self.position.phase(), self.position.timetable()) {
            (Phase::Allocation, None) => {
                Ask { prompt: "allocation", until: Until::After(ruleset.allocation_s * 1000), ..ask }
            }
            (Phase::Allocation, Some(timetable)) => {
                let until = Until::At(timetable.closes);
                Ask { prompt: "allocation", until, closes: Closes::AtDeadline, ..ask }
            }
            (Phase::Break, timetable) => Ask {
                prompt: "break",
                wants: Wants::Nothing,
                secrecy: Secrecy::Public,
                until: Until::At(timetable.map_or(0, |timetable| timetable.starts)),
                closes: Closes::AtDeadline,
                bank: false,
            },
            (Phase::Battle | Phase::Over(_), _) => ask,
        }
    }

    fn allocate(&mut self, given: &BySeat<Option<Order>>) -> Vec<Event> {
        let given = given.as_ref().map(|order| match order {
            Some(Order::Allocation(units)) => Some(*units),
            Some(Order::Actions(_)) | None => None,
        });
        let defaulted = given.as_ref().map(Option::is_none);
        let units = given.map(|units| units.unwrap_or(budget::DEFAULT));
        self.secrets = BySeat::from_fn(|seat| Secrets {
            allocated: Some(units[seat]),
            defaulted: defaulted[seat],
            rounds: Vec::new(),
        });
        let waits = self.position.timetable().is_some_and(Timetable::has_break);
        self.position.phase = if waits { Phase::Break } else { Phase::Battle };
        vec![Event::Allocated { units: Box::new(units), defaulted }]
    }

    fn play(&mut self, given: &BySeat<Option<Order>>) -> Vec<Event> {
        let orders = given.as_ref().map(|order| match order {
            Some(Order::Actions(actions)) => Some(*actions),
            Some(Order::Allocation(_)) | None => None,
        });
        let before = self.secrets.as_ref().map(|secrets| *secrets.units().expect("allocations are settled by round 1"));
        let mut units = before;
        let actions = orders.map(Option::unwrap_or_default);
        let number = self.position.played() + 1;
        let (report, workings) = resolve::round(number, self.position.ruleset(), &mut units, &actions);
        for (seat, order) in orders.iter() {
            self.secrets[seat].rounds.push(Shared::new(OwnRound { order: *order, units: units[seat] }));
        }
        self.position.reports.push(Shared::new(report.clone()));
        let stormed = report.stormed_by().map(Ending::Stormed);
        let last = number >= self.position.ruleset().rounds;
        let ending = stormed.or_else(|| last.then(|| secrets::final_ending(&units)));
        let mut events = vec![Event::Round(Box::new(RoundOver { report, workings, orders, before, units }))];
        if let Some(ending) = ending {
            self.position.phase = Phase::Over(ending);
            events.push(Event::Over(ending, Box::new((self.position.clone(), self.secrets.clone()))));
        }
        events
    }
}

impl Rules for CastleSiege {
    const ID: &'static str = "castle-siege";
    const NAME: &'static str = "Castle Siege";
    const BLURB: &'static str =
        "Five units with secret statistics battle, besiege and rest until a castle stands undefended.";
    const VERSION: u32 = 1;
    const USES_START_TIME: bool = true;

    type Ruleset = Ruleset;
    type State = State;
    type Order = Order;
    type Event = Event;
    type View = View;

    fn presets() -> Vec<Preset<Ruleset>> {
        ruleset::presets()
    }

    fn say_value(key: &str, value: &Value) -> Option<String> {
        Some(match (key, value) {
            ("allocation_s", s) => format!("{s} s for the allocation"),
            ("actions_s", s) => format!("{s} s for each round's actions"),
            ("rounds", many) => format!("{many} rounds at most"),
            ("battle_table", _) => "a battle table of the host's".to_owned(),
            ("siege_table", _) => "a siege table of the host's".to_owned(),
            _ => return None,
        })
    }

    fn keys() -> &'static [Key] {
        ruleset::KEYS
    }

    fn start(setup: &Setup<Ruleset>) -> Result<(State, Vec<Event>), SetupError> {
        if !setup.setup.is_empty() {
            return Err(SetupError::Setup(format!("{} is always laid out alike; leave `setup` empty.", Self::NAME)));
        }
        let position = Position::new(setup.ruleset.clone(), setup.starts_at);
        let begins = Event::Begins { timed: setup.starts_at.is_some() };
        Ok((State { position, secrets: BySeat::default() }, vec![begins]))
    }

    fn asked(state: &State) -> Asked {
        match state.position.ending() {
            Some(ending) => Asked::Over(ending.outcome()),
            None => Asked::Seats(BySeat::from_fn(|_| Some(state.ask()))),
        }
    }

    fn resolve(state: &mut State, given: BySeat<Given<Order>>) -> Vec<Event> {
        let given = given.map(Given::order);
        match state.position.phase() {
            Phase::Allocation => state.allocate(&given),
            Phase::Break => {
                state.position.phase = Phase::Battle;
                vec![Event::Starts]
            }
            Phase::Battle => state.play(&given),
            Phase::Over(_) => Vec::new(),
        }
    }

    fn reschedule(state: &mut State, starts_at: u64, began: u64, now: u64) {
        let least = began.saturating_add(state.position.ruleset().allocation_s * 1000);
        state.position.timetable = Some(Timetable::new(starts_at, least, now));
    }

    fn reveal(state: &State) -> Vec<Event> {
        vec![Event::Revealed(Box::new(state.secrets.clone()))]
    }

    fn view(state: &State, viewer: Viewer) -> View {
        View::new(&state.position, &state.secrets, viewer)
    }

    fn end(view: &mut View, outcome: Outcome) {
        view.end(outcome);
    }

    fn tell(event: &Event, viewer: Viewer) -> Option<Told> {
        Some(tell::tell(event, viewer))
    }

    fn parse(view: &View, text: &str) -> Result<Order, Refusal> {
        if view.allocates() {
            let units = order::read_units(text)?;
            let faults = budget::faults(&units);
            return wrong(&faults).map_or(Ok(Order::Allocation(units)), Err);
        }
        let Some(units) = view.commands() else {
            return Err(Refusal::illegal("No order is asked for here; wait until one is."));
        };
        let actions = order::read_actions(text)?;
        let hindrances = order::hindrances(units, &actions);
        wrong(&hindrances).map_or(Ok(Order::Actions(actions)), Err)
    }

    fn choices(view: &View, path: &[String]) -> Vec<Choice> {
        choose::choices(view, path)
    }

    fn form(view: &View, filled: &Filled) -> Option<Form> {
        form::form(view, filled)
    }

    fn legal(view: &View) -> Legal {
        if view.allocates() {
            return Legal::Counted(budget::allocations());
        }
        let orders = view.commands().map(order::all_actions).unwrap_or_default();
        Legal::Listed(orders.into_iter().map(|actions| Order::Actions(actions).to_string()).collect())
    }

    fn heading(view: &View) -> Heading {
        text::heading(view)
    }

    fn question(view: &View) -> Option<Text> {
        text::question(view).map(Text::new)
    }

    fn scene(view: &View) -> Scene {
        scene::scene(view)
    }

    fn describe(view: &View) -> Text {
        Text::new(text::describe(view))
    }

    fn example(ruleset: &Ruleset) -> Result<Example, SetupError> {
        scene::example(ruleset)
    }

    fn queries() -> &'static [(&'static str, &'static str)] {
        text::QUERIES
    }

    fn answer(view: &View, query: &str) -> Result<Text, Refusal> {
        text::answer(view, query).map(Text::new)
    }

    fn view_json(view: &View) -> Value {
        view.json()
    }

    fn referee_json(state: &State, _clocks: &Clocks) -> Value {
        view::json(&state.position, state.secrets.as_ref().map(Secrets::units))
    }

    fn page(ruleset: &Ruleset) -> Page {
        page::page(ruleset)
    }

    fn editable(ruleset: &Ruleset) -> bool {
        ruleset.private_orders == PrivateOrders::Editable
    }
}

/// A refusal that names everything that is wrong.
fn wrong(faults: &[String]) -> Option<Refusal> {
    (!faults.is_empty()).then(|| Refusal::illegal(format!("Change this: {}.", faults.join("; "))))
}
