//! All visible messages are true in a match of any game, whatever anybody does.

use std::collections::BTreeMap;

use deathmatch::game::{Seat, Seed, Viewer, Wants, random_legal_order};
use deathmatch::ids::UnixMs;
use deathmatch::sandbox::{Person, Seen, Snowflake};
use deathmatch::table::{Entry, Header, Table};
use rand::RngExt;
use serde_json::{Value, json};

use crate::house::{House, SOON, finished, record, replayed, run, without_log};

/// The state of a match, by its record.
struct Truth {
    table: Table,
    /// The time of the record's time 0, in Unix ms.
    began: i64,
}

impl Truth {
    async fn of(house: &House) -> Self {
        let record = record(house).await;
        let table = replayed(&record);
        let row = deathmatch::store::Store::open_read_only(&house.database()).await.unwrap();
        let row = row.find_match(deathmatch::ids::MatchId(1)).await.unwrap().unwrap();
        let UnixMs(began) = row.started.unwrap_or(row.opened);
        Self { table, began }
    }

    fn asks(&self, seat: Seat) -> bool {
        let asked = self.table.awaiting()[seat].as_ref().is_some_and(|asked| asked.wants == Wants::Order);
        asked && self.is_running()
    }

    fn is_running(&self) -> bool {
        !self.table.paused() && self.table.outcome().is_none()
    }

    fn mark(&self) -> String {
        format!("{}.{}", self.table.step(), self.table.begun())
    }

    /// Returns the times, in Unix seconds, to which a countdown may run.
    fn times(&self) -> Vec<i64> {
        let awaiting = self.table.awaiting();
        let asked = awaiting.iter().filter_map(|(_, asked)| asked.as_ref());
        let times =
            asked.flat_map(|asked| [Some(asked.deadline), asked.reserve_end]).chain([self.table.starts()]).flatten();
        let moment = |time: u64| (self.began + i64::try_from(time).unwrap()).div_euclid(1_000);
        if self.is_running() { times.map(moment).collect() } else { Vec::new() }
    }
}

/// Returns the marks of the prompts that a message's buttons and menus still answer.
fn live(message: &Seen) -> Vec<String> {
    let ids = message.buttons().into_iter().filter(|button| !button.disabled).filter_map(|button| button.custom_id);
    let ids = ids.chain(message.selects().into_iter().map(|select| select.custom_id));
    let uses = ["pick", "part", "over", "seal", "tab", "fill", "starts", "from", "send", "here", "ready", "back"];
    let marked = ids.filter_map(|id| {
        let mut parts = id.splitn(4, ':').skip(2);
        let verb = parts.next()?;
        let mark = parts.next()?.split(':').next()?.to_owned();
        uses.contains(&verb).then_some(mark)
    });
    marked.collect()
}

fn countdowns(message: &Seen) -> Vec<i64> {
    let text = message.text();
    text.split("<t:").filter_map(|part| part.split_once(":R>")?.0.parse().ok()).collect()
}

/// Returns the order that a message shows as sealed.
fn seals(message: &Seen) -> Option<String> {
    let text = message.text();
    let (_, rest) = text.split_once("Sealed: **")?;
    Some(rest.split_once("**")?.0.to_owned())
}

/// Returns the untrue parts of everything that anybody can see; empty once no change is pending.
async fn untrue_messages(house: &House, players: &[Person; 2], hosts: &[Snowflake]) -> Vec<String> {
    let truth = Truth::of(house).await;
    let (mark, times) = (truth.mark(), truth.times());
    let awaiting = truth.table.awaiting();
    let mut wrong = Vec::new();
    for person in [house.host(), house.ec(), house.dmo(), house.spectator()] {
        let seat = players.iter().position(|player| player.id() == person.id()).map(|at| [Seat::Ec, Seat::Dmo][at]);
        let all = [person.visible(house.channel()).await.unwrap(), person.dms().await.unwrap()].concat();
        // Answers to commands and hosts' messages show the state at their own time.
        let all = all.into_iter().filter(|one| one.from_bot() && !hosts.contains(&one.id())).collect();
        let all = without_log(all, house.channel());
        let mut menus = 0;
        for one in &all {
            let stale = live(one).into_iter().find(|at| *at != mark || !truth.is_running());
            wrong.extend(stale.map(|at| format!("can be used for {at} at {mark}: {}", one.text())));
            // An open proposal runs to its own deadline.
            let proposed = one.button("Refuse").is_some();
            let runs = countdowns(one).into_iter().find(|time| !proposed && !times.contains(time));
            wrong.extend(runs.map(|time| format!("counts down to {time}, not {times:?}: {}", one.text())));
            let asks = !one.selects().is_empty() && (one.is_ephemeral() || one.channel() != house.channel());
            menus += usize::from(asks);
            let order = seat.and_then(|seat| awaiting[seat].as_ref()?.words.clone());
            let still = !live(one).is_empty() || one.says("You can change it");
            if let Some(sealed) = seals(one).filter(|sealed| still && order.as_ref() != Some(sealed)) {
                wrong.push(format!("says that {sealed} is sealed, and {order:?} is: {}", one.text()));
            }
        }
        if menus > 1 {
            wrong.push(format!("{:?} has {menus} prompts open", person.key()));
        }
    }
    let all = without_log(house.spectator().messages(house.channel()).await.unwrap(), house.channel());
    let order: Vec<_> = all.iter().filter(|one| one.button("Order").is_some()).collect();
    let asks = truth.asks(Seat::Ec) || truth.asks(Seat::Dmo);
    let said = order.iter().map(|one| one.text()).collect::<Vec<_>>();
    if order.len() != usize::from(asks) {
        wrong.push(format!("an order is asked for: {asks}, and Order is under {said:#?}"));
    }
    wrong
}

/// Returns a random legal order of a seat, by the present record.
fn random_order(record: &str, seat: Seat, random: &mut impl rand::Rng) -> Option<String> {
    let mut lines = record.lines();
    let header = Header::read(lines.next()?).ok()?;
    let entries: Vec<_> = lines.map(|line| Entry::read(line).unwrap()).collect();
    let table = Table::replay(header, &entries).ok()?;
    table.awaiting()[seat].as_ref().filter(|asked| asked.wants == Wants::Order)?;
    random_legal_order(&*table.sight(Viewer::Seat(seat)), random).map(|order| order.text().to_owned())
}

/// Plays a match in which any action may happen at any time, and checks every visible message after each action.
async fn play_and_check(asked: Value, actions: usize) {
    let house = House::open().await;
    let (channel, host) = (house.channel(), house.host());
    let name = asked.to_string();
    run(&house.spectator(), channel, "/match list", json!({})).await;
    let card = house.lobby_of(channel, asked).await;
    house.ready(&card).await;
    let seed = std::env::var("SEED").unwrap_or_else(|_| "windows".to_owned());
    let mut random = Seed::new(seed).generator(&name);
    let mut players = [house.ec(), house.dmo()];
    let mut done: BTreeMap<&str, usize> = BTreeMap::new();
    for action in 0..actions {
        let before = record(&house).await;
        let paused = replayed(&before).paused();
        let at = random.random_range(0..2);
        let (seat, player) = ([Seat::Ec, Seat::Dmo][at], players[at].clone());
        let order = random_order(&before, seat, &mut random);
        let confirm = async |command: &str, options: Value| {
            let asked = run(&host, channel, command, options).await;
            if asked.button("Confirm").is_some() {
                let answer = host.click(&asked, "Confirm").await.unwrap();
                finished(&host, channel, answer).await;
            }
        };
        let named = ["EC", "DMO"][at];
        let what = match (random.random_range(0..16), order) {
            (0..5, _) if paused => {
                run(&host, channel, "/host resume", json!({})).await;
                "resume"
            }
            (0..5, Some(order)) => {
                run(&player, channel, "/order", json!({ "text": order })).await;
                "command"
            }
            (5..8, Some(order)) => {
                player.type_text(player.dm().await.unwrap(), &order).await.unwrap();
                "typed"
            }
            (8, Some(order)) => {
                run(&host, channel, "/host order", json!({"seat": named, "text": order})).await;
                "on behalf"
            }
            (9 | 10, _) => {
                let all = player.messages(channel).await.unwrap();
                if let Some(newest) = all.iter().rfind(|one| one.button("Order").is_some()) {
                    finished(&player, channel, player.click(newest, "Order").await.unwrap()).await;
                } else if let Some(break_message) =
                    all.iter().rfind(|one| live(one).iter().any(|_| one.button("Ready").is_some()))
                {
                    player.click(break_message, "Ready").await.unwrap();
                }
                "button"
            }
            (11, _) => {
                run(&host, channel, "/host pause", json!({})).await;
                "pause"
            }
            (12, _) => {
                run(&host, channel, "/host extend", json!({"seconds": 60 + action})).await;
                "extend"
            }
            (13, _) => {
                confirm("/host undo", json!({})).await;
                "undo"
            }
            (14, _) if action > actions / 2 && players[1].id() != house.spectator().id() => {
                let substitute = json!({"seat": "DMO", "user": house.sandbox.world().sam});
                run(&host, channel, "/host substitute", substitute).await;
                players[1] = house.spectator();
                "substitute"
            }
            (14, _) => {
                run(&player, channel, "/match agree", json!({"what": "Pause the match"})).await;
                "agree"
            }
            (15, _) => {
                confirm("/host award", json!({ "seat": named })).await;
                wait_until_true(&house, &players, &name, "award").await;
                confirm("/host undo", json!({})).await;
                "award and undo"
            }
            _ => "nothing",
        };
        *done.entry(what).or_default() += 1;
        wait_until_true(&house, &players, &name, &format!("action {action}: {what} by {at}")).await;
    }
    confirm_end(&house).await;
    wait_until_true(&house, &players, &name, "the end").await;
    assert!(done.len() > 3, "{done:?}");
    house.stop().await;
}

async fn confirm_end(house: &House) {
    let asked = run(&house.host(), house.channel(), "/host forfeit", json!({"seat": "EC"})).await;
    let answer = house.host().click(&asked, "Confirm").await.unwrap();
    finished(&house.host(), house.channel(), answer).await;
}

async fn wait_until_true(house: &House, players: &[Person; 2], of: &str, after: &str) {
    let give_up = tokio::time::Instant::now() + 2 * SOON;
    loop {
        // Hosts' answers show the state at their own time.
        let all = house.host().visible(house.channel()).await.unwrap();
        let hosts: Vec<Snowflake> = all.iter().filter(|one| one.is_ephemeral()).map(Seen::id).collect();
        let wrong = untrue_messages(house, players, &hosts).await;
        if wrong.is_empty() {
            return;
        }
        assert!(tokio::time::Instant::now() < give_up, "{of}, after {after}: {wrong:#?}");
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn public_messages_match_the_record_in_every_game() {
    for (game, options) in [
        ("knights", "agree=all"),
        ("blockade-chess", "agree=all"),
        ("guidance-rite", "agree=all"),
        ("castle-siege", "agree=all"),
    ] {
        play_and_check(json!({"game": game, "options": options}), 14).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long"]
async fn public_messages_match_the_record_in_every_preset() {
    for (game, preset) in [
        ("warriors-death", "standard"),
        ("knights", "tempo-up"),
        ("blockade-chess", "blockade"),
        ("blockade-chess", "garden-of-statues"),
        ("guidance-rite", "dm11"),
        ("guidance-rite", "final"),
        ("castle-siege", "gauntlet"),
    ] {
        play_and_check(json!({"game": game, "preset": preset, "options": "agree=all"}), 40).await;
    }
}
