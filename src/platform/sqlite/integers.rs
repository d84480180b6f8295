//! Ids of Discord as the database stores them.

/// A Discord id as the signed integer that is stored; [`unsigned`] gives it back.
pub(crate) const fn signed(id: u64) -> i64 {
    id.cast_signed()
}

/// The Discord id of a stored integer.
pub(crate) const fn unsigned(stored: i64) -> u64 {
    stored.cast_unsigned()
}
