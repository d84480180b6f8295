//! The fairness of generated boards, measured by play between two equal players.
//!
//! Both players claim at random. In battle each looks one move ahead. Pieces count most, then own pieces that could be captured at once,
//! then enemy ones, then useful arrows. Equal moves are chosen among at random. A power is used if it improves the best move.

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};

use super::board::Board;
use super::claim_round;
use super::drawn_state::{LONG_TURNS, TURNS};
use super::generator;
use super::legal_turns::Ground;
use super::movement::{steps, ways};
use super::order::{How, Item, Power};
use super::piece::Character;
use super::powers;
use super::ruleset::{Ruleset, Variant};
use super::square::{COLUMNS, Square};
use super::turn::{Made, after, alone};
use crate::game::{BySeat, Seat, Seed};

/// The number of games on each board, and on each board whose pieces are measured individually.
const GAMES: u32 = 6;
const CLOSE_GAMES: u32 = 1_200;
/// One board out of this many has its pieces measured individually.
const CLOSE_IN: u32 = 50;

/// A win rate.
#[derive(Clone, Copy, Default)]
struct Rate {
    won: u32,
    of: u32,
}

impl Rate {
    fn add(&mut self, won: bool) {
        self.won += u32::from(won);
        self.of += 1;
    }

    fn percent(self) -> f64 {
        100.0 * f64::from(self.won) / f64::from(self.of.max(1))
    }
}

/// Plays on `count` boards, and returns pairs of name and figure.
pub(super) fn survey(ruleset: &Ruleset, count: u32) -> Vec<(String, String)> {
    let variant = ruleset.variant;
    let mut first = Rate::default();
    let (mut decided, mut plies) = (0_u32, 0_u32);
    let mut by_character = [Rate::default(); 6];
    let mut by_place = [Rate::default(); 3];
    let (mut pieces, mut games) = (Vec::new(), 0_u32);
    for index in 0..count {
        let seed = Seed::new(format!("survey {index}"));
        let board = generator::board(variant, &seed, 1);
        let close = index % CLOSE_IN == 0;
        let mut by_square = vec![Rate::default(); board.squares().len()];
        let mut chance = seed.generator("play");
        for _ in 0..if close { CLOSE_GAMES } else { GAMES } {
            let (owners, game) = play(variant, board, &mut chance);
            games += 1;
            plies += game.plies;
            decided += u32::from(game.by_capture);
            first.add(game.winner == game.first);
            for (square, piece) in owners.pieces() {
                let won = piece.owner == Some(game.winner);
                by_square[square.index()].add(won);
                by_character[piece.character.map_or(5, |character| character as usize)].add(won);
                by_place[place(square, board.rows())].add(won);
            }
        }
        if close {
            pieces.extend(by_square.into_iter().filter(|rate| rate.of > 0).map(Rate::percent));
        }
    }
    pieces.sort_unstable_by(f64::total_cmp);
    let above = |bound: f64| pieces.iter().filter(|&&rate| rate > bound).count();
    let name = |at: usize| Character::ALL.get(at).map_or("blank", |character| character.id());
    let characters = by_character.iter().enumerate().map(|(at, rate)| format!("{} {:.1}", name(at), rate.percent()));
    let places =
        ["corner", "edge", "middle"].iter().zip(by_place).map(|(name, rate)| format!("{name} {:.1}", rate.percent()));
    let line = |name: &str, words: String| (name.to_owned(), words);
    vec![
        line("boards", format!("{count}, {games} games")),
        line("first mover wins", format!("{:.1} %", first.percent())),
        line("won by captures", format!("{:.1} %", Rate { won: decided, of: games }.percent())),
        line("plies a game", format!("{:.1}", f64::from(plies) / f64::from(games.max(1)))),
        line("owner wins, by character", format!("{} %", characters.collect::<Vec<_>>().join(", "))),
        line("owner wins, by place", format!("{} %", places.collect::<Vec<_>>().join(", "))),
        line(
            "owner wins, by piece",
            format!(
                "{:.1} to {:.1} % over {} pieces, {} above 60 %, {} above 65 %",
                pieces.first().unwrap_or(&0.0),
                pieces.last().unwrap_or(&0.0),
                pieces.len(),
                above(60.0),
                above(65.0)
            ),
        ),
    ]
}

/// The kind of place: corner, edge or middle.
fn place(square: Square, rows: u8) -> usize {
    let side = square.column() == 0 || square.column() + 1 == COLUMNS;
    let end = square.row() == 0 || square.row() + 1 == rows;
    2 - usize::from(side) - usize::from(end)
}

struct Played {
    first: Seat,
    winner: Seat,
    by_capture: bool,
    plies: u32,
}

/// Plays a bout, and returns the board after the claims and the result.
fn play(variant: Variant, mut board: Board, chance: &mut impl Rng) -> (Board, Played) {
    let mut rest: Vec<Square> = board.unclaimed().collect();
    while rest.len() > claim_round::LEFT_OVER {
        let claims = BySeat::from_fn(|_| {
            rest.shuffle(chance);
            rest[..2].to_vec()
        });
        claim_round::settle(&mut board, &claims, &mut |_| {});
        rest = board.unclaimed().collect();
    }
    claim_round::clear(&mut board, &mut |_| {});
    let owners = board;
    let first = if chance.random_ratio(1, 2) { Seat::Ec } else { Seat::Dmo };
    let mut seat = first;
    let (mut plies, mut quiet, mut few_for) = (0, 0, None);
    let played = |winner, by_capture, plies| Played { first, winner, by_capture, plies };
    let mut lead = Seat::Dmo;
    loop {
        let census = board.census();
        if census.ec != census.dmo {
            lead = if census.ec > census.dmo { Seat::Ec } else { Seat::Dmo };
        }
        if let Some(out) = Seat::ALL.into_iter().find(|&seat| census[seat] == 0) {
            return (owners, played(!out, true, plies));
        }
        let few = census.ec.max(census.dmo) <= variant.few();
        few_for = few_for.map(|turns: u32| turns + 1).or(few.then_some(0));
        let drawn = quiet >= 2 * LONG_TURNS || (quiet >= 2 * TURNS && few_for.is_some_and(|turns| turns >= 2 * TURNS));
        if drawn {
            return (owners, played(lead, false, plies));
        }
        let before = census.ec + census.dmo;
        if let Some(next) = best(variant, &board, seat, chance) {
            board = next;
        }
        let now = board.census();
        quiet = if now.ec + now.dmo < before { 0 } else { quiet + 1 };
        plies += 1;
        seat = !seat;
    }
}

/// The board after the best move.
fn best(variant: Variant, board: &Board, seat: Seat, chance: &mut impl Rng) -> Option<Board> {
    let mut top = i32::MIN;
    let mut found: Vec<(Made, Board)> = Vec::new();
    let ground = Ground { board: *board, item: None::<Item> };
    for (from, _) in ground.board.pieces_of(seat) {
        for step in steps(board, variant, from) {
            for how in ways(board, variant, step) {
                let made = Made { step, how };
                let (next, _) = alone(board, variant, seat, made);
                let worth = worth(variant, &next, seat);
                if worth > top {
                    top = worth;
                    found.clear();
                }
                if worth == top {
                    found.push((made, next));
                }
            }
        }
    }
    let &(made, plain) = found.choose(chance)?;
    let mut result = plain;
    if made.how != How::Swap {
        let (next, landing) = alone(board, variant, seat, made);
        let mut better = |power: Power| {
            let next = after(board, variant, seat, made, power);
            let worth = worth(variant, &next, seat);
            // A given-up character has a value, too.
            if worth > top + 15 {
                top = worth - 15;
                result = next;
            }
        };
        powers::all(&next, variant, seat, &landing, &mut better);
    }
    Some(result)
}

/// The value of a position for the seat that has just moved.
fn worth(variant: Variant, board: &Board, seat: Seat) -> i32 {
    let census = board.census();
    let mut worth = 100 * (i32::from(census[seat]) - i32::from(census[!seat]));
    let (mut hanging, mut hit) = (0_u32, 0_u32);
    for (square, piece) in board.pieces() {
        for step in steps(board, variant, square) {
            let enemy = board.at(step.to).is_some_and(|other| other.owner != piece.owner);
            let bit = 1 << step.to.index();
            if piece.is_of(seat) {
                worth += 1;
                hit |= if enemy { bit } else { 0 };
            } else {
                worth -= 1;
                hanging |= if enemy { bit } else { 0 };
            }
        }
    }
    // The opponent moves next and captures one of them.
    if hanging != 0 {
        worth -= 80;
    }
    worth + 8 * i32::try_from(hit.count_ones()).unwrap_or(0)
}
