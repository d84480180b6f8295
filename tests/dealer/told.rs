//! What players hear of results, what the card says, and what a substitute gets.

use deathmatch::dealer::{Card, Stage};
use deathmatch::game::Contest;

use super::*;

const CLEO: UserId = UserId(13);

impl Room {
    /// A match that was opened without a host's rights.
    async fn playing_friendly() -> Self {
        let mut room = Self::lobby(0).await;
        let friendly = NewMatch { friendly: true, ..new_match(header()) };
        room.m = room.dealer.open(friendly, at(OPENED.plus(1))).await.unwrap();
        room.begin().await;
        room
    }

    /// The card as it was last changed.
    pub fn card(&self) -> Option<Card> {
        let arrived = self.post.arrived.lock().unwrap();
        arrived.iter().rev().find_map(|(item, _)| match &item.notice {
            Notice::EditCard(card) => Some(card.clone()),
            _ => None,
        })
    }

    async fn card_becomes(&self, state: CardState) -> Card {
        until("the card", async || self.card().filter(|card| card.state == state)).await
    }

    async fn substitute(&self, moment: UnixMs) {
        let newcomer = Substitute { seat: Seat::Dmo, user: CLEO, name: "Cleo".into() };
        self.dealer.substitute(self.m, HOST, newcomer, None, at(moment)).await.unwrap();
    }
}

#[tokio::test]
async fn both_players_are_told_by_message_how_the_match_ended_the_winner_first() {
    let room = Room::playing().await;
    room.dealer.host(room.m, HOST, HostAct::Award(Seat::Ec), None, at(t(1_000))).await.unwrap();
    for user in [ANN, BOB] {
        let told = until("the end", async || Some(room.post.private_lines(user)).filter(|told| !told.is_empty())).await;
        assert!(told[1].starts_with("**Ann wins the Death Match"), "{told:?}");
        assert!(told.iter().any(|line| line == "The host gave Ann the match."), "whose word it was: {told:?}");
    }
}

#[tokio::test]
async fn nobody_is_pointed_to_prompts_of_a_match_that_is_over() {
    for refused in [Undelivered::DmClosed, Undelivered::Broken { why: "no".to_owned() }] {
        let room = Room::playing().await;
        room.post.fail(Address::Dm(BOB), refused);
        room.dealer.host(room.m, HOST, HostAct::Award(Seat::Ec), None, at(t(1_000))).await.unwrap();
        room.publics(2).await;
        until("all is sent", async || (room.store.pending_posts() == 0).then_some(())).await;
        assert!(room.post.failures.lock().unwrap().is_empty(), "it was tried");
        let lines: Vec<_> = room.post.publics().into_iter().flat_map(|public| public.lines).collect();
        assert!(lines.iter().all(|line| !line.contains("press Order")), "{lines:?}");
    }
}

#[tokio::test]
async fn a_friendly_match_eliminates_nobody_in_any_words() {
    let room = Room::playing_friendly().await;
    room.dealer.host(room.m, HOST, HostAct::Award(Seat::Ec), None, at(t(1_000))).await.unwrap();
    let public = room.publics(2).await.pop().unwrap();
    assert_eq!(public.lines[0], "**Ann wins the friendly match, by the host's decision.**");
    let said = alt(&public);
    assert!(!said.contains("eliminated") && !said.contains("survives"), "{said}");
    for user in [ANN, BOB] {
        let told = until("the end", async || Some(room.post.private_lines(user)).filter(|told| !told.is_empty())).await;
        assert_eq!(told[1], public.lines[0]);
    }
    let card = room.card_becomes(CardState::Over(Some(Seat::Ec))).await;
    assert_eq!(card.contest, Contest::FriendlyMatch);
    room.dealer.host(room.m, HOST, HostAct::Undo, None, at(t(2_000))).await.unwrap();
    room.dealer.host(room.m, HOST, HostAct::Void, None, at(t(3_000))).await.unwrap();
    let public = room.publics(4).await.pop().unwrap();
    assert_eq!(public.lines[0], "**The friendly match ends without a result.**");
}

#[tokio::test]
async fn at_the_end_the_winner_comes_first_and_the_score_beneath() {
    let room = Room::playing().await;
    let mut told = 1;
    while room.post.publics().last().is_none_or(|public| !public.over) {
        let info = room.dealer.info(room.m).await.unwrap();
        let now = room.clock.now();
        if room.post.publics().last().is_some_and(|public| public.controls == Controls::Ready) {
            for user in [ANN, BOB] {
                room.dealer.press_ready(room.m, user, info.mark, at(now)).await.unwrap();
            }
        } else {
            room.order(ANN, "samurai", When::Marked(info.mark.unwrap()), at(now)).await.unwrap();
            room.order(BOB, "chocobo", When::Marked(info.mark.unwrap()), at(now)).await.unwrap();
        }
        room.go(now.plus(1_000)).await;
        told += 1;
        room.publics(told).await;
    }
    let last = room.post.publics().pop().unwrap();
    assert_eq!(
        last.lines[..2],
        ["**Ann wins the Death Match, and survives; Bob is eliminated.**", "Bouts won: 3 to 0."]
    );
    let story: Vec<_> = last.lines[2..].iter().take_while(|line| line.starts_with("- ")).collect();
    assert!((1..=5).contains(&story.len()), "{:?}", last.lines);
    let lead = "- Bout 1 · Round 10: Ann takes the lead for good, with 1 to 0 bouts won.";
    assert!(story.iter().any(|line| *line == lead), "{:?}", last.lines);
    let before = room.post.publics().into_iter().filter(|public| !public.over);
    assert!(before.flat_map(|public| public.lines).all(|line| !line.starts_with("- ")), "it is told at the end alone");
    let wins = last.lines.iter().filter(|line| line.contains("wins the")).count();
    assert_eq!(wins, 1, "who won is said once: {:?}", last.lines);
}

#[tokio::test]
async fn a_rounds_result_stands_in_the_next_prompt() {
    let room = Room::playing().await;
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    room.prompted(2).await;
    for user in [ANN, BOB] {
        assert!(room.post.prompts(user)[1].panel.told.iter().any(|line| line.contains("Samurai")));
        assert!(room.post.private_lines(user).is_empty(), "it is not told twice");
    }
}

/// What a step began with stands in its prompt again after an undo, for whoever sat there; not for who sits there since.
#[tokio::test]
async fn a_step_that_is_asked_again_begins_with_what_it_began_with() {
    for (substituted, restarted) in [(false, false), (false, true), (true, false)] {
        let mut room = Room::playing().await;
        for (at, ec, dmo) in [(1, "samurai", "bard"), (3, "reaper", "sage")] {
            room.marked(ANN, ec, t(at * 1_000)).await.unwrap();
            room.marked(BOB, dmo, t(at * 1_000 + 500)).await.unwrap();
        }
        room.all_sent().await;
        let prompts = |user| room.post.prompts(user);
        let second: Vec<_> = [ANN, BOB]
            .map(prompts)
            .iter()
            .map(|of| of.iter().find(|one| one.panel.mark.step == 2).unwrap().panel.told.clone())
            .collect();
        assert!(second.iter().all(|told| !told.is_empty()), "{second:?}");
        if substituted {
            room.substitute(t(5_000)).await;
        }
        if restarted {
            room.restart(Duration::ZERO).await;
        }
        room.host(HostAct::Undo, t(6_000)).await;
        let again = |user: UserId| {
            let post = room.post.clone();
            async move {
                let newest =
                    || post.prompts(user).pop().filter(|one| one.panel.mark.step == 2 && one.panel.mark.begun > 2);
                until("it is asked again", async || newest()).await.panel.told
            }
        };
        let ann = again(ANN).await;
        assert!(ann[0].contains("reverted"), "{ann:?}");
        assert!(ann.ends_with(&second[0]), "{ann:?} {:?}", second[0]);
        let other = again(if substituted { CLEO } else { BOB }).await;
        assert_eq!(other.ends_with(&second[1]), !substituted, "{other:?}");
    }
}

#[tokio::test]
async fn the_card_and_the_list_say_what_is_so() {
    let room = Room::playing().await;
    let stage = async || room.dealer.info(room.m).await.unwrap().stage;
    room.card_becomes(CardState::Started).await;
    room.dealer.host(room.m, HOST, HostAct::Pause, None, at(t(1_000))).await.unwrap();
    room.card_becomes(CardState::Paused).await;
    assert_eq!(stage().await, Stage::Paused);
    room.dealer.host(room.m, HOST, HostAct::Resume, None, at(t(2_000))).await.unwrap();
    room.card_becomes(CardState::Started).await;
    assert_eq!(stage().await, Stage::Playing);
    room.dealer.host(room.m, HOST, HostAct::Award(Seat::Ec), None, at(t(3_000))).await.unwrap();
    room.card_becomes(CardState::Over(Some(Seat::Ec))).await;
}

#[tokio::test]
async fn a_substitute_is_mentioned_prompted_with_a_full_step_and_told_nothing_of_the_others() {
    let room = Room::playing().await;
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.go(t(UNIT_MS + GRACE_MS)).await;
    room.prompted(2).await;
    assert!(room.post.prompts(BOB)[1].panel.told.iter().any(|line| line.contains("Your time ran out")));
    room.dealer.host(room.m, HOST, HostAct::Pause, None, at(t(70_000))).await.unwrap();
    room.dealer.host(room.m, HOST, HostAct::Resume, None, at(t(80_000))).await.unwrap();
    room.go(t(100_500)).await;
    room.substitute(t(100_500)).await;
    let prompt = until("a prompt", async || room.post.prompts(CLEO).into_iter().next()).await;
    // Asked at 60 s; it has run for 30.5 s, and in whole seconds 31 are given back.
    assert_eq!(prompt.panel.deadline, Some(t(2 * UNIT_MS + 10_000 + 31_000)));
    assert!(prompt.panel.told.iter().all(|line| !line.contains("ran out")), "{:?}", prompt.panel.told);
    assert!(!prompt.panel.told.is_empty(), "the round's result is everybody's");
    let public = room.publics(5).await.pop().unwrap();
    // The other one is still asked, and whether they have answered is not to be read off it.
    assert_eq!((public.mention.as_slice(), public.deadline), ([ANN, CLEO].as_slice(), prompt.panel.deadline));
    assert!(prompt.panel.told[0].starts_with("You play in this match from here on"), "{:?}", prompt.panel.told);
    assert!(public.lines.iter().any(|line| line.contains("put Cleo in Bob's place")), "{:?}", public.lines);
    let card = until("the card", async || room.card().filter(|card| card.users.dmo == CLEO)).await;
    assert_eq!(card.state, CardState::Started);
    let record = room.record().await;
    assert_eq!(record[record.len() - 1]["host"], "extend 31");
    assert_eq!(room.post.prompts(BOB).len(), 3, "and the one before is asked no more");
}

/// A card calls whom another one of its opener's has not called, whoever has taken a seat since.
#[tokio::test]
async fn whom_a_card_has_called_does_not_change_with_the_seats() {
    let room = Room::playing().await;
    room.substitute(t(1_000)).await;
    for (ms, other, called) in [(2_000, CLEO, false), (3_000, CLEO, true), (4_000, BOB, true)] {
        let new = NewMatch { users: BySeat { ec: ANN, dmo: other }, friendly: true, ..new_match(header()) };
        let quiet = room.dealer.open_lobby(new, at(t(ms))).await.unwrap().quiet;
        assert_eq!((quiet.ec, quiet.dmo), (true, called), "{other}");
    }
}

#[tokio::test]
async fn a_substitute_has_the_steps_own_time_and_no_former_extensions() {
    let room = Room::playing().await;
    let extensions = async || {
        let record = room.record().await;
        let extended = |entry: &Value| entry["host"].as_str().is_some_and(|host| host.starts_with("extend"));
        record.iter().filter(|entry| extended(entry)).map(|entry| entry["host"].to_string()).collect::<Vec<_>>()
    };
    room.dealer.host(room.m, HOST, HostAct::Extend(300), None, at(t(10_000))).await.unwrap();
    room.go(t(100_000)).await;
    // 260 s are left of a step of 60.
    room.substitute(t(100_000)).await;
    assert_eq!(extensions().await, ["\"extend 300\""]);
    room.go(t(340_000)).await;
    let newcomer = Substitute { seat: Seat::Dmo, user: UserId(14), name: "Dan".into() };
    room.dealer.substitute(room.m, HOST, newcomer, None, at(t(340_000))).await.unwrap();
    assert_eq!(extensions().await, ["\"extend 300\"", "\"extend 40\""], "20 s were left");
    let prompt = until("a prompt", async || room.post.prompts(UserId(14)).into_iter().next()).await;
    assert_eq!(prompt.panel.deadline, Some(t(340_000 + UNIT_MS)));
    let said = "Dan has the whole 60 s of this step, so all clocks get 40 s more.";
    until("it is said", async || {
        room.post.publics().iter().any(|public| public.lines.iter().any(|line| line == said)).then_some(())
    })
    .await;
}

#[tokio::test]
async fn what_was_before_a_substitution_is_told_of_who_sat_there_then() {
    let room = Room::playing().await;
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "samurai", t(2_000)).await.unwrap();
    room.prompted(2).await;
    room.substitute(t(5_000)).await;
    for user in [ANN, CLEO] {
        let told = room.dealer.panel(room.m, user).await.unwrap().told.join(" ");
        assert!(told.contains("Bob as DMO") && !told.contains("Cleo"), "{told}");
    }
    room.marked(ANN, "sage", t(6_000)).await.unwrap();
    room.marked(CLEO, "sage", t(7_000)).await.unwrap();
    let told = room.dealer.panel(room.m, ANN).await.unwrap().told.join(" ");
    assert!(told.contains("Cleo") && !told.contains("as DMO"), "{told}");
    room.dealer.host(room.m, HOST, HostAct::Award(Seat::Ec), None, at(t(8_000))).await.unwrap();
    let told = until("the end", async || {
        room.post.private_lines(CLEO).into_iter().find(|line| line.contains("wins the Death Match"))
    });
    let told = told.await;
    assert!(told.contains("Bob, for whom Cleo sat in, is eliminated"), "{told}");
}

#[tokio::test]
async fn whoever_comes_back_within_a_round_is_told_of_by_name_alone() {
    let room = Room::playing().await;
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "samurai", t(2_000)).await.unwrap();
    room.prompted(2).await;
    room.substitute(t(5_000)).await;
    let newcomer = Substitute { seat: Seat::Dmo, user: BOB, name: "Bob".into() };
    room.dealer.substitute(room.m, HOST, newcomer, None, at(t(6_000))).await.unwrap();
    for user in [ANN, BOB] {
        let told = room.dealer.panel(room.m, user).await.unwrap().told.join(" ");
        assert!(told.contains("(Bob)") && !told.contains("as DMO"), "{told}");
    }
}

#[tokio::test]
async fn nobody_is_told_more_because_the_other_seat_changes_hands() {
    let room = Room::playing().await;
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.go(t(UNIT_MS + GRACE_MS)).await;
    room.prompted(2).await;
    // Cleo sits down for Bob, whose time ran out; then somebody else does for Ann.
    room.substitute(t(70_000)).await;
    let newcomer = Substitute { seat: Seat::Ec, user: UserId(14), name: "Dan".into() };
    room.dealer.substitute(room.m, HOST, newcomer, None, at(t(71_000))).await.unwrap();
    let told = room.dealer.panel(room.m, CLEO).await.unwrap().told.join(" ");
    assert!(told.contains("as EC") && !told.contains("ran out"), "{told}");
}

#[tokio::test]
async fn a_substitute_has_no_draft_of_the_one_before() {
    let room = Room::playing().await;
    let mark = room.mark().await;
    room.pick(BOB, mark, 0, "blue-mage", t(1_000)).await.unwrap();
    room.substitute(t(2_000)).await;
    assert!(room.dealer.panel(room.m, CLEO).await.unwrap().words.is_empty());
}

/// The words of a message's board.
fn alt(public: &Public) -> &str {
    public.drawn.last().map_or("", |(_, alt)| alt)
}

#[tokio::test]
async fn the_last_board_names_who_began_and_who_sat_in() {
    let room = Room::playing().await;
    room.substitute(t(2_000)).await;
    let before = room.dealer.look(room.m, None).await.unwrap().picture.frame.names.dmo;
    assert_eq!(before, "Cleo");
    room.dealer.host(room.m, HOST, HostAct::Award(Seat::Ec), None, at(t(3_000))).await.unwrap();
    let last = until("the end", async || room.post.publics().into_iter().find(|one| one.over)).await;
    assert!(alt(&last).contains("Bob (Cleo) is eliminated"), "{}", alt(&last));
    assert_eq!(last.drawn[0].0.frame.names.dmo, "Bob (Cleo)");
}

#[tokio::test]
async fn in_one_channel_what_happened_comes_before_what_is_asked() {
    let mut room = Room::lobby(0).await;
    let private = NewMatch { private: true, friendly: true, ..new_match(header()) };
    room.m = room.dealer.open(private, at(OPENED.plus(1))).await.unwrap();
    room.begin().await;
    room.post.fail(Address::Channel(CHANNEL), Undelivered::Again { after: Duration::ZERO });
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    until("it is refused once", async || room.post.failures.lock().unwrap().is_empty().then_some(())).await;
    room.settled().await;
    assert_eq!(room.post.prompts(ANN).len(), 1, "nothing is asked before it");
    room.go(t(4_000)).await;
    room.prompted(2).await;
    let arrived = room.post.arrived.lock().unwrap();
    let last = |is: fn(&Notice) -> bool| arrived.iter().rposition(|(item, _)| is(&item.notice)).unwrap();
    assert!(last(|notice| matches!(notice, Notice::Public(_))) < last(|notice| matches!(notice, Notice::Prompt(_))));
}

#[tokio::test]
async fn a_prompt_is_stored_without_its_board_and_one_with_it_is_still_read() {
    let room = Room::playing().await;
    let prompt = room.post.prompts(ANN).remove(0);
    let mut stored = serde_json::to_value(&prompt).unwrap();
    assert!(stored["panel"]["picture"].get("scene").is_none(), "{stored}");
    assert!(prompt.panel.picture.picture().is_none());
    // As it was stored once.
    stored["panel"]["picture"]["scene"] = serde_json::json!({"height": 1.0});
    stored["panel"]["describe"] = "A board.".into();
    stored["panel"]["choosing"] = false.into();
    assert_eq!(serde_json::from_value::<Prompt>(stored).unwrap(), prompt);
}

#[tokio::test]
async fn words_that_were_chosen_before_a_pause_are_chosen_after_it() {
    let mut room = Room::playing().await;
    let mark = room.mark().await;
    room.pick(ANN, mark, 0, "blue-mage", t(1_000)).await.unwrap();
    room.dealer.host(room.m, HOST, HostAct::Pause, None, at(t(2_000))).await.unwrap();
    room.restart(Duration::from_secs(1)).await;
    room.dealer.host(room.m, HOST, HostAct::Resume, None, at(t(9_000))).await.unwrap();
    let panel = async |user: UserId, count: usize| {
        until("the prompt", async || room.post.prompts(user).get(count).map(|prompt| prompt.panel.clone())).await
    };
    let again = panel(ANN, 1).await;
    assert_eq!((again.mark, again.words), (mark, vec!["blue-mage".to_owned()]));
    assert!(panel(BOB, 1).await.words.is_empty(), "nobody else's");
    let more = room.pick(ANN, mark, 1, "samurai", t(10_000)).await.unwrap();
    assert!(matches!(more.came, Came::Sealed(sealed) if sealed.order == "blue-mage>samurai"));
}

/// What a person has been reminded of.
fn reminders(room: &Room, user: UserId) -> usize {
    room.post.private_lines(user).iter().filter(|line| line.contains("A reminder, as you asked")).count()
}

#[tokio::test]
async fn whoever_wants_it_is_reminded_once_of_an_order_that_is_not_in_and_nobody_else_hears_of_it() {
    let room = Room::lobby(0).await;
    for user in [ANN, BOB] {
        room.store.keep_reminder(user, 20).await.unwrap();
    }
    room.begin().await;
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    let publics = room.post.publics().len();
    room.go(t(UNIT_MS - 20_001)).await;
    room.settled().await;
    assert_eq!(reminders(&room, BOB), 0, "not before its time");
    room.go(t(UNIT_MS - 20_000)).await;
    until("the reminder", async || (reminders(&room, BOB) == 1).then_some(())).await;
    room.dealer.host(room.m, HOST, HostAct::Extend(60), None, at(t(UNIT_MS - 15_000))).await.unwrap();
    room.go(t(UNIT_MS + 45_000)).await;
    room.settled().await;
    assert_eq!((reminders(&room, ANN), reminders(&room, BOB)), (0, 1), "once, and only who is awaited");
    let public = room.publics(publics + 1).await;
    assert!(public.iter().all(|public| public.lines.iter().all(|line| !line.contains("reminder"))));
    // Whoever sits down after it is reminded of what they are asked.
    let cleo = UserId(15);
    room.store.keep_reminder(cleo, 20).await.unwrap();
    let newcomer = Substitute { seat: Seat::Dmo, user: cleo, name: "Cleo".into() };
    room.dealer.substitute(room.m, HOST, newcomer, None, at(t(UNIT_MS + 45_000))).await.unwrap();
    room.go(t(2 * UNIT_MS + 30_000)).await;
    until("the reminder", async || (reminders(&room, cleo) == 1).then_some(())).await;
    assert_eq!(reminders(&room, BOB), 1);
}

#[tokio::test]
async fn nobody_is_reminded_in_a_pause_or_of_more_than_the_whole_time() {
    let mut room = Room::lobby(0).await;
    room.store.keep_reminder(ANN, 20).await.unwrap();
    room.store.keep_reminder(BOB, 60).await.unwrap();
    room.begin().await;
    room.dealer.host(room.m, HOST, HostAct::Pause, None, at(t(10_000))).await.unwrap();
    room.go(t(50_000)).await;
    room.settled().await;
    assert_eq!(reminders(&room, ANN), 0);
    room.dealer.host(room.m, HOST, HostAct::Resume, None, at(t(50_000))).await.unwrap();
    room.restart(Duration::ZERO).await;
    room.go(t(80_000)).await;
    until("the reminder", async || (reminders(&room, ANN) == 1).then_some(())).await;
    assert_eq!(reminders(&room, BOB), 0);
}
