//! Commands, components and messages on Discord.
//!
//! - Every press and command is answered or deferred in time; no answer waits for another message.
//! - Rights are checked at every use from Discord's data on the member, never from what a client was shown.
//! - Between a message and a press on it, only two things are kept: its custom id, and in the store the question that it asks. In memory
//!   are the command of a menu of matches (`Bot::ambiguous`) and the input of a refused form (`Bot::forms`).
//! - No token, order, direct message or private choice is ever logged.

pub(crate) mod acting_member;
pub(crate) mod ambiguous_command_menu;
pub(crate) mod attachments;
pub(crate) mod bot_health;
pub(crate) mod bot_permissions;
pub(crate) mod budget;
pub(crate) mod clients;
pub(crate) mod commands;
pub(crate) mod config;
pub(crate) mod connectivity;
pub(crate) mod custom_id;
pub(crate) mod dm_backfill;
pub(crate) mod dm_orders;
pub(crate) mod edit_command;
pub(crate) mod error;
pub(crate) mod fair_queue;
pub(crate) mod first_answer;
pub(crate) mod gateway;
pub(crate) mod gateway_thread;
pub(crate) mod invite;
pub(crate) mod kept_command;
pub(crate) mod limits;
pub(crate) mod match_link_buttons;
pub(crate) mod match_press;
pub(crate) mod match_press_ids;
pub(crate) mod message_body;
pub(crate) mod missed_deletions;
pub(crate) mod press_handlers;
pub(crate) mod presses_outside_matches;
pub(crate) mod rate_limiter;
pub(crate) mod recent_cache;
pub(crate) mod refused_form;
pub(crate) mod reply;
pub(crate) mod resolve_match;
pub(crate) mod rest_client;
pub(crate) mod run;
pub(crate) mod safe_text;
pub(crate) mod self_test;
pub(crate) mod slash_command;
pub(crate) mod timeout;
pub(crate) mod timestamp_text;
pub(crate) mod traffic_metrics;

use std::collections::BTreeMap;
use std::sync::Arc;

use serenity::all::{CreateActionRow, Http, ShardManager, User};
use tokio_util::task::TaskTracker;

use crate::game::{Orders, Overrides};
use crate::games;
use crate::history::match_info::MatchInfo;
use crate::ids::{ChannelId, GuildId, MatchId, RoleId, Snowflake, UnixMs, UserId};
use crate::live::api::Dealer;
use crate::messages::edit::{EditTarget, ShownPrompt};
use crate::messages::transport::SendError;
use crate::platform::discord::error::Error;
use crate::platform::sqlite::open::Store;
use crate::uptime::clock::ServiceClock;

/// The number of direct messages, and of interactions, remembered as received.
pub(crate) const REMEMBERED: usize = 20_000;
/// The number of remembered greetings; a nonce keeps a forgotten one from being sent twice.
pub(crate) const GREETINGS: usize = 10_000;
/// The number of cached replays, up to 3 MB each.
pub(crate) const REPLAYS: usize = 5;
/// How many people's forms are remembered, up to 20 kB each.
pub(crate) const FORMS: usize = 200;
/// The number of people whose newest presses are remembered.
pub(crate) const CHOOSERS: usize = 20_000;

/// Everything that answers need, shared by the handlers of a running bot.
pub(crate) struct Bot {
    pub(crate) http: Arc<Http>,
    pub(crate) clients: clients::Clients,
    pub(crate) first_answers: first_answer::FirstAnswers,
    pub(crate) me: serenity::all::UserId,
    /// The bot's name at a table.
    pub(crate) name: String,
    pub(crate) dealer: Dealer,
    pub(crate) store: Store,
    pub(crate) clock: ServiceClock,
    pub(crate) outgoing: Arc<crate::messages::ui::outgoing::Outgoing>,
    pub(crate) drawing: crate::messages::ui::drawing_pool::DrawingPool,
    pub(crate) tasks: TaskTracker,
    pub(crate) connectivity: connectivity::Connectivity,
    pub(crate) engines: Arc<crate::playing::external_program::Engines>,
    pub(crate) defaults: BTreeMap<String, Overrides>,
    pub(crate) framework: poise::FrameworkOptions<Arc<Bot>, Error>,
    pub(crate) shards: Arc<ShardManager>,
    /// For presses and commands.
    pub(crate) limiter: rate_limiter::RateLimiter,
    /// For direct messages.
    pub(crate) writing: rate_limiter::RateLimiter,
    /// For autocompletion, which every keystroke asks for.
    pub(crate) typing: rate_limiter::RateLimiter,
    /// Each person's newest press, so that pictures for earlier presses are dropped.
    pub(crate) latest_presses: crate::playing::ui::latest_press::LatestPresses,
    /// Prompts shown in answers to presses.
    pub(crate) shown_prompts: crate::messages::ui::ephemeral_registry::EphemeralRegistry,
    pub(crate) greeted: recent_cache::Cache<(MatchId, UserId), ()>,
    /// Replays of finished matches.
    pub(crate) replays: recent_cache::Cache<MatchId, Arc<crate::history::ui::replay_cache_entry::ReplayCacheEntry>>,
    /// The time at which each person last shared something in a channel.
    pub(crate) shared: recent_cache::Cache<(UserId, crate::ids::ChannelId), UnixMs>,
    /// Held while a rematch is opened, so that two simultaneous presses open one.
    pub(crate) rematching: tokio::sync::Mutex<()>,
    /// Held while a preflight's message is read and changed.
    pub(crate) preflights: tokio::sync::Mutex<()>,
    /// The queue for long work.
    pub(crate) work: fair_queue::FairQueue,
    /// Questions to hosts that are being settled.
    pub(crate) confirming: recent_cache::Cache<Snowflake, ()>,
    /// Interactions already received.
    pub(crate) heard: recent_cache::Cache<u64, ()>,
    /// Direct messages already received.
    pub(crate) read: recent_cache::Cache<u64, ()>,
    /// The time of each person's last edited message, which limits the notices that edits do not count.
    pub(crate) edited: recent_cache::Cache<UserId, UnixMs>,
    /// The forms that people opened last.
    pub(crate) forms: recent_cache::Cache<UserId, crate::hosting::ui::host_panel::Modal>,
    /// Each person's newest command that may mean several matches.
    pub(crate) ambiguous: recent_cache::Cache<UserId, serenity::all::CommandInteraction>,
}

impl Bot {
    /// Returns the host roles of a server.
    pub(crate) async fn host_roles(&self, guild: GuildId) -> Result<Vec<RoleId>, Error> {
        Ok(self.store.settings(guild).await?.host_roles)
    }

    /// Stores the Discord names of people who take a seat or enter a tournament.
    pub(crate) async fn remember_names<'a>(&self, users: impl IntoIterator<Item = &'a User>) -> Result<(), Error> {
        for user in users.into_iter().filter(|user| !user.bot) {
            self.store.keep_username(UserId(user.id.get()), &user.name).await?;
        }
        Ok(())
    }

    /// Records a prompt shown in an answer, and schedules a reconciliation of the player's other copies.
    pub(crate) fn prompt_shown_in_answer(
        self: &Arc<Self>,
        m: MatchId,
        user: UserId,
        spot: EditTarget,
        showing: message_body::ShownPromptContent,
        token: &str,
        at: Snowflake,
    ) {
        let message_body::ShownPromptContent { mark, words, shown } = showing;
        let known = ShownPrompt { spot, user, mark, words, shown, at, ending: false };
        if !self.shown_prompts.keep(m, known, token.to_owned()) {
            return;
        }
        self.dealer.schedule_reconcile(m);
        if matches!(spot, EditTarget::Answer(_)) {
            // The prompt is reconciled once more while its token is valid.
            let bot = Arc::downgrade(self);
            tokio::spawn(async move {
                tokio::time::sleep(crate::messages::ui::ephemeral_registry::COUNTS).await;
                if let Some(bot) = bot.upgrade() {
                    bot.dealer.schedule_reconcile(m);
                }
            });
        }
    }

    /// Records a direct message; returns whether it is new.
    pub(crate) fn is_new_message(&self, message: u64) -> bool {
        self.read.insert(message, ()).is_none()
    }

    /// Records that a person has acted; direct messages that were closed may be open again. Returns whether the person wants to confirm
    /// an order after its last word; the default is yes.
    pub(crate) async fn touch_person(&self, user: UserId) -> bool {
        let known = self.store.person(user).await;
        let confirms = known.as_ref().is_ok_and(|person| person.confirm) || known.is_err();
        let kept = match known {
            Ok(person) if person.dm_closed => self.store.dm_may_be_open(user).await,
            known => known.map(drop),
        };
        if let Err(error) = kept {
            tracing::warn!(%error, "a person's settings could not be read or stored");
        }
        confirms
    }

    /// Records the channel in which a person has written, which takes messages to them.
    pub(crate) async fn touch_dm_channel(&self, user: UserId, channel: ChannelId) {
        self.outgoing.acquaint(user);
        let kept = match self.store.person(user).await {
            Ok(person) if person.dm_closed || person.dm_channel != Some(channel) => {
                self.store.dm_opened(user, channel).await
            }
            known => known.map(drop),
        };
        if let Err(error) = kept {
            tracing::warn!(%error, "a person's settings could not be read or stored");
        }
    }

    /// Writes to a player who has pressed Ready, so that prompts can be sent there. Returns whether their direct messages are closed.
    pub(crate) async fn greet(&self, info: &MatchInfo, user: UserId) -> bool {
        let key = (info.id, user);
        if info.by_button || self.greeted.insert(key, ()).is_some() {
            return false;
        }
        let outcome = self.write_greeting(info, user).await;
        if outcome.is_err() {
            self.greeted.remove(&key);
        }
        let closed = matches!(outcome, Err(SendError::DmClosed));
        if let Err(error) = self.remember_dm(user, outcome.ok(), closed).await {
            tracing::warn!(?error, "a person's settings could not be stored");
        }
        closed
    }

    pub(crate) async fn write_greeting(&self, info: &MatchInfo, user: UserId) -> Result<ChannelId, SendError> {
        let channel = self.outgoing.dm(user).await?;
        let game = info.title();
        let seat = info.seat_of(user).map_or("", |seat| info.contest().seat(seat));
        let orders = games::find(&info.game).map_or(Orders::Both, |game| game.about().orders);
        let asked = match orders {
            Orders::Sealed => "your prompts come here, and only you see them. Answer with the menus or by typing.",
            Orders::Open => {
                "your turns come here and in the channel. If you order in the channel, they come only there. \
                 If no turn follows at the start, your opponent moves first."
            }
            Orders::Both => {
                "your secret prompts come here, and only you see them. Answer with the menus or by typing. Open turns \
                 come here and in the channel. If you order in the channel, they come only there."
            }
        };
        // Before this is read, the lobby may be called off or another person may take the seat.
        let title = info.seat_of(user).map(|seat| info.contest().title(seat)).filter(|title| *title != seat);
        let title = title.map_or_else(String::new, |title| format!(" · {seat}: {title}"));
        let words =
            format!("**You are in: {game}, as the {seat}.**\nWhile you play, {asked}\n-# Match {}{title}", info.id);
        let ways =
            crate::playing::ui::prompt::ways(info.id, &crate::playing::ui::prompt::Place::Dm { away: true, nonce: "" });
        let body = message_body::Body::text(words).rows(vec![CreateActionRow::Buttons(ways)]).once(format!(
            "g{}.{}",
            info.id,
            user.0 % 1_000_000_000_000
        ));
        self.outgoing.send(channel, &body).await?;
        Ok(channel)
    }

    pub(crate) async fn remember_dm(
        &self,
        user: UserId,
        channel: Option<ChannelId>,
        closed: bool,
    ) -> Result<(), Error> {
        match channel {
            Some(channel) => Ok(self.store.dm_opened(user, channel).await?),
            None if closed => Ok(self.store.dm_closed(user).await?),
            None => Ok(()),
        }
    }
}
