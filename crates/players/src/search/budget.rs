//! What a search may spend.

/// Work that is left to a search. One unit is about a microsecond of one core of a small machine.
pub struct Budget<'a> {
    left: u64,
    spent: u64,
    unasked: u64,
    stop: &'a dyn Fn() -> bool,
    stopped: bool,
}

/// How much work is done before it is asked again whether to stop.
const UNASKED: u64 = 500;

impl<'a> Budget<'a> {
    /// So many units, and what ends them early.
    #[must_use]
    pub fn new(work: u64, stop: &'a dyn Fn() -> bool) -> Self {
        Self { left: work, spent: 0, unasked: 0, stop, stopped: false }
    }

    /// So many units.
    #[must_use]
    pub fn of(work: u64) -> Self {
        Self::new(work, &|| false)
    }

    /// Takes so many units; whether there were as many, and nobody has said to stop.
    pub fn spend(&mut self, work: u64) -> bool {
        self.spent += work;
        self.unasked += work;
        if self.unasked >= UNASKED {
            self.unasked = 0;
            self.stopped = self.stopped || (self.stop)();
        }
        self.left = self.left.saturating_sub(work);
        self.left > 0 && !self.stopped
    }

    /// Whether there is any left.
    #[must_use]
    pub fn continues(&self) -> bool {
        self.left > 0 && !self.stopped
    }

    /// Whether somebody has stopped it: the result then differs from that of the same work at another time.
    #[must_use]
    pub fn was_stopped(&self) -> bool {
        self.stopped
    }

    /// How many units are left.
    #[must_use]
    pub fn left(&self) -> u64 {
        if self.stopped { 0 } else { self.left }
    }

    /// How many units were taken.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// A budget of at most so many units of this one; [`Budget::back`] takes what they were.
    #[must_use]
    pub fn part(&self, work: u64) -> Budget<'a> {
        Budget::new(work.min(self.left()), self.stop)
    }

    /// Takes what a part has spent.
    pub fn back(&mut self, part: &Budget<'_>) {
        self.spend(part.spent);
    }
}
