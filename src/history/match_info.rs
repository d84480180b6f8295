//! The summary of a match.

use crate::game::{BySeat, Contest, Outcome, Seat, Stakes};
use crate::games;
use crate::history::store::import_kind::ImportKind;
use crate::ids::{ChannelId, GuildId, MatchId, MessageId, Snowflake, StepId, UnixMs, UserId};
use crate::live::store::match_row::{MatchStage, Status};
use crate::table::both;

/// The summary of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchInfo {
    pub id: MatchId,
    pub game: String,
    /// The preset's id, if the header names one.
    pub preset: Option<String>,
    pub channel: ChannelId,
    /// The match's card: its channel and message.
    pub card: Option<(ChannelId, MessageId)>,
    /// The players for whom an expired card waited, as a sentence.
    pub unready: Option<String>,
    /// The parent channel of the match's thread.
    pub parent: Option<ChannelId>,
    /// Whether the match is played in direct messages.
    pub in_dms: bool,
    /// Whether prompts are shown behind the Order button instead of being sent as direct messages.
    pub by_button: bool,
    pub guild: GuildId,
    /// The member who opened the match.
    pub opener: UserId,
    pub users: BySeat<UserId>,
    /// The players' names as the match shows them, told apart by seat if alike; and their plain names.
    pub names: BySeat<String>,
    pub plain_names: BySeat<String>,
    /// The players' Discord usernames, if known.
    pub usernames: BySeat<Option<String>>,
    /// The names of the first players.
    pub began: BySeat<String>,
    /// Seats of built-in players.
    pub bots: BySeat<bool>,
    /// Whether the match was opened without a host's rights.
    pub friendly: bool,
    /// The series of the match, if any.
    pub series: Option<Snowflake>,
    /// Its tournament and round, or its number in its series, in words.
    pub part: Option<String>,
    pub stakes: Stakes,
    /// The origin of an imported record.
    pub origin: Option<ImportKind>,
    pub status: Status,
    /// The state of a running match.
    pub stage: MatchStage,
    /// The awaited step; `None` before the start.
    pub mark: Option<StepId>,
    pub opened: UnixMs,
    /// The start of the match.
    pub started: Option<UnixMs>,
    /// The public deadline of the awaited step, the pause or the lobby.
    pub deadline: Option<UnixMs>,
    pub outcome: Option<Outcome>,
    /// The reason for which the match was halted.
    pub halted: Option<String>,
    /// The reason why this program cannot replay the match, as a sentence: its rules have another version.
    pub other_rules: Option<String>,
    /// The assumed rules version of an imported record that names none.
    pub assumption: Option<String>,
}

impl MatchInfo {
    /// Returns a person's seat. A built-in player's seat has no person.
    pub fn seat_of(&self, user: UserId) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| self.users[seat] == user && !self.bots[seat])
    }

    /// Returns the names for the result: each seat's first player, and its last player if that is somebody else.
    pub fn concerned(&self) -> BySeat<String> {
        BySeat::from_fn(|seat| both(seat, &self.began[seat], &self.names[seat]))
    }

    /// Whether a player has been erased from the stored data.
    pub fn lacks_a_player(&self) -> bool {
        Seat::ALL.into_iter().any(|seat| self.users[seat] == UserId(0) && !self.bots[seat])
    }

    /// Returns the game's title with its preset; the game's id if this version does not know it.
    pub fn title(&self) -> String {
        games::title_of(&self.game, self.preset.as_deref())
    }

    /// Returns the kind of match, which decides the seats' names.
    pub fn contest(&self) -> Contest {
        let whole = games::find(&self.game).map(|game| game.contest(self.preset.as_deref()));
        whole.unwrap_or_default().at(self.stakes)
    }
}
