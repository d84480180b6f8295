//! The bot's HTTP clients.
//!
//! - The bot's own requests go through one [`RestClient`], whose budget keeps to Discord's limits. A few others use a serenity client.
//! - Each interaction is answered through a separate client, over the same connections. Serenity's limiter counts the follow-ups of all
//!   interactions as one route, so one person's limit would delay everybody. It also remembers each interaction forever.

use std::sync::Arc;

use serenity::all::{ApplicationId, Http, HttpBuilder};

use crate::platform::discord::budget::Budget;
use crate::platform::discord::config::Config;
use crate::platform::discord::connectivity::Connectivity;
use crate::platform::discord::rest_client::RestClient;
use crate::platform::discord::traffic_metrics;

/// Settings and connections from which clients are made.
#[derive(Clone)]
pub(crate) struct Clients {
    token: String,
    pub(super) base_url: Option<String>,
    pub(super) client: reqwest::Client,
    /// Connections for first answers, which no other request uses where that is possible.
    first: reqwest::Client,
    application: Option<ApplicationId>,
}

impl Clients {
    /// Creates clients from the settings.
    pub fn new(config: &Config) -> reqwest::Result<Self> {
        let client = || match &config.client {
            Some(client) => Ok(client.clone()),
            None => reqwest::Client::builder().use_rustls_tls().build(),
        };
        let (client, first) = (client()?, client()?);
        Ok(Self { token: config.token.clone(), base_url: config.base_url.clone(), client, first, application: None })
    }

    /// Sets the application whose interactions are answered.
    pub fn with_application(self, application: ApplicationId) -> Self {
        Self { application: Some(application), ..self }
    }

    /// Creates a client with separate limits.
    pub fn http(&self) -> Http {
        self.over(&self.client)
    }

    /// Creates a client for the first answer to one interaction.
    pub fn first_answer(&self) -> Http {
        Self::watched(self.over(&self.first))
    }

    fn over(&self, client: &reqwest::Client) -> Http {
        let mut builder = HttpBuilder::new(&self.token).client(client.clone());
        if let Some(application) = self.application {
            builder = builder.application_id(application);
        }
        if let Some(url) = &self.base_url {
            // Serenity silently ignores a proxy while its rate limiter is on.
            builder = builder.proxy(url.clone()).ratelimiter_disabled(true);
        }
        builder.build()
    }

    /// Creates the client for everything that the bot sends without being asked.
    pub fn api(&self, connectivity: Connectivity) -> RestClient {
        let token = format!("Bot {}", self.token.trim().trim_start_matches("Bot "));
        let application = self.application.map_or(0, ApplicationId::get);
        RestClient::new(
            self.client.clone(),
            self.base_url.as_deref(),
            token,
            application,
            Budget::default(),
            connectivity,
        )
    }

    /// Creates a client for one interaction.
    pub fn answering(&self) -> Arc<Http> {
        Arc::new(Self::watched(self.http()))
    }

    /// Makes a client count the times that Discord holds it back.
    fn watched(mut http: Http) -> Http {
        if let Some(limiter) = &mut http.ratelimiter {
            limiter.set_ratelimit_callback(Box::new(|limit| traffic_metrics::held_back(limit.global)));
        }
        http
    }
}
