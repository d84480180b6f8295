//! A dealer with one match, and a hand on its clock.

use super::*;

pub const OPENED: UnixMs = UnixMs(1_790_000_000_000);
/// When the second press begins the match.
pub const BEGAN: UnixMs = UnixMs(OPENED.0 + 5_000);
pub const UNIT_MS: u64 = 60_000;
pub const GRACE_MS: u64 = 2_000;
pub const HOST: UserId = UserId(10);
pub const ANN: UserId = UserId(11);
pub const BOB: UserId = UserId(12);
pub const CHANNEL: ChannelId = ChannelId(20);

/// A dealer with one match.
pub struct Room {
    pub store: Store,
    pub clock: ServiceClock,
    pub post: Arc<Post>,
    pub dealer: Dealer,
    pub m: MatchId,
}

/// Discord's id for something that happened at a moment.
pub fn at(moment: UnixMs) -> Snowflake {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    Snowflake(Snowflake::at(moment).0 + (1 << 21) + COUNT.fetch_add(1, Ordering::SeqCst) % (1 << 20))
}

/// A moment of the match.
pub fn t(ms: u64) -> UnixMs {
    BEGAN.plus(ms)
}

/// Waits, in real time, until something is so.
pub async fn until<T>(what: &str, mut test: impl AsyncFnMut() -> Option<T>) -> T {
    for _ in 0..4000 {
        if let Some(found) = test().await {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("never came: {what}");
}

/// Waits as [`until`] does, and lets so much of Discord's time pass before each look.
pub async fn until_late<T>(what: &str, room: &Room, step_ms: u64, mut test: impl AsyncFnMut() -> Option<T>) -> T {
    until(what, async || {
        room.go(room.clock.now().plus(step_ms)).await;
        room.settled().await;
        test().await
    })
    .await
}

pub fn header() -> Header {
    Header::read(
        r#"{"record":1,"game":"warriors-death","preset":"standard","ruleset":{"unit_s":60,"break_s":90},"seats":{"ec":"Ann","dmo":"Bob"},"seed":"1"}"#,
    )
    .unwrap()
}

pub fn new_match(header: Header) -> NewMatch {
    NewMatch {
        guild: GuildId(1),
        channel: CHANNEL,
        host: HOST,
        header,
        users: BySeat { ec: ANN, dmo: BOB },
        friendly: false,
        starts: None,
        offers: None,
        private: false,
        part: None,
    }
}

pub fn options() -> Options {
    Options { heartbeat: Duration::from_secs(1), replies: [Duration::ZERO; 2], ..Options::default() }
}

impl Room {
    /// A dealer with a lobby, on a machine whose clock is wrong by so many ms.
    pub async fn lobby(wrong: i64) -> Self {
        Self::lobby_in(Store::memory().await.unwrap(), wrong).await
    }

    pub async fn lobby_in(store: Store, wrong: i64) -> Self {
        let clock = ServiceClock::by_hand(UnixMs(OPENED.0 + wrong));
        clock.learn(OPENED);
        let post = Arc::new(Post::default());
        *post.clock.lock().unwrap() = Some(clock.clone());
        let dealer = Dealer::start(store.clone(), clock.clone(), post.clone(), options()).await.unwrap();
        let m = dealer.open(new_match(header()), at(OPENED)).await.unwrap();
        let room = Self { store, clock, post, dealer, m };
        // What is called off before its card could be sent has none.
        room.all_sent().await;
        room
    }

    /// A match that has begun, on a machine whose clock is wrong by so many ms.
    pub async fn playing_on(wrong: i64) -> Self {
        let room = Self::lobby(wrong).await;
        room.begin().await;
        room
    }

    /// Begins a match that is in its lobby.
    pub async fn begin(&self) {
        self.go(BEGAN).await;
        self.dealer.press_ready(self.m, ANN, None, at(OPENED.plus(2_000))).await.unwrap();
        let reply = self.dealer.press_ready(self.m, BOB, None, Snowflake::at(BEGAN)).await.unwrap();
        assert!(matches!(reply, ReadyReply::Started(_)));
        self.prompted(1).await;
    }

    pub async fn playing() -> Self {
        Self::playing_on(0).await
    }

    /// Lets Discord's time pass up to a moment.
    pub async fn go(&self, moment: UnixMs) {
        self.clock.advance(Duration::from_millis(moment.since(self.clock.now())));
        tokio::task::yield_now().await;
    }

    /// Waits until the dealer has nothing left to do before time passes or something new arrives.
    pub async fn settled(&self) {
        tokio::time::timeout(Duration::from_mins(1), self.dealer.settled()).await.expect("nothing is left to do");
    }

    /// Waits until both players and the channel have been sent so many questions.
    pub async fn prompted(&self, count: usize) {
        let enough = async || {
            let both = [ANN, BOB].into_iter().all(|user| self.post.prompts(user).len() >= count);
            let queued = self.store.pending_posts();
            (both && queued == 0).then_some(())
        };
        until("prompts", enough).await;
    }

    /// Waits until everything that is to be sent is.
    pub async fn all_sent(&self) {
        until("nothing waits", async || {
            // What is being stored waits as well.
            self.settled().await;
            (self.store.pending_posts() == 0).then_some(())
        })
        .await;
    }

    pub async fn publics(&self, count: usize) -> Vec<Public> {
        until("public messages", async || {
            let publics = self.post.publics();
            (publics.len() >= count).then_some(publics)
        })
        .await
    }

    /// Writes to the match as another process would.
    pub async fn written_elsewhere(&self, entries: &[&str], change: Change) {
        let commit = Commit {
            match_id: self.m,
            revision: self.store.find_match(self.m).await.unwrap().unwrap().revision,
            entries: entries.iter().map(|&entry| entry.to_owned()).collect(),
            change,
            posts: vec![],
            clear_drafts: vec![],
            now: self.clock.now(),
        };
        self.store.commit(commit).await.unwrap();
    }

    pub async fn mark(&self) -> StepId {
        self.dealer.info(self.m).await.unwrap().mark.unwrap()
    }

    pub async fn order(&self, user: UserId, text: &str, when: When, stamp: Snowflake) -> Result<Sealed, Error> {
        self.dealer.order(self.m, user, text.to_owned(), when, stamp).await
    }

    /// Chooses a word after so many.
    pub async fn pick(
        &self,
        user: UserId,
        mark: StepId,
        depth: usize,
        word: &str,
        moment: UnixMs,
    ) -> Result<Moved, Error> {
        let act = Move::Pick { depth, word: word.to_owned(), asks: false };
        self.dealer.make_move(self.m, user, Some(mark), act, at(moment)).await
    }

    pub async fn marked(&self, user: UserId, text: &str, moment: UnixMs) -> Result<Sealed, Error> {
        let mark = self.mark().await;
        self.order(user, text, When::Marked(mark), at(moment)).await
    }

    /// The record's entries.
    pub async fn record(&self) -> Vec<Value> {
        let record = self.dealer.record(self.m).await.unwrap();
        record.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Stops the dealer and starts another on the same store.
    pub async fn restart(&mut self, gone: Duration) {
        self.dealer.shutdown(Duration::from_secs(5)).await;
        self.clock.advance(gone);
        self.dealer =
            Dealer::start(self.store.clone(), self.clock.clone(), self.post.clone(), options()).await.unwrap();
    }
}

pub fn code(result: Result<impl std::fmt::Debug, Error>) -> Code {
    match result {
        Err(Error::Refused(refused)) => refused.code,
        other => panic!("not refused: {other:?}"),
    }
}
