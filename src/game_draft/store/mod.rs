//! Game drafts in the database.

pub(crate) mod game_drafts;
