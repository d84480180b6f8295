//! The legal turns.

use std::ops::ControlFlow;

use super::board::Board;
use super::extra_pieces;
use super::items;
use super::movement::{Step, steps, ways};
use super::order::{Act, How, Item, ItemKind, Order, Shape, Turn};
use super::position::{Phase, Position};
use super::powers;
use super::square::Square;
use super::turn::{Made, alone};
use crate::game::{Legal, Seat};

/// The most orders that the list of legal orders holds.
const MOST_LISTED: usize = 50_000;
/// The most orders that are counted.
const MOST_COUNTED: u64 = 100_000;

/// The board for a seat's move, before or after an item.
#[derive(Clone, Copy)]
pub struct Ground {
    /// The board to move on.
    pub board: Board,
    /// The item used.
    pub item: Option<Item>,
}

impl Ground {
    pub(super) const fn plain(position: &Position) -> Self {
        Self { board: position.board, item: None }
    }

    /// The board after an item without objections.
    #[must_use]
    pub fn after(position: &Position, seat: Seat, item: Item) -> Self {
        let mut board = position.board;
        items::apply(&mut board, seat, item, &mut |_| {});
        Self { board, item: Some(item) }
    }

    /// Whether the item allows the piece on a square to move.
    #[must_use]
    pub fn frees(&self, square: Square) -> bool {
        self.item.is_none_or(|item| !item.holds(square))
    }

    pub(super) fn has_move(&self, position: &Position, seat: Seat) -> bool {
        position.has_move(&self.board, seat, |square| self.frees(square))
    }

    /// The legal moves of the piece on a square, without their ways.
    pub(super) fn steps<'a>(&'a self, position: &'a Position, from: Square) -> impl Iterator<Item = Step> + 'a {
        let variant = position.variant();
        steps(&self.board, variant, from).filter(move |&step| ways(&self.board, variant, step).next().is_some())
    }
}

/// Whether an item used first leaves a legal turn: a move, or no move if there was none without the item either.
pub(super) fn leaves_a_turn(position: &Position, seat: Seat, item: Item) -> bool {
    Ground::after(position, seat, item).has_move(position, seat) || !Ground::plain(position).has_move(position, seat)
}

/// The legal uses of a kind of item.
pub fn uses(position: &Position, seat: Seat, kind: ItemKind) -> impl Iterator<Item = Item> {
    let board = &position.board;
    let plain = Ground::plain(position);
    // Only a swap of own characters can change the moves of other pieces.
    let movers: Vec<_> = board
        .pieces_of(seat)
        .map(|(square, _)| square)
        .filter(|&square| plain.steps(position, square).next().is_some())
        .collect();
    items::all(board, seat, kind).filter(move |&item| {
        movers.is_empty()
            || match item {
                Item::Honour((own, _), _) | Item::Rotate(own, _) => movers.iter().any(|&mover| mover != own),
                Item::Swap(one, _) => !board.is_of(one, seat) || leaves_a_turn(position, seat, item),
            }
    })
}

/// Visits every legal turn of a seat until `each` breaks.
pub fn each_turn(position: &Position, seat: Seat, mut each: impl FnMut(Turn) -> ControlFlow<()>) -> ControlFlow<()> {
    let plain = Ground::plain(position);
    let stuck = !plain.has_move(position, seat);
    if stuck {
        each(Turn::default())?;
    }
    each_move(position, seat, &plain, &mut each)?;
    for &kind in position.usable_items(seat) {
        for item in uses(position, seat, kind) {
            let ground = Ground::after(position, seat, item);
            if stuck && !ground.has_move(position, seat) {
                each(Turn { item: Some(item), act: None })?;
            }
            each_move(position, seat, &ground, &mut each)?;
        }
    }
    ControlFlow::Continue(())
}

fn each_move(
    position: &Position,
    seat: Seat,
    ground: &Ground,
    each: &mut impl FnMut(Turn) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let variant = position.variant();
    for (from, _) in ground.board.pieces_of(seat).filter(|&(square, _)| ground.frees(square)) {
        for step in steps(&ground.board, variant, from) {
            for how in ways(&ground.board, variant, step) {
                let act = Act { from, to: step.to, how, power: None };
                each(Turn { item: ground.item, act: Some(act) })?;
                if how == How::Swap {
                    continue;
                }
                let (after, landing) = alone(&ground.board, variant, seat, Made { step, how });
                let mut flow = ControlFlow::Continue(());
                powers::all(&after, variant, seat, &landing, |power| {
                    if flow.is_continue() {
                        flow = each(Turn { item: ground.item, act: Some(Act { power: Some(power), ..act }) });
                    }
                });
                flow?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The legal orders of a seat.
#[must_use]
pub fn legal(position: &Position, seat: Seat) -> Legal<Order> {
    if !position.asked()[seat] {
        return Legal::Listed(Vec::new());
    }
    match position.phase() {
        Phase::Review | Phase::Over(_) => Legal::Listed(Vec::new()),
        Phase::Claim { .. } => Legal::Listed(claims(&position.board)),
        Phase::TopUp { .. } => Legal::Listed(placings(&position.board, seat)),
        Phase::Choose => Legal::Listed(vec![Order::First, Order::Second]),
        Phase::Battle => {
            let (mut turns, mut count) = (Vec::new(), 0);
            let whole = each_turn(position, seat, |turn| {
                count += 1;
                if turns.len() <= MOST_LISTED {
                    turns.push(Order::Turn(turn));
                }
                if count > MOST_COUNTED { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if whole.is_break() {
                Legal::Unknown
            } else if turns.len() > MOST_LISTED {
                Legal::Counted(count)
            } else {
                Legal::Listed(turns)
            }
        }
    }
}

fn claims(board: &Board) -> Vec<Order> {
    let squares: Vec<_> = board.unclaimed().collect();
    let pairs = squares.iter().enumerate().flat_map(|(at, &one)| {
        let singles = std::iter::once(Order::Claim(one, None));
        singles.chain(squares[at + 1..].iter().map(move |&two| Order::Claim(one, Some(two))))
    });
    pairs.collect()
}

fn placings(board: &Board, seat: Seat) -> Vec<Order> {
    let squares = extra_pieces::squares(board, seat);
    squares.into_iter().flat_map(|square| Shape::ALL.map(|shape| Order::Place(shape, square))).collect()
}
