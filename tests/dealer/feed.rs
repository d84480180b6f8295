//! Spectators and commentators: what they are shown, and that nothing of it comes before it may.

use deathmatch::dealer::{Post as Shown, Sees, beyond};
use deathmatch::game::{Seed, Viewer, any_order};
use deathmatch::games;
use deathmatch::store::{External, MatchRow, Spectate};
use deathmatch::table::{Act, Entry, Table, What};

use super::play::{Habits, Record, play};
use super::*;

const WATCHED: ChannelId = ChannelId(31);
const BOOTH: ChannelId = ChannelId(32);

async fn set(store: &Store, setting: Setting) {
    store.change_settings(GuildId(1), setting, |_| Ok::<_, ()>(())).await.unwrap().unwrap();
}

async fn playing(settings: impl IntoIterator<Item = Setting>) -> Room {
    let store = Store::memory().await.unwrap();
    for setting in settings {
        set(&store, setting).await;
    }
    let room = Room::lobby_in(store, 0).await;
    room.begin().await;
    room
}

impl Room {
    /// What has been posted in a channel, in order, and whether an earlier attempt may have posted it.
    fn shown_in(&self, channel: ChannelId) -> Vec<(bool, Shown)> {
        let shown = self.externals().into_iter().filter_map(|made| match made.object {
            Object::Showing(showing) if made.channel == channel => Some((made.looked_for, showing.post)),
            _ => None,
        });
        shown.collect()
    }

    async fn shown(&self, channel: ChannelId, count: usize) -> Shown {
        let found = until("it is shown", async || {
            let shown = self.shown_in(channel);
            (shown.len() >= count).then_some(shown)
        });
        let shown = found.await;
        assert_eq!(shown.len(), count, "{shown:?}");
        shown[count - 1].1.clone()
    }
}

fn says(post: &Shown, words: &str) -> bool {
    post.lines.iter().any(|line| line.contains(words))
}

#[tokio::test]
async fn spectators_see_everything_one_step_late_and_commentators_at_once() {
    let settings = [Setting::Spectators(Some(WATCHED)), Setting::Commentators(Some(BOOTH))];
    let room = playing(settings).await;
    let (late, now) = (room.shown(WATCHED, 1).await, room.shown(BOOTH, 1).await);
    assert!(late.board.is_some() && now.board.is_some() && (late.upto, now.upto) == (0, 0));
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    let sealed = room.shown(BOOTH, 2).await;
    assert!(says(&sealed, "Ann sealed `samurai`.") && sealed.board.is_none());
    room.marked(BOB, "blue-mage>samurai", t(2_000)).await.unwrap();
    until("both are shown", async || (room.shown_in(BOOTH).last().unwrap().1.upto == 2).then_some(())).await;
    room.publics(2).await;
    room.settled().await;
    assert_eq!(room.shown_in(WATCHED).len(), 1, "the first step is shown once the second one is over");
    room.marked(ANN, "chocobo", t(3_000)).await.unwrap();
    room.marked(BOB, "bard", t(4_000)).await.unwrap();
    let late = room.shown(WATCHED, 2).await;
    assert!(says(&late, "Blue Mage"), "what was announced as another unit is told: {:?}", late.lines);
    assert!(!says(&late, "Chocobo") && !says(&late, "Bard"), "{:?}", late.lines);
    room.dealer.host(room.m, HOST, HostAct::Award(Seat::Ec), None, at(t(5_000))).await.unwrap();
    let end = room.shown(WATCHED, 3).await;
    assert!(says(&end, "Bard"), "at the end nothing is held back: {:?}", end.lines);
}

#[tokio::test]
async fn what_is_taken_back_is_not_shown_late() {
    let room = playing([Setting::Spectators(Some(WATCHED))]).await;
    room.shown(WATCHED, 1).await;
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "blue-mage>samurai", t(2_000)).await.unwrap();
    room.publics(2).await;
    room.dealer.host(room.m, HOST, HostAct::Undo, None, at(t(3_000))).await.unwrap();
    room.publics(3).await;
    room.settled().await;
    assert_eq!(room.shown_in(WATCHED).len(), 1, "nothing of it was shown, so nothing is reverted");
    for (ms, ann, bob) in [(4_000, "samurai", "bard"), (5_000, "sage", "chocobo"), (6_000, "bard", "sage")] {
        room.marked(ANN, ann, t(ms)).await.unwrap();
        room.marked(BOB, bob, t(ms + 1)).await.unwrap();
    }
    until("two are shown", async || (room.shown_in(WATCHED).last().unwrap().1.upto == 9).then_some(())).await;
    let shown = room.shown_in(WATCHED);
    assert!(shown.iter().all(|(_, post)| !says(post, "Blue Mage") && !says(post, "reverted")), "{shown:?}");
    // The third is taken back unseen; then the second, which was shown.
    for ms in [7_000, 8_000] {
        room.dealer.host(room.m, HOST, HostAct::Undo, None, at(t(ms))).await.unwrap();
    }
    let undone = until("it is said", async || {
        room.shown_in(WATCHED).last().filter(|(_, post)| post.upto == 11).map(|(_, post)| post.clone())
    })
    .await;
    assert_eq!(undone.lines.iter().filter(|line| line.contains("reverted")).count(), 1, "{:?}", undone.lines);
}

#[tokio::test]
async fn as_one_player_sees_it_nothing_of_the_other_is_told() {
    let room = playing([Setting::Spectators(Some(WATCHED)), Setting::Spectate(Spectate::Ec)]).await;
    room.shown(WATCHED, 1).await;
    room.marked(BOB, "blue-mage>samurai", t(1_000)).await.unwrap();
    room.settled().await;
    assert_eq!(room.shown_in(WATCHED).len(), 1, "that somebody has sealed shows nothing");
    room.marked(ANN, "samurai", t(2_000)).await.unwrap();
    let after = room.shown(WATCHED, 2).await;
    assert!(after.board.is_some() && !says(&after, "Blue Mage"), "{:?}", after.lines);
}

#[tokio::test]
async fn it_is_posted_once_whatever_breaks_and_goes_on_where_it_was() {
    let mut room = playing([Setting::Spectators(Some(WATCHED)), Setting::Spectate(Spectate::Ec)]).await;
    room.shown(WATCHED, 1).await;
    room.settled().await;
    room.post.external_failures.lock().unwrap().push(Undelivered::Again { after: Duration::from_secs(1) });
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    let first = room.shown(WATCHED, 2).await;
    // Whether it stands there is known to nobody; meanwhile the match goes on.
    room.restart(Duration::from_secs(3)).await;
    let again = room.shown(WATCHED, 3).await;
    assert_eq!(again, first, "the same is looked for");
    assert!(room.shown_in(WATCHED)[2].0, "it may have arrived");
    room.settled().await;
    assert_eq!(room.store.fed(room.m, External::Spectators).await.unwrap(), (Some(2), vec![WATCHED]));
    room.restart(Duration::ZERO).await;
    room.settled().await;
    assert_eq!(room.shown_in(WATCHED).len(), 3, "nothing is shown twice");
}

#[tokio::test]
async fn what_a_channel_refuses_holds_up_nothing_and_its_host_hears_of_it() {
    let room = playing([Setting::Commentators(Some(BOOTH))]).await;
    room.shown(BOOTH, 1).await;
    let why = "Ann can read that channel, and plays".to_owned();
    room.post.external_failures.lock().unwrap().push(Undelivered::Gone { why });
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    let told = async || room.post.private_lines(HOST).iter().any(|line| line.contains("Ann can read")).then_some(());
    until("the host is told", told).await;
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    assert!(room.publics(2).await[1].boards.is_some());
    room.settled().await;
    assert_eq!(room.shown_in(BOOTH).len(), 2, "nothing more is posted there");
    room.dealer.rights_changed(GuildId(2)).await;
    room.settled().await;
    assert_eq!(room.shown_in(BOOTH).len(), 2, "another server's rights are none of its");
    for _ in 0..3 {
        let why = "Ann can read that channel, and plays".to_owned();
        room.post.external_failures.lock().unwrap().push(Undelivered::Gone { why });
        room.dealer.rights_changed(GuildId(1)).await;
        room.settled().await;
    }
    let told = room.post.private_lines(HOST).into_iter().filter(|line| line.contains("Ann can read")).count();
    assert_eq!(told, 1, "the host hears of it once");
    assert_eq!(room.shown_in(BOOTH).len(), 5, "each try is one");
    room.dealer.rights_changed(GuildId(1)).await;
    let all = room.shown(BOOTH, 6).await;
    assert!(says(&all, "Ann sealed `samurai`.") && all.board.is_some(), "what was missed is in it: {:?}", all.lines);
}

#[tokio::test]
async fn who_could_read_what_is_hidden_takes_no_seat_also_once_they_cannot() {
    let room = playing([Setting::Commentators(Some(BOOTH))]).await;
    room.shown(BOOTH, 1).await;
    let (cleo, dan, eve) = (UserId(14), UserId(15), UserId(16));
    let seats = async |user: UserId, ms: u64| {
        let newcomer = Substitute { seat: Seat::Dmo, user, name: "Cleo".into() };
        room.dealer.substitute(room.m, HOST, newcomer, None, at(t(ms))).await
    };
    room.post.readers.lock().unwrap().insert((BOOTH, cleo));
    assert_eq!(code(seats(cleo, 1_000).await), Code::Seated);
    room.post.readers.lock().unwrap().clear();
    assert_eq!(code(seats(cleo, 2_000).await), Code::Seated, "they have read it");
    // Nor where it was shown before, or who has pressed something there.
    set(&room.store, Setting::Commentators(Some(ChannelId(33)))).await;
    room.marked(ANN, "samurai", t(3_000)).await.unwrap();
    room.shown(ChannelId(33), 1).await;
    room.post.readers.lock().unwrap().insert((BOOTH, dan));
    assert_eq!(code(seats(dan, 4_000).await), Code::Seated);
    room.dealer.reads_in(room.m, eve, BOOTH).await.unwrap();
    let preview = Ruling::Seat(Substitute { seat: Seat::Ec, user: eve, name: "Eve".into() });
    assert_eq!(code(room.dealer.preview(room.m, HOST, preview, None, at(t(5_000))).await), Code::Seated);
    // The match's own channel is everyone's.
    room.dealer.reads_in(room.m, UserId(17), CHANNEL).await.unwrap();
    seats(UserId(17), 6_000).await.unwrap();
}

#[tokio::test]
async fn only_hosted_matches_are_shown() {
    let room = Room::lobby(0).await;
    set(&room.store, Setting::Spectators(Some(WATCHED))).await;
    let friendly = NewMatch { friendly: true, ..new_match(header()) };
    let m = room.dealer.open(friendly, at(OPENED.plus(1))).await.unwrap();
    room.go(BEGAN).await;
    for user in [ANN, BOB] {
        room.dealer.press_ready(m, user, None, at(OPENED.plus(2_000))).await.unwrap();
    }
    room.prompted(1).await;
    room.settled().await;
    assert_eq!(room.shown_in(WATCHED), []);
}

/// A row that a record could be of.
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

/// Whether the last of these entries plays a step out, and whether it ends the match.
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

/// The same entries but for the last, an order that its seat could have given instead.
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
        let order = any_order(&*sight, &mut random)?.text().to_owned();
        (order != *text).then_some(order)
    })?;
    let mut entry = last.clone();
    (entry.act, entry.meta) = (Act::Order { seat: *seat, text: other }, None);
    Some(before.iter().cloned().chain([entry]).collect())
}

/// What the last entry adds, but for how far that goes.
fn shown(row: &MatchRow, entries: &[Entry], sees: Sees) -> Option<Shown> {
    let before = u32::try_from(entries.len() - 1).unwrap();
    let post = beyond(row, &lines(entries), Some(before), sees).unwrap()?;
    Some(Shown { stage: String::new(), ..post })
}

#[tokio::test]
async fn nothing_reaches_a_spectator_before_it_may_in_any_game() {
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
                // Everything is told of a step when the next is over, not before.
                assert_eq!(shown(&row, real, Sees::Late), shown(&row, &other, Sees::Late), "{preset} after {upto}");
                steps += usize::from(was.0);
                if !was.0 {
                    // Of what is only sealed the other side's spectators see nothing, and their own no more.
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
async fn shown_bit_by_bit_it_is_the_same_as_at_once() {
    for game in games::all() {
        let (preset, _) = game.presets()[0];
        let record = play(game, preset, ["Ann", "Bob"], 5, Habits { missing: 4, hosting: 4, ..Habits::default() });
        let row = row(&record).await;
        let all = lines(&record.entries);
        for sees in [Sees::Late, Sees::All, Sees::Seat(Seat::Dmo)] {
            let first = beyond(&row, &[], None, sees).unwrap().unwrap();
            assert!(first.board.is_some() && first.upto == 0);
            let (mut bit_by_bit, mut newest) = (first.lines, first.board);
            for upto in 1..=all.len() {
                let before = Some(u32::try_from(upto - 1).unwrap());
                let Some(post) = beyond(&row, &all[..upto], before, sees).unwrap() else { continue };
                assert_eq!(post.upto as usize, upto);
                bit_by_bit.extend(post.lines);
                newest = post.board.or(newest);
            }
            let whole = beyond(&row, &all, None, sees).unwrap().unwrap();
            assert!(bit_by_bit.ends_with(&whole.lines) && whole.lines.len() > 3, "{preset} {sees:?}");
            assert!(newest == whole.board, "{preset} {sees:?}: the newest board");
        }
    }
}
