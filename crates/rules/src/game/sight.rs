//! One viewer's view of any game, and accepted orders of any game.

use std::any::Any;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use rand::Rng;

use super::random_order::{drawn, example_order};
use super::typed_text::{Typed, nearest, plain};
use super::words::Part;
use super::{
    Choice, Draws, Field, Filled, Form, Group, Legal, Notation, Refusal, RefusalKind, Scene, Seat, Seen, Text, Words,
};

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

    /// The picture as a seat sees it without its secrets: of the public view, from the seat's side if the game has [`Seen::seated`].
    #[must_use]
    pub fn scene_from(&self, seat: Seat) -> Scene {
        match self.view.posted(seat) {
            Some(posted) => Self { verdict: self.verdict.clone(), ..posted }.scene(),
            None => self.scene(),
        }
    }

    /// The picture's description. Of built-in games at most 1,024 characters with names of 32; a message cuts a longer one.
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
    /// The only legal order whose words for people a text repeats; `None` if the legal orders are too many to list.
    fn repeated(&self, text: &str) -> Option<Accepted>;
    /// A seat's order in words, with its [`Notation::fate`] if this is the referee's view.
    fn order_words(&self, seat: Seat, order: &Accepted) -> String;
    /// A legal order of the viewer's seat in canonical text, the same every time, to show what can be typed. It harms its own side only if
    /// every drawn order does; see [`Notation::harms`].
    fn example(&self) -> Option<String>;
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
    /// Returns the only order that a text completes as the rest of a draft (`begun`), in the lines of the menus or in the notation.
    #[must_use]
    pub fn completed(&self, begun: &[String], typed: &str) -> Option<Accepted> {
        if begun.is_empty() || !spells(typed) || self.form(&Filled::new()).is_some() {
            return None;
        }
        let text = said(typed);
        let mut search = LabelSearch::new(self, &text);
        search.words(&mut begun.to_vec(), &text);
        match search.orders.pop() {
            Some(order) => search.orders.is_empty().then_some(order),
            None => self.parse(&format!("{} {typed}", begun.join(" "))).ok(),
        }
    }

    /// Returns the text of the order that an unfinished draft and a text make together, if the notation reads it and the rules forbid it.
    #[must_use]
    pub fn forbidden_together(&self, begun: &[String], typed: &str) -> Option<String> {
        let begun = Some(begun.join(" ")).filter(|begun| !begun.is_empty() && self.parse(begun).is_err())?;
        let joined = format!("{begun} {typed}");
        let illegal = |refusal: Refusal| refusal.kind == RefusalKind::Illegal;
        (spells(typed) && self.parse(&joined).is_err_and(illegal)).then_some(joined)
    }

    /// Returns the words of an order to which more could be added; `None` for any other text, and for a form's order.
    #[must_use]
    pub fn unfinished(&self, order: &str) -> Option<Vec<String>> {
        let order = self.parse(order).ok()?;
        let words = self.path(order.text());
        let whole = self.parse(&words.join(" ")).is_ok_and(|spelt| spelt == order);
        let more = whole && self.form(&Filled::new()).is_none() && !self.choices(&words).is_empty();
        more.then_some(words)
    }

    /// Returns what a refused text spells: an order in the words in which people read it; or in the lines of the menus, as a continuation of
    /// a draft (`begun`, or `filled` in a form) or from the start; also the order that a form's start of this name fills in. `None` if it
    /// spells nothing, or several things. A text with `?`,
    /// `!` or a control character spells nothing. Without a draft, an illegal but readable order spells no other order.
    #[must_use]
    pub fn labelled(&self, begun: &[String], filled: &Filled, text: &str) -> Option<Labelled> {
        let unreadable = self.parse(text).err().filter(|_| spells(text))?.kind == RefusalKind::Unreadable;
        if let Some(order) = self.repeated(text).filter(|_| unreadable) {
            return Some(Labelled::Order(order));
        }
        let text = said(text);
        let form = self.form(filled);
        let begun = Some(begun).filter(|begun| !begun.is_empty() && form.is_none());
        let is_free = begun.is_none();
        let mut found = begun.into_iter().chain([&[][..]]).map(|begun| {
            let mut search = LabelSearch::new(self, &text);
            search.words(&mut begun.to_vec(), &text);
            if let Some(form) = &form {
                search.parts.clear();
                if search.orders.is_empty()
                    && unreadable
                    && let Some(start) = search.start(form)
                {
                    return Some(Labelled::Start(start));
                }
                if search.orders.is_empty() {
                    search.fields(form, filled, &Filled::new(), &text);
                }
            } else if search.is_empty() && is_free {
                return self.begun_by_words(&text);
            }
            search.found(unreadable || !begun.is_empty())
        });
        found.find_map(|found| found)
    }

    /// Returns the only part of an order that a text spells if single words stand for the menus' lines: `queen e5` for `Queen d5`, `to e5`.
    /// It is never a whole order.
    fn begun_by_words(&self, text: &str) -> Option<Labelled> {
        let mut search = LabelSearch { by_words: true, ..LabelSearch::new(self, text) };
        search.words(&mut Vec::new(), text);
        let searched_all = search.looks > 0 && search.orders.is_empty();
        search.found(false).filter(|_| searched_all)
    }
}

/// What a text spells in the lines of the menus.
#[derive(Clone, Debug, PartialEq)]
pub enum Labelled {
    Order(Accepted),
    /// The order that the form's start of this name fills in.
    Start(Accepted),
    /// The first words of an order.
    Part(Vec<String>),
    /// Some fields of the order's form.
    Fields(Filled),
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
    inputs: BTreeSet<Filled>,
    /// Whether a word of a line stands for the line.
    by_words: bool,
}

impl<'a> LabelSearch<'a> {
    const fn new(sight: &'a (dyn Observation + 'static), text: &'a str) -> Self {
        Self {
            sight,
            text,
            looks: LOOKS,
            orders: Vec::new(),
            parts: BTreeSet::new(),
            inputs: BTreeSet::new(),
            by_words: false,
        }
    }

    /// The only order, if `orders` tells that an order may be found; otherwise the only part with the most words.
    fn found(mut self, orders: bool) -> Option<Labelled> {
        if let Some(order) = self.orders.pop() {
            return (orders && self.orders.is_empty()).then_some(Labelled::Order(order));
        }
        if let Some(input) = self.inputs.pop_first() {
            return self.inputs.is_empty().then_some(Labelled::Fields(input));
        }
        // The description of a line may be a line of the next menu.
        let most = self.parts.iter().map(Vec::len).max()?;
        self.parts.retain(|part| part.len() == most);
        self.parts.pop_first().filter(|_| self.parts.is_empty()).map(Labelled::Part)
    }

    /// Whether nothing was found.
    fn is_empty(&self) -> bool {
        self.orders.is_empty() && self.parts.is_empty() && self.inputs.is_empty()
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
        let choices = self.sight.choices(path);
        let heads = heads(&choices);
        for (Choice { word, label, note, ends }, head) in choices.into_iter().zip(&heads) {
            let head = head.as_ref().and_then(|head| {
                // `Room 1` is no beginning of `room 12`.
                let digit = |letter: char| letter.is_ascii_digit();
                behind(rest, head).filter(|rest| !(head.ends_with(digit) && rest.starts_with(digit)))
            });
            let described = said(&format!("{label} {note}"));
            let numbered = behind_number(rest, &label);
            let by_word = label.split(' ').map(said).filter(|word| self.by_words && word.chars().count() > 1);
            let by_word: Vec<_> = by_word.filter_map(|word| behind(rest, &word)).collect();
            let label = said(&label);
            // A label may repeat the words that were read before it.
            let read = &self.text[..self.text.len() - rest.len()];
            let repeats = label.len() > read.len() && behind(&label, read).is_some();
            let whole = behind(self.text, &label).filter(|_| repeats);
            // It may begin with its word: `5 Bless` is also read without the 5. Further words may follow it: `8 ban` for `8 Charm Person`.
            // A label that is only its word has no separate name.
            let (first, further) = word.split_once(' ').unwrap_or((&word, ""));
            let has_name = label != said(&word);
            let name = behind(&label, &said(first)).filter(|_| has_name).and_then(|name| behind(rest, name));
            let named = name.and_then(|rest| behind(rest, &said(further)));
            let word_alone = behind(rest, &said(&word));
            let ways = [behind(rest, &label), behind(rest, &described), word_alone, numbered, name, named, whole];
            let mut rests: BTreeSet<_> = ways.into_iter().flatten().chain(by_word).collect();
            if rests.is_empty() {
                rests.extend(head);
            }
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

    /// Returns the order of the start with this name, which a menu shows behind [`START_FROM`].
    fn start(&self, form: &Form) -> Option<Accepted> {
        let text = behind(self.text, &said(START_FROM)).unwrap_or(self.text);
        let start = form.starts.iter().find(|start| said(&start.label) == text)?;
        self.sight.parse(&self.sight.form(&start.filled)?.order?).ok()
    }

    /// Takes the fields that a text sets, one by one or a group at a time, beside the `filled` ones. The first empty group needs no name.
    fn fields(&mut self, form: &Form, filled: &Filled, set: &Filled, rest: &str) {
        if rest.is_empty() {
            match &form.order {
                Some(order) => self.take(order),
                None => drop(self.inputs.insert(set.clone())),
            }
            return;
        }
        let mut ways = Vec::new();
        let has = |field: &Field| filled.contains_key(&field.key) || set.contains_key(&field.key);
        let next = form.groups.iter().find(|group| !group.fields.iter().any(has));
        for group in &form.groups {
            let named = behind(rest, &said(&group.label));
            let unnamed = next.filter(|next| *next == group).map(|_| rest);
            ways.extend([named, unnamed].into_iter().flatten().filter_map(|rest| group_words(group, rest)));
            for field in &group.fields {
                let open = field.choices.iter().filter(|choice| field.takes(&choice.word));
                ways.extend(open.filter_map(|choice| {
                    let labels = [&choice.label, &choice.word].map(|label| said(&format!("{} {label}", field.label)));
                    let rest = labels.iter().find_map(|said| behind(rest, said))?;
                    Some((Filled::from([(field.key.clone(), choice.word.clone())]), rest))
                }));
            }
        }
        for (more, rest) in ways {
            if more.keys().any(|key| set.contains_key(key)) || !self.looks() {
                continue;
            }
            let set = set.clone().into_iter().chain(more).collect();
            let all = filled.clone().into_iter().chain(Filled::clone(&set)).collect();
            if let Some(form) = self.sight.form(&all) {
                self.fields(&form, filled, &set, rest);
            }
        }
    }
}

/// Reads a word for each field of a group, in sequence; returns the rest of the text.
fn group_words<'a>(group: &Group, mut rest: &'a str) -> Option<(Filled, &'a str)> {
    let mut set = Filled::new();
    for field in &group.fields {
        let open = field.choices.iter().filter(|choice| field.takes(&choice.word));
        let found = open.filter_map(|choice| Some((choice, behind(rest, &said(&choice.word))?)));
        let (choice, behind) = found.min_by_key(|(_, behind)| behind.len())?;
        set.insert(field.key.clone(), choice.word.clone());
        rest = behind;
    }
    Some((set, rest))
}

/// Whether a text can spell anything.
fn spells(text: &str) -> bool {
    text.chars().all(|letter| letter.is_whitespace() || !letter.is_control())
}

/// Returns the rest of a text after a label.
fn behind<'a>(text: &'a str, label: &str) -> Option<&'a str> {
    text.strip_prefix(label).filter(|_| !label.is_empty())
}

/// Returns the beginnings of labels such as `Hold: north`, where no other line of the menu has one for its label, beginning or word.
fn heads(choices: &[Choice]) -> Vec<Option<String>> {
    let head = |choice: &Choice| choice.label.split_once(": ").map(|(head, _)| said(head));
    let heads: Vec<_> = choices.iter().map(head).collect();
    let names = |choice: &Choice, of: &String| said(&choice.label) == *of || said(&choice.word) == *of;
    let others = |at: usize, of: &String| {
        (0..choices.len()).any(|other| other != at && (heads[other].as_ref() == Some(of) || names(&choices[other], of)))
    };
    heads.iter().enumerate().map(|(at, head)| head.clone().filter(|head| !others(at, head))).collect()
}

/// Returns the rest of a text after the number in front of a label. More digits make another number.
fn behind_number<'a>(text: &'a str, label: &str) -> Option<&'a str> {
    let digits = |text: &str| text.len() - text.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    let number = &label[..digits(label)];
    behind(text, number).filter(|rest| label[number.len()..].starts_with(' ') && digits(rest) == 0)
}

/// Normalises a text for the comparison with labels.
fn said(text: &str) -> String {
    words_said(text).concat()
}

/// The words of a text, normalised.
fn words_said(text: &str) -> Vec<String> {
    let text = plain(text).to_lowercase();
    let words = text.split(|letter: char| !letter.is_alphanumeric() && !"+×°?!".contains(letter));
    words.filter(|word| !word.is_empty() && !SMALL_WORDS.contains(word)).map(str::to_owned).collect()
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
        let refusal = match Notation::parse(self, typed.plain()) {
            Ok(order) => return Ok(accepted(self, order)),
            Err(refusal) => refusal,
        };
        let in_notation = || Notation::parse(self, &in_notation(self, typed.plain())).err();
        // An order in the menus' words is refused for a reason that its sender can act on, not for a word that the notation lacks.
        match Some(()).filter(|()| refusal.part != Part::Unnamed).and_then(|()| in_notation()) {
            Some(reason) if reason.part == Part::Unnamed => Err(Refusal::unreadable(reason.message)),
            _ => Err(typed.requoted(refusal, || instead(self, typed.plain()))),
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

    fn repeated(&self, text: &str) -> Option<Accepted> {
        let Legal::Listed(orders) = Notation::legal(self) else { return None };
        let words = words_said(text);
        let mut repeated = orders.into_iter().filter(|order| words_said(&self.in_words(order)) == words);
        let order = repeated.next()?;
        repeated.next().is_none().then(|| accepted(self, order))
    }

    fn order_words(&self, seat: Seat, order: &Accepted) -> String {
        let fate = Notation::fate(self, seat, order.order());
        fate.map_or_else(|| order.words().to_owned(), |fate| format!("{} ({fate})", order.words()))
    }

    fn example(&self) -> Option<String> {
        example_order(self)
    }

    fn draw_order(&self, random: &mut dyn Rng) -> Option<Accepted> {
        drawn(self, random).map(|order| accepted(self, order))
    }
}

/// Converts a text from the words of the menus to the notation.
fn in_notation<V: Notation>(view: &V, text: &str) -> String {
    let words = text.split_whitespace().map(str::to_lowercase).filter(|word| !SMALL_WORDS.contains(&&**word));
    words.map(|word| view.spelling(&word).map_or(word, str::to_owned)).collect::<Vec<_>>().join(" ")
}

/// What to write instead of a text: the order or first word that it seems to mean, or as examples the shortest legal order and one of middle
/// length; if they are too many to list, any one.
fn instead<V: Notation>(view: &V, text: &str) -> Option<String> {
    let (orders, mut examples) = match view.legal() {
        Legal::Listed(orders) => {
            let mut by_length: Vec<_> = orders.iter().map(ToString::to_string).collect();
            by_length.sort_by_cached_key(|text| (text.chars().count(), text.clone()));
            let shown = [by_length.first()?, &by_length[by_length.len() / 2]].map(Clone::clone);
            (by_length, shown.to_vec())
        }
        Legal::Counted(_) | Legal::Unknown => (Vec::new(), vec![example_order(view)?]),
    };
    let words = view.choices(&[]).into_iter().map(|choice| choice.word);
    examples.dedup();
    let some = if orders.len() == examples.len() { "" } else { ", for example," };
    let written = format!("write{some} `{}`.", examples.join("` or `"));
    nearest(text, &words.chain(orders).collect::<Vec<_>>()).or(Some(written))
}

fn accepted<V: Notation<Order: Send + Sync + 'static>>(view: &V, order: V::Order) -> Accepted {
    let (words, caution) = (view.in_words(&order), view.caution(&order));
    Accepted { text: order.to_string(), words, caution, order: Arc::new(order) }
}

/// An order that a [`Sight`] has accepted. It is parsed once and carried unchanged to the resolution of its step.
#[derive(Clone)]
pub struct Accepted {
    text: String,
    words: String,
    caution: Option<String>,
    order: Arc<dyn Any + Send + Sync>,
}

impl Accepted {
    /// The canonical text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The order in words for people; see [`Notation::in_words`].
    #[must_use]
    pub fn words(&self) -> &str {
        &self.words
    }

    /// The warning for its sender.
    #[must_use]
    pub fn caution(&self) -> Option<&str> {
        self.caution.as_deref()
    }

    pub(super) fn order<O: 'static>(&self) -> &O {
        self.order.downcast_ref::<O>().expect("an order is resolved by the game that accepted it")
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

impl Eq for Accepted {}
