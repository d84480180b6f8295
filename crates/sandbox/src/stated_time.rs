//! The stated time of a person's action, and the delay until its delivery to the bot.

use std::time::Duration;

use serde_json::{Value, json};

/// The stated time of a person's action, and the delay until its delivery to the bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// The timestamp in Discord's time; `None` for the current time.
    pub stamp: Option<Stamp>,
    /// The delay until the gateway delivers the action.
    pub delay: Duration,
}

/// A moment of Discord's clock, in ms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stamp {
    /// Unix ms.
    At(i64),
    /// The ms after now, or before if negative.
    FromNow(i64),
}

impl Stamp {
    /// Reads a number (absolute) or a string that begins with `+` or `-` (from now).
    pub(crate) fn read(value: &Value) -> Result<Option<Self>, String> {
        match value {
            Value::Null => Ok(None),
            Value::Number(number) => Ok(number.as_i64().map(Self::At)),
            Value::String(text) => {
                let ms = text.parse().map_err(|_| format!("{text:?} is not a number of milliseconds"))?;
                Ok(Some(if text.starts_with(['+', '-']) { Self::FromNow(ms) } else { Self::At(ms) }))
            }
            _ => Err("stamp_ms is a number, or a string like \"-500\"".to_owned()),
        }
    }

    /// Returns the form that `read` takes.
    pub(crate) fn json(self) -> Value {
        match self {
            Self::At(ms) => ms.into(),
            Self::FromNow(ms) => format!("{ms:+}").into(),
        }
    }

    /// Returns the moment in Unix ms, if `now_ms` is the current time.
    pub(crate) fn ms(self, now_ms: i64) -> i64 {
        match self {
            Self::At(ms) => ms,
            Self::FromNow(ms) => now_ms.saturating_add(ms),
        }
    }
}

impl Timing {
    /// Reads `stamp_ms` and `delay_ms`.
    pub(crate) fn read(body: &Value) -> Result<Self, String> {
        let delay = Duration::from_millis(body["delay_ms"].as_u64().unwrap_or(0));
        Ok(Self { stamp: Stamp::read(&body["stamp_ms"])?, delay })
    }

    pub(crate) fn json(self) -> Value {
        let stamp = self.stamp.map(Stamp::json);
        json!({"stamp_ms": stamp, "delay_ms": u64::try_from(self.delay.as_millis()).unwrap_or(u64::MAX)})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamps_are_absolute_or_from_now() {
        assert_eq!(Stamp::read(&json!(5)).unwrap().unwrap().ms(100), 5);
        assert_eq!(Stamp::read(&json!("-5")).unwrap().unwrap().ms(100), 95);
        assert_eq!(Stamp::FromNow(5).json(), json!("+5"));
    }
}
