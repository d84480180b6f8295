//! Confidence bounds of a count.

/// The bounds of Wilson's score interval at 95 %, for a number of successes in a number of trials.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
pub fn wilson(part: u64, of: u64) -> [f64; 2] {
    const Z: f64 = 1.959_963_985;
    if of == 0 {
        return [0.0, 1.0];
    }
    let n = of as f64;
    let share = part as f64 / n;
    let middle = share + Z * Z / (2.0 * n);
    let reach = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    [middle - reach, middle + reach].map(|bound| (bound / (1.0 + Z * Z / n)).clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::wilson;

    #[test]
    fn wilson_bounds_match_known_values() {
        for (part, of, expected) in
            [(50, 100, [0.4038, 0.5962]), (0, 10, [0.0, 0.2775]), (200, 200, [0.9812, 1.0]), (0, 0, [0.0, 1.0])]
        {
            let found = wilson(part, of);
            assert!(found.iter().zip(expected).all(|(one, other)| (one - other).abs() < 5e-4), "{found:?}");
        }
    }
}
