//! A host's list of a server's matches in an evening; matches that wait for a host come first.
//!
//! - It holds public facts, and players' requests for more time. A recorded look in the host panel shows who has answered.
//! - For a match in which the host plays, or whose tournament the host plays in, it holds public facts alone.

use std::collections::BTreeSet;

use futures::FutureExt;
use tokio::sync::watch;

use crate::game::{Seat, Viewer, Wants};
use crate::history::match_info::MatchInfo;
use crate::hosting::ruling_author::Host;
use crate::hosting::time_request::TimeRequest;
use crate::ids::{ChannelId, GuildId, Snowflake, UnixMs, UserId};
use crate::live::actor::MatchActor;
use crate::live::admission::Admission::Now;
use crate::live::api::Dealer;
use crate::live::command_error::CommandError;
use crate::live::error::Error;
use crate::live::pause_cause::PauseCause;
use crate::live::store::match_row::{MatchRow, Status};
use crate::messages::compose;
use crate::messages::store::post::DELETED;
use crate::playing::prompt::Start;
use crate::tournaments::{Announcement, Phase};
use crate::uptime::clock::millis;

/// The age up to which a finished match is listed, in ms.
const EVENING_MS: i64 = 12 * 3_600_000;

/// A server's evening.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evening {
    /// The matches that are not over; those that wait for a host come first.
    pub matches: Vec<Listed>,
    /// The tournaments that are running or have ended.
    pub tournaments: Vec<Announcement>,
    pub drafts: Vec<Drafting>,
    /// The matches that have ended or were not played, the newest first; `part` holds the score of their series.
    pub over: Vec<MatchInfo>,
}

/// A match in the list.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    pub info: MatchInfo,
    pub state: State,
    /// Whether the host plays in the match or its tournament, so that somebody else hosts it.
    pub own: bool,
}

/// A game draft: its players, the player whose turn it is to ban, and the end of that turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drafting {
    pub id: Snowflake,
    pub channel: ChannelId,
    pub names: [String; 2],
    pub bans: Option<String>,
    pub until: UnixMs,
}

/// The state of a match for its hosts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    ChannelDeleted,
    /// The channel refuses messages: their number, and the reason.
    Refused(u64, String),
    /// Players ask for more time.
    MoreTime(Vec<TimeRequest>),
    Halted(String),
    Paused {
        cause: PauseCause,
        since: UnixMs,
        until: UnixMs,
    },
    /// The match was abandoned before its start, so its series waits for another match.
    NextOfSeries,
    /// The lobby is open. The missing players have not pressed Ready, or have not chosen among the offered times.
    Lobby {
        missing: Vec<String>,
        offers: bool,
        until: UnixMs,
    },
    /// The first round begins later.
    Starts(Start),
    /// The clocks are stopped until the players' messages can be read.
    AwaitsUnreadMessages,
    /// The match is in play: its step as everyone reads it, the players who have not ended a break, and the deadline. `reserve` tells
    /// whether a reserve may begin behind the deadline.
    Played {
        stage: String,
        resting: Vec<String>,
        until: Option<UnixMs>,
        reserve: bool,
    },
}

impl State {
    /// The rank in the list, and whether a host has to act.
    #[must_use]
    pub const fn urgency(&self) -> (u8, bool) {
        match self {
            Self::ChannelDeleted => (0, true),
            Self::Refused(..) => (1, true),
            Self::MoreTime(_) => (2, true),
            Self::Halted(_) => (3, true),
            Self::Paused { cause: PauseCause::Host | PauseCause::Idle, .. } => (4, true),
            Self::NextOfSeries => (5, true),
            Self::Lobby { .. } => (6, true),
            Self::AwaitsUnreadMessages => (7, false),
            Self::Paused { .. } => (8, false),
            Self::Played { .. } => (9, false),
            Self::Starts(_) => (10, false),
        }
    }
}

impl Evening {
    /// The channels of everything in the list.
    #[must_use]
    pub fn channels(&self) -> BTreeSet<ChannelId> {
        let matches = self.matches.iter().map(|listed| place(&listed.info)).chain(self.over.iter().map(place));
        let tournaments = self.tournaments.iter().map(|shown| shown.tourney.channel);
        matches.chain(tournaments).chain(self.drafts.iter().map(|draft| draft.channel)).collect()
    }

    /// The list with only what is in these channels.
    #[must_use]
    pub fn within(mut self, open: &BTreeSet<ChannelId>) -> Self {
        self.matches.retain(|listed| open.contains(&place(&listed.info)));
        self.tournaments.retain(|shown| open.contains(&shown.tourney.channel));
        self.drafts.retain(|draft| open.contains(&draft.channel));
        self.over.retain(|info| open.contains(&place(info)));
        self
    }
}

/// The channel whose readers can read a match.
fn place(info: &MatchInfo) -> ChannelId {
    info.parent.unwrap_or(info.channel)
}

impl MatchActor {
    /// The match's state for a host, and whether that host plays in it or in its tournament.
    pub(crate) async fn for_host(&self, user: UserId) -> Result<(State, bool), CommandError> {
        let own = self.row.plays(user) || self.plays_another(&Host::from(user)).await?;
        if let Some(why) = &self.row.halted {
            return Ok((State::Halted(why.clone()), own));
        }
        let Some(live) = self.live.as_ref() else { return Ok((self.before(), own)) };
        let requests = if own { Vec::new() } else { self.open_requests().await? };
        let (table, longest) = (&live.table, millis(self.service.options.longest_pause));
        let paused = live.paused_at.filter(|_| table.paused());
        let awaiting = table.awaiting();
        let resting = |seat: &Seat| {
            let asked = awaiting[*seat].as_ref();
            asked.is_some_and(|asked| asked.wants == Wants::Ready && !asked.submitted) && !live.is_bot(*seat)
        };
        let state = match (paused, compose::start(live)) {
            _ if !requests.is_empty() => State::MoreTime(requests),
            (Some(_), _) if live.pausing == PauseCause::ChannelLost => State::ChannelDeleted,
            (Some(since), _) => State::Paused {
                cause: live.pausing,
                since: live.moment(since),
                until: live.moment(since.saturating_add(longest)),
            },
            (None, Some(start)) => State::Starts(start),
            (None, None) if live.wait_is_announced => State::AwaitsUnreadMessages,
            (None, None) => State::Played {
                stage: compose::stage(live, &self.row, Viewer::Public),
                resting: Seat::ALL.into_iter().filter(resting).map(|seat| table.names()[seat].clone()).collect(),
                until: self.row.deadline,
                reserve: compose::clocks::reserve(live).is_some(),
            },
        };
        Ok((state, own))
    }

    fn before(&self) -> State {
        let row = &self.row;
        let offers = row.offers.as_ref().filter(|_| row.starts.is_none());
        let missing =
            |seat: &Seat| !row.bots[*seat] && offers.map_or(!row.ready[*seat], |all| all.suits[*seat].is_none());
        let missing = Seat::ALL.into_iter().filter(missing).map(|seat| row.names[seat].clone()).collect();
        State::Lobby { missing, offers: offers.is_some(), until: row.expires }
    }
}

impl Dealer {
    /// Returns a server's list for one of its hosts. The caller checks that they are a host, and which channels they may read.
    pub async fn evening(&self, guild: GuildId, user: UserId) -> Result<Evening, Error> {
        let since = UnixMs(self.0.clock.now().0 - EVENING_MS);
        let mut evening = Evening::default();
        for row in self.0.store.evening(guild, since).await? {
            let (id, status) = (row.id, row.status);
            let listed = match status {
                Status::Over => None,
                Status::Cancelled => {
                    self.waits_in_series(&row).await?.then_some((State::NextOfSeries, row.plays(user)))
                }
                _ => Some(self.ask(id, "evening", Now, move |actor| actor.for_host(user).boxed()).await?),
            };
            let info = self.info(id).await?;
            if let Some((state, own)) = listed {
                let owed = self.0.store.refused_backlog(id).await?;
                let refused = owed
                    .map(|(many, why)| if why == DELETED { State::ChannelDeleted } else { State::Refused(many, why) });
                evening.matches.push(Listed { info, state: refused.unwrap_or(state), own });
            } else {
                let score = match row.series() {
                    Some(series) => self.0.series_score_after(series, &row).await?,
                    None => None,
                };
                evening.over.push(MatchInfo { part: score.or(info.part), ..info });
            }
        }
        evening
            .matches
            .sort_by_key(|listed| (listed.own, listed.state.urgency(), listed.info.deadline, listed.info.id));
        evening.over.reverse();
        for id in self.0.store.tournaments_since(guild, since).await? {
            let is_shown = |shown: &Announcement| !matches!(shown.tourney.phase, Phase::CalledOff { .. });
            evening.tournaments.extend(Some(self.announcement(id).await?).filter(is_shown));
        }
        for (id, draft) in self.0.running_drafts().await?.into_iter().filter(|(_, draft)| draft.guild == guild) {
            let bans = draft.bans_now().map(|seat| draft.names[seat].clone());
            let names = Seat::ALL.map(|seat| draft.names[seat].clone());
            evening.drafts.push(Drafting { id, channel: draft.channel, names, bans, until: draft.until });
        }
        Ok(evening)
    }

    /// Whether a cancelled match is the last of an undecided series.
    async fn waits_in_series(&self, row: &MatchRow) -> Result<bool, Error> {
        let Some(id) = row.series() else { return Ok(false) };
        let (series, tally) = self.0.load_series(id).await?;
        let last = series.matches.last().and_then(|one| one.id) == Some(row.id);
        Ok(last && tally.unplayed && series.winner(&tally).is_none())
    }

    /// Returns a receiver that is notified when the list of any server may have changed.
    #[must_use]
    pub fn changes(&self) -> watch::Receiver<()> {
        self.0.changed.subscribe()
    }
}
