//! Guidance Rite: three bouts in which neutral pieces are claimed in secret and then fight each other.
//!
//! **Source.** "Guidance Rite" by Zero, as featured in Zero's Guardians: Death Match 11 (`dm11`) and Final Match 3 (`final`).
//!
//! **Notation.** `b2 d4` claims, `+ c3` places, `first` chooses, `item rotate b2 90; b3-b4; monster c4 d4:ne` is a turn; see [`Order`].
//!
//! **House rulings.**
//! - R1: a move of two squares stays on the board. Losing a character by one's own move is not the turn's power.
//! - R2: powers are given up by own pieces only, and never with a move of a piece of the same character. A bite may take an arrow of any
//!   neighbour, the moved piece included, but not over the edge. In the final a Crow restores arrows of own pieces only, up to three.
//! - R3: a claim round may name one square. After two claim rounds without any order the unclaimed pieces are removed.
//! - R4: each seat that is short is topped up to three pieces, even if the other is not; which squares there are where none fits, what a
//!   clash does, and the default.
//! - R5: when a board state is drawn, since the original's conditions are lost, and that the DMO has the last word.
//! - R6: how a simultaneous turn goes, but for two arrivals on one square.
//! - R7: with equal items the DMO chooses who goes first.
//!
//! **Who knows what.** A [`Position`] is known to everyone; orders of a running claim, top-up or simultaneous turn are with the table until
//! they resolve. Only the boards of later bouts are hidden, and they are in the [`State`] alone.

mod board;
mod choose;
mod claim;
mod drawn;
mod effect;
mod flow;
mod generator;
mod items;
mod legal;
mod movement;
mod notation;
mod order;
mod page;
mod piece;
mod position;
mod powers;
mod read;
mod ruleset;
mod scene;
mod setup;
mod square;
mod survey;
mod tell;
mod text;
mod top_up;
mod turn;
mod view;
mod words;

pub use board::Board;
pub use drawn::Drawn;
pub use effect::{Effect, Lost};
pub use flow::State;
pub use order::{Act, Brought, How, Idle, Item, ItemKind, Order, Power, Restored, Shape, Turn};
pub use piece::{Arrows, Character, Piece, UnknownPiece};
pub use position::{BOUTS, BoutWon, Phase, Position, STRIKES};
pub use ruleset::{DrawnState, PrivateOrders, Ruleset, Variant};
pub use square::{Direction, Square};
pub use tell::Event;
pub use view::View;

use serde_json::Value;

use crate::game::{
    Ask, Asked, BySeat, Choice, Clocks, Closes, Example, Given, Heading, Key, Legal, Outcome, Page, Preset, Refusal,
    Rules, Scene, Secrecy, Setup, SetupError, Text, Told, Until, Viewer, Wants,
};

/// The rules of Guidance Rite.
pub struct GuidanceRite;

impl Rules for GuidanceRite {
    const ID: &'static str = "guidance-rite";
    const NAME: &'static str = "Guidance Rite";
    const BLURB: &'static str = "Claim pieces in secret, then capture all of the enemy's; best of three bouts.";
    const ITEMS: &'static [&'static str] = &items::IDS;
    const SETUP: &'static [(&'static str, &'static str)] =
        &[("boards", "JSON without spaces: three boards, each a list of rows of pieces such as uRb.b.....")];
    const VERSION: u32 = 2;

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
            ("review_s", s) => format!("{s} s to look at a new board"),
            ("claim_s", s) => format!("{s} s for each claim"),
            ("top_up_s", s) => format!("{s} s to place a piece"),
            ("choose_s", s) => format!("{s} s to choose who goes first"),
            ("turn_s", s) => format!("{s} s for each turn of bouts 1 and 2"),
            ("simultaneous_turn_s", s) => format!("{s} s for each turn of bout 3"),
            ("drawn_state", Value::String(who)) if who == "host" => "the host declares drawn board states".to_owned(),
            ("drawn_state", _) => "drawn board states are declared of themselves".to_owned(),
            ("chooser", Value::String(seat)) => {
                format!("{} chooses who goes first in bout 1", seat.parse().map_or("", Text::seat))
            }
            _ => return None,
        })
    }

    fn keys() -> &'static [Key] {
        ruleset::KEYS
    }

    fn start(setup: &Setup<Ruleset>) -> Result<(State, Vec<Event>), SetupError> {
        let variant = setup.ruleset.variant;
        let items = setup::items(variant, &setup.items)?;
        let mut boards = setup::boards(variant, &setup.setup, &setup.seed)?;
        let first = boards.remove(0);
        let state = State::new(Position::new(setup.ruleset.clone(), first, items), boards);
        let opening = state.opening();
        Ok((state, opening))
    }

    fn asked(state: &State) -> Asked {
        let position = &state.position;
        let ruleset = position.ruleset();
        let (prompt, wants, secrecy, seconds) = match position.phase() {
            Phase::Over(outcome) => return Asked::Over(outcome),
            Phase::Review => ("review", Wants::Ready, Secrecy::Public, ruleset.review_s),
            Phase::Claim { .. } => ("claim", Wants::Order, Secrecy::Private, ruleset.claim_s),
            Phase::TopUp { .. } => ("top-up", Wants::Order, Secrecy::Private, ruleset.top_up_s),
            Phase::Choose => ("choose", Wants::Order, Secrecy::Public, ruleset.choose_s),
            Phase::Battle if position.simultaneous() => {
                ("turn", Wants::Order, Secrecy::Private, ruleset.simultaneous_turn_s)
            }
            Phase::Battle => ("turn", Wants::Order, Secrecy::Public, ruleset.turn_s),
        };
        let until = Until::After(seconds * 1000);
        let ask = Ask { prompt, wants, secrecy, until, closes: Closes::WhenAllIn, bank: false };
        Asked::Seats(position.asked().map(|asked| asked.then_some(ask)))
    }

    fn resolve(state: &mut State, given: BySeat<Given<Order>>) -> Vec<Event> {
        state.resolve(&given)
    }

    fn draw_state(state: &mut State) -> Result<Vec<Event>, Refusal> {
        state.draw_state()
    }

    fn view(state: &State, viewer: Viewer) -> View {
        View::new(state, viewer)
    }

    fn end(view: &mut View, outcome: Outcome) {
        view.end(outcome);
    }

    fn before(view: &View) -> Option<View> {
        view.before()
    }

    fn tell(event: &Event, _viewer: Viewer) -> Option<Told> {
        Some(tell::tell(event))
    }

    fn parse(view: &View, text: &str) -> Result<Order, Refusal> {
        match view.seat() {
            Some(seat) => read::read(view.position(), seat, text),
            None => Err(Refusal::illegal("Only the two players give orders; look on.")),
        }
    }

    fn choices(view: &View, path: &[String]) -> Vec<Choice> {
        choose::choices(view, path)
    }

    fn hint(view: &View, path: &[String]) -> String {
        choose::hint(view, path).to_owned()
    }

    fn group(view: &View, choice: &Choice) -> Option<String> {
        choose::group(view, choice)
    }

    fn legal(view: &View) -> Legal {
        view.asked().map_or_else(|| Legal::Listed(Vec::new()), |seat| legal::legal(view.position(), seat))
    }

    fn orders(view: &View) -> Option<Vec<Order>> {
        view.asked().map_or_else(|| Some(Vec::new()), |seat| legal::orders(view.position(), seat).ok())
    }

    fn heading(view: &View) -> Heading {
        text::heading(view)
    }

    fn question(view: &View) -> Option<Text> {
        text::question(view).map(Text::new)
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
        Ok(scene::example(ruleset))
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
        view::referee_json(&state.position)
    }

    fn page(ruleset: &Ruleset) -> Page {
        page::page(ruleset)
    }

    fn survey(ruleset: &Ruleset, boards: u32) -> Vec<(String, String)> {
        survey::survey(ruleset.variant, boards)
    }

    fn editable(ruleset: &Ruleset) -> bool {
        ruleset.private_orders == PrivateOrders::Editable
    }
}
