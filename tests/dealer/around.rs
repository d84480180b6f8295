//! What a match leaves outside its own messages: made once, changed with the match, and in nobody's way.

use super::*;

pub const HOUR: u64 = 60 * 60_000;
pub const GUILD: GuildId = GuildId(1);
pub const RESULTS: ChannelId = ChannelId(30);
pub const THREAD: ChannelId = ChannelId(40);

pub async fn set(store: &Store, setting: Setting) {
    store.change_settings(GUILD, setting, |_| Ok::<_, ()>(())).await.unwrap().unwrap();
}

/// A dealer with a lobby, in a server that has set this.
pub async fn lobby(settings: impl IntoIterator<Item = Setting>) -> Room {
    let store = Store::memory().await.unwrap();
    for setting in settings {
        set(&store, setting).await;
    }
    Room::lobby_in(store, 0).await
}

impl Room {
    pub fn errands(&self) -> Vec<Errand> {
        self.post.errands.lock().unwrap().clone()
    }

    pub async fn errand(&self, count: usize) -> Errand {
        let found = until("an errand", async || {
            let errands = self.errands();
            (errands.len() >= count).then_some(errands)
        });
        let errands = found.await;
        assert_eq!(errands.len(), count, "{errands:?}");
        self.settled().await;
        errands[count - 1].clone()
    }
}

fn card(errand: Errand) -> (Option<MessageId>, ResultCard) {
    match errand {
        Errand::Result { channel: RESULTS, message, card, .. } => (message, *card),
        other => panic!("no result: {other:?}"),
    }
}

#[tokio::test]
async fn a_result_is_posted_once_and_changed_with_the_match() {
    let mut room = lobby([Setting::Results(Some(RESULTS))]).await;
    room.begin().await;
    assert_eq!(room.errands(), [], "a match that is played has no result");
    room.host(HostAct::Award(Seat::Dmo), t(1_000)).await;
    let (message, first) = card(room.errand(1).await);
    assert_eq!((message, first.outcome.unwrap().winner), (None, Some(Seat::Dmo)));
    assert!(first.score.is_some() && !first.friendly && first.of.match_id == room.m);
    room.restart(Duration::ZERO).await;
    room.settled().await;
    assert_eq!(room.errands().len(), 1, "a restart posts no second one");
    room.host(HostAct::Undo, t(2_000)).await;
    let (message, undone) = card(room.errand(2).await);
    assert_eq!((message, undone.outcome), (Some(MessageId(700)), None));
    room.host(HostAct::Award(Seat::Ec), t(3_000)).await;
    let (message, second) = card(room.errand(3).await);
    assert_eq!((message, second.outcome.unwrap().winner), (Some(MessageId(700)), Some(Seat::Ec)));
    // It stays where it is, whatever is set later.
    set(&room.store, Setting::Results(Some(THREAD))).await;
    room.host(HostAct::Undo, t(4_000)).await;
    assert_eq!(card(room.errand(4).await).0, Some(MessageId(700)));
}

#[tokio::test]
async fn a_result_that_may_be_posted_is_looked_for() {
    let mut room = lobby([Setting::Results(Some(RESULTS))]).await;
    room.begin().await;
    room.post.errand_failures.lock().unwrap().push(Undelivered::Again { after: Duration::ZERO });
    room.host(HostAct::Award(Seat::Dmo), t(1_000)).await;
    let Errand::Result { tried: None, message: None, .. } = room.errand(1).await else { panic!("it is new") };
    // The answer is lost with the process.
    room.restart(Duration::from_secs(5)).await;
    let Errand::Result { tried: Some(since), message: None, .. } = room.errand(2).await else {
        panic!("it may be there")
    };
    assert!(since <= room.clock.now());
    room.settled().await;
    assert_eq!(room.errands().len(), 2);
}

#[tokio::test]
async fn what_is_refused_is_said_to_the_host_once_and_tried_when_rights_change() {
    let room = lobby([Setting::Results(Some(RESULTS))]).await;
    room.begin().await;
    let why = "I lack Send Messages there".to_owned();
    room.post
        .errand_failures
        .lock()
        .unwrap()
        .extend([Undelivered::Gone { why: why.clone() }, Undelivered::Gone { why }]);
    room.host(HostAct::Award(Seat::Dmo), t(1_000)).await;
    room.errand(1).await;
    let told = |words: &[String]| words.iter().filter(|line| line.contains("could not be posted in <#30>")).count();
    until("the host is told", async || (told(&room.post.private_lines(HOST)) == 1).then_some(())).await;
    // The match has said its last word all the same.
    until("its last word", async || room.post.publics().last().unwrap().over.then_some(())).await;
    room.go(t(HOUR)).await;
    room.dealer.rights_changed(GuildId(2)).await;
    room.settled().await;
    assert_eq!(room.errands().len(), 1, "another server's rights are none of its");
    room.dealer.rights_changed(GUILD).await;
    room.errand(2).await;
    room.dealer.rights_changed(GUILD).await;
    room.errand(3).await;
    room.dealer.rights_changed(GUILD).await;
    room.settled().await;
    assert_eq!(room.errands().len(), 3, "it is posted");
    room.settled().await;
    assert_eq!(told(&room.post.private_lines(HOST)), 1);
}

#[tokio::test]
async fn nothing_is_left_where_nothing_is_set_and_of_practice_neither() {
    let room = lobby([]).await;
    room.begin().await;
    room.host(HostAct::Award(Seat::Dmo), t(1_000)).await;
    room.settled().await;
    assert_eq!(room.errands(), []);
    let room =
        lobby([Setting::Results(Some(RESULTS)), Setting::Calendar(true), Setting::Called(Some(RoleId(9)))]).await;
    let mut header = header();
    header.seats.dmo.bot = Some(deathmatch::table::Level::default().into());
    let new = NewMatch { starts: Some(OPENED.plus(HOUR)), friendly: true, ..new_match(header) };
    let m = room.dealer.open(new, at(OPENED)).await.unwrap();
    room.dealer.press_ready(m, ANN, None, at(OPENED)).await.unwrap();
    room.dealer.host(m, HOST, HostAct::Award(Seat::Dmo), None, at(OPENED)).await.unwrap();
    room.settled().await;
    assert_eq!(room.errands(), []);
    assert!(room.post.publics().iter().all(|public| public.called.is_none()));
}

#[tokio::test]
async fn the_role_is_called_when_the_match_begins_and_never_again() {
    let role = Some(RoleId(9));
    let room = lobby([Setting::Called(role)]).await;
    room.begin().await;
    room.host(HostAct::Pause, t(1_000)).await;
    let called: Vec<_> = room.publics(2).await.iter().map(|public| public.called).collect();
    assert_eq!(called, [role, None]);
    // With a start time the match begins then.
    let room = lobby([Setting::Called(role)]).await;
    room.dealer.cancel(room.m, HOST, None, at(OPENED)).await.unwrap();
    let planned = NewMatch { starts: Some(OPENED.plus(HOUR)), ..new_match(header()) };
    let m = room.dealer.open(planned, at(OPENED)).await.unwrap();
    let room = Room { m, ..room };
    for user in [ANN, BOB] {
        room.dealer.press_ready(m, user, None, at(OPENED.plus(1_000))).await.unwrap();
    }
    let waits = room.publics(1).await;
    assert!(waits.iter().all(|public| public.called.is_none()), "it waits for its start");
    room.go(OPENED.plus(HOUR + GRACE_MS)).await;
    let first =
        until("the first round", async || room.post.publics().into_iter().find(|public| public.called.is_some()));
    assert_eq!(first.await.called, role);
}

#[tokio::test]
async fn whoever_is_erased_is_named_by_no_card() {
    let room = lobby([Setting::Results(Some(RESULTS))]).await;
    room.begin().await;
    room.host(HostAct::Award(Seat::Dmo), t(1_000)).await;
    assert_eq!(card(room.errand(1).await).1.of.names.dmo, "Bob");
    until("all is said", async || (room.store.pending_posts() == 0).then_some(())).await;
    room.dealer.erase(BOB).await.unwrap();
    let (message, without) = card(room.errand(2).await);
    assert_eq!((message, without.of.names.ec.as_str()), (Some(MessageId(700)), "Ann"));
    assert_ne!(without.of.names.dmo, "Bob");
}

#[tokio::test]
async fn a_match_with_a_start_time_stands_in_the_calendar() {
    let room = lobby([Setting::Calendar(true)]).await;
    room.dealer.cancel(room.m, HOST, None, at(OPENED)).await.unwrap();
    room.settled().await;
    assert_eq!(room.errands(), []);
    let new = NewMatch { starts: Some(OPENED.plus(5 * HOUR)), ..new_match(header()) };
    let m = room.dealer.open(new, at(OPENED)).await.unwrap();
    let mut room = Room { m, ..room };
    let planned = |errand: Errand| match errand {
        Errand::Event { event, plan, .. } => (event, plan.starts),
        other => panic!("no event: {other:?}"),
    };
    assert_eq!(planned(room.errand(1).await), (None, OPENED.plus(5 * HOUR)));
    room.dealer.reschedule(m, HOST, OPENED.plus(6 * HOUR), None, at(OPENED.plus(1_000))).await.unwrap();
    assert_eq!(planned(room.errand(2).await), (Some(700), OPENED.plus(6 * HOUR)));
    for user in [ANN, BOB] {
        room.dealer.press_ready(m, user, None, at(OPENED.plus(2_000))).await.unwrap();
    }
    room.settled().await;
    room.restart(Duration::ZERO).await;
    room.settled().await;
    assert_eq!(room.errands().len(), 2, "that it is set changes nothing");
    room.dealer.reschedule(m, HOST, OPENED.plus(7 * HOUR), None, at(OPENED.plus(3_000))).await.unwrap();
    assert_eq!(planned(room.errand(3).await), (Some(700), OPENED.plus(7 * HOUR)));
    room.dealer.cancel(m, HOST, None, at(OPENED.plus(4_000))).await.unwrap();
    assert_eq!(room.errand(4).await, Errand::NoEvent { guild: GUILD, event: 700 });
}

#[tokio::test]
async fn a_match_that_has_begun_leaves_the_calendar_alone() {
    let room = lobby([Setting::Calendar(true)]).await;
    let new = NewMatch { starts: Some(OPENED.plus(HOUR)), ..new_match(header()) };
    let m = room.dealer.open(new, at(OPENED)).await.unwrap();
    let room = Room { m, ..room };
    room.errand(1).await;
    for user in [ANN, BOB] {
        room.dealer.press_ready(m, user, None, at(OPENED.plus(2_000))).await.unwrap();
    }
    room.go(OPENED.plus(HOUR + GRACE_MS)).await;
    room.prompted(1).await;
    room.host(HostAct::Award(Seat::Ec), OPENED.plus(HOUR + 5_000)).await;
    room.settled().await;
    assert_eq!(room.errands().len(), 1);
}

#[tokio::test]
async fn rights_that_come_while_it_is_refused_are_not_missed() {
    let room = lobby([Setting::Results(Some(RESULTS)), Setting::Commentators(Some(THREAD))]).await;
    room.begin().await;
    room.errand(1).await;
    let gate = room.post.gate.lock().await;
    let why = "I lack Send Messages there".to_owned();
    room.post
        .errand_failures
        .lock()
        .unwrap()
        .extend([Undelivered::Gone { why: why.clone() }, Undelivered::Gone { why }]);
    room.host(HostAct::Award(Seat::Dmo), t(1_000)).await;
    until("both are tried", async || (room.errands().len() == 3).then_some(())).await;
    room.dealer.rights_changed(GUILD).await;
    drop(gate);
    until_late("both are tried again", &room, 1_000, async || (room.errands().len() == 5).then_some(())).await;
    room.settled().await;
    assert_eq!(
        room.post.private_lines(HOST).iter().filter(|line| line.contains("I lack")).count(),
        0,
        "nobody is told"
    );
}

#[tokio::test]
async fn a_card_that_called_nobody_is_no_call() {
    let room = Room::lobby(0).await;
    let minute = 60_000;
    let mut called = Vec::new();
    for minutes in [20, 28, 36, 44, 48] {
        let moment = OPENED.plus(minutes * minute);
        room.go(moment).await;
        let new = NewMatch { friendly: true, ..new_match(header()) };
        let m = room.dealer.open(new, at(moment)).await.unwrap();
        let card = until("the card", async || {
            let arrived = room.post.arrived.lock().unwrap();
            arrived.iter().find_map(|(item, _)| match &item.notice {
                Notice::Card(card) if card.match_id == m => Some(card.clone()),
                _ => None,
            })
        });
        called.push(!card.await.quiet.ec);
    }
    assert_eq!(called, [true, false, true, false, true], "at most once in ten minutes, and then again");
}

#[tokio::test]
async fn a_hosts_cards_call_their_players_every_time() {
    let room = Room::lobby(0).await;
    for minutes in 1..=5 {
        let moment = OPENED.plus(minutes * 60_000);
        room.go(moment).await;
        let opened = room.dealer.open_lobby(new_match(header()), at(moment)).await.unwrap();
        assert_eq!(opened.quiet, BySeat::default(), "after {minutes} minutes");
    }
}
