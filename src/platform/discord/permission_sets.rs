//! The bot's permissions: sets of them, and which of a set are missing.

use serenity::all::Permissions;

/// For a match's thread.
pub(crate) const THREADS: Permissions = Permissions::CREATE_PUBLIC_THREADS.union(Permissions::SEND_MESSAGES_IN_THREADS);
/// For a result card; its picture can be left out.
pub(crate) const RESULTS: Permissions = Permissions::VIEW_CHANNEL
    .union(Permissions::SEND_MESSAGES)
    .union(Permissions::EMBED_LINKS)
    .union(Permissions::READ_MESSAGE_HISTORY);
/// For showing a match in a channel.
pub(crate) const SHOWING: Permissions = RESULTS.union(Permissions::ATTACH_FILES);
/// What the bot cannot do without in a server.
pub(crate) const NEEDED: Permissions = SHOWING.union(Permissions::SEND_MESSAGES_IN_THREADS);

/// For writing in a channel or thread.
pub(crate) const fn writing(thread: bool) -> Permissions {
    if thread { Permissions::SEND_MESSAGES_IN_THREADS } else { Permissions::SEND_MESSAGES }
}

/// For playing a match in a channel or thread.
pub(crate) const fn playing(thread: bool) -> Permissions {
    SHOWING.difference(Permissions::SEND_MESSAGES).union(writing(thread))
}

/// The names of the needed permissions that are not held.
pub(crate) fn missing(needed: Permissions, held: Permissions) -> Vec<&'static str> {
    if held.administrator() { Vec::new() } else { (needed - held).get_permission_names() }
}
