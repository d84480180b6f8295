//! The server's settings in one message: each value changes separately, by managers only, however old the message is.

use deathmatch::sandbox::{Answered, Forged, Person, Seen, Snowflake};
use serde_json::{Value, json};

use crate::host_panel::{chosen, fill, form, press};
use crate::house::{House, finished, order_panel, run};

async fn panel(house: &House) -> Seen {
    let at = run(&house.host(), house.channel(), "/setup panel", json!({})).await;
    assert!(at.is_ephemeral() && at.says("Setting up · What is left to do"), "{}", at.text());
    at
}

/// Chooses from a menu by its id. Returns the message after it.
async fn value(house: &House, on: &Seen, id: &str, value: &str) -> Seen {
    let answer = house.host().select(on, id, &[value]).await.unwrap();
    finished(&house.host(), on.channel(), answer).await
}

fn undone(at: &Seen) -> usize {
    at.text().matches('⬜').count()
}

/// Returns the panel at one of its pages.
async fn page(house: &House, page: &str) -> Seen {
    chosen(&house.host(), &panel(house).await, page).await
}

/// Chooses from the menu with this id.
async fn select(person: &Person, on: &Seen, id: &str, values: &[Snowflake]) -> Seen {
    let values: Vec<String> = values.iter().map(ToString::to_string).collect();
    let values: Vec<&str> = values.iter().map(String::as_str).collect();
    let answer = person.select(on, id, &values).await.unwrap();
    assert_ne!(answer.kind, Answered::Message, "{:?}", answer.message.map(|one| one.text()));
    finished(person, on.channel(), answer).await
}

/// The settings in words, without the present time.
async fn set(house: &House) -> String {
    let shown = run(&house.host(), house.channel(), "/setup show", json!({})).await.text();
    let lines: Vec<_> = shown.lines().map(|line| line.split(" It is ").next().unwrap_or_default()).collect();
    lines.join("\n")
}

#[tokio::test(flavor = "multi_thread")]
async fn each_setting_changes_separately_and_is_shown_in_words() {
    let house = House::open().await;
    let (channel, host, world) = (house.channel(), house.host(), house.sandbox.world());
    let before = set(&house).await;
    let all = page(&house, "all").await;
    for line in before.lines() {
        assert!(all.says(line), "{line}: {}", all.text());
    }
    let mut lines: Vec<String> = before.lines().map(str::to_owned).collect();
    // One press changes one line.
    let mut changes = async |words: &str, old: &str| {
        let now: Vec<String> = set(&house).await.lines().map(str::to_owned).collect();
        let said = |line: &String| !line.starts_with("- ⚠️");
        let changed: Vec<_> = now.iter().filter(|line| !lines.contains(line) && said(line)).collect();
        assert!(changed.len() == 1 && changed[0].contains(words), "{words}: {changed:?}");
        assert!(
            old.is_empty() || lines.iter().any(|line| line.contains(old)) && !now.iter().any(|line| line.contains(old))
        );
        lines = now;
    };
    let at = page(&house, "hosts").await;
    let everyone = host.select(&at, "ds1:pick:host-role", &[&world.guild.to_string()]).await.unwrap();
    let everyone = finished(&host, channel, everyone).await;
    assert!(everyone.says("not @everyone"), "{}", everyone.text());
    let by_command = run(&host, channel, "/setup host-role", json!({"role": world.guild})).await;
    assert!(by_command.says("not @everyone"), "{}", by_command.text());
    let at = select(&host, &at, "ds1:pick:host-role", &[world.host_role, world.bot_role]).await;
    assert!(at.says(&format!("<@&{}> and <@&{}> are hosts", world.host_role, world.bot_role)), "{}", at.text());
    assert_eq!(at.selects()[0].chosen, [world.host_role.to_string(), world.bot_role.to_string()]);
    changes("are hosts, and those", "Only members with Manage Server are hosts").await;
    let at = press(&host, &at, "Let only hosts open matches").await;
    assert!(at.says("Only hosts may open matches here.") && at.button("Let anyone").is_some());
    changes("Only hosts may open", "Anyone may open").await;

    let at = page(&house, "places").await;
    let at = select(&host, &at, "ds1:pick:matches", &[world.channel, world.lounge]).await;
    assert!(at.says(&format!("<#{}> and <#{}>", world.channel, world.lounge)), "{}", at.text());
    changes("Matches are opened in <#", "any channel").await;
    let at = press(&host, &at, "Give each match a thread").await;
    changes("its own thread", "and played there").await;
    press(&host, &at, "Send no prompts").await;
    changes("open their prompts", "by direct message").await;

    let at = page(&house, "games").await;
    let answer = host.select(&at, "ds1:games", &["knights", "guidance-rite"]).await.unwrap();
    let at = finished(&host, channel, answer).await;
    assert!(at.says("The games played here are Knights and Guidance Rite."), "{}", at.text());
    changes("The games played here", "All games").await;
    let answer = host.select(&at, "ds1:game", &["guidance-rite"]).await.unwrap();
    let at = finished(&host, channel, answer).await;
    let at = chosen(&host, &at, "final").await;
    assert!(at.says("Guidance Rite is played as"), "{}", at.text());
    changes("Guidance Rite is played as", "").await;
    let values = form(&host, &at, "Change values").await;
    let at = fill(&host, channel, &values, "turn_s=77").await;
    assert!(at.says("`turn_s=77`") && at.button("own values").is_some(), "{}", at.text());
    changes("New matches of Guidance Rite here begin with `turn_s=77`", "").await;
    let values = form(&host, &at, "Change values").await;
    let refused = fill(&host, channel, &values, "turns=1").await;
    assert!(refused.says("has no option"), "{}", refused.text());

    let at = page(&house, "around").await;
    let at = select(&host, &at, "ds1:pick:notify-role", &[world.host_role]).await;
    assert!(at.says("notifies nobody"), "what is missing is said at once: {}", at.text());
    changes("should be notified when a hosted match begins", "No role").await;
    // The warning is shown only while the role notifies nobody.
    let unheard = |one: &Seen| one.says("notifies nobody") && !one.says("is notified when");
    assert!(unheard(&page(&house, "around").await) && unheard(&panel(&house).await));
    house.sandbox.fault(&json!({"mentionable": true})).unwrap();
    let heard = page(&house, "around").await;
    assert!(heard.says("is notified when a hosted match begins") && !heard.says("notifies nobody"), "{}", heard.text());
    house.sandbox.fault(&json!({"mentionable": false})).unwrap();
    let at = select(&host, &at, "ds1:pick:results", &[world.lounge]).await;
    changes("are posted in <#", "the match's channel only").await;
    let at = press(&host, &at, "Put matches into the calendar").await;
    changes("start time appear in the server's calendar", "do not appear in").await;
    // An empty choice clears the setting.
    let at = select(&host, &at, "ds1:pick:notify-role", &[]).await;
    assert!(at.says("No role is notified"), "{}", at.text());
    changes("No role", "a hosted match begins").await;
    let at = page(&house, "watching").await;
    let at = select(&host, &at, "ds1:pick:spectators", &[world.lounge]).await;
    assert!(at.says("Everyone can read") && at.says("everything, one step late"), "{}", at.text());
    changes("Spectators see hosted matches", "where it is played").await;
    let at = press(&host, &at, "Show matches as the DMO sees them").await;
    changes("what the DMO sees", "everything, one step late").await;
    let at = select(&host, &at, "ds1:pick:spectators", &[]).await;
    changes("where it is played", "Spectators see hosted").await;
    select(&host, &at, "ds1:pick:commentators", &[world.lounge]).await;
    changes("Commentators see everything", "Commentators' channel: none").await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn time_zone_is_found_by_a_city() {
    let house = House::open().await;
    let (channel, host) = (house.channel(), house.host());
    let at = page(&house, "time").await;
    let zone = async |at: &Seen, button: &str, city: &str, time: &str| {
        let asked = form(&host, at, button).await;
        let answer = host.submit_modal(&asked, &[("words", city), ("time", time)]).await.unwrap();
        finished(&host, channel, answer).await
    };
    let at = zone(&at, "Choose a city", "munich", "").await;
    assert!(at.says("Europe/Berlin") && at.says("It is ") && at.says("there."), "{}", at.text());
    assert!(at.says("What is left to do") || at.says("Everything is set"), "the zone was on the list: {}", at.text());
    let at = page(&house, "time").await;
    let several = zone(&at, "Choose a city", "america", "").await;
    assert!(several.says("Choose yours.") && several.selects()[0].options.len() == 25, "{}", several.text());
    let at = chosen(&host, &several, &several.selects()[0].options[0].value).await;
    assert!(at.says("America/"), "{}", at.text());
    // Most people live in regions where many zones share one clock: all of them are listed, by region.
    let now = chrono::DateTime::from_timestamp_millis(house.sandbox.now_ms()).unwrap();
    let clock = now.with_timezone(&chrono_tz::Europe::Berlin).format("%H:%M").to_string();
    let several = zone(&at, "Choose a city", "", &clock).await;
    assert!(several.says("Choose yours.") && several.text().contains(&format!("`{clock}`")), "{}", several.text());
    let listed: Vec<String> = several
        .selects()
        .into_iter()
        .filter(|menu| menu.custom_id.starts_with("ds1:found"))
        .flat_map(|menu| menu.options.into_iter().map(|option| option.value))
        .collect();
    let many = several.text().lines().find_map(|line| line.split_once(" time zones fit")?.0.parse::<usize>().ok());
    assert!(listed.len() > 25 && many == Some(listed.len()), "{many:?}: {listed:?}");
    for one in ["Europe/Berlin", "Africa/Algiers"] {
        assert!(listed.iter().any(|zone| zone == one), "{one} is not in {listed:?}");
    }
    let at = zone(&several, "City and time", "Madrid", &clock).await;
    assert!(at.says("Europe/Madrid"), "{}", at.text());
    // A refusal takes the panel's place, and so does the panel afterwards.
    let refused = zone(&at, "Choose a city", "Tokyo", &clock).await;
    assert!(refused.says("No time zone fits") && refused.id() == at.id(), "{}", refused.text());
    assert!(refused.says(" in `Asia/Tokyo`."), "{}", refused.text());
    let refused = zone(&refused, "Edit and send again", "Atlantis", "").await;
    assert!(refused.says("No time zone fits") && refused.button("Back").is_some(), "{}", refused.text());
    let at = zone(&refused, "Edit and send again", "Lisbon", "").await;
    assert!(at.says("Europe/Lisbon") && at.id() == refused.id(), "{}", at.text());
    let offered = host.autocomplete(channel, "/setup timezone", json!({"zone": "new y"}), "zone").await.unwrap();
    assert!(offered[0].value == "America/New_York" && offered[0].label.contains(" there"), "{offered:?}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_channel_kinds_are_refused() {
    let house = House::open().await;
    let (channel, host, world) = (house.channel(), house.host(), house.sandbox.world());
    let at = page(&house, "watching").await;
    let before = set(&house).await;
    let lounge = world.lounge.to_string();
    for (id, kind) in [("ds1:pick:commentators", 2), ("ds1:pick:spectators", 15), ("ds1:pick:commentators", 11)] {
        let sent = json!({"id": lounge, "name": "odd", "type": kind, "permissions": "0"});
        let data = json!({
            "custom_id": id, "component_type": 8, "id": 1, "values": [lounge],
            "resolved": {"channels": {lounge.clone(): sent}},
        });
        let answer = host.forge(Forged::In(channel), 3, data, json!({"message": at.json()})).await.unwrap();
        let refused = finished(&host, channel, answer).await;
        assert!(refused.says("text or announcement channels"), "{id} of kind {kind}: {}", refused.text());
    }
    let unknown = json!({"custom_id": "ds1:pick:commentators", "component_type": 8, "id": 1, "values": [lounge]});
    let answer = host.forge(Forged::In(channel), 3, unknown, json!({"message": at.json()})).await.unwrap();
    assert!(finished(&host, channel, answer).await.says("text or announcement channels"));
    assert_eq!(set(&house).await, before, "nothing was set");
    house.stop_forged().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_press_on_the_panel_needs_a_manager() {
    let house = House::open().await;
    let (channel, host) = (house.channel(), house.host());
    let at = page(&house, "hosts").await;
    let before = set(&house).await;
    let id = at.button("Let only hosts").and_then(|button| button.custom_id).unwrap();
    let data = json!({"custom_id": id, "component_type": 2, "id": 1});
    let roles = json!({"custom_id": "ds1:pick:host-role", "component_type": 6, "id": 1, "values": [], "resolved": {}});
    let words = json!({"type": 1, "components": [{"type": 4, "custom_id": "words", "value": "Europe/Berlin"}]});
    let zone = json!({"custom_id": "ds1:zone", "components": [words]});
    let refused = async |person: &Person, on: Snowflake, kind: u8, data: &Value, overlay: Value| {
        let answer = person.forge(Forged::In(on), kind, data.clone(), overlay).await.unwrap();
        finished(person, on, answer).await
    };
    for person in [house.ec(), house.spectator()] {
        assert!(person.command(channel, "/setup panel", json!({})).await.is_err(), "it is not offered");
        for (kind, data) in [(3, &data), (3, &roles), (5, &zone)] {
            let answer = refused(&person, channel, kind, data, json!({"message": at.json()})).await;
            assert!(answer.says("Manage Server") && answer.is_ephemeral(), "{}", answer.text());
        }
    }
    // A press of a manager that no panel offers does not count either.
    let odd = json!({"custom_id": "ds1:set:friendly:maybe", "component_type": 2, "id": 1});
    for (data, message) in [(&odd, at.json().clone()), (&data, public(&at))] {
        let answer = refused(&host, channel, 3, data, json!({ "message": message })).await;
        assert!(answer.says("That button is out of date"), "{}", answer.text());
    }
    assert_eq!(set(&house).await, before);
    house.stop_forged().await;
}

/// Returns a message as a public one.
fn public(seen: &Seen) -> Value {
    let mut message = seen.json().clone();
    message["flags"] = json!(0);
    message
}

#[tokio::test(flavor = "multi_thread")]
async fn old_panel_works_after_a_restart_as_labelled() {
    let mut house = House::open().await;
    let (host, world) = (house.host(), house.sandbox.world());
    let (mine, yours) = (page(&house, "hosts").await, page(&house, "places").await);
    let again = page(&house, "hosts").await;
    house.stop_bot().await;
    house.start_bot().await;
    // Two changes of different values at once: both hold.
    let lounge = [world.lounge];
    let (first, second) = tokio::join!(
        press(&host, &mine, "Let only hosts open matches"),
        select(&host, &yours, "ds1:pick:matches", &lounge),
    );
    assert!(first.says("Only hosts may open") && second.says("Matches are opened in <#"));
    // The other panel shows the earlier state, and its button does what its label says.
    let again = press(&host, &again, "Let only hosts open matches").await;
    assert!(again.says("Only hosts may open"), "{}", again.text());
    let set = set(&house).await;
    assert!(set.contains("Only hosts may open") && set.contains(&format!("<#{}>", world.lounge)), "{set}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_apply_to_opened_matches() {
    let house = House::open().await;
    let (channel, host, world) = (house.channel(), house.host(), house.sandbox.world());
    let open = |game: &str, preset: Value| json!({"game": game, "ec": world.ann, "dmo": world.bob, "preset": preset});
    select(&host, &page(&house, "places").await, "ds1:pick:matches", &[world.lounge]).await;
    let refused = run(&host, channel, "/match open", open("knights", Value::Null)).await;
    assert!(refused.says(&format!("Matches are played in <#{}>", world.lounge)), "{}", refused.text());
    // The command runs again in the chosen channel.
    let mut at = refused;
    for (place, says) in [(channel, "Matches are played in"), (world.lounge, "Opened match")] {
        let answer = host.select(&at, &at.selects()[0].custom_id, &[&place.to_string()]).await.unwrap();
        at = finished(&host, channel, answer).await;
        assert!(at.says(says), "{}", at.text());
    }
    let refused = run(&house.ec(), channel, "/practice", json!({"game": "knights"})).await;
    assert!(refused.says("Matches are played in"), "{}", refused.text());
    let at = page(&house, "games").await;
    let answer = host.select(&at, "ds1:games", &["guidance-rite"]).await.unwrap();
    let at = finished(&host, channel, answer).await;
    let refused = run(&host, world.lounge, "/match open", open("knights", Value::Null)).await;
    assert!(refused.says("Knights is not played here. Choose from Guidance Rite."), "{}", refused.text());
    let answer = host.select(&at, "ds1:game", &["guidance-rite"]).await.unwrap();
    let at = finished(&host, channel, answer).await;
    chosen(&host, &at, "final").await;
    let refused = run(&host, world.lounge, "/match open", open("guidance-rite", json!("dm11"))).await;
    assert!(refused.says("is played here only as `final`"), "{}", refused.text());
    // Omitted options take the server's values.
    let opened = run(&host, world.lounge, "/match open", open("guidance-rite", Value::Null)).await;
    assert!(opened.says("Opened match"), "{}", opened.text());
    let card = run(&host, world.lounge, "/match list", json!({})).await;
    assert!(card.says("Guidance Rite"), "{}", card.text());
    // Several roles can be host roles.
    select(&host, &page(&house, "hosts").await, "ds1:pick:host-role", &[world.bot_role, world.host_role]).await;
    let help = run(&house.host(), world.lounge, "/help", json!({})).await;
    assert!(press(&house.host(), &help, "Guide for hosts").await.says("/host panel"));
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn prompts_can_be_limited_to_the_order_button() {
    let house = House::open().await;
    let (channel, host) = (house.channel(), house.host());
    press(&host, &page(&house, "places").await, "Send no prompts").await;
    let first = house.begin(channel, "unit_s=3600").await;
    let panel = order_panel(&house.ec(), &first).await;
    assert!(!panel.selects().is_empty(), "{}", panel.text());
    let next = house.round(&first, "samurai", "samurai").await;
    let closed = run(&host, channel, "/host void", json!({})).await;
    press(&host, &closed, "Confirm").await;
    let over = |one: &Seen| one.button("Record").is_some();
    house.spectator().wait_message(channel, crate::house::SOON, over).await.unwrap();
    for player in [house.ec(), house.dmo()] {
        let said = player.dms().await.unwrap();
        assert!(said.is_empty(), "nobody was written to: {:?}", said.iter().map(Seen::text).collect::<Vec<_>>());
    }
    for message in house.spectator().messages(channel).await.unwrap() {
        assert!(!message.says("cannot send you direct messages"), "{}", message.text());
    }
    assert!(next.id() > first.id());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_roles_and_channels_are_created_in_two_presses() {
    let house = House::open().await;
    let host = house.host();
    for permission in ["MANAGE_ROLES", "MANAGE_CHANNELS"] {
        house.sandbox.fault(&json!({"revoke": {"permission": permission}})).unwrap();
    }
    let at = panel(&house).await;
    assert_eq!(undone(&at), 7, "{}", at.text());
    // Without the permission nothing can be created, and the preview shows the remedy.
    let preview = press(&host, &at, "Create a host role").await;
    assert!(
        preview.says("I lack the permission Manage Roles") && preview.button("Create").is_none(),
        "{}",
        preview.text()
    );
    let at = press(&host, &preview, "Back").await;
    let preview = press(&host, &at, "Create a results channel").await;
    assert!(preview.says("I lack the permission Manage Channels"), "{}", preview.text());
    for permission in ["MANAGE_ROLES", "MANAGE_CHANNELS"] {
        house.sandbox.fault(&json!({"grant": {"permission": permission}})).unwrap();
    }
    let mut at = press(&host, &preview, "Back").await;
    for (offer, created) in [
        ("Create a host role", "`Death Match host`"),
        ("Create a match channel", "`death-matches`"),
        ("Create a results channel", "`death-match-results`"),
        ("Create a role to notify", "`Death Match alerts`"),
        ("Create a spectators' channel", "`death-match-spectators`"),
        ("Create a commentators' channel", "`death-match-commentators`"),
    ] {
        let left = undone(&at);
        let preview = press(&host, &at, offer).await;
        assert!(preview.says(created) && undone(&panel(&house).await) == left, "{}", preview.text());
        // Two managers press at the same moment; one press creates the role or channel.
        let other = press(&host, &panel(&house).await, offer).await;
        let both = futures::future::join(press(&host, &preview, "Create"), press(&host, &other, "Create")).await;
        let texts = [both.0.text(), both.1.text()];
        let refused =
            texts.iter().filter(|text| text.contains("Nothing was created, because this is set already")).count();
        assert_eq!(refused, 1, "{texts:?}");
        at = panel(&house).await;
        assert!(undone(&at) == left - 1 && at.button(offer).is_none(), "{}", at.text());
    }
    assert!(
        !at.says("Everyone can read") && undone(&at) == 1 && at.button("Choose the time zone").is_some(),
        "{}",
        at.text()
    );
    // An existing role or channel of that name is never doubled.
    let hosts = page(&house, "hosts").await;
    select(&host, &hosts, "ds1:pick:host-role", &[]).await;
    let preview = press(&host, &panel(&house).await, "Create a host role").await;
    let refused = press(&host, &preview, "Create").await;
    assert!(refused.says("there is a role `Death Match host` already"), "{}", refused.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn terms_are_chosen_in_menus() {
    let house = House::open().await;
    let host = house.host();
    let at = value(&house, &page(&house, "games").await, "ds1:game", "warriors-death").await;
    let at = value(&house, &at, "ds1:terms:warriors-death", "unit_s").await;
    assert!(at.says("`unit_s`") && at.says("the preset's own value") && at.says("from 1 to 86400"), "{}", at.text());
    let at = value(&house, &at, "ds1:value:warriors-death unit_s", "90").await;
    assert!(at.says("New matches here begin with") && at.says("90"), "{}", at.text());
    for (key, chosen, said) in [
        ("closes_at", "21:00", "Steps close at 21:00"),
        ("more_time_s", "60", "60 s more once"),
        ("agree", "all", "Players who agree"),
        ("private_orders", "final", "cannot be changed"),
        ("quiet", "22:00-08:00", "Quiet hours 22:00-08:00"),
        ("quiet", "none", "No quiet hours"),
    ] {
        let game = press(&host, &at, "Back").await;
        let term = value(&house, &game, "ds1:terms:warriors-death", key).await;
        let term = value(&house, &term, &format!("ds1:value:warriors-death {key}"), chosen).await;
        assert!(term.says(said), "{key}: {}", term.text());
    }
    let shown = set(&house).await;
    assert!(shown.contains("`unit_s=90`") && shown.contains("`closes_at=21:00`"), "{shown}");
}
