//! A post office that remembers what it is given, and fails as it is told.

use super::*;

/// Remembers what it is given, and fails as it is told.
#[derive(Default)]
pub struct Post {
    pub clock: Mutex<Option<ServiceClock>>,
    pub tries: Mutex<Vec<OutboxItem>>,
    pub arrived: Mutex<Vec<(OutboxItem, MessageId)>>,
    pub failures: Mutex<Vec<(Address, Undelivered)>>,
    pub hang: Mutex<HashSet<Address>>,
    /// The message in which a prompt of Ann's is shown instead of in a new one.
    pub pressed: Mutex<Option<(ChannelId, MessageId)>>,
    /// Where messages arrive, and their answers are lost.
    pub unanswered: Mutex<HashSet<Address>>,
    /// Whether somebody has deleted every lobby's card, which takes a while to find out.
    pub cardless: AtomicBool,
    /// How many deliveries end in a panic.
    pub panics: AtomicU64,
    /// Whether messages go out before their pictures.
    pub slow_pictures: AtomicBool,
    pub count: AtomicU64,
    pub amends: Mutex<Vec<Amend>>,
    /// Whoever holds it keeps what is shown from being changed.
    pub pen: tokio::sync::Mutex<()>,
    /// The external objects that were made and changed, and how the next one fails.
    pub externals: Mutex<Vec<Made>>,
    pub external_failures: Mutex<Vec<Undelivered>>,
    /// Whoever holds it keeps what is to be done there from being done.
    pub gate: tokio::sync::Mutex<()>,
    /// The thread that the next match gets.
    pub thread: Mutex<Option<ChannelId>>,
    /// Why it gets none.
    pub thread_refused: Mutex<Option<String>>,
    /// As which message whatever was tried in a channel has arrived after all.
    pub found: Mutex<Option<MessageId>>,
    /// Whoever holds it keeps everybody from looking at what is shown.
    pub curtain: tokio::sync::Mutex<()>,
    /// Whoever holds it keeps back the answers to what has arrived.
    pub answers: tokio::sync::Mutex<()>,
    /// How often it was looked at what is shown.
    pub looks: AtomicU64,
    /// The turns that were asked, with their messages.
    pub choices: Mutex<Vec<(GameDraft, MessageId)>>,
    /// What tournaments' messages were made to show.
    pub announced: Mutex<Vec<Announcement>>,
    /// What tournaments' people were called to.
    pub called: Mutex<Vec<Called>>,
    /// The calls that were changed since, as what they called to is over.
    pub uncalled: Mutex<Vec<(Called, MessageId)>>,
    /// How often a tournament's message does not go out.
    pub unannounced: AtomicU64,
    /// Whether the channel refuses whatever tournaments say in it.
    pub refuses: AtomicBool,
    /// Whether it refuses only that calls and choosings are changed.
    pub refuses_changes: AtomicBool,
    /// Why the tournaments stand still whose hosts were told that.
    pub stands_still: Mutex<Vec<String>>,
    /// The choosings whose hosts were told that they stand still no more, and whether they went on.
    pub stood_still: Mutex<Vec<bool>>,
    /// Who can read which channels.
    pub readers: Mutex<HashSet<(ChannelId, UserId)>>,
    /// What choosings' messages were made to show, and whether as passed.
    pub shown: Mutex<Vec<(GameDraft, MessageId, bool)>>,
}

/// An external object, as it was to be made or changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    pub channel: ChannelId,
    /// The object that was changed; nothing if it was made.
    pub changed: Option<MessageId>,
    /// Whether an earlier attempt may have made it.
    pub looked_for: bool,
    pub object: Object,
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
    async fn turn(&self, to: Address, prompt_of: Option<MatchId>) -> Option<(ChannelId, MessageId)> {
        prompt_of.and(*self.pressed.lock().unwrap()).filter(|_| to == Address::Dm(ANN))
    }

    async fn known(&self, _: MatchId) -> Vec<Known> {
        lag().await;
        self.looks.fetch_add(1, Ordering::SeqCst);
        drop(waiting(self.curtain.lock()).await);
        Vec::new()
    }

    async fn amend(&self, amend: &Amend) -> Result<(), Undelivered> {
        lag().await;
        drop(waiting(self.pen.lock()).await);
        if let (Form::Object(object), Spot::Message(id), Some(sent)) = (&amend.form, amend.spot, &amend.sent) {
            let object = (**object).clone();
            return self
                .make(Made { channel: sent.channel, changed: Some(id), looked_for: false, object })
                .await
                .map(drop);
        }
        self.amends.lock().unwrap().push(amend.clone());
        Ok(())
    }

    async fn run(&self, errand: &Errand) -> Result<Option<u64>, Undelivered> {
        lag().await;
        match errand {
            Errand::Tournament(announcement) => self.announce(announcement).map(Some),
            Errand::Call(announcement) => {
                takes(&self.refuses)?;
                self.called.lock().unwrap().extend(announcement.tourney.calls());
                Ok(Some(400 + self.count.fetch_add(1, Ordering::SeqCst)))
            }
            Errand::CallOver { of, message, .. } => {
                takes(&self.refuses_changes)?;
                self.uncalled.lock().unwrap().push((of.clone(), *message));
                Ok(None)
            }
            Errand::Suspended(announcement) => {
                self.stands_still.lock().unwrap().extend(announcement.tourney.still.clone().map(|still| still.why));
                Ok(None)
            }
            Errand::Arrived(_) => Ok(None),
            Errand::Turn { choosing, .. } => {
                takes(&self.refuses)?;
                let message = MessageId(500 + self.count.fetch_add(1, Ordering::SeqCst));
                self.choices.lock().unwrap().push(((**choosing).clone(), message));
                Ok(Some(message.0))
            }
            Errand::Drafted { choosing, message, passed, .. } => {
                takes(&self.refuses_changes)?;
                self.shown.lock().unwrap().push(((**choosing).clone(), *message, *passed));
                Ok(None)
            }
            Errand::DraftSuspended { choosing, .. } => {
                self.stands_still.lock().unwrap().push(choosing.unasked.clone().unwrap_or_default());
                Ok(choosing.unasked.is_some().then_some(301))
            }
            Errand::DraftResumed { choosing, message } => {
                assert_eq!(*message, MessageId(301));
                self.stood_still.lock().unwrap().push(choosing.came.is_none());
                Ok(None)
            }
        }
    }

    async fn readers(&self, _: GuildId, channel: ChannelId, people: &[UserId]) -> Result<Vec<UserId>, Undelivered> {
        lag().await;
        let readers = self.readers.lock().unwrap();
        Ok(people.iter().copied().filter(|user| readers.contains(&(channel, *user))).collect())
    }

    async fn deliver(&self, item: &OutboxItem) -> Result<Delivered, Undelivered> {
        lag().await;
        if item.only_found {
            return self.found(item).ok_or(Undelivered::Deleted);
        }
        if let (Notice::Object(_, object), Address::External(channel)) = (&item.notice, item.to) {
            let (looked_for, object) = (item.retry_after_restart, (**object).clone());
            return self.make(Made { channel, changed: None, looked_for, object }).await;
        }
        self.tries.lock().unwrap().push(item.clone());
        let left = self.panics.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        assert!(left.is_err(), "a transport's fault");
        if self.hang.lock().unwrap().contains(&item.to) {
            waiting(std::future::pending::<()>()).await;
        }
        {
            let mut failures = self.failures.lock().unwrap();
            if let Some(at) = failures.iter().position(|(to, _)| *to == item.to) {
                return Err(failures.remove(at).1);
            }
        }
        if self.cardless.load(Ordering::SeqCst) && matches!(item.notice, Notice::EditCard(_)) {
            // Whoever waits for everything to be said has looked by then.
            tokio::time::sleep(Duration::from_millis(200)).await;
            return Err(Undelivered::Deleted);
        }
        let refused = matches!(item.notice, Notice::Thread(_)).then(|| self.thread_refused.lock().unwrap().take());
        if let Some(why) = refused.flatten() {
            return Err(Undelivered::Gone { why });
        }
        let now = self.clock.lock().unwrap().as_ref().unwrap().now();
        let message = MessageId(Snowflake::at(now).0 + self.count.fetch_add(1, Ordering::SeqCst));
        self.arrived.lock().unwrap().push((item.clone(), message));
        if self.unanswered.lock().unwrap().contains(&item.to) {
            return Err(Undelivered::Again { after: Duration::ZERO });
        }
        drop(waiting(self.answers.lock()).await);
        lag().await;
        let channel = match item.to {
            Address::Channel(channel) | Address::Pictures(channel) | Address::External(channel) => channel,
            Address::Dm(user) => ChannelId(user.0 + 1000),
        };
        let thread = *self.thread.lock().unwrap();
        let channel = if matches!(item.notice, Notice::Thread(_)) { thread.unwrap_or(channel) } else { channel };
        let pictured = !self.slow_pictures.load(Ordering::SeqCst);
        Ok(Delivered { channel, message, pictured })
    }
}

/// Whether a channel takes something.
fn takes(refuses: &AtomicBool) -> Result<(), Undelivered> {
    let why = "403 50001: Missing Access".to_owned();
    if refuses.load(Ordering::SeqCst) { Err(Undelivered::Gone { why }) } else { Ok(()) }
}

impl Post {
    async fn make(&self, made: Made) -> Result<Delivered, Undelivered> {
        let channel = made.channel;
        self.externals.lock().unwrap().push(made);
        drop(waiting(self.gate.lock()).await);
        match self.external_failures.lock().unwrap().pop() {
            Some(failure) => Err(failure),
            None => Ok(Delivered { channel, message: MessageId(700), pictured: true }),
        }
    }

    fn announce(&self, announcement: &Announcement) -> Result<u64, Undelivered> {
        takes(&self.refuses)?;
        self.announced.lock().unwrap().push(announcement.clone());
        let left = self.unannounced.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        if left.is_ok() {
            return Err(Undelivered::Again { after: Duration::ZERO });
        }
        Ok(announcement.message.map_or(900, |message| message.0))
    }

    fn found(&self, item: &OutboxItem) -> Option<Delivered> {
        let found = self.found.lock().unwrap().map(|message| Delivered { channel: CHANNEL, message, pictured: true });
        let Address::Dm(user) = item.to else { return found };
        let arrived = self.arrived.lock().unwrap();
        let found = arrived.iter().find(|(other, _)| other.nonce == item.nonce);
        found.map(|&(_, message)| Delivered { channel: ChannelId(user.0 + 1000), message, pictured: true })
    }

    pub fn publics(&self) -> Vec<Public> {
        let arrived = self.arrived.lock().unwrap();
        let public = |(item, _): &(OutboxItem, MessageId)| match &item.notice {
            Notice::Public(public) => Some((**public).clone()),
            _ => None,
        };
        arrived.iter().filter_map(public).collect()
    }

    pub fn prompts(&self, user: UserId) -> Vec<Prompt> {
        let arrived = self.arrived.lock().unwrap();
        let prompt = |(item, _): &(OutboxItem, MessageId)| match &item.notice {
            Notice::Prompt(prompt) if prompt.user == user => Some((**prompt).clone()),
            _ => None,
        };
        arrived.iter().filter_map(prompt).collect()
    }

    pub fn private_lines(&self, user: UserId) -> Vec<String> {
        let arrived = self.arrived.lock().unwrap();
        let lines = arrived.iter().filter_map(|(item, _)| match &item.notice {
            Notice::Private(private) if private.user == user => Some(private.lines.clone()),
            _ => None,
        });
        lines.flatten().collect()
    }

    /// The orders that a person was reminded of.
    pub fn reminders(&self, user: UserId) -> Vec<Awaits> {
        let arrived = self.arrived.lock().unwrap();
        let awaits = |(item, _): &(OutboxItem, MessageId)| match &item.notice {
            Notice::Private(private) if private.user == user => private.awaits,
            _ => None,
        };
        arrived.iter().filter_map(awaits).collect()
    }

    /// What cards say of what became of their matches, the newest last.
    pub fn cards_said(&self) -> Vec<Vec<String>> {
        let arrived = self.arrived.lock().unwrap();
        let card = |(item, _): &(OutboxItem, MessageId)| match &item.notice {
            Notice::EditCard(card) if !card.said.is_empty() => Some(card.said.clone()),
            _ => None,
        };
        arrived.iter().filter_map(card).collect()
    }

    pub fn fail(&self, to: Address, how: Undelivered) {
        self.failures.lock().unwrap().push((to, how));
    }
}
