//! A bout's true state in a few bits, for searches over millions of states.
//!
//! - Nothing is hidden here: both sides know everything, and a Blue Mage is a unit of strength 2 shown as itself.
//! - Only facts that can affect the rest of the bout are kept: the difference of the points, not the units in the underworld.
//! - [`clash`] follows the steps of the rules; a test compares both in random play.

/// One side: the living in bits 1 to 9, then the bonus queue, the gains of a Samurai and a Sage, and the replay right.
///
/// - Bonus, from bit 10: 0 nothing, 1 one for the next unit, 2 one for the next two, 3 two for the next and one for the one after. No side
///   can get more: its Bard is sent once, and its Sage meets a Bard once.
/// - From bit 12 the Samurai's strength above 5, from bit 15 the Sage's above 4, each while it lives or may be replayed.
/// - Replay, from bit 18: 0 nobody, 1 the Sage, 2 to 4 the Dark Knight with strength 7 to 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Side(u32);

pub(super) const CHOCOBO: u8 = 0;
pub(super) const ASTROLOGIAN: u8 = 1;
pub(super) const BLUE_MAGE: u8 = 2;
pub(super) const BARD: u8 = 3;
pub(super) const SAGE: u8 = 4;
pub(super) const SAMURAI: u8 = 5;
const REAPER: u8 = 6;
pub(super) const DARK_KNIGHT: u8 = 7;
const DRAGOON: u8 = 8;
const BLACK_MAGE: u8 = 9;

const LIVING: u32 = 0x3fe;
const BONUS: u32 = 10;
const SAMURAI_GAIN: u32 = 12;
const SAGE_GAIN: u32 = 15;
const REPLAY: u32 = 18;

impl Side {
    /// A side with all units alive.
    pub const FRESH: Self = Self(LIVING);

    /// Creates a side from its living units with their strengths, the bonus queue, and the replay right.
    pub fn new(living: impl Iterator<Item = (u8, u8)>, bonus: [u8; 2], replay: Option<(u8, u8)>) -> Self {
        let mut side = Self(0);
        for (unit, strength) in living {
            side.keep(unit, strength);
        }
        if let Some((unit, strength)) = replay {
            side.allow_replay(unit, strength);
        }
        let queue = match bonus {
            [0, _] => 0,
            [1, 0] => 1,
            [1, _] => 2,
            _ => 3,
        };
        side.set(BONUS, 3, queue);
        side
    }

    const fn part(self, at: u32, mask: u32) -> u32 {
        self.0 >> at & mask
    }

    fn set(&mut self, at: u32, mask: u32, value: u32) {
        debug_assert!(value <= mask, "{value} at {at}");
        self.0 = self.0 & !(mask << at) | value << at;
    }

    /// The units that the side can send, one bit each; the Chocobo is always set.
    pub const fn sends(self) -> u32 {
        let replay = match self.part(REPLAY, 7) {
            0 => 0,
            1 => 1 << SAGE,
            _ => 1 << DARK_KNIGHT,
        };
        self.0 & LIVING | 1 | replay
    }

    /// The strength of a unit that can be sent, without bonus.
    pub const fn strength(self, unit: u8) -> u8 {
        let gain = match unit {
            SAMURAI => self.part(SAMURAI_GAIN, 7),
            SAGE => self.part(SAGE_GAIN, 7),
            DARK_KNIGHT => self.part(REPLAY, 7).saturating_sub(2),
            _ => 0,
        };
        unit + gain as u8
    }

    /// The bonus of the next unit.
    pub const fn bonus(self) -> u8 {
        [0, 1, 1, 2][self.part(BONUS, 3) as usize]
    }

    /// Removes a unit. Returns its strength, and whether it uses a replay right.
    fn enter(&mut self, unit: u8) -> (u8, bool) {
        let strength = self.strength(unit);
        let lives = self.0 >> unit & 1 == 1;
        let revived = unit != CHOCOBO && !lives;
        if lives {
            self.0 &= !(1 << unit);
        }
        // The replay right is used or lost.
        if self.part(REPLAY, 7) == 1 {
            self.set(SAGE_GAIN, 7, 0);
        }
        self.set(REPLAY, 7, 0);
        match unit {
            SAMURAI => self.set(SAMURAI_GAIN, 7, 0),
            SAGE => self.set(SAGE_GAIN, 7, 0),
            _ => {}
        }
        (strength, revived)
    }

    fn take_bonus(&mut self) -> u8 {
        let bonus = self.bonus();
        self.set(BONUS, 3, [0, 0, 1, 1][self.part(BONUS, 3) as usize]);
        bonus
    }

    fn inspire(&mut self) {
        self.set(BONUS, 3, self.part(BONUS, 3) + 2);
    }

    fn keep(&mut self, unit: u8, strength: u8) {
        self.0 |= 1 << unit;
        match unit {
            SAMURAI => self.set(SAMURAI_GAIN, 7, u32::from(strength - SAMURAI)),
            SAGE => self.set(SAGE_GAIN, 7, u32::from(strength - SAGE)),
            _ => {}
        }
    }

    fn allow_replay(&mut self, unit: u8, strength: u8) {
        if unit == SAGE {
            self.set(SAGE_GAIN, 7, u32::from(strength - SAGE));
            self.set(REPLAY, 7, 1);
        } else {
            self.set(REPLAY, 7, u32::from(strength - DARK_KNIGHT) + 2);
        }
    }

    /// Clears facts that cannot matter in the last round.
    fn before_last(&mut self) {
        if self.part(BONUS, 3) == 2 {
            self.set(BONUS, 3, 1);
        }
    }
}

/// Both sides of a bout, without the points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Pair(pub [Side; 2]);

impl Pair {
    pub const FRESH: Self = Self([Side::FRESH; 2]);

    pub const fn key(self) -> u64 {
        (self.0[0].0 as u64) << 21 | self.0[1].0 as u64
    }

    pub const fn of_key(key: u64) -> Self {
        Self([Side((key >> 21) as u32), Side((key & 0x1f_ffff) as u32)])
    }

    /// The pair from the other side's point of view.
    pub const fn mirrored(self) -> Self {
        Self([self.0[1], self.0[0]])
    }

    /// Clears facts that cannot matter with `left` rounds left.
    pub fn with_left(mut self, left: u32) -> Self {
        if left == 1 {
            self.0[0].before_last();
            self.0[1].before_last();
        }
        self
    }
}

/// Plays a round. Returns the pair after it, and the first side's gain in points against the second. `right` says whose Astrologian guesses
/// right.
pub(super) fn clash(mut pair: Pair, units: [u8; 2], right: [bool; 2]) -> (Pair, i16) {
    let mut points = [0_i16; 2];
    let mut entered = [0_u8; 2];
    let mut revived = [false; 2];
    for side in 0..2 {
        let (strength, again) = pair.0[side].enter(units[side]);
        if again {
            points[side] -= i16::from(strength);
        }
        revived[side] = again;
        entered[side] = strength + pair.0[side].take_bonus();
    }
    let mut compared = entered;
    let mut abilities = units;
    for side in 0..2 {
        let other = units[1 - side];
        if units[side] == ASTROLOGIAN && right[side] {
            compared[side] += entered[1 - side];
        }
        if units[side] == SAGE {
            abilities[side] = if matches!(other, ASTROLOGIAN | BLUE_MAGE | SAGE) { CHOCOBO } else { other };
        }
        if abilities[side] == BARD {
            pair.0[side].inspire();
        }
    }
    let mut last = compared;
    for side in 0..2 {
        if compared[side] > compared[1 - side] {
            points[side] += 3;
        } else if abilities[side] == REAPER && compared[side] < compared[1 - side] {
            last[side] = 8;
        }
    }
    let reaped = last;
    for side in 0..2 {
        let won = compared[side] > compared[1 - side];
        match abilities[side] {
            SAMURAI if won => {
                pair.0[side].keep(units[side], compared[side]);
                continue;
            }
            DARK_KNIGHT if !revived[side] => pair.0[side].allow_replay(units[side], compared[side]),
            DRAGOON if compared[side] >= compared[1 - side] + 6 => last[side] += 3,
            BLACK_MAGE if won => last[side] = reaped[1 - side],
            _ => {}
        }
        points[side] += i16::from(last[side]);
    }
    (pair, points[0] - points[1])
}

impl Side {
    /// The total strength of the strongest units that can be sent in this many rounds.
    pub fn material(self, left: u32) -> u8 {
        // The number of units of each strength, up to 12, four bits each.
        let mut count = 0_u64;
        let mut sends = self.sends() & LIVING;
        while sends != 0 {
            let unit = sends.trailing_zeros() as u8;
            sends &= sends - 1;
            let strength = match unit {
                REAPER => 8,
                unit => self.strength(unit) + u8::from(unit == DARK_KNIGHT),
            };
            count += 1 << (4 * strength);
        }
        let (mut sum, mut left) = (0, left.min(10) as u8);
        while count != 0 && left > 0 {
            let strength = (count.ilog2() / 4) as u8;
            let units = ((count >> (4 * strength)) as u8).min(left);
            sum += units * strength;
            left -= units;
            count &= !(15 << (4 * strength));
        }
        sum + self.bonus()
    }
}

/// The most points that each side can gain in this many rounds; the least is none.
pub(super) fn gains(pair: Pair, left: u32) -> [i16; 2] {
    [gain(pair.0[0], pair.0[1], left), gain(pair.0[1], pair.0[0], left)]
}

fn gain(own: Side, other: Side, left: u32) -> i16 {
    let sends = own.sends();
    let mut each = [0_i16; 10];
    for unit in 1..10_u8 {
        if own.0 >> unit & 1 == 0 {
            continue;
        }
        let strength = i16::from(own.strength(unit));
        each[unit as usize] = match unit {
            // The unit adds the strength of the other side's strongest unit.
            ASTROLOGIAN => {
                let most =
                    (0..10).filter(|&unit| other.sends() >> unit & 1 == 1).map(|unit| other.strength(unit)).max();
                strength + i16::from(most.unwrap_or(0)) + extra(other, left)
            }
            SAGE | REAPER => strength.max(8),
            DRAGOON => strength + 3,
            _ => strength,
        };
    }
    each.sort_unstable();
    let best: i16 = each.iter().rev().take(left as usize).sum();
    // A Sage that returns as a stronger unit gains strength.
    let again = if sends & !own.0 & (1 << SAGE) != 0 || sends >> SAGE & 1 == 1 { 8 } else { 0 };
    best + 3 * left as i16 + extra(own, left) + again
}

/// The most strength that bonuses can add in this many rounds.
fn extra(side: Side, left: u32) -> i16 {
    let queue = [0, 1, 2, 3][side.part(BONUS, 3) as usize];
    let most = queue + 2 * (side.0 >> BARD & 1) as i16 + 2 * (side.sends() >> SAGE & 1) as i16;
    if left == 1 { i16::from(side.bonus()) } else { most }
}
