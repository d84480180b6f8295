//! The bot's permissions: common sets, those held in a place, and those missing.

use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;
use serenity::all::{GuildChannel, Member, PartialGuild, Permissions};

use crate::ids::{ChannelId, GuildId, RoleId};
use crate::messages::transport::SendError;
use crate::platform::discord::rest_client::RestClient;

/// For a match's thread.
pub(crate) const THREADS: Permissions = Permissions::CREATE_PUBLIC_THREADS.union(Permissions::SEND_MESSAGES_IN_THREADS);
/// For a result card; its picture is optional.
pub(crate) const RESULTS: Permissions = Permissions::VIEW_CHANNEL
    .union(Permissions::SEND_MESSAGES)
    .union(Permissions::EMBED_LINKS)
    .union(Permissions::READ_MESSAGE_HISTORY);
/// For showing a match in a channel.
pub(crate) const SHOWING: Permissions = RESULTS.union(Permissions::ATTACH_FILES);
/// The permissions that the bot requires in a server.
pub(crate) const NEEDED: Permissions = SHOWING.union(Permissions::SEND_MESSAGES_IN_THREADS);

/// Returns the permissions for writing in a channel or thread.
pub(crate) const fn writing(thread: bool) -> Permissions {
    if thread { Permissions::SEND_MESSAGES_IN_THREADS } else { Permissions::SEND_MESSAGES }
}

/// Returns the permissions for playing a match in a channel or thread.
pub(crate) const fn playing(thread: bool) -> Permissions {
    SHOWING.difference(Permissions::SEND_MESSAGES).union(writing(thread))
}

/// Returns the names of the needed permissions that are not held.
pub(crate) fn missing(needed: Permissions, held: Permissions) -> Vec<&'static str> {
    if held.administrator() { Vec::new() } else { (needed - held).get_permission_names() }
}

/// Computes a member's permissions in a channel from Discord's answers.
pub(crate) fn held_in(channel: &Value, guild: Value, mut member: Value) -> Result<Permissions, serde_json::Error> {
    member["guild_id"] = channel["guild_id"].clone();
    let (channel, member) = (GuildChannel::deserialize(channel)?, serde_json::from_value::<Member>(member)?);
    Ok(serde_json::from_value::<PartialGuild>(guild)?.user_permissions_in(&channel, &member))
}

/// Returns the names of the permissions that the bot lacks in a channel; `None` if it lacks none or Discord does not say.
pub(crate) async fn lacking(api: &RestClient, channel: ChannelId, needed: Permissions) -> Option<String> {
    let channel = match api.get("survey", &format!("/channels/{channel}")).await {
        Ok(channel) => channel,
        Err(SendError::Forbidden { why }) if why.starts_with("403") => {
            return lacks(Permissions::VIEW_CHANNEL, Permissions::empty());
        }
        Err(_) => return None,
    };
    let server = channel["guild_id"].as_str()?;
    let guild = api.get("survey", &format!("/guilds/{server}")).await.ok()?;
    let me = api.get("survey", "/users/@me").await.ok()?;
    let member = api.get("survey", &format!("/guilds/{server}/members/{}", me["id"].as_str()?)).await.ok()?;
    lacks(needed, held_in(&channel, guild, member).ok()?)
}

/// The longest wait for a role check that delays a message.
const ROLE_WITHIN: Duration = Duration::from_secs(3);

/// Whether the bot's mention of a role notifies anybody; `None` if Discord does not say in time.
pub(crate) async fn is_heard(api: &RestClient, guild: GuildId, role: RoleId) -> Option<bool> {
    tokio::time::timeout(ROLE_WITHIN, heard(api, guild, role)).await.ok().flatten()
}

async fn heard(api: &RestClient, guild: GuildId, role: RoleId) -> Option<bool> {
    let found = api.get("survey", &format!("/guilds/{guild}")).await.ok()?;
    let found: PartialGuild = serde_json::from_value(found).ok()?;
    let me = api.get("survey", "/users/@me").await.ok()?;
    let member = api.get("survey", &format!("/guilds/{guild}/members/{}", me["id"].as_str()?)).await.ok()?;
    let held = member["roles"].as_array()?.iter().filter_map(|id| id.as_str()?.parse::<u64>().ok());
    Some(hears(&found, held_everywhere(&found, held.map(Into::into)), role))
}

/// Returns the server-wide permissions of these roles and of everyone.
pub(crate) fn held_everywhere(guild: &PartialGuild, roles: impl Iterator<Item = serenity::all::RoleId>) -> Permissions {
    let roles = roles.chain([guild.id.everyone_role()]).filter_map(|id| guild.roles.get(&id));
    roles.fold(Permissions::empty(), |all, role| all | role.permissions)
}

/// Whether a member with these permissions notifies anybody by mentioning the role.
pub(crate) fn hears(guild: &PartialGuild, held: Permissions, role: RoleId) -> bool {
    let mentionable = guild.roles.get(&role.0.into()).is_some_and(|role| role.mentionable);
    mentionable || held.administrator() || held.contains(Permissions::MENTION_EVERYONE)
}

/// Returns the names of the missing permissions, if any are missing.
pub(crate) fn lacks(needed: Permissions, held: Permissions) -> Option<String> {
    Some(missing(needed, held)).filter(|missing| !missing.is_empty()).map(|missing| missing.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named() {
        assert_eq!(lacks(NEEDED, NEEDED), None);
        assert_eq!(lacks(NEEDED, Permissions::ADMINISTRATOR), None);
        assert_eq!(lacks(NEEDED, NEEDED - Permissions::ATTACH_FILES).unwrap(), "Attach Files");
    }
}
