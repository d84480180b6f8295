//! Links into Discord's client.

use crate::ids::{ChannelId, GuildId};

/// Returns the URL of a channel in Discord's client.
pub fn link(guild: GuildId, channel: ChannelId) -> String {
    match guild {
        GuildId(0) => format!("https://discord.com/channels/@me/{channel}"),
        guild => format!("https://discord.com/channels/{guild}/{channel}"),
    }
}
