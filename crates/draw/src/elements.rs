//! Shapes as SVG elements.

use std::fmt::Write as _;

use super::{fonts, sprites, theme};
use deathmatch_rules::game::{Align, BySeat, Ink, Seat, Shape, Weight};

/// An element of a sheet.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Element {
    /// An SVG element without text.
    Shape(String),
    /// A line of text.
    Words(Words),
    /// A drawing from the assets.
    Drawing(Drawing),
}

/// A line of text. Numbers are in the document's text form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Words {
    /// The anchor on the baseline.
    pub at: [String; 2],
    pub size: String,
    pub weight: Weight,
    pub align: Align,
    pub colour: &'static str,
    /// The text, not escaped.
    pub text: String,
}

/// A drawing and its place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Drawing {
    /// The left and top edges.
    pub at: [String; 2],
    pub scale: String,
    pub opacity: String,
    /// The drawing's SVG elements.
    pub body: String,
}

/// Elements from back to front, with a common offset to the right and down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    pub by: [String; 2],
    pub elements: Vec<Element>,
}

impl Layer {
    /// Creates a layer of shapes with an offset, with the players' names filled into texts.
    pub fn new(shapes: &[Shape], by: [f32; 2], names: &BySeat<String>) -> Self {
        Self { by: by.map(number), elements: shapes.iter().filter_map(|shape| element(shape, names)).collect() }
    }

    pub fn write(&self, out: &mut String) {
        self.open(out);
        self.elements.iter().for_each(|element| element.write(out));
        out.push_str("</g>");
    }

    /// One of the layer's elements at its place, without the others.
    #[must_use]
    pub fn alone(&self, element: &Element) -> String {
        let mut out = String::new();
        self.open(&mut out);
        element.write(&mut out);
        out + "</g>"
    }

    fn open(&self, out: &mut String) {
        let [right, down] = &self.by;
        write!(out, "<g transform=\"translate({right} {down})\">").expect("writing to a string cannot fail");
    }
}

impl Element {
    pub fn write(&self, out: &mut String) {
        match self {
            Self::Shape(markup) => out.push_str(markup),
            Self::Words(words) => words.write(out),
            Self::Drawing(Drawing { at: [x, y], scale, opacity, body }) => {
                write!(out, "<g transform=\"translate({x} {y}) scale({scale})\" opacity=\"{opacity}\">{body}</g>")
                    .expect("writing to a string cannot fail");
            }
        }
    }
}

impl Words {
    fn write(&self, out: &mut String) {
        let weight = match self.weight {
            Weight::Regular => "400",
            Weight::Bold => "700",
        };
        let anchor = match self.align {
            Align::Start => "start",
            Align::Middle => "middle",
            Align::End => "end",
        };
        let Self { at: [x, y], size, colour, text, .. } = self;
        write!(
            out,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" font-weight=\"{weight}\" text-anchor=\"{anchor}\" \
             fill=\"{colour}\" xml:space=\"preserve\">{}</text>",
            escape(text),
        )
        .expect("writing to a string cannot fail");
    }
}

/// Converts a shape to an element; `None` if it is invisible.
fn element(shape: &Shape, names: &BySeat<String>) -> Option<Element> {
    let markup = match shape {
        Shape::Rect { at: [x, y, width, height], radius, fill, stroke } => {
            let [x, y, radius] = [x, y, radius].map(|&value| number(value));
            let [width, height] = [width, height].map(|&value| number(value.max(0.0)));
            let paint = paint(*fill, *stroke);
            format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\"{paint}")
        }
        Shape::Token { seat: Seat::Ec, centre: [x, y], radius, fill, stroke } => {
            let [x, y, radius] = [*x, *y, radius.max(0.0)].map(number);
            format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{}", paint(*fill, *stroke))
        }
        Shape::Token { seat: Seat::Dmo, centre, radius, fill, stroke } => {
            polygon(&hexagon(*centre, *radius), *fill, *stroke)
        }
        Shape::Polygon { points, fill, stroke } => polygon(points, *fill, *stroke),
        Shape::Line { points: along, ink, width, dash } => {
            let dash = dash.map_or(String::new(), |[dash, gap]| {
                format!(" stroke-dasharray=\"{} {}\"", number(dash.max(0.1)), number(gap.max(0.1)))
            });
            let (along, paint) = (points(along), paint(None, Some((*ink, *width))));
            format!("<polyline points=\"{along}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"{dash}{paint}")
        }
        Shape::Text { at, size, weight, align, ink, text, within } => {
            let text = fonts::lettered(&text.with_names(names), *size, *weight, *within);
            let (at, size, colour) = (at.map(number), number(size.max(1.0)), theme::colour(*ink));
            let words = Words { at, size, weight: *weight, align: *align, colour, text };
            return (!words.text.is_empty()).then_some(Element::Words(words));
        }
        Shape::Sprite { name, at: [x, y, side], ink, second, opacity } => {
            let body = sprites::elements(name, theme::colour(*ink), theme::colour(*second))?;
            let (at, scale) = ([*x, *y].map(number), number(side.max(0.0) / sprites::SIDE));
            return Some(Element::Drawing(Drawing { at, scale, opacity: number(opacity.clamp(0.0, 1.0)), body }));
        }
    };
    Some(Element::Shape(markup))
}

fn polygon(corners: &[[f32; 2]], fill: Option<Ink>, stroke: Option<(Ink, f32)>) -> String {
    format!("<polygon points=\"{}\" stroke-linejoin=\"round\"{}", points(corners), paint(fill, stroke))
}

/// The fill and outline attributes, and the end of the element.
fn paint(fill: Option<Ink>, stroke: Option<(Ink, f32)>) -> String {
    let stroke = stroke.map_or(String::new(), |(ink, width)| {
        format!(" stroke=\"{}\" stroke-width=\"{}\"", theme::colour(ink), number(width.max(0.0)))
    });
    format!(" fill=\"{}\"{stroke}/>", fill.map_or("none", theme::colour))
}

/// The corners of a hexagon, with one on top.
fn hexagon([x, y]: [f32; 2], radius: f32) -> [[f32; 2]; 6] {
    let (half, side) = (radius / 2.0, radius * 0.866);
    [
        [x, y - radius],
        [x + side, y - half],
        [x + side, y + half],
        [x, y + radius],
        [x - side, y + half],
        [x - side, y - half],
    ]
}

fn points(points: &[[f32; 2]]) -> String {
    points.iter().map(|[x, y]| format!("{},{}", number(*x), number(*y))).collect::<Vec<_>>().join(" ")
}

/// A length in hundredths, limited to what a renderer can handle.
pub fn number(value: f32) -> String {
    let value = if value.is_finite() { value.clamp(-10_000.0, 10_000.0) } else { 0.0 };
    format!("{}", (value * 100.0).round() / 100.0)
}

/// Parses a length from its text.
pub fn length(number: &str) -> f32 {
    number.parse().expect("a number is written as it is read")
}

/// Escapes text as XML character data.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            _ => escaped.push(letter),
        }
    }
    escaped
}
