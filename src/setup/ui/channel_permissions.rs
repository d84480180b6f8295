//! Channels looked up at Discord, and the permissions of members and of the bot in them.

use serenity::all::{ChannelType, GuildChannel, Member, PartialGuild, PermissionOverwriteType, Permissions};

use crate::ids::{ChannelId, GuildId};
use crate::platform::discord::Bot;
use crate::platform::discord::error::Error;
use crate::platform::discord::reply::{LookupError, look_up};

/// A channel of a server, with the data from which permissions are computed.
pub struct ServerChannel {
    guild: PartialGuild,
    channel: GuildChannel,
    /// The parent channel of a thread, whose permissions apply.
    parent: Option<GuildChannel>,
}

/// The reason why a channel could not be looked up.
pub enum ChannelError {
    /// The channel was deleted, or the bot cannot see it.
    Closed,
    /// The channel belongs to another server, or to none.
    Elsewhere,
    /// Discord gave no answer. The error is for the user.
    Unknown(Error),
}

impl ServerChannel {
    /// Looks up a channel of a server.
    pub async fn find(bot: &Bot, guild: GuildId, id: ChannelId) -> Result<Self, ChannelError> {
        let (channel, parent) = Self::channels(bot, guild, id).await?;
        let guild = look_up(bot.http.get_guild(guild.0.into())).await.map_err(|why| failure(id, why))?;
        Ok(Self { guild, channel, parent })
    }

    /// Looks up a channel of a server that was already looked up.
    pub async fn find_in(bot: &Bot, guild: &PartialGuild, id: ChannelId) -> Result<Self, ChannelError> {
        let (channel, parent) = Self::channels(bot, GuildId(guild.id.get()), id).await?;
        Ok(Self { guild: guild.clone(), channel, parent })
    }

    /// Looks up a channel of a server and, for a thread, its parent channel.
    async fn channels(
        bot: &Bot,
        guild: GuildId,
        id: ChannelId,
    ) -> Result<(GuildChannel, Option<GuildChannel>), ChannelError> {
        let channel = Self::channel(bot, id).await?.ok_or(ChannelError::Elsewhere)?;
        if channel.guild_id.get() != guild.0 {
            return Err(ChannelError::Elsewhere);
        }
        let parent = match channel.parent_id.filter(|_| is_thread(channel.kind)) {
            Some(parent) => Self::channel(bot, ChannelId(parent.get())).await?,
            None => None,
        };
        Ok((channel, parent))
    }

    async fn channel(bot: &Bot, id: ChannelId) -> Result<Option<GuildChannel>, ChannelError> {
        match look_up(bot.http.get_channel(id.0.into())).await {
            Ok(channel) => Ok(channel.guild()),
            Err(LookupError::Refused) => Err(ChannelError::Closed),
            Err(why) => Err(failure(id, why)),
        }
    }

    /// Returns a member's permissions in the channel. In a private thread, whose members Discord does not list, only members
    /// with Manage Threads have any.
    pub fn held_by(&self, member: &Member) -> Permissions {
        let held = self.guild.user_permissions_in(self.parent.as_ref().unwrap_or(&self.channel), member);
        let hidden = self.channel.kind == ChannelType::PrivateThread && !held.contains(Permissions::MANAGE_THREADS);
        if hidden || !held.contains(Permissions::VIEW_CHANNEL) { Permissions::empty() } else { held }
    }

    /// Returns the bot's permissions in the channel.
    pub async fn held_by_bot(&self, bot: &Bot) -> Result<Permissions, Error> {
        let id = ChannelId(self.channel.id.get());
        let member = look_up(bot.http.get_member(self.guild.id, bot.me)).await;
        let member = member.map_err(|why| Error::from(failure(id, why)))?;
        Ok(self.held_by_itself(&member))
    }

    /// Returns the bot's permissions, given the bot as a member. The bot can see the channel, even a private thread.
    pub fn held_by_itself(&self, me: &Member) -> Permissions {
        self.guild.user_permissions_in(self.parent.as_ref().unwrap_or(&self.channel), me)
    }

    /// Whether the `@everyone` role can see the channel.
    pub fn is_open_to_all(&self) -> bool {
        let everyone = self.guild.id.everyone_role();
        let held = self.guild.roles.get(&everyone).map_or(Permissions::empty(), |role| role.permissions);
        let channel = self.parent.as_ref().unwrap_or(&self.channel);
        let special =
            channel.permission_overwrites.iter().find(|one| one.kind == PermissionOverwriteType::Role(everyone));
        let held = special.map_or(held, |special| (held - special.deny) | special.allow);
        held.contains(Permissions::VIEW_CHANNEL) && self.channel.kind != ChannelType::PrivateThread
    }

    /// Whether every member can see the channel: `@everyone` can, and no role or member is denied.
    pub fn keeps_nobody_out(&self) -> bool {
        let everyone = PermissionOverwriteType::Role(self.guild.id.everyone_role());
        let channel = self.parent.as_ref().unwrap_or(&self.channel);
        let mut special = channel.permission_overwrites.iter().filter(|one| one.kind != everyone);
        self.is_open_to_all() && !special.any(|one| one.deny.contains(Permissions::VIEW_CHANNEL))
    }

    pub fn is_thread(&self) -> bool {
        is_thread(self.channel.kind)
    }
}

pub fn is_thread(kind: ChannelType) -> bool {
    matches!(kind, ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread)
}

fn failure(id: ChannelId, why: LookupError) -> ChannelError {
    match why {
        LookupError::Late => ChannelError::Unknown(Error::refused(format!(
            "Discord did not answer in time when I looked at <#{id}>. Try again in a moment."
        ))),
        LookupError::Failed(why) => ChannelError::Unknown(Error::fault(why)),
        LookupError::Refused => ChannelError::Unknown(Error::refused(format!(
            "Discord does not let me look at this server. Let me into <#{id}> first."
        ))),
    }
}

impl From<ChannelError> for Error {
    fn from(no: ChannelError) -> Self {
        match no {
            ChannelError::Closed => Self::refused("I cannot see that channel. Let me into it first."),
            ChannelError::Elsewhere => Self::refused("Choose a text channel of this server."),
            ChannelError::Unknown(error) => error,
        }
    }
}
