//! Events and their public account: one line for each effect, in plain words.
//!
//! - Private orders become events only when their step resolves, so every viewer has the same account.
//! - As data: `bout-begins`, `claims-open`, `claims`, `top-up-begins`, `top-up`, `choice-begins`, `chosen`, `battle-begins`, `turn`, `quiet`,
//!   `draw-suggested`, `bout-over` and `match-over`; `effects` holds [`Effect`]s unchanged.

use serde_json::{Value, json};

use super::board::Board;
use super::drawn_state::Drawn;
use super::effect::Effect;
use super::effect_words::lines;
use super::moments;
use super::order::{Brought, Idle};
use super::phrases::{list, squares_words};
use super::position::STRIKES;
use super::ruleset::DrawnState;
use super::square::Square;
use crate::game::{BySeat, Moment, Outcome, Reason, Seat, Tell, Text, Told, Viewer};

#[derive(Clone, Debug)]
pub enum Event {
    /// A bout begins with the review of its board.
    BoutBegins {
        /// Its number, from 1.
        bout: u8,
        /// The seat that goes first, if it is known.
        first: Option<Seat>,
        /// The board at the end of the bout before.
        last: Option<Board>,
    },
    /// The review is over.
    ClaimsOpen,
    /// A claim round resolved.
    Claims {
        /// The bout, from 1.
        bout: u8,
        /// The claim round, from 1.
        round: u32,
        /// The squares that each seat claimed.
        claims: BySeat<Vec<Square>>,
        /// The effects of the claims.
        effects: Vec<Effect>,
        /// The number of unclaimed pieces after the round.
        left: usize,
        /// Whether this was the last claim round.
        over: bool,
        /// The number of pieces of each seat after the round.
        pieces: BySeat<u8>,
    },
    /// A seat has too few pieces.
    TopUpBegins {
        /// The number of pieces of each seat.
        pieces: BySeat<u8>,
    },
    /// A wave of new pieces resolved.
    TopUp {
        /// The bout, from 1.
        bout: u8,
        /// The wave, from 1.
        wave: u32,
        /// The effects of the wave.
        effects: Vec<Effect>,
    },
    /// A seat is about to choose the first mover of bout 1.
    Chooses { by: Seat },
    /// The first mover of bout 1 was chosen.
    Chosen {
        /// The seat that chose.
        by: Seat,
        /// The seat that goes first.
        first: Seat,
        /// Whether the choice was missed.
        default: bool,
    },
    BattleBegins {
        /// The seat that goes first; `None` if both move at once.
        first: Option<Seat>,
        /// The number of pieces of each seat.
        pieces: BySeat<u8>,
    },
    /// A turn was played.
    Turn {
        /// The bout, from 1.
        bout: u8,
        /// Its number, from 1.
        number: u32,
        /// Whether both seats moved at once.
        simultaneous: bool,
        /// Each seat's part.
        brought: BySeat<Brought>,
        /// The effects of the turn.
        effects: Vec<Effect>,
        /// How often in a row each seat has passed for want of a move.
        passes: BySeat<u32>,
        /// The number of pieces of each seat after the turn.
        pieces: BySeat<u8>,
    },
    /// The limit without a lost piece comes near.
    Quiet {
        /// The turns of both seats without a lost piece.
        turns: u32,
        /// The judge at the limit.
        drawn_state: DrawnState,
    },
    /// The host may declare the board state drawn.
    DrawSuggested { why: Drawn },
    /// A bout is over.
    BoutOver {
        /// Its number, from 1.
        bout: u8,
        winner: Seat,
        reason: Reason,
        /// The reason for a drawn board state, if it was drawn.
        drawn: Option<Drawn>,
        /// The number of remaining pieces of each seat.
        pieces: BySeat<u8>,
        /// The seat that had more pieces when the counts last differed.
        last_lead: Option<Seat>,
        /// The number of bouts won by each seat.
        bouts: BySeat<usize>,
    },
    /// The match is over by play.
    MatchOver {
        /// The result.
        outcome: Outcome,
        /// The number of bouts won by each seat.
        bouts: BySeat<usize>,
    },
}

impl Tell for Event {
    fn tell(&self, _viewer: Viewer) -> Option<Told> {
        let (text, data) = match self {
            Self::BoutBegins { bout, first, last } => bout_begins(*bout, *first, last.as_ref()),
            Self::ClaimsOpen => (
                "The look at the board is over.\nEach round, each player secretly claims one or two pieces.".to_owned(),
                json!({ "kind": "claims-open" }),
            ),
            Self::Claims { bout, round, claims, effects, left, over, pieces } => (
                claims_words(claims, effects, *left, *over, *pieces),
                json!({
                    "kind": "claims", "bout": bout, "round": round, "claims": claims, "effects": effects, "left": left, "over": over,
                    "pieces": pieces,
                }),
            ),
            Self::TopUpBegins { pieces } => (
                format!(
                    "{}, so new pieces are placed until both have {} or no square is left.",
                    have(*pieces, |seat| pieces[seat] < super::extra_pieces::PIECES),
                    super::extra_pieces::PIECES
                ),
                json!({ "kind": "top-up-begins", "pieces": pieces }),
            ),
            Self::TopUp { bout, wave, effects } => {
                (lines(effects), json!({ "kind": "top-up", "bout": bout, "wave": wave, "effects": effects }))
            }
            Self::Chooses { by } => (
                format!("Next, {} chooses who goes first in the battle.", Text::seat(*by)),
                json!({ "kind": "choice-begins", "by": by }),
            ),
            Self::Chosen { by, first, default } => {
                let how = if *default { "chose nothing in time and goes" } else { "chooses to go" };
                let place = if by == first { "first" } else { "second" };
                (
                    format!("{} {how} {place}.", Text::seat(*by)),
                    json!({ "kind": "chosen", "by": by, "first": first, "default": default }),
                )
            }
            Self::BattleBegins { first, pieces } => {
                let order = first.map_or_else(
                    || "both move at once".to_owned(),
                    |first| format!("{} moves first", Text::seat(first)),
                );
                (
                    format!("The battle begins: {order}."),
                    json!({ "kind": "battle-begins", "first": first, "pieces": pieces }),
                )
            }
            Self::Turn { bout, number, simultaneous, brought, effects, passes, pieces } => {
                let orders = brought.map(|brought| brought.turn().map(ToString::to_string));
                let data = json!({
                    "kind": "turn", "bout": bout, "turn": number, "simultaneous": simultaneous, "orders": orders, "effects": effects,
                    "pieces": pieces,
                });
                (turn_words(effects, *passes, *pieces), data)
            }
            Self::Quiet { turns, drawn_state } => {
                let limit = super::drawn_state::TURNS;
                let then = match drawn_state {
                    DrawnState::Automatic => "the bout ends and more pieces win",
                    DrawnState::Host => "the host may end the bout, and more pieces win",
                };
                (
                    format!("No piece lost for {turns} turns of each player. After {limit}, {then}."),
                    json!({ "kind": "quiet", "turns": turns }),
                )
            }
            Self::DrawSuggested { why } => (
                format!("{} The host may declare a drawn board state.", drawn_words(*why)),
                json!({ "kind": "draw-suggested", "why": why }),
            ),
            Self::BoutOver { bout, winner, reason, drawn, pieces, last_lead, bouts } => (
                bout_over(*bout, *winner, *reason, *drawn, *pieces, *last_lead, *bouts),
                json!({
                    "kind": "bout-over", "bout": bout, "winner": winner, "reason": reason, "drawn": drawn, "pieces": pieces, "bouts": bouts,
                }),
            ),
            Self::MatchOver { outcome, bouts } => {
                let winner = outcome.winner.expect("a match that is over by play has a winner");
                (
                    score(*bouts),
                    json!({ "kind": "match-over", "winner": winner, "reason": outcome.reason, "bouts": bouts }),
                )
            }
        };
        Some(Told { text: Text::new(text), data })
    }

    fn moments(&self, _viewer: Viewer) -> Vec<Moment> {
        moments::of(self)
    }
}

fn bout_begins(bout: u8, first: Option<Seat>, last: Option<&Board>) -> (String, Value) {
    let order = match (bout, first) {
        (super::BOUTS, _) => format!("\nIn bout {bout}, both move at once."),
        (_, Some(first)) => format!("\n{} moves first in bout {bout}.", Text::seat(first)),
        _ => String::new(),
    };
    (
        format!("Bout {bout} begins with a look at its board.{order}"),
        json!({ "kind": "bout-begins", "bout": bout, "first": first, "last_board": last }),
    )
}

/// `{ec} has 3 pieces, {dmo} 2`, for the selected seats.
fn have(pieces: BySeat<u8>, which: impl Fn(Seat) -> bool) -> String {
    let seats: Vec<_> = Seat::ALL.into_iter().filter(|&seat| which(seat)).collect();
    let part = |seat: &Seat| {
        let count = pieces[*seat];
        format!("{} has {count} {}", Text::seat(*seat), if count == 1 { "piece" } else { "pieces" })
    };
    list(&seats.iter().map(part).collect::<Vec<_>>(), "and")
}

/// `Pieces: {ec} 3, {dmo} 2.`
pub(super) fn counted(pieces: BySeat<u8>) -> String {
    format!("Pieces: {} {}, {} {}.", Text::seat(Seat::Ec), pieces.ec, Text::seat(Seat::Dmo), pieces.dmo)
}

/// The line about the pieces that both seats claimed.
pub(super) fn contested_line(effects: &[Effect]) -> Option<String> {
    let square = |effect: &Effect| if let Effect::Contested { square, .. } = effect { Some(*square) } else { None };
    let squares: Vec<_> = effects.iter().filter_map(square).collect();
    let what = if squares.len() == 1 { "that piece is" } else { "those pieces are" };
    (!squares.is_empty()).then(|| format!("Both named {}, so {what} removed.", squares_words(&squares)))
}

/// The result of a claim round: `{ec} gets the Lizard on c3, {dmo} the Crow on a4.`
fn claims_words(
    claims: &BySeat<Vec<Square>>,
    effects: &[Effect],
    left: usize,
    over: bool,
    pieces: BySeat<u8>,
) -> String {
    let gets = |seat: Seat| {
        let own = |effect: &Effect| match effect {
            Effect::Claimed { seat: by, square, piece } if *by == seat => {
                Some(format!("the {} on {square}", piece.name()))
            }
            _ => None,
        };
        let own: Vec<_> = effects.iter().filter_map(own).collect();
        match (&own[..], &claims[seat][..]) {
            ([], []) => format!("{} names nothing", Text::seat(seat)),
            ([], _) => format!("{} gets nothing", Text::seat(seat)),
            _ => format!("{} gets {}", Text::seat(seat), list(&own, "and")),
        }
    };
    let contested = contested_line(effects);
    let claimed = effects.iter().any(|effect| matches!(effect, Effect::Claimed { .. }));
    let mut text = Vec::new();
    if claimed || contested.is_none() {
        text.push(format!("{}; {}.", gets(Seat::Ec), gets(Seat::Dmo)));
    }
    text.extend(contested);
    let cleared = |effect: &Effect| if let Effect::Cleared { square, .. } = effect { Some(*square) } else { None };
    let cleared: Vec<_> = effects.iter().filter_map(cleared).collect();
    text.extend(match cleared[..] {
        [] => None,
        [square] => Some(format!("Only one unclaimed piece was left, {square}; it is removed.")),
        [one, other] => Some(format!("Only two unclaimed pieces were left, {one} and {other}; they are removed.")),
        _ => Some(format!(
            "Nobody has claimed anything for two rounds: the {} unclaimed pieces are removed.",
            cleared.len()
        )),
    });
    let left = if over { "The claims are over.".to_owned() } else { format!("{left} pieces are left to claim.") };
    text.push(format!("{left} {}", counted(pieces)));
    text.join("\n")
}

/// What was done, a line for each move; then the numbers of pieces, if the turn removed one.
fn turn_words(effects: &[Effect], passes: BySeat<u32>, pieces: BySeat<u8>) -> String {
    let mut text = vec![lines(&effects.iter().filter(|effect| !is_again(effect, passes)).copied().collect::<Vec<_>>())];
    let again = Seat::ALL.into_iter().filter(|&seat| passes[seat] > 1);
    text.extend(again.map(|seat| format!("{} still cannot move: pass {} in a row.", Text::seat(seat), passes[seat])));
    // A side without pieces loses the bout, whose result has the numbers.
    if effects.iter().any(Effect::removes) && pieces.iter().all(|(_, &count)| count > 0) {
        text.push(counted(pieces));
    }
    text.retain(|line| !line.is_empty());
    text.join("\n")
}

/// Whether an effect is the pass of a seat that had no move in its turn before either.
pub(super) fn is_again(effect: &Effect, passes: BySeat<u32>) -> bool {
    matches!(*effect, Effect::Passed { seat, why: Idle::NoMove } if passes[seat] > 1)
}

/// The reason why a board state is, or may be declared, drawn.
fn drawn_words(why: Drawn) -> String {
    match why {
        Drawn::Stuck => "Nobody can move.".to_owned(),
        Drawn::LongNoCapture => {
            format!("No piece was lost in the last {} turns of each player.", super::drawn_state::LONG_TURNS)
        }
        Drawn::Repeated => "The same position stands for the third time.".to_owned(),
        Drawn::NoCapture => format!(
            "Few pieces are left, and none was lost in the last {} turns of each player.",
            super::drawn_state::TURNS
        ),
        Drawn::NothingLeft => "Neither player has a piece left.".to_owned(),
        Drawn::BothStruck => "Both players have their third strike.".to_owned(),
        Drawn::Declared => "The host has declared it.".to_owned(),
    }
}

fn bout_over(
    bout: u8,
    winner: Seat,
    reason: Reason,
    drawn: Option<Drawn>,
    pieces: BySeat<u8>,
    last_lead: Option<Seat>,
    bouts: BySeat<usize>,
) -> String {
    let (name, other) = (Text::seat(winner), Text::seat(!winner));
    let how = match (drawn, reason) {
        (None, Reason::Strikes) => Some(format!("{other} has {STRIKES} strikes.")),
        (None, _) => Some(format!("{other} has no piece left.")),
        // An earlier event has stated the host's declaration.
        (Some(why), _) => Some(drawn_words(why)).filter(|_| why != Drawn::Declared),
    };
    let tie = (drawn.is_some() && reason == Reason::TieBreak).then(|| match last_lead {
        Some(_) => format!("{name} had more pieces when the counts last differed."),
        None => "The counts never differed, so the last tie rule decides.".to_owned(),
    });
    // At the end of the match, the result states the score.
    let score = (bouts[winner] < super::position::BOUTS_TO_WIN).then(|| score(bouts));
    let why = how.into_iter().chain(tie).chain(score).collect::<Vec<_>>().join(" ");
    format!("{name} wins bout {bout}, {} pieces to {}.\n{why}", pieces[winner], pieces[!winner])
}

/// `Bouts won: {ec} 1, {dmo} 0.`
pub(super) fn score(bouts: BySeat<usize>) -> String {
    format!("Bouts won: {} {}, {} {}.", Text::seat(Seat::Ec), bouts.ec, Text::seat(Seat::Dmo), bouts.dmo)
}
