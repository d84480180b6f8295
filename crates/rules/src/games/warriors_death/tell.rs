//! Events, and each viewer's account of them.
//!
//! - The public is told the announcements; a seat also its own order, and whether its announced unit differs; the referee everything. No
//!   other viewer can distinguish a Chocobo that was ordered from one that replaced a missing order.
//! - As data: `round`, `bout-begins`, `bout-over` and `match-over`, with parts of the referee state; see [`Event`].

use serde_json::{Value, json};

use super::duel::{Effect, Fought};
use super::moments;
use super::order::Order;
use super::position::{Position, Shown, Stage};
use super::text::{announced, goes_to, line_up, meeting, unannounced};
use super::truth::TrueBout;
use super::view::{bouts_json, fought_json, shown_json, truth_json, winner_id};
use crate::game::{BySeat, Moment, Outcome, Reason, Seat, Tell, Text, Told, Viewer};

/// An event, with all facts about it.
#[derive(Clone, Debug)]
pub enum Event {
    BoutBegins {
        /// Its number, from 1.
        bout: usize,
    },
    /// A round was fought.
    Round(RoundOver),
    /// A bout is over.
    BoutOver {
        /// The public position after the bout.
        position: Position,
        /// The bout's true facts.
        truth: TrueBout,
    },
    /// A ruling ended the match, and its secrets are disclosed.
    Revealed {
        /// The announcements of the match.
        position: Position,
        /// The true facts of each bout.
        truth: Vec<TrueBout>,
    },
    /// The match is over by play.
    MatchOver {
        /// The result.
        outcome: Outcome,
        /// The announcements of the match.
        position: Position,
        /// The true facts of each bout.
        truth: Vec<TrueBout>,
    },
}

/// A fought round.
#[derive(Clone, Debug)]
pub struct RoundOver {
    /// The bout's number, from 1.
    pub bout: usize,
    /// The round's number, from 1.
    pub round: usize,
    /// The public announcement.
    pub shown: Shown,
    /// The rounds of this bout in which each seat was announced as the winner.
    pub wins: BySeat<usize>,
    /// Each seat's order; `None` if it was missed.
    pub sent: BySeat<Option<Order>>,
    /// Whether a Chocobo was sent instead of a dead unit.
    pub fell_back: BySeat<bool>,
    /// The round's true facts.
    pub fought: Fought,
}

/// A round's data: `bout`, `round`, `shown`; for a seat also `sent` and `fell_back`; for the referee those of both seats, `true` and
/// `effects`.
impl Tell for Event {
    fn tell(&self, viewer: Viewer) -> Option<Told> {
        Some(match self {
            Self::BoutBegins { bout } => {
                let units = if *bout == 1 { "every unit is ready" } else { "every unit is ready again" };
                Told {
                    text: Text::new(format!(
                        "Bout {bout} begins: {units}.\nA Chocobo also goes out in place of a unit that is dead already."
                    )),
                    data: json!({ "kind": "bout-begins", "bout": bout }),
                }
            }
            Self::Round(over) => round(over, viewer),
            Self::BoutOver { position, truth } => bout_over(position, truth, viewer),
            Self::Revealed { position, truth } => Told {
                text: Text::new(reveal(position, truth)),
                data: json!({ "kind": "revealed", "shown": all_shown(position), "true": all_true(truth) }),
            },
            Self::MatchOver { outcome, position, truth } => match_over(*outcome, position, truth),
        })
    }

    fn moments(&self, viewer: Viewer) -> Vec<Moment> {
        match (self, viewer) {
            (Self::Round(over), Viewer::Truth) => moments::of_round(over),
            (Self::Round(over), _) => moments::of_announcement(over.round, over.shown),
            (Self::BoutOver { position, truth }, Viewer::Truth) => moments::of_true_bout(position, truth),
            (Self::BoutOver { position, truth }, _) => moments::of_bout(position, truth.points()),
            (Self::BoutBegins { .. } | Self::Revealed { .. } | Self::MatchOver { .. }, _) => Vec::new(),
        }
    }
}

fn round(over: &RoundOver, viewer: Viewer) -> Told {
    let RoundOver { bout, round, shown, wins, sent, fell_back, fought } = over;
    let wins = Seat::ALL.map(|seat| format!("{} {}", Text::seat(seat), wins[seat])).join(", ");
    let mut text =
        format!("Round {round}: {}. {}.\nAnnounced wins in bout {bout}: {wins}.", meeting(*shown), announced(*shown));
    let mut data = json!({ "kind": "round", "bout": bout, "round": round, "shown": shown_json(*shown) });
    match viewer {
        Viewer::Public => {}
        Viewer::Seat(seat) => {
            let replaced = sent[seat].is_some_and(|order| order.shows() != shown.units[seat]);
            text += "\n";
            text += &own(sent[seat], replaced);
            data["sent"] = json!(sent[seat]);
            data["fell_back"] = json!(replaced);
        }
        Viewer::Truth => {
            text += "\n";
            text += &truly(fought);
            data["sent"] = json!(sent);
            data["fell_back"] = json!(fell_back);
            data["true"] = fought_json(fought);
            data["effects"] = json!(fought.effects);
        }
    }
    Told { text: Text::new(text), data }
}

fn own(sent: Option<Order>, replaced: bool) -> String {
    match sent {
        None => "You sent nothing in time, so a Chocobo went out.".to_owned(),
        Some(order) if replaced => format!("Your order was {}; a Chocobo went out in its place.", order.words()),
        Some(order) => format!("Your order was {}.", order.words()),
    }
}

fn truly(fought: &Fought) -> String {
    let side = |seat: Seat| format!("{} {}", fought.units[seat].name(), fought.strength[seat]);
    let result = format!("In truth: {} against {}; {}.", side(Seat::Ec), side(Seat::Dmo), goes_to(fought.winner));
    let sides = fought.effects.iter().filter(|(_, effects)| !effects.is_empty()).map(|(seat, effects)| {
        let words: Vec<_> = effects.iter().copied().map(effect_words).collect();
        format!("{}'s {}: {}.", Text::seat(seat), fought.units[seat].name(), words.join(", "))
    });
    std::iter::once(result).chain(sides).collect::<Vec<_>>().join(" ")
}

fn effect_words(effect: Effect) -> String {
    match effect {
        Effect::FellBack => "in place of a dead unit".to_owned(),
        Effect::Revived => "back from the dead".to_owned(),
        Effect::Bonus(bonus) => format!("+{bonus} from a Bard"),
        Effect::Foresaw(strength) => format!("guessed right for +{strength}"),
        Effect::Misread => "guessed wrong".to_owned(),
        Effect::Inspired => "+1 for the next two".to_owned(),
        Effect::Copied(unit) => format!("copied the {}", unit.name()),
        Effect::Survived => "lives on".to_owned(),
        Effect::Hardened => "worth 8 in death".to_owned(),
        Effect::MayReturn => "may come back next round".to_owned(),
        Effect::Rose => "worth 3 more in death".to_owned(),
        Effect::Matched(strength) => format!("worth {strength} in death"),
    }
}

/// A bout's data: `bout`, `points`, `winner`, `bouts`; for the referee also `true`.
fn bout_over(position: &Position, truth: &TrueBout, viewer: Viewer) -> Told {
    let (bout, number) = (position.bout(), position.bout_number());
    let points = truth.points();
    let (ec, dmo) = (Text::seat(Seat::Ec), Text::seat(Seat::Dmo));
    let won = position.bouts_won();
    let result = match bout.winner() {
        Some(winner) => {
            let why = unannounced(bout, winner).map_or_else(String::new, |why| format!(" {why}"));
            format!(
                "{} wins bout {number}.\nPoints: {ec} {}, {dmo} {}.{why}",
                Text::seat(winner),
                points.ec,
                points.dmo
            )
        }
        None => format!("Bout {number} is tied.\n{} points each.", points.ec),
    };
    let mut text = result;
    // At the end of the match, the result states the score.
    if !matches!(position.stage(), Stage::Over(_)) {
        text += &format!(" Bouts won: {ec} {}, {dmo} {}.", won.ec, won.dmo);
    }
    if position.stage() == Stage::Break && number == super::BOUTS {
        text += " The match is level: a sixth bout decides it.";
    }
    let mut data = json!({
        "kind": "bout-over",
        "bout": number,
        "points": points,
        "winner": winner_id(bout.winner()),
        "bouts": bouts_json(position),
    });
    if viewer == Viewer::Truth {
        data["true"] = truth_json(truth);
    }
    Told { text: Text::new(text), data }
}

fn all_shown(position: &Position) -> Value {
    let rounds = |bout: &super::Bout| bout.rounds.iter().copied().map(shown_json).collect::<Vec<_>>();
    position.bouts().iter().map(rounds).map(Value::from).collect()
}

fn all_true(truth: &[TrueBout]) -> Value {
    truth.iter().map(truth_json).collect()
}

/// The true facts of every bout, a line for each round, under a title.
fn reveal(position: &Position, truth: &[TrueBout]) -> String {
    let left = Text::seat(Seat::Ec);
    let title = format!("How it truly went: {left}'s unit first, each with its strength, then the round's winner.");
    let bouts = (1..).zip(position.bouts().iter().zip(truth));
    let lines = bouts.flat_map(|(number, (bout, truth))| line_up(number, bout, truth));
    [title].into_iter().chain(lines).collect::<Vec<_>>().join("\n")
}

/// The end's data: the score, `winner`, `reason`, `bouts`, `shown` and `true`, bout by bout, for everyone.
fn match_over(outcome: Outcome, position: &Position, truth: &[TrueBout]) -> Told {
    let winner = outcome.winner.expect("a match that is over by play has a winner");
    let won = position.bouts_won();
    let score = format!("Bouts won: {} {}, {} {}", Text::seat(Seat::Ec), won.ec, Text::seat(Seat::Dmo), won.dmo);
    let result = match outcome.reason {
        Reason::TieBreak => format!("{score}, and the sixth is tied."),
        _ => format!("{score}."),
    };
    let data = json!({
        "kind": "match-over",
        "winner": winner,
        "reason": outcome.reason,
        "bouts": bouts_json(position),
        "shown": all_shown(position),
        "true": all_true(truth),
    });
    Told { text: Text::new(result), data }
}
