//! A match in a separate thread: archived after its end, and left for the channel where there is none any more.

use super::around::*;
use super::*;

/// A match that has begun in a separate thread.
pub async fn hung() -> (Room, MatchId) {
    hung_as(false).await
}

async fn hung_as(friendly: bool) -> (Room, MatchId) {
    let store = Store::memory().await.unwrap();
    set(&store, Setting::Stands(Stands::Thread)).await;
    let room = Room::dealing(store, 0, options()).await;
    *room.post.thread.lock().unwrap() = Some(THREAD);
    let room = room.opening(NewMatch { friendly, ..new_match(header()) }).await;
    room.begin().await;
    let m = room.m;
    (room, m)
}

impl Room {
    /// What everyone was told in the channel, the thread left aside.
    async fn told_beside(&self) -> Timeline {
        self.all_sent().await;
        self.told()
    }
}

#[tokio::test]
async fn a_match_is_played_in_its_thread_which_is_put_away_a_day_after_the_end() {
    let (mut room, m) = hung().await;
    let info = room.dealer.info(m).await.unwrap();
    assert_eq!((info.channel, info.parent), (THREAD, Some(CHANNEL)));
    let channel = room.channel();
    let kinds: Vec<_> = channel.iter().map(|message| message.kind).collect();
    assert_eq!(kinds, ["card", "thread"], "all else is said in the thread");
    channel.last().has("Match 1").has("Ann").has("Bob");
    assert_eq!(channel.last().pings, [ANN, BOB, HOST]);
    assert!(room.channel_of(THREAD).last().can("Order"));
    let archived = async |room: &Room, ms| {
        room.go(t(ms)).await;
        room.settled().await;
        room.post.archived.lock().unwrap().contains(&THREAD)
    };
    room.host(HostAct::Award(Seat::Ec), t(1_000)).await;
    room.go(t(20 * HOUR)).await;
    room.restart(Duration::ZERO).await;
    assert!(!archived(&room, 20 * HOUR).await, "its buttons are still used");
    // An end that is reverted archives nothing, and the next end has its own day.
    room.host(HostAct::Undo, t(21 * HOUR)).await;
    room.host(HostAct::Pause, t(21 * HOUR + 1)).await;
    assert!(!archived(&room, 25 * HOUR).await);
    room.host(HostAct::Award(Seat::Ec), t(26 * HOUR)).await;
    assert!(archived(&room, 51 * HOUR).await);
    let tries = room.post.tries.lock().unwrap().len();
    room.restart(Duration::from_secs(60)).await;
    room.settled().await;
    assert_eq!(room.post.tries.lock().unwrap().len(), tries, "once");
}

#[tokio::test]
async fn what_is_asked_in_a_thread_is_asked_in_the_channel_at_once_when_that_is_deleted() {
    let (room, m) = hung().await;
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    let before = room.dealer.record(m).await.unwrap();
    room.delete(THREAD).await;
    let told = room.told_beside().await;
    // Who has answered is not to be read off it.
    let asked = told.last().has("gone");
    assert!(told.len() == 1 && asked.can("Order") && asked.pings == [ANN, BOB], "{told}");
    assert!(asked.pictures.len() == 1 && asked.deadline().is_some(), "{told}");
    let info = room.dealer.info(m).await.unwrap();
    assert_eq!((info.channel, info.parent), (CHANNEL, None));
    assert_eq!(room.dealer.record(m).await.unwrap(), before, "nothing has happened in the match");
    // Told twice, it is done once.
    room.delete(THREAD).await;
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    let told = room.told_beside().await;
    assert!(told.len() == 2 && told.last().has("Samurai").pictures.len() == 1, "{told}");
}

#[tokio::test]
async fn a_match_whose_thread_is_deleted_goes_on_in_the_channel() {
    let (room, m) = hung().await;
    room.post
        .fail(Destination::Channel(THREAD), SendError::UnknownChannel { why: "404 10003: Unknown Channel".into() });
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    let info = room.dealer.info(m).await.unwrap();
    let told = room.told_beside().await;
    let back = room.dealer.info(m).await.unwrap();
    assert_eq!((back.channel, back.parent, back.stage), (CHANNEL, None, info.stage), "it is not suspended");
    assert_eq!(told.has("Samurai").pictures.len(), 1, "what could not be posted is posted there");
    assert_eq!(told.with("The thread of match 1").len(), 1, "{told}");
}

/// What is over does not go on: its end is posted in the channel, and who reads it there is told why.
#[tokio::test]
async fn an_end_whose_thread_is_deleted_stands_in_the_channel() {
    let (room, m) = hung().await;
    room.all_sent().await;
    room.post
        .fail(Destination::Channel(THREAD), SendError::UnknownChannel { why: "404 10003: Unknown Channel".into() });
    room.host(HostAct::Award(Seat::Ec), t(1_000)).await;
    let told = room.told_beside().await;
    assert_eq!(room.dealer.info(m).await.unwrap().channel, CHANNEL);
    assert!(told.len() == 2 && told[0].is_last() && !told.last().has("thread of match 1").is_open(), "{told}");
}

#[tokio::test]
async fn a_thread_that_is_refused_holds_up_nothing() {
    let store = Store::memory().await.unwrap();
    set(&store, Setting::Stands(Stands::Thread)).await;
    let room = Room::lobby_in(store, 0).await;
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
    let elsewhere = || room.channel_of(ChannelId(21));
    room.all_sent().await;
    elsewhere().of("public").last().has("Create Public Threads");
    for user in [UserId(31), UserId(32)] {
        room.dealer.press_ready(m, user, None, at(t(2_000))).await.unwrap();
    }
    room.all_sent().await;
    assert!(elsewhere().last().can("Order") && room.prompts(UserId(31)).len() == 1, "it is played");
}

#[tokio::test]
async fn what_was_proposed_in_a_thread_that_is_deleted_can_be_proposed_again() {
    let (room, m) = hung_as(true).await;
    let propose = async |ms| room.dealer.propose(m, ANN, Agreement::Pause, at(t(ms))).await;
    propose(1_000).await.unwrap();
    room.all_sent().await;
    assert_eq!(code(propose(1_500).await), Code::BadHostAction);
    room.delete(THREAD).await;
    room.settled().await;
    assert!(room.dealer.info(m).await.unwrap().parent.is_none());
    propose(2_000).await.unwrap();
}

#[tokio::test]
async fn of_a_channel_that_is_deleted_its_host_is_told_once() {
    let room = Room::playing().await;
    room.delete(CHANNEL).await;
    room.settled().await;
    let told = room.notes(HOST);
    assert!(told.len() == 1 && told.last().says("suspended") && told.last().says("deleted"), "{told}");
}

/// What was left to say of it comes first, and where nothing was, nothing is posted.
#[tokio::test]
async fn of_a_match_that_is_over_only_what_was_left_is_posted_elsewhere() {
    let other = ChannelId(CHANNEL.0 + 7);
    for owes in [false, true] {
        let room = Room::playing().await;
        room.all_sent().await;
        if owes {
            room.post.deleted.lock().unwrap().insert(CHANNEL);
        }
        room.host(HostAct::Award(Seat::Ec), t(1_000)).await;
        room.settled().await;
        assert_eq!(room.store.refused_backlog(room.m).await.unwrap().is_some(), owes);
        assert_eq!(room.dealer.go_on_in(room.m, other, at(t(2_000))).await.unwrap(), owes);
        room.all_sent().await;
        let there = room.channel_of(other);
        assert_eq!(there.len(), if owes { 2 } else { 0 }, "{there}");
        if owes {
            assert!(there[0].is_last() && !there.last().has("channel of match 1").is_open(), "{there}");
        }
    }
}
