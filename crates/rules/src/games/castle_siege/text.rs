//! The texts of a view: headings, questions, alt text and answers.

use super::CastleSiege;
use super::allocation::{BUDGET, MOST_STAT, MOST_UNIT};
use super::answers::answer;
use super::order::{Order, actions_text, example};
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
                 {MOST_UNIT} in all. As text, ATK/DEF/HP: `A 4/2/1 B 2/2/2 C 0/2/4 D 4/0/2 E 0/4/1`."
            )));
        }
        let units = self.commands()?;
        // The units' statistics are in the account of the step before: the allocation, the start or a round.
        let spent = units.iter().filter(|(_, unit)| unit[Stat::Exh] >= SPENT).map(|(letter, _)| letter.name());
        let spent: Vec<_> = spent.collect();
        let spent = if spent.is_empty() { String::new() } else { format!(" Worn out: {}.", spent.join(", ")) };
        let example = actions_text(&example(units));
        Some(Text::new(format!(
            "What does each unit do?{spent} As text, a letter for each of A to E: `{example}` (A attack, D defend, R recover, N nothing)."
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
            let sieges = Seat::ALL.map(|seat| format!("{} {}", Text::seat(seat), sieges(position, seat)));
            parts.push(format!("Sieges laid: {}.", sieges.join(", ")));
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

fn sieges(position: &Position, by: Seat) -> i64 {
    let laid = position.reports().iter().filter(|report| report.siege.as_ref().is_some_and(|siege| siege.castle != by));
    i64::try_from(laid.count()).expect("a match has at most 1,000 rounds")
}

/// `A`, `A and B`, `A, B and C`.
pub(super) fn listed(letters: &[UnitLetter]) -> String {
    match letters {
        [] => "nobody".to_owned(),
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
        let attack = if at == 0 { "attack " } else { "" };
        let [one, other] = Seat::ALL.map(|seat| format!("{} ({attack}{})", pair[seat].0, pair[seat].1));
        if at == 0 { format!("{ec}'s {one} meets {dmo}'s {other}") } else { format!("{one} meets {other}") }
    };
    let pairs = report.battle.iter().enumerate().map(meets).collect::<Vec<_>>().join("; ");
    let defenders = report.defenders.as_ref().map(|defenders| listed(defenders));
    let walls = format!("On the walls: {} for {ec}, {} for {dmo}.", defenders.ec, defenders.dmo);
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
        (true, None) => Some(format!("Round {round}: no battle and no siege.")),
        (true, Some(_)) => None,
        (false, None) => Some(format!("Round {round}, in the field: {pairs}.")),
        (false, Some(_)) => Some(format!("In the field: {pairs}.")),
    };
    // A stormed castle had nobody on its walls.
    let walls =
        report.stormed_by().map_or(walls, |by| format!("On the walls: {} for {}.", defenders[by], Text::seat(by)));
    siege.into_iter().chain(battle).chain([walls]).collect()
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
    let level = format!("{last}, and the totals are level at {}", totals.ec);
    match ending {
        Ending::Stormed(seat) => format!("Totals when the castle falls: {} to {}.", totals[seat], totals[!seat]),
        Ending::Total(seat) => format!("{last}. Totals: {} to {}.", totals[seat], totals[!seat]),
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
