//! Hosts: what is said of what they do, what they must confirm, and what they can no longer do once they have looked.

use super::*;

fn hana() -> Host {
    Host::named(HOST, "Hana".to_owned())
}

impl Room {
    async fn hana(&self, act: HostAct, moment: UnixMs) -> Result<String, Error> {
        self.dealer.host(self.m, hana(), act, Some("  because\nof it ".to_owned()), at(moment)).await
    }

    async fn put(&self, newcomer: Substitute, moment: UnixMs) -> Result<String, Error> {
        self.dealer.host(self.m, hana(), newcomer, None, at(moment)).await
    }
}

#[tokio::test]
async fn whoever_has_looked_takes_no_seat() {
    let mut room = Room::playing().await;
    assert!(refused(room.dealer.disclose(room.m, ANN, Disclosure::Who).await).contains("You play in this match"));
    room.dealer.disclose(room.m, CLEO, Disclosure::Who).await.unwrap();
    room.settled().await;
    assert_eq!(room.told().len(), 1, "that somebody has looked is told to nobody");
    assert!(room.notes(ANN).is_empty() && room.notes(HOST).is_empty());
    room.restart(Duration::ZERO).await;
    for seat in Seat::ALL {
        let words = refused(room.put(sits(seat, CLEO, "Cleo"), t(1_000)).await);
        assert!(words.contains("Cleo has seen"), "{words}");
    }
    // A host who gave a seat's order may sit there, and not opposite.
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
    let acts = [
        (HostAct::Pause, "paused"),
        (HostAct::Resume, "resumed"),
        (HostAct::Extend(900), "15 minutes"),
        (HostAct::Forfeit(Seat::Dmo), "Bob forfeit"),
        (HostAct::Undo, "Bob's forfeit."),
        (HostAct::Award(Seat::Dmo), "Bob the match"),
        (HostAct::Undo, "Bout 1 · Round 3"),
        (HostAct::Void, "ended the match"),
    ];
    room.round(100, "samurai", "bard").await;
    room.round(2_000, "sage", "dragoon").await;
    for (number, (act, words)) in (4..).zip(acts) {
        room.hana(act.clone(), t(1_000 * number)).await.unwrap_or_else(|error| panic!("{act}: {error}"));
        room.all_sent().await;
        let told = room.told();
        assert_eq!(told.len() as u64, number, "{told}");
        let last = told.last().has("Hana (host)").has(words).has("because of it");
        assert_eq!(last.text.matches("paused").count(), usize::from(act == HostAct::Pause), "nothing twice: {last}");
    }
    // What ends the match is said with its end, to each player too; everything else to all at once.
    room.notes(ANN).has("Hana (host) made Bob forfeit");
    room.notes(ANN).lacks("paused").lacks("resumed");
}

#[tokio::test]
async fn a_substitution_and_a_start_without_are_said_too() {
    let room = Room::lobby(0).await;
    room.dealer.press_ready(room.m, ANN, None, at(OPENED.plus(1_000))).await.unwrap();
    room.dealer.host(room.m, hana(), Ruling::Begin, None, at(BEGAN)).await.unwrap();
    room.reads("Hana (host) started the match").await.has("Bob");
    let newcomer = sits(Seat::Dmo, CLEO, "Cleo");
    room.dealer.host(room.m, hana(), newcomer, Some("Bob is ill".to_owned()), at(t(1_000))).await.unwrap();
    room.reads("Hana (host) put Cleo in Bob's place").await.has("Bob is ill");

    let room = Room::lobby(0).await;
    let why = Some("The server is down".to_owned());
    room.dealer.cancel(room.m, hana(), why, at(OPENED.plus(1_000))).await.unwrap();
    room.card_says("Hana (host) cancelled").await.has("The server is down");
}

#[tokio::test]
async fn an_order_on_behalf_is_said_with_its_resolution_and_not_before() {
    let mut room = Room::playing().await;
    room.hana(behalf(Seat::Dmo, "bard"), t(1_000)).await.unwrap();
    room.hears(BOB, "Hana (host) gave an order for you: bard").await;
    room.hana(HostAct::Extend(30), t(1_500)).await.unwrap();
    room.reads("30 s").await;
    room.told().lacks("Bob's order").lacks("order for Bob");
    room.restart(Duration::ZERO).await;
    room.marked(ANN, "samurai", t(2_000)).await.unwrap();
    room.reads("Hana (host) gave Bob's order").await.has("because of it");

    // Bob sends another himself; and what resolves the step at once is said at once.
    room.hana(behalf(Seat::Dmo, "sage"), t(3_000)).await.unwrap();
    room.marked(BOB, "dragoon", t(4_000)).await.unwrap();
    room.hana(behalf(Seat::Ec, "bard"), t(5_000)).await.unwrap();
    room.reads("gave an order for Bob, who then sent another").await.has("gave Ann's order");
    // Nothing of it is left for the next step.
    room.round(6_000, "sage", "samurai").await;
    room.told().last().lacks("Hana");
}

#[tokio::test]
async fn what_will_be_done_is_foretold_by_the_table() {
    let room = Room::playing().await;
    let words = async |act, ms| room.preview(HOST, act, None, t(ms)).await.map(|preview| preview.words);
    assert!(refused(words(HostAct::Undo, 100).await).contains("nothing to undo"));
    assert_eq!(code(room.preview(ANN, HostAct::Void, None, t(100)).await), Code::Seated);
    room.round(1_000, "samurai", "bard").await;
    for (act, what) in [
        (HostAct::Undo, "Bout 1 · Round 1"),
        (HostAct::Forfeit(Seat::Ec), "Bob wins"),
        (HostAct::Award(Seat::Ec), "Ann wins"),
        (HostAct::Void, "without a result"),
    ] {
        let said = words(act, 3_000).await.unwrap();
        assert!(said.contains(what), "{said}");
    }
    assert_eq!((room.told().len(), room.record().await.len()), (2, 2), "looking ahead does nothing");
    room.host(HostAct::Forfeit(Seat::Dmo), t(3_500)).await;
    let verdict = words(HostAct::Undo, 3_550).await.unwrap();
    assert!(verdict.contains("only the verdict") && verdict.contains("Bout 1 · Round 2"), "{verdict}");
    room.host(HostAct::Undo, t(3_600)).await;
    room.host(HostAct::Pause, t(4_000)).await;
    assert!(words(HostAct::Undo, 5_000).await.unwrap().contains("once the match is resumed"));
}

#[tokio::test]
async fn a_confirmation_counts_only_where_the_match_still_stands() {
    let mut room = Room::playing().await;
    room.round(1_000, "samurai", "bard").await;
    let before = room.preview(HOST, HostAct::Undo, None, t(3_000)).await.unwrap().seen;
    // The next round resolves before anybody presses, and the bot is restarted.
    room.round(4_000, "sage", "dragoon").await;
    room.restart(Duration::ZERO).await;
    let Confirmed::Moved { now: Ok(now), .. } = room.confirm(HANA, HostAct::Undo, before, t(6_000)).await else {
        panic!("it has moved on")
    };
    assert!(now.words.contains("Bout 1 · Round 2"), "{}", now.words);
    assert_eq!(room.record().await.len(), 4);
    // Of two hosts who saw the same, one does it.
    let press = at(t(7_000));
    for _twice in 0..2 {
        let done = room.dealer.confirm(room.m, hana(), HostAct::Undo, now.seen, None, press).await.unwrap();
        assert!(matches!(done, Confirmed::Done(_)), "a repeated delivery is the same press: {done:?}");
    }
    let other = room.confirm(HANA, HostAct::Undo, now.seen, t(8_000)).await;
    assert!(matches!(other, Confirmed::Moved { now: Ok(_), .. }), "{other:?}");
    assert_eq!(room.record().await.len(), 5);
    // An order alone does not move it on, and a verdict does.
    let seen = room.preview(HOST, HostAct::Void, None, t(9_000)).await.unwrap().seen;
    room.marked(ANN, "bard", t(9_500)).await.unwrap();
    room.rules(HANA, HostAct::Void, seen, t(10_000)).await;
    room.overtaken(HANA, HostAct::Forfeit(Seat::Ec), seen, t(11_000)).await;
    let entries = room.record().await.len();
    let undo = room.confirm(HANA, HostAct::Undo, seen, t(12_000)).await;
    assert!(matches!(undo, Confirmed::Moved { now: Ok(_), .. }), "it would undo something else: {undo:?}");
    assert_eq!(room.record().await.len(), entries);
}
