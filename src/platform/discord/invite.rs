//! The bot's invitation, and the permissions that it asks for.

use serenity::all::Permissions;

/// The address at which a server's owner invites the bot.
#[must_use]
pub fn invite_url(application: u64) -> String {
    format!(
        "https://discord.com/oauth2/authorize?client_id={application}&scope=bot+applications.commands&permissions={}",
        (needed() | useful()).bits()
    )
}

/// Optional permissions of its invitation: for threads and the calendar.
fn useful() -> Permissions {
    Permissions::CREATE_PUBLIC_THREADS | Permissions::CREATE_EVENTS
}

/// The permissions that the bot cannot do without.
pub(crate) fn needed() -> Permissions {
    Permissions::VIEW_CHANNEL
        | Permissions::SEND_MESSAGES
        | Permissions::SEND_MESSAGES_IN_THREADS
        | Permissions::EMBED_LINKS
        | Permissions::ATTACH_FILES
        | Permissions::READ_MESSAGE_HISTORY
}
