//! The boards in public messages.

use super::*;

const STEP_MS: u64 = 10_000;

/// Plays a match of bouts with separate boards up to a battle, without any order.
pub async fn in_battle() -> (Room, usize) {
    let header = Header::read(
        r#"{"record":1,"game":"guidance-rite","preset":"dm11","ruleset":{"review_s":10,"claim_s":10,"top_up_s":10,"choose_s":10,"turn_s":10},"seats":{"ec":"Ann","dmo":"Bob"},"seed":"1"}"#,
    );
    let room = Room::with(new_match(header.unwrap())).await;
    let played_on = Setting::Choice(Choice::PauseIdle(false));
    room.store.change_settings(GuildId(1), played_on, |_| Ok::<_, ()>(())).await.unwrap().unwrap();
    room.begin().await;
    for steps in 1..20 {
        room.all_sent().await;
        if room.posted(steps).await.last().says("Turn 1") {
            return (room, steps);
        }
        room.go(t(u64::try_from(steps).unwrap() * STEP_MS + GRACE_MS)).await;
    }
    panic!("there is no battle");
}

#[tokio::test]
async fn deciding_board_of_a_bout_is_shown_with_the_next_bout() {
    let (room, count) = in_battle().await;
    assert_eq!(room.public().last().pictures.len(), 1);
    let now = room.clock.now();
    room.host(HostAct::DrawState, now.plus(1)).await;
    let shown = room.posted(count + 1).await.last().pictures.clone();
    assert!(shown.len() == 2 && shown[0].contains("End of bout 1") && shown[1].contains("Bout 2"), "{shown:?}");
    // In the review, a look shows the reviewed board, and an undo shows nothing of an unfinished bout.
    let look = room.dealer.look(room.m, None).await.unwrap();
    assert_eq!(look.picture.scene.heading.stage, "Bout 2 · First look");
    room.host(HostAct::Undo, now.plus(2)).await;
    let undone = room.posted(count + 2).await.last().pictures.clone();
    assert!(undone.len() == 1 && undone[0].contains("Turn"), "{undone:?}");
}

#[tokio::test]
async fn match_ended_by_a_host_is_drawn_as_ended() {
    let (room, count) = in_battle().await;
    let now = room.clock.now();
    room.host(HostAct::Forfeit(Seat::Ec), now.plus(1)).await;
    let told = room.posted(count + 1).await;
    let [alt] = &told.last().pictures[..] else { panic!("one board: {told}") };
    assert!(told.last().is_last() && alt.starts_with("Bob wins") && alt.contains("forfeit"), "{alt}");
    let look = room.dealer.look(room.m, Some(BOB)).await.unwrap();
    assert_eq!(look.heading.stage, "Over in bout 1");
}

/// A delayed message shows its entry's board, even after later entries and a restart.
#[tokio::test]
async fn delayed_message_shows_the_board_of_its_entry() {
    let mut boards = Vec::new();
    for held in [false, true] {
        let mut room = Room::playing().await;
        room.all_sent().await;
        if held {
            room.discord.fail(Destination::Channel(CHANNEL), SendError::Retry { after: Duration::from_secs(30) });
        }
        for (step, [ann, bob]) in (0_u64..).zip([["samurai", "bard"], ["sage", "reaper"]]) {
            room.marked(ANN, ann, t(1_000 + 4_000 * step)).await.unwrap();
            room.marked(BOB, bob, t(2_000 + 4_000 * step)).await.unwrap();
        }
        room.marked(ANN, "dragoon", t(9_000)).await.unwrap();
        if held {
            room.settled().await;
            assert_eq!(room.public().len(), 1);
            room.restart(Duration::from_secs(40)).await;
        }
        room.posted(3).await;
        room.all_sent().await;
        let results = room.public().with("Last receipts");
        boards.push(results.iter().map(|message| message.pictures.clone()).collect::<Vec<_>>());
    }
    assert!(boards[0].iter().all(|drawn| drawn.len() == 1) && boards[0][0] != boards[0][1]);
    assert_eq!(boards[0], boards[1]);
}

#[tokio::test]
async fn board_shows_its_players_sealed_order_as_the_prompt_does() {
    let room = Room::playing().await;
    let board = async |viewer| room.dealer.look(room.m, viewer).await.unwrap().picture.scene;
    let others = async || (board(None).await, board(Some(BOB)).await);
    let (before, around) = (board(Some(ANN)).await, others().await);
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    let sealed = board(Some(ANN)).await;
    assert_ne!(sealed, before);
    let (prompted, _) = room.dealer.prompt(room.m, ANN).await.unwrap().picture.drawn.unwrap();
    assert_eq!(sealed, prompted);
    assert_eq!(others().await, around, "nobody else's board changes");
}
