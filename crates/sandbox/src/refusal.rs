//! Discord's errors: a status, a code, a message and, for an invalid body, a tree of complaints.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

/// An error response in Discord's form.
#[derive(Clone, Debug)]
pub(crate) struct Refused {
    pub status: u16,
    pub code: u32,
    pub message: Cow<'static, str>,
    pub errors: Option<Value>,
}

impl Refused {
    pub const fn new(status: u16, code: u32, message: &'static str) -> Self {
        Self { status, code, message: Cow::Borrowed(message), errors: None }
    }

    pub fn json(&self) -> Value {
        let mut body = json!({"message": self.message, "code": self.code});
        if let Some(errors) = &self.errors {
            body["errors"] = errors.clone();
        }
        body
    }
}

pub(crate) const NOT_FOUND: Refused = Refused::new(404, 0, "404: Not Found");
pub(crate) const UNAUTHORIZED: Refused = Refused::new(401, 0, "401: Unauthorized");
pub(crate) const UNKNOWN_CHANNEL: Refused = Refused::new(404, 10003, "Unknown Channel");
pub(crate) const UNKNOWN_GUILD: Refused = Refused::new(404, 10004, "Unknown Guild");
pub(crate) const UNKNOWN_MEMBER: Refused = Refused::new(404, 10007, "Unknown Member");
pub(crate) const UNKNOWN_MESSAGE: Refused = Refused::new(404, 10008, "Unknown Message");
pub(crate) const UNKNOWN_USER: Refused = Refused::new(404, 10013, "Unknown User");
pub(crate) const UNKNOWN_WEBHOOK: Refused = Refused::new(404, 10015, "Unknown Webhook");
pub(crate) const UNKNOWN_INTERACTION: Refused = Refused::new(404, 10062, "Unknown interaction");
pub(crate) const UNKNOWN_COMMAND: Refused = Refused::new(404, 10063, "Unknown application command");
pub(crate) const TOO_LARGE: Refused = Refused::new(413, 40005, "Request entity too large");
pub(crate) const ALREADY_ACKNOWLEDGED: Refused = Refused::new(400, 40060, "Interaction has already been acknowledged.");
pub(crate) const MISSING_ACCESS: Refused = Refused::new(403, 50001, "Missing Access");
pub(crate) const DM_ACTION: Refused = Refused::new(403, 50003, "Cannot execute action on a DM channel");
pub(crate) const NOT_YOURS: Refused = Refused::new(403, 50005, "Cannot edit a message authored by another user");
pub(crate) const EMPTY_MESSAGE: Refused = Refused::new(400, 50006, "Cannot send an empty message");
pub(crate) const CANNOT_DM: Refused = Refused::new(403, 50007, "Cannot send messages to this user");
pub(crate) const MISSING_PERMISSIONS: Refused = Refused::new(403, 50013, "Missing Permissions");
pub(crate) const INVALID_WEBHOOK_TOKEN: Refused = Refused::new(401, 50027, "Invalid Webhook Token");
pub(crate) const INVALID_JSON: Refused = Refused::new(400, 50109, "The request body contains invalid JSON.");

/// The errors of a body, by the path of the field.
#[derive(Debug, Default)]
pub(crate) struct Complaints(Map<String, Value>);

impl Complaints {
    /// Adds a complaint about the field at a dotted `path` (empty for the body itself).
    pub fn add(&mut self, path: &str, code: &str, message: impl Into<String>) {
        let mut at = &mut self.0;
        for step in path.split('.').filter(|step| !step.is_empty()) {
            let next = at.entry(step).or_insert_with(|| Value::Object(Map::new()));
            at = next.as_object_mut().expect("only objects are put into the tree, but for `_errors`");
        }
        let list = at.entry("_errors").or_insert_with(|| json!([]));
        list.as_array_mut().expect("`_errors` is a list").push(json!({"code": code, "message": message.into()}));
    }

    /// Accepts the body, or refuses it with all complaints.
    pub fn verdict(self) -> Result<(), Refused> {
        if self.0.is_empty() {
            return Ok(());
        }
        Err(Refused { errors: Some(Value::Object(self.0)), ..Refused::new(400, 50035, "Invalid Form Body") })
    }

    /// Complains unless `value` is absent, null, or a string of `least..=most` characters.
    pub fn text(&mut self, path: &str, value: &Value, least: usize, most: usize) {
        let length = match value {
            Value::Null => return,
            Value::String(text) => text.chars().count(),
            _ => return self.add(path, "STRING_TYPE_CONVERT", "Could not interpret value as string."),
        };
        if length > most && least > 0 {
            self.add(path, "BASE_TYPE_BAD_LENGTH", format!("Must be between {least} and {most} in length."));
        } else if length > most {
            self.add(path, "BASE_TYPE_MAX_LENGTH", format!("Must be {most} or fewer in length."));
        } else if length < least {
            let (code, message) = if length == 0 {
                ("BASE_TYPE_REQUIRED", "This field is required".to_owned())
            } else {
                ("BASE_TYPE_BAD_LENGTH", format!("Must be between {least} and {most} in length."))
            };
            self.add(path, code, message);
        }
    }

    /// Complains unless `value` is a string of `least..=most` characters.
    pub fn required_text(&mut self, path: &str, value: &Value, least: usize, most: usize) {
        if value.is_null() { self.required(path) } else { self.text(path, value, least, most) }
    }

    /// Complains that a field is missing.
    pub fn required(&mut self, path: &str) {
        self.add(path, "BASE_TYPE_REQUIRED", "This field is required");
    }

    /// Returns the items of a list. Complains about more than `most` items or another type, and then returns none.
    pub fn list<'a>(&mut self, path: &str, value: &'a Value, most: usize) -> &'a [Value] {
        match value {
            Value::Null => &[],
            Value::Array(items) => {
                if items.len() > most {
                    self.add(path, "BASE_TYPE_MAX_LENGTH", format!("Must be {most} or fewer in length."));
                    return &[];
                }
                items
            }
            _ => {
                self.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
                &[]
            }
        }
    }

    /// Complains unless `value` is absent or an integer in `least..=most`.
    pub fn whole(&mut self, path: &str, value: &Value, least: i64, most: i64) -> Option<i64> {
        if value.is_null() {
            return None;
        }
        let number = value.as_i64();
        match number {
            None => self.add(path, "NUMBER_TYPE_COERCE", format!("Value \"{value}\" is not int.")),
            Some(n) if n < least => {
                self.add(path, "NUMBER_TYPE_MIN", format!("int value should be greater than or equal to {least}."));
            }
            Some(n) if n > most => {
                self.add(path, "NUMBER_TYPE_MAX", format!("int value should be less than or equal to {most}."));
            }
            Some(_) => {}
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complaints_form_discords_tree() {
        let mut complaints = Complaints::default();
        complaints.text("embeds.0.title", &json!("x".repeat(300)), 0, 256);
        let refused = complaints.verdict().unwrap_err();
        assert_eq!(
            refused.json(),
            json!({"message": "Invalid Form Body", "code": 50035, "errors": {"embeds": {"0": {"title": {"_errors":
                [{"code": "BASE_TYPE_MAX_LENGTH", "message": "Must be 256 or fewer in length."}]}}}}})
        );
    }
}
