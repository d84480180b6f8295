//! Texts for people: the messages to a seat, and the board's answers.

use deathmatch_rules::game::{Seat, Viewer};

use super::{armed, standard};

#[test]
fn seat_is_told_its_own_units() {
    let mut game = armed("2220 2220", "3000");
    game.play("ANNNN | ANNNN");
    let words = game.words(Viewer::Seat(Seat::Ec));
    assert!(
        words.ends_with("Your order: A attacks · B, C, D, E do nothing.\nChanges: A exhaustion +2.\nYour units: A 2/2/2 exhausted 2, B 2/2/2, C 0/0/0, D 0/0/0, E 0/0/0."),
        "{words}"
    );
    assert!(words.starts_with(&game.words(Viewer::Public)));
    game.play("- | NNNNN");
    assert!(game.words(Viewer::Seat(Seat::Ec)).contains("You ordered nothing in time, so no unit took an action."));
}

#[test]
fn board_answers_queries() {
    let mut game = armed("2220 2220", "3000 0400");
    let seat = Viewer::Seat(Seat::Ec);
    assert_eq!(game.answer(seat, "round 1"), "Round 1 has not been played.");
    assert_eq!(game.answer(seat, "history"), "No round has been played yet.");
    game.play("AANNN | ADNNN\nNDNNN | NDNNN");
    let history = "1. A2–A3 · walls –/B · B at DMO 2:4\n2. no battle · walls B/B";
    assert!(game.answer(Viewer::Public, "history").ends_with(history));
    assert!(
        game.answer(seat, "round 1")
            .ends_with("Ann: A, B attack · C, D, E do nothing. After it: A 2/2/2 exhausted 2, B 2/2/2 exhausted 1, C 0/0/0, D 0/0/0, E 0/0/0.")
    );
    assert!(!game.answer(Viewer::Public, "round 1").contains("A, B attack"));
    assert!(game.answer(seat, "orders").contains("1. AANNN, then A 2/2/2 exhausted 2"));
    assert_eq!(
        game.answer(Viewer::Public, "seen"),
        "Ann (EC):\nA: ATK 2 in round 1; battles 1\nB: sieges 1; walls 2\nC: never seen\nD: never seen\nE: never seen\n\
         Bob (DMO):\nA: ATK 3 in round 1; battles 1\nB: walls 1 2\nC: never seen\nD: never seen\nE: never seen"
    );
    assert!(game.answer(Viewer::Public, "units").starts_with("Statistics are secret"));
    assert!(game.sight(seat).answer("round x").is_err() && game.sight(seat).answer("nonsense").is_err());
}

#[test]
fn prompt_has_a_question() {
    let mut game = standard();
    let words =
        |game: &crate::script::Match| game.seat(Seat::Ec).question().map(|text| text.with_names(&super::names()));
    assert!(words(&game).expect("asked").starts_with("Give out 10 ATK (attack), 10 DEF (defence) and 10 HP (health)"));
    game.play("- | -");
    // The first round's prompt lists the units once: with the result of the allocation.
    let first = words(&game).expect("asked");
    assert!(first.starts_with("What does each unit do?"), "{first}");
    assert!(game.words(Viewer::Seat(Seat::Ec)).contains("Your units (nothing came in time), ATK/DEF/HP: A "));
    game.play("NNNNN | NNNNN");
    assert!(words(&game).expect("asked").starts_with("What does each unit do?"));
}

#[test]
fn idle_units_and_an_open_castle_are_warned_of() {
    let game = armed("2220 2220 0020", "3000");
    let warned = |order: &str| game.seat(Seat::Ec).parse(order).unwrap().caution().map(str::to_owned);
    // C to E have nothing to do.
    assert_eq!(warned("A A").as_deref(), Some("B could act. Nobody defends your castle."));
    assert_eq!(warned("NNNNN").as_deref(), Some("A and B could act. Nobody defends your castle."));
    assert_eq!(warned("NDNNN").as_deref(), Some("A could act."));
    assert_eq!(warned("AANNN").as_deref(), Some("Nobody defends your castle."));
    assert_eq!(warned("ADNNN"), None);
}
