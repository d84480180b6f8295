//! A match from `/match open` to its record.

use deathmatch::table::{Entry, Header, Table};
use serde_json::json;

use crate::house::{House, SOON, finished, order_panel, pick, run};

#[tokio::test(flavor = "multi_thread")]
async fn whole_match_is_played_by_menus() {
    play_by_menus(House::open().await).await;
}

pub async fn play_by_menus(house: House) {
    let channel = house.channel();
    let (ec, dmo, spectator) = (house.ec(), house.dmo(), house.spectator());
    let card = house.lobby(channel, "unit_s=600 break_s=600").await;
    assert!(card.says("A Warrior's Death"), "{}", card.text());
    assert!(card.says("10 min for each order") && !card.says("Advantage"), "{}", card.text());
    let refused = spectator.click(&card, "Ready").await.unwrap();
    assert!(finished(&spectator, channel, refused).await.is_ephemeral());
    ec.click(&card, "Ready").await.unwrap();
    let card = ec.wait_change(&card, SOON, |card| card.says("ready")).await.unwrap();
    let greeting = ec.dms().await.unwrap();
    assert!(greeting[0].says("as the EC."), "{}", greeting[0].text());
    assert!(!greeting[0].says("in front of everyone"), "all is secret in this game: {}", greeting[0].text());
    assert!(dmo.dms().await.unwrap().is_empty(), "nobody is written to before they press Ready");
    dmo.click(&card, "Ready").await.unwrap();
    let mut last = house.public_after(channel, card.id()).await;
    assert_eq!(last.mentions(), [ec.id(), dmo.id()]);
    assert!(card.buttons().len() > spectator.again(&card).await.unwrap().unwrap().buttons().len());

    let mut rounds = 0;
    let mut prompt = card.id();
    while last.button("Record").is_none() {
        if last.button("Order").is_none() {
            let answer = ec.click(&last, "Ready").await.unwrap();
            assert_eq!(answer.message.unwrap().id(), last.id(), "the break's message shows who is ready");
            let shown =
                ec.wait_change(&last, SOON, |message| message.button("Ready (Ann is ready)").is_some()).await.unwrap();
            assert_eq!(shown.pictures().len(), last.pictures().len(), "the picture stays");
            dmo.click(&shown, "Ready (Ann is ready)").await.unwrap();
            last = house.public_after(channel, last.id()).await;
            continue;
        }
        rounds += 1;
        let mine = house.prompt_after(&ec, prompt).await;
        prompt = mine.id();
        if rounds == 1 {
            let menu = pick(&ec, &mine, "blue-mage").await;
            assert!(menu.says("So far"), "{}", menu.text());
            let sealed = pick(&ec, &menu, "samurai").await;
            assert!(sealed.says("Blue Mage as Samurai") && sealed.says("Sealed"), "{}", sealed.text());
            let again = ec.click(&sealed, "Change").await.unwrap().message.unwrap();
            assert!(again.says("stays sealed"), "{}", again.text());
            pick(&ec, &again, "bard").await;
        } else {
            pick(&ec, &mine, if rounds % 2 == 0 { "black-mage" } else { "dragoon" }).await;
        }
        let panel = order_panel(&dmo, &last).await;
        assert!(panel.is_ephemeral());
        pick(&dmo, &panel, "chocobo").await;
        last = house.public_after(channel, last.id()).await;
        let picture = spectator.wait_change(&last, SOON, |message| !message.files().is_empty()).await.unwrap();
        let alt = picture.files()[0].description.clone().unwrap_or_default();
        assert!(!alt.is_empty() && alt.chars().count() <= 1_024, "{alt:?}");
        last = picture;
    }
    assert!(rounds >= 30, "{rounds}");
    let public = spectator.messages(channel).await.unwrap();
    assert!(public.len() <= rounds + 2 + 4, "one message a step, but {} for {rounds} rounds", public.len());
    let over = public.last().unwrap();
    assert!(over.says("wins"), "{}", over.text());

    if std::env::var_os("SHOW_TEXTS").is_some() {
        for message in spectator.messages(channel).await.unwrap().iter().chain(&ec.dms().await.unwrap()) {
            println!(
                "----\n{}\n{:?}",
                message.text(),
                message.buttons().iter().map(|one| &one.label).collect::<Vec<_>>()
            );
        }
    }
    let record = run(&spectator, channel, "/match record", json!({})).await;
    let file = &record.files()[0];
    let text = String::from_utf8(spectator.download(&file.url).await.unwrap()).unwrap();
    let mut lines = text.lines();
    let mut table = Table::open(Header::read(lines.next().unwrap()).unwrap()).unwrap();
    for line in lines {
        let answer = table.enter(&Entry::read(line).unwrap());
        assert!(answer.error.is_none(), "{line}: {:?}", answer.error);
    }
    assert!(table.outcome().is_some());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_boards_and_lists_answer_everyone_privately() {
    let house = House::open().await;
    let channel = house.channel();
    let (ec, spectator) = (house.ec(), house.spectator());
    let rules = run(&spectator, channel, "/rules", json!({"game": "warriors-death"})).await;
    assert!(rules.is_ephemeral() && rules.says("⌂"), "{}", rules.text());
    assert!(rules.button("Next ▶").is_some() && !rules.text().contains('…'), "nothing is cut: {}", rules.text());
    let none = run(&spectator, channel, "/board", json!({})).await;
    assert!(none.says("There is no match here"), "{}", none.text());

    let first = house.begin(channel, "unit_s=600").await;
    let panel = order_panel(&ec, &first).await;
    pick(&ec, &panel, "samurai").await;
    let mine = run(&ec, channel, "/board", json!({"query": "mine"})).await;
    assert!(mine.is_ephemeral(), "{}", mine.text());
    let own = run(&ec, channel, "/board", json!({})).await;
    let public = run(&spectator, channel, "/board", json!({})).await;
    assert!(own.files()[0].description.is_some() && public.files()[0].description.is_some());
    assert_ne!(own.files()[0].description, public.files()[0].description, "a player sees their own side");
    let shown = run(&ec, channel, "/match show", json!({})).await;
    assert_eq!(shown.files()[0].description, public.files()[0].description);
    let list = run(&spectator, channel, "/match list", json!({})).await;
    assert!(list.says("1 · A Warrior's Death · Ann – Bob · being played"), "{}", list.text());
    let early = run(&spectator, channel, "/match record", json!({})).await;
    assert!(early.says("once the match is over") && early.files().is_empty(), "{}", early.text());
    let early = run(&ec, channel, "/match record", json!({})).await;
    assert!(early.files().is_empty(), "a player never gets the record of a running match");

    let sure = run(&ec, channel, "/match resign", json!({})).await;
    ec.click(&sure, "Resign").await.unwrap();
    let over = house.public_after(channel, first.id()).await;
    assert!(over.says("Bob") && over.button("Record").is_some(), "{}", over.text());
    let record = run(&spectator, channel, "/match record", json!({})).await;
    assert_eq!(record.files()[0].filename, "match-1.jsonl");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn command_suggests_valid_options() {
    let house = House::open().await;
    let (channel, host, world) = (house.channel(), house.host(), house.sandbox.world());
    let typed = |options: &str| json!({"game": "warriors-death", "options": options});
    let texts = async |options: &str| -> Vec<String> {
        let found = host.autocomplete(channel, "/match open", typed(options), "options").await.unwrap();
        found.into_iter().map(|choice| choice.value).collect()
    };
    let offered = texts("").await;
    assert!(offered.iter().any(|text| text.starts_with("unit_s=") && text != "unit_s="), "whole values: {offered:?}");
    assert_eq!(texts("unit_s=90 private_orders=f").await, ["unit_s=90 private_orders=final"]);
    let games = host.autocomplete(channel, "/match open", json!({"game": "warr"}), "game").await.unwrap();
    assert_eq!(games[0].value, "warriors-death");

    let open = |options: &str, ec, dmo| json!({"game": "warriors-death", "ec": ec, "dmo": dmo, "options": options});
    for (asked, words) in [
        (open("pace=9", world.ann, world.bob), "unit_s"),
        (open("unit_s=0", world.ann, world.bob), "from 1 to 86400"),
        (open("unit_s=9", world.ann, world.ann), "Choose two people"),
        (open("unit_s=9", world.bot, world.ann), "person"),
    ] {
        let refused = run(&host, channel, "/match open", asked).await;
        assert!(refused.is_ephemeral() && refused.says(words), "{}", refused.text());
    }
    assert!(host.messages(channel).await.unwrap().is_empty(), "nothing was opened");

    let set = json!({"game": "warriors-death", "options": "unit_s=77"});
    assert!(house.ec().command(channel, "/setup defaults", set.clone()).await.is_err(), "players are not offered it");
    run(&host, channel, "/setup defaults", set).await;
    let card = house.lobby(channel, "break_s=9").await;
    assert!(card.says("77 s for each order") && card.says("breaks up to 9 s"), "{}", card.text());
    let zone = run(&host, channel, "/setup timezone", json!({"zone": "Mars/Base"})).await;
    assert!(zone.says("Europe/Berlin"), "{}", zone.text());
    run(&host, channel, "/setup friendly", json!({"allowed": false})).await;
    let closed = run(&house.ec(), channel, "/match open", open("", world.ann, world.bob)).await;
    assert!(closed.says("Only hosts can open matches"), "{}", closed.text());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn built_in_player_can_be_the_opponent() {
    let house = House::open().await;
    let (channel, world, ec) = (house.channel(), house.sandbox.world(), house.ec());
    let asked = json!({"game": "warriors-death", "ec": world.ann, "dmo": world.bot, "options": "unit_s=600"});
    run(&ec, channel, "/match open", asked).await;
    let card = ec.wait_message(channel, SOON, |message| message.button("Ready").is_some()).await.unwrap();
    assert!(card.says("Bot L3") && card.says("plays automatically"), "{}", card.text());
    ec.click(&card, "Ready").await.unwrap();
    let mut last = house.public_after(channel, card.id()).await;
    for unit in ["bard", "sage"] {
        assert_eq!(last.mentions(), [ec.id()]);
        let panel = order_panel(&ec, &last).await;
        pick(&ec, &panel, unit).await;
        last = house.public_after(channel, last.id()).await;
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn final_order_needs_a_confirmation() {
    let house = House::open().await;
    let (channel, ec) = (house.channel(), house.ec());
    let card = house.lobby(channel, "unit_s=600 private_orders=final").await;
    let first = house.ready(&card).await;
    let panel = order_panel(&ec, &first).await;
    let second = pick(&ec, &panel, "astrologian").await;
    let asked = pick(&ec, &second, "dragoon").await;
    assert!(asked.says("cannot be changed"), "{}", asked.text());
    let who = run(&house.host(), channel, "/host who", json!({})).await;
    assert!(who.says("Ann (EC): not yet"), "{}", who.text());
    let sealed = ec.click(&asked, "Seal it").await.unwrap().message.unwrap();
    assert!(
        sealed.says("Sealed: **Astrologian naming Dragoon**") && sealed.button("Change").is_none(),
        "{}",
        sealed.text()
    );
    let typed = ec.type_text(ec.dm().await.unwrap(), "bard").await.unwrap();
    let refused = ec.wait_message(typed.channel(), SOON, |one| one.id() > typed.id() && one.from_bot()).await.unwrap();
    assert!(!refused.says("Sealed: **Bard**"), "{}", refused.text());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_can_be_read_sheet_by_sheet_to_their_end() {
    let house = House::open().await;
    let (channel, reader) = (house.channel(), house.spectator());
    let book = json!({"game": "guidance-rite", "preset": "final"});
    let mut sheet = run(&reader, channel, "/rules", book).await;
    let mut read = sheet.text();
    for _ in 0..20 {
        let Some(next) = sheet.button("Next ▶").filter(|button| !button.disabled) else { break };
        let turned = reader.press(&sheet, next.custom_id.as_deref().unwrap()).await.unwrap();
        let turned = finished(&reader, channel, turned).await;
        assert_eq!(turned.id(), sheet.id(), "one message is turned");
        sheet = turned;
        read += &sheet.text();
    }
    let page = deathmatch::games::find("guidance-rite")
        .unwrap()
        .page(Some("final"), &deathmatch::game::Overrides::default())
        .unwrap();
    let lines: Vec<_> = page.sections.iter().flat_map(|section| &section.lines).collect();
    assert!(lines.iter().all(|line| read.contains(&line.text)), "every line is there");
    // The part on orders is one choice away from every sheet.
    let menu = sheet.selects().remove(0);
    let order = menu.options.iter().find(|option| option.label.ends_with("Your order")).unwrap();
    let opened = reader.select(&sheet, &menu.custom_id, &[&order.value]).await.unwrap();
    assert!(finished(&reader, channel, opened).await.says("Claim with `b2 d4`"));
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn back_start_over_rules_and_board_are_offered_while_choosing() {
    let house = House::open().await;
    let (channel, ec) = (house.channel(), house.ec());
    let first = house.begin(channel, "unit_s=600").await;
    let dm = house.prompt_after(&ec, channel).await;
    // Ordering in the channel closes the player's other prompt, so the panel is opened last.
    let panel = order_panel(&ec, &first).await;
    for shown in [&dm, &panel] {
        assert_eq!(shown.selects()[0].placeholder, "Choose a unit");
        for (label, offered) in [("Back", false), ("Start over", false), ("Rules", true), ("Board", true)] {
            assert_eq!(shown.button(label).is_some(), offered, "{label}: {}", shown.text());
        }
    }
    let second = pick(&ec, &panel, "astrologian").await;
    assert_eq!(second.selects()[0].placeholder, "Which unit do you expect?");
    assert!(second.says("Which unit do you send?"), "the question stays: {}", second.text());
    let rules = finished(&ec, second.channel(), ec.click(&second, "Rules").await.unwrap()).await;
    assert!(rules.says("⌂") && rules.id() != second.id(), "{}", rules.text());
    let back = ec.click(&second, "Back").await.unwrap().message.unwrap();
    assert!(back.selects()[0].placeholder == "Choose a unit" && !back.says("So far"), "{}", back.text());
    let other = pick(&ec, &back, "blue-mage").await;
    assert_eq!(other.selects()[0].placeholder, "Which unit is it disguised as?");
    let over = ec.click(&other, "Start over").await.unwrap().message.unwrap();
    assert!(over.selects()[0].placeholder == "Choose a unit" && !over.says("So far"), "{}", over.text());
    house.close().await;
}
