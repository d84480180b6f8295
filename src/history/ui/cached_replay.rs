//! The cached replay of a finished match.

/// A finished match's replay, valid while its record has this hash.
#[derive(Debug)]
pub struct CachedReplay {
    pub(crate) record_hash: u64,
    pub(crate) page: String,
    pub(crate) animation: Vec<u8>,
    pub(crate) alt: String,
}
