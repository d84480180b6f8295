//! Game drafts: turns, their clocks, restarts and absences.

use deathmatch::dealer::{Choice, ChosenBy, DraftOutcome, GameDraftAction};

use super::*;

const TURN_MS: u64 = 60_000;
/// The time after which a turn is over, grace included.
const OVER_MS: u64 = TURN_MS + GRACE_MS;

fn of(games: usize, bans: u8) -> GameDraft {
    let choice = |number| Choice { title: format!("Game {number}"), header: header().write(), banned: None };
    GameDraft {
        guild: GuildId(1),
        channel: CHANNEL,
        host: HOST,
        friendly: false,
        users: BySeat { ec: ANN, dmo: BOB },
        names: BySeat { ec: "Ann".to_owned(), dmo: "Bob".to_owned() },
        advantage: Seat::Ec,
        bans,
        turn_ms: TURN_MS,
        games: (0..games).map(choice).collect(),
        wishes: BySeat::default(),
        turn: 0,
        until: OPENED.plus(TURN_MS),
        undelivered: None,
        outcome: None,
    }
}

/// Opens a dealer with a game draft and without a lobby.
pub async fn game_draft(games: usize, bans: u8) -> (Room, Snowflake) {
    let room = Room::dealing(Store::memory().await.unwrap(), 0, options()).await;
    let id = at(OPENED);
    room.dealer.start_draft(id, of(games, bans)).await.unwrap();
    room.turns(1).await;
    (room, id)
}

impl Room {
    /// Returns the turns asked so far, and checks their number.
    async fn turns(&self, count: usize) -> Timeline {
        self.settled().await;
        let turns = self.channel().of("turn");
        assert_eq!(turns.len(), count, "{turns}");
        turns
    }

    async fn draft(&self, id: Snowflake) -> GameDraft {
        self.dealer.game_draft(id).await.unwrap()
    }

    pub async fn ban(&self, id: Snowflake, user: UserId, turn: u8, game: u8, ms: u64) -> Result<GameDraft, Error> {
        self.dealer.press_draft(id, user, GameDraftAction::Ban { turn, game }, at(OPENED.plus(ms)), None).await
    }

    /// Returns the match that was opened, and how its game was chosen.
    async fn opened(&self, id: Snowflake) -> (MatchId, ChosenBy) {
        let Some(DraftOutcome::Chosen { how, opened: Some(Ok(m)), .. }) = self.draft(id).await.outcome else {
            panic!("nothing was opened")
        };
        (m, how)
    }

    async fn lobbies(&self) -> usize {
        let all = self.dealer.matches_in(CHANNEL).await.unwrap();
        all.iter().filter(|info| info.status == Status::Lobby).count()
    }
}

#[tokio::test]
async fn players_ban_in_turn_and_the_last_game_is_opened_once() {
    let (room, id) = game_draft(3, 1).await;
    assert_eq!(code(room.ban(id, BOB, 0, 0, 1_000).await), Code::NotAwaited);
    assert_eq!(code(room.ban(id, HOST, 0, 0, 1_000).await), Code::NotSeated);
    room.ban(id, ANN, 0, 0, 1_000).await.unwrap();
    assert_eq!(code(room.ban(id, ANN, 0, 1, 1_500).await), Code::NotAwaited);
    assert_eq!(
        (room.turns(2).await.last().pings.clone(), room.draft(id).await.bans_now()),
        (vec![BOB], Some(Seat::Dmo))
    );
    assert_eq!(code(room.ban(id, BOB, 0, 1, 2_000).await), Code::Late, "a menu of the turn before");
    let after = room.ban(id, BOB, 1, 1, 2_000).await.unwrap();
    let (m, how) = room.opened(id).await;
    assert_eq!((how, after.outcome.is_some(), room.lobbies().await), (ChosenBy::Left, true, 1));
    assert_eq!(room.dealer.info(m).await.unwrap().users, BySeat { ec: ANN, dmo: BOB });
    assert_eq!(code(room.ban(id, ANN, 2, 2, 2_500).await), Code::WrongStage);
    // A second delivery of the same interaction begins no second draft.
    room.dealer.start_draft(id, of(3, 1)).await.unwrap();
    room.turns(2).await;
    assert_eq!(room.lobbies().await, 1);
}

#[tokio::test]
async fn simultaneous_agreement_opens_one_match() {
    let (room, id) = game_draft(5, 2).await;
    let wish = |user, ms| room.dealer.press_draft(id, user, GameDraftAction::Prefer(3), at(OPENED.plus(ms)), None);
    let (one, other) = tokio::join!(wish(ANN, 1_000), wish(BOB, 1_000));
    assert!(one.is_ok() && other.is_ok());
    assert_eq!(room.opened(id).await.1, ChosenBy::Agreed);
    assert_eq!(room.lobbies().await, 1);
}

#[tokio::test]
async fn expired_turn_is_drawn_at_random_and_timely_presses_count() {
    let (room, id) = game_draft(5, 1).await;
    room.go(OPENED.plus(OVER_MS - 1)).await;
    room.turns(1).await;
    assert_eq!(code(room.ban(id, ANN, 0, 0, TURN_MS).await), Code::Late, "nothing is drawn before the grace is over");
    room.ban(id, ANN, 0, 0, TURN_MS - 1).await.unwrap();
    room.turns(2).await;
    room.go(OPENED.plus(OVER_MS)).await;
    // The next turn has its full time.
    room.turns(2).await;
    room.go(OPENED.plus(TURN_MS - 1 + OVER_MS)).await;
    let turns = room.turns(3).await;
    assert!(!turns[1].has("Bob's time was up; chance banned").is_open(), "the turn before loses its menus: {turns}");
    let now = room.draft(id).await;
    let (_, out) = now.banned_at(1).unwrap();
    assert_eq!((out.by, out.drawn, now.bans_now()), (Seat::Dmo, true, None));
    room.go(now.until.plus(GRACE_MS)).await;
    let turns = room.turns(3).await;
    let (m, how) = room.opened(id).await;
    assert_eq!((how, room.lobbies().await), (ChosenBy::Drawn, 1));
    assert!(!turns.last().has(&format!("match {m}")).is_open(), "{turns}");
}

#[tokio::test]
async fn turn_interrupted_by_a_restart_begins_again() {
    let (mut room, id) = game_draft(5, 2).await;
    room.ban(id, ANN, 0, 0, 1_000).await.unwrap();
    room.turns(2).await;
    room.restart(Duration::from_hours(1)).await;
    let now = room.clock.now();
    assert!(room.turns(2).await.last().deadline() >= Some(now.plus(TURN_MS - 1_000)), "the newer clock");
    let draft = room.draft(id).await;
    assert_eq!((draft.bans_now(), draft.turn), (Some(Seat::Dmo), 1));
    let late = now.plus(TURN_MS - 1);
    room.dealer.press_draft(id, BOB, GameDraftAction::Ban { turn: 1, game: 1 }, at(late), None).await.unwrap();
    room.turns(3).await;
}

#[tokio::test]
async fn game_chosen_before_a_crash_is_opened_once() {
    let (mut room, id) = game_draft(3, 1).await;
    room.ban(id, ANN, 0, 0, 1_000).await.unwrap();
    let row = room.store.game_draft(id).await.unwrap().unwrap();
    room.ban(id, BOB, 1, 1, 2_000).await.unwrap();
    let done = room.store.game_draft(id).await.unwrap().unwrap();
    assert!(row.open && row.state != done.state);
    // The state between the decision and the match, and the state after the match.
    let decided = done.state.replace(r#""opened":{"Ok":1}"#, r#""opened":null"#);
    assert_ne!(decided, done.state);
    room.store.keep_game_draft(id, decided, true, false).await.unwrap();
    room.restart(Duration::from_secs(10)).await;
    until_late("the match", &room, 1_000, async || room.store.game_draft(id).await.unwrap().filter(|row| !row.open))
        .await;
    assert_eq!((room.opened(id).await.0, room.lobbies().await), (MatchId(1), 1));
}

#[tokio::test]
async fn invalid_draft_is_refused() {
    let room = Room::lobby(0).await;
    for (games, bans) in [(1, 0), (26, 1), (4, 2), (2, 1)] {
        assert_eq!(code(room.dealer.start_draft(at(OPENED), of(games, bans)).await), Code::BadTerms, "{games} {bans}");
    }
    let alone = GameDraft { users: BySeat { ec: ANN, dmo: ANN }, ..of(3, 1) };
    assert_eq!(code(room.dealer.start_draft(at(OPENED), alone).await), Code::BadTerms);
    assert_eq!(code(room.dealer.game_draft(at(OPENED)).await), Code::NoMatch);
}

#[tokio::test]
async fn non_host_has_one_open_draft_at_a_time() {
    let room = Room::lobby(0).await;
    // Each draft is with a different player.
    let with = |host, other| GameDraft { users: BySeat { ec: host, dmo: UserId(other) }, host, ..of(3, 1) };
    let friendly = |host: UserId| GameDraft { friendly: true, ..with(host, host.0 + 100) };
    let first = at(OPENED);
    room.dealer.start_draft(first, friendly(ANN)).await.unwrap();
    room.dealer.start_draft(first, friendly(ANN)).await.unwrap();
    let (one, other) = tokio::join!(
        room.dealer.start_draft(at(OPENED), friendly(ANN)),
        room.dealer.start_draft(at(OPENED), friendly(BOB))
    );
    assert_eq!(code(one), Code::BadTerms);
    other.unwrap();
    room.dealer.start_draft(at(OPENED), with(ANN, 300)).await.unwrap();
    room.dealer.call_off_draft(first, ANN, None).await.unwrap();
    room.dealer.start_draft(at(OPENED), friendly(ANN)).await.unwrap();
}

/// A player who does not see the draft may ask again; two drafts would each open a match.
#[tokio::test]
async fn two_players_have_one_open_draft_in_a_channel() {
    let (room, first) = game_draft(5, 1).await;
    let turned = GameDraft { users: BySeat { ec: BOB, dmo: ANN }, ..of(5, 1) };
    assert_eq!(code(room.dealer.start_draft(at(OPENED.plus(1)), turned.clone()).await), Code::BadTerms);
    let elsewhere = GameDraft { channel: ChannelId(CHANNEL.0 + 1), ..turned.clone() };
    room.dealer.start_draft(at(OPENED.plus(2)), elsewhere).await.unwrap();
    room.dealer.call_off_draft(first, HOST, None).await.unwrap();
    room.dealer.start_draft(at(OPENED.plus(3)), turned).await.unwrap();
}

#[tokio::test]
async fn calling_off_a_suspended_draft_updates_the_hosts_notification() {
    let (room, id) = game_draft(5, 1).await;
    room.discord.refuses.store(true, Ordering::SeqCst);
    room.ban(id, ANN, 0, 0, 1_000).await.unwrap();
    room.settled().await;
    room.notes(HOST).last().has("Missing Access");
    room.dealer.call_off_draft(id, HOST, None).await.unwrap();
    room.settled().await;
    assert!(!room.notes(HOST).last().has("called off").is_open());
    assert!(room.store.open_game_drafts().await.unwrap().is_empty());
}

#[tokio::test]
async fn draft_called_off_stays_called_off() {
    let (room, id) = game_draft(3, 1).await;
    room.dealer.call_off_draft(id, HOST, None).await.unwrap();
    assert_eq!(code(room.ban(id, ANN, 0, 0, 1_000).await), Code::WrongStage);
    assert_eq!(code(room.dealer.call_off_draft(id, HOST, None).await), Code::WrongStage);
    room.go(OPENED.plus(10 * OVER_MS)).await;
    room.turns(1).await;
    assert_eq!(room.lobbies().await, 0);
}

/// A turn that was never shown does not run out, not even after a restart.
#[tokio::test]
async fn refused_turn_waits_and_then_has_its_full_time() {
    for restarted in [false, true] {
        let (mut room, id) = game_draft(5, 1).await;
        room.discord.refuses.store(true, Ordering::SeqCst);
        room.ban(id, ANN, 0, 0, 1_000).await.unwrap();
        for turns in 1..4 {
            room.go(OPENED.plus(turns * OVER_MS)).await;
            room.settled().await;
        }
        let shown = room.turns(1).await;
        if restarted {
            room.restart(Duration::from_secs(30)).await;
            assert_eq!(room.turns(1).await, shown, "the turn before stays past");
        }
        let stands = room.draft(id).await;
        assert_eq!((stands.turn, stands.bans_now()), (1, Some(Seat::Dmo)), "nothing was left to chance");
        assert_eq!(room.notes(HOST).with("Missing Access").len(), 1, "its host is told once");
        room.discord.refuses.store(false, Ordering::SeqCst);
        let asked = async || (room.channel().of("turn").len() == 2).then_some(());
        until_late("it is asked", &room, 1_000, asked).await;
        assert!(room.draft(id).await.until.since(room.clock.now()) + 10_000 >= TURN_MS, "with its whole time");
        room.settled().await;
        assert_eq!(room.draft(id).await.undelivered, None);
        room.notes(HOST).last().has("continues");
        let now = room.clock.now();
        room.dealer.press_draft(id, BOB, GameDraftAction::Ban { turn: 1, game: 1 }, at(now), None).await.unwrap();
        room.turns(3).await;
        assert_eq!(room.draft(id).await.bans_now(), None);
    }
}

#[tokio::test]
async fn draft_ends_with_its_deleted_channel_and_notifies_its_host() {
    let (room, id) = game_draft(5, 1).await;
    assert!(room.dealer.played_in().await.unwrap().contains(&CHANNEL));
    room.dealer.channel_deleted(ChannelId(CHANNEL.0 + 1)).await;
    assert_eq!(room.draft(id).await.outcome, None);
    room.dealer.channel_deleted(CHANNEL).await;
    room.dealer.channel_deleted(CHANNEL).await;
    assert_eq!(room.draft(id).await.outcome, Some(DraftOutcome::ChannelLost));
    room.settled().await;
    assert_eq!(room.notes(HOST).with("called off").len(), 1);
    room.go(OPENED.plus(10 * OVER_MS)).await;
    room.turns(1).await;
    assert_eq!(room.lobbies().await, 0);
    assert!(!room.dealer.played_in().await.unwrap().contains(&CHANNEL));
}

/// A choice whose card was refused is reported as no match, even if the report has to wait.
#[tokio::test]
async fn choice_with_a_refused_card_reports_that_there_is_no_match() {
    for restarted in [false, true] {
        let (mut room, id) = game_draft(5, 2).await;
        let refused = || SendError::Forbidden { why: "403 50001: Missing Access".to_owned() };
        room.discord.fail(Destination::Channel(CHANNEL), refused());
        room.discord.refuses_changes.store(true, Ordering::SeqCst);
        for (user, ms) in [(ANN, 1_000), (BOB, 2_000)] {
            room.dealer.press_draft(id, user, GameDraftAction::Prefer(3), at(OPENED.plus(ms)), None).await.unwrap();
        }
        let lost = |draft: GameDraft| match draft.outcome {
            Some(DraftOutcome::Chosen { opened: Some(Err(why)), .. }) => Some(why),
            _ => None,
        };
        let known = async || lost(room.draft(id).await);
        let why = until_late("it is known", &room, 1_000, known).await;
        assert!(why.contains("is called off") && why.contains("Missing Access"), "{why}");
        let shown = room.turns(1).await;
        assert_eq!(shown.last().edits, 0, "{shown}");
        if restarted {
            room.restart(Duration::from_secs(1)).await;
        }
        room.discord.refuses_changes.store(false, Ordering::SeqCst);
        let said = async || room.channel().of("turn").says("is called off").then_some(());
        until_late("it is said", &room, 15_000, said).await;
        assert_eq!(room.lobbies().await, 0);
        until("it is over", async || room.store.open_game_drafts().await.unwrap().is_empty().then_some(())).await;
    }
}

#[tokio::test]
async fn choice_with_a_posted_card_is_final() {
    let (room, id) = game_draft(3, 0).await;
    for (user, ms) in [(ANN, 1_000), (BOB, 2_000)] {
        room.dealer.press_draft(id, user, GameDraftAction::Prefer(1), at(OPENED.plus(ms)), None).await.unwrap();
    }
    let (m, _) = room.opened(id).await;
    until_late("it is over", &room, 1_000, async || {
        room.store.open_game_drafts().await.unwrap().is_empty().then_some(())
    })
    .await;
    room.dealer.cancel(m, HOST, None, at(room.clock.now())).await.unwrap();
    room.dealer.channel_deleted(CHANNEL).await;
    assert_eq!(room.opened(id).await.0, m);
}
