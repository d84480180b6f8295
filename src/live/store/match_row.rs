//! Types of stored rows.

use parse_display::{Display, FromStr};

use crate::game::{BySeat, Seat, Stakes, unclear};
use crate::history::store::import_kind::ImportKind;
use crate::ids::{ChannelId, GuildId, MatchId, MessageId, Snowflake, StepId, UnixMs, UserId};
use crate::lobby::store::offered_times::Offers;
use crate::table::Header;

/// The person who called a lobby off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, FromStr)]
#[display(style = "lowercase")]
pub enum CalledOff {
    #[display("{0}")]
    Player(Seat),
    /// A host who does not play in the match, or the service.
    Host,
}

/// The status of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Display, FromStr)]
#[display(style = "lowercase")]
pub enum Status {
    /// Not all players have pressed Ready.
    #[default]
    Lobby,
    /// The match is played or paused.
    Running,
    /// The match has ended.
    Over,
    /// The match was called off before its start.
    Cancelled,
    /// This version cannot continue the record.
    Halted,
}

impl Status {
    /// Whether the match is in its lobby or running.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Lobby | Self::Running)
    }
}

/// The stage of a running match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Display, FromStr)]
#[display(style = "lowercase")]
pub enum MatchStage {
    /// The match waits for the start of its first round.
    Waiting,
    /// The clocks run.
    #[default]
    Playing,
    /// The match is paused or suspended.
    Paused,
}

/// The kind of event that a match belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartOf {
    /// A series, by the interaction that opened it.
    Series(Snowflake),
    Tournament {
        /// Whether its host is one of its players.
        host_plays: bool,
    },
}

/// A match's place in its series or tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub of: PartOf,
    /// The standing when the match was opened, in words.
    pub words: String,
}

/// A match without its entries.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
pub struct MatchRow {
    pub id: MatchId,
    /// The number of writes to the row or its entries.
    pub revision: i64,
    pub guild: GuildId,
    pub channel: ChannelId,
    /// The parent channel of the match's thread.
    pub parent: Option<ChannelId>,
    /// Whether the match is played in direct messages.
    pub in_dms: bool,
    /// Whether prompts are shown by the Order button only, never in direct messages.
    pub by_button: bool,
    /// Whether the card takes predictions of the winner.
    pub predicts: bool,
    /// The member who opened the match.
    pub opener: UserId,
    pub game: String,
    /// The record's first line.
    pub header: String,
    /// The version of the game's rules: the one of the match, or in a lobby the one at its opening.
    pub version: u32,
    pub users: BySeat<UserId>,
    /// The players' names as shown, substitutes included; similar names are marked with the seat.
    pub names: BySeat<String>,
    /// The players' names without marks of the seat.
    pub plain_names: BySeat<String>,
    /// The players' Discord names, where they are known.
    pub usernames: BySeat<Option<String>>,
    /// Seats of built-in players.
    pub bots: BySeat<bool>,
    /// The seats that have pressed Ready in the lobby.
    pub ready: BySeat<bool>,
    /// The newest lobby press that counted, as a snowflake; 0 for none.
    pub pressed: BySeat<u64>,
    pub status: Status,
    /// The stage of a running match.
    pub stage: MatchStage,
    /// The time of the opening.
    pub opened: UnixMs,
    /// The time at which the lobby closes automatically.
    pub expires: UnixMs,
    /// The start of the first step, if it is fixed.
    pub starts: Option<UnixMs>,
    /// The start times that a lobby's players choose from, until it has one.
    pub offers: Option<Offers>,
    /// The series or tournament of the match.
    pub part: Option<Part>,
    /// The origin of an imported record.
    pub origin: Option<ImportKind>,
    /// Reminders of the start that were due up to this moment need no message; a message that moves the start counts as one.
    pub start_reminded_until: UnixMs,
    /// The start of the match, at which the record's time is 0.
    pub started: Option<UnixMs>,
    /// The start of the first round, even if it was reverted later: predictions sent after it do not count.
    pub first_round: Option<UnixMs>,
    /// The public deadline of the awaited step, the pause or the lobby.
    pub deadline: Option<UnixMs>,
    /// The awaited prompt.
    pub mark: Option<StepId>,
    /// Seats whose answer is awaited.
    pub awaited: BySeat<bool>,
    /// The lobby card's message.
    pub card: Option<(ChannelId, MessageId)>,
    /// The result, as JSON.
    pub outcome: Option<String>,
    /// Whether the match was opened without a host's rights.
    pub friendly: bool,
    /// Who called the lobby off; `None` for an expired lobby or a lost channel.
    pub called_off: Option<CalledOff>,
    /// Why the channel refused messages, if the match was called off for that.
    pub channel_refusal: Option<String>,
    /// The reason of the halt.
    pub halted: Option<String>,
    /// Lines for the next public message; of a cancelled match, the lines on its card.
    pub carried: Vec<String>,
    /// Whether a public notice says that a seat cannot be written to.
    pub unreachable: BySeat<bool>,
    /// Each player's won and lost matches in the server that count; in a lobby only.
    pub records: BySeat<Option<[u32; 2]>>,
}

/// Players' names as a match with this header shows them.
pub(crate) fn display_names(header: &str, plain: &BySeat<String>) -> BySeat<String> {
    let unclear = unclear(plain);
    if !unclear.ec && !unclear.dmo {
        return plain.clone();
    }
    Header::read(header).map(|header| header.contest()).unwrap_or_default().apart(plain)
}

impl MatchRow {
    /// Returns the server in links to the match's channel; 0 in direct messages.
    pub const fn linked(&self) -> GuildId {
        if self.in_dms { GuildId(0) } else { self.guild }
    }

    /// Returns the seat of a person; a built-in player's seat belongs to nobody.
    pub fn seat_of(&self, user: UserId) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| self.users[seat] == user && !self.bots[seat])
    }

    /// Whether a person plays in the match.
    pub fn plays(&self, user: UserId) -> bool {
        self.seat_of(user).is_some()
    }

    /// Whether the match has a host who does not play in it.
    pub fn has_host(&self) -> bool {
        !self.in_dms && (!self.friendly || !self.plays(self.opener))
    }

    /// Whether the host plays in the match or in its tournament, and so has no host's rights in it.
    pub fn host_plays(&self) -> bool {
        let part = self.part.as_ref().map(|part| part.of);
        self.plays(self.opener) || part == Some(PartOf::Tournament { host_plays: true })
    }

    /// Returns the series of the match, if it belongs to one.
    pub fn series(&self) -> Option<Snowflake> {
        match self.part.as_ref()?.of {
            PartOf::Series(id) => Some(id),
            PartOf::Tournament { .. } => None,
        }
    }

    /// Whether the match belongs to a tournament.
    pub fn is_of_tournament(&self) -> bool {
        self.part.as_ref().is_some_and(|part| matches!(part.of, PartOf::Tournament { .. }))
    }

    /// Whether a host opened the match between two people. Other matches are not rated, and have no result card.
    pub fn is_official(&self) -> bool {
        !self.friendly && !self.in_dms && !self.bots.ec && !self.bots.dmo
    }

    /// Whether the match can be opened again if nobody begins it. A tournament opens its matches itself, and only an import continues a
    /// record.
    pub fn can_open_again(&self) -> bool {
        !self.is_of_tournament() && self.origin.is_none()
    }

    /// Whether the match's card expired: nobody called the match off.
    pub fn has_expired(&self) -> bool {
        self.status == Status::Cancelled && self.called_off.is_none() && self.carried.is_empty()
    }

    /// Whether only hosts can open the match again.
    pub fn only_hosts_open_again(&self) -> bool {
        !self.friendly && self.series().is_none()
    }

    /// Whether the data of a player was erased.
    pub fn lacks_a_player(&self) -> bool {
        self.plays(UserId(0))
    }

    /// Sets a status in which nothing is awaited.
    pub(crate) fn ends_with(&mut self, status: Status) {
        (self.status, self.deadline, self.awaited) = (status, None, BySeat::default());
    }

    /// Returns the row after a cancellation, with the lines on the card.
    pub(crate) fn cancelled(&self, by: Option<CalledOff>, lines: Vec<String>) -> Self {
        let mut row = Self { called_off: by, carried: lines, ..self.clone() };
        row.ends_with(Status::Cancelled);
        row
    }

    /// The stakes of the match.
    pub const fn stakes(&self) -> Stakes {
        match (self.friendly, &self.part) {
            (true, _) => Stakes::Friendly,
            (false, Some(_)) => Stakes::Part,
            (false, None) => Stakes::Whole,
        }
    }
}
