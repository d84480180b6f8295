//! Events, with the same account for everyone.
//!
//! As data: `opens`, `colours`, `placed`, `moved` and `match-over`. They name seats and sides as the referee state does.

use serde_json::{Value, json};

use super::mobility::{self, Change};
use super::moments;
use super::notation::capital;
use super::order::{Move, Placement};
use super::piece::Side;
use super::position::Position;
use super::theme::Theme;
use crate::game::{BySeat, Moment, Reason, Tell, Text, Told, Viewer};

/// An event, with the position after it.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    pub what: What,
    /// The position after the event.
    pub position: Position,
}

impl Tell for Event {
    fn tell(&self, _viewer: Viewer) -> Option<Told> {
        let Self { what, position } = self;
        let (text, data) = match what {
            What::Opens => opens(position),
            What::Colours { chosen } => colours(position, *chosen),
            What::Placed { side, placement } => placed(position, *side, *placement),
            What::Moved { side, played } => moved(position, *side, *played),
            What::MatchOver => match_over(position),
        };
        Some(Told { text: Text::new(text), data })
    }

    fn moments(&self, _viewer: Viewer) -> Vec<Moment> {
        moments::of(self.what, &self.position)
    }
}

/// The kind of event.
#[derive(Clone, Copy, Debug)]
pub enum What {
    /// The match begins, on an empty board or from a position.
    Opens,
    /// The colours are assigned.
    Colours {
        /// Whether the chooser chose a colour; otherwise the chooser plays White.
        chosen: bool,
    },
    /// A step of the placement.
    Placed {
        side: Side,
        /// The pieces and squares.
        placement: Placement,
    },
    /// A move.
    Moved {
        side: Side,
        /// The move.
        played: Move,
    },
    /// The match is over by play.
    MatchOver,
}

/// A side's player with its colour: `{ec} (White)`.
pub(super) fn player(position: &Position, side: Side) -> String {
    let colour = position.theme().side(side);
    position.seat_of(side).map_or_else(|| colour.to_owned(), |seat| format!("{} ({colour})", Text::seat(seat)))
}

/// The match's opening as words and data: `from_position`, `chooser`.
fn opens(position: &Position) -> (String, Value) {
    let [first, second] = Side::ALL.map(|side| position.theme().side(side));
    let data = json!({ "kind": "opens", "chooser": position.chooser(), "from_position": position.white().is_some() });
    let text = if position.white().is_some() {
        let to_move = player(position, position.to_move());
        format!(
            "Play starts from a given position.\n{} against {}, {to_move} to move.",
            player(position, Side::White),
            player(position, Side::Black)
        )
    } else {
        format!("The board is empty.\n{} chooses between {first} and {second}.", Text::seat(position.chooser()))
    };
    (text, data)
}

/// The colours as words and data: `chooser`, `white`, `chosen`.
fn colours(position: &Position, chosen: bool) -> (String, Value) {
    let chooser = position.chooser();
    let seat = |side| position.seat_of(side).map_or("", Text::seat);
    let theme = position.theme();
    let own = if position.white() == Some(chooser) { Side::White } else { Side::Black };
    let how = if chosen {
        format!("{} takes {}", Text::seat(chooser), theme.side(own))
    } else {
        format!("{} chose no colour in time and gets {}", Text::seat(chooser), theme.side(own))
    };
    let text = format!(
        "{how}; {} plays {}.\n{} places the first piece.",
        seat(!own),
        theme.side(!own),
        theme.side(Side::White)
    );
    (text, json!({ "kind": "colours", "chooser": chooser, "white": position.white(), "chosen": chosen }))
}

/// A placement as words and data: `seat`, `side`, `pieces`, `done`.
fn placed(position: &Position, side: Side, placement: Placement) -> (String, Value) {
    let done = position.to_place() == 0;
    let mut text = placing(position, side, placement);
    if done {
        text += "\nAll pieces are placed. Play begins: a player who cannot move on their turn loses.";
        for line in mobility::lines(position, None, &Change::of_placement(position)) {
            text += &format!("\n{line}");
        }
    }
    let data = json!({
        "kind": "placed",
        "seat": position.seat_of(side),
        "side": side,
        "order": placement.to_string(),
        "done": done,
    });
    (text, data)
}

/// `{ec} (White) puts a queen on d4.`
pub(super) fn placing(position: &Position, side: Side, placement: Placement) -> String {
    let men: Vec<_> = placement.men().map(|man| format!("a {} on {}", man.piece.name(), man.square)).collect();
    format!("{} puts {}.", player(position, side), men.join(" and "))
}

/// A move as words and data: `seat`, `side`, `order`, the order's parts, the resulting `ply`, the squares of pieces now `shut_in` and now
/// `freed`, and each seat's numbers of `free` pieces and of squares in reach (`room`).
fn moved(position: &Position, side: Side, played: Move) -> (String, Value) {
    let change = Change::of_move(position, side, played);
    let first = format!("{}: {}.", player(position, side), words(position.theme(), played));
    // The end of the match says that nothing can move.
    let after = position.outcome().is_none().then(|| mobility::lines(position, Some(side), &change));
    let text = std::iter::once(first).chain(after.into_iter().flatten()).collect::<Vec<_>>().join("\n");
    let squares = |men: &[mobility::Man]| men.iter().map(|man| man.2).collect::<Vec<_>>();
    let by_seat = |counts: [usize; 2]| BySeat::from_fn(|seat| position.side_of(seat).map(|side| counts[side as usize]));
    let data = json!({
        "kind": "moved",
        "seat": position.seat_of(side),
        "side": side,
        "order": played.to_string(),
        "piece": played.piece,
        "from": played.from,
        "to": played.to,
        "blocker": played.pawn,
        "ply": position.ply(),
        "shut_in": squares(&change.shut_in),
        "freed": squares(&change.freed),
        "free": by_seat(change.free[1]),
        "room": by_seat(change.room[1]),
    });
    (text, data)
}

/// `Queen d4 to d7, pawn on f5`.
pub(super) fn words(theme: Theme, played: Move) -> String {
    let Move { piece, from, to, pawn } = played;
    format!("{} {from} to {to}, {} on {pawn}", capital(piece), theme.blocker())
}

/// The end as words and data: `winner`, `reason`, `ply`, and whether the winner could have moved.
fn match_over(position: &Position) -> (String, Value) {
    let data = json!({
        "kind": "match-over",
        "winner": position.outcome().and_then(|outcome| outcome.winner),
        "reason": position.outcome().map(|outcome| outcome.reason),
        "loser": position.to_move(),
        "ply": position.ply(),
        "winner_could_move": position.can_move(!position.to_move()),
    });
    let mut text = how_it_ended(position);
    if position.outcome().is_some_and(|outcome| outcome.reason == Reason::Rules) {
        text += &format!(" A player who cannot move on their turn loses.\n{}", mobility::score_line(position));
    }
    (text, data)
}

/// The winner of a finished match and the reason, as a sentence.
pub(super) fn why_it_ended(position: &Position) -> String {
    format!("{} wins: {}", player(position, !position.to_move()), how_it_ended(position))
}

/// The reason for the end, as a sentence.
fn how_it_ended(position: &Position) -> String {
    let loser = player(position, position.to_move());
    if position.outcome().is_some_and(|outcome| outcome.reason == Reason::Clock) {
        return format!("{loser} has no time left.");
    }
    match position.theme() {
        Theme::Blockade => format!("{loser} has no move left."),
        Theme::Garden => format!("{loser} has no move left and turns to stone."),
    }
}
