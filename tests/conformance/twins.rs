//! Two matches that differ only in information hidden from a viewer give that viewer the same.
//!
//! - Twins come from a hidden order replaced by one that may be announced alike, from hidden cards dealt again, from another seed, and
//!   from a state that a player imagines.
//! - Both matches continue with the same orders, secret or public. While the viewer's knowledge is equal, everything that the viewer gets
//!   must be equal.

use deathmatch::game::{
    Asked, AtTable, BySeat, Game, Given, Happening, Legal, Moment, Play, Seat, Secrecy, Seed, Terms, Told, Viewer,
    Wants, try_random_order,
};
use deathmatch::players::player_of;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::facts::Facts;
use crate::gets::Gets;
use crate::{Tally, players};

/// The largest number of further steps: after another order, and after another deal.
const STEPS: (usize, usize) = (12, 6);
/// The number of attempts to find an order that is legal in both.
const TRIES: usize = 8;
/// The number of other seeds.
const SEEDS: usize = 3;
/// The viewers from whom information may be hidden.
const VIEWERS: [Viewer; 3] = [Viewer::Public, Viewer::Seat(Seat::Ec), Viewer::Seat(Seat::Dmo)];

/// An order in each of two matches.
type Pair = [Option<String>; 2];

/// Compares a match with matches that differ from here on in information hidden from a viewer.
pub fn compare(game: &dyn Game, facts: &Facts, play: &dyn Play, generator: &mut impl Rng, tally: &mut Tally) {
    let Asked::Seats(asks) = play.asked() else { return };
    let truth = play.referee_json(&AtTable::default());
    for viewer in VIEWERS.into_iter().filter(|&viewer| (facts.known)(&truth, viewer) != truth) {
        *tally.entry(hidden_from(viewer)).or_default() += 1;
    }
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
            let twins = Twins { game, facts, viewer, both: [play.copy(), play.copy()], all: true };
            let open = any_order(play, !hidden, generator);
            let same = [open.clone(), open];
            let different = [order.clone(), other.clone()];
            let first = BySeat::from_fn(|seat| if seat == hidden { different.clone() } else { same.clone() });
            twins.follow(Some(first), generator, tally);
        }
    }
    for viewer in VIEWERS {
        let mut saved = play.save();
        (facts.redeal)(&mut saved, viewer, generator);
        let other = game.restore(&saved).expect("what is dealt again is a match of the game");
        let twins = Twins { game, facts, viewer, both: [play.copy(), other], all: false };
        assert!(twins.known_alike(), "{viewer:?} may know what was dealt again");
        if twins.differ() && twins.alike([&[], &[]], generator, tally) {
            twins.follow(None, generator, tally);
        }
    }
    for seat in Seat::ALL.into_iter().filter(|&seat| asks[seat].is_some_and(|ask| ask.wants == Wants::Order)) {
        let mut random = ChaCha12Rng::seed_from_u64(generator.next_u64());
        let sight = play.sight(Viewer::Seat(seat));
        let player = player_of(&*sight).expect("every game has a player");
        let Some(other) = player.imagine(&*sight, &mut random) else { continue };
        // Everyone knows at most as much as this seat.
        for viewer in [Viewer::Seat(seat), Viewer::Public] {
            let twins = Twins { game, facts, viewer, both: [play.copy(), other.copy()], all: false };
            assert!(twins.known_alike(), "{seat} imagines what {viewer:?} may know");
            if twins.differ() {
                twins.alike([&[], &[]], generator, tally);
            }
        }
    }
}

/// Compares a new match with matches of other seeds.
pub fn openings(
    game: &dyn Game,
    facts: &Facts,
    (terms, play, told): (&Terms, &dyn Play, &[Happening]),
    generator: &mut impl Rng,
    tally: &mut Tally,
) {
    for _ in 0..SEEDS {
        let terms = Terms { seed: Seed::new(generator.next_u64().to_string()), ..terms.clone() };
        let (other, others) = game.open(&terms).expect("any seed will do");
        for viewer in VIEWERS {
            let twins = Twins { game, facts, viewer, both: [play.copy(), other.copy()], all: false };
            if twins.differ() && twins.alike([told, &others], generator, tally) {
                twins.follow(None, generator, tally);
            }
        }
    }
}

/// Returns the tally's key for the times at which information was hidden from a viewer.
fn hidden_from(viewer: Viewer) -> String {
    format!("hidden from {viewer:?}")
}

fn apart_for(viewer: Viewer) -> String {
    format!("twins apart for {viewer:?}")
}

/// The number of looks after which chance cannot have missed every differing twin.
const LOOKS: u64 = 16;

/// Checks that twins differed in the information hidden from each viewer.
pub fn check_apart(game: &str, tally: &Tally) {
    let looked = |viewer: &Viewer| tally.get(&hidden_from(*viewer)).is_some_and(|looks| *looks >= LOOKS);
    for viewer in VIEWERS.into_iter().filter(looked) {
        assert!(
            tally.contains_key(&apart_for(viewer)),
            "{game}: what is hidden from {viewer:?} was never anything else"
        );
    }
}

/// Two matches, and the viewer whose knowledge is compared.
struct Twins<'a> {
    game: &'a dyn Game,
    facts: &'a Facts,
    viewer: Viewer,
    both: [Box<dyn Play>; 2],
    /// Whether every order is compared at each step, or only at one step in so many.
    all: bool,
}

impl Twins<'_> {
    /// Plays both matches on with the same orders after the first, while the viewer may not distinguish them.
    fn follow(mut self, first: Option<BySeat<Pair>>, generator: &mut impl Rng, tally: &mut Tally) {
        let mut next = first;
        for _ in 0..if next.is_some() { STEPS.0 } else { STEPS.1 } {
            let Asked::Seats(asks) = self.both[0].asked() else { return };
            let orders = next.take().unwrap_or_else(|| self.common(generator));
            let happened = [0, 1].map(|twin| {
                let given = BySeat::from_fn(|seat| match (asks[seat].map(|ask| ask.wants), &orders[seat][twin]) {
                    (None, _) => Given::NotAsked,
                    (Some(Wants::Ready), _) => Given::Ready,
                    (Some(Wants::Order), Some(order)) => {
                        let sight = self.both[twin].sight(Viewer::Seat(seat));
                        Given::Order(sight.parse(order).expect("both twins can give it"))
                    }
                    (Some(_), _) => Given::TimedOut,
                });
                self.both[twin].resolve(given)
            });
            if !self.alike([&happened[0], &happened[1]], generator, tally) {
                return;
            }
        }
    }

    /// Returns orders that are legal in both: hidden information may make an order legal in one only.
    fn common(&self, generator: &mut impl Rng) -> BySeat<Pair> {
        let [one, other] = &self.both;
        BySeat::from_fn(|seat| {
            let (own, sight) = (one.sight(Viewer::Seat(seat)), other.sight(Viewer::Seat(seat)));
            let order = (0..TRIES).find_map(|_| {
                let order = try_random_order(&*own, generator).filter(|_| !generator.random_ratio(1, 20))?;
                sight.parse(order.text()).is_ok().then(|| order.text().to_owned())
            });
            [order.clone(), order]
        })
    }

    /// Whether there is anything to compare.
    fn differ(&self) -> bool {
        self.both[0].save() != self.both[1].save()
    }

    fn known_alike(&self) -> bool {
        let [one, other] =
            self.both.each_ref().map(|twin| (self.facts.known)(&twin.referee_json(&AtTable::default()), self.viewer));
        one == other
    }

    /// Checks that the viewer gets the same of both matches and their last events. Returns `false` once the viewer may distinguish them.
    fn alike(&self, happened: [&[Happening]; 2], generator: &mut impl Rng, tally: &mut Tally) -> bool {
        let (viewer, [one, other]) = (self.viewer, &self.both);
        let over = self.both.iter().any(|twin| matches!(twin.asked(), Asked::Over(_)));
        let announced = happened.map(|happenings| {
            let truth = happenings.iter().filter_map(|each| each.told(Viewer::Truth));
            truth.map(|told| (self.facts.announced)(&told.data)).collect::<Vec<_>>()
        });
        if over || announced[0] != announced[1] || !self.known_alike() {
            return false;
        }
        let told = happened
            .map(|happenings| happenings.iter().filter_map(|each| each.told(viewer).cloned()).collect::<Vec<Told>>());
        assert_eq!(told[0], told[1], "{viewer:?} is told what it must not know");
        let noted = happened.map(|happenings| {
            happenings.iter().flat_map(|each| each.moments(viewer)).map(Moment::json).collect::<Vec<_>>()
        });
        assert_eq!(noted[0], noted[1], "a headline for {viewer:?} is made of what it must not know");
        let all = self.all || generator.random_ratio(1, self.facts.checked_in);
        let gets = [one, other].map(|twin| Gets::of(twin.as_ref(), viewer, self.game, all));
        assert_eq!(gets[0], gets[1], "{viewer:?} sees what it must not know");
        let asked = |seat: Seat| {
            let Asked::Seats(asks) = one.asked() else { return false };
            asks[seat].is_some_and(|ask| ask.wants == Wants::Order)
        };
        if all && viewer.seat().is_some_and(asked) {
            players::compare(&one.sight(viewer), &other.sight(viewer), generator);
        }
        let apart = one.referee_json(&AtTable::default()) != other.referee_json(&AtTable::default());
        *tally.entry(if apart { "twins apart" } else { "twins alike" }.to_owned()).or_default() += 1;
        if apart {
            *tally.entry(apart_for(viewer)).or_default() += 1;
        }
        true
    }
}

/// Returns a random order or, sometimes, `None`.
fn any_order(play: &dyn Play, seat: Seat, generator: &mut impl Rng) -> Option<String> {
    let sight = play.sight(Viewer::Seat(seat));
    if generator.random_ratio(1, 20) {
        return None;
    }
    match sight.legal() {
        Legal::Listed(orders) => orders.choose(generator).cloned(),
        Legal::Counted(_) | Legal::Unknown => try_random_order(&*sight, generator).map(|order| order.text().to_owned()),
    }
}
