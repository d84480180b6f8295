//! Blockade Chess and Garden of Statues: queens, rooks and bishops wall each other in until one side cannot move.
//!
//! **Source.** "Blockade Chess" by elara, as featured in The Choice is Yours, Squeaky Genius: Legends Untold and The Genius Puzzler;
//! "Garden of Statues" is the same game in another dress, see [`Setting`].
//!
//! **Notation.** `white` or `black`, `Ra1 Bc3`, `Qd4-d7/f5`; see [`Order`] and the module `notation`.
//!
//! **House rulings.**
//! - The original's list of a move's parts is lost. A piece moves, then the same piece sends a pawn along its lines from where it now
//!   stands; `pawn_placement` has two other readings, of which `anywhere` departs from the original.
//! - A chooser who names no colour in time is White, and that choice uses no reserve.
//! - A side to move without a complete move loses whatever the other could do, also before the first move.
//! - An extension covers reserve that was already running, and undo gives reserves back.
//!
//! **Everything is public.** A [`View`] is the whole [`Position`], seen from one side of the board.

mod board;
mod choose;
mod notation;
mod order;
mod page;
mod position;
mod scene;
mod setting;
mod setup;
mod square;
mod tell;
mod text;
mod view;

pub use board::{Board, BySide, Piece, Side, UnreadableBoard};
pub use order::{Man, Move, Order, Placement};
pub use position::{Last, PawnPlacement, Phase, Position, PrivateOrders, Ruleset};
pub use setting::Setting;
pub use square::{Square, Squares, UnknownSquare};
pub use tell::{Event, What};
pub use view::View;

use serde_json::{Value, json};

use crate::game::{
    Ask, Asked, BySeat, Choice, Clocks, Closes, Contest, Example, Given, Heading, Key, Kind, Legal, Outcome, Page,
    Preset, Refusal, Rules, Scene, Secrecy, Setup, SetupError, Text, Told, Until, Viewer, Wants,
};

/// The rules of Blockade Chess.
pub struct BlockadeChess;

fn ask(position: &Position) -> Ask {
    let ruleset = position.ruleset();
    let (prompt, seconds, bank) = match position.phase() {
        Phase::Colours => ("colour", ruleset.colour_s, false),
        Phase::Placement => ("placement", ruleset.placement_s, true),
        Phase::Play => ("move", ruleset.move_s, true),
    };
    Ask {
        prompt,
        wants: Wants::Order,
        secrecy: Secrecy::Public,
        until: Until::After(seconds * 1000),
        closes: Closes::WhenAllIn,
        bank,
    }
}

/// Plays out the answer of the seat that is asked. The table ends a match whose reserve is gone by itself; an answer that is missing
/// here has the same end.
fn follow(position: &mut Position, order: Option<Order>) -> What {
    let side = position.to_move();
    match (position.phase(), order) {
        (Phase::Colours, order) => {
            let chosen = match order {
                Some(Order::Colour(_, side)) => Some(side),
                _ => None,
            };
            position.choose(chosen.unwrap_or(Side::White));
            What::Colours { chosen: chosen.is_some() }
        }
        (Phase::Placement, Some(Order::Placement(placement))) => {
            position.place(placement);
            What::Placed { side, placement }
        }
        (Phase::Play, Some(Order::Move(played))) => {
            position.play(played);
            What::Moved { side, played }
        }
        _ => {
            position.run_out_of_time();
            What::MatchOver
        }
    }
}

/// What happened, and that it ended the match, if it did.
fn events(what: What, position: &Position) -> Vec<Event> {
    let mut events = vec![Event { what, position: *position }];
    if position.outcome().is_some() && !matches!(what, What::MatchOver) {
        events.push(Event { what: What::MatchOver, position: *position });
    }
    events
}

impl Rules for BlockadeChess {
    const ID: &'static str = "blockade-chess";
    const NAME: &'static str = "Blockade Chess";
    const BLURB: &'static str = "Queens, rooks and bishops close the board square by square; who cannot move has lost.";
    const SETUP: &'static [(&'static str, &'static str)] = &setup::KEYS;
    const VERSION: u32 = 1;
    const MOST_COUNTED: u64 = 200_000_000;

    const ADVANTAGE: Option<&'static str> = Some("chooses the colours");

    type Ruleset = Ruleset;
    type State = Position;
    type Order = Order;
    type Event = Event;
    type View = View;

    fn presets() -> Vec<Preset<Ruleset>> {
        vec![
            Preset {
                id: "blockade",
                name: "Blockade Chess",
                contest: Contest::DeathMatch,
                ruleset: Ruleset::new(Setting::Blockade),
            },
            Preset {
                id: "garden-of-statues",
                name: "Garden of Statues",
                contest: Contest::DeathMatch,
                ruleset: Ruleset::new(Setting::Garden),
            },
        ]
    }

    fn say_value(key: &str, value: &Value) -> Option<String> {
        Some(match (key, value) {
            ("colour_s", s) => format!("{s} s for the choice of colours"),
            ("placement_s", s) => format!("{s} s for each step of the placement"),
            ("move_s", s) => format!("{s} s for each move"),
            ("reserve_s", s) => format!("{s} s of reserve each"),
            ("pawn_placement", Value::String(word)) => match word.as_str() {
                "any-own-piece" => "what blocks a square is sent by any own piece".to_owned(),
                "anywhere" => "what blocks a square goes on any empty one".to_owned(),
                _ => "what blocks a square is sent by the piece that moved".to_owned(),
            },
            _ => return None,
        })
    }

    fn keys() -> &'static [Key] {
        const KEYS: &[Key] = &[
            Key::timer("colour_s", "Time for the choice of colours"),
            Key::timer("placement_s", "Free time for each step of the placement"),
            Key::timer("move_s", "Free time for each move"),
            Key {
                name: "reserve_s",
                kind: Kind::Whole { min: 0, max: 86_400, unit: "s" },
                note: "Each player's reserve for the whole match; it runs after the free time",
            },
            Key {
                name: "pawn_placement",
                kind: Kind::Word(&["same-piece", "any-own-piece", "anywhere"]),
                note: "From where a move's pawn or statue is sent: the moved piece, any own piece, or nowhere in particular",
            },
            Key::PRIVATE_ORDERS,
        ];
        KEYS
    }

    fn start(setup: &Setup<Ruleset>) -> Result<(Position, Vec<Event>), SetupError> {
        let position = setup::position(setup.ruleset, setup.advantage, &setup.setup)?;
        Ok((position, events(What::Opens, &position)))
    }

    fn asked(position: &Position) -> Asked {
        if let Some(outcome) = position.outcome() {
            return Asked::Over(outcome);
        }
        let asked = position.asked();
        Asked::Seats(BySeat::from_fn(|seat| (asked == Some(seat)).then(|| ask(position))))
    }

    fn resolve(position: &mut Position, mut given: BySeat<Given<Order>>) -> Vec<Event> {
        let Some(seat) = position.asked() else { return Vec::new() };
        let order = std::mem::replace(&mut given[seat], Given::NotAsked).order();
        let what = follow(position, order);
        events(what, position)
    }

    fn view(position: &Position, viewer: Viewer) -> View {
        View::new(*position, viewer)
    }

    fn take_clocks(view: &mut View, clocks: &Clocks) {
        view.take_clocks(clocks);
    }

    fn end(view: &mut View, outcome: Outcome) {
        view.end(outcome);
    }

    fn tell(event: &Event, _viewer: Viewer) -> Option<Told> {
        Some(tell::tell(event))
    }

    fn parse(view: &View, text: &str) -> Result<Order, Refusal> {
        if view.awaits_order() {
            notation::read(view.position(), text)
        } else {
            Err(Refusal::illegal("It is not your turn; wait until you are asked."))
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
        let orders = Self::orders(view).unwrap_or_default();
        let mut orders: Vec<_> = orders.iter().map(ToString::to_string).collect();
        orders.sort_unstable();
        Legal::Listed(orders)
    }

    fn orders(view: &View) -> Option<Vec<Order>> {
        Some(if view.awaits_order() { view.position().orders() } else { Vec::new() })
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

    fn scene_choosing(view: &View, path: &[String]) -> Scene {
        scene::choosing(view, path)
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

    fn referee_json(position: &Position, clocks: &Clocks) -> Value {
        let mut state = view::position_json(position);
        state["reserve"] = json!(clocks.reserve);
        state
    }

    fn page(ruleset: &Ruleset) -> Page {
        page::page(ruleset)
    }

    fn reserve_ms(ruleset: &Ruleset) -> Option<u64> {
        Some(ruleset.reserve_s * 1000)
    }

    fn editable(ruleset: &Ruleset) -> bool {
        ruleset.private_orders == PrivateOrders::Editable
    }
}
