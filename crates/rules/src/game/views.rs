//! Each viewer's view and account of a match.

use serde_json::Value;

use super::{BySeat, Contest, Draws, Habit, Moment, Notation, Outcome, Progress, Resolve, Seat, Told, Viewer, Words};

/// A state that shows itself to viewers.
pub trait Views: Resolve {
    /// One viewer's view: public information, and at most one seat's secrets.
    type View: Seen + Notation<Order = Self::Order> + Words + Draws;

    fn view(&self, viewer: Viewer, at: &AtTable) -> Self::View;

    /// Each seat's true progress, by the deciding count; the heading's scores, if those are whole numbers.
    fn progress(&self) -> Option<Progress> {
        let heading = self.view(Viewer::Truth, &AtTable::default()).heading();
        let BySeat { ec, dmo } = heading.scores.map(|score| score.parse().ok());
        Some(Progress { scores: BySeat { ec: ec?, dmo: dmo? }, unit: heading.unit })
    }

    /// An order in this state as evidence of its player's habits; asked once the match is over. The first order with
    /// an opening counts as the match's opening; the default opening is the text of the first order.
    fn habit(&self, _seat: Seat, order: &Self::Order) -> Habit {
        Habit::default().opening(order.to_string())
    }

    /// The first mover, if one of the two moves first for the whole match.
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

    /// Facts that the last step disclosed to everyone beside its result, and that stay known after an undo; `None` if
    /// nothing hidden was disclosed.
    fn disclosed(&self) -> Option<String> {
        None
    }
}

/// Something that happened.
pub trait Tell: Send + Sync {
    /// A viewer's account of it, if any.
    fn tell(&self, viewer: Viewer) -> Option<Told>;

    /// Its noteworthy moments. Those for the public are told at once, to both seats too: they are made of the public account alone. Those in
    /// truth are told once the match is over. Only these two viewers are asked for.
    fn moments(&self, _viewer: Viewer) -> Vec<Moment> {
        Vec::new()
    }
}

/// The table's facts about a match that the game does not know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AtTable {
    pub contest: Contest,
    /// Each seat's reserve as the step began, in ms; `None` where no table keeps them.
    pub reserve: Option<BySeat<u64>>,
    /// Whether the match waits for its start time.
    pub waits: bool,
    /// The table's own end of a match that the game would continue: nobody is to move in its views, and the winner is
    /// marked.
    pub ended: Option<Outcome>,
}
