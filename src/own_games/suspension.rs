//! A match that its game's file suspends, by a fault or because this program cannot read it: the pause behind the last entry that was
//! played out, and what its host is told.

use crate::game::{BySeat, Seat};
use crate::games;
use crate::live::actor::MatchActor;
use crate::live::applied::AppliedEntries;
use crate::live::match_state::MatchState;
use crate::live::pause::SERVICE;
use crate::live::store::rows::{MatchRow, Stage, Status};
use crate::messages::compose;
use crate::messages::store::post::{Lane, NewPost};
use crate::own_games::text;
use crate::table::{Act, Entry, HostAct};

/// The pause behind an entry that has met a fault.
pub(crate) fn pause(live: &MatchState, taken: &AppliedEntries) -> Option<Entry> {
    taken.fault()?;
    let mut entry = Entry::new(live.table.now(), Act::Host(HostAct::Pause));
    entry.by = Some(SERVICE.to_owned());
    entry.reason = Some(text::FAULT.to_owned());
    Some(entry)
}

/// What the host is told about the fault that an entry has met.
pub(crate) fn told_host(live: &MatchState, row: &MatchRow, taken: &AppliedEntries) -> Option<NewPost> {
    let (fault, game) = (taken.fault()?, live.table.game().name());
    let plays = |seat: &Seat| row.users[*seat] == row.host && !row.bots[*seat];
    let hides = Seat::ALL.into_iter().any(|seat| plays(&seat) && !row.bots[!seat]);
    let lines =
        if hides { text::suspended_for_player(row.id, game, fault) } else { text::suspended(row.id, game, fault) };
    Some(compose::item(Lane::Dm(row.host), &compose::private_to(row, row.host, lines)))
}

impl MatchActor {
    /// Whether the match is played by a file that this program cannot read.
    pub(crate) fn is_unreadable(&self) -> bool {
        self.row.status == Status::Running && self.live.is_none() && games::unreadable(&self.row.game).is_some()
    }

    /// Suspends a match whose file this program cannot read: a later one may read it, and then its host resumes the match.
    ///
    /// The pause has the time of the last entry, so that its players lose none.
    pub(crate) async fn suspend_unreadable(&mut self, fault: &str, lines: &[String]) {
        let row = &self.row;
        if row.stage == Stage::Paused || row.deadline.is_none() {
            return;
        }
        tracing::error!(match_id = %row.id, fault, "a match is suspended, because its game's file cannot be read");
        let last = lines.last().and_then(|line| Entry::read(line).ok()).map_or(0, |entry| entry.at);
        let mut pause = Entry::new(last, Act::Host(HostAct::Pause));
        pause.by = Some(SERVICE.to_owned());
        pause.reason = Some(text::UNREADABLE.to_owned());
        // A match that has not begun has no clock to stop.
        let begun = row.stage == Stage::Playing;
        let stage = if begun { Stage::Paused } else { row.stage };
        let suspended = MatchRow { stage, deadline: None, awaited: BySeat::default(), ..row.clone() };
        let told = compose::line(row, text::unreadable_match(row.id), Vec::new());
        let to_host = compose::private_to(row, row.host, text::suspended_unread(row.id, fault));
        let posts = vec![compose::item(Lane::Channel, &told), compose::item(Lane::Dm(row.host), &to_host)];
        let entries = if begun { vec![pause.write()] } else { Vec::new() };
        if let Err(error) = self.write(entries, suspended, posts, Vec::new()).await {
            tracing::error!(match_id = %self.row.id, %error, "a match cannot be suspended in the store");
        }
    }
}
