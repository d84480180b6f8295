//! Players' and hosts' orders in a running match.

use std::sync::Arc;

use serde_json::json;

use crate::game::{BySeat, Heading, Labelled, Legal, RefusalKind, Seat, Viewer, Wants, plain};
use crate::ids::{MessageId, Snowflake, UnixMs, UserId};
use crate::live::actor::MatchActor;
use crate::live::applied_entries::{BY_DM, CommitExtras, PriorReply, put};
use crate::live::command_error::{CommandError, unplayed, untabled};
use crate::live::error::{Code, Error, Refused};
use crate::live::match_state::MatchState;
use crate::messages::compose;
use crate::messages::spec::{Boards, Drawn, Finished};
use crate::messages::store::shown::Shown;
use crate::playing::prompt::{Awaiting, Look, ReadyReply, Sealed, StepId, When};
use crate::table::{Act, Entry, HostAct, What};
use crate::uptime::clock::millis;

/// The `/board` query about clocks, which is the same for every game.
pub const CLOCKS: &str = "clocks";
/// The most suggestions that Discord accepts.
const SUGGESTIONS: usize = 25;

/// A player's press, command or message.
#[derive(Clone, Copy, Debug)]
pub struct Sender {
    pub user: UserId,
    /// The id of the interaction or message, which holds its time.
    pub stamp: Snowflake,
    /// Whether it was sent in direct messages.
    pub in_dm: bool,
}

impl MatchActor {
    pub(crate) fn require_live(&self) -> Result<&MatchState, Refused> {
        self.live.as_ref().ok_or_else(|| untabled(&self.row))
    }

    pub(crate) fn seat(&self, user: UserId) -> Result<Seat, Refused> {
        self.require_live()?;
        self.row
            .seat_of(user)
            .ok_or_else(|| Refused::new(Code::NotSeated, "You are not playing in this match; watch it with `/board`."))
    }

    /// Refuses a prompt that is not the present one.
    pub(crate) fn require_current(&self, mark: StepId) -> Result<(), Refused> {
        let live = self.require_live()?;
        if live.table.outcome().is_some() {
            let message = format!("Match {} is over; it takes no more orders.", self.row.id);
            return Err(Refused::new(Code::WrongStage, message));
        }
        match live.mark() {
            present if present == mark => Ok(()),
            present if mark.is_beyond(present) => Err(Refused::new(Code::Late, SET_BACK)),
            _ => Err(late()),
        }
    }

    /// The beginning of the current step, or the end of the match.
    pub(crate) fn step_started_at(&self) -> Result<UnixMs, CommandError> {
        let live = self.require_live()?;
        let time = if live.table.outcome().is_some() { live.table.now() } else { live.asked_at };
        Ok(live.moment(time))
    }

    /// Takes an order.
    pub(crate) async fn order(
        &mut self,
        user: UserId,
        text: String,
        when: When,
        stamp: Snowflake,
    ) -> Result<Sealed, CommandError> {
        // Only direct messages are read as typed orders.
        self.order_from(Sender { user, stamp, in_dm: when == When::Typed }, text, when).await
    }

    /// Takes an order.
    pub(crate) async fn order_from(
        &mut self,
        sender: Sender,
        text: String,
        when: When,
    ) -> Result<Sealed, CommandError> {
        let Sender { user, stamp, in_dm } = sender;
        let seat = self.seat(user)?;
        self.resume_idle(user, stamp).await?;
        let live = self.require_live()?;
        if let Some(PriorReply::Sealed(sealed)) = live.applied(stamp) {
            return Ok(sealed.clone());
        }
        // For an order sent in the current step, the reply says who is asked.
        if stamp.ms() >= self.step_started_at()?
            && let Some(why) = compose::not_asked_reply(live, &self.row, seat)
        {
            let code = if live.table.outcome().is_some() { Code::WrongStage } else { Code::NotAwaited };
            return Err(Refused::new(code, why).into());
        }
        let mark = match when {
            When::Marked(mark) => mark,
            When::Typed => match self.service.store.newest_prompt(self.row.id, seat, stamp).await? {
                Some(shown) => shown,
                None if live.moment(live.asked_at) <= stamp.ms() => live.mark(),
                None => return Err(late().into()),
            },
        };
        let overtaken = when == When::Typed && mark != live.mark() && stamp.ms() >= live.moment(live.asked_at);
        if overtaken && !self.is_shown(seat).await? {
            return Err(Refused::new(Code::Late, UNSHOWN).into());
        }
        self.require_current(mark)?;
        let live = self.require_live()?;
        // A command shows no prompt: sent before this one was asked, it was meant for the one before.
        if stamp.ms() < live.moment(live.asked_at) {
            return Err(late().into());
        }
        if live.sealed_after(seat, stamp) {
            let message = "An order that you sent after this one is in already and stands; send another to change it.";
            return Err(Refused::new(Code::Late, message).into());
        }
        let races = live.table.awaiting()[seat].as_ref().is_some_and(|asked| asked.races);
        if races && self.is_early(stamp) {
            return Err(CommandError::Early);
        }
        if races && self.built_in_at().is_some_and(|at| at <= stamp.ms().plus(millis(self.service.options.grace))) {
            // The built-in player was first.
            self.play_built_in().await?;
            self.require_current(mark)?;
        }
        let live = self.require_live()?;
        let at = live.stamp(stamp.ms());
        let entry = |text: String| {
            let mut entry = Entry::new(at, Act::Order { seat, text });
            entry.step = Some(mark.step);
            note(&mut entry, user, stamp);
            if in_dm {
                put(&mut entry.meta, BY_DM, json!(true));
            }
            entry
        };
        let taken = match self.enter(entry(text.clone())).await {
            Err(CommandError::Error(Error::Refused(refused))) if refused.code == Code::BadOrder => {
                let Some(Labelled::Order(order)) = self.labelled(seat, &text).await? else {
                    return Err(beside_sealed(refused, self.require_live()?.sealed_reply(seat)).into());
                };
                self.enter(entry(order.text().to_owned())).await?
            }
            taken => taken?,
        };
        taken.sealed.ok_or_else(|| unplayed().into())
    }

    /// Takes a press of Ready in a break or review.
    pub(crate) async fn ready(
        &mut self,
        user: UserId,
        mark: Option<StepId>,
        on: Option<MessageId>,
        stamp: Snowflake,
    ) -> Result<ReadyReply, CommandError> {
        let seat = self.seat(user)?;
        self.resume_idle(user, stamp).await?;
        let live = self.require_live()?;
        if live.applied(stamp).is_none() {
            if let Some(mark) = mark {
                self.require_current(mark)?;
            }
            let mut entry = Entry::new(live.stamp(stamp.ms()), Act::Ready { seat });
            note(&mut entry, user, stamp);
            let shown = match on {
                Some(message) => self.shown_ready(seat, message).await?,
                None => None,
            };
            let taken = self.enter_with(vec![entry], CommitExtras { shown, ..CommitExtras::default() }).await?;
            if taken.answer.happened.iter().any(|each| matches!(each.what, What::Resolved { .. })) {
                return Ok(ReadyReply::Ready { ready: BySeat { ec: true, dmo: true }, resolved: true });
            }
        }
        let awaiting = self.require_live()?.table.awaiting();
        let ready = awaiting.map(|asked| asked.is_some_and(|asked| asked.submitted));
        Ok(ReadyReply::Ready { ready, resolved: false })
    }

    /// The displayed state of a break's message after this seat's press of Ready.
    async fn shown_ready(&self, seat: Seat, message: MessageId) -> Result<Option<(MessageId, Shown)>, CommandError> {
        Ok(self.asked_in(message).await?.map(|mut words| {
            words.ask.get_or_insert_default().ready[seat] = true;
            (message, words.shown())
        }))
    }

    /// Ends the match: the player gives up.
    pub(crate) async fn resign(&mut self, user: UserId, stamp: Snowflake) -> Result<(), CommandError> {
        let seat = self.seat(user)?;
        let live = self.require_live()?;
        if live.applied(stamp).is_some() {
            return Ok(());
        }
        let mut entry = Entry::new(live.stamp(stamp.ms()), Act::Host(HostAct::Forfeit(seat)));
        entry.by = Some(user.to_string());
        note(&mut entry, user, stamp);
        self.enter(entry).await.map(drop)
    }

    /// Whether a text can be read as an order of this player, even as an illegal one, or as a part of one.
    pub(crate) async fn reads(&mut self, user: UserId, text: &str) -> Result<bool, CommandError> {
        let seat = self.seat(user)?;
        let parsed = self.require_live()?.table.sight(Viewer::Seat(seat)).parse(text);
        let unreadable = parsed.is_err_and(|refusal| refusal.kind == RefusalKind::Unreadable);
        Ok(!unreadable || self.labelled(seat, text).await?.is_some())
    }

    /// What a text spells in the menus' lines, after the seat's draft or from the start.
    pub(crate) async fn labelled(&mut self, seat: Seat, text: &str) -> Result<Option<Labelled>, CommandError> {
        let begun = self.draft(self.require_live()?.mark(), seat).await?;
        Ok(self.require_live()?.table.sight(Viewer::Seat(seat)).labelled(&begun, text))
    }

    /// Suggests orders that fit the typed text.
    pub(crate) fn complete(&self, user: UserId, typed: &str) -> Vec<String> {
        let (Ok(seat), Ok(live)) = (self.seat(user), self.require_live()) else { return Vec::new() };
        let asks = live.table.awaiting()[seat]
            .as_ref()
            .is_some_and(|asked| compose::want(asked.wants) == crate::playing::prompt::Want::Order);
        if !asks || live.table.paused() {
            return Vec::new();
        }
        let sight = live.table.sight(Viewer::Seat(seat));
        let space = if typed.ends_with(char::is_whitespace) { " " } else { "" };
        let typed = format!("{}{space}", plain(typed).to_lowercase());
        if let Legal::Listed(orders) = sight.legal() {
            let starts = orders.iter().filter(|order| order.to_lowercase().starts_with(&typed));
            let holds = orders.iter().filter(|order| {
                let order = order.to_lowercase();
                !order.starts_with(&typed) && order.contains(&typed)
            });
            return starts.chain(holds).take(SUGGESTIONS).cloned().collect();
        }
        let mut path: Vec<String> = typed.split(' ').map(str::to_owned).collect();
        let begun = path.pop().unwrap_or_default();
        let next = sight.choices(&path).into_iter().filter(|choice| choice.word.to_lowercase().starts_with(&begun));
        next.take(SUGGESTIONS).map(|choice| [path.as_slice(), &[choice.word]].concat().join(" ")).collect()
    }

    fn viewer(&self, user: Option<UserId>) -> Viewer {
        user.and_then(|user| self.seat(user).ok()).map_or(Viewer::Public, Viewer::Seat)
    }

    /// The boards of a message that is about to be sent, from the record up to its entry.
    pub(crate) async fn boards(&self, boards: Boards) -> Result<Vec<Drawn>, CommandError> {
        if let Some(end) = boards.series {
            return Ok(vec![compose::series_poster(&self.row, end)]);
        }
        let live = self.require_live()?;
        if live.seq == boards.entries {
            return Ok(compose::drawn(live, &self.row, boards));
        }
        let mut lines = self.service.store.entries(self.row.id).await?;
        lines.truncate(boards.entries as usize);
        let row = self.row.clone();
        // After an end was reverted, its board would reveal what is hidden again.
        let reverted = live.table.outcome().is_none();
        let of = move |then: MatchState| match then.table.outcome() {
            Some(_) if reverted => Vec::new(),
            _ => compose::drawn(&then, &row, boards),
        };
        let loaded = self.row.clone();
        let drawn = move || MatchState::load(&loaded, &lines).map(of);
        match tokio::task::spawn_blocking(drawn).await {
            Ok(Ok(drawn)) => Ok(drawn),
            _ => Err(unplayed().into()),
        }
    }

    /// The finished match for the poster that replaces these boards; none without a winner, or if the record is longer by now.
    pub(crate) async fn finished(&self, boards: Boards) -> Result<Option<Arc<Finished>>, CommandError> {
        let row = &self.row;
        let live = self.live.as_ref().filter(|live| live.seq == boards.entries && boards.series.is_none());
        if live.and_then(|live| live.table.outcome()?.winner).is_none() {
            return Ok(None);
        }
        let lines = self.service.store.entries(row.id).await?;
        let record = std::iter::once(row.header.as_str()).chain(lines.iter().map(String::as_str));
        Ok(Some(Arc::new(Finished {
            match_id: row.id,
            record: record.collect::<Vec<_>>().join("\n"),
            stakes: row.stakes(),
            unmarked_names: row.unmarked_names.clone(),
            usernames: row.usernames.clone(),
        })))
    }

    /// The match in a user's view.
    pub(crate) fn look(&self, user: Option<UserId>) -> Result<Look, CommandError> {
        let live = self.require_live()?;
        let viewer = self.viewer(user);
        let sight = live.table.sight(viewer);
        let awaiting = live.table.awaiting();
        Ok(Look {
            match_id: self.row.id,
            heading: Heading { stage: compose::stage(live, &self.row, viewer), ..sight.heading() },
            describe: sight.describe().with_names(&live.table.concerned()),
            picture: compose::picture(live, &self.row, viewer),
            names: live.table.concerned(),
            paused: live.table.paused(),
            wait_is_announced: live.wait_is_announced,
            outcome: live.table.outcome(),
            story: live.story(),
            submitted: awaiting.as_ref().map(|asked| asked.as_ref().is_some_and(|asked| asked.submitted)),
            awaiting: awaiting.map(|asked| {
                asked.map(|asked| Awaiting {
                    prompt: asked.prompt.to_owned(),
                    wants: compose::want(asked.wants),
                    ready: asked.wants == Wants::Ready && asked.submitted,
                    deadline: live.moment(asked.deadline),
                    reserve: asked.reserve,
                    gone: asked.gone.map(|time| live.moment(time)),
                })
            }),
            start: compose::start(live),
            quiet_hours: compose::quiet_hours(live),
            mark: live.mark(),
            at: self.service.clock.now(),
        })
    }

    /// Answers a query about the board.
    pub(crate) fn query(&self, user: Option<UserId>, query: &str) -> Result<String, CommandError> {
        let live = self.require_live()?;
        if query.eq_ignore_ascii_case(CLOCKS) {
            return Ok(compose::clocks(live));
        }
        let table = &live.table;
        let sight = table.sight(self.viewer(user));
        let refused = |refusal: crate::game::Refusal| Refused::new(Code::BadOrder, refusal.message);
        Ok(sight.answer(&plain(query)).map_err(refused)?.with_names(&table.names()))
    }
}

/// The answer to a press on a prompt that the record does not have.
pub const SET_BACK: &str = "That round is not in my records: they were set back to an earlier moment. Press **Order** in \
                            the match's channel, or ask a host.";

/// Records in an entry's metadata the interaction and the user that it came from.
pub(crate) fn note(entry: &mut Entry, user: UserId, stamp: Snowflake) {
    put(&mut entry.meta, "id", json!(stamp.to_string()));
    put(&mut entry.meta, "by", json!(user.to_string()));
}

/// The answer to an order typed before any current prompt had reached its sender.
const UNSHOWN: &str = "The current prompt had not reached you when you sent this, and the one before is over, so it was not used: \
                       send it again once the new prompt is there. If that takes long, the time is given back.";

/// Adds to the refusal of an order the sender's sealed order, which stays.
fn beside_sealed(mut refused: Refused, sealed: Option<&Sealed>) -> Refused {
    if let Some(sealed) = sealed {
        refused.message.push_str(&format!(" Your sealed order **{}** stays.", sealed.order));
    }
    refused
}

fn late() -> Refused {
    Refused::new(Code::Late, "What it was for is over, so it was not used; answer the newest prompt.")
}
