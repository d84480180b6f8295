//! The dealer's promises: deadlines to the millisecond, restarts, sending, and who hears what. Time moves by hand.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use deathmatch::dealer::{
    Accord, Address, Amend, By, Came, CardState, ChannelId, Choosing, Code, Confirmed, Controls, Dealer, Delivered,
    Desk, Errand, Error, GuildId, Known, Looked, Mark, MatchId, MessageId, Move, Moved, NewMatch, Newcomer, Notice,
    Options, OutboxItem, Prompt, Proposal, Public, ReadyReply, ResultCard, Ruling, Sealed, Seen, ServiceClock, Settled,
    Snowflake, Status, Transport, Undelivered, UnixMs, UserId, When,
};
use deathmatch::game::{BySeat, Seat};
use deathmatch::ids::RoleId;
use deathmatch::store::{Change, Commit, Setting, Stands, Store};
use deathmatch::table::{Header, HostAct};
use serde_json::Value;

mod agree;
mod amended;
mod around;
mod builtin;
mod choosing;
mod deadlines;
mod desk;
mod hosting;
mod intake;
mod life;
mod owed;
mod pictures;
mod room;
mod sending;
mod start;
mod together;
mod told;

use room::*;
