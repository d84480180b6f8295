//! The host's desk: what is foretold is what is done, once, and hosts who look are recorded.

use super::start::{HOUR, planned};
use super::*;

impl Room {
    async fn desk(&self) -> HostPanel {
        self.dealer.host_panel(self.m).await.unwrap()
    }

    async fn seen(&self) -> Revision {
        self.desk().await.seen
    }

    async fn log(&self, user: UserId) -> Vec<String> {
        let traces = self.dealer.trail(self.m, user).await.unwrap();
        traces.into_iter().map(|trace| format!("{} {}", trace.who, trace.words)).collect()
    }
}

#[tokio::test]
async fn a_ruling_is_done_once_and_the_second_host_reads_of_it() {
    // What is asked names it, and so does what the other host reads.
    let cases: [(Ruling, &str, &str); 8] = [
        (HostAct::Pause.into(), "clocks", "paused"),
        (HostAct::Extend(90).into(), "90 s more", "90 s more"),
        (HostAct::Undo.into(), "Round 1", "Round 1"),
        (behalf(Seat::Ec, "bard").into(), "`bard` as Ann's order", "Ann's order"),
        (HostAct::Forfeit(Seat::Ec).into(), "Ann loses", "Ann forfeit"),
        (HostAct::Award(Seat::Ec).into(), "Ann wins", "Ann the match"),
        (HostAct::Void.into(), "without a result", "without a result"),
        (Ruling::Seat(sits(Seat::Dmo, CLEO, "Cleo")), "Cleo in Bob's place", "Cleo in Bob's place"),
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
        // Long after, the other one presses what they were asked before that.
        let other = room.confirm(DAN, ruling.clone(), seen, now.plus(40_000)).await;
        let Confirmed::Moved { newer, .. } = other else { panic!("{ruling}: {other:?}") };
        assert!(newer[0].starts_with("Hana (host) ") && newer[0].contains(done), "{newer:?}");
        assert_eq!(room.record().await.len(), entries, "{ruling} is not done twice");
        let record = room.record().await;
        let entry = record.iter().find(|entry| entry.get("host").is_some()).unwrap();
        assert_eq!((&entry["by"], &entry["meta"]["host"]), (&"13".into(), &"Hana (host)".into()));
    }
}

#[tokio::test]
async fn two_hosts_who_press_at_once_do_it_once_also_after_a_restart() {
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
async fn the_desk_offers_what_can_be_done_and_nothing_else() {
    let room = Room::lobby(0).await;
    let lobby = room.desk().await;
    assert!(lobby.acts.is_empty() && lobby.stage.is_empty() && lobby.starts.is_none());
    room.begin().await;
    let playing = room.desk().await;
    assert_eq!(playing.stage, "Bout 1 · Round 1");
    let offers =
        |desk: &HostPanel, acts: &[HostAct]| acts.iter().map(|act| desk.acts.contains(act)).collect::<Vec<_>>();
    let begun = [HostAct::Pause, HostAct::Void, HostAct::Extend(1)];
    assert_eq!(offers(&playing, &begun), [true; 3]);
    assert_eq!(offers(&playing, &[HostAct::Undo, HostAct::DrawState, HostAct::Resume]), [false; 3]);
    assert_eq!(playing.orders, BySeat { ec: Some(Secrecy::Private), dmo: Some(Secrecy::Private) });
    // Who has answered is not to be read off it.
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    assert_eq!(room.desk().await, playing);
    room.host(HostAct::Pause, t(2_000)).await;
    let paused = room.desk().await;
    assert_eq!(
        (offers(&paused, &[HostAct::Resume, HostAct::Pause]), paused.paused.is_some()),
        (vec![true, false], true)
    );
    assert_eq!(paused.orders, BySeat::default());
    room.host(HostAct::Void, t(3_000)).await;
    let over = room.desk().await;
    assert_eq!((over.acts.as_slice(), over.outcome.is_some()), ([HostAct::Undo].as_slice(), true));
}

#[tokio::test]
async fn looking_leaves_no_trace_before_the_end_and_is_said_with_it() {
    let mut room = Room::playing().await;
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.settled().await;
    let (record, shown) = (room.record().await, room.post.shown(|_| true));
    let all = room.dealer.hands(room.m, by(HANA), Disclosure::Truth).await.unwrap();
    assert_eq!(all.orders, [(Seat::Ec, Some("samurai".to_owned())), (Seat::Dmo, None)]);
    let hers = room.dealer.hands(room.m, by(DAN), Disclosure::Hand(Seat::Dmo)).await.unwrap();
    assert_eq!(hers.orders, [(Seat::Dmo, None)]);
    assert_eq!(hers.picture.frame.private_to, Some(Seat::Dmo));
    // Nobody who plays looks, and nobody hears of it: no entry, no message, and no button that is another one.
    assert_eq!(code(room.dealer.hands(room.m, BOB, Disclosure::Truth).await), Code::Seated);
    room.settled().await;
    assert_eq!((room.record().await, room.post.shown(|_| true)), (record, shown));
    assert_eq!(room.dealer.knows(room.m, HANA).await.unwrap(), BySeat { ec: true, dmo: true });
    assert_eq!(room.dealer.knows(room.m, DAN).await.unwrap(), BySeat { ec: false, dmo: true });
    assert_eq!(
        code(room.dealer.host(room.m, HOST, sits(Seat::Ec, DAN, "Dan"), None, at(t(1_500))).await),
        Code::Seated
    );
    room.restart(Duration::ZERO).await;
    let mark = room.mark().await;
    room.marked(BOB, "sage", t(2_000)).await.unwrap();
    assert_eq!(room.mark().await.begun, mark.begun + 2, "two orders, and nothing in between");
    room.prompted(2).await;
    room.dealer.hands(room.m, by(HANA), Disclosure::Truth).await.unwrap();
    room.channel().lacks("looked");
    room.host(HostAct::Award(Seat::Ec), t(5_000)).await;
    let last = room.reads("looked").await;
    assert!(last.is_last(), "{last}");
    last.has("Hana (host) looked at what both players hid: Bout 1 · Round 1, Bout 1 · Round 2");
    last.has("Dan (host) looked at what Bob hid: Bout 1 · Round 1");
    // What is over is everybody's, and looking at it is nothing to be said.
    room.dealer.hands(room.m, by(DAN), Disclosure::Truth).await.unwrap();
    assert_eq!(room.dealer.audit_lines(room.m).await.unwrap().lines().count(), 3);
}

#[tokio::test]
async fn a_host_is_put_down_once_though_somebody_else_has_written_to_the_match() {
    let mut terms = header();
    terms.ruleset.insert("private_orders".to_owned(), "final".into());
    let room = Room::with(new_match(terms)).await;
    room.begin().await;
    room.written_elsewhere(&[]).await;
    room.hosted(HANA, behalf(Seat::Ec, "samurai"), 1_000).await.unwrap();
    assert_eq!(room.record().await.len(), 1);
    assert_eq!(room.dealer.audit_lines(room.m).await.unwrap().lines().count(), 1);
}

#[tokio::test]
async fn the_log_has_everything_with_its_message_and_tells_of_no_order_that_is_in() {
    let room = Room::playing().await;
    room.dealer.host(room.m, by(HANA), HostAct::Extend(60), Some("a slow line".to_owned()), at(t(500))).await.unwrap();
    room.go(t(900)).await;
    room.dealer.disclose(room.m, by(HANA), Disclosure::Who).await.unwrap();
    room.hosted(HANA, behalf(Seat::Ec, "samurai"), 1_000).await.unwrap();
    assert!(room.log(HANA).await.iter().any(|line| line == "Hana (host) gave Ann's order"));
    assert!(!room.log(DAN).await.iter().any(|line| line.contains("order")), "it would say that one is in");
    // Nor does a question say so to a host who asks about something else; who asks for the same seat is told.
    let seen = Revision { rulings: 1, ..room.seen().await };
    let newer = async |act: HostAct| room.preview(DAN, act, Some(seen), t(1_200)).await.unwrap().newer;
    assert!(newer(HostAct::Pause).await.is_empty());
    assert_eq!(newer(behalf(Seat::Ec, "bard")).await, ["Hana (host) gave Ann's order."]);
    // Nor does it keep them from doing what they were asked about before, as that would say so too.
    room.rules(DAN, HostAct::Extend(30), seen, t(1_300)).await;
    room.overtaken(DAN, behalf(Seat::Ec, "bard"), seen, t(1_400)).await;
    room.dealer.note(room.m, by(DAN), "Ann is late".to_owned(), at(t(1_500))).await.unwrap();
    room.marked(BOB, "sage", t(2_000)).await.unwrap();
    room.all_sent().await;
    room.hosted(DAN, HostAct::Undo, 3_000).await.unwrap();
    room.all_sent().await;
    let log = room.log(DAN).await;
    for line in [
        "60 s more",
        "looked who had answered",
        "gave Ann's order",
        "wrote a note",
        "reverted the match to Bout 1 · Round 1",
    ] {
        assert!(log.iter().any(|each| each.contains(line)), "{line}: {log:?}");
    }
    let traces = room.dealer.trail(room.m, DAN).await.unwrap();
    assert_eq!((traces[0].reason.as_deref(), traces[0].at), (Some("Reason: a slow line"), t(500)));
    assert_eq!(traces[0].message, Some(room.told().has("60 s more").id), "the message is the one that said so");
    assert!(traces.last().unwrap().message.is_some());
    let notes = room.dealer.notes(room.m).await.unwrap();
    assert_eq!((notes.len(), notes[0].words.as_str(), notes[0].name.as_str()), (1, "Ann is late", "Dan (host)"));
    assert!(!room.dealer.record(room.m).await.unwrap().contains("Ann is late"), "notes are in no record");
}

#[tokio::test]
async fn a_start_is_moved_from_the_desk_once() {
    let room = planned(3 * HOUR).await;
    let starts = OPENED.plus(5 * HOUR);
    let seen = room.seen().await;
    let preview = room.preview(HANA, Ruling::Start(starts), Some(seen), OPENED.plus(100)).await.unwrap();
    assert!(preview.words.contains(&format!("<t:{}:F>", starts.seconds())), "{}", preview.words);
    room.rules(HANA, Ruling::Start(starts), seen, OPENED.plus(200)).await;
    room.overtaken(DAN, Ruling::Start(OPENED.plus(9 * HOUR)), seen, OPENED.plus(40_000)).await;
    assert_eq!(code(room.preview(HANA, Ruling::Start(OPENED), None, OPENED.plus(50_000)).await), Code::BadHostAction);
    assert_eq!(room.desk().await.starts, Some(Start::At(starts)));
}

#[tokio::test]
async fn a_lobby_is_begun_or_called_off_from_the_desk() {
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
    // The other host asked about the lobby, which is gone.
    room.overtaken(DAN, Ruling::CallOff, seen, OPENED.plus(4_000)).await;

    let room = Room::lobby(0).await;
    let seen = room.seen().await;
    room.rules(HANA, Ruling::CallOff, seen, OPENED.plus(3_000)).await;
    assert!(!room.card_says("Hana (host) cancelled").await.is_open());
    let again = room.dealer.confirm(room.m, by(DAN), Ruling::Begin, seen, None, at(OPENED.plus(9_000))).await;
    assert_eq!(code(again), Code::WrongStage);
}

#[tokio::test]
async fn a_match_that_is_set_begins_at_once_from_the_desk() {
    let room = planned(3 * HOUR).await;
    room.both_ready(OPENED).await;
    let moment = OPENED.plus(HOUR);
    room.go(moment).await;
    let seen = room.seen().await;
    room.preview(HANA, Ruling::Begin, Some(seen), moment).await.unwrap();
    // The button is there until the panel is looked at again.
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
}

#[tokio::test]
async fn what_is_asked_before_the_start_has_its_time_and_the_host_is_told_so() {
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
    let Some(Start::At(starts)) = room.desk().await.starts else { panic!("it waits for its start") };
    assert!(starts > moment && starts < OPENED.plus(HOUR), "{starts:?}");
}

#[tokio::test]
async fn whoever_takes_a_seat_in_a_pause_hears_what_and_when() {
    let room = Room::playing().await;
    room.host(HostAct::Pause, t(5_000)).await;
    room.seat(Seat::Dmo, CLEO, "Cleo", t(11_000)).await;
    room.hears(CLEO, "as the DMO").await.has("A Warrior's Death").has("paused");
    assert!(!room.reads("in Bob's place").await.is_open(), "nothing is asked in a pause");
}
