//! Playing on Discord: prompts, menus, boards and rules.

pub(crate) mod board_answer;
pub(crate) mod commands;
pub(crate) mod field_menus;
pub(crate) mod latest_press;
pub(crate) mod match_title;
pub(crate) mod menu;
pub(crate) mod more_menu;
pub(crate) mod prompt;
pub(crate) mod receipts;
pub(crate) mod rules_pages;
