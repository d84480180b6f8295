//! Where to put the pieces: the placements that are best at a glance are played on, and what comes of them on average counts.
//!
//! - Territory with pieces in hand says little: the side that puts the next pieces answers what stands. So it only chooses which few
//!   placements are tried; each is continued by what either side would put, one of its best few at a glance, and the full board is
//!   judged by a short search.
//! - Rounds, each of fewer placements and with a deeper judgement than the last, until the work is done: nobody says beforehand how much
//!   there may be. After the successive halving of Karnin, Koren and Somekh, *Almost optimal exploration in multi-armed bandits* (2013).

use rand::{Rng, RngExt};

use super::bitboards::{Bitboards, IN_HAND};
use super::evaluate::{SQUARE, territory};
use super::lines::{Bits, squares};
use crate::search::{Budget, Deepened, Deepening, value};

/// How many pieces stand after each step of the placement.
const STAND: [usize; 6] = [1, 3, 5, 7, 9, 10];

/// A round.
struct Round {
    /// How many of the last round's best placements are tried.
    tried: usize,
    /// How often each is continued.
    times: usize,
    /// How many moves full boards are played on for.
    depth: usize,
}

const ROUNDS: [Round; 3] = [
    Round { tried: 48, times: 1, depth: 1 },
    Round { tried: 16, times: 2, depth: 2 },
    Round { tried: 6, times: 3, depth: 3 },
];

/// How many of the best first pieces are gone through with every second one, to continue a placement.
const FIRST_PIECES: usize = 4;
/// One of so many placements continues another.
const ANSWERS: usize = 4;
/// What it costs to judge a position, in thousandths of a unit of work.
const COST: u64 = 250;
/// What a placement is worth is judged to lie within so many squares.
const MOST: i32 = 40 * SQUARE;

/// Which piece goes where: its place among the side's pieces, and a square.
pub type Man = (u8, u8);

/// The pieces of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Put {
    pub first: Man,
    pub second: Option<Man>,
}

/// A placement that is tried.
#[derive(Clone, Copy)]
struct Try {
    put: Put,
    error: i32,
    /// What it seems to be worth at a glance.
    seems: i32,
    /// By round, what it came to in all, and how often it was continued.
    came: [(i64, i64); ROUNDS.len()],
}

impl Try {
    /// Its mean value in a round; its static value if it was not tried there.
    fn worth(&self, round: usize) -> i32 {
        let (sum, count) = self.came[round];
        let mean = sum.checked_div(count).and_then(|mean| i32::try_from(mean).ok());
        mean.unwrap_or(self.seems) + self.error
    }
}

/// Finds the best placement of the step that is due; full boards are played on for at most `depth` moves. `misjudge` says by how much each
/// placement is misjudged, in hundredths of a square.
pub fn place(
    board: &Bitboards,
    depth: usize,
    mut misjudge: impl FnMut() -> i32,
    random: &mut impl Rng,
    budget: &mut Budget<'_>,
) -> Option<Deepened<Put>> {
    let (puts, judged) = best(board, usize::MAX, ROUNDS[0].tried);
    let mut nodes = judged;
    budget.spend(judged * COST / 1_000);
    let tried = |(seems, put)| Try { put, error: misjudge(), seems, came: [(0, 0); ROUNDS.len()] };
    let mut tries: Vec<Try> = puts.into_iter().map(tried).collect();
    let judged_worth = |of: &Try| of.seems + of.error;
    let first = tries.iter().reduce(|best, each| if judged_worth(each) > judged_worth(best) { each } else { best })?;
    let mut found = Deepened { step: first.put, worth: first.seems, depth: 1, nodes: 0 };
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
            // What a later cycle's first rounds say counts for less than what was found.
            if cycles == 0 || number + 1 == ROUNDS.len() {
                // Misjudgements decide what is played; they do not make it worth more.
                let worth = tries[0].worth(number) - tries[0].error;
                found = Deepened { step: tries[0].put, worth, depth, nodes: 0 };
            }
        }
        cycles += 1;
    }
    Some(Deepened { nodes, ..found })
}

/// The value of a board for the side to move once the rest of the pieces is put, and the number of judged positions.
/// The value is meaningless once the budget is spent.
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
    let settings = Deepening { depth, widths: &[12], first_widths: &[], cost: COST };
    let worth = value(&full, settings, budget).clamp(-MOST, MOST);
    (if full.side == board.side { worth } else { -worth }, nodes + (budget.spent() - before) * 1_000 / COST)
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
