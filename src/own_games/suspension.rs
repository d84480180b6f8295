//! A match that a fault of its game's file suspends: the pause behind the entry that met it, and what its host is told.

use crate::game::Seat;
use crate::live::applied::AppliedEntries;
use crate::live::match_state::MatchState;
use crate::live::pause::SERVICE;
use crate::live::store::rows::MatchRow;
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
