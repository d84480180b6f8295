//! Noteworthy moments: announced upsets, true guesses and disguises, and the results of bouts.
//!
//! Public moments of a round are made from its announcement alone. The announcement may be false, so the phrases present it as one.

use super::duel::Effect;
use super::position::{Position, Shown, Stage, higher};
use super::tell::RoundOver;
use super::truth::TrueBout;
use super::unit::Unit;
use crate::game::{BySeat, Moment, Seat};

/// The largest lead of a close bout; the next constant is the smallest lead of a one-sided bout.
const CLOSE: u16 = 3;
const WIDE: u16 = 20;
/// The smallest difference of unit numbers for an announced upset.
const UPSET: u8 = 3;

const UPSETS: &[&str] = &[
    "Round {round}: upset! Announced winner: {winner}'s {unit}, over {loser}'s {other}.",
    "Round {round}: {low} against {high}! Announced winner: {winner}'s {unit}, not the {other}.",
];
const LIKES: &[&str] = &[
    "Round {round}: {unit} meets {unit}! Announced winner: {winner}.",
    "Round {round}: both show the {unit}! Announced winner: {winner}.",
];
const TIED_LIKES: &[&str] = &[
    "Round {round}: {unit} meets {unit}! A tie is announced.",
    "Round {round}: both show the {unit}! A tie is announced.",
];
const ROUNDS: &[&str] = &[
    "Round {round}: {winner}'s {unit} meets {loser}'s {other}. Announced winner: {winner}.",
    "Round {round}: {winner}'s {unit} against {loser}'s {other}. Announced winner: {winner}.",
];
/// The lower number is announced as the winner.
const LOWER: &[&str] = &[
    "Round {round}: surprise! Announced winner: {winner}'s {unit}, over {loser}'s {other}.",
    "Round {round}: {winner}'s lower {unit} meets {loser}'s {other}. Announced winner: {winner}.",
];
const TIES: &[&str] = &[
    "Round {round}: {ec}'s {unit} meets {dmo}'s {other}. A tie is announced.",
    "Round {round}: {ec}'s {unit} against {dmo}'s {other}. A tie is announced.",
];
const FORESIGHTS: &[&str] = &[
    "{seat}'s Astrologian calls the {unit} and beats it, {own} to {other}!",
    "Called it! {seat}'s Astrologian beats the {unit} {own} to {other}.",
];
const DEAD_UNITS: &[&str] =
    &["{seat} sends the dead {unit}; a Chocobo goes out.", "{seat}'s {unit} is dead, so a Chocobo goes out."];
const BELIEVED: &[&str] = &[
    "{seat}'s Blue Mage passes for the {unit} that an Astrologian calls!",
    "An Astrologian calls the {unit}, and meets {seat}'s Blue Mage!",
];
const DISGUISES: &[&str] =
    &["{seat}'s Blue Mage, shown as {unit}, hides {what}.", "Shown as {unit}, {seat}'s Blue Mage hides {what}."];
const FEWER_ROUNDS: &[&str] = &[
    "{winner} takes the bout {points} to {less}, with only {rounds} rounds to {more}!",
    "Fewer rounds, more points: {winner} takes the bout {points} to {less}.",
];
const BY_ONE: &[&str] =
    &["{winner} takes bout {bout} by a single point!", "One point decides bout {bout}, and it is {winner}'s!"];
const CLOSE_BOUTS: &[&str] =
    &["{winner} takes bout {bout} by {lead} points!", "Close! Bout {bout} is {winner}'s by {lead} points."];
const ONE_SIDED: &[&str] =
    &["{winner} runs away with bout {bout}, by {lead} points!", "{winner} sweeps bout {bout}, {lead} points ahead!"];
const BOUTS: &[&str] = &[
    "{winner} wins bout {bout} by {lead} points and {now}.",
    "{winner} takes bout {bout} by {lead} points and {now}.",
];
const TIED_BOUTS: &[&str] = &["Bout {bout} is tied at {points}!", "Nobody takes bout {bout}: {points} points each!"];

/// The public moments of a round.
pub(super) fn of_announcement(round: usize, shown: Shown) -> Vec<Moment> {
    let units = shown.units;
    if units.ec == units.dmo && units.ec != Unit::Chocobo {
        let moment = match shown.winner {
            Some(winner) => Moment::new("alike", 50, LIKES).with("winner", winner),
            None => Moment::new("alike", 50, TIED_LIKES),
        };
        let moment = moment.with("round", round).with("unit", units.ec.name());
        return vec![moment.instead_of_the_first_line()];
    }
    let meeting = |moment: Moment, [one, other]: [&'static str; 2], seat: Seat| {
        let moment = moment.with("round", round).with(one, seat).with(other, !seat);
        let moment = moment.with("unit", units[seat].name()).with("other", units[!seat].name());
        vec![moment.instead_of_the_first_line()]
    };
    let Some(winner) = shown.winner else { return meeting(Moment::new("tie", 20, TIES), ["ec", "dmo"], Seat::Ec) };
    let (low, high) = (units[winner].number(), units[!winner].number());
    if high >= low + UPSET {
        let moment = Moment::new("upset", 50 + 2 * (high - low), UPSETS).with("low", low).with("high", high);
        return meeting(moment, ["winner", "loser"], winner);
    }
    // A number that does not explain the announcement is more instructive than one that does.
    let (kind, weight, phrases) = if low < high { ("lower-number", 50, LOWER) } else { ("round", 20, ROUNDS) };
    meeting(Moment::new(kind, weight, phrases), ["winner", "loser"], winner)
}

/// The true moments of a round.
pub(super) fn of_round(over: &RoundOver) -> Vec<Moment> {
    Seat::ALL.into_iter().flat_map(|seat| of_side(over, seat)).collect()
}

fn of_side(over: &RoundOver, seat: Seat) -> Vec<Moment> {
    let RoundOver { shown, sent, fell_back, fought, .. } = over;
    let (units, strength) = (fought.units, fought.strength);
    let mut found = Vec::new();
    let foresaw = fought.effects[seat].iter().any(|effect| matches!(effect, Effect::Foresaw(_)));
    if foresaw && fought.winner == Some(seat) {
        // A stronger victim gives a heavier moment.
        let moment = Moment::new("foresight", 50 + 2 * units[!seat].number(), FORESIGHTS).with("seat", seat);
        let moment = moment.with("unit", units[!seat].name()).with("own", strength[seat]);
        found.push(moment.with("other", strength[!seat]));
    }
    if units[seat] != Unit::BlueMage {
        if let Some(order) = sent[seat].filter(|_| fell_back[seat]) {
            let unit = order.unit().name();
            found.push(Moment::new("dead-unit", 35, DEAD_UNITS).with("seat", seat).with("unit", unit));
        }
        return found;
    }
    let disguise = |kind, weight, phrases| {
        Moment::new(kind, weight, phrases).with("seat", seat).with("unit", shown.units[seat].name())
    };
    let named = sent[!seat].filter(|_| units[!seat] == Unit::Astrologian).and_then(super::Order::second);
    if named == Some(shown.units[seat]) {
        found.push(disguise("believed", 75, BELIEVED));
    }
    // With two Blue Mages, no single one hides the result.
    if shown.winner != fought.winner && units[!seat] != Unit::BlueMage {
        let what = match fought.winner {
            Some(winner) if winner == seat => "its win",
            Some(_) => "its defeat",
            None => "a tie",
        };
        found.push(disguise("disguise", 45, DISGUISES).with("what", what));
    }
    found
}

/// The public moments of a bout, whose points are announced.
pub(super) fn of_bout(position: &Position, points: BySeat<u16>) -> Vec<Moment> {
    let bout = position.bout_number();
    let Some(winner) = position.bout().winner() else {
        let moment = Moment::new("tied-bout", 78, TIED_BOUTS).with("bout", bout).with("points", points.ec);
        return vec![moment.instead_of_the_first_line()];
    };
    let lead = points[winner] - points[!winner];
    let (kind, weight, phrases) = match lead {
        1 => ("close-bout", 84, BY_ONE),
        lead if lead <= CLOSE => ("close-bout", 80, CLOSE_BOUTS),
        lead if lead >= WIDE => ("one-sided", 78, ONE_SIDED),
        _ => ("bout", 77, BOUTS),
    };
    let won = position.bouts_won();
    let now = match won[winner].cmp(&won[!winner]) {
        _ if matches!(position.stage(), Stage::Over(outcome) if outcome.winner == Some(winner)) => {
            "with it the match".to_owned()
        }
        std::cmp::Ordering::Less => format!("still trails {} to {}", won[winner], won[!winner]),
        std::cmp::Ordering::Equal => "draws level".to_owned(),
        std::cmp::Ordering::Greater => format!("leads {} to {}", won[winner], won[!winner]),
    };
    let moment = Moment::new(kind, weight, phrases).with("winner", winner).with("bout", bout).with("lead", lead);
    vec![moment.with("now", now).instead_of_the_first_line()]
}

/// The true moments of a bout.
pub(super) fn of_true_bout(position: &Position, truth: &TrueBout) -> Vec<Moment> {
    let (points, wins) = (truth.points(), truth.round_wins());
    let mut found = of_bout(position, points);
    if let Some(winner) = position.bout().winner().filter(|&winner| higher(wins) == Some(!winner)) {
        let moment = Moment::new("fewer-rounds", 79, FEWER_ROUNDS).with("winner", winner);
        let moment = moment.with("points", points[winner]).with("less", points[!winner]);
        found.push(moment.with("rounds", wins[winner]).with("more", wins[!winner]));
    }
    found
}
