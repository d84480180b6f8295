//! The resolution of a turn, of one seat or of both at once.
//!
//! - A turn of bouts 1 and 2 is a simultaneous turn with one seat's order, so both use the same code. The effect of an order alone decides
//!   whether it is legal.
//! - Items, moves, after-effects and powers apply in this sequence. Within each of them, both seats act at once.
//! - This module sees only a board. Time, strikes and the end of a bout are handled elsewhere.

use super::board::Board;
use super::effect::{Effect, Lost};
use super::items;
use super::movement::{Step, barrier, step_to};
use super::order::{Act, Brought, How, Item, Power};
use super::piece::{Character, Piece};
use super::powers;
use super::ruleset::Variant;
use super::square::{Direction, Square};
use crate::game::{BySeat, Seat};

/// A legal move.
#[derive(Clone, Copy, Debug)]
pub struct Made {
    pub step: Step,
    pub how: How,
}

/// The results of a turn besides the board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Done {
    /// The used items.
    pub used: BySeat<Option<Item>>,
    /// Whether a piece was removed from the board.
    pub removed: bool,
}

/// The moved piece after its move alone, as far as powers depend on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landing {
    /// The square of the moved piece.
    pub square: Square,
    /// Its character before the move.
    pub character: Option<Character>,
    /// The arrow that a Crow may not restore: the moved piece's arrow in the direction of a move along a grey arrow.
    pub barred: Option<(Square, Direction)>,
}

/// Resolves both seats' parts of a turn.
pub fn carry_out(board: &mut Board, variant: Variant, brought: &BySeat<Brought>, mut log: impl FnMut(Effect)) -> Done {
    let mut done = Done::default();
    let mut log = |effect: Effect| {
        done.removed |= effect.removes();
        log(effect);
    };
    let mut used = BySeat::default();
    for seat in Seat::ALL {
        match brought[seat] {
            Brought::Idle(why) => log(Effect::Passed { seat, why }),
            Brought::Turn(turn) => {
                let Some(item) = turn.item else { continue };
                if items::objection(board, seat, item).is_none() {
                    items::apply(board, seat, item, &mut log);
                    used[seat] = Some(item);
                } else {
                    log(Effect::ItemFailed { seat, item });
                }
            }
            Brought::Waits => {}
        }
    }
    let acts = BySeat::from_fn(|seat| brought[seat].turn().and_then(|turn| turn.act));
    let judged = BySeat::from_fn(|seat| acts[seat].and_then(|act| judge(board, variant, seat, &act)));
    let mut powers = BySeat::default();
    for seat in Seat::ALL {
        match (acts[seat], judged[seat]) {
            (Some(act), None) => log(Effect::MoveFailed { seat, from: act.from, to: act.to }),
            (Some(Act { power: Some(power), .. }), Some(made)) => {
                let (after, landing) = alone(board, variant, seat, made);
                if powers::objection(&after, variant, seat, &landing, power).is_none() {
                    powers[seat] = Some(power);
                } else {
                    log(Effect::PowerFailed { seat, power });
                }
            }
            (Some(_), Some(_)) => {}
            (None, _) => {
                if let Brought::Turn(turn) = brought[seat]
                    && turn.item.is_none()
                {
                    log(Effect::Passed { seat, why: super::order::Idle::Passed });
                }
            }
        }
    }
    moves(board, variant, &judged, &mut log);
    powers::apply(board, variant, &powers, &mut log);
    done.used = used;
    done
}

/// The move of an order on a board that may have changed, if it is legal. Any character may make it.
#[must_use]
pub fn judge(board: &Board, variant: Variant, seat: Seat, act: &Act) -> Option<Made> {
    let mover = board.at(act.from).filter(|piece| piece.is_of(seat))?;
    let step = step_to(board, variant, act.from, act.to)?;
    let target = board.at(act.to);
    let own = target.filter(|piece| piece.is_of(seat));
    let legal = match (act.how, own) {
        (How::Swap, Some(own)) => {
            own.character == Some(Character::Guardian) && mover.character != Some(Character::Guardian)
        }
        (How::Adopt, Some(own)) => variant.is_final() && barrier(mover, own).is_none(),
        (How::Plain | How::Capture, Some(own)) => barrier(mover, own).is_none(),
        (How::Plain, None) => true,
        (How::Capture, None) => target.is_some(),
        (How::Swap | How::Adopt, None) => false,
    };
    legal.then_some(Made { step, how: act.how })
}

/// The board after one seat's move, without the other seat.
pub(super) fn alone(board: &Board, variant: Variant, seat: Seat, made: Made) -> (Board, Landing) {
    let mut after = *board;
    let mut judged = BySeat::default();
    judged[seat] = Some(made);
    moves(&mut after, variant, &judged, &mut |_| {});
    let Step { from, to, direction, grey, .. } = made.step;
    let character = board.at(from).and_then(|piece| piece.character);
    (after, Landing { square: to, character, barred: grey.then_some((to, direction)) })
}

/// A piece on its way to a square.
#[derive(Clone, Copy)]
struct Arrival {
    seat: Seat,
    piece: Piece,
    to: Square,
    /// The moved piece's move; `None` for a Guardian that exchanges places.
    made: Option<Made>,
}

/// Applies all moves at once, and their after-effects on the moved pieces.
fn moves(board: &mut Board, variant: Variant, judged: &BySeat<Option<Made>>, log: &mut impl FnMut(Effect)) {
    let mut arrivals: [Option<Arrival>; 4] = [None; 4];
    for (seat, made) in judged.iter() {
        if let Some(made) = made {
            let places = 2 * (seat as usize);
            leave(board, seat, *made, &mut arrivals[places..places + 2], log);
        }
    }
    for at in 0..arrivals.len() {
        let Some(arrival) = arrivals[at] else { continue };
        let meets = |other: &Option<Arrival>| other.is_some_and(|other| other.to == arrival.to);
        let collides = arrivals.iter().filter(|other| meets(other)).count() > 1;
        if collides {
            let first = arrivals[..at].iter().all(|other| !meets(other));
            let standing = board.take(arrival.to).filter(|_| first);
            for piece in standing.into_iter().chain([arrival.piece]) {
                log(Effect::Collided { square: arrival.to, owner: piece.owner, character: piece.character });
            }
            continue;
        }
        let captured = board.take(arrival.to);
        board.put(arrival.to, arrival.piece);
        if let Some(Piece { owner, character, .. }) = captured {
            log(Effect::Captured { by: arrival.seat, square: arrival.to, owner, character });
        }
        arrivals[at] = None;
        if let Some(made) = arrival.made {
            settle(board, variant, &made, captured, log);
        }
    }
}

/// Takes a moved piece off the board, and the Guardian that it exchanges places with.
fn leave(board: &mut Board, seat: Seat, made: Made, arrivals: &mut [Option<Arrival>], log: &mut impl FnMut(Effect)) {
    let Step { from, to, direction, grey, far, wraps } = made.step;
    let mut piece = board.take(from).expect("a judged move has a piece to move");
    log(Effect::Moved { seat, character: piece.character, from, to, direction, far, wraps });
    if grey {
        piece.arrows.remove(direction);
        log(Effect::UsedUp { seat, square: to, direction });
        if piece.regrow() {
            log(Effect::Regrew { square: to, arrows: piece.arrows });
        }
    }
    arrivals[0] = Some(Arrival { seat, piece, to, made: Some(made) });
    if made.how == How::Swap {
        let mut guardian = board.take(to).expect("a judged swap has a Guardian to change places with");
        guardian.character = None;
        log(Effect::Displaced { seat, from: to, to: from });
        arrivals[1] = Some(Arrival { seat, piece: guardian, to: from, made: None });
    }
}

/// Applies the after-effects of a piece's own move.
fn settle(board: &mut Board, variant: Variant, made: &Made, captured: Option<Piece>, log: &mut impl FnMut(Effect)) {
    let Step { to: square, direction, grey, far, wraps, .. } = made.step;
    let piece = board.at_mut(square).expect("the piece has just arrived");
    let character = piece.character;
    match character {
        Some(Character::Rat) => {
            piece.arrows = piece.arrows.turned(1);
            log(Effect::Turned { square, arrows: piece.arrows });
        }
        Some(Character::Crow) if far => {
            piece.arrows.grey_out(direction);
            log(Effect::Greyed { square, direction });
        }
        Some(Character::Lizard) if !grey => {
            piece.arrows.remove(direction);
            log(Effect::Dropped { square, direction });
            regrow(piece, square, log);
        }
        Some(Character::Guardian) if wraps && captured.is_some() => {
            piece.character = None;
            let why = Lost::CaptureOverTheEdge;
            log(Effect::CharacterLost { square, character: Character::Guardian, why });
        }
        Some(Character::Monster) if !far => {
            piece.character = None;
            log(Effect::CharacterLost { square, character: Character::Monster, why: Lost::ShortMove });
        }
        _ => {}
    }
    let Some(own) = captured.filter(|captured| variant.is_final() && captured.owner == piece.owner) else { return };
    for taken in own.arrows.black() {
        piece.arrows.grey_out(taken);
    }
    log(Effect::Absorbed { square, arrows: piece.arrows });
    regrow(piece, square, log);
    if made.how == How::Adopt {
        let before = piece.character;
        piece.character = own.character;
        log(Effect::Adopted { square, before, after: own.character });
        regrow(piece, square, log);
    }
    piece.marked = true;
    log(Effect::Marked { square });
}

fn regrow(piece: &mut Piece, square: Square, log: &mut impl FnMut(Effect)) {
    if piece.regrow() {
        log(Effect::Regrew { square, arrows: piece.arrows });
    }
}

/// The board after one seat's move and a power without objections.
pub(super) fn after(board: &Board, variant: Variant, seat: Seat, made: Made, power: Power) -> Board {
    let (mut after, _) = alone(board, variant, seat, made);
    let mut given = BySeat::default();
    given[seat] = Some(power);
    powers::apply(&mut after, variant, &given, &mut |_| {});
    after
}
