//! Orders that are filled in field by field.
//!
//! A form's draft is kept as the other drafts are, a `key=word` for each field that was filled in.

use crate::game::{Filled, Viewer};
use crate::store::UserId;

use super::mailbox::{Mailbox, Trouble};
use super::panel::{Fill, Mark, Panel};
use super::refused::{Code, Refused};
use super::say;

impl Mailbox {
    /// Fills in one field, or everything from a start.
    pub(super) async fn fill(&mut self, user: UserId, mark: Mark, fill: Fill) -> Result<Panel, Trouble> {
        let (seat, store) = (self.seat(user)?, self.service.store.clone());
        self.current(mark)?;
        let words = store.draft(self.row.id, mark.into(), seat).await?;
        let live = self.table()?;
        if live.table.paused() {
            return Err(Refused::new(Code::NotAwaited, "The match is paused; wait until it goes on.").into());
        }
        let mut filled = filled(&words);
        let form = live.table.sight(Viewer::Seat(seat)).form(&filled);
        let form =
            form.ok_or_else(|| Refused::new(Code::BadOrder, "Nothing is to be filled in; press Order again."))?;
        match fill {
            Fill::Field { key, word } => {
                let known = form.field(&key).is_some_and(|field| {
                    field.choices.iter().any(|choice| choice.word == word) && !field.closed.contains(&word)
                });
                if !known {
                    return Err(Refused::new(Code::BadOrder, "That cannot be chosen; press Order again.").into());
                }
                filled.insert(key, word);
            }
            Fill::Start(index) => {
                let gone = || Refused::new(Code::BadOrder, "That is not offered; press Order again.");
                filled.clone_from(&form.starts.get(index).ok_or_else(gone)?.filled);
            }
        }
        let words: Vec<_> = filled.iter().map(|(key, word)| format!("{key}={word}")).collect();
        store.keep_draft(self.row.id, mark.into(), seat, &words).await?;
        Ok(say::panel(self.table()?, &self.row, seat, &words))
    }
}

/// What a draft's words fill in.
pub(super) fn filled(words: &[String]) -> Filled {
    words.iter().filter_map(|word| word.split_once('=')).map(|(key, word)| (key.to_owned(), word.to_owned())).collect()
}
