//! External objects of a match: result card, calendar event, archived thread, and messages for spectators and commentators.
//!
//! Each object is a post in a separate lane. It is queued in the commit that calls for it, composed when it is sent, and edited when its
//! desired content changes. Players wait for none of them. The host is notified once if Discord refuses one.

pub(crate) mod object;
pub(crate) mod ui;

use std::sync::Arc;
use std::time::Duration;

use crate::external::object::{MatchLabel, Object, Plan, ResultCard, is_news_outside_the_match, match_label};
use crate::game::BySeat;
use crate::history::queries;
use crate::ids::{ChannelId, UnixMs};
use crate::live::actor::MatchActor;
use crate::live::command_error::CommandError;
use crate::live::record_compatibility::other_rules;
use crate::live::service::Service;
use crate::live::store::match_row::{MatchRow, MatchStage, Status};
use crate::messages::compose;
use crate::messages::queued_message::{Boards, QueuedMessage};
use crate::messages::retry::{MAX_BACKOFF_BACKGROUND, refusal_backoff};
use crate::messages::store::post::{External, Lane, NewPost, Post};
use crate::messages::topic_message::{Subject, Topic};
use crate::messages::transport::{DELETED, SendError};
use crate::people::store::server_settings::Settings;
use crate::platform::sqlite::error::StoreError;
use crate::spectators as feed;
use crate::table::Header;
use crate::uptime::clock::millis;

/// The time that a match's thread stays open after the match, so that its buttons can be used.
const OPEN_AFTER: Duration = Duration::from_hours(24);
/// The time that a thread stays open after a cancelled match.
const OPEN_UNPLAYED: Duration = Duration::from_hours(1);
/// The time for which a refused object is retried.
const POST_RETRY_WINDOW: Duration = Duration::from_hours(7 * 24);

/// Returns the channel for a new object of a match or tournament in `channel`; `None` if the server has none for it.
pub fn place(what: External, channel: ChannelId, settings: &Settings) -> Option<ChannelId> {
    match what {
        External::Result => settings.results,
        External::Event | External::ArchivedThread => Some(channel),
        External::Spectators | External::Commentators => feed::place(what, settings).map(|(channel, _)| channel),
    }
}

const fn ended(row: &MatchRow) -> bool {
    matches!(row.status, Status::Over | Status::Cancelled)
}

const fn is_ahead(row: &MatchRow) -> bool {
    matches!((row.status, row.stage), (Status::Lobby, _) | (Status::Running, MatchStage::Waiting))
}

/// Returns a post of an external object, with the number of the record's entries.
pub fn new_post(what: External, entries: u32) -> NewPost {
    compose::new_post(Lane::External(what), &QueuedMessage::External { what, entries })
}

/// Returns the calendar event of a match that is opened with a start time.
pub fn planned(starts: Option<UnixMs>, friendly: bool, private: bool, settings: &Settings) -> Option<NewPost> {
    let planned = starts.is_some() && settings.calendar && !friendly && !private;
    planned.then(|| new_post(External::Event, 0))
}

impl MatchActor {
    /// Opens external objects again that a commit changes, and returns the new ones that it calls for; `news` says whether spectators have something new to see.
    pub(crate) async fn reopen_externals(
        &self,
        after: &MatchRow,
        news: bool,
        entries: u32,
    ) -> Result<Vec<NewPost>, StoreError> {
        let (before, store) = (&self.row, &self.service.store);
        let mut items = Vec::new();
        if news && feed::is_shown(after) {
            let settings = store.settings(after.guild).await?;
            let feeds = External::FEEDS.into_iter().filter(|&what| feed::place(what, &settings).is_some());
            items.extend(feeds.map(|what| NewPost { about_number: Some(entries), ..new_post(what, entries) }));
        }
        if !is_news_outside_the_match(before, after) {
            return Ok(items);
        }
        store.reopen(after.id).await?;
        let settings = store.settings(after.guild).await?;
        let over = after.status == Status::Over && before.status != Status::Over;
        let shown = over && after.is_official() && settings.results.is_some();
        if shown && store.external(after.id, External::Result).await?.is_none() {
            items.push(new_post(External::Result, entries));
        }
        let ahead = after.starts.filter(|_| is_ahead(after));
        let plan = planned(ahead, after.friendly, after.in_dms, &settings);
        if plan.is_some() && store.external(after.id, External::Event).await?.is_none() {
            items.extend(plan);
        }
        if after.parent.is_some() && ended(after) && !ended(before) {
            let open = if after.status == Status::Cancelled { OPEN_UNPLAYED } else { OPEN_AFTER };
            let due = self.service.clock.now().plus(millis(open));
            items.push(NewPost { not_before: Some(due), ..new_post(External::ArchivedThread, entries) });
        }
        Ok(items)
    }

    /// Returns an object as it is made now; `None` if it is no longer needed.
    pub(crate) async fn new_object(&self, what: External, entries: u32) -> Result<Option<Object>, CommandError> {
        let row = &self.row;
        Ok(match what {
            External::Result if row.status == Status::Over => {
                Some(self.with_poster(Object::Result(self.result_card().await?)).await?)
            }
            External::Result => None,
            External::Event => self.plan().filter(|plan| plan.starts > self.service.clock.now()).map(Object::Event),
            External::ArchivedThread => ended(row).then_some(Object::Archive),
            External::Spectators | External::Commentators => {
                self.showing(what, entries).await?.map(|showing| Object::Showing(Box::new(showing)))
            }
        })
    }

    /// Adds the finished match for the poster to a result card; other objects have no poster.
    pub(crate) async fn with_poster(&self, object: Object) -> Result<Object, CommandError> {
        let live = self.live.as_ref().filter(|_| other_rules(&self.row).is_none());
        let (Object::Result(card), Some(live)) = (&object, live) else { return Ok(object) };
        let finished = self.finished(Boards { entries: live.seq, ended: false, series: None }).await?;
        Ok(Object::Result(ResultCard { finished, ..card.clone() }))
    }

    /// Returns the desired content of an existing object, without a poster; `None` if it stays unchanged.
    pub(crate) async fn object(&self, what: External) -> Result<Option<Object>, StoreError> {
        let row = &self.row;
        Ok(match what {
            External::Result => Some(Object::Result(self.result_card().await?)),
            External::Event => {
                let ahead = row.starts.is_some_and(|starts| starts > self.service.clock.now());
                let called_off = row.status == Status::Cancelled || (row.status == Status::Over && ahead);
                if called_off {
                    Some(Object::NoEvent(row.guild))
                } else {
                    self.plan().filter(|_| ahead).map(Object::Event)
                }
            }
            External::ArchivedThread | External::Spectators | External::Commentators => None,
        })
    }

    fn plan(&self) -> Option<Plan> {
        let starts = self.row.starts.filter(|_| is_ahead(&self.row))?;
        Some(Plan { of: match_label(&self.row), starts })
    }

    async fn result_card(&self) -> Result<ResultCard, StoreError> {
        let row = &self.row;
        let outcome = row.outcome.as_deref().filter(|_| row.status == Status::Over);
        let standing = match row.series().filter(|_| outcome.is_some()) {
            Some(series) => self.service.series_score_after(series, row).await?,
            None => None,
        };
        let live = self.live.as_ref().filter(|_| outcome.is_some() && other_rules(row).is_none());
        let began = queries::began(Header::read(&row.header).ok().as_ref(), row);
        let names = BySeat::from_fn(|seat| crate::table::both(seat, &began[seat], &row.names[seat]));
        Ok(ResultCard {
            of: MatchLabel { names, ..match_label(row) },
            outcome: outcome.and_then(|outcome| serde_json::from_str(outcome).ok()),
            score: live.and_then(|live| live.table.final_score()),
            ended: live.map(|live| live.moment(live.table.now())),
            standing,
            finished: None,
        })
    }
}

impl Service {
    /// Handles an external object that was not made, and notifies the host of the first refusal.
    pub(crate) async fn external_not_made(
        self: &Arc<Self>,
        post: &Post,
        of: &Subject,
        what: External,
        why: SendError,
    ) -> Result<(), StoreError> {
        let (guild, at, host) = of.place();
        let now = self.clock.now();
        let why = match why {
            SendError::Retry { after } => {
                self.retry_later(post, MAX_BACKOFF_BACKGROUND, after);
                return Ok(());
            }
            SendError::UnknownMessage | SendError::DmClosed | SendError::NotAcquainted => DELETED.to_owned(),
            SendError::Forbidden { why } | SendError::UnknownChannel { why } | SendError::Rejected { why } => why,
        };
        tracing::warn!(owner = %post.owner, %what, %why, "Discord refuses an external object");
        if now.since(post.created) > millis(POST_RETRY_WINDOW) {
            self.store.post_dropped(post, &why);
            return Ok(());
        }
        self.store.post_held(post, now.plus(millis(refusal_backoff(post.attempts))), &why);
        let settings = self.store.settings(guild).await?;
        let Some(channel) = place(what, at, &settings).filter(|_| post.held.is_none()) else { return Ok(()) };
        let notice = if let Some(row) = of.row() {
            refusal(row, what, channel, &why)
                .map(|words| compose::new_post(Lane::Dm(host), &compose::private_to(row, host, vec![words])))
        } else {
            let queued = QueuedMessage::Topic(Topic::ResultRefused { channel, why });
            Some(compose::new_post(Lane::Dm(host), &queued))
        };
        if let Some(notice) = notice {
            self.say(post.owner, notice).await?;
        }
        Ok(())
    }
}

/// Returns the notice to the host that the results channel refuses a result.
pub(crate) fn result_refused(of: &str, channel: ChannelId, why: &str) -> String {
    let then = if why == DELETED {
        "Choose another channel for results with `/setup panel`."
    } else {
        "Give me that permission, and I try again."
    };
    format!("The result of {of} could not be posted in <#{channel}> ({why}). {then}")
}

/// Returns the notice to the host about a refusal.
fn refusal(of: &MatchRow, what: External, channel: ChannelId, why: &str) -> Option<String> {
    let m = of.id;
    match what {
        External::Result => Some(result_refused(&format!("match {m}"), channel, why)),
        External::Event => Some(format!(
            "Match {m} could not be added to the server's calendar ({why}). Give me the permission Create Events, and I try again. The \
             match is not affected."
        )),
        External::Spectators | External::Commentators if of.status == Status::Running => {
            let then = if why == DELETED {
                "Choose another channel for them with `/setup panel`."
            } else {
                "I show it there again once this is corrected."
            };
            Some(format!("Match {m} is not shown to {what} in <#{channel}>: {why}. {then}"))
        }
        External::ArchivedThread | External::Spectators | External::Commentators => None,
    }
}
