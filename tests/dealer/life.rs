//! A match from its lobby on: orders, rulings, and refusals.

use super::*;

#[tokio::test]
async fn both_orders_resolve_at_once_and_are_announced_once() {
    let room = Room::playing().await;
    let first = room.marked(ANN, "samurai", t(3_000)).await.unwrap();
    assert_eq!((first.order.as_str(), first.resolved, first.replaced), ("samurai", false, false));
    room.settled().await;
    assert_eq!(room.public().len(), 1, "that an order is in is nobody's business");
    let second = room.marked(ANN, "bard", t(4_000)).await.unwrap();
    assert!(second.replaced && !second.resolved);
    assert!(room.marked(BOB, "dragoon", t(5_000)).await.unwrap().resolved);
    room.all_sent().await;
    let told = room.public();
    assert_eq!(told.len(), 2, "{told}");
    let result = told.last().has("Bard").lacks("Samurai");
    assert!(result.can("Order") && result.pings == [ANN, BOB] && result.pictures.len() == 1, "{result}");
    let receipt = |sealed: &Sealed| sealed.commitment.clone().unwrap()[..8].to_owned();
    result.has(&receipt(&second)).lacks(&receipt(&first));
    let record = room.record().await;
    assert_eq!(record.iter().map(|entry| entry["at"].as_u64().unwrap()).collect::<Vec<_>>(), [3_000, 4_000, 5_000]);
    assert_eq!(record[2]["meta"]["by"], BOB.to_string());
    assert_eq!(record[2]["meta"]["receipts"]["ec"]["commitment"].as_str(), second.commitment.as_deref());
    for message in [result, room.prompts(ANN).last()] {
        assert_eq!(message.deadline(), Some(t(5_000 + UNIT_MS)), "{message}");
    }
}

#[tokio::test]
async fn undo_voids_earlier_prompts() {
    let room = Room::playing().await;
    let old = room.mark().await;
    room.round(1_000, "samurai", "bard").await;
    room.dealer.rule(room.m, HOST, HostAct::Undo, Some("A slip.".into()), at(t(3_000))).await.unwrap();
    room.all_sent().await;
    let told = room.public();
    let undone = told.last().has("reverted").has("A slip.");
    assert_eq!((undone.deadline(), undone.replies_to), (Some(t(3_000 + UNIT_MS)), Some(told[1].id)));
    assert_eq!(room.mark().await.step, old.step);
    assert_eq!(code(room.order(ANN, "sage", When::Marked(old), at(t(4_000))).await), Code::Late);
    assert!(room.marked(ANN, "sage", t(5_000)).await.is_ok());
}

#[tokio::test]
async fn order_with_a_repeated_id_counts_once() {
    let room = Room::playing().await;
    let stamp = at(t(1_000));
    let first = room.order(ANN, "samurai", When::Typed, stamp).await.unwrap();
    let mut room = room;
    for _ in 0..2 {
        assert_eq!(room.order(ANN, "samurai", When::Typed, stamp).await.unwrap(), first);
        room.restart(Duration::from_secs(1)).await;
    }
    assert_eq!(room.record().await.len(), 1);
    room.marked(BOB, "bard", t(6_000)).await.unwrap();
    assert_eq!(room.order(ANN, "samurai", When::Typed, stamp).await.unwrap().order, "samurai");
    assert_eq!(room.record().await.len(), 2);
}

const BARD: &str = r#"{"at":500,"seat":"ec","order":"bard"}"#;

#[tokio::test]
async fn order_counts_once_despite_a_foreign_write() {
    let room = Room::playing().await;
    room.written_elsewhere(&[]).await;
    let stamp = at(t(1_000));
    let sealed = room.order(ANN, "samurai", When::Typed, stamp).await.unwrap();
    assert_eq!((sealed.order.as_str(), sealed.replaced), ("samurai", false));
    assert_eq!(room.order(ANN, "samurai", When::Typed, stamp).await.unwrap(), sealed);
    assert_eq!(room.record().await.len(), 1);
    room.written_elsewhere(&[&BARD.replace("500", "1500")]).await;
    assert!(room.marked(BOB, "dragoon", t(2_000)).await.unwrap().resolved);
    assert_eq!(room.record().await.len(), 3);
    assert_eq!(room.posted(2).await.len(), 2);

    let room = Room::playing().await;
    room.written_elsewhere(&[BARD]).await;
    let sealed = room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    assert!(sealed.replaced, "it is judged by what is there now");
    let mark = room.mark().await;
    let both = [BARD.replace("500", "1500"), r#"{"at":1600,"seat":"dmo","order":"bard"}"#.to_owned()];
    room.written_elsewhere(&both.each_ref().map(String::as_str)).await;
    assert_eq!(code(room.order(BOB, "samurai", When::Marked(mark), at(t(2_000))).await), Code::Late);
    assert_eq!(room.record().await.len(), 4);
}

#[tokio::test]
async fn ruling_takes_effect_once_despite_a_foreign_write() {
    let room = Room::playing().await;
    room.written_elsewhere(&[]).await;
    let said = room.host(HostAct::Extend(30), t(1_000)).await;
    assert!(said.contains("30 s"), "{said}");
    assert_eq!(room.record().await.len(), 1);
    let seen = async |ms| room.dealer.preview(room.m, HOST, HostAct::Pause, None, at(t(ms))).await.unwrap().seen;
    let confirm =
        async |seen, ms| room.dealer.confirm(room.m, HOST, HostAct::Pause, seen, None, at(t(ms))).await.unwrap();
    let before = seen(2_000).await;
    room.written_elsewhere(&[r#"{"at":2000,"host":"extend 5","by":"99"}"#]).await;
    let moved = confirm(before, 3_000).await;
    assert!(matches!(&moved, Confirmed::Stale { newer_rulings, .. } if newer_rulings.len() == 1), "{moved:?}");
    let before = seen(3_500).await;
    room.written_elsewhere(&[]).await;
    assert!(matches!(confirm(before, 4_000).await, Confirmed::Done(_)));
    assert_eq!(room.record().await.len(), 3);
}

#[tokio::test]
async fn lobby_and_deadlines_continue_after_a_foreign_write() {
    let room = Room::lobby(0).await;
    room.store.keep_reminder(ANN, 20).await.unwrap();
    room.written_elsewhere(&[]).await;
    room.go(BEGAN).await;
    let ready = room.dealer.press_ready(room.m, ANN, None, at(OPENED.plus(2_000))).await.unwrap();
    assert!(matches!(ready, ReadyReply::Card(card) if card.row.ready.ec));
    room.written_elsewhere(&[]).await;
    let ready = room.dealer.press_ready(room.m, BOB, None, Snowflake::at(BEGAN)).await.unwrap();
    assert!(matches!(ready, ReadyReply::Started(_)));
    room.prompted(1).await;
    room.all_sent().await;
    assert_eq!((room.prompts(ANN).len(), room.public().len()), (1, 1));
    room.marked(BOB, "bard", t(1_000)).await.unwrap();
    room.written_elsewhere(&[]).await;
    room.go(t(UNIT_MS - 20_000)).await;
    room.hears(ANN, "reminder").await;
    room.written_elsewhere(&[]).await;
    room.go(t(UNIT_MS + GRACE_MS)).await;
    room.prompted(2).await;
    room.all_sent().await;
    let record = room.record().await;
    assert_eq!((record.len(), record[1]["at"].as_u64()), (2, Some(UNIT_MS)));
    assert_eq!((room.sees(ANN).of("reminder").len(), room.public().len()), (1, 2));
    room.written_elsewhere(&[]).await;
    room.dealer.channel_deleted(CHANNEL).await;
    room.hears(HOST, "channel has been deleted").await;
    assert!(room.dealer.look(room.m, None).await.unwrap().paused);
    room.settled().await;
    assert_eq!(room.notes(HOST).len(), 1, "{}", room.notes(HOST));
}

/// A match that another process writes to all the time.
#[tokio::test]
async fn request_with_endless_write_conflicts_is_a_fault() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let room = Room::lobby_in(Store::open(&path).await.unwrap(), 0).await;
    room.begin().await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path);
    let mut other = sqlx::ConnectOptions::connect(&options).await.unwrap();
    let always = "CREATE TRIGGER always BEFORE UPDATE ON matches BEGIN SELECT RAISE(IGNORE); END";
    sqlx::raw_sql(always).execute(&mut other).await.unwrap();
    assert!(matches!(room.marked(ANN, "samurai", t(1_000)).await, Err(Error::Internal(_))));
    sqlx::raw_sql("DROP TRIGGER always").execute(&mut other).await.unwrap();
    assert!(room.marked(ANN, "samurai", t(2_000)).await.is_ok());
    assert_eq!(room.record().await.len(), 1);
}

#[tokio::test]
async fn unplayable_record_halts_only_its_match() {
    let mut room = Room::playing().await;
    let other = room.dealer.open(new_match(header()), at(t(0))).await.unwrap();
    room.written_elsewhere(&["{}"]).await;
    room.restart(Duration::from_secs(1)).await;
    room.settled().await;
    let info = room.dealer.info(room.m).await.unwrap();
    assert_eq!(info.status, Status::Halted);
    assert!(info.halted.unwrap().contains("bad-json"));
    room.reads("cannot be played on").await;
    assert!(room.dealer.record(room.m).await.is_ok());
    assert!(room.dealer.press_ready(other, ANN, None, at(t(2_000))).await.is_ok());
}

#[tokio::test]
async fn hosts_can_rule_and_players_cannot() {
    let room = Room::playing().await;
    assert_eq!(code(room.dealer.rule(room.m, ANN, HostAct::Extend(30), None, at(t(500))).await), Code::Seated);
    let stamp = at(t(1_000));
    let said = room.dealer.rule(room.m, HOST, HostAct::Extend(30), None, stamp).await.unwrap();
    assert!(said.contains("30 s"));
    assert_eq!(room.dealer.rule(room.m, HOST, HostAct::Extend(30), None, stamp).await.unwrap(), said);
    assert_eq!(room.reads("30 s").await.deadline(), Some(t(UNIT_MS + 30_000)));
    let act = HostAct::Order { seat: Seat::Ec, text: "samurai".into() };
    room.dealer.rule(room.m, HOST, act, Some("Ann is ill.".into()), at(t(2_000))).await.unwrap();
    room.hears(ANN, "Samurai").await;
    room.settled().await;
    assert_eq!(room.public().len(), 2, "an order on behalf is as secret as any");
    room.seat(Seat::Dmo, CLEO, "Cleo", t(3_000)).await;
    assert_eq!(code(room.marked(BOB, "bard", t(4_000)).await), Code::NotSeated);
    assert!(room.marked(CLEO, "bard", t(5_000)).await.unwrap().resolved);
    let info = room.dealer.info(room.m).await.unwrap();
    assert_eq!((info.names.dmo.as_str(), info.seat_of(CLEO)), ("Cleo", Some(Seat::Dmo)));
    room.dealer.resign(room.m, CLEO, at(t(6_000))).await.unwrap();
    let last = room.reads("Ann wins").await;
    assert!(last.has("resigns").is_last(), "{last}");
    assert_eq!(room.dealer.info(room.m).await.unwrap().status, Status::Over);
    room.host(HostAct::Undo, t(7_000)).await;
    assert_eq!(room.dealer.info(room.m).await.unwrap().status, Status::Running);
}

#[tokio::test]
async fn ready_can_be_withdrawn_and_a_lobby_declined_or_expires() {
    let room = Room::lobby(0).await;
    let press = at(OPENED.plus(1_000));
    let ready = async |user, stamp| match room.dealer.press_ready(room.m, user, None, stamp).await.unwrap() {
        ReadyReply::Card(card) => card.row.ready,
        other => panic!("{other:?}"),
    };
    assert!(ready(ANN, press).await.ec);
    assert!(ready(ANN, press).await.ec, "a repeated delivery is the same press");
    let twice = room.dealer.press_ready(room.m, ANN, None, at(OPENED.plus(1_500))).await.unwrap();
    assert!(matches!(twice, ReadyReply::Already(card) if card.row.ready.ec), "a press too many takes nothing back");
    let late = room.dealer.take_ready_back(room.m, ANN, at(OPENED.plus(999))).await.unwrap();
    assert!(late.row.ready.ec, "it was made before Ready");
    let back = room.dealer.take_ready_back(room.m, ANN, at(OPENED.plus(1_550))).await.unwrap();
    assert!(!back.row.ready.ec);
    room.all_sent().await;
    room.card().has("<@11>\n⏳");
    assert_eq!(code(room.dealer.press_ready(room.m, HOST, None, at(OPENED.plus(1_600))).await), Code::NotSeated);
    let declined = room.dealer.decline(room.m, BOB, at(OPENED.plus(2_000))).await.unwrap();
    assert_eq!(declined.state, CardState::Declined(Seat::Dmo));
    room.all_sent().await;
    let told = room.channel();
    assert_eq!(told.has("Bob declined match 1").pings, [HOST, ANN], "the other player and the opener");
    assert_eq!(code(room.dealer.press_ready(room.m, ANN, None, at(OPENED.plus(3_000))).await), Code::WrongStage);

    let mut room = Room::lobby(0).await;
    room.restart(Duration::from_mins(1)).await;
    room.go(OPENED.plus(900_000 + GRACE_MS - 1)).await;
    room.settled().await;
    assert_eq!(room.dealer.info(room.m).await.unwrap().status, Status::Lobby);
    room.go(OPENED.plus(900_000 + GRACE_MS)).await;
    assert!(!room.card_says("Neither Ann nor Bob was ready in time.").await.is_open());
    assert_eq!(room.dealer.info(room.m).await.unwrap().status, Status::Cancelled);
}

#[tokio::test]
async fn expired_card_says_who_was_not_ready_and_notifies_those_who_were() {
    let room = Room::lobby(0).await;
    room.dealer.press_ready(room.m, ANN, None, at(OPENED.plus(1_000))).await.unwrap();
    room.go(OPENED.plus(900_000 + GRACE_MS)).await;
    let told = room.reads("Match 1 did not begin.").await;
    assert_eq!(told.pings, [HOST, ANN], "Bob, who was not there, is not called");
    told.has("Bob was not ready in time; Ann was.").has("A host can open it again on [its card](https://");
    room.card_says("Bob was not ready in time; Ann was.").await;
    let info = room.dealer.info(room.m).await.unwrap();
    assert_eq!(info.unready.as_deref(), Some("Bob was not ready in time; Ann was."));
    let refused = refused(room.dealer.press_ready(room.m, BOB, None, at(OPENED.plus(905_000))).await);
    assert!(refused.starts_with("This match was not started in time. A host can open it again"), "{refused}");
}

#[tokio::test]
async fn invalid_terms_are_refused_before_a_card_is_posted() {
    let room = Room::lobby(0).await;
    let mut twice = new_match(header());
    twice.users.dmo = ANN;
    assert_eq!(code(room.dealer.open(twice, at(OPENED)).await), Code::BadTerms);
    let unknown = new_match(Header::new("chess"));
    assert_eq!(code(room.dealer.open(unknown, at(OPENED)).await), Code::BadTerms);
}

#[tokio::test]
async fn order_is_chosen_word_by_word() {
    let mut room = Room::playing().await;
    let mark = room.mark().await;
    let first = room.dealer.prompt(room.m, ANN).await.unwrap();
    let word = first.choices.iter().find(|choice| !choice.ends).unwrap().word.clone();
    let moved = room.pick(ANN, mark, 0, &word, t(1_000)).await.unwrap();
    let prompt = moved.prompt;
    assert_eq!(moved.outcome, MoveOutcome::More);
    assert_eq!((prompt.words.as_slice(), prompt.may_end), (std::slice::from_ref(&word), false));
    room.restart(Duration::from_secs(1)).await;
    assert_eq!(room.dealer.prompt(room.m, ANN).await.unwrap().words, std::slice::from_ref(&word));
    let back = room
        .dealer
        .make_move(room.m, Sender { user: ANN, stamp: at(t(1_500)), in_dm: true }, Some(mark), Move::Back(0))
        .await
        .unwrap();
    assert!(back.prompt.words.is_empty());
    assert_eq!(back.outcome, MoveOutcome::Back { last: Some(word.clone()) });
    room.pick(ANN, mark, 0, &word, t(2_000)).await.unwrap();
    let last = prompt.choices[0].word.clone();
    assert_eq!(code(room.pick(ANN, mark, 1, "nonsense", t(2_500)).await), Code::BadOrder);
    assert_eq!(room.pick(ANN, mark, 2, &last, t(2_600)).await.unwrap().outcome, MoveOutcome::Overtaken);
    assert_eq!(room.dealer.prompt(room.m, ANN).await.unwrap().words, std::slice::from_ref(&word), "nothing was done");
    let sealed = room.pick(ANN, mark, 1, &last, t(3_000)).await.unwrap();
    assert!(matches!(sealed.outcome, MoveOutcome::Sealed(_)));
    let prompt = room.dealer.prompt(room.m, ANN).await.unwrap();
    assert!(prompt.words.is_empty() && prompt.sealed.is_some());
    assert_eq!(room.dealer.complete(room.m, BOB, "sam").await[0], "samurai");
    assert!(room.dealer.complete(room.m, HOST, "sam").await.is_empty());
}

#[tokio::test]
async fn awaited_players_can_be_listed() {
    let room = Room::playing().await;
    assert_eq!(room.dealer.waiting_on(ANN).await.unwrap().len(), 1);
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    assert!(room.dealer.waiting_on(ANN).await.unwrap().is_empty());
    assert_eq!(room.dealer.matches_of(ANN).await.unwrap().len(), 1);
    assert_eq!(room.dealer.matches_in(CHANNEL).await.unwrap().len(), 1);
    assert_eq!(room.dealer.playing_since(room.clock.now()).await.unwrap(), [ANN, BOB]);
    let asked = room.dealer.addressed(BOB, at(t(1_000))).await.unwrap().unwrap();
    assert_eq!((asked.match_id, asked.mark), (room.m, room.mark().await));
    assert_eq!(room.dealer.addressed(HOST, at(t(1_000))).await.unwrap(), None);
}

#[tokio::test]
async fn shutdown_is_bounded_and_answers_everyone() {
    let room = Room::playing().await;
    let mark = room.mark().await;
    let waits = room.sends(ANN, "sage", When::Marked(mark), at(t(UNIT_MS)));
    room.settled().await;
    room.discord.hang.lock().unwrap().insert(Destination::Dm(BOB));
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    room.settled().await;
    // A blocked delivery never ends.
    let shutdown = room.dealer.shutdown(Duration::from_millis(300));
    tokio::time::timeout(Duration::from_mins(1), shutdown).await.expect("a shutdown is bounded");
    let answer = waits.await.unwrap();
    assert!(matches!(code(answer), Code::Late | Code::Closing));
    assert_eq!(code(room.dealer.prompt(room.m, ANN).await), Code::Closing);
}

/// A button that was sent after the moment of a backup.
#[tokio::test]
async fn prompt_newer_than_the_record_is_refused_with_its_reason() {
    let room = Room::playing().await;
    let now = room.mark().await;
    let lost = StepId { step: now.step + 1, begun: now.begun + 2 };
    let said = refused(room.order(ANN, "samurai", When::Marked(lost), at(t(1_000))).await);
    assert!(said.contains("set back") && said.contains("**Order**"), "{said}");
    room.marked(ANN, "samurai", t(2_000)).await.unwrap();
}

#[tokio::test]
async fn a_reminder_of_an_order_comes_once_although_the_service_restarts() {
    let mut room = Room::playing().await;
    room.store.keep_reminder(ANN, 20).await.unwrap();
    room.restart(Duration::ZERO).await;
    room.go(t(UNIT_MS - 20_000)).await;
    room.hears(ANN, "reminder").await;
    room.all_sent().await;
    room.restart(Duration::ZERO).await;
    room.go(t(UNIT_MS - 10_000)).await;
    room.settled().await;
    assert_eq!(room.sees(ANN).of("reminder").len(), 1);
}

#[tokio::test]
async fn refused_order_says_that_the_sealed_one_stays() {
    let room = Room::playing().await;
    let mark = room.mark().await;
    let early = refused(room.order(ANN, "samurai bard", When::Marked(mark), at(t(1_000))).await);
    assert!(!early.contains("Your sealed order"), "{early}");
    room.marked(ANN, "samurai", t(2_000)).await.unwrap();
    let said = refused(room.order(ANN, "samurai bard", When::Marked(mark), at(t(3_000))).await);
    assert_eq!(said, format!("{early} Your sealed order **Samurai** stays."));
    let other = refused(room.order(BOB, "samurai bard", When::Marked(mark), at(t(4_000))).await);
    assert!(!other.contains("Your sealed order"), "{other}");
}

/// Tips are left out after a private match alone.
#[tokio::test]
async fn only_a_private_match_counts_as_rehearsed() {
    for private in [false, true] {
        let room = Room::with(NewMatch { in_dms: private, ..new_match(header()) }).await;
        let rehearsed = async || room.store.has_played(ANN, "warriors-death", true, MatchId(i64::MAX)).await.unwrap();
        assert!(!rehearsed().await);
        room.begin().await;
        assert_eq!(rehearsed().await, private);
    }
}
