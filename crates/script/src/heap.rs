//! The arena of one machine's objects, with their cost.
//!
//! An object refers to others by number, so cloning and dropping a machine never recurses. Garbage is marked and swept
//! between two instructions only: a built-in function may hold values that nothing else refers to.
//!
//! Memory is counted by rules of this crate, not by the allocator's answers, so that it is the same on every machine
//! and in a clone.

use std::sync::Arc;

use crate::dict::{Dict, Entry};
use crate::error::{ErrorKind, Fault, Res};
use crate::limits::Limits;
use crate::value::{ENTRY, FUNCTION, Function, Id, Object, Range, Text, Tuple, VALUE, Value};

/// The highest limit of nesting that a host can set, because values are converted by recursion.
const MOST_NESTING: usize = 200;

/// Counted bytes of an object's slot in the arena, with a share of the allocator's overhead.
pub(crate) const OBJECT: usize = 64;

/// Bytes that one unit of fuel copies, compares or hashes.
const BYTES_A_UNIT: usize = 32;

/// The number of objects that one unit of fuel collects.
const OBJECTS_SWEPT_A_UNIT: usize = 4;

#[derive(Clone, Debug)]
struct Slot {
    object: Object,
    bytes: u32,
    marked: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Heap {
    /// Objects that never change and refer to each other alone; clones share them.
    frozen: Arc<Vec<Slot>>,
    /// The objects after the frozen ones.
    slots: Vec<Slot>,
    free: Vec<u32>,
    /// During a look of the host, the number of objects at its beginning. These objects cannot change.
    looking: Option<usize>,
    /// Objects below this number are texts of the program and live as long as the machine.
    fixed: usize,
    used: usize,
    /// Counted bytes at which garbage is collected.
    threshold: usize,
    /// The fuel left to the run.
    pub fuel: u64,
    pub limits: Limits,
}

impl Heap {
    pub fn new(mut limits: Limits) -> Self {
        limits.nesting = limits.nesting.min(MOST_NESTING);
        let mut heap = Self {
            frozen: Arc::default(),
            slots: Vec::new(),
            free: Vec::new(),
            looking: None,
            fixed: 0,
            used: 0,
            threshold: limits.garbage.min(limits.memory / 2),
            fuel: 0,
            limits,
        };
        for c in 0..128 {
            heap.fixed_text(char::from(c).encode_utf8(&mut [0; 4]));
        }
        heap
    }

    /// Adds a text of the program.
    pub fn fixed_text(&mut self, text: &str) -> Value {
        self.slots.push(Slot { object: Object::Text(text_of(text.into())), bytes: 0, marked: false });
        self.used += OBJECT + text.len();
        self.fixed = self.slots.len();
        Value::Text(Id(self.fixed as u32 - 1))
    }

    pub fn used(&self) -> usize {
        self.used
    }

    // Fuel.

    #[inline]
    pub fn charge(&mut self, units: u64) -> Res<()> {
        match self.fuel.checked_sub(units) {
            Some(fuel) => {
                self.fuel = fuel;
                Ok(())
            }
            None => Err(self.exhausted()),
        }
    }

    #[cold]
    fn exhausted(&mut self) -> Box<Fault> {
        self.fuel = 0;
        Fault::of(ErrorKind::Fuel, "this takes too long: the script did too much work")
    }

    /// Charges work on `count` values.
    pub fn charge_values(&mut self, count: usize) -> Res<()> {
        self.charge(count as u64)
    }

    /// Charges work on `count` bytes.
    pub fn charge_bytes(&mut self, count: usize) -> Res<()> {
        self.charge((count / BYTES_A_UNIT) as u64)
    }

    // Memory.

    fn take(&mut self, bytes: usize) -> Res<()> {
        self.charge_bytes(bytes)?;
        if bytes > self.limits.memory.saturating_sub(self.used) {
            return Err(full());
        }
        self.used += bytes;
        Ok(())
    }

    /// Fails if `bytes` more would exceed the limit of memory. Called before they are computed.
    pub fn room(&self, bytes: usize) -> Res<()> {
        if bytes > self.limits.memory.saturating_sub(self.used) { Err(full()) } else { Ok(()) }
    }

    /// Fails if a string of this length would be too long.
    pub fn room_text(&self, bytes: usize) -> Res<()> {
        if bytes > self.limits.text {
            let message = format!("this string would be longer than {} bytes", self.limits.text);
            return Err(Fault::of(ErrorKind::Memory, message));
        }
        self.room(bytes)
    }

    fn add(&mut self, object: Object, bytes: usize) -> Res<Id> {
        self.charge(4)?;
        self.take(OBJECT + bytes)?;
        let slot = Slot { object, bytes: (OBJECT + bytes) as u32, marked: false };
        if self.looking.is_none()
            && let Some(free) = self.free.pop()
        {
            *self.slot_mut(Id(free)) = slot;
            return Ok(Id(free));
        }
        self.slots.push(slot);
        Ok(Id(self.len() as u32 - 1))
    }

    /// The number of objects, free slots included.
    fn len(&self) -> usize {
        self.frozen.len() + self.slots.len()
    }

    fn slot_mut(&mut self, id: Id) -> &mut Slot {
        &mut self.slots[id.0 as usize - self.frozen.len()]
    }

    /// Counts the new bytes of an object that has grown.
    fn fit(&mut self, id: Id, bytes: usize) -> Res<()> {
        let counted = self.slot_mut(id).bytes as usize;
        if OBJECT + bytes > counted {
            self.take(OBJECT + bytes - counted)?;
            self.slot_mut(id).bytes = (OBJECT + bytes) as u32;
        }
        Ok(())
    }

    pub fn wants_collection(&self) -> bool {
        self.used >= self.threshold
    }

    /// Frees the objects that no root reaches.
    pub fn collect(&mut self, roots: impl Iterator<Item = Value>) -> Res<()> {
        let mut grey: Vec<Id> = Vec::new();
        let mut marked = 0;
        for root in roots {
            self.mark(root, &mut grey);
            while let Some(id) = grey.pop() {
                marked += 1;
                // Taken out, so that its items can be marked.
                let object = std::mem::replace(&mut self.slot_mut(id).object, Object::Freed);
                match &object {
                    Object::Freed | Object::Text(_) | Object::Range(_) => {}
                    Object::List(items) => items.iter().for_each(|item| self.mark(*item, &mut grey)),
                    Object::Tuple(tuple) => tuple.items.iter().for_each(|item| self.mark(*item, &mut grey)),
                    Object::Dict(dict) => dict.iter().for_each(|entry| {
                        self.mark(entry.key, &mut grey);
                        self.mark(entry.value, &mut grey);
                    }),
                    Object::Function(function) => {
                        function.defaults.iter().chain(&function.cells).for_each(|value| self.mark(*value, &mut grey));
                    }
                    Object::Cell(value) => self.mark(*value, &mut grey),
                }
                self.slot_mut(id).object = object;
            }
        }
        let mut swept = 0;
        let kept = self.frozen.len();
        for number in self.fixed.saturating_sub(kept)..self.slots.len() {
            let slot = &mut self.slots[number];
            if std::mem::take(&mut slot.marked) || matches!(slot.object, Object::Freed) {
                continue;
            }
            self.used -= slot.bytes as usize;
            *slot = Slot { object: Object::Freed, bytes: 0, marked: false };
            self.free.push((kept + number) as u32);
            swept += 1;
        }
        let live = self.used;
        if live > self.limits.memory / 4 * 3 {
            return Err(full());
        }
        // The next collection waits for as many new bytes as are live, so collecting costs a fixed share of all work.
        let live_again = live.max(self.limits.garbage).min(self.limits.memory / 4 * 3 - live);
        self.threshold = live + live_again.max(self.limits.memory / 8);
        if self.limits.garbage == 0 {
            self.threshold = 0;
        }
        self.charge(((marked + swept + self.slots.len() / 8 + live / 512) / OBJECTS_SWEPT_A_UNIT) as u64)
    }

    /// Removes the free slots at the end.
    pub fn shorten(&mut self) {
        while self.len() > self.fixed.max(self.frozen.len())
            && matches!(self.slots.last(), Some(Slot { object: Object::Freed, .. }))
        {
            self.slots.pop();
        }
        let len = self.len() as u32;
        self.free.retain(|free| *free < len);
    }

    fn mark(&mut self, value: Value, grey: &mut Vec<Id>) {
        let Some(id) = value.id() else { return };
        let number = id.0 as usize;
        if number >= self.fixed.max(self.frozen.len()) && !std::mem::replace(&mut self.slot_mut(id).marked, true) {
            grey.push(id);
        }
    }

    // Access. A value's type determines the type of its object; otherwise the value belongs to another machine.

    fn object(&self, id: Id) -> &Object {
        let number = id.0 as usize;
        match self.frozen.get(number) {
            Some(slot) => &slot.object,
            None => &self.slots[number - self.frozen.len()].object,
        }
    }

    pub fn text(&self, id: Id) -> &Text {
        match self.object(id) {
            Object::Text(text) => text,
            _ => unreachable!("{STRANGE}"),
        }
    }

    pub fn list(&self, id: Id) -> &[Value] {
        match self.object(id) {
            Object::List(items) => items,
            _ => unreachable!("{STRANGE}"),
        }
    }

    /// Freezes all objects.
    pub fn freeze(&mut self) {
        self.free.clear();
        let mut all = Vec::clone(&self.frozen);
        all.append(&mut self.slots);
        self.frozen = Arc::new(all);
    }

    pub fn is_frozen(&self, id: Id) -> bool {
        (id.0 as usize) < self.fixed.max(self.frozen.len())
    }

    /// Begins or ends a look, during which older objects cannot change.
    pub fn look(&mut self, begins: bool) {
        self.looking = begins.then_some(self.len());
    }

    pub fn looks(&self) -> bool {
        self.looking.is_some()
    }

    /// Fails if an object cannot change.
    fn changes(&self, id: Id) -> Res<()> {
        if self.looking.is_some_and(|looking| (id.0 as usize) < looking) {
            return Err(Fault::hinted(
                "a view is there to look at: what it holds does not change",
                "copy it first, as in `list(v.tiles)`",
            ));
        }
        if (id.0 as usize) < self.frozen.len() {
            return Err(Fault::hinted(
                "what stands at the top level of the file does not change in play",
                "copy it, as in `list(tiles)`, or keep it in the state: `s.tiles = []`",
            ));
        }
        Ok(())
    }

    fn list_mut(&mut self, id: Id) -> &mut Vec<Value> {
        match &mut self.slot_mut(id).object {
            Object::List(items) => items,
            _ => unreachable!("{STRANGE}"),
        }
    }

    pub fn tuple(&self, id: Id) -> &Tuple {
        match self.object(id) {
            Object::Tuple(tuple) => tuple,
            _ => unreachable!("{STRANGE}"),
        }
    }

    /// The items of a list or tuple.
    pub fn items(&self, id: Id) -> &[Value] {
        match self.object(id) {
            Object::List(items) => items,
            Object::Tuple(tuple) => &tuple.items,
            _ => unreachable!("{STRANGE}"),
        }
    }

    /// A dict or a set.
    pub fn dict(&self, id: Id) -> &Dict {
        match self.object(id) {
            Object::Dict(dict) => dict,
            _ => unreachable!("{STRANGE}"),
        }
    }

    fn dict_mut(&mut self, id: Id) -> &mut Dict {
        match &mut self.slot_mut(id).object {
            Object::Dict(dict) => dict,
            _ => unreachable!("{STRANGE}"),
        }
    }

    pub fn range(&self, id: Id) -> Range {
        match self.object(id) {
            Object::Range(range) => **range,
            _ => unreachable!("{STRANGE}"),
        }
    }

    pub fn function(&self, id: Id) -> &Function {
        match self.object(id) {
            Object::Function(function) => function,
            _ => unreachable!("{STRANGE}"),
        }
    }

    pub fn cell(&self, id: Id) -> Value {
        match self.object(id) {
            Object::Cell(value) => *value,
            _ => unreachable!("{STRANGE}"),
        }
    }

    pub fn set_cell(&mut self, id: Id, value: Value) {
        self.slot_mut(id).object = Object::Cell(value);
    }

    // Making objects.

    pub fn new_text(&mut self, text: String) -> Res<Value> {
        if text.len() == 1 {
            return Ok(Value::Text(Id(u32::from(text.as_bytes()[0]))));
        }
        self.room_text(text.len())?;
        let bytes = text.len();
        Ok(Value::Text(self.add(Object::Text(text_of(text.into())), bytes)?))
    }

    pub fn new_char(&mut self, c: char) -> Res<Value> {
        if c.is_ascii() { Ok(Value::Text(Id(u32::from(c)))) } else { self.new_text(c.to_string()) }
    }

    pub fn new_list(&mut self, items: Vec<Value>) -> Res<Value> {
        let bytes = list_bytes(items.len());
        Ok(Value::List(self.add(Object::List(items), bytes)?))
    }

    pub fn new_tuple(&mut self, items: Vec<Value>) -> Res<Value> {
        let bytes = value_bytes(items.len());
        let mut hash = Some(0x9e37_79b9_7f4a_7c15_u64 ^ items.len() as u64);
        for item in &items {
            hash = hash.zip(self.hash_of(*item)).map(|(hash, item)| mixed(hash.rotate_left(5) ^ item));
        }
        Ok(Value::Tuple(self.add(Object::Tuple(Tuple { items: items.into(), hash }), bytes)?))
    }

    pub fn new_dict(&mut self) -> Res<Id> {
        self.add(Object::Dict(Box::default()), Dict::bytes(0))
    }

    pub fn new_range(&mut self, range: Range) -> Res<Value> {
        Ok(Value::Range(self.add(Object::Range(Box::new(range)), 24)?))
    }

    pub fn new_function(&mut self, function: Function) -> Res<Value> {
        let bytes = FUNCTION + value_bytes(function.defaults.len() + function.cells.len());
        Ok(Value::Function(self.add(Object::Function(Box::new(function)), bytes)?))
    }

    pub fn new_cell(&mut self, value: Value) -> Res<Value> {
        Ok(Value::Cell(self.add(Object::Cell(value), 0)?))
    }

    // Lists.

    pub fn push(&mut self, id: Id, value: Value) -> Res<()> {
        self.changes(id)?;
        let list = self.list_mut(id);
        list.push(value);
        let len = list.len();
        self.fit(id, list_bytes(len))
    }

    /// Replaces `list[from..to]`.
    pub fn splice(&mut self, id: Id, from: usize, to: usize, values: &[Value]) -> Res<()> {
        self.changes(id)?;
        let len = self.list(id).len() - (to - from) + values.len();
        // All later items move.
        self.charge_bytes(value_bytes(len - from))?;
        self.room(value_bytes(values.len()))?;
        self.list_mut(id).splice(from..to, values.iter().copied());
        self.fit(id, list_bytes(len))
    }

    pub fn set_item(&mut self, id: Id, place: usize, value: Value) -> Res<()> {
        self.changes(id)?;
        self.list_mut(id)[place] = value;
        Ok(())
    }

    pub fn pop(&mut self, id: Id) -> Res<Option<Value>> {
        self.changes(id)?;
        Ok(self.list_mut(id).pop())
    }

    pub fn reverse(&mut self, id: Id) -> Res<()> {
        self.changes(id)?;
        self.list_mut(id).reverse();
        Ok(())
    }

    /// Replaces all items by as many or fewer.
    pub fn set_items(&mut self, id: Id, items: Vec<Value>) -> Res<()> {
        self.changes(id)?;
        let bytes = list_bytes(items.len());
        *self.list_mut(id) = items;
        self.fit(id, bytes)
    }

    // Dicts and sets.

    fn hash_of(&self, key: Value) -> Option<u64> {
        match key {
            Value::None => Some(0x5bd1_e995),
            Value::Bool(truth) => Some(mixed(u64::from(truth))),
            Value::Int(number) => Some(mixed(number as u64)),
            Value::Text(id) => Some(self.text(id).hash),
            Value::Tuple(id) => self.tuple(id).hash,
            _ => None,
        }
    }

    pub fn hash(&self, key: Value) -> Res<u64> {
        self.hash_of(key).ok_or_else(|| {
            let kind = match key {
                Value::Tuple(_) => "a tuple with a list, dict, set or function in it".to_owned(),
                _ => key.with_article(),
            };
            Fault::hinted(
                format!("{kind} cannot be a key or be in a set"),
                "use a string, a number or a tuple of these",
            )
        })
    }

    /// Returns the number of a key's entry.
    pub fn find(&mut self, id: Id, key: Value, hash: u64) -> Res<Option<usize>> {
        let mut probe = self.dict(id).probe(hash);
        let found = loop {
            let Some(number) = probe.next(self.dict(id)) else { break None };
            let other = self.dict(id).entries[number].key;
            if other == key || self.equal(other, key)? {
                break Some(number);
            }
        };
        self.charge(probe.steps / 8)?;
        Ok(found)
    }

    pub fn lookup(&mut self, id: Id, key: Value) -> Res<Option<Value>> {
        let hash = self.hash(key)?;
        Ok(self.find(id, key, hash)?.map(|number| self.dict(id).entries[number].value))
    }

    pub fn insert(&mut self, id: Id, key: Value, value: Value) -> Res<()> {
        self.changes(id)?;
        self.charge(1)?;
        let hash = self.hash(key)?;
        if let Some(number) = self.find(id, key, hash)? {
            self.dict_mut(id).entries[number].value = value;
            return Ok(());
        }
        let dict = self.dict(id);
        let entries = dict.entries.len();
        if dict.grows() {
            self.charge_values(entries)?;
        }
        self.fit(id, Dict::bytes(entries + 1))?;
        self.dict_mut(id).add(hash, key, value);
        Ok(())
    }

    pub fn remove(&mut self, id: Id, key: Value) -> Res<Option<Value>> {
        self.changes(id)?;
        let hash = self.hash(key)?;
        let Some(number) = self.find(id, key, hash)? else { return Ok(None) };
        if self.dict(id).shrinks() {
            self.charge_values(self.dict(id).entries.len())?;
        }
        Ok(Some(self.dict_mut(id).remove(number)))
    }

    pub fn clear_dict(&mut self, id: Id) -> Res<()> {
        self.changes(id)?;
        self.dict_mut(id).clear();
        Ok(())
    }

    /// Returns the entries of a dict or set, and charges for them.
    pub fn entries(&mut self, id: Id) -> Res<Vec<Entry>> {
        let count = self.dict(id).entries.len();
        self.charge_values(count)?;
        self.room(count * ENTRY)?;
        Ok(self.dict(id).iter().copied().collect())
    }

    pub fn copy_dict(&mut self, id: Id) -> Res<Id> {
        let count = self.dict(id).entries.len();
        self.charge_values(count)?;
        self.room(Dict::bytes(count))?;
        let copy = self.dict(id).clone();
        self.add(Object::Dict(Box::new(copy)), Dict::bytes(count))
    }

    pub fn truth(&self, value: Value) -> bool {
        match value {
            Value::None | Value::Unbound => false,
            Value::Bool(truth) => truth,
            Value::Int(number) => number != 0,
            Value::Text(id) => !self.text(id).str.is_empty(),
            Value::List(id) | Value::Tuple(id) => !self.items(id).is_empty(),
            Value::Dict(id) | Value::Set(id) => self.dict(id).len != 0,
            Value::Range(id) => self.range(id).len() != 0,
            Value::Function(_) | Value::Builtin(_) | Value::Module(_) | Value::Host(_) | Value::Cell(_) => true,
        }
    }

    /// Returns the items of any value that can be looped over, and charges for them.
    pub fn all_items(&mut self, value: Value) -> Res<Vec<Value>> {
        match value {
            Value::List(id) | Value::Tuple(id) => {
                let count = self.items(id).len();
                self.charge_bytes(value_bytes(count))?;
                self.room(value_bytes(count))?;
                Ok(self.items(id).to_vec())
            }
            Value::Dict(id) | Value::Set(id) => Ok(self.entries(id)?.into_iter().map(|entry| entry.key).collect()),
            Value::Range(id) => {
                let range = self.range(id);
                let count = usize::try_from(range.len()).unwrap_or(usize::MAX);
                self.charge((count / 4) as u64)?;
                self.room(value_bytes(count))?;
                Ok((0..range.len()).map(|place| Value::Int(range.at(place))).collect())
            }
            Value::Text(id) => {
                let text = Arc::clone(&self.text(id).str);
                self.charge_values(text.len())?;
                self.room(value_bytes(text.len()))?;
                text.chars().map(|c| self.new_char(c)).collect()
            }
            _ => Err(Fault::new(format!("{} cannot be looped over", value.with_article()))),
        }
    }
}

const STRANGE: &str = "a value is only used with the machine that made it";

fn full() -> Box<Fault> {
    Fault::of(ErrorKind::Memory, "the script holds too much in memory")
}

pub(crate) fn too_nested(action: &str) -> Box<Fault> {
    Fault::of(ErrorKind::Nesting, format!("this value is nested too deeply to {action} it, or holds itself"))
}

/// Counted bytes of `count` values.
pub(crate) fn value_bytes(count: usize) -> usize {
    count.saturating_mul(VALUE)
}

fn list_bytes(len: usize) -> usize {
    if len == 0 { 0 } else { value_bytes(len.next_power_of_two().max(4)) }
}

fn text_of(text: Arc<str>) -> Text {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64 ^ text.len() as u64;
    for chunk in text.as_bytes().chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        hash = (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }
    let chars = if text.is_ascii() { text.len() } else { text.chars().count() };
    Text { chars: chars as u32, hash: mixed(hash), str: text }
}

/// The finaliser of splitmix64.
fn mixed(mut hash: u64) -> u64 {
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}
