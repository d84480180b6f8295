//! No player's time runs out before a prompt has reached that player.

use super::*;

const ALL: [Destination; 3] = [Destination::Channel(CHANNEL), Destination::Dm(ANN), Destination::Dm(BOB)];

impl Room {
    /// Makes Discord refuse every message to these destinations from now on.
    fn out_of_reach(&self, to: &[Destination]) {
        for _ in 0..40 {
            for &to in to {
                self.discord.fail(to, SendError::Retry { after: Duration::ZERO });
            }
        }
    }

    /// Begins the second round, 2 s after the match.
    async fn second_round(&self) {
        self.marked(ANN, "samurai", t(1_000)).await.unwrap();
        self.go(t(2_000)).await;
        self.marked(BOB, "bard", t(2_000)).await.unwrap();
    }

    async fn passes(&self) -> bool {
        self.record().await.iter().any(intake::is_passing_time)
    }

    /// Advances the time while pending messages are retried.
    async fn advance_to(&self, until: UnixMs) {
        while self.clock.now() < until {
            self.go(self.clock.now().plus(5_000).min(until)).await;
            self.settled().await;
        }
        self.settled().await;
    }
}

#[tokio::test]
async fn undelivered_prompts_stop_the_clock_and_time_is_credited() {
    let room = Room::playing().await;
    room.prompted(1).await;
    room.out_of_reach(&ALL);
    room.second_round().await;
    room.go(t(10_000)).await;
    let typed = refused(room.order(ANN, "dragoon", When::Typed, at(t(9_000))).await);
    assert!(typed.contains("**Too late by 7 s**: Bout 1 · Round 1 is over") && typed.contains("on its way"), "{typed}");
    room.advance_to(t(2_000 + UNIT_MS + 20_000)).await;
    assert!(!room.passes().await, "{:?}", room.record().await);
    room.discord.failures.lock().unwrap().clear();
    let back = room.clock.now();
    room.advance_to(back.plus(20_000)).await;
    room.posted(2).await;
    room.settled().await;
    assert!(room.record().await.iter().any(intake::is_credit), "the time is given back");
    let deadline = room.dealer.info(room.m).await.unwrap().deadline.unwrap();
    assert!(deadline >= back.plus(UNIT_MS), "a whole round is left: {deadline:?} {back:?}");
    assert!(!room.passes().await);
    room.prompted(2).await;
    room.order(ANN, "dragoon", When::Typed, at(room.clock.now().plus(1_000))).await.unwrap();
    room.advance_to(deadline.plus(GRACE_MS + 2_000)).await;
    assert!(room.passes().await, "the round is over");
}

#[tokio::test]
async fn prompt_or_public_message_alone_starts_the_clock() {
    for out in [&ALL[..1], &ALL[1..]] {
        let room = Room::playing().await;
        room.prompted(1).await;
        room.out_of_reach(out);
        room.second_round().await;
        room.settled().await;
        let prompts = [ANN, BOB].into_iter().all(|user| room.prompts(user).len() == 2);
        assert!(prompts || room.public().len() == 2, "something reaches them");
        room.advance_to(t(2_000 + UNIT_MS + GRACE_MS + 2_000)).await;
        assert!(room.passes().await, "its time is up");
        assert!(!room.record().await.iter().any(|entry| entry["host"].is_string()), "nothing is given back");
    }
}

#[tokio::test]
async fn prompt_with_a_lost_response_is_closed_after_its_step() {
    let room = Room::playing().await;
    room.prompted(1).await;
    room.discord.unanswered.lock().unwrap().insert(Destination::Dm(ANN));
    room.second_round().await;
    room.settled().await;
    assert_eq!(room.prompts(ANN).len(), 2);
    for (user, unit, ms) in [(ANN, "dragoon", 3_000), (BOB, "sage", 4_000)] {
        room.marked(user, unit, t(ms)).await.unwrap();
    }
    room.discord.unanswered.lock().unwrap().clear();
    room.advance_to(t(40_000)).await;
    let prompts = room.prompts(ANN);
    assert!(prompts.len() == 3 && prompts.open()[..] == prompts[2..], "{prompts}");
}
