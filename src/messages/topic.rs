//! Messages of tournaments and game drafts: which there are, what each shows, and what becomes of them.
//!
//! They are posts like a match's: each is composed when it is sent, and edited when it should show something else.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::game_draft::{DraftOutcome, GameDraft};
use crate::ids::{ChannelId, GuildId, Snowflake, UserId};
use crate::live::actor::millis;
use crate::live::error::Error;
use crate::live::service::Service;
use crate::messages::amend::{Amend, Form, Sent, Spot};
use crate::messages::notice::Notice;
use crate::messages::retry::{BESIDE, OWED, left_alone, patience};
use crate::messages::say;
use crate::messages::store::post::{Lane, NewPost, Owner, Post};
use crate::messages::transport::{DELETED, Undelivered};
use crate::platform::sqlite::error::StoreError;
use crate::playing::panel::digest;
use crate::tournaments::{Announcement, Called};

/// How often a refused edit of a game draft is tried: for about two hours.
const TRIES: u32 = 30;

/// A message of a tournament or game draft, as it waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Topic {
    /// A tournament's message, with its bracket or table.
    Bracket,
    /// Notifies a tournament's players: to check in, or who has won.
    Call(Called),
    /// Tells the channel that a tournament has moved to that it continues there.
    Arrival,
    /// Asks for a turn of a game draft.
    Turn(u8),
    /// Tells the host that the channel takes no messages, or that it was deleted.
    Suspension { deleted: bool },
}

impl Topic {
    /// Its kind among posts.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Bracket => "tournament",
            Self::Call(_) => "call",
            Self::Arrival => "arrival",
            Self::Turn(_) => "turn",
            Self::Suspension { .. } => "private",
        }
    }

    /// The topic of a post that waits or can change.
    pub(crate) fn of(post: &Post) -> Option<Self> {
        match serde_json::from_str(&post.payload) {
            Ok(Notice::Topic(topic)) => Some(topic),
            // A closed one that is opened again has no payload.
            _ => (post.kind == Self::Bracket.kind()).then_some(Self::Bracket),
        }
    }

    /// A post of it.
    pub(crate) fn item(self, host: UserId) -> NewPost {
        let lane = if matches!(self, Self::Suspension { .. }) { Lane::Dm(host) } else { Lane::Channel };
        say::item(lane, &Notice::Topic(self))
    }
}

/// A tournament or game draft as its messages show it.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    Tournament(Box<Announcement>),
    Draft {
        id: Snowflake,
        draft: Box<GameDraft>,
        /// Whether something can still happen in it.
        open: bool,
    },
}

impl Subject {
    pub(crate) const fn channel(&self) -> ChannelId {
        match self {
            Self::Tournament(of) => of.tourney.channel,
            Self::Draft { draft, .. } => draft.channel,
        }
    }

    pub(crate) const fn guild(&self) -> GuildId {
        match self {
            Self::Tournament(of) => of.tourney.guild,
            Self::Draft { draft, .. } => draft.guild,
        }
    }

    /// Whether a message only shows that it is over.
    fn is_over(&self, topic: &Topic) -> bool {
        match (topic, self) {
            (Topic::Call(of), Self::Tournament(now)) => now.tourney.calls().as_ref() != Some(of),
            (Topic::Suspension { deleted }, Self::Tournament(now)) => {
                now.tourney.still.as_ref().is_none_or(|still| *deleted && !still.is_stranded())
            }
            (Topic::Turn(turn), Self::Draft { draft, .. }) => {
                *turn < draft.turn && (draft.came.is_none() || turn + 1 < draft.turn)
            }
            (Topic::Suspension { deleted: true }, Self::Draft { draft, .. }) => draft.came != Some(DraftOutcome::Gone),
            (Topic::Suspension { deleted: false }, Self::Draft { draft, .. }) => {
                draft.came.is_some() || draft.unasked.is_none()
            }
            _ => false,
        }
    }

    /// Whether a message stays as it is from here on.
    fn rests(&self, topic: &Topic) -> bool {
        match (topic, self) {
            (Topic::Bracket, Self::Tournament(of)) => !of.followed,
            (_, Self::Draft { draft, open, .. }) => draft.came.is_some() && !open,
            _ => false,
        }
    }
}

/// A message of a tournament or game draft, as it is sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    pub topic: Topic,
    pub of: Subject,
    /// Whether it only shows that it is over.
    pub over: bool,
}

impl Told {
    /// Digest of what can change; empty where nothing can.
    #[must_use]
    pub fn shown(&self) -> String {
        match (&self.topic, &self.of) {
            _ if self.over => String::new(),
            (Topic::Bracket, Subject::Tournament(of)) => digest(&of.text()),
            (Topic::Turn(_), Subject::Draft { draft, .. }) => draft.shown(),
            (Topic::Arrival, _) => String::new(),
            (topic, _) => digest(topic),
        }
    }
}

impl Service {
    /// The messages of a tournament or game draft that wait or can change, the oldest first.
    pub(crate) async fn topics(&self, owner: Owner) -> Result<Vec<(Post, Topic)>, StoreError> {
        let posts = self.store.current_posts(owner).await?;
        Ok(posts.into_iter().filter_map(|post| Topic::of(&post).map(|topic| (post, topic))).collect())
    }

    /// A tournament's own message, the newest one. While the tournament is suspended, the post holds the reason.
    pub(crate) async fn standing(&self, tournament: Snowflake) -> Result<Option<Post>, StoreError> {
        self.store.newest_of(Owner::Tournament(tournament), Topic::Bracket.kind()).await
    }

    /// A tournament or game draft as its messages show it; nothing where it is gone.
    pub(crate) async fn subject(&self, owner: Owner) -> Result<Option<Subject>, StoreError> {
        let subject = match owner {
            Owner::Match(_) => return Ok(None),
            Owner::Tournament(id) => self.announcement(id).await.map(|of| Subject::Tournament(Box::new(of))),
            Owner::Draft(id) => {
                self.chosen(id).await.map(|kept| Subject::Draft { id, draft: Box::new(kept.choosing), open: kept.open })
            }
        };
        match subject {
            Ok(subject) => Ok(Some(subject)),
            Err(Error::Refused(_)) => Ok(None),
            Err(fault) => Err(StoreError::Row(fault.to_string())),
        }
    }

    /// A message as it is sent now; nothing where it is over. A turn that comes late has its whole time.
    pub(crate) async fn compose_topic(
        self: &Arc<Self>,
        post: &Post,
        topic: Topic,
    ) -> Result<Option<Notice>, StoreError> {
        let late = post.attempts > 0 || self.clock.now().since(post.created) > millis(self.options.absence);
        if let (Owner::Draft(id), Topic::Turn(_), true) = (post.owner, &topic, late) {
            self.restart_turn(id).await?;
        }
        let Some(of) = self.subject(post.owner).await? else { return Ok(None) };
        let nobody = match (&topic, &of) {
            (Topic::Call(Called::CheckIn(_)), Subject::Tournament(of)) => of.tourney.people.iter().all(|one| one.here),
            (Topic::Turn(turn), Subject::Draft { draft, .. }) => draft.came.is_some() || draft.turn != *turn,
            _ => false,
        };
        let over = nobody || of.is_over(&topic);
        Ok((!over).then(|| Notice::Told(Box::new(Told { topic, of, over }))))
    }

    /// The edits that reconcile the messages of a tournament or game draft. A suspended tournament has none until it is tried again.
    pub(crate) async fn reconcile_topics(&self, owner: Owner) -> Result<Vec<Amend>, StoreError> {
        let Some(of) = self.subject(owner).await? else { return Ok(Vec::new()) };
        if matches!(&of, Subject::Tournament(of) if !of.tourney.opens()) {
            return Ok(Vec::new());
        }
        let (mut amends, mut closed) = (Vec::new(), Vec::new());
        for post in self.store.open_posts(owner).await? {
            let (Some(topic), Some((channel, message))) = (Topic::of(&post), post.at) else { continue };
            let (over, rests) = (of.is_over(&topic), of.rests(&topic));
            let told = Told { topic, of: of.clone(), over };
            let shown = told.shown();
            let silent = over && matches!((&told.topic, &of), (Topic::Suspension { .. }, Subject::Tournament(_)));
            if silent || (shown == post.shown && (rests || shown.is_empty())) {
                closed.push((post.id, String::new()));
            } else if shown != post.shown {
                let sent = Some(Sent { post: post.id, channel, nonce: post.nonce() });
                let shown = if rests { String::new() } else { shown };
                let (guild, spot) = (of.guild(), Spot::Message(message));
                amends.push(Amend { owner, guild, user: None, spot, sent, form: Form::Told(Box::new(told)), shown });
            }
        }
        self.store.posts_show(owner, closed);
        Ok(amends)
    }

    /// Deals with a message of a tournament or game draft that was not sent.
    pub(crate) async fn topic_not_sent(
        self: &Arc<Self>,
        post: &Post,
        channel: ChannelId,
        why: Undelivered,
    ) -> Result<(), StoreError> {
        let now = self.clock.now();
        let why = match (post.lane, why) {
            (_, Undelivered::Again { after }) => {
                self.store.post_again(post, now.plus(millis(patience(post.attempts, OWED, after))));
                return Ok(());
            }
            (Lane::Channel, Undelivered::Gone { why } | Undelivered::Broken { why }) => why,
            (Lane::Channel, Undelivered::NoChannel { .. }) => DELETED.to_owned(),
            (_, why) => {
                self.store.post_dropped(post, &format!("{why:?}"));
                return Ok(());
            }
        };
        tracing::warn!(owner = %post.owner, %why, "a channel cannot be written to");
        let wait = match post.owner {
            Owner::Draft(_) => patience(post.attempts, BESIDE, Duration::ZERO),
            Owner::Match(_) | Owner::Tournament(_) => left_alone(post.attempts),
        };
        self.store.post_held(post, now.plus(millis(wait)), &why);
        self.channel_refused(post.owner, channel, &why, post.held.is_none()).await
    }

    /// Deals with an edit of such a message that its channel refuses: a tournament is suspended, a game draft's is tried again.
    pub(crate) async fn topic_not_edited(
        self: &Arc<Self>,
        owner: Owner,
        sent: &Sent,
        why: &str,
    ) -> Result<bool, StoreError> {
        match owner {
            Owner::Match(_) => Ok(false),
            Owner::Tournament(id) => {
                let has_to_say = self.tourney(id).await.is_ok_and(|(_, tourney)| tourney.has_to_say());
                if has_to_say {
                    self.channel_refused(owner, sent.channel, why, true).await?;
                }
                Ok(has_to_say)
            }
            Owner::Draft(_) => {
                let open = self.store.open_posts(owner).await?;
                let Some(post) = open.iter().find(|post| post.id == sent.post && post.attempts < TRIES) else {
                    return Ok(false);
                };
                let due = self.clock.now().plus(millis(patience(post.attempts, BESIDE, Duration::ZERO)));
                self.store.post_again(post, due);
                let service = Arc::clone(self);
                self.tasks.spawn(async move {
                    tokio::select! {
                        () = service.clock.until(due) => service.look_over(owner),
                        () = service.closing.cancelled() => {}
                    }
                });
                Ok(true)
            }
        }
    }
}
