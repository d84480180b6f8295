//! Orders that arrive after a gap: in any order of arrival, the record follows the snowflakes.

use deathmatch::dealer::Route;
use futures::future::join_all;
use serde_json::json;

use super::*;

/// Pseudo-random numbers that are the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// An order that a player sent.
#[derive(Clone, Copy, Debug)]
pub struct Sent {
    pub user: UserId,
    pub unit: &'static str,
    pub stamp: Snowflake,
}

const UNITS: [&str; 6] = ["samurai", "bard", "sage", "reaper", "dragoon", "chocobo"];

impl Room {
    /// Advances the time as a running process sees it.
    async fn run_to(&self, moment: UnixMs) {
        while self.clock.now() < moment {
            self.go(moment.min(self.clock.now().plus(200))).await;
            self.dealer.tick();
        }
    }

    /// Receives an order as the gateway does: its arrival is announced first.
    pub fn hear(&self, sent: Sent, mark: StepId) -> tokio::task::JoinHandle<bool> {
        let way = self.dealer.expect(sent.user, sent.stamp);
        let (dealer, m) = (self.dealer.clone(), self.m);
        self.dealer.spawn(async move {
            let taken = dealer.order(m, sent.user, sent.unit.to_owned(), When::Marked(mark), sent.stamp).await;
            drop(way);
            taken.is_ok()
        })
    }

    /// Returns the record's entries without the parts that differ between matches.
    pub async fn happened(&self) -> Vec<Value> {
        let mut record = self.record().await;
        for entry in &mut record {
            entry.as_object_mut().unwrap().remove("meta");
        }
        record
    }
}

/// Sends the same orders to two matches: in the order of their timestamps, and after a gap in any order.
async fn arrives_in_any_order(seed: u64) {
    let mut dice = Dice(seed);
    // The process stops before the deadline, and perhaps until after it.
    let stopped = 6_000 + dice.below(UNIT_MS - 7_000);
    let stopped = if seed.is_multiple_of(2) { UNIT_MS - 1 - dice.below(1_500) } else { stopped };
    let gone_on = stopped + 1_000 + dice.below(3_500);
    let sent: Vec<Sent> = (0..2 + dice.below(5))
        .map(|number| Sent {
            user: if dice.below(2) == 0 { ANN } else { BOB },
            unit: UNITS[usize::try_from(number).unwrap() % UNITS.len()],
            stamp: Snowflake(
                Snowflake::at(t(stopped + dice.below(gone_on - stopped))).0 + (dice.below(1 << 20) << 1) + number % 2,
            ),
        })
        .collect();

    let straight = Room::playing().await;
    let mark = straight.mark().await;
    let mut sorted = sent.clone();
    sorted.sort_by_key(|sent| sent.stamp);
    let mut answers = Vec::new();
    for one in &sorted {
        straight.run_to(one.stamp.ms()).await;
        let answer = straight.hear(*one, mark);
        // An order that waits for the deadline is answered after it; all others are handled before the next is sent.
        if one.stamp.ms() < t(UNIT_MS) {
            answers.push(answer.await.unwrap());
        } else {
            answers.push(false);
        }
    }
    straight.all_sent().await;
    straight.run_to(t(UNIT_MS + GRACE_MS + 4_500)).await;
    straight.settled().await;
    assert_eq!(straight.mark().await.step, 2);

    let room = Room::playing().await;
    let mark = room.mark().await;
    room.run_to(t(stopped)).await;
    room.go(t(gone_on)).await;
    let mut arriving = sent.clone();
    let mut heard = Vec::new();
    while !arriving.is_empty() {
        let next = usize::try_from(dice.below(arriving.len() as u64)).unwrap();
        heard.push(room.hear(arriving.remove(next), mark));
        room.run_to(room.clock.now().plus(dice.below(900 / sent.len() as u64))).await;
    }
    until("all that is in time is in", async || {
        // A second after the gap was noticed: no order is late because of its delivery.
        room.settled().await;
        room.run_to(room.clock.now().plus(20)).await;
        let expected = sorted.iter().zip(&answers).filter(|(_, taken)| **taken).count();
        let orders = room.happened().await.iter().filter(|entry| entry.get("order").is_some()).count();
        (orders >= expected).then_some(())
    })
    .await;
    room.all_sent().await;
    room.run_to(t(UNIT_MS + GRACE_MS + 4_500)).await;
    for one in heard {
        one.await.unwrap();
    }
    room.settled().await;
    assert_eq!(room.mark().await.step, 2, "it is over here too");
    let (expected, found) = (straight.happened().await, room.happened().await);
    assert_eq!(found, expected, "seed {seed}: {sent:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn record_follows_snowflakes_in_any_order_of_arrival() {
    let some = |first: u64| async move {
        for seed in (first..60).step_by(4) {
            arrives_in_any_order(seed).await;
        }
    };
    join_all((0..4).map(some)).await;
}

/// Whether an entry is a deadline that passed.
pub fn is_passing_time(entry: &Value) -> bool {
    entry.get("seat").is_none() && entry.get("host").is_none()
}

/// Starts a dealer after an absence, on the store of a running match.
pub async fn back_from_away(gone: Duration) -> (Room, deathmatch::dealer::Session) {
    let mut room = Room::playing().await;
    room.dealer.shutdown(Duration::from_secs(5)).await;
    room.clock.advance(gone);
    let options = ServiceOptions { wait_for_gateway: true, ..options() };
    room.dealer = Dealer::start(room.store.clone(), room.clock.clone(), room.discord.clone(), options).await.unwrap();
    let session = room.dealer.begin_session();
    room.dealer.record_back().await;
    (room, session)
}

#[tokio::test(flavor = "multi_thread")]
async fn deadline_waits_until_its_players_messages_are_read() {
    let (room, session) = back_from_away(Duration::from_millis(UNIT_MS + 30_000)).await;
    room.dealer.set_authors_to_read(session, &[ANN, BOB]);
    let mark = room.mark().await;
    let now = room.clock.now();
    // Delivered at once, and sent after messages that are not read yet.
    let late = Sent { user: BOB, unit: "bard", stamp: at(now) };
    let late = room.hear(late, mark);
    room.go(now.plus(40_000)).await;
    room.dealer.mark_read(session, BOB);
    room.settled().await;
    assert_eq!(room.record().await.len(), 0, "nothing is judged before Ann was read");
    let early = Sent { user: ANN, unit: "samurai", stamp: at(t(20_000)) };
    let early = room.hear(early, mark);
    room.dealer.mark_read(session, ANN);
    assert!(early.await.unwrap() && late.await.unwrap());
    let record = room.happened().await;
    let orders: Vec<_> = record.iter().filter_map(|entry| entry.get("order")?.as_str()).collect();
    assert_eq!(orders, ["samurai", "bard"], "{record:?}");
    assert!(!record.iter().any(is_passing_time), "{record:?}");
    let credits: Vec<_> = record.iter().filter(|entry| is_credit(entry)).map(|entry| entry["at"].as_u64()).collect();
    assert_eq!(
        credits.len(),
        2,
        "the round that is over has one for the whole of it, and the next one what is left: {record:?}"
    );
    assert_eq!(credits[1], Some(UNIT_MS + 30_000), "as the next one began");
}

pub fn is_credit(entry: &Value) -> bool {
    entry["host"].as_str().is_some_and(|act| act.starts_with("credit"))
}

/// The players' orders of an absence end a round in it: the next round begins then, and nobody could play it.
#[tokio::test(flavor = "multi_thread")]
async fn step_that_begins_in_an_absence_has_its_full_time_after_it() {
    const GONE_MS: u64 = 5 * UNIT_MS;
    let (room, session) = back_from_away(Duration::from_millis(GONE_MS)).await;
    room.dealer.set_authors_to_read(session, &[ANN, BOB]);
    let mark = room.mark().await;
    let back = room.clock.now();
    let first = room.hear(Sent { user: ANN, unit: "samurai", stamp: at(t(20_000)) }, mark);
    let last = room.hear(Sent { user: BOB, unit: "bard", stamp: at(t(30_000)) }, mark);
    for user in [ANN, BOB] {
        room.dealer.mark_read(session, user);
    }
    assert!(first.await.unwrap() && last.await.unwrap());
    room.settled().await;
    let record = room.record().await;
    assert!(!record.iter().any(is_passing_time), "{record:?}");
    let credit = record.last().unwrap();
    assert!(is_credit(credit) && credit["at"].as_u64() == Some(30_000), "{record:?}");
    let deadline = room.dealer.info(room.m).await.unwrap().deadline;
    assert_eq!(deadline, Some(back.plus(UNIT_MS + 20_000)), "{record:?}");
    // The record alone gives the same result: the process stops again, for a moment.
    let before = room.record().await.len();
    room.go(back.plus(UNIT_MS)).await;
    room.settled().await;
    assert_eq!(room.record().await.len(), before, "nothing fires before");
    room.go(back.plus(UNIT_MS + 30_000)).await;
    room.settled().await;
    assert!(room.record().await.iter().any(is_passing_time), "the round ends");
}

#[tokio::test(flavor = "multi_thread")]
async fn unread_messages_of_one_person_block_no_other_match() {
    let room = Room::playing().await;
    let (eve, zed) = (UserId(31), UserId(32));
    let other = NewMatch { users: BySeat { ec: eve, dmo: zed }, ..new_match(header()) };
    let other = room.dealer.open(other, at(t(0))).await.unwrap();
    for user in [eve, zed] {
        room.dealer.press_ready(other, user, None, at(t(100))).await.unwrap();
    }
    let session = room.dealer.begin_session();
    room.dealer.set_authors_to_read(session, &[ANN, eve]);
    room.dealer.mark_read(session, eve);
    let mark = room.dealer.info(other).await.unwrap().mark.unwrap();
    let stamp = at(t(1_000));
    room.dealer.order(other, zed, "samurai".into(), When::Marked(mark), stamp).await.unwrap();
    let held = Sent { user: BOB, unit: "bard", stamp: at(t(2_000)) };
    let held = room.hear(held, room.mark().await);
    room.settled().await;
    assert!(!held.is_finished());
    room.dealer.mark_read(session, ANN);
    assert!(held.await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn new_session_reports_lost_presses_to_awaited_players() {
    let room = Room::playing().await;
    room.go(room.clock.now().plus(100)).await;
    let session = room.dealer.begin_session();
    room.dealer.set_authors_to_read(session, &[ANN, BOB]);
    for user in [ANN, BOB] {
        room.dealer.mark_read(session, user);
    }
    room.reads("Press again what you pressed").await;
    room.host(HostAct::Pause, room.clock.now()).await;
    let before = room.posted(3).await;
    let session = room.dealer.begin_session();
    room.dealer.set_authors_to_read(session, &[]);
    room.settled().await;
    assert_eq!(room.public(), before, "nobody is awaited");
}

#[tokio::test(flavor = "multi_thread")]
async fn duplicate_open_creates_one_match() {
    let mut room = Room::lobby(0).await;
    let stamp = at(OPENED);
    let first = room.dealer.open(new_match(header()), stamp).await.unwrap();
    assert_eq!(room.dealer.open(new_match(header()), stamp).await.unwrap(), first);
    room.restart(Duration::from_secs(1)).await;
    assert_eq!(room.dealer.open(new_match(header()), stamp).await.unwrap(), first);
    assert_ne!(room.dealer.open(new_match(header()), at(OPENED)).await.unwrap(), first);
    assert_eq!(room.dealer.matches_in(CHANNEL).await.unwrap().len(), 3);
}

/// Begins a match of Blockade Chess, with Ann to move first.
async fn turns(room: &Room) -> MatchId {
    let header = json!({"record": 1, "game": "blockade-chess", "preset": "blockade",
        "seats": {"ec": "Ann", "dmo": "Bob"}, "seed": "1",
        "setup": {"fen": "r1bq1b1r/8/8/8/3Q4/8/8/R1B2B1R", "to_move": "white", "white": "ec"}});
    let header = Header::read(&header.to_string()).unwrap();
    let now = room.clock.now();
    let m = room.dealer.open(new_match(header), at(now)).await.unwrap();
    for user in [ANN, BOB] {
        room.dealer.press_ready(m, user, None, at(now.plus(10))).await.unwrap();
    }
    room.all_sent().await;
    m
}

#[tokio::test(flavor = "multi_thread")]
async fn typed_order_reaches_the_open_prompt_or_names_whose_turn_it_is() {
    let room = Room::playing().await;
    room.go(BEGAN.plus(1_000)).await;
    let m = turns(&room).await;
    room.go(BEGAN.plus(3_000)).await;
    // Bob is not to move in that match, and is awaited in this one.
    assert_eq!(room.dealer.route(BOB, at(t(3_000))).await.unwrap(), Route::To(room.m));
    assert!(matches!(room.dealer.route(ANN, at(t(3_000))).await.unwrap(), Route::Among(open) if open.len() == 2));
    let turn = refused(room.dealer.order(m, BOB, "d7 d6".into(), When::Typed, at(t(3_000))).await);
    assert!(turn.contains("Ann's turn"), "{turn}");
    let prompt = room.dealer.prompt(m, BOB).await.unwrap();
    assert!(prompt.not_asked_reply.unwrap().contains("Ann's turn"));
    // The match with the newest prompt is over; the other awaits an order.
    room.host(HostAct::Void, t(4_000)).await;
    assert_eq!(room.dealer.info(room.m).await.unwrap().status, Status::Over);
    room.go(BEGAN.plus(5_000)).await;
    assert_eq!(room.dealer.route(ANN, at(t(5_000))).await.unwrap(), Route::To(m));
    assert_eq!(room.dealer.route(BOB, at(t(5_000))).await.unwrap(), Route::To(m), "to be told whose turn it is");
    // Typed before that end, so meant for that match.
    assert_eq!(room.dealer.route(BOB, at(t(3_500))).await.unwrap(), Route::To(room.m));
    let late = room.dealer.order(room.m, ANN, "samurai".into(), When::Typed, at(t(5_000))).await;
    assert_eq!(code(late), Code::WrongStage);
    assert_eq!(room.dealer.route(HOST, at(t(5_000))).await.unwrap(), Route::Nowhere);
}

/// The process stops again between the credit and the end of reading: the time is credited once.
#[tokio::test(flavor = "multi_thread")]
async fn time_is_credited_once_for_repeated_stops() {
    let (room, session) = back_from_away(Duration::from_secs(30)).await;
    room.dealer.set_authors_to_read(session, &[]);
    let credits = async || room.record().await.iter().filter(|entry| is_credit(entry)).count();
    room.settled().await;
    assert_eq!(credits().await, 1);
    room.dealer.record_away(t(1_000));
    room.dealer.record_back().await;
    room.settled().await;
    assert_eq!(credits().await, 1);
}

/// The match of a text can be chosen later. The text decides which prompt it answers, and the choice the time of the order: the next
/// step has its whole time.
#[tokio::test]
async fn late_choice_of_a_texts_match_costs_nobody_time() {
    let room = Room::playing().await;
    room.prompted(1).await;
    room.marked(BOB, "sage", t(1_000)).await.unwrap();
    room.go(t(50_000)).await;
    let chosen = When::Chosen { typed: at(t(2_000)) };
    assert!(room.order(ANN, "samurai", chosen, at(t(50_000))).await.unwrap().resolved);
    room.prompted(2).await;
    assert_eq!(room.public().last().deadline(), Some(t(50_000 + UNIT_MS)));
    // It was typed for the step before.
    room.go(t(60_000)).await;
    assert_eq!(code(room.order(ANN, "bard", chosen, at(t(60_000))).await), Code::Late);
    // A newer order stands.
    room.marked(ANN, "reaper", t(61_000)).await.unwrap();
    room.go(t(62_000)).await;
    let older = When::Chosen { typed: at(t(60_500)) };
    assert_eq!(code(room.order(ANN, "bard", older, at(t(62_000))).await), Code::Late);
}

/// Discord shows a prompt to its reader before it answers its sender.
#[tokio::test]
async fn order_typed_while_its_prompt_is_being_sent_counts() {
    let room = Room::playing().await;
    let answers = room.discord.answers.lock().await;
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.go(t(2_500)).await;
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    room.settled().await;
    assert_eq!(room.prompts(BOB).len(), 2);
    room.go(t(4_000)).await;
    let typed = room.sends(BOB, "sage", When::Typed, at(t(4_000)));
    let before = room.sends(ANN, "sage", When::Typed, at(t(1_900)));
    room.settled().await;
    assert!(!typed.is_finished() && !before.is_finished(), "nobody knows yet what stood above the words");
    drop(answers);
    assert_eq!(typed.await.unwrap().unwrap().order, "sage");
    assert_eq!(code(before.await.unwrap()), Code::Late, "sent before it was shown");
}
