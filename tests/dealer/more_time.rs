//! More time for a player: by the match's terms once, otherwise from a host, and nobody else reads of it.

use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng as _};

use super::*;

const LONG_S: u64 = 3_600;
/// Words that only the requester and hosts may read.
const SECRET: [&str; 5] =
    ["for more time", "gives no more time", "gave you more time", "It was refused", "More time was given"];

impl Room {
    /// Begins a match of long steps, in which each player may take so many extra seconds.
    async fn long(term: u64) -> Self {
        let header = format!(
            r#"{{"record":1,"game":"warriors-death","preset":"standard","ruleset":{{"unit_s":{LONG_S},"more_time_s":{term}}},"seats":{{"ec":"Ann","dmo":"Bob"}},"seed":"1"}}"#
        );
        let room = Self::with(new_match(Header::read(&header).unwrap())).await;
        room.begin().await;
        room
    }

    async fn more_time(&self, user: UserId, moment: UnixMs) -> Result<Snowflake, Error> {
        let (mark, stamp) = (self.mark().await, at(moment));
        self.dealer.more_time(self.m, user, mark, stamp).await.map(|_| stamp)
    }

    async fn answers_request(
        &self,
        host: UserId,
        request: Snowflake,
        more: u64,
        moment: UnixMs,
    ) -> Result<String, Error> {
        self.dealer.answer_request(self.m, by(host), request, more, at(moment)).await
    }

    async fn until_of(&self, user: UserId) -> UnixMs {
        self.dealer.prompt(self.m, user).await.unwrap().deadline.expect("a clock runs")
    }

    async fn extends(&self) -> Vec<Value> {
        let extends = |entry: &Value| entry["host"].as_str().is_some_and(|act| act.starts_with("extend"));
        self.record().await.into_iter().filter(extends).collect()
    }

    /// Returns the requests sent to the host who opened the match.
    fn asked(&self) -> Timeline {
        self.sees(HOST).of("time-request")
    }

    /// Checks that only the host and one player read of a request.
    fn keeps_secret(&self, asked: UserId, other: UserId) {
        for secret in SECRET {
            assert!(self.channel().with(secret).is_empty(), "{secret}:\n{}", self.channel());
            assert!(self.sees(other).with(secret).is_empty(), "{secret}:\n{}", self.sees(other));
        }
        assert_ne!(asked, other);
    }
}

#[tokio::test]
async fn host_gives_more_time_in_one_press_despite_a_restart() {
    let mut room = Room::long(0).await;
    assert!(room.dealer.prompt(room.m, ANN).await.unwrap().more_time);
    let before = room.until_of(ANN).await;
    let request = room.more_time(ANN, t(1_000)).await.unwrap();
    assert_eq!(code(room.more_time(ANN, t(1_500)).await), Code::BadHostAction, "one is open already");
    room.all_sent().await;
    let asked = room.asked().last().clone();
    assert!(asked.says("Ann asks for more time") && asked.can("Give 30 min") && asked.can("Refuse"), "{asked}");
    room.keeps_secret(ANN, BOB);
    assert_eq!(room.dealer.host_panel(room.m).await.unwrap().requests.len(), 1);
    room.restart(Duration::ZERO).await;
    assert_eq!(room.dealer.host_panel(room.m).await.unwrap().requests[0].id, request);
    assert_eq!(code(room.answers_request(BOB, request, 60, t(2_000)).await), Code::Seated);
    assert_eq!(code(room.answers_request(HANA, at(t(2_100)), 60, t(2_200)).await), Code::Late);
    let press = at(t(3_000));
    for _twice in 0..2 {
        room.dealer.answer_request(room.m, by(HANA), request, 600, press).await.unwrap();
    }
    assert_eq!((room.until_of(ANN).await, room.until_of(BOB).await), (before.plus(600_000), before.plus(600_000)));
    let extends = room.extends().await;
    assert_eq!((extends.len(), &extends[0]["by"], &extends[0]["host"]), (1, &"13".into(), &"extend 600".into()));
    room.hears(ANN, "gave you more time").await.has(", until <t:").has("-# Match 1 ·");
    room.reads("gave all clocks 10 min more").await;
    let closed = room.hears(HOST, "More time was given").await;
    assert!(!closed.can("Refuse"), "{closed}");
    assert_eq!(code(room.answers_request(HANA, request, 60, t(20_000)).await), Code::Late);
    room.keeps_secret(ANN, BOB);
    assert!(room.dealer.host_panel(room.m).await.unwrap().requests.is_empty());
}

#[tokio::test]
async fn other_player_gives_more_time_where_there_is_no_host() {
    let header = r#"{"record":1,"game":"warriors-death","preset":"standard","ruleset":{"unit_s":600},"seats":{"ec":"Ann","dmo":"Bob"},"seed":"1"}"#;
    let friendly = NewMatch::new(GuildId(1), CHANNEL, ANN, Header::read(header).unwrap(), BySeat { ec: ANN, dmo: BOB });
    let room = Room::with(NewMatch { friendly: true, ..friendly }).await;
    room.begin().await;
    assert!(room.dealer.prompt(room.m, BOB).await.unwrap().more_time);
    let before = room.until_of(BOB).await;
    let asked = room.more_time(BOB, t(1_000)).await.unwrap();
    let put = room.reads("Bob asks to add 10 min to all clocks.").await;
    assert!(put.pings == [ANN] && put.can("Agree (Ann)"), "{put}");
    assert!(room.extends().await.is_empty());
    // The rival's time is no less after an order.
    room.marked(BOB, "sage", t(2_000)).await.unwrap();
    room.dealer.settle(room.m, ANN, asked, true, at(t(3_000))).await.unwrap();
    room.reads("Bob and Ann agree to add 10 min to all clocks.").await;
    assert_eq!(room.until_of(ANN).await, before.plus(600_000));
    let extends = room.extends().await;
    assert_eq!((extends.len(), &extends[0]["host"], &extends[0]["by"]), (1, &"extend 600".into(), &"12 and 11".into()));
    room.dealer.rule(room.m, HANA, HostAct::Pause, None, at(t(4_000))).await.unwrap();
    assert!(!room.dealer.prompt(room.m, ANN).await.unwrap().more_time, "no time runs");
}

#[tokio::test]
async fn refusal_is_told_to_its_player_only_and_holds_for_the_step() {
    let room = Room::long(0).await;
    let before = room.until_of(ANN).await;
    let request = room.more_time(ANN, t(1_000)).await.unwrap();
    room.answers_request(HANA, request, 0, t(2_000)).await.unwrap();
    room.hears(ANN, "gives no more time in this step").await;
    room.hears(HOST, "It was refused").await;
    assert_eq!(room.until_of(ANN).await, before);
    assert!(room.extends().await.is_empty());
    assert_eq!(code(room.more_time(ANN, t(3_000)).await), Code::BadHostAction);
    assert_eq!(code(room.answers_request(HANA, request, 60, t(4_000)).await), Code::Late);
    room.keeps_secret(ANN, BOB);
    let trail = room.dealer.audit_log(room.m, HANA).await.unwrap();
    assert!(trail.iter().any(|item| item.words.contains("refused Ann more time")), "{trail:?}");
    room.round(5_000, "samurai", "sage").await;
    room.more_time(ANN, room.clock.now().plus(1_000)).await.unwrap();
}

#[tokio::test]
async fn request_ends_with_its_step_or_its_player() {
    let room = Room::long(0).await;
    let request = room.more_time(ANN, t(1_000)).await.unwrap();
    room.all_sent().await;
    room.round(5_000, "samurai", "sage").await;
    room.hears(HOST, "The step is over").await;
    assert_eq!(code(room.answers_request(HANA, request, 60, t(10_000)).await), Code::Late);
    let request = room.more_time(ANN, t(20_000)).await.unwrap();
    room.all_sent().await;
    room.seat(Seat::Ec, CLEO, "Cleo", t(40_000)).await;
    let extends = room.extends().await.len();
    assert_eq!(code(room.answers_request(HANA, request, 60, t(60_000)).await), Code::Late);
    assert_eq!(room.extends().await.len(), extends);
    room.settled().await;
    for secret in SECRET {
        assert!(room.sees(CLEO).with(secret).is_empty(), "{}", room.sees(CLEO));
    }
    assert!(room.asked().with("asks for more time").is_empty(), "{}", room.asked());
}

#[tokio::test]
async fn extra_time_of_the_terms_is_given_once_and_anonymously() {
    let mut room = Room::long(120).await;
    let before = room.until_of(ANN).await;
    let press = at(t(1_000));
    for _twice in 0..2 {
        room.dealer.more_time(room.m, ANN, room.mark().await, press).await.unwrap();
    }
    assert_eq!(room.until_of(BOB).await, before.plus(120_000));
    let said = room.reads("A player took the extra time").await;
    assert!(!said.says("Ann") && said.says("2 min more"), "{said}");
    room.restart(Duration::ZERO).await;
    assert_eq!(room.until_of(ANN).await, before.plus(120_000), "a deadline replays");
    assert_eq!(room.extends().await.len(), 1);
    // Ann's allowance is used, so the next press asks a host; Bob's is not.
    room.more_time(ANN, t(2_000)).await.unwrap();
    assert_eq!(room.dealer.host_panel(room.m).await.unwrap().requests.len(), 1);
    room.more_time(BOB, t(3_000)).await.unwrap();
    assert_eq!(room.until_of(ANN).await, before.plus(240_000));
    assert_eq!(room.extends().await[1]["by"], "12");
}

#[tokio::test]
async fn more_time_needs_a_seat_and_an_open_prompt() {
    let room = Room::long(60).await;
    assert_eq!(code(room.more_time(HANA, t(1_000)).await), Code::NotSeated);
    let old = room.mark().await;
    room.round(2_000, "samurai", "sage").await;
    assert_eq!(code(room.dealer.more_time(room.m, ANN, old, at(t(10_000))).await), Code::Late);
    room.host(HostAct::Pause, t(11_000)).await;
    assert_eq!(code(room.more_time(ANN, t(12_000)).await), Code::WrongStage);
    assert!(room.extends().await.is_empty());
}

/// The model's state of a seat in its step.
#[derive(Clone, Default)]
struct Seated {
    used: bool,
    open: Option<Snowflake>,
    /// The numbers of rulings at the seat's requests in this step.
    asked: Vec<u32>,
}

#[tokio::test]
async fn random_requests_match_a_model() {
    for seed in 0..6 {
        let mut random = SmallRng::seed_from_u64(seed);
        let term = if seed % 2 == 0 { 0 } else { 90 };
        let mut room = Room::long(term).await;
        let (mut model, mut rulings, mut now) = ([Seated::default(), Seated::default()], 0, 1_000);
        let mut until = room.until_of(ANN).await;
        let mut requests = vec![at(t(500))];
        for _press in 0..40 {
            now += 1_000;
            let (who, user) = if random.random() { (0, ANN) } else { (1, BOB) };
            match random.random_range(0..8) {
                0..3 => {
                    let pressed = room.more_time(user, t(now)).await;
                    let seated = &mut model[who];
                    if term > 0 && !seated.used {
                        (seated.used, rulings, until) = (true, rulings + 1, until.plus(term * 1000));
                        assert!(pressed.is_ok(), "{pressed:?}");
                    } else if seated.open.is_some() || seated.asked.contains(&rulings) {
                        assert_eq!(code(pressed), Code::BadHostAction);
                    } else {
                        seated.asked.push(rulings);
                        seated.open = Some(pressed.unwrap());
                        requests.extend(seated.open);
                    }
                }
                3..6 => {
                    let request = requests[random.random_range(0..requests.len())];
                    let more = if random.random() { 0 } else { random.random_range(1..200) };
                    let host = if random.random_range(0..4) == 0 { user } else { HANA };
                    let answered = room.answers_request(host, request, more, t(now)).await;
                    let open = model.iter_mut().find(|seated| seated.open == Some(request));
                    match open {
                        _ if host != HANA && requests[0] != request => assert_eq!(code(answered), Code::Seated),
                        Some(seated) => {
                            assert!(answered.is_ok(), "{answered:?}");
                            seated.open = None;
                            if more > 0 {
                                (rulings, until) = (rulings + 1, until.plus(more * 1000));
                            }
                        }
                        None => assert_eq!(code(answered), Code::Late),
                    }
                }
                6 => {
                    room.dealer.rule(room.m, by(HANA), HostAct::Extend(5), None, at(t(now))).await.unwrap();
                    (rulings, until) = (rulings + 1, until.plus(5_000));
                }
                _ => room.restart(Duration::ZERO).await,
            }
            assert_eq!((room.until_of(ANN).await, room.until_of(BOB).await), (until, until), "seed {seed}");
            let mut open: Vec<_> = model.iter().filter_map(|seated| seated.open).collect();
            open.sort();
            let panel = room.dealer.host_panel(room.m).await.unwrap();
            assert_eq!(panel.requests.iter().map(|request| request.id).collect::<Vec<_>>(), open, "seed {seed}");
        }
        room.all_sent().await;
        assert_eq!(
            room.asked().with("asks for more time").len(),
            model.iter().filter(|each| each.open.is_some()).count()
        );
        for secret in SECRET {
            assert!(room.channel().with(secret).is_empty(), "{secret}:\n{}", room.channel());
        }
    }
}

/// Bob and everyone read the same, whether or not Ann has asked and was refused.
#[tokio::test]
async fn request_changes_nothing_that_others_read() {
    let mut read = Vec::new();
    for asks in [true, false] {
        let room = Room::long(0).await;
        if asks {
            let request = room.more_time(ANN, t(1_000)).await.unwrap();
            room.all_sent().await;
            room.answers_request(HANA, request, 0, t(2_000)).await.unwrap();
        }
        room.round(5_000, "samurai", "sage").await;
        room.settled().await;
        let texts = |timeline: Timeline| -> Vec<String> { timeline.iter().map(|one| one.text.clone()).collect() };
        // Receipts are random.
        let plain = |texts: Vec<String>| -> Vec<Vec<String>> {
            let lines =
                |text: String| text.lines().filter(|line| !line.contains("eceipt")).map(str::to_owned).collect();
            texts.into_iter().map(lines).collect()
        };
        read.push((plain(texts(room.channel())), plain(texts(room.sees(BOB)))));
    }
    assert_eq!(read[0], read[1]);
}
