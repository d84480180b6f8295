//! A Warrior's Death: five bouts of ten rounds in which both seats secretly send a unit, and the dead count too.
//!
//! **Source.** "A Warrior's Death" by `e_is_cool` and elara, as featured in The Genius: Heaven and Hell.
//!
//! **Notation.** `samurai`, `astrologian>dragoon` (expecting a Dragoon), `blue-mage>chocobo` (disguised as a Chocobo); see [`Order`].
//!
//! **House rulings.**
//! - R1: naming a dead unit is accepted and sends out a Chocobo; a refusal could give away what a Blue Mage hid. Players get no tool for
//!   their notes, so nothing works out for them who is dead: a warning says that a unit was sent before, and no more.
//! - R2: an order that cannot be read is refused rather than turned into a Chocobo.
//! - R3: a Dark Knight's second life still has its ability, without any use for itself, and a Sage that meets it copies it. A Sage that came
//!   back copies again, has no third life, and lives on for good if it wins with a copied Samurai ability.
//! - R4: a unit alive at the end of a bout gives no underworld points.
//! - R5: a strength changed in a round stays for the rest of the bout.
//!
//! **Who knows what.** [`Position`] is what was announced, a seat's own orders are its secret, and [`TrueBout`] is known to neither
//! seat; a [`View`] holds the first, at most one seat's second, and the third only for the referee and after the end.

mod army;
mod choose;
mod manual;
mod moments;
mod order;

mod position;
mod resolve;
mod scene;
mod state;
mod tell;
mod text;
mod truth;
mod unit;
mod view;

pub use army::{Army, Fallen};
pub use order::Order;
pub use position::{BOUTS, Bout, Position, ROUNDS, Ruleset, Shown, Stage};
pub use resolve::{Effect, Fought};
pub use state::State;
pub use tell::{Event, RoundOver};
pub use truth::TrueBout;
pub use unit::{Unit, UnknownUnit};
pub use view::View;

use crate::game::{About, Contest, Key, Kind, Preset, Rules, Setup, SetupError};

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
            "Secret duels of ten units with odd abilities, in which the fallen score too.",
        )
    };

    type Ruleset = Ruleset;
    type State = State;

    fn presets() -> Vec<Preset<Ruleset>> {
        vec![Preset { id: "standard", name: "Standard", contest: Contest::DeathMatch, ruleset: Ruleset::default() }]
    }

    fn start(setup: &Setup<Ruleset>) -> Result<(State, Vec<Event>), SetupError> {
        Ok((State::new(setup.ruleset.clone()), vec![Event::BoutBegins { bout: 1 }]))
    }
}
