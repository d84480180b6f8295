//! The differences between two lists.

/// A change of a list: at index `at` of the new list, `removed` items are deleted and `put` inserted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk {
    pub at: usize,
    pub removed: usize,
    pub put: Vec<usize>,
}

/// The search limit for a common item. Beyond it, everything up to the common end is replaced.
const FAR: usize = 160;

/// The hunks that turn `old` into `new`, from front to back.
pub fn delta(old: &[usize], new: &[usize]) -> Vec<Hunk> {
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let mut hunks = Vec::new();
    let (mut i, mut j) = (0, 0);
    loop {
        while i < old.len() && j < new.len() && old[i] == new[j] {
            (i, j) = (i + 1, j + 1);
        }
        if i == old.len() && j == new.len() {
            return hunks;
        }
        let (go, come) = next_common(&old[i..], &new[j..]).unwrap_or_else(|| {
            // The common end may already be partly used.
            let tail = tail.min(old.len() - i).min(new.len() - j);
            (old.len() - i - tail, new.len() - j - tail)
        });
        hunks.push(Hunk { at: j, removed: go, put: new[j..j + come].to_vec() });
        (i, j) = (i + go, j + come);
    }
}

/// The fewest items to delete and insert until both lists have the same item.
fn next_common(old: &[usize], new: &[usize]) -> Option<(usize, usize)> {
    (1..FAR).find_map(|far| {
        (0..=far)
            .map(|go| (go, far - go))
            .find(|&(go, come)| old.get(go).is_some_and(|item| new.get(come) == Some(item)))
    })
}

/// Applies hunks to a list.
#[cfg(test)]
pub fn apply(list: &mut Vec<usize>, hunks: &[Hunk]) {
    for hunk in hunks {
        list.splice(hunk.at..hunk.at + hunk.removed, hunk.put.iter().copied());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hunks_turn_the_old_list_into_the_new() {
        let lists: [&[usize]; 7] =
            [&[], &[1], &[1, 2, 3], &[3, 2, 1], &[1, 9, 3, 3, 4], &[0, 1, 2, 3, 4, 5], &[3, 3, 3, 4]];
        for old in lists {
            for new in lists {
                let mut list = old.to_vec();
                apply(&mut list, &delta(old, new));
                assert_eq!(list, new, "from {old:?}");
            }
        }
        let long: Vec<usize> = (0..500).collect();
        let other: Vec<usize> = (700..1200).chain([499]).collect();
        let mut list = long.clone();
        apply(&mut list, &delta(&long, &other));
        assert_eq!(list, other);
        assert_eq!(delta(&[1, 2, 3, 4], &[1, 7, 3, 4, 5]).len(), 2);
    }
}
