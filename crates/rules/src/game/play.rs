//! A match in play behind one object type.

use std::cmp::Reverse;

use serde_json::Value;

use super::{
    Accepted, Asked, AtTable, BySeat, Given, Habit, Heading, Legal, Moment, Notation, Progress, Refusal, Resolve,
    Rules, Seat, Secrecy, Seed, Sight, Tell, Text, Told, Uncounted, Viewer, Views, Words,
};

/// An event, with each viewer's account of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happening {
    truth: Told,
    seats: BySeat<Option<Told>>,
    public: Option<Told>,
    /// Noteworthy moments that everyone may know.
    noted: Vec<Moment>,
    /// Noteworthy moments that are public once the match is over.
    moments: Vec<Moment>,
}

impl Happening {
    /// A happening with the same account for everyone.
    #[must_use]
    pub fn public(told: Told) -> Self {
        Self {
            truth: told.clone(),
            seats: BySeat { ec: Some(told.clone()), dmo: Some(told.clone()) },
            public: Some(told),
            noted: Vec::new(),
            moments: Vec::new(),
        }
    }

    /// A happening with an account for one seat alone. The truth names the player whom it addresses.
    #[must_use]
    pub fn private(seat: Seat, told: Told) -> Self {
        let to = Text::new(format!("To {}:", Text::seat(seat)));
        let truth = Told { text: to.then(&told.text), ..told.clone() };
        let mut seats = BySeat::default();
        seats[seat] = Some(told);
        Self { truth, seats, public: None, noted: Vec::new(), moments: Vec::new() }
    }

    /// A happening without an account for any viewer during the match.
    #[must_use]
    pub fn untold(told: Told) -> Self {
        Self { truth: told, seats: BySeat::default(), public: None, noted: Vec::new(), moments: Vec::new() }
    }

    /// Sets the moments that are public once the match is over.
    #[must_use]
    pub fn with(self, moments: Vec<Moment>) -> Self {
        Self { moments, ..self }
    }

    /// Whether its text is a line that a game's file says.
    #[must_use]
    pub fn is_said(&self) -> bool {
        self.truth.data["kind"] == Told::SAID
    }

    /// A viewer's account.
    #[must_use]
    pub const fn told(&self, viewer: Viewer) -> Option<&Told> {
        match viewer {
            Viewer::Truth => Some(&self.truth),
            Viewer::Public => self.public.as_ref(),
            Viewer::Seat(Seat::Ec) => self.seats.ec.as_ref(),
            Viewer::Seat(Seat::Dmo) => self.seats.dmo.as_ref(),
        }
    }
}

impl Happening {
    /// The noteworthy moments for a viewer. Those of [`Viewer::Truth`] are secret until the match is over.
    #[must_use]
    pub fn moments(&self, viewer: Viewer) -> &[Moment] {
        if viewer == Viewer::Truth { &self.moments } else { &self.noted }
    }

    fn accounts(&mut self) -> impl Iterator<Item = &mut Told> {
        let Self { truth, seats, public, .. } = self;
        [Some(truth), seats.ec.as_mut(), seats.dmo.as_mut(), public.as_mut()].into_iter().flatten()
    }
}

/// The heaviest public moment of a step and the index of its event. Among equal weights, the first counts.
#[must_use]
pub fn headline(happenings: &[Happening]) -> Option<(usize, &Moment)> {
    let noted = happenings.iter().enumerate().flat_map(|(at, each)| each.noted.iter().map(move |moment| (at, moment)));
    noted.min_by_key(|(_, moment)| Reverse(moment.weight))
}

/// Puts the headline first in the account of a step, in the phrase for its kind. The first public event's data gets it as `moment`.
/// Returns the headline's kind.
pub(crate) fn narrate(happenings: &mut [Happening], phrase: impl FnOnce(&str) -> usize) -> Option<&'static str> {
    let (at, moment) = headline(happenings).map(|(at, moment)| (at, moment.clone()))?;
    let first = happenings.iter().position(|each| each.public.is_some())?;
    let phrase = phrase(moment.kind);
    if moment.whole {
        for told in happenings[at].accounts() {
            told.text = told.text.without_first_line();
        }
    }
    // Lines of the event that repeat a phrase of the headline are removed.
    let phrases = (0..moment.phrases()).map(|phrase| moment.says(phrase));
    let said: Vec<_> = phrases.chain(moment.lines.iter().cloned()).collect();
    for told in happenings[at].accounts() {
        let rest = told.text.without_lines(&said);
        if at == first || rest != super::Text::default() {
            told.text = rest;
        }
    }
    for told in happenings[first].accounts() {
        told.text = moment.says(phrase).above(&told.text);
        if let Value::Object(data) = &mut told.data {
            data.insert("moment".to_owned(), moment.json());
        }
    }
    Some(moment.kind)
}

/// Converts events to happenings, with an account for each viewer.
pub(super) fn happenings<E: Tell>(events: &[E]) -> Vec<Happening> {
    let happening = |event: &E| {
        Some(Happening {
            truth: event.tell(Viewer::Truth)?,
            seats: BySeat::from_fn(|seat| event.tell(Viewer::Seat(seat))),
            public: event.tell(Viewer::Public),
            noted: event.moments(Viewer::Public),
            moments: event.moments(Viewer::Truth),
        })
    };
    events.iter().filter_map(happening).collect()
}

/// A match in play, with its whole state.
pub trait Play: Send + Sync {
    /// The current prompts, or the result.
    fn asked(&self) -> Asked;
    /// Resolves the step. Each order must have been accepted by the seat's [`Sight`] in this position.
    fn resolve(&mut self, given: BySeat<Given<Accepted>>) -> Vec<Happening>;
    /// Whether an order wins the seat's current race; see [`Closes::AtRight`](super::Closes::AtRight).
    fn is_right(&self, _seat: Seat, _order: &Accepted) -> bool {
        true
    }
    /// The events that follow the wait for the start time.
    fn begin(&self) -> Vec<Happening>;
    /// Declares a drawn board state.
    ///
    /// # Errors
    /// The game, or its current phase, has no drawn board state.
    fn declare_drawn(&mut self) -> Result<Vec<Happening>, Refusal>;
    /// The public events of a match that a ruling or the clock ended: everything hidden so far.
    fn reveal(&self) -> Vec<Happening>;
    /// The public heading.
    fn heading(&self) -> Heading;
    /// Each seat's true score. It is secret until the match is over.
    fn progress(&self) -> Option<Progress>;
    /// The stage in which the last resolution changed the score; `None` if that is the stage in which it was asked.
    fn scored_in(&self) -> Option<String> {
        None
    }
    /// See [`Views::habit`]. The order must have been accepted in this position.
    fn habit(&self, seat: Seat, order: &Accepted) -> Habit;
    /// See [`Views::first`].
    fn first(&self) -> Option<Seat>;
    /// A viewer's view, with the table's facts.
    fn sight_at(&self, viewer: Viewer, at: &AtTable) -> Sight;
    /// A viewer's view.
    fn sight(&self, viewer: Viewer) -> Sight {
        self.sight_at(viewer, &AtTable::default())
    }
    /// The *Referee state* of the game's rules page.
    fn referee_json(&self, at: &AtTable) -> Value;
    /// The fault in the game's file that stopped the last resolution, with its place. The position is then meaningless, and [`Play::asked`]
    /// returns an end without a result. Always `None` for games that are not loaded from files.
    fn fault(&self) -> Option<&str> {
        None
    }
    /// Gives later random events other results after an undo, from a seed. Each undo of a match passes a different number.
    fn redraw(&mut self, _seed: &Seed, _number: u32) {}
    /// A copy of the position for undo. It is rarely read, so it may be compact and slow.
    fn shelved(&self) -> Box<dyn Play> {
        self.copy()
    }
    /// All data needed by [`Game::restore`](super::Game::restore).
    fn save(&self) -> Value;
    /// A copy of the match.
    fn copy(&self) -> Box<dyn Play>;
    /// Counts the order sequences of a length from here.
    ///
    /// # Errors
    /// A position on the way asks both seats, or the count would take too long.
    fn perft(&self, depth: u32) -> Result<u64, Uncounted>;
}

/// Wraps a game's state as a match in play.
#[must_use]
pub fn in_play<G: Rules>(state: G::State) -> Box<dyn Play> {
    Box::new(InPlay::<G>(state))
}

pub(super) struct InPlay<G: Rules>(pub G::State);

impl<G: Rules> Play for InPlay<G> {
    fn asked(&self) -> Asked {
        self.0.asked()
    }

    fn resolve(&mut self, given: BySeat<Given<Accepted>>) -> Vec<Happening> {
        let given = given.map(|given| match given {
            Given::Order(accepted) => Given::Order(Clone::clone(accepted.order())),
            Given::Ready => Given::Ready,
            Given::TimedOut => Given::TimedOut,
            Given::NotAsked => Given::NotAsked,
        });
        happenings(&self.0.resolve(given))
    }

    fn begin(&self) -> Vec<Happening> {
        happenings(&self.0.begin())
    }

    fn declare_drawn(&mut self) -> Result<Vec<Happening>, Refusal> {
        let name = G::ABOUT.name;
        let without = || Refusal::illegal(format!("{name} has no drawn board state to declare."));
        self.0.declare_drawn().unwrap_or_else(|| Err(without())).map(|events| happenings(&events))
    }

    fn reveal(&self) -> Vec<Happening> {
        happenings(&self.0.reveal())
    }

    fn heading(&self) -> Heading {
        self.0.view(Viewer::Public, &AtTable::default()).heading()
    }

    fn progress(&self) -> Option<Progress> {
        self.0.progress()
    }

    fn habit(&self, seat: Seat, order: &Accepted) -> Habit {
        self.0.habit(seat, order.order())
    }

    fn first(&self) -> Option<Seat> {
        self.0.first()
    }

    fn sight_at(&self, viewer: Viewer, at: &AtTable) -> Sight {
        Sight::new(self.0.view(viewer, at), at.ended.map(|outcome| at.contest.verdict(outcome)))
    }

    fn referee_json(&self, at: &AtTable) -> Value {
        self.0.referee(at)
    }

    fn save(&self) -> Value {
        serde_json::to_value(&self.0).expect("a state is plain data")
    }

    fn copy(&self) -> Box<dyn Play> {
        Box::new(Self(self.0.clone()))
    }

    fn perft(&self, depth: u32) -> Result<u64, Uncounted> {
        perft(&self.0, depth, G::ABOUT.most_counted, &mut 0)
    }
}

/// Counts the sequences of `depth` orders. The last orders are listed but not resolved. `listed` orders have been listed so far, of at most
/// `most`.
fn perft<S: Views>(state: &S, depth: u32, most: u64, listed: &mut u64) -> Result<u64, Uncounted> {
    let seats = match state.asked() {
        Asked::Over(_) => return Ok(u64::from(depth == 0)),
        Asked::Seats(seats) => seats,
    };
    let seat = match (seats.ec, seats.dmo) {
        (Some(ask), None) if ask.secrecy == Secrecy::Public => Seat::Ec,
        (None, Some(ask)) if ask.secrecy == Secrecy::Public => Seat::Dmo,
        _ => return Err(Uncounted::Simultaneous),
    };
    if depth == 0 {
        return Ok(1);
    }
    let Legal::Listed(orders) = state.view(Viewer::Seat(seat), &AtTable::default()).legal() else {
        return Err(Uncounted::TooMany(most));
    };
    let count = orders.len() as u64;
    *listed += count.max(1);
    if *listed > most {
        return Err(Uncounted::TooMany(most));
    }
    if depth == 1 {
        return Ok(count);
    }
    orders.into_iter().try_fold(0, |sum, order| {
        let mut given = BySeat { ec: Given::NotAsked, dmo: Given::NotAsked };
        given[seat] = Given::Order(order);
        let mut state = state.clone();
        state.resolve(given);
        Ok(sum + perft(&state, depth - 1, most, listed)?)
    })
}
