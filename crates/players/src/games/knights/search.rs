//! How a deed is found: a tree is grown, the best deeds of both sides make a matrix, and its equilibrium is drawn from.

use super::evaluate::{Judgement, Light};
use super::exact::last_turn;
use super::fast::{Deed, Fast};
use super::opponent_model::Hasty;
use super::tree::{Settings, Tree};
use crate::Thinking;
use crate::search::solve;

/// So many iterations come before pairs of the best deeds are tried on purpose; then these have every other iteration.
const FIRST: u64 = 512;
/// After so many iterations it is seen again which deeds are best.
const ROUND: u64 = 256;
/// How likely the other side is taken to be hasty.
const HASTE: f32 = 0.25;

/// What a turn costs, in quarters of a unit.
const STEP: u64 = 5;

/// How a side goes about it.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    pub settings: Settings,
    /// How many deeds of each side the matrix at the root has at most.
    pub best: usize,
    /// What the player's misjudgement is multiplied by.
    pub blur: f64,
    /// The mistakes that the player does not make.
    pub sees: Sees,
    /// Where the other side may be hasty: by what it judges then.
    pub hasty: Option<&'static Judgement>,
}

/// The mistakes that a player never makes, however much it misjudges an order's result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sees {
    /// None but by its search.
    Nothing,
    /// A claim that brings nothing while another one would.
    VainClaims,
    /// A knight given away for nothing as well.
    Threats,
}

/// What came of thinking.
pub(super) struct Found {
    pub deed: Deed,
    /// How likely the side is taken to win.
    pub chance: f64,
    pub nodes: u64,
}

/// The deed a side gives; `None` where it has none.
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
    // How likely a side wins is said without counting on the other's haste.
    let (plain, chance) = mixed(&tree, side, &tops, None);
    let weights = if hasty.is_some() { mixed(&tree, side, &tops, hasty.as_ref()).0 } else { plain };
    let picked = tops[side][thinking.pick(&weights)];
    Some(Found { deed: tree.root_arms(side)[picked].deed, chance, nodes })
}

/// Grows a tree for as long as `more` says so of the turns that each iteration took; each side's best deeds.
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

/// How often a side plays each of its best deeds, and the mix's value; against a hasty opponent if one is given.
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
    // Misjudgements decide what is played; they do not make it worth more.
    let misjudged = |side: usize, mix: &[f64]| -> f64 {
        tops[side].iter().zip(mix).map(|(&arm, share)| f64::from(tree.error(side, arm)) * share).sum()
    };
    let value = solved.value - misjudged(0, &solved.rows) + misjudged(1, &solved.columns);
    if side == 0 { (solved.rows, value.clamp(0.0, 1.0)) } else { (solved.columns, (1.0 - value).clamp(0.0, 1.0)) }
}
