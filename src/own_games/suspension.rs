//! Suspension of a match whose game file has a fault or cannot be read by this program: the pause after the last resolved
//! entry, and the host's message. A private match has no host who could resume it, so it ends.

use crate::game::{BySeat, Seat};
use crate::games;
use crate::live::actor::MatchActor;
use crate::live::applied_entries::AppliedEntries;
use crate::live::match_state::MatchState;
use crate::live::service_entry::SERVICE;
use crate::live::store::match_row::{MatchRow, MatchStage, Status};
use crate::messages::compose;
use crate::messages::store::post::{Lane, NewPost};
use crate::own_games::text;
use crate::table::{Act, Entry, HostAct};

/// Returns the pause to enter after an entry that met a fault; in a private match, the end.
pub(crate) fn pause_after_fault(live: &MatchState, row: &MatchRow, applied: &AppliedEntries) -> Option<Entry> {
    applied.fault()?;
    let act = if row.in_dms { HostAct::Void } else { HostAct::Pause };
    let mut entry = Entry::new(live.table.now(), Act::Host(act));
    entry.by = Some(SERVICE.to_owned());
    entry.reason = Some(text::FAULT.to_owned());
    Some(entry)
}

/// Returns the host's message about a fault.
pub(crate) fn host_notice(live: &MatchState, row: &MatchRow, applied: &AppliedEntries) -> Option<NewPost> {
    let (fault, game) = (applied.fault()?, live.table.game().name());
    let plays = |seat: &Seat| row.users[*seat] == row.opener && !row.bots[*seat];
    let hides = Seat::ALL.into_iter().any(|seat| plays(&seat) && !row.bots[!seat]);
    let lines = match (row.in_dms, hides) {
        (true, _) => text::ended(game, fault),
        (false, true) => text::suspended_for_player(row.id, game, fault),
        (false, false) => text::suspended(row.id, game, fault),
    };
    Some(compose::new_post(Lane::Dm(row.opener), &compose::private_to(row, row.opener, lines)))
}

impl MatchActor {
    /// Whether the match's game file cannot be read by this program.
    pub(crate) fn is_unreadable(&self) -> bool {
        self.row.status == Status::Running && self.live.is_none() && games::unreadable(&self.row.game).is_some()
    }

    /// Suspends a match whose file this program cannot read. Its host can resume it once a later program can.
    ///
    /// The pause has the time of the last entry, so that players lose no time.
    pub(crate) async fn suspend_unreadable(&mut self, fault: &str, lines: &[String]) {
        let row = &self.row;
        if row.stage == MatchStage::Paused || row.deadline.is_none() {
            return;
        }
        tracing::error!(match_id = %row.id, fault, "suspending a match, because its game file cannot be read");
        let last = lines.last().and_then(|line| Entry::read(line).ok()).map_or(0, |entry| entry.at);
        let mut pause = Entry::new(last, Act::Host(HostAct::Pause));
        pause.by = Some(SERVICE.to_owned());
        pause.reason = Some(text::UNREADABLE.to_owned());
        // A match before its start has no clock to pause.
        let begun = row.stage == MatchStage::Playing;
        let stage = if begun { MatchStage::Paused } else { row.stage };
        let suspended = MatchRow { stage, deadline: None, awaited: BySeat::default(), ..row.clone() };
        let told = compose::line(row, text::unreadable_match(row.id), Vec::new());
        let to_host = compose::private_to(row, row.opener, text::suspended_unread(row.id, fault));
        let posts = vec![compose::new_post(Lane::Channel, &told), compose::new_post(Lane::Dm(row.opener), &to_host)];
        let entries = if begun { vec![pause.write()] } else { Vec::new() };
        if let Err(error) = self.write(entries, suspended, posts, Vec::new()).await {
            tracing::error!(match_id = %self.row.id, %error, "a match cannot be suspended in the store");
        }
    }
}
