//! Records, clocks and steps of one match.
