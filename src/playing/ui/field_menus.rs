//! The select menus for an order's fields.
//!
//! - If a form's fields take the same few words, each word has a menu of the fields that take it. In other forms, a menu opens one group
//!   at a time and also lists the starts, and each field of the open group has a menu.
//! - The first line says whether the order is sealed. The button that seals carries the order that its message shows, so an older copy
//!   of the message never seals another order.

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use crate::game::{Field, Form, Group, START_FROM, Sets};
use crate::platform::discord::custom_id::button;
use crate::platform::discord::limits;
use crate::platform::discord::match_press_ids::{MatchPressId, Press};
use crate::platform::discord::message_body::{Body, cut};
use crate::platform::discord::timestamp_text::quiet;
use crate::playing::prompt::PromptView;
use crate::playing::ui::menu::noted_option;
use crate::playing::ui::prompt::{
    FINAL, Place, depth, match_named, message, not_yet, or_type, send, showing, unheard, until_when, warning, ways,
    ways_back,
};

/// The open part of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    /// A group's fields, by its number.
    Group(u8),
    /// The list of starts.
    Starts,
}

impl Open {
    /// The part to open first: the starts, if nothing is filled in and the form opens group by group; otherwise the first group.
    pub fn first(prompt: &PromptView, form: &Form) -> Self {
        let blank =
            prompt.words.is_empty() && form.order.is_none() && !form.starts.is_empty() && sorted(form).is_none();
        if blank { Self::Starts } else { Self::Group(0) }
    }
}

/// The prompt with a form to fill in.
pub fn asking(prompt: &PromptView, form: &Form, place: &Place<'_>, open: Open) -> Body {
    let mut words = vec![standing(prompt, form)];
    words.extend(prompt.head());
    words.extend(prompt.guide.iter().filter(|_| prompt.sealed.is_none()).cloned());
    words.extend(prompt.question.clone());
    let sorted = sorted(form);
    let tab = match open {
        Open::Group(tab) => Some(usize::from(tab).min(form.groups.len().saturating_sub(1))),
        Open::Starts => None,
    };
    words.extend(input_lines(form, tab));
    words.extend(prompt.caution.as_deref().map(warning));
    if let Some(deadline) = prompt.deadline {
        let how = if matches!(place, Place::Dm { .. }) { " Fill it in below, or type your order here." } else { "" };
        words.push(format!("{}{how}", until_when(deadline, prompt.reserve, prompt.reserve_end)));
        words.extend(prompt.quiet_hours.as_deref().map(quiet));
    }
    words.extend(or_type(prompt.example.as_deref(), matches!(place, Place::Dm { .. })));
    words.extend(unheard(prompt));
    if prompt.final_orders {
        words.push(FINAL.to_owned());
    }
    let rows = match (tab, sorted) {
        (None, Some(_)) => {
            let buttons = std::iter::once(close(prompt)).chain(ways(prompt.match_id, place));
            vec![starts(prompt, form), CreateActionRow::Buttons(buttons.collect())]
        }
        (Some(_), Some((group, sets))) => by_word(prompt, form, group, sets, place),
        (tab, None) => tabbed(prompt, form, tab, place),
    };
    message(words).rows(rows).showing(showing(prompt))
}

/// The form's input, as a line of a message.
pub fn so_far(form: &Form) -> String {
    let lines: Vec<_> = input_lines(form, None).collect();
    format!("So far: {}", lines.join("\n"))
}

/// The form's values, and its notes.
fn input_lines(form: &Form, tab: Option<usize>) -> impl Iterator<Item = String> {
    let values = sorted(form).map_or_else(|| group_line(form, tab), |(group, _)| field_line(group));
    std::iter::once(values).chain(form.notes.iter().map(|note| format!("-# {note}")))
}

/// The first line: whether the filled-in order is sealed.
fn standing(prompt: &PromptView, form: &Form) -> String {
    match &prompt.sealed {
        None if form.order.is_some() => not_yet(prompt),
        None => {
            format!("**Not sealed yet.** Your move, {}, in {}.", prompt.names[prompt.seat], match_named(prompt))
        }
        Some(order) if form.order.as_ref() == Some(order) => {
            format!("Sealed: **{}**. What you change here counts once you seal it.", prompt.sealed_words)
        }
        Some(_) => format!("**Not sealed yet:** {} stays sealed until you seal another.", prompt.sealed_words),
    }
}

/// The form's only group, if a menu for each of its words fits into the message.
fn sorted(form: &Form) -> Option<(&Group, &Sets)> {
    match &form.groups[..] {
        [group] if group.fields.len() <= limits::OPTIONS => {
            group.sets.as_ref().filter(|sets| sets.words.len() <= limits::ROWS - 2).map(|sets| (group, sets))
        }
        _ => None,
    }
}

fn field_line(group: &Group) -> String {
    let line = |field: &Field| {
        let chosen = field.choices.iter().find(|choice| Some(&choice.word) == field.value.as_ref());
        let chosen = chosen.map_or("–", |choice| choice.label.as_str());
        format!("**{}** {chosen}", field.label)
    };
    group.fields.iter().map(line).collect::<Vec<_>>().join(" · ")
}

fn group_line(form: &Form, tab: Option<usize>) -> String {
    let line = |(index, group): (usize, &Group)| {
        let here = if Some(index) == tab { " ◂" } else { "" };
        format!("`{}` {}{here}", group.label, group.note)
    };
    form.groups.iter().enumerate().map(line).collect::<Vec<_>>().join(" · ")
}

/// A menu for each word that a field takes, and two rows of buttons.
fn by_word(prompt: &PromptView, form: &Form, group: &Group, sets: &Sets, place: &Place<'_>) -> Vec<CreateActionRow> {
    let mut rows: Vec<_> = sets.words.iter().filter_map(|(word, hint)| takers(prompt, group, word, hint)).collect();
    let mut first = vec![seal(prompt, form)];
    first.extend(again(prompt, form));
    first.extend(back(prompt));
    let mut second = Vec::new();
    if !form.starts.is_empty() {
        second.push(button(
            MatchPressId::new(prompt.match_id, Press::Starts(prompt.mark)),
            ButtonStyle::Secondary,
            "Start from …",
        ));
    }
    second.extend(ways(prompt.match_id, place));
    rows.extend([first, second].map(CreateActionRow::Buttons));
    rows
}

/// The menu of the fields that take a word; `None` if no field takes it.
fn takers(prompt: &PromptView, group: &Group, word: &str, hint: &str) -> Option<CreateActionRow> {
    let fields = group.fields.iter().filter(|field| field.takes(word));
    let options: Vec<_> = fields
        .map(|field| {
            let choice = field.choices.iter().find(|choice| choice.word == word);
            let label = format!("{} {}", field.label, choice.map_or("", |choice| &choice.label));
            noted_option(&label, &field.key, &field.note).default_selection(field.value.as_deref() == Some(word))
        })
        .collect();
    let most = u8::try_from(options.len()).ok().filter(|most| *most > 0)?;
    let press = Press::Fill { mark: prompt.mark, group: 0, set: format!("={word}") };
    let id = MatchPressId::new(prompt.match_id, press).to_string();
    let menu = CreateSelectMenu::new(id, CreateSelectMenuKind::String { options })
        .placeholder(cut(hint, limits::PLACEHOLDER))
        .min_values(0)
        .max_values(most);
    Some(CreateActionRow::SelectMenu(menu))
}

/// A menu of the groups and the starts, a menu for each field of the open group, and a row of buttons. If no group is open, the
/// starts come first.
fn tabbed(prompt: &PromptView, form: &Form, open: Option<usize>, place: &Place<'_>) -> Vec<CreateActionRow> {
    let mut rows = Vec::new();
    if form.groups.len() > 1 || !form.starts.is_empty() {
        let groups = form.groups.iter().enumerate().map(|(index, group)| {
            CreateSelectMenuOption::new(
                cut(&format!("{} {}", group.label, group.note), limits::LABEL),
                format!("{TAB}{index}"),
            )
            .default_selection(Some(index) == open)
        });
        let starts = start_options(form, START_FROM).take(limits::OPTIONS - form.groups.len());
        let (options, hint) = match open {
            Some(_) => (groups.chain(starts).collect(), "What to fill in"),
            None => (starts.chain(groups).collect(), "Start from one of these, or fill it in part by part"),
        };
        let kind = CreateSelectMenuKind::String { options };
        let id = MatchPressId::new(prompt.match_id, Press::From(prompt.mark)).to_string();
        rows.push(CreateActionRow::SelectMenu(CreateSelectMenu::new(id, kind).placeholder(hint)));
    }
    let group = open.and_then(|open| u8::try_from(open).ok()).unwrap_or(0);
    let room = limits::ROWS - 1 - rows.len();
    for field in open.iter().flat_map(|&open| &form.groups[open].fields).take(room) {
        let press = Press::Fill { mark: prompt.mark, group, set: field.key.clone() };
        let options = field.choices.iter().filter(|choice| !field.closed.contains(&choice.word)).map(|choice| {
            noted_option(&choice.label, &choice.word, &choice.note)
                .default_selection(Some(&choice.word) == field.value.as_ref())
        });
        let kind = CreateSelectMenuKind::String { options: options.collect() };
        let id = MatchPressId::new(prompt.match_id, press).to_string();
        rows.push(CreateActionRow::SelectMenu(
            CreateSelectMenu::new(id, kind).placeholder(cut(&field.label, limits::PLACEHOLDER)),
        ));
    }
    // The Rules button is left out, because **More** has one, too.
    let kept = ways(prompt.match_id, place).into_iter().rev().take(2).rev();
    let buttons = std::iter::once(seal(prompt, form)).chain(back(prompt)).chain(kept);
    rows.push(CreateActionRow::Buttons(buttons.collect()));
    rows
}

/// The value of a group in the menu of groups, before its number.
pub const TAB: &str = "tab";

/// The buttons that undo the last step and all steps.
fn back(prompt: &PromptView) -> Vec<CreateButton> {
    ways_back(prompt, depth(prompt).checked_sub(1))
}

/// The button that sends the last order again.
fn again(prompt: &PromptView, form: &Form) -> Option<CreateButton> {
    // Discord refuses two buttons with one id.
    let order = form.again.as_ref().filter(|_| form.again != form.order)?;
    let press = Press::Send { mark: prompt.mark, order: order.clone() };
    let id = MatchPressId::new(prompt.match_id, press).fitting()?;
    Some(button(id, ButtonStyle::Secondary, cut(&format!("Again: {order}"), limits::LABEL)))
}

pub fn seal(prompt: &PromptView, form: &Form) -> CreateButton {
    let mark = prompt.mark;
    let press = |order: &String| Press::Send { mark, order: order.clone() };
    let id = form.order.as_ref().map(|order| MatchPressId::new(prompt.match_id, press(order)));
    let id = id.as_ref().and_then(MatchPressId::fitting);
    let open = id.is_some();
    let unfinished = || MatchPressId::new(prompt.match_id, press(&String::new())).to_string();
    CreateButton::new(id.unwrap_or_else(unfinished))
        .style(if open { ButtonStyle::Success } else { ButtonStyle::Secondary })
        .disabled(!open)
        .label(send(prompt))
}

/// The menu of starts.
fn starts(prompt: &PromptView, form: &Form) -> CreateActionRow {
    let kind = CreateSelectMenuKind::String { options: start_options(form, "").take(limits::OPTIONS).collect() };
    let id = MatchPressId::new(prompt.match_id, Press::From(prompt.mark));
    CreateActionRow::SelectMenu(CreateSelectMenu::new(id.to_string(), kind).placeholder("Start from …"))
}

fn start_options(form: &Form, before: &str) -> impl Iterator<Item = CreateSelectMenuOption> {
    form.starts
        .iter()
        .enumerate()
        .map(move |(index, start)| noted_option(&format!("{before}{}", start.label), &index.to_string(), &start.note))
}

/// The button from the list of starts back to the form.
fn close(prompt: &PromptView) -> CreateButton {
    button(tab_id(prompt, 0), ButtonStyle::Secondary, "Back")
}

/// The custom id of a group's tab.
pub fn tab_id(prompt: &PromptView, index: usize) -> String {
    let group = u8::try_from(index).unwrap_or(0);
    MatchPressId::new(prompt.match_id, Press::Tab { mark: prompt.mark, group }).to_string()
}
