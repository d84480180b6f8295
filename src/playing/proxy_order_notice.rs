//! The notice of an order that a host gave for a seat.

use crate::game::Seat;
use crate::hosting::ruling_author::{reason, who};
use crate::table::{Entry, Happened};

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
        let seat = entry.act.order_for()?;
        Some(Self { seat, who: who(entry)?, reason: reason(entry), stands: true, gone: false })
    }

    /// Removes and returns the orders whose step ended with these events.
    pub fn over(given: &mut Vec<Self>, happened: &[Happened]) -> Vec<Self> {
        if !happened.iter().any(|each| each.what.kind().closes_step()) {
            return Vec::new();
        }
        let gone = happened.iter().any(|each| each.what.reverts().is_some());
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
