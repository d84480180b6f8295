//! The picture: the board with every piece's arrows, the effects of the last step, and a strip with pieces, strikes and items; also the
//! example of the rules page.
//!
//! - Colour and shape show the owner: round, hexagonal, or square for an unclaimed piece. Black arrows are solid and grey ones hollow. A
//!   marked piece has a light centre. So the picture is readable without colours.
//! - The effects of the last step are white: the path of a move, the edge of a changed arrow, the small signs on a piece.

mod board;
mod effects_by_square;
mod legend;
mod piece;
mod strip;

use super::board::Board;
use super::effect::Effect;
use super::legal_turns::Ground;
use super::order::Idle;
use super::phrases::name;
use super::piece::{Arrows, Character};
use super::position::{Phase, Position};
use super::ruleset::Ruleset;
use super::square::{Direction, Square};
use super::view::View;
use super::{item_menus, items};
use crate::game::{BySeat, Draws, Heading, Notation, RulesPicture, Scene, Seat, Text, Words};
use effects_by_square::EffectsBySquare;

impl Draws for View {
    fn draw(&self, path: &[String]) -> Scene {
        let used = with_item(self, path);
        let position = used.as_ref().unwrap_or_else(|| self.position());
        let traces = EffectsBySquare::of(position);
        let choice = Choice::of(self, path);
        let (height, mut shapes) = board::shapes(position, &traces, &choice);
        let height = strip::add(&mut shapes, self, height);
        let height = legend::add(&mut shapes, position, &traces, height);
        Scene { heading: self.heading(), height, shapes, caption: Text::new(caption(position)) }
    }
}

/// The position after the item at the beginning of a turn's words, if there is one.
fn with_item(view: &View, path: &[String]) -> Option<Position> {
    let (seat, position) = (view.seat()?, view.position());
    let mut words = path.iter().map(String::as_str);
    if position.phase != Phase::Battle || words.next() != Some("item") {
        return None;
    }
    let stuck = !Ground::plain(position).has_move(position, seat);
    let item = item_menus::item(position, seat, stuck, &mut words).ok()?;
    let mut after = position.clone();
    items::apply(&mut after.board, seat, item, &mut |_| {});
    Some(after)
}

/// An example for the rules: a capture on a small board, and a legend of all signs.
pub(super) fn example(ruleset: &Ruleset) -> RulesPicture {
    let rows = 2;
    let square = |text: [u8; 2]| Square::new(text[0] - b'a', text[1] - b'1').expect("a square of the board");
    let mut board = Board::empty(rows);
    for (at, code) in [
        (*b"a1", "eL..b...b."),
        (*b"c1", "eR.b.b..b."),
        (*b"e2", "dMb.....b."),
        (*b"d1", "uGb...b..."),
        (*b"a2", "u-.b.g.b.."),
    ] {
        board.put(square(at), code.parse().expect("the code of a piece"));
    }
    let mut position = Position::new(ruleset.clone(), board, BySeat::default());
    position.phase = Phase::Battle;
    let (from, to, direction, rat) = (square(*b"b1"), square(*b"c1"), Direction::E, Some(Character::Rat));
    let arrows = board.at(to).map_or(Arrows::default(), |piece| piece.arrows);
    position.recent = vec![
        Effect::Moved { seat: Seat::Ec, character: rat, from, to, direction, far: false, wraps: false },
        Effect::Captured { by: Seat::Ec, square: to, owner: Some(Seat::Dmo), character: Some(Character::Crow) },
        Effect::Turned { square: to, arrows },
    ];
    let (height, mut shapes) = board::shapes(&position, &EffectsBySquare::of(&position), &Choice::default());
    let (height, meanings) = legend::full(&mut shapes, ruleset.variant, height);
    let words = format!(
        "{}'s Rat has moved east from b1 to c1, captured a Crow of {} and turned its arrows.",
        Text::seat(Seat::Ec),
        Text::seat(Seat::Dmo)
    );
    let heading = Heading { stage: "Example".to_owned(), ..Heading::default() };
    let scene = Scene { heading, height, shapes, caption: Text::new(&words) };
    RulesPicture { scene, words: Text::new(format!("An example and a legend. {words} {meanings}")) }
}

/// The squares chosen so far in a seat's order, and the possible next squares.
#[derive(Default)]
struct Choice {
    chosen: Vec<Square>,
    offered: Vec<Square>,
}

impl Choice {
    fn of(view: &View, path: &[String]) -> Self {
        let square = |word: &str| {
            let square = word.get(..2).filter(|_| word.len() == 2 || word.as_bytes().get(2) == Some(&b':'))?;
            Square::try_from(square.to_owned()).ok()
        };
        if path.is_empty() {
            return Self { chosen: Vec::new(), offered: Vec::new() };
        }
        let chosen = path.iter().filter_map(|word| square(word)).collect();
        let mut offered: Vec<_> = view.choices(path).iter().filter_map(|choice| square(&choice.word)).collect();
        offered.dedup();
        Self { chosen, offered }
    }
}

/// A short line about the last event.
fn caption(position: &Position) -> String {
    let happened = happened(position);
    let next = match (position.phase, position.bout_winner()) {
        (Phase::Over(outcome), _) => match outcome.winner {
            Some(winner) => format!("{} wins the match.", Text::seat(winner)),
            None => "The match is over.".to_owned(),
        },
        (_, Some(winner)) => format!("{} wins bout {}.", Text::seat(winner), position.bout),
        (phase, None) => awaited(position, phase),
    };
    if happened.is_empty() { next } else { format!("{happened} {next}") }
}

fn awaited(position: &Position, phase: Phase) -> String {
    match phase {
        Phase::Review => format!("The board of bout {}. Every piece is still free.", position.bout),
        Phase::Claim { round: 1, .. } => "Both players secretly claim one or two pieces.".to_owned(),
        Phase::Claim { .. } => format!("{} pieces are left to claim.", position.board.unclaimed().count()),
        Phase::TopUp { .. } => "New pieces are placed until both have three or no square is left.".to_owned(),
        Phase::Choose => format!("{} chooses who goes first.", Text::seat(position.chooser)),
        Phase::Battle => match position.to_move {
            Some(seat) => format!("{} to move.", Text::seat(seat)),
            None => "Both players move at once.".to_owned(),
        },
        Phase::Over(_) => String::new(),
    }
}

/// The effects of the last step, in as few words as possible.
pub(super) fn happened(position: &Position) -> String {
    if position.phase == Phase::Review {
        return String::new();
    }
    let claimed = |seat: Seat| {
        position
            .recent
            .iter()
            .filter(|effect| matches!(effect, Effect::Claimed { seat: by, .. } if *by == seat))
            .count()
    };
    let contested = position.recent.iter().filter(|effect| matches!(effect, Effect::Contested { .. })).count();
    if claimed(Seat::Ec) + claimed(Seat::Dmo) + contested > 0 {
        let removed = if contested > 0 { format!(", {contested} removed") } else { String::new() };
        return format!(
            "Just claimed: {} by {}, {} by {}{removed}.",
            claimed(Seat::Ec),
            Text::seat(Seat::Ec),
            claimed(Seat::Dmo),
            Text::seat(Seat::Dmo)
        );
    }
    let lines: Vec<_> = position.recent.iter().filter_map(|effect| headline(position, effect)).take(2).collect();
    lines.join(" ")
}

/// A noteworthy effect, in as few words as possible.
fn headline(position: &Position, effect: &Effect) -> Option<String> {
    Some(match *effect {
        Effect::Moved { seat, character, from, to, .. } => {
            let hit = position.recent.iter().find_map(|effect| match *effect {
                Effect::Captured { by, square, owner, character } if by == seat && square == to => {
                    let own = if owner == Some(by) { "their own " } else { "" };
                    Some(format!(", captures {own}{}", name(character)))
                }
                Effect::Collided { square, .. } if square == to => Some(", collides".to_owned()),
                Effect::Displaced { from, .. } if from == to => Some(", swaps".to_owned()),
                _ => None,
            });
            format!("{}: {} {from}–{to}{}.", Text::seat(seat), name(character), hit.unwrap_or_default())
        }
        Effect::Passed { seat, why: Idle::TimedOut } => format!("{} ran out of time.", Text::seat(seat)),
        Effect::Passed { seat, .. } => format!("{} passes.", Text::seat(seat)),
        Effect::Placed { seat, square, .. } => format!("{} places a piece on {square}.", Text::seat(seat)),
        Effect::Clashed { square } => format!("Both chose {square}."),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::order::ItemKind;
    use super::super::ruleset::{self, Variant};
    use super::super::state::State;
    use super::*;
    use crate::game::{AtTable, Viewer, Views};

    /// Menus and picture use the board after the item.
    #[test]
    fn menus_and_picture_use_the_board_after_the_item() {
        let presets = ruleset::presets();
        let last = presets.into_iter().find(|preset| preset.ruleset.variant == Variant::Final).expect("there is one");
        let square = |text: &str| Square::try_from(text.to_owned()).expect("a square");
        let mut board = Board::empty(6);
        let own = ["b2", "d4", "a6", "c6", "e6", "a4", "c4"].map(|at| (at, "e-b......."));
        for (at, code) in own.into_iter().chain(["e5", "e1", "c1", "a1", "b3", "d6", "d2"].map(|at| (at, "d-b.......")))
        {
            board.put(square(at), code.parse().expect("a piece"));
        }
        let mut position = Position::new(last.ruleset, board, BySeat::from_fn(|_| vec![ItemKind::Rotate]));
        (position.phase, position.to_move) = (Phase::Battle, Some(Seat::Ec));
        let state = State::new(position, Vec::new());
        let drawn = |viewer, path: &str| {
            let view = state.view(viewer, &AtTable::default());
            let path: Vec<String> = path.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect();
            with_item(&view, &path).map(|after| after.board.at(square("b2")).expect("it stays").arrows)
        };
        let ec = Viewer::Seat(Seat::Ec);
        let before = state.position.board.at(square("b2")).expect("it is there").arrows;
        assert_eq!(drawn(ec, "item rotate b2 90"), Some(before.turned(2)));
        assert_eq!(drawn(ec, "item rotate b2 90 d4"), Some(before.turned(2)));
        assert_eq!([drawn(ec, ""), drawn(ec, "item rotate b2"), drawn(ec, "d4")], [None; 3]);
        assert_eq!(drawn(Viewer::Public, "item rotate b2 90"), None);
    }
}
