//! The content of queued messages, as it is stored.
//!
//! Facts and names are final when a message is queued: its words hold only what its reader may see. Whatever must be true when it is sent
//! is composed then; see [`crate::messages::composed`].

use serde::{Deserialize, Serialize};

use crate::game::{BySeat, Ink, Outcome, Seat};
use crate::hosting::agreement_kind::Agreement;
use crate::hosting::time_request::TimeRequest;
use crate::ids::{ChannelId, GuildId, MessageId, RoleId, Snowflake, StepId, UnixMs, UserId};
use crate::messages::store::post::{External, Shows, kinds};
use crate::messages::topic_message::Topic;

/// A message that waits to be sent or can change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum QueuedMessage {
    /// A match's card.
    Card {
        /// Seats that the card does not notify, because another card pinged them a moment ago.
        #[serde(default, skip_serializing_if = "is_default")]
        quiet: BySeat<bool>,
    },
    /// A public message in the match's channel.
    Public(Box<Public>),
    /// A question to one seat.
    Ask(Box<Ask>),
    /// A message to one person.
    Private(Private),
    /// A player's proposal to the other player, in the channel or by direct message.
    Proposal(Proposal),
    /// A player's request for more time, to a host.
    TimeRequest(Box<TimeRequest>),
    /// The picture of a message that was sent without it.
    Picture(Box<LatePicture>),
    /// A thread under the match's card, in which the match continues.
    Thread(OpenThread),
    /// An external object.
    External {
        what: External,
        /// The number of the record's entries at the queueing.
        entries: u32,
    },
    /// A message of a tournament or game draft.
    Topic(Topic),
}

/// The facts that the outbox needs of a queued message.
pub struct QueuedFacts {
    /// The kind of the post.
    pub kind: &'static str,
    /// The prompt that it shows.
    pub shows: Option<Shows>,
    /// Whether its content can change after it is sent.
    pub can_change: bool,
}

impl QueuedMessage {
    /// Returns the facts that the outbox needs.
    pub fn facts(&self) -> QueuedFacts {
        let fixed = |kind| QueuedFacts { kind, shows: None, can_change: false };
        let changes = |kind| QueuedFacts { can_change: true, ..fixed(kind) };
        match self {
            Self::Card { .. } => changes("card"),
            Self::Public(words) => {
                let shows = words.mark.map(|mark| Shows { mark, seat: None, user: None });
                QueuedFacts {
                    kind: kinds::PUBLIC,
                    shows,
                    can_change: shows.is_some() || words.is_end() || words.terms.is_some(),
                }
            }
            Self::Ask(ask) => {
                let shows = Shows { mark: ask.mark, seat: Some(ask.seat), user: Some(ask.user) };
                QueuedFacts { shows: Some(shows), ..changes("prompt") }
            }
            Self::Private(words) => QueuedFacts { can_change: words.end.is_some(), ..fixed("private") },
            Self::Proposal(_) => changes("proposal"),
            Self::TimeRequest(_) => changes("time-request"),
            Self::Picture(_) => fixed(kinds::PICTURE),
            Self::Thread(_) => fixed(kinds::THREAD),
            Self::External { what, .. } => {
                let can_change = matches!(what, External::Result | External::Event);
                QueuedFacts { can_change, ..fixed(what.id()) }
            }
            Self::Topic(topic) => changes(topic.kind()),
        }
    }
}

/// A match's thread.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenThread {
    pub name: String,
    /// The first members.
    pub members: Vec<UserId>,
}

/// The boards of a message, drawn from the record when the message is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Boards {
    /// The number of entries after which the boards are drawn.
    pub entries: u32,
    /// Whether the match ended with a step: that step's final board comes first, then the board at the end if it differs.
    pub ended: bool,
    /// The end of the series that the match decides; its poster replaces the boards.
    #[serde(default, skip_serializing_if = "is_default")]
    pub series: Option<SeriesEnd>,
}

/// The end of a series; seats are those of its last match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeriesEnd {
    pub winner: Seat,
    pub won: BySeat<u8>,
    pub best_of: u8,
}

/// Pictures that follow their message by an edit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LatePicture {
    pub message: MessageId,
    pub boards: Boards,
}

/// The subject of a message, which its accent shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Accent {
    #[default]
    Neutral,
    /// An event in favour of this player.
    Seat(Seat),
    /// A decision of a host or of both players.
    Ruling,
    Warning,
}

/// A public message: the result of a step, or a ruling.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Public {
    /// The prompt of its controls.
    pub mark: Option<StepId>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub accent: Accent,
    /// The colour of the accent's player in a game with coloured sides, in place of the seat's.
    #[serde(default, skip_serializing_if = "is_default")]
    pub side: Option<Ink>,
    /// The events, one a line; the first is the headline.
    #[serde(default, skip_serializing_if = "is_default")]
    pub lines: Vec<String>,
    /// The terms before a change, as a record's first line: the changes since then follow the lines while the card is open.
    #[serde(default, skip_serializing_if = "is_default")]
    pub terms: Option<String>,
    /// The step to which the match is reverted.
    #[serde(default, skip_serializing_if = "is_default")]
    pub reverts: Option<u32>,
    /// The stage of the match, as a heading.
    #[serde(default, skip_serializing_if = "is_default")]
    pub stage: String,
    /// The public boards, if any are shown.
    #[serde(default, skip_serializing_if = "is_default")]
    pub boards: Option<Boards>,
    /// The start of the first round, if it lies ahead.
    #[serde(default, skip_serializing_if = "is_default")]
    pub starts: Option<UnixMs>,
    /// People to notify.
    #[serde(default, skip_serializing_if = "is_default")]
    pub mention: Vec<UserId>,
    /// Whether the message only informs these people and asks them nothing.
    #[serde(rename = "tells", default, skip_serializing_if = "is_default")]
    pub informs: bool,
    /// A role to notify, too.
    #[serde(rename = "called", default, skip_serializing_if = "is_default")]
    pub notify_role: Option<RoleId>,
    /// The controls under the message.
    pub controls: Controls,
    /// Each seat's commitment to its order, published with the step's resolution: lower-case hex SHA-256.
    #[serde(default, skip_serializing_if = "is_default")]
    pub commitments: BySeat<Option<String>>,
    #[serde(flatten)]
    pub end_facts: EndFacts,
    /// Whether it has the buttons of a finished match, such as the record.
    #[serde(rename = "over", default, skip_serializing_if = "is_default")]
    pub has_end_buttons: bool,
    /// The result of the match.
    #[serde(default, skip_serializing_if = "is_default")]
    pub outcome: Option<Outcome>,
    /// The players' names at the queueing.
    pub names: BySeat<String>,
}

/// The facts on which the buttons under the end of a match depend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndFacts {
    /// Whether all orders of the match are public, so that there are no receipts to check.
    #[serde(default, skip_serializing_if = "is_default")]
    pub open: bool,
    /// Whether no order of the match was resolved, so that there is nothing to verify or review.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unplayed: bool,
    /// Whether the match belongs to a series or a tournament, so that it offers no rematch.
    #[serde(rename = "series", default, skip_serializing_if = "is_default")]
    pub of_series: bool,
}

/// Whether a payload can omit a value.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Public {
    /// Returns the end of a series that the message announces.
    pub fn series_end(&self) -> Option<SeriesEnd> {
        self.boards?.series
    }

    /// Whether the message announces the end of a match or series.
    pub fn is_end(&self) -> bool {
        self.has_end_buttons || self.series_end().is_some()
    }

    /// Whether the message asks for a press or an order.
    pub fn asks(&self) -> bool {
        !self.has_end_buttons && self.mark.is_some() && self.controls.is_question()
    }

    /// Removes the question, which is over or asked again in a later message.
    pub fn remove_question(&mut self) {
        if self.controls.is_question() && !self.informs {
            self.mention.clear();
        }
        (self.starts, self.controls) = (None, Controls::None);
    }

    /// Keeps only mentions of players whose answer is awaited, in a question.
    pub fn await_only(&mut self, awaited: impl Fn(UserId) -> bool) {
        if !self.informs && self.controls == Controls::Ready {
            self.mention.retain(|&user| awaited(user));
        }
    }
}

/// The buttons under a public message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Controls {
    #[default]
    None,
    Order,
    Ready,
    /// Continue, in a pause that either player can end.
    Continue,
}

impl Controls {
    /// Whether the controls belong to a question.
    pub const fn is_question(self) -> bool {
        matches!(self, Self::Order | Self::Ready)
    }
}

/// A question to one seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ask {
    pub user: UserId,
    pub seat: Seat,
    pub mark: StepId,
    /// The seat's account of the last step, and the match's stage in small print.
    pub head: Vec<String>,
    /// The words chosen already.
    #[serde(default, skip_serializing_if = "is_default")]
    pub words: Vec<String>,
}

/// A message to one person.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Private {
    pub user: UserId,
    /// The server of the match's channel; 0 in direct messages.
    pub guild: GuildId,
    pub lines: Vec<String>,
    /// The match's start, in a reminder of it.
    #[serde(default)]
    pub starts: Option<UnixMs>,
    /// The awaited order, in a reminder of it.
    #[serde(default)]
    pub awaits: Option<OrderDue>,
    /// The public boards that belong to the message.
    #[serde(default, skip_serializing_if = "is_default")]
    pub boards: Option<Boards>,
    /// See [`Public::has_end_buttons`].
    #[serde(rename = "over", default, skip_serializing_if = "is_default")]
    pub has_end_buttons: bool,
    #[serde(flatten)]
    pub end_facts: EndFacts,
    /// The last prompt of the match, if the message tells its end.
    #[serde(default, skip_serializing_if = "is_default")]
    pub end: Option<StepId>,
}

/// An awaited order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderDue {
    /// The prompt.
    pub mark: StepId,
    /// The deadline, or the end of the free time if there is a reserve.
    pub until: UnixMs,
    /// The reserve at the beginning of the step, in ms.
    pub reserve: Option<u64>,
    /// The time at which the reserve ends.
    #[serde(rename = "gone")]
    pub reserve_end: Option<UnixMs>,
    /// The message with the prompt, if there is one.
    pub prompt: Option<(ChannelId, MessageId)>,
}

/// A player's proposal to the other player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposal {
    /// The interaction in which it was made.
    pub id: Snowflake,
    pub what: Agreement,
    /// The move to revert with its player, or the time to add.
    #[serde(default, alias = "moved")]
    pub detail: Option<String>,
    /// The proposing seat.
    pub seat: Seat,
    pub names: BySeat<String>,
    /// The person to answer.
    pub to: UserId,
    /// The time until which they can answer.
    pub until: UnixMs,
    /// The step with which the proposal ends.
    pub mark: StepId,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Payloads of pending and open posts, as the migration to posts leaves them.
    #[test]
    fn payloads_of_before_are_read() {
        let ask = r#"{"ask":{"user":22,"seat":"dmo","mark":{"step":2,"begun":3},"head":["**Match 7**","You won."]}}"#;
        let Ok(QueuedMessage::Ask(ask)) = serde_json::from_str(ask) else { panic!("no prompt") };
        assert_eq!((ask.seat, ask.mark.step, ask.words.len()), (Seat::Dmo, 2, 0));
        let public = r#"{"public":{"guild":1,"mark":{"step":2,"begun":3},"lines":["So."],"result":true,"stage":"Round 2","boards":null,
            "deadline":5,"starts":null,"forfeits":null,"reserve":null,"quiet_hours":null,"reserves":{"ec":null,"dmo":null},"turn":null,
            "moves":null,"mention":[11],"tells":false,"called":null,"controls":"order","ready":{"ec":false,"dmo":false},
            "commitments":{"ec":null,"dmo":null},"open":false,"over":false,"outcome":null,"names":{"ec":"Ann","dmo":"Bob"}}}"#;
        let Ok(QueuedMessage::Public(public)) = serde_json::from_str(public) else { panic!("no words") };
        assert_eq!((public.controls, public.boards, public.mention.len()), (Controls::Order, None, 1));
        let notice = r#"{"topic":{"call":{"shared":[0,1]}}}"#;
        let Ok(QueuedMessage::Topic(Topic::PlayerNotice(_))) = serde_json::from_str(notice) else {
            panic!("no notice")
        };
        let card = r#"{"card":{"match_id":7,"game":"knights","names":{"ec":"Ann","dmo":"Bob"},"state":"open","quiet":{"ec":true,"dmo":false}}}"#;
        assert_eq!(
            serde_json::from_str(card).ok(),
            Some(QueuedMessage::Card { quiet: BySeat { ec: true, dmo: false } })
        );
    }
}
