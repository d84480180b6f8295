//! A cache of drawn pieces, shared by all threads.
//!
//! - A piece depends on its markup alone, so a cached piece equals a fresh one.
//! - The cache has two generations and at most [`MOST`] bytes. A full young generation replaces the old one. A piece of the old generation
//!   moves to the young one when a sheet shows it.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use super::element_pixels::{ElementPixels, Reach, pixel};
use super::elements::{self, Drawing, Element, Layer, Words};
use super::palette::Colour;
use super::theme::{MOST_HEIGHT, WIDTH};

const MOST: usize = 16 << 20;
/// The size of a map entry without its markup and its piece, in bytes.
const ENTRY: usize = 64;

/// The position at which words and drawings are drawn: the middle of a canvas twice as large as a sheet. So their pixels can be used
/// anywhere on a sheet.
const HOME: [f32; 2] = [WIDTH, MOST_HEIGHT];

static CACHE: LazyLock<Mutex<Cache>> = LazyLock::new(Mutex::default);

/// A piece, and its offset to the right and down in pixels.
pub struct Placed {
    piece: Arc<ElementPixels>,
    by: [i32; 2],
}

#[derive(Default)]
struct Cache {
    young: HashMap<Box<str>, Arc<ElementPixels>>,
    old: HashMap<Box<str>, Arc<ElementPixels>>,
    /// The bytes of the young generation.
    size: usize,
}

/// Draws an element of a layer, or finds it in the cache.
pub fn placed(layer: &Layer, element: &Element) -> Placed {
    let (markup, by) = home(layer, element);
    let known = cache().find(&markup);
    let piece = known.unwrap_or_else(|| {
        // The lock is free during drawing. At worst, two threads draw the same piece.
        let piece = Arc::new(ElementPixels::new(&markup, 1.0, HOME.map(|side| pixel(2.0 * side))));
        cache().keep(markup.into(), Arc::clone(&piece));
        piece
    });
    Placed { piece, by }
}

/// The markup of an element at the common position, and the offset of its pixels. Fractions of a pixel stay in the markup.
fn home(layer: &Layer, element: &Element) -> (String, [i32; 2]) {
    let mut element = element.clone();
    let (Element::Words(Words { at, .. }) | Element::Drawing(Drawing { at, .. })) = &mut element else {
        return (layer.alone(&element), [0, 0]);
    };
    let place = [0, 1].map(|axis| elements::length(&layer.by[axis]) + elements::length(&at[axis]));
    let whole: [f32; 2] = std::array::from_fn(|axis| place[axis].floor().clamp(0.0, HOME[axis]));
    let by = std::array::from_fn(|axis| elements::number(place[axis] - whole[axis] + HOME[axis]));
    *at = ["0", "0"].map(str::to_owned);
    let home = Layer { by, elements: Vec::new() };
    (home.alone(&element), [0, 1].map(|axis| i32::from(pixel(whole[axis])) - i32::from(pixel(HOME[axis]))))
}

fn cache() -> MutexGuard<'static, Cache> {
    CACHE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Placed {
    /// Whether the piece may cover any of these rows.
    pub fn reaches(&self, rows: &Range<u16>) -> bool {
        let [_, down] = self.by;
        let reach = self.piece.reach().map(|Reach([_, top, _, bottom])| [top, bottom].map(|row| i32::from(row) + down));
        reach.is_some_and(|[top, bottom]| top < i32::from(rows.end) && i32::from(rows.start) < bottom)
    }

    /// Blends the piece's part of a sheet's row over premultiplied pixels.
    pub fn lay(&self, row: u16, under: &mut [Colour]) {
        let [right, down] = self.by;
        self.piece.lay(i32::from(row) - down, -right, under);
    }
}

impl Cache {
    fn find(&mut self, markup: &str) -> Option<Arc<ElementPixels>> {
        if let Some(known) = self.young.get(markup) {
            return Some(Arc::clone(known));
        }
        let (markup, piece) = self.old.remove_entry(markup)?;
        self.keep(markup, Arc::clone(&piece));
        Some(piece)
    }

    fn keep(&mut self, markup: Box<str>, piece: Arc<ElementPixels>) {
        let size = ENTRY + markup.len() + piece.size();
        if size > MOST / 2 {
            return;
        }
        if self.size + size > MOST / 2 {
            self.old = std::mem::take(&mut self.young);
            self.size = 0;
        }
        if self.young.insert(markup, piece).is_none() {
            self.size += size;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circle(radius: usize) -> (Box<str>, Arc<ElementPixels>) {
        let markup = format!("<circle cx=\"200\" cy=\"200\" r=\"{radius}\" fill=\"#fff\"/>");
        let piece = ElementPixels::new(&markup, 1.0, [400, 400]);
        (markup.into(), Arc::new(piece))
    }

    #[test]
    fn cache_is_bounded_and_keeps_used_pieces() {
        let mut cache = Cache::default();
        let (used, piece) = circle(1);
        cache.keep(used.clone(), piece);
        let (other, piece) = circle(150);
        for number in 0..10_000 {
            cache.keep(format!("{other}{number}").into(), Arc::clone(&piece));
            assert!(cache.find(&used).is_some());
            let entries = cache.young.iter().chain(&cache.old);
            let size = || entries.map(|(markup, piece)| ENTRY + markup.len() + piece.size()).sum::<usize>();
            assert!(number % 500 > 0 || size() <= MOST);
        }
        assert!(cache.find(&format!("{other}0")).is_none() && cache.find(&format!("{other}9999")).is_some());
    }

    #[test]
    fn words_and_drawings_share_pixels_at_different_places() {
        let at = |x: &str, y: &str| {
            let (at, body) = ([x, y].map(str::to_owned), "<circle r=\"9\" fill=\"#fff\"/>".to_owned());
            let drawing = Drawing { at, scale: "1".to_owned(), opacity: "1".to_owned(), body };
            let layer = Layer { by: ["32", "-0.5"].map(str::to_owned), elements: Vec::new() };
            placed(&layer, &Element::Drawing(drawing))
        };
        let (one, other) = (at("100.25", "40"), at("7.25", "900"));
        assert!(Arc::ptr_eq(&one.piece, &other.piece));
        assert_eq!([0, 1].map(|axis| other.by[axis] - one.by[axis]), [-93, 860]);
        for (x, y) in [("-500", "-500"), ("5000", "5000"), ("990", "2390")] {
            let moved = at(x, y);
            let mut line = [[0; 4]; 1000];
            (0..2400).for_each(|row| moved.lay(row, &mut line));
        }
    }
}
