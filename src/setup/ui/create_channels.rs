//! Creation of channels and roles from the panel, after a preview.
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
use crate::people::store::settings::{Setting, Settings};
use crate::platform::discord::Bot;
use crate::platform::discord::custom_id;
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::Body;
use crate::platform::discord::permissions::held_everywhere;
use crate::platform::discord::reply::{LookupError, look_up};
use crate::setup::ui::{AtSetup, Page, change};

/// Serialises creations, so that the second of two presses finds the first one's result.
static CREATING: Mutex<()> = Mutex::const_new(());

/// A role or channel that the panel can create.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, FromStr)]
#[display(style = "kebab-case")]
pub enum Creation {
    HostRole,
    Matches,
    Results,
    #[display("called")]
    NotifyRole,
    Spectators,
    Commentators,
}

/// The kind of object to create.
enum Kind {
    Role {
        mentionable: bool,
    },
    /// A channel that denies `closed` to everyone but the bot.
    Channel {
        closed: Permissions,
    },
}

impl Creation {
    pub(crate) const ALL: [Self; 6] =
        [Self::HostRole, Self::Matches, Self::Results, Self::NotifyRole, Self::Spectators, Self::Commentators];

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

    const fn kind(self) -> Kind {
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
            Self::Matches => "Matches are played there. Everyone can read and write.",
            Self::Results => "Each finished match has a card there. Everyone can read. Only I can write.",
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

    /// Whether the server has set one.
    pub(crate) fn is_set(self, settings: &Settings) -> bool {
        match self {
            Self::HostRole => !settings.host_roles.is_empty(),
            Self::Matches => !settings.channels.is_empty(),
            Self::Results => settings.results.is_some(),
            Self::NotifyRole => settings.notify_role.is_some(),
            Self::Spectators => settings.spectators.is_some(),
            Self::Commentators => settings.commentators.is_some(),
        }
    }

    fn setting(self, made: u64) -> Setting {
        match self {
            Self::HostRole => Setting::HostRoles(vec![RoleId(made)]),
            Self::NotifyRole => Setting::NotifyRole(Some(RoleId(made))),
            Self::Matches => Setting::Channels(vec![ChannelId(made)]),
            Self::Results => Setting::Results(Some(ChannelId(made))),
            Self::Spectators => Setting::Spectators(Some(ChannelId(made))),
            Self::Commentators => Setting::Commentators(Some(ChannelId(made))),
        }
    }

    /// Returns the page on which an existing role or channel can be chosen.
    const fn page(self) -> Page {
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

fn failure(what: Creation, why: LookupError) -> Error {
    match why {
        LookupError::Refused => Error::refused(what.lacking()),
        LookupError::Late => Error::refused(
            "Discord did not answer in time. Check whether the role or channel exists, then press again.",
        ),
        LookupError::Failed(why) => Error::fault(why),
    }
}

/// Looks up the server, and whether the bot may create this kind of object.
async fn server(bot: &Bot, guild: GuildId, what: Creation) -> Result<(PartialGuild, bool), Error> {
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
pub async fn preview(bot: &Bot, guild: GuildId, what: Creation) -> Result<Body, Error> {
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
pub async fn create(bot: &Bot, guild: GuildId, what: Creation) -> Result<Settings, Error> {
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
    change(bot, guild, what.setting(made)).await
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
