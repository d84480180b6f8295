//! Messages that show open prompts, kept true.
//!
//! - After every commit, and after every prompt that arrives, what a match's open prompts show is held against what is so. What has changed
//!   is changed there: a prompt's time, that it is paused or sealed, or that it is over, and then nothing in it can be pressed. Everything
//!   else that is posted stays as it was said; its buttons answer how the match stands when they are pressed.
//! - Of one prompt a player has one message open: the newest that they were sent or have used. Others point to it, or are closed.
//! - Nothing waits for this, and of what was to be changed only the newest state is sent.

use std::sync::Arc;
use std::time::Duration;

use crate::ids::{ChannelId, GuildId, MatchId, MessageId, Snowflake, UserId};
use crate::store::{OpenRow, StoreError};

use super::actor::millis;
use super::handle::Dealer;
use super::notice::Public;
use super::panel::{Mark, Panel};
use super::request::{Request, Stamped};
use super::service::Service;
use super::standing::Standing;
use super::transport::Undelivered;
use super::wanted::{Change, Plan, Wanted};

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
    /// Words to everyone, as they hold now.
    Public(Box<Public>),
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
        let Plan { changes, mut noted } = Plan::of(&now, &rows, &known);
        for change in changes {
            if self.closing.is_cancelled() {
                break;
            }
            match self.change(id, &now, change).await {
                Changed::Yes(note) => noted.extend(note),
                Changed::Left => {}
                Changed::Later(after) => {
                    self.store.prompts_amended(std::mem::take(&mut noted)).await?;
                    self.later(id, after).await;
                }
            }
        }
        self.store.prompts_amended(noted).await
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
                            let after = panel.shown();
                            (Form::Asks(panel), after)
                        } else {
                            let after = panel.shown_elsewhere();
                            (Form::Elsewhere(panel), after)
                        }
                    }
                    // It has gone on since; what follows from that is on its way.
                    _ => return Changed::Left,
                }
            }
            Wanted::Ready(form) => (form, after),
        };
        let amend = Amend { match_id: id, guild: now.guild, user, spot, sent, form, shown: after.clone() };
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
    /// Reconciles what a match's open prompts show.
    pub fn look_over(&self, m: MatchId) {
        self.0.look_over(m);
    }
}

/// What became of a change.
enum Changed {
    /// It is made; what is to be noted of a message.
    Yes(Option<(MessageId, String)>),
    /// It is left as it is.
    Left,
    /// It is to be tried again, not before so long.
    Later(Duration),
}
