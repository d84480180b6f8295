//! Tests the samples of `docs/own-games.md`: whole games, parts of games, and mistakes with their messages.

use deathmatch_gamefile::{Loaded, check};

const PAGE: &str = include_str!("../../../docs/own-games.md");

const GAME: &str = r#"game(
    id="frame", name="Frame", blurb="A frame for samples.", score="points",
    options={"turn_s": seconds(60, "Time"), "chips": whole(20, 1, 99, "Chips"), "reserve_s": reserve(300)},
    state={STATE},
)
RULES = "Rules."
"#;

const PLAY: &str = "
def play(s, opt, random):
    s.points, s.board, s.deck = both(0), {}, list(range(1, 11))
    s.hand, s.card = each(lambda seat: [1, 2, 3]), both(None)
";

/// Returns the page's samples of a kind: the line of the opening fence, and the text.
fn samples(kind: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut open = None;
    for (number, line) in PAGE.lines().enumerate() {
        match open {
            None if line == format!("```python {kind}") => open = Some((number + 1, String::new())),
            Some(sample) if line == "```" => {
                found.push(sample);
                open = None;
            }
            Some((at, text)) => open = Some((at, text + line + "\n")),
            None => {}
        }
    }
    assert!(!found.is_empty(), "the page has no sample `{kind}`");
    found
}

/// Completes a part to a game, and declares the hidden entries that the part uses.
fn framed(part: &str) -> String {
    let hidden = [("hand", "owner"), ("card", "the_other"), ("deck", "nobody")];
    let made = hidden.into_iter().filter(|(name, _)| part.contains(&format!("s.{name}")));
    let made: Vec<_> = made.map(|(name, seen)| format!("\"{name}\": {seen}")).collect();
    GAME.replace("{STATE}", &format!("{{{}}}", made.join(", "))) + part
}

fn indented(text: &str) -> String {
    text.lines().map(|line| "    ".to_owned() + line + "\n").collect()
}

/// Returns the error of a file, if it has one.
fn wrong(source: &str) -> Option<String> {
    let checked = Loaded::read("sample.py", source).and_then(|game| check(&game, None));
    checked.err().map(|error| error.to_string())
}

fn assert_plays(at: usize, source: &str) {
    if let Some(wrong) = wrong(source) {
        panic!("docs/own-games.md, line {at}: {wrong}");
    }
}

#[test]
fn whole_games_pass_their_check() {
    for (at, source) in samples("game") {
        assert_plays(at, &source);
    }
}

#[test]
fn parts_fit_into_a_game() {
    for (at, part) in samples("top") {
        assert_plays(at, &framed(&part));
    }
    for (at, part) in samples("play") {
        assert_plays(at, &framed(&format!("{PLAY}{}", indented(&part))));
    }
    for (at, part) in samples("scene") {
        assert_plays(at, &framed(&format!("{PLAY}def scene(v):\n{}", indented(&part))));
    }
}

#[test]
fn mistakes_give_their_documented_messages() {
    for (at, lines) in samples("faults") {
        for line in lines.lines() {
            let (mistake, message) = line.split_once("   # ").expect("a message behind the mistake");
            let wrong = wrong(&framed(&format!("{PLAY}{}", indented(mistake))));
            let found = wrong.as_ref().is_some_and(|wrong| wrong.contains(message));
            assert!(found, "docs/own-games.md, line {at}: `{}` gives {wrong:?}, not {message}", mistake.trim());
        }
    }
}

#[test]
fn every_sample_is_of_a_tested_kind() {
    let kinds = ["game", "top", "play", "scene", "faults"].map(|kind| format!("```python {kind}"));
    let strange: Vec<_> =
        PAGE.lines().filter(|line| line.starts_with("```python") && !kinds.iter().any(|kind| kind == line)).collect();
    assert!(strange.is_empty(), "{strange:?}");
}
