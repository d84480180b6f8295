//! Replies of built-in players and external programs to their prompts.
//!
//! - A player thinks outside the actor, on few threads and for a bounded time, from its seat's view alone. An engine, which may be idle
//!   for all of its time, takes none of these threads.
//! - The delay of an answer is drawn when the seat is asked, so it reveals nothing of the thinking. A player without an order at its
//!   latest time gives any legal one.
//! - No reply is stored before it is an entry: after a restart the player is asked again.

use std::sync::Arc;
use std::time::Instant;

use futures::FutureExt;
use futures::future::ready;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

use crate::game::{Seat, Sight, Viewer, Wants, random_legal_order};
use crate::ids::{MatchId, StepId, UnixMs};
use crate::live::actor::MatchActor;
use crate::live::admission::Admission::Now;
use crate::live::command_error::CommandError;
use crate::live::entry_meta::{SENDER, put};
use crate::live::error::FaultId;
use crate::live::match_state::MatchState;
use crate::live::service::Service;
use crate::live::store::match_row::Status;
use crate::players::{order_of, strength};
use crate::playing::external_program::Process;
use crate::playing::pending_reply::PendingReply;
use crate::table::{Act, Awaited, Bot, Entry, Level};
use crate::uptime::clock::millis;
use deathmatch_arena::external_program::Question;
use deathmatch_arena::{LONGEST, TimeLimit};

/// The time before the deadline at which a player that is still thinking gives any order, in ms.
const SPARE_MS: u64 = 4_000;

/// A player that is thinking about an order.
struct Thinker {
    /// The engine's process, which is asked first; none for a built-in player.
    process: Option<Process>,
    /// The built-in player, which also gives the order if the engine gives none.
    level: Level,
}

/// An order that a seat is asked for.
struct OrderRequest {
    of: MatchId,
    sight: Sight,
    game: String,
    preset: Option<String>,
    seat: Seat,
    prompt: &'static str,
}

/// The built-in players' seats that owe an answer, and its kind.
fn asked(live: &MatchState) -> impl Iterator<Item = (Seat, Wants)> {
    let awaiting = live.table.awaiting();
    Seat::ALL.into_iter().filter(|&seat| live.is_bot(seat)).filter_map(move |seat| {
        let asked = awaiting[seat].as_ref().filter(|asked| !asked.submitted && asked.wants != Wants::Nothing)?;
        Some((seat, asked.wants))
    })
}

impl MatchActor {
    /// Enters the built-in players' answers that are due.
    pub(crate) async fn play_built_in(&mut self) -> Result<(), CommandError> {
        loop {
            self.ask_built_in();
            let now = self.service.clock.now();
            let Some(live) = self.live.as_ref().filter(|_| self.built_in_may_act()) else { return Ok(()) };
            let mark = live.mark();
            let due = asked(live).find(|&(seat, _)| {
                self.pending_replies[seat]
                    .as_ref()
                    .is_some_and(|reply| reply.mark == mark && self.enters_at(reply, seat) <= now)
            });
            let Some((seat, _)) = due else { return Ok(()) };
            let Some(reply) = self.pending_replies[seat].take() else { return Ok(()) };
            let at = live.stamp(reply.due());
            if live.table.next_deadline().is_some_and(|deadline| deadline <= at) {
                // Too late to enter anything: the deadline resolves the step.
                self.pending_replies[seat] = Some(PendingReply { latest: UnixMs(i64::MAX), act: None, ..reply });
                return Ok(());
            }
            let any = || {
                let order = random_legal_order(&*live.table.sight(Viewer::Seat(seat)), &mut rand::rng())?;
                Some(Act::Order { seat, text: order.text().to_owned() })
            };
            let Some(act) = reply.act.or_else(any) else {
                self.pending_replies[seat] = Some(PendingReply { latest: UnixMs(i64::MAX), act: None, ..reply });
                return Ok(());
            };
            let reply = PendingReply { act: Some(act.clone()), ..reply };
            let mut entry = Entry::new(at, act);
            put(&mut entry.meta, SENDER, format!("built-in {seat}").into());
            let entered = self.enter(entry).await;
            if let Err(CommandError::Store(_)) = &entered {
                // The reply is entered again once the match is reloaded.
                self.pending_replies[seat] = Some(reply);
            }
            entered?;
        }
    }

    /// The time of the next built-in player's answer.
    pub(crate) fn built_in_at(&self) -> Option<UnixMs> {
        let live = self.live.as_ref().filter(|_| self.built_in_may_act())?;
        let mark = live.mark();
        let replies = asked(live).filter_map(|(seat, _)| Some((seat, self.pending_replies[seat].as_ref()?)));
        replies.filter(|(_, reply)| reply.mark == mark).map(|(seat, reply)| self.enters_at(reply, seat)).min()
    }

    /// The time at which a reply is entered: in a race after the grace, like a person's order.
    fn enters_at(&self, reply: &PendingReply, seat: Seat) -> UnixMs {
        let races =
            self.live.as_ref().is_some_and(|live| live.table.awaiting()[seat].as_ref().is_some_and(Awaited::races));
        if races { reply.due().plus(millis(self.service.options.grace)) } else { reply.due() }
    }

    /// Takes the result of a player's thinking, if its prompt is still open.
    pub(crate) fn thought(&mut self, seat: Seat, mark: StepId, order: Option<String>) {
        if let (Some(reply), Some(text)) =
            (self.pending_replies[seat].as_mut().filter(|reply| reply.mark == mark), order)
        {
            reply.act = Some(Act::Order { seat, text });
        }
    }

    fn built_in_may_act(&self) -> bool {
        self.row.status == Status::Running
            && !self.deadlines_withheld()
            && self.live.as_ref().is_some_and(|live| !live.table.paused())
    }

    /// Asks the built-in players that have not been asked yet.
    pub(crate) fn ask_built_in(&mut self) {
        let Some(live) = self.live.as_ref().filter(|_| self.built_in_may_act()) else { return };
        let (mark, now) = (live.mark(), self.service.clock.now());
        let began = live.moment(live.table.asked_at()).max(now);
        let fresh: Vec<_> = asked(live)
            .filter(|&(seat, _)| self.pending_replies[seat].as_ref().is_none_or(|reply| reply.mark != mark))
            .map(|(seat, wants)| {
                let ends = live.table.next_deadline().map(|deadline| live.moment(deadline));
                let left = ends.map_or(u64::MAX, |ends| ends.since(began));
                let [least, most] = self.service.options.replies.map(millis);
                let wait = rand::rng().random_range(least..=most.max(least)).min(left / 3);
                let at = began.plus(wait);
                let latest = at.max(began.plus(left.min(60_000).saturating_sub(SPARE_MS.min(left / 3))));
                let act = (wants == Wants::Ready).then_some(Act::Ready { seat });
                (seat, PendingReply { mark, at, latest, act })
            })
            .collect();
        for (seat, reply) in fresh {
            if reply.act.is_none() {
                self.think(seat, mark);
            }
            self.pending_replies[seat] = Some(reply);
        }
    }

    /// Starts a player's thinking.
    fn think(&self, seat: Seat, mark: StepId) {
        let Some(live) = &self.live else { return };
        let thinker = match &live.table.players()[seat].bot {
            None => return,
            Some(Bot::Level(level)) => Thinker { process: None, level: *level },
            Some(Bot::Engine(name)) => {
                let engine = self.service.options.engines.get(name).cloned();
                if engine.is_none() {
                    tracing::warn!(match_id = %self.row.id, engine = %name, "an engine is not in the configuration");
                }
                let permits = &self.service.engines;
                Thinker {
                    process: engine.map(|engine| self.processes.of(seat, engine, permits)),
                    level: Level::default(),
                }
            }
        };
        let prompt = live.table.awaiting()[seat].as_ref().map_or("", |asked| asked.prompt);
        let asked = OrderRequest {
            of: self.row.id,
            sight: live.table.sight(Viewer::Seat(seat)),
            game: self.row.game.clone(),
            preset: live.table.header().preset.clone(),
            seat,
            prompt,
        };
        let (service, id) = (Arc::clone(&self.service), self.row.id);
        self.service.tasks.spawn(async move {
            let order = service.think(asked, thinker).await;
            let tell = service.enqueue(id, "thought", Now, move |actor| {
                actor.thought(seat, mark, order);
                ready(Ok(())).boxed()
            });
            tell.await;
        });
    }
}

impl Service {
    /// The order of an engine, or else of a built-in player; `None` if neither gives one.
    async fn think(self: &Arc<Self>, asked: OrderRequest, thinker: Thinker) -> Option<String> {
        let Thinker { process, level } = thinker;
        let asked = Arc::new(asked);
        if let Some(process) = process {
            let (of, asked) = (asked.of, Arc::clone(&asked));
            let work = tokio::task::spawn_blocking(move || {
                let OrderRequest { sight, game, preset, seat, prompt, .. } = &*asked;
                let question = Question { game, preset: preset.as_deref(), seat: *seat, prompt };
                process.order(sight, &question, millis(LONGEST))
            });
            match work.await {
                Ok(Ok(order)) => return Some(order),
                Ok(Err(lost)) => {
                    let why = lost.discreetly();
                    tracing::warn!(match_id = %of, why, "an engine gives no order; a built-in player does");
                }
                Err(_) => tracing::error!(fault = %FaultId::fresh(), match_id = %of, "asking an engine met a panic"),
            }
        }
        let place = tokio::select! {
            biased;
            () = self.closing.cancelled() => return None,
            place = self.thinkers.acquire() => place.ok()?,
        };
        let closing = self.closing.clone();
        let level = level.number();
        let work = tokio::task::spawn_blocking(move || {
            let began = Instant::now();
            let time = TimeLimit::of(LONGEST);
            let stop = || closing.is_cancelled() || time.is_up();
            let random = ChaCha12Rng::from_seed(rand::random());
            let thought = order_of(&*asked.sight, strength(level), random, &stop)?;
            metrics::histogram!("deathmatch_thinking_seconds").record(began.elapsed());
            Some(thought.order.text().to_owned())
        });
        let thought = work.await;
        drop(place);
        thought.unwrap_or_else(|_| {
            tracing::error!(fault = %FaultId::fresh(), level, "a player's thinking met a panic");
            None
        })
    }
}
