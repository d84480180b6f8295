//! What a match leaves outside its own messages: its result's card, its event in the server's calendar, its thread.
//!
//! - None of it is a message in a queue. What is at Discord is held against how the match stands and made the same, whatever has happened
//!   in between; so it is done once, also after a crash, and the latest is what stays.
//! - Before something is made, that is put down: whether an earlier life has made it is then looked up.
//! - It is behind everything that players wait for. That Discord refuses it is said to the match's host, and holds up nothing.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures::FutureExt;
use serde::Serialize;

use crate::game::{BySeat, Outcome, Viewer};
use crate::ids::{ChannelId, GuildId, MatchId, MessageId, UnixMs};
use crate::store::{Lane, Left, MatchRow, Settings, Stage, Status, StoreError, Thing};
use crate::table::Header;

use super::actor::millis;
use super::compat::other_rules;
use super::errand::Errand;
use super::lists;
use super::match_state::MatchState;
use super::refused::FaultId;
use super::retry::{BESIDE, patience};
use super::say;
use super::service::Service;
use super::transport::{DELETED, Undelivered};

/// How long a match's thread is open after its end, for whoever wants something of its buttons.
const OPEN_AFTER: Duration = Duration::from_hours(24);
/// How long one is that was called off.
const OPEN_UNPLAYED: Duration = Duration::from_hours(1);
/// For how long after a match what was refused is worth another attempt.
const WORTH: Duration = Duration::from_hours(7 * 24);

/// Which match something is about, for those who do not follow it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Which {
    pub match_id: MatchId,
    pub guild: GuildId,
    /// Where it is played.
    pub channel: ChannelId,
    pub game: String,
    /// Its preset's id.
    pub preset: Option<String>,
    pub names: BySeat<String>,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ResultCard {
    pub of: Which,
    /// How it ended; nothing if that was taken back.
    pub outcome: Option<Outcome>,
    /// Each seat's score, and what it counts.
    pub score: Option<(BySeat<String>, String)>,
    /// Whether it was opened without a host's rights.
    pub friendly: bool,
}

/// A match in the calendar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Plan {
    pub of: Which,
    pub starts: UnixMs,
}

/// What is to become of one thing.
enum Wanted {
    /// It is as it should be.
    AsItIs,
    /// There is nothing to do before a moment.
    At(UnixMs),
    /// This, after which it shows that.
    Done(Errand, String),
}

impl Service {
    /// Sees to what matches leave, one after the other, until the service ends.
    pub(super) async fn surround(self: Arc<Self>) {
        let mut woken = self.surroundings.subscribe();
        loop {
            woken.mark_unchanged();
            let next = match self.store.surroundings_due().await {
                Ok(next) => next,
                Err(error) => {
                    tracing::error!(%error, "what matches leave cannot be looked up");
                    tokio::select! {
                        () = self.closing.cancelled() => return,
                        () = tokio::time::sleep(Duration::from_secs(1)) => continue,
                    }
                }
            };
            tokio::select! {
                biased;
                () = self.closing.cancelled() => return,
                _ = woken.changed() => continue,
                () = self.clock.until_some(next.map(|(_, at)| at)) => {}
            }
            let Some((id, _)) = next else { continue };
            match AssertUnwindSafe(self.surround_one(id)).catch_unwind().await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => {
                    tracing::error!(match_id = %id, %error, "what a match leaves cannot be seen to");
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
                Err(_) => {
                    tracing::error!(fault = %FaultId::fresh(), match_id = %id, "seeing to what a match leaves met a panic");
                    self.put_off(id).await;
                }
            }
        }
    }

    /// Keeps a match that cannot be seen to from being the next again and again.
    async fn put_off(&self, id: MatchId) {
        let later = self.clock.now().plus(millis(BESIDE));
        let put_off = async {
            let Some((known, _)) = self.store.surroundings(id).await? else { return Ok(()) };
            self.store.surroundings_seen(id, known.version, Some(later), known.attempts).await
        };
        if let Err(error) = put_off.await {
            tracing::error!(%error, "it cannot be put off");
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    async fn surround_one(self: &Arc<Self>, id: MatchId) -> Result<(), StoreError> {
        let Some((known, row)) = self.store.surroundings(id).await? else { return Ok(()) };
        let settings = self.store.settings(row.guild).await?;
        let (mut again, mut failed): (Option<UnixMs>, Option<Duration>) = (None, None);
        for thing in Thing::ALL {
            let left = known.of(thing);
            if left.refused.is_some() {
                continue;
            }
            let now = self.clock.now();
            let wanted = match thing {
                Thing::Result => self.result(&row, &left, &settings).await?,
                Thing::Event => event(&row, &left, &settings, now),
                Thing::Thread => thread(&row, &left, known.since, now),
            };
            match wanted {
                Wanted::AsItIs => {}
                Wanted::At(at) => again = Some(again.map_or(at, |soonest| soonest.min(at))),
                Wanted::Done(errand, shown) => {
                    if let Some(after) = self.see_to(&row, thing, left, errand, shown).await? {
                        failed = Some(failed.map_or(after, |longest| longest.max(after)));
                    }
                }
            }
            if self.closing.is_cancelled() {
                return Ok(());
            }
        }
        if row.status == Status::Over
            && let Some(after) = self.close_preflights(&row, known.since).await?
        {
            failed = Some(failed.map_or(after, |longest| longest.max(after)));
        }
        let attempts = if failed.is_some() { known.attempts.saturating_add(1) } else { 0 };
        if let Some(after) = failed {
            let at = self.clock.now().plus(millis(patience(known.attempts, BESIDE, after)));
            again = Some(again.map_or(at, |soonest| soonest.min(at)));
        }
        self.store.surroundings_seen(id, known.version, again, attempts).await
    }

    /// Closes the checks of a match's two players from before its end; how long Discord wants to be left alone at least, where one is to be
    /// tried again.
    async fn close_preflights(&self, row: &MatchRow, ended: UnixMs) -> Result<Option<Duration>, StoreError> {
        let mut failed = None;
        for (channel, message) in self.store.preflights_of(row.guild, row.users, ended).await? {
            let errand = Errand::Preflight { channel, message };
            match self.run(&errand).await {
                Err(Undelivered::Again { after }) => failed = Some(after),
                Err(why) => {
                    tracing::warn!(match_id = %row.id, ?why, "a check before a match cannot be closed");
                    self.store.forget_preflight(message).await?;
                }
                Ok(_) => self.store.forget_preflight(message).await?,
            }
        }
        Ok(failed)
    }

    /// Does something; how long Discord wants to be left alone at least, where it is to be tried again.
    async fn see_to(
        self: &Arc<Self>,
        row: &MatchRow,
        thing: Thing,
        left: Left,
        errand: Errand,
        shown: String,
    ) -> Result<Option<Duration>, StoreError> {
        let (channel, makes) = match &errand {
            Errand::Result { channel, message, .. } => (Some(*channel), message.is_none()),
            Errand::Event { event, .. } => (None, event.is_none()),
            _ => (left.channel, false),
        };
        let (first, before) = (makes && left.tried.is_none(), left.channel);
        let mut left = Left { channel, ..left };
        if makes && left.tried.is_none() {
            left.tried = Some(self.clock.now());
            self.store.keep_left(row.id, thing, left.clone()).await?;
        }
        let rights = self.rights.load(Ordering::SeqCst);
        let refused = match self.run(&errand).await {
            Ok(made) => {
                let taken_out = matches!(errand, Errand::NoEvent { .. });
                let left =
                    if taken_out { Left::default() } else { Left { id: made.or(left.id), shown: Some(shown), ..left } };
                self.store.keep_left(row.id, thing, left).await?;
                return Ok(None);
            }
            Err(Undelivered::Again { after }) => return Ok(Some(after)),
            Err(_) if self.rights.load(Ordering::SeqCst) != rights => return Ok(Some(Duration::ZERO)),
            Err(Undelivered::Deleted | Undelivered::DmClosed | Undelivered::Unmet) => None,
            Err(Undelivered::Gone { why } | Undelivered::NoChannel { why } | Undelivered::Broken { why }) => Some(why),
        };
        // Of what somebody has deleted, or what was put away by others, nobody needs to hear.
        let told = refused.as_ref().filter(|_| makes && !left.told).map(|why| said(row, thing, channel, why));
        left.told |= told.is_some();
        if first {
            // It was never made, and may be made somewhere else.
            (left.tried, left.channel) = (None, before);
        }
        let why = refused.unwrap_or_else(|| "it was deleted".to_owned());
        tracing::warn!(match_id = %row.id, ?thing, %why, "Discord refuses what a match leaves");
        self.store.keep_left(row.id, thing, Left { refused: Some(why), ..left }).await?;
        if let Some(words) = told {
            let item = say::item(Lane::Dm(row.host), &say::private_to(row, row.host, vec![words]));
            self.store.queue(row.id, vec![item], self.clock.now()).await?;
            self.kick(row.id, Lane::Dm(row.host));
        }
        Ok(None)
    }

    async fn result(&self, row: &MatchRow, left: &Left, settings: &Settings) -> Result<Wanted, StoreError> {
        let over = row.status == Status::Over;
        let people = !row.bots.ec && !row.bots.dmo && !row.private;
        let channel = match (left.id, settings.results) {
            (Some(_), _) => left.channel,
            (None, results) if over && people => left.channel.filter(|_| left.tried.is_some()).or(results),
            (None, _) => None,
        };
        let Some(channel) = channel else { return Ok(Wanted::AsItIs) };
        let outcome = row.outcome.as_deref().filter(|_| over).and_then(|outcome| serde_json::from_str(outcome).ok());
        let score = match outcome {
            None => None,
            // What was shown of it stays.
            Some(_) if other_rules(row).is_some() => left.shown.as_deref().and_then(score_on),
            Some(_) => self.score(row).await?,
        };
        let of = Which { names: names_at_the_end(row), ..which(row) };
        let card = ResultCard { of, outcome, score, friendly: row.friendly };
        let shown = serde_json::to_string(&card).expect("a card is plain data");
        if left.shown.as_ref() == Some(&shown) {
            return Ok(Wanted::AsItIs);
        }
        let (message, tried) = (left.id.map(MessageId), left.tried);
        Ok(Wanted::Done(Errand::Result { channel, message, tried, card: Box::new(card) }, shown))
    }

    /// Each seat's score at the end, where the record can be read by this version.
    async fn score(&self, row: &MatchRow) -> Result<Option<(BySeat<String>, String)>, StoreError> {
        let lines = self.store.entries(row.id).await?;
        let live = MatchState::take_up(row, &lines).ok();
        let heading = live.map(|live| live.table.sight(Viewer::Public).heading());
        Ok(heading.filter(|heading| !heading.unit.is_empty()).map(|heading| (heading.scores, heading.unit)))
    }

    /// Lets what was refused in a server be tried again.
    pub(super) async fn surround_again(self: &Arc<Self>, guild: GuildId) -> Result<(), StoreError> {
        let now = self.clock.now();
        let since = UnixMs(now.0.saturating_sub_unsigned(millis(WORTH)));
        if self.store.surroundings_again(guild, since, now).await? {
            self.surroundings.send_replace(());
        }
        self.show_again(guild).await
    }
}

/// The score on a result's card, as what it shows is kept.
fn score_on(shown: &str) -> Option<(BySeat<String>, String)> {
    let card: serde_json::Value = serde_json::from_str(shown).ok()?;
    serde_json::from_value(card["score"].clone()).ok()
}

pub(super) fn which(row: &MatchRow) -> Which {
    Which {
        match_id: row.id,
        guild: row.guild,
        channel: row.channel,
        game: row.game.clone(),
        preset: Header::read(&row.header).ok().and_then(|header| header.preset),
        names: row.names.clone(),
    }
}

/// Whom a match's end concerns: who began it, and who sat there then.
fn names_at_the_end(row: &MatchRow) -> BySeat<String> {
    let began = lists::began(Header::read(&row.header).ok().as_ref(), row);
    BySeat::from_fn(|seat| crate::table::both(seat, &began[seat], &row.names[seat]))
}

fn event(row: &MatchRow, left: &Left, settings: &Settings, now: UnixMs) -> Wanted {
    let ahead = row.starts.filter(|&starts| starts > now);
    let stands = matches!((row.status, row.stage), (Status::Lobby, _) | (Status::Running, Stage::Waiting));
    let called_off = row.status == Status::Cancelled || (row.status == Status::Over && ahead.is_some());
    match (left.id, ahead) {
        (Some(event), _) if called_off => Wanted::Done(Errand::NoEvent { guild: row.guild, event }, String::new()),
        (event, Some(starts))
            if stands && (event.is_some() || (settings.calendar && !row.friendly && !row.private)) =>
        {
            let plan = Plan { of: which(row), starts };
            let shown = serde_json::to_string(&plan).expect("a plan is plain data");
            if left.shown.as_ref() == Some(&shown) {
                return Wanted::AsItIs;
            }
            Wanted::Done(Errand::Event { event, tried: left.tried.is_some(), plan: Box::new(plan) }, shown)
        }
        _ => Wanted::AsItIs,
    }
}

fn thread(row: &MatchRow, left: &Left, since: UnixMs, now: UnixMs) -> Wanted {
    const CLOSED: &str = "closed";
    let closed = left.shown.as_deref() == Some(CLOSED);
    let ended = !row.status.live() && row.status != Status::Halted;
    if row.parent.is_none() || ended == closed {
        return Wanted::AsItIs;
    }
    let open_for = if row.status == Status::Cancelled { OPEN_UNPLAYED } else { OPEN_AFTER };
    let at = since.plus(millis(open_for));
    if ended && now < at {
        return Wanted::At(at);
    }
    let shown = if ended { CLOSED } else { "open" };
    Wanted::Done(Errand::Thread { thread: row.channel, open: !ended }, shown.to_owned())
}

/// What its host reads of something that Discord refuses.
fn said(row: &MatchRow, thing: Thing, channel: Option<ChannelId>, why: &str) -> String {
    let m = row.id;
    match thing {
        Thing::Result => {
            let channel = channel.map_or(String::new(), |channel| format!(" in <#{channel}>"));
            let then = if why == DELETED {
                "Choose another channel for results with `/setup panel`."
            } else {
                "Give me what I lack there; I try again then."
            };
            format!("The result of match {m} could not be posted{channel} ({why}). {then}")
        }
        Thing::Event => format!(
            "Match {m} could not be put into the server's calendar ({why}). It takes the permission Create Events; I try again \
             once I have it. The match itself is not touched by this."
        ),
        Thing::Thread => format!("The thread of match {m} could not be put away ({why})."),
    }
}
