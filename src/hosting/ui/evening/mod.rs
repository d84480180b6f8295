//! `/host evening`: one private message with a server's matches, the most urgent first.
//!
//! - Its buttons open a match's host panel in a second message, so the list stays.
//! - A host's newest list is edited after changes, as long as the token of its newest press lasts. Discord does not count such
//!   edits. There is at most one in five seconds.

pub(crate) mod evening_message;

use std::collections::BTreeSet;
use std::sync::{Arc, Weak};
use std::time::Duration;

use parse_display::{Display, FromStr};
use serenity::all::{ComponentInteraction, ComponentInteractionDataKind, Member};
use tokio::sync::watch;

use crate::hosting::ui::host_panel::shown as panel;
use crate::ids::{ChannelId, GuildId, MatchId, UnixMs, UserId};
use crate::messages::ui::ephemeral_registry::COUNTS;
use crate::platform::discord::Bot;
use crate::platform::discord::acting_member::ActingMember;
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::Body;
use crate::platform::discord::reply::Reply;
use crate::platform::discord::slash_command::{Context, actor, answer, guild};
use crate::playing::ui::latest_press::LatestPress;
use crate::setup::ui::channel_permissions::{ChannelError, ServerChannel};
use crate::uptime::clock::millis;
use evening_message::EveningList;

/// The most channels checked for one answer: each check costs requests.
const CHANNELS: usize = 12;
/// The shortest time between two edits of one list.
const EVERY: Duration = Duration::from_secs(5);

/// The components of the list; their text is their custom id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, FromStr)]
#[display("de1:{}", style = "lowercase")]
pub enum AtEvening {
    Refresh,
    /// Opens the host panel of the match chosen in the menu.
    Choose,
    /// Opens the host panel of this match.
    #[display("de1:panel:{0}")]
    Panel(MatchId),
}

/// See all matches of this server at a glance, and what to do next
#[poise::command(slash_command)]
pub async fn evening(ctx: Context<'_>) -> Result<(), Error> {
    let bot = ctx.framework.user_data;
    answer(ctx, async {
        let member = ctx.interaction.member.as_deref();
        let list = List::open(bot, &actor(ctx), guild(ctx)?, here(ctx.interaction.channel_id), member).await?;
        Ok(Reply::Say(list.followed(bot, &ctx.interaction.token)))
    })
    .await
}

/// Answers a press on the list.
pub async fn pressed(bot: &Arc<Bot>, press: &ComponentInteraction, at: AtEvening) -> Result<Reply, Error> {
    let elsewhere = || Error::refused("Use `/host evening` in the server again.");
    let guild = GuildId(press.guild_id.ok_or_else(elsewhere)?.get());
    let actor = ActingMember::new(press.user.id, press.member.as_ref());
    let list = List::open(bot, &actor, guild, here(press.channel_id), press.member.as_ref()).await?;
    let m = match at {
        AtEvening::Refresh => return Ok(Reply::Change(list.followed(bot, &press.token))),
        AtEvening::Panel(m) => m,
        AtEvening::Choose => match &press.data.kind {
            ComponentInteractionDataKind::StringSelect { values } => {
                values.first().and_then(|value| value.parse().ok())
            }
            _ => None,
        }
        .map(MatchId)
        .ok_or_else(|| Error::refused("Choose one of the menu's lines."))?,
    };
    let info = bot.dealer.info(m).await?;
    if info.guild != guild {
        return Err(elsewhere());
    }
    actor.require_host(bot, &info).await?;
    let panel = panel(bot, &info, &[]).await?;
    // The list is edited to clear its menu: in an unchanged message, the chosen line cannot be chosen again.
    Ok(Reply::ChangeAndSay(Box::new(list.followed(bot, &press.token)), panel))
}

fn here(channel: serenity::all::ChannelId) -> ChannelId {
    ChannelId(channel.get())
}

/// A host's list, and the channels that they may read.
struct List {
    user: UserId,
    open: BTreeSet<ChannelId>,
    shown: EveningList,
    changes: watch::Receiver<()>,
}

impl List {
    /// Reads the list of a host; refuses others.
    async fn open(
        bot: &Bot,
        actor: &ActingMember,
        guild: GuildId,
        here: ChannelId,
        member: Option<&Member>,
    ) -> Result<Self, Error> {
        actor.require_host_in(bot, guild).await?;
        let changes = bot.dealer.changes();
        let evening = bot.dealer.evening(guild, actor.user).await?;
        let mut elsewhere = evening.channels();
        elsewhere.remove(&here);
        let more = elsewhere.len() > CHANNELS;
        let mut open = BTreeSet::from([here]);
        // The newest channels have the highest ids.
        for channel in elsewhere.into_iter().rev().take(CHANNELS) {
            let reads = match ServerChannel::find(bot, guild, channel).await {
                Ok(place) => member.is_some_and(|member| place.held_by(member).view_channel()),
                // The channel is gone, but hosts may have to move its matches.
                Err(ChannelError::Closed) => true,
                Err(ChannelError::Elsewhere) => false,
                Err(ChannelError::Unknown(error)) => return Err(error),
            };
            if reads {
                open.insert(channel);
            }
        }
        let shown = EveningList { evening: evening.within(&open), guild, more };
        Ok(Self { user: actor.user, open, shown, changes })
    }

    /// The list's message, which is edited after changes as long as the token lasts.
    fn followed(self, bot: &Arc<Bot>, token: &str) -> Body {
        let until = bot.clock.now().plus(millis(COUNTS));
        let body = self.shown.body(until);
        // The list belongs to no match.
        let newest = bot.latest_presses.press(self.user, MatchId(0));
        let following = self.follow(Arc::downgrade(bot), newest, token.to_owned(), until);
        tokio::spawn(tokio::time::timeout(COUNTS, following));
        body
    }

    /// Edits the list after changes, until its host has a newer one.
    async fn follow(mut self, bot: Weak<Bot>, newest: LatestPress, token: String, until: UnixMs) {
        while self.changes.changed().await.is_ok() {
            tokio::time::sleep(EVERY).await;
            self.changes.mark_unchanged();
            let Some(bot) = bot.upgrade().filter(|_| newest.is_newest()) else { return };
            // After a failed reading, the list is read again with the next change.
            let Ok(evening) = bot.dealer.evening(self.shown.guild, self.user).await else { continue };
            let evening = evening.within(&self.open);
            if evening == self.shown.evening {
                continue;
            }
            self.shown.evening = evening;
            let body = self.shown.body(until);
            if let Err(error) = bot.http.edit_original_interaction_response(&token, &body, Vec::new()).await {
                tracing::debug!(%error, "cannot edit a host's list any more");
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::discord::custom_id::read_back;

    #[test]
    fn ids_read_back_to_what_they_were_made_from() {
        let ids = [AtEvening::Refresh, AtEvening::Choose, AtEvening::Panel(MatchId(i64::MAX))];
        read_back(ids, &["de1", "de1:panel", "de1:panel:01", "de1:fly"]);
    }
}
