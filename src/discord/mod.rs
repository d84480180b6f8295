//! Commands, components and messages on Discord.
//!
//! - Every press and command is answered at once or put off in time; nothing that a person waits for waits for another message.
//! - Rights are checked at every use from what Discord says of the member, never from what a client was shown.
//! - Nothing is kept between a message and the press on it but what its custom id says, and what a host or a player was asked in it, which is
//!   kept in the store.
//! - No token, order, direct message or private choice is ever logged.

mod access;
mod body;
mod budget;
mod cache;
mod card;
mod channel_probe;
mod clients;
mod commands;
mod components;
mod dm_backfill;
mod dm_orders;
mod ephemeral_registry;
mod errands;
mod error;
mod external;
mod fair;
pub mod figures;
mod first;
mod game_draft;
mod gateway;
mod gateway_thread;
mod global_components;
mod health;
mod health_probe;
mod history;
mod host_panel;
mod late;
mod latest_press;
mod lobby;
mod menu;
pub(crate) mod names;
mod order_form;
mod outcome_text;
mod outgoing;
mod panel;
mod picture;
mod plots;
mod preflight;
mod press;
mod press_handlers;
mod rate_limiter;
mod ready;
mod receipts;
mod rematch;
mod render;
mod replay;
mod reply;
mod rest;
mod rest_metrics;
mod review;
mod rights;
mod rules_pages;
mod run;
mod setup;
mod show;
mod source_message;
mod survey;
mod time;
mod tourney;
mod transport;
mod watch;

use std::collections::BTreeMap;
use std::sync::Arc;

use serenity::all::{CreateActionRow, Http, ShardManager, User};
use tokio_util::task::TaskTracker;

pub use components::{Book, CustomId, Press, UnknownId};
pub use error::Error;
pub use health_probe::{Check, Probe};
pub use host_panel::{AtDesk, Form};
pub use rate_limiter::Pace;
pub use run::{Config, Database, Failure, invite_url, run};
pub use survey::{Finding, survey};

use crate::dealer::{
    ChannelId, Dealer, GuildId, Known, MatchId, MatchInfo, ServiceClock, Snowflake, Spot, Undelivered, UnixMs, UserId,
};
use crate::game::{Orders, Overrides};
use crate::games;
use crate::ids::RoleId;
use crate::store::Store;

/// How many direct messages, and how many interactions, are remembered as heard.
const REMEMBERED: usize = 20_000;
/// How many greetings are remembered; one that is not is kept from being sent twice by its nonce.
const GREETINGS: usize = 10_000;
/// How many reviews of matches are remembered.
const REVIEWS: usize = 50;
/// How many replays are remembered, up to 3 MB each.
const REPLAYS: usize = 5;
/// How many people's newest presses are remembered.
const CHOOSERS: usize = 20_000;

/// Everything that answers need; one for a running bot.
pub(crate) struct Bot {
    http: Arc<Http>,
    clients: clients::Clients,
    first_answers: first::FirstAnswers,
    me: serenity::all::UserId,
    /// What the bot is called, for its seat at a table.
    name: String,
    dealer: Dealer,
    store: Store,
    clock: ServiceClock,
    outgoing: Arc<outgoing::Outgoing>,
    drawing: picture::DrawingPool,
    tasks: TaskTracker,
    health: health::Health,
    engines: Arc<crate::dealer::Engines>,
    defaults: BTreeMap<String, Overrides>,
    framework: poise::FrameworkOptions<Arc<Bot>, Error>,
    shards: Arc<ShardManager>,
    /// For what people press and run.
    limiter: rate_limiter::RateLimiter,
    /// For what they write.
    writing: rate_limiter::RateLimiter,
    /// For suggestions, of which every keystroke asks some.
    typing: rate_limiter::RateLimiter,
    /// For pictures that are asked for by going on to choose.
    newest: latest_press::Newest,
    /// What answers have put before players.
    panels: ephemeral_registry::Panels,
    greeted: cache::Cache<(MatchId, UserId), ()>,
    /// What was made of matches that are over, and of which records.
    reviews: cache::Cache<MatchId, (u64, Arc<review::Reviewed>)>,
    replays: cache::Cache<MatchId, Arc<replay::Made>>,
    /// Held while a rematch is opened, so that two who press at once open one.
    rematching: tokio::sync::Mutex<()>,
    /// Held while a preflight's message is read and changed.
    preflights: tokio::sync::Mutex<()>,
    /// Turns at what takes long.
    work: fair::FairQueue,
    /// Questions to hosts that are just being settled.
    confirming: cache::Cache<Snowflake, ()>,
    /// Interactions that have been heard of.
    heard: cache::Cache<u64, ()>,
    /// Direct messages that have been heard of.
    read: cache::Cache<u64, ()>,
    /// When people last changed a direct message, who are told that this does not count.
    edited: cache::Cache<UserId, UnixMs>,
}

impl Bot {
    /// The roles that make hosts in a server.
    async fn host_roles(&self, guild: GuildId) -> Result<Vec<RoleId>, Error> {
        Ok(self.store.settings(guild).await.map_err(Error::fault)?.host_roles)
    }

    /// Keeps Discord's names for people who take a seat or enter a tournament.
    async fn learn<'a>(&self, users: impl IntoIterator<Item = &'a User>) -> Result<(), Error> {
        for user in users.into_iter().filter(|user| !user.bot) {
            self.store.keep_username(UserId(user.id.get()), &user.name).await.map_err(Error::fault)?;
        }
        Ok(())
    }

    /// Records a prompt that an answer has shown to a player; the player's other copies are reconciled.
    fn panel_shown(
        self: &Arc<Self>,
        m: MatchId,
        user: UserId,
        spot: Spot,
        showing: body::Showing,
        token: &str,
        at: Snowflake,
    ) {
        let body::Showing { mark, words, shown } = showing;
        let known = Known { spot, user, mark, words, shown, at, ending: false };
        if !self.panels.keep(m, known, token.to_owned()) {
            return;
        }
        self.dealer.look_over(m);
        if matches!(spot, Spot::Answer(_)) {
            // It is reconciled once more while its token is valid.
            let bot = Arc::downgrade(self);
            tokio::spawn(async move {
                tokio::time::sleep(ephemeral_registry::COUNTS).await;
                if let Some(bot) = bot.upgrade() {
                    bot.dealer.look_over(m);
                }
            });
        }
    }

    /// Whether a direct message is seen for the first time.
    fn first_sight(&self, message: u64) -> bool {
        self.read.insert(message, ()).is_none()
    }

    /// Records that a person has acted: if their direct messages were closed, they may be open now. Tells whether they
    /// want to confirm an order after its last word; the default is yes.
    async fn touch_person(&self, user: UserId) -> bool {
        let known = self.store.person(user).await;
        let confirms = known.as_ref().is_ok_and(|person| person.confirm) || known.is_err();
        let kept = match known {
            Ok(person) if person.dm_closed => self.store.dm_may_be_open(user).await,
            known => known.map(drop),
        };
        if let Err(error) = kept {
            tracing::warn!(%error, "a person's settings could not be read or kept");
        }
        confirms
    }

    /// Records that a person has written: that channel takes messages to them.
    async fn touch_dm_channel(&self, user: UserId, channel: ChannelId) {
        self.outgoing.acquaint(user);
        let kept = match self.store.person(user).await {
            Ok(person) if person.dm_closed || person.dm_channel != Some(channel) => {
                self.store.dm_opened(user, channel).await
            }
            known => known.map(drop),
        };
        if let Err(error) = kept {
            tracing::warn!(%error, "a person's settings could not be read or kept");
        }
    }

    /// Writes to a player who has pressed Ready, so that their prompts can come there; whether their direct messages are closed.
    async fn greet(&self, info: &MatchInfo, user: UserId) -> bool {
        let key = (info.id, user);
        if info.by_button || self.greeted.insert(key, ()).is_some() {
            return false;
        }
        let outcome = self.write_greeting(info, user).await;
        if outcome.is_err() {
            self.greeted.remove(&key);
        }
        let closed = matches!(outcome, Err(Undelivered::DmClosed));
        if let Err(error) = self.remember_dm(user, outcome.ok(), closed).await {
            tracing::warn!(?error, "a person's settings could not be kept");
        }
        closed
    }

    async fn write_greeting(&self, info: &MatchInfo, user: UserId) -> Result<ChannelId, Undelivered> {
        let channel = self.outgoing.dm(user).await?;
        let game = outcome_text::title(&info.game, info.preset.as_deref());
        let seat = info.seat_of(user).map_or("", |seat| info.contest().seat(seat));
        let orders = games::find(&info.game).map_or(Orders::Both, |game| game.about().orders);
        let asked = match orders {
            Orders::Sealed => {
                "what you are asked comes here, and nobody else sees it: answer with the menus or by typing."
            }
            Orders::Open => {
                "you are asked in the channel, in front of everyone: choose there, or type your order here."
            }
            Orders::Both => {
                "what is asked of you alone comes here, and nobody else sees it: answer with the menus or by typing. Turns in front \
                 of everyone are asked in the channel."
            }
        };
        // A lobby may come to nothing after this is read, and somebody else take the seat.
        let words = format!("**Match {} · {game}**: you come in as the {seat}. While you play in it, {asked}", info.id);
        let ways = panel::ways(info.id, &panel::Place::Dm { away: true, nonce: "" });
        let body = body::Body::text(words).rows(vec![CreateActionRow::Buttons(ways)]).once(format!(
            "g{}.{}",
            info.id,
            user.0 % 1_000_000_000_000
        ));
        self.outgoing.send(channel, &body).await?;
        Ok(channel)
    }

    async fn remember_dm(&self, user: UserId, channel: Option<ChannelId>, closed: bool) -> Result<(), Error> {
        match channel {
            Some(channel) => self.store.dm_opened(user, channel).await.map_err(Error::fault),
            None if closed => self.store.dm_closed(user).await.map_err(Error::fault),
            None => Ok(()),
        }
    }
}
