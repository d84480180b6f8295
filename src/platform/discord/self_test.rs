//! The self-test of `deathmatch check`: asks Discord whether the bot can work, without starting it.
//!
//! The test only reads; the token goes to Discord and nowhere else.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use chrono::DateTime;
use reqwest::header::{AUTHORIZATION, DATE, HeaderMap, HeaderValue, USER_AGENT};
use reqwest::{Client, StatusCode};
use serde_json::Value;
use serenity::all::Permissions;

use crate::platform::discord::bot_permissions::{NEEDED, held_in, lacks};
use crate::platform::discord::invite::invite_url;

/// The longest time of one request.
const ANSWER_WITHIN: Duration = Duration::from_secs(10);
/// The tolerated difference of this machine's clock from Discord's, in ms; the bot always uses Discord's.
const FAR_MS: i64 = 10_000;
/// The number of servers that Discord lists at a time.
const PAGE: usize = 200;
/// The flags of an application with privileged intents: presence, members and message content, each in two forms.
const PRIVILEGED: u64 = 0b1111 << 12 | 0b11 << 18;

/// The result of one check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The checked thing, in a word.
    pub what: &'static str,
    /// The result, or the fault and its remedy.
    pub words: Result<String, String>,
}

impl Finding {
    /// Creates a passed check.
    pub fn right(what: &'static str, words: impl Into<String>) -> Self {
        Self { what, words: Ok(words.into()) }
    }

    /// Creates a failed check.
    pub fn wrong(what: &'static str, words: impl Into<String>) -> Self {
        Self { what, words: Err(words.into()) }
    }
}

/// Asks Discord about a bot: its token, its application, its servers, a channel if one is named, and the time.
pub async fn survey(token: &str, base_url: Option<&str>, channel: Option<u64>) -> Vec<Finding> {
    let mut found = Vec::new();
    let asker = match Asker::new(token, base_url) {
        Ok(asker) => asker,
        Err(why) => return vec![Finding::wrong("discord", why)],
    };
    let (me, date) = match asker.get("/users/@me").await {
        Ok(answer) => answer,
        Err(Refusal::Status(StatusCode::UNAUTHORIZED, _)) => {
            let words = "Discord does not accept the token; make a new one in the developer portal";
            return vec![Finding::wrong("token", words)];
        }
        Err(why) => return vec![Finding::wrong("discord", why.words())],
    };
    found.push(Finding::right("token", format!("accepted; the bot is {}", text(&me["username"]))));
    found.push(clock(date));
    let checks = [asker.application().await, asker.sessions().await, asker.servers().await];
    found.extend(checks.into_iter().flatten());
    if let Some(channel) = channel {
        found.push(asker.channel(channel).await);
    }
    found
}

/// A client for Discord's REST interface.
struct Asker {
    client: Client,
    base: String,
}

/// The reason why there is no answer.
enum Refusal {
    Status(StatusCode, String),
    Unreachable(String),
}

impl Refusal {
    fn words(&self) -> String {
        match self {
            Self::Status(status, message) => format!("Discord answers {}: {message}", status.as_u16()),
            Self::Unreachable(why) => format!("Discord cannot be reached: {why}"),
        }
    }
}

impl Asker {
    fn new(token: &str, base_url: Option<&str>) -> Result<Self, String> {
        let mut token = HeaderValue::from_str(&format!("Bot {token}"))
            .map_err(|_| "the token has characters that no token has; copy it again".to_owned())?;
        token.set_sensitive(true);
        let agent = HeaderValue::from_static(concat!("DiscordBot (deathmatch, ", env!("CARGO_PKG_VERSION"), ")"));
        let headers = HeaderMap::from_iter([(AUTHORIZATION, token), (USER_AGENT, agent)]);
        let client = Client::builder().default_headers(headers).timeout(ANSWER_WITHIN).build();
        let client = client.map_err(|error| error.without_url().to_string())?;
        let base = base_url.unwrap_or("https://discord.com").trim_end_matches('/');
        Ok(Self { client, base: format!("{base}/api/v10") })
    }

    /// Returns an answer, and by how many ms Discord's clock is ahead.
    async fn get(&self, path: &str) -> Result<(Value, Option<i64>), Refusal> {
        let unreachable = |error: reqwest::Error| {
            let error = error.without_url();
            let mut why = error.to_string();
            let mut source = std::error::Error::source(&error);
            while let Some(cause) = source {
                why.push_str(&format!(": {cause}"));
                source = cause.source();
            }
            Refusal::Unreachable(why)
        };
        let answer = self.client.get(format!("{}{path}", self.base)).send().await.map_err(unreachable)?;
        let date = answer.headers().get(DATE).and_then(|date| DateTime::parse_from_rfc2822(date.to_str().ok()?).ok());
        // The header has whole seconds, rounded down.
        let ahead = date.map(|date| date.timestamp_millis() + 500 - now());
        let status = answer.status();
        let body = answer.bytes().await.map_err(unreachable)?;
        let body: Value = serde_json::from_slice(&body).unwrap_or_default();
        if status.is_success() { Ok((body, ahead)) } else { Err(Refusal::Status(status, text(&body["message"]))) }
    }

    async fn application(&self) -> Vec<Finding> {
        let application = match self.get("/applications/@me").await {
            Ok((application, _)) => application,
            Err(why) => return vec![Finding::wrong("application", why.words())],
        };
        let id = text(&application["id"]).parse().unwrap_or(0);
        let mut found = vec![Finding::right("invite", format!("somebody with Manage Server opens {}", invite_url(id)))];
        let endpoint = &application["interactions_endpoint_url"];
        if !endpoint.is_null() {
            let words = "presses and commands go to an interactions endpoint URL, not to the bot; clear the URL in the developer portal";
            found.push(Finding::wrong("application", words));
            return found;
        }
        let spare = application["flags"].as_u64().unwrap_or(0) & PRIVILEGED != 0;
        let intents =
            if spare { "privileged intents are switched on; the bot needs none" } else { "no privileged intents" };
        found.push(Finding::right("application", format!("{}; {intents}", text(&application["name"]))));
        found
    }

    async fn sessions(&self) -> Vec<Finding> {
        let limit = match self.get("/gateway/bot").await {
            Ok((answer, _)) => answer["session_start_limit"].clone(),
            Err(why) => return vec![Finding::wrong("gateway", why.words())],
        };
        let left = limit["remaining"].as_u64().unwrap_or(0);
        if left > 0 {
            return vec![Finding::right("gateway", format!("{left} connections left today"))];
        }
        let minutes = limit["reset_after"].as_u64().unwrap_or(0).div_ceil(60_000);
        vec![Finding::wrong("gateway", format!("no connection is left; there are more in {minutes} minutes"))]
    }

    /// Returns a line for each server in which the bot lacks a permission, and one line for all others.
    async fn servers(&self) -> Vec<Finding> {
        let (mut found, mut whole) = (Vec::new(), 0);
        let mut after = "0".to_owned();
        loop {
            let page = match self.get(&format!("/users/@me/guilds?limit={PAGE}&after={after}")).await {
                Ok((page, _)) => page,
                Err(why) => return vec![Finding::wrong("servers", why.words())],
            };
            let servers = page.as_array().map_or(&[][..], Vec::as_slice);
            for server in servers {
                let held = Permissions::from_bits_truncate(text(&server["permissions"]).parse().unwrap_or(0));
                match lacks(NEEDED, held) {
                    Some(missing) => {
                        let words =
                            format!("{}: the bot's role lacks {missing}; invite it again", text(&server["name"]));
                        found.push(Finding::wrong("server", words));
                    }
                    None => whole += 1,
                }
            }
            match servers.last() {
                Some(last) if servers.len() == PAGE => after = text(&last["id"]),
                _ => break,
            }
        }
        found.push(match whole {
            0 if found.is_empty() => Finding::right("servers", "the bot is in no server yet; open the invite"),
            _ => Finding::right("servers", format!("the bot has all it needs in {whole}")),
        });
        found
    }

    async fn channel(&self, id: u64) -> Finding {
        match self.permissions_in(id).await {
            Ok((name, held)) => match lacks(NEEDED, held) {
                Some(missing) => Finding::wrong("channel", format!("in #{name} the bot lacks {missing}")),
                None => Finding::right("channel", format!("the bot has all it needs in #{name}")),
            },
            Err(why) => Finding::wrong("channel", format!("{id}: {}", why.words())),
        }
    }

    async fn permissions_in(&self, id: u64) -> Result<(String, Permissions), Refusal> {
        let odd = |error: serde_json::Error| Refusal::Unreachable(format!("its answer cannot be read: {error}"));
        let (channel, _) = self.get(&format!("/channels/{id}")).await?;
        let server = text(&channel["guild_id"]);
        let (guild, _) = self.get(&format!("/guilds/{server}")).await?;
        let (me, _) = self.get("/users/@me").await?;
        let (member, _) = self.get(&format!("/guilds/{server}/members/{}", text(&me["id"]))).await?;
        let held = held_in(&channel, guild, member).map_err(odd)?;
        Ok((text(&channel["name"]), held))
    }
}

fn clock(ahead: Option<i64>) -> Finding {
    let Some(ahead) = ahead else { return Finding::wrong("clock", "Discord does not say what time it is") };
    let words = format!("Discord's clock is {:+.1} s from this machine's", seconds(ahead));
    if ahead.abs() <= FAR_MS {
        return Finding::right("clock", words);
    }
    Finding::wrong("clock", format!("{words}; set this machine's by a time server"))
}

#[expect(clippy::cast_precision_loss, reason = "shown to a tenth of a second")]
fn seconds(ms: i64) -> f64 {
    ms as f64 / 1e3
}

fn now() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis());
    i64::try_from(now).unwrap_or(i64::MAX)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_judged_by_how_far_it_is_off() {
        assert!(clock(Some(-10_000)).words.is_ok());
        assert!(clock(Some(10_001)).words.unwrap_err().contains("+10.0 s"));
        assert!(clock(None).words.is_err());
    }
}
