//! Hosts: the announcements of their rulings, the confirmations, and the limits for hosts who have looked.

use super::*;

fn hana() -> Host {
    Host::named(HOST, "Hana".to_owned())
}

impl Room {
    async fn hana(&self, act: HostAct, moment: UnixMs) -> Result<String, Error> {
        self.dealer.rule(self.m, hana(), act, Some("  because\nof it ".to_owned()), at(moment)).await
    }

    async fn substitute_by_hana(&self, substitute: Substitute, moment: UnixMs) -> Result<String, Error> {
        self.dealer.rule(self.m, hana(), substitute, None, at(moment)).await
    }
}

#[tokio::test]
async fn host_who_has_looked_is_refused_as_substitute() {
    let mut room = Room::playing().await;
    assert!(refused(room.dealer.disclose(room.m, ANN, Disclosure::Who).await).contains("You play in this match"));
    room.dealer.disclose(room.m, CLEO, Disclosure::Who).await.unwrap();
    room.settled().await;
    assert_eq!(room.public().len(), 1, "that somebody has looked is told to nobody");
    assert!(room.notes(ANN).is_empty() && room.notes(HOST).is_empty());
    room.restart(Duration::ZERO).await;
    for seat in Seat::ALL {
        let words = refused(room.substitute_by_hana(substitute_for(seat, CLEO, "Cleo"), t(1_000)).await);
        assert!(words.contains("Cleo has looked at the hidden information as a host"), "{words}");
    }
    // A host who gave a seat's order may take that seat, and not the opposite one.
    room.dealer.rule(room.m, DAN, order_for(Seat::Ec, "samurai"), None, at(t(2_000))).await.unwrap();
    assert_eq!(code(room.substitute_by_hana(substitute_for(Seat::Dmo, DAN, "Dan"), t(3_000)).await), Code::Seated);
    room.substitute_by_hana(substitute_for(Seat::Ec, DAN, "Dan"), t(4_000)).await.unwrap();
    // A replaced player may return, and not take the opposite seat.
    assert_eq!(code(room.substitute_by_hana(substitute_for(Seat::Dmo, ANN, "Ann"), t(5_000)).await), Code::Seated);
    room.substitute_by_hana(substitute_for(Seat::Ec, ANN, "Ann"), t(6_000)).await.unwrap();
    assert_eq!(code(room.substitute_by_hana(substitute_for(Seat::Dmo, DAN, "Dan"), t(7_000)).await), Code::Seated);
    assert_eq!(room.dealer.info(room.m).await.unwrap().users, BySeat { ec: ANN, dmo: BOB });
}

#[tokio::test]
async fn refused_order_on_behalf_counts_as_a_look() {
    let room = Room::playing().await;
    assert_eq!(
        code(room.dealer.rule(room.m, DAN, order_for(Seat::Ec, "???"), None, at(t(1_000))).await),
        Code::BadOrder
    );
    assert_eq!(code(room.substitute_by_hana(substitute_for(Seat::Dmo, DAN, "Dan"), t(2_000)).await), Code::Seated);
}

#[tokio::test]
async fn every_ruling_is_announced_with_host_and_reason() {
    let room = Room::playing().await;
    let acts = [
        (HostAct::Pause, "paused"),
        (HostAct::Resume, "resumed"),
        (HostAct::Extend(900), "15 min"),
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
        let told = room.public();
        assert_eq!(told.len() as u64, number, "{told}");
        let last = told.last().has("Hana (host)").has(words).has("because of it");
        assert_eq!(last.text.matches("paused").count(), usize::from(act == HostAct::Pause), "nothing twice: {last}");
    }
    // A ruling that ends the match is announced with the end, to each player, too; all others are announced at once.
    room.notes(ANN).has("Hana (host) made Bob forfeit");
    room.notes(ANN).lacks("paused").lacks("resumed");
}

#[tokio::test]
async fn substitution_and_forced_start_are_announced() {
    let room = Room::lobby(0).await;
    room.dealer.press_ready(room.m, ANN, None, at(OPENED.plus(1_000))).await.unwrap();
    room.dealer.rule(room.m, hana(), Ruling::Begin, None, at(BEGAN)).await.unwrap();
    room.reads("Hana (host) started the match").await.has("Bob");
    let substitute = substitute_for(Seat::Dmo, CLEO, "Cleo");
    room.dealer.rule(room.m, hana(), substitute, Some("Bob is ill".to_owned()), at(t(1_000))).await.unwrap();
    room.reads("Hana (host) put Cleo in Bob's place").await.has("Bob is ill");

    let room = Room::lobby(0).await;
    let why = Some("The server is down".to_owned());
    room.dealer.cancel(room.m, hana(), why, at(OPENED.plus(1_000))).await.unwrap();
    room.card_says("Hana (host) cancelled").await.has("The server is down");
}

#[tokio::test]
async fn order_on_behalf_is_announced_only_when_it_resolves() {
    let mut room = Room::playing().await;
    room.hana(order_for(Seat::Dmo, "bard"), t(1_000)).await.unwrap();
    // The player's newest prompt shows the order, with its receipt and its author, and is the only open one.
    room.all_sent().await;
    let prompts = room.prompts(BOB);
    prompts
        .last()
        .has("Sealed: **Bard**")
        .has("Receipt")
        .has("Hana (host) ordered for you: **Bard**.")
        .has("because of it");
    assert_eq!(prompts.open().len(), 1, "{prompts}");
    room.hana(HostAct::Extend(30), t(1_500)).await.unwrap();
    room.reads("30 s").await;
    room.public().lacks("Bob's order").lacks("order for Bob");
    room.restart(Duration::ZERO).await;
    room.marked(ANN, "samurai", t(2_000)).await.unwrap();
    room.reads("Hana (host) gave Bob's order").await.has("because of it");
    room.all_sent().await;
    let prompt = room.dealer.prompt(room.m, BOB).await.unwrap();
    assert!(prompt.told.join(" ").contains("Hana (host) ordered for you: **Bard**."), "{:?}", prompt.told);

    // Bob replaces the order himself; an order that resolves the step is announced at once.
    room.hana(order_for(Seat::Dmo, "sage"), t(3_000)).await.unwrap();
    room.marked(BOB, "dragoon", t(4_000)).await.unwrap();
    room.hana(order_for(Seat::Ec, "bard"), t(5_000)).await.unwrap();
    room.reads("gave an order for Bob, who then sent another").await.has("gave Ann's order");
    // The next step shows nothing of it.
    room.round(6_000, "sage", "samurai").await;
    room.public().last().lacks("Hana");
}

#[tokio::test]
async fn preview_shows_the_rulings_effect() {
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
    assert_eq!((room.public().len(), room.record().await.len()), (2, 2), "looking ahead does nothing");
    room.host(HostAct::Forfeit(Seat::Dmo), t(3_500)).await;
    let verdict = words(HostAct::Undo, 3_550).await.unwrap();
    assert!(verdict.contains("only the verdict") && verdict.contains("Bout 1 · Round 2"), "{verdict}");
    room.host(HostAct::Undo, t(3_600)).await;
    room.host(HostAct::Pause, t(4_000)).await;
    assert!(words(HostAct::Undo, 5_000).await.unwrap().contains("once the match is resumed"));
}

#[tokio::test]
async fn confirmation_is_refused_once_the_match_has_changed() {
    let mut room = Room::playing().await;
    room.round(1_000, "samurai", "bard").await;
    let before = room.preview(HOST, HostAct::Undo, None, t(3_000)).await.unwrap().seen;
    // The next round resolves before a host confirms, and the bot is restarted.
    room.round(4_000, "sage", "dragoon").await;
    room.restart(Duration::ZERO).await;
    let Confirmed::Stale { preview: Ok(now), .. } = room.confirm(HANA, HostAct::Undo, before, t(6_000)).await else {
        panic!("it has moved on")
    };
    assert!(now.words.contains("Bout 1 · Round 2"), "{}", now.words);
    assert_eq!(room.record().await.len(), 4);
    // Of two hosts with the same question, one ruling takes effect.
    let press = at(t(7_000));
    for _twice in 0..2 {
        let done = room.dealer.confirm(room.m, hana(), HostAct::Undo, now.seen, None, press).await.unwrap();
        assert!(matches!(done, Confirmed::Done(_)), "a repeated delivery is the same press: {done:?}");
    }
    let other = room.confirm(HANA, HostAct::Undo, now.seen, t(8_000)).await;
    assert!(matches!(other, Confirmed::Stale { preview: Ok(_), .. }), "{other:?}");
    assert_eq!(room.record().await.len(), 5);
    // An order does not make the question outdated, and a ruling does.
    let seen = room.preview(HOST, HostAct::Void, None, t(9_000)).await.unwrap().seen;
    room.marked(ANN, "bard", t(9_500)).await.unwrap();
    room.rules(HANA, HostAct::Void, seen, t(10_000)).await;
    room.overtaken(HANA, HostAct::Forfeit(Seat::Ec), seen, t(11_000)).await;
    let entries = room.record().await.len();
    let undo = room.confirm(HANA, HostAct::Undo, seen, t(12_000)).await;
    assert!(matches!(undo, Confirmed::Stale { preview: Ok(_), .. }), "it would undo something else: {undo:?}");
    assert_eq!(room.record().await.len(), entries);
}
