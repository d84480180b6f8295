//! Shapes that the picture uses in several places: knights, labels, arrows, coloured squares.

use crate::game::{Align, Ink, Scene, Seat, Shape, Text};

/// A knight on its token: a circle and facing right for the Elimination Candidate, a hexagon and facing left for the other.
pub fn knight(seat: Seat, [x, y]: [f32; 2], radius: f32, edge: Ink) -> [Shape; 2] {
    let (round, name) = match seat {
        Seat::Ec => (radius, "knights/facing-right"),
        Seat::Dmo => (radius * 1.1, "knights/facing-left"),
    };
    let side = radius * 1.56;
    let at = [x - side / 2.0, y - side / 2.0, side];
    [
        Shape::Token { seat, centre: [x, y], radius: round, fill: Some(Ink::seat(seat)), stroke: Some((edge, 4.5)) },
        Shape::sprite(name, at, Ink::Sunk, Ink::seat_shade(seat)),
    ]
}

/// A knight before it arrives, or after it has left.
pub fn ghost(seat: Seat, [x, y]: [f32; 2], radius: f32) -> [Shape; 2] {
    let [token, drawing] = knight(seat, [x, y], radius, Ink::seat(seat));
    let token = match token {
        Shape::Token { seat, centre, radius, .. } => {
            let fill = Some(Ink::seat_dim(seat));
            Shape::Token { seat, centre, radius, fill, stroke: Some((Ink::seat(seat), 3.5)) }
        }
        other => other,
    };
    let drawing = match drawing {
        Shape::Sprite { name, at, .. } => {
            Shape::Sprite { name, at, ink: Ink::seat(seat), second: Ink::seat_shade(seat), opacity: 0.75 }
        }
        other => other,
    };
    [token, drawing]
}

/// The outline of a knight that has left.
pub fn trace(seat: Seat, centre: [f32; 2], radius: f32) -> Shape {
    Shape::Token { seat, centre, radius, fill: Some(Ink::Ground), stroke: Some((Ink::seat(seat), 3.0)) }
}

/// A small token with a cross, for a removed knight.
pub fn removed(seat: Seat, [x, y]: [f32; 2], radius: f32) -> [Shape; 2] {
    let cross = radius * 1.4;
    [
        Shape::Token { seat, centre: [x, y], radius, fill: Some(Ink::seat(seat)), stroke: Some((Ink::Sunk, 3.5)) },
        Shape::sprite("marks/cross", [x - cross / 2.0, y - cross / 2.0, cross], Ink::Sunk, Ink::Sunk),
    ]
}

/// A pill-shaped label of two or three letters.
pub fn pill([x, y]: [f32; 2], words: &str, fill: Ink) -> [Shape; 2] {
    let wide = if words.len() > 2 { 74.0 } else { 52.0 };
    [
        Shape::Rect {
            at: [x - wide / 2.0, y - 17.0, wide, 34.0],
            radius: 17.0,
            fill: Some(fill),
            stroke: Some((Ink::Sunk, 3.0)),
        },
        Shape::bold([x, y + 10.0], Scene::LEGIBLE, Align::Middle, Ink::Sunk, Text::new(words)),
    ]
}

/// An arrow from one point to another, which stops short of both.
pub fn arrow(ink: Ink, [x1, y1]: [f32; 2], [x2, y2]: [f32; 2], short: [f32; 2]) -> [Shape; 4] {
    const HEAD: f32 = 26.0;
    let length = (x2 - x1).hypot(y2 - y1).max(1.0);
    let (right, down) = ((x2 - x1) / length, (y2 - y1) / length);
    let along = |distance: f32| [x1 + right * distance, y1 + down * distance];
    let (start, tip) = (along(short[0]), along(length - short[1]));
    let neck = along(length - short[1] - HEAD);
    let beside = |width: f32| [neck[0] - down * width, neck[1] + right * width];
    let points = vec![tip, beside(17.0), beside(-17.0)];
    let line = |ink, width| Shape::Line { points: vec![start, neck], ink, width, dash: None };
    [
        line(Ink::Sunk, 16.0),
        Shape::Polygon { points: points.clone(), fill: Some(Ink::Sunk), stroke: Some((Ink::Sunk, 9.0)) },
        line(ink, 8.0),
        Shape::Polygon { points, fill: Some(ink), stroke: Some((ink, 2.0)) },
    ]
}

/// Draws a square of a seat's colour: dots and round corners for the Elimination Candidate, stripes and cut corners for the other.
pub fn claimed(shapes: &mut Vec<Shape>, seat: Seat, at: [f32; 4], stroke: Option<(Ink, f32)>) {
    /// The distance from a square's edge to the first dots.
    const EDGE: f32 = 19.0;
    let [x, y, wide, high] = at;
    let (fill, pattern) = (Ink::seat_shade(seat), Ink::seat_dim(seat));
    match seat {
        Seat::Ec => {
            shapes.push(Shape::Rect { at, radius: 26.0, fill: Some(fill), stroke });
            let step = (wide - 2.0 * EDGE) / 4.0;
            for (down, across) in (0..5_u8).flat_map(|down| (0..5_u8).map(move |across| (down, across))) {
                if (down + across) % 2 == 0 {
                    let place = |from: f32, index: u8| from + EDGE + step * f32::from(index);
                    let centre = [place(x, across), place(y, down)];
                    shapes.push(Shape::Token { seat, centre, radius: 6.5, fill: Some(pattern), stroke: None });
                }
            }
        }
        Seat::Dmo => {
            let cut = 20.0;
            let (right, bottom) = (x + wide, y + high);
            let points = vec![
                [x + cut, y],
                [right - cut, y],
                [right, y + cut],
                [right, bottom - cut],
                [right - cut, bottom],
                [x + cut, bottom],
                [x, bottom - cut],
                [x, y + cut],
            ];
            shapes.push(Shape::Polygon { points: points.clone(), fill: Some(fill), stroke: None });
            for stripe in 1..8_u8 {
                let reach = f32::from(stripe) * wide / 4.0;
                let (near, far) = ((reach - wide).max(0.0) + 7.0, reach.min(wide) - 7.0);
                // The longest stripes would reach over the cut corners.
                let over = ((far - near) - (wide - cut - 10.0)).max(0.0) / 2.0;
                let (near, far) = (near + over, far - over);
                if far - near > 20.0 {
                    let points = vec![[x + far, y + near], [x + near, y + far]];
                    shapes.push(Shape::Line { points, ink: pattern, width: 8.0, dash: None });
                }
            }
            shapes.push(Shape::Polygon { points, fill: None, stroke });
        }
    }
}
