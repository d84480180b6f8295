//! The real bot against the sandbox: flows, faults, restarts.

mod clock;
mod description;
mod faults;
mod flow;
mod forms;
mod front;
mod hostile;
mod hosting;
mod house;
mod intake;
mod leaks;
mod life;
mod limits;
mod owed;
mod private;
mod production;
mod prompts;
mod receipts;
mod reserves;
mod turns;
