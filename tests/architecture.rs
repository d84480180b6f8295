//! Walls between modules, and banned phrases, checked on the source text.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A room, the rooms of this crate that it may name, and its outside crates.
struct Room {
    name: &'static str,
    may_use: &'static [&'static str],
    crates: &'static [&'static str],
}

/// The folders of `src` with a service, a `ui` and a `store`, as far as they need these.
const FEATURES: &[&str] = &[
    "external",
    "game_draft",
    "history",
    "hosting",
    "live",
    "lobby",
    "messages",
    "own_games",
    "people",
    "platform",
    "playing",
    "predictions",
    "series",
    "setup",
    "spectators",
    "tournaments",
    "uptime",
];

const ROOMS: &[Room] = &[
    Room { name: "search", may_use: &[], crates: &["rand", "rand_chacha"] },
    Room {
        name: "game",
        may_use: &[],
        crates: &[
            "serde",
            "serde_json",
            "thiserror",
            "rand",
            "rand_chacha",
            "sha2",
            "unicode_normalization",
            "unicode_security",
        ],
    },
    Room { name: "games", may_use: &["game"], crates: &["serde", "serde_json", "thiserror", "rand", "rand_chacha"] },
    Room { name: "players", may_use: &["search"], crates: &["deathmatch_rules", "rand", "rand_chacha"] },
    Room {
        name: "table",
        may_use: &["game", "games"],
        crates: &["serde", "serde_json", "thiserror", "rand", "rand_chacha", "sha2"],
    },
    Room {
        name: "store",
        may_use: &["table", "game"],
        crates: &[
            "serde",
            "serde_json",
            "thiserror",
            "sqlx",
            "tokio",
            "tracing",
            "chrono",
            "metrics",
            "flate2",
            "sha2",
        ],
    },
    Room {
        name: "service",
        may_use: &["store", "tournament", "table", "game", "games", "players"],
        crates: &[
            "serde",
            "serde_json",
            "thiserror",
            "tokio",
            "tokio_util",
            "futures",
            "async_trait",
            "tracing",
            "rand",
            "rand_chacha",
            "sha2",
            "chrono",
            "chrono_tz",
            "metrics",
        ],
    },
    Room { name: "tournament", may_use: &[], crates: &["serde", "thiserror", "rand"] },
    Room { name: "ratings", may_use: &["game", "players"], crates: &["skillratings"] },
    Room {
        name: "ui",
        may_use: &["ratings", "service", "store", "tournament", "table", "players", "draw", "replay", "game", "games"],
        crates: &[
            "serde",
            "serde_json",
            "thiserror",
            "tokio",
            "tokio_util",
            "futures",
            "async_trait",
            "tracing",
            "chrono",
            "chrono_tz",
            "serenity",
            "poise",
            "reqwest",
            "rand",
            "rand_chacha",
            "metrics",
            "rustix",
        ],
    },
    Room {
        name: "ops",
        may_use: &["ui"],
        crates: &[
            "serde_json",
            "tokio",
            "tracing",
            "axum",
            "reqwest",
            "metrics",
            "metrics_exporter_prometheus",
            "sd_notify",
        ],
    },
];

/// Every outside crate that belongs to particular rooms.
const OUTSIDE: &[&str] = &[
    "axum",
    "async_trait",
    "base64",
    "chrono",
    "chrono_tz",
    "clap",
    "deathmatch_rules",
    "flate2",
    "futures",
    "include_dir",
    "metrics",
    "metrics_exporter_prometheus",
    "poise",
    "png",
    "rand",
    "rand_chacha",
    "reqwest",
    "resvg",
    "rustix",
    "sd_notify",
    "serenity",
    "sha2",
    "skillratings",
    "sqlx",
    "tokio",
    "tokio_util",
    "toml",
    "tracing",
    "tracing_subscriber",
    "unicode_security",
];

/// Clocks and global random sources, which rules, tables and drawing never use.
const IMPURE: &[&str] = &[
    "SystemTime",
    "Instant",
    "Utc::now",
    "Local::now",
    "rand::rng()",
    "thread_rng()",
    "std::env",
    "std::fs",
    "std::net",
];

fn sources(below: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![below.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the folder can be read") {
            let path = entry.expect("the entry can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Returns the code of a file, without comment lines and test modules.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("the file can be read");
    let code = text.split("#[cfg(test)]\nmod tests").next().expect("a split has a first part");
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

fn word_before(text: &str, at: usize) -> bool {
    text[..at].chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
}

/// Returns the layer of a module of the service, by its path: a feature's folder has its service, its `ui` and its `store`.
fn layer(path: &str) -> &'static str {
    let parts: Vec<&str> = path.split(['/', ':']).filter(|part| !part.is_empty()).collect();
    match parts.as_slice() {
        ["platform", "discord", ..] => "ui",
        ["platform", "sqlite", ..] => "store",
        parts if parts.contains(&"ui") => "ui",
        parts if parts.contains(&"store") => "store",
        _ => "service",
    }
}

/// Returns every room that a text names after `crate::`, grouped imports included.
fn own_rooms(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (at, _) in text.match_indices("crate::") {
        let rest = &text[at + "crate::".len()..];
        let path = rest.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').next().unwrap_or_default();
        if FEATURES.iter().any(|feature| path.starts_with(&format!("{feature}::"))) {
            names.push(layer(path).to_owned());
            continue;
        }
        if let Some(group) = rest.strip_prefix('{') {
            let mut depth = 0;
            let mut name = String::new();
            for c in group.chars() {
                match c {
                    '{' => depth += 1,
                    '}' if depth == 0 => break,
                    '}' => depth -= 1,
                    ',' if depth == 0 => names.push(std::mem::take(&mut name)),
                    _ if depth == 0 => name.push(c),
                    _ => {}
                }
            }
            names.push(name);
        } else {
            names.push(rest.to_owned());
        }
    }
    names
        .into_iter()
        .map(|name| name.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>())
        .filter(|name| !name.is_empty())
        .collect()
}

fn names_crate(text: &str, name: &str) -> bool {
    text.match_indices(&format!("{name}::")).any(|(at, _)| !word_before(text, at))
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the files of a room.
fn files(name: &str) -> Vec<PathBuf> {
    if !["service", "store", "ui"].contains(&name) {
        return sources(&room(name));
    }
    let src = root().join("src");
    let of_layer = |path: &PathBuf| {
        let path = path.strip_prefix(&src).expect("it is in the folder").with_extension("");
        layer(&path.to_string_lossy()) == name
    };
    FEATURES.iter().flat_map(|feature| sources(&src.join(feature))).filter(of_layer).collect()
}

/// Returns the folder of a room. Rules, tables and drawing have separate crates.
fn room(name: &str) -> PathBuf {
    match name {
        "game" | "games" | "table" => root().join("crates/rules/src").join(name),
        "search" => root().join("crates/players/src/search"),
        "draw" | "players" | "replay" | "sandbox" | "script" | "tournament" => {
            root().join("crates").join(name).join("src")
        }
        _ => root().join("src").join(name),
    }
}

/// Returns all source files of the project.
fn everything() -> Vec<PathBuf> {
    [
        "src",
        "crates/rules/src",
        "crates/players/src",
        "crates/tournament/src",
        "crates/arena/src",
        "crates/draw/src",
        "crates/replay/src",
        "crates/sandbox/src",
        "crates/script/src",
        "crates/gamefile/src",
        "crates/spelling/src",
        "crates/tools/src",
    ]
    .iter()
    .flat_map(|below| sources(&root().join(below)))
    .collect()
}

/// A folder that is not listed would have no walls.
#[test]
fn every_feature_is_listed() {
    let others = ["cli", "ops", "ratings"];
    let all = folders(&root().join("src"));
    let features: Vec<&str> = all.iter().map(String::as_str).filter(|name| !others.contains(name)).collect();
    assert_eq!(features, FEATURES);
}

#[test]
fn rooms_name_only_their_neighbours() {
    let mut broken = Vec::new();
    for room_of in ROOMS {
        for path in files(room_of.name) {
            let text = code(&path);
            for used in own_rooms(&text) {
                let known = ROOMS.iter().any(|other| other.name == used)
                    || ["cli", "draw", "replay", "sandbox"].contains(&used.as_str());
                if known && used != room_of.name && !room_of.may_use.contains(&used.as_str()) {
                    broken.push(format!("{} names crate::{used}", path.display()));
                }
            }
            for outside in OUTSIDE {
                if !room_of.crates.contains(outside) && names_crate(&text, outside) {
                    broken.push(format!("{} names the crate {outside}", path.display()));
                }
            }
        }
    }
    assert!(broken.is_empty(), "walls broken:\n{}", broken.join("\n"));
}

/// A commit is compared with every other write by the match's revision.
#[test]
fn every_write_to_a_match_raises_its_revision() {
    for path in files("store") {
        for write in code(&path).split("UPDATE matches SET ").skip(1) {
            assert!(write.starts_with("revision = revision + 1"), "a write in {}: {write:.60}", path.display());
        }
    }
}

/// Returns the modules of `src` that each module names, by path.
fn imports() -> BTreeMap<String, BTreeSet<String>> {
    let src = root().join("src");
    let module = |path: &Path| {
        let path = path.strip_prefix(&src).expect("it is in the folder").with_extension("");
        let path = path.to_string_lossy().replace('/', "::");
        path.strip_suffix("::mod").unwrap_or(&path).to_owned()
    };
    let texts: BTreeMap<String, String> = sources(&src).iter().map(|path| (module(path), code(path))).collect();
    let named = |text: &str| -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for rest in text.split("crate::").skip(1) {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').unwrap_or(rest.len());
            let (path, rest) = rest.split_at(end);
            let group = rest.strip_prefix('{').and_then(|rest| rest.split_once('}')).map_or("", |(group, _)| group);
            let whole = group.split(',').map(|item| format!("{path}{}", item.trim()));
            for path in whole.chain([path.to_owned()]) {
                let parts: Vec<&str> = path.split("::").collect();
                let longest = (1..=parts.len()).rev().map(|count| parts[..count].join("::"));
                found.extend(longest.into_iter().find(|module| texts.contains_key(module)));
            }
        }
        found
    };
    texts.iter().map(|(module, text)| (module.clone(), named(text))).collect()
}

/// Returns the number of modules in a graph's largest import cycle.
fn largest_cycle(graph: &BTreeMap<String, BTreeSet<String>>) -> usize {
    let reach = |from: &String| {
        let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
        while let Some(module) = next.pop() {
            next.extend(graph[module].iter().filter(|other| *other != module && seen.insert((*other).clone())));
        }
        seen
    };
    let reached: BTreeMap<&String, BTreeSet<String>> = graph.keys().map(|module| (module, reach(module))).collect();
    let mutual = |module: &String| reached[module].iter().filter(|other| reached[other].contains(module)).count();
    graph.keys().map(mutual).max().unwrap_or(0)
}

/// A module in a large cycle cannot be understood alone.
#[test]
fn no_import_cycle_has_more_than_three_modules() {
    assert_eq!(largest_cycle(&imports()), 3);
}

#[test]
fn rules_and_tables_have_no_clock() {
    let mut broken = Vec::new();
    for name in ["game", "games", "players", "table", "tournament", "draw", "replay", "script"] {
        for path in sources(&room(name)) {
            let text = code(&path);
            broken.extend(
                IMPURE.iter().filter(|word| text.contains(**word)).map(|word| format!("{} has {word}", path.display())),
            );
        }
    }
    assert!(broken.is_empty(), "not pure:\n{}", broken.join("\n"));
}

/// Returns the registries of the games and of their players. Each has a folder for every game beside it.
fn registries() -> [PathBuf; 2] {
    [room("games"), room("players").join("games")]
}

/// Returns the names of the folders in a folder.
fn folders(of: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(of)
        .expect("the folder can be read")
        .filter_map(|entry| {
            let path = entry.expect("the entry can be read").path();
            path.is_dir().then(|| path.file_name().expect("a folder has a name").to_string_lossy().into_owned())
        })
        .collect();
    names.sort();
    names
}

/// The list of the games in files, one of which has the name of a game.
const LIBRARY: &str = "crates/gamefile/src/built_in_files.rs";

#[test]
fn game_is_named_only_in_its_own_folders() {
    let [games, players] = registries();
    let ids = folders(&games);
    assert!(!ids.is_empty());
    assert_eq!(folders(&players), ids, "every game has a player");
    let mut broken = Vec::new();
    for path in everything() {
        if path == root().join(LIBRARY) || registries().iter().any(|registry| path == registry.join("mod.rs")) {
            continue;
        }
        let text = fs::read_to_string(&path).expect("the file can be read");
        for id in &ids {
            if registries().iter().any(|registry| path.starts_with(registry.join(id))) {
                continue;
            }
            let dashed = id.replace('_', "-");
            let code = text.split("#[cfg(test)]").next().expect("a split has a first part");
            for (number, line) in code.lines().enumerate() {
                let shown = line.trim_start();
                // A documentation example may show what an id looks like.
                if !shown.starts_with("//") && (line.contains(id.as_str()) || line.contains(&dashed)) {
                    broken.push(format!("{}:{}: {shown}", path.display(), number + 1));
                }
            }
        }
    }
    assert!(broken.is_empty(), "a game's name outside its folders:\n{}", broken.join("\n"));
}

#[test]
fn games_do_not_name_each_other() {
    for path in sources(&room("games")) {
        let reaches = own_rooms(&code(&path)).iter().any(|room| room == "games");
        assert!(!reaches, "{} reaches for another game", path.display());
    }
}

/// Unoptimised crates answer late under load.
#[test]
fn release_build_is_fully_optimised() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let manifest: toml::Table = manifest.parse().unwrap();
    let release = manifest["profile"]["release"].as_table().unwrap();
    let packages = release.get("package").and_then(toml::Value::as_table).into_iter().flatten();
    for (name, profile) in packages.chain([(&"release".to_owned(), &manifest["profile"]["release"])]) {
        let level = profile.get("opt-level").and_then(toml::Value::as_integer).unwrap_or(3);
        assert!(level >= 2, "{name} ships at opt-level {level}");
    }
}

/// Phrases that readers stumbled over, each with the usual words for it. `…` stands for one to six words.
const BANNED: &[(&str, &str)] = &[
    ("whoever", "a noun: the player, the host, anyone who"),
    ("what is so", "the current state"),
    ("take note", "record"),
    ("takes note", "records"),
    ("is told of", "is notified of"),
    ("is seen to", "is processed"),
    ("sees to", "handles"),
    ("stand still", "be paused, be suspended"),
    ("stands still", "is paused, is suspended"),
    ("by itself", "automatically, alone"),
    ("anew", "again"),
    ("goes on", "continues"),
    ("leads to", "links to"),
    ("put down", "recorded"),
    ("as it stands", "unchanged, now"),
    ("is there after all", "has arrived"),
    ("of its own", "separate"),
    ("lets … be", "leaves alone"),
    ("as a rule", "usually"),
    ("meanwhile", "since, in the time between"),
    ("is brought", "arrives"),
    ("comes to", "results in, reaches"),
];

/// Returns a text in lower case on one line: comment marks, line ends and escaped line ends become single spaces.
fn on_one_line(text: &str) -> String {
    let words = text.lines().flat_map(|line| {
        let line = line.trim().trim_start_matches(['/', '!', '*', '#', '>']).trim_end_matches('\\');
        line.split_whitespace()
    });
    words.collect::<Vec<_>>().join(" ").to_lowercase()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether a phrase begins at this place of a text.
fn says(text: &str, at: usize, phrase: &str) -> bool {
    let whole = |rest: &str| !rest.starts_with(is_word);
    if text[..at].ends_with(is_word) {
        return false;
    }
    let Some((first, last)) = phrase.split_once(" … ") else {
        return text[at..].strip_prefix(phrase).is_some_and(whole);
    };
    let Some(rest) = text[at..].strip_prefix(first).filter(|rest| rest.starts_with(' ')) else { return false };
    for (words_before, word) in rest.split(' ').skip(1).take(7).enumerate() {
        if word.trim_end_matches(['.', ',', ';', ':']) == last {
            return words_before > 0;
        }
        if word.ends_with(['.', ',', ';', ':', '(', ')', '"']) {
            return false;
        }
    }
    false
}

/// Returns the places of a text that use a banned phrase, as `phrase: excerpt`.
fn banned(text: &str) -> Vec<String> {
    let text = on_one_line(text);
    let mut found = Vec::new();
    for (phrase, instead) in BANNED {
        let first = phrase.split(' ').next().expect("a split has a first part");
        for (at, _) in text.match_indices(first).filter(|(at, _)| says(&text, *at, phrase)) {
            let excerpt: String = text[at..].chars().take(60).collect();
            found.push(format!("\"{phrase}\" (say: {instead}): {excerpt}"));
        }
    }
    found
}

/// The files and folders whose texts are checked.
const AREAS: &[&str] = &[
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "docs",
    "crates",
    "src",
    "benches",
    "tests/bot",
    "tests/conformance",
    "tests/crash",
    "tests/laws",
    "tests/ops",
    "tests/store",
];

/// Returns the texts of an area: a file, or a folder's sources and pages.
fn texts(area: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![root().join(area)];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).expect("the folder can be read").map(|entry| entry.unwrap().path()));
        } else if path
            .extension()
            .and_then(|ending| ending.to_str())
            .is_some_and(|ending| ["rs", "md", "js", "css", "html", "toml"].contains(&ending))
        {
            found.push(path);
        }
    }
    found
}

#[test]
fn no_text_uses_a_banned_phrase() {
    let mut found = Vec::new();
    for path in AREAS.iter().flat_map(|area| texts(area)) {
        let text = fs::read_to_string(&path).expect("the file can be read");
        let name = path.strip_prefix(root()).expect("the file is in the project").display().to_string();
        found.extend(banned(&text).into_iter().map(|place| format!("{name}: {place}")));
    }
    found.sort();
    assert!(found.is_empty(), "{} banned phrases:\n{}", found.len(), found.join("\n"));
}

#[test]
fn banned_phrase_is_found_across_lines() {
    assert_eq!(banned("// The match goes\n    /// on.").len(), 1);
    assert_eq!(banned("It lets the old message be.").len(), 1);
    assert!(banned("a renewed canew, comes_to; goes. On").is_empty());
}
