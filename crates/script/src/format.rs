//! Values as text: `str`, `repr`, format specifications and `%`.

use std::fmt::Write;
use std::sync::Arc;

use crate::error::{Fault, Res, is_hidden};
use crate::heap::{Heap, too_nested};
use crate::value::{Id, Value};

/// An object that is being written, and the place of its next item.
struct Open {
    value: Value,
    next: usize,
    written: usize,
}

impl Heap {
    /// Python's `str`.
    pub fn str(&mut self, value: Value) -> Res<Arc<str>> {
        match value {
            Value::Text(id) => Ok(Arc::clone(&self.text(id).str)),
            _ => Ok(self.repr(value)?.into()),
        }
    }

    /// Python's `repr`.
    pub fn repr(&mut self, value: Value) -> Res<String> {
        let mut out = String::new();
        let mut open = Vec::new();
        self.write(value, &mut out, &mut open)?;
        while let Some(top) = open.last_mut() {
            let (value, at) = (top.value, top.next);
            top.next += 1;
            let first = top.written == 0;
            let (next, key) = match value {
                Value::List(id) | Value::Tuple(id) => (self.items(id).get(at).copied(), None),
                Value::Dict(id) | Value::Set(id) => {
                    let entry = self.dict(id).entries.get(at).copied();
                    if entry.is_some_and(|entry| entry.key == Value::Unbound) {
                        self.charge(1)?;
                        continue;
                    }
                    match value {
                        Value::Dict(_) => (entry.map(|entry| entry.value), entry.map(|entry| entry.key)),
                        _ => (entry.map(|entry| entry.key), None),
                    }
                }
                _ => unreachable!("only these hold values"),
            };
            let Some(next) = next else {
                out.push_str(match value {
                    Value::List(_) => "]",
                    Value::Tuple(_) if top.written == 1 => ",)",
                    Value::Tuple(_) => ")",
                    _ => "}",
                });
                open.pop();
                continue;
            };
            top.written += 1;
            if !first {
                out.push_str(", ");
            }
            if let Some(key) = key {
                // A tuple as a key is written by one more call; keys contain no dicts.
                let key = self.repr_key(key)?;
                out.push_str(&key);
                out.push_str(": ");
            }
            self.write(next, &mut out, &mut open)?;
        }
        Ok(out)
    }

    fn repr_key(&mut self, key: Value) -> Res<String> {
        let mut out = String::new();
        let mut open: Vec<Open> = Vec::new();
        self.write(key, &mut out, &mut open)?;
        if open.is_empty() { Ok(out) } else { self.repr(key) }
    }

    /// Writes a value, or the beginning of a container.
    fn write(&mut self, value: Value, out: &mut String, open: &mut Vec<Open>) -> Res<()> {
        self.charge(3)?;
        self.room_text(out.len())?;
        let begin = match value {
            Value::Text(id) => {
                let text = Arc::clone(&self.text(id).str);
                self.charge_bytes(text.len() * 8)?;
                self.room_text(out.len() + text.len())?;
                quote(&text, out);
                return Ok(());
            }
            Value::List(_) => "[",
            Value::Tuple(_) => "(",
            Value::Set(id) if self.dict(id).len == 0 => {
                out.push_str("set()");
                return Ok(());
            }
            Value::Dict(_) | Value::Set(_) => "{",
            Value::None => {
                out.push_str("None");
                return Ok(());
            }
            Value::Bool(truth) => {
                out.push_str(if truth { "True" } else { "False" });
                return Ok(());
            }
            Value::Int(number) => {
                write!(out, "{number}").expect("a string takes all");
                return Ok(());
            }
            Value::Range(id) => {
                let range = self.range(id);
                write!(out, "range({}, {}", range.start, range.stop).expect("a string takes all");
                if range.step != 1 {
                    write!(out, ", {}", range.step).expect("a string takes all");
                }
                out.push(')');
                return Ok(());
            }
            Value::Function(_)
            | Value::Builtin(_)
            | Value::Host(_)
            | Value::Module(_)
            | Value::Cell(_)
            | Value::Unbound => {
                write!(out, "<{}>", value.type_name()).expect("a string takes all");
                return Ok(());
            }
        };
        if open.len() >= self.limits.nesting {
            return Err(too_nested("write"));
        }
        out.push_str(begin);
        open.push(Open { value, next: 0, written: 0 });
        Ok(())
    }

    /// `f"{value:spec}"`.
    pub fn formatted(&mut self, value: Value, spec: &str) -> Res<String> {
        let spec = Spec::parse(spec)?;
        let text = match value {
            Value::Int(_) | Value::Bool(_) => return self.number(value.number().expect("it is one"), &spec),
            Value::Text(id) => Arc::clone(&self.text(id).str),
            _ => {
                let message = format!("{} takes no format", value.with_article());
                return Err(Fault::hinted(message, "write `str(…)` around it"));
            }
        };
        if spec.sign.is_some()
            || spec.zero
            || spec.grouped
            || spec.align == Some('=')
            || !matches!(spec.kind, None | Some('s'))
        {
            return Err(Fault::new("this format is for numbers, the value is a string"));
        }
        self.padded(&text, &spec, '<')
    }

    fn number(&mut self, number: i64, spec: &Spec) -> Res<String> {
        let digits = match spec.kind {
            None | Some('d') => number.unsigned_abs().to_string(),
            Some('x') => format!("{:x}", number.unsigned_abs()),
            Some('b') => format!("{:b}", number.unsigned_abs()),
            _ => return Err(Fault::new("this format is for strings, the value is a number")),
        };
        if spec.grouped && matches!(spec.kind, Some('x' | 'b')) {
            return Err(Fault::new("`,` is for decimal numbers"));
        }
        let digits = if spec.grouped { grouped(&digits) } else { digits };
        let sign = match spec.sign {
            _ if number < 0 => "-",
            Some('+') => "+",
            Some(' ') => " ",
            _ => "",
        };
        if spec.align == Some('=') || spec.zero && spec.align.is_none() {
            if spec.grouped {
                return Err(Fault::new("`,` and filling behind the sign do not go together"));
            }
            let fill = spec.fill.unwrap_or(if spec.zero { '0' } else { ' ' });
            let missing = spec.width.saturating_sub(sign.len() + digits.len());
            self.room_text(missing.saturating_mul(fill.len_utf8()))?;
            self.charge_bytes(missing * 8)?;
            return Ok(format!("{sign}{}{digits}", fill.to_string().repeat(missing)));
        }
        self.padded(&format!("{sign}{digits}"), spec, '>')
    }

    fn padded(&mut self, text: &str, spec: &Spec, align: char) -> Res<String> {
        let fill = spec.fill.unwrap_or(if spec.zero { '0' } else { ' ' });
        self.pad(text, spec.width, fill, spec.align.unwrap_or(align))
    }

    /// Pads a text to `width` characters; `^` puts the odd one on the right.
    pub fn pad(&mut self, text: &str, width: usize, fill: char, align: char) -> Res<String> {
        self.charge_bytes(text.len())?;
        let missing = width.saturating_sub(text.chars().count());
        self.room_text(missing.saturating_mul(fill.len_utf8()).saturating_add(text.len()))?;
        self.charge_bytes(missing * 8)?;
        let before = match align {
            '<' => 0,
            '>' => missing,
            _ => missing / 2,
        };
        let fill = fill.to_string();
        Ok([&*fill.repeat(before), text, &fill.repeat(missing - before)].concat())
    }

    /// `template % values`.
    pub fn percent(&mut self, template: Id, values: Value) -> Res<Value> {
        let template = Arc::clone(&self.text(template).str);
        self.charge_bytes(template.len() * 8)?;
        let values = match values {
            Value::Tuple(_) => self.all_items(values)?,
            _ => vec![values],
        };
        let mut values = values.into_iter();
        let mut out = String::new();
        let mut rest = &*template;
        while let Some(at) = rest.find('%') {
            self.charge(2)?;
            out.push_str(&rest[..at]);
            rest = &rest[at + 1..];
            let flags = rest.len() - rest.trim_start_matches(['-', '0', '+', ' ']).len();
            let (flags, behind) = rest.split_at(flags);
            let digits = behind.len() - behind.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let (width, behind) = behind.split_at(digits);
            let mut kinds = behind.chars();
            let kind = kinds.next();
            rest = kinds.as_str();
            if kind == Some('%') && flags.is_empty() && width.is_empty() {
                out.push('%');
                continue;
            }
            let Some(kind @ ('d' | 's' | 'r' | 'i')) = kind else {
                return Err(Fault::hinted("`%` is followed by `d`, `s` or `r`", "write `%%` for the sign itself"));
            };
            let Some(value) = values.next() else {
                return Err(Fault::new("there are fewer values than places in the text"));
            };
            let width = if width.is_empty() { 0 } else { small(width)? };
            let align = if flags.contains('-') { '<' } else { '>' };
            let written = if matches!(kind, 's' | 'r') {
                let text = if kind == 's' { self.str(value)? } else { self.repr(value)?.into() };
                self.pad(&text, width, ' ', align)?
            } else {
                let Some(number) = value.number() else {
                    return Err(Fault::new(format!("`%d` is for numbers, not for {}", value.with_article())));
                };
                let zero = flags.contains('0') && align == '>';
                let sign = flags.chars().find(|c| *c == '+').or_else(|| flags.chars().find(|c| *c == ' '));
                let spec = Spec { align: (!zero).then_some(align), zero, sign, width, ..Spec::default() };
                self.number(number, &spec)?
            };
            self.room_text(out.len() + written.len())?;
            out.push_str(&written);
        }
        if values.next().is_some() {
            return Err(Fault::new("there are more values than places in the text"));
        }
        out.push_str(rest);
        self.new_text(out)
    }
}

fn small(digits: &str) -> Res<usize> {
    digits.parse::<u32>().map(|width| width as usize).map_err(|_| Fault::new("this width is too large"))
}

/// A format specification, the part after the colon.
#[derive(Default)]
struct Spec {
    fill: Option<char>,
    align: Option<char>,
    sign: Option<char>,
    zero: bool,
    width: usize,
    grouped: bool,
    kind: Option<char>,
}

impl Spec {
    fn parse(text: &str) -> Res<Self> {
        let mut spec = Self::default();
        let mut rest = text.chars();
        let is_align = |c: Option<char>| c.filter(|c| matches!(c, '<' | '>' | '^' | '='));
        let (first, second) = (rest.clone().next(), rest.clone().nth(1));
        if let Some(align) = is_align(second) {
            (spec.fill, spec.align) = (first, Some(align));
            rest.nth(1);
        } else if let Some(align) = is_align(first) {
            spec.align = Some(align);
            rest.next();
        }
        if let Some(sign @ ('+' | '-' | ' ')) = rest.clone().next() {
            spec.sign = Some(sign);
            rest.next();
        }
        if rest.clone().next() == Some('0') {
            spec.zero = true;
            rest.next();
        }
        let tail = rest.as_str();
        let digits = tail.len() - tail.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits > 0 {
            spec.width = small(&tail[..digits])?;
        }
        let mut tail = &tail[digits..];
        if let Some(behind) = tail.strip_prefix(',') {
            (spec.grouped, tail) = (true, behind);
        }
        spec.kind = match tail {
            "" => None,
            "d" | "s" | "x" | "b" => tail.chars().next(),
            _ => {
                let message = format!("`{}` is no format", crate::lexer::shown(text));
                return Err(Fault::hinted(message, "a format is fill, `<` `>` `^`, `+`, `0`, width, then `d` or `s`"));
            }
        };
        Ok(spec)
    }
}

fn grouped(digits: &str) -> String {
    let mut out = String::new();
    for (number, digit) in digits.chars().enumerate() {
        if number > 0 && (digits.len() - number).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A string as Python writes it in source text.
fn quote(text: &str, out: &mut String) {
    let mark = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    out.push(mark);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            c if c == mark => out.extend(['\\', c]),
            '\0'..='\x1f' | '\x7f'..='\u{a0}' | '\u{ad}' => {
                write!(out, "\\x{:02x}", u32::from(c)).expect("a string takes all");
            }
            c if is_hidden(c) => write!(out, "\\u{:04x}", u32::from(c)).expect("a string takes all"),
            c => out.push(c),
        }
    }
    out.push(mark);
}
