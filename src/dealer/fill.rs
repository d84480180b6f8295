//! Orders that are filled in field by field.
//!
//! A form's draft is kept as the other drafts are: a word for each step, so that one step can be taken back. A step is `key=word` for each
//! field that it filled in, with nothing behind the `=` where it emptied one.

use crate::game::{Filled, Viewer};
use crate::store::UserId;

use super::mailbox::{Mailbox, Trouble};
use super::panel::{Fill, Mark, Panel};
use super::refused::{Code, Refused};
use super::say;

/// How many steps can be taken back one by one.
const MOST_STEPS: usize = 50;

impl Mailbox {
    /// Fills in some fields, or everything from a start.
    pub(super) async fn fill(&mut self, user: UserId, mark: Mark, fill: Fill) -> Result<Panel, Trouble> {
        let (seat, store) = (self.seat(user)?, self.service.store.clone());
        self.current(mark)?;
        let words = store.draft(self.row.id, mark.into(), seat).await?;
        let live = self.table()?;
        if live.table.paused() {
            return Err(Refused::new(Code::NotAwaited, "The match is paused; wait until it goes on.").into());
        }
        let filled = filled(&words);
        let form = live.table.sight(Viewer::Seat(seat)).form(&filled);
        let form =
            form.ok_or_else(|| Refused::new(Code::BadOrder, "Nothing is to be filled in; press Order again."))?;
        let gone = || Refused::new(Code::BadOrder, "That cannot be chosen; press Order again.");
        let step = match fill {
            Fill::Fields(fields) => {
                let open = |(key, word): &(String, String)| form.field(key).is_some_and(|field| field.takes(word));
                if !fields.iter().all(open) {
                    return Err(gone().into());
                }
                fields
            }
            Fill::Set { word, keys } => form.set(&word, &keys).ok_or_else(gone)?,
            Fill::Start(index) => {
                let start = form.starts.get(index).ok_or_else(gone)?;
                let all = form.groups.iter().flat_map(|group| &group.fields);
                let emptied = all.filter(|field| !start.filled.contains_key(&field.key));
                let emptied = emptied.map(|field| (field.key.clone(), String::new()));
                emptied.chain(start.filled.clone()).collect()
            }
        };
        let mut words = words;
        if words.len() >= MOST_STEPS {
            words = vec![one_step(&filled)];
        }
        words.push(one_step(&step.into_iter().collect()));
        store.keep_draft(self.row.id, mark.into(), seat, &words).await?;
        Ok(say::panel(self.table()?, &self.row, seat, &words))
    }
}

/// Some fields as a word of a draft.
fn one_step(filled: &Filled) -> String {
    filled.iter().map(|(key, word)| format!("{key}={word}")).collect::<Vec<_>>().join(" ")
}

/// What a draft's words fill in; what a later one fills in counts.
pub(super) fn filled(words: &[String]) -> Filled {
    let fields = words.iter().flat_map(|step| step.split(' ')).filter_map(|field| field.split_once('='));
    let mut filled: Filled = fields.map(|(key, word)| (key.to_owned(), word.to_owned())).collect();
    filled.retain(|_, word| !word.is_empty());
    filled
}
