//! Refused messages stay pending: the match is suspended, the host is notified, and the messages follow in order later.

use deathmatch::store::Store;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};

use super::*;

fn gone() -> SendError {
    SendError::Forbidden { why: "403 50013: Missing Permissions; I lack Attach Files there".into() }
}

impl Room {
    /// Returns the number of attempts in the channel.
    fn tries(&self) -> usize {
        let tries = self.discord.tries.lock().unwrap();
        tries.iter().filter(|item| item.to == Destination::Channel(CHANNEL)).count()
    }

    async fn refused_round(&self, how: SendError) -> Message {
        self.discord.fail(Destination::Channel(CHANNEL), how);
        self.marked(ANN, "samurai", t(1_000)).await.unwrap();
        self.go(t(2_500)).await;
        self.marked(BOB, "bard", t(2_000)).await.unwrap();
        self.hears(HOST, "is suspended").await
    }
}

impl Room {
    /// Returns the refused round's messages, followed by these.
    async fn posted_since(&self, since: &[&str]) -> Timeline {
        let told = self.posted(2 + since.len()).await;
        assert_eq!(told.len(), 2 + since.len(), "{told}");
        told[1].has("Samurai").has("Last receipts");
        for (message, words) in told[2..].iter().zip(since) {
            message.has(words);
        }
        told
    }
}

#[tokio::test]
async fn refused_result_suspends_the_match_and_is_posted_first_later() {
    for how in [gone(), SendError::Rejected { why: "400 50035: Invalid Form Body".into() }] {
        let room = Room::playing().await;
        room.refused_round(how).await.has("40").has("`/host resume`");
        room.settled().await;
        assert_eq!(room.public().len(), 1, "nothing overtakes what is owed");
        room.host(HostAct::Resume, t(12_500)).await;
        let told = room.posted_since(&["paused", "resumed"]).await;
        assert_eq!(told.last().deadline(), Some(t(2_000 + UNIT_MS + 10_000)));
    }
}

#[tokio::test]
async fn ending_the_match_retries_pending_messages_at_once() {
    let room = Room::playing().await;
    room.refused_round(gone()).await;
    room.settled().await;
    assert_eq!(room.public().len(), 1);
    room.host(HostAct::Void, t(12_500)).await;
    assert!(room.posted(4).await.last().is_last());
}

#[tokio::test]
async fn second_refusal_suspends_the_match_again() {
    let room = Room::playing().await;
    room.refused_round(gone()).await;
    room.discord.fail(Destination::Channel(CHANNEL), gone());
    room.host(HostAct::Resume, t(12_500)).await;
    room.settled().await;
    assert_eq!(room.notes(HOST).with("is suspended").len(), 2);
    assert!(room.dealer.look(room.m, None).await.unwrap().paused);
    room.go(t(19_000)).await;
    room.host(HostAct::Resume, t(20_000)).await;
    let told = room.posted_since(&["paused", "resumed", "paused", "resumed"]).await;
    // The messages of a match that is suspended again ping nobody.
    assert!(told[1..5].iter().all(|message| message.pings.is_empty()), "{told}");
    assert!(told[5].can("Order") && told[5].pings == [ANN, BOB]);
}

#[tokio::test]
async fn pending_messages_follow_a_restart_or_new_rights() {
    for restart in [true, false] {
        let mut room = Room::playing().await;
        room.refused_round(gone()).await;
        if restart {
            room.restart(Duration::from_secs(1)).await;
        } else {
            room.dealer.rights_changed(GuildId(1)).await;
        }
        room.posted_since(&["paused"]).await;
        room.hears(HOST, "can post again").await.has("still suspended");
        assert!(room.dealer.look(room.m, None).await.unwrap().paused, "its host lets it go on");
    }
}

#[tokio::test]
async fn pending_messages_are_retried_rarely() {
    let room = Room::playing().await;
    room.refused_round(gone()).await;
    room.settled().await;
    let tried = room.tries();
    room.go(t(9 * 60_000)).await;
    room.settled().await;
    assert_eq!(room.tries(), tried);
    room.discord.fail(Destination::Channel(CHANNEL), gone());
    room.go(t(11 * 60_000)).await;
    room.hears(HOST, "stays suspended").await;
    room.go(t(25 * 60_000)).await;
    room.settled().await;
    assert_eq!(room.tries(), tried + 1, "the second time it waits for longer");
    room.go(t(40 * 60_000)).await;
    room.posted_since(&["paused"]).await;
}

#[tokio::test]
async fn refused_last_message_of_a_match_stays_pending() {
    let room = Room::playing().await;
    room.discord.fail(Destination::Channel(CHANNEL), gone());
    room.host(HostAct::Award(Seat::Ec), t(1_000)).await;
    room.hears(HOST, "delayed messages").await.has("Attach Files");
    assert_eq!(code(room.dealer.rule(room.m, HOST, HostAct::Resume, None, at(t(2_000))).await), Code::WrongStage);
    assert!(room.posted(2).await.last().is_last(), "the host's word lets it be tried again all the same");
}

#[tokio::test]
async fn refused_prompt_points_its_player_to_the_order_button() {
    let room = Room::playing().await;
    room.discord.fail(Destination::Dm(ANN), SendError::Rejected { why: "400 50035: Invalid Form Body".into() });
    room.round(1_000, "samurai", "bard").await;
    assert_eq!(room.reads("Discord refused").await.has("press **Order**").pings, [ANN]);
    assert!(!room.store.person(ANN).await.unwrap().dm_closed, "the next prompt is tried again");
    room.round(3_000, "sage", "dragoon").await;
    assert_eq!(room.prompts(ANN).len(), 2);
}

/// The card can still be edited where a new message is refused.
#[tokio::test]
async fn card_of_a_lobby_says_that_its_channel_is_lost() {
    let room = Room::lobby(0).await;
    room.dealer.press_ready(room.m, ANN, None, at(OPENED.plus(1_000))).await.unwrap();
    room.all_sent().await;
    room.discord.fail(Destination::Channel(CHANNEL), gone());
    let seen = room.store.find_match(room.m).await.unwrap().unwrap().header;
    let changed = Header::read(&seen.replace(r#""unit_s":60"#, r#""unit_s":70"#)).unwrap();
    room.dealer.change_terms(room.m, HOST, changed, seen, at(OPENED.plus(2_000))).await.unwrap();
    assert!(!room.card_says("I could not write in this channel").await.can("Ready"));
}

#[tokio::test]
async fn order_and_draft_are_stored_together_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("matches.sqlite");
    let room = Room::lobby_in(Store::open(&file).await.unwrap(), 0).await;
    room.begin().await;
    let mark = room.mark().await;
    let choose = async |depth, word: &str, ms| room.pick(ANN, mark, depth, word, t(ms)).await;
    assert_eq!(choose(0, "blue-mage", 1_000).await.unwrap().outcome, MoveOutcome::More);
    let mut other: SqliteConnection = SqliteConnectOptions::new().filename(&file).connect().await.unwrap();
    let fails = "CREATE TRIGGER drafts_stay BEFORE DELETE ON order_drafts BEGIN SELECT RAISE(ABORT, 'a fault'); END";
    sqlx::raw_sql(fails).execute(&mut other).await.unwrap();
    assert_eq!(code(choose(1, "samurai", 2_000).await), Code::NotStored);
    assert!(room.record().await.is_empty(), "what is said not to count is not recorded");
    sqlx::raw_sql("DROP TRIGGER drafts_stay").execute(&mut other).await.unwrap();
    other.close().await.unwrap();
    let sealed = choose(1, "samurai", 3_000).await.unwrap();
    assert!(matches!(sealed.outcome, MoveOutcome::Sealed(sealed) if sealed.order == "blue-mage>samurai"));
    assert_eq!(room.record().await.len(), 1);
    assert!(room.dealer.prompt(room.m, ANN).await.unwrap().words.is_empty());
}
