//! The files of the page. Its address `/` also opens the bot's gateway.

use std::sync::Arc;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, include_dir};

use super::Stop;
use super::gateway;
use super::world::Server;
use super::write_message::content_type;

static PAGE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/page");

/// Responds with the page, or opens the gateway for the bot.
pub(super) async fn root(
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
    State(server): State<Arc<Server>>,
    State(stop): State<Stop>,
) -> Response {
    match upgrade {
        Ok(upgrade) => gateway::open(upgrade, server, stop),
        Err(_) => page_file("index.html"),
    }
}

/// Responds with one of the page's files.
pub(super) async fn file(Path(name): Path<String>) -> Response {
    page_file(&name)
}

fn page_file(name: &str) -> Response {
    let Some(file) = PAGE.get_file(name) else { return StatusCode::NOT_FOUND.into_response() };
    let headers = [(header::CONTENT_TYPE, content_type(name)), (header::CACHE_CONTROL, "no-cache")];
    (headers, file.contents()).into_response()
}
