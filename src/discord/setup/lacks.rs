//! What the bot lacks for what was just set, said while somebody is there who can give it.

use serenity::all::{PartialGuild, Permissions};

use super::super::Bot;
use super::super::access::Place;
use super::super::reply::look_up;
use super::super::watch::SHOWING;
use crate::ids::{ChannelId, GuildId, RoleId};
use crate::store::{Setting, Settings, Stands};

/// How many channels are looked at.
const LOOKED_AT: usize = 5;

/// What is needed to post results.
pub const RESULTS: [(Permissions, &str); 4] = [
    (Permissions::VIEW_CHANNEL, "View Channel"),
    (Permissions::SEND_MESSAGES, "Send Messages"),
    (Permissions::EMBED_LINKS, "Embed Links"),
    (Permissions::READ_MESSAGE_HISTORY, "Read Message History"),
];

/// What the bot lacks for a setting that was made, a sentence each; nothing where Discord does not say.
pub async fn lacking(bot: &Bot, guild: GuildId, setting: &Setting, settings: &Settings) -> Vec<String> {
    match setting {
        Setting::Results(Some(channel)) => in_channel(bot, guild, *channel, &RESULTS).await.into_iter().collect(),
        Setting::Spectators(Some(channel)) | Setting::Commentators(Some(channel)) => {
            let lacks = in_channel(bot, guild, *channel, &SHOWING).await;
            let open = open_to_all(bot, guild, *channel).await.then(|| {
                format!("Everyone can read <#{channel}>, players too, and then their matches are not shown there: let only those in who are to watch.")
            });
            lacks.into_iter().chain(open).collect()
        }
        Setting::Stands(Stands::Thread) | Setting::Channels(_) if settings.stands == Stands::Thread => {
            let mut lacking = Vec::new();
            for channel in settings.channels.iter().take(LOOKED_AT) {
                lacking.extend(in_channel(bot, guild, *channel, &super::super::access::THREADS).await);
            }
            lacking
        }
        Setting::Calendar(true) => {
            let words = "I need the permission Create Events before anything can be put into the calendar.";
            let held = everywhere(bot, guild).await.map(|(_, held)| held);
            let lacks = held.is_some_and(|held| !held.administrator() && !held.contains(Permissions::CREATE_EVENTS));
            lacks.then(|| words.to_owned()).into_iter().collect()
        }
        Setting::Called(Some(role)) => not_heard(bot, guild, *role).await.into_iter().collect(),
        _ => Vec::new(),
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

async fn everywhere(bot: &Bot, guild: GuildId) -> Option<(PartialGuild, Permissions)> {
    let found = look_up(bot.http.get_guild(guild.0.into())).await.ok()?;
    let me = look_up(bot.http.get_member(guild.0.into(), bot.me)).await.ok()?;
    let everyone = found.roles.get(&found.id.everyone_role()).map_or(Permissions::empty(), |role| role.permissions);
    let held = me.roles.iter().filter_map(|role| found.roles.get(role));
    let held = held.fold(everyone, |all, role| all | role.permissions);
    Some((found, held))
}

/// That a mention of a role would notify nobody.
async fn not_heard(bot: &Bot, guild: GuildId, role: RoleId) -> Option<String> {
    let (found, held) = everywhere(bot, guild).await?;
    let heard = found.roles.get(&role.0.into())?.mentionable;
    (!heard && !held.administrator() && !held.contains(Permissions::MENTION_EVERYONE)).then(|| {
        format!("My mention of <@&{role}> notifies nobody: let anyone mention that role, or give me Mention Everyone.")
    })
}
