//! Round-robin pairings by the circle method.

/// The pairs of a round, by entrants' indices, and the entrant who sits out. Rounds count from 0.
pub fn pairs(entrants: usize, round: usize) -> (Vec<(usize, usize)>, Option<usize>) {
    let even = entrants.next_multiple_of(2);
    let circle = even - 1;
    let mut pairs = Vec::new();
    let mut bye = None;
    for board in 0..even / 2 {
        let one = if board == 0 { circle } else { (round + board) % circle };
        let other = (round + circle - board) % circle;
        if one < entrants {
            pairs.push((one.min(other), one.max(other)));
        } else {
            bye = Some(other);
        }
    }
    (pairs, bye)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn everyone_meets_once_and_sits_out_at_most_once() {
        for entrants in 3..=64_usize {
            let rounds = entrants.next_multiple_of(2) - 1;
            let (mut met, mut byes) = (BTreeSet::new(), BTreeSet::new());
            for round in 0..rounds {
                let (pairs, bye) = pairs(entrants, round);
                let playing: BTreeSet<_> = pairs.iter().flat_map(|&(a, b)| [a, b]).chain(bye).collect();
                assert_eq!(playing.len(), entrants);
                assert!(pairs.into_iter().all(|pair| met.insert(pair)) && bye.is_none_or(|bye| byes.insert(bye)));
            }
            assert_eq!(met.len(), entrants * (entrants - 1) / 2);
            assert_eq!(byes.len(), if entrants % 2 == 1 { entrants } else { 0 });
        }
    }
}
