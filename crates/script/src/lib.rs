//! A small, bounded Python for games in one file.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "the source text and the limits keep all sizes far below 2^32"
)]
#![allow(
    clippy::unnecessary_box_returns,
    reason = "faults are boxed wherever they are made, so that results stay small"
)]

mod args;
mod boards;
mod builtins;
mod code;
mod compile;
mod error;
mod format;
mod heap;
mod json;
mod lexer;
mod limits;
mod machine;
mod methods;
mod ops;
mod parse;
mod program;
mod random;
mod scope;
mod syntax;
mod value;

pub use builtins::{Builtin, Module};
pub use error::{Error, ErrorKind};
pub use limits::{Limits, SOURCE};
pub use machine::{Ask, Machine, Outcome};
pub use program::{Host, Program};
pub use value::{Id, Value};
