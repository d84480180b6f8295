//! The commands, links and examples of the README and the pages are correct.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use deathmatch::game::{Frame, Overrides, Picture, Scene, Terms, Text, Viewer};
use deathmatch::games::GAMES;
use deathmatch_gamefile::{GameView, Loaded};
use serde_json::Value;

const README: &str = include_str!("../README.md");
/// The pages with commands or links to files, each with its folder.
const PAGES: [(&str, &str); 9] = [
    ("", README),
    ("", include_str!("../ARCHITECTURE.md")),
    ("", include_str!("../CONTRIBUTING.md")),
    ("docs", include_str!("../docs/first-night.md")),
    ("docs", include_str!("../docs/hosting.md")),
    ("docs", include_str!("../docs/operations.md")),
    ("docs", include_str!("../docs/measured.md")),
    ("docs", include_str!("../docs/own-games.md")),
    ("library", include_str!("../library/README.md")),
];
/// The button under every board in a transcript.
const BOARD: &str = ">Board</span>";
const BINARY: &str = env!("CARGO_BIN_EXE_deathmatch");

/// Returns the command lines in the README's shell blocks.
fn commands() -> Vec<&'static str> {
    let mut inside = false;
    README
        .lines()
        .filter(|line| {
            if line.starts_with("```") {
                inside = *line == "```sh";
                return false;
            }
            inside
        })
        .collect()
}

/// Runs the README's command line with this beginning, unchanged except for the binary under test.
fn run(beginning: &str, folder: &Path) -> Output {
    let line = commands().into_iter().find(|line| line.starts_with(beginning)).expect("the README has the command");
    let words = line.strip_prefix("deathmatch").unwrap();
    Command::new(BINARY).args(words.split_whitespace()).current_dir(folder).output().unwrap()
}

#[test]
fn demo_writes_a_match_that_the_referee_replays() {
    let folder = tempfile::tempdir().unwrap();
    let demo = run("deathmatch sandbox --demo", folder.path());
    let summary = String::from_utf8_lossy(&demo.stdout);
    assert!(demo.status.success(), "{summary}{}", String::from_utf8_lossy(&demo.stderr));
    let verified = run("deathmatch referee --verify", folder.path());
    assert!(String::from_utf8_lossy(&verified.stdout).ends_with(" receipts checked, 0 failed.\n"), "{verified:?}");
    let referee = ["referee", "demo/record.jsonl"];
    let replay = Command::new(BINARY).args(referee).current_dir(folder.path()).output().unwrap();
    assert!(replay.status.success());
    let replay = String::from_utf8(replay.stdout).unwrap();
    let lines: Vec<Value> = replay.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.iter().all(|line| line["ok"] == true));
    let winner = lines.last().unwrap()["outcome"]["winner"].as_str().expect("somebody won");
    assert!(summary.contains(&format!("{} wins", winner.to_uppercase())), "{summary}");

    let replay = run("deathmatch replay", folder.path());
    assert!(replay.status.success(), "{}", String::from_utf8_lossy(&replay.stderr));
    let out = folder.path().join("demo");
    let page = fs::read_to_string(out.join("replay.html")).unwrap();
    assert!(page.contains(" against ") && page.len() < 1_000_000, "{} bytes", page.len());
    let animation = fs::read(out.join("replay.gif")).unwrap();
    assert!(animation.starts_with(b"GIF89a") && animation.len() < 2_000_000, "{} bytes", animation.len());

    verifies(&out.join("record.jsonl"));
    let pictures = fs::read_dir(out.join("pictures")).unwrap().count();
    let steps = lines.last().unwrap()["step"].as_u64().unwrap();
    let transcript = fs::read_to_string(out.join("transcript.html")).unwrap();
    assert!(transcript.len() < 5_000_000, "{} bytes", transcript.len());
    // On a slow machine only the newest of several late pictures is sent, so some boards have none.
    assert!(transcript.matches(BOARD).count() as u64 >= steps);
    let alts = transcript.split("<img alt=\"").skip(1).filter_map(|rest| rest.split('"').next());
    // The match ends with its poster.
    assert_eq!(alts.filter(|alt| alt.starts_with("A Warrior") || alt.contains(" wins the ")).count(), pictures);
    assert!(pictures > 0);
    assert!(!transcript.contains("src=\"http") && !transcript.contains("<script"), "the page stands alone");
    assert!(!transcript.contains("alt=\"\""), "every picture has its alt text");
}

#[test]
#[ignore = "long"]
fn demo_plays_in_a_folder_with_an_earlier_match() {
    let folder = tempfile::tempdir().unwrap();
    for out in ["first", "second"] {
        let demo = Command::new(BINARY)
            .args(["sandbox", "--demo", "blockade-chess", "--fast", "--data", "kept", "--out", out])
            .current_dir(folder.path())
            .output()
            .unwrap();
        let summary = String::from_utf8_lossy(&demo.stdout);
        assert!(demo.status.success(), "{out}: {summary}{}", String::from_utf8_lossy(&demo.stderr));
        assert!(
            !summary.contains(" and 0 presses") && summary.contains("replayed to the same end"),
            "{out}: {summary}"
        );
        let transcript = fs::read_to_string(folder.path().join(out).join("transcript.html")).unwrap();
        assert_eq!(transcript.contains("Match 1 ·"), out == "first", "each has its own match alone");
    }
}

#[test]
fn unusable_folder_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a-file");
    fs::write(&file, "").unwrap();
    let data = file.join("kept");
    let output = Command::new(BINARY).args(["sandbox", "--port", "0", "--data"]).arg(&data).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains(&data.display().to_string()), "{said}");
}

#[test]
fn closed_pipe_ends_the_output_quietly() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = Command::new(BINARY).args(["game", "list"]).stdout(writer).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
#[ignore = "long"]
fn demo_plays_public_turns() {
    let folder = tempfile::tempdir().unwrap();
    let preset = ["--preset", "garden-of-statues"];
    let demo = Command::new(BINARY)
        .args(["sandbox", "--demo", "blockade-chess", "--fast", "--out", "demo"])
        .args(preset)
        .current_dir(folder.path())
        .output()
        .unwrap();
    let summary = String::from_utf8_lossy(&demo.stdout);
    assert!(demo.status.success(), "{summary}{}", String::from_utf8_lossy(&demo.stderr));
    assert!(summary.contains(" wins (rules)") && summary.contains("replayed to the same end"), "{summary}");
    let out = folder.path().join("demo");
    let record = fs::read_to_string(out.join("record.jsonl")).unwrap();
    let orders = record.matches("\"order\"").count();
    let pictures = fs::read_dir(out.join("pictures")).unwrap().count();
    let transcript = fs::read_to_string(out.join("transcript.html")).unwrap();
    assert!(
        orders > 7 && pictures > 0 && transcript.matches(BOARD).count() >= orders,
        "{pictures} pictures for {orders} orders"
    );
    assert!(transcript.contains("<img alt=\"Garden of Statues"), "the garden has its own name");
}

/// Checks that an exported record's commitments hold, and fail once an order, a nonce or a commitment is changed.
fn verifies(record: &Path) {
    let verify = |path: &Path| {
        let output = Command::new(BINARY).args(["referee", "--verify"]).arg(path).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (status, said) = verify(record);
    assert_eq!(status, Some(0), "{said}");
    let text = fs::read_to_string(record).unwrap();
    let rounds = text.matches("\"receipts\"").count();
    assert!(rounds >= 30 && said == format!("{} receipts checked, 0 failed.\n", 2 * rounds), "{said}");

    let first = text.lines().find(|line| line.contains("receipts")).unwrap();
    let receipts = &serde_json::from_str::<Value>(first).unwrap()["meta"]["receipts"];
    let [nonce, hash] = ["nonce", "commitment"].map(|key| receipts["ec"][key].as_str().unwrap());
    let other = |digits: &str| digits.chars().rev().collect::<String>();
    let missing = text.replacen("\"receipts\"", "\"removed\"", 1);
    for changed in [text.replace(hash, &other(hash)), text.replacen(nonce, &other(nonce), 2), missing] {
        assert_ne!(changed, text);
        let forged = record.with_extension("forged");
        fs::write(&forged, changed).unwrap();
        let (status, said) = verify(&forged);
        assert_eq!(status, Some(1), "{said}");
        assert!(said.starts_with("Step 1: the E"), "{said}");
    }
}

/// Returns the house rulings of every game as a page. A ruling of one preset carries the preset's name.
fn rulings() -> String {
    let mut page = String::from(
        "# House rulings\n\nThis page is for players and hosts. It lists every decision of the bot where the original rules leave something open.\n`/rules` marks the same lines. `RULINGS=accept cargo test --test readme rulings` writes this page from the games.\n",
    );
    for &game in GAMES {
        page += &format!("\n## {}\n\n", game.name());
        let of = |preset: &str| -> Vec<String> {
            let rules = game.page(Some(preset), &Overrides::new()).expect("a preset has a page");
            let lines =
                rules.sections.iter().flat_map(|section| section.lines.iter().map(|line| (&section.title, line)));
            let house = lines.filter(|(_, line)| line.house);
            // Most lines are read in their section, and refer to the lines above as "that".
            house.map(|(title, line)| format!("{title}: {}", line.text)).collect()
        };
        let presets: Vec<(&str, Vec<String>)> = game.presets().into_iter().map(|(id, name)| (name, of(id))).collect();
        let mut written = BTreeSet::new();
        for (name, lines) in &presets {
            for line in lines {
                if !written.insert(line) {
                    continue;
                }
                let all = presets.iter().all(|(_, others)| others.contains(line));
                let whose = if all { String::new() } else { format!("*{name}:* ") };
                page += &format!("- {whose}{}\n", line.replace('\n', "\n  "));
            }
        }
    }
    page
}

#[test]
fn page_of_rulings_matches_the_games() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rulings.md");
    if std::env::var("RULINGS").is_ok_and(|value| value == "accept") {
        fs::write(&file, rulings()).unwrap();
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), rulings());
}

#[test]
fn every_linked_file_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    for (folder, page) in PAGES {
        let links = page.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for link in links.filter(|link| !link.contains("://")) {
            let file = link.split('#').next().unwrap_or_default();
            assert!(file.is_empty() || root.join(folder).join(file).exists(), "{link}");
            seen += 1;
        }
    }
    assert!(seen >= 12);
}

#[test]
fn every_listed_command_exists() {
    let help = Command::new(BINARY).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    for command in ["serve", "check", "health", "backup", "restore", "sandbox", "referee"] {
        let forms = [format!("deathmatch {command}"), format!("-- {command}")];
        assert!(PAGES.iter().any(|(_, page)| forms.iter().any(|form| page.contains(form))), "{command}");
        assert!(help.contains(command), "{help}");
    }
}

/// Returns the names in backticks of a line.
fn names(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// The guide's picture of colours and sprites shows those that it names. `PICTURES=accept` draws it again.
#[test]
fn picture_of_colours_and_sprites_shows_those_of_the_guide() {
    const SOURCE: &str = r#"
game(id="signs", name="Signs", blurb="Colours and sprites.", score="points")
COLOURS = [COLOUR_LIST]
SPRITES = [SPRITE_LIST]
def play(s, opt, random):
    s.points, s.stage = both(0), "Colours and sprites"
    ask(EC, ["go"], "Go?", seconds=60)
def colour(name):
    return square(shapes=[("circle", 50, 40, 30, name), ("ring", 50, 40, 30, 2, "edge"), ("text", 50, 92, 18, "words", name)])
def sprite(folder, name):
    return square(sprite=folder + "/" + name, shapes=[("text", 50, 98, 14, "words", name)])
def scene(v):
    signs = [[text(folder + "/", size="small", colour="muted"),
              grid_of((10, 1), lambda cell: sprite(folder, names[cell[0]]) if cell[0] < len(names) else False, lines=False)]
             for folder, names in SPRITES]
    return [grid_of((8, 3), lambda cell: (COLOURS + [None] * 8)[cell[0] + 8 * cell[1]] and colour(COLOURS[cell[0] + 8 * cell[1]]) or False,
                    lines=False)] + sum(signs, [])
RULES = "None."
"#;
    let guide = include_str!("../docs/own-games.md");
    let table = guide.split_once("| colours | meaning |").expect("the table of colours").1;
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let colours: Vec<_> = rows
        .flat_map(|row| names(row.split('|').nth(1).unwrap_or_default()))
        .map(|name| format!("\"{}\"", name.to_lowercase()))
        .collect();
    let sprites = guide.split_once("\nSprites: ").expect("the list of sprites").1.split("\n\n").next().unwrap();
    let mut folders: Vec<(&str, Vec<String>)> = Vec::new();
    for name in names(sprites) {
        match name.strip_suffix('/') {
            Some(folder) => folders.push((folder, Vec::new())),
            None => folders.last_mut().expect("a folder").1.push(format!("\"{name}\"")),
        }
    }
    for (folder, names) in &folders {
        for name in names {
            let file = format!("assets/{folder}/{}.svg", name.trim_matches('"'));
            assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join(&file).exists(), "{file}");
        }
    }
    // The picture has no more squares.
    assert!(colours.len() <= 24 && folders.iter().all(|(_, names)| names.len() <= 10), "draw larger grids");
    let folders: Vec<_> =
        folders.iter().map(|(folder, names)| format!("(\"{folder}\", [{}])", names.join(", "))).collect();
    let source = SOURCE.replace("COLOUR_LIST", &colours.join(", ")).replace("SPRITE_LIST", &folders.join(", "));
    let game = Loaded::read("signs.py", &source).unwrap_or_else(|wrong| panic!("{wrong}")).game();
    let sight = game.open(&Terms::default()).expect("opens").0.sight(Viewer::Public);
    assert_eq!(sight.view::<GameView>().and_then(GameView::picture_fault), None);
    let frame = Frame { bare: true, ..Frame::default() };
    let picture = deathmatch::draw::png(&Picture { frame, scene: Scene { caption: Text::default(), ..sight.scene() } });
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/own-games-colours.png");
    if std::env::var("PICTURES").is_ok_and(|value| value == "accept") {
        fs::write(&file, &picture).unwrap();
    }
    let size = |file: &[u8]| file[16..24].to_vec();
    assert!(size(&picture) == size(&fs::read(file).unwrap()), "PICTURES=accept draws it again");
}
