//! What Discord tells the bot, each event in a task of its own.
//!
//! An event that comes before the bot is up, or while it stops, is answered with a word where it can be. A panic in an answer ends that
//! answer alone. What was typed while the gateway was gone is read when it is back.

use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use futures::FutureExt as _;
use futures::future::join_all;
use serde_json::json;
use serenity::all::{
    Context, EventHandler, FullEvent, Guild, GuildChannel, GuildMemberUpdateEvent, Http, Interaction, Member, Message,
    RatelimitInfo, Ready, ResumedEvent, Role,
};
use serenity::async_trait;

use super::body::Body;
use super::budget::Urgency;
use super::error::Error;
use super::pace::{Admitted, too_fast, too_many_words};
use super::picture::Easel;
use super::reply::{Asked, PutOff, within};
use super::{Bot, presses, tally, typed};
use crate::dealer::{GuildId, Snowflake, Undelivered, UnixMs, UserId};

/// How far before a gap direct messages are read back, in ms.
const READ_BACK_MS: u64 = 10 * 60 * 1_000;
/// How often reading them back is tried.
const TRIES: u32 = 8;

/// How many people's direct messages are read back at a time.
const READERS: usize = 8;

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
        let http = bot.line.answering();
        let ctx = Context { http: Arc::clone(&http), ..ctx };
        let answer = guarded(Box::pin(interact(bot, &ctx, &interaction)));
        if !bot.tasks.track_future(answer).await {
            apologise(&http, &interaction).await;
        }
    }

    async fn message(&self, _: Context, message: Message) {
        let Some(bot) = self.bot() else { return };
        if message.guild_id.is_some() || message.author.bot {
            return;
        }
        bot.clock.learn(Snowflake(message.id.get()).ms());
        let reading = async {
            let Admitted::No { first } = bot.writing.admit(UserId(message.author.id.get())) else {
                return typed::read(bot, &message).await;
            };
            // What is left out stays so when direct messages are read back.
            if bot.first_sight(message.id.get()) && first {
                typed::reply(bot, &message, Body::text(too_many_words().words())).await;
            }
        };
        bot.tasks.track_future(guarded(Box::pin(reading))).await;
    }

    async fn ready(&self, _: Context, ready: Ready) {
        tracing::info!(servers = ready.guilds.len(), "connected to Discord");
        tally::connected("anew");
        self.connected().await;
    }

    async fn channel_update(&self, _: Context, _: Option<GuildChannel>, channel: GuildChannel) {
        self.rights_changed(channel.guild_id).await;
    }

    async fn guild_role_update(&self, _: Context, _: Option<Role>, role: Role) {
        self.rights_changed(role.guild_id).await;
    }

    async fn guild_create(&self, _: Context, guild: Guild, _: Option<bool>) {
        self.rights_changed(guild.id).await;
    }

    async fn guild_member_update(
        &self,
        _: Context,
        _: Option<Member>,
        _: Option<Member>,
        update: GuildMemberUpdateEvent,
    ) {
        // Without a privileged intent these are about the bot alone.
        self.rights_changed(update.guild_id).await;
    }

    async fn ratelimit(&self, limit: RatelimitInfo) {
        tally::held_back(limit.global);
    }

    async fn resume(&self, _: Context, _: ResumedEvent) {
        tally::connected("resumed");
        self.connected().await;
    }
}

impl Gateway {
    async fn rights_changed(&self, guild: serenity::all::GuildId) {
        if let Some(bot) = self.bot() {
            bot.dealer.rights_changed(GuildId(guild.get())).await;
        }
    }

    async fn connected(&self) {
        let Some(bot) = self.bot() else { return };
        bot.tasks.track_future(guarded(catch_up(bot))).await;
    }
}

async fn interact(bot: &Arc<Bot>, ctx: &Context, interaction: &Interaction) {
    if !admitted(bot, &ctx.http, interaction).await {
        return;
    }
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
        Interaction::Component(press) => Box::pin(presses::pressed(bot, &ctx.http, press)).await,
        Interaction::Modal(_) => {
            say(&ctx.http, interaction, "That form is none of mine; use the newest message.").await;
        }
        _ => {}
    }
}

/// Whether there is any of its sender's allowance left; if not, that is the answer.
async fn admitted(bot: &Bot, http: &Http, interaction: &Interaction) -> bool {
    let (turnstile, user) = match interaction {
        Interaction::Command(command) => (&bot.turnstile, command.user.id),
        Interaction::Component(press) => (&bot.turnstile, press.user.id),
        Interaction::Modal(modal) => (&bot.turnstile, modal.user.id),
        Interaction::Autocomplete(typing) => (&bot.typing, typing.user.id),
        _ => return true,
    };
    if turnstile.admit(UserId(user.get())) == Admitted::Yes {
        return true;
    }
    turnstile
        .refusing(async {
            match interaction {
                Interaction::Autocomplete(typing) => {
                    let none = json!({"type": 8, "data": {"choices": []}});
                    let sent = http.create_interaction_response(typing.id, &typing.token, &none, Vec::new());
                    // Suggestions are not missed by whoever types that fast.
                    drop(within("callback", sent).await);
                }
                _ => say(http, interaction, &too_fast().words()).await,
            }
        })
        .await;
    false
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
    for some in users.chunks(READERS) {
        let reading = some.iter().map(|user| bot.tasks.spawn(catch_up_with(Arc::clone(bot), *user, since)));
        join_all(reading).await;
    }
}

async fn catch_up_with(bot: Arc<Bot>, user: UserId, since: UnixMs) {
    let Ok(Some(channel)) = bot.store.person(user).await.map(|person| person.dm_channel) else { return };
    let mut read = bot.post.read_back(channel, since, Urgency::Reading).await;
    for tried in 1..TRIES {
        if !matches!(read, Err(Undelivered::Again { .. })) {
            break;
        }
        tokio::time::sleep(Duration::from_secs(1 << tried.min(5))).await;
        read = bot.post.read_back(channel, since, Urgency::Reading).await;
    }
    let messages: Vec<Message> = match read {
        Ok(messages) => messages.into_iter().filter_map(|message| serde_json::from_value(message).ok()),
        Err(error) => return tracing::warn!(?error, "a person's direct messages cannot be read back"),
    }
    .collect();
    let answered =
        messages.iter().filter_map(|message| message.message_reference.as_ref()?.message_id).collect::<Vec<_>>();
    for message in messages.iter().filter(|message| !answered.contains(&message.id)) {
        typed::read(&bot, message).await;
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
    let easel = Easel::default();
    let asked = Asked::new(http, interaction.id(), token, &easel, None);
    let words = async { Err(Error::refused(words)) };
    asked.answer(PutOff::Message, words).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_ends_what_it_happened_in_and_nothing_else() {
        assert!(guarded(async {}).await);
        assert!(!guarded(async { panic!("a fault in an answer") }).await);
    }
}
