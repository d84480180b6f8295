//! A tournament from sign-up to its winner, with the four people of the sandbox.

use deathmatch::sandbox::{Person, Seen, Snowflake};
use serde_json::{Value, json};

use crate::house::{House, SOON, click_late, decline, finished, run, until};

/// Opens a tournament. Returns its message.
async fn opened(house: &House, options: Value) -> Seen {
    let (host, channel) = (house.host(), house.channel());
    let mut asked = json!({"game": "warriors-death", "options": "unit_s=600"});
    asked.as_object_mut().unwrap().extend(options.as_object().unwrap().clone());
    let said = run(&host, channel, "/tournament open", asked).await;
    assert!(said.is_ephemeral() && said.says("open for sign-up"), "{}", said.text());
    host.wait_message(channel, SOON, |one| one.button("Join").is_some()).await.unwrap()
}

async fn click(person: &Person, message: &Seen, label: &str) -> Seen {
    finished(person, message.channel(), person.click(message, label).await.unwrap()).await
}

/// Begins a tournament without a check-in.
pub(crate) async fn start(host: &Person, channel: Snowflake) {
    let question = run(host, channel, "/tournament start", json!({})).await;
    assert!(click(host, &question, "Begin").await.says("It has begun"));
}

fn everybody(house: &House) -> [Person; 4] {
    [house.host(), house.ec(), house.dmo(), house.spectator()]
}

async fn reread(house: &House, message: &Seen) -> Seen {
    house.host().again(message).await.unwrap().unwrap()
}

/// Waits until a tournament's message has these words.
async fn says(house: &House, message: &Seen, words: &str) -> Seen {
    until(words, async || reread(house, message).await.says(words)).await;
    reread(house, message).await
}

/// Waits until a tournament's message has a picture with this text in its alt text.
async fn pictured(house: &House, message: &Seen, alt: &str) {
    let shows = async || {
        let files = reread(house, message).await.files();
        let [file] = files.as_slice() else { return false };
        file.dimensions.is_some_and(|(width, _)| width == 1_000)
            && file.description.as_ref().is_some_and(|said| said.contains(alt))
    };
    until(alt, shows).await;
}

/// Waits for the newest cards with a Ready button, and returns them by their matches' numbers.
async fn cards(house: &House, count: usize) -> Vec<Seen> {
    let open = async || -> Vec<Seen> {
        let all = house.host().messages(house.channel()).await.unwrap();
        all.into_iter().filter(|one| one.button("Ready").is_some()).collect()
    };
    until("cards", async || open().await.len() == count).await;
    open().await
}

fn number(card: &Seen) -> i64 {
    let title = card.json()["embeds"][0]["title"].as_str().unwrap().to_owned();
    title.split(' ').nth(1).unwrap().parse().unwrap()
}

/// Whether a card says that its host plays; it has no button for hosts then.
fn has_playing_host(card: &Seen) -> bool {
    let plays = card.json().to_string().contains("plays in this tournament. Rulings come from");
    assert_eq!(card.button("Start now (host)").is_none(), plays, "{}", card.json());
    plays
}

/// Begins a match by its players, and resigns for one of them: for the one who is not the host, if the host plays.
async fn play(house: &House, card: &Seen) {
    let seated: Vec<Person> =
        everybody(house).into_iter().filter(|person| card.mentions().contains(&person.id())).collect();
    assert_eq!(seated.len(), 2, "{}", card.json());
    let plays = seated.iter().any(|person| person.id() == house.host().id());
    assert!(!plays || has_playing_host(card), "{}", card.json());
    for person in &seated {
        person.click(card, "Ready").await.unwrap();
    }
    let m = number(card);
    let channel = house.channel();
    until("its beginning", async || reread(house, card).await.says("The match has begun")).await;
    let other = seated.iter().find(|person| person.id() != house.host().id()).unwrap();
    let asked = run(other, channel, "/match resign", json!({ "match": m })).await;
    finished(other, channel, other.click(&asked, "Resign").await.unwrap()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tournament_of_four_runs_from_sign_up_to_its_winner() {
    let mut house = House::open().await;
    let channel = house.channel();
    let message = opened(&house, json!({"check_in": 30, "round_minutes": 45, "third_place": true})).await;
    assert!(
        message.says("Single elimination with third place") && message.says("within 45 minutes"),
        "{}",
        message.text()
    );
    for person in everybody(&house) {
        let said = click(&person, &message, "Join").await;
        assert!(said.is_ephemeral() && said.says("You are in. Before the first round"), "{}", said.text());
    }
    assert!(click_late(&house.ec(), &message, "Join").await.says("You are in already"));
    says(&house, &message, "Joined (4)").await;
    click(&house.ec(), &message, "Leave").await;
    says(&house, &message, "Joined (3)").await;
    assert!(click_late(&house.ec(), &message, "Leave").await.says("You have not joined"));
    click(&house.ec(), &message, "Join").await;
    for label in ["Close sign-up (host)", "Call off (host)"] {
        let refused = click(&house.ec(), &message, label).await;
        assert!(refused.says("Only hosts can do that"), "{}", refused.text());
    }
    let busy = run(&house.ec(), channel, "/privacy erase", json!({})).await;
    assert!(click(&house.ec(), &busy, "Erase").await.says("in a game draft or a running tournament"));
    assert!(click(&house.host(), &message, "Close sign-up (host)").await.says("check-in has begun"));
    let twice = click_late(&house.host(), &message, "Close sign-up (host)").await;
    assert!(twice.says("Check-in has just begun"), "{}", twice.text());
    let message = says(&house, &message, "Missing (4)").await;
    house.stop_bot().await;
    house.start_bot().await;
    for person in everybody(&house) {
        let said = click(&person, &message, "Check in").await;
        assert!(said.says("You are checked in"), "{}", said.text());
    }
    let semifinals = cards(&house, 2).await;
    let shown = says(&house, &message, "Ready by").await;
    assert!(shown.says("Semifinals") && shown.buttons().is_empty(), "{}", shown.text());
    until("links", async || reread(&house, &message).await.text().matches("[match ").count() == 2).await;
    pictured(&house, &message, "Semifinals: ").await;
    // The host plays, and so has no host rights in the other semifinal.
    let others = semifinals.iter().find(|card| !card.mentions().contains(&house.host().id())).unwrap();
    let refuses = async |command: &str| {
        let refused = run(&house.host(), channel, command, json!({"match": number(others)})).await;
        assert!(refused.says("You play in this tournament, so another host decides"), "{command}: {}", refused.text());
    };
    for command in ["/host panel", "/host log", "/match cancel"] {
        refuses(command).await;
    }
    assert!(has_playing_host(others), "{}", others.json());
    for card in &semifinals {
        play(&house, card).await;
    }
    refuses("/host undo").await;
    says(&house, &message, "**Final and third place: ").await;
    // The losers of the semifinals play at the same time.
    let last = cards(&house, 2).await;
    play(&house, &last[0]).await;
    play(&house, &last[1]).await;
    let over = says(&house, &message, "wins the tournament").await;
    assert!(["1\\. ", "2\\. ", "3\\. ", "4\\. "].iter().all(|place| over.says(place)), "{}", over.text());
    pictured(&house, &message, "Final: ").await;
    pictured(&house, &message, "Third place: ").await;
    let own = run(&house.ec(), channel, "/tournament show", json!({})).await;
    assert!(own.is_ephemeral() && own.says("wins the tournament") && own.files().len() == 1, "{}", own.text());
    let all = house.host().messages(channel).await.unwrap();
    let posted = all.iter().filter(|one| one.json().to_string().contains("Tournament ·")).count();
    assert_eq!(posted, 1, "one message from sign-up to the end");
    let leave = run(&house.ec(), channel, "/tournament leave", json!({})).await;
    assert!(leave.says("That tournament is over"), "{}", leave.text());
    // An erased player's name is no longer shown.
    until("erased", async || {
        let asked = run(&house.ec(), channel, "/privacy erase", json!({})).await;
        // The tournament ends a moment after its message says so.
        click(&house.ec(), &asked, "Erase").await.says("You are erased")
    })
    .await;
    let shown = says(&house, &message, "Erased player").await;
    assert!(!shown.says("Ann"), "{}", shown.text());
    pictured(&house, &message, "Erased player").await;
    house.stop_forged().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tournament_rulings_are_for_hosts_only() {
    let house = House::open().await;
    let (channel, ec, host) = (house.channel(), house.ec(), house.host());
    let refused = run(&ec, channel, "/tournament open", json!({"game": "warriors-death"})).await;
    assert!(refused.says("Only hosts can do that"), "{}", refused.text());
    let none = run(&ec, channel, "/tournament show", json!({})).await;
    assert!(none.says("no tournament in this channel"), "{}", none.text());
    let wrong = run(&host, channel, "/tournament open", json!({"game": "warriors-death", "rounds": 3})).await;
    assert!(wrong.says("Only a Swiss"), "{}", wrong.text());
    let third = json!({"game": "warriors-death", "format": "Swiss: a few rounds, nobody is out", "third_place": true});
    let wrong = run(&host, channel, "/tournament open", third).await;
    assert!(wrong.says("Only a single elimination has a match for third place"), "{}", wrong.text());
    let message = opened(&house, json!({"format": "round robin: everybody meets everybody"})).await;
    let few = click(&host, &message, "Start (host)").await;
    assert!(few.says("It takes 3 players; 0 have joined"), "{}", few.text());
    for person in [house.ec(), house.dmo(), house.spectator()] {
        click(&person, &message, "Join").await;
    }
    for (name, options) in [
        ("/tournament start", json!({})),
        ("/tournament cancel", json!({})),
        ("/tournament drop", json!({"player": house.sandbox.world().bob})),
        ("/tournament result", json!({"pairing": 1, "result": "first-won"})),
    ] {
        let refused = run(&ec, channel, name, options).await;
        assert!(refused.says("Only hosts can do that"), "{name}: {}", refused.text());
    }
    let question = click(&host, &message, "Start (host)").await;
    assert!(question.is_ephemeral() && question.says("Sign-up then closes for good"), "{}", question.text());
    start(&host, channel).await;
    for late in [click_late(&host, &message, "Start (host)").await, click(&host, &question, "Begin").await] {
        assert!(late.says("It has begun already"), "{}", late.text());
    }
    let first = cards(&house, 1).await.remove(0);
    let asked = run(&host, channel, "/tournament result", json!({"pairing": 1, "result": "first-won"})).await;
    assert!(asked.says("wins without play") && asked.says("continues with this result"), "{}", asked.text());
    let done = click(&host, &asked, "Confirm").await;
    assert!(done.says("Done"), "{}", done.text());
    until("the next card", async || cards(&house, 1).await[0].id() > first.id()).await;
    let typed = json!({"pairing": ""});
    let suggested = host.autocomplete(channel, "/tournament result", typed, "pairing").await.unwrap();
    assert!(suggested.iter().any(|choice| choice.label.contains("(round 2)")), "{suggested:?}");
    let second = cards(&house, 1).await.remove(0);
    assert!(!has_playing_host(&second), "{}", second.json());
    play(&house, &second).await;
    let dropped = run(&host, channel, "/tournament drop", json!({"player": house.sandbox.world().bob})).await;
    assert!(dropped.says("is out"), "{}", dropped.text());
    let asked = run(&host, channel, "/tournament cancel", json!({})).await;
    if asked.button("Call off").is_some() {
        click(&host, &asked, "Call off").await;
        says(&house, &message, "called it off").await;
        assert!(click_late(&host, &asked, "Call off").await.says("That tournament is over"));
    } else {
        // All remaining pairings were his.
        assert!(asked.says("That tournament is over"), "{}", asked.text());
        says(&house, &message, "wins the tournament").await;
    }
    house.stop_forged().await;
}

/// Opens a round robin, lets three people join, and begins it. Returns its message.
async fn round_robin(house: &House, options: Value, people: &[Person]) -> Seen {
    let mut all = json!({"format": "round robin: everybody meets everybody"});
    all.as_object_mut().unwrap().extend(options.as_object().unwrap().clone());
    let message = opened(house, all).await;
    for person in people {
        click(person, &message, "Join").await;
    }
    message
}

#[tokio::test(flavor = "multi_thread")]
async fn tournament_shows_terms_and_unplayed_pairings_have_no_winner() {
    let house = House::open().await;
    let (channel, host) = (house.channel(), house.host());
    let unreadable = json!({"game": "warriors-death", "name": "\u{200b}__"});
    let refused = run(&host, channel, "/tournament open", unreadable).await;
    assert!(refused.says("Nothing of that name can be read"), "{}", refused.text());
    let people = [house.ec(), house.dmo(), house.spectator()];
    let terms =
        json!({"name": "**Autumn** Cup", "options": "unit_s=600 quiet=22:00-08:00 agree=pause", "check_in": 30});
    let message = round_robin(&house, terms, &people).await;
    let said = |message: &Seen, words: &str| {
        assert!(message.json().to_string().contains(words), "{words}: {}", message.json());
    };
    for words in
        ["Tournament · ∗∗Autumn∗∗ Cup", "A Warrior's Death", "Set for its matches", "22:00–08:00 UTC", "By agreement"]
    {
        said(&message, words);
    }
    click(&host, &message, "Close sign-up (host)").await;
    let checks_in = says(&house, &message, "Missing (3)").await;
    said(&checks_in, "Set for its matches");
    let shown = run(&people[0], channel, "/tournament show", json!({})).await;
    said(&shown, "22:00–08:00 UTC");
    let few = click(&host, &checks_in, "Start now (host)").await;
    assert!(few.is_ephemeral() && few.says("It takes 3 players; 0 have"), "{}", few.text());
    for person in &people {
        click(person, &checks_in, "Check in").await;
    }
    let card = cards(&house, 1).await.remove(0);
    said(&card, "∗∗Autumn∗∗ Cup, round 1");
    // A card shows its tournament's options.
    let fields = checks_in.json()["embeds"][0]["fields"].as_array().unwrap().clone();
    let set = fields.into_iter().find(|field| field["name"] == "Set for its matches").unwrap()["value"].clone();
    said(&card, set.as_str().unwrap().trim_start_matches("- "));
    let absent = json!({"pairing": 1, "result": "both-absent"});
    let asked = run(&host, channel, "/tournament result", absent).await;
    click(&host, &asked, "Confirm").await;
    let over = says(&house, &message, "Nobody wins the tournament").await;
    assert!(!over.says("1\\. "), "nobody has a place: {}", over.text());
    let called = async || {
        let all = host.messages(channel).await.unwrap();
        all.iter().any(|one| one.says("is over, and nobody won it"))
    };
    until("it is said", called).await;
    house.stop_forged().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn playing_host_cannot_rule_and_declining_counts_as_absence() {
    let house = House::open().await;
    let (channel, host) = (house.channel(), house.host());
    let people = [house.host(), house.ec(), house.dmo()];
    let _ = round_robin(&house, json!({}), &people).await;
    start(&host, channel).await;
    cards(&house, 1).await;
    for (command, options) in [
        ("/tournament drop", json!({"player": house.sandbox.world().bob})),
        ("/tournament cancel", json!({})),
        ("/tournament result", json!({"pairing": 1, "result": "both-absent"})),
    ] {
        let mut refused = run(&host, channel, command, options).await;
        if refused.button("Call off").is_some() {
            refused = click(&host, &refused, "Call off").await;
        }
        assert!(refused.says("You play in this tournament, so another host decides"), "{command}: {}", refused.text());
    }
    // Three cards are declined; the opponents win.
    let mut before = Vec::new();
    let mut out = None;
    for _ in 0..3 {
        let card = newer(&house, &before).await;
        let declines = everybody(&house).into_iter().find(|person| card.mentions().contains(&person.id())).unwrap();
        decline(&declines, &card).await;
        says(&house, &card, "loses it as absent").await;
        before.push(card.id());
        out = Some(declines.id());
    }
    // Only the other two are still to meet.
    let last = newer(&house, &before).await;
    assert!(!last.mentions().contains(&out.unwrap()), "{}", last.json());
    house.stop_forged().await;
}

/// Waits for a card with a Ready button, other than these.
async fn newer(house: &House, before: &[Snowflake]) -> Seen {
    let open = async || {
        let all = house.host().messages(house.channel()).await.unwrap();
        all.into_iter().find(|one| one.button("Ready").is_some() && !before.contains(&one.id()))
    };
    until("a new card", async || open().await.is_some()).await;
    open().await.unwrap()
}
