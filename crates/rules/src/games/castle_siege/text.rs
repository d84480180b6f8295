//! The texts of a view: headings, questions, alt text and answers.

use std::cmp::Ordering;

use super::CastleSiege;
use super::allocation::{BUDGET, MOST_STAT, MOST_UNIT};
use super::answers::answer;
use super::order::{LETTERS, Order};
use super::position::{Ending, Position};
use super::round::{Fighter, Report};
use super::secrets::Secrets;
use super::unit_stats::{SPENT, Stat, Stats, UnitLetter, Units, letters, sum, total};
use super::view::{Stage, View};
use crate::game::{BySeat, Heading, Refusal, Rules, Seat, Text, Words};

impl Words for View {
    fn heading(&self) -> Heading {
        let position = self.position();
        let stage = match (self.stage(), self.outcome()) {
            (Stage::Allocation | Stage::Break, Some(_)) => "Over before round 1".to_owned(),
            // The match ended from outside while this round was asked for.
            (Stage::Battle, Some(_)) => format!("Over in round {}", position.round()),
            (Stage::Allocation, None) => "Allocation".to_owned(),
            (Stage::Break, None) => "Before round 1".to_owned(),
            (Stage::Battle, None) => format!("Round {} of {}", position.round(), position.ruleset().rounds),
            (Stage::Over, _) => format!("Over after round {}", position.played()),
        };
        let (scores, unit) = match (position.ending(), self.all()) {
            (Some(Ending::Stormed(winner)), _) => (BySeat::from_fn(|seat| i64::from(seat == winner)), "castles taken"),
            (Some(_), Some(all)) => (all.as_ref().map(|secrets| secrets.units().map_or(0, total)), "total"),
            // The totals that decide the match are hidden until then, and there is no other score.
            _ => return Heading { stage, ..Heading::default() },
        };
        Heading { stage, scores: scores.map(|score| score.to_string()), unit: unit.to_owned(), inks: None }
    }

    fn question(&self) -> Option<Text> {
        if self.allocates() {
            return Some(Text::new(format!(
                "Give out {BUDGET} ATK (attack), {BUDGET} DEF (defence) and {BUDGET} HP (health); a unit takes at most {MOST_STAT} of each and \
                 {MOST_UNIT} in all. To type it, give each unit's ATK/DEF/HP."
            )));
        }
        let units = self.commands()?;
        // The units' statistics are in the account of the step before: the allocation, the start or a round.
        let spent = units.iter().filter(|(_, unit)| unit[Stat::Exh] >= SPENT).map(|(letter, _)| letter.name());
        let spent: Vec<_> = spent.collect();
        let spent = if spent.is_empty() { String::new() } else { format!(" Worn out: {}.", spent.join(", ")) };
        Some(Text::new(format!(
            "What does each unit do?{spent} To type it, write a letter for each of A to E: {LETTERS}."
        )))
    }

    fn describe_board(&self) -> Text {
        let position = self.position();
        let mut parts = vec![format!("{}. {}.", CastleSiege::ABOUT.name, self.heading().stage)];
        match self.stage() {
            _ if self.outcome().is_some() => {}
            Stage::Allocation => parts.push("Two castles; both players allocate in secret.".to_owned()),
            Stage::Break => parts.push("Two castles; the match waits for its start time.".to_owned()),
            Stage::Battle | Stage::Over => {}
        }
        parts.extend(ending(self));
        match position.last() {
            Some(report) => parts.extend(report_lines(report)),
            None if self.stage() == Stage::Battle => parts.push("No round has been played.".to_owned()),
            None => {}
        }
        if position.played() > 0 && position.ending().is_none() {
            parts.push(format!("After round {}: {}", position.played(), sieges_words(sieges(position))));
        }
        // With a host's own tables, statistics may be too long for all units to fit.
        for units in spoken_units(self) {
            if parts.iter().map(|part| long(part) + 1).sum::<usize>() + long(&units) <= ALT {
                parts.push(units);
            }
        }
        Text::new(parts.join(" "))
    }

    fn answer(&self, query: &str) -> Result<Text, Refusal> {
        answer(self, query).map(Text::new)
    }
}

/// The number of sieges that each seat has laid.
pub(super) fn sieges(position: &Position) -> BySeat<usize> {
    let by: Vec<_> = position.reports().iter().filter_map(|report| Some(!report.siege.as_ref()?.castle)).collect();
    BySeat::from_fn(|seat| by.iter().filter(|&&each| each == seat).count())
}

/// `sieges laid, Ann 1, Bob 0.`
pub(super) fn sieges_words(sieges: BySeat<usize>) -> String {
    let sieges = Seat::ALL.map(|seat| format!("{} {}", Text::seat(seat), sieges[seat]));
    format!("sieges laid, {}.", sieges.join(", "))
}

/// `A`, `A and B`, `A, B and C`.
pub(super) fn listed(letters: &[UnitLetter]) -> String {
    match letters {
        [] => String::new(),
        [one] => one.to_string(),
        [firsts @ .., last] => {
            let firsts: Vec<_> = firsts.iter().map(|letter| letter.name()).collect();
            format!("{} and {last}", firsts.join(", "))
        }
    }
}

/// `A 4/2/1, B 2/2/2 exhausted 2`: ATK/DEF/HP of each unit.
pub(super) fn units_words(units: &Units) -> String {
    let unit = |(letter, unit): (UnitLetter, &Stats)| match unit[Stat::Exh] {
        0 => format!("{letter} {}", unit.short()),
        exh => format!("{letter} {} exhausted {exh}", unit.short()),
    };
    units.iter().map(unit).collect::<Vec<_>>().join(", ")
}

/// A round's report, one sentence a line, the siege first if there is one.
pub(super) fn report_lines(report: &Report) -> Vec<String> {
    let (ec, dmo) = (Text::seat(Seat::Ec), Text::seat(Seat::Dmo));
    let round = report.round;
    let meets = |(at, pair): (usize, &BySeat<Fighter>)| {
        let BySeat { ec: Fighter(one, own), dmo: Fighter(other, enemy) } = pair;
        let attack = if at == 0 { " attack" } else { "" };
        let [ec, dmo] = if at == 0 { [format!("{ec}'s "), format!("{dmo}'s ")] } else { Default::default() };
        match own.cmp(enemy) {
            Ordering::Greater => format!("{ec}{one} beats {dmo}{other}, {own}{attack} to {enemy}"),
            Ordering::Less => format!("{ec}{one} loses to {dmo}{other}, {own}{attack} to {enemy}"),
            Ordering::Equal => format!("{ec}{one} and {dmo}{other} are level, {own}{attack} each"),
        }
    };
    let pairs = report.battle.iter().enumerate().map(meets).collect::<Vec<_>>().join("; ");
    let siege = report.siege.as_ref().map(|siege| {
        let (who, by, castle) = (listed(&siege.attackers), Text::seat(!siege.castle), Text::seat(siege.castle));
        let (verb, against) = if report.stormed_by().is_some() {
            ("storm", "nobody defends it".to_owned())
        } else {
            ("besiege", format!("{} attack against {} defence", siege.sa, siege.sd))
        };
        let ending = if siege.attackers.len() == 1 { "s" } else { "" };
        format!("Round {round}: {by}'s {who} {verb}{ending} {castle}'s castle: {against}.")
    });
    let battle = match (pairs.is_empty(), &siege) {
        (true, None) => Some(format!("Round {round}: nobody attacks.")),
        (true, Some(_)) => None,
        (false, None) => Some(format!("Round {round}: {pairs}.")),
        (false, Some(_)) => Some(format!("In the field: {pairs}.")),
    };
    let with = |seat: Seat| (Text::seat(seat), listed(&report.defenders[seat]));
    let held: Vec<_> = Seat::ALL.into_iter().filter(|seat| !report.defenders[*seat].is_empty()).map(with).collect();
    let held = match &held[..] {
        [(one, own), (other, theirs)] => Some(format!("{one} defends with {own}, {other} with {theirs}.")),
        [(one, own)] => Some(format!("{one} defends with {own}.")),
        _ => None,
    };
    siege.into_iter().chain(battle).chain(held).chain(empty_line(&empty_castles(report))).collect()
}

/// The castles that nobody defends and nobody storms.
pub(super) fn empty_castles(report: &Report) -> Vec<Seat> {
    let stormed = report.stormed_by().map(|by| !by);
    Seat::ALL.into_iter().filter(|&seat| report.defenders[seat].is_empty() && stormed != Some(seat)).collect()
}

/// The line about castles that nobody defends.
pub(super) fn empty_line(castles: &[Seat]) -> Option<String> {
    match castles {
        [] => None,
        [castle] => Some(format!("Nobody defends {}'s castle.", Text::seat(*castle))),
        _ => Some("Nobody defends either castle.".to_owned()),
    }
}

/// A round's report in one short line without names: `3. A4–C3 B2–E1 · walls D/AE · B at DMO 2:4`.
pub(super) fn report_short(report: &Report) -> String {
    let pairs: Vec<_> =
        report.battle.iter().map(|pair| format!("{}{}–{}{}", pair.ec.0, pair.ec.1, pair.dmo.0, pair.dmo.1)).collect();
    let battle = if pairs.is_empty() { "no battle".to_owned() } else { pairs.join(" ") };
    let walls = report.defenders.as_ref().map(|held| if held.is_empty() { "–".to_owned() } else { letters(held) });
    let siege = report.siege.as_ref().map_or_else(String::new, |siege| {
        format!(" · {} at {} {}:{}", letters(&siege.attackers), siege.castle.label(), siege.sa, siege.sd)
    });
    format!("{}. {battle} · walls {}/{}{siege}", report.round, walls.ec, walls.dmo)
}

/// The latest lines that fit, in their original sequence, and whether any line is left out.
pub(super) fn newest(lines: &[String], most: usize) -> (&[String], bool) {
    let mut room = most;
    let fit = lines.iter().rev().take_while(|line| {
        let length = line.chars().count() + 1;
        let fits = length <= room;
        room = room.saturating_sub(length);
        fits
    });
    let fit = fit.count();
    (&lines[lines.len() - fit..], fit < lines.len())
}

pub(super) fn with_title(title: String, lines: &[String], most: usize) -> String {
    let (fit, cut) = newest(lines, most);
    let cut = cut.then(|| "Of earlier rounds ask for round 1 and so on.".to_owned());
    std::iter::once(title).chain(cut).chain(fit.iter().cloned()).collect::<Vec<_>>().join("\n")
}

/// All orders of both seats: a line for each seat below its round, with repeated rounds combined.
pub(super) fn orders_lines(secrets: &BySeat<Secrets>) -> Vec<String> {
    let pairs: Vec<_> = secrets
        .ec
        .rounds
        .iter()
        .zip(&secrets.dmo.rounds)
        .map(|(ec, dmo)| BySeat { ec: ec.order, dmo: dmo.order })
        .collect();
    let mut first = 1;
    let mut lines = Vec::new();
    for run in pairs.chunk_by(|one, other| one == other) {
        let last = first + run.len() - 1;
        lines.push(if first == last { format!("Round {first}") } else { format!("Rounds {first}–{last}") });
        lines.extend(run[0].iter().map(|(seat, order)| {
            let order = order.map_or_else(|| "no order".to_owned(), |order| Order::Actions(order).words());
            format!("- {}: {order}", Text::seat(seat))
        }));
        first = last + 1;
    }
    lines
}

/// The total, tie-break or fallen castle that decided a finished match.
pub(super) fn score(ending: Ending, position: &Position, secrets: &BySeat<Secrets>) -> String {
    let values = |value: fn(&Units) -> i64| secrets.as_ref().map(|secrets| secrets.units().map_or(0, value));
    let last = format!("Round {} was the last", position.played());
    let totals = values(total);
    let sums = |winner: Seat| {
        let [own, other] = [winner, !winner].map(|seat| format!("{} {}", Text::seat(seat), totals[seat]));
        format!("Totals, attack + defence + health − exhaustion: {own}, {other}.")
    };
    let level = format!("{last}, and the totals are level at {}", totals.ec);
    match ending {
        Ending::Stormed(seat) => {
            format!("An undefended castle falls at once, whatever the totals.\n{}", sums(seat))
        }
        Ending::Total(seat) => format!("{last}, so the higher total wins.\n{}", sums(seat)),
        Ending::Fresher(seat) => {
            let exh = values(|units| sum(units, Stat::Exh));
            format!("{level}; less exhaustion decides, {} to {}.", exh[seat], exh[!seat])
        }
        Ending::Healthier(seat) => {
            let hp = values(|units| sum(units, Stat::Hp));
            format!("{level}, exhaustion too; more health decides, {} to {}.", hp[seat], hp[!seat])
        }
        Ending::Level => format!("{level}, exhaustion and health too; that goes to the DMO."),
    }
}

/// The winner and the reason, in words.
pub(super) fn why(ending: Ending, position: &Position, secrets: &BySeat<Secrets>) -> String {
    let name = Text::seat;
    let values = |value: fn(&Units) -> i64| secrets.as_ref().map(|secrets| secrets.units().map_or(0, value));
    let totals = values(total);
    let level = format!("Round {} was the last, and the totals are level at {}", position.played(), totals.ec);
    match ending {
        Ending::Stormed(seat) => {
            format!("{} storms {}'s castle and wins the match.", name(seat), name(!seat))
        }
        Ending::Total(seat) => format!(
            "Round {} was the last: {} wins with a total of {} to {}.",
            position.played(),
            name(seat),
            totals[seat],
            totals[!seat]
        ),
        Ending::Fresher(seat) => {
            let exh = values(|units| sum(units, Stat::Exh));
            format!("{level}; {} wins with less exhaustion, {} to {}.", name(seat), exh[seat], exh[!seat])
        }
        Ending::Healthier(seat) => {
            let hp = values(|units| sum(units, Stat::Hp));
            format!("{level}, exhaustion too; {} wins with more health, {} to {}.", name(seat), hp[seat], hp[!seat])
        }
        Ending::Level => format!("{level}, exhaustion and health too; so {} wins, as the DMO.", name(Seat::Dmo)),
    }
}

pub(super) fn ending(view: &View) -> Option<String> {
    Some(why(view.position().ending()?, view.position(), view.all()?))
}

/// The units that the viewer may know, one line for each seat.
pub(super) fn units_lines(view: &View) -> Vec<String> {
    let known = Seat::ALL.into_iter().filter_map(|seat| {
        let units = view.of(seat)?.units()?;
        let whose = match view.seat() {
            Some(own) if own == seat => "Your units".to_owned(),
            _ => format!("Units of {}", Text::seat(seat)),
        };
        let total =
            if view.position().ending().is_some() { format!("; total {}", total(units)) } else { String::new() };
        Some(format!("{whose}, ATK/DEF/HP: {}{total}.", units_words(units)))
    });
    known.collect()
}

/// The units that the viewer may know, in words for screen readers.
fn spoken_units(view: &View) -> Vec<String> {
    let unit = |(letter, unit): (UnitLetter, &Stats)| {
        let [atk, def, hp, exh] = [Stat::Atk, Stat::Def, Stat::Hp, Stat::Exh].map(|stat| unit[stat]);
        format!("{letter} {atk}, {def}, {hp}, {exh}")
    };
    let of = |seat: Seat| {
        let units = view.of(seat)?.units()?;
        let units = units.iter().map(unit).collect::<Vec<_>>().join("; ");
        Some(format!("Units of {}, each with attack, defence, health and exhaustion: {units}.", Text::seat(seat)))
    };
    Seat::ALL.into_iter().filter_map(of).collect()
}

/// The most characters of a picture's description, with room for the table's verdict.
const ALT: usize = 880;

/// The length of a text in characters, with names of 32.
fn long(text: &str) -> usize {
    text.chars().count() + 28 * text.matches('{').count()
}
