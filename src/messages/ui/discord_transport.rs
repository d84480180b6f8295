//! The sender of messages over Discord.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;

use crate::ids::{ChannelId, GuildId, MatchId, MessageId, UserId};
use crate::messages::composed::ComposedMessage;
use crate::messages::edit::{Edit, EditTarget, NewContent, Sent, ShownPrompt};
use crate::messages::topic_message::{Subject, Topic, TopicMessage};
use crate::messages::transport::{Delivered, Destination, OutboxItem, SendError, Transport};
use crate::messages::ui::outgoing::{Outgoing, of_channel};
use crate::messages::ui::{render, topic_message};
use crate::platform::discord::budget::{Bucket, Urgency};

/// The dealer's interface to [`Outgoing`].
#[derive(Clone)]
pub struct DiscordTransport(pub Arc<Outgoing>);

/// The time that a prompt waits to be sent as a new message, which notifies its player.
const PINGED_WITHIN: Duration = Duration::from_secs(5);

#[async_trait]
impl Transport for DiscordTransport {
    async fn acquire_slot(&self, to: Destination, prompt_of: Option<MatchId>) -> Option<(ChannelId, MessageId)> {
        let outgoing = &self.0;
        let budget = outgoing.api.budget();
        let (channel, urgency) = match to {
            Destination::Channel(channel) => (Some(channel), Urgency::Public),
            Destination::Dm(user) => (outgoing.dms.get(&user), Urgency::Dm),
            // Nobody waits for an external object.
            Destination::External(_) => (None, Urgency::Tidy),
            // Edits have a separate allowance, which is requested once the picture is drawn.
            Destination::Pictures(_) => (None, Urgency::Dm),
        };
        let mut turn = std::pin::pin!(async {
            if let Some(channel) = channel {
                budget.channel(channel, Bucket::Messages).await;
            }
            budget.turn(urgency).await;
        });
        if let (Some(of), Destination::Dm(user)) = (prompt_of, to) {
            tokio::select! {
                biased;
                () = &mut turn => return None,
                () = async {
                    tokio::time::sleep(PINGED_WITHIN).await;
                    outgoing.shown_prompts.wait_answers(of).await;
                } => {}
            }
            if let Some(pressed) = outgoing.shown_prompts.pressed(of, user).zip(outgoing.dms.get(&user)) {
                return Some((pressed.1, pressed.0));
            }
        }
        turn.await;
        None
    }

    async fn shown_prompts(&self, of: MatchId) -> Vec<ShownPrompt> {
        self.0.shown_prompts.wait_answers(of).await;
        self.0.shown_prompts.shown_prompts(of)
    }

    async fn edit(&self, edit: &Edit) -> Result<(), SendError> {
        self.try_to_edit(edit).await.map_err(of_channel)
    }

    async fn readers(&self, guild: GuildId, channel: ChannelId, people: &[UserId]) -> Result<Vec<UserId>, SendError> {
        match self.0.readers(guild, channel, people).await {
            // Nobody can read a deleted channel.
            Err(SendError::Forbidden { why }) if why.starts_with("404") => Ok(Vec::new()),
            readers => readers,
        }
    }

    async fn deliver(&self, item: &OutboxItem, message: &ComposedMessage) -> Result<Delivered, SendError> {
        self.try_to_deliver(item, message).await.map_err(of_channel)
    }

    async fn find(&self, item: &OutboxItem) -> Result<Option<Delivered>, SendError> {
        let channel = match item.to {
            Destination::Channel(channel) | Destination::Pictures(channel) | Destination::External(channel) => channel,
            Destination::Dm(user) => match self.0.known_dm(user).await {
                Some(channel) => channel,
                None => return Ok(None),
            },
        };
        self.0.find(channel, item).await
    }
}

impl DiscordTransport {
    async fn try_to_edit(&self, edit: &Edit) -> Result<(), SendError> {
        let outgoing = &self.0;
        if let (NewContent::Message(message), EditTarget::Message(id), Some(sent)) = (&edit.form, edit.spot, &edit.sent)
        {
            match message {
                ComposedMessage::Object(object) => return outgoing.change(sent, id, object).await,
                ComposedMessage::TopicMessage(told) => return outgoing.change_topic_message(sent, id, told).await,
                _ => {}
            }
        }
        let Some(of) = edit.owner.match_id() else { return Ok(()) };
        let mut body = render::edited(edit);
        if let NewContent::Asks(prompt) = &edit.form
            && let Some(picture) = prompt.picture.picture()
        {
            let pressed = || {
                outgoing.shown_prompts.shown_prompts(of).into_iter().find(|one| one.spot == edit.spot).map(|one| one.at)
            };
            let before = pressed();
            let drawn = outgoing.drawn(None, vec![picture].into()).await;
            outgoing.shown_prompts.wait_answers(of).await;
            if pressed() != before {
                // A later press already shows its own board, with all changes.
                return Ok(());
            }
            body = drawn.map_or(body.clone(), |files| body.with(files));
        }
        if let Some(token) = outgoing.shown_prompts.token(of, edit.spot) {
            match outgoing.api.edit_answer(&token, &body).await {
                Ok(()) => {
                    outgoing.shown_prompts.edited(of, edit.spot, &edit.shown);
                    return Ok(());
                }
                Err(again @ SendError::Retry { .. }) => return Err(again),
                // The token is not valid for this place.
                Err(_) => outgoing.shown_prompts.lost(of, edit.spot),
            }
        }
        let (EditTarget::Message(message), Some(sent)) = (edit.spot, &edit.sent) else { return Ok(()) };
        if edit.if_idle && !outgoing.api.budget().is_idle(sent.channel) {
            return Ok(());
        }
        outgoing.api.budget().channel(sent.channel, Bucket::Edits).await;
        outgoing.api.budget().turn(Urgency::Tidy).await;
        outgoing.api.edit(sent.channel, message, &body).await
    }

    async fn try_to_deliver(&self, item: &OutboxItem, message: &ComposedMessage) -> Result<Delivered, SendError> {
        let outgoing = &self.0;
        let channel = match item.to {
            Destination::Channel(channel) | Destination::Pictures(channel) | Destination::External(channel) => channel,
            Destination::Dm(user) if item.acted || outgoing.is_acquainted(user).await => {
                outgoing.dm_when(user, Urgency::Dm).await?
            }
            Destination::Dm(_) => return Err(SendError::NotAcquainted),
        };
        match message {
            ComposedMessage::Thread(hang) => {
                let no_card = || SendError::Rejected { why: "the match has no card to open a thread under".to_owned() };
                let (_, card) = item.card.ok_or_else(no_card)?;
                let channel = outgoing.create_thread(channel, card, hang).await?;
                Ok(Delivered { channel, message: card, pictured: true })
            }
            ComposedMessage::Picture(late) => {
                let attached = outgoing.attach(channel, item, late).await;
                self.explained(channel, attached).await?;
                Ok(Delivered { channel, message: late.message, pictured: true })
            }
            ComposedMessage::Object(object) => outgoing.make(channel, item, object).await,
            ComposedMessage::Card(_)
            | ComposedMessage::Public(_)
            | ComposedMessage::Prompt(_)
            | ComposedMessage::Private(_)
            | ComposedMessage::Proposal(_)
            | ComposedMessage::TimeRequest(_)
            | ComposedMessage::TopicMessage(_) => self.post(channel, item, message).await,
        }
    }

    /// Posts a message, unless an earlier one from this item is found.
    async fn post(
        &self,
        channel: ChannelId,
        item: &OutboxItem,
        message: &ComposedMessage,
    ) -> Result<Delivered, SendError> {
        let outgoing = &self.0;
        if item.look_first
            && let Some(found) = outgoing.find(channel, item).await?
        {
            return Ok(found);
        }
        let unheard = outgoing.without_unheard(item.guild, message).await;
        let message = unheard.as_ref().unwrap_or(message);
        let body = render::message(item, message).once(item.nonce.clone());
        match outgoing.send_with_pictures(channel, item, message, body).await {
            // After a reverted end or weeks of play, the thread may be archived.
            Err(refused) if outgoing.reopened(channel, &refused).await => {
                Err(SendError::Retry { after: Duration::ZERO })
            }
            // A refused picture or embed must not hold up the text.
            Err(SendError::Rejected { why }) => {
                let Some(plain) = render::plain(item, message) else { return Err(SendError::Rejected { why }) };
                tracing::warn!(item = item.id, %why, "a refused message is retried without picture and embeds");
                let message = outgoing.send_item(channel, item, &plain.once(item.nonce.clone())).await?;
                Ok(Delivered { channel, message, pictured: true })
            }
            sent => match item.to {
                Destination::Channel(_) => self.explained(channel, sent).await,
                Destination::Dm(user) => {
                    if let Ok(delivered) = &sent {
                        outgoing.has_reached(user, delivered.channel).await;
                    }
                    sent
                }
                Destination::Pictures(_) | Destination::External(_) => sent,
            },
        }
    }

    /// Adds the permissions that the bot lacks in a channel to the channel's refusal.
    async fn explained<T>(&self, channel: ChannelId, sent: Result<T, SendError>) -> Result<T, SendError> {
        match sent {
            Err(SendError::Forbidden { why }) => {
                Err(SendError::Forbidden { why: self.0.explained(channel, why).await })
            }
            sent => sent,
        }
    }
}

impl Outgoing {
    /// Edits a message of a tournament or game draft.
    pub(crate) async fn change_topic_message(
        &self,
        sent: &Sent,
        message: MessageId,
        told: &TopicMessage,
    ) -> Result<(), SendError> {
        let urgency = match (&told.topic, told.over) {
            (Topic::Bracket | Topic::Turn(_), _) => Urgency::Public,
            _ => Urgency::Tidy,
        };
        self.api.budget().turn(urgency).await;
        match (&told.topic, &told.of) {
            (Topic::Bracket, Subject::Tournament(of)) => self.announce(sent.channel, message, of).await,
            (Topic::PlayerNotice(_) | Topic::Turn(_), _) => {
                let body = topic_message::body(told, &sent.nonce);
                let pictures = render::pictures_of_topic(told);
                let drawn = if pictures.is_empty() { None } else { self.drawn(None, pictures.into()).await };
                let body = drawn.map_or_else(|| body.clone().without_files(), |files| body.clone().with(files));
                self.edit(sent.channel, message, &body).await
            }
            _ => self.edit(sent.channel, message, &topic_message::body(told, &sent.nonce)).await,
        }
    }
}
