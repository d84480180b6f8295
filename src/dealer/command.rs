//! Commands for a match's actor.

use tokio::sync::mpsc;

use crate::game::Seat;
use crate::ids::{ChannelId, MessageId, Snowflake, UnixMs, UserId};
use crate::store::Status;
use crate::table::{Header, HostAct};

use super::agreements::{Agreement, ProposalOutcome};
use super::amend::{Amend, Known};
use super::audit_log::Disclosure;
use super::host_panel::{Desk, Hands};
use super::notice::Card;
use super::notice::{Notice, Public};
use super::panel::{Look, Move, Moved, ReadyReply, Sealed, StepId, When};
use super::pending_ruling::Ruling;
use super::refused::Error;
use super::revision::Revision;
use super::ruling_text::{Confirmed, Host, Preview};

/// The channel for the one answer; a command that is handled again keeps it.
pub type Reply<T> = mpsc::Sender<Result<T, Error>>;

/// A request, and when Discord made what it came in; without a stamp it is answered at once.
#[derive(Clone)]
pub struct Timed {
    pub stamp: Option<Snowflake>,
    pub request: Command,
}

/// Something asked of a match.
#[derive(Clone)]
pub enum Command {
    PressReady {
        user: UserId,
        mark: Option<StepId>,
        /// The message to everyone that it was pressed on, whose answer shows it there.
        on: Option<MessageId>,
        reply: Reply<ReadyReply>,
    },
    /// A Ready in a lobby is taken back.
    TakeReadyBack {
        user: UserId,
        reply: Reply<Card>,
    },
    /// Which of the times that are offered suit a player.
    ChooseTimes {
        user: UserId,
        numbers: Vec<u8>,
        reply: Reply<ReadyReply>,
    },
    Decline {
        user: UserId,
        reply: Reply<Card>,
    },
    StartWithout {
        by: Host,
        reply: Reply<()>,
    },
    /// Other terms for a lobby, where its header is still the one that was seen.
    ChangeTerms {
        by: Host,
        header: Box<Header>,
        seen: String,
        reply: Reply<Card>,
    },
    Cancel {
        by: Host,
        reason: Option<String>,
        reply: Reply<()>,
    },
    Order {
        user: UserId,
        text: String,
        when: When,
        reply: Reply<Sealed>,
    },
    /// A move at a prompt; at the present one where none is named.
    Move {
        user: UserId,
        mark: Option<StepId>,
        act: Move,
        /// When it was pressed; nothing where only the service looks.
        pressed: Option<Snowflake>,
        reply: Reply<Moved>,
    },
    Preview {
        by: Host,
        ruling: Ruling,
        since: Option<Revision>,
        reply: Reply<Preview>,
    },
    Confirm {
        by: Host,
        ruling: Ruling,
        seen: Revision,
        reason: Option<String>,
        reply: Reply<Confirmed>,
    },
    Desk {
        reply: Reply<Desk>,
    },
    /// The store has the match otherwise than it was.
    Reload {
        reply: Reply<()>,
    },
    Disclose {
        by: Host,
        looked: Disclosure,
        reply: Reply<()>,
    },
    Hands {
        by: Host,
        looked: Disclosure,
        reply: Reply<Hands>,
    },
    Propose {
        user: UserId,
        what: Agreement,
        reply: Reply<String>,
    },
    Settle {
        user: UserId,
        proposal: Snowflake,
        agrees: bool,
        reply: Reply<ProposalOutcome>,
    },
    Host {
        by: Host,
        act: HostAct,
        sits: Option<UserId>,
        reason: Option<String>,
        reply: Reply<String>,
    },
    Reschedule {
        by: Host,
        starts: UnixMs,
        reason: Option<String>,
        reply: Reply<String>,
    },
    Resign {
        user: UserId,
        reply: Reply<()>,
    },
    Complete {
        user: UserId,
        typed: String,
        reply: Reply<Vec<String>>,
    },
    Look {
        user: Option<UserId>,
        reply: Reply<Look>,
    },
    Answer {
        user: Option<UserId>,
        query: String,
        reply: Reply<String>,
    },
    /// The beginning of the current state.
    Since {
        reply: Reply<UnixMs>,
    },
    /// Take the match up, if it is not.
    Wake {
        reply: Reply<()>,
    },
    /// An absence is over that began at a moment.
    Credit {
        since: UnixMs,
        carry: bool,
        reply: Reply<()>,
    },
    ChannelGone {
        channel: ChannelId,
        why: String,
    },
    /// The thread it is played in has been deleted.
    ThreadGone,
    /// It is to be played in another channel, since its own has been deleted.
    ChannelInstead {
        to: ChannelId,
        reply: Reply<bool>,
    },
    /// A built-in player has thought; `None` where it came to no order.
    Thought {
        seat: Seat,
        mark: StepId,
        order: Option<String>,
    },
    /// Whether a text can be read as an order of somebody's, also as one that the rules forbid.
    Reads {
        user: UserId,
        text: String,
        reply: Reply<bool>,
    },
    /// Composes a notice for sending now; `None` if nothing of it still holds.
    Compose {
        notice: Box<Notice>,
        overtaken: bool,
        reply: Reply<Option<Notice>>,
    },
    /// The edits that reconcile its posts and answers.
    Reconcile {
        known: Vec<Known>,
        reply: Reply<Vec<Amend>>,
    },
    /// The current contents of a public prompt.
    AskedIn {
        message: MessageId,
        reply: Reply<Option<Public>>,
    },
    /// Refused posts have arrived.
    ChannelBack,
}

impl Command {
    /// Its name in figures.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::PressReady { .. } => "ready",
            Self::TakeReadyBack { .. } => "unready",
            Self::ChooseTimes { .. } => "times",
            Self::Decline { .. } => "decline",
            Self::StartWithout { .. } => "start",
            Self::ChangeTerms { .. } => "terms",
            Self::Cancel { .. } => "cancel",
            Self::Order { .. } => "order",
            Self::Move { act: Move::Look, .. } => "look",
            Self::Move { act: Move::Pick { .. }, .. } => "pick",
            Self::Move { act: Move::Seal { .. } | Move::Send(_), .. } => "seal",
            Self::Move { act: Move::Back(_), .. } => "back",
            Self::Move { act: Move::Fill(_), .. } => "fill",
            Self::Preview { .. } => "preview",
            Self::Confirm { .. } => "confirm",
            Self::Desk { .. } => "desk",
            Self::Reload { .. } => "reload",
            Self::Disclose { .. } => "disclose",
            Self::Hands { .. } => "hands",
            Self::Propose { .. } => "propose",
            Self::Settle { .. } => "settle",
            Self::Host { .. } => "host",
            Self::Reschedule { .. } => "reschedule",
            Self::Resign { .. } => "resign",
            Self::Complete { .. } => "complete",
            Self::Look { .. } => "board",
            Self::Answer { .. } => "answer",
            Self::Since { .. } => "since",
            Self::Wake { .. } => "wake",
            Self::Credit { .. } => "credit",
            Self::ChannelGone { .. } | Self::ThreadGone | Self::ChannelBack | Self::ChannelInstead { .. } => "channel",
            Self::Thought { .. } => "thought",
            Self::Reads { .. } => "reads",
            Self::Compose { .. } => "compose",
            Self::Reconcile { .. } => "reconcile",
            Self::AskedIn { .. } => "asked",
        }
    }

    /// Whether it is judged by its stamp: against the running deadline, and in the order of what was sent.
    pub const fn timed(&self) -> bool {
        if let Self::Move { act, .. } = self {
            return act.is_timed();
        }
        matches!(
            self,
            Self::PressReady { .. }
                | Self::TakeReadyBack { .. }
                | Self::ChooseTimes { .. }
                | Self::Decline { .. }
                | Self::StartWithout { .. }
                | Self::Order { .. }
                | Self::Host { .. }
                | Self::Preview { .. }
                | Self::Confirm { .. }
                | Self::Propose { .. }
                | Self::Settle { .. }
                | Self::ChangeTerms { .. }
                | Self::Reschedule { .. }
                | Self::Resign { .. }
                | Self::Cancel { .. }
        ) || self.stops()
    }

    /// Whether it suspends the match, even past its deadline: only earlier events come before a lost channel.
    pub const fn stops(&self) -> bool {
        matches!(self, Self::ChannelGone { .. } | Self::ChannelInstead { .. })
    }

    /// Whether a host asks it.
    pub const fn is_hosts(&self) -> bool {
        matches!(
            self,
            Self::Host { .. }
                | Self::Confirm { .. }
                | Self::Reschedule { .. }
                | Self::Cancel { .. }
                | Self::ChannelInstead { .. }
        )
    }

    /// The host whose rights it needs; for hidden information only while it is hidden.
    pub const fn host(&self, status: Status) -> Option<&Host> {
        match self {
            Self::StartWithout { by, .. }
            | Self::ChangeTerms { by, .. }
            | Self::Cancel { by, .. }
            | Self::Preview { by, .. }
            | Self::Confirm { by, .. }
            | Self::Host { by, .. }
            | Self::Reschedule { by, .. } => Some(by),
            Self::Disclose { by, .. } | Self::Hands { by, .. } if !matches!(status, Status::Over) => Some(by),
            _ => None,
        }
    }

    /// Answers it with an error.
    pub fn refuse(self, error: Error) {
        // The caller may have stopped waiting; then nobody needs the answer.
        match self {
            Self::PressReady { reply, .. } | Self::ChooseTimes { reply, .. } => drop(reply.try_send(Err(error))),
            Self::Decline { reply, .. } | Self::TakeReadyBack { reply, .. } | Self::ChangeTerms { reply, .. } => {
                drop(reply.try_send(Err(error)));
            }
            Self::StartWithout { reply, .. }
            | Self::Cancel { reply, .. }
            | Self::Resign { reply, .. }
            | Self::Disclose { reply, .. }
            | Self::Wake { reply }
            | Self::Reload { reply }
            | Self::Credit { reply, .. } => drop(reply.try_send(Err(error))),
            Self::Order { reply, .. } => drop(reply.try_send(Err(error))),
            Self::Move { reply, .. } => drop(reply.try_send(Err(error))),
            Self::Host { reply, .. }
            | Self::Reschedule { reply, .. }
            | Self::Propose { reply, .. }
            | Self::Answer { reply, .. } => {
                drop(reply.try_send(Err(error)));
            }
            Self::Desk { reply } => drop(reply.try_send(Err(error))),
            Self::Hands { reply, .. } => drop(reply.try_send(Err(error))),
            Self::Settle { reply, .. } => drop(reply.try_send(Err(error))),
            Self::Preview { reply, .. } => drop(reply.try_send(Err(error))),
            Self::Confirm { reply, .. } => drop(reply.try_send(Err(error))),
            Self::Since { reply } => drop(reply.try_send(Err(error))),
            Self::Complete { reply, .. } => drop(reply.try_send(Err(error))),
            Self::Look { reply, .. } => drop(reply.try_send(Err(error))),
            Self::Reads { reply, .. } | Self::ChannelInstead { reply, .. } => drop(reply.try_send(Err(error))),
            Self::Compose { reply, .. } => drop(reply.try_send(Err(error))),
            Self::Reconcile { reply, .. } => drop(reply.try_send(Err(error))),
            Self::AskedIn { reply, .. } => drop(reply.try_send(Err(error))),
            Self::Thought { .. } | Self::ChannelGone { .. } | Self::ThreadGone | Self::ChannelBack => {}
        }
    }
}
