//! A tournament whose channel accepts no messages.

use deathmatch::dealer::{MatchInfo, Phase, Tourney, TourneyStage};
use deathmatch::tournament::Format;

use super::tournament_room::*;
use super::*;

const ELSEWHERE: ChannelId = ChannelId(77);

/// Plays a tournament of three up to a running final.
async fn in_the_final() -> (TournamentRoom, MatchInfo) {
    let cup = TournamentRoom::begun(Format::SingleElimination, &[ANN, BOB, CYD]).await;
    let semi = cup.lobbies(1).await.remove(0);
    cup.won_by(&semi, strongest(&semi)).await;
    let last = cup.lobbies(1).await.remove(0);
    for user in [last.users.ec, last.users.dmo] {
        cup.ready(last.id, user).await;
    }
    cup.room.settled().await;
    (cup, last)
}

#[tokio::test]
async fn unannounced_check_in_waits_and_then_has_its_full_time() {
    let with = Tourney { check_in_ms: Some(CHECK_IN_MS), ..of(Format::RoundRobin) };
    let cup = TournamentRoom::joined(with, &[ANN, BOB, CYD]).await;
    cup.message(CHANNEL).await.has("(3)");
    cup.room.discord.refuses.store(true, Ordering::SeqCst);
    cup.advance(TourneyStage::SignUp).await.unwrap();
    cup.is("it is suspended", |tourney| tourney.suspension.is_some()).await;
    assert_eq!(cup.room.notes(HOST).len(), 1, "its host is told");
    cup.room.go(OPENED.plus(CHECK_IN_MS + GRACE_MS + 1)).await;
    assert!(matches!(cup.now().await.phase, Phase::CheckIn { .. }), "nobody was told of it");
    cup.room.discord.refuses.store(false, Ordering::SeqCst);
    cup.room.dealer.rights_changed(GuildId(1)).await;
    let now = cup.room.clock.now();
    let again = |tourney: &Tourney| {
        tourney.suspension.is_none()
            && matches!(tourney.phase, Phase::CheckIn { until, .. } if until >= now.plus(CHECK_IN_MS))
            && tourney.last_notice.is_some()
    };
    cup.is("it continues", again).await;
    assert_eq!(cup.room.notes(HOST).len(), 1, "its host is told once");
    // Their call is edited as well, although the channel refuses edits just as the check-in ends.
    cup.room.discord.refuses_changes.store(true, Ordering::SeqCst);
    for user in [ANN, BOB, CYD] {
        cup.room.dealer.check_in(cup.id, user, at(now)).await.unwrap();
    }
    cup.is("it is suspended again", |tourney| tourney.suspension.is_some() && tourney.phase == Phase::Playing).await;
    cup.room.discord.refuses_changes.store(false, Ordering::SeqCst);
    cup.room.dealer.rights_changed(GuildId(1)).await;
    cup.room.settled().await;
    cup.calls(CHANNEL).await.has("check-in").has("over");
    cup.is("it continues", |tourney| tourney.suspension.is_none()).await;
}

#[tokio::test]
async fn end_in_a_deleted_channel_is_posted_in_the_hosts_new_one() {
    let (cup, last) = in_the_final().await;
    cup.room.dealer.channel_deleted(CHANNEL).await;
    let winner = strongest(&last);
    cup.award(&last, winner).await;
    cup.is("the end", |tourney| tourney.phase == Phase::Over).await;
    assert_eq!(cup.room.dealer.tourneys_of(GuildId(1)).await.unwrap(), [(cup.id, CHANNEL)], "its end was not said");
    cup.room.dealer.move_tourney(cup.id, ELSEWHERE).await.unwrap();
    cup.message(ELSEWHERE).await.has("wins");
    assert_eq!(cup.calls(ELSEWHERE).await.last().pings, [winner]);
    assert!(cup.room.dealer.tourneys_of(GuildId(1)).await.unwrap().is_empty(), "it is done");
    assert_eq!(cup.winner().await, Some(winner));
}

#[tokio::test]
async fn falsely_reported_deletion_suspends_nothing() {
    let cup = TournamentRoom::begun(Format::SingleElimination, &[ANN, BOB, CYD]).await;
    let card = cup.lobbies(1).await.remove(0);
    cup.room.dealer.channel_deleted(CHANNEL).await;
    cup.lobbies(0).await;
    cup.room.dealer.tourney_channel_exists(cup.id).await.unwrap();
    let next = cup.lobbies(1).await.remove(0);
    assert!(next.id != card.id && next.users == card.users && cup.now().await.suspension.is_none());
}

#[tokio::test]
async fn suspended_tournament_stays_suspended_after_a_restart() {
    let mut cup = TournamentRoom::begun(Format::SingleElimination, &[ANN, BOB, CYD]).await;
    let card = cup.lobbies(1).await.remove(0);
    cup.room.dealer.channel_deleted(CHANNEL).await;
    cup.room.settled().await;
    assert_eq!(cup.room.dealer.info(card.id).await.unwrap().status, Status::Cancelled);
    let pressed = cup.room.dealer.press_ready(card.id, card.users.ec, None, at(cup.room.clock.now())).await;
    assert!(refused(pressed).contains("/tournament show"));
    cup.room.restart(Duration::from_mins(90)).await;
    cup.room.settled().await;
    assert!(cup.lobbies(0).await.is_empty() && cup.now().await.is_channel_deleted());
    cup.room.dealer.move_tourney(cup.id, ELSEWHERE).await.unwrap();
    cup.room.settled().await;
    let opened = cup.room.dealer.matches_in(ELSEWHERE).await.unwrap().pop().unwrap();
    assert_eq!(opened.users, card.users);
    assert_eq!(
        cup.room.dealer.move_tourney(cup.id, CHANNEL).await.map_err(|error| code(Err::<(), _>(error))).unwrap_err(),
        Code::WrongStage
    );
}

#[tokio::test]
async fn refused_end_is_posted_once_the_channel_accepts_it() {
    let (cup, last) = in_the_final().await;
    cup.room.discord.refuses.store(true, Ordering::SeqCst);
    cup.award(&last, strongest(&last)).await;
    cup.is("it is suspended", |tourney| tourney.phase == Phase::Over && tourney.suspension.is_some()).await;
    assert_eq!(cup.room.notes(HOST).len(), 1, "its host is told");
    assert!(cup.calls(CHANNEL).await.is_empty());
    cup.room.discord.refuses.store(false, Ordering::SeqCst);
    // A host's command in the channel makes the dealer retry at once.
    cup.room.dealer.tourney_channel_exists(cup.id).await.unwrap();
    assert_eq!(cup.calls(CHANNEL).await.len(), 1, "its winner is called");
    assert!(cup.room.dealer.tourneys_of(GuildId(1)).await.unwrap().is_empty(), "it is done");
    assert_eq!(cup.room.notes(HOST).len(), 1, "its host is told once");
}
