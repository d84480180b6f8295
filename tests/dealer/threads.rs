//! A match in a separate thread: archived after its end, and continued in the channel if the thread is deleted.

use super::external_objects::*;
use super::*;

/// Begins a match in a separate thread.
pub async fn match_in_thread() -> (Room, MatchId) {
    match_in_thread_with(false).await
}

async fn match_in_thread_with(friendly: bool) -> (Room, MatchId) {
    let store = Store::memory().await.unwrap();
    set(&store, Setting::Choice(Choice::MatchPlace(MatchPlace::Thread))).await;
    let room = Room::dealing(store, 0, options()).await;
    *room.discord.thread.lock().unwrap() = Some(THREAD);
    let room = room.opening(NewMatch { friendly, ..new_match(header()) }).await;
    room.begin().await;
    let m = room.m;
    (room, m)
}

impl Room {
    /// Returns the channel's public messages, without the thread's.
    async fn public_without_thread(&self) -> Timeline {
        self.all_sent().await;
        self.public()
    }
}

#[tokio::test]
async fn thread_of_a_match_is_archived_a_day_after_its_end() {
    let (mut room, m) = match_in_thread().await;
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
        room.discord.archived.lock().unwrap().contains(&THREAD)
    };
    room.host(HostAct::Award(Seat::Ec), t(1_000)).await;
    room.go(t(20 * HOUR)).await;
    room.restart(Duration::ZERO).await;
    assert!(!archived(&room, 20 * HOUR).await, "its buttons are still used");
    // A reverted end archives nothing, and the next end archives a day later.
    room.host(HostAct::Undo, t(21 * HOUR)).await;
    room.host(HostAct::Pause, t(21 * HOUR + 1)).await;
    assert!(!archived(&room, 25 * HOUR).await);
    room.host(HostAct::Award(Seat::Ec), t(26 * HOUR)).await;
    assert!(archived(&room, 51 * HOUR).await);
    let tries = room.discord.tries.lock().unwrap().len();
    room.restart(Duration::from_secs(60)).await;
    room.settled().await;
    assert_eq!(room.discord.tries.lock().unwrap().len(), tries, "once");
}

#[tokio::test]
async fn deleted_threads_prompt_moves_to_the_channel_at_once() {
    let (room, m) = match_in_thread().await;
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    let before = room.dealer.record(m).await.unwrap();
    room.delete(THREAD).await;
    let told = room.public_without_thread().await;
    // The message does not show who has answered.
    let asked = told.last().has("gone");
    assert!(told.len() == 1 && asked.can("Order") && asked.pings == [ANN, BOB], "{told}");
    assert!(asked.pictures.len() == 1 && asked.deadline().is_some(), "{told}");
    let info = room.dealer.info(m).await.unwrap();
    assert_eq!((info.channel, info.parent), (CHANNEL, None));
    assert_eq!(room.dealer.record(m).await.unwrap(), before, "nothing has happened in the match");
    // A deletion reported twice takes effect once.
    room.delete(THREAD).await;
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    let told = room.public_without_thread().await;
    assert!(told.len() == 2 && told.last().has("Samurai").pictures.len() == 1, "{told}");
    room.host(HostAct::Award(Seat::Ec), t(3_000)).await;
    room.card_says("The match is over").await;
}

#[tokio::test]
async fn match_with_a_deleted_thread_continues_in_the_channel() {
    let (room, m) = match_in_thread().await;
    room.discord
        .fail(Destination::Channel(THREAD), SendError::UnknownChannel { why: "404 10003: Unknown Channel".into() });
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    let info = room.dealer.info(m).await.unwrap();
    let told = room.public_without_thread().await;
    let back = room.dealer.info(m).await.unwrap();
    assert_eq!((back.channel, back.parent, back.stage), (CHANNEL, None, info.stage), "it is not suspended");
    assert_eq!(told.has("Samurai").pictures.len(), 1, "what could not be posted is posted there");
    assert_eq!(told.with("The thread of match 1").len(), 1, "{told}");
}

/// A finished match does not continue: its end is posted in the channel, with the reason.
#[tokio::test]
async fn end_in_a_deleted_thread_is_posted_in_the_channel() {
    let (room, m) = match_in_thread().await;
    room.all_sent().await;
    room.discord
        .fail(Destination::Channel(THREAD), SendError::UnknownChannel { why: "404 10003: Unknown Channel".into() });
    room.host(HostAct::Award(Seat::Ec), t(1_000)).await;
    let told = room.public_without_thread().await;
    assert_eq!(room.dealer.info(m).await.unwrap().channel, CHANNEL);
    assert!(told.len() == 2 && told[0].is_last() && !told.last().has("thread of match 1").is_open(), "{told}");
}

#[tokio::test]
async fn refused_thread_blocks_nothing() {
    let store = Store::memory().await.unwrap();
    set(&store, Setting::Choice(Choice::MatchPlace(MatchPlace::Thread))).await;
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
    *room.discord.thread_refused.lock().unwrap() = Some("I lack Create Public Threads there".to_owned());
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
async fn proposal_lost_with_its_thread_can_be_repeated() {
    let (room, m) = match_in_thread_with(true).await;
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
async fn host_is_notified_once_of_a_deleted_channel() {
    let room = Room::playing().await;
    room.delete(CHANNEL).await;
    room.settled().await;
    let told = room.notes(HOST);
    assert!(told.len() == 1 && told.last().says("suspended") && told.last().says("deleted"), "{told}");
}

/// The pending messages come first; without pending messages nothing is posted.
#[tokio::test]
async fn finished_match_posts_only_pending_messages_elsewhere() {
    let other = ChannelId(CHANNEL.0 + 7);
    for owes in [false, true] {
        let room = Room::playing().await;
        room.all_sent().await;
        if owes {
            room.discord.deleted.lock().unwrap().insert(CHANNEL);
        }
        room.host(HostAct::Award(Seat::Ec), t(1_000)).await;
        room.settled().await;
        assert_eq!(room.store.refused_backlog(room.m).await.unwrap().is_some(), owes);
        assert_eq!(room.dealer.move_to_channel(room.m, other, at(t(2_000))).await.unwrap(), owes);
        room.all_sent().await;
        let there = room.channel_of(other);
        assert_eq!(there.len(), if owes { 2 } else { 0 }, "{there}");
        if owes {
            assert!(there[0].is_last() && !there.last().has("channel of match 1").is_open(), "{there}");
        }
    }
}
