//! Alpha-beta search of alternating turns below the root; `choose_turn.rs` has the root and the iterative deepening.
//!
//! - A turn is a move and an optional power. Below the root only the best-looking powers are tried. At the root every power is tried after
//!   every move, and the best-looking pairs are searched besides the plain moves.
//! - Captures are played out before a position is judged; deeper down only captures of pieces without cover, and recaptures.
//! - Captures of own pieces are searched only at the root, and where there is no other move.
//!
//! Sources: Knuth and Moore, *An analysis of alpha-beta pruning* (1975); Marsland, *A review of game-tree pruning* (1986), for principal
//! variations, hash tables and the history heuristic; Donninger, *Null move and deep search* (1993).

use super::considered_powers;
use super::evaluate::{self, SURE, WON};
use super::search_battle::SearchBattle;
use super::search_board::{Deed, Field, bit};
use crate::search::Budget;
use deathmatch_rules::games::guidance_rite::{How, Power, Step};

/// The most plies below the root.
const DEEPEST: u32 = 40;
/// The number of nodes between two checks of the budget, and their work.
const BATCH: u64 = 64;
const COST: u64 = 64;
/// The number of powers tried below the root.
const POWERS: usize = 2;
/// The least promise of a power, and the number of plies to go from which powers are tried.
const PROMISING: i32 = 12;
const POWERS_DEPTH: u32 = 2;
/// The number of plies in which all captures are played out.
const OPEN: u32 = 2;
/// The number of pieces below which a seat may profit from a pass.
const MANY: u32 = 8;

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    score: i16,
    depth: u8,
    /// Whether the score is exact, a lower bound or an upper bound.
    bound: Bound,
    /// The path of the best deed.
    path: u16,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Bound {
    #[default]
    Nothing,
    Exact,
    Least,
    Most,
}

/// A search of turns.
pub(super) struct Search<'s, 'b> {
    budget: &'s mut Budget<'b>,
    table: Vec<Entry>,
    history: [Vec<u32>; 2],
    killers: Vec<[usize; 2]>,
    pool: Vec<Vec<(i32, Deed)>>,
    /// The positions on the path from the root.
    line: Vec<u64>,
    pub nodes: u64,
    over: bool,
}

impl<'s, 'b> Search<'s, 'b> {
    pub(super) fn new(budget: &'s mut Budget<'b>) -> Self {
        // A larger table would take longer to clear than to fill.
        let size = (budget.left() / 4).clamp(1 << 8, 1 << 17).next_power_of_two();
        Self {
            budget,
            table: vec![Entry::default(); usize::try_from(size).unwrap_or(1 << 8)],
            history: [vec![0; 1 << 10], vec![0; 1 << 10]],
            killers: vec![[0; 2]; DEEPEST as usize + 2],
            pool: vec![Vec::new(); DEEPEST as usize + 40],
            line: Vec::new(),
            nodes: 0,
            over: false,
        }
    }

    /// Whether the budget is spent.
    pub(super) const fn over(&self) -> bool {
        self.over
    }

    /// Charges work outside of the search.
    pub(super) fn spend(&mut self, work: u64) {
        self.over |= !self.budget.spend(work);
    }

    fn count(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(BATCH) && !self.budget.spend(COST) {
            self.over = true;
        }
        self.over
    }

    /// The value of a battle for the seat on move after a search of `depth` plies; meaningless once the budget is spent.
    pub(super) fn worth(&mut self, bout: &SearchBattle, depth: u32, alpha: i32, beta: i32) -> i32 {
        self.line.clear();
        self.negamax(bout, depth, alpha, beta, 0, true)
    }

    fn negamax(&mut self, bout: &SearchBattle, depth: u32, mut alpha: i32, beta: i32, ply: u32, null: bool) -> i32 {
        let seat = bout.to_move;
        if let Some(winner) = bout.winner() {
            return won(winner == seat, ply);
        }
        let key = bout.key();
        if bout.repeats_count() && self.line.contains(&key) {
            return won(bout.by_lead() == seat, ply);
        }
        if depth == 0 || ply >= DEEPEST {
            return self.quiet(bout, alpha, beta, ply, 0, None);
        }
        if self.count() {
            return 0;
        }
        let slot = usize::try_from(key % self.table.len() as u64).unwrap_or(0);
        let entry = self.table[slot];
        let mut first = 0;
        if entry.key == key && entry.bound != Bound::Nothing {
            first = usize::from(entry.path);
            let score = i32::from(entry.score);
            let cuts = match entry.bound {
                Bound::Exact => true,
                Bound::Least => score >= beta,
                Bound::Most => score <= alpha,
                Bound::Nothing => false,
            };
            if cuts && u32::from(entry.depth) >= depth && ply > 0 && score.abs() < SURE {
                return score;
            }
        }
        if null && depth >= 3 && beta.abs() < SURE && bout.field.count(seat) >= MANY && evaluate::score(bout) >= beta {
            let mut passed = *bout;
            passed.play(&Deed::default());
            let score = -self.negamax(&passed, depth - 3, -beta, 1 - beta, ply + 1, false);
            if score >= beta && !self.over {
                return beta;
            }
        }
        let mut deeds = std::mem::take(&mut self.pool[ply as usize]);
        self.deeds(bout, depth, ply, first, &mut deeds);
        if deeds.is_empty() {
            let stuck = !bout.field.has_move(!seat);
            deeds.push((0, Deed::default()));
            if stuck {
                self.pool[ply as usize] = deeds;
                return won(bout.by_lead() == seat, ply);
            }
        }
        self.line.push(key);
        let (mut best, mut path, mut bound) = (-WON, 0, Bound::Most);
        for at in 0..deeds.len() {
            let next = (at..deeds.len()).max_by_key(|&next| (deeds[next].0, usize::MAX - next)).unwrap_or(at);
            deeds.swap(at, next);
            let (order, deed) = deeds[at];
            let mut after = *bout;
            after.play(&deed);
            // Late moves without a capture are first searched less deeply.
            let late = u32::from(at >= 4 && depth >= 3 && order < CAPTURES)
                + u32::from(at >= 12 && depth >= 4 && order < CAPTURES);
            let mut score;
            if at == 0 {
                score = -self.negamax(&after, depth - 1, -beta, -alpha, ply + 1, true);
            } else {
                score = -self.negamax(&after, depth - 1 - late, -alpha - 1, -alpha, ply + 1, true);
                if score > alpha && (late > 0 || score < beta) {
                    score = -self.negamax(&after, depth - 1, -beta, -alpha, ply + 1, true);
                }
            }
            if self.over {
                break;
            }
            if score > best {
                (best, path) = (score, deed.path());
            }
            if score > alpha {
                (alpha, bound) = (score, Bound::Exact);
            }
            if alpha >= beta {
                bound = Bound::Least;
                if order < CAPTURES {
                    self.history[seat as usize][deed.path()] += depth * depth;
                    let killers = &mut self.killers[ply as usize];
                    if killers[0] != deed.path() {
                        *killers = [deed.path(), killers[0]];
                    }
                }
                break;
            }
        }
        self.line.pop();
        self.pool[ply as usize] = deeds;
        if !self.over {
            let score = i16::try_from(best).unwrap_or(0);
            let depth = u8::try_from(depth).unwrap_or(u8::MAX);
            self.table[slot] = Entry { key, score, depth, bound, path: u16::try_from(path).unwrap_or(0) };
        }
        best
    }

    /// Plays out captures; `on` is the square of the last one.
    fn quiet(&mut self, bout: &SearchBattle, mut alpha: i32, beta: i32, ply: u32, deep: u32, on: Option<u32>) -> i32 {
        let seat = bout.to_move;
        if let Some(winner) = bout.winner() {
            return won(winner == seat, ply);
        }
        if self.count() {
            return 0;
        }
        let (mut best, covered) = evaluate::judged(bout);
        if best >= beta || deep >= 30 {
            return best;
        }
        alpha = alpha.max(best);
        let enemies = bout.field.of(!seat);
        let last = if enemies.is_power_of_two() { enemies } else { 0 };
        let mut targets = enemies;
        if deep >= OPEN {
            targets &= !covered | on.unwrap_or(0) | last;
        }
        if best + 250 < alpha {
            targets &= last;
        }
        let slot = (DEEPEST + 1 + deep) as usize;
        let mut deeds = std::mem::take(&mut self.pool[slot]);
        deeds.clear();
        bout.field.moves(seat, u32::MAX, false, |step, how| {
            if targets & bit(step.to) != 0 {
                let order = Self::capture(&bout.field, covered, step);
                deeds.push((order, Deed::moves(step, how)));
            }
        });
        for at in 0..deeds.len() {
            let next = (at..deeds.len()).max_by_key(|&next| (deeds[next].0, usize::MAX - next)).unwrap_or(at);
            deeds.swap(at, next);
            let deed = deeds[at].1;
            let mut after = *bout;
            after.play(&deed);
            let to = deed.made.map(|made| bit(made.step.to));
            let score = -self.quiet(&after, -beta, -alpha, ply + 1, deep + 1, to);
            if self.over {
                break;
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        self.pool[slot] = deeds;
        best
    }

    /// The priority of a capture.
    fn capture(field: &Field, covered: u32, Step { from, to, .. }: Step) -> i32 {
        let victim = field.man(to).arrows.count().cast_signed() + 2 * i32::from(field.man(to).character.is_some());
        let loose = covered & bit(to) == 0;
        let saved = covered & bit(from) != 0;
        CAPTURES + 10 * victim + 100 * i32::from(loose) + 30 * i32::from(saved)
    }

    /// Collects the deeds to try with their priorities.
    fn deeds(&self, bout: &SearchBattle, depth: u32, ply: u32, first: usize, deeds: &mut Vec<(i32, Deed)>) {
        let (seat, field) = (bout.to_move, &bout.field);
        deeds.clear();
        let (score, covered) = evaluate::judged(bout);
        let enemies = field.of(!seat);
        let killers = self.killers[ply as usize];
        let order = |step: Step, deed: &Deed| {
            let path = deed.path();
            if path == first && first != 0 {
                FIRST
            } else if enemies & bit(step.to) != 0 {
                Self::capture(field, covered, step)
            } else if killers.contains(&path) {
                CAPTURES - 1
            } else {
                let saved = 50 * i32::from(covered & bit(step.from) != 0) - 40 * i32::from(covered & bit(step.to) != 0);
                self.history[seat as usize][path].min(50_000).cast_signed() + saved
            }
        };
        for own in [false, true] {
            if deeds.is_empty() {
                field.moves(seat, u32::MAX, own, |step, how| {
                    let deed = Deed::moves(step, how);
                    deeds.push((order(step, &deed), deed));
                });
            }
        }
        if depth >= POWERS_DEPTH {
            powered(bout, score, deeds);
        }
    }
}

/// The priorities of captures, and of the deed that was best before.
const CAPTURES: i32 = 100_000;
const FIRST: i32 = 1_000_000;

/// Adds the most promising powers to the plain moves.
fn powered(bout: &SearchBattle, score: i32, deeds: &mut Vec<(i32, Deed)>) {
    let seat = bout.to_move;
    let mut best: [(i32, Option<Power>); POWERS] = [(PROMISING, None); POWERS];
    considered_powers::all(&bout.field, seat, |power| {
        let mut after = *bout;
        after.field.give_up(power);
        let gain = evaluate::score(&after) - score;
        if let Some(place) = best.iter().position(|&(least, _)| gain > least) {
            best[place..].rotate_right(1);
            best[place] = (gain, Some(power));
        }
    });
    let plain = deeds.len();
    for (gain, power) in best {
        let Some(power) = power else { continue };
        for at in 0..plain {
            let (order, deed) = deeds[at];
            let Some(made) = deed.made.filter(|made| made.how != How::Swap) else { continue };
            let mover = bout.field.man(made.step.from);
            let [giver, other] = considered_powers::touches(power);
            let ends = [Some(made.step.from), Some(made.step.to)];
            let meets = ends.contains(&giver) || (other.is_some() && ends.contains(&other));
            if !meets && mover.character != Some(power.character()) {
                deeds.push((order - 60 + gain.min(50), Deed { power: Some(power), ..deed }));
            }
        }
    }
}

/// The score of a finished bout.
fn won(mine: bool, ply: u32) -> i32 {
    let score = WON - ply.cast_signed();
    if mine { score } else { -score }
}
