//! Step 2 of parsing: from a turn as written to an order in a position, or the reason for a refusal.

use super::extra_pieces;
use super::items;
use super::legal_turns::{Ground, leaves_a_turn};
use super::movement::{Barrier, barrier, step_to, ways};
use super::order::{Act, How, Item, ItemKind, Order, Power, Restored, Shape, Turn};
use super::parse_text::{self, Unreadable, Written, WrittenAct, WrittenItem, WrittenPower};
use super::phrases::{list, squares_words};
use super::piece::{Character, Piece};
use super::position::{Phase, Position};
use super::powers::{self, MANY_ARROWS, MOST_RESTORED};
use super::square::{Direction, Square};
use super::turn::{Made, alone};
use crate::game::{Refusal, Seat};

/// Parses a seat's order.
pub(super) fn read(position: &Position, seat: Seat, text: &str) -> Result<Order, Refusal> {
    if !position.asked()[seat] {
        return Err(Refusal::illegal("Nothing is asked of you here; wait for your turn."));
    }
    let rows = position.variant().rows();
    let unreadable = |Unreadable| Refusal::unknown();
    match position.phase {
        Phase::Review | Phase::Over(_) => {
            Err(Refusal::illegal("No order is asked for here; press Ready when you have seen the board."))
        }
        Phase::Claim { .. } => claim(position, &parse_text::claim(text, rows).map_err(unreadable)?),
        Phase::TopUp { .. } => {
            let (shape, square) = parse_text::place(text, rows).map_err(unreadable)?;
            place(position, seat, shape, square)
        }
        Phase::Choose => match text.trim().to_ascii_lowercase().as_str() {
            "first" | "go first" => Ok(Order::First),
            "second" | "go second" => Ok(Order::Second),
            _ => Err(Refusal::unknown()),
        },
        Phase::Battle => {
            let written = parse_text::turn(text, rows).map_err(unreadable)?;
            turn(position, seat, written).map(Order::Turn)
        }
    }
}

fn illegal<T>(message: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::illegal(message))
}

fn claim(position: &Position, squares: &[Square]) -> Result<Order, Refusal> {
    let taken = squares.iter().find(|&&square| position.board.at(square).is_none_or(|piece| piece.owner.is_some()));
    match (squares, taken) {
        ([], _) => Err(Refusal::unknown()),
        ([one, two], _) if one == two => illegal(format!("Name two different squares, or {one} alone.")),
        ([_, _, _, ..], _) => illegal("Name one or two squares, no more."),
        (_, Some(square)) => {
            let rest: Vec<_> = position.board.unclaimed().collect();
            illegal(format!("There is no unclaimed piece on {square}; choose from {}.", squares_words(&rest)))
        }
        (&[one], None) => Ok(Order::Claim(one, None)),
        (&[one, two], None) => Ok(Order::Claim(one.min(two), Some(one.max(two)))),
    }
}

fn place(position: &Position, seat: Seat, shape: Shape, square: Square) -> Result<Order, Refusal> {
    let squares = extra_pieces::squares(&position.board, seat);
    if squares.contains(&square) {
        return Ok(Order::Place(shape, square));
    }
    illegal(format!("You cannot place a piece on {square}; choose from {}.", squares_words(&squares)))
}

fn turn(position: &Position, seat: Seat, written: Written) -> Result<Turn, Refusal> {
    match written {
        Written::Pass => {
            if Ground::plain(position).has_move(position, seat) {
                return illegal("You have a legal move, so you cannot pass; name a piece's square and where it goes.");
            }
            Ok(Turn::default())
        }
        Written::Turn { item, act } => {
            let item = item.map(|item| read_item(position, seat, item)).transpose()?;
            let ground = item.map_or_else(|| Ground::plain(position), |item| Ground::after(position, seat, item));
            let act = act.map(|act| read_act(position, seat, &ground, act)).transpose()?;
            if act.is_none() && (ground.has_move(position, seat) || Ground::plain(position).has_move(position, seat)) {
                return illegal("A move must follow the item; name a piece's square and where it goes.");
            }
            Ok(Turn { item, act })
        }
    }
}

fn read_item(position: &Position, seat: Seat, written: WrittenItem) -> Result<Item, Refusal> {
    let kind = written.kind();
    if !position.variant().is_final() {
        return illegal("There are no items in this match; name just a move.");
    }
    if !position.items[seat].contains(&kind) {
        let left: Vec<_> = position.items[seat].iter().map(|kind| format!("`{}`", kind.id())).collect();
        let left = if left.is_empty() { "none".to_owned() } else { list(&left, "and") };
        return illegal(format!("You have no {} to use; your unused items are: {left}.", kind.name()));
    }
    if !items::enough_pieces(&position.board) {
        return illegal(format!(
            "An item needs at least {} pieces on the board; name just a move.",
            items::PIECES_NEEDED
        ));
    }
    let item = match written {
        WrittenItem::Honour([one, two]) => {
            let own_first = position.board.is_of(one.0, seat) || !position.board.is_of(two.0, seat);
            let (own, enemy) = if own_first { (one, two) } else { (two, one) };
            Item::Honour(own, enemy)
        }
        WrittenItem::Rotate(square, degrees) => {
            let eighths = if degrees.is_multiple_of(45) { u8::try_from(degrees / 45).unwrap_or(0) } else { 0 };
            Item::Rotate(square, eighths)
        }
        WrittenItem::Swap([one, two]) => Item::Swap(one.min(two), one.max(two)),
    };
    if let Some(objection) = items::objection(&position.board, seat, item) {
        return illegal(item_words(objection));
    }
    if !leaves_a_turn(position, seat, item) {
        return illegal("The item would leave you no move; use it on another piece, or name just a move.");
    }
    Ok(item)
}

fn item_words(objection: items::Objection) -> String {
    use items::Objection;
    match objection {
        Objection::NotOwn(square) => format!("There is no piece of yours on {square}; name one of your own."),
        Objection::NotEnemy(square) => {
            format!("There is no enemy piece on {square}; a Point of Honour takes one of yours and one of theirs.")
        }
        Objection::HasArrow(square, direction) => {
            format!("The piece on {square} has an arrow to the {direction} already; name a direction without one.")
        }
        Objection::Angle => {
            "A piece is rotated by 45, 90, 135, 180, 225, 270 or 315 degrees; name one of these.".to_owned()
        }
        Objection::SameSquare(square) => format!("Name two different squares, not {square} twice."),
        Objection::NotOneOwner(one, two) => {
            format!("{one} and {two} do not hold two pieces of one owner; name two that do.")
        }
    }
}

fn read_act(position: &Position, seat: Seat, ground: &Ground, written: WrittenAct) -> Result<Act, Refusal> {
    let (board, variant) = (&ground.board, position.variant());
    let WrittenAct { from, to, how, power } = written;
    let Some(mover) = board.at(from).filter(|piece| piece.is_of(seat)) else {
        let own: Vec<_> = board.pieces_of(seat).map(|(square, _)| square).collect();
        return illegal(format!("There is no piece of yours on {from}; yours stand on {}.", squares_words(&own)));
    };
    if !ground.frees(from) {
        return illegal(format!("The item holds the piece on {from} for this turn; move another one."));
    }
    let Some(step) = step_to(board, variant, from, to) else {
        let reached: Vec<_> = ground.steps(position, from).map(|step| step.to).collect();
        return illegal(if reached.is_empty() {
            format!("The {} on {from} cannot move; move another piece.", mover.name())
        } else {
            format!("The {} on {from} cannot go to {to}; it can go to {}.", mover.name(), squares_words(&reached))
        });
    };
    let mut legal = ways(board, variant, step);
    let how = match (how, board.at(to).filter(|piece| piece.is_of(seat)), board.at(to)) {
        (How::Swap | How::Adopt, None, _) => {
            return illegal(format!("There is no piece of yours on {to}; leave out `{}`.", how.id()));
        }
        (How::Capture, None, None) => return illegal(format!("There is nothing to capture on {to}; leave out `x`.")),
        (How::Plain | How::Capture, None, _) => How::Plain,
        (_, Some(own), _) => {
            let guardian = own.character == Some(Character::Guardian);
            if guardian && how == How::Plain && legal.next().is_some() {
                let ways: Vec<_> = ways_words(board, position, step);
                return Err(Refusal::ambiguous(format!(
                    "Your own Guardian stands on {to}; write {} behind the move.",
                    list(&ways, "or")
                )));
            }
            let meant = if how == How::Capture && !guardian { How::Plain } else { how };
            if !legal.any(|way| way == meant) {
                return illegal(own_words(mover, own, to, how, variant.is_final()));
            }
            meant
        }
    };
    let act = Act { from, to, how, power: None };
    let Some(power) = power else { return Ok(act) };
    if how == How::Swap {
        return illegal("A swap is this turn's power; leave out the other one.");
    }
    let power = read_power(power, variant.is_final())?;
    let (after, landing) = alone(board, variant, seat, Made { step, how });
    match powers::objection(&after, variant, seat, &landing, power) {
        Some(objection) => illegal(power_words(objection)),
        None => Ok(Act { power: Some(power), ..act }),
    }
}

fn ways_words(board: &super::Board, position: &Position, step: super::movement::Step) -> Vec<String> {
    let words = |how: How| match how {
        How::Swap => "`swap` to change places".to_owned(),
        How::Adopt => "`adopt` to capture it and take on its character".to_owned(),
        How::Plain | How::Capture => "`x` to capture it".to_owned(),
    };
    ways(board, position.variant(), step).map(words).collect()
}

/// The refusal of a way onto a square with an own piece.
fn own_words(mover: &Piece, target: &Piece, to: Square, how: How, is_final: bool) -> String {
    match how {
        How::Adopt if !is_final => "No piece takes on another's character in this match; leave out `adopt`.".to_owned(),
        How::Swap if target.character != Some(Character::Guardian) => {
            format!("Only a Guardian changes places, and the one on {to} is none; leave out `swap`.")
        }
        How::Swap => "A Guardian does not change places with a Guardian; move another piece.".to_owned(),
        _ => match barrier(mover, target) {
            Some(Barrier::MoverMarked) => {
                "The piece is marked, so it cannot capture one of your own; move elsewhere.".to_owned()
            }
            _ => format!("Your piece on {to} is marked, so no other of yours can capture it; move elsewhere."),
        },
    }
}

fn read_power(written: WrittenPower, is_final: bool) -> Result<Power, Refusal> {
    Ok(match written {
        WrittenPower::Rat(square) => Power::Rat(square),
        WrittenPower::Lizard(square, direction) => Power::Lizard(square, direction),
        WrittenPower::Monster(square, target, direction) => Power::Monster(square, target, direction),
        WrittenPower::Crow(square, arrows) => Power::Crow(square, read_restored(square, &arrows, is_final)?),
    })
}

fn read_restored(crow: Square, arrows: &[(Square, Direction)], is_final: bool) -> Result<Restored, Refusal> {
    let mut sorted = arrows.to_vec();
    sorted.sort_unstable();
    let twice = sorted.windows(2).any(|pair| pair[0] == pair[1]);
    match *sorted {
        [] if !is_final => Ok(Restored::Own),
        _ if !is_final => illegal(format!("A Crow restores its own arrows, all of them; write just `crow {crow}`.")),
        [] => illegal(format!("Say which grey arrows the Crow restores, as in `crow {crow} {crow}:n,e`.")),
        _ if twice => illegal("Name each arrow once only."),
        [(one, first), (two, second)] if one != two => Ok(Restored::Two((one, first), (two, second))),
        [(one, _), ..] if arrows.len() <= MOST_RESTORED as usize && arrows.iter().all(|&(square, _)| square == one) => {
            Ok(Restored::One(one, arrows.iter().fold(0, |bits, &(_, direction)| bits | 1 << direction as u8)))
        }
        _ => illegal(format!(
            "A Crow restores one to {MOST_RESTORED} arrows of one piece, or one each of two pieces; name fewer."
        )),
    }
}

fn power_words(objection: powers::Objection) -> String {
    use powers::Objection;
    match objection {
        Objection::SameCharacter(character) => {
            format!("A {0} cannot be given up in a turn in which a {0} moves; leave it out.", character.name())
        }
        Objection::IsMover(square) => {
            format!("The piece that moves to {square} cannot give up its own character; name another one.")
        }
        Objection::NoSuchPiece(square, character) => {
            format!("After the move there is no {} of yours on {square}; name another one.", character.name())
        }
        Objection::ManyArrows(square) => {
            format!("The Lizard on {square} has {MANY_ARROWS} arrows or more, so it can get no other; leave it out.")
        }
        Objection::HasArrow(square, direction) => {
            format!("The Lizard on {square} has an arrow to the {direction} already; name another direction.")
        }
        Objection::NotNext(square, target) => {
            format!("{target} is not orthogonally next to the Monster on {square}; name a piece that is.")
        }
        Objection::NoArrow(square, direction) => {
            format!("After the move there is no {direction} arrow on {square} to bite off; name one that is there.")
        }
        Objection::NoGrey(square, direction) => {
            format!(
                "After the move no piece of yours on {square} has a grey {direction} arrow; name one that is there."
            )
        }
        Objection::JustUsed(square, direction) => format!(
            "The piece on {square} has just used up a grey {direction} arrow, so a Crow cannot restore one there in this turn; name another."
        ),
    }
}

/// The kind of item with a name in a header.
pub(super) fn item_kind(name: &str) -> Option<ItemKind> {
    ItemKind::ALL.into_iter().find(|kind| kind.id() == name)
}
