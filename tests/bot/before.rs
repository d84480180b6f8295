//! Before a match: the game draft, the preflight, rehearsals, the start time, the terms, series.

use deathmatch::sandbox::{Answer, Modal, Person, Seen, Snowflake};
use serde_json::{Value, json};

use crate::external_objects::set;
use crate::host_panel::form;
use crate::house::{House, SOON, click_late, confirmed, decline, finished, pick, pick_late, run, until};

/// Opens a game draft for two players as the host. Returns the first turn.
async fn open_draft(house: &House, options: Value) -> Seen {
    let (world, channel, host) = (house.sandbox.world(), house.channel(), house.host());
    let mut asked = options;
    (asked["ec"], asked["dmo"]) = (json!(world.ann), json!(world.bob));
    let said = run(&host, channel, "/match choose", asked).await;
    assert!(said.is_ephemeral() && said.says("The game draft begins in"), "{}", said.text());
    turn(house, Snowflake::new(1)).await
}

/// Waits for the newest turn after a message.
async fn turn(house: &House, after: Snowflake) -> Seen {
    let asks = |one: &Seen| one.id() > after && one.says("Which game?") && !one.selects().is_empty();
    house.spectator().wait_message(house.channel(), SOON, asks).await.unwrap()
}

/// Chooses a line of the menu whose id contains a word. Returns the answer.
async fn choose(player: &Person, turn: &Seen, menu: &str, line: &str) -> Seen {
    let menus = turn.selects();
    let select = menus.iter().find(|select| select.custom_id.contains(menu)).unwrap_or_else(|| panic!("{menu}"));
    let option = select.options.iter().find(|option| option.label.contains(line));
    let value = option.unwrap_or_else(|| panic!("{line}: {:?}", select.options)).value.clone();
    let answer: Answer = player.select(turn, &select.custom_id, &[&value]).await.unwrap();
    finished(player, turn.channel(), answer).await
}

async fn reread(house: &House, message: &Seen) -> Seen {
    house.host().again(message).await.unwrap().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn players_ban_in_turn_then_agree_and_the_match_opens() {
    let mut house = House::open().await;
    let (channel, host, ec, dmo) = (house.channel(), house.host(), house.ec(), house.dmo());
    let first = open_draft(&house, json!({"bans": 1})).await;
    assert!(first.says("ban one") && first.text().contains(":R>"), "{}", first.text());
    let refused = choose(&house.spectator(), &first, ":ban:", "Knights").await;
    assert!(refused.is_ephemeral() && refused.says("Only Ann and Bob choose here"), "{}", refused.text());
    let refused = choose(&ec, &first, ":ban:", "Knights").await;
    assert!(refused.says("It is Bob's turn to ban"), "{}", refused.text());
    let refused = click_late(&ec, &first, "Call off (host)").await;
    assert!(refused.says("Only the host who began"), "{}", refused.text());
    choose(&ec, &first, ":wish", "Castle Siege").await;
    // An edit in flight may overtake the answer to a press; the message shows the newest state soon after.
    let wishes = |one: &Seen| one.says("Ann would play Castle Siege");
    host.wait_change(&first, SOON, wishes).await.unwrap();
    choose(&dmo, &first, ":ban:", "Knights").await;
    let passed = |one: &Seen| one.says("Bob banned Knights") && one.selects().is_empty();
    host.wait_change(&first, SOON, passed).await.unwrap();
    let second = turn(&house, first.id()).await;
    assert!(second.says("Ann would play Castle Siege. If Bob picks it too, you play it."), "{}", second.text());
    let shows = |words: &'static str| {
        move |one: &Seen| {
            let mut alts = one.files().into_iter().filter_map(|file| file.description);
            alts.any(|alt| alt.contains(words))
        }
    };
    host.wait_change(&second, SOON, shows("Knights, banned by Bob")).await.expect("the picture has the ban");
    house.stop_bot().await;
    house.start_bot().await;
    let late = pick_late(&dmo, &first, "0").await;
    assert!(late.is_ephemeral() && late.says("Ann's turn"), "{}", late.text());
    let over = choose(&dmo, &second, ":wish", "Castle Siege").await;
    assert!(over.says("Castle Siege it is: both want it") && over.says("match 1"), "{}", over.text());
    let over = |one: &Seen| one.selects().is_empty() && one.buttons().is_empty();
    let over = host.wait_change(&second, SOON, over).await.unwrap();
    host.wait_change(&over, SOON, shows("Castle Siege, chosen")).await.expect("the picture is of the end, too");
    let card = host.wait_message(channel, SOON, |one| one.button("Ready").is_some()).await.unwrap();
    assert!(card.json().to_string().contains("Castle Siege"), "{}", card.json());
    let late = pick_late(&ec, &second, "0").await;
    assert!(late.says("The game draft is over"), "{}", late.text());
    house.stop_forged().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn host_can_call_a_game_draft_off_once() {
    let house = House::open().await;
    let (world, host, channel) = (house.sandbox.world(), house.host(), house.channel());
    let first = open_draft(&house, json!({"advantage": "the first player (EC)"})).await;
    host.click(&first, "Call off (host)").await.unwrap();
    let off = |one: &Seen| one.says("called the game draft off") && one.buttons().is_empty();
    host.wait_change(&first, SOON, off).await.unwrap();
    assert!(click_late(&host, &first, "Call off (host)").await.says("The game draft is over"));
    let asked = json!({"ec": world.ann, "dmo": world.bob, "bans": 12});
    assert!(run(&host, channel, "/match choose", asked).await.says("each player can ban 3 at most"));
    run(&host, channel, "/setup friendly", json!({"allowed": false})).await;
    let asked = json!({"ec": world.ann, "dmo": world.bob});
    assert!(run(&house.ec(), channel, "/match choose", asked).await.says("Only hosts can open matches"));
    house.stop_forged().await;
}

/// The channel has no button to press then.
#[tokio::test(flavor = "multi_thread")]
async fn suspended_draft_is_called_off_from_the_hosts_notification() {
    let house = House::open().await;
    let (host, dmo) = (house.host(), house.dmo());
    let first = open_draft(&house, json!({"bans": 1})).await;
    let posts = format!("POST /channels/{}/messages", house.channel());
    house.sandbox.fault(&json!({"rest": {"match": posts, "status": 403, "times": 1}})).unwrap();
    choose(&dmo, &first, ":ban:", "Knights").await;
    let told = |one: &Seen| {
        one.says("is suspended, because I cannot write to its channel") && one.button("Call off (host)").is_some()
    };
    let told = host.wait_message(host.dm().await.unwrap(), SOON, told).await.unwrap();
    let answer = host.click(&told, "Call off (host)").await.unwrap();
    let off = finished(&host, told.channel(), answer).await;
    assert!(off.says("called the game draft off") && off.buttons().is_empty(), "{}", off.text());
    let off = |one: &Seen| one.says("called the game draft off") && one.buttons().is_empty();
    house.spectator().wait_change(&first, SOON, off).await.unwrap();
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn preflight_reports_each_check_and_its_remedy() {
    let mut house = House::open().await;
    let (world, host, channel) = (house.sandbox.world(), house.host(), house.channel());
    let (ec, dmo) = (house.ec(), house.dmo());
    house.sandbox.fault(&json!({"close_dms": "bob"})).unwrap();
    let asked = json!({"ec": world.ann, "dmo": world.bob});
    let said = run(&host, channel, "/preflight", asked).await;
    assert!(said.says("✅ Permissions") && said.says("✅ Clock") && said.says("➡️ Players"), "{}", said.text());
    assert!(said.is_ephemeral() && said.files().len() == 1);
    let check = host.wait_message(channel, SOON, |one| one.button("I am here").is_some()).await.unwrap();
    let refused = house.spectator().click(&check, "I am here").await.unwrap();
    assert!(finished(&house.spectator(), channel, refused).await.says("Only the two players press here"));
    assert!(ec.dms().await.unwrap().is_empty(), "nobody is written to who has pressed nothing");
    let (one, other) = tokio::join!(ec.click(&check, "I am here"), dmo.click(&check, "I am here"));
    assert!(finished(&ec, channel, one.unwrap()).await.says("I sent you a direct message"));
    assert!(finished(&dmo, channel, other.unwrap()).await.says("I cannot send you direct messages"));
    let wrote =
        |one: &Seen| one.says("press the button in my direct message") && one.says("I cannot send you direct messages");
    host.wait_change(&check, SOON, wrote).await.unwrap();
    house.stop_bot().await;
    house.start_bot().await;
    let dm = ec.dm().await.unwrap();
    let asks = ec.wait_message(dm, SOON, |one| one.button("I can read this").is_some()).await.unwrap();
    ec.click(&asks, "I can read this").await.unwrap();
    let read = |one: &Seen| one.says("direct messages arrive") && one.button("I am here").is_some();
    let check = host.wait_change(&check, SOON, read).await.unwrap();
    house.sandbox.fault(&json!({"open_dms": "bob"})).unwrap();
    dmo.click(&check, "I am here").await.unwrap();
    let dm = dmo.dm().await.unwrap();
    let asks = dmo.wait_message(dm, SOON, |one| one.button("I can read this").is_some()).await.unwrap();
    dmo.click(&asks, "I can read this").await.unwrap();
    let done = |one: &Seen| one.says("Both players can play") && one.buttons().is_empty();
    host.wait_change(&check, SOON, done).await.unwrap();
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invited_player_rehearses_in_private() {
    let house = House::open().await;
    let (world, host, channel, ec) = (house.sandbox.world(), house.host(), house.channel(), house.ec());
    let asked = json!({"game": "warriors-death", "player": world.ann, "level": 1});
    let refused = run(&house.dmo(), channel, "/rehearse", asked.clone()).await;
    assert!(refused.says("Only hosts can invite others"), "{}", refused.text());
    assert!(run(&host, channel, "/rehearse", asked).await.says("is invited"));
    let invited = host.wait_message(channel, SOON, |one| one.button("Rehearse").is_some()).await.unwrap();
    let press = async |person: &Person| {
        let answer = person.click(&invited, "Rehearse").await.unwrap();
        finished(person, channel, answer).await
    };
    assert!(press(&house.dmo()).await.says("somebody else's"));
    assert!(press(&ec).await.says("begins in your direct messages"));
    let dm = ec.dm().await.unwrap();
    ec.wait_message(dm, SOON, |one| one.says("Round 1")).await.unwrap();
    assert!(press(&ec).await.says("is being played in your direct messages"));
    let own = run(&house.dmo(), channel, "/rehearse", json!({"game": "knights"})).await;
    assert!(own.says("level 1 of 5") && own.says("in your direct messages"), "{}", own.text());
    let unknown = run(&house.dmo(), channel, "/rehearse", json!({"game": "knights", "preset": "none"})).await;
    assert!(unknown.is_ephemeral() && !unknown.says("begins"), "{}", unknown.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_without_host_rights_invite_only_to_their_own_matches() {
    let house = House::open().await;
    let (world, channel) = (house.sandbox.world(), house.channel());
    let both = json!({"ec": world.ann, "dmo": world.bob});
    for command in ["/match choose", "/preflight"] {
        let refused = run(&house.spectator(), channel, command, both.clone()).await;
        assert!(
            refused.is_ephemeral() && refused.says("you must be one of the two players"),
            "{command}: {}",
            refused.text()
        );
    }
    let said = run(&house.dmo(), channel, "/match choose", both.clone()).await;
    assert!(said.says("The game draft begins in"), "{}", said.text());
    turn(&house, Snowflake::new(1)).await;
    let refused = run(&house.dmo(), channel, "/match choose", both).await;
    assert!(refused.says("begun a game draft already"), "{}", refused.text());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_agree_on_one_of_the_offered_start_times() {
    let mut house = House::open().await;
    let (channel, ec, dmo) = (house.channel(), house.ec(), house.dmo());
    let world = house.sandbox.world();
    let start = "tomorrow 20:00, tomorrow 18:00, tomorrow 19:00";
    let offered = json!({"game": "warriors-death", "ec": world.ann, "dmo": world.bob, "start": start});
    run(&house.host(), channel, "/match open", offered).await;
    let offers = |one: &Seen| one.says("choose every time") && !one.selects().is_empty();
    let card = house.spectator().wait_message(channel, SOON, offers).await.unwrap();
    assert!(card.says("choose every time that suits you") && card.button("Ready").is_none(), "{}", card.text());
    let menu = card.selects().remove(0);
    let hours: Vec<_> = menu.options.iter().map(|option| option.label.clone()).collect();
    assert!(hours[0].starts_with("1. ") && hours[0].ends_with("18:00") && hours[2].ends_with("20:00"), "{hours:?}");
    let refused =
        finished(&house.spectator(), channel, house.spectator().select(&card, &menu.custom_id, &["0"]).await.unwrap())
            .await;
    assert!(refused.is_ephemeral() && refused.says("Only the two players"), "{}", refused.text());
    ec.select(&card, &menu.custom_id, &["0", "2"]).await.unwrap();
    let shown = ec.wait_change(&card, SOON, |one| one.says("✅ Ann")).await.unwrap();
    assert_eq!(shown.text().matches("✅ Ann").count(), 2, "{}", shown.text());
    dmo.select(&card, &menu.custom_id, &["1"]).await.unwrap();
    dmo.wait_change(&shown, SOON, |one| one.says("No time works for both players yet")).await.unwrap();
    house.stop_bot().await;
    house.start_bot().await;
    dmo.select(&card, &menu.custom_id, &["1", "2"]).await.unwrap();
    let set = dmo.wait_change(&shown, SOON, |one| one.says("waits for its start")).await.unwrap();
    assert!(set.selects().is_empty(), "{}", set.text());
    let listed = run(&house.host(), channel, "/match list", json!({})).await;
    assert!(listed.says("waiting for its start"), "{}", listed.text());
    house.close().await;
}

/// Opens the form of all terms.
async fn all_terms(host: &Person, card: &Seen) -> Modal {
    let panel = click_late(host, card, "Terms (host)").await;
    assert!(panel.is_ephemeral() && panel.says("**Terms of match 1**"), "{}", panel.text());
    form(host, &panel, "All terms in a form …").await
}

#[tokio::test(flavor = "multi_thread")]
async fn changed_terms_of_a_lobby_need_ready_again() {
    let mut house = House::open().await;
    let (channel, host, ec) = (house.channel(), house.host(), house.ec());
    let asked = json!({"game": "guidance-rite", "preset": "final", "options": "turn_s=100"});
    let card = house.lobby_of(channel, asked).await;
    ec.click(&card, "Ready").await.unwrap();
    let refused = click_late(&ec, &card, "Terms (host)").await;
    assert!(refused.is_ephemeral() && refused.says("no host rights"), "{}", refused.text());
    let shown = all_terms(&host, &card).await;
    let fields: Vec<_> = shown.fields().into_iter().map(|(id, _)| id).collect();
    assert_eq!(fields, ["values", "items.ec", "items.dmo", "boards"]);
    let inputs = shown.json()["components"].to_string();
    for value in ["turn_s=100\\n", "private_orders=editable", "agree=usual", "quiet=none"] {
        assert!(inputs.contains(value), "{value} is not in {inputs}");
    }
    let fill = async |values: &[(&str, &str)]| {
        let answer = host.submit_modal(&shown, values).await.unwrap();
        finished(&host, channel, answer).await
    };
    let board = format!("[{},[[]],[]]", json!(vec![["x"; 5]; 6]));
    let wrong =
        [("values", "turn_s=100 turns=3"), ("items.ec", "honour"), ("items.dmo", "horn, sword"), ("boards", &board)];
    let refused = fill(&wrong).await;
    for mistake in
        ["11 mistakes", "has no option", "`horn`", "`sword`", "On a1 of the", "On a6 of the", "bout 2", "bout 3"]
    {
        assert!(refused.says(mistake), "{mistake}: {}", refused.text());
    }
    // What was written is in the form that opens again.
    let again = form(&host, &refused, "Edit and send again").await;
    let inputs = again.json()["components"].to_string();
    assert!(inputs.contains("turn_s=100 turns=3") && inputs.contains("honour"), "{inputs}");
    let right = [("values", "turn_s=110"), ("items.ec", "honour, rotate"), ("items.dmo", "swap"), ("boards", "")];
    let shown = all_terms(&host, &card).await;
    house.stop_bot().await;
    house.start_bot().await;
    let answer = host.submit_modal(&shown, &right).await.unwrap();
    let done = finished(&host, channel, answer).await;
    assert!(done.says("Items of Ann: honour, rotate") && done.says("110 s for each turn"), "{}", done.text());
    let card = ec.wait_change(&card, SOON, |one| one.says("Items of Ann: honour, rotate")).await.unwrap();
    assert!(card.says("Items of Bob: swap") && card.text().matches("not ready yet").count() == 2, "{}", card.text());
    let told = ec.wait_message(channel, SOON, |one| one.says("changed the terms of match 1")).await.unwrap();
    assert!(told.says("Hana"), "{}", told.text());
    // One value is chosen from menus, or written.
    let values = pick(&host, &done, "agree").await;
    assert!(values.says("What both players may do if they agree"), "{}", values.text());
    assert!(values.says("**The players decide nothing together**"), "the usual of a hosted match: {}", values.text());
    let done = pick(&host, &values, "pause").await;
    assert!(done.says("Players who agree can pause, or take more time") && done.says("swap"), "{}", done.text());
    let values = pick(&host, &done, "turn_s").await;
    let menu = values.selects().remove(0);
    let own = host.select(&values, &menu.custom_id, &["…"]).await.unwrap().modal.unwrap();
    let refused = finished(&host, channel, host.submit_modal(&own, &[("turn_s", "soon")]).await.unwrap()).await;
    assert!(refused.says("`turn_s` takes a whole number of seconds"), "{}", refused.text());
    let back = finished(&host, channel, host.click(&refused, "Back").await.unwrap()).await;
    let values = pick(&host, &back, "turn_s").await;
    let own = host.select(&values, &menu.custom_id, &["…"]).await.unwrap().modal.unwrap();
    let done = finished(&host, channel, host.submit_modal(&own, &[("turn_s", "2 min 5 s")]).await.unwrap()).await;
    assert!(done.says("2 min 5 s for each turn"), "{}", done.text());
    let card = ec.wait_change(&card, SOON, |one| one.says("2 min 5 s")).await.unwrap();
    // A form that is submitted after a decline changes nothing, and says why.
    let shown = all_terms(&host, &card).await;
    decline(&house.dmo(), &card).await;
    let answer = host.submit_modal(&shown, &right).await.unwrap();
    let refused = finished(&host, channel, answer).await;
    assert!(refused.says("was called off") && !refused.says("has begun"), "{}", refused.text());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn series_opens_its_next_match_and_names_its_winner() {
    let house = House::open().await;
    let (world, channel, host, ec, dmo) =
        (house.sandbox.world(), house.channel(), house.host(), house.ec(), house.dmo());
    let asked = json!({"game": "warriors-death", "ec": world.ann, "dmo": world.bob, "best_of": 3, "swap": false});
    let even = json!({"game": "warriors-death", "ec": world.ann, "dmo": world.bob, "best_of": 4});
    assert!(host.command(channel, "/match series", even).await.is_err(), "four matches may have no winner");
    set(&house, "ds1:pick:results", &[world.lounge]).await;
    let said = run(&host, channel, "/match series", asked).await;
    assert!(said.says("the first of a best of 3"), "{}", said.text());
    let mut after = Snowflake::new(1);
    for number in 1..=2 {
        let waits = |one: &Seen| one.id() > after && one.button("Ready").is_some();
        let card = host.wait_message(channel, SOON, waits).await.unwrap();
        let leads = if number == 1 { "" } else { " (before it: 1–0 for Ann)" };
        let score = format!("Best of 3 · match {number}{leads}");
        assert!(card.says(&score), "{}", card.text());
        if number == 2 {
            decline(&dmo, &card).await;
            let declined = host.wait_change(&card, SOON, |one| one.button("Open it again").is_some()).await.unwrap();
            let refused = click_late(&house.spectator(), &declined, "Open it again").await;
            assert!(refused.says("Only hosts"), "{}", refused.text());
            click_late(&ec, &declined, "Open it again").await;
            let waits = |one: &Seen| one.id() > card.id() && one.button("Ready").is_some();
            let again = host.wait_message(channel, SOON, waits).await.unwrap();
            ec.click(&again, "Ready").await.unwrap();
            dmo.click(&again, "Ready").await.unwrap();
        } else {
            ec.click(&card, "Ready").await.unwrap();
            dmo.click(&card, "Ready").await.unwrap();
        }
        after = house.public_after(channel, card.id()).await.id();
        confirmed(&host, channel, "/host award", json!({"seat": "Ann"})).await;
    }
    let won = |one: &Seen| one.says("2–0: Ann wins the best of 3 against Bob");
    let announced = host.wait_message(channel, SOON, won).await.unwrap();
    host.wait_message(world.lounge, SOON, won).await.unwrap();
    confirmed(&host, channel, "/host undo", json!({"match": 3})).await;
    let marked = |one: &Seen| one.says("Reverted with the result of a match.") && one.button("Rematch").is_none();
    host.wait_change(&announced, SOON, marked).await.unwrap();
    let copied = async || host.messages(world.lounge).await.unwrap().iter().any(won);
    until("the copy is removed", async || !copied().await).await;
    house.stop_forged().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn repeated_ready_press_keeps_the_player_ready() {
    let house = House::open().await;
    let (channel, ec) = (house.channel(), house.ec());
    let card = house.lobby(channel, "unit_s=600").await;
    ec.click(&card, "Ready").await.unwrap();
    ec.wait_change(&card, SOON, |one| one.says("✅ ready")).await.unwrap();
    ec.click(&card, "Ready").await.unwrap();
    let says = |words: &'static str| move |one: &Seen| one.is_ephemeral() && one.says(words);
    let words = says("You are **Ready** already. The match begins when Bob is ready, too.");
    let told = ec.wait_message(channel, SOON, words).await.unwrap();
    assert_eq!(reread(&house, &card).await.text().matches("not ready yet").count(), 1);
    let answer = ec.click(&told, "I am not ready").await.unwrap();
    let back = crate::house::finished(&ec, channel, answer).await;
    assert!(back.says("You are no longer ready") && back.buttons().is_empty(), "{}", back.text());
    let both = |one: &Seen| one.text().matches("not ready yet").count() == 2;
    ec.wait_change(&card, SOON, both).await.unwrap();
    house.ready(&card).await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn match_before_its_start_takes_no_orders_and_shows_the_start() {
    let house = House::open().await;
    let (channel, host, ec) = (house.channel(), house.host(), house.ec());
    let card = house.lobby_of(channel, json!({"game": "warriors-death", "start": "tomorrow 20:00"})).await;
    let waits = house.ready(&card).await;
    assert!(waits.says("Begins <t:") && waits.button("Order").is_none(), "{}", waits.text());
    let shown = run(&host, channel, "/match show", json!({})).await;
    assert!(shown.says("The first round begins <t:") && !shown.says("deadline"), "{}", shown.text());
    let refused = run(&ec, channel, "/order", json!({"text": "samurai"})).await;
    assert!(refused.says("waits for its start, <t:"), "{}", refused.text());
    run(&host, channel, "/host pause", json!({})).await;
    let paused = house.public_after(channel, waits.id()).await;
    assert!(paused.says("after it is resumed") && !paused.text().contains(":R>"), "{}", paused.text());
    let shown = run(&host, channel, "/match show", json!({})).await;
    assert!(shown.says("after the match is resumed") && !shown.text().contains("<t:"), "{}", shown.text());
    let moved = run(&host, channel, "/host reschedule", json!({"start": "tomorrow 21:00"})).await;
    assert!(moved.says("The start is moved to") && moved.says("after the match is resumed"), "{}", moved.text());
    let moved = house.public_after(channel, paused.id()).await;
    let both = [house.sandbox.world().ann, house.sandbox.world().bob];
    assert!(moved.says("moved the start") && moved.says("after it is resumed"), "{}", moved.text());
    assert_eq!(moved.mentions(), both);
    assert!(!moved.says("your order, please") && moved.button("Order").is_none(), "{}", moved.text());
    run(&host, channel, "/host resume", json!({})).await;
    let again = house.public_after(channel, moved.id()).await;
    assert!(again.says("Begins <t:") && again.button("Order").is_none(), "{}", again.text());
    let moved = run(&host, channel, "/host reschedule", json!({"start": "tomorrow 22:00"})).await;
    assert!(moved.says("The start is moved to <t:") && moved.says(":R>"), "{}", moved.text());
    let moved = house.public_after(channel, again.id()).await;
    assert_eq!(moved.mentions(), both);
    assert!(moved.says("Begins <t:"), "{}", moved.text());
    house.close().await;
}
