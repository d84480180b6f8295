//! Stored rows, a type for each kind.

use parse_display::{Display, FromStr};

use crate::game::{BySeat, Seat, Stakes, unclear};
use crate::history::store::origin::Origin;
use crate::ids::{ChannelId, GuildId, MatchId, MessageId, Snowflake, StepId, UnixMs, UserId};
use crate::lobby::store::offers::Offers;
use crate::table::Header;

/// Who called a lobby off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, FromStr)]
#[display(style = "lowercase")]
pub enum CalledOff {
    #[display("{0}")]
    Player(Seat),
    /// A host who does not play in it, or the service.
    Host,
}

/// The status of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Display, FromStr)]
#[display(style = "lowercase")]
pub enum Status {
    /// Its players have not all pressed Ready.
    #[default]
    Lobby,
    /// It is played, or paused.
    Running,
    /// It has ended.
    Over,
    /// It never began.
    Cancelled,
    /// Its record cannot be played on by this version.
    Halted,
}

impl Status {
    /// Whether something can still happen in it.
    pub const fn live(self) -> bool {
        matches!(self, Self::Lobby | Self::Running)
    }
}

/// The stage of a running match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Display, FromStr)]
#[display(style = "lowercase")]
pub enum Stage {
    /// It waits for the time its first round begins.
    Waiting,
    /// Its clocks run.
    #[default]
    Playing,
    /// It is paused or suspended.
    Paused,
}

/// A match's place in what it is a part of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The series, by the interaction it was opened in; none where it is a tournament.
    pub series: Option<Snowflake>,
    /// Its standing when the match was opened, in words.
    pub words: String,
}

/// A match, but for its entries.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
pub struct MatchRow {
    pub id: MatchId,
    /// How often its row or entries have been written to.
    pub revision: i64,
    pub guild: GuildId,
    /// The channel of the match.
    pub channel: ChannelId,
    /// The parent channel of the match's thread.
    pub parent: Option<ChannelId>,
    /// Whether it is played in direct messages.
    pub private: bool,
    /// Whether its prompts wait behind the Order button, and go to nobody's direct messages.
    pub by_button: bool,
    /// Whether its card asks spectators who wins.
    pub predicts: bool,
    /// The member who opened it.
    pub host: UserId,
    pub game: String,
    /// The record's first line.
    pub header: String,
    /// The version of the game's rules it is played under; in a lobby, that it was opened under.
    pub version: u32,
    pub users: BySeat<UserId>,
    /// Their names as the match shows them, substitutes included: told apart by seat where they look alike.
    pub names: BySeat<String>,
    /// The same as they go by.
    pub plain: BySeat<String>,
    /// Discord's names for them, where they are known.
    pub usernames: BySeat<Option<String>>,
    /// Which seats a built-in player holds.
    pub bots: BySeat<bool>,
    /// The seats that have pressed Ready in the lobby.
    pub ready: BySeat<bool>,
    /// The newest lobby press that was taken, as a snowflake; 0 for none.
    pub pressed: BySeat<u64>,
    /// The match's status.
    pub status: Status,
    /// The stage of a running match.
    pub stage: Stage,
    /// When it was opened.
    pub opened: UnixMs,
    /// When its lobby ends of itself.
    pub expires: UnixMs,
    /// When its first step is to begin, where that is fixed.
    pub starts: Option<UnixMs>,
    /// The start times that a lobby's players choose from, until it has one.
    pub offers: Option<Offers>,
    /// The series or tournament of the match.
    pub part: Option<Part>,
    /// The origin of an imported record.
    pub origin: Option<Origin>,
    /// Up to which moment reminders of the start have been seen to.
    pub reminded: UnixMs,
    /// When it began: where the record's time is 0.
    pub started: Option<UnixMs>,
    /// When its first round began, also where that was undone since: predictions sent later do not count.
    pub first_round: Option<UnixMs>,
    /// When time is up for the awaited step, a pause or the lobby, as everyone may know it.
    pub deadline: Option<UnixMs>,
    /// The awaited prompt.
    pub mark: Option<StepId>,
    /// The seats whose answer is awaited.
    pub awaited: BySeat<bool>,
    /// The lobby card's message.
    pub card: Option<(ChannelId, MessageId)>,
    /// The result, as JSON.
    pub outcome: Option<String>,
    /// Whether it was opened without a host's rights.
    pub friendly: bool,
    /// Why it was halted.
    pub halted: Option<String>,
    /// Lines that go out with the next public message.
    pub carried: Vec<String>,
    /// Whether the channel has been told that a seat cannot be written to.
    pub unreachable: BySeat<bool>,
    /// In a lobby, how many matches that count each player has won and lost in the server.
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
    /// The server that a link to the match's channel names: 0, for none, where it is played in direct messages.
    pub const fn linked(&self) -> GuildId {
        if self.private { GuildId(0) } else { self.guild }
    }

    /// The seat of a person; nobody sits where a built-in player does.
    pub fn seat_of(&self, user: UserId) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| self.users[seat] == user && !self.bots[seat])
    }

    /// Whether a person plays in it.
    pub fn plays(&self, user: UserId) -> bool {
        self.seat_of(user).is_some()
    }

    /// Whether it has a host who does not play in it.
    pub fn has_host(&self) -> bool {
        !self.private && (!self.friendly || !self.plays(self.host))
    }

    /// The series it is of, if it is of one.
    pub fn series(&self) -> Option<Snowflake> {
        self.part.as_ref()?.series
    }

    /// Whether it is of a tournament.
    pub fn is_of_tournament(&self) -> bool {
        self.part.as_ref().is_some_and(|part| part.series.is_none())
    }

    /// Whether one of its people has been taken out of what is kept.
    pub fn lacks_a_player(&self) -> bool {
        self.plays(UserId(0))
    }

    /// Sets a status in which nothing is awaited.
    pub(crate) fn ends_with(&mut self, status: Status) {
        (self.status, self.deadline, self.awaited) = (status, None, BySeat::default());
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
