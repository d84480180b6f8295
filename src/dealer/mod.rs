//! The running service around tables: who may do what when, and what is sent to whom about it.
//!
//! - One ordered actor for each live match; whatever it enters is stored, with the deadline and the messages that follow from it, in
//!   one transaction before anybody hears of it.
//! - Discord's ids say when something was sent; nothing that is stamped at or after a deadline is looked at before it has fired.
//! - Nothing here waits for a message to be sent, and nothing knows how messages are laid out.
//! - What is public never says who has answered, or that an answer was missing.

mod actor;
mod agree;
mod amend;
mod asked;
mod before;
mod behalf;
mod builtin;
mod channel;
mod choosing;
mod clock;
mod commit;
mod credit;
mod deeds;
mod desk;
mod draft;
mod engine;
mod errand;
mod external;
mod feed;
mod figures;
mod handle;
mod health;
mod hosting;
mod idle;
mod import;
mod info;
mod intake;
mod known;
mod lists;
mod live;
mod lobby;
mod moves;
mod notice;
mod nudge;
mod opening;
mod outbox;
mod panel;
#[cfg(test)]
mod panics;
mod play;
mod privacy;
mod quiet;
mod reading;
mod reconcile;
mod refused;
mod request;
mod retold;
mod retry;
mod ruling;
mod say;
mod seen;
mod sending;
mod series;
mod service;
mod shards;
mod spans;
mod stall;
mod start;
mod taken;
mod tasks;
mod together;
mod tourney;
mod trail;
mod transport;
mod trouble;
mod undelivered;
mod wait;

pub use crate::table::both;
pub use agree::{Accord, Settled, UnknownAccord};
pub use amend::{Amend, Form, Known, Sent, Spot};
pub use choosing::{Came as Chosen, Choice, Choose, Choosing, How, MOST as MOST_CHOICES, Out};
pub use clock::{Moment, ServiceClock};
pub use deeds::{By, Confirmed, Preview, lasting};
pub use desk::{Desk, Hands};
pub use engine::{Engine, Engines};
pub use errand::Errand;
pub use external::{Object, Plan, ResultCard, Which};
pub use feed::{Post, Sees, Showing, beyond};
pub use handle::{Dealer, Newcomer};
pub use health::{Kept, Load, ServiceHealth};
pub use import::Shelf;
pub use info::{Addressed, MatchInfo, Route};
pub use intake::{OnItsWay, Session};
pub use known::unplayable;
pub use notice::{
    Ask, Awaits, Boards, Card, CardState, Controls, Drawn, Hang, Late, Notice, Private, Prompt, Proposal, Public,
    Terms, Turn,
};
pub use opening::{NewMatch, Opened};
pub use panel::{Awaiting, Board, Came, Fill, Look, Mark, Move, Moved, Panel, ReadyReply, Sealed, Start, Want, When};
pub use play::{CLOCKS, SET_BACK};
pub use privacy::NOBODY;
pub use quiet::zone;
pub use reconcile::OVER;
pub use refused::{Code, Error, FaultId, Refused};
pub use ruling::Ruling;
pub use say::{absent_unless_played, minutes};
pub use seen::{Nowhere, Seen};
pub use series::{Series, SeriesMatch, Tally};
pub use service::Options;
pub use tasks::waiting;
pub use tourney::{
    Announcement, Bout, ByHand, Called, Entered, Phase, Play as TourneyPlay, Stage as TourneyStage, Tourney, Wanted,
};
pub use trail::{Looked, Trace};
pub use transport::{Address, DELETED, Delivered, OutboxItem, Transport, Undelivered};

pub use crate::ids::{ChannelId, GuildId, MatchId, MessageId, Snowflake, UnixMs, UserId};
pub use crate::store::{Offers, Origin, Stage, Status};
