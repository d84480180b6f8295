//! A server's own games from files: versions, faults, and the separation of servers.

use std::fs;

use deathmatch::draw::lettered;
use deathmatch::games;

use super::*;

/// A game of three rounds. The code for `#HERE` runs once both have ordered; matches with `bug=true` can meet a fault in it.
const DUEL: &str = r#"
game(id="duel", name="Duel", blurb="Both name a number three times.", by="Cleo", score="points", orders="sealed",
     options={"bug": flag(False, "Whether the file has a fault"), "turn_s": seconds(60, "Time for each number")})
def play(s, opt, random):
    s.points = both(0)
    for round in range(1, 4):
        s.stage = f"Round {round}"
        said = ask_both(orders=["1", "2", "3"], question="Which number?", missing="1", seconds=opt.turn_s)
        #HERE
        for seat in SEATS:
            s.points[seat] += int(said[seat])
        say(f"Round {round} is over with {s.points[EC]} to {s.points[DMO]}.")
def scene(v):
    return [text(f"{v.points[EC]} to {v.points[DMO]}")]
RULES = """
# In short
Name the higher numbers.
"""
"#;

const SERVER: GuildId = GuildId(1);

fn file(here: &str) -> String {
    DUEL.replace("#HERE", here)
}

/// Returns a distinct file of the same game: all tests share one registry.
fn duel(of: &str, here: &str) -> String {
    format!("# {of}\n{}", file(here))
}

async fn dealing() -> Room {
    Room::dealing(Store::memory().await.unwrap(), 0, options()).await
}

/// Checks and installs a file. Returns the game's id.
async fn installed(room: &Room, source: &str) -> String {
    let checked = room.dealer.check_game(SERVER, source.to_owned(), &lettered, at(OPENED)).await.unwrap();
    let id = checked.game.id().to_owned();
    room.dealer.install_game(SERVER, &id, HOST, OPENED, OPENED).await.unwrap();
    id
}

/// Begins a match of a game under a ruleset.
async fn playing(room: Room, id: &str, ruleset: Value) -> Room {
    let mut header = Header::new(id);
    header.ruleset = ruleset.as_object().cloned().unwrap_or_default();
    header.seats = BySeat { ec: "Ann", dmo: "Bob" }.map(deathmatch::table::Player::new);
    let room = room.opening(new_match(header)).await;
    room.begin().await;
    room
}

async fn row(room: &Room) -> deathmatch::store::MatchRow {
    room.store.find_match(room.m).await.unwrap().unwrap()
}

/// Replays the exported record without the game's file in memory.
async fn replays(room: &Room) -> deathmatch::table::Table {
    let record = room.dealer.record(room.m).await.unwrap();
    let (header, entries) = deathmatch::table::read_record(&record).expect("a record");
    assert!(header.file.is_some(), "a record brings its game along");
    deathmatch::table::Table::replay(header, &entries).expect("it plays through")
}

#[tokio::test]
async fn game_in_a_file_is_played_through_an_undo_and_a_restart() {
    let room = dealing().await;
    let id = installed(&room, &duel("whole", "pass")).await;
    let mut room = playing(room, &id, json(r#"{"turn_s": 60}"#)).await;
    room.round(1_000, "2", "1").await;
    room.reads("Round 1 is over with 2 to 1.").await;
    room.host(HostAct::Undo, t(2_000)).await;
    room.round(3_000, "3", "1").await;
    room.reads("Round 1 is over with 3 to 1.").await;
    // The file is loaded from the store.
    games::unload(&id);
    room.restart(Duration::from_secs(1)).await;
    room.order(ANN, "3", When::Typed, at(t(10_000))).await.unwrap();
    until_late("Bob's order is missing", &room, 20_000, async || {
        room.public().to_string().contains("Round 2 is over with 6 to 2.").then_some(())
    })
    .await;
    until_late("nobody orders any more", &room, 30_000, async || {
        (row(&room).await.status == Status::Over).then_some(())
    })
    .await;
    assert!(replays(&room).await.outcome().is_some());
    assert!(!room.sees(BOB).to_string().contains("duel.py"));
}

/// A ruling says what its end shows to everyone, by the game's own visibility.
#[tokio::test]
async fn ruling_warns_before_it_discloses_hidden_information() {
    let hides = |source: &str| format!("# discloses\n{source}");
    let forehead = fs::read_to_string("library/forehead.py").unwrap();
    for (source, discloses) in [(hides(&forehead), true), (duel("discloses", "pass"), false)] {
        let room = dealing().await;
        let id = installed(&room, &source).await;
        let room = playing(room, &id, json("{}")).await;
        for act in [HostAct::Void, HostAct::Award(Seat::Dmo)] {
            let asked = room.preview(HOST, act, None, t(1_000)).await.unwrap().words;
            assert_eq!(asked.contains("What was hidden is shown to everyone"), discloses, "{asked}");
        }
        room.host(HostAct::Void, t(2_000)).await;
        let asked = room.preview(HOST, HostAct::Undo, None, t(3_000)).await.unwrap().words;
        assert_eq!(asked.contains("Everyone has seen what was hidden in the match"), discloses, "{asked}");
    }
}

/// A picture is marked as its player's alone only while it shows what others do not see, and only an order that can still be changed is
/// called so.
#[tokio::test]
async fn prompt_claims_no_more_than_is_so() {
    let room = dealing().await;
    let turn = "ask(EC, orders=['go'], question='Go?', seconds=60, missing='go', sealed=True)";
    let id = installed(&room, &duel("claims", turn)).await;
    let room = playing(room, &id, json(r#"{"turn_s": 60}"#)).await;
    let shown = async || room.dealer.prompt(room.m, ANN).await.unwrap();
    let both = shown().await;
    assert_eq!(both.picture.frame.private_to, None, "the board hides nothing");
    assert!(both.explanation.join(" ").contains("until then you can change it"), "{:?}", both.explanation);
    room.round(1_000, "2", "1").await;
    let alone = shown().await;
    assert!(
        alone.explanation.join(" ").contains("It counts at once, and cannot be changed."),
        "{:?}",
        alone.explanation
    );
}

#[tokio::test]
async fn last_message_keeps_the_order_of_the_files_words() {
    let room = dealing().await;
    let words = "say(f'Both have said {round}.'); say('It is not over.' if round < 3 else 'It is over.'); story(60, 'It was long.')";
    let id = installed(&room, &duel("order", words)).await;
    let room = playing(room, &id, json("{}")).await;
    for (ms, round) in [(1_000, 1), (2_000, 2), (3_000, 3)] {
        room.round(ms, "2", "2").await;
        room.reads(&format!("Round {round} is over")).await;
    }
    let last = room.reads("Round 3 is over").await.to_string();
    let said = [
        "Bob wins the Death Match",
        "Both have said 3.",
        "It is over.",
        "Round 3 is over with 6 to 6.",
        "6 – 6 points: a tie goes to Bob.",
    ];
    let places: Vec<_> =
        said.iter().map(|words| last.find(words).unwrap_or_else(|| panic!("{words}: {last}"))).collect();
    assert!(places.is_sorted(), "{last}");
    let end = last.find("- Round").expect("a story");
    assert!(places.iter().all(|place| *place < end), "what was said is not torn apart: {last}");
}

#[tokio::test]
async fn end_reverted_before_it_was_posted_shows_no_board() {
    for reverted in [false, true] {
        let room = dealing().await;
        let id = installed(&room, &duel("reverted", "pass")).await;
        let mut room = playing(room, &id, json("{}")).await;
        for (ms, round) in [(1_000, 1), (3_000, 2)] {
            room.round(ms, "2", "1").await;
            room.reads(&format!("Round {round} is over")).await;
        }
        room.discord.fail(Destination::Channel(CHANNEL), SendError::Retry { after: Duration::from_secs(30) });
        room.marked(ANN, "2", t(5_000)).await.unwrap();
        room.marked(BOB, "1", t(6_000)).await.unwrap();
        if reverted {
            room.host(HostAct::Undo, t(7_000)).await;
        }
        room.restart(Duration::from_secs(40)).await;
        let end = room.reads("wins the Death Match").await;
        assert_eq!(end.pictures.is_empty(), reverted, "{end}");
    }
}

#[tokio::test]
async fn private_message_has_no_board_without_its_readers_view() {
    let room = dealing().await;
    let source = duel("private", "pass").replace("score=", "state={\"hand\": owner}, score=");
    let turns = "s.hand = both(\"card\"); ask(EC, [\"1\"], \"Which?\", seconds=60); [say(\"You hold a card.\", to=seat) for seat in SEATS]; ask(EC, [\"2\"], \"Which now?\", seconds=60)\n    for round in range(1, 4):";
    let source = source
        .replace("    for round in range(1, 4):", &format!("    {turns}"))
        .replace("return [text(", "return [text(v.hand[v.seat] if v.seat else \"no hand\"), text(");
    let id = installed(&room, &source).await;
    let room = playing(room, &id, json("{}")).await;
    room.order(ANN, "1", When::Typed, at(t(1_000))).await.unwrap();
    for user in [ANN, BOB] {
        let told = room.hears(user, "You hold a card.").await;
        assert!(told.pictures.iter().all(|picture| picture.contains("card.")), "{told}");
    }
}

#[tokio::test]
async fn match_keeps_its_version_despite_update_and_removal() {
    let room = dealing().await;
    let first = installed(&room, &duel("kept", "pass")).await;
    let mut room = playing(room, &first, json("{}")).await;
    room.round(1_000, "2", "1").await;
    let second = installed(&room, &duel("kept, later", "pass")).await;
    assert_ne!(first, second);
    let games: Vec<_> = room.dealer.games_of(Some(SERVER)).await.unwrap();
    assert!(games.iter().any(|game| game.id() == second) && !games.iter().any(|game| game.id() == first));
    room.dealer.remove_game(SERVER, "duel", OPENED).await.unwrap();
    assert!(room.dealer.games_of(Some(SERVER)).await.unwrap().iter().all(|game| !game.id().starts_with("duel@")));
    games::unload(&first);
    room.restart(Duration::from_secs(1)).await;
    room.round(20_000, "3", "3").await;
    room.reads("Round 2 is over with 5 to 4.").await;
    assert_eq!(row(&room).await.game, first);
    // A version installed after a removal continues the count.
    room.dealer.install_game(SERVER, &second, HOST, OPENED, OPENED).await.unwrap();
    assert_eq!(room.dealer.own_game(SERVER, "duel").await.unwrap().0[0].version, 3);
}

#[tokio::test]
async fn games_of_one_server_are_invisible_to_others() {
    let room = dealing().await;
    let id = installed(&room, &duel("unseen", "pass")).await;
    for elsewhere in [Some(GuildId(2)), None] {
        let games = room.dealer.games_of(elsewhere).await.unwrap();
        assert!(games.iter().all(|game| game.id() != id));
    }
    assert!(room.dealer.own_game(GuildId(2), "duel").await.is_err());
    assert!(room.dealer.remove_game(GuildId(2), "duel", OPENED).await.is_err());
    // A record does not bring the game to another server either.
    let brought = Header::new(id.as_str());
    assert!(room.dealer.plays_record(GuildId(2), &brought).await.is_err());
    room.dealer.plays_record(SERVER, &brought).await.unwrap();
}

#[tokio::test]
async fn operator_can_turn_own_games_off() {
    let room = dealing().await;
    let id = installed(&room, &duel("off", "pass")).await;
    let off = Room::dealing(room.store.clone(), 0, ServiceOptions { own_games: false, ..options() }).await;
    let said = refused(off.dealer.check_game(SERVER, duel("off", "pass"), &lettered, at(OPENED)).await.map(drop));
    assert!(said.contains("switched"), "{said}");
    assert!(off.dealer.install_game(SERVER, &id, HOST, OPENED, OPENED).await.is_err());
    assert!(off.dealer.games_of(Some(SERVER)).await.unwrap().iter().all(|game| game.id() != id));
}

#[tokio::test]
async fn fault_suspends_the_match_until_a_corrected_file_is_installed() {
    let room = dealing().await;
    let faulty = installed(&room, &duel("faulty", "if opt.bug and round == 2: s.nothing.x = 1")).await;
    let room = playing(room, &faulty, json(r#"{"bug": true}"#)).await;
    room.round(1_000, "2", "1").await;
    room.reads("Round 1 is over with 2 to 1.").await;
    room.round(5_000, "3", "1").await;
    room.reads("The game's file has a fault").await;
    let told = room.hears(HOST, "is suspended").await;
    assert!(told.text.contains("duel.py:") && told.text.contains("s.nothing.x = 1"), "{}", told.text);
    for shown in [room.sees(ANN), room.sees(BOB), room.channel()] {
        assert!(!shown.to_string().contains("duel.py"), "{shown}");
    }
    // No deadline fires and no pause ends.
    room.go(t(3 * 24 * 60 * 60 * 1_000)).await;
    room.settled().await;
    let before = row(&room).await;
    assert_eq!((before.status, before.deadline), (Status::Running, None));
    let resume = async |ms: u64| room.hosted(HOST, HostAct::Resume, ms).await;
    let later = 3 * 24 * 60 * 60 * 1_000;
    let said = refused(resume(later + 1_000).await);
    assert!(said.contains("/game update"), "{said}");
    installed(&room, &duel("other course", "say('Hm.')")).await;
    let said = refused(resume(later + 2_000).await);
    assert!(said.contains("differently"), "{said}");
    let corrected = installed(&room, &duel("mended", "pass")).await;
    resume(later + 3_000).await.unwrap();
    let said = room.reads("Round 2 is over with 5 to 2.").await;
    assert!(said.text.contains("resume") || said.text.contains("continues"), "{}", said.text);
    let after = row(&room).await;
    assert_eq!(after.game, corrected);
    assert!(after.deadline.is_some_and(|deadline| deadline > room.clock.now()), "the third round has its whole time");
    room.round(later + 10_000, "1", "1").await;
    room.reads("Round 3 is over with 6 to 3.").await;
    assert_eq!(row(&room).await.status, Status::Over);
    assert!(replays(&room).await.outcome().is_some());
}

#[tokio::test]
async fn fault_ends_a_private_match_and_says_how_to_try_again() {
    let room = dealing().await;
    let faulty = installed(&room, &duel("private", "if opt.bug and round == 2: s.nothing.x = 1")).await;
    let mut header = Header::new(&*faulty);
    header.ruleset = json(r#"{"bug": true}"#).as_object().cloned().unwrap_or_default();
    header.seats = BySeat { ec: "Ann", dmo: "Bob" }.map(deathmatch::table::Player::new);
    let room = room.opening(NewMatch { friendly: true, in_dms: true, ..new_match(header) }).await;
    room.begin().await;
    room.round(1_000, "2", "1").await;
    room.round(5_000, "3", "1").await;
    let told = room.hears(HOST, "so this match is over").await;
    assert!(told.text.contains("duel.py:") && told.text.contains("/game try"), "{}", told.text);
    assert_eq!(row(&room).await.status, Status::Over);
}

#[tokio::test]
async fn fault_in_the_last_step_can_be_corrected() {
    let room = dealing().await;
    let faulty = installed(&room, &duel("last", "if opt.bug and round == 3: s.nothing.x = 1")).await;
    let room = playing(room, &faulty, json(r#"{"bug": true}"#)).await;
    for (number, ms) in [1_000, 2_000, 3_000].into_iter().enumerate() {
        room.round(ms, "2", "1").await;
        if number < 2 {
            room.reads(&format!("Round {} is over", number + 1)).await;
        }
    }
    room.hears(HOST, "is suspended").await;
    installed(&room, &duel("last, mended", "pass")).await;
    room.hosted(HOST, HostAct::Resume, 60_000).await.unwrap();
    room.reads("Round 3 is over with 6 to 3.").await;
    assert_eq!(row(&room).await.status, Status::Over);
    let table = replays(&room).await;
    assert_eq!(table.outcome().and_then(|outcome| outcome.winner), Some(Seat::Ec));
}

#[tokio::test]
async fn match_with_a_fault_can_be_voided() {
    let room = dealing().await;
    let faulty = installed(&room, &duel("void", "if opt.bug: s.nothing.x = 1")).await;
    let room = playing(room, &faulty, json(r#"{"bug": true}"#)).await;
    room.round(1_000, "2", "1").await;
    room.hears(HOST, "is suspended").await;
    room.hosted(HOST, HostAct::Void, 2_000).await.unwrap();
    assert_eq!(row(&room).await.status, Status::Over);
}

/// Plays the first round of a match, then makes its game's file unreadable.
async fn unread(of: &str) -> (Room, String, String) {
    let (room, source) = (dealing().await, duel(of, "pass"));
    let id = installed(&room, &source).await;
    let mut room = playing(room, &id, json("{}")).await;
    room.round(1_000, "2", "1").await;
    room.reads("Round 1 is over").await;
    games::unload(&id);
    // A later edition of the language would find the file unreadable.
    games::register_file(&id, "game(id='duel')");
    room.restart(Duration::from_secs(1)).await;
    room.reads("is suspended").await;
    room.hears(HOST, "needs `name=`").await;
    (room, id, source)
}

#[tokio::test]
async fn unreadable_file_suspends_its_match_until_it_is_readable() {
    let (mut room, id, source) = unread("other edition").await;
    assert_eq!(row(&room).await.status, Status::Running);
    assert!(refused(room.hosted(HOST, HostAct::Resume, 200_000).await.map(drop)).contains("cannot be read"));
    games::unload(&id);
    games::register_file(&id, &source);
    room.restart(Duration::from_secs(1)).await;
    room.hosted(HOST, HostAct::Resume, 400_000).await.unwrap();
    room.round(401_000, "3", "1").await;
    room.reads("Round 2 is over with 5 to 2.").await;
}

#[tokio::test]
async fn match_with_an_unreadable_file_can_be_ended() {
    let (room, id, _) = unread("no edition").await;
    room.hosted(HOST, HostAct::Void, 200_000).await.unwrap();
    room.reads("cannot be played on").await;
    assert_eq!(row(&room).await.status, Status::Halted);
    games::unload(&id);
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_files_are_refused_and_block_no_match() {
    let room = Room::playing().await;
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/script/tests/hostile");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let top = files.into_iter().step_by(9).map(|path| fs::read_to_string(path).unwrap_or_default());
    let within = ["while True: pass", "x = [0]\n        while True: x = x + x", "return play(s, opt, random)"];
    let sources: Vec<String> = top.chain(within.map(file)).collect();
    assert!(sources.len() > 30);
    let dealer = room.dealer.clone();
    let checking = tokio::spawn(async move {
        for source in sources {
            let said = refused(dealer.check_game(GuildId(7), source.clone(), &lettered, at(OPENED)).await.map(drop));
            assert!(said.contains("This file has a fault") || said.contains("too slow"), "{source}\n{said}");
        }
    });
    room.round(1_000, "samurai", "sage").await;
    room.prompted(2).await;
    checking.await.unwrap();
    for (source, says) in [
        (DUEL.replace("id=\"duel\"", &format!("id=\"{}\"", games::GAMES[0].id())), "included game"),
        (String::new(), "does not call"),
        ("# only words".repeat(6_000), "are allowed"),
    ] {
        let said = refused(room.dealer.check_game(GuildId(7), source, &lettered, at(OPENED)).await.map(drop));
        assert!(said.contains(says), "{said}");
    }
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// A game whose host may bring a word.
const WORD: &str = r#"
# of brought data
game(id="word", name="Word", blurb="Guess letters of a word.", score="points", orders="open", state={"word": nobody},
     brings={"word": "A word of five letters"})
def play(s, opt, random):
    s.points, s.word = both(0), (opt.word or ["apple"])[0]
    if len(s.word) != 5:
        refuse("The word needs five letters.")
    for seat in SEATS:
        letter = ask(seat, ["o", "x"], "Which letter?", seconds=60, missing="x")
        s.points[seat] += 1 if letter in s.word else 0
        say(f"{name(seat)} says {letter}.")
RULES = "Guess."
EXAMPLES = [["word=otter", "ec o"], ["word=xenon", "ec x"]]
"#;

/// Returns every message that anybody was sent.
fn everything(room: &Room) -> String {
    room.discord.shown(|_| true).to_string()
}

#[tokio::test]
async fn hosts_secret_word_is_committed_and_hidden_until_the_end() {
    let room = dealing().await;
    let id = installed(&room, WORD).await;
    let mut header = Header::new(id);
    header.seats = BySeat { ec: "Ann", dmo: "Bob" }.map(deathmatch::table::Player::new);
    let brings = |text: &str| {
        let mut header = header.clone();
        header.setup.insert("word".to_owned(), text.into());
        header
    };
    // A player cannot bring the word, and the file's refusal is shown in its words.
    let by_player = NewMatch { opener: ANN, ..new_match(brings("otter")) };
    assert!(refused(room.dealer.open(by_player, at(OPENED)).await).contains("You play in this match"));
    assert!(refused(room.dealer.open(new_match(brings("cat")), at(OPENED)).await).contains("five letters"));
    let mut room = room.opening(new_match(brings("sable"))).await;
    let terms = row(&room).await.header;
    let sealed = Header::read(&terms).unwrap().brought();
    assert_eq!(sealed.len(), 1);
    // Another host brings another word; the players read another commitment.
    let mut header = Header::read(&terms).unwrap();
    header.take_brought("word");
    header.setup.insert("word".to_owned(), "otter".into());
    room.dealer.change_terms(room.m, by(HANA), header, terms, at(OPENED.plus(500))).await.unwrap();
    let sealed = Header::read(&row(&room).await.header).unwrap().brought().remove(0);
    for host in [HOST, HANA] {
        assert_eq!(room.store.knows(room.m, host).await.unwrap(), BySeat { ec: true, dmo: true }, "{host}");
    }
    room.begin().await;
    assert!(
        refused(room.dealer.rule(room.m, by(HOST), substitute_for(Seat::Ec, HANA, "Hana"), None, at(t(500))).await)
            .contains("or in secret data")
    );
    room.order(ANN, "o", When::Typed, at(t(1_000))).await.unwrap();
    room.restart(Duration::from_secs(1)).await;
    assert!(!everything(&room).contains("otter") && !everything(&room).contains("sable"));
    room.order(BOB, "x", When::Typed, at(t(20_000))).await.unwrap();
    until_late("it is over", &room, 1_000, async || (row(&room).await.status == Status::Over).then_some(())).await;
    assert!(row(&room).await.outcome.is_some_and(|outcome| outcome.contains("\"ec\"")), "otter has an o and no x");
    let record = room.dealer.record(room.m).await.unwrap();
    let (header, entries) = deathmatch::table::read_record(&record).unwrap();
    let verified = deathmatch::table::verify(header, &entries).unwrap();
    assert!(verified.holds() && verified.brought == [sealed], "{verified:?}");
}

#[tokio::test]
async fn reverted_end_draws_from_a_new_secret_seed() {
    let room = dealing().await;
    let id = installed(&room, &duel("of draws", "s.stage += str(random.below(9))")).await;
    let room = playing(room, &id, json("{}")).await;
    room.host(HostAct::Award(Seat::Ec), t(1_000)).await;
    room.host(HostAct::Undo, t(2_000)).await;
    let order = async |user, ms| room.marked(user, "2", t(ms)).await.unwrap();
    order(ANN, 3_000).await;
    order(BOB, 4_000).await;
    // The match is not over: this undo needs no other seed.
    room.host(HostAct::Undo, t(5_000)).await;
    room.host(HostAct::Void, t(6_000)).await;
    let record = room.record().await;
    let undone: Vec<_> =
        record.iter().filter(|line| line["host"] == "undo").map(|line| line["seed"].as_str()).collect();
    assert!(undone[0].is_some() && undone[1..] == [None], "{record:?}");
    replays(&room).await;
}

/// A race to two points: a wrong answer is out, and a buzz wins.
const RACE: &str = r#"
game(id="race", name="Race", blurb="Be the first.", score="points")
def play(s, opt, random):
    s.points = both(0)
    for round in [1, 2]:
        winner, said = race(["buzz", "wait"], "Who is first?", seconds=60, right="buzz")
        say(f"Round {round}: {name(winner)} buzzed first." if winner else f"Round {round}: nobody buzzed.")
        if winner:
            s.points[winner] += round
RULES = "Be first."
"#;

/// Begins a race whose file is made distinct by a comment.
async fn racing(of: &str) -> Room {
    let room = dealing().await;
    let id = installed(&room, &format!("# {of}\n{RACE}")).await;
    playing(room, &id, json("{}")).await
}

impl Room {
    /// Sends an order for the running step. The order is answered once it counts.
    fn races(
        &self,
        user: UserId,
        text: &'static str,
        mark: StepId,
        ms: u64,
    ) -> tokio::task::JoinHandle<Result<deathmatch::dealer::Sealed, Error>> {
        let (dealer, m, stamp) = (self.dealer.clone(), self.m, Snowflake::at(t(ms)));
        self.dealer.spawn(async move { dealer.order(m, user, text.to_owned(), When::Marked(mark), stamp).await })
    }
}

#[tokio::test]
async fn earlier_of_two_presses_counts_in_any_order_of_arrival() {
    let mut records = Vec::new();
    for late in [ANN, BOB] {
        let room = racing(&format!("of two, {late}")).await;
        let mark = room.mark().await;
        room.go(t(3_000)).await;
        // Ann's order was sent first.
        let sent = |user: UserId| room.races(user, "buzz", mark, if user == ANN { 2_500 } else { 2_700 });
        let early = sent(if late == ANN { BOB } else { ANN });
        room.settled().await;
        assert!(!early.is_finished(), "it waits for what may still arrive");
        let other = sent(late);
        room.settled().await;
        room.go(t(3_000 + GRACE_MS)).await;
        room.reads("Round 1: Ann buzzed first.").await;
        let answers = [early.await.unwrap(), other.await.unwrap()];
        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
        records.push(room.happened().await);
    }
    assert_eq!(records[0], records[1]);
}

#[tokio::test]
async fn wrong_answer_is_out_and_the_other_continues_after_a_restart() {
    let mut room = racing("of a restart").await;
    let mark = room.mark().await;
    let wrong = room.races(ANN, "wait", mark, 1_000);
    room.go(t(1_000 + GRACE_MS)).await;
    let sealed = wrong.await.unwrap().unwrap();
    assert!(
        sealed.final_order
            && !sealed.resolved
            && sealed.caution.is_some_and(|words| words.contains("continues without you"))
    );
    room.restart(Duration::from_secs(1)).await;
    let again = room.races(ANN, "buzz", mark, 8_000);
    room.go(t(8_000 + GRACE_MS)).await;
    assert!(refused(again.await.unwrap()).contains("did not win it"));
    let right = room.races(BOB, "buzz", mark, 12_000);
    room.go(t(12_000 + GRACE_MS)).await;
    assert!(right.await.unwrap().unwrap().resolved);
    room.reads("Round 1: Bob buzzed first.").await;
    // At the deadline nobody has won, and nobody is reported as late.
    until_late("the second race ends", &room, 20_000, async || (row(&room).await.status == Status::Over).then_some(()))
        .await;
    assert!(room.public().to_string().contains("Round 2: nobody buzzed."));
    let table = replays(&room).await;
    assert_eq!(table.outcome().and_then(|outcome| outcome.winner), Some(Seat::Dmo));
}

/// A question for the first to buzz, and then another race.
const QUIZ: &str = r#"
game(id="quiz", name="Quiz", blurb="Buzz and answer.", score="points")
def play(s, opt, random):
    s.points = both(0)
    winner = buzz(lambda v: between("", 0, 99), "7 times 8?", "56", seconds=60, answer_s=30,
                  wrong=lambda seat, answer: say(f"{name(seat)} says {answer}."))
    say(f"{name(winner)} knows it." if winner else "Nobody knows it.")
    if winner:
        s.points[winner] += 1
    winner, said = race(["1", "2"], "And 9 minus 8?", seconds=60, right="1")
    winner, said = race(["1", "2"], "And 9 minus 7?", seconds=60, right="2")
    say(f"The last point is {name(winner)}'s." if winner else "Nobody has the last point.")
RULES = "Buzz."
"#;

impl Room {
    /// Types an order in a direct message. It is answered once it counts.
    fn types(
        &self,
        user: UserId,
        text: &'static str,
        ms: u64,
    ) -> tokio::task::JoinHandle<Result<deathmatch::dealer::Sealed, Error>> {
        let (dealer, m, stamp) = (self.dealer.clone(), self.m, Snowflake::at(t(ms)));
        self.dealer.spawn(async move { dealer.order(m, user, text.to_owned(), When::Typed, stamp).await })
    }
}

async fn quizzing(of: &str) -> Room {
    let room = dealing().await;
    let id = installed(&room, &format!("# {of}\n{QUIZ}")).await;
    let room = playing(room, &id, json("{}")).await;
    room.all_sent().await;
    room
}

#[tokio::test]
async fn answer_typed_right_after_a_buzz_counts() {
    // It is typed before the buzz counts, or after it and before the prompt for the answer is shown.
    for arrives in [2_900, 2_500 + GRACE_MS] {
        let room = quizzing(&format!("of an answer at {arrives}")).await;
        let mark = room.mark().await;
        room.go(t(2_600)).await;
        let buzz = room.races(ANN, "buzz", mark, 2_500);
        room.settled().await;
        room.go(t(arrives)).await;
        let answer = room.types(ANN, "56", 2_900);
        room.settled().await;
        room.go(t(2_900 + GRACE_MS)).await;
        assert!(buzz.await.unwrap().unwrap().resolved);
        assert_eq!(answer.await.unwrap().map(|sealed| sealed.order), Ok("56".to_owned()));
        room.reads("Ann knows it.").await;
    }
}

#[tokio::test]
async fn text_after_an_earlier_buzz_of_the_other_is_no_answer() {
    let room = quizzing("of another buzz").await;
    let mark = room.mark().await;
    room.go(t(3_000)).await;
    let late = room.races(ANN, "buzz", mark, 2_500);
    let answer = room.types(ANN, "56", 2_900);
    room.settled().await;
    // It was sent before Ann's.
    let first = room.races(BOB, "buzz", mark, 2_400);
    room.settled().await;
    room.go(t(2_900 + GRACE_MS)).await;
    assert!(first.await.unwrap().unwrap().resolved);
    assert!(late.await.unwrap().is_err() && answer.await.unwrap().is_err());
    room.reads("Bob buzzes!").await;
    assert!(!room.public().to_string().contains("knows it"));
}

#[tokio::test]
async fn second_text_to_a_race_is_not_for_the_next_race() {
    let room = quizzing("of two races").await;
    let order = async |user, text: &'static str, ms: u64| {
        let given = room.types(user, text, ms);
        room.settled().await;
        room.go(t(ms + GRACE_MS)).await;
        given.await.unwrap().unwrap();
        room.all_sent().await;
    };
    order(ANN, "buzz", 2_000).await;
    order(ANN, "56", 6_000).await;
    let [won, more] = [room.types(BOB, "1", 12_000), room.types(BOB, "1", 12_500)];
    room.settled().await;
    room.go(t(12_500 + GRACE_MS)).await;
    assert!(won.await.unwrap().unwrap().resolved);
    assert_eq!(
        more.await.unwrap().map_err(|error| matches!(error, Error::Refused(why) if why.code == Code::Late)),
        Err(true)
    );
    // The next race is still open to both.
    room.all_sent().await;
    order(BOB, "2", 20_000).await;
    room.reads("The last point is Bob's.").await;
}

/// Ann makes the first and the last step, and the other player three in between.
const RELAY: &str = r#"
game(id="relay", name="Relay", blurb="Both run.", by="Cleo", score="points", orders="open")
def play(s, opt, random):
    s.points = both(0)
    for step, seat in enumerate([EC, DMO, DMO, DMO, EC]):
        ask(seat, ["go"], "Will you run?", missing="go", seconds=60)
        s.points[seat] += 1
        say(f"Step {step} is run.")
def scene(v):
    return [text(f"{v.points[EC]} to {v.points[DMO]}")]
RULES = """
# In short
Run.
"""
"#;

#[tokio::test(flavor = "multi_thread")]
async fn steps_of_a_built_in_player_alone_are_told_in_one_message() {
    let options = ServiceOptions { replies: [Duration::ZERO; 2], ..options() };
    let room = Room::dealing(Store::memory().await.unwrap(), 0, options).await;
    let mut header = Header::new(&installed(&room, RELAY).await);
    header.seats = BySeat { ec: "Ann", dmo: "Bob" }.map(deathmatch::table::Player::new);
    header.seats.dmo.bot = Some(deathmatch::table::Level::default().into());
    let room = room.opening(new_match(header)).await;
    room.go(BEGAN).await;
    room.dealer.press_ready(room.m, ANN, None, Snowflake::at(BEGAN)).await.unwrap();
    room.marked(ANN, "go", t(1_000)).await.unwrap();
    let run = async || room.channel().with("Step 3 is run.").first().cloned();
    let last = until_late("the three steps are told", &room, 500, run).await;
    for words in ["Step 1 is run.", "Step 2 is run.", "Will you run?"] {
        last.has(words);
    }
    last.lacks("Step 0");
}
