//! The walls that no crate keeps, read off the source text: who may name whom, and where a game's name may stand.

use std::fs;
use std::path::{Path, PathBuf};

/// A room, the rooms of this crate it may name, and the outside crates that belong to it.
struct Room {
    name: &'static str,
    may_use: &'static [&'static str],
    crates: &'static [&'static str],
}

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
        name: "dealer",
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
        name: "discord",
        may_use: &["ratings", "dealer", "store", "tournament", "table", "players", "draw", "replay", "game", "games"],
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
        may_use: &["discord"],
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

/// Every outside crate that some room or other keeps to itself.
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

/// Clocks and global random sources, which rules, tables and drawing never touch.
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

/// The code of a file: comment lines are left out, and what only tests use.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("the file can be read");
    let code = text.split("#[cfg(test)]\nmod tests").next().expect("a split has a first part");
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

fn word_before(text: &str, at: usize) -> bool {
    text[..at].chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
}

/// Every name that follows `crate::` in a text, grouped imports included.
fn own_rooms(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (at, _) in text.match_indices("crate::") {
        let rest = &text[at + "crate::".len()..];
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

/// Where a room is: the pure ones have a crate of their own.
fn room(name: &str) -> PathBuf {
    match name {
        "game" | "games" | "table" => root().join("crates/rules/src").join(name),
        "search" => root().join("crates/players/src/search"),
        "draw" | "players" | "replay" | "sandbox" | "script" | "tournament" => root().join("crates").join(name).join("src"),
        _ => root().join("src").join(name),
    }
}

/// All of our own code.
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
    ]
    .iter()
    .flat_map(|below| sources(&root().join(below)))
    .collect()
}

#[test]
fn rooms_keep_to_their_neighbours() {
    let mut broken = Vec::new();
    for room_of in ROOMS {
        for path in sources(&room(room_of.name)) {
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
    for path in sources(&room("store")) {
        for write in code(&path).split("UPDATE matches SET ").skip(1) {
            assert!(write.starts_with("revision = revision + 1"), "a write in {}: {write:.60}", path.display());
        }
    }
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

/// The registries: the one of the games and the one of their players, each beside a folder for every game.
fn registries() -> [PathBuf; 2] {
    [room("games"), room("players").join("games")]
}

/// The names of the folders in a folder.
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

#[test]
fn a_game_is_named_in_its_own_folders_only() {
    let [games, players] = registries();
    let ids = folders(&games);
    assert!(!ids.is_empty());
    assert_eq!(folders(&players), ids, "every game has a player");
    let mut broken = Vec::new();
    for path in everything() {
        if registries().iter().any(|registry| path == registry.join("mod.rs")) {
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
fn games_do_not_know_each_other() {
    for path in sources(&room("games")) {
        let reaches = own_rooms(&code(&path)).iter().any(|room| room == "games");
        assert!(!reaches, "{} reaches for another game", path.display());
    }
}

/// Unoptimised crates answer late under load.
#[test]
fn what_ships_is_optimised_throughout() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let manifest: toml::Table = manifest.parse().unwrap();
    let release = manifest["profile"]["release"].as_table().unwrap();
    let packages = release.get("package").and_then(toml::Value::as_table).into_iter().flatten();
    for (name, profile) in packages.chain([(&"release".to_owned(), &manifest["profile"]["release"])]) {
        let level = profile.get("opt-level").and_then(toml::Value::as_integer).unwrap_or(3);
        assert!(level >= 2, "{name} ships at opt-level {level}");
    }
}
