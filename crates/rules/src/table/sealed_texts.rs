//! Sealed texts: secret data that a host adds to a match's set-up. The match's card shows a commitment to each.
//!
//! The set-up's `sealed` object holds each text's `nonce` and `commitment`, under the text's key. Sealed texts belong to one match.
//! Everyone may read them once the match is over.

use serde_json::{Map, Value, json};

use super::Header;
use super::receipt::{Nonce, commitment};

/// The set-up's key for the nonces and commitments.
const SEALED: &str = "sealed";

/// The public part of a sealed text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brought {
    /// The text's key in the set-up.
    pub key: String,
    /// 64 lower-case hex digits.
    pub commitment: String,
}

impl Header {
    /// Adds a text to the set-up, with its commitment.
    pub fn bring(&mut self, key: &str, text: &str, nonce: &Nonce) {
        let sealed = json!({ "nonce": nonce.to_string(), "commitment": commitment(nonce, text) });
        self.setup.insert(key.to_owned(), text.into());
        let all = self.setup.entry(SEALED).or_insert_with(|| Map::new().into());
        if let Value::Object(all) = all {
            all.insert(key.to_owned(), sealed);
        }
    }

    /// Removes a text from the set-up, and returns it if it was there.
    pub fn take_brought(&mut self, key: &str) -> Option<String> {
        let text = self.setup.remove(key);
        if let Some(Value::Object(all)) = self.setup.get_mut(SEALED) {
            all.remove(key);
            if all.is_empty() {
                self.setup.remove(SEALED);
            }
        }
        text.and_then(|text| text.as_str().map(str::to_owned))
    }

    /// The sealed texts, sorted by key.
    #[must_use]
    pub fn brought(&self) -> Vec<Brought> {
        let sealed = self.setup.get(SEALED).and_then(Value::as_object).into_iter().flatten();
        let brought = |(key, sealed): (&String, &Value)| {
            Some(Brought { key: key.clone(), commitment: sealed["commitment"].as_str()?.to_owned() })
        };
        sealed.filter_map(brought).collect()
    }

    /// Whether the set-up has a key that is not a sealed text.
    #[must_use]
    pub fn lays_out(&self) -> bool {
        let sealed = self.setup.get(SEALED);
        self.setup.keys().any(|key| key != SEALED && sealed.is_none_or(|sealed| sealed.get(key).is_none()))
    }

    /// One sentence for each commitment that does not match its text in the set-up.
    #[must_use]
    pub fn broken_seals(&self) -> Vec<String> {
        let sealed = &self.setup.get(SEALED).cloned().unwrap_or_default();
        let holds = |brought: &Brought| {
            let nonce = sealed[&brought.key]["nonce"].as_str().and_then(Nonce::read);
            let text = self.setup.get(&brought.key).and_then(Value::as_str);
            nonce.zip(text).is_some_and(|(nonce, text)| commitment(&nonce, text) == brought.commitment)
        };
        let broken = self.brought().into_iter().filter(|brought| !holds(brought));
        broken
            .map(|brought| format!("The commitment to the host's `{}` is not to the text played.", brought.key))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        let mut header = Header::new("game");
        header.bring("word", "otter", &Nonce::new([7; 16]));
        Header::read(&header.write()).expect("a header")
    }

    #[test]
    fn changed_text_or_seal_breaks_the_commitment() {
        assert_eq!((header().broken_seals(), header().brought().len()), (Vec::new(), 1));
        let mut other = header();
        other.setup.insert("word".to_owned(), "badger".into());
        assert_eq!(other.broken_seals().len(), 1);
        let mut none = header();
        none.setup.remove("word");
        assert_eq!(none.broken_seals().len(), 1);
        let mut bare = header();
        bare.setup["sealed"]["word"]["nonce"] = "".into();
        assert_eq!(bare.broken_seals().len(), 1);
    }

    #[test]
    fn sealed_text_is_removed_with_its_seal() {
        let mut header = header();
        assert!(!header.lays_out());
        assert_eq!(header.take_brought("word").as_deref(), Some("otter"));
        assert!(header.setup.is_empty());
        header.setup.insert("board".to_owned(), json!([1]));
        assert!(header.lays_out());
    }
}
