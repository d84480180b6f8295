//! Sets of squares in one word, and lines across them. Bit 0 is a1, 7 is h1, 63 is h8.
//!
//! Lines are filled by parallel prefix, with three doubling steps a direction. The masks of a board are computed once. Four sets are filled
//! at a time, so that the compiler can use vector registers. Source: Kogge and Stone, *A parallel algorithm for the efficient solution of a
//! general class of recurrence equations* (1973), as used in computer chess for sliding pieces.

/// A set of squares.
pub(super) type Bits = u64;

/// Four sets that are filled at the same time.
pub(super) type Lanes = [Bits; 4];

const NOT_A: Bits = 0xfefe_fefe_fefe_fefe;
const NOT_H: Bits = 0x7f7f_7f7f_7f7f_7f7f;
const ALL: Bits = !0;

/// For one direction, the squares onto which a line can continue by one square, by two and by four.
#[derive(Clone, Copy)]
struct Way([Bits; 3]);

impl Way {
    #[inline]
    const fn up(empty: Bits, by: u32, edge: Bits) -> Self {
        let one = empty & edge;
        let two = one & (one << by);
        Self([one, two, two & (two << (2 * by))])
    }

    #[inline]
    const fn down(empty: Bits, by: u32, edge: Bits) -> Self {
        let one = empty & edge;
        let two = one & (one >> by);
        Self([one, two, two & (two >> (2 * by))])
    }

    #[inline]
    fn fill_up(self, mut from: Lanes, by: u32) -> Lanes {
        for (step, mask) in self.0.into_iter().enumerate() {
            for lane in &mut from {
                *lane |= mask & (*lane << (by << step));
            }
        }
        from
    }

    #[inline]
    fn fill_down(self, mut from: Lanes, by: u32) -> Lanes {
        for (step, mask) in self.0.into_iter().enumerate() {
            for lane in &mut from {
                *lane |= mask & (*lane >> (by << step));
            }
        }
        from
    }
}

/// The lines across the empty squares of one board.
#[derive(Clone, Copy)]
pub(super) struct Lines {
    straight: [Way; 4],
    diagonal: [Way; 4],
}

#[inline]
fn union(a: Lanes, b: Lanes) -> Lanes {
    [a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]]
}

impl Lines {
    #[inline]
    pub(super) const fn over(empty: Bits) -> Self {
        Self {
            straight: [
                Way::up(empty, 8, ALL),
                Way::up(empty, 1, NOT_A),
                Way::down(empty, 8, ALL),
                Way::down(empty, 1, NOT_H),
            ],
            diagonal: [
                Way::up(empty, 9, NOT_A),
                Way::up(empty, 7, NOT_H),
                Way::down(empty, 9, NOT_H),
                Way::down(empty, 7, NOT_A),
            ],
        }
    }

    /// The squares that rooks on each set reach in one move, including the set itself.
    #[inline]
    pub(super) fn straight(&self, from: Lanes) -> Lanes {
        let [north, east, south, west] = self.straight;
        let up = union(north.fill_up(from, 8), east.fill_up(from, 1));
        union(up, union(south.fill_down(from, 8), west.fill_down(from, 1)))
    }

    /// The squares that bishops on each set reach in one move, including the set itself.
    #[inline]
    pub(super) fn diagonal(&self, from: Lanes) -> Lanes {
        let [north_east, north_west, south_west, south_east] = self.diagonal;
        let up = union(north_east.fill_up(from, 9), north_west.fill_up(from, 7));
        union(up, union(south_west.fill_down(from, 9), south_east.fill_down(from, 7)))
    }
}

#[inline]
const fn run_up(mut from: Bits, empty: Bits, by: u32, edge: Bits) -> Bits {
    let Way([one, two, four]) = Way::up(empty, by, edge);
    from |= one & (from << by);
    from |= two & (from << (2 * by));
    from | (four & (from << (4 * by)))
}

#[inline]
const fn run_down(mut from: Bits, empty: Bits, by: u32, edge: Bits) -> Bits {
    let Way([one, two, four]) = Way::down(empty, by, edge);
    from |= one & (from >> by);
    from |= two & (from >> (2 * by));
    from | (four & (from >> (4 * by)))
}

/// The squares that rooks on a set reach in one move, including the set itself.
#[inline]
pub(super) const fn straight(from: Bits, empty: Bits) -> Bits {
    run_up(from, empty, 8, ALL)
        | run_down(from, empty, 8, ALL)
        | run_up(from, empty, 1, NOT_A)
        | run_down(from, empty, 1, NOT_H)
}

/// The squares that bishops on a set reach in one move, including the set itself.
#[inline]
pub(super) const fn diagonal(from: Bits, empty: Bits) -> Bits {
    run_up(from, empty, 9, NOT_A)
        | run_down(from, empty, 9, NOT_H)
        | run_up(from, empty, 7, NOT_H)
        | run_down(from, empty, 7, NOT_A)
}

/// The squares of a set, a1 first.
pub(super) fn squares(mut set: Bits) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let first = u8::try_from(set.trailing_zeros()).ok().filter(|&square| square < 64)?;
        set &= set - 1;
        Some(first)
    })
}
