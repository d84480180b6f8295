//! Matrix games in which each side has one of several types that the other cannot see.
//!
//! Source: Harsanyi, *Games with incomplete information played by "Bayesian" players* (1967); solved as in Tammelin, *Solving large
//! imperfect information games using CFR+* (2014), here for a single step.

/// A possible meeting of two types, the first side's and the second's.
#[derive(Clone, Debug, PartialEq)]
pub struct Meeting {
    pub of: [usize; 2],
    /// The weight of its probability; weights need not sum to 1.
    pub weight: f64,
    /// The first side's payoffs, row by row.
    pub entries: Vec<f64>,
}

/// The play of one type of a side.
#[derive(Clone, Debug, PartialEq)]
pub struct Typed {
    /// An act with a least probability.
    pub least: Option<(usize, f64)>,
    regrets: Vec<f64>,
    sums: Vec<f64>,
}

impl Typed {
    /// A type with this many acts.
    #[must_use]
    pub fn new(acts: usize) -> Self {
        Self { least: None, regrets: vec![0.0; acts], sums: vec![0.0; acts] }
    }

    /// The average probability of each act.
    #[must_use]
    pub fn mix(&self) -> Vec<f64> {
        shares(&self.sums)
    }

    fn now(&self) -> Vec<f64> {
        let mut mix = shares(&self.regrets);
        if let Some((act, least)) = self.least {
            for share in &mut mix {
                *share *= 1.0 - least;
            }
            mix[act] += least;
        }
        mix
    }
}

/// Runs further iterations of regret matching, in which each side answers the other's last mixes. Averages restart.
pub fn meet(meetings: &[Meeting], types: &mut [Vec<Typed>; 2], times: u32) {
    for of in types.iter_mut().flatten() {
        of.sums.fill(0.0);
    }
    for time in 0..times.max(1) {
        let counts = f64::from(time + 1);
        for side in [1, 0] {
            let mixes: Vec<Vec<f64>> = types[1 - side].iter().map(Typed::now).collect();
            let counted: Vec<usize> = types[side].iter().map(|of| of.regrets.len()).collect();
            let gains = gains(meetings, side, &counted, &mixes);
            for (of, gains) in types[side].iter_mut().zip(&gains) {
                let mean: f64 = shares(&of.regrets).iter().zip(gains).map(|(share, gain)| share * gain).sum();
                of.regrets.iter_mut().zip(gains).for_each(|(regret, gain)| *regret = (*regret + gain - mean).max(0.0));
                let now = of.now();
                of.sums.iter_mut().zip(&now).for_each(|(sum, share)| *sum += counts * share);
            }
        }
    }
}

/// The value of each act of each type of a side against the other side's mixes, times the type's probability.
#[must_use]
pub fn gains(meetings: &[Meeting], side: usize, acts: &[usize], mixes: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let mut gains: Vec<Vec<f64>> = acts.iter().map(|&acts| vec![0.0; acts]).collect();
    for meeting in meetings {
        let mix = &mixes[meeting.of[1 - side]];
        let gains = &mut gains[meeting.of[side]];
        if side == 0 {
            for (gain, entries) in gains.iter_mut().zip(meeting.entries.chunks_exact(mix.len())) {
                *gain += meeting.weight * entries.iter().zip(mix).map(|(entry, share)| entry * share).sum::<f64>();
            }
        } else {
            for (entries, share) in
                meeting.entries.chunks_exact(gains.len()).zip(mix).filter(|(_, share)| **share > 0.0)
            {
                gains.iter_mut().zip(entries).for_each(|(gain, entry)| *gain -= meeting.weight * share * entry);
            }
        }
    }
    gains
}

/// The shares in proportion to the sums; equal shares if all are 0.
fn shares(sums: &[f64]) -> Vec<f64> {
    let whole: f64 = sums.iter().sum();
    if whole > 0.0 {
        sums.iter().map(|sum| sum / whole).collect()
    } else {
        vec![1.0 / f64::from(u32::try_from(sums.len()).unwrap_or(u32::MAX)); sums.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::{Meeting, Typed, gains, meet};
    use crate::search::{Case, solve, solve_cases};

    fn typed(acts: &[usize]) -> Vec<Typed> {
        acts.iter().map(|&acts| Typed::new(acts)).collect()
    }

    #[test]
    fn single_types_match_a_matrix_game() {
        let entries = vec![0.4, 0.1, 0.9, 0.3, 0.8, 0.2, 0.6, 0.5, 0.45];
        let exact = solve(&entries, 3);
        let mut types = [typed(&[3]), typed(&[3])];
        let meetings = [Meeting { of: [0, 0], weight: 2.0, entries }];
        meet(&meetings, &mut types, 2_000);
        let found = gains(&meetings, 0, &[3], &[types[1][0].mix()]);
        let best = found[0].iter().copied().fold(0.0, f64::max) / 2.0;
        assert!((best - exact.value).abs() < 2e-3, "{best} {exact:?}");
    }

    #[test]
    fn types_on_one_side_match_the_informed_player() {
        let cases = [[0.9, 0.1, 0.2, 0.7], [0.3, 0.6, 0.8, 0.1], [0.5, 0.4, 0.0, 1.0]];
        let weights = [0.5, 0.2, 0.3];
        let known = solve_cases(
            &cases
                .iter()
                .zip(weights)
                .map(|(of, weight)| Case { weight, width: 2, entries: of.to_vec(), least: None })
                .collect::<Vec<_>>(),
            2,
            3_000,
        );
        let meetings: Vec<Meeting> =
            (0..3).map(|of| Meeting { of: [0, of], weight: weights[of], entries: cases[of].to_vec() }).collect();
        let mut types = [typed(&[2]), typed(&[2, 2, 2])];
        meet(&meetings, &mut types, 3_000);
        let mixes: Vec<Vec<f64>> = types[1].iter().map(Typed::mix).collect();
        let best = gains(&meetings, 0, &[2], &mixes)[0].iter().copied().fold(0.0, f64::max);
        assert!((best - known.value).abs() < 2e-3, "{best} {known:?}");
    }

    #[test]
    fn private_types_have_value_for_both_sides() {
        // Each side has a good type and a bad one. A player who is asked to show a hand may conceal its type by showing none.
        let meetings: Vec<Meeting> = (0..4)
            .map(|at| {
                let (own, other) = (at / 2, at % 2);
                // The better of two hands wins; equal hands draw.
                let risked = [[0.5, 0.0], [1.0, 0.5]][own][other];
                Meeting { of: [own, other], weight: 0.25, entries: vec![risked, 1.0, 0.0, 0.5] }
            })
            .collect();
        let mut types = [typed(&[2, 2]), typed(&[2, 2])];
        meet(&meetings, &mut types, 2_000);
        for side in &types {
            assert!(side[1].mix()[0] > 0.99, "the good one has nothing to fear: {side:?}");
        }
        // Equal types share the value.
        let mixes: Vec<Vec<f64>> = types[1].iter().map(Typed::mix).collect();
        let gains = gains(&meetings, 0, &[2, 2], &mixes);
        let best: f64 = gains.iter().map(|gains| gains.iter().copied().fold(0.0, f64::max)).sum();
        assert!((best - 0.5).abs() < 2e-3, "{best}");
    }

    #[test]
    fn least_share_of_an_act_is_kept() {
        let meetings = [Meeting { of: [0, 0], weight: 1.0, entries: vec![1.0, 1.0, 0.0, 0.0] }];
        let mut types = [typed(&[2]), typed(&[2])];
        types[0][0].least = Some((1, 0.2));
        meet(&meetings, &mut types, 200);
        let mix = types[0][0].mix();
        assert!((mix[1] - 0.2).abs() < 0.01, "{mix:?}");
    }
}
