//! Looking ahead from what may be true now, as far as the budget goes: to the end where it can, else to a judgement at sight.

use super::evaluate::seems;
use super::fast::Pair;
use super::layers::{After, Layer, Span, Table, expand, solve};
use super::shipped::Shipped;
use crate::search::{Budget, Quick};

/// A pair of sides, the seat's own first, and by how much it is ahead.
pub(super) type Root = (Pair, i16);

/// What comes after the present round.
pub(super) struct Ahead {
    layers: Vec<Layer>,
    left: u32,
    tie: f32,
    folded: bool,
    /// How many states were gone through.
    pub nodes: u64,
}

/// What it costs to solve so many matrices of so many cells, in units.
const fn solving(values: u64, cells: u64) -> u64 {
    values * (6 + cells) / 96
}

/// What it costs to look up so many outcomes, in units.
const fn finding(outcomes: u64) -> u64 {
    1 + outcomes / 30
}

/// What the matrices of a layer are taken to have as cells before they are known, one for each value that there would be if nothing were
/// decided: a few, which often turns out to be too much work, or what is nearly always enough.
const FEW: u64 = 6;
const ENOUGH: u64 = 24;

impl Ahead {
    /// What may come after the roots with so many rounds left, at most so deep.
    pub fn new(roots: &[Root], left: u32, tie: f32, depth: u32, budget: &mut Budget<'_>) -> Self {
        let mut ahead = Self::laid_out(roots, left, tie, depth, FEW, budget);
        ahead.settle(budget);
        ahead
    }

    /// The same as deep as there is work for, by a guess that is nearly always enough.
    pub fn within(roots: &[Root], left: u32, tie: f32, budget: &mut Budget<'_>) -> Self {
        let mut ahead = Self::laid_out(roots, left, tie, u32::MAX, ENOUGH, budget);
        ahead.settle(budget);
        ahead
    }

    /// The same to the end; nothing, and little work spent, where by that guess there is not enough for it.
    pub fn whole(roots: &[Root], left: u32, tie: f32, budget: &mut Budget<'_>) -> Option<Self> {
        let mut ahead = Self::laid_out(roots, left, tie, u32::MAX, ENOUGH, budget);
        if left > 1 && ahead.deepest() > 1 {
            return None;
        }
        ahead.settle(budget);
        Some(ahead)
    }

    /// The same without any values, at most so deep, where the matrices of the deepest layer are taken to have so many cells.
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

    /// How many rounds are left in the deepest layer.
    fn deepest(&self) -> u32 {
        self.left - self.layers.len() as u32
    }

    /// Gives every layer its values, from the deepest on.
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
                    // Half a layer is worth nothing: the nearest one is judged at sight.
                    self.layers.truncate(1);
                    self.layers[0].judge(self.left - 1);
                    return;
                }
            }
        }
    }

    /// What a state that may come up is worth to the first side with so many rounds left, where it was gone through.
    pub fn at(&self, (pair, difference): Root, left: u32) -> Option<f32> {
        let layer = self.layers.get(self.left.checked_sub(left + 1)? as usize)?;
        let place = layer.place(pair.with_left(left), self.folded)?;
        Some(layer.at(place, difference))
    }

    /// What each cell of a root's matrix is worth to the first side, row by row, with its table.
    pub fn matrix(&self, root: Root, entries: &mut Vec<f32>) -> [super::acts::Acts; 2] {
        let after = self.layers.first().map_or(After::End(self.tie), |next| After::Layer(next, self.folded));
        let table = Table::new(root.0, self.left, &after);
        table.fill(root.1, entries);
        table.acts
    }
}

/// The same from the values that were worked out beforehand.
pub(super) fn from_shipped(shipped: &Shipped, root: Root, left: u32, entries: &mut Vec<f32>) -> [super::acts::Acts; 2] {
    let after = After::Shipped(shipped, 10 - left + 1);
    let table = Table::new(root.0, left, &after);
    table.fill(root.1, entries);
    table.acts
}

impl Layer {
    /// Judges every pair at sight.
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
