//! The answers to `/board`.

use super::manual::table_lines;
use super::order::{Order, actions_text, units_text};
use super::position::Position;
use super::text::{ending, report_lines, report_short, units_lines, units_words, with_title};
use super::unit_stats::UnitLetter;
use super::view::View;
use crate::game::{Refusal, Seat, Text, Words as _};

/// The queries of `/board`.
pub(super) const QUERIES: &[(&str, &str)] = &[
    ("last", "What was shown of the last round"),
    ("history", "What was shown of every round, a line each"),
    ("round 1", "One round, with your own order and units in it"),
    ("seen", "What is known of each unit: its ATK as last shown, and where it was"),
    ("units", "Your units' statistics; both players' once the match is over"),
    ("orders", "Your orders; both players' once the match is over"),
    ("tables", "The battle and siege tables in force"),
];

/// The most characters about rounds in an answer.
const LONG: usize = 3_000;
const SHORT: usize = 1_500;

/// Answers a `/board` query.
pub(super) fn answer(view: &View, query: &str) -> Result<String, Refusal> {
    let query = query.trim().to_lowercase();
    let position = view.position();
    let words: Vec<_> = query.split_whitespace().collect();
    Ok(match words[..] {
        [] => everything(view),
        ["last"] => match position.last() {
            Some(report) => report_lines(report).join("\n"),
            None => "No round has been played yet.".to_owned(),
        },
        ["history" | "rounds"] => history(position, LONG),
        ["round", number] => round(view, number.parse().map_err(|_| unknown())?),
        ["seen"] => seen(position),
        ["units" | "mine"] => units(view),
        ["orders"] => orders(view),
        ["tables" | "table"] => table_lines(position.ruleset(), LONG).join("\n"),
        _ => return Err(unknown()),
    })
}

fn unknown() -> Refusal {
    Refusal::unreadable("Ask for last, history, round 3, seen, units, orders or tables; or for nothing to see it all.")
}

fn history(position: &Position, most: usize) -> String {
    let lines: Vec<_> = position.reports().iter().map(|report| report_short(report)).collect();
    if lines.is_empty() {
        return "No round has been played yet.".to_owned();
    }
    with_title(
        "Each round: battles with ATK, the EC's unit first; walls EC/DMO; sieges with ATK:DEF.".to_owned(),
        &lines,
        most,
    )
}

fn round(view: &View, number: usize) -> String {
    let Some(report) = number.checked_sub(1).and_then(|index| view.position().reports().get(index)) else {
        return format!("Round {number} has not been played.");
    };
    let mut lines = report_lines(report);
    for seat in Seat::ALL {
        let Some(own) = view.of(seat).and_then(|secrets| secrets.rounds.get(number - 1)) else { continue };
        let order = own.order.map_or_else(|| "no order".to_owned(), |order| Order::Actions(order).words());
        lines.push(format!("{}: {order}. After it: {}.", Text::seat(seat), units_words(&own.units)));
    }
    lines.join("\n")
}

/// Each unit's public history: its ATK as last shown, and the recent rounds in which it attacked or defended.
fn seen(position: &Position) -> String {
    if position.reports().is_empty() {
        return "No unit has been seen yet.".to_owned();
    }
    let mut lines = Vec::new();
    for seat in Seat::ALL {
        lines.push(format!("{} ({}):", Text::seat(seat), seat.label()));
        lines.extend(UnitLetter::ALL.map(|letter| sightings(position, seat, letter)));
    }
    lines.join("\n")
}

fn sightings(position: &Position, seat: Seat, letter: UnitLetter) -> String {
    const MANY: usize = 8;
    let mut atk = None;
    let (mut battles, mut walls, mut sieges) = (Vec::new(), Vec::new(), Vec::new());
    for report in position.reports() {
        if let Some(pair) = report.battle.iter().find(|pair| pair[seat].0 == letter) {
            atk = Some((pair[seat].1, report.round));
            battles.push(report.round);
        }
        if report.defenders[seat].contains(&letter) {
            walls.push(report.round);
        }
        if report.siege.as_ref().is_some_and(|siege| siege.castle != seat && siege.attackers.contains(&letter)) {
            sieges.push(report.round);
        }
    }
    let rounds = |what: &str, rounds: &[u32]| {
        let newest: Vec<_> = rounds.iter().rev().take(MANY).rev().map(ToString::to_string).collect();
        let more = if rounds.len() > MANY { "… " } else { "" };
        (!rounds.is_empty()).then(|| format!("{what} {more}{}", newest.join(" ")))
    };
    let atk = atk.map(|(atk, round)| format!("ATK {atk} in round {round}"));
    let parts = [atk, rounds("battles", &battles), rounds("sieges", &sieges), rounds("walls", &walls)];
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    let words = if parts.is_empty() { "never seen".to_owned() } else { parts.join("; ") };
    format!("{letter}: {words}")
}

fn units(view: &View) -> String {
    let mut lines = units_lines(view);
    for seat in Seat::ALL {
        let Some(allocated) = view.of(seat).and_then(|secrets| secrets.allocated.as_ref()) else { continue };
        lines.push(format!("Allocated by {}: {}.", Text::seat(seat), units_text(allocated)));
    }
    if lines.is_empty() {
        return match view.seat() {
            Some(_) => "Your allocation is not settled yet.".to_owned(),
            None => "Statistics are secret until the match ends; only their player can ask for them.".to_owned(),
        };
    }
    lines.join("\n")
}

fn orders(view: &View) -> String {
    let of = |order: Option<super::Actions>| order.map_or_else(|| "none".to_owned(), |order| actions_text(&order));
    if let Some(all) = view.all() {
        let rounds = all.ec.rounds.iter().zip(&all.dmo.rounds);
        let lines: Vec<_> = (1..)
            .zip(rounds)
            .map(|(number, (ec, dmo)): (u32, _)| format!("{number}. {} / {}", of(ec.order), of(dmo.order)))
            .collect();
        return with_title(
            format!("Orders for A to E, {} / {}:", Text::seat(Seat::Ec), Text::seat(Seat::Dmo)),
            &lines,
            LONG,
        );
    }
    let Some(own) = view.own() else {
        return "Orders are secret until the match ends; only their player can ask for them.".to_owned();
    };
    let lines: Vec<_> = (1..)
        .zip(&own.rounds)
        .map(|(number, round): (u32, _)| format!("{number}. {}, then {}", of(round.order), units_words(&round.units)))
        .collect();
    with_title("Your orders for A to E, and your units after each round:".to_owned(), &lines, LONG)
}

fn everything(view: &View) -> String {
    let position = view.position();
    let mut lines = vec![format!("{}.", view.heading().stage)];
    lines.extend(ending(view));
    if let Some(report) = position.last() {
        lines.extend(report_lines(report));
    }
    lines.extend(units_lines(view));
    lines.push(history(position, SHORT));
    lines.join("\n")
}
