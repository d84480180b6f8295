//! Who may do what, decided anew at every use from what Discord says of the member.

use serenity::all::{Member, Permissions};

use super::Error;
use crate::dealer::MatchInfo;
use crate::ids::{RoleId, UserId};

/// What Discord says of whoever acts.
#[derive(Clone, Debug)]
pub struct Actor {
    /// Who it is.
    pub user: UserId,
    manager: bool,
    roles: Vec<serenity::all::RoleId>,
}

impl Actor {
    /// Takes what an interaction says of its user; without a member it came from a DM.
    #[must_use]
    pub fn new(user: serenity::all::UserId, member: Option<&Member>) -> Self {
        let manager = member
            .and_then(|member| member.permissions)
            .is_some_and(|held| held.intersects(Permissions::MANAGE_GUILD | Permissions::ADMINISTRATOR));
        let roles = member.map(|member| member.roles.clone()).unwrap_or_default();
        Self { user: UserId(user.get()), manager, roles }
    }

    /// Whether the server lets this person host.
    #[must_use]
    pub fn is_host(&self, host_roles: &[RoleId]) -> bool {
        self.manager || self.roles.iter().any(|held| host_roles.contains(&RoleId(held.get())))
    }

    /// Whether this person may change the server's settings.
    ///
    /// # Errors
    /// A refusal, if not.
    pub fn may_set_up(&self) -> Result<(), Error> {
        if self.manager {
            return Ok(());
        }
        Err(Error::refused("Only members with the Manage Server permission can change these settings."))
    }

    /// Whether this person may be shown what players hide while they play; in a friendly match that takes the server's own hosts.
    ///
    /// # Errors
    /// A refusal, if not.
    pub fn may_look(&self, info: &MatchInfo, host_roles: &[RoleId]) -> Result<(), Error> {
        self.may_host(info, host_roles)?;
        if self.is_host(host_roles) {
            return Ok(());
        }
        Err(Error::refused(
            "What players hide is only for the server's hosts: members with a host role or Manage Server.",
        ))
    }

    /// Whether this person may let a match begin without its players.
    ///
    /// # Errors
    /// A refusal, if not.
    pub fn may_start(&self, info: &MatchInfo, host_roles: &[RoleId]) -> Result<(), Error> {
        self.may_host(info, host_roles)?;
        if self.is_host(host_roles) {
            return Ok(());
        }
        Err(Error::refused(
            "Only hosts of this server can start a match without its players; wait until both press Ready.",
        ))
    }

    /// Whether this person may act as host in a match.
    ///
    /// # Errors
    /// A refusal, if not.
    pub fn may_host(&self, info: &MatchInfo, host_roles: &[RoleId]) -> Result<(), Error> {
        if info.seat_of(self.user).is_some() {
            return Err(Error::refused(
                "You play in this match, so you have no host rights in it; ask another member with a host role or Manage Server.",
            ));
        }
        if self.is_host(host_roles) || (info.friendly && info.host == self.user) {
            return Ok(());
        }
        Err(Error::refused("Only hosts can do that: members with a host role or Manage Server."))
    }
}
