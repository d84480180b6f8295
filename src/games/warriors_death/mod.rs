//! A Warrior's Death: five bouts of ten rounds in which both seats secretly send a unit, and the dead count too.

mod army;
mod knowledge;
mod order;
mod position;
mod resolve;
mod scene;
mod text;
mod truth;
mod unit;
mod view;

pub use army::{Army, Fallen};
pub use knowledge::{Mark, Marks};
pub use order::Order;
pub use position::{BOUTS, Bout, Position, PrivateOrders, ROUNDS, Ruleset, Shown, Stage};
pub use resolve::{Effect, Fought};
pub use truth::TrueBout;
pub use unit::{Unit, UnknownUnit};
pub use view::View;
