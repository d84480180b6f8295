//! Matches without active players: paused after three steps without an order, and continued by the first player who acts.

use deathmatch::dealer::MatchStage;
use deathmatch::game::{Seed, Viewer, Wants, random_legal_order};
use deathmatch::store::{Part, PartOf};
use deathmatch::table::{Bot, Entry, Level, Table};

use super::*;

/// The announcement of the pause.
const SAID: &str = "No player has ordered in three steps";
const DAY_MS: u64 = 24 * 60 * 60 * 1000;

impl Room {
    /// Begins a match with these terms, and with the built-in players that they name.
    async fn playing_as(new: NewMatch) -> Self {
        let room = Self::dealing(Store::memory().await.unwrap(), 0, options()).await;
        let people = new.header.seats.as_ref().map(|player| player.bot.is_none());
        let room = room.opening(new).await;
        let m = room.m;
        room.go(BEGAN).await;
        for (seat, user) in [(Seat::Ec, ANN), (Seat::Dmo, BOB)] {
            if people[seat] {
                room.dealer.press_ready(m, user, None, at(BEGAN)).await.unwrap();
            }
        }
        room
    }

    /// Waits until the awaited step's time has run out. Returns whether the match then awaits a step of play.
    async fn step_expires(&self) -> bool {
        self.all_sent().await;
        let before = self.dealer.info(self.m).await.unwrap();
        let (mark, until_when) = (before.mark, before.deadline.expect("a clock runs"));
        // With a reserve the time is over once the reserve is used up.
        let awaiting = self.dealer.look(self.m, None).await.unwrap().awaiting;
        let gone = awaiting.iter().filter_map(|(_, asked)| asked.as_ref()?.reserve_end).max();
        self.go(gone.map_or(until_when, |gone| gone.max(until_when)).plus(GRACE_MS)).await;
        self.settled().await;
        let now = self.dealer.info(self.m).await.unwrap();
        assert!(now.mark != mark || now.status == Status::Over, "time is up");
        now.status == Status::Running && now.stage != MatchStage::Paused
    }

    /// Lets so many steps pass; the match continues after each.
    async fn pass(&self, steps: usize) {
        for _ in 0..steps {
            assert!(self.step_expires().await, "it is played on");
        }
    }

    /// Returns the number of such announcements.
    async fn said(&self) -> usize {
        self.all_sent().await;
        self.public().with(SAID).len()
    }

    async fn wants(&self, seat: Seat) -> bool {
        let asked = self.dealer.look(self.m, Some(ANN)).await.unwrap().awaiting;
        asked[seat].as_ref().is_some_and(|asked| asked.wants == Wants::Order)
    }

    /// Gives a random order for a seat.
    async fn order_any(&self, user: UserId, seat: Seat) {
        let table = self.replayed().await;
        let mut random = Seed::new("some").generator(&format!("step {}", table.step()));
        let order = random_legal_order(&*table.sight(Viewer::Seat(seat)), &mut random).unwrap();
        self.marked(user, order.text(), self.clock.now()).await.unwrap();
    }

    async fn press_order(&self, user: UserId, moment: UnixMs) -> Result<Moved, Error> {
        self.dealer.make_move(self.m, Sender { user, stamp: at(moment), in_dm: false }, None, Move::Look).await
    }

    /// Returns the record as a table, as any program with the game builds it.
    async fn replayed(&self) -> Table {
        let record = self.dealer.record(self.m).await.unwrap();
        let mut lines = record.lines();
        let header = Header::read(lines.next().unwrap()).unwrap();
        Table::replay(header, &lines.map(|line| Entry::read(line).unwrap()).collect::<Vec<_>>()).unwrap()
    }
}

fn friendly() -> NewMatch {
    NewMatch { friendly: true, ..new_match(header()) }
}

#[tokio::test]
async fn idle_match_is_paused_once_and_resumes_with_a_full_step() {
    let mut room = Room::playing_as(friendly()).await;
    room.pass(1).await;
    // The count of missed steps is only in the record.
    room.restart(Duration::from_secs(1)).await;
    room.pass(1).await;
    assert!(!room.step_expires().await);
    room.all_sent().await;
    let paused = room.public();
    let last = paused.last().lacks("The match is paused.");
    assert!(room.said().await == 1 && last.can("Continue") && last.pings.is_empty(), "{last}");
    let record = room.record().await;
    let pause = &record[record.len() - 1];
    assert_eq!((pause["host"].as_str(), pause["by"].as_str()), (Some("pause"), Some("deathmatch")));
    assert_eq!(pause["at"], record[record.len() - 2]["at"], "at the moment at which the next step begins");
    let prompts = [ANN, BOB].map(|user| room.prompts(user).len());

    // Nothing else follows, however long nobody acts; a person without a seat changes nothing.
    let later = room.clock.now().plus(60 * UNIT_MS);
    room.go(later).await;
    assert_eq!(code(room.press_order(HOST, later).await), Code::NotSeated);
    // A press from before the pause does not end it either.
    assert!(room.press_order(ANN, t(UNIT_MS)).await.unwrap().prompt.paused());
    // Neither do words that are no order.
    room.sees(ANN).last().has("Press **Continue**").lacks("The match is paused.");
    let words = refused(room.order(ANN, "good night everybody", When::Typed, at(later)).await);
    assert!(words.contains("Press **Continue** in"), "{words}");
    room.settled().await;
    assert_eq!((room.record().await.len(), room.public().len()), (record.len(), paused.len()));

    let moved = room.press_order(BOB, later).await.unwrap();
    assert!(
        !moved.prompt.paused() && moved.prompt.deadline == Some(later.plus(UNIT_MS)),
        "{:?}",
        moved.prompt.deadline
    );
    room.all_sent().await;
    let told = room.public();
    let back = told.last().has("Bob is back");
    assert!(told.len() == paused.len() + 1 && back.can("Order") && back.pings == [ANN, BOB], "{told}");
    assert_eq!(back.deadline(), Some(later.plus(UNIT_MS)));
    assert_eq!([ANN, BOB].map(|user| room.prompts(user).len()), prompts.map(|many| many + 1));
    let table = room.replayed().await;
    assert_eq!((table.paused(), table.step()), (false, 4));

    // The order from that prompt counts, and three more steps pass before the next pause.
    assert!(!room.marked(ANN, "samurai", later.plus(1)).await.unwrap().resolved);
    assert!(room.marked(BOB, "sage", later.plus(2)).await.unwrap().resolved);
    let mut passed = 0;
    while room.step_expires().await {
        passed += 1;
    }
    assert!(passed >= 2, "{passed}");
}

#[tokio::test]
async fn order_of_any_player_resets_the_idle_count() {
    let room = Room::playing().await;
    for _ in 0..2 {
        room.pass(2).await;
        while !room.wants(Seat::Ec).await {
            room.pass(1).await;
        }
        room.order_any(ANN, Seat::Ec).await;
        room.pass(1).await;
    }
    assert_eq!(room.said().await, 0);
}

#[tokio::test]
async fn orders_of_built_in_players_do_not_reset_the_idle_count() {
    let mut of = friendly();
    of.header.seats.dmo.bot = Some(Bot::Level(Level::new(1).unwrap()));
    let room = Room::playing_as(of).await;
    room.pass(2).await;
    assert!(!room.step_expires().await);
    let record = room.record().await;
    assert!(record.iter().any(|entry| entry["meta"]["by"] == "built-in dmo"), "{record:?}");
    assert_eq!(record.last().unwrap()["reason"], "Nobody ordered in three steps.");
}

#[tokio::test]
async fn server_can_turn_idle_pauses_of_hosted_matches_off() {
    let room = Room::playing().await;
    let set = Setting::Choice(Choice::PauseIdle(false));
    room.store.change_settings(GuildId(1), set, |_| Ok::<_, ()>(())).await.unwrap().unwrap();
    room.pass(4).await;
    assert_eq!(room.said().await, 0);
    // Friendly matches are paused in that server, too.
    let m = room.dealer.open(friendly(), at(room.clock.now())).await.unwrap();
    for user in [ANN, BOB] {
        room.dealer.press_ready(m, user, None, at(room.clock.now())).await.unwrap();
    }
    let other = Room { m, store: room.store.clone(), clock: room.clock.clone(), discord: room.discord.clone(), ..room };
    other.pass(2).await;
    assert!(!other.step_expires().await && other.said().await == 1);
}

#[tokio::test]
async fn idle_tournament_match_is_decided_by_the_clock() {
    let part = Part { of: PartOf::Tournament { host_plays: false }, words: "Round 1 of the cup".to_owned() };
    let room = Room::playing_as(NewMatch { part: Some(part), ..new_match(header()) }).await;
    while room.step_expires().await {}
    let over = room.dealer.info(room.m).await.unwrap();
    assert_eq!((over.status, room.said().await), (Status::Over, 0));
}

#[tokio::test]
async fn idle_pause_ends_after_a_day_and_is_not_repeated() {
    let room = Room::playing().await;
    room.pass(2).await;
    assert!(!room.step_expires().await);
    let paused = room.record().await.len();
    room.go(room.clock.now().plus(DAY_MS + GRACE_MS)).await;
    room.settled().await;
    assert_eq!(room.record().await[paused]["host"], "resume");
    while room.step_expires().await {}
    let over = room.dealer.info(room.m).await.unwrap();
    assert_eq!((over.status, room.said().await), (Status::Over, 1), "it is not paused again for the same absence");
}

#[tokio::test]
async fn host_can_rule_on_an_idle_match() {
    let room = Room::playing().await;
    room.pass(2).await;
    assert!(!room.step_expires().await);
    let now = room.clock.now().plus(1_000);
    room.go(now).await;
    room.host(HostAct::Undo, now).await;
    room.all_sent().await;
    assert!(room.public().last().can("Continue"), "it is still paused, and any player continues it");
    let later = now.plus(10 * UNIT_MS);
    room.go(later).await;
    let moved = room.press_order(ANN, later).await.unwrap();
    assert_eq!((moved.prompt.paused(), moved.prompt.deadline), (false, Some(later.plus(UNIT_MS))));
    assert_eq!(room.replayed().await.step(), 3);
    // The host has acted: the count begins again.
    room.pass(2).await;
    assert_eq!(room.said().await, 1);

    // Only a host ends a host's own pause.
    let now = room.clock.now();
    room.host(HostAct::Pause, now).await;
    assert!(room.press_order(ANN, now.plus(1)).await.unwrap().prompt.paused());
}

/// In every game and preset nobody is awaited longer, and a player who always orders is never paused.
#[tokio::test]
async fn every_game_is_paused_only_for_absence() {
    for game in deathmatch::games::all() {
        for (preset, _) in game.presets() {
            for attends in [false, true] {
                let mut header = Header::new(game.id());
                header.preset = Some(preset.to_owned());
                let room = Room::playing_as(NewMatch { friendly: true, ..new_match(header) }).await;
                let mut missed = 0;
                for _ in 0..12 {
                    let (mark, wants) = (room.mark().await, [room.wants(Seat::Ec).await, room.wants(Seat::Dmo).await]);
                    if attends && wants[0] {
                        room.order_any(ANN, Seat::Ec).await;
                        missed = 0;
                    } else if wants != [false; 2] {
                        missed += 1;
                    }
                    let now = room.dealer.info(room.m).await.unwrap();
                    let over = now.status == Status::Over;
                    if over || (now.mark == Some(mark) && !room.step_expires().await) {
                        break;
                    }
                }
                let info = room.dealer.info(room.m).await.unwrap();
                let idle = room.said().await == 1;
                assert_eq!(idle, missed == 3 && info.status != Status::Over, "{preset}, {attends}: {missed}");
                assert!(!attends || !idle, "{preset}: she was there");
            }
        }
    }
}
