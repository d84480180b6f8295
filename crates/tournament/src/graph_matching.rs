//! The largest matching in a graph of at most 64 vertices, by Edmonds' blossom algorithm.

use std::collections::VecDeque;

/// A set of vertices, one bit each.
pub type Vertices = u64;

/// The number of edges in a largest matching among some vertices; `edges` gives each vertex's neighbours.
pub fn largest(edges: &[Vertices], among: Vertices) -> usize {
    let mut search = Search::new(edges, among);
    let mut size = 0;
    for vertex in members(among) {
        if search.mate[vertex].is_none() && search.augment(vertex) {
            size += 1;
        }
    }
    size
}

pub fn members(set: Vertices) -> impl Iterator<Item = usize> {
    (0..64).filter(move |&vertex| set >> vertex & 1 == 1)
}

struct Search<'a> {
    edges: &'a [Vertices],
    among: Vertices,
    mate: Vec<Option<usize>>,
    /// The parent of each vertex in the current tree.
    parent: Vec<Option<usize>>,
    /// The base of the blossom that contains a vertex; a vertex outside of any is its own base.
    base: Vec<usize>,
    seen: Vertices,
}

impl<'a> Search<'a> {
    fn new(edges: &'a [Vertices], among: Vertices) -> Self {
        let size = edges.len();
        Self { edges, among, mate: vec![None; size], parent: vec![None; size], base: (0..size).collect(), seen: 0 }
    }

    /// Grows a tree from an unmatched vertex, and returns whether the matching became larger.
    fn augment(&mut self, root: usize) -> bool {
        let mut end = self.grow(root);
        let found = end.is_some();
        while let Some(vertex) = end {
            let before = self.parent[vertex].expect("a vertex on the way was come to from another");
            let next = self.mate[before];
            self.mate[vertex] = Some(before);
            self.mate[before] = Some(vertex);
            end = next;
        }
        found
    }

    fn grow(&mut self, root: usize) -> Option<usize> {
        self.parent.fill(None);
        self.base = (0..self.edges.len()).collect();
        self.seen = 1 << root;
        let mut queue = VecDeque::from([root]);
        while let Some(vertex) = queue.pop_front() {
            for next in members(self.edges[vertex] & self.among) {
                if self.base[vertex] == self.base[next] || self.mate[vertex] == Some(next) {
                    continue;
                }
                if next == root || self.mate[next].is_some_and(|mate| self.parent[mate].is_some()) {
                    self.contract(vertex, next, &mut queue);
                } else if self.parent[next].is_none() {
                    self.parent[next] = Some(vertex);
                    let Some(mate) = self.mate[next] else { return Some(next) };
                    self.seen |= 1 << mate;
                    queue.push_back(mate);
                }
            }
        }
        None
    }

    /// Contracts the odd cycle that an edge closes to one vertex.
    fn contract(&mut self, one: usize, other: usize, queue: &mut VecDeque<usize>) {
        let base = self.common(one, other);
        let blossom = self.mark(one, base, other) | self.mark(other, base, one);
        for vertex in 0..self.edges.len() {
            if blossom >> self.base[vertex] & 1 == 1 {
                self.base[vertex] = base;
                if self.seen >> vertex & 1 == 0 {
                    self.seen |= 1 << vertex;
                    queue.push_back(vertex);
                }
            }
        }
    }

    /// The first common base on the paths of two vertices to the root.
    fn common(&self, one: usize, other: usize) -> usize {
        let up = |vertex: usize| self.mate[vertex].and_then(|mate| self.parent[mate]);
        let mut passed: Vertices = 0;
        let mut at = Some(one);
        while let Some(vertex) = at {
            passed |= 1 << self.base[vertex];
            at = up(self.base[vertex]);
        }
        let mut vertex = self.base[other];
        while passed >> vertex & 1 == 0 {
            vertex = self.base[up(vertex).expect("both ways end at the root")];
        }
        vertex
    }

    /// Marks the blossoms from a vertex to its base, and redirects its tree to the edge that closed the cycle.
    fn mark(&mut self, mut vertex: usize, base: usize, mut child: usize) -> Vertices {
        let mut blossom = 0;
        while self.base[vertex] != base {
            let mate = self.mate[vertex].expect("all but the root are matched");
            blossom |= 1 << self.base[vertex] | 1 << self.base[mate];
            self.parent[vertex] = Some(child);
            child = mate;
            vertex = self.parent[mate].expect("a matched vertex was come to by its mate's parent");
        }
        blossom
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn graph(size: usize, pairs: &[(usize, usize)]) -> Vec<Vertices> {
        let mut edges = vec![0; size];
        for &(a, b) in pairs.iter().filter(|(a, b)| a != b) {
            edges[a] |= 1 << b;
            edges[b] |= 1 << a;
        }
        edges
    }

    /// The largest matching by brute force.
    fn tried(edges: &[Vertices], among: Vertices) -> usize {
        let Some(first) = members(among).next() else { return 0 };
        let rest = among & !(1 << first);
        let with = members(edges[first] & rest).map(|other| 1 + tried(edges, rest & !(1 << other)));
        with.max().unwrap_or(0).max(tried(edges, rest))
    }

    proptest! {
        #[test]
        fn matching_is_as_large_as_by_brute_force(pairs in prop::collection::vec((0..10_usize, 0..10_usize), 0..30), among in 0..1024_u64) {
            let edges = graph(10, &pairs);
            prop_assert_eq!(largest(&edges, among), tried(&edges, among));
        }
    }
}
