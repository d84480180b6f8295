//! The outlines of the fonts' letters, for text drawn outside this crate.

use std::fmt::Write as _;

use skrifa::MetadataProvider;
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};

use super::fonts;
use deathmatch_rules::game::Weight;

/// A letter of a font.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// The distance to the next letter, in font units.
    pub advance: i32,
    /// An SVG path in font units, downwards from the baseline. All commands are relative, so the path can follow an `M`.
    pub path: String,
}

impl Glyph {
    /// The number of font units in the font's size.
    #[must_use]
    pub fn units(weight: Weight) -> u16 {
        fonts::font(weight).metrics(Size::unscaled(), LocationRef::default()).units_per_em
    }

    /// The outline of a letter; `None` if the font lacks it.
    #[must_use]
    pub fn of(letter: char, weight: Weight) -> Option<Self> {
        let font = fonts::font(weight);
        let id = font.charmap().map(letter)?;
        let advance = font.glyph_metrics(Size::unscaled(), LocationRef::default()).advance_width(id)?;
        let mut pen = Pen::default();
        if let Some(outline) = font.outline_glyphs().get(id) {
            outline.draw(DrawSettings::unhinted(Size::unscaled(), LocationRef::default()), &mut pen).ok()?;
        }
        Some(Self { advance: whole(advance), path: pen.path })
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a glyph's measures are small whole numbers")]
const fn whole(value: f32) -> i32 {
    value.round() as i32
}

/// Writes a path with relative commands.
#[derive(Default)]
struct Pen {
    path: String,
    at: [i32; 2],
    start: [i32; 2],
    /// The last command, which need not be repeated.
    last: char,
}

impl Pen {
    fn go(&mut self, command: char, points: &[[f32; 2]]) {
        let same = std::mem::replace(&mut self.last, command) == command;
        self.path.push(if same { ' ' } else { command });
        let from = self.at;
        for (number, &[x, y]) in points.iter().enumerate() {
            self.at = [whole(x), -whole(y)];
            let [right, down] = [self.at[0] - from[0], self.at[1] - from[1]];
            let (before, between) = (if number > 0 && right >= 0 { " " } else { "" }, if down >= 0 { " " } else { "" });
            write!(self.path, "{before}{right}{between}{down}").expect("writing to a string cannot fail");
        }
    }
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        // A second move would be read as a line.
        self.last = ' ';
        self.go('m', &[[x, y]]);
        self.start = self.at;
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.go('l', &[[x, y]]);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.go('q', &[[cx, cy], [x, y]]);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.go('c', &[[ax, ay], [bx, by], [x, y]]);
    }

    fn close(&mut self) {
        self.path.push('z');
        self.last = 'z';
        self.at = self.start;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letter_outline_is_a_relative_path() {
        for weight in [Weight::Regular, Weight::Bold] {
            let bar = Glyph::of('l', weight).unwrap();
            assert!(bar.path.starts_with('m') && bar.path.ends_with('z') && !bar.path.contains(char::is_uppercase));
            assert!(bar.advance > 0 && Glyph::units(weight) >= 1000);
            assert_eq!(Glyph::of(' ', weight).unwrap().path, "");
            assert_eq!(Glyph::of('太', weight), None);
        }
    }
}
