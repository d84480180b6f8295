//! Built-in players at a table: they answer after a delay, always before the deadline, and only while the match is running.

use deathmatch::dealer::{Engine, Engines};
use deathmatch::table::{Bot, EngineName, Level};

use super::*;

impl Room {
    /// Begins a match of Ann against a built-in player of a level, whose delays lie in a range.
    async fn against(level: u8, replies: [u64; 2]) -> Self {
        Self::against_a(Level::new(level).unwrap().into(), replies, Engines::default()).await
    }

    /// Begins a match of Ann against an engine: a program for the shell.
    async fn against_engine(script: &str) -> Self {
        let command = ["sh", "-c", script].map(str::to_owned).to_vec();
        let name: EngineName = "own".parse().unwrap();
        let engines = [(name.clone(), Engine { command, games: Vec::new() })].into();
        Self::against_a(Bot::Engine(name), [0, 0], engines).await
    }

    async fn against_a(bot: Bot, replies: [u64; 2], engines: Engines) -> Self {
        let options =
            ServiceOptions { replies: replies.map(Duration::from_millis), engines: Arc::new(engines), ..options() };
        let mut header = header();
        header.seats.dmo.bot = Some(bot);
        let room = Self::dealing(Store::memory().await.unwrap(), 0, options).await.opening(new_match(header)).await;
        room.go(BEGAN).await;
        room.dealer.press_ready(room.m, ANN, None, Snowflake::at(BEGAN)).await.unwrap();
        room
    }

    /// Returns the orders that built-in players have entered, with their times.
    async fn built_in(&self) -> Vec<(u64, String)> {
        let record = self.record().await;
        let theirs = record.iter().filter(|entry| entry["meta"]["by"] == "built-in dmo");
        theirs
            .map(|entry| (entry["at"].as_u64().unwrap(), entry["order"].as_str().unwrap_or("ready").to_owned()))
            .collect()
    }

    async fn answers(&self, count: usize) -> Vec<(u64, String)> {
        until("a built-in player's answer", async || {
            let theirs = self.built_in().await;
            (theirs.len() >= count).then_some(theirs)
        })
        .await
    }
}

#[tokio::test]
async fn built_in_player_answers_after_a_foreign_write() {
    let room = Room::against(1, [4_000, 4_000]).await;
    room.settled().await;
    room.written_elsewhere(&[]).await;
    room.go(t(4_000)).await;
    assert_eq!(room.answers(1).await.len(), 1);
    room.settled().await;
    assert_eq!(room.record().await.len(), 1);
}

#[tokio::test]
async fn built_in_player_answers_within_its_range_of_delays() {
    let room = Room::against(1, [4_000, 6_000]).await;
    room.go(t(3_999)).await;
    room.settled().await;
    assert_eq!(room.built_in().await, [], "not before its time");
    room.go(t(6_000)).await;
    let answered = room.answers(1).await;
    assert!((4_000..=6_000).contains(&answered[0].0), "{answered:?}");
    assert!(room.public().len() == 1, "that it has answered is nobody's business");
    assert!(room.marked(ANN, "samurai", t(7_000)).await.unwrap().resolved);
}

#[tokio::test]
async fn built_in_player_answers_before_the_deadline() {
    let room = Room::against(5, [0, 0]).await;
    // The time jumps, so the player cannot have finished thinking.
    room.go(t(UNIT_MS - 1)).await;
    let answered = room.answers(1).await;
    assert!(answered[0].0 < UNIT_MS, "{answered:?}");
    room.go(t(UNIT_MS + GRACE_MS)).await;
    let missed = until("the round's end", async || {
        let record = room.record().await;
        record.iter().any(|entry| entry["order"].is_string()).then_some(record)
    })
    .await;
    assert!(missed.iter().any(|entry| entry["meta"]["by"] == "built-in dmo"));
}

#[tokio::test]
async fn built_in_player_waits_while_the_match_is_paused() {
    let room = Room::against(1, [4_000, 4_000]).await;
    room.go(t(1_000)).await;
    room.host(HostAct::Pause, t(1_000)).await;
    room.go(t(30_000)).await;
    room.settled().await;
    assert_eq!(room.built_in().await, []);
    room.host(HostAct::Resume, t(30_000)).await;
    room.go(t(35_000)).await;
    assert!(room.answers(1).await[0].0 >= 30_000);
}

#[tokio::test]
async fn built_in_player_is_asked_again_after_a_restart_or_undo() {
    let mut room = Room::against(1, [0, 0]).await;
    room.answers(1).await;
    room.go(t(1_500)).await;
    assert!(room.marked(ANN, "samurai", t(1_000)).await.unwrap().resolved);
    room.answers(2).await;
    room.go(t(2_500)).await;
    room.host(HostAct::Undo, t(2_000)).await;
    room.answers(3).await;
    room.restart(Duration::from_secs(1)).await;
    room.go(t(5_000)).await;
    assert!(room.marked(ANN, "bard", t(4_000)).await.unwrap().resolved);
    room.answers(4).await;
}

#[tokio::test]
async fn engine_plays_from_its_seats_view_only() {
    let room = Room::against_engine(
        r#"read -r asked; case "$asked" in *'"seat":"dmo"'*'"view":{'*) echo '{"order":"sage"}';; *) echo '{"order":"bard"}';; esac; cat"#,
    )
    .await;
    assert_eq!(room.answers(1).await[0].1, "sage");
    let header = room.dealer.record(room.m).await.unwrap().lines().next().unwrap().to_owned();
    assert!(header.contains(r#""bot":"engine:own""#), "{header}");
}

#[tokio::test]
async fn failing_engine_is_replaced_by_a_built_in_player() {
    for script in [
        "exit 1",
        "read -r asked; echo no",
        r#"read -r asked; echo '{"order":"nobody"}'"#,
        "sleep 60",
        "nothing-of-that-name",
    ] {
        let room = Room::against_engine(script).await;
        let order = room.answers(1).await.remove(0).1;
        assert!(!order.is_empty() && order != "ready", "{script}: {order}");
        let resolved = room.marked(ANN, "samurai", t(9_000)).await.unwrap().resolved;
        assert!(resolved, "{script}");
    }
}

/// Engines that never answer occupy as many threads as built-in players may use.
#[tokio::test]
async fn silent_engines_delay_no_built_in_player() {
    let room = Room::against_engine("sleep 60").await;
    let against = async |bot: Bot, moment: u64| {
        let mut header = header();
        header.seats.dmo.bot = Some(bot);
        let m = room.dealer.open(new_match(header), at(OPENED.plus(moment))).await.unwrap();
        room.dealer.press_ready(m, ANN, None, at(BEGAN)).await.unwrap();
        m
    };
    let orders = async |m: MatchId| {
        let record = room.dealer.record(m).await.unwrap();
        record.lines().filter(|line| line.contains(r#""by":"built-in dmo""#)).count()
    };
    let mut silent = vec![room.m];
    for number in 1..std::thread::available_parallelism().map_or(1, |many| many.get().min(16) as u64) {
        silent.push(against(Bot::Engine("own".parse().unwrap()), number).await);
    }
    let other = against(Level::new(1).unwrap().into(), 100).await;
    until("the built-in player's order", async || (orders(other).await > 0).then_some(())).await;
    for m in silent {
        assert_eq!(orders(m).await, 0, "the engine of match {m} still has time, and its stand-in has not thought");
    }
}
