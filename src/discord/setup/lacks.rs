//! What the bot lacks for what is set, said to whoever looks at it for as long as it is so.

use serenity::all::{Member, PartialGuild, Permissions};

use super::super::Bot;
use super::super::access::Place;
use super::super::reply::look_up;
use super::super::survey::hears;
use super::super::watch::SHOWING;
use super::Page;
use crate::ids::{ChannelId, GuildId};
use crate::store::{Settings, Stands};

/// How many channels are looked at.
const LOOKED_AT: usize = 5;

/// What is needed to post results.
pub const RESULTS: [(Permissions, &str); 4] = [
    (Permissions::VIEW_CHANNEL, "View Channel"),
    (Permissions::SEND_MESSAGES, "Send Messages"),
    (Permissions::EMBED_LINKS, "Embed Links"),
    (Permissions::READ_MESSAGE_HISTORY, "Read Message History"),
];

/// What the bot lacks for what is set.
#[derive(Clone, Debug, Default)]
pub struct Lacks {
    /// A sentence each.
    pub words: Vec<String>,
    /// Whether the role that is to be notified is not.
    pub unheard: bool,
}

/// What the bot lacks for what a page of the panel shows; nothing where Discord does not say.
pub async fn lacking(bot: &Bot, guild: GuildId, settings: &Settings, page: &Page) -> Lacks {
    let (all, mut lacks) = (*page == Page::All, Lacks::default());
    if all || *page == Page::Places {
        lacks.words.extend(for_threads(bot, guild, settings).await);
    }
    if all || *page == Page::Around {
        lacks.around(bot, guild, settings).await;
    }
    if all || *page == Page::Watching {
        for channel in [settings.spectators, settings.commentators].into_iter().flatten() {
            lacks.words.extend(in_channel(bot, guild, channel, &SHOWING).await);
            if open_to_all(bot, guild, channel).await {
                lacks.words.push(format!("Everyone can read <#{channel}>, players too, and then their matches are not shown there: let only those in who are to watch."));
            }
        }
    }
    lacks
}

async fn for_threads(bot: &Bot, guild: GuildId, settings: &Settings) -> Vec<String> {
    let mut lacking = Vec::new();
    if settings.stands == Stands::Thread {
        for channel in settings.channels.iter().take(LOOKED_AT) {
            lacking.extend(in_channel(bot, guild, *channel, &super::super::access::THREADS).await);
        }
    }
    lacking
}

impl Lacks {
    /// It as lines of a message.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        self.words.iter().map(|words| format!("- ⚠️ {words}"))
    }

    async fn around(&mut self, bot: &Bot, guild: GuildId, settings: &Settings) {
        if let Some(channel) = settings.results {
            self.words.extend(in_channel(bot, guild, channel, &RESULTS).await);
        }
        if settings.called.is_none() && !settings.calendar {
            return;
        }
        let Some((found, me)) = in_guild(bot, guild).await else { return };
        if let Some(role) = settings.called
            && !hears(&found, me.roles.iter().copied(), role)
        {
            self.unheard = true;
            self.words.push(format!(
                "My mention of <@&{role}> notifies nobody: let anyone mention that role, or give me Mention Everyone."
            ));
        }
        let held = held(&found, &me);
        if settings.calendar && !held.administrator() && !held.contains(Permissions::CREATE_EVENTS) {
            let words = "I need the permission Create Events before anything can be put into the calendar.";
            self.words.push(words.to_owned());
        }
    }
}

/// What the bot lacks in a channel, in a sentence.
async fn in_channel(bot: &Bot, guild: GuildId, channel: ChannelId, needed: &[(Permissions, &str)]) -> Option<String> {
    let Ok(place) = Place::find(bot, guild, channel).await else {
        return Some(format!("I cannot see <#{channel}>; let me into it."));
    };
    let held = place.held_by_bot(bot).await.ok()?;
    let missing: Vec<_> = needed.iter().filter(|(needed, _)| !held.contains(*needed)).map(|(_, name)| *name).collect();
    (!missing.is_empty() && !held.administrator())
        .then(|| format!("I need these permissions in <#{channel}>: {}.", missing.join(", ")))
}

/// Whether a channel can be read by whoever is in the server, as far as Discord says.
async fn open_to_all(bot: &Bot, guild: GuildId, channel: ChannelId) -> bool {
    match Place::find(bot, guild, channel).await {
        Ok(place) => place.is_open_to_all(),
        Err(_) => false,
    }
}

async fn in_guild(bot: &Bot, guild: GuildId) -> Option<(PartialGuild, Member)> {
    let found = look_up(bot.http.get_guild(guild.0.into())).await.ok()?;
    let me = look_up(bot.http.get_member(guild.0.into(), bot.me)).await.ok()?;
    Some((found, me))
}

fn held(guild: &PartialGuild, me: &Member) -> Permissions {
    let roles = me.roles.iter().copied().chain([guild.id.everyone_role()]);
    let roles = roles.filter_map(|role| guild.roles.get(&role));
    roles.fold(Permissions::empty(), |all, role| all | role.permissions)
}
