//! The host's desk: what is foretold is what is done, once, and whoever looks is put down for it.

use super::*;

const HANA: UserId = UserId(13);
const DAN: UserId = UserId(14);
const CLEO: UserId = UserId(15);

fn by(user: UserId) -> Host {
    Host::named(user, if user == HANA { "Hana" } else { "Dan" }.to_owned())
}

fn order(seat: Seat, text: &str) -> HostAct {
    HostAct::Order { seat, text: text.to_owned() }
}

impl Room {
    async fn desk(&self) -> Desk {
        self.dealer.desk(self.m).await.unwrap()
    }

    async fn rule(&self, user: UserId, ruling: Ruling, seen: Revision, moment: UnixMs) -> Confirmed {
        self.dealer.confirm(self.m, by(user), ruling, seen, None, at(moment)).await.unwrap()
    }

    /// Plays the first round, and gives the moment at which that was done.
    async fn first_round(&self) -> UnixMs {
        self.marked(ANN, "samurai", t(1_000)).await.unwrap();
        self.marked(BOB, "sage", t(2_000)).await.unwrap();
        self.prompted(2).await;
        t(2_000)
    }

    /// Everything that the players and everyone have been sent.
    fn sent(&self) -> Vec<Notice> {
        self.post.arrived.lock().unwrap().iter().map(|(item, _)| item.notice.clone()).collect()
    }

    async fn log(&self, user: UserId) -> Vec<String> {
        let traces = self.dealer.trail(self.m, user).await.unwrap();
        traces.into_iter().map(|trace| format!("{} {}", trace.who, trace.words)).collect()
    }
}

#[tokio::test]
async fn a_ruling_is_done_once_and_the_second_host_reads_of_it() {
    let newcomer = Substitute { seat: Seat::Dmo, user: CLEO, name: "Cleo".to_owned() };
    let cases: [(Ruling, &str, &str); 8] = [
        (HostAct::Pause.into(), "Stops the clocks of match 1", "Hana (host) paused the match."),
        (
            HostAct::Extend(90).into(),
            "Gives all running clocks 90 s more: the deadline is then <t:",
            "gave all clocks 90 s more.",
        ),
        (
            HostAct::Undo.into(),
            "Reverts Bout 1 · Round 1: both send again, 60 s.",
            "reverted the match to Bout 1 · Round 1.",
        ),
        (order(Seat::Ec, "bard").into(), "Gives `bard` as Ann's order.", "gave Ann's order."),
        (HostAct::Forfeit(Seat::Ec).into(), "Ann loses match 1 at once; Bob wins.", "made Ann forfeit."),
        (HostAct::Award(Seat::Ec).into(), "Ann wins match 1 at once; Bob loses.", "gave Ann the match."),
        (HostAct::Void.into(), "Ends match 1 without a result.", "ended the match without a result."),
        (Ruling::Seat(newcomer), "Puts Cleo in Bob's place, with full time", "put Cleo in Bob's place."),
    ];
    for (ruling, words, done) in cases {
        let room = Room::playing().await;
        let now = room.first_round().await;
        let seen = room.desk().await.seen;
        let entries = room.record().await.len();
        let preview = room.dealer.preview(room.m, HANA, ruling.clone(), Some(seen), at(now)).await.unwrap();
        assert!(preview.words.starts_with(words), "{}", preview.words);
        assert!(preview.newer.is_empty() && preview.seen == seen);
        assert_eq!(room.record().await.len(), entries, "asking does nothing");
        let did = room.rule(HANA, ruling.clone(), seen, now.plus(100)).await;
        assert!(matches!(did, Confirmed::Done(_)), "{did:?}");
        let entries = room.record().await.len();
        // Long after, the other one presses what they were asked before that.
        let other = room.rule(DAN, ruling.clone(), seen, now.plus(40_000)).await;
        let Confirmed::Moved { newer, .. } = other else { panic!("{ruling}: {other:?}") };
        assert!(newer[0].starts_with("Hana (host) ") && newer[0].ends_with(done), "{newer:?}");
        assert_eq!(room.record().await.len(), entries, "{ruling} is not done twice");
        let record = room.record().await;
        let entry = record.iter().find(|entry| entry.get("host").is_some()).unwrap();
        assert_eq!((&entry["by"], &entry["meta"]["host"]), (&"13".into(), &"Hana (host)".into()));
    }
}

#[tokio::test]
async fn two_hosts_who_press_at_once_do_it_once_also_after_a_restart() {
    let mut room = Room::playing().await;
    let seen = room.desk().await.seen;
    room.restart(Duration::ZERO).await;
    let more = || Ruling::Act(HostAct::Extend(60));
    let (one, other) = tokio::join!(room.rule(HANA, more(), seen, t(1_000)), room.rule(DAN, more(), seen, t(1_000)));
    let done = [one, other].into_iter().filter(|confirmed| matches!(confirmed, Confirmed::Done(_))).count();
    assert_eq!(done, 1);
    // A press that is delivered twice is one press.
    let (seen, press) = (room.desk().await.seen, at(t(2_000)));
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
    let offers = |desk: &Desk, act: HostAct| desk.acts.contains(&act);
    assert!(
        offers(&playing, HostAct::Pause) && offers(&playing, HostAct::Void) && offers(&playing, HostAct::Extend(1))
    );
    assert!(
        !offers(&playing, HostAct::Undo) && !offers(&playing, HostAct::DrawState) && !offers(&playing, HostAct::Resume)
    );
    assert_eq!(playing.orders, BySeat { ec: Some(Secrecy::Private), dmo: Some(Secrecy::Private) });
    // Who has answered is not to be read off it.
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    assert_eq!(room.desk().await, playing);
    room.dealer.host(room.m, HANA, HostAct::Pause, None, at(t(2_000))).await.unwrap();
    let paused = room.desk().await;
    assert!(offers(&paused, HostAct::Resume) && !offers(&paused, HostAct::Pause) && paused.paused.is_some());
    assert_eq!(paused.orders, BySeat::default());
    room.dealer.host(room.m, HANA, HostAct::Void, None, at(t(3_000))).await.unwrap();
    let over = room.desk().await;
    assert_eq!((over.acts.as_slice(), over.outcome.is_some()), ([HostAct::Undo].as_slice(), true));
}

#[tokio::test]
async fn looking_leaves_no_trace_before_the_end_and_is_said_with_it() {
    let mut room = Room::playing().await;
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    let (record, sent) = (room.record().await, room.sent());
    let all = room.dealer.hands(room.m, by(HANA), Disclosure::Truth).await.unwrap();
    assert_eq!(all.orders, [(Seat::Ec, Some("samurai".to_owned())), (Seat::Dmo, None)]);
    let hers = room.dealer.hands(room.m, by(DAN), Disclosure::Hand(Seat::Dmo)).await.unwrap();
    assert_eq!(hers.orders, [(Seat::Dmo, None)]);
    assert_eq!(hers.picture.frame.private_to, Some(Seat::Dmo));
    // Nobody who plays looks, and nobody hears of it: no entry, no message, and no button that is another one.
    assert_eq!(code(room.dealer.hands(room.m, BOB, Disclosure::Truth).await), Code::Seated);
    room.settled().await;
    assert_eq!((room.record().await, room.sent()), (record, sent));
    assert_eq!(room.dealer.knows(room.m, HANA).await.unwrap(), BySeat { ec: true, dmo: true });
    assert_eq!(room.dealer.knows(room.m, DAN).await.unwrap(), BySeat { ec: false, dmo: true });
    let sits = |seat, user| Substitute { seat, user, name: "Dan".to_owned() };
    assert_eq!(code(room.dealer.substitute(room.m, HOST, sits(Seat::Ec, DAN), None, at(t(1_500))).await), Code::Seated);
    room.restart(Duration::ZERO).await;
    let mark = room.mark().await;
    room.marked(BOB, "sage", t(2_000)).await.unwrap();
    assert_eq!(room.mark().await.begun, mark.begun + 2, "two orders, and nothing in between");
    room.prompted(2).await;
    room.dealer.hands(room.m, by(HANA), Disclosure::Truth).await.unwrap();
    let before = room.publics(2).await;
    assert!(before.iter().all(|public| !public.lines.join("\n").contains("looked")));
    room.dealer.host(room.m, by(HANA), HostAct::Award(Seat::Ec), None, at(t(5_000))).await.unwrap();
    let last = room.publics(3).await[2].lines.join("\n");
    assert!(
        last.contains("Hana (host) looked at what both players hid: Bout 1 · Round 1, Bout 1 · Round 2."),
        "{last}"
    );
    assert!(last.contains("Dan (host) looked at what Bob hid: Bout 1 · Round 1."), "{last}");
    // What is over is everybody's, and looking at it is nothing to be said.
    room.dealer.hands(room.m, by(DAN), Disclosure::Truth).await.unwrap();
    assert_eq!(room.dealer.audit_lines(room.m).await.unwrap().lines().count(), 3);
}

#[tokio::test]
async fn a_host_is_put_down_once_though_somebody_else_has_written_to_the_match() {
    let mut room = Room::lobby(0).await;
    let mut terms = serde_json::from_str::<Value>(&header().write()).unwrap();
    terms["ruleset"]["private_orders"] = "final".into();
    let terms = Header::read(&terms.to_string()).unwrap();
    room.m = room.dealer.open(new_match(terms), at(OPENED)).await.unwrap();
    room.all_sent().await;
    room.begin().await;
    room.written_elsewhere(&[], Change::default()).await;
    room.dealer.host(room.m, by(HANA), order(Seat::Ec, "samurai"), None, at(t(1_000))).await.unwrap();
    assert_eq!(room.record().await.len(), 1);
    assert_eq!(room.dealer.audit_lines(room.m).await.unwrap().lines().count(), 1);
}

#[tokio::test]
async fn the_log_has_everything_with_its_message_and_tells_of_no_order_that_is_in() {
    let room = Room::playing().await;
    room.dealer.host(room.m, by(HANA), HostAct::Extend(60), Some("a slow line".to_owned()), at(t(500))).await.unwrap();
    room.go(t(900)).await;
    room.dealer.disclose(room.m, by(HANA), Disclosure::Who).await.unwrap();
    room.dealer.host(room.m, by(HANA), order(Seat::Ec, "samurai"), None, at(t(1_000))).await.unwrap();
    assert!(room.log(HANA).await.iter().any(|line| line == "Hana (host) gave Ann's order"));
    assert!(!room.log(DAN).await.iter().any(|line| line.contains("order")), "it would say that one is in");
    // Nor does a question say so to a host who asks about something else; who asks for the same seat is told.
    let seen = Revision { rulings: 1, ..room.desk().await.seen };
    let newer =
        async |act: HostAct| room.dealer.preview(room.m, DAN, act, Some(seen), at(t(1_200))).await.unwrap().newer;
    assert!(newer(HostAct::Pause).await.is_empty());
    assert_eq!(newer(order(Seat::Ec, "bard")).await, ["Hana (host) gave Ann's order."]);
    // Nor does it keep them from doing what they were asked about before, as that would say so too.
    let did = room.rule(DAN, HostAct::Extend(30).into(), seen, t(1_300)).await;
    assert!(matches!(did, Confirmed::Done(_)), "{did:?}");
    let did = room.rule(DAN, order(Seat::Ec, "bard").into(), seen, t(1_400)).await;
    assert!(matches!(did, Confirmed::Moved { .. }), "{did:?}");
    room.dealer.note(room.m, by(DAN), "Ann is late".to_owned(), at(t(1_500))).await.unwrap();
    room.marked(BOB, "sage", t(2_000)).await.unwrap();
    room.prompted(2).await;
    room.dealer.host(room.m, by(DAN), HostAct::Undo, None, at(t(3_000))).await.unwrap();
    room.prompted(3).await;
    let log = room.log(DAN).await;
    for line in [
        "Hana (host) gave all clocks 60 s more",
        "Hana (host) looked who had answered in Bout 1 · Round 1",
        "Hana (host) gave Ann's order",
        "Dan (host) wrote a note",
        "Dan (host) reverted the match to Bout 1 · Round 1",
    ] {
        assert!(log.iter().any(|each| each == line), "{line}: {log:?}");
    }
    let traces = room.dealer.trail(room.m, DAN).await.unwrap();
    assert_eq!((traces[0].reason.as_deref(), traces[0].at), (Some("Reason: a slow line"), t(500)));
    // The message is the one that said so.
    let arrived = room.post.arrived.lock().unwrap().clone();
    let said = arrived.iter().find_map(|(item, message)| match &item.notice {
        Notice::Public(public) if public.lines.iter().any(|line| line.contains("60 s more")) => Some(*message),
        _ => None,
    });
    assert!(said.is_some() && traces[0].message == said, "{traces:?}");
    assert!(traces.last().unwrap().message.is_some());
    let notes = room.dealer.notes(room.m).await.unwrap();
    assert_eq!((notes.len(), notes[0].words.as_str(), notes[0].name.as_str()), (1, "Ann is late", "Dan (host)"));
    assert!(!room.dealer.record(room.m).await.unwrap().contains("Ann is late"), "notes are in no record");
}

#[tokio::test]
async fn a_start_is_moved_from_the_desk_once() {
    const HOUR: u64 = 3_600_000;
    let room = super::start::planned(3 * HOUR).await;
    let starts = OPENED.plus(5 * HOUR);
    let seen = room.desk().await.seen;
    let preview =
        room.dealer.preview(room.m, HANA, Ruling::Start(starts), Some(seen), at(OPENED.plus(100))).await.unwrap();
    assert_eq!(preview.words, format!("Moves the start to <t:{0}:F> (<t:{0}:R>).", starts.seconds()));
    let did = room.rule(HANA, Ruling::Start(starts), seen, OPENED.plus(200)).await;
    assert!(matches!(did, Confirmed::Done(_)), "{did:?}");
    assert_eq!(room.desk().await.starts, Some(Start::At(starts)));
    let other = room.rule(DAN, Ruling::Start(OPENED.plus(9 * HOUR)), seen, OPENED.plus(40_000)).await;
    assert!(matches!(other, Confirmed::Moved { .. }), "{other:?}");
    let late = room.dealer.preview(room.m, HANA, Ruling::Start(OPENED), None, at(OPENED.plus(50_000))).await;
    assert_eq!(code(late), Code::BadHostAction);
    assert_eq!(room.desk().await.starts, Some(Start::At(starts)));
}

#[tokio::test]
async fn a_lobby_is_begun_or_called_off_from_the_desk() {
    let room = Room::lobby(0).await;
    room.dealer.press_ready(room.m, ANN, None, at(OPENED.plus(1_000))).await.unwrap();
    let seen = room.desk().await.seen;
    let preview =
        async |ruling, user, ms| room.dealer.preview(room.m, user, ruling, Some(seen), at(OPENED.plus(ms))).await;
    assert_eq!(
        preview(Ruling::Begin, HANA, 2_000).await.unwrap().words,
        "Begins match 1 at once, without waiting for Bob."
    );
    assert_eq!(preview(Ruling::CallOff, HANA, 2_000).await.unwrap().words, "Calls match 1 off; its card is closed.");
    assert_eq!(code(preview(Ruling::Begin, BOB, 2_000).await), Code::Seated);
    let reason = Some("Bob is on his way".to_owned());
    let did = room.dealer.confirm(room.m, by(HANA), Ruling::Begin, seen, reason, at(OPENED.plus(3_000))).await.unwrap();
    assert_eq!(did, Confirmed::Done("Match 1 begins.".to_owned()));
    let first = room.publics(1).await.remove(0).lines.join(" ");
    assert!(
        first.contains("Hana (host) started the match without waiting for Bob. Reason: Bob is on his way"),
        "{first}"
    );
    // The other host asked about the lobby, which is gone.
    let other = room.rule(DAN, Ruling::CallOff, seen, OPENED.plus(4_000)).await;
    assert!(
        matches!(&other, Confirmed::Moved { now: Ok(now), .. } if now.words.starts_with("Ends match 1")),
        "{other:?}"
    );

    let room = Room::lobby(0).await;
    let seen = room.desk().await.seen;
    let did = room.rule(HANA, Ruling::CallOff, seen, OPENED.plus(3_000)).await;
    assert_eq!(did, Confirmed::Done("Match 1 is called off.".to_owned()));
    let card = until("the card", async || room.card().filter(|card| card.state == CardState::Cancelled)).await;
    assert_eq!(card.said, ["Hana (host) cancelled the match."]);
    let again = room.dealer.confirm(room.m, by(DAN), Ruling::Begin, seen, None, at(OPENED.plus(9_000))).await;
    assert_eq!(code(again), Code::WrongStage);
}

#[tokio::test]
async fn a_match_that_is_set_begins_at_once_from_the_desk() {
    const HOUR: u64 = 3_600_000;
    let room = super::start::planned(3 * HOUR).await;
    room.both_ready(OPENED).await;
    let moment = OPENED.plus(HOUR);
    room.go(moment).await;
    let seen = room.desk().await.seen;
    let preview = room.dealer.preview(room.m, HANA, Ruling::Begin, Some(seen), at(moment)).await.unwrap();
    assert_eq!(preview.words, "Begins the first round of match 2 at once.");
    // The button is there until the panel is looked at again.
    room.host(HostAct::Pause, moment).await;
    let paused = room.dealer.preview(room.m, HANA, Ruling::Begin, Some(seen), at(moment.plus(100))).await;
    assert_eq!(code(paused), Code::BadHostAction);
    room.host(HostAct::Resume, moment.plus(200)).await;
    let (seen, moment) = (room.desk().await.seen, moment.plus(1_000));
    let did = room.rule(HANA, Ruling::Begin, seen, moment).await;
    assert_eq!(did, Confirmed::Done("Match 2 begins.".to_owned()));
    let said = until("it is said", async || {
        room.post
            .publics()
            .into_iter()
            .find(|told| told.lines.iter().any(|line| line == "Hana (host) let the match begin at once."))
    });
    said.await;
    room.go(moment.plus(GRACE_MS + 10)).await;
    let prompt = until("a prompt", async || room.post.prompts(ANN).pop()).await;
    assert_eq!(prompt.panel.deadline, Some(moment.plus(UNIT_MS)));
    let over = room.dealer.preview(room.m, HANA, Ruling::Begin, None, at(moment.plus(5_000))).await;
    assert_eq!(code(over), Code::WrongStage);
    let began = async || {
        let card = room.card()?;
        (card.state == CardState::Started && card.starts == Some(moment)).then_some(())
    };
    until("the card says when it began", began).await;
}

#[tokio::test]
async fn what_is_asked_before_the_start_has_its_time_and_the_host_is_told_so() {
    const HOUR: u64 = 3_600_000;
    let room = Room::lobby(0).await;
    room.dealer.cancel(room.m, HOST, None, at(OPENED)).await.unwrap();
    let header = r#"{"record":1,"game":"castle-siege","preset":"gauntlet","seats":{"ec":"Ann","dmo":"Bob"}}"#;
    let header = Header::read(header).unwrap();
    let new = NewMatch { starts: Some(OPENED.plus(5 * HOUR)), ..new_match(header) };
    let m = room.dealer.open(new, at(OPENED)).await.unwrap();
    let room = Room { m, ..room };
    room.both_ready(OPENED).await;
    let moment = OPENED.plus(10_000);
    room.go(moment).await;
    let seen = room.desk().await.seen;
    let preview = room.dealer.preview(room.m, HANA, Ruling::Begin, Some(seen), at(moment)).await.unwrap();
    assert!(
        preview.words.starts_with("Begins the first round as soon as what is asked is over, at <t:"),
        "{}",
        preview.words
    );
    let did = room.rule(HANA, Ruling::Begin, seen, moment).await;
    assert_eq!(did, Confirmed::Done("Match 2 begins as soon as what is asked is over.".to_owned()));
    let line = "Hana (host) let the match begin as soon as what is asked is over.";
    until("it is said", async || {
        room.post.publics().iter().any(|told| told.lines.iter().any(|each| each == line)).then_some(())
    })
    .await;
    let Some(Start::At(starts)) = room.desk().await.starts else { panic!("it waits for its start") };
    assert!(starts > moment && starts < OPENED.plus(HOUR), "{starts:?}");
}

#[tokio::test]
async fn a_newcomers_full_time_is_put_down_to_the_host_who_put_them_there() {
    let room = Room::playing().await;
    let newcomer = Substitute { seat: Seat::Dmo, user: CLEO, name: "Cleo".to_owned() };
    room.dealer.substitute(room.m, by(HANA), newcomer, None, at(t(11_000))).await.unwrap();
    let told = until("everyone is told", async || {
        room.post.publics().pop().filter(|told| told.lines.iter().any(|line| line.contains("in Bob's place")))
    });
    let told = told.await;
    let full = "Cleo has the whole 60 s of this step, so all clocks get 11 s more.";
    assert!(told.lines.iter().any(|line| line == full), "{:?}", told.lines);
    let left = until("Bob is told", async || Some(room.post.private_lines(BOB)).filter(|told| !told.is_empty())).await;
    assert!(left[0].contains("Hana (host) put Cleo in your place in match 1"), "{left:?}");
    let log = room.log(DAN).await;
    assert_eq!(
        log,
        ["Hana (host) put Cleo in Bob's place", "Hana (host) gave Cleo full time: 11 s more on all clocks"]
    );
}

#[tokio::test]
async fn whoever_takes_a_seat_in_a_pause_hears_what_and_when() {
    let room = Room::playing().await;
    room.dealer.host(room.m, by(HANA), HostAct::Pause, None, at(t(5_000))).await.unwrap();
    let newcomer = Substitute { seat: Seat::Dmo, user: CLEO, name: "Cleo".to_owned() };
    room.dealer.substitute(room.m, by(HANA), newcomer, None, at(t(11_000))).await.unwrap();
    let told =
        until("Cleo is told", async || Some(room.post.private_lines(CLEO)).filter(|told| !told.is_empty())).await;
    let words = told.join(" ");
    assert!(words.contains("A Warrior's Death") && words.contains("as the DMO. The match is paused"), "{words}");
    let everyone = until("everyone is told", async || {
        room.post.publics().pop().filter(|told| told.lines.iter().any(|line| line.contains("in Bob's place")))
    });
    assert_eq!(everyone.await.controls, Controls::None, "nothing is asked in a pause");
}
