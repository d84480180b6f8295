//! A season's overview: made for its reader, and made again for everyone when it is shared.

use deathmatch::sandbox::Seen;
use serde_json::json;

use crate::house::{House, SOON, click_late, confirmed, finished, run};

#[tokio::test(flavor = "multi_thread")]
async fn season_overview_shows_eliminations_its_reader_may_see() {
    let house = House::open().await;
    let world = house.sandbox.world();
    let (channel, sam, ann, host) = (house.channel(), house.spectator(), house.ec(), house.host());
    let none = run(&sam, channel, "/season show", json!({})).await;
    assert!(none.is_ephemeral() && none.says("No match of **All time** that you can see"), "{}", none.text());
    run(&host, channel, "/season begin", json!({"name": "Autumn"})).await;
    for place in [world.lounge, channel] {
        let card = house.lobby(place, "unit_s=600").await;
        click_late(&sam, &card, "Ann survives").await;
        house.ready(&card).await;
        let title = card.json()["embeds"][0]["title"].as_str().unwrap().to_owned();
        let number: u32 = title.split(' ').nth(1).unwrap().parse().unwrap();
        confirmed(&host, place, "/host award", json!({"seat": "EC", "match": number})).await;
        host.wait_message(place, SOON, |one| one.says("The one spectator who predicted was right.")).await.unwrap();
    }
    let out = json!({"channel": world.lounge, "permission": "VIEW_CHANNEL", "user": "sam"});
    house.sandbox.fault(&json!({ "revoke": out })).unwrap();
    let page = run(&ann, channel, "/season show", json!({})).await;
    assert!(page.says("**Autumn** · 2 Death Matches, 1 of 2 contestants left"), "{}", page.text());
    assert!(page.says("**Bob** was eliminated by Ann") && page.says("Longest streak: Ann, 2 wins"), "{}", page.text());
    assert!(page.says("Foresaw the most: Sam (2 of 2)"), "{}", page.text());
    let drawn = |one: &Seen| !one.files().is_empty();
    let page = if drawn(&page) { page } else { ann.wait_change(&page, SOON, drawn).await.unwrap() };
    let alt = page.files()[0].description.clone().unwrap();
    assert!(alt.starts_with("The contestants of Autumn: Ann 2–0; Bob 0–2, eliminated by Ann."), "{alt}");
    let own = run(&sam, channel, "/season show", json!({"season": "autumn"})).await;
    assert!(own.says("1 Death Match, 1 of 2") && own.says("Sam (1 of 1)"), "{}", own.text());
    finished(&ann, channel, ann.click(&page, "Share").await.unwrap()).await;
    let shared = |one: &Seen| one.says("shares:") && one.says("1 Death Match, 1 of 2 contestants left");
    let shared = sam.wait_message(channel, SOON, shared).await.unwrap();
    assert_eq!(shared.files().len(), 1, "{}", shared.text());
    house.stop().await;
}
