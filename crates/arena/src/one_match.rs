//! One match between two players.

use std::time::Instant;

use deathmatch_rules::game::{Asked, BySeat, Game, Given, Play, Seat, Terms, Viewer, Wants, random_legal_order};

use crate::external_program::Question;
use crate::player_spec::Spec;
use crate::seated_player::{Limits, Seated};

/// The most steps of a match; after that nobody has won.
const MOST_STEPS: u32 = 5_000;
/// The number of attempts to play the first bouts at random without deciding the match.
const MOST_TRIES: u32 = 200;

/// The result of a match.
#[derive(Clone, Debug)]
pub struct MatchResult {
    /// The first player's seat.
    pub a_sits: Seat,
    /// The seat that won.
    pub winner: Option<Seat>,
    /// The reason for the end.
    pub why: String,
    pub steps: u32,
    /// The winner of each finished bout, if the game's view has them; `None` for a drawn bout.
    pub bouts: Vec<Option<Seat>>,
    /// The time that each player took for their orders.
    pub times: [Times; 2],
}

/// The time that a player took for their orders, including one that lost the match.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Times {
    orders: u32,
    total_ms: f64,
    longest_ms: f64,
}

impl Times {
    fn add(&mut self, ms: f64) {
        self.orders += 1;
        self.total_ms += ms;
        self.longest_ms = self.longest_ms.max(ms);
    }

    /// The sum of the times of several matches.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            orders: self.orders + other.orders,
            total_ms: self.total_ms + other.total_ms,
            longest_ms: self.longest_ms.max(other.longest_ms),
        }
    }

    /// The average time of an order, in ms; 0 without orders.
    #[must_use]
    pub fn mean_ms(&self) -> f64 {
        self.total_ms / f64::from(self.orders.max(1))
    }

    /// The longest time of an order, in ms; 0 without orders.
    #[must_use]
    pub const fn longest_ms(&self) -> f64 {
        self.longest_ms
    }
}

/// The winner of each finished bout, if the game's view has them.
fn bouts(play: &dyn Play) -> Vec<Option<Seat>> {
    serde_json::from_value(play.sight(Viewer::Public).json()["bout_winners"].take()).unwrap_or_default()
}

/// A match after `over` bouts of random play; `None` if no attempt gave one.
///
/// # Panics
/// The terms are unusable.
#[must_use]
pub fn after_random_bouts(game: &dyn Game, terms: &Terms, over: usize) -> Option<Box<dyn Play>> {
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
                Some(Wants::Order) => random_legal_order(&*play.sight(Viewer::Seat(seat)), &mut random)
                    .map_or(Given::TimedOut, Given::Order),
            });
            play.resolve(given);
        }
        let continues = matches!(play.asked(), Asked::Seats(_));
        (continues && bouts(&*play).len() == over).then_some(play)
    })
}

/// Plays one match; `a_sits` is the first player's seat.
///
/// # Panics
/// The terms are unusable.
#[must_use]
pub fn fight(game: &dyn Game, terms: &Terms, players: [&Spec; 2], a_sits: Seat, limits: Limits) -> MatchResult {
    let (play, _) = game.open(terms).expect("the terms were tried before");
    fight_on(game, terms, play, players, a_sits, limits)
}

/// Continues a match. Its terms give the players' random generators.
#[must_use]
pub fn fight_on(
    game: &dyn Game,
    terms: &Terms,
    mut play: Box<dyn Play>,
    players: [&Spec; 2],
    a_sits: Seat,
    limits: Limits,
) -> MatchResult {
    let before = bouts(&*play).len();
    let at = |seat: Seat| usize::from(seat != a_sits);
    let mut fought = MatchResult {
        a_sits,
        winner: None,
        why: String::new(),
        steps: 0,
        bouts: Vec::new(),
        times: [Times::default(); 2],
    };
    let mut seated = Vec::new();
    for (which, spec) in players.into_iter().enumerate() {
        match Seated::new(spec, limits) {
            Ok(player) => seated.push(player),
            Err(why) => {
                let winner = Some(if which == 0 { !a_sits } else { a_sits });
                return MatchResult { winner, why, ..fought };
            }
        }
    }
    'play: loop {
        let asks = match play.asked() {
            Asked::Over(outcome) => {
                fought.winner = outcome.winner;
                outcome.reason.label().clone_into(&mut fought.why);
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
                    // Each seat in each match of a pair has a separate generator.
                    let random = terms.seed.generator(&format!("player {} {seat} {}", at(seat), fought.steps));
                    let began = Instant::now();
                    let order = seated[at(seat)].order(&play.sight(Viewer::Seat(seat)), random, &question);
                    fought.times[at(seat)].add(began.elapsed().as_secs_f64() * 1_000.0);
                    match order {
                        Ok(order) => Given::Order(order),
                        Err(why) => {
                            (fought.winner, fought.why) = (Some(!seat), why);
                            break 'play;
                        }
                    }
                }
            };
        }
        play.resolve(given);
        fought.steps += 1;
    }
    fought.bouts = bouts(&*play).split_off(before);
    fought
}
