//! The menu of an order's next words. It holds at most 25 words; a longer list is split into the game's groups, or else into parts of
//! neighbours, on as many levels as needed.

use std::ops::Range;

use serenity::all::{CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption};

use crate::game::Choice;
use crate::ids::{MatchId, StepId};
use crate::platform::discord::limits;
use crate::platform::discord::match_press_ids::{MatchPressId, Press};
use crate::platform::discord::message_body::cut;
use crate::playing::prompt::PromptView;
use crate::playing::ui::prompt::depth;

/// The possible next words, and their place in the order.
pub struct Menu<'a> {
    pub match_id: MatchId,
    pub mark: StepId,
    /// The number of words before.
    pub depth: u8,
    /// The possible next words.
    pub choices: &'a [Choice],
    /// The menu's hint.
    pub hint: &'a str,
    /// The group of each choice if one menu cannot hold them; may be empty.
    pub groups: &'a [String],
    /// Whether the order is complete without this word.
    pub optional: bool,
}

impl<'a> Menu<'a> {
    /// The menu of a prompt.
    pub fn of(prompt: &'a PromptView) -> Self {
        let PromptView { match_id, mark, choices, hint, groups, .. } = prompt;
        Self { match_id: *match_id, mark: *mark, depth: depth(prompt), choices, hint, groups, optional: prompt.may_end }
    }
}

/// The menu for the next word, or a part of it; none if no word can follow.
pub fn menu(menu: &Menu<'_>, part: Option<&Range<usize>>) -> Option<CreateActionRow> {
    let &Menu { match_id, mark, depth, .. } = menu;
    let whole = 0..menu.choices.len();
    let range = part.filter(|part| part.start < part.end && part.end <= whole.end).cloned().unwrap_or(whole);
    let choices = &menu.choices[range.clone()];
    let optional = if menu.optional { " (optional)" } else { "" };
    let (press, options) = match choices.len() {
        0 => return None,
        1..=limits::OPTIONS => (
            Press::Pick { mark, depth },
            choices.iter().map(|each| noted_option(&each.label, &each.word, &each.note)).collect::<Vec<_>>(),
        ),
        many => {
            let groups = menu.groups.get(range.clone()).and_then(runs);
            let options = match groups {
                Some(groups) => {
                    groups.into_iter().map(|(name, inner)| group_option(name, &inner, range.start)).collect()
                }
                None => parts(many).map(|inner| part_option(choices, &inner, range.start)).collect(),
            };
            (Press::Part { mark, depth }, options)
        }
    };
    let id = MatchPressId::new(match_id, press).to_string();
    let hint = cut(&format!("{}{optional}", menu.hint), limits::PLACEHOLDER);
    let menu = CreateSelectMenu::new(id, CreateSelectMenuKind::String { options }).placeholder(hint);
    Some(CreateActionRow::SelectMenu(menu))
}

/// The runs of equal group names, if there are at least two and one menu can hold them.
fn runs(groups: &[String]) -> Option<Vec<(&str, Range<usize>)>> {
    let mut runs = Vec::new();
    let mut start = 0;
    for run in groups.chunk_by(|one, other| one == other) {
        runs.push((run[0].as_str(), start..start + run.len()));
        start += run.len();
    }
    (2..=limits::OPTIONS).contains(&runs.len()).then_some(runs)
}

/// The name of a part of a menu: that of its group, or else of its first and last choice.
pub fn part_name(menu: &Menu<'_>, part: &Range<usize>) -> Option<String> {
    let choices = menu.choices.get(part.clone()).filter(|choices| !choices.is_empty())?;
    match menu.groups.get(part.clone()) {
        Some([group, rest @ ..]) if rest.iter().all(|each| each == group) => Some(group.clone()),
        _ => Some(range_name(choices)),
    }
}

/// A group of a prompt's menu by its name, with its choices.
pub fn group_named<'a>(prompt: &'a PromptView, name: &str) -> Option<(&'a str, &'a [Choice])> {
    let mut groups = runs(&prompt.groups)?.into_iter();
    groups
        .find(|(group, _)| group.eq_ignore_ascii_case(name.trim()))
        .map(|(group, range)| (group, &prompt.choices[range]))
}

/// An option, with its note beneath if there is one.
pub fn noted_option(label: &str, value: &str, note: &str) -> CreateSelectMenuOption {
    let option = CreateSelectMenuOption::new(cut(label, limits::LABEL), value);
    if note.is_empty() { option } else { option.description(cut(note, limits::LINE)) }
}

fn group_option(name: &str, inner: &Range<usize>, offset: usize) -> CreateSelectMenuOption {
    let many = if inner.len() == 1 {
        "1 choice, shown next".to_owned()
    } else {
        format!("{} choices, shown next", inner.len())
    };
    CreateSelectMenuOption::new(cut(name, limits::LABEL), range_text(inner, offset)).description(many)
}

fn part_option(choices: &[Choice], inner: &Range<usize>, offset: usize) -> CreateSelectMenuOption {
    CreateSelectMenuOption::new(range_name(&choices[inner.clone()]), range_text(inner, offset))
}

/// The first and the last of a few choices; not empty.
fn range_name(choices: &[Choice]) -> String {
    match choices {
        [only] => cut(&only.label, limits::LABEL),
        [first, .., last] => format!("{} … {}", cut(&first.label, 38), cut(&last.label, 38)),
        [] => String::new(),
    }
}

fn range_text(inner: &Range<usize>, offset: usize) -> String {
    format!("{}-{}", inner.start + offset, inner.end + offset)
}

/// Splits a list that is too long for one menu into at most 25 parts of similar size.
fn parts(many: usize) -> impl Iterator<Item = Range<usize>> {
    let mut size = limits::OPTIONS;
    while many.div_ceil(size) > limits::OPTIONS {
        size *= limits::OPTIONS;
    }
    (0..many).step_by(size).map(move |start| start..(start + size).min(many))
}

/// Reads the chosen part of a menu.
#[must_use]
pub fn read_part(value: &str) -> Option<Range<usize>> {
    let (start, end) = value.split_once('-')?;
    Some(start.parse().ok()?..end.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_everything_and_fit_a_menu() {
        for many in [26, 625, 626, 15_625, 20_000] {
            let cut: Vec<_> = parts(many).collect();
            assert!(cut.len() <= limits::OPTIONS, "{many}");
            assert_eq!(cut.first().unwrap().start, 0);
            assert_eq!(cut.last().unwrap().end, many);
            assert!(cut.windows(2).all(|pair| pair[0].end == pair[1].start));
        }
    }

    #[test]
    fn groups_are_runs_of_one_name() {
        let names = ["a", "a", "b", "c", "c"].map(str::to_owned);
        assert_eq!(runs(&names), Some(vec![("a", 0..2), ("b", 2..3), ("c", 3..5)]));
        assert_eq!(runs(&names[..2]), None, "one group is none");
        let many: Vec<_> = (0..26).map(|number| number.to_string()).collect();
        assert_eq!(runs(&many), None, "too many for a menu");
    }

    #[test]
    fn a_part_reads_back() {
        assert_eq!(read_part("25-50"), Some(25..50));
        assert_eq!(read_part("x"), None);
    }
}
