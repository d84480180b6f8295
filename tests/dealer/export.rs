//! A person's export of stored data reveals nothing hidden from that person.

use super::game_draft::game_draft;
use super::series::series;
use super::*;

/// People with ids as long as Discord's, so that no id is part of another number.
const EC: UserId = UserId(1_100_000_000_000_000_001);
const DMO: UserId = UserId(1_100_000_000_000_000_002);
const SUBSTITUTE: UserId = UserId(1_100_000_000_000_000_003);
const RULING: UserId = UserId(1_100_000_000_000_000_004);

impl Room {
    async fn exported(&self, user: UserId) -> Value {
        self.store.stored_data_of(user).await.unwrap()
    }
}

/// Returns what the others can export of a step in which the DMO has sealed this order, before and after a host ends the match.
async fn exports(order: Option<&str>) -> Vec<Value> {
    let new = NewMatch { users: BySeat { ec: EC, dmo: DMO }, ..new_match(header()) };
    let room = Room::with(new).await;
    room.go(BEGAN).await;
    for (user, ms) in [(EC, 2_000), (DMO, 5_000)] {
        let pressed = Snowflake::at(OPENED.plus(ms));
        room.dealer.press_ready(room.m, user, None, pressed).await.unwrap();
    }
    let mark = room.mark().await;
    if let Some(order) = order {
        let sent = Snowflake::at(t(2_000));
        room.dealer.order(room.m, DMO, order.to_owned(), When::Marked(mark), sent).await.unwrap();
    }
    // The first ruling is sent before the order and arrives after it.
    for (act, ms) in [(HostAct::Extend(60), 1_500), (HostAct::Pause, 3_000), (HostAct::Resume, 4_000)] {
        room.dealer.rule(room.m, by(RULING), act, None, Snowflake::at(t(ms))).await.unwrap();
    }
    let seated = substitute_for(Seat::Ec, SUBSTITUTE, "Sue");
    room.dealer.rule(room.m, by(RULING), seated, None, Snowflake::at(t(5_000))).await.unwrap();
    let mut all = Vec::new();
    for user in [EC, SUBSTITUTE, RULING] {
        all.push(room.exported(user).await);
    }
    assert_eq!(all[2]["entries"].as_array().unwrap().len(), 4, "{}", all[2]);
    all
}

#[tokio::test]
async fn export_is_the_same_whatever_the_rival_has_sealed() {
    let none = exports(None).await;
    for order in ["samurai", "sage"] {
        assert_eq!(exports(Some(order)).await, none, "{order}");
    }
}

#[tokio::test]
async fn export_has_no_seed_of_a_match() {
    let (drafting, _) = game_draft(3, 1).await;
    let (playing, _) = series(3).await;
    for (room, part, list) in [(drafting, "game drafts", "games"), (playing, "series", "matches")] {
        let kept = room.exported(ANN).await;
        assert!(!kept[part][0]["state"][list].as_array().unwrap().is_empty(), "{kept}");
        assert!(!kept.to_string().contains("seed"), "{kept}");
    }
}
