//! The host panel's contents: the state of a match, the possible rulings, and its players' hidden information.
//!
//! - Public facts are shown freely. A look at hidden information is recorded in the store first.
//! - If only the table can tell whether a ruling is possible, the ruling is tried on a copy.

use futures::FutureExt;

use crate::game::{BySeat, Outcome, Picture, Seat, Secrecy, Viewer, Wants};
use crate::hosting::audit_log;
use crate::hosting::disclosure::Disclosure;
use crate::hosting::offer::{Form, Offer};
use crate::hosting::ruling::Ruling;
use crate::hosting::ruling_author::Host;
use crate::hosting::store::audit_log::AuditRow;
use crate::hosting::store::notes::NoteRow;
use crate::hosting::time_request::TimeRequest;
use crate::ids::{MatchId, UnixMs, UserId};
use crate::live::actor::MatchActor;
use crate::live::admission::Admission::Now;
use crate::live::api::Dealer;
use crate::live::command_error::CommandError;
use crate::live::entry_meta::REPLACED_PLAYER;
use crate::live::error::{Code, Error, Refused};
use crate::live::match_state::MatchState;
use crate::live::revision::Revision;
use crate::live::store::match_row::Status;
use crate::messages::compose;
use crate::playing::look::Awaiting;
use crate::playing::prompt::Start;
use crate::table::{Act, Entry, HostAct};
use crate::uptime::clock::millis;

/// The extra times that the panel offers, in seconds.
const MORE_S: [u64; 6] = [30, 60, 120, 180, 300, 600];

/// The state of a match, and the possible rulings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostPanel {
    pub seen: Revision,
    /// The awaited step, as a heading; empty in a lobby.
    pub stage: String,
    pub names: BySeat<String>,
    pub awaiting: BySeat<Option<Awaiting>>,
    /// The start of the pause, and its automatic end.
    pub paused: Option<(UnixMs, Option<UnixMs>)>,
    /// Whether the clocks are stopped because the players' messages cannot be read.
    pub wait_is_announced: bool,
    /// The start of the first round, while it lies ahead.
    pub starts: Option<Start>,
    pub outcome: Option<Outcome>,
    /// The possible rulings, in the panel's order.
    pub offers: Vec<Offer>,
    /// The seats that a host can give an order for, and whether it is secret.
    pub orders: BySeat<Option<Secrecy>>,
    /// The number of messages that the channel refused, and the reason of the first refusal.
    pub owed: Option<(u64, String)>,
    /// The players' open requests for more time.
    pub requests: Vec<TimeRequest>,
    pub notes: Vec<NoteRow>,
}

/// Hidden information for a host.
#[derive(Clone, Debug, PartialEq)]
pub struct HiddenInfo {
    pub stage: String,
    /// The board in words.
    pub describe: String,
    pub picture: Picture,
    pub names: BySeat<String>,
    /// The orders of the seats that are looked at, for the awaited step; none where a seat has not ordered. Seats not asked are absent.
    pub orders: Vec<(Seat, Option<String>)>,
}

impl MatchActor {
    /// The contents of the host panel.
    pub(crate) async fn host_panel(&self) -> Result<HostPanel, CommandError> {
        let lobby = self.row.status == Status::Lobby;
        let starts = self.row.starts.filter(|_| lobby).map(Start::At);
        let (begin, off) = (Offer::Whole(Ruling::Begin), Offer::Whole(Ruling::CallOff));
        let in_lobby = [Some(begin), starts.map(|_| Offer::Form(Form::Start)), Some(off)].into_iter().flatten();
        let bare = HostPanel {
            seen: self.revision(),
            stage: String::new(),
            names: self.row.names.clone(),
            awaiting: BySeat::default(),
            paused: None,
            wait_is_announced: false,
            starts,
            outcome: None,
            offers: in_lobby.filter(|_| lobby).collect(),
            orders: BySeat::default(),
            owed: None,
            requests: Vec::new(),
            notes: Vec::new(),
        };
        let Some(live) = self.live.as_ref() else { return Ok(bare) };
        let (table, awaiting) = (&live.table, live.table.awaiting());
        let longest = millis(self.service.options.longest_pause);
        let paused = live.paused_at.filter(|_| table.paused());
        let ordered = |seat: Seat| {
            let asked = awaiting[seat].as_ref().filter(|asked| !table.paused() && asked.wants == Wants::Order)?;
            Some(asked.secrecy)
        };
        let orders = BySeat::from_fn(ordered);
        Ok(HostPanel {
            stage: compose::stage(live, &self.row, Viewer::Public),
            names: table.names(),
            awaiting: awaiting.as_ref().map(|asked| asked.as_ref().map(|asked| Awaiting::of(asked, live))),
            paused: paused.map(|since| (live.moment(since), Some(live.moment(since.saturating_add(longest))))),
            wait_is_announced: live.wait_is_announced,
            starts: compose::start(live),
            outcome: table.outcome(),
            offers: self.offers(live, &orders),
            orders,
            requests: self.open_requests().await?,
            ..bare
        })
    }

    /// The possible rulings in a match that has a table; `orders` has the seats that a host can give an order for.
    fn offers(&self, live: &MatchState, orders: &BySeat<Option<Secrecy>>) -> Vec<Offer> {
        let table = &live.table;
        let (going, paused, waits) = (table.outcome().is_none(), table.paused(), table.starts().is_some());
        let running = going && table.awaiting().iter().any(|(_, asked)| asked.is_some());
        let can = |act: &HostAct| match act {
            HostAct::Pause => going && !paused,
            HostAct::Resume => going && paused,
            HostAct::Extend(_) => running,
            HostAct::Undo => {
                let verdict = table.outcome().is_some_and(|outcome| !outcome.reason.by_play());
                (table.step() > 1 || verdict) && !self.row.lacks_a_player()
            }
            HostAct::DrawState => going && table.can_be_drawn(),
            HostAct::Forfeit(_) | HostAct::Award(_) | HostAct::Void => going,
            // These need input, or are the service's.
            HostAct::Order { .. } | HostAct::Substitute { .. } | HostAct::Reschedule(_) | HostAct::Credit(_) => false,
        };
        let mut offers = Vec::new();
        offers.extend((waits && !paused).then_some(Offer::Whole(Ruling::Begin)));
        offers.extend(waits.then_some(Offer::Form(Form::Start)));
        for seat in Seat::ALL.into_iter().filter(|_| going) {
            offers.extend(orders[seat].filter(|_| !self.row.bots[seat]).map(|_| Offer::Form(Form::Order(seat))));
            offers.push(Offer::Substitute(seat));
        }
        let acts = HostAct::without_input().into_iter().chain(MORE_S.map(HostAct::Extend));
        offers.extend(acts.filter(can).map(Offer::from));
        offers.extend(running.then_some(Offer::Form(Form::More)));
        offers
    }

    /// Records that a person is shown what seats hide. A finished match has no secrets, so only the person's knowledge is stored.
    pub(crate) async fn disclose(&self, by: &Host, looked: Disclosure, at: UnixMs) -> Result<(), CommandError> {
        if self.row.plays(by.user) && self.row.status != Status::Over {
            let message = "You play in this match, so what its players hide is not for you; ask another host.";
            return Err(Refused::new(Code::Seated, message).into());
        }
        if self.row.status != Status::Over && self.plays_another(by).await? {
            return Err(Refused::entrant().into());
        }
        let store = &self.service.store;
        match (&self.live, self.row.status) {
            (Some(live), Status::Running) => {
                let stage = live.table.sight(Viewer::Public).heading().stage;
                store.audit(self.row.id, Self::audit_row(by, &looked.to_string(), stage, at), looked.knows()).await?;
            }
            _ => store.learn(self.row.id, looked.knows().into_iter().map(|seat| (by.user, seat)).collect()).await?,
        }
        Ok(())
    }

    /// Adds an action that is not in the record to the audit log.
    pub(crate) async fn log_host_action(&self, by: &Host, action: &str) -> Result<(), CommandError> {
        let row = Self::audit_row(by, action, String::new(), self.service.clock.now());
        Ok(self.service.store.audit(self.row.id, row, Vec::new()).await?)
    }

    fn audit_row(by: &Host, action: &str, stage: String, at: UnixMs) -> AuditRow {
        AuditRow { user: by.user, name: by.words(), at, action: action.to_owned(), stage }
    }

    /// Records a host's look, then returns the hidden information.
    pub(crate) async fn look_at_hidden(&self, by: Host, looked: Disclosure) -> Result<HiddenInfo, CommandError> {
        self.require_live()?;
        self.disclose(&by, looked, self.service.clock.now()).await?;
        let live = self.require_live()?;
        let (viewer, seats) = match looked {
            Disclosure::Hand(seat) => (Viewer::Seat(seat), vec![seat]),
            Disclosure::Truth | Disclosure::Who | Disclosure::Record => (Viewer::Truth, Seat::ALL.to_vec()),
        };
        let (sight, names, awaiting) = (live.table.sight(viewer), live.table.names(), live.table.awaiting());
        let asked = |seat: Seat| awaiting[seat].as_ref().filter(|asked| asked.wants == Wants::Order);
        Ok(HiddenInfo {
            stage: sight.heading().stage,
            describe: sight.describe().with_names(&names),
            picture: compose::picture(live, &self.row, viewer),
            orders: seats.into_iter().filter_map(|seat| Some((seat, asked(seat)?.words.clone()))).collect(),
            names,
        })
    }

    /// The first players who were replaced and not seated again, without erased ones.
    pub(crate) async fn replaced_first_players(&self) -> Result<Vec<UserId>, CommandError> {
        let table = &self.require_live()?.table;
        let others = |seat: Seat| table.header().seats[seat].name != table.players()[seat].name;
        if !Seat::ALL.into_iter().any(others) {
            return Ok(Vec::new());
        }
        let mut began: BySeat<Option<UserId>> = BySeat::default();
        for line in self.service.store.entries(self.row.id).await? {
            let entry = Entry::read(&line)?;
            let (Act::Host(HostAct::Substitute { seat, .. }), Some(meta)) = (&entry.act, &entry.meta) else { continue };
            let left = meta[REPLACED_PLAYER].as_str().and_then(|id| id.parse().ok()).map(UserId);
            began[*seat] = began[*seat].or(left);
        }
        let known = |user: &UserId| user.0 != 0 && Seat::ALL.into_iter().all(|seat| self.row.users[seat] != *user);
        Ok(Seat::ALL.into_iter().filter_map(|seat| began[seat]).filter(known).collect())
    }

    /// The announcement of hosts' looks, for the end of the match.
    pub(crate) async fn looked(&self) -> Result<Vec<String>, CommandError> {
        let audited = self.service.store.audited(self.row.id).await?;
        Ok(audit_log::looked(&audited, &self.row))
    }
}

impl Dealer {
    /// Returns the contents of the host panel. The caller checks rights.
    pub async fn host_panel(&self, m: MatchId) -> Result<HostPanel, Error> {
        let panel = self.ask(m, "host panel", Now, |actor| actor.host_panel().boxed()).await?;
        let owed = self.0.store.refused_backlog(m).await?;
        Ok(HostPanel { owed, notes: self.0.store.notes(m).await?, ..panel })
    }

    /// Records that a person is about to see hidden information. The caller checks rights.
    pub async fn disclose(&self, m: MatchId, by: impl Into<Host>, looked: Disclosure) -> Result<(), Error> {
        let (by, now) = (by.into(), self.0.clock.now());
        self.ask(m, "disclose", Now, move |actor| async move { actor.disclose(&by, looked, now).await }.boxed()).await
    }

    /// Records a host's look, then returns the hidden information. The caller checks rights.
    pub async fn look_at_hidden(
        &self,
        m: MatchId,
        by: impl Into<Host>,
        looked: Disclosure,
    ) -> Result<HiddenInfo, Error> {
        let by = by.into();
        self.ask(m, "hands", Now, move |actor| actor.look_at_hidden(by, looked).boxed()).await
    }
}
