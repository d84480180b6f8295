//! A match at a glance, and where typed words belong.

use crate::game::{BySeat, Contest, Outcome, Seat, Stakes};
use crate::games;
use crate::history::store::origin::Origin;
use crate::ids::{ChannelId, GuildId, MatchId, Snowflake, UnixMs, UserId};
use crate::live::store::rows::{Stage, Status};
use crate::playing::panel::StepId;
use crate::table::both;

/// A match at a glance.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchInfo {
    pub id: MatchId,
    pub game: String,
    /// Its preset's id, where the header names one.
    pub preset: Option<String>,
    pub channel: ChannelId,
    /// The parent channel of the match's thread.
    pub parent: Option<ChannelId>,
    /// Whether it is played in direct messages.
    pub private: bool,
    /// Whether its prompts wait behind the Order button, and go to nobody's direct messages.
    pub by_button: bool,
    pub guild: GuildId,
    /// The member who opened it.
    pub host: UserId,
    pub users: BySeat<UserId>,
    /// Their names as the match shows them, and as they go by.
    pub names: BySeat<String>,
    pub plain: BySeat<String>,
    /// Discord's names for them, where they are known.
    pub usernames: BySeat<Option<String>>,
    /// The first players, by name.
    pub began: BySeat<String>,
    /// Which seats a built-in player holds.
    pub bots: BySeat<bool>,
    /// Whether it was opened without a host's rights.
    pub friendly: bool,
    /// The series it is of, if it is of one.
    pub series: Option<Snowflake>,
    /// Its tournament and round, or its number in its series, in words.
    pub part: Option<String>,
    pub stakes: Stakes,
    /// The origin of an imported record.
    pub origin: Option<Origin>,
    /// The match's status.
    pub status: Status,
    /// The state of a running match.
    pub stage: Stage,
    /// The awaited step; `None` before the start.
    pub mark: Option<StepId>,
    pub opened: UnixMs,
    /// When it began.
    pub started: Option<UnixMs>,
    /// When time is up for the awaited step, a pause or the lobby, as everyone may know it.
    pub deadline: Option<UnixMs>,
    /// The result, in the record's words.
    pub outcome: Option<Outcome>,
    /// Why it was halted.
    pub halted: Option<String>,
    /// Why it cannot be stepped through, as a sentence: it was played by other rules than this program has.
    pub other_rules: Option<String>,
    /// The assumed rules version of an imported record that names none.
    pub assumption: Option<String>,
}

impl MatchInfo {
    /// The seat of a person; nobody sits where a built-in player does.
    pub fn seat_of(&self, user: UserId) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| self.users[seat] == user && !self.bots[seat])
    }

    /// Whom its end concerns: who began it, and who sat there then where that is somebody else.
    pub fn concerned(&self) -> BySeat<String> {
        BySeat::from_fn(|seat| both(seat, &self.began[seat], &self.names[seat]))
    }

    /// Whether one of its people has been taken out of what is kept.
    pub fn lacks_a_player(&self) -> bool {
        Seat::ALL.into_iter().any(|seat| self.users[seat] == UserId(0) && !self.bots[seat])
    }

    /// The kind of match, which decides the seats' names.
    pub fn contest(&self) -> Contest {
        let whole = games::find(&self.game).map(|game| game.contest(self.preset.as_deref()));
        whole.unwrap_or_default().at(self.stakes)
    }
}

/// The target of typed words.
#[derive(Clone, Debug, PartialEq)]
pub enum Route {
    /// Their writer plays nowhere.
    Nowhere,
    /// To one match, which takes them or says why not.
    To(MatchId),
    /// To one of several that await an order.
    Among(Vec<MatchInfo>),
}

/// The prompt a typed text would belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Addressed {
    pub match_id: MatchId,
    pub mark: StepId,
    pub message: Snowflake,
}
