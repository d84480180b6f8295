//! What a channel refuses is owed: the match stands still, the host is told, and it is said in order once it can be.

use deathmatch::store::Store;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};

use super::*;

fn gone() -> Undelivered {
    Undelivered::Gone { why: "403 50013: Missing Permissions; I lack Attach Files there".into() }
}

impl Room {
    async fn told_host(&self, words: &str) -> String {
        let told = async || self.post.private_lines(HOST).into_iter().find(|line| line.contains(words));
        until("word to the host", told).await
    }

    /// How often the channel has been tried.
    fn tries(&self) -> usize {
        let tries = self.post.tries.lock().unwrap();
        tries.iter().filter(|item| item.to == Address::Channel(CHANNEL)).count()
    }

    async fn refused_round(&self, how: Undelivered) -> String {
        self.post.fail(Address::Channel(CHANNEL), how);
        self.marked(ANN, "samurai", t(1_000)).await.unwrap();
        self.go(t(2_500)).await;
        self.marked(BOB, "bard", t(2_000)).await.unwrap();
        self.told_host("is suspended").await
    }
}

/// The round that was refused, then what happened since.
fn said(publics: &[Public]) -> (bool, Vec<&str>) {
    let round = publics[1].commitments.ec.is_some() && publics[1].lines.iter().any(|line| line.contains("Samurai"));
    (round, publics[2..].iter().map(|public| public.lines[0].as_str()).collect())
}

#[tokio::test]
async fn a_refused_result_pauses_the_match_and_is_said_first_once_it_is_resumed() {
    for how in [gone(), Undelivered::Broken { why: "400 50035: Invalid Form Body".into() }] {
        let room = Room::playing().await;
        let word = room.refused_round(how).await;
        assert!(word.contains("40") && word.contains("`/host resume`"), "{word}");
        room.settled().await;
        assert_eq!(room.post.publics().len(), 1, "nothing overtakes what is owed");
        let resumed = room.dealer.host(room.m, HOST, HostAct::Resume, None, at(t(12_500))).await.unwrap();
        assert!(resumed.contains("If the channel refuses them again, the match is suspended again"), "{resumed}");
        let publics = room.publics(4).await;
        assert_eq!(said(&publics), (true, vec!["**The match is paused.**", "The host resumed the match."]));
        assert_eq!(publics[3].deadline, Some(t(2_000 + UNIT_MS + 10_000)));
    }
}

/// What is asked again in a pause is asked once that is over.
#[tokio::test]
async fn a_ruling_in_a_pause_does_not_say_that_it_goes_on() {
    let room = Room::playing().await;
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    for (ms, act) in [(3_000, HostAct::Pause), (4_000, HostAct::Undo)] {
        room.dealer.host(room.m, HOST, act, None, at(t(ms))).await.unwrap();
    }
    let said = room.publics(4).await.remove(3).lines.join(" ");
    assert!(said.contains("once the match is resumed, with full time"), "{said}");
}

#[tokio::test]
async fn a_verdict_has_what_is_owed_tried_at_once() {
    let room = Room::playing().await;
    room.refused_round(gone()).await;
    room.settled().await;
    assert_eq!(room.post.publics().len(), 1);
    room.dealer.host(room.m, HOST, HostAct::Void, None, at(t(12_500))).await.unwrap();
    let publics = room.publics(4).await;
    assert!(publics[3].over, "{:?}", publics[3].lines);
}

#[tokio::test]
async fn refused_again_the_match_stands_still_again() {
    let room = Room::playing().await;
    room.refused_round(gone()).await;
    room.post.fail(Address::Channel(CHANNEL), gone());
    room.dealer.host(room.m, HOST, HostAct::Resume, None, at(t(12_500))).await.unwrap();
    until("another word to the host", async || {
        let told = room.post.private_lines(HOST);
        (told.iter().filter(|line| line.contains("is suspended")).count() == 2).then_some(())
    })
    .await;
    assert!(room.dealer.look(room.m, None).await.unwrap().paused);
    room.go(t(19_000)).await;
    room.dealer.host(room.m, HOST, HostAct::Resume, None, at(t(20_000))).await.unwrap();
    let words = [
        "**The match is paused.**",
        "The host resumed the match.",
        "**The match is paused.**",
        "The host resumed the match.",
    ];
    let publics = room.publics(6).await;
    assert_eq!(said(&publics), (true, words.to_vec()));
    // Nobody is called to what stands still again before they read it.
    for public in &publics[1..5] {
        assert!(!public.asks() && public.mention.is_empty() && public.deadline.is_none(), "{public:?}");
    }
    assert!(publics[5].asks() && publics[5].mention == [ANN, BOB]);
}

#[tokio::test]
async fn what_is_owed_is_said_after_a_restart_and_when_rights_change() {
    for restart in [true, false] {
        let mut room = Room::playing().await;
        room.refused_round(gone()).await;
        if restart {
            room.restart(Duration::from_secs(1)).await;
        } else {
            room.dealer.rights_changed(GuildId(1)).await;
        }
        assert_eq!(said(&room.publics(3).await), (true, vec!["**The match is paused.**"]));
        room.told_host("can post again, and its delayed messages follow. It is still suspended").await;
        assert!(room.dealer.look(room.m, None).await.unwrap().paused, "its host continues it");
    }
}

#[tokio::test]
async fn what_is_owed_is_not_tried_again_and_again() {
    let room = Room::playing().await;
    room.refused_round(gone()).await;
    room.settled().await;
    let tried = room.tries();
    room.go(t(9 * 60_000)).await;
    room.settled().await;
    assert_eq!(room.tries(), tried);
    room.post.fail(Address::Channel(CHANNEL), gone());
    room.go(t(11 * 60_000)).await;
    room.told_host("stays paused").await;
    room.go(t(25 * 60_000)).await;
    room.settled().await;
    assert_eq!(room.tries(), tried + 1, "the second time it waits for longer");
    room.go(t(40 * 60_000)).await;
    assert!(said(&room.publics(3).await).0);
}

#[tokio::test]
async fn the_last_words_of_a_match_are_owed_too() {
    let room = Room::playing().await;
    room.post.fail(Address::Channel(CHANNEL), gone());
    room.dealer.host(room.m, HOST, HostAct::Award(Seat::Ec), None, at(t(1_000))).await.unwrap();
    let word = room.told_host("has delayed messages").await;
    assert!(word.contains("Attach Files"), "{word}");
    assert_eq!(code(room.dealer.host(room.m, HOST, HostAct::Resume, None, at(t(2_000))).await), Code::WrongStage);
    assert!(room.publics(2).await[1].over, "the host's word lets it be tried again all the same");
}

#[tokio::test]
async fn a_prompt_that_is_refused_points_its_player_to_the_order_button() {
    let room = Room::playing().await;
    room.post.fail(Address::Dm(ANN), Undelivered::Broken { why: "400 50035: Invalid Form Body".into() });
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    let publics = room.publics(3).await;
    let line = publics.iter().find(|public| public.lines[0].starts_with("Ann, Discord refused")).unwrap();
    assert_eq!((line.mention.as_slice(), line.lines[0].contains("press Order")), ([ANN].as_slice(), true));
    assert!(!room.store.person(ANN).await.unwrap().dm_closed, "the next prompt is tried again");
    room.marked(ANN, "sage", t(3_000)).await.unwrap();
    room.marked(BOB, "dragoon", t(4_000)).await.unwrap();
    until("Ann's next prompt", async || (room.post.prompts(ANN).len() == 2).then_some(())).await;
}

#[tokio::test]
async fn an_order_and_its_draft_are_stored_together_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("matches.sqlite");
    let room = Room::lobby_in(Store::open(&file).await.unwrap(), 0).await;
    room.begin().await;
    let mark = room.mark().await;
    let choose = async |depth, word: &str, ms| room.pick(ANN, mark, depth, word, t(ms)).await;
    assert_eq!(choose(0, "blue-mage", 1_000).await.unwrap().came, Came::More);
    let mut other: SqliteConnection = SqliteConnectOptions::new().filename(&file).connect().await.unwrap();
    let fails = "CREATE TRIGGER drafts_stay BEFORE DELETE ON drafts BEGIN SELECT RAISE(ABORT, 'a fault'); END";
    sqlx::raw_sql(fails).execute(&mut other).await.unwrap();
    assert_eq!(code(choose(1, "samurai", 2_000).await), Code::NotStored);
    assert!(room.record().await.is_empty(), "what is said not to count is not recorded");
    sqlx::raw_sql("DROP TRIGGER drafts_stay").execute(&mut other).await.unwrap();
    other.close().await.unwrap();
    let sealed = choose(1, "samurai", 3_000).await.unwrap();
    assert!(matches!(sealed.came, Came::Sealed(sealed) if sealed.order == "blue-mage>samurai"));
    assert_eq!(room.record().await.len(), 1);
    assert!(room.dealer.panel(room.m, ANN).await.unwrap().words.is_empty());
}
