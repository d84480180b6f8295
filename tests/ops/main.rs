//! Running the binary: its health and figures, its log, its copies and its checks, against a sandbox.

mod check;
mod copies;
mod games;
mod health;
mod logs;
mod served;
mod servers;
mod stopping;
#[cfg(target_os = "linux")]
mod token;
mod upgrade;
