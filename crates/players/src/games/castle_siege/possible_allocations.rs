//! The enemy's possible ATK and DEF, from the reports alone. The set is exact if the tables allow it, and never too small: it always
//! contains the truth.

use std::sync::LazyLock;

use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha12Rng;

use super::choose_allocation::known;
use super::fast_round::{ATK, DEF, Side, Tables, bits};
use super::past_rounds::History;
use deathmatch_rules::games::castle_siege::{BUDGET, MOST_STAT, MOST_UNIT};

type Five = [i32; 5];

/// The number of attempts to find a matching allocation among the known ones.
const KNOWN_TRIES: usize = 12;

/// Every allocation of one statistic to five units.
static WAYS: LazyLock<Vec<Five>> = LazyLock::new(|| {
    let most = i32::try_from(MOST_STAT).unwrap_or_default();
    let base = most + 1;
    let all = (0..base.pow(5)).map(|at| [at, at / base, at / base.pow(2), at / base.pow(3), at / base.pow(4)]);
    let digits = all.map(|digits| digits.map(|digit| digit % base));
    let mut ways: Vec<Five> = digits.filter(|way| i64::from(way.iter().sum::<i32>()) == BUDGET).collect();
    ways.sort_unstable();
    ways
});

/// The enemy's possible ATK and DEF at the beginning, in ascending sequence.
pub struct Allocations {
    pub atk: Vec<Five>,
    pub def: Vec<Five>,
}

impl Allocations {
    /// All legal allocations.
    pub fn all() -> Self {
        Self { atk: WAYS.clone(), def: WAYS.clone() }
    }

    pub fn of(history: &History, tables: &Tables) -> Self {
        let atk = WAYS.iter().filter(|way| atk_fits(way, history, tables)).copied().collect();
        let def = WAYS.iter().filter(|way| def_fits(way, history, tables)).copied().collect();
        Self { atk, def }
    }

    /// Draws a matching allocation uniformly, with some HP; `None` if too many attempts fail.
    pub fn draw(&self, random: &mut ChaCha12Rng) -> Option<Side> {
        (0..1_000).find_map(|_| {
            let [atk, def] = [&self.atk, &self.def].map(|ways| ways.get(random.random_range(0..ways.len().max(1))));
            together(atk?, def?, &WAYS[random.random_range(0..WAYS.len())])
        })
    }

    /// Draws a matching allocation that a person might choose, if one is found soon: one that this player knows, with any letters.
    pub fn draw_known(&self, random: &mut ChaCha12Rng) -> Option<Side> {
        let known = known();
        (0..KNOWN_TRIES).find_map(|_| {
            let mut side = Side::of(&known[random.random_range(0..known.len())].units);
            side.0.shuffle(random);
            let among = |ways: &[Five], stat: usize| ways.binary_search(&side.0.map(|unit| unit[stat])).is_ok();
            (among(&self.atk, ATK) && among(&self.def, DEF)).then_some(side)
        })
    }
}

fn together(atk: &Five, def: &Five, hp: &Five) -> Option<Side> {
    let fits = (0..5).all(|unit| i64::from(atk[unit] + def[unit] + hp[unit]) <= MOST_UNIT);
    let mut unit = 0;
    fits.then(|| {
        Side([(); 5].map(|()| {
            unit += 1;
            [atk[unit - 1], def[unit - 1], hp[unit - 1], 0]
        }))
    })
}

/// Whether the reports allow this ATK. If rounds change ATK, only the first report is used.
fn atk_fits(atk: &Five, history: &History, tables: &Tables) -> bool {
    let rounds = if tables.leaves(ATK) { history.rounds.len() } else { 1 };
    history.rounds.iter().take(rounds).all(|past| {
        let fought = past.fought.all();
        let shown = fought.iter().zip(&past.atk).all(|(&unit, &shown)| atk[unit] == shown);
        let in_order = fought.windows(2).all(|pair| atk[pair[0]] >= atk[pair[1]]);
        let excess = past.enemy.attack & !fought.iter().fold(0, |set, unit| set | 1_u8 << unit);
        let least = fought.last().map_or(i32::MAX, |&unit| atk[unit]);
        let besieges = past.besieger == Some(1 - history.me);
        shown
            && in_order
            && bits(past.enemy.attack).all(|unit| atk[unit] > 0)
            && bits(excess).all(|unit| atk[unit] <= least)
            && (!besieges || bits(excess).map(|unit| atk[unit]).sum::<i32>() == past.sa)
    })
}

/// Whether the reports allow this DEF. If anything except a siege changes DEF, only the first report is used.
fn def_fits(def: &Five, history: &History, tables: &Tables) -> bool {
    let rounds = if tables.only_the_besieged_lose(DEF) { history.rounds.len() } else { 1 };
    def_agrees(*def, history, tables, 0..rounds.min(history.rounds.len()))
}

fn def_agrees(mut def: Five, history: &History, tables: &Tables, rounds: std::ops::Range<usize>) -> bool {
    for round in rounds.clone() {
        let past = &history.rounds[round];
        let held = past.enemy.defend;
        if bits(held).any(|unit| def[unit] == 0) {
            return false;
        }
        if past.besieger != Some(history.me) {
            continue;
        }
        if bits(held).map(|unit| def[unit]).sum::<i32>() != past.sd {
            return false;
        }
        let Some(highest) = bits(held).map(|unit| def[unit]).max() else { continue };
        let [first, others] = tables.falls([past.sa, past.sd], [past.own_excess(), held.count_ones()]);
        if first[DEF] == others[DEF] {
            bits(held).for_each(|unit| def[unit] = (def[unit] + others[DEF]).max(0));
            continue;
        }
        // The leading one of the units with the most DEF depends on hidden statistics.
        return bits(held).filter(|&unit| def[unit] == highest).any(|top| {
            let mut after = def;
            for unit in bits(held) {
                after[unit] = (def[unit] + if unit == top { first[DEF] } else { others[DEF] }).max(0);
            }
            def_agrees(after, history, tables, round + 1..rounds.end)
        });
    }
    true
}
