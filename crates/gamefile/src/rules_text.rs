//! The rules for players: the file's Markdown as that of the other games.
//!
//! A line `# icon title` begins a section, `! text` is a house ruling, and any other line is an item.

/// The rules in the form that [`Page::read`](deathmatch_rules::game::Page::read) reads.
pub fn markdown(name: &str, rules: &str) -> String {
    let mut page = format!("# {name}\n");
    for line in rules.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let item = line.strip_prefix("- ").unwrap_or(line);
        page += &if let Some(heading) = line.strip_prefix("## ").or_else(|| line.strip_prefix("# ")) {
            format!("\n## {heading}\n\n")
        } else if let Some(ruling) = item.strip_prefix("! ") {
            format!("- ⌂ {ruling}\n")
        } else if item.starts_with(|first: char| first.is_ascii_digit()) && item == line {
            format!("{line}\n")
        } else {
            format!("- {item}\n")
        };
    }
    page
}
