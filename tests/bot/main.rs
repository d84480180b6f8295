//! The real bot against the sandbox: flows, faults, restarts.

mod clock;
mod flow;
mod house;
mod leaks;
