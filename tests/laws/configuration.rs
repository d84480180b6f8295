//! Configuration: any text is used or refused, and the refusal of valid TOML names one of its keys.

use deathmatch::cli::config::Config;

/// The bytes are a configuration file.
pub fn law(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match Config::read(&text) {
        Ok(config) => drop(config.with_token("token".to_owned())),
        Err(why) => {
            assert!(!why.trim().is_empty(), "a refusal says why");
            if let Ok(table) = text.parse::<toml::Table>() {
                // A text that looks like a token is refused by its line, before parsing.
                let token = why.contains("looks like a token");
                assert!(token || names_a_key(&why, &table), "no key is named: {why}");
            }
        }
    }
}

fn names_a_key(why: &str, table: &toml::Table) -> bool {
    table.iter().any(|(key, value)| why.contains(key.as_str()) || holds_named(why, value))
}

fn holds_named(why: &str, value: &toml::Value) -> bool {
    match value {
        toml::Value::Table(table) => names_a_key(why, table),
        toml::Value::Array(values) => values.iter().any(|value| holds_named(why, value)),
        _ => false,
    }
}
