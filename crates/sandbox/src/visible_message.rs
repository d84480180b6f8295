//! Messages with their buttons, selects and files, and modals, as a person sees them.

use serde_json::Value;

use super::snowflake::{self, Snowflake};

/// A message as a person sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen(Value);

/// A button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// The custom id; `None` for a link.
    pub custom_id: Option<String>,
    pub label: String,
    /// Discord's style: 1 primary, 2 secondary, 3 success, 4 danger, 5 link.
    pub style: u64,
    /// The address of a link.
    pub url: Option<String>,
    /// Whether the button cannot be pressed.
    pub disabled: bool,
}

/// A select menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Select {
    pub custom_id: String,
    /// The text while nothing is chosen.
    pub placeholder: String,
    /// The options of a select of strings.
    pub options: Vec<Choice>,
    /// The ids of people, roles or channels that are chosen by default.
    pub chosen: Vec<String>,
    /// The fewest values that may be chosen.
    pub least: u64,
    /// The most values that may be chosen.
    pub most: u64,
    /// Whether the select cannot be used.
    pub disabled: bool,
}

/// An option of a select, or a suggestion while typing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The text shown.
    pub label: String,
    /// The value sent.
    pub value: String,
    /// The second line.
    pub description: String,
    /// Whether the option is chosen by default.
    pub chosen: bool,
}

/// A file of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenFile {
    pub id: Snowflake,
    pub filename: String,
    /// The alt text.
    pub description: Option<String>,
    /// The address of the file.
    pub url: String,
    /// The size in bytes.
    pub size: u64,
    /// The width and height of a picture, in pixels.
    pub dimensions: Option<(u64, u64)>,
}

/// A form opened by the bot.
#[derive(Clone, Debug, PartialEq)]
pub struct Modal(Value);

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

impl Choice {
    /// Reads an option or a suggestion.
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
    /// Wraps a message in Discord's JSON.
    #[must_use]
    pub fn new(json: Value) -> Self {
        Self(json)
    }

    /// Returns the message in Discord's JSON, with `ephemeral` and, if they apply, `loading` and `interaction_id`.
    #[must_use]
    pub fn json(&self) -> &Value {
        &self.0
    }

    /// Returns the id.
    #[must_use]
    pub fn id(&self) -> Snowflake {
        snowflake::read(&self.0["id"]).unwrap_or(Snowflake::new(0))
    }

    /// Returns the channel.
    #[must_use]
    pub fn channel(&self) -> Snowflake {
        snowflake::read(&self.0["channel_id"]).unwrap_or(Snowflake::new(0))
    }

    /// Returns the author.
    #[must_use]
    pub fn author(&self) -> Snowflake {
        snowflake::read(&self.0["author"]["id"]).unwrap_or(Snowflake::new(0))
    }

    /// Returns the message to which this is a reply.
    #[must_use]
    pub fn answers(&self) -> Option<Snowflake> {
        snowflake::read(&self.0["message_reference"]["message_id"])
    }

    /// Whether the bot is the author.
    #[must_use]
    pub fn from_bot(&self) -> bool {
        self.0["author"]["bot"] == true
    }

    /// Returns the content.
    #[must_use]
    pub fn content(&self) -> &str {
        self.0["content"].as_str().unwrap_or_default()
    }

    /// Returns all text: the content, and each text of the embeds on a separate line.
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

    /// Whether the text contains these words.
    #[must_use]
    pub fn says(&self, words: &str) -> bool {
        self.text().contains(words)
    }

    /// Whether only this person sees the message.
    #[must_use]
    pub fn is_ephemeral(&self) -> bool {
        self.0["ephemeral"] == true
    }

    /// Whether the message is a deferred answer that is not complete.
    #[must_use]
    pub fn is_loading(&self) -> bool {
        self.0["loading"] == true
    }

    /// Whether the message was edited.
    #[must_use]
    pub fn is_edited(&self) -> bool {
        !self.0["edited_timestamp"].is_null()
    }

    /// Returns the interaction that the message answers.
    #[must_use]
    pub fn interaction(&self) -> Option<Snowflake> {
        snowflake::read(&self.0["interaction_id"])
    }

    /// Returns the mentioned users.
    #[must_use]
    pub fn mentions(&self) -> Vec<Snowflake> {
        items(&self.0["mentions"]).filter_map(|user| snowflake::read(&user["id"])).collect()
    }

    fn parts(&self) -> impl Iterator<Item = &Value> {
        items(&self.0["components"]).flat_map(|row| items(&row["components"]))
    }

    /// Returns the buttons, row by row.
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

    /// Returns the button with this label, or else the first whose label contains it.
    #[must_use]
    pub fn button(&self, label: &str) -> Option<Button> {
        let buttons = self.buttons();
        let exact = buttons.iter().find(|button| button.label == label);
        exact.or_else(|| buttons.iter().find(|button| button.label.contains(label))).cloned()
    }

    /// Returns the selects.
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

    /// Returns the attached files.
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

    /// Returns the addresses of the pictures, attached or in embeds.
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
    /// Wraps a modal in the server's JSON.
    pub(super) fn new(json: Value) -> Self {
        Self(json)
    }

    /// Returns the modal in Discord's JSON, with the `interaction_id` that opened it.
    #[must_use]
    pub fn json(&self) -> &Value {
        &self.0
    }

    /// Returns the interaction that opened the modal.
    #[must_use]
    pub fn interaction(&self) -> Snowflake {
        snowflake::read(&self.0["interaction_id"]).unwrap_or(Snowflake::new(0))
    }

    /// Returns the id.
    #[must_use]
    pub fn custom_id(&self) -> &str {
        self.0["custom_id"].as_str().unwrap_or_default()
    }

    /// Returns the title.
    #[must_use]
    pub fn title(&self) -> &str {
        self.0["title"].as_str().unwrap_or_default()
    }

    /// Returns the id and label of each field.
    #[must_use]
    pub fn fields(&self) -> Vec<(String, String)> {
        items(&self.0["components"])
            .flat_map(|row| items(&row["components"]))
            .map(|input| (text(&input["custom_id"]), text(&input["label"])))
            .collect()
    }
}
