//! The colours of the inks, and the measures of the sheet.
//!
//! The two seats' colours differ in lightness, and are distinct in every common form of colour blindness.

use deathmatch_rules::game::{Ink, Scene};

/// The sheet's width.
pub const WIDTH: f32 = 1000.0;
/// The margin between the sheet's edge and its content.
pub const MARGIN: f32 = (WIDTH - Scene::WIDTH) / 2.0;
/// The greatest height of a sheet; a taller scene is cut.
pub const MOST_HEIGHT: f32 = 2400.0;

/// The contrast between an ink with an opacity and a ground, by WCAG 2: from 1, none, to 21.
#[must_use]
pub fn contrast(ink: Ink, strength: f32, ground: Ink) -> f32 {
    let [above, below] = [ink, ground].map(channels);
    let mixed = std::array::from_fn(|channel| above[channel] * strength + below[channel] * (1.0 - strength));
    let [a, b] = [luminance(mixed), luminance(below)];
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// The red, green and blue of an ink.
pub fn bytes(ink: Ink) -> [u8; 3] {
    let value = u32::from_str_radix(&colour(ink)[1..], 16).expect("a colour of six hexadecimal digits");
    let [_, channels @ ..] = value.to_be_bytes();
    channels
}

/// The red, green and blue of an ink, from 0 to 1.
fn channels(ink: Ink) -> [f32; 3] {
    bytes(ink).map(|channel| f32::from(channel) / 255.0)
}

fn luminance(channels: [f32; 3]) -> f32 {
    let [red, green, blue] =
        channels.map(|value| if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// The colour of an ink.
pub const fn colour(ink: Ink) -> &'static str {
    match ink {
        Ink::Ground => "#1f242c",
        Ink::Sunk => "#181c23",
        Ink::Panel => "#2a303a",
        Ink::Raised => "#363d4a",
        Ink::Edge => "#4b5464",
        Ink::Words => "#f3f5f8",
        Ink::Muted => "#a9b2c1",
        Ink::Ec => "#f5a742",
        Ink::EcShade => "#94601d",
        Ink::EcDim => "#4b3a22",
        Ink::Dmo => "#5fb8f2",
        Ink::DmoShade => "#2b6d9c",
        Ink::DmoDim => "#20405a",
        Ink::Neutral => "#c6ccd6",
        Ink::NeutralShade => "#788294",
        Ink::Accent => "#ffffff",
        Ink::Light => "#465060",
        Ink::Dark => "#252b34",
        Ink::Red => "#ff777d",
        Ink::RedShade => "#9c3b44",
        Ink::RedDim => "#552a30",
        Ink::Green => "#6fd08c",
        Ink::Yellow => "#f2d95c",
        Ink::Purple => "#d08df0",
        Ink::Blue => "#8d9fff",
        Ink::BlueShade => "#4b58b0",
        Ink::BlueDim => "#303868",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELDS: [Ink; 4] = [Ink::Ground, Ink::Sunk, Ink::Panel, Ink::Raised];
    const DIM: [Ink; 4] = [Ink::EcDim, Ink::DmoDim, Ink::RedDim, Ink::BlueDim];
    const SIDES: [Ink; 4] = [Ink::Ec, Ink::Dmo, Ink::Red, Ink::Blue];

    fn holds(least: f32, pairs: impl IntoIterator<Item = (Ink, Ink)>) {
        for (ink, ground) in pairs {
            let contrast = contrast(ink, 1.0, ground);
            assert!(contrast >= least, "{ink:?} on {ground:?}: {contrast:.2}");
        }
    }

    #[test]
    fn contrast_matches_the_wcag_definition() {
        assert!((contrast(Ink::Accent, 0.0, Ink::Sunk) - 1.0).abs() < 0.001);
        // White on #181c23.
        assert!((contrast(Ink::Accent, 1.0, Ink::Sunk) - 17.06).abs() < 0.1);
    }

    #[test]
    fn word_inks_contrast_with_their_fields() {
        let every = |ink| FIELDS.into_iter().chain(DIM).map(move |field| (ink, field));
        holds(7.0, every(Ink::Words));
        holds(4.5, FIELDS.map(|field| (Ink::Muted, field)));
        holds(4.5, [Ink::Ec, Ink::Dmo, Ink::Red, Ink::Blue, Ink::Neutral, Ink::Accent].map(|field| (Ink::Sunk, field)));
    }

    #[test]
    fn side_inks_contrast_with_fields_and_squares() {
        for side in SIDES {
            holds(3.0, FIELDS.into_iter().chain([Ink::Light, Ink::Dark]).map(|field| (side, field)));
        }
        holds(3.0, SIDES.into_iter().zip(DIM));
        holds(3.0, [Ink::Ground, Ink::Sunk, Ink::Panel].map(|field| (Ink::NeutralShade, field)));
    }

    #[test]
    fn square_inks_contrast_with_each_other() {
        holds(1.6, [(Ink::Light, Ink::Dark)]);
        // A closed square contrasts with light squares by its fill, and with dark ones by its edge.
        holds(1.6, [(Ink::Sunk, Ink::Light), (Ink::Edge, Ink::Dark)]);
    }
}
