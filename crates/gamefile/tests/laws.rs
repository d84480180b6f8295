//! Laws of games in files: the library and the templates keep them, and faults and leaks of files are reported.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use deathmatch_gamefile::{GameView, LIBRARY, Loaded, Means, TEMPLATES, check, check_for, play_examples};
use deathmatch_rules::game::{
    Asked, BySeat, Filled, Given, Labelled, Legal, Seat, Seed, Shape, Terms, Viewer, Wants, random_legal_order,
};
use deathmatch_rules::games;
use deathmatch_rules::table::{Act, Entry, Header, HostAct, Nonce, Table, What, verify};
use serde_json::json;

fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [root.join("templates"), root.join("../../library")];
    let in_folder =
        |folder: &PathBuf| fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let mut files: Vec<_> =
        folders.iter().flat_map(in_folder).filter(|path| path.extension().is_some_and(|end| end == "py")).collect();
    files.sort();
    files
}

fn source(name: &str) -> String {
    let file = files().into_iter().find(|path| path.ends_with(name)).expect("there is such a file");
    fs::read_to_string(file).expect("a text")
}

fn loaded(source: &str) -> Arc<Loaded> {
    Loaded::read("game.py", source).unwrap_or_else(|error| panic!("{error}"))
}

fn pass_their_check(samples: &[(&str, &str)]) {
    for (name, source) in samples {
        let game = Loaded::read(name, source).unwrap_or_else(|error| panic!("{error}"));
        let checked = check(&game, None).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(checked.lines.len() <= 12, "{:#?}", checked.lines);
    }
}

#[test]
fn templates_pass_their_check() {
    pass_their_check(TEMPLATES);
}

#[test]
fn examples_of_the_library_play_as_written() {
    for (name, source) in LIBRARY {
        let game = Loaded::read(name, source).unwrap_or_else(|error| panic!("{error}"));
        let played = play_examples(&game).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(played > 0, "{name} has no example");
    }
}

#[test]
#[ignore = "long"]
fn library_passes_its_check() {
    pass_their_check(LIBRARY);
}

#[test]
fn library_files_are_all_built_in() {
    let mut names: Vec<_> = TEMPLATES.iter().chain(LIBRARY).map(|(name, _)| format!("{name}.py")).collect();
    names.sort();
    let mut files: Vec<_> =
        files().iter().map(|path| path.file_name().expect("a file").to_string_lossy().into_owned()).collect();
    files.sort();
    assert_eq!(names, files);
}

/// Plays a match at a table with some reverted steps. Returns its record.
fn played(game: &Arc<Loaded>, seed: u64) -> (Table, Header, Vec<Entry>) {
    let erased = game.game();
    games::load(Arc::clone(&erased));
    let mut header = Header::new(erased.id());
    header.preset = erased.presets().first().map(|(id, _)| (*id).to_owned());
    header.seed = Seed::new(seed.to_string());
    let mut random = header.seed.generator("orders");
    let mut table = Table::open(header.clone()).expect("opens");
    let (mut entries, mut at) = (Vec::new(), 0);
    for step in 0..400_u64 {
        if table.outcome().is_some() {
            break;
        }
        at += 500;
        let asked = table.awaiting();
        let seat = Seat::ALL.into_iter().find(|seat| asked[*seat].as_ref().is_some_and(|asked| !asked.submitted));
        let act = match seat {
            _ if step % 11 == 10 => Act::Host(HostAct::Undo),
            Some(seat) if asked[seat].as_ref().is_some_and(|asked| asked.wants == Wants::Ready) => Act::Ready { seat },
            Some(seat) => {
                let order = random_legal_order(&*table.sight(Viewer::Seat(seat)), &mut random).expect("an order");
                Act::Order { seat, text: order.text().to_owned() }
            }
            None => Act::Time,
        };
        let entry = Entry::new(at, act);
        if table.enter(&entry).error.is_none() {
            entries.push(entry);
        }
    }
    (table, header, entries)
}

#[test]
fn record_with_its_file_replays_the_match() {
    games::read_with(Loaded::brought);
    for path in files() {
        let game = loaded(&fs::read_to_string(&path).expect("a text"));
        for seed in 0..3 {
            let (table, header, entries) = played(&game, seed);
            let lines: Vec<_> =
                std::iter::once(Header::exported(&header.write(), 1)).chain(entries.iter().map(Entry::write)).collect();
            games::unload(&header.game);
            assert!(games::find(&header.game).is_none());
            let (header, entries) = deathmatch_rules::table::read_record(&lines.join("\n")).expect("a record");
            let again = Table::replay(header, &entries).expect("plays through");
            assert_eq!(again.state_json(), table.state_json(), "{}", path.display());
            assert_eq!(again.outcome(), table.outcome());
            assert_eq!(again.story(), table.story());
        }
    }
}

/// The last answer of round 4 also plays round 5, since the last tiles lay themselves: the story names round 5.
#[test]
fn story_names_the_stage_in_which_the_score_changed() {
    let game = loaded(&source("black_and_white.py")).game();
    let mut header = Header::new(game.id());
    header.preset = Some("five".to_owned());
    let mut table = Table::with_game(header, game).expect("opens");
    let tiles = [(Seat::Dmo, 4), (Seat::Ec, 4), (Seat::Dmo, 3), (Seat::Ec, 2), (Seat::Dmo, 1), (Seat::Ec, 3)];
    for (at, (seat, tile)) in (0..).zip(tiles.into_iter().chain([(Seat::Ec, 0), (Seat::Dmo, 0)])) {
        let answer = table.enter(&Entry::new(at, Act::Order { seat, text: tile.to_string() }));
        assert_eq!(answer.error, None, "{seat:?} {tile}");
    }
    assert_eq!(table.outcome().and_then(|outcome| outcome.winner), Some(Seat::Dmo));
    let story = table.story();
    let line = story.iter().find(|line| line.kind == "decider").expect("the last round decides");
    assert_eq!((line.stage.as_str(), line.step), ("Round 5", 8), "{story:?}");
}

#[test]
fn draw_after_an_undo_is_redrawn() {
    let game = loaded(&source("bids.py"));
    let erased = game.game();
    games::load(Arc::clone(&erased));
    let mut prizes = std::collections::BTreeSet::new();
    let mut table = Table::open(Header::new(erased.id())).expect("opens");
    for at in 0..20 {
        for seat in Seat::ALL {
            assert!(table.enter(&Entry::new(at, Act::Order { seat, text: "1".to_owned() })).error.is_none());
        }
        prizes.insert(table.state_json()["prize"].to_string());
        assert!(table.enter(&Entry::new(at, Act::Host(HostAct::Undo))).error.is_none());
    }
    assert!(prizes.len() > 2, "{prizes:?}");
}

/// Everyone can read the record of a finished match, and could foretell draws by its seed.
#[test]
fn undone_end_draws_from_a_new_seed() {
    let game = loaded(&source("bids.py"));
    let erased = game.game();
    games::load(Arc::clone(&erased));
    let play = |end: Act, seeds: [Option<&str>; 2]| {
        let mut lines = vec![Header::new(erased.id()).write()];
        let mut table = Table::open(Header::new(erased.id())).expect("opens");
        let mut prizes = Vec::new();
        let mut enter = |act: &Act, seed: Option<&str>| {
            let entry = Entry { seed: seed.map(Seed::new), ..Entry::new(1, act.clone()) };
            assert!(table.enter(&entry).error.is_none());
            prizes.push(table.state_json()["prize"].to_string());
            lines.push(entry.write());
        };
        let round = |enter: &mut dyn FnMut(&Act, Option<&str>), text: &str| {
            for seat in Seat::ALL {
                enter(&Act::Order { seat, text: text.to_owned() }, None);
            }
        };
        round(&mut enter, "1");
        enter(&end, None);
        enter(&Act::Host(HostAct::Undo), seeds[0]);
        round(&mut enter, "2");
        // A later undo draws from the new seed, too.
        enter(&Act::Host(HostAct::Undo), seeds[1]);
        round(&mut enter, "2");
        let (header, entries) = deathmatch_rules::table::read_record(&lines.join("\n")).expect("a record");
        let again = Table::replay(header, &entries).expect("plays through");
        assert_eq!(again.state_json(), table.state_json());
        let drawn: Vec<_> = prizes.into_iter().enumerate().filter(|(at, _)| [5, 8].contains(at)).collect();
        drawn
    };
    let (end, seeds) = (Act::Host(HostAct::Void), ["a", "b", "c", "d", "e", "f", "g", "h"]);
    let foretold = play(end.clone(), [None, None]);
    assert_eq!(play(end.clone(), [None, None]), foretold);
    let drawn: std::collections::BTreeSet<_> = seeds.map(|seed| play(end.clone(), [Some(seed), None])).into();
    for at in 0..2 {
        let prizes: std::collections::BTreeSet<_> = drawn.iter().map(|prizes| &prizes[at].1).collect();
        assert!(prizes.len() > 2, "{prizes:?}");
    }
}

const SMALL: &str = r#"
game(id="small", name="Small", blurb="A game.", state={"hand": owner, "secret": nobody}, score="points")
def play(s, opt, random):
    s.points, s.hand, s.secret, s.log = both(0), each(lambda seat: random.below(1000)), random.below(1000), []
    hidden, told, cells = s.secret, 0, [s.secret]
    for round in range(3):
        order = ask(EC, orders=["go", "stop"], question="Go?", seconds=60, missing="go")
        told += 1
        #HERE
        s.points[EC] += 1
def scene(v):
    return [text(f"{v.points[EC]} points")]
RULES = "! None."
"#;

fn small(here: &str) -> String {
    SMALL.replace("#HERE", here)
}

/// A late order is told before its effect, in the account and in the picture's caption.
#[test]
fn late_order_is_told_before_its_effect() {
    let game = loaded(&small("say('EC played ' + order)")).game();
    games::load(Arc::clone(&game));
    let mut table = Table::open(Header::new(game.id())).expect("opens");
    let answer = table.enter(&Entry::new(60_000, Act::Time));
    let told: Vec<_> = answer.happened.iter().flat_map(|each| each.words(Viewer::Public, &table.names())).collect();
    let at = |words: &str| told.iter().position(|line| line.contains(words));
    assert!(at("so `go` counts").expect("the cause") < at("EC played go").expect("the effect"), "{told:?}");
    let caption = table.sight(Viewer::Public).scene().caption.with_names(&table.names());
    assert_eq!(caption, "No order came from EC in time, so 'go' counts. EC played go");
    // The list of orders says which are missing, and which a host gave.
    assert_eq!(
        table.enter(&Entry::new(60_001, Act::Host(HostAct::Order { seat: Seat::Ec, text: "stop".to_owned() }))).error,
        None
    );
    assert_eq!(table.enter(&Entry::new(60_002, Act::Order { seat: Seat::Ec, text: "go".to_owned() })).error, None);
    let orders = table.orders().expect("the match is over");
    assert!(orders.contains("- EC: no order\n") && orders.contains("- EC: stop (given by a host)\n"), "{orders}");
    assert!(orders.ends_with("- EC: go\n- EC 3 (+1), DMO 0 points"), "{orders}");
}

/// Returns a viewer's account of the first step of the small game, with a line of its file.
fn first_step(here: &str, viewer: Viewer) -> Vec<String> {
    let game = loaded(&small(here)).game();
    games::load(Arc::clone(&game));
    let mut table = Table::open(Header::new(game.id())).expect("opens");
    let answer = table.enter(&Entry::new(1, Act::Order { seat: Seat::Ec, text: "go".to_owned() }));
    let resolved = answer.happened.iter().filter(|each| matches!(each.what, What::Resolved { .. }));
    resolved.flat_map(|each| each.words(viewer, &table.names())).collect()
}

#[test]
fn changed_score_is_told_once() {
    assert_eq!(first_step("", Viewer::Public), ["EC 1, DMO 0 points."]);
    assert_eq!(first_step("say('EC played.')", Viewer::Public), ["EC played.", "EC 1, DMO 0 points."]);
    assert_eq!(first_step("say('Now {ec} 1, {dmo} 0 points.')", Viewer::Public), ["Now EC 1, DMO 0 points."]);
    assert_eq!(first_step("s.points[EC] -= 1; say('A draw.')", Viewer::Public), ["A draw."], "it stays as it was");
}

#[test]
fn account_of_everything_names_the_player_whom_a_text_addresses() {
    let here = "say('You hold a 7.', to=EC)";
    assert_eq!(first_step(here, Viewer::Seat(Seat::Ec))[0], "You hold a 7.");
    assert_eq!(first_step(here, Viewer::Truth)[0], "To EC: You hold a 7.");
    assert_eq!(first_step(here, Viewer::Public), ["EC 1, DMO 0 points."]);
}

/// Returns the error of reading or checking a game; empty if there is none.
fn wrong(source: &str) -> String {
    match Loaded::read("game.py", source) {
        Err(error) => error.to_string(),
        Ok(game) => check(&game, None).err().map_or_else(String::new, |error| error.to_string()),
    }
}

#[test]
fn leaks_are_refused_or_found() {
    assert_eq!(wrong(&small("")), "");
    for (here, says) in [
        ("ask(EC, orders=['a'], question=lambda v: f'{s.secret}', seconds=60)", "`question` uses `s`"),
        ("ask(EC, orders=['a'], question=lambda v: f'{cells[0]}', seconds=60)", "`question` uses `cells`"),
        ("ask(EC, orders=['a'], question=f'{s.secret}', seconds=60)", "`question` is made of what `play` knows"),
        ("ask(EC, orders=[str(s.secret)], question='?', seconds=60)", "`orders` is made of what `play` knows"),
        ("ask(EC, orders=lambda v: [v.secret], question='?', seconds=60)", "not of a None"),
        (
            "ask(EC, orders=['a'], question=lambda v: f'{hidden}', seconds=60)",
            "the question differs between two positions",
        ),
        ("ask(EC, orders=lambda v: [hidden], question='?', seconds=60)", "the orders differs between two positions"),
    ] {
        let wrong = wrong(&small(here));
        assert!(wrong.contains(says), "{here}: {wrong}");
    }
    let misspelt = small("").replace("\"secret\": ", "\"secert\": ");
    assert!(wrong(&misspelt).ends_with("; did you mean `secret`?"), "{}", wrong(&misspelt));
    let scene = small("").replace("{v.points[EC]} points", "{v.points.pop(EC)} points");
    assert!(wrong(&scene).contains("a view is there to look at"), "{}", wrong(&scene));
}

const IMAGINE: &str = "def imagine(v, random):
    hand = {other(v.seat): random.below(1000), v.seat: 0}
    return {'hand': hand, 'secret': random.below(1000)}
";

#[test]
fn times_that_depend_on_hidden_values_are_found() {
    for (here, leaks) in [
        ("rest(5)", false),
        ("ask(DMO, ['a'], '?', seconds=60 + s.points[EC])", false),
        ("rest(5 + s.secret)", true),
        ("ask(DMO, ['a'], '?', seconds=60 + s.hand[EC])", true),
        ("ask(EC, ['a'], '?', seconds=60 + s.hand[other(EC)], sealed=True)", true),
        ("ask_both(['a'], '?', seconds=60 + hidden)", true),
        ("race(['a'], '?', seconds=60 + cells[0])", true),
    ] {
        let wrong = wrong(&small(here));
        let found = wrong.contains("the asked seat or its time differs");
        assert!(if leaks { found } else { wrong.is_empty() }, "{here}: {wrong}");
    }
    let imagined = wrong(&(small("rest(5 + s.secret)") + IMAGINE));
    assert!(imagined.contains("the asked seat or its time differs"), "{imagined}");
    assert_eq!(wrong(&(small("rest(5)") + IMAGINE)), "");
}

#[test]
fn private_text_that_tells_a_hidden_value_is_reported() {
    let report = |words: &str, more: &str| {
        let helper = "def whisper(words, seat):\n    say(words, to=seat)\n";
        let source = small(&format!("whisper(f'{words}', EC)")) + helper + more;
        check(&loaded(&source), None).expect("passes").lines.join("\n")
    };
    for more in ["", IMAGINE] {
        let rival = report("They hold {s.hand[DMO]}.", more);
        assert!(rival.contains("ec is told what its view hides: “They hold "), "{rival}");
        let own = report("You hold {s.hand[EC]}.", more);
        assert!(own.contains("no `say` or `story` names a hidden entry"), "{own}");
    }
}

#[test]
fn rules_have_no_mentions_and_links() {
    let rules = "# ⚖️ Ties\n**Bold** `a1` [Claim](https://evil.example)\n  <@1> @everyone </match resign:1>";
    let source = small("").replace("RULES = \"! None.\"", &format!("RULES = {}", json!(rules)));
    let page = loaded(&source).game().page(None, &serde_json::Map::new()).expect("a page");
    let (section, line) = (&page.sections[0], &page.sections[0].lines[0]);
    assert_eq!((section.icon.as_str(), section.title.as_str()), ("⚖️", "Ties"));
    assert_eq!(line.text, "**Bold** `a1` [Claim] (https:／／evil.example) ‹＠1> ＠everyone ‹/match resign:1>");
}

#[test]
fn views_have_no_hidden_values() {
    let game = loaded(&small("")).game();
    let (play, _) = game.open(&Terms::default()).expect("opens");
    let truth = play.sight(Viewer::Truth).json();
    for viewer in [Viewer::Public, Viewer::Seat(Seat::Ec), Viewer::Seat(Seat::Dmo)] {
        let seen = play.sight(viewer).json();
        assert!(seen["secret"].is_null());
        for seat in Seat::ALL {
            let own = viewer.seat() == Some(seat);
            assert_eq!(seen["hand"][seat.id()] == truth["hand"][seat.id()], own, "{viewer:?} {seen}");
        }
    }
}

#[test]
fn fault_stops_the_clocks_and_names_its_line() {
    let game = loaded(&small("if round == 1: s.nothing.x = 1")).game();
    games::load(Arc::clone(&game));
    let mut table = Table::open(Header::new(game.id())).expect("opens");
    let order = |at| Entry::new(at, Act::Order { seat: Seat::Ec, text: "go".to_owned() });
    assert_eq!(table.enter(&order(1_000)).error, None);
    assert!(!table.paused());
    let before = table.state_json();
    let answer = table.enter(&order(2_000));
    assert_eq!(answer.error, None, "the order is in the record");
    let fault = table.fault().expect("the step could not be played out").to_owned();
    assert!(fault.contains("game.py:9:") && fault.contains('^'), "{fault}");
    assert!(answer.happened.iter().any(|each| matches!(each.what, What::Faulted { .. })));
    assert!(table.paused() && table.next_deadline().is_none() && table.outcome().is_none());
    assert_eq!(table.state_json(), before);
    let names = BySeat { ec: "Ann".to_owned(), dmo: "Bob".to_owned() };
    for happened in &answer.happened {
        let public = format!("{:?}", happened.told(Viewer::Public, &names));
        assert!(!public.contains("game.py"), "players do not read what a fault may give away: {public}");
    }
    let resumed = table.enter(&Entry::new(3_000, Act::Host(HostAct::Resume)));
    assert!(resumed.error.is_some_and(|error| error.message.contains("fault")));
    assert_eq!(table.enter(&Entry::new(4_000, Act::Host(HostAct::Undo))).error, None);
    assert_eq!(table.fault(), None);
}

#[test]
fn files_that_are_no_games_give_errors_with_lines() {
    for (source, says) in [
        ("", "does not call `game"),
        ("game(id='x')", "`game` needs `name=`"),
        ("game(id='x', nam='X')", "has no argument `nam`"),
        ("game(id='X', name='X', blurb='x')", "lower-case letters"),
        ("game(id='x', name='X', blurb='x')", "no function `play"),
        ("game(id='x', name='X', blurb='x')\ndef play(s, opt, random): pass", "no text `RULES`"),
        (
            "game(id='x', name='X', blurb='x',\n options={'dice': whole(5, 1, 6, 'Dice')})\ndef play(s, opt, random): pass\n\
             RULES = '''a\nb {dices}'''",
            "game.py:5:3: `dices` in `RULES` is no option; did you mean `dice`?",
        ),
        ("game(id='x', name='X', blurb='x',\n bluff='y')", "game.py:2:2: `game` has no argument `bluff`"),
        (
            "game(id='x', name='X',\n  blurb=('x' * 101))",
            "game.py:2:3: `blurb` in `game` is a text of 1 to 100 characters; this one has 101",
        ),
        (
            "game(id='x', name='X', blurb='x', options={\n  'a': whole(9, 1, 6, 'A')})",
            "game.py:2:4: the option `a` takes",
        ),
        (
            "game(id='x', name='X', blurb='x', options={'a': flag(False, 'A')}, presets={\n  'b': {'a': 3}})",
            "game.py:2:4: the preset `b` sets `a`, which takes",
        ),
        ("game(id='x', name='X', blurb='x', options={'a': 1})", "the option `a`"),
        ("game(id='x', name='X', blurb='x', state={'a': 1})", "`a` in `state`"),
        ("say('x')", "`say` belongs into `play`"),
        ("L = []\ngame(id='x', name='X', blurb='x')\nRULES = ''\ndef play(s, opt, random): L.append(1)", "top level"),
    ] {
        let wrong = wrong(source);
        assert!(wrong.contains(says), "{source}: {wrong}");
    }
}

/// Deals cards that everyone sees, cards that one seat sees, and cards that nobody sees.
const DEALT: &str = r#"
game(id="dealt", name="Dealt", blurb="A game.", state={"hand": owner, "deck": nobody}, score="points")
def play(s, opt, random):
    s.points = both(0)
    s.deck = random.shuffled(list(range(40)))
    s.row = [s.deck.pop() for n in range(5)]
    s.hand = each(lambda seat: s.deck.pop())
    for s.turn in SEATS * 3:
        s.row.append(random.take(s.deck))
        s.points[s.turn] += int(ask(s.turn, lambda v: v.row, "Which?", seconds=60, missing=lambda v: v.row[0]))
    s.row = []
RULES = "! None."
"#;

#[test]
fn imagined_match_keeps_shown_values_and_redraws_the_rest() {
    let game = loaded(DEALT).game();
    let mut random = Seed::new("imagined".to_owned()).generator("imagined");
    for seed in 0..4 {
        let (mut play, _) = game.open(&Terms { seed: Seed::new(seed.to_string()), ..Terms::default() }).expect("opens");
        while let Asked::Seats(asks) = play.asked() {
            let seat = Seat::ALL.into_iter().find(|seat| asks[*seat].is_some()).expect("somebody is asked");
            let sight = play.sight(Viewer::Seat(seat));
            let view = sight.view::<GameView>().expect("a view");
            assert!(!view.knows_all());
            let mut others = std::collections::BTreeSet::new();
            for _ in 0..6 {
                let imagined = view.imagine(&mut random).expect("a deal like it");
                assert_eq!(imagined.sight(Viewer::Seat(seat)).json(), sight.json());
                others.insert(imagined.sight(Viewer::Truth).json().to_string());
            }
            assert!(others.len() > 3, "what is hidden is drawn again");
            let order = random_legal_order(&*sight, &mut random).expect("an order");
            let mut given = BySeat { ec: Given::NotAsked, dmo: Given::NotAsked };
            given[seat] = Given::Order(order);
            play.resolve(given);
        }
    }
}

#[test]
fn sealed_order_shown_later_is_known() {
    let source = small(
        "s.given = [ask(EC, orders=lambda v: [letter for letter in 'abcdefghijklm'], question='?', seconds=60, sealed=True)]",
    );
    let source = source.replace("\"secret\": nobody", "\"given\": nobody").replace("s.secret", "s.open");
    let source = source.replace("        s.points[EC] += 1\n", "        ask(DMO, orders=['x'], question='?', seconds=60)\n        say(s.given[0])\n        ask(DMO, orders=['y'], question='?', seconds=60)\n        s.points[EC] += 1\n");
    let source = source.replace("\"hand\": owner, ", "").replace(
        "s.points, s.hand, s.open, s.log = both(0), each(lambda seat: random.below(1000)), random.below(1000), []",
        "s.points, s.open = both(0), 1",
    );
    let game = loaded(&source).game();
    let (mut play, _) = game.open(&Terms::default()).expect("opens");
    let mut known = Vec::new();
    for (seat, order) in [(Seat::Ec, "go"), (Seat::Ec, "b"), (Seat::Dmo, "x"), (Seat::Dmo, "y")] {
        let sight = play.sight(Viewer::Seat(Seat::Dmo));
        known.push(sight.view::<GameView>().expect("a view").knows_all());
        let order = play.sight(Viewer::Seat(seat)).parse(order).expect("an order");
        let mut given = BySeat { ec: Given::NotAsked, dmo: Given::NotAsked };
        given[seat] = Given::Order(order);
        play.resolve(given);
    }
    assert_eq!(known, [true, true, false, true]);
}

#[test]
fn chosen_items_in_any_sequence_are_one_order() {
    let source =
        small("ask(EC, orders=lambda v: [('take', choose(3, range(1, 10))), 'pass'], question='?', seconds=60)");
    let source = source.replace("range(1, 10)", "['1', '2', '3', '4', '5', '6', '7', '8', '9']");
    let game = loaded(&source).game();
    let (mut play, _) = game.open(&Terms::default()).expect("opens");
    let order = play.sight(Viewer::Seat(Seat::Ec)).parse("go").expect("an order");
    let given = Given::Order(order);
    play.resolve(BySeat { ec: given, dmo: Given::NotAsked });
    let sight = play.sight(Viewer::Seat(Seat::Ec));
    let Legal::Listed(orders) = sight.legal() else { panic!("they are few") };
    assert_eq!(orders.len(), 84 + 1);
    for order in &orders {
        assert_eq!(sight.parse(order).expect("an order").text(), order);
    }
    assert_eq!(sight.parse("take 9, 1 5").expect("an order").text(), "take 1 5 9");
    assert!(sight.parse("take 1 1 5").is_err());
    let words = |path: &[&str]| {
        let path: Vec<_> = path.iter().map(|word| (*word).to_owned()).collect();
        sight.choices(&path).into_iter().map(|choice| choice.word).collect::<Vec<_>>()
    };
    assert_eq!(words(&[]), ["take", "pass"]);
    assert_eq!(words(&["take", "5"]), ["1", "2", "3", "4", "6", "7", "8", "9"], "in any order");
    assert_eq!(words(&["take", "5", "1"]), ["2", "3", "4", "6", "7", "8", "9"]);
}

/// Returns the view of the EC, who is asked for one of `orders`.
fn asked(orders: &str) -> deathmatch_rules::game::Sight {
    let source = small("").replace("orders=[\"go\", \"stop\"]", &format!("orders=lambda v: {orders}"));
    let source = source.replace(", missing=\"go\"", "");
    let (play, _) = loaded(&source).game().open(&Terms::default()).expect("opens");
    play.sight(Viewer::Seat(Seat::Ec))
}

#[test]
fn some_of_equal_items_are_chosen_in_any_order() {
    let sight = asked("[('reroll', choose((1, 3), [3, 5, 3])), 'keep']");
    let Legal::Listed(orders) = sight.legal() else { panic!("they are few") };
    assert_eq!(orders, ["keep", "reroll 3", "reroll 3 3", "reroll 3 3 5", "reroll 3 5", "reroll 5"]);
    let words = |path: &[&str]| {
        let path: Vec<_> = path.iter().map(|word| (*word).to_owned()).collect();
        sight.choices(&path).into_iter().map(|choice| (choice.word, choice.ends)).collect::<Vec<_>>()
    };
    let of = |words: &[(&str, bool)]| words.iter().map(|(word, ends)| ((*word).to_owned(), *ends)).collect::<Vec<_>>();
    assert_eq!(words(&["reroll"]), of(&[("3", true), ("5", true)]));
    assert_eq!(words(&["reroll", "5"]), of(&[("3", true)]));
    assert_eq!(words(&["reroll", "5", "3"]), of(&[("3", true)]));
    assert_eq!(words(&["reroll", "5", "3", "3"]), []);
    assert_eq!(sight.parse("reroll 5 3 3").expect("an order").text(), "reroll 3 3 5");
    assert!(sight.parse("reroll 5 5").is_err() && sight.parse("reroll").is_err());
    assert_eq!(asked("choose(2, ['a', 'b'])").choices(&[])[0].word, "a b", "all of them are one choice");
}

#[test]
fn menu_of_few_orders_lists_texts_whole() {
    let labels = |orders: &str| asked(orders).choices(&[]).into_iter().map(|choice| choice.label).collect::<Vec<_>>();
    assert_eq!(labels("['4 fives', '4 sixes', ('move', ['a1', 'a2'])]"), ["4 fives", "4 sixes", "Move"]);
    let many = labels("['4 fives', '4 sixes', up_to('', 30)]");
    assert_eq!(many.len(), 30, "{many:?}");
}

#[test]
fn examples_can_expect_a_refusal_and_have_remarks() {
    let with = |lines: &str| format!("{}\nEXAMPLES = [{lines}]", small(""));
    assert_eq!(wrong(&with("['# a remark', 'ec fly: refused', 'ec go']")), "");
    assert!(wrong(&with("['ec go: refused']")).contains("it is accepted"));
}

#[test]
fn failing_label_deep_in_an_order_is_found() {
    let ask = "ask(EC, orders=[('a', ['1', '2'])], question='?', seconds=60, label=lambda v, order: order if order == 'a' else order + 1)";
    assert!(wrong(&small(ask)).contains('+'), "{}", wrong(&small(ask)));
    let hint = ask.replace("label=", "hint=").replace("== 'a'", "== ''");
    assert!(wrong(&small(&hint)).contains('+'), "a hint: {}", wrong(&small(&hint)));
}

/// A game with a secret word of the host, of which the players guess a letter.
const BROUGHT: &str = r#"
game(id="word", name="Word", blurb="A game.", state={"word": nobody}, score="points", brings={"word": "A word of five letters"})
def play(s, opt, random):
    word = opt.word[0] if opt.word else "apple"
    if len(word) != 5:
        refuse(f"`{word}` has no five letters.")
    s.points, s.word, s.found = both(0), word, 0
    for seat in SEATS * 2:
        letter = ask(seat, LETTERS, #QUESTION, seconds=60, missing="a")
        s.points[seat] += 1 if letter in s.word else 0
LETTERS = ["a", "b", "c", "d", "e"]
def scene(v):
    return [text(f"{v.points[EC]} points")]
RULES = "! None."
EXAMPLES = [["word=otter", "ec a"], ["word=eagle", "ec a"], ["word=cat", "refused"]]
"#;

#[test]
fn secret_texts_are_in_no_view() {
    let with = |question: &str| BROUGHT.replace("#QUESTION", question);
    assert_eq!(wrong(&with("\"Which letter?\"")), "");
    assert!(wrong(&with("lambda v: f\"{opt.word}\"")).contains("`question` uses `opt`"));
    let leak = wrong(&with("lambda v: f\"Not {word}?\""));
    assert!(leak.contains("the question differs between two positions"), "{leak}");
    let one = with("\"Which letter?\"").replace("[\"word=eagle\", \"ec a\"], ", "");
    assert!(wrong(&one).contains("Write two that bring different texts"), "{}", wrong(&one));
}

#[test]
fn secret_texts_are_sealed_and_refused_with_a_reason() {
    let game = loaded(&BROUGHT.replace("#QUESTION", "\"Which?\"")).game();
    games::load(Arc::clone(&game));
    let open = |word: &str| {
        let mut header = Header::new(game.id());
        header.bring("word", word, &Nonce::new([1; 16]));
        Table::open(header)
    };
    let refused = open("cat").err().expect("no word of five letters");
    assert_eq!(refused.message, "'cat' has no five letters.");
    let strange = Header { setup: json!({ "letter": "a" }).as_object().cloned().unwrap(), ..Header::new(game.id()) };
    assert!(Table::open(strange).err().is_some_and(|refused| refused.message.contains("brings `word`")));
    let mut table = open("otter").expect("opens");
    let mut entries = Vec::new();
    for (at, seat) in (1_000..).step_by(1_000).zip([Seat::Ec, Seat::Dmo, Seat::Ec, Seat::Dmo]) {
        for viewer in [Viewer::Public, Viewer::Seat(Seat::Ec), Viewer::Seat(Seat::Dmo)] {
            assert!(!table.sight(viewer).json().to_string().contains("otter"));
            let seen = table.sight(viewer);
            let imagined = seen.view::<GameView>().and_then(|view| view.imagine(&mut Seed::default().generator("a")));
            assert!(imagined.is_none(), "a built-in player does not know what was brought");
        }
        let entry = Entry::new(at, Act::Order { seat, text: "e".to_owned() });
        assert_eq!(table.enter(&entry).error, None);
        entries.push(entry);
    }
    assert!(table.outcome().is_some());
    assert!(table.sight(Viewer::Public).json().to_string().contains("otter"), "at the end all is shown");
    let checked = |header: Header| verify(header, &entries).expect("plays through");
    assert!(checked(table.header().clone()).holds());
    let mut other = table.header().clone();
    other.setup["word"] = "eager".into();
    assert!(!checked(other).holds(), "another word has another commitment");
}

#[test]
fn imagine_replaces_exactly_the_hidden_values() {
    let with = |dealt: &str| format!("{}\ndef imagine(v, random):\n    return {dealt}\n", small(""));
    let whole = "{'hand': {other(v.seat): random.below(1000), v.seat: 0}, 'secret': random.below(1000), 'points': 1}";
    assert_eq!(wrong(&with(whole)), "");
    assert!(wrong(&with("{'secret': 1}")).contains("`imagine` gives no `hand`"));
    assert!(wrong(&with("{'hand': 1, 'secret': 1}")).contains("as a dict with EC and DMO"));
    assert!(wrong(&with("say('x')")).contains("not into `imagine`"));
    let game = loaded(&with(whole)).game();
    let (play, _) = game.open(&Terms::default()).expect("opens");
    let mut random = Seed::default().generator("imagined");
    let sight = play.sight(Viewer::Seat(Seat::Ec));
    let view = sight.view::<GameView>().expect("a view");
    assert!(!view.knows_all());
    let mut others = std::collections::BTreeSet::new();
    for _ in 0..6 {
        let imagined = view.imagine(&mut random).expect("a deal");
        assert_eq!(imagined.sight(Viewer::Seat(Seat::Ec)).json(), sight.json());
        let truth = imagined.sight(Viewer::Truth).json();
        assert_ne!(truth["secret"], play.sight(Viewer::Truth).json()["secret"]);
        others.insert(truth["hand"]["dmo"].to_string());
    }
    assert!(others.len() > 3);
}

/// A game of two races; `#RIGHT` stands for the right orders.
const RACE: &str = r#"
game(id="race", name="Race", blurb="A game.", score="points")
def play(s, opt, random):
    s.points = both(0)
    for round in range(2):
        winner, said = race([1, 2, 3], "Which?", seconds=30, right=#RIGHT)
        say(f"{winner} {said[EC]} {said[DMO]}")
        if winner:
            s.points[winner] += 1
RULES = "! None."
"#;

#[test]
fn race_is_won_by_the_first_right_order() {
    let source = RACE.replace("[1, 2, 3]", "lambda v: [1, 2, 3]");
    let game = loaded(&source.replace("#RIGHT", "[2, 3]")).game();
    games::load(Arc::clone(&game));
    let mut table = Table::open(Header::new(game.id())).expect("opens");
    let mut order = |at, seat, text: &str| {
        let answer = table.enter(&Entry::new(at, Act::Order { seat, text: text.to_owned() }));
        let told = answer.happened.iter().filter_map(|each| match &each.what {
            What::Resolved { happenings, timed_out, .. } => {
                assert!(timed_out.is_empty(), "nobody has to answer");
                happenings.first()?.told(Viewer::Public).map(|told| told.data["words"].as_str().unwrap().to_owned())
            }
            _ => None,
        });
        (answer.error.map(|error| error.message), told.collect::<Vec<_>>())
    };
    assert_eq!(order(1_000, Seat::Dmo, "1"), (None, vec![]), "a wrong answer tells nobody anything");
    assert!(order(1_100, Seat::Dmo, "2").0.is_some_and(|why| why.contains("did not win it")));
    assert_eq!(order(1_200, Seat::Ec, "3"), (None, vec!["ec 3 1".to_owned()]));
    assert_eq!(order(1_300, Seat::Ec, "1"), (None, vec![]));
    assert_eq!(order(1_300, Seat::Dmo, "1"), (None, vec!["None 1 1".to_owned()]), "both are out");
    assert!(table.outcome().is_some());
    assert_eq!(wrong(&source.replace("#RIGHT", "2")), "");
    assert!(wrong(&source.replace("#RIGHT", "s.points")).contains("`right` gives an order's text"));
    assert!(wrong(&source.replace("#RIGHT", "2, seats=[]")).contains("`seats` is a list"));
}

#[test]
fn second_to_buzz_is_asked_alone() {
    let game = loaded(&small("buzz(['6', '7'], '3 + 4?', '7', 60, 10)")).game();
    games::load(Arc::clone(&game));
    let mut table = Table::open(Header::new(game.id())).expect("opens");
    let mut order = |at, seat, text: &str| {
        assert!(table.enter(&Entry::new(at, Act::Order { seat, text: text.to_owned() })).error.is_none());
        let sight = table.sight(Viewer::Seat(Seat::Dmo));
        let question = sight.question()?.with_names(&BySeat { ec: "Ann", dmo: "Bob" });
        Some(format!("{question} {}", sight.hint(&[])))
    };
    let asked = "3 + 4? The first to buzz has to answer; if that is wrong, the other may buzz.";
    assert_eq!(order(1_000, Seat::Ec, "go").as_deref(), Some(asked));
    assert_eq!(order(2_000, Seat::Ec, "buzz"), None);
    assert_eq!(order(3_000, Seat::Ec, "6").as_deref(), Some("3 + 4? You alone may buzz now."));
}

/// After a call of `impossible`, only sides that continue the track are orders, and the built-in player has an idea of a loop.
#[test]
fn called_track_is_shown_side_by_side_to_its_end() {
    let (mut play, _) = loaded(&source("monorail.py")).game().open(&Terms::default()).expect("opens");
    let mut turn = |seat: Seat, order: &str| {
        let mut given = BySeat { ec: Given::NotAsked, dmo: Given::NotAsked };
        given[seat] = Given::Order(play.sight(Viewer::Seat(seat)).parse(order).expect("an order"));
        play.resolve(given);
        play.sight(Viewer::Seat(Seat::Dmo))
    };
    turn(Seat::Dmo, "first");
    let line = turn(Seat::Dmo, "o13 sw");
    let refused = line.parse("o14 nw o15 ns").expect_err("two orders").to_string();
    assert_eq!(refused, "`o14 nw o15 ns` is not possible now; did you mean `o14 nw`?");
    turn(Seat::Dmo, "done");
    let asked = turn(Seat::Ec, "impossible");
    let words = |path: &[&str]| -> Vec<String> {
        let path: Vec<_> = path.iter().map(|word| (*word).to_owned()).collect();
        asked.choices(&path).into_iter().map(|choice| choice.word).collect()
    };
    assert_eq!(words(&[]), ["s", "e", "w", "give up"], "no way back");
    assert_eq!(words(&["w"]), ["w", "s"], "no way into the station's side");
    let ideas = |sight: &deathmatch_rules::game::Sight| sight.view::<GameView>().expect("a view").ideas();
    let first = ideas(&asked);
    assert_eq!(first, ["w w w n e"]);
    turn(Seat::Dmo, &first[0]);
    assert!(matches!(play.asked(), Asked::Over(outcome) if outcome.winner == Some(Seat::Dmo)), "the loop is closed");
}

/// A game with this body of `scene`.
fn drawing(scene: &str) -> String {
    small("").replace("return [text(f\"{v.points[EC]} points\")]", &format!("return {scene}"))
}

fn described(source: &str) -> String {
    let (play, _) = loaded(source).game().open(&Terms::default()).expect("opens");
    play.sight(Viewer::Public).describe().with_names(&BySeat { ec: "Ann", dmo: "Bob" })
}

#[test]
fn card_without_text_is_described_by_its_back_or_reported() {
    let cards = |back: &str| drawing(&format!("[hand('Laid', [card('', back={back}), card(3), card(None, alt='x')])]"));
    assert!(described(&cards("'black'")).ends_with("Laid: black, 3, hidden."), "{}", described(&cards("'black'")));
    let report = |back: &str| check(&loaded(&cards(back)), None).expect("passes").lines.join("\n");
    assert!(report("None").contains("Words:    a card says nothing") && !report("'black'").contains("Words:"));
}

#[test]
fn board_is_described_to_its_end_with_short_names() {
    let words = described(&drawing("[grid_of((10, 8), lambda cell: square(seat=EC)), text('the end')]"));
    assert!(words.ends_with("j8 Ann. the end.") && words.chars().count() < 1_024, "{words}");
    let row = described(&drawing("[grid_of((2, 1), lambda cell: f'mask {cell[0]}', lines=False)]"));
    assert!(row.ends_with("points. mask 0, mask 1."), "no name stands there: {row}");
}

#[test]
fn match_that_does_not_end_ends_its_check_in_time() {
    let endless = small("").replace("for round in range(3):", "while True:");
    let began = Instant::now();
    let wrong = check_for(&loaded(&endless), Means::default(), Duration::from_secs(1)).expect_err("never ends");
    assert!(wrong.is_out_of_time() && wrong.to_string().contains("steps, when the check's time was over"), "{wrong}");
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
}

#[test]
fn square_is_described_by_its_alt_or_its_contents() {
    let board = "grid_of((5, 1), lambda cell: [square(['a', 'b'], seat=[EC, DMO]), square('x', alt='a wall'), False, \
                 square(shapes=[('circle', 50, 50, 9, 'red')], fill='dmo-dim'), square('y', alt='')][cell[0]])";
    let words = described(&drawing(board));
    assert!(words.ends_with("a1 a of Ann and b of Bob, b1 a wall."), "{words}");
    let (play, _) = loaded(&drawing(board)).game().open(&Terms::default()).expect("opens");
    let shapes = format!("{:?}", play.sight(Viewer::Public).scene().shapes);
    assert_eq!(shapes.matches("Token {").count(), 2);
    let part = "grid_of((25, 25), lambda cell: grid.name(cell), part=(24, 23, 24, 24))";
    assert!(described(&drawing(part)).ends_with("y24 y24, y25 y25."));
    assert!(wrong(&drawing("grid_of((1, 1), lambda cell: square(shapes=[('star', 1)]))")).contains("a shape is"));
}

#[test]
fn points_of_a_line_lie_evenly_between_its_ends() {
    let board = |places: &str, line: &str| {
        let scene =
            "points_of(260, {PLACES}, [{LINE}], lambda point: point, lambda point: [(EC, 'a')] if point == 2 else [])";
        let source = drawing(&scene.replace("{PLACES}", places).replace("{LINE}", line));
        let (play, _) = loaded(&source).game().open(&Terms::default()).expect("opens");
        format!("{:?}", play.sight(Viewer::Public).scene().shapes)
    };
    let spread = board("{0: (100, 200), 3: (400, 50)}", "[0, 1, 2, 3]");
    let placed = board("{0: (100, 200), 3: (400, 50), 1: (200, 150), 2: (300, 100)}", "[0, 1, 2, 3]");
    assert_eq!(spread, placed);
    assert_ne!(spread, board("{0: (100, 200), 3: (400, 50), 1: (200, 150), 2: (300, 90)}", "(0, 3)"));
}

#[test]
fn two_letters_on_a_token_stay_inside_of_it() {
    let board = drawing("grid_of((1, 1), lambda cell: square('M1', seat=EC))");
    let (play, _) = loaded(&board).game().open(&Terms::default()).expect("opens");
    let shapes = play.sight(Viewer::Public).scene().shapes;
    let across = shapes.iter().find_map(|shape| match shape {
        Shape::Token { radius, .. } => Some(2.0 * radius),
        _ => None,
    });
    let letters = shapes.iter().find_map(|shape| match shape {
        Shape::Text { text, size, within, .. } if text.with_names(&BySeat { ec: "Ann", dmo: "Bob" }) == "M1" => {
            Some((*size, within.expect("a width")))
        }
        _ => None,
    });
    let (size, within) = letters.expect("letters");
    // In the bold font an M and a 1 are 1.43 of their size wide.
    let wide = size * 1.43;
    assert!(wide < within && wide < across.expect("a token") * 0.85, "{wide} {within} {across:?}");
}

#[test]
fn picture_outside_its_frame_fails_the_check() {
    let beside = |x: u16| drawing(&format!("shapes(100, [('circle', {x}, 50, 40, EC)])"));
    assert_eq!(wrong(&beside(890)), "");
    assert!(wrong(&beside(920)).contains("outside of the picture"), "{}", wrong(&beside(920)));
    let narrow = drawing("row([dice('Roll', [1] * 12), text('beside')])");
    assert!(wrong(&narrow).contains("outside of the picture"), "{}", wrong(&narrow));
}

#[test]
fn rules_page_adds_options_that_its_text_omits() {
    let options = "options={'turn_s': seconds(60, 'Time'), 'wild': flag(False, 'Wild cards'), 'reserve_s': reserve(90)}, \
                   advantage='goes first', score=";
    let source = small("").replace("score=", options);
    let page = |source: &str, rules: &str| {
        let source = source.replace("RULES = \"! None.\"", &format!("RULES = {rules:?}"));
        let overrides = json!({ "wild": true }).as_object().cloned().expect("an object");
        format!("{:?}", loaded(&source).game().page(None, &overrides).expect("a page"))
    };
    let whole = page(&source, "# 🎯 In short\nFirst,\n  then second.");
    for words in
        ["First, then second.", "Time: 60 s.", "Wild cards.", ": 90 s.", "The player with the Advantage goes first."]
    {
        assert!(whole.contains(words), "{words}: {whole}");
    }
    let named = page(&source, "# 🎯 In short\n{turn_s} {reserve_s} [wild=true] The Advantage");
    assert!(!named.contains("Settings"), "{named}");
}

#[test]
fn menus_show_labels_of_a_dict_and_words_with_capitals() {
    let source = small("").replace("missing=\"go\")", "missing=\"go\", label=LABELS)");
    let source = source.replace("\"stop\"]", "\"stop\", \"a5\"]") + "LABELS = {'go': ('Go!', 'One point')}\n";
    assert_eq!(wrong(&source), "");
    let (play, _) = loaded(&source).game().open(&Terms::default()).expect("opens");
    let choices = play.sight(Viewer::Seat(Seat::Ec)).choices(&[]);
    let labels: Vec<_> = choices.iter().map(|choice| (choice.label.as_str(), choice.note.as_str())).collect();
    assert_eq!(labels, [("Go!", "One point"), ("Stop", ""), ("a5", "")]);
}

/// On a phone the menu is below the picture, so labels show the tiles.
#[test]
fn menus_of_tiles_show_their_shapes() {
    let (mut play, _) = loaded(&source("monorail.py")).game().open(&Terms::default()).expect("opens");
    let first = play.sight(Viewer::Seat(Seat::Dmo)).parse("first").expect("an order");
    play.resolve(BySeat { ec: Given::NotAsked, dmo: Given::Order(first) });
    let sight = play.sight(Viewer::Seat(Seat::Dmo));
    let labels = |path: &[String]| {
        let choices = sight.choices(path);
        choices.iter().map(|choice| format!("{} / {}", choice.label, choice.note)).collect::<Vec<_>>()
    };
    assert!(labels(&[]).contains(&"o13 / fits ━ ┛ ┓".to_owned()), "{:?}", labels(&[]));
    assert_eq!(
        labels(&["o13".to_owned()]),
        ["o13 ━ west-east straight / ", "o13 ┛ north-west curve / ", "o13 ┓ south-west curve / "]
    );
    assert_eq!(sight.parse("o13 ws").expect("an order").text(), "o13 sw", "the letters of a rail have no sequence");
}

/// A name without the number before it is enough, also within an order.
#[test]
fn labels_are_read_without_the_word_at_their_beginning() {
    let (play, _) = loaded(&source("wizards_duel.py")).game().open(&Terms::default()).expect("opens");
    let sight = play.sight(Viewer::Seat(Seat::Ec));
    for (typed, order) in [
        ("firebolt", "6"),
        ("6 Firebolt", "6"),
        ("charm person firebolt", "8 ban 6"),
        ("charm person ban 6", "8 ban 6"),
    ] {
        let Some(Labelled::Order(read)) = sight.labelled(&[], &Filled::new(), typed) else {
            panic!("{typed} is no order")
        };
        assert_eq!(read.text(), order);
    }
}

#[test]
fn spelt_words_are_typed_in_both_spellings_and_offered_in_one() {
    let sight = asked("[('rail', [spelt('sw', 'ws'), 'we']), spelt('give up', 'resign')]");
    let Legal::Listed(orders) = sight.legal() else { panic!("they are few") };
    assert_eq!(orders, ["give up", "rail sw", "rail we"]);
    for (typed, order) in [("rail WS", "rail sw"), ("railsw", "rail sw"), ("resign", "give up"), ("give up", "give up")]
    {
        assert_eq!(sight.parse(typed).expect("an order").text(), order);
    }
    assert!(sight.parse("rail ew").is_err());
    let words = |path: &[String]| sight.choices(path).into_iter().map(|choice| choice.word).collect::<Vec<_>>();
    assert_eq!(
        (words(&[]), words(&["rail".to_owned()])),
        (vec!["rail".to_owned(), "give up".to_owned()], vec!["sw".to_owned(), "we".to_owned()])
    );
    assert!(
        wrong(&small("ask(EC, lambda v: [spelt('a', None)], 'Which?', seconds=60)"))
            .contains("`spelt` takes two texts")
    );
    let claims = asked("[(spelt(count, in_words(count)), [spelt(5, '5s'), '6']) for count in range(2, 5)]");
    assert_eq!(claims.parse("four 5s").expect("a number is spelt").text(), "4 5");
    let refused = claims.parse("four 9s").expect_err("no order").to_string();
    assert!(refused.contains("after `4` you can order `5`, `6`."), "a spelling begins an order: {refused}");
}

/// The hint and the label of a question are for the asked player, and are not made for a finished order.
#[test]
fn hint_and_label_are_made_for_the_asked_player() {
    let source = small("").replace("state={\"hand\": owner, \"secret\": nobody}, ", "").replace(
        "seconds=60, missing=\"go\")",
        "seconds=60, hint=lambda v, order: f'{v.seat} {order or \"begins\"}' if order == '' else order[99], \
         label=lambda v, order: f'{order} of {v.seat}')",
    );
    assert_eq!(wrong(&source), "");
    let (play, _) = loaded(&source).game().open(&Terms::default()).expect("opens");
    let seated = play.sight(Viewer::Public).posted(Seat::Ec).expect("nothing is hidden");
    assert_eq!((seated.hint(&[]), &*seated.choices(&[])[0].label), ("ec begins".to_owned(), "go of ec"));
    let source = small("").replace("seconds=60, missing=\"go\")", "seconds=60, label=lambda v, order: order[99])");
    assert!(wrong(&source).ends_with("The order so far was \"go\"."), "{}", wrong(&source));
}

#[test]
fn example_reads_the_labels_of_menus() {
    let source = small("say(f'played {order}')")
        .replace("missing=\"go\"", "label=lambda v, order: 'Walk ahead' if order == 'go' else None");
    let played = source + "EXAMPLES = [[\"ec walk ahead: played go\"]]\n";
    assert_eq!(wrong(&played), "");
    let headed = played.replace("'Walk ahead'", "'Walk ahead: 1 point'");
    assert_eq!(wrong(&headed), "", "the beginning of a label is enough");
    let two = headed.replace("else None", "else 'Walk ahead'");
    assert_eq!(wrong(&two.replace("played go", "played stop")), "", "a whole label is meant");
    let asked = played.replace("ec walk ahead: played go", "dmo go");
    assert!(wrong(&asked).contains("`dmo go`: nothing is asked of `dmo` here, but of `ec`"), "{}", wrong(&asked));
}

#[test]
fn wrong_colour_is_named_with_its_place() {
    for (scene, says) in [
        ("[text('x', colour='pink')]", "game.py:12:30: `pink` is no colour; there are ec, dmo, "),
        ("[track([square(fill='gren')])]", "purple; did you mean `green`?"),
        ("shapes(50, [('rect', 0, 0, 9, 9, 'pink')])", "`pink` is no colour"),
        ("shapes(50, [('rect', 0, 0, 9)])", "game.py:11:1: a shape is"),
    ] {
        let found = wrong(&drawing(scene));
        assert!(found.contains(says), "{found}");
    }
}

#[test]
fn written_numbers_are_orders_and_computed_ones_are_not() {
    assert_eq!(wrong(&small("ask(EC, [5, 6], 'Which?', seconds=60, missing='5')")), "");
    let computed = wrong(&small("ask(EC, [5, s.secret], 'Which?', seconds=60)"));
    assert!(computed.contains("is made of what `play` knows"), "{computed}");
}

/// Returns a file with `ideas` and `worth`.
fn advised(ideas: &str, worth: &str) -> String {
    let asked = small("").replace("missing=\"go\")", "missing=\"go\", ideas=IDEAS)");
    format!("{asked}\ndef best(v):\n    return {ideas}\nIDEAS = best\ndef worth(v):\n    return {worth}\n")
}

#[test]
fn check_runs_worth_and_ideas_and_finds_their_faults() {
    let lines = check(&loaded(&advised("[\"stop\"]", "v.points[v.seat]")), None).expect("passes").lines.join("\n");
    assert!(lines.contains("Lines:    all have run"), "{lines}");
    for (ideas, worth, says) in [
        ("[\"stop\"]", "v.points + 1", "`+` does not work between dict and int"),
        ("[\"stop\"]", "\"much\"", "`worth` gives a whole number"),
        ("[v.log[3]]", "0", "there is no item 3"),
        ("[\"run\"]", "0", "`ideas` gives `run`, which is not in `orders`"),
        ("7", "0", "`ideas` gives a list of orders"),
    ] {
        let wrong = wrong(&advised(ideas, worth));
        assert!(wrong.contains(says) && wrong.contains("game.py:"), "{ideas} {worth}: {wrong}");
    }
    let list = small("").replace("missing=\"go\")", "missing=\"go\", ideas=[\"stop\"])");
    let (play, _) = loaded(&list).game().open(&Terms::default()).expect("opens");
    let sight = play.sight(Viewer::Seat(Seat::Ec));
    assert_eq!(sight.view::<GameView>().expect("a view").ideas(), ["stop"], "a list that is no function");
}

#[test]
fn number_is_read_with_its_thousands_apart() {
    let order = |orders: &str, text: &str| asked(orders).parse(text).map(|order| order.text().to_owned());
    for text in ["1000000", "1 000 000", "1,000,000", "1.000.000"] {
        assert_eq!(order("between('', 1, 9999999)", text).as_deref(), Ok("1000000"));
    }
    assert!(order("between('', 1, 9999)", "10 00").is_err() && order("between('', 1, 9999)", "1 0000").is_err());
    let two = "(between('', 1, 900), between('', 1, 900))";
    assert_eq!(order(two, "5 100").as_deref(), Ok("5 100"));
    assert_eq!(order(two, "5,100").as_deref(), Ok("5 100"), "a number out of the range is no reading");
}

#[test]
fn refusal_lists_all_orders_or_counts_the_others() {
    let refused = |orders: &str| asked(orders).parse("zzz").expect_err("no order").to_string();
    assert!(refused("['go', up_to('raise', 9)]").contains("order `go`, `raise` and a number from 1 to 9."));
    let claims = refused("[('claim', ['1'], ['5', '6']), ('claim', ['2', '3'], ['1', '2', '3', '4'])]");
    assert!(claims.contains("for example `claim 1 5`, `claim 2 1`, and 8 more."), "{claims}");
    assert!(
        refused("['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']").contains("order `a`, `b`, `c`, `d`, `e`, `f`, `g`, `h`.")
    );
    let many = refused("[f'word{at}' for at in range(20)]");
    assert!(many.contains("`word7`, and 12 more"), "{many}");
    let kinds =
        refused("[f'{count} {face}' for count in range(2, 9) for face in ['fours', 'fives']] + ['liar', 'spot on']");
    assert!(kinds.contains("for example `2 fours`, `liar`, `spot on`, `2 fives`, "), "{kinds}");
    let typed = |text: &str| asked("['4 fives', '5 fives', 'doubt']").parse(text).expect_err("no order").to_string();
    assert!(
        typed("4 five").contains("is not possible now; did you mean `4 fives`? You can order `4 fives`"),
        "{}",
        typed("4 five")
    );
    assert!(!typed("6 fives").contains("did you mean"), "another number is no slip");
    let steps = |text: &str| asked("['a7 b6', 'c7 c6']").parse(text).expect_err("no order").to_string();
    assert!(!steps("b7 b6").contains("did you mean"), "another cell is no slip: {}", steps("b7 b6"));
}

#[test]
fn refusal_continues_where_the_text_can_no_longer_be_read() {
    let refused =
        |orders: &str, text: &str| asked(orders).parse(text).expect_err("no order").to_string().replace('`', "'");
    let fork = "['a 3 diagonal', 'a 3 rim', 'a 33', 'b 3']";
    assert_eq!(refused(fork, "A 3"), "'A 3' needs more: 'diagonal', 'rim'.");
    assert_eq!(refused(fork, "a 3 up"), "'a 3 up' is not possible now; after 'a 3' you can order 'diagonal', 'rim'.");
    let tiles = "[('a1', ['we', 'ns']), 'pass']";
    assert_eq!(refused(tiles, "a1 we a2 ns"), "'a1 we a2 ns' is not possible now; did you mean 'a1 we'?");
    let track = "('w', ['', ('w', ['', 'n'])])";
    assert_eq!(refused(track, "w w w"), "'w w w' is not possible now; after 'w w' you can order 'n'.");
    assert!(
        refused("('bet', between('', 1, 90))", "bet 99").ends_with("after 'bet' you can order a number from 1 to 90.")
    );
    let hint = "lambda v, said: 'The end is near.' if said else None";
    let source =
        small("").replace("orders=[\"go\", \"stop\"]", &format!("orders=[('go', ['up', 'down'])], hint={hint}"));
    let (play, _) =
        loaded(&source.replace("missing=\"go\"", "missing=FIRST")).game().open(&Terms::default()).expect("opens");
    let told = play.sight(Viewer::Seat(Seat::Ec)).parse("go left").expect_err("no order").to_string();
    assert!(told.ends_with("you can order `up`, `down`. The end is near."), "{told}");
}

/// A challenge needs two fields, which only five flowers make.
#[test]
fn flowers_are_asked_for_what_is_possible() {
    let (mut play, _) = loaded(&source("flower_field.py")).game().open(&Terms::default()).expect("opens");
    let mut turn = |seat: Seat, order: &str| {
        let order = Given::Order(play.sight(Viewer::Seat(seat)).parse(order).expect("an order"));
        let mut given = BySeat { ec: Given::NotAsked, dmo: Given::NotAsked };
        given[seat] = order;
        play.resolve(given);
        let sight = play.sight(Viewer::Seat(!seat));
        let question = sight.question().map(|question| question.with_names(&BySeat { ec: "Ann", dmo: "Bob" }));
        (question, sight.hint(&["d6".to_owned(), "red".to_owned()]))
    };
    turn(Seat::Dmo, "second");
    let (question, hint) = turn(Seat::Ec, "d3 red d5 red");
    assert_eq!(question.as_deref(), Some("Plant one or two flowers?"));
    assert_eq!(hint, "A second flower: which cell?");
    let (question, _) = turn(Seat::Dmo, "c4 blue e4 blue");
    assert_eq!(question.as_deref(), Some("Plant one or two flowers, or challenge?"));
}

/// A game with a hidden number that no text tells, and a moment in its first step.
const SECRET: &str = r#"
game(id="secret", name="Secret", blurb="A game.", state={"number": owner}, score="points")
def play(s, opt, random):
    s.points, s.number, s.stage = both(0), {EC: 4711, DMO: 4712}, "Round 1"
    ask(EC, ["go"], "Go?", seconds=60)
    story(90, "That was the moment.")
    s.number, s.stage = {EC: 11, DMO: 12}, "Round 2"
    ask(DMO, ["stop"], "Stop?", seconds=60)
    story(60, "That was the end.")
    s.number = {EC: 21, DMO: 22}
    win(EC)
def scene(v):
    return [text(f"Number {v.number[EC]}")]
RULES = "! None."
"#;

#[test]
fn finished_match_shows_hidden_values() {
    let game = loaded(SECRET).game();
    games::load(Arc::clone(&game));
    let mut table = Table::open(Header::new(game.id())).expect("opens");
    let order = |at, seat, text: &str| Entry::new(at, Act::Order { seat, text: text.to_owned() });
    let shapes = |table: &Table| {
        table.poster("Match 1".to_owned(), None).map(|(picture, _)| format!("{:?}", picture.scene.shapes))
    };
    assert_eq!(table.enter(&order(1_000, Seat::Ec, "go")).error, None);
    assert_eq!((shapes(&table), table.orders()), (None, None), "nothing is disclosed before the end");
    assert_eq!(table.enter(&order(2_000, Seat::Dmo, "stop")).error, None);
    let poster = shapes(&table).expect("a poster");
    assert!(poster.contains("Number 11") && !poster.contains("Number None"), "the board after the moment: {poster}");
    assert_eq!(table.story().len(), 2, "{:?}", table.story());
    let orders = table.orders().expect("the match is over");
    let lines: Vec<_> = orders.lines().collect();
    assert_eq!(lines, ["Round 1 · EC: go", "Round 2 · DMO: stop"]);
    assert_eq!(table.enter(&Entry::new(3_000, Act::Host(HostAct::Undo))).error, None);
    assert_eq!((shapes(&table), table.orders()), (None, None), "an end that is played on discloses nothing");
}

#[test]
fn value_hidden_forever_is_on_no_board_after_the_match() {
    let game = loaded(&SECRET.replace("\"number\": owner", "\"number\": forever(owner)")).game();
    games::load(Arc::clone(&game));
    let mut table = Table::open(Header::new(game.id())).expect("opens");
    let order = |at, seat, text: &str| Entry::new(at, Act::Order { seat, text: text.to_owned() });
    let seen = |table: &Table, viewer| format!("{:?}", table.sight(viewer).scene().shapes);
    assert!(seen(&table, Viewer::Seat(Seat::Ec)).contains("Number 4711"), "its owner sees it during the match");
    assert!(seen(&table, Viewer::Truth).contains("Number 4711"), "and so does a host who looks");
    let replayed = Table::open(Header::new(game.id())).expect("opens").published();
    for viewer in [Viewer::Truth, Viewer::Public, Viewer::Seat(Seat::Ec)] {
        assert!(seen(&replayed, viewer).contains("Number None"), "{viewer:?} of a replay");
    }
    assert_eq!(table.enter(&order(1_000, Seat::Ec, "go")).error, None);
    assert_eq!(table.enter(&order(2_000, Seat::Dmo, "stop")).error, None);
    let poster = table.poster("Match 1".to_owned(), None).expect("a poster").0;
    assert!(format!("{:?}", poster.scene.shapes).contains("Number None"), "{poster:?}");
    assert!(seen(&table, Viewer::Seat(Seat::Ec)).contains("Number None"));
    assert!(wrong(&small("").replace("nobody", "forever(all)")).contains("all"));
}

#[test]
fn check_reports_ends_of_matches_and_cut_texts() {
    let report = |source: &str| check(&loaded(source), None).expect("passes").lines.join("\n");
    let open = report(&small("if order == 'stop': no_result()"));
    assert!(open.contains("end without a result"), "{open}");
    assert!(!report(&small("")).contains("without a result"));
    let short = report(&small(""));
    assert!(
        short.lines().nth(1).is_some_and(
            |line| line == "In short: always ends; hides what it should; in random play the EC wins more often"
        ),
        "{short}"
    );
    let cut = report(&small("say('long ' * 200)"));
    assert!(cut.contains("too long, so cut: `say` on line 9 (at most 600 characters); a player's name"), "{cut}");
    let picture = report(&drawing("[text('long ' * 50)]"));
    assert!(picture.contains("cut: “long long"), "{picture}");
    assert!(picture.contains("…” in the picture (at most 120 characters)"), "{picture}");
}

#[test]
fn overlong_example_names_the_order_that_ended_the_match() {
    let source = small("win(DMO)") + "EXAMPLES = [[\"ec go\", \"ec stop\"]]\n";
    assert!(wrong(&source).contains("`ec stop`: the match already ended with `ec go` (win dmo)"), "{}", wrong(&source));
}

#[test]
fn tie_is_announced_with_the_score_and_the_rule() {
    let source = small("").replace("s.points[EC] += 1", "pass")
        + "EXAMPLES = [[\"ec go\", \"ec go\", \"ec go: 0 – 0 points: a tie goes to {dmo}.\"]]\n";
    assert_eq!(wrong(&source), "");
}

#[test]
fn report_names_lines_with_leaks_and_hidden_functions() {
    let report = |here: &str| check(&loaded(&small(here)), None).expect("passes").lines.join("\n");
    assert!(report("say(f'{s.points[EC]}')").contains("no `say` or `story` names a hidden entry"));
    assert!(report("say(f'(It was {s.secret})')").contains("everyone reads of secret from line 9"));
    assert!(
        report("chips_of(s, 9); penalty(s, EC, 1, f'{s.secret}')").contains("everyone reads of secret from line 9")
    );
    assert!(report("say('It was (yours).', to=EC)").contains("no `say`"));
    assert!(!report("name = 3").contains("Names:"));
    assert!(report("name = 3; told = told if told < 99 else name(EC)").contains("line 9 calls `name`"));
}

const CHANCE: &str = r#"
game(id="chance", name="Chance", blurb="A game.", score="points")
def play(s, opt, random):
    s.points, s.tiles = both(0), random.shuffled([("circle", "red"), ("square", "blue"), ("circle", "blue")])
    say(f"{s.tiles[0][0]} {s.tiles[0][1]}, {random.choice(range(5, 9))}, {random.below(3)}")
    ask(EC, ["roll"], "Roll?", seconds=60, missing=FIRST)
    say(f"{random.dice(2, 6)} {random.take([7, 8])}")
    ask(DMO, ["end"], "End?", seconds=60)
RULES = "! None."
EXAMPLES = [#LINES]
"#;

#[test]
fn examples_fix_results_of_chance() {
    for (lines, says) in [
        (r#"["draw circle blue, *, *, 8, 2", "ec roll", "draw 6 1 8", "dmo end: win dmo"]"#, ""),
        (r#"["draw circle blue, *, *, 8, 2", "ec roll: [6, 1] 8", "draw 6 1 8", "dmo end"]"#, ""),
        (
            r#"["draw circle, *, *", "ec roll"]"#,
            "chance cannot give `circle` here, but circle red, square blue, circle blue",
        ),
        (r#"["draw *, *, *, 9", "ec roll"]"#, "chance cannot give `9` here, but 5, 6, 7, 8"),
        (r#"["draw * * * 5 3", "ec roll"]"#, "chance cannot give `3` here, but 0, 1, 2"),
        (r#"["ec roll", "draw 7 1 8"]"#, "example 1, `ec roll`"),
        (r#"["ec roll", "draw 6 1 8 8"]"#, "nothing draws 8 here"),
        (r#"["draw * * * 5 1 1", "ec roll"]"#, "nothing draws 1 here"),
        (r#"["ec roll", "draw 6 1 8: [6, 1] 8"]"#, "words that are told stand behind an order"),
    ] {
        let wrong = wrong(&CHANCE.replace("#LINES", lines));
        assert!(if says.is_empty() { wrong.is_empty() } else { wrong.contains(says) }, "{lines}: {wrong}");
    }
}

/// A game that asserts the results of the library's functions.
const FUNCTIONS: &str = r#"
game(id="functions", name="Functions", blurb="A game.", score="points", state={"pieces": owner})
PIECES, HOME = ["king", "pawn"], {EC: ["a3", "b3", "c3"], DMO: ["a1", "b1", "c1"]}
def asserts(random):
    assert [listed([]), listed(["a"]), listed(["a", 2]), listed([1, 2, 3])] == ["", "a", "a and 2", "1, 2 and 3"]
    assert in_words(0) == "zero" and in_words(90) == "ninety" and in_words(714) == "seven hundred fourteen"
    assert in_words(2000021) == "two million twenty one"
    assert len(PACK) == 52 and rank_of("A♣") == 1 and rank_of("10♥") == 10 and playing_card("K♦").colour == "red"
    assert without([1, 2, 2, 3], [2, 3]) == [1, 2]
    assert cornered({"b2": "x", "c3": "y"}) == {(0, 0): "x", (1, 1): "y"}
    line, corner = {"a1": 1, "b1": 2, "c1": 2}, {"a1": 2, "b1": 1, "b2": 2}
    assert form(line) == form({"d4": 2, "d5": 2, "d6": 1}) and form(line) != form({"a1": 2, "b1": 1, "c1": 2})
    assert form(corner) == form({"e5": 2, "e4": 1, "d4": 2}) and form(corner) != form(line)
    assert slide("b2", (4, 4), ROOK, lambda cell: cell == "c2") == ["c2", "b3", "b4", "a2", "b1"]
    for again in range(20):
        dealt = deal(random, "abcd", [1, 2, 3, 4], lambda place, item: item <= {"a": 4, "b": 3, "c": 2, "d": 1}[place])
        assert dealt == {"d": 1, "c": 2, "b": 3, "a": 4}
        swapped = deal(random, "xyz", [1, 2, 3], lambda place, item: item in {"x": [1, 2], "y": [2, 3], "z": [1, 3]}[place])
        assert sorted(swapped.values()) == [1, 2, 3] and swapped["y"] != 1
    assert sorted(deal(random, "ab", [1, 2], lambda place, item: False).values()) == [1, 2]
    assert {1} <= {1, 2} and {1} < {1, 2} and not {1, 2} < {1, 2} and {1, 2} >= {2} and not {3} <= {1, 2}
    assert plural(1, "die", "dice") == "1 die" and plural(2, "die", "dice") == "2 dice" and plural(2, "card") == "2 cards"
    assert groups(["a1", "c3", "a2", "b2"]) == [["a1", "a2", "b2"], ["c3"]]
    assert reach("a1", (3, 3), 2, lambda cell: cell != "b1") == {"a2": 1, "b2": 2, "a3": 2}
    assert beside("a1", "n", (3, 3)) is None and beside("b2", "s", (3, 3)) == "b3"
    loop = {"a1": "es", "b1": "sw", "b2": "nw", "a2": "ne"}
    assert drive(loop, "a1", "e", (3, 3)) == (["a1", "b1", "b2", "a2"], "a1", "n")
    assert fitting({"a1": "es", "b1": "sw"}, "a2", (3, 3)) == ["ns", "ne", "nw"]
def play(s, opt, random):
    s.points, s.pieces = both(0), {seat: dict(zip(HOME[seat], PIECES)) for seat in SEATS}
    asserts(random)
    line_up(s, "pieces", PIECES, HOME, "Your line-up?", 60)
    say(f"{list(s.pieces[EC].items())}")
    def wrong(seat, answer):
        say(f"{name(seat)} says {answer}.")
    winner = buzz(["6", "7"], "3 + 4?", "7", 60, 10, wrong=wrong)
    say(f"{name(winner)} knows it." if winner else "Nobody knows it.")
    chips_of(s, 5)
    s.hand = {EC: 1, DMO: 1 if winner == EC else 2}
    def do(seat, order):
        s.hand[seat] = 9
        say(f"{name(seat)} swaps.")
    winner, folded, won = wager(s, EC, 60, "Bet?", lambda seat: s.hand[seat], ante=2,
                                extra=lambda v: ["swap"] if v.hand[v.seat] != 9 else [], do=do)
    say(f"{winner} {folded} {won}, {s.chips[EC]} {s.chips[DMO]}, pot {s.pot}. {pot_result(winner, won)}")
    win(winner or DMO)
RULES = "! None."
KEPT = ["ec ready", "dmo ready"]
KNOWN = KEPT + ["ec pass", "dmo buzz", "dmo 7"]
EQUAL = KEPT + ["ec buzz", "ec 7"]
EXAMPLES = [
    ["ec king b3", "dmo -: [('a3', 'pawn'), ('b3', 'king')]"],
    ["ec king c3", "dmo -: [('b3', 'pawn'), ('c3', 'king')]"],
    KEPT + ["ec buzz: {ec} buzzes!", "ec 6: {ec} says 6.", "dmo buzz", "dmo -: Nobody knows it."],
    KNOWN + ["ec check", "dmo check: dmo None 4, 3 7, pot 0. {dmo} takes 4."],
    KNOWN + ["ec raise 3: all in", "dmo call: dmo None 10, 0 10, pot 0"],
    KNOWN + ["ec raise 1", "dmo fold: ec dmo 5, 7 3, pot 0"],
    KNOWN + ["ec swap: {ec} swaps.", "ec raise 1", "dmo raise 2", "ec call: ec None 10, 10 0, pot 0"],
    EQUAL + ["ec check", "dmo check: None None 4, 3 3, pot 4. Equal: 4 stay in the pot."],
    EQUAL + ["ec raise 3", "dmo call: None None 0, 5 5, pot 0. Equal: somebody is out of chips"],
]
"#;

#[test]
fn library_functions_do_what_the_page_says() {
    assert_eq!(wrong(FUNCTIONS), "");
}

#[test]
fn betting_keeps_to_its_limits_and_both_can_be_one() {
    let source = r#"
game(id="limits", name="Limits", blurb="A game.", score="chips")
def play(s, opt, random):
    chips_of(s, 9)
    for seat in SEATS:
        pay(s, seat, 1)
    betting(s, EC, 60, "Bet?", most=3, raises=2)
    given = ask_both(["a", "b"], "Which?", seconds=60, seats=[DMO])
    say(f"{given[EC]} {given[DMO]}")
    win(DMO, tie="the dealer's right")
def scene(v):
    return [dice("Dice", [3, None], names=["a", "b"], lit=[1]), hand("Hand", [card("8", below="wave"), card("K", alt="a king")]),
            sides(lambda seat: [text(name(seat))], lit=EC)]
RULES = "! None."
EXAMPLES = [
    ["ec raise 4: refused", "ec raise 3", "dmo raise 1", "ec raise 1: refused", "ec call", "dmo b: None b"],
    ["ec check", "dmo check", "dmo a: A tie: {dmo} wins by the dealer's right."],
]
"#;
    assert_eq!(wrong(source), "");
    let report = check(&loaded(source), None).expect("passes").lines.join("\n");
    assert!(report.contains("by the tie rule (the dealer's right "), "{report}");
    assert!(report.contains("1 preset, 2 examples play as written"), "{report}");
    let alt = described(source);
    assert!(alt.contains("Dice: a 3, b hidden. Hand: 8 wave, a king."), "{alt}");
    let one = source.replace("[\"ec check\", \"dmo check\"", "[\"draw 1 wave,\", \"ec check\", \"dmo check\"");
    assert!(wrong(&one).contains("nothing draws 1 wave here"), "{}", wrong(&one));
}
