//! Game files that do their worst, which a host installs again and again while others play.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::json;

use crate::askers::Asked;
use deathmatch::sandbox::Seen;

/// A whole small game, which the hostile files are made of.
const GAME: &str = include_str!("../../gamefile/templates/bids.py");
/// A line of its rounds.
const LINE: &str = "        s.prize = random.take(s.prizes)\n";

/// What a file does in each round, and what it has at its beginning.
const WORST: [(&str, &str); 7] = [
    ("        while True: pass\n", ""),
    ("        for i in range(200000): s.work = i * i\n", ""),
    ("        s.work = sorted([(i * 7919) % 10007 for i in range(30000)])\n", ""),
    ("        s.work = [[i] * 300 for i in range(300)]\n", ""),
    ("        say(\"spam \" * 1000)\n", ""),
    ("        s.stage = str([list(range(100)) for i in range(100)])\n", ""),
    ("", "DOUBLED = [\"a\"]\nwhile True: DOUBLED = DOUBLED + DOUBLED\n"),
];

/// The installation of the hostile file of this number.
pub fn install(number: u32) -> Asked {
    let (line, head) = WORST[number as usize % WORST.len()];
    let source = format!("{head}{}", GAME.replace(LINE, &format!("{LINE}{line}")));
    let file = json!({"name": "bids.py", "content_base64": BASE64_STANDARD.encode(source)});
    let arrived = |message: &Seen| !message.text().is_empty();
    Asked { command: "game install", options: json!({ "file": file }), arrived }
}
