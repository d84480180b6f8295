//! Confidence bounds of a count.

/// The bounds of Wilson's score interval at 95 %, for a number of successes in a number of trials.
#[must_use]
pub fn wilson(won: usize, of: usize) -> (f64, f64) {
    if of == 0 {
        return (0.0, 1.0);
    }
    let (n, z) = (of as f64, 1.959_963_985);
    let share = won as f64 / n;
    let middle = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::wilson;

    #[test]
    fn wilson_bounds_match_known_values() {
        let near = |(low, high): (f64, f64), expected: (f64, f64)| {
            assert!((low - expected.0).abs() < 5e-4 && (high - expected.1).abs() < 5e-4, "{low} {high}");
        };
        near(wilson(50, 100), (0.4038, 0.5962));
        near(wilson(0, 10), (0.0, 0.2775));
        near(wilson(200, 200), (0.9812, 1.0));
        near(wilson(0, 0), (0.0, 1.0));
    }
}
