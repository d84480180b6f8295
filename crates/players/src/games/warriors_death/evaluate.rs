//! What a pair of sides seems to be worth without looking ahead.

use super::fast::Pair;

/// How the points still to come count against those there are.
const MATERIAL: f64 = 0.8;
/// How far the points of a bout spread, by rounds left.
const SPREAD: [f64; 11] = [0.5, 2.5, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0];

/// From 0 lost to 1 won for the first side, with such a lead and so many rounds left.
pub(super) fn seems(pair: Pair, difference: i16, left: u32) -> f32 {
    let [own, other] = pair.0.map(|side| f64::from(side.material(left)));
    let ahead = f64::from(difference) + MATERIAL * (own - other);
    (1.0 / (1.0 + (-1.6 * ahead / SPREAD[left.min(10) as usize]).exp())) as f32
}
