//! Rulings of two hosts at the same moment take effect once.

use super::*;

impl Room {
    /// Gives rulings of both hosts at the same moment. Returns the answer to the first and the refusal of the second.
    async fn both(&self, acts: [HostAct; 2], moment: UnixMs) -> (String, String) {
        let [first, second] = acts;
        let (one, other) = tokio::join!(
            self.dealer.rule(self.m, by(HANA), first, None, at(moment)),
            self.dealer.rule(self.m, by(DAN), second, None, at(moment)),
        );
        decided([one, other])
    }

    /// Returns the number of host entries in the record that start with a verb.
    async fn done(&self, verb: &str) -> usize {
        let record = self.record().await;
        record.iter().filter(|entry| entry["host"].as_str().is_some_and(|act| act.starts_with(verb))).count()
    }
}

fn decided(both: [Result<String, Error>; 2]) -> (String, String) {
    match both {
        [Ok(done), Err(Error::Refused(refused))] | [Err(Error::Refused(refused)), Ok(done)] => (done, refused.message),
        other => panic!("not done once: {other:?}"),
    }
}

#[tokio::test]
async fn concurrent_extension_counts_once_and_can_be_repeated() {
    let room = Room::playing().await;
    let (_, refused) = room.both([HostAct::Extend(60), HostAct::Extend(60)], t(1_000)).await;
    assert!(refused.contains("60 s more"), "{refused}");
    assert_eq!(room.done("extend").await, 1);
    // A host who was refused may repeat the ruling, and so may the first host.
    let other = if refused.starts_with("Hana") { DAN } else { HANA };
    room.hosted(other, HostAct::Extend(60), 2_000).await.unwrap();
    room.hosted(other, HostAct::Extend(30), 3_000).await.unwrap();
    assert_eq!(room.done("extend").await, 3);
    // Later the first host has read of it.
    room.hosted(HANA, HostAct::Extend(60), 30_000).await.unwrap();
    assert_eq!(room.done("extend").await, 4);
}

#[tokio::test]
async fn only_one_host_gives_a_players_order() {
    let room = Room::playing().await;
    let (_, refused) = room.both([order_for(Seat::Ec, "samurai"), order_for(Seat::Ec, "bard")], t(1_000)).await;
    assert!(refused.contains("Ann's order"), "{refused}");
    assert!(!refused.contains("samurai") && !refused.contains("bard"), "{refused}");
    assert_eq!(room.done("order").await, 1);
    // An order for the other seat is a separate ruling.
    room.hosted(DAN, order_for(Seat::Dmo, "sage"), 2_000).await.unwrap();
}

#[tokio::test]
async fn only_one_substitute_gets_a_seat() {
    let room = Room::playing().await;
    let (one, other) = tokio::join!(
        room.dealer.rule(room.m, by(HANA), substitute_for(Seat::Ec, CLEO, "Cleo"), None, at(t(1_000))),
        room.dealer.rule(room.m, by(DAN), substitute_for(Seat::Ec, EVE, "Eve"), None, at(t(1_000))),
    );
    let (_, refused) = decided([one, other]);
    assert!(refused.contains("in Ann's place"), "{refused}");
    assert_eq!(room.done("substitute").await, 1);
}

#[tokio::test]
async fn board_is_declared_drawn_once() {
    let (room, count) = pictures::in_battle().await;
    let now = room.clock.now();
    let (_, refused) = room.both([HostAct::DrawState, HostAct::DrawState], now.plus(1)).await;
    assert!(refused.contains("drawn board state"), "{refused}");
    room.posted(count + 1).await;
    assert_eq!(room.done("draw-state").await, 1);
}

#[tokio::test]
async fn start_is_moved_once() {
    let room = start::planned(3 * start::HOUR).await;
    for (hours, moment) in [(4, OPENED), (5, OPENED.plus(60_000))] {
        let (one, other) = tokio::join!(
            room.dealer.rule(room.m, by(HANA), Ruling::Start(OPENED.plus(hours * start::HOUR)), None, at(moment)),
            room.dealer.rule(room.m, by(DAN), Ruling::Start(OPENED.plus(9 * start::HOUR)), None, at(moment)),
        );
        let (_, refused) = decided([one, other]);
        assert!(refused.contains("moved the start"), "{refused}");
        if moment == OPENED {
            room.both_ready(OPENED).await;
        }
    }
}

#[tokio::test]
async fn confirmed_ruling_takes_effect_once() {
    for act in [HostAct::Undo, HostAct::Forfeit(Seat::Ec), HostAct::Award(Seat::Ec), HostAct::Void] {
        let room = Room::playing().await;
        let now = resolve(&room).await;
        let seen = room.preview(HANA, act.clone(), None, now).await.unwrap().seen;
        let (one, other) = tokio::join!(
            room.confirm(HANA, act.clone(), seen, now.plus(1)),
            room.confirm(DAN, act.clone(), seen, now.plus(1)),
        );
        let both = [one, other];
        let done = both.iter().filter(|confirmed| matches!(confirmed, Confirmed::Done(_))).count();
        assert_eq!(done, 1, "{both:?}");
        assert_eq!(room.done(act.to_string().split(' ').next().unwrap()).await, 1);
    }
}

#[tokio::test]
async fn second_pause_or_resumption_is_refused() {
    let room = Room::playing().await;
    let (_, refused) = room.both([HostAct::Pause, HostAct::Pause], t(1_000)).await;
    assert!(refused.contains("already paused"), "{refused}");
    let (_, refused) = room.both([HostAct::Resume, HostAct::Resume], t(2_000)).await;
    assert!(refused.contains("not paused"), "{refused}");
}

#[tokio::test]
async fn ruling_for_a_finished_step_is_not_applied_to_the_next() {
    let room = Room::playing().await;
    let now = resolve(&room).await;
    let before = UnixMs(now.0 - 1);
    for act in [HostAct::Extend(60), order_for(Seat::Ec, "bard")] {
        let refused = room.dealer.rule(room.m, by(HANA), act.clone(), None, at(before)).await;
        assert_eq!(code(refused), Code::Late, "{act}");
        room.dealer.rule(room.m, by(HANA), act, None, at(now.plus(1))).await.unwrap();
    }
    room.dealer.rule(room.m, by(HANA), HostAct::Pause, None, at(now.plus(1))).await.unwrap();
}

/// Gives both players' orders. Returns the time at which the step was resolved.
async fn resolve(room: &Room) -> UnixMs {
    room.go(t(5_000)).await;
    room.round(1_000, "samurai", "sage").await;
    t(5_000)
}
