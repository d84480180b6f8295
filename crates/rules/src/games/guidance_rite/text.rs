//! The texts of a view: heading, question, description, and the answers to `/board`.
//!
//! Players are named through [`Text::seat`].

use super::effect_words;
use super::legal_turns::Ground;
use super::movement::{Step, steps, ways};
use super::order::{How, ItemKind};
use super::phrases::{list, long, short, short_list, spoken, spoken_short};
use super::position::{Phase, Position, STRIKES};
use super::square::Square;
use super::tell::{self, counted};
use super::view::View;
use super::{Board, Character, GuidanceRite, scene};
use crate::game::{Heading, Reason, Refusal, Rules, Seat, Text, Words};

/// The queries of `/board`.
pub(super) const QUERIES: &[(&str, &str)] = &[
    ("pieces", "Every piece on the board with its arrows"),
    ("mine", "Your own pieces"),
    ("theirs", "Your opponent's pieces"),
    ("moves", "Where every piece in the battle can go"),
    ("last", "What the last step did"),
    ("score", "Bouts won, and how"),
    ("strikes", "Strikes in this bout, and how near a drawn board state is"),
    ("items", "The items not yet used"),
    ("row 1", "The pieces of a row: row 1, row 2 …"),
    ("row 2", "The pieces of row 2"),
    ("row 3", "The pieces of row 3"),
    ("row 4", "The pieces of row 4"),
    ("row 5", "The pieces of row 5"),
    ("b2", "The piece on a square, and where it can go"),
    ("moves of b2", "Where the piece on a square can go"),
    ("rat", "What a Rat does"),
    ("crow", "What a Crow does"),
    ("lizard", "What a Lizard does"),
    ("guardian", "What a Guardian does"),
    ("monster", "What a Monster does"),
];

/// The most characters of a description, which leaves room for names and the table's verdict.
const LONGEST_DESCRIPTION: usize = 680;

impl Words for View {
    fn heading(&self) -> Heading {
        let position = self.position();
        let bout = position.bout;
        let stage = match position.phase {
            _ if self.outcome().is_some() => format!("Over in bout {bout}"),
            _ if position.bout_winner().is_some() => format!("End of bout {bout}"),
            Phase::Review => format!("Bout {bout} · First look"),
            Phase::Claim { round, .. } => format!("Bout {bout} · Claim {round}"),
            Phase::TopUp { wave, .. } => format!("Bout {bout} · Top-up {wave}"),
            Phase::Choose => format!("Bout {bout} · Who goes first"),
            Phase::Battle => format!("Bout {bout} · Turn {}", position.played + 1),
            Phase::Over(_) => format!("Over in bout {bout}"),
        };
        Heading {
            stage,
            scores: position.bouts_won().map(|won| won.to_string()),
            unit: "bouts won".to_owned(),
            inks: None,
        }
    }

    fn question(&self) -> Option<Text> {
        let seat = self.asked()?;
        let position = self.position();
        Some(Text::new(match position.phase {
            Phase::Claim { .. } => {
                "Which pieces do you claim? Name one or two; a piece that both of you name is removed.".to_owned()
            }
            Phase::TopUp { clashes, .. } => {
                let again = if clashes > 0 { "You both chose the same square. " } else { "" };
                format!("{again}Where do you place a new piece? `+` points to the sides, `x` to the corners.")
            }
            Phase::Choose => {
                "Do you go first or second in this bout? In the next one it is the other way round.".to_owned()
            }
            _ => {
                let items = if position.can_use_item(seat) { " You may use an item first." } else { "" };
                if !Ground::plain(position).has_move(position, seat) {
                    "You have no legal move. Do you use an item, or pass?".to_owned()
                } else if position.simultaneous() {
                    format!("What is your move? Both of you move at the same time.{items}")
                } else {
                    format!("What is your move?{items}")
                }
            }
        }))
    }

    fn standing(&self) -> Option<Text> {
        let position = self.position();
        Some(Text::new(format!("{} {}", won(position), counted(position.board.census()))))
    }

    fn describe_board(&self) -> Text {
        let position = self.position();
        let board = &position.board;
        let mut head = vec![format!("{}. {}. {}", GuidanceRite::ABOUT.name, self.heading().stage, won(position))];
        head.extend(ending(position));
        if self.outcome().is_none() {
            head.extend(Some(scene::happened(position)).filter(|happened| !happened.is_empty()));
        }
        let census = board.census();
        let whose = |owner: Option<Seat>| match owner {
            Some(seat) => format!("{} has", Text::seat(seat)),
            None => "Unclaimed are".to_owned(),
        };
        let owners = [Some(Seat::Ec), Some(Seat::Dmo), None].into_iter().filter(|owner| match owner {
            Some(_) => census.ec + census.dmo > 0,
            None => board.unclaimed().next().is_some(),
        });
        let owners: Vec<_> = owners.collect();
        let told = |list: fn(&Board, Option<Seat>) -> String| {
            let pieces = owners.iter().map(|&owner| format!("{} {}.", whose(owner), list(board, owner)));
            head.iter().cloned().chain(pieces).collect::<Vec<_>>().join(" ")
        };
        let whole = told(spoken);
        if whole.chars().count() <= LONGEST_DESCRIPTION {
            return Text::new(whole);
        }
        Text::new(format!("{} /board query:a1 tells a piece's arrows.", told(spoken_short)))
    }

    fn answer(&self, query: &str) -> Result<Text, Refusal> {
        answer(self, query).map(Text::new)
    }
}

fn won(position: &Position) -> String {
    tell::score(position.bouts_won())
}

fn ending(position: &Position) -> Option<String> {
    let Phase::Over(outcome) = position.phase else { return None };
    let winner = Text::seat(outcome.winner?);
    Some(format!("{winner} wins the match{}.", reason_words(outcome.reason)))
}

const fn reason_words(reason: Reason) -> &'static str {
    match reason {
        Reason::TieBreak => " by the rule for ties",
        Reason::Strikes => " on strikes",
        _ => "",
    }
}

/// Answers a `/board` query.
fn answer(view: &View, query: &str) -> Result<String, Refusal> {
    let query = query.trim().to_lowercase();
    let position = view.position();
    let words: Vec<&str> = query.split_whitespace().collect();
    let rows = position.variant().rows();
    let square = |text: &str| {
        let mut letters = text.chars();
        let square = Square::read(letters.next()?, letters.next()?, rows);
        square.filter(|_| letters.next().is_none())
    };
    let unknown = || {
        Refusal::unreadable(
            "Ask for pieces, mine, theirs, moves, last, score, strikes, items, a row (`row 3`), a square (`b2`, `moves of b2`) or a character \
             (`rat`); or for nothing to see it all.",
        )
    };
    match words[..] {
        [] => Ok(everything(view)),
        ["pieces"] => Ok(pieces(position)),
        ["mine" | "theirs"] => {
            let Some(seat) = view.seat() else {
                return Ok("Only the two players have pieces of their own; ask for `pieces`.".to_owned());
            };
            Ok(pieces_of(position, if words[0] == "mine" { seat } else { !seat }))
        }
        ["moves"] => Ok(all_moves(position)),
        ["last"] => Ok(last(position)),
        ["score"] => Ok(score(position)),
        ["strikes"] => Ok(strikes(position)),
        ["items"] => Ok(items(position)),
        ["row", number] => match number.parse::<u8>() {
            Ok(number) if (1..=rows).contains(&number) => Ok(row(position, number)),
            _ => Err(Refusal::unreadable(format!("Ask for a row from 1 to {rows}."))),
        },
        [at] | ["moves", "of", at] | ["moves", at] if square(at).is_some() => {
            square(at).map(|square| about(position, square)).ok_or_else(unknown)
        }
        [word] => Character::ALL
            .into_iter()
            .find(|character| character.id() == word)
            .map(|character| super::manual::character(character, position.variant()))
            .ok_or_else(unknown),
        _ => Err(unknown()),
    }
}

fn everything(view: &View) -> String {
    let position = view.position();
    let mut parts = vec![format!("{}. {}", view.heading().stage, won(position))];
    parts.extend(ending(position));
    parts.push(pieces(position));
    if position.phase == Phase::Battle {
        parts.push(strikes(position));
        if position.variant().is_final() {
            parts.push(items(position));
        }
    }
    parts.join("\n")
}

fn pieces(position: &Position) -> String {
    let board = &position.board;
    let mut lines: Vec<_> = Seat::ALL.map(|seat| pieces_of(position, seat)).into();
    if board.unclaimed().next().is_some() {
        lines.push(format!("Unclaimed: {}.", short_list(board, |piece| piece.owner.is_none())));
    }
    if board.pieces().any(|(_, piece)| piece.arrows.grey_bits() != 0) {
        lines.push("A ~ stands before a grey arrow.".to_owned());
    }
    if board.pieces().any(|(_, piece)| piece.marked) {
        lines.push("A * marks a marked piece.".to_owned());
    }
    lines.join("\n")
}

fn pieces_of(position: &Position, seat: Seat) -> String {
    let count = position.board.census()[seat];
    format!("{}, {count}: {}.", Text::seat(seat), short_list(&position.board, |piece| piece.is_of(seat)))
}

fn all_moves(position: &Position) -> String {
    let lines = position.board.pieces().filter_map(|(square, piece)| {
        let owner = piece.owner?;
        Some(format!("{} ({}): {}", short(square, piece), Text::seat(owner), targets(position, square)))
    });
    let lines: Vec<_> = lines.collect();
    if lines.is_empty() { "No piece is claimed yet.".to_owned() } else { lines.join("\n") }
}

/// The targets of the piece on a square along its arrows, with the ways to arrive.
fn targets(position: &Position, square: Square) -> String {
    let (board, variant) = (&position.board, position.variant());
    let target = |step: Step| {
        let ways: Vec<_> = ways(board, variant, step).collect();
        let captures = board.at(step.to).is_some() && ways.iter().any(|&how| how != How::Swap);
        let swaps = ways.contains(&How::Swap);
        let sign = match (captures, swaps) {
            (true, true) => " (capture or swap)",
            (true, false) => " (capture)",
            (false, true) => " (swap)",
            (false, false) => "",
        };
        (!ways.is_empty()).then(|| format!("{}{sign}", step.to))
    };
    let targets: Vec<_> = steps(board, variant, square).filter_map(target).collect();
    if targets.is_empty() { "nowhere".to_owned() } else { targets.join(", ") }
}

fn about(position: &Position, square: Square) -> String {
    let Some(piece) = position.board.at(square) else { return format!("{square} is empty.") };
    let owner = piece.owner.map_or_else(|| "Unclaimed".to_owned(), |owner| Text::seat(owner).to_owned());
    // Nobody moves a piece that nobody owns.
    let targets = piece.owner.map_or_else(String::new, |_| format!("\nCan go to: {}.", targets(position, square)));
    format!("{square}, {owner}: {}.{targets}", long(piece))
}

fn row(position: &Position, number: u8) -> String {
    let board = &position.board;
    let squares = board.squares().filter(|square| square.row() + 1 == number);
    squares
        .map(|square| match board.at(square) {
            None => format!("{square}: empty."),
            Some(piece) => {
                let owner = piece.owner.map_or("unclaimed", Text::seat);
                format!("{square}, {owner}: {}.", long(piece))
            }
        })
        .collect::<Vec<_>>()
        .join("\n")
}

fn last(position: &Position) -> String {
    if position.recent.is_empty() {
        return "Nothing happened on the board in the last step.".to_owned();
    }
    effect_words::lines(&position.recent)
}

fn score(position: &Position) -> String {
    let mut lines = vec![won(position)];
    lines.extend((1..).zip(&position.won).map(|(bout, won): (u8, _)| {
        format!("Bout {bout}: {} won{}.", Text::seat(won.winner), reason_words(won.reason))
    }));
    lines.extend(ending(position));
    lines.join("\n")
}

fn strikes(position: &Position) -> String {
    let strikes = position.strikes;
    let mut text = format!(
        "Strikes: {} {}, {} {}; {STRIKES} lose the bout.",
        Text::seat(Seat::Ec),
        strikes.ec,
        Text::seat(Seat::Dmo),
        strikes.dmo
    );
    if position.phase == Phase::Battle {
        text += &format!("\nTurns in a row without a capture: {}.", position.since_capture);
        if let Some(turns) = position.few_for {
            let few = position.variant().few();
            text += &format!("\nTurns since both players were first down to {few} pieces or fewer: {turns}.");
        }
    }
    text
}

fn items(position: &Position) -> String {
    if !position.variant().is_final() {
        return "There are no items in this match.".to_owned();
    }
    let held = |seat: Seat| {
        let names: Vec<_> = position.items[seat].iter().map(|kind: &ItemKind| kind.name()).collect();
        format!("{}: {}.", Text::seat(seat), list(&names, "and"))
    };
    format!("Items not yet used. {} {}", held(Seat::Ec), held(Seat::Dmo))
}
