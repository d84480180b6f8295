//! Once no change is pending, a match's messages are true, whatever was done.

use super::*;

/// Returns the untrue parts of the match's messages that a player sees; empty once no change is pending.
///
/// A private answer can be edited only with a token that the bot forgets as it stops: those from before a restart are left out.
async fn untrue_messages(house: &House, players: &[Person], restarted: Snowflake) -> Vec<String> {
    let table = replayed(&record(house).await);
    let (mark, paused) = (format!("{}.{}", table.step(), table.begun()), table.paused());
    let over = table.outcome().is_some();
    let awaiting = table.awaiting();
    let mut wrong = Vec::new();
    let mut times = BTreeSet::new();
    for person in [house.ec(), house.dmo(), house.spectator()] {
        let all = [person.visible(house.channel()).await.unwrap(), person.dms().await.unwrap()].concat();
        let all = all.into_iter().filter(|one| !one.is_ephemeral() || one.id() > restarted).collect();
        let all = without_log(all, house.channel());
        let seat = players.iter().position(|player| player.id() == person.id());
        for one in &all {
            let (marks, runs) = (live(one), counts_down(one));
            if marks.iter().any(|at| *at != mark || over) {
                wrong.push(format!("live for {marks:?} at {mark}: {}", one.text()));
            }
            if runs && (paused || over) {
                wrong.push(format!("a countdown runs: {}", one.text()));
            }
            times.extend(one.text().split("<t:").filter_map(|part| Some(part.split_once(":R>")?.0.to_owned())));
        }
        let open = all.iter().filter(|one| !one.selects().is_empty()).count();
        let asked = seat.and_then(|seat| awaiting[[Seat::Ec, Seat::Dmo][seat]].as_ref());
        let wants = asked.is_some_and(|asked| asked.wants == Wants::Order && !asked.submitted) && !paused && !over;
        if open != usize::from(wants) {
            wrong.push(format!("{:?} has {open} prompts open, and is asked: {wants}", person.key()));
        }
    }
    let asks = awaiting.iter().any(|(_, asked)| asked.as_ref().is_some_and(|asked| asked.wants == Wants::Order));
    let asks = asks && !paused && !over;
    let all = without_log(house.spectator().messages(house.channel()).await.unwrap(), house.channel());
    let order: Vec<_> = all.iter().filter(|one| one.button("Order").is_some()).map(Seen::text).collect();
    if order.len() != usize::from(asks) {
        wrong.push(format!("an order is asked for: {asks}, and Order is under {order:#?}"));
    }
    if times.len() > 1 {
        wrong.push(format!("countdowns to different times: {times:?}"));
    }
    wrong
}

/// A match in which any action may happen at any time.
#[tokio::test(flavor = "multi_thread")]
async fn messages_are_true_at_every_moment_of_a_hosted_match() {
    let mut house = House::open().await;
    let channel = house.channel();
    let host = house.host();
    run(&house.spectator(), channel, "/match list", json!({})).await;
    begun(&house).await;
    let mut players = vec![house.ec(), house.dmo()];
    let mut state: u64 = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(7);
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    };
    let units = ["samurai", "bard", "sage", "reaper", "dragoon", "chocobo"];
    let mut restarted = Snowflake::new(0);
    let mut rounds = 0;
    for action in 0..28 {
        let at = random(2);
        let (player, unit) = (players[at].clone(), units[random(units.len())]);
        let newest = || async {
            let all = house.spectator().messages(channel).await.unwrap();
            all.into_iter().rev().find(|one| one.button("Order").is_some())
        };
        let paused = replayed(&record(&house).await).paused();
        let what = if paused && random(2) == 0 { 6 } else { random(12).min(9 + random(2)) };
        match what {
            // A prompt whose player is asked can be used once no change is pending.
            0 | 1 => {
                let dm = player.dms().await.unwrap();
                if let Some(open) = dm
                    .iter()
                    .find(|one| one.selects().iter().any(|menu| menu.options.iter().any(|option| option.value == unit)))
                {
                    pick(&player, open, unit).await;
                }
            }
            2 => {
                // The message may only now have reached the state after the last action.
                let pressed = async |one: Seen| player.click(&one, "Order").await.is_ok();
                if let Some(seen) = newest().await
                    && !pressed(seen).await
                {
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    order_panel(&player, &newest().await.expect("an order is asked for")).await;
                }
            }
            3 | 4 => drop(player.type_text(player.dm().await.unwrap(), unit).await.unwrap()),
            5 => drop(run(&player, channel, "/order", json!({ "text": unit })).await),
            6 => {
                run(&host, channel, if paused { "/host resume" } else { "/host pause" }, json!({})).await;
            }
            7 => drop(run(&host, channel, "/host extend", json!({"seconds": 60 + action})).await),
            8 => {
                let asked = run(&host, channel, "/host undo", json!({})).await;
                if asked.button("Confirm").is_some() {
                    let answer = host.click(&asked, "Confirm").await.unwrap();
                    finished(&host, channel, answer).await;
                }
            }
            _ if action % 2 == 0 => {
                let seat = ["EC", "DMO"][at];
                run(&host, channel, "/host order", json!({"seat": seat, "text": unit})).await;
            }
            _ if action > 20 && players[1].id() != house.spectator().id() => {
                let substitute = json!({"seat": "DMO", "user": house.sandbox.world().sam});
                run(&host, channel, "/host substitute", substitute).await;
                players[1] = house.spectator();
            }
            9 => {
                house.stop_bot().await;
                house.start_bot().await;
                restarted = Snowflake::made_at(house.sandbox.now_ms(), 0);
                // Only people who have acted are written to.
                run(&house.spectator(), channel, "/match list", json!({})).await;
            }
            _ => {
                for (player, unit) in players.iter().zip(units) {
                    run(player, channel, "/order", json!({ "text": unit })).await;
                }
            }
        }
        rounds = rounds.max(replayed(&record(&house).await).step());
        wait_until_true(&house, &players, restarted, &format!("action {action}: {what} by {at} with {unit}")).await;
    }
    assert!(rounds >= 3, "{rounds} rounds are too few to say anything");
    confirmed(&host, channel, "/host forfeit", json!({"seat": "EC"})).await;
    wait_until_true(&house, &players, restarted, "the end").await;
    house.stop().await;
}

async fn wait_until_true(house: &House, players: &[Person], restarted: Snowflake, after: &str) {
    let give_up = tokio::time::Instant::now() + 3 * SOON;
    loop {
        let wrong = untrue_messages(house, players, restarted).await;
        if wrong.is_empty() {
            return;
        }
        assert!(tokio::time::Instant::now() < give_up, "{after}: {wrong:#?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
