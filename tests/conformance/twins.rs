//! Two matches that differ only in what a viewer must not know give that viewer the same.
//!
//! From one position, a hidden order is replaced by one that may be announced alike. Both matches then go on with the same orders, and
//! as long as all that the viewer may know is equal, all that it gets must be.

use deathmatch::game::{
    Asked, AtTable, BySeat, Game, Given, Happening, Legal, Play, Seat, Secrecy, Told, Viewer, Wants,
};
use rand::Rng;
use rand::RngExt;
use rand::seq::IndexedRandom;

use crate::Tally;
use crate::facts::Facts;
use crate::gets::Gets;
use crate::players;

/// How many steps the two go on for, at most.
const STEPS: usize = 12;
/// How many orders are tried to find one that both can give.
const TRIES: usize = 8;

/// Compares a match from here on with ones that differ in a hidden order.
pub fn compare(game: &dyn Game, facts: &Facts, play: &dyn Play, generator: &mut impl Rng, tally: &mut Tally) {
    let Asked::Seats(asks) = play.asked() else { return };
    for hidden in Seat::ALL {
        if asks[hidden].is_none_or(|ask| ask.secrecy != Secrecy::Private || ask.wants != Wants::Order) {
            continue;
        }
        let order = any_order(play, hidden, generator);
        let sight = play.sight(Viewer::Seat(hidden));
        let mut others = order.as_deref().map(facts.alike).unwrap_or_default();
        others.retain(|other| other.as_deref().is_none_or(|other| sight.parse(other).is_ok()));
        let Some(other) = others.choose(generator).cloned() else { continue };
        for viewer in [Viewer::Public, Viewer::Seat(!hidden)] {
            let twins = [play.copy(), play.copy()];
            follow(game, facts, twins, (hidden, viewer), [order.clone(), other.clone()], generator, tally);
        }
    }
}

fn follow(
    game: &dyn Game,
    facts: &Facts,
    mut twins: [Box<dyn Play>; 2],
    (hidden, viewer): (Seat, Viewer),
    mut orders: [Option<String>; 2],
    generator: &mut impl Rng,
    tally: &mut Tally,
) {
    for _ in 0..STEPS {
        let Asked::Seats(asks) = twins[0].asked() else { return };
        let open = any_order(twins[0].as_ref(), !hidden, generator);
        let happened = [0, 1].map(|twin| {
            let given = BySeat::from_fn(|seat| {
                let order = if seat == hidden { &orders[twin] } else { &open };
                match (asks[seat].map(|ask| ask.wants), order) {
                    (None, _) => Given::NotAsked,
                    (Some(Wants::Ready), _) => Given::Ready,
                    (Some(Wants::Order), Some(order)) => {
                        let sight = twins[twin].sight(Viewer::Seat(seat));
                        Given::Order(sight.parse(order).expect("both twins can give it"))
                    }
                    (Some(_), _) => Given::TimedOut,
                }
            });
            twins[twin].resolve(given)
        });
        let announced = |happenings: &Vec<Happening>| {
            let truth = happenings.iter().filter_map(|each| each.told(Viewer::Truth));
            truth.map(|told| (facts.announced)(&told.data)).collect::<Vec<_>>()
        };
        if announced(&happened[0]) != announced(&happened[1]) {
            return;
        }
        let told = happened
            .map(|happenings| happenings.iter().filter_map(|each| each.told(viewer).cloned()).collect::<Vec<Told>>());
        let [one, other] = &twins;
        let known = [one, other].map(|twin| (facts.known)(&twin.referee_json(&AtTable::default()), viewer));
        if known[0] != known[1] || one.asked() != other.asked() || matches!(one.asked(), Asked::Over(_)) {
            return;
        }
        assert_eq!(told[0], told[1], "{viewer:?} is told of {orders:?}");
        assert_eq!(
            Gets::of(&one.sight(viewer), game),
            Gets::of(&other.sight(viewer), game),
            "{viewer:?} sees {orders:?}"
        );
        let asked =
            matches!(one.asked(), Asked::Seats(asks) if asks[!hidden].is_some_and(|ask| ask.wants == Wants::Order));
        if viewer == Viewer::Seat(!hidden) && asked {
            players::compare(&one.sight(viewer), &other.sight(viewer), generator);
        }
        let apart = one.referee_json(&AtTable::default()) != other.referee_json(&AtTable::default());
        *tally.entry(if apart { "twins apart" } else { "twins alike" }.to_owned()).or_default() += 1;
        // What one twin may do the other need not, by what is hidden.
        let sight = other.sight(Viewer::Seat(hidden));
        let next = (0..TRIES)
            .find_map(|_| any_order(one.as_ref(), hidden, generator).filter(|order| sight.parse(order).is_ok()));
        orders = [next.clone(), next];
    }
}

/// An order or, now and then, none.
fn any_order(play: &dyn Play, seat: Seat, generator: &mut impl Rng) -> Option<String> {
    let sight = play.sight(Viewer::Seat(seat));
    if generator.random_ratio(1, 20) {
        return None;
    }
    match sight.legal() {
        Legal::Listed(orders) => orders.choose(generator).cloned(),
        Legal::Counted(_) | Legal::Unknown => {
            deathmatch::players::random_order(&*sight, generator).map(|order| order.text().to_owned())
        }
    }
}
