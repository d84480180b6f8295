//! Two hosts who act at the same time do nothing twice.

use super::*;

const HANA: UserId = UserId(13);
const DAN: UserId = UserId(14);
const CLEO: UserId = UserId(15);
const EVE: UserId = UserId(16);

fn by(user: UserId) -> Host {
    Host::named(user, if user == HANA { "Hana" } else { "Dan" }.to_owned())
}

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
    assert!(refused.contains("(host) gave all clocks 60 s more just before you"), "{refused}");
    assert_eq!(room.done("extend").await, 1);
    // Whoever was told means it, and so does whoever did it the first time.
    let other = if refused.starts_with("Hana") { DAN } else { HANA };
    room.dealer.host(room.m, by(other), HostAct::Extend(60), None, at(t(2_000))).await.unwrap();
    room.dealer.host(room.m, by(other), HostAct::Extend(30), None, at(t(3_000))).await.unwrap();
    assert_eq!(room.done("extend").await, 3);
    // Later the first one has read of it.
    room.dealer.host(room.m, by(HANA), HostAct::Extend(60), None, at(t(30_000))).await.unwrap();
    assert_eq!(room.done("extend").await, 4);
}

#[tokio::test]
async fn a_players_order_is_given_by_one_host() {
    let room = Room::playing().await;
    let order = |text: &str| HostAct::Order { seat: Seat::Ec, text: text.to_owned() };
    let (_, refused) = room.both([order("samurai"), order("bard")], t(1_000)).await;
    assert!(refused.contains("(host) gave Ann's order just before you"), "{refused}");
    assert!(!refused.contains("samurai") && !refused.contains("bard"), "{refused}");
    assert_eq!(room.done("order").await, 1);
    // The other seat's is another matter.
    let other = HostAct::Order { seat: Seat::Dmo, text: "sage".to_owned() };
    room.dealer.host(room.m, by(DAN), other, None, at(t(2_000))).await.unwrap();
}

#[tokio::test]
async fn a_seat_is_given_to_one_newcomer() {
    let room = Room::playing().await;
    let sits = |user, name: &str| Substitute { seat: Seat::Ec, user, name: name.to_owned() };
    let (one, other) = tokio::join!(
        room.dealer.substitute(room.m, by(HANA), sits(CLEO, "Cleo"), None, at(t(1_000))),
        room.dealer.substitute(room.m, by(DAN), sits(EVE, "Eve"), None, at(t(1_000))),
    );
    let (_, refused) = decided([one, other]);
    assert!(refused.contains("on that seat just before you"), "{refused}");
    assert_eq!(room.done("substitute").await, 1);
}

#[tokio::test]
async fn a_board_is_declared_drawn_once() {
    let (room, count) = pictures::in_battle().await;
    let now = room.clock.now();
    let (_, refused) = room.both([HostAct::DrawState, HostAct::DrawState], now.plus(1)).await;
    assert!(refused.contains("declared a drawn board state just before you"), "{refused}");
    room.publics(count + 1).await;
    assert_eq!(room.done("draw-state").await, 1);
}

#[tokio::test]
async fn a_start_is_moved_once() {
    const HOUR: u64 = 3_600_000;
    let room = start::planned(3 * HOUR).await;
    for (hours, moment) in [(4, OPENED), (5, OPENED.plus(60_000))] {
        let (one, other) = tokio::join!(
            room.dealer.reschedule(room.m, by(HANA), OPENED.plus(hours * HOUR), None, at(moment)),
            room.dealer.reschedule(room.m, by(DAN), OPENED.plus(9 * HOUR), None, at(moment)),
        );
        let (_, refused) = decided([one, other]);
        assert!(refused.contains("moved the start just before you"), "{refused}");
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
        let seen = room.dealer.preview(room.m, HANA, act.clone(), None, at(now)).await.unwrap().seen;
        let (one, other) = tokio::join!(
            room.dealer.confirm(room.m, by(HANA), act.clone(), seen, None, at(now.plus(1))),
            room.dealer.confirm(room.m, by(DAN), act.clone(), seen, None, at(now.plus(1))),
        );
        let both = [one.unwrap(), other.unwrap()];
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
    for act in [HostAct::Extend(60), HostAct::Order { seat: Seat::Ec, text: "bard".to_owned() }] {
        let refused = room.dealer.host(room.m, by(HANA), act.clone(), None, at(before)).await;
        assert_eq!(code(refused), Code::Late, "{act}");
        room.dealer.host(room.m, by(HANA), act, None, at(now.plus(1))).await.unwrap();
    }
    room.dealer.host(room.m, by(HANA), HostAct::Pause, None, at(now.plus(1))).await.unwrap();
}

/// Lets both players order, and gives the moment at which that was done.
async fn resolve(room: &Room) -> UnixMs {
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.go(t(5_000)).await;
    room.marked(BOB, "sage", t(2_000)).await.unwrap();
    room.prompted(2).await;
    t(5_000)
}
