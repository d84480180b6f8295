//! One match between two players.

use std::time::Instant;

use deathmatch_rules::game::{Asked, BySeat, Game, Given, Play, Seat, Terms, Viewer, Wants};
use deathmatch_rules::players::any_order;

use crate::exec::Question;
use crate::seat::{Limits, Seated};
use crate::spec::Spec;

/// How many steps a match may take: beyond it nobody has won.
const MOST_STEPS: u32 = 5_000;
/// How often chance is asked for so many bouts that do not decide the match.
const MOST_TRIES: u32 = 200;

/// What came of a match.
#[derive(Clone, Debug)]
pub struct Fought {
    /// Where the first player sat.
    pub a_sits: Seat,
    /// The seat that won.
    pub winner: Option<Seat>,
    /// Why.
    pub why: String,
    pub steps: u32,
    /// Who won each bout that the two played to its end, where the game's view tells; a drawn one is nobody's.
    pub bouts: Vec<Option<Seat>>,
    /// How long the first player and the second took for an order, on average and at most, in ms.
    pub mean_ms: [f64; 2],
    pub longest_ms: [f64; 2],
}

/// Who won each bout that is over, where the game's view tells.
fn bouts(play: &dyn Play) -> Vec<Option<Seat>> {
    serde_json::from_value(play.sight(Viewer::Public).json()["bout_winners"].take()).unwrap_or_default()
}

/// A match after so many bouts that were played by chance; nothing where chance does not bring one about.
///
/// # Panics
/// The terms cannot be used.
#[must_use]
pub fn led(game: &dyn Game, terms: &Terms, over: usize) -> Option<Box<dyn Play>> {
    (0..MOST_TRIES).find_map(|attempt| {
        let (mut play, _) = game.open(terms).expect("the terms were tried before");
        let mut random = terms.seed.generator(&format!("lead {attempt}"));
        for _ in 0..MOST_STEPS {
            if bouts(&*play).len() == over {
                break;
            }
            let Asked::Seats(asks) = play.asked() else { return None };
            let given = BySeat::from_fn(|seat| match asks[seat].as_ref().map(|ask| ask.wants) {
                None => Given::NotAsked,
                Some(Wants::Ready) => Given::Ready,
                Some(Wants::Nothing) => Given::TimedOut,
                Some(Wants::Order) => {
                    any_order(&*play.sight(Viewer::Seat(seat)), &mut random).map_or(Given::TimedOut, Given::Order)
                }
            });
            play.resolve(given);
        }
        let goes_on = matches!(play.asked(), Asked::Seats(_));
        (goes_on && bouts(&*play).len() == over).then_some(play)
    })
}

/// Plays one match; `a_sits` is where the first of the two sits.
///
/// # Panics
/// The terms cannot be used.
#[must_use]
pub fn fight(game: &dyn Game, terms: &Terms, players: [&Spec; 2], a_sits: Seat, limits: Limits) -> Fought {
    let (play, _) = game.open(terms).expect("the terms were tried before");
    fight_on(game, terms, play, players, a_sits, limits)
}

/// The same from where a match stands; its terms say what chance the players have.
#[must_use]
pub fn fight_on(
    game: &dyn Game,
    terms: &Terms,
    mut play: Box<dyn Play>,
    players: [&Spec; 2],
    a_sits: Seat,
    limits: Limits,
) -> Fought {
    let before = bouts(&*play).len();
    let at = |seat: Seat| usize::from(seat != a_sits);
    let mut fought = Fought {
        a_sits,
        winner: None,
        why: String::new(),
        steps: 0,
        bouts: Vec::new(),
        mean_ms: [0.0; 2],
        longest_ms: [0.0; 2],
    };
    let mut orders = [0_u32; 2];
    let lost = |fought: Fought, seat: Seat, why: String| Fought { winner: Some(!seat), why, ..fought };
    let mut seated = Vec::new();
    for (which, spec) in players.into_iter().enumerate() {
        match Seated::new(spec, limits) {
            Ok(player) => seated.push(player),
            Err(why) => return lost(fought, if which == 0 { a_sits } else { !a_sits }, why),
        }
    }
    loop {
        let asks = match play.asked() {
            Asked::Over(outcome) => {
                fought.winner = outcome.winner;
                outcome.reason.label().clone_into(&mut fought.why);
                fought.bouts = bouts(&*play).split_off(before);
                break;
            }
            Asked::Seats(asks) => asks,
        };
        if fought.steps == MOST_STEPS {
            "it does not end".clone_into(&mut fought.why);
            break;
        }
        let mut given = BySeat { ec: Given::NotAsked, dmo: Given::NotAsked };
        for seat in Seat::ALL {
            let Some(ask) = asks[seat] else { continue };
            given[seat] = match ask.wants {
                Wants::Ready => Given::Ready,
                Wants::Nothing => Given::TimedOut,
                Wants::Order => {
                    let question =
                        Question { game: game.id(), preset: terms.preset.as_deref(), seat, prompt: ask.prompt };
                    // Both seats of both matches of a pair draw from generators of their own.
                    let random = terms.seed.generator(&format!("player {} {seat} {}", at(seat), fought.steps));
                    let began = Instant::now();
                    let order = seated[at(seat)].order(&play.sight(Viewer::Seat(seat)), random, &question);
                    let ms = began.elapsed().as_secs_f64() * 1_000.0;
                    orders[at(seat)] += 1;
                    fought.mean_ms[at(seat)] += ms;
                    fought.longest_ms[at(seat)] = fought.longest_ms[at(seat)].max(ms);
                    match order {
                        Ok(order) => Given::Order(order),
                        Err(why) => return lost(fought, seat, why),
                    }
                }
            };
        }
        play.resolve(given);
        fought.steps += 1;
    }
    for (which, &count) in orders.iter().enumerate() {
        fought.mean_ms[which] /= f64::from(count.max(1));
    }
    fought
}
