//! The table: a match as the fold of its record.
//!
//! - Before an entry is applied, every deadline at or before its time takes effect at its own time; a credit alone comes first.
//! - Each resolution keeps a copy of the state before it. Undo restores the newest copy.
//! - `step` is 1 plus the number of resolutions that still count. A host's verdict is not a resolution, and undo reverts the verdict alone.
//!   A loss on the clock is a resolution.

mod answers;
mod figures;
mod hosting;
mod poster;
mod steps;
mod story;

use serde::Deserialize;
use serde_json::Value;

pub use self::figures::{Comeback, Figures, FinalScore, OfSeat};
pub use self::story::{MAX_STORY_LINE, MAX_STORY_LINES, StoryLine};

use self::answers::By;
use super::clock::{Asks, Clock, Running, Timing};
use super::quiet_clock::Days;
use super::{Act, Awaited, Code, Entry, Happened, Header, Player, Rejection, What};
use crate::game::{
    Accepted, AtTable, BySeat, Contest, Game, GameRef, Heading, Key, Moment, Outcome, Play, PrivateOrders, Seat, Seed,
    Sight, Stakes, Uncounted, Viewer,
};

/// A match in play.
pub struct Table {
    header: Header,
    /// The start time, if the match has one; a host may move it.
    starts_at: Option<u64>,
    pub(super) game: GameRef,
    contest: Contest,
    play: Box<dyn Play>,
    players: BySeat<Player>,
    shown_names: BySeat<String>,
    /// Discord usernames of known players, each with the display name it belongs to.
    known: BySeat<Option<(String, String)>>,
    now: u64,
    entries: u32,
    running: Running,
    /// The time since which the clocks are stopped.
    paused: Option<u64>,
    outcome: Option<Outcome>,
    /// Whether the record is one of a match that is over, which everyone may read.
    published: bool,
    /// The end of the match, in ms after its opening.
    ended: Option<u64>,
    /// The fault that stopped the step's resolution; the match is then paused.
    fault: Option<String>,
    /// Whether a fault has stopped the clocks and no pause entry has followed yet.
    stopped: bool,
    /// The prompts that a host's verdict cut off, for undo to ask again.
    cut_off: Option<Asks>,
    /// The latest planned end among the resolved steps, in ms.
    reached: u64,
    private_orders: PrivateOrders,
    reserve: BySeat<Option<u64>>,
    /// The lag of the record's clock behind the match's timetable, in ms.
    clock_lag_ms: i128,
    days: Days,
    past: Vec<Past>,
    /// The seed of draws after an undo.
    seed: Seed,
    /// The number of resolutions when the present player took the seat.
    seated_since_step: BySeat<usize>,
    opening: Vec<Happened>,
}

/// The state before a resolution.
struct Past {
    play: Box<dyn Play>,
    asks: Asks,
    starts_at: Option<u64>,
    reached: u64,
    waits: bool,
    reserve: BySeat<Option<u64>>,
    /// The players' names at the resolution.
    names: BySeat<String>,
    /// The resolution's memorable moments.
    moments: Vec<Moment>,
    /// The kind of its headline.
    headline: Option<&'static str>,
    timings: BySeat<Option<Timing>>,
    /// The orders that counted.
    orders: BySeat<Option<Accepted>>,
    /// Whether the seat's own player gave the order, not a host.
    own: BySeat<bool>,
    /// Whether the seat missed an order.
    missed: BySeat<bool>,
}

/// The result of an entry.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The reason for a refusal. A refused entry changes nothing except that time passes.
    pub error: Option<Rejection>,
    /// The events, in order.
    pub happened: Vec<Happened>,
    /// The accepted order.
    pub order: Option<Accepted>,
}

/// The score after a step, if the step changed it, with the change of each whole number: `Ann 3 (+2), Bob 2 points`.
fn scored(before: &dyn Play, after: &dyn Play, names: &BySeat<String>) -> Option<String> {
    let (before, Heading { scores, unit, .. }) = (before.heading().scores, after.heading());
    let changed = scores != before && scores.iter().all(|(_, score)| !score.is_empty());
    let of = |seat: Seat| {
        let whole = |scores: &BySeat<String>| scores[seat].parse().ok();
        let change = whole(&scores).zip(whole(&before)).map_or(0, |(now, then): (i64, i64)| now.saturating_sub(then));
        let change = if change == 0 { String::new() } else { format!(" ({change:+})") };
        format!("{} {}{change}", names[seat], scores[seat])
    };
    changed.then(|| format!("{}, {} {unit}", of(Seat::Ec), of(Seat::Dmo)))
}

fn refuse<T>(code: Code, message: impl Into<String>) -> Result<T, Rejection> {
    Err(Rejection::new(code, message))
}

/// The table's own values of a ruleset.
struct House {
    private_orders: PrivateOrders,
    reserve: Option<u64>,
}

impl House {
    fn of(values: &Value) -> Self {
        let private_orders = PrivateOrders::deserialize(&values[Key::PRIVATE_ORDERS.name]).unwrap_or_default();
        Self { private_orders, reserve: values[Key::RESERVE].as_u64().map(|s| s.saturating_mul(1000)) }
    }
}

impl Table {
    /// Opens a match.
    ///
    /// # Errors
    /// The header cannot be used.
    pub fn open(header: Header) -> Result<Self, Rejection> {
        let brought = || header.file.as_deref().map(|file| crate::games::read(&header.game, file));
        match crate::games::find(&header.game).map(Ok).or_else(brought) {
            Some(Ok(game)) if game.id() == header.game => Self::with_game(header, game),
            Some(Ok(game)) => {
                let message = format!("The record's `file` is the game `{}`, not `{}`.", game.id(), header.game);
                refuse(Code::BadHeader, message)
            }
            Some(Err(why)) => refuse(Code::BadHeader, why),
            None => {
                let known = crate::games::all().map(|game| game.id().to_owned()).collect::<Vec<_>>().join(", ");
                let message = format!("There is no game `{}`; `game` is one of: {known}.", header.game);
                refuse(Code::UnknownGame, message)
            }
        }
    }

    /// Opens a match of a given game, whatever id the header names.
    ///
    /// # Errors
    /// The game cannot use the header, or the header names another version of the rules.
    pub fn with_game(header: Header, game: impl Into<GameRef>) -> Result<Self, Rejection> {
        let game = game.into();
        header.check_version(&*game)?;
        let (play, told) = game.open(&header.terms())?;
        let House { private_orders, reserve } = House::of(&game.ruleset(header.preset.as_deref(), &header.ruleset)?);
        let contest = game.contest(header.preset.as_deref());
        let mut table = Self {
            players: header.seats.clone(),
            shown_names: contest.apart(&header.seats.as_ref().map(|player| player.name.clone())),
            known: BySeat::default(),
            starts_at: header.starts_at,
            contest,
            reached: 0,
            private_orders,
            days: Days::new(header.quiet(), header.closes(), header.time_of_day.unwrap_or_default()),
            seed: header.seed.clone(),
            header,
            game,
            play,
            now: 0,
            entries: 0,
            running: Running::default(),
            paused: None,
            outcome: None,
            published: false,
            ended: None,
            fault: None,
            stopped: false,
            cut_off: None,
            reserve: BySeat { ec: reserve, dmo: reserve },
            clock_lag_ms: 0,
            past: Vec::new(),
            seated_since_step: BySeat::default(),
            opening: Vec::new(),
        };
        let mut happened = Vec::new();
        if !told.is_empty() {
            happened.push(Happened { at: 0, what: What::SetUp { happenings: told } });
        }
        table.begin(0, &mut happened);
        table.opening = happened;
        Ok(table)
    }

    /// Opens a match and enters a whole record.
    ///
    /// # Errors
    /// Returns the rejection of the first refused entry.
    pub fn replay<'a>(header: Header, entries: impl IntoIterator<Item = &'a Entry>) -> Result<Self, Rejection> {
        let mut table = Self::open(header)?;
        for entry in entries {
            if let Some(rejection) = table.enter(entry).error {
                return Err(rejection);
            }
        }
        Ok(table)
    }

    /// Enters one line of the record.
    pub fn enter(&mut self, entry: &Entry) -> Answer {
        let mut happened = Vec::new();
        let (error, order) = match self.apply(entry, &mut happened) {
            Ok(order) => (None, order),
            Err(fault) => (Some(fault), None),
        };
        Answer { error, happened, order }
    }

    /// Advances the clock to a time without an entry.
    ///
    /// # Errors
    /// [`Code::TimeRunsBackwards`] if the clock is already later.
    pub fn pass(&mut self, at: u64) -> Result<Vec<Happened>, Rejection> {
        self.check_time(at)?;
        let mut happened = Vec::new();
        self.fire(at, &mut happened);
        self.now = at;
        Ok(happened)
    }

    /// The events of the starting position.
    #[must_use]
    pub fn opening(&self) -> &[Happened] {
        &self.opening
    }

    /// The time of the last entry, in ms after the match's opening.
    #[must_use]
    pub const fn now(&self) -> u64 {
        self.now
    }

    /// The number of the awaited step, from 1. After the end: 1 plus the number of resolutions.
    #[must_use]
    pub fn step(&self) -> u32 {
        u32::try_from(self.past.len() + 1).unwrap_or(u32::MAX)
    }

    /// The number of accepted entries.
    #[must_use]
    pub const fn entries(&self) -> u32 {
        self.entries
    }

    /// The number of steps begun so far, reverted ones included: it identifies a prompt, even after undo. It does not depend on the
    /// number of orders, which nobody may know.
    #[must_use]
    pub const fn begun(&self) -> u32 {
        self.running.begun
    }

    /// Each seat's prompt; none once the match is over.
    #[must_use]
    pub fn awaiting(&self) -> BySeat<Option<Awaited>> {
        self.running.seats.as_ref().map(|clock| clock.as_ref().filter(|clock| !clock.up).map(Clock::awaited))
    }

    /// The time of the next deadline, reserves included; `None` while paused and after the end.
    #[must_use]
    pub fn next_deadline(&self) -> Option<u64> {
        self.due().map(|(time, _)| time)
    }

    /// The time at which the next deadline passes, if that is before this entry.
    #[must_use]
    pub fn due_before(&self, entry: &Entry) -> Option<u64> {
        let due = self.next_deadline().filter(|&due| due <= entry.at && entry.act.passes_deadlines())?;
        // After a credit a deadline may lie in the past.
        Some(due.max(self.now))
    }

    /// The time at which the awaited step was asked, in ms after the opening.
    #[must_use]
    pub const fn asked_at(&self) -> u64 {
        self.running.began
    }

    /// The seat whose own order, not a host's, won a race and so began the awaited step.
    #[must_use]
    pub const fn won_by(&self) -> Option<Seat> {
        self.running.won_by
    }

    /// The time for which the awaited step has run at a time of the record, in ms, without pauses.
    #[must_use]
    pub fn run_for(&self, at: u64) -> u64 {
        let until = self.paused.map_or(at, |since| since.min(at));
        until.saturating_sub(self.running.began).saturating_sub(self.running.stood)
    }

    /// Whether the clocks are stopped.
    #[must_use]
    pub const fn paused(&self) -> bool {
        self.paused.is_some()
    }

    /// The time at which the clocks stopped. If the start is rescheduled during a pause, it counts from that moment.
    #[must_use]
    pub const fn paused_since(&self) -> Option<u64> {
        self.paused
    }

    /// The fault in the game's file that stops the awaited step, with its place in the file. The match stays paused until a host reverts
    /// the step or ends the match.
    ///
    /// The owner of the record enters a pause after the entry that met the fault. The same record then fits a corrected file: the step
    /// resolves there, and the next step begins paused.
    #[must_use]
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// The result; `None` while the match is in play.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The players of both seats, substitutes included.
    #[must_use]
    pub const fn players(&self) -> &BySeat<Player> {
        &self.players
    }

    /// The players' names as shown, substitutes included. Names that look alike are told apart by seat.
    #[must_use]
    pub fn names(&self) -> BySeat<String> {
        self.shown_names.clone()
    }

    /// The names of the players who began the match. A player who is still seated has the name as shown.
    #[must_use]
    pub fn began(&self) -> BySeat<String> {
        BySeat::from_fn(|seat| {
            let (first, now) = (&self.header.seats[seat].name, &self.players[seat].name);
            if first == now { self.shown_names[seat].clone() } else { first.clone() }
        })
    }

    /// The names as shown. After the end, a substitute's name follows the name of the first player: `Ann (Sam)`.
    #[must_use]
    pub fn concerned(&self) -> BySeat<String> {
        let names = self.names();
        if self.outcome().is_none() {
            return names;
        }
        let began = self.began();
        BySeat::from_fn(|seat| both(seat, &began[seat], &names[seat]))
    }

    /// Discord's names for the players, where they are known.
    #[must_use]
    pub fn usernames(&self) -> BySeat<Option<String>> {
        BySeat::from_fn(|seat| {
            let (name, username) = self.known[seat].as_ref()?;
            (*name == self.players[seat].name).then(|| username.clone())
        })
    }

    /// Stores the Discord usernames of the players with these names.
    pub fn know(&mut self, names: &BySeat<String>, usernames: &BySeat<Option<String>>) {
        self.known = BySeat::from_fn(|seat| Some((names[seat].clone(), usernames[seat].clone()?)));
    }

    /// The match's header.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// For a record without a rules version: a sentence that names the version it is read under.
    #[must_use]
    pub fn assumption(&self) -> Option<String> {
        if self.header.version.is_some() {
            return None;
        }
        let (name, version) = (self.game.name(), self.game.version());
        Some(format!(
            "The record names no version of the rules of {name}; it is read under version {version}, which this program has."
        ))
    }

    #[must_use]
    pub fn game(&self) -> &dyn Game {
        &*self.game
    }

    /// The kind of match.
    #[must_use]
    pub const fn contest(&self) -> Contest {
        self.contest
    }

    /// Returns the match with other stakes than the record states.
    #[must_use]
    pub fn at_stake(mut self, stakes: Stakes) -> Self {
        self.contest = self.contest.at(stakes);
        self
    }

    /// Returns the table of a match that is over, to read its record from the beginning.
    #[must_use]
    pub fn published(mut self) -> Self {
        self.published = true;
        self
    }

    /// A viewer's view.
    #[must_use]
    pub fn sight(&self, viewer: Viewer) -> Sight {
        let at = self.at_table();
        // Once a ruling ends the match, everything is revealed, although the game does not know of the end.
        self.play.sight_at(if at.ended.is_some() { Viewer::Truth } else { viewer }, &at)
    }

    /// A viewer's view before the last step; `None` in the first one.
    #[must_use]
    pub fn sight_before(&self, viewer: Viewer) -> Option<Sight> {
        Some(self.past.last()?.play.sight(viewer))
    }

    /// Whether the end of the match disclosed hidden information. An end by play discloses what the position before its last step hid.
    #[must_use]
    pub fn end_discloses(&self) -> bool {
        match self.outcome {
            None => false,
            Some(outcome) if outcome.reason.by_play() => self.hid_before(),
            Some(_) => self.hides(&*self.play),
        }
    }

    /// Whether the position before the last step hid something from everyone that the end of the match shows.
    #[must_use]
    pub fn hid_before(&self) -> bool {
        self.past.last().is_some_and(|past| self.hides(&*past.play))
    }

    fn hides(&self, play: &dyn Play) -> bool {
        let at = AtTable { published: true, ..self.at_table() };
        play.sight_at(Viewer::Public, &at).json() != play.sight_at(Viewer::Truth, &at).json()
    }

    /// The public part of an open order that a seat is asked for, made from the public view alone. `None` if the game publishes only the
    /// name of the player on move.
    #[must_use]
    pub fn posted(&self, seat: Seat) -> Option<Sight> {
        self.sight(Viewer::Public).posted(seat)
    }

    fn at_table(&self) -> AtTable {
        AtTable {
            contest: self.contest(),
            reserve: Some(self.reserve.map(Option::unwrap_or_default)),
            waits: self.running.waits,
            ended: self.outcome.filter(|outcome| !outcome.reason.by_play()),
            published: self.published || self.outcome.is_some(),
        }
    }

    /// Whether a private order may be replaced until its step resolves.
    #[must_use]
    pub fn editable(&self) -> bool {
        self.private_orders == PrivateOrders::Editable
    }

    /// Each seat's reserve at the beginning of the step, in ms; `None` in games without reserves.
    #[must_use]
    pub const fn reserves(&self) -> BySeat<Option<u64>> {
        self.reserve
    }

    /// The *Referee state* of the game's rules page, with all hidden information.
    #[must_use]
    pub fn state_json(&self) -> Value {
        self.play.referee_json(&self.at_table())
    }

    /// The disclosed secrets, in public words; `None` before the match is over.
    #[must_use]
    pub fn details(&self) -> Option<String> {
        self.outcome()?;
        let names = self.names();
        let revealed = self.play.reveal();
        let told = revealed.iter().filter_map(|each| Some(each.told(Viewer::Public)?.text.with_names(&names)));
        Some(told.collect::<Vec<_>>().join("\n")).filter(|words| !words.is_empty())
    }

    /// The orders of the match in public words: below each stage a line for each asked seat, and the score if a step changed it. `None`
    /// before the match is over.
    #[must_use]
    pub fn orders(&self) -> Option<String> {
        self.outcome()?;
        let step = |(past, after): (&Past, &dyn Play)| {
            let truth = past.play.sight_at(Viewer::Truth, &AtTable::default());
            let lines = past.orders.iter().filter_map(|(seat, order)| {
                let (name, own) = (&past.names[seat], past.own[seat]);
                match order {
                    Some(order) if own => Some(format!("{name}: {}", truth.order_words(seat, order))),
                    Some(order) => Some(format!("{name}: {} (given by a host)", truth.order_words(seat, order))),
                    None => past.missed[seat].then(|| format!("{name}: no order")),
                }
            });
            let mut lines: Vec<_> = lines.collect();
            if !lines.is_empty() {
                lines.extend(scored(&*past.play, after, &past.names));
            }
            let stage = past.play.heading().stage;
            lines.into_iter().map(move |line| (stage.clone(), line)).collect::<Vec<_>>()
        };
        let plays = self.past.iter().skip(1).map(|past| &*past.play).chain([&*self.play]);
        let lines: Vec<(String, String)> = self.past.iter().zip(plays).flat_map(step).collect();
        let staged = |of: &[(String, String)]| match of {
            [(stage, line)] => format!("{stage} · {line}"),
            _ => of.iter().fold(of[0].0.clone(), |words, (_, line)| format!("{words}\n- {line}")),
        };
        let stages: Vec<_> = lines.chunk_by(|(one, _), (next, _)| one == next).map(staged).collect();
        (!stages.is_empty()).then(|| stages.join("\n"))
    }

    /// Counts the order sequences of a length from here.
    ///
    /// # Errors
    /// A position on the way asks both seats, or the count would take too long.
    pub fn perft(&self, depth: u32) -> Result<u64, Uncounted> {
        if self.outcome.is_some() {
            return Ok(u64::from(depth == 0));
        }
        if self.running.waits { Err(Uncounted::Simultaneous) } else { self.play.perft(depth) }
    }

    fn check_time(&self, at: u64) -> Result<(), Rejection> {
        if at < self.now {
            let now = self.now;
            return refuse(Code::TimeRunsBackwards, format!("Time is already at {now} ms; stamp this {now} or later."));
        }
        Ok(())
    }

    /// Applies an entry, and returns the accepted order, if it is one.
    fn apply(&mut self, entry: &Entry, happened: &mut Vec<Happened>) -> Result<Option<Accepted>, Rejection> {
        let at = entry.at;
        self.check_time(at)?;
        if entry.act.passes_deadlines() {
            self.fire(at, happened);
        }
        self.now = at;
        match &entry.act {
            Act::Time => self.accept(),
            Act::Order { seat, text } => {
                return self.order(*seat, text, entry.step, By::Seat, happened).map(Some);
            }
            Act::Ready { seat } => self.ready(*seat, happened)?,
            Act::Host(act) => return self.host(act, entry, happened),
        }
        Ok(None)
    }

    /// Counts an entry as accepted. Call it before the entry begins a step.
    const fn accept(&mut self) {
        self.entries = self.entries.saturating_add(1);
    }
}

/// The name of a seat's first player, with the last player's in brackets if they differ.
#[must_use]
pub fn both(seat: crate::game::Seat, began: &str, name: &str) -> String {
    if began == name || began == seat.label() { name.to_owned() } else { format!("{began} ({name})") }
}
