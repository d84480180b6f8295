//! A Warrior's Death: five bouts of ten rounds in which both seats secretly send a unit. Dead units score too.
//!
//! **Source.** "A Warrior's Death" by `e_is_cool` and elara, as featured in The Genius: Heaven and Hell.
//!
//! **Notation.** `samurai`, `astrologian>dragoon` (expecting a Dragoon), `blue-mage>chocobo` (disguised as a Chocobo); see [`Order`].
//!
//! **House rulings.**
//! - R1: an order for a dead unit is accepted and sends a Chocobo, because a refusal could disclose a Blue Mage's secret. Players get no
//!   tool that works out the dead units; a warning only says that a unit was sent before.
//! - R2: an unreadable order is refused and not turned into a Chocobo.
//! - R3: a Dark Knight's second life keeps its ability, without any use for itself, and a Sage that meets it copies it. A returned Sage
//!   copies again, has no third life, and lives on for good if it wins with a copied Samurai ability.
//! - R4: a unit alive at the end of a bout scores no underworld points.
//! - R5: a strength changed in a round stays changed for the rest of the bout.
//!
//! **Hidden information.** [`Position`] is the announcements. A seat's own orders are its secret. Neither seat knows [`TrueBout`]. A
//! [`View`] holds the position and at most one seat's orders; the truth only for the referee and after the end.

mod army;
mod manual;
mod moments;
mod notation;
mod order;

mod duel;
mod position;
mod ruleset;
mod scene;
mod state;
mod tell;
mod text;
mod truth;
mod unit;
mod view;

pub use army::{Army, Fallen};
pub use duel::{Effect, Fought};
pub use order::Order;
pub use position::{BOUTS, Bout, Position, ROUNDS, Shown, Stage};
pub use ruleset::Ruleset;
pub use state::State;
pub use tell::{Event, RoundOver};
pub use truth::TrueBout;
pub use unit::{Unit, UnknownUnit};
pub use view::View;

use crate::game::{About, Contest, Key, Kind, Preset, Rules, SetupError, StartTerms};

/// The rules of A Warrior's Death.
pub struct WarriorsDeath;

const KEYS: &[Key<'_>] = &[
    Key::timer("unit_s", "Time to choose a unit each round").said(&[("*", "* s for each order")]),
    Key::timer("break_s", "Longest break between bouts; over early when both players are ready")
        .said(&[("*", "breaks up to * s")]),
    Key::new(
        "stop_when_decided",
        Kind::Flag,
        "Whether the match ends after a bout that leaves the other player no way to catch up",
    )
    .said(&[("true", "ends as soon as it is decided"), ("*", "all five bouts are played")]),
];

impl Rules for WarriorsDeath {
    const ABOUT: About<'static> = About {
        version: 2,
        keys: KEYS,
        queries: text::QUERIES,
        ..About::new(
            "warriors-death",
            "A Warrior's Death",
            "Ten units with odd abilities fight secret duels, and even the fallen can score.",
        )
    };

    type Ruleset = Ruleset;
    type State = State;

    fn presets() -> Vec<Preset<Ruleset>> {
        vec![Preset { id: "standard", name: "Standard", contest: Contest::DeathMatch, ruleset: Ruleset::default() }]
    }

    fn start(setup: &StartTerms<Ruleset>) -> Result<(State, Vec<Event>), SetupError> {
        Ok((State::new(setup.ruleset.clone()), vec![Event::BoutBegins { bout: 1 }]))
    }
}
