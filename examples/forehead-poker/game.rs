//! Forehead Poker: both players hold a card that only the other one sees, and bet on their own.
//!
//! **Source.** The card game that is also called Blind Man's Bluff or Indian poker, for two and with limits.
//!
//! **Notation.** `check`, `call`, `fold`, `raise 2`.
//!
//! **House rulings.** Equal cards win nothing. An order that never comes is a fold, or a check where nothing is to be called. A folded
//! hand is not shown. A tie goes to the DMO.
//!
//! **Who knows what.** A [`Position`] is known to everyone. The cards are in the [`State`] alone, and a [`View`] has those that its viewer
//! sees: a seat the other's. Orders are given in front of everyone, so what is posted of them is made from the public view, which has
//! no card: see [`Seen::seated`].

use std::fmt;

use deathmatch::game::{
    About, Align, Ask, Asked, AtTable, BySeat, Contest, Draws, Given, Heading, Ink, Key, Kind, Legal, Manual, Notation,
    Orders, Outcome, Preset, Prompt, Reason, Refusal, Resolve, Rules, Scene, Seat, Seen, SetupError, Shape, StartTerms,
    Tell, Text, Told, Viewer, Views, Weight, Words,
};
use deathmatch::players::Player;
use rand::Rng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha12Rng;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// How often a hand may be raised, and by how much at once.
const RAISES: u8 = 2;
const MOST: u8 = 2;

pub struct ForeheadPoker;

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ruleset {
    act_s: u64,
    chips: u8,
    /// The highest card; there are two of each.
    cards: u8,
    hands: u8,
}

const KEYS: &[Key<'_>] = &[
    Key::timer("act_s", "Time for each order").said(&[("*", "* s for each order")]),
    Key::new("chips", Kind::Whole { min: 2, max: 100, unit: "" }, "Chips of each player")
        .said(&[("*", "* chips each")]),
    Key::new("cards", Kind::Whole { min: 2, max: 13, unit: "" }, "The highest card")
        .said(&[("*", "cards from 1 to *")]),
    Key::new("hands", Kind::Whole { min: 1, max: 50, unit: "" }, "Hands of a match").said(&[("*", "* hands at most")]),
];

impl Rules for ForeheadPoker {
    const ABOUT: About<'static> = About {
        keys: KEYS,
        orders: Orders::Open,
        queries: &[("chips", "The chips, the pot and the cards that you may see")],
        ..About::new("forehead-poker", "Forehead Poker", "Bet on a card that only your opponent sees.")
    };

    type Ruleset = Ruleset;
    type State = State;

    fn presets() -> Vec<Preset<Ruleset>> {
        let preset = |id, name, (chips, cards, hands)| {
            let ruleset = Ruleset { act_s: 60, chips, cards, hands };
            Preset { id, name, contest: Contest::DeathMatch, ruleset }
        };
        vec![preset("full", "Full deck", (12, 10, 12)), preset("short", "Short deck", (5, 4, 4))]
    }

    fn start(setup: &StartTerms<Ruleset>) -> Result<(State, Vec<Event>), SetupError> {
        let ruleset = setup.ruleset;
        let mut random = setup.seed.generator("cards");
        let deals = (0..ruleset.hands).map(|_| deal(ruleset, &mut random)).collect();
        let position = Position {
            ruleset,
            hand: 0,
            chips: BySeat { ec: ruleset.chips, dmo: ruleset.chips },
            stakes: BySeat::default(),
            to_act: Seat::Ec,
            raises: 0,
            checked: false,
            last: None,
            outcome: None,
        };
        let mut state = State { position, cards: BySeat::default(), deals };
        let dealt = state.deal();
        Ok((state, vec![dealt]))
    }
}

/// Both cards of a hand, each from a whole deck but for the other.
fn deal(ruleset: Ruleset, random: &mut impl Rng) -> BySeat<u8> {
    let mut deck: Vec<u8> = (1..=ruleset.cards).chain(1..=ruleset.cards).collect();
    deck.shuffle(random);
    BySeat { ec: deck[0], dmo: deck[1] }
}

const RULES: &str = "# Forehead Poker

## 🎯 In short

- Both players have {chips} chips. Each hand, both put one in and are dealt a card from 1 to {cards}, two of each in the deck. You see your opponent's card, not your own.
- In turn you check, call, fold or raise by 1 or 2, in front of everyone, within {act_s} s; 2 raises a hand. Then the higher card takes the pot.
- Without chips you have lost; after {hands} hands the one with more chips wins.

## ✍️ Your order

- Write `check`, `call`, `fold` or `raise 2`.

## 🏠 Rulings

- ⌂ Equal cards win nothing: both take back what they put in.
- ⌂ If you send nothing in time, you fold, or check where there is nothing to call.
- ⌂ Nobody shows a card after a fold.
- ⌂ A tie goes to the DMO.
";

impl Manual for ForeheadPoker {
    const RULES: &'static str = RULES;

    const GUIDE: &'static [(Prompt, &'static str)] =
        &[("bet", "You see the other's card and not your own. Bet on yours being higher, or fold.")];
}

/// What everyone knows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Position {
    ruleset: Ruleset,
    /// Counted from 1.
    hand: u8,
    chips: BySeat<u8>,
    stakes: BySeat<u8>,
    to_act: Seat,
    raises: u8,
    /// Whether the other player has checked.
    checked: bool,
    last: Option<Hand>,
    outcome: Option<Outcome>,
}

/// A hand that is over: the cards, where they were shown.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hand {
    winner: Option<Seat>,
    pot: u8,
    shown: Option<BySeat<u8>>,
}

impl Position {
    /// How much the player in turn must add to call.
    fn to_call(&self) -> u8 {
        self.stakes[!self.to_act] - self.stakes[self.to_act]
    }

    /// By how much the player in turn may raise at most.
    fn most(&self) -> u8 {
        let own = self.chips[self.to_act] - self.to_call();
        if self.raises < RAISES { MOST.min(own).min(self.chips[!self.to_act]) } else { 0 }
    }

    fn legal(&self) -> Vec<Bet> {
        let calls = if self.to_call() > 0 { vec![Bet::Call, Bet::Fold] } else { vec![Bet::Check] };
        calls.into_iter().chain((1..=self.most()).map(Bet::Raise)).collect()
    }

    fn put_in(&mut self, seat: Seat, chips: u8) {
        self.chips[seat] -= chips;
        self.stakes[seat] += chips;
    }
}

/// The position, the cards on both foreheads, and those of the hands to come, the next ones last.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct State {
    position: Position,
    cards: BySeat<u8>,
    deals: Vec<BySeat<u8>>,
}

/// An order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bet {
    Check,
    Call,
    Fold,
    Raise(u8),
}

impl fmt::Display for Bet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Check => f.write_str("check"),
            Self::Call => f.write_str("call"),
            Self::Fold => f.write_str("fold"),
            Self::Raise(by) => write!(f, "raise {by}"),
        }
    }
}

/// Something that happened.
pub enum Event {
    Dealt(Position, BySeat<u8>),
    Bet(Seat, Bet),
    Hand(Hand),
    Over(Position, Outcome),
    /// What had been hidden, once the match is over.
    Revealed(BySeat<u8>),
}

impl Resolve for State {
    type Order = Bet;
    type Event = Event;

    fn asked(&self) -> Asked {
        let Position { outcome, to_act, ruleset, .. } = self.position;
        let ask = Ask::open("bet", ruleset.act_s);
        outcome.map_or_else(|| Asked::Seats(BySeat::from_fn(|seat| (seat == to_act).then_some(ask))), Asked::Over)
    }

    fn resolve(&mut self, given: BySeat<Given<Bet>>) -> Vec<Event> {
        let position = &mut self.position;
        if position.outcome.is_some() {
            return Vec::new();
        }
        let (seat, calls) = (position.to_act, position.to_call());
        let bet = match &given[seat] {
            Given::Order(bet) => *bet,
            _ if calls > 0 => Bet::Fold,
            _ => Bet::Check,
        };
        position.to_act = !seat;
        let higher = match self.cards.ec.cmp(&self.cards.dmo) {
            std::cmp::Ordering::Greater => Some(Seat::Ec),
            std::cmp::Ordering::Less => Some(Seat::Dmo),
            std::cmp::Ordering::Equal => None,
        };
        let end = match bet {
            Bet::Fold => Some((Some(!seat), None)),
            Bet::Check => std::mem::replace(&mut position.checked, true).then_some((higher, Some(self.cards))),
            Bet::Call => {
                position.put_in(seat, calls);
                Some((higher, Some(self.cards)))
            }
            Bet::Raise(by) => {
                position.put_in(seat, calls + by);
                position.raises += 1;
                None
            }
        };
        let mut events = vec![Event::Bet(seat, bet)];
        if let Some((winner, shown)) = end {
            events.extend(self.finish(winner, shown));
        }
        events
    }

    fn reveal(&self) -> Vec<Event> {
        vec![Event::Revealed(self.cards)]
    }
}

impl State {
    /// Deals the next hand.
    fn deal(&mut self) -> Event {
        let position = &mut self.position;
        (position.hand, position.raises, position.checked) = (position.hand + 1, 0, false);
        for seat in Seat::ALL {
            position.put_in(seat, 1);
        }
        position.to_act = if position.hand % 2 == 1 { Seat::Ec } else { Seat::Dmo };
        self.cards = self.deals.pop().expect("there is a deal for each hand");
        Event::Dealt(position.clone(), self.cards)
    }

    /// Pays the pot out, and deals again or ends the match.
    fn finish(&mut self, winner: Option<Seat>, shown: Option<BySeat<u8>>) -> Vec<Event> {
        let position = &mut self.position;
        let stakes = std::mem::take(&mut position.stakes);
        for seat in Seat::ALL {
            position.chips[winner.unwrap_or(seat)] += stakes[seat];
        }
        let hand = Hand { winner, pot: stakes.ec + stakes.dmo, shown };
        position.last = Some(hand);
        let BySeat { ec, dmo } = position.chips;
        let next = if ec == 0 || dmo == 0 || position.hand == position.ruleset.hands {
            let (winner, reason) = match ec.cmp(&dmo) {
                std::cmp::Ordering::Greater => (Seat::Ec, Reason::Rules),
                std::cmp::Ordering::Less => (Seat::Dmo, Reason::Rules),
                std::cmp::Ordering::Equal => (Seat::Dmo, Reason::TieBreak),
            };
            let outcome = Outcome { winner: Some(winner), reason };
            position.outcome = Some(outcome);
            Event::Over(position.clone(), outcome)
        } else {
            self.deal()
        };
        vec![Event::Hand(hand), next]
    }
}

#[derive(Clone)]
pub struct View {
    position: Position,
    seat: Option<Seat>,
    /// The cards that the viewer sees.
    cards: BySeat<Option<u8>>,
    ended: Option<Outcome>,
}

impl View {
    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome.or(self.ended)
    }

    /// The view's seat, if it is asked for an order.
    fn asked(&self) -> Option<Seat> {
        self.seat.filter(|&seat| self.outcome().is_none() && self.position.to_act == seat)
    }
}

impl Views for State {
    type View = View;

    /// A seat sees the other's card, and once the match is over everyone sees both of the last hand.
    fn view(&self, viewer: Viewer, at: &AtTable) -> View {
        let all = viewer == Viewer::Truth || self.position.outcome.is_some();
        let cards = BySeat::from_fn(|of| (all || viewer.seat() == Some(!of)).then_some(self.cards[of]));
        View { position: self.position.clone(), seat: viewer.seat(), cards, ended: at.ended }
    }
}

impl Seen for View {
    /// `hand`, `chips`, `stakes`, `to_act`, `raises`, `checked`, `last`, `outcome`, and `cards`, null where they are not seen.
    fn json(&self) -> Value {
        let mut json = json!(self.position);
        json["cards"] = json!(self.cards);
        json
    }

    /// In the public view there is no card, so none is posted.
    fn seated(&self, seat: Seat) -> Option<Self> {
        Some(Self { seat: Some(seat), ..self.clone() })
    }
}

impl Tell for Event {
    /// `dealt` with `cards`, those that the viewer sees; `bet`, `hand` and `over`.
    fn tell(&self, viewer: Viewer) -> Option<Told> {
        Some(match self {
            Self::Dealt(position, cards) => {
                let sees = |of: &Seat| viewer == Viewer::Truth || viewer.seat() == Some(!*of);
                let lines = Seat::ALL.into_iter().filter(sees).map(|of| holds(of, cards[of]));
                let first = format!("Hand {}: {} acts first.", position.hand, Text::seat(position.to_act));
                let seen = BySeat::from_fn(|of| sees(&of).then_some(cards[of]));
                let data = json!({ "hand": position.hand, "first": position.to_act, "cards": seen });
                Told::new("dealt", std::iter::once(first).chain(lines).collect::<Vec<_>>().join("\n"), data)
            }
            Self::Bet(seat, bet) => {
                let words = match bet {
                    Bet::Raise(by) => format!("{} raises by {by}.", Text::seat(*seat)),
                    other => format!("{} {other}s.", Text::seat(*seat)),
                };
                Told::new("bet", words, json!({ "seat": seat, "bet": bet.to_string() }))
            }
            Self::Hand(hand) => Told::new("hand", said(*hand), json!(hand)),
            Self::Over(position, outcome) => {
                Told::new("over", ending(position, *outcome), json!({ "reason": outcome.reason }))
            }
            Self::Revealed(cards) => Told::new("revealed", both(*cards), json!({ "cards": cards })),
        })
    }
}

/// `{dmo} holds 7.`
fn holds(seat: Seat, card: u8) -> String {
    format!("{} holds {card}.", Text::seat(seat))
}

fn both(cards: BySeat<u8>) -> String {
    Seat::ALL.map(|seat| holds(seat, cards[seat])).join(" ")
}

fn said(hand: Hand) -> String {
    let cards = hand.shown.map(|cards| both(cards) + " ").unwrap_or_default();
    cards
        + &match hand.winner {
            Some(winner) => format!("{} takes the pot of {}.", Text::seat(winner), hand.pot),
            None => "Both take back what they put in.".to_owned(),
        }
}

fn ending(position: &Position, outcome: Outcome) -> String {
    let BySeat { ec, dmo } = position.chips;
    let tie = if outcome.reason == Reason::TieBreak { " A tie goes to the DMO." } else { "" };
    format!("{} wins, {ec} to {dmo}.{tie}", Text::seat(outcome.winner.unwrap_or(Seat::Dmo)))
}

impl Notation for View {
    type Order = Bet;

    fn parse(&self, text: &str) -> Result<Bet, Refusal> {
        if self.asked().is_none() {
            return Err(Refusal::illegal("No order is asked of you here; wait for your turn."));
        }
        let text = text.trim().to_lowercase();
        let bet = match text.split_whitespace().collect::<Vec<_>>()[..] {
            ["check"] => Bet::Check,
            ["call"] => Bet::Call,
            ["fold"] => Bet::Fold,
            ["raise", by] => Bet::Raise(by.parse().map_err(|_| Refusal::unknown())?),
            _ => return Err(Refusal::unknown()),
        };
        let legal = self.position.legal();
        let list = || legal.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        if legal.contains(&bet) { Ok(bet) } else { Err(Refusal::illegal(format!("Choose one of: {}.", list()))) }
    }

    fn legal(&self) -> Legal<Bet> {
        Legal::Listed(self.asked().map_or_else(Vec::new, |_| self.position.legal()))
    }
}

impl Words for View {
    fn heading(&self) -> Heading {
        let Position { hand, chips, .. } = &self.position;
        let stage = if self.outcome().is_some() { format!("Over after hand {hand}") } else { format!("Hand {hand}") };
        Heading { stage, scores: chips.map(|chips| chips.to_string()), unit: "chips".to_owned(), inks: None }
    }

    /// To the seat, what the other holds as well; that is not in what is posted.
    fn question(&self) -> Option<Text> {
        let other = !self.asked()?;
        let seen = self.cards[other].map(|card| holds(other, card) + " ").unwrap_or_default();
        let asked = match (self.position.to_call(), self.position.most()) {
            (0, 0) => "All you can do is check.".to_owned(),
            (0, _) => "Do you check or raise?".to_owned(),
            (calls, 0) => format!("Do you call for {calls}, or fold?"),
            (calls, _) => format!("Do you call for {calls}, fold or raise?"),
        };
        Some(Text::new(seen + &asked))
    }

    fn describe_board(&self) -> Text {
        let Position { chips, stakes, .. } = &self.position;
        let player = |seat: Seat| {
            let card = self.cards[seat].map_or_else(|| "a hidden card".to_owned(), |card| format!("the card {card}"));
            format!("{} has {} chips, {} in the pot, and {card}.", Text::seat(seat), chips[seat], stakes[seat])
        };
        let parts = [format!("{}. {}.", ForeheadPoker::ABOUT.name, self.heading().stage)];
        let parts = parts.into_iter().chain(Seat::ALL.map(player)).chain([caption(&self.position)]);
        Text::new(parts.collect::<Vec<_>>().join(" "))
    }

    fn answer(&self, query: &str) -> Result<Text, Refusal> {
        match query.trim() {
            "" | "chips" => Ok(self.describe_board()),
            _ => Err(Refusal::unreadable("Ask for chips, or for nothing to see it all.")),
        }
    }
}

fn caption(position: &Position) -> String {
    match (position.outcome, position.last) {
        (Some(outcome), _) => ending(position, outcome),
        (None, Some(hand)) => format!("Last hand: {}", said(hand)),
        (None, None) => "The first hand is dealt.".to_owned(),
    }
}

impl Draws for View {
    /// The DMO's card, chips and stake on the right, the EC's on the left; whose turn it is is lit.
    fn draw(&self, _: &[String]) -> Scene {
        let mut shapes = Vec::new();
        let middle = Scene::WIDTH / 2.0;
        for (seat, x) in [(Seat::Ec, 0.0), (Seat::Dmo, middle)] {
            let (position, outcome) = (&self.position, self.outcome());
            let text = |at: [f32; 2], words: String| Shape::Text {
                at,
                size: 26.0,
                weight: Weight::Regular,
                align: Align::Start,
                ink: Ink::Words,
                text: Text::new(words),
                within: Some(240.0),
            };
            if outcome.is_none() && position.to_act == seat {
                shapes.push(Shape::outline([x + 6.0, 6.0, 160.0, 218.0], 16.0, Ink::Accent, 6.0));
            }
            let face = self.cards[seat];
            let (field, ink) =
                if face.is_some() { (Ink::seat_dim(seat), Ink::seat(seat)) } else { (Ink::Sunk, Ink::Muted) };
            shapes.push(Shape::field([x + 16.0, 16.0, 140.0, 198.0], 12.0, field));
            let face = Text::new(face.map_or_else(|| "?".to_owned(), |card| card.to_string()));
            shapes.push(Shape::bold([x + 86.0, 140.0], 72.0, Align::Middle, ink, face));
            shapes.push(text([x + 190.0, 60.0], Text::seat(seat).to_owned()));
            shapes.push(text([x + 190.0, 110.0], format!("{} chips", position.chips[seat])));
            shapes.push(text([x + 190.0, 160.0], format!("{} in the pot", position.stakes[seat])));
            if outcome.is_some_and(|outcome| outcome.winner == Some(seat)) {
                let place = [x + 380.0, 30.0, 40.0];
                shapes.push(Shape::sprite("marks/crown", place, Ink::seat(seat), Ink::seat(seat)));
            }
        }
        Scene { heading: self.heading(), height: 230.0, shapes, caption: Text::new(caption(&self.position)) }
    }
}

impl Player for View {
    type Game = ForeheadPoker;

    fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// Cards that are not seen are any that the deck still has.
    fn imagine(&self, random: &mut ChaCha12Rng) -> Option<State> {
        self.seat?;
        let Position { ruleset, hand, .. } = self.position;
        let cards = loop {
            let cards = deal(ruleset, random);
            if Seat::ALL.into_iter().all(|seat| self.cards[seat].is_none_or(|card| card == cards[seat])) {
                break cards;
            }
        };
        let deals = (hand..ruleset.hands).map(|_| deal(ruleset, random)).collect();
        Some(State { position: self.position.clone(), cards, deals })
    }
}
