//! Methods of strings, lists, dicts and sets.

use std::sync::Arc;

use crate::builtins::{arrange, put_pairs, words};
use crate::call_arguments::{Args, Flow};
use crate::code::Prelude;
use crate::error::{Fault, Res};
use crate::heap::{Heap, value_bytes};
use crate::value::{Id, Value};
use deathmatch_spelling::meant;

words! {
    /// A method of some type.
    Method {
        Add "add", Append "append", Capitalize "capitalize", Center "center", Clear "clear", Copy "copy", Count "count",
        Discard "discard", Endswith "endswith", Extend "extend", Find "find", Get "get", Index "index",
        Insert "insert", Isalpha "isalpha", Isalnum "isalnum", Isdigit "isdigit", Islower "islower",
        Isupper "isupper", Isspace "isspace", Items "items", Join "join", Keys "keys", Ljust "ljust", Lower "lower",
        Lstrip "lstrip", Pop "pop", Remove "remove", Removeprefix "removeprefix", Removesuffix "removesuffix",
        Replace "replace", Reverse "reverse", Rfind "rfind", Rjust "rjust", Rstrip "rstrip", Setdefault "setdefault",
        Sort "sort", Split "split", Splitlines "splitlines", Startswith "startswith", Strip "strip", Title "title",
        Update "update", Upper "upper", Values "values", Zfill "zfill",
    }
}

impl Method {
    fn word(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

const OF_TEXT: &[Method] = &[
    Method::Capitalize,
    Method::Center,
    Method::Count,
    Method::Endswith,
    Method::Find,
    Method::Index,
    Method::Isalpha,
    Method::Isalnum,
    Method::Isdigit,
    Method::Islower,
    Method::Isupper,
    Method::Isspace,
    Method::Join,
    Method::Ljust,
    Method::Lower,
    Method::Lstrip,
    Method::Removeprefix,
    Method::Removesuffix,
    Method::Replace,
    Method::Rfind,
    Method::Rjust,
    Method::Rstrip,
    Method::Split,
    Method::Splitlines,
    Method::Startswith,
    Method::Strip,
    Method::Title,
    Method::Upper,
    Method::Zfill,
];

const OF_LIST: &[Method] = &[
    Method::Append,
    Method::Clear,
    Method::Copy,
    Method::Count,
    Method::Extend,
    Method::Index,
    Method::Insert,
    Method::Pop,
    Method::Remove,
    Method::Reverse,
    Method::Sort,
];

const OF_TUPLE: &[Method] = &[Method::Count, Method::Index];

const OF_DICT: &[Method] = &[
    Method::Clear,
    Method::Copy,
    Method::Get,
    Method::Items,
    Method::Keys,
    Method::Pop,
    Method::Setdefault,
    Method::Update,
    Method::Values,
];

const OF_SET: &[Method] = &[Method::Add, Method::Clear, Method::Copy, Method::Discard, Method::Remove, Method::Update];

fn methods(value: Value) -> &'static [Method] {
    match value {
        Value::Text(_) => OF_TEXT,
        Value::List(_) => OF_LIST,
        Value::Tuple(_) => OF_TUPLE,
        Value::Dict(_) => OF_DICT,
        Value::Set(_) => OF_SET,
        _ => &[],
    }
}

/// Whether a type has a method.
pub(crate) fn has(value: Value, method: Method) -> bool {
    methods(value).contains(&method)
}

pub(crate) fn no_method(value: Value, name: &str) -> Box<Fault> {
    let hint = match (value, name) {
        (Value::Text(_), "format") => Some("write an f-string: `f\"{name} has {n}\"`".to_owned()),
        (Value::None, _) => {
            Some("the value is None: a function without `return`, or `get` without a default".to_owned())
        }
        _ => meant(name, methods(value).iter().map(|method| method.word())),
    };
    Fault::new(format!("{} has no method `{}`", value.with_article(), crate::lexer::shown(name))).hint(hint)
}

pub(crate) fn call(heap: &mut Heap, method: Method, value: Value, args: &Args<'_>) -> Res<Flow> {
    match value {
        Value::Text(id) => of_text(heap, method, id, args).map(Flow::Value),
        Value::List(id) => of_list(heap, method, id, args),
        Value::Tuple(_) => of_tuple(heap, method, value, args).map(Flow::Value),
        Value::Dict(id) => of_dict(heap, method, id, args).map(Flow::Value),
        Value::Set(id) => of_set(heap, method, id, args).map(Flow::Value),
        _ => Err(no_method(value, method.word())),
    }
}

fn of_list(heap: &mut Heap, method: Method, id: Id, args: &Args<'_>) -> Res<Flow> {
    let list = Value::List(id);
    Ok(Flow::Value(match method {
        Method::Append => {
            let [value] = args.exact()?;
            heap.push(id, value)?;
            Value::None
        }
        Method::Clear => {
            let [] = args.exact()?;
            heap.set_items(id, Vec::new())?;
            Value::None
        }
        Method::Copy => {
            let [] = args.exact()?;
            let items = heap.all_items(list)?;
            heap.new_list(items)?
        }
        Method::Extend => {
            let [values] = args.exact()?;
            heap.extend(id, values)?;
            Value::None
        }
        Method::Insert => {
            let [place, value] = args.exact()?;
            let (place, len) = (args.int(place)?, heap.list(id).len());
            let place =
                if place < 0 { place.saturating_add(len as i64).max(0) } else { place.min(len as i64) } as usize;
            heap.splice(id, place, place, &[value])?;
            Value::None
        }
        Method::Pop => {
            let [place] = args.fit(0, [""])?;
            let len = heap.list(id).len();
            if len == 0 {
                return Err(Fault::new("the list is empty"));
            }
            match place {
                None => heap.pop(id)?.expect("it is not empty"),
                Some(place) => {
                    let place = Heap::place(place, len, "list")?;
                    let value = heap.list(id)[place];
                    heap.splice(id, place, place + 1, &[])?;
                    value
                }
            }
        }
        Method::Remove => {
            let [value] = args.exact()?;
            let Some(place) = heap.position(list, value)? else { return Err(missing(heap, value, "list")) };
            heap.splice(id, place, place + 1, &[])?;
            Value::None
        }
        Method::Reverse => {
            let [] = args.exact()?;
            heap.charge_bytes(value_bytes(heap.list(id).len()))?;
            heap.reverse(id)?;
            Value::None
        }
        Method::Sort => {
            let [key, reverse] = args.fit(0, ["*key", "*reverse"])?;
            let reverse = reverse.unwrap_or(Value::Bool(false));
            let items = heap.all_items(list)?;
            if let Some(key) = key.filter(|key| *key != Value::None) {
                let items = heap.new_list(items)?;
                return Ok(Flow::Call(Prelude::SortBy, vec![list, items, key, reverse]));
            }
            let sorted = arrange(heap, &items, &items, reverse)?;
            heap.set_items(id, sorted)?;
            Value::None
        }
        _ => return of_tuple(heap, method, list, args).map(Flow::Value),
    }))
}

/// Methods that lists and tuples share.
fn of_tuple(heap: &mut Heap, method: Method, value: Value, args: &Args<'_>) -> Res<Value> {
    let [wanted] = args.exact()?;
    if method == Method::Index {
        return match heap.position(value, wanted)? {
            Some(place) => Ok(Value::Int(place as i64)),
            None => Err(missing(heap, wanted, value.type_name())),
        };
    }
    let mut count = 0;
    for item in heap.all_items(value)? {
        heap.charge(1)?;
        count += i64::from(heap.equal(item, wanted)?);
    }
    Ok(Value::Int(count))
}

fn missing(heap: &mut Heap, value: Value, what: &str) -> Box<Fault> {
    match heap.repr(value) {
        Ok(shown) => Fault::new(format!("{} is not in the {what}", crate::lexer::shown(&shown))),
        Err(fault) => fault,
    }
}

fn of_dict(heap: &mut Heap, method: Method, id: Id, args: &Args<'_>) -> Res<Value> {
    Ok(match method {
        Method::Clear => {
            let [] = args.exact()?;
            heap.clear_dict(id)?;
            Value::None
        }
        Method::Copy => {
            let [] = args.exact()?;
            Value::Dict(heap.copy_dict(id)?)
        }
        Method::Get => {
            let [Some(key), default] = args.fit(1, ["", ""])? else { unreachable!("required") };
            heap.lookup(id, key)?.or(default).unwrap_or(Value::None)
        }
        Method::Items => {
            let [] = args.exact()?;
            let mut pairs = Vec::new();
            for entry in heap.entries(id)? {
                pairs.push(heap.new_tuple(vec![entry.key, entry.value])?);
            }
            heap.new_list(pairs)?
        }
        Method::Keys | Method::Values => {
            let [] = args.exact()?;
            let keys = method == Method::Keys;
            let entries = heap.entries(id)?;
            heap.new_list(entries.into_iter().map(|entry| if keys { entry.key } else { entry.value }).collect())?
        }
        Method::Pop => {
            let [Some(key), default] = args.fit(1, ["", ""])? else { unreachable!("required") };
            match heap.remove(id, key)?.or(default) {
                Some(value) => value,
                None => return Err(missing(heap, key, "dict")),
            }
        }
        Method::Setdefault => {
            let [Some(key), default] = args.fit(1, ["", ""])? else { unreachable!("required") };
            if let Some(value) = heap.lookup(id, key)? {
                return Ok(value);
            }
            let value = default.unwrap_or(Value::None);
            heap.insert(id, key, value)?;
            value
        }
        _ => {
            match *args.given {
                [] => {}
                [Value::Dict(from)] => heap.merge(id, from)?,
                [pairs] => put_pairs(heap, id, pairs)?,
                _ => return Err(Fault::new("`update` takes 0 to 1 arguments")),
            }
            for (name, value) in args.named {
                let key = heap.new_text(name.to_string())?;
                heap.insert(id, key, *value)?;
            }
            Value::None
        }
    })
}

fn of_set(heap: &mut Heap, method: Method, id: Id, args: &Args<'_>) -> Res<Value> {
    match method {
        Method::Copy => {
            let [] = args.exact()?;
            return Ok(Value::Set(heap.copy_dict(id)?));
        }
        Method::Clear => {
            let [] = args.exact()?;
            heap.clear_dict(id)?;
            return Ok(Value::None);
        }
        _ => {}
    }
    let [value] = args.exact()?;
    match method {
        Method::Add => heap.insert(id, value, Value::None)?,
        Method::Discard => drop(heap.remove(id, value)?),
        Method::Remove => {
            if heap.remove(id, value)?.is_none() {
                return Err(missing(heap, value, "set"));
            }
        }
        _ => {
            for item in heap.all_items(value)? {
                heap.insert(id, item, Value::None)?;
            }
        }
    }
    Ok(Value::None)
}

/// Whether Python treats a character as white space.
fn is_space(c: char) -> bool {
    c.is_whitespace() || ('\x1c'..='\x1f').contains(&c)
}

#[expect(clippy::too_many_lines, reason = "an arm for each method")]
fn of_text(heap: &mut Heap, method: Method, id: Id, args: &Args<'_>) -> Res<Value> {
    let text = Arc::clone(&heap.text(id).str);
    heap.charge_bytes(text.len())?;
    let made = match method {
        Method::Capitalize | Method::Lower | Method::Title | Method::Upper => {
            let [] = args.exact()?;
            heap.charge_bytes(text.len() * 16)?;
            // One letter may become three.
            heap.room_text(text.len())?;
            cased(&text, method)
        }
        Method::Center | Method::Ljust | Method::Rjust => {
            let [Some(width), fill] = args.fit(1, ["", ""])? else { unreachable!("required") };
            let width = usize::try_from(args.int(width)?).unwrap_or(0);
            let fill = match fill {
                None => ' ',
                Some(fill) => {
                    let fill = args.text(heap, fill)?;
                    let mut chars = fill.chars();
                    let (Some(fill), None) = (chars.next(), chars.next()) else {
                        return Err(Fault::new(format!("`{}` fills with one character", args.function)));
                    };
                    fill
                }
            };
            match method {
                Method::Ljust => heap.pad(&text, width, fill, '<')?,
                Method::Rjust => heap.pad(&text, width, fill, '>')?,
                _ => centred(heap, &text, width, fill)?,
            }
        }
        Method::Zfill => {
            let [width] = args.exact()?;
            let width = usize::try_from(args.int(width)?).unwrap_or(0);
            let digits = text.trim_start_matches(['+', '-']);
            let sign = &text[..usize::from(digits.len() < text.len())];
            let filled = heap.pad(&text[sign.len()..], width.saturating_sub(sign.len()), '0', '>')?;
            format!("{sign}{filled}")
        }
        Method::Join => {
            let [parts] = args.exact()?;
            joined(heap, &text, parts)?
        }
        Method::Replace => {
            let [Some(from), Some(to), count] = args.fit(2, ["", "", ""])? else { unreachable!("required") };
            replaced(heap, args, &text, from, to, count)?
        }
        Method::Lstrip | Method::Rstrip | Method::Strip => {
            let [chars] = args.fit(0, [""])?;
            let chars = match chars.filter(|chars| *chars != Value::None) {
                Some(chars) => Some(args.text(heap, chars)?),
                None => None,
            };
            let taken = chars.as_ref().map_or(8, |chars| chars.len().max(8));
            heap.charge_bytes(text.len().saturating_mul(taken))?;
            let gone = |c: char| chars.as_ref().map_or_else(|| is_space(c), |chars| chars.contains(c));
            let mut rest = &*text;
            if method != Method::Rstrip {
                rest = rest.trim_start_matches(gone);
            }
            if method != Method::Lstrip {
                rest = rest.trim_end_matches(gone);
            }
            rest.to_owned()
        }
        Method::Removeprefix | Method::Removesuffix => {
            let [part] = args.exact()?;
            let part = args.text(heap, part)?;
            let rest =
                if method == Method::Removeprefix { text.strip_prefix(&*part) } else { text.strip_suffix(&*part) };
            rest.unwrap_or(&text).to_owned()
        }
        Method::Split => return split(heap, args, &text),
        Method::Splitlines => {
            let [] = args.exact()?;
            heap.charge_values(text.len())?;
            let mut lines = Vec::new();
            let mut rest = &*text;
            let ends = ['\n', '\r', '\x0b', '\x0c', '\x1c', '\x1d', '\x1e', '\u{85}', '\u{2028}', '\u{2029}'];
            while !rest.is_empty() {
                let end = rest.find(ends).unwrap_or(rest.len());
                lines.push(heap.new_text(rest[..end].to_owned())?);
                let behind = &rest[end..];
                let skipped =
                    if behind.starts_with("\r\n") { 2 } else { behind.chars().next().map_or(0, char::len_utf8) };
                rest = &behind[skipped..];
            }
            return heap.new_list(lines);
        }
        Method::Count => {
            let [part] = args.exact()?;
            let part = args.text(heap, part)?;
            heap.charge_bytes((text.len() + part.len()) * 16)?;
            return Ok(Value::Int(text.matches(&*part).count() as i64));
        }
        Method::Find | Method::Index | Method::Rfind => {
            let [part] = args.exact()?;
            let part = args.text(heap, part)?;
            heap.charge_bytes((text.len() + part.len()) * 8)?;
            let found = if method == Method::Rfind { text.rfind(&*part) } else { text.find(&*part) };
            return match found {
                Some(at) => Ok(Value::Int(text[..at].chars().count() as i64)),
                None if method == Method::Index => Err(Fault::new("the string does not contain this")),
                None => Ok(Value::Int(-1)),
            };
        }
        Method::Startswith | Method::Endswith => {
            let [parts] = args.exact()?;
            let parts = if matches!(parts, Value::Tuple(_)) { heap.all_items(parts)? } else { vec![parts] };
            for part in parts {
                let part = args.text(heap, part)?;
                heap.charge_bytes(part.len().min(text.len()))?;
                if if method == Method::Startswith { text.starts_with(&*part) } else { text.ends_with(&*part) } {
                    return Ok(Value::Bool(true));
                }
            }
            return Ok(Value::Bool(false));
        }
        _ => {
            let [] = args.exact()?;
            heap.charge_bytes(text.len() * 8)?;
            return Ok(Value::Bool(is(&text, method)));
        }
    };
    heap.new_text(made)
}

/// Tests of all characters of a string, such as `isdigit`. Digits are 0 to 9.
fn is(text: &str, method: Method) -> bool {
    let all = |wanted: fn(char) -> bool| !text.is_empty() && text.chars().all(wanted);
    match method {
        Method::Isalpha => all(char::is_alphabetic),
        Method::Isalnum => all(|c| c.is_alphabetic() || c.is_ascii_digit()),
        Method::Isdigit => all(|c| c.is_ascii_digit()),
        Method::Islower => text.chars().any(char::is_lowercase) && !text.chars().any(char::is_uppercase),
        Method::Isupper => text.chars().any(char::is_uppercase) && !text.chars().any(char::is_lowercase),
        _ => all(is_space),
    }
}

fn cased(text: &str, method: Method) -> String {
    match method {
        Method::Lower => text.to_lowercase(),
        Method::Upper => text.to_uppercase(),
        _ => {
            let mut out = String::with_capacity(text.len());
            let mut inside = false;
            for c in text.chars() {
                if inside {
                    out.extend(c.to_lowercase());
                } else {
                    out.extend(c.to_uppercase());
                }
                inside = method == Method::Capitalize || c.is_alphabetic();
            }
            out
        }
    }
}

/// Centres a text. As in Python, the odd character is on the left if the width is odd.
fn centred(heap: &mut Heap, text: &str, width: usize, fill: char) -> Res<String> {
    let missing = width.saturating_sub(text.chars().count());
    let before = missing / 2 + (missing & width & 1);
    let padded = heap.pad(text, width.saturating_sub(missing - before), fill, '>')?;
    heap.pad(&padded, width, fill, '<')
}

fn joined(heap: &mut Heap, text: &str, parts: Value) -> Res<String> {
    let parts = heap.all_items(parts)?;
    let mut len = text.len().saturating_mul(parts.len().saturating_sub(1));
    for part in &parts {
        let Value::Text(id) = part else {
            let message = format!("`join` needs strings, the list holds {}", part.with_article());
            return Err(Fault::hinted(message, "write `\", \".join(str(x) for x in xs)`"));
        };
        len = len.saturating_add(heap.text(*id).str.len());
    }
    heap.room_text(len)?;
    heap.charge_bytes(len)?;
    let mut out = String::with_capacity(len);
    for (number, part) in parts.into_iter().enumerate() {
        let Value::Text(id) = part else { unreachable!("checked above") };
        if number > 0 {
            out.push_str(text);
        }
        out.push_str(&heap.text(id).str);
    }
    Ok(out)
}

fn replaced(heap: &mut Heap, args: &Args<'_>, text: &str, from: Value, to: Value, count: Option<Value>) -> Res<String> {
    let (from, to) = (args.text(heap, from)?, args.text(heap, to)?);
    let most = match count {
        Some(count) => usize::try_from(args.int(count)?).unwrap_or(usize::MAX),
        None => usize::MAX,
    };
    heap.charge_bytes((text.len() + from.len()) * 8)?;
    let found = text.matches(&*from).take(most).count();
    let len = text.len() - found * from.len();
    let len = len.saturating_add(found.saturating_mul(to.len()));
    heap.room_text(len)?;
    heap.charge_bytes(len)?;
    Ok(text.replacen(&*from, &to, found))
}

fn split(heap: &mut Heap, args: &Args<'_>, text: &str) -> Res<Value> {
    let [sep, most] = args.fit(0, ["sep", "maxsplit"])?;
    let most = match most {
        Some(most) => usize::try_from(args.int(most)?).unwrap_or(usize::MAX),
        None => usize::MAX,
    };
    heap.charge_bytes(text.len() * 16)?;
    let mut parts = Vec::new();
    if let Some(sep) = sep.filter(|sep| *sep != Value::None) {
        let sep = args.text(heap, sep)?;
        if sep.is_empty() {
            return Err(Fault::hinted("a string cannot be split at nothing", "write `list(text)` for its characters"));
        }
        for part in text.splitn(most.saturating_add(1), &*sep) {
            parts.push(heap.new_text(part.to_owned())?);
        }
        return heap.new_list(parts);
    }
    let mut rest = text.trim_start_matches(is_space);
    while !rest.is_empty() {
        let end = if parts.len() == most { rest.len() } else { rest.find(is_space).unwrap_or(rest.len()) };
        parts.push(heap.new_text(rest[..end].to_owned())?);
        if parts.len() > most {
            break;
        }
        rest = rest[end..].trim_start_matches(is_space);
    }
    heap.new_list(parts)
}
