//! One viewer's view of any game, and an accepted order of any game.

use std::any::Any;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use rand::Rng;

use super::random::drawn;
use super::typed::Typed;
use super::{Choice, Draws, Filled, Form, Legal, Notation, Refusal, Scene, Seat, Seen, Text, Words};

/// One viewer's view. It answers the same questions as the game's view, see [`Observation`].
pub struct Sight {
    view: Box<dyn Observation>,
    /// The end of the match, if the game does not know of it.
    verdict: Option<Text>,
}

impl Sight {
    /// A view at a table; `verdict` is the end of the match where the game does not know of it.
    #[must_use]
    pub fn new(view: impl Observation, verdict: Option<Text>) -> Self {
        Self { view: Box::new(view), verdict }
    }

    #[must_use]
    pub fn scene(&self) -> Scene {
        self.scene_choosing(&[])
    }

    /// The picture while the viewer's seat chooses, after some words of an order.
    #[must_use]
    pub fn scene_choosing(&self, path: &[String]) -> Scene {
        let scene = self.view.draw(path);
        match &self.verdict {
            Some(verdict) => Scene { caption: verdict.clone(), ..scene },
            None => scene,
        }
    }

    /// The picture with an order of the viewer's seat on it, where the game draws one.
    #[must_use]
    pub fn scene_ordered(&self, order: &str) -> Scene {
        self.scene_choosing(&self.view.path(order))
    }

    /// The picture in words, at most 1,024 characters with names of 32.
    #[must_use]
    pub fn describe(&self) -> Text {
        let board = self.view.describe_board();
        match &self.verdict {
            Some(verdict) => verdict.then(&board),
            None => board,
        }
    }
}

impl Deref for Sight {
    type Target = dyn Observation;

    fn deref(&self) -> &Self::Target {
        &*self.view
    }
}

/// A game's view without its types: what the contract has of them is here with an [`Accepted`] order or written ones.
pub trait Observation: Seen + Words + Draws + Any {
    /// Reads an order, typographic characters as plain ones.
    ///
    /// # Errors
    /// A refusal that says what would be legal.
    fn parse(&self, text: &str) -> Result<Accepted, Refusal>;
    /// The orders of the viewer's seat, in canonical text and byte order.
    fn legal(&self) -> Legal;
    /// See [`Notation::choices`].
    fn choices(&self, path: &[String]) -> Vec<Choice>;
    /// See [`Notation::hint`].
    fn hint(&self, path: &[String]) -> String;
    /// See [`Notation::group`].
    fn group(&self, choice: &Choice) -> Option<String>;
    /// See [`Notation::form`].
    fn form(&self, filled: &Filled) -> Option<Form>;
    /// The end of the last step, if the match is on another board already.
    fn before(&self) -> Option<Sight>;
    /// Of the public view, what is posted of the order that a seat is asked for in front of everyone, see [`Seen::seated`].
    fn posted(&self, seat: Seat) -> Option<Sight>;
    /// See [`Seen::disclosed`].
    fn disclosed(&self) -> Option<String>;
    /// An order of the viewer's seat, drawn word by word; `None` where it has none to give.
    fn draw_order(&self, random: &mut dyn Rng) -> Option<Accepted>;
}

impl dyn Observation + '_ {
    /// The words by which the choices lead to an order in canonical text, as far as they spell it.
    #[must_use]
    pub fn path(&self, order: &str) -> Vec<String> {
        let mut longest = Vec::new();
        self.leads(&mut Vec::new(), &spelt(order), &mut longest);
        longest
    }

    fn leads(&self, path: &mut Vec<String>, rest: &str, longest: &mut Vec<String>) -> bool {
        self.choices(path).into_iter().any(|choice| {
            let word = spelt(&choice.word);
            let Some(rest) = rest.strip_prefix(&word).filter(|_| !word.is_empty()) else { return false };
            path.push(choice.word);
            if path.len() > longest.len() {
                longest.clone_from(path);
            }
            let whole = rest.is_empty() && choice.ends;
            if whole {
                longest.clone_from(path);
            }
            let leads = whole || !rest.is_empty() && self.leads(path, rest, longest);
            path.pop();
            leads
        })
    }
}

/// A text without its separators.
fn spelt(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace() && !",;:/->".contains(*letter)).collect()
}

impl dyn Observation {
    /// The view of one game; `None` where it is another game's.
    pub fn view<V: 'static>(&self) -> Option<&V> {
        (self as &dyn Any).downcast_ref()
    }
}

impl<V> Observation for V
where
    V: Seen + Words + Draws + Notation<Order: Send + Sync + 'static>,
{
    fn parse(&self, text: &str) -> Result<Accepted, Refusal> {
        let typed = Typed::read(text);
        match Notation::parse(self, typed.plain()) {
            Ok(order) => Ok(accepted(self, order)),
            Err(refusal) => Err(typed.requoted(refusal)),
        }
    }

    fn legal(&self) -> Legal {
        Notation::legal(self).written()
    }

    fn choices(&self, path: &[String]) -> Vec<Choice> {
        Notation::choices(self, path)
    }

    fn hint(&self, path: &[String]) -> String {
        Notation::hint(self, path)
    }

    fn group(&self, choice: &Choice) -> Option<String> {
        Notation::group(self, choice)
    }

    fn form(&self, filled: &Filled) -> Option<Form> {
        Notation::form(self, filled)
    }

    fn before(&self) -> Option<Sight> {
        self.ended_on().map(|view| Sight::new(view, None))
    }

    fn posted(&self, seat: Seat) -> Option<Sight> {
        self.seated(seat).map(|view| Sight::new(view, None))
    }

    fn disclosed(&self) -> Option<String> {
        Seen::disclosed(self)
    }

    fn draw_order(&self, random: &mut dyn Rng) -> Option<Accepted> {
        drawn(self, random).map(|order| accepted(self, order))
    }
}

fn accepted<V: Notation<Order: Send + Sync + 'static>>(view: &V, order: V::Order) -> Accepted {
    Accepted { text: order.to_string(), caution: view.caution(&order), order: Arc::new(order) }
}

/// An order that a [`Sight`] has accepted: it is read once and carried from there to where its step resolves.
#[derive(Clone)]
pub struct Accepted {
    text: String,
    caution: Option<String>,
    order: Arc<dyn Any + Send + Sync>,
}

impl Accepted {
    /// In canonical text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A warning for its sender.
    #[must_use]
    pub fn caution(&self) -> Option<&str> {
        self.caution.as_deref()
    }

    pub(super) fn order<O: Clone + 'static>(&self) -> O {
        self.order.downcast_ref::<O>().expect("an order is resolved by the game that accepted it").clone()
    }
}

impl fmt::Debug for Accepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Accepted").field(&self.text).finish()
    }
}

impl PartialEq for Accepted {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}
