//! The consequences of an entry: messages, and changes of the match's row.
//!
//! Each entry has at most one public message. It is made from the public view and public events alone, so it cannot show who has
//! answered, or that an answer was missing. A seat learns that in its own prompt or a separate private message.

pub(crate) mod boards;
pub(crate) mod cards;
pub(crate) mod clocks;
pub(crate) mod commit_lines;
pub(crate) mod event_order;
pub(crate) mod guide;
pub(crate) mod news_messages;
pub(crate) mod notices;
pub(crate) mod opening;
pub(crate) mod prompts;

pub use boards::{drawn, frame, picture, series_poster, with_board, with_sealed_board};
pub(crate) use cards::changed_terms;
pub use cards::{at_least, card, card_state, least, terms, with_terms};
pub use clocks::{changed_start, clocks, minutes, next_automatic_event, public_deadline, quiet_hours, stage, start};
pub use commit_lines::{CommitFacts, PRESSES_LOST};
pub use news_messages::CommitEffects;
pub use notices::{
    absent_unless_played, cannot_reach, cannot_write, counts_as_absent, declined, its_card, line, new_post,
    opens_again, order_reminder, private_to, series_end, start_reminder, starting, unready, were_ready,
};
pub(crate) use notices::{words_to, words_to_all};
pub use opening::{opening, relocated};
pub use prompts::{
    caution, elsewhere_digest, not_asked_reply, prompt_digest, prompt_view, seated, told_of, with_question,
};
