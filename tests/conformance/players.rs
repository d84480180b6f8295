//! Built-in players: their imagined states agree with their seat's view, and their orders are legal and depend on that view only.

use deathmatch::game::{Asked, Play, Seat, Sight, Viewer, Wants};
use deathmatch::players::{Strength, Thought, order_of, player_of};
use deathmatch_gamefile::GameView;
use rand::Rng;
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::SeedableRng;

/// The work of a player in a law: enough for each of its searches to begin.
const HASTY: Strength = Strength { work: 2_000, depth: 2, blur: 0.0 };

/// Checks the players of the seats that are asked for an order.
pub fn check(play: &dyn Play, generator: &mut impl Rng) {
    let Asked::Seats(asks) = play.asked() else { return };
    for seat in Seat::ALL {
        if asks[seat].is_none_or(|ask| ask.wants != Wants::Order) {
            continue;
        }
        let sight = play.sight(Viewer::Seat(seat));
        let player = player_of(&*sight).expect("every game has a player");
        // A file's hidden state is found by trying, which may fail: its player then gives any order.
        let by_trying = sight.view::<GameView>().is_some();
        let imagined = player.imagine(&*sight, &mut random(generator.next_u64()));
        if by_trying && imagined.is_none() {
            continue;
        }
        let imagined = imagined.expect("a seat's view can be imagined behind");
        let Asked::Seats(imagined_asks) = imagined.asked() else { panic!("it continues there, too") };
        let asked = asks.map(|ask| ask.map(|ask| (ask.prompt, ask.wants, ask.secrecy)));
        assert_eq!(imagined_asks.map(|ask| ask.map(|ask| (ask.prompt, ask.wants, ask.secrecy))), asked);
        assert_eq!(imagined.sight(Viewer::Seat(seat)).json(), sight.json(), "{seat} sees the same");
        let worth = player.worth(&*sight).expect("it is of the player's game");
        assert!((0.0..=1.0).contains(&worth), "{worth}");
        let thought = thought(&sight, generator.next_u64());
        assert_eq!(sight.parse(thought.order.text()).as_ref(), Ok(&thought.order), "the order counts");
        // A player has no opinion of some positions, such as a placement of few pieces.
        assert!(thought.chance.is_none_or(|chance| (-0.001..=1.001).contains(&chance)), "{:?}", thought.chance);
    }
}

/// Checks that a seat's player cannot distinguish two matches that give the seat the same view and messages.
pub fn compare(one: &Sight, other: &Sight, generator: &mut impl Rng) {
    let seed = generator.next_u64();
    assert_eq!(thought(one, seed), thought(other, seed), "a player knows what its seat knows");
}

fn thought(sight: &Sight, seed: u64) -> Thought<deathmatch::game::Accepted> {
    order_of(&**sight, HASTY, random(seed), &|| false).expect("a seat that is asked has an order to give")
}

fn random(seed: u64) -> ChaCha12Rng {
    ChaCha12Rng::seed_from_u64(seed)
}
