//! Agreements of two players: only those that the match allows, only by both, and only in the state in which they were proposed.

use super::*;

impl Room {
    /// Begins a match under these options, opened as a friendly match or by a host.
    async fn under(game: &str, ruleset: &str, friendly: bool) -> Self {
        let preset = if game == "warriors-death" { "standard" } else { "blockade" };
        let header = format!(
            r#"{{"record":1,"game":"{game}","preset":"{preset}","ruleset":{ruleset},"seats":{{"ec":"Ann","dmo":"Bob"}},"seed":"1"}}"#
        );
        let room = Self::with(NewMatch { friendly, ..new_match(Header::read(&header).unwrap()) }).await;
        room.begin().await;
        room
    }

    async fn friendly() -> Self {
        Self::under("warriors-death", r#"{"unit_s":60}"#, true).await
    }

    async fn propose(&self, user: UserId, what: Agreement, moment: UnixMs) -> Result<Snowflake, Error> {
        let stamp = at(moment);
        self.dealer.propose(self.m, user, what, stamp).await.map(|_| stamp)
    }

    async fn settle(
        &self,
        user: UserId,
        proposal: Snowflake,
        agrees: bool,
        moment: UnixMs,
    ) -> Result<ProposalOutcome, Error> {
        self.dealer.settle(self.m, user, proposal, agrees, at(moment)).await
    }

    /// Returns the proposals in the channel.
    fn proposals(&self) -> Timeline {
        self.channel().of("proposal")
    }

    async fn hosts(&self) -> Vec<Value> {
        self.record().await.into_iter().filter(|entry| entry.get("host").is_some()).collect()
    }
}

fn over(settled: Result<ProposalOutcome, Error>) -> String {
    match settled {
        Ok(ProposalOutcome::Over { why, .. }) => why,
        other => panic!("it is not over: {other:?}"),
    }
}

#[tokio::test]
async fn pause_and_resumption_need_both_players() {
    let mut room = Room::friendly().await;
    let pause = room.propose(ANN, Agreement::Pause, t(1_000)).await.unwrap();
    room.all_sent().await;
    for put in [room.proposals(), room.sees(BOB).of("proposal")].map(|asked| asked.last().clone()) {
        assert!(put.pings == [BOB] && put.can("Agree (Bob)") && put.can("Refuse") && put.says("Ann asks"), "{put}");
    }
    assert_eq!(room.sees(ANN).of("proposal").len(), 0);
    assert_eq!(code(room.settle(ANN, pause, true, t(1_100)).await), Code::NotAwaited);
    assert_eq!(code(room.settle(HANA, pause, true, t(1_200)).await), Code::NotSeated);
    assert!(room.hosts().await.is_empty());
    room.restart(Duration::ZERO).await;
    let press = at(t(2_000));
    for _twice in 0..2 {
        let settled = room.dealer.settle(room.m, BOB, pause, true, press).await.unwrap();
        assert!(matches!(settled, ProposalOutcome::Agreed(_)), "{settled:?}");
    }
    let paused = room.reads("Ann and Bob agree").await;
    // The answer closes both messages.
    for settled in [room.reads("Ann asked to pause").await, room.hears(BOB, "Ann asked to pause").await] {
        assert!(settled.says("Bob agreed.") && !settled.is_open(), "{settled}");
    }
    assert!(!paused.has("/match agree").is_open(), "{paused}");
    assert_eq!(room.dealer.prompt(room.m, ANN).await.unwrap().clock, ClockState::Paused(PauseCause::Players));
    let entry = &room.hosts().await[0];
    assert_eq!((&entry["host"], &entry["by"]), (&"pause".into(), &"11 and 12".into()));
    assert_eq!(entry["meta"]["agreed"], "Ann and Bob");
    assert!(over(room.settle(BOB, pause, true, t(2_500)).await).contains("agreed on already"));
    assert_eq!(code(room.propose(BOB, Agreement::Pause, t(3_000)).await), Code::BadHostAction);
    let go_on = room.propose(BOB, Agreement::Resume, t(3_500)).await.unwrap();
    let settled = room.settle(ANN, go_on, true, t(4_000)).await.unwrap();
    assert!(matches!(settled, ProposalOutcome::Agreed(_)), "{settled:?}");
    room.reads("Bob and Ann agree").await;
    assert_eq!(room.hosts().await.len(), 2);
}

#[tokio::test]
async fn players_cannot_resume_a_hosts_pause() {
    let room = Room::friendly().await;
    room.dealer.rule(room.m, HANA, HostAct::Pause, None, at(t(1_000))).await.unwrap();
    let refused = room.propose(ANN, Agreement::Resume, t(2_000)).await.unwrap_err();
    assert!(refused.to_string().contains("a host resumes it"), "{refused}");
}

#[tokio::test]
async fn match_options_limit_agreements() {
    let hosted = Room::under("warriors-death", "{}", false).await;
    let refused = hosted.propose(ANN, Agreement::Pause, t(1_000)).await.unwrap_err();
    assert!(refused.to_string().contains("nothing is done by agreement"), "{refused}");
    let pausing = Room::under("warriors-death", r#"{"agree":"pause"}"#, false).await;
    pausing.propose(ANN, Agreement::Pause, t(1_000)).await.unwrap();
    let refused = pausing.propose(BOB, Agreement::CallOff, t(1_000)).await.unwrap_err();
    assert!(refused.to_string().contains("By agreement you can only pause, or take more time;"), "{refused}");
    let nothing = Room::under("warriors-death", r#"{"agree":"nothing"}"#, true).await;
    assert_eq!(code(nothing.propose(ANN, Agreement::CallOff, t(1_000)).await), Code::BadHostAction);
    assert_eq!(code(pausing.propose(HANA, Agreement::Pause, t(1_000)).await), Code::NotSeated);
}

#[tokio::test]
async fn proposal_ends_with_its_step_its_time_or_a_ruling() {
    // By the end of its step.
    let room = Room::friendly().await;
    let pause = room.propose(ANN, Agreement::Pause, t(1_000)).await.unwrap();
    room.marked(ANN, "samurai", t(1_500)).await.unwrap();
    room.marked(BOB, "sage", t(1_600)).await.unwrap();
    assert!(over(room.settle(BOB, pause, true, t(2_000)).await).contains("moved on"));
    // By the end of its time.
    let room = Room::under("warriors-death", r#"{"unit_s":600}"#, true).await;
    let pause = room.propose(ANN, Agreement::Pause, t(1_000)).await.unwrap();
    assert!(over(room.settle(BOB, pause, true, t(121_000)).await).contains("Its time is up"));
    assert!(over(room.settle(BOB, pause, true, t(121_100)).await).contains("Its time is up"));
    // By a host's ruling.
    let pause = room.propose(BOB, Agreement::Pause, t(130_000)).await.unwrap();
    room.dealer.rule(room.m, HANA, HostAct::Extend(60), None, at(t(131_000))).await.unwrap();
    assert!(over(room.settle(ANN, pause, true, t(132_000)).await).contains("moved on"));
    assert_eq!(room.hosts().await.len(), 1);
}

#[tokio::test]
async fn refused_or_withdrawn_proposal_cannot_be_repeated_at_once() {
    let room = Room::friendly().await;
    let pause = room.propose(ANN, Agreement::Pause, t(1_000)).await.unwrap();
    assert_eq!(code(room.propose(ANN, Agreement::CallOff, t(1_100)).await), Code::BadHostAction);
    let settled = room.settle(BOB, pause, false, t(2_000)).await.unwrap();
    assert!(matches!(&settled, ProposalOutcome::Dropped(words) if words.contains("Bob refused")), "{settled:?}");
    room.hears(BOB, "Ann asked to pause the match. Bob refused.").await;
    assert!(over(room.settle(BOB, pause, true, t(2_100)).await).contains("refused already"));
    assert_eq!(code(room.propose(ANN, Agreement::Pause, t(3_000)).await), Code::BadHostAction);
    let end = room.propose(ANN, Agreement::CallOff, t(4_000)).await.unwrap();
    let settled = room.settle(ANN, end, false, t(5_000)).await.unwrap();
    assert!(matches!(&settled, ProposalOutcome::Dropped(words) if words.contains("Ann withdrew it")), "{settled:?}");
    assert!(room.hosts().await.is_empty());
    room.all_sent().await;
    assert_eq!(room.proposals().len(), 2);
}

#[tokio::test]
async fn matching_proposals_take_effect_once() {
    let room = Room::friendly().await;
    let hers = room.propose(ANN, Agreement::Pause, t(1_000)).await.unwrap();
    let his = room.propose(BOB, Agreement::Pause, t(1_000)).await.unwrap();
    let both = tokio::join!(room.settle(BOB, hers, true, t(2_000)), room.settle(ANN, his, true, t(2_000)));
    let agreed = [both.0, both.1].into_iter().filter(|one| matches!(one, Ok(ProposalOutcome::Agreed(_)))).count();
    assert_eq!((agreed, room.hosts().await.len()), (1, 1));
}

#[tokio::test]
async fn match_cancelled_by_agreement_ends_and_names_both() {
    let room = Room::friendly().await;
    let end = room.propose(BOB, Agreement::CallOff, t(1_000)).await.unwrap();
    room.settle(ANN, end, true, t(2_000)).await.unwrap();
    let last = room.reads("Bob and Ann agree to call").await;
    assert!(last.is_last(), "{last}");
    assert_eq!(code(room.propose(ANN, Agreement::CallOff, t(3_000)).await), Code::WrongStage);
}

#[tokio::test]
async fn take_back_is_refused_for_hidden_orders() {
    // Sealed orders cannot be taken back, whatever the options say.
    let sealed = Room::under("warriors-death", r#"{"agree":"all"}"#, false).await;
    assert_eq!(code(sealed.propose(ANN, Agreement::TakeBack, t(500)).await), Code::BadHostAction);
    sealed.round(1_000, "samurai", "sage").await;
    let refused = sealed.propose(ANN, Agreement::TakeBack, t(3_000)).await.unwrap_err();
    assert!(refused.to_string().contains("hidden"), "{refused}");
    assert!(sealed.hosts().await.is_empty());
}

#[tokio::test]
async fn open_move_can_be_taken_back_by_agreement() {
    let room = Room::under("blockade-chess", r#"{"agree":"all"}"#, false).await;
    let mover = async || {
        let panel = room.dealer.host_panel(room.m).await.unwrap();
        if panel.orders.ec.is_some() { ANN } else { BOB }
    };
    let move_of = async |moment| {
        let user = mover().await;
        let order = room.dealer.complete(room.m, user, "").await.into_iter().next().unwrap();
        (user, room.marked(user, &order, moment).await.unwrap().words)
    };
    let _begun = move_of(t(1_000)).await;
    let before = room.mark().await;
    let (user, words) = move_of(t(2_000)).await;
    let other = if user == ANN { BOB } else { ANN };
    let moved = format!("{}'s move **{words}**", if user == ANN { "Ann" } else { "Bob" });
    // Either player can propose it, and the proposal names the move's player if that is the other one.
    let back = room.propose(other, Agreement::TakeBack, t(2_500)).await.unwrap();
    room.all_sent().await;
    room.proposals().last().has(&moved);
    let dropped = room.settle(user, back, false, t(2_600)).await.unwrap();
    assert!(
        matches!(&dropped, ProposalOutcome::Dropped(words) if words.contains(&format!("undo {moved}"))),
        "{dropped:?}"
    );
    let back = room.propose(user, Agreement::TakeBack, t(3_000)).await.unwrap();
    room.all_sent().await;
    room.proposals().last().has("asks to undo their own move");
    room.settle(other, back, true, t(4_000)).await.unwrap();
    assert_eq!((room.mark().await.step, mover().await), (before.step, user), "the same move is asked again");
    room.reads("agree to undo the last move").await;
}

#[tokio::test]
async fn undo_of_an_end_is_told_to_both_players_privately() {
    let room = Room::under("blockade-chess", "{}", false).await;
    room.host(HostAct::Award(Seat::Ec), t(1_000)).await;
    for user in [ANN, BOB] {
        room.hears(user, "wins").await;
    }
    room.host(HostAct::Undo, t(2_000)).await;
    for user in [ANN, BOB] {
        room.hears(user, "reverted").await;
    }
}
