//! The bot's own client for Discord's REST API, in place of serenity's. It reads the rate limits in Discord's answers.
//!
//! - Serenity passes on neither the headers of an answer nor the time that a 429 names. Its limiter also keeps an entry for every
//!   interaction forever.
//! - No error contains a URL: an interaction's token may be part of it.

use std::time::Duration;

use reqwest::header::{AUTHORIZATION, HeaderMap, USER_AGENT};
use reqwest::multipart::{Form, Part};
use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};
use serenity::constants::USER_AGENT as AGENT;

use crate::ids::{ChannelId, MessageId, UserId};
use crate::messages::transport::SendError;
use crate::platform::discord::budget::{Bucket, Budget};
use crate::platform::discord::connectivity::Connectivity;
use crate::platform::discord::message_body::Body;
use crate::platform::discord::timeout::SEND_WITHIN;
use crate::platform::discord::traffic_metrics;
use crate::platform::discord::traffic_metrics::Sent;

const DISCORD: &str = "https://discord.com";
/// Discord's code for a limit on edits of messages older than an hour, which are not worth the wait.
const TOO_OLD_TO_EDIT: i64 = 30_046;
/// Discord's code for an unknown message.
const UNKNOWN_MESSAGE: i64 = 10_008;
/// The shortest wait after a 429.
const LEAST_WAIT: Duration = Duration::from_millis(50);

/// The client of one bot.
pub struct RestClient {
    client: Client,
    base: String,
    token: String,
    application: u64,
    budget: Budget,
    connectivity: Connectivity,
}

impl RestClient {
    /// Creates a client with a bot's token (`Bot …`) and application, for Discord or another base URL.
    pub fn new(
        client: Client,
        base: Option<&str>,
        token: String,
        application: u64,
        budget: Budget,
        connectivity: Connectivity,
    ) -> Self {
        let base = format!("{}/api/v10", base.unwrap_or(DISCORD).trim_end_matches('/'));
        Self { client, base, token, application, budget, connectivity }
    }

    /// Returns the allowance of the requests.
    pub const fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Opens the direct-message channel of a person.
    pub async fn open_dm(&self, user: UserId) -> Result<ChannelId, SendError> {
        let wanted = json!({ "recipient_id": user.0.to_string() });
        let opened =
            self.ask("open-dm", Method::POST, "/users/@me/channels", |request| request.json(&wanted), None).await?;
        id(&opened["id"]).map(ChannelId).ok_or_else(unreadable)
    }

    pub async fn send(&self, channel: ChannelId, body: &Body) -> Result<MessageId, SendError> {
        let path = format!("/channels/{channel}/messages");
        let sent = self
            .ask("message", Method::POST, &path, |request| filled(request, body), Some((channel, Bucket::Messages)))
            .await?;
        id(&sent["id"]).map(MessageId).ok_or_else(unreadable)
    }

    /// Edits a message.
    pub async fn edit(&self, channel: ChannelId, message: MessageId, body: &Body) -> Result<(), SendError> {
        let path = format!("/channels/{channel}/messages/{message}");
        self.ask("edit", Method::PATCH, &path, |request| filled(request, body), Some((channel, Bucket::Edits)))
            .await
            .map(drop)
    }

    /// Edits an interaction's answer or its pressed message; this spends nothing of the bot's own allowance.
    pub async fn edit_answer(&self, token: &str, body: &Body) -> Result<(), SendError> {
        let url = format!("{}/webhooks/{}/{token}/messages/@original", self.base, self.application);
        let request = self.client.request(Method::PATCH, url).header(USER_AGENT, AGENT);
        self.within("amend", filled(request, body)).await.map(drop)
    }

    /// Returns at most `most` of a channel's messages: the newest, or the newest before an id.
    pub async fn messages(&self, channel: ChannelId, before: Option<u64>, most: u8) -> Result<Vec<Value>, SendError> {
        let before = before.map_or(String::new(), |id| format!("&before={id}"));
        let path = format!("/channels/{channel}/messages?limit={most}{before}");
        self.page(channel, &path).await
    }

    /// Returns at most `most` of a channel's messages after an id: the oldest, in no order.
    pub async fn messages_after(&self, channel: ChannelId, after: u64, most: u8) -> Result<Vec<Value>, SendError> {
        let path = format!("/channels/{channel}/messages?limit={most}&after={after}");
        self.page(channel, &path).await
    }

    async fn page(&self, channel: ChannelId, path: &str) -> Result<Vec<Value>, SendError> {
        let of = Some((channel, Bucket::Reads));
        match self.ask("read-back", Method::GET, path, |request| request, of).await? {
            Value::Array(messages) => Ok(messages),
            _ => Err(unreadable()),
        }
    }

    pub async fn message(&self, channel: ChannelId, message: MessageId) -> Result<Value, SendError> {
        let found = self.messages(channel, Some(message.0 + 1), 1).await?;
        found.into_iter().find(|found| id(&found["id"]) == Some(message.0)).ok_or(SendError::UnknownMessage)
    }

    /// Reads something from Discord.
    pub async fn get(&self, route: &'static str, path: &str) -> Result<Value, SendError> {
        self.ask(route, Method::GET, path, |request| request, None).await
    }

    /// Creates, changes or deletes something other than a message.
    pub async fn act(
        &self,
        route: &'static str,
        method: Method,
        path: &str,
        wanted: Option<&Value>,
    ) -> Result<Value, SendError> {
        let fill = |request: RequestBuilder| match wanted {
            Some(wanted) => request.json(wanted),
            None => request,
        };
        self.ask(route, method, path, fill, None).await
    }

    async fn ask(
        &self,
        route: &'static str,
        method: Method,
        path: &str,
        fill: impl FnOnce(RequestBuilder) -> RequestBuilder,
        of: Option<(ChannelId, Bucket)>,
    ) -> Result<Value, SendError> {
        let request = self
            .client
            .request(method, format!("{}{path}", self.base))
            .header(AUTHORIZATION, &self.token)
            .header(USER_AGENT, AGENT);
        match self.within(route, fill(request)).await {
            Ok((headers, answer)) => {
                match (of, standing(&headers)) {
                    (Some(of), Some((limit, left, renewed))) => self.budget.learn(of, limit, left, renewed),
                    (Some(of), None) => self.budget.learn_none(of),
                    (None, _) => {}
                }
                Ok(answer)
            }
            Err(SendError::Retry { after }) if !after.is_zero() => {
                if let Some(of) = of {
                    self.budget.hold_channel(of, after);
                }
                Err(SendError::Retry { after })
            }
            Err(failure) => Err(failure),
        }
    }

    /// Makes one request; a global limit holds all later ones back.
    async fn within(&self, route: &'static str, request: RequestBuilder) -> Result<(HeaderMap, Value), SendError> {
        let exchange = async {
            let response = request.send().await?;
            let (status, headers) = (response.status().as_u16(), response.headers().clone());
            Ok::<_, reqwest::Error>((status, headers, response.bytes().await?))
        };
        let lost = SendError::Retry { after: Duration::ZERO };
        let Ok(Ok((status, headers, bytes))) = tokio::time::timeout(SEND_WITHIN, exchange).await else {
            self.connectivity.rest(false);
            traffic_metrics::sent(route, Sent::Lost);
            return Err(lost);
        };
        self.connectivity.rest(status < 500);
        traffic_metrics::sent(route, if status < 300 { Sent::Done } else { Sent::Refused(status) });
        let answer = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        match status {
            200..300 => Ok((headers, answer)),
            429 if answer["code"] != TOO_OLD_TO_EDIT => {
                let wait = retry_after(&headers, &answer);
                if answer["global"] == true || headers.contains_key("x-ratelimit-global") {
                    self.budget.hold(wait);
                }
                tracing::warn!(wait_ms = u64::try_from(wait.as_millis()).ok(), "Discord asks for a pause");
                Err(SendError::Retry { after: wait })
            }
            // Discord took too long and may still have done the request.
            408 | 500.. => Err(lost),
            _ => Err(refused(status, &answer)),
        }
    }
}

/// Classifies a refusal.
fn refused(status: u16, answer: &Value) -> SendError {
    let code = answer["code"].as_i64().unwrap_or(0);
    let mut why = format!("{status} {code}: {}", answer["message"].as_str().unwrap_or_default());
    if !answer["errors"].is_null() {
        why.push_str(&format!(" {}", answer["errors"]));
    }
    match (code, status) {
        (50_007 | 50_278 | 40_003, _) => SendError::DmClosed,
        (UNKNOWN_MESSAGE, _) => SendError::UnknownMessage,
        (_, 401 | 403 | 404) => SendError::Forbidden { why },
        _ => SendError::Rejected { why },
    }
}

fn unreadable() -> SendError {
    SendError::Rejected { why: "the answer holds no id".to_owned() }
}

fn filled(request: RequestBuilder, body: &Body) -> RequestBuilder {
    let payload = serde_json::to_string(body).expect("a message is plain data");
    if body.attached().is_empty() {
        return request.header("content-type", "application/json").body(payload);
    }
    let mut form = Form::new();
    for (number, file) in body.attached().iter().enumerate() {
        let picture = std::path::Path::new(&file.name).extension().is_some_and(|ending| ending == "png");
        let kind = if picture { "image/png" } else { "application/octet-stream" };
        let part = Part::bytes(file.bytes.clone()).file_name(file.name.clone());
        let part = part.mime_str(kind).expect("both are kinds of content");
        form = form.part(format!("files[{number}]"), part);
    }
    request.multipart(form.text("payload_json", payload))
}

fn id(value: &Value) -> Option<u64> {
    value.as_str()?.parse().ok()
}

fn number(headers: &HeaderMap, name: &str) -> Option<f64> {
    headers.get(name)?.to_str().ok()?.parse().ok()
}

/// Returns the wait that a 429 names: in its body to the millisecond, in its header in whole seconds.
fn retry_after(headers: &HeaderMap, answer: &Value) -> Duration {
    let seconds = answer["retry_after"].as_f64().or_else(|| number(headers, "retry-after")).unwrap_or(1.0);
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::from_secs(1)).max(LEAST_WAIT)
}

/// Returns a bucket's limit, its remaining requests, and the time until it is renewed.
fn standing(headers: &HeaderMap) -> Option<(u32, u32, Duration)> {
    let whole = |name| headers.get(name)?.to_str().ok()?.parse().ok();
    let renewed = Duration::try_from_secs_f64(number(headers, "x-ratelimit-reset-after")?).ok()?;
    Some((whole("x-ratelimit-limit")?, whole("x-ratelimit-remaining")?, renewed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_is_as_long_as_discord_says() {
        let mut headers = HeaderMap::new();
        headers.insert("retry-after", "65".parse().unwrap());
        assert_eq!(retry_after(&headers, &json!({"retry_after": 64.57})), Duration::from_secs_f64(64.57));
        assert_eq!(retry_after(&headers, &Value::Null), Duration::from_secs(65));
        assert_eq!(retry_after(&HeaderMap::new(), &Value::Null), Duration::from_secs(1));
        assert_eq!(retry_after(&HeaderMap::new(), &json!({"retry_after": -1.0})), Duration::from_secs(1));
    }

    #[test]
    fn a_refusal_tells_closed_from_gone_from_broken() {
        assert_eq!(refused(403, &json!({"code": 50007})), SendError::DmClosed);
        assert_eq!(refused(404, &json!({"code": 10008})), SendError::UnknownMessage);
        assert!(matches!(refused(403, &json!({"code": 50013})), SendError::Forbidden { .. }));
        assert!(matches!(refused(400, &json!({"code": 50035})), SendError::Rejected { .. }));
    }
}
