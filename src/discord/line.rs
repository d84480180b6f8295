//! The bot's HTTP clients.
//!
//! - What the bot sends of its own accord goes through one client, whose rate limiter knows every channel's limit.
//! - Each interaction is answered through a client of its own, over the same connections. Serenity's limiter counts the follow-ups of
//!   all interactions as one route, so that one person's limit would keep everybody waiting, and remembers each interaction for good.

use std::sync::Arc;

use serenity::all::{ApplicationId, Http, HttpBuilder};

use super::run::Config;

/// What it takes to make a client.
#[derive(Clone)]
pub(super) struct Line {
    token: String,
    base_url: Option<String>,
    client: reqwest::Client,
    application: Option<ApplicationId>,
}

impl Line {
    /// Makes clients for what is configured.
    ///
    /// # Errors
    /// TLS cannot be set up.
    pub fn new(config: &Config) -> reqwest::Result<Self> {
        let client = match &config.client {
            Some(client) => client.clone(),
            None => reqwest::Client::builder().use_rustls_tls().build()?,
        };
        Ok(Self { token: config.token.clone(), base_url: config.base_url.clone(), client, application: None })
    }

    /// Makes clients that answer interactions with this application.
    #[must_use]
    pub fn of(self, application: ApplicationId) -> Self {
        Self { application: Some(application), ..self }
    }

    /// A client with limits of its own.
    #[must_use]
    pub fn http(&self) -> Http {
        let mut builder = HttpBuilder::new(&self.token).client(self.client.clone());
        if let Some(application) = self.application {
            builder = builder.application_id(application);
        }
        if let Some(url) = &self.base_url {
            // Serenity passes a proxy over in silence while its rate limiter is on.
            builder = builder.proxy(url.clone()).ratelimiter_disabled(true);
        }
        builder.build()
    }

    /// A client for one interaction.
    #[must_use]
    pub fn answering(&self) -> Arc<Http> {
        Arc::new(self.http())
    }
}
