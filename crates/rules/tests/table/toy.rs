//! A small game whose phases a header lists, so that every kind of step can be put on a table.

use deathmatch_rules::game::{
    Ask, Asked, BySeat, Choice, Clocks, Closes, Contest, Example, Game, Given, Heading, Key, Legal, Outcome, Overrides,
    Page, Preset, Reason, Refusal, Rules, Scene, Seat, Secrecy, Setup, SetupError, Text, Told, Until, Viewer, Wants,
    erase,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// The toy; `TIMED` is a toy with a timetable of its own.
pub struct Toy<const TIMED: bool>;

pub static TOY: &dyn Game = &erase::<Toy<false>>();
pub static TIMED_TOY: &dyn Game = &erase::<Toy<true>>();

const HOUR: u64 = 3_600_000;

#[derive(Clone, Serialize, Deserialize)]
pub struct Terms {
    private_orders: String,
    reserve_s: u64,
}

/// `move`: the seats in turn, public, with a bank; `pick`: both, private; `seal`: both, private, closes at its deadline; `break`;
/// `plan`: as `seal`, until an hour before the start; `wait`: for the start.
#[derive(Clone, Serialize, Deserialize)]
pub struct State {
    phases: Vec<String>,
    at: usize,
    moves: usize,
    log: Vec<String>,
    starts_at: u64,
    drawn: bool,
}

impl State {
    fn phase(&self) -> &str {
        self.phases.get(self.at).map_or("end", String::as_str)
    }
}

#[derive(Clone, Debug)]
pub struct Event(String);

pub struct View {
    state: State,
    viewer: Viewer,
}

impl<const TIMED: bool> Rules for Toy<TIMED> {
    const ID: &'static str = "toy";
    const NAME: &'static str = "Toy";
    const BLURB: &'static str = "A toy.";
    const VERSION: u32 = 1;
    const USES_START_TIME: bool = TIMED;
    const MOST_COUNTED: u64 = 30;

    type Ruleset = Terms;
    type State = State;
    type Order = String;
    type Event = Event;
    type View = View;

    fn presets() -> Vec<Preset<Terms>> {
        let ruleset = Terms { private_orders: "editable".to_owned(), reserve_s: 300 };
        vec![Preset { id: "standard", name: "Standard", contest: Contest::DeathMatch, ruleset }]
    }

    fn keys() -> &'static [Key] {
        const { &[Key::PRIVATE_ORDERS, Key::timer("reserve_s", "The reserve")] }
    }

    fn start(setup: &Setup<Terms>) -> Result<(State, Vec<Event>), SetupError> {
        let phases = setup.setup.get("phases").cloned().unwrap_or_else(|| json!(["pick", "pick"]));
        let phases = serde_json::from_value(phases).map_err(|error| SetupError::Setup(error.to_string()))?;
        let starts_at = setup.starts_at.unwrap_or(0);
        Ok((State { phases, at: 0, moves: 0, log: Vec::new(), starts_at, drawn: false }, Vec::new()))
    }

    fn asked(state: &State) -> Asked {
        let ask = |secrecy, ms, closes| Ask {
            prompt: "order",
            wants: Wants::Order,
            secrecy,
            until: Until::After(ms),
            closes,
            bank: false,
        };
        let pick = ask(Secrecy::Private, 60_000, Closes::WhenAllIn);
        let seal = ask(Secrecy::Private, 60_000, Closes::AtDeadline);
        let both = |ask: Ask| Asked::Seats(BySeat { ec: Some(ask), dmo: Some(ask) });
        match state.phase() {
            _ if state.drawn => Asked::Over(Outcome { winner: Some(Seat::Dmo), reason: Reason::TieBreak }),
            "move" => {
                let mover = if state.moves.is_multiple_of(2) { Seat::Ec } else { Seat::Dmo };
                let ask = Ask { bank: true, ..ask(Secrecy::Public, 60_000, Closes::WhenAllIn) };
                Asked::Seats(BySeat::from_fn(|seat| (seat == mover).then_some(ask)))
            }
            "pick" => both(pick),
            "seal" => both(seal),
            "break" => both(Ask { prompt: "break", wants: Wants::Ready, until: Until::After(120_000), ..pick }),
            "plan" => both(Ask { until: Until::At(state.starts_at - HOUR), ..seal }),
            "wait" => both(Ask { wants: Wants::Nothing, until: Until::At(state.starts_at), ..seal }),
            _ => Asked::Over(Outcome { winner: Some(Seat::Ec), reason: Reason::Rules }),
        }
    }

    fn resolve(state: &mut State, given: BySeat<Given<String>>) -> Vec<Event> {
        let say = |given: &Given<String>| match given {
            Given::Order(order) => order.clone(),
            Given::Ready => "ready".to_owned(),
            Given::TimedOut => "-".to_owned(),
            Given::NotAsked => ".".to_owned(),
        };
        let line = format!("{} {} {}", state.phase(), say(&given.ec), say(&given.dmo));
        state.moves += usize::from(state.phase() == "move");
        state.at += 1;
        state.log.push(line.clone());
        vec![Event(line)]
    }

    fn draw_state(state: &mut State) -> Result<Vec<Event>, Refusal> {
        match state.phase() {
            "move" => state.drawn = true,
            "seal" => state.at += 1,
            _ => return Err(Refusal::illegal("There is no board here.")),
        }
        Ok(vec![Event("drawn".to_owned())])
    }

    fn reschedule(state: &mut State, starts_at: u64, _began: u64, _now: u64) {
        state.starts_at = starts_at;
    }

    fn view(state: &State, viewer: Viewer) -> View {
        View { state: state.clone(), viewer }
    }

    fn end(_: &mut View, _: Outcome) {}

    fn tell(event: &Event, _: Viewer) -> Option<Told> {
        Some(Told { text: Text::new(event.0.clone()), data: json!({ "kind": "step" }) })
    }

    fn parse(_: &View, text: &str) -> Result<String, Refusal> {
        match text.trim().to_lowercase().as_str() {
            word @ ("up" | "down" | "risky") => Ok(word.to_owned()),
            "left" => Err(Refusal::illegal("Only up and down.")),
            "u/d" => Err(Refusal::ambiguous("Up or down?")),
            _ => Err(Refusal::unreadable("Write up or down.")),
        }
    }

    fn caution(_: &View, order: &String) -> Option<String> {
        (order == "risky").then(|| "That is risky.".to_owned())
    }

    fn choices(_: &View, path: &[String]) -> Vec<Choice> {
        let choice =
            |word: &str| Choice { word: word.to_owned(), label: word.to_owned(), note: String::new(), ends: true };
        if path.is_empty() { ["down", "risky", "up"].map(choice).to_vec() } else { Vec::new() }
    }

    fn legal(_: &View) -> Legal {
        Legal::Listed(["down", "risky", "up"].map(str::to_owned).to_vec())
    }

    fn heading(_: &View) -> Heading {
        Heading::default()
    }

    fn question(_: &View) -> Option<Text> {
        None
    }

    fn scene(view: &View) -> Scene {
        Scene { heading: Self::heading(view), height: 0.0, shapes: Vec::new(), caption: Text::default() }
    }

    fn describe(_: &View) -> Text {
        Text::default()
    }

    fn example(_: &Terms) -> Result<Example, SetupError> {
        Err(SetupError::Setup("The toy has no picture.".to_owned()))
    }

    fn queries() -> &'static [(&'static str, &'static str)] {
        &[]
    }

    fn answer(_: &View, _: &str) -> Result<Text, Refusal> {
        Err(Refusal::unreadable("Nothing can be asked."))
    }

    fn view_json(view: &View) -> Value {
        json!({ "log": view.state.log, "own": matches!(view.viewer, Viewer::Seat(_)) })
    }

    fn referee_json(state: &State, clocks: &Clocks) -> Value {
        json!({ "log": state.log, "reserve": clocks.reserve })
    }

    fn page(_: &Terms) -> Page {
        Page::default()
    }

    fn reserve_ms(ruleset: &Terms) -> Option<u64> {
        Some(ruleset.reserve_s * 1000)
    }

    fn editable(ruleset: &Terms) -> bool {
        ruleset.private_orders == "editable"
    }
}

/// The set-up of a match with these phases.
pub fn phases(names: &[&str]) -> Map<String, Value> {
    Map::from_iter([("phases".to_owned(), json!(names))])
}

/// Overrides under which private orders are final.
pub fn final_orders() -> Overrides {
    Overrides::from_iter([("private_orders".to_owned(), json!("final"))])
}
