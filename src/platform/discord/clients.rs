//! The bot's HTTP clients.
//!
//! - The bot's own requests go through one [`Api`], whose budget knows Discord's limits. A few others use a client of
//!   serenity's.
//! - Each interaction is answered through a separate client, over the same connections. Serenity's limiter counts the
//!   follow-ups of
//!   all interactions as one route, so that one person's limit would keep everybody waiting, and remembers each interaction for good.

use std::sync::Arc;

use serenity::all::{ApplicationId, Http, HttpBuilder};

use crate::platform::discord::budget::Budget;
use crate::platform::discord::config::Config;
use crate::platform::discord::connectivity::Connectivity;
use crate::platform::discord::rest::Api;
use crate::platform::discord::traffic_metrics;

/// Where Discord keeps what people attach.
const FILES: [&str; 3] = ["cdn.discordapp.com", "media.discordapp.net", "discord.com"];

/// Why an attached file cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoFile {
    TooLarge,
    Missing,
}

/// The parts of a client.
#[derive(Clone)]
pub(crate) struct Clients {
    token: String,
    base_url: Option<String>,
    client: reqwest::Client,
    /// For first answers: where possible, over connections that no other request waits for.
    first: reqwest::Client,
    application: Option<ApplicationId>,
}

impl Clients {
    /// Makes clients for what is configured.
    pub fn new(config: &Config) -> reqwest::Result<Self> {
        let client = || match &config.client {
            Some(client) => Ok(client.clone()),
            None => reqwest::Client::builder().use_rustls_tls().build(),
        };
        let (client, first) = (client()?, client()?);
        Ok(Self { token: config.token.clone(), base_url: config.base_url.clone(), client, first, application: None })
    }

    /// Makes clients that answer interactions with this application.
    pub fn of(self, application: ApplicationId) -> Self {
        Self { application: Some(application), ..self }
    }

    /// A file that somebody attached, from Discord's own servers and of so many bytes at most.
    pub async fn attached(&self, url: &str, most: usize) -> Result<Vec<u8>, NoFile> {
        let of = |url: &reqwest::Url| url.host_str().map(str::to_owned);
        let own = self.base_url.as_deref().and_then(|url| of(&url.parse().ok()?));
        let known = |url: &reqwest::Url| {
            let host = of(url);
            host == own || host.is_some_and(|host| FILES.contains(&host.as_str()) && url.scheme() == "https")
        };
        let url: reqwest::Url = url.parse().map_err(|_| NoFile::Missing)?;
        if !known(&url) {
            return Err(NoFile::Missing);
        }
        let answer = self.client.get(url).send().await.and_then(reqwest::Response::error_for_status);
        let mut answer = answer.ok().filter(|answer| known(answer.url())).ok_or(NoFile::Missing)?;
        let mut bytes = Vec::new();
        while let Some(more) = answer.chunk().await.map_err(|_| NoFile::Missing)? {
            if bytes.len() + more.len() > most {
                return Err(NoFile::TooLarge);
            }
            bytes.extend_from_slice(&more);
        }
        Ok(bytes)
    }

    /// A client with separate limits.
    pub fn http(&self) -> Http {
        self.over(&self.client)
    }

    /// A client for the first answer to one interaction.
    pub fn first(&self) -> Http {
        Self::watched(self.over(&self.first))
    }

    fn over(&self, client: &reqwest::Client) -> Http {
        let mut builder = HttpBuilder::new(&self.token).client(client.clone());
        if let Some(application) = self.application {
            builder = builder.application_id(application);
        }
        if let Some(url) = &self.base_url {
            // Serenity passes a proxy over in silence while its rate limiter is on.
            builder = builder.proxy(url.clone()).ratelimiter_disabled(true);
        }
        builder.build()
    }

    /// The client by which everything is sent that the bot says unasked.
    pub fn api(&self, connectivity: Connectivity) -> Api {
        let token = format!("Bot {}", self.token.trim().trim_start_matches("Bot "));
        let application = self.application.map_or(0, ApplicationId::get);
        Api::new(self.client.clone(), self.base_url.as_deref(), token, application, Budget::default(), connectivity)
    }

    /// A client for one interaction.
    pub fn answering(&self) -> Arc<Http> {
        Arc::new(Self::watched(self.http()))
    }

    /// A client that counts when Discord holds it back.
    fn watched(mut http: Http) -> Http {
        if let Some(limiter) = &mut http.ratelimiter {
            limiter.set_ratelimit_callback(Box::new(|limit| traffic_metrics::held_back(limit.global)));
        }
        http
    }
}
