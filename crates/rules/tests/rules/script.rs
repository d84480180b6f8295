//! Matches written as scripts of orders.

use deathmatch_rules::game::{
    Asked, AtTable, BySeat, Given, Happening, Legal, Outcome, Play, RefusalKind, Seat, Sight, Terms, Viewer,
};
use deathmatch_rules::games;
use serde_json::{Map, Value};

const NAMES: BySeat<&str> = BySeat { ec: "Ann", dmo: "Bob" };

/// A match in play.
pub struct Match {
    play: Box<dyn Play>,
    /// The events of the last step.
    pub last: Vec<Happening>,
}

impl Match {
    /// Opens a match of a game with overrides of its ruleset, as JSON.
    pub fn open(game: &str, preset: Option<&str>, ruleset: Value) -> Self {
        Self::set_up(game, preset, ruleset, Value::Object(Map::new()))
    }

    /// Opens a match from a header's `setup`.
    pub fn set_up(game: &str, preset: Option<&str>, ruleset: Value, setup: Value) -> Self {
        let Value::Object(ruleset) = ruleset else { panic!("a ruleset is an object") };
        let Value::Object(setup) = setup else { panic!("a set-up is an object") };
        Self::on(game, &Terms { preset: preset.map(str::to_owned), ruleset, setup, ..Terms::default() })
    }

    /// Restores a match of a game from a saved state.
    pub fn restore(game: &str, saved: &Value) -> Self {
        let play = games::find(game).expect("registered").restore(saved).expect("a position of the game");
        Self { play, last: Vec::new() }
    }

    /// Opens a match of a game on given terms.
    pub fn on(game: &str, terms: &Terms) -> Self {
        let (play, last) = games::find(game).expect("registered").open(terms).expect("opens");
        Self { play, last }
    }

    /// Replaces some values of the match's saved state, by JSON pointer, and restores the match.
    pub fn set(&mut self, game: &str, values: &[(&str, Value)]) -> &mut Self {
        let mut saved = self.play.save();
        for (pointer, value) in values {
            *saved.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = value.clone();
        }
        self.play = games::find(game).expect("registered").restore(&saved).expect("a state");
        self
    }

    /// Declares a drawn board state.
    pub fn draw_state(&mut self) -> Result<(), RefusalKind> {
        self.last = self.play.declare_drawn().map_err(|refusal| refusal.kind)?;
        Ok(())
    }

    /// Plays steps, one on each line: `samurai | blue-mage>bard`; `-` for none, `ready` in breaks, and nothing for a seat not asked.
    pub fn play(&mut self, script: &str) -> &mut Self {
        for line in script.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (ec, dmo) = line.split_once('|').unwrap_or_else(|| panic!("no `|` in `{line}`"));
            self.step(BySeat { ec: ec.trim(), dmo: dmo.trim() });
        }
        self
    }

    /// Plays a step in which only one seat is asked; `-` for none.
    pub fn give(&mut self, seat: Seat, words: &str) -> &mut Self {
        self.step(BySeat::from_fn(|each| if each == seat { words } else { "" }));
        self
    }

    fn step(&mut self, words: BySeat<&str>) {
        let given = BySeat::from_fn(|seat| match words[seat] {
            "" => Given::NotAsked,
            "-" => Given::TimedOut,
            "ready" => Given::Ready,
            text => match self.sight(Viewer::Seat(seat)).parse(text) {
                Ok(order) => Given::Order(order),
                Err(refusal) => panic!("`{text}` of {seat} is refused: {refusal}"),
            },
        });
        self.last = self.play.resolve(given);
    }

    /// Returns the referee state.
    pub fn state(&self) -> Value {
        self.play.referee_json(&AtTable::default())
    }

    /// Returns one value of the referee state, by JSON pointer.
    pub fn at(&self, pointer: &str) -> Value {
        self.state().pointer(pointer).unwrap_or_else(|| panic!("no {pointer} in {}", self.state())).clone()
    }

    /// Returns a viewer's sight.
    pub fn sight(&self, viewer: Viewer) -> Sight {
        self.play.sight(viewer)
    }

    /// Returns a seat's sight.
    pub fn seat(&self, seat: Seat) -> Sight {
        self.sight(Viewer::Seat(seat))
    }

    /// Returns the open prompts.
    pub fn asked(&self) -> Asked {
        self.play.asked()
    }

    /// Returns the outcome of a match that must be over.
    pub fn outcome(&self) -> Outcome {
        match self.asked() {
            Asked::Over(outcome) => outcome,
            Asked::Seats(_) => panic!("the match is running: {}", self.state()),
        }
    }

    /// Returns the data told to a viewer in the last step.
    pub fn told(&self, viewer: Viewer) -> Vec<Value> {
        self.last.iter().filter_map(|happening| happening.told(viewer)).map(|told| told.data.clone()).collect()
    }

    /// Returns the words told to a viewer in the last step.
    pub fn words(&self, viewer: Viewer) -> String {
        let told = self.last.iter().filter_map(|happening| happening.told(viewer));
        told.map(|told| told.text.with_names(&NAMES)).collect::<Vec<_>>().join("\n")
    }

    /// Returns the hidden information, as everyone is told it at the end.
    pub fn hidden(&self) -> String {
        let revealed = self.play.reveal();
        let told = revealed.iter().filter_map(|happening| happening.told(Viewer::Public));
        told.map(|told| told.text.with_names(&NAMES)).collect::<Vec<_>>().join("\n")
    }

    /// Returns the answer to a viewer's query.
    pub fn answer(&self, viewer: Viewer, query: &str) -> String {
        self.sight(viewer).answer(query).expect("known").with_names(&NAMES)
    }

    /// Returns the canonical text of a seat's order, or the kind of its refusal.
    pub fn read(&self, seat: Seat, text: &str) -> Result<String, RefusalKind> {
        let read = self.seat(seat).parse(text).map_err(|refusal| {
            assert!(refusal.message.ends_with(['.', '?']), "a refusal is a sentence: {}", refusal.message);
            refusal.kind
        });
        read.map(|order| order.text().to_owned())
    }

    /// Returns a seat's listed orders.
    pub fn legal(&self, seat: Seat) -> Vec<String> {
        match self.seat(seat).legal() {
            Legal::Listed(orders) => orders,
            other => panic!("not listed: {other:?}"),
        }
    }
}
