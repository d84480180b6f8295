//! The health page and the metrics page, on loopback.
//!
//! The health page uses neither the store nor Discord, so it answers even if they hang.

use std::net::SocketAddr;
use std::time::Duration;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Map, Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::ops::metrics::Metrics;
use crate::platform::discord::bot_health::BotHealth;

/// The path of the health page.
pub const HEALTH: &str = "/healthz";
/// The interval of the metrics recorder's upkeep.
const TIDY_EVERY: Duration = Duration::from_secs(5);
/// The time limit for a request to the health page.
const ANSWER_WITHIN: Duration = Duration::from_secs(4);

/// The server of the two pages. It stops when dropped.
pub struct Monitor {
    address: SocketAddr,
    tasks: [JoinHandle<()>; 2],
}

#[derive(Clone)]
struct Shown {
    bot_health: BotHealth,
    metrics: Metrics,
}

impl Monitor {
    /// Starts the server. Port 0 takes any free port.
    ///
    /// # Errors
    /// The address is not on loopback or is taken. The message is for the operator.
    pub async fn open(address: SocketAddr, bot_health: BotHealth) -> Result<Self, String> {
        if !address.ip().is_loopback() {
            return Err(format!("The monitor's address {address} can be reached from outside; use 127.0.0.1."));
        }
        let cannot = |error| format!("The monitor cannot listen on {address}: {error}.");
        let listener = TcpListener::bind(address).await.map_err(cannot)?;
        let address = listener.local_addr().map_err(cannot)?;
        let metrics = Metrics::keep()?;
        let tidied = metrics.clone();
        let router = Router::new()
            .route(HEALTH, get(health))
            .route("/metrics", get(written))
            .with_state(Shown { bot_health, metrics });
        let serving = tokio::spawn(async move {
            if let Err(error) = axum::serve(listener, router).await {
                tracing::error!(%error, "the monitor has ended");
            }
        });
        let tidying = tokio::spawn(async move {
            loop {
                tokio::time::sleep(TIDY_EVERY).await;
                tidied.tidy();
            }
        });
        Ok(Self { address, tasks: [serving, tidying] })
    }

    /// Returns the address of the server.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Monitor {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

async fn health(State(shown): State<Shown>) -> Response {
    let checks = shown.bot_health.checks();
    let well = checks.iter().all(|check| check.wrong.is_none());
    let checks: Map<String, Value> = checks
        .into_iter()
        .map(|check| (check.name.to_owned(), check.wrong.unwrap_or_else(|| "ok".to_owned()).into()))
        .collect();
    let status = if well { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(json!({ "healthy": well, "checks": checks }))).into_response()
}

async fn written(State(shown): State<Shown>) -> Response {
    shown.bot_health.measure().await;
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], shown.metrics.written()).into_response()
}

/// Requests a running bot's health page. Returns whether the bot is healthy, and the page's text.
pub async fn ask(address: SocketAddr) -> Result<(bool, String), String> {
    let unreachable = |error: reqwest::Error| format!("Nothing answers on {address}: {}.", error.without_url());
    // The page is on this machine, so the environment's proxy must not be used.
    let client = reqwest::Client::builder().no_proxy().timeout(ANSWER_WITHIN).build().map_err(unreachable)?;
    let answer = client.get(format!("http://{address}{HEALTH}")).send().await.map_err(unreachable)?;
    let well = answer.status().is_success();
    Ok((well, answer.text().await.map_err(unreachable)?))
}
