//! The bot's missing permissions for the server's settings.

use std::time::Duration;

use futures::future::join_all;
use serenity::all::{Member, PartialGuild, Permissions};

use crate::ids::{ChannelId, GuildId};
use crate::people::store::server_settings::{MatchPlace, Settings};
use crate::platform::discord::Bot;
use crate::platform::discord::bot_permissions::{RESULTS, SHOWING, THREADS, missing};
use crate::platform::discord::bot_permissions::{hears, held_everywhere};
use crate::platform::discord::reply::look_up;
use crate::setup::ui::Page;
use crate::setup::ui::channel_permissions::{ChannelError, ServerChannel};

/// The most match channels checked.
const LOOKED_AT: usize = 5;
/// The time limit for all checks together. After it, no missing permission is reported.
const WITHIN: Duration = Duration::from_secs(2);

/// The bot's missing permissions.
#[derive(Clone, Debug, Default)]
pub struct MissingPermissions {
    /// One sentence for each problem.
    pub words: Vec<String>,
    /// Whether mentions of the role to notify have no effect.
    pub unheard: bool,
}

impl MissingPermissions {
    /// Returns the sentences as lines of a message.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        self.words.iter().map(|words| format!("- ⚠️ {words}"))
    }
}

/// Returns the missing permissions for a page of the panel; none if Discord does not answer in time.
pub async fn lacking(bot: &Bot, guild: GuildId, settings: &Settings, page: &Page) -> MissingPermissions {
    let look = async {
        let Some(server) = Server::of(bot, guild).await else { return MissingPermissions::default() };
        let shows = |one: Page| matches!(page, Page::All | Page::ToDo) || *page == one;
        let (threads, around, watching) = tokio::join!(
            server.threads(settings, shows(Page::Places)),
            server.around(settings, shows(Page::Around)),
            server.watching(settings, shows(Page::Watching)),
        );
        let words = threads.into_iter().chain(around.words).chain(watching).collect();
        MissingPermissions { words, unheard: around.unheard }
    };
    tokio::time::timeout(WITHIN, look).await.unwrap_or_default()
}

/// A server, and the bot as its member.
struct Server<'b> {
    bot: &'b Bot,
    guild: PartialGuild,
    me: Member,
}

impl<'b> Server<'b> {
    async fn of(bot: &'b Bot, guild: GuildId) -> Option<Self> {
        let found = look_up(bot.http.get_guild(guild.0.into()));
        let (guild, me) = tokio::join!(found, look_up(bot.http.get_member(guild.0.into(), bot.me)));
        Some(Self { bot, guild: guild.ok()?, me: me.ok()? })
    }

    async fn threads(&self, settings: &Settings, shown: bool) -> Vec<String> {
        let looked_at = if shown && settings.match_place == MatchPlace::Thread { LOOKED_AT } else { 0 };
        let channels = settings.channels.iter().take(looked_at);
        let lacks = channels.map(|channel| self.in_channel(*channel, THREADS));
        join_all(lacks).await.into_iter().filter_map(|(lacks, _)| lacks).collect()
    }

    async fn around(&self, settings: &Settings, shown: bool) -> MissingPermissions {
        let mut lacks = MissingPermissions::default();
        if !shown {
            return lacks;
        }
        if let Some(channel) = settings.results {
            lacks.words.extend(self.in_channel(channel, RESULTS).await.0);
        }
        let held = held_everywhere(&self.guild, self.me.roles.iter().copied());
        if let Some(role) = settings.notify_role
            && !hears(&self.guild, held, role)
        {
            lacks.unheard = true;
            lacks.words.push(format!(
                "My mention of <@&{role}> notifies nobody: let anyone mention that role, or give me Mention Everyone."
            ));
        }
        if settings.calendar && !held.administrator() && !held.contains(Permissions::CREATE_EVENTS) {
            let words = "I need the permission Create Events to put matches into the calendar.";
            lacks.words.push(words.to_owned());
        }
        lacks
    }

    async fn watching(&self, settings: &Settings, shown: bool) -> Vec<String> {
        let channels = [settings.spectators, settings.commentators].into_iter().flatten().filter(|_| shown);
        let looks = channels.map(|channel| async move {
            let (lacks, open) = self.in_channel(channel, SHOWING).await;
            let open = open.then(|| {
                format!("Everyone can read <#{channel}>, including players, so their matches are not shown there. Let in only those who watch.")
            });
            lacks.into_iter().chain(open).collect::<Vec<_>>()
        });
        join_all(looks).await.into_iter().flatten().collect()
    }

    /// Returns the bot's missing permissions in a channel as a sentence, and whether `@everyone` can see the channel.
    async fn in_channel(&self, channel: ChannelId, needed: Permissions) -> (Option<String>, bool) {
        let place = match ServerChannel::find_in(self.bot, &self.guild, channel).await {
            Ok(place) => place,
            Err(ChannelError::Unknown(_)) => return (None, false),
            Err(ChannelError::Closed | ChannelError::Elsewhere) => {
                return (
                    Some(format!("I cannot see <#{channel}>. Let me into it, or choose another if it was deleted.")),
                    false,
                );
            }
        };
        let missing = missing(needed, place.held_by_itself(&self.me));
        let lacks =
            (!missing.is_empty()).then(|| format!("I need these permissions in <#{channel}>: {}.", missing.join(", ")));
        (lacks, place.is_open_to_all())
    }
}
