//! One viewer's view of any game, and an accepted order of any game.

use std::any::Any;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use rand::Rng;

use super::random::drawn;
use super::typed::{Typed, plain};
use super::{Choice, Draws, Filled, Form, Legal, Notation, Refusal, RefusalKind, Scene, Seat, Seen, Text, Words};

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

impl dyn Observation {
    /// The order that an unreadable text spells in the labels of the menus; `None` where it spells none, or several.
    #[must_use]
    pub fn labelled(&self, text: &str) -> Option<Accepted> {
        let unreadable = |refusal: &Refusal| refusal.kind == RefusalKind::Unreadable;
        self.parse(text).err().filter(unreadable)?;
        let mut found = Labelled { sight: self, looks: LOOKS, orders: Vec::new() };
        let text = said(text);
        found.words(&mut Vec::new(), &text);
        if let Some(form) = self.form(&Filled::new()).filter(|_| found.orders.is_empty()) {
            found.fields(&form, &Filled::new(), &text);
        }
        found.orders.pop().filter(|_| found.orders.is_empty())
    }
}

/// How many menus are looked at for a text.
const LOOKS: u32 = 200;

/// Words of labels that a text may leave out.
const SMALL_WORDS: [&str; 5] = ["and", "at", "on", "the", "to"];

/// The different orders that a text spells in the labels of the menus.
struct Labelled<'a> {
    sight: &'a (dyn Observation + 'static),
    looks: u32,
    orders: Vec<Accepted>,
}

impl Labelled<'_> {
    /// Looks at one more menu.
    fn looks(&mut self) -> bool {
        let looks = self.looks > 0;
        self.looks = self.looks.saturating_sub(1);
        looks
    }

    fn take(&mut self, order: &str) {
        let order = self.sight.parse(order).ok().filter(|order| !self.orders.contains(order));
        self.orders.extend(order);
    }

    fn words(&mut self, path: &mut Vec<String>, rest: &str) {
        if !self.looks() {
            return;
        }
        for Choice { word, label, ends, .. } in self.sight.choices(path) {
            let rests: BTreeSet<_> = [said(&label), said(&word)].iter().filter_map(|said| behind(rest, said)).collect();
            path.push(word);
            for rest in rests {
                match rest {
                    "" if ends => self.take(&path.join(" ")),
                    "" => {}
                    rest => self.words(path, rest),
                }
            }
            path.pop();
        }
    }

    fn fields(&mut self, form: &Form, filled: &Filled, rest: &str) {
        if rest.is_empty() {
            return form.order.iter().for_each(|order| self.take(order));
        }
        for field in form.groups.iter().flat_map(|group| &group.fields) {
            let open = field.choices.iter().filter(|choice| field.takes(&choice.word));
            for choice in open.filter(|_| !filled.contains_key(&field.key)) {
                let labels = [&choice.label, &choice.word].map(|label| said(&format!("{} {label}", field.label)));
                let Some(rest) = labels.iter().find_map(|said| behind(rest, said)).filter(|_| self.looks()) else {
                    continue;
                };
                let mut filled = filled.clone();
                filled.insert(field.key.clone(), choice.word.clone());
                if let Some(form) = self.sight.form(&filled) {
                    self.fields(&form, &filled, rest);
                }
            }
        }
    }
}

/// What follows a label in a text.
fn behind<'a>(text: &'a str, label: &str) -> Option<&'a str> {
    text.strip_prefix(label).filter(|_| !label.is_empty())
}

/// A text as it is compared with labels.
fn said(text: &str) -> String {
    let text = plain(text).to_lowercase();
    let words = text.split(|letter: char| !letter.is_alphanumeric() && !"+×°".contains(letter));
    words.filter(|word| !SMALL_WORDS.contains(word)).collect()
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
