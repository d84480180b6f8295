//! Matches with a start time: reminders, moving it, and starting by themselves.

use super::*;

const MINUTE: u64 = 60_000;
pub const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// A dealer with a lobby whose match is to start so long after it was opened.
pub async fn planned(after: u64) -> Room {
    let room = Room::lobby(0).await;
    room.dealer.cancel(room.m, HOST, None, at(OPENED)).await.unwrap();
    let new = NewMatch { starts: Some(OPENED.plus(after)), ..new_match(header()) };
    let m = room.dealer.open(new, at(OPENED)).await.unwrap();
    Room { m, ..room }
}

impl Room {
    /// Both players press Ready, one second after a moment.
    pub async fn both_ready(&self, moment: UnixMs) {
        for user in [ANN, BOB] {
            self.dealer.press_ready(self.m, user, None, at(moment.plus(1_000))).await.unwrap();
        }
    }

    /// The reminders that a person was sent, with the start each names.
    pub fn reminded(&self, user: UserId) -> Vec<(String, UnixMs)> {
        let arrived = self.post.arrived.lock().unwrap();
        let reminder = |(item, _): &(OutboxItem, MessageId)| match &item.notice {
            Notice::Private(private) if private.user == user => Some((private.lines.join(" "), private.starts?)),
            _ => None,
        };
        arrived.iter().filter_map(reminder).collect()
    }

    pub async fn reminded_times(&self, user: UserId, count: usize) -> Vec<(String, UnixMs)> {
        until("reminders", async || Some(self.reminded(user)).filter(|got| got.len() >= count)).await
    }

    pub fn starting(&self) -> Vec<Public> {
        self.post.publics().into_iter().filter(|public| public.starts.is_some()).collect()
    }
}

#[tokio::test]
async fn both_players_and_the_host_are_reminded_and_the_match_starts_by_itself() {
    let mut room = planned(2 * DAY).await;
    let start = OPENED.plus(2 * DAY);
    room.both_ready(OPENED).await;
    let card = until("the card", async || {
        let arrived = room.post.arrived.lock().unwrap();
        arrived.iter().find_map(|(item, _)| match &item.notice {
            Notice::EditCard(card) if card.match_id == room.m => Some(card.clone()),
            _ => None,
        })
    });
    assert_eq!(card.await.starts, Some(start));
    for (count, lead) in [(1, DAY), (2, HOUR), (3, 10 * MINUTE)] {
        room.go(UnixMs(start.0 - lead.cast_signed() - 1)).await;
        room.settled().await;
        assert_eq!(room.reminded(ANN).len(), count - 1, "no sooner");
        // A restart neither repeats nor loses one.
        room.restart(Duration::ZERO).await;
        room.go(UnixMs(start.0 - lead.cast_signed())).await;
        for user in [ANN, BOB, HOST] {
            let got = room.reminded_times(user, count).await;
            assert_eq!((got.len(), got[count - 1].1), (count, start), "{user}");
        }
    }
    assert_eq!(room.post.prompts(ANN).len(), 0);
    room.go(start.plus(GRACE_MS)).await;
    room.prompted(1).await;
    // The wait's end is the start to the millisecond, and the first round has its whole time.
    assert_eq!(room.post.prompts(ANN)[0].panel.deadline, Some(start.plus(UNIT_MS)));
    let record = room.record().await;
    assert_eq!(record.len(), 1, "{record:?}");
    assert_eq!(room.reminded(ANN).len(), 3);
}

#[tokio::test]
async fn whoever_has_pressed_nothing_is_named_in_the_channel() {
    let room = planned(2 * HOUR).await;
    room.dealer.press_ready(room.m, ANN, None, at(OPENED.plus(1_000))).await.unwrap();
    room.go(OPENED.plus(HOUR)).await;
    let ann = room.reminded_times(ANN, 1).await;
    assert!(ann[0].0.contains("You are ready"), "{ann:?}");
    let host = room.reminded_times(HOST, 1).await;
    assert!(host[0].0.contains("Not ready yet: Bob"), "{host:?}");
    let named = until("a word to Bob", async || room.starting().pop()).await;
    assert_eq!((&named.mention, named.starts), (&vec![BOB], Some(OPENED.plus(2 * HOUR))));
    assert!(named.lines[0].contains(&format!("card of match {}", room.m)), "{named:?}");
    assert!(room.reminded(BOB).is_empty());
    // Nobody is made to play: without both presses the match is called off at its start.
    room.go(OPENED.plus(2 * HOUR + GRACE_MS)).await;
    until("the end of the lobby", async || {
        (room.dealer.info(room.m).await.unwrap().status == Status::Cancelled).then_some(())
    })
    .await;
}

#[tokio::test]
async fn an_absence_gives_one_reminder_late_and_does_not_move_the_start() {
    let mut room = planned(2 * DAY).await;
    let start = OPENED.plus(2 * DAY);
    room.both_ready(OPENED).await;
    room.go(OPENED.plus(2_000)).await;
    room.settled().await;
    // Away over both of the first two reminders.
    room.restart(Duration::from_millis(2 * DAY - 30 * MINUTE)).await;
    assert_eq!(room.reminded_times(ANN, 1).await.len(), 1);
    // Away over the start: it was when it was, and what the first round's clocks lost is given back.
    room.restart(Duration::from_millis(40 * MINUTE)).await;
    room.prompted(1).await;
    let record = room.record().await;
    let started = start.since(OPENED.plus(1_000));
    assert_eq!(record[0]["at"].as_u64(), Some(started), "{record:?}");
    assert!(record[1]["host"].as_str().is_some_and(|act| act.starts_with("credit ")), "{record:?}");
    assert_eq!(record[1]["at"].as_u64(), Some(started));
    let deadline = room.dealer.panel(room.m, ANN).await.unwrap().deadline.unwrap();
    let now = room.clock.now();
    assert!(deadline > now.plus(UNIT_MS) && deadline <= now.plus(UNIT_MS + 20_000), "{}", deadline.0 - now.0);
    assert_eq!(room.reminded(ANN).len(), 1, "no reminder of what has begun");
}

#[tokio::test]
async fn a_start_is_moved_in_the_lobby_and_after_it() {
    let mut room = planned(3 * HOUR).await;
    let host = |room: &Room, start, now| {
        let (dealer, m) = (room.dealer.clone(), room.m);
        async move { dealer.reschedule(m, HOST, start, Some("Bob is late.".to_owned()), at(now)).await }
    };
    let later = OPENED.plus(5 * HOUR);
    host(&room, later, OPENED.plus(1_000)).await.unwrap();
    let told = until("a word to everyone", async || room.starting().pop()).await;
    assert_eq!((told.starts, told.mention), (Some(later), vec![ANN, BOB]));
    assert!(told.lines.iter().any(|line| line.contains("Bob is late.")), "{:?}", told.lines);
    // The lobby goes on beyond its first end, and reminds of its new one.
    room.go(OPENED.plus(3 * HOUR + GRACE_MS)).await;
    room.settled().await;
    assert_eq!(room.dealer.info(room.m).await.unwrap().status, Status::Lobby);
    room.both_ready(OPENED.plus(3 * HOUR + GRACE_MS)).await;
    let sooner = OPENED.plus(4 * HOUR + 1);
    host(&room, sooner, OPENED.plus(3 * HOUR + 10_000)).await.unwrap();
    until("the new start", async || (room.dealer.info(room.m).await.unwrap().deadline == Some(sooner)).then_some(()))
        .await;
    let told = until("a word to everyone", async || room.starting().pop().filter(|told| told.starts == Some(sooner)));
    let told = told.await;
    assert_eq!((told.mention, told.tells, told.controls), (vec![ANN, BOB], true, Controls::None));
    room.restart(Duration::ZERO).await;
    room.go(UnixMs(sooner.0 - (10 * MINUTE).cast_signed())).await;
    let got = room.reminded_times(ANN, 1).await;
    assert_eq!(got.last().unwrap().1, sooner);
    room.go(sooner.plus(GRACE_MS)).await;
    room.prompted(1).await;
    assert_eq!(room.post.prompts(BOB)[0].panel.deadline, Some(sooner.plus(UNIT_MS)));
    // What has begun is not moved.
    let refused = host(&room, OPENED.plus(9 * HOUR), sooner.plus(5_000)).await;
    assert_eq!(code(refused), Code::BadHostAction);
}

#[tokio::test]
async fn a_start_cannot_be_past_or_given_to_a_match_without_one() {
    let room = planned(3 * HOUR).await;
    let past = room.dealer.reschedule(room.m, HOST, OPENED, None, at(OPENED.plus(1_000))).await;
    assert_eq!(code(past), Code::BadHostAction);
    let plain = room.dealer.open(new_match(header()), at(OPENED.plus(2_000))).await.unwrap();
    let none = room.dealer.reschedule(plain, HOST, OPENED.plus(HOUR), None, at(OPENED.plus(3_000))).await;
    assert_eq!(code(none), Code::BadHostAction);
    room.dealer.cancel(room.m, HOST, None, at(OPENED.plus(4_000))).await.unwrap();
    let over = room.dealer.reschedule(room.m, HOST, OPENED.plus(HOUR), None, at(OPENED.plus(5_000))).await;
    assert_eq!(code(over), Code::WrongStage);
    assert!(room.post.publics().is_empty());
}

#[tokio::test]
async fn a_pause_moves_the_start_and_reminds_of_the_moved_one() {
    let room = planned(2 * HOUR).await;
    room.both_ready(OPENED).await;
    let host = async |act, now| room.dealer.host(room.m, HOST, act, None, at(now)).await.unwrap();
    room.go(OPENED.plus(30 * MINUTE)).await;
    host(HostAct::Pause, OPENED.plus(30 * MINUTE)).await;
    room.go(OPENED.plus(90 * MINUTE)).await;
    let says = "It begins 90 minutes after it is resumed, unless its start is moved.";
    until("the pause", async || {
        let paused = room.post.publics().pop()?;
        paused.lines.iter().any(|line| line == says).then_some(())
    })
    .await;
    room.settled().await;
    assert!(room.reminded(ANN).is_empty(), "there is no start to name while it does not come nearer");
    assert_eq!(room.dealer.look(room.m, None).await.unwrap().start, Some(Start::After(90 * MINUTE)));
    host(HostAct::Resume, OPENED.plus(90 * MINUTE)).await;
    let moved = OPENED.plus(3 * HOUR);
    room.go(OPENED.plus(2 * HOUR)).await;
    let got = room.reminded_times(ANN, 1).await;
    assert_eq!(got.iter().map(|(_, start)| *start).collect::<Vec<_>>(), [moved]);
}

#[tokio::test]
async fn a_match_that_waits_for_its_start_can_be_cancelled() {
    let room = planned(2 * HOUR).await;
    room.both_ready(OPENED).await;
    room.dealer.cancel(room.m, HOST, None, at(OPENED.plus(5_000))).await.unwrap();
    let last = until("the last word", async || room.post.publics().into_iter().find(|public| public.over)).await;
    assert_eq!(last.stage, "Over before its start");
    let info = room.dealer.info(room.m).await.unwrap();
    assert_eq!((info.status, info.outcome.unwrap().winner), (Status::Over, None));
    // Taken back, the wait for the start has its full time once more, and everyone reads until when.
    room.host(HostAct::Undo, OPENED.plus(HOUR)).await;
    let starts = OPENED.plus(3 * HOUR - 1_000).seconds();
    let said = until("the undo", async || {
        let lines = room.post.publics().into_iter().flat_map(|public| public.lines);
        lines.into_iter().find(|line| line.contains("reverted"))
    });
    let said = said.await;
    assert!(
        said.ends_with(&format!(": the match waits for its start, which was put off to <t:{starts}:F>.")),
        "{said}"
    );
    room.host(HostAct::Void, OPENED.plus(HOUR + 1_000)).await;
    room.go(OPENED.plus(4 * HOUR)).await;
    room.settled().await;
    assert!(room.reminded(ANN).is_empty());
    // One that is being played is not cancelled.
    let room = Room::playing().await;
    assert_eq!(code(room.dealer.cancel(room.m, HOST, None, at(t(1_000))).await), Code::WrongStage);
}

/// A match in which both are asked for their allocations, three hours before its first round; when that is.
async fn allocating() -> (Room, UnixMs) {
    let mut room = Room::lobby(0).await;
    let header =
        r#"{"record":1,"game":"castle-siege","preset":"gauntlet","seats":{"ec":"Ann","dmo":"Bob"},"seed":"1"}"#;
    let first = OPENED.plus(3 * HOUR);
    let new = NewMatch { starts: Some(first), ..new_match(Header::read(header).unwrap()) };
    room.m = room.dealer.open(new, at(OPENED)).await.unwrap();
    room.both_ready(OPENED).await;
    room.prompted(1).await;
    (room, first)
}

#[tokio::test]
async fn allocations_close_an_hour_before_the_start_and_a_restart_in_that_hour_changes_nothing() {
    let even = "A 2/2/2 B 2/2/2 C 2/2/2 D 2/2/2 E 2/2/2";
    let (mut room, first) = allocating().await;
    let hour_before = |start: UnixMs| UnixMs(start.0 - HOUR.cast_signed());
    assert_eq!(room.post.prompts(ANN)[0].panel.deadline, Some(hour_before(first)));
    // Both are in, and both stay open all the same: one is changed after the start was moved.
    for user in [ANN, BOB] {
        assert!(!room.marked(user, even, OPENED.plus(60_000)).await.unwrap().resolved);
    }
    let start = OPENED.plus(5 * HOUR);
    let moved = room.dealer.reschedule(room.m, HOST, start, None, at(OPENED.plus(120_000))).await;
    moved.unwrap();
    room.go(UnixMs(hour_before(start).0 - 1)).await;
    let late = "A 4/3/0 B 4/3/0 C 2/2/2 D 0/1/4 E 0/1/4";
    assert!(room.marked(BOB, late, UnixMs(hour_before(start).0 - 1)).await.unwrap().replaced);
    room.go(hour_before(start).plus(GRACE_MS)).await;
    until("the end of the allocations", async || (room.mark().await.step == 2).then_some(())).await;
    assert_eq!(code(room.marked(ANN, even, hour_before(start).plus(10_000)).await), Code::NotAwaited);
    let waits = until("everyone reads it", async || room.starting().pop().filter(|told| told.deadline.is_none())).await;
    assert_eq!((waits.controls, waits.starts), (Controls::None, Some(start)));
    let panel = room.dealer.panel(room.m, ANN).await.unwrap();
    assert_eq!(panel.start, Some(Start::At(start)));
    assert!(panel.unasked.unwrap().contains("waits for its start"));
    // A restart inside the hour: the wait goes on, and ends at the start.
    room.go(UnixMs(start.0 - (30 * MINUTE).cast_signed())).await;
    let prompts = room.post.prompts(ANN).len();
    room.restart(Duration::ZERO).await;
    room.go(start.plus(GRACE_MS)).await;
    let asked = until("the first round", async || {
        let asked = room.post.prompts(ANN);
        (asked.len() > prompts).then(|| asked.last().cloned()).flatten()
    })
    .await;
    assert_eq!(asked.panel.deadline, Some(start.plus(180_000)));
    assert!(asked.panel.form.is_some(), "the round is asked as a form");
    let record = room.record().await;
    let opened = OPENED.plus(1_000);
    let times: Vec<_> = record.iter().rev().take(2).map(|entry| entry["at"].as_u64().unwrap()).collect();
    assert_eq!(times, [start.since(opened), hour_before(start).since(opened)], "{record:?}");
    // What the DMO changed at the last moment is what plays.
    let own = room.dealer.answer(room.m, Some(BOB), "units").await.unwrap();
    assert!(own.contains('4') && own.contains('3'), "{own}");
}

/// A start that may come later than it is set for says so wherever it is named, and where it cannot come as soon as it is wanted.
#[tokio::test]
async fn a_start_before_which_something_is_asked_is_promised_no_sooner_than_it_can_come() {
    let header = r#"{"record":1,"game":"castle-siege","preset":"gauntlet","seats":{"ec":"Ann","dmo":"Bob"},"ruleset":{"quiet":"22:00-08:00"}}"#;
    let mut room = Room::lobby(0).await;
    let new = NewMatch { starts: Some(OPENED.plus(5 * MINUTE)), ..new_match(Header::read(header).unwrap()) };
    let opened = room.dealer.open_lobby(new, at(OPENED)).await.unwrap();
    room.m = opened.id;
    let least = "It begins at least 10 minutes after both are ready.";
    assert_eq!(opened.at_least.as_deref(), Some(least));
    room.all_sent().await;
    let cards = || {
        let arrived = room.post.arrived.lock().unwrap();
        let card = |(item, _): &(OutboxItem, MessageId)| match &item.notice {
            Notice::Card(card) | Notice::EditCard(card) if card.match_id == room.m => Some((card.state, card.least)),
            _ => None,
        };
        arrived.iter().filter_map(card).collect::<Vec<_>>()
    };
    assert_eq!(cards(), [(CardState::Open, Some(10 * MINUTE))]);
    let moved = room.dealer.reschedule(room.m, HOST, OPENED.plus(4 * MINUTE), None, at(OPENED.plus(1_000))).await;
    assert!(moved.unwrap().ends_with(least));
    let told = room.publics(1).await;
    assert_eq!(told[0].lines.last().map(String::as_str), Some(least), "{:?}", told[0].lines);
    room.both_ready(OPENED.plus(2 * MINUTE)).await;
    room.prompted(1).await;
    until("it waits", async || cards().contains(&(CardState::Waiting, None)).then_some(())).await;
    // What would leave it where it is calls nobody.
    let move_to = async |at_ms: u64, starts: u64| {
        let moved = room.dealer.reschedule(room.m, HOST, OPENED.plus(starts), None, at(OPENED.plus(at_ms))).await;
        match moved {
            Ok(said) => Ok(said),
            Err(Error::Refused(refused)) => Err(refused.message),
            Err(other) => panic!("{other:?}"),
        }
    };
    let at_last = OPENED.plus(12 * MINUTE + 1_000).seconds();
    let sooner = move_to(3 * MINUTE, 5 * MINUTE).await.unwrap_err();
    assert!(sooner.contains(&format!("<t:{at_last}:F>")) && sooner.contains("cannot begin sooner"), "{sooner}");
    // Nor does letting it begin at once, or in a pause.
    let begin = room.dealer.preview(room.m, HOST, Ruling::Begin, None, at(OPENED.plus(3 * MINUTE + 1))).await;
    let Err(Error::Refused(begin)) = begin else { panic!("{begin:?}") };
    assert!(begin.message.contains("cannot begin sooner"), "{}", begin.message);
    room.host(HostAct::Pause, OPENED.plus(3 * MINUTE + 2)).await;
    let sooner = move_to(3 * MINUTE + 3, 5 * MINUTE).await.unwrap_err();
    assert!(
        sooner.contains("after the match is resumed already") && sooner.contains("cannot begin sooner"),
        "{sooner}"
    );
    let later = move_to(3 * MINUTE + 4, 2 * HOUR).await.unwrap();
    assert!(later.contains("after the match is resumed") && !later.contains("sooner"), "{later}");
    let sooner = move_to(3 * MINUTE + 5, 5 * MINUTE).await.unwrap();
    assert!(sooner.contains("cannot begin sooner"), "{sooner}");
    room.host(HostAct::Resume, OPENED.plus(3 * MINUTE + 6)).await;
    room.all_sent().await;
    let said = room.post.publics().len();
    let later = move_to(4 * MINUTE, 3 * HOUR).await.unwrap();
    assert!(!later.contains("sooner"), "{later}");
    let same = move_to(4 * MINUTE + 1_000, 3 * HOUR).await.unwrap_err();
    assert!(same.contains("already") && !same.contains("sooner"), "{same}");
    let sooner = move_to(5 * MINUTE, 6 * MINUTE).await.unwrap();
    assert!(sooner.contains("cannot begin sooner"), "{sooner}");
    room.all_sent().await;
    assert_eq!(room.post.publics().len(), said + 2, "what moved it was said");
    // Where nothing is asked before, nothing puts it off.
    let plain = NewMatch { starts: Some(OPENED.plus(HOUR)), ..new_match(self::header()) };
    assert_eq!(room.dealer.open_lobby(plain, at(OPENED)).await.unwrap().at_least, None);
}

#[tokio::test]
async fn what_moves_a_start_is_said_on_its_card() {
    let room = planned(2 * HOUR).await;
    room.both_ready(OPENED).await;
    let cards = || {
        let arrived = room.post.arrived.lock().unwrap();
        let card = |(item, _): &(OutboxItem, MessageId)| match &item.notice {
            Notice::EditCard(card) if card.match_id == room.m => card.starts,
            _ => None,
        };
        arrived.iter().rev().find_map(card)
    };
    until("the card", async || (cards() == Some(OPENED.plus(2 * HOUR))).then_some(())).await;
    room.dealer.host(room.m, HOST, HostAct::Extend(600), None, at(OPENED.plus(5_000))).await.unwrap();
    until("the moved start", async || (cards() == Some(OPENED.plus(2 * HOUR + 10 * MINUTE))).then_some(())).await;
    let newest = room.post.publics().pop().unwrap();
    assert_eq!((newest.starts, newest.deadline), (Some(OPENED.plus(2 * HOUR + 10 * MINUTE)), None));
}

#[tokio::test]
async fn a_start_that_is_moved_while_the_match_is_paused_is_said_as_it_will_be() {
    let room = planned(2 * HOUR).await;
    room.both_ready(OPENED).await;
    room.go(OPENED.plus(10 * MINUTE)).await;
    let now = at(OPENED.plus(10 * MINUTE));
    room.dealer.host(room.m, HOST, HostAct::Pause, None, now).await.unwrap();
    room.go(OPENED.plus(30 * MINUTE)).await;
    let start = OPENED.plus(3 * HOUR + 30 * MINUTE);
    let asked = room.dealer.preview(room.m, HOST, Ruling::Start(start), None, at(OPENED.plus(30 * MINUTE))).await;
    assert!(asked.unwrap().words.contains("by as long as the match stays paused"));
    room.dealer.reschedule(room.m, HOST, start, None, at(OPENED.plus(30 * MINUTE))).await.unwrap();
    let told = until("a word to everyone", async || {
        room.post.publics().pop().filter(|told| told.lines.iter().any(|line| line.contains("moved the start")))
    });
    let told = told.await;
    assert!(
        told.lines.iter().any(|line| line.starts_with("It begins 3 hours after it is resumed")),
        "{:?}",
        told.lines
    );
    assert_eq!((told.mention, told.starts), (vec![ANN, BOB], None));
    room.go(OPENED.plus(60 * MINUTE)).await;
    room.dealer.host(room.m, HOST, HostAct::Resume, None, at(OPENED.plus(60 * MINUTE))).await.unwrap();
    let moved = Some(OPENED.plus(4 * HOUR));
    until("it begins as was said", async || room.starting().pop().filter(|told| told.starts == moved)).await;
}

#[tokio::test]
async fn an_undo_that_puts_the_start_off_says_so_before_and_on_the_card() {
    let (room, first) = allocating().await;
    // Allocations have closed; the start is minutes away.
    room.go(UnixMs(first.0 - HOUR.cast_signed()).plus(GRACE_MS)).await;
    until("the end of the allocations", async || (room.mark().await.step == 2).then_some(())).await;
    let now = UnixMs(first.0 - (2 * MINUTE).cast_signed());
    room.go(now).await;
    let undo = Ruling::Act(HostAct::Undo);
    let asked = room.dealer.preview(room.m, HOST, undo, None, at(now)).await.unwrap();
    room.dealer.host(room.m, HOST, HostAct::Undo, None, at(now)).await.unwrap();
    let row = until("the new start", async || {
        room.store.find_match(room.m).await.unwrap().filter(|row| row.starts > Some(first))
    });
    let begins = row.await.starts.unwrap();
    assert!(
        asked.words.contains(&format!(
            " That puts the start off: the first round is {} away then; `/host reschedule` moves it.",
            deathmatch::dealer::humanize(begins.since(now))
        )),
        "{}",
        asked.words
    );
    let card = until("the card", async || {
        let arrived = room.post.arrived.lock().unwrap();
        let last = arrived.iter().rev().find_map(|(item, _)| match &item.notice {
            Notice::EditCard(card) => Some(card.starts),
            _ => None,
        });
        last.filter(|starts| *starts == Some(begins))
    });
    card.await;
    let off = "with full time. That puts its start off.";
    let says = async || {
        let publics = room.post.publics();
        let told = publics.iter().find(|public| public.lines.iter().any(|line| line.ends_with(off)))?;
        // Where it stands it can be kept true.
        (told.starts == Some(begins)).then_some(())
    };
    until("everyone reads it", says).await;
}
