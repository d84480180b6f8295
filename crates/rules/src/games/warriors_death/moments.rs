//! What is worth remembering of a match: guesses, disguises and close bouts.

use super::position::{Position, higher};
use super::resolve::Effect;
use super::tell::RoundOver;
use super::truth::TrueBout;
use super::unit::Unit;
use crate::game::{Moment, Seat, Text};

/// By how many points a bout is won at most to be a close one, and at least to be one-sided.
const CLOSE: u16 = 3;
const WIDE: u16 = 20;

/// Of a round.
pub(super) fn of_round(over: &RoundOver) -> Vec<Moment> {
    Seat::ALL.into_iter().flat_map(|seat| of_side(over, seat)).collect()
}

fn of_side(over: &RoundOver, seat: Seat) -> Vec<Moment> {
    let RoundOver { shown, sent, fell_back, fought, .. } = over;
    let name = Text::seat(seat);
    let (units, strength) = (fought.units, fought.strength);
    let mut found = Vec::new();
    let foresaw = fought.effects[seat].iter().any(|effect| matches!(effect, Effect::Foresaw(_)));
    if foresaw && fought.winner == Some(seat) {
        let (met, own, other) = (units[!seat].name(), strength[seat], strength[!seat]);
        let words = format!("{name}'s Astrologian names the {met} and beats it, {own} to {other}.");
        // The stronger what is beaten, the better.
        found.push(Moment::new("foresight", 50 + 2 * units[!seat].number(), words));
    }
    if units[seat] != Unit::BlueMage {
        if let Some(order) = sent[seat].filter(|_| fell_back[seat]) {
            let words = format!("{name} sends the {}, which is dead; a Chocobo goes out.", order.unit().name());
            found.push(Moment::new("dead-unit", 35, words));
        }
        return found;
    }
    let disguise = shown.units[seat].name();
    let named = sent[!seat].filter(|_| units[!seat] == Unit::Astrologian).and_then(super::Order::second);
    if named == Some(shown.units[seat]) {
        let words = format!("{name}'s Blue Mage passes for the {disguise} that an Astrologian names.");
        found.push(Moment::new("believed", 75, words));
    }
    // With two of them it is not the one alone that hides it.
    if shown.winner != fought.winner && units[!seat] != Unit::BlueMage {
        let what = match fought.winner {
            Some(winner) if winner == seat => "its win",
            Some(_) => "its defeat",
            None => "a tie",
        };
        let words = format!("{name}'s Blue Mage, shown as {disguise}, hides {what} from everyone.");
        found.push(Moment::new("disguise", 45, words));
    }
    found
}

/// Of a bout.
pub(super) fn of_bout(position: &Position, truth: &TrueBout) -> Vec<Moment> {
    let (points, wins) = (truth.points(), truth.round_wins());
    let Some(winner) = position.bout().winner() else { return Vec::new() };
    let (name, lead) = (Text::seat(winner), points[winner] - points[!winner]);
    let score = format!("{} to {}", points[winner], points[!winner]);
    let mut found = Vec::new();
    if higher(wins) == Some(!winner) {
        let words = format!("{name} takes the bout {score}, with {} rounds won to {}.", wins[winner], wins[!winner]);
        found.push(Moment::new("fewer-rounds", 65, words));
    }
    if lead <= CLOSE {
        let margin = if lead == 1 { "one point".to_owned() } else { format!("{lead} points") };
        let words = format!("{name} takes the bout by {margin}, {score}.");
        found.push(Moment::new("close-bout", if lead == 1 { 80 } else { 65 }, words));
    }
    if lead >= WIDE {
        found.push(Moment::new("one-sided", 40, format!("{name} runs away with the bout, {score}.")));
    }
    found
}
