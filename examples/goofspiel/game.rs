//! Goofspiel: both players bid a card in secret for each prize; the higher bid takes it.
//!
//! **Source.** "Goofspiel" or the game of pure strategy, by Merrill Flood.
//!
//! **Notation.** The bid card's number: `7`.
//!
//! **House rulings.** Equal bids win nothing. A bid that never comes is the lowest card in hand. A tie goes to the DMO.
//!
//! **Who knows what.** A [`Position`] is known to everyone; the order of the prizes to come is in the [`State`] alone, and a running
//! round's bids are with the table.

use std::fmt;

use deathmatch::game::{
    About, Align, Ask, Asked, AtTable, BySeat, Contest, Draws, Given, Heading, Ink, Key, Kind, Legal, Manual, Notation,
    Outcome, Preset, Prompt, Reason, Refusal, Resolve, Rules, Scene, Seat, Seen, SetupError, Shape, StartTerms, Tell,
    Text, Told, Viewer, Views, Words,
};
use deathmatch::players::Player;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha12Rng;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub struct Goofspiel;

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ruleset {
    bid_s: u64,
    /// Cards in each hand and prizes.
    cards: u8,
}

const KEYS: &[Key<'_>] = &[
    Key::timer("bid_s", "Time for each bid").said(&[("*", "* s for each bid")]),
    Key::new("cards", Kind::Whole { min: 2, max: 13, unit: "" }, "Cards in each hand").said(&[("*", "* cards each")]),
];

impl Rules for Goofspiel {
    const ABOUT: About<'static> = About {
        keys: KEYS,
        queries: &[("hands", "The cards that each player holds")],
        ..About::new(
            "goofspiel",
            "Goofspiel",
            "Bid your cards in secret for one prize after another; each card serves once.",
        )
    };

    type Ruleset = Ruleset;
    type State = State;

    fn presets() -> Vec<Preset<Ruleset>> {
        let preset = |id, name, cards| {
            let ruleset = Ruleset { bid_s: 60, cards };
            Preset { id, name, contest: Contest::DeathMatch, ruleset }
        };
        vec![preset("full", "Full suit", 13), preset("short", "Short suit", 7)]
    }

    fn start(setup: &StartTerms<Ruleset>) -> Result<(State, Vec<Event>), SetupError> {
        let ruleset = setup.ruleset;
        let mut prizes: Vec<u8> = (1..=ruleset.cards).collect();
        prizes.shuffle(&mut setup.seed.generator("prizes"));
        let prize = prizes.pop();
        let hand: Vec<u8> = (1..=ruleset.cards).collect();
        let hands = BySeat { ec: hand.clone(), dmo: hand };
        let position = Position { ruleset, prize, hands, points: BySeat::default(), rounds: Vec::new() };
        Ok((State { position: position.clone(), prizes }, vec![Event::Begins(position)]))
    }
}

const RULES: &str = "# Goofspiel

## 🎯 In short

- Both players hold the cards 1 to {cards}. So do the prizes, in an order that nobody knows.
- Each round one prize is turned up, and both secretly bid a card within {bid_s} s. The higher card takes the prize; both cards are gone.
- When all prizes are gone, the higher sum of prizes wins.

## ✍️ Your order

- Write the card you bid: `7`.
- ⌂ [private_orders=editable] You may change your bid until the round resolves.
- ⌂ [private_orders=final] A bid cannot be changed once it is sent.

## 🏠 Rulings

- ⌂ Equal bids win nothing, and the prize is gone.
- ⌂ If you send nothing in time, you bid your lowest card.
- ⌂ A tie goes to the DMO.
";

impl Manual for Goofspiel {
    const RULES: &'static str = RULES;

    const GUIDE: &'static [(Prompt, &'static str)] =
        &[("bid", "Bid one of your cards for the prize. The higher card takes it, and both cards are gone.")];
}

/// What everyone knows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Position {
    ruleset: Ruleset,
    prize: Option<u8>,
    hands: BySeat<Vec<u8>>,
    points: BySeat<u32>,
    rounds: Vec<Round>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Round {
    prize: u8,
    bids: BySeat<u8>,
}

impl Round {
    fn winner(self) -> Option<Seat> {
        higher(self.bids)
    }
}

fn higher<T: Ord>(BySeat { ec, dmo }: BySeat<T>) -> Option<Seat> {
    match ec.cmp(&dmo) {
        std::cmp::Ordering::Greater => Some(Seat::Ec),
        std::cmp::Ordering::Less => Some(Seat::Dmo),
        std::cmp::Ordering::Equal => None,
    }
}

impl Position {
    fn outcome(&self) -> Option<Outcome> {
        let (winner, reason) = match higher(self.points) {
            Some(seat) => (seat, Reason::Rules),
            None => (Seat::Dmo, Reason::TieBreak),
        };
        self.prize.is_none().then_some(Outcome { winner: Some(winner), reason })
    }
}

/// The position and the prizes to come, the next one last.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct State {
    position: Position,
    prizes: Vec<u8>,
}

/// A card of the sender's hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bid(u8);

impl fmt::Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Something that happened, with the position after it.
pub enum Event {
    Begins(Position),
    Round(Position),
    Over(Position, Outcome),
}

impl Resolve for State {
    type Order = Bid;
    type Event = Event;

    fn asked(&self) -> Asked {
        let ask = Ask::sealed("bid", self.position.ruleset.bid_s);
        match self.position.outcome() {
            Some(outcome) => Asked::Over(outcome),
            None => Asked::Seats(BySeat { ec: Some(ask), dmo: Some(ask) }),
        }
    }

    fn resolve(&mut self, given: BySeat<Given<Bid>>) -> Vec<Event> {
        let position = &mut self.position;
        let Some(prize) = position.prize else { return Vec::new() };
        let given = given.map(Given::order);
        let bids = BySeat::from_fn(|seat| given[seat].map_or(position.hands[seat][0], |Bid(card)| card));
        for seat in Seat::ALL {
            position.hands[seat].retain(|&card| card != bids[seat]);
        }
        let round = Round { prize, bids };
        if let Some(winner) = round.winner() {
            position.points[winner] += u32::from(prize);
        }
        position.rounds.push(round);
        position.prize = self.prizes.pop();
        let over = position.outcome().map(|outcome| Event::Over(position.clone(), outcome));
        std::iter::once(Event::Round(position.clone())).chain(over).collect()
    }
}

pub struct View {
    position: Position,
    seat: Option<Seat>,
    ended: Option<Outcome>,
}

impl View {
    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome().or(self.ended)
    }

    /// The hand that a card is asked of.
    fn asked(&self) -> Option<&[u8]> {
        self.seat.filter(|_| self.outcome().is_none()).map(|seat| &self.position.hands[seat][..])
    }
}

impl Views for State {
    type View = View;

    fn view(&self, viewer: Viewer, at: &AtTable) -> View {
        View { position: self.position.clone(), seat: viewer.seat(), ended: at.ended }
    }
}

impl Seen for View {
    /// `prize`, `hands`, `points`, `rounds`.
    fn json(&self) -> Value {
        json!(self.position)
    }
}

impl Tell for Event {
    /// `begins`, `round` and `over`, each with `prize`, the next one; a round also with `won`.
    fn tell(&self, _viewer: Viewer) -> Option<Told> {
        let next = |prize: Option<u8>| prize.map_or(String::new(), |prize| format!(" The prize is {prize}."));
        Some(match self {
            Self::Begins(position) => {
                let words = format!("Both players hold {} cards.{}", position.hands.ec.len(), next(position.prize));
                Told::new("begins", words, json!({ "prize": position.prize }))
            }
            Self::Round(position) => {
                let round = position.rounds.last().expect("a round was played");
                let data = json!({ "prize": position.prize, "round": round, "winner": round.winner() });
                Told::new("round", format!("{}{}", said(*round), next(position.prize)), data)
            }
            Self::Over(position, outcome) => {
                Told::new("over", ending(position, *outcome), json!({ "prize": null, "reason": outcome.reason }))
            }
        })
    }
}

impl Notation for View {
    type Order = Bid;

    fn parse(&self, text: &str) -> Result<Bid, Refusal> {
        let hand =
            self.asked().ok_or_else(|| Refusal::illegal("No bid is asked for here; wait for the next prize."))?;
        let card = text.trim().parse().map_err(|_| Refusal::unknown())?;
        if hand.contains(&card) {
            Ok(Bid(card))
        } else {
            Err(Refusal::illegal(format!("You do not hold that card; bid one of {}.", list(hand))))
        }
    }

    fn legal(&self) -> Legal<Bid> {
        Legal::Listed(self.asked().unwrap_or_default().iter().copied().map(Bid).collect())
    }
}

fn list(cards: &[u8]) -> String {
    if cards.is_empty() {
        return "none".to_owned();
    }
    cards.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

/// `{ec} bids 7, {dmo} 3: {ec} takes the 9.`
fn said(round: Round) -> String {
    let Round { prize, bids } = round;
    let end = match round.winner() {
        Some(winner) => format!("{} takes the {prize}.", Text::seat(winner)),
        None => format!("nobody takes the {prize}."),
    };
    format!("{} bids {}, {} {}: {end}", Text::seat(Seat::Ec), bids.ec, Text::seat(Seat::Dmo), bids.dmo)
}

fn ending(position: &Position, outcome: Outcome) -> String {
    let BySeat { ec, dmo } = position.points;
    let tie = if outcome.reason == Reason::TieBreak { " A tie goes to the DMO." } else { "" };
    format!("{} wins, {ec} to {dmo}.{tie}", Text::seat(outcome.winner.unwrap_or(Seat::Dmo)))
}

impl Words for View {
    fn heading(&self) -> Heading {
        let Position { rounds, points, .. } = &self.position;
        let stage = match self.outcome() {
            Some(_) => format!("Over after round {}", rounds.len()),
            None => format!("Round {}", rounds.len() + 1),
        };
        Heading { stage, scores: points.map(|points| points.to_string()), unit: "points".to_owned(), inks: None }
    }

    fn question(&self) -> Option<Text> {
        self.asked()?;
        Some(Text::new(format!("Which card do you bid for the {}?", self.position.prize?)))
    }

    fn describe_board(&self) -> Text {
        let hand = |seat: Seat| format!("{} holds {}.", Text::seat(seat), list(&self.position.hands[seat]));
        let prize = self.position.prize.map(|prize| format!("The prize is {prize}."));
        let parts = [format!("{}. {}.", Goofspiel::ABOUT.name, self.heading().stage)];
        let parts = parts.into_iter().chain(prize).chain(Seat::ALL.map(hand));
        Text::new(parts.chain([caption(&self.position)]).collect::<Vec<_>>().join(" "))
    }

    fn answer(&self, query: &str) -> Result<Text, Refusal> {
        match query.trim() {
            "" | "hands" => Ok(self.describe_board()),
            _ => Err(Refusal::unreadable("Ask for hands, or for nothing to see it all.")),
        }
    }
}

fn caption(position: &Position) -> String {
    match (position.outcome(), position.rounds.last()) {
        (Some(outcome), _) => ending(position, outcome),
        (None, Some(&round)) => said(round),
        (None, None) => "No card has been bid.".to_owned(),
    }
}

const CARD: [f32; 2] = [60.0, 84.0];
const STEP: f32 = Scene::WIDTH / 13.0;

fn card(shapes: &mut Vec<Shape>, number: u8, [x, y]: [f32; 2], (field, ink): (Ink, Ink)) {
    shapes.push(Shape::field([x, y, CARD[0], CARD[1]], 10.0, field));
    shapes.push(Shape::bold([x + CARD[0] / 2.0, y + 55.0], 36.0, Align::Middle, ink, Text::new(number.to_string())));
}

impl Draws for View {
    /// The DMO's hand, the prize between the last bids, the EC's hand; a card that the seat is choosing is lit.
    fn draw(&self, chosen: &[String]) -> Scene {
        let mut shapes = Vec::new();
        let middle = Scene::WIDTH / 2.0;
        for (seat, y) in [(Seat::Dmo, 30.0), (Seat::Ec, 366.0)] {
            let name = Text::new(format!("{}'s hand", Text::seat(seat)));
            shapes.push(Shape::plain([0.0, y - 8.0], 22.0, Align::Start, Ink::Muted, name));
            if self.outcome().is_some_and(|outcome| outcome.winner == Some(seat)) {
                let place = [Scene::WIDTH - 48.0, (y - 38.0).max(0.0), 34.0];
                shapes.push(Shape::sprite("marks/crown", place, Ink::seat(seat), Ink::seat(seat)));
            }
            for &number in &self.position.hands[seat] {
                let lit = self.seat == Some(seat) && chosen.first().is_some_and(|word| *word == number.to_string());
                let inks = if lit { (Ink::Accent, Ink::Ground) } else { (Ink::seat_dim(seat), Ink::seat(seat)) };
                card(&mut shapes, number, [f32::from(number - 1) * STEP, y], inks);
            }
        }
        if let Some(prize) = self.position.prize {
            shapes.push(Shape::plain([middle, 180.0], 22.0, Align::Middle, Ink::Muted, Text::new("Prize")));
            card(&mut shapes, prize, [middle - CARD[0] / 2.0, 192.0], (Ink::Raised, Ink::Words));
        }
        if let Some(Round { prize, bids }) = self.position.rounds.last() {
            let words = Text::new(format!("Last: the {prize}"));
            shapes.push(Shape::plain([120.0, 180.0], 22.0, Align::Middle, Ink::Muted, words));
            for (seat, x) in [(Seat::Ec, 50.0), (Seat::Dmo, 130.0)] {
                card(&mut shapes, bids[seat], [x, 192.0], (Ink::seat_dim(seat), Ink::seat(seat)));
            }
        }
        Scene { heading: self.heading(), height: 460.0, shapes, caption: Text::new(caption(&self.position)) }
    }
}

impl Player for View {
    type Game = Goofspiel;

    fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// The prizes to come are those that have not been turned up, in any order.
    fn imagine(&self, random: &mut ChaCha12Rng) -> Option<State> {
        self.seat?;
        let Position { ruleset, prize, rounds, .. } = &self.position;
        let turned = |card: &u8| *prize == Some(*card) || rounds.iter().any(|round| round.prize == *card);
        let mut prizes: Vec<u8> = (1..=ruleset.cards).filter(|card| !turned(card)).collect();
        prizes.shuffle(random);
        Some(State { position: self.position.clone(), prizes })
    }
}
