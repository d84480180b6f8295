//! The loop over instructions.

use std::sync::Arc;

use super::{FIRST_TEXT, Machine, Outcome};
use crate::builtins;
use crate::code::{Capture, Op};
use crate::error::{Fault, Res};
use crate::heap::Heap;
use crate::lexer::{Name, shown};
use crate::ops::overflow;
use crate::syntax::{Binary, Comparison};
use crate::value::{Function, Id, Range, Value};

impl Machine {
    #[inline]
    pub(super) fn pop(&mut self) -> Value {
        self.stack.pop().expect("the compiler balances the stack")
    }

    #[inline]
    fn top(&self) -> Value {
        *self.stack.last().expect("the compiler balances the stack")
    }

    pub(super) fn take(&mut self, count: u32) -> Vec<Value> {
        self.stack.split_off(self.stack.len() - count as usize)
    }

    /// Collects garbage if it is due. Called between statements, at every call and at every item of a loop, and nowhere
    /// else. The arguments of an open question are on the stack.
    #[inline]
    fn safepoint(&mut self) -> Res<()> {
        if !self.heap.wants_collection() {
            return Ok(());
        }
        self.collect()
    }

    pub(super) fn collect(&mut self) -> Res<()> {
        let roots = self.stack.iter().chain(&self.globals).chain(&self.prelude).chain(&self.pinned);
        self.heap.collect(roots.copied())
    }

    fn unbound(&self, name: Name) -> Box<Fault> {
        let word = self.unit.names.word(name);
        Fault::hinted(format!("`{word}` has no value yet"), "assign one in every branch before")
    }

    #[expect(clippy::too_many_lines, reason = "an arm for each instruction")]
    pub(super) fn execute(&mut self) -> Res<Outcome> {
        let unit = Arc::clone(&self.unit);
        let frame = *self.frames.last().expect("a frame runs");
        let (mut code, mut base, mut pc) = (&unit.codes[frame.code as usize], frame.base, frame.pc);
        // Reads the topmost frame after a call or a return.
        macro_rules! switch {
            () => {{
                let frame = self.frames.last().expect("a frame runs");
                (code, base) = (&unit.codes[frame.code as usize], frame.base);
                pc = frame.pc;
            }};
        }
        loop {
            let op = code.ops[pc];
            self.pc = pc;
            pc += 1;
            self.heap.charge(1)?;
            match op {
                Op::Line(line) => {
                    self.lines[line as usize / 64] |= 1 << (line % 64);
                    self.safepoint()?;
                }
                Op::Push(value) => self.stack.push(value),
                Op::Pop => drop(self.pop()),
                Op::Drop(count) => self.stack.truncate(self.stack.len() - count as usize),
                Op::Squash(count) => {
                    let value = self.pop();
                    self.stack.truncate(self.stack.len() - count as usize);
                    self.stack.push(value);
                }
                Op::Copy => self.stack.push(self.top()),
                Op::CopyTwo => {
                    let at = self.stack.len() - 2;
                    self.stack.extend_from_within(at..);
                }
                Op::Swap => {
                    let at = self.stack.len() - 2;
                    self.stack.swap(at, at + 1);
                }
                Op::Sink => {
                    let at = self.stack.len() - 3;
                    self.stack[at..].rotate_right(1);
                }

                Op::Load(slot) => {
                    let value = self.stack[base + slot as usize];
                    if value == Value::Unbound {
                        return Err(self.unbound(code.slots[slot as usize]));
                    }
                    self.stack.push(value);
                }
                Op::Store(slot) => {
                    let value = self.pop();
                    self.stack[base + slot as usize] = value;
                }
                Op::LoadCell(slot) => {
                    let Value::Cell(id) = self.stack[base + slot as usize] else { unreachable!("enclosed before") };
                    let value = self.heap.cell(id);
                    if value == Value::Unbound {
                        return Err(self.unbound(code.slots[slot as usize]));
                    }
                    self.stack.push(value);
                }
                Op::StoreCell(slot) => {
                    let Value::Cell(id) = self.stack[base + slot as usize] else { unreachable!("enclosed before") };
                    let value = self.pop();
                    self.heap.set_cell(id, value);
                }
                Op::LoadFree(number) => {
                    let Value::Cell(id) = self.free(base, number) else { unreachable!("only cells are captured") };
                    let value = self.heap.cell(id);
                    if value == Value::Unbound {
                        return Err(self.unbound(code.free[number as usize]));
                    }
                    self.stack.push(value);
                }
                Op::LoadGlobal(number) => {
                    let value = self.globals[number as usize];
                    if value == Value::Unbound {
                        return Err(self.unbound(unit.globals[number as usize]));
                    }
                    self.stack.push(value);
                }
                Op::StoreGlobal(number) => self.globals[number as usize] = self.pop(),
                Op::Enclose(slot) => {
                    let at = base + slot as usize;
                    // Only a parameter has a value; any other was left by the last run of a comprehension.
                    let value = if (slot as usize) < code.params.len() { self.stack[at] } else { Value::Unbound };
                    self.stack[at] = self.heap.new_cell(value)?;
                }
                Op::Function { code: number, defaults } => {
                    let captures = unit.codes[number as usize].captures.iter();
                    let cells = captures.map(|capture| match capture {
                        Capture::Slot(slot) => self.stack[base + *slot as usize],
                        Capture::Free(number) => self.free(base, *number),
                    });
                    let cells = cells.collect();
                    let defaults = self.take(u32::from(defaults)).into();
                    let function = self.heap.new_function(Function { code: number, defaults, cells })?;
                    self.stack.push(function);
                }

                Op::Unary(sign) => {
                    let value = self.pop();
                    let value = self.heap.unary(sign, value)?;
                    self.stack.push(value);
                }
                Op::Binary(sign) => {
                    let right = self.pop();
                    let left = self.pop();
                    let value = match (sign, left, right) {
                        (Binary::Add, Value::Int(left), Value::Int(right)) => {
                            Value::Int(left.checked_add(right).ok_or_else(overflow)?)
                        }
                        (Binary::Sub, Value::Int(left), Value::Int(right)) => {
                            Value::Int(left.checked_sub(right).ok_or_else(overflow)?)
                        }
                        _ => self.heap.binary(sign, left, right)?,
                    };
                    self.stack.push(value);
                }
                Op::Augment(sign) => {
                    let right = self.pop();
                    let left = self.pop();
                    let value = match (sign, left, right) {
                        (Binary::Add, Value::Int(left), Value::Int(right)) => {
                            Value::Int(left.checked_add(right).ok_or_else(overflow)?)
                        }
                        _ => self.heap.augment(sign, left, right)?,
                    };
                    self.stack.push(value);
                }
                Op::Compare(comparison) => {
                    let right = self.pop();
                    let left = self.pop();
                    let truth = match (comparison, left, right) {
                        (Comparison::Equal, Value::Int(left), Value::Int(right)) => left == right,
                        (Comparison::Less, Value::Int(left), Value::Int(right)) => left < right,
                        _ => self.heap.comparison(comparison, left, right)?,
                    };
                    self.stack.push(Value::Bool(truth));
                }
                Op::Jump(to) => pc = to as usize,
                Op::JumpIfFalse(to) => {
                    let value = self.pop();
                    if !self.heap.truth(value) {
                        pc = to as usize;
                    }
                }
                Op::JumpIfTrue(to) => {
                    let value = self.pop();
                    if self.heap.truth(value) {
                        pc = to as usize;
                    }
                }
                Op::And(to) => {
                    if self.heap.truth(self.top()) {
                        self.pop();
                    } else {
                        pc = to as usize;
                    }
                }
                Op::Or(to) => {
                    if self.heap.truth(self.top()) {
                        pc = to as usize;
                    } else {
                        self.pop();
                    }
                }

                Op::List(count) => {
                    self.heap.charge_values(count as usize / 8)?;
                    let items = self.take(count);
                    let list = self.heap.new_list(items)?;
                    self.stack.push(list);
                }
                Op::ListToTuple => {
                    let list = self.pop();
                    let items = self.heap.all_items(list)?;
                    let tuple = self.heap.new_tuple(items)?;
                    self.stack.push(tuple);
                }
                Op::Tuple(count) => {
                    let items = self.take(count);
                    let tuple = self.heap.new_tuple(items)?;
                    self.stack.push(tuple);
                }
                Op::Set(count) => {
                    let set = self.heap.new_dict()?;
                    for item in self.take(count) {
                        self.heap.charge(1)?;
                        self.heap.insert(set, item, Value::None)?;
                    }
                    self.stack.push(Value::Set(set));
                }
                Op::Dict(count) => {
                    let dict = self.heap.new_dict()?;
                    for pair in self.take(count * 2).chunks_exact(2) {
                        self.heap.charge(1)?;
                        self.heap.insert(dict, pair[0], pair[1])?;
                    }
                    self.stack.push(Value::Dict(dict));
                }
                Op::Append(below) => {
                    let value = self.pop();
                    let Value::List(list) = self.below(below) else { unreachable!("a comprehension's container") };
                    self.heap.push(list, value)?;
                }
                Op::Extend => {
                    let values = self.pop();
                    let Value::List(list) = self.top() else { unreachable!("a list that is made") };
                    self.heap.extend(list, values)?;
                }
                Op::Add(below) => {
                    let value = self.pop();
                    let Value::Set(set) = self.below(below) else { unreachable!("a comprehension's container") };
                    self.heap.insert(set, value, Value::None)?;
                }
                Op::Put(below) => {
                    let value = self.pop();
                    let key = self.pop();
                    let Value::Dict(dict) = self.below(below) else { unreachable!("a comprehension's container") };
                    self.heap.insert(dict, key, value)?;
                }

                Op::Index => {
                    let index = self.pop();
                    let value = self.pop();
                    let value = self.heap.index(value, index)?;
                    self.stack.push(value);
                }
                Op::SetIndex => {
                    let index = self.pop();
                    let object = self.pop();
                    let value = self.pop();
                    self.heap.set_index(object, index, value)?;
                }
                Op::DeleteIndex => {
                    let index = self.pop();
                    let object = self.pop();
                    self.heap.delete_index(object, index)?;
                }
                Op::Slice => {
                    let (step, stop, start) = (self.pop(), self.pop(), self.pop());
                    let value = self.pop();
                    let value = self.heap.slice(value, [start, stop, step])?;
                    self.stack.push(value);
                }
                Op::Attr(name) => {
                    let object = self.pop();
                    Heap::attr_dict(object, &unit.texts[name as usize])?;
                    let value = self.heap.index(object, text(name))?;
                    self.stack.push(value);
                }
                Op::SetAttr(name) => {
                    let object = self.pop();
                    let value = self.pop();
                    let dict = Heap::attr_dict(object, &unit.texts[name as usize])?;
                    self.heap.insert(dict, text(name), value)?;
                }
                Op::DeleteAttr(name) => {
                    let object = self.pop();
                    Heap::attr_dict(object, &unit.texts[name as usize])?;
                    self.heap.delete_index(object, text(name))?;
                }
                Op::Unpack(count) => self.unpack(count as usize)?,
                Op::UnpackRest { before, after } => self.unpack_rest(before as usize, after as usize)?,

                Op::Iterate => {
                    let value = self.top();
                    let shape = match value {
                        Value::List(_) | Value::Tuple(_) | Value::Range(_) | Value::Text(_) => 0,
                        Value::Dict(id) | Value::Set(id) => i64::from(self.heap.dict(id).shape),
                        _ => {
                            let message = format!("{} cannot be looped over", value.with_article());
                            let hint = value.number().map(|_| "write `range(…)` to count".to_owned());
                            return Err(Fault::new(message).hint(hint));
                        }
                    };
                    self.stack.extend([Value::Int(0), Value::Int(shape)]);
                }
                Op::Next(to) => {
                    self.safepoint()?;
                    if let Some(item) = self.next_item()? {
                        self.stack.push(item);
                    } else {
                        self.stack.truncate(self.stack.len() - 3);
                        pc = to as usize;
                    }
                }
                Op::IterateRange(args) => {
                    let at = self.stack.len() - args as usize;
                    let Range { start, stop, step } = builtins::range(&self.stack[at..])?;
                    self.stack.truncate(at);
                    self.stack.extend([Value::Int(start), Value::Int(stop), Value::Int(step)]);
                }
                Op::NextRange(to) => {
                    self.safepoint()?;
                    let at = self.stack.len() - 3;
                    let [Value::Int(next), Value::Int(stop), Value::Int(step)] = self.stack[at..] else {
                        unreachable!("a range's three numbers")
                    };
                    if if step > 0 { next < stop } else { next > stop } {
                        // After the largest number, the loop ends.
                        self.stack[at] = Value::Int(next.checked_add(step).unwrap_or(stop));
                        self.stack.push(Value::Int(next));
                    } else {
                        self.stack.truncate(at);
                        pc = to as usize;
                    }
                }

                Op::Format { spec, quoted } => {
                    let spec = if spec { Some(self.pop()) } else { None };
                    let mut value = self.pop();
                    if quoted || spec.is_none() && !matches!(value, Value::Text(_)) {
                        let written = self.heap.repr(value)?;
                        value = self.heap.new_text(written)?;
                    }
                    if let Some(Value::Text(spec)) = spec {
                        let spec = Arc::clone(&self.heap.text(spec).str);
                        self.heap.charge_bytes(spec.len())?;
                        // An empty format means `str`.
                        let written = if spec.is_empty() {
                            self.heap.str(value)?.to_string()
                        } else {
                            self.heap.formatted(value, &spec)?
                        };
                        value = self.heap.new_text(written)?;
                    }
                    self.stack.push(value);
                }
                Op::Join(count) => {
                    let pieces = self.take(u32::from(count));
                    let texts = pieces.into_iter().map(|piece| match piece {
                        Value::Text(id) => Arc::clone(&self.heap.text(id).str),
                        _ => unreachable!("formatted before"),
                    });
                    let texts: Vec<_> = texts.collect();
                    let len = texts.iter().map(|text| text.len()).sum();
                    self.heap.room_text(len)?;
                    self.heap.charge_bytes(len)?;
                    let joined = texts.concat();
                    let joined = self.heap.new_text(joined)?;
                    self.stack.push(joined);
                }
                Op::Call { .. } | Op::Method { .. } | Op::CallSpread { .. } | Op::MethodSpread { .. } => {
                    self.safepoint()?;
                    let depth = self.frames.len();
                    self.frames[depth - 1].pc = pc;
                    let ask = match op {
                        Op::Call { args, named } => self.start_call(args as usize, named)?,
                        Op::Method { name, args, named } => self.method(name, args as usize, named)?,
                        Op::CallSpread { named } => {
                            let args = self.spread(named)?;
                            self.start_call(args, named)?
                        }
                        Op::MethodSpread { name, named } => {
                            let args = self.spread(named)?;
                            self.method(name, args, named)?
                        }
                        _ => unreachable!("calls alone come here"),
                    };
                    if let Some(ask) = ask {
                        return Ok(Outcome::Asks(ask));
                    }
                    if self.frames.len() != depth {
                        switch!();
                    }
                }
                Op::Return => {
                    let value = self.pop();
                    let frame = self.frames.pop().expect("a frame runs");
                    self.stack.truncate(frame.base - 1);
                    if frame.entry {
                        self.result = value;
                        self.resume();
                        return Ok(Outcome::Done(value));
                    }
                    self.stack.push(value);
                    switch!();
                }
                Op::Assert => {
                    let value = self.pop();
                    let message = match value {
                        Value::None => "the assertion does not hold".to_owned(),
                        _ => format!("the assertion does not hold: {}", shown(&self.heap.str(value)?)),
                    };
                    return Err(Fault::new(message));
                }
                Op::Exhausted => {
                    if self.top() == Value::Unbound {
                        return Err(Fault::hinted("`next` found nothing", "give it a default: `next((…), None)`"));
                    }
                }
            }
        }
    }

    fn free(&self, base: usize, number: u16) -> Value {
        let Value::Function(id) = self.stack[base - 1] else { unreachable!("a function lies below its locals") };
        self.heap.function(id).cells[number as usize]
    }

    fn below(&self, count: u16) -> Value {
        self.stack[self.stack.len() - 1 - count as usize]
    }

    fn unpack(&mut self, count: usize) -> Res<()> {
        let value = self.pop();
        if !matches!(
            value,
            Value::List(_) | Value::Tuple(_) | Value::Text(_) | Value::Dict(_) | Value::Set(_) | Value::Range(_)
        ) {
            return Err(Fault::new(format!("{} cannot be taken apart", value.with_article())));
        }
        let found = usize::try_from(builtins::len(&self.heap, value)?).unwrap_or(usize::MAX);
        if found != count {
            return Err(Fault::new(format!("there are {count} names for {found} values")));
        }
        match value {
            Value::List(id) | Value::Tuple(id) => self.stack.extend(self.heap.items(id).iter().rev()),
            _ => {
                let items = self.heap.all_items(value)?;
                self.stack.extend(items.iter().rev());
            }
        }
        Ok(())
    }

    fn unpack_rest(&mut self, before: usize, after: usize) -> Res<()> {
        let value = self.pop();
        let items = self.heap.all_items(value)?;
        let Some(rest) = items.len().checked_sub(before + after) else {
            let message = format!("there are at least {} names for {} values", before + after, items.len());
            return Err(Fault::new(message));
        };
        let rest = self.heap.new_list(items[before..before + rest].to_vec())?;
        self.stack.extend(items[items.len() - after..].iter().rev());
        self.stack.push(rest);
        self.stack.extend(items[..before].iter().rev());
        Ok(())
    }

    /// Returns the next item of the loop whose three values are on the stack.
    fn next_item(&mut self) -> Res<Option<Value>> {
        let at = self.stack.len() - 3;
        let [value, Value::Int(place), Value::Int(shape)] = self.stack[at..] else {
            unreachable!("a loop's three values")
        };
        let (item, next) = match value {
            Value::List(id) | Value::Tuple(id) => (self.heap.items(id).get(place as usize).copied(), place + 1),
            Value::Dict(id) | Value::Set(id) => {
                let dict = self.heap.dict(id);
                if i64::from(dict.shape) != shape {
                    let hint = "loop over a copy: `for key in list(d):`";
                    return Err(Fault::hinted("this dict or set changed while a loop went through it", hint));
                }
                let rest = dict.entries[place as usize..].iter();
                let gone = rest.take_while(|entry| entry.key == Value::Unbound).count();
                let item = dict.entries.get(place as usize + gone).map(|entry| entry.key);
                self.heap.charge_values(gone / 8)?;
                (item, place + gone as i64 + 1)
            }
            Value::Range(id) => {
                let range = self.heap.range(id);
                let item = (place.unsigned_abs() < range.len()).then(|| Value::Int(range.at(place.unsigned_abs())));
                (item, place + 1)
            }
            Value::Text(id) => {
                let c = self.heap.text(id).str[place as usize..].chars().next();
                let item = c.map(|c| self.heap.new_char(c)).transpose()?;
                (item, place + c.map_or(0, char::len_utf8) as i64)
            }
            _ => unreachable!("refused at the loop's start"),
        };
        self.stack[at + 1] = Value::Int(next);
        Ok(item)
    }
}

/// Returns the value of a text of the program.
pub(super) fn text(number: u16) -> Value {
    Value::Text(Id(FIRST_TEXT + u32::from(number)))
}
