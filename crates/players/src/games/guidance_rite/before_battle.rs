//! The decisions before the battle: claims, the placement of new pieces, and the first mover.
//!
//! Claims are valued by quick battles. The unclaimed pieces are dealt at random again and again, a few of them to nobody. For each piece,
//! the battles of its owner, of the opponent and of neither are compared. The gain of one seat over the other gives a matrix over both
//! claims; a piece claimed by both goes to neither.

use rand::RngExt;
use rand::seq::SliceRandom;

use super::alpha_beta::Search;
use super::evaluate::{self, WON, chance};
use super::quick_battle;
use super::search_battle::SearchBattle;
use super::search_board::Field;
use crate::Thinking;
use crate::search::solve;
use deathmatch_rules::game::Seat;
use deathmatch_rules::games::guidance_rite::{
    Board, MOST_SQUARES, Order, Piece, Position, Shape, Square, extra_pieces,
};

/// The number of squares whose pairs are compared.
const WEIGHED: usize = 6;
/// The work of a turn in a quick battle, and the work of setting up its board.
const TURN: u64 = 1;
const LAYING: u64 = 3;
/// One unclaimed piece out of this many is dealt to nobody.
const LEFT_OUT: usize = 6;
/// The weight of a piece's static value, in battles, and the chance for a hundredth of a piece.
const PRIOR: f64 = 300.0;
const POINT: f64 = 0.002;
/// The number of battles without a piece at which half of the measured difference between the seats is trusted.
const DOUBT: f64 = 400.0;
/// The factor on the error of a piece's value.
const BLUR: f64 = 0.4;

/// The value of an unclaimed piece.
#[derive(Clone, Copy)]
struct Value {
    square: Square,
    /// The chance of the bout with the piece, minus the chance against it.
    worth: f64,
    /// The part of it that the owner gains beyond the opponent's loss.
    lean: f64,
}

impl Value {
    /// The piece's gain for the seat, given who claims it.
    fn settled(&self, mine: bool, theirs: bool) -> f64 {
        match (mine, theirs) {
            (true, true) => 0.0,
            (true, false) => f64::midpoint(self.worth, self.lean),
            (false, true) => f64::midpoint(-self.worth, self.lean),
            // A seat will get it later.
            (false, false) => self.lean / 2.0,
        }
    }
}

/// Finds a claim. Also returns the chance to win the bout, and the number of battles.
pub(super) fn claim(position: &Position, seat: Seat, thinking: &mut Thinking<'_>) -> (Order, f64, u64) {
    let (mut values, chance, battles) = values(position, seat, thinking);
    for value in &mut values {
        value.worth += thinking.judged(0.0) * BLUR;
    }
    values.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    values.truncate(WEIGHED);
    let pairs: Vec<_> = (0..values.len()).flat_map(|one| (one + 1..values.len()).map(move |two| [one, two])).collect();
    let settled = |mine: &[usize; 2], theirs: &[usize; 2]| -> f64 {
        values.iter().enumerate().map(|(at, value)| value.settled(mine.contains(&at), theirs.contains(&at))).sum()
    };
    let entries: Vec<_> = pairs.iter().flat_map(|mine| pairs.iter().map(|theirs| settled(mine, theirs))).collect();
    let solved = solve(&entries, pairs.len());
    let [one, two] = pairs[thinking.pick(&solved.rows)].map(|at| values[at].square);
    (Order::Claim(one.min(two), Some(one.max(two))), chance, battles)
}

/// The number of battles of a kind, and the sum of their values.
#[derive(Clone, Copy, Default)]
struct Tally {
    battles: f64,
    won: f64,
}

impl Tally {
    fn add(&mut self, won: f64) {
        self.battles += 1.0;
        self.won += won;
    }

    fn mean(self) -> f64 {
        self.won / self.battles.max(1.0)
    }
}

/// The value of each unclaimed piece in reading order, the chance to win the bout, and the number of battles.
fn values(position: &Position, seat: Seat, thinking: &mut Thinking<'_>) -> (Vec<Value>, f64, u64) {
    let board = &position.board;
    let claimed = Field::new(board, position.variant());
    let mut open: Vec<(Square, Piece)> =
        board.unclaimed().filter_map(|square| Some((square, *board.at(square)?))).collect();
    let half = (open.len() - open.len() / LEFT_OUT) / 2;
    // For each square, the battles with its piece, against it, and without it.
    let mut tallies = [[Tally::default(); 3]; MOST_SQUARES];
    let (mut all, mut battles) = (Tally::default(), 0);
    loop {
        open.shuffle(&mut thinking.random);
        let kind = |at: usize| (at / half).min(2);
        let mut field = claimed;
        for (at, &(square, piece)) in open[..2 * half].iter().enumerate() {
            field.put(square, Piece { owner: Some(if kind(at) == 0 { seat } else { !seat }), ..piece });
        }
        let first = position.first.unwrap_or(if thinking.random.random() { seat } else { !seat });
        let (won, turns) = quick_battle::battle(SearchBattle::begins(field, first), seat, &mut thinking.random);
        all.add(won);
        battles += 1;
        for (at, (square, _)) in open.iter().enumerate() {
            tallies[square.index()][kind(at)].add(won);
        }
        if !thinking.budget.spend(LAYING + TURN * turns) {
            break;
        }
    }
    let owned = Field::new(&claimed_by(position, seat), position.variant());
    let value = |square: Square| {
        let prior = f64::from(evaluate::piece(&owned, square)) * POINT;
        let [with, against, without] = tallies[square.index()];
        if with.battles < 1.0 || against.battles < 1.0 {
            return Value { square, worth: prior, lean: 0.0 };
        }
        let battles = with.battles + against.battles;
        let worth = ((with.mean() - against.mean()) * battles + prior * PRIOR) / (battles + PRIOR);
        let lean = (with.mean() + against.mean() - 2.0 * without.mean()) * without.battles / (without.battles + DOUBT);
        Value { square, worth, lean }
    };
    (board.unclaimed().map(value).collect(), all.mean(), battles)
}

/// The board if a seat owned every unclaimed piece.
fn claimed_by(position: &Position, seat: Seat) -> Board {
    let mut board = position.board;
    for square in position.board.unclaimed() {
        if let Some(piece) = board.at_mut(square) {
            piece.owner = Some(seat);
        }
    }
    board
}

/// Chooses a new piece and its square. Nearly equal choices are drawn at random, so that both seats seldom choose one square.
pub(super) fn place(position: &Position, seat: Seat, thinking: &mut Thinking<'_>) -> (Order, f64, u64) {
    let mut placings = Vec::new();
    let mut nodes = 0;
    for square in extra_pieces::squares(&position.board, seat) {
        for shape in Shape::ALL {
            let mut field = Field::new(&position.board, position.variant());
            field.put(square, extra_pieces::piece(seat, shape));
            let scores = Seat::ALL.map(|first| {
                let bout = SearchBattle::begins(field, first);
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

/// The difference from the best within which a choice is drawn nearly as often.
const NEARLY: f64 = 0.03;

/// Chooses the first mover.
pub(super) fn choose(position: &Position, seat: Seat, thinking: &mut Thinking<'_>) -> (Order, f64, u64) {
    let field = Field::new(&position.board, position.variant());
    let bouts = [seat, !seat].map(|first| SearchBattle::begins(field, first));
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
