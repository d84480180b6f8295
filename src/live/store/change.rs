//! What is written of a match at once.

use crate::game::{BySeat, Seat};
use crate::ids::{MatchId, MessageId, Snowflake, StepId, UnixMs, UserId};
use crate::live::store::rows::{CalledOff, MatchRow, Stage, Status, shown};
use crate::lobby::store::offers::Offers;
use crate::messages::store::post::NewPost;
use crate::messages::store::shown::Shown;

/// A match to be.
#[derive(Clone, Debug)]
pub struct NewRow {
    /// Its row; the match has its number once it is stored.
    pub row: MatchRow,
    /// What it is opened with; the same opens no other match.
    pub opening: Option<Snowflake>,
    /// Who knows what seats hide, because they brought it.
    pub knowers: Vec<(UserId, Seat)>,
}

/// What changes in a match, written all at once.
#[derive(Clone, Debug)]
pub struct Commit {
    pub match_id: MatchId,
    /// The revision that it was made from, which the match must still have.
    pub revision: i64,
    /// Record lines to add.
    pub entries: Vec<String>,
    /// What else changes.
    pub change: Change,
    /// What is to be sent.
    pub posts: Vec<NewPost>,
    /// Whose unfinished orders are put away.
    pub clear_drafts: Vec<Seat>,
    /// When this happens.
    pub now: UnixMs,
}

/// Columns that get another value; `None` leaves one as it is.
#[derive(Clone, Debug, Default)]
pub struct Change {
    /// See [`MatchRow::status`].
    pub status: Option<Status>,
    /// See [`MatchRow::stage`].
    pub stage: Option<Stage>,
    /// See [`MatchRow::game`]; a mended file takes over.
    pub game: Option<String>,
    /// See [`MatchRow::header`].
    pub header: Option<String>,
    /// See [`MatchRow::version`].
    pub version: Option<u32>,
    /// See [`MatchRow::users`].
    pub users: Option<BySeat<UserId>>,
    /// See [`MatchRow::plain`].
    pub names: Option<BySeat<String>>,
    /// See [`MatchRow::bots`].
    pub bots: Option<BySeat<bool>>,
    /// See [`MatchRow::ready`].
    pub ready: Option<BySeat<bool>>,
    /// See [`MatchRow::pressed`].
    pub pressed: Option<BySeat<u64>>,
    /// See [`MatchRow::expires`].
    pub expires: Option<UnixMs>,
    /// See [`MatchRow::starts`]; a time that is there can only be moved.
    pub starts: Option<UnixMs>,
    /// See [`MatchRow::offers`].
    pub offers: Option<Option<Offers>>,
    /// See [`MatchRow::reminded`].
    pub reminded: Option<UnixMs>,
    /// See [`MatchRow::started`].
    pub started: Option<UnixMs>,
    /// See [`MatchRow::first_round`]; a time that is there stays.
    pub first_round: Option<UnixMs>,
    /// See [`MatchRow::deadline`].
    pub deadline: Option<Option<UnixMs>>,
    /// See [`MatchRow::mark`].
    pub mark: Option<Option<StepId>>,
    /// See [`MatchRow::awaited`].
    pub awaited: Option<BySeat<bool>>,
    /// See [`MatchRow::outcome`].
    pub outcome: Option<Option<String>>,
    /// See [`MatchRow::halted`].
    pub halted: Option<String>,
    /// See [`MatchRow::carried`].
    pub carried: Option<Vec<String>>,
    /// Seats that the channel is told cannot be written to; one that was told stays so.
    pub unreachable: Option<BySeat<bool>>,
    /// Why its channel took nothing, where it is called off for that; for whatever it is a match of.
    pub lost: Option<String>,
    /// Who calls the lobby off, where somebody does.
    pub called_off: Option<CalledOff>,
    /// People who know what a seat hides without sitting there from here on.
    pub knowers: Vec<(UserId, Seat)>,
    /// What a message that shows a prompt shows from here on, where an answer to a press puts that there.
    pub shown: Option<(MessageId, Shown)>,
    /// Open proposals and requests that it settles, each with the stored word for its outcome.
    pub settles: Vec<(Snowflake, &'static str)>,
}

impl Change {
    /// The row with the change made, at its next revision.
    pub fn to(self, row: MatchRow) -> MatchRow {
        let header = self.header.unwrap_or(row.header);
        let plain = self.names.unwrap_or(row.plain);
        MatchRow {
            revision: row.revision + 1,
            names: shown(&header, &plain),
            plain,
            status: self.status.unwrap_or(row.status),
            stage: self.stage.unwrap_or(row.stage),
            game: self.game.unwrap_or(row.game),
            header,
            version: self.version.unwrap_or(row.version),
            users: self.users.unwrap_or(row.users),
            bots: self.bots.unwrap_or(row.bots),
            ready: self.ready.unwrap_or(row.ready),
            pressed: self.pressed.unwrap_or(row.pressed),
            expires: self.expires.unwrap_or(row.expires),
            starts: self.starts.or(row.starts),
            offers: self.offers.unwrap_or(row.offers),
            reminded: self.reminded.unwrap_or(row.reminded),
            started: self.started.or(row.started),
            first_round: row.first_round.or(self.first_round),
            deadline: self.deadline.unwrap_or(row.deadline),
            mark: self.mark.unwrap_or(row.mark),
            awaited: self.awaited.unwrap_or(row.awaited),
            outcome: self.outcome.unwrap_or(row.outcome),
            halted: self.halted.or(row.halted),
            carried: self.carried.unwrap_or(row.carried),
            unreachable: BySeat::from_fn(|seat| row.unreachable[seat] || self.unreachable.is_some_and(|now| now[seat])),
            ..row
        }
    }
}
