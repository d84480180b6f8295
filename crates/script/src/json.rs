//! Conversion of values to JSON and back.
//!
//! Numbers are whole, keys of dicts are strings, tuples become lists. Functions and sets have no JSON. The keys of a JSON
//! object come into the script in alphabetical order.

use serde_json::{Map, Value as Json};

use crate::error::{Fault, Res};
use crate::heap::{Heap, OBJECT, too_nested};
use crate::value::Value;

impl Heap {
    /// Recurses, because the nesting is bounded.
    pub fn read_json(&mut self, json: &Json, depth: usize) -> Res<Value> {
        if depth > self.limits.nesting {
            return Err(too_nested("convert"));
        }
        match json {
            Json::Null => Ok(Value::None),
            Json::Bool(truth) => Ok(Value::Bool(*truth)),
            Json::Number(number) => match number.as_i64() {
                Some(number) => Ok(Value::Int(number)),
                None => Err(Fault::new(format!("{number} is no whole number"))),
            },
            Json::String(text) => self.new_text(text.clone()),
            Json::Array(items) => {
                let items = items.iter().map(|item| self.read_json(item, depth + 1)).collect::<Res<Vec<_>>>()?;
                self.new_list(items)
            }
            Json::Object(entries) => {
                let dict = self.new_dict()?;
                let mut entries: Vec<_> = entries.iter().collect();
                entries.sort_unstable_by_key(|(key, _)| *key);
                for (key, value) in entries {
                    let key = self.new_text(key.clone())?;
                    let value = self.read_json(value, depth + 1)?;
                    self.insert(dict, key, value)?;
                }
                Ok(Value::Dict(dict))
            }
        }
    }

    /// Charges what it writes: a shared value is written once for each reference to it. `written` counts bytes.
    pub fn write_json(&mut self, value: Value, depth: usize, written: &mut usize) -> Res<Json> {
        if depth > self.limits.nesting {
            return Err(too_nested("convert"));
        }
        self.charge(4)?;
        *written += OBJECT;
        self.room(*written)?;
        match value {
            Value::None => Ok(Json::Null),
            Value::Bool(truth) => Ok(Json::Bool(truth)),
            Value::Int(number) => Ok(number.into()),
            Value::Text(id) => {
                let len = self.text(id).str.len();
                self.charge_bytes(len)?;
                *written += len;
                Ok(Json::String(self.text(id).str.to_string()))
            }
            Value::List(_) | Value::Tuple(_) | Value::Range(_) => {
                let items = self.all_items(value)?;
                items
                    .into_iter()
                    .map(|item| self.write_json(item, depth + 1, written))
                    .collect::<Res<Vec<_>>>()
                    .map(Json::Array)
            }
            Value::Dict(id) => {
                let mut object = Map::new();
                for entry in self.entries(id)? {
                    let Value::Text(key) = entry.key else {
                        let message =
                            format!("a dict that leaves the script has {} as a key", entry.key.with_article());
                        return Err(Fault::hinted(message, "use strings as keys: `str(…)`"));
                    };
                    let key = self.text(key).str.to_string();
                    *written += key.len();
                    object.insert(key, self.write_json(entry.value, depth + 1, written)?);
                }
                Ok(Json::Object(object))
            }
            _ => Err(Fault::new(format!("{} cannot leave the script", value.with_article()))),
        }
    }
}
