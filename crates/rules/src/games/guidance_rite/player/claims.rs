//! Before the battle: which pieces to claim, where to place what is missing, and whether to go first.
//!
//! Claims are worth what they change in quick battles: the unclaimed pieces are dealt out at random again and again, and a piece is
//! worth the difference between the battles of those who had it and of those against whom it stood. Both seats value a piece alike,
//! and what both name falls to neither, so what one gains over the other is a matrix of what both name.

use rand::RngExt;
use rand::seq::SliceRandom;

use super::super::order::{Order, Shape};
use super::super::piece::Piece;
use super::super::position::Position;
use super::super::square::{MOST_SQUARES, Square};
use super::super::top_up;
use super::bout::Bout;
use super::evaluate::{self, WON, chance};
use super::field::Field;
use super::quick;
use super::turns::Search;
use crate::game::{Seat, Thinking};
use crate::search::solve;

/// Squares of which pairs are weighed against each other.
const WEIGHED: usize = 6;
/// What a turn of a quick battle costs, and what it costs to lay a board for one.
const TURN: u64 = 1;
const LAYING: u64 = 3;
/// How many battles the pieces' own worth counts for, and what of it a hundredth of a piece is.
const PRIOR: f64 = 300.0;
const POINT: f64 = 0.002;
/// By how much less than the way from lost to won a piece can be misjudged.
const BLUR: f64 = 0.4;

/// Finds a claim; also the chance of the bout, and the battles gone through.
pub(super) fn claim(position: &Position, seat: Seat, thinking: &mut Thinking<'_>) -> (Order, f64, u64) {
    let (values, chance, battles) = values(position, seat, thinking);
    let judged = values.into_iter().map(|(square, value)| {
        let off = thinking.judged(0.0) * BLUR;
        (value + off, square)
    });
    let mut judged: Vec<_> = judged.collect();
    judged.sort_by(|a, b| b.0.total_cmp(&a.0));
    judged.truncate(WEIGHED);
    let pairs: Vec<_> = (0..judged.len()).flat_map(|one| (one + 1..judged.len()).map(move |two| [one, two])).collect();
    let worth = |pair: &[usize; 2], not: &[usize; 2]| -> f64 {
        pair.iter().filter(|at| !not.contains(at)).map(|&at| judged[at].0 - judged[judged.len() - 1].0).sum()
    };
    let entries: Vec<_> =
        pairs.iter().flat_map(|mine| pairs.iter().map(|theirs| worth(mine, theirs) - worth(theirs, mine))).collect();
    let solved = solve(&entries, pairs.len());
    let [one, two] = pairs[thinking.pick(&solved.rows)].map(|at| judged[at].1);
    (Order::Claim(one.min(two), Some(one.max(two))), chance, battles)
}

/// What each unclaimed piece is worth to whoever has it, the chance of the bout, and the battles it took.
fn values(position: &Position, seat: Seat, thinking: &mut Thinking<'_>) -> (Vec<(Square, f64)>, f64, u64) {
    let board = &position.board;
    let claimed = Field::new(board, position.variant());
    let mut open: Vec<(Square, Piece)> =
        board.unclaimed().filter_map(|square| Some((square, *board.at(square)?))).collect();
    // For each square: battles of who had it, and what they came to; the same of who had it against them.
    let mut with = [(0.0, 0.0); MOST_SQUARES];
    let mut against = [(0.0, 0.0); MOST_SQUARES];
    let (mut total, mut fought, mut battles) = (0.0, 0.0, 0_u64);
    loop {
        open.shuffle(&mut thinking.random);
        let mut field = claimed;
        let half = open.len() / 2;
        let owner = |at: usize| if at < half { seat } else { !seat };
        for (at, &(square, piece)) in open[..2 * half].iter().enumerate() {
            field.put(square, Piece { owner: Some(owner(at)), ..piece });
        }
        let first = position.first.unwrap_or(if thinking.random.random() { seat } else { !seat });
        let (won, turns) = quick::battle(Bout::begins(field, first), seat, &mut thinking.random);
        total += won;
        fought += 1.0;
        battles += 1;
        for (at, (square, _)) in open[..2 * half].iter().enumerate() {
            let count = if at < half { &mut with } else { &mut against };
            let (of, sum) = &mut count[square.index()];
            *of += 1.0;
            *sum += won;
        }
        if !thinking.budget.spend(LAYING + TURN * turns) {
            break;
        }
    }
    let all = Field::new(&claimed_by(position, seat), position.variant());
    let value = |square: Square| {
        let prior = f64::from(evaluate::piece(&all, square)) * POINT;
        let ((had, won), (had_not, lost)) = (with[square.index()], against[square.index()]);
        if had < 1.0 || had_not < 1.0 {
            return prior;
        }
        let battles = had + had_not;
        ((won / had - lost / had_not) * battles + prior * PRIOR) / (battles + PRIOR)
    };
    let mut squares: Vec<_> = open.iter().map(|&(square, _)| square).collect();
    squares.sort_unstable();
    (squares.into_iter().map(|square| (square, value(square))).collect(), total / fought, battles)
}

/// The board as if a seat had all that is unclaimed.
fn claimed_by(position: &Position, seat: Seat) -> super::super::Board {
    let mut board = position.board;
    for square in position.board.unclaimed() {
        if let Some(piece) = board.at_mut(square) {
            piece.owner = Some(seat);
        }
    }
    board
}

/// Finds a new piece and a place for it; draws among those that look nearly alike, so that both seats seldom choose one square.
pub(super) fn place(position: &Position, seat: Seat, thinking: &mut Thinking<'_>) -> (Order, f64, u64) {
    let mut placings = Vec::new();
    let mut nodes = 0;
    for square in top_up::squares(&position.board, seat) {
        for shape in Shape::ALL {
            let mut field = Field::new(&position.board, position.variant());
            field.put(square, top_up::piece(seat, shape));
            let scores = Seat::ALL.map(|first| {
                let bout = Bout::begins(field, first);
                let score = evaluate::score(&bout);
                chance(if first == seat { score } else { -score })
            });
            nodes += 2;
            let worth = match position.first {
                Some(first) => scores[first as usize],
                None => f64::midpoint(scores[0], scores[1]),
            };
            placings.push((worth, thinking.judged(worth), Order::Place(shape, square)));
        }
    }
    thinking.budget.spend(nodes);
    let best = placings.iter().map(|placing| placing.1).fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<_> = placings.iter().map(|placing| ((placing.1 - best) / NEARLY).exp()).collect();
    let (worth, _, order) = placings[thinking.pick(&weights)];
    (order, worth, nodes)
}

/// What is this near to the best is drawn nearly as often.
const NEARLY: f64 = 0.03;

/// Chooses who goes first.
pub(super) fn choose(position: &Position, seat: Seat, thinking: &mut Thinking<'_>) -> (Order, f64, u64) {
    let field = Field::new(&position.board, position.variant());
    let bouts = [seat, !seat].map(|first| Bout::begins(field, first));
    let mut scores = bouts.map(|bout| evaluate::score(&bout));
    let depth = thinking.strength.depth.min(20);
    let mut search = Search::new(&mut thinking.budget);
    for plies in 0..depth {
        let deeper = bouts.map(|bout| search.worth(&bout, plies, -WON, WON));
        if search.over() {
            break;
        }
        scores = deeper;
    }
    let nodes = search.nodes;
    let [first, second] = [chance(scores[0]), chance(-scores[1])];
    let (judged_first, judged_second) = (thinking.judged(first), thinking.judged(second));
    if judged_first >= judged_second { (Order::First, first, nodes) } else { (Order::Second, second, nodes) }
}
