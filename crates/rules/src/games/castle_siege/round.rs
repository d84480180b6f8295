//! The resolution of a round: battle, siege and rest.
//!
//! A unit takes part in one phase only, so all phases read the statistics from the start of the round. All changes are added up and applied
//! together at the end of the round, followed by the limits.

use serde::{Deserialize, Serialize};

use super::battle_tables::BattleTable;
use super::order::{Action, Actions};
use super::ruleset::Ruleset;
use super::unit_stats::{ByUnit, Ranking, Stat, Stats, UnitLetter, Units};
use crate::game::{BySeat, Seat};

/// A unit in battle, and its ATK.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fighter(pub UnitLetter, pub i64);

/// A siege of a castle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Siege {
    /// The castle's seat.
    pub castle: Seat,
    /// The besiegers, by letter.
    pub attackers: Vec<UnitLetter>,
    /// The sum of their ATK.
    pub sa: i64,
    /// The sum of the defenders' DEF.
    pub sd: i64,
}

/// The public report of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The round's number, from 1.
    pub round: u32,
    /// The fighting pairs, sorted by the Elimination Candidate's letter.
    pub battle: Vec<BySeat<Fighter>>,
    /// Each castle's defenders, by letter.
    pub defenders: BySeat<Vec<UnitLetter>>,
    /// The siege, if any.
    pub siege: Option<Siege>,
}

impl Report {
    /// The seat that stormed a castle without defenders, if any.
    #[must_use]
    pub fn stormed_by(&self) -> Option<Seat> {
        let siege = self.siege.as_ref()?;
        self.defenders[siege.castle].is_empty().then_some(!siege.castle)
    }
}

/// The hidden workings of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Workings {
    /// The battle table's row for each fighting unit, from 0, in the sequence of the report.
    pub battle_rows: Vec<BySeat<Option<usize>>>,
    /// The siege table's row, from 0.
    pub siege_row: Option<usize>,
    /// The leaders of the besiegers and of the defenders.
    pub top: Option<(UnitLetter, UnitLetter)>,
    /// Each seat's recovering units, in their ranking.
    pub rest: BySeat<Vec<UnitLetter>>,
    /// All changes, before the limits.
    pub changes: BySeat<ByUnit<Stats>>,
}

/// Resolves a round and changes the units.
pub fn round(
    number: u32,
    ruleset: &Ruleset,
    units: &mut BySeat<Units>,
    actions: &BySeat<Actions>,
) -> (Report, Workings) {
    let doing = |seat: Seat, action: Action| -> Vec<UnitLetter> {
        actions[seat].iter().filter(|&(_, each)| *each == action).map(|(letter, _)| letter).collect()
    };
    let mut workings = Workings::default();
    let attackers = BySeat::from_fn(|seat| Ranking::Battle.sort(&units[seat], doing(seat, Action::Attack)));
    let pairs = attackers.ec.len().min(attackers.dmo.len());

    let mut met: Vec<_> = (0..pairs).map(|rank| BySeat::from_fn(|seat| attackers[seat][rank])).collect();
    met.sort_by_key(|pair| pair.ec);
    for &pair in &met {
        let rows = BySeat::from_fn(|seat| {
            let (own, enemy) = (units[seat][pair[seat]], units[!seat][pair[!seat]]);
            let (row, changes) = fight(&ruleset.battle_table, own, enemy)?;
            workings.changes[seat][pair[seat]].add(changes);
            Some(row)
        });
        workings.battle_rows.push(rows);
    }

    let defenders = BySeat::from_fn(|seat| doing(seat, Action::Defend));
    let besieger = Seat::ALL.into_iter().find(|&seat| attackers[seat].len() > pairs);
    let siege = besieger.map(|seat| {
        let excess = &attackers[seat][pairs..];
        lay_siege(&ruleset.siege_table, units, seat, (excess, &defenders[!seat]), &mut workings)
    });

    workings.rest = BySeat::from_fn(|seat| Ranking::Rest.sort(&units[seat], doing(seat, Action::Recover)));
    for seat in Seat::ALL {
        for (rank, &letter) in workings.rest[seat].iter().enumerate() {
            let hp = if rank == 0 { 0 } else { -1 };
            workings.changes[seat][letter].add(Stats([0, 0, hp, -1]));
        }
    }

    let fighter = |seat: Seat, letter: UnitLetter| Fighter(letter, units[seat][letter][Stat::Atk]);
    let battle = met.iter().map(|pair| BySeat::from_fn(|seat| fighter(seat, pair[seat]))).collect();
    for seat in Seat::ALL {
        for letter in UnitLetter::ALL {
            units[seat][letter].add(workings.changes[seat][letter]);
            units[seat][letter] = units[seat][letter].limited();
        }
    }
    (Report { round: number, battle, defenders, siege }, workings)
}

/// The battle table's row for a unit in battle, and its changes.
fn fight(table: &BattleTable, own: Stats, enemy: Stats) -> Option<(usize, Stats)> {
    let figure = |name: &str| {
        let unit = if name.starts_with("AU") { own } else { enemy };
        Stat::ALL.into_iter().find(|stat| name.ends_with(stat.name())).map_or(0, |stat| unit[stat])
    };
    table.first(figure).map(|(index, row)| (index, row.changes[0]))
}

fn lay_siege(
    table: &BattleTable,
    units: &BySeat<Units>,
    seat: Seat,
    (attackers, defenders): (&[UnitLetter], &[UnitLetter]),
    workings: &mut Workings,
) -> Siege {
    let sum =
        |seat: Seat, letters: &[UnitLetter], stat: Stat| letters.iter().map(|&letter| units[seat][letter][stat]).sum();
    let count = |letters: &[UnitLetter]| i64::try_from(letters.len()).expect("there are five units");
    let (sa, sd) = (sum(seat, attackers, Stat::Atk), sum(!seat, defenders, Stat::Def));
    let figure = |name: &str| match name {
        "SA" => sa,
        "SD" => sd,
        "NA" => count(attackers),
        _ => count(defenders),
    };
    let top = |seat: Seat, letters: &[UnitLetter]| Ranking::Siege.sort(&units[seat], letters.to_vec()).first().copied();
    if let (Some(attacker), Some(defender)) = (top(seat, attackers), top(!seat, defenders)) {
        workings.top = Some((attacker, defender));
        if let Some((index, row)) = table.first(figure) {
            workings.siege_row = Some(index);
            let changes = &mut workings.changes;
            let [each_attacker, each_defender, top_attacker, top_defender] = row.changes[..] else {
                unreachable!("a siege table has four groups")
            };
            for &letter in attackers {
                changes[seat][letter].add(each_attacker);
            }
            for &letter in defenders {
                changes[!seat][letter].add(each_defender);
            }
            changes[seat][attacker].add(top_attacker);
            changes[!seat][defender].add(top_defender);
        }
    }
    let mut attackers = attackers.to_vec();
    attackers.sort_unstable();
    Siege { castle: !seat, attackers, sa, sd }
}
