//! Matches in which built-in players give orders.

use deathmatch_players::{Strength, order_of, player_of};
use deathmatch_rules::game::{Asked, BySeat, Given, Play, Seat, Seed, Sight, Terms, Viewer, Wants, random_legal_order};
use deathmatch_rules::games;
use rand_chacha::ChaCha12Rng;

/// Returns the order of a player of some strength, by a seed.
pub fn order(sight: &Sight, strength: Strength, seed: &str) -> String {
    let random = Seed::new(seed).generator("player");
    order_of(&**sight, strength, random, &|| false).expect("an order").order.text().to_owned()
}

/// Returns a state that a seat's player imagines behind the seat's view.
pub fn imagined(sight: &Sight, random: &mut ChaCha12Rng) -> Option<Box<dyn Play>> {
    player_of(&**sight).expect("every game has one").imagine(&**sight, random)
}

/// Returns a player's estimate of its seat's position.
pub fn worth(sight: &Sight) -> f64 {
    player_of(&**sight).expect("every game has one").worth(&**sight).expect("it is of the player's game")
}

/// Plays a match to its end and visits each sight that is asked for an order. Orders that `each` leaves out are drawn at random.
pub fn played(
    game: &str,
    terms: &Terms,
    mut each: impl FnMut(&dyn Play, Seat, u32) -> Option<String>,
) -> Box<dyn Play> {
    let (mut play, _) = games::find(game).expect("registered").open(terms).expect("opens");
    let mut random = terms.seed.generator("any");
    let mut step = 0;
    while let Asked::Seats(asks) = play.asked() {
        step += 1;
        let given = BySeat::from_fn(|seat| match asks[seat].map(|ask| ask.wants) {
            None => Given::NotAsked,
            Some(Wants::Ready) => Given::Ready,
            Some(Wants::Nothing) => Given::TimedOut,
            Some(Wants::Order) => {
                let sight = play.sight(Viewer::Seat(seat));
                match each(&*play, seat, step) {
                    Some(text) => {
                        Given::Order(sight.parse(&text).unwrap_or_else(|_| panic!("`{text}` does not count")))
                    }
                    None => Given::Order(random_legal_order(&*sight, &mut random).expect("an order")),
                }
            }
        });
        play.resolve(given);
    }
    play
}
