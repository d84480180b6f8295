//! Each server's events arrive over one gateway shard: a match waits for its own server's shard and for the first, and for no other.

use super::*;

/// A server whose events arrive over the second of two shards.
const ELSEWHERE: GuildId = GuildId(1 << 22);

/// Begins a match in the room's server, on the first shard, and one in another server, on the second.
async fn two() -> (Room, MatchId) {
    let room = Room::playing().await;
    room.dealer.set_shard_count(2);
    let users = BySeat { ec: CLEO, dmo: DAN };
    let new = NewMatch { guild: ELSEWHERE, channel: ChannelId(21), users, ..new_match(header()) };
    let other = room.dealer.open(new, at(t(100))).await.unwrap();
    room.go(t(200)).await;
    room.dealer.press_ready(other, CLEO, None, at(t(200))).await.unwrap();
    room.dealer.press_ready(other, DAN, None, at(t(200))).await.unwrap();
    // The prompts' places are known, so nobody gets a credit for that.
    room.all_sent().await;
    (room, other)
}

async fn entries(room: &Room, m: MatchId) -> Vec<Value> {
    let record = room.dealer.record(m).await.unwrap();
    record.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[tokio::test]
async fn lost_shard_holds_only_its_own_servers() {
    let (room, other) = two().await;
    room.go(t(30_000)).await;
    room.dealer.record_shard_away(1, t(30_000));
    room.go(t(UNIT_MS + GRACE_MS)).await;
    room.settled().await;
    assert_eq!(room.record().await.len(), 1, "the first shard's deadline fires");
    room.go(t(90_000)).await;
    room.settled().await;
    assert_eq!(entries(&room, other).await.len(), 0, "nobody of the other server is late");
    let before = room.record().await.len();
    room.dealer.shard_back(1).await;
    // 60 s were lost, and 20 s are added.
    room.settled().await;
    let credit = entries(&room, other).await.remove(0);
    assert_eq!(credit["host"].as_str(), Some("credit 80000"), "{credit}");
    assert!(room.record().await[before..].iter().all(|entry| entry.get("host").is_none()), "nothing to the others");
    // The match continues from there.
    let deadline = t(200 + UNIT_MS + 80_000);
    assert_eq!(room.dealer.prompt(other, CLEO).await.unwrap().deadline, Some(deadline));
    room.go(deadline.plus(GRACE_MS)).await;
    room.settled().await;
    assert!(entries(&room, other).await.len() > 1, "it fires then");
}

#[tokio::test]
async fn presses_on_a_connected_shard_work_while_another_is_lost() {
    let (room, other) = two().await;
    room.go(t(10_000)).await;
    room.dealer.record_shard_connected(1, false);
    let sealed = room.marked(ANN, "samurai", t(10_500));
    let sealed = tokio::time::timeout(Duration::from_secs(5), sealed).await.expect("it waits for nothing");
    assert_eq!(sealed.unwrap().order, "samurai");
    // Presses sent over the lost shard before its loss may still arrive.
    let mark = room.dealer.info(other).await.unwrap().mark.unwrap();
    let (dealer, stamp) = (room.dealer.clone(), at(t(10_500)));
    let ordered = async move { dealer.order(other, CLEO, "samurai".into(), When::Marked(mark), stamp).await };
    let late = room.dealer.spawn(ordered);
    room.settled().await;
    assert!(!late.is_finished(), "it is judged once that is known");
}

#[tokio::test]
async fn restart_credits_a_shards_outage_to_its_servers_only() {
    let (mut room, other) = two().await;
    room.go(t(10_000)).await;
    room.dealer.record_shard_away(1, t(10_000));
    room.go(t(22_000)).await;
    let kept = async || (!room.store.cut_off().await.unwrap().is_empty()).then_some(());
    until_late("it is kept", &room, 1_000, kept).await;
    room.restart(Duration::from_secs(1)).await;
    room.settled().await;
    let credit = entries(&room, other).await.remove(0);
    assert!(credit["host"].as_str().is_some_and(|host| host.starts_with("credit ")), "{credit}");
    assert_eq!(room.record().await.len(), 0, "the other match has lost nothing");
    until("it is not owed any more", async || {
        room.go(room.clock.now().plus(1_000)).await;
        room.store.cut_off().await.unwrap().is_empty().then_some(())
    })
    .await;
}
