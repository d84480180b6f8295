//! Ephemeral answers to players, and the tokens with which they can be edited for a limited time.
//!
//! - An ephemeral answer can be edited with its interaction's token only, for fifteen minutes. A pressed message can also be edited
//!   with the press's token, which Discord does not count as a request of the bot.
//! - An edit of a player's messages waits until no answer to a press is in flight: that answer would overtake the edit.
//! - The registry is lost with the process.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use crate::ids::{MatchId, MessageId, UserId};
use crate::messages::counted_keys::{CountedKeys, InProgress};
use crate::messages::edit::{EditTarget, ShownPrompt};
use crate::messages::store::content_digest::ContentDigest;
use crate::uptime::clock::ServiceClock;

/// The time for which a token is used, in ms: slightly less than Discord's fifteen minutes.
const LIVES_MS: u64 = 14 * 60_000 + 50_000;
/// The age at which an answer no longer counts as a place of the prompt.
pub const COUNTS: Duration = Duration::from_mins(14);
/// The most entries of one match.
const MOST: usize = 16;
/// The number of matches above which expired entries are dropped.
const MATCHES: usize = 4_096;
/// The longest wait for an answer in flight.
const SETTLES: Duration = Duration::from_secs(10);

/// Prompts shown to players; all clones share them.
#[derive(Clone)]
pub struct EphemeralRegistry {
    clock: ServiceClock,
    shown: Arc<Mutex<HashMap<MatchId, Vec<Entry>>>>,
    answers: CountedKeys<MatchId>,
}

struct Entry {
    prompt: ShownPrompt,
    token: String,
}

impl EphemeralRegistry {
    /// Creates an empty registry.
    #[must_use]
    pub fn new(clock: ServiceClock) -> Self {
        Self { clock, shown: Arc::default(), answers: CountedKeys::default() }
    }

    /// Records that an answer about a match is in flight, until the returned guard is dropped.
    #[must_use]
    pub fn answering(&self, of: MatchId) -> InProgress<MatchId> {
        self.answers.begin(of)
    }

    /// Waits a bounded time until no answer about a match is in flight.
    pub async fn wait_answers(&self, of: MatchId) {
        // A slower answer has failed in some way, and must not keep other edits waiting.
        tokio::time::timeout(SETTLES, self.answers.ended(&[of])).await.ok();
    }

    /// Records an ephemeral answer; returns whether the player had the prompt in another place before.
    pub fn keep(&self, of: MatchId, prompt: ShownPrompt, token: String) -> bool {
        let mut matches = self.shown.lock();
        if matches.len() > MATCHES {
            for held in matches.values_mut() {
                held.retain(|held| self.age(&held.prompt) < LIVES_MS);
            }
            matches.retain(|_, held| !held.is_empty());
        }
        let held = matches.entry(of).or_default();
        // An answer delayed by its picture was overtaken by the next one.
        if held.iter().any(|held| held.prompt.spot == prompt.spot && held.prompt.at > prompt.at) {
            return false;
        }
        let newest = held.iter().filter(|held| held.prompt.user == prompt.user).max_by_key(|held| held.prompt.at);
        let moved = newest.is_none_or(|newest| newest.prompt.spot != prompt.spot);
        held.retain(|held| held.prompt.spot != prompt.spot && self.age(&held.prompt) < LIVES_MS);
        if held.len() >= MOST {
            held.remove(0);
        }
        held.push(Entry { prompt, token });
        moved
    }

    /// Returns the prompts shown to a match's players.
    #[must_use]
    pub fn shown_prompts(&self, of: MatchId) -> Vec<ShownPrompt> {
        let mut matches = self.shown.lock();
        let Some(held) = matches.get_mut(&of) else { return Vec::new() };
        held.retain(|held| self.age(&held.prompt) < LIVES_MS);
        let counts = u64::try_from(COUNTS.as_millis()).unwrap_or(u64::MAX);
        held.iter()
            .map(|held| ShownPrompt { ending: self.age(&held.prompt) >= counts, ..held.prompt.clone() })
            .collect()
    }

    /// Returns the token with which a place can be edited.
    #[must_use]
    pub fn token(&self, of: MatchId, spot: EditTarget) -> Option<String> {
        let matches = self.shown.lock();
        let held = matches.get(&of)?.iter().find(|held| held.prompt.spot == spot)?;
        (self.age(&held.prompt) < LIVES_MS).then(|| held.token.clone())
    }

    /// Returns the message that a person pressed last in a match, if its token is still valid.
    #[must_use]
    pub fn pressed(&self, of: MatchId, user: UserId) -> Option<MessageId> {
        let matches = self.shown.lock();
        let held =
            matches.get(&of)?.iter().filter(|held| held.prompt.user == user && self.age(&held.prompt) < LIVES_MS);
        let pressed = held.filter_map(|held| match held.prompt.spot {
            EditTarget::Message(message) => Some((held.prompt.at, message)),
            EditTarget::Answer(_) => None,
        });
        pressed.max_by_key(|(at, _)| *at).map(|(_, message)| message)
    }

    /// Drops a place that its token cannot edit.
    pub fn lost(&self, of: MatchId, spot: EditTarget) {
        if let Some(held) = self.shown.lock().get_mut(&of) {
            held.retain(|held| held.prompt.spot != spot);
        }
    }

    /// Records the content of a place. An answer without a prompt is dropped; a message can show the next prompt.
    pub fn edited(&self, of: MatchId, spot: EditTarget, shown: &ContentDigest) {
        let mut matches = self.shown.lock();
        let Some(held) = matches.get_mut(&of) else { return };
        if shown.is_fixed() && matches!(spot, EditTarget::Answer(_)) {
            held.retain(|held| held.prompt.spot != spot);
        } else if let Some(held) = held.iter_mut().find(|held| held.prompt.spot == spot) {
            held.prompt.shown.clone_from(shown);
        }
        if held.is_empty() {
            matches.remove(&of);
        }
    }

    fn age(&self, prompt: &ShownPrompt) -> u64 {
        self.clock.now().since(prompt.at.ms())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::StepId;
    use crate::ids::{Snowflake, UnixMs};

    const NOON: UnixMs = UnixMs(1_790_000_000_000);

    fn panel(spot: EditTarget, at: UnixMs) -> ShownPrompt {
        let mark = StepId { step: 1, begun: 0 };
        let (words, shown) = ("**Match 1**".to_owned(), ContentDigest::from("open".to_owned()));
        ShownPrompt { spot, user: UserId(1), mark, words, shown, at: Snowflake::at(at), ending: false }
    }

    #[tokio::test]
    async fn a_token_is_used_for_a_quarter_of_an_hour_and_not_while_an_answer_is_on_its_way() {
        let clock = ServiceClock::by_hand(NOON);
        let panels = EphemeralRegistry::new(clock.clone());
        let (m, spot, other) = (MatchId(1), EditTarget::Message(MessageId(5)), EditTarget::Answer(Snowflake(6)));
        assert!(panels.keep(m, panel(spot, NOON), "one".into()));
        assert!(!panels.keep(m, panel(spot, NOON), "two".into()), "it is where it was");
        assert_eq!(panels.token(m, spot).as_deref(), Some("two"));
        assert!(panels.keep(m, panel(other, NOON.plus(1)), "three".into()));
        panels.edited(m, spot, &ContentDigest::Unknown);
        assert_eq!(panels.shown_prompts(m)[0].shown, ContentDigest::Unknown);
        clock.advance(COUNTS);
        assert!(panels.shown_prompts(m)[0].ending && panels.token(m, spot).is_some());
        clock.advance(Duration::from_mins(1));
        assert!(panels.shown_prompts(m).is_empty() && panels.token(m, spot).is_none());
        let busy = panels.answering(m);
        let waits = tokio::spawn({
            let panels = panels.clone();
            async move { panels.wait_answers(m).await }
        });
        tokio::task::yield_now().await;
        assert!(!waits.is_finished());
        drop(busy);
        waits.await.unwrap();
    }
}
