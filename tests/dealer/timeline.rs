//! Messages as they are shown on people's screens.

use std::fmt;
use std::ops::Deref;

use deathmatch::discord::{MatchPressId, Press, read_id};

use super::*;

/// The place of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Channel(ChannelId),
    Dm(UserId),
    /// The answer to a press or command, which only this person sees.
    Answer(UserId),
    Calendar,
}

/// A message in its present state.
#[derive(Clone, PartialEq)]
pub struct Message {
    pub id: MessageId,
    pub place: Place,
    /// `card`, `public`, `prompt`, `private`, `reminder`, `proposal`, `thread`, `answer`, `tournament`, `call`, `turn`, or an external object.
    pub kind: &'static str,
    /// The match that the message is about.
    pub of: MatchId,
    /// The content, then the texts of the embeds.
    pub text: String,
    pub controls: Vec<Control>,
    /// The alt texts of the pictures.
    pub pictures: Vec<String>,
    /// The people who were notified when the message was sent.
    pub pings: Vec<UserId>,
    pub roles: Vec<RoleId>,
    pub replies_to: Option<MessageId>,
    /// The number of edits.
    pub edits: usize,
    content: String,
    embeds: String,
}

/// A button or menu.
#[derive(Clone, Debug, PartialEq)]
pub struct Control {
    pub label: String,
    /// The lines of a menu.
    pub options: Vec<String>,
    pub enabled: bool,
    /// The target of a link.
    pub link: Option<String>,
    /// Whether the control acts in the match, instead of showing something.
    pub acts: bool,
}

impl Message {
    /// Returns a new message with this body.
    pub fn sent(id: MessageId, place: Place, kind: &'static str, of: MatchId, body: &Value) -> Self {
        let (content, embeds, text) = Default::default();
        let (controls, pictures, pings, roles) = Default::default();
        let mut new = Self {
            id,
            place,
            kind,
            of,
            text,
            controls,
            pictures,
            pings,
            roles,
            replies_to: None,
            edits: 0,
            content,
            embeds,
        };
        new.show(body);
        let named = |kind: &str, sign: &str| -> Vec<u64> {
            let ids = body["allowed_mentions"][kind].as_array().into_iter().flatten();
            let ids = ids.filter_map(|id| id.as_str()).filter(|id| new.content.contains(&format!("<@{sign}{id}>")));
            ids.map(|id| id.parse().unwrap()).collect()
        };
        (new.pings, new.roles) = (
            named("users", "").into_iter().map(UserId).collect(),
            named("roles", "&").into_iter().map(RoleId).collect(),
        );
        let answered = body["message_reference"]["message_id"].as_str();
        new.replies_to = answered.map(|id| MessageId(id.parse().unwrap()));
        new
    }

    /// Edits the message: omitted parts of the body stay.
    pub fn edit(&mut self, body: &Value) {
        self.show(body);
        self.edits += 1;
    }

    fn show(&mut self, body: &Value) {
        if let Some(content) = body["content"].as_str() {
            content.clone_into(&mut self.content);
        }
        if let Some(embeds) = body["embeds"].as_array() {
            self.embeds = embeds.iter().map(embed).collect::<Vec<_>>().join("\n");
        }
        if let Some(rows) = body["components"].as_array() {
            let controls = rows.iter().flat_map(|row| row["components"].as_array().unwrap());
            self.controls = controls.map(control).collect();
        }
        if body["attachments"].as_array().is_some_and(Vec::is_empty) {
            self.pictures.clear();
        }
        let words = [&self.content, &self.embeds].into_iter().filter(|words| !words.is_empty());
        self.text = words.map(String::as_str).collect::<Vec<_>>().join("\n");
    }

    pub fn says(&self, words: &str) -> bool {
        self.text.contains(words)
    }

    #[track_caller]
    pub fn has(&self, words: &str) -> &Self {
        assert!(self.says(words), "nothing of {words:?} in:\n{self}");
        self
    }

    #[track_caller]
    pub fn lacks(&self, words: &str) -> &Self {
        assert!(!self.says(words), "{words:?} in:\n{self}");
        self
    }

    /// Whether a button or menu whose label starts with this text can be used.
    pub fn can(&self, label: &str) -> bool {
        self.controls.iter().any(|control| control.enabled && control.label.starts_with(label))
    }

    /// Whether any control of the message acts in the match.
    pub fn is_open(&self) -> bool {
        self.controls.iter().any(|control| control.enabled && control.acts)
    }

    /// Whether this is a match's last message.
    pub fn is_last(&self) -> bool {
        self.kind == "public" && self.can("Record")
    }

    /// Returns the first time that the message counts down to.
    pub fn deadline(&self) -> Option<UnixMs> {
        self.moment("R>")
    }

    /// Returns the first date and time in the message.
    pub fn date(&self) -> Option<UnixMs> {
        self.moment("F>")
    }

    fn moment(&self, style: &str) -> Option<UnixMs> {
        let moments = self.text.split("<t:").skip(1).filter_map(|rest| rest.split_once(':'));
        let found =
            moments.filter(|(_, rest)| rest.starts_with(style)).map(|(seconds, _)| seconds.parse::<i64>()).next();
        found.map(|seconds| UnixMs(seconds.unwrap() * 1_000))
    }
}

fn embed(embed: &Value) -> String {
    let fields = embed["fields"].as_array().into_iter().flatten();
    let fields =
        fields.map(|field| format!("{}: {}", field["name"].as_str().unwrap(), field["value"].as_str().unwrap()));
    let own = ["title", "description"].into_iter().filter_map(|key| embed[key].as_str().map(str::to_owned));
    own.chain(fields).collect::<Vec<_>>().join("\n")
}

fn control(control: &Value) -> Control {
    let text = |key: &str| control[key].as_str().unwrap_or_default();
    let acts = match read_id::<MatchPressId>(text("custom_id")) {
        Ok(id) => !matches!(
            id.press,
            Press::Rules
                | Press::Board(_)
                | Press::More
                | Press::Details
                | Press::Record
                | Press::Verify
                | Press::Replay
                | Press::Again(_)
                | Press::Next
        ),
        Err(_) => control.get("custom_id").is_some(),
    };
    let options = control["options"].as_array().into_iter().flatten();
    Control {
        label: [text("label"), text("placeholder")].concat(),
        options: options.map(|option| option["label"].as_str().unwrap().to_owned()).collect(),
        enabled: control["disabled"] != true,
        link: control["url"].as_str().map(str::to_owned),
        acts,
    }
}

/// Messages in the order of their arrival.
#[derive(Clone, PartialEq)]
pub struct Timeline(pub Vec<Message>);

impl Timeline {
    /// Returns the messages of a kind.
    pub fn of(&self, kind: &str) -> Self {
        self.those(|message| message.kind == kind)
    }

    pub fn those(&self, test: impl Fn(&Message) -> bool) -> Self {
        Self(self.0.iter().filter(|message| test(message)).cloned().collect())
    }

    /// Returns the messages with these words.
    pub fn with(&self, words: &str) -> Self {
        self.those(|message| message.says(words))
    }

    /// Returns the messages with a control that acts in the match.
    pub fn open(&self) -> Self {
        self.those(Message::is_open)
    }

    #[track_caller]
    pub fn last(&self) -> &Message {
        self.0.last().expect("there is a message")
    }

    pub fn says(&self, words: &str) -> bool {
        self.0.iter().any(|message| message.says(words))
    }

    /// Returns the first message with these words.
    #[track_caller]
    pub fn has(&self, words: &str) -> &Message {
        let found = self.0.iter().find(|message| message.says(words));
        found.unwrap_or_else(|| panic!("nothing of {words:?} in:\n{self}"))
    }

    #[track_caller]
    pub fn lacks(&self, words: &str) -> &Self {
        assert!(!self.says(words), "{words:?} in:\n{self}");
        self
    }
}

impl Deref for Timeline {
    type Target = [Message];

    fn deref(&self) -> &[Message] {
        &self.0
    }
}

/// The names of the people and the channel.
const NAMES: [(&str, &str); 8] = [
    ("<@10>", "@Host"),
    ("<@11>", "@Ann"),
    ("<@12>", "@Bob"),
    ("<@13>", "@Hana"),
    ("<@14>", "@Dan"),
    ("<@15>", "@Cleo"),
    ("<@16>", "@Eve"),
    ("<#20>", "#match"),
];

/// Returns a text as people read it, without receipts and message ids, and with times in seconds since [`OPENED`].
fn readable(text: &str) -> String {
    let mut readable = String::new();
    for (number, piece) in text.split("<t:").enumerate() {
        match piece.split_once('>').filter(|_| number > 0) {
            Some((moment, rest)) => {
                let (seconds, style) = moment.split_once(':').unwrap_or((moment, ""));
                let since = seconds.parse::<i64>().unwrap() - OPENED.0 / 1_000;
                readable += &format!("<{since} s {style}>{rest}");
            }
            None => readable += piece,
        }
    }
    let is_receipt = |word: &str| word.len() == 8 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let words: Vec<_> = readable.split('`').map(|word| if is_receipt(word) { "········" } else { word }).collect();
    let is_link = |piece: &str| piece.bytes().take_while(u8::is_ascii_digit).count() > 15;
    let unlinked = |piece: &str| {
        if is_link(piece) {
            piece.trim_start_matches(|one: char| one.is_ascii_digit()).to_owned()
        } else {
            piece.to_owned()
        }
    };
    let text = words.join("`").split('/').map(unlinked).collect::<Vec<_>>().join("/");
    NAMES.iter().fold(text, |text, (id, name)| text.replace(id, name))
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let edits = if self.edits > 0 && self.kind != "answer" { ", edited" } else { "" };
        writeln!(f, "[{}{edits}]", self.kind)?;
        for line in readable(&self.text).lines() {
            writeln!(f, "{}", format!("  {line}").trim_end())?;
        }
        for picture in &self.pictures {
            let start: String = picture.chars().take(70).collect();
            writeln!(f, "  picture: {}", start.replace('\n', " "))?;
        }
        let controls = self.controls.iter().map(|control| match (control.enabled, control.options.len()) {
            (true, 0) => format!("[{}]", control.label),
            (true, many) => format!("[{} ▾ {many}]", control.label),
            (false, _) => format!("({})", control.label),
        });
        let controls: Vec<_> = controls.collect();
        if !controls.is_empty() {
            writeln!(f, "  {}", controls.join(" "))?;
        }
        if !self.pings.is_empty() {
            let pings: Vec<_> = self.pings.iter().map(|user| format!("<@{user}>")).collect();
            writeln!(f, "  pings {}", readable(&pings.join(" ")))?;
        }
        Ok(())
    }
}

impl fmt::Display for Timeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for message in &self.0 {
            write!(f, "{message}")?;
            if let Some(before) = message.replies_to {
                let number = self.0.iter().position(|one| one.id == before);
                let first = number.and_then(|number| self.0[number].text.lines().next()).map(readable);
                writeln!(f, "  replies to: {}", first.as_deref().unwrap_or("a message elsewhere"))?;
            }
        }
        Ok(())
    }
}

/// Readable, so that a failed comparison is, too.
impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

impl fmt::Debug for Timeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}
