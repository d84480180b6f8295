//! Orders that are composed field by field.

use deathmatch::sandbox::{Button, Person, Seen};
use serde_json::json;

use crate::house::{House, SOON, click_late, confirmed, finished, order_panel, run};

/// Begins a match of Castle Siege. Returns its first public message and the EC's first prompt.
async fn allocating(house: &House, ruleset: &str) -> (Seen, Seen) {
    let (channel, world) = (house.channel(), house.sandbox.world());
    let mut asked = json!({"game": "castle-siege", "ec": world.ann, "dmo": world.bob});
    if !ruleset.is_empty() {
        asked["options"] = json!(ruleset);
    }
    let reply = run(&house.host(), channel, "/match open", asked).await;
    assert!(reply.says("Opened match"), "{}", reply.text());
    let open = |message: &Seen| message.button("Ready").is_some();
    let card = house.host().wait_message(channel, SOON, open).await.unwrap();
    house.ec().click(&card, "Ready").await.unwrap();
    house.dmo().click(&card, "Ready").await.unwrap();
    let public = house.public_after(channel, card.id()).await;
    let prompt = prompt(&house.ec(), &card).await;
    (public, prompt)
}

/// Waits for a player's first prompt after another message.
async fn prompt(player: &Person, after: &Seen) -> Seen {
    let dm = player.dm().await.unwrap();
    let asks = |message: &Seen| message.id() > after.id() && message.button("Seal it").is_some();
    player.wait_message(dm, SOON, asks).await.unwrap()
}

/// Presses a button. Returns its message, or the answer, after it.
async fn click(player: &Person, message: &Seen, label: &str) -> Seen {
    let answer = player.click(message, label).await.unwrap_or_else(|error| panic!("{label}: {error}"));
    finished(player, message.channel(), answer).await
}

/// Chooses an option by its label.
async fn choose(player: &Person, message: &Seen, label: &str) -> Seen {
    let (select, value) = message
        .selects()
        .into_iter()
        .find_map(|select| {
            let option = select.options.iter().find(|option| option.label == label)?;
            Some((select.custom_id.clone(), option.value.clone()))
        })
        .unwrap_or_else(|| panic!("no menu has {label}: {}", message.text()));
    let answer = player.select(message, &select, &[&value]).await.unwrap();
    finished(player, message.channel(), answer).await
}

/// Chooses every field of a form by the labels of one menu's options.
async fn choose_all(player: &Person, message: &Seen, hint: &str, labels: &[&str]) -> Seen {
    let menu = message.selects().into_iter().find(|select| select.placeholder.starts_with(hint));
    let menu = menu.unwrap_or_else(|| panic!("no menu asks {hint}: {}", message.text()));
    let value =
        |label: &&str| menu.options.iter().find(|option| option.label == **label).map(|option| option.value.clone());
    let values: Vec<_> = labels.iter().map(|label| value(label).unwrap_or_else(|| panic!("no {label}"))).collect();
    let values: Vec<_> = values.iter().map(String::as_str).collect();
    let answer = player.select(message, &menu.custom_id, &values).await.unwrap();
    finished(player, message.channel(), answer).await
}

fn labels(message: &Seen) -> Vec<String> {
    message.buttons().into_iter().map(|button| button.label).collect()
}

fn seal(message: &Seen) -> Button {
    message.button("Seal it").expect("a form has its button to seal")
}

#[tokio::test(flavor = "multi_thread")]
async fn allocation_is_filled_in_unit_by_unit() {
    let house = House::open().await;
    let (public, prompt) = allocating(&house, "").await;
    let ec = house.ec();
    assert_eq!((prompt.selects().len(), seal(&prompt).disabled), (1, true), "{}", prompt.text());
    assert_eq!(prompt.selects()[0].options[0].label, "Start from Spearhead");
    assert!(prompt.content().starts_with("**Not sealed yet.** Your move, Ann, in match"), "{}", prompt.text());
    assert_eq!(labels(&prompt), ["Seal it", "Board", "More"]);
    let prompt = choose(&ec, &prompt, "A 0/0/0").await;
    assert_eq!(prompt.selects().len(), 4, "{}", prompt.text());
    // Every excess is named, and an excessive allocation cannot be sealed.
    let shown = choose(&ec, &prompt, "ATK 4").await;
    let shown = choose(&ec, &shown, "DEF 4").await;
    assert!(shown.says("Left to give: 6 ATK, 6 DEF, 10 HP"), "{}", shown.text());
    assert!(shown.says("A has 8; 7 is the most"), "{}", shown.text());
    assert!(seal(&shown).disabled);
    // Back undoes the last choice only.
    let back = click(&ec, &shown, "Back").await;
    assert!(back.says("Left to give: 6 ATK, 10 DEF, 10 HP"), "{}", back.text());
    let shown = choose(&ec, &back, "DEF 4").await;
    // Another unit keeps the first unit's allocation.
    let shown = choose(&ec, &shown, "B 0/0/0").await;
    let shown = choose(&ec, &shown, "HP 3").await;
    assert!(shown.says("4/4/0") && shown.says("0/0/3"), "{}", shown.text());
    // A complete allocation can be sealed by one press.
    let shown = choose(&ec, &shown, "Start from Even").await;
    assert!(!seal(&shown).disabled, "{}", shown.text());
    let sealed = click(&ec, &shown, "Seal it").await;
    assert!(sealed.says("Sealed: **A 2/2/2, B 2/2/2, C 2/2/2, D 2/2/2, E 2/2/2 (ATK/DEF/HP)**"), "{}", sealed.text());
    // Change starts from the sealed order, which stays valid.
    let shown = click(&ec, &sealed, "Change").await;
    assert!(shown.content().starts_with("Sealed: **A 2/2/2"), "{}", shown.text());
    let shown = choose(&ec, &shown, "ATK 3").await;
    assert!(shown.content().starts_with("**Not sealed yet:**") && shown.says("stays sealed"), "{}", shown.text());
    assert!(shown.says("Too much: 1 ATK") && seal(&shown).disabled, "{}", shown.text());
    // The other player's panel shows nothing of it.
    let other = order_panel(&house.dmo(), &public).await;
    assert!(other.says("Left to give: 10 ATK, 10 DEF, 10 HP") && !other.says("3/2/2"), "{}", other.text());
    assert!(other.is_ephemeral());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn older_form_seals_the_allocation_it_shows() {
    let house = House::open().await;
    let (public, prompt) = allocating(&house, "").await;
    let ec = house.ec();
    let even = choose(&ec, &prompt, "Start from Even").await;
    // The panel behind the channel's button changes the same draft.
    let panel = order_panel(&ec, &public).await;
    assert!(panel.says("2/2/2"), "{}", panel.text());
    let wall = choose(&ec, &panel, "Start from Wall").await;
    assert!(!wall.says("A 2/2/2"));
    let sealed = click_late(&ec, &even, "Seal it").await;
    assert!(sealed.says("Sealed: **A 2/2/2, B 2/2/2"), "{}", sealed.text());
    house.stop_forged().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn five_actions_have_three_menus_and_can_be_repeated() {
    let house = House::open().await;
    let (public, prompt_ec) = allocating(&house, "rounds=2").await;
    let (ec, dmo) = (house.ec(), house.dmo());
    let dm = dmo.dm().await.unwrap();
    let prompt_dmo = dmo.wait_message(dm, SOON, |message| message.button("Seal it").is_some()).await.unwrap();
    let mut last = (prompt_ec.clone(), prompt_dmo.clone());
    for (player, shown) in [(&ec, prompt_ec), (&dmo, prompt_dmo)] {
        let shown = choose(player, &shown, "Start from Even").await;
        click(player, &shown, "Seal it").await;
    }
    let mut public = house.public_after(house.channel(), public.id()).await;
    for round in 1..=2 {
        let (ask_ec, ask_dmo) = (prompt(&ec, &last.0).await, prompt(&dmo, &last.1).await);
        last = (ask_ec.clone(), ask_dmo.clone());
        // A menu for each possible action and two rows of controls; nobody is exhausted yet, so nobody can recover.
        assert_eq!(
            (ask_ec.selects().len(), ask_ec.buttons().len()),
            (2, 5 + usize::from(round == 2)),
            "{:?}",
            labels(&ask_ec)
        );
        assert!(ask_ec.content().starts_with("**Not sealed yet.** Your move, Ann, in match"), "{}", ask_ec.text());
        let sealed = if round == 1 {
            let shown = choose_all(&ec, &ask_ec, "Who attacks?", &["A attacks", "B attacks"]).await;
            let shown = choose_all(&ec, &shown, "Who defends?", &["A defends", "C defends", "D defends"]).await;
            assert!(shown.says("**A** defends") && shown.says("**B** attacks"), "{}", shown.text());
            let shown = choose_all(&ec, &shown, "Who attacks?", &[]).await;
            assert!(shown.says("**B** does nothing"), "{}", shown.text());
            let shown = choose_all(&ec, &shown, "Who defends?", &["A defends", "C defends"]).await;
            // Back and forth.
            let shown = click(&ec, &shown, "Back").await;
            assert!(shown.says("**D** defends"), "{}", shown.text());
            let shown = choose_all(&ec, &shown, "Who defends?", &["A defends", "C defends"]).await;
            click(&ec, &shown, "Seal it").await
        } else {
            click(&ec, &ask_ec, "Again: DNDNN").await
        };
        assert!(sealed.says("Sealed: **A, C defend · B, D, E do nothing**"), "{}", sealed.text());
        // A forged press of an illegal choice is refused, and changes nothing.
        let defend = ask_dmo.selects()[1].custom_id.clone();
        let refused = dmo.forge_select(&ask_dmo, &defend, &["f"]).await.unwrap();
        let refused = finished(&dmo, ask_dmo.channel(), refused).await;
        assert!(refused.says("cannot be chosen"), "{}", refused.text());
        assert!(seal(&ask_dmo).disabled && ask_dmo.says("Nothing is chosen yet."), "{}", ask_dmo.text());
        let shown = choose_all(&dmo, &ask_dmo, "Who defends?", &["E defends"]).await;
        click(&dmo, &shown, "Seal it").await;
        public = house.public_after(house.channel(), public.id()).await;
        assert!(!public.says("DNDNN") && !public.says("NNNNN"), "{}", public.text());
    }
    // The end names the winner first and in bold; the hidden parts are behind a button.
    let first = public.content().lines().next().unwrap_or_default().to_owned();
    assert!(first.contains("**") && first.contains("wins") && first.ends_with("**"), "{}", public.text());
    assert!(!public.says("allocated"), "{}", public.text());
    let details = click(&house.spectator(), &public, "Details").await;
    assert!(
        details.is_ephemeral() && details.says("Rounds 1–2") && details.says("Ann: A, C defend · B, D, E do nothing"),
        "{}",
        details.text()
    );
    house.stop_forged().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn form_shows_its_warning_before_one_press_seals_it() {
    let house = House::open().await;
    let (_, first) = allocating(&house, "private_orders=final").await;
    for player in [house.ec(), house.dmo()] {
        let dm = player.dm().await.unwrap();
        let asks = |message: &Seen| message.button("Seal it").is_some();
        let shown = player.wait_message(dm, SOON, asks).await.unwrap();
        let shown = choose(&player, &shown, "Start from Even").await;
        click(&player, &shown, "Seal it").await;
    }
    let ec = house.ec();
    let asked = prompt(&ec, &first).await;
    assert!(!asked.says("⚠️"), "{}", asked.text());
    let shown = choose_all(&ec, &asked, "Who attacks?", &["A attacks"]).await;
    assert!(shown.says("⚠️") && !seal(&shown).disabled, "{}", shown.text());
    let sealed = click(&ec, &shown, "Seal it").await;
    assert!(sealed.says("Sealed: **A attacks"), "{}", sealed.text());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn match_is_planned_moved_and_cancelled_by_command() {
    let house = House::open().await;
    let (channel, world) = (house.channel(), house.sandbox.world());
    let host = house.host();
    run(&host, channel, "/setup timezone", json!({"zone": "Europe/Berlin"})).await;
    let offered =
        host.autocomplete(channel, "/match open", json!({"game": "castle-siege", "start": ""}), "start").await.unwrap();
    assert!(!offered.is_empty(), "evenings are offered");
    let open = json!({"game": "castle-siege", "ec": world.ann, "dmo": world.bob, "start": "yesterday"});
    let refused = run(&host, channel, "/match open", open).await;
    assert!(refused.says("is not a start time"), "{}", refused.text());
    let open = json!({"game": "castle-siege", "ec": world.ann, "dmo": world.bob, "start": "tomorrow 20:00"});
    let opened = run(&host, channel, "/match open", open).await;
    assert!(opened.says("Opened match") && opened.says("first round begins"), "{}", opened.text());
    let card = host.wait_message(channel, SOON, |message| message.button("Ready").is_some()).await.unwrap();
    assert!(card.says("Starts"), "{}", card.text());
    house.ec().click(&card, "Ready").await.unwrap();
    house.dmo().click(&card, "Ready").await.unwrap();
    let public = house.public_after(channel, card.id()).await;
    assert!(public.says("Begins"), "{}", public.text());
    // Both allocations can be sealed days ahead, and changed until the start.
    let asked = prompt(&house.ec(), &card).await;
    let shown = choose(&house.ec(), &asked, "Start from Even").await;
    click(&house.ec(), &shown, "Seal it").await;
    let not_a_host = run(&house.ec(), channel, "/host reschedule", json!({"start": "tomorrow 21:00"})).await;
    assert!(!not_a_host.says("is moved"), "{}", not_a_host.text());
    let moved =
        run(&host, channel, "/host reschedule", json!({"start": "tomorrow 21:00", "reason": "A late train."})).await;
    assert!(moved.says("moves the start") || moved.says("is moved"), "{}", moved.text());
    let told = host
        .wait_message(channel, SOON, |message| message.says("A late train.") && message.says("Begins"))
        .await
        .unwrap();
    assert!(!told.is_ephemeral());
    // A cancellation would reveal the sealed orders.
    let refused = run(&host, channel, "/match cancel", json!({})).await;
    assert!(refused.says("This match has sealed orders") && refused.says("/host void"), "{}", refused.text());
    let off = confirmed(&host, channel, "/host void", json!({})).await;
    assert!(off.says("ended") || off.says("without a result"), "{}", off.text());
    host.wait_message(channel, SOON, |message| message.button("Record").is_some()).await.unwrap();
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn form_starts_from_the_newest_sealed_order() {
    let house = House::open().await;
    let (_, prompt) = allocating(&house, "").await;
    let ec = house.ec();
    let filled = choose(&ec, &prompt, "Start from Even").await;
    let sealed = click(&ec, &filled, "Seal it").await;
    assert!(sealed.says("Sealed: **A 2/2/2"), "{}", sealed.text());
    // A typed order replaces it, in the menus too.
    let typed = ec.type_text(prompt.channel(), "4 1 2, 4 1 2, 2 1 2, 0 4 2, 0 3 2").await.unwrap();
    let answers = |one: &Seen| one.id() > typed.id() && one.says("Sealed: **A 4/1/2");
    ec.wait_message(prompt.channel(), SOON, answers).await.unwrap();
    let shown = click(&ec, &sealed, "Change").await;
    assert!(shown.content().starts_with("Sealed: **A 4/1/2") && shown.says("`A` 4/1/2"), "{}", shown.text());
    let shown = choose(&ec, &shown, "ATK 3").await;
    assert!(shown.says("`A` 3/1/2") && shown.says("`B` 4/1/2"), "{}", shown.text());
    let shown = click(&ec, &shown, "Start over").await;
    assert!(shown.says("A 4/1/2"), "{}", shown.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn typed_start_is_sealed_when_it_is_repeated() {
    let house = House::open().await;
    let (_, prompt) = allocating(&house, "").await;
    let ec = house.ec();
    let type_start = async |name: &str| {
        let typed = ec.type_text(prompt.channel(), name).await.unwrap();
        let answers = |one: &Seen| one.id() > typed.id() && one.button("Board").is_some();
        ec.wait_message(prompt.channel(), SOON, answers).await.unwrap()
    };
    for name in ["wall", "start from even"] {
        let begun = type_start(name).await;
        assert!(begun.says("So far:") && !begun.says("Sealed:") && !seal(&begun).disabled, "{}", begun.text());
    }
    let sealed = type_start("even").await;
    assert!(sealed.says("Sealed: **A 2/2/2, B 2/2/2"), "{}", sealed.text());
    house.stop().await;
}
