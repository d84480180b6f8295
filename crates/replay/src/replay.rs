//! A finished match as a sequence of moments.

use deathmatch_rules::game::{Accepted, BySeat, Contest, Outcome, Picture, Seat, Viewer};
use deathmatch_rules::table::{self, Entry, Rejection, StoryLine, Table};

use super::walk::Walk;

/// The viewers of a moment.
pub const VIEWERS: [Viewer; 4] = [Viewer::Truth, Viewer::Public, Viewer::Seat(Seat::Ec), Viewer::Seat(Seat::Dmo)];

/// A finished match.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The game's name, or the preset's if the game has several.
    pub game: String,
    /// The match's label next to the game; may be empty.
    pub label: String,
    pub contest: Contest,
    /// The players' names at the end, substitutes included.
    pub names: BySeat<String>,
    /// The players' Discord usernames, if they are known.
    pub usernames: BySeat<Option<String>>,
    pub outcome: Outcome,
    /// The story of the match in a few lines.
    pub story: Vec<String>,
    /// The indexes of the moments that the story tells of.
    pub memorable: Vec<usize>,
    /// All moments in the sequence of the record; reverted ones are marked.
    pub moments: Vec<Moment>,
    /// The number of receipts in the record.
    pub checked: usize,
    /// The failed checks of the record's receipts, one sentence each.
    pub failed: Vec<String>,
    /// For a record without a rules version: a sentence that names the version it is read under.
    pub assumption: Option<String>,
}

/// The state of a match after an event.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The time, in ms after the match's opening.
    pub at: u64,
    /// The step awaited after the event.
    pub step: u32,
    pub kind: Kind,
    /// The title: the stage of the resolved step, or a person's action.
    pub title: String,
    /// The answers of the asked seats.
    pub answers: BySeat<Option<Answer>>,
    pub receipts: BySeat<Option<Receipt>>,
    /// The moment for each of [`VIEWERS`].
    pub seen: [Seen; 4],
    /// Whether an undo reverted it later.
    pub taken_back: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The match was set up.
    Opening,
    /// A step resolved.
    Step,
    /// The match moved to another board, which is shown from the end of the step before.
    Board,
    /// A host ended the match.
    Verdict,
    /// Another event that people were told about.
    Note,
}

/// The answer of an asked seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub given: Given,
    /// Whether nobody else could see the answer when it was given.
    pub secret: bool,
    /// The time that the seat took, in ms without pauses; `None` without an answer.
    pub thought: Option<u64>,
}

/// The kind of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    Order(Accepted),
    /// An order entered by a host.
    OnBehalf(Accepted),
    Ready,
    Nothing,
}

/// A published commitment, with the nonce and the order that open it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The nonce in the record.
    pub nonce: String,
    /// The commitment in the record.
    pub commitment: String,
    /// The order that was played; empty for a missing order.
    pub order: String,
}

/// A moment for one viewer.
#[derive(Clone, Debug)]
pub struct Seen {
    pub picture: Picture,
    /// The picture's description.
    pub alt: String,
    /// The viewer's lines since the previous moment.
    pub told: Vec<String>,
}

/// The reason why a match has no replay.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    #[error("The record does not play through: {}", .0.message)]
    Unplayable(Rejection),
    #[error("The match is not over; a replay shows what its players hide, so it is made once the match has ended.")]
    NotOver,
    #[error(
        "The match is too long to be shown again here: it has more than {0} moments. Take its record, and run \
         `deathmatch replay FILE --out FOLDER` on your own machine."
    )]
    TooLong(usize),
}

impl From<Rejection> for Unfit {
    fn from(rejection: Rejection) -> Self {
        Self::Unplayable(rejection)
    }
}

impl Replay {
    /// Replays a record from a file's text.
    ///
    /// # Errors
    /// The record does not replay, or its match is not over.
    pub fn read(record: &str) -> Result<Self, Unfit> {
        let (header, entries) = table::read_record(record)?;
        Self::of(Table::open(header)?, &entries, String::new())
    }

    /// Replays a record on an opened table; `label` is the match's name.
    ///
    /// # Errors
    /// The record does not replay, or its match is not over.
    pub fn of(table: Table, entries: &[Entry], label: String) -> Result<Self, Unfit> {
        Self::within(table, entries, label, usize::MAX)
    }

    /// Like [`Replay::of`], with at most `most` moments. Every moment takes about equally long, here and in drawing.
    ///
    /// # Errors
    /// The match has more moments, and all errors of [`Replay::of`].
    pub fn within(table: Table, entries: &[Entry], label: String, most: usize) -> Result<Self, Unfit> {
        let verified = table::verify(table.header().clone(), entries)?;
        if !verified.over {
            return Err(Unfit::NotOver);
        }
        let mut walk = Walk::new(table, label);
        for entry in entries {
            walk.enter(entry)?;
            if walk.moments() > most {
                return Err(Unfit::TooLong(most));
            }
        }
        let (table, label, moments, resolved) = walk.finish();
        let story = table.story_since(table::played_from(entries));
        let resolves = |step: u32| {
            let found =
                resolved.iter().zip(&moments).position(|(steps, moment)| steps.contains(&step) && !moment.taken_back);
            found.filter(|at| moments[*at].kind == Kind::Step)
        };
        Ok(Self {
            memorable: story.iter().filter_map(|line| resolves(line.step)).collect(),
            game: table.game().title(table.header().preset.as_deref()),
            label,
            contest: table.contest(),
            names: table.concerned(),
            usernames: table.usernames(),
            outcome: table.outcome().ok_or(Unfit::NotOver)?,
            story: story.iter().map(StoryLine::text).collect(),
            moments,
            checked: verified.checked,
            failed: verified.failed,
            assumption: verified.assumption,
        })
    }

    /// The result in a sentence.
    #[must_use]
    pub fn verdict(&self) -> String {
        self.contest.verdict(self.outcome).with_names(&self.names)
    }

    /// The last score in the order of the players' names, as `2–3 bouts won`; `None` if the game has no score.
    #[must_use]
    pub fn score(&self) -> Option<String> {
        let heading = &self.moments.last()?.seen[0].picture.scene.heading;
        let BySeat { ec, dmo } = &heading.scores;
        (!ec.is_empty() || !dmo.is_empty()).then(|| format!("{ec}–{dmo} {}", heading.unit).trim_end().to_owned())
    }
}
