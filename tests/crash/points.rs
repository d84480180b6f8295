//! Every point of a round, one after the other: before and after each transaction, each request, and each of its answers.

//!
//! The bot is at a point once its requests, its events or its database show it.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use deathmatch::game::{Seat, Seed};
use deathmatch::sandbox::Held;
use rand::seq::SliceRandom;
use serde_json::json;

use super::PLANS;
use super::laws::{match_result, next_actions_from, same, undisturbed};
use super::players::{Diary, PlayerAction, begin, begin_ahead, card, is_ready, press_ready};
use super::room::{Plan, Room, wait};

/// The time in which the bot may work on an answer that it has received. Any amount of that work is a good point for a kill.
const MOMENT: Duration = Duration::from_millis(50);
/// The number of requests that follow from an order that resolves a step: the answer, the public message and both prompts.
const TRAIN: usize = 4;

/// The point at which the process is killed; requests are counted from the action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Point {
    /// The action has reached the bot, and its transaction cannot be written.
    BeforeCommit,
    /// The transaction is written, and nothing has left the bot.
    AfterCommit,
    /// A request has arrived and is never applied.
    BeforeSend(usize),
    /// A request was applied and is never answered.
    BeforeAnswer(usize),
    /// A request was answered, and the bot's note of it cannot be written.
    AfterAnswer(usize),
    /// The bot's note of the answer is written.
    AfterNote(usize),
}

impl Point {
    /// Returns all points of an action that causes so many requests.
    fn all(requests: usize) -> Vec<Self> {
        let sends = (0..requests)
            .flat_map(|n| [Self::BeforeSend(n), Self::BeforeAnswer(n), Self::AfterAnswer(n), Self::AfterNote(n)]);
        [Self::BeforeCommit, Self::AfterCommit].into_iter().chain(sends).collect()
    }

    /// Runs the action up to the point and kills the bot there. Returns whether the point was reached.
    async fn kill_at(self, room: &Arc<Room>, action: impl Future<Output = ()> + Send + 'static, match_id: i64) -> bool {
        room.settled().await;
        let stands = standing(room, match_id).await;
        room.close_gate();
        let mut lock = None;
        if self == Self::BeforeCommit {
            lock = Some(room.lock().await);
        }
        let heard = heard(room);
        let mut action = tokio::spawn(action);
        let train = Train { room, match_id, stands: &stands };
        let met = match self {
            Self::BeforeCommit => {
                wait("the action reaches the bot", async || (self::heard(room) > heard).then_some(())).await;
                tokio::time::sleep(MOMENT).await;
                !train.moves().await
            }
            Self::AfterCommit => {
                wait("the transaction", async || {
                    if train.moves().await {
                        return Some(());
                    }
                    // A greeting may be sent before the transaction, and passes.
                    let held = room.held()?;
                    if held.path.starts_with("/users/") || !held.path.starts_with("/interactions/") {
                        room.sandbox.fault(&json!({"release": held.number})).ok();
                    }
                    None
                })
                .await;
                true
            }
            Self::BeforeSend(n) => train.passed(n).await && train.next().await.is_some(),
            Self::BeforeAnswer(n) => match train.passed(n).await.then_some(train.next().await).flatten() {
                Some(held) => {
                    room.sandbox.fault(&json!({"apply": held.number})).unwrap();
                    wait("a request is applied", async || {
                        room.sandbox.held().iter().any(|one| one.number == held.number && one.applied).then_some(())
                    })
                    .await;
                    true
                }
                None => false,
            },
            Self::AfterAnswer(n) => match train.passed(n).await.then_some(train.next().await).flatten() {
                Some(held) => {
                    lock = Some(room.lock().await);
                    let answered = room.sandbox.answered();
                    room.sandbox.fault(&json!({"release": held.number})).unwrap();
                    wait("a request is answered", async || (room.sandbox.answered() > answered).then_some(())).await;
                    tokio::time::sleep(MOMENT).await;
                    true
                }
                None => false,
            },
            Self::AfterNote(n) => {
                let met = train.passed(n + 1).await;
                tokio::time::sleep(MOMENT).await;
                met
            }
        };
        room.kill().await;
        room.open_gate();
        if let Some(lock) = lock {
            lock.unlock().await;
        }
        // The answered player has the answer; nobody else will get one.
        if tokio::time::timeout(2 * MOMENT, &mut action).await.is_err() {
            action.abort();
        }
        room.restart().await;
        met
    }
}

/// Returns the number of events sent to the bot that a person caused.
fn heard(room: &Room) -> usize {
    let caused = |event: &&serde_json::Value| event["t"] == "INTERACTION_CREATE" || event["t"] == "MESSAGE_CREATE";
    room.sandbox.dispatched().iter().filter(caused).count()
}

/// The requests that follow from an action.
struct Train<'a> {
    room: &'a Room,
    match_id: i64,
    /// The state of the match before the action.
    stands: &'a (String, usize, i64),
}

impl Train<'_> {
    /// The number of consecutive looks without pending work after which the bot has finished.
    const STILL: usize = 40;

    /// Whether the action is stored.
    async fn moves(&self) -> bool {
        standing(self.room, self.match_id).await != *self.stands
    }

    /// Waits for the oldest held request; `None` if the action is stored and the bot has nothing more to send.
    async fn next(&self) -> Option<Held> {
        let mut still = 0;
        wait("a request, or the end of them", async || {
            if let Some(held) = self.room.held() {
                return Some(Some(held));
            }
            let pending = self.room.number("SELECT count(*) FROM posts WHERE state = 'pending'").await;
            still = if pending == 0 && self.moves().await { still + 1 } else { 0 };
            (still == Self::STILL).then_some(None)
        })
        .await
    }

    /// Releases so many requests, one after the other. Returns whether there were as many.
    async fn passed(&self, count: usize) -> bool {
        for _ in 0..count {
            let Some(held) = self.next().await else { return false };
            self.room.sandbox.fault(&json!({"release": held.number})).ok();
        }
        true
    }
}

/// Returns the stored state that an action's transaction changes.
async fn standing(room: &Room, id: i64) -> (String, usize, i64) {
    let stored = room.stored(id).await;
    let ready = room.number("SELECT ec_ready + 2 * dmo_ready FROM matches ORDER BY id DESC LIMIT 1").await;
    (stored.status, stored.entries.len(), ready)
}

/// The kind of an action: it decides which requests follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    FirstOrder,
    LastOrder,
    FirstReady,
    LastReady,
}

impl Kind {
    const ALL: [Self; 4] = [Self::FirstOrder, Self::LastOrder, Self::FirstReady, Self::LastReady];

    fn points(self) -> Vec<Point> {
        Point::all(match self {
            Self::FirstOrder | Self::FirstReady => 1,
            Self::LastOrder | Self::LastReady => TRAIN,
        })
    }

    fn of(action: &PlayerAction, last: bool) -> Self {
        match (action.order.is_some(), last) {
            (true, false) => Self::FirstOrder,
            (true, true) => Self::LastOrder,
            (false, false) => Self::FirstReady,
            (false, true) => Self::LastReady,
        }
    }
}

/// The number of rooms that share the points of a round.
const ROOMS: usize = 3;
/// The number of a room's rounds without a kill for each round with one.
const QUIET: usize = 1;

/// Plays a match in which the bot is killed at a share of all points. Returns whether each was reached.
async fn play_with_kills(plan: Plan, share: usize, shares: usize) -> BTreeMap<(Kind, Point), bool> {
    let room = Arc::new(Room::open(plan).await);
    let diary = Arc::new(Diary::default());
    let mut chance = Seed::new("sample").generator(plan.game);
    let mut points: BTreeMap<Kind, VecDeque<Point>> = Kind::ALL
        .into_iter()
        .map(|kind| {
            let mut all = kind.points();
            if plan.points < all.len() {
                all.shuffle(&mut chance);
            }
            let mine = all.into_iter().enumerate().filter(|(n, _)| n % shares == share);
            (kind, mine.map(|(_, point)| point).collect())
        })
        .collect();
    let mut met = BTreeMap::new();
    let id = room.open_match().await;
    let first = begin_ahead(&room, id).await;
    let mut rounds = 0;
    while let Some(next_actions) = next_actions_from(&room, id, first).await {
        rounds += 1;
        let count = next_actions.len();
        for (n, action) in next_actions.into_iter().enumerate() {
            let kind = Kind::of(&action, n + 1 == count);
            let rest = action.order.is_some() && rounds % (QUIET + 1) == 0 || met.len() >= plan.points;
            if let Some(point) = points.get_mut(&kind).filter(|_| !rest).and_then(VecDeque::pop_front) {
                let Some(prompt) = action.prompted(&room).await else { continue };
                let (own, doing, noting) = (Arc::clone(&room), action.clone(), Arc::clone(&diary));
                let means = doing.means(&room);
                let attempt = async move { doing.attempt(&own, &prompt, means, &noting).await };
                let was_met = point.kill_at(&room, attempt, id).await;
                println!("{} {share}, step {}: {kind:?} {point:?} {was_met}", plan.game, action.step);
                met.insert((kind, point), was_met);
                if means == super::players::Means::Typed && action.order.is_some() {
                    action.read(&room).await;
                }
            }
            if !action.is_done(&room).await {
                action.carry_through(&room, &diary).await;
            }
        }
    }
    same(&undisturbed(plan).await, &match_result(&room, id, &diary).await, &room.log());
    met
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long"]
async fn round_survives_a_kill_at_every_point() {
    let began = std::time::Instant::now();
    let mut met = BTreeMap::new();
    for shares in futures::future::join_all((0..ROOMS).map(|share| play_with_kills(PLANS[0], share, ROOMS))).await {
        met.extend(shares);
    }
    println!("{} points in {:?}", met.len(), began.elapsed());
    for (point, met) in &met {
        println!("{point:?} {met}");
    }
    // Every answer and every message of a step has been interrupted at each of its points.
    for kind in [Kind::FirstOrder, Kind::LastOrder] {
        for point in kind.points() {
            assert!(met.contains_key(&(kind, point)), "{kind:?} was never killed at {point:?}");
        }
    }
    let hits = met.values().filter(|met| **met).count();
    assert!(hits * 10 >= met.len() * 8, "only {hits} of {} points were met: {met:?}", met.len());
}

/// Games that ask differently, at a sample of the points.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "long"]
async fn other_games_survive_kills_at_sampled_points() {
    for met in futures::future::join_all(PLANS[1..].iter().map(|plan| play_with_kills(*plan, 0, 1))).await {
        assert!(met.len() >= 4 && met.values().any(|met| *met), "{met:?}");
    }
}

/// The lobby: the first press of Ready, and the press that begins the match.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "long"]
async fn match_start_survives_a_kill_at_every_point() {
    let halves = (0..2).map(async |half| {
        let room = Arc::new(Room::open(PLANS[0]).await);
        let first = Point::all(3).into_iter().map(|point| (Seat::Ec, point));
        let second = Point::all(5).into_iter().map(|point| (Seat::Dmo, point));
        let all: Vec<_> = first.chain(second).collect();
        let mut met = 0;
        let mine: Vec<_> = all.iter().enumerate().filter(|(n, _)| n % 2 == half).map(|(_, each)| *each).collect();
        for (seat, point) in mine.iter().copied() {
            let before = room.public().await.len();
            let id = room.open_match().await;
            let shown = wait("the card", async || card(&room, id).await).await;
            if seat == Seat::Dmo {
                press_ready(&room, id, Seat::Ec).await;
            }
            let player = room.player(seat);
            let press = async move { drop(player.click(&shown, "Ready").await) };
            met += usize::from(point.kill_at(&room, press, id).await);
            begin(&room, id).await;
            room.settled().await;
            for seat in Seat::ALL {
                assert!(is_ready(&room, id, seat).await);
                let prompts = room.prompts(id, Some(seat)).await;
                assert_eq!(prompts.len(), 1, "{seat} after {point:?}: {}", room.log());
            }
            let public = room.public().await;
            let said: Vec<_> = public[before..].iter().filter(|one| !one.says("I was offline; all clocks")).collect();
            assert_eq!(
                said.len(),
                2,
                "a card and the beginning after {seat} {point:?}: {:?}; {}",
                said.iter().map(|one| one.text()).collect::<Vec<_>>(),
                room.log()
            );
            assert!(said[0].button("Ready").is_none() && said[1].button("Order").is_some());
            // The match is ended, so that the next one has the channel for itself.
            let ec = room.player(Seat::Ec);
            wait("the match is given up", async || {
                let sure = ec.command(room.channel(), "/match resign", serde_json::Value::Null).await.ok()?;
                let sure = sure.message?;
                ec.click(&sure, "Resign").await.ok()?;
                (room.stored(id).await.status == "over").then_some(())
            })
            .await;
            room.settled().await;
        }
        (met, mine.len())
    });
    let (met, all) = futures::future::join_all(halves).await.into_iter().fold((0, 0), |(a, b), (c, d)| (a + c, b + d));
    assert!(met * 10 >= all * 7, "only {met} of {all} points were met");
}
