//! Reminders of a missing order: for players who asked for them, once a step.

use super::*;

impl Room {
    /// Returns the number of reminders that a person was sent.
    fn reminders(&self, user: UserId) -> usize {
        self.sees(user).of("reminder").len()
    }
}

#[tokio::test]
async fn reminder_of_a_missing_order_is_sent_once_on_request() {
    let room = Room::lobby(0).await;
    for user in [ANN, BOB, CLEO] {
        room.store.keep_reminder(user, 20).await.unwrap();
    }
    room.begin().await;
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    let prompts = room.prompts(BOB);
    room.go(t(UNIT_MS - 20_001)).await;
    room.settled().await;
    assert_eq!(room.reminders(BOB), 0, "not before its time");
    room.go(t(UNIT_MS - 20_000)).await;
    let reminder = room.hears(BOB, "reminder").await;
    assert_eq!(reminder.deadline(), Some(t(UNIT_MS)));
    let link = reminder.controls.iter().find_map(|control| control.link.clone());
    assert!(link.unwrap().ends_with(&format!("/{}", prompts.last().id)), "to the prompt");
    room.host(HostAct::Extend(60), t(UNIT_MS - 15_000)).await;
    room.go(t(UNIT_MS + 45_000)).await;
    room.settled().await;
    assert_eq!((room.reminders(ANN), room.reminders(BOB)), (0, 1), "once, and only who is awaited");
    room.channel().lacks("reminder");
    // A substitute who comes after the reminder gets a separate one.
    room.seat(Seat::Dmo, CLEO, "Cleo", t(UNIT_MS + 45_000)).await;
    room.go(t(2 * UNIT_MS + 30_000)).await;
    room.hears(CLEO, "reminder").await;
    assert_eq!(room.reminders(BOB), 1);
}

#[tokio::test]
async fn no_reminder_in_a_pause_or_beyond_the_steps_time() {
    let mut room = Room::lobby(0).await;
    room.store.keep_reminder(ANN, 20).await.unwrap();
    room.store.keep_reminder(BOB, 60).await.unwrap();
    room.begin().await;
    room.host(HostAct::Pause, t(10_000)).await;
    room.go(t(50_000)).await;
    room.settled().await;
    assert_eq!(room.reminders(ANN), 0);
    room.host(HostAct::Resume, t(50_000)).await;
    room.restart(Duration::ZERO).await;
    room.go(t(80_000)).await;
    room.hears(ANN, "reminder").await;
    assert_eq!(room.reminders(BOB), 0);
}
