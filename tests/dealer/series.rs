//! Series: the matches follow each other, once each, until a player has won.

use super::external_objects::{RESULTS, set};
use super::*;

fn best_of(best_of: u8) -> Series {
    Series {
        guild: GuildId(1),
        channel: CHANNEL,
        host: HOST,
        friendly: false,
        header: header().write(),
        users: BySeat { ec: ANN, dmo: BOB },
        best_of,
        swaps: true,
        matches: Vec::new(),
        opened: 0,
        announced: None,
    }
}

/// Opens a dealer with a series whose first match waits for its players.
pub async fn series(of: u8) -> (Room, Snowflake) {
    let room = Room::dealing(Store::memory().await.unwrap(), 0, options()).await;
    let id = at(OPENED);
    let m = room.dealer.open_series(id, best_of(of)).await.unwrap().id;
    assert_eq!(room.dealer.open_series(id, best_of(of)).await.unwrap().id, m, "the same opens no second one");
    (Room { m, ..room }, id)
}

impl Room {
    /// Begins a match of the series, and awards it to a player.
    pub async fn won_by(&self, m: MatchId, user: UserId, ms: u64) {
        for player in [ANN, BOB] {
            self.dealer.press_ready(m, player, None, at(OPENED.plus(ms))).await.unwrap();
        }
        let seat = self.dealer.info(m).await.unwrap().seat_of(user).unwrap();
        self.dealer.rule(m, HOST, HostAct::Award(seat), None, at(OPENED.plus(ms + 1_000))).await.unwrap();
    }

    /// Waits for the match after this one.
    pub async fn next(&self, m: MatchId) -> MatchId {
        let next = MatchId(m.0 + 1);
        until("the next match", async || self.store.find_match(next).await.unwrap()).await;
        next
    }

    async fn words(&self, m: MatchId) -> String {
        self.store.find_match(m).await.unwrap().unwrap().part.unwrap().words
    }

    async fn says(&self, words: &str) -> usize {
        self.settled().await;
        self.public().with(words).len()
    }
}

#[tokio::test]
async fn matches_alternate_seats_until_the_series_is_won() {
    let (mut room, _) = series(3).await;
    let first = room.m;
    assert_eq!(room.words(first).await, "Best of 3 · match 1");
    room.won_by(first, ANN, 1_000).await;
    let second = room.next(first).await;
    assert_eq!(room.words(second).await, "Best of 3 · match 2 (before it: 1–0 for Ann)");
    let row = room.store.find_match(second).await.unwrap().unwrap();
    assert_eq!((row.users.ec, row.names.ec.as_str(), row.status), (BOB, "Bob", Status::Lobby));
    assert_eq!(room.says("Ann wins the match").await, 1);
    room.notes(BOB).has("Ann wins the match");
    for told in [room.public(), room.notes(BOB)] {
        told.lacks("eliminated");
    }
    room.all_sent().await;
    room.m = second;
    assert_eq!(room.card().pings, [BOB, ANN], "both are called to what they wait for");
    room.restart(Duration::from_secs(1)).await;
    room.won_by(second, BOB, 10_000).await;
    let third = room.next(second).await;
    let row = room.store.find_match(third).await.unwrap().unwrap();
    assert_eq!((row.users.ec, row.part.unwrap().words.as_str()), (ANN, "Best of 3 · match 3 (before it: 1–1)"));
    room.won_by(third, BOB, 20_000).await;
    room.reads("2–1: Bob wins the best of 3 against Ann").await;
    room.restart(Duration::ZERO).await;
    assert_eq!(room.says("wins the best of 3").await, 1, "once");
    assert_eq!(room.store.find_match(MatchId(third.0 + 1)).await.unwrap(), None);
}

#[tokio::test]
async fn results_channel_has_the_winner_of_a_series() {
    let (room, _) = series(3).await;
    set(&room.store, Setting::Results(Some(RESULTS))).await;
    room.won_by(room.m, ANN, 1_000).await;
    let second = room.next(room.m).await;
    room.won_by(second, ANN, 10_000).await;
    room.reads("2–0: Ann wins the best of 3 against Bob").await;
    room.settled().await;
    let results = room.channel_of(RESULTS);
    assert_eq!(results.with("2–0: Ann wins the best of 3 against Bob").len(), 1, "{results}");
    assert_eq!(results.with("the host awarded the match").len(), 2, "{results}");
    for score in ["Series: Ann 1–0 Bob", "Ann won the series 2–0"] {
        assert_eq!(results.with(score).len(), 1, "{score}: {results}");
    }
    assert!(results.iter().all(|told| told.pings.is_empty()), "{results}");
}

#[tokio::test]
async fn result_decided_again_shows_the_score_as_it_is() {
    let (room, _) = series(5).await;
    set(&room.store, Setting::Results(Some(RESULTS))).await;
    room.won_by(room.m, ANN, 1_000).await;
    let second = room.next(room.m).await;
    room.won_by(second, ANN, 10_000).await;
    room.next(second).await;
    room.settled().await;
    // The first match is decided again while a later one has its result.
    for (m, score) in [(second, "Series: Ann 1–1 Bob"), (room.m, "Series: Bob 2–0 Ann")] {
        room.dealer.rule(m, HOST, HostAct::Undo, None, at(OPENED.plus(20_000))).await.unwrap();
        let seat = room.dealer.info(m).await.unwrap().seat_of(BOB).unwrap();
        room.dealer.rule(m, HOST, HostAct::Award(seat), None, at(OPENED.plus(21_000))).await.unwrap();
        room.settled().await;
        until(score, async || (room.channel_of(RESULTS).with(score).len() == 1).then_some(())).await;
    }
    assert_eq!(room.channel_of(RESULTS).with("Series: Bob 1–0 Ann").len(), 1, "{}", room.channel_of(RESULTS));
}

#[tokio::test]
async fn next_card_follows_a_delayed_result() {
    let (room, _) = series(3).await;
    room.ready(OPENED.plus(1_000)).await;
    room.all_sent().await;
    room.discord.fail(Destination::Channel(CHANNEL), SendError::Retry { after: Duration::from_mins(1) });
    room.host(HostAct::Award(Seat::Ec), OPENED.plus(2_000)).await;
    room.settled().await;
    assert_eq!(room.store.find_match(MatchId(room.m.0 + 1)).await.unwrap(), None);
    until_late("the next match", &room, 30_000, async || room.store.find_match(MatchId(room.m.0 + 1)).await.unwrap())
        .await;
    assert!(room.public().last().is_last());
}

#[tokio::test]
async fn deleted_card_blocks_no_series() {
    let (room, _) = series(3).await;
    room.discord.cardless.store(true, Ordering::SeqCst);
    room.won_by(room.m, ANN, 1_000).await;
    room.next(room.m).await;
}

#[tokio::test]
async fn reverted_result_does_not_count() {
    let (room, _) = series(3).await;
    room.won_by(room.m, ANN, 1_000).await;
    let second = room.next(room.m).await;
    room.won_by(second, ANN, 10_000).await;
    room.reads("2–0: Ann wins the best of 3 against Bob").await;
    let undo = Ruling::Act(HostAct::Undo);
    let asked = room.dealer.preview(second, HOST, undo, None, at(OPENED.plus(19_000))).await.unwrap().words;
    assert!(asked.contains("The series is open again."), "{asked}");
    room.dealer.rule(second, HOST, HostAct::Undo, None, at(OPENED.plus(20_000))).await.unwrap();
    room.settled().await;
    assert_eq!(room.store.find_match(MatchId(second.0 + 1)).await.unwrap(), None, "that match continues");
    room.reads("The series continues: a result was reverted").await;
    room.all_sent().await;
    room.settled().await;
    let announced = room.public().with("wins the best of 3");
    assert!(announced.len() == 1 && !announced.last().can("Rematch"), "{announced}");
    announced.has("Reverted with the result of a match.");
    let row = room.store.find_match(second).await.unwrap().unwrap();
    let bob = if row.users.ec == BOB { Seat::Ec } else { Seat::Dmo };
    room.dealer.rule(second, HOST, HostAct::Award(bob), None, at(OPENED.plus(21_000))).await.unwrap();
    let third = room.next(second).await;
    assert_eq!(room.words(third).await, "Best of 3 · match 3 (before it: 1–1)");
}

/// Returns the copies of a series' end in the results channel, once there are so many.
async fn copies(room: &Room, count: usize) -> Timeline {
    until("the copies of the series' end", async || {
        room.settled().await;
        let copies = room.channel_of(RESULTS).with("the best of 3 against");
        (copies.len() == count).then_some(copies)
    })
    .await
}

#[tokio::test]
async fn results_channel_has_the_end_of_a_series_only_while_it_is_decided() {
    let (mut room, _) = series(3).await;
    set(&room.store, Setting::Results(Some(RESULTS))).await;
    room.won_by(room.m, ANN, 1_000).await;
    let second = room.next(room.m).await;
    room.won_by(second, ANN, 10_000).await;
    copies(&room, 1).await.has("2–0: Ann wins the best of 3 against Bob");
    // The first result is reverted as well as the last one.
    for (m, ms) in [(second, 20_000), (room.m, 30_000)] {
        room.dealer.rule(m, HOST, HostAct::Undo, None, at(OPENED.plus(ms))).await.unwrap();
        copies(&room, 0).await;
        assert!(!room.channel_of(RESULTS).says("series continues"), "{}", room.channel_of(RESULTS));
        let seat = room.dealer.info(m).await.unwrap().seat_of(ANN).unwrap();
        room.dealer.rule(m, HOST, HostAct::Award(seat), None, at(OPENED.plus(ms + 1_000))).await.unwrap();
        copies(&room, 1).await;
    }
    room.all_sent().await;
    room.settled().await;
    assert_eq!(room.public().with("Reverted with the result of a match.").len(), 2, "{}", room.public());
    room.restart(Duration::from_secs(1)).await;
    copies(&room, 1).await;
}

#[tokio::test]
async fn earlier_end_of_a_series_leaves_also_if_its_deletion_had_to_wait() {
    let (room, _) = series(3).await;
    set(&room.store, Setting::Results(Some(RESULTS))).await;
    room.won_by(room.m, ANN, 1_000).await;
    let second = room.next(room.m).await;
    room.won_by(second, BOB, 10_000).await;
    let third = room.next(second).await;
    room.won_by(third, ANN, 20_000).await;
    copies(&room, 1).await.has("2–1: Ann wins the best of 3 against Bob");
    *room.discord.external_failures.lock().unwrap() = vec![SendError::Retry { after: Duration::ZERO }; 2];
    room.dealer.rule(third, HOST, HostAct::Undo, None, at(OPENED.plus(30_000))).await.unwrap();
    let bob = room.dealer.info(third).await.unwrap().seat_of(BOB).unwrap();
    room.dealer.rule(third, HOST, HostAct::Award(bob), None, at(OPENED.plus(31_000))).await.unwrap();
    let only = until_late("the only end", &room, 500, async || {
        room.settled().await;
        let ends = room.channel_of(RESULTS).with("the best of 3 against");
        (ends.len() == 1).then_some(ends)
    });
    only.await.has("2–1: Bob wins the best of 3 against Ann");
}

#[tokio::test]
async fn series_is_open_again_after_a_crash_behind_the_undo() {
    let (mut room, id) = series(3).await;
    room.won_by(room.m, ANN, 1_000).await;
    let second = room.next(room.m).await;
    room.won_by(second, ANN, 10_000).await;
    let state = async |room: &Room| room.store.series(id).await.unwrap().unwrap();
    let decided = |state: &str| serde_json::from_str::<Value>(state).unwrap()["told"].is_object();
    let announced = until("the announcement", async || Some(state(&room).await).filter(|now| decided(now))).await;
    room.dealer.rule(second, HOST, HostAct::Undo, None, at(OPENED.plus(20_000))).await.unwrap();
    until("the undo", async || (!decided(&state(&room).await)).then_some(())).await;
    // As if the process had ended before the series followed.
    room.dealer.shutdown(Duration::from_secs(5)).await;
    room.store.keep_series(id, announced, false, false).await.unwrap();
    room.restart(Duration::from_secs(1)).await;
    until("the series is open again", async || (!decided(&state(&room).await)).then_some(())).await;
}

#[tokio::test]
async fn next_card_is_cancelled_when_the_last_result_is_reverted() {
    let (mut room, _) = series(3).await;
    room.won_by(room.m, ANN, 1_000).await;
    let second = room.next(room.m).await;
    room.all_sent().await;
    room.host(HostAct::Undo, OPENED.plus(10_000)).await;
    let first = std::mem::replace(&mut room.m, second);
    assert!(!room.card_says("series cancelled").await.can("Ready"), "its card goes, and says for what");
    room.m = first;
    room.host(HostAct::Award(Seat::Dmo), OPENED.plus(11_000)).await;
    let third = room.next(second).await;
    assert_eq!(room.words(third).await, "Best of 3 · match 2 (before it: 1–0 for Bob)");
}

#[tokio::test]
async fn undo_preview_warns_that_the_next_match_is_running() {
    let (room, _) = series(3).await;
    room.won_by(room.m, ANN, 1_000).await;
    let second = room.next(room.m).await;
    let asked = async |ms| {
        let undo = Ruling::Act(HostAct::Undo);
        room.dealer.preview(room.m, HOST, undo, None, at(OPENED.plus(ms))).await.unwrap().words
    };
    let words = asked(10_000).await;
    assert!(!words.contains("being played") && words.contains("The card of match 2 is called off."), "{words}");
    for player in [ANN, BOB] {
        room.dealer.press_ready(second, player, None, at(OPENED.plus(11_000))).await.unwrap();
    }
    let words = asked(12_000).await;
    assert!(words.contains("Match 2") && words.contains("being played"), "{words}");
}

#[tokio::test]
async fn voided_match_is_repeated_and_an_abandoned_one_reopened() {
    let (room, _) = series(3).await;
    room.ready(OPENED.plus(1_000)).await;
    room.host(HostAct::Void, OPENED.plus(2_000)).await;
    let again = room.next(room.m).await;
    let row = room.store.find_match(again).await.unwrap().unwrap();
    assert_eq!((row.users.ec, row.part.unwrap().words.as_str()), (ANN, "Best of 3 · match 1"));
    assert_eq!(code(room.dealer.open_next_match(again, ANN, at(OPENED.plus(3_000))).await), Code::WrongStage);
    room.dealer.decline(again, ANN, at(OPENED.plus(4_000))).await.unwrap();
    room.settled().await;
    assert_eq!(
        room.store.find_match(MatchId(again.0 + 1)).await.unwrap(),
        None,
        "nobody is called again automatically"
    );
    let (one, other) = tokio::join!(
        room.dealer.open_next_match(again, BOB, at(OPENED.plus(5_000))),
        room.dealer.open_next_match(again, HOST, at(OPENED.plus(5_001)))
    );
    assert_eq!(code(other), Code::WrongStage, "two who press at once open one");
    assert_eq!(one.unwrap(), MatchId(again.0 + 1));
}

#[tokio::test]
async fn next_match_is_opened_once_after_a_crash() {
    let (mut room, id) = series(5).await;
    room.won_by(room.m, ANN, 1_000).await;
    let second = room.next(room.m).await;
    let state = until("it is noted", async || {
        let now: Value = serde_json::from_str(&room.store.series(id).await.unwrap().unwrap()).unwrap();
        now["matches"][1]["id"].is_i64().then_some(now)
    })
    .await;
    // As if the process had ended before the next match was opened, or before that was noted. No other process may see these states.
    room.dealer.shutdown(Duration::from_secs(5)).await;
    let mut before = state.clone();
    before["matches"][1]["id"] = Value::Null;
    room.store.keep_series(id, before.to_string(), true, false).await.unwrap();
    room.restart(Duration::from_secs(1)).await;
    until("it is noted", async || {
        let now: Value = serde_json::from_str(&room.store.series(id).await.unwrap().unwrap()).unwrap();
        (now == state).then_some(())
    })
    .await;
    assert_eq!(room.store.find_match(MatchId(second.0 + 1)).await.unwrap(), None);
}

/// The card that would show it is deleted, too.
#[tokio::test]
async fn players_read_that_the_next_match_ended_with_its_channel() {
    let (room, _) = series(3).await;
    room.won_by(room.m, ANN, 1_000).await;
    let second = room.next(room.m).await;
    room.dealer.channel_deleted(CHANNEL).await;
    for user in [ANN, BOB, HOST] {
        let told = room.hears(user, "called off").await;
        told.has(&format!("Match {second}")).has("channel");
        assert_eq!(told.says("/host resume"), user == HOST, "{told}");
    }
}

#[tokio::test]
async fn invalid_series_is_refused() {
    let room = Room::lobby(0).await;
    for of in [0, 1, 2, 4, 11] {
        assert_eq!(code(room.dealer.open_series(at(OPENED), best_of(of)).await), Code::BadTerms, "{of}");
    }
    assert_eq!(code(room.dealer.open_next_match(room.m, HOST, at(OPENED)).await), Code::WrongStage);
    let mut odd = best_of(3);
    odd.users.dmo = ANN;
    assert_eq!(code(room.dealer.open_series(at(OPENED), odd).await), Code::BadTerms);
    room.dealer.shutdown(Duration::from_secs(5)).await;
    assert_eq!(room.store.open_series().await.unwrap(), [], "nothing is left of it");
}
