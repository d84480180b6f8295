//! Laws of every story: of random matches and of the stored ones.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use deathmatch_rules::game::Seat;
use deathmatch_rules::game::{BySeat, Game, Seed, Viewer, Wants, try_random_order};
use deathmatch_rules::games;
use deathmatch_rules::table::{
    Act, Bot, Entry, Header, HostAct, Level, MAX_STORY_LINE, MAX_STORY_LINES, Player, StoryLine,
};
use rand_chacha::rand_core::Rng;
use serde_json::Value;

use super::facts::{confirms, numbers, of_game};
use super::watched::Watched;

/// The length of the longest headline, with names of a few letters.
const LONGEST_HEADLINE: usize = 80;
/// The least weight of a moment that has an exclamation mark.
const WORTH_A_SHOUT: u8 = 50;

/// Whether a text takes every number and name from a moment's facts.
fn is_made_of(words: &str, facts: &Value, names: &BySeat<String>) -> bool {
    let facts: Vec<&Value> = facts.as_object().unwrap().values().collect();
    let known: Vec<i64> = facts.iter().flat_map(|fact| numbers(&fact.to_string())).collect();
    let named = |seat: Seat| facts.iter().any(|fact| *fact == seat.id());
    numbers(words).iter().all(|number| known.contains(number))
        && Seat::ALL
            .into_iter()
            .all(|seat| named(seat) || !words.split(|c: char| !c.is_alphanumeric()).any(|word| word == names[seat]))
}

/// Checks the laws of a step's account.
fn check_step(watched: &Watched, at: usize) {
    let step = &watched.steps[at];
    let names = BySeat { ec: "Ann".to_owned(), dmo: "Bob".to_owned() };
    for moment in step.moments.iter().flatten() {
        for words in (0..moment.phrases()).map(|number| moment.says(number).with_names(&names)) {
            let said = |test: bool| assert!(test, "{words:?} is not fit to be told: {moment:?}");
            said(is_made_of(&words, &moment.json(), &names));
            said(words.ends_with(['.', '!']) && !words.contains(['{', '}', '\n']));
            said(words.chars().count() <= LONGEST_HEADLINE);
            said(!words.contains('!') || moment.weight >= WORTH_A_SHOUT);
        }
    }
    let game = watched.table.game();
    for (moments, events) in step.moments.iter().zip([&step.public, &step.events]) {
        for moment in moments {
            let said = moment.json();
            assert!(
                of_game(game, &said, events, [at.checked_sub(1).map(|at| &watched.steps[at]), Some(step)]),
                "{said} is not so: {events:?}"
            );
        }
    }
    let heaviest = step.moments[0].iter().rev().max_by_key(|moment| moment.weight);
    let heads: Vec<_> = step.public.iter().filter(|event| !event["moment"].is_null()).collect();
    let Some(heaviest) = heaviest else { return assert!(heads.is_empty()) };
    assert_eq!(heads[0]["moment"], heaviest.json(), "the heaviest is the headline");
    // If a step gives both players points, the headline is not about the smaller gain.
    let points = |at: usize| watched.steps[at].public.iter().rev().find_map(|event| event.get("points").cloned());
    let before = at.checked_sub(1).map_or(Some(serde_json::json!({ "ec": 0, "dmo": 0 })), points);
    if let (Some(before), Some(after), Some(seat)) = (before, points(at), heaviest.about()) {
        let gained = |seat: Seat| Some(after[seat.id()].as_i64()? - before[seat.id()].as_i64()?);
        if let (Some(own), Some(other)) = (gained(seat), gained(!seat)) {
            assert!(own >= other, "{seat} gained {own}, the other {other}: {heaviest:?}");
        }
    }
    let head = |events: &[Value]| {
        let event = events.iter().find(|event| !event["moment"].is_null()).unwrap();
        event["text"].as_str().unwrap().lines().next().unwrap().to_owned()
    };
    let words = head(&step.public);
    assert!((0..heaviest.phrases()).any(|number| heaviest.says(number).with_names(&step.names) == words), "{words}");
    for events in [&step.events, &step.own.ec, &step.own.dmo] {
        assert_eq!(head(events), words, "everyone reads the same headline");
    }
    let said: Vec<_> = heaviest.lines.iter().map(|line| line.with_names(&step.names)).collect();
    let texts = step.public.iter().filter_map(|event| event["text"].as_str());
    // An event of one line keeps it, also where that is the headline.
    let again = texts.flat_map(str::lines).find(|line| *line != words && said.iter().any(|each| each == line));
    assert_eq!(again, None, "it is told once: {words}");
}

/// Checks the laws of a watched match's story.
fn check(watched: &Watched) -> Vec<StoryLine> {
    let story = watched.table.story();
    let Some(outcome) = watched.table.outcome() else {
        assert!(story.is_empty(), "a running match has no story: {story:?}");
        return story;
    };
    assert!(story.len() <= MAX_STORY_LINES);
    for line in &story {
        let said = |test: bool| assert!(test, "{line:?} is not so");
        said(line.text().chars().count() <= MAX_STORY_LINE);
        let again = |other: &StoryLine| other.words == line.words || other.kind == line.kind || other.step == line.step;
        said(story.iter().filter(|other| again(other)).count() == 1);
        said(line.words.ends_with(['.', '!']) && !line.words.contains(['{', '\n']));
        let step = &watched.steps[line.step as usize - 1];
        said(step.stage.starts_with(&line.stage) && is_made_of(&line.words, &line.facts, &step.names));
        said(confirms(watched, outcome, line, step));
    }
    assert!(story.is_sorted_by_key(|line| line.step), "{story:?}");
    story
}

/// Plays a random match, with missing answers, a host who reverts steps, and late orders.
fn random_match(game: &dyn Game, preset: &str, number: u64) -> Watched {
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
                // With a reserve this would lose the match.
                1 if asked.reserve.is_none() => continue,
                _ => u64::from(chance.next_u32()) % (span / 3 + 1),
            };
            let sight = watched.table.sight(Viewer::Seat(seat));
            let act = match asked.wants {
                Wants::Ready => Act::Ready { seat },
                Wants::Nothing => continue,
                Wants::Order => {
                    let Some(order) = try_random_order(&*sight, &mut chance) else { continue };
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
        if let Some(last) = watched.steps.len().checked_sub(1) {
            check_step(&watched, last);
        }
    }
    watched
}

#[test]
fn every_line_is_true_of_random_matches() {
    for game in games::all() {
        for (preset, _) in game.presets() {
            let stories: Vec<_> = (0..6).map(|number| check(&random_match(game, preset, number))).collect();
            assert!(stories.iter().all(|story| !story.is_empty()), "{preset}: {stories:?}");
            let whole = stories.iter().filter(|story| story.len() >= 3).count();
            assert!(whole * 3 >= stories.len() * 2, "most stories have three to five lines: {preset}: {stories:?}");
        }
    }
}

/// Returns everything told to everyone in a random match, with another seed for the words.
fn told(game: &dyn Game, number: u64) -> Vec<Vec<Value>> {
    random_match(game, game.presets()[0].0, number).steps.into_iter().map(|step| step.public).collect()
}

#[test]
fn match_is_told_the_same_again() {
    for game in games::all() {
        assert_eq!(told(game, 1), told(game, 1), "{}", game.id());
    }
}

/// Moments of one kind are told in all their phrases, over many seeds.
#[test]
fn each_phrase_is_used() {
    let mut seen: BTreeMap<(String, String), BTreeSet<usize>> = BTreeMap::new();
    let mut most: BTreeMap<(String, String), usize> = BTreeMap::new();
    for game in games::all() {
        for number in 0..8 {
            let watched = random_match(game, game.presets()[0].0, number);
            for step in &watched.steps {
                let Some(moment) = step.moments[0].iter().rev().max_by_key(|moment| moment.weight) else { continue };
                let head = step.public.iter().find(|event| !event["moment"].is_null()).unwrap();
                let head = head["text"].as_str().unwrap().lines().next().unwrap();
                let said = |number: &usize| moment.says(*number).with_names(&step.names) == head;
                let key = (game.id().to_owned(), moment.kind.to_owned());
                seen.entry(key.clone()).or_default().extend((0..moment.phrases()).find(said));
                *most.entry(key).or_default() = moment.phrases();
            }
        }
    }
    let many = seen.values().filter(|phrases| phrases.len() > 1).count();
    assert!(many * 2 >= seen.len(), "{seen:?}");
    assert!(most.values().all(|&phrases| phrases > 1), "every headline has several phrases: {most:?}");
}

/// Returns the stored matches by folder and name, watched to their end.
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
fn every_line_is_true_of_stored_matches() {
    let stored = stored();
    assert!(stored.len() > 20);
    for (_, watched) in &stored {
        check(watched);
        (0..watched.steps.len()).for_each(|at| check_step(watched, at));
    }
}
