//! How the gateway connection reports its sessions to the dealer.

use crate::ids::{Snowflake, UnixMs, UserId};
use crate::live::api::Dealer;
use crate::uptime::pending_events::Session;

/// An event in flight to an actor, until this value is dropped.
pub struct InFlight {
    dealer: Dealer,
    stamp: Snowflake,
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.dealer.0.pending_events.arrived(self.stamp);
    }
}

impl Dealer {
    /// Records whether the gateway is connected.
    pub fn record_connected(&self, up: bool) {
        let service = &self.0;
        let now = service.clock.now();
        if !service.pending_events.set_connected(up, now) {
            return;
        }
        if up {
            // The queued events of the session arrive now; a new session is announced within this time.
            service.stalls.settle(now);
        }
        service.pending_events.notify();
    }

    /// Records the start of a session that replays nothing.
    pub fn begin_session(&self) -> Session {
        let gone = *self.0.away.borrow();
        self.0.pending_events.begin(gone, self.0.clock.now())
    }

    /// Returns the time since which messages may be unread.
    pub fn any_unread_since(&self) -> Option<UnixMs> {
        self.0.pending_events.any_unread_since()
    }

    /// Returns the time since which a person's messages may be unread.
    pub fn unread_since(&self, user: UserId) -> Option<UnixMs> {
        self.0.pending_events.unread_since(&[user])
    }

    /// Records the people whose direct messages are read back for a session; nobody else can have written an order.
    pub fn set_authors_to_read(&self, session: Session, users: &[UserId]) {
        self.0.pending_events.set_authors_to_read(session, users);
    }

    /// Records that a person's direct messages are read back and in flight.
    pub fn mark_read(&self, session: Session, user: UserId) {
        self.0.pending_events.mark_read(session, user);
    }

    /// Whether no later session has begun.
    pub fn is_current(&self, session: Session) -> bool {
        self.0.pending_events.is_current(session)
    }

    /// Records an event of a person that may be meant for an actor.
    pub fn expect(&self, user: UserId, stamp: Snowflake) -> InFlight {
        self.0.pending_events.expect(user, stamp, self.0.clock.moment());
        InFlight { dealer: self.clone(), stamp }
    }

    /// Records that an announced event is for no actor, or is processed.
    pub fn arrived(&self, stamp: Snowflake) {
        self.0.pending_events.arrived(stamp);
    }
}
