//! The notice of an order that a host gave for a seat.

use crate::game::Seat;
use crate::hosting::ruling_author::{reason, who};
use crate::table::{Entry, Happened};

/// An order that a host gave for a seat, until its step is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProxyOrder {
    pub seat: Seat,
    /// The order in words for people.
    order: String,
    who: String,
    reason: Option<String>,
    /// Whether the player has not replaced it.
    pub stands: bool,
    /// Whether its step was reverted before it was over.
    pub reverted: bool,
}

impl ProxyOrder {
    /// Returns the notice of an entry's order, in words for people, if a host gave it.
    pub fn of(entry: &Entry, order: &str) -> Option<Self> {
        let (seat, order) = (entry.act.order_for()?, order.to_owned());
        Some(Self { seat, order, who: who(entry)?, reason: reason(entry), stands: true, reverted: false })
    }

    /// Removes and returns the orders whose step ended with these events.
    pub fn over(given: &mut Vec<Self>, happened: &[Happened]) -> Vec<Self> {
        if !happened.iter().any(|each| each.what.kind().closes_step()) {
            return Vec::new();
        }
        let reverted = happened.iter().any(|each| each.what.reverts().is_some());
        std::mem::take(given).into_iter().map(|given| Self { reverted, ..given }).collect()
    }

    /// Whether the order counted.
    pub const fn counts(&self) -> bool {
        self.stands && !self.reverted
    }

    /// The line to the player for whom the order was given.
    pub fn own_line(&self) -> String {
        let line = format!("{} ordered for you: **{}**.", self.who, self.order);
        [line].into_iter().chain(self.reason.clone()).collect::<Vec<_>>().join(" ")
    }

    /// The line to everyone, once the step is over.
    pub fn line(&self, name: &str) -> String {
        let order = if self.reverted {
            format!("{} had given an order for {name}. Its step was reverted, so the order does not count.", self.who)
        } else if self.stands {
            format!("{} gave {name}'s order.", self.who)
        } else {
            format!("{} gave an order for {name}, who then sent another.", self.who)
        };
        [order].into_iter().chain(self.reason.clone()).collect::<Vec<_>>().join(" ")
    }
}
