//! The static value of a pair of sides.

use super::fast_bout::Pair;

/// The weight of the points still to come, against the lead.
const MATERIAL: f64 = 0.8;
/// The spread of a bout's points, by rounds left.
const SPREAD: [f64; 11] = [0.5, 2.5, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0];

/// The value for the first side with this lead and this many rounds left, from 0 lost to 1 won.
pub(super) fn seems(pair: Pair, difference: i16, left: u32) -> f32 {
    let [own, other] = pair.0.map(|side| f64::from(side.material(left)));
    let ahead = f64::from(difference) + MATERIAL * (own - other);
    (1.0 / (1.0 + (-1.6 * ahead / SPREAD[left.min(10) as usize]).exp())) as f32
}
