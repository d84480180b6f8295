//! Links into Discord's client.

use serenity::all::{CreateActionRow, CreateButton};

use crate::history::match_info::MatchInfo;
use crate::ids::{ChannelId, GuildId};
use crate::platform::discord::limits;

/// Returns the URL of a channel in Discord's client.
pub fn link(guild: GuildId, channel: ChannelId) -> String {
    match guild {
        GuildId(0) => format!("https://discord.com/channels/@me/{channel}"),
        guild => format!("https://discord.com/channels/{guild}/{channel}"),
    }
}

/// Buttons to the channels of matches; of those that are played in direct messages there is none.
pub fn ways_to(matches: &[MatchInfo]) -> Option<CreateActionRow> {
    let matches = matches.iter().filter(|info| !info.in_dms).take(limits::BUTTONS);
    let button = |info: &MatchInfo| {
        CreateButton::new_link(link(info.guild, info.channel)).label(format!("Go to match {}", info.id))
    };
    let buttons: Vec<_> = matches.map(button).collect();
    (!buttons.is_empty()).then_some(CreateActionRow::Buttons(buttons))
}
