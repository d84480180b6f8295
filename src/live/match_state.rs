//! The state of a match in its actor: the table, and facts kept about its entries.
//!
//! - The state can be rebuilt from the stored record, as [`MatchState::load`] does.
//! - Every deadline is a separate entry: an order never fires one.

use std::collections::{BTreeMap, HashMap, VecDeque};

use serde_json::json;

use crate::game::{Agreements, BySeat, Moment, Prompt, Seat, Secrecy, Seed, Stakes, Viewer, Wants, plain};
use crate::hosting::ruling_author;
use crate::ids::{Snowflake, StepId, UnixMs};
use crate::live::applied_entries::{AppliedEntries, Past, PastOrder, PriorReply, StoredFacts, sealing};
use crate::live::entry_meta::{CREDITED_UNTIL, EVENT_ID, NONCE, RECEIPTS, by_dm, put};
use crate::live::lessons::Lessons;
use crate::live::pause_cause::PauseCause;
use crate::live::record_compatibility::check_known;
use crate::live::revision::Revision;
use crate::live::store::match_row::MatchRow;
use crate::playing::idle_steps::IdleSteps;
use crate::playing::player_action::Sealed;
use crate::playing::prompt::ClockState;
use crate::playing::proxy_order_notice::ProxyOrder;
use crate::table::{
    Act, ActText, Answer, Awaited, Entry, Happened, Header, HostAct, Nonce, Rejection, Table, What, commitment,
    continued,
};

/// The lesson of a reserve that has begun to run, in every game.
const RESERVE_LESSON: &str = "Your time was over, so your reserve ran. It is for the whole match.";

/// The time after the beginning of a step in which an order may have been meant for the step before, in ms.
const JUST_MISSED_MS: u64 = 10_000;
/// The number of past prompts that are kept.
const PAST: usize = 64;

/// A running or finished match.
pub struct MatchState {
    pub table: Table,
    /// The number of stored entries.
    pub seq: u32,
    /// Each seat's account of the last step.
    pub told: BySeat<Vec<String>>,
    /// The public account of the last step.
    pub told_all: Vec<String>,
    /// The first line of each substitute's first prompt, until its step is over.
    pub seated: BySeat<Option<String>>,
    /// Whether these accounts are of a resolved step.
    pub told_resolved: bool,
    /// The commitments to the orders of the step that the account is of.
    pub receipts: BySeat<Option<String>>,
    /// The beginnings of the newest steps.
    pub(crate) step_intros: VecDeque<StepIntro>,
    /// The start of the current pause.
    pub paused_at: Option<u64>,
    /// The end of the absences credited so far, in ms after the opening.
    pub credited: u64,
    /// The results of the newest closed prompts.
    pub past: VecDeque<(StepId, Past)>,
    started: UnixMs,
    /// See [`StepId::begun`].
    counts_from: u32,
    applied: HashMap<u64, PriorReply>,
    /// The sealed orders of the awaited step.
    sealed_orders: BySeat<Option<SealedOrder>>,
    /// Orders that hosts have given in the awaited step.
    behalf: Vec<ProxyOrder>,
    /// The number of rulings by hosts, the service or agreeing players, without credits.
    pub rulings: u32,
    /// The cause of the current pause.
    pub pausing: PauseCause,
    /// The first step that was played here.
    pub played_from: u32,
    /// Whether no time runs, because the players' messages cannot be read.
    pub wait_is_announced: bool,
    /// Steps in a row without an order.
    pub(crate) idle_steps: IdleSteps,
    /// The steps in which each seat's present player was asked for an order and gave none.
    missed: BySeat<Vec<u32>>,
    /// The resolved steps that asked for an order.
    ordered: Vec<u32>,
    /// Seats whose player has taken the extra time of the terms.
    pub extended: BySeat<bool>,
    /// Whether each player's open turns are asked by direct message, too: until the first order, and after an order sent there.
    pub by_dm: BySeat<bool>,
    /// Whether the match is its players' first of the game, in private: each kind of prompt is explained the first time.
    pub guided: BySeat<bool>,
    /// The step in which each seat was first asked each kind of prompt.
    kinds: BySeat<BTreeMap<Prompt, u32>>,
    lessons: BySeat<Lessons>,
    /// The wait for Ready in which each seat got a substitute after its player's press.
    pub pressed_before: BySeat<Option<StepId>>,
}

/// A sealed order.
struct SealedOrder {
    /// The id of the event that brought it.
    id: Option<u64>,
    nonce: Option<Nonce>,
    /// The answer to its sender.
    reply: Sealed,
}

/// The prompts before an entry.
struct Before {
    mark: StepId,
    asked: BySeat<Option<Awaited>>,
    /// The commitments to the sealed orders.
    commitments: BySeat<Option<String>>,
}

fn fresh_nonce() -> Nonce {
    Nonce::new(rand::random())
}

impl MatchState {
    /// Creates a match that begins at a moment.
    pub fn open(header: Header, started: UnixMs, stakes: Stakes) -> Result<Self, Rejection> {
        let table = Table::open(header)?.at_stake(stakes);
        let mut live = Self {
            seq: 0,
            told: BySeat::default(),
            told_all: Vec::new(),
            seated: BySeat::default(),
            told_resolved: false,
            receipts: BySeat::default(),
            step_intros: VecDeque::new(),
            pressed_before: BySeat::default(),
            paused_at: None,
            credited: 0,
            past: VecDeque::new(),
            started,
            applied: HashMap::new(),
            sealed_orders: BySeat::default(),
            behalf: Vec::new(),
            rulings: 0,
            counts_from: 0,
            pausing: PauseCause::default(),
            played_from: 1,
            wait_is_announced: false,
            idle_steps: IdleSteps::default(),
            missed: BySeat::default(),
            ordered: Vec::new(),
            extended: BySeat::default(),
            by_dm: BySeat { ec: true, dmo: true },
            guided: BySeat::default(),
            kinds: BySeat::default(),
            lessons: BySeat::default(),
            table,
        };
        live.record_opening();
        live.learn_kinds();
        Ok(live)
    }

    /// Loads a match from its record, or returns why it cannot be continued: under other rules than those it began with it could take
    /// another course.
    pub fn load_playable(row: &MatchRow, lines: &[String]) -> Result<Self, String> {
        check_known(row)?;
        Self::load(row, lines).map_err(|fault| format!("its record is refused with `{}`", fault.code))
    }

    /// Loads a match from its record.
    pub fn load(row: &MatchRow, lines: &[String]) -> Result<Self, Rejection> {
        let started = row.started.unwrap_or(row.opened);
        let mut live = Self::open(Header::read(&row.header)?, started, row.stakes())?;
        for line in lines {
            let entry = Entry::read(line)?;
            let before = live.before();
            let answer = live.table.enter(&entry);
            if let Some(fault) = answer.error {
                return Err(fault);
            }
            let sealed = live.sealed(&entry, &before, &answer);
            live.update(&entry, &before, sealed.as_ref(), &answer);
            live.seq += 1;
        }
        live.table.know(&row.plain_names, &row.usernames);
        // Stored marks count from another number if they were made by a version that counted entries.
        live.counts_from = row.mark.map_or(0, |mark| mark.begun.wrapping_sub(live.table.begun()));
        Ok(live)
    }

    /// Whether no time runs now, so that messages name no deadline.
    pub fn clocks_stopped(&self) -> bool {
        self.wait_is_announced || self.table.paused()
    }

    /// Returns the state of the clocks.
    pub fn clock_state(&self) -> ClockState {
        match (self.table.paused(), self.wait_is_announced) {
            (true, _) => ClockState::Paused(self.pausing),
            (false, true) => ClockState::Unheard,
            (false, false) => ClockState::Running,
        }
    }

    pub fn mark(&self) -> StepId {
        StepId { step: self.table.step(), begun: self.table.begun().wrapping_add(self.counts_from) }
    }

    /// Converts a moment to ms after the opening; 0 for earlier moments.
    pub fn time(&self, moment: UnixMs) -> u64 {
        moment.since(self.started)
    }

    /// Converts a time of the record to a moment.
    pub fn moment(&self, time: u64) -> UnixMs {
        self.started.plus(time)
    }

    /// Returns the time of an entry stamped at a moment, never before the last entry.
    pub fn stamp(&self, moment: UnixMs) -> u64 {
        self.time(moment).max(self.table.now())
    }

    /// Whether a seat's sealed order was sent after the event with this id.
    pub fn sealed_after(&self, seat: Seat, id: Snowflake) -> bool {
        self.sealed_orders[seat].as_ref().and_then(|order| order.id).is_some_and(|sealed| sealed > id.0)
    }

    /// Whether a text sent at a moment follows the seat's own order that won a race and began this step. That order waited for the grace, so
    /// its sender writes before the new prompt is shown. After a race between the same two, the text could still be meant for the last one.
    pub fn follows_own_win(&self, seat: Seat, sent: UnixMs) -> bool {
        self.table.won_by() == Some(seat)
            && sent >= self.moment(self.table.asked_at())
            && !self.table.awaiting()[seat].as_ref().is_some_and(Awaited::races)
    }

    /// Returns the answer to the sender of a seat's sealed order.
    pub fn sealed_reply(&self, seat: Seat) -> Option<&Sealed> {
        self.sealed_orders[seat].as_ref().map(|order| &order.reply)
    }

    pub fn applied(&self, id: Snowflake) -> Option<&PriorReply> {
        self.applied.get(&id.0)
    }

    /// Applies related entries; a refusal says whether nothing has changed.
    pub fn apply_all(&mut self, entries: Vec<Entry>) -> Result<AppliedEntries, (Rejection, bool)> {
        let mut entries = entries.into_iter();
        let first = entries.next().expect("nobody enters nothing");
        let mut applied = self.apply(first).map_err(|fault| (fault, true))?;
        for entry in entries {
            applied = self.apply_next(applied, entry)?;
        }
        Ok(applied)
    }

    /// Applies one more entry that belongs to those before.
    pub fn apply_next(
        &mut self,
        mut applied: AppliedEntries,
        entry: Entry,
    ) -> Result<AppliedEntries, (Rejection, bool)> {
        let next = self.apply(entry).map_err(|fault| (fault, false))?;
        applied.entries.extend(next.entries);
        applied.answer.happened.extend(next.answer.happened);
        applied.behalf.extend(next.behalf);
        Ok(applied)
    }

    /// Applies an entry. A refusal changes nothing.
    pub fn apply(&mut self, mut entry: Entry) -> Result<AppliedEntries, Rejection> {
        let before = self.before();
        let sealing = sealing(&entry, &before.asked).map(|seat| (seat, fresh_nonce()));
        if let Some((_, nonce)) = &sealing {
            put(&mut entry.meta, NONCE, json!(nonce.to_string()));
        }
        if self.reverts_public_end(&entry) {
            entry.seed = Some(Seed::new(rand::random::<u64>().to_string()));
        }
        let answer = self.table.enter(&entry);
        if let Some(fault) = answer.error {
            return Err(fault);
        }
        if let Some(ActText::Order(text)) = entry.act.text_mut() {
            // The record has the plain characters of its notation only.
            *text = plain(text);
        }
        let sealed = self.sealed(&entry, &before, &answer);
        // After a fault the step's orders are final: a corrected file resolves them.
        let faulted = |each: &Happened| matches!(each.what, What::Faulted { .. });
        let faulted = answer.happened.iter().any(faulted).then(|| self.table.step());
        let resolved = What::played_step(&answer.happened).or(faulted);
        let mut commitments = BySeat::default();
        if let Some(step) = resolved {
            let mut receipts = json!({ "step": step });
            for (seat, awaited) in before.asked.iter() {
                let Some(awaited) = awaited else { continue };
                if awaited.secrecy != Secrecy::Private || awaited.wants != Wants::Order {
                    continue;
                }
                let own = sealed.as_ref().filter(|sealed| sealed.seat == seat).map(|sealed| sealed.order.as_str());
                let order = own.or(awaited.order.as_deref()).unwrap_or("");
                let given = sealing.as_ref().filter(|(whose, _)| *whose == seat).map(|(_, nonce)| nonce);
                let nonce = given.or_else(|| self.sealed_orders[seat].as_ref()?.nonce.as_ref());
                let nonce = nonce.cloned().unwrap_or_else(fresh_nonce);
                let hash = commitment(&nonce, order);
                receipts[seat.id()] = json!({ "nonce": nonce.to_string(), "commitment": hash });
                commitments[seat] = Some(hash);
            }
            if commitments != BySeat::default() {
                put(&mut entry.meta, RECEIPTS, receipts);
            }
        }
        let behalf = self.update(&entry, &before, sealed.as_ref(), &answer);
        Ok(AppliedEntries { entries: vec![entry], answer, commitments, sealed, behalf, stored: StoredFacts::default() })
    }

    /// Whether an entry reverts the end of a match whose later draws everyone could foretell from its record.
    fn reverts_public_end(&self, entry: &Entry) -> bool {
        let is_undo = matches!(entry.act, Act::Host(HostAct::Undo));
        is_undo && self.table.outcome().is_some() && self.table.game().about().has_hidden_chance
    }

    fn before(&self) -> Before {
        let commitments = self.sealed_orders.as_ref().map(|order| order.as_ref()?.reply.commitment.clone());
        Before { mark: self.mark(), asked: self.table.awaiting(), commitments }
    }

    /// Updates the state after an accepted entry; returns orders on behalf whose step has ended.
    fn update(&mut self, entry: &Entry, before: &Before, sealed: Option<&Sealed>, answer: &Answer) -> Vec<ProxyOrder> {
        self.count_idle(entry, &before.asked, answer);
        let behalf = self.track_entry(entry, answer, sealed);
        self.archive_prompt(entry, before, sealed, answer);
        self.learn_lessons(&before.asked, answer);
        behalf
    }

    /// Returns the answer to the sender of an order.
    fn sealed(&self, entry: &Entry, before: &Before, answer: &Answer) -> Option<Sealed> {
        let (seat, order) = (entry.act.order_for()?, answer.order.clone()?);
        let (mark, before) = (before.mark, before.asked[seat].as_ref());
        let caution = answer.happened.iter().find_map(|each| match &each.what {
            What::Sealed { seat: whose, caution, .. } if *whose == seat => caution.clone(),
            _ => None,
        });
        let private = before.is_some_and(|asked| asked.secrecy == Secrecy::Private);
        let nonce = entry.meta.as_ref().and_then(|meta| Nonce::read(meta[NONCE].as_str()?)).filter(|_| private);
        Some(Sealed {
            seat,
            mark,
            caution,
            commitment: nonce.map(|nonce| commitment(&nonce, order.text())),
            words: order.words().to_owned(),
            order: order.text().to_owned(),
            replaced: before.is_some_and(|asked| asked.submitted),
            resolved: answer.happened.iter().any(|each| matches!(each.what, What::Resolved { .. })),
            final_order: !private || !self.table.editable() || before.is_some_and(Awaited::races),
            stage: self.table.sight(Viewer::Seat(seat)).heading().stage,
        })
    }

    /// Updates the facts for later entries, panels and repeated deliveries; returns orders on behalf whose step has ended.
    fn track_entry(&mut self, entry: &Entry, answer: &Answer, sealed: Option<&Sealed>) -> Vec<ProxyOrder> {
        let id = entry.meta.as_ref().and_then(|meta| meta[EVENT_ID].as_str()?.parse().ok());
        if let Some(sealed) = sealed {
            let nonce = entry.meta.as_ref().and_then(|meta| Nonce::read(meta[NONCE].as_str()?));
            self.sealed_orders[sealed.seat] = Some(SealedOrder { id, nonce, reply: sealed.clone() });
            self.behalf.iter_mut().filter(|given| given.seat == sealed.seat).for_each(|given| given.stands = false);
            if let Some(given) = ProxyOrder::of(entry, &sealed.words) {
                self.behalf.retain(|before| before.seat != given.seat);
                self.behalf.push(given);
            }
        }
        let behalf = ProxyOrder::over(&mut self.behalf, &answer.happened);
        self.rulings += u32::from(entry.act.ruling().is_some());
        if let Some((seat, by_dm)) = by_dm(entry) {
            self.by_dm[seat] = by_dm;
        }
        if let Some(seat) = ruling_author::taken_by(entry) {
            self.extended[seat] = true;
        }
        if let (Act::Host(HostAct::Credit(_)), Some(meta)) = (&entry.act, &entry.meta) {
            self.credited = self.credited.max(meta[CREDITED_UNTIL].as_u64().unwrap_or(0));
        }
        let names = self.table.names();
        for each in &answer.happened {
            match &each.what {
                What::Asked { .. } => {
                    self.sealed_orders = BySeat::default();
                    self.learn_kinds();
                }
                What::Ruled(HostAct::Pause) => (self.paused_at, self.pausing) = (Some(each.at), PauseCause::of(entry)),
                What::Faulted { .. } => self.paused_at = Some(each.at),
                What::Ruled(HostAct::Resume) => (self.paused_at, self.pausing) = (None, PauseCause::default()),
                What::Substituted { seat, former, .. } => {
                    self.recap_for_substitute(*seat, former);
                    self.extended[*seat] = false;
                    self.by_dm[*seat] = true;
                    self.missed[*seat].clear();
                    // Every prompt is new to the substitute.
                    self.kinds[*seat].clear();
                    self.lessons[*seat] = Lessons::default();
                    self.learn_kinds();
                }
                What::Resolved { .. } | What::Undone { .. } => {
                    self.record(each, &names, &ruling_author::by_whom(entry), &behalf);
                    self.receipts = BySeat::default();
                    for published in entry.published().into_iter().filter(|_| self.told_resolved) {
                        self.receipts[published.seat] = Some(published.commitment);
                    }
                }
                _ => {}
            }
        }
        if let Some(step) = continued(entry) {
            self.played_from = step;
            self.reset_recap();
        }
        if let Some(id) = id {
            let applied =
                sealed.cloned().map_or_else(|| PriorReply::Other(self.result_line(answer)), PriorReply::Sealed);
            self.applied.insert(id, applied);
        }
        behalf
    }

    /// Keeps the result of a prompt that this entry ended.
    fn archive_prompt(&mut self, entry: &Entry, before: &Before, sealed: Option<&Sealed>, answer: &Answer) {
        let Before { mark, asked, commitments } = before;
        let mark = *mark;
        if mark == self.mark() && self.table.outcome().is_none() {
            return;
        }
        self.count_ordered_steps(asked, sealed, answer);
        let orders = BySeat::from_fn(|seat| {
            let asked = asked[seat].as_ref().filter(|asked| asked.secrecy == Secrecy::Private)?;
            if let Some(sealed) = sealed.filter(|sealed| sealed.seat == seat) {
                return Some(PastOrder { words: sealed.words.clone(), commitment: sealed.commitment.clone() });
            }
            Some(PastOrder { words: asked.words.clone()?, commitment: commitments[seat].clone() })
        });
        let undone = answer.happened.iter().any(|each| matches!(each.what, What::Undone { .. }));
        let undone = undone.then(|| ruling_author::by_whom(entry));
        if self.past.len() >= PAST {
            self.past.pop_front();
        }
        self.past.push_back((mark, Past { orders, undone }));
    }

    /// Counts the steps with a requested order, and those in which a seat gave none.
    fn count_ordered_steps(&mut self, asked: &BySeat<Option<Awaited>>, sealed: Option<&Sealed>, answer: &Answer) {
        for each in &answer.happened {
            match each.what {
                What::Undone { step, .. } => {
                    self.ordered.retain(|ordered| *ordered < step);
                    for seat in Seat::ALL {
                        self.missed[seat].retain(|missed| *missed < step);
                    }
                }
                What::Resolved { step, .. } => {
                    let asks = |asked: &Awaited| asked.wants == Wants::Order;
                    self.ordered
                        .extend(asked.iter().any(|(_, asked)| asked.as_ref().is_some_and(asks)).then_some(step));
                    let ordered = |seat| sealed.is_some_and(|sealed| sealed.seat == seat);
                    let silent = |asked: &Awaited| asked.wants == Wants::Order && !asked.submitted;
                    let missed = Seat::ALL.into_iter().filter(|&seat| asked[seat].as_ref().is_some_and(silent));
                    missed.filter(|&seat| !ordered(seat)).for_each(|seat| self.missed[seat].push(step));
                }
                _ => {}
            }
        }
    }

    fn learn_kinds(&mut self) {
        let step = self.table.step();
        for (seat, asked) in self.table.awaiting().iter() {
            if let Some(asked) = asked.as_ref().filter(|asked| asked.wants != Wants::Nothing) {
                self.kinds[seat].entry(asked.prompt).or_insert(step);
            }
        }
    }

    /// Chooses each seat's lesson for its next prompt. A prompt that is the first of its kind has its own explanation.
    fn learn_lessons(&mut self, before: &BySeat<Option<Awaited>>, answer: &Answer) {
        let (game, step, reserves) = (self.table.game(), self.table.step(), self.table.reserves());
        for (seat, asked) in before.iter() {
            let lessons = &mut self.lessons[seat];
            for each in &answer.happened {
                match &each.what {
                    What::Resolved { happenings, .. } => {
                        lessons.offer_all(game, happenings);
                        let reserve = asked.as_ref().and_then(|asked| asked.reserve).zip(reserves[seat]);
                        if reserve.is_some_and(|(had, has)| has < had) {
                            lessons.offer(Moment::WORTH_A_STORY, RESERVE_LESSON);
                        }
                    }
                    What::Undone { step, .. } => lessons.revert_to(*step),
                    _ => {}
                }
            }
        }
        for (seat, asked) in self.table.awaiting().iter() {
            let Some(asked) = asked.as_ref().filter(|asked| asked.wants != Wants::Nothing) else { continue };
            if !self.is_first_of_kind(seat) {
                let further = self.table.game().further_guides(asked.prompt);
                self.lessons[seat].assign_to(step, &further);
            }
        }
    }

    /// The lesson at a seat's present prompt, in its player's first match of the game.
    pub fn lesson(&self, seat: Seat) -> Option<&str> {
        self.lessons[seat].at(self.table.step()).filter(|_| self.guided[seat])
    }

    /// The line about the sealed order that a host gave for a seat.
    pub fn given_for(&self, seat: Seat) -> Option<String> {
        self.behalf.iter().find(|given| given.seat == seat && given.stands).map(ProxyOrder::own_line)
    }

    /// Whether a seat's present prompt is the first of its kind.
    pub fn is_first_of_kind(&self, seat: Seat) -> bool {
        let prompt = self.table.awaiting()[seat].as_ref().map(|asked| asked.prompt);
        prompt.and_then(|prompt| self.kinds[seat].get(prompt)) == Some(&self.table.step())
    }

    /// Whether a seat's present prompt is its first one.
    pub fn is_first_prompt(&self, seat: Seat) -> bool {
        self.is_first_of_kind(seat) && self.kinds[seat].len() == 1
    }

    /// Returns the revision of the match, for commands that act on a displayed state.
    pub fn revision(&self) -> Revision {
        Revision { mark: self.mark(), rulings: self.rulings, over: self.table.outcome().is_some() }
    }

    /// Returns the number of steps in which each player was asked for an order and gave none.
    pub fn missed(&self) -> BySeat<u32> {
        self.missed.as_ref().map(|steps| u32::try_from(steps.len()).unwrap_or(u32::MAX))
    }

    /// Whether an order may have been meant for the step before, which its seat has just missed.
    pub fn perhaps_meant_before(&self, seat: Seat, order: &str, sent: UnixMs) -> bool {
        let (missed, asked) = (self.missed[seat].last(), self.moment(self.table.asked_at()));
        let just_missed = missed.is_some() && missed == self.ordered.last();
        let before = (just_missed && sent >= asked && sent.since(asked) < JUST_MISSED_MS)
            .then(|| self.table.sight_before(Viewer::Seat(seat)))
            .flatten();
        before.is_some_and(|before| before.parse(order).is_ok())
    }

    /// Whether no step that asked for an order was resolved.
    pub const fn is_unplayed(&self) -> bool {
        self.ordered.is_empty()
    }

    /// Returns the seconds that the terms still give a seat; `None` before the start, which they would move.
    pub fn more_time(&self, seat: Seat) -> Option<u64> {
        let seconds = self.table.header().more_time();
        (seconds > 0 && !self.extended[seat] && self.table.starts().is_none()).then_some(seconds)
    }

    /// The agreements that the match's terms allow; none with a built-in player.
    pub fn agreements(&self, row: &MatchRow) -> Agreements {
        let people = Seat::ALL.into_iter().all(|seat| !self.is_bot(seat));
        if people { Agreements::of(&self.table.header().ruleset, row.friendly) } else { Agreements::Nothing }
    }

    /// Whether the match waits for its start and asks nothing before it.
    pub fn waits_for_start(&self) -> bool {
        let asked = self.table.awaiting();
        self.table.starts().is_some()
            && asked.as_ref().iter().all(|(_, asked)| asked.as_ref().is_none_or(|asked| asked.wants == Wants::Nothing))
    }

    /// Whether a seat is asked for an order.
    pub fn owes_order(&self, seat: Seat) -> bool {
        self.table.awaiting()[seat].as_ref().is_some_and(|asked| asked.wants == Wants::Order)
    }

    /// Whether the step may resolve with a seat's order, whatever its rival has done, so that the order cannot be changed. Nobody is
    /// asked to confirm in a race.
    pub fn may_resolve(&self, seat: Seat) -> bool {
        self.table.awaiting()[seat].as_ref().is_some_and(|asked| {
            !asked.races() && (asked.secrecy == Secrecy::Public || !self.table.editable() || self.is_bot(!seat))
        })
    }

    pub fn is_bot(&self, seat: Seat) -> bool {
        self.table.players()[seat].bot.is_some()
    }
}

/// Returns why this program cannot continue a match's record, if it cannot.
pub fn unplayable(row: &MatchRow, lines: &[String]) -> Option<String> {
    MatchState::load_playable(row, lines).err()
}

/// The accounts of the beginning of a step.
#[derive(Clone)]
pub struct StepIntro {
    pub step: u32,
    pub told: BySeat<Vec<String>>,
    pub told_all: Vec<String>,
    /// The players' names at the time.
    pub names: BySeat<String>,
}
