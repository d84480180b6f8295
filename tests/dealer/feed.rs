//! Spectators' and commentators' channels: their messages, and that none comes too early.

use deathmatch::dealer::{FeedPost, Sees, next_feed_post};
use deathmatch::game::{Seed, Viewer, random_legal_order};
use deathmatch::games;
use deathmatch::store::{External, MatchRow, Spectate};
use deathmatch::table::{Act, Entry, Table, What};

use super::play::{Habits, Record, play};
use super::*;

const WATCHED: ChannelId = ChannelId(31);
const BOOTH: ChannelId = ChannelId(32);

async fn playing(settings: impl IntoIterator<Item = Setting>) -> Room {
    let room = external_objects::lobby(settings).await;
    room.begin().await;
    room
}

impl Room {
    /// Returns the messages of a channel, and checks their number.
    async fn shown(&self, channel: ChannelId, count: usize) -> Timeline {
        self.settled().await;
        let shown = self.channel_of(channel);
        assert_eq!(shown.len(), count, "{shown}");
        shown
    }
}

#[tokio::test]
async fn spectators_see_all_one_step_late_and_commentators_at_once() {
    let room = playing([Setting::Spectators(Some(WATCHED)), Setting::Commentators(Some(BOOTH))]).await;
    for channel in [WATCHED, BOOTH] {
        assert_eq!(room.shown(channel, 1).await.last().pictures.len(), 1);
    }
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    let sealed = room.shown(BOOTH, 2).await;
    assert!(sealed.last().has("Ann sealed **Samurai**").pictures.is_empty());
    room.marked(BOB, "blue-mage>samurai", t(2_000)).await.unwrap();
    room.shown(WATCHED, 1).await.lacks("Blue Mage");
    room.channel_of(BOOTH).has("Blue Mage");
    room.round(3_000, "chocobo", "bard").await;
    let late = room.shown(WATCHED, 2).await;
    // The true unit behind a disguise is shown.
    late.last().has("Blue Mage").lacks("Chocobo").lacks("Bard");
    room.host(HostAct::Award(Seat::Ec), t(5_000)).await;
    let end = room.shown(WATCHED, 3).await;
    let headline = end.last().has("Bard").text.lines().next().unwrap();
    assert!(headline.contains("Ann wins"), "{end}");
}

#[tokio::test]
async fn spectators_read_rulings_as_the_channel_has_them_in_the_records_order() {
    let starts = Some(OPENED.plus(external_objects::HOUR));
    let new = NewMatch { starts, ..new_match(header()) };
    let room = external_objects::lobby_of(new, [Setting::Spectators(Some(WATCHED))]).await;
    room.both_ready(OPENED.plus(1_000)).await;
    room.all_sent().await;
    let ruled = async |ruling: HostAct, ms| {
        room.host(ruling, t(ms)).await;
        room.all_sent().await;
        room.settled().await;
    };
    ruled(HostAct::Reschedule(13_000), 10_000).await;
    ruled(HostAct::Pause, 12_000).await;
    let shown = room.channel_of(WATCHED);
    let text = shown.iter().fold(String::new(), |all, message| all + &message.text + "\n");
    let [begun, paused] = ["let the match begin at once.", "paused the match."].map(|line| text.find(line));
    assert!(begun.is_some() && begun < paused, "{shown}");
    for line in ["let the match begin at once.", "paused the match."] {
        room.channel().has(line);
    }
}

#[tokio::test]
async fn reverted_step_is_not_shown_to_spectators() {
    let room = playing([Setting::Spectators(Some(WATCHED))]).await;
    room.round(1_000, "samurai", "blue-mage>samurai").await;
    room.host(HostAct::Undo, t(3_000)).await;
    room.all_sent().await;
    room.shown(WATCHED, 1).await;
    for (ms, ann, bob) in [(4_000, "samurai", "bard"), (6_000, "sage", "chocobo"), (8_000, "bard", "sage")] {
        room.round(ms, ann, bob).await;
    }
    room.shown(WATCHED, 3).await.lacks("Blue Mage").lacks("reverted");
    // The third step is reverted before it was shown; then the second, which was shown.
    room.host(HostAct::Undo, t(10_000)).await;
    room.host(HostAct::Undo, t(11_000)).await;
    let undone = room.shown(WATCHED, 4).await;
    assert_eq!(undone.last().text.lines().filter(|line| line.contains("reverted")).count(), 1, "{undone}");
}

#[tokio::test]
async fn one_players_view_shows_nothing_hidden_of_the_other() {
    let room = playing([Setting::Spectators(Some(WATCHED)), Setting::Choice(Choice::Spectate(Spectate::Ec))]).await;
    room.marked(BOB, "blue-mage>samurai", t(1_000)).await.unwrap();
    room.shown(WATCHED, 1).await;
    room.marked(ANN, "samurai", t(2_000)).await.unwrap();
    let after = room.shown(WATCHED, 2).await;
    assert_eq!(after.last().lacks("Blue Mage").pictures.len(), 1);
}

#[tokio::test]
async fn feed_is_posted_once_and_continues_after_restarts() {
    let mut room = playing([Setting::Spectators(Some(WATCHED)), Setting::Choice(Choice::Spectate(Spectate::Ec))]).await;
    room.settled().await;
    room.discord.external_failures.lock().unwrap().push(SendError::Retry { after: Duration::from_secs(1) });
    room.round(1_000, "samurai", "bard").await;
    room.shown(WATCHED, 2).await;
    // Nobody knows whether the message was posted; the match continues.
    for gone in [Duration::from_secs(3), Duration::ZERO] {
        room.restart(gone).await;
        room.shown(WATCHED, 2).await;
        assert_eq!(room.store.feed_progress(room.m, External::Spectators).await.unwrap(), (Some(2), vec![WATCHED]));
    }
}

#[tokio::test]
async fn refused_feed_blocks_nothing_and_its_host_is_notified() {
    let room = playing([Setting::Commentators(Some(BOOTH))]).await;
    let refuse = || {
        let why = "Ann can read that channel, and plays".to_owned();
        room.discord.external_failures.lock().unwrap().push(SendError::Forbidden { why });
    };
    let tries = || {
        let tries = room.discord.tries.lock().unwrap();
        tries.iter().filter(|item| item.to == Destination::External(BOOTH)).count()
    };
    room.shown(BOOTH, 1).await;
    refuse();
    room.round(1_000, "samurai", "bard").await;
    room.hears(HOST, "Ann can read").await;
    assert_eq!((room.public().last().pictures.len(), tries()), (1, 2), "nothing more is tried there");
    room.dealer.rights_changed(GuildId(2)).await;
    room.settled().await;
    assert_eq!(tries(), 2, "another server's rights are none of its");
    for _ in 0..3 {
        refuse();
        room.dealer.rights_changed(GuildId(1)).await;
        room.settled().await;
    }
    assert_eq!((room.notes(HOST).with("Ann can read").len(), tries()), (1, 5), "the host hears of it once");
    room.dealer.rights_changed(GuildId(1)).await;
    let all = room.shown(BOOTH, 2).await;
    assert_eq!(all.last().has("Ann sealed **Samurai**").pictures.len(), 1, "what was missed is in it");
}

#[tokio::test]
async fn former_reader_of_hidden_channels_is_refused_as_substitute() {
    let room = playing([Setting::Commentators(Some(BOOTH))]).await;
    room.shown(BOOTH, 1).await;
    let seats = async |user: UserId, ms: u64| {
        room.dealer.rule(room.m, HOST, substitute_for(Seat::Dmo, user, "Cleo"), None, at(t(ms))).await
    };
    room.discord.readers.lock().unwrap().insert((BOOTH, CLEO));
    assert_eq!(code(seats(CLEO, 1_000).await), Code::Seated);
    room.discord.readers.lock().unwrap().clear();
    assert_eq!(code(seats(CLEO, 2_000).await), Code::Seated, "they have read it");
    // A person who could read an earlier channel is refused, too, and so is one who pressed a button in such a channel.
    external_objects::set(&room.store, Setting::Commentators(Some(ChannelId(33)))).await;
    room.marked(ANN, "samurai", t(3_000)).await.unwrap();
    room.shown(ChannelId(33), 1).await;
    room.discord.readers.lock().unwrap().insert((BOOTH, DAN));
    assert_eq!(code(seats(DAN, 4_000).await), Code::Seated);
    room.dealer.reads_in(room.m, EVE, BOOTH).await.unwrap();
    let seat = Ruling::Substitute(substitute_for(Seat::Ec, EVE, "Eve"));
    assert_eq!(code(room.preview(HOST, seat, None, t(5_000)).await), Code::Seated);
    // Everyone may read the match's own channel.
    room.dealer.reads_in(room.m, UserId(17), CHANNEL).await.unwrap();
    seats(UserId(17), 6_000).await.unwrap();
}

#[tokio::test]
async fn only_hosted_matches_are_shown_to_spectators() {
    let friendly = NewMatch { friendly: true, ..new_match(header()) };
    let room = external_objects::lobby_of(friendly, [Setting::Spectators(Some(WATCHED))]).await;
    room.begin().await;
    room.shown(WATCHED, 0).await;
}

/// Returns a row that could belong to a record.
async fn row(record: &Record) -> MatchRow {
    let store = Store::memory().await.unwrap();
    let room = Room::lobby_in(store, 0).await;
    let row = room.store.find_match(room.m).await.unwrap().unwrap();
    let game = games::find(&record.header.game).unwrap();
    MatchRow {
        game: record.header.game.clone(),
        header: record.header.write(),
        version: game.version(),
        started: Some(BEGAN),
        status: Status::Running,
        ..row
    }
}

fn lines(entries: &[Entry]) -> Vec<String> {
    entries.iter().map(Entry::write).collect()
}

/// Returns whether the last entry finishes a step, and whether it ends the match.
fn last(record: &Record, entries: &[Entry]) -> Option<(bool, bool)> {
    let mut table = Table::open(record.header.clone()).unwrap();
    let mut happened = Vec::new();
    for entry in entries {
        let answer = table.enter(entry);
        if answer.error.is_some() {
            return None;
        }
        happened = answer.happened;
    }
    let is = |test: fn(&What) -> bool| happened.iter().any(|each| test(&each.what));
    Some((is(|what| matches!(what, What::Resolved { .. })), is(|what| matches!(what, What::Over { .. }))))
}

/// Returns the entries with a different order of the same seat as the last one.
fn instead(record: &Record, entries: &[Entry], seed: usize) -> Option<Vec<Entry>> {
    let (last, before) = entries.split_last()?;
    let Act::Order { seat, text } = &last.act else { return None };
    let mut table = Table::open(record.header.clone()).unwrap();
    for entry in before {
        table.enter(entry);
    }
    let mut random = Seed::new(format!("instead {seed}")).generator("feed");
    let sight = table.sight(Viewer::Seat(*seat));
    let other = (0..8).find_map(|_| {
        let order = random_legal_order(&*sight, &mut random)?.text().to_owned();
        (order != *text).then_some(order)
    })?;
    let mut entry = last.clone();
    (entry.act, entry.meta) = (Act::Order { seat: *seat, text: other }, None);
    Some(before.iter().cloned().chain([entry]).collect())
}

/// Returns the message that the last entry adds, without its position.
fn shown(row: &MatchRow, entries: &[Entry], sees: Sees) -> Option<FeedPost> {
    let before = u32::try_from(entries.len() - 1).unwrap();
    let post = next_feed_post(row, &lines(entries), Some(before), sees).unwrap()?;
    Some(FeedPost { stage: String::new(), ..post })
}

#[tokio::test]
async fn nothing_reaches_spectators_too_early_in_any_game() {
    let (mut steps, mut seals) = (0, 0);
    for game in games::all() {
        for (preset, _) in game.presets() {
            let record = play(game, preset, ["Ann", "Bob"], 3, Habits { missing: 4, hosting: 4, ..Habits::default() });
            let row = row(&record).await;
            let private: Vec<usize> = (1..=record.entries.len())
                .filter(|&upto| matches!(record.entries[upto - 1].act, Act::Order { .. }))
                .collect();
            for upto in private.iter().copied().step_by((private.len() / 40).max(1)) {
                let real = &record.entries[..upto];
                let Some(other) = instead(&record, real, upto) else { continue };
                let (Some(was), Some(is)) = (last(&record, real), last(&record, &other)) else { continue };
                if was != is || was.1 {
                    continue;
                }
                let Act::Order { seat, .. } = real[upto - 1].act else { unreachable!() };
                // A step is shown when the next one is over, not before.
                assert_eq!(shown(&row, real, Sees::Late), shown(&row, &other, Sees::Late), "{preset} after {upto}");
                steps += usize::from(was.0);
                if !was.0 {
                    // A sealed order shows nothing to the spectators of either player.
                    for viewer in Seat::ALL {
                        assert_eq!(shown(&row, real, Sees::Seat(viewer)), None, "{preset} {seat} after {upto}");
                    }
                    assert!(shown(&row, real, Sees::All).is_some(), "commentators see it at once");
                    seals += 1;
                }
            }
        }
    }
    assert!(steps > 60 && seals > 40, "{steps} steps and {seals} sealed orders");
}

#[tokio::test]
async fn feed_in_parts_equals_the_feed_as_a_whole() {
    for game in games::all() {
        let (preset, _) = game.presets()[0];
        let record = play(game, preset, ["Ann", "Bob"], 5, Habits { missing: 4, hosting: 4, ..Habits::default() });
        let row = row(&record).await;
        let all = lines(&record.entries);
        for sees in [Sees::Late, Sees::All, Sees::Seat(Seat::Dmo)] {
            let first = next_feed_post(&row, &[], None, sees).unwrap().unwrap();
            assert!(first.board.is_some() && first.upto == 0);
            let (mut bit_by_bit, mut newest) = (first.lines, first.board);
            for upto in 1..=all.len() {
                let before = Some(u32::try_from(upto - 1).unwrap());
                let Some(post) = next_feed_post(&row, &all[..upto], before, sees).unwrap() else { continue };
                assert_eq!(post.upto as usize, upto);
                bit_by_bit.extend(post.lines);
                newest = post.board.or(newest);
            }
            let whole = next_feed_post(&row, &all, None, sees).unwrap().unwrap();
            // The end comes first in its message, above the lines that were still due.
            let sorted = |lines: &[String]| lines.iter().cloned().collect::<HashSet<_>>();
            let newest_lines = &bit_by_bit[bit_by_bit.len() - whole.lines.len()..];
            assert_eq!(sorted(newest_lines), sorted(&whole.lines), "{preset} {sees:?}");
            assert!(whole.lines.len() > 3, "{preset} {sees:?}");
            assert!(newest == whole.board, "{preset} {sees:?}: the newest board");
        }
    }
}
