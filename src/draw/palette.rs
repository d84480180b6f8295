//! A picture's colours brought down to 256.
//!
//! Boards are a few flat colours and the blends along their edges: the commonest colours are kept exactly, and the rest share what is
//! left by median cut.

use std::collections::HashMap;

/// Red, green, blue, alpha; not premultiplied.
pub type Colour = [u8; 4];

const MOST: usize = 256;
const EXACT: usize = 96;

/// The colours of a picture and, for each pixel, which one it has.
pub struct Indexed {
    /// At most 256.
    pub colours: Vec<Colour>,
    /// Row by row.
    pub pixels: Vec<u8>,
}

#[derive(Clone, Copy)]
struct Counted {
    colour: Colour,
    count: u64,
}

/// Reduces pixels of four bytes each.
pub fn reduce(rgba: &[u8]) -> Indexed {
    let (pixels, _) = rgba.as_chunks::<4>();
    let mut counts: HashMap<Colour, u64> = HashMap::new();
    for run in pixels.chunk_by(|a, b| a == b) {
        *counts.entry(run[0]).or_default() += run.len() as u64;
    }
    let mut counted: Vec<Counted> = counts.into_iter().map(|(colour, count)| Counted { colour, count }).collect();
    counted.sort_unstable_by_key(|each| (std::cmp::Reverse(each.count), each.colour));

    let exact = if counted.len() <= MOST { counted.len() } else { EXACT };
    let (kept, rest) = counted.split_at_mut(exact);
    let mut colours: Vec<Colour> = kept.iter().map(|each| each.colour).collect();
    let mut places: HashMap<Colour, u8> = HashMap::with_capacity(kept.len() + rest.len());
    let boxes = median_cut(rest, MOST - exact);
    for each in &*kept {
        places.insert(each.colour, place(places.len()));
    }
    for part in boxes {
        let at = place(colours.len());
        colours.push(mean(part));
        places.extend(part.iter().map(|each| (each.colour, at)));
    }

    let mut indices = Vec::with_capacity(pixels.len());
    for run in pixels.chunk_by(|a, b| a == b) {
        indices.resize(indices.len() + run.len(), places[&run[0]]);
    }
    Indexed { colours, pixels: indices }
}

fn place(at: usize) -> u8 {
    u8::try_from(at).expect("there are at most 256 colours")
}

/// Splits colours into so many boxes at most, always the one whose colours are the furthest apart for their number.
fn median_cut(colours: &mut [Counted], most: usize) -> Vec<&mut [Counted]> {
    let mut boxes = Vec::new();
    if !colours.is_empty() && most > 0 {
        boxes.push(colours);
    }
    while boxes.len() < most {
        let widest = (0..boxes.len()).max_by_key(|&at| (worth(boxes[at]), at));
        let Some(at) = widest.filter(|&at| boxes[at].len() > 1) else { break };
        let part = boxes.swap_remove(at);
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
        boxes.push(low);
        boxes.push(high);
    }
    boxes
}

fn worth(part: &[Counted]) -> u64 {
    let (_, range) = spread(part);
    let count: u64 = part.iter().map(|each| each.count).sum();
    u64::from(range).pow(2) * (count.isqrt() + 1)
}

/// The channel in which colours differ most, and by how much.
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

    #[test]
    fn few_colours_are_kept_exactly() {
        let rgba: Vec<u8> = (0..=255_u8).flat_map(|value| [value, 7, 9, 255]).collect();
        let indexed = reduce(&rgba);
        assert_eq!(indexed.colours.len(), 256);
        let back: Vec<u8> = indexed.pixels.iter().flat_map(|&at| indexed.colours[usize::from(at)]).collect();
        assert_eq!(back, rgba);
    }

    #[test]
    fn many_colours_come_close() {
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
    fn no_pixels_are_no_colours() {
        assert!(reduce(&[]).colours.is_empty());
    }
}
