//! Alpha-beta search for games with alternating moves and full information: iterative deepening, principal variation search, a
//! transposition table, two killers a ply.
//!
//! - Beyond a game's width only the best-looking steps are searched. If all of those are known to lose, the other steps are searched too,
//!   so a known result holds for any width.
//! - A known win is worth more than [`KNOWN`], a known loss less than minus [`KNOWN`]. All other values are between.
//!
//! Sources: Knuth and Moore, *An analysis of alpha-beta pruning* (1975); Marsland, *A review of game-tree pruning* (1986).

use super::Budget;

/// The value of a position for a side that has just won.
pub const WON: i32 = 1_000_000;
/// The least value of a known win.
pub const KNOWN: i32 = WON / 2;

/// A position with alternating moves. Values are always for the side to move.
pub trait AlternatingMoves: Copy {
    type Step: Copy + PartialEq;

    /// A hash of the position: equal for equal positions, and different for nearly all others.
    fn key(&self) -> u64;

    /// Visits the steps of the side to move, until `each` returns `false`.
    fn each_step(&self, each: impl FnMut(Self::Step) -> bool);

    /// Whether the side to move has this step, which may come from another position.
    fn allows(&self, step: Self::Step) -> bool;

    /// The position after a step.
    #[must_use]
    fn after(&self, step: Self::Step) -> Self;

    /// The static value of the position; minus [`WON`] if the side to move has lost.
    fn worth(&self) -> i32;

    /// The proven value of the position, beyond [`KNOWN`] either way, if it can be computed without a search of its steps. The number of
    /// visited positions is added to `judged`.
    fn known(&self, _judged: &mut u64) -> Option<i32> {
        None
    }
}

/// The settings of a search.
#[derive(Clone, Copy, Debug)]
pub struct AlphaBetaSettings<'a> {
    /// The most steps to look ahead, from 1.
    pub depth: usize,
    /// The number of steps to search, by the number of steps to go; the last entry holds for all greater numbers.
    pub widths: &'a [usize],
    /// The number of steps to search in the root position, by the number of steps to go.
    pub first_widths: &'a [usize],
    /// The work of judging a position, in thousandths of a unit.
    pub cost: u64,
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlphaBetaResult<S> {
    pub step: S,
    /// The step's value after the search, without its misjudgement.
    pub worth: i32,
    /// The number of steps looked ahead.
    pub depth: usize,
    /// The number of judged positions.
    pub nodes: u64,
}

/// Finds the best step of the side to move; `None` if it has none. `misjudge` gives the error for each step, in the measure of
/// [`AlternatingMoves::worth`]. Known results have no error.
pub fn iterative_deepening<P: AlternatingMoves>(
    position: &P,
    settings: AlphaBetaSettings<'_>,
    mut misjudge: impl FnMut() -> i32,
    budget: &mut Budget<'_>,
) -> Option<AlphaBetaResult<P::Step>> {
    let entries = budget.left() / WORK_PER_ENTRY;
    let mut search = Search::new(settings, budget, entries);
    let mut roots: Vec<Root<P::Step>> = Vec::with_capacity(512);
    position.each_step(|step| {
        let next = position.after(step);
        roots.push(Root { step, worth: judged(-search.glance(&next, 1), 0), error: 0 });
        !search.stopped
    });
    for root in &mut roots {
        root.error = misjudge();
        root.worth = judged(root.worth, root.error);
    }
    roots.sort_by_key(|root| -root.worth);
    let first = roots.first()?;
    let mut best = AlphaBetaResult { step: first.step, worth: first.worth, depth: 1, nodes: 0 };
    for depth in 2..=settings.depth {
        if search.stopped || best.worth.abs() > KNOWN || roots.len() == 1 {
            break;
        }
        let Some((root, worth)) = search.first(position, &mut roots, depth) else { break };
        best = AlphaBetaResult { step: root, worth, depth, nodes: 0 };
    }
    search.settle_up();
    // A misjudgement affects the choice, but not the reported value.
    let error = roots.iter().find(|root| root.step == best.step).map_or(0, |root| root.error);
    Some(AlphaBetaResult { worth: judged(best.worth, -error), nodes: search.nodes, ..best })
}

/// The value of a position for the side to move, after a search of this many steps, from 1.
pub fn value<P: AlternatingMoves>(position: &P, settings: AlphaBetaSettings<'_>, budget: &mut Budget<'_>) -> i32 {
    let mut search = Search::new(settings, budget, 0);
    let worth = search.look(position, settings.depth, 0, -WON - 1, WON + 1);
    search.settle_up();
    worth
}

const fn judged(worth: i32, error: i32) -> i32 {
    if worth.abs() > KNOWN { worth } else { worth + error }
}

struct Root<S> {
    step: S,
    worth: i32,
    error: i32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy)]
struct Entry<S> {
    key: u64,
    worth: i32,
    depth: u8,
    bound: Bound,
    best: Option<S>,
}

struct Search<'a, 'b, 'c, P: AlternatingMoves> {
    settings: AlphaBetaSettings<'a>,
    budget: &'b mut Budget<'c>,
    table: Vec<Entry<P::Step>>,
    killers: Vec<[Option<P::Step>; 2]>,
    /// Lists for reuse.
    spare: Vec<Vec<(i32, P::Step)>>,
    nodes: u64,
    owed: u64,
    stopped: bool,
}

/// The largest table, in entries, and the work for each entry.
const MOST_ENTRIES: u64 = 1 << 17;
const WORK_PER_ENTRY: u64 = 8;
/// The debt at which work is paid for, in thousandths of a unit.
const CREDIT: u64 = 20_000;

impl<'a, 'b, 'c, P: AlternatingMoves> Search<'a, 'b, 'c, P> {
    fn new(settings: AlphaBetaSettings<'a>, budget: &'b mut Budget<'c>, entries: u64) -> Self {
        let entries = entries.clamp(64, MOST_ENTRIES).next_power_of_two();
        let entries = usize::try_from(entries).unwrap_or(1 << 16);
        let empty = Entry { key: 0, worth: 0, depth: 0, bound: Bound::Exact, best: None };
        Self {
            settings,
            budget,
            table: vec![empty; entries],
            killers: Vec::new(),
            spare: Vec::new(),
            nodes: 0,
            owed: 0,
            stopped: false,
        }
    }

    /// The static value of a position this many steps from the root.
    fn glance(&mut self, position: &P, ply: i32) -> i32 {
        self.owe(1);
        let worth = position.worth();
        if worth <= -WON { worth + ply } else { worth }
    }

    fn owe(&mut self, judged: u64) {
        self.nodes += judged;
        self.owed += judged * self.settings.cost;
        if self.owed >= CREDIT {
            self.settle_up();
        }
    }

    fn settle_up(&mut self) {
        let units = self.owed.div_ceil(1_000);
        self.owed = 0;
        self.stopped = !self.budget.spend(units) || self.stopped;
    }

    /// Searches the root position to a depth, and sorts its steps for the next depth. Returns the best of the finished steps.
    fn first(&mut self, position: &P, roots: &mut [Root<P::Step>], depth: usize) -> Option<(P::Step, i32)> {
        let keep = width(self.settings.first_widths, depth);
        let mut best: Option<(P::Step, i32)> = None;
        let mut seen = 0;
        for root in &mut *roots {
            let least = best.map_or(-WON - 1, |(_, worth)| worth);
            if seen >= keep && least > -KNOWN {
                break;
            }
            let next = position.after(root.step);
            let alpha = (least - root.error).max(-WON - 1);
            let mut worth =
                if best.is_none() { alpha + 1 } else { -self.look(&next, depth - 1, 1, -alpha - 1, -alpha) };
            if worth > alpha && !self.stopped {
                worth = -self.look(&next, depth - 1, 1, -WON - 1, -alpha);
            }
            if self.stopped {
                break;
            }
            root.worth = judged(worth, root.error);
            if root.worth > least {
                best = Some((root.step, root.worth));
            }
            seen += 1;
        }
        roots[..seen].sort_by_key(|root| -root.worth);
        best
    }

    fn look(&mut self, position: &P, depth: usize, ply: usize, mut alpha: i32, beta: i32) -> i32 {
        if self.stopped {
            return 0;
        }
        let from_first = i32::try_from(ply).unwrap_or(0);
        let mut judged = 1;
        let known = position.known(&mut judged);
        self.owe(judged);
        if let Some(known) = known {
            return known - known.signum() * from_first;
        }
        let key = position.key();
        let slot = usize::try_from(key & (self.table.len() as u64 - 1)).unwrap_or(0);
        let entry = self.table[slot];
        let mut hint = None;
        if entry.key == key && entry.depth > 0 {
            let worth =
                if entry.worth.abs() > KNOWN { entry.worth - entry.worth.signum() * from_first } else { entry.worth };
            let deep = usize::from(entry.depth) >= depth || entry.worth.abs() > KNOWN;
            let cuts = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => worth >= beta,
                Bound::AtMost => worth <= alpha,
            };
            if deep && cuts {
                return worth;
            }
            hint = entry.best;
        }
        let start = alpha;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let (top, best) = if depth <= 1 {
            self.last_step(position, ply, hint, beta)
        } else {
            self.steps(position, depth, ply, hint, &mut alpha, beta)
        };
        if self.stopped {
            return 0;
        }
        if top >= beta
            && let Some(step) = best
            && self.killers[ply][0] != Some(step)
        {
            self.killers[ply] = [Some(step), self.killers[ply][0]];
        }
        let bound = match () {
            () if top >= beta => Bound::AtLeast,
            () if top <= start => Bound::AtMost,
            () => Bound::Exact,
        };
        let worth = if top.abs() > KNOWN { top + top.signum() * from_first } else { top };
        let depth = u8::try_from(depth).unwrap_or(u8::MAX);
        self.table[slot] = Entry { key, worth, depth, bound, best };
        top
    }

    /// Searches the last step: each one is judged statically.
    fn last_step(&mut self, position: &P, ply: usize, hint: Option<P::Step>, beta: i32) -> (i32, Option<P::Step>) {
        let mut best = (-WON - 1, None);
        let deeper = i32::try_from(ply + 1).unwrap_or(0);
        let [one, other] = self.killers[ply];
        let tried = [hint, one.filter(|_| one != hint), other.filter(|_| other != hint && other != one)];
        for step in tried.into_iter().flatten() {
            if position.allows(step) {
                let worth = -self.glance(&position.after(step), deeper);
                if worth > best.0 {
                    best = (worth, Some(step));
                }
                if worth >= beta {
                    return best;
                }
            }
        }
        position.each_step(|step| {
            let worth = -self.glance(&position.after(step), deeper);
            if worth > best.0 {
                best = (worth, Some(step));
            }
            worth < beta && !self.stopped
        });
        if best.1.is_none() { (deeper - 1 - WON, None) } else { best }
    }

    fn steps(
        &mut self,
        position: &P,
        depth: usize,
        ply: usize,
        hint: Option<P::Step>,
        alpha: &mut i32,
        beta: i32,
    ) -> (i32, Option<P::Step>) {
        let mut best = (-WON - 1, None);
        let hint = hint.filter(|&step| position.allows(step));
        if let Some(step) = hint {
            let worth = -self.look(&position.after(step), depth - 1, ply + 1, -beta, -*alpha);
            best = (worth, Some(step));
            *alpha = (*alpha).max(worth);
            if worth >= beta || self.stopped {
                return best;
            }
        }
        let deeper = i32::try_from(ply + 1).unwrap_or(0);
        let mut steps = self.spare.pop().unwrap_or_default();
        steps.clear();
        position.each_step(|step| {
            steps.push((-self.glance(&position.after(step), deeper), step));
            !self.stopped
        });
        if steps.is_empty() {
            best = (deeper - 1 - WON, None);
        }
        let keep = width(self.settings.widths, depth).min(steps.len());
        if keep > 0 && keep < steps.len() {
            steps.select_nth_unstable_by_key(keep - 1, |&(worth, _)| -worth);
        }
        steps[..keep].sort_by_key(|&(worth, _)| -worth);
        for (at, &(_, step)) in steps.iter().enumerate() {
            if self.stopped || best.0 >= beta || (at >= keep && best.0 > -KNOWN) {
                break;
            }
            if hint == Some(step) {
                continue;
            }
            let next = position.after(step);
            let mut worth =
                if best.1.is_none() { *alpha + 1 } else { -self.look(&next, depth - 1, ply + 1, -*alpha - 1, -*alpha) };
            if best.1.is_none() || (worth > *alpha && worth < beta) {
                worth = -self.look(&next, depth - 1, ply + 1, -beta, -*alpha);
            }
            if worth > best.0 {
                best = (worth, Some(step));
            }
            *alpha = (*alpha).max(worth);
        }
        self.spare.push(steps);
        best
    }
}

fn width(widths: &[usize], depth: usize) -> usize {
    widths.get(depth).or(widths.last()).copied().unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests;
