//! One match between two players.

use std::time::Instant;

use deathmatch_rules::game::{Asked, BySeat, Game, Given, Seat, Terms, Viewer, Wants};

use crate::exec::Question;
use crate::seat::{Limits, Seated};
use crate::spec::Spec;

/// How many steps a match may take: beyond it nobody has won.
const MOST_STEPS: u32 = 5_000;

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
    /// Who won each bout that was played to its end, where the game's view tells; a drawn one is nobody's.
    pub bouts: Vec<Option<Seat>>,
    /// How long the first player and the second took for an order, on average and at most, in ms.
    pub mean_ms: [f64; 2],
    pub longest_ms: [f64; 2],
}

/// Plays one match; `a_sits` is where the first of the two sits.
///
/// # Panics
/// The terms cannot be used.
#[must_use]
pub fn fight(game: &dyn Game, terms: &Terms, players: [&Spec; 2], a_sits: Seat, limits: Limits) -> Fought {
    let (mut play, _) = game.open(terms).expect("the terms were tried before");
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
                let winners = play.sight(Viewer::Public).json()["bout_winners"].take();
                fought.bouts = serde_json::from_value(winners).unwrap_or_default();
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
