//! What a board in battle is worth without looking ahead, in hundredths of a piece.

use super::bout::Bout;
use super::field::{Field, bit, directions, squares};
use deathmatch_rules::game::Seat;
use deathmatch_rules::games::guidance_rite::{Character, Piece, Square};

/// A bout that is won; one that is won sooner is worth more.
pub(super) const WON: i32 = 30_000;
/// From here on a bout is won for certain.
pub(super) const SURE: i32 = 29_000;

/// What a piece is worth for its character.
const fn character(piece: &Piece) -> i32 {
    match piece.character {
        None => 0,
        Some(Character::Rat) => 6,
        Some(Character::Lizard) => 20,
        Some(Character::Crow) => 14,
        Some(Character::Guardian) => 18,
        Some(Character::Monster) => 16,
    }
}

const PIECE: i32 = 100;
/// A black arrow that leads somewhere, and one over the edge.
const ARROW: i32 = 8;
const ARROW_OUT: i32 = 2;
const GREY: i32 = 4;

/// The squares where a seat's pieces could capture next, and those where two or more of them could.
pub(super) struct Reach {
    pub once: u32,
    pub twice: u32,
}

/// What the piece on a square is worth beyond being one.
pub(super) fn piece(field: &Field, square: Square) -> i32 {
    let piece = field.man(square);
    let arrow = |direction| match field.next(square, direction) {
        None if piece.character != Some(Character::Guardian) => ARROW_OUT,
        _ if piece.arrows.is_grey(direction) => GREY,
        _ => ARROW,
    };
    character(piece) + directions(field.usable(piece)).map(arrow).sum::<i32>()
}

/// What a seat's pieces are worth together.
pub(super) fn material(field: &Field, seat: Seat) -> i32 {
    squares(field.of(seat)).map(|square| PIECE + piece(field, square)).sum()
}

/// Where a seat's pieces can capture.
pub(super) fn reach(field: &Field, seat: Seat) -> Reach {
    side(field, seat).1
}

/// What a seat's pieces are worth and where they can capture.
fn side(field: &Field, seat: Seat) -> (i32, Reach) {
    let mut worth = 0;
    let mut reach = Reach { once: 0, twice: 0 };
    let mut hit = |square| {
        reach.twice |= reach.once & bit(square);
        reach.once |= bit(square);
    };
    for square in squares(field.of(seat)) {
        worth += PIECE + piece(field, square);
        let man = field.man(square);
        for direction in directions(field.usable(man)) {
            let Some(next) = field.next(square, direction) else {
                if man.character == Some(Character::Guardian) {
                    hit(field.wrapped(square, direction));
                }
                continue;
            };
            hit(next);
            if man.character == Some(Character::Monster)
                && field.all() & bit(next) == 0
                && let Some(far) = field.next(next, direction)
            {
                hit(far);
            }
        }
    }
    (worth, reach)
}

/// What a battle that is not over is worth to the seat whose turn it is.
pub(super) fn score(bout: &Bout) -> i32 {
    judged(bout).0
}

/// The same, and the squares where the other seat can hit.
pub(super) fn judged(bout: &Bout) -> (i32, u32) {
    let (field, seat) = (&bout.field, bout.to_move);
    let (mine, my_reach) = side(field, seat);
    let (theirs, their_reach) = side(field, !seat);
    let mut score = mine - theirs;
    // What is attacked and not covered is as good as lost; the seat to move can save one piece, and takes one itself.
    let loose = (field.of(seat) & their_reach.once & !my_reach.once).count_ones().cast_signed();
    let covered = (field.of(seat) & their_reach.once & my_reach.once).count_ones().cast_signed();
    let prey = (field.of(!seat) & my_reach.once & !their_reach.once).count_ones().cast_signed();
    let trade = (field.of(!seat) & my_reach.once & their_reach.once).count_ones().cast_signed();
    score -= 25 * (loose - 1).max(0) + 5 * loose + 4 * covered;
    score += 15 * prey.min(4) + 6 * trade;
    if bout.few_for.is_some() {
        // The leading seat wins by waiting.
        let near = 40_u32.saturating_sub(bout.until_drawn()).cast_signed();
        let ahead = if bout.by_lead() == seat { 1 } else { -1 };
        score += ahead * (20 + 2 * near);
    } else {
        score += if bout.by_lead() == seat { 6 } else { -6 };
    }
    // A piece more is worth more the fewer there are.
    let pieces = (field.count(seat) + field.count(!seat)).max(2).cast_signed();
    let difference = field.count(seat).cast_signed() - field.count(!seat).cast_signed();
    (score + difference * 240 / pieces, their_reach.once)
}

/// The chance of a bout that a score stands for.
pub(super) fn chance(score: i32) -> f64 {
    if score > SURE {
        return 1.0;
    }
    if score < -SURE {
        return 0.0;
    }
    1.0 / (1.0 + (-f64::from(score) / SPREAD).exp())
}

/// The score at which a bout is won in about three cases of four, and a little less.
const SPREAD: f64 = 150.0;
/// How much of a score is a whole chance where chances are even, and one changes the other most.
pub(super) const STEEPEST: f64 = 4.0 * SPREAD;
