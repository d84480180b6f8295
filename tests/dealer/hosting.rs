//! Hosts: what is said of what they do, what they must confirm, and what they can no longer do once they have looked.

use super::*;

const CLEO: UserId = UserId(13);
const DAN: UserId = UserId(14);

fn hana() -> Host {
    Host::named(HOST, "Hana".to_owned())
}

fn sits(seat: Seat, user: UserId, name: &str) -> Substitute {
    Substitute { seat, user, name: name.to_owned() }
}

fn refused(result: Result<impl std::fmt::Debug, Error>) -> String {
    match result {
        Err(Error::Refused(refused)) => refused.message,
        other => panic!("not refused: {other:?}"),
    }
}

fn behalf(seat: Seat, text: &str) -> HostAct {
    HostAct::Order { seat, text: text.to_owned() }
}

impl Room {
    async fn hana(&self, act: HostAct, moment: UnixMs) -> Result<String, Error> {
        self.dealer.host(self.m, hana(), act, Some("  because\nof it ".to_owned()), at(moment)).await
    }

    async fn put(&self, newcomer: Substitute, moment: UnixMs) -> Result<String, Error> {
        self.dealer.substitute(self.m, hana(), newcomer, None, at(moment)).await
    }

    async fn preview(&self, act: HostAct, moment: UnixMs) -> Result<(String, Revision), Error> {
        let preview = self.dealer.preview(self.m, HOST, act, None, at(moment)).await?;
        Ok((preview.words, preview.seen))
    }

    async fn confirm(&self, act: HostAct, seen: Revision, moment: UnixMs) -> Confirmed {
        self.dealer.confirm(self.m, hana(), act, seen, None, at(moment)).await.unwrap()
    }

    async fn last_words(&self, count: usize) -> String {
        self.publics(count).await[count - 1].lines.join("\n")
    }
}

#[tokio::test]
async fn whoever_has_looked_takes_no_seat() {
    let mut room = Room::playing().await;
    assert!(refused(room.dealer.disclose(room.m, ANN, Disclosure::Who).await).contains("You play in this match"));
    room.dealer.disclose(room.m, CLEO, Disclosure::Who).await.unwrap();
    room.settled().await;
    assert_eq!(room.post.publics().len(), 1, "that somebody has looked is told to nobody");
    assert!(room.post.private_lines(ANN).is_empty() && room.post.private_lines(HOST).is_empty());
    room.restart(Duration::ZERO).await;
    for seat in Seat::ALL {
        let words = refused(room.put(sits(seat, CLEO, "Cleo"), t(1_000)).await);
        assert!(words.starts_with("Cleo has seen what the other player hides"), "{words}");
    }
    // Whoever gave a seat's order may sit there, and not opposite.
    room.dealer.host(room.m, DAN, behalf(Seat::Ec, "samurai"), None, at(t(2_000))).await.unwrap();
    assert_eq!(code(room.put(sits(Seat::Dmo, DAN, "Dan"), t(3_000)).await), Code::Seated);
    room.put(sits(Seat::Ec, DAN, "Dan"), t(4_000)).await.unwrap();
    // A replaced player may be put back, and not opposite.
    assert_eq!(code(room.put(sits(Seat::Dmo, ANN, "Ann"), t(5_000)).await), Code::Seated);
    room.put(sits(Seat::Ec, ANN, "Ann"), t(6_000)).await.unwrap();
    assert_eq!(code(room.put(sits(Seat::Dmo, DAN, "Dan"), t(7_000)).await), Code::Seated);
    assert_eq!(room.dealer.info(room.m).await.unwrap().users, BySeat { ec: ANN, dmo: BOB });
}

#[tokio::test]
async fn an_order_that_is_refused_has_shown_something_too() {
    let room = Room::playing().await;
    assert_eq!(code(room.dealer.host(room.m, DAN, behalf(Seat::Ec, "???"), None, at(t(1_000))).await), Code::BadOrder);
    assert_eq!(code(room.put(sits(Seat::Dmo, DAN, "Dan"), t(2_000)).await), Code::Seated);
}

#[tokio::test]
async fn every_act_is_said_with_its_hosts_name_and_reason() {
    let room = Room::playing().await;
    let mut said = 1;
    let acts = [
        (HostAct::Pause, "Hana (host) paused the match."),
        (HostAct::Resume, "Hana (host) resumed the match."),
        (HostAct::Extend(900), "Hana (host) gave all clocks 15 minutes more."),
        (HostAct::Forfeit(Seat::Dmo), "Hana (host) made Bob forfeit."),
        (
            HostAct::Undo,
            "Hana (host) reverted Bob's forfeit: the match continues from Bout 1 · Round 3, with full time.",
        ),
        (HostAct::Award(Seat::Dmo), "Hana (host) gave Bob the match."),
        (HostAct::Undo, "Hana (host) reverted the award to Bob: the match continues from Bout 1 · Round 3"),
        (HostAct::Void, "Hana (host) ended the match."),
    ];
    for (ann, bob) in [("samurai", "bard"), ("sage", "dragoon")] {
        room.marked(ANN, ann, t(100)).await.unwrap();
        room.marked(BOB, bob, t(100)).await.unwrap();
        said += 1;
    }
    for (number, (act, words)) in (1..).zip(acts) {
        room.hana(act.clone(), t(1_000 * number)).await.unwrap_or_else(|error| panic!("{act}: {error}"));
        said += 1;
        let lines = room.last_words(said).await;
        assert!(lines.contains(words) && lines.contains("Reason: because of it"), "{act}: {lines}");
        assert_eq!(
            lines.matches("paused").count(),
            usize::from(act == HostAct::Pause),
            "nothing is said twice: {lines}"
        );
    }
    room.settled().await;
    // What ends the match is said with its end, to each player too; everything else to all at once.
    let own = room.post.private_lines(ANN);
    assert!(own.iter().any(|line| line == "Hana (host) made Bob forfeit."), "{own:?}");
    assert!(own.iter().all(|line| !line.contains("paused") && !line.contains("resumed")), "{own:?}");
}

#[tokio::test]
async fn a_substitution_and_a_start_without_are_said_too() {
    let room = Room::lobby(0).await;
    room.dealer.press_ready(room.m, ANN, None, at(OPENED.plus(1_000))).await.unwrap();
    room.dealer.start_without(room.m, hana(), at(BEGAN)).await.unwrap();
    let first = room.last_words(1).await;
    assert!(first.starts_with("Hana (host) started the match without waiting for Bob."), "{first}");
    room.dealer
        .substitute(room.m, hana(), sits(Seat::Dmo, CLEO, "Cleo"), Some("Bob is ill".to_owned()), at(t(1_000)))
        .await
        .unwrap();
    let second = room.last_words(2).await;
    assert!(
        second.contains("Hana (host) put Cleo in Bob's place.") && second.contains("Reason: Bob is ill"),
        "{second}"
    );

    let room = Room::lobby(0).await;
    let why = Some("The server is down".to_owned());
    room.dealer.cancel(room.m, hana(), why, at(OPENED.plus(1_000))).await.unwrap();
    until("the card's end", async || {
        let arrived = room.post.arrived.lock().unwrap();
        let ended = |item: &OutboxItem| match &item.notice {
            Notice::EditCard(card) => card.said == ["Hana (host) cancelled the match.", "Reason: The server is down"],
            _ => false,
        };
        arrived.iter().any(|(item, _)| ended(item)).then_some(())
    })
    .await;
}

#[tokio::test]
async fn an_order_on_behalf_is_said_with_its_resolution_and_not_before() {
    let mut room = Room::playing().await;
    room.hana(behalf(Seat::Dmo, "bard"), t(1_000)).await.unwrap();
    until("word to Bob", async || {
        let own = room.post.private_lines(BOB);
        own.iter().any(|line| line == "Hana (host) gave an order for you: bard.").then_some(())
    })
    .await;
    room.hana(HostAct::Extend(30), t(1_500)).await.unwrap();
    let before = room.last_words(2).await;
    assert!(!before.contains("Bob"), "{before}");
    room.restart(Duration::ZERO).await;
    room.marked(ANN, "samurai", t(2_000)).await.unwrap();
    let round = room.last_words(3).await;
    assert!(round.ends_with("Hana (host) gave Bob's order. Reason: because of it"), "{round}");

    // Bob sends another himself; and what resolves the step at once is said at once.
    room.hana(behalf(Seat::Dmo, "sage"), t(3_000)).await.unwrap();
    room.marked(BOB, "dragoon", t(4_000)).await.unwrap();
    room.hana(behalf(Seat::Ec, "bard"), t(5_000)).await.unwrap();
    let round = room.last_words(4).await;
    assert!(round.contains("Hana (host) gave an order for Bob, who then sent another."), "{round}");
    assert!(round.contains("Hana (host) gave Ann's order."), "{round}");
    // Nothing of it is left for the next step.
    room.marked(ANN, "sage", t(6_000)).await.unwrap();
    room.marked(BOB, "knight", t(7_000)).await.ok();
    room.marked(BOB, "samurai", t(8_000)).await.ok();
    let round = room.last_words(5).await;
    assert!(!round.contains("Hana"), "{round}");
}

#[tokio::test]
async fn what_will_be_done_is_foretold_by_the_table() {
    let room = Room::playing().await;
    let nothing = refused(room.preview(HostAct::Undo, t(100)).await);
    assert!(nothing.contains("nothing to undo"), "{nothing}");
    assert_eq!(code(room.dealer.preview(room.m, ANN, HostAct::Void, None, at(t(100))).await), Code::Seated);
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    room.publics(2).await;
    let words = async |act| room.preview(act, t(3_000)).await.unwrap().0;
    assert_eq!(
        words(HostAct::Undo).await,
        "Reverts Bout 1 · Round 1: both send again, 60 s. What everyone has read of it stays known."
    );
    let forfeit = words(HostAct::Forfeit(Seat::Ec)).await;
    assert!(forfeit.starts_with("Ann loses match 1 at once; Bob wins."), "{forfeit}");
    let award = words(HostAct::Award(Seat::Ec)).await;
    assert!(award.starts_with("Ann wins match 1 at once; Bob loses."), "{award}");
    assert!(words(HostAct::Void).await.starts_with("Ends match 1 without a result."));
    assert_eq!(room.post.publics().len(), 2, "looking ahead does nothing");
    assert_eq!(room.record().await.len(), 2);
    room.hana(HostAct::Forfeit(Seat::Dmo), t(3_500)).await.unwrap();
    let verdict = words(HostAct::Undo).await;
    assert_eq!(
        verdict,
        "Reverts only the verdict (Bob's forfeit): the match continues from Bout 1 · Round 2; both send again, 60 s. Everyone has read \
         what was hidden in the match: that stays known."
    );
    room.hana(HostAct::Undo, t(3_600)).await.unwrap();
    room.hana(HostAct::Pause, t(4_000)).await.unwrap();
    assert!(room.preview(HostAct::Undo, t(5_000)).await.unwrap().0.contains("once the match is resumed"));
}

#[tokio::test]
async fn a_confirmation_counts_only_where_the_match_still_stands() {
    let mut room = Room::playing().await;
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    let (_, seen) = room.preview(HostAct::Undo, t(3_000)).await.unwrap();
    // The next round resolves before anybody presses, and the bot is restarted.
    room.marked(ANN, "sage", t(4_000)).await.unwrap();
    room.marked(BOB, "dragoon", t(5_000)).await.unwrap();
    room.restart(Duration::ZERO).await;
    let Confirmed::Moved { now: Ok(now), .. } = room.confirm(HostAct::Undo, seen, t(6_000)).await else {
        panic!("it has moved on")
    };
    assert_eq!(now.words, "Reverts Bout 1 · Round 2: both send again, 60 s. What everyone has read of it stays known.");
    assert_eq!(room.record().await.len(), 4);
    // Of two hosts who saw the same, one does it.
    let press = at(t(7_000));
    for _twice in 0..2 {
        let done = room.dealer.confirm(room.m, hana(), HostAct::Undo, now.seen, None, press).await.unwrap();
        assert!(matches!(done, Confirmed::Done(_)), "a repeated delivery is the same press: {done:?}");
    }
    let other = room.confirm(HostAct::Undo, now.seen, t(8_000)).await;
    assert!(matches!(other, Confirmed::Moved { now: Ok(_), .. }), "{other:?}");
    assert_eq!(room.record().await.len(), 5);
    // An order alone does not move it on, and a verdict does.
    let (_, seen) = room.preview(HostAct::Void, t(9_000)).await.unwrap();
    room.marked(ANN, "bard", t(9_500)).await.unwrap();
    assert!(matches!(room.confirm(HostAct::Void, seen, t(10_000)).await, Confirmed::Done(_)));
    let other = room.confirm(HostAct::Forfeit(Seat::Ec), seen, t(11_000)).await;
    let Confirmed::Moved { now: Err(why), .. } = other else { panic!("{other:?}") };
    assert!(why.contains("The match is over"), "{why}");
    let entries = room.record().await.len();
    let undo = room.confirm(HostAct::Undo, seen, t(12_000)).await;
    assert!(matches!(undo, Confirmed::Moved { now: Ok(_), .. }), "it would undo something else: {undo:?}");
    assert_eq!(room.record().await.len(), entries);
}
