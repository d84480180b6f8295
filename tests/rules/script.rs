//! Matches written as scripts of orders.

use deathmatch::game::{
    Asked, BySeat, Clocks, Given, Happening, Legal, Outcome, Play, RefusalKind, Seat, Sight, Terms, Viewer,
};
use deathmatch::games;
use serde_json::Value;

const NAMES: BySeat<&str> = BySeat { ec: "Ann", dmo: "Bob" };

/// A match in play.
pub struct Match {
    play: Box<dyn Play>,
    /// What happened in the last step.
    pub last: Vec<Happening>,
}

impl Match {
    /// Opens a match of a game with overrides of its ruleset, as JSON.
    pub fn open(game: &str, preset: Option<&str>, ruleset: Value) -> Self {
        let Value::Object(ruleset) = ruleset else { panic!("a ruleset is an object") };
        let terms = Terms { preset: preset.map(str::to_owned), ruleset, ..Terms::default() };
        let (play, last) = games::find(game).expect("registered").open(&terms).expect("opens");
        Self { play, last }
    }

    /// Takes up a match of a game in a position, given as its state is saved.
    pub fn restore(game: &str, saved: &Value) -> Self {
        let play = games::find(game).expect("registered").restore(saved).expect("a position of the game");
        Self { play, last: Vec::new() }
    }

    /// Plays steps in which both seats are asked, one a line: `samurai | blue-mage>bard`; `-` for nothing, `ready` in breaks.
    pub fn play(&mut self, script: &str) -> &mut Self {
        for line in script.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (ec, dmo) = line.split_once('|').unwrap_or_else(|| panic!("no `|` in `{line}`"));
            self.step(BySeat { ec: ec.trim(), dmo: dmo.trim() });
        }
        self
    }

    fn step(&mut self, words: BySeat<&str>) {
        let given = BySeat::from_fn(|seat| match words[seat] {
            "-" => Given::TimedOut,
            "ready" => Given::Ready,
            text => match self.sight(Viewer::Seat(seat)).parse(text) {
                Ok(order) => Given::Order(order),
                Err(refusal) => panic!("`{text}` of {seat} is refused: {refusal}"),
            },
        });
        self.last = self.play.resolve(given);
    }

    /// The referee state.
    pub fn state(&self) -> Value {
        self.play.referee_json(&Clocks::default())
    }

    /// One value of the referee state, by JSON pointer.
    pub fn at(&self, pointer: &str) -> Value {
        self.state().pointer(pointer).unwrap_or_else(|| panic!("no {pointer} in {}", self.state())).clone()
    }

    /// What a viewer sees.
    pub fn sight(&self, viewer: Viewer) -> Box<dyn Sight> {
        self.play.sight(viewer)
    }

    /// What a seat sees.
    pub fn seat(&self, seat: Seat) -> Box<dyn Sight> {
        self.sight(Viewer::Seat(seat))
    }

    /// What is asked.
    pub fn asked(&self) -> Asked {
        self.play.asked()
    }

    /// The outcome of a match that must be over.
    pub fn outcome(&self) -> Outcome {
        match self.asked() {
            Asked::Over(outcome) => outcome,
            Asked::Seats(_) => panic!("the match goes on: {}", self.state()),
        }
    }

    /// The data a viewer was told in the last step.
    pub fn told(&self, viewer: Viewer) -> Vec<Value> {
        self.last.iter().filter_map(|happening| happening.told(viewer)).map(|told| told.data.clone()).collect()
    }

    /// The words a viewer was told in the last step.
    pub fn words(&self, viewer: Viewer) -> String {
        let told = self.last.iter().filter_map(|happening| happening.told(viewer));
        told.map(|told| told.text.with_names(&NAMES)).collect::<Vec<_>>().join("\n")
    }

    /// The answer to a viewer's query.
    pub fn answer(&self, viewer: Viewer, query: &str) -> String {
        self.sight(viewer).answer(query).expect("known").with_names(&NAMES)
    }

    /// The canonical text of a seat's order, or what kind of refusal it meets.
    pub fn read(&self, seat: Seat, text: &str) -> Result<String, RefusalKind> {
        self.seat(seat).parse(text).map_err(|refusal| {
            assert!(refusal.message.ends_with('.'), "a refusal is a sentence: {}", refusal.message);
            refusal.kind
        })
    }

    /// A seat's listed orders.
    pub fn legal(&self, seat: Seat) -> Vec<String> {
        match self.seat(seat).legal() {
            Legal::Listed(orders) => orders,
            other => panic!("not listed: {other:?}"),
        }
    }
}
