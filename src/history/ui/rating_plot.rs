//! Statistics as graphs, in the style of the boards.

use crate::game::{Align, Frame, Game, Heading, Ink, Picture, Scene, Shape, Text};
use crate::history::store::past_matches::PastRow;
use crate::history::ui::counted_matches::{is_of_game, rated_match};
use crate::ids::UserId;
use crate::ratings::{Standing, course};

/// The fewest and the most matches shown as a line.
const LEAST: usize = 3;
const MOST: usize = 60;
/// The possible distances between grid lines, in points.
const STEPS: [f64; 6] = [20.0, 50.0, 100.0, 200.0, 500.0, 1000.0];

/// Draws a player's rating in a game after each visible match, and describes the graph. The names are for the
/// description and for the picture. `None` if there are too few matches.
pub fn rating(
    game: &dyn Game,
    seen: &[PastRow],
    all: &[PastRow],
    user: UserId,
    [name, drawn]: [&str; 2],
) -> Option<(Picture, String)> {
    let of_game = all.iter().filter(|row| is_of_game(row, game.id()));
    let (rows, counted): (Vec<_>, Vec<_>) = of_game.filter_map(|row| Some((row, rated_match(row)?))).unzip();
    let visible = |number: usize| seen.iter().any(|row| row.id == rows[number].id);
    let after = course(&counted, user, MOST, visible);
    if after.len() < LEAST {
        return None;
    }
    let (first, last) = (after[0], after[after.len() - 1]);
    let highest = after.iter().map(|standing| standing.rating).fold(f64::MIN, f64::max);
    let alt = format!(
        "A graph of the rating of {name} in {} over {} matches: from {:.0} to {:.0}, {highest:.0} at its highest.",
        game.name(),
        after.len(),
        first.rating,
        last.rating
    );
    let frame = Frame { game: game.name().to_owned(), label: "Rating".to_owned(), bare: true, ..Frame::default() };
    Some((Picture { frame, scene: scene(&after, drawn) }, alt))
}

#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "places in a picture")]
fn scene(after: &[Standing], name: &str) -> Scene {
    let (left, top, width, height) = (90.0, 16.0, Scene::WIDTH - 114.0, 400.0);
    let edges =
        |standing: &Standing| [standing.rating - 2.0 * standing.deviation, standing.rating + 2.0 * standing.deviation];
    let most = after.iter().map(|standing| edges(standing)[1]).fold(f64::MIN, f64::max);
    let least = after.iter().map(|standing| edges(standing)[0]).fold(f64::MAX, f64::min);
    let step = STEPS.into_iter().find(|step| (most - least) / step <= 6.0).unwrap_or(2000.0);
    let (low, high) = ((least / step).floor() * step, (most / step).ceil() * step);
    let y = |rating: f64| top + height * (1.0 - ((rating - low) / (high - low)).clamp(0.0, 1.0) as f32);
    let x = |number: usize| left + width * number as f32 / (after.len() - 1) as f32;
    let mut shapes = vec![Shape::field([left, top, width, height], 8.0, Ink::Sunk)];
    let above = after.iter().enumerate().map(|(number, standing)| [x(number), y(edges(standing)[1])]);
    let below = after.iter().enumerate().rev().map(|(number, standing)| [x(number), y(edges(standing)[0])]);
    shapes.push(Shape::Polygon { points: above.chain(below).collect(), fill: Some(Ink::EcDim), stroke: None });
    let mut tick = low;
    while tick <= high {
        let ends = vec![[left, y(tick)], [left + width, y(tick)]];
        shapes.push(Shape::Line { points: ends, ink: Ink::Edge, width: 2.0, dash: Some([6.0, 8.0]) });
        let at = [left - 12.0, y(tick) + 8.0];
        shapes.push(Shape::plain(at, 24.0, Align::End, Ink::Muted, Text::new(format!("{tick:.0}"))));
        tick += step;
    }
    let points: Vec<_> = after.iter().enumerate().map(|(number, standing)| [x(number), y(standing.rating)]).collect();
    shapes.push(Shape::Line { points, ink: Ink::Ec, width: 5.0, dash: None });
    let under = top + height + 38.0;
    let label = |at: f32, align, words: &str| Shape::plain([at, under], 24.0, align, Ink::Muted, Text::new(words));
    let oldest = if after.len() == MOST { format!("{MOST} matches ago") } else { "first match".to_owned() };
    shapes.push(label(left, Align::Start, &oldest));
    shapes.push(label(left + width, Align::End, "last match"));
    let last = after[after.len() - 1];
    let stage = format!("{:.0} ± {:.0}", last.rating, 2.0 * last.deviation);
    Scene {
        heading: Heading { stage, ..Heading::default() },
        height: top + height + 50.0,
        shapes,
        caption: Text::new(format!("{name} after each match. The true rating is within the band 19 times in 20.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(rating: f64, deviation: f64) -> Standing {
        Standing { user: UserId(1), rating, deviation, won: 0, lost: 0 }
    }

    #[test]
    fn every_point_lies_in_the_picture_whatever_the_ratings() {
        for ratings in [[1500.0; 4], [100.0, 3000.0, 1500.0, 900.0], [1500.0, 1501.0, 1499.0, 1500.0]] {
            for deviation in [30.0, 350.0] {
                let after: Vec<_> = ratings.iter().map(|&rating| standing(rating, deviation)).collect();
                let scene = scene(&after, "Ann");
                let inside = |[x, y]: [f32; 2]| (0.0..=Scene::WIDTH).contains(&x) && (0.0..=scene.height).contains(&y);
                for shape in &scene.shapes {
                    match shape {
                        Shape::Line { points, .. } | Shape::Polygon { points, .. } => {
                            assert!(points.iter().copied().all(inside), "{shape:?}");
                        }
                        Shape::Text { at, .. } => assert!(inside(*at), "{shape:?}"),
                        _ => {}
                    }
                }
                let ticks =
                    scene.shapes.iter().filter(|shape| matches!(shape, Shape::Line { dash: Some(_), .. })).count();
                assert!((2..=9).contains(&ticks), "{ticks} lines for {ratings:?}");
            }
        }
    }
}
