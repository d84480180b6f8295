//! Noteworthy moments: open castles, sieges, tired units, and a storm's effect on the result.
//!
//! Public moments of a round are made from its report alone.

use super::order::Action;
use super::position::{Ending, Position};
use super::round::{Report, Siege};
use super::secrets::Secrets;
use super::tell::RoundOver;
use super::text::{empty_castles, empty_line, listed};
use super::unit_stats::{SPENT, Stat, UnitLetter, sum, total};
use crate::game::{BySeat, Moment, Seat};

/// The least gain of EXH of a seat's units in a round for a `worn-out` moment.
const TIRING: i64 = 5;
/// The least number of fighting pairs for a great battle.
const GREAT: usize = 3;

const STORMED: &[&str] = &[
    "{attacker} walks through {castle}'s open gate with {units}!",
    "Nobody guards the gate, and {attacker} storms {castle}'s castle with {units}!",
    "{castle}'s walls are empty, and {attacker} takes the castle with {units}!",
];
const HOLD_BY_ONE: &[&str] = &[
    "{castle}'s walls hold by one! {attacker} came with {units}, {attack} against {defence}.",
    "By one! {attacker} attacks with {units}, {attack} against {defence}, and {castle}'s walls hold.",
    "One point short! {attacker} attacks with {units}, {attack} against {defence}.",
];
const HOLD: &[&str] = &[
    "{castle}'s walls hold against {attacker}'s {units}: {attack} attack, {defence} defence.",
    "{attacker} runs into the walls with {units}, {attack} against {defence}.",
];
const EVEN: &[&str] = &[
    "{attacker} attacks with {units}: dead level at {castle}'s gate, {attack} each.",
    "Level at {castle}'s gate, {attack} each: {attacker} came with {units}.",
];
const BATTERED: &[&str] = &[
    "{attacker} batters {castle}'s walls with {units}, {attack} against {defence}!",
    "{attack} against {defence}! {castle}'s walls shake under {attacker}'s {units}.",
];
const OUTWEIGHED: &[&str] = &[
    "{attacker} outweighs the walls with {units}, {attack} to {defence}; they stand.",
    "{attack} against {defence}: {castle}'s walls suffer under {attacker}'s {units}, and stand.",
];
const OPEN_GATE: &[&str] = &[
    "Nobody defends {castle}'s castle, but no attacker gets through.",
    "{castle} leaves the castle empty, but no attacker gets through.",
];
const OPEN_GATES: &[&str] = &[
    "Nobody defends either castle, but no attacker gets through.",
    "Both castles are empty, but no attacker gets through.",
];
const GREAT_BATTLES: &[&str] = &["{pairs} pairs clash in the field!", "A great battle: {pairs} against {pairs}!"];
const BATTLES: &[&str] =
    &["{seat} wins in the field, and nobody reaches a castle.", "The field is {seat}'s, and nobody reaches a castle."];
const EVEN_BATTLES: &[&str] =
    &["Level in the field, and nobody reaches a castle.", "Level in the field; no castle is reached."];
const QUIET: &[&str] = &["Nobody attacks.", "A quiet round: nobody attacks."];
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
    let is_quiet = report.battle.is_empty() && report.siege.is_none();
    let empty = empty_castles(report);
    let open = match empty[..] {
        [castle] => Some(Moment::new("open-gate", 36, OPEN_GATE).with("castle", castle)),
        [_, _] => Some(Moment::new("open-gates", 34, OPEN_GATES)),
        _ => None,
    };
    found.extend(open.zip(empty_line(&empty)).map(|(moment, line)| {
        let moment = moment.instead_of(line);
        if is_quiet { moment.instead_of_the_first_line() } else { moment }
    }));
    let won = |seat: Seat| report.battle.iter().filter(|pair| pair[seat].1 > pair[!seat].1).count();
    let ahead = Seat::ALL.into_iter().find(|&seat| won(seat) > won(!seat));
    found.push(match (report.battle.len(), ahead) {
        (0, _) => Moment::new("quiet", 15, QUIET).instead_of_the_first_line(),
        (pairs, _) if pairs >= GREAT => Moment::new("great-battle", 50, GREAT_BATTLES).with("pairs", pairs),
        // Lower than the weight of any siege.
        (_, Some(seat)) => Moment::new("battle", 16, BATTLES).with("seat", seat),
        (_, None) => Moment::new("battle", 16, EVEN_BATTLES),
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
    // The moment belongs to the side that gains.
    let side = if kind == "walls-hold" { *castle } else { !*castle };
    let moment = moment.with("seat", side).with("attacker", !*castle).with("castle", *castle);
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
