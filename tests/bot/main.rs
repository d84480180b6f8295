//! The real bot against the sandbox: flows, faults, restarts.

mod flow;
mod house;
