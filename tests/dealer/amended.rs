//! Messages that show prompts are changed only to what is so.

use super::*;

impl Room {
    /// The messages that brought a step's prompts.
    fn prompts_of(&self, mark: StepId) -> Vec<Spot> {
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

/// What was made of a message, the newest last.
fn forms(room: &Room, spot: Spot) -> Vec<Form> {
    let amends = room.post.amends.lock().unwrap();
    amends.iter().filter(|amend| amend.spot == spot).map(|amend| amend.form.clone()).collect()
}

#[tokio::test]
async fn whoever_began_and_was_sat_in_for_hears_of_the_end() {
    let room = Room::playing().await;
    for (user, name, ms) in [(UserId(15), "Cleo", 1_000), (UserId(16), "Dora", 2_000)] {
        let newcomer = Substitute { seat: Seat::Ec, user, name: name.into() };
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
    room.host(HostAct::Undo, t(4_000)).await;
    // Whoever is back hears of it once, as a player.
    let back = Substitute { seat: Seat::Ec, user: ANN, name: "Ann".into() };
    room.dealer.substitute(room.m, HOST, back, None, at(t(5_000))).await.unwrap();
    room.host(HostAct::Award(Seat::Dmo), t(6_000)).await;
    room.settled().await;
    assert_eq!(told(ANN).count(), 1);
}

#[tokio::test]
async fn a_reminder_says_until_when_and_where_its_prompt_stands() {
    let room = Room::lobby(0).await;
    for user in [ANN, BOB] {
        room.store.keep_reminder(user, 20).await.unwrap();
    }
    room.begin().await;
    let mark = room.mark().await;
    room.go(t(UNIT_MS - 20_000)).await;
    for user in [ANN, BOB] {
        let Awaits { mark: of, until, prompt, .. } =
            until("the reminder", async || room.post.reminders(user).pop()).await;
        assert_eq!((of, until), (mark, t(UNIT_MS)));
        let (channel, message) = prompt.expect("the prompt is there");
        assert_eq!(channel, ChannelId(user.0 + 1000));
        assert!(room.prompts_of(mark).contains(&Spot::Message(message)));
    }
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
    let says = |form: &Form| matches!(form, Form::Public(words) if words.ready.ec && !words.ready.dmo);
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
    let newcomer = Substitute { seat: Seat::Dmo, user: UserId(15), name: "Cleo".into() };
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
        let open = room.store.open_posts(room.m).await.unwrap();
        open.iter().any(|post| post.at.is_some_and(|(_, at)| at == message)).then_some(())
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

/// An order that a host gave for a player is gone with its step, and everyone reads so.
#[tokio::test]
async fn an_order_that_a_host_gave_is_said_to_be_gone_with_its_step() {
    let room = Room::playing().await;
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    room.prompted(2).await;
    let given = || HostAct::Order { seat: Seat::Ec, text: "sage".to_owned() };
    let told = async |number: usize| {
        let lines = || room.post.private_lines(ANN).into_iter().filter(|line| line.contains("gave an order for you"));
        until("she is told", async || lines().nth(number).map(drop)).await;
    };
    room.host(given(), t(3_000)).await;
    told(0).await;
    room.host(HostAct::Undo, t(4_000)).await;
    let lines = || room.post.publics().into_iter().flat_map(|public| public.lines).collect::<Vec<_>>();
    until("it is said", async || lines().iter().any(|line| line.contains("it is gone with that")).then_some(())).await;
    assert!(!lines().iter().any(|line| line.contains("gave Ann's order")), "{:?}", lines());
    room.host(given(), t(5_000)).await;
    told(1).await;
    room.marked(BOB, "dragoon", t(6_000)).await.unwrap();
    until("it counts", async || lines().iter().any(|line| line.contains("gave Ann's order")).then_some(())).await;
}

#[tokio::test]
async fn what_takes_results_back_replies_to_the_first_of_them() {
    let room = Room::playing().await;
    for (number, unit) in [(1, "samurai"), (2, "sage"), (3, "bard")] {
        room.marked(ANN, unit, t(number * 1_000)).await.unwrap();
        room.marked(BOB, unit, t(number * 1_000 + 500)).await.unwrap();
        room.prompted(usize::try_from(number).unwrap() + 1).await;
    }
    let newest = async |count| {
        room.publics(count).await;
        let arrived = room.post.arrived.lock().unwrap();
        let publics: Vec<_> = arrived
            .iter()
            .filter_map(|(item, message)| match &item.notice {
                Notice::Public(public) => Some((public.answers, *message)),
                _ => None,
            })
            .collect();
        publics
    };
    room.host(HostAct::Undo, t(5_000)).await;
    let said = newest(5).await;
    assert_eq!(said[4].0, Some(said[3].1), "round 3's result");
    room.host(HostAct::Undo, t(6_000)).await;
    let said = newest(6).await;
    assert_eq!(said[5].0, Some(said[2].1), "round 2's, not what was said since");
    room.host(HostAct::Award(Seat::Ec), t(7_000)).await;
    room.host(HostAct::Undo, t(8_000)).await;
    let said = newest(8).await;
    assert_eq!(said[7].0, Some(said[6].1), "the end");
    assert!(said[..4].iter().all(|(answers, _)| answers.is_none()));
    // Everything that was said before stays as it was.
    let amends = room.post.amends.lock().unwrap();
    assert!(amends.iter().all(|amend| amend.user.is_some()), "{amends:?}");
}

/// In a break nothing else would tell the players that their channel is gone and the match stands still.
#[tokio::test]
async fn players_hear_of_a_channel_that_goes_in_a_break() {
    let room = Room::playing().await;
    let told = |user| {
        room.post.private_lines(user).into_iter().filter(|line| line.contains("is suspended, because its channel"))
    };
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
        let told = || {
            room.post.private_lines(user).into_iter().find(|line| line.contains("is suspended, because its channel"))
        };
        until("they are told", async || told()).await;
    }
}
