//! Events, and each viewer's account of them.
//!
//! - The public is told a round's report, a seat also its own order and units, the referee everything. No other viewer can distinguish a
//!   recovering unit from an idle one, or a missed order from one that lets all units rest.
//! - As data: `begins`, `allocated`, `starts`, `round`, `revealed` and `match-over`.

use serde_json::{Value, json};

use super::battle_tables::change_words;
use super::moments;
use super::order::{Actions, Order, units_text};
use super::position::{Ending, Position};
use super::round::{Report, Workings};
use super::secrets::Secrets;
use super::text::{orders_lines, report_lines, score, sieges_words, units_words};
use super::unit_stats::{ByUnit, Stat, Stats, Units, letters, sum, total};
use super::view::{order_json, orders_json, report_json, units_json};
use crate::game::{BySeat, Moment, Seat, Tell, Text, Told, Viewer};

/// An event, with all facts about it.
#[derive(Clone, Debug)]
pub enum Event {
    /// The match begins.
    Begins {
        /// Whether the match has a start time.
        timed: bool,
    },
    /// Both allocations have resolved.
    Allocated {
        /// Each seat's units.
        units: Box<BySeat<Units>>,
        /// Whether each seat missed the allocation and has the default units.
        defaulted: BySeat<bool>,
    },
    /// The wait for the start is over.
    Starts {
        /// Each seat's units.
        units: Box<BySeat<Option<Units>>>,
    },
    /// A round was played.
    Round(Box<RoundOver>),
    /// A ruling ended the match, and its secrets are disclosed.
    Revealed(Box<BySeat<Secrets>>),
    /// The match is over by play.
    Over(Ending, Box<(Position, BySeat<Secrets>)>),
}

/// A played round.
#[derive(Clone, Debug)]
pub struct RoundOver {
    /// The public report.
    pub report: Report,
    /// The sieges that each seat has laid so far.
    pub sieges: BySeat<usize>,
    /// The hidden workings.
    pub workings: Workings,
    /// Each seat's order; `None` if it was missed.
    pub orders: BySeat<Option<Actions>>,
    /// Each seat's units before the round.
    pub before: BySeat<Units>,
    /// Each seat's units after the round.
    pub units: BySeat<Units>,
}

impl Tell for Event {
    fn tell(&self, viewer: Viewer) -> Option<Told> {
        let (words, data) = match self {
            Self::Begins { timed } => begins(*timed),
            Self::Allocated { units, defaulted } => allocated(units, *defaulted, viewer),
            Self::Starts { units } => starts(units, viewer),
            Self::Round(over) => round(over, viewer),
            Self::Revealed(secrets) => {
                let mut data = reveal_json(secrets);
                data["kind"] = "revealed".into();
                (reveal(secrets), data)
            }
            Self::Over(ending, told) => match_over(*ending, &told.0, &told.1),
        };
        Some(Told { text: Text::new(words), data })
    }

    fn moments(&self, viewer: Viewer) -> Vec<Moment> {
        match (self, viewer) {
            (Self::Round(over), Viewer::Truth) => moments::of_round(over),
            (Self::Round(over), _) => moments::of_report(&over.report),
            (Self::Over(ending, told), Viewer::Truth) => {
                moments::of_end(*ending, &told.0, &told.1).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }
}

fn begins(timed: bool) -> (String, Value) {
    let closes =
        if timed { "\nAllocation stays open until shortly before the start, even when both are in." } else { "" };
    let words = format!("Both players allocate in secret.{closes}");
    (words, json!({ "kind": "begins" }))
}

/// The end of the wait as words and data. Each seat is reminded of its units, which were allocated long before.
fn starts(units: &BySeat<Option<Units>>, viewer: Viewer) -> (String, Value) {
    let mut words = "The wait for the start is over: round 1 begins.".to_owned();
    if let Some(units) = viewer.seat().and_then(|seat| units[seat].as_ref()) {
        words += &format!("\nYour units, ATK/DEF/HP: {}.", units_text(units));
    }
    (words, json!({ "kind": "starts" }))
}

/// The allocation as words and data. A seat is also told its `units` and `defaulted`, the referee those of both seats.
fn allocated(units: &BySeat<Units>, defaulted: BySeat<bool>, viewer: Viewer) -> (String, Value) {
    let mut words = "Both allocations are in, and secret until the match ends. A castle falls when attackers reach it and nobody defends it.".to_owned();
    let mut data = json!({ "kind": "allocated" });
    match viewer {
        Viewer::Public => {}
        Viewer::Seat(seat) => {
            let why = if defaulted[seat] { " (nothing came in time)" } else { "" };
            words += &format!("\nYour units{why}, ATK/DEF/HP: {}.", units_text(&units[seat]));
            data["units"] = units_json(&units[seat]);
            data["defaulted"] = json!(defaulted[seat]);
        }
        Viewer::Truth => {
            for seat in Seat::ALL {
                words += &format!("\n{}: {}.", Text::seat(seat), units_text(&units[seat]));
            }
            data["units"] = json!(units.as_ref().map(units_json));
            data["defaulted"] = json!(defaulted);
        }
    }
    (words, data)
}

/// A round as words and data: `round`, `battle`, `defenders`, `siege`; for a seat also its `order` and `units`; for the referee those of
/// both seats, the units `before`, `rows`, `top`, `rest` and `changes`.
fn round(over: &RoundOver, viewer: Viewer) -> (String, Value) {
    let standing = format!("After round {}: {}", over.report.round, sieges_words(over.sieges));
    let mut words = report_lines(&over.report).into_iter().chain([standing]).collect::<Vec<_>>().join("\n");
    let mut data = report_json(&over.report);
    data["kind"] = "round".into();
    match viewer {
        Viewer::Public => {}
        Viewer::Seat(seat) => {
            let order = over.orders[seat].as_ref();
            words += &match order {
                Some(order) => format!("\nYour order: {}.", Order::Actions(*order).words()),
                None => "\nYou ordered nothing in time, so no unit took an action.".to_owned(),
            };
            // The seat knows its own units before and after the round. Changes beyond the limits would tell more: the enemy's statistics.
            let [before, after] = [over.before[seat], over.units[seat]];
            let seen = |letter| Stats(Stat::ALL.map(|stat| after[letter][stat] - before[letter][stat]));
            if let Some(changes) = changes_words(&ByUnit::from_fn(seen)) {
                words += &format!("\nChanges: {changes}.");
            }
            words += &format!("\nYour units: {}.", units_words(&over.units[seat]));
            data["order"] = order_json(order);
            data["units"] = units_json(&over.units[seat]);
        }
        Viewer::Truth => {
            for seat in Seat::ALL {
                let order =
                    over.orders[seat].map_or_else(|| "no order".to_owned(), |order| Order::Actions(order).words());
                let changes = changes_words(&over.workings.changes[seat]).unwrap_or_else(|| "none".to_owned());
                words += &format!("\n{}: {order}. Changes: {changes}.", Text::seat(seat));
            }
            data["order"] = json!(over.orders.as_ref().map(|order| order_json(order.as_ref())));
            data["before"] = json!(over.before.as_ref().map(units_json));
            data["units"] = json!(over.units.as_ref().map(units_json));
            let Workings { battle_rows, siege_row, top, rest, changes } = &over.workings;
            data["battle_rows"] = json!(battle_rows);
            data["siege_row"] = json!(siege_row);
            data["top"] = json!(top);
            data["rest"] = json!(rest.as_ref().map(|rest| letters(rest)));
            data["changes"] = json!(changes.as_ref().map(units_json));
        }
    }
    (words, data)
}

/// `A exhaustion +1; B HP −1`; `None` if nothing changes.
fn changes_words(changes: &ByUnit<Stats>) -> Option<String> {
    let changed =
        changes.iter().filter_map(|(letter, change)| Some(format!("{letter} {}", change_words(*change, Stat::words)?)));
    let changed: Vec<_> = changed.collect();
    (!changed.is_empty()).then(|| changed.join("; "))
}

/// All secrets, in words.
fn reveal(secrets: &BySeat<Secrets>) -> String {
    let mut lines = Vec::new();
    for seat in Seat::ALL {
        let name = Text::seat(seat);
        let Some((allocated, units)) = secrets[seat].allocated.as_ref().zip(secrets[seat].units()) else {
            lines.push(format!("{name}: the time to allocate was not over, so no allocation counted."));
            continue;
        };
        lines.push(format!("{name} allocated {}.", units_text(allocated)));
        if !secrets[seat].rounds.is_empty() {
            let (total, exh, hp) = (total(units), sum(units, Stat::Exh), sum(units, Stat::Hp));
            lines.push(format!(
                "At the end: {}; all values together {total}, exhaustion {exh}, health {hp}.",
                units_words(units)
            ));
        }
    }
    lines.extend(orders_lines(secrets));
    lines.join("\n")
}

/// All secrets as data: `allocated`, `orders` and `units` of each seat.
fn reveal_json(secrets: &BySeat<Secrets>) -> Value {
    json!({
        "allocated": secrets.as_ref().map(|secrets| secrets.allocated.as_ref().map(units_json)),
        "orders": secrets.as_ref().map(orders_json),
        "units": secrets.as_ref().map(|secrets| secrets.units().map(units_json)),
    })
}

/// The end as words and data: `winner`, `reason`, `ending` and all secrets, for everyone.
fn match_over(ending: Ending, position: &Position, secrets: &BySeat<Secrets>) -> (String, Value) {
    let outcome = ending.outcome();
    let mut data = reveal_json(secrets);
    data["kind"] = "match-over".into();
    data["winner"] = json!(outcome.winner);
    data["reason"] = json!(outcome.reason);
    data["ending"] = json!(ending);
    data["round"] = json!(position.played());
    (score(ending, position, secrets), data)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A unit with 3 EXH gains no more. That the round would have given it more shows how it fought.
    #[test]
    fn a_seat_reads_nothing_of_the_hidden_workings() {
        let units = BySeat::from_fn(|_| ByUnit::from_fn(|_| Stats([4, 2, 1, 3])));
        let report = Report { round: 1, battle: Vec::new(), defenders: BySeat::default(), siege: None };
        let (workings, orders) = (Workings::default(), BySeat::default());
        let over = RoundOver { report, sieges: BySeat::default(), workings, orders, before: units, units };
        let mut other = over.clone();
        other.workings.changes = BySeat::from_fn(|_| ByUnit::from_fn(|_| Stats([0, 0, -2, 1])));
        for viewer in [Viewer::Public, Viewer::Seat(Seat::Ec), Viewer::Seat(Seat::Dmo)] {
            assert_eq!(round(&over, viewer), round(&other, viewer), "{viewer:?}");
        }
        assert!(!round(&over, Viewer::Seat(Seat::Ec)).0.contains("Changes"));
    }
}
