//! A host's looks at hidden information, their record, and hosts' notes.

use deathmatch::sandbox::Seen;
use serde_json::json;

use crate::host_panel::{chosen, confirm, fill, form, match_with_two_hosts, open_host_panel, press};
use crate::house::{House, SOON, finished, newest, order_panel, pick, run};

#[tokio::test(flavor = "multi_thread")]
async fn looks_of_hosts_are_public_only_after_the_end() {
    let house = House::open().await;
    let (channel, host) = (house.channel(), house.host());
    let first = house.begin(channel, "unit_s=3600").await;
    let panel = order_panel(&house.ec(), &first).await;
    pick(&house.ec(), &panel, "samurai").await;
    // The panel does not show who has answered; a separate request does.
    let at = open_host_panel(&host, channel).await;
    assert!(!at.says("samurai") && !at.says("yes") && !at.says("Sealed"), "{}", at.text());
    let who = press(&host, &at, "Who has answered").await;
    assert!(who.says("Ann (EC): yes") && who.says("Bob (DMO): not yet") && !who.says("samurai"), "{}", who.text());
    let view = press(&host, &who, "View").await;
    assert!(
        view.says("Your look is recorded") && view.pictures().is_empty() && !view.says("samurai"),
        "{}",
        view.text()
    );
    let bobs = press(&host, &view, "As Bob").await;
    assert!(bobs.says("As Bob sees it") && bobs.says("Bob has given no order yet.") && !bobs.says("samurai"));
    let seen = press(&host, &bobs, "Everything").await;
    assert!(seen.says("Ann's order: samurai") || seen.says("Ann's order: **Samurai**"), "{}", seen.text());
    let drawn = host.wait_change(&seen, SOON, |one| !one.files().is_empty()).await.unwrap();
    assert!(drawn.is_ephemeral() && drawn.files()[0].description.is_some());
    // Back removes the picture with its view.
    let at = press(&host, &drawn, "Back").await;
    assert!(at.files().is_empty() && !at.says("samurai"), "{}", at.text());
    let viewed = run(&host, channel, "/host view", json!({"as": "Ann"})).await;
    assert!(viewed.is_ephemeral() && viewed.says("As Ann sees it"), "{}", viewed.text());
    let everyone = house.spectator().messages(channel).await.unwrap();
    assert_eq!(newest(&everyone), first.id(), "nobody is told");
    let itself = json!({"seat": "DMO", "user": house.sandbox.world().hana});
    let refused = run(&host, channel, "/host substitute", itself).await;
    assert!(refused.says("has looked at the hidden information as a host"), "{}", refused.text());
    let log = run(&host, channel, "/host log", json!({})).await;
    for words in ["looked at who had answered", "looked at what both players hide", "looked at what the DMO hides"] {
        assert!(log.says(words), "{words}: {}", log.text());
    }
    let record = host.command(channel, "/match record", json!({})).await.unwrap();
    let both = record.interaction;
    finished(&host, channel, record).await;
    let is_audit = |one: &Seen| one.interaction() == Some(both) && one.says("What hosts looked at in it");
    let audit = host.wait_message(channel, SOON, is_audit).await.unwrap();
    assert!(audit.is_ephemeral() && audit.files()[0].filename == "match-1-hosts.jsonl", "{}", audit.text());
    let audit = audit.files().remove(0);
    let lines = String::from_utf8(host.download(&audit.url).await.unwrap()).unwrap();
    assert!(lines.lines().count() >= 4 && lines.contains("\"ruling\":\"truth\""), "{lines}");

    let question = chosen(&host, &at, "award ec").await;
    confirm(&host, &question).await;
    let over = house.public_after(channel, first.id()).await;
    assert!(over.says("Hana (host) looked at what both players hid: Bout 1 · Round 1."), "{}", over.text());
    // Players get the record, and the hosts' looks only in words.
    let theirs = house.ec().command(channel, "/match record", json!({})).await.unwrap();
    let answer = theirs.interaction;
    let theirs = finished(&house.ec(), channel, theirs).await;
    assert_eq!(theirs.files().len(), 1, "{}", theirs.text());
    run(&house.ec(), channel, "/match show", json!({})).await;
    assert_eq!(house.ec().replies(channel, answer).await.unwrap().len(), 1);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn opener_of_a_friendly_match_hosts_it_without_looks() {
    let house = House::open().await;
    let channel = house.channel();
    match_with_two_hosts(&house).await;
    let sam = house.spectator();
    let at = open_host_panel(&sam, channel).await;
    let at = press(&sam, &at, "Pause").await;
    let refused = press(&sam, &at, "View").await;
    assert!(refused.says("Only the server's hosts can see hidden information"), "{}", refused.text());
    let refused = run(&sam, channel, "/host view", json!({})).await;
    assert!(
        refused.says("Only the server's hosts can see hidden information") && refused.files().is_empty(),
        "{}",
        refused.text()
    );
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn notes_and_audit_log_are_for_hosts_and_complete() {
    let mut house = House::open().await;
    let (channel, host) = (house.channel(), house.host());
    let first = house.begin(channel, "unit_s=3600").await;
    run(&host, channel, "/host extend", json!({"seconds": 60, "reason": "a slow start"})).await;
    let said = house.public_after(channel, first.id()).await;
    let at = open_host_panel(&host, channel).await;
    let none = press(&host, &at, "Notes").await;
    assert!(none.says("There are no notes"), "{}", none.text());
    let note = form(&host, &none, "Add a note").await;
    let noted = fill(&host, channel, &note, "Bob's **connection** is bad").await;
    assert!(noted.says("Hana (host)") && noted.says("connection"), "{}", noted.text());
    let long = "x".repeat(480);
    for number in 0..8 {
        run(&host, channel, "/host notes", json!({"add": format!("{number} {long}")})).await;
    }
    house.stop_bot().await;
    house.start_bot().await;
    let mut page = run(&host, channel, "/host notes", json!({})).await;
    let mut all = page.text();
    while page.button("Earlier").is_some() {
        page = press(&host, &page, "Earlier").await;
        all = format!("{}{all}", page.text());
    }
    for number in 0..8 {
        assert!(all.contains(&format!("> {number} x")), "note {number}");
    }
    assert!(all.contains("connection") && page.says("page 1 of "), "{}", page.text());
    let at = press(&host, &page, "Back").await;
    assert!(at.says("9 notes · Hana (host): 7 x"), "{}", at.text());
    let log = press(&host, &at, "Log").await;
    let link = format!("https://discord.com/channels/{}/{channel}/{}", house.sandbox.world().guild, said.id());
    assert!(log.says("Hana (host)") && log.says("gave all clocks 60 s more"), "{}", log.text());
    assert!(log.says("Reason: a slow start") && log.says(&link), "{}", log.text());
    let record = run(&host, channel, "/match record", json!({})).await;
    for file in record.files() {
        let text = String::from_utf8(host.download(&file.url).await.unwrap()).unwrap();
        assert!(!text.contains("connection"), "{}: notes go nowhere", file.filename);
    }
    house.close().await;
}
