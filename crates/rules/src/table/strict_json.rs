//! JSON without repeated keys in an object, so that a record has only one reading.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

struct Plain(Value);

struct Reader;

impl<'de> Deserialize<'de> for Plain {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader).map(Plain)
    }
}

impl<'de> Visitor<'de> for Reader {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Number::from_f64(value).map(Value::Number).ok_or_else(|| E::custom("a number is too large"))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Plain(value)) = access.next_element()? {
            values.push(value);
        }
        Ok(values.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some((key, Plain(value))) = access.next_entry::<String, Plain>()? {
            if map.contains_key(&key) {
                return Err(A::Error::custom(format!("the key `{key}` stands twice")));
            }
            map.insert(key, value);
        }
        Ok(map.into())
    }
}

/// Reads one line of JSON.
pub fn read(line: &str) -> Result<Value, serde_json::Error> {
    serde_json::from_str(line).map(|Plain(value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valid_json_is_read_like_serde_json() {
        for line in [r#"{"a":[1,-2,0.5,null,true,"x"],"b":{}}"#, "7", "[]", r#""\u00e9""#] {
            assert_eq!(read(line).unwrap(), serde_json::from_str::<Value>(line).unwrap());
        }
    }

    #[test]
    fn repeated_key_is_refused() {
        assert!(read(r#"{"a":1,"a":1}"#).unwrap_err().to_string().contains("`a` stands twice"));
        assert!(read(r#"{"a":{"b":1,"b":2}}"#).is_err());
    }
}
