//! External objects of a match: made once, edited with the match, and never awaited.

use super::*;

pub const HOUR: u64 = 60 * 60_000;
pub const GUILD: GuildId = GuildId(1);
pub const RESULTS: ChannelId = ChannelId(30);
pub const THREAD: ChannelId = ChannelId(40);

pub async fn set(store: &Store, setting: Setting) {
    store.change_settings(GUILD, setting, |_| Ok::<_, ()>(())).await.unwrap().unwrap();
}

/// Opens a dealer with a lobby, in a server with these settings.
pub async fn lobby(settings: impl IntoIterator<Item = Setting>) -> Room {
    lobby_of(new_match(header()), settings).await
}

pub async fn lobby_of(new: NewMatch, settings: impl IntoIterator<Item = Setting>) -> Room {
    let store = Store::memory().await.unwrap();
    for setting in settings {
        set(&store, setting).await;
    }
    Room::dealing(store, 0, options()).await.opening(new).await
}

impl Room {
    /// Returns the posted result cards.
    async fn results(&self) -> Timeline {
        self.settled().await;
        self.channel_of(RESULTS)
    }

    /// Returns the start time of the match's calendar event, if there is one.
    async fn planned(&self) -> Option<UnixMs> {
        self.settled().await;
        let events = self.discord.shown(|place| place == Place::Calendar);
        assert!(events.len() < 2, "{events}");
        events.first()?.date()
    }

    /// Returns the number of attempts to make an external object.
    fn made(&self) -> usize {
        let tries = self.discord.tries.lock().unwrap();
        tries.iter().filter(|item| matches!(item.to, Destination::External(_))).count()
    }

    fn fail_next(&self, how: &[SendError]) {
        self.discord.external_failures.lock().unwrap().extend_from_slice(how);
    }
}

pub fn lacking() -> SendError {
    SendError::Forbidden { why: "I lack Send Messages there".to_owned() }
}

#[tokio::test]
async fn result_card_is_posted_once_and_edited_with_the_match() {
    let mut room = lobby([Setting::Results(Some(RESULTS))]).await;
    room.begin().await;
    assert!(room.results().await.is_empty(), "a match that is played has no result");
    room.host(HostAct::Award(Seat::Dmo), t(1_000)).await;
    let posted = room.results().await;
    posted.last().has("Match 1").has("**Bob** beat Ann");
    room.restart(Duration::ZERO).await;
    assert_eq!(room.results().await, posted, "a restart posts no second one");
    room.host(HostAct::Undo, t(2_000)).await;
    room.results().await.last().lacks("beat");
    room.host(HostAct::Award(Seat::Ec), t(3_000)).await;
    room.results().await.last().has("**Ann** beat Bob");
    // The card stays in its channel, whatever is set later.
    set(&room.store, Setting::Results(Some(THREAD))).await;
    room.host(HostAct::Undo, t(4_000)).await;
    let now = room.results().await;
    assert!(now.len() == 1 && now.last().lacks("beat").id == posted.last().id, "{now}");
    assert!(room.channel_of(THREAD).is_empty());
}

#[tokio::test]
async fn only_matches_that_a_host_opened_have_a_result_card() {
    for friendly in [true, false] {
        let of = NewMatch { friendly, ..new_match(header()) };
        let room = lobby_of(of, [Setting::Results(Some(RESULTS))]).await;
        room.begin().await;
        room.host(HostAct::Award(Seat::Dmo), t(1_000)).await;
        assert_eq!(room.results().await.is_empty(), friendly);
        room.public().last().has("Bob wins");
    }
}

#[tokio::test]
async fn result_card_without_a_response_is_looked_for() {
    let mut room = lobby([Setting::Results(Some(RESULTS))]).await;
    room.begin().await;
    room.fail_next(&[SendError::Retry { after: Duration::ZERO }]);
    room.host(HostAct::Award(Seat::Dmo), t(1_000)).await;
    assert_eq!((room.results().await.len(), room.made()), (1, 1));
    // The response is lost with the process.
    room.restart(Duration::from_secs(5)).await;
    assert_eq!((room.results().await.len(), room.made()), (1, 2), "{}", room.results().await);
    assert!(room.discord.tries.lock().unwrap().last().unwrap().look_first);
}

#[tokio::test]
async fn refused_card_is_reported_once_and_retried_with_new_rights() {
    let room = lobby([Setting::Results(Some(RESULTS))]).await;
    room.begin().await;
    room.fail_next(&[lacking(), lacking()]);
    room.host(HostAct::Award(Seat::Dmo), t(1_000)).await;
    assert!(room.results().await.is_empty());
    room.notes(HOST).has("<#30>").has("I lack Send Messages");
    assert!(room.public().last().is_last(), "the match has said its last word all the same");
    room.dealer.rights_changed(GuildId(2)).await;
    room.settled().await;
    assert_eq!(room.made(), 1, "another server's rights are none of its");
    for made in [2, 3, 3] {
        room.dealer.rights_changed(GUILD).await;
        room.settled().await;
        assert_eq!(room.made(), made);
    }
    assert_eq!((room.results().await.len(), room.notes(HOST).with("<#30>").len()), (1, 1));
}

#[tokio::test]
async fn unset_server_and_practice_get_no_external_objects() {
    let room = lobby([]).await;
    room.begin().await;
    room.host(HostAct::Award(Seat::Dmo), t(1_000)).await;
    room.settled().await;
    assert_eq!(room.made(), 0);
    let settings = [
        Setting::Results(Some(RESULTS)),
        Setting::Choice(Choice::Calendar(true)),
        Setting::NotifyRole(Some(RoleId(9))),
    ];
    let mut header = header();
    header.seats.dmo.bot = Some(deathmatch::table::Level::default().into());
    let new = NewMatch { starts: Some(OPENED.plus(HOUR)), friendly: true, ..new_match(header) };
    let room = lobby_of(new, settings).await;
    room.dealer.press_ready(room.m, ANN, None, at(OPENED)).await.unwrap();
    room.host(HostAct::Award(Seat::Dmo), OPENED).await;
    room.settled().await;
    assert_eq!(room.made(), 0);
    assert!(room.channel().iter().all(|message| message.roles.is_empty()));
}

#[tokio::test]
async fn role_is_mentioned_once_when_the_match_begins() {
    let called = |room: &Room| room.public().iter().map(|message| message.roles.len()).collect::<Vec<_>>();
    let room = lobby([Setting::NotifyRole(Some(RoleId(9)))]).await;
    room.begin().await;
    room.host(HostAct::Pause, t(1_000)).await;
    room.all_sent().await;
    assert_eq!(called(&room), [1, 0]);
    // With a start time the match begins at that time.
    let planned = NewMatch { starts: Some(OPENED.plus(HOUR)), ..new_match(header()) };
    let room = lobby_of(planned, [Setting::NotifyRole(Some(RoleId(9)))]).await;
    room.ready(OPENED.plus(1_000)).await;
    room.all_sent().await;
    assert_eq!(called(&room), [0], "it waits for its start");
    room.go(OPENED.plus(HOUR + GRACE_MS)).await;
    room.all_sent().await;
    assert_eq!(called(&room), [0, 1]);
}

#[tokio::test]
async fn result_card_does_not_name_an_erased_person() {
    let room = lobby([Setting::Results(Some(RESULTS))]).await;
    room.begin().await;
    room.host(HostAct::Award(Seat::Dmo), t(1_000)).await;
    room.all_sent().await;
    room.results().await.last().has("Bob");
    room.dealer.erase(BOB).await.unwrap();
    let results = room.results().await;
    assert_eq!(results.len(), 1);
    results.last().has("Ann").lacks("Bob");
}

#[tokio::test]
async fn match_with_a_start_time_has_a_calendar_event() {
    assert_eq!(lobby([Setting::Choice(Choice::Calendar(true))]).await.planned().await, None);
    let starts = |hours| OPENED.plus(hours * HOUR);
    let new = NewMatch { starts: Some(starts(5)), ..new_match(header()) };
    let mut room = lobby_of(new, [Setting::Choice(Choice::Calendar(true))]).await;
    let moved = async |room: &Room, hours, ms| {
        room.dealer.rule(room.m, HOST, Ruling::Start(starts(hours)), None, at(OPENED.plus(ms))).await.unwrap();
        room.planned().await
    };
    assert_eq!(room.planned().await, Some(starts(5)));
    assert_eq!(moved(&room, 6, 1_000).await, Some(starts(6)));
    room.ready(OPENED.plus(2_000)).await;
    room.settled().await;
    room.restart(Duration::ZERO).await;
    assert_eq!((room.planned().await, room.made()), (Some(starts(6)), 1), "that it is set changes nothing");
    assert_eq!(moved(&room, 7, 3_000).await, Some(starts(7)));
    room.dealer.cancel(room.m, HOST, None, at(OPENED.plus(4_000))).await.unwrap();
    assert_eq!((room.planned().await, room.made()), (None, 1));
}

#[tokio::test]
async fn running_match_leaves_its_calendar_event_unchanged() {
    let new = NewMatch { starts: Some(OPENED.plus(HOUR)), ..new_match(header()) };
    let room = lobby_of(new, [Setting::Choice(Choice::Calendar(true))]).await;
    let planned = room.planned().await;
    room.ready(OPENED.plus(2_000)).await;
    room.go(OPENED.plus(HOUR + GRACE_MS)).await;
    room.prompted(1).await;
    room.host(HostAct::Award(Seat::Ec), OPENED.plus(HOUR + 5_000)).await;
    assert!(planned.is_some() && room.planned().await == planned);
}

#[tokio::test]
async fn rights_granted_during_a_refusal_are_noticed() {
    let room = lobby([Setting::Results(Some(RESULTS)), Setting::Commentators(Some(THREAD))]).await;
    room.begin().await;
    room.settled().await;
    assert_eq!(room.made(), 1);
    let gate = room.discord.gate.lock().await;
    room.fail_next(&[lacking(), lacking()]);
    room.host(HostAct::Award(Seat::Dmo), t(1_000)).await;
    room.settled().await;
    assert_eq!(room.made(), 3, "both are tried");
    room.dealer.rights_changed(GUILD).await;
    drop(gate);
    until_late("both are tried again", &room, 1_000, async || (room.made() == 5).then_some(())).await;
    room.settled().await;
    room.notes(HOST).lacks("I lack");
}

#[tokio::test]
async fn card_without_a_ping_does_not_count_as_one() {
    let room = Room::lobby(0).await;
    let minute = 60_000;
    let mut called = Vec::new();
    for minutes in [20, 28, 36, 44, 48] {
        let moment = OPENED.plus(minutes * minute);
        room.go(moment).await;
        let new = NewMatch { friendly: true, ..new_match(header()) };
        let m = room.dealer.open(new, at(moment)).await.unwrap();
        room.all_sent().await;
        let cards = room.channel().those(|message| message.kind == "card" && message.of == m);
        called.push(cards.last().pings.contains(&ANN));
    }
    assert_eq!(called, [true, false, true, false, true], "at most once in ten minutes, and then again");
}

#[tokio::test]
async fn hosts_cards_ping_their_players_every_time() {
    let room = Room::lobby(0).await;
    for minutes in 1..=5 {
        let moment = OPENED.plus(minutes * 60_000);
        room.go(moment).await;
        let opened = room.dealer.open_lobby(new_match(header()), at(moment)).await.unwrap();
        assert_eq!(opened.quiet, BySeat::default(), "after {minutes} minutes");
    }
}
