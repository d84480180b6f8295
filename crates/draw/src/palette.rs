//! The reduction of a picture to 256 colours.
//!
//! A board has a few flat colours and the blends along their edges. The most common colours are kept exactly; the others share the rest of
//! the palette by median cut.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Red, green, blue, alpha; not premultiplied.
pub type Colour = [u8; 4];

const MOST: usize = 256;
const EXACT: usize = 96;

/// A picture as colours, and the index of each pixel's colour.
pub struct Indexed {
    /// The colours, at most 256.
    pub colours: Vec<Colour>,
    /// The indices row by row.
    pub pixels: Vec<u8>,
}

#[derive(Clone, Copy)]
struct Counted {
    colour: Colour,
    /// The colour's number, in the sequence of first use.
    number: usize,
    count: u64,
}

/// A fast hash for colours; collisions harm nobody.
#[derive(Default)]
struct Scatter(u64);

impl Hasher for Scatter {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u32(byte.into());
        }
    }

    fn write_u32(&mut self, value: u32) {
        // The map needs good low bits, which the product has in its upper half.
        self.0 = (self.0 ^ u64::from(value)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The colours in the sequence of first use, each with its number of pixels.
#[derive(Default)]
pub struct Tally {
    numbers: HashMap<u32, usize, BuildHasherDefault<Scatter>>,
    counted: Vec<Counted>,
}

impl Tally {
    /// Adds pixels of a colour, and returns the colour's number.
    pub fn add(&mut self, colour: Colour, pixels: u64) -> usize {
        let number = *self.numbers.entry(u32::from_ne_bytes(colour)).or_insert_with(|| {
            self.counted.push(Counted { colour, number: self.counted.len(), count: 0 });
            self.counted.len() - 1
        });
        self.counted[number].count += pixels;
        number
    }

    /// At most `most` colours, and the index of the new colour for each number.
    pub fn settle(mut self, most: usize) -> (Vec<Colour>, Vec<u8>) {
        let counted = &mut self.counted;
        counted.sort_unstable_by_key(|each| (Reverse(each.count), each.colour));
        let exact = if counted.len() <= most { counted.len() } else { most * EXACT / MOST };
        let mut places = vec![0; counted.len()];
        let (kept, rest) = counted.split_at_mut(exact);
        let mut colours: Vec<Colour> = kept.iter().map(|each| each.colour).collect();
        for (at, each) in kept.iter().enumerate() {
            places[each.number] = place(at);
        }
        for part in median_cut(rest, most - exact) {
            for each in &*part {
                places[each.number] = place(colours.len());
            }
            colours.push(mean(part));
        }
        (colours, places)
    }
}

/// Reduces the colours of a picture that arrives row by row.
#[derive(Default)]
pub struct Reducer {
    tally: Tally,
    /// The runs of pixels: a colour's number, and the length.
    runs: Vec<(usize, usize)>,
}

impl Reducer {
    pub fn add(&mut self, pixels: &[Colour]) {
        // Pictures are large and have few colours. Each colour is looked up once for a run, and then used by its number.
        let tally = &mut self.tally;
        let runs = pixels.chunk_by(|a, b| a == b);
        self.runs.extend(runs.map(|run| (tally.add(run[0], run.len() as u64), run.len())));
    }

    pub fn finish(self) -> Indexed {
        let (colours, places) = self.tally.settle(MOST);
        let mut pixels = Vec::with_capacity(self.runs.iter().map(|(_, length)| length).sum());
        for (number, length) in self.runs {
            pixels.resize(pixels.len() + length, places[number]);
        }
        Indexed { colours, pixels }
    }
}

/// Converts a premultiplied colour to a straight one.
pub fn straighten([channels @ .., alpha]: &mut Colour) {
    let alpha = u16::from(*alpha);
    for channel in channels {
        let value = (u16::from(*channel) * 255 + alpha / 2).checked_div(alpha).unwrap_or(0);
        *channel = u8::try_from(value).unwrap_or(u8::MAX);
    }
}

fn place(at: usize) -> u8 {
    u8::try_from(at).expect("there are at most 256 colours")
}

/// Splits colours into at most `most` boxes, each time the box with the largest spread for its number of colours.
fn median_cut(colours: &mut [Counted], most: usize) -> Vec<&mut [Counted]> {
    let mut boxes: Vec<(u64, &mut [Counted])> = Vec::new();
    if !colours.is_empty() && most > 0 {
        boxes.push((worth(colours), colours));
    }
    while boxes.len() < most {
        let widest = (0..boxes.len()).max_by_key(|&at| (boxes[at].0, at));
        let Some(at) = widest.filter(|&at| boxes[at].1.len() > 1) else { break };
        let (_, part) = boxes.swap_remove(at);
        let (channel, _) = spread(part);
        part.sort_unstable_by_key(|each| (each.colour[channel], each.colour));
        let half = part.iter().map(|each| each.count).sum::<u64>() / 2;
        let mut sum = 0;
        let cut = part.iter().position(|each| {
            sum += each.count;
            sum > half
        });
        let cut = cut.unwrap_or(0).clamp(1, part.len() - 1);
        let (low, high) = part.split_at_mut(cut);
        boxes.push((worth(low), low));
        boxes.push((worth(high), high));
    }
    boxes.into_iter().map(|(_, part)| part).collect()
}

fn worth(part: &[Counted]) -> u64 {
    let (_, range) = spread(part);
    let count: u64 = part.iter().map(|each| each.count).sum();
    u64::from(range).pow(2) * (count.isqrt() + 1)
}

/// The channel with the largest spread, and the spread.
fn spread(part: &[Counted]) -> (usize, u8) {
    (0..4)
        .map(|channel| {
            let values = part.iter().map(|each| each.colour[channel]);
            (channel, values.clone().max().unwrap_or(0) - values.min().unwrap_or(0))
        })
        .max_by_key(|&(channel, range)| (range, std::cmp::Reverse(channel)))
        .expect("a colour has four channels")
}

fn mean(part: &[Counted]) -> Colour {
    let count = part.iter().map(|each| each.count).sum::<u64>().max(1);
    std::array::from_fn(|channel| {
        let sum: u64 = part.iter().map(|each| u64::from(each.colour[channel]) * each.count).sum();
        u8::try_from((sum + count / 2) / count).expect("a mean is no greater than what it is of")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reduce(rgba: &[u8]) -> Indexed {
        let mut reducer = Reducer::default();
        reducer.add(rgba.as_chunks().0);
        reducer.finish()
    }

    #[test]
    fn few_colours_are_kept_exactly() {
        let rgba: Vec<u8> = (0..=255_u8).flat_map(|value| [value, 7, 9, 255]).collect();
        let indexed = reduce(&rgba);
        assert_eq!(indexed.colours.len(), 256);
        let back: Vec<u8> = indexed.pixels.iter().flat_map(|&at| indexed.colours[usize::from(at)]).collect();
        assert_eq!(back, rgba);
    }

    #[test]
    fn many_colours_are_reduced_to_close_ones() {
        let rgba: Vec<u8> =
            (0..=255_u8).flat_map(|red| (0..40_u8).flat_map(move |green| [red, green * 6, 128, 255])).collect();
        let indexed = reduce(&rgba);
        assert!(indexed.colours.len() <= 256);
        for (pixel, &at) in rgba.chunks(4).zip(&indexed.pixels) {
            let close = indexed.colours[usize::from(at)].iter().zip(pixel).all(|(a, b)| a.abs_diff(*b) <= 24);
            assert!(close);
        }
    }

    #[test]
    fn no_pixels_give_no_colours() {
        assert!(reduce(&[]).colours.is_empty());
    }
}
