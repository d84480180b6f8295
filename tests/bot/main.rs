//! The real bot against the sandbox: flows, faults, restarts.

mod flow;
mod hosting;
mod house;
mod life;
mod private;
