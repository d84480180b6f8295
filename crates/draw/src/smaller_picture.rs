//! Smaller versions of drawn pictures.

use std::io::Cursor;

use png::{ColorType, Decoder, Transformations};

use super::encode;
use super::palette::{Colour, Reducer};

/// A picture with width and height divided by `by`. `None` if the data is not a colour PNG.
#[must_use]
pub fn smaller(picture: &[u8], by: usize) -> Option<Vec<u8>> {
    let mut decoder = Decoder::new(Cursor::new(picture));
    decoder.set_transformations(Transformations::EXPAND | Transformations::ALPHA);
    let mut reader = decoder.read_info().ok()?;
    let mut pixels = vec![0; reader.output_buffer_size()?];
    let frame = reader.next_frame(&mut pixels).ok()?;
    if frame.color_type != ColorType::Rgba {
        return None;
    }
    let (width, height) = (usize::try_from(frame.width).ok()?, usize::try_from(frame.height).ok()?);
    let (wide, high) = (width.div_ceil(by), height.div_ceil(by));
    let mut reducer = Reducer::default();
    for row in 0..high {
        let small = |column: usize| {
            let lines = (row * by..height.min((row + 1) * by)).map(|line| line * width);
            let columns = column * by..width.min((column + 1) * by);
            mean(lines.flat_map(|line| columns.clone().map(move |at| line + at)), &pixels)
        };
        reducer.add(&(0..wide).map(small).collect::<Vec<_>>());
    }
    Some(encode::png(u32::try_from(wide).ok()?, u32::try_from(high).ok()?, &reducer.finish(), encode::SMALL))
}

/// The mean of some pixels, weighted by their opacity.
fn mean(places: impl Iterator<Item = usize>, pixels: &[u8]) -> Colour {
    let (mut sums, mut opaque, mut count) = ([0u64; 3], 0u64, 0u64);
    for at in places {
        let pixel = &pixels[at * 4..at * 4 + 4];
        let alpha = u64::from(pixel[3]);
        for (sum, &part) in sums.iter_mut().zip(pixel) {
            *sum += u64::from(part) * alpha;
        }
        opaque += alpha;
        count += 1;
    }
    let byte = |value: u64| u8::try_from(value).unwrap_or(u8::MAX);
    let [red, green, blue] = sums.map(|sum| byte((sum + opaque / 2) / opaque.max(1)));
    [red, green, blue, byte(opaque / count.max(1))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smaller_picture_blends_pixels_by_opacity() {
        let (black, white, none) = ([0, 0, 0, 255], [255, 255, 255, 255], [9, 9, 9, 0]);
        let rows = [[black, white, white], [black, white, none], [white, none, none]];
        let mut reducer = Reducer::default();
        reducer.add(&rows.concat());
        let picture = encode::png(3, 3, &reducer.finish(), encode::SMALL);
        let small = smaller(&picture, 2).unwrap();
        let mut reader = {
            let mut decoder = Decoder::new(Cursor::new(small));
            decoder.set_transformations(Transformations::EXPAND | Transformations::ALPHA);
            decoder.read_info().unwrap()
        };
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((frame.width, frame.height), (2, 2));
        let grey = [128, 128, 128, 255];
        assert_eq!(pixels, [grey, [255, 255, 255, 127], [255, 255, 255, 127], [0; 4]].concat());
        assert_eq!(smaller(b"no picture", 2), None);
    }
}
