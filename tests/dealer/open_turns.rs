//! Public turns, for players who order by direct message and for those who do not.

use serde_json::json;

use super::*;

/// Orders the next turn, by direct message or in the channel.
async fn turn(room: &Room, mover: UserId, in_dm: bool, ms: u64) {
    let order = room.dealer.complete(room.m, mover, "").await.into_iter().next().expect("the mover is asked");
    let sender = Sender { user: mover, stamp: at(t(ms)), in_dm };
    room.go(t(ms)).await;
    room.dealer.make_move(room.m, sender, None, Move::Send(order)).await.unwrap();
    room.all_sent().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn public_turn_is_asked_where_its_player_ordered_last() {
    let header = json!({"record": 1, "game": "blockade-chess", "preset": "blockade",
        "seats": {"ec": "Ann", "dmo": "Bob"}, "seed": "1",
        "setup": {"fen": "r1bq1b1r/8/8/8/3Q4/8/8/R1B2B1R", "to_move": "white", "white": "ec"}});
    let mut room = Room::with(new_match(Header::read(&header.to_string()).unwrap())).await;
    room.begin().await;
    room.all_sent().await;
    let prompts = |room: &Room| [ANN, BOB].map(|user| room.prompts(user).len());
    assert_eq!(prompts(&room), [0, 0], "nobody has ordered by direct message yet");
    turn(&room, ANN, true, 1_000).await;
    turn(&room, BOB, false, 2_000).await;
    assert_eq!(prompts(&room), [1, 0]);
    // The channel asks as well, so that she can return to it.
    room.channel().last().has("Ann");
    room.restart(Duration::from_secs(1)).await;
    turn(&room, ANN, true, 5_000).await;
    turn(&room, BOB, true, 6_000).await;
    assert_eq!(prompts(&room), [2, 0]);
    turn(&room, ANN, false, 7_000).await;
    assert_eq!(prompts(&room), [2, 1]);
    turn(&room, BOB, false, 8_000).await;
    assert_eq!(prompts(&room), [2, 1], "both order in the channel again");
    assert!(!room.prompts(ANN).last().is_open());
}
