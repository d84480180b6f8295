//! The picture: both rosters with the rounds between them. A break shows the totals instead, and the end shows the truth.
//!
//! In a round's column, the Elimination Candidate's unit is above and the other's below. The number between them points at the announced
//! winner. Shapes, crowns and pointers repeat everything that colours show.

mod board;
mod legend;
mod match_end;
mod parts;
mod unit_names;

use super::position::{BOUTS, Position, Shown, Stage};
use super::text::unannounced;
use super::unit::{Named, Unit, named};
use super::view::View;
use crate::game::{Draws, Reason, Scene, Seat, Text, Words};

impl Draws for View {
    fn draw(&self, chosen: &[String]) -> Scene {
        let (height, shapes) = match (self.outcome(), self.truth()) {
            (Some(outcome), Some(truth)) => match_end::shapes(self.position(), truth, outcome),
            _ => board::shapes(self, &chosen_units(self, chosen)),
        };
        Scene { heading: self.heading(), height, shapes, caption: Text::new(caption(self.position())) }
    }
}

/// The units named by the words of an order, each with the seat whose roster shows it.
fn chosen_units(view: &View, chosen: &[String]) -> Vec<(Seat, Unit)> {
    let Some(own) = view.seat().filter(|_| view.awaits_unit()) else { return Vec::new() };
    let mut units = chosen.iter().map_while(|word| match named(&word.to_ascii_lowercase()) {
        Named::One(unit) => Some(unit),
        _ => None,
    });
    let first = units.next();
    // A disguise is a unit of the own side, a guess one of the other side.
    let of_second = if first == Some(Unit::BlueMage) { own } else { !own };
    first.map(|unit| (own, unit)).into_iter().chain(units.map(|unit| (of_second, unit))).collect()
}

fn caption(position: &Position) -> String {
    let bout = position.bout_number();
    match (position.stage(), position.bout().rounds.last()) {
        (Stage::Over(outcome), _) if outcome.reason == Reason::TieBreak => {
            "The sixth bout is tied, which the DMO wins. This is what truly happened.".to_owned()
        }
        (Stage::Over(_), _) => "The truth: every unit, its strength, and who really won.".to_owned(),
        (Stage::Round, None) if bout == 1 => {
            "Each player has one of every unit and Chocobos without end. Both choose in secret.".to_owned()
        }
        (Stage::Round, None) if bout > BOUTS => "The sixth bout decides. Every unit is back.".to_owned(),
        (Stage::Round, None) => "A new bout: every unit is back.".to_owned(),
        (Stage::Round, Some(shown)) => round_caption(position.bout().rounds.len(), *shown),
        (Stage::Break, _) => break_caption(position),
    }
}

fn round_caption(round: usize, shown: Shown) -> String {
    let [ours, theirs] = [shown.units.ec.name(), shown.units.dmo.name()];
    let end = match shown.winner {
        Some(seat) => format!("Announced winner: {}.", Text::seat(seat)),
        None => "A tie is announced.".to_owned(),
    };
    let [ec, dmo] = Seat::ALL.map(Text::seat);
    format!("Round {round}: {ec}'s {ours} against {dmo}'s {theirs}. {end}")
}

fn break_caption(position: &Position) -> String {
    let bout = position.bout_number();
    let Some(points) = position.bout().points else { return String::new() };
    let level = if bout == BOUTS { " The match is level: a sixth bout decides." } else { "" };
    match position.bout().winner() {
        Some(seat) => {
            let (most, least) = (points[seat], points[!seat]);
            let unannounced = unannounced(position.bout(), seat).is_some();
            let why = if unannounced { " An announced winner can be wrong, and fallen units score too." } else { "" };
            format!("{} takes bout {bout}, {most} points to {least}.{why}{level}", Text::seat(seat))
        }
        None => format!("Bout {bout} is tied at {} points.{level}", points[Seat::Ec]),
    }
}
