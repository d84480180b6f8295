//! Shapes as SVG elements.

use std::fmt::Write as _;

use super::{fonts, sprites, theme};
use deathmatch_rules::game::{Align, BySeat, Ink, Seat, Shape, Weight};

/// The elements of shapes moved right and down by `by`, with the players' names put into texts.
pub fn elements(shapes: &[Shape], by: [f32; 2], names: &BySeat<String>) -> String {
    let mut out = format!("<g transform=\"translate({} {})\">", number(by[0]), number(by[1]));
    for shape in shapes {
        element(&mut out, shape, names);
    }
    out.push_str("</g>");
    out
}

fn element(out: &mut String, shape: &Shape, names: &BySeat<String>) {
    match shape {
        Shape::Rect { at: [x, y, width, height], radius, fill, stroke } => {
            let [x, y, radius] = [x, y, radius].map(|&value| number(value));
            let [width, height] = [width, height].map(|&value| number(value.max(0.0)));
            write!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\"")
        }
        .map(|()| paint(out, *fill, *stroke)),
        Shape::Token { seat: Seat::Ec, centre: [x, y], radius, fill, stroke } => {
            write!(out, "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"", number(*x), number(*y), number(radius.max(0.0)))
                .map(|()| paint(out, *fill, *stroke))
        }
        Shape::Token { seat: Seat::Dmo, centre, radius, fill, stroke } => {
            let corners = hexagon(*centre, *radius);
            write!(out, "<polygon points=\"{}\" stroke-linejoin=\"round\"", points(&corners))
                .map(|()| paint(out, *fill, *stroke))
        }
        Shape::Polygon { points: corners, fill, stroke } => {
            write!(out, "<polygon points=\"{}\" stroke-linejoin=\"round\"", points(corners))
                .map(|()| paint(out, *fill, *stroke))
        }
        Shape::Line { points: along, ink, width, dash } => {
            let dash = dash.map_or(String::new(), |[dash, gap]| {
                format!(" stroke-dasharray=\"{} {}\"", number(dash.max(0.1)), number(gap.max(0.1)))
            });
            write!(
                out,
                "<polyline points=\"{}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"{dash}",
                points(along)
            )
            .map(|()| paint(out, None, Some((*ink, *width))))
        }
        Shape::Text { at, size, weight, align, ink, text, within } => {
            let text = fonts::legible(&text.with_names(names));
            let text = within.map_or(text.clone(), |within| fonts::cut(&text, *size, *weight, within));
            words(out, *at, *size, *weight, *align, *ink, &text);
            Ok(())
        }
        Shape::Sprite { name, at: [x, y, side], ink, second, opacity } => {
            let Some(drawing) = sprites::elements(name, theme::colour(*ink), theme::colour(*second)) else { return };
            let scale = number(side.max(0.0) / sprites::SIDE);
            let [x, y, opacity] = [*x, *y, opacity.clamp(0.0, 1.0)].map(number);
            write!(out, "<g transform=\"translate({x} {y}) scale({scale})\" opacity=\"{opacity}\">{drawing}</g>")
        }
    }
    .expect("writing to a string cannot fail");
}

fn words(out: &mut String, at: [f32; 2], size: f32, weight: Weight, align: Align, ink: Ink, text: &str) {
    if text.is_empty() {
        return;
    }
    let weight = match weight {
        Weight::Regular => "400",
        Weight::Bold => "700",
    };
    let anchor = match align {
        Align::Start => "start",
        Align::Middle => "middle",
        Align::End => "end",
    };
    write!(
        out,
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\" font-weight=\"{weight}\" text-anchor=\"{anchor}\" fill=\"{}\" \
         xml:space=\"preserve\">{}</text>",
        number(at[0]),
        number(at[1]),
        number(size.max(1.0)),
        theme::colour(ink),
        escape(text),
    )
    .expect("writing to a string cannot fail");
}

fn paint(out: &mut String, fill: Option<Ink>, stroke: Option<(Ink, f32)>) {
    write!(out, " fill=\"{}\"", fill.map_or("none", theme::colour)).expect("writing to a string cannot fail");
    if let Some((ink, width)) = stroke {
        write!(out, " stroke=\"{}\" stroke-width=\"{}\"", theme::colour(ink), number(width.max(0.0)))
            .expect("writing to a string cannot fail");
    }
    out.push_str("/>");
}

/// A hexagon's corners, one of them on top.
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

/// A length in hundredths, within bounds a renderer can hold.
fn number(value: f32) -> String {
    let value = if value.is_finite() { value.clamp(-10_000.0, 10_000.0) } else { 0.0 };
    format!("{}", (value * 100.0).round() / 100.0)
}

/// Text as XML character data.
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
