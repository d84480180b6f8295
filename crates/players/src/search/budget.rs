//! The budget of a search.

/// The work left for a search. One unit is about a microsecond of one core of a small machine.
pub struct Budget<'a> {
    left: u64,
    spent: u64,
    unasked: u64,
    stop: &'a dyn Fn() -> bool,
    stopped: bool,
}

/// The work between two questions whether to stop.
const UNASKED: u64 = 500;

impl<'a> Budget<'a> {
    /// A budget of `work` units that may be stopped early.
    #[must_use]
    pub fn new(work: u64, stop: &'a dyn Fn() -> bool) -> Self {
        Self { left: work, spent: 0, unasked: 0, stop, stopped: false }
    }

    /// A budget of `work` units.
    #[must_use]
    pub fn of(work: u64) -> Self {
        Self::new(work, &|| false)
    }

    /// Spends units. Returns whether there were enough, and the search was not stopped.
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

    /// Whether any work is left.
    #[must_use]
    pub fn continues(&self) -> bool {
        self.left > 0 && !self.stopped
    }

    /// Whether the search was stopped. Its result then depends on the time.
    #[must_use]
    pub fn was_stopped(&self) -> bool {
        self.stopped
    }

    /// The number of units left.
    #[must_use]
    pub fn left(&self) -> u64 {
        if self.stopped { 0 } else { self.left }
    }

    /// The number of units spent.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// A part of this budget with at most `work` units; [`Budget::back`] charges its use.
    #[must_use]
    pub fn part(&self, work: u64) -> Budget<'a> {
        Budget::new(work.min(self.left()), self.stop)
    }

    /// Charges the units that a part has spent.
    pub fn back(&mut self, part: &Budget<'_>) {
        self.spend(part.spent);
    }
}
