//! The table: a match as the fold of its record.
//!
//! - Before an entry is applied, every deadline at or before its time takes effect at its own time; a credit alone comes first.
//! - Each resolution leaves a copy of what was before it, and undo goes back to the newest of them.
//! - `step` is 1 and the number of resolutions not undone. Verdicts of the host are no resolutions; a loss on the clock is one.

use serde_json::Value;

use super::clock::{Clock, Running};
use super::{Act, Awaited, Code, Entry, Fault, Happened, Header, HostAct, Player, What};
use crate::game::{
    Ask, Asked, BySeat, Clocks, Closes, Game, Given, Outcome, Play, Reason, Seat, Secrecy, Sight, Until, Viewer, Wants,
};

/// A match in play.
pub struct Table {
    header: Header,
    /// When the match starts, where that is set; a host may move it.
    starts_at: Option<u64>,
    game: &'static dyn Game,
    play: Box<dyn Play>,
    players: BySeat<Player>,
    now: u64,
    entries: u32,
    running: Running,
    /// Since when nothing of the running step's time has passed.
    paused: Option<u64>,
    outcome: Option<Outcome>,
    /// Whether the wait before the first step of a game without a timetable of its own runs.
    before_start: bool,
    reserve: BySeat<Option<u64>>,
    /// How far the record's clock is behind the game's timetable.
    shift: i128,
    past: Vec<Past>,
    opening: Vec<Happened>,
}

/// What was before a resolution.
struct Past {
    play: Box<dyn Play>,
    asks: BySeat<Option<(Ask, u64)>>,
    before_start: bool,
    reserve: BySeat<Option<u64>>,
}

/// What an entry led to.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Why it was refused, if it was; then what happened is only that time passed.
    pub error: Option<Fault>,
    /// In order.
    pub happened: Vec<Happened>,
}

fn refuse<T>(code: Code, message: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::new(code, message))
}

impl Table {
    /// Lays a match out.
    ///
    /// # Errors
    /// A header that cannot be used.
    pub fn open(header: Header) -> Result<Self, Fault> {
        let Some(game) = crate::games::find(&header.game) else {
            let known = crate::games::GAMES.iter().map(|game| game.id()).collect::<Vec<_>>().join(", ");
            return refuse(
                Code::UnknownGame,
                format!("There is no game `{}`; `game` is one of: {known}.", header.game),
            );
        };
        Self::with_game(header, game)
    }

    /// Lays a match of a given game out, whatever id the header names.
    ///
    /// # Errors
    /// A header that the game cannot use.
    pub fn with_game(header: Header, game: &'static dyn Game) -> Result<Self, Fault> {
        let (play, told) = game.open(&header.terms())?;
        let reserve = play.reserve_ms();
        let mut table = Self {
            players: header.seats.clone(),
            starts_at: header.starts_at,
            before_start: !game.uses_start_time() && header.starts_at.is_some_and(|time| time > 0),
            header,
            game,
            play,
            now: 0,
            entries: 0,
            running: Running::default(),
            paused: None,
            outcome: None,
            reserve: BySeat { ec: reserve, dmo: reserve },
            shift: 0,
            past: Vec::new(),
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
    pub fn replay<'a>(header: Header, entries: impl IntoIterator<Item = &'a Entry>) -> Result<Self, Fault> {
        let mut table = Self::open(header)?;
        for entry in entries {
            if let Some(fault) = table.enter(entry).error {
                return Err(fault);
            }
        }
        Ok(table)
    }

    /// Enters one line of the record.
    pub fn enter(&mut self, entry: &Entry) -> Answer {
        let mut happened = Vec::new();
        let error = self.apply(entry, &mut happened).err();
        Answer { error, happened }
    }

    /// Lets time pass on a line that is no entry, up to its time.
    ///
    /// # Errors
    /// [`Code::TimeRunsBackwards`].
    pub fn pass(&mut self, at: u64) -> Result<Vec<Happened>, Fault> {
        self.check_time(at)?;
        let mut happened = Vec::new();
        self.fire(at, &mut happened);
        self.now = at;
        Ok(happened)
    }

    /// What happened when the match was laid out.
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

    /// What each seat is asked; nothing once the match is over.
    #[must_use]
    pub fn awaiting(&self) -> BySeat<Option<Awaited>> {
        self.running.seats.as_ref().map(|clock| clock.as_ref().filter(|clock| !clock.up).map(Clock::awaited))
    }

    /// When the next deadline takes effect, reserves included; `None` while paused and once over.
    #[must_use]
    pub fn next_deadline(&self) -> Option<u64> {
        self.due().map(|(time, _)| time)
    }

    /// Whether the clocks stand still.
    #[must_use]
    pub const fn paused(&self) -> bool {
        self.paused.is_some()
    }

    /// How the match ended.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Who sits where, substitutes included.
    #[must_use]
    pub const fn players(&self) -> &BySeat<Player> {
        &self.players
    }

    /// The players' names, substitutes included.
    #[must_use]
    pub fn names(&self) -> BySeat<String> {
        self.players.as_ref().map(|player| player.name.clone())
    }

    /// What the match was laid out from.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &'static dyn Game {
        self.game
    }

    /// What a viewer may see.
    #[must_use]
    pub fn sight(&self, viewer: Viewer) -> Box<dyn Sight> {
        self.play.sight(viewer)
    }

    /// Whether a private order may be replaced until its step resolves.
    #[must_use]
    pub fn editable(&self) -> bool {
        self.play.editable()
    }

    /// Each seat's reserve as the step began, in ms; 0 in games without.
    #[must_use]
    pub fn clocks(&self) -> Clocks {
        Clocks { reserve: self.reserve.map(Option::unwrap_or_default) }
    }

    /// The *Referee state* of the game's rules page: the whole truth.
    #[must_use]
    pub fn state_json(&self) -> Value {
        self.play.referee_json(&self.clocks())
    }

    /// How many sequences of so many orders there are from here; `None` where both seats are asked on the way.
    #[must_use]
    pub fn perft(&self, depth: u32) -> Option<u64> {
        if self.outcome.is_some() {
            return Some(u64::from(depth == 0));
        }
        if self.before_start { None } else { self.play.perft(depth) }
    }

    fn check_time(&self, at: u64) -> Result<(), Fault> {
        if at < self.now {
            let now = self.now;
            return refuse(Code::TimeRunsBackwards, format!("Time is already at {now} ms; stamp this {now} or later."));
        }
        Ok(())
    }

    fn apply(&mut self, entry: &Entry, happened: &mut Vec<Happened>) -> Result<(), Fault> {
        let at = entry.at;
        self.check_time(at)?;
        if !matches!(entry.act, Act::Host(HostAct::Credit(_))) {
            self.fire(at, happened);
        }
        self.now = at;
        match &entry.act {
            Act::Time => self.accept(),
            Act::Order { seat, text } => self.order(*seat, text, entry.step, happened)?,
            Act::Ready { seat } => self.ready(*seat, happened)?,
            Act::Host(act) => self.host(act, happened)?,
        }
        Ok(())
    }

    /// Counts an entry; everything it begins counts it already.
    const fn accept(&mut self) {
        self.entries = self.entries.saturating_add(1);
    }

    fn order(&mut self, seat: Seat, text: &str, step: Option<u32>, happened: &mut Vec<Happened>) -> Result<(), Fault> {
        self.check_running()?;
        self.check_step(step)?;
        let clock = self.asked(seat)?;
        match clock.ask.wants {
            Wants::Order => {}
            Wants::Ready => return refuse(Code::NotAwaited, "No order is asked for here; only `ready` is."),
            Wants::Nothing => return refuse(Code::NotAwaited, "Nothing is asked for yet; wait for the first prompt."),
        }
        let secrecy = clock.ask.secrecy;
        if clock.given.is_some() && (secrecy == Secrecy::Public || !self.play.editable()) {
            return refuse(
                Code::NotAwaited,
                "Your order for this step is in and cannot be changed; wait for the next.",
            );
        }
        let sight = self.play.sight(Viewer::Seat(seat));
        let order = sight.parse(text)?;
        let caution = sight.caution(text);
        self.accept();
        if secrecy == Secrecy::Private || caution.is_some() {
            happened.push(Happened { at: self.now, what: What::Sealed { seat, order: order.clone(), caution } });
        }
        self.give(seat, Given::Order(order), happened);
        Ok(())
    }

    fn ready(&mut self, seat: Seat, happened: &mut Vec<Happened>) -> Result<(), Fault> {
        self.check_running()?;
        let clock = self.asked(seat)?;
        match clock.ask.wants {
            Wants::Ready => {}
            Wants::Order => return refuse(Code::NotAwaited, "An order is asked for here; `ready` does not answer it."),
            Wants::Nothing => return refuse(Code::NotAwaited, "Nobody can end this wait early; it ends by itself."),
        }
        let repeated = clock.given.is_some();
        self.accept();
        if !repeated {
            happened.push(Happened { at: self.now, what: What::Ready { seat } });
            self.give(seat, Given::Ready, happened);
        }
        Ok(())
    }

    fn check_running(&self) -> Result<(), Fault> {
        if self.outcome.is_some() {
            return refuse(Code::Over, "The match is over; nothing more is taken.");
        }
        if self.paused.is_some() {
            return refuse(Code::NotAwaited, "The match is paused; wait until it goes on.");
        }
        Ok(())
    }

    fn check_step(&self, step: Option<u32>) -> Result<(), Fault> {
        let now = self.step();
        match step {
            Some(step) if step < now => {
                refuse(Code::Late, format!("Step {step} is over; answer step {now}, which is asked now."))
            }
            Some(step) if step > now => {
                refuse(Code::NotAwaited, format!("Step {step} has not begun; answer step {now}, which is asked now."))
            }
            _ => Ok(()),
        }
    }

    fn asked(&self, seat: Seat) -> Result<&Clock, Fault> {
        match &self.running.seats[seat] {
            Some(clock) if clock.up => refuse(Code::NotAwaited, "Your time for this step is up; wait for the next."),
            Some(clock) => Ok(clock),
            None => refuse(Code::NotAwaited, format!("Nothing is asked of the {} now; wait your turn.", seat.label())),
        }
    }

    fn give(&mut self, seat: Seat, given: Given<String>, happened: &mut Vec<Happened>) {
        let now = self.now;
        if let Some(clock) = &mut self.running.seats[seat] {
            clock.give(given, now);
        }
        if self.running.done() {
            self.resolve(now, happened);
        }
    }

    fn due(&self) -> Option<(u64, Seat)> {
        if self.paused.is_some() { None } else { self.running.due() }
    }

    /// Lets every deadline up to a time take effect.
    fn fire(&mut self, until: u64, happened: &mut Vec<Happened>) {
        while let Some((time, seat)) = self.due().filter(|&(time, _)| time <= until) {
            let Some(clock) = &mut self.running.seats[seat] else { return };
            clock.up = true;
            if clock.ask.bank && clock.given.is_none() {
                self.lose_on_clock(seat, time, happened);
            } else if self.running.done() {
                self.resolve(time, happened);
            }
        }
    }

    /// Keeps what is before a resolution, and settles the reserves.
    fn keep(&mut self) {
        self.past.push(Past {
            play: self.play.copy(),
            asks: self.running.asks(),
            before_start: self.before_start,
            reserve: self.reserve,
        });
    }

    fn resolve(&mut self, at: u64, happened: &mut Vec<Happened>) {
        let step = self.step();
        self.keep();
        let seats = std::mem::take(&mut self.running.seats);
        let missed = |seat: &Seat| {
            seats[*seat].as_ref().is_some_and(|clock| clock.ask.wants == Wants::Order && clock.given.is_none())
        };
        let timed_out = Seat::ALL.into_iter().filter(missed).collect();
        self.reserve = BySeat::from_fn(|seat| seats[seat].as_ref().and_then(Clock::left).or(self.reserve[seat]));
        let given = seats.map(|clock| clock.map_or(Given::NotAsked, |clock| clock.given.unwrap_or(Given::TimedOut)));
        let happenings = if self.before_start { Vec::new() } else { self.play.resolve(given) };
        self.before_start = false;
        happened.push(Happened { at, what: What::Resolved { step, timed_out, happenings } });
        self.begin(at, happened);
    }

    fn lose_on_clock(&mut self, seat: Seat, at: u64, happened: &mut Vec<Happened>) {
        let step = self.step();
        self.keep();
        self.reserve[seat] = Some(0);
        happened.push(Happened { at, what: What::Resolved { step, timed_out: vec![seat], happenings: Vec::new() } });
        self.end(Outcome { winner: Some(!seat), reason: Reason::Clock }, at, happened);
    }

    fn end(&mut self, outcome: Outcome, at: u64, happened: &mut Vec<Happened>) {
        self.outcome = Some(outcome);
        self.running.seats = BySeat::default();
        happened.push(Happened { at, what: What::Over { outcome } });
    }

    /// The questions that are open in the present position.
    fn asks(&self) -> Asked {
        let wait = Ask {
            prompt: "break",
            wants: Wants::Nothing,
            secrecy: Secrecy::Public,
            until: Until::At(self.starts_at.unwrap_or(0)),
            closes: Closes::AtDeadline,
            bank: false,
        };
        if self.before_start { Asked::Seats(BySeat { ec: Some(wait), dmo: Some(wait) }) } else { self.play.asked() }
    }

    /// Asks what the present position asks.
    fn begin(&mut self, at: u64, happened: &mut Vec<Happened>) {
        match self.asks() {
            Asked::Over(outcome) => self.end(outcome, at, happened),
            Asked::Seats(asks) => {
                let clock = |seat: Seat| Some(Clock::start(asks[seat]?, at, self.shift, self.reserve[seat]));
                let seats = BySeat::from_fn(clock);
                self.await_step(at, seats, happened);
            }
        }
    }

    fn await_step(&mut self, at: u64, seats: BySeat<Option<Clock>>, happened: &mut Vec<Happened>) {
        self.running = Running { began: at, begun: self.entries, seats };
        if self.paused.is_some() {
            self.paused = Some(at);
        }
        happened.push(Happened { at, what: What::Asked { step: self.step() } });
    }

    fn host(&mut self, act: &HostAct, happened: &mut Vec<Happened>) -> Result<(), Fault> {
        match act {
            HostAct::Order { seat, text } => return self.order(*seat, text, None, happened),
            HostAct::Undo => return self.undo(happened),
            _ if self.outcome.is_some() => {
                return refuse(Code::Over, "The match is over; a host can only undo its last step.");
            }
            _ => {}
        }
        let at = self.now;
        let what = match act {
            HostAct::Order { .. } | HostAct::Undo => return Ok(()),
            HostAct::DrawState => return self.draw_state(happened),
            HostAct::Forfeit(seat) => return Ok(self.verdict(Some(!*seat), Reason::Forfeit, happened)),
            HostAct::Award(seat) => return Ok(self.verdict(Some(*seat), Reason::Award, happened)),
            HostAct::Void => return Ok(self.verdict(None, Reason::Void, happened)),
            HostAct::Reschedule(time) => return self.reschedule(*time, happened),
            HostAct::Resume => return self.resume(happened),
            HostAct::Pause => {
                if self.paused.is_some() {
                    return refuse(Code::BadHostAction, "The match is already paused; resume it first.");
                }
                self.paused = Some(at);
                What::Paused
            }
            HostAct::Extend(s) => {
                self.lengthen(s.saturating_mul(1000));
                What::Extended { s: *s }
            }
            HostAct::Credit(ms) => {
                self.lengthen(*ms);
                What::Credited { ms: *ms }
            }
            HostAct::Substitute { seat, name } => {
                self.players[*seat] = Player::new(name);
                What::Substituted { seat: *seat, name: name.clone() }
            }
        };
        self.accept();
        happened.push(Happened { at, what });
        Ok(())
    }

    fn lengthen(&mut self, ms: u64) {
        self.running.clocks_mut().for_each(|clock| clock.lengthen(ms));
        self.shift += i128::from(ms);
    }

    fn verdict(&mut self, winner: Option<Seat>, reason: Reason, happened: &mut Vec<Happened>) {
        self.accept();
        self.end(Outcome { winner, reason }, self.now, happened);
    }

    fn resume(&mut self, happened: &mut Vec<Happened>) -> Result<(), Fault> {
        let Some(since) = self.paused.take() else {
            return refuse(Code::BadHostAction, "The match is not paused; there is nothing to resume.");
        };
        let span = self.now - since;
        self.running.clocks_mut().for_each(|clock| clock.stand_still(span));
        self.shift += i128::from(span);
        self.accept();
        happened.push(Happened { at: self.now, what: What::Resumed });
        self.fire(self.now, happened);
        Ok(())
    }

    fn undo(&mut self, happened: &mut Vec<Happened>) -> Result<(), Fault> {
        let Some(past) = self.past.pop() else {
            return refuse(Code::BadHostAction, "Nothing has been resolved yet; there is nothing to undo.");
        };
        self.accept();
        let at = self.now;
        self.play = past.play;
        self.before_start = past.before_start;
        self.reserve = past.reserve;
        self.outcome = None;
        let seats = BySeat::from_fn(|seat| {
            let (ask, full) = past.asks[seat]?;
            let clock = Clock::lasting(ask, full, at, self.reserve[seat]);
            if let Until::At(time) = ask.until {
                self.shift = i128::from(clock.deadline) - i128::from(time);
            }
            Some(clock)
        });
        happened.push(Happened { at, what: What::Undone { step: self.step() } });
        self.await_step(at, seats, happened);
        Ok(())
    }

    fn draw_state(&mut self, happened: &mut Vec<Happened>) -> Result<(), Fault> {
        if self.before_start {
            return refuse(Code::BadHostAction, "The match has not started; there is no board state to declare drawn.");
        }
        let step = self.step();
        self.keep();
        let happenings = match self.play.draw_state() {
            Ok(happenings) => happenings,
            Err(refusal) => {
                self.past.pop();
                return refuse(Code::BadHostAction, refusal.message);
            }
        };
        self.accept();
        let at = self.now;
        happened.push(Happened { at, what: What::DrawDeclared });
        happened.push(Happened { at, what: What::Resolved { step, timed_out: Vec::new(), happenings } });
        self.begin(at, happened);
        Ok(())
    }

    fn reschedule(&mut self, time: u64, happened: &mut Vec<Happened>) -> Result<(), Fault> {
        let at = self.now;
        if self.starts_at.is_none() {
            return refuse(Code::BadHostAction, "This match has no start time that could be moved.");
        }
        if time < at {
            return refuse(Code::BadHostAction, format!("The start cannot be put into the past; name {at} or later."));
        }
        let waits = |clock: &Option<Clock>| clock.as_ref().is_some_and(|clock| matches!(clock.ask.until, Until::At(_)));
        if !Seat::ALL.into_iter().any(|seat| waits(&self.running.seats[seat])) {
            return refuse(Code::BadHostAction, "The match has started; its start can no longer be moved.");
        }
        self.accept();
        self.shift = 0;
        self.starts_at = Some(time);
        self.play.reschedule(time);
        if let Asked::Seats(asks) = self.asks() {
            for seat in Seat::ALL {
                if let (Some(clock), Some(ask)) = (&mut self.running.seats[seat], asks[seat]) {
                    clock.ask = ask;
                    let deadline = Clock::start(ask, at, 0, None).deadline;
                    clock.move_to(deadline, self.running.began);
                }
            }
        }
        happened.push(Happened { at, what: What::Rescheduled { at: time } });
        if self.paused.is_some() {
            self.paused = Some(at);
        } else {
            self.fire(at, happened);
        }
        Ok(())
    }
}
