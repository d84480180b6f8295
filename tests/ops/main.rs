//! The running binary: health and figures, log, backups and checks, against a sandbox.

mod check;
mod copies;
mod games;
mod health;
mod logs;
mod sample;
mod served;
mod servers;
mod stopping;
#[cfg(target_os = "linux")]
mod token;
mod upgrade;
