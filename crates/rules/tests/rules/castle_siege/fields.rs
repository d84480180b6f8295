//! The form: fields side by side.

use deathmatch_rules::game::{Filled, Form, Labelled, RefusalKind, Seat};

use super::{armed, standard};
use crate::script::Match;

fn filled(words: &[(&str, &str)]) -> Filled {
    words.iter().map(|&(key, word)| (key.to_owned(), word.to_owned())).collect()
}

fn form(game: &Match, words: &[(&str, &str)]) -> Form {
    game.seat(Seat::Ec).form(&filled(words)).expect("a form")
}

#[test]
fn allocation_is_five_groups_of_three() {
    let form = form(&standard(), &[("a-atk", "4"), ("a-hp", "3"), ("nobody", "4"), ("b-def", "5")]);
    assert_eq!(form.groups.len(), 5);
    assert_eq!(form.groups[0].note, "4/0/3");
    assert_eq!(form.notes, ["Left to give: 6 ATK, 10 DEF, 7 HP."]);
    assert_eq!(form.order, None);
    let field = form.field("a-def").expect("a field");
    assert_eq!(field.choices.iter().map(|choice| &choice.word[..]).collect::<Vec<_>>(), ["0", "1", "2", "3", "4"]);
    assert_eq!(field.choices[1].note, "leaves 9 DEF; A would be 1 over 7");
    assert_eq!(field.value.as_deref(), Some("0"));
}

#[test]
fn every_start_is_an_order() {
    let game = standard();
    let starts = form(&game, &[]).starts;
    assert!(starts.len() >= 5);
    for start in starts {
        let order = game.seat(Seat::Ec).form(&start.filled).expect("a form").order.expect("whole");
        assert_eq!(game.read(Seat::Ec, &order), Ok(order.clone()), "{}", start.label);
    }
}

#[test]
fn actions_are_five_fields_of_four() {
    let game = armed("1011 0103 1111", "");
    let shown = form(&game, &[("a", "A"), ("c", "R")]);
    assert_eq!(shown.groups.len(), 1);
    let closed: Vec<_> = shown.groups[0].fields.iter().map(|field| field.closed.concat()).collect();
    assert_eq!(closed, ["D", "ADR", "", "ADR", "ADR"]);
    assert!(shown.groups[0].fields.iter().all(|field| field.choices.len() == 4));
    assert_eq!(shown.groups[0].fields[1].note, "ATK 0 · DEF 1 · HP 0 · exhaustion 3");
    assert_eq!(shown.order.as_deref(), Some("ANRNN"));
    assert_eq!(shown.notes, ["⚠️ Nobody defends: your castle stands empty."]);
    assert_eq!(form(&game, &[("c", "D")]).notes, [""; 0]);
    let wrong = form(&game, &[("b", "D")]);
    assert_eq!(wrong.order, None);
    assert_eq!(wrong.notes[0], "B cannot defend (exhaustion 3).");
}

#[test]
fn last_order_is_offered_again_while_legal() {
    let mut game = armed("2020 0201", "0400 0400");
    assert_eq!(form(&game, &[]).starts[0].label, "All attack");
    game.play("ADNNN | DDNNN");
    assert_eq!(form(&game, &[]).again.as_deref(), Some("ADNNN"));
    let again = form(&game, &[]).starts.remove(0);
    assert_eq!((&again.label[..], &again.note[..]), ("Last order again", "ADNNN: as you ordered last"));
    assert_eq!(game.seat(Seat::Ec).form(&again.filled).expect("a form").order.as_deref(), Some("ADNNN"));
    game.play("- | DDNNN\nADNNN | DDNNN\nADNNN | DDNNN");
    assert_eq!(form(&game, &[]).starts[0].label, "All defend", "A is worn out");
    assert_eq!(form(&game, &[]).again, None);
}

#[test]
fn only_the_asked_seat_gets_a_form() {
    let game = armed("1111", "");
    assert_eq!(game.sight(deathmatch_rules::game::Viewer::Public).form(&Filled::new()), None);
}

#[test]
fn each_unit_belongs_to_one_actions_menu() {
    let game = armed("1111 1111 1110", "");
    let keys = |keys: &[&str]| keys.iter().map(|&key| key.to_owned()).collect::<Vec<_>>();
    let shown = form(&game, &[("a", "A"), ("b", "A")]);
    let set = shown.set("D", &keys(&["a", "c"])).expect("both can defend");
    let filled = filled(&[("a", "A"), ("b", "A")]).into_iter().chain(set).collect();
    let shown = game.seat(Seat::Ec).form(&filled).expect("a form");
    assert_eq!(shown.order.as_deref(), Some("DADNN"));
    assert_eq!(shown.set("A", &[]), Some(vec![("b".to_owned(), "N".to_owned())]), "who is left out does nothing");
    assert_eq!(shown.set("R", &keys(&["c"])), None, "C is not exhausted");
    assert_eq!(shown.set("N", &keys(&["a"])), None, "the rest is not named");
    assert_eq!(shown.set("A", &keys(&["f"])), None);
}

#[test]
fn the_words_of_the_menus_can_be_typed() {
    let game = armed("2222 2222 2222 2222 2222", "");
    let sight = game.seat(Seat::Ec);
    for (typed, order) in [
        ("A attacks, B defends, C recovers, E does nothing", "ADRNN"),
        ("D D A N E does nothing", "DDANN"),
        ("a attacks", "ANNNN"),
    ] {
        let read = sight.labelled(&[], &Filled::new(), typed);
        assert_eq!(read, sight.parse(order).ok().map(Labelled::Order), "{typed}");
    }
    assert_eq!(sight.labelled(&[], &Filled::new(), "A flies"), None);
}

#[test]
fn typed_parts_fill_in_the_form_beside_earlier_ones() {
    let (game, nothing) = (standard(), Filled::new());
    let sight = game.seat(Seat::Ec);
    let a = filled(&[("a-atk", "4"), ("a-def", "2"), ("a-hp", "1")]);
    for typed in ["A 4/2/1", "4 2 1", "a: 4, 2, 1", "A ATK 4, A DEF 2, A HP 1"] {
        assert_eq!(sight.labelled(&[], &nothing, typed), Some(Labelled::Fields(a.clone())), "{typed}");
    }
    let b = filled(&[("b-atk", "2"), ("b-def", "2"), ("b-hp", "2")]);
    for typed in ["2 2 2", "B 2/2/2"] {
        assert_eq!(sight.labelled(&[], &a, typed), Some(Labelled::Fields(b.clone())), "{typed}");
    }
    assert_eq!(sight.labelled(&[], &a, "A 0/2/1").map(|_| ()), Some(()), "a part can be replaced");
    let order = sight.parse("A 4/2/1 B 2/2/2 C 0/2/4 D 4/0/2 E 0/4/1").ok().map(Labelled::Order);
    for typed in ["2 2 2, 0 2 4, 4 0 2, 0 4 1", "B 2/2/2 C 0/2/4 D 4/0/2 E 0/4/1"] {
        assert_eq!(sight.labelled(&[], &a, typed), order, "{typed}");
    }
    // A whole order with a mistake replaces what was filled in, so that its correction is a part of it.
    let (too_much, whole) = ("A 2/2/2 B 2/2/2 C 2/2/2 D 2/2/3 E 2/2/3", [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 2, 3]);
    assert!(sight.parse(too_much).is_err_and(|refusal| refusal.kind == RefusalKind::Illegal));
    let Some(Labelled::Fields(read)) = sight.labelled(&[], &a, too_much) else { panic!("it fills in the form") };
    assert_eq!(read.values().cloned().collect::<Vec<_>>(), whole.map(|points: u8| points.to_string()));
    for typed in ["4 2", "F 4/2/1", "A 4/2/1 A 4/2/1", "5 2 1"] {
        assert_eq!(sight.labelled(&[], &nothing, typed), None, "{typed}");
    }
}

#[test]
fn typed_actions_change_the_form_as_it_is() {
    let game = armed("2222 2222 2222 2222 2222", "");
    let sight = game.seat(Seat::Ec);
    let read = sight.labelled(&[], &filled(&[("a", "A"), ("b", "D")]), "c defends");
    assert_eq!(read, sight.parse("ADDNN").ok().map(Labelled::Order));
}
