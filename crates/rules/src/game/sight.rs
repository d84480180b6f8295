//! One viewer's view of any game, and accepted orders of any game.

use std::any::Any;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use rand::Rng;

use super::random::drawn;
use super::typed_text::{Typed, plain};
use super::{Choice, Draws, Filled, Form, Legal, Notation, Refusal, RefusalKind, Scene, Seat, Seen, Text, Words};

/// One viewer's view. It dereferences to the game's view; see [`Observation`].
pub struct Sight {
    view: Box<dyn Observation>,
    /// The result, if the game does not know that the match has ended.
    verdict: Option<Text>,
}

impl Sight {
    /// A view at a table. `verdict` is the result, if the game does not know that the match has ended.
    #[must_use]
    pub fn new(view: impl Observation, verdict: Option<Text>) -> Self {
        Self { view: Box::new(view), verdict }
    }

    #[must_use]
    pub fn scene(&self) -> Scene {
        self.scene_choosing(&[])
    }

    /// The picture while the viewer's seat chooses an order; `path` is its first words.
    #[must_use]
    pub fn scene_choosing(&self, path: &[String]) -> Scene {
        let scene = self.view.draw(path);
        match &self.verdict {
            Some(verdict) => Scene { caption: verdict.clone(), ..scene },
            None => scene,
        }
    }

    /// The picture with an order of the viewer's seat, if the game draws orders.
    #[must_use]
    pub fn scene_ordered(&self, order: &str) -> Scene {
        self.scene_choosing(&self.view.path(order))
    }

    /// The picture's description, at most 1,024 characters with names of 32.
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

/// A game's view without its types. Orders are [`Accepted`] or texts.
pub trait Observation: Seen + Words + Draws + Any {
    /// Parses an order, with typographic characters folded.
    ///
    /// # Errors
    /// A refusal that says which orders would be legal.
    fn parse(&self, text: &str) -> Result<Accepted, Refusal>;
    /// The legal orders of the viewer's seat, in canonical text and byte order.
    fn legal(&self) -> Legal;
    /// See [`Notation::choices`].
    fn choices(&self, path: &[String]) -> Vec<Choice>;
    /// See [`Notation::hint`].
    fn hint(&self, path: &[String]) -> String;
    /// See [`Notation::group`].
    fn group(&self, choice: &Choice) -> Option<String>;
    /// See [`Notation::form`].
    fn form(&self, filled: &Filled) -> Option<Form>;
    /// The input of the form that spells an order; empty without a form, or for an illegal order. See [`Notation::filled`].
    fn filled(&self, order: &str) -> Filled;
    /// The view at the end of the last step, if the match has moved to another board.
    fn before(&self) -> Option<Sight>;
    /// The public part of an open order that a seat is asked for; see [`Seen::seated`]. Only the public view has it.
    fn posted(&self, seat: Seat) -> Option<Sight>;
    /// See [`Seen::disclosed`].
    fn disclosed(&self) -> Option<String>;
    /// Draws an order of the viewer's seat word by word. `None` if there are no choices or the sentence is not legal.
    fn draw_order(&self, random: &mut dyn Rng) -> Option<Accepted>;
}

impl dyn Observation + '_ {
    /// Returns the choices that spell an order in canonical text, or its longest beginning that choices can spell.
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
    /// Returns what a refused text spells in the lines of the menus, as a continuation of a draft (`begun`) or from the start; also the
    /// order that a form's start of this name fills in. `None` if it spells nothing, or several things. A text with `?`, `!` or a control
    /// character spells nothing, and a text that the game reads spells no other order without a draft.
    #[must_use]
    pub fn labelled(&self, begun: &[String], text: &str) -> Option<Labelled> {
        let spells = |letter: char| letter.is_whitespace() || !letter.is_control();
        let unreadable = self.parse(text).err().filter(|_| text.chars().all(spells))?.kind == RefusalKind::Unreadable;
        let text = said(text);
        let form = self.form(&Filled::new());
        let begun = Some(begun).filter(|begun| !begun.is_empty() && form.is_none());
        let mut found = begun.into_iter().chain([&[][..]]).map(|begun| {
            let mut search =
                LabelSearch { sight: self, text: &text, looks: LOOKS, orders: Vec::new(), parts: BTreeSet::new() };
            search.words(&mut begun.to_vec(), &text);
            if let Some(form) = &form {
                search.parts.clear();
                if search.orders.is_empty() {
                    search.starts(form);
                    search.fields(form, &Filled::new(), &text);
                }
            }
            search.found(unreadable || !begun.is_empty())
        });
        found.find_map(|found| found)
    }
}

/// What a text spells in the lines of the menus.
#[derive(Clone, Debug, PartialEq)]
pub enum Labelled {
    Order(Accepted),
    /// The first words of an order.
    Part(Vec<String>),
}

/// The words before the name of a form's start in a menu with other entries.
pub const START_FROM: &str = "Start from ";

/// The most menus that are searched for a text.
const LOOKS: u32 = 200;

/// Words of labels that a text may leave out.
const SMALL_WORDS: [&str; 5] = ["and", "at", "on", "the", "to"];

/// The different orders, and parts of orders, that a text spells in the lines of the menus.
struct LabelSearch<'a> {
    sight: &'a (dyn Observation + 'static),
    text: &'a str,
    looks: u32,
    orders: Vec<Accepted>,
    parts: BTreeSet<Vec<String>>,
}

impl LabelSearch<'_> {
    /// The only order, if `orders` tells that an order may be found; otherwise the only part with the most words.
    fn found(mut self, orders: bool) -> Option<Labelled> {
        if let Some(order) = self.orders.pop() {
            return (orders && self.orders.is_empty()).then_some(Labelled::Order(order));
        }
        // The description of a line may be a line of the next menu.
        let most = self.parts.iter().map(Vec::len).max()?;
        self.parts.retain(|part| part.len() == most);
        self.parts.pop_first().filter(|_| self.parts.is_empty()).map(Labelled::Part)
    }

    /// Counts one more menu. Returns whether it may be searched.
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
        for Choice { word, label, note, ends } in self.sight.choices(path) {
            let described = said(&format!("{label} {note}"));
            let label = said(&label);
            // A label may repeat the words before it.
            let whole = behind(self.text, &label).filter(|_| !path.is_empty());
            let ways = [behind(rest, &label), behind(rest, &described), behind(rest, &said(&word)), whole];
            let rests: BTreeSet<_> = ways.into_iter().flatten().collect();
            path.push(word);
            for rest in rests {
                match rest {
                    "" if ends => self.take(&path.join(" ")),
                    "" => drop(self.parts.insert(path.clone())),
                    rest => self.words(path, rest),
                }
            }
            path.pop();
        }
    }

    /// Takes the starts with this name, which a menu shows behind [`START_FROM`].
    fn starts(&mut self, form: &Form) {
        let text = behind(self.text, &said(START_FROM)).unwrap_or(self.text);
        for start in form.starts.iter().filter(|start| said(&start.label) == text) {
            let order = self.sight.form(&start.filled).and_then(|form| form.order);
            if let Some(order) = &order {
                self.take(order);
            }
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

/// Returns the rest of a text after a label.
fn behind<'a>(text: &'a str, label: &str) -> Option<&'a str> {
    text.strip_prefix(label).filter(|_| !label.is_empty())
}

/// Normalises a text for the comparison with labels.
fn said(text: &str) -> String {
    let text = plain(text).to_lowercase();
    let words = text.split(|letter: char| !letter.is_alphanumeric() && !"+×°?!".contains(letter));
    words.filter(|word| !SMALL_WORDS.contains(word)).collect()
}

/// Removes the separators from a text.
fn spelt(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace() && !",;:/->".contains(*letter)).collect()
}

impl dyn Observation {
    /// The typed view of one game; `None` if the view belongs to another game.
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

    fn filled(&self, order: &str) -> Filled {
        Notation::parse(self, order).map_or_else(|_| Filled::new(), |order| Notation::filled(self, &order))
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

/// An order that a [`Sight`] has accepted. It is parsed once and carried unchanged to the resolution of its step.
#[derive(Clone)]
pub struct Accepted {
    text: String,
    caution: Option<String>,
    order: Arc<dyn Any + Send + Sync>,
}

impl Accepted {
    /// The canonical text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The warning for its sender.
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
