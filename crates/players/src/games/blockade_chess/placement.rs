//! The placement of pieces: the best placements at a glance are played out, and their mean results decide.
//!
//! - Territory with pieces in hand says little, because the side that places next answers the board. So it only selects a few placements to
//!   try. Each is completed with placements of both sides, drawn from the best few at a glance, and the full board is judged by a short
//!   search.
//! - There are several rounds, each with fewer placements and a deeper judgement, until the work is spent. The amount of work is not known
//!   in advance. After the successive halving of Karnin, Koren and Somekh, *Almost optimal exploration in multi-armed bandits* (2013).

use rand::{Rng, RngExt};

use super::bitboards::{Bitboards, IN_HAND};
use super::evaluate::{SQUARE, territory};
use super::square_sets::{Bits, squares};
use crate::search::{AlphaBetaResult, AlphaBetaSettings, Budget, value};

/// The number of pieces on the board after each step of the placement.
const STAND: [usize; 6] = [1, 3, 5, 7, 9, 10];

/// A round of tries.
struct Round {
    /// The number of the last round's best placements to try.
    tried: usize,
    /// The number of completions of each.
    times: usize,
    /// The search depth on full boards, in moves.
    depth: usize,
}

const ROUNDS: [Round; 3] = [
    Round { tried: 48, times: 1, depth: 1 },
    Round { tried: 16, times: 2, depth: 2 },
    Round { tried: 6, times: 3, depth: 3 },
];

/// The number of best first pieces that are combined with every second piece, to complete a placement.
const FIRST_PIECES: usize = 4;
/// The number of placements from which a completion is drawn.
const ANSWERS: usize = 4;
/// The work of judging a position, in thousandths of a unit.
const COST: u64 = 250;
/// The limit of a placement's value, in both directions.
const MOST: i32 = 40 * SQUARE;

/// A piece's index among the side's pieces, and its square.
pub type Man = (u8, u8);

/// The pieces of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Put {
    pub first: Man,
    pub second: Option<Man>,
}

/// A placement to try.
#[derive(Clone, Copy)]
struct Try {
    put: Put,
    error: i32,
    /// The static value.
    seems: i32,
    /// For each round, the sum of the results and the number of completions.
    came: [(i64, i64); ROUNDS.len()],
}

impl Try {
    /// The mean value in a round; the static value if the placement was not tried there.
    fn worth(&self, round: usize) -> i32 {
        let (sum, count) = self.came[round];
        let mean = sum.checked_div(count).and_then(|mean| i32::try_from(mean).ok());
        mean.unwrap_or(self.seems) + self.error
    }
}

/// Finds the best placement of the current step; full boards are searched to at most `depth` moves. `misjudge` gives each placement's
/// error, in hundredths of a square.
pub fn place(
    board: &Bitboards,
    depth: usize,
    mut misjudge: impl FnMut() -> i32,
    random: &mut impl Rng,
    budget: &mut Budget<'_>,
) -> Option<AlphaBetaResult<Put>> {
    let (puts, judged) = best(board, usize::MAX, ROUNDS[0].tried);
    let mut nodes = judged;
    budget.spend(judged * COST / 1_000);
    let tried = |(seems, put)| Try { put, error: misjudge(), seems, came: [(0, 0); ROUNDS.len()] };
    let mut tries: Vec<Try> = puts.into_iter().map(tried).collect();
    let judged_worth = |of: &Try| of.seems + of.error;
    let first = tries.iter().reduce(|best, each| if judged_worth(each) > judged_worth(best) { each } else { best })?;
    let mut found = AlphaBetaResult { step: first.put, worth: first.seems, depth: 1, nodes: 0 };
    // A full board has the same value each time.
    let last = STAND.len() - step(board)? == 1;
    let mut cycles = 0;
    'all: while budget.continues() && (cycles == 0 || !last) {
        for (number, round) in ROUNDS.iter().enumerate() {
            let depth = depth.min(round.depth + usize::from(last));
            let tried = round.tried.min(tries.len());
            for each in &mut tries[..tried] {
                for _ in 0..if last { 1 } else { round.times } {
                    let (worth, judged) = continued(&board.with(each.put), depth, random, budget);
                    nodes += judged;
                    if !budget.continues() {
                        break 'all;
                    }
                    each.came[number].0 -= i64::from(worth);
                    each.came[number].1 += 1;
                }
            }
            tries[..tried].sort_by_key(|each| -each.worth(number));
            // The first rounds of a later cycle are less reliable than the earlier result.
            if cycles == 0 || number + 1 == ROUNDS.len() {
                // A misjudgement affects the choice, but not the reported value.
                let worth = tries[0].worth(number) - tries[0].error;
                found = AlphaBetaResult { step: tries[0].put, worth, depth, nodes: 0 };
            }
        }
        cycles += 1;
    }
    Some(AlphaBetaResult { nodes, ..found })
}

/// Completes the placement of a board. Returns the value for the side to move, and the number of judged positions. The value is meaningless
/// once the budget is spent.
fn continued(board: &Bitboards, depth: usize, random: &mut impl Rng, budget: &mut Budget<'_>) -> (i32, u64) {
    let mut full = *board;
    let mut nodes = 0;
    while step(&full).is_some() {
        let (answers, judged) = best(&full, FIRST_PIECES, ANSWERS);
        nodes += judged;
        let drawn = random.random_range(0..ANSWERS).min(random.random_range(0..ANSWERS));
        let Some(&(_, put)) = answers.get(drawn).or(answers.first()) else { break };
        full = full.with(put);
    }
    budget.spend(nodes * COST / 1_000);
    let before = budget.spent();
    let settings = AlphaBetaSettings { depth, widths: &[12], first_widths: &[], cost: COST };
    let worth = value(&full, settings, budget).clamp(-MOST, MOST);
    (if full.side == board.side { worth } else { -worth }, nodes + (budget.spent() - before) * 1_000 / COST)
}

/// The best at a glance of `many` placements; `draw` picks an index below the number of placements.
pub fn best_drawn(board: &Bitboards, many: usize, mut draw: impl FnMut(usize) -> usize) -> Option<Put> {
    let mut all = Vec::new();
    each_put(board, usize::MAX, |put, worth| all.push((worth, put)));
    let drawn = (0..many).filter_map(|_| all.get(draw(all.len())).copied());
    drawn.reduce(|best, each| if each.0 > best.0 { each } else { best }).map(|(_, put)| put)
}

/// The index of the current step of the placement; `None` if all pieces are placed.
fn step(board: &Bitboards) -> Option<usize> {
    let stand = board.pieces.iter().flatten().filter(|&&square| square != IN_HAND).count();
    STAND.iter().position(|&after| stand < after)
}

/// Whether the current step has two pieces.
fn two(board: &Bitboards) -> bool {
    step(board).is_some_and(|step| (1..=4).contains(&step))
}

impl Bitboards {
    /// The position after a step of the placement. The sides alternate, and White begins play.
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

    /// The first index of each kind of which the side to move has a piece in hand.
    fn hand(&self) -> impl Iterator<Item = u8> {
        let mine = self.pieces[self.side];
        let kinds: [&[u8]; 3] = [&[0], &[1, 2], &[3, 4]];
        kinds
            .into_iter()
            .filter_map(move |kind| kind.iter().copied().find(|&place| mine[usize::from(place)] == IN_HAND))
    }

    /// The static value for a side.
    fn seems(&self, side: usize) -> i32 {
        let worth = territory(self);
        if self.side == side { worth } else { -worth }
    }
}

/// Visits the placements of the current step with their static values: every second piece with each of the best first ones. Returns the
/// number of judged positions.
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
            // Either piece may be first. If all first pieces are used, one of both sequences is enough.
            if first_pieces < usize::MAX || first.1 < second.1 {
                let put = Put { first, second: Some(second) };
                each(put, board.with(put).seems(side));
                judged += 1;
            }
        }
    }
    judged
}

/// The squares of a board that remain after removing symmetries.
const OCTANT: Bits = 0x0000_0000_080c_0e0f;

/// The best few placements at a glance, the best first, and the number of judged positions.
fn best(board: &Bitboards, first_pieces: usize, many: usize) -> (Vec<(i32, Put)>, u64) {
    let mut all = Vec::new();
    let judged = each_put(board, first_pieces, |put, worth| all.push((worth, put)));
    if all.len() > many {
        all.select_nth_unstable_by_key(many - 1, |&(worth, _)| -worth);
        all.truncate(many);
    }
    all.sort_by_key(|&(worth, _)| -worth);
    (all, judged)
}
