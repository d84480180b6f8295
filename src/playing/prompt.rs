//! The data of a prompt to a seat.
//!
//! A prompt holds only what its seat may see.

use serde::{Deserialize, Serialize};

use crate::game::{BySeat, Choice, Form, Frame, Heading, Picture, Scene, Seat, Wants};
use crate::ids::{MatchId, UnixMs};
use crate::live::pause_cause::PauseCause;
use crate::messages::store::content_digest::{ContentDigest, digest_text};
use crate::playing::receipt_text;

use crate::ids::StepId;

/// A seat's prompt and choices.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
#[derive(Clone, Debug, PartialEq)]
pub struct PromptView {
    pub match_id: MatchId,
    /// The seat of the prompt.
    pub seat: Seat,
    /// The prompt's mark.
    pub mark: StepId,
    /// The prompt's short name; empty if the seat is asked nothing.
    pub prompt: String,
    /// The kind of answer.
    pub wants: Wants,
    /// The question, in one or two sentences.
    pub question: Option<String>,
    /// The stage of the match.
    pub heading: Heading,
    /// The line to a new substitute.
    pub seated: Option<String>,
    /// This seat's account of the last step, a line each.
    pub told: Vec<String>,
    /// The commitments to the orders of that step, if no other message shows them.
    pub receipts: BySeat<Option<String>>,
    /// The stage of the step that the account is of; `None` if no step has resolved.
    pub told_of: Option<String>,
    /// Whether the player reads that account in no other direct message.
    pub untold: bool,
    /// An explanation of this kind of prompt, a line each, for a player to whom it is new.
    pub guide: Vec<String>,
    /// The whole explanation of the prompt, a line each; empty if nothing is asked.
    pub explanation: Vec<String>,
    /// The deadline, without the reserve; `None` if nothing is asked.
    pub deadline: Option<UnixMs>,
    /// The reserve left when the step began, in ms; it runs after the deadline.
    pub reserve: Option<u64>,
    /// The end of the reserve.
    pub reserve_end: Option<UnixMs>,
    /// The start of the first round, while it lies ahead.
    pub start: Option<Start>,
    /// The hours in which no deadline passes, if there are any: `22:00–08:00 UTC+1`.
    pub quiet_hours: Option<String>,
    /// Whether the wanted Ready has been pressed.
    pub ready: bool,
    /// The sealed order, in canonical text.
    pub sealed: Option<String>,
    /// The sealed order in words for people; empty without one.
    pub sealed_words: String,
    /// The line about the host who gave the sealed order.
    pub given: Option<String>,
    /// The commitment to the sealed order.
    pub receipt: Option<String>,
    /// A warning about the chosen words, or else about the sealed order.
    pub caution: Option<String>,
    /// The words chosen so far; for a form, the steps filled in.
    pub words: Vec<String>,
    /// The labels of these words; none in a form.
    pub chosen: Vec<String>,
    /// The possible next words; none in a form.
    pub choices: Vec<Choice>,
    /// The hint of the choices' menu.
    pub hint: String,
    /// The group of each choice if they are too many for one menu; empty if they are listed in order.
    pub groups: Vec<String>,
    /// The order as a form, if the game has one and the order can still be given.
    pub form: Option<Form>,
    /// An order as an example of what to type, while nothing is chosen or sealed.
    pub example: Option<String>,
    /// Whether the words chosen so far are a whole order.
    pub may_end: bool,
    /// Whether the first of the next words is an order without the chosen ones, too, and can be final: then the whole order is typed.
    pub ambiguous: bool,
    /// Whether a sealed order can no longer be changed.
    pub final_orders: bool,
    /// Whether the order is public and played at once.
    pub public: bool,
    /// The state of the prompt's clock.
    pub clock: ClockState,
    /// Whether the player can ask for more time.
    pub more_time: bool,
    /// The answer to an order that is not awaited.
    pub not_asked_reply: Option<String>,
    /// The board as this seat sees it.
    pub picture: Board,
    pub names: BySeat<String>,
}

/// The state of a prompt's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClockState {
    Running,
    /// The clock is stopped until the players' messages can be read.
    Unheard,
    Paused(PauseCause),
}

/// A board with its frame, which may be left undrawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// The frame around the board.
    pub frame: Frame,
    /// The board, and the board in words; none if it is not shown.
    pub drawn: Option<(Scene, String)>,
}

impl Board {
    /// The picture and its alt text, if the board is shown.
    #[must_use]
    pub fn picture(&self) -> Option<(Picture, String)> {
        let (scene, alt) = self.drawn.clone()?;
        Some((Picture { frame: self.frame.clone(), scene }, alt))
    }
}

/// The digest of a draft's words, by which a button names the draft that its message shows. Buttons outlive an update: the text that is
/// digested must not change.
#[must_use]
pub fn draft_digest(words: &[String]) -> String {
    let words = if words.is_empty() { String::new() } else { format!("\"{}\"", words.join("\", \"")) };
    let mut digest = digest_text(&format!("[{words}]"));
    digest.truncate(8);
    digest
}

impl PromptView {
    /// Whether the match is paused.
    #[must_use]
    pub const fn paused(&self) -> bool {
        matches!(self.clock, ClockState::Paused(_))
    }

    /// A digest of the changeable parts: two messages of a seat share it only if they show the same prompt in the same
    /// state.
    #[must_use]
    pub fn digest(&self) -> ContentDigest {
        self.digest_with(self.sealed.as_deref(), self.receipt.as_deref())
    }

    /// The digest with another order sealed.
    #[must_use]
    pub fn digest_with(&self, sealed: Option<&str>, receipt: Option<&str>) -> ContentDigest {
        let until = self.deadline.zip(Some(self.reserve));
        prompt_digest(self.mark, (self.wants, self.ready), until, self.paused(), sealed.zip(Some(receipt)))
    }

    /// Whether the draft differs from the sealed order, which can still be changed.
    #[must_use]
    pub fn changes(&self) -> bool {
        let filled = self.form.as_ref().and_then(|form| form.order.as_ref());
        !self.words.is_empty() && filled != self.sealed.as_ref() && !self.final_orders
    }

    /// The line to a substitute, this seat's account of the last step, and small print with match, game and stage.
    #[must_use]
    pub fn head(&self) -> Vec<String> {
        self.account(self.sealed.is_some())
    }

    /// The same as it stays once the prompt is closed, above the prompt's own order.
    #[must_use]
    pub fn closed(&self) -> Vec<String> {
        self.account(true)
    }

    /// The account; its title tells it from the prompt's own order.
    fn account(&self, titled: bool) -> Vec<String> {
        let title = self.title().filter(|_| titled);
        self.seated.iter().cloned().chain(title).chain(self.told.iter().cloned()).chain([self.label()]).collect()
    }

    /// The account of the last step, if one has resolved, and the small print below the prompt's own order, whose result it is not.
    #[must_use]
    pub fn before(&self) -> Vec<String> {
        let title = self.title();
        let told = self.told.iter().filter(|_| title.is_some()).cloned();
        title.iter().cloned().chain(told).chain([self.label()]).collect()
    }

    /// The line above the account of a step that has resolved.
    fn title(&self) -> Option<String> {
        let of = self.told_of.as_ref().filter(|_| !self.told.is_empty())?;
        Some(format!("Result of {of}:"))
    }

    /// The account of the step that the player's open order, in these words, has just resolved, and the small print.
    #[must_use]
    pub fn result(&self, order: &str) -> Vec<String> {
        let repeated = format!(": {order}.");
        let rest = |line: &String| match line.split_once(&repeated) {
            // The player's name stands before the order, in bold at the head of the account.
            Some((name, rest)) if !name.contains(['.', '!', '?']) => {
                let rest = if name.starts_with("**") { rest.trim_start_matches("**") } else { rest };
                Some(rest.trim().to_owned()).filter(|rest| !rest.is_empty())
            }
            _ => Some(line.clone()),
        };
        let told = self.told.iter().filter(|_| self.untold);
        told.filter_map(rest).chain([self.label()]).collect()
    }

    fn label(&self) -> String {
        let frame = &self.picture.frame;
        let receipts =
            receipt_text::published(&self.receipts, &self.names).map_or_else(String::new, |it| format!(" · {it}"));
        format!("-# {} · {} · {}{receipts}", frame.label, frame.game, self.heading.stage)
    }
}

/// See [`PromptView::digest`].
pub(crate) fn prompt_digest(
    mark: StepId,
    (wants, ready): (Wants, bool),
    until: Option<(UnixMs, Option<u64>)>,
    paused: bool,
    sealed: Option<(&str, Option<&str>)>,
) -> ContentDigest {
    ContentDigest::of(&(mark.step, mark.begun, wants, ready, until, paused, sealed))
}

/// The digest of what a message shows while its prompt is open in another place.
pub(crate) fn elsewhere_digest(whole: bool, paused: bool, prompt: &ContentDigest) -> ContentDigest {
    ContentDigest::of(&("elsewhere", whole.then_some(prompt.as_str()), !whole && paused))
}

/// The start of the first round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    At(UnixMs),
    /// This time after the end of a pause, in ms.
    After(u64),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buttons_of_an_earlier_version_name_the_same_draft() {
        let digest = |words: &[&str]| draft_digest(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
        assert_eq!([digest(&[]), digest(&["a"]), digest(&["a", "b"])], ["4f53cda1", "0eb5b8d6", "3554d2b8"]);
    }
}
