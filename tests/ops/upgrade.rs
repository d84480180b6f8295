//! Live matches across versions of a game's rules.

use deathmatch::sandbox::UserKey;

use crate::served::{SOON, Served, behind};

#[tokio::test(flavor = "multi_thread")]
async fn match_of_other_rules_is_halted_and_others_continue() {
    let mut served = Served::open().await;
    served.until_well().await;
    let (one, two) = (served.channel(), served.sandbox.world().lounge);
    let card = served.lobby(one).await;
    served.begin(&card).await;
    let card = served.lobby(two).await;
    let going = served.begin(&card).await;
    let waiting = served.lobby(one).await;
    assert_eq!(served.stop().await, 0);
    behind(&served.database(), "UPDATE matches SET version = 99 WHERE id IN (1, 3)").await;

    served.start(&[]).await;
    let spectator = served.person(UserKey::Sam);
    let words = "Match 1 cannot be played on: it began under version 99 of its rules";
    spectator.wait_message(one, SOON, |message| message.says(words)).await.unwrap();
    let next = served.round(2, &going, "samurai", "sage").await;
    assert!(next.says("Round 2"), "{}", next.text());

    // A lobby begins under the present rules, and continues under them.
    let begun = served.begin(&waiting).await;
    served.round(3, &begun, "bard", "reaper").await;
    assert_eq!(served.stop().await, 0);
    served.start(&[]).await;
    let messages = spectator.messages(one).await.unwrap();
    let newest = messages.iter().rfind(|message| message.button("Board").is_some()).unwrap();
    served.round(3, newest, "dragoon", "chocobo").await;
    assert!(!spectator.messages(one).await.unwrap().iter().any(|message| message.says("Match 3 cannot be played on")));
}
