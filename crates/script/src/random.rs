//! `random`: chance from the host's seed.
//!
//! The generator is `ChaCha12`, keyed with the host's 32 bytes. `below(n)` takes 64 bits, rejects values in the last
//! incomplete multiple of `n`, and reduces the others modulo `n`, so every number is equally likely.
//! `shuffled` is Fisher and Yates' method from the last place down: place `i` is swapped with `below(i + 1)`.
//!
//! A host can record draws, and run the script again with some results fixed: see [`Drawn`] and [`Tape`]. It can also fix the next
//! results in words: see [`Machine::fix_draws`].

use std::collections::{HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::call_arguments::Args;
use crate::error::{Fault, Res};
use crate::heap::{Heap, value_bytes};
use crate::machine::Machine;
use crate::value::Value;
use deathmatch_spelling::meant;

/// Fuel of one draw.
const DRAW: u64 = 4;

const FUNCTIONS: [&str; 5] = ["below", "choice", "dice", "shuffled", "take"];

/// The most values of an item that identify it.
const KNOWN_BY: usize = 16;

/// The most draws of a record; later draws are left out.
const RECORDED: usize = 5_000;

/// The most possible results that an error names.
const SHOWN: usize = 12;

/// One result of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The number, or a hash of the item.
    pub mark: u64,
    pub kind: DrawKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawKind {
    Number,
    /// An item of a list.
    Item,
    /// The item at a position of a shuffled list; the number identifies the shuffle.
    Place(u32),
}

/// The target of a draw when a script runs again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawTarget {
    Any,
    /// This result; if it is impossible, the tape breaks.
    Fixed(u64),
    /// This result if it is possible.
    Rather(u64),
    /// Another result if one is possible.
    Not(u64),
}

/// Targets for the next draws of a script that runs again, in order.
#[derive(Clone, Debug, Default)]
pub struct Tape {
    pub wanted: VecDeque<DrawTarget>,
    /// The marks and counts of items that free draws should leave in their lists for later draws.
    pub spared: Arc<HashMap<u64, usize>>,
}

#[derive(Clone, Debug)]
pub(crate) struct Random {
    generator: ChaCha12Rng,
    recorded: Option<Vec<Drawn>>,
    tape: Option<Tape>,
    broke: bool,
    shuffles: u32,
    /// The next results in words; `None` leaves one to chance.
    fixed: VecDeque<Option<String>>,
}

impl Random {
    pub fn new(seed: [u8; 32]) -> Self {
        let generator = ChaCha12Rng::from_seed(seed);
        Self { generator, recorded: None, tape: None, broke: false, shuffles: 0, fixed: VecDeque::new() }
    }

    pub fn seed(&mut self, seed: [u8; 32]) {
        self.generator = ChaCha12Rng::from_seed(seed);
    }

    pub fn record(&mut self, tape: Option<Tape>) {
        (self.recorded, self.tape) = (Some(Vec::new()), tape);
        (self.broke, self.shuffles) = (false, 0);
    }

    /// Ends and returns a record; `None` if there was none or its tape broke.
    pub fn recorded(&mut self) -> Option<Vec<Drawn>> {
        self.tape = None;
        let drawn = self.recorded.take()?;
        (!self.broke).then_some(drawn)
    }

    pub fn fix(&mut self, results: impl IntoIterator<Item = Option<String>>) {
        self.fixed = results.into_iter().collect();
    }

    pub fn fixed(&self) -> impl Iterator<Item = &str> {
        self.fixed.iter().flatten().map(String::as_str)
    }

    /// Returns the position of the next fixed result among the possible ones; `None` if it is left to chance.
    fn next_fixed(&mut self, possible: impl Iterator<Item = String>) -> Res<Option<usize>> {
        let Some(Some(wanted)) = self.fixed.pop_front() else { return Ok(None) };
        let mut seen = Vec::new();
        for (place, word) in possible.enumerate() {
            if word == wanted {
                return Ok(Some(place));
            }
            if seen.len() < SHOWN {
                seen.push(word);
            }
        }
        let more = if seen.len() == SHOWN { " …" } else { "" };
        let spaced = seen.iter().find(|word| word.split(' ').next() == Some(&wanted) && word.contains(' '));
        let message = format!("chance cannot give `{wanted}` here, but {}{more}", seen.join(", "));
        let hint = spaced.map(|word| format!("an item with spaces ends with a comma: `draw {word},`"));
        Err(Fault::new(message).hint(hint))
    }

    pub fn follows_tape(&self) -> bool {
        self.tape.is_some()
    }

    fn wanted(&mut self) -> DrawTarget {
        self.tape.as_mut().and_then(|tape| tape.wanted.pop_front()).unwrap_or(DrawTarget::Any)
    }

    fn note(&mut self, mark: u64, kind: DrawKind) {
        if let Some(drawn) = &mut self.recorded
            && drawn.len() < RECORDED
        {
            drawn.push(Drawn { mark, kind });
        }
    }

    fn plain(&mut self, n: u64) -> u64 {
        let refused = (u64::MAX % n + 1) % n;
        loop {
            let bits = self.generator.next_u64();
            if bits <= u64::MAX - refused {
                return bits % n;
            }
        }
    }

    /// Draws a number below `n`. Fixed results count from `first`.
    fn below(&mut self, n: u64, first: u64) -> Res<u64> {
        if let Some(place) = self.next_fixed((0..n).map(|number| (number + first).to_string()))? {
            self.note(place as u64, DrawKind::Number);
            return Ok(place as u64);
        }
        let number = match self.wanted() {
            DrawTarget::Fixed(mark) | DrawTarget::Rather(mark) if mark < n => mark,
            DrawTarget::Not(mark) if mark < n && n > 1 => {
                let number = self.plain(n - 1);
                number + u64::from(number >= mark)
            }
            wanted => {
                self.broke |= matches!(wanted, DrawTarget::Fixed(_));
                self.plain(n)
            }
        };
        self.note(number, DrawKind::Number);
        Ok(number)
    }

    /// Draws the position of an item.
    fn item(&mut self, heap: &Heap, items: &[Value]) -> Res<usize> {
        let (count, mark) = (items.len(), |place: usize| mark(heap, items[place]));
        let fixed = self.next_fixed(items.iter().map(|item| words(heap, *item)))?;
        let place = if let Some(place) = fixed {
            place
        } else if let Some(tape) = &self.tape {
            let (spared, places) = (Arc::clone(&tape.spared), (0..count).collect::<Vec<_>>());
            let marks: Vec<_> = places.iter().map(|place| mark(*place)).collect();
            let wanted = self.wanted();
            self.fitting(&marks, &places, wanted, &spared)
        } else {
            self.plain(count as u64) as usize
        };
        if self.recorded.is_some() {
            self.note(mark(place), DrawKind::Item);
        }
        Ok(place)
    }

    /// Shuffles items; fixed results are first.
    fn shuffled(&mut self, heap: &Heap, mut items: Vec<Value>) -> Res<Vec<Value>> {
        let mut first = Vec::new();
        while !self.fixed.is_empty() && !items.is_empty() {
            let place = match self.next_fixed(items.iter().map(|item| words(heap, *item)))? {
                Some(place) => place,
                None => self.plain(items.len() as u64) as usize,
            };
            first.push(items.remove(place));
        }
        if self.recorded.is_some() {
            let marks: Vec<_> = first.iter().chain(&items).map(|item| mark(heap, *item)).collect();
            let (fixed, free) = marks.split_at(first.len());
            for mark in fixed {
                self.note(*mark, DrawKind::Place(self.shuffles));
            }
            let order = self.order(free);
            items = order.into_iter().map(|place| items[place]).collect();
        } else {
            for place in (1..items.len()).rev() {
                items.swap(place, self.plain(place as u64 + 1) as usize);
            }
        }
        first.append(&mut items);
        Ok(first)
    }

    /// Draws a position whose item meets the target. Spared items are left if possible.
    fn fitting(&mut self, marks: &[u64], places: &[usize], wanted: DrawTarget, spared: &HashMap<u64, usize>) -> usize {
        let mut fit: Vec<usize> = match wanted {
            DrawTarget::Fixed(mark) | DrawTarget::Rather(mark) => {
                places.iter().copied().filter(|place| marks[*place] == mark).collect()
            }
            DrawTarget::Not(mark) => places.iter().copied().filter(|place| marks[*place] != mark).collect(),
            DrawTarget::Any => places.to_vec(),
        };
        match wanted {
            DrawTarget::Fixed(_) if fit.is_empty() => self.broke = true,
            DrawTarget::Fixed(_) => {}
            _ if spared.is_empty() => {}
            _ => {
                let mut counts = HashMap::new();
                for place in places {
                    *counts.entry(marks[*place]).or_insert(0_usize) += 1;
                }
                let free = |place: &usize| {
                    let mark = marks[*place];
                    counts[&mark] > spared.get(&mark).copied().unwrap_or(0)
                };
                if fit.iter().any(free) {
                    fit.retain(free);
                }
            }
        }
        let from = if fit.is_empty() { places } else { &fit };
        from[self.plain(from.len() as u64) as usize]
    }

    /// Returns the positions of items in random order, or in an order that follows the tape.
    fn order(&mut self, marks: &[u64]) -> Vec<usize> {
        let order = if self.tape.is_some() {
            let wanted: Vec<_> = marks.iter().map(|_| self.wanted()).collect();
            self.order_as(marks, &wanted)
        } else {
            let mut order: Vec<_> = (0..marks.len()).collect();
            for place in (1..order.len()).rev() {
                order.swap(place, self.plain(place as u64 + 1) as usize);
            }
            order
        };
        let kind = DrawKind::Place(self.shuffles);
        self.shuffles += 1;
        for place in &order {
            self.note(marks[*place], kind);
        }
        order
    }

    /// Fills the positions with fixed items first, then those that must change, then the others.
    fn order_as(&mut self, marks: &[u64], wanted: &[DrawTarget]) -> Vec<usize> {
        let mut order = vec![None; marks.len()];
        let mut left: Vec<_> = (0..marks.len()).collect();
        let none = HashMap::new();
        let rank = |wanted: &DrawTarget| match wanted {
            DrawTarget::Fixed(_) => 0,
            DrawTarget::Not(_) => 1,
            DrawTarget::Rather(_) => 2,
            DrawTarget::Any => 3,
        };
        // Items that should keep their position are spared, unless the changed positions have no other item.
        let mut kept = HashMap::new();
        for wanted in wanted {
            if let DrawTarget::Rather(mark) = wanted {
                *kept.entry(*mark).or_insert(0_usize) += 1;
            }
        }
        for turn in 0..4 {
            for (place, wanted) in wanted.iter().enumerate().filter(|(_, wanted)| rank(wanted) == turn) {
                let taken = self.fitting(marks, &left, *wanted, if turn == 1 { &kept } else { &none });
                left.retain(|place| *place != taken);
                order[place] = Some(taken);
            }
        }
        order.into_iter().flatten().collect()
    }
}

/// Writes an item in words: the parts of a list, tuple or dict in sequence.
fn words(heap: &Heap, item: Value) -> String {
    fn add(heap: &Heap, value: Value, levels: u8, words: &mut Vec<String>) {
        match value {
            Value::Int(number) => words.push(number.to_string()),
            Value::Text(id) => words.push(heap.text(id).str.to_string()),
            Value::List(id) | Value::Tuple(id) if levels > 0 => {
                heap.items(id).iter().take(KNOWN_BY).for_each(|item| add(heap, *item, levels - 1, words));
            }
            Value::Dict(id) if levels > 0 => {
                heap.dict(id).iter().take(KNOWN_BY).for_each(|entry| add(heap, entry.value, levels - 1, words));
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    add(heap, item, 3, &mut found);
    found.join(" ")
}

/// Returns a hash that identifies an item.
fn mark(heap: &Heap, item: Value) -> u64 {
    fn add(heap: &Heap, value: Value, left: &mut usize, hash: &mut DefaultHasher) {
        if *left == 0 {
            return;
        }
        *left -= 1;
        std::mem::discriminant(&value).hash(hash);
        match value {
            Value::Bool(truth) => truth.hash(hash),
            Value::Int(number) => number.hash(hash),
            Value::Text(id) => heap.text(id).str.hash(hash),
            Value::List(id) | Value::Tuple(id) => {
                heap.items(id).iter().for_each(|item| add(heap, *item, left, hash));
            }
            Value::Dict(id) | Value::Set(id) => heap.dict(id).iter().for_each(|entry| {
                add(heap, entry.key, left, hash);
                add(heap, entry.value, left, hash);
            }),
            _ => {}
        }
    }
    let mut hash = DefaultHasher::new();
    add(heap, item, &mut KNOWN_BY.clone(), &mut hash);
    hash.finish()
}

pub(crate) fn call(machine: &mut Machine, function: &str, args: &Args<'_>) -> Res<Value> {
    let (heap, random) = (&mut machine.heap, &mut machine.random);
    if heap.looks() {
        return Err(Fault::new("nothing is left to chance in what is asked or shown"));
    }
    let positive = |n: i64| {
        u64::try_from(n)
            .ok()
            .filter(|n| *n > 0)
            .ok_or_else(|| Fault::new(format!("`{}` needs a number above 0", args.function)))
    };
    match function {
        "below" => {
            let [n] = args.exact()?;
            let n = positive(args.int(n)?)?;
            heap.charge(DRAW)?;
            Ok(Value::Int(random.below(n, 0)? as i64))
        }
        "choice" => {
            let [items] = args.exact()?;
            let len = match items {
                Value::Set(_) | Value::Dict(_) => return Err(args.wrong(items, "a list, tuple, range or string")),
                _ => crate::builtins::len(heap, items)?,
            };
            if len == 0 {
                return Err(Fault::new("there is nothing to choose from"));
            }
            heap.charge(DRAW)?;
            let place = match items {
                Value::List(id) | Value::Tuple(id) => random.item(heap, heap.items(id))?,
                Value::Range(_) if !random.fixed.is_empty() => {
                    let items = heap.all_items(items)?;
                    random.item(heap, &items)?
                }
                // In a range or a text, the position identifies the item.
                _ => random.below(positive(len)?, 0)? as usize,
            };
            heap.index(items, Value::Int(place as i64))
        }
        "dice" => {
            let [n, sides] = args.exact()?;
            let (n, sides) = (args.int(n)?, positive(args.int(sides)?)?);
            let n = usize::try_from(n).map_err(|_| Fault::new("`dice` needs a number of dice from 0 up"))?;
            heap.charge((n as u64).saturating_mul(DRAW))?;
            heap.room(value_bytes(n))?;
            let dice = (0..n).map(|_| Ok(Value::Int(random.below(sides, 1)? as i64 + 1))).collect::<Res<_>>()?;
            heap.new_list(dice)
        }
        "take" => {
            let [items] = args.exact()?;
            let id = args.list(items)?;
            let len = heap.list(id).len();
            if len == 0 {
                return Err(Fault::new("there is nothing to take"));
            }
            heap.charge(DRAW)?;
            let place = random.item(heap, heap.list(id))?;
            let taken = heap.list(id)[place];
            heap.splice(id, place, place + 1, &[])?;
            Ok(taken)
        }
        "shuffled" => {
            let [items] = args.exact()?;
            let items = heap.all_items(items)?;
            heap.charge((items.len() as u64).saturating_mul(DRAW))?;
            let items = random.shuffled(heap, items)?;
            heap.new_list(items)
        }
        _ => Err(no_function("random", function, &FUNCTIONS)),
    }
}

pub(crate) fn no_function(library: &str, function: &str, known: &[&str]) -> Box<Fault> {
    let function = crate::lexer::shown(function);
    let hint =
        meant(&function, known.iter().copied()).or_else(|| Some(format!("`{library}` has {}", known.join(", "))));
    Fault::new(format!("`{library}` has no function `{function}`")).hint(hint)
}
