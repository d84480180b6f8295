//! A message as Discord takes it.
//!
//! A missing part of a body is not sent, so an edit keeps it: an edit without [`Body::files`] keeps the picture. Mentions are
//! never parsed out of the text; only the users named are. An edit that leaves the text as it is leaves its mentions too.

use serde::{Serialize, Serializer};
use serde_json::Value;
use serenity::all::{CreateActionRow, CreateAttachment, CreateEmbed};

use crate::game::Picture;
use crate::ids::RoleId;
use crate::messages::store::shown::Shown;
use crate::platform::discord::names::is_hidden;
use crate::playing::panel::StepId;

/// The most characters a message's text may have.
pub const LONGEST_CONTENT: usize = 2_000;

/// A message, an edit of one, or an answer to an interaction.
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
    showing: Option<Box<Showing>>,
}

/// A prompt that a message shows.
#[derive(Clone, Debug)]
pub struct Showing {
    pub mark: StepId,
    /// The words beside it.
    pub words: String,
    /// The prompt as it is shown.
    pub shown: Shown,
}

/// A file to go with a message.
#[derive(Clone, Debug)]
pub struct File {
    /// With its ending.
    pub name: String,
    /// For those who cannot see it, at most 1,024 characters.
    pub alt: Option<String>,
    /// The content.
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

/// Writes rows with the ids of what is chosen from the start as text, as Discord has them; serenity writes numbers.
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
    /// A message of text, cut where Discord's limit is.
    pub fn text(content: impl Into<String>) -> Self {
        Self::default().content(content)
    }

    /// Sets the text, cut where Discord's limit is, without characters that are not seen or reorder others.
    pub fn content(mut self, content: impl Into<String>) -> Self {
        let content: String = content.into();
        let shown: String = content.chars().filter(|&character| !is_hidden(character)).collect();
        self.content = Some(cut(&shown, LONGEST_CONTENT));
        self.allowed_mentions.get_or_insert_default();
        self
    }

    /// Puts a line above the text.
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

    /// The same without embeds.
    pub fn unadorned(mut self) -> Self {
        self.embeds = None;
        self
    }

    /// Sets the rows of buttons and menus; none takes them all away.
    pub fn rows(mut self, rows: Vec<CreateActionRow>) -> Self {
        self.components = Some(rows);
        self
    }

    /// Mentions these users, where the text names them.
    pub fn mentioning(mut self, users: impl IntoIterator<Item = u64>) -> Self {
        let users = users.into_iter().map(|user| user.to_string()).collect();
        self.allowed_mentions = Some(Mentions { users, ..Mentions::default() });
        self
    }

    /// Mentions a role too, where the text names it.
    pub fn calling(mut self, role: Option<RoleId>) -> Self {
        self.allowed_mentions.get_or_insert_default().roles = role.iter().map(ToString::to_string).collect();
        self
    }

    /// Shows it to the one who acted, and to nobody else.
    pub fn ephemeral(mut self) -> Self {
        self.flags = Some(self.flags.unwrap_or(0) | EPHEMERAL);
        self
    }

    /// Answers a message.
    pub fn replying_to(mut self, message: u64) -> Self {
        self.message_reference = Some(Reference { message_id: message.to_string(), fail_if_not_exists: false });
        self
    }

    /// Names the message for good, so that sending it twice makes one message.
    pub fn once(mut self, nonce: impl Into<String>) -> Self {
        self.nonce = Some(nonce.into());
        self.enforce_nonce = Some(true);
        self
    }

    /// Attaches a file.
    pub fn file(self, file: File) -> Self {
        self.with(vec![file])
    }

    /// Attaches files, which are shown in this order.
    pub fn with(mut self, files: Vec<File>) -> Self {
        let described = |(id, file): (u64, &File)| {
            let description = file.alt.as_deref().map(|alt| cut(alt, 1_024));
            Described { id, filename: file.name.clone(), description }
        };
        self.attachments = Some((0..).zip(&files).map(described).collect());
        self.files = files;
        self
    }

    /// Adds a picture and its alt text as soon as it is drawn, in an answer to an interaction.
    pub fn drawn_later(mut self, picture: Picture, alt: String) -> Self {
        self.later = Some(Box::new((picture, alt)));
        self
    }

    /// Records the prompt that it shows.
    pub fn showing(mut self, showing: Showing) -> Self {
        self.showing = Some(Box::new(showing));
        self
    }

    /// The prompt that it shows.
    pub fn shows(&self) -> Option<&Showing> {
        self.showing.as_deref()
    }

    /// Whether it brings a picture, at once or later.
    pub const fn brings_picture(&self) -> bool {
        !self.files.is_empty() || self.later.is_some()
    }

    /// The picture that is to be added, once.
    pub fn later(&mut self) -> Option<(Picture, String)> {
        self.later.take().map(|later| *later)
    }

    /// Takes the files away that an edited message had.
    pub fn without_files(mut self) -> Self {
        self.attachments = Some(Vec::new());
        self
    }

    /// The files that go with it.
    pub fn attached(&self) -> &[File] {
        &self.files
    }

    /// The files, as serenity sends them.
    pub fn files(&self) -> Vec<CreateAttachment> {
        self.files.iter().map(|file| CreateAttachment::bytes(file.bytes.clone(), file.name.clone())).collect()
    }
}

/// Text of at most so many characters as Discord counts them (UTF-16 units at worst), with an ellipsis where it was cut.
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
