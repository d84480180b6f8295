//! Two matches that differ only in what a viewer must not know give that viewer the same.
//!
//! From one position, a hidden order is replaced by one that may be announced alike. Both matches then go on with the same orders, and
//! as long as all that the viewer may know is equal, all that it gets must be.

use deathmatch::game::{
    Asked, BySeat, Clocks, Game, Given, Happening, Legal, Play, Seat, Secrecy, Told, Viewer, Wants,
};
use rand::Rng;
use rand::RngExt;
use rand::seq::IndexedRandom;

use crate::Tally;
use crate::facts::Facts;
use crate::gets::Gets;

/// How many steps the two go on for, at most.
const STEPS: usize = 12;

/// Compares a match from here on with ones that differ in a hidden order.
pub fn compare(game: &dyn Game, facts: &Facts, play: &dyn Play, generator: &mut impl Rng, tally: &mut Tally) {
    let Asked::Seats(asks) = play.asked() else { return };
    for hidden in Seat::ALL {
        if asks[hidden].is_none_or(|ask| ask.secrecy != Secrecy::Private || ask.wants != Wants::Order) {
            continue;
        }
        let order = any_order(play, hidden, generator);
        let Some(other) = order.as_deref().and_then(|order| (facts.alike)(order).choose(generator).cloned()) else {
            continue;
        };
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
        let told = [0, 1].map(|twin| {
            let given = BySeat::from_fn(|seat| {
                let order = if seat == hidden { &orders[twin] } else { &open };
                match (asks[seat].map(|ask| ask.wants), order) {
                    (None, _) => Given::NotAsked,
                    (Some(Wants::Ready), _) => Given::Ready,
                    (Some(Wants::Order), Some(order)) => Given::Order(order.clone()),
                    (Some(_), _) => Given::TimedOut,
                }
            });
            let happenings = twins[twin].resolve(given);
            happenings.iter().filter_map(|each: &Happening| each.told(viewer).cloned()).collect::<Vec<Told>>()
        });
        let [one, other] = &twins;
        let known = [one, other].map(|twin| (facts.known)(&twin.referee_json(&Clocks::default()), viewer));
        if known[0] != known[1] || one.asked() != other.asked() || matches!(one.asked(), Asked::Over(_)) {
            return;
        }
        assert_eq!(told[0], told[1], "{viewer:?} is told of {orders:?}");
        assert_eq!(
            Gets::of(one.sight(viewer).as_ref(), game),
            Gets::of(other.sight(viewer).as_ref(), game),
            "{viewer:?} sees {orders:?}"
        );
        let apart = one.referee_json(&Clocks::default()) != other.referee_json(&Clocks::default());
        *tally.entry(if apart { "twins apart" } else { "twins alike" }.to_owned()).or_default() += 1;
        let next = any_order(one.as_ref(), hidden, generator);
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
        Legal::Counted(_) | Legal::Unknown => deathmatch::players::random_order(sight.as_ref(), generator),
    }
}
