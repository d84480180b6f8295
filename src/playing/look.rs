//! The data of a look at a match: one viewer's view, and each seat's public prompt.

use crate::game::{BySeat, Heading, Outcome, Picture, Wants};
use crate::ids::{MatchId, UnixMs};
use crate::live::match_state::MatchState;
use crate::playing::prompt::Start;
use crate::table::Awaited;

pub use crate::ids::StepId;

/// A match as one viewer sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    pub match_id: MatchId,
    /// The stage of the match.
    pub heading: Heading,
    /// The picture in words.
    pub describe: String,
    pub picture: Picture,
    pub names: BySeat<String>,
    pub paused: bool,
    /// Whether the clocks are stopped because the players' messages cannot be read.
    pub wait_is_announced: bool,
    /// The result of the match.
    pub outcome: Option<Outcome>,
    /// Its story, once it is over.
    pub story: Vec<String>,
    /// Each seat's public prompt.
    pub awaiting: BySeat<Option<Awaiting>>,
    /// The seats that have answered; for hosts without a seat only.
    pub submitted: BySeat<bool>,
    /// The start of the first round, while it lies ahead.
    pub start: Option<Start>,
    /// The hours in which no deadline passes, if there are any: `22:00–08:00 UTC+1`.
    pub quiet_hours: Option<String>,
    /// The awaited step.
    pub mark: StepId,
    /// The time of this view.
    pub at: UnixMs,
}

/// A seat's public prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Awaiting {
    /// The prompt's short name.
    pub prompt: String,
    /// The kind of answer.
    pub wants: Wants,
    /// Whether the wanted Ready has been pressed; everyone sees that.
    pub ready: bool,
    /// The deadline, without the reserve.
    pub deadline: UnixMs,
    /// The reserve left when the step began, in ms.
    pub reserve: Option<u64>,
    /// The end of the reserve.
    pub reserve_end: Option<UnixMs>,
}

impl Awaiting {
    pub(crate) fn of(asked: &Awaited, live: &MatchState) -> Self {
        Self {
            prompt: asked.prompt.to_owned(),
            wants: asked.wants,
            ready: asked.wants == Wants::Ready && asked.submitted,
            deadline: live.moment(asked.deadline),
            reserve: asked.reserve,
            reserve_end: asked.reserve_end.map(|time| live.moment(time)),
        }
    }
}
