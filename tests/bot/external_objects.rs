//! Threads, result cards, the role mention and the calendar: Discord gets each once, even if a request breaks in between.

use deathmatch::sandbox::{Person, Recorded, Seen, Snowflake};
use serde_json::{Value, json};

use crate::host_panel::press;
use crate::house::{House, SOON, confirmed, decline, order_panel, run, until};

pub async fn set(house: &House, id: &str, values: &[Snowflake]) {
    let host = house.host();
    let page = match id {
        "ds1:pick:matches" => "places",
        _ => "around",
    };
    let panel = run(&host, house.channel(), "/setup panel", json!({})).await;
    let at = crate::host_panel::chosen(&host, &panel, page).await;
    let values: Vec<String> = values.iter().map(ToString::to_string).collect();
    host.select(&at, id, &values.iter().map(String::as_str).collect::<Vec<_>>()).await.unwrap();
}

async fn push(house: &House, page: &str, label: &str) {
    let host = house.host();
    let panel = run(&host, house.channel(), "/setup panel", json!({})).await;
    let at = crate::host_panel::chosen(&host, &panel, page).await;
    press(&host, &at, label).await;
}

/// Returns the bot's requests with this method whose path contains a text.
fn asked(house: &House, method: &str, path: &str) -> Vec<Recorded> {
    let all = house.sandbox.recorded().into_iter();
    all.filter(|one| one.method == method && one.path.contains(path)).collect()
}

/// Returns the existing threads.
async fn threads(person: &Person) -> Vec<(Snowflake, Value)> {
    let state = person.state().await.unwrap();
    let channels = state["channels"].as_array().unwrap().clone();
    let threads = channels.into_iter().filter(|channel| channel["kind"] == "thread");
    threads.map(|one| (one["id"].as_str().unwrap().parse().unwrap(), one)).collect()
}

async fn thread(house: &House) -> Snowflake {
    until("there is a thread", async || !threads(&house.host()).await.is_empty()).await;
    threads(&house.host()).await[0].0
}

#[tokio::test(flavor = "multi_thread")]
async fn match_is_played_in_a_separate_thread() {
    let house = House::open().await;
    let (channel, host) = (house.channel(), house.host());
    push(&house, "places", "Give each match a thread").await;
    let card = house.lobby(channel, "unit_s=3600").await;
    let own = thread(&house).await;
    let (_, made) = threads(&host).await.remove(0);
    assert_eq!(made["name"], "Match 1 · A Warrior's Death · Ann – Bob");
    assert_eq!(own, card.id(), "it hangs under the card");
    house.ec().click(&card, "Ready").await.unwrap();
    house.dmo().click(&card, "Ready").await.unwrap();
    let first = house.public_after(own, card.id()).await;
    let panel = order_panel(&house.ec(), &first).await;
    assert!(!panel.selects().is_empty(), "{}", panel.text());
    let next = house.round(&first, "samurai", "samurai").await;
    assert_eq!(next.channel(), own);
    // The thread has all messages of the match except its card.
    let above = house.spectator().messages(channel).await.unwrap();
    assert_eq!(above.len(), 1, "{:?}", above.iter().map(Seen::text).collect::<Vec<_>>());
    let added = asked(&house, "PUT", "/thread-members/");
    assert_eq!(added.len(), 3, "both players and the host");
    // Commands in the thread mean its match.
    let shown = run(&house.spectator(), own, "/match show", json!({})).await;
    assert!(shown.says("Match 1") || !shown.files().is_empty(), "{}", shown.text());
    // Commands in the thread's channel mean it, too, while it is the only match there.
    let shown = run(&house.spectator(), channel, "/match show", json!({})).await;
    assert!(shown.says("Match 1") || !shown.files().is_empty(), "{}", shown.text());
    confirmed(&host, own, "/host void", json!({})).await;
    let over = house.spectator().wait_message(own, SOON, |one| one.button("Record").is_some()).await.unwrap();
    // A rematch gets a thread beside the first one, not inside it.
    let seats = run_button(&host, &over, "Rematch").await;
    run_button(&host, &seats, "Swap seats").await;
    let again = host.wait_message(channel, SOON, |one| one.id() > card.id() && one.button("Ready").is_some()).await;
    let again = again.unwrap();
    assert_eq!(again.channel(), channel);
    until("it has a thread too", async || threads(&host).await.len() == 2).await;
    confirmed(&host, own, "/host undo", json!({})).await;
    for person in [house.ec(), house.dmo()] {
        person.click(&again, "Ready").await.unwrap();
    }
    until("a command has to name one", async || {
        run(&house.spectator(), channel, "/match show", json!({})).await.says("Which match do you mean?")
    })
    .await;
    house.close().await;
}

/// Begins a match in a separate thread. Returns the thread and the first message in it.
async fn in_a_thread(house: &House) -> (Snowflake, Seen) {
    push(house, "places", "Give each match a thread").await;
    let card = house.lobby(house.channel(), "unit_s=3600").await;
    let own = thread(house).await;
    house.ec().click(&card, "Ready").await.unwrap();
    house.dmo().click(&card, "Ready").await.unwrap();
    (own, house.public_after(own, card.id()).await)
}

#[tokio::test(flavor = "multi_thread")]
async fn deleted_threads_prompt_is_repeated_in_the_channel() {
    let house = House::open().await;
    let channel = house.channel();
    let (own, first) = in_a_thread(&house).await;
    assert!(first.button("Order").is_some());
    house.sandbox.fault(&json!({"delete_channel": own})).unwrap();
    let here =
        |one: &Seen| one.says("The thread of match 1 is gone; it continues here.") && one.button("Order").is_some();
    let again = house.spectator().wait_message(channel, SOON, here).await.unwrap();
    assert!(again.says("Match 1 · Bout 1 · Round 1"), "{}", again.text());
    let drawn = |one: &Seen| one.id() == again.id() && !one.files().is_empty();
    house.spectator().wait_message(channel, SOON, drawn).await.unwrap();
    let next = house.round(&again, "samurai", "sage").await;
    assert_eq!(next.channel(), channel);
    house.close().await;
}

/// No event reports this deletion; the bot checks its threads when a session begins.
#[tokio::test(flavor = "multi_thread")]
async fn thread_deleted_during_an_absence_loses_no_prompt() {
    let mut house = House::open().await;
    let (channel, lounge) = (house.channel(), house.sandbox.world().lounge);
    let (own, _) = in_a_thread(&house).await;
    house.stop_bot().await;
    house.sandbox.fault(&json!({"delete_channel": own})).unwrap();
    house.start_bot().await;
    let here =
        |one: &Seen| one.says("The thread of match 1 is gone; it continues here.") && one.button("Order").is_some();
    let again = house.spectator().wait_message(channel, SOON, here).await.unwrap();
    assert!(again.says("Match 1 · Bout 1 · Round 1"), "{}", again.text());
    // Without its channel the match is suspended, and its host is notified of the reason.
    house.stop_bot().await;
    house.sandbox.fault(&json!({"delete_channel": channel})).unwrap();
    house.start_bot().await;
    let host = house.host();
    let told = |one: &Seen| one.says("Match 1 is suspended, because its channel has been deleted");
    let dm = host.dm().await.unwrap();
    host.wait_message(dm, SOON, told).await.unwrap();
    let shown = run(&host, lounge, "/match show", json!({"match": "1"})).await;
    assert!(shown.says("paused"), "{}", shown.text());
    house.close().await;
}

/// A deleted channel deletes its threads, and the cards of matches that have not begun.
#[tokio::test(flavor = "multi_thread")]
async fn matches_of_a_deleted_channel_continue_elsewhere() {
    let house = House::open().await;
    let (channel, lounge, host) = (house.channel(), house.sandbox.world().lounge, house.host());
    in_a_thread(&house).await;
    house.lobby(channel, "unit_s=3600").await;
    until("the second thread is there", async || threads(&host).await.len() == 2).await;
    house.sandbox.fault(&json!({"delete_channel": channel})).unwrap();
    let dm = host.dm().await.unwrap();
    let paused = |one: &Seen| one.says("Match 1 is suspended, because its channel has been deleted.");
    let told = host.wait_message(dm, SOON, paused).await.unwrap();
    assert!(!told.json().to_string().contains("Go to channel"), "there is none to lead to");
    let off =
        |one: &Seen| one.says("Match 2 is called off, because its channel has been deleted. Open another elsewhere.");
    host.wait_message(dm, SOON, off).await.unwrap();
    let says = "continue it with `/host resume match:1` in another channel";
    let helps = async || {
        let panel = run(&host, lounge, "/host panel", json!({"match": 1})).await;
        panel.says(says) && panel.button("Resume").is_none()
    };
    until("the panel says what helps", helps).await;
    let said = run(&host, lounge, "/host resume", json!({"match": 1})).await;
    assert!(said.says("The match continues here"), "{}", said.text());
    let spectator = house.spectator();
    let resumed = |one: &Seen| one.says("resumed the match") && one.button("Order").is_some();
    spectator.wait_message(lounge, SOON, resumed).await.unwrap();
    let all = spectator.messages(lounge).await.unwrap();
    let all: Vec<_> = all.iter().filter(|one| one.from_bot()).collect();
    let texts: Vec<_> = all.iter().map(|one| one.text()).collect();
    assert_eq!(all.iter().filter(|one| one.button("Order").is_some()).count(), 1, "{texts:?}");
    assert_eq!(texts.iter().filter(|text| text.contains("continues here")).count(), 1, "{texts:?}");
    house.stop().await;
}

async fn run_button(person: &Person, on: &Seen, label: &str) -> Seen {
    let answer = person.click(on, label).await.unwrap();
    crate::house::finished(person, on.channel(), answer).await
}

#[tokio::test(flavor = "multi_thread")]
async fn thread_is_made_once_and_answers_when_archived() {
    let mut house = House::open().await;
    let (channel, host) = (house.channel(), house.host());
    push(&house, "places", "Give each match a thread").await;
    // The thread is made, and the bot dies before it receives the response.
    let posts = json!({"match": "POST /channels/*/messages/*/threads", "after_apply": true});
    house.sandbox.fault(&json!({ "hold": posts })).unwrap();
    let card = house.lobby(channel, "unit_s=3600").await;
    until("the thread is asked for", async || !house.sandbox.held().is_empty()).await;
    house.stop_bot().await;
    house.sandbox.fault(&json!({"unhold": true, "lose": "all"})).unwrap();
    house.start_bot().await;
    house.ec().click(&card, "Ready").await.unwrap();
    house.dmo().click(&card, "Ready").await.unwrap();
    let own = thread(&house).await;
    let first = house.public_after(own, card.id()).await;
    assert_eq!((threads(&host).await.len(), first.channel()), (1, own));
    // An archived and locked thread still answers; an unlocked one receives messages again.
    let next = house.round(&first, "samurai", "samurai").await;
    house.sandbox.put_away(own, true);
    let panel = order_panel(&house.ec(), &next).await;
    assert!(!panel.selects().is_empty(), "{}", panel.text());
    house.sandbox.put_away(own, false);
    house.round(&next, "chocobo", "chocobo").await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_thread_permission_is_named() {
    let house = House::open().await;
    let (channel, world) = (house.channel(), house.sandbox.world());
    let lost = json!({"channel": channel, "permission": "CREATE_PUBLIC_THREADS"});
    house.sandbox.fault(&json!({ "revoke": lost })).unwrap();
    set(&house, "ds1:pick:matches", &[channel]).await;
    let host = house.host();
    let panel = run(&host, channel, "/setup panel", json!({})).await;
    let at = crate::host_panel::chosen(&host, &panel, "places").await;
    let at = press(&host, &at, "Give each match a thread").await;
    assert!(at.says("Create Public Threads"), "said as it is set: {}", at.text());
    let open = json!({"game": "warriors-death", "ec": world.ann, "dmo": world.bob});
    let refused = run(&host, channel, "/match open", open).await;
    assert!(refused.says("Create Public Threads") && !refused.says("Opened"), "{}", refused.text());
    house.sandbox.fault(&json!({ "grant": lost })).unwrap();
    house.lobby(channel, "").await;
    thread(&house).await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn result_card_is_posted_once_edited_and_never_blocks() {
    let mut house = House::open().await;
    let (channel, host, world) = (house.channel(), house.host(), house.sandbox.world());
    set(&house, "ds1:pick:results", &[world.lounge]).await;
    // The card is posted, and the response is lost with the process.
    let posts = json!({"match": format!("POST /channels/{}/messages", world.lounge), "after_apply": true});
    house.sandbox.fault(&json!({ "hold": posts })).unwrap();
    house.begin(channel, "unit_s=3600").await;
    let asked_back = run(&host, channel, "/host award", json!({"seat": "Ann"})).await;
    press(&host, &asked_back, "Confirm").await;
    until("it is on its way", async || !house.sandbox.held().is_empty()).await;
    let over = house.spectator().wait_message(channel, SOON, |one| one.button("Record").is_some()).await.unwrap();
    house.stop_bot().await;
    house.sandbox.fault(&json!({"unhold": true, "lose": "all"})).unwrap();
    house.start_bot().await;
    let won = |one: &Seen| one.text().contains("**Ann** beat Bob: the host awarded the match. It counts");
    let card = host.wait_message(world.lounge, SOON, won).await.unwrap();
    assert!(card.text().contains("Match 1 · A Warrior's Death") && card.button("Record").is_some(), "{}", card.text());
    // Reverted and awarded to the other player, the result stays on the same card.
    confirmed(&host, channel, "/host undo", json!({})).await;
    let open = host.wait_change(&card, SOON, |one| one.text().contains("reverted")).await.unwrap();
    assert!(open.says("Ann – Bob: the result was reverted."), "{}", open.text());
    assert!(open.files().is_empty(), "nobody has won");
    let asked_back = run(&host, channel, "/host award", json!({"seat": "Bob"})).await;
    press(&host, &asked_back, "Confirm").await;
    let poster = |one: &Seen, winner: &str| {
        one.files().iter().any(|file| file.description.as_ref().is_some_and(|alt| alt.starts_with(winner)))
    };
    let again = |one: &Seen| one.text().contains("**Bob** beat Ann") && poster(one, "Bob wins the Death Match");
    let card = host.wait_change(&card, SOON, again).await.unwrap();
    assert_eq!(card.files().len(), 1, "the poster of the end that was reverted is gone");
    assert_eq!(host.messages(world.lounge).await.unwrap().len(), 1);
    assert!(over.id() < card.id() || over.id() > Snowflake::new(0));

    // If the bot may not write there, the host is notified, and the match has ended all the same.
    let lost = json!({"channel": world.lounge, "permission": "SEND_MESSAGES"});
    house.sandbox.fault(&json!({ "revoke": lost })).unwrap();
    house.begin(channel, "unit_s=3600").await;
    confirmed(&host, channel, "/host void", json!({})).await;
    let dm = host.dm().await.unwrap();
    let told = host.wait_message(dm, SOON, |one| one.says("could not be posted")).await.unwrap();
    assert!(told.says("Send Messages"), "{}", told.text());
    house.sandbox.fault(&json!({ "grant": lost })).unwrap();
    host.wait_message(world.lounge, SOON, |one| one.text().contains("ended without a result")).await.unwrap();
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn role_is_mentioned_only_in_a_matchs_first_message() {
    let house = House::open().await;
    let (channel, world) = (house.channel(), house.sandbox.world());
    set(&house, "ds1:pick:notify-role", &[world.host_role]).await;
    // A mention that would notify nobody is left out.
    let unheard = house.begin(channel, "unit_s=3600").await;
    assert!(!unheard.says("<@&") && unheard.says("your order, please"), "{}", unheard.text());
    house.sandbox.fault(&json!({"mentionable": true})).unwrap();
    let first = house.begin(channel, "unit_s=3600").await;
    assert!(first.says(&format!("<@&{}> The match begins.", world.host_role)), "{}", first.text());
    let next = house.round(&first, "samurai", "samurai").await;
    assert!(!next.says("<@&"), "{}", next.text());
    let posts = asked(&house, "POST", &format!("/channels/{channel}/messages"));
    let roles: Vec<Value> = posts.iter().map(|one| one.body["allowed_mentions"]["roles"].clone()).collect();
    let named: Vec<_> = roles.into_iter().filter(|roles| !roles.is_null()).collect();
    assert_eq!(named, [json!([world.host_role.to_string()])]);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn match_begins_if_role_permissions_cannot_be_read() {
    let house = House::open().await;
    let (channel, world) = (house.channel(), house.sandbox.world());
    set(&house, "ds1:pick:notify-role", &[world.host_role]).await;
    let card = house.lobby(channel, "unit_s=3600").await;
    house.sandbox.fault(&json!({ "hold": {"match": "GET /guilds/*"} })).unwrap();
    let asked = until("Discord is asked", async || !house.sandbox.held().is_empty());
    let (first, ()) = tokio::join!(house.ready(&card), asked);
    assert!(first.says(&format!("<@&{}> The match begins.", world.host_role)), "{}", first.text());
    house.sandbox.fault(&json!({"unhold": true, "lose": "all"})).unwrap();
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn planned_match_has_a_calendar_event_that_moves_with_it() {
    let mut house = House::open().await;
    let (channel, host, world) = (house.channel(), house.host(), house.sandbox.world());
    push(&house, "around", "Put matches into the calendar").await;
    let events = |house: &House| house.sandbox.events();
    // The event is made, and the response is lost with the process: no second event follows.
    let path = format!("/guilds/{}/scheduled-events", world.guild);
    let posts = json!({"match": format!("POST {path}"), "after_apply": true});
    house.sandbox.fault(&json!({ "hold": posts })).unwrap();
    let card = house.lobby_of(channel, json!({"game": "warriors-death", "start": "tomorrow 20:00"})).await;
    until("it is on its way", async || !house.sandbox.held().is_empty()).await;
    house.stop_bot().await;
    house.sandbox.fault(&json!({"unhold": true, "lose": "all"})).unwrap();
    house.start_bot().await;
    until("it is found", async || !asked(&house, "PATCH", &path).is_empty()).await;
    let there = events(&house);
    assert_eq!(there.len(), 1, "{there:?}");
    assert_eq!(there[0]["name"], "Match 1 · Ann – Bob");
    let link = format!("https://discord.com/channels/{}/{channel}", world.guild);
    assert_eq!(there[0]["entity_metadata"]["location"], link.as_str());
    let before = there[0]["scheduled_start_time"].clone();
    run(&host, channel, "/host reschedule", json!({"start": "tomorrow 21:30"})).await;
    until("it is moved", async || events(&house)[0]["scheduled_start_time"] != before).await;
    decline(&house.ec(), &card).await;
    until("it is gone", async || events(&house).is_empty()).await;

    let lost = json!({"permission": "CREATE_EVENTS"});
    house.sandbox.fault(&json!({ "revoke": lost })).unwrap();
    house.lobby_of(channel, json!({"game": "warriors-death", "start": "tomorrow 20:00"})).await;
    let dm = host.dm().await.unwrap();
    let told =
        host.wait_message(dm, SOON, |one| one.says("could not be added to the server's calendar")).await.unwrap();
    assert!(told.says("Create Events"), "{}", told.text());
    house.sandbox.fault(&json!({ "grant": lost })).unwrap();
    until("it is there once it may be", async || events(&house).len() == 1).await;
    house.close().await;
}
