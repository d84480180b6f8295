//! Hostile inputs: forged and stale presses, odd texts and names, files that are no records, and floods.
//!
//! Each gets an answer in a sentence, none is a fault, and no confirmed order is lost.

use base64::Engine;
use deathmatch::discord::{MatchPressId, Pace, Press, read_id};
use deathmatch::sandbox::{Answer, Failed, Forged, Person, Seen, Snowflake};
use futures::future::join_all;
use serde_json::{Value, json};

use crate::forged::{forged_ids, odd_texts};
use crate::house::{House, SOON, confirmed, finished, order_panel, pick, run, until};

/// Returns a message in Discord's JSON with a button and a menu of this id, so that only the id's content is wrong.
fn with_custom_id(message: &Seen, custom_id: &str) -> Value {
    let mut json = message.json().clone();
    json["components"] = json!([{"type": 1, "id": 1, "components": [
        {"type": 2, "id": 2, "style": 2, "label": "x", "custom_id": custom_id}]}]);
    json
}

/// Presses an id as if the message had it.
async fn forge_on(person: &Person, message: &Seen, custom_id: &str, values: Option<&[&str]>) -> Result<Answer, Failed> {
    let data = match values {
        None => json!({"custom_id": custom_id, "component_type": 2, "id": 2}),
        Some(values) => json!({"custom_id": custom_id, "component_type": 3, "id": 2, "values": values}),
    };
    person.forge(Forged::On(message), 3, data, json!({"message": with_custom_id(message, custom_id)})).await
}

fn no_fault(what: &str, message: &Seen) {
    assert!(!message.says("went wrong"), "{what}: {}", message.text());
}

/// Checks that the match is unchanged: only the Elimination Candidate's order is sealed, and all messages are as before.
async fn check_unchanged(house: &House, public: &Seen) {
    let who = run(&house.host(), public.channel(), "/host who", json!({})).await;
    assert!(who.says("Ann (EC): yes") && who.says("Bob (DMO): not yet"), "{}", who.text());
    let panel = order_panel(&house.ec(), public).await;
    assert!(panel.says("Sealed: **Samurai**"), "{}", panel.text());
    let stands = house.spectator().again(public).await.unwrap().expect("the public message is there");
    assert_eq!(stands.content(), public.content());
    assert!(stands.button("Order").is_some());
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long"]
async fn forged_presses_are_answered_and_change_nothing() {
    let house = House::open().await;
    let channel = house.channel();
    let (ec, dmo, spectator) = (house.ec(), house.dmo(), house.spectator());
    let public = house.begin(channel, "unit_s=600").await;
    let public = house.spectator().wait_change(&public, SOON, |message| !message.files().is_empty()).await.unwrap();
    let panel = order_panel(&ec, &public).await;
    let pick_id = panel.selects()[0].custom_id.clone();
    let mark = match read_id::<MatchPressId>(&pick_id).unwrap().press {
        Press::Pick { mark, .. } => format!("{}.{}", mark.step, mark.begun),
        other => panic!("{other:?}"),
    };
    pick(&ec, &panel, "samurai").await;

    // Ids that the message does not have, of this match and of others, with past and future marks.
    let stale = ["0.0", "2.0", "999.999", "4294967295.4294967295"].map(|mark| (1, mark.to_owned()));
    let foreign = [0, 2, -1, i64::MAX].map(|m| (m, mark.clone()));
    for (m, mark) in stale.into_iter().chain(foreign).chain([(1, mark.clone())]) {
        for id in forged_ids(m, &mark) {
            // With the right mark the Elimination Candidate may do all this.
            let own = m == 1 && id.contains(&format!(":{mark}"));
            let by: &Person = if own { &spectator } else { &ec };
            let plain = by.forge_press(&public, &id).await.unwrap_or_else(|error| panic!("{id:?}: {error}"));
            let plain = plain.message.unwrap_or_else(|| panic!("{id:?} is not answered"));
            assert!(plain.is_ephemeral(), "{id:?}: {}", plain.text());
            no_fault(&id, &plain);
            let answer = forge_on(by, &public, &id, None).await.unwrap_or_else(|error| panic!("{id:?}: {error}"));
            no_fault(&id, &finished(by, channel, answer).await);
        }
    }
    check_unchanged(&house, &public).await;

    // Values that a menu never offered, and those of another player.
    let values: [&[&str]; 7] =
        [&[], &["x"], &["\u{0}"], &["25-50"], &["0-99999999999999999999"], &["5-2"], &["@everyone"]];
    for values in values {
        for id in [pick_id.clone(), pick_id.replace("pick", "part")] {
            for by in [&dmo, &spectator] {
                let answer = forge_on(by, &public, &id, Some(values)).await.unwrap();
                let said = finished(by, channel, answer).await;
                assert!(said.is_ephemeral(), "{id} {values:?}: {}", said.text());
                no_fault(&id, &said);
            }
        }
    }
    for by in [&spectator, &house.host()] {
        for press in [format!("dm1:1:seal:{mark}:0:bard"), format!("dm1:1:over:{mark}"), "dm1:1:resign".to_owned()] {
            let said = forge_on(by, &public, &press, None).await.unwrap().message.unwrap();
            assert!(said.says("not playing"), "{press}: {}", said.text());
        }
        let said = forge_on(by, &public, &pick_id, Some(&["bard"])).await.unwrap().message.unwrap();
        assert!(said.says("not playing"), "{}", said.text());
    }
    check_unchanged(&house, &public).await;

    // A member of another server, with any permissions there.
    for id in ["dm1:1:board:", "dm1:1:record", "dm1:1:verify", "dm1:1:start", "dm1:1:rules"] {
        let mut elsewhere = json!({"guild_id": "42", "message": with_custom_id(&public, id)});
        elsewhere["member"] = json!({"user": {"id": "43", "username": "eve", "discriminator": "0", "avatar": null},
            "roles": [], "joined_at": "2026-01-01T00:00:00.000000+00:00", "deaf": false, "mute": false, "flags": 0,
            "permissions": u64::MAX.to_string()});
        let data = json!({"custom_id": id, "component_type": 2, "id": 2});
        let said = spectator.forge(Forged::On(&public), 3, data, elsewhere).await.unwrap().message.unwrap();
        assert!(said.says("not available here"), "{id}: {}", said.text());
    }

    // Forms and commands that were never registered.
    let form = json!({"custom_id": "dm1:1:order", "components": []});
    let said = ec.forge(Forged::On(&public), 5, form, json!({})).await.unwrap().message.unwrap();
    assert!(said.says("out of date"), "{}", said.text());
    let command = json!({"id": "1", "name": "sudo", "type": 1, "options": []});
    let said = ec.forge(Forged::In(channel), 2, command, json!({})).await.unwrap().message.unwrap();
    assert!(said.says("older version"), "{}", said.text());
    check_unchanged(&house, &public).await;
    house.stop_forged().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn prompt_cannot_be_used_by_the_other_player() {
    let house = House::open().await;
    let channel = house.channel();
    let (ec, dmo) = (house.ec(), house.dmo());
    let public = house.begin(channel, "unit_s=600").await;
    let panel = order_panel(&ec, &public).await;
    let half = pick(&ec, &panel, "blue-mage").await;
    let id = half.selects()[0].custom_id.clone();
    // The same ids, pressed by the other player in that player's panel, change only that player's order.
    let own = order_panel(&dmo, &public).await;
    let answer = forge_on(&dmo, &own, &id, Some(&["bard"])).await.unwrap();
    let said = finished(&dmo, channel, answer).await;
    assert!(!said.says("blue-mage") && !said.says("Sealed"), "{}", said.text());
    let panel = order_panel(&ec, &public).await;
    assert!(panel.says("So far: **2 Blue Mage**"), "{}", panel.text());
    pick(&ec, &panel, "bard").await;
    house.stop_forged().await;
}

/// Sends a command with raw option values.
async fn raw(person: &Person, channel: Snowflake, name: &str, kind: u8, options: Value) -> Result<Answer, Failed> {
    let (first, inner) = name.split_once(' ').map_or((name, None), |(first, inner)| (first, Some(inner)));
    let state = person.state().await.unwrap();
    let known = state["commands"].as_array().unwrap().iter().find(|command| command["name"] == first).unwrap();
    let options = match inner {
        Some(inner) => json!([{"name": inner, "type": 1, "options": options}]),
        None => options,
    };
    let data = json!({"id": known["id"], "name": first, "type": 1, "options": options});
    person.forge(Forged::In(channel), kind, data, json!({})).await
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long"]
async fn odd_texts_are_refused_in_one_sentence() {
    let house = House::open().await;
    let channel = house.channel();
    let (ec, host) = (house.ec(), house.host());
    let public = house.begin(channel, "unit_s=600").await;
    let public = house.spectator().wait_change(&public, SOON, |message| !message.files().is_empty()).await.unwrap();
    let dm = house.prompt_after(&ec, Snowflake::new(0)).await.channel();
    let panel = order_panel(&ec, &public).await;
    pick(&ec, &panel, "samurai").await;
    for text in odd_texts().iter().filter(|text| !text.trim().is_empty()) {
        let sent = ec.forge_text(dm, text).await.unwrap();
        // A text of spaces only is no text, and needs no answer.
        let said = ec.wait_message(dm, SOON, |one| one.id() > sent.id() && one.from_bot()).await.unwrap();
        assert!(!said.says("Sealed"), "{text:?}: {}", said.text());
        no_fault(text, &said);
    }
    let world = house.sandbox.world();
    let string = |name: &str, text: &str| json!([{"name": name, "type": 3, "value": text}]);
    for text in &odd_texts() {
        let open = json!([{"name": "game", "type": 3, "value": "warriors-death"}, {"name": "ec", "type": 6, "value": world.ann},
            {"name": "dmo", "type": 6, "value": world.bob}, {"name": "options", "type": 3, "value": text}]);
        for (name, options) in [
            ("order", string("text", text)),
            ("board", string("query", text)),
            ("rules", string("game", text)),
            ("setup timezone", string("zone", text)),
            ("setup defaults", string("game", text)),
            ("match open", open),
        ] {
            let by = if name.starts_with("order") { &ec } else { &host };
            let answer = raw(by, channel, name, 2, options.clone()).await;
            let answer = answer.unwrap_or_else(|error| panic!("/{name} {text:?}: {error}"));
            let said = finished(by, channel, answer).await;
            assert!(said.is_ephemeral() && !said.says("Sealed"), "/{name} {text:?}: {}", said.text());
            assert!(!said.says("Opened match"), "{text:?}: {}", said.text());
            no_fault(name, &said);
            let focused = options.as_array().unwrap().last().unwrap().clone();
            if !name.starts_with("match") {
                let typing = json!([{"name": focused["name"], "type": 3, "value": text, "focused": true}]);
                raw(by, channel, name, 4, typing).await.unwrap_or_else(|error| panic!("typing {text:?}: {error}"));
            }
        }
    }
    // Missing options, or options of another type.
    for options in
        [json!([]), json!([{"name": "text", "type": 4, "value": 7}]), json!([{"name": "x", "type": 3, "value": "y"}])]
    {
        let said = finished(&ec, channel, raw(&ec, channel, "order", 2, options.clone()).await.unwrap()).await;
        assert!(said.is_ephemeral(), "{options}: {}", said.text());
        no_fault("order", &said);
    }
    check_unchanged(&house, &public).await;
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_cannot_inject_markup_or_mentions() {
    let house = House::open().await;
    let channel = house.channel();
    let (ec, dmo) = (house.ec(), house.dmo());
    let names = [
        ("ann", "@everyone **<@1>** [x](https://example.com) `"),
        ("bob", "\u{202e}||#Bob||\u{301}\u{301}\u{301}\u{301}\n> __x__ <@&2>"),
    ];
    for (user, name) in names {
        house.sandbox.fault(&json!({"rename": {"user": user, "name": name}})).unwrap();
    }
    let first = house.begin(channel, "unit_s=600").await;
    let second = house.round(&first, "samurai", "sage").await;
    house.round(&second, "bard", "reaper").await;
    run(&house.host(), channel, "/match list", json!({})).await;
    run(&house.host(), channel, "/host who", json!({})).await;
    confirmed(&house.host(), channel, "/host void", json!({})).await;
    house.spectator().wait_message(channel, SOON, |message| message.button("Record").is_some()).await.unwrap();
    let players = [ec.id().to_string(), dmo.id().to_string()];
    let mut spoken = 0;
    for request in house.sandbox.recorded().iter().filter(|request| request.method != "GET") {
        let body = if request.body["data"].is_object() { &request.body["data"] } else { &request.body };
        if !body["content"].is_string() && !body["embeds"].is_array() {
            continue;
        }
        spoken += 1;
        assert_eq!(body["allowed_mentions"]["parse"], json!([]), "{}", request.body);
        let named = body["allowed_mentions"]["users"].as_array().unwrap();
        assert!(named.iter().all(|user| players.iter().any(|player| user == player)), "{}", request.body);
        let text = format!("{}{}{}", body["content"], body["embeds"], body["components"]);
        for bad in ["@everyone", "<@1>", "<@&2>", "](https", "||", "\u{202e}", "__x", "\u{301}\u{301}\u{301}"] {
            assert!(!text.contains(bad), "{bad}: {text}");
        }
    }
    assert!(spoken > 10);
    let public = house.spectator().messages(channel).await.unwrap();
    assert!(public.iter().all(|message| message.json()["mention_everyone"] != true));
    assert!(public.iter().any(|message| message.says("＠everyone")), "the name itself is there");
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_files_open_no_match() {
    let house = House::open().await;
    let (channel, host, world) = (house.channel(), house.host(), house.sandbox.world());
    let header = |rest: &str| format!("{{\"record\":1,\"game\":\"warriors-death\"{rest}}}").into_bytes();
    let deep = |open: &str, close: &str| [open.repeat(30_000), close.repeat(30_000)].concat().into_bytes();
    let bad: Vec<(&str, Vec<u8>)> = vec![
        ("empty", vec![]),
        ("spaces", b" \n \n".to_vec()),
        ("too large", vec![b' '; 64 * 1024 + 1]),
        ("bytes", vec![0xff; 1_000]),
        ("zeros", vec![0; 64 * 1024]),
        ("list", b"[]".to_vec()),
        ("number", b"1e999".to_vec()),
        ("deep list", deep("[", "]")),
        ("deep object", deep("{\"a\":", "}")),
        ("deep in a header", header(&format!(",\"setup\":{{\"a\":{}1{}}}", "[".repeat(20_000), "]".repeat(20_000)))),
        ("half", header("")[..20].to_vec()),
        ("other version", b"{\"record\":2,\"game\":\"warriors-death\"}".to_vec()),
        ("other game", b"{\"record\":1,\"game\":\"`@everyone`\"}".to_vec()),
        ("unknown key", header(",\"\u{202e}@everyone\":1")),
        ("key twice", header(",\"seed\":\"1\",\"seed\":\"2\"")),
        ("wrong types", header(",\"seats\":[1,2]")),
        ("long key", header(&format!(",\"{}\":1", "x".repeat(60_000)))),
        ("bad ruleset", header(",\"ruleset\":{\"unit_s\":1e300}")),
        ("unknown ruleset", header(",\"ruleset\":{\"<@1>\":1}")),
        ("unknown preset", header(&format!(",\"preset\":\"{}\"", "x".repeat(60_000)))),
        ("set-up of another game", format!("{{\"board\":\"{}\"}}", "x".repeat(60_000)).into_bytes()),
        ("items", header(",\"items\":{\"ec\":[\"x\"]}")),
        ("long name", header(&format!(",\"seats\":{{\"ec\":\"{}\"}}", "x".repeat(60_000)))),
    ];
    let asked = |bytes: &[u8]| {
        let content = base64::prelude::BASE64_STANDARD.encode(bytes);
        json!({"game": "warriors-death", "ec": world.ann, "dmo": world.bob,
            "file": {"name": "match.jsonl", "content_base64": content}})
    };
    for (what, bytes) in bad {
        let said = run(&host, channel, "/match open", asked(&bytes)).await;
        assert!(said.is_ephemeral() && !said.says("Opened match"), "{what}: {}", said.text());
        assert!(said.content().chars().count() > 20, "{what}: {}", said.text());
        no_fault(what, &said);
    }
    assert!(house.spectator().messages(channel).await.unwrap().is_empty());
    let good = header(&format!(
        ",\"seats\":{{\"ec\":\"{0}\",\"dmo\":\"{0}\"}},\"seed\":\"{1}\"",
        "@everyone".repeat(20),
        "@everyone".repeat(2_000)
    ));
    let said = run(&host, channel, "/match open", asked(&good)).await;
    assert!(said.says("Opened match 1"), "{}", said.text());
    let card = host.wait_message(channel, SOON, |message| message.button("Ready").is_some()).await.unwrap();
    assert!(!card.says("@everyone"), "{}", card.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn flood_is_slowed_and_delays_nobody_else() {
    let house = House::open_at(Pace::default()).await;
    let channel = house.channel();
    let (ec, dmo) = (house.ec(), house.dmo());
    let public = house.begin(channel, "unit_s=600").await;
    let dm = house.prompt_after(&ec, Snowflake::new(0)).await.channel();
    let before = ec.dms().await.unwrap().len();
    // Each of several clients presses again as soon as it is answered.
    let hand = async || {
        let mut answers = Vec::new();
        for _ in 0..20 {
            answers.push(ec.click(&public, "Board").await);
        }
        answers
    };
    let presses = async { join_all((0..15).map(|_| hand())).await.into_iter().flatten().collect::<Vec<_>>() };
    let typing = async {
        join_all((0..150).map(|number| ec.type_text(dm, if number % 2 == 0 { "bard" } else { "samurai" }))).await
    };
    // Every action of the other player is answered within Discord's three seconds, or this fails.
    let other = async {
        let panel = order_panel(&dmo, &public).await;
        let sealed = pick(&dmo, &panel, "sage").await;
        assert!(sealed.says("Sealed: **Sage**"), "{}", sealed.text());
        let board = dmo.click(&public, "Board").await.unwrap();
        assert!(!finished(&dmo, channel, board).await.files().is_empty());
    };
    let (presses, typed, ()) = tokio::join!(presses, typing, other);
    let answers: Vec<Seen> = presses.into_iter().map(|press| press.unwrap().message.expect("an answer")).collect();
    let slowed = answers.iter().filter(|answer| answer.says("That was too fast")).count();
    assert!(slowed >= 200, "{slowed} of {}", answers.len());
    assert!(answers.iter().all(|answer| answer.is_ephemeral() && !answer.says("went wrong")));

    let typed: Vec<Snowflake> = typed.into_iter().map(|sent| sent.unwrap().id()).collect();
    let replies = |messages: &[Seen]| -> Vec<(Snowflake, Seen)> {
        let to = |message: &Seen| message.json()["message_reference"]["message_id"].as_str()?.parse().ok();
        messages.iter().filter(|one| one.from_bot()).filter_map(|one| Some((to(one)?, one.clone()))).collect()
    };
    // Ten answers precede it, and Discord accepts five in five seconds.
    ec.wait_for(dm, 3 * SOON, |messages| {
        replies(messages).iter().any(|(_, said)| said.says("faster than I read")).then_some(())
    })
    .await
    .unwrap();
    // The allowance returns, and every confirmed order is in the record.
    until("the flooder is heard again", async || {
        let answer = ec.click(&public, "Board").await.unwrap();
        !finished(&ec, channel, answer).await.says("That was too fast")
    })
    .await;
    let messages = ec.dms().await.unwrap();
    assert!(messages.len() - before < typed.len() + 30, "150 messages are not answered one by one");
    let told = replies(&messages).iter().filter(|(_, said)| said.says("faster than I read")).count();
    assert_eq!(told, 1, "once is enough");
    let last = *typed.iter().max().unwrap();
    ec.wait_for(dm, 3 * SOON, |messages| {
        replies(messages).iter().any(|(to, said)| *to == last && !said.says("faster than I read")).then_some(())
    })
    .await
    .unwrap();
    let messages = ec.dms().await.unwrap();
    let record = run(&house.host(), channel, "/match record", json!({})).await;
    let file = record.files().into_iter().next().unwrap_or_else(|| panic!("{}", record.text()));
    let record = String::from_utf8(ec.download(&file.url).await.unwrap()).unwrap();
    let confirmed: Vec<_> = replies(&messages).into_iter().filter(|(_, said)| said.says("Sealed:")).collect();
    for (to, said) in &confirmed {
        assert!(record.contains(&format!("\"id\":\"{to}\"")), "{}", said.text());
    }
    assert!(record.lines().any(|line| line.contains("\"seat\":\"dmo\"")), "{record}");
    house.stop().await;
}
