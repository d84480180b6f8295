//! Tournaments: sign-up and check-in, results of matches, absences, restarts, two hosts at once.

use deathmatch::cli::server_files::{exported, imported};
use deathmatch::dealer::{HostVerdict, MatchInfo, PairingMatch, Phase, Tourney, TourneyStage};
use deathmatch::store::ServerLine;
use deathmatch::tournament::{Format, PairingId, Verdict};

use super::external_objects::{RESULTS, lacking, set};
use super::tournament_room::*;
use super::*;

#[tokio::test]
async fn rounds_open_automatically_from_match_results() {
    let cup = TournamentRoom::begun(Format::SingleElimination, &FOUR).await;
    let semifinals = cup.lobbies(2).await;
    for info in &semifinals {
        assert!(!info.friendly && info.opener == HOST, "they count for ratings");
    }
    let best = semifinals.iter().find(|info| info.seat_of(ANN).is_some()).unwrap();
    assert!(best.seat_of(DEE).is_some(), "the best meets the last");
    cup.won_by(&semifinals[0], strongest(&semifinals[0])).await;
    cup.room.settled().await;
    assert_eq!(cup.lobbies(1).await[0].id, semifinals[1].id, "the final waits for both");
    cup.won_by(&semifinals[1], strongest(&semifinals[1])).await;
    let last = cup.lobbies(1).await.remove(0);
    assert_eq!([ANN, BOB].map(|user| last.seat_of(user).is_some()), [true; 2]);
    cup.won_by(&last, BOB).await;
    assert_eq!(cup.winner().await, Some(BOB));
    cup.message(CHANNEL).await.has("P12 wins");
    assert_eq!(code(cup.room.dealer.call_off_tourney(cup.id, HOST).await), Code::WrongStage);
}

#[tokio::test]
async fn the_results_channel_names_the_round_and_has_the_end_without_a_ping() {
    let cup = TournamentRoom::joined(of(Format::SingleElimination), &FOUR).await;
    set(&cup.room.store, Setting::Results(Some(RESULTS))).await;
    cup.advance(TourneyStage::SignUp).await.unwrap();
    for info in &cup.lobbies(2).await {
        cup.won_by(info, strongest(info)).await;
    }
    let last = cup.lobbies(1).await.remove(0);
    cup.won_by(&last, ANN).await;
    assert_eq!(cup.winner().await, Some(ANN));
    let end = async || {
        cup.room.settled().await;
        cup.room.channel_of(RESULTS).of("call")
    };
    let results = cup.room.channel_of(RESULTS);
    assert_eq!(results.with("A game, semifinal").len(), 2, "{results}");
    results.has("A game, final");
    let told = end().await;
    assert!(told.len() == 1 && told[0].says("wins the tournament") && told[0].pings.is_empty(), "{told}");
    assert_eq!(told[0].pictures.len(), 1, "{told}");
    cup.room.go(cup.room.clock.now().plus(1_000)).await;
    cup.host(last.id, HostAct::Undo).await;
    cup.is("the final again", |tourney| tourney.phase == Phase::Playing).await;
    end().await.last().has("A result was reverted");
}

#[tokio::test]
async fn host_hears_of_a_refused_end_once() {
    let cup = TournamentRoom::joined(of(Format::SingleElimination), &FOUR).await;
    set(&cup.room.store, Setting::Results(Some(RESULTS))).await;
    cup.advance(TourneyStage::SignUp).await.unwrap();
    for info in &cup.lobbies(2).await {
        cup.won_by(info, strongest(info)).await;
    }
    cup.room.settled().await;
    let last = cup.lobbies(1).await.remove(0);
    cup.room.discord.fail(Destination::External(RESULTS), lacking());
    cup.won_by(&last, ANN).await;
    assert_eq!(cup.winner().await, Some(ANN));
    cup.room.settled().await;
    let notes = cup.room.notes(HOST);
    assert_eq!(notes.with("The result of the tournament **A game** could not be posted").len(), 1, "{notes}");
    cup.room.dealer.rights_changed(GuildId(1)).await;
    cup.room.settled().await;
    cup.room.channel_of(RESULTS).has("wins the tournament");
}

#[tokio::test]
async fn player_not_ready_by_the_deadline_loses() {
    let cup = TournamentRoom::begun(Format::SingleElimination, &FOUR).await;
    let semifinals = cup.lobbies(2).await;
    let [first, second] = [&semifinals[0], &semifinals[1]];
    let there = first.users.dmo;
    cup.ready(first.id, there).await;
    cup.room.go(OPENED.plus(ROUND_MS - 10 * 60_000)).await;
    cup.room.settled().await;
    for user in [first.users.ec, second.users.ec, second.users.dmo] {
        cup.room.sees(user).last().has("Press **Ready**").has("or you lose this match");
    }
    assert!(
        cup.room.sees(there).is_empty() && cup.room.sees(HOST).is_empty(),
        "a player who is ready has nothing to do"
    );
    cup.room.go(OPENED.plus(ROUND_MS)).await;
    cup.room.settled().await;
    assert_eq!(cup.lobbies(2).await.len(), 2, "not before the grace is over");
    cup.room.go(OPENED.plus(ROUND_MS + 60_000)).await;
    // In the other semifinal nobody was ready, so this player has no opponent left.
    assert_eq!(cup.winner().await, Some(there));
    let over = cup.now().await;
    let tournament = &over.play.as_ref().unwrap().tournament;
    assert!([second.users.ec, second.users.dmo].iter().all(|user| tournament.is_gone(over.entrant(*user).unwrap())));
    cup.room.settled().await;
    for (user, why) in
        [(first.users.ec, "was not there"), (there, "goes through"), (second.users.ec, "neither was there")]
    {
        cup.room.sees(user).last().has("decided without a match").has(why);
    }
}

#[tokio::test]
async fn restart_before_the_next_round_loses_and_repeats_nothing() {
    let mut cup = TournamentRoom::begun(Format::SingleElimination, &FOUR).await;
    let semifinals = cup.lobbies(2).await;
    cup.won_by(&semifinals[0], strongest(&semifinals[0])).await;
    for user in [semifinals[1].users.ec, semifinals[1].users.dmo] {
        cup.ready(semifinals[1].id, user).await;
    }
    // The last result is stored, and the dealer stops before it draws the final.
    cup.room.go(cup.room.clock.now().plus(1_000)).await;
    // No press is still being handled.
    cup.room.settled().await;
    cup.room.dealer.record_away(cup.room.clock.now());
    let seat = semifinals[1].seat_of(strongest(&semifinals[1])).unwrap();
    cup.host(semifinals[1].id, HostAct::Award(seat)).await;
    cup.room.settled().await;
    assert_eq!(cup.now().await.matches_opened(), 2);
    cup.room.dealer.shutdown(Duration::from_secs(5)).await;
    cup.room.restart(Duration::from_secs(30)).await;
    let last = cup.lobbies(1).await.remove(0);
    // A second stop, with the final's match opened but not yet known.
    let known = cup.is("the final", |tourney| tourney.matches_opened() == 3).await;
    cup.room.dealer.shutdown(Duration::from_secs(5)).await;
    let mut unknown = known.clone();
    unknown.play.as_mut().unwrap().bouts[2].opened = None;
    let state = serde_json::to_string(&unknown).unwrap();
    cup.room.store.keep_tournament(cup.id, state, None, Vec::new(), UnixMs(0)).await.unwrap();
    cup.room.restart(Duration::from_secs(30)).await;
    cup.is("the final again", |tourney| tourney.matches_opened() == 3).await;
    cup.room.settled().await;
    assert_eq!(cup.lobbies(1).await[0].id, last.id, "it is the same final");
    cup.won_by(&last, strongest(&last)).await;
    assert_eq!(cup.winner().await, Some(ANN));
    cup.message(CHANNEL).await.has("P11 wins");
}

/// The matches of a tournament.
trait Opened {
    fn bouts(&self) -> impl Iterator<Item = &PairingMatch>;
    fn matches_opened(&self) -> usize {
        self.bouts().filter(|bout| matches!(bout.opened, Some(Ok(_)))).count()
    }
}

impl Opened for Tourney {
    fn bouts(&self) -> impl Iterator<Item = &PairingMatch> {
        self.play.iter().flat_map(|play| &play.bouts)
    }
}

#[tokio::test]
async fn reverted_result_reverts_the_next_round_unless_begun() {
    let cup = TournamentRoom::begun(Format::SingleElimination, &FOUR).await;
    let semifinals = cup.lobbies(2).await;
    let of = |user| semifinals.iter().find(|info| info.seat_of(user).is_some()).unwrap();
    cup.won_by(of(ANN), ANN).await;
    cup.won_by(of(BOB), BOB).await;
    let first = cup.lobbies(1).await.remove(0);
    cup.room.go(cup.room.clock.now().plus(1_000)).await;
    let asked = async |m| {
        let undo = Ruling::Act(HostAct::Undo);
        cup.room.dealer.preview(m, HOST, undo, None, at(cup.room.clock.now())).await.unwrap().words
    };
    let words = asked(of(ANN).id).await;
    let called_off = format!("The card of match {} is called off.", first.id);
    assert!(words.contains("pairing in the tournament is open again.") && words.contains(&called_off), "{words}");
    cup.host(of(ANN).id, HostAct::Undo).await;
    cup.lobbies(0).await;
    cup.award(of(ANN), DEE).await;
    let second = cup.lobbies(1).await.remove(0);
    assert!(second.id != first.id && second.seat_of(DEE).is_some() && second.seat_of(BOB).is_some());
    for user in [DEE, BOB] {
        cup.ready(second.id, user).await;
    }
    // The final is running: the semifinal's result stays.
    cup.room.go(cup.room.clock.now().plus(1_000)).await;
    let words = asked(of(BOB).id).await;
    assert!(words.contains("tournament has moved on: a new result will not change it."), "{words}");
    cup.host(of(BOB).id, HostAct::Undo).await;
    cup.award(of(BOB), CYD).await;
    cup.is("the dispute", |tourney| tourney.play.as_ref().unwrap().bouts.iter().any(|bout| bout.disputed)).await;
    cup.award(&second, BOB).await;
    assert_eq!(cup.winner().await, Some(BOB));
    // The deciding result can still be changed.
    cup.room.go(cup.room.clock.now().plus(1_000)).await;
    let words = asked(second.id).await;
    assert!(words.contains("The tournament's winner is open again."), "{words}");
    cup.host(second.id, HostAct::Undo).await;
    cup.is("the final again", |tourney| tourney.phase == Phase::Playing).await;
    cup.award(&second, DEE).await;
    assert_eq!(cup.winner().await, Some(DEE));
}

/// Returns the verdict of a tournament's first pairing, once there is one, and its two players.
async fn first_decided(cup: &TournamentRoom) -> (Verdict, [UserId; 2]) {
    let first = |tourney: &Tourney| tourney.play.as_ref().unwrap().tournament.rounds()[0].pairings[0].clone();
    let tourney = cup.is("a verdict", |tourney| first(tourney).verdict().is_some()).await;
    let two = first(&tourney);
    (two.verdict().unwrap(), [two.ec, two.dmo].map(|entrant| tourney.person(entrant).user))
}

/// Returns a tournament's open card other than `after`.
async fn next_card(cup: &TournamentRoom, after: Option<MatchId>) -> MatchInfo {
    // A pairing is opened again a moment later.
    cup.room.settled().await;
    cup.room.go(cup.room.clock.now().plus(1)).await;
    cup.room.all_sent().await;
    let mut lobbies = cup.room.dealer.matches_in(CHANNEL).await.unwrap();
    lobbies.retain(|info| info.status == Status::Lobby && Some(info.id) != after);
    lobbies.pop().expect("there is another card")
}

#[tokio::test]
async fn player_who_declines_every_card_is_absent() {
    // By Decline, and by a playing host's cancellation.
    for declines in [true, false] {
        let cup = TournamentRoom::begun(Format::RoundRobin, &[ANN, BOB, CYD]).await;
        let dealer = &cup.room.dealer;
        let mut last = None;
        for _ in 0..3 {
            let info = next_card(&cup, last).await;
            let caller = info.users.ec;
            cup.ready(info.id, caller).await;
            let stamp = at(cup.room.clock.now());
            if declines {
                dealer.decline(info.id, caller, stamp).await.unwrap();
            } else {
                dealer.cancel(info.id, Host::named(caller, "Ann".to_owned()), None, stamp).await.unwrap();
            }
            last = Some(info.id);
        }
        let (verdict, [ec, _]) = first_decided(&cup).await;
        let caller = cup.now().await.entrant(ec).unwrap();
        assert_eq!(verdict, Verdict::Absent(caller), "the other one wins, at once");
        if !declines {
            cup.room.all_sent().await;
            cup.room.channel().has("loses it as absent");
        }
    }
}

#[tokio::test]
async fn pairing_declined_by_both_has_no_winner() {
    let cup = TournamentRoom::begun(Format::SingleElimination, &[ANN, BOB, CYD]).await;
    let mut last = None;
    for by in [Seat::Ec, Seat::Dmo, Seat::Ec] {
        let info = next_card(&cup, last).await;
        cup.ready(info.id, info.users[by]).await;
        cup.room.dealer.decline(info.id, info.users[by], at(cup.room.clock.now())).await.unwrap();
        last = Some(info.id);
    }
    assert_eq!(first_decided(&cup).await.0, Verdict::BothAbsent);
    // The third player has met nobody, and so has won nothing.
    assert_eq!(cup.winner().await, None);
}

#[tokio::test]
async fn card_cancelled_by_a_host_is_reopened_without_absences() {
    let cup = TournamentRoom::begun(Format::RoundRobin, &[ANN, BOB, CYD]).await;
    let mut last = None;
    for _ in 0..5 {
        let info = next_card(&cup, last).await;
        cup.ready(info.id, info.users.ec).await;
        cup.room.dealer.cancel(info.id, HOST, None, at(cup.room.clock.now())).await.unwrap();
        last = Some(info.id);
    }
    let info = next_card(&cup, last).await;
    cup.won_by(&info, info.users.dmo).await;
    let (verdict, [_, dmo]) = first_decided(&cup).await;
    assert_eq!(verdict, Verdict::Won(cup.now().await.entrant(dmo).unwrap()));
}

#[tokio::test]
async fn tournament_without_ready_players_has_no_winner() {
    for format in
        [Format::RoundRobin, Format::Swiss { rounds: 2 }, Format::SingleElimination, Format::DoubleElimination]
    {
        let cup = TournamentRoom::begun(format, &FOUR).await;
        cup.lobbies(2).await;
        cup.room.go(OPENED.plus(ROUND_MS + 60_000)).await;
        assert_eq!(cup.winner().await, None, "{format}");
        let over = cup.now().await;
        assert!(over.play.as_ref().unwrap().tournament.winners().is_empty(), "{format}");
        let calls = cup.calls(CHANNEL).await;
        assert!(calls.len() == 1 && calls.last().has("nobody won").pings.is_empty(), "{calls}");
    }
}

#[tokio::test]
async fn shared_first_place_is_announced_as_shared() {
    let cup = TournamentRoom::begun(Format::RoundRobin, &[ANN, BOB, CYD]).await;
    // Each player beats the next.
    for _ in 0..3 {
        let info = next_card(&cup, None).await;
        let [one, other] = [info.users.ec, info.users.dmo];
        let beats = [(ANN, BOB), (BOB, CYD), (CYD, ANN)];
        let winner = if beats.contains(&(one, other)) { one } else { other };
        cup.won_by(&info, winner).await;
    }
    cup.is("the end", |tourney| tourney.phase == Phase::Over).await;
    let calls = cup.calls(CHANNEL).await;
    assert!(calls.len() == 1 && calls.last().has("shared").pings.len() == 3, "{calls}");
}

#[tokio::test]
async fn playing_host_cannot_rule_in_the_tournament() {
    let with = Tourney { check_in_ms: Some(CHECK_IN_MS), ..of(Format::RoundRobin) };
    let cup = TournamentRoom::joined(with, &[HOST, ANN, BOB, CYD]).await;
    let dealer = &cup.room.dealer;
    let plays = Code::Seated;
    assert_eq!(code(dealer.drop_from_tourney(cup.id, HOST, ANN).await), plays);
    cup.advance(TourneyStage::SignUp).await.unwrap();
    for user in [ANN, BOB, CYD] {
        dealer.check_in(cup.id, user, at(OPENED)).await.unwrap();
    }
    cup.room.go(OPENED.plus(30_000)).await;
    let start = |by| dealer.start_tourney(cup.id, by, TourneyStage::CheckIn, at(cup.room.clock.now()));
    assert_eq!(code(start(ANN).await), plays, "the others' check-in is not cut short");
    dealer.check_in(cup.id, HOST, at(OPENED)).await.unwrap();
    let card = next_card(&cup, None).await;
    let [one, other] = [card.users.ec, card.users.dmo];
    assert_eq!(code(dealer.drop_from_tourney(cup.id, one, other).await), plays, "not the opponent");
    let third = [HOST, ANN, BOB, CYD].into_iter().find(|user| ![one, other].contains(user)).unwrap();
    assert_eq!(code(dealer.drop_from_tourney(cup.id, third, one).await), plays, "nor somebody they will meet");
    assert_eq!(code(dealer.call_off_tourney(cup.id, one).await), plays);
    // Another host can rule, and a player can leave.
    dealer.drop_from_tourney(cup.id, UserId(77), other).await.unwrap();
    dealer.drop_from_tourney(cup.id, one, one).await.unwrap();
}

/// Returns the pairing of a match.
async fn pairing_of(cup: &TournamentRoom, m: MatchId) -> PairingId {
    let tourney = cup.is("the match", |tourney| tourney.bouts().any(|bout| bout.opened == Some(Ok(m)))).await;
    tourney.bouts().find(|bout| bout.opened == Some(Ok(m))).unwrap().pairing
}

#[tokio::test]
async fn player_has_no_host_rights_in_the_tournament_after_leaving() {
    let cup = TournamentRoom::begun(Format::SingleElimination, &FOUR).await;
    let dealer = &cup.room.dealer;
    let semifinals = cup.lobbies(2).await;
    let other = semifinals.iter().find(|info| info.seat_of(ANN).is_none()).unwrap();
    let (m, pairing) = (other.id, pairing_of(&cup, other.id).await);
    let now = || at(cup.room.clock.now());
    let refused = Code::Seated;
    for leaves in [false, true] {
        if leaves {
            dealer.drop_from_tourney(cup.id, ANN, ANN).await.unwrap();
        }
        for by_hand in [HostVerdict::BothAbsent, HostVerdict::FirstWon] {
            assert_eq!(code(dealer.rule_pairing(cup.id, ANN, pairing, by_hand).await), refused);
        }
        assert_eq!(code(dealer.drop_from_tourney(cup.id, ANN, other.users.ec).await), refused);
        assert_eq!(code(dealer.call_off_tourney(cup.id, ANN).await), refused);
        assert_eq!(code(dealer.rule(m, ANN, Ruling::Begin, None, now()).await), refused);
        assert_eq!(code(dealer.cancel(m, ANN, None, now()).await), refused);
        assert_eq!(code(dealer.preview(m, ANN, Ruling::Begin, None, now()).await), refused);
    }
    for user in [other.users.ec, other.users.dmo] {
        cup.ready(m, user).await;
    }
    let substitute = Substitute { seat: Seat::Ec, user: ANN, name: "Ann".to_owned() };
    assert_eq!(code(dealer.rule(m, ANN, substitute, None, now()).await), refused);
    assert_eq!(code(dealer.look_at_hidden(m, ANN, Disclosure::Truth).await), refused);
    assert_eq!(code(dealer.disclose(m, ANN, Disclosure::Who).await), refused);
    let order = HostAct::Order { seat: Seat::Ec, text: "blu".to_owned() };
    for act in [HostAct::Pause, HostAct::Award(Seat::Ec), HostAct::Forfeit(Seat::Ec), HostAct::Void, order] {
        assert_eq!(code(dealer.rule(m, ANN, act, None, now()).await), refused);
    }
    cup.award(other, other.users.ec).await;
    assert_eq!(code(dealer.rule(m, ANN, HostAct::Undo, None, now()).await), refused, "nor when it is over");
    cup.room.go(cup.room.clock.now().plus(1_000)).await;
    cup.host(m, HostAct::Undo).await;
    // A player has no rights either while the tournament does not know yet which match it has opened.
    let mut opening = cup.now().await;
    opening.play.as_mut().unwrap().bouts.iter_mut().for_each(|bout| bout.opened = None);
    let state = serde_json::to_string(&opening).unwrap();
    cup.room.store.keep_tournament(cup.id, state, None, Vec::new(), UnixMs(0)).await.unwrap();
    assert_eq!(code(dealer.refuse_entrant(m, ANN).await), refused);
    dealer.refuse_entrant(m, HOST).await.unwrap();
}

#[tokio::test]
async fn card_withdrawn_by_the_tournament_is_no_absence() {
    // The tournament's own host plays in it.
    let cup =
        TournamentRoom::joined(Tourney { host: ANN, ..of(Format::SingleElimination) }, &[ANN, BOB, CYD, DEE]).await;
    cup.advance(TourneyStage::SignUp).await.unwrap();
    let semifinals = cup.lobbies(2).await;
    let hers = semifinals.iter().find(|info| info.seat_of(ANN).is_some()).unwrap();
    let pairing = pairing_of(&cup, hers.id).await;
    cup.room.dealer.rule_pairing(cup.id, HOST, pairing, HostVerdict::FirstWon).await.unwrap();
    cup.room.all_sent().await;
    cup.room.channel().has("The tournament cancelled").has("Decided by the host:").lacks("counts as absent");
}

#[tokio::test]
async fn match_begun_after_its_pairing_was_decided_is_ended() {
    for leaves in [false, true] {
        let cup = TournamentRoom::begun(Format::SingleElimination, &FOUR).await;
        let dealer = &cup.room.dealer;
        let card = cup.lobbies(2).await.remove(0);
        let pairing = pairing_of(&cup, card.id).await;
        cup.ready(card.id, card.users.ec).await;
        cup.room.settled().await;
        // Nothing is cancelled while the service is away.
        dealer.record_away(cup.room.clock.now());
        if leaves {
            dealer.drop_from_tourney(cup.id, card.users.ec, card.users.ec).await.unwrap();
        } else {
            dealer.rule_pairing(cup.id, HOST, pairing, HostVerdict::FirstAbsent).await.unwrap();
        }
        cup.ready(card.id, card.users.dmo).await;
        dealer.record_back().await;
        let told = cup.room.reads("counts as absent, so the opponent wins").await;
        assert!(told.is_last(), "{told}");
        assert_eq!(dealer.info(card.id).await.unwrap().outcome.unwrap().winner, None);
        let (verdict, [ec, _]) = first_decided(&cup).await;
        assert_eq!(verdict, Verdict::Absent(cup.now().await.entrant(ec).unwrap()));
    }
}

#[tokio::test]
async fn replaced_player_cannot_rule_on_the_match() {
    let cup = TournamentRoom::begun(Format::RoundRobin, &[ANN, BOB, CYD]).await;
    let card = next_card(&cup, None).await;
    for user in [card.users.ec, card.users.dmo] {
        cup.ready(card.id, user).await;
    }
    let dealer = &cup.room.dealer;
    let substitute = Substitute { seat: Seat::Ec, user: UserId(60), name: "Zoe".to_owned() };
    dealer.rule(card.id, HOST, substitute, None, at(cup.room.clock.now().plus(1_000))).await.unwrap();
    let award = HostAct::Award(Seat::Ec);
    let awarded = dealer.rule(card.id, card.users.ec, award, None, at(cup.room.clock.now().plus(2_000))).await;
    assert_eq!(code(awarded), Code::Seated);
}

#[tokio::test]
async fn finals_card_follows_the_semifinals_public_result() {
    let cup = TournamentRoom::begun(Format::SingleElimination, &[ANN, BOB, CYD]).await;
    let semifinal = next_card(&cup, None).await;
    for user in [semifinal.users.ec, semifinal.users.dmo] {
        cup.ready(semifinal.id, user).await;
    }
    cup.room.all_sent().await;
    // Discord does not accept the result's message for ten minutes.
    let late = SendError::Retry { after: Duration::from_mins(10) };
    cup.room.discord.failures.lock().unwrap().push((Destination::Channel(CHANNEL), late));
    cup.award(&semifinal, BOB).await;
    cup.is("the final is drawn", |tourney| tourney.play.as_ref().unwrap().tournament.rounds().len() == 2).await;
    cup.room.go(cup.room.clock.now().plus(60_000)).await;
    cup.room.settled().await;
    assert_eq!(cup.lobbies(0).await, [], "its card waits");
    cup.room.go(cup.room.clock.now().plus(10 * 60_000)).await;
    let last = next_card(&cup, None).await;
    cup.room.all_sent().await;
    let channel = cup.room.channel();
    let card = channel.iter().position(|message| message.of == last.id).unwrap();
    let result = channel.iter().rposition(|message| message.of == semifinal.id && message.is_last()).unwrap();
    assert!(result < card, "the result stands above it");
}

#[tokio::test]
async fn only_checked_in_players_are_paired_and_it_begins_once() {
    let with = Tourney { check_in_ms: Some(CHECK_IN_MS), ..of(Format::RoundRobin) };
    let cup = TournamentRoom::joined(with, &FOUR).await;
    let dealer = &cup.room.dealer;
    assert_eq!(code(dealer.check_in(cup.id, ANN, at(OPENED)).await), Code::WrongStage);
    assert_eq!(code(dealer.join_tourney(cup.id, entered(ANN)).await), Code::WrongStage, "twice");
    let (one, other) = tokio::join!(cup.advance(TourneyStage::SignUp), cup.advance(TourneyStage::SignUp));
    assert!(one.is_ok() != other.is_ok(), "the second is told that check-in has begun");
    assert_eq!(
        code(cup.advance(TourneyStage::SignUp).await),
        Code::WrongStage,
        "nor does a command that crossed it begin without people"
    );
    assert_eq!(code(dealer.join_tourney(cup.id, entered(UserId(40))).await), Code::WrongStage);
    assert_eq!(cup.calls(CHANNEL).await.last().pings, FOUR, "they are called to check in");
    for user in [ANN, BOB, CYD] {
        dealer.check_in(cup.id, user, at(OPENED.plus(CHECK_IN_MS - 1))).await.unwrap();
    }
    assert_eq!(code(dealer.check_in(cup.id, ANN, at(OPENED)).await), Code::WrongStage, "twice");
    assert_eq!(cup.calls(CHANNEL).await.len(), 1);
    cup.room.go(OPENED.plus(CHECK_IN_MS)).await;
    assert_eq!(code(dealer.check_in(cup.id, DEE, at(OPENED.plus(CHECK_IN_MS))).await), Code::Late);
    cup.room.go(OPENED.plus(CHECK_IN_MS + GRACE_MS)).await;
    let tourney = cup.is("the first round", |tourney| tourney.phase == Phase::Playing).await;
    assert_eq!(tourney.people.iter().map(|entered| entered.user).collect::<Vec<_>>(), [ANN, BOB, CYD]);
    assert_eq!(code(cup.advance(TourneyStage::SignUp).await), Code::WrongStage);
    cup.lobbies(1).await;
}

#[tokio::test]
async fn interrupted_check_in_begins_again_and_ends_if_too_few() {
    let with = Tourney { check_in_ms: Some(CHECK_IN_MS), ..of(Format::RoundRobin) };
    let mut cup = TournamentRoom::joined(with, &FOUR).await;
    cup.advance(TourneyStage::SignUp).await.unwrap();
    cup.room.dealer.check_in(cup.id, ANN, at(OPENED)).await.unwrap();
    cup.room.restart(Duration::from_hours(1)).await;
    let now = cup.room.clock.now();
    let again =
        |tourney: &Tourney| matches!(tourney.phase, Phase::CheckIn { until, .. } if until >= now.plus(CHECK_IN_MS));
    cup.is("the newer time", again).await;
    cup.room.dealer.check_in(cup.id, BOB, at(now.plus(CHECK_IN_MS - 1))).await.unwrap();
    cup.room.go(now.plus(CHECK_IN_MS + GRACE_MS + 1_000)).await;
    cup.is("the end", |tourney| tourney.phase == Phase::CalledOff { by: None }).await;
    assert_eq!(cup.lobbies(0).await, []);
}

#[tokio::test]
async fn tournament_begins_once_everybody_has_checked_in() {
    let with = Tourney { check_in_ms: Some(CHECK_IN_MS), ..of(Format::SingleElimination) };
    let cup = TournamentRoom::joined(with, &[ANN, BOB, CYD]).await;
    cup.advance(TourneyStage::SignUp).await.unwrap();
    for user in [ANN, BOB, CYD] {
        cup.room.dealer.check_in(cup.id, user, at(OPENED.plus(1_000))).await.unwrap();
    }
    assert_eq!(cup.now().await.phase, Phase::Playing);
    let only = cup.lobbies(1).await.remove(0);
    assert_eq!([BOB, CYD].map(|user| only.seat_of(user).is_some()), [true; 2], "the best passes");
}

#[tokio::test]
async fn hosts_rule_on_unplayed_pairings_but_not_on_their_own() {
    let cup = TournamentRoom::begun(Format::RoundRobin, &[ANN, BOB, CYD]).await;
    let dealer = &cup.room.dealer;
    let info = cup.lobbies(1).await.remove(0);
    let rule = |by, pairing, by_hand| dealer.rule_pairing(cup.id, by, PairingId(pairing), by_hand);
    assert_eq!(code(rule(info.users.ec, 1, HostVerdict::FirstWon).await), Code::Seated);
    assert_eq!(code(rule(HOST, 9, HostVerdict::FirstWon).await), Code::WrongStage);
    let after = rule(HOST, 1, HostVerdict::FirstWon).await.unwrap();
    let tournament = &after.play.as_ref().unwrap().tournament;
    assert_eq!(tournament.rounds().len(), 2);
    cup.room.settled().await;
    assert_eq!(dealer.info(info.id).await.unwrap().status, Status::Cancelled);
    let second = cup.lobbies(1).await.remove(0);
    for user in [second.users.ec, second.users.dmo] {
        cup.ready(second.id, user).await;
    }
    assert_eq!(code(rule(HOST, 2, HostVerdict::Drawn).await), Code::WrongStage, "its match decides it");
    assert_eq!(
        code(dealer.drop_from_tourney(cup.id, second.users.ec, second.users.ec).await),
        Code::WrongStage,
        "they play"
    );
    cup.host(second.id, HostAct::Void).await;
    let third = cup.lobbies(1).await.remove(0);
    // After the ruling is reverted the first pairing is played after all; the drawn rounds stay.
    rule(HOST, 1, HostVerdict::Reverted).await.unwrap();
    let both = cup.lobbies(2).await;
    assert!(both.iter().any(|info| info.id == third.id));
    let away = third.users.ec;
    dealer.drop_from_tourney(cup.id, away, away).await.unwrap();
    assert_eq!(code(dealer.drop_from_tourney(cup.id, away, away).await), Code::WrongStage);
    assert_eq!(code(dealer.drop_from_tourney(cup.id, UserId(99), UserId(99)).await), Code::WrongStage);
    let last: Vec<_> = both.iter().filter(|info| info.seat_of(away).is_none()).collect();
    for info in last {
        cup.won_by(info, info.users.dmo).await;
    }
    assert!(cup.winner().await.is_some());
    assert_eq!(cup.lobbies(0).await, []);
}

#[tokio::test]
async fn cancelled_tournament_ends_lobbies_and_keeps_matches() {
    let cup = TournamentRoom::begun(Format::SingleElimination, &FOUR).await;
    let lobbies = cup.lobbies(2).await;
    cup.room.all_sent().await;
    for user in [lobbies[0].users.ec, lobbies[0].users.dmo] {
        cup.ready(lobbies[0].id, user).await;
    }
    let another = at(OPENED.plus(1));
    assert_eq!(code(cup.room.dealer.open_tourney(another, of(Format::RoundRobin)).await), Code::WrongStage);
    cup.room.dealer.call_off_tourney(cup.id, HOST).await.unwrap();
    assert_eq!(cup.lobbies(0).await, []);
    cup.room.all_sent().await;
    cup.room.channel().has("The tournament cancelled").has("called off");
    assert_eq!(cup.room.dealer.info(lobbies[0].id).await.unwrap().status, Status::Running);
    assert_eq!(code(cup.room.dealer.join_tourney(cup.id, entered(UserId(50))).await), Code::WrongStage);
    // A second delivery of the same interaction opens no second tournament.
    cup.room.dealer.open_tourney(cup.id, of(Format::RoundRobin)).await.unwrap();
    assert_eq!(cup.now().await.phase, Phase::CalledOff { by: Some(HOST) });
    cup.room.dealer.open_tourney(another, of(Format::RoundRobin)).await.unwrap();
}

#[tokio::test]
async fn failed_tournament_message_is_retried_and_looked_for() {
    let cup = TournamentRoom::joined(of(Format::RoundRobin), &[]).await;
    cup.message(CHANNEL).await.lacks("P11");
    cup.room.discord.unannounced.store(2, Ordering::SeqCst);
    cup.room.dealer.join_tourney(cup.id, entered(ANN)).await.unwrap();
    let lost = async || (cup.room.discord.unannounced.load(Ordering::SeqCst) == 0).then_some(());
    until_late("it is tried again", &cup.room, 5_000, lost).await;
    cup.message(CHANNEL).await.has("P11");
    let too_few = cup.advance(TourneyStage::SignUp).await;
    assert_eq!(code(too_few), Code::WrongStage);
}

#[tokio::test]
async fn tournament_moves_with_its_server_and_continues() {
    let mut cup = TournamentRoom::begun(Format::SingleElimination, &FOUR).await;
    let semifinals = cup.lobbies(2).await;
    let (first, second) = (&semifinals[0], &semifinals[1]);
    cup.won_by(first, strongest(first)).await;
    let played =
        |tourney: &Tourney| tourney.play.as_ref().unwrap().tournament.rounds()[0].pairings[0].verdict().is_some();
    cup.is("the first result", played).await;
    for user in [second.users.ec, second.users.dmo] {
        cup.ready(second.id, user).await;
    }
    cup.is("the second begins", |tourney| {
        tourney.play.as_ref().unwrap().tournament.rounds()[0].pairings[1].has_begun()
    })
    .await;
    cup.room.dealer.shutdown(Duration::from_secs(5)).await;
    let lines = exported(&cup.room.store, GuildId(1)).await.unwrap();
    // An import into another database, in which the numbers are taken.
    let (before, other) = (cup.now_kept().await, Store::memory().await.unwrap());
    for number in 1..4 {
        let new = NewMatch { channel: ChannelId(99), ..new_match(header()) };
        let stamp = at(OPENED.plus(number));
        let dealer =
            Dealer::start(other.clone(), cup.room.clock.clone(), cup.room.discord.clone(), options()).await.unwrap();
        let id = dealer.open(NewMatch { guild: GuildId(9), ..new }, stamp).await.unwrap();
        dealer.cancel(id, HOST, None, stamp).await.unwrap();
        dealer.shutdown(Duration::from_secs(5)).await;
    }
    let count = imported(&other, GuildId(7), lines.clone()).await.unwrap();
    assert_eq!((count.matches, count.renumbered, count.tournaments), (1, 1, 1));
    assert_eq!(imported(&other, GuildId(7), lines).await.unwrap().tournaments, 0, "nothing comes twice");
    cup.room.store = other;
    cup.room.restart(Duration::from_secs(1)).await;
    let moved = cup.now().await;
    assert_eq!((moved.guild, moved.people.clone()), (GuildId(7), before.people));
    let bouts = &moved.play.as_ref().unwrap().bouts;
    assert_eq!(bouts[0].opened, Some(Ok(MatchId(4))), "it is the match that came with it");
    let again = cup.lobbies(1).await.remove(0);
    assert_eq!((again.users, again.id.0 > 4), (second.users, true), "what was not over is played again");
    let best = strongest(&again);
    cup.won_by(&again, best).await;
    let last = cup.lobbies(1).await.remove(0);
    cup.won_by(&last, ANN).await;
    assert_eq!(cup.winner().await, Some(ANN));

    // Once the tournament is over, an export of the imported server gives the same file.
    cup.room.settled().await;
    assert!(cup.room.dealer.tourneys_of(GuildId(7)).await.unwrap().is_empty());
    let lines = exported(&cup.room.store, GuildId(7)).await.unwrap();
    let empty = Store::memory().await.unwrap();
    imported(&empty, GuildId(7), lines.clone()).await.unwrap();
    assert_eq!(exported(&empty, GuildId(7)).await.unwrap(), lines);
    assert!(lines.iter().any(|line| matches!(line, ServerLine::Tournament(past) if past.ended_ms.is_some())));
    assert_eq!(lines.iter().filter(|line| matches!(line, ServerLine::Match(_))).count(), 3);
}

#[tokio::test]
async fn call_is_closed_once_it_is_outdated() {
    let cup = TournamentRoom::begun(Format::SingleElimination, &FOUR).await;
    for info in cup.lobbies(2).await {
        cup.won_by(&info, strongest(&info)).await;
    }
    let last = cup.lobbies(1).await.pop().unwrap();
    cup.won_by(&last, strongest(&last)).await;
    let winner = cup.winner().await.unwrap();
    let calls = cup.calls(CHANNEL).await;
    assert_eq!((calls.len(), &calls.last().pings), (1, &vec![winner]));
    cup.host(last.id, HostAct::Undo).await;
    cup.calls(CHANNEL).await.last().has("reverted");
    let other = if winner == last.users.ec { last.users.dmo } else { last.users.ec };
    cup.award(&last, other).await;
    assert_eq!(cup.winner().await, Some(other));
    let calls = cup.calls(CHANNEL).await;
    assert!(calls.len() == 2 && calls.last().lacks("reverted").pings == [other], "{calls}");
    calls[0].has("reverted");
}
