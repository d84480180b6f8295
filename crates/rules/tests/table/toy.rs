//! A small game whose phases a header lists, so that every kind of step can be tested.

use deathmatch_rules::game::{
    About, Ask, Asked, AtTable, BySeat, Closes, Contest, Draws, Game, Given, Heading, Key, Legal, Manual, Notation,
    Outcome, Overrides, Preset, Reason, Refusal, Resolve, Rules, Scene, Seat, Seen, SetupError, StartTerms, Tell, Text,
    Told, Until, Viewer, Views, Words,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

struct Toy;

pub static TOY: &dyn Game = &Toy;

const HOUR: u64 = 3_600_000;

#[derive(Clone, Serialize, Deserialize)]
struct Terms {
    reserve_s: u64,
}

/// `move`: the seats in turn, public, with a reserve; `pick`: both, private; `seal`: both, private, closes at its deadline; `break`;
/// `plan`: as `pick`, until an hour before the start.
#[derive(Clone, Serialize, Deserialize)]
struct State {
    phases: Vec<String>,
    at: usize,
    moves: usize,
    log: Vec<String>,
    drawn: bool,
}

struct Event(String);

struct View {
    state: State,
    viewer: Viewer,
    at: AtTable,
}

impl Rules for Toy {
    const ABOUT: About<'static> = About {
        keys: &[Key::reserve("The reserve")],
        setup: &[("phases", "A list of phases")],
        most_counted: 30,
        ..About::new("toy", "Toy", "A toy.")
    };

    type Ruleset = Terms;
    type State = State;

    fn presets() -> Vec<Preset<Terms>> {
        let ruleset = Terms { reserve_s: 300 };
        vec![Preset { id: "standard", name: "Standard", contest: Contest::DeathMatch, ruleset }]
    }

    fn start(setup: &StartTerms<Terms>) -> Result<(State, Vec<Event>), SetupError> {
        let phases = setup.setup.get("phases").cloned().unwrap_or_else(|| json!(["pick", "pick"]));
        let phases = serde_json::from_value(phases).map_err(|error| SetupError::Setup(error.to_string()))?;
        Ok((State { phases, at: 0, moves: 0, log: Vec::new(), drawn: false }, Vec::new()))
    }
}

impl Manual for Toy {
    const RULES: &'static str = "# Toy";
}

impl State {
    fn phase(&self) -> &str {
        self.phases.get(self.at).map_or("end", String::as_str)
    }
}

impl Resolve for State {
    type Order = String;
    type Event = Event;

    fn asked(&self) -> Asked {
        let both = |ask: Ask| Asked::Seats(BySeat { ec: Some(ask), dmo: Some(ask) });
        let pick = Ask::sealed("order", 60);
        match self.phase() {
            _ if self.drawn => Asked::Over(Outcome { winner: Some(Seat::Dmo), reason: Reason::TieBreak }),
            "move" => {
                let mover = if self.moves.is_multiple_of(2) { Seat::Ec } else { Seat::Dmo };
                let ask = Ask { uses_reserve: true, ..Ask::open("order", 60) };
                Asked::Seats(BySeat::from_fn(|seat| (seat == mover).then_some(ask)))
            }
            "pick" => both(pick),
            "seal" => both(Ask { closes: Closes::AtDeadline, ..pick }),
            "break" => both(Ask::rest("break", 120)),
            "plan" => both(Ask { until: Until::BeforeStart { lead: HOUR, least: 0 }, ..pick }),
            _ => Asked::Over(Outcome { winner: Some(Seat::Ec), reason: Reason::Rules }),
        }
    }

    fn resolve(&mut self, given: BySeat<Given<String>>) -> Vec<Event> {
        let say = |given: &Given<String>| match given {
            Given::Order(order) => order.clone(),
            Given::Ready => "ready".to_owned(),
            Given::TimedOut => "-".to_owned(),
            Given::NotAsked => ".".to_owned(),
        };
        let line = format!("{} {} {}", self.phase(), say(&given.ec), say(&given.dmo));
        self.moves += usize::from(self.phase() == "move");
        self.at += 1;
        self.log.push(line.clone());
        vec![Event(line)]
    }

    fn declare_drawn(&mut self) -> Option<Result<Vec<Event>, Refusal>> {
        match self.phase() {
            "move" => self.drawn = true,
            "seal" => self.at += 1,
            _ => return Some(Err(Refusal::illegal("There is no board here."))),
        }
        Some(Ok(vec![Event("drawn".to_owned())]))
    }
}

impl Views for State {
    type View = View;

    fn view(&self, viewer: Viewer, at: &AtTable) -> View {
        View { state: self.clone(), viewer, at: *at }
    }
}

impl Seen for View {
    fn json(&self) -> Value {
        let own = self.viewer.seat().is_some();
        json!({ "log": self.state.log, "own": own, "reserve": self.at.reserve, "waits": self.at.waits })
    }
}

impl Tell for Event {
    fn tell(&self, _: Viewer) -> Option<Told> {
        Some(Told::new("step", self.0.clone(), json!({})))
    }
}

impl Notation for View {
    type Order = String;

    fn parse(&self, text: &str) -> Result<String, Refusal> {
        match text.trim().to_lowercase().as_str() {
            word @ ("up" | "down" | "risky") => Ok(word.to_owned()),
            "left" => Err(Refusal::illegal("Only up and down.")),
            "u/d" => Err(Refusal::ambiguous("Up or down?")),
            _ => Err(Refusal::unreadable("Write up or down.")),
        }
    }

    fn legal(&self) -> Legal<String> {
        Legal::Listed(["up", "risky", "down"].map(str::to_owned).to_vec())
    }

    fn caution(&self, order: &String) -> Option<String> {
        (order == "risky").then(|| "That is risky.".to_owned())
    }
}

impl Words for View {
    fn heading(&self) -> Heading {
        Heading::default()
    }

    fn question(&self) -> Option<Text> {
        None
    }

    fn describe_board(&self) -> Text {
        Text::default()
    }
}

impl Draws for View {
    fn draw(&self, _: &[String]) -> Scene {
        Scene { heading: self.heading(), height: 0.0, shapes: Vec::new(), caption: Text::default() }
    }
}

/// Returns a setup with these phases.
pub fn phases(names: &[&str]) -> Map<String, Value> {
    Map::from_iter([("phases".to_owned(), json!(names))])
}

/// Returns overrides under which private orders are final.
pub fn final_orders() -> Overrides {
    Overrides::from_iter([("private_orders".to_owned(), json!("final"))])
}
