//! The board in a search's representation: squares as bits, precomputed steps, and an incremental hash.
//!
//! It plays turns like [`turn`](deathmatch_rules::games::guidance_rite::turn); a test plays both side by side.

use deathmatch_rules::game::{BySeat, Seat};
use deathmatch_rules::games::guidance_rite::{
    Act, Arrows, Board, COLUMNS, Character, Direction, How, Item, MOST_SQUARES, Made, Piece, Power, Restored, Square,
    Step, Turn, Variant, items, movement::barrier,
};

/// All squares of the largest board, by index.
const SQUARES: [Square; MOST_SQUARES] = {
    let first = Square::new(0, 0).expect("on the board");
    let mut squares = [first; MOST_SQUARES];
    let mut at: u8 = 0;
    while (at as usize) < MOST_SQUARES {
        squares[at as usize] = Square::new(at % COLUMNS, at / COLUMNS).expect("on the board");
        at += 1;
    }
    squares
};

/// The next square in each direction, `None` off the board; and the next square on a board whose opposite edges meet.
struct Ways {
    next: [[Option<Square>; 8]; MOST_SQUARES],
    wrapped: [[Square; 8]; MOST_SQUARES],
}

const fn ways(rows: u8) -> Ways {
    let mut ways = Ways { next: [[None; 8]; MOST_SQUARES], wrapped: [[SQUARES[0]; 8]; MOST_SQUARES] };
    let mut at = 0;
    while at < rows * COLUMNS {
        let (column, row) = (at % COLUMNS, at / COLUMNS);
        let mut way = 0;
        while way < 8 {
            let (right, down) = Direction::ALL[way].offset();
            // Coordinates are increased by one, so that none falls below 0.
            let (to_column, to_row) = ((column + 1).wrapping_add_signed(right), (row + 1).wrapping_add_signed(down));
            if to_column >= 1 && to_column <= COLUMNS && to_row >= 1 && to_row <= rows {
                ways.next[at as usize][way] = Square::new(to_column - 1, to_row - 1);
            }
            let (column, row) = ((to_column + COLUMNS - 1) % COLUMNS, (to_row + rows - 1) % rows);
            ways.wrapped[at as usize][way] = SQUARES[(row * COLUMNS + column) as usize];
            way += 1;
        }
        at += 1;
    }
    ways
}

static FIVE: Ways = ways(5);
static SIX: Ways = ways(6);

/// The squares of a set, in reading order.
pub(super) fn squares(mut bits: u32) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let at = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        SQUARES.get(at).copied()
    })
}

/// The set of one square.
pub(super) const fn bit(square: Square) -> u32 {
    1 << square.index()
}

/// The directions of some arrows, one bit each.
pub(super) fn directions(mut bits: u8) -> impl Iterator<Item = Direction> {
    std::iter::from_fn(move || {
        let at = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        Direction::ALL.get(at).copied()
    })
}

/// A seat's actions in a turn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Deed {
    pub item: Option<Item>,
    pub made: Option<Made>,
    pub power: Option<Power>,
}

impl Deed {
    pub(super) const fn moves(step: Step, how: How) -> Self {
        Self { item: None, made: Some(Made { step, how }), power: None }
    }

    pub(super) fn turn(&self) -> Turn {
        let act = |Made { step, how }| Act { from: step.from, to: step.to, how, power: self.power };
        Turn { item: self.item, act: self.made.map(act) }
    }

    /// The start and the target as a small number.
    pub(super) fn path(&self) -> usize {
        self.made.map_or(0, |made| made.step.from.index() << 5 | made.step.to.index())
    }
}

/// A board in battle.
#[derive(Clone, Copy)]
pub(super) struct Field {
    /// The piece on each square; meaningless for an empty square.
    men: [Piece; MOST_SQUARES],
    of: BySeat<u32>,
    variant: Variant,
    key: u64,
}

impl Field {
    /// A board without the unclaimed pieces.
    pub(super) fn new(board: &Board, variant: Variant) -> Self {
        let blank = Piece { owner: None, character: None, arrows: Arrows::default(), marked: false };
        let mut field = Self { men: [blank; MOST_SQUARES], of: BySeat::default(), variant, key: 0 };
        for (square, &piece) in board.pieces() {
            field.put(square, piece);
        }
        field
    }

    pub(super) fn board(&self) -> Board {
        let mut board = Board::empty(self.variant.rows());
        for square in squares(self.of.ec | self.of.dmo) {
            board.put(square, *self.man(square));
        }
        board
    }

    pub(super) const fn variant(&self) -> Variant {
        self.variant
    }

    /// A hash of the pieces and squares.
    pub(super) const fn key(&self) -> u64 {
        self.key
    }

    /// The squares of a seat's pieces.
    pub(super) fn of(&self, seat: Seat) -> u32 {
        self.of[seat]
    }

    pub(super) const fn all(&self) -> u32 {
        self.of.ec | self.of.dmo
    }

    pub(super) fn count(&self, seat: Seat) -> u32 {
        self.of[seat].count_ones()
    }

    /// The piece on a square, which must not be empty.
    pub(super) const fn man(&self, square: Square) -> &Piece {
        &self.men[square.index()]
    }

    const fn ways(&self) -> &'static Ways {
        match self.variant {
            Variant::Dm11 => &FIVE,
            Variant::Final => &SIX,
        }
    }

    pub(super) const fn next(&self, square: Square, direction: Direction) -> Option<Square> {
        self.ways().next[square.index()][direction as usize]
    }

    /// The target of a Guardian's arrow over the edge.
    pub(super) const fn wrapped(&self, square: Square, direction: Direction) -> Square {
        self.ways().wrapped[square.index()][direction as usize]
    }

    const fn holds(&self, square: Square) -> bool {
        self.all() & bit(square) != 0
    }

    /// The directions in which a piece may move.
    pub(super) const fn usable(&self, piece: &Piece) -> u8 {
        match self.variant {
            Variant::Dm11 => piece.arrows.black_bits(),
            Variant::Final => piece.arrows.black_bits() | piece.arrows.grey_bits(),
        }
    }

    pub(super) fn put(&mut self, square: Square, piece: Piece) {
        if let Some(owner) = piece.owner {
            self.men[square.index()] = piece;
            self.of[owner] |= bit(square);
            self.key ^= hash(square, &piece);
        }
    }

    fn lift(&mut self, square: Square) -> Option<Piece> {
        if !self.holds(square) {
            return None;
        }
        let piece = self.men[square.index()];
        self.key ^= hash(square, &piece);
        self.of.ec &= !bit(square);
        self.of.dmo &= !bit(square);
        Some(piece)
    }

    fn change(&mut self, square: Square, change: impl FnOnce(&mut Piece)) {
        if let Some(mut piece) = self.lift(square) {
            change(&mut piece);
            self.put(square, piece);
        }
    }

    /// Visits the steps of the piece on a square, regardless of the target.
    pub(super) fn steps(&self, from: Square, mut each: impl FnMut(Step)) {
        let piece = self.man(from);
        for direction in directions(self.usable(piece)) {
            let grey = piece.arrows.is_grey(direction);
            let step = Step { from, to: from, direction, grey, far: false, wraps: false };
            let Some(next) = self.next(from, direction) else {
                if piece.character == Some(Character::Guardian) {
                    each(Step { to: self.wrapped(from, direction), wraps: true, ..step });
                }
                continue;
            };
            each(Step { to: next, ..step });
            let may = |to: Square| match piece.character {
                Some(Character::Crow) => !grey && !self.holds(to),
                Some(Character::Monster) => !self.holds(next),
                _ => false,
            };
            if let Some(to) = self.next(next, direction).filter(|&to| may(to)) {
                each(Step { to, far: true, ..step });
            }
        }
    }

    /// Visits the legal moves of a seat's pieces on some squares; captures of own pieces only if `own` is set.
    pub(super) fn moves(&self, seat: Seat, free: u32, own: bool, mut each: impl FnMut(Step, How)) {
        for from in squares(self.of[seat] & free) {
            let mover = *self.man(from);
            self.steps(from, |step| {
                if self.of[seat] & bit(step.to) == 0 {
                    return each(step, How::Plain);
                }
                let target = self.man(step.to);
                let guardian = target.character == Some(Character::Guardian);
                if guardian && mover.character != Some(Character::Guardian) {
                    each(step, How::Swap);
                }
                if own && barrier(&mover, target).is_none() {
                    each(step, if guardian { How::Capture } else { How::Plain });
                    if self.variant.is_final() {
                        each(step, How::Adopt);
                    }
                }
            });
        }
    }

    pub(super) fn has_move(&self, seat: Seat) -> bool {
        let mut any = false;
        self.moves(seat, u32::MAX, true, |_, _| any = true);
        any
    }

    /// Plays a legal deed, and returns whether a piece was removed from the board.
    pub(super) fn play(&mut self, seat: Seat, deed: &Deed) -> bool {
        let before = self.all().count_ones();
        if let Some(item) = deed.item {
            self.use_item(seat, item);
        }
        if let Some(made) = deed.made {
            self.make(made);
        }
        if let Some(power) = deed.power {
            self.give_up(power);
        }
        self.all().count_ones() < before
    }

    pub(super) fn use_item(&mut self, seat: Seat, item: Item) {
        let mut board = self.board();
        items::apply(&mut board, seat, item, &mut |_| {});
        *self = Self::new(&board, self.variant);
    }

    fn make(&mut self, made: Made) {
        let Step { from, to, direction, grey, far, wraps } = made.step;
        let Some(mut piece) = self.lift(from) else { return };
        if grey {
            piece.arrows.remove(direction);
            piece.regrow();
        }
        let mut captured = self.lift(to);
        if made.how == How::Swap
            && let Some(guardian) = captured.take()
        {
            self.put(from, Piece { character: None, ..guardian });
        }
        match piece.character {
            Some(Character::Rat) => piece.arrows = piece.arrows.turned(1),
            Some(Character::Crow) if far => piece.arrows.grey_out(direction),
            Some(Character::Lizard) if !grey => {
                piece.arrows.remove(direction);
                piece.regrow();
            }
            Some(Character::Guardian) if wraps && captured.is_some() => piece.character = None,
            Some(Character::Monster) if !far => piece.character = None,
            _ => {}
        }
        if let Some(own) = captured.filter(|own| self.variant.is_final() && own.owner == piece.owner) {
            for taken in own.arrows.black() {
                piece.arrows.grey_out(taken);
            }
            piece.regrow();
            if made.how == How::Adopt {
                piece.character = own.character;
                piece.regrow();
            }
            piece.marked = true;
        }
        self.put(to, piece);
    }

    pub(super) fn give_up(&mut self, power: Power) {
        self.change(power.square(), |giver| {
            match power {
                Power::Rat(_) => giver.arrows = giver.arrows.turned(4),
                Power::Lizard(_, direction) => giver.arrows.blacken(direction),
                Power::Crow(_, Restored::Own) => {
                    giver.arrows = Arrows::from_bits(giver.arrows.black_bits() | giver.arrows.grey_bits(), 0);
                }
                Power::Crow(..) | Power::Monster(..) => {}
            }
            giver.character = None;
        });
        match power {
            Power::Crow(_, restored) => {
                for (square, direction) in restored.arrows() {
                    self.change(square, |piece| piece.arrows.blacken(direction));
                }
            }
            Power::Monster(_, target, direction) => self.change(target, |piece| {
                piece.arrows.remove(direction);
                piece.regrow();
            }),
            Power::Rat(_) | Power::Lizard(..) => {}
        }
    }
}

/// A well-mixed hash of a piece on a square (the finaliser of Steele, Lea and Flood's `SplitMix`, 2014).
fn hash(square: Square, piece: &Piece) -> u64 {
    let character = piece.character.map_or(0, |character| 1 + character as u64);
    let arrows = u64::from(piece.arrows.black_bits()) | u64::from(piece.arrows.grey_bits()) << 8;
    let owner = u64::from(piece.owner == Some(Seat::Dmo));
    let all = arrows | (square.index() as u64) << 16 | owner << 21 | character << 22 | u64::from(piece.marked) << 25;
    mixed(all)
}

/// Spreads the bits of a number over all bits.
pub(super) const fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
