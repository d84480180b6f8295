//! The texts of a view: heading, question, description, and the answers to `/board`.

use super::BlockadeChess;
use super::notation::capital;
use super::order::Man;
use super::order_parser::in_hand;
use super::piece::{Piece, Side};
use super::position::{Last, Phase, Position};
use super::scene::dress;
use super::square::{Square, Squares};
use super::tell::{placing, player, why_it_ended, words};
use super::theme::Theme;
use super::view::View;
use crate::game::{BySeat, Heading, Ink, Refusal, Rules, Text, Words};

/// The queries of `/board`.
pub(super) const QUERIES: &[(&str, &str)] = &[
    ("pieces", "Where every piece, pawn or statue stands"),
    ("moves", "Where the pieces of the side to move can go"),
    ("moves of d4", "Where the piece on a square can go"),
    ("last", "What was placed or moved last"),
    ("clocks", "The time for a turn and both reserves"),
    ("row 1", "What stands on row 1"),
    ("row 2", "What stands on row 2"),
    ("row 3", "What stands on row 3"),
    ("row 4", "What stands on row 4"),
    ("row 5", "What stands on row 5"),
    ("row 6", "What stands on row 6"),
    ("row 7", "What stands on row 7"),
    ("row 8", "What stands on row 8"),
    ("file a", "What stands on file a"),
    ("file b", "What stands on file b"),
    ("file c", "What stands on file c"),
    ("file d", "What stands on file d"),
    ("file e", "What stands on file e"),
    ("file f", "What stands on file f"),
    ("file g", "What stands on file g"),
    ("file h", "What stands on file h"),
];

/// The name of the game in a theme.
pub(super) const fn title(theme: Theme) -> &'static str {
    match theme {
        Theme::Blockade => BlockadeChess::ABOUT.name,
        Theme::Garden => "Garden of Statues",
    }
}

impl Words for View {
    /// The scores are the placed pieces, and in play the pieces that can move.
    fn heading(&self) -> Heading {
        let position = self.position();
        let side = position.theme().side(position.to_move());
        let stage = match (self.outcome(), position.phase()) {
            (Some(_), Phase::Play) => format!("Over after {}", count(position.ply(), "move")),
            (Some(_), _) => "Over".to_owned(),
            (None, Phase::Colours) => "Choice of colours".to_owned(),
            (None, Phase::Placement) => format!("Placement {}/6 · {side}", position.placement_step() + 1),
            (None, Phase::Play) => format!("Move {} · {side} to move", position.ply() + 1),
        };
        let (counts, unit): (fn(&Position, Side) -> usize, _) = match position.phase() {
            Phase::Colours | Phase::Placement => (placed, "pieces placed"),
            Phase::Play => (|position, side| super::mobility::free(position.board(), side).len(), "free pieces"),
        };
        let scores =
            BySeat::from_fn(|seat| position.side_of(seat).map_or(0, |side| counts(position, side)).to_string());
        // In a theme with coloured sides, each player has the colour of the player's side, and none before the choice.
        let side = |seat| position.side_of(seat).map(|side| dress(position.theme(), side, seat));
        let undecided = [Ink::Neutral, Ink::NeutralShade, Ink::Panel];
        let inks = BySeat::from_fn(|seat| side(seat).unwrap_or(undecided));
        let inks = position.theme().is_coloured().then_some(inks);
        Heading { stage, scores, unit: unit.to_owned(), inks }
    }

    fn question(&self) -> Option<Text> {
        let position = self.position();
        let theme = position.theme();
        let side = theme.side(position.to_move());
        let blocker = theme.blocker();
        let words = self.awaits_order().then(|| match position.phase() {
            Phase::Colours => {
                format!("Which colour do you play? {} places the first piece and moves first.", theme.side(Side::White))
            }
            Phase::Placement => {
                let many = if position.to_place() == 1 {
                    "one piece on an empty square"
                } else {
                    "two pieces on empty squares"
                };
                let hand = in_hand(position, position.to_move());
                format!("You are {side}. Place {many}; you hold {hand}.")
            }
            Phase::Play => {
                format!("You are {side}. Which piece moves, where to, and where does its {blocker} land?")
            }
        });
        words.map(Text::new)
    }

    fn describe_board(&self) -> Text {
        let position = self.position();
        let mut parts = vec![format!("{}. {}.", title(position.theme()), self.heading().stage)];
        if position.outcome().is_some() {
            parts.push(why_it_ended(position));
        } else {
            parts.extend(last(position));
        }
        parts.extend(standing(position));
        Text::new(parts.join(" "))
    }

    fn answer(&self, query: &str) -> Result<Text, Refusal> {
        answer(self, query).map(Text::new)
    }
}

fn placed(position: &Position, side: Side) -> usize {
    position.board().all_pieces(side).count()
}

/// `1 move`, `2 moves`.
pub(super) fn count(number: u32, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

/// Both sides' pieces and the blockers, one sentence each.
fn standing(position: &Position) -> Vec<String> {
    let mut lines: Vec<_> = Side::ALL
        .into_iter()
        .map(|side| {
            let placed =
                list(Piece::ALL.into_iter().filter_map(|piece| kind(piece, position.board().pieces(side, piece))));
            let hand = in_hand(position, side);
            let placed = placed.unwrap_or_else(|| "nothing on the board".to_owned());
            match position.phase() {
                Phase::Play => format!("{}: {placed}.", player(position, side)),
                _ => format!("{}: {placed}; in hand {hand}.", player(position, side)),
            }
        })
        .collect();
    let blockers = position.board().blockers();
    if position.phase() == Phase::Play {
        let name = position.theme().blocker();
        lines.push(if blockers.is_empty() {
            format!("There is no {name} yet.")
        } else {
            format!("{}: {}.", count(blockers.len(), name), blockers.listed())
        });
    }
    lines
}

/// `rooks on a1 and h1`.
fn kind(piece: Piece, squares: Squares) -> Option<String> {
    let plural = if squares.len() > 1 { "s" } else { "" };
    let squares: Vec<_> = squares.into_iter().map(|square| square.to_string()).collect();
    (!squares.is_empty()).then(|| format!("{}{plural} on {}", piece.name(), squares.join(" and ")))
}

fn list(parts: impl Iterator<Item = String>) -> Option<String> {
    let parts: Vec<_> = parts.collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// The last resolved order, as a sentence.
pub(super) fn last(position: &Position) -> Option<String> {
    Some(match position.last()? {
        Last::Placed(side, placement) => placing(position, side, placement),
        Last::Moved(side, played) => format!("{}: {}.", player(position, side), words(position.theme(), played)),
    })
}

/// Answers a `/board` query.
fn answer(view: &View, query: &str) -> Result<String, Refusal> {
    let query = query.trim().to_lowercase();
    let position = view.position();
    let words: Vec<_> = query.split_whitespace().collect();
    match words[..] {
        [] => Ok(everything(view)),
        ["pieces"] => Ok(standing(position).join("\n")),
        ["last"] => Ok(last(position).unwrap_or_else(|| "Nothing has been placed or moved yet.".to_owned())),
        ["clocks"] => Ok(clocks(view)),
        ["moves"] => Ok(all_moves(position)),
        ["moves", "of", square] | ["moves", square] => {
            square.parse().map(|square| moves_of(position, square)).map_err(|_| unknown())
        }
        ["row" | "rank", row] => match row.parse::<u8>() {
            Ok(rank @ 1..=8) => Ok(line(position, &format!("Row {rank}"), |square| square.rank() + 1 == rank)),
            _ => Err(unknown()),
        },
        ["file", file] => match file.as_bytes() {
            [letter @ b'a'..=b'h'] => {
                Ok(line(position, &format!("File {file}"), |square| square.file() == letter - b'a'))
            }
            _ => Err(unknown()),
        },
        _ => Err(unknown()),
    }
}

fn unknown() -> Refusal {
    Refusal::unreadable(
        "Ask for pieces, moves, moves of d4, last, clocks, row 3 or file d; or for nothing to see it all.",
    )
}

/// All squares of one line of the board, empty ones included.
fn line(position: &Position, name: &str, on: impl Fn(Square) -> bool) -> String {
    let board = position.board();
    let squares = Square::all().filter(|&square| on(square)).map(|square| match board.piece_at(square) {
        Some((side, piece)) => format!("{square} {} {}", position.theme().side(side), piece.name()),
        None if board.blockers().has(square) => format!("{square} {}", position.theme().blocker()),
        None => format!("{square} empty"),
    });
    format!("{name}: {}.", squares.collect::<Vec<_>>().join(", "))
}

fn all_moves(position: &Position) -> String {
    if position.phase() != Phase::Play {
        return "Pieces move once all of them are placed.".to_owned();
    }
    let title = format!("Where {}'s pieces can go:", player(position, position.to_move()));
    let pieces = position.board().all_pieces(position.to_move());
    let lines = pieces.map(|(piece, square)| goes(position, Man { piece, square }));
    std::iter::once(title).chain(lines).collect::<Vec<_>>().join("\n")
}

fn goes(position: &Position, man: Man) -> String {
    let targets = position.targets(man.piece, man.square);
    let name = format!("{} {}", capital(man.piece), man.square);
    if targets.is_empty() { format!("{name}: stuck") } else { format!("{name}: {}", targets.listed()) }
}

fn moves_of(position: &Position, square: Square) -> String {
    match position.board().piece_at(square) {
        Some((side, piece)) => {
            format!("{} {}", position.theme().side(side), goes(position, Man { piece, square }).to_lowercase())
        }
        None if position.board().blockers().has(square) => {
            format!("On {square} there is a {}, which never moves.", position.theme().blocker())
        }
        None => format!("There is no piece on {square}."),
    }
}

fn clocks(view: &View) -> String {
    let ruleset = view.position().ruleset();
    let turn = format!(
        "{} s for a move, {} s for a step of the placement; after that the player's reserve runs.",
        ruleset.move_s, ruleset.placement_s
    );
    let Some(reserve) = view.reserve() else {
        return format!("{turn} Each player had {} at the start.", time(ruleset.reserve_s * 1000));
    };
    let [ec, dmo] = crate::game::Seat::ALL.map(|seat| format!("{} {}", Text::seat(seat), time(reserve[seat])));
    format!("{turn}\nReserve as this turn began: {ec}, {dmo}.")
}

/// A duration as `4:05`, with tenths of a second if they are not 0.
fn time(ms: u64) -> String {
    let (minutes, seconds) = (ms / 60_000, ms / 1000 % 60);
    match ms % 1000 / 100 {
        0 => format!("{minutes}:{seconds:02}"),
        tenths => format!("{minutes}:{seconds:02}.{tenths}"),
    }
}

fn everything(view: &View) -> String {
    let position = view.position();
    let mut parts = vec![format!("{}.", view.heading().stage)];
    if position.outcome().is_some() {
        parts.push(why_it_ended(position));
    } else {
        parts.extend(last(position));
    }
    parts.extend(standing(position));
    parts.join("\n")
}
