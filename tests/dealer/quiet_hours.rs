//! Quiet hours in a server's time zone: deadlines, their texts, and restarts.

use serde_json::json;

use super::*;

const HOUR: u64 = 3_600_000;
/// Quiet hours that begin half a minute after the match, by Berlin's clock.
const QUIET: &str = "16:14-08:00";
/// Eight in the morning in Berlin, in ms of the match.
const END: u64 = 56_795_000;

impl Room {
    /// Opens a lobby with quiet hours, in a server in a time zone.
    async fn with_quiet_hours(zone: &str) -> Self {
        let room = Self::dealing(Store::memory().await.unwrap(), 0, options()).await;
        room.set_zone(zone).await;
        room.opening(new_match(quiet_header())).await
    }

    async fn set_zone(&self, zone: &str) {
        let setting = Setting::Timezone(zone.to_owned());
        self.store.change_settings(GuildId(1), setting, |_| Ok::<_, ()>(())).await.unwrap().unwrap();
    }

    async fn header(&self) -> Value {
        let record = self.dealer.record(self.m).await.unwrap();
        serde_json::from_str(record.lines().next().unwrap()).unwrap()
    }
}

fn quiet_header() -> Header {
    let mut header = header();
    header.ruleset.insert("quiet".to_owned(), json!(QUIET));
    header
}

#[tokio::test]
async fn no_deadline_falls_in_quiet_hours() {
    let room = Room::with_quiet_hours("Europe/Berlin").await;
    let hours = "16:14–08:00 UTC+2";
    room.all_sent().await;
    let card = room.card();
    assert_eq!(card.text.matches("16:14").count(), 1, "it is said once: {card}");
    room.begin().await;
    room.card().has("has begun").has(hours);
    // 16:13:25, to the millisecond.
    assert_eq!(room.header().await["time_of_day"], 58_405_000);
    for message in [room.public().last(), room.prompts(ANN).last()] {
        assert_eq!(message.has(hours).deadline(), Some(t(END)), "{message}");
    }
    let look = room.dealer.look(room.m, None).await.unwrap();
    assert_eq!((look.awaiting.ec.unwrap().deadline, look.quiet_hours.as_deref()), (t(END), Some(hours)));
    let clocks = room.dealer.answer(room.m, None, "clocks").await.unwrap();
    assert!(clocks.contains(hours), "{clocks}");

    // Orders are accepted at any time.
    room.go(t(HOUR)).await;
    assert!(!room.marked(ANN, "samurai", t(HOUR)).await.unwrap().resolved);
    room.go(t(END + GRACE_MS - 1)).await;
    room.settled().await;
    assert_eq!(room.public().len(), 1);
    room.go(t(END + GRACE_MS)).await;
    assert_eq!(room.posted(2).await.last().deadline(), Some(t(END + UNIT_MS)));
    let record = room.record().await;
    assert_eq!((record.len(), record[1]["at"].as_u64()), (2, Some(END)));
}

#[tokio::test]
async fn restart_in_quiet_hours_changes_no_deadline() {
    let mut room = Room::with_quiet_hours("Europe/Berlin").await;
    room.begin().await;
    room.go(t(6 * HOUR)).await;
    let sealed = room.marked(ANN, "samurai", t(6 * HOUR)).await.unwrap();
    // A changed zone holds for later matches.
    room.set_zone("America/New_York").await;
    room.restart(Duration::from_secs(1)).await;
    let prompt = room.dealer.prompt(room.m, ANN).await.unwrap();
    assert_eq!((prompt.sealed, prompt.deadline), (Some(sealed.order), Some(t(END))));
    assert_eq!(prompt.quiet_hours.as_deref(), Some("16:14–08:00 UTC+2"));
    assert_eq!(room.public().len(), 1, "nothing is said of it");
    // The time lost in a long absence is credited after the quiet hours.
    room.go(t(7 * HOUR)).await;
    room.restart(Duration::from_secs(30)).await;
    let deadline = room.posted(2).await.last().deadline().unwrap();
    let record = room.record().await;
    let credit: u64 = record[1]["host"].as_str().unwrap().strip_prefix("credit ").unwrap().parse().unwrap();
    assert!(credit >= 50_000 && deadline == t(END + credit), "{credit} {deadline}");
    room.go(deadline.plus(GRACE_MS)).await;
    room.posted(3).await;
    assert_eq!(room.record().await.last().unwrap()["at"].as_u64(), Some(END + credit));
}

#[tokio::test]
async fn changed_terms_give_a_lobby_quiet_hours() {
    let mut room = Room::with_quiet_hours("Europe/Berlin").await;
    room.m = room.dealer.open(new_match(header()), at(OPENED)).await.unwrap();
    let seen = room.store.find_match(room.m).await.unwrap().unwrap().header;
    assert_eq!(room.header().await.get("time_of_day"), None);
    room.dealer.change_terms(room.m, HOST, quiet_header(), seen, at(OPENED.plus(1_000))).await.unwrap();
    room.card_says("16:14–08:00 UTC+2").await;
    room.begin().await;
    assert_eq!(room.posted(1).await.last().deadline(), Some(t(END)));
}

#[tokio::test]
async fn match_has_the_time_of_day_of_its_beginning() {
    let mut room = Room::with_quiet_hours("Europe/Berlin").await;
    assert_eq!(room.header().await["time_of_day"], 58_400_000, "as its lobby was opened");
    room.set_zone("Asia/Kolkata").await;
    room.begin().await;
    assert_eq!(room.header().await["time_of_day"], 71_005_000, "19:43:25 in Kolkata");
    room.card().has("16:14–08:00 UTC+5:30");
    // A step that begins in quiet hours lasts until their end: eight in the morning there.
    assert_eq!(room.posted(1).await.last().deadline(), Some(t(END - 3 * HOUR - HOUR / 2)));
    // Another match with the first one's header, three hours later.
    let header = Header::read(&room.header().await.to_string()).unwrap();
    room.go(OPENED.plus(3 * HOUR)).await;
    room.m = room.dealer.open(new_match(header), at(OPENED.plus(3 * HOUR))).await.unwrap();
    assert_eq!(room.header().await["time_of_day"], 71_000_000 + 3 * HOUR);
    // Without quiet hours the header has no time of day.
    let mut header = Header::read(&room.header().await.to_string()).unwrap();
    header.ruleset.insert("quiet".to_owned(), Value::Null);
    room.m = room.dealer.open(new_match(header), at(OPENED.plus(3 * HOUR))).await.unwrap();
    room.all_sent().await;
    assert_eq!(room.header().await.get("time_of_day"), None);
    room.card().lacks("16:14");
}

/// Nine in the evening in Berlin, in ms of the match, which began at 16:13:25 there.
const CLOSES: u64 = 17_195_000;
const DAY: u64 = 24 * HOUR;

impl Room {
    /// Begins a match whose steps close at nine in the evening, in a server in Berlin.
    async fn closing() -> Self {
        let mut room = Self::lobby(0).await;
        room.set_zone("Europe/Berlin").await;
        let mut header = header();
        header.ruleset.insert("closes_at".to_owned(), json!("21:00"));
        room.m = room.dealer.open(new_match(header), at(OPENED)).await.unwrap();
        room.all_sent().await;
        room.card().has("at 21:00 UTC+2 each day");
        room.begin().await;
        room
    }

    async fn ends(&self) -> UnixMs {
        self.dealer.prompt(self.m, ANN).await.unwrap().deadline.unwrap()
    }
}

#[tokio::test]
async fn steps_close_at_the_configured_time_of_day() {
    let mut room = Room::closing().await;
    for message in [room.public().last(), room.prompts(ANN).last()] {
        assert_eq!(message.deadline(), Some(t(CLOSES)), "{message}");
    }
    room.restart(Duration::ZERO).await;
    assert_eq!(room.ends().await, t(CLOSES), "it replays");
    // Once both orders are sealed the match continues, and the next step closes at the same time.
    room.round(1_000, "samurai", "sage").await;
    assert_eq!(room.ends().await, t(CLOSES));
    // A step lasts at least its own time.
    let late = CLOSES - 30_000;
    room.go(t(late - 10)).await;
    room.round(late, "bard", "bard").await;
    assert_eq!(room.ends().await, t(CLOSES + DAY));
    // More time is added to that step only.
    room.host(HostAct::Extend(1_800), t(late + 60_000)).await;
    assert_eq!(room.ends().await, t(CLOSES + DAY + HOUR / 2));
    room.go(t(CLOSES + DAY + HOUR / 2 + GRACE_MS)).await;
    until("the step is over", async || (room.ends().await == t(CLOSES + 2 * DAY)).then_some(())).await;
}
