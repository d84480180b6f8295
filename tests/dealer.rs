//! The dealer's promises: deadlines to the millisecond, restarts, sending, and who hears what. Time moves by hand.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use deathmatch::dealer::{
    Accord, Address, Amend, By, Came, CardState, ChannelId, Code, Confirmed, Controls, Dealer, Delivered, Desk, Error,
    GuildId, Known, Looked, Mark, MatchId, MessageId, Move, Moved, NewMatch, Newcomer, Notice, Options, OutboxItem,
    Prompt, Proposal, Public, ReadyReply, Ruling, Sealed, Seen, ServiceClock, Settled, Snowflake, Status, Transport,
    Undelivered, UnixMs, UserId, When,
};
use deathmatch::game::{BySeat, Seat};
use deathmatch::store::{Change, Commit, Store};
use deathmatch::table::{Header, HostAct};
use serde_json::Value;

#[path = "dealer/agree.rs"]
mod agree;
#[path = "dealer/amended.rs"]
mod amended;
#[path = "dealer/builtin.rs"]
mod builtin;
#[path = "dealer/desk.rs"]
mod desk;
#[path = "dealer/hosting.rs"]
mod hosting;
#[path = "dealer/intake.rs"]
mod intake;
#[path = "dealer/owed.rs"]
mod owed;
#[path = "dealer/pictures.rs"]
mod pictures;
#[path = "dealer/start.rs"]
mod start;
#[path = "dealer/together.rs"]
mod together;
#[path = "dealer/told.rs"]
mod told;

const OPENED: UnixMs = UnixMs(1_790_000_000_000);
/// When the second press begins the match.
const BEGAN: UnixMs = UnixMs(OPENED.0 + 5_000);
const UNIT_MS: u64 = 60_000;
const GRACE_MS: u64 = 2_000;
const HOST: UserId = UserId(10);
const ANN: UserId = UserId(11);
const BOB: UserId = UserId(12);
const CHANNEL: ChannelId = ChannelId(20);

/// Remembers what it is given, and fails as it is told.
#[derive(Default)]
struct Post {
    clock: Mutex<Option<ServiceClock>>,
    tries: Mutex<Vec<OutboxItem>>,
    arrived: Mutex<Vec<(OutboxItem, MessageId)>>,
    failures: Mutex<Vec<(Address, Undelivered)>>,
    hang: Mutex<HashSet<Address>>,
    /// How many deliveries end in a panic.
    panics: AtomicU64,
    /// Whether messages go out before their pictures.
    slow_pictures: AtomicBool,
    count: AtomicU64,
    amends: Mutex<Vec<Amend>>,
    /// Whoever holds it keeps everybody from looking at what is shown.
    curtain: tokio::sync::Mutex<()>,
    /// Whoever holds it keeps back the answers to what has arrived.
    answers: tokio::sync::Mutex<()>,
    /// How often it was looked at what is shown.
    looks: AtomicU64,
}

#[async_trait]
impl Transport for Post {
    async fn known(&self, _: MatchId) -> Vec<Known> {
        self.looks.fetch_add(1, Ordering::SeqCst);
        drop(self.curtain.lock().await);
        Vec::new()
    }

    async fn amend(&self, amend: &Amend) -> Result<(), Undelivered> {
        self.amends.lock().unwrap().push(amend.clone());
        Ok(())
    }

    async fn deliver(&self, item: &OutboxItem) -> Result<Delivered, Undelivered> {
        self.tries.lock().unwrap().push(item.clone());
        let left = self.panics.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        assert!(left.is_err(), "a transport's fault");
        if self.hang.lock().unwrap().contains(&item.to) {
            std::future::pending::<()>().await;
        }
        {
            let mut failures = self.failures.lock().unwrap();
            if let Some(at) = failures.iter().position(|(to, _)| *to == item.to) {
                return Err(failures.remove(at).1);
            }
        }
        let now = self.clock.lock().unwrap().as_ref().unwrap().now();
        let message = MessageId(Snowflake::at(now).0 + self.count.fetch_add(1, Ordering::SeqCst));
        self.arrived.lock().unwrap().push((item.clone(), message));
        drop(self.answers.lock().await);
        let channel = match item.to {
            Address::Channel(channel) | Address::Pictures(channel) => channel,
            Address::Dm(user) => ChannelId(user.0 + 1000),
        };
        let pictured = !self.slow_pictures.load(Ordering::SeqCst);
        Ok(Delivered { channel, message, pictured })
    }
}

impl Post {
    fn publics(&self) -> Vec<Public> {
        let arrived = self.arrived.lock().unwrap();
        let public = |(item, _): &(OutboxItem, MessageId)| match &item.notice {
            Notice::Public(public) => Some((**public).clone()),
            _ => None,
        };
        arrived.iter().filter_map(public).collect()
    }

    fn prompts(&self, user: UserId) -> Vec<Prompt> {
        let arrived = self.arrived.lock().unwrap();
        let prompt = |(item, _): &(OutboxItem, MessageId)| match &item.notice {
            Notice::Prompt(prompt) if prompt.user == user => Some((**prompt).clone()),
            _ => None,
        };
        arrived.iter().filter_map(prompt).collect()
    }

    fn private_lines(&self, user: UserId) -> Vec<String> {
        let arrived = self.arrived.lock().unwrap();
        let lines = arrived.iter().filter_map(|(item, _)| match &item.notice {
            Notice::Private(private) if private.user == user => Some(private.lines.clone()),
            _ => None,
        });
        lines.flatten().collect()
    }

    fn fail(&self, to: Address, how: Undelivered) {
        self.failures.lock().unwrap().push((to, how));
    }
}

/// A dealer with one match.
struct Room {
    store: Store,
    clock: ServiceClock,
    post: Arc<Post>,
    dealer: Dealer,
    m: MatchId,
}

/// Discord's id for something that happened at a moment.
fn at(moment: UnixMs) -> Snowflake {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    Snowflake(Snowflake::at(moment).0 + (1 << 21) + COUNT.fetch_add(1, Ordering::SeqCst) % (1 << 20))
}

/// A moment of the match.
fn t(ms: u64) -> UnixMs {
    BEGAN.plus(ms)
}

/// Waits, in real time, until something is so.
async fn until<T>(what: &str, mut test: impl AsyncFnMut() -> Option<T>) -> T {
    for _ in 0..4000 {
        if let Some(found) = test().await {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("never came: {what}");
}

/// Gives whatever is wrongly under way the time to show.
async fn quiet() {
    tokio::time::sleep(Duration::from_millis(120)).await;
}

fn header() -> Header {
    Header::read(
        r#"{"record":1,"game":"warriors-death","preset":"standard","ruleset":{"unit_s":60,"break_s":90},"seats":{"ec":"Ann","dmo":"Bob"},"seed":"1"}"#,
    )
    .unwrap()
}

fn new_match(header: Header) -> NewMatch {
    NewMatch {
        guild: GuildId(1),
        channel: CHANNEL,
        host: HOST,
        header,
        users: BySeat { ec: ANN, dmo: BOB },
        friendly: false,
        starts: None,
    }
}

fn options() -> Options {
    Options { heartbeat: Duration::from_secs(1), replies: [Duration::ZERO; 2], ..Options::default() }
}

impl Room {
    /// A dealer with a lobby, on a machine whose clock is wrong by so many ms.
    async fn lobby(wrong: i64) -> Self {
        Self::lobby_in(Store::memory().await.unwrap(), wrong).await
    }

    async fn lobby_in(store: Store, wrong: i64) -> Self {
        let clock = ServiceClock::by_hand(UnixMs(OPENED.0 + wrong));
        clock.learn(OPENED);
        let post = Arc::new(Post::default());
        *post.clock.lock().unwrap() = Some(clock.clone());
        let dealer = Dealer::start(store.clone(), clock.clone(), post.clone(), options()).await.unwrap();
        let m = dealer.open(new_match(header()), at(OPENED)).await.unwrap();
        Self { store, clock, post, dealer, m }
    }

    /// A match that has begun, on a machine whose clock is wrong by so many ms.
    async fn playing_on(wrong: i64) -> Self {
        let room = Self::lobby(wrong).await;
        room.begin().await;
        room
    }

    /// Begins a match that is in its lobby.
    async fn begin(&self) {
        self.go(BEGAN).await;
        self.dealer.press_ready(self.m, ANN, None, at(OPENED.plus(2_000))).await.unwrap();
        let reply = self.dealer.press_ready(self.m, BOB, None, Snowflake::at(BEGAN)).await.unwrap();
        assert!(matches!(reply, ReadyReply::Started(_)));
        self.prompted(1).await;
    }

    async fn playing() -> Self {
        Self::playing_on(0).await
    }

    /// Lets Discord's time pass up to a moment.
    async fn go(&self, moment: UnixMs) {
        self.clock.advance(Duration::from_millis(moment.since(self.clock.now())));
        tokio::task::yield_now().await;
    }

    /// Waits until both players and the channel have been sent so many questions.
    async fn prompted(&self, count: usize) {
        let enough = async || {
            let both = [ANN, BOB].into_iter().all(|user| self.post.prompts(user).len() >= count);
            let queued = self.store.pending_items().await.unwrap();
            (both && queued == 0).then_some(())
        };
        until("prompts", enough).await;
    }

    async fn publics(&self, count: usize) -> Vec<Public> {
        until("public messages", async || {
            let publics = self.post.publics();
            (publics.len() >= count).then_some(publics)
        })
        .await
    }

    async fn mark(&self) -> Mark {
        self.dealer.info(self.m).await.unwrap().mark.unwrap()
    }

    async fn order(&self, user: UserId, text: &str, when: When, stamp: Snowflake) -> Result<Sealed, Error> {
        self.dealer.order(self.m, user, text.to_owned(), when, stamp).await
    }

    /// Chooses a word after so many.
    async fn pick(&self, user: UserId, mark: Mark, depth: usize, word: &str, moment: UnixMs) -> Result<Moved, Error> {
        let act = Move::Pick { depth, word: word.to_owned(), asks: false };
        self.dealer.make_move(self.m, user, Some(mark), act, at(moment)).await
    }

    async fn marked(&self, user: UserId, text: &str, moment: UnixMs) -> Result<Sealed, Error> {
        let mark = self.mark().await;
        self.order(user, text, When::Marked(mark), at(moment)).await
    }

    /// The record's entries.
    async fn record(&self) -> Vec<Value> {
        let record = self.dealer.record(self.m).await.unwrap();
        record.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Stops the dealer and starts another on the same store.
    async fn restart(&mut self, gone: Duration) {
        self.dealer.shutdown(Duration::from_secs(5)).await;
        self.clock.advance(gone);
        self.dealer =
            Dealer::start(self.store.clone(), self.clock.clone(), self.post.clone(), options()).await.unwrap();
    }
}

fn code(result: Result<impl std::fmt::Debug, Error>) -> Code {
    match result {
        Err(Error::Refused(refused)) => refused.code,
        other => panic!("not refused: {other:?}"),
    }
}

#[tokio::test]
async fn both_orders_resolve_at_once_and_are_told_once() {
    let room = Room::playing().await;
    let first = room.marked(ANN, "samurai", t(3_000)).await.unwrap();
    assert_eq!((first.order.as_str(), first.resolved, first.replaced), ("samurai", false, false));
    quiet().await;
    assert_eq!(room.post.publics().len(), 1, "that an order is in is nobody's business");
    let second = room.marked(ANN, "bard", t(4_000)).await.unwrap();
    assert!(second.replaced && !second.resolved);
    assert!(room.marked(BOB, "dragoon", t(5_000)).await.unwrap().resolved);
    room.prompted(2).await;
    let publics = room.publics(2).await;
    assert_eq!(publics.len(), 2);
    let told = &publics[1];
    assert_eq!(told.deadline, Some(t(5_000 + UNIT_MS)));
    assert_eq!((told.controls, told.over, &told.mention), (Controls::Order, false, &vec![ANN, BOB]));
    assert!(told.picture.is_some() && !told.alt.is_empty() && !told.lines.is_empty());
    assert_eq!(told.commitments.ec, second.commitment);
    assert_ne!(told.commitments.ec, first.commitment);
    let record = room.record().await;
    assert_eq!(record.iter().map(|entry| entry["at"].as_u64().unwrap()).collect::<Vec<_>>(), [3_000, 4_000, 5_000]);
    assert_eq!(record[2]["meta"]["by"], BOB.to_string());
    assert_eq!(record[2]["meta"]["receipts"]["ec"]["commitment"].as_str(), second.commitment.as_deref());
    assert_eq!(room.post.prompts(ANN)[1].panel.deadline, told.deadline);
}

#[tokio::test]
async fn a_millisecond_before_the_deadline_counts_however_late_it_is_delivered() {
    let room = Room::playing().await;
    room.go(t(UNIT_MS + 1_500)).await;
    quiet().await;
    let sealed = room.marked(ANN, "samurai", t(UNIT_MS - 1)).await.unwrap();
    assert!(!sealed.resolved);
    room.go(t(UNIT_MS + GRACE_MS - 1)).await;
    quiet().await;
    assert_eq!(room.post.publics().len(), 1);
    room.go(t(UNIT_MS + GRACE_MS)).await;
    let publics = room.publics(2).await;
    assert_eq!(publics[1].deadline, Some(t(2 * UNIT_MS)));
    let record = room.record().await;
    assert_eq!(record.len(), 2);
    assert_eq!((record[0]["at"].as_u64(), record[1]["at"].as_u64()), (Some(UNIT_MS - 1), Some(UNIT_MS)));
    room.prompted(2).await;
    let missed = |user| room.post.prompts(user)[1].panel.told.iter().any(|line| line.contains("Your time ran out"));
    assert!(missed(BOB) && !missed(ANN));
    assert!(!publics[1].lines.iter().any(|line| line.contains("Your time ran out")));
}

#[tokio::test]
async fn at_the_deadline_is_too_late_for_a_button_and_never_counts_for_the_next_round() {
    let room = Room::playing().await;
    let mark = room.mark().await;
    room.go(t(UNIT_MS + 500)).await;
    let dealer = room.dealer.clone();
    let (m, stamp) = (room.m, Snowflake::at(t(UNIT_MS)));
    let pressed = tokio::spawn(async move { dealer.order(m, ANN, "samurai".into(), When::Marked(mark), stamp).await });
    let dealer = room.dealer.clone();
    let typed_at = at(t(UNIT_MS + 400));
    let typed = tokio::spawn(async move { dealer.order(m, BOB, "bard".into(), When::Typed, typed_at).await });
    quiet().await;
    assert!(!pressed.is_finished() && !typed.is_finished(), "nothing is decided before the deadline has fired");
    room.go(t(UNIT_MS + GRACE_MS)).await;
    assert_eq!(code(pressed.await.unwrap()), Code::Late);
    assert_eq!(code(typed.await.unwrap()), Code::Late);
    room.prompted(2).await;
    // Typed before the new prompt was shown, delivered long after.
    assert_eq!(code(room.order(BOB, "bard", When::Typed, at(t(UNIT_MS + 900))).await), Code::Late);
    // Typed after it was shown.
    let shown = t(UNIT_MS + GRACE_MS + 100);
    room.go(shown).await;
    assert_eq!(room.order(BOB, "bard", When::Typed, at(shown)).await.unwrap().order, "bard");
}

#[tokio::test]
async fn a_wrong_machine_clock_changes_nothing() {
    for wrong in [-3_000, 3_000] {
        let room = Room::playing_on(wrong).await;
        room.go(t(UNIT_MS + GRACE_MS - 1)).await;
        quiet().await;
        assert_eq!(room.post.publics().len(), 1);
        assert!(room.marked(ANN, "samurai", t(UNIT_MS - 1)).await.is_ok());
        room.go(t(UNIT_MS + GRACE_MS)).await;
        room.publics(2).await;
        assert_eq!(room.record().await[1]["at"].as_u64(), Some(UNIT_MS));
    }
}

#[tokio::test]
async fn a_restart_goes_on_where_it_stopped() {
    let mut room = Room::playing().await;
    let sealed = room.marked(ANN, "samurai", t(3_000)).await.unwrap();
    room.restart(Duration::from_secs(1)).await;
    let panel = room.dealer.panel(room.m, ANN).await.unwrap();
    assert_eq!((panel.sealed.as_deref(), panel.deadline), (Some("samurai"), Some(t(UNIT_MS))));
    room.marked(BOB, "dragoon", t(7_000)).await.unwrap();
    let publics = room.publics(2).await;
    assert_eq!(publics[1].commitments.ec, sealed.commitment);
    room.go(t(7_000 + UNIT_MS + GRACE_MS)).await;
    room.publics(3).await;
    assert_eq!(room.record().await.len(), 3, "no credit for a second");
}

#[tokio::test]
async fn a_restart_past_a_deadline_gives_credit_first() {
    let mut room = Room::playing().await;
    room.go(t(50_000)).await;
    until("a heartbeat", async || {
        let beat = room.store.kept("heartbeat_ms").await.unwrap();
        (beat == Some(t(50_000).0)).then_some(())
    })
    .await;
    room.restart(Duration::from_secs(30)).await;
    let publics = room.publics(2).await;
    assert!(publics[1].lines[0].contains("50 s"), "{:?}", publics[1].lines);
    assert_eq!(publics[1].deadline, Some(t(UNIT_MS + 50_000)));
    let record = room.record().await;
    assert_eq!((record[0]["at"].as_u64(), record[0]["host"].as_str()), (Some(50_000), Some("credit 50000")));
    // Typed during the absence, after the deadline as it was then.
    let late = room.order(ANN, "samurai", When::Typed, at(t(70_000))).await.unwrap();
    assert_eq!(late.order, "samurai");
}

#[tokio::test]
async fn a_short_absence_past_a_deadline_fires_it() {
    let mut room = Room::playing().await;
    room.go(t(UNIT_MS - 1_000)).await;
    quiet().await;
    room.restart(Duration::from_secs(4)).await;
    room.publics(2).await;
    let record = room.record().await;
    assert_eq!((record.len(), record[0]["at"].as_u64()), (1, Some(UNIT_MS)));
}

#[tokio::test]
async fn nothing_fires_while_away_and_the_time_is_given_back() {
    let room = Room::playing().await;
    room.go(t(40_000)).await;
    room.dealer.away(t(40_000));
    room.go(t(100_000)).await;
    quiet().await;
    assert_eq!(room.post.publics().len(), 1);
    room.dealer.back().await;
    let publics = room.publics(2).await;
    assert_eq!(publics[1].deadline, Some(t(UNIT_MS + 60_000 + 20_000)));
    room.dealer.away(t(100_000));
    room.go(t(102_000)).await;
    room.dealer.back().await;
    assert_eq!(room.record().await.len(), 1);
}

#[tokio::test]
async fn credit_is_not_given_to_a_paused_match() {
    let room = Room::playing().await;
    room.dealer.host(room.m, HOST, HostAct::Pause, None, at(t(10_000))).await.unwrap();
    room.dealer.away(t(20_000));
    room.go(t(100_000)).await;
    room.dealer.back().await;
    assert_eq!(room.record().await.len(), 1);
}

#[tokio::test]
async fn an_undo_voids_what_was_shown_before_it() {
    let room = Room::playing().await;
    let old = room.mark().await;
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    room.prompted(2).await;
    let undone = room.dealer.host(room.m, HOST, HostAct::Undo, Some("A slip.".into()), at(t(3_000))).await.unwrap();
    assert!(undone.contains("taken back"), "{undone}");
    let publics = room.publics(3).await;
    assert!(publics[2].lines.iter().any(|line| line == "Reason: A slip."));
    assert_eq!(publics[2].deadline, Some(t(3_000 + UNIT_MS)));
    assert_eq!(room.mark().await.step, old.step);
    assert_eq!(code(room.order(ANN, "sage", When::Marked(old), at(t(4_000))).await), Code::Late);
    assert!(room.marked(ANN, "sage", t(5_000)).await.is_ok());
}

#[tokio::test]
async fn the_same_id_counts_once() {
    let room = Room::playing().await;
    let stamp = at(t(1_000));
    let first = room.order(ANN, "samurai", When::Typed, stamp).await.unwrap();
    let mut room = room;
    for _ in 0..2 {
        assert_eq!(room.order(ANN, "samurai", When::Typed, stamp).await.unwrap(), first);
        room.restart(Duration::from_secs(1)).await;
    }
    assert_eq!(room.record().await.len(), 1);
    room.marked(BOB, "bard", t(6_000)).await.unwrap();
    assert_eq!(room.order(ANN, "samurai", When::Typed, stamp).await.unwrap().order, "samurai");
    assert_eq!(room.record().await.len(), 2);
}

#[tokio::test]
async fn somebody_elses_entry_is_noticed() {
    let room = Room::playing().await;
    let commit = Commit {
        match_id: room.m,
        expected_seq: 0,
        expected_status: Status::Running,
        entries: vec![r#"{"at":500,"seat":"ec","order":"bard"}"#.into()],
        change: Change::default(),
        outbox: vec![],
        clear_drafts: vec![],
        now: t(500),
    };
    room.store.commit(commit).await.unwrap();
    assert!(matches!(room.marked(ANN, "samurai", t(1_000)).await, Err(Error::Internal(_))));
    assert_eq!(room.dealer.panel(room.m, ANN).await.unwrap().sealed.as_deref(), Some("bard"));
    assert!(room.marked(BOB, "samurai", t(2_000)).await.unwrap().resolved);
}

#[tokio::test]
async fn a_record_that_cannot_be_played_halts_its_match_alone() {
    let mut room = Room::playing().await;
    let other = room.dealer.open(new_match(header()), at(t(0))).await.unwrap();
    let commit = Commit {
        match_id: room.m,
        expected_seq: 0,
        expected_status: Status::Running,
        entries: vec!["{}".into()],
        change: Change::default(),
        outbox: vec![],
        clear_drafts: vec![],
        now: t(500),
    };
    room.store.commit(commit).await.unwrap();
    room.restart(Duration::from_secs(1)).await;
    let info = until("the halt", async || {
        let info = room.dealer.info(room.m).await.unwrap();
        (info.status == Status::Halted).then_some(info)
    })
    .await;
    assert!(info.halted.unwrap().contains("bad-json"));
    assert!(room.publics(2).await[1].lines[0].contains("cannot be played on"));
    assert!(room.dealer.record(room.m).await.is_ok());
    assert!(room.dealer.press_ready(other, ANN, None, at(t(2_000))).await.is_ok());
}

#[tokio::test]
async fn queues_keep_order_retry_and_do_not_wait_for_each_other() {
    let room = Room::playing().await;
    room.post.hang.lock().unwrap().insert(Address::Dm(ANN));
    room.post.fail(Address::Channel(CHANNEL), Undelivered::Again { after: Duration::from_secs(3) });
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    until("Bob's prompt", async || (room.post.prompts(BOB).len() == 2).then_some(())).await;
    room.marked(ANN, "sage", t(3_000)).await.unwrap();
    room.marked(BOB, "chocobo", t(4_000)).await.unwrap();
    until("Bob's next prompt", async || (room.post.prompts(BOB).len() == 3).then_some(())).await;
    quiet().await;
    assert_eq!(room.post.publics().len(), 1, "the second waits for the first");
    room.clock.advance(Duration::from_secs(3));
    let publics = room.publics(3).await;
    let deadlines: Vec<_> = publics.iter().map(|public| public.deadline).collect();
    assert_eq!(deadlines[1..], [Some(t(2_000 + UNIT_MS)), Some(t(4_000 + UNIT_MS))]);
    let tries = room.post.tries.lock().unwrap();
    let nonces: Vec<_> = tries
        .iter()
        .filter(|item| item.to == Address::Channel(CHANNEL))
        .map(|item| (item.nonce.as_str(), item.retry_after_restart))
        .collect();
    let again = &nonces[nonces.len() - 3..];
    assert_eq!(again[0], again[1]);
    assert_ne!(again[1].0, again[2].0);
    assert!(nonces.iter().all(|(nonce, restarted)| nonce.len() <= 25 && !restarted));
}

#[tokio::test]
async fn what_was_not_sent_goes_out_after_a_restart() {
    let mut room = Room::playing().await;
    for to in [Address::Channel(CHANNEL), Address::Dm(ANN), Address::Dm(BOB)] {
        room.post.fail(to, Undelivered::Again { after: Duration::from_mins(10) });
    }
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    until("three failures", async || room.post.failures.lock().unwrap().is_empty().then_some(())).await;
    room.restart(Duration::from_secs(3)).await;
    room.clock.advance(Duration::from_mins(10));
    let publics = room.publics(2).await;
    assert_eq!(publics[1].deadline, Some(t(2_000 + UNIT_MS)));
    let last = room.post.tries.lock().unwrap().iter().rfind(|item| item.created <= t(2_000)).cloned();
    assert!(last.unwrap().retry_after_restart);
}

#[tokio::test]
async fn a_closed_inbox_is_said_once_and_stops_nothing() {
    let room = Room::lobby(0).await;
    room.go(BEGAN).await;
    room.post.fail(Address::Dm(ANN), Undelivered::DmClosed);
    room.dealer.press_ready(room.m, ANN, None, at(OPENED.plus(2_000))).await.unwrap();
    room.dealer.press_ready(room.m, BOB, None, Snowflake::at(BEGAN)).await.unwrap();
    let publics = room.publics(2).await;
    assert_eq!(publics[1].lines, ["Ann, I cannot write to you: press Order in this channel for your prompts."]);
    assert_eq!(publics[1].mention, [ANN]);
    assert!(room.store.person(ANN).await.unwrap().dm_closed);
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    let publics = room.publics(3).await;
    assert!(!publics[2].lines.iter().any(|line| line.contains("cannot write")));
    until("Bob's prompt", async || (room.post.prompts(BOB).len() == 2).then_some(())).await;
    assert!(room.post.prompts(ANN).is_empty());
    let told = room.dealer.panel(room.m, ANN).await.unwrap().told;
    assert!(publics[2].lines.iter().all(|line| told.contains(&line.replace("**", ""))));
}

#[tokio::test]
async fn a_pause_ends_by_itself() {
    let room = Room::playing().await;
    room.dealer.host(room.m, HOST, HostAct::Pause, None, at(t(10_000))).await.unwrap();
    room.publics(2).await;
    let day = 24 * 60 * 60 * 1000;
    room.go(t(10_000 + day + GRACE_MS)).await;
    let publics = room.publics(3).await;
    assert_eq!(publics[2].deadline, Some(t(UNIT_MS + day)));
}

#[tokio::test]
async fn hosts_act_and_players_do_not() {
    let room = Room::playing().await;
    assert_eq!(code(room.dealer.host(room.m, ANN, HostAct::Extend(30), None, at(t(500))).await), Code::Seated);
    let stamp = at(t(1_000));
    let said = room.dealer.host(room.m, HOST, HostAct::Extend(30), None, stamp).await.unwrap();
    assert!(said.contains("30 s"));
    assert_eq!(room.dealer.host(room.m, HOST, HostAct::Extend(30), None, stamp).await.unwrap(), said);
    assert_eq!(room.publics(2).await[1].deadline, Some(t(UNIT_MS + 30_000)));
    let act = HostAct::Order { seat: Seat::Ec, text: "samurai".into() };
    let said = room.dealer.host(room.m, HOST, act, Some("Ann is ill.".into()), at(t(2_000))).await.unwrap();
    assert_eq!(said, "The order samurai is in for Ann.");
    until("word to Ann", async || {
        room.post.private_lines(ANN).iter().any(|line| line.contains("samurai")).then_some(())
    })
    .await;
    quiet().await;
    assert_eq!(room.post.publics().len(), 2, "an order on behalf is as secret as any");
    let cleo = Newcomer { seat: Seat::Dmo, user: UserId(13), name: "Cleo".into() };
    room.dealer.substitute(room.m, HOST, cleo, None, at(t(3_000))).await.unwrap();
    assert_eq!(code(room.marked(BOB, "bard", t(4_000)).await), Code::NotSeated);
    assert!(room.marked(UserId(13), "bard", t(5_000)).await.unwrap().resolved);
    let info = room.dealer.info(room.m).await.unwrap();
    assert_eq!((info.names.dmo.as_str(), info.seat_of(UserId(13))), ("Cleo", Some(Seat::Dmo)));
    room.dealer.resign(room.m, UserId(13), at(t(6_000))).await.unwrap();
    let publics = room.publics(5).await;
    assert!(publics[4].over && publics[4].outcome.unwrap().winner == Some(Seat::Ec));
    assert_eq!(room.dealer.info(room.m).await.unwrap().status, Status::Over);
    room.dealer.host(room.m, HOST, HostAct::Undo, None, at(t(7_000))).await.unwrap();
    assert_eq!(room.dealer.info(room.m).await.unwrap().status, Status::Running);
}

#[tokio::test]
async fn a_lobby_toggles_declines_and_expires() {
    let room = Room::lobby(0).await;
    let press = at(OPENED.plus(1_000));
    let ready = async |user, stamp| match room.dealer.press_ready(room.m, user, None, stamp).await.unwrap() {
        ReadyReply::Card(card) => card.ready,
        other => panic!("{other:?}"),
    };
    assert!(ready(ANN, press).await.ec);
    assert!(ready(ANN, press).await.ec, "a repeated delivery is the same press");
    assert!(!ready(ANN, at(OPENED.plus(1_500))).await.ec);
    assert_eq!(code(room.dealer.press_ready(room.m, HOST, None, at(OPENED.plus(1_600))).await), Code::NotSeated);
    let declined = room.dealer.decline(room.m, BOB, at(OPENED.plus(2_000))).await.unwrap();
    assert_eq!(declined.state, CardState::Declined(Seat::Dmo));
    assert_eq!(code(room.dealer.press_ready(room.m, ANN, None, at(OPENED.plus(3_000))).await), Code::WrongStage);

    let mut room = Room::lobby(0).await;
    room.restart(Duration::from_mins(1)).await;
    room.go(OPENED.plus(900_000 + GRACE_MS - 1)).await;
    quiet().await;
    assert_eq!(room.dealer.info(room.m).await.unwrap().status, Status::Lobby);
    room.go(OPENED.plus(900_000 + GRACE_MS)).await;
    until("the card's end", async || {
        let arrived = room.post.arrived.lock().unwrap();
        let expired =
            |item: &OutboxItem| matches!(&item.notice, Notice::EditCard(card) if card.state == CardState::Expired);
        arrived.iter().any(|(item, _)| expired(item) && item.card.is_some()).then_some(())
    })
    .await;
    assert_eq!(room.dealer.info(room.m).await.unwrap().status, Status::Cancelled);
}

#[tokio::test]
async fn terms_are_looked_at_before_a_card_is_posted() {
    let room = Room::lobby(0).await;
    let mut twice = new_match(header());
    twice.users.dmo = ANN;
    assert_eq!(code(room.dealer.open(twice, at(OPENED)).await), Code::BadTerms);
    let unknown = new_match(Header::new("chess"));
    assert_eq!(code(room.dealer.open(unknown, at(OPENED)).await), Code::BadTerms);
}

#[tokio::test]
async fn a_sentence_is_chosen_word_by_word() {
    let mut room = Room::playing().await;
    let mark = room.mark().await;
    let first = room.dealer.panel(room.m, ANN).await.unwrap();
    let word = first.choices.iter().find(|choice| !choice.ends).unwrap().word.clone();
    let moved = room.pick(ANN, mark, 0, &word, t(1_000)).await.unwrap();
    let panel = moved.panel;
    assert_eq!(moved.came, Came::More);
    assert_eq!((panel.words.as_slice(), panel.may_end), (std::slice::from_ref(&word), false));
    room.restart(Duration::from_secs(1)).await;
    assert_eq!(room.dealer.panel(room.m, ANN).await.unwrap().words, std::slice::from_ref(&word));
    let back = room.dealer.make_move(room.m, ANN, Some(mark), Move::Back(0), at(t(1_500))).await.unwrap();
    assert!(back.panel.words.is_empty());
    assert_eq!(back.came, Came::Back { last: Some(word.clone()) });
    room.pick(ANN, mark, 0, &word, t(2_000)).await.unwrap();
    let last = panel.choices[0].word.clone();
    assert_eq!(code(room.pick(ANN, mark, 1, "nonsense", t(2_500)).await), Code::BadOrder);
    assert_eq!(room.pick(ANN, mark, 2, &last, t(2_600)).await.unwrap().came, Came::Overtaken);
    assert_eq!(room.dealer.panel(room.m, ANN).await.unwrap().words, std::slice::from_ref(&word), "nothing was done");
    let sealed = room.pick(ANN, mark, 1, &last, t(3_000)).await.unwrap();
    assert!(matches!(sealed.came, Came::Sealed(_)));
    let panel = room.dealer.panel(room.m, ANN).await.unwrap();
    assert!(panel.words.is_empty() && panel.sealed.is_some());
    assert_eq!(room.dealer.complete(room.m, BOB, "sam").await[0], "samurai");
    assert!(room.dealer.complete(room.m, HOST, "sam").await.is_empty());
}

#[tokio::test]
async fn a_built_in_opponent_plays_on_its_own() {
    let room = Room::lobby(0).await;
    let mut header = header();
    header.seats.dmo.bot = Some(deathmatch::table::Level::default());
    let m = room.dealer.open(new_match(header), at(OPENED)).await.unwrap();
    let reply = room.dealer.press_ready(m, ANN, None, Snowflake::at(BEGAN)).await.unwrap();
    assert!(matches!(reply, ReadyReply::Started(_)));
    let mut now = 0;
    let mut steps = 0;
    let over = loop {
        let info = room.dealer.info(m).await.unwrap();
        if info.status == Status::Over {
            break info;
        }
        now += 1_000;
        room.go(t(now)).await;
        let panel = room.dealer.panel(m, ANN).await.unwrap();
        let mark = panel.mark;
        if panel.wants == deathmatch::dealer::Want::Ready {
            room.dealer.press_ready(m, ANN, Some(mark), at(t(now))).await.unwrap();
        } else {
            let orders = room.dealer.complete(m, ANN, "").await;
            let text = orders[steps % orders.len()].clone();
            room.dealer.order(m, ANN, text, When::Marked(mark), at(t(now))).await.unwrap();
        }
        // It answers in its own time.
        until("the other's answer", async || (room.dealer.info(m).await.unwrap().mark != Some(mark)).then_some(()))
            .await;
        steps += 1;
        assert!(steps < 200);
    };
    assert!(over.outcome.is_some());
    let record = room.dealer.record(m).await.unwrap();
    let mut lines = record.lines();
    let header = Header::read(lines.next().unwrap()).unwrap();
    let entries: Vec<_> = lines.map(|line| deathmatch::table::Entry::read(line).unwrap()).collect();
    let table = deathmatch::table::Table::replay(header, &entries).unwrap();
    assert_eq!(table.outcome(), over.outcome);
    assert!(room.post.prompts(BOB).is_empty());
}

#[tokio::test]
async fn whoever_waits_is_known() {
    let room = Room::playing().await;
    assert_eq!(room.dealer.waiting_on(ANN).await.unwrap().len(), 1);
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    assert!(room.dealer.waiting_on(ANN).await.unwrap().is_empty());
    assert_eq!(room.dealer.matches_of(ANN).await.unwrap().len(), 1);
    assert_eq!(room.dealer.matches_in(CHANNEL).await.unwrap().len(), 1);
    assert_eq!(room.dealer.playing_since(room.clock.now()).await.unwrap(), [ANN, BOB]);
    let asked = room.dealer.addressed(BOB, at(t(1_000))).await.unwrap().unwrap();
    assert_eq!((asked.match_id, asked.mark), (room.m, room.mark().await));
    assert_eq!(room.dealer.addressed(HOST, at(t(1_000))).await.unwrap(), None);
}

#[tokio::test]
async fn what_arrives_together_is_taken_in_discords_order() {
    let room = Room::playing().await;
    let mark = room.mark().await;
    let (late, early) = (at(t(2_000)), at(t(1_000)));
    let (second, first) = tokio::join!(
        room.order(ANN, "samurai", When::Marked(mark), late),
        room.order(ANN, "bard", When::Marked(mark), early)
    );
    assert!(second.is_ok());
    assert!(first.is_ok() || code(first) == Code::Late, "an older order never replaces a newer one");
    assert_eq!(room.dealer.panel(room.m, ANN).await.unwrap().sealed.as_deref(), Some("samurai"));
}

#[tokio::test]
async fn a_shutdown_is_bounded_and_answers_everyone() {
    let room = Room::playing().await;
    let mark = room.mark().await;
    let dealer = room.dealer.clone();
    let (m, stamp) = (room.m, at(t(UNIT_MS)));
    let waits = tokio::spawn(async move { dealer.order(m, ANN, "sage".into(), When::Marked(mark), stamp).await });
    quiet().await;
    room.post.hang.lock().unwrap().insert(Address::Dm(BOB));
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    quiet().await;
    // What hangs does so for good.
    let shutdown = room.dealer.shutdown(Duration::from_millis(300));
    tokio::time::timeout(Duration::from_mins(1), shutdown).await.expect("a shutdown is bounded");
    let answer = waits.await.unwrap();
    assert!(matches!(code(answer), Code::Late | Code::Closing));
    assert_eq!(code(room.dealer.panel(room.m, ANN).await), Code::Closing);
}

#[tokio::test]
async fn ten_minutes_out_of_reach_cost_nobody_anything_and_are_told_once() {
    let room = Room::playing().await;
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.dealer.away(t(30_000));
    for minute in 1..=10 {
        room.go(t(30_000 + minute * 60_000)).await;
        quiet().await;
    }
    assert_eq!(room.record().await.len(), 1, "no deadline fires");
    assert_eq!(room.post.publics().len(), 1);
    let (dealer, m, mark) = (room.dealer.clone(), room.m, room.mark().await);
    let heard =
        tokio::spawn(async move { dealer.order(m, ANN, "bard".into(), When::Marked(mark), at(t(300_000))).await });
    quiet().await;
    assert!(!heard.is_finished(), "whether it is in time is only known afterwards");
    room.dealer.back().await;
    room.dealer.back().await;
    assert_eq!(heard.await.unwrap().unwrap().order, "bard");
    let publics = room.publics(2).await;
    quiet().await;
    assert_eq!(room.post.publics().len(), 2);
    assert_eq!(publics[1].deadline, Some(t(UNIT_MS + 600_000 + 20_000)));
    assert!(room.marked(BOB, "dragoon", t(640_000)).await.unwrap().resolved);
}

#[tokio::test]
async fn a_panic_while_sending_costs_one_attempt() {
    let room = Room::playing().await;
    room.post.panics.store(2, Ordering::SeqCst);
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    // Deadlines are held, so that nothing but the attempts comes of the time that passes.
    room.dealer.away(t(2_000));
    until("both prompts and the round", async || {
        room.clock.advance(Duration::from_secs(1));
        (room.store.pending_items().await.unwrap() == 0).then_some(())
    })
    .await;
    assert_eq!((room.post.publics().len(), room.post.prompts(ANN).len(), room.post.prompts(BOB).len()), (2, 2, 2));
    assert_eq!(room.post.panics.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn what_is_tried_again_after_two_minutes_is_looked_for_first() {
    let room = Room::playing().await;
    let busy = || Undelivered::Again { after: Duration::from_secs(50) };
    for _ in 0..4 {
        room.post.fail(Address::Channel(CHANNEL), busy());
    }
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    let tries = || {
        let tries = room.post.tries.lock().unwrap();
        let round = tries.iter().filter(|item| item.to == Address::Channel(CHANNEL)).skip(3);
        round.map(|item| (item.nonce.clone(), item.retry_after_restart)).collect::<Vec<_>>()
    };
    for count in 1..=5 {
        until("another try", async || (tries().len() >= count).then_some(())).await;
        quiet().await;
        // Extended, so that the tries are all that happens.
        room.dealer.away(t(3_000));
        room.go(room.clock.now().plus(51_000)).await;
    }
    let tries = tries();
    assert!(tries.iter().all(|(nonce, _)| *nonce == tries[0].0), "{tries:?}");
    assert_eq!(tries.iter().map(|(_, look)| *look).collect::<Vec<_>>(), [false, false, false, true, true]);
}

#[tokio::test]
async fn a_late_picture_follows_its_message_even_after_a_restart() {
    let mut room = Room::playing().await;
    room.post.slow_pictures.store(true, Ordering::SeqCst);
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    room.prompted(2).await;
    let pictures = |room: &Room| {
        let arrived = room.post.arrived.lock().unwrap();
        let of = |item: &OutboxItem| match &item.notice {
            Notice::Picture(late) => Some(late.message),
            _ => None,
        };
        arrived.iter().filter_map(|(item, _)| of(item)).collect::<Vec<_>>()
    };
    let public = room
        .post
        .arrived
        .lock()
        .unwrap()
        .iter()
        .rev()
        .find_map(|(item, message)| matches!(item.notice, Notice::Public(_)).then_some(*message));
    until("the picture", async || (pictures(&room).last() == public.as_ref()).then_some(())).await;
    room.post.fail(Address::Channel(CHANNEL), Undelivered::Again { after: Duration::from_secs(30) });
    let before = room.post.publics().len();
    room.marked(ANN, "sage", t(3_000)).await.unwrap();
    room.marked(BOB, "reaper", t(4_000)).await.unwrap();
    until("an attempt in vain", async || room.post.failures.lock().unwrap().is_empty().then_some(())).await;
    quiet().await;
    room.restart(Duration::from_secs(60)).await;
    room.publics(before + 1).await;
    until("the picture", async || (pictures(&room).len() >= 2).then_some(())).await;
}

#[tokio::test]
async fn no_message_waits_for_a_late_picture() {
    let room = Room::playing().await;
    room.post.slow_pictures.store(true, Ordering::SeqCst);
    room.post.hang.lock().unwrap().insert(Address::Pictures(CHANNEL));
    for (round, [ann, bob]) in [["samurai", "bard"], ["sage", "reaper"]].into_iter().enumerate() {
        let begun = room.post.publics().len();
        let asked = t(2_000 * u64::try_from(round).unwrap());
        room.marked(ANN, ann, asked.plus(1_000)).await.unwrap();
        room.marked(BOB, bob, asked.plus(2_000)).await.unwrap();
        room.publics(begun + 1).await;
        until("the next prompt", async || (room.post.prompts(BOB).len() >= round + 2).then_some(())).await;
    }
    let waits = async || (room.store.pending_items().await.unwrap() == 1).then_some(());
    until("only the newest picture to wait", waits).await;
}

/// The process stands still from just before a deadline until after it and its grace.
#[tokio::test]
async fn right_after_a_stop_nobody_is_late_yet() {
    let room = Room::playing().await;
    room.go(t(UNIT_MS - 1_000)).await;
    room.dealer.tick();
    room.go(t(UNIT_MS + GRACE_MS + 500)).await;
    quiet().await;
    assert_eq!((room.record().await.len(), room.dealer.stopped()), (0, None), "what came meanwhile is yet to be read");
    let (dealer, m, stamp) = (room.dealer.clone(), room.m, at(t(UNIT_MS - 500)));
    let typed = tokio::spawn(async move { dealer.order(m, ANN, "samurai".into(), When::Typed, stamp).await });
    quiet().await;
    room.go(t(UNIT_MS + GRACE_MS + 1_400)).await;
    room.dealer.tick();
    quiet().await;
    assert_eq!(room.record().await.len(), 0, "what was sent before it may come yet");
    room.go(t(UNIT_MS + GRACE_MS + 1_500)).await;
    typed.await.unwrap().unwrap();
    room.go(t(UNIT_MS + GRACE_MS + 2_300)).await;
    room.publics(2).await;
    assert_eq!(room.record().await.last().unwrap()["at"].as_u64(), Some(UNIT_MS));
}

/// The same for longer, whether the machine's clock went on meanwhile or the time is only learnt from the first id that comes.
#[tokio::test]
async fn a_long_stop_is_an_absence() {
    for slept in [false, true] {
        let room = Room::playing().await;
        room.go(t(UNIT_MS - 10_000)).await;
        room.dealer.tick();
        if slept {
            room.clock.learn(t(UNIT_MS + 20_000));
            tokio::task::yield_now().await;
        } else {
            room.go(t(UNIT_MS + 20_000)).await;
        }
        quiet().await;
        assert_eq!(room.record().await.len(), 0, "no deadline fires");
        room.dealer.tick();
        assert_eq!(room.dealer.away_since(), Some(t(UNIT_MS - 10_000)));
        assert_eq!(room.dealer.stopped(), Some(t(UNIT_MS - 10_000)));
        assert_eq!(room.dealer.stopped(), None, "it is told once");
        let (dealer, m, stamp) = (room.dealer.clone(), room.m, at(t(UNIT_MS - 5_000)));
        let typed = tokio::spawn(async move { dealer.order(m, ANN, "samurai".into(), When::Typed, stamp).await });
        quiet().await;
        for ms in [20_500, 21_000] {
            room.go(t(UNIT_MS + ms)).await;
            room.dealer.tick();
        }
        typed.await.unwrap().unwrap();
        room.dealer.back().await;
        let publics = room.publics(2).await;
        assert_eq!(publics[1].deadline, Some(t(UNIT_MS + 31_000 + 20_000)));
    }
}

/// A button that was sent after the moment that a backup holds.
#[tokio::test]
async fn a_prompt_that_the_record_never_came_to_is_told_from_one_that_is_over() {
    let room = Room::playing().await;
    let now = room.mark().await;
    let lost = Mark { step: now.step + 1, begun: now.begun + 2 };
    let Err(Error::Refused(said)) = room.order(ANN, "samurai", When::Marked(lost), at(t(1_000))).await else {
        panic!("it is refused")
    };
    assert!(said.message.contains("set back") && said.message.contains("**Order**"), "{said}");
    room.marked(ANN, "samurai", t(2_000)).await.unwrap();
}
