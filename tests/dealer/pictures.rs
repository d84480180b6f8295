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
    assert_eq!(before.drawn.len(), 1);
    let now = room.clock.now();
    room.dealer.host(room.m, HOST, HostAct::DrawState, None, at(now.plus(1))).await.unwrap();
    let shown = room.publics(count + 1).await.pop().unwrap();
    let [(ended, alt), (next, _)] = &shown.drawn[..] else { panic!("two boards: {:?}", shown.drawn) };
    assert_eq!(ended.scene.heading.stage, "End of bout 1");
    assert!(alt.contains("End of bout 1"), "{alt}");
    assert_eq!(next.scene.heading.stage, "Bout 2 · Review");
    // Whoever looks in the review sees the board that is to be reviewed, and an undo shows nothing of a bout that is not over.
    let look = room.dealer.look(room.m, None).await.unwrap();
    assert_eq!(look.picture.scene.heading.stage, "Bout 2 · Review");
    room.dealer.host(room.m, HOST, HostAct::Undo, None, at(now.plus(2))).await.unwrap();
    let undone = room.publics(count + 2).await.pop().unwrap();
    assert!(undone.drawn.len() == 1 && undone.drawn[0].0.scene.heading.stage.contains("Turn"));
}

#[tokio::test]
async fn a_match_that_a_host_ends_is_drawn_as_ended() {
    let (room, count) = in_battle().await;
    let now = room.clock.now();
    let act = HostAct::Forfeit(Seat::Ec);
    room.dealer.host(room.m, HOST, act, None, at(now.plus(1))).await.unwrap();
    let shown = room.publics(count + 1).await.pop().unwrap();
    assert!(shown.over && shown.drawn.len() == 1);
    let (picture, alt) = &shown.drawn[0];
    let scene = picture.scene.clone();
    assert_eq!(scene.heading.stage, "Over in bout 1");
    let caption = scene.caption.with_names(&shown.names);
    assert!(
        caption.starts_with("Bob wins") && caption.contains("forfeit") && alt.starts_with(&caption),
        "{caption} / {alt}"
    );
    let look = room.dealer.look(room.m, Some(BOB)).await.unwrap();
    assert_eq!((look.heading.stage.as_str(), look.picture.scene.caption), ("Over in bout 1", scene.caption));
}

/// A message that was held up shows the board of its entry, whatever has been entered since, also after a restart.
#[tokio::test]
async fn a_board_is_that_of_its_message_however_late_it_is_sent() {
    let mut boards = Vec::new();
    for held in [false, true] {
        let mut room = Room::playing().await;
        room.all_sent().await;
        if held {
            room.post.fail(Address::Channel(CHANNEL), Undelivered::Again { after: Duration::from_secs(30) });
        }
        for (step, [ann, bob]) in (0_u64..).zip([["samurai", "bard"], ["sage", "reaper"]]) {
            room.marked(ANN, ann, t(1_000 + 4_000 * step)).await.unwrap();
            room.marked(BOB, bob, t(2_000 + 4_000 * step)).await.unwrap();
        }
        room.marked(ANN, "dragoon", t(9_000)).await.unwrap();
        if held {
            until("an attempt in vain", async || room.post.failures.lock().unwrap().is_empty().then_some(())).await;
            assert_eq!(
                room.post.publics().iter().filter(|one| one.boards.is_some_and(|boards| boards.ended)).count(),
                0
            );
            room.restart(Duration::from_secs(40)).await;
        }
        let drawn = async || {
            let drawn: Vec<_> = room
                .post
                .publics()
                .into_iter()
                .filter(|one| one.boards.is_some_and(|boards| boards.ended))
                .map(|one| one.drawn)
                .collect();
            (drawn.len() == 2).then_some(drawn)
        };
        boards.push(until("both rounds", drawn).await);
    }
    assert!(boards[0].iter().all(|drawn| drawn.len() == 1) && boards[0][0] != boards[0][1]);
    assert_eq!(boards[0], boards[1]);
}
