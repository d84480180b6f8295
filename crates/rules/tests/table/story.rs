//! The story of a match: its lines are few, short, and true.

mod facts;
pub mod laws;
mod watched;

use deathmatch_rules::table::{Bot, Entry, Header, Level, Player, Table};
use serde_json::{Map, Value, json};

use crate::toy;

/// Returns a table with these lines.
fn table(header: Header, lines: &[&str]) -> Table {
    let mut table = Table::open(header).unwrap();
    enter(&mut table, lines);
    table
}

/// Enters lines in the form `12000 ec move b5-c3, claim c3` or `12000 host undo`.
pub fn enter(table: &mut Table, lines: &[&str]) {
    for line in lines {
        let (at, rest) = line.split_once(' ').unwrap();
        let (who, what) = rest.split_once(' ').unwrap();
        let entry = match (who, what) {
            ("time", _) => json!({ "at": at.parse::<u64>().unwrap() }),
            ("host", what) => json!({ "at": at.parse::<u64>().unwrap(), "host": what }),
            (seat, "ready") => json!({ "at": at.parse::<u64>().unwrap(), "seat": seat, "ready": true }),
            (seat, what) => json!({ "at": at.parse::<u64>().unwrap(), "seat": seat, "order": what }),
        };
        let answer = table.enter(&Entry::read(&entry.to_string()).unwrap());
        assert_eq!(answer.error, None, "{line}");
    }
}

pub fn header(game: &str, preset: &str) -> Header {
    let mut header = Header::new(game);
    header.preset = Some(preset.to_owned());
    header.seats.ec = Player::new("Ann");
    header.seats.dmo = Player::new("Bob");
    header
}

fn warriors() -> Header {
    header("warriors-death", "standard")
}

fn words(table: &Table) -> Vec<String> {
    table.story().into_iter().map(|line| line.text()).collect()
}

const FORESEEN: [&str; 2] = ["1000 ec astrologian>black-mage", "2000 dmo black-mage"];
const SAID: &str = "Bout 1 · Round 1: Ann's Astrologian calls the Black Mage and beats it, 10 to 9!";

#[test]
fn unfinished_or_void_match_has_no_story() {
    let mut match_of = table(warriors(), &FORESEEN);
    assert_eq!(words(&match_of), [""; 0]);
    enter(&mut match_of, &["3000 host void"]);
    assert_eq!(words(&match_of), [""; 0]);
    enter(&mut match_of, &["4000 host undo", "5000 host award ec"]);
    assert_eq!(words(&match_of), [SAID], "a verdict from outside is no lead");
    enter(&mut match_of, &["6000 host undo"]);
    assert_eq!(words(&match_of), [""; 0], "it continues");
}

#[test]
fn reverted_steps_are_not_told() {
    let mut lines = FORESEEN.to_vec();
    lines.extend(["3000 host undo", "4000 ec samurai", "5000 dmo samurai", "6000 host forfeit dmo"]);
    assert_eq!(words(&table(warriors(), &lines)), [""; 0]);
}

#[test]
fn lines_name_the_player_of_their_time() {
    let mut lines = FORESEEN.to_vec();
    lines.extend(["3000 host substitute ec Cleo", "4000 ec samurai", "5000 dmo astrologian>samurai"]);
    lines.push("6000 host award ec");
    let told = words(&table(warriors(), &lines));
    assert!(told.contains(&SAID.to_owned()), "{told:?}");
    let mut lines = vec!["3000 host substitute ec Cleo", "4000 ec astrologian>black-mage", "5000 dmo black-mage"];
    lines.push("6000 host award ec");
    assert_eq!(words(&table(warriors(), &lines)), [SAID.replace("Ann", "Cleo")]);
}

/// Returns the moments of a toy match of private steps, with one line for each order.
fn timed_story(change: impl FnOnce(&mut Header), lines: &[&str]) -> Vec<(u32, &'static str, String)> {
    let mut header = Header::new("toy");
    header.setup = toy::phases(&["pick", "pick", "pick"]);
    header.seats.ec = Player::new("Ann");
    header.seats.dmo = Player::new("Bob");
    change(&mut header);
    let mut table = Table::with_game(header, toy::TOY).unwrap();
    enter(&mut table, lines);
    assert!(table.outcome().is_some());
    let told = table.story().into_iter();
    told.map(|line| (line.step, line.kind, line.words)).collect()
}

const THOUGHT: [&str; 7] =
    ["500 host extend 60", "1000 ec up", "91500 dmo up", "92000 ec up", "93000 dmo up", "94000 ec up", "95000 dmo up"];

#[test]
fn longest_thought_is_of_a_person() {
    assert_eq!(timed_story(|_| {}, &THOUGHT), [(1, "thought", "Bob thinks longest, for 91 s.".to_owned())]);
    let bot = |header: &mut Header| header.seats.dmo.bot = Some(Bot::Level(Level::default()));
    assert_eq!(timed_story(bot, &THOUGHT), []);
    let mut by_host = THOUGHT;
    by_host[2] = "91500 host order dmo up";
    assert_eq!(timed_story(|_| {}, &by_host), []);
    let mut away = THOUGHT.to_vec();
    away.insert(2, "2000 host credit 5000");
    assert_eq!(timed_story(|_| {}, &away), [], "nobody knows how long it was while the dealer was away");
    let mut paused = THOUGHT.to_vec();
    paused.splice(2..2, ["2000 host pause", "8000 host resume"]);
    assert_eq!(timed_story(|_| {}, &paused), [(1, "thought", "Bob thinks longest, for 85 s.".to_owned())]);
}

#[test]
fn close_call_is_a_seats_first_order() {
    let seal = |header: &mut Header| header.setup = toy::phases(&["pick", "pick", "seal"]);
    let mut close = THOUGHT.to_vec();
    close.splice(6.., ["151900 dmo up", "154000 time -"]);
    let told = timed_story(seal, &close);
    assert_eq!(told[1], (3, "hurry", "Bob orders 1.1 s before time is up.".to_owned()));
    close.insert(6, "96000 dmo down");
    assert!(timed_story(seal, &close).iter().all(|(_, kind, _)| *kind != "hurry"), "an order stood there already");
}

#[test]
fn disguise_is_believed_or_hides_the_winner() {
    let lines = ["1000 ec blue-mage>samurai", "2000 dmo astrologian>samurai", "3000 host award ec"];
    assert_eq!(
        words(&table(warriors(), &lines)),
        ["Bout 1 · Round 1: An Astrologian calls the Samurai, and meets Ann's Blue Mage!"],
        "one line for a round"
    );
    let wrong = ["1000 ec blue-mage>samurai", "2000 dmo astrologian>reaper", "3000 host award ec"];
    let kinds: Vec<_> = table(warriors(), &wrong).story().iter().map(|line| line.kind).collect();
    assert_eq!(kinds, ["disguise"], "nobody took it for a Samurai");
}

#[test]
fn knights_are_taken_before_a_claim_or_after_a_spawn() {
    let knights = || header("knights", "tempo-up");
    let foiled = ["1000 ec move b5-c3, claim a5", "2000 dmo move d1-e3, claim c1", "3000 ec spawn b5, claim c3"];
    let mut lines = foiled.to_vec();
    lines.extend(["4000 dmo move b1-c3, claim a1", "5000 host award dmo"]);
    let told = words(&table(knights(), &lines));
    assert_eq!(told, ["Turn 2: Too late! Bob takes Ann's knight on c3 for a point, and its claim for 1 is gone."]);
    // The square has a colour already, so the claim would have had no effect.
    lines[0] = "1000 ec move b5-c3, claim c3";
    assert!(table(knights(), &lines).story().iter().all(|line| line.kind != "foiled"));
    let fresh = [
        "1000 ec move b5-a3, claim a5",
        "2000 dmo move b1-c3, claim a1",
        "3000 ec spawn b5, claim c5",
        "4000 dmo move c3-b5, claim c1",
        "5000 host award dmo",
    ];
    assert_eq!(
        words(&table(knights(), &fresh)),
        ["Turn 2: Bob takes a knight that has only just appeared on b5: one point."]
    );
}

#[test]
fn open_castles_and_held_walls_are_told() {
    let castles = || header("castle-siege", "gauntlet");
    let begun = ["1000 ec A 2/2/2 B 2/2/2 C 2/2/2 D 2/2/2 E 2/2/2", "2000 dmo A 2/2/2 B 2/2/2 C 2/2/2 D 2/2/2 E 2/2/2"];
    let told = |rounds: &[&str]| {
        let mut lines = begun.to_vec();
        lines.extend(rounds);
        lines.push("90000 host award ec");
        words(&table(castles(), &lines))
    };
    assert_eq!(told(&["3000 ec NNNNN", "4000 dmo DNNNN"]), ["Round 1: Ann's castle stands open, and nobody takes it!"]);
    assert_eq!(told(&["3000 ec AAAAA", "4000 dmo AAAAA"]).len(), 1, "every unit was met: it could not be taken");
    assert_eq!(
        told(&["3000 ec AADNN", "4000 dmo DDNNN"]),
        ["Round 1: Level at Bob's gate, 4 each: Ann came with A and B."]
    );
    assert_eq!(told(&["3000 ec ADNNN", "4000 dmo DDNNN"]), ["Round 1: Ann runs into the walls with A, 2 against 4."]);
    assert_eq!(
        told(&["3000 ec AADNN", "4000 dmo DNNNN"]),
        ["Round 1: Ann batters Bob's walls with A and B, 4 against 2!"]
    );
}

#[test]
fn shut_in_pieces_and_remaining_room_are_told() {
    let mut start = header("blockade-chess", "blockade");
    let setup = json!({ "fen": "q6R/**6/8/8/r2bb2r/8/8/R1BQ1B2", "to_move": "white", "white": "ec" });
    start.setup = serde_json::from_value::<Map<String, Value>>(setup).unwrap();
    let lines = ["1000 ec Rh8-g8/b8", "2000 host award ec"];
    assert_eq!(words(&table(start.clone(), &lines)), ["Move 1: Ann shuts Bob's queen in on a8!"]);
    let elsewhere = ["1000 ec Rh8-g8/c8", "2000 host award ec"];
    assert_eq!(words(&table(start, &elsewhere)), ["Move 1: One way out is left for Bob's queen on a8."]);
}

#[test]
fn piece_claimed_by_both_is_told() {
    let lines = ["1000 ec ready", "2000 dmo ready", "3000 ec a1 b2", "4000 dmo a1 c3", "5000 host award dmo"];
    let told = table(header("guidance-rite", "dm11"), &lines).story();
    assert_eq!(told.len(), 1);
    assert_eq!((told[0].kind, told[0].step), ("contested", 2));
    assert_eq!(told[0].text(), "Bout 1 · Claim 1: Both claim a1, and the plain piece there is gone!");
    let apart = ["1000 ec ready", "2000 dmo ready", "3000 ec a1 b2", "4000 dmo d1 c3", "5000 host award dmo"];
    assert_eq!(words(&table(header("guidance-rite", "dm11"), &apart)), [""; 0]);
}

/// Checks the story of a stored match.
fn reads(record: &str, lines: &[&str]) {
    let stored = laws::stored();
    let (_, watched) = stored.iter().find(|(name, _)| name == record).unwrap();
    assert_eq!(words(&watched.table), lines);
}

#[test]
fn stored_matches_have_their_stories() {
    reads(
        "knights/by-repetition",
        &[
            "Turn 8: Here Bob is down 6 to 10 points, and comes back to win!",
            "Turn 9: Bob takes a knight on b3 and claims b3: 3 points at once!",
            "Turn 15: A crash on d3, a point each, ends Ann's claim for 3!",
            "Turn 16: Bob takes the lead, 24 to 22 points, and never gives it back.",
            "Turn 19: The score shifts most here: 4 to Bob's side.",
        ],
    );
    reads(
        "castle-siege/forty-rounds",
        &[
            "Round 4: Level at Ann's gate, 4 each: Bob came with E.",
            "Round 10: Ann runs into the walls with D, 2 against 9.",
            "Round 25: Here Ann is down 25 to 29 in total, and comes back to win!",
            "Round 28: Ann batters Bob's walls with E, 2 against 1!",
            "Round 39: Ann takes the lead, 25 to 24 in total, and never gives it back.",
        ],
    );
    reads(
        "blockade-chess/with-a-host",
        &[
            "Move 7: Bob thinks longest, for 117 s.",
            "Move 25: Cleo shuts Ann's rook in on f6!",
            "Move 36: Own goal: Ann's queen on h5 is shut in.",
            "Move 40: Ann has no piece left that can move!",
            "Move 41: Neither could move, and it was Ann's turn!",
        ],
    );
    reads(
        "guidance-rite/dm11-given-boards",
        &[
            "Bout 1 · Claim 1: Both claim a3, and the Rat there is gone!",
            "Bout 1 · Turn 1: Bob's Lizard on b5 takes Ann's Rat on b4.",
            "Bout 1 · Turn 61: 0 to 1 behind here, Ann still wins the match!",
            "Bout 2 · Turn 57: Deadlock! Bout 2 goes to Ann on pieces, 4 to 1.",
            "Bout 3 · Turn 41: It takes the very end to decide: Ann wins, 2 to 1 bouts won!",
        ],
    );
    reads(
        "warriors-death/by-chance-to-the-last-bout",
        &[
            "Bout 1 · Round 1: Shown as Samurai, Bob's Blue Mage hides its defeat.",
            "Bout 1 · Round 10: Ann sweeps bout 1, 32 points ahead!",
            "Bout 2 · Round 10: Ann takes the bout 26 to 17, with only 2 rounds to 3!",
            "Bout 4 · Round 6: Ann's Astrologian calls the Chocobo and beats it, 1 to 0!",
            "Bout 4 · Round 10: Close! Bout 4 is Ann's by 3 points.",
        ],
    );
}
