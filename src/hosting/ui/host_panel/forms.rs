//! The host panel's forms.

use serde::Serialize;
use serde_json::{Value, json};
use serenity::all::{ActionRowComponent, CreateActionRow, CreateInputText, InputTextStyle, ModalInteraction};

use crate::history::match_info::MatchInfo;
use crate::hosting::offer::{Form, Offer};
use crate::hosting::ui::host_panel::PanelPress;
use crate::ids::{MatchId, Snowflake};
use crate::platform::discord::limits;
use crate::platform::discord::match_press_ids::{MatchPressId, Press};
use crate::platform::discord::message_body::cut;

/// The only field of a form.
const FIELD: &str = "words";
/// The longest note, in characters.
pub const LONGEST_NOTE: u16 = 500;
/// The longest reason, in characters.
const LONGEST_REASON: u16 = 100;
/// The longest order, in characters.
const LONGEST_ORDER: u16 = 500;

/// A form in Discord's format.
#[derive(Clone, Debug, Serialize)]
pub struct Modal {
    custom_id: String,
    title: String,
    components: Value,
    /// The interaction that submitted this input and was refused; `None` if the form has no refused input.
    #[serde(skip)]
    pub refused_in: Option<Snowflake>,
}

impl Modal {
    fn new(custom_id: String, title: &str, rows: &[CreateActionRow]) -> Self {
        Self { custom_id, title: cut(title, limits::TITLE), components: json!(rows), refused_in: None }
    }

    /// Fills the form with refused input; `None` if the input belongs to another form.
    #[must_use]
    pub fn refused(mut self, form: &ModalInteraction) -> Option<Self> {
        if self.custom_id != form.data.custom_id {
            return None;
        }
        let written = all_written(form);
        let fields = self.components.as_array_mut()?.iter_mut().filter_map(|row| row["components"].get_mut(0));
        for field in fields {
            if let Some((_, text)) = written.iter().find(|(id, _)| field["custom_id"] == **id) {
                field["value"] = text.as_str().into();
            }
        }
        self.refused_in = Some(Snowflake(form.id.get()));
        Some(self)
    }
}

/// A form of one field, which [`written`] reads.
#[must_use]
pub fn one_field(custom_id: String, title: &str, field: CreateInputText) -> Modal {
    let field = CreateActionRow::InputText(field.custom_id(FIELD));
    Modal::new(custom_id, title, &[field])
}

/// A form of several fields, which [`all_written`] reads.
#[must_use]
pub fn several(custom_id: String, title: &str, fields: Vec<CreateInputText>) -> Modal {
    let rows: Vec<_> = fields.into_iter().map(CreateActionRow::InputText).collect();
    Modal::new(custom_id, title, &rows)
}

/// The input of each field of a form, by the field's id.
#[must_use]
pub fn all_written(form: &ModalInteraction) -> Vec<(String, String)> {
    let parts = form.data.components.iter().flat_map(|row| &row.components);
    let field = |part: &ActionRowComponent| match part {
        ActionRowComponent::InputText(field) => {
            Some((field.custom_id.clone(), field.value.clone().unwrap_or_default().trim().to_owned()))
        }
        _ => None,
    };
    parts.filter_map(field).collect()
}

fn modal(m: MatchId, at: PanelPress, title: &str, field: CreateInputText) -> Modal {
    one_field(MatchPressId::new(m, Press::HostPanel(at)).to_string(), title, field)
}

/// A field for a line of text.
pub fn line(label: &str) -> CreateInputText {
    CreateInputText::new(InputTextStyle::Short, label, FIELD)
}

/// The form that a press opens; none if the press needs no input.
#[must_use]
pub fn of(info: &MatchInfo, at: &PanelPress) -> Option<Modal> {
    let (title, field) = match at {
        PanelPress::Ask { offer: Offer::Form(Form::More), .. } => {
            ("More time".to_owned(), line("How much: 90, 90 s, 3 min or 1 h").max_length(20))
        }
        PanelPress::Ask { offer: Offer::Form(Form::Order(seat)), .. } => {
            let field = line("The order, as the player would type it").max_length(LONGEST_ORDER);
            (format!("Order for {}", info.names[*seat]), field)
        }
        PanelPress::Ask { offer: Offer::Form(Form::Start), .. } => {
            ("Move the start".to_owned(), line("New start here: sat 20:00, tomorrow 20:00").max_length(60))
        }
        PanelPress::Why(_) => {
            ("Reason".to_owned(), line("Why, for everyone to read").max_length(LONGEST_REASON).required(false))
        }
        PanelPress::Note => {
            let field = CreateInputText::new(InputTextStyle::Paragraph, "For hosts only", FIELD);
            ("Note".to_owned(), field.max_length(LONGEST_NOTE))
        }
        _ => return None,
    };
    Some(modal(info.id, at.clone(), &title, field))
}

/// The input of a form of one field.
#[must_use]
pub fn written(form: &ModalInteraction) -> String {
    all_written(form).into_iter().find(|(id, _)| id == FIELD).map_or_else(String::new, |(_, text)| text)
}
