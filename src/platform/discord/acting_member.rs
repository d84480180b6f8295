//! The member who acts, and their rights, decided at every use from Discord's data.

use serenity::all::{Member, Permissions};

use crate::history::match_info::MatchInfo;
use crate::ids::{GuildId, RoleId, UserId};
use crate::platform::discord::Bot;
use crate::platform::discord::error::Error;
use crate::platform::discord::reply::{LookupError, look_up};

const NOT_A_HOST: &str = "Only hosts can do that: members with a host role or Manage Server.";
const NOT_ITS_HOST: &str =
    "Only hosts can do that: in this match the person who opened it, and members with a host role or Manage Server.";

/// The member who acts, with Discord's data about their rights.
#[derive(Clone, Debug)]
pub struct ActingMember {
    pub user: UserId,
    manager: bool,
    roles: Vec<serenity::all::RoleId>,
}

impl ActingMember {
    /// Reads an interaction's user. In a direct message there is no member, so the actor has no rights.
    pub fn new(user: serenity::all::UserId, member: Option<&Member>) -> Self {
        let manager = member
            .and_then(|member| member.permissions)
            .is_some_and(|held| held.intersects(Permissions::MANAGE_GUILD | Permissions::ADMINISTRATOR));
        let roles = member.map(|member| member.roles.clone()).unwrap_or_default();
        Self { user: UserId(user.get()), manager, roles }
    }

    /// Looks up a person who acts in a direct message, as a member of a server.
    ///
    /// # Errors
    /// The person is no member, or Discord does not answer.
    pub async fn in_server(bot: &Bot, guild: GuildId, user: UserId) -> Result<Self, Error> {
        let failure = |why| match why {
            LookupError::Refused => Error::refused("You are no longer a member of that server."),
            LookupError::Late => Error::refused("Discord did not answer in time. Press again in a moment."),
            LookupError::Failed(why) => Error::fault(why),
        };
        let member = look_up(bot.http.get_member(guild.0.into(), user.0.into())).await.map_err(failure)?;
        let server = look_up(bot.http.get_guild(guild.0.into())).await.map_err(failure)?;
        let everyone = [server.id.everyone_role()];
        let roles = everyone.iter().chain(&member.roles).filter_map(|role| server.roles.get(role));
        let held = roles.fold(Permissions::empty(), |held, role| held | role.permissions);
        let manager = server.owner_id == member.user.id
            || held.intersects(Permissions::MANAGE_GUILD | Permissions::ADMINISTRATOR);
        Ok(Self { user, manager, roles: member.roles })
    }

    /// Whether the member is a host of the server.
    pub fn is_host(&self, host_roles: &[RoleId]) -> bool {
        self.manager || self.roles.iter().any(|held| host_roles.contains(&RoleId(held.get())))
    }

    /// Refuses members who may not change the server's settings.
    pub fn may_set_up(&self) -> Result<(), Error> {
        self.require_manager("change these settings")
    }

    /// Refuses members without the Manage Server permission; `what` names the refused action.
    pub fn require_manager(&self, what: &str) -> Result<(), Error> {
        let refusal = || Error::refused(format!("Only members with the Manage Server permission can {what}."));
        self.manager.then_some(()).ok_or_else(refusal)
    }

    /// Refuses members who may not see hidden information of a running match. The opener of a friendly match alone may not.
    pub async fn may_look(&self, bot: &Bot, info: &MatchInfo) -> Result<(), Error> {
        let refusal = "Only the server's hosts can see hidden information: members with a host role or Manage Server.";
        self.require_server_host(bot, info, refusal).await
    }

    /// Refuses members who may not start a match before both players are ready.
    pub async fn may_start(&self, bot: &Bot, info: &MatchInfo) -> Result<(), Error> {
        let refusal =
            "Only hosts of this server can start a match without its players. Wait until both press **Ready**.";
        self.require_server_host(bot, info, refusal).await
    }

    async fn require_server_host(&self, bot: &Bot, info: &MatchInfo, refusal: &str) -> Result<(), Error> {
        self.require_host(bot, info).await?;
        if self.is_host(&bot.host_roles(info.guild).await?) { Ok(()) } else { Err(Error::refused(refusal)) }
    }

    /// Refuses members who may not host a match. Players of the match and entrants of its tournament may not.
    pub async fn require_host(&self, bot: &Bot, info: &MatchInfo) -> Result<(), Error> {
        if info.seat_of(self.user).is_some() {
            return Err(Error::refused(
                "You play in this match, so you have no host rights in it. Ask another member with a host role or Manage Server.",
            ));
        }
        if self.is_host(&bot.host_roles(info.guild).await?) || (info.friendly && info.opener == self.user) {
            return Ok(bot.dealer.refuse_entrant(info.id, self.user).await?);
        }
        Err(Error::refused(if info.friendly { NOT_ITS_HOST } else { NOT_A_HOST }))
    }

    /// Refuses members who are no hosts of a server.
    pub async fn require_host_in(&self, bot: &Bot, guild: GuildId) -> Result<(), Error> {
        if self.is_host(&bot.host_roles(guild).await?) { Ok(()) } else { Err(Error::refused(NOT_A_HOST)) }
    }
}
