//! Tournaments: a change is stored before anybody reads of it, and the state follows from the matches.
//!
//! - No result is sent to a tournament. A pass reads the results of its matches, after each change of a match and after each start. So
//!   it also follows reverted results, and misses none.
//! - A bout is stored before its match is opened, under one stamp, however often the opening is tried.
//! - A tournament has one message that shows its present state. Messages that players wait for are sent first.

pub(crate) mod store;
pub(crate) mod ui;

pub(crate) mod announcement;
pub(crate) mod load_announcement;
pub(crate) mod notify_players;
pub(crate) mod pairing_results;
pub(crate) mod server_tournament;
pub(crate) mod suspension;
pub(crate) mod tournament_and_draft_loop;

use std::sync::Arc;
use std::time::Duration;

use crate::game::BySeat;
use crate::ids::{ChannelId, GuildId, MatchId, Snowflake, UnixMs, UserId};
use crate::live::store::match_row::{MatchRow, Part, PartOf, Status};
use crate::messages::store::post::{Lane, Owner, RetryScope};
use crate::messages::topic_message::Topic;
use crate::messages::topic_posts::topic_post;
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::query::as_json;
use crate::table::{Header, HostAct};
use crate::tournament::PairingId;
use crate::tournaments::pairing_results::UpdateResult;
use crate::tournaments::store::tournaments::TournamentRow;

pub use announcement::Announcement;
pub(crate) use server_tournament::Suspension;
pub use server_tournament::{
    Entered, FormatChoice, HostVerdict, PairingMatch, Phase, PlayerNotice, Tourney, TourneyPlay, TourneyStage,
};

use crate::hosting::ruling_author::Host;
use crate::live::api::Dealer;
use crate::live::error::{Code, Error, Refused};
use crate::live::service::Service;
use crate::lobby::create_match::NewMatch;
use crate::uptime::clock::millis;
use server_tournament::refused;

/// The time after its end in which a tournament follows changed results.
pub(crate) const FOLLOWS: Duration = Duration::from_hours(24);
/// The delay before it is checked again whether results are public, in ms.
pub(crate) const SOON_MS: u64 = 1_000;
/// The delay before a tournament that could not be advanced is tried again, in ms.
pub(crate) const LATER_MS: u64 = 10_000;

impl Dealer {
    /// Opens a tournament for sign-up. A repeated id opens no second one.
    pub async fn open_tourney(&self, id: Snowflake, tourney: Tourney) -> Result<(), Error> {
        let header = Header::read(&tourney.header);
        header
            .and_then(|header| crate::table::Table::open(header).map(drop))
            .map_err(|fault| Refused::new(Code::BadTerms, fault.message))?;
        let _turn = self.0.tourneys.lock().await;
        if let Some((known, other)) = self.tourney_in(tourney.channel).await?
            && known != id
            && other.is_running()
        {
            return Err(refused(
                "A tournament is running in this channel; end it with `/tournament cancel`, or open this one in another.",
            )
            .into());
        }
        self.0.store.open_tournament(id, tourney.guild, tourney.channel, as_json(&tourney)).await?;
        self.0.wake_loops.send_replace(());
        Ok(())
    }

    /// A tournament, with the state that its posts hold.
    pub async fn tourney(&self, id: Snowflake) -> Result<Tourney, Error> {
        Ok(self.0.tourney(id).await?.1)
    }

    /// The channel's running tournament, or else its newest one.
    pub async fn tourney_in(&self, channel: ChannelId) -> Result<Option<(Snowflake, Tourney)>, Error> {
        let row = self.0.store.tournament_in(channel).await?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some((row.id, self.0.with_post_state(&row).await?)))
    }

    /// A tournament as its message shows it.
    pub async fn announcement(&self, id: Snowflake) -> Result<Announcement, Error> {
        self.0.announcement(id).await
    }

    /// Adds a player.
    pub async fn join_tourney(&self, id: Snowflake, new: Entered) -> Result<Tourney, Error> {
        self.0.change_tourney(id, |tourney, _| tourney.join(new)).await
    }

    /// Refuses a person who plays, or has played, in the tournament of a match: they have no host's rights in it.
    pub async fn refuse_entrant(&self, m: MatchId, user: UserId) -> Result<(), Error> {
        let row = self.row(m).await?;
        if self.0.is_entrant(&row, user).await? { Err(Refused::entrant().into()) } else { Ok(()) }
    }

    /// Removes a player who wants to leave, or by a host's ruling. Refused while that player plays a match of it. The caller checks rights;
    /// a host who plays removes nobody else.
    pub async fn drop_from_tourney(&self, id: Snowflake, by: UserId, user: UserId) -> Result<Tourney, Error> {
        let leave = |tourney: &mut Tourney, rows: &[MatchRow]| {
            if by != user {
                tourney.refuse_player(by)?;
            }
            tourney.refuse_playing(user, rows)?;
            tourney.leave(user, rows)
        };
        self.0.change_tourney(id, leave).await
    }

    /// Checks a player in.
    pub async fn check_in(&self, id: Snowflake, user: UserId, stamp: Snowflake) -> Result<Tourney, Error> {
        self.0.change_tourney(id, |tourney, _| tourney.check_in(user, stamp, &mut rand::rng())).await
    }

    /// Closes sign-up, or begins the tournament. Refused if it is not at the stage that the host saw. The caller checks rights; a host
    /// who plays cannot cut the check-in short.
    pub async fn start_tourney(
        &self,
        id: Snowflake,
        by: UserId,
        seen: TourneyStage,
        stamp: Snowflake,
    ) -> Result<Tourney, Error> {
        let start = |tourney: &mut Tourney, _: &[MatchRow]| {
            *tourney = tourney.started(by, seen, stamp)?;
            Ok(())
        };
        self.0.change_tourney(id, start).await
    }

    /// Refuses what [`start_tourney`](Self::start_tourney) would refuse.
    pub async fn preview_start(
        &self,
        id: Snowflake,
        by: UserId,
        seen: TourneyStage,
        stamp: Snowflake,
    ) -> Result<(), Error> {
        let (_, tourney) = self.0.tourney(id).await?;
        tourney.started(by, seen, stamp)?;
        Ok(())
    }

    /// Decides a pairing by a host's ruling. The caller checks rights; a host who plays decides none.
    pub async fn rule_pairing(
        &self,
        id: Snowflake,
        by: UserId,
        pairing: PairingId,
        by_hand: HostVerdict,
    ) -> Result<Tourney, Error> {
        let rule = |tourney: &mut Tourney, rows: &[MatchRow]| {
            tourney.refuse_player(by)?;
            tourney.rule(pairing, by_hand, rows)
        };
        self.0.change_tourney(id, rule).await
    }

    /// A tournament as a host's ruling on a pairing would leave it. Refused like the ruling.
    pub async fn preview_pairing(
        &self,
        id: Snowflake,
        by: UserId,
        pairing: PairingId,
        by_hand: HostVerdict,
    ) -> Result<Tourney, Error> {
        let (_, mut tourney) = self.0.tourney(id).await?;
        let rows = self.0.store.pairing_matches(&tourney.matches()).await?;
        tourney.refuse_player(by)?;
        tourney.update_from_matches(&rows, self.0.clock.now(), id);
        tourney.rule(pairing, by_hand, &rows)?;
        tourney.update_from_matches(&rows, self.0.clock.now(), id);
        Ok(tourney)
    }

    /// Calls a tournament off; running matches continue. The caller checks rights; a host who plays cannot call it off once it has
    /// begun.
    pub async fn call_off_tourney(&self, id: Snowflake, by: UserId) -> Result<Tourney, Error> {
        let call_off = |tourney: &mut Tourney, _: &[MatchRow]| {
            if tourney.phase == Phase::Playing {
                tourney.refuse_player(by)?;
            }
            tourney.call_off(by)
        };
        self.0.change_tourney(id, call_off).await
    }
}

impl Tourney {
    /// The bouts whose matches are to be opened, by index.
    pub(crate) fn pending_bouts(&self) -> Vec<usize> {
        let plays = self.play.iter().filter(|_| self.phase == Phase::Playing && self.may_post());
        let bouts = plays.flat_map(|play| &play.bouts).enumerate();
        bouts.filter(|(_, bout)| bout.opened.is_none() && !bout.closed).map(|(at, _)| at).collect()
    }

    /// Refuses a person who is playing a match of it.
    pub(crate) fn refuse_playing(&self, user: UserId, rows: &[MatchRow]) -> Result<(), Refused> {
        let (Some(play), Some(entrant)) = (&self.play, self.entrant(user)) else { return Ok(()) };
        let theirs = play.tournament.open().filter(|(pairing, _)| pairing.has(entrant));
        let playing = theirs.filter_map(|(pairing, _)| {
            let m = self.bout(pairing.id)?.opened.as_ref()?.as_ref().ok()?;
            rows.iter().find(|row| row.id == *m && row.status == Status::Running)
        });
        match playing.map(|row| row.id).next() {
            Some(m) => Err(refused(format!("Match {m} of theirs is being played; let it end, or resign it, first."))),
            None => Ok(()),
        }
    }
}

pub(crate) fn parse_tourney(row: &TournamentRow) -> Result<Tourney, StoreError> {
    Ok(serde_json::from_str(&row.state)?)
}

impl Service {
    pub(crate) async fn tourney(&self, id: Snowflake) -> Result<(TournamentRow, Tourney), Error> {
        let row = self.store.tournament(id).await?;
        let gone = || Refused::new(Code::NoMatch, "That tournament is gone; see `/tournament show`.");
        let row = row.ok_or_else(gone)?;
        let tourney = self.with_post_state(&row).await?;
        Ok((row, tourney))
    }

    /// A tournament, with the state that its posts hold.
    pub(crate) async fn with_post_state(&self, row: &TournamentRow) -> Result<Tourney, Error> {
        let mut tourney = parse_tourney(row)?;
        let bracket = self.bracket_post(row.id).await?;
        tourney.suspension = bracket.as_ref().and_then(Suspension::of);
        let topics = self.topics(Owner::Tournament(row.id)).await?;
        tourney.last_notice = topics.into_iter().rev().find_map(|(post, topic)| match topic {
            Topic::PlayerNotice(of) if post.at.is_some() && post.lane == Lane::Channel => Some(of),
            _ => None,
        });
        if row.ended.is_some() {
            tourney.last_notice = tourney.pending_notice();
        }
        Ok(tourney)
    }

    /// Whether a person plays, or has played, in the tournament of a match.
    pub(crate) async fn is_entrant(&self, row: &MatchRow, user: UserId) -> Result<bool, StoreError> {
        if !row.is_of_tournament() {
            return Ok(false);
        }
        let Some(found) = self.store.tournament_of(row.guild, row.id).await? else { return Ok(false) };
        Ok(parse_tourney(&found)?.entrant(user).is_some())
    }

    /// Stores a tournament. If it has become suspended, its host is notified.
    pub(crate) async fn keep_tourney(
        self: &Arc<Self>,
        id: Snowflake,
        before: &Tourney,
        tourney: &Tourney,
    ) -> Result<(), Error> {
        let (owner, suspension) = (Owner::Tournament(id), &tourney.suspension);
        if *suspension != before.suspension
            && let Some(bracket) = self.bracket_post(id).await?
        {
            let held = suspension
                .as_ref()
                .map(|suspension| (suspension.why.clone(), suspension.tries, suspension.again.unwrap_or(UnixMs(0))));
            self.store.record_suspension(&bracket, held);
            let stranded = |suspension: &Option<Suspension>| suspension.as_ref().map(Suspension::is_channel_deleted);
            if let Some(deleted) = stranded(suspension).filter(|_| stranded(suspension) != stranded(&before.suspension))
            {
                self.notify_host(owner, deleted).await?;
            }
            if tourney.may_post() {
                self.retry_refused(RetryScope::Of(owner)).await?;
            }
        }
        let known = before.absences();
        let absences = tourney.absences().into_iter().filter(|of| !known.contains(of));
        let absences = absences.filter_map(|of| tourney.pairing(of).ok()).flat_map(|of| {
            [of.ec, of.dmo].map(|player| topic_post(Topic::Absence(of.id), tourney.person(player).user))
        });
        let absences: Vec<_> = absences.collect();
        let lanes: Vec<_> = absences.iter().map(|post| post.lane).collect();
        // The end counts once the channel has accepted its announcement.
        let now = self.clock.now();
        let ended = (!tourney.is_unfinished() && suspension.is_none()).then_some(now);
        self.store.keep_tournament(id, as_json(tourney), ended, absences, now).await?;
        for lane in lanes {
            self.wake_lane(owner, lane);
        }
        Ok(())
    }

    /// Changes a tournament, after an update from its matches.
    pub(crate) async fn change_tourney(
        self: &Arc<Self>,
        id: Snowflake,
        change: impl FnOnce(&mut Tourney, &[MatchRow]) -> Result<(), Refused>,
    ) -> Result<Tourney, Error> {
        let change = |tourney: &mut Tourney, rows: &[MatchRow], now: UnixMs| {
            tourney.update_from_matches(rows, now, id);
            change(tourney, rows)?;
            // The host's answer includes the consequences.
            tourney.update_from_matches(rows, now, id);
            Ok(())
        };
        self.update_tourney(id, change).await
    }

    /// Changes a tournament, one change at a time; stores it and schedules a pass if that changes anything.
    pub(crate) async fn update_tourney(
        self: &Arc<Self>,
        id: Snowflake,
        change: impl FnOnce(&mut Tourney, &[MatchRow], UnixMs) -> Result<(), Refused>,
    ) -> Result<Tourney, Error> {
        let _turn = self.tourneys.lock().await;
        let (_, before) = self.tourney(id).await?;
        let rows = self.store.pairing_matches(&before.matches()).await?;
        let mut tourney = before.clone();
        change(&mut tourney, &rows, self.clock.now())?;
        if tourney != before {
            self.keep_tourney(id, &before, &tourney).await?;
            self.wake_loops.send_replace(());
        }
        Ok(tourney)
    }

    /// Returns the effect on a tournament if a match's end is reverted, as a sentence. `None` if there is none.
    pub(crate) async fn reverted_in_tournament(
        &self,
        guild: GuildId,
        m: MatchId,
    ) -> Result<Option<String>, StoreError> {
        let Some(row) = self.store.tournament_of(guild, m).await? else { return Ok(None) };
        let mut tourney: Tourney = serde_json::from_str(&row.state)?;
        let now = self.clock.now();
        if row.ended.is_some_and(|ended| ended.plus(millis(FOLLOWS)) <= now) {
            return Ok(Some(pairing_results::MOVED_ON.to_owned()));
        }
        let rows = self.store.pairing_matches(&tourney.matches()).await?;
        Ok(tourney.reverted(m, rows, now, row.id))
    }

    pub(crate) async fn advance_tournament(
        self: &Arc<Self>,
        id: Snowflake,
        back: bool,
    ) -> Result<Option<UnixMs>, Error> {
        let _turn = self.tourneys.lock().await;
        let (_, before) = self.tourney(id).await?;
        let mut tourney = before.clone();
        let now = self.clock.now();
        // Players on a lost shard cannot check in.
        let back = back || self.shards.away(tourney.guild).is_some();
        let again = self.advance_check_in(&mut tourney, back, now);
        let rows = self.store.pairing_matches(&tourney.matches()).await?;
        let result = tourney.update_from_matches(&rows, now, id);
        tourney.try_again(now, false);
        let owner = Owner::Tournament(id);
        if self.bracket_post(id).await?.is_none() {
            self.say(owner, topic_post(Topic::Bracket, tourney.host)).await?;
        }
        if tourney != before {
            self.keep_tourney(id, &before, &tourney).await?;
        }
        let mut later = None;
        let owed = tourney.pending_bouts();
        // Results are posted before what follows from them: cards, and the tournament's end. Sending the last of them wakes this loop again.
        let counts = tourney.matches();
        let decided = rows.iter().filter(|row| !row.status.is_open() && counts.contains(&row.id));
        let decided: Vec<MatchId> = decided.map(|row| row.id).collect();
        if self.store.have_unrefused_words(&decided).await? {
            later = Some(now.plus(SOON_MS));
        } else {
            if !owed.is_empty() {
                let before = tourney.clone();
                self.open_bouts(&mut tourney, owed).await?;
                self.keep_tourney(id, &before, &tourney).await?;
            }
            self.schedule_reconcile(owner);
        }
        if !self.end_surplus_matches(&tourney, result).await {
            later = later.or(Some(now.plus(LATER_MS)));
        }
        Ok(again.into_iter().chain(later).chain(tourney.due()).min())
    }

    /// Ends a check-in whose time is up, or begins it again after an absence. Returns the time of its end, if it runs.
    fn advance_check_in(&self, tourney: &mut Tourney, back: bool, now: UnixMs) -> Option<UnixMs> {
        let mut again = None;
        // Nobody can check in while the tournament is suspended.
        if let Phase::CheckIn { since, until } = tourney.phase
            && tourney.may_post()
        {
            let due = until.plus(millis(self.options.grace));
            if back && until <= now {
                tourney.phase = Phase::CheckIn { since, until: now.plus(tourney.check_in_ms.unwrap_or(0)) };
            } else if due <= now {
                tourney.time_up(&mut rand::rng());
            }
            if let Phase::CheckIn { until, .. } = tourney.phase {
                again = Some(until.plus(millis(self.options.grace)));
            }
        }
        again
    }

    /// Calls off lobbies and ends matches that the tournament continues without. Returns whether all matches were ended.
    async fn end_surplus_matches(self: &Arc<Self>, tourney: &Tourney, result: UpdateResult) -> bool {
        let mut all_ended = true;
        let by = Host::instead_of(tourney.host, "The tournament");
        let dealer = Dealer(Arc::clone(self));
        // Another command may end them at the same time.
        for m in result.cancel {
            let stamp = Snowflake::at(self.clock.now());
            if let Err(error) = dealer.cancel(m, by.clone(), Some(tourney.why_off(m)), stamp).await {
                tracing::warn!(match_id = %m, %error, "cannot call off a tournament's match");
            }
        }
        for m in result.end {
            let stamp = Snowflake::at(self.clock.now());
            if let Err(error) = dealer.rule(m, by.clone(), HostAct::Void, Some(tourney.why_off(m)), stamp).await {
                tracing::warn!(match_id = %m, %error, "cannot end a tournament's match");
                all_ended = false;
            }
        }
        all_ended
    }

    /// Opens the matches of these bouts.
    pub(crate) async fn open_bouts(self: &Arc<Self>, tourney: &mut Tourney, owed: Vec<usize>) -> Result<(), Error> {
        let now = self.clock.now();
        for at in owed {
            let opened = match self.open_bout(tourney, at, now).await {
                Ok(m) => Ok(m),
                Err(Error::Refused(refused)) => Err(refused.message),
                Err(fault) => return Err(fault),
            };
            if let Some(play) = &mut tourney.play {
                play.bouts[at].opened = Some(opened);
            }
        }
        Ok(())
    }

    pub(crate) async fn open_bout(
        self: &Arc<Self>,
        tourney: &mut Tourney,
        at: usize,
        now: UnixMs,
    ) -> Result<MatchId, Error> {
        let unplayable = |_| Refused::new(Code::BadTerms, "This version cannot open its matches.");
        let mut header = Header::read(&tourney.header).map_err(unplayable)?;
        let round_ms = tourney.round_ms;
        let (ec, dmo) = {
            let play = tourney.play.as_mut().expect("it is played");
            let bout = &mut play.bouts[at];
            // A match that is opened late still has its whole time.
            if bout.until <= now {
                bout.until = now.plus(round_ms);
            }
            let (_, pairing) = play.tournament.pairing(bout.pairing).expect("what is owed is paired");
            pairing.seats(bout.attempt)
        };
        let (ec, dmo) = (tourney.person(ec), tourney.person(dmo));
        ec.goes_by().clone_into(&mut header.seats.ec.name);
        dmo.goes_by().clone_into(&mut header.seats.dmo.name);
        header.seed = crate::game::Seed::new(rand::random::<u64>().to_string());
        let of = PartOf::Tournament { host_plays: tourney.entrant(tourney.host).is_some() };
        let part = Some(Part { of, words: tourney.part(at) });
        let users = BySeat { ec: ec.user, dmo: dmo.user };
        let new = NewMatch { part, ..NewMatch::new(tourney.guild, tourney.channel, tourney.host, header, users) };
        let bout = &tourney.play.as_ref().expect("it is played").bouts[at];
        Ok(Dealer(Arc::clone(self)).open_with(new, Some(bout.until), None, bout.opening).await?.id)
    }
}
