//! Discord as people see it, which fails as it is told.

use std::collections::HashMap;

use deathmatch::discord::sent;

use super::*;

/// For how long Discord knows a nonce, in ms.
const NONCE_MS: u64 = 120_000;

/// Keeps messages as they are shown, and fails as it is told.
#[derive(Default)]
pub struct Post {
    pub clock: Mutex<Option<ServiceClock>>,
    pub screen: Mutex<Vec<Message>>,
    /// The channels that somebody has deleted.
    pub deleted: Mutex<HashSet<ChannelId>>,
    /// The messages that were sent with a nonce.
    nonces: Mutex<HashMap<String, MessageId>>,
    pub tries: Mutex<Vec<OutboxItem>>,
    pub failures: Mutex<Vec<(Destination, SendError)>>,
    pub hang: Mutex<HashSet<Destination>>,
    /// The message in which a prompt of Ann's is shown instead of in a new one.
    pub used: Mutex<Option<(ChannelId, MessageId)>>,
    /// Where messages arrive, and their answers are lost.
    pub unanswered: Mutex<HashSet<Destination>>,
    /// Whether somebody has deleted every lobby's card, which takes a while to find out.
    pub cardless: AtomicBool,
    /// How many deliveries end in a panic.
    pub panics: AtomicU64,
    /// Whether messages go out before their pictures.
    pub slow_pictures: AtomicBool,
    pub count: AtomicU64,
    /// How the next external objects fail: an attempt to be made again has arrived without an answer.
    pub external_failures: Mutex<Vec<SendError>>,
    /// A holder keeps what is to be done there from being done.
    pub gate: tokio::sync::Mutex<()>,
    /// The threads that are archived.
    pub archived: Mutex<HashSet<ChannelId>>,
    /// The thread that the next match gets.
    pub thread: Mutex<Option<ChannelId>>,
    /// Why it gets none.
    pub thread_refused: Mutex<Option<String>>,
    /// As which message whatever was tried in a channel has arrived after all.
    pub found: Mutex<Option<MessageId>>,
    /// A holder keeps everybody from looking at what is shown.
    pub curtain: tokio::sync::Mutex<()>,
    /// A holder keeps back the answers to what has arrived.
    pub answers: tokio::sync::Mutex<()>,
    /// How often it was looked at what is shown.
    pub looks: AtomicU64,
    /// How often the answer to a tournament's message is lost.
    pub unannounced: AtomicU64,
    /// Whether the channel refuses whatever tournaments say in it.
    pub refuses: AtomicBool,
    /// Whether it refuses only that calls and choosings are changed.
    pub refuses_changes: AtomicBool,
    /// Who can read which channels.
    pub readers: Mutex<HashSet<(ChannelId, UserId)>>,
}

/// Takes as long as Discord may: up to so many ms as `POST_LAG_MS` says, and without it no time.
async fn lag() {
    static MOST: LazyLock<u64> = LazyLock::new(|| {
        std::env::var("POST_LAG_MS").map_or(0, |most| most.parse().expect("POST_LAG_MS takes a number of ms"))
    });
    // Often none, so that some go ahead of others.
    let ms = rand::random_range(0..=*MOST * 3 / 2_u64).saturating_sub(*MOST / 2);
    if ms > 0 {
        tokio::time::sleep(Duration::from_millis(ms)).await;
    }
}

#[async_trait]
impl Transport for Post {
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
        let Spot::Message(message) = edit.spot else { return Ok(()) };
        if let Form::Topic(told) = &edit.form {
            return self.show_again(message, told, &body(&sent::edited(edit)));
        }
        if let Form::Object(object) = &edit.form {
            drop(waiting(self.gate.lock()).await);
            if let Some(failure) = self.external_failures.lock().unwrap().pop() {
                return Err(failure);
            }
            if let Object::NoEvent(_) = **object {
                self.screen.lock().unwrap().retain(|one| one.id != message);
                return Ok(());
            }
            self.edit(message, &external(object, || body(&sent::edited(edit))));
            return Ok(());
        }
        self.edit(message, &body(&sent::edited(edit)));
        Ok(())
    }

    async fn readers(&self, _: GuildId, channel: ChannelId, people: &[UserId]) -> Result<Vec<UserId>, SendError> {
        lag().await;
        let readers = self.readers.lock().unwrap();
        Ok(people.iter().copied().filter(|user| readers.contains(&(channel, *user))).collect())
    }

    async fn deliver(&self, item: &OutboxItem) -> Result<Delivered, SendError> {
        lag().await;
        if item.look_only {
            return self.found(item).ok_or(SendError::UnknownMessage);
        }
        self.tries.lock().unwrap().push(item.clone());
        if let (MessageSpec::Object(_, object), Destination::External(channel)) = (&item.spec, item.to) {
            return self.make(item, channel, object).await;
        }
        if let (MessageSpec::Told(_), Destination::Channel(_)) = (&item.spec, item.to) {
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
        if self.cardless.load(Ordering::SeqCst) && matches!(item.spec, MessageSpec::EditCard(_)) {
            // A test that waits for everything to be said has looked by then.
            tokio::time::sleep(Duration::from_millis(200)).await;
            return Err(SendError::UnknownMessage);
        }
        if matches!(item.spec, MessageSpec::EditCard(_) | MessageSpec::Thread(_)) && item.card.is_none() {
            return Err(SendError::Rejected { why: "there is no card".to_owned() });
        }
        let refused = matches!(item.spec, MessageSpec::Thread(_)).then(|| self.thread_refused.lock().unwrap().take());
        if let Some(why) = refused.flatten() {
            return Err(SendError::Forbidden { why });
        }
        let now = self.clock.lock().unwrap().as_ref().unwrap().now();
        let message = self.show(item, now);
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
        let channel = if matches!(item.spec, MessageSpec::Thread(_)) { thread.unwrap_or(channel) } else { channel };
        let pictured = !self.slow_pictures.load(Ordering::SeqCst) || matches!(item.spec, MessageSpec::Picture(_));
        Ok(Delivered { channel, message, pictured })
    }
}

/// Whether a channel takes something.
fn takes(refuses: &AtomicBool) -> Result<(), SendError> {
    let why = "403 50001: Missing Access".to_owned();
    if refuses.load(Ordering::SeqCst) { Err(SendError::Forbidden { why }) } else { Ok(()) }
}

/// An external object as it is read: an event is its time.
fn external(object: &Object, message: impl FnOnce() -> Value) -> Value {
    match object {
        Object::Event(plan) => body(&sent::Body::text(format!("<t:{}:F>", plan.starts.seconds()))),
        _ => message(),
    }
}

/// A body as it goes to Discord.
fn body(body: &sent::Body) -> Value {
    serde_json::to_value(body).unwrap()
}

impl Post {
    /// Shows an item where it goes; the message in which it stands.
    fn show(&self, item: &OutboxItem, now: UnixMs) -> MessageId {
        let place = match (&item.spec, item.to) {
            // Also where the match's channel is somebody's direct messages.
            (MessageSpec::Prompt(prompt), _) => Place::Dm(prompt.user),
            (_, Destination::Dm(user)) => Place::Dm(user),
            (MessageSpec::Object(_, object), _) if matches!(**object, Object::Event(_)) => Place::Calendar,
            (_, Destination::Channel(channel) | Destination::Pictures(channel) | Destination::External(channel)) => {
                Place::Channel(channel)
            }
        };
        let drawn = || sent::pictures(&item.spec).into_iter().map(|(_, alt)| alt);
        match &item.spec {
            MessageSpec::EditCard(_) => {
                let (_, card) = item.card.expect("there is a card to change");
                self.edit(card, &body(&sent::message(item)));
                return card;
            }
            MessageSpec::Picture(late) => {
                let mut screen = self.screen.lock().unwrap();
                let message = screen.iter_mut().find(|message| message.id == late.message);
                message.expect("there is a message to draw for").pictures.extend(drawn());
                return late.message;
            }
            _ => {}
        }
        let mut nonces = self.nonces.lock().unwrap();
        if let Some(&before) = nonces.get(&item.nonce)
            && (item.look_first || now.since(Snowflake(before.0).ms()) < NONCE_MS)
        {
            return before;
        }
        let id = MessageId(Snowflake::at(now).0 + self.count.fetch_add(1, Ordering::SeqCst));
        nonces.insert(item.nonce.clone(), id);
        let kind = match &item.spec {
            MessageSpec::Private(words) if words.starts.is_some() || words.awaits.is_some() => "reminder",
            spec => spec.kind(),
        };
        let shown = || body(&sent::message(item));
        let shown = if let MessageSpec::Object(_, object) = &item.spec { external(object, shown) } else { shown() };
        let of = item.owner.match_id().unwrap_or(MatchId(0));
        let mut new = Message::sent(id, place, kind, of, &shown);
        if let MessageSpec::Object(_, object) = &item.spec
            && let Object::Showing(showing) = &**object
        {
            new.pictures.extend(showing.post.board.iter().map(|(_, alt)| alt.clone()));
        }
        if let MessageSpec::Thread(hang) = &item.spec {
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
        // Not everything is kept that tests name.
        if let Some(message) = screen.iter_mut().find(|one| one.id == message) {
            change(message);
        }
    }

    /// Somebody presses or types something: where the answer is to stand, which only they see.
    pub fn pressed(&self, of: MatchId, user: UserId) -> MessageId {
        let id = MessageId(1_000 + self.count.fetch_add(1, Ordering::SeqCst));
        let answer = Message::sent(id, Place::Answer(user), "answer", of, &Value::Null);
        self.screen.lock().unwrap().push(answer);
        id
    }

    /// Answers that.
    pub fn answer(&self, pressed: MessageId, words: impl Into<String>) {
        self.edit(pressed, &body(&sent::Body::text(words)));
    }

    /// A prompt that was sent before this test began.
    pub fn before(&self, user: UserId, message: MessageId, of: MatchId) {
        let prompt = Message::sent(message, Place::Dm(user), "prompt", of, &Value::Null);
        self.screen.lock().unwrap().push(prompt);
    }

    /// What stands in a place.
    pub fn shown(&self, test: impl Fn(Place) -> bool) -> Timeline {
        Timeline(self.screen.lock().unwrap().iter().filter(|message| test(message.place)).cloned().collect())
    }

    async fn make(&self, item: &OutboxItem, channel: ChannelId, object: &Object) -> Result<Delivered, SendError> {
        drop(waiting(self.gate.lock()).await);
        let failure = self.external_failures.lock().unwrap().pop();
        if matches!(failure, Some(SendError::Forbidden { .. })) {
            return Err(failure.unwrap());
        }
        let message = if *object == Object::Archive {
            self.archived.lock().unwrap().insert(channel);
            MessageId(channel.0)
        } else {
            self.show(item, self.clock.lock().unwrap().as_ref().unwrap().now())
        };
        failure.map_or(Ok(Delivered { channel, message, pictured: true }), Err)
    }

    /// Changes a message of a tournament or game draft.
    fn show_again(&self, message: MessageId, told: &ComposedTopic, body: &Value) -> Result<(), SendError> {
        match told.topic {
            Topic::Bracket => takes(&self.refuses)?,
            Topic::Suspension { .. } => {}
            _ => takes(&self.refuses_changes)?,
        }
        self.edit(message, body);
        let pictures =
            sent::pictures(&MessageSpec::Told(Box::new(told.clone()))).into_iter().map(|(_, alt)| alt).collect();
        self.change(message, |shown| shown.pictures = pictures);
        if matches!(told.topic, Topic::Bracket) {
            let left = self.unannounced.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
            if left.is_ok() {
                return Err(SendError::Retry { after: Duration::ZERO });
            }
        }
        Ok(())
    }

    fn found(&self, item: &OutboxItem) -> Option<Delivered> {
        let found = self.found.lock().unwrap().map(|message| Delivered { channel: CHANNEL, message, pictured: true });
        let Destination::Dm(user) = item.to else { return found };
        let message = self.nonces.lock().unwrap().get(&item.nonce).copied()?;
        Some(Delivered { channel: ChannelId(user.0 + 1000), message, pictured: true })
    }

    pub fn fail(&self, to: Destination, how: SendError) {
        self.failures.lock().unwrap().push((to, how));
    }
}
