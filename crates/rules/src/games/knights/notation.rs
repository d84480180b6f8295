//! Parsing of orders against a view, the legal orders, and the menus for choosing one.
//!
//! A sentence begins with a spawn or a move, and ends with a claim. An order takes three presses, or five on a crowded board, where menus
//! have parts. The choices are those legal orders that begin with the words chosen so far.

use super::order::{self, Action, Order};
use super::square::{Square, Squares};
use super::view::View;
use crate::game::{Choice, Legal, Notation, Refusal, Seat};

impl Notation for View {
    type Order = Order;

    fn parse(&self, text: &str) -> Result<Order, Refusal> {
        let options = self.options();
        let start = |at| options.as_ref().map_or(Ok(()), |options| options.check_start(at));
        let actions = order::read(text, self.orders(), start)?;
        match &options {
            Some(options) => options.check(&actions),
            None => Err(Refusal::illegal("No order is asked for here; wait for your next turn.")),
        }
    }

    fn legal(&self) -> Legal<Order> {
        Legal::Listed(self.orders().to_vec())
    }

    fn choices(&self, path: &[String]) -> Vec<Choice> {
        let (Some(seat), Some(draft)) = (self.seat(), Draft::read(path)) else { return Vec::new() };
        let next = next(self, draft);
        let ends = draft.order.actions().count() > 0 || self.options().is_some_and(|options| options.single());
        let moves = next.froms.iter().map(|from| {
            let targets: Vec<_> = next_targets(self, draft, from).iter().map(|to| to.to_string()).collect();
            choice(format!("move {from}"), format!("Move {from} …"), format!("to {}", targets.join(", ")), false)
        });
        let spawns = next.spawns.iter().map(|at| {
            let note = "a new knight; it cannot move or claim this turn".to_owned();
            choice(format!("spawn {at}"), format!("Spawn on {at}"), note, ends)
        });
        let targets =
            next.targets.iter().map(|to| choice(to.to_string(), format!("to {to}"), landing(self, seat, to), ends));
        let claims = claims_in_order(self, draft, next.claims).into_iter().map(|at| {
            let label = match draft.order.jump {
                Some((_, to)) if to == at => format!("Claim {at} on landing"),
                _ => format!("Claim {at}"),
            };
            choice(Action::Claim(at).to_string(), label, prospect(self, seat, at), true)
        });
        // The likelier continuation comes first: a claim after a move, a spawn before one.
        if draft.order.jump.is_some() {
            claims.chain(spawns).collect()
        } else {
            spawns.chain(moves).chain(targets).chain(claims).collect()
        }
    }

    fn in_words(&self, order: &Order) -> String {
        let words = |action: Action| match action {
            Action::Spawn(at) => format!("spawn on {at}"),
            Action::Move(from, to) => format!("move {from} to {to}"),
            Action::Claim(at) => format!("claim {at}"),
        };
        order.actions().map(words).collect::<Vec<_>>().join(", ")
    }

    fn caution(&self, order: &Order) -> Option<String> {
        let at = order.claim?;
        self.position().colour_of(at)?;
        Some(format!("{at} is claimed already: this claim scores nothing."))
    }

    fn hint(&self, path: &[String]) -> String {
        let Some(draft) = Draft::read(path) else { return String::new() };
        match draft.from {
            Some(from) => format!("Where does the knight on {from} jump?"),
            None if draft.order.actions().count() > 0 => "Choose the second action".to_owned(),
            None if self.options().is_some_and(|options| options.single()) => "Choose the action".to_owned(),
            None => "Choose the first action".to_owned(),
        }
    }

    fn group(&self, choice: &Choice) -> Option<String> {
        let kind = match choice.word.split_whitespace().next()? {
            "spawn" => "Spawn a knight",
            "move" => "Move a knight",
            "claim" => "Claim a square",
            _ => return None,
        };
        Some(kind.to_owned())
    }
}

/// An unfinished order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Draft {
    /// The complete actions.
    pub order: Order,
    /// The knight to move, while its target is not chosen.
    pub from: Option<Square>,
}

impl Draft {
    /// Parses the words chosen so far.
    pub fn read(path: &[String]) -> Option<Self> {
        let mut draft = Self::default();
        let mut words = path.iter().flat_map(|word| word.split_whitespace());
        while let Some(word) = words.next() {
            let square = |word: Option<&str>| Square::try_from(word?).ok();
            let fresh = match word {
                "spawn" => draft.order.spawn.replace(square(words.next())?).is_none(),
                "claim" => draft.order.claim.replace(square(words.next())?).is_none(),
                "move" => {
                    let from = square(words.next())?;
                    match words.next() {
                        None => draft.from.replace(from).is_none(),
                        to => draft.order.jump.replace((from, square(to)?)).is_none(),
                    }
                }
                _ => false,
            };
            if !fresh {
                return None;
            }
        }
        Some(draft)
    }

    /// Whether an order begins with this draft.
    fn fits(self, order: Order) -> bool {
        let Self { order: draft, from } = self;
        let jump = draft.jump.is_none_or(|jump| order.jump == Some(jump));
        let spawn = draft.spawn.is_none_or(|spawn| order.spawn == Some(spawn));
        let claim = draft.claim.is_none_or(|claim| order.claim == Some(claim));
        jump && spawn && claim && from.is_none_or(|from| order.jump.is_some_and(|(start, _)| start == from))
    }
}

/// The possible continuations of a draft, by kind.
pub(super) struct Next {
    pub spawns: Squares,
    pub froms: Squares,
    pub targets: Squares,
    pub claims: Squares,
}

/// Returns the possible continuations of a draft.
pub(super) fn next(view: &View, draft: Draft) -> Next {
    let fitting: Vec<_> = view.orders().iter().filter(|order| draft.fits(**order)).collect();
    let begun = draft.order.actions().count();
    let collect = |square: fn(&Order) -> Option<Square>, open: bool| -> Squares {
        let fitting = fitting.iter().filter(|order| open && order.actions().count() > begun);
        fitting.filter_map(|order| square(order)).collect()
    };
    let choosing = draft.from.is_none();
    let alone = view.options().is_some_and(|options| options.single());
    Next {
        spawns: collect(|order| order.spawn, choosing && draft.order.spawn.is_none()),
        froms: collect(|order| order.jump.map(|(from, _)| from), choosing && draft.order.jump.is_none()),
        targets: collect(|order| order.jump.map(|(_, to)| to), !choosing),
        claims: collect(|order| order.claim, choosing && draft.order.claim.is_none() && (begun > 0 || alone)),
    }
}

fn choice(word: String, label: String, note: String, ends: bool) -> Choice {
    Choice { word, label, note, ends }
}

fn next_targets(view: &View, draft: Draft, from: Square) -> Squares {
    next(view, Draft { from: Some(from), ..draft }).targets
}

/// The mover's square first, then squares that score, then squares that have a colour.
fn claims_in_order(view: &View, draft: Draft, claims: Squares) -> Vec<Square> {
    let mut squares: Vec<_> = claims.iter().collect();
    let moved = draft.order.jump.map(|(_, to)| to);
    squares.sort_by_key(|&at| (moved != Some(at), view.position().colour_of(at).is_some()));
    squares
}

/// The note for a claim: its possible result.
fn prospect(view: &View, seat: Seat, at: Square) -> String {
    match view.position().colour_of(at) {
        Some(owner) if owner == seat => "already your colour; nothing would happen".to_owned(),
        Some(_) => "already the other colour; nothing would happen".to_owned(),
        None => format!("scores {} if the knight is not taken", view.position().worth()),
    }
}

/// The note for a move: the colour and the knight on the target square.
fn landing(view: &View, seat: Seat, to: Square) -> String {
    let ground = match view.position().colour_of(to) {
        Some(owner) if owner == seat => "your colour",
        Some(_) => "the other colour",
        None => "not claimed yet",
    };
    if view.position().knights()[!seat].has(to) {
        format!("takes the enemy knight if it stays there; {ground}")
    } else {
        ground.to_owned()
    }
}
