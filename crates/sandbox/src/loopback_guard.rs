//! Access to the client interface: only for pages and programs on this machine that use a loopback name.
//!
//! Foreign pages are refused by `Origin`. Pages whose host name resolves to this machine are refused by `Host`.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Refuses requests that are not local.
pub(super) async fn local_only(request: Request, next: Next) -> Response {
    if local(request.headers()) {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, "The sandbox answers only to this machine.").into_response()
    }
}

fn local(headers: &HeaderMap) -> bool {
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let Some(host) = text(header::HOST) else { return false };
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let same_origin = text(header::ORIGIN)
        .is_none_or(|origin| origin.strip_prefix("http://").is_some_and(|authority| authority == host));
    matches!(name, "127.0.0.1" | "localhost" | "[::1]") && same_origin
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        local(&headers)
    }

    #[test]
    fn only_loopback_names_and_their_own_pages_are_let_in() {
        assert!(with("127.0.0.1:4000", None));
        assert!(with("localhost:4000", Some("http://localhost:4000")));
        assert!(!with("evil.example:4000", None));
        assert!(!with("127.0.0.1:4000", Some("http://evil.example")));
        assert!(!with("127.0.0.1:4000", Some("http://127.0.0.1:5000")));
        assert!(!with("127.0.0.1:4000", Some("null")));
    }
}
