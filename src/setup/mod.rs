//! A server's setup.

pub(crate) mod ui;
