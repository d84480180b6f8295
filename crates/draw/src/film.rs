//! Cards one after another on one canvas, of which only what changed is drawn anew.
//!
//! - An element is read once and drawn once, however often it is seen, and its pixels are laid over those behind it.
//! - Where elements came, went or changed their order, the pixels of every element that reaches there are laid again; all others stay.

use std::collections::HashMap;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::palette::{Colour, Tally};
use super::svg::Layer;
use super::{Card, Element, fonts, options, theme};
use deathmatch_rules::game::Ink;

/// A canvas, and what is on it.
pub struct Film {
    scale: f32,
    options: Options<'static>,
    canvas: Pixmap,
    /// What was on the canvas before.
    before: Pixmap,
    pieces: Vec<Piece>,
    /// By what an element is moved by, and by itself.
    numbers: HashMap<[String; 2], HashMap<Element, usize>>,
    /// The pieces that are seen, from back to front.
    shown: Vec<usize>,
    fresh: bool,
    /// How many bytes the drawn pieces take.
    held: usize,
    tally: Tally,
}

/// An element at its place.
struct Piece {
    tree: Tree,
    /// The pixels that it may reach; none where it shows nothing.
    reach: Option<Reach>,
    /// Those pixels, once they have been needed.
    drawn: Option<Pixmap>,
}

/// What a card changed on the canvas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Left, top, width and height of a rectangle in which every pixel lies that changed.
    pub at: [u16; 4],
    /// Its pixels, row by row.
    pub runs: Vec<Run>,
}

/// Pixels that follow one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The number of their colour, see [`Film::colours`]; `None` where they are what they were.
    pub colour: Option<usize>,
    pub pixels: usize,
}

/// Beyond so many bytes of drawn pieces, those that are not seen are drawn again when they are.
const HELD: usize = 64 << 20;

/// A rectangle of pixels: left, top, right, bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Reach([u16; 4]);

impl Reach {
    fn meets(self, other: Self) -> bool {
        let (Self([left, top, right, bottom]), Self(other)) = (self, other);
        left < other[2] && other[0] < right && top < other[3] && other[1] < bottom
    }

    fn within(self, other: Self) -> Self {
        let (Self(one), Self(other)) = (self, other);
        Self([one[0].max(other[0]), one[1].max(other[1]), one[2].min(other[2]), one[3].min(other[3])])
    }

    fn with(self, other: Self) -> Self {
        let (Self(one), Self(other)) = (self, other);
        Self([one[0].min(other[0]), one[1].min(other[1]), one[2].max(other[2]), one[3].max(other[3])])
    }
}

impl Film {
    /// A canvas for cards of a height, so many pixels wide.
    #[must_use]
    pub fn new(height: f32, pixels: u16) -> Self {
        let scale = f32::from(pixels) / Card::WIDTH;
        let canvas = Pixmap::new(u32::from(pixels.max(1)), u32::from(pixel(height * scale).max(1)));
        let canvas = canvas.expect("a canvas has a size within bounds");
        Self {
            before: canvas.clone(),
            canvas,
            scale,
            options: options(),
            pieces: Vec::new(),
            numbers: HashMap::new(),
            shown: Vec::new(),
            fresh: true,
            held: 0,
            tally: Tally::default(),
        }
    }

    /// Width and height in pixels.
    #[must_use]
    pub fn size(&self) -> [u16; 2] {
        [self.canvas.width(), self.canvas.height()].map(|side| u16::try_from(side).unwrap_or(u16::MAX))
    }

    /// The canvas as it stands: four bytes a pixel, all of them opaque.
    #[must_use]
    pub fn pixels(&self) -> &[u8] {
        self.canvas.data()
    }

    /// Shows a card; `None` if nothing changed.
    pub fn show(&mut self, card: &Card) -> Option<Change> {
        let mut shown = Vec::new();
        for layer in &card.layers {
            shown.extend(layer.elements.iter().map(|element| self.piece(layer, element)));
        }
        let [wide, high] = self.size();
        let mut dirty = if std::mem::take(&mut self.fresh) {
            vec![Reach([0, 0, wide, high])]
        } else {
            let changed = changed(&self.shown, &shown, self.pieces.len());
            apart(changed.into_iter().filter_map(|piece| self.pieces[piece].reach).collect())
        };
        self.shown = shown;
        self.before.data_mut().copy_from_slice(self.canvas.data());
        for &reach in &dirty {
            self.draw(reach);
        }
        if self.held > HELD {
            self.forget();
        }
        let whole = dirty.pop().map(|last| dirty.into_iter().fold(last, Reach::with))?;
        self.change(whole)
    }

    /// At most so many colours, as red, green, blue and alpha, and for each number of a [`Run`] which of them it has.
    #[must_use]
    pub fn colours(self, most: usize) -> (Vec<Colour>, Vec<u8>) {
        self.tally.settle(most)
    }

    fn piece(&mut self, layer: &Layer, element: &Element) -> usize {
        if let Some(&known) = self.numbers.get(&layer.by).and_then(|moved| moved.get(element)) {
            return known;
        }
        let mut document = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" font-family=\"{2}\">",
            Card::WIDTH,
            theme::MOST_HEIGHT,
            fonts::FAMILY
        );
        Layer { by: layer.by.clone(), elements: vec![element.clone()] }.write(&mut document);
        document.push_str("</svg>");
        let tree = Tree::from_str(&document, &self.options).expect("an element is well-formed SVG");
        let reach = self.reach(&tree);
        self.pieces.push(Piece { tree, reach, drawn: None });
        self.numbers.entry(layer.by.clone()).or_default().insert(element.clone(), self.pieces.len() - 1);
        self.pieces.len() - 1
    }

    /// The pixels that a tree may reach, with two all around for what is blended.
    fn reach(&self, tree: &Tree) -> Option<Reach> {
        let bounds = tree.root().abs_layer_bounding_box();
        let [wide, high] = self.size();
        let low = |value: f32| pixel((value * self.scale).floor() - 2.0);
        let high_end = |value: f32, most: u16| pixel((value * self.scale).ceil() + 2.0).min(most);
        let right = high_end(bounds.x() + bounds.width(), wide);
        let bottom = high_end(bounds.y() + bounds.height(), high);
        let reach = [low(bounds.x()), low(bounds.y()), right, bottom];
        (reach[0] < right && reach[1] < bottom).then_some(Reach(reach))
    }

    /// Lays what is shown within a rectangle.
    fn draw(&mut self, inner: Reach) {
        let (wide, Reach([left, top, right, bottom])) = (usize::from(self.size()[0]), inner);
        let Self { pieces, shown, canvas, scale, held, .. } = self;
        let [red, green, blue] = theme::bytes(Ink::Sunk);
        let ground = [red, green, blue, u8::MAX];
        let (canvas, _) = canvas.data_mut().as_chunks_mut::<4>();
        for row in top..bottom {
            let from = usize::from(row) * wide;
            canvas[from + usize::from(left)..from + usize::from(right)].fill(ground);
        }
        for &piece in &*shown {
            let piece = &mut pieces[piece];
            let Some(reach) = piece.reach.filter(|reach| reach.meets(inner)) else { continue };
            let Reach([x, y, to, below]) = reach;
            if piece.drawn.is_none() {
                let Some(mut drawn) = Pixmap::new(u32::from(to - x), u32::from(below - y)) else { continue };
                let place = Transform::from_scale(*scale, *scale).post_translate(-f32::from(x), -f32::from(y));
                resvg::render(&piece.tree, place, &mut drawn.as_mut());
                *held += drawn.data().len();
                piece.drawn = Some(drawn);
            }
            let Some(drawn) = &piece.drawn else { continue };
            let (pixels, _) = drawn.data().as_chunks::<4>();
            let Reach([from, above, end, under]) = reach.within(inner);
            for row in above..under {
                let at = usize::from(row - y) * usize::from(to - x);
                let over = &pixels[at + usize::from(from - x)..at + usize::from(end - x)];
                let at = usize::from(row) * wide;
                lay(over, &mut canvas[at + usize::from(from)..at + usize::from(end)]);
            }
        }
    }

    /// Lets go of the pixels of pieces that are not seen.
    fn forget(&mut self) {
        let mut seen = vec![false; self.pieces.len()];
        self.shown.iter().for_each(|&piece| seen[piece] = true);
        for (piece, _) in self.pieces.iter_mut().zip(seen).filter(|(_, seen)| !seen) {
            self.held -= piece.drawn.take().map_or(0, |drawn| drawn.data().len());
        }
    }

    /// The pixels within a rectangle that are not what they were.
    fn change(&mut self, within: Reach) -> Option<Change> {
        let wide = usize::from(self.size()[0]);
        let Reach([left, top, right, bottom]) = trimmed(self.canvas.data(), self.before.data(), wide, within)?;
        let mut runs: Vec<Run> = Vec::new();
        for row in top..bottom {
            let from = usize::from(row) * wide;
            let places = (from + usize::from(left)) * 4..(from + usize::from(right)) * 4;
            let (now, _) = self.canvas.data()[places.clone()].as_chunks::<4>();
            let (was, _) = self.before.data()[places].as_chunks::<4>();
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

/// Lays premultiplied pixels over opaque ones.
fn lay(over: &[[u8; 4]], under: &mut [[u8; 4]]) {
    for (over, under) in over.iter().zip(under) {
        match over[3] {
            0 => {}
            u8::MAX => *under = *over,
            alpha => {
                for (over, under) in over.iter().zip(under.iter_mut()) {
                    let behind = u16::from(*under) * u16::from(u8::MAX - alpha) + 128;
                    // A division by 255 that rounds.
                    *under = over.saturating_add((behind + (behind >> 8)).to_be_bytes()[0]);
                }
            }
        }
    }
}

/// The smallest rectangle around the pixels that differ.
fn trimmed(now: &[u8], was: &[u8], wide: usize, within: Reach) -> Option<Reach> {
    let Reach([left, top, right, bottom]) = within;
    let line = |row: u16| {
        (usize::from(row) * wide + usize::from(left)) * 4..(usize::from(row) * wide + usize::from(right)) * 4
    };
    let differs = |row: &u16| now[line(*row)] != was[line(*row)];
    let first = (top..bottom).find(differs)?;
    let last = (first..bottom).rev().find(differs)?;
    let (mut from, mut to) = (right, left);
    for row in first..=last {
        let (now, _) = now[line(row)].as_chunks::<4>();
        let (was, _) = was[line(row)].as_chunks::<4>();
        let mut columns = (left..right).zip(now.iter().zip(was)).filter(|(_, (now, was))| now != was).map(|(at, _)| at);
        if let Some(at) = columns.next() {
            from = from.min(at);
            to = to.max(columns.next_back().unwrap_or(at) + 1);
        }
    }
    Some(Reach([from, first, to, last + 1]))
}

/// The pieces that are not seen as they were: those that came or went, and those whose order changed.
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

/// Rectangles joined until none meets another.
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

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded just before")]
fn pixel(value: f32) -> u16 {
    value.clamp(0.0, f32::from(u16::MAX)) as u16
}
