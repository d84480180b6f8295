//! Built-in functions.

use std::cmp::Ordering;

use crate::call_arguments::{Args, Flow};
use crate::code::Prelude;
use crate::error::{ErrorKind, Fault, Res};
use crate::heap::{Heap, value_bytes};
use crate::machine::Machine;
use crate::ops::{floor_div, floor_mod, overflow};
use crate::value::{Range, Value};

macro_rules! words {
    ($(#[$doc:meta])* $type:ident { $($variant:ident $word:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $type { $(#[doc = concat!("`", $word, "`")] $variant),* }

        impl $type {
            const ALL: &[(&str, Self)] = &[$(($word, Self::$variant)),*];

            pub(crate) fn of(word: &str) -> Option<Self> {
                Self::ALL.iter().find(|(name, _)| *name == word).map(|(_, found)| *found)
            }
        }
    };
}
pub(crate) use words;

words! {
    /// A built-in function. The last three are the prelude's own.
    Builtin {
        Abs "abs", All "all", Any "any", Bool "bool", Chr "chr", Dict "dict", Divmod "divmod", Enumerate "enumerate",
        Filter "filter", Int "int", Len "len", List "list", Map "map", Max "max", Min "min", Next "next", Ord "ord",
        Print "print", Range "range", Repr "repr", Reversed "reversed", Set "set", Sorted "sorted", Str "str",
        Sum "sum", Tuple "tuple", Zip "zip",
        Arranged "arranged", Extreme "extreme", Fill "fill",
    }
}

words! {
    /// A built-in library, whose functions follow a dot.
    Module { Cards "cards", Grid "grid", Hex "hex", Random "random" }
}

impl Builtin {
    pub(crate) fn is_internal(self) -> bool {
        matches!(self, Self::Arranged | Self::Extreme | Self::Fill)
    }

    pub(crate) fn words() -> impl Iterator<Item = &'static str> {
        Self::ALL.iter().filter(|(_, builtin)| !builtin.is_internal()).map(|(word, _)| *word)
    }

    pub(crate) fn word(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

impl Module {
    pub(crate) fn words() -> impl Iterator<Item = &'static str> {
        Self::ALL.iter().map(|(word, _)| *word)
    }
}

/// Returns the alternative to a built-in function that only Python has.
pub(crate) fn instead(word: &str) -> Option<&'static str> {
    Some(match word {
        "float" | "complex" | "round" => "all numbers are whole: write `//` to divide",
        "type" | "isinstance" | "issubclass" | "callable" => "compare the value: `x is None`, `x == \"pass\"`",
        "getattr" | "setattr" | "hasattr" | "delattr" | "vars" | "dir" => {
            "`s.name` is `s[\"name\"]`; `\"name\" in s` asks for it"
        }
        "input" | "open" | "eval" | "exec" | "compile" | "globals" | "locals" | "breakpoint" => {
            "a script reaches nothing outside of the game"
        }
        "frozenset" => "write a tuple, or `set`",
        "iter" => "loop over the values themselves",
        "pow" => "write `a ** b`",
        "bytes" | "bytearray" | "memoryview" => "use a string or a list of numbers",
        "object" | "super" | "property" | "staticmethod" | "classmethod" => {
            "keep values in a dict: `s = {\"name\": 1}`"
        }
        "true" => "write `True`",
        "false" => "write `False`",
        "null" | "nil" | "none" => "write `None`",
        _ => return None,
    })
}

#[expect(clippy::too_many_lines, reason = "an arm for each function")]
pub(crate) fn call(machine: &mut Machine, builtin: Builtin, args: &Args<'_>) -> Res<Flow> {
    let heap = &mut machine.heap;
    Ok(match builtin {
        Builtin::Abs => Value::Int(args.int(args.exact::<1>()?[0])?.checked_abs().ok_or_else(overflow)?).into(),
        Builtin::All | Builtin::Any => {
            let [items] = args.exact()?;
            let items = heap.all_items(items)?;
            let any = items.iter().any(|item| heap.truth(*item) == (builtin == Builtin::Any));
            Value::Bool(any == (builtin == Builtin::Any)).into()
        }
        Builtin::Bool => {
            let [value] = args.fit(0, [""])?;
            Value::Bool(value.is_some_and(|value| heap.truth(value))).into()
        }
        Builtin::Chr => {
            let [number] = args.exact()?;
            let c = u32::try_from(args.int(number)?).ok().and_then(char::from_u32);
            heap.new_char(c.ok_or_else(|| Fault::new("no character has this number"))?)?.into()
        }
        Builtin::Dict => dict(heap, args)?.into(),
        Builtin::Divmod => {
            let [left, right] = args.exact()?;
            let (left, right) = (args.int(left)?, args.int(right)?);
            if right == 0 {
                return Err(Fault::new("division by 0"));
            }
            let quotient = floor_div(left, right).ok_or_else(overflow)?;
            heap.new_tuple(vec![Value::Int(quotient), Value::Int(floor_mod(left, right))])?.into()
        }
        Builtin::Enumerate => {
            let [Some(items), start] = args.fit(1, ["iterable", "start"])? else { unreachable!("required") };
            let mut number = start.map_or(Ok(0), |start| args.int(start))?;
            let mut pairs = Vec::new();
            for item in heap.all_items(items)? {
                pairs.push(heap.new_tuple(vec![Value::Int(number), item])?);
                number = number.checked_add(1).ok_or_else(overflow)?;
            }
            heap.new_list(pairs)?.into()
        }
        Builtin::Filter => {
            let [function, items] = args.exact()?;
            if function != Value::None {
                return Ok(Flow::Call(Prelude::Filtered, vec![function, items]));
            }
            let items = heap.all_items(items)?;
            let items = items.into_iter().filter(|item| heap.truth(*item)).collect();
            heap.new_list(items)?.into()
        }
        Builtin::Int => Value::Int(int(heap, args)?).into(),
        Builtin::Len => {
            let [value] = args.exact()?;
            Value::Int(len(heap, value)?).into()
        }
        Builtin::List => {
            let [items] = args.fit(0, [""])?;
            let items = items.map_or(Ok(Vec::new()), |items| heap.all_items(items))?;
            heap.new_list(items)?.into()
        }
        Builtin::Map => match *args.given {
            [function, items] if args.named.is_empty() => Flow::Call(Prelude::MapOne, vec![function, items]),
            [function, left, right] if args.named.is_empty() => {
                Flow::Call(Prelude::MapTwo, vec![function, left, right])
            }
            _ => {
                return Err(Fault::hinted("`map` takes a function and one or two lists", "write `[f(x) for x in xs]`"));
            }
        },
        Builtin::Max | Builtin::Min => return least_or_most(machine, builtin == Builtin::Max, args),
        Builtin::Next => {
            return Err(Fault::hinted(
                "`next` takes a generator",
                "write `next((x for x in xs if …), None)`, or `xs[0]`",
            ));
        }
        Builtin::Ord => {
            let [text] = args.exact()?;
            let text = args.text(heap, text)?;
            let mut chars = text.chars();
            let (Some(c), None) = (chars.next(), chars.next()) else {
                return Err(Fault::new("`ord` needs one character"));
            };
            Value::Int(i64::from(u32::from(c))).into()
        }
        Builtin::Print => {
            print(machine, args)?;
            Value::None.into()
        }
        Builtin::Range => {
            args.nameless()?;
            heap.new_range(range(args.given)?)?.into()
        }
        Builtin::Repr => {
            let [value] = args.exact()?;
            let text = heap.repr(value)?;
            heap.new_text(text)?.into()
        }
        Builtin::Reversed => {
            let [items] = args.exact()?;
            if matches!(items, Value::Set(_)) {
                return Err(Fault::new("a set has no order"));
            }
            let mut items = heap.all_items(items)?;
            items.reverse();
            heap.new_list(items)?.into()
        }
        Builtin::Set => {
            let [items] = args.fit(0, [""])?;
            let set = heap.new_dict()?;
            for item in items.map_or(Ok(Vec::new()), |items| heap.all_items(items))? {
                heap.insert(set, item, Value::None)?;
            }
            Value::Set(set).into()
        }
        Builtin::Sorted => {
            let [Some(items), key, reverse] = args.fit(1, ["", "*key", "*reverse"])? else { unreachable!("required") };
            let reverse = reverse.unwrap_or(Value::Bool(false));
            let items = heap.all_items(items)?;
            match key.unwrap_or(Value::None) {
                Value::None => {
                    let sorted = arrange(heap, &items, &items, reverse)?;
                    heap.new_list(sorted)?.into()
                }
                key => Flow::Call(Prelude::SortedBy, vec![heap.new_list(items)?, key, reverse]),
            }
        }
        Builtin::Str => {
            let [value] = args.fit(0, [""])?;
            match value {
                Some(Value::Text(id)) => Value::Text(id).into(),
                Some(value) => {
                    let text = heap.repr(value)?;
                    heap.new_text(text)?.into()
                }
                None => heap.new_text(String::new())?.into(),
            }
        }
        Builtin::Sum => {
            let [Some(items), start] = args.fit(1, ["", "start"])? else { unreachable!("required") };
            let mut total = start.unwrap_or(Value::Int(0));
            if matches!(total, Value::Text(_)) {
                return Err(Fault::hinted("`sum` adds no strings", "write `\"\".join(…)`"));
            }
            for item in heap.all_items(items)? {
                heap.charge(1)?;
                total = heap.binary(crate::syntax::Binary::Add, total, item)?;
            }
            total.into()
        }
        Builtin::Tuple => {
            let [items] = args.fit(0, [""])?;
            if let Some(tuple @ Value::Tuple(_)) = items {
                return Ok(tuple.into());
            }
            let items = items.map_or(Ok(Vec::new()), |items| heap.all_items(items))?;
            heap.new_tuple(items)?.into()
        }
        Builtin::Zip => {
            args.nameless()?;
            let mut columns = Vec::new();
            for column in args.given {
                columns.push(heap.all_items(*column)?);
            }
            let count = columns.iter().map(Vec::len).min().unwrap_or(0);
            let mut rows = Vec::new();
            for place in 0..count {
                rows.push(heap.new_tuple(columns.iter().map(|column| column[place]).collect())?);
            }
            heap.new_list(rows)?.into()
        }
        Builtin::Arranged => {
            let [items, keys, reverse] = args.exact()?;
            let (items, keys) = (heap.all_items(items)?, heap.all_items(keys)?);
            let sorted = arrange(heap, &items, &keys, reverse)?;
            heap.new_list(sorted)?.into()
        }
        Builtin::Extreme => {
            let [items, keys, most] = args.exact()?;
            let (items, keys) = (heap.all_items(items)?, heap.all_items(keys)?);
            items[extreme(heap, &keys, most == Value::Bool(true))?].into()
        }
        Builtin::Fill => {
            let [list, items] = args.exact()?;
            let (id, items) = (args.list(list)?, heap.all_items(items)?);
            if heap.list(id).len() != items.len() {
                return Err(Fault::new("the list was changed while it was sorted"));
            }
            heap.set_items(id, items)?;
            Value::None.into()
        }
    })
}

pub(crate) fn len(heap: &Heap, value: Value) -> Res<i64> {
    Ok(match value {
        Value::Text(id) => i64::from(heap.text(id).chars),
        Value::List(id) | Value::Tuple(id) => heap.items(id).len() as i64,
        Value::Dict(id) | Value::Set(id) => heap.dict(id).len as i64,
        Value::Range(id) => i64::try_from(heap.range(id).len()).map_err(|_| overflow())?,
        _ => return Err(Fault::new(format!("{} has no length", value.with_article()))),
    })
}

pub(crate) fn range(args: &[Value]) -> Res<Range> {
    let number = |value: Value| {
        value.number().ok_or_else(|| Fault::new(format!("`range` needs numbers, not {}", value.with_article())))
    };
    let range = match *args {
        [stop] => Range { start: 0, stop: number(stop)?, step: 1 },
        [start, stop] => Range { start: number(start)?, stop: number(stop)?, step: 1 },
        [start, stop, step] => Range { start: number(start)?, stop: number(stop)?, step: number(step)? },
        _ => return Err(Fault::new(format!("`range` takes 1 to 3 arguments, not {}", args.len()))),
    };
    if range.step == 0 { Err(Fault::new("the step of a range cannot be 0")) } else { Ok(range) }
}

fn int(heap: &mut Heap, args: &Args<'_>) -> Res<i64> {
    let [value] = args.fit(0, [""])?;
    let id = match value {
        None => return Ok(0),
        Some(Value::Text(id)) => id,
        Some(value) => return args.int(value).map_err(|_| args.wrong(value, "a string or a number")),
    };
    heap.charge_bytes(heap.text(id).str.len() * 8)?;
    let text = heap.text(id).str.trim();
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        let shown = crate::lexer::shown(text);
        return Err(Fault::hinted(format!("`{shown}` is no whole number"), "ask `text.isdigit()` before"));
    }
    text.parse().map_err(|_| overflow())
}

fn dict(heap: &mut Heap, args: &Args<'_>) -> Res<Value> {
    let made = match *args.given {
        [] => heap.new_dict()?,
        [Value::Dict(id)] => heap.copy_dict(id)?,
        [pairs] => {
            let made = heap.new_dict()?;
            put_pairs(heap, made, pairs)?;
            made
        }
        _ => return Err(Fault::new(format!("`dict` takes 0 to 1 arguments, not {}", args.given.len()))),
    };
    for (name, value) in args.named {
        let key = heap.new_text(name.to_string())?;
        heap.insert(made, key, *value)?;
    }
    Ok(Value::Dict(made))
}

/// Puts pairs of key and value into a dict.
pub(crate) fn put_pairs(heap: &mut Heap, dict: crate::value::Id, pairs: Value) -> Res<()> {
    for pair in heap.all_items(pairs)? {
        let (Value::List(id) | Value::Tuple(id)) = pair else {
            return Err(Fault::new(format!(
                "a dict is made of pairs of key and value, not of {}",
                pair.with_article()
            )));
        };
        let [key, value] = *heap.items(id) else {
            return Err(Fault::new("a dict is made of pairs of key and value"));
        };
        heap.insert(dict, key, value)?;
    }
    Ok(())
}

fn print(machine: &mut Machine, args: &Args<'_>) -> Res<()> {
    let params = Args { function: "print", given: &[], named: args.named };
    let [sep, end] = params.fit(0, ["*sep", "*end"])?;
    let heap = &mut machine.heap;
    let sep = sep.filter(|sep| *sep != Value::None).map_or(Ok(" ".into()), |sep| args.text(heap, sep))?;
    let end = end.filter(|end| *end != Value::None).map_or(Ok("\n".into()), |end| args.text(heap, end))?;
    for (number, value) in args.given.iter().enumerate() {
        let text = machine.heap.str(*value)?;
        if number > 0 {
            write(machine, &sep)?;
        }
        write(machine, &text)?;
    }
    write(machine, &end)
}

fn write(machine: &mut Machine, text: &str) -> Res<()> {
    machine.heap.charge_bytes(text.len())?;
    if machine.output.len() + text.len() > machine.heap.limits.output {
        let message = format!("`print` wrote more than {} bytes", machine.heap.limits.output);
        return Err(Fault::of(ErrorKind::Output, message));
    }
    machine.output.push_str(text);
    Ok(())
}

fn least_or_most(machine: &mut Machine, most: bool, args: &Args<'_>) -> Res<Flow> {
    let heap = &mut machine.heap;
    let named = Args { given: &[], ..*args };
    let [key, default] = named.fit(0, ["*key", "*default"])?;
    let items = match *args.given {
        [] => return Err(Fault::new(format!("`{}` needs values", args.function))),
        [items] => heap.all_items(items)?,
        _ if default.is_some() => {
            return Err(Fault::new(format!("`{}` takes a default only with a list", args.function)));
        }
        _ => args.given.to_vec(),
    };
    if items.is_empty() {
        return default.map(Flow::Value).ok_or_else(|| {
            Fault::hinted(
                format!("`{}` of nothing", args.function),
                format!("write `{}(…, default = …)`", args.function),
            )
        });
    }
    match key.unwrap_or(Value::None) {
        Value::None => Ok(items[extreme(heap, &items, most)?].into()),
        key => {
            let prelude = if most { Prelude::MostBy } else { Prelude::LeastBy };
            Ok(Flow::Call(prelude, vec![heap.new_list(items)?, key]))
        }
    }
}

/// Returns the position of the first smallest key or, with `most`, of the first largest.
fn extreme(heap: &mut Heap, keys: &[Value], most: bool) -> Res<usize> {
    let mut best = 0;
    for place in 1..keys.len() {
        let order = heap.compare(keys[place], keys[best])?;
        if order == if most { Ordering::Greater } else { Ordering::Less } {
            best = place;
        }
    }
    Ok(best)
}

/// Sorts items by their keys; items with equal keys keep their order. A hand-written merge sort, because a comparison
/// can fail.
pub(crate) fn arrange(heap: &mut Heap, items: &[Value], keys: &[Value], reverse: Value) -> Res<Vec<Value>> {
    let after = if heap.truth(reverse) { Ordering::Less } else { Ordering::Greater };
    heap.room(value_bytes(items.len() * 4))?;
    let mut order: Vec<u32> = (0..items.len() as u32).collect();
    let mut merged = order.clone();
    let mut width = 1;
    while width < order.len() {
        heap.charge_values(order.len() / 4)?;
        for start in (0..order.len()).step_by(width * 2) {
            let middle = (start + width).min(order.len());
            let end = (middle + width).min(order.len());
            let (mut left, mut right) = (start, middle);
            for place in &mut merged[start..end] {
                let takes_right = right < end
                    && (left == middle
                        || heap.compare(keys[order[left] as usize], keys[order[right] as usize])? == after);
                let from = if takes_right { &mut right } else { &mut left };
                *place = order[*from];
                *from += 1;
            }
        }
        std::mem::swap(&mut order, &mut merged);
        width *= 2;
    }
    Ok(order.into_iter().map(|place| items[place as usize]).collect())
}
