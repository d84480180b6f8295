//! What is worth remembering of a match: pieces that both wanted, captures over the edge, powers, and bouts won with the last piece.

use super::drawn::Drawn;
use super::effect::Effect;
use super::tell::{Event, pieces_each};
use super::words::name;
use crate::game::{BySeat, Moment, Reason, Seat, Text};

/// Of something that happened.
pub(super) fn of(event: &Event) -> Vec<Moment> {
    match event {
        Event::Claims { effects, .. } | Event::TopUp { effects, .. } => effects.iter().filter_map(claim).collect(),
        Event::Turn { effects, .. } => of_turn(effects),
        Event::BoutOver { winner, reason, drawn, pieces, .. } => {
            of_bout(*winner, *reason, *drawn, *pieces).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn claim(effect: &Effect) -> Option<Moment> {
    match *effect {
        Effect::Contested { square, piece } => {
            let weight = if piece.character.is_some() { 45 } else { 31 };
            let words = format!("both want the {} on {square}, so nobody gets it.", name(piece.character));
            Some(Moment::new("contested", weight, words))
        }
        _ => None,
    }
}

fn of_turn(effects: &[Effect]) -> Vec<Moment> {
    let over_the_edge = |seat: Seat, at| {
        effects
            .iter()
            .any(|effect| matches!(*effect, Effect::Moved { seat: by, to, wraps: true, .. } if by == seat && to == at))
    };
    let of = |effect: &Effect| match *effect {
        Effect::Captured { by, square, owner, character } if owner == Some(!by) => {
            let (who, what) = (Text::seat(by), name(character));
            if over_the_edge(by, square) {
                let words = format!("{who} takes an enemy {what} on {square} over the edge of the board.");
                return Some(Moment::new("over-the-edge", 62, words));
            }
            character?;
            Some(Moment::new("character", 36, format!("{who} takes an enemy {what} on {square}.")))
        }
        Effect::Collided { square, .. } => {
            Some(Moment::new("collision", 52, format!("pieces meet on {square}, and none of them stays.")))
        }
        Effect::Bit { seat, target, direction, .. } => {
            let words = format!("{} gives a Monster up to bite the {direction} arrow off {target}.", Text::seat(seat));
            Some(Moment::new("bite", 40, words))
        }
        Effect::Displaced { seat, to, .. } => {
            let words = format!("{}'s Guardian changes places with another piece and goes to {to}.", Text::seat(seat));
            Some(Moment::new("guardian", 42, words))
        }
        Effect::Honoured { seat, .. } => Some(item(seat, "a Point of Honour")),
        Effect::Rotated { seat, .. } => Some(item(seat, "Rotate")),
        Effect::Exchanged { seat, .. } => Some(item(seat, "Swap")),
        Effect::ItemFailed { seat, item } => {
            let words = format!("{}'s {} fails, for the board has changed.", Text::seat(seat), item.kind().name());
            Some(Moment::new("item-failed", 54, words))
        }
        _ => None,
    };
    effects.iter().filter_map(of).collect()
}

fn item(seat: Seat, what: &str) -> Moment {
    Moment::new("item", 44, format!("{} uses {what}.", Text::seat(seat)))
}

fn of_bout(winner: Seat, reason: Reason, drawn: Option<Drawn>, pieces: BySeat<u8>) -> Option<Moment> {
    let name = Text::seat(winner);
    match (drawn, reason) {
        (None, Reason::Rules) if pieces[winner] == 1 => {
            Some(Moment::new("last-piece", 80, format!("{name} wins the bout with a single piece left.")))
        }
        (None, Reason::Rules) if pieces[winner] >= 5 => {
            let words = format!("{name} clears the board with {} pieces to spare.", pieces[winner]);
            Some(Moment::new("cleared", 50, words))
        }
        (None, Reason::Strikes) => {
            Some(Moment::new("struck-out", 66, format!("{} loses the bout by missed turns.", Text::seat(!winner))))
        }
        (Some(_), Reason::TieBreak) => {
            let words = format!("{name} wins the bout by the tie rule, with {}.", pieces_each(pieces[winner]));
            Some(Moment::new("level-bout", 70, words))
        }
        _ => None,
    }
}
