//! Games in files, and which server plays which.

pub(crate) mod games;
