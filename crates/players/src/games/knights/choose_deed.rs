//! The choice of a deed: a tree is grown, the best deeds of both sides form a matrix, and a deed is drawn from its equilibrium.

use super::evaluate::{Judgement, Light};
use super::exact_last_turn::last_turn;
use super::fast_position::{Deed, Fast};
use super::joint_deed_tree::{Settings, Tree};
use super::restricted_nash_response::Hasty;
use crate::Thinking;
use crate::search::solve;

/// The number of iterations before pairs of the best deeds are tried deliberately, in every other iteration.
const FIRST: u64 = 512;
/// The number of iterations after which the best deeds are selected again.
const ROUND: u64 = 256;
/// The assumed probability of a hasty opponent.
const HASTE: f32 = 0.25;

/// The work of a turn, in quarters of a unit.
const STEP: u64 = 5;

/// The settings of a side's search.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    pub settings: Settings,
    /// The most deeds of each side in the matrix at the root.
    pub best: usize,
    /// The factor on the player's error.
    pub blur: f64,
    /// The mistakes that the player does not make.
    pub sees: Sees,
    /// The judgement of a possibly hasty opponent; `None` if the opponent is never assumed to be hasty.
    pub hasty: Option<&'static Judgement>,
}

/// The mistakes that a player never makes, however much it misjudges an order's result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sees {
    /// No mistakes, except those that the search avoids.
    Nothing,
    /// Claims that gain nothing while another claim would gain points.
    VainClaims,
    /// Also knights given away for nothing.
    Threats,
}

/// The result of a search.
pub(super) struct Found {
    pub deed: Deed,
    /// The side's estimated chance to win.
    pub chance: f64,
    pub nodes: u64,
}

/// The deed of a side; `None` if it has none.
pub(super) fn find(
    at: &Fast,
    side: usize,
    judgement: &Judgement,
    plan: Plan,
    thinking: &mut Thinking<'_>,
) -> Option<Found> {
    if let Some((deeds, weights, chance)) = last_turn(at, side) {
        return Some(Found { deed: deeds[thinking.pick(&weights)], chance, nodes: 1 });
    }
    let Plan { settings, best, blur, sees, hasty } = plan;
    let mut tree = Tree::new(*at, settings, judgement);
    if tree.root_arms(side).is_empty() {
        return None;
    }
    let light = Light::of(at, side);
    if sees >= Sees::VainClaims && tree.root_arms(side).iter().any(|arm| light.claims(arm.deed)) {
        tree.leave_out(side, |deed| light.in_vain(deed));
    }
    if sees >= Sees::Threats {
        tree.leave_out(side, |deed| light.gives_away(deed));
    }
    tree.misjudge(side, || (thinking.judged(0.0) * blur) as f32);
    let mut nodes = 0;
    let mut more = |turns: u64| {
        nodes += turns;
        thinking.budget.spend((turns * STEP).div_ceil(4))
    };
    let mut hasty = hasty.and_then(|glance| Hasty::of(&tree, 1 - side, glance));
    if let Some(hasty) = &hasty {
        more(hasty.turns);
    }
    let tops = look_ahead(&mut tree, best, hasty.as_mut(), more);
    // The reported chance does not assume a hasty opponent.
    let (plain, chance) = mixed(&tree, side, &tops, None);
    let weights = if hasty.is_some() { mixed(&tree, side, &tops, hasty.as_ref()).0 } else { plain };
    let picked = tops[side][thinking.pick(&weights)];
    Some(Found { deed: tree.root_arms(side)[picked].deed, chance, nodes })
}

/// Grows a tree while `more` allows it, given the number of turns of each iteration. Returns each side's best deeds.
pub(super) fn look_ahead(
    tree: &mut Tree<'_>,
    best: usize,
    mut hasty: Option<&mut Hasty>,
    mut more: impl FnMut(u64) -> bool,
) -> [Vec<usize>; 2] {
    let mut tops = [Vec::new(), Vec::new()];
    let mut pair = 0;
    for iteration in 0.. {
        let mut given = [None; 2];
        if best > 1 && iteration >= FIRST && iteration % 2 == 1 {
            if iteration % ROUND == 1 {
                tops = [0, 1].map(|side| top(tree, side, best));
            }
            let pairs = tops[0].len() * tops[1].len();
            if pairs > 1 {
                pair = (pair + 1) % pairs;
                given = [Some(tops[0][pair / tops[1].len()]), Some(tops[1][pair % tops[1].len()])];
            }
        }
        if let Some(hasty) = &mut hasty {
            hasty.join(iteration, &tops[1 - hasty.side], &mut given);
        }
        let course = tree.iterate(given);
        if let Some(hasty) = &mut hasty {
            hasty.note(&course);
        }
        if !more(course.turns) {
            break;
        }
    }
    [0, 1].map(|side| top(tree, side, best))
}

/// The most tried deeds of a side.
fn top(tree: &Tree<'_>, side: usize, many: usize) -> Vec<usize> {
    let arms = tree.root_arms(side);
    let mut order: Vec<usize> = (0..arms.len()).collect();
    order.sort_by(|&a, &b| {
        arms[b].visits.cmp(&arms[a].visits).then(arms[b].prior.total_cmp(&arms[a].prior)).then(a.cmp(&b))
    });
    order.truncate(many.max(1));
    order
}

/// The probability of each of a side's best deeds, and the mix's value; against a hasty opponent if one is given.
pub(super) fn mixed(tree: &Tree<'_>, side: usize, tops: &[Vec<usize>; 2], hasty: Option<&Hasty>) -> (Vec<f64>, f64) {
    let mut entries = Vec::with_capacity(tops[0].len() * tops[1].len());
    if tops[1 - side].is_empty() {
        let mean = |&&arm: &&usize| tree.root_arms(side)[arm].mean;
        let best = tops[side].iter().max_by(|a, b| mean(a).total_cmp(&mean(b)));
        let weights = tops[side].iter().map(|arm| if Some(arm) == best { 1.0 } else { 0.0 }).collect();
        let worth = best.map_or(0.5, |best| f64::from(mean(&best) - tree.error(side, *best)));
        return (weights, worth.clamp(0.0, 1.0));
    }
    for &row in &tops[0] {
        for &column in &tops[1] {
            let (a, b) = (&tree.root_arms(0)[row], &tree.root_arms(1)[column]);
            let known = |mean: f32, visits: u32| if visits == 0 { tree.mean() } else { mean };
            let (a, b) =
                (known(a.mean - tree.error(0, row), a.visits), known(1.0 - (b.mean - tree.error(1, column)), b.visits));
            let mut value = tree.cell([row, column]).or(f32::midpoint(a, b));
            if let Some(hasty) = hasty {
                let (own, guess) = if side == 0 { (row, a) } else { (column, b) };
                value += (hasty.against(own).or(guess) - value) * HASTE;
            }
            entries.push(f64::from(value + tree.error(0, row) - tree.error(1, column)));
        }
    }
    let solved = solve(&entries, tops[1].len());
    // A misjudgement affects the choice, but not the reported chance.
    let misjudged = |side: usize, mix: &[f64]| -> f64 {
        tops[side].iter().zip(mix).map(|(&arm, share)| f64::from(tree.error(side, arm)) * share).sum()
    };
    let value = solved.value - misjudged(0, &solved.rows) + misjudged(1, &solved.columns);
    if side == 0 { (solved.rows, value.clamp(0.0, 1.0)) } else { (solved.columns, (1.0 - value).clamp(0.0, 1.0)) }
}
