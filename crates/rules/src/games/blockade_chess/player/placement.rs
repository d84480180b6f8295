//! Where to put the pieces: a search over the steps of the placement, each judged by how the rest of it would go if both sides put what
//! is best at a glance.
//!
//! - Territory with pieces in hand says little: the side that puts the next pieces answers what stands. So it is taken on full boards only,
//!   except to choose which few placements are looked at.

use super::bitboards::{Bitboards, IN_HAND, PIECES};
use super::evaluate::territory;
use super::lines::{Bits, squares};
use crate::search::{Budget, Deepened, Deepening, Turns, deepen, value};

/// How many pieces stand after each step of the placement.
const STAND: [usize; 6] = [1, 3, 5, 7, 9, 10];
/// How many placements are searched, and how many answers to each.
const TRIED: usize = 48;
const ANSWERS: usize = 6;
/// How many of the best first pieces are gone through with every second one.
const FIRST_PIECES: usize = 4;
/// What it costs to judge a placement, and one at a glance, in thousandths of a unit of work.
const COST: u64 = 350_000;
const GLANCE: u64 = 250;

/// How far a full board is played on to judge it.
const PLAYED: Deepening<'_> = Deepening { depth: 2, widths: &[12], first_widths: &[], cost: 0 };

/// Which piece goes where: its place among the side's pieces, and a square.
pub type Man = (u8, u8);

/// The pieces of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Put {
    pub first: Man,
    pub second: Option<Man>,
}

/// Finds the best placement of the step that is due, at most so many steps ahead; see [`deepen`].
pub fn place(
    board: &Bitboards,
    depth: usize,
    misjudge: impl FnMut() -> i32,
    budget: &mut Budget<'_>,
) -> Option<Deepened<Put>> {
    let tried = best(board, usize::MAX, TRIED);
    budget.spend(tried.1 * GLANCE / 1_000);
    let left = STAND.len() - step(board)?;
    let settings = Deepening { depth: depth.min(left), widths: &[ANSWERS], first_widths: &[usize::MAX], cost: COST };
    deepen(&Placing { board: *board, tried: Some(&tried.0) }, settings, misjudge, budget)
}

/// The best at a glance of so many placements that `draw` picks, each by how many there are.
pub fn best_drawn(board: &Bitboards, many: usize, mut draw: impl FnMut(usize) -> usize) -> Option<Put> {
    let mut all = Vec::new();
    each_put(board, usize::MAX, |put, worth| all.push((worth, put)));
    let drawn = (0..many).filter_map(|_| all.get(draw(all.len())).copied());
    drawn.reduce(|best, each| if each.0 > best.0 { each } else { best }).map(|(_, put)| put)
}

/// The step of the placement that is due; `None` where all pieces stand.
fn step(board: &Bitboards) -> Option<usize> {
    let stand = board.pieces.iter().flatten().filter(|&&square| square != IN_HAND).count();
    STAND.iter().position(|&after| stand < after)
}

/// Whether the step that is due has two pieces.
fn two(board: &Bitboards) -> bool {
    step(board).is_some_and(|step| (1..=4).contains(&step))
}

impl Bitboards {
    /// The position after a step of the placement: the sides take turns in it, and White begins play.
    #[must_use]
    pub fn with(&self, put: Put) -> Self {
        let mut next = self.with_man(put.first);
        if let Some(second) = put.second {
            next = next.with_man(second);
        }
        next.side ^= 1;
        next
    }

    fn with_man(&self, (piece, square): Man) -> Self {
        let mut next = *self;
        next.pieces[self.side][usize::from(piece)] = square;
        next.taken |= 1 << square;
        next
    }

    /// The first place of each kind of which the side to move has a piece in hand.
    fn hand(&self) -> impl Iterator<Item = u8> {
        let mine = self.pieces[self.side];
        let kinds: [&[u8]; 3] = [&[0], &[1, 2], &[3, 4]];
        kinds
            .into_iter()
            .filter_map(move |kind| kind.iter().copied().find(|&place| mine[usize::from(place)] == IN_HAND))
    }

    /// What it is worth to a side at a glance.
    fn seems(&self, side: usize) -> i32 {
        let worth = territory(self);
        if self.side == side { worth } else { -worth }
    }
}

/// Goes through the placements of the step that is due, with what each seems to be worth: of the best so many first pieces with every
/// second one. Returns how many positions were judged.
fn each_put(board: &Bitboards, first_pieces: usize, mut each: impl FnMut(Put, i32)) -> u64 {
    let side = board.side;
    let open = |board: &Bitboards| -> Vec<Man> {
        let empty: Bits = if board.taken == 0 { OCTANT } else { !board.taken };
        board.hand().flat_map(|piece| squares(empty).map(move |square| (piece, square))).collect()
    };
    let mut judged = 0;
    let mut firsts: Vec<(i32, Man)> = Vec::new();
    for man in open(board) {
        let worth = if two(board) && first_pieces == usize::MAX { 0 } else { board.with_man(man).seems(side) };
        firsts.push((worth, man));
    }
    judged += firsts.len() as u64;
    if !two(board) {
        for (worth, first) in firsts {
            each(Put { first, second: None }, worth);
        }
        return judged;
    }
    if first_pieces < firsts.len() {
        firsts.sort_by_key(|&(worth, _)| -worth);
        firsts.truncate(first_pieces);
    }
    for (_, first) in firsts {
        for second in open(&board.with_man(first)) {
            // Either may be named first; with all first pieces gone through, one of the two is enough.
            if first_pieces < usize::MAX || first.1 < second.1 {
                let put = Put { first, second: Some(second) };
                each(put, board.with(put).seems(side));
                judged += 1;
            }
        }
    }
    judged
}

/// A board's squares but for turns and reflections.
const OCTANT: Bits = 0x0000_0000_080c_0e0f;

/// The best few placements at a glance, best first, and how many were judged.
fn best(board: &Bitboards, first_pieces: usize, many: usize) -> (Vec<Put>, u64) {
    let mut all = Vec::new();
    let judged = each_put(board, first_pieces, |put, worth| all.push((worth, put)));
    if all.len() > many {
        all.select_nth_unstable_by_key(many - 1, |&(worth, _)| -worth);
        all.truncate(many);
    }
    all.sort_by_key(|&(worth, _)| -worth);
    (all.into_iter().map(|(_, put)| put).collect(), judged)
}

/// A board in placement as the search sees it.
#[derive(Clone, Copy)]
struct Placing<'a> {
    board: Bitboards,
    /// What is tried, where that is settled.
    tried: Option<&'a [Put]>,
}

impl Turns for Placing<'_> {
    type Step = Put;

    fn key(&self) -> u64 {
        self.board.key()
    }

    fn each_step(&self, mut each: impl FnMut(Put) -> bool) {
        let answers = if self.tried.is_none() { best(&self.board, FIRST_PIECES, ANSWERS).0 } else { Vec::new() };
        for &put in self.tried.unwrap_or(&answers) {
            if !each(put) {
                return;
            }
        }
    }

    fn allows(&self, put: Put) -> bool {
        let mine = self.board.pieces[self.board.side];
        let fits =
            |(piece, square): Man| mine[usize::from(piece) % PIECES] == IN_HAND && self.board.taken >> square & 1 == 0;
        put.second.is_some() == two(&self.board) && fits(put.first) && put.second.is_none_or(fits)
    }

    fn after(&self, put: Put) -> Self {
        Self { board: self.board.with(put), tried: None }
    }

    fn worth(&self) -> i32 {
        let mut board = self.board;
        while step(&board).is_some() {
            let (puts, _) = best(&board, FIRST_PIECES, 1);
            let Some(&put) = puts.first() else { break };
            board = board.with(put);
        }
        let worth = value(&board, PLAYED, &mut Budget::of(u64::MAX));
        if board.side == self.board.side { worth } else { -worth }
    }
}
