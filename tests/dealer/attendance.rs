//! The attendance of players, as hosts read it: counted from stored data.

use super::*;

impl Room {
    /// Returns missed orders, matches with a missed order, declined cards, and no-shows.
    async fn counts(&self, user: UserId) -> (u32, u32, u32, u32) {
        let of = self.store.attendance(GuildId(1), user).await.unwrap();
        assert_eq!(of.declined.1.len() + of.absent.1.len(), (of.declined.0 + of.absent.0) as usize);
        (of.missed.0, of.missed.1, of.declined.0, of.absent.0)
    }

    async fn waits_for_counts(&self, user: UserId, counts: (u32, u32, u32, u32)) {
        until("it is counted", async || (self.counts(user).await == counts).then_some(())).await;
    }
}

#[tokio::test]
async fn declined_card_counts_for_its_decliner_and_the_unready() {
    let room = Room::lobby(0).await;
    room.dealer.decline(room.m, BOB, at(OPENED.plus(2_000))).await.unwrap();
    assert_eq!((room.counts(ANN).await, room.counts(BOB).await), ((0, 0, 0, 0), (0, 0, 1, 0)));
    // A host's cancellation does not count for the players.
    let room = room.opening(new_match(header())).await;
    room.dealer.cancel(room.m, HOST, None, at(OPENED.plus(3_000))).await.unwrap();
    assert_eq!((room.counts(ANN).await, room.counts(BOB).await), ((0, 0, 0, 0), (0, 0, 1, 0)));
    let room = room.opening(new_match(header())).await;
    room.dealer.press_ready(room.m, ANN, None, at(OPENED.plus(4_000))).await.unwrap();
    let expires = room.dealer.info(room.m).await.unwrap().deadline.unwrap();
    room.go(expires.plus(GRACE_MS + 1)).await;
    room.waits_for_counts(BOB, (0, 0, 1, 1)).await;
    assert_eq!(room.counts(ANN).await, (0, 0, 0, 0));
}

#[tokio::test]
async fn missed_order_counts_once_the_match_is_over() {
    let room = Room::playing().await;
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.go(t(UNIT_MS + GRACE_MS)).await;
    room.posted(2).await;
    assert_eq!(room.counts(BOB).await, (0, 0, 0, 0), "a running match says nothing");
    room.host(HostAct::Award(Seat::Ec), t(UNIT_MS + 5_000)).await;
    room.waits_for_counts(BOB, (1, 1, 0, 0)).await;
    assert_eq!(room.counts(ANN).await, (0, 0, 0, 0));
    // A reverted deadline was never missed.
    room.host(HostAct::Undo, t(UNIT_MS + 6_000)).await;
    room.host(HostAct::Undo, t(UNIT_MS + 25_000)).await;
    room.round(UNIT_MS + 30_000, "bard", "sage").await;
    room.host(HostAct::Award(Seat::Ec), t(UNIT_MS + 60_000)).await;
    until("it is counted", async || room.store.without_statistics(9).await.unwrap().is_empty().then_some(())).await;
    assert_eq!((room.counts(ANN).await, room.counts(BOB).await), ((0, 0, 0, 0), (0, 0, 0, 0)));
}
