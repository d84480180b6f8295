//! A dealer with one match, and a clock that is advanced by hand.

use deathmatch::discord::sent;
use tokio::task::JoinHandle;

use super::*;

pub const OPENED: UnixMs = UnixMs(1_790_000_000_000);
/// The time of the second press of Ready, which begins the match.
pub const BEGAN: UnixMs = UnixMs(OPENED.0 + 5_000);
pub const UNIT_MS: u64 = 60_000;
pub const GRACE_MS: u64 = 2_000;
pub const HOST: UserId = UserId(10);
pub const ANN: UserId = UserId(11);
pub const BOB: UserId = UserId(12);
/// More people: two hosts, and two who have no part in the match at first.
pub const HANA: UserId = UserId(13);
pub const DAN: UserId = UserId(14);
pub const CLEO: UserId = UserId(15);
pub const EVE: UserId = UserId(16);
pub const CHANNEL: ChannelId = ChannelId(20);

/// A dealer with one match.
pub struct Room {
    pub store: Store,
    pub clock: ServiceClock,
    pub discord: Arc<FakeDiscord>,
    pub dealer: Dealer,
    pub m: MatchId,
}

/// Returns a new Discord id for a time.
pub fn at(moment: UnixMs) -> Snowflake {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    Snowflake(Snowflake::at(moment).0 + (1 << 21) + COUNT.fetch_add(1, Ordering::SeqCst) % (1 << 20))
}

/// Returns a time of the match, in ms after its beginning.
pub fn t(ms: u64) -> UnixMs {
    BEGAN.plus(ms)
}

/// Waits in real time until a test returns a value.
pub async fn until<T>(what: &str, mut test: impl AsyncFnMut() -> Option<T>) -> T {
    for _ in 0..4000 {
        if let Some(found) = test().await {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("never came: {what}");
}

/// Waits as [`until`] does, and advances Discord's time before each look.
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
    NewMatch::new(GuildId(1), CHANNEL, HOST, header, BySeat { ec: ANN, dmo: BOB })
}

pub fn options() -> ServiceOptions {
    ServiceOptions { heartbeat: Duration::from_secs(1), replies: [Duration::ZERO; 2], ..ServiceOptions::default() }
}

impl Room {
    /// Starts a dealer without a match.
    pub async fn dealing(store: Store, wrong: i64, options: ServiceOptions) -> Self {
        let clock = ServiceClock::by_hand(UnixMs(OPENED.0 + wrong));
        clock.learn(OPENED);
        let discord = Arc::new(FakeDiscord::default());
        *discord.clock.lock().unwrap() = Some(clock.clone());
        let dealer = Dealer::start(store.clone(), clock.clone(), discord.clone(), options).await.unwrap();
        Self { store, clock, discord, dealer, m: MatchId(0) }
    }

    /// Starts a dealer with this lobby.
    pub async fn with(new: NewMatch) -> Self {
        Self::dealing(Store::memory().await.unwrap(), 0, options()).await.opening(new).await
    }

    /// Opens this lobby and waits until its card is sent: a lobby that is cancelled earlier has no card.
    pub async fn opening(mut self, new: NewMatch) -> Self {
        self.m = self.dealer.open(new, at(OPENED)).await.unwrap();
        self.all_sent().await;
        self
    }

    /// Starts a dealer with a lobby, on a machine whose clock is wrong by so many ms.
    pub async fn lobby(wrong: i64) -> Self {
        Self::lobby_in(Store::memory().await.unwrap(), wrong).await
    }

    pub async fn lobby_in(store: Store, wrong: i64) -> Self {
        Self::dealing(store, wrong, options()).await.opening(new_match(header())).await
    }

    /// Begins a match, on a machine whose clock is wrong by so many ms.
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
        self.all_sent().await;
    }

    /// Presses Ready for both players.
    pub async fn ready(&self, moment: UnixMs) {
        let users = self.dealer.info(self.m).await.unwrap().users;
        for user in [users.ec, users.dmo] {
            self.dealer.press_ready(self.m, user, None, at(moment)).await.unwrap();
        }
    }

    pub async fn playing() -> Self {
        Self::playing_on(0).await
    }

    /// Advances Discord's time to a moment.
    pub async fn go(&self, moment: UnixMs) {
        self.clock.advance(Duration::from_millis(moment.since(self.clock.now())));
        tokio::task::yield_now().await;
    }

    /// Waits until the dealer is idle until time passes or an event arrives.
    pub async fn settled(&self) {
        tokio::time::timeout(Duration::from_mins(1), self.dealer.wait_idle()).await.expect("nothing is left to do");
    }

    /// Waits until both players have so many prompts, and until the channel's messages are sent.
    pub async fn prompted(&self, count: usize) {
        let both = || [ANN, BOB].into_iter().all(|user| self.prompts(user).len() >= count);
        self.found(
            || both().then_some(()),
            || format!("{count} prompts to each in:\n{}", self.discord.shown(|_| true)),
        )
        .await;
        self.all_sent().await;
    }

    /// Waits until no message is pending.
    pub async fn all_sent(&self) {
        until("nothing waits", async || {
            // Messages that are being stored count as pending.
            self.settled().await;
            (self.store.pending_posts() == 0).then_some(())
        })
        .await;
    }

    /// Returns the messages of the match's channel.
    pub fn channel(&self) -> Timeline {
        self.channel_of(CHANNEL)
    }

    pub fn channel_of(&self, channel: ChannelId) -> Timeline {
        self.discord.shown(|place| place == Place::Channel(channel))
    }

    /// Returns one person's private messages: direct messages and answers.
    pub fn sees(&self, user: UserId) -> Timeline {
        self.discord.shown(|place| place == Place::Dm(user) || place == Place::Answer(user))
    }

    /// Returns the channel's public messages, without cards.
    pub fn public(&self) -> Timeline {
        self.channel().of("public")
    }

    /// Waits until the dealer is idle and the channel has so many public messages, and returns them.
    pub async fn posted(&self, count: usize) -> Timeline {
        self.settled().await;
        let told = || Some(self.public()).filter(|told| told.len() >= count);
        self.found(told, || format!("{count} messages in:\n{}", self.channel())).await
    }

    /// Returns the prompts that a person was sent.
    pub fn prompts(&self, user: UserId) -> Timeline {
        self.sees(user).of("prompt")
    }

    /// Returns the private messages and reminders that a person was sent.
    pub fn notes(&self, user: UserId) -> Timeline {
        self.sees(user).those(|message| ["private", "reminder"].contains(&message.kind))
    }

    /// Returns the card of the match.
    #[track_caller]
    pub fn card(&self) -> Message {
        self.cards().last().clone()
    }

    fn cards(&self) -> Timeline {
        self.channel().those(|message| message.kind == "card" && message.of == self.m)
    }

    /// Waits for the first private message to a person with these words.
    pub async fn hears(&self, user: UserId, words: &str) -> Message {
        let sees = || self.sees(user).with(words).first().cloned();
        self.found(sees, || format!("{words:?} to {user} in:\n{}", self.sees(user))).await
    }

    /// Waits for the first message of the channel with these words.
    pub async fn reads(&self, words: &str) -> Message {
        let reads = || self.channel().with(words).first().cloned();
        self.found(reads, || format!("{words:?} in:\n{}", self.channel())).await
    }

    /// Waits until the card of the match has these words.
    pub async fn card_says(&self, words: &str) -> Message {
        let says = || self.cards().with(words).first().cloned();
        self.found(says, || format!("{words:?} on the card in:\n{}", self.channel())).await
    }

    /// Deletes a channel.
    pub async fn delete(&self, channel: ChannelId) {
        self.discord.deleted.lock().unwrap().insert(channel);
        self.dealer.channel_deleted(channel).await;
    }

    /// Gives a ruling as the host. Returns the answer.
    pub async fn host(&self, act: HostAct, moment: UnixMs) -> String {
        let pressed = self.discord.pressed(self.m, HOST);
        let said = self.dealer.rule(self.m, HOST, act, None, at(moment)).await.unwrap();
        self.discord.answer(pressed, said.clone());
        said
    }

    /// Puts a substitute in a seat, as the host.
    pub async fn seat(&self, seat: Seat, user: UserId, name: &str, moment: UnixMs) {
        let pressed = self.discord.pressed(self.m, HOST);
        let said = self.dealer.rule(self.m, HOST, substitute_for(seat, user, name), None, at(moment)).await.unwrap();
        self.discord.answer(pressed, said);
    }

    /// Returns the preview of a ruling.
    pub async fn preview(
        &self,
        user: UserId,
        ruling: impl Into<Ruling>,
        seen: Option<Revision>,
        moment: UnixMs,
    ) -> Result<Preview, Error> {
        self.dealer.preview(self.m, user, ruling, seen, at(moment)).await
    }

    /// Confirms a ruling.
    pub async fn confirm(&self, user: UserId, ruling: impl Into<Ruling>, seen: Revision, moment: UnixMs) -> Confirmed {
        self.dealer.confirm(self.m, by(user), ruling, seen, None, at(moment)).await.unwrap()
    }

    /// Confirms a ruling, and checks that it took effect.
    pub async fn rules(&self, user: UserId, ruling: impl Into<Ruling>, seen: Revision, moment: UnixMs) {
        let confirmed = self.confirm(user, ruling, seen, moment).await;
        assert!(matches!(confirmed, Confirmed::Done(_)), "{confirmed:?}");
    }

    /// Confirms a ruling, and checks that it was refused because the match has changed.
    pub async fn overtaken(&self, user: UserId, ruling: impl Into<Ruling>, seen: Revision, moment: UnixMs) {
        let confirmed = self.confirm(user, ruling, seen, moment).await;
        assert!(matches!(confirmed, Confirmed::Stale { .. }), "{confirmed:?}");
    }

    /// Gives a ruling as one of the two other hosts.
    pub async fn hosted(&self, user: UserId, act: HostAct, ms: u64) -> Result<String, Error> {
        self.dealer.rule(self.m, by(user), act, None, at(t(ms))).await
    }

    /// Waits for a value that exists at the latest once the dealer is idle and outside work has finished.
    async fn found<T>(&self, test: impl Fn() -> Option<T>, what: impl Fn() -> String) -> T {
        for _ in 0..400 {
            if let Some(found) = test() {
                return found;
            }
            self.settled().await;
            if let Some(found) = test() {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("never came: {}", what())
    }

    /// Gives both orders, hers at a time of the match and his a second later, and waits until all messages are sent.
    pub async fn round(&self, ms: u64, ann: &str, bob: &str) {
        self.marked(ANN, ann, t(ms)).await.unwrap();
        self.marked(BOB, bob, t(ms + 1_000)).await.unwrap();
        self.all_sent().await;
    }

    /// Writes to the match as another process would.
    pub async fn written_elsewhere(&self, entries: &[&str]) {
        let commit = Commit {
            change: self.store.find_match(self.m).await.unwrap().unwrap().into(),
            entries: entries.iter().map(|&entry| entry.to_owned()).collect(),
            posts: vec![],
            clear_drafts: vec![],
            now: self.clock.now(),
        };
        self.store.commit(commit).await.unwrap();
    }

    pub async fn mark(&self) -> StepId {
        self.dealer.info(self.m).await.unwrap().mark.unwrap()
    }

    /// Gives an order, and shows its answer to the player.
    pub async fn order(&self, user: UserId, text: &str, when: When, stamp: Snowflake) -> Result<Sealed, Error> {
        let pressed = self.discord.pressed(self.m, user);
        let given = self.dealer.order(self.m, user, text.to_owned(), when, stamp).await;
        let said = match &given {
            Ok(sealed) => sent::sealed_lines(sealed).join("\n"),
            Err(Error::Refused(refused)) => refused.message.clone(),
            Err(fault) => fault.to_string(),
        };
        self.discord.answer(pressed, said);
        given
    }

    /// Sends an order. Its answer is awaited elsewhere.
    pub fn sends(&self, user: UserId, text: &str, when: When, stamp: Snowflake) -> JoinHandle<Result<Sealed, Error>> {
        let (dealer, m, text) = (self.dealer.clone(), self.m, text.to_owned());
        self.dealer.spawn(async move { dealer.order(m, user, text, when, stamp).await })
    }

    /// Chooses a word after `depth` others.
    pub async fn pick(
        &self,
        user: UserId,
        mark: StepId,
        depth: usize,
        word: &str,
        moment: UnixMs,
    ) -> Result<Moved, Error> {
        let act = Move::Pick { depth, word: word.to_owned(), asks: false };
        self.dealer.make_move(self.m, Sender { user, stamp: at(moment), in_dm: false }, Some(mark), act).await
    }

    pub async fn marked(&self, user: UserId, text: &str, moment: UnixMs) -> Result<Sealed, Error> {
        let mark = self.mark().await;
        self.order(user, text, When::Marked(mark), at(moment)).await
    }

    /// Returns the record's entries.
    pub async fn record(&self) -> Vec<Value> {
        let record = self.dealer.record(self.m).await.unwrap();
        record.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Stops the dealer and starts another on the same store.
    pub async fn restart(&mut self, gone: Duration) {
        self.dealer.shutdown(Duration::from_secs(5)).await;
        self.clock.advance(gone);
        self.dealer =
            Dealer::start(self.store.clone(), self.clock.clone(), self.discord.clone(), options()).await.unwrap();
    }
}

pub fn substitute_for(seat: Seat, user: UserId, name: &str) -> Substitute {
    Substitute { seat, user, name: name.to_owned() }
}

/// Returns an order that a host gives for a player.
pub fn order_for(seat: Seat, text: &str) -> HostAct {
    HostAct::Order { seat, text: text.to_owned() }
}

/// Returns one of the two other hosts.
pub fn by(user: UserId) -> Host {
    Host::named(user, if user == HANA { "Hana" } else { "Dan" }.to_owned())
}

/// Returns the text of a refusal.
pub fn refused(result: Result<impl std::fmt::Debug, Error>) -> String {
    match result {
        Err(Error::Refused(refused)) => refused.message,
        other => panic!("not refused: {other:?}"),
    }
}

pub fn code(result: Result<impl std::fmt::Debug, Error>) -> Code {
    match result {
        Err(Error::Refused(refused)) => refused.code,
        other => panic!("not refused: {other:?}"),
    }
}
