//! A sequence of cards on one canvas; only changed pixels are drawn again.
//!
//! - An element is parsed and drawn once, however often it is shown. Its pixels are blended over the elements behind it.
//! - Only where elements appear, disappear or change their sequence are pixels blended again.

use std::collections::HashMap;

use super::element_pixels::{ElementPixels, Reach, pixel};
use super::elements::Layer;
use super::palette::{Colour, Tally};
use super::{Element, Sheet, theme};
use deathmatch_rules::game::Ink;

/// A canvas, and the elements on it.
pub struct Film {
    scale: f32,
    size: [u16; 2],
    /// The current pixels, row by row, all opaque.
    canvas: Vec<Colour>,
    /// The previous canvas.
    before: Vec<Colour>,
    pieces: Vec<ElementPixels>,
    /// The number of each element, by its translation and by the element.
    numbers: HashMap<[String; 2], HashMap<Element, usize>>,
    /// The visible pieces, from back to front.
    shown: Vec<usize>,
    fresh: bool,
    tally: Tally,
}

/// The changes of the canvas by a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The left, top, width and height of a rectangle that contains every changed pixel.
    pub at: [u16; 4],
    /// The rectangle's pixels, row by row.
    pub runs: Vec<Run>,
}

/// A run of consecutive pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The number of their colour, see [`Film::colours`]; `None` for unchanged pixels.
    pub colour: Option<usize>,
    pub pixels: usize,
}

impl Film {
    /// Creates a canvas for cards of a height, this many pixels wide.
    #[must_use]
    pub fn new(height: f32, pixels: u16) -> Self {
        let scale = f32::from(pixels) / Sheet::WIDTH;
        let size = [pixels, pixel(height * scale)].map(|side| side.max(1));
        let canvas = vec![[0; 4]; size.map(usize::from).iter().product()];
        Self {
            before: canvas.clone(),
            canvas,
            size,
            scale,
            pieces: Vec::new(),
            numbers: HashMap::new(),
            shown: Vec::new(),
            fresh: true,
            tally: Tally::default(),
        }
    }

    /// The width and height in pixels.
    #[must_use]
    pub const fn size(&self) -> [u16; 2] {
        self.size
    }

    /// The current canvas: four bytes a pixel, all opaque.
    #[must_use]
    pub fn pixels(&self) -> &[u8] {
        self.canvas.as_flattened()
    }

    /// Shows a sheet; `None` if nothing changed.
    pub fn show(&mut self, sheet: &Sheet) -> Option<Change> {
        let mut shown = Vec::new();
        for layer in &sheet.layers {
            shown.extend(layer.elements.iter().map(|element| self.piece(layer, element)));
        }
        let [wide, high] = self.size;
        let mut dirty = if std::mem::take(&mut self.fresh) {
            vec![Reach([0, 0, wide, high])]
        } else {
            let changed = changed(&self.shown, &shown, self.pieces.len());
            apart(changed.into_iter().filter_map(|piece| self.pieces[piece].reach()).collect())
        };
        self.shown = shown;
        self.before.copy_from_slice(&self.canvas);
        for &reach in &dirty {
            self.draw(reach);
        }
        let whole = dirty.pop().map(|last| dirty.into_iter().fold(last, Reach::with))?;
        self.change(whole)
    }

    /// At most `most` colours as red, green, blue and alpha, and the index of the colour for each number of a [`Run`].
    #[must_use]
    pub fn colours(self, most: usize) -> (Vec<Colour>, Vec<u8>) {
        self.tally.settle(most)
    }

    fn piece(&mut self, layer: &Layer, element: &Element) -> usize {
        if let Some(&known) = self.numbers.get(&layer.by).and_then(|moved| moved.get(element)) {
            return known;
        }
        self.pieces.push(ElementPixels::new(&layer.alone(element), self.scale, self.size));
        self.numbers.entry(layer.by.clone()).or_default().insert(element.clone(), self.pieces.len() - 1);
        self.pieces.len() - 1
    }

    /// Draws the visible pieces within a rectangle.
    fn draw(&mut self, inner: Reach) {
        let Self { pieces, shown, canvas, size: [wide, _], .. } = self;
        let shown: Vec<_> = shown
            .iter()
            .map(|&at| &pieces[at])
            .filter(|piece| piece.reach().is_some_and(|reach| reach.meets(inner)))
            .collect();
        let [red, green, blue] = theme::bytes(Ink::Sunk);
        let Reach([left, top, right, bottom]) = inner;
        for row in top..bottom {
            let from = usize::from(row) * usize::from(*wide);
            let line = &mut canvas[from + usize::from(left)..from + usize::from(right)];
            line.fill([red, green, blue, u8::MAX]);
            for piece in &shown {
                piece.lay(row.into(), left.into(), line);
            }
        }
    }

    /// The changed pixels within a rectangle.
    fn change(&mut self, within: Reach) -> Option<Change> {
        let wide = usize::from(self.size[0]);
        let Reach([left, top, right, bottom]) = trimmed(&self.canvas, &self.before, wide, within)?;
        let mut runs: Vec<Run> = Vec::new();
        for row in top..bottom {
            let from = usize::from(row) * wide;
            let places = from + usize::from(left)..from + usize::from(right);
            let (now, was) = (&self.canvas[places.clone()], &self.before[places]);
            let each = |(now, was): (&[u8; 4], &[u8; 4])| (now != was).then_some(*now);
            let colours: Vec<Option<Colour>> = now.iter().zip(was).map(each).collect();
            for run in colours.chunk_by(|a, b| a == b) {
                let colour = run[0].map(|colour| self.tally.add(colour, run.len() as u64));
                match runs.last_mut() {
                    Some(last) if last.colour == colour => last.pixels += run.len(),
                    _ => runs.push(Run { colour, pixels: run.len() }),
                }
            }
        }
        Some(Change { at: [left, top, right - left, bottom - top], runs })
    }
}

/// The smallest rectangle that contains every difference.
fn trimmed(now: &[Colour], was: &[Colour], wide: usize, within: Reach) -> Option<Reach> {
    let Reach([left, top, right, bottom]) = within;
    let line = |row: u16| usize::from(row) * wide + usize::from(left)..usize::from(row) * wide + usize::from(right);
    let differs = |row: &u16| now[line(*row)] != was[line(*row)];
    let first = (top..bottom).find(differs)?;
    let last = (first..bottom).rev().find(differs)?;
    let (mut from, mut to) = (right, left);
    for row in first..=last {
        let pixels = now[line(row)].iter().zip(&was[line(row)]);
        let mut columns = (left..right).zip(pixels).filter(|(_, (now, was))| now != was).map(|(at, _)| at);
        if let Some(at) = columns.next() {
            from = from.min(at);
            to = to.max(columns.next_back().unwrap_or(at) + 1);
        }
    }
    Some(Reach([from, first, to, last + 1]))
}

/// The pieces that appeared, disappeared or changed their sequence.
fn changed(old: &[usize], new: &[usize], pieces: usize) -> Vec<usize> {
    let mut count = vec![0_i32; pieces];
    for &piece in old {
        count[piece] += 1;
    }
    for &piece in new {
        count[piece] -= 1;
    }
    let stays = |list: &[usize]| list.iter().copied().filter(|&piece| count[piece] == 0).collect::<Vec<_>>();
    let (stayed, stays) = (stays(old), stays(new));
    let mut changed: Vec<_> = old.iter().chain(new).copied().filter(|&piece| count[piece] != 0).collect();
    changed.extend(stayed.iter().zip(&stays).filter(|(a, b)| a != b).flat_map(|(a, b)| [*a, *b]));
    changed.sort_unstable();
    changed.dedup();
    changed
}

/// Merges rectangles until none meets another.
fn apart(mut all: Vec<Reach>) -> Vec<Reach> {
    let mut apart: Vec<Reach> = Vec::new();
    while let Some(mut next) = all.pop() {
        while let Some(at) = apart.iter().position(|each| each.meets(next)) {
            next = next.with(apart.swap_remove(at));
        }
        apart.push(next);
    }
    apart
}
