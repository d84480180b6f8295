//! Messages that show prompts are edited only to the current state.

use super::*;

#[tokio::test]
async fn replaced_player_is_notified_of_the_end() {
    let room = Room::playing().await;
    room.seat(Seat::Ec, CLEO, "Cleo", t(1_000)).await;
    room.seat(Seat::Ec, EVE, "Dora", t(2_000)).await;
    room.host(HostAct::Award(Seat::Dmo), t(3_000)).await;
    room.hears(ANN, "A substitute finished it").await.has("Ann (Dora)").has("Bob");
    let look = room.dealer.look(room.m, None).await.unwrap();
    assert_eq!(look.names, BySeat { ec: "Ann (Dora)".to_owned(), dmo: "Bob".to_owned() });
    assert!(look.describe.contains("Bob wins") && !look.describe.contains("Dora loses"), "{}", look.describe);
    // A former substitute is not notified, and a player is notified as a player.
    for user in [CLEO, EVE, BOB] {
        room.sees(user).lacks("A substitute finished it");
    }
    room.host(HostAct::Undo, t(4_000)).await;
    // A player who has returned is notified once, as a player.
    room.seat(Seat::Ec, ANN, "Ann", t(5_000)).await;
    room.host(HostAct::Award(Seat::Dmo), t(6_000)).await;
    room.all_sent().await;
    assert_eq!(room.sees(ANN).with("A substitute finished it").len(), 1);
}

/// Plays until a break. Returns the message that asks for Ready.
async fn play_to_a_break(room: &Room) -> Message {
    while !room.public().last().can("Ready") {
        let now = room.clock.now();
        for (user, unit) in [(ANN, "samurai"), (BOB, "chocobo")] {
            room.marked(user, unit, now).await.unwrap();
        }
        room.go(now.plus(1_000)).await;
        room.all_sent().await;
    }
    room.public().last().clone()
}

#[tokio::test]
async fn break_shows_a_ready_press_from_any_message() {
    let room = Room::playing().await;
    let asks = play_to_a_break(&room).await;
    let (mark, now) = (Some(room.mark().await), room.clock.now());
    let shown = || room.public().those(|message| message.id == asks.id).last().clone();
    for ms in [1, 2] {
        // In a message to her, and again.
        room.dealer.press_ready(room.m, ANN, mark, at(now.plus(ms))).await.unwrap();
        room.settled().await;
        assert!(shown().can("Ready (Ann is ready)") && shown().edits == asks.edits + 1, "{}", shown());
    }
    // Once the break is over, the message keeps its account and asks nothing.
    room.dealer.press_ready(room.m, BOB, mark, at(now.plus(3))).await.unwrap();
    room.settled().await;
    assert!(!shown().is_open() && shown().edits == asks.edits + 2, "{}", shown());
    shown().lacks("press **Ready**");
}

/// The substitute has pressed nothing.
#[tokio::test]
async fn ready_press_stays_with_the_seat_after_a_substitution() {
    let room = Room::playing().await;
    play_to_a_break(&room).await;
    let (mark, now) = (Some(room.mark().await), room.clock.now());
    room.dealer.press_ready(room.m, BOB, mark, at(now.plus(1))).await.unwrap();
    room.seat(Seat::Dmo, CLEO, "Cleo", now.plus(2)).await;
    room.all_sent().await;
    assert!(room.public().last().can("Ready (Cleo's side is ready)"), "{}", room.public());
    // Later messages of the same break show it, too.
    room.host(HostAct::Pause, now.plus(3)).await;
    room.host(HostAct::Resume, now.plus(4)).await;
    room.all_sent().await;
    assert!(room.public().last().can("Ready (Cleo's side is ready)"), "{}", room.public());
    // In another break it is the substitute's own press.
    room.dealer.press_ready(room.m, ANN, Some(room.mark().await), at(now.plus(5))).await.unwrap();
    room.all_sent().await;
    assert!(room.public().last().can("Order"), "the next round: {}", room.public());
    room.public().last().lacks("Cleo's side");
}

#[tokio::test]
async fn ready_press_on_the_break_message_causes_no_extra_edit() {
    let mut room = Room::playing().await;
    let asks = play_to_a_break(&room).await;
    let (mark, now) = (Some(room.mark().await), room.clock.now());
    room.dealer.press_ready_on(room.m, ANN, mark, asks.id, at(now.plus(1))).await.unwrap();
    room.settled().await;
    room.restart(Duration::from_millis(10)).await;
    room.settled().await;
    assert_eq!(room.public().last(), &asks, "an edit would say the same");
}

/// The answer to a press changes the card that was pressed; another press changes it by an edit.
#[tokio::test]
async fn press_on_the_card_causes_no_extra_edit() {
    let mut room = Room::lobby(0).await;
    let card = room.card();
    room.dealer.press_ready_on(room.m, ANN, None, card.id, at(OPENED.plus(1_000))).await.unwrap();
    room.settled().await;
    room.restart(Duration::from_millis(10)).await;
    room.settled().await;
    assert_eq!(room.card(), card, "an edit would say the same");
    room.dealer.take_ready_back(room.m, ANN, at(OPENED.plus(2_000))).await.unwrap();
    room.settled().await;
    assert_eq!(room.card().edits, 1, "the press was on the answer to Ready");
    room.dealer.decline(room.m, BOB, at(OPENED.plus(3_000))).await.unwrap();
    room.settled().await;
    assert_eq!(room.card().edits, 2, "the press was on the question before");
    assert!(room.store.open_posts(room.m).await.unwrap().is_empty(), "the card of a cancelled match rests");
}

#[tokio::test]
async fn card_of_a_finished_match_is_edited_after_an_undo_only() {
    let room = Room::playing().await;
    room.host(HostAct::Award(Seat::Ec), t(1_000)).await;
    room.all_sent().await;
    let over = room.card().has("The match is over: **Ann** won.").clone();
    assert!(room.store.open_posts(room.m).await.unwrap().is_empty(), "a finished match rests");
    room.host(HostAct::Undo, t(2_000)).await;
    room.all_sent().await;
    assert_eq!(room.card().has("The match has begun.").edits, over.edits + 1);
}

#[tokio::test]
async fn prompt_sent_during_reconciliation_stays_open() {
    let room = Room::playing().await;
    let curtain = room.discord.curtain.lock().await;
    let looks = room.discord.looks.load(Ordering::SeqCst);
    room.dealer.schedule_reconcile(room.m);
    until("a look", async || (room.discord.looks.load(Ordering::SeqCst) > looks).then_some(())).await;
    room.round(1_000, "samurai", "bard").await;
    drop(curtain);
    room.settled().await;
    for user in [ANN, BOB] {
        let prompts = room.prompts(user);
        assert!(prompts.len() == 2 && prompts.open()[..] == prompts[1..], "{prompts}");
    }
}

#[tokio::test]
async fn undo_replies_to_the_first_reverted_result() {
    let room = Room::playing().await;
    for (number, unit) in [(1, "samurai"), (3, "sage"), (5, "bard")] {
        room.round(number * 1_000, unit, unit).await;
    }
    let before = room.public();
    let undone = async |ms| {
        room.host(HostAct::Undo, t(ms)).await;
        room.all_sent().await;
        room.public().last().replies_to
    };
    assert_eq!(undone(7_000).await, Some(before[3].id), "round 3's result");
    assert_eq!(undone(8_000).await, Some(before[2].id), "round 2's, not what was said since");
    room.host(HostAct::Award(Seat::Ec), t(9_000)).await;
    room.all_sent().await;
    let end = room.public().last().id;
    assert_eq!(undone(10_000).await, Some(end), "the end");
    let told = room.public();
    assert!(told[..4].iter().all(|message| message.replies_to.is_none()));
    let [first, second] = [&told[0], &told[1]].map(|message| (message.edits, message.can("Order")));
    assert_eq!([first, second], [(1, false); 2], "what was answered loses its question, once: {told}");
    let reverted = told.with("Reverted by");
    assert!(!reverted.is_empty() && reverted.open().is_empty(), "{told}");
    assert!(reverted.iter().any(|message| message.id == end), "the end, too: {told}");
}

/// In a break no other message would tell the players that their channel is deleted and the match suspended.
#[tokio::test]
async fn players_are_notified_of_a_channel_deleted_in_a_break() {
    let room = Room::playing().await;
    room.dealer.channel_deleted(CHANNEL).await;
    room.settled().await;
    assert_eq!(room.dealer.info(room.m).await.unwrap().stage, deathmatch::dealer::MatchStage::Paused);
    for user in [ANN, BOB] {
        assert!(room.notes(user).is_empty(), "their prompts say so");
        room.prompts(user).last().has("channel was deleted");
    }
    let room = Room::playing().await;
    play_to_a_break(&room).await;
    room.dealer.channel_deleted(CHANNEL).await;
    for user in [ANN, BOB] {
        room.hears(user, "suspended").await.has("channel");
    }
}
