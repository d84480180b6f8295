//! Effects on the board, in sentences.

use super::effect::Effect;
use super::order::{Idle, Item, Shape};
use super::phrases::{character_words, list, name, pointing};
use super::piece::Character;
use super::position::STRIKES;
use super::square::Square;
use crate::game::{Seat, Text};

/// A line for each effect.
pub(super) fn lines(effects: &[Effect]) -> String {
    let moves_to =
        |square| effects.iter().filter(|other| matches!(other, Effect::Moved { to, .. } if *to == square)).count();
    // The move whose line also tells an effect: the one before it to that square, if no other move goes there.
    let begins = |moved: &Effect, effect: &Effect| {
        let alone = matches!(moved, Effect::Moved { to, .. } if moves_to(*to) == 1);
        alone && (met(moved, effect).is_some() || tail(moved, effect).is_some())
    };
    let owner = |at: usize| (0..at).find(|&before| begins(&effects[before], &effects[at]));
    let (mut lines, mut at) = (Vec::new(), 0);
    while let Some(effect) = effects.get(at) {
        let here = at;
        at += 1;
        if let Effect::CrowSpent { seat, square, arrows } = effect {
            let restored = &effects[at..effects.len().min(at + usize::from(*arrows))];
            at += restored.len();
            lines.push(crow_words(*seat, *square, restored));
        } else if owner(here).is_none() {
            let owned: Vec<_> = (at..effects.len()).filter(|&later| owner(later) == Some(here)).collect();
            let tails: Vec<_> = owned.iter().filter_map(|&later| tail(effect, &effects[later])).collect();
            // One subject is enough for two effects on the piece. The first names it if the line has another piece.
            let tails: Vec<_> = (0..tails.len())
                .map(|at| match (&tails[at], effect) {
                    ((false, does), _) if at > 0 && !tails[at - 1].0 => does.clone(),
                    ((its, what), Effect::Moved { character, .. }) if at == 0 && owned.len() > tails.len() => {
                        format!("the {}{} {what}", name(*character), if *its { "'s" } else { "" })
                    }
                    ((its, what), _) => format!("{} {what}", if *its { "its" } else { "it" }),
                })
                .collect();
            let mut line = move_words(effects, effect);
            if !tails.is_empty() {
                line.truncate(line.len() - 1);
                line += &format!("; {}.", list(&tails, "and"));
            }
            lines.push(line);
        }
    }
    lines.join("\n")
}

/// A move as a sentence, with the piece that it captured, or with which it changed places.
pub(super) fn move_words(effects: &[Effect], moved: &Effect) -> String {
    effects.iter().find_map(|effect| met(moved, effect)).unwrap_or_else(|| words(moved))
}

/// A move and what it met, as a sentence; `None` if the effect is no meeting of this move.
fn met(moved: &Effect, effect: &Effect) -> Option<String> {
    let Effect::Moved { seat, character, from, to, wraps, .. } = *moved else { return None };
    let mover = format!("{}'s {} on {from}", Text::seat(seat), name(character));
    match *effect {
        Effect::Captured { by, square, owner, character } if (by, square) == (seat, to) => {
            let how = if wraps { " over the edge" } else { "" };
            Some(format!("{mover} takes {} on {to}{how}.", prey(by, owner, character)))
        }
        Effect::Displaced { seat: by, from: left, .. } if (by, left) == (seat, to) => {
            Some(format!("{mover} swaps places with the Guardian on {to}, which becomes plain."))
        }
        _ => None,
    }
}

fn crow_words(seat: Seat, square: Square, restored: &[Effect]) -> String {
    let arrow = |effect: &Effect| match effect {
        Effect::Restored { square, direction } => Some(format!("{direction:#} on {square}")),
        _ => None,
    };
    let arrows: Vec<_> = restored.iter().filter_map(arrow).collect();
    let what = match arrows.len() {
        0 => "it had no grey arrow to restore".to_owned(),
        1 => format!("the arrow {} is black again", arrows[0]),
        _ => format!("the arrows {} are black again", list(&arrows, "and")),
    };
    format!("{} gave up the Crow on {square}: {what}.", Text::seat(seat))
}

/// The end of a move's line that tells an effect on the moved piece: whether it begins with `its` or with `it`, and the rest. `None` if the
/// effect has a separate line.
fn tail(moved: &Effect, effect: &Effect) -> Option<(bool, String)> {
    let Effect::Moved { to, .. } = moved else { return None };
    let (square, tail) = match *effect {
        Effect::Turned { square, .. } => (square, (true, "arrows turn".to_owned())),
        Effect::Greyed { square, direction } => (square, (true, format!("{direction:#} arrow turns grey"))),
        Effect::Dropped { square, direction } => (square, (false, format!("loses its {direction:#} arrow"))),
        Effect::Regrew { square, .. } => (square, (false, "grows new arrows".to_owned())),
        Effect::CharacterLost { square, .. } | Effect::Adopted { square, before: Some(_), after: None } => {
            (square, (false, "becomes plain".to_owned()))
        }
        Effect::Absorbed { square, .. } => (square, (false, "gets the captured black arrows in grey".to_owned())),
        Effect::Adopted { square, after: Some(after), .. } => (square, (false, format!("becomes a {}", after.name()))),
        _ => return None,
    };
    (square == *to).then_some(tail)
}

/// A captured piece: `{dmo}'s Crow`.
fn prey(by: Seat, owner: Option<Seat>, character: Option<Character>) -> String {
    let name = name(character);
    match owner {
        Some(owner) if owner == by => format!("{}'s own {name}", Text::seat(by)),
        Some(owner) => format!("{}'s {name}", Text::seat(owner)),
        None => format!("the {name}"),
    }
}

/// An effect as a sentence.
pub(super) fn words(effect: &Effect) -> String {
    match *effect {
        Effect::Claimed { seat, square, piece } => {
            format!("{} owns the {} on {square}.", Text::seat(seat), piece.name())
        }
        Effect::Contested { square, piece } => format!("Both named {square}: the {} is removed.", piece.name()),
        Effect::Cleared { square, piece } => format!("The unclaimed {} on {square} is cleared away.", piece.name()),
        Effect::Placed { seat, square, shape, default } => {
            let shape = match shape {
                Shape::Plus => "`+`",
                Shape::Cross => "`x`",
            };
            let how = if default { "gets" } else { "places" };
            let why = if default { " by default" } else { "" };
            format!("{} {how} a {shape} piece on {square}{why}.", Text::seat(seat))
        }
        Effect::Clashed { square } => format!("Both chose {square} for their new piece."),
        Effect::Passed { seat, why } => match why {
            Idle::TimedOut => format!("{} ran out of time and passes.", Text::seat(seat)),
            Idle::NoMove => format!("{} has no legal move and passes.", Text::seat(seat)),
            Idle::Passed => format!("{} passes.", Text::seat(seat)),
        },
        Effect::Struck { seat, strikes } => format!("Strike {strikes} of {STRIKES} for {}.", Text::seat(seat)),
        Effect::Honoured { .. } | Effect::Rotated { .. } | Effect::Exchanged { .. } | Effect::ItemFailed { .. } => {
            item_words(effect)
        }
        Effect::MoveFailed { seat, from, to } => {
            format!("An item has made {}'s move from {from} to {to} impossible, so nothing moves.", Text::seat(seat))
        }
        Effect::PowerFailed { seat, power } => format!(
            "{}'s {} on {} finds nothing left to do and keeps its character.",
            Text::seat(seat),
            power.character().name(),
            power.square()
        ),
        Effect::UsedUp { square, direction, .. } => {
            format!("The piece on {square} used up its grey {direction:#} arrow.")
        }
        Effect::Moved { seat, character, from, to, far, wraps, .. } => {
            let how = if wraps {
                " over the edge"
            } else if far {
                ", two squares"
            } else {
                ""
            };
            format!("{}'s {} goes from {from} to {to}{how}.", Text::seat(seat), name(character))
        }
        Effect::Displaced { seat, from, to } => {
            format!("{}'s Guardian swaps from {from} to {to} and becomes plain.", Text::seat(seat))
        }
        Effect::Captured { by, square, owner, character } => {
            format!("{} takes {} on {square}.", Text::seat(by), prey(by, owner, character))
        }
        Effect::Collided { square, owner, character } => {
            let whose = owner.map_or(String::new(), |owner| format!("{}'s ", Text::seat(owner)));
            format!("Two pieces arrived on {square} at once: {whose}{} is removed.", name(character))
        }
        _ => piece_words(effect),
    }
}

fn item_words(effect: &Effect) -> String {
    match *effect {
        Effect::Honoured { seat, own, own_direction, enemy, enemy_direction } => format!(
            "{} used a Point of Honour: the piece on {own} got a black {own_direction:#} arrow, the one on {enemy} a black \
             {enemy_direction:#} arrow.",
            Text::seat(seat)
        ),
        Effect::Rotated { seat, square, character, degrees, arrows } => format!(
            "{} used Rotate: the {} on {square} turned by {degrees}°; {}.",
            Text::seat(seat),
            name(character),
            pointing(arrows)
        ),
        Effect::Exchanged { seat, one, one_has, two, two_has } => format!(
            "{} used Swap: {one} now has {}, {two} {}.",
            Text::seat(seat),
            character_words(one_has),
            character_words(two_has)
        ),
        Effect::ItemFailed { seat, item } => {
            let why = match item {
                Item::Honour(..) => "an arrow is there already",
                Item::Rotate(..) | Item::Swap(..) => "the pieces are not there any more",
            };
            format!("{}'s {} failed, since {why}; it is not used up.", Text::seat(seat), item.kind().name())
        }
        _ => String::new(),
    }
}

/// The effect of a move or a power on a piece, as a sentence.
fn piece_words(effect: &Effect) -> String {
    match *effect {
        Effect::Turned { square, .. } => {
            format!("The Rat on {square} turned.")
        }
        Effect::Greyed { square, direction } => {
            format!("The Crow on {square} jumped, so its {direction:#} arrow is grey now.")
        }
        Effect::Dropped { square, direction } => {
            format!("The Lizard on {square} lost the {direction:#} arrow it had used.")
        }
        Effect::Regrew { square, .. } => {
            format!("The Lizard on {square} had no black arrow left and grew new ones.")
        }
        Effect::CharacterLost { square, character, .. } => {
            format!("The {} on {square} becomes plain.", character.name())
        }
        Effect::Absorbed { square, arrows } => {
            format!(
                "The piece on {square} takes over the captured arrows in grey: it has {} arrows now.",
                arrows.count()
            )
        }
        Effect::Adopted { square, before, after } => match (before, after) {
            (_, Some(after)) => format!("The piece on {square} is a {} now.", after.name()),
            (Some(before), None) => format!("The piece on {square} is a {} no more.", before.name()),
            (None, None) => format!("The piece on {square} stays without a character."),
        },
        Effect::Marked { square } => {
            format!("The piece on {square} is marked: it and the player's other pieces cannot capture each other.")
        }
        Effect::TurnedBack { seat, square, arrows } => format!(
            "{} gave up the Rat on {square}: it turned by half a circle, and {}.",
            Text::seat(seat),
            pointing(arrows)
        ),
        Effect::CrowSpent { seat, square, .. } => crow_words(seat, square, &[]),
        Effect::Restored { square, direction } => format!("The {direction:#} arrow on {square} is black again."),
        Effect::Gifted { seat, square, direction } => {
            format!("{} gave up the Lizard on {square}: it got a black {direction:#} arrow.", Text::seat(seat))
        }
        Effect::Bit { seat, square, target, character, direction, .. } => format!(
            "{} gave up the Monster on {square}: it bit the {direction:#} arrow off the {} on {target}.",
            Text::seat(seat),
            name(character)
        ),
        _ => String::new(),
    }
}
