//! Two hosts who act at the same time do nothing twice.

use super::*;

impl Room {
    /// Both hosts do something at the same moment: what the one was told whose turn came first, and why the other was refused.
    async fn both(&self, acts: [HostAct; 2], moment: UnixMs) -> (String, String) {
        let [first, second] = acts;
        let (one, other) = tokio::join!(
            self.dealer.host(self.m, by(HANA), first, None, at(moment)),
            self.dealer.host(self.m, by(DAN), second, None, at(moment)),
        );
        decided([one, other])
    }

    /// How many entries of a host's are in the record that begin so.
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
async fn more_time_is_given_once_and_again_by_whoever_was_told() {
    let room = Room::playing().await;
    let (_, refused) = room.both([HostAct::Extend(60), HostAct::Extend(60)], t(1_000)).await;
    assert!(refused.contains("60 s more"), "{refused}");
    assert_eq!(room.done("extend").await, 1);
    // A host who was told means it, and so does the one who did it the first time.
    let other = if refused.starts_with("Hana") { DAN } else { HANA };
    room.hosted(other, HostAct::Extend(60), 2_000).await.unwrap();
    room.hosted(other, HostAct::Extend(30), 3_000).await.unwrap();
    assert_eq!(room.done("extend").await, 3);
    // Later the first one has read of it.
    room.hosted(HANA, HostAct::Extend(60), 30_000).await.unwrap();
    assert_eq!(room.done("extend").await, 4);
}

#[tokio::test]
async fn a_players_order_is_given_by_one_host() {
    let room = Room::playing().await;
    let (_, refused) = room.both([behalf(Seat::Ec, "samurai"), behalf(Seat::Ec, "bard")], t(1_000)).await;
    assert!(refused.contains("Ann's order"), "{refused}");
    assert!(!refused.contains("samurai") && !refused.contains("bard"), "{refused}");
    assert_eq!(room.done("order").await, 1);
    // The other seat's is another matter.
    room.hosted(DAN, behalf(Seat::Dmo, "sage"), 2_000).await.unwrap();
}

#[tokio::test]
async fn a_seat_is_given_to_one_newcomer() {
    let room = Room::playing().await;
    let (one, other) = tokio::join!(
        room.dealer.host(room.m, by(HANA), sits(Seat::Ec, CLEO, "Cleo"), None, at(t(1_000))),
        room.dealer.host(room.m, by(DAN), sits(Seat::Ec, EVE, "Eve"), None, at(t(1_000))),
    );
    let (_, refused) = decided([one, other]);
    assert!(refused.contains("seat"), "{refused}");
    assert_eq!(room.done("substitute").await, 1);
}

#[tokio::test]
async fn a_board_is_declared_drawn_once() {
    let (room, count) = pictures::in_battle().await;
    let now = room.clock.now();
    let (_, refused) = room.both([HostAct::DrawState, HostAct::DrawState], now.plus(1)).await;
    assert!(refused.contains("drawn board state"), "{refused}");
    room.posted(count + 1).await;
    assert_eq!(room.done("draw-state").await, 1);
}

#[tokio::test]
async fn a_start_is_moved_once() {
    let room = start::planned(3 * start::HOUR).await;
    for (hours, moment) in [(4, OPENED), (5, OPENED.plus(60_000))] {
        let (one, other) = tokio::join!(
            room.dealer.host(room.m, by(HANA), Ruling::Start(OPENED.plus(hours * start::HOUR)), None, at(moment)),
            room.dealer.host(room.m, by(DAN), Ruling::Start(OPENED.plus(9 * start::HOUR)), None, at(moment)),
        );
        let (_, refused) = decided([one, other]);
        assert!(refused.contains("moved the start"), "{refused}");
        if moment == OPENED {
            room.both_ready(OPENED).await;
        }
    }
}

#[tokio::test]
async fn what_is_confirmed_is_done_once() {
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
async fn a_pause_and_its_end_are_refused_a_second_time() {
    let room = Room::playing().await;
    let (_, refused) = room.both([HostAct::Pause, HostAct::Pause], t(1_000)).await;
    assert!(refused.contains("already paused"), "{refused}");
    let (_, refused) = room.both([HostAct::Resume, HostAct::Resume], t(2_000)).await;
    assert!(refused.contains("not paused"), "{refused}");
}

#[tokio::test]
async fn what_was_meant_for_a_step_that_is_over_is_not_done_to_the_next() {
    let room = Room::playing().await;
    let now = resolve(&room).await;
    let before = UnixMs(now.0 - 1);
    for act in [HostAct::Extend(60), behalf(Seat::Ec, "bard")] {
        let refused = room.dealer.host(room.m, by(HANA), act.clone(), None, at(before)).await;
        assert_eq!(code(refused), Code::Late, "{act}");
        room.dealer.host(room.m, by(HANA), act, None, at(now.plus(1))).await.unwrap();
    }
    room.dealer.host(room.m, by(HANA), HostAct::Pause, None, at(now.plus(1))).await.unwrap();
}

/// Lets both players order, and gives the moment at which that was done.
async fn resolve(room: &Room) -> UnixMs {
    room.go(t(5_000)).await;
    room.round(1_000, "samurai", "sage").await;
    t(5_000)
}
