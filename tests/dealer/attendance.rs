//! How reliably people come, as hosts read it: counted from what is stored.

use super::*;

impl Room {
    /// Missed orders and matches with some, declined cards, no-shows.
    async fn counts(&self, user: UserId) -> (u32, u32, u32, u32) {
        let of = self.store.attendance(GuildId(1), user).await.unwrap();
        assert_eq!(of.declined.1.len() + of.absent.1.len(), (of.declined.0 + of.absent.0) as usize);
        (of.missed.0, of.missed.1, of.declined.0, of.absent.0)
    }

    async fn comes_to(&self, user: UserId, counts: (u32, u32, u32, u32)) {
        until("it is counted", async || (self.counts(user).await == counts).then_some(())).await;
    }
}

#[tokio::test]
async fn a_card_counts_for_who_called_it_off_or_was_not_ready() {
    let room = Room::lobby(0).await;
    room.dealer.decline(room.m, BOB, at(OPENED.plus(2_000))).await.unwrap();
    assert_eq!((room.counts(ANN).await, room.counts(BOB).await), ((0, 0, 0, 0), (0, 0, 1, 0)));
    // A host who calls a card off says nothing of its players.
    let room = room.opening(new_match(header())).await;
    room.dealer.cancel(room.m, HOST, None, at(OPENED.plus(3_000))).await.unwrap();
    assert_eq!((room.counts(ANN).await, room.counts(BOB).await), ((0, 0, 0, 0), (0, 0, 1, 0)));
    let room = room.opening(new_match(header())).await;
    room.dealer.press_ready(room.m, ANN, None, at(OPENED.plus(4_000))).await.unwrap();
    let expires = room.dealer.info(room.m).await.unwrap().deadline.unwrap();
    room.go(expires.plus(GRACE_MS + 1)).await;
    room.comes_to(BOB, (0, 0, 1, 1)).await;
    assert_eq!(room.counts(ANN).await, (0, 0, 0, 0));
}

#[tokio::test]
async fn an_order_that_never_came_counts_once_the_match_is_over() {
    let room = Room::playing().await;
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.go(t(UNIT_MS + GRACE_MS)).await;
    room.posted(2).await;
    assert_eq!(room.counts(BOB).await, (0, 0, 0, 0), "a running match says nothing");
    room.host(HostAct::Award(Seat::Ec), t(UNIT_MS + 5_000)).await;
    room.comes_to(BOB, (1, 1, 0, 0)).await;
    assert_eq!(room.counts(ANN).await, (0, 0, 0, 0));
    // What is reverted was never missed.
    room.host(HostAct::Undo, t(UNIT_MS + 6_000)).await;
    room.host(HostAct::Undo, t(UNIT_MS + 25_000)).await;
    room.round(UNIT_MS + 30_000, "bard", "sage").await;
    room.host(HostAct::Award(Seat::Ec), t(UNIT_MS + 60_000)).await;
    until("it is counted", async || room.store.without_figures(9).await.unwrap().is_empty().then_some(())).await;
    assert_eq!((room.counts(ANN).await, room.counts(BOB).await), ((0, 0, 0, 0), (0, 0, 0, 0)));
}
