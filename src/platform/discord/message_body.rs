//! The body of a Discord message, an edit or an interaction's answer.
//!
//! An edit keeps every part of the message that its body leaves out: without [`Body::files`] the picture stays, without text the mentions.
//! Mentions are never parsed from the text; only the named users and roles are notified.

use serde::{Serialize, Serializer};
use serde_json::Value;
use serenity::all::{CreateActionRow, CreateAttachment, CreateEmbed};

use crate::game::Picture;
use crate::ids::{RoleId, StepId};
use crate::messages::store::content_digest::ContentDigest;
use crate::platform::discord::limits;
use crate::platform::discord::safe_text::is_hidden;

/// The content of a message, an edit or an interaction's answer.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Body {
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    embeds: Option<Vec<CreateEmbed>>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "with_ids_as_text")]
    components: Option<Vec<CreateActionRow>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed_mentions: Option<Mentions>,
    #[serde(skip_serializing_if = "Option::is_none")]
    flags: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    attachments: Option<Vec<Described>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nonce: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    enforce_nonce: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message_reference: Option<Reference>,
    #[serde(skip)]
    files: Vec<File>,
    #[serde(skip)]
    later: Option<Box<(Picture, String)>>,
    #[serde(skip)]
    showing: Option<Box<ShownPromptContent>>,
}

/// A prompt that a message shows.
#[derive(Clone, Debug)]
pub struct ShownPromptContent {
    pub mark: StepId,
    /// The text shown with the prompt.
    pub words: String,
    /// The prompt's content as shown.
    pub shown: ContentDigest,
}

/// A file attached to a message.
#[derive(Clone, Debug)]
pub struct File {
    /// The file's name with its extension.
    pub name: String,
    /// The alt text; at most 1,024 characters are sent.
    pub alt: Option<String>,
    pub bytes: Vec<u8>,
}

#[derive(Clone, Debug, Default, Serialize)]
struct Mentions {
    parse: [&'static str; 0],
    users: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    roles: Vec<String>,
    replied_user: bool,
}

#[derive(Clone, Debug, Serialize)]
struct Described {
    id: u64,
    filename: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
struct Reference {
    message_id: String,
    fail_if_not_exists: bool,
}

/// Serializes rows with the ids of default values as strings, as Discord requires; serenity writes numbers.
#[expect(clippy::ref_option, reason = "as serde calls it")]
fn with_ids_as_text<S: Serializer>(rows: &Option<Vec<CreateActionRow>>, serializer: S) -> Result<S::Ok, S::Error> {
    let mut rows = serde_json::to_value(rows).map_err(serde::ser::Error::custom)?;
    let menus = rows.as_array_mut().into_iter().flatten().filter_map(|row| row["components"].as_array_mut()).flatten();
    let chosen = menus.filter_map(|menu| menu.get_mut("default_values")?.as_array_mut()).flatten();
    for one in chosen {
        if let Value::Number(id) = &one["id"] {
            one["id"] = id.to_string().into();
        }
    }
    rows.serialize(serializer)
}

const EPHEMERAL: u64 = 1 << 6;

impl Body {
    /// Returns a message of text, cut at Discord's limit.
    pub fn text(content: impl Into<String>) -> Self {
        Self::default().content(content)
    }

    /// Sets the text without hidden characters, cut at Discord's limit.
    pub fn content(mut self, content: impl Into<String>) -> Self {
        let content: String = content.into();
        let shown: String = content.chars().filter(|&character| !is_hidden(character)).collect();
        self.content = Some(cut(&shown, limits::CONTENT));
        self.allowed_mentions.get_or_insert_default();
        self
    }

    /// Adds a line above the text.
    pub fn above(self, line: &str) -> Self {
        let below = self.content.clone().unwrap_or_default();
        self.content(format!("{line}\n{below}"))
    }

    /// Sets the embeds.
    pub fn embeds(mut self, embeds: Vec<CreateEmbed>) -> Self {
        self.embeds = Some(embeds);
        self.allowed_mentions.get_or_insert_default();
        self
    }

    /// Sets the embeds of an edit to those of this content, in place of earlier ones.
    pub fn only_own_embeds(mut self) -> Self {
        self.embeds.get_or_insert_default();
        self
    }

    /// Removes the embeds.
    pub fn unadorned(mut self) -> Self {
        self.embeds = None;
        self
    }

    /// Sets the rows of buttons and menus; an empty list removes all of them.
    pub fn rows(mut self, rows: Vec<CreateActionRow>) -> Self {
        self.components = Some(rows);
        self
    }

    /// Allows the text to mention these users.
    pub fn mentioning(mut self, users: impl IntoIterator<Item = u64>) -> Self {
        let users = users.into_iter().map(|user| user.to_string()).collect();
        self.allowed_mentions = Some(Mentions { users, ..Mentions::default() });
        self
    }

    /// Allows the text to mention this role, too.
    pub fn calling(mut self, role: Option<RoleId>) -> Self {
        self.allowed_mentions.get_or_insert_default().roles = role.iter().map(ToString::to_string).collect();
        self
    }

    /// Makes the answer visible to the acting user only.
    pub fn ephemeral(mut self) -> Self {
        self.flags = Some(self.flags.unwrap_or(0) | EPHEMERAL);
        self
    }

    /// Makes the message a reply to another message.
    pub fn replying_to(mut self, message: u64) -> Self {
        self.message_reference = Some(Reference { message_id: message.to_string(), fail_if_not_exists: false });
        self
    }

    /// Sets an enforced nonce, so that sending the message twice posts it once.
    pub fn once(mut self, nonce: impl Into<String>) -> Self {
        self.nonce = Some(nonce.into());
        self.enforce_nonce = Some(true);
        self
    }

    /// Attaches a file.
    pub fn file(self, file: File) -> Self {
        self.with(vec![file])
    }

    /// Attaches files, shown in this order.
    pub fn with(mut self, files: Vec<File>) -> Self {
        let described = |(id, file): (u64, &File)| {
            let description = file.alt.as_deref().map(|alt| cut(alt, 1_024));
            Described { id, filename: file.name.clone(), description }
        };
        self.attachments = Some((0..).zip(&files).map(described).collect());
        self.files = files;
        self
    }

    /// Adds a picture, if there is one, and its alt text to an answer once the picture is drawn.
    pub fn drawn_later(mut self, picture: impl Into<Option<(Picture, String)>>) -> Self {
        self.later = picture.into().map(Box::new);
        self
    }

    /// Records the prompt that the message shows.
    pub fn showing(mut self, showing: ShownPromptContent) -> Self {
        self.showing = Some(Box::new(showing));
        self
    }

    /// Returns the prompt that the message shows.
    pub fn shows(&self) -> Option<&ShownPromptContent> {
        self.showing.as_deref()
    }

    /// Takes the picture that is added later, with its alt text.
    pub fn later(&mut self) -> Option<(Picture, String)> {
        self.later.take().map(|later| *later)
    }

    /// Removes the files of an edited message.
    pub fn without_files(mut self) -> Self {
        self.attachments = Some(Vec::new());
        self
    }

    /// Returns the attached files.
    pub fn attached(&self) -> &[File] {
        &self.files
    }

    /// Returns the attached files in serenity's type.
    pub fn files(&self) -> Vec<CreateAttachment> {
        self.files.iter().map(|file| CreateAttachment::bytes(file.bytes.clone(), file.name.clone())).collect()
    }
}

/// Cuts text to at most `longest` UTF-16 units, the strictest way Discord counts, with an ellipsis at the cut.
pub fn cut(text: &str, longest: usize) -> String {
    if text.encode_utf16().count() <= longest {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut length = 1;
    for character in text.chars() {
        length += character.len_utf16();
        if length > longest {
            break;
        }
        kept.push(character);
    }
    kept.push('…');
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_not_sent() {
        let sent = serde_json::to_value(Body::text("hello")).unwrap();
        assert_eq!(
            sent,
            serde_json::json!({"content": "hello", "allowed_mentions": {"parse": [], "users": [], "replied_user": false}})
        );
    }

    #[test]
    fn a_file_brings_its_alt_text() {
        let file = File { name: "board.png".to_owned(), alt: Some("a".repeat(2_000)), bytes: vec![1] };
        let sent = serde_json::to_value(Body::default().file(file)).unwrap();
        assert!(sent.get("allowed_mentions").is_none(), "the text and its mentions stay");
        assert_eq!(sent["attachments"][0]["filename"], "board.png");
        assert_eq!(sent["attachments"][0]["description"].as_str().unwrap().chars().count(), 1_024);
    }

    #[test]
    fn text_is_cut_with_an_ellipsis() {
        assert_eq!(cut("abc", 3), "abc");
        assert_eq!(cut("abcd", 3), "ab…");
        assert_eq!(cut("😀😀", 3), "😀…");
    }
}
