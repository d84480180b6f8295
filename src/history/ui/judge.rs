//! A record as the built-in player judges it.

use std::time::{Duration, Instant};

use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::game::{BySeat, Stakes};
use crate::players::{BEST, Strength, order_of, strength};
use crate::table::{Judged, Rejection, Review, Table, read_record, review};

/// What a record does not say of its match.
pub(crate) struct Around<'a> {
    pub stakes: Stakes,
    pub plain: &'a BySeat<String>,
    pub usernames: &'a BySeat<Option<String>>,
}

/// How much a review may cost.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    /// The most work for a judgement of one order.
    pub each: u64,
    /// How long it may be thought about the whole match.
    pub longest: Duration,
}

/// A review, and the stage from which on time was up.
pub(crate) fn judged(record: &str, around: &Around<'_>, effort: Effort) -> Result<(Review, Option<String>), Rejection> {
    let (header, entries) = read_record(record)?;
    let began = Instant::now();
    let how = Strength { work: effort.each, ..strength(BEST) };
    let stop = || began.elapsed() >= effort.longest;
    let mut up_to = None;
    let mut table = Table::open(header)?.at_stake(around.stakes);
    table.know(around.plain, around.usernames);
    let found = review(table, &entries, |sight| {
        if stop() {
            up_to.get_or_insert_with(|| sight.heading().stage);
            return None;
        }
        let random = ChaCha12Rng::seed_from_u64(0);
        let thought = order_of(&**sight, how, random, &stop)?;
        Some(Judged { chance: thought.chance?, best: thought.order.text().to_owned() })
    })?;
    Ok((found, up_to))
}
