//! The encoding of pixels as a PNG file with a palette.

use png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter};

use super::palette::Indexed;

/// The compression level, out of 9, for a picture that is sent at once. Level 5 takes twice as long and saves a seventh of the size.
pub const QUICK: u8 = 2;
/// The compression level for a stored picture.
pub const SMALL: u8 = 6;

/// Encodes pixels with straight (not premultiplied) colours, at a compression level.
pub fn png(width: u32, height: u32, indexed: &Indexed, level: u8) -> Vec<u8> {
    let colours: Vec<u8> = indexed.colours.iter().flat_map(|colour| colour[..3].to_vec()).collect();
    let opacities: Vec<u8> = indexed.colours.iter().map(|colour| colour[3]).collect();
    let mut file = Vec::with_capacity(64 * 1024);
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(colours);
    encoder.set_trns(opacities);
    encoder.set_deflate_compression(DeflateCompression::Level(level));
    encoder.set_filter(Filter::NoFilter);
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(&indexed.pixels)?;
        writer.finish()
    });
    written.expect("writing to memory cannot fail, and the sizes agree");
    file
}
