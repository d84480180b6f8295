//! The real bot against the sandbox: flows, faults, restarts.

mod clock;
mod faults;
mod flow;
mod hosting;
mod house;
mod leaks;
mod life;
mod private;
