//! What holds for every story: of matches by chance and of the stored ones.

use std::path::Path;

use deathmatch_rules::game::{BySeat, Game, Seed, Viewer, Wants, random_order};
use deathmatch_rules::games;
use deathmatch_rules::table::{Act, Beat, Bot, Entry, Header, HostAct, LINES, LONGEST_LINE, Level, Player};
use rand_chacha::rand_core::Rng;

use super::facts::bears_out;
use super::watched::Watched;

/// Everything that holds for the story of a match that was watched.
fn check(watched: &Watched) -> Vec<Beat> {
    let story = watched.table.story();
    let Some(outcome) = watched.table.outcome() else {
        assert!(story.is_empty(), "a running match has no story: {story:?}");
        return story;
    };
    assert!(story.len() <= LINES);
    for beat in &story {
        let said = |test: bool| assert!(test, "{beat:?} is not so");
        said(beat.words.chars().count() <= LONGEST_LINE);
        said(story.iter().filter(|other| other.words == beat.words || other.kind == beat.kind).count() == 1);
        said(beat.words.ends_with('.') && !beat.words.contains(['{', '\n']));
        let step = &watched.steps[beat.step as usize - 1];
        let words = beat.words.strip_prefix(&format!("{}: ", step.stage)).expect("it says when");
        said(bears_out(watched, outcome, beat, step, words));
    }
    assert!(story.is_sorted_by_key(|beat| beat.step), "{story:?}");
    story
}

/// A match by chance, with answers that do not come, a host who takes steps back and orders in the last moment.
fn by_chance(game: &dyn Game, preset: &str, number: u64) -> Watched {
    let seed = Seed::new(format!("story {number}"));
    let mut chance = seed.generator("orders");
    let mut header = Header::new(game.id());
    header.preset = Some(preset.to_owned());
    header.seed = seed;
    let long = number.is_multiple_of(2);
    let name = |name: &str| Player::new(if long { name.repeat(32) } else { name.repeat(3) });
    header.seats = BySeat { ec: name("E"), dmo: name("D") };
    if number.is_multiple_of(5) {
        header.seats.dmo.bot = Some(Bot::Level(Level::default()));
    }
    let mut watched = Watched::new(header);
    let mut now = 0;
    for _ in 0..2_000 {
        if watched.table.outcome().is_some() {
            break;
        }
        let entries = watched.table.entries();
        for (seat, asked) in watched.table.awaiting().iter() {
            let Some(asked) = asked.as_ref().filter(|asked| !asked.submitted) else { continue };
            let span = asked.deadline.saturating_sub(now);
            let wait = match chance.next_u32() % 8 {
                0 => span.saturating_sub(u64::from(chance.next_u32() % 6_000)),
                // With a reserve that would lose the match.
                1 if asked.reserve.is_none() => continue,
                _ => u64::from(chance.next_u32()) % (span / 3 + 1),
            };
            let sight = watched.table.sight(Viewer::Seat(seat));
            let act = match asked.wants {
                Wants::Ready => Act::Ready { seat },
                Wants::Nothing => continue,
                Wants::Order => {
                    let Some(order) = random_order(&*sight, &mut chance) else { continue };
                    Act::Order { seat, text: order.text().to_owned() }
                }
            };
            now = watched.table.now().max(now + wait);
            watched.enter(&Entry::new(now, act));
        }
        if let Some(due) = watched.table.next_deadline().filter(|_| watched.table.entries() == entries) {
            now = due.max(watched.table.now());
            watched.enter(&Entry::new(now, Act::Time));
        }
        if watched.table.step() > 1 && chance.next_u32().is_multiple_of(40) {
            watched.enter(&Entry::new(now, Act::Host(HostAct::Undo)));
        }
        check(&watched);
    }
    watched
}

#[test]
fn every_line_is_true_of_matches_by_chance() {
    for game in games::all() {
        for (preset, _) in game.presets() {
            let stories: Vec<_> = (0..6).map(|number| check(&by_chance(game, preset, number))).collect();
            assert!(stories.iter().all(|story| !story.is_empty()), "{preset}: {stories:?}");
        }
    }
}

/// The stored matches by folder and name, watched to their end.
pub fn stored() -> Vec<(String, Watched)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/records");
    let mut found = Vec::new();
    for game in std::fs::read_dir(root).unwrap() {
        for file in std::fs::read_dir(game.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "jsonl") {
                let text = std::fs::read_to_string(&path).unwrap();
                let mut lines = text.lines();
                let mut watched = Watched::new(Header::read(lines.next().unwrap()).unwrap());
                for entry in lines.filter_map(|line| Entry::read(line).ok()) {
                    watched.enter(&entry);
                }
                let [game, name] =
                    [path.parent().unwrap().file_name(), path.file_stem()].map(|part| part.unwrap().to_str().unwrap());
                found.push((format!("{game}/{name}"), watched));
            }
        }
    }
    found
}

#[test]
fn every_line_is_true_of_the_stored_matches() {
    let stored = stored();
    assert!(stored.len() > 20);
    for (_, watched) in &stored {
        check(watched);
    }
}
