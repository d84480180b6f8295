//! Selects and words the lines of the news of a commit: what its entries tell each reader.

use crate::game::{BySeat, Seat, Viewer, Wants};
use crate::hosting::ruling_author;
use crate::hosting::ruling_text::{RulingLine, ruling_line};
use crate::ids::ChannelId;
use crate::live::applied_entries::AppliedEntries;
use crate::live::duration_text::humanize;
use crate::live::entry_meta::LOST_PRESSES;
use crate::live::match_state::MatchState;
use crate::live::options::ServiceOptions;
use crate::live::store::match_row::{MatchRow, MatchStage};
use crate::messages::compose::cards::card_state;
use crate::messages::compose::event_order::{accent, beyond, headlined, plain, result_first, results};
use crate::messages::compose::news_messages::{CommitEffects, News, Readers};
use crate::messages::compose::notices::end_for;
use crate::messages::compose::opening::laid_out;
use crate::messages::composed::CardState;
use crate::messages::queued_message::Accent;
use crate::playing::proxy_order_notice::ProxyOrder;
use crate::table::{Act, Entry, EventKind, Happened, HostAct, StoryLine, Table, What};
use crate::uptime::clock::millis;

/// The public message after an outage that lost presses but no typed messages.
pub const PRESSES_LOST: &str = "Press again what you pressed while I was offline; I have read what you typed.";

/// What to do after a match in direct messages.
const NEXT: &str = "**What next?** **Rematch** plays it again. Type `learn` here for another game that explains itself, or `help` for all else.";

/// A match after a commit, and what its messages depend on besides.
pub struct CommitFacts<'a> {
    pub live: &'a MatchState,
    /// The match's row before the commit, with the new players.
    pub row: &'a MatchRow,
    pub applied: &'a AppliedEntries,
    /// The words chosen in the prompts before, kept where their question is asked again.
    pub drafts: BySeat<Vec<String>>,
    /// The players who take no direct messages.
    pub dms_closed: BySeat<bool>,
    /// Whether the public lines wait for the next message.
    pub carry: bool,
    pub options: &'a ServiceOptions,
}

/// The line of a pause without players in their direct messages.
fn idle_in_private(channel: ChannelId) -> String {
    format!(
        "⏸️ No player has ordered in three steps, so the match is paused. Press **Continue** in <#{channel}>, or type your order if it is your move. The step then has its full time again."
    )
}

impl CommitFacts<'_> {
    /// Computes the effects of the commit.
    pub fn effects(&self) -> CommitEffects {
        let &Self { live, row, dms_closed, .. } = self;
        let (news, carry) = (self.news(), self.carry || self.concerns_no_person());
        let (pings, longest_pause) = (news.pings, self.options.longest_pause);
        let mut effects = news.into_effects(&Readers { live, row, dms_closed, longest_pause, carry });
        if pings {
            // The message counts as a reminder.
            effects.row.start_reminded_until = live.moment(self.entry().at);
        }
        let replaced = self.applied.stored.replaced_players.iter();
        effects.posts.extend(replaced.map(|&user| end_for(live, row, user, self.happened())));
        effects
    }

    /// Returns the requested entry, to which all others belong.
    fn entry(&self) -> &Entry {
        &self.applied.entries[0]
    }

    fn happened(&self) -> &[Happened] {
        &self.applied.answer.happened
    }

    /// Whether there is an event of one of these kinds.
    fn has(&self, kinds: &[EventKind]) -> bool {
        self.happened().iter().any(|each| kinds.contains(&each.what.kind()))
    }

    /// Whether a ruling has this effect.
    fn is(&self, act: &HostAct) -> bool {
        self.happened().iter().any(|each| matches!(&each.what, What::Ruled(ruled) if ruled == act))
    }

    fn resolves(&self) -> bool {
        self.has(&[EventKind::Result, EventKind::Declaration])
    }

    /// Returns the seat of a substitute, and the former player's name.
    fn substitute(&self) -> Option<(Seat, &str)> {
        self.happened().iter().find_map(|each| match &each.what {
            What::Substituted { seat, former, .. } => Some((*seat, former.as_str())),
            _ => None,
        })
    }

    /// Returns the step to which the match is reverted.
    fn reverts(&self) -> Option<u32> {
        self.happened().iter().find_map(|each| each.what.reverts())
    }

    /// Whether a built-in player's open order resolved a step that asked no person, and the next one asks none, either.
    fn concerns_no_person(&self) -> bool {
        let live = self.live;
        let awaiting = live.table.awaiting();
        self.entry().act.order_for().is_some_and(|seat| live.is_bot(seat))
            && self.has(&[EventKind::Result])
            && self.applied.commitments.iter().all(|(_, commitment)| commitment.is_none())
            && awaiting.iter().any(|(_, asked)| asked.as_ref().is_some_and(|asked| asked.wants == Wants::Order))
            && Seat::ALL
                .into_iter()
                .all(|seat| live.is_bot(seat) || awaiting[seat].is_none() && !self.row.awaited[seat])
    }

    fn news(&self) -> News {
        let &Self { live, row, applied, .. } = self;
        let ruling = ruling_line(live, row, applied);
        let told = self.told(ruling.as_ref());
        let public = self.happened().iter().any(|each| each.what.kind() != EventKind::Answer);
        // The reason for an order on a player's behalf would reveal that order before its step is over.
        let why =
            if public && self.entry().act.order_for().is_none() { ruling_author::reason(self.entry()) } else { None };
        let below = ruling.as_ref().is_none_or(RulingLine::is_below);
        let ruled: Vec<String> = ruling.iter().flat_map(|ruling| ruling.lines.clone()).chain(why).collect();
        let verdict = if self.has(&[EventKind::End]) && !self.resolves() { ruled.as_slice() } else { &[] };
        let has_result = |each: &Happened| matches!(each.what, What::Over { .. } | What::Resolved { .. });
        let idle = |what: &What| applied.pauses_idle() && matches!(what, What::Ruled(HostAct::Pause));
        let mut result: BySeat<Vec<String>> = if self.happened().iter().any(has_result) {
            let named = |what: &What| idle(what) || ruling.as_ref().is_some_and(|ruling| ruling.replaces(what));
            let rest = self.happened().iter().filter(|each| !named(&each.what));
            let told = results(rest, &live.table.names(), verdict);
            BySeat::from_fn(|seat| told[seat].iter().cloned().chain(self.given_for(seat)).collect())
        } else {
            BySeat::default()
        };
        if applied.pauses_idle() && !row.in_dms {
            result = result.map(|lines| lines.into_iter().chain([idle_in_private(row.channel)]).collect());
        }
        // Without a host's rights nobody can notify players repeatedly.
        let since_reminder = live.moment(self.entry().at).since(row.start_reminded_until);
        let may_ping = !row.friendly || since_reminder >= millis(self.options.calls_apart);
        let reschedules = |each: &Happened| matches!(each.what, What::Ruled(HostAct::Reschedule(_)));
        let rescheduled = self.happened().iter().any(reschedules);
        News {
            accent: if below { accent(self.happened()) } else { Accent::Ruling },
            lines: self.public_lines(&told, &ruled, below),
            entered: u32::try_from(applied.entries.len()).unwrap_or(u32::MAX),
            own: self.own_lines(&told, ruling.as_ref()),
            commitments: applied.commitments.clone(),
            result,
            author: applied.author(),
            // The player's prompt shows the order that a host gave.
            given_for: applied.author().filter(|&seat| live.given_for(seat).is_some()),
            substitute: self.substitute().map(|(seat, former)| (seat, former.to_owned())),
            notify_role: applied.stored.notify_role,
            drafts: self.drafts.clone(),
            board: self.happened().iter().any(|each| each.what.kind().closes_step()),
            resolved: self.resolves(),
            reverts: self.reverts(),
            plain: self.resolves() && ruling.is_none() && self.reverts().is_none(),
            asks: self.has(&[EventKind::Question]) || self.is(&HostAct::Resume),
            public,
            pings: rescheduled && live.table.starts().is_some() && may_ping,
        }
    }

    /// Returns the events to tell.
    fn told(&self, ruling: Option<&RulingLine>) -> Vec<&Happened> {
        let (applied, act) = (self.applied, &self.entry().act);
        let left_out = |what: &What| match what {
            // Disclosed secrets are behind a button.
            What::Revealed { .. } => true,
            // A substitute has full time; the added time is announced with the substitution.
            What::Ruled(HostAct::Extend(_)) => self.substitute().is_some(),
            // The reason and the end of this pause are reported separately.
            What::Ruled(HostAct::Pause) => applied.pauses_idle() || applied.fault().is_some(),
            // The credit for the step before has been announced.
            what => what.kind() == EventKind::Credit && act.passes_deadlines(),
        };
        let repeats = |what: &What| ruling.is_some_and(|ruling| ruling.replaces(what));
        let told = |what: &What| !left_out(what) && !repeats(what);
        self.happened().iter().filter(|each| told(&each.what)).collect()
    }

    /// Returns each seat's lines that are not public.
    fn own_lines(&self, told: &[&Happened], ruling: Option<&RulingLine>) -> BySeat<Vec<String>> {
        let names = self.live.table.names();
        let tell = |viewer| plain(result_first(told, viewer, &names));
        let to_all = tell(Viewer::Public);
        BySeat::from_fn(|seat| {
            let told = tell(Viewer::Seat(seat));
            // The opponent of a substitute reads the new name. A sent direct message stays unchanged; a later message says that it was
            // reverted.
            let faces = self.substitute().is_some_and(|(new, _)| new != seat);
            let own = if self.reverts().is_some() || faces {
                let why = ruling_author::reason(self.entry());
                ruling.into_iter().flat_map(|ruling| ruling.lines.clone()).chain(why).chain(told).collect()
            } else {
                beyond(told, &to_all)
            };
            self.given_for(seat).chain(own).collect()
        })
    }

    /// Returns the lines about the orders that hosts gave for a seat in the step that has ended.
    fn given_for(&self, seat: Seat) -> impl Iterator<Item = String> {
        self.applied.behalf.iter().filter(move |given| given.seat == seat && given.counts()).map(ProxyOrder::own_line)
    }

    /// Returns the lines to everyone. The `ruled` lines about a host's ruling come first, unless they stand `below` its events.
    fn public_lines(&self, told: &[&Happened], ruled: &[String], below: bool) -> Vec<String> {
        let names = self.live.table.names();
        let mut lines = headlined(result_first(told, Viewer::Public, &names));
        let story = if self.has(&[EventKind::End]) { story_beside(&self.live.table, &lines) } else { Vec::new() };
        let at = if below { lines.len() } else { 0 };
        lines.splice(at..at, ruled.iter().cloned());
        lines.extend(story);
        lines.extend((self.row.in_dms && self.has(&[EventKind::End])).then(|| NEXT.to_owned()));
        let stored = &self.applied.stored;
        lines.extend(stored.prediction_line.iter().chain(&stored.looked).cloned());
        lines.extend(self.applied.behalf.iter().map(|given| given.line(&names[given.seat])));
        if self.entry().meta.as_ref().is_some_and(|meta| meta[LOST_PRESSES] == true) {
            lines.push(PRESSES_LOST.to_owned());
        }
        lines.extend(self.full_time());
        if self.applied.pauses_idle() {
            lines.push("⏸️ No player has ordered in three steps, so the match is paused. Press **Continue** when you are back: you have all of this step's time then.".to_owned());
        }
        if ruling_author::taken_by(self.entry()).is_some() {
            lines.push("A player took the extra time that the terms give each player once.".to_owned());
        }
        lines.extend(self.end_of_pause());
        // Before this entry the match only waited for its start, and no order was given.
        let commitments = &self.applied.commitments;
        let waited =
            self.row.stage == MatchStage::Waiting && commitments.iter().all(|(_, commitment)| commitment.is_none());
        if waited && card_state(self.live) == CardState::Started && self.live.table.step() == 2 {
            lines.extend(laid_out(self.live));
        }
        lines
    }

    /// Returns the line about the time that a substitute has.
    fn full_time(&self) -> Option<String> {
        let (seat, _) = self.substitute()?;
        let more = self.happened().iter().find_map(|each| match each.what {
            What::Ruled(HostAct::Extend(s)) => Some(humanize(s.saturating_mul(1000))),
            _ => None,
        })?;
        let table = &self.live.table;
        let full = humanize(table.full_time(seat, table.now()).map_or(0, |(full, _)| full));
        let name = &table.names()[seat];
        Some(format!("{name} gets the full {full} of this step, so all clocks get {more} more."))
    }

    /// Returns the line about the end of a pause. The message stays after the pause, so it names a duration and no countdown.
    fn end_of_pause(&self) -> Option<String> {
        let entry = self.entry();
        if !matches!(entry.act, Act::Host(HostAct::Pause)) {
            return None;
        }
        let longest = humanize(millis(self.options.longest_pause));
        if ruling_author::agreed(entry).is_some() {
            return Some(format!(
                "It continues when both agree (`/match agree`), or a host resumes it; automatically after {longest}."
            ));
        }
        ruling_author::who(entry)?;
        Some(format!("It continues when a host resumes it; automatically after {longest}."))
    }
}

/// Returns the story of a finished match, line by line, without what the lines about the last step tell.
fn story_beside(table: &Table, last: &[String]) -> Vec<String> {
    let is_told = |line: &StoryLine| last.iter().any(|told| told.contains(&line.words));
    table.story().into_iter().filter(|line| !is_told(line)).map(|line| format!("- {}", line.text())).collect()
}
