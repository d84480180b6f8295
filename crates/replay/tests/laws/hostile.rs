//! Names that try to break out of a page, and the requests that a page may make.

use deathmatch_replay::{Replay, page};
use deathmatch_rules::games::GAMES;

use super::decoded::Page;
use super::play::{Habits, play};

const HOSTILE: [&str; 8] = [
    "</script><script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "'><svg/onload=alert(1)>",
    "<!--<script>",
    "{{score}} {{label}}",
    "{ec} {dmo} \\u003c",
    "\u{2028}\u{202e}\u{0}]]>",
    "&lt;b&gt; javascript:alert(1)",
];

#[test]
fn names_cannot_break_out_of_a_page() {
    for (number, game) in GAMES.iter().enumerate() {
        let [plain, odd] = [["Ann", "Bob"], ["⚔ ⚔", "太郎"]].map(|names| made(*game, names));
        // Every name is used in some game.
        for (at, name) in HOSTILE.into_iter().enumerate().filter(|(at, _)| at % GAMES.len() == number) {
            let other = HOSTILE[(at + 3) % HOSTILE.len()];
            let html = made(*game, [name, other]);
            let tags = |html: &str| html.matches('<').count();
            let page = Page::read(&html);
            assert_eq!(page.data["names"], serde_json::json!([name, other]));
            assert_eq!(html.matches("<script").count(), 2, "{name}");
            assert_eq!(html.matches("</script").count(), 2, "{name}");
            for tag in ["<img", "<svg/", "<!--"] {
                assert!(!html.contains(tag), "{name} makes {tag}");
            }
            // The tags are those of the page with harmless names.
            assert_eq!(tags(&html), tags(&plain), "{name}");
        }
        Page::read(&odd);
    }
}

fn made(game: &'static dyn deathmatch_rules::game::Game, names: [&str; 2]) -> String {
    let record = play(game, game.presets()[0].0, names, 2, Habits::default());
    page(&Replay::read(&record.text()).unwrap())
}

#[test]
fn page_loads_nothing() {
    let html = made(GAMES[0], ["Ann", "Bob"]);
    let policy =
        html.split("http-equiv=\"Content-Security-Policy\" content=\"").nth(1).unwrap().split('"').next().unwrap();
    assert!(policy.starts_with("default-src 'none'; script-src 'sha256-") && !policy.contains("unsafe"), "{policy}");
    for outside in ["http://", "https://", "src=", "url(", "@import", "fetch(", "XMLHttpRequest", "style=\""] {
        let left = html.replace("http://www.w3.org/2000/svg", "");
        assert!(!left.contains(outside), "{outside}");
    }
}
