//! The messages about results, and the card's text.

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
        room.discord.fail(Destination::Dm(BOB), refused);
        room.host(HostAct::Award(Seat::Ec), t(1_000)).await;
        room.all_sent().await;
        assert!(room.discord.failures.lock().unwrap().is_empty(), "it was tried");
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
    let everything = room.discord.shown(|_| true);
    for message in everything.iter().filter(|message| message.of == room.m) {
        for words in ["eliminated", "survives"] {
            assert!(!message.says(words) && !message.pictures.concat().contains(words), "{message}");
        }
    }
}

#[tokio::test]
async fn end_shows_the_winner_the_last_step_the_score_and_the_story() {
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
    let score = lines.iter().position(|line| line.contains("Bouts won: Ann 3, Bob 0"));
    assert!(lines[0].contains("Ann wins") && score.is_some_and(|at| at > 1), "{last}");
    let story: Vec<_> = lines.iter().take_while(|line| !line.is_empty()).map(|line| line.starts_with("- ")).collect();
    assert!((1..=5).contains(&story.iter().filter(|told| **told).count()), "{last}");
    assert!(!story[2] && story.is_sorted(), "the last step, then the story: {last}");
    last.has("Bout 1 · Round 10: Ann");
    assert_eq!(all.with("wins the").len(), 1, "who won is said once: {all}");
    assert!(all[..all.len() - 1].iter().all(|one| !one.text.lines().any(|line| line.starts_with("- "))), "{all}");
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
async fn next_prompt_has_the_result_in_a_shared_channel() {
    let mut room = Room::lobby(0).await;
    let in_dms = NewMatch { in_dms: true, friendly: true, ..new_match(header()) };
    room.m = room.dealer.open(in_dms, at(OPENED.plus(1))).await.unwrap();
    room.begin().await;
    room.discord.fail(Destination::Channel(CHANNEL), SendError::Retry { after: Duration::ZERO });
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    room.settled().await;
    assert_eq!(room.prompts(ANN).len(), 1, "nothing is asked before it");
    room.go(t(4_000)).await;
    room.prompted(2).await;
    let everything = room.discord.shown(|_| true);
    let of = |kind| everything.those(|message| message.kind == kind);
    assert_eq!(of("public").iter().count(), 0, "{everything}");
    let told = of("prompt").last().to_string();
    assert!(told.contains("Samurai") && told.contains("Last receipts: "), "{told}");
    assert_eq!(of("prompt").last().pictures.len(), 1, "{everything}");
}
