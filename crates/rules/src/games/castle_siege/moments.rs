//! What is worth remembering of a match: castles that stood open, walls that held, and what a storm was worth.

use super::order::Action;
use super::position::{Ending, Position};
use super::resolve::Siege;
use super::secrets::Secrets;
use super::tell::RoundOver;
use super::unit::{Letter, SPENT, Stat, sum, total};
use crate::game::{BySeat, Moment, Seat, Text};

/// How much EXH a round brings a seat's units at least to be told.
const TIRING: i64 = 5;

/// Of a round.
pub(super) fn of_round(over: &RoundOver) -> Vec<Moment> {
    let mut found: Vec<Moment> = Seat::ALL.into_iter().filter_map(|seat| open(over, seat)).collect();
    if let Some(siege) = over.report.siege.as_ref().filter(|siege| !over.report.defenders[siege.castle].is_empty()) {
        found.extend(walls(siege));
    }
    found.extend(Seat::ALL.into_iter().filter_map(|seat| tiring(over, seat)));
    found
}

/// A castle that nobody held, nobody came to, and the enemy had the units to storm.
fn open(over: &RoundOver, seat: Seat) -> Option<Moment> {
    let report = &over.report;
    if !report.defenders[seat].is_empty() || report.siege.as_ref().is_some_and(|siege| siege.castle == seat) {
        return None;
    }
    // A seat without an order did not dare anything.
    let actions = over.orders[seat].as_ref()?;
    let own = actions.iter().filter(|&(_, action)| *action == Action::Attack).count();
    let able = |letter: &Letter| {
        let unit = over.before[!seat][*letter];
        unit[Stat::Atk] > 0 && unit[Stat::Exh] < SPENT
    };
    let able = Letter::ALL.iter().filter(|letter| able(letter)).count();
    (able > own).then(|| {
        let words = format!("{}'s castle stands open, and nobody takes it.", Text::seat(seat));
        Moment::new("open-castle", 80, words)
    })
}

/// A siege that walls met.
fn walls(siege: &Siege) -> Option<Moment> {
    let Siege { castle, sa, sd, .. } = siege;
    if sa < sd {
        let close = sd - sa == 1;
        let words = format!("{}'s walls hold, {sd} DEF against {sa} ATK.", Text::seat(*castle));
        return Some(Moment::new("walls-hold", if close { 55 } else { 38 }, words));
    }
    if *sa >= 2 * sd {
        let words = format!("{} batters the walls, {sa} ATK against {sd} DEF.", Text::seat(!*castle));
        return Some(Moment::new("walls-battered", 46, words));
    }
    None
}

/// A round that wore a seat's units out.
fn tiring(over: &RoundOver, seat: Seat) -> Option<Moment> {
    let exh = [&over.before, &over.units].map(|units| sum(&units[seat], Stat::Exh));
    let more = exh[1] - exh[0];
    (more >= TIRING).then(|| {
        let words = format!("the round wears {}'s units out: {more} more EXH, {} in all.", Text::seat(seat), exh[1]);
        Moment::new("worn-out", 43, words)
    })
}

/// Of the end.
pub(super) fn of_end(ending: Ending, position: &Position, secrets: &BySeat<Secrets>) -> Option<Moment> {
    let Ending::Stormed(winner) = ending else { return None };
    let units = |seat: Seat| {
        let rounds = &secrets[seat].rounds;
        let before = rounds.len().checked_sub(2).map(|at| &rounds[at].units);
        before.or(secrets[seat].allocated.as_ref()).map(total)
    };
    let (own, other) = (units(winner)?, units(!winner)?);
    let left = position.ruleset().rounds.saturating_sub(position.played());
    (own < other && left > 0).then(|| {
        let words = format!("{} storms while behind in total, {own} to {other}.", Text::seat(winner));
        Moment::new("against-the-total", 82, words)
    })
}
