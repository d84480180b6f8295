//! Stored messages, their attachments and mentions.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::people::{User, UserKey};
use super::snowflake::{Snowflake, timestamp};

/// The flag of a message that only one person sees.
pub(crate) const EPHEMERAL: u64 = 1 << 6;
/// The flag of a deferred answer that is not complete.
pub(crate) const LOADING: u64 = 1 << 7;

/// A file of a message.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Attachment {
    pub id: Snowflake,
    pub channel: Snowflake,
    pub filename: String,
    pub description: Option<String>,
    pub content_type: String,
    pub size: usize,
    /// The width and height of a picture, in pixels.
    pub dimensions: Option<(u32, u32)>,
}

impl Attachment {
    /// Returns the file's address.
    pub fn url(&self, base_url: &str) -> String {
        let name: String = self.filename.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { safe(c) }).collect();
        format!("{base_url}/attachments/{}/{}/{name}", self.channel, self.id)
    }

    /// Discord's attachment object.
    pub fn json(&self, base_url: &str, ephemeral: bool) -> Value {
        let url = self.url(base_url);
        let mut json = json!({
            "id": self.id, "filename": self.filename, "size": self.size, "url": url, "proxy_url": url,
            "content_type": self.content_type,
        });
        if let Some((width, height)) = self.dimensions {
            json["width"] = width.into();
            json["height"] = height.into();
        }
        if let Some(description) = &self.description {
            json["description"] = description.as_str().into();
        }
        if ephemeral {
            json["ephemeral"] = true.into();
        }
        json
    }
}

fn safe(c: char) -> char {
    if matches!(c, '.' | '-' | '_') { c } else { '_' }
}

/// The interaction that a message answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Provenance {
    pub interaction: Snowflake,
    pub user: Snowflake,
    /// Discord's `interaction_metadata`.
    pub metadata: Value,
    /// The full name of the command, if it was one.
    pub command: Option<String>,
}

/// A message.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Message {
    pub id: Snowflake,
    pub channel: Snowflake,
    pub author: Snowflake,
    /// Discord's message type.
    pub kind: u8,
    pub content: String,
    pub embeds: Vec<Value>,
    pub components: Vec<Value>,
    pub attachments: Vec<Attachment>,
    pub flags: u64,
    pub tts: bool,
    pub mentions: Mentions,
    pub edited_ms: Option<i64>,
    /// The times of edits when the message was older than an hour.
    pub late_edits: Vec<i64>,
    pub nonce: Option<Value>,
    pub reference: Option<Snowflake>,
    pub provenance: Option<Provenance>,
    /// The only person who sees it.
    #[serde(skip)]
    pub only_for: Option<UserKey>,
}

impl Message {
    /// Returns an empty message.
    pub fn new(id: Snowflake, channel: Snowflake, author: Snowflake) -> Self {
        Self {
            id,
            channel,
            author,
            kind: 0,
            content: String::new(),
            embeds: Vec::new(),
            components: Vec::new(),
            attachments: Vec::new(),
            flags: 0,
            tts: false,
            mentions: Mentions::default(),
            edited_ms: None,
            late_edits: Vec::new(),
            nonce: None,
            reference: None,
            provenance: None,
            only_for: None,
        }
    }

    /// Whether the message is a deferred answer that is not complete.
    pub fn loading(&self) -> bool {
        self.flags & LOADING != 0
    }

    /// Whether the message shows nothing.
    pub fn is_empty(&self) -> bool {
        self.content.is_empty() && self.embeds.is_empty() && self.components.is_empty() && self.attachments.is_empty()
    }

    /// Whether a person who sees the channel also sees the message.
    pub fn seen_by(&self, key: UserKey) -> bool {
        self.only_for.is_none_or(|only| only == key)
    }

    /// Returns the button or select with this custom id.
    pub fn component(&self, custom_id: &str) -> Option<&Value> {
        let rows = self.components.iter().filter_map(|row| row["components"].as_array());
        rows.flatten().find(|part| part["custom_id"] == custom_id)
    }

    /// Discord's message object.
    pub fn json(&self, users: &BTreeMap<Snowflake, User>, base_url: &str) -> Value {
        let user = |id: &Snowflake| users.get(id).map(User::json);
        let links: Vec<String> = self.attachments.iter().map(|attachment| attachment.url(base_url)).collect();
        let shown_in_embed = |url: &String| self.embeds.iter().any(|embed| embed_links(embed).any(|link| link == url));
        let attachments: Vec<Value> = (self.attachments.iter().zip(&links))
            .filter(|(_, url)| !shown_in_embed(url))
            .map(|(attachment, _)| attachment.json(base_url, self.only_for.is_some()))
            .collect();
        let mut json = json!({
            "id": self.id, "channel_id": self.channel, "type": self.kind, "author": user(&self.author),
            "content": self.content, "timestamp": timestamp(self.id.ms()),
            "edited_timestamp": self.edited_ms.map(timestamp), "tts": self.tts, "pinned": false,
            "mention_everyone": self.mentions.everyone, "mention_roles": self.mentions.roles,
            "mentions": self.mentions.users.iter().filter_map(user).collect::<Vec<_>>(),
            "attachments": attachments, "embeds": self.embeds, "components": self.components, "flags": self.flags,
        });
        if let Some(provenance) = &self.provenance {
            json["application_id"] = json!(self.author);
            json["webhook_id"] = json!(self.author);
            json["interaction_metadata"] = provenance.metadata.clone();
            if let Some(name) = &provenance.command {
                let user = user(&provenance.user);
                json["interaction"] = json!({"id": provenance.interaction, "type": 2, "name": name, "user": user});
            }
        }
        if let Some(reference) = self.reference {
            json["message_reference"] = json!({"type": 0, "message_id": reference, "channel_id": self.channel});
        }
        json
    }
}

/// Returns the addresses of an embed's pictures.
fn embed_links(embed: &Value) -> impl Iterator<Item = &str> {
    ["image", "thumbnail"]
        .into_iter()
        .map(|part| &embed[part]["url"])
        .chain(["footer", "author"].into_iter().map(|part| &embed[part]["icon_url"]))
        .filter_map(Value::as_str)
}

/// The mentions of a message that its author allowed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Mentions {
    pub users: Vec<Snowflake>,
    pub roles: Vec<Snowflake>,
    pub everyone: bool,
}

impl Mentions {
    /// Reads the mentions in `content` that `allowed` permits: Discord's `allowed_mentions`, or null for all.
    pub fn read(content: &str, allowed: &Value, may_mention_everyone: bool, may_mention_roles: bool) -> Self {
        let parsed = |kind: &str| {
            allowed.is_null() || allowed["parse"].as_array().is_some_and(|parse| parse.iter().any(|word| word == kind))
        };
        let named = |kind: &str, id: Snowflake| {
            let list = allowed[kind].as_array();
            list.is_some_and(|ids| ids.iter().any(|one| super::snowflake::read(one) == Some(id)))
        };
        let mut mentions = Self::default();
        for tag in content.split('<').skip(1).filter_map(|rest| rest.split_once('>').map(|(tag, _)| tag)) {
            if let Some(id) = tag.strip_prefix("@&").and_then(|id| id.parse().ok()) {
                if (parsed("roles") || named("roles", id)) && may_mention_roles && !mentions.roles.contains(&id) {
                    mentions.roles.push(id);
                }
            } else if let Some(id) = tag.strip_prefix('@').and_then(|id| id.trim_start_matches('!').parse().ok())
                && (parsed("users") || named("users", id))
                && !mentions.users.contains(&id)
            {
                mentions.users.push(id);
            }
        }
        mentions.everyone =
            may_mention_everyone && parsed("everyone") && (content.contains("@everyone") || content.contains("@here"));
        mentions
    }
}

/// Returns the width and height of a PNG or GIF.
pub(crate) fn dimensions(bytes: &[u8]) -> Option<(u32, u32)> {
    let number = |range: std::ops::Range<usize>| bytes.get(range);
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        let big = |range| number(range)?.try_into().ok().map(u32::from_be_bytes);
        return Some((big(16..20)?, big(20..24)?));
    }
    if bytes.starts_with(b"GIF8") {
        let little = |range| number(range)?.try_into().ok().map(u16::from_le_bytes).map(u32::from);
        return Some((little(6..8)?, little(8..10)?));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mentions_are_let_through_as_allowed() {
        let text = "<@5> and <@!6> and <@&7> @everyone";
        let all = Mentions::read(text, &Value::Null, true, true);
        assert_eq!((all.users.len(), all.roles.len(), all.everyone), (2, 1, true));
        let some = Mentions::read(text, &json!({"parse": [], "users": ["6"]}), true, true);
        assert_eq!((some.users, some.roles.len(), some.everyone), (vec![Snowflake::new(6)], 0, false));
        assert!(Mentions::read(text, &json!({"parse": []}), true, true).users.is_empty());
    }

    #[test]
    fn pictures_tell_their_size() {
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        png.extend([0, 0, 3, 232, 0, 0, 2, 0]);
        assert_eq!(dimensions(&png), Some((1000, 512)));
        assert_eq!(dimensions(b"GIF89a\x0a\x00\x14\x00"), Some((10, 20)));
        assert_eq!(dimensions(b"text"), None);
    }
}
