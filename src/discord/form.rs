//! An order's fields as menus and buttons.
//!
//! - Few fields of few choices stand under each other, a row of buttons each, with what else can be pressed beside them; otherwise each group
//!   has a tab, and the open tab's fields a menu each.
//! - The button that seals carries the order that its message shows, so that an older copy of the message never seals another.

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use super::body::{Body, cut};
use super::components::{CustomId, Press};
use super::panel::{Place, board, head, send, showing, start_over, told, until_when};
use crate::dealer::Panel;
use crate::game::{Field, Form, Group};

/// Rows in a message, and buttons in a row.
const MOST: usize = 5;

/// What of a form is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    /// A group's fields, by its number.
    Group(u8),
    /// The list of starts.
    Starts,
}

/// A form as it is filled in.
pub fn asking(panel: &Panel, form: &Form, place: &Place<'_>, open: Open) -> Body {
    let mut words = head(panel);
    words.extend(panel.question.as_ref().map(|question| format!("**{question}**")));
    let beside = stands_beside(form);
    let tab = match open {
        Open::Group(tab) => Some(usize::from(tab).min(form.groups.len().saturating_sub(1))),
        Open::Starts => None,
    };
    words.extend(if beside { form.groups.iter().flat_map(field_lines).collect() } else { group_lines(form, tab) });
    words.extend(form.notes.iter().map(|note| format!("-# {note}")));
    if let Some(order) = &panel.sealed {
        words.push(format!("**{order}** stays sealed until you seal another."));
    }
    if let Some(deadline) = panel.deadline {
        let how = if matches!(place, Place::Dm { .. }) { " Fill it in below, or type your order here." } else { "" };
        words.push(format!("{}{how}", until_when(deadline, panel.reserve)));
    }
    if panel.final_orders && form.order.is_some() {
        words.push("Once sealed it cannot be changed.".to_owned());
    }
    let controls = controls(panel, form, place);
    let rows = match tab {
        None => vec![starts(panel, form), CreateActionRow::Buttons(vec![back(panel)])],
        Some(_) if beside => side_by_side(panel, &form.groups[0], controls),
        Some(tab) => tabbed(panel, form, tab, controls),
    };
    told(&words, Vec::new()).rows(rows).showing(showing(panel))
}

/// Whether everything fits as buttons: one group, and each field's choices in a row with room for a control.
fn stands_beside(form: &Form) -> bool {
    let few = |group: &Group| group.fields.len() <= MOST && group.fields.iter().all(|field| field.choices.len() < MOST);
    matches!(&form.groups[..], [group] if few(group))
}

fn field_lines(group: &Group) -> Vec<String> {
    let line = |field: &Field| {
        let chosen = field.choices.iter().find(|choice| Some(&choice.word) == field.value.as_ref());
        let chosen = chosen.map_or("–", |choice| choice.label.as_str());
        let note = if field.note.is_empty() { String::new() } else { format!(" · {}", field.note) };
        format!("`{}` **{chosen}**{note}", field.label)
    };
    group.fields.iter().map(line).collect()
}

fn group_lines(form: &Form, tab: Option<usize>) -> Vec<String> {
    let line = |(index, group): (usize, &Group)| {
        let here = if Some(index) == tab { " ◂" } else { "" };
        format!("`{}` {}{here}", group.label, group.note)
    };
    form.groups.iter().enumerate().map(line).collect()
}

/// A row of buttons for each field, and the controls in the column beside them.
fn side_by_side(panel: &Panel, group: &Group, controls: Vec<CreateButton>) -> Vec<CreateActionRow> {
    let mut controls = controls.into_iter();
    let mut rows = Vec::new();
    for field in &group.fields {
        let mut buttons: Vec<_> = field.choices.iter().map(|choice| pick(panel, field, choice)).collect();
        if group.fields.len() == MOST {
            buttons.extend(controls.next());
        }
        rows.push(CreateActionRow::Buttons(buttons));
    }
    let rest: Vec<_> = controls.collect();
    if !rest.is_empty() {
        rows.push(CreateActionRow::Buttons(rest));
    }
    rows
}

fn pick(panel: &Panel, field: &Field, choice: &crate::game::Choice) -> CreateButton {
    let set = format!("{}={}", field.key, choice.word);
    let id = CustomId::new(panel.match_id, Press::Fill { mark: panel.mark, group: 0, set });
    let chosen = Some(&choice.word) == field.value.as_ref();
    CreateButton::new(id.to_string())
        .style(if chosen { ButtonStyle::Primary } else { ButtonStyle::Secondary })
        .disabled(field.closed.contains(&choice.word))
        .label(cut(&format!("{} {}", field.label, choice.label), 80))
}

/// A row of tabs, a menu for each field of the open one, and a row of controls.
fn tabbed(panel: &Panel, form: &Form, open: usize, controls: Vec<CreateButton>) -> Vec<CreateActionRow> {
    let mut rows = Vec::new();
    if form.groups.len() > 1 {
        let tab = |(index, group): (usize, &Group)| {
            let style = if index == open { ButtonStyle::Primary } else { ButtonStyle::Secondary };
            let label = cut(&format!("{} {}", group.label, group.note), 80);
            CreateButton::new(tab_id(panel, index)).style(style).label(label)
        };
        rows.push(CreateActionRow::Buttons(form.groups.iter().enumerate().take(MOST).map(tab).collect()));
    }
    let group = u8::try_from(open).unwrap_or(0);
    let room = MOST - 1 - rows.len();
    for field in form.groups[open].fields.iter().take(room) {
        let press = Press::Fill { mark: panel.mark, group, set: field.key.clone() };
        let options = field.choices.iter().filter(|choice| !field.closed.contains(&choice.word)).map(|choice| {
            let option = CreateSelectMenuOption::new(cut(&choice.label, 80), &choice.word)
                .default_selection(Some(&choice.word) == field.value.as_ref());
            if choice.note.is_empty() { option } else { option.description(cut(&choice.note, 100)) }
        });
        let kind = CreateSelectMenuKind::String { options: options.collect() };
        let id = CustomId::new(panel.match_id, press).to_string();
        rows.push(CreateActionRow::SelectMenu(CreateSelectMenu::new(id, kind).placeholder(cut(&field.label, 150))));
    }
    rows.push(CreateActionRow::Buttons(controls));
    rows
}

/// Seal first, so that it keeps its place; the link to the channel last, since it is the one that can be missing.
fn controls(panel: &Panel, form: &Form, place: &Place<'_>) -> Vec<CreateButton> {
    let mut buttons = vec![seal(panel, form)];
    let mark = panel.mark;
    let again = form.again.as_ref().and_then(|order| {
        let id = CustomId::new(panel.match_id, Press::Send { mark, order: order.clone() }).fitting()?;
        Some((id, cut(&format!("Again: {order}"), 80)))
    });
    // A message cannot have two buttons that do the same.
    if let Some((id, label)) = again.filter(|_| form.again != form.order) {
        buttons.push(CreateButton::new(id).style(ButtonStyle::Secondary).label(label));
    }
    if !form.starts.is_empty() {
        let id = CustomId::new(panel.match_id, Press::Starts(panel.mark));
        buttons.push(CreateButton::new(id.to_string()).style(ButtonStyle::Secondary).label("Start from …"));
    }
    buttons.push(start_over(panel, "Clear").disabled(panel.words.is_empty()));
    match place {
        Place::Channel => buttons.push(board(panel, "")),
        Place::Dm { link, nonce } => {
            buttons.push(board(panel, nonce));
            buttons.push(CreateButton::new_link(*link).label("Match channel"));
        }
    }
    buttons.truncate(MOST);
    buttons
}

fn seal(panel: &Panel, form: &Form) -> CreateButton {
    let mark = panel.mark;
    let press = |order: &String| Press::Send { mark, order: order.clone() };
    let id = form.order.as_ref().map(|order| CustomId::new(panel.match_id, press(order)));
    let id = id.as_ref().and_then(CustomId::fitting);
    let open = id.is_some();
    let unfinished = || CustomId::new(panel.match_id, press(&String::new())).to_string();
    CreateButton::new(id.unwrap_or_else(unfinished))
        .style(if open { ButtonStyle::Success } else { ButtonStyle::Secondary })
        .disabled(!open)
        .label(send(panel))
}

/// The menu of whole fillings.
fn starts(panel: &Panel, form: &Form) -> CreateActionRow {
    let options = form.starts.iter().enumerate().take(25).map(|(index, start)| {
        let option = CreateSelectMenuOption::new(cut(&start.label, 80), index.to_string());
        if start.note.is_empty() { option } else { option.description(cut(&start.note, 100)) }
    });
    let kind = CreateSelectMenuKind::String { options: options.collect() };
    let id = CustomId::new(panel.match_id, Press::From(panel.mark));
    CreateActionRow::SelectMenu(CreateSelectMenu::new(id.to_string(), kind).placeholder("Start from …"))
}

fn back(panel: &Panel) -> CreateButton {
    CreateButton::new(tab_id(panel, 0)).style(ButtonStyle::Secondary).label("Back")
}

/// What opens a group's tab.
pub fn tab_id(panel: &Panel, index: usize) -> String {
    let group = u8::try_from(index).unwrap_or(0);
    CustomId::new(panel.match_id, Press::Tab { mark: panel.mark, group }).to_string()
}
