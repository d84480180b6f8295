//! The powers that a search considers: all of them, except that for the final's Crow only the largest set of each piece is used.

use super::search_board::{Field, bit, directions, squares};
use deathmatch_rules::game::Seat;
use deathmatch_rules::games::guidance_rite::{
    Character, Direction, MANY_ARROWS, MOST_RESTORED, Made, Power, Restored, Square, Step,
};

/// Visits the powers that may go with a move, on the board after it; `character` is the moved piece's former character.
pub(super) fn after(field: &Field, seat: Seat, made: Made, character: Option<Character>, each: impl FnMut(Power)) {
    let Step { to, direction, grey, .. } = made.step;
    some(field, seat, !bit(to), character, grey.then_some((to, direction)), each);
}

/// Visits the powers of a seat on the current board, for any move.
pub(super) fn all(field: &Field, seat: Seat, each: impl FnMut(Power)) {
    some(field, seat, u32::MAX, None, None, each);
}

fn some(
    field: &Field,
    seat: Seat,
    givers: u32,
    not: Option<Character>,
    barred: Option<(Square, Direction)>,
    mut each: impl FnMut(Power),
) {
    for square in squares(field.of(seat) & givers) {
        let piece = field.man(square);
        if piece.character == not {
            continue;
        }
        match piece.character {
            Some(Character::Rat) => each(Power::Rat(square)),
            Some(Character::Lizard) if piece.arrows.count() < MANY_ARROWS => {
                let free = !(piece.arrows.black_bits()
                    | if field.variant().is_final() { 0 } else { piece.arrows.grey_bits() });
                for direction in directions(free) {
                    // An arrow over the edge is useless here.
                    if field.next(square, direction).is_some() {
                        each(Power::Lizard(square, direction));
                    }
                }
            }
            Some(Character::Monster) => {
                for next in Direction::ALL.into_iter().step_by(2).filter_map(|way| field.next(square, way)) {
                    // Bites of own pieces are left out.
                    if field.of(!seat) & bit(next) != 0 {
                        let bitten = field.man(next).arrows;
                        directions(bitten.black_bits() | bitten.grey_bits())
                            .for_each(|direction| each(Power::Monster(square, next, direction)));
                    }
                }
            }
            Some(Character::Crow) if field.variant().is_final() => {
                restorable(field, seat, barred, |restored| each(Power::Crow(square, restored)));
            }
            Some(Character::Crow) => each(Power::Crow(square, Restored::Own)),
            Some(Character::Lizard | Character::Guardian) | None => {}
        }
    }
}

/// Visits each piece's grey arrows, as many as one Crow can restore.
fn restorable(field: &Field, seat: Seat, barred: Option<(Square, Direction)>, mut each: impl FnMut(Restored)) {
    for square in squares(field.of(seat)) {
        let mut grey = field.man(square).arrows.grey_bits();
        if let Some((_, direction)) = barred.filter(|&(at, _)| at == square) {
            grey &= !(1 << direction as u8);
        }
        let useful = |direction: &Direction| field.next(square, *direction).is_some();
        let bits = directions(grey).filter(useful).take(MOST_RESTORED as usize);
        let bits = bits.fold(0, |bits, direction| bits | 1 << direction as u8);
        if bits != 0 {
            each(Restored::One(square, bits));
        }
    }
}

/// The squares that a power changes; the first one has the character that is given up.
pub(super) const fn touches(power: Power) -> [Option<Square>; 2] {
    match power {
        Power::Rat(square) | Power::Lizard(square, _) | Power::Crow(square, Restored::Own | Restored::Two(..)) => {
            [Some(square), None]
        }
        Power::Crow(square, Restored::One(other, _)) | Power::Monster(square, other, _) => [Some(square), Some(other)],
    }
}
