//! Samples, percentiles and tables.

use std::time::Duration;

/// Measured times, in no order.
#[derive(Clone, Debug, Default)]
pub struct Samples(Vec<Duration>);

impl Samples {
    /// Adds a sample.
    pub fn add(&mut self, sample: Duration) {
        self.0.push(sample);
    }

    /// Returns the number of samples.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the time that `share` per mille of the samples do not exceed.
    pub fn per_mille(&self, share: usize) -> Option<Duration> {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let last = sorted.len().checked_sub(1)?;
        Some(sorted[(last * share).div_ceil(1_000)])
    }

    /// Formats the median and the 99th percentile, in ms.
    pub fn shown(&self) -> String {
        match (self.per_mille(500), self.per_mille(990)) {
            (Some(half), Some(most)) => format!("{} / {} ms ({} samples)", ms(half), ms(most), self.count()),
            _ => "no samples".to_owned(),
        }
    }
}

/// Formats a time in ms, with one decimal below 10 ms.
pub fn ms(time: Duration) -> String {
    let ms = time.as_secs_f64() * 1_000.0;
    if ms < 10.0 { format!("{ms:.1}") } else { format!("{ms:.0}") }
}

/// Formats the ratio of two numbers with two decimals.
pub fn ratio(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "–".to_owned();
    }
    let hundredths = (part * 100 + whole / 2) / whole;
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// A table with a name and a figure in each line.
#[derive(Debug, Default)]
pub struct Table(Vec<(String, String)>);

impl Table {
    /// Adds a line.
    pub fn line(&mut self, name: impl Into<String>, figure: impl Into<String>) {
        self.0.push((name.into(), figure.into()));
    }
}

impl std::fmt::Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let width = self.0.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        for (name, figure) in &self.0 {
            writeln!(f, "  {name:width$}  {figure}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_the_smallest_that_hold() {
        let mut samples = Samples::default();
        assert_eq!(samples.per_mille(500), None);
        for number in (1..=101).rev() {
            samples.add(Duration::from_millis(number));
        }
        assert_eq!(samples.per_mille(500), Some(Duration::from_millis(51)));
        assert_eq!(samples.per_mille(990), Some(Duration::from_millis(100)));
        assert_eq!(samples.per_mille(1_000), Some(Duration::from_millis(101)));
    }

    #[test]
    fn ratios_are_rounded() {
        assert_eq!((ratio(5, 3), ratio(1, 0)), ("1.67".to_owned(), "–".to_owned()));
    }
}
