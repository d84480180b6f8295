//! The host panel: every ruling from one message, for hosts only, once, and only in the state that its question showed.

use deathmatch::sandbox::{Answer, Forged, Modal, Person, Seen, Snowflake};
use serde_json::json;

use crate::house::{House, SOON, finished, newest, order_panel, pick, run};

/// Opens the host panel of the channel's match.
pub async fn open_host_panel(host: &Person, channel: Snowflake) -> Seen {
    let panel = run(host, channel, "/host panel", json!({})).await;
    assert!(panel.is_ephemeral() && panel.button("Refresh").is_some(), "{}", panel.text());
    panel
}

/// Presses a button. Returns the message after it.
pub async fn press(host: &Person, on: &Seen, label: &str) -> Seen {
    let answer = host.click(on, label).await.unwrap();
    finished(host, on.channel(), answer).await
}

/// Chooses a value of a menu. Returns the answer.
async fn choose(host: &Person, on: &Seen, value: &str) -> Answer {
    let fits = |select: &deathmatch::sandbox::Select| select.options.iter().any(|option| option.value == value);
    let select = on.selects().into_iter().find(fits).unwrap_or_else(|| panic!("no menu has {value}: {}", on.text()));
    host.select(on, &select.custom_id, &[value]).await.unwrap()
}

pub async fn chosen(host: &Person, on: &Seen, value: &str) -> Seen {
    let answer = choose(host, on, value).await;
    finished(host, on.channel(), answer).await
}

/// Fills the only field of a form.
pub async fn fill(host: &Person, channel: Snowflake, form: &Modal, words: &str) -> Seen {
    let fields = form.fields();
    assert_eq!(fields.len(), 1);
    let answer = host.submit_modal(form, &[(&fields[0].0, words)]).await.unwrap();
    finished(host, channel, answer).await
}

pub async fn form(host: &Person, on: &Seen, label: &str) -> Modal {
    host.click(on, label).await.unwrap().modal.unwrap_or_else(|| panic!("{label} opens no form"))
}

/// Confirms a question. Returns the panel after it.
pub async fn confirm(host: &Person, question: &Seen) -> Seen {
    assert!(question.says("Press Confirm") || question.says("Press **Confirm**"), "{}", question.text());
    let done = press(host, question, "Confirm").await;
    assert_eq!(done.id(), question.id(), "it changes in place");
    done
}

/// Waits until a public message has these words.
pub async fn said(house: &House, words: &str) {
    house.spectator().wait_message(house.channel(), SOON, |one| one.says(words)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn match_is_hosted_from_one_panel() {
    let house = House::open().await;
    let (channel, host, world) = (house.channel(), house.host(), house.sandbox.world());
    let first = house.begin(channel, "unit_s=3600").await;
    let at = open_host_panel(&host, channel).await;
    assert!(at.says("Match 1 · A Warrior's Death** · Bout 1 · Round 1") && at.says("Being played"), "{}", at.text());
    assert!(at.says("(EC, <@") && at.says("has been asked for an order") && at.says("Deadline <t:"), "{}", at.text());
    assert!(at.button("Undo").is_none() && at.button("Resume").is_none() && at.button("Drawn board").is_none());

    // A cancelled question does nothing.
    let question = press(&host, &at, "End without result").await;
    assert!(question.says("Press **Confirm** to do it"), "{}", question.text());
    let at = press(&host, &question, "Cancel").await;
    assert!(at.says("Being played") && at.id() == question.id(), "{}", at.text());
    let last = newest(&house.spectator().messages(channel).await.unwrap());
    assert_eq!(last, first.id());

    // A pause asks no question: the clocks would run during it.
    let at = press(&host, &at, "Pause").await;
    assert!(at.says("Paused <t:") && at.button("Resume").is_some() && at.button("Pause").is_none(), "{}", at.text());
    let paused = house.public_after(channel, first.id()).await;
    assert!(paused.says("Hana (host) paused the match."), "{}", paused.text());

    // With a reason, which is asked again.
    let question = press(&host, &at, "Resume").await;
    assert!(question.says("Lets the clocks run on: "), "{}", question.text());
    let why = form(&host, &question, "Reason").await;
    let question = fill(&host, channel, &why, "The *lights* are back").await;
    assert!(question.says("Reason: The ∗lights∗ are back") && question.button("Another reason").is_some());
    let at = confirm(&host, &question).await;
    let resumed = house.public_after(channel, paused.id()).await;
    assert!(resumed.says("Reason: The ∗lights∗"), "{}", resumed.text());

    // More time: from the menu, and in the host's own words.
    let question = chosen(&host, &at, "extend 180").await;
    assert!(question.says("Gives all running clocks 3 min more: the deadline is then <t:"), "{}", question.text());
    let at = confirm(&host, &question).await;
    let more = house.public_after(channel, resumed.id()).await;
    assert!(more.says("Hana (host) gave all clocks 3 min more."), "{}", more.text());
    let own = choose(&host, &at, "form more").await.modal.expect("a form");
    let refused = fill(&host, channel, &own, "a while").await;
    assert!(refused.says("Write how much time"), "{}", refused.text());
    let own = form(&host, &refused, "Edit and send again").await;
    assert!(own.json().to_string().contains("a while"), "{}", own.json());
    let question = fill(&host, channel, &own, "1:30").await;
    assert!(question.says("90 s more"), "{}", question.text());
    let at = confirm(&host, &question).await;
    let more = house.public_after(channel, more.id()).await;

    // An order for a player: a wrong one is refused at once, a right one is sealed.
    let wrong = choose(&host, &at, "form order ec").await.modal.expect("a form");
    assert!(wrong.title().contains("Ann"), "{}", wrong.title());
    let refused = fill(&host, channel, &wrong, "wizard").await;
    assert!(refused.button("Confirm").is_none(), "{}", refused.text());
    let order = choose(&host, &at, "form order ec").await.modal.expect("a form");
    let question = fill(&host, channel, &order, "Samurai").await;
    assert!(question.says("**Gives Samurai as Ann's order"));
    let at = confirm(&host, &question).await;
    assert!(at.says("The order **Samurai** is in for Ann."), "{}", at.text());
    let panel = order_panel(&house.dmo(), &more).await;
    pick(&house.dmo(), &panel, "sage").await;
    let round = house.public_after(channel, more.id()).await;
    assert!(round.says("Hana (host) gave Ann's order."), "{}", round.text());

    // A substitute.
    let at = press(&host, &at, "Refresh").await;
    assert!(at.says("Round 2"), "{}", at.text());
    let people = chosen(&host, &at, "sits dmo").await;
    let select = people.selects().into_iter().next().expect("a menu of people");
    let itself = world.bot.to_string();
    let answer = host.select(&people, &select.custom_id, &[&itself]).await.unwrap();
    let refused = finished(&host, channel, answer).await;
    assert!(refused.says("A bot cannot take a seat"), "{}", refused.text());
    let sam = world.sam.to_string();
    let answer = host.select(&people, &select.custom_id, &[&sam]).await.unwrap();
    let question = finished(&host, channel, answer).await;
    assert!(question.says("Puts Sam in Bob's place"), "{}", question.text());
    let at = confirm(&host, &question).await;
    assert!(at.says("**Sam** (DMO") && !at.says("**Bob** (DMO"), "{}", at.text());
    let seated = house.public_after(channel, round.id()).await;
    assert!(seated.says("Hana (host) put Sam in Bob's place; the result still counts for Bob."), "{}", seated.text());

    // An undo, an end without result, and the undo of that end.
    let question = press(&host, &at, "Undo").await;
    assert!(question.says("Reverts Bout 1 · Round 1: both players order again"), "{}", question.text());
    let at = confirm(&host, &question).await;
    said(
        &house,
        "Bout 1 · Round 1 starts over, with full time. Orders given for it do not count; earlier results stay.",
    )
    .await;
    let question = chosen(&host, &at, "forfeit dmo").await;
    assert!(question.says("Bob (Sam) loses match 1 at once; Ann wins."), "{}", question.text());
    let at = confirm(&host, &question).await;
    assert!(at.says("Over: Ann won.") && at.button("Void").is_none() && at.selects().is_empty(), "{}", at.text());
    said(&house, "Hana (host) made Bob (Sam) forfeit.").await;
    let question = press(&host, &at, "Revert the end").await;
    assert!(question.says("Reverts only the verdict (Sam's forfeit)"), "{}", question.text());
    let at = confirm(&host, &question).await;
    assert!(at.says("Being played"), "{}", at.text());
    said(&house, "Hana (host) reverted Sam's forfeit.").await;
    let question = press(&host, &at, "End without result").await;
    let at = confirm(&host, &question).await;
    assert!(at.says("Over, without a result."), "{}", at.text());
    said(&house, "Hana (host) ended the match without a result.").await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn panel_is_refused_to_players_and_spectators() {
    let house = House::open().await;
    let (channel, host) = (house.channel(), house.host());
    let first = house.begin(channel, "unit_s=3600").await;
    let at = open_host_panel(&host, channel).await;
    let question = press(&host, &at, "End without result").await;
    let commands = ["/host panel", "/host view", "/host log", "/host notes"];
    for person in [house.ec(), house.spectator()] {
        for command in commands {
            let refused = run(&person, channel, command, json!({})).await;
            assert!(refused.is_ephemeral() && refused.says("host") && refused.files().is_empty(), "{}", refused.text());
            assert!(refused.button("Refresh").is_none());
        }
        // Presses and forms of another person's panel are refused, too.
        let mut shown: Vec<(&Seen, String)> =
            at.buttons().into_iter().map(|button| (&at, button.custom_id.unwrap())).collect();
        shown.extend(question.buttons().into_iter().map(|button| (&question, button.custom_id.unwrap())));
        for (on, id) in shown {
            let data = json!({"custom_id": id, "component_type": 2, "id": 1});
            let answer = person.forge(Forged::On(&first), 3, data, json!({"message": on.json()})).await.unwrap();
            let refused = finished(&person, channel, answer).await;
            assert!(refused.says("host"), "{id}: {}", refused.text());
        }
        let why = question.button("Reason").unwrap().custom_id.unwrap();
        let field = json!({"type": 1, "components": [{"type": 4, "custom_id": "words", "value": "because"}]});
        for id in [why, "dm1:1:desk:note".to_owned(), "dm1:1:desk:ask:1.0.0.on:form order ec".to_owned()] {
            let data = json!({"custom_id": id, "components": [field]});
            let answer = person.forge(Forged::On(&first), 5, data, json!({"message": at.json()})).await.unwrap();
            let refused = finished(&person, channel, answer).await;
            assert!(refused.says("host"), "{id}: {}", refused.text());
        }
    }
    let seen = house.spectator().messages(channel).await.unwrap();
    assert_eq!(newest(&seen), first.id(), "nothing was done");
    // A forged confirmation without a question is refused.
    let data = json!({"custom_id": "dm1:1:desk:do:12345", "component_type": 2, "id": 1});
    let rows = json!([{"type": 1, "components": [{"type": 2, "style": 4, "label": "Confirm", "custom_id": "dm1:1:desk:do:12345"}]}]);
    let mut forged = at.json().clone();
    forged["components"] = rows;
    let answer = host.forge(Forged::On(&at), 3, data, json!({"message": forged})).await.unwrap();
    let refused = finished(&host, channel, answer).await;
    assert!(refused.says("has expired"), "{}", refused.text());
    house.stop_forged().await;
}

/// Begins a friendly match of Ann and Bob that Sam opened: Sam hosts it, and so does Hana.
pub async fn match_with_two_hosts(house: &House) -> Seen {
    let (channel, world) = (house.channel(), house.sandbox.world());
    let asked = json!({"game": "warriors-death", "ec": world.ann, "dmo": world.bob, "options": "unit_s=3600"});
    run(&house.spectator(), channel, "/match open", asked).await;
    let card = house.host().wait_message(channel, SOON, |one| one.button("Ready").is_some()).await.unwrap();
    house.ready(&card).await
}

#[tokio::test(flavor = "multi_thread")]
async fn second_host_reads_the_first_hosts_ruling_before_acting() {
    let mut house = House::open().await;
    let channel = house.channel();
    let first = match_with_two_hosts(&house).await;
    let (hana, sam) = (house.host(), house.spectator());
    let (hers, his) = (open_host_panel(&hana, channel).await, open_host_panel(&sam, channel).await);
    let (hers, his) = (chosen(&hana, &hers, "extend 60").await, chosen(&sam, &his, "extend 60").await);
    // The questions outlive a restart.
    house.stop_bot().await;
    house.start_bot().await;
    let pressed = tokio::join!(press(&hana, &hers, "Confirm"), press(&sam, &his, "Confirm"));
    let both = [pressed.0, pressed.1];
    let late = |one: &Seen| one.says("moved on, so nothing was done");
    assert_eq!(both.iter().filter(|one| late(one)).count(), 1, "{} / {}", both[0].text(), both[1].text());
    assert!(both.iter().all(|one| one.button("Confirm").is_none()), "a second press at the same place does nothing");
    let moved = both.iter().position(late).unwrap();
    let words = both[moved].text();
    let other = ["Sam (host)", "Hana (host)"][moved];
    assert!(words.contains(&format!("{other} gave all clocks 60 s more.")), "{words}");
    let more = house.public_after(channel, first.id()).await;
    assert!(more.says("gave all clocks 60 s more"), "{}", more.text());
    // The host who still wants the ruling confirms it again.
    let (who, on) = if moved == 0 { (&hana, &both[0]) } else { (&sam, &both[1]) };
    let question = chosen(who, on, "extend 60").await;
    confirm(who, &question).await;
    house.public_after(channel, more.id()).await;

    // A ruling given while a panel was open is reported with that panel's next question.
    let (hers, his) = (open_host_panel(&hana, channel).await, open_host_panel(&sam, channel).await);
    press(&hana, &hers, "Pause").await;
    let refused = press(&sam, &his, "Pause").await;
    assert!(refused.says("paused"), "{}", refused.text());
    let question = chosen(&sam, &his, "forfeit ec").await;
    assert!(question.says("Since then: Hana (host) paused the match."), "{}", question.text());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn confirmation_pressed_twice_takes_effect_once() {
    let house = House::open().await;
    let (channel, host) = (house.channel(), house.host());
    house.begin(channel, "unit_s=3600").await;
    let at = open_host_panel(&host, channel).await;
    let question = chosen(&host, &at, "extend 60").await;
    let id = question.button("Confirm").unwrap().custom_id.unwrap();
    confirm(&host, &question).await;
    // A client that has not received the edit yet.
    let data = json!({"custom_id": id, "component_type": 2, "id": 1});
    let answer = host.forge(Forged::On(&question), 3, data, json!({"message": question.json()})).await.unwrap();
    let again = finished(&host, channel, answer).await;
    assert!(again.says("That is done already.") && again.button("Confirm").is_none(), "{}", again.text());
    let log = run(&host, channel, "/host log", json!({})).await;
    assert_eq!(log.text().matches("gave all clocks").count(), 1, "{}", log.text());
    house.stop_forged().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn panel_of_a_lobby_can_move_its_start() {
    let house = House::open().await;
    let (channel, host) = (house.channel(), house.host());
    let asked = json!({"game": "warriors-death", "start": "tomorrow 20:00"});
    house.lobby_of(channel, asked).await;
    let at = open_host_panel(&host, channel).await;
    assert!(at.says("Waiting for its players") && at.says("The first round begins <t:"), "{}", at.text());
    assert!(at.selects().is_empty() && at.button("Pause").is_none() && at.button("View").is_none());
    let start = form(&host, &at, "Move the start").await;
    let refused = fill(&host, channel, &start, "soon").await;
    assert!(refused.says("is not a start time"), "{}", refused.text());
    let start = form(&host, &at, "Move the start").await;
    let question = fill(&host, channel, &start, "tomorrow 21:00").await;
    assert!(question.says("Moves the start to <t:"), "{}", question.text());
    confirm(&host, &question).await;
    let said = |one: &Seen| one.says("Hana (host) moved the start of match 1.");
    house.spectator().wait_message(channel, SOON, said).await.unwrap();
    let log = run(&host, channel, "/host log", json!({})).await;
    assert!(log.says("moved the start"), "{}", log.text());
    let at = open_host_panel(&host, channel).await;
    let question = press(&host, &at, "Start now").await;
    assert!(
        question.says("Sets match 1 for <t:") && question.says("without waiting for Ann and Bob"),
        "{}",
        question.text()
    );
    let at = press(&host, &question, "Cancel").await;
    let question = press(&host, &at, "Call off").await;
    assert!(question.says("Calls match 1 off; its card is closed."), "{}", question.text());
    let at = confirm(&host, &question).await;
    assert!(at.says("Match 1 is called off.") && at.button("Call off").is_none(), "{}", at.text());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn request_for_more_time_is_answered_with_one_press() {
    let house = House::open().await;
    let (channel, host, ec, dmo) = (house.channel(), house.host(), house.ec(), house.dmo());
    house.begin(channel, "unit_s=3600").await;
    let asks = async |player: &Person| {
        let dm = player.dm().await.unwrap();
        let prompt = player.wait_message(dm, SOON, |one| one.button("More").is_some()).await.unwrap();
        let more = press(player, &prompt, "More").await;
        press(player, &more, "More time").await
    };
    let told = asks(&ec).await;
    assert!(told.says("A host is asked for more time"), "{}", told.text());
    // From the direct message; Discord says who is a host.
    let inbox = host.dm().await.unwrap();
    let request = host.wait_message(inbox, SOON, |one| one.says("Ann asks for more time")).await.unwrap();
    assert!(request.says("Deadline <t:") && request.button("Board").is_some(), "{}", request.text());
    press(&host, &request, "Give 30 min").await;
    said(&house, "Hana (host) gave all clocks 30 min more").await;
    let given = |one: &Seen| one.says("More time was given") && one.button("Refuse").is_none();
    host.wait_message(inbox, SOON, given).await.unwrap();
    let home = ec.dm().await.unwrap();
    ec.wait_message(home, SOON, |one| one.says("gave you more time")).await.unwrap();
    // From the host panel.
    asks(&dmo).await;
    let at = open_host_panel(&host, channel).await;
    assert!(at.says("Bob asks for more time"), "{}", at.text());
    let at = press(&host, &at, "Refuse").await;
    assert!(at.says("Bob gets no more time in this step") && at.button("Refuse").is_none(), "{}", at.text());
    let home = dmo.dm().await.unwrap();
    dmo.wait_message(home, SOON, |one| one.says("gives no more time in this step")).await.unwrap();
    let again = asks(&dmo).await;
    assert!(again.says("A host has refused more time in this step"), "{}", again.text());
    for message in house.spectator().messages(channel).await.unwrap() {
        assert!(!message.says("for more time"), "{}", message.text());
    }
    house.stop_forged().await;
}
