//! Arguments of built-in functions and methods.

use std::sync::Arc;

use crate::code::Prelude;
use crate::error::{Fault, Res};
use crate::heap::Heap;
use crate::value::{Id, Value};
use deathmatch_spelling::meant;

/// The result of a built-in function: a value, or a call of a prelude function that takes its place.
pub(crate) enum Flow {
    Value(Value),
    Call(Prelude, Vec<Value>),
}

impl From<Value> for Flow {
    fn from(value: Value) -> Self {
        Self::Value(value)
    }
}

/// The arguments of one call.
pub(crate) struct Args<'a> {
    pub function: &'a str,
    pub given: &'a [Value],
    pub named: &'a [(Arc<str>, Value)],
}

impl Args<'_> {
    /// Matches the arguments to parameters; the first `required` must be given. A parameter named `""` has no name for callers;
    /// one that begins with `*` is given by name only.
    pub fn fit<const N: usize>(&self, required: usize, params: [&str; N]) -> Res<[Option<Value>; N]> {
        let placed = params.iter().take_while(|param| !param.starts_with('*')).count();
        if self.given.len() > placed {
            return Err(self.count(required, placed));
        }
        let mut values = [None; N];
        for (value, given) in values.iter_mut().zip(self.given) {
            *value = Some(*given);
        }
        for (name, value) in self.named {
            let place = params.iter().position(|param| !param.is_empty() && param.trim_start_matches('*') == &**name);
            match place {
                Some(place) if values[place].is_none() => values[place] = Some(*value),
                Some(_) => return Err(Fault::new(format!("`{}` is given `{name}` twice", self.function))),
                None => {
                    let known =
                        params.iter().filter(|param| !param.is_empty()).map(|param| param.trim_start_matches('*'));
                    let message = format!("`{}` takes no argument `{}`", self.function, crate::lexer::shown(name));
                    return Err(Fault::new(message).hint(meant(name, known)));
                }
            }
        }
        if values[..required].iter().any(Option::is_none) {
            return Err(self.count(required, placed));
        }
        Ok(values)
    }

    /// Returns exactly `N` arguments without names.
    pub fn exact<const N: usize>(&self) -> Res<[Value; N]> {
        self.nameless()?;
        self.given.try_into().map_err(|_| self.count(N, N))
    }

    pub fn nameless(&self) -> Res<()> {
        match self.named.first() {
            Some((name, _)) => {
                let name = crate::lexer::shown(name);
                Err(Fault::new(format!("`{}` takes no argument `{name}`", self.function)))
            }
            None => Ok(()),
        }
    }

    fn count(&self, least: usize, most: usize) -> Box<Fault> {
        let takes = match (least, most) {
            (0, 0) => "no arguments".to_owned(),
            (1, 1) => "1 argument".to_owned(),
            (least, most) if least == most => format!("{least} arguments"),
            (least, most) => format!("{least} to {most} arguments"),
        };
        Fault::new(format!("`{}` takes {takes}, not {}", self.function, self.given.len()))
    }

    pub fn wrong(&self, value: Value, wanted: &str) -> Box<Fault> {
        Fault::new(format!("`{}` needs {wanted}, not {}", self.function, value.with_article()))
    }

    pub fn int(&self, value: Value) -> Res<i64> {
        value.number().ok_or_else(|| self.wrong(value, "a number"))
    }

    pub fn text(&self, heap: &Heap, value: Value) -> Res<Arc<str>> {
        match value {
            Value::Text(id) => Ok(Arc::clone(&heap.text(id).str)),
            _ => Err(self.wrong(value, "a string")),
        }
    }

    pub fn list(&self, value: Value) -> Res<Id> {
        match value {
            Value::List(id) => Ok(id),
            _ => Err(self.wrong(value, "a list")),
        }
    }
}
