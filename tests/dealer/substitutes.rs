//! A substitute's time, messages and names; the replaced player's stay unchanged.

use super::*;

#[tokio::test]
async fn substitute_gets_a_full_step_and_no_private_messages() {
    let room = Room::playing().await;
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.go(t(UNIT_MS + GRACE_MS)).await;
    room.prompted(2).await;
    room.prompts(BOB).last().has("Your time ran out");
    room.host(HostAct::Pause, t(70_000)).await;
    room.host(HostAct::Resume, t(80_000)).await;
    room.go(t(100_500)).await;
    room.seat(Seat::Dmo, CLEO, "Cleo", t(100_500)).await;
    room.all_sent().await;
    let prompts = room.prompts(CLEO);
    // The prompt was sent at 60 s; its clock has run for 30.5 s, and 31 whole seconds are credited.
    let deadline = t(2 * UNIT_MS + 10_000 + 31_000);
    prompts.last().has("Samurai").lacks("ran out");
    let told = room.public();
    let public = told.last().has("Cleo in Bob's place");
    assert_eq!((prompts.last().deadline(), public.deadline()), (Some(deadline), Some(deadline)));
    // The other player is still asked, and the message does not show whether that player has answered.
    assert_eq!(public.pings, [ANN, CLEO]);
    room.card_says("<@15>").await.lacks("<@12>");
    assert_eq!(room.record().await.last().unwrap()["host"], "extend 31");
    let before = room.prompts(BOB);
    assert!(before.len() == 3 && before.open().is_empty(), "the one before is asked no more: {before}");
}

/// A card pings players whom its opener's other cards have not pinged, also after a change of seats.
#[tokio::test]
async fn pinged_players_of_a_card_do_not_change_with_the_seats() {
    let room = Room::playing().await;
    room.seat(Seat::Dmo, CLEO, "Cleo", t(1_000)).await;
    for (ms, other, called) in [(2_000, CLEO, false), (3_000, CLEO, true), (4_000, BOB, true)] {
        let new = NewMatch { users: BySeat { ec: ANN, dmo: other }, friendly: true, ..new_match(header()) };
        let quiet = room.dealer.open_lobby(new, at(t(ms))).await.unwrap().quiet;
        assert_eq!((quiet.ec, quiet.dmo), (true, called), "{other}");
    }
}

#[tokio::test]
async fn substitute_gets_the_steps_time_without_extensions() {
    let room = Room::playing().await;
    let extensions = async || {
        let record = room.record().await;
        let acts = record.iter().filter_map(|entry| entry["host"].as_str()).filter(|act| act.starts_with("extend"));
        acts.map(str::to_owned).collect::<Vec<_>>()
    };
    room.host(HostAct::Extend(300), t(10_000)).await;
    room.go(t(100_000)).await;
    // 260 s are left of a step of 60 s.
    room.seat(Seat::Dmo, CLEO, "Cleo", t(100_000)).await;
    assert_eq!(extensions().await, ["extend 300"]);
    room.go(t(340_000)).await;
    room.seat(Seat::Dmo, DAN, "Dan", t(340_000)).await;
    assert_eq!(extensions().await, ["extend 300", "extend 40"], "20 s were left");
    room.all_sent().await;
    assert_eq!(room.prompts(DAN).last().deadline(), Some(t(340_000 + UNIT_MS)));
    room.public().last().has("Dan").has("40 s more");
}

#[tokio::test]
async fn earlier_results_name_the_player_of_that_time() {
    let room = Room::playing().await;
    room.round(1_000, "samurai", "samurai").await;
    room.seat(Seat::Dmo, CLEO, "Cleo", t(5_000)).await;
    for user in [ANN, CLEO] {
        let told = room.dealer.prompt(room.m, user).await.unwrap().told.join(" ");
        assert!(told.contains("Bob 0") && !told.contains("Cleo"), "{told}");
    }
    room.marked(ANN, "sage", t(6_000)).await.unwrap();
    room.marked(CLEO, "sage", t(7_000)).await.unwrap();
    room.all_sent().await;
    room.prompts(ANN).last().has("Cleo 0.");
    room.host(HostAct::Award(Seat::Ec), t(8_000)).await;
    room.hears(CLEO, "Ann wins").await.has("Bob (Cleo)");
}

#[tokio::test]
async fn substitution_reveals_nothing_to_the_other_seat() {
    let room = Room::playing().await;
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.go(t(UNIT_MS + GRACE_MS)).await;
    room.prompted(2).await;
    // Cleo replaces Bob, whose time ran out; then Dan replaces Ann.
    room.seat(Seat::Dmo, CLEO, "Cleo", t(70_000)).await;
    room.seat(Seat::Ec, DAN, "Dan", t(71_000)).await;
    let told = room.dealer.prompt(room.m, CLEO).await.unwrap().told.join(" ");
    assert!(told.contains("Bob's Chocobo") && told.contains("Ann's Samurai") && !told.contains("ran out"), "{told}");
}

/// Also after an undo, a substitute's first prompt has the public account of the last step, and explains the prompt.
#[tokio::test]
async fn substitutes_first_prompt_has_the_account_and_the_explanation() {
    for undone in [false, true] {
        let room = Room::playing().await;
        room.round(1_000, "samurai", "bard").await;
        if undone {
            room.round(3_000, "sage", "dragoon").await;
            room.host(HostAct::Undo, t(5_000)).await;
            let told = room.dealer.prompt(room.m, ANN).await.unwrap().told.join("\n");
            assert!(told.contains("Bout 1 · Round 2 is played again") && told.contains("\nRound 1: "), "{told}");
        }
        room.seat(Seat::Dmo, CLEO, "Cleo", t(6_000)).await;
        let prompt = room.dealer.prompt(room.m, CLEO).await.unwrap();
        let told = prompt.told.join("\n");
        assert!(told.contains("Samurai") && !told.contains("sealed"), "{told}");
        assert!(prompt.seated.as_ref().unwrap().contains("in Bob's place"), "{prompt:?}");
        assert!(prompt.guide.iter().any(|line| line.contains("A bout scores 3")), "{:?}", prompt.guide);
        assert!(!prompt.before().join("\n").contains("in Bob's place"), "{:?}", prompt.before());
        room.marked(ANN, "sage", t(7_000)).await.unwrap();
        room.marked(CLEO, "dragoon", t(8_000)).await.unwrap();
        assert_eq!(room.dealer.prompt(room.m, CLEO).await.unwrap().seated, None);
    }
}

/// The question in the channel calls the substitute, and says how to order.
#[tokio::test]
async fn substitute_who_has_not_used_the_bot_gets_no_second_message() {
    let room = Room::playing().await;
    room.discord.fail(Destination::Dm(CLEO), SendError::NotAcquainted);
    let before = room.public().len();
    room.seat(Seat::Dmo, CLEO, "Cleo", t(1_000)).await;
    room.all_sent().await;
    let called = room.public().last().has("Press **Order**").clone();
    assert!(called.pings.contains(&CLEO), "{called}");
    room.marked(ANN, "samurai", t(2_000)).await.unwrap();
    room.marked(CLEO, "bard", t(3_000)).await.unwrap();
    room.all_sent().await;
    assert_eq!(room.public().len(), before + 2, "{}", room.public());
    room.public().lacks("direct messages are closed");
}

#[tokio::test]
async fn substitute_does_not_get_the_former_players_draft() {
    let room = Room::playing().await;
    room.pick(BOB, room.mark().await, 0, "blue-mage", t(1_000)).await.unwrap();
    room.seat(Seat::Dmo, CLEO, "Cleo", t(2_000)).await;
    assert!(room.dealer.prompt(room.m, CLEO).await.unwrap().words.is_empty());
}

#[tokio::test]
async fn last_board_names_first_players_and_substitutes() {
    let room = Room::playing().await;
    room.seat(Seat::Dmo, CLEO, "Cleo", t(2_000)).await;
    let before = room.dealer.look(room.m, None).await.unwrap().picture.frame.names.dmo;
    assert_eq!(before, "Cleo");
    room.host(HostAct::Award(Seat::Ec), t(3_000)).await;
    room.all_sent().await;
    let last = room.public().last().clone();
    assert!(last.is_last() && last.pictures[0].contains("Bob (Cleo)"), "{:?}", last.pictures);
}

#[tokio::test]
async fn replaced_player_reads_the_reason() {
    let room = Room::playing().await;
    let ruling = substitute_for(Seat::Dmo, CLEO, "Cleo");
    room.dealer.rule(room.m, HOST, ruling, Some("Bob walks the dog".to_owned()), at(t(1_000))).await.unwrap();
    room.hears(BOB, "put Cleo in your place").await.has("Bob walks the dog");
}
