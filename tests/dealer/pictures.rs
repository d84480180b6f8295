//! Which boards everyone is shown.

use super::*;

const STEP_MS: u64 = 10_000;

/// A match of bouts on a board each, in which nobody ever orders anything, up to a battle.
pub async fn in_battle() -> (Room, usize) {
    let room = Room::lobby(0).await;
    room.dealer.cancel(room.m, HOST, None, at(OPENED)).await.unwrap();
    let played_on = Setting::PauseIdle(false);
    room.store.change_settings(GuildId(1), played_on, |_| Ok::<_, ()>(())).await.unwrap().unwrap();
    let header = Header::read(
        r#"{"record":1,"game":"guidance-rite","preset":"dm11","ruleset":{"review_s":10,"claim_s":10,"top_up_s":10,"choose_s":10,"turn_s":10},"seats":{"ec":"Ann","dmo":"Bob"},"seed":"1"}"#,
    );
    let m = room.dealer.open(new_match(header.unwrap()), at(OPENED)).await.unwrap();
    let room = Room { m, ..room };
    room.go(BEGAN).await;
    room.dealer.press_ready(room.m, ANN, None, at(OPENED.plus(2_000))).await.unwrap();
    room.dealer.press_ready(room.m, BOB, None, Snowflake::at(BEGAN)).await.unwrap();
    for steps in 1..20 {
        let publics = room.publics(steps).await;
        if publics[steps - 1].stage.contains("Turn") {
            return (room, steps);
        }
        room.all_sent().await;
        room.go(t(u64::try_from(steps).unwrap() * STEP_MS + GRACE_MS)).await;
    }
    panic!("it never comes to a battle");
}

#[tokio::test]
async fn the_board_that_decides_a_bout_is_shown_with_the_next_one() {
    let (room, count) = in_battle().await;
    let before = room.post.publics().pop().unwrap();
    assert!(before.ended.is_none());
    let now = room.clock.now();
    room.dealer.host(room.m, HOST, HostAct::DrawState, None, at(now.plus(1))).await.unwrap();
    let shown = room.publics(count + 1).await.pop().unwrap();
    let ended = shown.ended.expect("the board of the bout that is over");
    assert_eq!(ended.picture.scene.heading.stage, "End of bout 1");
    assert!(ended.alt.contains("End of bout 1"), "{}", ended.alt);
    let next = shown.picture.expect("the next bout's board");
    assert_eq!(next.scene.heading.stage, "Bout 2 · Review");
    // Whoever looks in the review sees the board that is to be reviewed, and an undo shows nothing of a bout that is not over.
    let look = room.dealer.look(room.m, None).await.unwrap();
    assert_eq!(look.picture.scene.heading.stage, "Bout 2 · Review");
    room.dealer.host(room.m, HOST, HostAct::Undo, None, at(now.plus(2))).await.unwrap();
    let undone = room.publics(count + 2).await.pop().unwrap();
    assert!(undone.ended.is_none());
    assert!(undone.picture.unwrap().scene.heading.stage.contains("Turn"));
}

#[tokio::test]
async fn a_match_that_a_host_ends_is_drawn_as_ended() {
    let (room, count) = in_battle().await;
    let now = room.clock.now();
    let act = HostAct::Forfeit(Seat::Ec);
    room.dealer.host(room.m, HOST, act, None, at(now.plus(1))).await.unwrap();
    let shown = room.publics(count + 1).await.pop().unwrap();
    assert!(shown.over && shown.ended.is_none());
    let scene = shown.picture.unwrap().scene;
    assert_eq!(scene.heading.stage, "Over in bout 1");
    let caption = scene.caption.with_names(&shown.names);
    assert!(
        caption.starts_with("Bob wins") && caption.contains("forfeit") && shown.alt.starts_with(&caption),
        "{caption} / {}",
        shown.alt
    );
    let look = room.dealer.look(room.m, Some(BOB)).await.unwrap();
    assert_eq!((look.heading.stage.as_str(), look.picture.scene.caption), ("Over in bout 1", scene.caption));
}
