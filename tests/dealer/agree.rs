//! What two players agree on: only what the match allows, only both, only where it stands as it was put.

use super::*;

const HANA: UserId = UserId(13);

impl Room {
    /// A match that is played under these values, opened as a friendly one or by a host.
    async fn under(game: &str, ruleset: &str, friendly: bool) -> Self {
        let mut room = Self::lobby(0).await;
        let preset = if game == "warriors-death" { "standard" } else { "blockade" };
        let header = format!(
            r#"{{"record":1,"game":"{game}","preset":"{preset}","ruleset":{ruleset},"seats":{{"ec":"Ann","dmo":"Bob"}},"seed":"1"}}"#
        );
        let new = NewMatch { friendly, ..new_match(Header::read(&header).unwrap()) };
        room.m = room.dealer.open(new, at(OPENED)).await.unwrap();
        room.go(BEGAN).await;
        room.dealer.press_ready(room.m, ANN, None, at(OPENED.plus(2_000))).await.unwrap();
        room.dealer.press_ready(room.m, BOB, None, Snowflake::at(BEGAN)).await.unwrap();
        room.publics(1).await;
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

    /// How many proposals have been put in the channel.
    async fn proposals(&self, count: usize) -> Vec<Proposal> {
        until("proposals", async || {
            let arrived = self.post.arrived.lock().unwrap();
            let put: Vec<Proposal> = arrived
                .iter()
                .filter_map(|(item, _)| match &item.notice {
                    Notice::Proposal(proposal) => Some(proposal.clone()),
                    _ => None,
                })
                .collect();
            (put.len() >= count).then_some(put)
        })
        .await
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
async fn a_pause_takes_both_and_so_does_its_end() {
    let mut room = Room::friendly().await;
    let pause = room.propose(ANN, Agreement::Pause, t(1_000)).await.unwrap();
    let put = room.proposals(1).await;
    assert_eq!((put[0].id, put[0].to, put[0].seat), (pause, BOB, Seat::Ec));
    assert_eq!(code(room.settle(ANN, pause, true, t(1_100)).await), Code::NotAwaited);
    assert_eq!(code(room.settle(HANA, pause, true, t(1_200)).await), Code::NotSeated);
    assert!(room.hosts().await.is_empty());
    room.restart(Duration::ZERO).await;
    let press = at(t(2_000));
    for _twice in 0..2 {
        let settled = room.dealer.settle(room.m, BOB, pause, true, press).await.unwrap();
        assert_eq!(settled, ProposalOutcome::Agreed("Match 2: Ann asked to pause the match. Bob agreed.".to_owned()));
    }
    let publics = room.publics(2).await;
    assert_eq!(publics[1].lines[0], "Ann and Bob agree to pause the match.");
    assert!(publics[1].lines[1].contains("`/match agree`") && publics[1].controls == Controls::None);
    assert!(room.dealer.panel(room.m, ANN).await.unwrap().paused_by_players);
    let entry = &room.hosts().await[0];
    assert_eq!((&entry["host"], &entry["by"]), (&"pause".into(), &"11 and 12".into()));
    assert_eq!(entry["meta"]["agreed"], "Ann and Bob");
    assert!(over(room.settle(BOB, pause, true, t(2_500)).await).contains("agreed on already"));
    assert_eq!(code(room.propose(BOB, Agreement::Pause, t(3_000)).await), Code::BadHostAction);
    let go_on = room.propose(BOB, Agreement::Resume, t(3_500)).await.unwrap();
    let settled = room.settle(ANN, go_on, true, t(4_000)).await.unwrap();
    assert!(matches!(settled, ProposalOutcome::Agreed(_)), "{settled:?}");
    assert!(room.publics(3).await[2].lines[0].contains("Bob and Ann agree to continue."));
    assert_eq!(room.hosts().await.len(), 2);
}

#[tokio::test]
async fn a_hosts_pause_is_the_hosts_to_end() {
    let room = Room::friendly().await;
    room.dealer.host(room.m, HANA, HostAct::Pause, None, at(t(1_000))).await.unwrap();
    let refused = room.propose(ANN, Agreement::Resume, t(2_000)).await.unwrap_err();
    assert!(refused.to_string().contains("a host resumes it"), "{refused}");
}

#[tokio::test]
async fn only_what_the_match_allows_is_agreed_on() {
    let hosted = Room::under("warriors-death", "{}", false).await;
    let refused = hosted.propose(ANN, Agreement::Pause, t(1_000)).await.unwrap_err();
    assert!(refused.to_string().contains("nothing is done by agreement"), "{refused}");
    let pausing = Room::under("warriors-death", r#"{"agree":"pause"}"#, false).await;
    pausing.propose(ANN, Agreement::Pause, t(1_000)).await.unwrap();
    let refused = pausing.propose(BOB, Agreement::CallOff, t(1_000)).await.unwrap_err();
    assert!(refused.to_string().contains("By agreement you can pause;"), "{refused}");
    let nothing = Room::under("warriors-death", r#"{"agree":"nothing"}"#, true).await;
    assert_eq!(code(nothing.propose(ANN, Agreement::CallOff, t(1_000)).await), Code::BadHostAction);
    assert_eq!(code(pausing.propose(HANA, Agreement::Pause, t(1_000)).await), Code::NotSeated);
}

#[tokio::test]
async fn a_proposal_dies_with_its_step_its_time_and_a_hosts_ruling() {
    // The step.
    let room = Room::friendly().await;
    let pause = room.propose(ANN, Agreement::Pause, t(1_000)).await.unwrap();
    room.marked(ANN, "samurai", t(1_500)).await.unwrap();
    room.marked(BOB, "sage", t(1_600)).await.unwrap();
    assert!(over(room.settle(BOB, pause, true, t(2_000)).await).contains("moved on"));
    // Its time.
    let room = Room::under("warriors-death", r#"{"unit_s":600}"#, true).await;
    let pause = room.propose(ANN, Agreement::Pause, t(1_000)).await.unwrap();
    assert!(over(room.settle(BOB, pause, true, t(121_000)).await).contains("Its time is up"));
    assert!(over(room.settle(BOB, pause, true, t(121_100)).await).contains("Its time is up"));
    // A host.
    let pause = room.propose(BOB, Agreement::Pause, t(130_000)).await.unwrap();
    room.dealer.host(room.m, HANA, HostAct::Extend(60), None, at(t(131_000))).await.unwrap();
    assert!(over(room.settle(ANN, pause, true, t(132_000)).await).contains("moved on"));
    assert_eq!(room.hosts().await.len(), 1);
}

#[tokio::test]
async fn who_is_refused_or_thinks_again_does_not_ask_on_and_on() {
    let room = Room::friendly().await;
    let pause = room.propose(ANN, Agreement::Pause, t(1_000)).await.unwrap();
    assert_eq!(code(room.propose(ANN, Agreement::CallOff, t(1_100)).await), Code::BadHostAction);
    let settled = room.settle(BOB, pause, false, t(2_000)).await.unwrap();
    assert_eq!(settled, ProposalOutcome::Dropped("Match 2: Ann asked to pause the match. Bob refused.".to_owned()));
    assert!(over(room.settle(BOB, pause, true, t(2_100)).await).contains("refused already"));
    assert_eq!(code(room.propose(ANN, Agreement::Pause, t(3_000)).await), Code::BadHostAction);
    let end = room.propose(ANN, Agreement::CallOff, t(4_000)).await.unwrap();
    let settled = room.settle(ANN, end, false, t(5_000)).await.unwrap();
    assert!(matches!(&settled, ProposalOutcome::Dropped(words) if words.ends_with("Ann withdrew it.")), "{settled:?}");
    assert!(room.hosts().await.is_empty());
    assert_eq!(room.proposals(2).await.len(), 2);
}

#[tokio::test]
async fn both_who_ask_for_the_same_do_it_once() {
    let room = Room::friendly().await;
    let hers = room.propose(ANN, Agreement::Pause, t(1_000)).await.unwrap();
    let his = room.propose(BOB, Agreement::Pause, t(1_000)).await.unwrap();
    let both = tokio::join!(room.settle(BOB, hers, true, t(2_000)), room.settle(ANN, his, true, t(2_000)));
    let agreed = [both.0, both.1].into_iter().filter(|one| matches!(one, Ok(ProposalOutcome::Agreed(_)))).count();
    assert_eq!((agreed, room.hosts().await.len()), (1, 1));
}

#[tokio::test]
async fn a_match_that_both_call_off_ends_and_says_who_did() {
    let room = Room::friendly().await;
    let end = room.propose(BOB, Agreement::CallOff, t(1_000)).await.unwrap();
    room.settle(ANN, end, true, t(2_000)).await.unwrap();
    let last = room.publics(2).await[1].clone();
    assert!(
        last.over && last.lines.iter().any(|line| line == "Bob and Ann agree to call the match off."),
        "{:?}",
        last.lines
    );
    assert_eq!(code(room.propose(ANN, Agreement::CallOff, t(3_000)).await), Code::WrongStage);
}

#[tokio::test]
async fn a_move_is_taken_back_only_where_nothing_was_hidden() {
    // Sealed orders are no moves to take back, whatever the values say.
    let sealed = Room::under("warriors-death", r#"{"agree":"all"}"#, false).await;
    assert_eq!(code(sealed.propose(ANN, Agreement::TakeBack, t(500)).await), Code::BadHostAction);
    sealed.marked(ANN, "samurai", t(1_000)).await.unwrap();
    sealed.marked(BOB, "sage", t(2_000)).await.unwrap();
    let refused = sealed.propose(ANN, Agreement::TakeBack, t(3_000)).await.unwrap_err();
    assert!(refused.to_string().contains("in front of everyone"), "{refused}");
    assert!(sealed.hosts().await.is_empty());
}

#[tokio::test]
async fn a_move_on_an_open_board_is_taken_back_by_both() {
    let room = Room::under("blockade-chess", r#"{"agree":"all"}"#, false).await;
    let mover = async || {
        let desk = room.dealer.desk(room.m).await.unwrap();
        if desk.orders.ec.is_some() { ANN } else { BOB }
    };
    let move_of = async |moment| {
        let user = mover().await;
        let order = room.dealer.complete(room.m, user, "").await.into_iter().next().unwrap();
        room.marked(user, &order, moment).await.unwrap();
        user
    };
    let _begun = move_of(t(1_000)).await;
    let before = room.mark().await;
    let user = move_of(t(2_000)).await;
    let other = if user == ANN { BOB } else { ANN };
    let (name, order) = (if user == ANN { "Ann" } else { "Bob" }, room.record().await[1]["order"].clone());
    let moved = format!("{name}'s move **{}**", order.as_str().unwrap());
    // Either can ask for it, and everyone reads whose move it is.
    let back = room.propose(other, Agreement::TakeBack, t(2_500)).await.unwrap();
    assert_eq!(room.proposals(1).await[0].moved.as_deref(), Some(moved.as_str()));
    let dropped = room.settle(user, back, false, t(2_600)).await.unwrap();
    assert!(
        matches!(&dropped, ProposalOutcome::Dropped(words) if words.contains(&format!("revert {moved}"))),
        "{dropped:?}"
    );
    let back = room.propose(user, Agreement::TakeBack, t(3_000)).await.unwrap();
    room.settle(other, back, true, t(4_000)).await.unwrap();
    assert_eq!((room.mark().await.step, mover().await), (before.step, user), "the same move is asked again");
    let publics = room.publics(4).await;
    assert!(publics[3].lines[0].contains("agree to revert the last move"), "{:?}", publics[3].lines);
}

#[tokio::test]
async fn that_an_end_is_taken_back_follows_it_to_whoever_is_asked_in_front_of_everyone() {
    let room = Room::under("blockade-chess", "{}", false).await;
    room.dealer.host(room.m, HOST, HostAct::Award(Seat::Ec), None, at(t(1_000))).await.unwrap();
    let told = async |words: &str| {
        let all = [ANN, BOB].map(|user| room.post.private_lines(user));
        all.iter().all(|lines| lines.iter().any(|line| line.contains(words))).then_some(())
    };
    until("both are told of the end", async || told("wins").await).await;
    room.dealer.host(room.m, HOST, HostAct::Undo, None, at(t(2_000))).await.unwrap();
    until("both are told that it is none", async || told(" back").await).await;
}
