//! Rewrites a file's `RULES` as the Markdown of the built-in games' rules pages. `Page::read` reads conditions and values later.
//!
//! A line `# icon title` begins a section, `! text` is a house ruling, and any other line is an item. An indented line continues the
//! previous one. Mentions and links do not work. Options and an Advantage that the text does not name are added at its end.

use deathmatch_rules::game::{Key, numbered};

use crate::declaration::{Declared, Range};
use crate::sanitise::clean_rules;

/// Returns the Markdown that [`Page::read`](deathmatch_rules::game::Page::read) parses.
pub fn markdown(declared: &Declared, rules: &str) -> String {
    let mut page = format!("# {}\n", declared.name);
    let mut text = String::new();
    for line in rules.lines().filter(|line| !line.trim().is_empty()) {
        let continues = line.starts_with(' ') && !text.is_empty();
        text += if continues { " " } else { "\n" };
        text += &clean_rules(line.trim());
    }
    for line in text.lines().filter(|line| !line.is_empty()) {
        let item = line.strip_prefix("- ").unwrap_or(line);
        page += &if let Some(heading) = line.strip_prefix("## ").or_else(|| line.strip_prefix("# ")) {
            format!("\n## {heading}\n\n")
        } else if let Some(ruling) = item.strip_prefix("! ") {
            format!("- ⌂ {ruling}\n")
        } else if numbered(line).is_some() {
            format!("{line}\n")
        } else {
            format!("- {item}\n")
        };
    }
    let unnamed: Vec<_> = unnamed(declared, rules);
    if !unnamed.is_empty() {
        page += "\n## ⚙️ Settings\n\n";
        page.extend(unnamed.into_iter().map(|line| format!("- {line}\n")));
    }
    page
}

/// Returns a line for each option that the text does not name, and for an unnamed Advantage.
fn unnamed(declared: &Declared, rules: &str) -> Vec<String> {
    let named = |name: &str| rules.contains(&format!("{{{name}}}")) || rules.contains(&format!("[{name}="));
    let options = declared.options.iter().filter(|option| !named(&option.name));
    let options = options.map(|option| match &option.range {
        Range::Flag => format!("[{}=true] {}.", option.name, option.note),
        Range::Seconds => format!("{}: {{{}}} s.", option.note, option.name),
        Range::Reserve => format!(
            "{}: {{{}}} s. It runs where the time for an answer is up; without any left a player loses.",
            option.note,
            Key::RESERVE
        ),
        Range::Whole(..) | Range::Words(_) => format!("{}: {{{}}}.", option.note, option.name),
    });
    let advantage = declared.advantage.iter().filter(|_| !rules.contains("Advantage"));
    options.chain(advantage.map(|what| format!("The player with the Advantage {what}."))).collect()
}
