//! Presses on a game draft's messages.

use std::sync::Arc;

use serenity::all::{ComponentInteraction, ComponentInteractionDataKind};

use crate::game_draft::GameDraftAction;
use crate::game_draft::ui::game_draft::{AtDraft, DraftPress, passed, shown};
use crate::ids::{MessageId, Snowflake};
use crate::platform::discord::Bot;
use crate::platform::discord::acting_member::ActingMember;
use crate::platform::discord::error::Error;
use crate::platform::discord::reply::Reply;

/// Answers a press.
pub async fn pressed(bot: &Arc<Bot>, press: &ComponentInteraction, at: AtDraft) -> Result<Reply, Error> {
    let AtDraft { id, press: what } = at;
    let stamp = Snowflake(press.id.get());
    let actor = ActingMember::new(press.user.id, press.member.as_ref());
    bot.outgoing.acquaint(actor.user);
    let value = || match &press.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => values.first().and_then(|value| value.parse().ok()),
        _ => None,
    };
    let game = || value().ok_or_else(|| Error::refused("Choose one of the menu's lines."));
    let before = bot.dealer.game_draft(id).await?;
    let on = Some(MessageId(press.message.id.get()));
    // The host can also call the draft off in the direct message about its suspension.
    let by_dm = press.guild_id.is_none() && before.host == actor.user && matches!(what, DraftPress::CallOff(_));
    if !by_dm && press.guild_id.map(serenity::all::GuildId::get) != Some(before.guild.0) {
        return Err(Error::refused("That game draft is in another server."));
    }
    let choose = match what {
        DraftPress::CallOff(_) => {
            if before.host != actor.user && !actor.is_host(&bot.host_roles(before.guild).await?) {
                return Err(Error::refused(
                    "Only the host who began the game draft, or another host, can call it off.",
                ));
            }
            let after = bot.dealer.call_off_draft(id, actor.user, on).await?;
            return Ok(Reply::Change(shown(id, &after, "")));
        }
        DraftPress::Ban(turn) => GameDraftAction::Ban { turn, game: game()? },
        DraftPress::Prefer => GameDraftAction::Prefer(game()?),
    };
    let after = bot.dealer.press_draft(id, actor.user, choose, stamp, on).await?;
    let moved = after.turn != before.turn && after.outcome.is_none();
    Ok(Reply::Change(if moved { passed(&after, before.turn) } else { shown(id, &after, "") }))
}
