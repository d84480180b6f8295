//! Deadlines to the millisecond, restarts and absences.

use deathmatch::dealer::{Fill, PromptView};
use deathmatch::game::Wants;
use deathmatch::games::GAMES;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};

use super::*;

/// Begins an order with random choices, without sealing it. Returns the prompt after them.
async fn begins(room: &Room, user: UserId, random: &mut SmallRng) -> PromptView {
    let moves = async |act| {
        let sender = Sender { user, stamp: at(room.clock.now()), in_dm: true };
        *room.dealer.make_move(room.m, sender, None, act).await.unwrap().prompt
    };
    let mut prompt = moves(Move::Look).await;
    for _ in 0..50 {
        let act = match &prompt.form {
            Some(form) if form.order.is_some() => return prompt,
            Some(form) => Move::Fill(Fill::Start(random.random_range(0..form.starts.len()))),
            None if prompt.may_end && (prompt.choices.is_empty() || random.random()) => return prompt,
            None => {
                let word = prompt.choices.choose(random).expect("more can be chosen").word.clone();
                Move::Pick { depth: prompt.words.len(), word, asks: true }
            }
        };
        prompt = moves(act).await;
    }
    panic!("no order ends: {prompt:?}");
}

/// A whole order that its player has begun and not sealed counts at the deadline, in every game. A sealed order is not replaced by it.
#[tokio::test]
async fn begun_order_counts_at_the_deadline_unless_one_is_sealed() {
    for (game, preset) in
        GAMES.iter().flat_map(|game| game.presets().into_iter().map(|(preset, _)| (game.id(), preset)))
    {
        let header = format!(
            r#"{{"record":1,"game":"{game}","preset":"{preset}","ruleset":{{}},"seats":{{"ec":"Ann","dmo":"Bob"}},"seed":"1"}}"#
        );
        let room = Room::with(new_match(Header::read(&header).unwrap())).await;
        room.begin().await;
        let mut random = SmallRng::seed_from_u64(7);
        let mut begun = 0;
        for _ in 0..12 {
            room.settled().await;
            room.all_sent().await;
            let [ann, bob] =
                [room.dealer.prompt(room.m, ANN).await.unwrap(), room.dealer.prompt(room.m, BOB).await.unwrap()];
            let Some(deadline) = [&ann, &bob].into_iter().filter_map(|one| one.reserve_end.or(one.deadline)).max()
            else {
                break;
            };
            let mut expected = Vec::new();
            for (user, prompt, seat) in [(ANN, &ann, "ec"), (BOB, &bob, "dmo")] {
                // The other player's draft is empty every other time.
                if prompt.wants != Wants::Order
                    || prompt.sealed.is_some()
                    || (user == BOB && ann.wants == Wants::Order && random.random())
                {
                    continue;
                }
                let prompt = begins(&room, user, &mut random).await;
                let text = prompt.form.map_or_else(|| prompt.words.join(" "), |form| form.order.unwrap());
                // The other player's order would resolve the step.
                let is_sealed = user == ANN && random.random_range(0..4) == 0 && !prompt.public;
                if is_sealed {
                    room.marked(user, &text, room.clock.now()).await.unwrap();
                    begins(&room, user, &mut random).await;
                }
                expected.push((seat, is_sealed, text));
            }
            let before = room.record().await.len();
            let sealed = expected.iter().filter(|(_, is_sealed, _)| *is_sealed).count();
            room.go(deadline.plus(GRACE_MS)).await;
            room.settled().await;
            let record = room.record().await;
            let orders: Vec<_> =
                record[before - sealed..].iter().filter(|entry| entry.get("order").is_some()).collect();
            assert_eq!(orders.len(), expected.len(), "{game} {preset}: {expected:?}\n{record:#?}");
            for (seat, _, text) in &expected {
                let found = orders
                    .iter()
                    .any(|entry| entry["seat"] == *seat && letters(entry["order"].as_str().unwrap()) == letters(text));
                assert!(found, "{game} {preset}: {seat} {text}\n{orders:#?}");
            }
            begun += expected.len() - sealed;
        }
        assert!(begun > 2, "{game} {preset}: {begun}");
    }
}

/// An order's letters and digits in a fixed sequence: the canonical text may name the parts in another one.
fn letters(order: &str) -> Vec<char> {
    let mut letters: Vec<_> = order.chars().filter(char::is_ascii_alphanumeric).collect();
    letters.sort_unstable();
    letters
}

#[tokio::test]
async fn order_a_millisecond_before_the_deadline_counts_if_delayed() {
    let room = Room::playing().await;
    room.go(t(UNIT_MS + 1_500)).await;
    room.settled().await;
    let sealed = room.marked(ANN, "samurai", t(UNIT_MS - 1)).await.unwrap();
    assert!(!sealed.resolved);
    room.go(t(UNIT_MS + GRACE_MS - 1)).await;
    room.settled().await;
    assert_eq!(room.public().len(), 1);
    room.go(t(UNIT_MS + GRACE_MS)).await;
    room.prompted(2).await;
    let told = room.public();
    assert_eq!((told.len(), told.last().deadline()), (2, Some(t(2 * UNIT_MS))));
    let record = room.record().await;
    assert_eq!(record.len(), 2);
    assert_eq!((record[0]["at"].as_u64(), record[1]["at"].as_u64()), (Some(UNIT_MS - 1), Some(UNIT_MS)));
    room.prompts(BOB).last().has("Your time ran out");
    room.prompts(ANN).last().lacks("ran out");
    told.last().lacks("ran out");
}

#[tokio::test]
async fn order_at_the_deadline_is_late_and_not_for_the_next_round() {
    let room = Room::playing().await;
    let mark = room.mark().await;
    room.go(t(UNIT_MS + 500)).await;
    let pressed = room.sends(ANN, "samurai", When::Marked(mark), Snowflake::at(t(UNIT_MS)));
    let typed = room.sends(BOB, "bard", When::Typed, at(t(UNIT_MS + 400)));
    room.settled().await;
    assert!(!pressed.is_finished() && !typed.is_finished(), "nothing is decided before the deadline has fired");
    room.go(t(UNIT_MS + GRACE_MS)).await;
    assert_eq!(code(pressed.await.unwrap()), Code::Late);
    assert_eq!(code(typed.await.unwrap()), Code::Late);
    room.prompted(2).await;
    // Typed before the new prompt was shown, and delivered long after.
    assert_eq!(code(room.order(BOB, "bard", When::Typed, at(t(UNIT_MS + 900))).await), Code::Late);
    // Typed just after the new prompt was shown, it may be meant for the old one: it is begun, and sealed once its sender repeats it.
    let typed = async |shown: UnixMs| {
        room.go(shown).await;
        let order = room.order(BOB, "bard", When::Typed, at(shown)).await;
        if order.is_err() {
            let sender = Sender { user: BOB, stamp: at(shown), in_dm: true };
            let begun = room.dealer.make_move(room.m, sender, None, Move::Begin("bard".to_owned())).await.unwrap();
            let asks = begun.prompt.caution.unwrap_or_default();
            assert!(asks.contains("Bout 1 · Round 1 is over"), "{asks}");
        }
        order
    };
    assert_eq!(code(typed(t(UNIT_MS + GRACE_MS + 100)).await), Code::BadOrder);
    assert_eq!(typed(t(UNIT_MS + GRACE_MS + 200)).await.unwrap().order, "bard");
    // Later, nobody doubts which one is meant.
    room.go(t(2 * UNIT_MS + GRACE_MS)).await;
    room.prompted(3).await;
    assert_eq!(typed(t(2 * UNIT_MS + GRACE_MS + 15_000)).await.unwrap().order, "bard");
}

#[tokio::test]
async fn command_between_two_past_deadlines_is_entered_between_them() {
    let room = Room::playing().await;
    room.go(t(UNIT_MS + 500)).await;
    let (dealer, m) = (room.dealer.clone(), room.m);
    let stamp = at(t(UNIT_MS + 400));
    let paused = room.dealer.spawn(async move { dealer.rule(m, HOST, HostAct::Pause, None, stamp).await });
    room.settled().await;
    assert!(!paused.is_finished(), "the deadline before it has yet to fire");
    // Neither command is handled before that.
    room.go(t(2 * UNIT_MS + GRACE_MS)).await;
    paused.await.unwrap().unwrap();
    room.settled().await;
    let record = room.record().await;
    let whats: Vec<_> = record.iter().map(|entry| (entry["at"].as_u64(), entry["host"].as_str())).collect();
    assert_eq!(whats, [(Some(UNIT_MS), None), (Some(UNIT_MS + 400), Some("pause"))]);
}

#[tokio::test]
async fn wrong_machine_clock_changes_no_deadline() {
    for wrong in [-3_000, 3_000] {
        let room = Room::playing_on(wrong).await;
        room.go(t(UNIT_MS + GRACE_MS - 1)).await;
        room.settled().await;
        assert_eq!(room.public().len(), 1);
        assert!(room.marked(ANN, "samurai", t(UNIT_MS - 1)).await.is_ok());
        room.go(t(UNIT_MS + GRACE_MS)).await;
        room.posted(2).await;
        assert_eq!(room.record().await[1]["at"].as_u64(), Some(UNIT_MS));
    }
}

#[tokio::test]
async fn match_continues_after_a_restart() {
    let mut room = Room::playing().await;
    let sealed = room.marked(ANN, "samurai", t(3_000)).await.unwrap();
    room.restart(Duration::from_secs(1)).await;
    let prompt = room.dealer.prompt(room.m, ANN).await.unwrap();
    assert_eq!((prompt.sealed.as_deref(), prompt.deadline), (Some("samurai"), Some(t(UNIT_MS))));
    room.marked(BOB, "dragoon", t(7_000)).await.unwrap();
    room.posted(2).await.last().has(&sealed.commitment.unwrap()[..8]);
    room.go(t(7_000 + UNIT_MS + GRACE_MS)).await;
    room.posted(3).await;
    assert_eq!(room.record().await.len(), 3, "no credit for a second");
}

#[tokio::test]
async fn restart_past_a_deadline_credits_the_absence_first() {
    let mut room = Room::playing().await;
    room.go(t(50_000)).await;
    // The dealer stores a last heartbeat as it stops.
    room.restart(Duration::from_secs(30)).await;
    assert_eq!(room.reads("50 s").await.deadline(), Some(t(UNIT_MS + 50_000)));
    let record = room.record().await;
    assert_eq!((record[0]["at"].as_u64(), record[0]["host"].as_str()), (Some(50_000), Some("credit 50000")));
    // Typed during the absence, after the deadline of that time.
    let late = room.order(ANN, "samurai", When::Typed, at(t(70_000))).await.unwrap();
    assert_eq!(late.order, "samurai");
}

#[tokio::test]
async fn short_absence_past_a_deadline_lets_it_fire() {
    let mut room = Room::playing().await;
    room.go(t(UNIT_MS - 1_000)).await;
    room.settled().await;
    room.restart(Duration::from_secs(4)).await;
    room.posted(2).await;
    let record = room.record().await;
    assert_eq!((record.len(), record[0]["at"].as_u64()), (1, Some(UNIT_MS)));
}

#[tokio::test]
async fn no_deadline_fires_during_an_absence_and_time_is_credited() {
    let room = Room::playing().await;
    room.go(t(40_000)).await;
    room.dealer.record_away(t(40_000));
    room.go(t(100_000)).await;
    room.settled().await;
    assert_eq!(room.public().len(), 1);
    room.dealer.record_back().await;
    let told = room.posted(2).await;
    assert_eq!((told.len(), told.last().deadline()), (2, Some(t(UNIT_MS + 60_000 + 20_000))));
    room.dealer.record_away(t(100_000));
    room.go(t(102_000)).await;
    room.dealer.record_back().await;
    assert_eq!(room.record().await.len(), 1);
}

#[tokio::test]
async fn absence_is_credited_in_whole_seconds() {
    let room = Room::playing().await;
    room.go(t(40_000)).await;
    room.dealer.record_away(t(40_000));
    room.go(t(46_031)).await;
    room.dealer.record_back().await;
    // 6.031 s and the 20 s on top.
    assert_eq!(room.reads("27 s").await.deadline(), Some(t(UNIT_MS + 27_000)));
}

#[tokio::test]
async fn paused_match_gets_no_credit() {
    let room = Room::playing().await;
    room.host(HostAct::Pause, t(10_000)).await;
    room.dealer.record_away(t(20_000));
    room.go(t(100_000)).await;
    room.dealer.record_back().await;
    assert_eq!(room.record().await.len(), 1);
}

#[tokio::test]
async fn pause_ends_automatically_after_a_day() {
    let room = Room::playing().await;
    room.host(HostAct::Pause, t(10_000)).await;
    room.posted(2).await;
    let day = 24 * 60 * 60 * 1000;
    room.go(t(10_000 + day + GRACE_MS)).await;
    let told = room.posted(3).await;
    assert_eq!((told.len(), told.last().deadline()), (3, Some(t(UNIT_MS + day))));
}

#[tokio::test]
async fn simultaneous_commands_are_handled_in_discords_order() {
    let room = Room::playing().await;
    let mark = room.mark().await;
    let (late, early) = (at(t(2_000)), at(t(1_000)));
    let (second, first) = tokio::join!(
        room.order(ANN, "samurai", When::Marked(mark), late),
        room.order(ANN, "bard", When::Marked(mark), early)
    );
    assert!(second.is_ok());
    assert!(first.is_ok() || code(first) == Code::Late, "an older order never replaces a newer one");
    assert_eq!(room.dealer.prompt(room.m, ANN).await.unwrap().sealed.as_deref(), Some("samurai"));
}

#[tokio::test]
async fn outage_of_ten_minutes_is_credited_and_announced_once() {
    let room = Room::playing().await;
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.dealer.record_away(t(30_000));
    for minute in 1..=10 {
        room.go(t(30_000 + minute * 60_000)).await;
        room.settled().await;
    }
    assert_eq!(room.record().await.len(), 1, "no deadline fires");
    assert_eq!(room.public().len(), 1);
    let heard = room.sends(ANN, "bard", When::Marked(room.mark().await), at(t(300_000)));
    room.settled().await;
    assert!(!heard.is_finished(), "whether it is in time is only known afterwards");
    room.dealer.record_back().await;
    room.dealer.record_back().await;
    assert_eq!(heard.await.unwrap().unwrap().order, "bard");
    let told = room.posted(2).await;
    assert_eq!((told.len(), told.last().deadline()), (2, Some(t(UNIT_MS + 600_000 + 20_000))));
    assert!(room.marked(BOB, "dragoon", t(640_000)).await.unwrap().resolved);
}

/// The process is stopped from just before a deadline until after the deadline and its grace.
#[tokio::test]
async fn messages_sent_during_a_stop_are_not_late() {
    let room = Room::playing().await;
    room.go(t(UNIT_MS - 1_000)).await;
    room.dealer.tick();
    room.go(t(UNIT_MS + GRACE_MS + 500)).await;
    room.settled().await;
    assert_eq!((room.record().await.len(), room.dealer.stopped()), (0, None), "what came since is yet to be read");
    let typed = room.sends(ANN, "samurai", When::Typed, at(t(UNIT_MS - 500)));
    room.settled().await;
    room.go(t(UNIT_MS + GRACE_MS + 1_400)).await;
    room.dealer.tick();
    room.settled().await;
    assert_eq!(room.record().await.len(), 0, "what was sent before it may come yet");
    room.go(t(UNIT_MS + GRACE_MS + 1_500)).await;
    typed.await.unwrap().unwrap();
    room.go(t(UNIT_MS + GRACE_MS + 2_300)).await;
    room.posted(2).await;
    assert_eq!(room.record().await.last().unwrap()["at"].as_u64(), Some(UNIT_MS));
}

/// A longer stop: the machine's clock runs on, or the time is only learnt from the first id that arrives.
#[tokio::test]
async fn long_stop_counts_as_an_absence() {
    for slept in [false, true] {
        let room = Room::playing().await;
        room.go(t(UNIT_MS - 10_000)).await;
        room.dealer.tick();
        if slept {
            room.clock.learn(t(UNIT_MS + 20_000));
            tokio::task::yield_now().await;
        } else {
            room.go(t(UNIT_MS + 20_000)).await;
        }
        room.settled().await;
        assert_eq!(room.record().await.len(), 0, "no deadline fires");
        room.dealer.tick();
        assert_eq!(room.dealer.away_since(), Some(t(UNIT_MS - 10_000)));
        assert_eq!(room.dealer.stopped(), Some(t(UNIT_MS - 10_000)));
        assert_eq!(room.dealer.stopped(), None, "it is told once");
        let typed = room.sends(ANN, "samurai", When::Typed, at(t(UNIT_MS - 5_000)));
        room.settled().await;
        for ms in [20_500, 21_000] {
            room.go(t(UNIT_MS + ms)).await;
            room.dealer.tick();
        }
        typed.await.unwrap().unwrap();
        room.dealer.record_back().await;
        let told = room.posted(2).await;
        assert_eq!((told.len(), told.last().deadline()), (2, Some(t(UNIT_MS + 31_000 + 20_000))));
    }
}
