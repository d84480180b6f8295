//! The position in a search's representation: squares are bits, and everything without influence on the rest of the match is left out.
//!
//! - Only the coloured squares and the lead in points are kept, not the colours.
//! - The knights' squares of a turn ago are kept only while a repetition is possible, so that equivalent positions are equal.
//!
//! `tests.rs` compares it with the rules of the game in random play.

use deathmatch_rules::games::knights::{LATE, LIMIT, SCALE, SQUARES, STILL, Streak, TURNS};

/// All squares of the board.
pub(super) const BOARD: u32 = (1 << SQUARES) - 1;
/// Each side's home row: row 5 for the Elimination Candidate, side 0; row 1 for the other.
pub(super) const HOME: [u32; 2] = [0b11111 << 20, 0b11111];
/// The squares to which a knight on each square can jump.
pub(super) const JUMPS: [u32; SQUARES] = jumps();
/// The points of a claim, by the number of coloured squares.
const WORTH: [i16; SQUARES + 1] = worths();

/// No square.
const NOWHERE: u32 = 31;

const fn worths() -> [i16; SQUARES + 1] {
    let mut worths = [0; SQUARES + 1];
    let (mut at, mut step) = (0, 0);
    while step < SCALE.len() {
        let (most, worth) = SCALE[step];
        while at <= most as usize {
            worths[at] = worth as i16;
            at += 1;
        }
        step += 1;
    }
    worths
}

const fn jumps() -> [u32; SQUARES] {
    let mut all = [0; SQUARES];
    let mut at = 0;
    while at < SQUARES {
        let mut to = 0;
        while to < SQUARES {
            let across = (at % 5).abs_diff(to % 5);
            let down = (at / 5).abs_diff(to / 5);
            if across * down == 2 {
                all[at] |= 1 << to;
            }
            to += 1;
        }
        at += 1;
    }
    all
}

/// The squares of a set, as numbers.
pub(super) fn squares(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let at = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            at
        })
    })
}

/// The squares to which any of some knights can jump.
pub(super) fn reach(knights: u32) -> u32 {
    // The columns from which a step to one side would wrap around.
    const A: u32 = 0b00001_00001_00001_00001_00001;
    const AB: u32 = A | A << 1;
    const E: u32 = A << 4;
    const DE: u32 = E | E >> 1;
    let (left, right) = (knights & !A, knights & !E);
    let (left_2, right_2) = (knights & !AB, knights & !DE);
    (left << 9 | left >> 11 | right << 11 | right >> 9 | left_2 << 3 | left_2 >> 7 | right_2 << 7 | right_2 >> 3)
        & BOARD
}

/// A pair of kinds of action, as counted for a streak.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub(super) enum Pair {
    SpawnMove,
    SpawnClaim,
    MoveClaim,
    /// A single action or none, which the limit ignores.
    Neither,
}

/// A seat's last pair, and the number of turns in a row with it, up to the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Run {
    pub pair: Pair,
    pub count: u8,
}

impl Run {
    pub const NONE: Self = Self { pair: Pair::Neither, count: 0 };

    pub fn of(streak: &Streak) -> Self {
        let pair = match streak.pair.as_str() {
            "sm" => Pair::SpawnMove,
            "sc" => Pair::SpawnClaim,
            "mc" => Pair::MoveClaim,
            _ => return Self::NONE,
        };
        Self { pair, count: streak.count.min(LIMIT) as u8 }
    }

    fn then(self, pair: Pair) -> Self {
        match pair {
            Pair::Neither => Self::NONE,
            pair if pair == self.pair => Self { pair, count: (self.count + 1).min(LIMIT as u8) },
            pair => Self { pair, count: 1 },
        }
    }

    /// Whether the limit forbids a pair.
    pub fn bars(self, pair: Pair) -> bool {
        u32::from(self.count) >= LIMIT && self.pair == pair
    }
}

/// A side's actions in a turn: up to one square for a spawn, two for a move, one for a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Deed(u32);

impl Deed {
    /// No action.
    pub const NOTHING: Self = Self(NOWHERE | NOWHERE << 5 | NOWHERE << 10 | NOWHERE << 15);

    pub const fn spawning(self, at: u32) -> Self {
        Self(self.0 & !NOWHERE | at)
    }

    pub const fn moving(self, from: u32, to: u32) -> Self {
        Self(self.0 & !(NOWHERE << 5 | NOWHERE << 10) | from << 5 | to << 10)
    }

    pub const fn claiming(self, at: u32) -> Self {
        Self(self.0 & !(NOWHERE << 15) | at << 15)
    }

    /// The square of the spawn, as a set.
    pub const fn spawn(self) -> u32 {
        self.part(0)
    }

    /// The start of the move, as a set.
    pub const fn from(self) -> u32 {
        self.part(5)
    }

    /// The target of the move, as a set.
    pub const fn to(self) -> u32 {
        self.part(10)
    }

    /// The claimed square, as a set.
    pub const fn claim(self) -> u32 {
        self.part(15)
    }

    const fn part(self, shift: u32) -> u32 {
        1 << (self.0 >> shift & NOWHERE) & BOARD
    }

    pub const fn pair(self) -> Pair {
        match (self.spawn() != 0, self.to() != 0, self.claim() != 0) {
            (true, true, _) => Pair::SpawnMove,
            (true, _, true) => Pair::SpawnClaim,
            (_, true, true) => Pair::MoveClaim,
            _ => Pair::Neither,
        }
    }
}

/// A position between turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Fast {
    /// Each side's knights.
    pub knights: [u32; 2],
    pub coloured: u32,
    /// The points of side 0, the Elimination Candidate, minus those of side 1.
    pub lead: i16,
    pub turn: u8,
    /// The number of quiet turns in a row.
    pub still: u8,
    pub over: bool,
    pub runs: [Run; 2],
    /// The knights' squares a turn ago, while there are enough quiet turns for a repetition.
    pub before: [u32; 2],
}

impl Fast {
    /// The squares without colour.
    pub const fn plain(&self) -> u32 {
        !self.coloured & BOARD
    }

    /// The points of a claim.
    pub const fn worth(&self) -> i16 {
        WORTH[self.coloured.count_ones() as usize]
    }

    /// Whether the Elimination Candidate has won, once the match is over; a tie is a loss.
    pub const fn won(&self) -> bool {
        self.lead > 0
    }

    /// Plays a turn.
    pub fn play(&mut self, deeds: [Deed; 2]) {
        let stood = self.knights;
        let coloured = self.coloured.count_ones();
        let score = self.worth();
        let [ec, dmo] = deeds;
        let mut knights = [(stood[0] | ec.spawn()) & !ec.from(), (stood[1] | dmo.spawn()) & !dmo.from()];
        let mut quiet = true;
        let to = [ec.to(), dmo.to()];
        if to[0] & to[1] != 0 {
            quiet = false;
        } else {
            let taken = [knights[0] & to[1], knights[1] & to[0]];
            self.lead += i16::from(taken[1] != 0) - i16::from(taken[0] != 0);
            quiet &= taken[0] | taken[1] == 0;
            knights = [knights[0] & !taken[0] | to[0], knights[1] & !taken[1] | to[1]];
        }
        let claims = [ec.claim() & knights[0] & !self.coloured, dmo.claim() & knights[1] & !self.coloured];
        self.lead += score * (i16::from(claims[0] != 0) - i16::from(claims[1] != 0));
        quiet &= claims[0] | claims[1] == 0;
        self.coloured |= claims[0] | claims[1];
        self.knights = knights;

        self.still = if quiet && coloured >= LATE { (self.still + 1).min(STILL as u8) } else { 0 };
        let repeated = u32::from(self.still) == STILL && knights == self.before;
        self.before = if u32::from(self.still) + 1 >= STILL { stood } else { [0; 2] };
        self.runs = [self.runs[0].then(ec.pair()), self.runs[1].then(dmo.pair())];
        self.over = self.coloured == BOARD || repeated || u32::from(self.turn) >= TURNS;
        self.turn += u8::from(!self.over);
    }

    /// Lists a side's deeds in a fixed sequence. Deeds that differ only in the coloured square they claim are represented by one of them.
    pub fn deeds(&self, side: usize, deeds: &mut Vec<Deed>) {
        deeds.clear();
        let (own, enemy) = (self.knights[side], self.knights[1 - side]);
        let free = HOME[side] & !own & !enemy;
        let can_move = squares(own).any(|from| JUMPS[from as usize] & !own != 0);
        // A move onto the only free home square is impossible together with a spawn.
        let can_both = can_move
            && free != 0
            && squares(own).any(|from| {
                let to = JUMPS[from as usize] & !own;
                to & !free != 0 || (to != 0 && free.count_ones() > 1)
            });
        let possible = [can_both, free != 0 && own != 0, can_move];
        let pairs = [Pair::SpawnMove, Pair::SpawnClaim, Pair::MoveClaim];
        let mut may = [0, 1, 2].map(|pair: usize| possible[pair] && !self.runs[side].bars(pairs[pair]));
        if may == [false; 3] {
            may = possible;
        }
        if may == [false; 3] {
            deeds.extend(squares(free).map(|at| Deed::NOTHING.spawning(at)));
            deeds.extend(self.claims(own).map(|at| Deed::NOTHING.claiming(at)));
            return;
        }
        if may[2] {
            for from in squares(own) {
                for to in squares(JUMPS[from as usize] & !own) {
                    let jump = Deed::NOTHING.moving(from, to);
                    deeds.extend(self.claims(own & !(1 << from) | 1 << to).map(|at| jump.claiming(at)));
                }
            }
        }
        if may[1] {
            for at in squares(free) {
                let spawn = Deed::NOTHING.spawning(at);
                deeds.extend(self.claims(own).map(|claim| spawn.claiming(claim)));
            }
        }
        if may[0] {
            for at in squares(free) {
                let spawn = Deed::NOTHING.spawning(at);
                for from in squares(own) {
                    let to = JUMPS[from as usize] & !own & !(1 << at);
                    deeds.extend(squares(to).map(|to| spawn.moving(from, to)));
                }
            }
        }
    }

    /// The claims of some knights: every plain square, and one coloured square for all of them.
    fn claims(&self, knights: u32) -> impl Iterator<Item = u32> {
        let vain = knights & self.coloured;
        squares(knights & !self.coloured | vain & vain.wrapping_neg())
    }
}
