//! The messages about results, the card's text, and a substitute's messages.

use deathmatch::dealer::MatchStage;

use super::*;

#[tokio::test]
async fn both_players_are_notified_of_the_end() {
    let room = Room::playing().await;
    room.host(HostAct::Award(Seat::Ec), t(1_000)).await;
    for user in [ANN, BOB] {
        room.hears(user, "Ann wins").await.has("host gave Ann the match");
    }
}

#[tokio::test]
async fn finished_match_points_nobody_to_its_prompts() {
    for refused in [SendError::DmClosed, SendError::Rejected { why: "no".to_owned() }] {
        let room = Room::playing().await;
        room.post.fail(Destination::Dm(BOB), refused);
        room.host(HostAct::Award(Seat::Ec), t(1_000)).await;
        room.all_sent().await;
        assert!(room.post.failures.lock().unwrap().is_empty(), "it was tried");
        let told = room.public();
        assert!(told.len() == 2 && told.last().is_last(), "{told}");
    }
}

#[tokio::test]
async fn friendly_match_mentions_no_elimination() {
    let mut room = Room::lobby(0).await;
    let friendly = NewMatch { friendly: true, ..new_match(header()) };
    room.m = room.dealer.open(friendly, at(OPENED.plus(1))).await.unwrap();
    room.begin().await;
    room.host(HostAct::Award(Seat::Ec), t(1_000)).await;
    room.all_sent().await;
    room.public().last().has("Ann wins").has("friendly");
    for user in [ANN, BOB] {
        room.notes(user).has("Ann wins");
    }
    room.host(HostAct::Undo, t(2_000)).await;
    room.host(HostAct::Void, t(3_000)).await;
    room.reads("without a result").await;
    let everything = room.post.shown(|_| true);
    for message in everything.iter().filter(|message| message.of == room.m) {
        for words in ["eliminated", "survives"] {
            assert!(!message.says(words) && !message.pictures.concat().contains(words), "{message}");
        }
    }
}

#[tokio::test]
async fn end_shows_the_winner_then_the_score_then_the_story() {
    let room = Room::playing().await;
    let mut told = 1;
    while !room.public().last().is_last() {
        let (mark, now) = (room.mark().await, room.clock.now());
        if room.public().last().can("Ready") {
            for user in [ANN, BOB] {
                room.dealer.press_ready(room.m, user, Some(mark), at(now)).await.unwrap();
            }
        } else {
            room.order(ANN, "samurai", When::Marked(mark), at(now)).await.unwrap();
            room.order(BOB, "chocobo", When::Marked(mark), at(now)).await.unwrap();
        }
        room.go(now.plus(1_000)).await;
        told += 1;
        room.posted(told).await;
    }
    let all = room.public();
    let last = all.last();
    let lines: Vec<_> = last.text.lines().collect();
    assert!(lines[0].contains("Ann wins") && lines[1].contains("3 to 0"), "{last}");
    let story = lines[2..].iter().take_while(|line| line.starts_with("- ")).count();
    assert!((1..=5).contains(&story), "{last}");
    last.has("Round 10: Ann takes the lead");
    assert_eq!(all.with("wins the").len(), 1, "who won is said once: {all}");
    assert!(all[..all.len() - 1].iter().all(|one| !one.text.lines().any(|line| line.starts_with("- "))), "{all}");
}

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
async fn card_and_list_show_the_present_state() {
    let room = Room::playing().await;
    let stage = async || room.dealer.info(room.m).await.unwrap().stage;
    room.card_says("has begun").await;
    room.host(HostAct::Pause, t(1_000)).await;
    room.card_says("paused").await;
    assert_eq!(stage().await, MatchStage::Paused);
    room.host(HostAct::Resume, t(2_000)).await;
    room.card_says("has begun").await;
    assert_eq!(stage().await, MatchStage::Playing);
    room.host(HostAct::Award(Seat::Ec), t(3_000)).await;
    room.card_says("**Ann** won").await;
}

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
        assert!(told.contains("Bob's Samurai") && !told.contains("Cleo"), "{told}");
    }
    room.marked(ANN, "sage", t(6_000)).await.unwrap();
    room.marked(CLEO, "sage", t(7_000)).await.unwrap();
    room.all_sent().await;
    room.prompts(ANN).last().has("Cleo's Sage");
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
    assert!(told.contains("Bob's Chocobo meets Ann's Samurai") && !told.contains("ran out"), "{told}");
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
            assert!(told.contains("back to Bout 1 · Round 2") && told.contains("Before it:\n"), "{told}");
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
    room.post.fail(Destination::Dm(CLEO), SendError::NotAcquainted);
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
async fn result_precedes_the_next_prompt_in_a_shared_channel() {
    let mut room = Room::lobby(0).await;
    let in_dms = NewMatch { in_dms: true, friendly: true, ..new_match(header()) };
    room.m = room.dealer.open(in_dms, at(OPENED.plus(1))).await.unwrap();
    room.begin().await;
    room.post.fail(Destination::Channel(CHANNEL), SendError::Retry { after: Duration::ZERO });
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    room.settled().await;
    assert_eq!(room.prompts(ANN).len(), 1, "nothing is asked before it");
    room.go(t(4_000)).await;
    room.prompted(2).await;
    let everything = room.post.shown(|_| true);
    let last = |kind| everything.iter().rposition(|message| message.kind == kind).unwrap();
    assert!(last("public") < last("prompt"), "{everything}");
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

impl Room {
    /// Returns the number of reminders that a person was sent.
    fn reminders(&self, user: UserId) -> usize {
        self.sees(user).of("reminder").len()
    }
}

#[tokio::test]
async fn reminder_of_a_missing_order_is_sent_once_on_request() {
    let room = Room::lobby(0).await;
    for user in [ANN, BOB, CLEO] {
        room.store.keep_reminder(user, 20).await.unwrap();
    }
    room.begin().await;
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    let prompts = room.prompts(BOB);
    room.go(t(UNIT_MS - 20_001)).await;
    room.settled().await;
    assert_eq!(room.reminders(BOB), 0, "not before its time");
    room.go(t(UNIT_MS - 20_000)).await;
    let reminder = room.hears(BOB, "reminder").await;
    assert_eq!(reminder.deadline(), Some(t(UNIT_MS)));
    let link = reminder.controls.iter().find_map(|control| control.link.clone());
    assert!(link.unwrap().ends_with(&format!("/{}", prompts.last().id)), "to the prompt");
    room.host(HostAct::Extend(60), t(UNIT_MS - 15_000)).await;
    room.go(t(UNIT_MS + 45_000)).await;
    room.settled().await;
    assert_eq!((room.reminders(ANN), room.reminders(BOB)), (0, 1), "once, and only who is awaited");
    room.channel().lacks("reminder");
    // A substitute who comes after the reminder gets a separate one.
    room.seat(Seat::Dmo, CLEO, "Cleo", t(UNIT_MS + 45_000)).await;
    room.go(t(2 * UNIT_MS + 30_000)).await;
    room.hears(CLEO, "reminder").await;
    assert_eq!(room.reminders(BOB), 1);
}

#[tokio::test]
async fn no_reminder_in_a_pause_or_beyond_the_steps_time() {
    let mut room = Room::lobby(0).await;
    room.store.keep_reminder(ANN, 20).await.unwrap();
    room.store.keep_reminder(BOB, 60).await.unwrap();
    room.begin().await;
    room.host(HostAct::Pause, t(10_000)).await;
    room.go(t(50_000)).await;
    room.settled().await;
    assert_eq!(room.reminders(ANN), 0);
    room.host(HostAct::Resume, t(50_000)).await;
    room.restart(Duration::ZERO).await;
    room.go(t(80_000)).await;
    room.hears(ANN, "reminder").await;
    assert_eq!(room.reminders(BOB), 0);
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
