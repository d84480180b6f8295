//! The pixels of an element, drawn once and blended over others any number of times.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::palette::Colour;
use super::{Sheet, fonts, theme};

/// The pixels of an element on a canvas, as runs of one colour.
pub struct ElementPixels {
    reach: Option<Reach>,
    /// The start and end of each row's runs. Equal neighbouring rows share their runs.
    rows: Vec<[u32; 2]>,
    /// The runs of each row from left to right, without transparent pixels.
    runs: Vec<Run>,
}

/// A rectangle of pixels: left, top, right, bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach(pub [u16; 4]);

struct Run {
    from: u16,
    to: u16,
    /// The premultiplied colour.
    colour: Colour,
}

impl ElementPixels {
    /// Draws markup with a sheet's measures on a canvas of this width and height in pixels.
    pub fn new(markup: &str, scale: f32, canvas: [u16; 2]) -> Self {
        let document = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" \
             font-family=\"{2}\">{markup}</svg>",
            Sheet::WIDTH,
            theme::MOST_HEIGHT,
            fonts::FAMILY
        );
        let options =
            Options { font_family: fonts::FAMILY.to_owned(), fontdb: fonts::database(), ..Options::default() };
        let tree = Tree::from_str(&document, &options).expect("an element is well-formed SVG");
        let mut piece = Self { reach: reach(&tree, scale, canvas), rows: Vec::new(), runs: Vec::new() };
        if let Some(Reach([left, top, right, bottom])) = piece.reach {
            let pixmap = Pixmap::new(u32::from(right - left), u32::from(bottom - top));
            let mut pixmap = pixmap.expect("a canvas has a size within bounds");
            let place = Transform::from_scale(scale, scale).post_translate(-f32::from(left), -f32::from(top));
            resvg::render(&tree, place, &mut pixmap.as_mut());
            piece.read(&pixmap, left);
        }
        piece
    }

    fn read(&mut self, pixmap: &Pixmap, left: u16) {
        let (pixels, _) = pixmap.data().as_chunks::<4>();
        let mut above: &[Colour] = &[];
        for line in pixels.chunks(pixmap.width() as usize) {
            let begin = self.runs.len();
            let shared = self.rows.last().copied().filter(|_| line == above);
            if shared.is_none() {
                self.read_line(line, left);
            }
            let fresh = [begin, self.runs.len()].map(|at| u32::try_from(at).expect("a canvas has fewer pixels"));
            self.rows.push(shared.unwrap_or(fresh));
            above = line;
        }
        self.runs.shrink_to_fit();
    }

    fn read_line(&mut self, line: &[Colour], left: u16) {
        let mut from = left;
        for run in line.chunk_by(|a, b| a == b) {
            let to = from + u16::try_from(run.len()).expect("a line is no longer than the canvas is wide");
            if run[0][3] > 0 {
                self.runs.push(Run { from, to, colour: run[0] });
            }
            from = to;
        }
    }

    /// The rectangle that the element may cover, with a margin of two pixels for blended edges; `None` if it is invisible.
    pub const fn reach(&self) -> Option<Reach> {
        self.reach
    }

    /// The size in bytes.
    pub fn size(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.rows) + size_of_val(&*self.runs)
    }

    /// Blends one row over premultiplied pixels, the first of which is in column `left`.
    pub fn lay(&self, row: i32, left: i32, under: &mut [Colour]) {
        let Some(Reach([_, top, ..])) = self.reach else { return };
        let Some(&[begin, end]) = usize::try_from(row - i32::from(top)).ok().and_then(|at| self.rows.get(at)) else {
            return;
        };
        let wide = under.len();
        let column = |at: u16| usize::try_from(i32::from(at) - left).unwrap_or(0).min(wide);
        for run in &self.runs[begin as usize..end as usize] {
            blend(run.colour, &mut under[column(run.from)..column(run.to)]);
        }
    }
}

impl Reach {
    pub fn meets(self, other: Self) -> bool {
        let (Self([left, top, right, bottom]), Self(other)) = (self, other);
        left < other[2] && other[0] < right && top < other[3] && other[1] < bottom
    }

    pub fn with(self, other: Self) -> Self {
        let (Self(one), Self(other)) = (self, other);
        Self([one[0].min(other[0]), one[1].min(other[1]), one[2].max(other[2]), one[3].max(other[3])])
    }
}

fn reach(tree: &Tree, scale: f32, [wide, high]: [u16; 2]) -> Option<Reach> {
    let bounds = tree.root().abs_layer_bounding_box();
    let low = |value: f32| pixel((value * scale).floor() - 2.0);
    let high_end = |value: f32, most: u16| pixel((value * scale).ceil() + 2.0).min(most);
    let right = high_end(bounds.x() + bounds.width(), wide);
    let bottom = high_end(bounds.y() + bounds.height(), high);
    let reach = [low(bounds.x()), low(bounds.y()), right, bottom];
    (reach[0] < right && reach[1] < bottom).then_some(Reach(reach))
}

/// Blends a premultiplied colour over premultiplied pixels.
fn blend(over: Colour, under: &mut [Colour]) {
    let clear = u16::from(u8::MAX - over[3]);
    if clear == 0 {
        under.fill(over);
        return;
    }
    for pixel in under {
        for (over, under) in over.iter().zip(pixel) {
            let behind = u16::from(*under) * clear + 128;
            // A division by 255 with rounding.
            *under = over.saturating_add((behind + (behind >> 8)).to_be_bytes()[0]);
        }
    }
}

/// A length rounded down to whole pixels.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded just before")]
pub fn pixel(value: f32) -> u16 {
    value.clamp(0.0, f32::from(u16::MAX)) as u16
}
