//! Games behind one object type, so that nothing outside `games` is generic over the game.

use std::marker::PhantomData;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::ruleset::lay_over;
use super::{
    Asked, BySeat, Choice, Clocks, Contest, Example, Filled, Form, Given, Heading, Key, Legal, Outcome, Overrides,
    Page, Preset, Refusal, Rules, Scene, Seat, Secrecy, Seed, Setup, SetupError, Text, Told, Uncounted, Viewer,
};

/// What a match of any game is laid out from: a record's header without its names.
#[derive(Clone, Debug)]
pub struct Terms {
    /// A preset's id; may be left out where the game has one only.
    pub preset: Option<String>,
    /// Values that replace the preset's.
    pub ruleset: Overrides,
    /// The seat that decides choices such as colours.
    pub advantage: Seat,
    /// For random set-ups.
    pub seed: Seed,
    /// The header's `setup` object.
    pub setup: Map<String, Value>,
    /// The items each seat brings.
    pub items: BySeat<Vec<String>>,
    /// When the match is to start, in ms after its opening.
    pub starts_at: Option<u64>,
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            preset: None,
            ruleset: Map::new(),
            advantage: Seat::Dmo,
            seed: Seed::default(),
            setup: Map::new(),
            items: BySeat::default(),
            starts_at: None,
        }
    }
}

/// What happened, as each viewer is told of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happening {
    truth: Told,
    seats: BySeat<Option<Told>>,
    public: Option<Told>,
}

impl Happening {
    /// Makes a happening that everyone is told alike.
    #[must_use]
    pub fn public(told: Told) -> Self {
        Self {
            truth: told.clone(),
            seats: BySeat { ec: Some(told.clone()), dmo: Some(told.clone()) },
            public: Some(told),
        }
    }

    /// Makes a happening that one seat alone is told of.
    #[must_use]
    pub fn private(seat: Seat, told: Told) -> Self {
        let seats = BySeat::from_fn(|each| (each == seat).then(|| told.clone()));
        Self { truth: told, seats, public: None }
    }

    /// What a viewer is told.
    #[must_use]
    pub const fn told(&self, viewer: Viewer) -> Option<&Told> {
        match viewer {
            Viewer::Truth => Some(&self.truth),
            Viewer::Public => self.public.as_ref(),
            Viewer::Seat(Seat::Ec) => self.seats.ec.as_ref(),
            Viewer::Seat(Seat::Dmo) => self.seats.dmo.as_ref(),
        }
    }
}

/// A registered game.
pub trait Game: Send + Sync {
    /// The id in records.
    fn id(&self) -> &'static str;
    /// The name people read.
    fn name(&self) -> &'static str;
    /// What kind of game it is, in one sentence of at most 100 characters.
    fn blurb(&self) -> &'static str;
    /// The version of its rules.
    fn version(&self) -> u32;
    /// Whether it makes its own use of a start time.
    fn uses_start_time(&self) -> bool;
    /// What the player with the Advantage does, where the game has it.
    fn advantage(&self) -> Option<&'static str>;
    /// The items that a header may give a seat.
    fn items(&self) -> &'static [&'static str];
    /// What a header's `setup` may hold, each key with what it is.
    fn setup_keys(&self) -> &'static [(&'static str, &'static str)];
    /// Its presets, id and name, the default first.
    fn presets(&self) -> Vec<(&'static str, &'static str)>;
    /// What a preset's matches are played for; of the first one where none is named, or none is known by that id.
    fn contest(&self, preset: Option<&str>) -> Contest;
    /// The keys of its ruleset.
    fn keys(&self) -> &'static [Key];
    /// One value of the ruleset as people read it; a key that the game does not have is given as it is.
    fn say_value(&self, key: &str, value: &Value) -> String;
    /// The values in force under a preset and overrides, as data.
    ///
    /// # Errors
    /// An unknown preset, key or value.
    fn ruleset(&self, preset: Option<&str>, overrides: &Overrides) -> Result<Value, SetupError>;
    /// The rules for players under a preset and overrides.
    ///
    /// # Errors
    /// An unknown preset, key or value.
    fn page(&self, preset: Option<&str>, overrides: &Overrides) -> Result<Page, SetupError>;
    /// The game's name as a preset has it; of its first one where none is named.
    fn title(&self, preset: Option<&str>) -> String {
        let preset = preset.or_else(|| self.presets().first().map(|(id, _)| *id));
        self.page(preset, &Overrides::default()).map_or_else(|_| self.name().to_owned(), |page| page.title)
    }
    /// A picture that goes with the rules under a preset and overrides.
    ///
    /// # Errors
    /// An unknown preset, key or value.
    fn example(&self, preset: Option<&str>, overrides: &Overrides) -> Result<Example, SetupError>;
    /// Measures so many of the boards that the game generates under a preset and overrides: a name and a figure each.
    ///
    /// # Errors
    /// An unknown preset, key or value.
    fn survey(&self, preset: &str, overrides: &Overrides, boards: u32) -> Result<Vec<(String, String)>, SetupError>;
    /// What `/board` can be asked in this game: query and what it answers.
    fn queries(&self) -> &'static [(&'static str, &'static str)];
    /// Lays out a match; the happenings are those of the set-up.
    ///
    /// # Errors
    /// Terms that the game cannot use.
    fn open(&self, terms: &Terms) -> Result<(Box<dyn Play>, Vec<Happening>), SetupError>;
    /// Takes up a match from what [`Play::save`] gave.
    ///
    /// # Errors
    /// Data that is no state of this game.
    fn restore(&self, saved: &Value) -> Result<Box<dyn Play>, serde_json::Error>;
}

/// A match in play, with its whole truth inside.
pub trait Play: Send + Sync {
    /// What the match waits for, or how it ended.
    fn asked(&self) -> Asked;
    /// Plays out the step. Orders are texts that the seat's [`Sight`] has accepted in this position.
    fn resolve(&mut self, given: BySeat<Given<String>>) -> Vec<Happening>;
    /// Declares a drawn board state.
    ///
    /// # Errors
    /// The game, or its present phase, has no such thing.
    fn draw_state(&mut self) -> Result<Vec<Happening>, Refusal>;
    /// Takes a new start time, in ms after the match's opening.
    fn reschedule(&mut self, starts_at: u64, began: u64, now: u64);
    /// What everyone is told when the match is ended from outside: all that had been hidden.
    fn reveal(&self) -> Vec<Happening>;
    /// What a viewer may see.
    fn sight(&self, viewer: Viewer) -> Box<dyn Sight>;
    /// The *Referee state* of the game's rules page.
    fn referee_json(&self, clocks: &Clocks) -> Value;
    /// Each player's reserve for the match, in ms.
    fn reserve_ms(&self) -> Option<u64>;
    /// Whether a private order may be replaced until its step resolves.
    fn editable(&self) -> bool;
    /// Everything needed to take it up again.
    fn save(&self) -> Value;
    /// A second match in the same position.
    fn copy(&self) -> Box<dyn Play>;
    /// How many sequences of so many orders there are from here.
    ///
    /// # Errors
    /// Both seats are asked on the way, or it would take too long.
    fn perft(&self, depth: u32) -> Result<u64, Uncounted>;
}

/// What one viewer may see, and what can be asked of that.
pub trait Sight: Send + Sync {
    /// Adds what the table keeps of the players' time.
    fn take_clocks(&mut self, clocks: &Clocks);
    /// Takes how the table ended the match, and the words for it.
    fn end(&mut self, outcome: Outcome, words: Text);
    /// What the last step ended in, where the match stands on another board already.
    fn before(&self) -> Option<Box<dyn Sight>>;
    /// The canonical text of an order.
    ///
    /// # Errors
    /// A refusal that says what would be legal.
    fn parse(&self, text: &str) -> Result<String, Refusal>;
    /// A warning for the sender of an accepted order.
    fn caution(&self, text: &str) -> Option<String>;
    /// What may come next after the words chosen so far.
    fn choices(&self, path: &[String]) -> Vec<Choice>;
    /// What the menu after the words chosen so far chooses.
    fn hint(&self, path: &[String]) -> String;
    /// What a choice is listed under where they are too many for one menu.
    fn group(&self, choice: &Choice) -> Option<String>;
    /// The order as fields side by side, where the game has it so.
    fn form(&self, filled: &Filled) -> Option<Form>;
    /// The orders of the viewer's seat.
    fn legal(&self) -> Legal;
    /// Where the match stands.
    fn heading(&self) -> Heading;
    /// What the viewer's seat is asked.
    fn question(&self) -> Option<Text>;
    /// The picture.
    fn scene(&self) -> Scene;
    /// The picture while the viewer's seat chooses, after some words of an order.
    fn scene_choosing(&self, path: &[String]) -> Scene;
    /// The picture in words, at most 1,024 characters with names of 32.
    fn describe(&self) -> Text;
    /// Answers a `/board` query.
    ///
    /// # Errors
    /// A query the game does not know.
    fn answer(&self, query: &str) -> Result<Text, Refusal>;
    /// What may be seen, as data.
    fn json(&self) -> Value;
}

/// The erased form of a game.
#[must_use]
pub const fn erase<R: Rules>() -> Erased<R> {
    Erased(PhantomData)
}

/// A game's rules as a [`Game`].
pub struct Erased<R>(PhantomData<fn() -> R>);

struct InPlay<R: Rules> {
    ruleset: Arc<R::Ruleset>,
    state: R::State,
}

struct Seen<R: Rules> {
    view: R::View,
    /// How the match ended, where the game does not know of it.
    verdict: Option<Text>,
}

impl<R: Rules> Erased<R> {
    fn preset(id: Option<&str>) -> Result<Preset<R::Ruleset>, SetupError> {
        let mut presets = R::presets();
        let ids = presets.iter().map(|preset| preset.id).collect::<Vec<_>>().join(", ");
        match id {
            None if presets.len() == 1 => Ok(presets.remove(0)),
            None => Err(SetupError::Header(format!("{} needs a `preset`: one of {ids}.", R::NAME))),
            Some(id) => presets
                .into_iter()
                .find(|preset| preset.id == id)
                .ok_or_else(|| SetupError::Header(format!("{} has no preset `{id}`; it has {ids}.", R::NAME))),
        }
    }

    fn in_force(id: Option<&str>, overrides: &Overrides) -> Result<Preset<R::Ruleset>, SetupError> {
        let preset = Self::preset(id)?;
        let ruleset = lay_over(&preset.ruleset, R::keys(), overrides)?;
        Ok(Preset { ruleset, ..preset })
    }
}

fn happenings<R: Rules>(events: &[R::Event]) -> Vec<Happening> {
    events
        .iter()
        .filter_map(|event| {
            Some(Happening {
                truth: R::tell(event, Viewer::Truth)?,
                seats: BySeat::from_fn(|seat| R::tell(event, Viewer::Seat(seat))),
                public: R::tell(event, Viewer::Public),
            })
        })
        .collect()
}

impl<R: Rules> Game for Erased<R> {
    fn id(&self) -> &'static str {
        R::ID
    }

    fn name(&self) -> &'static str {
        R::NAME
    }

    fn blurb(&self) -> &'static str {
        R::BLURB
    }

    fn version(&self) -> u32 {
        R::VERSION
    }

    fn uses_start_time(&self) -> bool {
        R::USES_START_TIME
    }

    fn items(&self) -> &'static [&'static str] {
        R::ITEMS
    }

    fn setup_keys(&self) -> &'static [(&'static str, &'static str)] {
        R::SETUP
    }

    fn advantage(&self) -> Option<&'static str> {
        R::ADVANTAGE
    }

    fn presets(&self) -> Vec<(&'static str, &'static str)> {
        R::presets().into_iter().map(|preset| (preset.id, preset.name)).collect()
    }

    fn contest(&self, preset: Option<&str>) -> Contest {
        let presets = R::presets();
        let named = presets.iter().find(|known| preset == Some(known.id));
        named.or(presets.first()).map(|preset| preset.contest).unwrap_or_default()
    }

    fn keys(&self) -> &'static [Key] {
        R::keys()
    }

    fn say_value(&self, key: &str, value: &Value) -> String {
        let known = || R::keys().iter().find(|known| known.name == key);
        R::say_value(key, value)
            .or_else(|| known().map(|known| known.say(value)))
            .unwrap_or_else(|| format!("{key}: {value}"))
    }

    fn ruleset(&self, preset: Option<&str>, overrides: &Overrides) -> Result<Value, SetupError> {
        let preset = Self::in_force(preset, overrides)?;
        Ok(serde_json::to_value(preset.ruleset).expect("a ruleset is plain data"))
    }

    fn page(&self, preset: Option<&str>, overrides: &Overrides) -> Result<Page, SetupError> {
        Ok(R::page(&Self::in_force(preset, overrides)?.ruleset))
    }

    fn example(&self, preset: Option<&str>, overrides: &Overrides) -> Result<Example, SetupError> {
        R::example(&Self::in_force(preset, overrides)?.ruleset)
    }

    fn survey(&self, preset: &str, overrides: &Overrides, boards: u32) -> Result<Vec<(String, String)>, SetupError> {
        Ok(R::survey(&Self::in_force(Some(preset), overrides)?.ruleset, boards))
    }

    fn queries(&self) -> &'static [(&'static str, &'static str)] {
        R::queries()
    }

    fn open(&self, terms: &Terms) -> Result<(Box<dyn Play>, Vec<Happening>), SetupError> {
        let preset = Self::in_force(terms.preset.as_deref(), &terms.ruleset)?;
        if R::ITEMS.is_empty() && terms.items.iter().any(|(_, items)| !items.is_empty()) {
            return Err(SetupError::Header(format!("{} has no items; leave `items` out.", R::NAME)));
        }
        let setup = Setup {
            ruleset: preset.ruleset,
            preset: preset.id,
            advantage: terms.advantage,
            seed: terms.seed.clone(),
            setup: terms.setup.clone(),
            items: terms.items.clone(),
            starts_at: terms.starts_at.filter(|_| R::USES_START_TIME),
        };
        let (state, events) = R::start(&setup)?;
        Ok((Box::new(InPlay::<R> { ruleset: Arc::new(setup.ruleset), state }), happenings::<R>(&events)))
    }

    fn restore(&self, saved: &Value) -> Result<Box<dyn Play>, serde_json::Error> {
        use serde::Deserialize;
        let ruleset = R::Ruleset::deserialize(&saved["ruleset"])?;
        let state = R::State::deserialize(&saved["state"])?;
        Ok(Box::new(InPlay::<R> { ruleset: Arc::new(ruleset), state }))
    }
}

impl<R: Rules> InPlay<R> {
    fn reads(&self, seat: Seat, text: &str) -> R::Order {
        R::parse(&R::view(&self.state, Viewer::Seat(seat)), text)
            .expect("the seat's sight accepted the order in this position")
    }

    fn after(&self, given: &BySeat<Given<String>>) -> (R::State, Vec<R::Event>) {
        let orders = BySeat::from_fn(|seat| match &given[seat] {
            Given::Order(text) => Given::Order(self.reads(seat, text)),
            Given::Ready => Given::Ready,
            Given::TimedOut => Given::TimedOut,
            Given::NotAsked => Given::NotAsked,
        });
        let mut state = self.state.clone();
        let events = R::resolve(&mut state, orders);
        (state, events)
    }
}

impl<R: Rules> Play for InPlay<R> {
    fn asked(&self) -> Asked {
        R::asked(&self.state)
    }

    fn resolve(&mut self, given: BySeat<Given<String>>) -> Vec<Happening> {
        let (state, events) = self.after(&given);
        self.state = state;
        happenings::<R>(&events)
    }

    fn draw_state(&mut self) -> Result<Vec<Happening>, Refusal> {
        R::draw_state(&mut self.state).map(|events| happenings::<R>(&events))
    }

    fn reschedule(&mut self, starts_at: u64, began: u64, now: u64) {
        R::reschedule(&mut self.state, starts_at, began, now);
    }

    fn reveal(&self) -> Vec<Happening> {
        happenings::<R>(&R::reveal(&self.state))
    }

    fn sight(&self, viewer: Viewer) -> Box<dyn Sight> {
        Box::new(Seen::<R> { view: R::view(&self.state, viewer), verdict: None })
    }

    fn referee_json(&self, clocks: &Clocks) -> Value {
        R::referee_json(&self.state, clocks)
    }

    fn reserve_ms(&self) -> Option<u64> {
        R::reserve_ms(&self.ruleset)
    }

    fn editable(&self) -> bool {
        R::editable(&self.ruleset)
    }

    fn save(&self) -> Value {
        serde_json::json!({ "ruleset": &*self.ruleset, "state": &self.state })
    }

    fn copy(&self) -> Box<dyn Play> {
        Box::new(Self { ruleset: Arc::clone(&self.ruleset), state: self.state.clone() })
    }

    fn perft(&self, depth: u32) -> Result<u64, Uncounted> {
        perft::<R>(&self.state, depth, &mut 0)
    }
}

/// Counts the sequences of so many orders, the last of which are generated and not played out; `listed` orders were generated before.
fn perft<R: Rules>(state: &R::State, depth: u32, listed: &mut u64) -> Result<u64, Uncounted> {
    let seats = match R::asked(state) {
        Asked::Over(_) => return Ok(u64::from(depth == 0)),
        Asked::Seats(seats) => seats,
    };
    let seat = match (seats.ec, seats.dmo) {
        (Some(ask), None) if ask.secrecy == Secrecy::Public => Seat::Ec,
        (None, Some(ask)) if ask.secrecy == Secrecy::Public => Seat::Dmo,
        _ => return Err(Uncounted::Simultaneous),
    };
    if depth == 0 {
        return Ok(1);
    }
    let too_many = Uncounted::TooMany(R::MOST_COUNTED);
    let orders = R::orders(&R::view(state, Viewer::Seat(seat))).ok_or(too_many)?;
    let count = orders.len() as u64;
    *listed += count.max(1);
    if *listed > R::MOST_COUNTED {
        return Err(too_many);
    }
    if depth == 1 {
        return Ok(count);
    }
    orders.into_iter().try_fold(0, |sum, order| {
        let mut given = BySeat { ec: Given::NotAsked, dmo: Given::NotAsked };
        given[seat] = Given::Order(order);
        let mut state = state.clone();
        R::resolve(&mut state, given);
        Ok(sum + perft::<R>(&state, depth - 1, listed)?)
    })
}

impl<R: Rules> Seen<R> {
    /// A scene that says how the match ended, where the game does not know of it.
    fn judged(&self, scene: Scene) -> Scene {
        match &self.verdict {
            Some(verdict) => Scene { caption: verdict.clone(), ..scene },
            None => scene,
        }
    }
}

impl<R: Rules> Sight for Seen<R> {
    fn take_clocks(&mut self, clocks: &Clocks) {
        R::take_clocks(&mut self.view, clocks);
    }

    fn end(&mut self, outcome: Outcome, words: Text) {
        R::end(&mut self.view, outcome);
        self.verdict = Some(words);
    }

    fn before(&self) -> Option<Box<dyn Sight>> {
        Some(Box::new(Self { view: R::before(&self.view)?, verdict: None }))
    }

    fn parse(&self, text: &str) -> Result<String, Refusal> {
        R::parse(&self.view, text).map(|order| order.to_string())
    }

    fn caution(&self, text: &str) -> Option<String> {
        R::parse(&self.view, text).ok().and_then(|order| R::caution(&self.view, &order))
    }

    fn choices(&self, path: &[String]) -> Vec<Choice> {
        R::choices(&self.view, path)
    }

    fn hint(&self, path: &[String]) -> String {
        R::hint(&self.view, path)
    }

    fn group(&self, choice: &Choice) -> Option<String> {
        R::group(&self.view, choice)
    }

    fn form(&self, filled: &Filled) -> Option<Form> {
        R::form(&self.view, filled)
    }

    fn legal(&self) -> Legal {
        R::legal(&self.view)
    }

    fn heading(&self) -> Heading {
        R::heading(&self.view)
    }

    fn question(&self) -> Option<Text> {
        R::question(&self.view)
    }

    fn scene(&self) -> Scene {
        self.judged(R::scene(&self.view))
    }

    fn scene_choosing(&self, path: &[String]) -> Scene {
        self.judged(R::scene_choosing(&self.view, path))
    }

    fn describe(&self) -> Text {
        let board = R::describe(&self.view);
        match &self.verdict {
            Some(verdict) => verdict.then(&board),
            None => board,
        }
    }

    fn answer(&self, query: &str) -> Result<Text, Refusal> {
        R::answer(&self.view, query)
    }

    fn json(&self) -> Value {
        R::view_json(&self.view)
    }
}
