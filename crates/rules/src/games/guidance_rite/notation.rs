//! Parsing of orders against a view, the legal orders, and the menus for choosing one: piece, target, way, power and the power's target;
//! before all that an item.
//!
//! Only legal continuations are offered. A complete sentence may continue if a power or `adopt` could follow.

use super::board::Board;
use super::extra_pieces;
use super::item_menus::item;
use super::legal_turns::{Ground, legal, uses};
use super::movement::{Step, step_to, ways};
use super::order::{Act, How, Item, Order, Power, Shape, Turn};
use super::parse_in_position;
use super::phrases::{arrows_words, name, order_words, unnamed};
use super::piece::{Character, Piece};
use super::position::{Phase, Position};
use super::powers::{self, MOST_RESTORED};
use super::square::{Direction, Square};
use super::turn::{Landing, Made, alone, judge};
use super::view::View;
use crate::game::{Choice, Legal, Notation, Refusal, Seat};

/// The end of a path: the hint for the next words, and the possible words.
pub(super) struct Next(pub(super) &'static str, pub(super) Vec<Choice>);

impl Next {
    /// No word may follow.
    pub(super) const fn nothing() -> Self {
        Self("", Vec::new())
    }
}

/// The meaning of a part of a path, or the next words if the path ends before it.
pub(super) type Followed<T> = Result<T, Next>;

impl Notation for View {
    type Order = Order;

    fn parse(&self, text: &str) -> Result<Order, Refusal> {
        match self.seat() {
            Some(seat) => parse_in_position::read(self.position(), seat, text),
            None => Err(Refusal::illegal("Only the two players give orders; look on.")),
        }
    }

    fn legal(&self) -> Legal<Order> {
        self.asked().map_or_else(|| Legal::Listed(Vec::new()), |seat| legal(self.position(), seat))
    }

    fn in_words(&self, order: &Order) -> String {
        order_words(&self.position().board, order)
    }

    fn caution(&self, order: &Order) -> Option<String> {
        let Order::Turn(Turn { item, act: Some(act) }) = order else { return None };
        let (seat, position) = (self.seat()?, self.position());
        let own = position.board.at(act.to).filter(|piece| act.how != How::Swap && piece.is_of(seat));
        let own = own.map(|piece| format!("This takes your own {}.", piece.name()));
        let idle = |power: Power| {
            let (board, _) = moved(position, seat, *item, act)?;
            powers::is_idle(&board, position.variant(), seat, power).then(|| {
                format!(
                    "This gives up the {} on {} for nothing: no arrow would change.",
                    power.character().name(),
                    power.square()
                )
            })
        };
        let cautions: Vec<_> = own.into_iter().chain(act.power.and_then(idle)).collect();
        (!cautions.is_empty()).then(|| cautions.join(" "))
    }

    /// A claim given away, an own piece captured, or a character lost for nothing.
    fn harms(&self, order: &Order) -> bool {
        let position = self.position();
        let loses_character = |seat, item, act: &Act| {
            let moved = moved(position, seat, item, act);
            moved.is_some_and(|(board, landing)| {
                landing.character.is_some() && board.at(landing.square).is_none_or(|piece| piece.character.is_none())
            })
        };
        let harmful = match (order, self.seat()) {
            (Order::Claim(_, None), _) => position.board.unclaimed().count() > 1,
            (Order::Turn(Turn { item, act: Some(act) }), Some(seat)) => loses_character(seat, *item, act),
            _ => false,
        };
        harmful || self.caution(order).is_some()
    }

    fn choices(&self, path: &[String]) -> Vec<Choice> {
        next(self, path).1
    }

    fn hint(&self, path: &[String]) -> String {
        next(self, path).0.to_owned()
    }

    fn group(&self, choice: &Choice) -> Option<String> {
        let row = square(choice.word.split(':').next()?)?.to_string().chars().nth(1)?;
        let rows = self.position().variant().rows();
        Some(match row.to_digit(10) {
            Some(1) => "Row 1, the top".to_owned(),
            Some(last) if last == u32::from(rows) => format!("Row {row}, the bottom"),
            _ => format!("Row {row}"),
        })
    }
}

/// The board after the item and the move of a turn, without its power and the other seat.
fn moved(position: &Position, seat: Seat, item: Option<Item>, act: &Act) -> Option<(Board, Landing)> {
    let ground = item.map_or_else(|| Ground::plain(position), |item| Ground::after(position, seat, item));
    let made = judge(&ground.board, position.variant(), seat, act)?;
    Some(alone(&ground.board, position.variant(), seat, made))
}

fn next(view: &View, path: &[String]) -> Next {
    let Some(seat) = view.asked() else { return Next::nothing() };
    let position = view.position();
    let mut words = path.iter().map(String::as_str);
    match position.phase {
        Phase::Claim { .. } => {
            let hint = if path.is_empty() { "Choose a piece to claim" } else { "Choose a second piece" };
            Next(hint, claim(position, path))
        }
        Phase::TopUp { .. } => {
            let hint = if path.is_empty() { "Choose the new piece's arrows" } else { "Which square for it?" };
            Next(hint, place(position, seat, path))
        }
        Phase::Choose if path.is_empty() => Next(
            "First or second?",
            vec![
                whole("first", "Go first", "your opponent goes first in bout 2"),
                whole("second", "Go second", "you go first in bout 2"),
            ],
        ),
        Phase::Review | Phase::Over(_) | Phase::Choose => Next::nothing(),
        Phase::Battle => turn(position, seat, &mut words).err().unwrap_or(Next::nothing()),
    }
}

pub(super) fn word(word: impl Into<String>, label: impl Into<String>, note: impl Into<String>) -> Choice {
    Choice { word: word.into(), label: label.into(), note: note.into(), ends: false }
}

fn whole(text: impl Into<String>, label: impl Into<String>, note: impl Into<String>) -> Choice {
    Choice { ends: true, ..word(text, label, note) }
}

pub(super) fn square(text: &str) -> Option<Square> {
    Square::try_from(text.to_owned()).ok()
}

fn claim(position: &Position, path: &[String]) -> Vec<Choice> {
    let first = match path {
        [] => None,
        [first] => square(first),
        _ => return Vec::new(),
    };
    let pieces = position.board.pieces().filter(|&(at, piece)| piece.owner.is_none() && Some(at) != first);
    pieces.map(|(at, piece)| whole(at.to_string(), format!("{at} {}", piece.name()), claimed(piece))).collect()
}

/// The note of a piece to claim: its arrows and its ability.
fn claimed(piece: &Piece) -> String {
    let ability = piece.character.map_or_else(String::new, |character| format!("; {}", character.ability()));
    format!("{}{ability}", unnamed(piece))
}

fn place(position: &Position, seat: Seat, path: &[String]) -> Vec<Choice> {
    match path {
        [] => {
            let note = |shape| match shape {
                Shape::Plus => "black arrows n, e, s and w",
                Shape::Cross => "black arrows ne, se, sw and nw",
            };
            Shape::ALL.map(|shape| word(shape.id(), format!("A {} piece", shape.id()), note(shape))).into()
        }
        [_] => extra_pieces::squares(&position.board, seat)
            .into_iter()
            .map(|at| whole(at.to_string(), format!("on {at}"), ""))
            .collect(),
        _ => Vec::new(),
    }
}

/// The note of a power that would change no arrow.
const IDLE: &str = "for nothing: no arrow would change";

/// The hints of the menus in a turn.
const MOVER: &str = "Choose a piece to move";
const POWER: &str = "Optional: spend another piece's character once, for an effect. That piece becomes plain";

/// Follows the words of a turn. The error holds the next words.
fn turn<'a>(position: &Position, seat: Seat, words: &mut impl Iterator<Item = &'a str>) -> Followed<()> {
    let plain = Ground::plain(position);
    let stuck = !plain.has_move(position, seat);
    let Some(first) = words.next() else {
        let mut firsts = movers(position, seat, &plain);
        if position.usable_items(seat).iter().any(|&kind| uses(position, seat, kind).next().is_some()) {
            let note =
                if position.simultaneous() { "secret like the turn, and used up" } else { "it is public, and used up" };
            firsts.push(word("item", "Use an item first", note));
        }
        if stuck {
            firsts.push(whole("pass", "Pass", "you have no legal move"));
        }
        return Err(Next(if stuck { "Choose what to do" } else { MOVER }, firsts));
    };
    if first == "pass" {
        return Err(Next::nothing());
    }
    let (ground, first) = if first == "item" {
        let item = item(position, seat, stuck, words)?;
        let ground = Ground::after(position, seat, item);
        let first = words.next().ok_or_else(|| Next(MOVER, movers(position, seat, &ground)))?;
        (ground, first)
    } else {
        (plain, first)
    };
    let lost = Next::nothing;
    let from = square(first).ok_or_else(lost)?;
    let Some(to) = words.next() else { return Err(Next("Where does it go?", targets(position, seat, &ground, from))) };
    let step = square(to).and_then(|to| step_to(&ground.board, position.variant(), from, to)).ok_or_else(lost)?;
    let mut how = plain_way(&ground.board, position, step);
    let mut next = words.next();
    if let Some(chosen) = [How::Swap, How::Capture, How::Adopt].into_iter().find(|how| next == Some(how.id())) {
        how = Some(chosen);
        next = words.next();
    } else if next.is_none() {
        let mut choices = way_choices(&ground.board, position, step);
        let hint = match (how, choices.is_empty()) {
            (None, _) => "What does it do there?",
            (Some(_), true) => POWER,
            (Some(_), false) => "Choose another way, or a character to give up",
        };
        if let Some(how) = how {
            choices.extend(givers(position, seat, &ground, Made { step, how }));
        }
        return Err(Next(hint, choices));
    }
    let how = how.ok_or_else(lost)?;
    if how == How::Swap {
        return Err(lost());
    }
    let made = Made { step, how };
    let Some(character) = next else { return Err(Next(POWER, givers(position, seat, &ground, made))) };
    let (after, landing) = alone(&ground.board, position.variant(), seat, made);
    let after = After { position, seat, board: after, landing };
    power(&after, character, words)
}

/// The plain way of a move, if it is legal.
fn plain_way(board: &Board, position: &Position, step: Step) -> Option<How> {
    ways(board, position.variant(), step).find(|&how| how == How::Plain)
}

fn movers(position: &Position, seat: Seat, ground: &Ground) -> Vec<Choice> {
    let free = ground.board.pieces_of(seat).filter(|&(at, _)| ground.frees(at));
    free.filter_map(|(at, piece)| {
        let own = |to: Square| if ground.board.is_of(to, seat) { " (own)" } else { "" };
        let reached: Vec<_> = ground.steps(position, at).map(|step| format!("{}{}", step.to, own(step.to))).collect();
        let ability = piece.character.map_or_else(String::new, |character| format!("{}; ", character.ability()));
        let note = format!("{ability}to {}", reached.join(", "));
        (!reached.is_empty()).then(|| word(at.to_string(), format!("{at} {}", piece.name()), note))
    })
    .collect()
}

fn targets(position: &Position, seat: Seat, ground: &Ground, from: Square) -> Vec<Choice> {
    ground
        .steps(position, from)
        .map(|step| {
            let to = step.to;
            let ends = plain_way(&ground.board, position, step).is_some();
            let label = match ground.board.at(to) {
                None => format!("{to}"),
                Some(piece) if piece.is_of(seat) && ends => format!("{to}, takes your own {}", piece.name()),
                Some(piece) if piece.is_of(seat) => format!("{to}, your own {}", piece.name()),
                Some(piece) => format!("{to}, capture the enemy {}", piece.name()),
            };
            Choice { ends, ..word(to.to_string(), label, step_note(&ground.board, step)) }
        })
        .collect()
}

/// The note of a move: its effects on the moving piece.
fn step_note(board: &Board, step: Step) -> String {
    let character = board.at(step.from).and_then(|piece| piece.character);
    let mut notes = vec![format!("along {}{}", if step.grey { "grey " } else { "" }, step.direction)];
    if step.grey {
        notes.push("which is used up".to_owned());
    }
    match character {
        Some(Character::Rat) => notes.push("then its arrows turn".to_owned()),
        Some(Character::Crow) if step.far => notes.push("two squares, then it is grey".to_owned()),
        Some(Character::Lizard) if !step.grey => notes.push("which is lost".to_owned()),
        Some(Character::Guardian) if step.wraps && board.at(step.to).is_some() => {
            notes.push("over the edge, Guardian no more".to_owned());
        }
        Some(Character::Guardian) if step.wraps => notes.push("over the edge".to_owned()),
        Some(Character::Monster) if step.far => notes.push("two squares".to_owned()),
        Some(Character::Monster) => notes.push("one square, Monster no more".to_owned()),
        _ => {}
    }
    notes.join(", ")
}

/// The choices of ways that need a word.
fn way_choices(board: &Board, position: &Position, step: Step) -> Vec<Choice> {
    let choice = |how: How| match how {
        How::Plain => None,
        How::Swap => {
            Some(whole("swap", "Swap places", format!("your Guardian goes to {} and becomes plain", step.from)))
        }
        How::Capture => Some(whole("x", "Capture your own Guardian", "it leaves the board")),
        How::Adopt => {
            let note = board.at(step.to).map_or("", |piece| match piece.character {
                None => "and lose your own character",
                Some(_) => "and take on its character",
            });
            Some(whole("adopt", format!("Capture and become {}", become_words(board, step.to)), note))
        }
    };
    ways(board, position.variant(), step).filter_map(choice).collect()
}

fn become_words(board: &Board, square: Square) -> String {
    match board.at(square).and_then(|piece| piece.character) {
        Some(character) => format!("a {}", character.name()),
        None => "plain".to_owned(),
    }
}

/// The board after a move alone, for choosing a power.
struct After<'a> {
    position: &'a Position,
    seat: Seat,
    board: Board,
    landing: Landing,
}

impl After<'_> {
    /// Whether a power would change no arrow.
    fn is_idle(&self, power: Power) -> bool {
        powers::is_idle(&self.board, self.position.variant(), self.seat, power)
    }

    fn powers(&self) -> Vec<Power> {
        let mut powers = Vec::new();
        powers::all(&self.board, self.position.variant(), self.seat, &self.landing, |power| powers.push(power));
        powers
    }
}

/// The characters that may be given up with a move.
fn givers(position: &Position, seat: Seat, ground: &Ground, made: Made) -> Vec<Choice> {
    let (board, landing) = alone(&ground.board, position.variant(), seat, made);
    let after = After { position, seat, board, landing };
    let powers = after.powers();
    let choice = |character: Character| {
        let idle = powers.iter().all(|&power| power.character() != character || after.is_idle(power));
        let note = match character {
            _ if idle => IDLE,
            Character::Rat => "its arrows turn by half a circle once, and it becomes plain",
            Character::Crow => "grey arrows become black again once, and it becomes plain",
            Character::Lizard => "it gets one more black arrow, and becomes plain",
            Character::Monster => "it bites one arrow off a piece beside it, and becomes plain",
            Character::Guardian => "",
        };
        let some = powers.iter().any(|power| power.character() == character);
        some.then(|| word(character.id(), format!("and another piece gives up its {}", character.name()), note))
    };
    Character::ALL.into_iter().filter_map(choice).collect()
}

/// Follows the words of a power. The error holds the next words.
fn power<'a>(after: &After<'_>, character: &str, words: &mut impl Iterator<Item = &'a str>) -> Followed<()> {
    let mut powers = after.powers();
    powers.retain(|power| power.character().id() == character);
    let Some(giver) = words.next() else {
        let mut squares: Vec<_> = powers.iter().map(|power| power.square()).collect();
        squares.dedup();
        let ends = powers.iter().any(|power| matches!(power, Power::Rat(_) | Power::Crow(_, super::Restored::Own)));
        let choice = |at: Square| {
            let arrows =
                after.board.at(at).map_or(String::new(), |piece| format!("arrows {}", arrows_words(piece.arrows)));
            let idle = powers.iter().all(|&power| power.square() != at || after.is_idle(power));
            let note = if idle { format!("{IDLE}; {arrows}") } else { arrows };
            Choice {
                ends,
                ..word(
                    at.to_string(),
                    format!("the {} on {at}", name(after.board.at(at).and_then(|piece| piece.character))),
                    note,
                )
            }
        };
        return Err(Next("Which piece becomes plain?", squares.into_iter().map(choice).collect()));
    };
    let giver = square(giver);
    powers.retain(|power| Some(power.square()) == giver);
    let chosen: Vec<&str> = words.collect();
    let choices = match character {
        "lizard" if chosen.is_empty() => powers
            .iter()
            .filter_map(|power| match power {
                Power::Lizard(_, direction) => Some(whole(direction.id(), format!("an arrow to the {direction}"), "")),
                _ => None,
            })
            .collect(),
        "monster" if chosen.is_empty() => powers
            .iter()
            .filter_map(|power| match power {
                Power::Monster(_, target, direction) => {
                    let piece = after.board.at(*target)?;
                    let whose = if piece.is_of(after.seat) { "your" } else { "the enemy" };
                    let label = format!("{direction} off {whose} {} on {target}", piece.name());
                    Some(whole(
                        format!("{target}:{direction}"),
                        label,
                        format!("arrows {}", arrows_words(piece.arrows)),
                    ))
                }
                _ => None,
            })
            .collect(),
        "crow" if after.position.variant().is_final() && !powers.is_empty() => restorable(after, &chosen),
        _ => Vec::new(),
    };
    let hint = match character {
        "lizard" => "Which arrow does it get?",
        "monster" => "Which arrow does it bite off?",
        _ if chosen.is_empty() => "Which grey arrow becomes black?",
        _ => "Another grey arrow",
    };
    Err(Next(hint, choices))
}

/// The grey arrows that can be restored besides the chosen ones.
fn restorable(after: &After<'_>, chosen: &[&str]) -> Vec<Choice> {
    let text = |(at, direction): (Square, Direction)| format!("{at}:{direction}");
    let arrows: Vec<_> = powers::restorable(&after.board, after.seat, &after.landing).collect();
    let taken: Vec<_> = arrows.iter().copied().filter(|&arrow| chosen.contains(&text(arrow).as_str())).collect();
    if taken.len() != chosen.len() {
        return Vec::new();
    }
    let fits = |&(at, direction): &(Square, Direction)| {
        let same = taken.iter().all(|&(other, _)| other == at);
        !taken.contains(&(at, direction))
            && match taken.len() {
                0 | 1 => true,
                count => same && count < MOST_RESTORED as usize && taken[0].0 == taken[1].0,
            }
    };
    arrows
        .iter()
        .filter(|arrow| fits(arrow))
        .map(|&arrow| {
            let piece = name(after.board.at(arrow.0).and_then(|piece| piece.character));
            whole(text(arrow), format!("{} on {} ({piece})", arrow.1, arrow.0), "")
        })
        .collect()
}
