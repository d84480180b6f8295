//! The replay of a finished match, kept while its record is unchanged.

/// A finished match's replay, valid while its record is unchanged.
#[derive(Debug)]
pub struct FinishedReplay {
    pub(crate) record: u64,
    pub(crate) page: String,
    pub(crate) animation: Vec<u8>,
    pub(crate) alt: String,
}
