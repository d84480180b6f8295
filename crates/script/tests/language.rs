//! The language by feature: the output of scripts, and the texts of errors.

mod cases;

use deathmatch_script::{Limits, Machine, Outcome, Program};

const FUEL: u64 = 1_000_000;

/// Returns a script's output, with its error as the last line. Checks that garbage collection at every chance changes nothing.
fn run(source: &str) -> String {
    let said = run_with(source, Limits::default());
    assert_eq!(run_with(source, Limits { garbage: 0, ..Limits::default() }), said, "{source}");
    said
}

fn run_with(source: &str, limits: Limits) -> String {
    let program = match Program::compile("t.py", source) {
        Ok(program) => program,
        Err(error) => return error.to_string(),
    };
    let mut machine = Machine::new(&program, limits, [3; 32]).unwrap();
    let outcome = machine.run(FUEL);
    let mut output = machine.take_output();
    if let Outcome::Fault(error) = outcome {
        output += &error.to_string();
    }
    output.trim_end().to_owned()
}

/// Checks that each script fails with this message, and with this hint if there is one.
fn fails(table: &[(&str, &str, &str)]) {
    for (source, message, hint) in table {
        let said = run(source);
        let lines: Vec<&str> = said.lines().collect();
        let first = lines.iter().find(|line| line.starts_with("t.py:")).unwrap_or(&"");
        assert!(first.ends_with(&format!(": {message}")), "{source}\n{said}");
        let last = lines.last().unwrap_or(&"").trim();
        if hint.is_empty() {
            assert_eq!(last, "^", "{source}\n{said}");
        } else {
            assert_eq!(last, *hint, "{source}\n{said}");
        }
    }
}

#[test]
fn expressions() {
    for (expression, wanted) in cases::EXPRESSIONS {
        assert_eq!(run(&format!("print({expression})")), *wanted, "{expression}");
    }
}

#[test]
fn scripts() {
    for (source, wanted) in cases::SCRIPTS {
        assert_eq!(run(source), *wanted, "{source}");
    }
}

#[test]
fn libraries() {
    let table = [
        (
            "print(grid.near((0, 0), (3, 3)), len(grid.around((1, 1), (3, 3))), grid.on((3, 0), (3, 3)))",
            "[(1, 0), (0, 1)] 8 False",
        ),
        (
            "print(grid.near('a1', (3, 3)), grid.near('a1', (5, 5), [(1, 2), (2, 1), (-1, 2)]), grid.names((2, 2)))",
            "['b1', 'a2'] ['b3', 'c2'] ['a1', 'b1', 'a2', 'b2']",
        ),
        (
            "print(grid.ray('a1', (1, 1), (3, 3)), grid.line('c1', 'a1'), grid.on('d1', (3, 3)), grid.distance('a1', (2, 3)))",
            "['b2', 'c3'] ['c1', 'b1', 'a1'] False 5",
        ),
        (
            "print(grid.ray((0, 0), (1, 1), (3, 3)), grid.line((0, 2), (2, 2)), grid.line((0, 0), (1, 2)))",
            "[(1, 1), (2, 2)] [(0, 2), (1, 2), (2, 2)] None",
        ),
        (
            "print(grid.name((3, 4)), grid.cell('d5'), grid.cell('5d'), grid.distance((0, 0), (2, 3)), len(grid.cells((3, 2))))",
            "d5 (3, 4) None 5 6",
        ),
        (
            "print(len(hex.cells(2)), hex.near((2, 0), 2), hex.distance((0, 0), (1, 1)), hex.ray((0, 0), (1, -1), 2))",
            "19 [(2, -1), (1, 0), (1, 1)] 2 [(1, -1), (2, -2)]",
        ),
        ("print(cards.deck('SH', [1, 2])[1].rank, cards.count('abca'))", "2 {'a': 2, 'b': 1, 'c': 1}"),
        (
            "xs = list(range(10))\nys = random.shuffled(xs)\nprint(sorted(ys) == xs, xs == list(range(10)), random.below(1), random.choice([7]))",
            "True True 0 7",
        ),
        ("print(all(1 <= d <= 6 for d in random.dice(100, 6)), len(random.dice(3, 6)))", "True 3"),
    ];
    for (source, wanted) in table {
        assert_eq!(run(source), wanted, "{source}");
    }
}

/// Records are replayed from their seeds.
#[test]
fn random_draws_of_a_seed_never_change() {
    assert_eq!(
        run("print(random.dice(8, 6), random.shuffled(range(8)), random.below(1000000), random.choice('abcdef'))"),
        "[3, 5, 3, 2, 1, 1, 6, 6] [1, 4, 3, 2, 5, 6, 0, 7] 465284 b"
    );
}

#[test]
fn errors_of_programs() {
    fails(&[
        ("x = 1 / 2", "there is no `/`: all numbers are whole", "write `//` to divide; it rounds down"),
        ("x = 1\nx /= 2", "expected the end of the line, found `/=`", "write `//` to divide; it rounds down"),
        ("x = 1.5", "only whole numbers are allowed", "count in tenths or hundredths instead"),
        ("x = 1\nx++", "there is no `++` and no `--`", "write `x += 1` or `x -= 1`"),
        ("import os", "there is no `import` here", "everything there is can be used without an import"),
        ("class A: pass", "there is no `class` here", "keep values in a dict: `s = {\"name\": 1}`, then `s.name`"),
        ("try:\n    pass", "there is no `try` here", "check with `if` before; `assert` stops the game"),
        ("with x: pass", "there is no `with` here", "there are no files to open"),
        (
            "def f():\n    global x",
            "there is no `global` here",
            "keep what changes in a dict or list and change that, or return it",
        ),
        ("chips = 1\nprint(chipz)", "the name `chipz` is not defined", "did you mean `chips`?"),
        ("prnt(1)", "the name `prnt` is not defined", "did you mean `print`?"),
        ("float(1)", "the name `float` is not defined", "all numbers are whole: write `//` to divide"),
        ("x = null", "the name `null` is not defined", "write `None`"),
        ("if x = 1: pass", "expected `:` before a block, found `=`", "write `==` to compare"),
        ("x is 1", "`is` is for `is None` and `is not None` only", "write `==` or `!=` to compare"),
        ("def f(a: int): pass", "there are no type annotations", "leave out the `:` and the type"),
        (
            "x = *[1]",
            "a star cannot stand here",
            "stars stand before arguments, items of lists and tuples, and one target only",
        ),
        ("*a, *b = []", "only one target can have a star", ""),
        (
            "def f(*xs): pass",
            "expected a parameter, found `*`",
            "stars stand before arguments, items of lists and one target only",
        ),
        ("x.__class__", "names with two underscores in a row are not allowed", ""),
        (
            "g = (x for x in [])",
            "a generator cannot stand here",
            "write a list, `[… for … in …]`; generators go into `sum`, `any`, `all`, `min`, `max`, `sorted`, `list`, `next` …",
        ),
        ("if 1:\npass", "expected an indented block here", "write `pass` for an empty block"),
        ("  x = 1", "this line is indented, but no block begins here", ""),
        (
            "if 1:\n    x = 1\n  y = 2",
            "this line is indented less than its block and more than the block around it",
            "",
        ),
        ("x = (1", "this `(` is never closed", ""),
        ("x = [1)", "this `)` does not close `[`", ""),
        (
            "x = 'a",
            "this string is not closed on its line",
            "a string of several lines begins and ends with three quotation marks",
        ),
        ("break", "`break` stands outside of a loop", ""),
        ("return 1", "`return` stands outside of a function", ""),
        ("1 = x", "this cannot be assigned to", ""),
        ("xs = []\nxs[1:] = []", "a slice cannot be assigned to", "build the new list with `+`"),
        ("f(a = 1, 2)", "an argument without a name stands before those with one", ""),
        ("x = f'{}'", "there is no value between the braces", "write `{{` for the sign itself"),
        ("x = '\\q'", "`\\q` has no meaning in a string", "a backslash is written `\\\\`"),
        ("@f\ndef g(): pass", "there are no decorators", "call the function instead"),
        ("x = a ? b", "`?` has no meaning here", ""),
    ]);
}

#[test]
fn errors_of_runs() {
    fails(&[
        ("s = {'chips': 1}\ns.chip", "the dict has no key 'chip'", "did you mean `chips`?"),
        ("{1: 2}[3]", "the dict has no key 3", ""),
        ("[1, 2].apend(3)", "a list has no method `apend`", "did you mean `append`?"),
        ("def f(count): pass\nf(cont = 1)", "`f` takes no argument `cont`", "did you mean `count`?"),
        ("sorted([], revers = 1)", "`sorted` takes no argument `revers`", "did you mean `reverse`?"),
        ("random.shufled([])", "`random` has no function `shufled`", "did you mean `shuffled`?"),
        ("def f(a, b): pass\nf(1)", "the argument `b` of `f` is missing", ""),
        ("def f(a): pass\nf(1, 2)", "`f` takes 1 argument, not 2", ""),
        ("def f(a): pass\nf(1, a = 2)", "`f` is given `a` twice", ""),
        ("len(1, 2)", "`len` takes 1 argument, not 2", ""),
        ("'a' + 1", "`+` does not work between str and int", "write `str(…)` around the value, or an f-string"),
        (
            "def f(): pass\nf() + 1",
            "`+` does not work between None and int",
            "a function without `return` returns None",
        ),
        ("[1][5]", "there is no item 5 in a list of 1", "its items are numbered from 0 to 0"),
        ("1 // 0", "division by 0", ""),
        (
            "9223372036854775807 + 1",
            "this number is too large: numbers go from -9223372036854775808 to 9223372036854775807",
            "",
        ),
        ("1 < 'a'", "int and str have no order", ""),
        ("{[]: 1}", "a list cannot be a key or be in a set", "use a string, a number or a tuple of these"),
        ("(1, 2)[0] = 1", "a tuple cannot be changed", "make a list of it, or build a new one"),
        ("for x in 5: pass", "an int cannot be looped over", "write `range(…)` to count"),
        ("a, b = 1, 2, 3", "there are 2 names for 3 values", ""),
        ("a, *b, c = [1]", "there are at least 2 names for 1 values", ""),
        ("print(*5)", "an int cannot be looped over", ""),
        ("assert 1 == 2, 'one is not two'", "the assertion does not hold: one is not two", ""),
        ("def f():\n    print(x)\n    x = 1\nf()", "`x` has no value yet", "assign one in every branch before"),
        ("int('x')", "`x` is no whole number", "ask `text.isdigit()` before"),
        ("None.x", "None has no `.x`", "the value is None: a function without `return`, or `get` without a default"),
        ("'{}'.format(1)", "a str has no method `format`", "write an f-string: `f\"{name} has {n}\"`"),
        ("'a'.join([1])", "`join` needs strings, the list holds an int", "write `\", \".join(str(x) for x in xs)`"),
        ("'%d' % 'a'", "`%d` is for numbers, not for a str", ""),
        (
            "d = {1: 1}\nfor k in d: d[2] = 1",
            "this dict or set changed while a loop went through it",
            "loop over a copy: `for key in list(d):`",
        ),
        ("min([])", "`min` of nothing", "write `min(…, default = …)`"),
        ("next(x for x in [])", "`next` found nothing", "give it a default: `next((…), None)`"),
        ("5()", "an int cannot be called", ""),
        (
            "def f():\n    len = 3\n    return len([])\nf()",
            "an int cannot be called",
            "`len` is a variable here, and hides the function `len`: call the variable something else",
        ),
        (
            "s = {'chips': 1}\ns.board[3] = 1",
            "the dict has no key 'board'",
            "`board` has no value yet: give it one before",
        ),
    ]);
}

#[test]
fn error_shows_its_line() {
    assert_eq!(
        run("def pay(s, n):\n    s.chips -= n\n\npay({'chip': 1}, 2)"),
        "t.py:2:7: the dict has no key 'chips'\n        s.chips -= n\n          ^\ndid you mean `chip`?"
    );
    // A function that a built-in function calls fails in its own line; the built-in function, in the line of the call.
    assert!(run("f = lambda x: x // 0\nprint(sorted([1], key = f))").starts_with("t.py:1:17: division by 0"));
    assert!(
        run("x = 1\nprint(sorted([1, 2], key = lambda x: [x, None][x - 1]))")
            .starts_with("t.py:2:7: int and None have no order")
    );
}
