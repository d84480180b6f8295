//! Sends feeds to channels that no player of the match can read.

use serenity::all::{GuildChannel, Member, PartialGuild, Permissions};

use crate::ids::{ChannelId, GuildId, MessageId, UserId};
use crate::messages::transport::{OutboxItem, SendError};
use crate::messages::ui::drawing_pool::DrawPriority;
use crate::messages::ui::outgoing::Outgoing;
use crate::platform::discord::bot_permissions::SHOWING;
use crate::platform::discord::budget::{Bucket, Urgency};
use crate::spectators::feed_post::Showing;
use crate::spectators::ui::feed_message;

impl Outgoing {
    /// Shows a match, unless one of its players can read the channel.
    pub(crate) async fn show(
        &self,
        channel: ChannelId,
        item: &OutboxItem,
        showing: &Showing,
    ) -> Result<MessageId, SendError> {
        let of = &showing.of;
        let players: Vec<UserId> = showing.players.iter().map(|(user, _)| *user).collect();
        let readers = self.readers(of.guild, channel, &players).await?;
        if !readers.is_empty() {
            let named = showing.players.iter().filter(|(user, _)| readers.contains(user));
            let readers: Vec<&str> = named.map(|(_, name)| name.as_str()).collect();
            let play = if readers.len() == 1 { "plays" } else { "play" };
            let why = format!("{}, who {play} it, can read that channel", readers.join(" and "));
            return Err(SendError::Forbidden { why });
        }
        let mut body = feed_message::message(showing, &item.nonce);
        if let Some((picture, alt)) = &showing.post.board {
            match self.drawing.board(picture.clone(), alt.clone(), DrawPriority::None).await {
                Ok(file) => body = body.file(file),
                Err(error) => tracing::error!(match_id = %of.match_id, %error, "cannot draw a board"),
            }
        }
        self.api.budget().channel(channel, Bucket::Messages).await;
        let sent = self.api.send(channel, &body.once(item.nonce.clone())).await;
        self.explained_by(SHOWING, channel, sent).await
    }

    /// Filters the people who can read a channel.
    pub(crate) async fn readers(
        &self,
        guild: GuildId,
        channel: ChannelId,
        people: &[UserId],
    ) -> Result<Vec<UserId>, SendError> {
        let unreadable = |_| SendError::Retry { after: std::time::Duration::ZERO };
        let channel: GuildChannel =
            serde_json::from_value(self.looked_up(&format!("/channels/{channel}")).await?).map_err(unreadable)?;
        if channel.guild_id.get() != guild.0 {
            return Err(SendError::Forbidden { why: "that channel is in another server".to_owned() });
        }
        let server: PartialGuild =
            serde_json::from_value(self.looked_up(&format!("/guilds/{guild}")).await?).map_err(unreadable)?;
        let mut readers = Vec::new();
        for user in people {
            let mut member = match self.looked_up(&format!("/guilds/{guild}/members/{user}")).await {
                // A person who has left the server reads nothing there.
                Err(SendError::Forbidden { why }) if why.starts_with("404") => continue,
                member => member?,
            };
            member["guild_id"] = guild.to_string().into();
            let member: Member = serde_json::from_value(member).map_err(unreadable)?;
            if server.user_permissions_in(&channel, &member).contains(Permissions::VIEW_CHANNEL) {
                readers.push(*user);
            }
        }
        Ok(readers)
    }

    async fn looked_up(&self, path: &str) -> Result<serde_json::Value, SendError> {
        self.api.budget().turn(Urgency::Tidy).await;
        self.api.get("watch", path).await
    }
}
