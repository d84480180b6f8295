//! The elements, drawings and letters of pictures, each stored once.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::{Serialize, Serializer};

use deathmatch_draw::{Drawing, Element, Sheet, Words};
use deathmatch_rules::game::{Align, Weight};

use crate::list_delta::delta;

#[derive(Default)]
pub struct Pool {
    items: Vec<Item>,
    numbers: HashMap<([String; 2], Element), usize>,
    places: Vec<[String; 2]>,
    drawings: Vec<String>,
    colours: Vec<&'static str>,
    regular: BTreeSet<char>,
    bold: BTreeSet<char>,
}

/// An element, and the number of its translation.
enum Item {
    Shape(usize, String),
    Words(usize, Words, usize),
    Drawing(usize, [String; 2], String, String, usize),
}

/// A number as a document writes it, without quotes.
fn number(text: &str) -> serde_json::Number {
    text.parse::<serde_json::Number>().unwrap_or_else(|_| serde_json::Number::from(0))
}

impl Serialize for Item {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Shape(by, markup) => (by, markup).serialize(serializer),
            Self::Words(by, Words { at: [x, y], size, weight, align, text, .. }, colour) => {
                let bold = u8::from(*weight == Weight::Bold);
                let anchor = match align {
                    Align::Start => 0,
                    Align::Middle => 1,
                    Align::End => 2,
                };
                (by, number(x), number(y), number(size), bold, anchor, colour, text).serialize(serializer)
            }
            Self::Drawing(by, [x, y], scale, opacity, drawing) => {
                (by, number(x), number(y), number(scale), number(opacity), drawing).serialize(serializer)
            }
        }
    }
}

/// The pool, in the form that the page's script reads.
#[derive(Serialize)]
pub struct Written {
    /// The items. Their number of values gives the kind: 2 for a shape, 6 for a drawing, 8 for words.
    items: Vec<Item>,
    /// The items' translations.
    places: Vec<[serde_json::Number; 2]>,
    drawings: Vec<String>,
    colours: Vec<&'static str>,
    /// The letters of the regular and the bold font.
    letters: [Letters; 2],
}

/// Outlines by letter.
#[derive(Serialize)]
pub struct Letters {
    pub units: u16,
    /// For each letter, the distance to the next one and the path.
    pub all: BTreeMap<char, (i32, String)>,
}

impl Pool {
    /// The numbers of a card's elements, from back to front.
    pub fn elements(&mut self, card: &Sheet) -> Vec<usize> {
        let all = card.layers.iter().flat_map(|layer| layer.elements.iter().map(|element| (&layer.by, element)));
        all.map(|(by, element)| self.number(by, element)).collect()
    }

    fn number(&mut self, by: &[String; 2], element: &Element) -> usize {
        let key = (by.clone(), element.clone());
        if let Some(&known) = self.numbers.get(&key) {
            return known;
        }
        let by = place(&mut self.places, by);
        self.items.push(match element {
            Element::Shape(markup) => Item::Shape(by, markup.clone()),
            Element::Words(words) => {
                let seen = if words.weight == Weight::Bold { &mut self.bold } else { &mut self.regular };
                seen.extend(words.text.chars());
                Item::Words(by, words.clone(), place(&mut self.colours, &words.colour))
            }
            Element::Drawing(Drawing { at, scale, opacity, body }) => {
                Item::Drawing(by, at.clone(), scale.clone(), opacity.clone(), place(&mut self.drawings, body))
            }
        });
        self.numbers.insert(key, self.items.len() - 1);
        self.items.len() - 1
    }

    pub fn written(self) -> Written {
        Written {
            items: self.items,
            places: self.places.iter().map(|[x, y]| [number(x), number(y)]).collect(),
            drawings: self.drawings,
            colours: self.colours,
            letters: [
                super::letters(Weight::Regular, self.regular.into_iter()),
                super::letters(Weight::Bold, self.bold.into_iter()),
            ],
        }
    }
}

/// The index of a value in a short list, to which it is added if necessary.
fn place<T: Clone + PartialEq>(all: &mut Vec<T>, one: &T) -> usize {
    all.iter().position(|each| each == one).unwrap_or_else(|| {
        all.push(one.clone());
        all.len() - 1
    })
}

/// The difference between two lists of elements, as a flat list of numbers.
pub fn hunks(old: &[usize], new: &[usize]) -> Vec<usize> {
    let hunks = delta(old, new).into_iter();
    hunks.flat_map(|hunk| [hunk.at, hunk.removed, hunk.put.len()].into_iter().chain(hunk.put)).collect()
}
