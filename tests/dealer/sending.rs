//! Queued messages arrive, once and in order.

use super::*;

#[tokio::test]
async fn lanes_keep_order_retry_and_are_independent() {
    let room = Room::playing().await;
    room.discord.hang.lock().unwrap().insert(Destination::Dm(ANN));
    room.discord.fail(Destination::Channel(CHANNEL), SendError::Retry { after: Duration::from_secs(3) });
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    room.settled().await;
    assert_eq!(room.prompts(BOB).len(), 2);
    room.marked(ANN, "sage", t(3_000)).await.unwrap();
    room.marked(BOB, "chocobo", t(4_000)).await.unwrap();
    room.settled().await;
    assert_eq!((room.prompts(BOB).len(), room.public().len()), (3, 1), "the second waits for the first");
    room.clock.advance(Duration::from_secs(3));
    let told = room.posted(3).await;
    // A prompt behind the message is not sent with it.
    let second = told[1].has("Samurai");
    assert!(second.pings.is_empty() && !second.is_open() && second.deadline().is_none(), "{told}");
    let third = told[2].has("Sage");
    assert!(third.pings == [ANN, BOB] && third.can("Order"), "{told}");
    assert_eq!(third.deadline(), Some(t(4_000 + UNIT_MS)));
    let tries = room.discord.tries.lock().unwrap();
    let nonces: Vec<_> = tries
        .iter()
        .filter(|item| item.to == Destination::Channel(CHANNEL))
        .map(|item| (item.nonce.as_str(), item.look_first))
        .collect();
    let again = &nonces[nonces.len() - 3..];
    assert_eq!(again[0], again[1]);
    assert_ne!(again[1].0, again[2].0);
    assert!(nonces.iter().all(|(nonce, restarted)| nonce.len() <= 25 && !restarted));
}

#[tokio::test]
async fn unsent_messages_are_sent_after_a_restart() {
    let mut room = Room::playing().await;
    for to in [Destination::Channel(CHANNEL), Destination::Dm(ANN), Destination::Dm(BOB)] {
        room.discord.fail(to, SendError::Retry { after: Duration::from_mins(10) });
    }
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    room.settled().await;
    room.restart(Duration::from_secs(3)).await;
    room.clock.advance(Duration::from_mins(10));
    room.posted(2).await[1].has("Samurai");
    let last = room.discord.tries.lock().unwrap().iter().rfind(|item| item.created <= t(2_000)).cloned();
    assert!(last.unwrap().look_first);
}

#[tokio::test]
async fn closed_direct_messages_are_reported_once_and_block_nothing() {
    let room = Room::lobby(0).await;
    room.go(BEGAN).await;
    room.discord.fail(Destination::Dm(ANN), SendError::DmClosed);
    room.dealer.press_ready(room.m, ANN, None, at(OPENED.plus(2_000))).await.unwrap();
    room.dealer.press_ready(room.m, BOB, None, Snowflake::at(BEGAN)).await.unwrap();
    let pointed = room.reads("direct messages are closed").await;
    assert!(pointed.says("Ann") && pointed.pings == [ANN], "{pointed}");
    assert!(room.store.person(ANN).await.unwrap().dm_closed);
    room.round(1_000, "samurai", "bard").await;
    assert_eq!((room.public().len(), room.prompts(ANN).len(), room.prompts(BOB).len()), (3, 0, 2));
    let told = room.dealer.prompt(room.m, ANN).await.unwrap().told.join("\n");
    assert!(told.contains("Samurai") && room.public().last().says("Samurai"), "she reads it all the same: {told}");
}

#[tokio::test]
async fn panic_while_sending_costs_one_attempt() {
    let room = Room::playing().await;
    room.discord.panics.store(2, Ordering::SeqCst);
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    // Deadlines are held, so that the passing time causes attempts only.
    room.dealer.record_away(t(2_000));
    until_late("both prompts and the round", &room, 1_000, async || (room.store.pending_posts() == 0).then_some(()))
        .await;
    assert_eq!((room.public().len(), room.prompts(ANN).len(), room.prompts(BOB).len()), (2, 2, 2));
    assert_eq!(room.discord.panics.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn retry_after_two_minutes_looks_for_the_message_first() {
    let room = Room::playing().await;
    let busy = || SendError::Retry { after: Duration::from_secs(50) };
    for _ in 0..4 {
        room.discord.fail(Destination::Channel(CHANNEL), busy());
    }
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    let tries = || {
        let tries = room.discord.tries.lock().unwrap();
        let round = tries.iter().filter(|item| item.to == Destination::Channel(CHANNEL)).skip(2);
        round.map(|item| (item.nonce.clone(), item.look_first)).collect::<Vec<_>>()
    };
    for count in 1..=5 {
        until("another try", async || (tries().len() >= count).then_some(())).await;
        room.settled().await;
        // The dealer is away, so that only attempts happen.
        room.dealer.record_away(t(3_000));
        room.go(room.clock.now().plus(51_000)).await;
    }
    let tries = tries();
    assert!(tries.iter().all(|(nonce, _)| *nonce == tries[0].0), "{tries:?}");
    assert_eq!(tries.iter().map(|(_, look)| *look).collect::<Vec<_>>(), [false, false, false, true, true]);
}

#[tokio::test]
async fn late_picture_follows_its_message_despite_a_restart() {
    let mut room = Room::playing().await;
    room.discord.slow_pictures.store(true, Ordering::SeqCst);
    room.round(1_000, "samurai", "bard").await;
    let pictured = |told: &Timeline| told.with("Last receipts").last().pictures.len();
    assert_eq!(pictured(&room.public()), 1, "it follows");
    room.discord.fail(Destination::Channel(CHANNEL), SendError::Retry { after: Duration::from_secs(30) });
    room.marked(ANN, "sage", t(3_000)).await.unwrap();
    room.marked(BOB, "reaper", t(4_000)).await.unwrap();
    room.settled().await;
    room.restart(Duration::from_secs(60)).await;
    room.posted(3).await;
    room.all_sent().await;
    assert_eq!(pictured(&room.public()), 1, "{}", room.public());
}

#[tokio::test]
async fn late_picture_delays_no_message() {
    let room = Room::playing().await;
    room.discord.slow_pictures.store(true, Ordering::SeqCst);
    room.discord.hang.lock().unwrap().insert(Destination::Pictures(CHANNEL));
    for (round, [ann, bob]) in [["samurai", "bard"], ["sage", "reaper"]].into_iter().enumerate() {
        let asked = 2_000 * u64::try_from(round).unwrap();
        room.marked(ANN, ann, t(asked + 1_000)).await.unwrap();
        room.marked(BOB, bob, t(asked + 2_000)).await.unwrap();
        let told = room.posted(round + 2).await;
        assert_eq!((told.last().pictures.len(), room.prompts(BOB).len()), (0, round + 2));
    }
    let waits = async || (room.store.pending_posts() == 1).then_some(());
    until("only the newest picture to wait", waits).await;
}

/// Nobody is pinged to a match that was cancelled before its card arrived; a card that arrived after all shows the cancellation.
#[tokio::test]
async fn card_of_an_already_cancelled_lobby_is_not_posted() {
    for arrived in [false, true] {
        let room = Room::lobby(0).await;
        room.all_sent().await;
        room.discord.fail(Destination::Channel(CHANNEL), SendError::Retry { after: Duration::from_secs(1) });
        room.go(OPENED.plus(1)).await;
        let m = room.dealer.open(new_match(header()), at(OPENED.plus(1))).await.unwrap();
        room.settled().await;
        if arrived {
            *room.discord.found.lock().unwrap() = Some(MessageId(77));
        }
        room.dealer.cancel(m, HOST, None, at(OPENED.plus(2))).await.unwrap();
        room.go(OPENED.plus(60_000)).await;
        room.all_sent().await;
        assert!(room.channel().iter().all(|message| message.of != m));
        let row = room.store.find_match(m).await.unwrap().unwrap();
        assert_eq!(row.card, arrived.then_some((CHANNEL, MessageId(77))));
    }
}

/// A prompt that cannot be a new message soon is shown in the message that its player pressed, and counts from then on.
#[tokio::test]
async fn prompt_held_back_by_limits_is_shown_in_a_pressed_message() {
    let mut room = Room::playing().await;
    room.settled().await;
    let own = |post: &deathmatch::store::Post| post.shows.is_some_and(|shows| shows.user == Some(ANN));
    let open = async |room: &Room| -> Vec<_> {
        room.store.open_posts(room.m).await.unwrap().into_iter().filter(own).filter_map(|post| post.at).collect()
    };
    let older = open(&room).await;
    *room.discord.used.lock().unwrap() = older.first().copied();
    room.round(1_000, "samurai", "bard").await;
    let prompts = room.prompts(ANN);
    assert_eq!(prompts.len(), 1, "no new message");
    assert!(prompts.last().has("Round 2").is_open(), "the new prompt stands there");
    assert_eq!(open(&room).await, older, "and the older one does not");
    // An order typed before the prompt was shown there answers the older prompt.
    assert!(room.order(ANN, "sage", When::Typed, at(t(1_500))).await.is_err());
    room.order(ANN, "sage", When::Typed, at(t(60_000))).await.unwrap();
    room.restart(Duration::ZERO).await;
    *room.discord.used.lock().unwrap() = None;
    room.marked(BOB, "reaper", t(61_000)).await.unwrap();
    room.all_sent().await;
    assert_eq!(room.prompts(ANN).len(), 2);
}

/// A message that others can read never shows a private prompt.
#[tokio::test]
async fn prompt_is_shown_only_in_its_own_players_message() {
    let room = Room::playing().await;
    room.settled().await;
    let open = room.store.open_posts(room.m).await.unwrap();
    let others = open.iter().filter(|post| post.shows.is_some_and(|shows| shows.user != Some(ANN)));
    let places: Vec<_> = others.filter_map(|post| post.at).collect();
    assert_eq!(places.len(), 2, "the channel's message, and Bob's prompt");
    for (round, place) in (1_usize..).zip(places) {
        *room.discord.used.lock().unwrap() = Some(place);
        room.round(1_000 * u64::try_from(round).unwrap(), "samurai", "bard").await;
        assert_eq!(room.prompts(ANN).len(), round + 1, "a new message");
    }
}
