//! A match in play: the suspended script, and the answers given so far.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

use deathmatch_rules::game::{
    Accepted, Ask, Asked, AtTable, BySeat, Closes, Given, Habit, Happening, Heading, Legal, Moment, Outcome, Play,
    Progress, Reason, Refusal, Seat, Secrecy, Seed, Sight, Text, Told, Uncounted, Until, Viewer, Wants,
};
use deathmatch_script::{Ask as Call, Machine, Outcome as Ran, Value};
use rand::Rng;
use serde_json::{Value as Json, json};

use crate::declaration::{Visibility, opt};
use crate::game_view::{GameView, data};
use crate::load::Loaded;
use crate::order_pattern::Pattern;
use crate::sanitise::{LONGEST, clean, fitted};
use crate::seat_knowledge::StageUnknowns;

/// Fuel of one step, and of one call of a function with a view.
pub(crate) const STEP: u64 = 5_000_000;
pub(crate) const LOOK: u64 = 2_000_000;

/// The most characters of a question, of a story and of a picture's caption, with long names.
const QUESTION: usize = 300;
const STORY: usize = 110;
const CAPTION: usize = 200;

/// The most characters of a tie rule's reason.
const TIE: usize = 60;

/// The most calls of `say` and `story` in one step.
const SAID: usize = 60;

/// The most values of the state in the digest of a seat's view.
const HASHED: usize = 20_000;

/// The longest time for an answer, in seconds.
const LONGEST_WAIT: i64 = 7 * 86_400;

/// The terms of a match.
#[derive(Clone, Debug)]
pub(crate) struct Fixed {
    pub values: Json,
    /// The host's secret texts, by name.
    pub brought: BTreeMap<String, String>,
    pub advantage: Seat,
    pub seed: Seed,
}

/// A seat's answer in a step, as records store it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Order(Arc<str>),
    Ready,
    TimedOut,
    NotAsked,
}

impl From<Given<Accepted>> for Answer {
    fn from(given: Given<Accepted>) -> Self {
        match given {
            Given::Order(order) => Self::Order(order.text().into()),
            Given::Ready => Self::Ready,
            Given::TimedOut => Self::TimedOut,
            Given::NotAsked => Self::NotAsked,
        }
    }
}

/// A step in the history of a match.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Given {
        answers: BySeat<Answer>,
        /// Whether a seat's answer stays secret.
        sealed: BySeat<bool>,
        /// A digest of each seat's view after the step and the texts told to it.
        seen: BySeat<u64>,
        learnt: Arc<StageUnknowns>,
    },
    /// The script's `random` has this key from here on.
    Redraw { seed: Seed, number: u32 },
}

/// A question to one seat.
#[derive(Clone, Debug)]
pub(crate) struct SeatAsk {
    pub ask: Ask,
    pub pattern: Arc<Pattern>,
    pub question: Text,
    pub label: Option<Value>,
    pub group: Option<Value>,
    pub hint: Option<Value>,
    pub ideas: Option<Value>,
}

/// The arguments of a question.
#[derive(Clone, Copy, Debug)]
struct Parts {
    orders: Option<Value>,
    question: Option<Value>,
    label: Option<Value>,
    group: Option<Value>,
    hint: Option<Value>,
    ideas: Option<Value>,
    missing: Option<Value>,
}

/// The name of the score in games of chips.
const CHIPS: &str = "chips";

/// Maps the script's `None` to no value.
fn given(value: Option<Value>) -> Option<Value> {
    value.filter(|value| *value != Value::None)
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Pending {
    One(Seat),
    Both,
    /// The first right order wins: one of these, or any order without a list.
    Race(Option<Arc<[String]>>),
    Rest(u64),
}

/// A script that waits for answers, or has ended.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
pub(crate) struct Live {
    pub machine: Machine,
    pub state: Value,
    pending: Option<Pending>,
    pub asks: BySeat<Option<SeatAsk>>,
    missing: Option<Value>,
    /// Whether everyone knows the sealed orders once the step is over.
    shown: bool,
    /// The last text told to everyone in this step.
    pub caption: Option<String>,
    pub outcome: Option<Outcome>,
    /// The reason of a tie rule that decided, in the file's words.
    pub tie: Option<String>,
    /// Whether an answer has been given.
    begun: bool,
    /// The stage and scores at the newest call.
    called_at: Brief,
    /// The stage in which this step changed the score.
    scored_in: Option<String>,
    /// The file's reason to refuse the match, in words for its host.
    refused: Option<String>,
    fault: Option<String>,
    /// Texts that were cut: their line, kind and limit.
    pub cut: BTreeSet<(u32, &'static str, usize)>,
    /// Whether texts and questions are skipped, as in a search.
    pub quiet: bool,
    /// Whether views are for everyone, after the match: nobody sees what stays hidden forever.
    pub published: bool,
}

/// The texts of a step's calls of `say` and `story`.
#[derive(Debug, Default)]
pub(crate) struct Telling {
    said: Vec<(Option<Seat>, String)>,
    /// The weight, text and stage of each.
    moments: Vec<(u8, String, Option<String>)>,
}

type Res<T> = Result<T, String>;

/// The stage and scores of a position, which stay known while its script is dropped.
#[derive(Clone, Debug, Default)]
pub(crate) struct Brief {
    pub stage: String,
    /// The stage in which the last step changed the score.
    pub scored_in: Option<String>,
    pub scores: Option<BySeat<i64>>,
}

impl Brief {
    /// A game without a score shows none.
    pub fn heading(&self, game: &Loaded) -> Heading {
        let scores = self.scores.map(|scores| scores.map(|score| score.to_string()));
        let unit = scores.as_ref().map(|_| game.declared.unit.clone()).unwrap_or_default();
        Heading { stage: self.stage.clone(), scores: scores.unwrap_or_default(), unit, inks: None }
    }
}

impl Live {
    fn start(game: &Loaded, fixed: &Fixed, told: &mut Telling, prepare: &dyn Fn(&mut Machine)) -> Self {
        let mut machine = game.ready.clone();
        machine.seed(key(&fixed.seed, "play"));
        prepare(&mut machine);
        let mut live = Self {
            machine,
            state: Value::None,
            pending: None,
            asks: BySeat::default(),
            missing: None,
            shown: false,
            caption: None,
            outcome: None,
            tie: None,
            begun: false,
            called_at: Brief::default(),
            scored_in: None,
            refused: None,
            fault: None,
            cut: BTreeSet::new(),
            quiet: false,
            published: false,
        };
        let begun = live.begin(game, fixed).and_then(|()| live.advance(game, told));
        live.fault = begun.err();
        live
    }

    fn begin(&mut self, game: &Loaded, fixed: &Fixed) -> Res<()> {
        let mut values = opt(&fixed.values, &fixed.brought, &game.declared);
        values["advantage"] = json!(fixed.advantage);
        let machine = &mut self.machine;
        self.state = machine.dict(&[]).map_err(|error| error.to_string())?;
        machine.pin(self.state);
        let opt = machine.value(&values).map_err(|error| error.to_string())?;
        machine.pin(opt);
        let key = machine.value(&json!("opt")).map_err(|error| error.to_string())?;
        machine.pin(key);
        let random = Machine::library("random").unwrap_or(Value::None);
        machine.call(game.play, &[self.state, opt, random]).map_err(|error| error.to_string())
    }

    /// Runs to the next question or the end, and tells a score that has changed.
    fn advance(&mut self, game: &Loaded, told: &mut Telling) -> Res<()> {
        let before = self.called_at.scores;
        self.run(game, told)?;
        told.said.extend(self.new_score(game, before, told).map(|words| (None, words)));
        Ok(())
    }

    /// Returns a line with the score if this step changed it, unless a text of the step says it already.
    fn new_score(&self, game: &Loaded, before: Option<BySeat<i64>>, told: &Telling) -> Option<String> {
        let scores = self.called_at.scores.filter(|scores| before.is_some_and(|before| before != *scores))?;
        let score = format!("{{ec}} {}, {{dmo}} {} {}.", scores.ec, scores.dmo, game.declared.unit);
        let is_said = told.said.iter().any(|(to, text)| to.is_none() && text.contains(&score));
        (!is_said).then_some(score)
    }

    fn run(&mut self, game: &Loaded, told: &mut Telling) -> Res<()> {
        self.pending = None;
        self.asks = BySeat::default();
        let start = self.machine.fuel_used();
        self.scored_in = None;
        loop {
            let left = STEP.saturating_sub(self.machine.fuel_used() - start);
            let ran = self.machine.run(left);
            self.note_score(game, &ran);
            match ran {
                Ran::Fault(error) => return Err(error.to_string()),
                Ran::Done(_) => {
                    let outcome = self.by_score(game)?;
                    if let (Reason::TieBreak, Some(BySeat { ec, dmo })) = (outcome.reason, self.brief(game).scores) {
                        let rule = format!("{ec} – {dmo} {}: a tie goes to {{dmo}}.", game.declared.unit);
                        told.said.push((None, rule));
                    }
                    self.outcome = Some(outcome);
                    return Ok(());
                }
                Ran::Asks(call) => match self.called(game, &call, told) {
                    Ok(true) => self.machine.answer(Value::None),
                    Ok(false) => return Ok(()),
                    Err(wrong) => return Err(wrong),
                },
            }
        }
    }

    /// Notes the stage in which the score changed before a call or the end. A question belongs to the next stage.
    fn note_score(&mut self, game: &Loaded, ran: &Ran) {
        if self.quiet {
            return;
        }
        let asks = matches!(ran, Ran::Asks(call) if matches!(&*call.name, "ask" | "ask_both" | "race"));
        let now = self.brief(game);
        if now.scores != self.called_at.scores {
            self.scored_in = Some(if asks { &self.called_at } else { &now }.stage.clone());
        }
        self.called_at = now;
    }

    fn wrong<T>(&mut self, message: impl Into<String>, hint: &str) -> Res<T> {
        let hint = (!hint.is_empty()).then(|| hint.to_owned());
        Err(self.machine.fail(message, hint).to_string())
    }

    /// Serves a call of the script. Returns whether the script continues.
    fn called(&mut self, game: &Loaded, call: &Call, told: &mut Telling) -> Res<bool> {
        match &*call.name {
            "say" | "story" if self.quiet => {}
            "say" => {
                let [text, to] = self.args(call, ["text", "to"])?;
                let text = self.words(text, "text")?;
                let to = match to {
                    None | Some(Value::None) => None,
                    Some(seat) => Some(self.seat(seat)?),
                };
                let text = self.fit(&text, LONGEST, "`say`");
                if to.is_none() {
                    self.caption = Some(fitted(&text, CAPTION));
                }
                told.said.push((to, text));
            }
            "story" => {
                let [weight, text] = self.args(call, ["weight", "text"])?;
                let Some(Value::Int(weight @ 0..=100)) = weight else {
                    return self.wrong("`story` needs a weight from 0 to 100", "write `story(60, \"…\")`");
                };
                let text = self.words(text, "text")?;
                let text = self.fit(&text, STORY, "`story`");
                let stage = Some(self.called_at.stage.clone()).filter(|stage| !stage.is_empty());
                told.moments.push((u8::try_from(weight).unwrap_or(0), text, stage));
            }
            "win" => {
                let [seat, tie] = self.args(call, ["seat", "tie"])?;
                let winner = self.seat(seat.unwrap_or(Value::None))?;
                let by = tie.and_then(|tie| self.machine.text(tie)).map(|by| fitted(by, TIE));
                if let Some(by) = by.as_ref().filter(|_| !self.quiet) {
                    told.said.push((None, format!("A tie: {{{}}} wins by {by}.", winner.id())));
                }
                let tied = by.is_some() || self.truth(tie, "tie")?;
                self.tie = by;
                let reason = if tied { Reason::TieBreak } else { Reason::Rules };
                self.outcome = Some(Outcome { winner: Some(winner), reason });
                return Ok(false);
            }
            "refuse" => {
                let [text] = self.args(call, ["text"])?;
                let text = self.words(text, "text")?;
                if self.begun {
                    return self
                        .wrong("`refuse` is for what the host brought; after the first question it is too late", "");
                }
                self.refused = Some(fitted(&text, LONGEST));
                return Err("the match was refused".to_owned());
            }
            "no_result" => {
                let [] = self.args(call, [])?;
                self.outcome = Some(Outcome { winner: None, reason: Reason::Void });
                return Ok(false);
            }
            "rest" => {
                let [seconds] = self.args(call, ["seconds"])?;
                let seconds = self.seconds(seconds)?;
                self.pending = Some(Pending::Rest(seconds));
                return Ok(false);
            }
            "ask" | "ask_both" => {
                self.begin_question(game, call)?;
                return Ok(false);
            }
            "race" => {
                self.begin_race(game, call)?;
                return Ok(false);
            }
            name => {
                let message = format!("`{name}` is called once, at the top level of the file");
                return self.wrong(message, "");
            }
        }
        if told.said.len() + told.moments.len() > SAID {
            return self.wrong(format!("more than {SAID} texts are told in one step"), "");
        }
        Ok(true)
    }

    /// Returns the arguments of a call in the order of `names`.
    fn args<const N: usize>(&mut self, call: &Call, names: [&str; N]) -> Res<[Option<Value>; N]> {
        let mut found = [None; N];
        if call.args.len() > N {
            return self.wrong(format!("`{}` takes {N} arguments at most", call.name), "");
        }
        found.iter_mut().zip(&call.args).for_each(|(place, value)| *place = Some(*value));
        for (name, value) in &call.named {
            let Some(place) = names.iter().position(|known| *known == &**name) else {
                let hint = format!("it has {}", names.join(", "));
                return self.wrong(format!("`{}` has no argument `{name}`", call.name), &hint);
            };
            if found[place].is_some() {
                return self.wrong(format!("`{}` is given `{name}` twice", call.name), "");
            }
            found[place] = Some(*value);
        }
        Ok(found)
    }

    /// Cuts a text that is too long, and records the cut for the check.
    fn fit(&mut self, text: &str, most: usize, what: &'static str) -> String {
        let fits = fitted(text, most);
        if fits.ends_with('…') && !text.trim_end().ends_with('…') {
            self.cut.insert((self.machine.line(), what, most));
        }
        fits
    }

    fn words(&mut self, value: Option<Value>, name: &str) -> Res<String> {
        match value.and_then(|value| self.machine.text(value)) {
            Some(text) if !text.trim().is_empty() => Ok(text.to_owned()),
            _ => self.wrong(format!("`{name}` is a text that is not empty"), "write f\"…\""),
        }
    }

    fn seat(&mut self, value: Value) -> Res<Seat> {
        match self.machine.text(value).and_then(|text| text.parse().ok()) {
            Some(seat) => Ok(seat),
            None => self.wrong("a seat is EC or DMO", ""),
        }
    }

    /// Returns the seats of a list; both without one.
    fn seats(&mut self, value: Option<Value>) -> Res<Vec<Seat>> {
        let Some(value) = given(value) else { return Ok(Seat::ALL.to_vec()) };
        match self.machine.items(value).map(<[Value]>::to_vec) {
            Some(seats) if !seats.is_empty() => seats.into_iter().map(|seat| self.seat(seat)).collect(),
            _ => self.wrong("`seats` is a list with EC, DMO or both", ""),
        }
    }

    fn seconds(&mut self, value: Option<Value>) -> Res<u64> {
        match value {
            Some(Value::Int(seconds @ 1..=LONGEST_WAIT)) => Ok(seconds.unsigned_abs()),
            _ => self.wrong("`seconds` is a number from 1 to 604800", "take it from an option: `seconds=opt.turn_s`"),
        }
    }

    fn truth(&mut self, value: Option<Value>, name: &str) -> Res<bool> {
        match value {
            None | Some(Value::Bool(false) | Value::None) => Ok(false),
            Some(Value::Bool(true)) => Ok(true),
            Some(_) => self.wrong(format!("`{name}` is True or False"), ""),
        }
    }

    /// Asks the seats that the file names, or both, for the first right order.
    fn begin_race(&mut self, game: &Loaded, call: &Call) -> Res<()> {
        let names = ["orders", "question", "seconds", "right", "seats", "label", "group", "hint", "ideas"];
        let [orders, question, seconds, right, seats, label, group, hint, ideas] = self.args(call, names)?;
        let until = Until::After(self.seconds(seconds)? * 1000);
        let ask = Ask {
            prompt: "race",
            wants: Wants::Order,
            secrecy: Secrecy::Private,
            until,
            closes: Closes::AtRight,
            uses_reserve: false,
        };
        let seats = self.seats(seats)?;
        let right = match given(right) {
            None => None,
            Some(right) => {
                let items = self.machine.items(right).map_or_else(|| vec![right], <[Value]>::to_vec);
                let texts = items.into_iter().map(|item| self.order_text(item, "right")).collect::<Res<_>>()?;
                Some(texts)
            }
        };
        self.shown = true;
        self.missing = None;
        let parts = Parts { orders, question, label, group, hint, ideas, missing: None };
        self.put(game, call, &seats, ask, parts)?;
        self.pending = Some(Pending::Race(right));
        Ok(())
    }

    /// Returns an order's text; a number is written in digits.
    fn order_text(&mut self, value: Value, name: &str) -> Res<String> {
        match value {
            Value::Int(number) => Ok(number.to_string()),
            value => match self.machine.text(value) {
                Some(text) => Ok(text.to_owned()),
                None => self.wrong(format!("`{name}` gives an order's text"), ""),
            },
        }
    }

    fn begin_question(&mut self, game: &Loaded, call: &Call) -> Res<()> {
        const NAMES: [&str; 13] = [
            "orders",
            "question",
            "seconds",
            "missing",
            "sealed",
            "label",
            "reserve",
            "wait",
            "before_start",
            "shown",
            "group",
            "hint",
            "ideas",
        ];
        let one = &*call.name == "ask";
        let mut names = [""; 14];
        let (first, last) = if one { (1, 0) } else { (0, 13) };
        names[first..first + 13].copy_from_slice(&NAMES);
        names[last] = if one { "seat" } else { "seats" };
        let mut all = self.args(call, names)?;
        all[last..].rotate_left(1);
        let [orders, question, seconds, missing, sealed, label, reserve, wait, lead, shown, group, hint, ideas, seat] =
            all;
        let seconds = self.seconds(seconds)?;
        let sealed = self.truth(sealed, "sealed")? || !one;
        self.shown = match shown {
            None => !one,
            shown => self.truth(shown, "shown")?,
        };
        let until = match lead {
            None | Some(Value::None) => Until::After(seconds * 1000),
            lead => Until::BeforeStart { lead: self.seconds(lead)? * 1000, least: seconds * 1000 },
        };
        let ask = Ask {
            prompt: "order",
            wants: Wants::Order,
            secrecy: if sealed { Secrecy::Private } else { Secrecy::Public },
            until,
            closes: if self.truth(wait, "wait")? { Closes::AtDeadline } else { Closes::WhenAllIn },
            uses_reserve: self.truth(reserve, "reserve")?,
        };
        let (pending, seats) = if one {
            let seat = self.seat(seat.unwrap_or(Value::None))?;
            (Pending::One(seat), vec![seat])
        } else {
            (Pending::Both, self.seats(seat)?)
        };
        self.put(game, call, &seats, ask, Parts { orders, question, label, group, hint, ideas, missing })?;
        self.missing = given(missing);
        self.pending = Some(pending);
        Ok(())
    }

    /// Asks seats a question.
    fn put(&mut self, game: &Loaded, call: &Call, seats: &[Seat], ask: Ask, parts: Parts) -> Res<()> {
        let (Some(orders), Some(question)) = (parts.orders, parts.question) else {
            return self.wrong(format!("`{}` needs `orders=` and `question=`", call.name), "");
        };
        let missing = parts.missing;
        let [label, group, hint, ideas] = [parts.label, parts.group, parts.hint, parts.ideas].map(given);
        for (name, value) in [
            ("orders", Some(orders)),
            ("question", Some(question)),
            ("label", label),
            ("group", group),
            ("hint", hint),
            ("ideas", ideas),
            ("missing", missing),
        ] {
            if !self.quiet {
                self.check_function(name, value, name == "missing")?;
            }
        }
        let mut asks = BySeat::default();
        for &seat in seats {
            let pattern = self.look(game, orders, Viewer::Seat(seat), Pattern::read)?;
            if self.quiet {
                let question = Text::default();
                asks[seat] = Some(SeatAsk { ask, pattern: Arc::new(pattern), question, label, group, hint, ideas });
                continue;
            }
            let question = self.look(game, question, Viewer::Seat(seat), |machine, value| {
                machine.text(value).map(str::to_owned).ok_or("the question is not a text".to_owned())
            })?;
            let question = Text::new(self.fit(&question, QUESTION, "the question"));
            if let Some(Value::Text(_)) = missing {
                let text = self.machine.text(missing.unwrap_or(Value::None)).unwrap_or_default();
                if pattern.matches(text).is_empty() {
                    let message = format!("`missing` is `{text}`, which is not in `orders`");
                    return self.wrong(message, "leave it out, and the answer of a late player is None");
                }
            }
            asks[seat] = Some(SeatAsk { ask, pattern: Arc::new(pattern), question, label, group, hint, ideas });
        }
        self.asks = asks;
        Ok(())
    }

    /// Refuses functions that use hidden variables and, unless `any`, values that are not constants of the file.
    fn check_function(&mut self, name: &str, value: Option<Value>, any: bool) -> Res<()> {
        let Some(value) = value else { return Ok(()) };
        if matches!(value, Value::Function(_)) {
            if let Some(word) = hidden(&self.machine, value, 0) {
                let message = format!("`{name}` uses `{word}`, which may hold what its viewer must not see");
                return self.wrong(message, "use the view that it is given: `lambda v: … v.chips …`");
            }
            return Ok(());
        }
        if any || constant(&self.machine, value, 0) {
            return Ok(());
        }
        let message = format!("`{name}` is made of what `play` knows, and its viewer may not know that");
        let numbers = |items: &[Value]| items.iter().all(|item| matches!(item, Value::Int(_)));
        let hint = match self.machine.items(value) {
            Some(items) if numbers(items) => {
                format!("make it from the view: `{name}=lambda v: …`, or write numbers as texts: `[\"5\", \"6\"]`")
            }
            _ => format!("make it from the view: `{name}=lambda v: …`"),
        };
        self.wrong(message, &hint)
    }

    /// Converts a value with `read`; a function is first called with a view.
    fn look<T>(
        &mut self,
        game: &Loaded,
        value: Value,
        viewer: Viewer,
        read: impl FnOnce(&Machine, Value) -> Result<T, String>,
    ) -> Res<T> {
        let value = if matches!(value, Value::Function(_)) {
            self.machine.look(true);
            let value = self.call(game, value, viewer, None);
            self.machine.look(false);
            value?
        } else {
            value
        };
        match read(&self.machine, value) {
            Ok(read) => Ok(read),
            Err(wrong) => self.wrong(wrong, ""),
        }
    }

    /// Calls a function of the script with a view.
    pub fn call(&mut self, game: &Loaded, function: Value, viewer: Viewer, more: Option<Value>) -> Res<Value> {
        let view = self.view(game, viewer)?;
        let args: Vec<_> = [Some(view), more].into_iter().flatten().collect();
        self.machine.call(function, &args).map_err(|error| error.to_string())?;
        match self.machine.run(LOOK) {
            Ran::Done(value) => Ok(value),
            Ran::Fault(error) => Err(error.to_string()),
            Ran::Asks(call) => self.wrong(format!("`{}` belongs into `play`, not into what is shown", call.name), ""),
        }
    }

    /// Returns a copy whose views are for everyone, after the match, if `published`.
    pub fn for_readers(&self, published: bool) -> Self {
        Self { published, ..self.clone() }
    }

    /// Returns the state without the values hidden from a viewer.
    pub fn view(&mut self, game: &Loaded, viewer: Viewer) -> Res<Value> {
        let machine = &mut self.machine;
        let made = |machine: &mut Machine, json: &Json| machine.value(json).map_err(|error| error.to_string());
        let mut entries = machine.entries(self.state).unwrap_or_default();
        for (key, value) in &mut entries {
            let name = machine.text(*key).unwrap_or_default();
            let seen = game.declared.visibility(name);
            let hidden = self.published && game.declared.forever.contains(name);
            let own = match (if hidden { Viewer::Public } else { viewer }, seen) {
                (Viewer::Truth, _) | (_, Visibility::Public) => continue,
                (_, Visibility::Nobody) | (Viewer::Public, _) => None,
                (Viewer::Seat(seat), Visibility::Owner) => Some(seat),
                (Viewer::Seat(seat), Visibility::TheOther) => Some(!seat),
            };
            if seen == Visibility::Nobody {
                *value = Value::None;
                continue;
            }
            let Some(mut by_seat) = machine.entries(*value).filter(|_| matches!(value, Value::Dict(_))) else {
                if *value == Value::None {
                    continue;
                }
                let name = machine.text(*key).unwrap_or_default();
                return Err(format!("`s.{name}` is a secret of its owner: it is a dict with EC and DMO"));
            };
            for (seat, value) in &mut by_seat {
                if machine.text(*seat) != own.map(Seat::id) {
                    *value = Value::None;
                }
            }
            *value = machine.dict(&by_seat).map_err(|error| error.to_string())?;
        }
        let seat = made(machine, &json!(viewer.seat()))?;
        let name = made(machine, &json!("seat"))?;
        entries.push((name, seat));
        machine.dict(&entries).map_err(|error| error.to_string())
    }

    /// Returns the names of the state's entries.
    pub fn entries(&self) -> impl Iterator<Item = String> {
        let entries = self.machine.entries(self.state).unwrap_or_default();
        entries.into_iter().filter_map(|(key, _)| self.machine.text(key).map(str::to_owned))
    }

    fn entry(&self, name: &str) -> Option<Value> {
        let entries = self.machine.entries(self.state)?;
        entries.into_iter().find(|(key, _)| self.machine.text(*key) == Some(name)).map(|(_, value)| value)
    }

    /// Returns the file's `worth` of the position for a seat, from -100 to 100; `None` if it cannot be judged.
    pub fn worth(&mut self, game: &Loaded, seat: Seat) -> Res<Option<i64>> {
        let Some(worth) = game.worth else { return Ok(None) };
        self.look(game, worth, Viewer::Seat(seat), |_, value| match value {
            Value::Int(worth) => Ok(Some(worth.clamp(-100, 100))),
            Value::None => Ok(None),
            _ => Err("`worth` gives a whole number from -100 to 100, or None".to_owned()),
        })
    }

    /// Returns the file's promising orders for an asked seat: each as the file writes it, and the possible order that it means.
    pub fn ideas(&mut self, game: &Loaded, seat: Seat) -> Res<Vec<(String, Option<String>)>> {
        let Some(ask) = self.asks[seat].clone() else { return Ok(Vec::new()) };
        let Some(ideas) = ask.ideas else { return Ok(Vec::new()) };
        self.look(game, ideas, Viewer::Seat(seat), |machine, value| {
            let wrong = || "`ideas` gives a list of orders".to_owned();
            let ideas = if value == Value::None { &[] } else { machine.items(value).ok_or_else(wrong)? };
            let read = |item: &Value| {
                let text = match item {
                    Value::Int(number) => number.to_string(),
                    item => machine.text(*item).ok_or_else(wrong)?.to_owned(),
                };
                let meant = ask.pattern.matches(&text).into_iter().next();
                Ok((text, meant))
            };
            ideas.iter().map(read).collect()
        })
    }

    /// Checks that the file's `worth` and `ideas` run without a fault, and that all ideas are possible orders.
    pub fn check_advice(&mut self, game: &Loaded) -> Res<()> {
        for seat in Seat::ALL {
            if self.outcome.is_none() {
                self.worth(game, seat)?;
            }
            if let Some((idea, _)) = self.ideas(game, seat)?.into_iter().find(|(_, meant)| meant.is_none()) {
                return self.wrong(format!("`ideas` gives `{idea}`, which is not in `orders`"), "");
            }
        }
        Ok(())
    }

    /// Returns the fuel of a seat's `ideas` and half the fuel of `worth`: a search judges less often than it plays.
    pub fn look_cost(&self, game: &Loaded, seat: Seat) -> u64 {
        let mut live = self.clone();
        let before = live.machine.fuel_used();
        live.ideas(game, seat).ok();
        let ideas = live.machine.fuel_used() - before;
        live.worth(game, seat).ok();
        ideas + (live.machine.fuel_used() - before - ideas) / 2
    }

    /// Replaces the values hidden from a seat with those that the file's `imagine` deals.
    ///
    /// `imagine` has to give every hidden value; visible values stay.
    pub fn deal_again(&mut self, game: &Loaded, function: Value, seat: Seat) -> Res<()> {
        let view = self.view(game, Viewer::Seat(seat))?;
        let random = Machine::library("random").unwrap_or(Value::None);
        self.machine.pin(view);
        self.machine.call(function, &[view, random]).map_err(|error| error.to_string())?;
        let dealt = match self.machine.run(LOOK) {
            Ran::Done(value) => value,
            Ran::Fault(error) => return Err(error.to_string()),
            Ran::Asks(call) => {
                return self.wrong(format!("`{}` belongs into `play`, not into `imagine`", call.name), "");
            }
        };
        self.machine.pin(dealt);
        let Some(dealt) = self.machine.entries(dealt) else {
            return self.wrong("`imagine` gives a dict with what its viewer does not see", "");
        };
        for (key, value) in self.machine.entries(self.state).unwrap_or_default() {
            let name = self.machine.text(key).unwrap_or_default().to_owned();
            let new = dealt.iter().find(|(other, _)| self.machine.text(*other) == Some(&name)).map(|(_, value)| *value);
            let own = match game.declared.visibility(&name) {
                Visibility::Public => continue,
                Visibility::Nobody => None,
                Visibility::Owner => Some(seat),
                Visibility::TheOther => Some(!seat),
            };
            let Some(new) = new.filter(|_| value != Value::None) else {
                if value == Value::None {
                    continue;
                }
                return self.wrong(format!("`imagine` gives no `{name}`, which its viewer does not see"), "");
            };
            let (Some(own), Some(by_seat)) = (own, self.machine.entries(value)) else {
                self.machine.put(self.state, key, new).map_err(|error| error.to_string())?;
                continue;
            };
            let Some(dealt) = self.machine.entries(new) else {
                return self.wrong(format!("`imagine` gives `{name}` as a dict with EC and DMO"), "");
            };
            let mut mixed = Vec::new();
            for (whose, old) in by_seat {
                let is = self.machine.text(whose).map(str::to_owned);
                let new = dealt.iter().find(|(other, _)| self.machine.text(*other) == is.as_deref());
                mixed.push((
                    whose,
                    if is.as_deref() == Some(own.id()) { old } else { new.map_or(Value::None, |new| new.1) },
                ));
            }
            let mixed = self.machine.dict(&mixed).map_err(|error| error.to_string())?;
            self.machine.put(self.state, key, mixed).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    pub fn brief(&self, game: &Loaded) -> Brief {
        let stage = self.entry("stage").and_then(|stage| Some(clean(self.machine.text(stage)?, 60)));
        let scores = game.declared.score.as_deref().and_then(|score| self.scores(score));
        let scored_in = self.scored_in.clone().filter(|stage| !stage.is_empty());
        Brief { stage: stage.unwrap_or_default(), scored_in, scores }
    }

    fn scores(&self, name: &str) -> Option<BySeat<i64>> {
        let scores = self.numbers(name)?;
        // Chips in front of a seat are its own until somebody takes the pot.
        let stakes = self.numbers("stake").filter(|_| name == CHIPS).unwrap_or_default();
        Some(BySeat { ec: scores.ec.checked_add(stakes.ec)?, dmo: scores.dmo.checked_add(stakes.dmo)? })
    }

    /// Returns the chips that each seat has bet, if chips are the score.
    pub fn stakes(&self, game: &Loaded) -> Option<BySeat<i64>> {
        if game.declared.score.as_deref() == Some(CHIPS) { self.numbers("stake") } else { None }
    }

    /// Returns an entry of the state that has a number for each seat.
    fn numbers(&self, name: &str) -> Option<BySeat<i64>> {
        let entries = self.machine.entries(self.entry(name)?)?;
        let of = |seat: Seat| {
            let entry = entries.iter().find(|(key, _)| self.machine.text(*key) == Some(seat.id()))?;
            if let Value::Int(number) = entry.1 { Some(number) } else { None }
        };
        Some(BySeat { ec: of(Seat::Ec)?, dmo: of(Seat::Dmo)? })
    }

    fn by_score(&mut self, game: &Loaded) -> Res<Outcome> {
        let Some(name) = &game.declared.score else {
            return Err("`play` ended without `win(seat)`, and `game` names no `score`".to_owned());
        };
        let Some(scores) = self.scores(name) else {
            return Err(format!("`play` ended, and `s.{name}` is no dict with a number for EC and for DMO"));
        };
        Ok(match scores.ec.cmp(&scores.dmo) {
            std::cmp::Ordering::Greater => Outcome { winner: Some(Seat::Ec), reason: Reason::Rules },
            std::cmp::Ordering::Less => Outcome { winner: Some(Seat::Dmo), reason: Reason::Rules },
            std::cmp::Ordering::Equal => Outcome { winner: Some(Seat::Dmo), reason: Reason::TieBreak },
        })
    }

    /// Gives the answers to the script and runs it to its next question or its end.
    fn resolve(&mut self, game: &Loaded, answers: &BySeat<Answer>, told: &mut Telling) {
        let going = self.fault.is_none() && self.outcome.is_none();
        let Some(pending) = self.pending.clone().filter(|_| going) else { return };
        self.begun = true;
        // A break has no texts, so the caption stays.
        if !matches!(pending, Pending::Rest(_)) {
            self.caption = None;
        }
        // The table ends such a match; the file is not informed.
        let late = |seat: &Seat| {
            self.asks[*seat].as_ref().is_some_and(|ask| ask.ask.uses_reserve) && answers[*seat] == Answer::TimedOut
        };
        if let Some(late) = Seat::ALL.into_iter().find(late) {
            self.outcome = Some(Outcome { winner: Some(!late), reason: Reason::Clock });
            (self.pending, self.asks) = (None, BySeat::default());
            return;
        }
        let ran = self.answer(game, &pending, answers).and_then(|missed| {
            let mut caption: Vec<_> =
                missed.iter().filter(|(to, _)| to.is_none()).map(|(_, text)| text.clone()).collect();
            told.said.extend(missed);
            self.advance(game, told)?;
            // The cause first, then its effect.
            if !caption.is_empty() {
                caption.extend(self.caption.take());
                self.caption = Some(fitted(&caption.join(" "), CAPTION));
            }
            Ok(())
        });
        self.fault = ran.err();
    }

    /// Gives the answers to the script. Returns a line about each order that the file gives in place of a missing one, for those who see
    /// that order.
    fn answer(
        &mut self,
        game: &Loaded,
        pending: &Pending,
        answers: &BySeat<Answer>,
    ) -> Res<Vec<(Option<Seat>, String)>> {
        let mut texts: BySeat<Json> = BySeat::default();
        let mut missed = Vec::new();
        for seat in Seat::ALL {
            texts[seat] = match &answers[seat] {
                Answer::Order(text) => json!(&**text),
                Answer::TimedOut if self.asks[seat].is_some() => match self.missing {
                    None => Json::Null,
                    Some(missing) => {
                        let ask = self.asks[seat].as_ref().map(|ask| Arc::clone(&ask.pattern));
                        self.look(game, missing, Viewer::Seat(seat), |machine, value| {
                            let text = match value {
                                Value::None => return Ok(Json::Null),
                                Value::Bool(true) => return Ok(ask.map_or(Json::Null, |orders| json!(orders.nth(0)))),
                                Value::Int(number) => number.to_string(),
                                value => machine.text(value).ok_or("`missing` gives an order's text")?.to_owned(),
                            };
                            let order = ask.and_then(|orders| orders.matches(&text).into_iter().next());
                            let order =
                                order.ok_or_else(|| format!("`missing` gives `{text}`, which is not in `orders`"));
                            order.map(Json::from)
                        })?
                    }
                },
                _ => Json::Null,
            };
            if let (Answer::TimedOut, Some(order)) = (&answers[seat], texts[seat].as_str()) {
                let secret = self.asks[seat].as_ref().is_some_and(|ask| ask.ask.secrecy == Secrecy::Private);
                missed.push(if secret {
                    (Some(seat), format!("Your order did not come in time, so `{order}` counts."))
                } else {
                    (None, format!("No order came from {} in time, so `{order}` counts.", Text::seat(seat)))
                });
            }
        }
        let json = match pending {
            Pending::One(seat) => std::mem::take(&mut texts[*seat]),
            Pending::Both => json!(texts),
            Pending::Race(right) => json!([self.winner(right.as_deref(), answers), texts]),
            Pending::Rest(_) => Json::Null,
        };
        let value = self.machine.value(&json).map_err(|error| error.to_string())?;
        self.machine.answer(value);
        Ok(missed)
    }

    /// Returns the winner of a race. At a table at most one seat has a right order. A search may give both; used fuel then decides.
    fn winner(&self, right: Option<&[String]>, answers: &BySeat<Answer>) -> Option<Seat> {
        let wins = |seat: &Seat| match &answers[*seat] {
            Answer::Order(text) => is_right(right, text),
            _ => false,
        };
        let first = if self.machine.fuel_used().is_multiple_of(2) { Seat::Ec } else { Seat::Dmo };
        [first, !first].into_iter().find(wins)
    }

    fn asked(&self) -> Asked {
        if let Some(outcome) = self.outcome {
            return Asked::Over(outcome);
        }
        match self.pending.as_ref().filter(|_| self.fault.is_none()) {
            None => Asked::Over(Outcome { winner: None, reason: Reason::Void }),
            Some(Pending::Rest(seconds)) => {
                let ask = Some(Ask::rest("rest", *seconds));
                Asked::Seats(BySeat { ec: ask, dmo: ask })
            }
            Some(_) => Asked::Seats(self.asks.as_ref().map(|ask| ask.as_ref().map(|ask| ask.ask))),
        }
    }

    /// Returns a digest of a seat's view and the texts just told to it.
    fn seen(&self, game: &Loaded, seat: Seat, told: &Telling) -> u64 {
        let mut hash = DefaultHasher::new();
        let machine = &self.machine;
        let mut left = HASHED;
        let mut add = |value: Value, hash: &mut DefaultHasher| hash_value(machine, value, 20, &mut left, hash);
        for (key, value) in machine.entries(self.state).unwrap_or_default() {
            let own = match machine.text(key).map_or(Visibility::Public, |name| game.declared.visibility(name)) {
                Visibility::Nobody => continue,
                Visibility::Public => None,
                Visibility::Owner => Some(seat),
                Visibility::TheOther => Some(!seat),
            };
            add(key, &mut hash);
            match (own, machine.entries(value)) {
                (Some(own), Some(by_seat)) => {
                    let seen = by_seat.into_iter().find(|(seat, _)| machine.text(*seat) == Some(own.id()));
                    add(seen.map_or(Value::None, |(_, value)| value), &mut hash);
                }
                _ => add(value, &mut hash),
            }
        }
        for (to, text) in &told.said {
            if to.is_none_or(|to| to == seat) {
                text.hash(&mut hash);
            }
        }
        hash.finish()
    }
}

/// Whether an order wins a race; without a list, every order does.
fn is_right(right: Option<&[String]>, order: &str) -> bool {
    right.is_none_or(|right| right.iter().any(|each| each == order))
}

/// Hashes a value's content in order, bounded in depth and number: a value can contain itself.
fn hash_value(machine: &Machine, value: Value, levels: u8, left: &mut usize, hash: &mut impl Hasher) {
    if levels == 0 || *left == 0 {
        return;
    }
    *left -= 1;
    std::mem::discriminant(&value).hash(hash);
    match value {
        Value::Bool(truth) => truth.hash(hash),
        Value::Int(number) => number.hash(hash),
        Value::Text(_) => machine.text(value).hash(hash),
        Value::List(_) | Value::Tuple(_) => {
            let items = machine.items(value).unwrap_or_default();
            items.len().hash(hash);
            for item in items {
                hash_value(machine, *item, levels - 1, left, hash);
            }
        }
        Value::Dict(_) | Value::Set(_) => {
            let entries = machine.entries(value).unwrap_or_default();
            entries.len().hash(hash);
            for (key, value) in entries {
                hash_value(machine, key, levels - 1, left, hash);
                hash_value(machine, value, levels - 1, left, hash);
            }
        }
        _ => {}
    }
}

/// Returns the name of a captured variable of a function that is no plain value.
fn hidden(machine: &Machine, function: Value, depth: u8) -> Option<String> {
    machine.captured(function).into_iter().find_map(|(name, value)| match value {
        Value::Function(_) if depth < 4 => hidden(machine, value, depth + 1),
        value => (!plain(machine, value, 0)).then(|| name.to_string()),
    })
}

fn plain(machine: &Machine, value: Value, depth: u8) -> bool {
    match value {
        Value::Bool(_)
        | Value::Int(_)
        | Value::Text(_)
        | Value::Range(_)
        | Value::Builtin(_)
        | Value::Module(_)
        | Value::Unbound => true,
        Value::Tuple(_) if depth < 4 => {
            machine.items(value).is_some_and(|items| items.iter().all(|item| plain(machine, *item, depth + 1)))
        }
        value => machine.is_constant(value),
    }
}

/// Whether a value is a constant of the file, or a list or tuple of constants.
fn constant(machine: &Machine, value: Value, depth: u8) -> bool {
    machine.is_constant(value)
        || (depth < 6
            && machine.items(value).is_some_and(|items| items.iter().all(|item| constant(machine, *item, depth + 1))))
}

/// Derives a key for the script's `random`.
fn key(seed: &Seed, purpose: &str) -> [u8; 32] {
    let mut key = [0; 32];
    seed.generator(purpose).fill_bytes(&mut key);
    key
}

/// A match of a loaded game.
#[derive(Clone, Debug)]
pub(crate) struct ScriptPlay {
    pub game: Arc<Loaded>,
    pub fixed: Arc<Fixed>,
    pub steps: Arc<Vec<Step>>,
    /// The suspended script; without it, the match is run again from its start.
    pub live: OnceLock<Arc<Live>>,
    pub brief: Option<Brief>,
    /// Whether draws and digests of the seats' views are kept, for built-in players.
    pub traced: bool,
    /// A digest of each seat's view at the start.
    pub opened: BySeat<u64>,
    pub learnt: Arc<StageUnknowns>,
}

impl ScriptPlay {
    pub fn open(game: &Arc<Loaded>, fixed: Fixed) -> (Self, Vec<Happening>) {
        Self::begin_with(game, &Arc::new(fixed), true, &|_| {})
    }

    /// Opens a match; `prepare` changes its machine before it runs.
    pub fn begin_with(
        game: &Arc<Loaded>,
        fixed: &Arc<Fixed>,
        traced: bool,
        prepare: &dyn Fn(&mut Machine),
    ) -> (Self, Vec<Happening>) {
        let mut told = Telling::default();
        let mut live = Live::start(game, fixed, &mut told, &|machine| {
            if traced {
                machine.record_draws(None);
            }
            prepare(machine);
        });
        let learnt = Arc::<StageUnknowns>::default();
        if traced && !live.machine.follows_tape() {
            learnt.note(live.machine.recorded_draws().unwrap_or_default());
        }
        let opened = if traced { BySeat::from_fn(|seat| live.seen(game, seat, &told)) } else { BySeat::default() };
        let play = Self {
            opened,
            game: Arc::clone(game),
            fixed: Arc::clone(fixed),
            steps: Arc::default(),
            live: OnceLock::from(Arc::new(live)),
            brief: None,
            traced,
            learnt,
        };
        (play, happenings(&told))
    }

    pub fn live(&self) -> &Arc<Live> {
        self.live.get_or_init(|| {
            let mut live = Live::start(&self.game, &self.fixed, &mut Telling::default(), &|_| {});
            for step in &*self.steps {
                match step {
                    Step::Given { answers, .. } => live.resolve(&self.game, answers, &mut Telling::default()),
                    Step::Redraw { seed, number } => redraw(&mut live, seed, *number),
                }
            }
            Arc::new(live)
        })
    }

    pub fn live_mut(&mut self) -> &mut Live {
        self.live();
        Arc::make_mut(self.live.get_mut().expect("made above"))
    }

    /// Returns the draws and hidden facts of the last step, or of the start.
    pub fn last_learnt(&self) -> &Arc<StageUnknowns> {
        let given = self.steps.iter().rev().find_map(|step| match step {
            Step::Given { learnt, .. } => Some(learnt),
            Step::Redraw { .. } => None,
        });
        given.unwrap_or(&self.learnt)
    }

    /// Returns the digest of each seat's view at the last step, or at the start.
    pub fn last_seen(&self) -> BySeat<u64> {
        let given = self.steps.iter().rev().find_map(|step| match step {
            Step::Given { seen, .. } => Some(*seen),
            Step::Redraw { .. } => None,
        });
        given.unwrap_or(self.opened)
    }

    /// Returns the file's reason to refuse the host's secret texts.
    pub fn refused(&self) -> Option<&str> {
        self.live().refused.as_deref()
    }

    /// Turns on the record of draws and digests of the seats' views.
    pub fn traced(self) -> Self {
        Self { traced: true, ..self }
    }

    /// Gives the script's `random` another key.
    pub fn reseed(&mut self, key: [u8; 32]) {
        self.live_mut().machine.seed(key);
    }

    /// Applies answers. Returns a digest of each seat's view, if traced, and the texts of the step.
    pub fn take(&mut self, answers: BySeat<Answer>) -> (BySeat<u64>, Vec<Happening>) {
        let game = Arc::clone(&self.game);
        let mut told = Telling::default();
        if matches!(self.asked(), Asked::Over(_)) {
            return (BySeat::default(), Vec::new());
        }
        let traced = self.traced;
        let live = self.live_mut();
        let sealed = BySeat::from_fn(|seat| {
            live.asks[seat].as_ref().is_some_and(|ask| ask.ask.secrecy == Secrecy::Private) && !live.shown
        });
        let follows = live.machine.follows_tape();
        if traced && !follows {
            live.machine.record_draws(None);
        }
        live.resolve(&game, &answers, &mut told);
        let learnt = Arc::<StageUnknowns>::default();
        if traced && !follows {
            learnt.note(live.machine.recorded_draws().unwrap_or_default());
        }
        let seen = if traced { BySeat::from_fn(|seat| live.seen(&game, seat, &told)) } else { BySeat::default() };
        Arc::make_mut(&mut self.steps).push(Step::Given { answers, sealed, seen, learnt });
        self.brief = None;
        (seen, happenings(&told))
    }

    pub fn restore(game: &Arc<Loaded>, saved: &Json) -> Result<Self, serde_json::Error> {
        use serde::de::Error as _;
        let bad = || serde_json::Error::custom("this is no state of the game");
        let seat = saved["advantage"].as_str().and_then(|seat| seat.parse().ok()).ok_or_else(bad)?;
        let seed = Seed::new(saved["seed"].as_str().ok_or_else(bad)?);
        let brought = serde_json::from_value(saved["brought"].clone())?;
        let fixed = Fixed { values: saved["values"].clone(), brought, advantage: seat, seed };
        let (mut play, _) = Self::open(game, fixed);
        for step in saved["steps"].as_array().ok_or_else(bad)? {
            if let Some(number) = step["redraw"].as_u64() {
                let seed = step["seed"].as_str().map_or_else(|| play.fixed.seed.clone(), Seed::new);
                play.redraw(&seed, u32::try_from(number).map_err(|_| bad())?);
                continue;
            }
            play.take(BySeat::from_fn(|seat| match step[seat.id()].as_str() {
                Some(text) => Answer::Order(text.into()),
                None if step[seat.id()] == json!(true) => Answer::Ready,
                None if step[seat.id()].is_null() => Answer::NotAsked,
                None => Answer::TimedOut,
            }));
        }
        Ok(play)
    }
}

pub(crate) fn redraw(live: &mut Live, seed: &Seed, number: u32) {
    live.machine.seed(key(seed, &format!("play {number}")));
}

fn happenings(told: &Telling) -> Vec<Happening> {
    let say = |to: Option<Seat>, text: &str| Told::new(Told::SAID, text, json!({ "to": to, "words": text }));
    let said = told.said.iter().map(|(to, text)| match to {
        None => Happening::public(say(None, text)),
        Some(seat) => Happening::private(*seat, say(Some(*seat), text)),
    });
    let moments = told.moments.iter().map(|(weight, text, stage)| {
        let told = Told::new("story", text.as_str(), json!({ "weight": weight }));
        let moment = Moment::new(Moment::REPEATED, *weight, &["{words}"]).with("words", text.as_str());
        Happening::untold(told).with(vec![moment.at_stage(stage.clone())])
    });
    said.chain(moments).collect()
}

impl Play for ScriptPlay {
    fn asked(&self) -> Asked {
        self.live().asked()
    }

    fn resolve(&mut self, given: BySeat<Given<Accepted>>) -> Vec<Happening> {
        self.take(given.map(Answer::from)).1
    }

    fn is_right(&self, _seat: Seat, order: &Accepted) -> bool {
        match &self.live().pending {
            Some(Pending::Race(right)) => is_right(right.as_deref(), order.text()),
            _ => true,
        }
    }

    fn begin(&self) -> Vec<Happening> {
        Vec::new()
    }

    fn declare_drawn(&mut self) -> Result<Vec<Happening>, Refusal> {
        Err(Refusal::illegal(format!("{} has no drawn board state to declare.", self.game.declared.name)))
    }

    fn reveal(&self) -> Vec<Happening> {
        Vec::new()
    }

    fn heading(&self) -> Heading {
        self.brief().heading(&self.game)
    }

    fn progress(&self) -> Option<Progress> {
        Some(Progress { scores: self.brief().scores?, unit: self.game.declared.unit.clone() })
    }

    fn scored_in(&self) -> Option<String> {
        self.brief().scored_in
    }

    fn habit(&self, _seat: Seat, order: &Accepted) -> Habit {
        Habit::default().opening(order.text())
    }

    fn first(&self) -> Option<Seat> {
        None
    }

    fn sight_at(&self, viewer: Viewer, at: &AtTable) -> Sight {
        let verdict = at.ended.map(|outcome| at.contest.verdict(outcome));
        Sight::new(GameView::new(self, viewer, at), verdict)
    }

    fn referee_json(&self, _at: &AtTable) -> Json {
        let mut live = Live::clone(self.live());
        live.view(&self.game, Viewer::Truth).map_or(Json::Null, |view| data(&live.machine, view))
    }

    fn fault(&self) -> Option<&str> {
        self.live().fault.as_deref()
    }

    fn redraw(&mut self, seed: &Seed, number: u32) {
        redraw(self.live_mut(), seed, number);
        Arc::make_mut(&mut self.steps).push(Step::Redraw { seed: seed.clone(), number });
    }

    fn shelved(&self) -> Box<dyn Play> {
        Box::new(Self { live: OnceLock::new(), brief: Some(self.brief()), ..self.clone() })
    }

    fn save(&self) -> Json {
        let answer = |answer: &Answer| match answer {
            Answer::Order(text) => json!(&**text),
            Answer::Ready => json!(true),
            Answer::TimedOut => json!(false),
            Answer::NotAsked => Json::Null,
        };
        let step = |step: &Step| match step {
            Step::Redraw { seed, number } => json!({ "redraw": number, "seed": seed.as_str() }),
            Step::Given { answers, .. } => json!(answers.as_ref().map(answer)),
        };
        json!({
            "values": self.fixed.values,
            "brought": self.fixed.brought,
            "advantage": self.fixed.advantage,
            "seed": self.fixed.seed.as_str(),
            "steps": self.steps.iter().map(step).collect::<Vec<_>>(),
        })
    }

    fn copy(&self) -> Box<dyn Play> {
        Box::new(self.clone())
    }

    fn perft(&self, depth: u32) -> Result<u64, Uncounted> {
        const MOST: u64 = 100_000;
        if depth == 0 || matches!(self.asked(), Asked::Over(_)) {
            return Ok(u64::from(depth == 0));
        }
        let Some(Pending::One(seat)) = self.live().pending else { return Err(Uncounted::Simultaneous) };
        let Legal::Listed(orders) = self.sight(Viewer::Seat(seat)).legal() else {
            return Err(Uncounted::TooMany(MOST));
        };
        if depth == 1 {
            return Ok(orders.len() as u64);
        }
        let mut count = 0;
        for order in orders {
            let mut next = self.clone();
            let mut answers = BySeat { ec: Answer::NotAsked, dmo: Answer::NotAsked };
            answers[seat] = Answer::Order(order.into());
            next.take(answers);
            count += next.perft(depth - 1)?;
            if count > MOST {
                return Err(Uncounted::TooMany(MOST));
            }
        }
        Ok(count)
    }
}

impl ScriptPlay {
    pub fn brief(&self) -> Brief {
        if let Some(live) = self.live.get().filter(|live| live.quiet) {
            let scores = self.game.declared.score.as_deref().and_then(|score| live.scores(score));
            return Brief { scores, ..Brief::default() };
        }
        let mut brief = self.brief.clone().unwrap_or_else(|| self.live().brief(&self.game));
        if brief.stage.is_empty() {
            brief.stage = format!("Step {}", self.steps.len() + 1);
        }
        brief
    }

    /// Turns this into a match for a search, without history and texts.
    pub fn untraced(mut self) -> Box<dyn Play> {
        let live = self.live_mut();
        live.machine.tidy();
        live.quiet = true;
        self.traced = false;
        self.steps = Arc::default();
        Box::new(self)
    }
}
