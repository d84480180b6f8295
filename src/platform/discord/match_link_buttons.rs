//! Buttons that open the channels of matches.

use serenity::all::{CreateActionRow, CreateButton};

use crate::history::match_info::MatchInfo;
use crate::ids::link;
use crate::platform::discord::limits;

/// Buttons to the channels of matches; of those that are played in direct messages there is none.
pub fn match_link_buttons(matches: &[MatchInfo]) -> Option<CreateActionRow> {
    let matches = matches.iter().filter(|info| !info.in_dms).take(limits::BUTTONS);
    let button = |info: &MatchInfo| {
        CreateButton::new_link(link(info.guild, info.channel)).label(format!("Go to match {}", info.id))
    };
    let buttons: Vec<_> = matches.map(button).collect();
    (!buttons.is_empty()).then_some(CreateActionRow::Buttons(buttons))
}
