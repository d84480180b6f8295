//! Time limits of requests to Discord; counts each request by its route.

use std::time::Duration;

use tokio::time::error::Elapsed;

use crate::platform::discord::error::plain;
use crate::platform::discord::traffic_metrics::{self, Sent};

/// The longest time of one request.
pub const SEND_WITHIN: Duration = Duration::from_secs(10);

/// Waits a bounded time for a request, and counts it under its route.
pub async fn within<T>(route: &'static str, request: impl Future<Output = serenity::Result<T>>) -> Result<T, String> {
    at_most(SEND_WITHIN, route, request).await
}

pub(crate) async fn at_most<T>(
    wait: Duration,
    route: &'static str,
    request: impl Future<Output = serenity::Result<T>>,
) -> Result<T, String> {
    in_words(timed(wait, route, request).await)
}

pub(crate) async fn timed<T>(
    wait: Duration,
    route: &'static str,
    request: impl Future<Output = serenity::Result<T>>,
) -> Result<serenity::Result<T>, Elapsed> {
    let answer = tokio::time::timeout(wait, request).await;
    traffic_metrics::sent(route, answer.as_ref().map_or(Sent::Lost, Sent::of));
    answer
}

pub(crate) fn in_words<T>(answer: Result<serenity::Result<T>, Elapsed>) -> Result<T, String> {
    answer.map_or_else(|_| Err("Discord did not answer in time".to_owned()), |sent| sent.map_err(plain))
}
