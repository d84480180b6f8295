//! The dealer's public names; the service itself is in `live/`.
//!
//! - Each live match has one actor, which handles commands in order. Each entry is stored in one transaction with its
//!   deadline and messages, before anybody is notified.
//! - Discord's ids are the timestamps. A command stamped at or after a deadline waits until the deadline has fired.
//! - The service waits for no message to be sent, and does not know the layout of messages.
//! - Public messages never say who has answered, or that an answer was missing.

pub use crate::external::object::{MatchLabel, Object};
pub use crate::game_draft::{Banned, Choice, ChosenBy, DraftOutcome, GameDraft, GameDraftAction, MOST as MOST_CHOICES};
pub use crate::history::match_info::MatchInfo;
pub use crate::hosting::agreement_kind::Agreement;
pub use crate::hosting::audit_log::AuditItem;
pub use crate::hosting::disclosure::Disclosure;
pub use crate::hosting::evening::{Drafting, Evening, Listed, State as EveningState};
pub use crate::hosting::offer::{Form as PanelForm, Offer};
pub use crate::hosting::panel_contents::{HiddenInfo, HostPanel};
pub use crate::hosting::proposals::ProposalOutcome;
pub use crate::hosting::ruling::{Confirmed, Preview, Ruling, Substitute};
pub use crate::hosting::ruling_author::Host;
pub use crate::ids::StepId;
pub use crate::live::api::Dealer;
pub use crate::live::busy_tasks::waiting;
pub use crate::live::duration_text::humanize;
pub use crate::live::error::{Code, Error, Refused};
pub use crate::live::options::ServiceOptions;
pub use crate::live::pause_cause::PauseCause;
pub use crate::live::revision::Revision;
pub use crate::lobby::create_match::{NewMatch, Opened};
pub use crate::lobby::import_record::ImportTarget;
pub use crate::lobby::server_time::zone;
pub use crate::messages::compose::{absent_unless_played, minutes};
pub use crate::messages::composed::{Card, CardState, ComposedMessage, Drawn, Prompt, Terms};
pub use crate::messages::edit::{Edit, EditTarget, NewContent, Sent, ShownPrompt};
pub use crate::messages::queued_message::{Ask, Private, Public};
pub use crate::messages::topic_message::{Topic, TopicMessage};
pub use crate::messages::transport::{Delivered, Destination, OutboxItem, SendError, Transport};
pub use crate::people::erasure::NOBODY;
pub use crate::playing::external_program::{Engine, Engines};
pub use crate::playing::look::{Awaiting, Look};
pub use crate::playing::order_routing::{Addressed, Route};
pub use crate::playing::orders::{CLOCKS, SET_BACK, Sender};
pub use crate::playing::player_action::{Fill, Move, MoveOutcome, Moved, ReadyReply, Sealed, When};
pub use crate::playing::prompt::{Board, ClockState, PromptView, Start};
pub use crate::series::{Series, SeriesMatch, Tally};
pub use crate::spectators::feed_post::{FeedPost, Sees, Showing};
pub use crate::spectators::next_feed_post;
pub use crate::table::both;
pub use crate::tournaments::{
    Announcement, Entered, FormatChoice, HostVerdict, PairingMatch, Phase, PlayerNotice, Tourney, TourneyPlay,
    TourneyStage,
};
pub use crate::uptime::clock::{LocalInstant, ServiceClock};
pub use crate::uptime::health::{Load, ServiceHealth, WriteResult};
pub use crate::uptime::pending_events::Session;
pub use crate::uptime::pending_events_api::InFlight;

pub use crate::history::store::import_kind::ImportKind;
pub use crate::ids::{ChannelId, GuildId, MatchId, MessageId, Snowflake, UnixMs, UserId};
pub use crate::live::store::match_row::{MatchStage, Status};
pub use crate::lobby::store::offered_times::Offers;
