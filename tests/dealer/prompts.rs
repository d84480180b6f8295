//! The content of prompts: the last result, the lesson, the draft and the board.

use super::*;

#[tokio::test]
async fn result_of_a_round_is_in_the_next_prompt() {
    let room = Room::playing().await;
    room.round(1_000, "samurai", "bard").await;
    for user in [ANN, BOB] {
        room.prompts(user).last().has("Samurai");
        assert!(room.notes(user).is_empty(), "it is not told twice");
    }
}

/// After an undo the prompt repeats its step's first lines, for a substitute only the public ones.
#[tokio::test]
async fn repeated_prompt_keeps_its_steps_first_lines() {
    for (substituted, restarted) in [(false, false), (false, true), (true, false)] {
        let mut room = Room::playing().await;
        room.round(1_000, "samurai", "bard").await;
        let told = [ANN, BOB].map(|user| room.prompts(user).last().text.lines().nth(1).unwrap().to_owned());
        room.round(3_000, "reaper", "sage").await;
        if substituted {
            room.seat(Seat::Dmo, CLEO, "Cleo", t(5_000)).await;
        }
        if restarted {
            room.restart(Duration::ZERO).await;
        }
        room.host(HostAct::Undo, t(6_000)).await;
        room.all_sent().await;
        room.prompts(ANN).last().has("reverted").has(&told[0]);
        let other = if substituted { CLEO } else { BOB };
        let again = room.prompts(other).last().clone();
        again.has(&told[1]);
        assert_eq!(again.says("Your order was Bard."), !substituted, "{again}");
    }
}

#[tokio::test]
async fn lesson_of_a_prompt_does_not_change_when_the_rival_orders() {
    let room = Room::playing().await;
    for (at, unit) in (1..).zip(["samurai", "bard", "sage", "reaper", "dragoon", "dark-knight"]) {
        room.round(at * 3_000, unit, unit).await;
        let guide = async || room.dealer.prompt(room.m, ANN).await.unwrap().guide;
        let before = guide().await;
        assert!(!before.is_empty(), "{unit}");
        room.marked(BOB, "bard", t(at * 3_000 + 1_000)).await.unwrap();
        assert_eq!(guide().await, before, "{unit}");
    }
}

#[tokio::test]
async fn draft_survives_a_pause() {
    let mut room = Room::playing().await;
    let mark = room.mark().await;
    room.pick(ANN, mark, 0, "blue-mage", t(1_000)).await.unwrap();
    room.host(HostAct::Pause, t(2_000)).await;
    room.restart(Duration::from_secs(1)).await;
    room.host(HostAct::Resume, t(9_000)).await;
    room.prompted(2).await;
    room.prompts(ANN).last().has("So far: **2 Blue Mage**");
    room.prompts(BOB).lacks("So far");
    let more = room.pick(ANN, mark, 1, "samurai", t(10_000)).await.unwrap();
    assert!(matches!(more.outcome, MoveOutcome::Sealed(sealed) if sealed.order == "blue-mage>samurai"));
}

/// The words beside a board count down; a reserve on it would be that of an earlier moment.
#[tokio::test]
async fn boards_show_no_reserve() {
    let header = serde_json::json!({"record": 1, "game": "blockade-chess", "preset": "blockade", "seats": {"ec": "Ann", "dmo": "Bob"}, "seed": "1"});
    let room = Room::with(new_match(Header::read(&header.to_string()).unwrap())).await;
    room.begin().await;
    for user in [None, Some(ANN)] {
        let look = room.dealer.look(room.m, user).await.unwrap();
        assert_eq!(look.picture.frame.reserve, BySeat::default());
    }
}
