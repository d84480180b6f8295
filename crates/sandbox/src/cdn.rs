//! Discord's CDN: attachments and avatars.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::snowflake::Snowflake;
use super::world::Server;

/// Responds with a message's file.
pub(super) async fn attachment(
    State(server): State<Arc<Server>>,
    Path((_channel, id, _name)): Path<(String, Snowflake, String)>,
) -> Response {
    let world = server.world();
    let Some(file) = world.file(id) else { return StatusCode::NOT_FOUND.into_response() };
    // A page sent by a bot may run its own scripts in a separate origin, without network requests.
    let policy = if file.content_type.starts_with("text/html") {
        "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"
    } else {
        "sandbox; default-src 'none'; style-src 'unsafe-inline'"
    };
    let headers = [
        (header::CONTENT_TYPE, file.content_type.as_str()),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CONTENT_SECURITY_POLICY, policy),
    ];
    (headers, file.bytes.clone()).into_response()
}

/// Responds with a user's avatar.
pub(super) async fn avatar(
    State(server): State<Arc<Server>>,
    Path((id, _file)): Path<(Snowflake, String)>,
) -> Response {
    let world = server.world();
    match world.users.get(&id) {
        Some(user) => ([(header::CONTENT_TYPE, "image/svg+xml")], user.svg()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
