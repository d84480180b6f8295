//! Messages that show prompts, kept true.
//!
//! - After every commit, and after every prompt that arrives, what a match's messages show is held against what is so. What has changed
//!   is changed there: a prompt's time, that it is paused or sealed, or that it is over, and then nothing in it can be pressed.
//! - Of one prompt a player has one message open: the newest that they were sent or have used. Others point to it, or are closed.
//! - Nothing waits for this, and of what was to be changed only the newest state is sent.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use crate::game::BySeat;
use crate::ids::{ChannelId, GuildId, MatchId, MessageId, Snowflake, UnixMs, UserId};
use crate::store::{Amended, Lane, MatchRow, OpenRow, PromptMark, PromptRow, StoreError};

use super::actor::millis;
use super::agree;
use super::handle::Dealer;
use super::notice::{Private, Public};
use super::panel::{Mark, Panel};
use super::request::{Request, Stamped};
use super::service::Service;
use super::standing::Standing;
use super::transport::Undelivered;
use super::wanted::{Change, Plan, Wanted};

/// How often it is tried to mark what was taken back: after 1 s, then each time after twice as long.
const MARKED_AFTER: u32 = 8;

/// Where something is shown to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// A message, which the bot can change at any time.
    Message(MessageId),
    /// The answer to this interaction, which only its reader sees, and which can be changed for a while.
    Answer(Snowflake),
}

/// What an answer to a press has put somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    pub spot: Spot,
    /// To whom.
    pub user: UserId,
    pub mark: Mark,
    /// What stands there besides the prompt.
    pub words: String,
    /// The prompt as it is shown; empty if nothing of it is left.
    pub shown: String,
    /// When it was last used.
    pub at: Snowflake,
    /// Whether it can soon no longer be changed.
    pub ending: bool,
}

/// A change of what is shown.
#[derive(Clone, Debug)]
pub struct Amend {
    pub match_id: MatchId,
    /// The server whose channel the match is played in; 0 where it is played in direct messages.
    pub guild: GuildId,
    /// Whom it is shown to; `None` for everyone.
    pub user: Option<UserId>,
    pub spot: Spot,
    /// The channel of a message, and the nonce it was sent with.
    pub sent: Option<(ChannelId, String)>,
    /// What it is to show.
    pub form: Form,
    /// The same as [`Known::shown`].
    pub shown: String,
}

/// What something is to show.
#[derive(Clone, Debug)]
pub enum Form {
    /// The prompt as it is.
    Asks(Box<Panel>),
    /// That the prompt is open in another place, and how to have it here; the order that stands sealed, where one does.
    Elsewhere(Box<Panel>),
    /// That the prompt is over.
    Closed(String),
    /// What it says already, and that it was taken back.
    TakenBack {
        /// By whom, where that is known.
        by: Option<String>,
    },
    /// What it says already, and that what was ordered at its own prompt was taken back.
    Reopened {
        /// By whom.
        by: String,
    },
    /// Words to one person, as they hold now.
    Words(Box<Private>),
    /// What has become of what one player put to the other.
    Settled(String),
    /// Words to everyone: with the controls that belong to them, or without.
    Public {
        words: Box<Public>,
        /// Who has pressed Ready; none where it is over.
        open: Option<BySeat<bool>>,
        /// Who took back what it says, where it is the end of a match that goes on.
        by: Option<String>,
    },
}

/// What a match's messages and answers show.
///
/// What is so is asked for with this in hand: a prompt that comes meanwhile would be taken for one that is over.
struct InSight {
    rows: Vec<OpenRow>,
    known: Vec<Known>,
}

impl InSight {
    async fn of(service: &Service, id: MatchId) -> Result<Self, StoreError> {
        let known = service.transport.known(id).await;
        Ok(Self { rows: service.store.open_prompts(id).await?, known })
    }

    /// What is so after this was looked at, if the match can say it.
    async fn beside_what_is_so(self, service: &Arc<Service>, id: MatchId) -> Option<(Self, Standing)> {
        let (reply, answer) = tokio::sync::oneshot::channel();
        let asked = service.post(id, Stamped { stamp: None, request: Request::Standing { reply } }).await;
        if !asked {
            return None;
        }
        Some((self, answer.await.ok()?.ok()?))
    }
}

impl Service {
    /// Holds what a match's messages show against what is so, and changes what is not.
    pub(super) async fn tidy(self: &Arc<Self>, id: MatchId) -> Result<(), StoreError> {
        let sight = InSight::of(self, id).await?;
        let Some((InSight { rows, known }, now)) = sight.beside_what_is_so(self, id).await else { return Ok(()) };
        let Plan { mut changes, mut noted } = Plan::of(&now, &rows, &known);
        let ends = |change: &Change| matches!(&change.form, Wanted::Ready(Form::Public { open: None, .. }));
        if changes.iter().any(ends) && self.store.next_due(id, Lane::Channel).await?.is_some() {
            // Nobody is without a button while what has the next one is on its way; once it is there, this is looked over again.
            changes.retain(|change| !ends(change));
        }
        self.amend(id, &now, changes, &mut noted).await?;
        self.store.prompts_amended(noted).await?;
        // What was the newest result until a moment ago is among them.
        let mut noted = Vec::new();
        let changes = self.taken_back(id, &now).await?;
        self.amend(id, &now, changes, &mut noted).await?;
        self.store.prompts_amended(noted).await?;
        self.close_proposals(id, &now).await
    }

    /// Closes what one player has put to the other and nobody can answer any more; what still can be is seen to when its time is up.
    async fn close_proposals(self: &Arc<Self>, id: MatchId, now: &Standing) -> Result<(), StoreError> {
        if !now.may_agree {
            return Ok(());
        }
        let grace = millis(self.options.grace);
        // Whoever has just answered one has been heard by now: what is so was asked for after that.
        for put in self.store.unanswered(id).await? {
            let Some(words) = agree::closed(&put.proposal, now, self.clock.now(), grace) else {
                self.look_over_at(id, put.id, put.proposal.until.plus(grace));
                continue;
            };
            let change = Change {
                spot: Spot::Message(put.message),
                user: None,
                sent: Some((put.channel, String::new())),
                form: Wanted::Ready(Form::Settled(words)),
                after: Amended::Over,
            };
            match self.change(id, now, change).await {
                Changed::Yes(_) => self.store.proposal_is(put.id, agree::OVER).await?,
                Changed::Left => {}
                Changed::Later(after) => self.later(id, after).await,
            }
        }
        Ok(())
    }

    /// Looks a match over at a moment, once for a proposal.
    fn look_over_at(self: &Arc<Self>, id: MatchId, proposal: Snowflake, moment: UnixMs) {
        if !self.waited_for.lock().unwrap_or_else(PoisonError::into_inner).insert(proposal) {
            return;
        }
        let service = Arc::clone(self);
        self.tasks.spawn(async move {
            tokio::select! {
                () = service.clock.until(moment) => service.look_over(id),
                () = service.closing.cancelled() => {}
            }
            service.waited_for.lock().unwrap_or_else(PoisonError::into_inner).remove(&proposal);
        });
    }

    /// Makes changes, and notes those that are made.
    async fn amend(
        self: &Arc<Self>,
        id: MatchId,
        now: &Standing,
        changes: Vec<Change>,
        noted: &mut Vec<(MessageId, Amended)>,
    ) -> Result<(), StoreError> {
        for change in changes {
            if self.closing.is_cancelled() {
                break;
            }
            match self.change(id, now, change).await {
                Changed::Yes(note) => noted.extend(note),
                Changed::Left => {}
                Changed::Later(after) => {
                    self.store.prompts_amended(std::mem::take(noted)).await?;
                    self.later(id, after).await;
                }
            }
        }
        Ok(())
    }

    /// The messages whose results a match has gone back behind, each of which is to say so.
    async fn taken_back(&self, id: MatchId, now: &Standing) -> Result<Vec<Change>, StoreError> {
        let Some(mark) = now.mark.filter(|_| !now.undone.is_empty()) else { return Ok(Vec::new()) };
        let rows = self.store.results_after(id, mark.step).await?;
        // What was said since then counts.
        let since = |row: &PromptRow| now.undone.iter().any(|undone| undone.entries > row.mark.begun);
        let change = |row: PromptRow| {
            let own = Mark { step: row.mark.step, begun: row.mark.begun };
            let (form, after) = if own.step > mark.step {
                (Form::TakenBack { by: now.taken_back_by(own, false) }, Amended::Over)
            } else {
                (Form::Reopened { by: now.taken_back_by(own, true)? }, Amended::Result)
            };
            let sent = Some((row.channel, String::new()));
            Some(Change { spot: Spot::Message(row.message), user: None, sent, form: Wanted::Ready(form), after })
        };
        Ok(rows.into_iter().filter(since).filter_map(change).collect())
    }

    async fn change(self: &Arc<Self>, id: MatchId, now: &Standing, change: Change) -> Changed {
        let Change { spot, user, sent, form, after } = change;
        let (form, after) = match form {
            asked @ (Wanted::Asks | Wanted::Elsewhere) => {
                let Some(user) = user else { return Changed::Left };
                match Dealer(Arc::clone(self)).panel(id, user).await {
                    Ok(panel) if Some(panel.mark) == now.mark => {
                        let panel = Box::new(panel);
                        if matches!(asked, Wanted::Asks) {
                            let after = Amended::Shows(panel.shown());
                            (Form::Asks(panel), after)
                        } else {
                            let after = Amended::Shows(panel.shown_elsewhere());
                            (Form::Elsewhere(panel), after)
                        }
                    }
                    // It has gone on since; what follows from that is on its way.
                    _ => return Changed::Left,
                }
            }
            Wanted::Ready(form) => (form, after),
        };
        let amend = Amend { match_id: id, guild: now.guild, user, spot, sent, form, shown: after.shown().to_owned() };
        match tokio::time::timeout(self.options.send_timeout, self.transport.amend(&amend)).await {
            Ok(Err(Undelivered::Again { after })) => return Changed::Later(after),
            Err(_) => return Changed::Later(Duration::ZERO),
            // Somebody may give the channel back; until then the match stands still.
            Ok(Err(Undelivered::Gone { why })) => {
                tracing::warn!(match_id = %id, %why, "a prompt cannot be changed");
                return Changed::Left;
            }
            Ok(Err(Undelivered::Broken { why })) => {
                tracing::error!(match_id = %id, %why, "Discord refuses a prompt's change");
            }
            // What is gone with its channel needs no change any more, and holds up none.
            Ok(
                Ok(())
                | Err(Undelivered::Deleted | Undelivered::DmClosed | Undelivered::Unmet | Undelivered::NoChannel { .. }),
            ) => {}
        }
        Changed::Yes(match spot {
            Spot::Message(message) => Some((message, after)),
            Spot::Answer(_) => None,
        })
    }

    /// Marks a message of a match as taken back, by the nonce it was sent with; whether nothing of that is left to be done.
    pub(super) async fn mark_taken_back(&self, of: &MatchRow, nonce: &str) -> bool {
        for attempt in 0..MARKED_AFTER {
            if let Ok(Some(message)) = self.store.sent_as(of.id, nonce).await {
                let amend = Amend {
                    match_id: of.id,
                    guild: of.guild,
                    user: None,
                    spot: Spot::Message(message),
                    sent: Some((of.channel, nonce.to_owned())),
                    form: Form::TakenBack { by: None },
                    shown: String::new(),
                };
                let amended = tokio::time::timeout(self.options.send_timeout, self.transport.amend(&amend));
                match amended.await {
                    Ok(Err(Undelivered::Again { .. })) | Err(_) => {}
                    Ok(Ok(())) => return true,
                    Ok(Err(why)) => {
                        tracing::warn!(match_id = %of.id, ?why, "a message cannot be marked as taken back");
                        return true;
                    }
                }
            }
            tokio::select! {
                () = self.clock.until(self.clock.now().plus(1_000 << attempt)) => {}
                () = self.closing.cancelled() => return false,
            }
        }
        false
    }

    /// Tries again after a while.
    async fn later(self: &Arc<Self>, id: MatchId, after: Duration) {
        let wait = Duration::from_secs(1).max(after);
        tokio::select! {
            () = self.clock.until(self.clock.now().plus(millis(wait))) => self.look_over(id),
            () = self.closing.cancelled() => {}
        }
    }
}

impl Dealer {
    /// Sees to it that a match's messages show its prompts as they are.
    pub fn look_over(&self, m: MatchId) {
        self.0.look_over(m);
    }

    /// Takes note of a message that tells a player that their order is sealed, so that it is marked if that is taken back.
    pub async fn seal_stands_in(&self, m: MatchId, user: UserId, prompt: Mark, channel: ChannelId, message: MessageId) {
        // It goes with what the step comes to.
        let mark = PromptMark { step: prompt.step + 1, begun: prompt.begun };
        let row = PromptRow { match_id: m, mark, seat: None, channel, message };
        match self.0.store.result_told(row, user).await {
            Ok(()) => self.0.look_over(m),
            Err(error) => tracing::error!(match_id = %m, %error, "where an order is said to be sealed cannot be kept"),
        }
    }
}

/// What became of a change.
enum Changed {
    /// It is made; what is to be noted of a message.
    Yes(Option<(MessageId, Amended)>),
    /// It is left as it is.
    Left,
    /// It is to be tried again, not before so long.
    Later(Duration),
}
