//! Castle Siege: each side has a castle and five units with hidden statistics, and secretly orders five actions a round.
//!
//! **Source.** A Death Match by Zero, as featured in Zero's Gauntlet; its title and both of its tables are lost.
//!
//! **Notation.** The allocation `A 4/2/1 B 2/2/2 C 0/2/4 D 4/0/2 E 0/4/1`; a round's actions `ADRNA` or `A atk, B def, C rec`; see
//! [`Order`]. The tables' conditions: see [`When`].
//!
//! **House rulings.**
//! - R: both tables are reconstructions. A host who owns the originals can put them into the ruleset.
//! - R: a missing allocation is `2/2/2` five times. Without a start time, the allocation lasts 10 minutes at most and closes when both are
//!   in.
//! - R: the defenders of both castles are shown by letter, even without a siege.
//! - A unit takes part in one phase only. All changes apply together at the end of the round, followed by the limits.
//!
//! **Hidden information.** [`Position`] is public, reports of rounds included. [`Secrets`] are one seat's statistics and orders. A [`View`]
//! holds at most one seat's secrets until the match has been played to its end.

mod allocation;
mod answers;
mod form;
mod manual;
mod moments;
mod notation;
mod order;

mod battle_tables;
mod conditions;
mod position;
mod round;
mod ruleset;
mod scene;
mod secrets;
mod state;
mod tell;
mod text;
mod unit_stats;
mod view;

pub use allocation::{BUDGET, MOST_STAT, MOST_UNIT};
pub use battle_tables::{BATTLE, BattleTable, Columns, Row, SIEGE};
pub use conditions::{Test, When};
pub use order::{Action, Actions, Order, read_units};
pub use position::{Ending, Phase, Position, Shared};
pub use round::{Fighter, Report, Siege, Workings, round};
pub use ruleset::Ruleset;
pub use secrets::{OwnRound, Secrets};
pub use state::{BEFORE_START, State};
pub use tell::{Event, RoundOver};
pub use unit_stats::{ByUnit, Ranking, SPENT, Stat, Stats, UnitLetter, Units};
pub use view::{Stage, View};

use crate::game::{About, BySeat, Preset, Rules, SetupError, StartTerms};

/// The rules of Castle Siege.
pub struct CastleSiege;

impl Rules for CastleSiege {
    const ABOUT: About<'static> = About {
        keys: ruleset::KEYS,
        queries: answers::QUERIES,
        ..About::new(
            "castle-siege",
            "Castle Siege",
            "Five units with secret statistics battle, besiege and rest until a castle stands undefended.",
        )
    };

    type Ruleset = Ruleset;
    type State = State;

    fn presets() -> Vec<Preset<Ruleset>> {
        ruleset::presets()
    }

    fn start(setup: &StartTerms<Ruleset>) -> Result<(State, Vec<Event>), SetupError> {
        let position = Position::new(setup.ruleset.clone());
        Ok((State { position, secrets: BySeat::default() }, vec![Event::Begins { timed: setup.timed }]))
    }
}
