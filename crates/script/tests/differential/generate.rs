//! Random programs of the language. Numbers stay small and texts short, loops are bounded.

use std::fmt::Write;

/// The type of an expression's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    Int,
    Text,
    Bool,
    Ints,
    Texts,
    Map,
    Pair,
    /// A function of one number.
    Function,
}

const TYPES: [Type; 8] =
    [Type::Int, Type::Text, Type::Bool, Type::Ints, Type::Texts, Type::Map, Type::Pair, Type::Function];

const KEYS: [&str; 4] = ["a", "b", "hp", "who"];
const TEXTS: [&str; 12] = [
    "''",
    "'a'",
    "'Bob'",
    "'x y'",
    "\"it's\"",
    "'a,b,,c'",
    "'  pad '",
    "'é'",
    "'12'",
    "'-7'",
    "'tab\\tend\\n'",
    "'AbC dEf'",
];

pub struct Generator {
    state: u64,
    out: String,
    indent: usize,
    /// Variables that can be used, by scope.
    scopes: Vec<Vec<(String, Type)>>,
    /// Functions of the module: their names and numbers of parameters.
    functions: Vec<(String, usize)>,
    loops: usize,
    inside_function: bool,
    names: usize,
}

impl Generator {
    pub fn new(seed: u64) -> Self {
        Self {
            state: seed,
            out: String::new(),
            indent: 0,
            scopes: vec![Vec::new()],
            functions: Vec::new(),
            loops: 0,
            inside_function: false,
            names: 0,
        }
    }

    /// Splitmix64.
    fn below(&mut self, n: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % n as u64).expect("below a usize")
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }

    pub fn program(mut self) -> String {
        for (number, kind) in TYPES.into_iter().enumerate() {
            let value = self.expr(kind, 1);
            let name = format!("g{number}");
            self.line(&format!("{name} = {value}"));
            self.bind(&name, kind);
        }
        for _ in 0..self.below(4) {
            self.function();
        }
        for _ in 0..4 + self.below(8) {
            self.statement(3);
        }
        for number in 0..TYPES.len() - 1 {
            self.line(&format!("print('g{number}', g{number})"));
        }
        self.out
    }

    // Text and names.

    fn line(&mut self, text: &str) {
        writeln!(self.out, "{}{text}", "    ".repeat(self.indent)).expect("a string takes all");
    }

    fn bind(&mut self, name: &str, kind: Type) {
        let scope = self.scopes.last_mut().expect("a scope is open");
        scope.retain(|(other, _)| other != name);
        scope.push((name.to_owned(), kind));
    }

    fn fresh(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    fn variable(&mut self, kind: Type) -> Option<String> {
        let known = self.scopes.iter().flatten().filter(|(_, other)| *other == kind);
        let names: Vec<String> = known.map(|(name, _)| name.clone()).collect();
        if names.is_empty() { None } else { Some(names[self.below(names.len())].clone()) }
    }

    /// A variable of the innermost function, which it may assign. Sometimes one of the module, which makes it local.
    fn own_variable(&mut self, kind: Type) -> Option<String> {
        let scope = if self.inside_function && !self.chance(1) { self.scopes.len() - 1 } else { 0 };
        let names: Vec<String> =
            self.scopes[scope].iter().filter(|(_, other)| *other == kind).map(|(name, _)| name.clone()).collect();
        if names.is_empty() { None } else { Some(names[self.below(names.len())].clone()) }
    }

    // Statements.

    fn block(&mut self, depth: usize) {
        self.indent += 1;
        for _ in 0..=self.below(3) {
            self.statement(depth);
        }
        self.indent -= 1;
    }

    fn statement(&mut self, depth: usize) {
        match self.below(if depth == 0 { 11 } else { 20 }) {
            0..=2 => self.assign(),
            5 => self.augment(),
            6 | 7 => self.mutate(),
            8 => self.unpack(),
            9 if self.loops > 0 => {
                let condition = self.expr(Type::Bool, 1);
                let word = self.pick(&["break", "continue"]);
                self.line(&format!("if {condition}: {word}"));
            }
            10 if self.inside_function && self.chance(40) => {
                let value = self.expr(Type::Int, 2);
                let condition = self.expr(Type::Bool, 1);
                self.line(&format!("if {condition}: return {value}"));
            }
            3 | 4 | 9 | 10 => self.print(),
            11..=13 => self.conditional(depth - 1),
            14..=16 => self.loop_over(depth - 1),
            17 => self.while_loop(depth - 1),
            18 => self.closure(),
            _ => {
                let condition = self.expr(Type::Bool, 1);
                if self.chance(10) { self.line(&format!("assert {condition}, 'no'")) } else { self.assign() }
            }
        }
    }

    fn value(&mut self, kind: Type, depth: usize) -> String {
        let value = self.expr(kind, depth);
        match kind {
            Type::Text => format!("({value})[:40]"),
            Type::Ints | Type::Texts => format!("({value})[:12]"),
            Type::Int if self.chance(60) => format!("({value}) % 1000"),
            _ => value,
        }
    }

    fn assign(&mut self) {
        let kind = TYPES[self.below(TYPES.len())];
        let value = self.value(kind, 3);
        match self.own_variable(kind) {
            Some(name) if self.chance(70) => self.line(&format!("{name} = {value}")),
            _ => {
                let name = self.fresh();
                self.line(&format!("{name} = {value}"));
                // Only code that surely runs binds names for the rest.
                self.bind(&name, kind);
            }
        }
    }

    fn print(&mut self) {
        let mut values = Vec::new();
        for _ in 0..=self.below(3) {
            let kind = TYPES[self.below(TYPES.len() - 1)];
            values.push(self.expr(kind, 3));
        }
        let ending = self.pick(&["", "", "", ", end = '|'", ", sep = '-'"]);
        self.line(&format!("print({}{ending})", values.join(", ")));
    }

    fn augment(&mut self) {
        let kind = [Type::Int, Type::Text, Type::Ints, Type::Map][self.below(4)];
        let Some(name) = self.own_variable(kind) else { return self.print() };
        match kind {
            Type::Int => {
                let value = self.expr(Type::Int, 2);
                let sign = self.pick(&["+=", "-=", "&=", "|=", "^="]);
                let sign = if self.risky() { self.pick(&["//=", "%="]) } else { sign };
                self.line(&format!("{name} {sign} {value}"));
            }
            Type::Text => {
                let value = self.expr(Type::Text, 1);
                self.line(&format!("{name} += ({value})[:5]"));
            }
            Type::Ints => {
                let value = self.expr(Type::Ints, 1);
                self.line(&format!("{name} += ({value})[:3]"));
            }
            _ => {
                let (key, value) = (self.pick(&KEYS), self.expr(Type::Int, 1));
                if !self.risky() {
                    self.line(&format!("{name}.setdefault('{key}', 0)"));
                }
                let target = if self.chance(50) { format!("{name}.{key}") } else { format!("{name}['{key}']") };
                self.line(&format!("{target} += {value}"));
            }
        }
    }

    fn mutate(&mut self) {
        let int = self.expr(Type::Int, 1);
        let small = self.small();
        if self.chance(50) {
            let Some(list) = self.variable(Type::Ints) else { return self.print() };
            let statement = match self.below(12) {
                0 | 1 => format!("{list}.append({int})"),
                2 => format!("{list}.insert({small}, {int})"),
                3 => format!("print({list}.pop() if {list} else None)"),
                4 => format!("if {int} in {list}: {list}.remove({int})"),
                5 => format!("{list}.sort()"),
                6 => format!("{list}.sort(key = lambda v: -v % 5, reverse = {})", self.pick(&["True", "False"])),
                7 => format!("{list}.reverse()"),
                8 => format!("{list}.extend(v + 1 for v in {list}[:3])"),
                9 => format!("if {list}: {list}[{small} % len({list})] = {int}"),
                10 => format!("if {list}: del {list}[{small} % len({list})]"),
                _ if self.risky() => format!("{list}.pop({small})"),
                _ => format!("print({list}.copy())"),
            };
            return self.line(&statement);
        }
        let Some(map) = self.variable(Type::Map) else { return self.print() };
        let key = self.pick(&KEYS);
        let statement = match self.below(8) {
            0 => format!("{map}['{key}'] = {int}"),
            1 => format!("{map}.{key} = {int}"),
            2 => format!("{map}.setdefault('{key}', {int})"),
            3 => format!("print({map}.pop('{key}', None))"),
            4 => format!("{map}.update(") + &format!("{{'{key}': {int}}})"),
            5 => format!("if '{key}' in {map}: del {map}['{key}']"),
            6 => format!("{map} |= {{'{key}': {int}}}"),
            _ if self.risky() => format!("del {map}.{key}"),
            _ => format!("print({map}.get('{key}'))"),
        };
        // `|=` would bind a variable of another scope.
        if statement.contains("|=") && self.inside_function { self.print() } else { self.line(&statement) }
    }

    fn unpack(&mut self) {
        match self.below(5) {
            4 => {
                let (a, b) = (self.fresh(), self.fresh());
                let (int, list) = (self.expr(Type::Int, 1), self.expr(Type::Ints, 1));
                let targets = if self.chance(50) { format!("{a}, *{b}") } else { format!("*{b}, {a}") };
                self.line(&format!("{targets} = [{int}, *{list}, {int}]"));
                self.bind(&a, Type::Int);
                self.bind(&b, Type::Ints);
            }
            0 => {
                let (a, b) = (self.fresh(), self.fresh());
                let pair = self.expr(Type::Pair, 2);
                self.line(&format!("{a}, {b} = {pair}"));
                self.bind(&a, Type::Int);
                self.bind(&b, Type::Int);
            }
            1 => {
                let (Some(a), Some(b)) = (self.own_variable(Type::Int), self.own_variable(Type::Int)) else {
                    return self.print();
                };
                self.line(&format!("{a}, {b} = {b}, {a}"));
            }
            2 => {
                let (a, b, c) = (self.fresh(), self.fresh(), self.fresh());
                let (int, pair) = (self.expr(Type::Int, 1), self.expr(Type::Pair, 1));
                self.line(&format!("{a}, ({b}, {c}) = [{int}, {pair}]"));
                self.bind(&a, Type::Int);
                self.bind(&b, Type::Int);
                self.bind(&c, Type::Int);
            }
            _ => {
                let (a, b) = (self.fresh(), self.fresh());
                let list = self.expr(Type::Ints, 1);
                self.line(&format!("{a} = {b} = {list}"));
                self.line(&format!("{a}.append(0)"));
                self.bind(&a, Type::Ints);
                self.bind(&b, Type::Ints);
            }
        }
    }

    /// Names bound inside are forgotten: they may have no value.
    fn branch(&mut self, depth: usize) {
        let known = self.scopes.last().expect("a scope is open").clone();
        self.block(depth);
        if !self.chance(1) {
            *self.scopes.last_mut().expect("a scope is open") = known;
        }
    }

    fn conditional(&mut self, depth: usize) {
        let condition = self.expr(Type::Bool, 2);
        self.line(&format!("if {condition}:"));
        self.branch(depth);
        if self.chance(30) {
            let condition = self.expr(Type::Bool, 1);
            self.line(&format!("elif {condition}:"));
            self.branch(depth);
        }
        if self.chance(50) {
            self.line("else:");
            self.branch(depth);
        }
    }

    fn loop_over(&mut self, depth: usize) {
        let known = self.scopes.last().expect("a scope is open").clone();
        let (a, b) = (self.fresh(), self.fresh());
        match self.below(7) {
            0 | 1 => {
                let range = self.range();
                self.line(&format!("for {a} in {range}:"));
                self.bind(&a, Type::Int);
            }
            2 => {
                let list = self.expr(Type::Ints, 1);
                self.line(&format!("for {a} in ({list})[:5]:"));
                self.bind(&a, Type::Int);
            }
            3 => {
                let texts = self.expr(Type::Texts, 1);
                self.line(&format!("for {a}, {b} in enumerate(({texts})[:4], start = 1):"));
                self.bind(&a, Type::Int);
                self.bind(&b, Type::Text);
            }
            4 => {
                let map = self.expr(Type::Map, 1);
                self.line(&format!("for {a}, {b} in list(({map}).items()):"));
                self.bind(&a, Type::Text);
                self.bind(&b, Type::Int);
            }
            5 => {
                let text = self.expr(Type::Text, 1);
                self.line(&format!("for {a} in ({text})[:4]:"));
                self.bind(&a, Type::Text);
            }
            _ => {
                let (left, right) = (self.expr(Type::Ints, 1), self.expr(Type::Texts, 1));
                self.line(&format!("for {a}, {b} in zip(({left})[:4], {right}):"));
                self.bind(&a, Type::Int);
                self.bind(&b, Type::Text);
            }
        }
        self.loops += 1;
        self.block(depth);
        self.loops -= 1;
        *self.scopes.last_mut().expect("a scope is open") = known;
        if self.chance(15) {
            self.line("else:");
            self.branch(depth);
        }
    }

    fn while_loop(&mut self, depth: usize) {
        let counter = self.fresh();
        let (limit, condition) = (1 + self.below(4), self.expr(Type::Bool, 1));
        self.line(&format!("{counter} = 0"));
        self.line(&format!("while {counter} < {limit} and ({condition} or {counter} < 2):"));
        self.indent += 1;
        self.line(&format!("{counter} += 1"));
        self.indent -= 1;
        self.loops += 1;
        self.branch(depth);
        self.loops -= 1;
    }

    /// Writes functions that share variables with the code around them.
    fn closure(&mut self) {
        let (list, name) = (self.fresh(), self.fresh());
        let (range, body) = (self.range(), self.expr(Type::Int, 1));
        match self.below(4) {
            0 => {
                self.line(&format!("{list} = [lambda v: v + {name} for {name} in {range}]"));
                self.line(&format!("print([f({body}) for f in {list}])"));
            }
            1 => {
                self.line(&format!("{list} = []"));
                self.line(&format!("for {name} in {range}:"));
                self.line(&format!("    {list}.append(lambda v = {name}: v * 2 + {name})"));
                self.line(&format!("print([f() for f in {list}], [f(3) for f in {list}])"));
            }
            2 => {
                let inner = self.fresh();
                self.line(&format!("def {inner}(n, m = {body}):"));
                self.line(&format!("    {name} = [n]"));
                self.line("    def add(by = 1):");
                self.line(&format!("        {name}.append(by + m)"));
                self.line(&format!("        return sum({name})"));
                self.line("    m = m % 10");
                self.line("    return add");
                self.line(&format!("{list} = {inner}(1)"));
                self.line(&format!("print({list}(), {list}(by = 2), {inner}(m = 1, n = 4)(0))"));
            }
            _ => {
                let key = self.expr_with("v", Type::Int, 1);
                let ints = self.expr(Type::Ints, 1);
                self.line(&format!("{list} = lambda v: {key}"));
                self.line(&format!("print(sorted({ints}, key = {list}), max({ints}, key = {list}, default = None))"));
            }
        }
    }

    fn function(&mut self) {
        let name = format!("f{}", self.functions.len());
        let count = 1 + self.below(3);
        let outer = (self.inside_function, self.loops);
        (self.inside_function, self.loops) = (true, 0);
        let mut params = Vec::new();
        let mut scope = Vec::new();
        let defaults = self.below(count);
        for number in 0..count {
            let default =
                if number >= count - defaults { format!(" = {}", self.expr(Type::Int, 1)) } else { String::new() };
            params.push(format!("p{number}{default}"));
            scope.push((format!("p{number}"), Type::Int));
        }
        self.line(&format!("def {name}({}):", params.join(", ")));
        self.scopes.push(scope);
        self.block(2);
        self.indent += 1;
        let value = self.value(Type::Int, 2);
        self.line(&format!("return {value}"));
        self.indent -= 1;
        self.scopes.pop();
        (self.inside_function, self.loops) = outer;
        self.functions.push((name, count - defaults));
    }

    // Expressions.

    fn small(&mut self) -> String {
        let number = self.below(9);
        if number > 5 { format!("-{}", number - 5) } else { number.to_string() }
    }

    fn range(&mut self) -> String {
        let (a, b) = (self.small(), self.small());
        match self.below(4) {
            0 => format!("range({a}, {b})"),
            1 => format!("range({a}, {b}, {})", self.pick(&["1", "2", "-1", "-2"])),
            _ => format!("range({})", self.below(5)),
        }
    }

    /// Writes an expression that may use one more name.
    fn expr_with(&mut self, name: &str, kind: Type, depth: usize) -> String {
        self.scopes.push(vec![(name.to_owned(), Type::Int)]);
        let value = self.expr(kind, depth);
        self.scopes.pop();
        value
    }

    fn expr(&mut self, kind: Type, depth: usize) -> String {
        if depth == 0 || self.chance(25) {
            if self.chance(60)
                && let Some(name) = self.variable(kind)
            {
                return name;
            }
            return self.literal(kind);
        }
        let depth = depth - 1;
        if self.chance(6) {
            let (condition, a, b) = (self.expr(Type::Bool, depth), self.expr(kind, depth), self.expr(kind, depth));
            return format!("({a} if {condition} else {b})");
        }
        if self.chance(4) {
            let (a, b) = (self.expr(kind, depth), self.expr(kind, depth));
            let word = self.pick(&["and", "or"]);
            return format!("({a} {word} {b})");
        }
        match kind {
            Type::Int => self.int(depth),
            Type::Text => self.text(depth),
            Type::Bool => self.truth(depth),
            Type::Ints => self.ints(depth),
            Type::Texts => self.texts(depth),
            Type::Map => self.map(depth),
            Type::Pair => self.pair(depth),
            Type::Function => {
                let body = self.expr_with("v", Type::Int, depth);
                format!("(lambda v: {body})")
            }
        }
    }

    fn literal(&mut self, kind: Type) -> String {
        match kind {
            Type::Int => match self.below(20) {
                0 if self.risky() => "9223372036854775807".to_owned(),
                1 => "True".to_owned(),
                2 => "0x1f".to_owned(),
                3 => "1_000".to_owned(),
                4..=8 => format!("(-{})", self.below(20)),
                _ => self.below(60).to_string(),
            },
            Type::Text => self.pick(&TEXTS).to_owned(),
            Type::Bool => self.pick(&["True", "False"]).to_owned(),
            Type::Ints => self.pick(&["[]", "[3, 1, 2]", "[0]", "[5, -5, 5, 7]"]).to_owned(),
            Type::Texts => self.pick(&["[]", "['b', 'a']", "['x', '', 'yy', 'x']"]).to_owned(),
            Type::Map => self.pick(&["{}", "{'a': 1}", "{'b': 2, 'a': 3}", "{'hp': 9, 'who': 0, 'b': -1}"]).to_owned(),
            Type::Pair => self.pick(&["(0, 1)", "(2, -2)", "(7, 7)"]).to_owned(),
            Type::Function => self.pick(&["(lambda v: v)", "(lambda v: v * 3 % 11)", "abs"]).to_owned(),
        }
    }

    /// Whether to write code that may fail. Most programs should end without an error.
    fn risky(&mut self) -> bool {
        self.chance(3)
    }

    fn int(&mut self, depth: usize) -> String {
        let (a, b) = (self.expr(Type::Int, depth), self.expr(Type::Int, depth));
        match self.below(36) {
            5 | 6 if !self.risky() => format!("({a} {} ({b} or 3))", self.pick(&["//", "%"])),
            18 if !self.risky() => format!("({} + [{a}])[{}]", self.expr(Type::Ints, depth), self.pick(&["0", "-1"])),
            20 if !self.risky() => format!("({} | {{'a': {a}}})['a']", self.expr(Type::Map, depth)),
            21 if !self.risky() => format!("({} | {{'hp': {a}}}).hp", self.expr(Type::Map, depth)),
            30 if !self.risky() => format!("({} + [{a}]).index({a})", self.expr(Type::Ints, depth)),
            32 if !self.risky() => format!("int(' %d ' % {a})"),
            0..=2 => format!("({a} + {b})"),
            3 => format!("({a} - {b})"),
            4 => format!("({a} * {b} % 97)"),
            5 => format!("({a} // {b})"),
            6 => format!("({a} % {b})"),
            7 => format!("-{a}"),
            8 => format!("(~{a} & 255)"),
            9 => format!("({a} {} {b})", self.pick(&["&", "|", "^"])),
            10 => format!("({a} % 100 << {})", self.below(6)),
            11 => format!("({a} >> {})", self.below(70)),
            12 => format!("({a} % 7) ** {}", self.below(5)),
            13 => format!("abs({a})"),
            14 => {
                let kind = [Type::Text, Type::Ints, Type::Texts, Type::Map, Type::Pair][self.below(5)];
                format!("len({})", self.expr(kind, depth))
            }
            15 => format!("sum({})", self.expr(Type::Ints, depth)),
            16 => {
                let (word, ints) = (self.pick(&["min", "max"]), self.expr(Type::Ints, depth));
                format!("{word}({ints}, default = {a})")
            }
            17 if self.chance(40) => {
                format!("{}({a}, *{}, {b})", self.pick(&["min", "max"]), self.expr(Type::Ints, depth))
            }
            17 => format!("{}({a}, {b}, 3)", self.pick(&["min", "max"])),
            18 => format!("({})[{}]", self.expr(Type::Ints, depth), self.small()),
            19 => format!("({}).get('{}', {a})", self.expr(Type::Map, depth), self.pick(&KEYS)),
            20 => format!("({})['{}']", self.expr(Type::Map, depth), self.pick(&KEYS)),
            21 => format!("({}).{}", self.expr(Type::Map, depth), self.pick(&KEYS)),
            22 => format!("int(str({a}))"),
            23 => format!("({})[{}]", self.expr(Type::Pair, depth), self.below(2)),
            24 => format!(
                "({}).{}({})",
                self.expr(Type::Text, depth),
                self.pick(&["count", "find", "rfind"]),
                self.pick(&TEXTS)
            ),
            25 => format!("ord(({} + 'z')[0])", self.expr(Type::Text, depth)),
            26 => {
                let (value, condition) =
                    (self.expr_with("v", Type::Int, depth), self.expr_with("v", Type::Bool, depth));
                format!("sum({value} for v in {} if {condition})", self.expr(Type::Ints, depth))
            }
            27 => {
                let condition = self.expr_with("v", Type::Bool, depth);
                format!("next((v for v in {} if {condition}), {b})", self.expr(Type::Ints, depth))
            }
            28 => {
                let key = self.expr_with("v", Type::Int, depth);
                format!(
                    "{}({} or [1], key = lambda v: {key})",
                    self.pick(&["min", "max"]),
                    self.expr(Type::Ints, depth)
                )
            }
            29 => format!("({})({a})", self.expr(Type::Function, depth)),
            30 => format!("({}).index({a})", self.expr(Type::Ints, depth)),
            31 => format!("({}).count({a})", self.expr(Type::Ints, depth)),
            32 => format!("int({} or '5')", self.expr(Type::Text, depth)),
            _ if self.functions.is_empty() => format!("divmod({a}, 7)[{}]", self.below(2)),
            _ => {
                let number = self.below(self.functions.len());
                let (name, least) = self.functions[number].clone();
                let mut args = vec![a, b, "2".to_owned()];
                args.truncate(least);
                if least == 1 && self.chance(30) {
                    args[0] = format!("p0 = {}", args[0]);
                }
                format!("{name}({})", args.join(", "))
            }
        }
    }

    fn text(&mut self, depth: usize) -> String {
        let (a, b) = (self.expr(Type::Text, depth), self.expr(Type::Text, depth));
        let int = self.expr(Type::Int, depth);
        match self.below(25) {
            0 | 1 => format!("({a} + {b})"),
            2 => format!("({a} * {})", self.small()),
            3 => format!("str({int})"),
            4 => format!("f\"<{{{int}}}{{{}}}>\"", double_quotes(&a)),
            5 => format!(
                "f'{{{}:{}}}'",
                single_quotes(&int),
                self.pick(&["5", "05", "+", "<4", ">6", "^7", "*^9", "x", ",", "=+6", " d"])
            ),
            6 => format!("f'{{{}:{}}}|'", single_quotes(&a), self.pick(&["5", "<9", ">9", "^8", "-^8", "s", ""])),
            7 => format!("'%d/%s%%' % ({int}, {a})"),
            8 => format!("'%{}d' % {int}", self.pick(&["", "3", "03", "-4", "+", " "])),
            9 => format!("'%{}s|' % {a}", self.pick(&["", "6", "-6"])),
            10 => format!("({a})[{}:{}]", self.small(), self.small()),
            11 => format!("({a})[{}::{}]", self.small(), self.pick(&["1", "2", "-1", "-2"])),
            12 => format!(
                "({a}).{}()",
                self.pick(&["upper", "lower", "title", "capitalize", "strip", "lstrip", "rstrip"])
            ),
            13 => format!("({a}).replace({}, {b})", self.pick(&TEXTS)),
            14 => format!("({a}).replace('a', 'bb', {})", self.small()),
            15 => format!("({}).join({})", self.pick(&TEXTS), self.expr(Type::Texts, depth)),
            16 => format!("({a}).{}({})", self.pick(&["center", "ljust", "rjust", "zfill"]), self.below(12)),
            17 => format!("({a}).center({}, '*')", self.below(12)),
            18 => {
                let kind = TYPES[self.below(TYPES.len() - 1)];
                format!("{}({})", self.pick(&["repr", "str"]), self.expr(kind, depth))
            }
            19 if !self.risky() => format!("({a} + 'q')[{}]", self.pick(&["0", "-1"])),
            19 => format!("({a} + 'q')[{}]", self.small()),
            20 => format!("chr(97 + {int} % 26)"),
            21 => format!("({a}).strip({})", self.pick(&TEXTS)),
            22 => format!("({a}).{}({})", self.pick(&["removeprefix", "removesuffix"]), self.pick(&TEXTS)),
            23 => format!("f'{{{}!r:>12}}'", single_quotes(&a)),
            _ => format!("({} or ['k'])[0]", self.expr(Type::Texts, depth)),
        }
    }

    fn truth(&mut self, depth: usize) -> String {
        let kind = TYPES[self.below(TYPES.len() - 2)];
        let (a, b, c) = (self.expr(Type::Int, depth), self.expr(Type::Int, depth), self.expr(Type::Int, depth));
        let sign = self.pick(&["<", "<=", ">", ">=", "==", "!="]);
        match self.below(18) {
            0..=3 => format!("({a} {sign} {b})"),
            4 => format!("({a} < {b} {sign} {c})"),
            5 => format!("({} {sign} {})", self.expr(Type::Text, depth), self.expr(Type::Text, depth)),
            6 => format!("({} {sign} {})", self.expr(Type::Ints, depth), self.expr(Type::Ints, depth)),
            7 => format!("({} {sign} {})", self.expr(Type::Pair, depth), self.expr(Type::Pair, depth)),
            8 => format!("({} == {})", self.expr(kind, depth), self.expr(kind, depth)),
            9 => format!("(not {})", self.expr(kind, depth)),
            10 => format!(
                "({} {} {})",
                self.expr(Type::Bool, depth),
                self.pick(&["and", "or"]),
                self.expr(Type::Bool, depth)
            ),
            11 => format!("({a} {} {})", self.pick(&["in", "not in"]), self.expr(Type::Ints, depth)),
            12 => format!("({} in {})", self.expr(Type::Text, depth), self.expr(Type::Text, depth)),
            13 => format!("('{}' in {})", self.pick(&KEYS), self.expr(Type::Map, depth)),
            14 => {
                let condition = self.expr_with("v", Type::Bool, depth);
                format!("{}({condition} for v in {})", self.pick(&["any", "all"]), self.expr(Type::Ints, depth))
            }
            15 => {
                let text = self.expr(Type::Text, depth);
                match self.below(3) {
                    0 => format!("({text}).{}({})", self.pick(&["startswith", "endswith"]), self.pick(&TEXTS)),
                    1 => format!(
                        "({text}).{}()",
                        self.pick(&["isdigit", "isalpha", "isupper", "islower", "isspace", "isalnum"])
                    ),
                    _ => format!("({text} is not None)"),
                }
            }
            16 => format!("({a} in {})", self.range()),
            _ => format!("bool({})", self.expr(kind, depth)),
        }
    }

    fn ints(&mut self, depth: usize) -> String {
        let (a, b) = (self.expr(Type::Ints, depth), self.expr(Type::Ints, depth));
        let value = self.expr_with("v", Type::Int, depth);
        match self.below(19) {
            0 => format!("[{}, {}]", self.expr(Type::Int, depth), self.expr(Type::Int, depth)),
            1 => format!("list({})", self.range()),
            2 | 3 => {
                let condition = self.expr_with("v", Type::Bool, depth);
                format!("[{value} for v in {a} if {condition}]")
            }
            4 => format!("[v + w for v in {} for w in {} if v != w]", self.range(), self.range()),
            5 => format!("sorted({a})"),
            6 => format!("sorted({a}, key = lambda v: {value}, reverse = {})", self.pick(&["True", "False", "1"])),
            7 => format!("list(reversed({a}))"),
            8 => format!("({a} + {b})"),
            9 => format!("({a} * {})", self.pick(&["0", "1", "2", "-1"])),
            10 => format!("({a})[{}:{}:{}]", self.small(), self.small(), self.pick(&["1", "2", "-1"])),
            11 => format!("list(({}).values())", self.expr(Type::Map, depth)),
            12 => format!("[len(v) for v in {}]", self.expr(Type::Texts, depth)),
            13 => format!("list(map({}, {a}))", self.expr(Type::Function, depth)),
            14 => format!("list(map(lambda v, w: v - w, {a}, {b}))"),
            15 => format!("list(filter({}, {a}))", self.expr(Type::Function, depth)),
            16 => format!("[w for v in zip({a}, {b}) for w in v]"),
            17 => format!("sorted(set({a}) {} set({b}))", self.pick(&["|", "&", "-", "^"])),
            _ => format!("list({})", self.expr(Type::Pair, depth)),
        }
    }

    fn texts(&mut self, depth: usize) -> String {
        let text = self.expr(Type::Text, depth);
        match self.below(10) {
            0 => format!("[{text}, {}]", self.pick(&TEXTS)),
            1 => format!("({text}).split()"),
            2 => format!("({text}).split({})", self.pick(&["','", "' '", "'a'", "None, 1", "',', 1"])),
            3 => format!("list({text})"),
            4 => format!("list({})", self.expr(Type::Map, depth)),
            5 => format!("[str(v) for v in {}]", self.expr(Type::Ints, depth)),
            6 => format!("sorted({})", self.expr(Type::Texts, depth)),
            7 => format!("sorted({}, key = len)", self.expr(Type::Texts, depth)),
            8 => format!("({text}).splitlines()"),
            _ => format!("[v.upper() for v in {} if v]", self.expr(Type::Texts, depth)),
        }
    }

    fn map(&mut self, depth: usize) -> String {
        let (a, b) = (self.expr(Type::Int, depth), self.expr(Type::Int, depth));
        match self.below(7) {
            0 => format!("{{'{}': {a}, '{}': {b}}}", self.pick(&KEYS), self.pick(&KEYS)),
            1 => format!("{{v: len(v) for v in {}}}", self.expr(Type::Texts, depth)),
            2 => format!("dict(zip({}, {}))", self.expr(Type::Texts, depth), self.expr(Type::Ints, depth)),
            3 => format!("({} | {})", self.expr(Type::Map, depth), self.expr(Type::Map, depth)),
            4 => format!("({}).copy()", self.expr(Type::Map, depth)),
            5 => format!("dict({}, who = {a})", self.expr(Type::Map, depth)),
            _ => format!("{{k: v + 1 for k, v in ({}).items() if v % 2}}", self.expr(Type::Map, depth)),
        }
    }

    fn pair(&mut self, depth: usize) -> String {
        let (a, b) = (self.expr(Type::Int, depth), self.expr(Type::Int, depth));
        match self.below(4) {
            0 if !self.risky() => format!("divmod({a}, {b} or 5)"),
            0 => format!("divmod({a}, {b})"),
            1 => format!("max({}, {})", self.expr(Type::Pair, depth), self.expr(Type::Pair, depth)),
            2 => format!("(({}) * 2)[1:3]", self.expr(Type::Pair, depth)),
            _ => format!("({a}, {b})"),
        }
    }
}

/// Before Python 3.12, an f-string in double quotes can contain neither double quotes nor a backslash.
fn double_quotes(text: &str) -> String {
    if text.contains(['"', '\\', '\n']) || text.contains("lambda") { "'plain'".to_owned() } else { text.to_owned() }
}

fn single_quotes(text: &str) -> String {
    if text.contains(['\'', '\\', '\n']) || text.contains("lambda") { "77".to_owned() } else { text.to_owned() }
}
