//! `random`: chance from the host's seed.
//!
//! The generator is `ChaCha12`, keyed with the host's 32 bytes. `below(n)` takes 64 bits at a time and refuses those from
//! the last incomplete multiple of `n` on, so every number is equally likely; what is left is the rest by `n`.
//! `shuffled` is Fisher and Yates' method from the last place down: place `i` is swapped with `below(i + 1)`.

use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::args::Args;
use crate::error::{Fault, Res, meant};
use crate::heap::value_bytes;
use crate::machine::Machine;
use crate::value::Value;

/// Fuel of one draw.
const DRAW: u64 = 4;

const FUNCTIONS: [&str; 5] = ["below", "choice", "dice", "shuffled", "take"];

#[derive(Clone, Debug)]
pub(crate) struct Random(ChaCha12Rng);

impl Random {
    pub fn new(seed: [u8; 32]) -> Self {
        Self(ChaCha12Rng::from_seed(seed))
    }

    fn below(&mut self, n: u64) -> u64 {
        let refused = (u64::MAX % n + 1) % n;
        loop {
            let bits = self.0.next_u64();
            if bits <= u64::MAX - refused {
                return bits % n;
            }
        }
    }
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
            Ok(Value::Int(random.below(n) as i64))
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
            let place = random.below(positive(len)?);
            heap.index(items, Value::Int(place as i64))
        }
        "dice" => {
            let [n, sides] = args.exact()?;
            let (n, sides) = (args.int(n)?, positive(args.int(sides)?)?);
            let n = usize::try_from(n).map_err(|_| Fault::new("`dice` needs a number of dice from 0 up"))?;
            heap.charge((n as u64).saturating_mul(DRAW))?;
            heap.room(value_bytes(n))?;
            let dice = (0..n).map(|_| Value::Int(random.below(sides) as i64 + 1)).collect();
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
            let place = random.below(len as u64) as usize;
            let taken = heap.list(id)[place];
            heap.splice(id, place, place + 1, &[])?;
            Ok(taken)
        }
        "shuffled" => {
            let [items] = args.exact()?;
            let mut items = heap.all_items(items)?;
            heap.charge((items.len() as u64).saturating_mul(DRAW))?;
            for place in (1..items.len()).rev() {
                items.swap(place, random.below(place as u64 + 1) as usize);
            }
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
