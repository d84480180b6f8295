//! The host panel: a ruling does what its preview shows, once, and hosts' looks are recorded.

use super::start::{HOUR, planned};
use super::*;

impl Room {
    async fn shown_panel(&self) -> HostPanel {
        self.dealer.host_panel(self.m).await.unwrap()
    }

    async fn seen(&self) -> Revision {
        self.shown_panel().await.seen
    }

    async fn log(&self, user: UserId) -> Vec<String> {
        let traces = self.dealer.audit_log(self.m, user).await.unwrap();
        traces.into_iter().map(|trace| format!("{} {}", trace.who, trace.words)).collect()
    }
}

#[tokio::test]
async fn ruling_takes_effect_once_and_the_second_host_reads_it() {
    // The question and the other host's notice both name the ruling.
    let cases: [(Ruling, &str, &str); 8] = [
        (HostAct::Pause.into(), "clocks", "paused"),
        (HostAct::Extend(90).into(), "90 s more", "90 s more"),
        (HostAct::Undo.into(), "Round 1", "Round 1"),
        (order_for(Seat::Ec, "bard").into(), "Gives Bard as Ann's order", "Ann's order"),
        (HostAct::Forfeit(Seat::Ec).into(), "Ann loses", "Ann forfeit"),
        (HostAct::Award(Seat::Ec).into(), "Ann wins", "Ann the match"),
        (HostAct::Void.into(), "without a result", "without a result"),
        (Ruling::Substitute(substitute_for(Seat::Dmo, CLEO, "Cleo")), "Cleo in Bob's place", "Cleo in Bob's place"),
    ];
    for (ruling, words, done) in cases {
        let room = Room::playing().await;
        room.round(1_000, "samurai", "sage").await;
        let now = t(2_000);
        let seen = room.seen().await;
        let entries = room.record().await.len();
        let preview = room.preview(HANA, ruling.clone(), Some(seen), now).await.unwrap();
        assert!(preview.words.contains(words), "{}", preview.words);
        assert!(preview.newer.is_empty() && preview.seen == seen);
        assert_eq!(room.record().await.len(), entries, "asking does nothing");
        room.rules(HANA, ruling.clone(), seen, now.plus(100)).await;
        let entries = room.record().await.len();
        // Much later the other host confirms an earlier question.
        let other = room.confirm(DAN, ruling.clone(), seen, now.plus(40_000)).await;
        let Confirmed::Stale { newer_rulings: newer, .. } = other else { panic!("{ruling}: {other:?}") };
        assert!(newer[0].starts_with("Hana (host) ") && newer[0].contains(done), "{newer:?}");
        assert_eq!(room.record().await.len(), entries, "{ruling} is not done twice");
        let record = room.record().await;
        let entry = record.iter().find(|entry| entry.get("host").is_some()).unwrap();
        assert_eq!((&entry["by"], &entry["meta"]["host"]), (&"13".into(), &"Hana (host)".into()));
    }
}

#[tokio::test]
async fn simultaneous_confirmations_take_effect_once() {
    let mut room = Room::playing().await;
    let seen = room.seen().await;
    room.restart(Duration::ZERO).await;
    let more = || Ruling::Act(HostAct::Extend(60));
    let (one, other) =
        tokio::join!(room.confirm(HANA, more(), seen, t(1_000)), room.confirm(DAN, more(), seen, t(1_000)));
    let done = [one, other].into_iter().filter(|confirmed| matches!(confirmed, Confirmed::Done(_))).count();
    assert_eq!(done, 1);
    // A press that is delivered twice is one press.
    let (seen, press) = (room.seen().await, at(t(2_000)));
    for _twice in 0..2 {
        let did = room.dealer.confirm(room.m, by(DAN), more(), seen, None, press).await.unwrap();
        assert!(matches!(did, Confirmed::Done(_)), "{did:?}");
    }
    assert_eq!(room.record().await.len(), 2);
}

#[tokio::test]
async fn panel_offers_exactly_the_possible_rulings() {
    let room = Room::lobby(0).await;
    let lobby = room.shown_panel().await;
    assert_eq!(lobby.offers, [Ruling::Begin, Ruling::CallOff].map(Offer::Whole));
    assert!(lobby.stage.is_empty() && lobby.starts.is_none());
    room.begin().await;
    let playing = room.shown_panel().await;
    assert_eq!(playing.stage, "Bout 1 · Round 1");
    let offers = |panel: &HostPanel, acts: &[HostAct]| {
        acts.iter().map(|act| panel.offers.contains(&act.clone().into())).collect::<Vec<_>>()
    };
    let begun = [HostAct::Pause, HostAct::Void, HostAct::Extend(60)];
    assert_eq!(offers(&playing, &begun), [true; 3]);
    assert_eq!(offers(&playing, &[HostAct::Undo, HostAct::DrawState, HostAct::Resume]), [false; 3]);
    assert_eq!(playing.orders, BySeat { ec: Some(Secrecy::Private), dmo: Some(Secrecy::Private) });
    // The panel does not show who has answered.
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    assert_eq!(room.shown_panel().await, playing);
    room.host(HostAct::Pause, t(2_000)).await;
    let paused = room.shown_panel().await;
    assert_eq!(
        (offers(&paused, &[HostAct::Resume, HostAct::Pause]), paused.paused.is_some()),
        (vec![true, false], true)
    );
    assert_eq!(paused.orders, BySeat::default());
    room.host(HostAct::Void, t(3_000)).await;
    let over = room.shown_panel().await;
    assert_eq!((over.offers.as_slice(), over.outcome.is_some()), ([HostAct::Undo.into()].as_slice(), true));
}

#[tokio::test]
async fn looks_leave_no_trace_before_the_end_and_are_then_public() {
    let mut room = Room::playing().await;
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.settled().await;
    let (record, shown) = (room.record().await, room.discord.shown(|_| true));
    let all = room.dealer.look_at_hidden(room.m, by(HANA), Disclosure::Truth).await.unwrap();
    assert_eq!(all.orders, [(Seat::Ec, Some("Samurai".to_owned())), (Seat::Dmo, None)]);
    let hers = room.dealer.look_at_hidden(room.m, by(DAN), Disclosure::Hand(Seat::Dmo)).await.unwrap();
    assert_eq!(hers.orders, [(Seat::Dmo, None)]);
    assert_eq!(hers.picture.frame.private_to, None, "the picture hides nothing yet");
    // Players cannot look, and a look causes no entry, no message and no other button id.
    assert_eq!(code(room.dealer.look_at_hidden(room.m, BOB, Disclosure::Truth).await), Code::Seated);
    room.settled().await;
    assert_eq!((room.record().await, room.discord.shown(|_| true)), (record, shown));
    assert_eq!(room.store.knows(room.m, HANA).await.unwrap(), BySeat { ec: true, dmo: true });
    assert_eq!(room.store.knows(room.m, DAN).await.unwrap(), BySeat { ec: false, dmo: true });
    assert_eq!(
        code(room.dealer.rule(room.m, HOST, substitute_for(Seat::Ec, DAN, "Dan"), None, at(t(1_500))).await),
        Code::Seated
    );
    room.restart(Duration::ZERO).await;
    let mark = room.mark().await;
    room.marked(BOB, "sage", t(2_000)).await.unwrap();
    assert_eq!(room.mark().await.begun, mark.begun + 1, "one step, and nothing in between");
    room.prompted(2).await;
    room.dealer.look_at_hidden(room.m, by(HANA), Disclosure::Truth).await.unwrap();
    room.channel().lacks("looked");
    room.host(HostAct::Award(Seat::Ec), t(5_000)).await;
    let last = room.reads("looked").await;
    assert!(last.is_last(), "{last}");
    last.has("Hana (host) looked at what both players hid: Bout 1 · Round 1, Bout 1 · Round 2");
    last.has("Dan (host) looked at what the DMO hid: Bout 1 · Round 1");
    // A finished match is public, and looking at it is not recorded.
    room.dealer.look_at_hidden(room.m, by(DAN), Disclosure::Truth).await.unwrap();
    assert_eq!(room.dealer.audit_lines(room.m).await.unwrap().lines().count(), 3);
}

#[tokio::test]
async fn host_is_recorded_once_despite_a_foreign_write() {
    let mut terms = header();
    terms.ruleset.insert("private_orders".to_owned(), "final".into());
    let room = Room::with(new_match(terms)).await;
    room.begin().await;
    room.written_elsewhere(&[]).await;
    room.hosted(HANA, order_for(Seat::Ec, "samurai"), 1_000).await.unwrap();
    assert_eq!(room.record().await.len(), 1);
    assert_eq!(room.dealer.audit_lines(room.m).await.unwrap().lines().count(), 1);
}

#[tokio::test]
async fn audit_log_is_complete_and_reveals_no_sealed_order() {
    let room = Room::playing().await;
    room.dealer.rule(room.m, by(HANA), HostAct::Extend(60), Some("a slow line".to_owned()), at(t(500))).await.unwrap();
    room.go(t(900)).await;
    room.dealer.disclose(room.m, by(HANA), Disclosure::Who).await.unwrap();
    room.hosted(HANA, order_for(Seat::Ec, "samurai"), 1_000).await.unwrap();
    assert!(room.log(HANA).await.iter().any(|line| line == "Hana (host) gave Ann's order"));
    assert!(!room.log(DAN).await.iter().any(|line| line.contains("order")), "it would say that one is in");
    // A question about another ruling does not reveal the order either; a question about the same seat does.
    let seen = Revision { rulings: 1, ..room.seen().await };
    let newer = async |act: HostAct| room.preview(DAN, act, Some(seen), t(1_200)).await.unwrap().newer;
    assert!(newer(HostAct::Pause).await.is_empty());
    assert_eq!(newer(order_for(Seat::Ec, "bard")).await, ["Hana (host) gave Ann's order."]);
    // The sealed order does not block an earlier question either, as that would reveal it.
    room.rules(DAN, HostAct::Extend(30), seen, t(1_300)).await;
    room.overtaken(DAN, order_for(Seat::Ec, "bard"), seen, t(1_400)).await;
    room.dealer.note(room.m, by(DAN), "Ann is late".to_owned(), at(t(1_500))).await.unwrap();
    room.marked(BOB, "sage", t(2_000)).await.unwrap();
    room.all_sent().await;
    room.hosted(DAN, HostAct::Undo, 3_000).await.unwrap();
    room.all_sent().await;
    let log = room.log(DAN).await;
    for line in [
        "60 s more",
        "looked at who had answered",
        "gave Ann's order",
        "wrote a note",
        "reverted the last step, back to Bout 1 · Round 1",
    ] {
        assert!(log.iter().any(|each| each.contains(line)), "{line}: {log:?}");
    }
    let traces = room.dealer.audit_log(room.m, DAN).await.unwrap();
    assert_eq!((traces[0].reason.as_deref(), traces[0].at), (Some("Reason: a slow line"), t(500)));
    assert_eq!(traces[0].message, Some(room.public().has("60 s more").id), "the message is the one that said so");
    assert!(traces.last().unwrap().message.is_some());
    let notes = room.store.notes(room.m).await.unwrap();
    assert_eq!((notes.len(), notes[0].words.as_str(), notes[0].name.as_str()), (1, "Ann is late", "Dan (host)"));
    assert!(!room.dealer.record(room.m).await.unwrap().contains("Ann is late"), "notes are in no record");
}

#[tokio::test]
async fn start_is_moved_once_from_the_panel() {
    let room = planned(3 * HOUR).await;
    let starts = OPENED.plus(5 * HOUR);
    let seen = room.seen().await;
    let preview = room.preview(HANA, Ruling::Start(starts), Some(seen), OPENED.plus(100)).await.unwrap();
    assert!(preview.words.contains(&format!("<t:{}:F>", starts.seconds())), "{}", preview.words);
    room.rules(HANA, Ruling::Start(starts), seen, OPENED.plus(200)).await;
    room.overtaken(DAN, Ruling::Start(OPENED.plus(9 * HOUR)), seen, OPENED.plus(40_000)).await;
    assert_eq!(code(room.preview(HANA, Ruling::Start(OPENED), None, OPENED.plus(50_000)).await), Code::BadHostAction);
    assert_eq!(room.shown_panel().await.starts, Some(Start::At(starts)));
}

#[tokio::test]
async fn lobby_is_begun_or_cancelled_from_the_panel() {
    let room = Room::lobby(0).await;
    room.dealer.press_ready(room.m, ANN, None, at(OPENED.plus(1_000))).await.unwrap();
    let seen = room.seen().await;
    let preview = async |ruling, user| room.preview(user, ruling, Some(seen), OPENED.plus(2_000)).await;
    assert!(preview(Ruling::Begin, HANA).await.unwrap().words.contains("Bob"), "whom it does not wait for");
    preview(Ruling::CallOff, HANA).await.unwrap();
    assert_eq!(code(preview(Ruling::Begin, BOB).await), Code::Seated);
    let reason = Some("Bob is on his way".to_owned());
    room.dealer.confirm(room.m, by(HANA), Ruling::Begin, seen, reason, at(OPENED.plus(3_000))).await.unwrap();
    room.reads("Hana (host) started the match").await.has("Bob is on his way");
    // The other host asked about the lobby, which is over.
    room.overtaken(DAN, Ruling::CallOff, seen, OPENED.plus(4_000)).await;

    let room = Room::lobby(0).await;
    let seen = room.seen().await;
    room.rules(HANA, Ruling::CallOff, seen, OPENED.plus(3_000)).await;
    assert!(!room.card_says("Hana (host) cancelled").await.is_open());
    let again = room.dealer.confirm(room.m, by(DAN), Ruling::Begin, seen, None, at(OPENED.plus(9_000))).await;
    assert_eq!(code(again), Code::WrongStage);
}

#[tokio::test]
async fn planned_match_can_begin_at_once_from_the_panel() {
    let room = planned(3 * HOUR).await;
    room.both_ready(OPENED).await;
    let moment = OPENED.plus(HOUR);
    room.go(moment).await;
    let seen = room.seen().await;
    room.preview(HANA, Ruling::Begin, Some(seen), moment).await.unwrap();
    // The button is shown until the panel is refreshed.
    room.host(HostAct::Pause, moment).await;
    assert_eq!(code(room.preview(HANA, Ruling::Begin, Some(seen), moment.plus(100)).await), Code::BadHostAction);
    room.host(HostAct::Resume, moment.plus(200)).await;
    let (seen, moment) = (room.seen().await, moment.plus(1_000));
    room.rules(HANA, Ruling::Begin, seen, moment).await;
    room.reads("Hana (host) let the match begin").await;
    room.go(moment.plus(GRACE_MS + 10)).await;
    room.prompted(1).await;
    assert_eq!(room.prompts(ANN).last().deadline(), Some(moment.plus(UNIT_MS)));
    assert_eq!(code(room.preview(HANA, Ruling::Begin, None, moment.plus(5_000)).await), Code::WrongStage);
    assert_eq!(room.card_says("has begun").await.date(), Some(moment), "the card says when it began");
    room.settled().await;
    assert_eq!(room.public().with("The match is set").last().date(), None, "nothing says a later start");
}

#[tokio::test]
async fn early_start_keeps_the_time_of_prompts_before_it() {
    let header = r#"{"record":1,"game":"castle-siege","preset":"gauntlet","seats":{"ec":"Ann","dmo":"Bob"}}"#;
    let new = NewMatch { starts: Some(OPENED.plus(5 * HOUR)), ..new_match(Header::read(header).unwrap()) };
    let room = Room::with(new).await;
    room.both_ready(OPENED).await;
    let moment = OPENED.plus(10_000);
    room.go(moment).await;
    let seen = room.seen().await;
    let preview = room.preview(HANA, Ruling::Begin, Some(seen), moment).await.unwrap();
    assert!(preview.words.contains("as soon as what is asked is over"), "{}", preview.words);
    room.rules(HANA, Ruling::Begin, seen, moment).await;
    room.reads("Hana (host) let the match begin as soon as").await;
    let Some(Start::At(starts)) = room.shown_panel().await.starts else { panic!("it waits for its start") };
    assert!(starts > moment && starts < OPENED.plus(HOUR), "{starts:?}");
}

#[tokio::test]
async fn substitute_in_a_pause_reads_the_game_and_the_pause() {
    let room = Room::playing().await;
    room.host(HostAct::Pause, t(5_000)).await;
    room.seat(Seat::Dmo, CLEO, "Cleo", t(11_000)).await;
    room.hears(CLEO, "as the DMO").await.has("A Warrior's Death").has("paused");
    assert!(!room.reads("in Bob's place").await.is_open(), "nothing is asked in a pause");
}
