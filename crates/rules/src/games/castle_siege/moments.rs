//! Noteworthy moments: open castles, sieges, tired units, and a storm's effect on the result.
//!
//! Public moments of a round are made from its report alone.

use super::order::Action;
use super::position::{Ending, Position};
use super::round::{Report, Siege};
use super::secrets::Secrets;
use super::tell::RoundOver;
use super::text::listed;
use super::unit_stats::{SPENT, Stat, UnitLetter, sum, total};
use crate::game::{BySeat, Moment, Seat};

/// The least gain of EXH of a seat's units in a round for a `worn-out` moment.
const TIRING: i64 = 5;
/// The least number of fighting pairs for a great battle.
const GREAT: usize = 3;

const STORMED: &[&str] = &[
    "{seat} walks through {castle}'s open gate with {units}!",
    "Nobody guards the gate, and {seat} storms {castle}'s castle with {units}!",
    "{castle}'s walls are empty, and {seat} takes the castle with {units}!",
];
const HOLD_BY_ONE: &[&str] = &[
    "{castle}'s walls hold by one! {seat} came with {units}, {attack} against {defence}.",
    "By one! {seat}'s {units} attack with {attack}, and {castle}'s walls hold with {defence}.",
    "One point short! {seat} attacks with {units}, {attack} against {defence}.",
];
const HOLD: &[&str] = &[
    "{castle}'s walls hold against {seat}'s {units}: {attack} attack, {defence} defence.",
    "{seat} runs into the walls with {units}, {attack} against {defence}.",
];
const EVEN: &[&str] = &[
    "{seat} attacks with {units}: dead level at {castle}'s gate, {attack} each.",
    "Level at {castle}'s gate, {attack} each: {seat} came with {units}.",
];
const BATTERED: &[&str] = &[
    "{seat} batters {castle}'s walls with {units}, {attack} against {defence}!",
    "{attack} against {defence}! {castle}'s walls shake under {seat}'s {units}.",
];
const OUTWEIGHED: &[&str] = &[
    "{seat} outweighs the walls with {units}, {attack} to {defence}; they stand.",
    "{attack} against {defence}: {castle}'s walls suffer under {seat}'s {units}, and stand.",
];
const OPEN_GATE: &[&str] =
    &["{castle}'s gate stands open, and nobody comes.", "{castle} leaves the gate open, and keeps the castle."];
const OPEN_GATES: &[&str] = &["Both gates stand open, and nobody comes.", "Nobody on either wall, and no siege."];
const GREAT_BATTLES: &[&str] = &["{pairs} pairs clash in the field!", "A great battle: {pairs} against {pairs}!"];
const BATTLES: &[&str] =
    &["They clash in the field; nobody reaches a wall.", "They meet in the field; both castles are left alone."];
const QUIET: &[&str] = &["No battle, no siege.", "Nobody marches."];
const OPEN_CASTLE: &[&str] =
    &["{castle}'s castle stands open, and nobody takes it!", "{seat} could walk into {castle}'s castle, and does not!"];
const WORN_OUT: &[&str] = &[
    "The round wears {seat}'s units out: +{more} exhaustion, {all} in all.",
    "{seat}'s units tire: +{more} exhaustion, {all} in all.",
];
const AGAINST_THE_TOTAL: &[&str] = &[
    "{seat} storms while behind in total, {own} to {other}!",
    "Behind {own} to {other} in total, {seat} storms the castle!",
];

/// The public moments of a round.
pub(super) fn of_report(report: &Report) -> Vec<Moment> {
    let mut found: Vec<Moment> = report.siege.as_ref().map(|siege| of_siege(report, siege)).into_iter().collect();
    let open = |seat: &Seat| {
        report.defenders[*seat].is_empty() && report.siege.as_ref().is_none_or(|siege| siege.castle != *seat)
    };
    found.extend(match Seat::ALL.into_iter().filter(open).collect::<Vec<_>>()[..] {
        [castle] => Some(Moment::new("open-gate", 36, OPEN_GATE).with("castle", castle)),
        [_, _] => Some(Moment::new("open-gates", 34, OPEN_GATES)),
        _ => None,
    });
    found.push(match report.battle.len() {
        0 => Moment::new("quiet", 15, QUIET).instead_of_the_first_line(),
        pairs if pairs >= GREAT => Moment::new("great-battle", 50, GREAT_BATTLES).with("pairs", pairs),
        // Lower than the weight of any siege.
        _ => Moment::new("battle", 16, BATTLES),
    });
    found.retain(|moment| report.siege.is_none() || !matches!(moment.kind, "quiet" | "battle"));
    found
}

fn of_siege(report: &Report, siege: &Siege) -> Moment {
    let Siege { castle, sa, sd, attackers } = siege;
    let (kind, weight, phrases) = match sd - sa {
        _ if report.stormed_by().is_some() => ("stormed", 95, STORMED),
        1 => ("walls-hold", 62, HOLD_BY_ONE),
        more if more > 1 => ("walls-hold", 45, HOLD),
        0 => ("walls-even", 48, EVEN),
        _ if *sa >= 2 * sd => ("walls-battered", 58, BATTERED),
        _ => ("walls-outweighed", 44, OUTWEIGHED),
    };
    let moment = Moment::new(kind, weight, phrases);
    // The moment belongs to the stronger side.
    let moment = if sd >= sa && kind != "stormed" {
        moment.with("castle", *castle).with("seat", !*castle)
    } else {
        moment.with("seat", !*castle).with("castle", *castle)
    };
    let moment = moment.with("attack", *sa).with("defence", *sd).with("units", listed(attackers));
    moment.instead_of_the_first_line()
}

/// The true moments of a round.
pub(super) fn of_round(over: &RoundOver) -> Vec<Moment> {
    let mut found: Vec<Moment> = Seat::ALL.into_iter().filter_map(|seat| open(over, seat)).collect();
    found.extend(over.report.siege.as_ref().map(|siege| of_siege(&over.report, siege)));
    found.extend(Seat::ALL.into_iter().filter_map(|seat| tiring(over, seat)));
    found
}

/// The moment of a castle without defenders and attackers that the enemy could have stormed.
fn open(over: &RoundOver, seat: Seat) -> Option<Moment> {
    let report = &over.report;
    if !report.defenders[seat].is_empty() || report.siege.as_ref().is_some_and(|siege| siege.castle == seat) {
        return None;
    }
    // A seat without an order took no deliberate risk.
    let actions = over.orders[seat].as_ref()?;
    let own = actions.iter().filter(|&(_, action)| *action == Action::Attack).count();
    let able = |letter: &UnitLetter| {
        let unit = over.before[!seat][*letter];
        unit[Stat::Atk] > 0 && unit[Stat::Exh] < SPENT
    };
    let able = UnitLetter::ALL.iter().filter(|letter| able(letter)).count();
    (able > own).then(|| Moment::new("open-castle", 80, OPEN_CASTLE).with("castle", seat).with("seat", !seat))
}

/// The moment of a round in which a seat's units gained much EXH.
fn tiring(over: &RoundOver, seat: Seat) -> Option<Moment> {
    let exh = [&over.before, &over.units].map(|units| sum(&units[seat], Stat::Exh));
    let more = exh[1] - exh[0];
    let moment = Moment::new("worn-out", 43, WORN_OUT).with("seat", seat);
    (more >= TIRING).then(|| moment.with("more", more).with("all", exh[1]))
}

/// The moment of the end: a storm against the totals.
pub(super) fn of_end(ending: Ending, position: &Position, secrets: &BySeat<Secrets>) -> Option<Moment> {
    let Ending::Stormed(winner) = ending else { return None };
    let units = |seat: Seat| secrets[seat].units().map(total);
    let (own, other) = (units(winner)?, units(!winner)?);
    let left = position.ruleset().rounds.saturating_sub(position.played());
    let moment = Moment::new("against-the-total", 97, AGAINST_THE_TOTAL).with("seat", winner);
    (own < other && left > 0).then(|| moment.with("own", own).with("other", other))
}
