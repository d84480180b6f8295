//! The items of the final.

use super::board::Board;
use super::effect::Effect;
use super::order::{Item, ItemKind};
use super::square::{Direction, Square};
use crate::game::Seat;

/// The ids of the items in headers.
pub(super) const IDS: [&str; 3] = [ItemKind::Honour.id(), ItemKind::Rotate.id(), ItemKind::Swap.id()];

/// The number of pieces that must be on the board for an item.
pub(super) const PIECES_NEEDED: u8 = 9;

/// The reason why an item cannot be used on its targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Objection {
    /// The square has no own piece.
    NotOwn(Square),
    /// The square has no enemy piece.
    NotEnemy(Square),
    /// The piece already has an arrow in that direction.
    HasArrow(Square, Direction),
    /// The angle is not one of the seven.
    Angle,
    /// Both squares are the same.
    SameSquare(Square),
    /// The squares do not have two pieces of one owner.
    NotOneOwner(Square, Square),
}

/// Whether the board has enough pieces for an item.
pub(super) fn enough_pieces(board: &Board) -> bool {
    let census = board.census();
    census.ec + census.dmo >= PIECES_NEEDED
}

/// The objection to an item on a board with enough pieces, if any.
pub(super) fn objection(board: &Board, seat: Seat, item: Item) -> Option<Objection> {
    match item {
        Item::Honour((own, first), (enemy, second)) => {
            if !board.is_of(own, seat) {
                return Some(Objection::NotOwn(own));
            }
            if !board.is_of(enemy, !seat) {
                return Some(Objection::NotEnemy(enemy));
            }
            [(own, first), (enemy, second)]
                .into_iter()
                .find(|&(square, direction)| board.at(square).is_some_and(|piece| piece.arrows.has(direction)))
                .map(|(square, direction)| Objection::HasArrow(square, direction))
        }
        Item::Rotate(square, eighths) => {
            if board.is_of(square, seat) {
                (!(1..8).contains(&eighths)).then_some(Objection::Angle)
            } else {
                Some(Objection::NotOwn(square))
            }
        }
        Item::Swap(one, two) if one == two => Some(Objection::SameSquare(one)),
        Item::Swap(one, two) => {
            let owner = |square| board.at(square).and_then(|piece| piece.owner);
            (owner(one).is_none() || owner(one) != owner(two)).then_some(Objection::NotOneOwner(one, two))
        }
    }
}

/// Applies an item without objections.
pub fn apply(board: &mut Board, seat: Seat, item: Item, log: &mut impl FnMut(Effect)) {
    const STANDS: &str = "an item to which nothing objects names pieces";
    match item {
        Item::Honour((own, own_direction), (enemy, enemy_direction)) => {
            board.at_mut(own).expect(STANDS).arrows.blacken(own_direction);
            board.at_mut(enemy).expect(STANDS).arrows.blacken(enemy_direction);
            log(Effect::Honoured { seat, own, own_direction, enemy, enemy_direction });
        }
        Item::Rotate(square, eighths) => {
            let piece = board.at_mut(square).expect(STANDS);
            piece.arrows = piece.arrows.turned(eighths);
            let (character, arrows) = (piece.character, piece.arrows);
            log(Effect::Rotated { seat, square, character, degrees: u16::from(eighths) * 45, arrows });
        }
        Item::Swap(one, two) => {
            let one_has = board.at(two).expect(STANDS).character;
            let two_has = board.at(one).expect(STANDS).character;
            for (square, has) in [(one, one_has), (two, two_has)] {
                board.at_mut(square).expect(STANDS).character = has;
            }
            log(Effect::Exchanged { seat, one, one_has, two, two_has });
            for square in [one, two] {
                let piece = board.at_mut(square).expect(STANDS);
                if piece.regrow() {
                    log(Effect::Regrew { square, arrows: piece.arrows });
                }
            }
        }
    }
}

/// All uses of a kind of item without objections, on a board with enough pieces.
pub(super) fn all(board: &Board, seat: Seat, kind: ItemKind) -> Box<dyn Iterator<Item = Item> + '_> {
    match kind {
        ItemKind::Honour => Box::new(
            free_arrows(board, seat)
                .flat_map(move |own| free_arrows(board, !seat).map(move |enemy| Item::Honour(own, enemy))),
        ),
        ItemKind::Rotate => Box::new(
            board.pieces_of(seat).flat_map(|(square, _)| (1..8).map(move |eighths| Item::Rotate(square, eighths))),
        ),
        ItemKind::Swap => Box::new(board.pieces().flat_map(move |(one, piece)| {
            let second = board.pieces().filter(move |&(two, other)| one < two && piece.owner == other.owner);
            second.map(move |(two, _)| Item::Swap(one, two))
        })),
    }
}

/// The directions without an arrow, for each of a seat's pieces.
fn free_arrows(board: &Board, seat: Seat) -> impl Iterator<Item = (Square, Direction)> {
    board.pieces_of(seat).flat_map(|(square, piece)| {
        let arrows = piece.arrows;
        let free = Direction::ALL.into_iter().filter(move |&direction| !arrows.has(direction));
        free.map(move |direction| (square, direction))
    })
}
