//! Pictures that go with the rules.

use serde_json::{Map, Value};

use super::{Asked, BySeat, Given, Rules, Scene, Seat, Seed, Setup, SetupError, Text, Viewer, Wants};

/// A picture that explains a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// The picture.
    pub scene: Scene,
    /// The same in words, at most 1,024 characters with names of 32.
    pub words: Text,
}

/// What everyone sees of a match after some steps, each with the EC's order and the DMO's; what a ruleset does not allow is left out.
pub(crate) fn played<R: Rules>(
    ruleset: &R::Ruleset,
    setup: Map<String, Value>,
    steps: &[(&str, &str)],
) -> Result<R::View, SetupError> {
    let setup = Setup {
        ruleset: ruleset.clone(),
        preset: R::presets()[0].id,
        advantage: Seat::Dmo,
        seed: Seed::new("example"),
        setup,
        items: BySeat::default(),
        starts_at: None,
    };
    let (mut state, _) = R::start(&setup)?;
    for &(ec, dmo) in steps {
        let texts = BySeat { ec, dmo };
        let Asked::Seats(asks) = R::asked(&state) else { break };
        let given = BySeat::from_fn(|seat| match asks[seat].map(|ask| ask.wants) {
            None => Given::NotAsked,
            Some(Wants::Ready) => Given::Ready,
            Some(Wants::Order | Wants::Nothing) => {
                let order = R::parse(&R::view(&state, Viewer::Seat(seat)), texts[seat]);
                order.map_or(Given::TimedOut, Given::Order)
            }
        });
        R::resolve(&mut state, given);
    }
    Ok(R::view(&state, Viewer::Public))
}
