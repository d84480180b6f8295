//! The libraries `grid`, `hex` and `cards`, with functions that many games need. `random` is in `random.rs`.
//!
//! A cell of a grid is a tuple (column, row) from 0, or its name: "a1" for (0, 0). Functions that give cells give names for a name. A size
//! is (columns, rows). A cell of a hexagonal board is in axial coordinates (q, r), its size the number of steps from the centre (0, 0) to
//! the rim.

use crate::call_arguments::Args;
use crate::error::{Fault, Res};
use crate::heap::Heap;
use crate::random::no_function;
use crate::value::Value;

const GRID: &[&str] = &["around", "cell", "cells", "distance", "line", "name", "names", "near", "on", "ray"];
const HEX: &[&str] = &["cells", "distance", "line", "near", "on", "ray"];
const CARDS: &[&str] = &["count", "deck"];

/// Up, right, down, left; then the diagonals.
const STEPS: [(i64, i64); 8] = [(0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1)];
const HEX_STEPS: [(i64, i64); 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];

/// The longest side of a board and the largest coordinate.
const MOST: i64 = 1_000;

type Cell = (i64, i64);

fn cell(heap: &Heap, args: &Args<'_>, value: Value) -> Res<Cell> {
    if let Value::Tuple(id) | Value::List(id) = value
        && let [Value::Int(x), Value::Int(y)] = *heap.items(id)
    {
        if x.abs() > MOST || y.abs() > MOST {
            return Err(Fault::new(format!("`{}` works with coordinates up to {MOST}", args.function)));
        }
        return Ok((x, y));
    }
    Err(args.wrong(value, "a pair of numbers"))
}

/// Reads a cell of a grid, and whether it was given by its name.
fn place(heap: &Heap, args: &Args<'_>, value: Value) -> Res<(Cell, bool)> {
    match value {
        Value::Text(_) => match named(&args.text(heap, value)?) {
            Some(cell) => Ok((cell, true)),
            None => Err(Fault::new(format!("`{}` needs a cell such as \"d5\" or (3, 4)", args.function))),
        },
        _ => Ok((cell(heap, args, value)?, false)),
    }
}

/// Returns the cell of a name.
fn named(name: &str) -> Option<Cell> {
    let column = name.bytes().next().filter(u8::is_ascii_lowercase)?;
    let row = name.get(1..).filter(|row| row.bytes().all(|b| b.is_ascii_digit()))?;
    match row.parse().ok()? {
        row @ 1..=MOST => Some((i64::from(column - b'a'), row - 1)),
        _ => None,
    }
}

/// Returns the name of a cell.
fn name(heap: &mut Heap, (x, y): Cell) -> Res<Value> {
    let letter = u8::try_from(x).ok().filter(|x| *x < 26).map(|x| char::from(b'a' + x));
    match letter.filter(|_| y >= 0) {
        Some(letter) => heap.new_text(format!("{letter}{}", y + 1)),
        None => Err(Fault::new(format!("the cell ({x}, {y}) has no name: columns go from a to z, rows from 1"))),
    }
}

fn named_all(heap: &mut Heap, cells: impl IntoIterator<Item = Cell>) -> Res<Value> {
    let names = cells.into_iter().map(|cell| name(heap, cell)).collect::<Res<Vec<_>>>()?;
    heap.new_list(names)
}

fn made(heap: &mut Heap, (x, y): Cell) -> Res<Value> {
    heap.new_tuple(vec![Value::Int(x), Value::Int(y)])
}

fn made_all(heap: &mut Heap, cells: impl IntoIterator<Item = Cell>) -> Res<Value> {
    let cells = cells.into_iter().map(|cell| made(heap, cell)).collect::<Res<Vec<_>>>()?;
    heap.new_list(cells)
}

/// Makes a list of cells, or of their names.
fn like(heap: &mut Heap, by_name: bool, cells: impl IntoIterator<Item = Cell>) -> Res<Value> {
    if by_name { named_all(heap, cells) } else { made_all(heap, cells) }
}

/// Returns the cells after `from` in a direction, up to the rim of the board.
fn ray(from: Cell, step: Cell, on: impl Fn(Cell) -> bool) -> impl Iterator<Item = Cell> {
    std::iter::successors(Some(from), move |(x, y)| Some((x + step.0, y + step.1)))
        .skip(1)
        .take_while(move |cell| on(*cell))
}

fn direction(args: &Args<'_>, step: Cell) -> Res<Cell> {
    if step == (0, 0) {
        return Err(Fault::new(format!("`{}` needs a direction other than (0, 0)", args.function)));
    }
    Ok(step)
}

pub(crate) fn grid(heap: &mut Heap, function: &str, args: &Args<'_>) -> Res<Value> {
    let on = |(columns, rows): Cell| move |(x, y): Cell| (0..columns).contains(&x) && (0..rows).contains(&y);
    let all = |(columns, rows): Cell| (0..rows).flat_map(move |y| (0..columns).map(move |x| (x, y)));
    match function {
        "cells" => {
            let [size] = args.exact()?;
            let cells = all(cell(heap, args, size)?);
            made_all(heap, cells)
        }
        "names" => {
            let [size] = args.exact()?;
            let cells = all(cell(heap, args, size)?);
            named_all(heap, cells)
        }
        "on" => {
            let [at, size] = args.exact()?;
            Ok(Value::Bool(on(cell(heap, args, size)?)(place(heap, args, at)?.0)))
        }
        "near" | "around" => {
            let [at, size, steps] = args.fit(2, ["cell", "size", "steps"])?;
            let steps = match steps {
                Some(steps) => {
                    heap.all_items(steps)?.into_iter().map(|step| cell(heap, args, step)).collect::<Res<_>>()?
                }
                None if function == "near" => STEPS[..4].to_vec(),
                None => STEPS.to_vec(),
            };
            let ((x, y), by_name) = place(heap, args, at.unwrap_or(Value::None))?;
            let on = on(cell(heap, args, size.unwrap_or(Value::None))?);
            like(heap, by_name, steps.into_iter().map(|(dx, dy)| (x + dx, y + dy)).filter(|cell| on(*cell)))
        }
        "distance" => {
            let [a, b] = args.exact()?;
            let ((a, _), (b, _)) = (place(heap, args, a)?, place(heap, args, b)?);
            Ok(Value::Int((a.0 - b.0).abs() + (a.1 - b.1).abs()))
        }
        "ray" => {
            let [at, step, size] = args.exact()?;
            let step = direction(args, cell(heap, args, step)?)?;
            let ((at, by_name), on) = (place(heap, args, at)?, on(cell(heap, args, size)?));
            like(heap, by_name, ray(at, step, on))
        }
        "line" => {
            let [a, b] = args.exact()?;
            let ((a, by_name), (b, _)) = (place(heap, args, a)?, place(heap, args, b)?);
            let (dx, dy) = (b.0 - a.0, b.1 - a.1);
            if dx != 0 && dy != 0 && dx.abs() != dy.abs() {
                return Ok(Value::None);
            }
            let step = (dx.signum(), dy.signum());
            like(heap, by_name, (0..=dx.abs().max(dy.abs())).map(|n| (a.0 + step.0 * n, a.1 + step.1 * n)))
        }
        "name" => {
            let [at] = args.exact()?;
            let at = place(heap, args, at)?.0;
            name(heap, at)
        }
        "cell" => {
            let [name] = args.exact()?;
            match named(&args.text(heap, name)?) {
                Some(cell) => made(heap, cell),
                None => Ok(Value::None),
            }
        }
        _ => Err(no_function("grid", function, GRID)),
    }
}

pub(crate) fn hex(heap: &mut Heap, function: &str, args: &Args<'_>) -> Res<Value> {
    let distance = |(q, r): Cell| q.abs().max(r.abs()).max((q + r).abs());
    let radius = |value: Value| match args.int(value)? {
        radius @ 0..=MOST => Ok(radius),
        _ => Err(Fault::new(format!("`{}` needs a size from 0 to {MOST}", args.function))),
    };
    match function {
        "cells" => {
            let [size] = args.exact()?;
            let size = radius(size)?;
            let row = move |r: i64| ((-size).max(-size - r)..=size.min(size - r)).map(move |q| (q, r));
            made_all(heap, (-size..=size).flat_map(row))
        }
        "on" => {
            let [place, size] = args.exact()?;
            Ok(Value::Bool(distance(cell(heap, args, place)?) <= radius(size)?))
        }
        "near" => {
            let [place, size] = args.exact()?;
            let ((q, r), size) = (cell(heap, args, place)?, radius(size)?);
            made_all(heap, HEX_STEPS.iter().map(|(dq, dr)| (q + dq, r + dr)).filter(|cell| distance(*cell) <= size))
        }
        "distance" => {
            let [a, b] = args.exact()?;
            let (a, b) = (cell(heap, args, a)?, cell(heap, args, b)?);
            Ok(Value::Int(distance((a.0 - b.0, a.1 - b.1))))
        }
        "ray" => {
            let [place, step, size] = args.exact()?;
            let step = direction(args, cell(heap, args, step)?)?;
            let (place, size) = (cell(heap, args, place)?, radius(size)?);
            made_all(heap, ray(place, step, |cell| distance(cell) <= size))
        }
        "line" => {
            let [a, b] = args.exact()?;
            let (a, b) = (cell(heap, args, a)?, cell(heap, args, b)?);
            let (dq, dr) = (b.0 - a.0, b.1 - a.1);
            if dq != 0 && dr != 0 && dq != -dr {
                return Ok(Value::None);
            }
            let step = (dq.signum(), dr.signum());
            made_all(heap, (0..=dq.abs().max(dr.abs())).map(|n| (a.0 + step.0 * n, a.1 + step.1 * n)))
        }
        _ => Err(no_function("hex", function, HEX)),
    }
}

pub(crate) fn cards(heap: &mut Heap, function: &str, args: &Args<'_>) -> Res<Value> {
    match function {
        "deck" => {
            let [suits, ranks] = args.exact()?;
            let (suits, ranks) = (heap.all_items(suits)?, heap.all_items(ranks)?);
            let (suit_key, rank_key) = (heap.new_text("suit".to_owned())?, heap.new_text("rank".to_owned())?);
            let mut deck = Vec::new();
            for suit in &suits {
                for rank in &ranks {
                    let card = heap.new_dict()?;
                    heap.insert(card, suit_key, *suit)?;
                    heap.insert(card, rank_key, *rank)?;
                    deck.push(Value::Dict(card));
                }
            }
            heap.new_list(deck)
        }
        "count" => {
            let [items] = args.exact()?;
            let counts = heap.new_dict()?;
            for item in heap.all_items(items)? {
                let count = heap.lookup(counts, item)?.and_then(Value::number).unwrap_or(0);
                heap.insert(counts, item, Value::Int(count + 1))?;
            }
            Ok(Value::Dict(counts))
        }
        _ => Err(no_function("cards", function, CARDS)),
    }
}
