//! The dealer's promises: deadlines to the millisecond, restarts, delivery, and the readers of each message. Time is advanced by hand.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use deathmatch::dealer::{
    Agreement, CardState, ChannelId, ClockState, Code, ComposedMessage, Confirmed, Dealer, Delivered, Destination,
    Disclosure, Edit, EditTarget, Error, GameDraft, GuildId, Host, HostPanel, ImportKind, ImportTarget, MatchId,
    MessageId, Move, MoveOutcome, Moved, NewContent, NewMatch, Object, Offer, Offers, OutboxItem, PauseCause, Preview,
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
mod attendance;
mod builtin;
mod deadlines;
mod delivery_gate;
mod edited;
mod evening;
mod export;
mod external_objects;
mod fake_discord;
mod feed;
mod game_draft;
mod golden;
mod host_panel;
mod hosting;
mod idle;
mod import;
mod intake;
mod life;
mod more_time;
mod offered;
mod open_turns;
mod order_reminder;
mod overtaken;
mod own_games;
mod pictures;
#[path = "../../crates/replay/tests/laws/play.rs"]
#[allow(dead_code, reason = "not everything that plays writes its record")]
mod play;
mod predictions;
mod prompts;
mod quiet_hours;
mod refused_messages;
mod result_messages;
mod room;
mod sending;
mod series;
mod shards;
mod start;
mod substitutes;
mod suspension;
mod threads;
mod timeline;
mod together;
mod tournament;
mod tournament_room;
mod unread;
mod upgraded;

use fake_discord::*;
use room::*;
use timeline::*;
