//! Forehead Poker with one leak each, which the laws must refuse.

use deathmatch::game::{
    About, Asked, AtTable, BySeat, Choice, Draws, Game, Given, Heading, Ink, Legal, Manual, Moment, Notation, Preset,
    Refusal, Resolve, Rules, Scene, Seat, Seen, SetupError, Shape, StartTerms, Tell, Text, Told, Until, Viewer, Views,
    Words,
};
use deathmatch::players::{BuiltIn, Player, built_in};
use rand_chacha::ChaCha12Rng;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::poker::{Bet, Event as PokerEvent, ForeheadPoker, Ruleset, State as PokerState, View as PokerView};

/// The place in which a viewer sees a card that must be hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leak {
    /// No leak.
    None,
    /// The player's own card is in that player's picture.
    Picture,
    /// The player's own card is in that player's alt text, and in the built-in player's memory.
    Alt,
    /// The player's own card is in the answer to `/board`.
    Answer,
    /// The player's own card is in that player's data.
    Data,
    /// Both cards are in the public picture.
    PublicPicture,
    /// The public question contains the asked seat's view.
    Question,
    /// The public choices depend on the asked seat's view.
    Choices,
    /// A public choice's note contains the asked seat's view.
    Note,
    /// The public menu's hint contains the asked seat's view.
    Hint,
    /// The public event of a bet has the bettor's card.
    Told,
    /// A public event of the match's beginning has a card.
    Opening,
    /// The time depends on the asked seat's view.
    Time,
    /// The prompt's short name depends on the asked seat's view.
    Prompt,
    /// The public heading has a card.
    Heading,
    /// A moment of a bet has the bettor's card.
    Moment,
}

const LEAKS: [Leak; 16] = [
    Leak::None,
    Leak::Picture,
    Leak::Alt,
    Leak::Answer,
    Leak::Data,
    Leak::PublicPicture,
    Leak::Question,
    Leak::Choices,
    Leak::Note,
    Leak::Hint,
    Leak::Told,
    Leak::Opening,
    Leak::Time,
    Leak::Prompt,
    Leak::Heading,
    Leak::Moment,
];

/// Returns the game with each leak, and without any, and its built-in players.
pub fn variants() -> [(Leak, &'static dyn Game, &'static dyn BuiltIn); 16] {
    let games = [
        leaky::<0>(),
        leaky::<1>(),
        leaky::<2>(),
        leaky::<3>(),
        leaky::<4>(),
        leaky::<5>(),
        leaky::<6>(),
        leaky::<7>(),
        leaky::<8>(),
        leaky::<9>(),
        leaky::<10>(),
        leaky::<11>(),
        leaky::<12>(),
        leaky::<13>(),
        leaky::<14>(),
        leaky::<15>(),
    ];
    std::array::from_fn(|at| (LEAKS[at], games[at].0, games[at].1))
}

fn leaky<const LEAK: usize>() -> (&'static dyn Game, &'static dyn BuiltIn) {
    (&Leaky::<LEAK>, built_in::<View<LEAK>>())
}

/// The game with the leak of this number.
pub struct Leaky<const LEAK: usize>;

#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct State<const LEAK: usize>(PokerState);

/// An event, with the cards.
pub struct Event<const LEAK: usize>(PokerEvent, BySeat<u8>);

/// A view that knows both cards.
#[derive(Clone)]
pub struct View<const LEAK: usize> {
    inner: PokerView,
    viewer: Viewer,
    cards: BySeat<u8>,
    seat: Option<Seat>,
}

impl<const LEAK: usize> Rules for Leaky<LEAK> {
    const ABOUT: About<'static> = ForeheadPoker::ABOUT;

    type Ruleset = Ruleset;
    type State = State<LEAK>;

    fn presets() -> Vec<Preset<Ruleset>> {
        <ForeheadPoker as Rules>::presets()
    }

    fn start(setup: &StartTerms<Ruleset>) -> Result<(State<LEAK>, Vec<Event<LEAK>>), SetupError> {
        let (state, events) = ForeheadPoker::start(setup)?;
        let state = State(state);
        let cards = state.cards();
        Ok((state, events.into_iter().map(|event| Event(event, cards)).collect()))
    }
}

impl<const LEAK: usize> Manual for Leaky<LEAK> {
    const RULES: &'static str = ForeheadPoker::RULES;
}

impl<const LEAK: usize> State<LEAK> {
    fn cards(&self) -> BySeat<u8> {
        let saved = serde_json::to_value(&self.0).expect("a state is plain data");
        serde_json::from_value(saved["cards"].clone()).expect("two cards")
    }
}

impl<const LEAK: usize> Resolve for State<LEAK> {
    type Order = Bet;
    type Event = Event<LEAK>;

    fn asked(&self) -> Asked {
        let mut asked = self.0.asked();
        if let Asked::Seats(asks) = &mut asked {
            for seat in Seat::ALL {
                let low = self.cards()[!seat] == 1;
                match (LEAKS[LEAK], &mut asks[seat]) {
                    (Leak::Time, Some(ask)) if low => ask.until = Until::After(30_000),
                    (Leak::Prompt, Some(ask)) if low => ask.prompt = "sure-bet",
                    _ => {}
                }
            }
        }
        asked
    }

    fn resolve(&mut self, given: BySeat<Given<Bet>>) -> Vec<Event<LEAK>> {
        let cards = self.cards();
        self.0.resolve(given).into_iter().map(|event| Event(event, cards)).collect()
    }
}

impl<const LEAK: usize> Views for State<LEAK> {
    type View = View<LEAK>;

    fn view(&self, viewer: Viewer, at: &AtTable) -> View<LEAK> {
        View { inner: self.0.view(viewer, at), viewer, cards: self.cards(), seat: viewer.seat() }
    }
}

impl<const LEAK: usize> View<LEAK> {
    /// Returns the viewer's own card if this is a player's view with this leak.
    fn own(&self, leak: Leak) -> Option<u8> {
        let seat = self.viewer.seat()?;
        (LEAKS[LEAK] == leak).then(|| self.cards[seat])
    }

    /// Returns the asked seat's view if this is the public part of its order with this leak.
    fn asked(&self, leak: Leak) -> Option<u8> {
        let posted = self.viewer == Viewer::Public && self.inner.question().is_some();
        self.seat.filter(|_| posted && LEAKS[LEAK] == leak).map(|seat| self.cards[!seat])
    }
}

impl<const LEAK: usize> Seen for View<LEAK> {
    fn json(&self) -> Value {
        let mut json = self.inner.json();
        if let (Some(own), Some(seat)) = (self.own(Leak::Data), self.viewer.seat()) {
            json["cards"][seat.id()] = json!(own);
        }
        json
    }

    fn seated(&self, seat: Seat) -> Option<Self> {
        Some(Self { inner: self.inner.seated(seat)?, seat: Some(seat), ..self.clone() })
    }
}

impl<const LEAK: usize> Tell for Event<LEAK> {
    fn tell(&self, viewer: Viewer) -> Option<Told> {
        let told = self.0.tell(viewer)?;
        let card = match (LEAKS[LEAK], &self.0) {
            (Leak::Told, PokerEvent::Bet(seat, _)) => self.1[*seat],
            (Leak::Opening, PokerEvent::Dealt(..)) => self.1.ec,
            _ => return Some(told),
        };
        Some(Told { text: told.text.then(&Text::new(format!("It is a {card}."))), ..told })
    }

    fn moments(&self, _viewer: Viewer) -> Vec<Moment> {
        match (LEAKS[LEAK], &self.0) {
            (Leak::Moment, PokerEvent::Bet(seat, _)) => {
                vec![Moment::new("card", 30, &["It is a {card}."]).with("card", self.1[*seat])]
            }
            _ => Vec::new(),
        }
    }
}

impl<const LEAK: usize> Notation for View<LEAK> {
    type Order = Bet;

    fn parse(&self, text: &str) -> Result<Bet, Refusal> {
        self.inner.parse(text)
    }

    fn legal(&self) -> Legal<Bet> {
        self.inner.legal()
    }

    fn choices(&self, path: &[String]) -> Vec<Choice> {
        let mut choices = self.inner.choices(path);
        if self.asked(Leak::Choices) == Some(1) {
            choices.retain(|choice| choice.word != "fold");
        }
        if let Some(card) = self.asked(Leak::Note) {
            for choice in &mut choices {
                choice.note = format!("against {card}");
            }
        }
        choices
    }

    fn hint(&self, path: &[String]) -> String {
        self.asked(Leak::Hint).map_or_else(|| self.inner.hint(path), |card| format!("Choose, against {card}"))
    }
}

impl<const LEAK: usize> Words for View<LEAK> {
    fn heading(&self) -> Heading {
        let heading = self.inner.heading();
        let leaks = LEAKS[LEAK] == Leak::Heading && self.viewer == Viewer::Public;
        if leaks { Heading { unit: format!("chips, {}", self.cards.ec), ..heading } } else { heading }
    }

    fn question(&self) -> Option<Text> {
        let question = self.inner.question()?;
        let seen = self.asked(Leak::Question).map(|card| Text::new(format!("Your opponent holds {card}.")));
        Some(seen.map_or(question.clone(), |seen| seen.then(&question)))
    }

    fn describe_board(&self) -> Text {
        let board = self.inner.describe_board();
        self.own(Leak::Alt).map_or(board.clone(), |card| board.then(&Text::new(format!("You hold {card}."))))
    }

    fn answer(&self, query: &str) -> Result<Text, Refusal> {
        let answer = self.inner.answer(query)?;
        Ok(self.own(Leak::Answer).map_or(answer.clone(), |card| answer.then(&Text::new(format!("You hold {card}.")))))
    }
}

impl<const LEAK: usize> Draws for View<LEAK> {
    fn draw(&self, chosen: &[String]) -> Scene {
        let mut scene = self.inner.draw(chosen);
        let public = LEAKS[LEAK] == Leak::PublicPicture && self.viewer == Viewer::Public;
        for card in self.own(Leak::Picture).into_iter().chain(public.then_some(self.cards.ec)) {
            let width = f32::from(card);
            scene.shapes.push(Shape::field([0.0, 0.0, width, 4.0], 0.0, Ink::Accent));
        }
        scene
    }
}

impl<const LEAK: usize> Player for View<LEAK> {
    type Game = Leaky<LEAK>;

    fn seat(&self) -> Option<Seat> {
        self.seat
    }

    fn imagine(&self, random: &mut ChaCha12Rng) -> Option<State<LEAK>> {
        let mut saved = serde_json::to_value(self.inner.imagine(random)?).expect("a state is plain data");
        if LEAKS[LEAK] == Leak::Alt {
            saved["cards"] = json!(self.cards);
        }
        Some(State(serde_json::from_value(saved).expect("the same state")))
    }
}
