//! Powers: characters given up for an effect.

use super::board::Board;
use super::effect::Effect;
use super::order::{Power, Restored};
use super::piece::{Character, Piece};
use super::ruleset::Variant;
use super::square::{Direction, Square};
use super::turn::Landing;
use crate::game::{BySeat, Seat};

/// The number of arrows at which a Lizard may not get another one.
pub const MANY_ARROWS: u32 = 6;
/// The most grey arrows of one piece that a Crow restores.
pub const MOST_RESTORED: u32 = 3;

/// The reason why a power cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Objection {
    /// The moved piece had the same character.
    SameCharacter(Character),
    /// The moved piece itself would give up its character.
    IsMover(Square),
    /// After the move, the square has no own piece with that character.
    NoSuchPiece(Square, Character),
    /// The Lizard has too many arrows.
    ManyArrows(Square),
    /// The Lizard already has a black arrow in that direction.
    HasArrow(Square, Direction),
    /// The target is not an orthogonal neighbour of the Monster.
    NotNext(Square, Square),
    /// The target has no arrow in that direction.
    NoArrow(Square, Direction),
    /// No own piece has a grey arrow there.
    NoGrey(Square, Direction),
    /// The arrow was used in the same move.
    JustUsed(Square, Direction),
}

/// The objection to a power after its seat's move alone, if any.
pub(super) fn objection(
    board: &Board,
    variant: Variant,
    seat: Seat,
    landing: &Landing,
    power: Power,
) -> Option<Objection> {
    let (square, character) = (power.square(), power.character());
    if landing.character == Some(character) {
        return Some(Objection::SameCharacter(character));
    }
    if landing.square == square {
        return Some(Objection::IsMover(square));
    }
    let Some(giver) = giver(board, seat, power) else { return Some(Objection::NoSuchPiece(square, character)) };
    match power {
        Power::Rat(_) => None,
        Power::Lizard(_, direction) => gift_objection(variant, square, giver, direction),
        Power::Monster(_, target, direction) => {
            if !square.is_next_to(target) {
                Some(Objection::NotNext(square, target))
            } else if board.at(target).is_none_or(|piece| !piece.arrows.has(direction)) {
                Some(Objection::NoArrow(target, direction))
            } else {
                None
            }
        }
        Power::Crow(_, restored) => restored.arrows().find_map(|(square, direction)| {
            if landing.barred == Some((square, direction)) {
                Some(Objection::JustUsed(square, direction))
            } else {
                let grey = board.at(square).is_some_and(|piece| piece.is_of(seat) && piece.arrows.is_grey(direction));
                (!grey).then_some(Objection::NoGrey(square, direction))
            }
        }),
    }
}

/// The piece that gives up its character, if it is still there and has it.
fn giver(board: &Board, seat: Seat, power: Power) -> Option<&Piece> {
    board.at(power.square()).filter(|piece| piece.is_of(seat) && piece.character == Some(power.character()))
}

fn gift_objection(variant: Variant, square: Square, lizard: &Piece, direction: Direction) -> Option<Objection> {
    let taken = lizard.arrows.is_black(direction) || (lizard.arrows.is_grey(direction) && !variant.is_final());
    if lizard.arrows.count() >= MANY_ARROWS {
        Some(Objection::ManyArrows(square))
    } else if taken {
        Some(Objection::HasArrow(square, direction))
    } else {
        None
    }
}

/// Applies both seats' powers: first all bites at once, then regrowth, Rats, Crows and Lizards.
pub(super) fn apply(board: &mut Board, variant: Variant, powers: &BySeat<Option<Power>>, log: &mut impl FnMut(Effect)) {
    bite(board, powers, log);
    for seat in Seat::ALL {
        let Some(power) = powers[seat] else { continue };
        if matches!(power, Power::Monster(..)) {
            continue;
        }
        let square = power.square();
        if giver(board, seat, power).is_none() {
            log(Effect::PowerFailed { seat, power });
            continue;
        }
        let works = match power {
            Power::Crow(_, restored) => restore(board, seat, square, restored, log),
            Power::Rat(_) => {
                let rat = board.at_mut(square).expect("the giver stands");
                rat.arrows = rat.arrows.turned(4);
                log(Effect::TurnedBack { seat, square, arrows: rat.arrows });
                true
            }
            Power::Lizard(_, direction) => {
                let lizard = board.at_mut(square).expect("the giver stands");
                let works = gift_objection(variant, square, lizard, direction).is_none();
                if works {
                    lizard.arrows.blacken(direction);
                    log(Effect::Gifted { seat, square, direction });
                }
                works
            }
            Power::Monster(..) => false,
        };
        if works {
            board.at_mut(square).expect("the giver stands").character = None;
        } else {
            log(Effect::PowerFailed { seat, power });
        }
    }
}

fn bite(board: &mut Board, powers: &BySeat<Option<Power>>, log: &mut impl FnMut(Effect)) {
    // Both bites are judged before either is applied.
    let lands = BySeat::from_fn(|seat| {
        let power = powers[seat]?;
        let Power::Monster(square, target, direction) = power else { return None };
        let giver = giver(board, seat, power).is_some();
        let bitten = board.at(target).filter(|piece| giver && piece.arrows.has(direction));
        Some((power, bitten.map(|piece| (square, target, piece.character, direction, piece.arrows.is_grey(direction)))))
    });
    for seat in Seat::ALL {
        match lands[seat] {
            None => {}
            Some((power, None)) => log(Effect::PowerFailed { seat, power }),
            Some((_, Some((square, target, character, direction, grey)))) => {
                if let Some(piece) = board.at_mut(target) {
                    piece.arrows.remove(direction);
                }
                if let Some(monster) = board.at_mut(square) {
                    monster.character = None;
                }
                log(Effect::Bit { seat, square, target, character, direction, grey });
            }
        }
    }
    for (_, landed) in lands.iter() {
        if let Some((_, Some((_, target, ..)))) = *landed
            && let Some(piece) = board.at_mut(target)
            && piece.regrow()
        {
            log(Effect::Regrew { square: target, arrows: piece.arrows });
        }
    }
}

/// Turns a Crow's arrows black, and returns whether there were any.
fn restore(board: &mut Board, seat: Seat, crow: Square, restored: Restored, log: &mut impl FnMut(Effect)) -> bool {
    let mut arrows = [None; 8];
    let mut count = 0;
    let mut add = |square: Square, direction: Direction| {
        arrows[count] = Some((square, direction));
        count += 1;
    };
    match restored {
        Restored::Own => {
            for direction in board.at(crow).into_iter().flat_map(|piece| piece.arrows.grey()) {
                add(crow, direction);
            }
        }
        named => {
            for (square, direction) in named.arrows() {
                if board.at(square).is_some_and(|piece| piece.is_of(seat) && piece.arrows.is_grey(direction)) {
                    add(square, direction);
                }
            }
        }
    }
    if count == 0 && restored != Restored::Own {
        return false;
    }
    log(Effect::CrowSpent { seat, square: crow, arrows: u8::try_from(count).unwrap_or(u8::MAX) });
    for (square, direction) in arrows.into_iter().flatten() {
        board.at_mut(square).expect("its arrow is grey").arrows.blacken(direction);
        log(Effect::Restored { square, direction });
    }
    true
}

/// Whether a power would change no arrow, after its seat's move alone.
pub(super) fn is_idle(board: &Board, variant: Variant, seat: Seat, power: Power) -> bool {
    let (mut after, mut powers) = (*board, BySeat::default());
    powers[seat] = Some(power);
    apply(&mut after, variant, &powers, &mut |_| {});
    board
        .squares()
        .all(|square| board.at(square).map(|piece| piece.arrows) == after.at(square).map(|piece| piece.arrows))
}

/// Visits the legal powers after a seat's move alone, by character and square; for the Crow, each set of arrows.
pub(super) fn all(board: &Board, variant: Variant, seat: Seat, landing: &Landing, mut each: impl FnMut(Power)) {
    for (square, piece) in board.pieces_of(seat) {
        let Some(character) = piece.character else { continue };
        if square == landing.square || landing.character == Some(character) {
            continue;
        }
        match character {
            Character::Rat => each(Power::Rat(square)),
            Character::Guardian => {}
            Character::Lizard => {
                for direction in Direction::ALL {
                    if gift_objection(variant, square, piece, direction).is_none() {
                        each(Power::Lizard(square, direction));
                    }
                }
            }
            Character::Monster => {
                for target in square.neighbours(board.rows()) {
                    for direction in board.at(target).into_iter().flat_map(|piece| piece.arrows.all()) {
                        each(Power::Monster(square, target, direction));
                    }
                }
            }
            Character::Crow if variant.is_final() => {
                restorable_sets(board, seat, landing, |restored| each(Power::Crow(square, restored)));
            }
            Character::Crow => each(Power::Crow(square, Restored::Own)),
        }
    }
}

/// The grey arrows that a Crow could restore, in reading order and clockwise.
pub(super) fn restorable(board: &Board, seat: Seat, landing: &Landing) -> impl Iterator<Item = (Square, Direction)> {
    let barred = landing.barred;
    board
        .pieces_of(seat)
        .flat_map(|(square, piece)| piece.arrows.grey().map(move |direction| (square, direction)))
        .filter(move |&arrow| barred != Some(arrow))
}

fn restorable_sets(board: &Board, seat: Seat, landing: &Landing, mut each: impl FnMut(Restored)) {
    let arrows: Vec<_> = restorable(board, seat, landing).collect();
    for (at, &(square, direction)) in arrows.iter().enumerate() {
        let one = 1_u8 << direction as u8;
        each(Restored::One(square, one));
        for (next, &(other, second)) in arrows.iter().enumerate().skip(at + 1) {
            if other != square {
                each(Restored::Two((square, direction), (other, second)));
                continue;
            }
            let two = one | 1 << second as u8;
            each(Restored::One(square, two));
            for &(third_square, third) in &arrows[next + 1..] {
                if third_square == square {
                    each(Restored::One(square, two | 1 << third as u8));
                }
            }
        }
    }
}
