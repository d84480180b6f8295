//! What was taken back says so where it stands.

use deathmatch::sandbox::Seen;
use serde_json::json;

use crate::house::{House, SOON, confirmed};
use crate::prompts::{becomes, begun, counts_down};

#[tokio::test(flavor = "multi_thread")]
async fn an_end_that_was_taken_back_says_so() {
    let house = House::open().await;
    let (channel, host) = (house.channel(), house.host());
    let (first, _, _) = begun(&house).await;
    confirmed(&host, channel, "/host award", json!({"seat": "EC"})).await;
    let over = house.public_after(channel, first.id()).await;
    assert!(over.button("Details").is_some(), "{}", over.text());
    confirmed(&host, channel, "/host undo", json!({})).await;
    let back = becomes(&house.spectator(), &over, "taken back", |one| one.text().starts_with("**Taken back")).await;
    assert!(back.says("Taken back by Hana (host):** this does not count."), "{}", back.text());
    for player in [house.ec(), house.dmo()] {
        let dm = player.dm().await.unwrap();
        let ended = |one: &Seen| one.says("Ann wins the Death Match") && one.says("Taken back");
        let own = player.wait_message(dm, SOON, ended).await.unwrap();
        assert!(own.says("**Taken back by Hana (host):** this does not count."), "{}", own.text());
        assert!(own.button("Board").is_some(), "its buttons stay");
    }
    assert!(back.button("Details").is_none() && back.button("Order").is_none(), "{}", back.text());
    let asked = house.public_after(channel, over.id()).await;
    confirmed(&host, channel, "/host void", json!({})).await;
    let last = house.public_after(channel, asked.id()).await;
    becomes(&house.spectator(), &asked, "closed", |one| !counts_down(one)).await;
    let last = host.again(&last).await.unwrap().unwrap();
    assert!(last.button("Details").is_some() && !last.says("taken back"), "{}", last.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn results_that_were_taken_back_say_so_and_no_others() {
    let house = House::open().await;
    let (channel, host, spectator) = (house.channel(), house.host(), house.spectator());
    let (first, ..) = begun(&house).await;
    let mut rounds = vec![first];
    for units in [("samurai", "bard"), ("sage", "samurai"), ("bard", "sage")] {
        let next = house.round(rounds.last().unwrap(), units.0, units.1).await;
        rounds.push(next);
    }
    let back = |one: &Seen| one.text().starts_with("**Taken back by Hana (host):**");
    let mut asked = rounds[3].clone();
    for (taken, said) in [(3, "Round 3"), (2, "Round 2")] {
        confirmed(&host, channel, "/host undo", json!({})).await;
        let shut = becomes(&spectator, &rounds[taken], "taken back", back).await;
        assert!(shut.says(said) && !counts_down(&shut) && shut.button("Order").is_none(), "{}", shut.text());
        assert_eq!(shut.files().len(), 1, "the picture stays");
        asked = house.public_after(channel, asked.id()).await;
    }
    let again = house.round(&asked, "chocobo", "bard").await;
    let later = house.round(&again, "samurai", "chocobo").await;
    becomes(&spectator, &again, "over", |one| !counts_down(one)).await;
    let all = spectator.messages(channel).await.unwrap();
    let taken: Vec<_> = all.iter().filter(|one| back(one)).map(Seen::id).collect();
    assert_eq!(taken, [rounds[2].id(), rounds[3].id()], "{}", later.text());
    house.stop().await;
}

/// What the bot answered to a typed order says so too, and one that stands does not.
#[tokio::test(flavor = "multi_thread")]
async fn a_typed_order_that_was_taken_back_says_so() {
    let house = House::open().await;
    let (channel, host, ec) = (house.channel(), house.host(), house.ec());
    let (first, ..) = begun(&house).await;
    let dm = ec.dm().await.unwrap();
    let sealed = async |order: &str| {
        let typed = ec.type_text(dm, order).await.unwrap();
        let says = format!("Sealed: **{order}**");
        ec.wait_message(dm, SOON, |one| one.id() > typed.id() && one.says(&says)).await.unwrap()
    };
    let back = |one: &Seen| one.text().starts_with("**Taken back by Hana (host):** this does not count.");
    let one = sealed("samurai").await;
    house.dmo().type_text(house.dmo().dm().await.unwrap(), "bard").await.unwrap();
    let second = house.public_after(channel, first.id()).await;
    let two = sealed("sage").await;
    let three = sealed("reaper").await;
    assert!(three.says("another one that you type here replaces it"), "{}", three.text());
    confirmed(&host, channel, "/host undo", json!({})).await;
    for receipt in [&one, &two, &three] {
        becomes(&ec, receipt, "taken back", back).await;
    }
    // So does the prompt that says what was ordered.
    let prompt = |one: &Seen| one.says("The order was **reaper**. This was taken back by Hana (host).");
    ec.wait_message(dm, SOON, |one| prompt(one) && !one.says("does not count")).await.unwrap();
    let again = house.public_after(channel, second.id()).await;
    let stands = sealed("dragoon").await;
    house.dmo().type_text(house.dmo().dm().await.unwrap(), "bard").await.unwrap();
    house.public_after(channel, again.id()).await;
    let stands = ec.again(&stands).await.unwrap().unwrap();
    assert!(!back(&stands), "{}", stands.text());
    house.stop().await;
}
