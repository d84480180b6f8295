//! Orders that hosts give for seats.

use crate::game::Seat;
use crate::hosting::ruling_author::{reason, who};
use crate::table::{Act, Entry, Happened, HostAct, What};

/// An order that a host gave for a seat, until its step is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProxyOrder {
    pub seat: Seat,
    who: String,
    reason: Option<String>,
    /// Whether the player has not replaced it.
    pub stands: bool,
    /// Whether its step was reverted before it was over.
    pub gone: bool,
}

impl ProxyOrder {
    pub fn of(entry: &Entry) -> Option<Self> {
        let Act::Host(HostAct::Order { seat, .. }) = &entry.act else { return None };
        Some(Self { seat: *seat, who: who(entry)?, reason: reason(entry), stands: true, gone: false })
    }

    /// Removes and returns the orders whose step ended with these events.
    pub fn over(given: &mut Vec<Self>, happened: &[Happened]) -> Vec<Self> {
        let is = |test: fn(&What) -> bool| happened.iter().any(|each| test(&each.what));
        if !is(|what| matches!(what, What::Resolved { .. } | What::Undone { .. } | What::Over { .. })) {
            return Vec::new();
        }
        let gone = is(|what| matches!(what, What::Undone { .. }));
        std::mem::take(given).into_iter().map(|given| Self { gone, ..given }).collect()
    }

    pub fn line(&self, name: &str) -> String {
        let order = if self.gone {
            format!("{} had given an order for {name} in what was asked last; it is gone with that.", self.who)
        } else if self.stands {
            format!("{} gave {name}'s order.", self.who)
        } else {
            format!("{} gave an order for {name}, who then sent another.", self.who)
        };
        [order].into_iter().chain(self.reason.clone()).collect::<Vec<_>>().join(" ")
    }
}
