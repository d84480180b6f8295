//! The dealer's promises: deadlines to the millisecond, restarts, delivery, and the readers of each message. Time is advanced by hand.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use deathmatch::dealer::{
    Agreement, CardState, ChannelId, ClockState, Code, ComposedMessage, Confirmed, Dealer, Delivered, Destination,
    Disclosure, Edit, Error, GameDraft, GuildId, Host, HostPanel, ImportKind, ImportTarget, MatchId, MessageId, Move,
    MoveOutcome, Moved, NewContent, NewMatch, Object, Offer, Offers, OutboxItem, PauseCause, Preview, PromptPlace,
    ProposalOutcome, ReadyReply, Revision, Ruling, Sealed, SendError, Sender, Series, ServiceClock, ServiceOptions,
    ShownPrompt, Snowflake, Start, Status, StepId, Substitute, Topic, TopicMessage, Transport, UnixMs, UserId, When,
    waiting,
};
use deathmatch::game::{BySeat, Seat, Secrecy};
use deathmatch::ids::RoleId;
use deathmatch::store::{Choice, Commit, MatchPlace, Setting, Store};
use deathmatch::table::{Header, HostAct};
use serde_json::Value;

mod agree;
mod around;
mod attendance;
mod builtin;
mod cup;
mod deadlines;
mod desk;
mod edited;
mod evening;
mod export;
mod feed;
mod game_draft;
mod golden;
mod hosting;
mod idle;
mod import;
mod intake;
mod life;
mod more_time;
mod offered;
mod open_turns;
mod overtaken;
mod owed;
mod own_games;
mod pictures;
#[path = "../../crates/replay/tests/laws/play.rs"]
#[allow(dead_code, reason = "not everything that plays writes its record")]
mod play;
mod post;
mod predictions;
mod quiet_hours;
mod room;
mod sending;
mod series;
mod shards;
mod shown;
mod start;
mod suspension;
mod threads;
mod timeline;
mod together;
mod told;
mod tournament;
mod unread;
mod upgraded;

use post::*;
use room::*;
use timeline::*;
