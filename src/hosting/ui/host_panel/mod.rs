//! The host panel: one private message with the state of a match and every ruling.
//!
//! - A press asks a question with the exact effect of the ruling. Confirm makes the ruling, if the match has not changed since the
//!   question. Rulings made since the panel was shown are listed with the question.
//! - A question is stored under the id of its interaction. Its ruling is made at most once, by the host who was asked.
//! - The seats that have answered, and hidden information, are shown after a separate press, which is recorded first.

pub(crate) mod confirmation;
pub(crate) mod forms;
pub(crate) mod pages;
pub(crate) mod panel_message;
pub(crate) mod press_ids;
pub(crate) mod presses;

pub use confirmation::ask;
pub use forms::{Modal, all_written, line, one_field, several, written};
pub use pages::{log, notes, seen};
pub use panel_message::shown;
pub(crate) use panel_message::{is_placeless, resume_elsewhere};
pub use press_ids::PanelPress;
pub use presses::{PanelHost, Values, submitted, substitute, who};
