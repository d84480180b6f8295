//! The texts of a view: heading, question, description, and the answers to `/board`.

use super::Knights;
use super::legal_orders::PossibleActions;
use super::order::Kind;
use super::position::{LIMIT, Position, SCALE, STILL, TURNS};
use super::square::{Square, Squares};
use super::tell::{deeds, results, standing, verdict, why};
use super::view::View;
use crate::game::{Heading, Refusal, Rules, Seat, Text, Words};

/// The queries of `/board`.
pub(super) const QUERIES: &[(&str, &str)] = &[
    ("pieces", "Where the knights stand"),
    ("squares", "Who has claimed what, and which squares are left"),
    ("points", "Points, and what a claim scores"),
    ("last", "What happened in the last turn"),
    ("streaks", "The pairs of actions last ordered, and how often in a row"),
    ("moves", "Where your knights can jump"),
    ("moves of c3", "Where a knight on a square can jump"),
    ("row 1", "What is on row 1, the DMO's home row"),
    ("row 2", "What is on row 2"),
    ("row 3", "What is on row 3"),
    ("row 4", "What is on row 4"),
    ("row 5", "What is on row 5, the EC's home row"),
    ("c3", "What is on a square"),
];

impl Words for View {
    fn heading(&self) -> Heading {
        let position = self.position();
        let stage = match (position.ending(), self.outcome()) {
            (None, None) => format!("Turn {}", position.turn()),
            (None, Some(_)) => format!("Over in turn {}", position.turn()),
            (Some(_), _) => format!("Over after turn {}", position.turn()),
        };
        Heading {
            stage,
            scores: position.points().map(|points| points.to_string()),
            unit: "points".to_owned(),
            inks: None,
        }
    }

    fn question(&self) -> Option<Text> {
        self.options().map(|options| Text::new(question(&options)))
    }

    fn describe_board(&self) -> Text {
        let position = self.position();
        let mut parts = vec![format!("{}. {}. {}", Knights::ABOUT.name, self.heading().stage, standing(position))];
        parts.extend(ending(position));
        parts.push(pieces(position));
        if position.coloured_count() > 0 {
            parts.push(squares(position));
        }
        if self.outcome().is_none() && position.last().is_some() {
            parts.push(format!("Last pairs: {}", streaks(position)));
        }
        let last = position.last().map(|turn| {
            let orders = turn.orders.as_ref().map(|order| order.as_deref().unwrap_or("nothing"));
            format!("Turn {}: EC {}; DMO {}.", turn.number, orders.ec, orders.dmo)
        });
        parts.extend(last);
        Text::new(parts.join(" "))
    }

    fn answer(&self, query: &str) -> Result<Text, Refusal> {
        let query = query.trim().to_lowercase();
        let position = self.position();
        let words: Vec<_> = query.split_whitespace().collect();
        Ok(Text::new(match words[..] {
            [] => everything(self),
            ["pieces" | "knights"] => Seat::ALL.map(|seat| side(position, seat)).join("\n"),
            ["squares" | "colours" | "colors"] => coloured(position),
            ["points" | "score"] => points(position),
            ["last" | "turn"] => last(position),
            ["streaks" | "streak"] => {
                format!("{}\nNo pair may be ordered more than {LIMIT} turns in a row.", streaks(position))
            }
            ["moves"] => moves(self),
            ["moves", "of", square] | ["moves", square] => moves_of(position, read(square)?),
            ["row", number] => row(position, number)?,
            [square] => on(position, read(square)?),
            _ => return Err(unknown()),
        }))
    }
}

/// The question to a seat in a turn.
fn question(options: &PossibleActions<'_>) -> String {
    if options.single() {
        return "Only one action is possible this turn. Which?".to_owned();
    }
    let barred = options.barred().map(|(first, second)| {
        let pair = format!("{} and {}", first.word(), second.word());
        let times = options.position.streak()[options.seat].count;
        format!(" You have used {pair} {times} times in a row, so use another pair this turn.")
    });
    // A spawn and a move may be given in either sequence.
    let has = |kind: Kind| options.pairs().iter().any(|&(first, second)| first == kind || second == kind);
    let first = match (has(Kind::Spawn), has(Kind::Move)) {
        (true, false) => "a spawn",
        (false, true) => "a move",
        _ => "a spawn or a move",
    };
    format!(
        "Which two different actions? Choose {first} first, then another kind, such as a claim.{}",
        barred.unwrap_or_default()
    )
}

fn list(squares: Squares) -> String {
    if squares.is_empty() {
        return "none".to_owned();
    }
    squares.iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

fn pieces(position: &Position) -> String {
    let side =
        |seat: Seat| format!("Knights of {} ({}): {}.", Text::seat(seat), seat.label(), list(position.knights()[seat]));
    Seat::ALL.map(side).join(" ")
}

fn squares(position: &Position) -> String {
    let side = |seat: Seat| format!("{} has claimed {}.", seat.label(), list(position.coloured()[seat]));
    Seat::ALL.map(side).join(" ")
}

/// `EC: spawn and move, twice in a row.`
fn streak(position: &Position, seat: Seat) -> String {
    let streak = &position.streak()[seat];
    let words: Vec<_> = streak
        .pair
        .chars()
        .filter_map(|letter| super::Kind::ALL.into_iter().find(|kind| kind.letter() == letter))
        .map(super::Kind::word)
        .collect();
    if words.is_empty() {
        return format!("{}: no order to repeat.", seat.label());
    }
    let spent = if streak.spent().is_some() { format!(" (the limit is {LIMIT})") } else { String::new() };
    let times = if streak.count == 1 { "once".to_owned() } else { format!("{} times in a row", streak.count) };
    format!("{}: {}, {times}{spent}.", seat.label(), words.join(" and "))
}

fn streaks(position: &Position) -> String {
    Seat::ALL.map(|seat| streak(position, seat)).join(" ")
}

fn ending(position: &Position) -> Option<String> {
    let why = position.ending().map(why)?;
    Some(format!("{why}. {}", verdict(position.outcome()?, position)?))
}

fn unknown() -> Refusal {
    Refusal::unreadable(
        "Ask for pieces, squares, points, last, streaks, moves, moves of c3, row 3 or a square; or for nothing to see it all.",
    )
}

fn read(square: &str) -> Result<Square, Refusal> {
    square.try_into().map_err(|_| unknown())
}

fn side(position: &Position, seat: Seat) -> String {
    let knights = position.knights()[seat];
    format!("{} ({}) has {} knights: {}.", Text::seat(seat), seat.label(), knights.count(), list(knights))
}

fn coloured(position: &Position) -> String {
    let sides = Seat::ALL.map(|seat| {
        let squares = position.coloured()[seat];
        format!("{} ({}) has claimed {}: {}.", Text::seat(seat), seat.label(), squares.count(), list(squares))
    });
    let free: Squares = Square::all().filter(|&square| position.colour_of(square).is_none()).collect();
    format!("{}\nWithout colour are {}: {}.", sides.join("\n"), free.count(), list(free))
}

fn points(position: &Position) -> String {
    let mut least = 0;
    let scale = SCALE.map(|(most, points)| {
        let range = if least == most { most.to_string() } else { format!("{least}–{most}") };
        least = most + 1;
        format!("{range}: {points}")
    });
    format!("{}\nA claim scores by the squares claimed before the turn: {}.", standing(position), scale.join(", "))
}

fn last(position: &Position) -> String {
    let Some(turn) = position.last() else { return "No turn has been played yet.".to_owned() };
    let orders = Seat::ALL.map(|seat| deeds(turn, seat)).join(" ");
    let lines = [Some(format!("Turn {}: {orders}", turn.number)), results(turn), ending(position)];
    lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

fn moves(view: &View) -> String {
    let Some(seat) = view.seat() else {
        return "Ask as a player for the moves of your knights, or for moves of c3.".to_owned();
    };
    let options = PossibleActions::of(view.position(), seat);
    let mut lines = vec![format!("You can spawn on: {}.", list(options.free))];
    lines.extend(options.own.iter().map(|from| format!("{from}: {}", list(options.jumps(from)))));
    lines.join("\n")
}

fn moves_of(position: &Position, from: Square) -> String {
    match position.knight_on(from) {
        None => format!("No knight stands on {from}; one there could jump to {}.", list(from.jumps())),
        Some(seat) => {
            let targets = PossibleActions::of(position, seat).jumps(from);
            let enemies: Squares = targets.iter().filter(|&to| position.knights()[!seat].has(to)).collect();
            let takes = if enemies.is_empty() {
                String::new()
            } else {
                format!(" An enemy knight stands on {}.", list(enemies))
            };
            format!("{}'s knight on {from} can jump to {}.{takes}", Text::seat(seat), list(targets))
        }
    }
}

fn row(position: &Position, number: &str) -> Result<String, Refusal> {
    let row = number.parse::<u8>().ok().filter(|row| (1..=5).contains(row)).ok_or_else(unknown)?;
    let squares = Square::all().filter(|square| square.row() + 1 == row);
    Ok(squares.map(|square| on(position, square)).collect::<Vec<_>>().join(" "))
}

fn on(position: &Position, square: Square) -> String {
    let knight = position.knight_on(square).map_or("empty".to_owned(), |seat| format!("{} knight", seat.label()));
    let colour = position.colour_of(square).map_or("no colour".to_owned(), |seat| format!("{} colour", seat.label()));
    format!("{square}: {knight}, {colour}.")
}

fn everything(view: &View) -> String {
    let position = view.position();
    let mut lines = vec![format!("{}. {}", view.heading().stage, standing(position))];
    lines.extend(ending(position));
    lines.push(pieces(position));
    lines.push(squares(position));
    lines.push(streaks(position));
    if position.ending().is_none() {
        lines.push(last(position));
        lines.push(format!(
            "The match ends when all 25 squares are claimed, after turn {TURNS}, or by repetition after {STILL} quiet turns."
        ));
    }
    lines.join("\n")
}
