//! Predictions: the newest press before the first round counts, in any order of arrival, and predictions stay hidden until the end.

use std::collections::BTreeMap;

use super::start::{HOUR, planned};
use super::*;

const FANS: [UserId; 4] = [UserId(101), UserId(102), UserId(103), UserId(104)];

/// A press: the person, the predicted winner, and the timestamp.
type Press = (UserId, Seat, Snowflake);

impl Room {
    async fn predicts(&self, (user, winner, stamp): Press) -> Result<String, Error> {
        self.dealer.predict(self.m, user, format!("Fan {user}"), winner, stamp).await
    }

    async fn awarded(&self, winner: Seat) {
        self.host(HostAct::Award(winner), t(30_000)).await;
        self.all_sent().await;
    }

    /// Returns every message of every place.
    fn everything(&self) -> String {
        self.discord.shown(|_| true).to_string()
    }
}

fn random_seat() -> Seat {
    if rand::random() { Seat::Ec } else { Seat::Dmo }
}

/// Returns presses of spectators and players around the beginning, in random order.
fn random_presses() -> Vec<Press> {
    let who = || FANS.into_iter().chain([ANN, BOB]).nth(rand::random_range(0..6)).unwrap();
    (0..rand::random_range(0..16))
        .map(|_| (who(), random_seat(), at(OPENED.plus(rand::random_range(1..9_000)))))
        .collect()
}

/// Returns the words that the end must have.
fn expected_words(presses: &[Press], winner: Seat) -> Option<String> {
    let mut last: BTreeMap<UserId, (Snowflake, Seat)> = BTreeMap::new();
    let in_time = |press: &&Press| FANS.contains(&press.0) && press.2.ms() < BEGAN;
    for &(user, seat, stamp) in presses.iter().filter(in_time) {
        let newest = last.entry(user).or_insert((stamp, seat));
        *newest = (*newest).max((stamp, seat));
    }
    let right = last.values().filter(|(_, seat)| *seat == winner).count();
    match (right, last.len()) {
        (_, 0) => None,
        (1, 1) => Some("The one spectator who predicted was right.".to_owned()),
        (0, 1) => Some("The one spectator who predicted was wrong.".to_owned()),
        (0, all) => Some(format!("None of {all} spectators foresaw it.")),
        (right, all) if right == all => Some(format!("All {all} spectators foresaw it.")),
        (right, all) => Some(format!("{right} of {all} spectators foresaw it.")),
    }
}

#[tokio::test]
async fn newest_prediction_before_the_first_round_counts() {
    for _ in 0..24 {
        let (presses, winner) = (random_presses(), random_seat());
        let early = rand::random_range(0..=presses.len());
        let mut room = Room::lobby(0).await;
        room.go(BEGAN).await;
        for press in &presses[..early] {
            assert_eq!(room.predicts(*press).await.is_ok(), FANS.contains(&press.0), "{presses:?}");
        }
        if rand::random() {
            room.restart(Duration::from_secs(1)).await;
        }
        room.begin().await;
        let revision = room.store.find_match(room.m).await.unwrap().unwrap().revision;
        for press in &presses[early..] {
            let taken = room.predicts(*press).await;
            assert_eq!(taken.is_ok(), FANS.contains(&press.0) && press.2.ms() < BEGAN, "{press:?} of {presses:?}");
            // A repeated delivery changes nothing.
            assert_eq!(room.predicts(*press).await.is_ok(), taken.is_ok());
        }
        assert_eq!(
            room.store.find_match(room.m).await.unwrap().unwrap().revision,
            revision,
            "the match stays as it is"
        );
        room.everything().lines().for_each(|line| assert!(!line.contains("foresaw"), "{line}"));
        room.awarded(winner).await;
        if let Some(words) = expected_words(&presses, winner) {
            room.reads(&words).await;
        } else {
            room.channel().lacks("foresaw").lacks("predicted");
        }
    }
}

#[tokio::test]
async fn predictions_change_nothing_visible_before_the_end() {
    let played = async |presses: &[Press]| {
        let room = Room::lobby(0).await;
        for press in presses {
            room.predicts(*press).await.unwrap();
        }
        room.begin().await;
        room.round(1_000, "samurai", "bard").await;
        room.everything()
    };
    let fan = |fan: usize, seat, ms| (FANS[fan], seat, at(OPENED.plus(ms)));
    let without = played(&[]).await;
    assert_eq!(played(&[fan(0, Seat::Ec, 1_000), fan(1, Seat::Dmo, 1_500), fan(0, Seat::Dmo, 1_800)]).await, without);
}

#[tokio::test]
async fn players_and_hosts_who_looked_cannot_predict() {
    let room = Room::playing().await;
    let stamp = || at(OPENED.plus(1_000));
    assert!(refused(room.predicts((ANN, Seat::Ec, stamp())).await).contains("you play in this match"));
    assert!(refused(room.predicts((HOST, Seat::Ec, stamp())).await).contains("not for hosts"));
    room.predicts((FANS[0], Seat::Ec, stamp())).await.unwrap();
    room.predicts((HANA, Seat::Ec, stamp())).await.unwrap();
    room.predicts((CLEO, Seat::Ec, stamp())).await.unwrap();
    room.dealer.look_at_hidden(room.m, by(HANA), Disclosure::Truth).await.unwrap();
    let knows = refused(room.predicts((HANA, Seat::Dmo, stamp())).await);
    assert!(knows.contains("what is hidden"), "{knows}");
    // A look afterwards changes nothing. A substitute is no spectator, a replaced substitute neither.
    room.seat(Seat::Dmo, CLEO, "Cleo", t(2_000)).await;
    assert!(refused(room.predicts((CLEO, Seat::Dmo, stamp())).await).contains("you play"));
    room.seat(Seat::Dmo, BOB, "Bob", t(3_000)).await;
    room.awarded(Seat::Ec).await;
    room.reads("All 2 spectators foresaw it.").await;
}

#[tokio::test]
async fn predictions_close_at_the_start_and_an_undo_reopens_none() {
    let room = planned(HOUR).await;
    room.both_ready(OPENED).await;
    room.all_sent().await;
    let (start, fan) = (OPENED.plus(HOUR), FANS[0]);
    room.card_says("Who survives?").await;
    room.go(start).await;
    room.predicts((fan, Seat::Dmo, at(UnixMs(start.0 - 10)))).await.unwrap();
    // The press is stamped at the start, and waits for it.
    let (dealer, m) = (room.dealer.clone(), room.m);
    let late = tokio::spawn(async move { dealer.predict(m, FANS[1], "Fan".to_owned(), Seat::Ec, at(start)).await });
    room.go(start.plus(GRACE_MS)).await;
    assert!(refused(late.await.unwrap()).contains("predictions for this match are closed"));
    room.all_sent().await;
    room.card().lacks("Who survives?");
    let row = room.store.find_match(room.m).await.unwrap().unwrap();
    assert_eq!(row.first_round, Some(start));
    let now = start.plus(10_000);
    room.go(now).await;
    room.marked(ANN, "samurai", now).await.unwrap();
    room.marked(BOB, "bard", now).await.unwrap();
    room.host(HostAct::Undo, now.plus(1_000)).await;
    let stays = refused(room.predicts((fan, Seat::Ec, at(now.plus(2_000)))).await);
    assert!(stays.contains("Your prediction stays **Bob**"), "{stays}");
}

#[tokio::test]
async fn only_hosted_matches_between_people_have_predictions() {
    let asks = async |new: NewMatch, wanted: bool| {
        let store = Store::memory().await.unwrap();
        store
            .change_settings(GuildId(1), Setting::Choice(Choice::Predictions(wanted)), |_| Ok::<_, ()>(()))
            .await
            .unwrap()
            .unwrap();
        let room = Room::dealing(store, 0, options()).await.opening(new).await;
        let taken = room.predicts((FANS[0], Seat::Ec, at(OPENED.plus(500)))).await.is_ok();
        assert_eq!(room.card().text.contains("Who survives?"), taken);
        taken
    };
    assert!(asks(new_match(header()), true).await);
    assert!(!asks(new_match(header()), false).await);
    assert!(!asks(NewMatch { friendly: true, ..new_match(header()) }, true).await);
    let mut built_in = header();
    built_in.seats.dmo.bot = Some(deathmatch::table::Level::default().into());
    assert!(!asks(new_match(built_in), true).await);
}

#[tokio::test]
async fn erased_person_is_in_no_prediction() {
    let room = Room::lobby(0).await;
    for (fan, seat) in [(0, Seat::Ec), (1, Seat::Dmo)] {
        room.predicts((FANS[fan], seat, at(OPENED.plus(1_000)))).await.unwrap();
    }
    let kept = room.store.stored_data_of(FANS[0]).await.unwrap();
    assert_eq!(kept["predictions"][0]["seat"], "ec", "one has one's own before the end, too");
    assert_eq!(kept["predictions"].as_array().unwrap().len(), 1);
    room.begin().await;
    room.dealer.erase(FANS[0]).await.unwrap();
    assert_eq!(room.store.stored_data_of(FANS[0]).await.unwrap()["predictions"], serde_json::json!([]));
    room.awarded(Seat::Dmo).await;
    room.reads("The one spectator who predicted was right.").await;
    let all = room.store.predictions(GuildId(1)).await.unwrap();
    assert_eq!(all.iter().map(|(_, one)| one.user).collect::<Vec<_>>(), [FANS[1]]);
}
