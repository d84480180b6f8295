//! The static value of a position, and the static appeal of deeds.

use super::fast_position::{Deed, Fast, HOME, Pair, reach};
use super::value_network::Net;

/// The number of stages of a match with separate weights: one for each value of a claim.
pub(super) const STAGES: usize = 5;
/// The number of features of a position.
pub(super) const ASPECTS: usize = 18;
/// The number of features of a deed.
pub(super) const TRAITS: usize = 24;

/// The weights of each aspect of a position and each trait of a deed, by stage.
pub(super) struct Judgement {
    pub value: [[f32; ASPECTS]; STAGES],
    appeals: [Appeals; STAGES],
    /// The network that judges positions instead of their aspects.
    net: Option<&'static Net>,
}

/// The summed weights of every combination of eight traits.
type Appeals = [[f32; 256]; TRAITS / 8];

/// The squares to which the knights of both sides can jump.
pub(super) fn reaches(at: &Fast) -> [u32; 2] {
    at.knights.map(reach)
}

pub(super) fn stage(at: &Fast) -> usize {
    (at.worth().max(1) - 1) as usize
}

fn count(set: u32) -> f32 {
    set.count_ones() as f32
}

/// The features of a position: each side's value minus the other's.
pub(super) fn aspects(at: &Fast) -> [f32; ASPECTS] {
    let reaches = reaches(at);
    let plain = at.plain();
    let lead = f32::from(at.lead);
    let left = plain.count_ones();
    let mut aspects = [0.0; ASPECTS];
    aspects[0] = 1.0;
    aspects[1] = lead;
    aspects[2] = if at.lead > 0 { 1.0 } else { -1.0 };
    aspects[3] = if left % 2 == 1 { 1.0 } else { -1.0 };
    for side in 0..2 {
        let sign = if side == 0 { 1.0 } else { -1.0 };
        let own = at.knights[side];
        let (mine, theirs) = (reaches[side], reaches[1 - side]);
        let ready = own & plain;
        let run = at.runs[side];
        let next = reach(mine);
        let each = [
            count(own),
            count(ready),
            count(ready & !theirs),
            count(mine & plain & !own),
            count(mine & plain & !own & !theirs),
            count(own & theirs),
            count(own & theirs & !mine),
            count(mine & !own),
            f32::from(u8::from(run.bars(Pair::MoveClaim))),
            f32::from(u8::from(run.pair == Pair::MoveClaim && run.count == 2)),
            f32::from(u8::from(run.bars(Pair::SpawnClaim) || run.bars(Pair::SpawnMove))),
            f32::from(u8::from(HOME[side] & !own != 0)),
            count(next & plain),
            f32::from(u8::from((ready | mine & plain) != 0)),
        ];
        for (total, each) in aspects[4..].iter_mut().zip(each) {
            *total += sign * each;
        }
    }
    aspects
}

impl Judgement {
    pub fn of(value: &[[f32; ASPECTS]; STAGES], deed: &[[f32; TRAITS]; STAGES]) -> Self {
        let sum = |weights: &[f32], set: usize| (0..8).filter(|at| set >> at & 1 == 1).map(|at| weights[at]).sum();
        let appeals = |weights: &[f32; TRAITS]| -> Appeals {
            std::array::from_fn(|part| std::array::from_fn(|set| sum(&weights[part * 8..], set)))
        };
        Self { value: *value, appeals: std::array::from_fn(|stage| appeals(&deed[stage])), net: None }
    }

    /// Returns the judgement with a network for positions.
    pub fn by(self, net: &'static Net) -> Self {
        Self { net: Some(net), ..self }
    }

    /// The value of a position for side 0, from 0 lost to 1 won.
    pub fn worth(&self, at: &Fast) -> f32 {
        if at.over {
            return f32::from(u8::from(at.won()));
        }
        let odds = self.net.map_or_else(|| self.glance(at), |net| net.odds(at));
        1.0 / (1.0 + (-odds).exp())
    }

    /// The logarithm of side 0's odds, by the position's features.
    fn glance(&self, at: &Fast) -> f32 {
        let weights = &self.value[stage(at)];
        aspects(at).iter().zip(weights).map(|(aspect, weight)| aspect * weight).sum()
    }

    /// The appeal of a deed with these traits at a stage: the logarithm of a weight.
    pub fn appeal(&self, traits: u32, stage: usize) -> f32 {
        let [a, b, c, _] = traits.to_le_bytes();
        let appeals = &self.appeals[stage];
        appeals[0][usize::from(a)] + appeals[1][usize::from(b)] + appeals[2][usize::from(c)]
    }
}

/// The facts of a position needed to judge deeds.
pub(super) struct Light {
    plain: u32,
    own: u32,
    enemy: u32,
    mine: u32,
    theirs: u32,
}

impl Light {
    pub fn of(at: &Fast, side: usize) -> Self {
        let reaches = reaches(at);
        Self {
            plain: at.plain(),
            own: at.knights[side],
            enemy: at.knights[1 - side],
            mine: reaches[side],
            theirs: reaches[1 - side],
        }
    }

    /// Whether a deed claims a coloured square, which gains nothing.
    pub const fn in_vain(&self, deed: Deed) -> bool {
        deed.claim() != 0 && !self.claims(deed)
    }

    /// Whether a deed claims a square without colour.
    pub const fn claims(&self, deed: Deed) -> bool {
        deed.claim() & self.plain != 0
    }

    /// Whether a deed gains nothing and puts a knight where it can be captured without recapture.
    pub fn gives_away(&self, deed: Deed) -> bool {
        let (spawn, to) = (deed.spawn(), deed.to());
        let loose = |at: u32, others: u32| at & self.theirs != 0 && at & reach(others) == 0;
        let gains = to & (self.enemy | deed.claim() & self.plain) != 0;
        loose(spawn, self.own & !deed.from()) || (!gains && loose(to, self.own & !deed.from()))
    }

    /// The traits of a deed, as a set of bits.
    pub fn traits(&self, deed: Deed) -> u32 {
        let (spawn, from, to, claim) = (deed.spawn(), deed.from(), deed.to(), deed.claim());
        let moves = to != 0;
        let claims = claim & self.plain != 0;
        let lands = moves && claim == to && claims;
        let takes = to & self.enemy != 0;
        // The mover's jump is assumed to leave the cover of other knights unchanged.
        let bit = |at: u32, is: bool| u32::from(is) << at;
        bit(0, claims)
            | bit(1, claims && !moves)
            | bit(2, claims && moves && !lands)
            | bit(3, claims && !lands && claim & self.theirs != 0)
            | bit(4, lands && to & self.theirs != 0)
            | bit(5, takes)
            | bit(6, takes && to & self.plain != 0)
            | bit(7, takes && to & self.theirs != 0)
            | bit(8, moves && !takes && to & self.theirs != 0)
            | bit(9, moves && !takes && to & self.theirs != 0 && to & self.mine != 0)
            | bit(10, from & self.theirs != 0)
            | bit(11, from & self.theirs != 0 && from & self.plain != 0)
            | bit(12, from & self.plain != 0)
            | bit(13, moves && !lands && to & self.plain != 0)
            | bit(14, spawn != 0 && spawn & self.theirs != 0)
            | bit(15, spawn != 0 && moves)
            | bit(16, spawn != 0 && !moves)
            | bit(17, spawn != 0 && spawn & self.plain != 0)
            | bit(18, takes && to & self.theirs != 0 && from & self.theirs != 0)
            | bit(19, moves && reach(to) & self.plain & !self.own != 0)
            | bit(20, moves && reach(to) & self.enemy != 0)
            | bit(21, moves && to & 0b00000_01110_01110_01110_00000 != 0)
            | bit(22, spawn & 0b01110 != 0 || spawn & 0b01110 << 20 != 0)
            | bit(23, claim != 0 && !claims)
    }
}
