//! A filled form is either refused with a reason or becomes an accepted order.

use deathmatch::game::{Accepted, Field, Filled, Form, Play, Seat, Sight, Viewer};
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

/// The number of random fields that are filled in.
const FILLS: u32 = 24;

/// Checks the form of a seat that is asked for an order, if its game has one.
pub fn check(play: &dyn Play, seat: Seat, generator: &mut impl Rng) {
    let sight = play.sight(Viewer::Seat(seat));
    let Some(empty) = sight.form(&Filled::new()) else { return };
    look(&empty, &sight);
    for start in &empty.starts {
        let form = sight.form(&start.filled).expect("a form stays one");
        look(&form, &sight);
        assert!(form.order.is_some(), "{} is a whole order: {:?}", start.label, form.notes);
    }
    let mut filled = match empty.starts.choose(generator) {
        Some(start) if generator.random_ratio(1, 2) => start.filled.clone(),
        _ => Filled::new(),
    };
    for _ in 0..FILLS {
        let form = sight.form(&filled).expect("a form stays one");
        let fields: Vec<_> = form.groups.iter().flat_map(|group| &group.fields).collect();
        let field = fields.choose(generator).expect("a form has fields");
        let open: Vec<_> = field.choices.iter().filter(|choice| !field.closed.contains(&choice.word)).collect();
        let Some(choice) = open.choose(generator) else { continue };
        filled.insert(field.key.clone(), choice.word.clone());
        let form = sight.form(&filled).expect("a form stays one");
        look(&form, &sight);
        assert_eq!(form.field(&field.key).and_then(|field| field.value.as_ref()), Some(&choice.word), "is taken");
    }
    let form = sight.form(&filled);
    filled.insert("of-another".to_owned(), "form".to_owned());
    assert_eq!(sight.form(&filled), form, "what a form does not know is passed over");
}

/// Checks that a form fits its message, and shows its result.
fn look(form: &Form, sight: &Sight) {
    assert!((1..=5).contains(&form.groups.len()) && form.starts.len() <= 25);
    let alone = form.groups.len() == 1;
    for group in &form.groups {
        assert!((1..=if alone { 5 } else { 3 }).contains(&group.fields.len()), "{group:?}");
        for field in &group.fields {
            let plain = |text: &str| {
                (1..=12).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            };
            assert!(plain(&field.key) && field.choices.iter().all(|choice| plain(&choice.word)), "{field:?}");
            assert!((1..=25).contains(&field.choices.len()) && field.note.chars().count() <= 100, "{field:?}");
            assert!(field.choices.iter().all(|choice| choice.note.chars().count() <= 100), "{field:?}");
        }
    }
    match &form.order {
        Some(order) => {
            let accepted = sight.parse(order);
            assert_eq!(accepted.as_ref().map(Accepted::text), Ok(order.as_str()));
            let fields = form.groups.iter().flat_map(|group| &group.fields);
            let label = |field: &Field| {
                let choice = field.choices.iter().find(|choice| Some(&choice.word) == field.value.as_ref());
                choice.map(|choice| format!("{} {}", field.label, choice.label))
            };
            let labels: Vec<_> = fields.filter_map(label).collect();
            if let Ok(order) = &accepted {
                super::check_typed(sight, &labels.join(", "), order);
            }
        }
        None => assert!(!form.notes.is_empty(), "what is missing is said"),
    }
}
