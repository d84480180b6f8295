//! The roles and channels that a server sets: chosen in the panel, or created from it after a preview.
//!
//! - Nothing is created if the setting is set or the name is taken, so two presses create one channel or role.
//! - A setting is changed only once its channel or role exists.

use parse_display::{Display, FromStr};
use serenity::all::{
    ButtonStyle, ChannelType, CreateActionRow, CreateButton, CreateChannel, EditRole, PartialGuild,
    PermissionOverwrite, PermissionOverwriteType, Permissions,
};
use tokio::sync::Mutex;

use crate::ids::{ChannelId, GuildId, RoleId};
use crate::people::store::server_settings::{Setting, Settings};
use crate::platform::discord::Bot;
use crate::platform::discord::bot_permissions::held_everywhere;
use crate::platform::discord::custom_id;
use crate::platform::discord::error::Error;
use crate::platform::discord::limits::OPTIONS;
use crate::platform::discord::message_body::Body;
use crate::platform::discord::reply::{LookupError, look_up};
use crate::setup::ui::{AtSetup, Page, change};

/// Serialises creations, so that the second of two presses finds the first one's result.
static CREATING: Mutex<()> = Mutex::const_new(());

/// A role or channel in a server's settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, FromStr)]
#[display(style = "kebab-case")]
pub enum ServerObject {
    HostRole,
    Matches,
    NotifyRole,
    Results,
    Spectators,
    Commentators,
}

/// A role, or a channel.
pub(crate) enum Kind {
    Role {
        mentionable: bool,
    },
    /// A channel that is created with `closed` denied to everyone but the bot.
    Channel {
        closed: Permissions,
    },
}

impl ServerObject {
    pub(crate) const ALL: [Self; 6] =
        [Self::HostRole, Self::Matches, Self::NotifyRole, Self::Results, Self::Spectators, Self::Commentators];

    /// Returns the name on Discord.
    const fn name(self) -> &'static str {
        match self {
            Self::HostRole => "Death Match host",
            Self::Matches => "death-matches",
            Self::Results => "death-match-results",
            Self::NotifyRole => "Death Match alerts",
            Self::Spectators => "death-match-spectators",
            Self::Commentators => "death-match-commentators",
        }
    }

    pub(crate) const fn kind(self) -> Kind {
        match self {
            Self::HostRole => Kind::Role { mentionable: false },
            Self::NotifyRole => Kind::Role { mentionable: true },
            Self::Matches => Kind::Channel { closed: Permissions::empty() },
            Self::Results => Kind::Channel { closed: Permissions::SEND_MESSAGES },
            Self::Spectators | Self::Commentators => Kind::Channel { closed: Permissions::VIEW_CHANNEL },
        }
    }

    /// Returns the purpose and the audience, for the preview.
    const fn purpose(self) -> &'static str {
        match self {
            Self::HostRole => {
                "Members with this role are hosts. It gives no Discord permissions. Give it to the people who will host."
            }
            Self::Matches => "Matches are then opened only there. Everyone can read and write.",
            Self::Results => "Each match that a host opened has its result there. Everyone can read. Only I can write.",
            Self::NotifyRole => {
                "I notify this role when a hosted match begins. Anyone may mention it. You decide how members get it."
            }
            Self::Spectators => {
                "Hosted matches are shown there, one step late. Only I can read it at first: let in a role that no player has."
            }
            Self::Commentators => {
                "Hosted matches are shown there at once, including what the players hide. Only I can read it at first: let in your commentators, never a player."
            }
        }
    }

    /// Returns the label of the button that opens the preview.
    pub(crate) const fn offer(self) -> &'static str {
        match self {
            Self::HostRole => "Create a host role …",
            Self::Matches => "Create a match channel …",
            Self::Results => "Create a results channel …",
            Self::NotifyRole => "Create a role to notify …",
            Self::Spectators => "Create a spectators' channel …",
            Self::Commentators => "Create a commentators' channel …",
        }
    }

    /// Returns the placeholder of the menu that chooses it, and the most choices.
    pub(crate) const fn menu(self) -> (&'static str, usize) {
        match self {
            Self::HostRole => ("Roles whose members host …", OPTIONS),
            Self::Matches => ("Channels in which matches are opened (none: any) …", OPTIONS),
            Self::Results => ("Channel for results …", 1),
            Self::NotifyRole => ("Role to ping (optional) …", 1),
            Self::Spectators => ("Channel for spectators …", 1),
            Self::Commentators => ("Channel for commentators …", 1),
        }
    }

    /// Returns the ids that the server has set.
    pub(crate) fn ids(self, settings: &Settings) -> Vec<u64> {
        let role = |role: &RoleId| role.0;
        let channel = |channel: &ChannelId| channel.0;
        match self {
            Self::HostRole => settings.host_roles.iter().map(role).collect(),
            Self::NotifyRole => settings.notify_role.iter().map(role).collect(),
            Self::Matches => settings.channels.iter().map(channel).collect(),
            Self::Results => settings.results.iter().map(channel).collect(),
            Self::Spectators => settings.spectators.iter().map(channel).collect(),
            Self::Commentators => settings.commentators.iter().map(channel).collect(),
        }
    }

    pub(crate) fn is_set(self, settings: &Settings) -> bool {
        !self.ids(settings).is_empty()
    }

    pub(crate) fn setting(self, ids: Vec<u64>) -> Setting {
        let first = ids.first().copied();
        match self {
            Self::HostRole => Setting::HostRoles(ids.into_iter().map(RoleId).collect()),
            Self::NotifyRole => Setting::NotifyRole(first.map(RoleId)),
            Self::Matches => Setting::Channels(ids.into_iter().map(ChannelId).collect()),
            Self::Results => Setting::Results(first.map(ChannelId)),
            Self::Spectators => Setting::Spectators(first.map(ChannelId)),
            Self::Commentators => Setting::Commentators(first.map(ChannelId)),
        }
    }

    /// Returns the page that has its menu.
    pub(crate) const fn page(self) -> Page {
        match self {
            Self::HostRole => Page::Hosts,
            Self::Matches => Page::Places,
            Self::Results | Self::NotifyRole => Page::Around,
            Self::Spectators | Self::Commentators => Page::Watching,
        }
    }

    /// Returns `role` or `channel`, and the permission needed to create it with its name.
    const fn needs(self) -> (&'static str, Permissions, &'static str) {
        match self.kind() {
            Kind::Role { .. } => ("role", Permissions::MANAGE_ROLES, "Manage Roles"),
            Kind::Channel { .. } => ("channel", Permissions::MANAGE_CHANNELS, "Manage Channels"),
        }
    }

    fn lacking(self) -> String {
        let (thing, _, permission) = self.needs();
        let name = Page::IN_MENU.into_iter().find(|(page, ..)| *page == self.page()).map_or("", |(_, name, _)| name);
        format!(
            "I lack the permission {permission}. Give it to my role, or create a {thing} yourself and choose it under **{name}**."
        )
    }
}

fn failure(what: ServerObject, why: LookupError) -> Error {
    match why {
        LookupError::Refused => Error::refused(what.lacking()),
        LookupError::Late => Error::refused(
            "Discord did not answer in time. Check whether the role or channel exists, then press again.",
        ),
        LookupError::Failed(why) => Error::fault(why),
    }
}

/// Looks up the server, and whether the bot may create this kind of object.
async fn server(bot: &Bot, guild: GuildId, what: ServerObject) -> Result<(PartialGuild, bool), Error> {
    let (server, me) =
        tokio::join!(look_up(bot.http.get_guild(guild.0.into())), look_up(bot.http.get_member(guild.0.into(), bot.me)));
    let (server, me) = (server.map_err(|why| failure(what, why))?, me.map_err(|why| failure(what, why))?);
    let held = held_everywhere(&server, me.roles.iter().copied());
    let may = held.administrator() || held.contains(what.needs().1);
    Ok((server, may))
}

/// Returns the preview, with a Create button if the bot has the permission.
///
/// # Errors
/// Discord does not return the bot's permissions.
pub async fn preview(bot: &Bot, guild: GuildId, what: ServerObject) -> Result<Body, Error> {
    let (_, may) = server(bot, guild, what).await?;
    let (thing, ..) = what.needs();
    let name = what.name();
    let mut words = vec![format!("**Create the {thing} `{name}`?**"), what.purpose().to_owned()];
    let mut buttons = Vec::new();
    if may {
        buttons.push(button(&AtSetup::Create(what), "Create", ButtonStyle::Success));
    } else {
        words.push(format!("⚠️ {}", what.lacking()));
    }
    buttons.push(button(&AtSetup::Show(what.page()), "Choose an existing one", ButtonStyle::Secondary));
    buttons.push(button(&AtSetup::Show(Page::ToDo), "Back", ButtonStyle::Secondary));
    Ok(Body::text(words.join("\n")).embeds(Vec::new()).rows(vec![CreateActionRow::Buttons(buttons)]))
}

fn button(at: &AtSetup, label: &str, style: ButtonStyle) -> CreateButton {
    custom_id::button(at, style, label)
}

/// Creates a role or channel and sets it. Returns the new settings.
///
/// # Errors
/// The setting is set already, the name is taken, or the bot lacks the permission.
pub async fn create(bot: &Bot, guild: GuildId, what: ServerObject) -> Result<Settings, Error> {
    let _lock = CREATING.lock().await;
    let settings = bot.store.settings(guild).await?;
    if what.is_set(&settings) {
        return Err(Error::refused("Nothing was created, because this is set already."));
    }
    let (server, may) = server(bot, guild, what).await?;
    if !may {
        return Err(Error::refused(what.lacking()));
    }
    let (thing, _, _) = what.needs();
    let name = what.name();
    let taken = match what.kind() {
        Kind::Role { .. } => server.roles.values().any(|role| role.name == name),
        Kind::Channel { .. } => {
            let channels = look_up(bot.http.get_channels(guild.0.into())).await.map_err(|why| failure(what, why))?;
            channels.iter().any(|channel| channel.name == name)
        }
    };
    if taken {
        let words =
            format!("Nothing was created, because there is a {thing} `{name}` already. Choose it, or rename it.");
        return Err(Error::refused(words));
    }
    let made = match what.kind() {
        Kind::Role { mentionable } => {
            let role = EditRole::new().name(name).permissions(Permissions::empty()).mentionable(mentionable);
            look_up(server.id.create_role(&*bot.http, role)).await.map_err(|why| failure(what, why))?.id.get()
        }
        Kind::Channel { closed } => {
            let channel =
                CreateChannel::new(name).kind(ChannelType::Text).permissions(overwrites(&server, bot, closed));
            look_up(server.id.create_channel(&*bot.http, channel)).await.map_err(|why| failure(what, why))?.id.get()
        }
    };
    change(bot, guild, what.setting(vec![made])).await
}

/// Denies permissions to everyone and allows the bot to see the channel and write.
fn overwrites(server: &PartialGuild, bot: &Bot, closed: Permissions) -> Vec<PermissionOverwrite> {
    if closed.is_empty() {
        return Vec::new();
    }
    let everyone = PermissionOverwriteType::Role(server.id.everyone_role());
    let needed = Permissions::VIEW_CHANNEL | Permissions::SEND_MESSAGES;
    vec![
        PermissionOverwrite { allow: Permissions::empty(), deny: closed, kind: everyone },
        PermissionOverwrite {
            allow: needed,
            deny: Permissions::empty(),
            kind: PermissionOverwriteType::Member(bot.me),
        },
    ]
}
