//! A seat's knowledge of past rounds, and the test whether a possible enemy agrees with them.

use super::fast_round::{ATK, Moves, Ranked, SPENT, Side, Tables, bits};
use deathmatch_rules::games::castle_siege::{UnitLetter, View};

/// A round, as known to its seat.
#[derive(Clone, Debug)]
pub struct Past {
    /// The own units before the round.
    own: Side,
    pub own_moves: Moves,
    /// The enemy's visible actions; recoveries are not shown.
    pub enemy: Moves,
    /// The enemy's fighting units, in the sequence of their opponents, with their ATK.
    pub fought: Ranked,
    pub atk: [i32; 5],
    pub besieger: Option<usize>,
    pub sa: i32,
    pub sd: i32,
}

impl Past {
    /// The number of own attackers without an opponent.
    pub fn own_excess(&self) -> u32 {
        let met = u32::try_from(self.fought.count).unwrap_or_default();
        self.own_moves.attack.count_ones().saturating_sub(met)
    }
}

/// All rounds, and the current own units.
#[derive(Clone, Debug)]
pub struct History {
    pub me: usize,
    pub rounds: Vec<Past>,
    pub own: Side,
    /// For each round and enemy unit, whether it visibly attacks or defends in the next round.
    acts_next: Vec<u8>,
}

fn set(letters: &[UnitLetter]) -> u8 {
    letters.iter().fold(0, |set, &letter| set | 1 << letter as u8)
}

impl History {
    /// `None` if the view has no seat, or allocations have not resolved.
    pub fn of(view: &View) -> Option<Self> {
        let seat = view.seat()?;
        let secrets = view.own()?;
        let mut own = Side::of(secrets.allocated.as_ref()?);
        let mut rounds = Vec::with_capacity(secrets.rounds.len());
        for (report, round) in view.position().reports().iter().zip(&secrets.rounds) {
            let own_moves = Moves::of(&round.order.unwrap_or_default());
            let mut met: Vec<_> = report.battle.iter().map(|pair| (pair[seat], pair[!seat])).collect();
            let order = own.in_battle(own_moves.attack);
            met.sort_by_key(|(fighter, _)| order.all().iter().position(|&unit| unit == fighter.0 as usize));
            let mut fought = Ranked::default();
            let mut atk = [0; 5];
            for &(_, enemy) in &met {
                fought.units[fought.count] = enemy.0 as usize;
                atk[fought.count] = i32::try_from(enemy.1).unwrap_or(i32::MAX);
                fought.count += 1;
            }
            let mut attack = fought.all().iter().fold(0, |set, unit| set | 1_u8 << unit);
            let siege = report.siege.as_ref();
            attack |= siege.filter(|siege| siege.castle == seat).map_or(0, |siege| set(&siege.attackers));
            let small = |value: i64| i32::try_from(value).unwrap_or(i32::MAX);
            rounds.push(Past {
                own,
                own_moves,
                enemy: Moves { attack, defend: set(&report.defenders[!seat]), recover: 0 },
                fought,
                atk,
                besieger: siege.map(|siege| (!siege.castle) as usize),
                sa: siege.map_or(0, |siege| small(siege.sa)),
                sd: siege.map_or(0, |siege| small(siege.sd)),
            });
            own = Side::of(&round.units);
        }
        let acts = |past: &Past| past.enemy.attack | past.enemy.defend;
        let acts_next = (1..=rounds.len()).map(|next| rounds.get(next).map_or(0, acts)).collect();
        Some(Self { me: seat as usize, rounds, own, acts_next })
    }

    /// Plays a round for a possible enemy with these units, of which these recover. Returns whether the round was possible and agrees with
    /// the report.
    pub fn follow(&self, tables: &Tables, round: usize, enemy: &mut Side, recover: u8) -> bool {
        let Some(past) = self.rounds.get(round) else { return false };
        if past.enemy.attack & !enemy.attackers() != 0
            || past.enemy.defend & !enemy.defenders() != 0
            || recover & !(enemy.tired() & past.enemy.idle()) != 0
        {
            return false;
        }
        let shown = past.fought.all().iter().zip(&past.atk);
        if shown.into_iter().any(|(&unit, &atk)| enemy.0[unit][ATK] != atk) {
            return false;
        }
        let me = self.me;
        let moves = Moves { recover, ..past.enemy };
        let mut sides = if me == 0 { [past.own, *enemy] } else { [*enemy, past.own] };
        let told = tables.play(&mut sides, if me == 0 { [past.own_moves, moves] } else { [moves, past.own_moves] });
        *enemy = sides[1 - me];
        let fought = &told.ranked[1 - me].units[..past.fought.count];
        fought == past.fought.all() && (told.besieger, told.sa, told.sd) == (past.besieger, past.sa, past.sd)
    }

    /// The enemy's units that may have recovered, and those that must have, because they were spent and act in the next round.
    pub fn rested(&self, round: usize, enemy: &Side) -> [u8; 2] {
        let may = self.rounds[round].enemy.idle() & enemy.tired();
        let spent = bits(may & self.acts_next[round]).filter(|&unit| enemy.0[unit][super::fast_round::EXH] >= SPENT);
        [may, spent.fold(0, |set, unit| set | 1 << unit)]
    }
}
