//! Quiet hours: the texts about them, and the countdowns.

use serde_json::json;

use deathmatch::sandbox::Seen;

use crate::house::{House, SOON, confirmed, finished, run};

const MINUTE: i64 = 60_000;
/// The time difference of Tokyo to UTC, all year.
const TOKYO: i64 = 9 * 60 * MINUTE;

/// Returns a whole minute, so many minutes after the present one.
fn minute(house: &House, ahead: i64) -> i64 {
    (house.sandbox.now_ms().div_euclid(MINUTE) + ahead) * MINUTE
}

/// Returns the time of day in Tokyo.
fn clock(moment: i64) -> String {
    let of_day = ((moment + TOKYO) / MINUTE).rem_euclid(24 * 60);
    format!("{:02}:{:02}", of_day / 60, of_day % 60)
}

async fn in_tokyo() -> House {
    let house = House::open().await;
    let set = run(&house.host(), house.channel(), "/setup timezone", json!({"zone": "Asia/Tokyo"})).await;
    assert!(set.says("Asia/Tokyo"), "{}", set.text());
    house
}

/// Returns the time of the countdown behind some words, in seconds.
fn countdown_after(message: &Seen, before: &str) -> i64 {
    let text = message.text();
    let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("{before}: {text}"));
    let (_, mark) = rest.split_once("<t:").unwrap();
    mark.split(':').next().unwrap().parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn quiet_hours_are_on_the_card_and_in_every_countdown() {
    let house = in_tokyo().await;
    let (channel, host, ec) = (house.channel(), house.host(), house.ec());
    let refused = json!({"game": "warriors-death", "ec": ec.id(), "dmo": house.dmo().id(), "options": "quiet=8-8"});
    let refused = run(&host, channel, "/match open", refused).await;
    let sentence = "`quiet` takes two different times of day, at most 16 hours apart, such as 22:00-08:00, or none.";
    assert!(refused.is_ephemeral() && refused.says(sentence), "{}", refused.text());

    let (from, to) = (minute(&house, -60), minute(&house, 180));
    let [from, until] = [from, to].map(clock);
    let options = json!({"game": "warriors-death", "options": format!("quiet={from}-{until}")});
    let set = run(&host, channel, "/setup defaults", options).await;
    assert!(set.says(&format!("`quiet={from}-{until}`")), "{}", set.text());

    let said = format!("{from}–{until} UTC+9: no time runs out in them");
    let on_card = format!("{from}–{until} UTC+9. A deadline in these hours moves to their end");
    let card = house.lobby(channel, "unit_s=60").await;
    assert!(card.says(&on_card), "{}", card.text());
    assert_eq!(card.text().matches(&until).count(), 1, "it is said once: {}", card.text());
    let first = house.ready(&card).await;
    let prompt = house.prompt_after(&ec, card.id()).await;
    let shown = run(&house.spectator(), channel, "/match show", json!({})).await;
    for message in [&first, &prompt, &shown] {
        assert!(message.says(&format!("-# Quiet hours {said}.")), "{}", message.text());
        assert_eq!(countdown_after(message, "eadline"), to / 1000, "{}", message.text());
    }
    let clocks = run(&house.spectator(), channel, "/board", json!({"query": "clocks"})).await;
    assert!(clocks.says(&said), "{}", clocks.text());

    confirmed(&host, channel, "/host award", json!({"seat": "EC"})).await;
    let last = house.public_after(channel, first.id()).await;
    assert!(!last.says("Quiet hours"), "nothing runs any more: {}", last.text());
    let asked = ec.click(&last, "Rematch").await.unwrap();
    let asked = finished(&ec, channel, asked).await;
    let opened = ec.click(&asked, "Same seats").await.unwrap();
    finished(&ec, channel, opened).await;
    let card =
        ec.wait_message(channel, SOON, |one| one.id() > last.id() && one.button("Ready").is_some()).await.unwrap();
    assert!(card.says(&on_card), "{}", card.text());
    let again = house.ready(&card).await;
    assert_eq!(countdown_after(&again, "eadline"), to / 1000, "{}", again.text());

    // The server's setting also holds for practice, which begins at once.
    run(&ec, channel, "/practice", json!({"game": "warriors-death", "level": 1})).await;
    let asks = |one: &Seen| one.id() > again.id() && one.button("Order").is_some();
    let practice = ec.wait_message(channel, SOON, asks).await.unwrap();
    assert_eq!(countdown_after(&practice, "eadline"), to / 1000, "{}", practice.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn countdown_of_a_reserve_skips_quiet_hours() {
    let house = in_tokyo().await;
    let channel = house.channel();
    // The free time ends long before the quiet hours begin, and the half hour of reserve does not.
    let (from, to) = (minute(&house, 15), minute(&house, 180));
    let options = format!("colour_s=600 placement_s=1 reserve_s=1800 quiet={}-{}", clock(from), clock(to));
    let card =
        house.lobby_of(channel, json!({"game": "blockade-chess", "preset": "blockade", "options": options})).await;
    let first = house.ready(&card).await;
    let menu = first.selects().remove(0).custom_id;
    house.dmo().select(&first, &menu, &["black"]).await.unwrap();
    let second = house.public_after(channel, first.id()).await;
    assert!(second.says("the reserve of 30:00 runs"), "{}", second.text());
    let (free, gone) = (countdown_after(&second, "Free time until"), countdown_after(&second, "Without an order by"));
    assert!(free < from / 1000, "{}", second.text());
    let left = to / 1000 + 1800 - (from / 1000 - free);
    assert!((gone - left).abs() <= 1, "{gone} is not {left}: {}", second.text());
    house.stop().await;
}
