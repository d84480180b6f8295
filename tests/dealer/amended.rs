//! Messages that show prompts are changed only to what is so.

use deathmatch::dealer::{Form, Holds, Private, Spot};

use super::*;

impl Room {
    /// The messages that brought a step's prompts.
    fn prompts_of(&self, mark: Mark) -> Vec<Spot> {
        let arrived = self.post.arrived.lock().unwrap();
        let of = |notice: &Notice| matches!(notice, Notice::Prompt(prompt) if prompt.panel.mark == mark);
        arrived.iter().filter(|(item, _)| of(&item.notice)).map(|&(_, message)| Spot::Message(message)).collect()
    }

    /// What has been closed.
    fn closed(&self) -> Vec<Spot> {
        let amends = self.post.amends.lock().unwrap();
        amends.iter().filter(|amend| matches!(amend.form, Form::Closed(_))).map(|amend| amend.spot).collect()
    }
}

/// Words to one person that hold for a while, with their messages.
fn holding(room: &Room, user: UserId) -> Vec<(Private, Spot)> {
    let arrived = room.post.arrived.lock().unwrap();
    let held = arrived.iter().filter_map(|(item, message)| match &item.notice {
        Notice::Private(words) if words.user == user && words.holds.is_some() => {
            Some((words.clone(), Spot::Message(*message)))
        }
        _ => None,
    });
    held.collect()
}

/// What was made of a message, the newest last.
fn forms(room: &Room, spot: Spot) -> Vec<Form> {
    let amends = room.post.amends.lock().unwrap();
    amends.iter().filter(|amend| amend.spot == spot).map(|amend| amend.form.clone()).collect()
}

#[tokio::test]
async fn a_verdict_that_was_taken_back_says_so_in_the_players_own_messages_too() {
    let room = Room::playing().await;
    for (number, ms) in [(1, 1_000), (2, 3_000)] {
        room.dealer.host(room.m, HOST, HostAct::Award(Seat::Ec), None, at(t(ms))).await.unwrap();
        for user in [ANN, BOB] {
            let (_, spot) = until("the verdict", async || holding(&room, user).get(number - 1).cloned()).await;
            until("all is settled", async || room.store.prompting().await.unwrap().is_empty().then_some(())).await;
            assert!(forms(&room, spot).is_empty(), "it holds");
        }
        room.dealer.host(room.m, HOST, HostAct::Undo, None, at(t(ms + 1_000))).await.unwrap();
        for user in [ANN, BOB] {
            let (_, spot) = holding(&room, user).pop().unwrap();
            let back = |form: &Form| matches!(form, Form::TakenBack { by: Some(by) } if by == "The host");
            until("it is marked", async || forms(&room, spot).iter().any(back).then_some(())).await;
        }
    }
    let marked = |user| holding(&room, user).into_iter().map(|(_, spot)| forms(&room, spot).len()).collect::<Vec<_>>();
    assert_eq!((marked(ANN), marked(BOB)), (vec![1, 1], vec![1, 1]), "each once");
    // The prompts that were open then say nothing that could be taken back: nothing was ordered.
    let reopened = |amend: &Amend| matches!(amend.form, Form::Reopened { .. });
    assert!(!room.post.amends.lock().unwrap().iter().any(reopened));
}

/// Also where the match has ended anew before anybody looked.
#[tokio::test]
async fn a_verdict_that_was_taken_back_is_marked_beside_the_one_that_follows_at_once() {
    let room = Room::playing().await;
    room.host(HostAct::Award(Seat::Ec), t(1_000)).await;
    let last = |user| holding(&room, user).last().map(|(_, spot)| *spot);
    let first = until("the verdict", async || last(ANN).zip(last(BOB))).await;
    until("all is settled", async || room.store.prompting().await.unwrap().is_empty().then_some(())).await;
    let curtain = room.post.curtain.lock().await;
    room.host(HostAct::Undo, t(2_000)).await;
    room.host(HostAct::Void, t(3_000)).await;
    let second = async || last(ANN).zip(last(BOB)).filter(|now| now.0 != first.0 && now.1 != first.1);
    let second = until("the other end", second).await;
    drop(curtain);
    let marked = |spot: Spot| forms(&room, spot).iter().any(|form| matches!(form, Form::TakenBack { .. }));
    until("the first is marked", async || (marked(first.0) && marked(first.1)).then_some(())).await;
    room.settled().await;
    assert!(!marked(second.0) && !marked(second.1), "the other one holds");
}

#[tokio::test]
async fn what_a_prompt_told_of_a_round_is_marked_once_the_match_goes_back_behind_it() {
    let room = Room::playing().await;
    for (number, unit) in [(1, "samurai"), (2, "sage"), (3, "bard")] {
        room.marked(ANN, unit, t(number * 1_000)).await.unwrap();
        room.marked(BOB, unit, t(number * 1_000 + 500)).await.unwrap();
        room.prompted(usize::try_from(number).unwrap() + 1).await;
    }
    let second = room.prompts_of(room.post.prompts(ANN)[1].panel.mark);
    until("it is over", async || second.iter().all(|spot| room.closed().contains(spot)).then_some(())).await;
    let third = room.prompts_of(room.post.prompts(ANN)[2].panel.mark);
    until("it is over", async || third.iter().all(|spot| room.closed().contains(spot)).then_some(())).await;
    let marked = |spot: &Spot| forms(&room, *spot).iter().any(|form| matches!(form, Form::TakenBack { .. }));
    let reopened = |spot: &Spot| {
        let back = |form: &&Form| matches!(form, Form::Reopened { by } if by == "The host");
        forms(&room, *spot).iter().filter(back).count()
    };
    room.dealer.host(room.m, HOST, HostAct::Undo, None, at(t(5_000))).await.unwrap();
    until("its order is marked", async || third.iter().all(|spot| reopened(spot) == 1).then_some(())).await;
    assert!(!third.iter().any(marked), "what it told of round 2 still holds");
    room.dealer.host(room.m, HOST, HostAct::Undo, None, at(t(6_000))).await.unwrap();
    until("it is marked whole", async || third.iter().all(marked).then_some(())).await;
    until("the one before is", async || second.iter().all(|spot| reopened(spot) == 1).then_some(())).await;
    room.settled().await;
    assert!(!second.iter().any(marked), "what it told still holds");
    room.dealer.host(room.m, HOST, HostAct::Undo, None, at(t(7_000))).await.unwrap();
    until("it is marked", async || second.iter().all(marked).then_some(())).await;
    room.settled().await;
    assert!(second.iter().chain(&third).all(|spot| reopened(spot) == 1), "each once");
}

#[tokio::test]
async fn a_result_is_marked_also_for_whoever_has_left_the_match() {
    let room = Room::playing().await;
    for (number, unit) in [(1, "samurai"), (2, "sage")] {
        room.marked(ANN, unit, t(number * 1_000)).await.unwrap();
        room.marked(BOB, unit, t(number * 1_000 + 500)).await.unwrap();
        room.prompted(usize::try_from(number).unwrap() + 1).await;
    }
    let third = room.post.prompts(BOB)[2].panel.mark;
    let newcomer = Newcomer { seat: Seat::Dmo, user: UserId(15), name: "Cleo".into() };
    room.dealer.substitute(room.m, HOST, newcomer, None, at(t(5_000))).await.unwrap();
    let left = |spot: &Spot| {
        forms(&room, *spot)
            .iter()
            .any(|form| matches!(form, Form::Closed(words) if words.contains("Then you left the match.")))
    };
    let of_bob = until("it is closed", async || room.prompts_of(third).into_iter().find(left)).await;
    room.dealer.host(room.m, HOST, HostAct::Undo, None, at(t(6_000))).await.unwrap();
    let marked = |spot: &Spot| forms(&room, *spot).iter().any(|form| matches!(form, Form::TakenBack { .. }));
    until("it is marked", async || marked(&of_bob).then_some(())).await;
}

#[tokio::test]
async fn whoever_began_and_was_sat_in_for_hears_of_the_end() {
    let room = Room::playing().await;
    for (user, name, ms) in [(UserId(15), "Cleo", 1_000), (UserId(16), "Dora", 2_000)] {
        let newcomer = Newcomer { seat: Seat::Ec, user, name: name.into() };
        room.dealer.substitute(room.m, HOST, newcomer, None, at(t(ms))).await.unwrap();
    }
    room.host(HostAct::Award(Seat::Dmo), t(3_000)).await;
    let told = |user| room.post.private_lines(user).into_iter().filter(|line| line.contains("which you began"));
    until("it is said", async || told(ANN).next()).await;
    let all = room.post.private_lines(ANN).join("\n");
    assert!(all.contains("Ann, for whom Dora sat in,") && all.contains("Bob"), "{all}");
    let look = room.dealer.look(room.m, None).await.unwrap();
    assert_eq!(look.names, BySeat { ec: "Ann (Dora)".to_owned(), dmo: "Bob".to_owned() });
    assert!(look.describe.contains("Bob wins") && !look.describe.contains("Dora loses"), "{}", look.describe);
    // Who only sat in for a while is not told, and who plays is told as a player.
    assert_eq!([UserId(15), UserId(16), BOB].map(|user| told(user).count()), [0, 0, 0]);
    let of_ann = holding(&room, ANN).pop().unwrap().1;
    room.host(HostAct::Undo, t(4_000)).await;
    let marked = |spot: &Spot| forms(&room, *spot).iter().any(|form| matches!(form, Form::TakenBack { .. }));
    until("it is marked", async || marked(&of_ann).then_some(())).await;
    // Whoever is back hears of it once, as a player.
    let back = Newcomer { seat: Seat::Ec, user: ANN, name: "Ann".into() };
    room.dealer.substitute(room.m, HOST, back, None, at(t(5_000))).await.unwrap();
    room.host(HostAct::Award(Seat::Dmo), t(6_000)).await;
    room.settled().await;
    assert_eq!(told(ANN).count(), 1);
}

#[tokio::test]
async fn a_reminder_says_until_when_and_is_closed_once_it_is_past() {
    let room = Room::lobby(0).await;
    for user in [ANN, BOB] {
        room.store.keep_reminder(user, 20).await.unwrap();
    }
    room.begin().await;
    let mark = room.mark().await;
    room.go(t(UNIT_MS - 20_000)).await;
    let reminder = async |user| until("the reminder", async || holding(&room, user).pop()).await;
    let last = |spot| forms(&room, spot).pop();
    for user in [ANN, BOB] {
        let (words, _) = reminder(user).await;
        let Some(Holds::Waits { mark: of, until, prompt, .. }) = words.holds else { panic!("{words:?}") };
        assert_eq!((of, until), (mark, t(UNIT_MS)));
        let (channel, message) = prompt.expect("the prompt is there");
        assert_eq!(channel, ChannelId(user.0 + 1000));
        assert!(room.prompts_of(mark).contains(&Spot::Message(message)));
    }
    let ((_, of_ann), (_, of_bob)) = (reminder(ANN).await, reminder(BOB).await);
    room.dealer.host(room.m, HOST, HostAct::Extend(60), None, at(t(UNIT_MS - 19_000))).await.unwrap();
    for spot in [of_ann, of_bob] {
        let later = |form: Form| match form {
            Form::Words(words) => {
                matches!(words.holds, Some(Holds::Waits { until, .. }) if until == t(UNIT_MS + 60_000))
            }
            _ => false,
        };
        until("it says so", async || last(spot).is_some_and(later).then_some(())).await;
    }
    room.marked(ANN, "samurai", t(UNIT_MS - 15_000)).await.unwrap();
    let says = |spot, what: &str| matches!(last(spot), Some(Form::Closed(words)) if words.ends_with(what));
    until("it is in", async || says(of_ann, "**.\nYour order came in.").then_some(())).await;
    assert!(matches!(last(of_bob), Some(Form::Words(_))), "his is not, and nothing tells him of hers");
    room.go(t(UNIT_MS + 60_000 + GRACE_MS)).await;
    until("it is over", async || says(of_bob, "This is over.").then_some(())).await;
    assert!(says(of_ann, "Your order came in."), "it is said once");
}

/// Plays until there is a break, and gives the message that asks for Ready.
async fn a_break(room: &Room) -> MessageId {
    for told in 2.. {
        let now = room.clock.now();
        for (user, unit) in [(ANN, "samurai"), (BOB, "chocobo")] {
            room.marked(user, unit, now).await.unwrap();
        }
        room.go(now.plus(1_000)).await;
        room.publics(told).await;
        let arrived = room.post.arrived.lock().unwrap();
        let asks = |notice: &Notice| matches!(notice, Notice::Public(public) if public.controls == Controls::Ready);
        if let Some((_, message)) = arrived.iter().find(|(item, _)| asks(&item.notice)) {
            return *message;
        }
    }
    unreachable!("a bout ends")
}

#[tokio::test]
async fn a_break_shows_who_is_ready_wherever_they_said_so() {
    let room = Room::playing().await;
    let spot = Spot::Message(a_break(&room).await);
    let (mark, now) = (Some(room.mark().await), room.clock.now());
    // In a message of her own.
    room.dealer.press_ready(room.m, ANN, mark, at(now.plus(1))).await.unwrap();
    let says = |form: &Form| matches!(form, Form::Public { open: Some(ready), .. } if ready.ec && !ready.dmo);
    until("it says so", async || forms(&room, spot).iter().any(says).then_some(())).await;
    let changes = forms(&room, spot).len();
    room.dealer.press_ready(room.m, ANN, mark, at(now.plus(2))).await.unwrap();
    room.settled().await;
    assert_eq!(forms(&room, spot).len(), changes, "it is said once");
}

/// Whoever sits there now has pressed nothing.
#[tokio::test]
async fn a_press_of_ready_stays_a_sides_where_somebody_takes_its_seat() {
    let room = Room::playing().await;
    a_break(&room).await;
    let (mark, now) = (Some(room.mark().await), room.clock.now());
    room.dealer.press_ready(room.m, BOB, mark, at(now.plus(1))).await.unwrap();
    let newcomer = Newcomer { seat: Seat::Dmo, user: UserId(15), name: "Cleo".into() };
    room.dealer.substitute(room.m, HOST, newcomer, None, at(now.plus(2))).await.unwrap();
    let asks = |named: &str| {
        let publics = room.post.publics();
        let last = publics.last().filter(|public| public.controls == Controls::Ready);
        last.filter(|public| public.ready.dmo && public.names == BySeat { ec: "Ann", dmo: named }.map(str::to_owned))
            .map(drop)
    };
    until("it is said", async || asks("Cleo's side")).await;
    // Also in what is said later in the same break.
    room.host(HostAct::Pause, now.plus(3)).await;
    room.host(HostAct::Resume, now.plus(4)).await;
    until("it is said again", async || (room.post.publics().len() > 3).then(|| asks("Cleo's side")).flatten()).await;
    // In another break it is hers.
    room.dealer.press_ready(room.m, ANN, Some(room.mark().await), at(now.plus(5))).await.unwrap();
    let last =
        until("the next round", async || room.post.publics().pop().filter(|public| public.controls == Controls::Order))
            .await;
    assert_eq!(last.names.dmo, "Cleo");
}

#[tokio::test]
async fn an_order_in_a_break_is_told_what_there_is_to_do_and_in_a_paused_one_nothing() {
    let room = Room::playing().await;
    a_break(&room).await;
    let (mark, now) = (When::Marked(room.mark().await), room.clock.now());
    let refused = async |ms| match room.order(ANN, "samurai", mark, at(now.plus(ms))).await {
        Err(Error::Refused(refused)) => refused.message,
        other => panic!("{other:?}"),
    };
    let said = refused(1).await;
    assert!(said.contains("asks for no order now") && said.contains("press **Ready**"), "{said}");
    room.dealer.host(room.m, HOST, HostAct::Pause, None, at(now.plus(2))).await.unwrap();
    let said = refused(3).await;
    assert!(said.contains("is paused, with no order to give") && !said.contains("Ready"), "{said}");
}

#[tokio::test]
async fn a_press_on_a_breaks_own_message_is_shown_by_its_answer_alone() {
    let mut room = Room::playing().await;
    let message = a_break(&room).await;
    let noted = async || {
        let open = room.store.open_prompts(room.m).await.unwrap();
        open.iter().any(|row| row.prompt.message == message).then_some(())
    };
    until("it is noted", noted).await;
    // What is looked over once it is there is done by then.
    room.settled().await;
    let (mark, now) = (Some(room.mark().await), room.clock.now());
    let before = forms(&room, Spot::Message(message)).len();
    room.dealer.press_ready_on(room.m, ANN, mark, message, at(now.plus(1))).await.unwrap();
    room.settled().await;
    room.restart(Duration::from_millis(10)).await;
    room.settled().await;
    assert_eq!(forms(&room, Spot::Message(message)).len(), before);
}

#[tokio::test]
async fn a_prompt_that_comes_while_others_are_looked_at_is_not_taken_for_one_that_is_over() {
    let room = Room::playing().await;
    let first = room.mark().await;
    let curtain = room.post.curtain.lock().await;
    let looks = room.post.looks.load(Ordering::SeqCst);
    room.dealer.look_over(room.m);
    until("a look", async || (room.post.looks.load(Ordering::SeqCst) > looks).then_some(())).await;
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    room.prompted(2).await;
    drop(curtain);
    let over = room.prompts_of(first);
    until("what is over", async || over.iter().all(|spot| room.closed().contains(spot)).then_some(())).await;
    let present = room.prompts_of(room.mark().await);
    assert_eq!((over.len(), present.len()), (2, 2));
    assert!(room.closed().iter().all(|spot| !present.contains(spot)), "a prompt that awaits an order is closed");
}

#[tokio::test]
async fn a_finished_match_has_nothing_to_be_looked_over_at_a_start() {
    let room = Room::playing().await;
    room.dealer.host(room.m, HOST, HostAct::Award(Seat::Ec), None, at(t(1_000))).await.unwrap();
    until("all is settled", async || room.store.prompting().await.unwrap().is_empty().then_some(())).await;
    room.dealer.host(room.m, HOST, HostAct::Undo, None, at(t(2_000))).await.unwrap();
    until("it is looked over again", async || (room.store.prompting().await.unwrap() == [room.m]).then_some(())).await;
}

/// What was given for somebody in a step that is taken back is gone with it, and said to be; what is given anew is not.
#[tokio::test]
async fn an_order_that_a_host_gave_is_said_to_be_gone_with_its_step() {
    let room = Room::playing().await;
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    room.prompted(2).await;
    let given = || HostAct::Order { seat: Seat::Ec, text: "sage".to_owned() };
    let told = async |number: usize| {
        let says = |(words, spot): (Private, Spot)| {
            words.lines.iter().any(|line| line.contains("gave an order for you")).then_some(spot)
        };
        until("she is told", async || holding(&room, ANN).into_iter().filter_map(says).nth(number)).await
    };
    room.host(given(), t(3_000)).await;
    let first = told(0).await;
    room.host(HostAct::Undo, t(4_000)).await;
    let marked = |spot: &Spot| forms(&room, *spot).iter().any(|form| matches!(form, Form::TakenBack { .. }));
    until("it is marked", async || marked(&first).then_some(())).await;
    let lines = || room.post.publics().into_iter().flat_map(|public| public.lines).collect::<Vec<_>>();
    until("it is said", async || lines().iter().any(|line| line.contains("it is gone with that")).then_some(())).await;
    assert!(!lines().iter().any(|line| line.contains("gave Ann's order")), "{:?}", lines());
    room.host(given(), t(5_000)).await;
    let second = told(1).await;
    room.settled().await;
    assert!(!marked(&second), "it stands");
    room.marked(BOB, "dragoon", t(6_000)).await.unwrap();
    until("it counts", async || lines().iter().any(|line| line.contains("gave Ann's order")).then_some(())).await;
}

/// In a break nothing else would tell the players that their channel is gone and the match stands still.
#[tokio::test]
async fn players_hear_of_a_channel_that_goes_in_a_break() {
    let room = Room::playing().await;
    let told =
        |user| room.post.private_lines(user).into_iter().filter(|line| line.contains("is paused, because its channel"));
    room.dealer.channel_deleted(CHANNEL).await;
    until("it is paused", async || {
        (room.dealer.info(room.m).await.unwrap().stage == deathmatch::dealer::Stage::Paused).then_some(())
    })
    .await;
    room.settled().await;
    assert_eq!((told(ANN).count(), told(BOB).count()), (0, 0), "their prompts say so");
    let room = Room::playing().await;
    a_break(&room).await;
    room.dealer.channel_deleted(CHANNEL).await;
    for user in [ANN, BOB] {
        let told =
            || room.post.private_lines(user).into_iter().find(|line| line.contains("is paused, because its channel"));
        until("they are told", async || told()).await;
    }
}
