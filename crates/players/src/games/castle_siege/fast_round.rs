//! A round in plain numbers, for searches that play millions of them.
//!
//! It copies [`deathmatch_rules::games::castle_siege::round`] without the parts for people; a test compares both. Sides are 0 and 1; units
//! are numbers from 0; sets of units are bits.

use deathmatch_rules::games;
use deathmatch_rules::games::castle_siege::{Action, Actions, ByUnit, Ruleset, Stats, Test, Units};

pub const ATK: usize = 0;
pub const DEF: usize = 1;
pub const HP: usize = 2;
pub const EXH: usize = 3;

/// The highest exhaustion of a unit.
pub const SPENT: i32 = 3;

/// A unit's ATK, DEF, HP and EXH.
pub type Unit = [i32; 4];

/// One side's units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Side(pub [Unit; 5]);

impl Side {
    pub fn of(units: &Units) -> Self {
        let small = |value: i64| i32::try_from(value).unwrap_or(i32::MAX);
        Self(units.0.map(|Stats(stats)| stats.map(small)))
    }

    pub fn units(&self) -> Units {
        ByUnit(self.0.map(|unit| Stats(unit.map(i64::from))))
    }

    /// The units with at least 1 of a statistic.
    fn having(&self, stat: usize) -> u8 {
        (0..5).filter(|&unit| self.0[unit][stat] > 0).fold(0, |set, unit| set | 1 << unit)
    }

    fn fresh(&self) -> u8 {
        (0..5).filter(|&unit| self.0[unit][EXH] < SPENT).fold(0, |set, unit| set | 1 << unit)
    }

    /// The units that can attack.
    pub fn attackers(&self) -> u8 {
        self.having(ATK) & self.fresh()
    }

    /// The units that can defend.
    pub fn defenders(&self) -> u8 {
        self.having(DEF) & self.fresh()
    }

    /// The units that can recover.
    pub fn tired(&self) -> u8 {
        self.having(HP) & self.having(EXH)
    }

    /// The sum of a statistic over some units.
    pub fn sum(&self, units: u8, stat: usize) -> i32 {
        bits(units).map(|unit| self.0[unit][stat]).sum()
    }

    /// Units ranked by statistics in this sequence, each with whether high values come first; then by letter.
    fn ranked(&self, units: u8, by: [(usize, bool); 4]) -> Ranked {
        let mut ranked = Ranked::default();
        let mut keys = [0_u64; 5];
        for unit in bits(units) {
            let mut key = 0;
            for (stat, low) in by {
                // A statistic has 19 bits, EXH has 2.
                let (width, most) = if stat == EXH { (2, 3) } else { (19, 0x7_ffff) };
                let value = self.0[unit][stat].clamp(0, most);
                key = key << width | u64::from((if low { most - value } else { value }).unsigned_abs());
            }
            let mut at = ranked.count;
            while at > 0 && keys[at - 1] < key {
                keys[at] = keys[at - 1];
                ranked.units[at] = ranked.units[at - 1];
                at -= 1;
            }
            keys[at] = key;
            ranked.units[at] = unit;
            ranked.count += 1;
        }
        ranked
    }

    /// Units in the sequence in which they fight.
    pub fn in_battle(&self, units: u8) -> Ranked {
        self.ranked(units, BATTLE)
    }

    /// The total that decides after the last round.
    pub fn total(&self) -> i32 {
        self.0.iter().map(|&[atk, def, hp, exh]| atk + def + hp - exh).sum()
    }
}

const BATTLE: [(usize, bool); 4] = [(ATK, false), (DEF, false), (EXH, true), (HP, false)];
const SIEGE: [(usize, bool); 4] = [(DEF, false), (EXH, true), (HP, false), (ATK, false)];
const REST: [(usize, bool); 4] = [(HP, false), (ATK, false), (EXH, false), (DEF, false)];

/// Units in a sequence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ranked {
    pub units: [usize; 5],
    pub count: usize,
}

impl Ranked {
    pub fn all(&self) -> &[usize] {
        &self.units[..self.count]
    }
}

/// The units of a set, by letter.
pub fn bits(set: u8) -> impl Iterator<Item = usize> {
    (0..5).filter(move |unit| set >> unit & 1 == 1)
}

/// A side's actions; a unit in no set does nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moves {
    pub attack: u8,
    pub defend: u8,
    pub recover: u8,
}

impl Moves {
    pub fn of(actions: &Actions) -> Self {
        let doing =
            |action: Action| (0..5).filter(|&unit| actions.0[unit] == action).fold(0, |set, unit| set | 1 << unit);
        Self { attack: doing(Action::Attack), defend: doing(Action::Defend), recover: doing(Action::Recover) }
    }

    pub fn actions(self) -> Actions {
        let mut unit = 0;
        ByUnit::from_fn(|_| {
            let has = |set: u8| set >> unit & 1 == 1;
            let action = match self {
                Self { attack, .. } if has(attack) => Action::Attack,
                Self { defend, .. } if has(defend) => Action::Defend,
                Self { recover, .. } if has(recover) => Action::Recover,
                _ => Action::None,
            };
            unit += 1;
            action
        })
    }

    /// The units that recover or do nothing.
    pub const fn idle(self) -> u8 {
        !(self.attack | self.defend) & 31
    }
}

/// The report of a round, with some more facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// Each side's attackers in the sequence in which they fight. Those beyond the other side's number go to the castle.
    pub ranked: [Ranked; 2],
    /// The besieging side.
    pub besieger: Option<usize>,
    pub sa: i32,
    pub sd: i32,
    /// The side that won by storming.
    pub stormed: Option<usize>,
}

/// A row of a table: its conditions, and the change for each group.
struct Row<const N: usize, const G: usize> {
    tests: Vec<Test<N>>,
    changes: [Unit; G],
}

/// The tables, ready for use.
pub struct Tables {
    battle: Vec<Row<8, 1>>,
    siege: Vec<Row<4, 4>>,
    /// The results of the battle table by AU.ATK, AU.DEF and EU.ATK up to 4, if they depend on nothing else.
    known: Option<Vec<Unit>>,
    pub rounds: u32,
}

const KNOWN: [usize; 3] = [0, 1, 4];

fn rows<const N: usize, const G: usize>(table: &games::castle_siege::BattleTable, names: [&str; N]) -> Vec<Row<N, G>> {
    let small = |stats: &Stats| stats.0.map(|value| i32::try_from(value).unwrap_or_default());
    let row = |row: &games::castle_siege::Row| {
        let mut changes = [[0; 4]; G];
        for (to, from) in changes.iter_mut().zip(&row.changes) {
            *to = small(from);
        }
        Row { tests: row.when.tests(&names), changes }
    };
    table.rows().iter().map(row).collect()
}

impl Tables {
    pub fn of(ruleset: &Ruleset) -> Self {
        let names = ["AU.ATK", "AU.DEF", "AU.HP", "AU.EXH", "EU.ATK", "EU.DEF", "EU.HP", "EU.EXH"];
        let battle = rows(&ruleset.battle_table, names);
        let siege = rows(&ruleset.siege_table, ["SA", "SD", "NA", "ND"]);
        let mut tables = Self { battle, siege, known: None, rounds: ruleset.rounds };
        if tables.battle.iter().all(|row| row.tests.iter().all(|test| test.depends_on_none_but(&KNOWN))) {
            let all = (0..125).map(|at| tables.fight([at / 25, at / 5 % 5, 0, 0], [at % 5, 0, 0, 0]));
            tables.known = Some(all.collect());
        }
        tables
    }

    /// Whether no round ever changes a statistic under these rules.
    pub fn leaves(&self, stat: usize) -> bool {
        let battle = self.battle.iter().all(|row| row.changes.iter().all(|change| change[stat] == 0));
        battle && self.siege.iter().all(|row| row.changes.iter().all(|change| change[stat] == 0))
    }

    /// Whether only a siege of its castle changes a unit's statistic.
    pub fn only_the_besieged_lose(&self, stat: usize) -> bool {
        let battle = self.battle.iter().all(|row| row.changes.iter().all(|change| change[stat] == 0));
        battle && self.siege.iter().all(|row| row.changes[0][stat] == 0 && row.changes[2][stat] == 0)
    }

    fn fight(&self, own: Unit, enemy: Unit) -> Unit {
        if let Some(known) = &self.known
            && [own[ATK], own[DEF], enemy[ATK]].iter().all(|value| (0..5).contains(value))
            && let Ok(at) = usize::try_from(own[ATK] * 25 + own[DEF] * 5 + enemy[ATK])
        {
            return known[at];
        }
        let mut figures = [0; 8];
        for (figure, &value) in figures.iter_mut().zip(own.iter().chain(&enemy)) {
            *figure = i64::from(value);
        }
        let row = self.battle.iter().find(|row| row.tests.iter().all(|test| test.holds(&figures)));
        row.map_or([0; 4], |row| row.changes[0])
    }

    /// The changes of a siege for attackers, defenders, the top attacker and the top defender.
    fn besiege(&self, figures: [i64; 4]) -> Option<&[Unit; 4]> {
        self.siege.iter().find(|row| row.tests.iter().all(|test| test.holds(&figures))).map(|row| &row.changes)
    }

    /// The changes of a siege to ATK, DEF, HP and EXH of the top defender and of the others.
    pub fn falls(&self, [sa, sd]: [i32; 2], [na, nd]: [u32; 2]) -> [Unit; 2] {
        let figures = [i64::from(sa), i64::from(sd), i64::from(na), i64::from(nd)];
        let [_, each, _, top] = self.besiege(figures).copied().unwrap_or_default();
        [sum(each, top), each]
    }

    /// Plays a round and changes the sides.
    pub fn play(&self, sides: &mut [Side; 2], moves: [Moves; 2]) -> Told {
        let before = *sides;
        let ranked = [0, 1].map(|side: usize| before[side].ranked(moves[side].attack, BATTLE));
        let pairs = ranked[0].count.min(ranked[1].count);
        for rank in 0..pairs {
            let met = [ranked[0].units[rank], ranked[1].units[rank]];
            for side in [0, 1] {
                let change = self.fight(before[side].0[met[side]], before[1 - side].0[met[1 - side]]);
                add(&mut sides[side].0[met[side]], change);
            }
        }
        let besieger = [0, 1].into_iter().find(|&side: &usize| ranked[side].count > pairs);
        let mut told = Told { ranked, besieger, sa: 0, sd: 0, stormed: None };
        if let Some(side) = besieger {
            let excess = ranked[side].units[pairs..ranked[side].count].iter().fold(0, |set, unit| set | 1_u8 << unit);
            let held = moves[1 - side].defend;
            told.sa = before[side].sum(excess, ATK);
            told.sd = before[1 - side].sum(held, DEF);
            if held == 0 {
                told.stormed = Some(side);
            } else {
                let numbers = [excess, held].map(|set| i64::from(set.count_ones()));
                let figures = [i64::from(told.sa), i64::from(told.sd), numbers[0], numbers[1]];
                if let Some([attackers, defenders, top_attacker, top_defender]) = self.besiege(figures) {
                    bits(excess).for_each(|unit| add(&mut sides[side].0[unit], *attackers));
                    bits(held).for_each(|unit| add(&mut sides[1 - side].0[unit], *defenders));
                    if *top_attacker != [0; 4] {
                        add(&mut sides[side].0[before[side].ranked(excess, SIEGE).units[0]], *top_attacker);
                    }
                    if *top_defender != [0; 4] {
                        add(&mut sides[1 - side].0[before[1 - side].ranked(held, SIEGE).units[0]], *top_defender);
                    }
                }
            }
        }
        for side in [0, 1] {
            let rest = moves[side].recover;
            if rest != 0 {
                let first = before[side].ranked(rest, REST).units[0];
                for unit in bits(rest) {
                    add(&mut sides[side].0[unit], [0, 0, if unit == first { 0 } else { -1 }, -1]);
                }
            }
            for unit in &mut sides[side].0 {
                *unit = [unit[ATK].max(0), unit[DEF].max(0), unit[HP].max(0), unit[EXH].clamp(0, SPENT)];
            }
        }
        told
    }
}

/// The unit that recovers without losing HP, in a set of recovering units.
pub fn first_to_rest(side: &Side, units: u8) -> Option<usize> {
    side.ranked(units, REST).all().first().copied()
}

fn add(unit: &mut Unit, change: Unit) {
    *unit = sum(*unit, change);
}

fn sum(a: Unit, b: Unit) -> Unit {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]]
}

/// The value for side 0 after the last round, from 0 to 1; side 0 is the Elimination Candidate.
pub fn decided(sides: &[Side; 2]) -> f64 {
    let figures = sides.map(|side| (side.total(), -side.sum(31, EXH), side.sum(31, HP)));
    if figures[0] > figures[1] { 1.0 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha12Rng;
    use serde_json::json;

    use super::super::self_play::Study;
    use super::*;
    use deathmatch_rules::game::BySeat;
    use deathmatch_rules::games::castle_siege::{BATTLE as BATTLES, BattleTable, SIEGE as SIEGES, round};

    /// Random possible actions.
    fn any(side: &Side, random: &mut ChaCha12Rng) -> Moves {
        let attack = side.attackers() & random.random::<u8>();
        let defend = side.defenders() & random.random::<u8>() & !attack;
        Moves { attack, defend, recover: side.tired() & random.random::<u8>() & !attack & !defend }
    }

    fn others() -> Ruleset {
        let battle = json!([
            { "when": "EU.ATK + 2*EU.HP > AU.DEF - AU.EXH and EU.ATK < 9", "AU": { "HP": -1, "ATK": 2, "DEF": 5 } },
            { "when": "EU.DEF >= AU.DEF + 1", "AU": { "EXH": 1, "ATK": -1 } },
            { "when": "always", "AU": { "HP": 40 } },
        ]);
        let siege = json!([
            { "when": "NA > ND", "top_attacker": { "EXH": 2, "DEF": -1 }, "defenders": { "HP": 1, "DEF": -1 } },
            { "when": "SA <= 3*SD - 1", "attackers": { "ATK": -1 }, "top_defender": { "EXH": -1, "DEF": 7 } },
        ]);
        let battle_table = BattleTable::read(&BATTLES, &battle).unwrap();
        Ruleset { battle_table, siege_table: BattleTable::read(&SIEGES, &siege).unwrap(), ..Ruleset::default() }
    }

    #[test]
    fn fast_round_matches_the_rules() {
        let mut random = ChaCha12Rng::seed_from_u64(3);
        for ruleset in [Ruleset::default(), others()] {
            let tables = Tables::of(&ruleset);
            for _ in 0..300 {
                let mut units = BySeat::from_fn(|_| Study::any(&mut random));
                for number in 1..30 {
                    let mut sides = [Side::of(&units.ec), Side::of(&units.dmo)];
                    let moves = [any(&sides[0], &mut random), any(&sides[1], &mut random)];
                    let actions = BySeat { ec: moves[0].actions(), dmo: moves[1].actions() };
                    assert_eq!(moves, [Moves::of(&actions.ec), Moves::of(&actions.dmo)]);
                    let (report, _) = round(number, &ruleset, &mut units, &actions);
                    let told = tables.play(&mut sides, moves);
                    assert_eq!(sides.map(|side| side.units()), [units.ec, units.dmo]);
                    assert_eq!(told.stormed, report.stormed_by().map(|seat| seat as usize));
                    let siege = report.siege.as_ref();
                    let besieged = siege.map(|siege| ((!siege.castle) as usize, siege.sa, siege.sd));
                    assert_eq!(told.besieger.map(|side| (side, told.sa.into(), told.sd.into())), besieged);
                    let pairs = &told.ranked[0].units[..report.battle.len()];
                    let met = pairs.iter().zip(&told.ranked[1].units).map(|(&own, &enemy)| (own, enemy));
                    let mut met: Vec<_> = met.collect();
                    met.sort_unstable();
                    let shown = report.battle.iter().map(|pair| (pair.ec.0 as usize, pair.dmo.0 as usize));
                    assert!(met.into_iter().eq(shown));
                }
            }
        }
    }
}
