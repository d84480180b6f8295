//! How a match stands, as far as its prompts show it.

use crate::game::BySeat;
use crate::ids::{GuildId, UnixMs, UserId};

use super::panel::Mark;

/// What a match's prompts are at a moment.
#[derive(Clone, Debug)]
pub struct Standing {
    pub guild: GuildId,
    /// The people who play it.
    pub users: BySeat<Option<UserId>>,
    /// The prompt that is awaited; none once nothing is.
    pub mark: Option<Mark>,
    /// Each seat's prompt, as [`Panel::shown`](super::panel::Panel::shown).
    pub shown: BySeat<String>,
    /// What is shown of it where it is open in another place.
    pub elsewhere: BySeat<String>,
    /// What became of prompts that are over, the newest last.
    pub past: Vec<(Mark, Past)>,
    /// When time is up.
    pub deadline: Option<UnixMs>,
    /// When a reserve would be gone.
    pub forfeits: Option<UnixMs>,
    /// Who has pressed Ready.
    pub ready: BySeat<bool>,
    /// When the first round begins, while that lies ahead and the match is not paused.
    pub starts: Option<UnixMs>,
}

/// What became of a prompt.
#[derive(Clone, Debug, Default)]
pub struct Past {
    /// The private orders that were in.
    pub orders: BySeat<Option<String>>,
    /// Who took it back, if it was taken back.
    pub undone: Option<String>,
}
