//! The comparison of pictures by their pixels.
//!
//! With `PICTURES=accept` in the environment, the expected files are written instead. Look at them before you keep them.

use std::fs;
use std::path::Path;

use png::{BitDepth, ColorType, Decoder, Encoder, Transformations};

/// The difference of a channel up to which two pixels count as equal.
const CLOSE: u8 = 40;
/// One pixel out of this many may differ: processors blend edges differently.
const ONE_IN: usize = 500;
/// The side of a patch in pixels, about the size of a letter. Patches are compared separately, because a word is a small part of a picture.
const PATCH: usize = 24;
/// One pixel of a patch out of this many may differ.
const ONE_OF_PATCH_IN: usize = 6;

/// Pixels with four bytes each.
pub struct Pixels {
    pub width: usize,
    pub height: usize,
    pub rgba: Vec<u8>,
}

/// Decodes a PNG file.
pub fn decode(file: &[u8]) -> Pixels {
    let mut decoder = Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(Transformations::EXPAND | Transformations::ALPHA);
    let mut reader = decoder.read_info().unwrap();
    let mut rgba = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut rgba).unwrap();
    assert_eq!((info.color_type, info.bit_depth), (ColorType::Rgba, BitDepth::Eight));
    Pixels { width: info.width as usize, height: info.height as usize, rgba }
}

/// Compares a picture with `tests/pictures/<name>.png`. On a difference, writes expected, difference and actual side by side to
/// `../../target/pictures/<name>.png`, and panics.
pub fn check(name: &str, actual: &[u8]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let expected = root.join("tests/pictures").join(name).with_extension("png");
    if std::env::var("PICTURES").is_ok_and(|value| value == "accept") {
        fs::create_dir_all(expected.parent().unwrap()).unwrap();
        fs::write(&expected, actual).unwrap();
        return;
    }
    let file = fs::read(&expected).unwrap_or_else(|_| panic!("{} is missing; see compare.rs", expected.display()));
    let (expected, actual) = (decode(&file), decode(actual));
    let same_size = (expected.width, expected.height) == (actual.width, actual.height);
    if !same_size || !alike(&expected, &actual) {
        let strip = root.join("target/pictures").join(name).with_extension("png");
        fs::create_dir_all(strip.parent().unwrap()).unwrap();
        fs::write(&strip, side_by_side(&expected, &actual)).unwrap();
        panic!("{name} looks different; see {}", strip.display());
    }
}

fn far(a: &[u8], b: &[u8]) -> bool {
    a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) > CLOSE)
}

/// Whether two pictures of one size are equal within the tolerance, as a whole and in every patch.
fn alike(expected: &Pixels, actual: &Pixels) -> bool {
    let (width, height) = (actual.width, actual.height);
    let across = width.div_ceil(PATCH);
    let mut patches = vec![0; across * height.div_ceil(PATCH)];
    for (index, (a, b)) in expected.rgba.chunks(4).zip(actual.rgba.chunks(4)).enumerate() {
        if far(a, b) {
            patches[index / width / PATCH * across + index % width / PATCH] += 1;
        }
    }
    let most = PATCH * PATCH / ONE_OF_PATCH_IN;
    patches.iter().sum::<usize>() <= width * height / ONE_IN && patches.iter().all(|&off| off <= most)
}

#[test]
fn different_word_is_noticed_and_a_blurred_edge_is_not() {
    let (width, height) = (1_000, 1_000);
    let plain = Pixels { width, height, rgba: vec![0; 4 * width * height] };
    let with = |of: &dyn Fn(usize, usize) -> bool| {
        let shade = |index: usize| if of(index % width, index / width) { [200; 4] } else { [0; 4] };
        Pixels { width, height, rgba: (0..width * height).flat_map(shade).collect() }
    };
    let letter = with(&|x, y| (500..512).contains(&x) && (500..520).contains(&y));
    assert!(!alike(&plain, &letter));
    let edge = with(&|x, y| x == 500 && y < 1_000);
    assert!(alike(&plain, &edge));
    assert!(!alike(&plain, &with(&|x, _| (500..503).contains(&x))), "too much of the whole");
}

fn side_by_side(expected: &Pixels, actual: &Pixels) -> Vec<u8> {
    let (width, height) = (expected.width.max(actual.width), expected.height.max(actual.height));
    let at = |pixels: &Pixels, x: usize, y: usize| -> [u8; 4] {
        if x >= pixels.width || y >= pixels.height {
            return [0; 4];
        }
        let start = 4 * (y * pixels.width + x);
        pixels.rgba[start..start + 4].try_into().unwrap()
    };
    let mut rgba = Vec::with_capacity(12 * width * height);
    for y in 0..height {
        for part in 0..3 {
            for x in 0..width {
                let (a, b) = (at(expected, x, y), at(actual, x, y));
                rgba.extend(match part {
                    0 => a,
                    1 if far(&a, &b) => [255, 0, 80, 255],
                    1 => [b[0] / 4, b[1] / 4, b[2] / 4, 255],
                    _ => b,
                });
            }
        }
    }
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, u32::try_from(3 * width).unwrap(), u32::try_from(height).unwrap());
    encoder.set_color(ColorType::Rgba);
    encoder.write_header().unwrap().write_image_data(&rgba).unwrap();
    file
}
