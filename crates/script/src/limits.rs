//! Bounds on one machine and on source text.

/// The longest source text, in bytes.
pub const SOURCE: usize = 64 * 1024;

/// The deepest nesting of syntax: brackets, blocks, operators before an operand.
pub(crate) const NESTED_SYNTAX: u16 = 60;

/// The most levels of an expression. Each link of a chain such as `a + b + c` is a level.
pub(crate) const CHAINED_SYNTAX: u16 = 200;

/// Bounds on one machine. Each run has separate fuel: see [`Machine::run`](crate::Machine::run).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Counted bytes of all values, garbage included until it is collected.
    pub memory: usize,
    /// Counted bytes at which garbage is collected; 0 collects at every chance, for tests.
    pub garbage: usize,
    /// The deepest nesting of calls.
    pub depth: usize,
    /// The deepest nesting of values that are compared, printed or converted: 200 at most.
    pub nesting: usize,
    /// Values on the stack: locals, arguments and operands of all open calls.
    pub stack: usize,
    /// Bytes of one string.
    pub text: usize,
    /// Bytes that `print` may write.
    pub output: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            memory: 8 << 20,
            garbage: 256 << 10,
            depth: 200,
            nesting: 60,
            stack: 64 << 10,
            text: 1 << 20,
            output: 64 << 10,
        }
    }
}
