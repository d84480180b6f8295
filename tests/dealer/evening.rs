//! The evening list for hosts: matches that need a host come first, and no hidden information is shown.

use deathmatch::dealer::{Evening, EveningState as State, MatchInfo, Phase, TourneyStage};
use deathmatch::tournament::Format;

use super::game_draft::game_draft;
use super::series::series;
use super::tournament_room::{FOUR, TournamentRoom, of};
use super::*;

impl Room {
    async fn evening(&self, user: UserId) -> Evening {
        self.settled().await;
        self.dealer.evening(GuildId(1), user).await.unwrap()
    }

    /// Returns the state of the only match for a host, and whether that host plays in it.
    async fn listed(&self, user: UserId) -> (State, bool) {
        let evening = self.evening(user).await;
        let [listed] = &evening.matches[..] else { panic!("one match: {evening:?}") };
        (listed.state.clone(), listed.own)
    }
}

fn missing(names: &[&str]) -> impl Fn(&State) -> bool {
    move |state| matches!(state, State::Lobby { missing, offers: false, .. } if missing == names)
}

#[tokio::test]
async fn match_is_listed_from_its_card_to_its_result() {
    let room = Room::lobby(0).await;
    assert!(missing(&["Ann", "Bob"])(&room.listed(HOST).await.0));
    room.dealer.press_ready(room.m, ANN, None, at(OPENED.plus(1_000))).await.unwrap();
    assert!(missing(&["Bob"])(&room.listed(HOST).await.0));
    room.begin().await;
    let State::Played { stage, resting, until, .. } = room.listed(HOST).await.0 else { panic!("it is played") };
    assert!(stage.contains("Bout 1 · Round 1") && resting.is_empty(), "{stage}");
    assert_eq!(until, Some(t(UNIT_MS)));
    let mut changes = room.dealer.changes();
    changes.mark_unchanged();
    room.host(HostAct::Pause, t(2_000)).await;
    assert!(changes.has_changed().unwrap(), "lists follow it");
    assert!(matches!(room.listed(HOST).await.0, State::Paused { .. }));
    room.host(HostAct::Resume, t(3_000)).await;
    room.host(HostAct::Award(Seat::Ec), t(4_000)).await;
    let evening = room.evening(HOST).await;
    assert!(evening.matches.is_empty(), "{evening:?}");
    assert_eq!(evening.over.iter().map(|info| info.id).collect::<Vec<_>>(), [room.m]);
    room.go(t(13 * 3_600_000)).await;
    assert_eq!(room.evening(HOST).await, Evening::default(), "the next evening begins without it");
}

/// The lists are compared whole: who has answered changes nothing in them.
#[tokio::test]
async fn list_never_shows_who_has_answered() {
    let room = Room::playing().await;
    room.prompted(1).await;
    let before = room.evening(HOST).await;
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    assert_eq!(room.evening(HOST).await, before);
    room.marked(ANN, "sage", t(2_000)).await.unwrap();
    assert_eq!(room.evening(HOST).await, before);
}

#[tokio::test]
async fn request_for_more_time_is_listed_only_for_hosts_not_playing() {
    let room = Room::playing().await;
    let before = room.listed(ANN).await;
    assert!(before.1 && !room.listed(HOST).await.1);
    let mark = room.mark().await;
    room.dealer.more_time(room.m, BOB, mark, at(t(1_000))).await.unwrap();
    let State::MoreTime(requests) = room.listed(HOST).await.0 else { panic!("a host is asked") };
    assert_eq!(requests.iter().map(|request| request.name.as_str()).collect::<Vec<_>>(), ["Bob"]);
    assert_eq!(room.listed(ANN).await, before, "the other player reads nothing of it");
    room.dealer.answer_request(room.m, by(HOST), requests[0].id, 0, at(t(2_000))).await.unwrap();
    assert!(matches!(room.listed(HOST).await.0, State::Played { .. }));
}

#[tokio::test]
async fn matches_that_need_a_host_are_listed_first() {
    let (room, _) = series(3).await;
    let (first, lounge) = (room.m, ChannelId(21));
    room.dealer.decline(first, ANN, at(OPENED.plus(1_000))).await.unwrap();
    assert_eq!(room.listed(HOST).await.0, State::NextOfSeries);
    let running = room.dealer.open(new_match(header()), at(OPENED.plus(2_000))).await.unwrap();
    let lost = NewMatch { channel: lounge, ..new_match(header()) };
    let lost = room.dealer.open(lost, at(OPENED.plus(3_000))).await.unwrap();
    room.settled().await;
    for m in [running, lost] {
        for player in [ANN, BOB] {
            room.dealer.press_ready(m, player, None, at(OPENED.plus(4_000))).await.unwrap();
        }
    }
    room.settled().await;
    room.delete(lounge).await;
    let evening = room.evening(HOST).await;
    let order: Vec<_> = evening.matches.iter().map(|listed| (listed.info.id, listed.state.urgency().1)).collect();
    assert_eq!(order, [(lost, true), (first, true), (running, false)]);
    assert_eq!(evening.matches[0].state, State::ChannelDeleted);
    assert_eq!(evening.channels(), [CHANNEL, lounge].into());
    let within = evening.clone().within(&[CHANNEL].into());
    assert_eq!(within.matches, evening.matches[1..]);
    let played = room.evening(ANN).await;
    assert!(played.matches.iter().all(|listed| listed.own), "all of them are Ann's");
}

#[tokio::test]
async fn declined_card_is_listed_among_the_results() {
    let room = Room::lobby(0).await;
    room.dealer.decline(room.m, BOB, at(OPENED.plus(1_000))).await.unwrap();
    room.settled().await;
    let evening = room.evening(HOST).await;
    assert!(evening.matches.is_empty());
    assert_eq!(
        evening.over.iter().map(|info| (info.id, info.status)).collect::<Vec<_>>(),
        [(room.m, Status::Cancelled)]
    );
}

#[tokio::test]
async fn results_show_the_score_of_their_series_and_the_winner_of_a_tournament() {
    let (room, _) = series(3).await;
    room.won_by(room.m, ANN, 1_000).await;
    let second = room.next(room.m).await;
    room.won_by(second, ANN, 10_000).await;
    let over = room.evening(HOST).await.over;
    let parts: Vec<_> = over.iter().map(|info| info.part.as_deref().unwrap()).collect();
    assert_eq!(parts, ["Ann won the series 2–0", "Series: Ann 1–0 Bob"]);
}

#[tokio::test]
async fn open_drafts_and_tournaments_are_listed() {
    let (room, id) = game_draft(4, 1).await;
    let evening = room.evening(HOST).await;
    let [draft] = &evening.drafts[..] else { panic!("one draft: {evening:?}") };
    assert_eq!(
        (draft.names.as_slice(), draft.bans.as_deref()),
        (["Ann", "Bob"].map(str::to_owned).as_slice(), Some("Ann"))
    );
    room.ban(id, ANN, 0, 0, 1_000).await.unwrap();
    assert_eq!(room.evening(HOST).await.drafts[0].bans.as_deref(), Some("Bob"));
    let cup = TournamentRoom::joined(of(Format::SingleElimination), &FOUR).await;
    let evening = cup.room.evening(HOST).await;
    let [shown] = &evening.tournaments[..] else { panic!("one tournament: {evening:?}") };
    assert_eq!((shown.id, shown.tourney.phase), (cup.id, Phase::SignUp));
    cup.advance(TourneyStage::SignUp).await.unwrap();
    let [first, _]: [MatchInfo; 2] = cup.lobbies(2).await.try_into().unwrap();
    assert!(cup.room.evening(ANN).await.matches.iter().all(|listed| listed.own), "no entrant hosts it");
    assert!(cup.room.evening(HOST).await.matches.iter().any(|listed| listed.info.id == first.id && !listed.own));
    cup.room.dealer.call_off_tourney(cup.id, HOST).await.unwrap();
    assert!(cup.room.evening(HOST).await.tournaments.is_empty());
}
