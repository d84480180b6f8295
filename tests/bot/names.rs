//! Players whose names look alike, resemble a seat or a host, or have letters that pictures lack.

use serde_json::{Value, json};

use crate::house::{House, SOON, confirmed, finished, order_panel, run, until};

fn rename(house: &House, user: &str, name: &str) {
    house.sandbox.fault(&json!({"rename": {"user": user, "name": name}})).unwrap();
}

/// Returns all texts that the bot has sent so far: words, buttons and alt texts, one text for each request.
fn said(house: &House) -> Vec<String> {
    let requests = house.sandbox.recorded();
    let said = requests.iter().filter(|request| request.method != "GET").map(|request| {
        let body = if request.body["data"].is_object() { &request.body["data"] } else { &request.body };
        format!("{} {} {} {}", body["content"], body["embeds"], body["components"], body["attachments"])
    });
    said.collect()
}

/// Returns every place of a text where a name is not followed by one of these marks.
fn bare<'a>(text: &'a str, name: &str, behind: &[&str]) -> Vec<&'a str> {
    let places = text.match_indices(name).map(|(at, _)| &text[at + name.len()..]);
    places.filter(|rest| !behind.iter().any(|behind| rest.starts_with(behind))).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn similar_names_show_seats_in_a_match_and_usernames_in_lists() {
    let house = House::open().await;
    let (channel, ec, host) = (house.channel(), house.ec(), house.host());
    let names = ["Alex", "\u{410}lex"];
    rename(&house, "ann", names[0]);
    rename(&house, "bob", names[1]);
    let first = house.begin(channel, "unit_s=600").await;
    order_panel(&ec, &first).await;
    run(&ec, channel, "/board", json!({})).await;
    run(&host, channel, "/match show", json!({})).await;
    run(&host, channel, "/host panel", json!({})).await;
    run(&host, channel, "/host who", json!({})).await;
    run(&host, channel, "/match list", json!({})).await;
    let second = house.round(&first, "samurai", "sage").await;
    confirmed(&host, channel, "/host award", json!({"seat": "ec"})).await;
    let over = house.public_after(channel, second.id()).await;
    assert!(over.says("Alex (EC) wins") && over.says("\u{410}lex (DMO) is eliminated"), "{}", over.text());
    finished(&ec, channel, ec.click(&over, "Rematch").await.unwrap()).await;
    run(&ec, channel, "/match show", json!({"match": 1})).await;
    run(&ec, channel, "/match verify", json!({"match": 1})).await;
    let all = said(&house).join("\n");
    assert!(all.contains("Alex (EC)") && all.contains("\u{410}lex (DMO)"));
    // The host panel shows names in bold.
    for (name, marks) in names.into_iter().zip([[" (EC)", "** (EC"], [" (DMO)", "** (DMO"]]) {
        assert_eq!(bare(&all, name, &marks), [] as [&str; 0], "{name}");
    }
    // Outside a match people are shown with their usernames.
    let history = run(&ec, channel, "/history", json!({})).await;
    assert!(history.says("**Alex (@ann)** beat \u{410}lex (@bob)"), "{}", history.text());
    let table = run(&ec, channel, "/leaderboard", json!({})).await;
    assert!(table.says("Alex (@ann)") && table.says("\u{410}lex (@bob)"), "{}", table.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn similar_names_after_a_rematch_or_substitution_show_the_seat() {
    let house = House::open().await;
    let (channel, host) = (house.channel(), house.host());
    rename(&house, "ann", "Alex");
    rename(&house, "bob", "alex");
    let first = house.begin(channel, "unit_s=600").await;
    confirmed(&host, channel, "/host award", json!({"seat": "ec"})).await;
    let over = house.public_after(channel, first.id()).await;
    let asked = finished(&host, channel, host.click(&over, "Rematch").await.unwrap()).await;
    finished(&host, channel, host.click(&asked, "Swap seats").await.unwrap()).await;
    let card =
        host.wait_message(channel, SOON, |one| one.id() > over.id() && one.button("Ready").is_some()).await.unwrap();
    let begun = house.ready(&card).await;
    let shown = run(&host, channel, "/match show", json!({"match": 2})).await;
    assert!(shown.says("alex (EC)") && shown.says("Alex (DMO)"), "{}", shown.text());
    let sam = house.sandbox.world().sam;
    run(&host, channel, "/host substitute", json!({"seat": "dmo", "user": sam, "match": 2})).await;
    let shown = run(&host, channel, "/match show", json!({"match": 2})).await;
    assert!(
        shown.says("alex") && shown.says("Sam") && !shown.says("alex (EC)"),
        "nobody looks like Sam: {}",
        shown.text()
    );
    confirmed(&host, channel, "/host award", json!({"seat": "ec", "match": 2})).await;
    let ends = host.wait_message(channel, SOON, |one| one.id() > begun.id() && one.says("alex wins")).await;
    let over = ends.unwrap();
    assert!(over.says("Alex (Sam)"), "{}", over.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn name_like_a_seat_or_host_has_no_such_meaning() {
    let house = House::open().await;
    let (channel, host) = (house.channel(), house.host());
    rename(&house, "ann", "DMO");
    rename(&house, "bob", "Hana (host)");
    let first = house.begin(channel, "unit_s=600").await;
    assert!(!said(&house).iter().any(|text| text.contains("Hana (host)")), "nothing was done by a host");
    let unknown = run(&host, channel, "/host forfeit", json!({"seat": "somebody"})).await;
    assert!(unknown.says("DMO (EC) or Hana host (DMO)"), "{}", unknown.text());
    confirmed(&host, channel, "/host forfeit", json!({"seat": "dmo"})).await;
    let over = house.public_after(channel, first.id()).await;
    assert!(over.says("DMO (EC) wins") && over.says("Hana host is eliminated"), "{}", over.text());
    assert!(over.says("Hana (host) made Hana host forfeit"), "{}", over.text());
    house.stop().await;
}

/// Returns the board under the first prompt of a match with Ann under this name, and its alt text.
async fn board(name: &str) -> (Vec<u8>, String) {
    let house = House::open().await;
    rename(&house, "ann", name);
    let first = house.begin(house.channel(), "unit_s=600").await;
    let sam = house.spectator();
    let pictured = async || sam.again(&first).await.unwrap().is_some_and(|one| !one.files().is_empty());
    until("a board", pictured).await;
    let file = sam.again(&first).await.unwrap().unwrap().files().remove(0);
    let bytes = sam.download(&file.url).await.unwrap();
    house.stop().await;
    (bytes, file.description.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn name_with_undrawable_letters_is_drawn_as_the_username() {
    let ((latin, _), (korean, alt)) = (board("ann").await, board("김안나").await);
    assert!(latin == korean, "both are drawn as `ann`");
    assert!(alt.contains("김안나"), "{alt}");
    assert!(board("Ann").await.0 != korean);
}

#[tokio::test(flavor = "multi_thread")]
async fn similar_names_in_a_tournament_show_the_username() {
    let house = House::open().await;
    let (channel, host) = (house.channel(), house.host());
    for user in ["ann", "bob"] {
        rename(&house, user, "Alex");
    }
    let asked: Value = json!({"game": "warriors-death", "options": "unit_s=600"});
    run(&host, channel, "/tournament open", asked).await;
    let message = host.wait_message(channel, SOON, |one| one.button("Join").is_some()).await.unwrap();
    for person in [house.ec(), house.dmo(), house.spectator()] {
        finished(&person, channel, person.click(&message, "Join").await.unwrap()).await;
    }
    let shows = async |words: &str| host.again(&message).await.unwrap().is_some_and(|one| one.says(words));
    until("both", async || shows("Alex (@ann)").await && shows("Alex (@bob)").await && shows("Sam").await).await;
    let dmo = house.dmo();
    finished(&dmo, channel, dmo.click(&message, "Leave").await.unwrap()).await;
    until("one alone", async || shows("Alex").await && !shows("(@ann)").await).await;
    house.stop().await;
}
