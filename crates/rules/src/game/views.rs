//! What each viewer sees and is told.

use serde_json::Value;

use super::{BySeat, Contest, Draws, Habit, Moment, Notation, Outcome, Progress, Resolve, Seat, Told, Viewer, Words};

/// A state that shows itself to viewers.
pub trait Views: Resolve {
    /// What one viewer may see: what everyone may know, and at most one seat's secrets.
    type View: Seen + Notation<Order = Self::Order> + Words + Draws;

    fn view(&self, viewer: Viewer, at: &AtTable) -> Self::View;

    /// How far each seat has truly come, by what decides the match; the heading's scores, where those are whole numbers.
    fn progress(&self) -> Option<Progress> {
        let heading = self.view(Viewer::Truth, &AtTable::default()).heading();
        let BySeat { ec, dmo } = heading.scores.map(|score| score.parse().ok());
        Some(Progress { scores: BySeat { ec: ec?, dmo: dmo? }, unit: heading.unit })
    }

    /// What an order that this state is played on with says of how its player plays; asked once the match is over. Of those that open the
    /// match the first one does; a game that does not say more is opened with its first order, as that is written.
    fn habit(&self, _seat: Seat, order: &Self::Order) -> Habit {
        Habit::default().opening(order.to_string())
    }

    /// Who moves first, where that is one of the two for the whole match.
    fn first(&self) -> Option<Seat> {
        None
    }

    /// The *Referee state* of the game's rules page.
    fn referee(&self, at: &AtTable) -> Value {
        self.view(Viewer::Truth, at).json()
    }
}

/// What one viewer may see.
pub trait Seen: Send + Sync + 'static {
    /// As data; shape documented by the game.
    fn json(&self) -> Value;

    /// The view of the position that the last step ended in, where the match stands on another board already.
    fn ended_on(&self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// This view as a player in `seat` would have it who knows no more than it shows: the public view seated like this gives what is posted
    /// where the seat is asked in front of everyone, that is [`Words::question`] and the first choices with their hint and groups. What
    /// the seat alone knows is in its own view, which is shown to it alone, behind the Order button. `None`: only whose turn it is is
    /// posted.
    fn seated(&self, _seat: Seat) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// What everyone has learnt with the last step besides what came of it, and what taking the step back leaves known; `None` where
    /// nothing that had been hidden is.
    fn disclosed(&self) -> Option<String> {
        None
    }
}

/// Something that happened.
pub trait Tell: Send + Sync {
    /// What a viewer is told of it, if anything.
    fn tell(&self, viewer: Viewer) -> Option<Told>;

    /// What of it is worth remembering, once the match is over and all of it may be known.
    fn moments(&self) -> Vec<Moment> {
        Vec::new()
    }
}

/// What the table knows of a match that the game does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AtTable {
    pub contest: Contest,
    /// Each seat's reserve as the step began, in ms; `None` where no table keeps them.
    pub reserve: Option<BySeat<u64>>,
    /// Whether the match waits for its start time.
    pub waits: bool,
    /// How the table ended a match that the game itself would go on with: nobody is to move in its views, and whoever won is marked.
    pub ended: Option<Outcome>,
}
