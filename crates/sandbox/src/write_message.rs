//! Applies a request's body, with its uploads, to a message.

use axum::body::Bytes;
use serde_json::{Value, json};

use super::guild::permission;
use super::limits::{self, Where};
use super::message::{Attachment, EPHEMERAL, LOADING, Mentions, Message, dimensions};
use super::people::IDS;
use super::refusal::{Complaints, EMPTY_MESSAGE, Refused, TOO_LARGE};
use super::snowflake::{self, Snowflake};
use super::world::World;

/// The largest file, in bytes.
pub(crate) const FILE_LIMIT: usize = 10 * 1024 * 1024;

impl World {
    /// Applies a body to a message. Absent fields stay unchanged. The message's fields are under `path` in the body
    /// (`""` or `"data"`).
    pub fn write(&mut self, message: &mut Message, body: &Body, path: &str, at: Where) -> Result<(), Refused> {
        let fields = if path.is_empty() { &body.json } else { &body.json[path] };
        if body.files.iter().any(|file| file.bytes.len() > FILE_LIMIT) {
            return Err(TOO_LARGE);
        }
        let mut complaints = Complaints::default();
        if !fields.is_null() || path.is_empty() {
            limits::message(&mut complaints, path, fields, at);
        }
        complaints.verdict()?;
        if let Some(content) = fields.get("content") {
            content.as_str().unwrap_or_default().clone_into(&mut message.content);
        }
        if fields.get("content").is_some() || fields.get("allowed_mentions").is_some() {
            let may = self.channels.get(&message.channel).map_or(0, |channel| self.bot_permissions(channel));
            let may = at == Where::Interaction || may & permission::MENTION_EVERYONE != 0;
            let roles = may || self.mentionable;
            message.mentions = Mentions::read(&message.content, &fields["allowed_mentions"], may, roles);
        }
        if let Some(flags) = fields["flags"].as_u64() {
            message.flags = (message.flags & (EPHEMERAL | LOADING)) | (flags & !EPHEMERAL);
        }
        message.tts = fields["tts"].as_bool().unwrap_or(message.tts);
        let fresh = self.attach(message, &fields["attachments"], &body.files)?;
        if let Some(embeds) = fields.get("embeds") {
            let embeds = embeds.as_array().cloned().unwrap_or_default();
            message.embeds = embeds.into_iter().map(|embed| self.embed(embed, &message.attachments, &fresh)).collect();
        }
        if let Some(components) = fields.get("components") {
            message.components = components.as_array().cloned().unwrap_or_default();
            number(&mut message.components, &mut 0);
        }
        if message.is_empty() { Err(EMPTY_MESSAGE) } else { Ok(()) }
    }

    /// Keeps the files that `listed` names (all, if it is not a list), and adds the form's files. Returns the added files.
    fn attach(
        &mut self,
        message: &mut Message,
        listed: &Value,
        files: &[Upload],
    ) -> Result<Vec<(String, Snowflake)>, Refused> {
        if let Some(listed) = listed.as_array() {
            message.attachments.retain_mut(|attachment| {
                let entry = listed.iter().find(|entry| snowflake::read(&entry["id"]) == Some(attachment.id));
                if let Some(description) = entry.and_then(|entry| entry["description"].as_str()) {
                    attachment.description = Some(description.to_owned());
                }
                entry.is_some()
            });
        }
        if message.attachments.len() + files.len() > 10 {
            let mut complaints = Complaints::default();
            complaints.add("attachments", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.");
            complaints.verdict()?;
        }
        let mut fresh = Vec::new();
        for file in files {
            let entry = listed.as_array().into_iter().flatten().find(|entry| file.is_named_by(&entry["id"]));
            let text = |name: &str| entry.and_then(|entry| entry[name].as_str()).map(str::to_owned);
            let filename = text("filename").unwrap_or_else(|| file.name.clone());
            let attachment = self.store(message.channel, filename, text("description"), file);
            fresh.push((file.name.clone(), attachment.id));
            message.attachments.push(attachment);
        }
        Ok(fresh)
    }

    /// Stores a file on the CDN.
    pub fn store(
        &mut self,
        channel: Snowflake,
        filename: String,
        description: Option<String>,
        file: &Upload,
    ) -> Attachment {
        let id = self.clock.mint();
        let content_type = file.content_type.clone().unwrap_or_else(|| content_type(&filename).to_owned());
        self.keep_file(id, content_type.clone(), file.bytes.clone());
        Attachment {
            id,
            channel,
            filename,
            description,
            content_type,
            size: file.bytes.len(),
            dimensions: dimensions(&file.bytes),
        }
    }

    /// Converts an embed to Discord's form: its type is `rich`, and `attachment://` addresses are resolved.
    fn embed(&self, mut embed: Value, attachments: &[Attachment], fresh: &[(String, Snowflake)]) -> Value {
        embed["type"] = "rich".into();
        for (part, field) in [("image", "url"), ("thumbnail", "url"), ("footer", "icon_url"), ("author", "icon_url")] {
            let Some(url) = embed[part][field].as_str().map(str::to_owned) else { continue };
            let Some(name) = url.strip_prefix("attachment://") else {
                embed[part][format!("proxy_{field}")] = url.into();
                continue;
            };
            let uploaded = |one: &&Attachment| {
                one.filename == name || fresh.iter().any(|(upload, id)| upload == name && *id == one.id)
            };
            let Some(attachment) = attachments.iter().rev().find(uploaded) else { continue };
            let url = attachment.url(&self.base_url);
            embed[part][format!("proxy_{field}")] = url.as_str().into();
            embed[part][field] = url.into();
            if let (Some((width, height)), "url") = (attachment.dimensions, field) {
                embed[part]["width"] = width.into();
                embed[part]["height"] = height.into();
            }
        }
        if let Some(fields) = embed["fields"].as_array_mut() {
            for field in fields.iter_mut().filter(|field| field["inline"].is_null()) {
                field["inline"] = false.into();
            }
        }
        if let Some(parts) = embed.as_object_mut() {
            parts.retain(|_, part| !part.is_null());
        }
        embed
    }

    /// Returns a new message of the bot with the current time.
    pub fn bot_message(&mut self, channel: Snowflake) -> Message {
        let id = self.clock.mint();
        Message::new(id, channel, IDS.bot)
    }
}

/// Numbers components like Discord, and sets the default bounds of selects.
fn number(components: &mut [Value], count: &mut u64) {
    for component in components {
        *count += 1;
        if component["id"].is_null() {
            component["id"] = (*count).into();
        }
        if matches!(component["type"].as_u64(), Some(3 | 5..=8)) {
            for bound in ["min_values", "max_values"] {
                if component[bound].is_null() {
                    component[bound] = json!(1);
                }
            }
        }
        if let Some(inner) = component["components"].as_array_mut() {
            number(inner, count);
        } else if let Some(parts) = component.as_object_mut() {
            parts.retain(|_, part| !part.is_null());
        }
    }
}

/// Returns the content type of a file by its name.
pub(crate) fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase()).as_deref() {
        Some("png") => "image/png",
        Some("gif") => "image/gif",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("svg") => "image/svg+xml",
        Some("webp") => "image/webp",
        Some("json") => "application/json",
        Some("txt" | "log" | "md") => "text/plain; charset=utf-8",
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// A request's body: JSON, and the files of a multipart form.
#[derive(Clone, Debug, Default)]
pub(crate) struct Body {
    pub json: Value,
    pub files: Vec<Upload>,
}

/// A file of a multipart form.
#[derive(Clone, Debug)]
pub(crate) struct Upload {
    /// The `n` of `files[n]`.
    pub number: String,
    pub name: String,
    pub content_type: Option<String>,
    pub bytes: Bytes,
}

impl Upload {
    /// Whether an entry of `attachments` with this id refers to this file.
    pub fn is_named_by(&self, id: &Value) -> bool {
        super::snowflake::read(id).is_some_and(|id| self.number.parse() == Ok(id))
    }
}
