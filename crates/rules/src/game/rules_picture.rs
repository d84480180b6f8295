//! The pictures that explain a game on its rules pages.

use serde_json::{Map, Value};

use super::{
    Asked, AtTable, BySeat, Draws, Given, Notation, Resolve, Rules, Scene, Seat, Seed, SetupError, StartTerms, Text,
    Viewer, Views, Wants, Words,
};

/// A picture that explains a game.
#[derive(Clone, Debug, PartialEq)]
pub struct RulesPicture {
    pub scene: Scene,
    /// The picture's description, at most 1,024 characters with names of 32.
    pub words: Text,
}

impl RulesPicture {
    /// An example with the view's own caption.
    pub fn of(view: &(impl Words + Draws)) -> Self {
        Self { scene: view.draw(&[]), words: view.describe_board() }
    }

    /// An example with a separate caption, which explains the signs in the picture.
    pub fn captioned(view: &(impl Words + Draws), caption: impl Into<String>) -> Self {
        let caption = Text::new(caption);
        let words = Text::new("An example.").then(&caption).then(&view.describe_board());
        Self { scene: Scene { caption, ..view.draw(&[]) }, words }
    }
}

/// Returns the public view of a match after some steps, each given as the EC's and the DMO's order. An illegal order counts as a missed
/// one.
///
/// # Errors
/// The ruleset cannot open a match.
pub fn played<R: Rules + ?Sized>(
    ruleset: &R::Ruleset,
    setup: Map<String, Value>,
    steps: &[(&str, &str)],
) -> Result<<R::State as Views>::View, SetupError> {
    let setup = StartTerms {
        ruleset: ruleset.clone(),
        advantage: Seat::Dmo,
        seed: Seed::new("example"),
        setup,
        items: BySeat::default(),
        timed: false,
    };
    let (mut state, _) = R::start(&setup)?;
    let at = AtTable::default();
    for &(ec, dmo) in steps {
        let texts = BySeat { ec, dmo };
        let Asked::Seats(asks) = state.asked() else { break };
        let given = BySeat::from_fn(|seat| match asks[seat].map(|ask| ask.wants) {
            None => Given::NotAsked,
            Some(Wants::Ready) => Given::Ready,
            Some(Wants::Order | Wants::Nothing) => {
                let order = state.view(Viewer::Seat(seat), &at).parse(texts[seat]);
                order.map_or(Given::TimedOut, Given::Order)
            }
        });
        state.resolve(given);
    }
    Ok(state.view(Viewer::Public, &at))
}
