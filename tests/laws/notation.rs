//! Orders: any typed text is read or refused in a sentence, and an order can be read again from its canonical text.

use deathmatch::game::{
    Accepted, Asked, BySeat, Game, Given, Play, Seat, Seed, Terms, Viewer, Wants, try_random_order,
};
use deathmatch::games::GAMES;

/// The largest number of steps that are played before the text is tried.
const MOST_STEPS: u8 = 24;
/// The largest number of words after which the next words are requested.
const MOST_WORDS: usize = 8;

/// The first four bytes choose game, preset, steps and seed; the rest is the text.
pub fn law(data: &[u8]) {
    let [game, preset, steps, seed, text @ ..] = data else { return };
    let game = GAMES[usize::from(*game) % GAMES.len()];
    let play = played(game, usize::from(*preset), steps % MOST_STEPS, *seed);
    let text = String::from_utf8_lossy(text);
    for seat in Seat::ALL {
        let sight = play.sight(Viewer::Seat(seat));
        match sight.parse(&text) {
            Ok(order) => {
                assert_eq!(sight.parse(order.text()).as_ref(), Ok(&order), "canonical text reads unchanged");
                resolves(play.as_ref(), seat, &order);
            }
            Err(refusal) => assert!(refusal.message.len() > 10, "a refusal is a sentence: {:?}", refusal.message),
        }
        let words: Vec<String> = text.split(' ').take(MOST_WORDS).map(str::to_owned).collect();
        for length in 0..=words.len() {
            sight.choices(&words[..length]);
        }
        let _ = sight.scene_choosing(&words);
        if let Err(refusal) = sight.answer(&text) {
            assert!(!refusal.message.is_empty(), "a refusal is a sentence");
        }
    }
}

/// Returns a match after some steps of random orders.
fn played(game: &dyn Game, preset: usize, steps: u8, seed: u8) -> Box<dyn Play> {
    let presets = game.presets();
    let seed = Seed::new(seed.to_string());
    let mut generator = seed.generator("orders");
    let preset = Some(presets[preset % presets.len()].0.to_owned());
    let (mut play, _) = game.open(&Terms { preset, seed, ..Terms::default() }).expect("a preset can be played");
    for _ in 0..steps {
        let Asked::Seats(asks) = play.asked() else { break };
        play.resolve(BySeat::from_fn(|seat| match asks[seat].map(|ask| ask.wants) {
            None => Given::NotAsked,
            Some(Wants::Nothing) => Given::TimedOut,
            Some(Wants::Ready) => Given::Ready,
            Some(Wants::Order) => {
                let sight = play.sight(Viewer::Seat(seat));
                let order = try_random_order(&*sight, &mut generator).expect("an order can be given");
                assert_eq!(sight.parse(order.text()).as_ref(), Ok(&order), "canonical text reads unchanged");
                Given::Order(order)
            }
        }));
    }
    play
}

/// Checks that an order can be resolved, whatever the other seat does.
fn resolves(play: &dyn Play, seat: Seat, order: &Accepted) {
    let Asked::Seats(asks) = play.asked() else { return };
    if asks[seat].is_none_or(|ask| ask.wants != Wants::Order) {
        return;
    }
    play.copy().resolve(BySeat::from_fn(|each| match asks[each] {
        None => Given::NotAsked,
        Some(_) if each == seat => Given::Order(order.clone()),
        Some(_) => Given::TimedOut,
    }));
}
