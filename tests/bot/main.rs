//! The real bot against the sandbox: flows, faults, restarts.

mod clock;
mod description;
mod fairness;
mod faults;
mod flow;
mod forms;
mod front;
mod guidance;
mod hostile;
mod hosting;
mod house;
mod intake;
mod leaks;
mod life;
mod limits;
mod moments;
mod owed;
mod pictures;
mod practice;
mod private;
mod production;
mod prompts;
mod receipts;
mod rematch;
mod reserves;
mod turns;
