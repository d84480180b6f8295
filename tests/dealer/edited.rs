//! Messages that show prompts are changed only to the current state.

use super::*;

#[tokio::test]
async fn whoever_began_and_was_sat_in_for_hears_of_the_end() {
    let room = Room::playing().await;
    room.seat(Seat::Ec, CLEO, "Cleo", t(1_000)).await;
    room.seat(Seat::Ec, EVE, "Dora", t(2_000)).await;
    room.host(HostAct::Award(Seat::Dmo), t(3_000)).await;
    room.hears(ANN, "which you began").await.has("Ann, for whom Dora sat in,").has("Bob");
    let look = room.dealer.look(room.m, None).await.unwrap();
    assert_eq!(look.names, BySeat { ec: "Ann (Dora)".to_owned(), dmo: "Bob".to_owned() });
    assert!(look.describe.contains("Bob wins") && !look.describe.contains("Dora loses"), "{}", look.describe);
    // Who only sat in for a while is not told, and who plays is told as a player.
    for user in [CLEO, EVE, BOB] {
        room.sees(user).lacks("which you began");
    }
    room.host(HostAct::Undo, t(4_000)).await;
    // A player who is back hears of it once, as a player.
    room.seat(Seat::Ec, ANN, "Ann", t(5_000)).await;
    room.host(HostAct::Award(Seat::Dmo), t(6_000)).await;
    room.all_sent().await;
    assert_eq!(room.sees(ANN).with("which you began").len(), 1);
}

/// Plays until there is a break, and gives the message that asks for Ready.
async fn a_break(room: &Room) -> Message {
    while !room.told().last().can("Ready") {
        let now = room.clock.now();
        for (user, unit) in [(ANN, "samurai"), (BOB, "chocobo")] {
            room.marked(user, unit, now).await.unwrap();
        }
        room.go(now.plus(1_000)).await;
        room.all_sent().await;
    }
    room.told().last().clone()
}

#[tokio::test]
async fn a_break_shows_who_is_ready_wherever_they_said_so() {
    let room = Room::playing().await;
    let asks = a_break(&room).await;
    let (mark, now) = (Some(room.mark().await), room.clock.now());
    let shown = || room.told().those(|message| message.id == asks.id).last().clone();
    for ms in [1, 2] {
        // In a message of her own, and once more.
        room.dealer.press_ready(room.m, ANN, mark, at(now.plus(ms))).await.unwrap();
        room.settled().await;
        assert!(shown().can("Ready (Ann is)") && shown().edits == asks.edits + 1, "{}", shown());
    }
}

/// The substitute has pressed nothing.
#[tokio::test]
async fn a_press_of_ready_stays_a_sides_where_somebody_takes_its_seat() {
    let room = Room::playing().await;
    a_break(&room).await;
    let (mark, now) = (Some(room.mark().await), room.clock.now());
    room.dealer.press_ready(room.m, BOB, mark, at(now.plus(1))).await.unwrap();
    room.seat(Seat::Dmo, CLEO, "Cleo", now.plus(2)).await;
    room.all_sent().await;
    assert!(room.told().last().can("Ready (Cleo's side is)"), "{}", room.told());
    // Also in what is said later in the same break.
    room.host(HostAct::Pause, now.plus(3)).await;
    room.host(HostAct::Resume, now.plus(4)).await;
    room.all_sent().await;
    assert!(room.told().last().can("Ready (Cleo's side is)"), "{}", room.told());
    // In another break it is hers.
    room.dealer.press_ready(room.m, ANN, Some(room.mark().await), at(now.plus(5))).await.unwrap();
    room.all_sent().await;
    assert!(room.told().last().can("Order"), "the next round: {}", room.told());
    room.told().last().lacks("Cleo's side");
}

#[tokio::test]
async fn a_press_on_a_breaks_own_message_is_shown_by_its_answer_alone() {
    let mut room = Room::playing().await;
    let asks = a_break(&room).await;
    let (mark, now) = (Some(room.mark().await), room.clock.now());
    room.dealer.press_ready_on(room.m, ANN, mark, asks.id, at(now.plus(1))).await.unwrap();
    room.settled().await;
    room.restart(Duration::from_millis(10)).await;
    room.settled().await;
    assert_eq!(room.told().last(), &asks, "an edit would say the same");
}

#[tokio::test]
async fn a_prompt_that_comes_while_others_are_looked_at_is_not_taken_for_one_that_is_over() {
    let room = Room::playing().await;
    let curtain = room.post.curtain.lock().await;
    let looks = room.post.looks.load(Ordering::SeqCst);
    room.dealer.schedule_reconcile(room.m);
    until("a look", async || (room.post.looks.load(Ordering::SeqCst) > looks).then_some(())).await;
    room.round(1_000, "samurai", "bard").await;
    drop(curtain);
    room.settled().await;
    for user in [ANN, BOB] {
        let prompts = room.prompts(user);
        assert!(prompts.len() == 2 && prompts.open()[..] == prompts[1..], "{prompts}");
    }
}

#[tokio::test]
async fn what_takes_results_back_replies_to_the_first_of_them() {
    let room = Room::playing().await;
    for (number, unit) in [(1, "samurai"), (3, "sage"), (5, "bard")] {
        room.round(number * 1_000, unit, unit).await;
    }
    let before = room.told();
    let undone = async |ms| {
        room.host(HostAct::Undo, t(ms)).await;
        room.all_sent().await;
        room.told().last().replies_to
    };
    assert_eq!(undone(7_000).await, Some(before[3].id), "round 3's result");
    assert_eq!(undone(8_000).await, Some(before[2].id), "round 2's, not what was said since");
    room.host(HostAct::Award(Seat::Ec), t(9_000)).await;
    room.all_sent().await;
    let end = room.told().last().id;
    assert_eq!(undone(10_000).await, Some(end), "the end");
    let told = room.told();
    assert!(told[..4].iter().all(|message| message.replies_to.is_none()));
    assert!(told[..2].iter().all(|message| message.edits == 0), "what was answered stays as it was said: {told}");
    let reverted = told.with("Reverted by");
    assert!(!reverted.is_empty() && reverted.open().is_empty(), "{told}");
    assert!(reverted.iter().any(|message| message.id == end), "the end, too: {told}");
}

/// In a break nothing else would tell the players that their channel is gone and the match is suspended.
#[tokio::test]
async fn players_hear_of_a_channel_that_goes_in_a_break() {
    let room = Room::playing().await;
    room.dealer.channel_deleted(CHANNEL).await;
    room.settled().await;
    assert_eq!(room.dealer.info(room.m).await.unwrap().stage, deathmatch::dealer::Stage::Paused);
    for user in [ANN, BOB] {
        assert!(room.notes(user).is_empty(), "their prompts say so");
        room.prompts(user).last().has("channel was deleted");
    }
    let room = Room::playing().await;
    a_break(&room).await;
    room.dealer.channel_deleted(CHANNEL).await;
    for user in [ANN, BOB] {
        room.hears(user, "suspended").await.has("channel");
    }
}
