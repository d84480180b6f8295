//! Series: consecutive matches of the same two players, until one has won the majority.
//!
//! - The score is computed from the matches each time, so a reverted result does not count.
//! - The next match is stored before it is opened. All attempts to open it use the same stamp, so it is opened once.
//! - A match without a result is played again. If a match was never started, somebody must open the next one.

pub(crate) mod series_text;
pub(crate) mod state;
pub(crate) mod store;
pub(crate) mod ui;

use std::sync::Arc;

use crate::game::{BySeat, Outcome, Seat, Seed};
use crate::hosting::ruling_author::Host;
use crate::ids::{ChannelId, MatchId, Snowflake, match_link};
use crate::live::api::Dealer;
use crate::live::error::{Code, Error, Refused};
use crate::live::record_compatibility;
use crate::live::service::Service;
use crate::live::store::match_row::{MatchRow, Part, PartOf, Status};
use crate::lobby::create_match::{NewMatch, Opened};
use crate::lobby::host_secrets::remove_brought;
use crate::messages::compose;
use crate::messages::queued_message::SeriesEnd;
use crate::messages::store::post::{External, Lane, NewPost};
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::query::as_json;
use crate::table::Header;
use crate::uptime::clock::millis;

pub use state::{CountedMatch, Series, SeriesMatch, Tally};

impl Dealer {
    /// Opens a series and its first match. An id that was used before opens none.
    pub async fn open_series(&self, id: Snowflake, series: Series) -> Result<Opened, Error> {
        if series.best_of.is_multiple_of(2) || !(3..=Series::MOST).contains(&series.best_of) {
            let message = format!("A series is the best of 3, 5, 7 or {}.", Series::MOST);
            return Err(Refused::new(Code::BadTerms, message).into());
        }
        let _turn = self.0.series.lock().await;
        let series =
            Series { matches: vec![SeriesMatch { stamp: id, id: None, swapped: false }], announced: None, ..series };
        self.0.store.keep_series(id, as_json(&series), true, true).await?;
        let opened = self.0.open_next(id).await;
        if let Err(Error::Refused(_)) = &opened {
            // A series without its first match is closed.
            self.0.keep_series(id, &Series { matches: Vec::new(), ..series }, false).await?;
        }
        if let Some(opened) = opened? {
            return Ok(opened);
        }
        let (known, _) = self.0.load_series(id).await?;
        let first = known.matches.first().and_then(|one| one.id);
        first
            .map(|id| Opened { id, quiet: BySeat::default(), at_least: None })
            .ok_or_else(|| Refused::new(Code::BadTerms, "I could not open that series. Open another.").into())
    }

    /// Moves a match's series to another channel. The caller checks rights and that the old channel was deleted.
    pub async fn move_series_of(&self, m: MatchId, to: ChannelId) -> Result<(), Error> {
        let row = self.0.store.find_match(m).await?;
        let Some(id) = row.and_then(|row| row.series()) else { return Ok(()) };
        let _turn = self.0.series.lock().await;
        let (series, _) = self.0.load_series(id).await?;
        self.0.keep_series(id, &Series { channel: to, ..series }, true).await
    }

    /// Opens the next match of a match's series, if the last one was never started.
    pub async fn open_next_match(&self, m: MatchId, by: impl Into<Host>, stamp: Snowflake) -> Result<MatchId, Error> {
        let (by, none) = (by.into(), || Refused::new(Code::WrongStage, "There is no next match to open."));
        let row = self.0.store.find_match(m).await?.ok_or_else(none)?;
        let Some(id) = row.series() else { return Err(none().into()) };
        let _turn = self.0.series.lock().await;
        let (mut series, tally) = self.0.load_series(id).await?;
        if tally.going_on {
            let message = "A match of this series is still open or running. I open the next one after its end (see `/match list`).";
            return Err(Refused::new(Code::WrongStage, message).into());
        }
        if !tally.unplayed || series.winner(&tally).is_some() {
            return Err(none().into());
        }
        tracing::info!(series = id.0, user = by.user.0, "a series continues");
        let swapped = series.matches.last().is_some_and(|one| one.swapped);
        series.matches.push(SeriesMatch { stamp, id: None, swapped });
        self.0.keep_series(id, &series, true).await?;
        self.0.open_next(id).await?.map(|opened| opened.id).ok_or_else(|| none().into())
    }
}

impl Service {
    /// Advances the series of a match, if it has one.
    pub(crate) async fn advance_series_of(self: &Arc<Self>, m: MatchId) -> Result<(), StoreError> {
        let Some(id) = self.store.find_match(m).await?.and_then(|row| row.series()) else { return Ok(()) };
        self.advance_series(id).await?;
        self.refresh_results(id, m).await
    }

    /// Compares the results of this match and of later ones with their desired content: they show the score so far, and the series' end.
    async fn refresh_results(self: &Arc<Self>, id: Snowflake, m: MatchId) -> Result<(), StoreError> {
        let Some(series) = self.stored_series(id).await? else { return Ok(()) };
        for later in series.matches.iter().filter_map(|one| one.id).skip_while(|&one| one != m) {
            self.store.reopen(later).await?;
            self.schedule_reconcile(later);
        }
        Ok(())
    }

    /// Returns the score of a series after one of its matches, in a line.
    pub(crate) async fn series_score_after(&self, id: Snowflake, of: &MatchRow) -> Result<Option<String>, StoreError> {
        let Some(series) = self.stored_series(id).await? else { return Ok(None) };
        let mut rows = vec![of.clone()];
        for m in series.matches.iter().filter_map(|one| one.id).take_while(|&m| m != of.id) {
            rows.extend(self.store.find_match(m).await?);
        }
        Ok(Some(series.score_line(&series.tally(&rows))))
    }

    /// Returns the announced end of the series that a match has decided.
    pub(crate) async fn series_end(&self, of: &MatchRow) -> Result<Option<SeriesEnd>, StoreError> {
        let Some(id) = of.series() else { return Ok(None) };
        Ok(self.stored_series(id).await?.and_then(|series| series.end_after(of.id)))
    }

    /// Returns the matches that count in the series that a match has decided.
    pub(crate) async fn counted_matches(&self, of: &MatchRow) -> Result<Vec<CountedMatch>, StoreError> {
        let Some(id) = of.series() else { return Ok(Vec::new()) };
        let Some(series) = self.stored_series(id).await? else { return Ok(Vec::new()) };
        let mut rows = Vec::new();
        for m in series.matches.iter().filter_map(|one| one.id) {
            rows.extend(self.store.find_match(m).await?);
        }
        Ok(series.counted(&rows, of.id))
    }

    /// Advances all running series after the service's start.
    pub(crate) async fn resume_series(self: Arc<Self>) {
        let taken_up = async {
            for id in self.store.open_series().await? {
                self.advance_series(id).await?;
            }
            Ok::<_, StoreError>(())
        };
        if let Err(error) = taken_up.await {
            tracing::error!(%error, "running series cannot be advanced");
        }
    }

    /// Opens the next match of a series, or announces its winner.
    pub(crate) async fn advance_series(self: &Arc<Self>, id: Snowflake) -> Result<(), StoreError> {
        let _turn = self.series.lock().await;
        let advanced = async {
            self.open_next(id).await?;
            let (mut series, tally) = self.load_series(id).await?;
            if let Some(winner) = series.winner(&tally) {
                return self.announce_win(id, series, &tally, winner).await;
            }
            if series.announced.is_some() {
                series = self.reopen(id, series, &tally).await?;
            }
            if tally.going_on {
                return self.withdraw_next_match(id, series).await;
            }
            if tally.unplayed {
                // The next match is opened on request only.
                return self.keep_series(id, &series, false).await;
            }
            let Some(last) = series.matches.last() else { return Ok(()) };
            // The next card must not overtake the last result.
            if let Some(last) = last.id
                && self.store.next_post(last, Lane::Channel).await?.is_some()
            {
                return Ok(());
            }
            let swapped = last.swapped != (series.swaps && tally.counted);
            // The count makes the stamp unique in the series, even if the clock is set back.
            series.opened += 1;
            let bits = (id.0 + u64::from(series.opened)) & 0x3f_ffff;
            let stamp = Snowflake(Snowflake::at(self.clock.now()).0 | bits);
            series.matches.push(SeriesMatch { stamp, id: None, swapped });
            self.keep_series(id, &series, true).await?;
            let Some(next) = self.open_next(id).await? else { return Ok(()) };
            self.announce_next_match(series.matches.iter().rev().find_map(|one| one.id), next.id).await
        };
        match advanced.await {
            Ok(()) => Ok(()),
            Err(Error::Refused(refused)) => {
                tracing::warn!(series = id.0, why = refused.message, "a series was not advanced");
                Ok(())
            }
            Err(Error::Internal(fault)) => Err(StoreError::Row(format!("a series cannot be advanced, see {fault}"))),
        }
    }

    /// Announces that the series is no longer decided.
    pub(crate) async fn reopen(
        self: &Arc<Self>,
        id: Snowflake,
        series: Series,
        tally: &Tally,
    ) -> Result<Series, Error> {
        let series = Series { announced: None, ..series };
        let Some(last) = series.matches.iter().rev().find_map(|one| one.id) else { return Ok(series) };
        if let Some(row) = self.store.find_match(last).await? {
            let words = compose::line(&row, series_text::continues(&series, tally), Vec::new());
            let said = vec![compose::new_post(Lane::Channel, &words)];
            self.keep_series_with(id, &series, true, last, said).await?;
        }
        Ok(series)
    }

    /// Announces the next match's card in the finished match's thread.
    pub(crate) async fn announce_next_match(
        self: &Arc<Self>,
        over: Option<MatchId>,
        next: MatchId,
    ) -> Result<(), Error> {
        let find = async |m| Ok::<_, Error>(self.store.find_match(m).await?);
        let Some(over) = over else { return Ok(()) };
        let (Some(over), Some(next)) = (find(over).await?, find(next).await?) else { return Ok(()) };
        let Some(channel) = over.parent else { return Ok(()) };
        let standing = next.part.as_ref().map_or("", |part| part.words.as_str());
        let words = format!(
            "**The next match of the series is open: press Ready on its card.**\n{standing}\nMatch {} in <#{}>",
            next.id, channel.0
        );
        let item = compose::new_post(Lane::Channel, &compose::line(&over, words, Vec::new()));
        Ok(self.say(over.id, item).await?)
    }

    /// Calls off the next match's card if the match before it continues after a reverted result.
    pub(crate) async fn withdraw_next_match(self: &Arc<Self>, id: Snowflake, mut series: Series) -> Result<(), Error> {
        let (mut kept, mut open) = (series.matches.len(), None);
        while let Some(m) = series.matches[..kept].last().and_then(|one| one.id) {
            match self.store.find_match(m).await?.map(|row| row.status) {
                Some(Status::Running) => break,
                Some(Status::Lobby) => open = Some(m),
                Some(Status::Cancelled) => {}
                _ => return Ok(()),
            }
            kept -= 1;
        }
        if kept == 0 || kept == series.matches.len() {
            return Ok(());
        }
        if let Some(open) = open {
            let by = Host::instead_of(series.host, "The series");
            // The card is called off before it is removed: after a crash in between, players can open the match again.
            let why = "The previous result was reverted, so the previous match continues first.";
            Dealer(Arc::clone(self)).cancel(open, by, Some(why.to_owned()), self.stamp()).await?;
        }
        series.matches.truncate(kept);
        self.keep_series(id, &series, true).await
    }

    /// Announces the winner once, and calls off an open card.
    pub(crate) async fn announce_win(
        self: &Arc<Self>,
        id: Snowflake,
        series: Series,
        tally: &Tally,
        winner: Seat,
    ) -> Result<(), Error> {
        let Some(last) = series.matches.iter().rev().find_map(|one| one.id) else { return Ok(()) };
        let row = self.store.find_match(last).await?;
        let Some(row) = row.filter(|_| series.announced != Some(tally.won)) else { return Ok(()) };
        if row.status == Status::Lobby {
            let by = Host::instead_of(series.host, "The series");
            Dealer(Arc::clone(self))
                .cancel(last, by, Some("The series is decided.".to_owned()), self.stamp())
                .await
                .ok();
        }
        let series = Series { announced: Some(tally.won), ..series };
        let Some(end) = series.end_after(last) else { return Ok(()) };
        let words = series_text::won(&series, tally, winner, &self.matches_in_words(&series).await?);
        let mut said = Vec::new();
        if row.is_official() && self.store.settings(row.guild).await?.results.is_some() {
            let words = format!("{words}\n{} · <#{}>", record_compatibility::title_of(&row), row.channel);
            let copy = compose::series_end(&row, words, Vec::new(), end);
            said.push(compose::new_post(Lane::External(External::Result), &copy));
        }
        let mention = Seat::ALL.into_iter().filter(|&seat| !row.bots[seat]).map(|seat| row.users[seat]).collect();
        said.push(compose::new_post(Lane::Channel, &compose::series_end(&row, words, mention, end)));
        self.keep_series_with(id, &series, false, last, said).await
    }

    /// Returns the finished matches of a series, each with a link and its winner: `Match 1: Ann`.
    async fn matches_in_words(&self, series: &Series) -> Result<String, Error> {
        let mut words = Vec::new();
        for m in series.matches.iter().filter_map(|one| one.id) {
            let Some(row) = self.store.find_match(m).await? else { continue };
            let outcome = row.outcome.as_deref().and_then(|outcome| serde_json::from_str::<Outcome>(outcome).ok());
            if let Some(winner) = outcome.and_then(|outcome| outcome.winner) {
                words.push(format!(
                    "[Match {m}]({}): {}",
                    match_link(row.guild, row.channel, row.card),
                    row.names[winner]
                ));
            }
        }
        Ok(words.join(" · "))
    }

    pub(crate) fn stamp(&self) -> Snowflake {
        Snowflake::at(self.clock.now())
    }

    pub(crate) async fn keep_series(&self, id: Snowflake, series: &Series, open: bool) -> Result<(), Error> {
        self.store.keep_series(id, as_json(series), open, false).await?;
        Ok(())
    }

    /// Stores a series with messages of one of its matches, and sends them.
    async fn keep_series_with(
        self: &Arc<Self>,
        id: Snowflake,
        series: &Series,
        open: bool,
        of: MatchId,
        said: Vec<NewPost>,
    ) -> Result<(), Error> {
        let lanes: Vec<Lane> = said.iter().map(|post| post.lane).collect();
        self.store.keep_series_with(id, as_json(series), open, of, said, self.clock.now()).await?;
        for lane in lanes {
            self.wake_lane(of, lane);
        }
        Ok(())
    }

    async fn stored_series(&self, id: Snowflake) -> Result<Option<Series>, StoreError> {
        let text = self.store.series(id).await?;
        Ok(text.map(|text| serde_json::from_str(&text)).transpose()?)
    }

    pub(crate) async fn load_series(&self, id: Snowflake) -> Result<(Series, Tally), Error> {
        let gone =
            || Refused::new(Code::NoMatch, "That series does not exist any more. Open another with `/match series`.");
        let series = self.stored_series(id).await?.ok_or_else(gone)?;
        let mut rows = Vec::new();
        for m in series.matches.iter().filter_map(|one| one.id) {
            rows.extend(self.store.find_match(m).await?);
        }
        let tally = series.tally(&rows);
        Ok((series, tally))
    }

    /// Returns the effects on a series if a match's end is reverted, as sentences.
    pub(crate) async fn reverted_in_series(&self, id: Snowflake, reverted: MatchId) -> Result<Vec<String>, StoreError> {
        let Some(series) = self.stored_series(id).await? else { return Ok(Vec::new()) };
        let mut rows = Vec::new();
        for m in series.matches.iter().filter_map(|one| one.id) {
            rows.extend(self.store.find_match(m).await?);
        }
        let before = series.winner(&series.tally(&rows));
        for row in rows.iter_mut().filter(|row| row.id == reverted) {
            row.ends_with(Status::Running);
        }
        let after = series.winner(&series.tally(&rows));
        let mut words = Vec::new();
        words.extend((before.is_some() && after.is_none()).then(|| "The series is open again.".to_owned()));
        let running = rows.iter().find(|row| row.id != reverted && row.status == Status::Running);
        words.extend(running.map(|row| {
            format!(
                "Match {} of its series is being played already and continues beside it, unless you end that.",
                row.id
            )
        }));
        let later = rows.iter().skip_while(|row| row.id != reverted).skip(1);
        let mut later = later.filter(|row| row.status != Status::Cancelled);
        // A series with a winner calls its open card off, too.
        if let (Some(next), None) = (later.next(), later.next())
            && next.status == Status::Lobby
        {
            words.push(format!("The card of match {} is called off.", next.id));
        }
        Ok(words)
    }

    /// Opens the next match, unless it is open, and returns it. Both players are pinged for matches after the first.
    pub(crate) async fn open_next(self: &Arc<Self>, id: Snowflake) -> Result<Option<Opened>, Error> {
        let (mut series, tally) = self.load_series(id).await?;
        let Some(next) = series.matches.last().filter(|one| one.id.is_none()).cloned() else { return Ok(None) };
        let words = series.words(&tally);
        let unplayable = |_| Refused::new(Code::BadTerms, "This version cannot open that game.");
        let mut header = Header::read(&series.header).map_err(unplayable)?;
        let mut users = series.users;
        if next.swapped {
            (header.seats, header.items) = (header.seats.swapped(), header.items.swapped());
            users = users.swapped();
        }
        header.seed = Seed::new(rand::random::<u64>().to_string());
        remove_brought(&mut header);
        let new = NewMatch {
            friendly: series.friendly,
            part: Some(Part { of: PartOf::Series(id), words }),
            ..NewMatch::new(series.guild, series.channel, series.host, header, users)
        };
        let until = (series.matches.len() > 1).then(|| next.stamp.ms().plus(millis(self.options.lobby)));
        let opened = Dealer(Arc::clone(self)).open_with(new, until, None, next.stamp).await;
        if let (Err(Error::Refused(_)), true) = (&opened, series.matches.len() > 1) {
            // Drop the refused match. The series continues from the match before it.
            series.matches.pop();
            self.keep_series(id, &series, true).await?;
        }
        let opened = opened?;
        if let Some(one) = series.matches.last_mut() {
            one.id = Some(opened.id);
        }
        self.keep_series(id, &series, true).await?;
        Ok(Some(opened))
    }
}
