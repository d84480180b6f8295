//! The running service around tables.
