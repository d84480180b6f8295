//! One viewer's view of a match.

use std::fmt;
use std::sync::{Arc, OnceLock};

use deathmatch_rules::game::{
    AtTable, BySeat, Choice, Draws, Heading, Legal, Notation, Refusal, Scene, Seat, Seed, Seen, Text, Viewer, Words,
    nearest, quoted,
};
use deathmatch_script::{Machine, Value};
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use serde_json::{Map, Value as Json, json};

use crate::imagined_match;
use crate::load::Loaded;
use crate::picture_blocks::{self, Drawn};
use crate::play::{Answer, Brief, Fixed, Live, ScriptPlay, SeatAsk, Step};
use crate::sanitise::{clean, fitted};
use crate::seat_knowledge::{PlayedStages, Stage, StageUnknowns};

/// The most values and levels of a view in JSON.
const VALUES: usize = 20_000;
const LEVELS: usize = 20;

/// An order of a loaded game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order(String);

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// One viewer's view of a match of a loaded game, computed on the suspended script from the visible state alone.
#[derive(Clone, Debug)]
pub struct GameView {
    pub(crate) game: Arc<Loaded>,
    viewer: Viewer,
    /// The seat whose order is asked for in this view.
    asked: Option<Seat>,
    at: AtTable,
    live: Arc<Live>,
    brief: Brief,
    fixed: Arc<Fixed>,
    steps: Arc<Vec<Step>>,
    opened: BySeat<u64>,
    learnt: Arc<StageUnknowns>,
    drawn: OnceLock<Drawn>,
}

impl GameView {
    pub(crate) fn new(play: &ScriptPlay, viewer: Viewer, at: &AtTable) -> Self {
        let live = Arc::clone(play.live());
        let asks = |seat: &Seat| at.ended.is_none() && !at.waits && live.asks[*seat].is_some();
        // A match that is over has no secrets, except those that stay hidden.
        let published = at.published || live.outcome.is_some();
        let viewer = if live.outcome.is_some() { Viewer::Truth } else { viewer };
        Self {
            game: Arc::clone(&play.game),
            viewer,
            asked: viewer.seat().filter(asks),
            at: AtTable { published, ..*at },
            brief: if live.quiet { Brief::default() } else { play.brief() },
            fixed: Arc::clone(&play.fixed),
            steps: Arc::clone(&play.steps),
            opened: play.opened,
            learnt: Arc::clone(&play.learnt),
            live,
            drawn: OnceLock::new(),
        }
    }

    /// The viewer's seat.
    #[must_use]
    pub const fn seat(&self) -> Option<Seat> {
        self.viewer.seat()
    }

    fn ask(&self) -> Option<&SeatAsk> {
        self.live.asks[self.asked?].as_ref()
    }

    fn data(&self, viewer: Viewer) -> Json {
        let mut live = self.live();
        live.view(&self.game, viewer).map_or(Json::Null, |view| data(&live.machine, view))
    }

    /// Returns a copy of the match that shows what this view may show.
    fn live(&self) -> Live {
        self.live.for_readers(self.at.published)
    }

    /// Returns a seat's view as if nothing were hidden from it.
    fn data_for(&self, seat: Seat) -> Json {
        let mut data = self.data(Viewer::Truth);
        data["seat"] = json!(seat);
        data
    }

    fn drawn(&self) -> &Drawn {
        self.drawn.get_or_init(|| {
            let Some(function) = self.game.scene else { return Drawn::default() };
            let mut live = self.live();
            live.machine.look(true);
            let blocks = live.call(&self.game, function, self.viewer, None);
            let drawn =
                |blocks| picture_blocks::draw(&live.machine, blocks).map_err(|wrong| self.game.in_scene(&wrong));
            match blocks.and_then(drawn) {
                Ok(drawn) => drawn,
                Err(fault) => picture_blocks::fault(&fault),
            }
        })
    }

    /// Returns the orders of the view's seat: all, or `most` of them, evenly spread.
    #[must_use]
    pub fn some_orders(&self, most: usize) -> Vec<String> {
        self.ask().map(|ask| ask.pattern.some(most as u64)).unwrap_or_default()
    }

    /// Returns the cost of playing one step, in µs of one core of a small machine.
    #[must_use]
    pub fn step_cost(&self) -> u64 {
        imagined_match::step_cost(&self.game)
    }

    /// Returns the fault that prevented the picture, with its position in the file.
    #[must_use]
    pub fn picture_fault(&self) -> Option<&str> {
        self.drawn().fault.as_deref()
    }

    /// Returns the history of the match, to infer a seat's knowledge.
    pub(crate) fn past(&self, seat: Seat) -> PlayedStages<'_> {
        let not_asked = BySeat { ec: Answer::NotAsked, dmo: Answer::NotAsked };
        let mut stages = vec![Stage {
            answers: not_asked,
            sealed: BySeat::default(),
            seen: self.opened,
            learnt: Arc::clone(&self.learnt),
        }];
        for step in &*self.steps {
            match step {
                Step::Redraw { .. } => {}
                Step::Given { answers, sealed, seen, learnt } => stages.push(Stage {
                    answers: answers.clone(),
                    sealed: *sealed,
                    seen: *seen,
                    learnt: Arc::clone(learnt),
                }),
            }
        }
        PlayedStages { game: &self.game, fixed: &self.fixed, stages, seat }
    }

    /// Returns a copy of the match with another seed and the same state, hidden values included.
    pub(crate) fn copied(&self, seed: Seed) -> ScriptPlay {
        let fixed = Arc::new(Fixed { seed, ..Fixed::clone(&self.fixed) });
        ScriptPlay {
            game: Arc::clone(&self.game),
            fixed,
            steps: Arc::clone(&self.steps),
            live: OnceLock::from(Arc::clone(&self.live)),
            brief: None,
            traced: true,
            opened: self.opened,
            learnt: Arc::clone(&self.learnt),
        }
    }

    /// Whether nothing is hidden from the view's seat.
    #[must_use]
    pub fn knows_all(&self) -> bool {
        if self.game.imagine.is_some() {
            return self.seat().is_none_or(|seat| self.data(Viewer::Seat(seat)) == self.data_for(seat));
        }
        self.fixed.brought.is_empty() && self.seat().is_none_or(|seat| self.past(seat).known().hidden.is_empty())
    }
}

impl Seen for GameView {
    /// The view, as the file's functions get it.
    fn json(&self) -> Json {
        self.data(self.viewer)
    }

    fn seated(&self, seat: Seat) -> Option<Self> {
        // Only for a seat that sees no more than the public.
        let asked = self.at.ended.is_none() && !self.at.waits && self.live.asks[seat].is_some();
        let without = |mut data: Json| {
            data.as_object_mut().map(|data| data.remove("seat"));
            data
        };
        let same = asked && without(self.data(Viewer::Public)) == without(self.data(Viewer::Seat(seat)));
        same.then(|| Self { asked: Some(seat), drawn: OnceLock::new(), ..self.clone() })
    }
}

impl Notation for GameView {
    type Order = Order;

    fn parse(&self, text: &str) -> Result<Order, Refusal> {
        let Some(ask) = self.ask() else {
            return Err(Refusal::illegal("Nothing is asked of you now; wait your turn."));
        };
        if text.is_empty() {
            return Err(Refusal::unreadable(format!("Write your order: {}.", ask.pattern.summary())));
        }
        let mut orders = ask.pattern.matches(text);
        match orders.len() {
            1 => Ok(Order(orders.remove(0))),
            0 => Err(Refusal::about(text, text, &self.instead(text, ask))),
            _ => {
                orders.truncate(3);
                let orders: Vec<_> = orders.iter().map(|order| quoted(order)).collect();
                Err(Refusal::ambiguous(format!("That can mean {}; write it out.", orders.join(" or "))))
            }
        }
    }

    fn legal(&self) -> Legal<Order> {
        let Some(ask) = self.ask() else { return Legal::Listed(Vec::new()) };
        match ask.pattern.list() {
            Some(orders) => Legal::Listed(orders.into_iter().map(Order).collect()),
            None => Legal::Counted(ask.pattern.count()),
        }
    }

    fn choices(&self, path: &[String]) -> Vec<Choice> {
        let Some(ask) = self.ask() else { return Vec::new() };
        let mut choices = ask.pattern.choices(path);
        if let Some(label) = ask.label {
            self.put_labels(&mut Live::clone(&self.live), label, path, &mut choices);
        }
        choices
    }

    fn hint(&self, path: &[String]) -> String {
        self.own_hint(path).unwrap_or_else(|| {
            let next = self.ask().map(|ask| ask.pattern.choices(path)).unwrap_or_default();
            let all = |kind: fn(&str) -> bool| !next.is_empty() && next.iter().all(|choice| kind(&choice.word));
            match path {
                [] => "Choose your order".to_owned(),
                path if all(|word| word.parse::<u64>().is_ok()) => format!("{}: which number?", self.shown(path)),
                path if all(is_cell) => format!("{}: which cell?", self.shown(path)),
                path => format!("{}, and then?", self.shown(path)),
            }
        })
    }

    fn group(&self, choice: &Choice) -> Option<String> {
        const TOGETHER: u64 = 20;
        if let Some(group) = self.ask()?.group {
            return self.said(&mut Live::clone(&self.live), group, &choice.word, 80);
        }
        if let Some(cell) = choice.word.split([' ', '-']).next().filter(|cell| is_cell(cell)) {
            return Some(format!("Column {}", &cell[..1]));
        }
        let number: u64 = choice.word.parse().ok()?;
        let from = number / TOGETHER * TOGETHER;
        Some(format!("{from} to {}", from + TOGETHER - 1))
    }
}

/// Whether a word is the name of a cell: a small letter and a number.
fn is_cell(word: &str) -> bool {
    let row = word.strip_prefix(|column: char| column.is_ascii_lowercase());
    row.is_some_and(|row| row.parse::<u8>().is_ok())
}

impl GameView {
    /// Says what a player can order instead of a text: the nearest order, or what may follow its beginning, with the file's hint.
    fn instead(&self, text: &str, ask: &SeatAsk) -> String {
        let all = || ask.pattern.summary();
        let (path, rest) = ask.pattern.beginning(text);
        if rest.is_empty() {
            return format!("needs more: {}.", ask.pattern.summary_after(&path));
        }
        if let Some(meant) = ask.pattern.list().and_then(|orders| nearest(text, &orders)) {
            return format!("is not possible now; {meant} You can order {}.", all());
        }
        let hint = self.own_hint(&path).map_or_else(String::new, |hint| {
            let stop = if hint.ends_with(['.', '?', '!', '…', ':']) { "" } else { "." };
            format!(" {hint}{stop}")
        });
        if path.is_empty() {
            return format!("is not possible now; order {}.{hint}", all());
        }
        let begun = quoted(&path.join(" "));
        match ask.pattern.summary_after(&path) {
            none if none.is_empty() => format!("is not possible now; did you mean {begun}?"),
            next => format!("is not possible now; after {begun} you can order {next}.{hint}"),
        }
    }

    /// Returns the file's hint after some words, if an order may continue after them.
    fn own_hint(&self, path: &[String]) -> Option<String> {
        let ask = self.ask()?;
        let hint = ask.hint.filter(|_| !ask.pattern.choices(path).is_empty())?;
        self.said(&mut Live::clone(&self.live), hint, &path.join(" "), 100)
    }

    /// Returns the last of some words as the menu showed it.
    fn shown(&self, path: &[String]) -> String {
        let label = self.ask().and_then(|ask| self.label(&mut Live::clone(&self.live), ask.label?, &path.join(" ")));
        label.map_or_else(|| path.last().cloned().unwrap_or_default(), |(label, _)| label)
    }

    /// Sets the labels of choices, computed on a copy of the match.
    fn put_labels(&self, live: &mut Live, label: Value, path: &[String], choices: &mut [Choice]) {
        let before = path.join(" ");
        for choice in choices {
            let words = format!("{before} {}", choice.word);
            if let Some(said) = self.label(live, label, words.trim()) {
                (choice.label, choice.note) = said;
            }
        }
    }

    /// Computes the labels of all first words, and of some words along a random order with the hints there, to find faults.
    pub(crate) fn check_labels(&self, live: &mut Live, random: &mut impl Rng) -> Result<(), String> {
        const EACH: usize = 3;
        let Some(ask) = self.ask() else { return Ok(()) };
        let mut run = |function: Option<Value>, words: &str| {
            let Some(function @ Value::Function(_)) = function else { return Ok(()) };
            live.machine.look(true);
            let value = live.machine.value(&json!(words)).map_err(|error| error.to_string())?;
            let said = live.call(&self.game, function, self.viewer, Some(value));
            live.machine.look(false);
            said.map(drop).map_err(|wrong| format!("{wrong}\nThe order so far was \"{words}\"."))
        };
        let mut path: Vec<String> = Vec::new();
        loop {
            let mut choices = ask.pattern.choices(&path);
            if !choices.is_empty() {
                run(ask.hint, &path.join(" "))?;
            }
            if !path.is_empty() {
                choices.shuffle(random);
                choices.truncate(EACH);
            }
            for choice in &choices {
                run(ask.label, format!("{} {}", path.join(" "), choice.word).trim())?;
            }
            let Some(choice) = choices.choose(random) else { return Ok(()) };
            path.push(choice.word.clone());
        }
    }

    /// Returns the viewer for the words of the question: the asked seat, also where the public reads its question.
    fn reader(&self) -> Viewer {
        self.asked.map_or(Viewer::Public, Viewer::Seat)
    }

    /// Returns the text for some words of an order, which the file gives as a function or a constant.
    fn said(&self, live: &mut Live, function: Value, words: &str, most: usize) -> Option<String> {
        let said = if matches!(function, Value::Function(_)) {
            live.machine.look(true);
            let words = live.machine.value(&json!(words)).ok()?;
            live.call(&self.game, function, self.reader(), Some(words)).ok()?
        } else {
            function
        };
        Some(clean(live.machine.text(said)?, most)).filter(|text| !text.is_empty())
    }

    /// Returns the file's promising orders for the view's seat.
    #[must_use]
    pub fn ideas(&self) -> Vec<String> {
        let ideas = self.asked.map(|seat| Live::clone(&self.live).ideas(&self.game, seat));
        ideas.and_then(Result::ok).unwrap_or_default().into_iter().filter_map(|(_, meant)| meant).collect()
    }

    /// Whether the file has `worth`.
    #[must_use]
    pub fn judges(&self) -> bool {
        self.game.worth.is_some()
    }

    /// Returns the chips that each seat has bet, in a game of chips.
    #[must_use]
    pub fn stakes(&self) -> Option<BySeat<i64>> {
        self.live.stakes(&self.game)
    }

    /// Whether the position can be judged: by the file's `worth` or, without it, because both seats have bet the same.
    #[must_use]
    pub fn settled(&self, seat: Seat) -> bool {
        let bets = || self.stakes().is_none_or(|stakes| stakes.ec == stakes.dmo);
        if self.judges() { self.worth(seat).is_some() } else { bets() }
    }

    /// Returns the file's `worth` of the position for a seat, from -100 to 100; `None` if it cannot be judged.
    #[must_use]
    pub fn worth(&self, seat: Seat) -> Option<i64> {
        self.game.worth?;
        Live::clone(&self.live).worth(&self.game, seat).ok()?
    }

    /// Returns the label and note of some words, from the file's function, or from its dict by all words or the last.
    fn label(&self, live: &mut Live, label: Value, words: &str) -> Option<(String, String)> {
        live.machine.look(true);
        let said = if let Value::Dict(_) = label {
            let entries = live.machine.entries(label)?;
            let of = |words: &str| entries.iter().find(|(key, _)| live.machine.text(*key) == Some(words));
            of(words).or_else(|| of(words.rsplit(' ').next()?))?.1
        } else {
            let words = live.machine.value(&json!(words)).ok()?;
            live.call(&self.game, label, self.reader(), Some(words)).ok()?
        };
        let text = |value: &Value, most| Some(clean(live.machine.text(*value)?, most)).filter(|text| !text.is_empty());
        match live.machine.items(said) {
            Some([label, note]) => Some((text(label, 80)?, text(note, 100).unwrap_or_default())),
            _ => Some((text(&said, 80)?, String::new())),
        }
    }
}

impl Words for GameView {
    fn heading(&self) -> Heading {
        self.brief.heading(&self.game)
    }

    fn question(&self) -> Option<Text> {
        Some(self.ask()?.question.clone())
    }

    fn answer(&self, query: &str) -> Result<Text, Refusal> {
        match query.trim() {
            "" | "board" => Ok(self.describe_board()),
            _ => Err(Refusal::unreadable("Ask for nothing to see it all.")),
        }
    }

    fn describe_board(&self) -> Text {
        /// The most characters, with long names. Discord's limit is that of the message.
        const LONGEST: usize = 4_000;
        let mut words = String::new();
        if let Some(BySeat { ec, dmo }) = self.brief.scores {
            words = format!("{{ec}} {ec}, {{dmo}} {dmo} {}. ", self.game.declared.unit);
        }
        if !self.brief.stage.is_empty() {
            words = format!("{}. {words}", self.brief.stage);
        }
        words += &self.drawn().alt;
        let words = fitted(&words, LONGEST);
        Text::new(if words.is_empty() { "There is no picture.".to_owned() } else { words })
    }
}

impl Draws for GameView {
    fn draw(&self, _chosen: &[String]) -> Scene {
        let drawn = self.drawn();
        Scene {
            heading: self.heading(),
            height: drawn.height,
            shapes: drawn.shapes.clone(),
            caption: Text::new(self.live.caption.clone().unwrap_or_else(|| self.brief.stage.clone())),
        }
    }
}

/// Converts a script's value to JSON. Keys that are no texts are written as text.
pub(crate) fn data(machine: &Machine, value: Value) -> Json {
    data_in(machine, value, LEVELS, &mut VALUES.clone())
}

fn data_in(machine: &Machine, value: Value, levels: usize, left: &mut usize) -> Json {
    if levels == 0 || *left == 0 {
        return json!("…");
    }
    *left -= 1;
    match value {
        Value::Bool(truth) => json!(truth),
        Value::Int(number) => json!(number),
        Value::Text(_) => json!(machine.text(value)),
        Value::List(_) | Value::Tuple(_) => machine
            .items(value)
            .unwrap_or_default()
            .iter()
            .map(|item| data_in(machine, *item, levels - 1, left))
            .collect(),
        Value::Set(_) => {
            let keys = machine.entries(value).unwrap_or_default().into_iter().map(|(key, _)| key);
            keys.map(|key| data_in(machine, key, levels - 1, left)).collect()
        }
        Value::Dict(_) => {
            let mut map = Map::new();
            for (key, value) in machine.entries(value).unwrap_or_default() {
                let name = match machine.text(key) {
                    Some(text) => text.to_owned(),
                    None => data_in(machine, key, levels - 1, left).to_string(),
                };
                map.insert(name, data_in(machine, value, levels - 1, left));
            }
            Json::Object(map)
        }
        _ => Json::Null,
    }
}
