//! The orders of a seat as a pattern: alternatives of words, numbers in a range and parts in sequence.
//!
//! | in a file | means |
//! |---|---|
//! | `"call"`, `7` | these words |
//! | `["call", "fold"]` | one of these |
//! | `("move", ["a1", "b2"])` | these parts in sequence |
//! | `choose(3, ["1", "2", "3", "4"])` | three different items, in any order; the canonical order is the list's |
//! | `between("bid", 0, 9)`, `up_to("raise", 9)` | a word and a number; `""` for no word |
//!
//! An order's canonical text separates its words by single spaces. Parsing ignores case and the kind of separators.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use deathmatch_rules::game::Choice;
use deathmatch_script::{Id, Machine, Value};

/// The most orders that are listed.
const LISTED: u64 = 4_000;

/// The greatest depth and the most nodes of a pattern.
const DEPTH: usize = 12;
const NODES: usize = 8_000;

/// The most items of `choose`.
const CHOSEN_FROM: usize = 200;

/// The most bytes of one order.
const LONGEST: usize = 200;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Words with single spaces.
    Words(Arc<str>),
    Number(i64, i64),
    Any(Vec<Arc<Self>>),
    Row(Vec<Arc<Self>>),
    /// A number of different words of the list, in the list's order.
    Choose(usize, Arc<[Arc<str>]>),
}

/// Returns the default label of words in a menu: `Raise 3`, `a5`.
fn label(words: &str) -> String {
    let words = words.trim_end_matches([',', ':']);
    let first = words.split(' ').next().unwrap_or_default();
    let is_word = first.chars().count() > 1 && first.chars().all(char::is_alphabetic);
    match (words.chars().next(), is_word) {
        (Some(letter), true) => letter.to_uppercase().chain(words.chars().skip(1)).collect(),
        _ => words.to_owned(),
    }
}

impl Pattern {
    /// Reads a pattern from a script's value; the error is a sentence.
    pub fn read(machine: &Machine, value: Value) -> Result<Self, String> {
        let mut nodes = 0;
        let pattern = read(machine, value, 0, &mut nodes, &mut HashMap::new())?;
        if pattern.count() == 0 {
            return Err("there is no order to choose from".to_owned());
        }
        if pattern.longest() > LONGEST {
            return Err(format!("an order has more than {LONGEST} characters"));
        }
        Ok(Arc::unwrap_or_clone(pattern))
    }

    /// Returns the number of orders, `u64::MAX` at most.
    pub fn count(&self) -> u64 {
        match self {
            Self::Words(_) => 1,
            Self::Number(least, most) => {
                if least > most {
                    0
                } else {
                    least.abs_diff(*most).saturating_add(1)
                }
            }
            Self::Any(nodes) => nodes.iter().map(|node| node.count()).fold(0, u64::saturating_add),
            Self::Row(nodes) => nodes.iter().map(|node| node.count()).fold(1, u64::saturating_mul),
            Self::Choose(count, words) => ways(*count, words.len()),
        }
    }

    fn longest(&self) -> usize {
        match self {
            Self::Words(words) => words.len(),
            Self::Number(least, most) => least.to_string().len().max(most.to_string().len()),
            Self::Any(nodes) => nodes.iter().map(|node| node.longest()).max().unwrap_or(0),
            Self::Choose(count, words) => {
                let mut lengths: Vec<_> = words.iter().map(|word| word.len() + 1).collect();
                lengths.sort_unstable_by(|a, b| b.cmp(a));
                lengths.iter().take(*count).sum::<usize>().saturating_sub(1)
            }
            Self::Row(nodes) => nodes.iter().map(|node| node.longest() + 1).sum::<usize>().saturating_sub(1),
        }
    }

    /// Returns every order in canonical text; `None` if there are more than `LISTED`.
    pub fn list(&self) -> Option<Vec<String>> {
        if self.count() > LISTED {
            return None;
        }
        let mut orders = Vec::new();
        Self::put(&[self], &mut String::new(), &mut |order| orders.push(order.clone()));
        Some(orders)
    }

    /// Calls `then` with `text` followed by each order of the patterns in sequence.
    fn put(patterns: &[&Self], text: &mut String, then: &mut dyn FnMut(&mut String)) {
        let Some((first, others)) = patterns.split_first() else { return then(text) };
        let mut word = |word: &str, text: &mut String| {
            let before = text.len();
            if !text.is_empty() && !word.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
            Self::put(others, text, then);
            text.truncate(before);
        };
        match first {
            Self::Words(words) => word(words, text),
            Self::Number(least, most) => (*least..=*most).for_each(|number| word(&number.to_string(), text)),
            Self::Any(nodes) => nodes.iter().for_each(|node| {
                Self::put(&[node], text, &mut |text| Self::put(others, text, then));
            }),
            Self::Row(nodes) => {
                let nodes: Vec<_> = nodes.iter().map(|node| &**node).collect();
                Self::put(&nodes, text, &mut |text| Self::put(others, text, then));
            }
            all @ Self::Choose(..) => (0..all.count()).for_each(|number| word(&all.nth(number), text)),
        }
    }

    /// Returns `most` of the orders at most, evenly spread. Alternatives share them: none of `call` and `raise 1` to `raise 9` is left out.
    pub fn some(&self, most: u64) -> Vec<String> {
        let count = self.count();
        if let Self::Any(nodes) = self
            && nodes.len() as u64 <= most
            && most < count
        {
            let mut shares: Vec<_> = nodes.iter().map(|node| (node, node.count())).collect();
            shares.sort_by_key(|(_, count)| *count);
            let mut left = most;
            let mut orders = Vec::new();
            for (number, (node, count)) in shares.iter().enumerate() {
                let share = (left / (shares.len() - number) as u64).min(*count);
                orders.extend(node.some(share));
                left -= share;
            }
            return orders;
        }
        let (most, last) = (most.min(count), u128::from(count.saturating_sub(1)));
        let at = |number: u64| u128::from(number) * last / u128::from(most.saturating_sub(1).max(1));
        (0..most).map(|number| self.nth(u64::try_from(at(number)).unwrap_or(0))).collect()
    }

    /// Returns an order by its number, which is below [`Self::count`].
    pub fn nth(&self, number: u64) -> String {
        let mut words = Vec::new();
        self.pick(number, &mut words);
        words.retain(|word| !word.is_empty());
        words.join(" ")
    }

    fn pick(&self, mut number: u64, words: &mut Vec<String>) {
        match self {
            Self::Words(text) => words.push(text.to_string()),
            Self::Number(least, _) => words.push(least.saturating_add_unsigned(number).to_string()),
            Self::Any(nodes) => {
                for node in nodes {
                    let count = node.count();
                    if number < count {
                        return node.pick(number, words);
                    }
                    number -= count;
                }
            }
            Self::Row(nodes) => {
                for node in nodes {
                    let count = node.count().max(1);
                    node.pick(number % count, words);
                    number /= count;
                }
            }
            Self::Choose(count, all) => {
                let mut left = *count;
                for (place, word) in all.iter().enumerate() {
                    let Some(fewer) = left.checked_sub(1) else { return };
                    let with = ways(fewer, all.len() - place - 1);
                    if number < with {
                        words.push(word.to_string());
                        left = fewer;
                    } else {
                        number -= with;
                    }
                }
            }
        }
    }

    /// Returns the choices of a menu after some words. A word with a single continuation is joined to it.
    pub fn choices(&self, path: &[String]) -> Vec<Choice> {
        let mut choices = self.next(path);
        for choice in &mut choices {
            while !choice.ends {
                let path: Vec<_> = path.iter().cloned().chain([choice.word.clone()]).collect();
                let behind = self.next(&path);
                let [only] = &behind[..] else { break };
                choice.word = format!("{} {}", choice.word, only.word);
                choice.ends = only.ends;
            }
            choice.label = label(&choice.word);
        }
        choices
    }

    /// Returns the possible next words after some; `ends` says whether the order is complete with the word.
    pub fn next(&self, path: &[String]) -> Vec<Choice> {
        let mut states = vec![Rest { nodes: vec![Left::Whole(self)] }];
        for word in path.iter().flat_map(|words| words.split(' ')) {
            let mut behind = Vec::new();
            for state in states {
                state.words(Some(word), &mut |next, rest| {
                    if next == word {
                        behind.push(rest);
                    }
                });
            }
            states = behind;
        }
        let mut choices: Vec<Choice> = Vec::new();
        let mut places = HashMap::new();
        for state in states {
            state.words(None, &mut |word, rest| {
                let ends = rest.is_over();
                let place = *places.entry(word.to_owned()).or_insert_with(|| {
                    choices.push(Choice { ends: false, ..Choice::plain(word) });
                    choices.len() - 1
                });
                choices[place].ends |= ends;
            });
        }
        choices
    }

    /// Returns the canonical texts of the orders that a text may mean. A canonical text means only itself.
    pub fn matches(&self, text: &str) -> Vec<String> {
        if Self::eat(&[self], text, &mut |rest| rest.is_empty()) {
            return vec![text.to_owned()];
        }
        let wanted = letters(text);
        let mut found = Vec::new();
        let mut ends = vec![(0, Vec::new())];
        self.fit(&wanted, &mut ends);
        for (at, words) in ends {
            if at == wanted.len() {
                let order = words.into_iter().filter(|word: &String| !word.is_empty()).collect::<Vec<_>>().join(" ");
                if !found.contains(&order) {
                    found.push(order);
                }
            }
        }
        found
    }

    /// Whether a canonical text fits the patterns in sequence, with a rest that `then` accepts.
    fn eat(patterns: &[&Self], text: &str, then: &mut dyn FnMut(&str) -> bool) -> bool {
        let Some((first, others)) = patterns.split_first() else { return then(text) };
        let behind = |rest: &str, then: &mut dyn FnMut(&str) -> bool| match (rest.is_empty(), rest.strip_prefix(' ')) {
            (true, _) => Self::eat(others, "", then),
            (false, Some(rest)) if !rest.is_empty() => Self::eat(others, rest, then),
            _ => false,
        };
        match first {
            Self::Words(words) if words.is_empty() => Self::eat(others, text, then),
            Self::Words(words) => text.strip_prefix(&**words).is_some_and(|rest| behind(rest, then)),
            Self::Number(least, most) => {
                let digits = text.bytes().take_while(u8::is_ascii_digit).count();
                let plain = digits == 1 || !text.starts_with('0');
                let number: Option<i64> = text[..digits].parse().ok().filter(|_| plain);
                number.is_some_and(|number| (*least..=*most).contains(&number)) && behind(&text[digits..], then)
            }
            Self::Any(nodes) => {
                nodes.iter().any(|node| Self::eat(&[node], text, &mut |rest| Self::eat(others, rest, then)))
            }
            Self::Row(nodes) => {
                let nodes: Vec<_> = nodes.iter().map(|node| &**node).collect();
                Self::eat(&nodes, text, &mut |rest| Self::eat(others, rest, then))
            }
            Self::Choose(count, all) => Self::eat_some(*count, all, text, &mut |rest| behind(rest, then)),
        }
    }

    /// Whether a text begins with `count` of the words in the list's order, with a rest that `then` accepts.
    fn eat_some(count: usize, all: &[Arc<str>], text: &str, then: &mut dyn FnMut(&str) -> bool) -> bool {
        let Some(left) = count.checked_sub(1) else { return then(text) };
        all.iter().enumerate().any(|(place, word)| {
            let Some(rest) = text.strip_prefix(&**word) else { return false };
            match (left, rest.strip_prefix(' ')) {
                (0, _) => then(rest),
                (_, Some(rest)) => Self::eat_some(left, &all[place + 1..], rest, then),
                _ => false,
            }
        })
    }

    /// Extends each partial reading by the pattern, and drops those that do not fit.
    fn fit(&self, wanted: &str, ends: &mut Vec<(usize, Vec<String>)>) {
        match self {
            Self::Words(words) => {
                let own = letters(words);
                *ends = std::mem::take(ends)
                    .into_iter()
                    .filter_map(|(at, mut before)| {
                        let rest = wanted.get(at..)?;
                        let skipped = rest.len() - rest.trim_start_matches(' ').len();
                        let fits = rest[skipped..].starts_with(&own);
                        before.push(words.to_string());
                        fits.then(|| (at + if own.is_empty() { 0 } else { skipped } + own.len(), before))
                    })
                    .collect();
            }
            Self::Number(least, most) => {
                *ends = std::mem::take(ends)
                    .into_iter()
                    .filter_map(|(at, mut before)| {
                        let rest = wanted.get(at..)?;
                        let skipped = rest.len() - rest.trim_start_matches(' ').len();
                        let rest = &rest[skipped..];
                        let sign = usize::from(rest.starts_with('-'));
                        let digits = rest[sign..].bytes().take_while(u8::is_ascii_digit).count();
                        let number: i64 = rest[..sign + digits].parse().ok()?;
                        before.push(number.to_string());
                        (*least..=*most).contains(&number).then_some((at + skipped + sign + digits, before))
                    })
                    .collect();
            }
            Self::Any(nodes) => {
                let mut all = Vec::new();
                for node in nodes {
                    let mut each = ends.clone();
                    node.fit(wanted, &mut each);
                    all.append(&mut each);
                }
                *ends = all;
            }
            Self::Row(nodes) => nodes.iter().for_each(|node| node.fit(wanted, ends)),
            Self::Choose(count, all) => {
                *ends = std::mem::take(ends)
                    .into_iter()
                    .flat_map(|(at, before)| {
                        fit_some(*count, all, wanted, at).into_iter().map(move |(at, words)| {
                            let mut before = before.clone();
                            before.push(words);
                            (at, before)
                        })
                    })
                    .collect();
            }
        }
    }

    /// Summarises the orders: all of them, such as `call`, `fold`, or some examples and the number of others.
    pub fn summary(&self) -> String {
        const SHOWN: usize = 6;
        const MANY: u64 = 1_000_000;
        let mut shown = Vec::new();
        self.alternatives(&mut shown);
        shown.truncate(SHOWN);
        let named = shown.iter().map(|(_, orders)| *orders).fold(0, u64::saturating_add);
        let words = shown.into_iter().map(|(words, _)| words).collect::<Vec<_>>().join(", ");
        match self.count().saturating_sub(named) {
            0 => words,
            more @ ..MANY => format!("for example {words}, and {more} more"),
            _ => format!("for example {words}, and many more"),
        }
    }

    /// Adds each alternative in words, with the number of orders that the words cover.
    fn alternatives(&self, shown: &mut Vec<(String, u64)>) {
        match self {
            Self::Any(nodes) => nodes.iter().for_each(|node| node.alternatives(shown)),
            node => shown.push(node.example()),
        }
    }

    fn example(&self) -> (String, u64) {
        let words = match self {
            Self::Words(words) => format!("`{words}`"),
            Self::Number(least, most) => format!("a number from {least} to {most}"),
            Self::Row(nodes) => match nodes.iter().map(|node| &**node).collect::<Vec<_>>()[..] {
                [Self::Words(word), Self::Number(least, most)] => {
                    format!("`{word}` and a number from {least} to {most}")
                }
                _ => return (format!("`{}`", self.nth(0)), 1),
            },
            Self::Any(_) => return (format!("`{}`", self.nth(0)), 1),
            Self::Choose(count, _) => format!("{count} different ones, as in `{}`", self.nth(0)),
        };
        (words, self.count())
    }
}

/// Returns the numbers of a range for a menu: of a long range only the first ones and the last; the others are typed.
fn offered(range: std::ops::RangeInclusive<i64>) -> impl Iterator<Item = i64> {
    const LONG: u64 = 2_000;
    const FIRST: i64 = 23;
    let (least, most) = range.into_inner();
    let is_long = least <= most && least.abs_diff(most) >= LONG;
    let (first, last) = if is_long { (least..=least + FIRST, Some(most)) } else { (least..=most, None) };
    first.chain(last)
}

/// Returns the number of ways to choose `count` items of `of`, `u64::MAX` at most.
fn ways(count: usize, of: usize) -> u64 {
    if count > of {
        return 0;
    }
    let ways =
        (0..count as u128).try_fold(1_u128, |ways, taken| Some(ways.checked_mul(of as u128 - taken)? / (taken + 1)));
    ways.and_then(|ways| u64::try_from(ways).ok()).unwrap_or(u64::MAX)
}

/// Reads `count` different words, in any order, from `at`. Returns the end of each reading, and the words in the list's order.
fn fit_some(count: usize, all: &[Arc<str>], wanted: &str, at: usize) -> Vec<(usize, String)> {
    /// The most readings that are followed. Only words with a common beginning have several.
    const READINGS: usize = 256;
    let own: Vec<_> = all.iter().map(|word| letters(word)).collect();
    let mut paths = vec![(at, Vec::<usize>::new())];
    for _ in 0..count {
        let mut longer = Vec::new();
        for (at, taken) in paths {
            let Some(rest) = wanted.get(at..) else { continue };
            let skipped = rest.len() - rest.trim_start_matches(' ').len();
            for (place, own) in own.iter().enumerate().filter(|(place, _)| !taken.contains(place)) {
                if rest[skipped..].starts_with(own) {
                    longer.push((at + skipped + own.len(), taken.iter().copied().chain([place]).collect()));
                }
            }
        }
        longer.truncate(READINGS);
        paths = longer;
    }
    let written = |mut taken: Vec<usize>| {
        taken.sort_unstable();
        taken.iter().map(|place| &*all[*place]).collect::<Vec<_>>().join(" ")
    };
    paths.into_iter().map(|(at, taken)| (at, written(taken))).collect()
}

/// Patterns of values that were read before: files use one list in many orders.
type Before = HashMap<Id, Arc<Pattern>>;

fn read(
    machine: &Machine,
    value: Value,
    depth: usize,
    nodes: &mut usize,
    before: &mut Before,
) -> Result<Arc<Pattern>, String> {
    let known = match value {
        Value::Text(id) | Value::List(id) | Value::Tuple(id) | Value::Dict(id) => Some(id),
        _ => None,
    };
    if let Some(pattern) = known.and_then(|id| before.get(&id)) {
        return Ok(Arc::clone(pattern));
    }
    *nodes += 1;
    if depth > DEPTH || *nodes > NODES {
        return Err("the orders are too many or nested too deeply".to_owned());
    }
    let mut all = |items: &[Value]| {
        items.iter().map(|item| read(machine, *item, depth + 1, nodes, before)).collect::<Result<Vec<_>, _>>()
    };
    let pattern = match value {
        Value::Text(_) => words(machine.text(value).unwrap_or_default())?,
        Value::Int(number) => Pattern::Words(number.to_string().into()),
        Value::List(_) => Pattern::Any(all(machine.items(value).unwrap_or_default())?),
        Value::Tuple(_) => Pattern::Row(all(machine.items(value).unwrap_or_default())?),
        Value::Dict(_) => entry(machine, value)?,
        other => {
            let kind = other.type_name();
            return Err(format!("orders are made of texts, numbers, lists and tuples, not of a {kind}"));
        }
    };
    let pattern = Arc::new(pattern);
    if let Some(id) = known {
        before.insert(id, Arc::clone(&pattern));
    }
    Ok(pattern)
}

/// Reads a result of `between` or `choose`.
fn entry(machine: &Machine, value: Value) -> Result<Pattern, String> {
    let entries = machine.entries(value).unwrap_or_default();
    let entry = |name: &str| entries.iter().find(|(key, _)| machine.text(*key) == Some(name)).map(|(_, value)| *value);
    if let (Some(Value::Int(count)), Some(items)) = (entry("choose"), entry("items")) {
        let word = |item: &Value| match item {
            Value::Int(number) => Ok(Arc::from(number.to_string())),
            item => match words(machine.text(*item).ok_or("the items of `choose` are texts or numbers")?)? {
                Pattern::Words(words) if !words.is_empty() && !words.contains(' ') => Ok(words),
                _ => Err("an item of `choose` is one word".to_owned()),
            },
        };
        let items = machine.items(items).unwrap_or_default().iter().map(word).collect::<Result<Vec<_>, _>>()?;
        let count = usize::try_from(count).ok().filter(|count| (1..=items.len()).contains(count));
        let count = count.ok_or("`choose` needs a number from 1 to how many items there are")?;
        let different: HashSet<_> = items.iter().collect();
        if items.len() > CHOSEN_FROM || different.len() < items.len() {
            return Err(format!("`choose` needs at most {CHOSEN_FROM} items, all different"));
        }
        return Ok(Pattern::Choose(count, items.into()));
    }
    let (Some(word), Some(Value::Int(least)), Some(Value::Int(most))) = (entry("word"), entry("least"), entry("most"))
    else {
        return Err("a number in an order is written `between(\"bid\", 0, 9)`".to_owned());
    };
    if least < 0 {
        return Err("numbers in orders begin at 0; use words for what is below".to_owned());
    }
    let number = Pattern::Number(least, most);
    match machine.text(word) {
        Some("") | None => Ok(number),
        Some(word) => Ok(Pattern::Row(vec![Arc::new(words(word)?), Arc::new(number)])),
    }
}

fn words(text: &str) -> Result<Pattern, String> {
    let allowed =
        |c: char| c.is_alphanumeric() || matches!(c, ' ' | ',' | '-' | '+' | '/' | '#' | '*' | '=' | '.' | ':');
    if let Some(strange) = text.chars().find(|c| !allowed(*c)) {
        return Err(format!("an order cannot have the character `{strange}` in it"));
    }
    let words: Vec<_> = text.split_whitespace().collect();
    Ok(Pattern::Words(words.join(" ").into()))
}

/// Removes case and separators from a text; a space stays between two numbers.
fn letters(text: &str) -> String {
    let mut letters = String::with_capacity(text.len());
    let mut apart = false;
    for c in text.chars().flat_map(char::to_lowercase) {
        if matches!(c, ' ' | ',' | ';' | ':' | '.' | '-' | '/') {
            apart = true;
            continue;
        }
        let digits = c.is_ascii_digit() && letters.ends_with(|last: char| last.is_ascii_digit());
        if apart && digits {
            letters.push(' ');
        }
        apart = false;
        letters.push(c);
    }
    letters
}

/// The rest of an order after some words.
#[derive(Clone)]
struct Rest<'a> {
    /// The parts of the rest, the next one last.
    nodes: Vec<Left<'a>>,
}

#[derive(Clone, Copy)]
enum Left<'a> {
    Whole(&'a Pattern),
    Words(&'a str),
    /// A number of words to take from these.
    Choose(usize, &'a [Arc<str>]),
}

impl Rest<'_> {
    fn is_over(&self) -> bool {
        self.nodes.iter().all(|node| match node {
            Left::Words(words) => words.is_empty(),
            Left::Whole(pattern) => pattern.may_be_empty(),
            Left::Choose(count, _) => *count == 0,
        })
    }

    /// Calls `found` with each next word and its rest. A range of numbers gives only `wanted`, if there is one.
    fn words(mut self, wanted: Option<&str>, found: &mut dyn FnMut(&str, Self)) {
        match self.nodes.pop() {
            None => {}
            Some(Left::Words(words)) => match words.split_once(' ') {
                Some((word, rest)) => {
                    self.nodes.push(Left::Words(rest));
                    found(word, self);
                }
                None if words.is_empty() => self.words(wanted, found),
                None => found(words, self),
            },
            Some(Left::Whole(Pattern::Words(words))) => {
                self.nodes.push(Left::Words(words));
                self.words(wanted, found);
            }
            Some(Left::Whole(Pattern::Number(least, most))) => {
                let range = *least..=*most;
                match wanted {
                    Some(word) => {
                        let is_it = |number: &i64| range.contains(number) && number.to_string() == word;
                        if word.parse().is_ok_and(|number| is_it(&number)) {
                            found(word, self);
                        }
                    }
                    None => offered(range).for_each(|number| found(&number.to_string(), self.clone())),
                }
            }
            Some(Left::Whole(Pattern::Any(nodes))) => {
                for node in nodes {
                    let mut rest = self.clone();
                    rest.nodes.push(Left::Whole(node));
                    rest.words(wanted, found);
                }
            }
            Some(Left::Whole(Pattern::Choose(count, words))) => {
                self.nodes.push(Left::Choose(*count, words));
                self.words(wanted, found);
            }
            Some(Left::Choose(0, _)) => self.words(wanted, found),
            Some(Left::Choose(count, all)) => {
                for (place, word) in all.iter().enumerate().take((all.len() + 1).saturating_sub(count)) {
                    let mut rest = self.clone();
                    rest.nodes.push(Left::Choose(count - 1, &all[place + 1..]));
                    found(word, rest);
                }
            }
            Some(Left::Whole(Pattern::Row(nodes))) => {
                self.nodes.extend(nodes.iter().rev().map(|node| Left::Whole(node)));
                self.words(wanted, found);
            }
        }
    }
}

impl Pattern {
    fn may_be_empty(&self) -> bool {
        match self {
            Self::Words(words) => words.is_empty(),
            Self::Number(..) | Self::Choose(..) => false,
            Self::Any(nodes) => nodes.iter().any(|node| node.may_be_empty()),
            Self::Row(nodes) => nodes.iter().all(|node| node.may_be_empty()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternatives_share_the_orders_that_a_player_considers() {
        let word = |word: &str| Arc::new(Pattern::Words(word.into()));
        let raise = Arc::new(Pattern::Row(vec![word("raise"), Arc::new(Pattern::Number(1, 100))]));
        let bets = Pattern::Any(vec![word("fold"), raise, word("call")]);
        assert_eq!(bets.some(5), ["fold", "call", "raise 1", "raise 50", "raise 100"]);
        assert_eq!(bets.some(2), ["fold", "call"]);
        assert_eq!(bets.some(200).len(), 102);
    }
}
