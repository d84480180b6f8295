//! A match in play behind one object type.

use std::cmp::Reverse;

use serde_json::Value;

use super::{
    Accepted, Asked, AtTable, BySeat, Given, Habit, Legal, Moment, Notation, Progress, Refusal, Resolve, Rules, Seat,
    Secrecy, Sight, Tell, Told, Uncounted, Viewer, Views, Words,
};

/// An event, with each viewer's words for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happening {
    truth: Told,
    seats: BySeat<Option<Told>>,
    public: Option<Told>,
    /// Noteworthy of what everyone is told.
    noted: Vec<Moment>,
    /// Memorable once the match is over.
    moments: Vec<Moment>,
}

impl Happening {
    /// Makes a happening that everyone is told alike.
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

    /// An event that one seat alone is notified of.
    #[must_use]
    pub fn private(seat: Seat, told: Told) -> Self {
        let seats = BySeat::from_fn(|each| (each == seat).then(|| told.clone()));
        Self { truth: told, seats, public: None, noted: Vec::new(), moments: Vec::new() }
    }

    /// An event that nobody learns of while the match runs.
    #[must_use]
    pub fn untold(told: Told) -> Self {
        Self { truth: told, seats: BySeat::default(), public: None, noted: Vec::new(), moments: Vec::new() }
    }

    /// The same with memorable moments.
    #[must_use]
    pub fn with(self, moments: Vec<Moment>) -> Self {
        Self { moments, ..self }
    }

    /// Whether a game's file tells it in its words.
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
    /// Its noteworthy moments, as everyone may hear of them, or in truth: that is for nobody before the match is over.
    #[must_use]
    pub fn moments(&self, viewer: Viewer) -> &[Moment] {
        if viewer == Viewer::Truth { &self.moments } else { &self.noted }
    }

    fn accounts(&mut self) -> impl Iterator<Item = &mut Told> {
        let Self { truth, seats, public, .. } = self;
        [Some(truth), seats.ec.as_mut(), seats.dmo.as_mut(), public.as_mut()].into_iter().flatten()
    }
}

/// The heaviest moment of a step that everyone may hear of, the first of equally heavy ones, and whose it is.
#[must_use]
pub fn headline(happenings: &[Happening]) -> Option<(usize, &Moment)> {
    let noted = happenings.iter().enumerate().flat_map(|(at, each)| each.noted.iter().map(move |moment| (at, moment)));
    noted.min_by_key(|(_, moment)| Reverse(moment.weight))
}

/// Puts the headline before the account of a step, in one of its phrases. As data it is `moment` of the first event that everyone is told.
pub(crate) fn narrate(happenings: &mut [Happening], phrase: usize) {
    let Some((at, moment)) = headline(happenings).map(|(at, moment)| (at, moment.clone())) else { return };
    let Some(first) = happenings.iter().position(|each| each.public.is_some()) else { return };
    if moment.whole {
        for told in happenings[at].accounts() {
            told.text = told.text.without_first_line();
        }
    }
    // What the headline says is not said again in other words of the same moment.
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
}

/// The events with an account for any viewer.
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

/// A match in play, with its whole truth inside.
pub trait Play: Send + Sync {
    /// The current prompts, or the end.
    fn asked(&self) -> Asked;
    /// Plays out the step. Orders are those that the seat's [`Sight`] has accepted in this position.
    fn resolve(&mut self, given: BySeat<Given<Accepted>>) -> Vec<Happening>;
    /// Whether an order wins the race that its seat is in: see [`Closes::AtRight`](super::Closes::AtRight).
    fn is_right(&self, _seat: Seat, _order: &Accepted) -> bool {
        true
    }
    /// The events at the end of the wait for the start time.
    fn begin(&self) -> Vec<Happening>;
    /// Declares a drawn board state.
    ///
    /// # Errors
    /// The game, or its present phase, has no such thing.
    fn declare_drawn(&mut self) -> Result<Vec<Happening>, Refusal>;
    /// The public account of a match that is ended from outside: everything that had been hidden.
    fn reveal(&self) -> Vec<Happening>;
    /// The match's stage, from its heading.
    fn stage(&self) -> String;
    /// Each seat's true progress: for nobody before the match is over.
    fn progress(&self) -> Option<Progress>;
    /// See [`Views::habit`]; of an order that was accepted here.
    fn habit(&self, seat: Seat, order: &Accepted) -> Habit;
    /// See [`Views::first`].
    fn first(&self) -> Option<Seat>;
    /// A viewer's view at a table.
    fn sight_at(&self, viewer: Viewer, at: &AtTable) -> Sight;
    /// A viewer's view.
    fn sight(&self, viewer: Viewer) -> Sight {
        self.sight_at(viewer, &AtTable::default())
    }
    /// The *Referee state* of the game's rules page.
    fn referee_json(&self, at: &AtTable) -> Value;
    /// Why the last step could not be played out, with the place in the game's file: the position means nothing then, and
    /// [`Play::asked`] gives an end without a result. `None` in games that are not loaded from files.
    fn fault(&self) -> Option<&str> {
        None
    }
    /// Makes chance fall otherwise from here on, after an undo: the number differs from that of every other undo of the match.
    fn redraw(&mut self, _number: u32) {}
    /// The same position for a match's past: it is seldom looked at and may be slow to.
    fn shelved(&self) -> Box<dyn Play> {
        self.copy()
    }
    /// Everything needed to take it up again.
    fn save(&self) -> Value;
    /// A second match in the same position.
    fn copy(&self) -> Box<dyn Play>;
    /// How many sequences of so many orders there are from here.
    ///
    /// # Errors
    /// Both seats are asked on the way, or it would take too long.
    fn perft(&self, depth: u32) -> Result<u64, Uncounted>;
}

/// A match of a game in a state.
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
            Given::Order(accepted) => Given::Order(accepted.order()),
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

    fn stage(&self) -> String {
        self.0.view(Viewer::Public, &AtTable::default()).heading().stage
    }

    fn progress(&self) -> Option<Progress> {
        self.0.progress()
    }

    fn habit(&self, seat: Seat, order: &Accepted) -> Habit {
        self.0.habit(seat, &order.order())
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

/// Counts the sequences of so many orders, the last of which are generated and not played out; `listed` orders were generated before, of
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
