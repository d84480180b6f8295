//! Looks ahead from the possible current states by backward induction: to the end of the bout if the budget allows, else to a static value.

use super::bout_backward_induction::{After, Layer, Span, Table, expand, solve};
use super::evaluate::seems;
use super::fast_bout::Pair;
use super::precomputed_values::Shipped;
use crate::search::{Budget, Quick};

/// A pair of sides, the seat's own first, and the seat's lead.
pub(super) type Root = (Pair, i16);

/// The values of the rounds after the current one.
pub(super) struct Ahead {
    layers: Vec<Layer>,
    left: u32,
    tie: f32,
    folded: bool,
    /// The number of visited states.
    pub nodes: u64,
}

/// The work of solving matrices with this many values and cells, in units.
const fn solving(values: u64, cells: u64) -> u64 {
    values * (6 + cells) / 96
}

/// The work of looking up outcomes, in units.
const fn finding(outcomes: u64) -> u64 {
    1 + outcomes / 30
}

/// The number of a matrix's cells that an estimate of the work assumes for each value. This one is often too low.
const FEW: u64 = 6;
/// This number is nearly always high enough.
const ENOUGH: u64 = 24;

impl Ahead {
    /// Computes the values of the rounds after the roots, at most `depth` rounds deep.
    pub fn new(roots: &[Root], left: u32, tie: f32, depth: u32, budget: &mut Budget<'_>) -> Self {
        let mut ahead = Self::laid_out(roots, left, tie, depth, FEW, budget);
        ahead.settle(budget);
        ahead
    }

    /// Computes the values as deep as the budget allows, with the careful estimate.
    pub fn within(roots: &[Root], left: u32, tie: f32, budget: &mut Budget<'_>) -> Self {
        let mut ahead = Self::laid_out(roots, left, tie, u32::MAX, ENOUGH, budget);
        ahead.settle(budget);
        ahead
    }

    /// Computes the values to the end. `None`, at little cost, if the budget is too small by the careful estimate.
    pub fn whole(roots: &[Root], left: u32, tie: f32, budget: &mut Budget<'_>) -> Option<Self> {
        let mut ahead = Self::laid_out(roots, left, tie, u32::MAX, ENOUGH, budget);
        if left > 1 && ahead.deepest() > 1 {
            return None;
        }
        ahead.settle(budget);
        Some(ahead)
    }

    /// Collects the states without values, at most `depth` rounds deep. `cells` is the assumed number of cells in the deepest layer.
    fn laid_out(roots: &[Root], left: u32, tie: f32, depth: u32, cells: u64, budget: &mut Budget<'_>) -> Self {
        let folded = (tie - 0.5).abs() < f32::EPSILON;
        let mut ahead = Self { layers: Vec::new(), left, tie, folded, nodes: 0 };
        if left < 2 {
            return ahead;
        }
        let mut next = Layer::default();
        for &(pair, difference) in roots {
            expand(pair, Span { first: difference, last: difference }, left, folded, &mut next);
        }
        next.lay_out(left - 1);
        ahead.layers.push(next);
        let mut cost = 0;
        while ahead.deepest() > 1 && (ahead.layers.len() as u32) < depth {
            let rest = ahead.deepest();
            let layer = ahead.layers.last().expect("there is one");
            let mut next = Layer::default();
            let mut fits = true;
            for (&key, &span) in layer.keys.iter().zip(&layer.spans).filter(|(_, span)| span.len() > 0) {
                let [outcomes, known] = expand(Pair::of_key(key), span, rest, folded, &mut next);
                cost += finding(outcomes) + solving(span.len() as u64, known);
                fits = budget.spend(finding(outcomes)) && cost + solving(next.total, cells) < budget.left();
                if !fits {
                    break;
                }
            }
            if !fits {
                break;
            }
            next.lay_out(rest - 1);
            ahead.layers.push(next);
        }
        ahead
    }

    /// The number of rounds left in the deepest layer.
    fn deepest(&self) -> u32 {
        self.left - self.layers.len() as u32
    }

    /// Computes the values of every layer, from the deepest on.
    fn settle(&mut self, budget: &mut Budget<'_>) {
        if self.layers.is_empty() {
            return;
        }
        let mut quick = Quick::default();
        let mut entries = Vec::new();
        let rest = self.deepest();
        let deepest = self.layers.len() - 1;
        let exact = rest == 1;
        for at in (0..=deepest).rev() {
            let (before, later) = self.layers.split_at_mut(at + 1);
            let layer = &mut before[at];
            let left = self.left - 1 - at as u32;
            if at == deepest && !exact {
                layer.judge(left);
                continue;
            }
            let after = later.first().map_or(After::End(self.tie), |later| After::Layer(later, self.folded));
            for pair in 0..layer.len() {
                let [values, outcomes, cells] = solve(layer, pair, left, &after, &mut quick, &mut entries);
                self.nodes += values;
                if !budget.spend(finding(outcomes) + solving(values, cells)) {
                    // A partial layer is useless: the first one is judged statically instead.
                    self.layers.truncate(1);
                    self.layers[0].judge(self.left - 1);
                    return;
                }
            }
        }
    }

    /// The value of a state for the first side with `left` rounds left, if it was visited.
    pub fn at(&self, (pair, difference): Root, left: u32) -> Option<f32> {
        let layer = self.layers.get(self.left.checked_sub(left + 1)? as usize)?;
        let place = layer.place(pair.with_left(left), self.folded)?;
        Some(layer.at(place, difference))
    }

    /// Fills in the values of a root's matrix for the first side, row by row, and returns both sides' acts.
    pub fn matrix(&self, root: Root, entries: &mut Vec<f32>) -> [super::acts::Acts; 2] {
        let after = self.layers.first().map_or(After::End(self.tie), |next| After::Layer(next, self.folded));
        let table = Table::new(root.0, self.left, &after);
        table.fill(root.1, entries);
        table.acts
    }
}

/// Fills in the values of a root's matrix from the precomputed values.
pub(super) fn from_shipped(shipped: &Shipped, root: Root, left: u32, entries: &mut Vec<f32>) -> [super::acts::Acts; 2] {
    let after = After::Shipped(shipped, 10 - left + 1);
    let table = Table::new(root.0, left, &after);
    table.fill(root.1, entries);
    table.acts
}

impl Layer {
    /// Judges every pair statically.
    fn judge(&mut self, left: u32) {
        for at in 0..self.len() {
            let (pair, span) = (Pair::of_key(self.keys[at]), self.spans[at]);
            for difference in span.first..=span.last {
                let cell = self.cell(at, difference);
                self.values[cell] = seems(pair, difference, left);
            }
        }
    }
}
