//! The `deathmatch` binary.
fn main() {}
