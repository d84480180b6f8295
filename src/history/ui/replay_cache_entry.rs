//! The entry of the cache of replays, which the bot holds and `replay.rs` fills.

/// A finished match's replay, valid while its record has this hash.
#[derive(Debug)]
pub struct ReplayCacheEntry {
    pub(crate) record_hash: u64,
    pub(crate) page: String,
    pub(crate) animation: Vec<u8>,
    pub(crate) alt: String,
}
