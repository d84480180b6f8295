//! Takeover of a match, suspended by a fault of its game file, by a corrected file.
//!
//! The service enters a pause after the entry that met the fault. The corrected file replays the same lines: it must tell
//! everyone the same up to that entry, then resolves it and is paused. The host's resumption puts the corrected file's id
//! into the header and announces the stopped step's events. No entry changes.

use crate::game::{Seat, Viewer, family};
use crate::games;
use crate::live::actor::MatchActor;
use crate::live::applied_entries::Takeover;
use crate::live::command_error::CommandError;
use crate::live::error::{Code, Refused};
use crate::live::match_state::MatchState;
use crate::live::store::match_row::MatchRow;
use crate::own_games::text;
use crate::table::{Entry, Happened, Header, Table};

/// Replays a record with both files. Returns the corrected file's events of the stopped step, if all earlier steps are equal.
fn compare_replays(before: Header, corrected: Header, lines: &[String]) -> Option<Vec<Happened>> {
    let (mut before, mut corrected) = (Table::open(before).ok()?, Table::open(corrected).ok()?);
    let mut alike = accounts(&before, before.opening()) == accounts(&corrected, corrected.opening());
    let mut stopped = None;
    for line in lines {
        let entry = Entry::read(line).ok()?;
        let other = corrected.enter(&entry);
        if other.error.is_some() || corrected.fault().is_some() {
            return None;
        }
        if stopped.is_none() {
            let one = before.enter(&entry);
            if before.fault().is_some() {
                stopped = Some(other.happened);
                continue;
            }
            alike &= one.order == other.order && before.awaiting() == corrected.awaiting();
            alike &= accounts(&before, &one.happened) == accounts(&corrected, &other.happened);
        }
    }
    stopped.filter(|_| alike && (corrected.paused() || corrected.outcome().is_some()))
}

/// Returns every viewer's account of events.
fn accounts(table: &Table, happened: &[Happened]) -> Vec<Vec<String>> {
    let viewers = [Viewer::Public, Viewer::Seat(Seat::Ec), Viewer::Seat(Seat::Dmo), Viewer::Truth];
    let names = table.names();
    happened.iter().flat_map(|each| viewers.map(|viewer| each.words(viewer, &names))).collect()
}

impl MatchActor {
    /// Finds the corrected file when a host resumes a match suspended by a fault: the server's current version of the game.
    pub(crate) async fn find_takeover(&self) -> Result<Option<(Takeover, MatchState)>, CommandError> {
        if self.live.as_ref().is_none_or(|live| live.table.fault().is_none()) {
            return Ok(None);
        }
        let refused = |words: &str| CommandError::from(Refused::new(Code::BadHostAction, words));
        let own = self.service.store.own_games(self.row.guild).await?;
        let newest = own.into_iter().find(|own| own.name == family(&self.row.game) && own.game != self.row.game);
        let game = newest.and_then(|newest| games::find(&newest.game)).ok_or_else(|| refused(text::NOT_CORRECTED))?;
        let (before, lines) = (Header::read(&self.row.header)?, self.service.store.entries(self.row.id).await?);
        let header = Header { game: game.id().to_owned(), ..before.clone() };
        let happened = compare_replays(before, header.clone(), &lines).ok_or_else(|| refused(text::OTHER_COURSE))?;
        let (header, version) = (header.write(), game.version());
        let row = MatchRow { game: game.id().to_owned(), header: header.clone(), version, ..self.row.clone() };
        let live = MatchState::load(&row, &lines)?;
        Ok(Some((Takeover { game: row.game, header, version, happened }, live)))
    }
}
