//! Laws that hold at every step.

use super::*;

/// Checks that offered words lead only to accepted orders, and that every listed order can be reached. Of a very long list usually only
/// a part is checked.
pub fn check_orders(play: &dyn Play, generator: &mut impl Rng) {
    let Asked::Seats(asks) = play.asked() else { return };
    for seat in Seat::ALL {
        let sight = play.sight(Viewer::Seat(seat));
        if asks[seat].is_none_or(|ask| ask.wants != Wants::Order) {
            assert!(sight.choices(&[]).is_empty(), "a seat that is not asked is offered nothing");
            assert!(!matches!(sight.legal(), Legal::Listed(orders) if !orders.is_empty()), "nor has it any order");
            continue;
        }
        gets::check_posted(play, seat);
        gets::check_examples(&sight);
        forms::check(play, seat, generator);
        let Legal::Listed(orders) = sight.legal() else { continue };
        assert!(orders.is_sorted(), "orders are listed in byte order");
        let whole = orders.len() < MANY_ORDERS || generator.random_ratio(1, 128);
        let mut reached = BTreeSet::new();
        let mut open: Vec<Vec<String>> = vec![Vec::new()];
        while let Some(path) = open.pop() {
            for choice in sight.choices(&path) {
                if !whole && !generator.random_ratio(1, 4) {
                    continue;
                }
                let path = [&path[..], std::slice::from_ref(&choice.word)].concat();
                if choice.ends {
                    let text = path.join(" ");
                    let order = sight.parse(&text).unwrap_or_else(|refusal| panic!("`{text}` is offered: {refusal}"));
                    reached.insert(order.text().to_owned());
                    if generator.random_ratio(1, 8) {
                        let spelt = sight.parse(&sight.path(order.text()).join(" ")).is_ok_and(|spelt| spelt == order);
                        let more = sight.form(&Filled::new()).is_none() && !sight.choices(&path).is_empty();
                        assert_eq!(sight.unfinished(&text).is_some(), spelt && more, "`{text}`");
                    }
                } else {
                    assert!(!sight.choices(&path).is_empty(), "an unfinished sentence continues");
                }
                assert!(
                    choice.label.chars().count() <= 80 && choice.note.chars().count() <= 100,
                    "{choice:?} fits a menu"
                );
                open.push(path);
            }
        }
        let orders: BTreeSet<_> = orders.into_iter().collect();
        if whole {
            assert_eq!(reached, orders, "offered and accepted orders are the same");
        } else {
            assert!(reached.is_subset(&orders), "what is offered is listed");
        }
    }
}

/// Checks that any answer may be missing.
pub fn check_missing(play: &dyn Play) {
    let Asked::Seats(asks) = play.asked() else { return };
    for silent in [&[Seat::Ec][..], &[Seat::Dmo], &Seat::ALL] {
        let given = BySeat::from_fn(|seat| match asks[seat] {
            None => Given::NotAsked,
            Some(ask) if silent.contains(&seat) || ask.wants == Wants::Nothing => Given::TimedOut,
            Some(ask) if ask.wants == Wants::Ready => Given::Ready,
            Some(_) => Given::Order(one_order(play, seat, None, true, &mut Seed::default().generator("missing"))),
        });
        let mut copy = play.copy();
        copy.resolve(given);
        copy.asked();
    }
}

/// Checks that the state survives being saved as text.
pub fn check_saved(game: &dyn Game, play: &dyn Play) -> Box<dyn Play> {
    let text = play.save().to_string();
    let restored = game.restore(&serde_json::from_str(&text).expect("JSON")).expect("a saved match is taken up again");
    assert_eq!(restored.save().to_string(), text);
    assert_eq!(restored.asked(), play.asked());
    assert_eq!(restored.referee_json(&AtTable::default()), play.referee_json(&AtTable::default()));
    for viewer in VIEWERS {
        assert_eq!(restored.sight(viewer).json(), play.sight(viewer).json());
    }
    restored
}

/// Checks that a finished match awaits nobody and offers nothing.
pub fn check_end(play: &dyn Play, outcome: Outcome) {
    assert!(outcome.winner.is_some(), "play ends with a winner");
    for seat in Seat::ALL {
        let sight = play.sight(Viewer::Seat(seat));
        assert!(sight.choices(&[]).is_empty() && sight.question().is_none());
    }
    let mut copy = play.copy();
    copy.resolve(BySeat { ec: Given::NotAsked, dmo: Given::NotAsked });
    assert_eq!(copy.save(), play.save(), "nothing more happens");
}

/// Checks that told events have words and data, and name people only through the seats.
pub fn check_told(happenings: &[Happening]) {
    for happening in happenings {
        for told in VIEWERS.into_iter().filter_map(|viewer| happening.told(viewer)) {
            gets::check_words(&told.text.with_names(&BySeat { ec: "Ann", dmo: "Bob" }), 2_000);
            assert!(told.data["kind"].is_string(), "{} has a kind", told.data);
        }
        for moment in [Viewer::Public, Viewer::Truth].into_iter().flat_map(|viewer| happening.moments(viewer)) {
            for number in 0..moment.phrases() {
                gets::check_words(&moment.says(number).with_names(&BySeat { ec: "Ann", dmo: "Bob" }), 120);
            }
        }
    }
}
