//! The `deathmatch` binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    deathmatch::cli::run()
}
