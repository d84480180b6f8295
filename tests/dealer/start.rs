//! Matches with a start time: reminders, moved starts, and the automatic start.

use super::*;

const MINUTE: u64 = 60_000;
pub const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// Opens a dealer with a lobby whose match starts so many ms after its opening.
pub async fn planned(after: u64) -> Room {
    Room::with(NewMatch { starts: Some(OPENED.plus(after)), ..new_match(header()) }).await
}

impl Room {
    /// Presses Ready for both players, one second after a moment.
    pub async fn both_ready(&self, moment: UnixMs) {
        self.ready(moment.plus(1_000)).await;
    }

    /// Returns the reminders of the start that a person was sent.
    pub fn reminded(&self, user: UserId) -> Timeline {
        self.sees(user).of("reminder")
    }

    /// Returns the public messages about a start.
    pub fn starting(&self) -> Timeline {
        self.public().those(|told| told.date().is_some())
    }

    /// Moves the start as the host. Returns the answer.
    async fn moves(&self, start: UnixMs, now: UnixMs) -> Result<String, Error> {
        let said = self.dealer.rule(self.m, HOST, Ruling::Start(start), Some("Bob is late.".to_owned()), at(now)).await;
        self.all_sent().await;
        said
    }
}

#[tokio::test]
async fn players_and_host_are_reminded_and_the_match_starts() {
    let mut room = planned(2 * DAY).await;
    let start = OPENED.plus(2 * DAY);
    room.both_ready(OPENED).await;
    assert_eq!(room.card_says("waits for its start").await.date(), Some(start));
    for (count, lead) in [(1, DAY), (2, HOUR), (3, 10 * MINUTE)] {
        room.go(UnixMs(start.0 - lead.cast_signed() - 1)).await;
        room.settled().await;
        assert_eq!(room.reminded(ANN).len(), count - 1, "no sooner");
        // A restart neither repeats nor loses a reminder.
        room.restart(Duration::ZERO).await;
        room.go(UnixMs(start.0 - lead.cast_signed())).await;
        for user in [ANN, BOB, HOST] {
            room.all_sent().await;
            let got = room.reminded(user);
            assert_eq!((got.len(), got.last().date()), (count, Some(start)), "{got}");
        }
    }
    assert_eq!(room.prompts(ANN).len(), 0);
    room.go(start.plus(GRACE_MS)).await;
    room.prompted(1).await;
    // The wait ends at the start to the millisecond, and the first round has its full time.
    assert_eq!(room.prompts(ANN).last().deadline(), Some(start.plus(UNIT_MS)));
    let record = room.record().await;
    assert_eq!(record.len(), 1, "{record:?}");
    assert_eq!(room.reminded(ANN).len(), 3);
}

#[tokio::test]
async fn unready_player_is_named_in_the_channel() {
    let room = planned(2 * HOUR).await;
    room.dealer.press_ready(room.m, ANN, None, at(OPENED.plus(1_000))).await.unwrap();
    room.go(OPENED.plus(HOUR)).await;
    room.all_sent().await;
    room.reminded(ANN).last().has("You are ready");
    room.reminded(HOST).last().has("Not ready yet: Bob");
    assert!(room.reminded(BOB).is_empty());
    let starting = room.starting();
    let named = starting.last().has(&format!("card of match {}", room.m));
    assert_eq!((&named.pings[..], named.date()), (&[BOB][..], Some(OPENED.plus(2 * HOUR))));
    // Nobody has to play: without both presses the match is cancelled at its start.
    room.go(OPENED.plus(2 * HOUR + GRACE_MS)).await;
    room.settled().await;
    assert_eq!(room.dealer.info(room.m).await.unwrap().status, Status::Cancelled);
}

#[tokio::test]
async fn absence_sends_one_late_reminder_and_keeps_the_start() {
    let mut room = planned(2 * DAY).await;
    let start = OPENED.plus(2 * DAY);
    room.both_ready(OPENED).await;
    room.go(OPENED.plus(2_000)).await;
    room.settled().await;
    // An absence over both of the first two reminders.
    room.restart(Duration::from_millis(2 * DAY - 30 * MINUTE)).await;
    room.all_sent().await;
    assert_eq!(room.reminded(ANN).len(), 1);
    // An absence over the start: the start is not moved, and the first round's lost time is credited.
    room.restart(Duration::from_millis(40 * MINUTE)).await;
    room.prompted(1).await;
    let record = room.record().await;
    let started = start.since(OPENED.plus(1_000));
    assert_eq!(record[0]["at"].as_u64(), Some(started), "{record:?}");
    assert!(record[1]["host"].as_str().is_some_and(|act| act.starts_with("credit ")), "{record:?}");
    assert_eq!(record[1]["at"].as_u64(), Some(started));
    let deadline = room.dealer.prompt(room.m, ANN).await.unwrap().deadline.unwrap();
    let now = room.clock.now();
    assert!(deadline > now.plus(UNIT_MS) && deadline <= now.plus(UNIT_MS + 20_000), "{}", deadline.0 - now.0);
    assert_eq!(room.reminded(ANN).len(), 1, "no reminder of what has begun");
}

#[tokio::test]
async fn start_can_be_moved_in_the_lobby_and_later() {
    let mut room = planned(3 * HOUR).await;
    let told = |start| {
        let starting = room.starting();
        let told = starting.last().has("Bob is late.");
        // The message has no control that acts in the match.
        assert!(told.date() == Some(start) && told.pings == [ANN, BOB] && !told.is_open(), "{told}");
    };
    let later = OPENED.plus(5 * HOUR);
    room.moves(later, OPENED.plus(1_000)).await.unwrap();
    told(later);
    // The lobby lasts beyond its first end, and sends reminders of its new start.
    room.go(OPENED.plus(3 * HOUR + GRACE_MS)).await;
    room.settled().await;
    assert_eq!(room.dealer.info(room.m).await.unwrap().status, Status::Lobby);
    room.both_ready(OPENED.plus(3 * HOUR + GRACE_MS)).await;
    let sooner = OPENED.plus(4 * HOUR + 1_000);
    room.moves(sooner, OPENED.plus(3 * HOUR + 10_000)).await.unwrap();
    assert_eq!(room.dealer.info(room.m).await.unwrap().deadline, Some(sooner));
    told(sooner);
    room.restart(Duration::ZERO).await;
    room.go(UnixMs(sooner.0 - (10 * MINUTE).cast_signed())).await;
    room.all_sent().await;
    assert_eq!(room.reminded(ANN).last().date(), Some(sooner));
    room.go(sooner.plus(GRACE_MS)).await;
    room.prompted(1).await;
    assert_eq!(room.prompts(BOB).last().deadline(), Some(sooner.plus(UNIT_MS)));
    // A start that has passed cannot be moved.
    assert_eq!(code(room.moves(OPENED.plus(9 * HOUR), sooner.plus(5_000)).await), Code::BadHostAction);
}

#[tokio::test]
async fn start_cannot_be_past_or_added_later() {
    let room = planned(3 * HOUR).await;
    let past = room.dealer.rule(room.m, HOST, Ruling::Start(OPENED), None, at(OPENED.plus(1_000))).await;
    assert_eq!(code(past), Code::BadHostAction);
    let plain = room.dealer.open(new_match(header()), at(OPENED.plus(2_000))).await.unwrap();
    let none = room.dealer.rule(plain, HOST, Ruling::Start(OPENED.plus(HOUR)), None, at(OPENED.plus(3_000))).await;
    assert_eq!(code(none), Code::BadHostAction);
    room.dealer.cancel(room.m, HOST, None, at(OPENED.plus(4_000))).await.unwrap();
    let over = room.dealer.rule(room.m, HOST, Ruling::Start(OPENED.plus(HOUR)), None, at(OPENED.plus(5_000))).await;
    assert_eq!(code(over), Code::WrongStage);
    assert!(room.public().is_empty());
}

#[tokio::test]
async fn pause_moves_the_start_and_its_reminders() {
    let room = planned(2 * HOUR).await;
    room.both_ready(OPENED).await;
    room.go(OPENED.plus(30 * MINUTE)).await;
    room.host(HostAct::Pause, OPENED.plus(30 * MINUTE)).await;
    room.go(OPENED.plus(90 * MINUTE)).await;
    room.reads("1 h 30 min after it is resumed").await;
    room.settled().await;
    assert!(room.reminded(ANN).is_empty(), "there is no start to name while it does not come nearer");
    assert_eq!(room.dealer.look(room.m, None).await.unwrap().start, Some(Start::After(90 * MINUTE)));
    room.host(HostAct::Resume, OPENED.plus(90 * MINUTE)).await;
    room.go(OPENED.plus(2 * HOUR)).await;
    room.all_sent().await;
    let got = room.reminded(ANN);
    assert_eq!((got.len(), got.last().date()), (1, Some(OPENED.plus(3 * HOUR))), "{got}");
}

#[tokio::test]
async fn match_waiting_for_its_start_can_be_cancelled() {
    let room = planned(2 * HOUR).await;
    room.both_ready(OPENED).await;
    room.dealer.cancel(room.m, HOST, None, at(OPENED.plus(5_000))).await.unwrap();
    assert!(room.reads("Over before its start").await.is_last());
    let info = room.dealer.info(room.m).await.unwrap();
    assert_eq!((info.status, info.outcome.unwrap().winner), (Status::Over, None));
    // After the undo the wait for the start has its full time again, and everyone reads its end.
    room.host(HostAct::Undo, OPENED.plus(HOUR)).await;
    assert_eq!(room.reads("reverted").await.date(), Some(OPENED.plus(3 * HOUR - 1_000)));
    room.host(HostAct::Void, OPENED.plus(HOUR + 1_000)).await;
    room.go(OPENED.plus(4 * HOUR)).await;
    room.settled().await;
    assert!(room.reminded(ANN).is_empty());
    // A running match cannot be cancelled.
    let room = Room::playing().await;
    assert_eq!(code(room.dealer.cancel(room.m, HOST, None, at(t(1_000))).await), Code::WrongStage);
}

/// Begins a match that asks both players for an allocation, three hours before its first round. Returns that time.
async fn allocating() -> (Room, UnixMs) {
    let header =
        r#"{"record":1,"game":"castle-siege","preset":"gauntlet","seats":{"ec":"Ann","dmo":"Bob"},"seed":"1"}"#;
    let first = OPENED.plus(3 * HOUR);
    let room = Room::with(NewMatch { starts: Some(first), ..new_match(Header::read(header).unwrap()) }).await;
    room.both_ready(OPENED).await;
    room.prompted(1).await;
    (room, first)
}

#[tokio::test]
async fn allocations_close_an_hour_before_the_start_despite_a_restart() {
    let even = "A 2/2/2 B 2/2/2 C 2/2/2 D 2/2/2 E 2/2/2";
    let (mut room, first) = allocating().await;
    let hour_before = |start: UnixMs| UnixMs(start.0 - HOUR.cast_signed());
    assert_eq!(room.prompts(ANN).last().deadline(), Some(hour_before(first)));
    // Both allocations are sealed, and can still be changed: one is changed after the start was moved.
    for user in [ANN, BOB] {
        assert!(!room.marked(user, even, OPENED.plus(60_000)).await.unwrap().resolved);
    }
    let start = OPENED.plus(5 * HOUR);
    room.moves(start, OPENED.plus(120_000)).await.unwrap();
    room.go(UnixMs(hour_before(start).0 - 1)).await;
    let late = "A 4/3/0 B 4/3/0 C 2/2/2 D 0/1/4 E 0/1/4";
    assert!(room.marked(BOB, late, UnixMs(hour_before(start).0 - 1)).await.unwrap().replaced);
    room.go(hour_before(start).plus(GRACE_MS)).await;
    room.settled().await;
    assert_eq!(room.mark().await.step, 2);
    assert_eq!(code(room.marked(ANN, even, hour_before(start).plus(10_000)).await), Code::NotAwaited);
    room.all_sent().await;
    let told = room.public();
    assert!(told.last().date() == Some(start) && !told.last().is_open(), "{told}");
    let prompt = room.dealer.prompt(room.m, ANN).await.unwrap();
    assert_eq!(prompt.start, Some(Start::At(start)));
    assert!(prompt.not_asked_reply.unwrap().contains("waits for its start"));
    // A restart inside the hour: the wait continues, and ends at the start.
    room.go(UnixMs(start.0 - (30 * MINUTE).cast_signed())).await;
    let prompts = room.prompts(ANN).len();
    room.restart(Duration::ZERO).await;
    room.go(start.plus(GRACE_MS)).await;
    room.prompted(prompts + 1).await;
    assert_eq!(room.prompts(ANN).last().deadline(), Some(start.plus(180_000)));
    assert!(room.dealer.prompt(room.m, ANN).await.unwrap().form.is_some(), "the round is asked as a form");
    let record = room.record().await;
    let opened = OPENED.plus(1_000);
    let times: Vec<_> = record.iter().rev().take(2).map(|entry| entry["at"].as_u64().unwrap()).collect();
    assert_eq!(times, [start.since(opened), hour_before(start).since(opened)], "{record:?}");
    // The match begins with the DMO's last allocation.
    let own = room.dealer.answer(room.m, Some(BOB), "units").await.unwrap();
    assert!(own.contains('4') && own.contains('3'), "{own}");
}

/// A start that may be later than planned is marked so in every text, also if it cannot be as early as requested.
#[tokio::test]
async fn start_after_allocations_is_not_promised_too_early() {
    let header = r#"{"record":1,"game":"castle-siege","preset":"gauntlet","seats":{"ec":"Ann","dmo":"Bob"},"ruleset":{"quiet":"22:00-08:00"}}"#;
    let mut room = Room::lobby(0).await;
    let new = NewMatch { starts: Some(OPENED.plus(5 * MINUTE)), ..new_match(Header::read(header).unwrap()) };
    let opened = room.dealer.open_lobby(new, at(OPENED)).await.unwrap();
    room.m = opened.id;
    let least = "at least 10 min";
    assert!(opened.at_least.unwrap().contains(least));
    room.all_sent().await;
    assert!(room.card().has(least).can("Ready"));
    assert!(room.moves(OPENED.plus(4 * MINUTE), OPENED.plus(1_000)).await.unwrap().contains(least));
    room.public().last().has(least);
    room.both_ready(OPENED.plus(2 * MINUTE)).await;
    room.prompted(1).await;
    room.card_says("waits for its start").await.lacks(least);
    // A change that would not move the start is refused.
    let move_to = async |at_ms, starts| room.moves(OPENED.plus(starts), OPENED.plus(at_ms)).await;
    let at_last = OPENED.plus(12 * MINUTE + 1_000).seconds();
    let sooner = refused(move_to(3 * MINUTE, 5 * MINUTE).await);
    assert!(sooner.contains(&format!("<t:{at_last}:F>")) && sooner.contains("cannot begin sooner"), "{sooner}");
    // An immediate start is refused, too, and so is such a change in a pause.
    let begin = room.dealer.preview(room.m, HOST, Ruling::Begin, None, at(OPENED.plus(3 * MINUTE + 1))).await;
    assert!(refused(begin).contains("cannot begin sooner"));
    room.host(HostAct::Pause, OPENED.plus(3 * MINUTE + 2)).await;
    let sooner = refused(move_to(3 * MINUTE + 3, 5 * MINUTE).await);
    assert!(
        sooner.contains("already begins")
            && sooner.contains("after the match is resumed")
            && sooner.contains("cannot begin sooner"),
        "{sooner}"
    );
    let later = move_to(3 * MINUTE + 4, 2 * HOUR).await.unwrap();
    assert!(later.contains("after the match is resumed") && !later.contains("sooner"), "{later}");
    let sooner = move_to(3 * MINUTE + 5, 5 * MINUTE).await.unwrap();
    assert!(sooner.contains("cannot begin sooner"), "{sooner}");
    room.host(HostAct::Resume, OPENED.plus(3 * MINUTE + 6)).await;
    room.all_sent().await;
    let said = room.public().len();
    let later = move_to(4 * MINUTE, 3 * HOUR).await.unwrap();
    assert!(!later.contains("sooner"), "{later}");
    let same = refused(move_to(4 * MINUTE + 1_000, 3 * HOUR).await);
    assert!(same.contains("already") && !same.contains("sooner"), "{same}");
    let sooner = move_to(5 * MINUTE, 6 * MINUTE).await.unwrap();
    assert!(sooner.contains("cannot begin sooner"), "{sooner}");
    room.all_sent().await;
    assert_eq!(room.public().len(), said + 2, "what moved it was said");
    // Without earlier prompts nothing delays the start.
    let plain = NewMatch { starts: Some(OPENED.plus(HOUR)), ..new_match(self::header()) };
    assert_eq!(room.dealer.open_lobby(plain, at(OPENED)).await.unwrap().at_least, None);
}

#[tokio::test]
async fn moved_start_is_shown_on_the_card() {
    let room = planned(2 * HOUR).await;
    room.both_ready(OPENED).await;
    assert_eq!(room.card_says("waits for its start").await.date(), Some(OPENED.plus(2 * HOUR)));
    room.host(HostAct::Extend(600), OPENED.plus(5_000)).await;
    room.all_sent().await;
    let moved = Some(OPENED.plus(2 * HOUR + 10 * MINUTE));
    assert_eq!((room.card().date(), room.public().last().date()), (moved, moved));
}

#[tokio::test]
async fn start_moved_in_a_pause_is_announced_as_it_will_be() {
    let room = planned(2 * HOUR).await;
    room.both_ready(OPENED).await;
    room.go(OPENED.plus(10 * MINUTE)).await;
    room.host(HostAct::Pause, OPENED.plus(10 * MINUTE)).await;
    room.go(OPENED.plus(30 * MINUTE)).await;
    let start = OPENED.plus(3 * HOUR + 30 * MINUTE);
    let asked = room.dealer.preview(room.m, HOST, Ruling::Start(start), None, at(OPENED.plus(30 * MINUTE))).await;
    assert!(asked.unwrap().words.contains("by as long as the match stays paused"));
    room.moves(start, OPENED.plus(30 * MINUTE)).await.unwrap();
    let told = room.public();
    let moved = told.last().has("moved the start").has("3 h after it is resumed");
    assert_eq!((&moved.pings[..], moved.date()), (&[ANN, BOB][..], None));
    room.go(OPENED.plus(60 * MINUTE)).await;
    room.host(HostAct::Resume, OPENED.plus(60 * MINUTE)).await;
    room.all_sent().await;
    assert_eq!(room.starting().last().date(), Some(OPENED.plus(4 * HOUR)), "it begins as was said");
}

#[tokio::test]
async fn undo_that_delays_the_start_says_so_in_preview_and_card() {
    let (room, first) = allocating().await;
    // Allocations have closed; the start is minutes away.
    room.go(UnixMs(first.0 - HOUR.cast_signed()).plus(GRACE_MS)).await;
    room.settled().await;
    assert_eq!(room.mark().await.step, 2);
    let now = UnixMs(first.0 - (2 * MINUTE).cast_signed());
    room.go(now).await;
    let undo = Ruling::Act(HostAct::Undo);
    let asked = room.dealer.preview(room.m, HOST, undo, None, at(now)).await.unwrap();
    room.host(HostAct::Undo, now).await;
    room.all_sent().await;
    let begins = room.store.find_match(room.m).await.unwrap().unwrap().starts.unwrap();
    assert!(begins > first);
    let away = deathmatch::dealer::humanize(begins.since(now));
    assert!(asked.words.contains("puts the start off") && asked.words.contains(&away), "{}", asked.words);
    assert_eq!(room.card().date(), Some(begins));
    // The present start can be kept.
    assert_eq!(room.public().has("puts its start off").date(), Some(begins));
}
