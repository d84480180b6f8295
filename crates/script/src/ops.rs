//! Operators, indices, slices and attributes.

use crate::error::{Fault, Res};
use crate::heap::{Heap, value_bytes};
use crate::syntax::{Binary, Comparison, Unary};
use crate::value::{Id, Range, Value};
use deathmatch_spelling::meant;

/// The most keys that an error compares with a missing key.
const KEYS: usize = 200;

/// The longest key, in bytes, that an error calls a name.
const NAMED: usize = 40;

pub(crate) fn overflow() -> Box<Fault> {
    Fault::new("this number is too large: numbers go from -9223372036854775808 to 9223372036854775807")
}

impl Heap {
    pub fn unary(&mut self, sign: Unary, value: Value) -> Res<Value> {
        if sign == Unary::Not {
            return Ok(Value::Bool(!self.truth(value)));
        }
        let Some(number) = value.number() else {
            let sign = match sign {
                Unary::Minus => "-",
                Unary::Plus => "+",
                _ => "~",
            };
            return Err(Fault::new(format!("`{sign}` needs a number, not {}", value.with_article())));
        };
        Ok(Value::Int(match sign {
            Unary::Minus => number.checked_neg().ok_or_else(overflow)?,
            Unary::Invert => !number,
            _ => number,
        }))
    }

    pub fn binary(&mut self, sign: Binary, left: Value, right: Value) -> Res<Value> {
        if let (Value::Bool(left), Value::Bool(right)) = (left, right) {
            match sign {
                Binary::And => return Ok(Value::Bool(left & right)),
                Binary::Or => return Ok(Value::Bool(left | right)),
                Binary::Xor => return Ok(Value::Bool(left ^ right)),
                _ => {}
            }
        }
        if let (Some(left), Some(right)) = (left.number(), right.number()) {
            return number(sign, left, right).map(Value::Int);
        }
        match (sign, left, right) {
            (Binary::Add, Value::Text(left), Value::Text(right)) => {
                let len = self.text(left).str.len() + self.text(right).str.len();
                self.room_text(len)?;
                self.charge_bytes(len)?;
                let mut text = String::with_capacity(len);
                text.push_str(&self.text(left).str);
                text.push_str(&self.text(right).str);
                self.new_text(text)
            }
            (Binary::Add, Value::List(_), Value::List(_)) | (Binary::Add, Value::Tuple(_), Value::Tuple(_)) => {
                let mut items = self.all_items(left)?;
                let more = self.all_items(right)?;
                self.room(value_bytes(items.len() + more.len()))?;
                items.extend(more);
                if matches!(left, Value::List(_)) { self.new_list(items) } else { self.new_tuple(items) }
            }
            (Binary::Mul, Value::Text(id), times) | (Binary::Mul, times, Value::Text(id))
                if times.number().is_some() =>
            {
                let times = usize::try_from(times.number().unwrap_or(0)).unwrap_or(0);
                let len = self.text(id).str.len().saturating_mul(times);
                self.room_text(len)?;
                self.charge_bytes(len)?;
                let text = self.text(id).str.repeat(if len == 0 { 0 } else { times });
                self.new_text(text)
            }
            (Binary::Mul, list @ (Value::List(_) | Value::Tuple(_)), times)
            | (Binary::Mul, times, list @ (Value::List(_) | Value::Tuple(_)))
                if times.number().is_some() =>
            {
                let items = self.repeated(list, times.number().unwrap_or(0))?;
                if matches!(list, Value::List(_)) { self.new_list(items) } else { self.new_tuple(items) }
            }
            (Binary::Mod, Value::Text(template), values) => self.percent(template, values),
            (Binary::Or, Value::Dict(left), Value::Dict(right)) => {
                let merged = self.copy_dict(left)?;
                self.merge(merged, right)?;
                Ok(Value::Dict(merged))
            }
            (_, Value::Set(left), Value::Set(right)) => self.sets(sign, left, right),
            _ => {
                let hint = match (sign, left, right) {
                    (Binary::Add, Value::Text(_), _) | (Binary::Add, _, Value::Text(_)) => {
                        Some("write `str(…)` around the value, or an f-string".to_owned())
                    }
                    (_, Value::None, _) | (_, _, Value::None) => {
                        Some("a function without `return` returns None".to_owned())
                    }
                    _ => None,
                };
                let (left, right) = (left.type_name(), right.type_name());
                Err(Fault::new(format!("`{}` does not work between {left} and {right}", sign.sign())).hint(hint))
            }
        }
    }

    fn repeated(&mut self, list: Value, times: i64) -> Res<Vec<Value>> {
        let times = usize::try_from(times).unwrap_or(0);
        let items = self.all_items(list)?;
        let bytes = value_bytes(items.len().saturating_mul(times));
        self.room(bytes)?;
        self.charge_bytes(bytes)?;
        Ok(items.repeat(if items.is_empty() { 0 } else { times }))
    }

    fn sets(&mut self, sign: Binary, left: Id, right: Id) -> Res<Value> {
        let made = match sign {
            Binary::Or => {
                let made = self.copy_dict(left)?;
                self.merge(made, right)?;
                return Ok(Value::Set(made));
            }
            Binary::And | Binary::Sub | Binary::Xor => self.new_dict()?,
            _ => return Err(Fault::new(format!("`{}` does not work between sets", sign.sign()))),
        };
        for entry in self.entries(left)? {
            if self.find(right, entry.key, entry.hash)?.is_some() == (sign == Binary::And) {
                self.insert(made, entry.key, Value::None)?;
            }
        }
        if sign == Binary::Xor {
            for entry in self.entries(right)? {
                if self.find(left, entry.key, entry.hash)?.is_none() {
                    self.insert(made, entry.key, Value::None)?;
                }
            }
        }
        Ok(Value::Set(made))
    }

    /// Adds all entries of one dict or set to another.
    pub fn merge(&mut self, into: Id, from: Id) -> Res<()> {
        for entry in self.entries(from)? {
            self.insert(into, entry.key, entry.value)?;
        }
        Ok(())
    }

    /// `left sign= right`: lists, dicts and sets change in place.
    pub fn augment(&mut self, sign: Binary, left: Value, right: Value) -> Res<Value> {
        match (sign, left, right) {
            (Binary::Add, Value::List(id), _) => {
                self.extend(id, right)?;
                Ok(left)
            }
            (Binary::Mul, Value::List(id), Value::Int(_) | Value::Bool(_)) => {
                let items = self.repeated(left, right.number().unwrap_or(0))?;
                self.set_items(id, items)?;
                Ok(left)
            }
            (Binary::Or, Value::Dict(into), Value::Dict(from)) | (Binary::Or, Value::Set(into), Value::Set(from)) => {
                self.merge(into, from)?;
                Ok(left)
            }
            (Binary::And | Binary::Sub | Binary::Xor, Value::Set(into), Value::Set(_)) => {
                let Value::Set(made) = self.binary(sign, left, right)? else { unreachable!("sets make sets") };
                self.clear_dict(into)?;
                self.merge(into, made)?;
                Ok(left)
            }
            _ => self.binary(sign, left, right),
        }
    }

    pub fn extend(&mut self, id: Id, values: Value) -> Res<()> {
        let items = self.all_items(values)?;
        let end = self.list(id).len();
        self.splice(id, end, end, &items)
    }

    pub fn comparison(&mut self, comparison: Comparison, left: Value, right: Value) -> Res<bool> {
        if let (Value::Set(_), Value::Set(_)) = (left, right) {
            match comparison {
                Comparison::Less => return self.is_subset(left, right, true),
                Comparison::LessEqual => return self.is_subset(left, right, false),
                Comparison::Greater => return self.is_subset(right, left, true),
                Comparison::GreaterEqual => return self.is_subset(right, left, false),
                _ => {}
            }
        }
        Ok(match comparison {
            Comparison::Equal => self.equal(left, right)?,
            Comparison::NotEqual => !self.equal(left, right)?,
            Comparison::Less => self.compare(left, right)?.is_lt(),
            Comparison::LessEqual => self.compare(left, right)?.is_le(),
            Comparison::Greater => self.compare(left, right)?.is_gt(),
            Comparison::GreaterEqual => self.compare(left, right)?.is_ge(),
            Comparison::In => self.contains(right, left)?,
            Comparison::NotIn => !self.contains(right, left)?,
            Comparison::IsNone => left == Value::None,
            Comparison::IsNotNone => left != Value::None,
        })
    }

    /// Whether a set has all items of another; a `proper` part is smaller.
    fn is_subset(&mut self, part: Value, whole: Value, proper: bool) -> Res<bool> {
        let (items, all) = (self.all_items(part)?, self.all_items(whole)?.len());
        if items.len() > all || (proper && items.len() == all) {
            return Ok(false);
        }
        for item in items {
            if !self.contains(whole, item)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub fn contains(&mut self, container: Value, value: Value) -> Res<bool> {
        match (container, value) {
            (Value::List(_) | Value::Tuple(_), _) => Ok(self.position(container, value)?.is_some()),
            (Value::Dict(id) | Value::Set(id), _) => {
                let hash = self.hash(value)?;
                Ok(self.find(id, value, hash)?.is_some())
            }
            (Value::Text(whole), Value::Text(part)) => {
                self.charge_bytes((self.text(whole).str.len() + self.text(part).str.len()) * 8)?;
                Ok(self.text(whole).str.contains(&*self.text(part).str))
            }
            (Value::Range(id), _) => Ok(value.number().is_some_and(|number| self.range(id).find(number).is_some())),
            _ => Err(Fault::new(format!(
                "`in` does not work between {} and {}",
                value.type_name(),
                container.type_name()
            ))),
        }
    }

    /// Returns the first position of a value in a list or tuple.
    pub fn position(&mut self, list: Value, value: Value) -> Res<Option<usize>> {
        let (Value::List(id) | Value::Tuple(id)) = list else { unreachable!("asked of lists and tuples") };
        let mut place = 0;
        while let Some(item) = self.items(id).get(place).copied() {
            self.charge(1)?;
            if item == value || self.equal(item, value)? {
                return Ok(Some(place));
            }
            place += 1;
        }
        Ok(None)
    }

    /// Returns the position that an index means.
    pub fn place(index: Value, len: usize, what: &str) -> Res<usize> {
        let Some(number) = index.number() else {
            return Err(Fault::new(format!("the index of a {what} is a number, not {}", index.with_article())));
        };
        let from_start = if number < 0 { number.saturating_add(len as i64) } else { number };
        usize::try_from(from_start).ok().filter(|place| *place < len).ok_or_else(|| {
            let message = format!("there is no item {number} in a {what} of {len}");
            let hint = (len > 0).then(|| format!("its items are numbered from 0 to {}", len - 1));
            Fault::new(message).hint(hint)
        })
    }

    pub fn index(&mut self, value: Value, index: Value) -> Res<Value> {
        match value {
            Value::List(id) => Ok(self.list(id)[Self::place(index, self.list(id).len(), "list")?]),
            Value::Tuple(id) => {
                let items = &self.tuple(id).items;
                Ok(items[Self::place(index, items.len(), "tuple")?])
            }
            Value::Dict(id) => match self.lookup(id, index)? {
                Some(value) => Ok(value),
                None => Err(self.no_key(id, index)),
            },
            Value::Text(id) => {
                let place = Self::place(index, self.text(id).chars as usize, "string")?;
                let text = self.text(id);
                if text.is_ascii() {
                    let byte = text.str.as_bytes()[place];
                    return self.new_char(char::from(byte));
                }
                self.charge_values(place / 8)?;
                let c = self.text(id).str.chars().nth(place).expect("the place was checked");
                self.new_char(c)
            }
            Value::Range(id) => {
                let range = self.range(id);
                let len = usize::try_from(range.len()).unwrap_or(usize::MAX);
                Ok(Value::Int(range.at(Self::place(index, len, "range")? as u64)))
            }
            _ => Err(Fault::new(format!("{} has no items", value.with_article()))),
        }
    }

    fn no_key(&mut self, id: Id, key: Value) -> Box<Fault> {
        let shown = match self.repr(key) {
            Ok(shown) => crate::lexer::shown(&shown),
            Err(_) => key.type_name().to_owned(),
        };
        let hint = if let Value::Text(key) = key {
            let keys = self.dict(id).iter().take(KEYS).filter_map(|entry| match entry.key {
                Value::Text(id) => Some(&*self.text(id).str),
                _ => None,
            });
            let key = &self.text(key).str;
            let is_name = key.len() <= NAMED && key.chars().all(|c| c.is_alphanumeric() || c == '_');
            meant(key, keys).or_else(|| is_name.then(|| format!("`{key}` has no value yet: give it one before")))
        } else {
            None
        };
        Fault::new(format!("the dict has no key {shown}")).hint(hint)
    }

    pub fn set_index(&mut self, object: Value, index: Value, value: Value) -> Res<()> {
        match object {
            Value::List(id) => {
                let place = Self::place(index, self.list(id).len(), "list")?;
                self.set_item(id, place, value)?;
                Ok(())
            }
            Value::Dict(id) => self.insert(id, index, value),
            Value::Tuple(_) | Value::Text(_) => {
                let kind = object.with_article();
                Err(Fault::hinted(format!("{kind} cannot be changed"), "make a list of it, or build a new one"))
            }
            _ => Err(Fault::new(format!("{} has no items", object.with_article()))),
        }
    }

    pub fn delete_index(&mut self, object: Value, index: Value) -> Res<()> {
        match object {
            Value::List(id) => {
                let place = Self::place(index, self.list(id).len(), "list")?;
                self.splice(id, place, place + 1, &[])
            }
            Value::Dict(id) => match self.remove(id, index)? {
                Some(_) => Ok(()),
                None => Err(self.no_key(id, index)),
            },
            _ => Err(Fault::new(format!("nothing can be deleted from {}", object.with_article()))),
        }
    }

    /// Returns the dict of an attribute: `object.name` is `object["name"]`.
    pub fn attr_dict(object: Value, name: &str) -> Res<Id> {
        let Value::Dict(id) = object else {
            let hint = match object {
                Value::List(_) | Value::Text(_) | Value::Set(_) => {
                    Some(format!("to call a method, write `.{name}(…)`"))
                }
                Value::None => {
                    Some("the value is None: a function without `return`, or `get` without a default".to_owned())
                }
                _ => None,
            };
            return Err(Fault::new(format!("{} has no `.{name}`", object.with_article())).hint(hint));
        };
        Ok(id)
    }

    pub fn slice(&mut self, value: Value, parts: [Value; 3]) -> Res<Value> {
        let len = match value {
            Value::List(id) | Value::Tuple(id) => self.items(id).len(),
            Value::Text(id) => self.text(id).chars as usize,
            _ => return Err(Fault::new(format!("{} cannot be sliced", value.with_article()))),
        };
        let range = bounds(len, parts)?;
        let count = range.len() as usize;
        match value {
            Value::Text(id) => {
                let text = std::sync::Arc::clone(&self.text(id).str);
                if self.text(id).is_ascii() {
                    self.charge_bytes(count)?;
                    self.room_text(count)?;
                    let sliced = if range.step == 1 {
                        let start = range.start as usize;
                        text[start..start + count].to_owned()
                    } else {
                        (0..range.len()).map(|place| char::from(text.as_bytes()[range.at(place) as usize])).collect()
                    };
                    return self.new_text(sliced);
                }
                self.charge_bytes(len * 8)?;
                self.room(len * size_of::<char>())?;
                let chars: Vec<char> = text.chars().collect();
                let sliced = (0..range.len()).map(|place| chars[range.at(place) as usize]).collect();
                self.new_text(sliced)
            }
            Value::List(id) | Value::Tuple(id) => {
                self.charge_bytes(value_bytes(count))?;
                self.room(value_bytes(count))?;
                let items = self.items(id);
                let items = (0..range.len()).map(|place| items[range.at(place) as usize]).collect();
                if matches!(value, Value::List(_)) { self.new_list(items) } else { self.new_tuple(items) }
            }
            _ => unreachable!("refused above"),
        }
    }
}

/// Returns the positions of a slice, for a sequence of this length.
fn bounds(len: usize, [start, stop, step]: [Value; 3]) -> Res<Range> {
    let part = |part: Value| match part {
        Value::None => Ok(None),
        _ => part
            .number()
            .map(Some)
            .ok_or_else(|| Fault::new(format!("a slice is made with numbers, not with {}", part.with_article()))),
    };
    let step = part(step)?.unwrap_or(1);
    if step == 0 {
        return Err(Fault::new("the step of a slice cannot be 0"));
    }
    let len = len as i64;
    let (least, most) = if step > 0 { (0, len) } else { (-1, len - 1) };
    let clamp = |place: i64| if place < 0 { place.saturating_add(len).max(least) } else { place.min(most) };
    let start = part(start)?.map_or(if step > 0 { least } else { most }, clamp);
    let stop = part(stop)?.map_or(if step > 0 { most } else { least }, clamp);
    Ok(Range { start, stop, step })
}

fn number(sign: Binary, left: i64, right: i64) -> Res<i64> {
    let made = match sign {
        Binary::Add => left.checked_add(right),
        Binary::Sub => left.checked_sub(right),
        Binary::Mul => left.checked_mul(right),
        Binary::FloorDiv | Binary::Mod if right == 0 => return Err(Fault::new("division by 0")),
        Binary::FloorDiv => floor_div(left, right),
        Binary::Mod => Some(floor_mod(left, right)),
        Binary::Pow if right < 0 => return Err(Fault::new("the power of a whole number cannot be negative")),
        Binary::Pow => power(left, right),
        Binary::ShiftLeft | Binary::ShiftRight if right < 0 => return Err(Fault::new("a shift cannot be negative")),
        Binary::ShiftLeft if left == 0 => Some(0),
        Binary::ShiftLeft if right > 63 => None,
        Binary::ShiftLeft => Some(left << right).filter(|made| made >> right == left),
        Binary::ShiftRight => Some(left >> right.min(63)),
        Binary::And => Some(left & right),
        Binary::Or => Some(left | right),
        Binary::Xor => Some(left ^ right),
    };
    made.ok_or_else(overflow)
}

pub(crate) fn floor_div(left: i64, right: i64) -> Option<i64> {
    let quotient = left.checked_div(right)?;
    Some(if left % right != 0 && (left < 0) != (right < 0) { quotient - 1 } else { quotient })
}

pub(crate) fn floor_mod(left: i64, right: i64) -> i64 {
    let rest = left.wrapping_rem(right);
    if rest != 0 && (rest < 0) != (right < 0) { rest + right } else { rest }
}

fn power(base: i64, exponent: i64) -> Option<i64> {
    match base {
        0 | 1 => Some(if exponent == 0 { 1 } else { base }),
        -1 => Some(if exponent % 2 == 0 { 1 } else { -1 }),
        _ => base.checked_pow(u32::try_from(exponent).ok()?),
    }
}
