//! Everything one viewer gets, and what holds of its words.

use deathmatch::game::{BySeat, Choice, Game, Heading, Legal, Scene, Sight, Text};
use rand::Rng;
use rand::seq::IndexedRandom;
use serde_json::Value;

const NAMES: BySeat<&str> = BySeat { ec: "A name of thirty-two characters!", dmo: "Another one just as long as that" };

/// Everything one viewer gets of a position; twins are compared by it, so whatever else is made from a sight belongs here.
#[derive(Debug, PartialEq)]
pub struct Gets {
    json: Value,
    heading: Heading,
    question: Option<Text>,
    scene: Scene,
    description: Text,
    answers: Vec<Text>,
    choices: Vec<Vec<Choice>>,
    legal: Legal,
    cautions: Vec<Option<String>>,
}

impl Gets {
    /// Takes down what a sight gives.
    pub fn of(sight: &Sight, game: &dyn Game) -> Self {
        let firsts = sight.choices(&[]);
        let seconds = firsts.iter().map(|first| sight.choices(std::slice::from_ref(&first.word))).collect::<Vec<_>>();
        let legal = sight.legal();
        let cautions = match &legal {
            Legal::Listed(orders) => orders.iter().map(|order| caution(sight, order)).collect(),
            Legal::Counted(_) | Legal::Unknown => Vec::new(),
        };
        Self {
            json: sight.json(),
            heading: sight.heading(),
            question: sight.question(),
            scene: sight.scene(),
            description: sight.describe(),
            answers: game
                .about()
                .queries
                .iter()
                .map(|(query, _)| sight.answer(query).expect("a listed query"))
                .collect(),
            choices: std::iter::once(firsts).chain(seconds).collect(),
            legal,
            cautions,
        }
    }
}

fn caution(sight: &Sight, order: &str) -> Option<String> {
    sight.parse(order).ok()?.caution().map(str::to_owned)
}

/// Checks the words of a sight, one query among them.
pub fn check_texts(sight: &Sight, game: &dyn Game, generator: &mut impl Rng) {
    check_words(&sight.describe().with_names(&NAMES), 1_024);
    check_words(&sight.scene().caption.with_names(&NAMES), 200);
    let heading = sight.heading();
    check_words(&heading.stage, 60);
    check_words(&heading.unit, 30);
    if let Some(question) = sight.question() {
        check_words(&question.with_names(&NAMES), 300);
    }
    let (query, _) = game.about().queries.choose(generator).expect("a board can be asked something");
    check_words(&sight.answer(query).expect("a listed query").with_names(&NAMES), 4_000);
    if generator.next_u32().is_multiple_of(4) {
        assert!(sight.answer("no such query").is_err());
        assert!(sight.json().is_object());
    }
}

/// Checks that words are there, no longer than they may be, and leave nothing to be put in.
pub fn check_words(words: &str, longest: usize) {
    assert!(!words.trim().is_empty() && words == words.trim(), "`{words}`");
    assert!(words.chars().count() <= longest, "{} characters: {words}", words.chars().count());
    assert!(!words.contains(['{', '}']) && !words.contains("  ") && !words.contains(".."), "{words}");
}
