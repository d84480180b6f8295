//! The table: a match as the fold of its record.
//!
//! - Before an entry is applied, every deadline at or before its time takes effect at its own time; a credit alone comes first.
//! - Each resolution leaves a copy of what was before it, and undo goes back to the newest of them.
//! - `step` is 1 and the number of resolutions not undone. Verdicts of the host are no resolutions, and undo takes back the verdict alone; a
//!   loss on the clock is a resolution.

mod answers;
mod figures;
mod hosting;
mod poster;
mod steps;
mod story;

use serde::Deserialize;
use serde_json::Value;

pub use self::figures::{Comeback, Figures, OfSeat};
pub use self::story::{Beat, LINES, LONGEST_LINE};

use self::answers::By;
use super::clock::{Asks, Clock, Running, Timing};
use super::quiet::Days;
use super::{Act, Awaited, Code, Entry, Happened, Header, HostAct, Player, Rejection, What};
use crate::game::{
    Accepted, AtTable, BySeat, Contest, Game, GameRef, Key, Moment, Outcome, Play, PrivateOrders, Seat, Sight, Stakes,
    Uncounted, Viewer,
};

/// A match in play.
pub struct Table {
    header: Header,
    /// When the match starts, where that is set; a host may move it.
    starts_at: Option<u64>,
    game: GameRef,
    contest: Contest,
    play: Box<dyn Play>,
    players: BySeat<Player>,
    /// Their names as they are shown.
    called: BySeat<String>,
    /// Discord's names for people who have sat here, each with the name they went by.
    known: BySeat<Option<(String, String)>>,
    now: u64,
    entries: u32,
    running: Running,
    /// Since when the running step's time stands.
    paused: Option<u64>,
    outcome: Option<Outcome>,
    /// When the match ended.
    ended: Option<u64>,
    /// Why the step could not be played out, if it could not: the match is paused then.
    fault: Option<String>,
    /// Whether a fault has stopped the clocks, and no pause has been entered since.
    stopped: bool,
    /// The prompts at a host's verdict that ended the match, for undo to ask again.
    cut_off: Option<Asks>,
    /// Up to where the timetable of a match with a start time has been gone through, in ms.
    reached: u64,
    private_orders: PrivateOrders,
    reserve: BySeat<Option<u64>>,
    /// The record's clock behind the match's timetable.
    shift: i128,
    days: Days,
    past: Vec<Past>,
    /// The number of resolutions when the present player took the seat.
    sat: BySeat<usize>,
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
    /// The players at the resolution.
    names: BySeat<String>,
    /// Its memorable moments.
    moments: Vec<Moment>,
    timings: BySeat<Option<Timing>>,
    /// The orders that counted.
    orders: BySeat<Option<Accepted>>,
    /// Whether those who sat there gave them themselves.
    own: BySeat<bool>,
}

/// The result of an entry.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Why it was refused, if it was; then what happened is only that time passed.
    pub error: Option<Rejection>,
    /// In order.
    pub happened: Vec<Happened>,
    /// The canonical text of the order that was taken, if one was.
    pub order: Option<String>,
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
    /// Lays a match out.
    ///
    /// # Errors
    /// A header that cannot be used.
    pub fn open(header: Header) -> Result<Self, Rejection> {
        let brought = || header.file.as_deref().map(crate::games::read);
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

    /// Lays a match of a given game out, whatever id the header names.
    ///
    /// # Errors
    /// A header that the game cannot use, or of another version of its rules.
    pub fn with_game(header: Header, game: impl Into<GameRef>) -> Result<Self, Rejection> {
        let game = game.into();
        header.check_version(&*game)?;
        let (play, told) = game.open(&header.terms())?;
        let House { private_orders, reserve } = House::of(&game.ruleset(header.preset.as_deref(), &header.ruleset)?);
        let contest = game.contest(header.preset.as_deref());
        let mut table = Self {
            players: header.seats.clone(),
            called: contest.apart(&header.seats.as_ref().map(|player| player.name.clone())),
            known: BySeat::default(),
            starts_at: header.starts_at,
            contest,
            reached: 0,
            private_orders,
            days: Days::new(header.quiet(), header.closes(), header.time_of_day.unwrap_or_default()),
            header,
            game,
            play,
            now: 0,
            entries: 0,
            running: Running::default(),
            paused: None,
            outcome: None,
            ended: None,
            fault: None,
            stopped: false,
            cut_off: None,
            reserve: BySeat { ec: reserve, dmo: reserve },
            shift: 0,
            past: Vec::new(),
            sat: BySeat::default(),
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

    /// Lays a match out and enters a whole record.
    ///
    /// # Errors
    /// The first line that is refused.
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

    /// Advances the clock for a line that is no entry, up to its time.
    ///
    /// # Errors
    /// [`Code::TimeRunsBackwards`].
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

    /// The time of the last line, in ms after the match's opening.
    #[must_use]
    pub const fn now(&self) -> u64 {
        self.now
    }

    /// The number of the step awaited, from 1; once the match is over, 1 and the number of its resolutions.
    #[must_use]
    pub fn step(&self) -> u32 {
        u32::try_from(self.past.len() + 1).unwrap_or(u32::MAX)
    }

    /// How many entries have been accepted.
    #[must_use]
    pub const fn entries(&self) -> u32 {
        self.entries
    }

    /// How many entries had been accepted when the awaited step began, the one that began it included: with [`Table::step`] it names
    /// a prompt for good, also after undo.
    #[must_use]
    pub const fn begun(&self) -> u32 {
        self.running.begun
    }

    /// Each seat's prompt; none once the match is over.
    #[must_use]
    pub fn awaiting(&self) -> BySeat<Option<Awaited>> {
        self.running.seats.as_ref().map(|clock| clock.as_ref().filter(|clock| !clock.up).map(Clock::awaited))
    }

    /// When the next deadline takes effect, reserves included; `None` while paused and once over.
    #[must_use]
    pub fn next_deadline(&self) -> Option<u64> {
        self.due().map(|(time, _)| time)
    }

    /// Whether the clocks are stopped.
    #[must_use]
    pub const fn paused(&self) -> bool {
        self.paused.is_some()
    }

    /// Since when they are stopped, if they are; a start that is moved in a pause counts from its move.
    #[must_use]
    pub const fn stands_since(&self) -> Option<u64> {
        self.paused
    }

    /// Why the awaited step cannot be played out, with the place in the game's file: the match stays paused until a host reverts the
    /// step or ends the match.
    ///
    /// The keeper of the record enters a pause behind the entry that met the fault. The same lines then suit a mended file: there the
    /// step is played out, and the next one is paused from its beginning.
    #[must_use]
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// The end of the match.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The players of both seats, substitutes included.
    #[must_use]
    pub const fn players(&self) -> &BySeat<Player> {
        &self.players
    }

    /// The players' names as the match shows them, substitutes included: told apart by seat where they look alike.
    #[must_use]
    pub fn names(&self) -> BySeat<String> {
        self.called.clone()
    }

    /// The names of those who sat there as it began; those who still do go by the name they are shown under.
    #[must_use]
    pub fn began(&self) -> BySeat<String> {
        BySeat::from_fn(|seat| {
            let (first, now) = (&self.header.seats[seat].name, &self.players[seat].name);
            if first == now { self.called[seat].clone() } else { first.clone() }
        })
    }

    /// The same, and once the match is over who began where that is somebody else: `Ann (Sam)`.
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

    /// Learns Discord's names for people who go by these names.
    pub fn know(&mut self, names: &BySeat<String>, usernames: &BySeat<Option<String>>) {
        self.known = BySeat::from_fn(|seat| Some((names[seat].clone(), usernames[seat].clone()?)));
    }

    /// The match's header.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }
    /// For a record that names no version of the rules: a sentence that says under which one it is read.
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

    /// The same match with other stakes than the record alone tells.
    #[must_use]
    pub fn at_stake(mut self, stakes: Stakes) -> Self {
        self.contest = self.contest.at(stakes);
        self
    }

    /// A viewer's view.
    #[must_use]
    pub fn sight(&self, viewer: Viewer) -> Sight {
        let at = self.at_table();
        // At a match's end everything is revealed, also where the game does not know that it was ended.
        self.play.sight_at(if at.ended.is_some() { Viewer::Truth } else { viewer }, &at)
    }

    /// The public part of an open order that a seat is asked for, made from the public view alone. `None` if the game
    /// posts only the name of the player on move.
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
        }
    }

    /// Whether a private order may be replaced until its step resolves.
    #[must_use]
    pub fn editable(&self) -> bool {
        self.private_orders == PrivateOrders::Editable
    }

    /// Each seat's reserve as the step began, in ms; `None` in games without.
    #[must_use]
    pub const fn reserves(&self) -> BySeat<Option<u64>> {
        self.reserve
    }

    /// The *Referee state* of the game's rules page: the whole truth.
    #[must_use]
    pub fn state_json(&self) -> Value {
        self.play.referee_json(&self.at_table())
    }

    /// The disclosed secrets, in words for everyone: none before the match is over.
    #[must_use]
    pub fn details(&self) -> Option<String> {
        self.outcome()?;
        let names = self.names();
        let revealed = self.play.reveal();
        let told = revealed.iter().filter_map(|each| Some(each.told(Viewer::Public)?.text.with_names(&names)));
        Some(told.collect::<Vec<_>>().join("\n")).filter(|words| !words.is_empty())
    }

    /// The orders of the match, a line for each step in which there were any, in words for everyone: none before the match is over.
    #[must_use]
    pub fn orders(&self) -> Option<String> {
        self.outcome()?;
        let line = |past: &Past| {
            let given = past.orders.iter().filter_map(|(seat, order)| {
                let order = order.as_ref()?.text();
                Some(format!("{} `{order}`", past.names[seat]))
            });
            let given: Vec<_> = given.collect();
            (!given.is_empty()).then(|| format!("{}: {}", past.play.stage(), given.join(", ")))
        };
        let lines: Vec<_> = self.past.iter().filter_map(line).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// How many sequences of so many orders there are from here.
    ///
    /// # Errors
    /// Both seats are asked on the way, or it would take too long.
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

    /// Applies an entry; the canonical text of an order that was taken.
    fn apply(&mut self, entry: &Entry, happened: &mut Vec<Happened>) -> Result<Option<String>, Rejection> {
        let at = entry.at;
        self.check_time(at)?;
        if !matches!(entry.act, Act::Host(HostAct::Credit(_))) {
            self.fire(at, happened);
        }
        self.now = at;
        match &entry.act {
            Act::Time => self.accept(),
            Act::Order { seat, text } => {
                return self.order(*seat, text, entry.step, By::Seat, happened).map(Some);
            }
            Act::Host(HostAct::Order { seat, text }) => {
                return self.order(*seat, text, None, By::Host, happened).map(Some);
            }
            Act::Ready { seat } => self.ready(*seat, happened)?,
            Act::Host(act) => self.host(act, happened)?,
        }
        Ok(None)
    }

    /// Counts an entry; everything it begins counts it already.
    const fn accept(&mut self) {
        self.entries = self.entries.saturating_add(1);
    }
}

/// The first and the last player of a seat, if they differ.
#[must_use]
pub fn both(seat: crate::game::Seat, began: &str, name: &str) -> String {
    if began == name || began == seat.label() { name.to_owned() } else { format!("{began} ({name})") }
}
