//! A match in a thread of its own: put away after its end, and left for the channel where there is none any more.

use super::around::*;
use super::*;

/// A match that has begun in a thread of its own.
async fn hung() -> (Room, MatchId) {
    hung_as(false).await
}

async fn hung_as(friendly: bool) -> (Room, MatchId) {
    let store = Store::memory().await.unwrap();
    set(&store, Setting::Stands(Stands::Thread)).await;
    let clock = ServiceClock::by_hand(OPENED);
    let post = Arc::new(Post::default());
    *post.clock.lock().unwrap() = Some(clock.clone());
    *post.thread.lock().unwrap() = Some(THREAD);
    let dealer = Dealer::start(store.clone(), clock.clone(), post.clone(), options()).await.unwrap();
    let m = dealer.open(NewMatch { friendly, ..new_match(header()) }, at(OPENED)).await.unwrap();
    let room = Room { store, clock, post, dealer, m };
    until("the thread", async || (room.dealer.info(m).await.unwrap().channel == THREAD).then_some(())).await;
    room.begin().await;
    (room, m)
}

#[tokio::test]
async fn a_match_is_played_in_its_thread_which_is_put_away_a_day_after_the_end() {
    let (mut room, m) = hung().await;
    let info = room.dealer.info(m).await.unwrap();
    assert_eq!((info.channel, info.parent), (THREAD, Some(CHANNEL)));
    {
        let arrived = room.post.arrived.lock().unwrap();
        let to = |kind: &str| -> Vec<Address> {
            arrived.iter().filter(|(item, _)| item.notice.kind() == kind).map(|(item, _)| item.to).collect()
        };
        assert_eq!(to("card"), [Address::Channel(CHANNEL)]);
        assert_eq!(to("thread").len(), 1);
        assert!(to("public").iter().all(|to| *to == Address::Channel(THREAD)));
        let hang = arrived.iter().find_map(|(item, _)| match &item.notice {
            Notice::Thread(hang) => Some(hang.clone()),
            _ => None,
        });
        let hang = hang.unwrap();
        assert_eq!(hang.name, "Match 1 · A Warrior's Death · Ann – Bob");
        assert_eq!(hang.members, [ANN, BOB, HOST]);
    }
    room.host(HostAct::Award(Seat::Ec), t(1_000)).await;
    room.go(t(20 * HOUR)).await;
    room.restart(Duration::ZERO).await;
    room.settled().await;
    assert_eq!(room.externals(), [], "its buttons are still used");
    // An end that is reverted archives nothing, and the next end has its own day.
    room.host(HostAct::Undo, t(21 * HOUR)).await;
    room.host(HostAct::Pause, t(21 * HOUR + 1)).await;
    room.go(t(25 * HOUR)).await;
    room.settled().await;
    assert_eq!(room.externals(), []);
    room.host(HostAct::Award(Seat::Ec), t(26 * HOUR)).await;
    room.go(t(51 * HOUR)).await;
    let archived = room.external(1).await;
    assert_eq!((archived.channel, archived.object), (THREAD, Object::Archive));
    room.restart(Duration::from_secs(60)).await;
    room.settled().await;
    assert_eq!(room.externals().len(), 1);
}

#[tokio::test]
async fn what_is_asked_in_a_thread_is_asked_in_the_channel_at_once_when_that_is_deleted() {
    let (room, m) = hung().await;
    until("all is sent", async || (room.store.pending_posts() == 0).then_some(())).await;
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    let before = room.dealer.record(m).await.unwrap();
    room.dealer.channel_deleted(THREAD).await;
    let said = |(item, _): &(OutboxItem, MessageId)| match &item.notice {
        Notice::Public(public) if item.to == Address::Channel(CHANNEL) => Some(public.clone()),
        _ => None,
    };
    let asked = until("it is asked", async || room.post.arrived.lock().unwrap().iter().find_map(said)).await;
    assert_eq!(asked.lines, [format!("The thread of match {m} is gone; it continues here.")]);
    assert_eq!((asked.controls, asked.mark), (Controls::Order, Some(room.mark().await)));
    assert!(!asked.drawn.is_empty() && asked.deadline.is_some());
    // Who has answered is not to be read off it.
    assert_eq!(asked.mention, [ANN, BOB]);
    let info = room.dealer.info(m).await.unwrap();
    assert_eq!((info.channel, info.parent), (CHANNEL, None));
    assert_eq!(room.dealer.record(m).await.unwrap(), before, "nothing has happened in the match");
    // Told twice, it is done once.
    room.dealer.channel_deleted(THREAD).await;
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    let lines = until("the round", async || {
        let arrived = room.post.arrived.lock().unwrap();
        let there: Vec<_> = arrived.iter().filter_map(said).collect();
        (there.len() > 1).then_some(there)
    });
    let lines = lines.await;
    assert!(lines[1].boards.is_some() && lines.len() == 2, "{lines:?}");
}

#[tokio::test]
async fn a_match_whose_thread_is_deleted_goes_on_in_the_channel() {
    let (room, m) = hung().await;
    until("all is sent", async || (room.store.pending_posts() == 0).then_some(())).await;
    room.post.fail(Address::Channel(THREAD), Undelivered::NoChannel { why: "404 10003: Unknown Channel".into() });
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    let info = room.dealer.info(m).await.unwrap();
    until("it is back", async || (room.store.pending_posts() == 0).then_some(())).await;
    let back = room.dealer.info(m).await.unwrap();
    assert_eq!((back.channel, back.parent, back.stage), (CHANNEL, None, info.stage), "it does not stand still");
    let arrived = room.post.arrived.lock().unwrap();
    let there: Vec<_> = arrived.iter().filter(|(item, _)| item.to == Address::Channel(CHANNEL)).collect();
    let lines = there.iter().filter_map(|(item, _)| match &item.notice {
        Notice::Public(public) => Some((public.boards.is_some(), public.lines.join(" "))),
        _ => None,
    });
    let lines: Vec<_> = lines.collect();
    assert!(lines.iter().any(|(result, _)| *result), "what could not be posted is posted there: {lines:?}");
    assert_eq!(lines.iter().filter(|(_, words)| words.contains("continues here")).count(), 1, "{lines:?}");
}

/// What is over does not go on: its end is posted in the channel, and who reads it there is told why.
#[tokio::test]
async fn an_end_whose_thread_is_deleted_stands_in_the_channel() {
    let (room, m) = hung().await;
    room.all_sent().await;
    room.post.fail(Address::Channel(THREAD), Undelivered::NoChannel { why: "404 10003: Unknown Channel".into() });
    room.host(HostAct::Award(Seat::Ec), t(1_000)).await;
    room.all_sent().await;
    assert_eq!(room.dealer.info(m).await.unwrap().channel, CHANNEL);
    let arrived = room.post.arrived.lock().unwrap();
    let there = arrived.iter().filter_map(|(item, _)| match &item.notice {
        Notice::Public(public) if item.to == Address::Channel(CHANNEL) => Some((public.over, public.lines.join(" "))),
        _ => None,
    });
    let there: Vec<_> = there.collect();
    assert_eq!(there.iter().map(|(over, _)| *over).collect::<Vec<_>>(), [true, false], "{there:?}");
    let why = "The thread of match 1 was deleted; what was still to be said of it stands above.";
    assert_eq!(there[1].1, why);
}

#[tokio::test]
async fn a_thread_that_is_refused_holds_up_nothing() {
    let store = Store::memory().await.unwrap();
    set(&store, Setting::Stands(Stands::Thread)).await;
    let room = Room::lobby_in(store, 0).await;
    // The card first; what comes after it is refused.
    until("the card", async || (!room.post.arrived.lock().unwrap().is_empty()).then_some(())).await;
    room.begin().await;
    assert_eq!(
        room.dealer.info(room.m).await.unwrap().parent,
        None,
        "where there are no threads, it is played in the channel"
    );

    let new =
        NewMatch { channel: ChannelId(21), users: BySeat { ec: UserId(31), dmo: UserId(32) }, ..new_match(header()) };
    room.go(t(1_000)).await;
    *room.post.thread_refused.lock().unwrap() = Some("I lack Create Public Threads there".to_owned());
    let m = room.dealer.open(new, at(t(1_000))).await.unwrap();
    let said = until("everyone is told", async || {
        let publics = room.post.publics();
        publics.into_iter().find(|public| public.lines.iter().any(|line| line.contains("could not give match")))
    });
    assert!(said.await.lines[0].contains("Create Public Threads"));
    for user in [UserId(31), UserId(32)] {
        room.dealer.press_ready(m, user, None, at(t(2_000))).await.unwrap();
    }
    until("it is played", async || (room.post.prompts(UserId(31)).len() == 1).then_some(())).await;
}

#[tokio::test]
async fn what_was_proposed_in_a_thread_that_is_deleted_can_be_proposed_again() {
    let (room, m) = hung_as(true).await;
    let propose = async |ms| room.dealer.propose(m, ANN, Agreement::Pause, at(t(ms))).await;
    propose(1_000).await.unwrap();
    until("all is sent", async || (room.store.pending_posts() == 0).then_some(())).await;
    assert_eq!(code(propose(1_500).await), Code::BadHostAction);
    room.dealer.channel_deleted(THREAD).await;
    until("it goes on", async || room.dealer.info(m).await.unwrap().parent.is_none().then_some(())).await;
    propose(2_000).await.unwrap();
}

#[tokio::test]
async fn of_a_channel_that_is_deleted_its_host_is_told_once() {
    let room = Room::playing().await;
    let gone = || Undelivered::NoChannel { why: "it has been deleted".into() };
    for _ in 0..4 {
        room.post.fail(Address::Channel(CHANNEL), gone());
    }
    room.dealer.channel_deleted(CHANNEL).await;
    let told =
        || room.post.private_lines(HOST).into_iter().filter(|line| line.contains("suspended")).collect::<Vec<_>>();
    until("word to the host", async || (!told().is_empty()).then_some(())).await;
    until("the words are refused", async || {
        let tries = room.post.tries.lock().unwrap();
        let refused = tries.iter().filter(|item| item.to == Address::Channel(CHANNEL)).count() > 1;
        refused.then_some(())
    })
    .await;
    room.settled().await;
    let told = told();
    assert!(told.len() == 1 && told[0].contains("its channel has been deleted"), "{told:?}");
}

/// What was left to say of it comes first, and where nothing was, nothing is posted.
#[tokio::test]
async fn of_a_match_that_is_over_only_what_was_left_is_posted_elsewhere() {
    let other = ChannelId(CHANNEL.0 + 7);
    for owes in [false, true] {
        let room = Room::playing().await;
        room.all_sent().await;
        if owes {
            room.post.fail(Address::Channel(CHANNEL), Undelivered::NoChannel { why: "it has been deleted".into() });
        }
        room.host(HostAct::Award(Seat::Ec), t(1_000)).await;
        if owes {
            until("it is owed", async || room.store.owing(room.m).await.unwrap().map(drop)).await;
        } else {
            room.all_sent().await;
        }
        assert_eq!(room.dealer.go_on_in(room.m, other, at(t(2_000))).await.unwrap(), owes);
        room.all_sent().await;
        let arrived = room.post.arrived.lock().unwrap();
        let there = arrived.iter().filter_map(|(item, _)| match &item.notice {
            Notice::Public(public) if item.to == Address::Channel(other) => Some((public.over, public.lines.join(" "))),
            _ => None,
        });
        let why = "The channel of match 1 was deleted; what was still to be said of it stands above.";
        let there: Vec<_> = there.collect();
        assert_eq!(there.len(), if owes { 2 } else { 0 }, "{there:?}");
        assert!(!owes || (there[0].0 && there[1].1 == why), "{there:?}");
    }
}
