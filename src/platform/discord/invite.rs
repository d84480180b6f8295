//! The bot's invitation.

use serenity::all::Permissions;

use crate::platform::discord::bot_permissions::NEEDED;

/// Returns the URL with which a server's owner invites the bot.
pub fn invite_url(application: u64) -> String {
    format!(
        "https://discord.com/oauth2/authorize?client_id={application}&scope=bot+applications.commands&permissions={}",
        (NEEDED | useful()).bits()
    )
}

/// Returns the optional permissions of the invitation: for threads and the calendar.
fn useful() -> Permissions {
    Permissions::CREATE_PUBLIC_THREADS | Permissions::CREATE_EVENTS
}
