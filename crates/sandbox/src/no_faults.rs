//! The replacement for the fault tools in builds without them: no faults and no crowd.

#![expect(clippy::unused_self, reason = "the fault tools have something to look at")]

use axum::Router;
use serde_json::Value;

use crate::Context;
use crate::people::UserKey;
use crate::stated_time::Timing;
use crate::visible_message::Seen;
use crate::world::Server;

#[derive(Debug, Default)]
pub(crate) struct Faults {}

pub(crate) enum Mishap {}

impl Faults {
    pub fn timing(&mut self, _: UserKey, own: Timing) -> Timing {
        own
    }

    pub fn mishap(&mut self, _: &str, _: &str) -> Option<Mishap> {
        None
    }

    pub fn crowd_keeps(&self) -> usize {
        0
    }

    pub fn tell_crowd(&self, _: (Option<u32>, u32), _: bool, _: impl FnOnce() -> Seen) {}
}

#[expect(clippy::unused_async, reason = "a mishap makes it wait")]
pub(crate) async fn answer(
    _: &Server,
    _: Option<Mishap>,
    _: (&str, &str),
    apply: impl Fn() -> (u16, Value),
    _: impl Fn(),
) -> (u16, Value) {
    apply()
}

pub(crate) fn routes() -> Router<Context> {
    Router::new()
}
