//! The texts of a view: heading, question, description, and the answers to `/board`.
//!
//! Players are named through [`Text::seat`]. Everything is made from a [`View`], so no text discloses more than the view.

use super::WarriorsDeath;
use super::notation::in_rounds;
use super::position::{Bout, Position, Shown, Stage};
use super::truth::TrueBout;
use super::unit::{Named, Unit, named};
use super::view::View;
use crate::game::{Heading, Reason, Refusal, Rules, Seat, Text, Words};

/// The queries of `/board`.
pub(super) const QUERIES: &[(&str, &str)] = &[
    ("rounds", "The rounds of this bout as announced"),
    ("units", "Which units you have sent, and what each side has shown"),
    ("mine", "What you sent in this bout"),
    ("score", "Bouts won and points so far"),
    ("bouts", "The finished bouts"),
    ("bout 1", "The rounds of bout 1"),
    ("bout 2", "The rounds of bout 2"),
    ("bout 3", "The rounds of bout 3"),
    ("bout 4", "The rounds of bout 4"),
    ("bout 5", "The rounds of bout 5"),
    ("bout 6", "The rounds of bout 6"),
    ("chocobo", "What the Chocobo does"),
    ("astrologian", "What the Astrologian does"),
    ("blue-mage", "What the Blue Mage does"),
    ("bard", "What the Bard does"),
    ("sage", "What the Sage does"),
    ("samurai", "What the Samurai does"),
    ("reaper", "What the Reaper does"),
    ("dark-knight", "What the Dark Knight does"),
    ("dragoon", "What the Dragoon does"),
    ("black-mage", "What the Black Mage does"),
];

/// The question to a seat in a round.
const QUESTION: &str = "Which unit do you send? Astrologian and Blue Mage also name a second one.";

/// The description lists the announced rounds for screen readers: first the units that met, then the announced winners.
impl Words for View {
    fn heading(&self) -> Heading {
        let position = self.position();
        let (bout, round) = (position.bout_number(), position.round_number());
        let stage = match position.stage() {
            Stage::Round | Stage::Break if self.outcome().is_some() => format!("Over in bout {bout}"),
            Stage::Round => format!("Bout {bout} · Round {round}"),
            Stage::Break => format!("Break after bout {bout}"),
            Stage::Over(_) => format!("Over after bout {bout}"),
        };
        Heading {
            stage,
            scores: position.bouts_won().map(|won| won.to_string()),
            unit: "bouts won".to_owned(),
            inks: None,
        }
    }

    fn question(&self) -> Option<Text> {
        self.awaits_unit().then(|| Text::new(QUESTION))
    }

    fn describe_board(&self) -> Text {
        let position = self.position();
        let mut parts = vec![format!("{}. {}. {}", WarriorsDeath::ABOUT.name, self.heading().stage, won(position))];
        parts.extend(ending(position));
        parts.extend(finished(position));
        parts.extend(shown(position.bout()));
        if self.awaits_unit() {
            parts.push(sendings(self));
        }
        Text::new(parts.join(" "))
    }

    fn answer(&self, query: &str) -> Result<Text, Refusal> {
        answer(self, query).map(Text::new)
    }
}

/// The finished bouts, as the picture lists them.
fn finished(position: &Position) -> Option<String> {
    let of =
        |(number, bout): (usize, &Bout)| Some(format!("bout {number} {} to {}", bout.points?.ec, bout.points?.dmo));
    let bouts: Vec<_> = (1..).zip(position.bouts()).filter_map(of).collect();
    (!bouts.is_empty()).then(|| format!("Points, those of {} first: {}.", Text::seat(Seat::Ec), bouts.join(", ")))
}

fn shown(bout: &Bout) -> Vec<String> {
    if bout.rounds.is_empty() {
        return vec!["No round of this bout has been fought.".to_owned()];
    }
    let meets = |(round, shown): (usize, &Shown)| {
        format!("round {round} {} against {}", shown.units.ec.name(), shown.units.dmo.name())
    };
    let rounds = (1..).zip(&bout.rounds).map(meets).collect::<Vec<_>>().join(", ");
    let of = |winner: Option<Seat>| {
        let rounds = (1..).zip(&bout.rounds).filter(|(_, shown)| shown.winner == winner);
        let rounds: Vec<_> = rounds.map(|(round, _): (usize, _)| round.to_string()).collect();
        let word = if rounds.len() == 1 { "round" } else { "rounds" };
        (!rounds.is_empty()).then(|| format!("{} in {word} {}", winner.map_or("nobody", Text::seat), rounds.join(", ")))
    };
    let winners = [Some(Seat::Ec), Some(Seat::Dmo), None].into_iter().filter_map(of).collect::<Vec<_>>().join("; ");
    vec![
        format!("Shown in this bout, the unit of {} first: {rounds}.", Text::seat(Seat::Ec)),
        format!("Announced as the winner: {winners}."),
    ]
}

/// Answers a `/board` query.
fn answer(view: &View, query: &str) -> Result<String, Refusal> {
    let query = query.trim().to_lowercase();
    let position = view.position();
    match query.as_str() {
        "" => Ok(everything(view)),
        "rounds" => Ok(rounds(view, position.bout_number() - 1)),
        "units" => Ok(units(view)),
        "mine" => Ok(mine(view)),
        "score" => Ok(score(position)),
        "bouts" => Ok(bouts(view)),
        _ => match (query.strip_prefix("bout").and_then(|n| n.trim().parse::<usize>().ok()), named(&query)) {
            (Some(number), _) if (1..=position.bout_number()).contains(&number) => Ok(rounds(view, number - 1)),
            (Some(number), _) => {
                Ok(format!("There has been no bout {number}; this is bout {}.", position.bout_number()))
            }
            (None, Named::One(unit)) => Ok(about(view, unit)),
            _ => Err(Refusal::unreadable(
                "Ask for rounds, units, mine, score, bouts, bout 1, or the name of a unit; or for nothing to see it all.",
            )),
        },
    }
}

/// A round as announced: `{ec}'s Bard meets {dmo}'s Chocobo. Announced winner: {ec}.`
fn one_line(shown: Shown) -> String {
    format!("{}. {}.", meeting(shown), announced(shown))
}

/// The units that met: `{ec}'s Bard meets {dmo}'s Chocobo`.
pub(super) fn meeting(shown: Shown) -> String {
    let side = |seat: Seat| format!("{}'s {}", Text::seat(seat), shown.units[seat].name());
    format!("{} meets {}", side(Seat::Ec), side(Seat::Dmo))
}

/// An explanation for a bout whose winner was announced as the winner of fewer rounds; `None` for any other bout.
pub(super) fn unannounced(bout: &super::Bout, winner: Seat) -> Option<String> {
    let rounds = |seat: Seat| bout.rounds.iter().filter(|shown| shown.winner == Some(seat)).count();
    let [own, other] = [winner, !winner].map(rounds);
    (own < other).then(|| {
        let names = [winner, !winner].map(Text::seat);
        format!(
            "{} was announced as the winner of {other} rounds, {} of {own}: an announced winner can be wrong, and fallen units score too.",
            names[1], names[0]
        )
    })
}

/// The announced result: `Announced winner: {ec}`.
pub(super) fn announced(shown: Shown) -> String {
    shown
        .winner
        .map_or_else(|| "A tie is announced".to_owned(), |seat| format!("Announced winner: {}", Text::seat(seat)))
}

/// The round's winner in words: `the round goes to {ec}`, or to nobody.
pub(super) fn goes_to(winner: Option<Seat>) -> String {
    format!("the round goes to {}", winner.map_or("nobody", Text::seat))
}

/// The winner in words: `{ec} wins the bout`, or a tie.
fn winner_of(what: &str, winner: Option<Seat>) -> String {
    winner.map_or_else(|| format!("the {what} is tied"), |seat| format!("{} wins the {what}", Text::seat(seat)))
}

/// A bout's true points and their parts, without names.
fn true_points(number: usize, truth: &TrueBout) -> String {
    let (points, wins) = (truth.points(), truth.round_wins());
    let fallen = truth.armies().as_ref().map(super::Army::underworld_sum);
    let made = |seat: Seat| format!("{} for rounds + {} from the dead", 3 * wins[seat], fallen[seat]);
    format!("Bout {number}, {}–{} ({}; {})", points.ec, points.dmo, made(Seat::Ec), made(Seat::Dmo))
}

/// A bout's true facts: its points, and a line for each round.
pub(super) fn line_up(number: usize, bout: &Bout, truth: &TrueBout) -> Vec<String> {
    if bout.rounds.is_empty() {
        return vec![format!("Bout {number}: no round was fought")];
    }
    let rounds = (1..).zip(bout.rounds.iter().zip(truth.rounds())).map(|(round, (shown, fought)): (usize, _)| {
        let side = |seat: Seat| match fought.units[seat] {
            Unit::BlueMage => format!("Blue Mage (as {}) {}", shown.units[seat].name(), fought.strength[seat]),
            unit => format!("{} {}", unit.name(), fought.strength[seat]),
        };
        let winner = fought.winner.map_or("nobody", Text::seat);
        format!("{round}. {} – {}: {winner}", side(Seat::Ec), side(Seat::Dmo))
    });
    [true_points(number, truth)].into_iter().chain(rounds).collect()
}

fn won(position: &Position) -> String {
    let won = position.bouts_won();
    let tied = match position.bouts_tied() {
        0 => String::new(),
        tied => format!(", tied {tied}"),
    };
    format!("Bouts won: {} {}, {} {}{tied}.", Text::seat(Seat::Ec), won.ec, Text::seat(Seat::Dmo), won.dmo)
}

fn ending(position: &Position) -> Option<String> {
    let Stage::Over(outcome) = position.stage() else { return None };
    let winner = Text::seat(outcome.winner?);
    Some(match outcome.reason {
        Reason::TieBreak => format!("{winner} wins the match, since the sixth bout is tied."),
        _ => format!("{winner} wins the match."),
    })
}

/// A finished bout's totals, or a note that it is running.
fn result(number: usize, bout: &Bout) -> String {
    match bout.points {
        Some(points) => format!(
            "Bout {number}: {} {}, {} {}; {}.",
            Text::seat(Seat::Ec),
            points.ec,
            Text::seat(Seat::Dmo),
            points.dmo,
            winner_of("bout", bout.winner())
        ),
        None => format!("Bout {number} continues; its points are announced after round {}.", super::ROUNDS),
    }
}

fn score(position: &Position) -> String {
    let results = (1..).zip(position.bouts()).map(|(number, bout)| result(number, bout));
    let lines: Vec<_> = std::iter::once(won(position)).chain(results).chain(ending(position)).collect();
    lines.join("\n")
}

fn bouts(view: &View) -> String {
    let bouts = view.position().bouts();
    let line = |index: usize| match view.truth().and_then(|truth| truth.get(index)) {
        Some(truth) if !truth.rounds().is_empty() => format!("{}.", true_points(index + 1, truth)),
        _ => result(index + 1, &bouts[index]),
    };
    (0..bouts.len()).map(line).collect::<Vec<_>>().join("\n")
}

/// The rounds of the bout with this index, from 0.
fn rounds(view: &View, index: usize) -> String {
    let bout = &view.position().bouts()[index];
    let mut lines = vec![result(index + 1, bout)];
    lines.extend((1..).zip(&bout.rounds).map(|(round, &shown)| format!("{round}. {}", one_line(shown))));
    if bout.rounds.is_empty() {
        lines.push("No round has been fought yet.".to_owned());
    }
    if let Some(truth) = view.truth().and_then(|truth| truth.get(index)).filter(|truth| !truth.rounds().is_empty()) {
        lines.push("In truth:".to_owned());
        lines.extend(line_up(index + 1, bout, truth));
    }
    lines.join("\n")
}

fn mine(view: &View) -> String {
    let Some(sent) = view.sent_now() else {
        return "Only the two players have sent anything; ask as one of them.".to_owned();
    };
    let bout = view.position().bout_number();
    if sent.is_empty() {
        return format!("No round of bout {bout} is over yet, so nothing of yours has gone out in it.");
    }
    let lines = (0..).zip(sent).map(|(round, sent)| {
        let words = sent.map_or_else(|| "nothing in time, so a Chocobo".to_owned(), super::Order::words);
        let instead = if view.replaced(bout - 1, round) { "; a Chocobo went out" } else { "" };
        format!("{}. {words}{instead}", round + 1)
    });
    let title = format!("What you sent in bout {bout}:");
    std::iter::once(title).chain(lines).collect::<Vec<_>>().join("\n")
}

/// The units that the view's seat has ordered in this bout.
fn sendings(view: &View) -> String {
    let sent = Unit::ALL.into_iter().filter_map(|unit| match &view.out_in(unit)[..] {
        [] => None,
        rounds => Some(format!("{} in {}", unit.name(), in_rounds(rounds))),
    });
    match &sent.collect::<Vec<_>>()[..] {
        [] => "Nothing of yours has gone out in this bout yet.".to_owned(),
        sent => format!("You have sent: {}.", sent.join("; ")),
    }
}

fn units(view: &View) -> String {
    let mut lines = Vec::new();
    if view.awaits_unit() {
        lines.push(sendings(view));
    }
    let bout = view.position().bout();
    for seat in Seat::ALL {
        let shown: Vec<_> = bout.rounds.iter().map(|round| round.units[seat].name()).collect();
        let shown = if shown.is_empty() { "nothing yet".to_owned() } else { shown.join(", ") };
        lines.push(format!("Shown by {} in this bout: {shown}.", Text::seat(seat)));
    }
    lines.join("\n")
}

fn about(view: &View, unit: Unit) -> String {
    let mut lines = vec![format!("{} ({}), strength {}. {}", unit.name(), unit.short(), unit.number(), unit.ability())];
    for seat in Seat::ALL {
        let shown: Vec<_> = view.position().bout().shown_in(seat, unit).iter().map(ToString::to_string).collect();
        if !shown.is_empty() {
            lines.push(format!("Shown by {} in this bout, round {}.", Text::seat(seat), shown.join(", ")));
        }
    }
    if view.awaits_unit() {
        lines.push(match &view.ordered_in(unit)[..] {
            [] => "Your side has not sent it in this bout.".to_owned(),
            rounds => format!("Your side sent it in {}.", in_rounds(rounds)),
        });
    }
    lines.join("\n")
}

fn everything(view: &View) -> String {
    let position = view.position();
    let mut parts = vec![format!("{}. {}", view.heading().stage, won(position))];
    parts.extend(ending(position));
    parts.push(rounds(view, position.bout_number() - 1));
    if view.sent_now().is_some_and(|sent| !sent.is_empty()) {
        parts.push(mine(view));
    }
    parts.join("\n")
}
