//! How a match stands, as far as its messages show it.

use crate::game::BySeat;
use crate::ids::{GuildId, UnixMs, UserId};

use super::panel::Mark;

/// What a match's prompts are at a moment.
#[derive(Clone, Debug)]
pub struct Standing {
    pub guild: GuildId,
    /// Who opened it.
    pub host: UserId,
    /// The people who play it.
    pub users: BySeat<Option<UserId>>,
    /// The prompt that is awaited; none once nothing is.
    pub mark: Option<Mark>,
    /// Each seat's prompt, as [`Panel::shown`](super::panel::Panel::shown).
    pub shown: BySeat<String>,
    /// What is shown of it where it is open in another place.
    pub elsewhere: BySeat<String>,
    /// Who has gone back in the match, and how far, the newest last.
    pub undone: Vec<Undone>,
    /// How many rulings there have been.
    pub rulings: u32,
    pub names: BySeat<String>,
    /// What became of prompts that are over, the newest last.
    pub past: Vec<(Mark, Past)>,
    /// When time is up.
    pub deadline: Option<UnixMs>,
    /// When a reserve would be gone.
    pub forfeits: Option<UnixMs>,
    /// Who has pressed Ready.
    pub ready: BySeat<bool>,
    /// Until when each seat's order is awaited; none where it is not, or no longer.
    pub waits: BySeat<Option<Waits>>,
    pub paused: bool,
    /// Whether no time runs for now because what its players wrote cannot be read.
    pub unheard: bool,
    /// Whether its players may agree on anything.
    pub may_agree: bool,
    /// Whether the match is still to start.
    pub start: StartState,
}

/// How a match stands to its start.
#[derive(Clone, Debug)]
pub enum StartState {
    /// It lies ahead.
    Ahead {
        at: UnixMs,
        /// What each player is to do before it.
        next: BySeat<String>,
        /// That for whoever opened the match.
        host: String,
        /// The players who are still to press Ready.
        missing: Vec<UserId>,
    },
    /// It lies ahead, and the match stands still.
    Paused,
    /// There is nothing to wait for; what became of it, in a sentence.
    Past(&'static str),
}

/// Until when an order is awaited.
#[derive(Clone, Copy, Debug)]
pub struct Waits {
    /// When time is up, or the free time where there is a reserve.
    pub until: UnixMs,
    /// Reserve left when the step began, in ms.
    pub reserve: Option<u64>,
    /// When that would be gone.
    pub gone: Option<UnixMs>,
}

/// What became of a prompt.
#[derive(Clone, Debug, Default)]
pub struct Past {
    /// The private orders that were in.
    pub orders: BySeat<Option<String>>,
    /// Who took it back, if it was taken back.
    pub undone: Option<String>,
}

/// That the match went back.
#[derive(Clone, Debug)]
pub struct Undone {
    /// To which step.
    pub step: u32,
    /// How many entries there were with it.
    pub entries: u32,
    /// Who did it.
    pub by: String,
}

impl Standing {
    /// Who took back what a message says that was sent for a prompt; also what that prompt's own step ended in, or not.
    pub(super) fn taken_back_by(&self, mark: Mark, also_own: bool) -> Option<String> {
        let reaches = |undone: &&Undone| {
            undone.entries > mark.begun && (undone.step < mark.step || (also_own && undone.step == mark.step))
        };
        self.undone.iter().find(reaches).map(|undone| undone.by.clone())
    }
}
