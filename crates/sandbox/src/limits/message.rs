//! Limits on messages: content, embeds, attachments' descriptions, mentions, nonce.

use serde_json::Value;

use super::components;
use crate::refusal::Complaints;

/// The flags for suppressed embeds and notifications.
const CHANNEL_FLAGS: u64 = 1 << 2 | 1 << 12;
/// The allowed flags of answers: also the ephemeral flag.
const INTERACTION_FLAGS: u64 = CHANNEL_FLAGS | 1 << 6;
/// The flag of Discord's components v2, which the sandbox does not support.
const COMPONENTS_V2: u64 = 1 << 15;

/// The route of a message. The allowed flags and mentions differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Where {
    Channel,
    Interaction,
}

/// Checks a message's body, whose fields are under `path`.
pub(crate) fn message(complaints: &mut Complaints, path: &str, body: &Value, at: Where) {
    let field = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    if !body.is_object() {
        return complaints.add(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType");
    }
    complaints.text(&field("content"), &body["content"], 0, 2000);
    match &body["nonce"] {
        Value::Number(_) => {}
        nonce => complaints.text(&field("nonce"), nonce, 0, 25),
    }
    flags(complaints, &field("flags"), &body["flags"], at);
    embeds(complaints, &field("embeds"), &body["embeds"]);
    components::message_rows(complaints, &field("components"), &body["components"]);
    attachments(complaints, &field("attachments"), &body["attachments"]);
    mentions(complaints, &field("allowed_mentions"), &body["allowed_mentions"]);
    if body["sticker_ids"].as_array().is_some_and(|stickers| !stickers.is_empty()) {
        complaints.add(&field("sticker_ids"), "UNKNOWN_STICKER", "The sandbox has no stickers.");
    }
    if !body["poll"].is_null() {
        complaints.add(&field("poll"), "POLL_INVALID", "The sandbox has no polls.");
    }
}

fn flags(complaints: &mut Complaints, path: &str, value: &Value, at: Where) {
    if value.is_null() {
        return;
    }
    let allowed = if at == Where::Channel { CHANNEL_FLAGS } else { INTERACTION_FLAGS };
    match value.as_u64() {
        None => complaints.add(path, "NUMBER_TYPE_COERCE", format!("Value \"{value}\" is not int.")),
        Some(bits) if bits & COMPONENTS_V2 != 0 => {
            complaints.add(path, "BITFIELD_TYPE_INVALID", "The sandbox does not speak components v2.");
        }
        Some(bits) if bits & !allowed != 0 => {
            complaints.add(path, "BITFIELD_TYPE_INVALID", "This flag cannot be set here.");
        }
        Some(_) => {}
    }
}

fn embeds(complaints: &mut Complaints, path: &str, value: &Value) {
    let mut total = 0;
    let mut count = |value: &Value| total += value.as_str().map_or(0, |text| text.chars().count());
    for (index, embed) in complaints.list(path, value, 10).iter().enumerate() {
        let at = format!("{path}.{index}");
        if !embed.is_object() {
            complaints.add(&at, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType");
            continue;
        }
        for (name, most) in [("title", 256), ("description", 4096)] {
            complaints.text(&format!("{at}.{name}"), &embed[name], 0, most);
            count(&embed[name]);
        }
        complaints.whole(&format!("{at}.color"), &embed["color"], 0, 0xFF_FFFF);
        link(complaints, &format!("{at}.url"), &embed["url"], false);
        for part in ["image", "thumbnail"] {
            if !embed[part].is_null() {
                required_link(complaints, &format!("{at}.{part}.url"), &embed[part]["url"]);
            }
        }
        if !embed["footer"].is_null() {
            complaints.required_text(&format!("{at}.footer.text"), &embed["footer"]["text"], 0, 2048);
            link(complaints, &format!("{at}.footer.icon_url"), &embed["footer"]["icon_url"], true);
            count(&embed["footer"]["text"]);
        }
        if !embed["author"].is_null() {
            complaints.required_text(&format!("{at}.author.name"), &embed["author"]["name"], 0, 256);
            link(complaints, &format!("{at}.author.url"), &embed["author"]["url"], false);
            link(complaints, &format!("{at}.author.icon_url"), &embed["author"]["icon_url"], true);
            count(&embed["author"]["name"]);
        }
        for (number, field) in complaints.list(&format!("{at}.fields"), &embed["fields"], 25).iter().enumerate() {
            for (name, most) in [("name", 256), ("value", 1024)] {
                complaints.required_text(&format!("{at}.fields.{number}.{name}"), &field[name], 1, most);
                count(&field[name]);
            }
        }
        let empty = ["title", "description", "image", "thumbnail", "footer", "author", "fields"]
            .iter()
            .all(|part| matches!(&embed[*part], Value::Null) || embed[*part].as_array().is_some_and(Vec::is_empty));
        if empty {
            complaints.required(&format!("{at}.description"));
        }
    }
    if total > 6000 {
        complaints.add(path, "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000");
    }
}

fn required_link(complaints: &mut Complaints, path: &str, value: &Value) {
    if value.is_null() { complaints.required(path) } else { link(complaints, path, value, true) }
}

fn link(complaints: &mut Complaints, path: &str, value: &Value, attachment: bool) {
    let Some(url) = value.as_str().filter(|url| !url.is_empty()) else { return };
    let known = url.starts_with("http://") || url.starts_with("https://");
    if !(known || attachment && url.starts_with("attachment://")) {
        let scheme = url.split(':').next().unwrap_or_default();
        complaints.add(
            path,
            "URL_TYPE_INVALID_SCHEME",
            format!("Scheme \"{scheme}\" is not supported. Scheme must be one of ('http', 'https')."),
        );
    }
    complaints.text(path, value, 0, 2048);
}

fn attachments(complaints: &mut Complaints, path: &str, value: &Value) {
    for (index, attachment) in complaints.list(path, value, 10).iter().enumerate() {
        let at = format!("{path}.{index}");
        if attachment["id"].is_null() {
            complaints.required(&format!("{at}.id"));
        }
        complaints.text(&format!("{at}.description"), &attachment["description"], 0, 1024);
        complaints.text(&format!("{at}.filename"), &attachment["filename"], 0, 1024);
    }
}

fn mentions(complaints: &mut Complaints, path: &str, value: &Value) {
    for (index, kind) in complaints.list(&format!("{path}.parse"), &value["parse"], 3).iter().enumerate() {
        if !matches!(kind.as_str(), Some("users" | "roles" | "everyone")) {
            complaints.add(
                &format!("{path}.parse.{index}"),
                "BASE_TYPE_CHOICES",
                "Value must be one of ('users', 'roles', 'everyone').",
            );
        }
    }
    for kind in ["users", "roles"] {
        let named = complaints.list(&format!("{path}.{kind}"), &value[kind], 100);
        let parsed = value["parse"].as_array().is_some_and(|parse| parse.iter().any(|word| word == kind));
        if parsed && !named.is_empty() {
            complaints.add(
                path,
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                format!("parse:[\"{kind}\"] and {kind}: [ids...] are mutually exclusive."),
            );
        }
    }
}
