//! The orders of a seat as a pattern: alternatives of words, numbers in a range and parts in sequence.
//!
//! | in a file | means |
//! |---|---|
//! | `"call"`, `7` | these words |
//! | `["call", "fold"]` | one of these |
//! | `("move", ["a1", "b2"])` | these parts in sequence |
//! | `choose(3, ["1", "2", "3", "4"])`, `choose((1, 3), …)` | three of the items, one to three; in any order. The canonical order is the list's |
//! | `between("bid", 0, 9)`, `up_to("raise", 9)` | a word and a number; `""` for no word |
//! | `spelt("sw", "ws")` | these words, which may also be typed as `ws` |
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

/// The most orders for which a menu lists texts whole instead of word by word.
const FLAT: u64 = 25;

/// The most bytes of one order.
const LONGEST: usize = 200;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Words with single spaces.
    Words(Arc<str>),
    /// Words, and all their spellings.
    Spelt(Arc<str>, Arc<Self>),
    Number(i64, i64),
    Any(Vec<Arc<Self>>),
    Row(Vec<Arc<Self>>),
    /// Some of the items, in the list's order.
    Choose(Chosen),
}

/// How many of which items are chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    least: usize,
    most: usize,
    items: Items,
}

/// Different words, and how often each may be chosen.
type Items = Arc<[(Arc<str>, usize)]>;

/// Returns the default label of words in a menu: `Raise 3`, `a5`.
fn label(words: &str) -> String {
    let words = words.trim_end_matches([',', ':', '/', ' ']);
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
            Self::Words(_) | Self::Spelt(..) => 1,
            Self::Number(least, most) => {
                if least > most {
                    0
                } else {
                    least.abs_diff(*most).saturating_add(1)
                }
            }
            Self::Any(nodes) => nodes.iter().map(|node| node.count()).fold(0, u64::saturating_add),
            Self::Row(nodes) => nodes.iter().map(|node| node.count()).fold(1, u64::saturating_mul),
            Self::Choose(chosen) => chosen.sizes().map(|(_, ways)| ways).fold(0, u64::saturating_add),
        }
    }

    fn longest(&self) -> usize {
        match self {
            Self::Words(words) | Self::Spelt(words, _) => words.len(),
            Self::Number(least, most) => least.to_string().len().max(most.to_string().len()),
            Self::Any(nodes) => nodes.iter().map(|node| node.longest()).max().unwrap_or(0),
            Self::Choose(Chosen { most, items, .. }) => {
                let lengths = items.iter().flat_map(|(word, times)| std::iter::repeat_n(word.len() + 1, *times));
                let mut lengths: Vec<_> = lengths.collect();
                lengths.sort_unstable_by(|a, b| b.cmp(a));
                lengths.iter().take(*most).sum::<usize>().saturating_sub(1)
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
            Self::Words(words) | Self::Spelt(words, _) => word(words, text),
            Self::Number(least, most) => (*least..=*most).for_each(|number| word(&number.to_string(), text)),
            Self::Any(nodes) => nodes.iter().for_each(|node| {
                Self::put(&[node], text, &mut |text| Self::put(others, text, then));
            }),
            Self::Row(nodes) => {
                let nodes: Vec<_> = nodes.iter().map(|node| &**node).collect();
                Self::put(&nodes, text, &mut |text| Self::put(others, text, then));
            }
            all @ Self::Choose(_) => (0..all.count()).for_each(|number| word(&all.nth(number), text)),
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
            Self::Words(text) | Self::Spelt(text, _) => words.push(text.to_string()),
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
            Self::Choose(chosen) => {
                let mut left = 0;
                for (size, ways) in chosen.sizes() {
                    left = size;
                    if number < ways {
                        break;
                    }
                    number -= ways;
                }
                for (place, (word, times)) in chosen.items.iter().enumerate() {
                    for taken in (0..=left.min(*times)).rev() {
                        let with = ways(left - taken, &chosen.items[place + 1..]);
                        if number < with {
                            words.extend(std::iter::repeat_n(word.to_string(), taken));
                            left -= taken;
                            break;
                        }
                        number -= with;
                    }
                }
            }
        }
    }

    /// Returns the choices of a menu after some words. A word with a single continuation is joined to it.
    pub fn choices(&self, path: &[String]) -> Vec<Choice> {
        let step = if self.count() <= FLAT { Step::Texts } else { Step::Words };
        let mut choices = self.next(path, step);
        for choice in &mut choices {
            while !choice.ends {
                let path: Vec<_> = path.iter().cloned().chain([choice.word.clone()]).collect();
                let behind = self.next(&path, step);
                let [only] = &behind[..] else { break };
                choice.word = format!("{} {}", choice.word, only.word);
                choice.ends = only.ends;
            }
            choice.label = label(&choice.word);
        }
        choices
    }

    /// Returns the possible next words after some; `ends` says whether the order is complete with the word.
    fn next(&self, path: &[String], step: Step<'_>) -> Vec<Choice> {
        let mut states = vec![Rest { nodes: vec![Left::Whole(self)] }];
        for word in path.iter().flat_map(|words| words.split(' ')) {
            let mut behind = Vec::new();
            for state in states {
                state.words(Step::Along(word), &mut |next, rest| {
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
            state.words(step, &mut |word, rest| {
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

    /// Returns the words at the beginning of a text that begin an order, and the rest of the text.
    pub fn beginning(&self, text: &str) -> (Vec<String>, String) {
        let typed: Vec<_> = text.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        let mut path = Vec::new();
        while let Some(word) = typed.get(path.len()) {
            let next = self.next(&path, Step::Words);
            let exact = next.iter().find(|next| next.word.eq_ignore_ascii_case(word));
            let Some(next) = exact.or_else(|| next.iter().find(|next| self.spells(&next.word, word))) else { break };
            path.push(next.word.clone());
        }
        let rest = typed[path.len()..].join(" ");
        (path, rest)
    }

    /// Whether a text is another spelling of a word somewhere in the pattern.
    fn spells(&self, word: &str, text: &str) -> bool {
        match self {
            Self::Words(_) | Self::Number(..) | Self::Choose(_) => false,
            Self::Spelt(words, spellings) => **words == *word && !spellings.matches(text).is_empty(),
            Self::Any(nodes) | Self::Row(nodes) => nodes.iter().any(|node| node.spells(word, text)),
        }
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
            Self::Words(words) | Self::Spelt(words, _) => {
                text.strip_prefix(&**words).is_some_and(|rest| behind(rest, then))
            }
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
            Self::Choose(chosen) => {
                Self::eat_some([chosen.least, chosen.most], &chosen.items, 0, text, &mut |rest| behind(rest, then))
            }
        }
    }

    /// Whether a text begins with some of the items in the list's order, with a rest that `then` accepts.
    ///
    /// `used` is how often the first item has been read.
    fn eat_some(
        [least, most]: [usize; 2],
        items: &[(Arc<str>, usize)],
        used: usize,
        text: &str,
        then: &mut dyn FnMut(&str) -> bool,
    ) -> bool {
        let Some(most) = most.checked_sub(1) else { return false };
        let least = least.saturating_sub(1);
        items.iter().enumerate().any(|(place, (word, times))| {
            let used = if place == 0 { used } else { 0 };
            let Some(rest) = text.strip_prefix(&**word).filter(|_| used < *times) else { return false };
            (least == 0 && then(rest))
                || rest
                    .strip_prefix(' ')
                    .is_some_and(|rest| Self::eat_some([least, most], &items[place..], used + 1, rest, then))
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
            Self::Spelt(words, spellings) => {
                spellings.fit(wanted, ends);
                ends.iter_mut().filter_map(|(_, read)| read.last_mut()).for_each(|last| *last = words.to_string());
            }
            Self::Number(least, most) => {
                *ends = std::mem::take(ends)
                    .into_iter()
                    .flat_map(|(at, before)| {
                        let rest = wanted.get(at..).unwrap_or_default();
                        let skipped = rest.len() - rest.trim_start_matches(' ').len();
                        let fitting = numbers_at(&rest[skipped..]);
                        fitting.into_iter().filter(|(_, number)| (*least..=*most).contains(number)).map(
                            move |(length, number)| {
                                let words = before.iter().cloned().chain([number.to_string()]).collect();
                                (at + skipped + length, words)
                            },
                        )
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
            Self::Choose(chosen) => {
                *ends = std::mem::take(ends)
                    .into_iter()
                    .flat_map(|(at, before)| {
                        fit_some(chosen, wanted, at).into_iter().map(move |(at, words)| {
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
        const LONGEST: usize = 40;
        let mut shown = Vec::new();
        self.alternatives(&mut shown);
        // An example that is long says no more than a short one.
        let brief = shown.iter().filter(|(words, _)| words.len() <= LONGEST).cloned().collect::<Vec<_>>();
        shown = if brief.is_empty() { shown } else { brief };
        some_of(shown, self.count())
    }

    /// Summarises the words that may follow some words.
    pub fn summary_after(&self, path: &[String]) -> String {
        let next = self.next(path, Step::Words);
        let numbers: Option<Vec<i64>> = next.iter().map(|choice| choice.word.parse().ok()).collect();
        match numbers.as_deref() {
            Some([first, .., last]) if next.len() > 12 => format!("a number from {first} to {last}"),
            _ => some_of(next.iter().map(|choice| (format!("`{}`", choice.word), 1)).collect(), next.len() as u64),
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
            Self::Words(words) | Self::Spelt(words, _) => format!("`{words}`"),
            Self::Number(least, most) => format!("a number from {least} to {most}"),
            Self::Row(nodes) => match nodes.iter().map(|node| &**node).collect::<Vec<_>>()[..] {
                [Self::Words(word), Self::Number(least, most)] => {
                    format!("`{word}` and a number from {least} to {most}")
                }
                _ => return (format!("`{}`", self.nth(0)), 1),
            },
            Self::Any(_) => return (format!("`{}`", self.nth(0)), 1),
            Self::Choose(Chosen { least, most, .. }) if least == most => {
                format!("{least} of these, as in `{}`", self.nth(0))
            }
            Self::Choose(Chosen { least, most, .. }) => format!("{least} to {most} of these, as in `{}`", self.nth(0)),
        };
        (words, self.count())
    }
}

/// Lists words as far as a person reads them; each covers a number of the `all` orders. If they are too many, each kind comes first
/// with an example: words with digits are one kind, others are told apart by their first word.
fn some_of(mut words: Vec<(String, u64)>, all: u64) -> String {
    const READ: usize = 80;
    const MANY: u64 = 1_000_000;
    if words.iter().map(|(word, _)| word.len() + 2).sum::<usize>() > READ {
        let mut kinds = HashSet::new();
        words.sort_by_cached_key(|(word, _)| {
            let first = word.split(' ').next().unwrap_or_default().trim_matches('`');
            let is_numbered = first.contains(|c: char| c.is_ascii_digit());
            !kinds.insert(if is_numbered { String::new() } else { first.to_owned() })
        });
    }
    let mut read = 0;
    words.retain(|(word, _)| {
        read += word.len() + 2;
        read <= READ || read == word.len() + 2
    });
    let named = words.iter().map(|(_, orders)| *orders).fold(0, u64::saturating_add);
    let words = words.into_iter().map(|(word, _)| word).collect::<Vec<_>>().join(", ");
    match all.saturating_sub(named) {
        0 => words,
        more @ ..MANY => format!("for example {words}, and {more} more"),
        _ => format!("for example {words}, and many more"),
    }
}

/// Reads a number at the beginning of a text, also with its thousands apart. Returns the length of each reading, and the number.
fn numbers_at(text: &str) -> Vec<(usize, i64)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let first = digits(text);
    let mut end = first;
    let mut found = Vec::new();
    loop {
        found.extend(text[..end].replace(' ', "").parse().ok().map(|number| (end, number)));
        let behind = text[end..].strip_prefix(' ').filter(|rest| (1..=3).contains(&first) && digits(rest) == 3);
        if behind.is_none() {
            return found;
        }
        end += 4;
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

impl Chosen {
    /// Reads the items; equal ones need not be neighbours.
    fn new([least, most]: [usize; 2], words: Vec<Arc<str>>) -> Self {
        let mut items: Vec<(Arc<str>, usize)> = Vec::new();
        for word in words {
            match items.iter_mut().find(|(known, _)| *known == word) {
                Some((_, times)) => *times += 1,
                None => items.push((word, 1)),
            }
        }
        Self { least, most, items: items.into() }
    }

    /// Each possible number of chosen items, with the number of ways to choose so many.
    fn sizes(&self) -> impl Iterator<Item = (usize, u64)> {
        (self.least..=self.most).map(|size| (size, ways(size, &self.items)))
    }
}

/// Returns the number of ways to choose `count` of the items, `u64::MAX` at most.
fn ways(count: usize, items: &[(Arc<str>, usize)]) -> u64 {
    let of: usize = items.iter().map(|(_, times)| times).sum();
    if count > of {
        return 0;
    }
    if of == items.len() {
        let ways = (0..count as u128)
            .try_fold(1_u128, |ways, taken| Some(ways.checked_mul(of as u128 - taken)? / (taken + 1)));
        return ways.and_then(|ways| u64::try_from(ways).ok()).unwrap_or(u64::MAX);
    }
    let mut ways = vec![0_u64; count + 1];
    ways[0] = 1;
    for (_, times) in items {
        let before = ways.clone();
        for size in 0..=count {
            ways[size] = before[size.saturating_sub(*times)..=size].iter().copied().fold(0, u64::saturating_add);
        }
    }
    ways[count]
}

/// Reads chosen words, in any order, from `at`. Returns the end of each reading, and the words in the list's order.
fn fit_some(chosen: &Chosen, wanted: &str, at: usize) -> Vec<(usize, String)> {
    /// The most readings that are followed. Only words with a common beginning have several.
    const READINGS: usize = 256;
    let items = &chosen.items;
    let own: Vec<_> = items.iter().map(|(word, _)| letters(word)).collect();
    let mut paths = vec![(at, Vec::<usize>::new())];
    let mut found = Vec::new();
    for size in 1..=chosen.most {
        let mut longer = Vec::new();
        for (at, taken) in paths {
            let Some(rest) = wanted.get(at..) else { continue };
            let skipped = rest.len() - rest.trim_start_matches(' ').len();
            let is_left = |place: usize| taken.iter().filter(|other| **other == place).count() < items[place].1;
            for (place, own) in own.iter().enumerate().filter(|(place, _)| is_left(*place)) {
                if rest[skipped..].starts_with(own) {
                    longer.push((at + skipped + own.len(), taken.iter().copied().chain([place]).collect()));
                }
            }
        }
        longer.truncate(READINGS);
        if size >= chosen.least {
            found.extend(longer.iter().cloned());
        }
        paths = longer;
    }
    let written = |mut taken: Vec<usize>| {
        taken.sort_unstable();
        taken.iter().map(|place| &*items[*place].0).collect::<Vec<_>>().join(" ")
    };
    found.into_iter().map(|(at, taken)| (at, written(taken))).collect()
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

/// Reads a result of `between`, `choose` or `spelt`.
fn entry(machine: &Machine, value: Value) -> Result<Pattern, String> {
    let entries = machine.entries(value).unwrap_or_default();
    let entry = |name: &str| entries.iter().find(|(key, _)| machine.text(*key) == Some(name)).map(|(_, value)| *value);
    if let (Some(count), Some(items)) = (entry("choose"), entry("items")) {
        let word = |item: &Value| match item {
            Value::Int(number) => Ok(Arc::from(number.to_string())),
            item => match words(machine.text(*item).ok_or("the items of `choose` are texts or numbers")?)? {
                Pattern::Words(words) if !words.is_empty() && !words.contains(' ') => Ok(words),
                _ => Err("an item of `choose` is one word".to_owned()),
            },
        };
        let items = machine.items(items).unwrap_or_default().iter().map(word).collect::<Result<Vec<_>, _>>()?;
        if items.len() > CHOSEN_FROM {
            return Err(format!("`choose` has at most {CHOSEN_FROM} items"));
        }
        let bounds = match (count, machine.items(count)) {
            (Value::Int(count), _) => Some([count, count]),
            (_, Some([Value::Int(least), Value::Int(most)])) => Some([*least, *most]),
            _ => None,
        };
        let bounds = bounds.and_then(|bounds| {
            let [least, most] = bounds.map(|bound| usize::try_from(bound).unwrap_or(0));
            (1 <= least && least <= most && least <= items.len()).then(|| [least, most.min(items.len())])
        });
        let bounds = bounds.ok_or(
            "`choose` needs a number from 1 to how many items there are, or two: `choose((1, 3), …)` for one to three",
        )?;
        return Ok(Pattern::Choose(Chosen::new(bounds, items)));
    }
    if let (Some(first), Some(other)) = (entry("spelt"), entry("also")) {
        let spelling = |value| match value {
            Value::Int(number) => Ok(number.to_string()),
            text => machine.text(text).map(str::to_owned).ok_or("`spelt` takes two texts or numbers"),
        };
        let (first, other) = (spelling(first)?, spelling(other)?);
        let spellings = vec![Arc::new(words(&first)?), Arc::new(words(&other)?)];
        let first = first.split_whitespace().collect::<Vec<_>>().join(" ");
        return Ok(Pattern::Spelt(first.into(), Arc::new(Pattern::Any(spellings))));
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

#[derive(Clone)]
enum Left<'a> {
    Whole(&'a Pattern),
    Words(&'a str),
    /// Some of the items; the numbers say how often each has been taken.
    Choose(&'a Chosen, Vec<u8>),
}

/// The words that are looked for.
#[derive(Clone, Copy)]
enum Step<'a> {
    /// This word, chosen before.
    Along(&'a str),
    /// All that may follow, one word each.
    Words,
    /// All that may follow; texts are whole.
    Texts,
}

impl Chosen {
    fn is_enough(&self, taken: &[u8]) -> bool {
        taken.iter().map(|times| usize::from(*times)).sum::<usize>() >= self.least
    }
}

impl Rest<'_> {
    fn is_over(&self) -> bool {
        self.nodes.iter().all(|node| match node {
            Left::Words(words) => words.is_empty(),
            Left::Whole(pattern) => pattern.may_be_empty(),
            Left::Choose(chosen, taken) => chosen.is_enough(taken),
        })
    }

    /// Calls `found` with each next word and its rest.
    fn words(mut self, step: Step<'_>, found: &mut dyn FnMut(&str, Self)) {
        match self.nodes.pop() {
            None => {}
            Some(Left::Words(words)) => match words.split_once(' ') {
                Some((word, rest)) if !matches!(step, Step::Texts) => {
                    self.nodes.push(Left::Words(rest));
                    found(word, self);
                }
                _ if words.is_empty() => self.words(step, found),
                _ => found(words, self),
            },
            Some(Left::Whole(Pattern::Words(words) | Pattern::Spelt(words, _))) => {
                self.nodes.push(Left::Words(words));
                self.words(step, found);
            }
            Some(Left::Whole(Pattern::Number(least, most))) => {
                let range = *least..=*most;
                match step {
                    Step::Along(word) => {
                        let is_it = |number: &i64| range.contains(number) && number.to_string() == word;
                        if word.parse().is_ok_and(|number| is_it(&number)) {
                            found(word, self);
                        }
                    }
                    Step::Words | Step::Texts => {
                        offered(range).for_each(|number| found(&number.to_string(), self.clone()));
                    }
                }
            }
            Some(Left::Whole(Pattern::Any(nodes))) => {
                for node in nodes {
                    let mut rest = self.clone();
                    rest.nodes.push(Left::Whole(node));
                    rest.words(step, found);
                }
            }
            Some(Left::Whole(Pattern::Choose(chosen))) => {
                self.nodes.push(Left::Choose(chosen, vec![0; chosen.items.len()]));
                self.words(step, found);
            }
            Some(Left::Choose(chosen, taken)) => {
                let count = taken.iter().map(|times| usize::from(*times)).sum::<usize>();
                let left = |place: usize| chosen.items[place].1 - usize::from(taken[place]);
                let all: usize = (0..taken.len()).map(left).sum();
                // Of words that must all follow, the first comes next.
                let one = !matches!(step, Step::Along(_)) && all + count == chosen.least;
                let most = if count == chosen.most {
                    0
                } else if one {
                    1
                } else {
                    taken.len()
                };
                for place in (0..taken.len()).filter(|place| left(*place) > 0).take(most) {
                    let mut rest = self.clone();
                    let mut taken = taken.clone();
                    taken[place] += 1;
                    rest.nodes.push(Left::Choose(chosen, taken));
                    found(&chosen.items[place].0, rest);
                }
                if count >= chosen.least {
                    self.words(step, found);
                }
            }
            Some(Left::Whole(Pattern::Row(nodes))) => {
                self.nodes.extend(nodes.iter().rev().map(|node| Left::Whole(node)));
                self.words(step, found);
            }
        }
    }
}

impl Pattern {
    fn may_be_empty(&self) -> bool {
        match self {
            Self::Words(words) | Self::Spelt(words, _) => words.is_empty(),
            Self::Number(..) | Self::Choose(_) => false,
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
