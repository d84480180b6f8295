//! Setting a server up.

pub(crate) mod ui;
