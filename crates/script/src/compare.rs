//! Equality and order of values.

use std::cmp::Ordering;

use crate::dict::Entry;
use crate::error::{Fault, Res};
use crate::heap::{Heap, too_nested};
use crate::value::Value;

impl Heap {
    /// Compares values as far as possible without their contents; `None` if the contents decide.
    fn equal_plain(&self, a: Value, b: Value) -> Option<bool> {
        Some(match (a, b) {
            (Value::Text(a), Value::Text(b)) => {
                let (a, b) = (self.text(a), self.text(b));
                a.hash == b.hash && a.str == b.str
            }
            (Value::Range(a), Value::Range(b)) => {
                let (a, b) = (self.range(a), self.range(b));
                let len = a.len();
                len == b.len() && (len == 0 || a.start == b.start && (len == 1 || a.step == b.step))
            }
            (Value::List(a), Value::List(b)) | (Value::Tuple(a), Value::Tuple(b)) => {
                if a == b {
                    return Some(true);
                }
                if self.items(a).len() == self.items(b).len() {
                    return None;
                }
                false
            }
            (Value::Dict(a), Value::Dict(b)) | (Value::Set(a), Value::Set(b)) => {
                if a == b {
                    return Some(true);
                }
                if self.dict(a).len == self.dict(b).len {
                    return None;
                }
                false
            }
            _ => a == b || a.number().is_some_and(|number| b.number() == Some(number)),
        })
    }

    /// Python's `==`. Charges each pair of values compared.
    pub fn equal(&mut self, a: Value, b: Value) -> Res<bool> {
        if let (Value::Text(a), Value::Text(_)) = (a, b) {
            self.charge_bytes(self.text(a).str.len())?;
        }
        if let Some(equal) = self.equal_plain(a, b) {
            return Ok(equal);
        }
        // Pairs of equally long objects, and the place of the next pair of values in them.
        let mut open = vec![(a, b, 0)];
        while let Some((a, b, place)) = open.last_mut() {
            self.charge(1)?;
            let at = *place;
            *place += 1;
            let (left, right) = match (*a, *b) {
                (Value::Dict(a) | Value::Set(a), Value::Dict(b) | Value::Set(b)) => {
                    let Some(Entry { hash, key, value }) = self.dict(a).entries.get(at).copied() else {
                        open.pop();
                        continue;
                    };
                    if key == Value::Unbound {
                        continue;
                    }
                    self.charge(2)?;
                    // Keys hold no dicts, so this recurses once at most.
                    match self.find(b, key, hash)? {
                        Some(number) => (value, self.dict(b).entries[number].value),
                        None => return Ok(false),
                    }
                }
                (Value::List(a) | Value::Tuple(a), Value::List(b) | Value::Tuple(b)) => {
                    let (Some(left), Some(right)) = (self.items(a).get(at), self.items(b).get(at)) else {
                        open.pop();
                        continue;
                    };
                    (*left, *right)
                }
                _ => unreachable!("only these hold values"),
            };
            if let (Value::Text(left), Value::Text(_)) = (left, right) {
                self.charge_bytes(self.text(left).str.len())?;
            }
            match self.equal_plain(left, right) {
                Some(true) => {}
                Some(false) => return Ok(false),
                None if open.len() >= self.limits.nesting => return Err(too_nested("compare")),
                None => open.push((left, right, 0)),
            }
        }
        Ok(true)
    }

    /// Python's order of numbers, strings, lists and tuples.
    pub fn compare(&mut self, mut a: Value, mut b: Value) -> Res<Ordering> {
        for _ in 0..self.limits.nesting {
            self.charge(1)?;
            if let (Some(a), Some(b)) = (a.number(), b.number()) {
                return Ok(a.cmp(&b));
            }
            let (left, right) = match (a, b) {
                (Value::Text(a), Value::Text(b)) => {
                    self.charge_bytes(self.text(a).str.len().min(self.text(b).str.len()))?;
                    return Ok(self.text(a).str.cmp(&self.text(b).str));
                }
                (Value::List(left), Value::List(right)) | (Value::Tuple(left), Value::Tuple(right)) => (left, right),
                _ => {
                    let message = format!("{} and {} have no order", a.type_name(), b.type_name());
                    return Err(Fault::new(message));
                }
            };
            // The first pair that differs decides.
            let mut place = 0;
            (a, b) = loop {
                self.charge(1)?;
                let (Some(a), Some(b)) = (self.items(left).get(place).copied(), self.items(right).get(place).copied())
                else {
                    return Ok(self.items(left).len().cmp(&self.items(right).len()));
                };
                if !self.equal(a, b)? {
                    break (a, b);
                }
                place += 1;
            };
        }
        Err(too_nested("compare"))
    }
}
