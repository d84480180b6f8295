//! What Discord tells the bot, each event in a task of its own.
//!
//! An event that comes before the bot is up, or while it stops, is answered with a word where it can be. A panic in an answer ends that
//! answer alone. What was typed while the gateway was gone is read when it is back.

use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use futures::FutureExt as _;
use serenity::all::{Context, EventHandler, FullEvent, Http, Interaction, Message, Ready, ResumedEvent};
use serenity::async_trait;

use super::error::Error;
use super::reply::{Asked, PutOff};
use super::{Bot, presses, typed};
use crate::dealer::{Snowflake, Undelivered, UnixMs};

/// How far before a gap direct messages are read back, in ms.
const READ_BACK_MS: u64 = 10 * 60 * 1_000;
/// How often reading them back is tried.
const TRIES: u32 = 8;

/// Serenity's event handler.
#[derive(Default)]
pub struct Gateway {
    bot: OnceLock<Arc<Bot>>,
    closing: AtomicBool,
}

impl Gateway {
    /// Begins to act on events.
    pub fn open(&self, bot: Arc<Bot>) {
        self.bot.set(bot).ok();
    }

    /// Acts on no event from here on.
    pub fn close(&self) {
        self.closing.store(true, Ordering::Release);
    }

    fn bot(&self) -> Option<&Arc<Bot>> {
        self.bot.get().filter(|_| !self.closing.load(Ordering::Acquire))
    }
}

#[async_trait]
impl EventHandler for Gateway {
    async fn interaction_create(&self, ctx: Context, interaction: Interaction) {
        let Some(bot) = self.bot() else { return away(&ctx.http, &interaction).await };
        bot.clock.learn(Snowflake(interaction.id().get()).ms());
        let answer = guarded(Box::pin(interact(bot, &ctx, &interaction)));
        if !bot.tasks.track_future(answer).await {
            apologise(&bot.http, &interaction).await;
        }
    }

    async fn message(&self, _: Context, message: Message) {
        let Some(bot) = self.bot() else { return };
        if message.guild_id.is_some() || message.author.bot {
            return;
        }
        bot.clock.learn(Snowflake(message.id.get()).ms());
        bot.tasks.track_future(guarded(Box::pin(typed::read(bot, &message)))).await;
    }

    async fn ready(&self, _: Context, ready: Ready) {
        tracing::info!(servers = ready.guilds.len(), "connected to Discord");
        self.connected().await;
    }

    async fn resume(&self, _: Context, _: ResumedEvent) {
        self.connected().await;
    }
}

impl Gateway {
    async fn connected(&self) {
        let Some(bot) = self.bot() else { return };
        bot.tasks.track_future(guarded(catch_up(bot))).await;
    }
}

async fn interact(bot: &Arc<Bot>, ctx: &Context, interaction: &Interaction) {
    match interaction {
        Interaction::Command(_) | Interaction::Autocomplete(_) => {
            let framework = poise::FrameworkContext {
                bot_id: bot.me,
                serenity_context: ctx,
                options: &bot.framework,
                user_data: bot,
                shard_manager: &bot.shards,
            };
            let event = FullEvent::InteractionCreate { interaction: interaction.clone() };
            Box::pin(poise::dispatch_event(framework, event)).await;
        }
        Interaction::Component(press) => Box::pin(presses::pressed(bot, press)).await,
        _ => {}
    }
}

/// Runs to the end, or to a panic; whether it was the end.
async fn guarded(work: impl Future<Output = ()>) -> bool {
    AssertUnwindSafe(work).catch_unwind().await.is_ok()
}

/// Reads what players typed while the gateway was gone.
async fn catch_up(bot: &Arc<Bot>) {
    let well = bot.dealer.away_since().unwrap_or_else(|| bot.clock.now());
    let since = UnixMs(well.0.saturating_sub_unsigned(READ_BACK_MS));
    let users = match bot.dealer.playing_since(since).await {
        Ok(users) => users,
        Err(error) => return tracing::warn!(%error, "direct messages cannot be read back"),
    };
    for user in users {
        let Ok(Some(channel)) = bot.store.person(user).await.map(|person| person.dm_channel) else { continue };
        let mut read = bot.post.read_back(channel, since).await;
        for tried in 1..TRIES {
            if !matches!(read, Err(Undelivered::Again { .. })) {
                break;
            }
            tokio::time::sleep(Duration::from_secs(1 << tried.min(5))).await;
            read = bot.post.read_back(channel, since).await;
        }
        let messages = match read {
            Ok(messages) => messages,
            Err(error) => {
                tracing::warn!(?error, "a player's direct messages cannot be read back");
                continue;
            }
        };
        let answered =
            messages.iter().filter_map(|message| message.message_reference.as_ref()?.message_id).collect::<Vec<_>>();
        for message in messages.iter().filter(|message| !answered.contains(&message.id)) {
            typed::read(bot, message).await;
        }
    }
}

/// Answers while the bot is not up, or no longer.
async fn away(http: &Http, interaction: &Interaction) {
    say(http, interaction, "I am starting or stopping just now; please try again in a few seconds.").await;
}

async fn apologise(http: &Http, interaction: &Interaction) {
    let words = Error::fault("a panic while answering").words();
    say(http, interaction, &words).await;
}

async fn say(http: &Http, interaction: &Interaction, words: &str) {
    let token = match interaction {
        Interaction::Command(command) => &command.token,
        Interaction::Component(press) => &press.token,
        Interaction::Modal(modal) => &modal.token,
        _ => return,
    };
    let asked = Asked { http, id: interaction.id(), token };
    let words = async { Err(Error::refused(words)) };
    asked.answer(PutOff::Message, words).await;
}
