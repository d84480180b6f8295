//! The precomputed values of a bout's first rounds, made by [`make`]. They rest on some hundred million small games, too many to solve
//! during a match.
//!
//! **Format.** For each number of rounds played from 1 to 4: the number of pairs, then for each pair, in ascending sequence of keys: the
//! key minus the key before it; the first undecided difference of points plus 128; the number of undecided differences; and for each of
//! those the second difference of its value in 4,096ths, from 0 on. All numbers are unsigned LEB128; in those that may be negative the last
//! bit is the sign (`-1` is 1, `1` is 2). A pair also represents its mirror image; a tie is worth half. An empty file holds no values: the
//! player then looks ahead from the first round on.

use std::sync::LazyLock;

use super::bout_backward_induction::{After, Layer, Span, expand, fold, solve};
use super::fast_bout::Pair;
use crate::search::Quick;

/// The precomputed values of the first rounds.
pub(super) struct Shipped {
    rounds: Vec<Round>,
}

#[derive(Default)]
struct Round {
    keys: Vec<u64>,
    firsts: Vec<i16>,
    /// The start of each pair's values, and the end of the last one's.
    starts: Vec<u32>,
    values: Vec<u16>,
}

/// The place of a pair's values.
#[derive(Clone, Copy)]
pub(super) struct Stored {
    round: u32,
    at: u32,
    mirrored: bool,
}

/// The most rounds after which values are precomputed.
pub(super) const SHIPPED: u32 = 4;
/// The number that represents 1.
const WHOLE: f32 = 4096.0;
/// The offset that keeps differences from being negative.
const SHIFT: i16 = 128;

static FILE: &[u8] = include_bytes!("../../../assets/warriors-death.values");
static READ: LazyLock<Shipped> = LazyLock::new(|| Shipped::read(FILE).unwrap_or(Shipped { rounds: Vec::new() }));

/// The program's precomputed values.
pub(super) fn shipped() -> &'static Shipped {
    &READ
}

impl Shipped {
    fn read(mut bytes: &[u8]) -> Option<Self> {
        let mut rounds = Vec::new();
        while !bytes.is_empty() {
            let count = take(&mut bytes)?;
            let mut round = Round { starts: vec![0], ..Round::default() };
            let mut key = 0;
            for _ in 0..count {
                key += take(&mut bytes)?;
                round.keys.push(key);
                round.firsts.push(i16::try_from(take(&mut bytes)?).ok()? - SHIFT);
                let (mut value, mut step) = (0, 0);
                for _ in 0..take(&mut bytes)? {
                    step += signed(take(&mut bytes)?);
                    value += step;
                    round.values.push(u16::try_from(value).ok()?);
                }
                round.starts.push(u32::try_from(round.values.len()).ok()?);
            }
            rounds.push(round);
        }
        Some(Self { rounds })
    }

    /// Whether there are values for the states after one more round.
    pub fn reaches(&self, played: u32) -> bool {
        (played as usize) < self.rounds.len()
    }

    /// The place of a pair's values after this many rounds.
    pub fn find(&self, pair: Pair, played: u32) -> Option<Stored> {
        let (key, mirrored) = fold(pair, true);
        let round = played.checked_sub(1)?;
        let at = self.rounds.get(round as usize)?.keys.binary_search(&key).ok()?;
        Some(Stored { round, at: u32::try_from(at).ok()?, mirrored })
    }

    /// The value of a pair for the first side at a difference.
    pub fn at(&self, stored: Stored, difference: i16) -> f32 {
        let round = &self.rounds[stored.round as usize];
        let at = stored.at as usize;
        let values = &round.values[round.starts[at] as usize..round.starts[at + 1] as usize];
        let looked = if stored.mirrored { -difference } else { difference };
        let value = match usize::try_from(looked - round.firsts[at]) {
            Err(_) => 0.0,
            Ok(at) => values.get(at).map_or(1.0, |&value| f32::from(value) / WHOLE),
        };
        if stored.mirrored { 1.0 - value } else { value }
    }
}

fn take(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Decodes a signed number from an unsigned one.
const fn signed(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

const fn unsigned(number: i64) -> u64 {
    (number << 1 ^ number >> 63) as u64
}

fn put(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Computes the file by backward induction over a whole bout. It takes some ten minutes on one core and 3 GB.
pub(super) fn make(said: &mut dyn FnMut(&str)) -> Vec<u8> {
    let mut first = Layer::default();
    first.add(Pair::FRESH, Span { first: 0, last: 0 }, true);
    first.lay_out(10);
    let mut layers = vec![first];
    let mut states = 1;
    for left in (2..=10).rev() {
        let layer = layers.last().expect("there is a first");
        let mut next = Layer::default();
        for (&key, &span) in layer.keys.iter().zip(&layer.spans).filter(|(_, span)| span.len() > 0) {
            expand(Pair::of_key(key), span, left, true, &mut next);
        }
        next.lay_out(left - 1);
        states += next.values.len();
        said(&format!("after {} rounds: {} pairs, {} values", 11 - left, next.len(), next.values.len()));
        layers.push(next);
    }
    said(&format!("{states} values in all"));
    let mut quick = Quick::default();
    let mut entries = Vec::new();
    let mut later: Option<Layer> = None;
    let mut written = Vec::new();
    for played in (0..10).rev() {
        let mut layer = layers.pop().expect("there is one for each round");
        let after = later.as_ref().map_or(After::End(0.5), |later| After::Layer(later, true));
        for at in 0..layer.len() {
            solve(&mut layer, at, 10 - played, &after, &mut quick, &mut entries);
        }
        said(&format!("solved after {played} rounds"));
        if (1..=SHIPPED).contains(&played) {
            written.push(write(&layer));
        }
        later = Some(layer);
    }
    written.reverse();
    written.concat()
}

fn write(layer: &Layer) -> Vec<u8> {
    let mut order: Vec<usize> = (0..layer.len()).collect();
    order.sort_unstable_by_key(|&at| layer.keys[at]);
    let mut bytes = Vec::new();
    put(order.len() as u64, &mut bytes);
    let mut before = 0;
    for at in order {
        let span = layer.spans[at];
        let values: Vec<u64> = (span.first..=span.last)
            .map(|difference| (layer.values[layer.cell(at, difference)] * WHOLE).round() as u64)
            .collect();
        let lost = values.iter().take_while(|&&value| value == 0).count();
        let open = &values[lost..];
        let open = &open[..open.iter().position(|&value| value >= WHOLE as u64).unwrap_or(open.len())];
        put(layer.keys[at] - before, &mut bytes);
        before = layer.keys[at];
        put(u64::try_from(span.first + lost as i16 + SHIFT).expect("no bout is so uneven"), &mut bytes);
        put(open.len() as u64, &mut bytes);
        let (mut last, mut step) = (0, 0);
        for &value in open {
            let (value, before) = (value as i64, step);
            step = value - last;
            last = value;
            put(unsigned(step - before), &mut bytes);
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::super::bout_backward_induction::{Layer, Span};
    use super::super::fast_bout::{Pair, clash};
    use super::super::look_ahead::Ahead;
    use super::{Round, Shipped, WHOLE, put, shipped, signed, take, unsigned, write};
    use crate::search::{Budget, Quick};

    #[test]
    fn leb128_numbers_round_trip() {
        let numbers = [0, 1, 127, 128, 4_096, 1 << 41];
        let mut bytes = Vec::new();
        for &number in &numbers {
            put(number, &mut bytes);
        }
        let mut left = &bytes[..];
        assert!(numbers.iter().all(|&number| take(&mut left) == Some(number)) && left.is_empty());
        assert_eq!(take(&mut &[0x80][..]), None);
        assert_eq!([0, -1, 1, -64, 64].map(unsigned), [0, 1, 2, 127, 128]);
        assert!((-300..300).all(|number| signed(unsigned(number)) == number));
    }

    #[test]
    fn layer_file_round_trips() {
        let mut layer = Layer::default();
        let (pair, _) = clash(Pair::FRESH, [9, 3], [false; 2]);
        let other = pair.mirrored();
        let (pair, other) = if other.key() < pair.key() { (other, pair) } else { (pair, other) };
        layer.add(pair, Span { first: -3, last: 2 }, true);
        layer.lay_out(9);
        layer.values.copy_from_slice(&[0.0, 0.0, 0.25, 0.5, 0.75, 1.0]);
        let read = Shipped::read(&write(&layer)).expect("what was written");
        let worth = |pair: Pair, difference| read.at(read.find(pair, 1).expect("it is there"), difference);
        for (difference, expected) in (-5..).zip([0.0, 0.0, 0.0, 0.0, 0.25, 0.5, 0.75, 1.0, 1.0]) {
            assert!((worth(pair, difference) - expected).abs() < 1e-6, "{difference}");
            assert!((worth(other, -difference) - (1.0 - expected)).abs() < 1e-6, "{difference}");
        }
        assert!(read.find(Pair::FRESH, 1).is_none() && read.find(pair, 2).is_none());
        assert!(Shipped { rounds: vec![Round::default()] }.find(pair, 1).is_none());
    }

    #[test]
    fn shipped_values_match_the_solution() {
        if !shipped().reaches(3) {
            return;
        }
        let (mut pair, mut difference) = (Pair::FRESH, 0);
        for units in [[9, 2], [7, 8], [1, 5], [6, 9]] {
            let (after, gained) = clash(pair, units, [false; 2]);
            (pair, difference) = (after, difference + gained);
        }
        let mut entries = Vec::new();
        let mut quick = Quick::default();
        let known = shipped();
        for lead in [difference - 8, difference, difference + 8] {
            let ahead = Ahead::new(&[(pair, lead)], 6, 0.5, 64, &mut Budget::of(u64::MAX));
            let acts = ahead.matrix((pair, lead), &mut entries);
            let value = quick.solve(&entries, acts[1].len());
            let stored = f64::from(known.at(known.find(pair, 4).expect("it can come to that"), lead));
            assert!((value - stored).abs() < 0.51 / f64::from(WHOLE), "{lead}: {value} and {stored}");
        }
    }
}
