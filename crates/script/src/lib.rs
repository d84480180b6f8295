//! A small, bounded Python for games in one file.
//!
//! Every script is valid Python. The interpreter counts every step, byte and nesting level, uses no `unsafe` code, and
//! reaches nothing outside of the script: no clock, file, network or import. A suspended script is a value: clone a
//! [`Machine`] and continue both.
//!
//! ```ignore
//! let host = Host { functions: vec!["ask".into()], constants: vec![("SEATS".into(), json!(["ec", "dmo"]))] };
//! let program = Program::compile_for("game.py", source, &host)?;
//! let mut machine = Machine::new(&program, Limits::default(), seed)?;
//! machine.run(1_000_000); // the module's own statements
//! let play = machine.global("play").expect("the file has a function `play`");
//! machine.call(play, &[])?;
//! match machine.run(1_000_000) {
//!     Outcome::Asks(ask) => machine.answer(Value::Int(3)), // then run again
//!     Outcome::Done(value) => println!("{}", machine.json(value, 10_000)?),
//!     Outcome::Fault(error) => println!("{error}"), // game.py:12:7: the dict has no key 'chip' …
//! }
//! ```
//!
//! # The language
//!
//! | part | contents |
//! |---|---|
//! | values | `None`, `True`, `False`, whole numbers of 64 bits, strings, lists, tuples, dicts (in the order of insertion), sets, ranges, functions |
//! | literals | `10`, `1_000`, `0x1f`, `0b101`, `0o17`; `'…'`, `"…"`, three quotation marks, `r'…'`, `f'…'`; escapes `\n \t \r \\ \' \" \xNN \uNNNN \UNNNNNNNN`; strings side by side are one |
//! | statements | `def` with defaults, `return`, `if` `elif` `else`, `for … in` and `while` with `else`, `break`, `continue`, `pass`, `assert`, `del` of names, items and attributes, expressions; `;` between simple statements |
//! | assignment | to names, items and attributes; several at once (`a = b = []`); unpacking (`a, (b, c) = …`, `first, *rest = …`), also in `for`; `+= -= *= //= %= **= <<= >>= &= \|= ^=`, which change lists, dicts and sets in place |
//! | operators | `+ - * // % ** << >> & \| ^ ~`, `< <= > >= == !=` in chains, `in`, `not in`, `is None`, `is not None`, `and`, `or`, `not`, `a if c else b`, `lambda` |
//! | displays | `[…]` and `(…)` (with `*values` among the items), `{…}`; comprehensions of lists, dicts and sets with several `for` and `if`; indices, slices |
//! | attributes | `s.name` reads, writes and deletes `s["name"]` of a dict; `s.name(…)` calls a method of dicts, or else the value of `s["name"]` |
//! | generators | `(… for … in …)` as the first argument of `any all next sum min max sorted list tuple set dict`, `join`, `extend`, `update`; only `any`, `all` and `next` stop early |
//! | calls | arguments by place, among them `*values`, then by name |
//! | f-strings | `{value}`, `{value!r}`, `{value:format}`; a format is fill, `< > ^ =`, `+` or space, `0`, width, `,`, then `d x b` for numbers or `s` for strings; it may hold `{…}` |
//! | `%` | `%d %i %s %r %%` with `-`, `0`, `+`, space and width |
//! | functions | `abs all any bool chr dict divmod enumerate filter int len list map max min next ord print range repr reversed set sorted str sum tuple zip` |
//! | of strings | `capitalize center count endswith find index isalnum isalpha isdigit islower isspace isupper join ljust lower lstrip removeprefix removesuffix replace rfind rjust rstrip split splitlines startswith strip title upper zfill` |
//! | of lists | `append clear copy count extend index insert pop remove reverse sort` |
//! | of tuples | `count index` |
//! | of dicts | `clear copy get items keys pop setdefault update values` |
//! | of sets | `add clear copy discard remove update`, and <code>\| & - ^</code> |
//!
//! Not in the language: `import`, `class`, `try`, `raise`, `with`, `global`, `nonlocal`, `yield`, `match`, `async`,
//! decorators, `:=`, annotations, `*` and `**` before parameters, `**` before arguments, assignment to slices, `/`,
//! floats, names with `__`, letters other than ASCII in names, tabs.
//!
//! **Scopes** are Python's. A name that a function assigns is local to it. Nested functions share variables, not values:
//! `[lambda: i for i in range(3)]` makes three functions that return 2. A comprehension has its own scope.
//!
//! # Differences from Python
//!
//! A program that ends here prints the same in Python (`tests/differential` compares thousands), except:
//! - `map`, `filter`, `zip`, `enumerate`, `reversed`, `items`, `keys` and `values` give lists, made at once.
//! - Sets keep the order of insertion.
//! - `isdigit` and `isalnum` know the digits 0 to 9 only. `title` and `upper` may differ for rare letters.
//! - `repr` of functions is `<function>`. `repr` escapes control characters, marks and spaces that cannot be
//!   seen, and no others.
//! - A name that the module assigns never means the built-in function, not even before the assignment.
//!
//! A program may fail here and not in Python: numbers above 64 bits overflow, dicts and sets may not change while a loop
//! goes through them, values that hold themselves are not compared or printed, and there are the limits below.
//!
//! # Libraries
//!
//! | function | gives |
//! |---|---|
//! | `random.below(n)` | a number from 0 to n - 1 |
//! | `random.choice(xs)` | an item of a list, tuple, range or string |
//! | `random.dice(n, sides)` | a list of n numbers from 1 to sides |
//! | `random.shuffled(xs)` | a new list in random order |
//! | `random.take(xs)` | a random item, which it removes from the list |
//! | `grid.cells((columns, rows))`, `grid.names(size)` | all cells (column, row) from (0, 0), or their names, row by row |
//! | `grid.on(cell, size)` | whether the cell is on the board |
//! | `grid.near(cell, size)` | the up to 4 cells beside it: up, right, down, left |
//! | `grid.near(cell, size, steps)` | the cells at these steps, such as (1, 2), that are on the board |
//! | `grid.around(cell, size)` | these and the up to 4 diagonal cells |
//! | `grid.distance(a, b)` | the number of orthogonal steps between them |
//! | `grid.ray(cell, step, size)` | the cells behind a cell in a direction such as (1, -1), to the rim |
//! | `grid.line(a, b)` | the cells of a straight or diagonal line with both ends, or None |
//! | `grid.name(cell)`, `grid.cell(name)` | "d5" for (3, 4) and back; None for other texts |
//! | `hex.cells(size)` | all cells (q, r) in axial coordinates up to `size` steps from (0, 0) |
//! | `hex.on`, `hex.near`, `hex.distance`, `hex.ray`, `hex.line` | as for `grid`, on a hexagonal board |
//! | `cards.deck(suits, ranks)` | a list of `{"suit": …, "rank": …}`, suit by suit |
//! | `cards.count(xs)` | a dict from each item to its number of occurrences |
//!
//! Functions of `grid` take "d5" for (3, 4), and then give names where they give cells.
//!
//! `random` is `ChaCha12` with the host's seed, so draws are the same on every machine and in every version.
//!
//! # Fuel
//!
//! [`Machine::run`] takes fuel. Each instruction costs 1. Work inside an instruction costs more, by its size:
//!
//! | work | units |
//! |---|---|
//! | copying or comparing 32 bytes of text, 2 values of a list | 1 |
//! | searching, splitting, changing case of 4 bytes or fewer | 1 |
//! | comparing, hashing or finding one value | 1 to 3 |
//! | writing one value as text | 3 |
//! | making an object | 4, and 1 for every 32 bytes |
//! | one draw of `random` | 4 |
//! | calling a built-in function | 2 |
//! | collecting garbage | a quarter for each object |
//!
//! A unit takes up to about 20 ns on the machines that were measured. The same script with the same answers uses the same fuel
//! everywhere, and so does a clone of its machine.
//!
//! # Memory
//!
//! [`Limits::memory`] bounds counted bytes: 64 for each object, 16 for each value of a list or tuple (lists in powers of
//! 2), 56 for each entry of a dict or set (in powers of 2), 1 for each byte of a string. Shared objects count once.
//! Garbage counts until it is collected, and so do the program's texts in each machine. With the default of 8 MiB, no
//! hostile script of the tests made the whole process larger than 12.2 MB.
//!
//! Compiling 64 kB takes up to 8 MB for a moment. Machines share the compiled program.
//!
//! # Guarantees
//!
//! - Compiling and running never panic. Compiling recurses to a fixed depth, running does not recurse: 2 MiB of stack
//!   are enough.
//! - Errors show no control characters and no invisible marks.
//! - Nested syntax, calls and values are bounded: 60 levels of brackets and blocks, 200 links of one chain of operators,
//!   [`Limits::depth`] calls, [`Limits::nesting`] levels of values in comparisons, texts and JSON.
//! - Compiling 64 kB, the longest source text, takes 5 to 20 ms.
//! - Memory and time of one machine depend on its script and answers alone.

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

mod builtins;
mod call_arguments;
mod code;
mod compare;
mod compile;
mod dict;
mod error;
mod format;
mod game_libraries;
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
pub use random::{DrawKind, DrawTarget, Drawn, Tape};
pub use value::{Id, Value};
