//! A press on a match's message, as its handlers receive it.

use std::sync::Arc;

use serenity::all::ComponentInteraction;

use crate::ids::{MatchId, Snowflake};
use crate::platform::discord::Bot;
use crate::platform::discord::acting_member::ActingMember;

/// A press being answered.
pub(crate) struct MatchPress<'a> {
    pub bot: &'a Arc<Bot>,
    pub press: &'a ComponentInteraction,
    pub actor: ActingMember,
    pub match_id: MatchId,
    pub stamp: Snowflake,
    /// Whether the presser confirms an order after its last word.
    pub confirms: bool,
}
