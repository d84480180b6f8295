//! Each viewer's view and account of a match.

use serde_json::Value;

use super::{BySeat, Contest, Draws, Habit, Moment, Notation, Outcome, Progress, Resolve, Seat, Told, Viewer, Words};

/// A state with a view for each viewer.
pub trait Views: Resolve {
    /// One viewer's view: public facts, and at most one seat's secrets.
    type View: Seen + Notation<Order = Self::Order> + Words + Draws;

    fn view(&self, viewer: Viewer, at: &AtTable) -> Self::View;

    /// Each seat's true score, by the count that decides the match: the heading's scores, if they are whole numbers.
    fn progress(&self) -> Option<Progress> {
        let heading = self.view(Viewer::Truth, &AtTable::default()).heading();
        let BySeat { ec, dmo } = heading.scores.map(|score| score.parse().ok());
        Some(Progress { scores: BySeat { ec: ec?, dmo: dmo? }, unit: heading.unit })
    }

    /// The contribution of an order in this state to its player's habits, computed after the match. The first order with an opening gives
    /// the match's opening. By default, the opening is the text of the first order.
    fn habit(&self, _seat: Seat, order: &Self::Order) -> Habit {
        Habit::default().opening(order.to_string())
    }

    /// The first mover, if one player moves first for the whole match.
    fn first(&self) -> Option<Seat> {
        None
    }

    /// The *Referee state* of the game's rules page.
    fn referee(&self, at: &AtTable) -> Value {
        self.view(Viewer::Truth, at).json()
    }
}

/// One viewer's view.
pub trait Seen: Send + Sync + 'static {
    /// The view as data; each game documents the shape.
    fn json(&self) -> Value;

    /// The view at the end of the last step, if the match has moved to another board.
    fn ended_on(&self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// The public view as if seen from `seat`, without that player's secrets. It provides the public part of an open question:
    /// [`Words::question`], and the first choices with their hint and groups. The seat's own view is shown to that player alone, behind the
    /// Order button. `None`: only the name of the player on move is public.
    fn seated(&self, _seat: Seat) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// Facts that the last step of a running match disclosed to everyone besides its result, and that remain known after an undo. `None` if
    /// nothing hidden was disclosed. What the end of a match discloses is the difference of the public view and the truth.
    fn disclosed(&self) -> Option<String> {
        None
    }
}

/// An event of a game.
pub trait Tell: Send + Sync {
    /// A viewer's account of the event, if the viewer may know of it.
    fn tell(&self, viewer: Viewer) -> Option<Told>;

    /// The noteworthy moments, asked for [`Viewer::Public`] and [`Viewer::Truth`] only. Public moments are shown at once, so they use the
    /// public account alone. Those of the truth are shown once the match is over.
    fn moments(&self, _viewer: Viewer) -> Vec<Moment> {
        Vec::new()
    }
}

/// Facts of the table that the game does not know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AtTable {
    pub contest: Contest,
    /// Each seat's reserve at the beginning of the step, in ms; `None` without a table.
    pub reserve: Option<BySeat<u64>>,
    /// Whether the match waits for its start time.
    pub waits: bool,
    /// A result from outside the game, such as a ruling. Views then ask nobody to move, and mark the winner.
    pub ended: Option<Outcome>,
    /// Whether the view is of a match that is over, for everyone, even if the position is an earlier one.
    pub published: bool,
}
