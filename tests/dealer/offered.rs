//! Start times that are offered to the players.

use super::start::HOUR;
use super::*;

/// Opens a dealer with a lobby whose players choose among starts, so many ms after its opening.
async fn offered(after: &[u64]) -> Room {
    let times = after.iter().map(|&after| OPENED.plus(after)).collect();
    let offers = Offers { times, zone: "UTC".to_owned(), ..Offers::default() };
    Room::with(NewMatch { offers: Some(offers), ..new_match(header()) }).await
}

impl Room {
    async fn suits(&self, user: UserId, numbers: &[u8], stamp: Snowflake) -> Result<ReadyReply, Error> {
        self.dealer.choose_times(self.m, user, numbers.to_vec(), stamp).await
    }
}

#[tokio::test]
async fn first_time_that_suits_both_players_becomes_the_start() {
    let mut room = offered(&[HOUR, 2 * HOUR, 3 * HOUR]).await;
    assert_eq!(code(room.dealer.press_ready(room.m, ANN, None, at(OPENED.plus(1))).await), Code::WrongStage);
    assert_eq!(code(room.suits(HOST, &[0], at(OPENED.plus(2))).await), Code::NotSeated);
    assert_eq!(code(room.suits(ANN, &[3], at(OPENED.plus(3))).await), Code::BadTerms);
    room.suits(ANN, &[1, 2], at(OPENED.plus(1_000))).await.unwrap();
    // An earlier press comes too late to change it.
    let ReadyReply::Card(card) = room.suits(ANN, &[0], at(OPENED.plus(500))).await.unwrap() else { panic!("no card") };
    assert_eq!(card.row.offers.unwrap().suits.ec, Some(vec![1, 2]));
    let ReadyReply::Card(card) = room.suits(BOB, &[0], at(OPENED.plus(1_500))).await.unwrap() else {
        panic!("no card")
    };
    assert_eq!((card.row.starts, card.row.ready), (None, BySeat { ec: false, dmo: false }));
    room.restart(Duration::from_secs(5)).await;
    room.suits(ANN, &[0, 2], at(OPENED.plus(2_000))).await.map(|_| ()).unwrap();
    let info = room.store.find_match(room.m).await.unwrap().unwrap();
    assert_eq!((info.status, info.starts), (Status::Running, Some(OPENED.plus(HOUR))));
    assert_eq!(code(room.suits(BOB, &[2], at(OPENED.plus(3_000))).await), Code::WrongStage);
    let told = room.reads("The match is set").await;
    assert_eq!((told.date(), &told.pings[..]), (Some(OPENED.plus(HOUR)), &[ANN, BOB][..]));
    room.go(OPENED.plus(HOUR + GRACE_MS)).await;
    room.prompted(1).await;
    room.public().last().has("Bout 1 begins");
    let record = room.record().await;
    assert_eq!(record[0]["at"].as_u64(), Some(HOUR - 2_000), "the record's time begins as they agree: {record:?}");
}

#[tokio::test]
async fn past_times_cannot_be_chosen_and_the_last_ends_the_lobby() {
    let room = offered(&[HOUR, 2 * HOUR]).await;
    room.suits(ANN, &[0, 1], at(OPENED.plus(1_000))).await.unwrap();
    room.go(OPENED.plus(HOUR)).await;
    assert_eq!(code(room.suits(BOB, &[0], at(OPENED.plus(HOUR))).await), Code::BadTerms);
    assert_eq!(room.dealer.info(room.m).await.unwrap().status, Status::Lobby);
    room.go(OPENED.plus(2 * HOUR + GRACE_MS)).await;
    room.settled().await;
    assert_eq!(room.dealer.info(room.m).await.unwrap().status, Status::Cancelled);
}

#[tokio::test]
async fn host_can_set_the_start_instead() {
    let room = offered(&[HOUR, 2 * HOUR]).await;
    room.suits(ANN, &[0], at(OPENED.plus(1_000))).await.unwrap();
    room.dealer.rule(room.m, HOST, Ruling::Start(OPENED.plus(5 * HOUR)), None, at(OPENED.plus(2_000))).await.unwrap();
    assert_eq!(code(room.suits(BOB, &[0], at(OPENED.plus(3_000))).await), Code::WrongStage);
    room.both_ready(OPENED.plus(4_000)).await;
    assert_eq!(room.store.find_match(room.m).await.unwrap().unwrap().starts, Some(OPENED.plus(5 * HOUR)));
    let soon = Offers { times: vec![OPENED], ..Offers::default() };
    let new = NewMatch { offers: Some(soon), ..new_match(header()) };
    assert_eq!(code(room.dealer.open(new, at(OPENED.plus(5_000))).await), Code::BadTerms);
}

#[tokio::test]
async fn message_about_changed_terms_follows_later_changes() {
    let room = offered(&[HOUR, 2 * HOUR]).await;
    let header = async || room.store.find_match(room.m).await.unwrap().unwrap().header;
    let change = async |seconds: u64, ms| {
        let seen = header().await;
        let mut header = Header::read(&seen).unwrap();
        header.ruleset.insert("unit_s".to_owned(), serde_json::json!(seconds));
        room.dealer.change_terms(room.m, HOST, header, seen, at(OPENED.plus(ms))).await.unwrap();
    };
    room.suits(ANN, &[0], at(OPENED.plus(1_000))).await.unwrap();
    change(90, 2_000).await;
    assert!(room.reads("→ 90 s").await.pings.contains(&ANN));
    change(120, 3_000).await;
    let told = room.reads("→ 2 min").await;
    assert!(!told.to_string().contains("90 s"), "{told}");
    change(60, 4_000).await;
    room.reads("The terms are again as they were.").await;
}

#[tokio::test]
async fn changed_terms_ask_the_players_again() {
    let room = offered(&[HOUR, 2 * HOUR]).await;
    let seen = room.store.find_match(room.m).await.unwrap().unwrap().header;
    let other = |seconds| {
        let mut header = Header::read(&seen).unwrap();
        header.ruleset.insert("unit_s".to_owned(), serde_json::json!(seconds));
        header
    };
    let change =
        async |header, seen: &str, stamp| room.dealer.change_terms(room.m, HOST, header, seen.to_owned(), stamp).await;
    room.suits(ANN, &[0], at(OPENED.plus(1_000))).await.unwrap();
    assert_eq!(code(change(other(1_000_000), &seen, at(OPENED.plus(2_000))).await), Code::BadTerms);
    assert!(room.store.find_match(room.m).await.unwrap().unwrap().header == seen, "nothing has changed");
    let card = change(other(90), &seen, at(OPENED.plus(3_000))).await.unwrap();
    assert_eq!(card.row.offers.unwrap().suits, BySeat::default());
    let told = room.reads("changed the terms").await;
    assert_eq!(told.pings, [ANN]);
    told.has("](https://discord.com/channels/").has("60 s").has("→ 90 s");
    room.card().has("90 s");
    // A second host with the first terms changes nothing, and earlier presses do not count.
    assert_eq!(code(change(other(120), &seen, at(OPENED.plus(4_000))).await), Code::Late);
    room.suits(BOB, &[0], at(OPENED.plus(2_500))).await.unwrap();
    room.suits(ANN, &[0], at(OPENED.plus(5_000))).await.unwrap();
    assert_eq!(room.dealer.info(room.m).await.unwrap().status, Status::Lobby);
    room.suits(BOB, &[0], at(OPENED.plus(6_000))).await.unwrap();
    let row = room.store.find_match(room.m).await.unwrap().unwrap();
    assert_eq!(
        (row.status, Header::read(&row.header).unwrap().ruleset["unit_s"].as_u64()),
        (Status::Running, Some(90))
    );
    assert_eq!(code(change(other(60), &row.header, at(OPENED.plus(7_000))).await), Code::WrongStage);
}
