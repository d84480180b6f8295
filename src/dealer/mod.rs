//! The running service around tables: who may do what when, and what is sent to whom about it.
//!
//! - One ordered actor for each live match; whatever it enters is stored, with the deadline and the messages that follow from it, in
//!   one transaction before anybody hears of it.
//! - Discord's ids say when something was sent; nothing that is stamped at or after a deadline is looked at before it has fired.
//! - Nothing here waits for a message to be sent, and nothing knows how messages are laid out.
//! - What is public never says who has answered, or that an answer was missing.

mod actor;
mod admission;
mod agreements;
mod ai_player;
mod amend;
mod applied;
mod audit_log;
mod channel;
mod clock;
mod command;
mod command_error;
mod commit;
mod compat;
mod concurrent_rulings;
mod create_match;
mod delivery_gate;
mod dispatch;
mod draft;
mod duration_text;
mod engine;
mod errand;
mod external;
mod feed;
mod game_draft;
mod handle;
mod health;
mod host_commands;
mod host_panel;
mod idle;
mod import;
mod in_flight;
mod ingress;
mod lists;
mod lobby;
mod lobby_api;
mod match_state;
mod notice;
mod order_reminder;
mod orders;
mod outage_credit;
mod outbox;
mod panel;
#[cfg(test)]
mod panics;
mod pending_ruling;
mod privacy;
mod prompt_actions;
mod proxy_order;
mod quiet;
mod recap;
mod reconcile;
mod refused;
mod retry;
mod revision;
mod ruling_text;
mod say;
mod series;
mod service;
mod shards;
mod stall_detector;
mod start_time;
mod stats_job;
mod summary;
mod tasks;
mod tourney;
mod transport;
mod undelivered;

pub use crate::table::both;
pub use agreements::{Agreement, ProposalOutcome, UnknownAgreement};
pub use amend::{Amend, Form, Known, Sent, Spot};
pub use audit_log::{AuditItem, Disclosure};
pub use clock::{Moment, ServiceClock};
pub use compat::unplayable;
pub use create_match::{NewMatch, Opened};
pub use engine::{Engine, Engines};
pub use errand::Errand;
pub use external::{Object, Plan, ResultCard, Which};
pub use feed::{Post, Sees, Showing, beyond};
pub use game_draft::{Banned, Choice, Choose, DraftOutcome, GameDraft, How, MOST as MOST_CHOICES};
pub use handle::{Dealer, Substitute};
pub use health::{Kept, Load, ServiceHealth};
pub use host_panel::{Desk, Hands};
pub use import::Shelf;
pub use ingress::{InFlight, Session};
pub use notice::{
    Ask, Awaits, Boards, Card, CardState, Controls, Drawn, Hang, Late, Notice, Private, Prompt, Proposal, Public,
    Terms, Turn,
};
pub use orders::{CLOCKS, SET_BACK};
pub use panel::{Awaiting, Board, Came, Fill, Look, Move, Moved, Panel, ReadyReply, Sealed, Start, StepId, Want, When};
pub use pending_ruling::Ruling;
pub use privacy::NOBODY;
pub use quiet::zone;
pub use reconcile::OVER;
pub use refused::{Code, Error, FaultId, Refused};
pub use revision::{Nowhere, Revision};
pub use ruling_text::{Confirmed, Host, Preview, humanize};
pub use say::{absent_unless_played, minutes};
pub use series::{Series, SeriesMatch, Tally};
pub use service::Options;
pub use summary::{Addressed, MatchInfo, Route};
pub use tasks::waiting;
pub use tourney::{
    Announcement, Bout, ByHand, Called, Entered, Phase, Play as TourneyPlay, Stage as TourneyStage, Tourney, Wanted,
};
pub use transport::{Address, DELETED, Delivered, OutboxItem, Transport, Undelivered};

pub use crate::ids::{ChannelId, GuildId, MatchId, MessageId, Snowflake, UnixMs, UserId};
pub use crate::store::{Offers, Origin, Stage, Status};
