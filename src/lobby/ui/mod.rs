//! Opening a match on Discord: cards, Ready, terms.

pub(crate) mod card;
pub(crate) mod channel_check;
pub(crate) mod commands;
pub(crate) mod ready;
pub(crate) mod rematch;
pub(crate) mod terms_form;
pub(crate) mod terms_panel;
pub(crate) mod value_menu;
