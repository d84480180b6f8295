//! Public turns, for players who order by direct message and for those who do not.

use deathmatch::game::Viewer;
use deathmatch::table::Table;
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
    assert_eq!(prompts(&room), [1, 0], "the first turn is asked in both places");
    turn(&room, ANN, true, 1_000).await;
    turn(&room, BOB, false, 2_000).await;
    assert_eq!(prompts(&room), [2, 1]);
    // The channel asks as well, so that she can return to it.
    room.channel().last().has("Ann");
    room.restart(Duration::from_secs(1)).await;
    turn(&room, ANN, true, 5_000).await;
    assert_eq!(prompts(&room), [2, 1], "he ordered in the channel");
    turn(&room, BOB, true, 6_000).await;
    assert_eq!(prompts(&room), [3, 1]);
    turn(&room, ANN, false, 7_000).await;
    assert_eq!(prompts(&room), [3, 2]);
    turn(&room, BOB, false, 8_000).await;
    assert_eq!(prompts(&room), [3, 2], "both order in the channel again");
    assert!(!room.prompts(ANN).last().is_open());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_passes_hears_by_direct_message_what_the_other_did() {
    // Only the pieces in row 4 have arrows.
    let rows: Vec<_> =
        ["u-........", "u-........", "u-........", "u-bbbbbbbb", "u-........"].map(|code| [code; 5]).to_vec();
    let header = json!({"record": 1, "game": "guidance-rite", "preset": "dm11", "seed": "1",
        "ruleset": {"review_s": 10, "claim_s": 10, "choose_s": 60, "turn_s": 600}, "seats": {"ec": "Ann", "dmo": "Bob"},
        "setup": {"boards": [&rows, &rows, &rows]}});
    let room = Room::with(new_match(Header::read(&header.to_string()).unwrap())).await;
    room.begin().await;
    room.all_sent().await;
    room.go(t(10_000 + GRACE_MS)).await;
    room.all_sent().await;
    for (ms, ann, bob) in [(13_000, "a1 b1", "c4 d4"), (14_000, "a2 b2", "e4 e5")] {
        room.go(t(ms)).await;
        room.order(ANN, ann, When::Typed, at(t(ms))).await.unwrap();
        room.order(BOB, bob, When::Typed, at(t(ms + 1))).await.unwrap();
        room.all_sent().await;
    }
    // Nobody names anything twice, and the rest is cleared away.
    for ms in [24_001, 34_001] {
        room.go(t(ms + GRACE_MS)).await;
        room.all_sent().await;
    }
    let sender = |ms| Sender { user: BOB, stamp: at(t(ms)), in_dm: false };
    for (ms, order, told) in [
        (40_000, "first", "Bob chooses to go first."),
        (41_000, "c4-c5", "from c4 to c5"),
        (42_000, "c5-c4", "Ann still cannot move: pass 2 in a row."),
    ] {
        room.go(t(ms)).await;
        let notes = room.notes(ANN).len();
        room.dealer.make_move(room.m, sender(ms), None, Move::Send(order.to_owned())).await.unwrap();
        room.all_sent().await;
        assert_eq!(room.notes(ANN).len(), notes + 1, "{order}");
        room.notes(ANN).last().has(told);
    }
}

#[tokio::test]
async fn board_that_is_only_turned_is_not_marked_as_private() {
    let header = json!({"record": 1, "game": "knights", "seats": {"ec": "Ann", "dmo": "Bob"}, "seed": "1"});
    let room = Room::with(new_match(Header::read(&header.to_string()).unwrap())).await;
    room.begin().await;
    let shown = async || room.dealer.prompt(room.m, BOB).await.unwrap().picture;
    let turned = shown().await;
    let public = Table::open(Header::read(&header.to_string()).unwrap()).unwrap().sight(Viewer::Public).scene();
    assert_ne!(turned.drawn.as_ref().map(|(scene, _)| scene), Some(&public), "it is turned");
    assert_eq!(turned.frame.private_to, None, "nothing on it is hidden");
    room.marked(BOB, "move b1-a3, claim a3", t(1_000)).await.unwrap();
    assert_eq!(shown().await.frame.private_to, Some(Seat::Dmo), "the sealed order is his alone");
}
