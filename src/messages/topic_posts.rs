//! Posts of tournaments and game drafts. Like a match's posts, they are composed as they are sent, and edited when their
//! desired content changes.

use std::sync::Arc;
use std::time::Duration;

use crate::game_draft::{GameDraft, Kept};
use crate::ids::{ChannelId, Snowflake, UserId};
use crate::live::error::Error;
use crate::live::service::Service;
use crate::messages::compose;
use crate::messages::composed::ComposedMessage;
use crate::messages::edit::{Edit, EditTarget, NewContent, Sent};
use crate::messages::queued_message::QueuedMessage;
use crate::messages::retry::{MAX_BACKOFF_AWAITED, MAX_BACKOFF_BACKGROUND, backoff, refusal_backoff};
use crate::messages::store::content_digest::ContentDigest;
use crate::messages::store::post::{Lane, NewPost, Owner, Post};
use crate::messages::topic_message::{Subject, Topic, TopicMessage};
use crate::messages::transport::{DELETED, SendError};
use crate::platform::sqlite::error::StoreError;
use crate::tournaments::server_tournament::PlayerNotice;
use crate::uptime::clock::millis;

/// The age of a game draft's message up to which a refused edit is retried.
const EDIT_RETRY_WINDOW: Duration = Duration::from_hours(2);

/// Returns a post of a topic. A topic for one person goes to `user`.
pub(crate) fn topic_post(topic: Topic, user: UserId) -> NewPost {
    let private = matches!(topic, Topic::Absence(_) | Topic::Suspension { .. });
    let lane = if private { Lane::Dm(user) } else { Lane::Channel };
    compose::new_post(lane, &QueuedMessage::Topic(topic))
}

/// Returns the topic of a post that waits or can change.
fn topic_of(post: &Post) -> Option<Topic> {
    match serde_json::from_str(&post.payload) {
        Ok(QueuedMessage::Topic(topic)) => Some(topic),
        // A closed post that is opened again has no payload.
        _ => (post.kind == Topic::Bracket.kind()).then_some(Topic::Bracket),
    }
}

impl Service {
    /// Returns the messages of a tournament or game draft that wait or can change, the oldest first.
    pub(crate) async fn topics(&self, owner: Owner) -> Result<Vec<(Post, Topic)>, StoreError> {
        let posts = self.store.current_posts(owner).await?;
        Ok(posts.into_iter().filter_map(|post| topic_of(&post).map(|topic| (post, topic))).collect())
    }

    /// Returns a tournament's newest message with its bracket. While the tournament is suspended, the post holds the reason.
    pub(crate) async fn bracket_post(&self, tournament: Snowflake) -> Result<Option<Post>, StoreError> {
        self.store.newest_of(Owner::Tournament(tournament), Topic::Bracket.kind()).await
    }

    /// Returns the owner of messages with its state; `None` if it is deleted.
    pub(crate) async fn subject(&self, owner: Owner) -> Result<Option<Subject>, StoreError> {
        let subject = match owner {
            Owner::Match(id) => return Ok(self.store.find_match(id).await?.map(|row| Subject::Match(Box::new(row)))),
            Owner::Tournament(id) => self.announcement(id).await.map(|of| Subject::Tournament(Box::new(of))),
            Owner::GameDraft(id) => self.load_draft(id).await.map(|Kept { draft, open, newest }| Subject::Draft {
                id,
                draft: Box::new(draft),
                open,
                newest,
            }),
        };
        match subject {
            Ok(subject) => Ok(Some(subject)),
            Err(Error::Refused(_)) => Ok(None),
            Err(fault) => Err(StoreError::Row(fault.to_string())),
        }
    }

    /// Returns a message as it is sent now; `None` if its event is over. A late message gives its turn the whole time again.
    pub(crate) async fn compose_topic(
        self: &Arc<Self>,
        post: &Post,
        topic: Topic,
    ) -> Result<Option<ComposedMessage>, StoreError> {
        let late = post.attempts > 0 || self.clock.now().since(post.created) > millis(self.options.absence);
        if let (Owner::GameDraft(id), Topic::Turn(_), true) = (post.owner, &topic, late) {
            self.restart_turn(id).await?;
        }
        if let (Owner::Tournament(id), Some(_)) = (post.owner, &post.held) {
            let again = self.change_suspension(id, |tourney, _, now| tourney.try_again(now, true)).await;
            again.map_err(|error| StoreError::NotKept(error.to_string()))?;
        }
        let Some(of) = self.subject(post.owner).await? else { return Ok(None) };
        let nobody = match (&topic, &of) {
            (Topic::PlayerNotice(PlayerNotice::CheckIn(_)), Subject::Tournament(of)) => {
                of.tourney.people.iter().all(|one| one.here)
            }
            (Topic::Turn(turn), Subject::Draft { draft, .. }) => draft.outcome.is_some() || draft.turn != *turn,
            _ => false,
        };
        let over = nobody || of.is_over(&topic);
        Ok((!over).then(|| ComposedMessage::TopicMessage(Box::new(TopicMessage { topic, of, over }))))
    }

    /// Returns the edits that reconcile the messages of a tournament or game draft; none while a tournament is suspended.
    pub(crate) async fn reconcile_topics(&self, owner: Owner) -> Result<Vec<Edit>, StoreError> {
        let Some(of) = self.subject(owner).await? else { return Ok(Vec::new()) };
        if matches!(&of, Subject::Tournament(of) if !of.tourney.may_post()) {
            return Ok(Vec::new());
        }
        let (mut edits, mut closed) = (Vec::new(), Vec::new());
        for post in self.store.open_posts(owner).await? {
            let (Some(topic), Some((channel, message))) = (topic_of(&post), post.at) else { continue };
            let (over, rests) = (of.is_over(&topic), of.is_final(&topic));
            let told = TopicMessage { topic, of: of.clone(), over };
            let shown = told.digest();
            let silent = match (&told.topic, &of) {
                (Topic::Suspension { .. }, Subject::Tournament(_)) => over,
                // The menus of this message are gone already.
                (Topic::Turn(turn), _) => shown.is_fixed() && post.shown == GameDraft::digest_passed(*turn),
                _ => false,
            };
            if silent || (shown == post.shown && (rests || shown.is_fixed())) {
                closed.push((post.id, ContentDigest::Fixed));
            } else if shown != post.shown {
                let sent = Some(Sent { post: post.id, channel, nonce: post.nonce() });
                let shown = if rests { ContentDigest::Fixed } else { shown };
                let ((guild, ..), spot) = (of.place(), EditTarget::Message(message));
                let form = NewContent::Message(ComposedMessage::TopicMessage(Box::new(told)));
                edits.push(Edit { owner, guild, spot, sent, form, shown, if_idle: false });
            }
        }
        self.store.posts_close(owner, closed);
        Ok(edits)
    }

    /// Handles a message of a tournament or game draft that was not sent.
    pub(crate) async fn topic_not_sent(
        self: &Arc<Self>,
        post: &Post,
        channel: ChannelId,
        why: SendError,
    ) -> Result<(), StoreError> {
        let now = self.clock.now();
        let why = match (post.lane, why) {
            (_, SendError::Retry { after }) => {
                self.retry_later(post, MAX_BACKOFF_AWAITED, after);
                return Ok(());
            }
            (Lane::Channel, SendError::Forbidden { why } | SendError::Rejected { why }) => why,
            (Lane::Channel, SendError::UnknownChannel { .. }) => DELETED.to_owned(),
            (_, why) => {
                self.store.post_dropped(post, &format!("{why:?}"));
                return Ok(());
            }
        };
        tracing::warn!(owner = %post.owner, %why, "a channel cannot be written to");
        let wait = match post.owner {
            Owner::GameDraft(_) => backoff(post.attempts, MAX_BACKOFF_BACKGROUND, Duration::ZERO),
            Owner::Match(_) | Owner::Tournament(_) => refusal_backoff(post.attempts),
        };
        self.store.post_held(post, now.plus(millis(wait)), &why);
        // The host of a game draft has been notified at the first refusal.
        if matches!(post.owner, Owner::GameDraft(_)) && post.held.is_some() && why != DELETED {
            return Ok(());
        }
        self.channel_refused(post.owner, channel, &why).await
    }

    /// Handles an edit that the channel refuses: a tournament is suspended, a game draft's edit is retried. Returns whether
    /// the edit is still needed.
    pub(crate) async fn edit_refused(self: &Arc<Self>, edit: &Edit, why: &str) -> Result<bool, StoreError> {
        let (Some(sent), EditTarget::Message(message), owner) = (&edit.sent, edit.spot, edit.owner) else {
            return Ok(false);
        };
        if let Owner::Tournament(id) = owner {
            let owes = self.tourney(id).await.is_ok_and(|(_, tourney)| tourney.is_unfinished());
            if owes {
                self.channel_refused(owner, sent.channel, why).await?;
            }
            return Ok(owes);
        }
        let is_worth_it = self.clock.now().since(Snowflake(message.0).ms()) < millis(EDIT_RETRY_WINDOW);
        if is_worth_it {
            self.reconcile_later(owner, MAX_BACKOFF_BACKGROUND).await;
        }
        Ok(is_worth_it)
    }
}
