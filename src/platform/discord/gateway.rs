//! Handlers of gateway events, each in a separate task.
//!
//! An interaction that arrives before the bot is up, or while it stops, gets a short answer. A panic in an answer ends that answer alone.
//! An event that is delivered twice is handled once. Messages sent during a gap are read back afterwards, unless Discord delivers them.

use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use futures::FutureExt as _;
use serde_json::json;
use serenity::all::{
    ChannelId, Context, EventHandler, FullEvent, Guild, GuildChannel, GuildMemberUpdateEvent, Http, Interaction,
    Member, Message, MessageUpdateEvent, PartialGuildChannel, RatelimitInfo, Ready, ResumedEvent, Role,
};
use serenity::async_trait;

use crate::hosting::ui::host_panel;
use crate::ids::{GuildId, MessageId, Snowflake, UserId};
use crate::lobby::ui::terms_form;
use crate::platform::discord::custom_id::read_id;
use crate::platform::discord::error::Error;
use crate::platform::discord::match_press_ids::MatchPressId;
use crate::platform::discord::message_body::Body;
use crate::platform::discord::rate_limiter::{DmDecision, too_fast, too_many_words};
use crate::platform::discord::timeout::within;
use crate::platform::discord::{
    Bot, ambiguous_command_menu, dm_backfill, dm_orders, missed_deletions, press_handlers, reply, traffic_metrics,
};
use crate::setup::ui as setup;

/// Serenity's event handler.
#[derive(Default)]
pub struct Gateway {
    bot: OnceLock<Arc<Bot>>,
    closing: AtomicBool,
}

impl Gateway {
    /// Begins to handle events.
    pub fn open(&self, bot: Arc<Bot>) {
        self.bot.set(bot).ok();
    }

    /// Stops handling events.
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
        let Some(bot) = self.bot() else { return answer_unavailable(&ctx.http, &interaction).await };
        // After a short gap Discord may deliver an event again.
        let stamp = Snowflake(interaction.id().get());
        if bot.heard.insert(stamp.0, ()).is_some() {
            return;
        }
        bot.clock.learn(stamp.ms());
        let interaction = ambiguous_command_menu::chosen(bot, interaction);
        let _expected = timed_author(&interaction).map(|user| bot.dealer.expect(user, stamp));
        let http = bot.clients.answering();
        let ctx = Context { http: Arc::clone(&http), ..ctx };
        let answer = guarded(Box::pin(interact(bot, &ctx, &interaction)));
        if !bot.tasks.track_future(answer).await {
            apologise(&http, &interaction).await;
        }
    }

    async fn message(&self, _: Context, message: Message) {
        let Some(bot) = self.bot() else { return };
        if message.guild_id.is_some() || message.author.bot || !bot.is_new_message(message.id.get()) {
            return;
        }
        let (user, stamp) = (UserId(message.author.id.get()), Snowflake(message.id.get()));
        bot.clock.learn(stamp.ms());
        let mut turn = bot.writing.turn(user, stamp, stamp.ms());
        // No match waits for a message that waits for its turn.
        let way = (turn == DmDecision::Now).then(|| bot.dealer.expect(user, stamp));
        let reading = async {
            while let DmDecision::At(time) = turn {
                bot.clock.until(time).await;
                turn = bot.writing.turn(user, stamp, time);
            }
            let DmDecision::Skipped { first } = turn else { return dm_orders::read(bot, &message, way).await };
            // A skipped message is skipped again when messages are read back; its sender is notified once that is certain.
            match bot.store.ignore_dms(&[MessageId(stamp.0)]).await {
                Ok(()) if first => dm_orders::reply(bot, &message, Body::text(too_many_words().words())).await,
                Ok(()) => {}
                Err(error) => tracing::error!(%error, "a skipped direct message cannot be recorded"),
            }
        };
        bot.tasks.track_future(guarded(Box::pin(reading))).await;
    }

    async fn message_update(&self, _: Context, _: Option<Message>, _: Option<Message>, update: MessageUpdateEvent) {
        let (Some(bot), Some(author)) = (self.bot(), &update.author) else { return };
        // A preview of a link is no edit.
        if update.guild_id.is_some() || author.bot || update.edited_timestamp.is_none() {
            return;
        }
        let edited = dm_orders::edited(bot, UserId(author.id.get()), update.channel_id, update.id);
        bot.tasks.track_future(guarded(Box::pin(edited))).await;
    }

    async fn ready(&self, _: Context, ready: Ready) {
        // Direct messages come to shard 0 only.
        let session = self
            .bot()
            .filter(|_| ready.shard.is_none_or(|shard| shard.id.0 == 0))
            .map(|bot| bot.dealer.begin_session());
        if let Some(bot) = self.bot() {
            // The session is open before events count, so the messages to read back are known.
            bot.connectivity.count(ready.shard.map_or(1, |shard| shard.total));
        }
        tracing::info!(servers = ready.guilds.len(), "connected to Discord");
        traffic_metrics::connected("new");
        let (Some(bot), Some(session)) = (self.bot(), session) else { return };
        let both = async {
            tokio::join!(dm_backfill::catch_up(bot, session), missed_deletions::probe(bot, session));
        };
        bot.tasks.track_future(guarded(both)).await;
    }

    async fn resume(&self, _: Context, _: ResumedEvent) {
        // Discord has delivered the missed events before this one.
        traffic_metrics::connected("resumed");
    }

    async fn channel_delete(&self, _: Context, channel: GuildChannel, _: Option<Vec<Message>>) {
        self.deleted(channel.id).await;
    }

    async fn thread_delete(&self, _: Context, thread: PartialGuildChannel, _: Option<GuildChannel>) {
        self.deleted(thread.id).await;
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
        // Without a privileged intent these events are about the bot alone.
        self.rights_changed(update.guild_id).await;
    }

    async fn ratelimit(&self, limit: RatelimitInfo) {
        traffic_metrics::held_back(limit.global);
    }
}

/// The author of an interaction, if it is judged by its timestamp.
fn timed_author(interaction: &Interaction) -> Option<UserId> {
    let user = match interaction {
        Interaction::Command(command) if matches!(command.data.name.as_str(), "order" | "host") => &command.user,
        Interaction::Component(press)
            if read_id::<MatchPressId>(&press.data.custom_id).is_ok_and(|id| id.press.is_timed()) =>
        {
            &press.user
        }
        _ => return None,
    };
    Some(UserId(user.id.get()))
}

impl Gateway {
    async fn deleted(&self, channel: ChannelId) {
        if let Some(bot) = self.bot() {
            bot.dealer.channel_deleted(crate::ids::ChannelId(channel.get())).await;
        }
    }

    async fn rights_changed(&self, guild: serenity::all::GuildId) {
        if let Some(bot) = self.bot() {
            bot.dealer.rights_changed(GuildId(guild.get())).await;
        }
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
        Interaction::Component(press) => Box::pin(press_handlers::pressed(bot, &ctx.http, press)).await,
        Interaction::Modal(form) if setup::is_ours(&form.data.custom_id) => {
            Box::pin(setup::submitted(bot, &ctx.http, form)).await;
        }
        Interaction::Modal(form) if let Some(of) = terms_form::parse_terms_form(&form.data.custom_id) => {
            Box::pin(terms_form::submitted(bot, &ctx.http, form, of)).await;
        }
        Interaction::Modal(form) if crate::platform::discord::edit_command::is_ours(&form.data.custom_id) => {
            say(&ctx.http, interaction, &crate::platform::discord::kept_command::forgotten().words()).await;
        }
        Interaction::Modal(form) => Box::pin(host_panel::submitted(bot, &ctx.http, form)).await,
        _ => {}
    }
}

/// Whether the sender has any allowance left; answers with a refusal if not.
async fn admitted(bot: &Bot, http: &Http, interaction: &Interaction) -> bool {
    let (limiter, user) = match interaction {
        Interaction::Command(command) => (&bot.limiter, command.user.id),
        Interaction::Component(press) => (&bot.limiter, press.user.id),
        Interaction::Modal(modal) => (&bot.limiter, modal.user.id),
        Interaction::Autocomplete(typing) => (&bot.typing, typing.user.id),
        _ => return true,
    };
    if limiter.admit(UserId(user.get()), Snowflake(interaction.id().get()).ms()) {
        return true;
    }
    limiter
        .refusing(async {
            match interaction {
                Interaction::Autocomplete(typing) => {
                    let none = json!({"type": 8, "data": {"choices": []}});
                    let sent = http.create_interaction_response(typing.id, &typing.token, &none, Vec::new());
                    // A failure does not matter: a fast typist does not miss the suggestions.
                    drop(within("callback", sent).await);
                }
                _ => say(http, interaction, &too_fast().words()).await,
            }
        })
        .await;
    false
}

/// Runs work to its end or to a panic; returns whether it reached its end.
async fn guarded(work: impl Future<Output = ()>) -> bool {
    AssertUnwindSafe(work).catch_unwind().await.is_ok()
}

/// Answers while the bot is starting or stopping.
async fn answer_unavailable(http: &Http, interaction: &Interaction) {
    say(http, interaction, "I am starting or stopping just now. Please try again in a few seconds.").await;
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
    reply::say(http, interaction.id(), token, words).await;
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
