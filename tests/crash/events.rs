//! Tournaments and game drafts: the bot is killed at each kind of message that they send or change. No message is lost or repeated.

use deathmatch::sandbox::{Person, Seen, UserKey};
use serde_json::json;

use super::PLANS;
use super::room::{Room, wait};

/// The time added after each kill, in ms: Discord has forgotten every nonce.
const LATER_MS: u64 = 5 * 60 * 1_000;

/// Whether a request is applied before the bot is killed. The request is never answered.
const APPLIED: [bool; 2] = [false, true];

struct Struck {
    room: Room,
    applied: bool,
    kills: u64,
}

impl Struck {
    async fn open(applied: bool) -> Self {
        Self { room: Room::open(PLANS[0]).await, applied, kills: 0 }
    }

    /// Kills the bot at a request for the channel's messages that an action causes, and starts the bot again.
    async fn at(&mut self, request: &str, action: impl Future<Output = ()>) {
        let (room, path) = (&self.room, format!("/channels/{}/messages", self.room.channel()));
        let path = if request == "PATCH" { format!("{path}/*") } else { path };
        room.settled().await;
        let hold = json!({"hold": {"match": format!("{request} {path}"), "after_apply": self.applied}});
        room.sandbox.fault(&hold).unwrap();
        action.await;
        let held = async || room.sandbox.held().iter().any(|held| held.applied == self.applied).then_some(());
        wait("the request", held).await;
        room.kill().await;
        room.open_gate();
        self.kills += 1;
        room.sandbox.fault(&json!({"skew_ms": self.kills * LATER_MS})).unwrap();
        room.restart().await;
        room.settled().await;
    }

    fn person(&self, user: UserKey) -> Person {
        self.room.person(user)
    }

    /// Returns the only message of the channel that matches.
    async fn only(&self, what: &str, test: impl Fn(&Seen) -> bool) -> Seen {
        // The next edit removes the older message's question; a message that was posted twice would stay.
        let found = async || (self.room.public().await.iter().filter(|one| test(one)).count() == 1).then_some(());
        wait(what, found).await;
        self.room.settled().await;
        let mut all: Vec<_> = self.room.public().await.into_iter().filter(|one| test(one)).collect();
        assert_eq!(all.len(), 1, "{what}: {:?}; {}", all.iter().map(Seen::text).collect::<Vec<_>>(), self.room.log());
        all.remove(0)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tournament_killed_at_any_message_loses_and_repeats_none() {
    for applied in APPLIED {
        let mut bot = Struck::open(applied).await;
        let asked = json!({"game": "warriors-death", "check_in": 60});
        let (host, channel) = (bot.person(UserKey::Hana), bot.room.channel());
        bot.at("POST", async { drop(host.command(channel, "/tournament open", asked).await.unwrap()) }).await;
        let is_it = |one: &Seen| one.text().contains("Tournament ·");
        let bracket = bot.only("the tournament's message", is_it).await;
        for (user, count) in [(UserKey::Ann, 1), (UserKey::Bob, 2), (UserKey::Sam, 3)] {
            let joins = bot.person(user);
            bot.at("PATCH", async { drop(joins.click(&bracket, "Join").await.unwrap()) }).await;
            let joined = format!("Joined ({count})");
            bot.only("who has joined", |one| is_it(one) && one.says(&joined)).await;
        }
        bot.at("POST", async { drop(host.click(&bracket, "Close sign-up (host)").await.unwrap()) }).await;
        let calls = |one: &Seen| one.says("press **Check in** under");
        let call = bot.only("the call to check in", calls).await;
        let bracket = bot.only("the message to check in under", |one| one.button("Check in").is_some()).await;
        // The last check-in ends the sign-up, and the first card follows.
        for user in [UserKey::Ann, UserKey::Sam] {
            bot.person(user).click(&bracket, "Check in").await.unwrap();
        }
        let last = bot.person(UserKey::Bob);
        bot.at("PATCH", async { drop(last.click(&bracket, "Check in").await.unwrap()) }).await;
        let over = |one: &Seen| one.id() == call.id() && one.says("The check-in for") && one.buttons().is_empty();
        bot.only("the call that is over", over).await;
        bot.only("the card", |one| one.button("Ready").is_some()).await;
        assert_eq!(bot.room.public().await.iter().filter(|one| is_it(one)).count(), 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn game_draft_killed_at_any_message_loses_and_repeats_none() {
    for applied in APPLIED {
        let mut bot = Struck::open(applied).await;
        let world = bot.room.sandbox.world();
        let asked = json!({"ec": world.ann, "dmo": world.bob, "bans": 1, "seconds": 3600});
        let (host, channel) = (bot.person(UserKey::Hana), bot.room.channel());
        bot.at("POST", async { drop(host.command(channel, "/match choose", asked).await.unwrap()) }).await;
        let asks = |one: &Seen| one.says("Which game?") && !one.selects().is_empty();
        let first = bot.only("the first turn", asks).await;
        let (bob, menu) = (bot.person(UserKey::Bob), first.selects().remove(0));
        let bans = async { drop(bob.select(&first, &menu.custom_id, &[&menu.options[0].value]).await.unwrap()) };
        bot.at("POST", bans).await;
        let second = bot.only("the second turn", asks).await;
        assert!(second.id() != first.id() && second.mentions().contains(&bot.person(UserKey::Ann).id()));
        bot.only("the turn before", |one| one.id() == first.id() && one.says("Bob banned")).await;
        let menu = second.selects().remove(0);
        let ann = bot.person(UserKey::Ann);
        let bans = async { drop(ann.select(&second, &menu.custom_id, &[&menu.options[0].value]).await.unwrap()) };
        bot.at("POST", bans).await;
        let third = bot.only("the last question", asks).await;
        host.click(&third, "Call off").await.unwrap();
        bot.only("the end", |one| one.says("called the game draft off")).await;
        let of_draft = |one: &&Seen| one.says("Which game?") || one.says("called the game draft off");
        assert_eq!(bot.room.public().await.iter().filter(of_draft).count(), 3);
    }
}
