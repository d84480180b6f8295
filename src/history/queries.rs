//! Queries about matches, answered from the store.

use crate::game::BySeat;
use crate::history::match_info::MatchInfo;
use crate::ids::{ChannelId, MatchId, UserId};
use crate::live::api::Dealer;
use crate::live::error::{Code, Error, Refused};
use crate::live::record_compatibility;
use crate::live::store::match_row::MatchRow;
use crate::messages::compose;
use crate::players::BEST;
use crate::table::{Bot as Automaton, Header};

impl Dealer {
    /// Returns the whole record as JSON lines. The caller checks the reader's rights.
    pub async fn record(&self, m: MatchId) -> Result<String, Error> {
        let row = self.row(m).await?;
        let lines = self.0.store.entries(m).await?;
        let mut record = Header::exported(&row.header, row.version);
        for line in lines {
            record.push('\n');
            record.push_str(&line);
        }
        record.push('\n');
        Ok(record)
    }

    /// Returns a match's summary.
    pub async fn info(&self, m: MatchId) -> Result<MatchInfo, Error> {
        Ok(info(self.row(m).await?))
    }

    /// Whether a person knows a seat's hidden information: they sat there before a substitute, or looked at it.
    pub async fn knows_hidden(&self, m: MatchId, user: UserId) -> Result<bool, Error> {
        let knows = self.0.store.knows(m, user).await?;
        Ok(knows.ec || knows.dmo)
    }

    /// Returns the matches of a channel and of its threads, the newest first.
    pub async fn matches_in(&self, channel: ChannelId) -> Result<Vec<MatchInfo>, Error> {
        Ok(self.0.store.matches_in(channel).await?.into_iter().map(info).collect())
    }

    /// Returns the live matches in which a person has a seat, the newest first.
    pub async fn matches_of(&self, user: UserId) -> Result<Vec<MatchInfo>, Error> {
        let rows = self.0.store.matches_of(user).await?;
        Ok(rows.into_iter().map(info).filter(|info| info.seat_of(user).is_some()).collect())
    }

    /// Returns a person's matches, at most 25: the live ones first, then the newest.
    pub async fn recent_of(&self, user: UserId) -> Result<Vec<MatchInfo>, Error> {
        let rows = self.0.store.recent_of(user).await?;
        Ok(rows.into_iter().map(info).filter(|info| info.seat_of(user).is_some()).collect())
    }

    /// Returns the level of a person's newest match against the built-in player.
    pub async fn last_level(&self, user: UserId) -> Result<Option<u8>, Error> {
        let level = |row: &MatchRow| {
            let seats = Header::read(&row.header).ok()?.seats;
            [seats.ec, seats.dmo].into_iter().find_map(|player| match player.bot? {
                Automaton::Level(level) => Some(level.number().min(BEST)),
                Automaton::Engine(_) => None,
            })
        };
        Ok(self.0.store.recent_of(user).await?.iter().find_map(level))
    }

    pub(crate) async fn row(&self, m: MatchId) -> Result<MatchRow, Error> {
        let row = self.0.store.find_match(m).await?;
        let message = "There is no such match; look the number up with /match list.";
        row.ok_or_else(|| Refused::new(Code::NoMatch, message).into())
    }
}

/// Returns the names of a match's first players: displayed names for players who still have their seat.
pub(crate) fn began(header: Option<&Header>, row: &MatchRow) -> BySeat<String> {
    BySeat::from_fn(|seat| match header.map(|header| &header.seats[seat].name) {
        Some(first) if *first != row.plain_names[seat] => first.clone(),
        _ => row.names[seat].clone(),
    })
}

/// Returns a match's summary.
pub(crate) fn info(row: MatchRow) -> MatchInfo {
    let (header, stakes, series) = (Header::read(&row.header).ok(), row.stakes(), row.series());
    let (other_rules, assumption) = (
        record_compatibility::other_rules(&row),
        header.as_ref().and_then(|header| record_compatibility::assumption(&row, header)),
    );
    let (began, unready) = (began(header.as_ref(), &row), compose::unready(&row));
    MatchInfo {
        id: row.id,
        game: row.game,
        preset: header.and_then(|header| header.preset),
        channel: row.channel,
        card: row.card,
        unready,
        parent: row.parent,
        in_dms: row.in_dms,
        by_button: row.by_button,
        guild: row.guild,
        opener: row.opener,
        users: row.users,
        began,
        names: row.names,
        plain_names: row.plain_names,
        usernames: row.usernames,
        bots: row.bots,
        friendly: row.friendly,
        series,
        part: row.part.map(|part| part.words),
        stakes,
        origin: row.origin,
        status: row.status,
        stage: row.stage,
        mark: row.mark,
        opened: row.opened,
        started: row.started,
        deadline: row.deadline,
        outcome: row.outcome.and_then(|outcome| serde_json::from_str(&outcome).ok()),
        halted: row.halted,
        other_rules,
        assumption,
    }
}
