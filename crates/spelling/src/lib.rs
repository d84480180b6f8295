//! Suggestions for misspelt words: names in scripts, and typed orders.

/// The shortest name that is compared for a suggestion.
const SHORTEST_NAME: usize = 3;

/// The longest name that is compared for a suggestion.
const LONGEST_NAME: usize = 40;

/// The most names that are compared for a suggestion.
const NAMES: usize = 500;

/// The shortest part of a name that suggests the whole name, in bytes.
const SHORTEST_PART: usize = 4;

/// Returns "did you mean `name`?" for the closest candidate, if one is close enough.
#[must_use]
pub fn meant<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let length = name.chars().count();
    if !(SHORTEST_NAME..=LONGEST_NAME).contains(&length) {
        return None;
    }
    let near = length.div_ceil(3).min(3);
    let candidates = candidates.into_iter().filter(|other| other.len() <= LONGEST_NAME && *other != name).take(NAMES);
    let (_, best) = candidates
        .map(|other| (distance(name, other), other))
        .filter(|(distance, _)| *distance <= near)
        .min_by_key(|(distance, _)| *distance)?;
    Some(format!("did you mean `{best}`?"))
}

/// The edits from a word to a name, or to a part of the name and one more: `kniht` is 2 from `dark-knight`. 1 if only the case differs.
fn distance(word: &str, name: &str) -> usize {
    if word.eq_ignore_ascii_case(name) {
        return 1;
    }
    let parts = name.split(|c: char| !c.is_alphanumeric()).filter(|part| part.len() >= SHORTEST_PART && *part != name);
    let to_parts = parts.map(|part| edits(&word.to_lowercase(), &part.to_lowercase()) + 1);
    to_parts.filter(|_| word.len() >= SHORTEST_PART).chain([edits(word, name)]).min().unwrap_or(usize::MAX)
}

/// Counts insertions, deletions, replacements and swaps of neighbours.
fn edits(word: &str, name: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (word.chars().collect(), name.chars().collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    rows[0] = (0..=b.len()).collect();
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replaced.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = least;
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::meant;

    #[test]
    fn closest_name_is_suggested() {
        let names = ["sage", "samurai", "dark-knight", "dragoon", "dragoon>samurai", "+"];
        for (word, name) in [
            ("samurei", "samurai"),
            ("dragoon?", "dragoon"),
            ("Knight", "dark-knight"),
            ("kniht", "dark-knight"),
            ("SAGE", "sage"),
        ] {
            assert_eq!(meant(word, names), Some(format!("did you mean `{name}`?")), "{word}");
        }
        for word in ["", "?", "!x", "soldier", "dark horse", &"x".repeat(50)] {
            assert_eq!(meant(word, names), None, "{word}");
        }
    }
}
