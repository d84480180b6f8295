//! Knights: both seats spawn, move and claim at the same moment on a board of 25 squares, and colour it for points.
//!
//! **Source.** A Death Match by Zero, as featured in The Genius: Tempo Up; its title is lost.
//!
//! **Notation.** `spawn b5, move a5-b3`, `move a5-b3, claim b3`, or in short `sb5 ma5b3`; see [`Order`].
//!
//! **House rulings.**
//! - R1: the limit of three turns in a row counts the kinds of action in a pair, not the squares; it is lifted for a turn in which it
//!   alone would leave no order of two actions, and does not bind single actions.
//! - R2: the Elimination Candidate's home row is row 5, at the bottom. A spawn square must be empty, and a move's target free of own
//!   knights, as the turn begins; so no knight can follow another onto a square in the same turn.
//! - R3: a knight just spawned can be captured.
//! - R4: one action alone is an order only when no two are possible; a seat with none is not awaited.
//! - R5: the match ends by repetition: three turns in a row or more, each begun with at least 20 coloured squares, have coloured and
//!   removed nothing, and the knights of both seats stand on the same squares as two turns before.
//! - R6: turn 100 is the last. However a match ends, a tie goes to the DMO.
//!
//! **Who knows what.** Everything between turns is public. What a seat orders is known to the table alone until the turn resolves and
//! is never in the state; so a [`View`] holds the whole [`Position`] and hides nothing.

mod choose;
mod options;
mod order;
mod page;
mod position;
mod resolve;
mod scene;
mod square;
mod tell;
mod text;
mod view;

pub use options::{Options, PAIRS};
pub use order::{Action, Kind, Order};
pub use position::{Ending, LATE, LIMIT, Position, PrivateOrders, Ruleset, SCALE, STILL, Streak, TURNS, worth};
pub use resolve::{Effect, Turn};
pub use square::{SIDE, SQUARES, Square, Squares, UnknownSquare};
pub use tell::Event;
pub use view::View;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::game::{
    Ask, Asked, BySeat, Choice, Clocks, Closes, Contest, Example, Given, Heading, Key, Legal, Outcome, Page, Preset,
    Refusal, Rules, Scene, Secrecy, Setup, SetupError, Text, Told, Until, Viewer, Wants,
};

/// The rules of Knights.
pub struct Knights;

/// The whole truth about a match in play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State(Position);

impl Rules for Knights {
    const ID: &'static str = "knights";
    const NAME: &'static str = "Knights";
    const BLURB: &'static str =
        "Spawn, move and claim at the same moment as your rival on a board that pays more as it fills.";
    const VERSION: u32 = 2;

    type Ruleset = Ruleset;
    type State = State;
    type Order = Order;
    type Event = Event;
    type View = View;

    fn presets() -> Vec<Preset<Ruleset>> {
        vec![Preset { id: "tempo-up", name: "Tempo Up", contest: Contest::DeathMatch, ruleset: Ruleset::default() }]
    }

    fn say_value(key: &str, value: &Value) -> Option<String> {
        Some(match (key, value) {
            ("turn_s", s) => format!("{s} s for each turn"),
            _ => return None,
        })
    }

    fn keys() -> &'static [Key] {
        const KEYS: &[Key] = &[Key::timer("turn_s", "Time to choose the two actions of a turn"), Key::PRIVATE_ORDERS];
        KEYS
    }

    fn start(setup: &Setup<Ruleset>) -> Result<(State, Vec<Event>), SetupError> {
        if !setup.setup.is_empty() {
            return Err(SetupError::Setup(format!("{} is always laid out alike; leave `setup` empty.", Self::NAME)));
        }
        Ok((State(Position::new(setup.ruleset.clone())), vec![Event::Begins]))
    }

    fn asked(State(position): &State) -> Asked {
        if let Some(outcome) = position.outcome() {
            return Asked::Over(outcome);
        }
        let ask = Ask {
            prompt: "turn",
            wants: Wants::Order,
            secrecy: Secrecy::Private,
            until: Until::After(position.ruleset().turn_s * 1000),
            closes: Closes::WhenAllIn,
            bank: false,
        };
        Asked::Seats(BySeat::from_fn(|seat| position.awaits(seat).then_some(ask)))
    }

    fn resolve(State(position): &mut State, given: BySeat<Given<Order>>) -> Vec<Event> {
        if position.ending().is_some() {
            return Vec::new();
        }
        let asked = BySeat::from_fn(|seat| position.awaits(seat));
        position.play(given.map(Given::order), asked);
        let mut events = vec![Event::Turn(Box::new(position.clone()))];
        events.extend(position.outcome().map(|outcome| Event::Over(outcome, Box::new(position.clone()))));
        events
    }

    fn view(State(position): &State, viewer: Viewer) -> View {
        View::new(position, viewer)
    }

    fn end(view: &mut View, outcome: Outcome) {
        view.end(outcome);
    }

    fn tell(event: &Event, _viewer: Viewer) -> Option<Told> {
        Some(tell::tell(event))
    }

    fn parse(view: &View, text: &str) -> Result<Order, Refusal> {
        let actions = order::read(text)?;
        match view.options() {
            Some(options) => options.check(&actions),
            None => Err(Refusal::illegal("No order is asked for here; wait for your next turn.")),
        }
    }

    fn choices(view: &View, path: &[String]) -> Vec<Choice> {
        choose::choices(view, path)
    }

    fn hint(view: &View, path: &[String]) -> String {
        choose::hint(view, path)
    }

    fn group(_view: &View, choice: &Choice) -> Option<String> {
        choose::group(choice)
    }

    fn legal(view: &View) -> Legal {
        let mut orders: Vec<_> = view.orders().iter().map(Order::to_string).collect();
        orders.sort_unstable();
        Legal::Listed(orders)
    }

    fn heading(view: &View) -> Heading {
        text::heading(view)
    }

    fn question(view: &View) -> Option<Text> {
        view.options().map(|options| Text::new(text::question(&options)))
    }

    fn scene(view: &View) -> Scene {
        scene::scene(view, &[])
    }

    fn scene_choosing(view: &View, path: &[String]) -> Scene {
        scene::scene(view, path)
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

    fn referee_json(State(position): &State, _clocks: &Clocks) -> Value {
        view::json(position)
    }

    fn page(ruleset: &Ruleset) -> Page {
        page::page(ruleset)
    }

    fn editable(ruleset: &Ruleset) -> bool {
        ruleset.private_orders == PrivateOrders::Editable
    }
}
