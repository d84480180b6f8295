//! Queries about matches that are answered from the store, most of them without a match's actor.

use std::collections::HashSet;

use futures::FutureExt;
use futures::future::ready;

use crate::game::{BySeat, Seat};
use crate::history::summary::{Addressed, MatchInfo, Route};
use crate::ids::{ChannelId, MatchId, Snowflake, UnixMs, UserId};
use crate::live::api::Dealer;
use crate::live::command::Admission::Now;
use crate::live::compat;
use crate::live::error::{Code, Error, Refused};
use crate::live::store::rows::{MatchRow, Status};
use crate::playing::panel::Want;
use crate::table::Header;

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
    pub async fn has_sat(&self, m: MatchId, user: UserId) -> Result<bool, Error> {
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

    /// Returns the matches that await an order from a person.
    pub async fn waiting_on(&self, user: UserId) -> Result<Vec<MatchInfo>, Error> {
        let rows = self.0.store.matches_of(user).await?;
        let awaits = |row: &MatchRow| {
            Seat::ALL.into_iter().any(|seat| row.users[seat] == user && row.awaited[seat] && !row.bots[seat])
        };
        Ok(rows.into_iter().filter(awaits).map(info).collect())
    }

    /// Returns the people who may have typed an order since a moment, the nearest deadlines first.
    /// Their direct messages are read back after a gap.
    pub async fn playing_since(&self, moment: UnixMs) -> Result<Vec<UserId>, Error> {
        let mut rows = self.0.store.played_since(moment).await?;
        rows.sort_by_key(|row| (row.status != Status::Running, row.deadline.is_none(), row.deadline));
        let mut seen = HashSet::new();
        let seated = rows
            .iter()
            .flat_map(|row| Seat::ALL.into_iter().filter(|&seat| !row.bots[seat]).map(|seat| row.users[seat]));
        Ok(seated.filter(|user| seen.insert(*user)).collect())
    }

    /// Returns the server channels and threads with live matches, the nearest deadlines first, then those of other events.
    pub async fn played_in(&self) -> Result<Vec<ChannelId>, Error> {
        let mut rows = self.0.store.live_matches().await?;
        rows.retain(|row| !row.private);
        rows.sort_by_key(|row| (row.status != Status::Running, row.deadline.is_none(), row.deadline));
        let mut seen = HashSet::new();
        let besides = self.0.events().await?.into_iter().map(|(_, channel)| channel);
        let all = rows.iter().map(|row| row.channel).chain(besides);
        Ok(all.filter(|channel| seen.insert(*channel)).collect())
    }

    /// Finds the match for a text that a person typed at a moment: the match that awaits their order.
    /// A match that asked for the order at that moment, and has advanced since, takes precedence.
    pub async fn route(&self, user: UserId, stamp: Snowflake) -> Result<Route, Error> {
        let running: Vec<MatchInfo> =
            self.matches_of(user).await?.into_iter().filter(|info| info.status == Status::Running).collect();
        let addressed = self.addressed(user, stamp).await?.map(|addressed| addressed.match_id);
        if let [only] = running.as_slice()
            && addressed.is_none_or(|m| m == only.id)
        {
            return Ok(Route::To(only.id));
        }
        let open = self.matches_awaiting_order(user, &running).await;
        if let Some(m) = addressed
            && !open.iter().any(|info| info.id == m)
        {
            let step_started_at = self.ask(m, "since", Now, |actor| ready(actor.step_started_at()).boxed()).await;
            if step_started_at.is_ok_and(|since| stamp.ms() < since) {
                return Ok(Route::To(m));
            }
        }
        Ok(match open.as_slice() {
            [] => {
                let shown = running.iter().find(|info| Some(info.id) == addressed).or(running.first());
                shown.map(|info| info.id).or(addressed).map_or(Route::Nowhere, Route::To)
            }
            [only] => Route::To(only.id),
            _ => Route::Among(open),
        })
    }

    /// Filters matches that await an order from a person. Paused matches are returned only if no other match awaits one.
    pub async fn matches_awaiting_order(&self, user: UserId, matches: &[MatchInfo]) -> Vec<MatchInfo> {
        let (mut open, mut paused) = (Vec::new(), Vec::new());
        for info in matches {
            match self.panel(info.id, user).await {
                Ok(panel) if panel.wants == Want::Order && panel.paused() => paused.push(info.clone()),
                Ok(panel) if panel.wants == Want::Order => open.push(info.clone()),
                Ok(_) | Err(_) => {}
            }
        }
        if open.is_empty() { paused } else { open }
    }

    /// Filters matches in which a text is readable as a person's order. An illegal order counts: it may be meant for that match.
    pub async fn matches_accepting_text(&self, matches: Vec<MatchInfo>, user: UserId, text: &str) -> Vec<MatchInfo> {
        let mut found = Vec::new();
        for info in matches {
            let text = text.to_owned();
            let reads = self.ask(info.id, "reads", Now, move |actor| ready(actor.reads(user, &text)).boxed()).await;
            // If the actor fails, assume that the text is readable.
            if reads.unwrap_or(true) {
                found.push(info);
            }
        }
        found
    }

    /// Returns the prompt that a person's text answers: the newest one, in any match, sent to them before the text.
    pub async fn addressed(&self, user: UserId, before: Snowflake) -> Result<Option<Addressed>, Error> {
        let shown = self.0.store.newest_prompt_to(user, before).await?;
        Ok(shown.and_then(|post| {
            let (mark, (_, message)) = (post.shows?.mark, post.at?);
            Some(Addressed { match_id: post.owner.match_id()?, mark, message: Snowflake(message.0) })
        }))
    }

    pub(crate) async fn row(&self, m: MatchId) -> Result<MatchRow, Error> {
        let row = self.0.store.find_match(m).await?;
        row.ok_or_else(|| no_match().into())
    }
}

fn no_match() -> Refused {
    Refused::new(Code::NoMatch, "There is no such match; look the number up with /match list.")
}

/// Returns the names of a match's first players: displayed names for players who still have their seat.
pub(crate) fn began(header: Option<&Header>, row: &MatchRow) -> BySeat<String> {
    BySeat::from_fn(|seat| match header.map(|header| &header.seats[seat].name) {
        Some(first) if *first != row.plain[seat] => first.clone(),
        _ => row.names[seat].clone(),
    })
}

fn info(row: MatchRow) -> MatchInfo {
    let (header, stakes, series) = (Header::read(&row.header).ok(), row.stakes(), row.series());
    let (other_rules, assumption) =
        (compat::other_rules(&row), header.as_ref().and_then(|header| compat::assumption(&row, header)));
    let began = began(header.as_ref(), &row);
    MatchInfo {
        id: row.id,
        game: row.game,
        preset: header.and_then(|header| header.preset),
        channel: row.channel,
        parent: row.parent,
        private: row.private,
        by_button: row.by_button,
        guild: row.guild,
        host: row.host,
        users: row.users,
        began,
        names: row.names,
        plain: row.plain,
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
