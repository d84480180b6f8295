//! What a person sees: messages with their buttons, selects and files, and modals.

use serde_json::Value;

use super::snowflake::{self, Snowflake};

/// A message as a person sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen(Value);

/// A button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// None for a link.
    pub custom_id: Option<String>,
    /// What stands on it.
    pub label: String,
    /// Discord's number: 1 primary, 2 secondary, 3 success, 4 danger, 5 link.
    pub style: u64,
    /// Where a link leads.
    pub url: Option<String>,
    /// It cannot be pressed.
    pub disabled: bool,
}

/// A select menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Select {
    /// Its id.
    pub custom_id: String,
    /// What stands in it while nothing is chosen.
    pub placeholder: String,
    /// The options of a select of strings.
    pub options: Vec<Choice>,
    /// The people, roles or channels that are chosen from the start, by id.
    pub chosen: Vec<String>,
    /// How few may be chosen.
    pub least: u64,
    /// How many may be chosen.
    pub most: u64,
    /// It cannot be used.
    pub disabled: bool,
}

/// An option of a select, or a suggestion while typing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What is shown.
    pub label: String,
    /// What is sent.
    pub value: String,
    /// A second line.
    pub description: String,
    /// It is chosen from the start.
    pub chosen: bool,
}

/// A file of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenFile {
    /// Its id.
    pub id: Snowflake,
    /// Its name.
    pub filename: String,
    /// Its alternative text.
    pub description: Option<String>,
    /// Where it can be had.
    pub url: String,
    /// Bytes.
    pub size: u64,
    /// Width and height in pixels, of a picture.
    pub dimensions: Option<(u64, u64)>,
}

/// A form the bot opened.
#[derive(Clone, Debug, PartialEq)]
pub struct Modal(Value);

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

impl Choice {
    /// Reads an option, or a suggestion.
    pub(super) fn read(value: &Value) -> Self {
        let label = if value["label"].is_null() { &value["name"] } else { &value["label"] };
        let sent = &value["value"];
        Self {
            label: text(label),
            value: sent.as_str().map_or_else(|| sent.to_string(), str::to_owned),
            description: text(&value["description"]),
            chosen: value["default"] == true,
        }
    }
}

impl Seen {
    /// The message in Discord's JSON.
    pub(super) fn new(json: Value) -> Self {
        Self(json)
    }

    /// The whole message in Discord's JSON, with `ephemeral` and, where they apply, `loading` and `interaction_id`.
    #[must_use]
    pub fn json(&self) -> &Value {
        &self.0
    }

    /// Its id.
    #[must_use]
    pub fn id(&self) -> Snowflake {
        snowflake::read(&self.0["id"]).unwrap_or(Snowflake::new(0))
    }

    /// Its channel.
    #[must_use]
    pub fn channel(&self) -> Snowflake {
        snowflake::read(&self.0["channel_id"]).unwrap_or(Snowflake::new(0))
    }

    /// Who wrote it.
    #[must_use]
    pub fn author(&self) -> Snowflake {
        snowflake::read(&self.0["author"]["id"]).unwrap_or(Snowflake::new(0))
    }

    /// The message that it replies to.
    #[must_use]
    pub fn answers(&self) -> Option<Snowflake> {
        snowflake::read(&self.0["message_reference"]["message_id"])
    }

    /// Whether the bot wrote it.
    #[must_use]
    pub fn from_bot(&self) -> bool {
        self.0["author"]["bot"] == true
    }

    /// Its content.
    #[must_use]
    pub fn content(&self) -> &str {
        self.0["content"].as_str().unwrap_or_default()
    }

    /// All words in it: the content and whatever stands in embeds, a line each.
    #[must_use]
    pub fn text(&self) -> String {
        let mut lines = vec![self.content().to_owned()];
        for embed in items(&self.0["embeds"]) {
            lines.extend([&embed["author"]["name"], &embed["title"], &embed["description"]].map(text));
            for field in items(&embed["fields"]) {
                lines.extend([&field["name"], &field["value"]].map(text));
            }
            lines.push(text(&embed["footer"]["text"]));
        }
        lines.retain(|line| !line.is_empty());
        lines.join("\n")
    }

    /// Whether these words are in it.
    #[must_use]
    pub fn says(&self, words: &str) -> bool {
        self.text().contains(words)
    }

    /// Whether only this person sees it.
    #[must_use]
    pub fn is_ephemeral(&self) -> bool {
        self.0["ephemeral"] == true
    }

    /// Whether it is promised and not there yet.
    #[must_use]
    pub fn is_loading(&self) -> bool {
        self.0["loading"] == true
    }

    /// Whether it was changed.
    #[must_use]
    pub fn is_edited(&self) -> bool {
        !self.0["edited_timestamp"].is_null()
    }

    /// The interaction it answers.
    #[must_use]
    pub fn interaction(&self) -> Option<Snowflake> {
        snowflake::read(&self.0["interaction_id"])
    }

    /// The users it mentions.
    #[must_use]
    pub fn mentions(&self) -> Vec<Snowflake> {
        items(&self.0["mentions"]).filter_map(|user| snowflake::read(&user["id"])).collect()
    }

    fn parts(&self) -> impl Iterator<Item = &Value> {
        items(&self.0["components"]).flat_map(|row| items(&row["components"]))
    }

    /// Its buttons, row by row.
    #[must_use]
    pub fn buttons(&self) -> Vec<Button> {
        let button = |part: &Value| Button {
            custom_id: part["custom_id"].as_str().map(str::to_owned),
            label: text(&part["label"]),
            style: part["style"].as_u64().unwrap_or(0),
            url: part["url"].as_str().map(str::to_owned),
            disabled: part["disabled"] == true,
        };
        self.parts().filter(|part| part["type"] == 2).map(button).collect()
    }

    /// The button with this label, or else the first with these words on it.
    #[must_use]
    pub fn button(&self, label: &str) -> Option<Button> {
        let buttons = self.buttons();
        let exact = buttons.iter().find(|button| button.label == label);
        exact.or_else(|| buttons.iter().find(|button| button.label.contains(label))).cloned()
    }

    /// Its selects.
    #[must_use]
    pub fn selects(&self) -> Vec<Select> {
        let select = |part: &Value| Select {
            custom_id: text(&part["custom_id"]),
            placeholder: text(&part["placeholder"]),
            options: items(&part["options"]).map(Choice::read).collect(),
            chosen: items(&part["default_values"]).map(|value| text(&value["id"])).collect(),
            least: part["min_values"].as_u64().unwrap_or(1),
            most: part["max_values"].as_u64().unwrap_or(1),
            disabled: part["disabled"] == true,
        };
        self.parts().filter(|part| matches!(part["type"].as_u64(), Some(3 | 5..=8))).map(select).collect()
    }

    /// Its attached files.
    #[must_use]
    pub fn files(&self) -> Vec<SeenFile> {
        let file = |file: &Value| SeenFile {
            id: snowflake::read(&file["id"]).unwrap_or(Snowflake::new(0)),
            filename: text(&file["filename"]),
            description: file["description"].as_str().map(str::to_owned),
            url: text(&file["url"]),
            size: file["size"].as_u64().unwrap_or(0),
            dimensions: file["width"].as_u64().zip(file["height"].as_u64()),
        };
        items(&self.0["attachments"]).map(file).collect()
    }

    /// The addresses of its pictures, attached or in embeds.
    #[must_use]
    pub fn pictures(&self) -> Vec<String> {
        let attached = self.files().into_iter().filter(|file| file.dimensions.is_some()).map(|file| file.url);
        let embedded = items(&self.0["embeds"])
            .flat_map(|embed| [&embed["image"]["url"], &embed["thumbnail"]["url"]])
            .filter_map(|url| url.as_str().map(str::to_owned));
        attached.chain(embedded).collect()
    }
}

impl Modal {
    /// The modal as the server describes it.
    pub(super) fn new(json: Value) -> Self {
        Self(json)
    }

    /// The whole modal in Discord's JSON, with the `interaction_id` that opened it.
    #[must_use]
    pub fn json(&self) -> &Value {
        &self.0
    }

    /// The interaction that opened it.
    #[must_use]
    pub fn interaction(&self) -> Snowflake {
        snowflake::read(&self.0["interaction_id"]).unwrap_or(Snowflake::new(0))
    }

    /// Its id.
    #[must_use]
    pub fn custom_id(&self) -> &str {
        self.0["custom_id"].as_str().unwrap_or_default()
    }

    /// Its title.
    #[must_use]
    pub fn title(&self) -> &str {
        self.0["title"].as_str().unwrap_or_default()
    }

    /// The id and label of each field.
    #[must_use]
    pub fn fields(&self) -> Vec<(String, String)> {
        items(&self.0["components"])
            .flat_map(|row| items(&row["components"]))
            .map(|input| (text(&input["custom_id"]), text(&input["label"])))
            .collect()
    }
}
