//! A Warrior's Death: five bouts of ten rounds in which both seats secretly send a unit, and the dead count too.
//!
//! **Source.** "A Warrior's Death" by `e_is_cool` and elara, as featured in The Genius: Heaven and Hell.
//!
//! **Notation.** `samurai`, `astrologian>dragoon` (expecting a Dragoon), `blue-mage>chocobo` (disguised as a Chocobo); see [`Order`].
//!
//! **House rulings.**
//! - R1: naming a dead unit is accepted and sends out a Chocobo; a refusal could give away what a Blue Mage hid. Players get no tool for
//!   their notes, so nothing works out for them who is dead: a warning says that a unit was sent before, and no more.
//! - R2: an order that cannot be read is refused rather than turned into a Chocobo.
//! - R3: a Dark Knight's second life still has its ability, to no use of its own, and a Sage that meets it copies it. A Sage that came
//!   back copies again, has no third life, and lives on for good if it wins with a copied Samurai ability.
//! - R4: a unit alive at the end of a bout gives no underworld points.
//! - R5: a strength changed in a round stays for the rest of the bout.
//!
//! **Who knows what.** [`Position`] is what was announced, a seat's own orders are its secret, and [`TrueBout`] is known to neither
//! seat; a [`View`] holds the first, at most one seat's second, and the third only for the referee and after the end.

mod army;
mod choose;
mod order;
mod page;
mod position;
mod resolve;
mod scene;
mod tell;
mod text;
mod truth;
mod unit;
mod view;

pub use army::{Army, Fallen};
pub use order::Order;
pub use position::{BOUTS, Bout, Position, PrivateOrders, ROUNDS, Ruleset, Shown, Stage};
pub use resolve::{Effect, Fought};
pub use tell::{Event, RoundOver};
pub use truth::TrueBout;
pub use unit::{Unit, UnknownUnit};
pub use view::View;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::game::{
    Ask, Asked, BySeat, Choice, Clocks, Closes, Contest, Example, Given, Heading, Key, Kind, Legal, Outcome, Page,
    Preset, Refusal, Rules, Scene, Seat, Secrecy, Setup, SetupError, Text, Told, Until, Viewer, Wants,
};
use position::Sendings;

/// The rules of A Warrior's Death.
pub struct WarriorsDeath;

/// The whole truth about a match in play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    position: Position,
    sent: BySeat<Sendings>,
    truth: Vec<TrueBout>,
}

impl State {
    fn new(ruleset: Ruleset) -> Self {
        let sent = BySeat::from_fn(|_| vec![Vec::new()]);
        Self { position: Position::new(ruleset), sent, truth: vec![TrueBout::new()] }
    }

    fn true_bout(&self) -> &TrueBout {
        self.truth.last().expect("a match has a bout from its start")
    }

    fn open_bout(&mut self) -> Event {
        self.position.open_bout();
        self.truth.push(TrueBout::new());
        for seat in Seat::ALL {
            self.sent[seat].push(Vec::new());
        }
        Event::BoutBegins { bout: self.position.bout_number() }
    }

    fn fight(&mut self, orders: BySeat<Option<Order>>) -> Vec<Event> {
        let (bout, round) = (self.position.bout_number(), self.position.round_number());
        let truth = self.truth.last_mut().expect("a match has a bout from its start");
        let sends = BySeat::from_fn(|seat| truth.sends(seat, orders[seat]));
        let shown = truth.fight(orders);
        let fought = truth.rounds().last().expect("a round was fought").clone();
        for seat in Seat::ALL {
            let sent = self.sent[seat].last_mut().expect("a match has a bout from its start");
            sent.push(orders[seat]);
        }
        let fell_back = BySeat::from_fn(|seat| orders[seat].is_some_and(|order| order.unit() != sends[seat]));
        let mut events = vec![Event::Round(RoundOver { bout, round, shown, sent: orders, fell_back, fought })];
        if self.position.announce(shown) {
            events.extend(self.close_bout());
        }
        events
    }

    fn close_bout(&mut self) -> Vec<Event> {
        let truth = self.truth.last_mut().expect("a match has a bout from its start");
        truth.close();
        let points = truth.points();
        self.position.close_bout(points);
        let mut events = vec![Event::BoutOver { position: self.position.clone(), truth: self.true_bout().clone() }];
        if let Stage::Over(outcome) = self.position.stage() {
            events.push(Event::MatchOver { outcome, position: self.position.clone(), truth: self.truth.clone() });
        }
        events
    }
}

impl Rules for WarriorsDeath {
    const ID: &'static str = "warriors-death";
    const NAME: &'static str = "A Warrior's Death";
    const BLURB: &'static str = "Secret duels of ten units with odd abilities, in which the fallen score too.";
    const VERSION: u32 = 2;

    type Ruleset = Ruleset;
    type State = State;
    type Order = Order;
    type Event = Event;
    type View = View;

    fn presets() -> Vec<Preset<Ruleset>> {
        vec![Preset { id: "standard", name: "Standard", contest: Contest::DeathMatch, ruleset: Ruleset::default() }]
    }

    fn say_value(key: &str, value: &Value) -> Option<String> {
        Some(match (key, value) {
            ("unit_s", s) => format!("{s} s for each order"),
            ("break_s", s) => format!("breaks of up to {s} s"),
            ("stop_when_decided", Value::Bool(true)) => "ends as soon as it is decided".to_owned(),
            ("stop_when_decided", _) => "all five bouts are played".to_owned(),
            _ => return None,
        })
    }

    fn keys() -> &'static [Key] {
        const KEYS: &[Key] = &[
            Key::timer("unit_s", "Time to choose a unit each round"),
            Key::timer("break_s", "Longest break between bouts; over early when both players are ready"),
            Key {
                name: "stop_when_decided",
                kind: Kind::Flag,
                note: "Whether the match ends after a bout that leaves the other player no way to catch up",
            },
            Key::PRIVATE_ORDERS,
        ];
        KEYS
    }

    fn start(setup: &Setup<Ruleset>) -> Result<(State, Vec<Event>), SetupError> {
        no_setup(&setup.setup)?;
        Ok((State::new(setup.ruleset.clone()), vec![Event::BoutBegins { bout: 1 }]))
    }

    fn asked(state: &State) -> Asked {
        let ruleset = state.position.ruleset();
        let (prompt, wants, secrecy, seconds) = match state.position.stage() {
            Stage::Over(outcome) => return Asked::Over(outcome),
            Stage::Round => ("unit", Wants::Order, Secrecy::Private, ruleset.unit_s),
            Stage::Break => ("break", Wants::Ready, Secrecy::Public, ruleset.break_s),
        };
        let until = Until::After(seconds * 1000);
        let ask = Ask { prompt, wants, secrecy, until, closes: Closes::WhenAllIn, bank: false };
        Asked::Seats(BySeat { ec: Some(ask), dmo: Some(ask) })
    }

    fn resolve(state: &mut State, given: BySeat<Given<Order>>) -> Vec<Event> {
        match state.position.stage() {
            Stage::Over(_) => Vec::new(),
            Stage::Break => vec![state.open_bout()],
            Stage::Round => state.fight(given.map(Given::order)),
        }
    }

    fn reveal(state: &State) -> Vec<Event> {
        if state.true_bout().rounds().is_empty() && state.truth.len() == 1 {
            return Vec::new();
        }
        vec![Event::Revealed { position: state.position.clone(), truth: state.truth.clone() }]
    }

    fn view(state: &State, viewer: Viewer) -> View {
        View::new(&state.position, &state.sent, &state.truth, viewer)
    }

    fn end(view: &mut View, outcome: Outcome) {
        view.end(outcome);
    }

    fn tell(event: &Event, viewer: Viewer) -> Option<Told> {
        Some(tell::tell(event, viewer))
    }

    fn parse(view: &View, text: &str) -> Result<Order, Refusal> {
        let order = text.parse()?;
        if view.awaits_unit() {
            Ok(order)
        } else {
            Err(Refusal::illegal("No unit is asked for here; wait for the next round."))
        }
    }

    fn caution(view: &View, order: &Order) -> Option<String> {
        choose::caution(view, *order)
    }

    fn choices(view: &View, path: &[String]) -> Vec<Choice> {
        choose::choices(view, path)
    }

    fn hint(view: &View, path: &[String]) -> String {
        choose::hint(view, path).to_owned()
    }

    fn legal(view: &View) -> Legal {
        if !view.awaits_unit() {
            return Legal::Listed(Vec::new());
        }
        let mut orders: Vec<_> = Order::all().map(|order| order.to_string()).collect();
        orders.sort_unstable();
        Legal::Listed(orders)
    }

    fn heading(view: &View) -> Heading {
        text::heading(view)
    }

    fn question(view: &View) -> Option<Text> {
        view.awaits_unit().then(|| Text::new(text::QUESTION))
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
        let bout = state.true_bout();
        let armies = bout.armies().as_ref();
        let position = &state.position;
        json!({
            "bout": position.bout_number(),
            "round": position.round_number(),
            "bouts": view::bouts_json(position),
            "round_wins": bout.round_wins(),
            "alive": armies.map(|army| army.living().map(|(unit, _)| unit).collect::<Vec<_>>()),
            "changed": armies.map(changed),
            "underworld": view::underworld_json(bout),
            "bonus": armies.map(Army::bonus),
            "replay": armies.map(Army::replay),
            "shown": position.bout().rounds.iter().copied().map(view::shown_json).collect::<Vec<_>>(),
            "true": bout.rounds().iter().map(view::fought_json).collect::<Vec<_>>(),
            "bout_points": view::points_json(position),
        })
    }

    fn page(ruleset: &Ruleset) -> Page {
        page::page(ruleset)
    }

    fn editable(ruleset: &Ruleset) -> bool {
        ruleset.private_orders == PrivateOrders::Editable
    }
}

fn no_setup(setup: &Map<String, Value>) -> Result<(), SetupError> {
    if setup.is_empty() {
        return Ok(());
    }
    Err(SetupError::Setup(format!("{} is always laid out alike; leave `setup` empty.", WarriorsDeath::NAME)))
}

/// Living units whose strength is not their number, as data.
fn changed(army: &Army) -> Value {
    let changed = army.living().filter(|&(unit, strength)| strength != unit.number());
    changed.map(|(unit, strength)| (unit.number().to_string(), json!(strength))).collect()
}
