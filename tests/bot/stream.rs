//! The messages to one channel, without the parts that differ between any two matches.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use deathmatch::sandbox::{Recorded, Snowflake};
use serde_json::Value;

/// All messages to one channel: the bodies in order, and the pictures with their alt texts in order.
#[derive(Debug, PartialEq)]
pub struct Stream {
    pub bodies: Vec<String>,
    /// The final content of edited messages, in the order of the messages.
    pub changed: Vec<String>,
    pub pictures: Vec<(String, Vec<u8>)>,
}

/// Returns the messages to a channel.
pub fn stream(recorded: &[Recorded], channel: Snowflake) -> Stream {
    let path = format!("/channels/{channel}/messages");
    let mut stream = Stream { bodies: Vec::new(), changed: Vec::new(), pictures: Vec::new() };
    let mut changed = BTreeMap::new();
    for request in recorded.iter().filter(|request| request.path.contains(&path) && request.method != "GET") {
        let only_picture = request.method == "PATCH" && !request.files.is_empty();
        for file in &request.files {
            let name = plain(&file.name);
            stream
                .pictures
                .push((format!("{name}: {}", file.description.clone().unwrap_or_default()), file.bytes.to_vec()));
        }
        if !only_picture {
            let mut body = request.body.clone();
            if let Some(fields) = body.as_object_mut() {
                // A slow picture follows in an edit; pictures are compared separately.
                fields.remove("attachments");
                fields.remove("nonce");
            }
            if request.method == "PATCH" {
                // The number of edits in between depends on the machine's speed.
                changed.insert(request.path.clone(), plain(&words(&body)));
            } else {
                stream.bodies.push(plain(&words(&body)));
            }
        }
    }
    stream.changed = changed.into_values().collect();
    stream
}

fn words(body: &Value) -> String {
    serde_json::to_string_pretty(body).unwrap()
}

/// Returns a text without the parts that differ between any two matches: ids, times, nonces and receipts.
pub fn plain(text: &str) -> String {
    let mut known = BTreeMap::new();
    let mut plain = String::new();
    let mut word = String::new();
    for c in text.chars().chain(['\n']) {
        if c.is_ascii_alphanumeric() {
            word.push(c);
            continue;
        }
        let digits = word.len() >= 9 && word.bytes().all(|c| c.is_ascii_digit());
        let hex = word.bytes().all(|c| c.is_ascii_hexdigit());
        // A receipt is shown as eight digits of code.
        let receipt = hex && word.len() == 8 && c == '`' && plain.ends_with('`');
        let long = digits || receipt || (hex && word.len() >= 16);
        if long {
            let count = known.len();
            let number = *known.entry(std::mem::take(&mut word)).or_insert(count);
            write!(plain, "<{number}>").unwrap();
        } else {
            plain.push_str(&std::mem::take(&mut word));
        }
        plain.push(c);
    }
    plain
}

/// Checks that two channels received the same messages.
pub fn same(left: &Stream, right: &Stream) {
    for (number, (a, b)) in left.bodies.iter().zip(&right.bodies).enumerate() {
        assert_eq!(a, b, "request {number}");
    }
    assert_eq!(left.bodies.len(), right.bodies.len());
    assert_eq!(left.changed, right.changed);
    assert!(!left.bodies.is_empty());
    assert_eq!(left.pictures.len(), right.pictures.len());
    for ((alt, bytes), (other, others)) in left.pictures.iter().zip(&right.pictures) {
        assert_eq!(alt, other);
        assert!(bytes == others, "the picture of {alt:?} differs");
    }
}
