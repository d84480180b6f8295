//! The drawing of scenes as pixels, with one look for every game.
//!
//! - Drawing is pure and total. The same picture gives the same bytes, whatever is cached, and no text, number or sprite name causes a
//!   panic.
//! - This crate knows no game. A game describes its picture as a [`Scene`](deathmatch_rules::game::Scene).
//! - All fonts and drawings are compiled in. No font, file or setting of the machine is used.

mod cache;
mod element_pixels;
mod elements;
mod encode;
mod film;
mod fonts;
mod letter_outlines;
mod palette;
mod sheet;
mod smaller_picture;
mod sprites;
mod theme;

use deathmatch_rules::game::Picture;

use palette::Reducer;

pub use elements::{Drawing, Element, Layer, Words};
pub use film::{Change, Film, Run};
pub use fonts::{drawn, fitted, lettered, width, wrap};
pub use letter_outlines::Glyph;
pub use palette::Colour;
pub use sheet::Sheet;
pub use smaller_picture::smaller;
pub use sprites::names as sprites;
pub use theme::contrast;

/// The number of rows that are drawn together. Elements outside of them are skipped.
const BAND: u16 = 16;

/// Draws a picture as a PNG, 1,000 pixels wide.
#[must_use]
pub fn png(picture: &Picture) -> Vec<u8> {
    let sheet = Sheet::new(picture, 0.0);
    let [width, height] = [Sheet::WIDTH, sheet.height].map(element_pixels::pixel);
    let elements = sheet.layers.iter().flat_map(|layer| layer.elements.iter().map(move |element| (layer, element)));
    let pieces: Vec<_> = elements.map(|(layer, element)| cache::placed(layer, element)).collect();
    let mut reducer = Reducer::default();
    let mut line = vec![[0; 4]; usize::from(width)];
    for top in (0..height).step_by(usize::from(BAND)) {
        let band = top..height.min(top + BAND);
        let near: Vec<_> = pieces.iter().filter(|placed| placed.reaches(&band)).collect();
        for row in band {
            line.fill([0; 4]);
            for placed in &near {
                placed.lay(row, &mut line);
            }
            reducer.add(&line);
        }
    }
    let mut indexed = reducer.finish();
    indexed.colours.iter_mut().for_each(palette::straighten);
    encode::png(u32::from(width), u32::from(height), &indexed, encode::QUICK)
}

/// Draws a picture as an SVG document with live text.
#[must_use]
pub fn svg(picture: &Picture) -> String {
    Sheet::new(picture, 0.0).document()
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use deathmatch_rules::game::{Frame, Seat, Terms, Viewer};
    use deathmatch_rules::games::GAMES;
    use png::{Decoder, Transformations};
    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::{Options, Tree};

    use super::*;

    /// The pixels of the whole document from the SVG renderer.
    fn rendered(document: &str) -> Vec<u8> {
        let options =
            Options { font_family: fonts::FAMILY.to_owned(), fontdb: fonts::database(), ..Options::default() };
        let tree = Tree::from_str(document, &options).unwrap();
        let size = tree.size().to_int_size();
        let mut pixmap = Pixmap::new(size.width(), size.height()).unwrap();
        resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
        pixmap.take_demultiplied()
    }

    #[test]
    fn png_equals_the_rendered_document() {
        for game in GAMES {
            let preset = Some(game.presets()[0].0.to_owned());
            let (play, _) = game.open(&Terms { preset, ..Terms::default() }).unwrap();
            let scene = play.sight(Viewer::Seat(Seat::Ec)).scene();
            let picture = Picture {
                frame: Frame { private_to: Some(Seat::Ec), label: "12".to_owned(), ..Frame::default() },
                scene,
            };
            let mut decoder = Decoder::new(Cursor::new(png(&picture)));
            decoder.set_transformations(Transformations::EXPAND | Transformations::ALPHA);
            let mut reader = decoder.read_info().unwrap();
            let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut pixels).unwrap();
            let expected = rendered(&svg(&picture));
            assert_eq!(pixels.len(), expected.len());
            let far = pixels.iter().zip(&expected).filter(|(a, b)| a.abs_diff(**b) > 24).count();
            assert!(far * 2000 < pixels.len(), "{}: {far} of {}", game.id(), pixels.len());
        }
    }
}
