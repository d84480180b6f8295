//! Positions in which the sides are separated: the side with fewer moves left loses.
//!
//! - Pawns stay forever, and so does a piece surrounded by pawns and such pieces. If the sides' reaches share no square, even with all
//!   other pieces removed, neither side can ever affect the other.
//! - Each move closes one square of a side's own region, so a side has at most as many moves as it reaches squares. Usually it has exactly
//!   that many, and a short search proves it. Otherwise the search gives bounds.

use std::collections::HashMap;

use super::bitboards::{Bitboards, Pawns, Step};
use super::square_sets::{Bits, Lines, diagonal, straight};

/// The most empty squares for which the sides are tested for separation.
const MOST_EMPTY: u32 = 30;
/// The most positions of one side visited for a count.
const MOST_COUNTED: u32 = 200;

/// The number of moves by which the side to move outlasts the other, if the sides are separated and this decides the game: a lower bound if
/// above 0, an upper bound otherwise. With equal numbers, the side to move loses. The number of visited positions is added to `judged`.
pub(super) fn outlasts(position: &Bitboards, judged: &mut u64) -> Option<i32> {
    if position.pawns == Pawns::Anywhere || (!position.taken).count_ones() > MOST_EMPTY || meet(position) {
        return None;
    }
    let [mine, theirs] = [position.side, position.side ^ 1].map(|side| moves_left(position, side, judged));
    if mine.0 > theirs.1 {
        Some(mine.0 - theirs.1)
    } else if mine.1 <= theirs.0 {
        Some(mine.1 - theirs.0)
    } else {
        None
    }
}

/// Whether both sides reach or may later reach a common square.
fn meet(position: &Bitboards) -> bool {
    let mut shut = shut(position);
    loop {
        let open = !shut;
        let lines = Lines::over(open);
        let [mut q, mut r, mut b] = position.sets(0).map(|set| set & open);
        let [mut tq, mut tr, mut tb] = position.sets(1).map(|set| set & open);
        let (mut mine, mut theirs) = (0, 0);
        let meets = loop {
            let straight = lines.straight([q, r, tq, tr]);
            let diagonal = lines.diagonal([q, b, tq, tb]);
            (q, r, b) = (straight[0] | diagonal[0], straight[1], diagonal[1]);
            (tq, tr, tb) = (straight[2] | diagonal[2], straight[3], diagonal[3]);
            let had = (mine, theirs);
            (mine, theirs) = (q | r | b, tq | tr | tb);
            if mine & theirs != 0 {
                break true;
            }
            if had == (mine, theirs) {
                break false;
            }
        };
        if !meets {
            return false;
        }
        let stuck = stuck(position, shut);
        if stuck & !shut == 0 {
            return true;
        }
        shut |= stuck;
    }
}

/// The squares of the pawns.
fn shut(position: &Bitboards) -> Bits {
    let pieces = position
        .pieces
        .iter()
        .flatten()
        .fold(0, |set: Bits, &square| set | 1_u64.checked_shl(u32::from(square)).unwrap_or(0));
    position.taken & !pieces
}

/// The pieces that can never move, because immovable things surround them.
fn stuck(position: &Bitboards, shut: Bits) -> Bits {
    let mut stuck = 0;
    for side in 0..2 {
        for (place, &square) in position.pieces[side].iter().enumerate() {
            let at = 1_u64.checked_shl(u32::from(square)).unwrap_or(0);
            let reached = match place {
                0 => straight(at, !shut) | diagonal(at, !shut),
                1 | 2 => straight(at, !shut),
                _ => diagonal(at, !shut),
            };
            if reached == at {
                stuck |= at;
            }
        }
    }
    stuck
}

/// The least and the most moves that a side has left, if the other side does nothing.
fn moves_left(position: &Bitboards, side: usize, judged: &mut u64) -> (i32, i32) {
    let alone = Bitboards { side, ..*position };
    let most = reached(&alone);
    let mut count = Count { known: HashMap::new(), left: MOST_COUNTED, judged: 0 };
    let found = count.longest(&alone, most);
    *judged += count.judged;
    if count.left > 0 { (found, found) } else { (found, most) }
}

/// The number of empty squares that the side to move reaches by any number of moves, if its own pieces are no obstacles.
fn reached(position: &Bitboards) -> i32 {
    let own = position.sets(position.side);
    let open = !position.taken | own[0] | own[1] | own[2];
    let lines = Lines::over(open);
    let [mut q, mut r, mut b] = own;
    let mut had = 0;
    loop {
        let straight = lines.straight([q, r, 0, 0]);
        let diagonal = lines.diagonal([q, b, 0, 0]);
        (q, r, b) = (straight[0] | diagonal[0], straight[1], diagonal[1]);
        let all = q | r | b;
        if all == had {
            return (all & !position.taken).count_ones().cast_signed();
        }
        had = all;
    }
}

/// The count of the moves of one side alone.
struct Count {
    known: HashMap<u64, i32>,
    left: u32,
    judged: u64,
}

impl Count {
    /// The longest sequence of moves, at most `most`; too short once the visits are used up.
    fn longest(&mut self, position: &Bitboards, most: i32) -> i32 {
        if most == 0 {
            return 0;
        }
        let key = position.key();
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        self.left = self.left.saturating_sub(1);
        let mut next: Vec<(i32, Bitboards)> = Vec::new();
        position.each_step(|step| {
            let after = alone_after(position, step);
            let most = reached(&after);
            next.push((most, after));
            true
        });
        self.judged += next.len() as u64;
        next.sort_by_key(|&(most, _)| -most);
        let mut longest = 0;
        for (most_after, after) in next {
            if most_after < longest || self.left == 0 {
                break;
            }
            longest = longest.max(1 + self.longest(&after, most_after));
            if longest >= most {
                break;
            }
        }
        if self.left > 0 {
            self.known.insert(key, longest);
        }
        longest
    }
}

fn alone_after(position: &Bitboards, step: Step) -> Bitboards {
    Bitboards { side: position.side, ..position.after(step) }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use rand::RngExt;
    use rand::seq::SliceRandom;

    use super::*;
    use deathmatch_rules::game::Seed;

    /// Whether the side to move wins, by a complete search.
    fn wins(position: &Bitboards, known: &mut HashMap<u64, bool>) -> bool {
        if let Some(&known) = known.get(&position.key()) {
            return known;
        }
        let mut won = false;
        position.each_step(|step| {
            won = !wins(&position.after(step), known);
            !won
        });
        known.insert(position.key(), won);
        won
    }

    #[test]
    fn separated_endgame_count_matches_full_search() {
        let mut random = Seed::default().generator("regions");
        let mut counted = [0; 2];
        for _ in 0..6_000 {
            let mut all: Vec<u8> = (0..64).collect();
            all.shuffle(&mut random);
            let mut position =
                Bitboards { pieces: [[0; 5]; 2], taken: !0, side: random.random_range(0..2), pawns: Pawns::SamePiece };
            if random.random() {
                position.pawns = Pawns::AnyOwnPiece;
            }
            for (piece, &square) in position.pieces.iter_mut().flatten().zip(&all) {
                *piece = square;
            }
            for &square in &all[10..10 + random.random_range(3..9)] {
                position.taken &= !(1 << square);
            }
            let Some(by) = outlasts(&position, &mut 0) else { continue };
            counted[usize::from(by > 0)] += 1;
            assert_eq!(by > 0, wins(&position, &mut HashMap::new()), "{position:?}");
        }
        assert!(counted.into_iter().all(|count| count > 100), "{counted:?}");
    }

    #[test]
    fn pawns_that_land_anywhere_prevent_separation() {
        let position = Bitboards {
            pieces: [[0, 1, 2, 3, 4], [63, 62, 61, 60, 59]],
            taken: !0x0000_8000_0000_0100,
            side: 0,
            pawns: Pawns::Anywhere,
        };
        assert_eq!(outlasts(&position, &mut 0), None);
        assert!(outlasts(&Bitboards { pawns: Pawns::SamePiece, ..position }, &mut 0).is_some());
    }
}
