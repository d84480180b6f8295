//! A stand-in for Discord that keeps messages as people see them, and fails on request.

use std::collections::HashMap;

use deathmatch::discord::sent;

use super::*;

/// The time for which Discord remembers a nonce, in ms.
const NONCE_MS: u64 = 120_000;

/// Keeps messages as they are shown, and fails on request.
#[derive(Default)]
pub struct FakeDiscord {
    pub clock: Mutex<Option<ServiceClock>>,
    pub screen: Mutex<Vec<Message>>,
    /// The deleted channels.
    pub deleted: Mutex<HashSet<ChannelId>>,
    /// The messages that were sent with a nonce.
    nonces: Mutex<HashMap<String, MessageId>>,
    pub tries: Mutex<Vec<OutboxItem>>,
    pub failures: Mutex<Vec<(Destination, SendError)>>,
    pub hang: Mutex<HashSet<Destination>>,
    /// The message in which a prompt of Ann's is shown instead of in a new one.
    pub used: Mutex<Option<(ChannelId, MessageId)>>,
    /// The destinations whose messages arrive without a response.
    pub unanswered: Mutex<HashSet<Destination>>,
    /// Whether every lobby's card is deleted, which takes a while to find out.
    pub cardless: AtomicBool,
    /// The number of deliveries that end in a panic.
    pub panics: AtomicU64,
    /// Whether messages are sent before their pictures.
    pub slow_pictures: AtomicBool,
    pub count: AtomicU64,
    /// The failures of the next external objects. An object with a retryable failure was made, without a response.
    pub external_failures: Mutex<Vec<SendError>>,
    /// A holder delays the making of external objects.
    pub gate: tokio::sync::Mutex<()>,
    /// The archived threads.
    pub archived: Mutex<HashSet<ChannelId>>,
    /// The thread that the next match gets.
    pub thread: Mutex<Option<ChannelId>>,
    /// The reason why the next match gets no thread.
    pub thread_refused: Mutex<Option<String>>,
    /// The message as which an attempt in a channel has arrived after all.
    pub found: Mutex<Option<MessageId>>,
    /// A holder delays looks at the shown prompts.
    pub curtain: tokio::sync::Mutex<()>,
    /// A holder delays the responses to delivered messages.
    pub answers: tokio::sync::Mutex<()>,
    /// The number of looks at the shown prompts.
    pub looks: AtomicU64,
    /// The number of times that the response to a tournament's message is lost.
    pub unannounced: AtomicU64,
    /// Whether the channel refuses every message of a tournament.
    pub refuses: AtomicBool,
    /// Whether the channel refuses only edits of calls and game drafts.
    pub refuses_changes: AtomicBool,
    /// The people who can read each channel.
    pub readers: Mutex<HashSet<(ChannelId, UserId)>>,
}

/// Waits as long as Discord may take: a random time of at most `POST_LAG_MS` ms, or no time without that variable.
async fn lag() {
    static MOST: LazyLock<u64> = LazyLock::new(|| {
        std::env::var("POST_LAG_MS").map_or(0, |most| most.parse().expect("POST_LAG_MS takes a number of ms"))
    });
    // The time is often zero, so that some requests overtake others.
    let ms = rand::random_range(0..=*MOST * 3 / 2_u64).saturating_sub(*MOST / 2);
    if ms > 0 {
        tokio::time::sleep(Duration::from_millis(ms)).await;
    }
}

#[async_trait]
impl Transport for FakeDiscord {
    async fn acquire_slot(&self, to: Destination, prompt_of: Option<MatchId>) -> Option<(ChannelId, MessageId)> {
        prompt_of.and(*self.used.lock().unwrap()).filter(|_| to == Destination::Dm(ANN))
    }

    async fn shown_prompts(&self, _: MatchId) -> Vec<ShownPrompt> {
        lag().await;
        self.looks.fetch_add(1, Ordering::SeqCst);
        drop(waiting(self.curtain.lock()).await);
        Vec::new()
    }

    async fn edit(&self, edit: &Edit) -> Result<(), SendError> {
        lag().await;
        if let Some(sent) = &edit.sent {
            self.is_there(sent.channel)?;
        }
        let EditTarget::Message(message) = edit.spot else { return Ok(()) };
        if let NewContent::Message(ComposedMessage::TopicMessage(told)) = &edit.form {
            return self.show_again(message, told, &body(&sent::edited(edit)));
        }
        if let NewContent::Message(ComposedMessage::Object(object)) = &edit.form {
            drop(waiting(self.gate.lock()).await);
            if let Some(failure) = self.external_failures.lock().unwrap().pop() {
                return Err(failure);
            }
            if matches!(**object, Object::NoEvent(_) | Object::NoMessage) {
                self.screen.lock().unwrap().retain(|one| one.id != message);
                return Ok(());
            }
            self.edit(message, &external(object, || body(&sent::edited(edit))));
            return Ok(());
        }
        if self.cardless.load(Ordering::SeqCst) && matches!(edit.form, NewContent::Message(ComposedMessage::Card(_))) {
            // A test that waits for all messages has looked by then.
            tokio::time::sleep(Duration::from_millis(200)).await;
            return Err(SendError::UnknownMessage);
        }
        self.edit(message, &body(&sent::edited(edit)));
        Ok(())
    }

    async fn readers(&self, _: GuildId, channel: ChannelId, people: &[UserId]) -> Result<Vec<UserId>, SendError> {
        lag().await;
        let readers = self.readers.lock().unwrap();
        Ok(people.iter().copied().filter(|user| readers.contains(&(channel, *user))).collect())
    }

    async fn find(&self, item: &OutboxItem) -> Result<Option<Delivered>, SendError> {
        lag().await;
        let found = self.found.lock().unwrap().map(|message| Delivered { channel: CHANNEL, message, pictured: true });
        let Destination::Dm(user) = item.to else { return Ok(found) };
        let message = self.nonces.lock().unwrap().get(&item.nonce).copied();
        Ok(message.map(|message| Delivered { channel: ChannelId(user.0 + 1000), message, pictured: true }))
    }

    async fn deliver(&self, item: &OutboxItem, message: &ComposedMessage) -> Result<Delivered, SendError> {
        lag().await;
        self.tries.lock().unwrap().push(item.clone());
        if let (ComposedMessage::Object(object), Destination::External(channel)) = (message, item.to) {
            return self.make(item, message, channel, object).await;
        }
        if let (ComposedMessage::TopicMessage(_), Destination::Channel(_)) = (message, item.to) {
            takes(&self.refuses)?;
        }
        let left = self.panics.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        assert!(left.is_err(), "a transport's fault");
        if self.hang.lock().unwrap().contains(&item.to) {
            waiting(std::future::pending::<()>()).await;
        }
        if let Destination::Channel(channel) | Destination::Pictures(channel) = item.to {
            self.is_there(channel)?;
        }
        {
            let mut failures = self.failures.lock().unwrap();
            if let Some(at) = failures.iter().position(|(to, _)| *to == item.to) {
                return Err(failures.remove(at).1);
            }
        }
        if matches!(message, ComposedMessage::Thread(_)) && item.card.is_none() {
            return Err(SendError::Rejected { why: "there is no card".to_owned() });
        }
        let refused = matches!(message, ComposedMessage::Thread(_)).then(|| self.thread_refused.lock().unwrap().take());
        if let Some(why) = refused.flatten() {
            return Err(SendError::Forbidden { why });
        }
        let now = self.clock.lock().unwrap().as_ref().unwrap().now();
        let id = self.show(item, message, now);
        if self.unanswered.lock().unwrap().contains(&item.to) {
            return Err(SendError::Retry { after: Duration::ZERO });
        }
        drop(waiting(self.answers.lock()).await);
        lag().await;
        let channel = match item.to {
            Destination::Channel(channel) | Destination::Pictures(channel) | Destination::External(channel) => channel,
            Destination::Dm(user) => ChannelId(user.0 + 1000),
        };
        let thread = *self.thread.lock().unwrap();
        let channel = if matches!(message, ComposedMessage::Thread(_)) { thread.unwrap_or(channel) } else { channel };
        let pictured = !self.slow_pictures.load(Ordering::SeqCst) || matches!(message, ComposedMessage::Picture(_));
        Ok(Delivered { channel, message: id, pictured })
    }
}

/// Returns an error if a channel refuses a message.
fn takes(refuses: &AtomicBool) -> Result<(), SendError> {
    let why = "403 50001: Missing Access".to_owned();
    if refuses.load(Ordering::SeqCst) { Err(SendError::Forbidden { why }) } else { Ok(()) }
}

/// Returns an external object as people read it: an event is its time.
fn external(object: &Object, message: impl FnOnce() -> Value) -> Value {
    match object {
        Object::Event(plan) => body(&sent::Body::text(format!("<t:{}:F>", plan.starts.seconds()))),
        _ => message(),
    }
}

/// Returns a body in Discord's JSON.
fn body(body: &sent::Body) -> Value {
    serde_json::to_value(body).unwrap()
}

impl FakeDiscord {
    /// Shows an item in its place. Returns its message.
    fn show(&self, item: &OutboxItem, content: &ComposedMessage, now: UnixMs) -> MessageId {
        let place = match (content, item.to) {
            // Also if the match's channel is a direct message.
            (ComposedMessage::Prompt(prompt), _) => Place::Dm(prompt.user),
            (_, Destination::Dm(user)) => Place::Dm(user),
            (ComposedMessage::Object(object), _) if matches!(**object, Object::Event(_)) => Place::Calendar,
            (_, Destination::Channel(channel) | Destination::Pictures(channel) | Destination::External(channel)) => {
                Place::Channel(channel)
            }
        };
        let drawn = || sent::pictures(content).drawn.into_iter().map(|(_, alt)| alt);
        if let ComposedMessage::Picture(late) = content {
            let mut screen = self.screen.lock().unwrap();
            let message = screen.iter_mut().find(|message| message.id == late.message);
            message.expect("there is a message to draw for").pictures.extend(drawn());
            return late.message;
        }
        let mut nonces = self.nonces.lock().unwrap();
        if let Some(&before) = nonces.get(&item.nonce)
            && (item.look_first || now.since(Snowflake(before.0).ms()) < NONCE_MS)
        {
            return before;
        }
        let id = MessageId(Snowflake::at(now).0 + self.count.fetch_add(1, Ordering::SeqCst));
        nonces.insert(item.nonce.clone(), id);
        let kind = match content {
            ComposedMessage::Private(it) if it.words.starts.is_some() || it.words.awaits.is_some() => "reminder",
            // A prompt that is over leaves its words.
            ComposedMessage::Private(_) => "private",
            _ => item.queued.facts().kind,
        };
        let shown = || body(&sent::message(item, content));
        let shown = if let ComposedMessage::Object(object) = content { external(object, shown) } else { shown() };
        let of = item.owner.match_id().unwrap_or(MatchId(0));
        let mut new = Message::sent(id, place, kind, of, &shown);
        if let ComposedMessage::Object(object) = content
            && let Object::Showing(showing) = &**object
        {
            new.pictures.extend(showing.post.board.iter().map(|(_, alt)| alt.clone()));
        }
        if let ComposedMessage::Thread(hang) = content {
            (new.text, new.pings) = (hang.name.clone(), hang.members.clone());
        }
        if !self.slow_pictures.load(Ordering::SeqCst) {
            new.pictures.extend(drawn());
        }
        self.screen.lock().unwrap().push(new);
        id
    }

    fn is_there(&self, channel: ChannelId) -> Result<(), SendError> {
        let gone = self.deleted.lock().unwrap().contains(&channel);
        if gone { Err(SendError::UnknownChannel { why: "it has been deleted".to_owned() }) } else { Ok(()) }
    }

    fn edit(&self, message: MessageId, body: &Value) {
        self.change(message, |message| message.edit(body));
    }

    fn change(&self, message: MessageId, change: impl FnOnce(&mut Message)) {
        let mut screen = self.screen.lock().unwrap();
        // A test may name a message that is not kept.
        if let Some(message) = screen.iter_mut().find(|one| one.id == message) {
            change(message);
        }
    }

    /// Registers a press or a typed message. Returns the message for its answer, which only that person sees.
    pub fn pressed(&self, of: MatchId, user: UserId) -> MessageId {
        let id = MessageId(1_000 + self.count.fetch_add(1, Ordering::SeqCst));
        let answer = Message::sent(id, Place::Answer(user), "answer", of, &Value::Null);
        self.screen.lock().unwrap().push(answer);
        id
    }

    /// Sets the answer's text.
    pub fn answer(&self, pressed: MessageId, words: impl Into<String>) {
        self.edit(pressed, &body(&sent::Body::text(words)));
    }

    /// Adds a prompt that was sent before this test began.
    pub fn before(&self, user: UserId, message: MessageId, of: MatchId) {
        let prompt = Message::sent(message, Place::Dm(user), "prompt", of, &Value::Null);
        self.screen.lock().unwrap().push(prompt);
    }

    /// Returns the messages of the places that match.
    pub fn shown(&self, test: impl Fn(Place) -> bool) -> Timeline {
        Timeline(self.screen.lock().unwrap().iter().filter(|message| test(message.place)).cloned().collect())
    }

    async fn make(
        &self,
        item: &OutboxItem,
        content: &ComposedMessage,
        channel: ChannelId,
        object: &Object,
    ) -> Result<Delivered, SendError> {
        drop(waiting(self.gate.lock()).await);
        let failure = self.external_failures.lock().unwrap().pop();
        if matches!(failure, Some(SendError::Forbidden { .. })) {
            return Err(failure.unwrap());
        }
        let message = if *object == Object::Archive {
            self.archived.lock().unwrap().insert(channel);
            MessageId(channel.0)
        } else {
            self.show(item, content, self.clock.lock().unwrap().as_ref().unwrap().now())
        };
        failure.map_or(Ok(Delivered { channel, message, pictured: true }), Err)
    }

    /// Edits a message of a tournament or game draft.
    fn show_again(&self, message: MessageId, told: &TopicMessage, body: &Value) -> Result<(), SendError> {
        match told.topic {
            Topic::Bracket => takes(&self.refuses)?,
            Topic::Suspension { .. } => {}
            _ => takes(&self.refuses_changes)?,
        }
        self.edit(message, body);
        let pictures = sent::pictures(&ComposedMessage::TopicMessage(Box::new(told.clone())));
        let pictures = pictures.drawn.into_iter().map(|(_, alt)| alt).collect();
        self.change(message, |shown| shown.pictures = pictures);
        if matches!(told.topic, Topic::Bracket) {
            let left = self.unannounced.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
            if left.is_ok() {
                return Err(SendError::Retry { after: Duration::ZERO });
            }
        }
        Ok(())
    }

    pub fn fail(&self, to: Destination, how: SendError) {
        self.failures.lock().unwrap().push((to, how));
    }
}
