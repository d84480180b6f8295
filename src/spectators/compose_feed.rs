//! The messages of a match's feeds: a pure function of the match's record.

use crate::game::{Frame, Picture, Sight, Viewer};
use crate::hosting::ruling_text::{RulingLine, public_line};
use crate::live::record_compatibility;
use crate::live::store::match_row::MatchRow;
use crate::messages::compose;
use crate::spectators::feed_post::{FeedPost, Sees};
use crate::table::{Entry, EventKind, Happened, Table, What};

/// The most lines of one message; older lines are left out.
const LINES: usize = 24;

/// The part of a message that one moment of the match adds.
#[derive(Default)]
struct FeedPart {
    lines: Vec<String>,
    /// The lines about the match's end, if nothing follows it.
    end: Vec<String>,
    board: Option<Board>,
}

/// A board that is drawn if it is the newest.
struct Board {
    frame: Frame,
    sight: Sight,
}

impl Board {
    fn drawn(self) -> (Picture, String) {
        let alt = self.sight.describe().with_names(&self.frame.names);
        (Picture { scene: self.sight.scene(), frame: self.frame }, alt)
    }
}

impl FeedPart {
    fn and(mut self, next: Self) -> Self {
        if next.is_nothing() {
            return self;
        }
        self.lines.append(&mut self.end);
        self.lines.extend(next.lines);
        Self { lines: self.lines, end: next.end, board: next.board.or(self.board) }
    }

    const fn is_nothing(&self) -> bool {
        self.lines.is_empty() && self.end.is_empty() && self.board.is_none()
    }
}

/// The message on a record beyond its first `shown` entries; with `None` it includes the opening.
pub fn next_feed_post(
    row: &MatchRow,
    record: &[String],
    shown: Option<u32>,
    sees: Sees,
) -> Result<Option<FeedPost>, String> {
    record_compatibility::check_known(row)?;
    let refused = |fault: crate::table::Rejection| format!("its record is refused with `{}`", fault.code);
    let header = record_compatibility::header_of(row).map_err(refused)?;
    let table = Table::open(header).map_err(refused)?.at_stake(row.stakes());
    let mut watch = Watch { row, sees, table, held: None };
    let opening = watch.opening();
    let mut all = if shown.is_none() { opening } else { FeedPart::default() };
    let mut upto = 0;
    for line in record {
        let entry = Entry::read(line).map_err(refused)?;
        let answer = watch.table.enter(&entry);
        if let Some(fault) = answer.error {
            return Err(refused(fault));
        }
        let next = watch.after(&entry, &answer.happened);
        upto += 1;
        if shown.is_none_or(|shown| upto > shown) {
            all = all.and(next);
        }
    }
    if all.is_nothing() {
        return Ok(None);
    }
    let newest = all.lines.split_off(all.lines.len().saturating_sub(LINES));
    let lines = [all.end, newest].concat();
    // A late board is headed by the stage that it shows.
    let at = all.board.as_ref().map(|board| board.sight.heading().stage);
    let stage = at.unwrap_or_else(|| watch.table.sight(Viewer::Public).heading().stage);
    Ok(Some(FeedPost { upto, stage, lines, board: all.board.map(Board::drawn) }))
}

struct Watch<'a> {
    row: &'a MatchRow,
    sees: Sees,
    table: Table,
    /// The last step, which a late feed holds back until the next step is over.
    held: Option<FeedPart>,
}

impl Watch<'_> {
    fn opening(&self) -> FeedPart {
        let viewer = match self.sees {
            Sees::Seat(seat) => Viewer::Seat(seat),
            Sees::Late => Viewer::Public,
            Sees::All => Viewer::Truth,
        };
        FeedPart { lines: self.lines(self.table.opening(), viewer), end: Vec::new(), board: Some(self.board(viewer)) }
    }

    fn after(&mut self, entry: &Entry, happened: &[Happened]) -> FeedPart {
        let is = |kind: EventKind| happened.iter().any(|each| each.what.kind() == kind);
        let result = |each: &Happened| matches!(each.what.kind(), EventKind::Result | EventKind::Declaration);
        let (resolved, undone, over) = (happened.iter().any(result), is(EventKind::Revert), is(EventKind::End));
        let viewer = match self.sees {
            Sees::Seat(seat) => Viewer::Seat(seat),
            Sees::All | Sees::Late => Viewer::Truth,
        };
        let board = resolved || undone || over;
        let ruling = public_line(entry, happened, &self.table);
        let lines = |happened: &[Happened], viewer| self.lines_after(ruling.as_ref(), happened, viewer);
        let up_to_date = |happened: &[Happened]| {
            let (end, before): (Vec<_>, Vec<_>) =
                happened.iter().cloned().partition(|each| each.what.kind() == EventKind::End);
            let board = board.then(|| self.board(viewer));
            FeedPart { lines: lines(&before, viewer), end: lines(&end, viewer), board }
        };
        let whole = || up_to_date(happened);
        if self.sees != Sees::Late {
            return whole();
        }
        if over {
            let whole = whole();
            return self.held.take().unwrap_or_default().and(whole);
        }
        if resolved {
            // A ruling before the step's result is public at once.
            let (public, step) = happened.split_at(happened.iter().position(result).unwrap_or(0));
            let public = FeedPart { lines: lines(public, Viewer::Public), ..FeedPart::default() };
            let step = up_to_date(step);
            return self.held.replace(step).unwrap_or_default().and(public);
        }
        let now = FeedPart { lines: lines(happened, Viewer::Public), ..FeedPart::default() };
        if undone && self.held.take().is_some() {
            // The step is played again, so its secrets still matter. Nothing of it was shown here, so nothing is taken back.
            let other: Vec<_> = happened.iter().filter(|each| each.what.kind() != EventKind::Revert).cloned().collect();
            return FeedPart { lines: self.lines(&other, Viewer::Public), ..FeedPart::default() };
        }
        now
    }

    /// The lines of an entry's events. A ruling has its line of the match's channel; the table's account of an undo says more.
    fn lines_after(&self, ruling: Option<&RulingLine>, happened: &[Happened], viewer: Viewer) -> Vec<String> {
        let line = |each: &Happened| {
            let told = || self.lines(std::slice::from_ref(each), viewer);
            match (ruling, each.what.kind()) {
                (Some(ruling), EventKind::End) if ruling.is_below() => [told(), ruling.lines.clone()].concat(),
                (Some(ruling), kind) if ruling.replaces(&each.what) && kind != EventKind::Revert => {
                    ruling.lines.clone()
                }
                _ => told(),
            }
        };
        happened.iter().flat_map(line).collect()
    }

    fn lines(&self, happened: &[Happened], viewer: Viewer) -> Vec<String> {
        let names = self.table.names();
        let said = |each: &Happened| match &each.what {
            What::Sealed { seat, words, .. } if self.sees == Sees::All => {
                vec![format!("{} sealed **{words}**.", names[*seat])]
            }
            _ => crate::live::event_words::words(each, viewer, &names),
        };
        happened.iter().flat_map(said).collect()
    }

    /// The board; the one on which the last step ended, if the match has moved to another.
    fn board(&self, viewer: Viewer) -> Board {
        let now = self.table.sight(viewer);
        let sight = now.before().unwrap_or(now);
        Board { frame: compose::frame(&self.table, self.row, None), sight }
    }
}
