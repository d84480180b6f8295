//! A match that is over, moment by moment.

use deathmatch_rules::game::{BySeat, Contest, Outcome, Picture, Seat, Viewer};
use deathmatch_rules::table::{self, Entry, Rejection, Table};

use super::walk::Walk;

/// The viewers of a moment.
pub const VIEWERS: [Viewer; 4] = [Viewer::Truth, Viewer::Public, Viewer::Seat(Seat::Ec), Viewer::Seat(Seat::Dmo)];

/// A match that is over.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The game's name, the preset's where it has several.
    pub game: String,
    /// The match's label beside its game; may be empty.
    pub label: String,
    pub contest: Contest,
    /// As the match ended, substitutes included.
    pub names: BySeat<String>,
    /// Discord's names for them, where they are known.
    pub usernames: BySeat<Option<String>>,
    pub outcome: Outcome,
    /// The match in a few lines.
    pub story: Vec<String>,
    /// Everything that happened, in the order of the record; what was undone is marked.
    pub moments: Vec<Moment>,
    /// How many receipts the record has.
    pub checked: usize,
    /// The failed checks of the record's receipts, a sentence each.
    pub failed: Vec<String>,
    /// For a record that names no version of the rules: under which one it is read.
    pub assumption: Option<String>,
}

/// The state of a match after an event.
#[derive(Clone, Debug)]
pub struct Moment {
    /// In ms after the match's opening.
    pub at: u64,
    /// The step that is awaited from here.
    pub step: u32,
    pub kind: Kind,
    /// Its title: the stage at which its orders were asked for, or a person's action.
    pub title: String,
    /// The answers of the seats that were asked.
    pub answers: BySeat<Option<Answer>>,
    pub receipts: BySeat<Option<Receipt>>,
    /// For each of [`VIEWERS`].
    pub seen: [Seen; 4],
    /// Whether a host's undo took it back later.
    pub taken_back: bool,
}

/// Why there is a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The match was laid out.
    Opening,
    /// A step resolved.
    Step,
    /// The match continues on another board, shown since the end of the step before.
    Board,
    /// A host ended the match.
    Verdict,
    /// Something else that people were told of.
    Note,
}

/// The answer of a seat that was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub given: Given,
    /// Whether nobody else could see it as it was given.
    pub secret: bool,
    /// How long the seat took, in ms, without pauses; `None` where it gave nothing.
    pub thought: Option<u64>,
}

/// The kind of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// In canonical text.
    Order(String),
    /// The same, entered by a host.
    OnBehalf(String),
    Ready,
    Nothing,
}

/// A published commitment and what opens it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// As the record has it.
    pub nonce: String,
    /// As the record has it.
    pub commitment: String,
    /// The order that was played, empty for one that never came.
    pub order: String,
}

/// A moment to one viewer.
#[derive(Clone, Debug)]
pub struct Seen {
    pub picture: Picture,
    /// The picture in words.
    pub alt: String,
    /// The viewer's lines since the moment before.
    pub told: Vec<String>,
}

/// Why there is no replay.
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
    /// Goes through a record as it is written in a file.
    ///
    /// # Errors
    /// The record does not play through, or its match is not over.
    pub fn read(record: &str) -> Result<Self, Unfit> {
        let (header, entries) = table::read_record(record)?;
        Self::of(Table::open(header)?, &entries, String::new())
    }

    /// Goes through a record on a table that is laid; `label` is what the match is called.
    ///
    /// # Errors
    /// The record does not play through, or its match is not over.
    pub fn of(table: Table, entries: &[Entry], label: String) -> Result<Self, Unfit> {
        Self::within(table, entries, label, usize::MAX)
    }

    /// The same of at most so many moments: each takes about as long as any other, here and where it is drawn.
    ///
    /// # Errors
    /// The match has more moments than that, and as for [`Replay::of`].
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
        let (table, label, moments) = walk.finish();
        Ok(Self {
            game: table.game().title(table.header().preset.as_deref()),
            label,
            contest: table.contest(),
            names: table.concerned(),
            usernames: table.usernames(),
            outcome: table.outcome().ok_or(Unfit::NotOver)?,
            story: table.story_since(table::played_from(entries)).into_iter().map(|beat| beat.line()).collect(),
            moments,
            checked: verified.checked,
            failed: verified.failed,
            assumption: verified.assumption,
        })
    }

    /// The way it ended, in a sentence.
    #[must_use]
    pub fn verdict(&self) -> String {
        self.contest.verdict(self.outcome).with_names(&self.names)
    }

    /// The winner, and the loser.
    #[must_use]
    pub fn headline(&self) -> String {
        let BySeat { ec, dmo } = &self.names;
        match self.outcome.winner {
            Some(Seat::Ec) => format!("{ec} beats {dmo}"),
            Some(Seat::Dmo) => format!("{dmo} beats {ec}"),
            None => format!("{ec} against {dmo}, without a result"),
        }
    }

    /// The last score, as `3–2 bouts won`, the winner's first; `None` where the game counts none.
    #[must_use]
    pub fn score(&self) -> Option<String> {
        let heading = &self.moments.last()?.seen[0].picture.scene.heading;
        let first = self.outcome.winner.unwrap_or(Seat::Ec);
        let (own, others) = (&heading.scores[first], &heading.scores[!first]);
        (!own.is_empty() || !others.is_empty())
            .then(|| format!("{own}–{others} {}", heading.unit).trim_end().to_owned())
    }
}
