//! Public messages lose their question once it is over.

use super::*;

/// Returns the numbers of channel messages with an Order button, and of those with a deadline.
fn asking(room: &Room) -> [usize; 2] {
    let channel = room.channel().of("public");
    [channel.those(|one| one.can("Order")).len(), channel.those(|one| one.deadline().is_some()).len()]
}

#[tokio::test(flavor = "multi_thread")]
async fn message_overtaken_by_a_ruling_loses_its_question() {
    let room = Room::playing().await;
    let rules = async |act: HostAct, ms: u64| {
        room.go(t(ms)).await;
        room.hosted(HANA, act, ms).await.unwrap();
        room.all_sent().await;
        room.settled().await;
    };
    room.all_sent().await;
    assert_eq!(asking(&room), [1, 1]);
    rules(HostAct::Extend(Duration::from_secs(30).as_secs()), 1_000).await;
    assert_eq!(asking(&room), [1, 1], "{}", room.channel());
    rules(HostAct::Pause, 2_000).await;
    assert_eq!(asking(&room), [0, 0], "{}", room.channel());
    rules(HostAct::Resume, 3_000).await;
    assert_eq!(asking(&room), [1, 1], "{}", room.channel());
    room.round(4_000, "samurai", "chocobo").await;
    room.settled().await;
    assert_eq!(asking(&room), [1, 1], "an answered question asks nothing more: {}", room.channel());
    rules(HostAct::Undo, 6_000).await;
    assert_eq!(asking(&room), [1, 1], "{}", room.channel());
    room.channel().has("Reverted by Hana");
    rules(HostAct::Award(Seat::Ec), 7_000).await;
    assert_eq!(asking(&room), [0, 0], "{}", room.channel());
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_prompt_shows_its_order_and_receipt() {
    let room = Room::playing().await;
    let [ann, bob] =
        [room.marked(ANN, "samurai", t(1_000)).await.unwrap(), room.marked(BOB, "chocobo", t(2_000)).await.unwrap()];
    room.all_sent().await;
    room.settled().await;
    for (user, sealed) in [(ANN, ann), (BOB, bob)] {
        let receipt = &sealed.commitment.unwrap()[..8];
        room.sees(user).has(&format!("Your order: **{}**. Receipt `{receipt}`.", sealed.words));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reverted_end_is_marked_in_direct_messages() {
    let room = Room::playing().await;
    room.round(1_000, "samurai", "chocobo").await;
    room.seat(Seat::Dmo, CLEO, "Sam", t(3_000)).await;
    room.host(HostAct::Award(Seat::Ec), t(5_000)).await;
    room.all_sent().await;
    room.settled().await;
    assert!(room.sees(ANN).with("wins").last().can("Replay"), "{}", room.sees(ANN));
    room.host(HostAct::Undo, t(6_000)).await;
    room.all_sent().await;
    room.settled().await;
    for user in [ANN, CLEO, BOB] {
        let told = room.sees(user);
        let ends = told.with("Reverted by");
        assert!(ends.len() == 1 && !ends.last().can("Replay") && !ends.last().can("Record"), "{told}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn end_without_a_resolved_order_offers_nothing_to_verify_or_review() {
    for played in [false, true] {
        let room = Room::playing().await;
        if played {
            room.round(1_000, "samurai", "chocobo").await;
        }
        room.host(HostAct::Award(Seat::Ec), t(5_000)).await;
        room.all_sent().await;
        room.settled().await;
        let (public, own) = (room.public(), room.sees(ANN).with("wins"));
        let ends = [public.last(), own.last()];
        assert_eq!(ends.map(|end| [end.can("Replay"), end.can("Review")]), [[true, played]; 2], "{public}{own}");
        assert_eq!(["Record", "Verify receipts"].map(|label| ends[0].can(label)), [true, played], "{public}");
    }
}
