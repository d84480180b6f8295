//! Whole flows as everybody reads them, compared with files. `GOLDEN=update` writes the present texts, for `git diff` to show.

use std::fmt::Write as _;
use std::path::Path;

use deathmatch::dealer::{GameDraftAction, Tourney, TourneyStage};
use deathmatch::tournament::Format;

use super::tournament_room::TournamentRoom;
use super::*;

impl Room {
    /// Compares the channel's messages, and some people's private ones, with a file.
    async fn reads_as(&self, name: &str, people: &[(&str, UserId)]) {
        self.all_sent().await;
        let mut read = format!("# The channel\n\n{}", self.channel());
        for (name, user) in people {
            write!(read, "\n# {name}\n\n{}", self.sees(*user)).unwrap();
        }
        compare(name, &read);
    }
}

const PLAYERS: [(&str, UserId); 2] = [("Ann", ANN), ("Bob", BOB)];
const EVERYBODY: [(&str, UserId); 3] = [("Ann", ANN), ("Bob", BOB), ("The host", HOST)];

fn compare(name: &str, read: &str) {
    // An edit before the next message arrives changes the text for good.
    if std::env::var_os("POST_LAG_MS").is_some() {
        return;
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/dealer/golden/{name}.txt"));
    if std::env::var("GOLDEN").is_ok_and(|what| what == "update") {
        return std::fs::write(path, read).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let same = kept.lines().zip(read.lines()).take_while(|(kept, read)| kept == read).count();
    let from = |text: &str| {
        let lines: Vec<_> = text.lines().skip(same.saturating_sub(6)).take(20).collect();
        lines.join("\n")
    };
    assert!(
        kept == read,
        "{name} differs from line {}; GOLDEN=update rewrites it.\n--- kept\n{}\n--- read\n{}",
        same + 1,
        from(&kept),
        from(read)
    );
}

#[tokio::test]
async fn ordinary_match() {
    let room = Room::playing().await;
    room.order(ANN, "nobody", When::Typed, at(t(500))).await.unwrap_err();
    room.order(ANN, "bard", When::Typed, at(t(1_000))).await.unwrap();
    room.round(2_000, "samurai", "sage").await;
    // Bob misses the second round.
    room.marked(ANN, "blue-mage>knight", t(4_000)).await.unwrap_err();
    room.marked(ANN, "blue-mage>samurai", t(5_000)).await.unwrap();
    room.go(t(3_000 + UNIT_MS + GRACE_MS)).await;
    room.all_sent().await;
    room.dealer.resign(room.m, BOB, at(t(70_000))).await.unwrap();
    room.reads_as("ordinary", &PLAYERS).await;
}

#[tokio::test]
async fn undo_in_a_pause() {
    let room = Room::playing().await;
    room.round(1_000, "samurai", "bard").await;
    room.host(HostAct::Pause, t(3_000)).await;
    room.all_sent().await;
    room.host(HostAct::Undo, t(4_000)).await;
    room.all_sent().await;
    room.host(HostAct::Resume, t(5_000)).await;
    room.all_sent().await;
    room.round(6_000, "sage", "reaper").await;
    room.host(HostAct::Undo, t(8_000)).await;
    room.reads_as("undo", &EVERYBODY).await;
}

#[tokio::test]
async fn substitution_of_a_player() {
    let room = Room::playing().await;
    room.round(1_000, "samurai", "bard").await;
    room.marked(BOB, "sage", t(3_000)).await.unwrap();
    room.go(t(12_000)).await;
    room.seat(Seat::Dmo, CLEO, "Cleo", t(12_000)).await;
    room.all_sent().await;
    room.marked(BOB, "reaper", t(13_000)).await.unwrap_err();
    room.marked(ANN, "sage", t(14_000)).await.unwrap();
    room.marked(CLEO, "bard", t(15_000)).await.unwrap();
    room.all_sent().await;
    room.host(HostAct::Award(Seat::Dmo), t(16_000)).await;
    room.reads_as("substitution", &[("Ann", ANN), ("Bob", BOB), ("Cleo", CLEO), ("The host", HOST)]).await;
}

#[tokio::test]
async fn forfeit_and_its_reversal() {
    let room = Room::playing().await;
    room.round(1_000, "samurai", "bard").await;
    room.host(HostAct::Forfeit(Seat::Dmo), t(3_000)).await;
    room.all_sent().await;
    room.host(HostAct::Undo, t(4_000)).await;
    room.all_sent().await;
    room.round(5_000, "sage", "reaper").await;
    room.reads_as("forfeit", &EVERYBODY).await;
}

#[tokio::test]
async fn deleted_channel() {
    let elsewhere = ChannelId(CHANNEL.0 + 7);
    let room = Room::playing().await;
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.go(t(2_000)).await;
    room.delete(CHANNEL).await;
    room.settled().await;
    room.go(t(10_000)).await;
    room.dealer.move_to_channel(room.m, elsewhere, at(t(10_000))).await.unwrap();
    room.all_sent().await;
    room.host(HostAct::Resume, t(11_000)).await;
    room.all_sent().await;
    room.marked(BOB, "bard", t(12_000)).await.unwrap();
    room.all_sent().await;
    let there = room.channel_of(elsewhere);
    let own = EVERYBODY.map(|(name, user)| format!("\n# {name}\n\n{}", room.sees(user))).concat();
    compare("channel-deleted", &format!("# The channel\n\n{}\n# The other channel\n\n{there}{own}", room.channel()));
}

#[tokio::test]
async fn series_with_a_reverted_decision() {
    let (room, _) = series::series(3).await;
    let second = MatchId(room.m.0 + 1);
    room.won_by(room.m, ANN, 1_000).await;
    room.all_sent().await;
    room.won_by(second, ANN, 10_000).await;
    room.all_sent().await;
    room.dealer.rule(second, HOST, HostAct::Undo, None, at(OPENED.plus(20_000))).await.unwrap();
    room.all_sent().await;
    room.reads_as("series", &EVERYBODY).await;
}

#[tokio::test]
async fn deleted_thread() {
    let (room, _) = threads::match_in_thread().await;
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    room.all_sent().await;
    let thread = room.channel_of(external_objects::THREAD);
    room.delete(external_objects::THREAD).await;
    room.all_sent().await;
    room.round(3_000, "sage", "reaper").await;
    let own = EVERYBODY.map(|(name, user)| format!("\n# {name}\n\n{}", room.sees(user))).concat();
    compare("thread-deleted", &format!("# The thread\n\n{thread}\n# The channel\n\n{}{own}", room.channel()));
}

#[tokio::test]
async fn tournament_with_a_reverted_result() {
    let with =
        Tourney { check_in_ms: Some(tournament_room::CHECK_IN_MS), ..tournament_room::of(Format::SingleElimination) };
    let cup = TournamentRoom::joined(with, &[ANN, BOB, CLEO]).await;
    cup.advance(TourneyStage::SignUp).await.unwrap();
    cup.room.all_sent().await;
    for user in [ANN, BOB, CLEO] {
        cup.room.dealer.check_in(cup.id, user, at(OPENED)).await.unwrap();
    }
    let semifinal = cup.lobbies(1).await.remove(0);
    cup.room.all_sent().await;
    cup.won_by(&semifinal, BOB).await;
    let last = cup.lobbies(1).await.remove(0);
    cup.room.all_sent().await;
    cup.won_by(&last, ANN).await;
    cup.room.all_sent().await;
    cup.host(last.id, HostAct::Undo).await;
    cup.room.all_sent().await;
    cup.award(&last, BOB).await;
    cup.room.reads_as("tournament", &EVERYBODY).await;
}

#[tokio::test]
async fn draft_with_a_refused_turn() {
    let (room, id) = game_draft::game_draft(4, 1).await;
    room.discord.refuses.store(true, Ordering::SeqCst);
    room.ban(id, ANN, 0, 0, 1_000).await.unwrap();
    room.settled().await;
    room.discord.refuses.store(false, Ordering::SeqCst);
    room.dealer.rights_changed(GuildId(1)).await;
    let asked = async || (room.channel().of("turn").len() == 2).then_some(());
    until_late("the second turn", &room, 1_000, asked).await;
    let now = room.clock.now();
    room.dealer.press_draft(id, BOB, GameDraftAction::Ban { turn: 1, game: 1 }, at(now), None).await.unwrap();
    room.settled().await;
    // A random game is drawn from the rest.
    room.go(room.dealer.game_draft(id).await.unwrap().until.plus(GRACE_MS)).await;
    room.settled().await;
    compare("draft", &format!("{}\n# The host\n\n{}", choices_left_out(&room.channel().of("turn")), room.sees(HOST)));
}

/// The random game is a different one every time.
fn choices_left_out(turns: &Timeline) -> String {
    let text = format!("# The channel\n\n{turns}");
    (1..4).fold(text, |text, game| text.replace(&format!("Game {game}"), "Game ?"))
}
