//! Scenes to pixels: one look for every game.
//!
//! - Drawing is pure and total: the same picture gives the same bytes, and no text, number or sprite name makes it panic.
//! - No game is known here; a game says what to draw in a [`Scene`](deathmatch_rules::game::Scene).
//! - No font, file or setting of the machine is looked at: everything drawn with is compiled in.

mod card;
mod encode;
mod film;
mod fonts;
mod glyph;
mod palette;
mod smaller;
mod sprites;
mod svg;
mod theme;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use deathmatch_rules::game::Picture;

pub use card::Card;
pub use film::{Change, Film, Run};
pub use fonts::drawn;
pub use glyph::Glyph;
pub use palette::Colour;
pub use smaller::smaller;
pub use sprites::names as sprites;
pub use svg::{Drawing, Element, Layer, Words};
pub use theme::contrast;

/// Draws a picture as a PNG, 1,000 pixels wide.
#[must_use]
pub fn png(picture: &Picture) -> Vec<u8> {
    encoded(&svg(picture))
}

fn encoded(document: &str) -> Vec<u8> {
    let pixmap = pixels(document);
    encode::png(pixmap.width(), pixmap.height(), &pixmap.take_demultiplied())
}

/// Draws a picture as an SVG document with live text.
#[must_use]
pub fn svg(picture: &Picture) -> String {
    Card::new(picture, 0.0).document()
}

fn pixels(document: &str) -> Pixmap {
    let tree = Tree::from_str(document, &options()).expect("the card is well-formed SVG with a size");
    let size = tree.size().to_int_size();
    let mut pixmap = Pixmap::new(size.width(), size.height()).expect("a card has a size within bounds");
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    pixmap
}

fn options() -> Options<'static> {
    Options { font_family: fonts::FAMILY.to_owned(), fontdb: fonts::database(), ..Options::default() }
}
