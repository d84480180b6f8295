//! Small mutations of the scripts of a corpus.

/// The longest input.
const LONGEST: usize = 4_096;
/// The most mutations of an input.
const BENDS: usize = 5;

/// Pieces of text that find more errors than random letters.
const PIECES: &[&str] = &[
    "\n",
    "\n    ",
    " ",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ":",
    ",",
    ".",
    "=",
    "==",
    "'",
    "\"",
    "\"\"\"",
    "f'{",
    "}'",
    "#",
    "\\",
    ";",
    "+",
    "-",
    "*",
    "**",
    "//",
    "%",
    "<<",
    ">>",
    "~",
    "<",
    "in ",
    "not ",
    "is None",
    "and ",
    "or ",
    "if ",
    "else ",
    "for x in ",
    "while ",
    "def f(x):\n    ",
    "lambda: ",
    "lambda x: x",
    "return ",
    "break",
    "continue",
    "pass",
    "del ",
    "assert ",
    "x",
    "y",
    "xs",
    "d",
    "f",
    "x = ",
    "x += 1",
    "0",
    "1",
    "-1",
    "9223372036854775807",
    "True",
    "None",
    "''",
    "'é'",
    "[]",
    "{}",
    "()",
    "(1,)",
    "[x for x in xs]",
    "{x: x for x in xs}",
    "(x for x in xs)",
    "any(",
    "all(",
    "next(",
    "sorted(",
    "min(",
    "max(",
    "map(",
    "filter(",
    "range(",
    "len(",
    "str(",
    "list(",
    "dict(",
    "set(",
    "sum(",
    "zip(",
    "print(",
    "ask(",
    "ask(lambda v: v)",
    "key = ",
    ".append(",
    ".pop()",
    ".sort(",
    ".items()",
    ".join(",
    ".format(",
    ".x",
    ".copy()",
    "[0]",
    "[1:]",
    "[::-1]",
    "random.shuffled(",
    "grid.near(",
    "@",
    "!",
    "\0",
    "\t",
    "\r\n",
    "\u{202e}",
    "x.x = x",
    "xs.append(xs)",
];

/// Splitmix64.
pub struct Random(pub u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % n as u64).expect("below a usize")
    }
}

fn boundary(text: &str, at: usize) -> usize {
    text.floor_char_boundary(at)
}

/// Returns a mutated input of the corpus.
pub fn bent(corpus: &[String], random: &mut Random) -> String {
    let mut input = corpus[random.below(corpus.len())].clone();
    for _ in 0..=random.below(BENDS) {
        let at = boundary(&input, random.below(input.len() + 1));
        let end = boundary(&input, (at + random.below(12)).min(input.len())).max(at);
        match random.below(7) {
            0 => drop(input.drain(at..end)),
            1 | 2 => input.insert_str(at, PIECES[random.below(PIECES.len())]),
            3 => input.replace_range(at..end, PIECES[random.below(PIECES.len())]),
            4 => {
                let again = input[at..end].repeat(1 + random.below(3));
                input.insert_str(at, &again);
            }
            5 => {
                // Lines of another script.
                let other = &corpus[random.below(corpus.len())];
                let lines: Vec<&str> = other.lines().collect();
                let from = random.below(lines.len());
                let line = input[..at].rfind('\n').map_or(0, |end| end + 1);
                input.insert_str(line, &format!("{}\n", lines[from..(from + 3).min(lines.len())].join("\n")));
            }
            _ => {
                let mut lines: Vec<String> = input.lines().map(str::to_owned).collect();
                let (a, b) = (random.below(lines.len().max(1)), random.below(lines.len().max(1)));
                if !lines.is_empty() {
                    lines.swap(a, b);
                }
                input = lines.join("\n");
            }
        }
    }
    input.truncate(boundary(&input, LONGEST));
    input
}
