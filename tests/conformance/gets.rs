//! Everything that one viewer gets, and laws of its words.

use deathmatch::game::{
    Asked, BySeat, Choice, Filled, Form, Game, Heading, Legal, Observation, Play, Scene, Seat, Secrecy, Sight, Text,
    Viewer, Wants,
};
use rand::Rng;
use rand::seq::IndexedRandom;
use serde_json::Value;

const NAMES: BySeat<&str> = BySeat { ec: "A name of thirty-two characters!", dmo: "Another one just as long as that" };

/// Everything that one viewer gets of a position. Twins are compared by it, so every other product of a sight belongs here.
#[derive(Debug, PartialEq)]
pub struct Gets {
    /// The prompts and their times, which everyone sees.
    asked: Asked,
    /// The public part of a public order.
    posted: BySeat<Option<Posted>>,
    json: Value,
    heading: Heading,
    question: Option<Text>,
    scene: Scene,
    description: Text,
    /// The board on which the last step ended, if it is a different one.
    before: Option<(Scene, Text)>,
    disclosed: Option<String>,
    answers: Vec<Text>,
    menus: Vec<Menu>,
    /// The picture after each of some first words.
    choosing: Vec<Scene>,
    form: Option<Form>,
    legal: Legal,
    cautions: Vec<Option<String>>,
}

/// A public turn.
#[derive(Debug, PartialEq)]
pub struct Posted {
    question: Option<Text>,
    menu: Menu,
}

/// The choices of a menu, with its hint and groups.
#[derive(Debug, PartialEq)]
struct Menu {
    choices: Vec<Choice>,
    hint: String,
    groups: Vec<Option<String>>,
}

impl Menu {
    fn of(sight: &Sight, path: &[String]) -> Self {
        let choices = sight.choices(path);
        let groups = choices.iter().map(|choice| sight.group(choice)).collect();
        Self { hint: sight.hint(path), choices, groups }
    }
}

/// The number of orders that are checked for a warning.
const CAUTIONS: usize = 100;
/// The number of first words after which a picture is drawn.
const CHOOSING: usize = 3;

impl Gets {
    /// Collects everything that a viewer gets; with `orders`, also every order, of which some games have very many.
    pub fn of(play: &dyn Play, viewer: Viewer, game: &dyn Game, orders: bool) -> Self {
        let sight = &play.sight(viewer);
        let first = Menu::of(sight, &[]);
        let words = first.choices.iter().filter(|_| orders);
        let paths: Vec<_> = words.map(|choice| [choice.word.clone()]).collect();
        let legal = if orders { sight.legal() } else { Legal::Unknown };
        let cautions = match &legal {
            Legal::Listed(orders) => {
                let some = orders.iter().step_by(orders.len().div_ceil(CAUTIONS).max(1));
                some.map(|order| caution(sight, order)).collect()
            }
            Legal::Counted(_) | Legal::Unknown => Vec::new(),
        };
        Self {
            asked: play.asked(),
            posted: BySeat::from_fn(|seat| {
                let sight = posted(play, seat)?;
                Some(Posted { question: sight.question(), menu: Menu::of(&sight, &[]) })
            }),
            json: sight.json(),
            heading: sight.heading(),
            question: sight.question(),
            scene: sight.scene(),
            description: sight.describe(),
            before: sight.before().map(|before| (before.scene(), before.describe())),
            disclosed: Observation::disclosed(&**sight),
            answers: game
                .about()
                .queries
                .iter()
                .map(|(query, _)| sight.answer(query).expect("a listed query"))
                .collect(),
            choosing: paths.iter().take(CHOOSING).map(|path| sight.scene_choosing(path)).collect(),
            menus: std::iter::once(first).chain(paths.iter().map(|path| Menu::of(sight, path))).collect(),
            form: sight.form(&Filled::new()),
            legal,
            cautions,
        }
    }
}

/// Returns the sight from which the public part of a seat's public order is made.
fn posted(play: &dyn Play, seat: Seat) -> Option<Sight> {
    let Asked::Seats(asks) = play.asked() else { return None };
    asks[seat].filter(|ask| ask.wants == Wants::Order && ask.secrecy == Secrecy::Public)?;
    play.sight(Viewer::Public).posted(seat)
}

/// Checks that the public part of an order can be read, and offers only the seat's choices.
pub fn check_posted(play: &dyn Play, seat: Seat) {
    let Some(posted) = posted(play, seat) else { return };
    let own = play.sight(Viewer::Seat(seat));
    let question = posted.question().expect("what is posted asks something");
    check_words(&question.with_names(&NAMES), 300);
    let (choices, own_choices) = (posted.choices(&[]), own.choices(&[]));
    for choice in &choices {
        let can = own_choices.iter().any(|own| own.word == choice.word && own.ends == choice.ends);
        assert!(can, "`{}` is posted, and cannot be chosen", choice.word);
    }
    if !choices.is_empty() {
        check_words(&posted.hint(&[]), 100);
        assert!(own.form(&Filled::new()).is_none(), "what is filled in is no menu");
    }
    if let (Legal::Listed(posted), Legal::Listed(own)) = (posted.legal(), own.legal()) {
        assert!(posted.iter().all(|order| own.binary_search(order).is_ok()), "what is posted as legal is legal");
    }
}

/// Checks that each order that a question or the refusal of an unreadable order gives as an example is accepted, and that the refusal of a
/// text without any sense quotes it.
pub fn check_examples(sight: &Sight) {
    let question = sight.question().map(|question| question.with_names(&NAMES));
    let refusals = ["", "?", "What?!", "!x"].map(|text| {
        let words = sight.parse(text).expect_err("no order").message;
        let quoted = text.is_empty() || words.starts_with(&format!("`{text}` is "));
        assert!(quoted && words.ends_with('.'), "{words}");
        words
    });
    for words in question.into_iter().chain(refusals) {
        // Other words in backticks are quotations or parts of an order.
        let Some((_, words)) = words.split_once("such as ").or_else(|| words.split_once("for example, ")) else {
            continue;
        };
        for example in words.split('`').skip(1).step_by(2) {
            let accepted = sight.parse(example);
            assert!(accepted.is_ok(), "`{example}` is an example, and is refused: {accepted:?}\n{words}");
        }
    }
}

fn caution(sight: &Sight, order: &str) -> Option<String> {
    sight.parse(order).ok()?.caution().map(str::to_owned)
}

/// Checks the words of a sight, one query among them.
pub fn check_texts(sight: &Sight, game: &dyn Game, generator: &mut impl Rng) {
    // A message cuts the words of a game in a file.
    let longest = if game.file().is_some() { 4_000 } else { 1_024 };
    check_words(&sight.describe().with_names(&NAMES), longest);
    check_words(&sight.scene().caption.with_names(&NAMES), 200);
    let heading = sight.heading();
    check_words(&heading.stage, 60);
    // No score is counted where none is known.
    let counts = heading.scores.iter().any(|(_, score)| !score.is_empty());
    assert_eq!(counts, !heading.unit.is_empty());
    if counts {
        check_words(&heading.unit, 30);
    }
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

/// Checks that words are not empty, keep to their length, and have no placeholder left.
pub fn check_words(words: &str, longest: usize) {
    assert!(!words.trim().is_empty() && words == words.trim(), "`{words}`");
    assert!(words.chars().count() <= longest, "{} characters: {words}", words.chars().count());
    assert!(!words.contains(['{', '}']) && !words.contains("  ") && !words.contains(".."), "{words}");
}
