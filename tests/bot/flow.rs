//! A match from `/match open` to its record.

use deathmatch::table::{Entry, Header, Table};
use serde_json::json;

use crate::house::{House, SOON, finished, run};

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_match_by_menus() {
    let house = House::open().await;
    let channel = house.channel();
    let (ec, dmo, spectator) = (house.ec(), house.dmo(), house.spectator());
    let card = house.lobby(channel, "unit_s=600 break_s=600").await;
    assert!(card.says("A Warrior's Death"), "{}", card.text());
    assert!(card.says("unit_s=600"), "{}", card.text());
    let refused = spectator.click(&card, "Ready").await.unwrap();
    assert!(finished(&spectator, channel, refused).await.is_ephemeral());
    ec.click(&card, "Ready").await.unwrap();
    let card = ec.wait_change(&card, SOON, |card| card.says("ready")).await.unwrap();
    let greeting = ec.dms().await.unwrap();
    assert!(greeting[0].says("You are the EC"), "{}", greeting[0].text());
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
            let shown = ec.wait_change(&last, SOON, |message| message.button("Ready: Ann").is_some()).await.unwrap();
            assert_eq!(shown.pictures().len(), last.pictures().len(), "the picture stays");
            dmo.click(&last, "Ready: Ann").await.unwrap();
            last = house.public_after(channel, last.id()).await;
            continue;
        }
        rounds += 1;
        let mine = house.prompt_after(&ec, prompt).await;
        prompt = mine.id();
        if rounds == 1 {
            let menu = ec.choose(&mine, "Blue Mage").await.unwrap().message.unwrap();
            assert!(menu.says("So far"), "{}", menu.text());
            let sealed = ec.choose(&menu, "Samurai").await.unwrap().message.unwrap();
            assert!(sealed.says("blue-mage>samurai") && sealed.says("Sealed"), "{}", sealed.text());
            let again = ec.click(&sealed, "Change").await.unwrap().message.unwrap();
            assert!(again.says("stays sealed"), "{}", again.text());
            ec.choose(&again, "Bard").await.unwrap();
        } else {
            ec.choose(&mine, if rounds % 2 == 0 { "Black Mage" } else { "Dragoon" }).await.unwrap();
        }
        let open = dmo.click(&last, "Order").await.unwrap();
        let panel = finished(&dmo, channel, open).await;
        assert!(panel.is_ephemeral());
        dmo.choose(&panel, "Chocobo").await.unwrap();
        last = house.public_after(channel, last.id()).await;
        let picture = spectator.wait_change(&last, SOON, |message| !message.files().is_empty()).await.unwrap();
        let alt = picture.files()[0].description.clone().unwrap_or_default();
        assert!(!alt.is_empty() && alt.chars().count() <= 1_024, "{alt:?}");
    }
    assert!(rounds >= 30, "{rounds}");
    let public = spectator.messages(channel).await.unwrap();
    assert!(public.len() <= rounds + 2 + 4, "one message a step, but {} for {rounds} rounds", public.len());
    let over = public.last().unwrap();
    println!("{}", over.text());

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
    house.sandbox.stop().await;
}
