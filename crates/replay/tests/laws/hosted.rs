//! Matches with rulings, matches that ended early, and matches without a replay.

use deathmatch_replay::{Given, Kind, Replay, Unfit, page};
use deathmatch_rules::game::{BySeat, Seat, Secrecy, Seed, Viewer, Wants, random_legal_order};
use deathmatch_rules::games::{self, GAMES};
use deathmatch_rules::table::{Act, Entry, Header, HostAct, Table, public_record, read_record, verify};

use super::decoded::Page;
use super::play::{Ending, Habits, play};

const NAMES: [&str; 2] = ["Ann", "Bob"];

#[test]
fn running_match_has_no_replay() {
    for game in GAMES {
        let record = play(*game, game.presets()[0].0, NAMES, 1, Habits::default());
        let text = record.text();
        let lines: Vec<_> = text.lines().collect();
        for kept in [1, lines.len() / 2, lines.len() - 1] {
            let refused = Replay::read(&lines[..kept].join("\n")).unwrap_err();
            assert_eq!(refused, Unfit::NotOver, "{} with {kept} lines", game.id());
        }
        assert!(matches!(Replay::read("no record"), Err(Unfit::Unplayable(_))));
        assert!(matches!(Replay::read(&format!("{text}{{\"at\":0}}\n")), Err(Unfit::Unplayable(_))));
    }
}

#[test]
fn too_long_a_match_is_refused_before_drawing() {
    let game = GAMES[0];
    let table = || Table::open(header(game)).unwrap();
    let acts = [HostAct::Pause, HostAct::Resume].into_iter().cycle().take(20).chain([HostAct::Void]);
    let entries: Vec<_> = acts.map(|act| Entry::new(0, Act::Host(act))).collect();
    // The opening, and a moment for each act.
    let whole = Replay::within(table(), &entries, String::new(), 22).unwrap();
    assert_eq!(whole.moments.len(), 22);
    let refused = Replay::within(table(), &entries, String::new(), 21).unwrap_err();
    assert_eq!(refused, Unfit::TooLong(21));
    assert!(refused.to_string().contains("more than 21 moments"), "{refused}");
}

#[test]
fn match_without_a_move_has_a_page() {
    for game in games::all() {
        for (preset, _) in game.presets() {
            for ending in [Ending::Void, Ending::Forfeit, Ending::Award] {
                let habits = Habits { ended: Some((1, ending)), ..Habits::default() };
                let replay = Replay::read(&play(game, preset, NAMES, 1, habits).text()).unwrap();
                let kinds: Vec<_> = replay.moments.iter().map(|moment| moment.kind).collect();
                assert_eq!(kinds, [Kind::Opening, Kind::Verdict], "{preset}");
                let html = page(&replay);
                assert_eq!(html.contains("without a result"), ending == Ending::Void);
                assert_eq!(Page::read(&html).moments().len(), 2);
            }
        }
    }
}

#[test]
fn reverted_steps_stay_and_are_marked() {
    let game = GAMES[0];
    let mut record =
        play(game, game.presets()[0].0, NAMES, 3, Habits { ended: Some((4, Ending::Void)), ..Habits::default() });
    let over = record.entries.pop().unwrap();
    let at = over.at;
    for act in [HostAct::Forfeit(deathmatch_rules::game::Seat::Ec), HostAct::Undo, HostAct::Undo, HostAct::Void] {
        record.entries.push(Entry::new(at, Act::Host(act)));
    }
    let replay = Replay::read(&record.text()).unwrap();
    let steps: Vec<_> = replay.moments.iter().filter(|moment| moment.kind == Kind::Step).collect();
    assert_eq!(steps.iter().map(|moment| moment.taken_back).collect::<Vec<_>>(), [false, false, true]);
    let verdicts: Vec<_> = replay.moments.iter().filter(|moment| moment.kind == Kind::Verdict).collect();
    assert_eq!(verdicts.iter().map(|moment| moment.taken_back).collect::<Vec<_>>(), [true, false]);
    assert!(steps[2].answers.iter().all(|(_, answer)| matches!(answer.as_ref().unwrap().given, Given::Order(_))));
    let page = Page::read(&page(&replay));
    assert_eq!(page.moments().iter().filter(|moment| moment["undone"] == true).count(), 2);
}

/// An order that a ruling overtook belongs to its player alone: everyone's record is equal with one, with another and with none.
#[test]
fn public_record_hides_orders_that_were_never_played() {
    let mut hidden = 0;
    for game in games::all() {
        for (seed, step) in (1..12).zip([1, 2, 3, 5].into_iter().cycle()) {
            let habits = Habits { missing: 5, hosting: 10, ended: Some((step, Ending::Forfeit)) };
            let mut record = play(game, game.presets()[0].0, NAMES, seed, habits);
            let verdict = record.entries.pop().unwrap();
            let table = Table::replay(record.header.clone(), &record.entries).unwrap();
            let asked = table.awaiting();
            let mut secret = Seat::ALL.into_iter().filter(|&seat| {
                let open = asked[seat].as_ref().filter(|asked| !asked.submitted && asked.wants == Wants::Order);
                open.is_some_and(|asked| asked.secrecy == Secrecy::Private)
            });
            let Some(seat) = secret.next().filter(|_| !table.paused()) else { continue };
            let with = |order: Option<u64>| {
                let order = order.map(|number| {
                    let mut random = Seed::new(number.to_string()).generator("order");
                    let text =
                        random_legal_order(&*table.sight(Viewer::Seat(seat)), &mut random).unwrap().text().to_owned();
                    Entry::new(table.now(), Act::Order { seat, text })
                });
                let entries = [record.entries.clone(), order.into_iter().collect(), vec![verdict.clone()]].concat();
                super::play::Record { header: record.header.clone(), entries }.text()
            };
            let whole = [None, Some(1), Some(2), Some(3)].map(with);
            let step = Table::replay(record.header.clone(), &record.entries).unwrap().step();
            let resolves = |text: &String| {
                let (header, entries) = read_record(text).unwrap();
                Table::replay(header, &entries).unwrap().step() > step
            };
            if whole.iter().any(resolves) {
                continue;
            }
            hidden += 1;
            let shown = whole.each_ref().map(|text| public_record(text).unwrap());
            assert!(shown.iter().all(|text| *text == shown[0]), "{} {seed}: {shown:#?}", game.id());
            assert_eq!(public_record(&shown[0]).unwrap(), shown[0]);
        }
    }
    assert!(hidden > 20, "{hidden}");
}

/// Everyone's record replays to the same match and verifies.
#[test]
fn public_record_is_the_same_match() {
    let mut changed = 0;
    for game in games::all() {
        for seed in 1..12 {
            let ended = Some((4, Ending::Award)).filter(|_| seed % 3 > 0);
            let habits = Habits { missing: 10, hosting: 25, ended };
            let text = play(game, game.presets()[0].0, NAMES, seed, habits).text();
            let shown = public_record(&text).unwrap();
            changed += usize::from(text != shown);
            let of = |text: &str| {
                let (header, entries) = read_record(text).unwrap();
                let table = Table::replay(header.clone(), &entries).unwrap();
                let verified = verify(header, &entries).unwrap();
                (table.state_json(), table.outcome(), table.orders(), verified)
            };
            assert_eq!(of(&text), of(&shown), "{} {seed}", game.id());
        }
    }
    assert!(changed > 10, "{changed}");
}

#[test]
fn page_ends_with_the_story() {
    for game in GAMES {
        let record = play(*game, game.presets()[0].0, NAMES, 3, Habits::default());
        let replay = Replay::read(&record.text()).unwrap();
        let told = Table::replay(record.header.clone(), &record.entries).unwrap().story();
        assert!(!told.is_empty(), "{}", game.id());
        let html = page(&replay);
        let section = html.split("The story</h2>").nth(1).unwrap().split("</section>").next().unwrap();
        let lines: Vec<_> = section.split("<li>").skip(1).map(|line| line.split("</li>").next().unwrap()).collect();
        assert_eq!(lines, told.iter().map(deathmatch_rules::table::StoryLine::text).collect::<Vec<_>>());
    }
    let nothing = Habits { ended: Some((1, Ending::Void)), ..Habits::default() };
    let replay = Replay::read(&play(GAMES[0], GAMES[0].presets()[0].0, NAMES, 1, nothing).text()).unwrap();
    assert!(!page(&replay).contains("The story"));
}

#[test]
fn thinking_time_excludes_pauses() {
    let game = games::all().find(|game| {
        let table = Table::open(header(*game)).unwrap();
        table.awaiting().iter().all(|(_, asked)| {
            asked.as_ref().is_some_and(|asked| asked.wants == Wants::Order && asked.secrecy == Secrecy::Private)
        })
    });
    let game = game.expect("a game that begins with secret orders");
    let mut table = Table::open(header(game)).unwrap();
    let order = |table: &Table, seat| {
        let mut random = deathmatch_rules::game::Seed::new("t").generator("t");
        let sight = table.sight(deathmatch_rules::game::Viewer::Seat(seat));
        let text = deathmatch_rules::game::random_legal_order(&*sight, &mut random).unwrap().text().to_owned();
        Act::Order { seat, text }
    };
    let [ec, dmo] = deathmatch_rules::game::Seat::ALL;
    let acts = [
        (1_000, Act::Host(HostAct::Pause)),
        (9_000, Act::Host(HostAct::Resume)),
        (10_500, order(&table, ec)),
        (12_000, order(&table, dmo)),
        (13_000, Act::Host(HostAct::Void)),
    ];
    let entries: Vec<_> = acts.into_iter().map(|(at, act)| Entry::new(at, act)).collect();
    for entry in &entries {
        assert_eq!(table.enter(entry).error, None);
    }
    let replay = Replay::of(Table::open(header(game)).unwrap(), &entries, "Match 7".to_owned()).unwrap();
    let step = replay.moments.iter().find(|moment| moment.kind == Kind::Step).unwrap();
    let thought = step.answers.as_ref().map(|answer| answer.as_ref().unwrap().thought);
    assert_eq!(thought, BySeat { ec: Some(2_500), dmo: Some(4_000) });
    assert!(page(&replay).contains("<span>Match 7</span>"));
}

#[test]
fn deadline_still_past_after_a_credit_takes_effect() {
    let game = GAMES[0];
    let due = Table::open(header(game)).unwrap().next_deadline().unwrap();
    let acts = [(due + 40_000, HostAct::Credit(1)), (due + 50_000, HostAct::Void)];
    let entries = acts.map(|(at, act)| Entry::new(at, Act::Host(act)));
    let replay = Replay::of(Table::open(header(game)).unwrap(), &entries, String::new()).unwrap();
    let kinds: Vec<_> = replay.moments.iter().map(|moment| moment.kind).collect();
    assert_eq!(kinds, [Kind::Opening, Kind::Note, Kind::Step, Kind::Verdict]);
    assert_eq!(replay.moments[2].at, due + 1);
}

fn header(game: &dyn deathmatch_rules::game::Game) -> Header {
    let mut header = Header::new(game.id());
    header.preset = Some(game.presets()[0].0.to_owned());
    header
}
