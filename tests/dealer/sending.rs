//! What is queued arrives, once and in order.

use super::*;

#[tokio::test]
async fn queues_keep_order_retry_and_do_not_wait_for_each_other() {
    let room = Room::playing().await;
    room.post.hang.lock().unwrap().insert(Address::Dm(ANN));
    room.post.fail(Address::Channel(CHANNEL), Undelivered::Again { after: Duration::from_secs(3) });
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    until("Bob's prompt", async || (room.post.prompts(BOB).len() == 2).then_some(())).await;
    room.marked(ANN, "sage", t(3_000)).await.unwrap();
    room.marked(BOB, "chocobo", t(4_000)).await.unwrap();
    until("Bob's next prompt", async || (room.post.prompts(BOB).len() == 3).then_some(())).await;
    room.settled().await;
    assert_eq!(room.post.publics().len(), 1, "the second waits for the first");
    room.clock.advance(Duration::from_secs(3));
    let publics = room.publics(3).await;
    let deadlines: Vec<_> = publics.iter().map(|public| public.deadline).collect();
    // What is asked anew behind it is not asked with it.
    assert_eq!(deadlines[1..], [None, Some(t(4_000 + UNIT_MS))]);
    assert!(publics[1].mention.is_empty() && publics[1].controls == Controls::None && !publics[1].lines.is_empty());
    assert!(publics[2].mention == [ANN, BOB] && publics[2].controls == Controls::Order);
    let tries = room.post.tries.lock().unwrap();
    let nonces: Vec<_> = tries
        .iter()
        .filter(|item| item.to == Address::Channel(CHANNEL))
        .map(|item| (item.nonce.as_str(), item.retry_after_restart))
        .collect();
    let again = &nonces[nonces.len() - 3..];
    assert_eq!(again[0], again[1]);
    assert_ne!(again[1].0, again[2].0);
    assert!(nonces.iter().all(|(nonce, restarted)| nonce.len() <= 25 && !restarted));
}

#[tokio::test]
async fn what_was_not_sent_goes_out_after_a_restart() {
    let mut room = Room::playing().await;
    for to in [Address::Channel(CHANNEL), Address::Dm(ANN), Address::Dm(BOB)] {
        room.post.fail(to, Undelivered::Again { after: Duration::from_mins(10) });
    }
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    until("three failures", async || room.post.failures.lock().unwrap().is_empty().then_some(())).await;
    room.restart(Duration::from_secs(3)).await;
    room.clock.advance(Duration::from_mins(10));
    let publics = room.publics(2).await;
    assert_eq!(publics[1].deadline, Some(t(2_000 + UNIT_MS)));
    let last = room.post.tries.lock().unwrap().iter().rfind(|item| item.created <= t(2_000)).cloned();
    assert!(last.unwrap().retry_after_restart);
}

#[tokio::test]
async fn a_closed_inbox_is_said_once_and_stops_nothing() {
    let room = Room::lobby(0).await;
    room.go(BEGAN).await;
    room.post.fail(Address::Dm(ANN), Undelivered::DmClosed);
    room.dealer.press_ready(room.m, ANN, None, at(OPENED.plus(2_000))).await.unwrap();
    room.dealer.press_ready(room.m, BOB, None, Snowflake::at(BEGAN)).await.unwrap();
    let publics = room.publics(2).await;
    assert_eq!(
        publics[1].lines,
        ["Ann, I could not write to you: whenever match 1 asks you for an order, press Order in this channel."]
    );
    assert_eq!(publics[1].mention, [ANN]);
    assert!(room.store.person(ANN).await.unwrap().dm_closed);
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    let publics = room.publics(3).await;
    assert!(!publics[2].lines.iter().any(|line| line.contains("cannot write")));
    until("Bob's prompt", async || (room.post.prompts(BOB).len() == 2).then_some(())).await;
    assert!(room.post.prompts(ANN).is_empty());
    let told = room.dealer.panel(room.m, ANN).await.unwrap().told;
    assert!(publics[2].lines.iter().all(|line| told.contains(&line.replace("**", ""))));
}

#[tokio::test]
async fn a_panic_while_sending_costs_one_attempt() {
    let room = Room::playing().await;
    room.post.panics.store(2, Ordering::SeqCst);
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    // Deadlines are held, so that nothing but the attempts comes of the time that passes.
    room.dealer.away(t(2_000));
    until_late("both prompts and the round", &room, 1_000, async || (room.store.pending_posts() == 0).then_some(()))
        .await;
    assert_eq!((room.post.publics().len(), room.post.prompts(ANN).len(), room.post.prompts(BOB).len()), (2, 2, 2));
    assert_eq!(room.post.panics.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn what_is_tried_again_after_two_minutes_is_looked_for_first() {
    let room = Room::playing().await;
    let busy = || Undelivered::Again { after: Duration::from_secs(50) };
    for _ in 0..4 {
        room.post.fail(Address::Channel(CHANNEL), busy());
    }
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    let tries = || {
        let tries = room.post.tries.lock().unwrap();
        let round = tries.iter().filter(|item| item.to == Address::Channel(CHANNEL)).skip(3);
        round.map(|item| (item.nonce.clone(), item.retry_after_restart)).collect::<Vec<_>>()
    };
    for count in 1..=5 {
        until("another try", async || (tries().len() >= count).then_some(())).await;
        room.settled().await;
        // Extended, so that the tries are all that happens.
        room.dealer.away(t(3_000));
        room.go(room.clock.now().plus(51_000)).await;
    }
    let tries = tries();
    assert!(tries.iter().all(|(nonce, _)| *nonce == tries[0].0), "{tries:?}");
    assert_eq!(tries.iter().map(|(_, look)| *look).collect::<Vec<_>>(), [false, false, false, true, true]);
}

#[tokio::test]
async fn a_late_picture_follows_its_message_even_after_a_restart() {
    let mut room = Room::playing().await;
    room.post.slow_pictures.store(true, Ordering::SeqCst);
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    room.prompted(2).await;
    let pictures = |room: &Room| {
        let arrived = room.post.arrived.lock().unwrap();
        let of = |item: &OutboxItem| match &item.notice {
            Notice::Picture(late) => Some(late.message),
            _ => None,
        };
        arrived.iter().filter_map(|(item, _)| of(item)).collect::<Vec<_>>()
    };
    let public = room
        .post
        .arrived
        .lock()
        .unwrap()
        .iter()
        .rev()
        .find_map(|(item, message)| matches!(item.notice, Notice::Public(_)).then_some(*message));
    until("the picture", async || (pictures(&room).last() == public.as_ref()).then_some(())).await;
    room.post.fail(Address::Channel(CHANNEL), Undelivered::Again { after: Duration::from_secs(30) });
    let before = room.post.publics().len();
    room.marked(ANN, "sage", t(3_000)).await.unwrap();
    room.marked(BOB, "reaper", t(4_000)).await.unwrap();
    until("an attempt in vain", async || room.post.failures.lock().unwrap().is_empty().then_some(())).await;
    room.settled().await;
    room.restart(Duration::from_secs(60)).await;
    room.publics(before + 1).await;
    until("the picture", async || (pictures(&room).len() >= 2).then_some(())).await;
}

#[tokio::test]
async fn no_message_waits_for_a_late_picture() {
    let room = Room::playing().await;
    room.post.slow_pictures.store(true, Ordering::SeqCst);
    room.post.hang.lock().unwrap().insert(Address::Pictures(CHANNEL));
    for (round, [ann, bob]) in [["samurai", "bard"], ["sage", "reaper"]].into_iter().enumerate() {
        let begun = room.post.publics().len();
        let asked = t(2_000 * u64::try_from(round).unwrap());
        room.marked(ANN, ann, asked.plus(1_000)).await.unwrap();
        room.marked(BOB, bob, asked.plus(2_000)).await.unwrap();
        room.publics(begun + 1).await;
        until("the next prompt", async || (room.post.prompts(BOB).len() >= round + 2).then_some(())).await;
    }
    let waits = async || (room.store.pending_posts() == 1).then_some(());
    until("only the newest picture to wait", waits).await;
}

/// Nobody is called to a match that was called off before its card arrived; a card that had arrived after all says so.
#[tokio::test]
async fn a_card_of_what_was_called_off_before_it_arrived_is_not_posted() {
    for arrived in [false, true] {
        let room = Room::lobby(0).await;
        room.all_sent().await;
        room.post.fail(Address::Channel(CHANNEL), Undelivered::Again { after: Duration::from_secs(1) });
        room.go(OPENED.plus(1)).await;
        let m = room.dealer.open(new_match(header()), at(OPENED.plus(1))).await.unwrap();
        until("it was tried", async || room.post.failures.lock().unwrap().is_empty().then_some(())).await;
        if arrived {
            *room.post.found.lock().unwrap() = Some(MessageId(77));
        }
        room.dealer.cancel(m, HOST, None, at(OPENED.plus(2))).await.unwrap();
        room.go(OPENED.plus(60_000)).await;
        until("nothing waits", async || (room.store.pending_posts() == 0).then_some(())).await;
        let of = |item: &OutboxItem| item.match_id == m;
        let posted = {
            let sent = room.post.arrived.lock().unwrap();
            sent.iter().any(|(item, _)| of(item) && matches!(item.notice, Notice::Card(_)))
        };
        assert!(!posted);
        // What is on its way behind it changes it.
        let row = room.store.bouts(&[m]).await.unwrap().remove(0);
        assert_eq!(row.card, arrived.then_some((CHANNEL, MessageId(77))));
    }
}

/// A prompt that cannot be a new message soon is shown in the one that its player has pressed on, and counts from then on.
#[tokio::test]
async fn a_prompt_is_shown_in_an_older_message_while_there_is_no_room_for_a_new_one() {
    let mut room = Room::playing().await;
    room.settled().await;
    let older = room.store.open_posts(room.m).await.unwrap();
    let own = |post: &&deathmatch::store::Post| post.shows.is_some_and(|shows| shows.user == Some(ANN));
    let place = older.iter().find(own).unwrap().at.unwrap();
    let sent = room.post.prompts(ANN).len();
    *room.post.pressed.lock().unwrap() = Some(place);
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    room.settled().await;
    assert_eq!(room.post.prompts(ANN).len(), sent, "no new message");
    let amends = room.post.amends.lock().unwrap().clone();
    let last = amends.iter().rfind(|amend| amend.user == Some(ANN) && amend.spot == Spot::Message(place.1)).unwrap();
    let Form::Asks(panel) = &last.form else { panic!("{last:?}") };
    assert_eq!(panel.mark, room.mark().await, "the new prompt stands there");
    let open = room.store.open_posts(room.m).await.unwrap();
    assert_eq!(open.iter().filter(own).count(), 1, "and the older one does not");
    // What was typed before it stood there answers the older prompt.
    let typed = async |order: &str, ms| room.dealer.order(room.m, ANN, order.into(), When::Typed, at(t(ms))).await;
    assert!(typed("sage", 1_500).await.is_err());
    typed("sage", 60_000).await.unwrap();
    room.restart(Duration::ZERO).await;
    *room.post.pressed.lock().unwrap() = None;
    room.marked(BOB, "reaper", t(61_000)).await.unwrap();
    until("a new message", async || (room.post.prompts(ANN).len() > sent).then_some(())).await;
}
