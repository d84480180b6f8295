//! Data that is written of a match in one transaction.

use crate::game::{BySeat, Seat};
use crate::ids::{MatchId, MessageId, Snowflake, StepId, UnixMs, UserId};
use crate::live::store::rows::{CalledOff, MatchRow, Stage, Status, shown};
use crate::lobby::store::offers::Offers;
use crate::messages::store::post::NewPost;
use crate::messages::store::shown::Shown;

/// A match to be opened.
#[derive(Clone, Debug)]
pub struct NewRow {
    /// The row; its number is assigned when it is stored.
    pub row: MatchRow,
    /// The interaction that opens the match; it opens only one.
    pub opening: Option<Snowflake>,
    /// People who know a seat's hidden information, because they brought it.
    pub knowers: Vec<(UserId, Seat)>,
}

/// The changes of a match that are written together.
#[derive(Clone, Debug)]
pub struct Commit {
    pub match_id: MatchId,
    /// The revision that the changes are based on; the match must still have it.
    pub revision: i64,
    /// Record lines to add.
    pub entries: Vec<String>,
    /// Changes of the row.
    pub change: Change,
    /// Posts to queue.
    pub posts: Vec<NewPost>,
    /// Seats whose drafts are deleted.
    pub clear_drafts: Vec<Seat>,
    /// The time of the commit.
    pub now: UnixMs,
}

/// New values of columns; `None` keeps a value.
#[derive(Clone, Debug, Default)]
pub struct Change {
    /// See [`MatchRow::status`].
    pub status: Option<Status>,
    /// See [`MatchRow::stage`].
    pub stage: Option<Stage>,
    /// See [`MatchRow::game`]; changed by a mended file.
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
    /// See [`MatchRow::starts`]; an existing time can only be moved.
    pub starts: Option<UnixMs>,
    /// See [`MatchRow::offers`].
    pub offers: Option<Option<Offers>>,
    /// See [`MatchRow::reminded`].
    pub reminded: Option<UnixMs>,
    /// See [`MatchRow::started`].
    pub started: Option<UnixMs>,
    /// See [`MatchRow::first_round`]; an existing time stays.
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
    /// Seats with a public notice that they cannot be written to; once set it stays.
    pub unreachable: Option<BySeat<bool>>,
    /// The reason why the channel took no messages, if the match is called off for it; its series or tournament reads it.
    pub lost: Option<String>,
    /// The person who calls the lobby off, if one does.
    pub called_off: Option<CalledOff>,
    /// People who know a seat's hidden information from now on, without sitting there.
    pub knowers: Vec<(UserId, Seat)>,
    /// The new content of a message with a prompt, edited by the answer to a press.
    pub shown: Option<(MessageId, Shown)>,
    /// Open proposals and requests that the commit settles, each with the stored word for its outcome.
    pub settles: Vec<(Snowflake, &'static str)>,
}

impl Change {
    /// Returns the changed row, at its next revision.
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
