//! The static value of a board in battle, in hundredths of a piece.

use super::search_battle::SearchBattle;
use super::search_board::{Field, bit, directions, squares};
use deathmatch_rules::game::Seat;
use deathmatch_rules::games::guidance_rite::{Character, Piece, Square};

/// The score of a won bout; an earlier win scores more.
pub(super) const WON: i32 = 30_000;
/// The least score of a certain win.
pub(super) const SURE: i32 = 29_000;

/// The value of a piece's character.
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
/// The value of a black arrow on the board, and of one over the edge.
const ARROW: i32 = 8;
const ARROW_OUT: i32 = 2;
const GREY: i32 = 4;

/// The squares where a seat's pieces could capture next, and those where two or more of them could.
pub(super) struct Reach {
    pub once: u32,
    pub twice: u32,
}

/// The value of the piece on a square, beyond the value of any piece.
pub(super) fn piece(field: &Field, square: Square) -> i32 {
    let piece = field.man(square);
    let arrow = |direction| match field.next(square, direction) {
        None if piece.character != Some(Character::Guardian) => ARROW_OUT,
        _ if piece.arrows.is_grey(direction) => GREY,
        _ => ARROW,
    };
    character(piece) + directions(field.usable(piece)).map(arrow).sum::<i32>()
}

/// The total value of a seat's pieces.
pub(super) fn material(field: &Field, seat: Seat) -> i32 {
    squares(field.of(seat)).map(|square| PIECE + piece(field, square)).sum()
}

/// The squares where a seat's pieces can capture.
pub(super) fn reach(field: &Field, seat: Seat) -> Reach {
    side(field, seat).1
}

/// The value of a seat's pieces, and the squares where they can capture.
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

/// The static value of a running battle for the seat on move.
pub(super) fn score(bout: &SearchBattle) -> i32 {
    judged(bout).0
}

/// The static value, and the squares where the other seat can capture.
pub(super) fn judged(bout: &SearchBattle) -> (i32, u32) {
    let (field, seat) = (&bout.field, bout.to_move);
    let (mine, my_reach) = side(field, seat);
    let (theirs, their_reach) = side(field, !seat);
    let mut score = mine - theirs;
    // Attacked pieces without cover are as good as lost. The seat on move can save one, and captures one itself.
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
    // An extra piece is worth more when there are fewer pieces.
    let pieces = (field.count(seat) + field.count(!seat)).max(2).cast_signed();
    let difference = field.count(seat).cast_signed() - field.count(!seat).cast_signed();
    (score + difference * 240 / pieces, their_reach.once)
}

/// The chance to win the bout for a score.
pub(super) fn chance(score: i32) -> f64 {
    if score > SURE {
        return 1.0;
    }
    if score < -SURE {
        return 0.0;
    }
    1.0 / (1.0 + (-f64::from(score) / SPREAD).exp())
}

/// The scale of scores: at this score, slightly fewer than three bouts of four are won.
const SPREAD: f64 = 150.0;
/// The slope of the score by the chance at even chances, where it is smallest.
pub(super) const STEEPEST: f64 = 4.0 * SPREAD;
