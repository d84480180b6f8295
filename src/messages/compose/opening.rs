//! The first messages of a match, and its current prompt in a new channel.

use std::time::Duration;

use crate::game::{BySeat, Viewer};
use crate::history::store::import_kind::ImportKind;
use crate::ids::RoleId;
use crate::live::event_words::words;
use crate::live::match_state::MatchState;
use crate::live::store::match_row::MatchRow;
use crate::messages::compose::event_order::{beyond, headlined, result_first};
use crate::messages::compose::news_messages::{CommitEffects, News, Readers};
use crate::messages::store::post::{Lane, NewPost, kinds};

/// Returns the messages at the beginning of a match.
pub fn opening(
    live: &MatchState,
    row: &MatchRow,
    dms_closed: BySeat<bool>,
    notify_role: Option<RoleId>,
) -> CommitEffects {
    let names = live.table.names();
    let opening = live.table.opening();
    let tell = |viewer| -> Vec<String> { opening.iter().flat_map(|each| words(each, viewer, &names)).collect() };
    let own = BySeat::from_fn(|seat| beyond(tell(Viewer::Seat(seat)), &tell(Viewer::Public)));
    let lines = match &row.origin {
        Some(ImportKind::Continued { stage }) => vec![format!("**The match continues from a record: {stage}.**")],
        // The opening position is described when the first round begins.
        _ if live.waits_for_start() => vec!["**The match is set.**".to_owned()],
        _ => laid_out(live),
    };
    // The first player to agree is notified, too.
    let pings = live.waits_for_start();
    let plain = row.origin.is_none();
    let news = News { lines, own, notify_role, board: true, asks: true, public: true, plain, pings, ..News::default() };
    // A player with closed direct messages reads this in the answer to their press of Ready.
    let told = BySeat::from_fn(|seat| row.unreachable[seat] || (dms_closed[seat] && row.ready[seat]));
    let row = MatchRow { unreachable: told, ..row.clone() };
    news.into_effects(&Readers { live, row: &row, dms_closed, longest_pause: Duration::MAX, carry: false })
}

/// Returns the match's current prompt for its channel, below these words.
pub fn relocated(live: &MatchState, row: &MatchRow, words: String) -> NewPost {
    // The pending lines are left to the next message.
    let row = MatchRow { carried: Vec::new(), ..row.clone() };
    let paused = live.table.paused().then(|| "The match is paused.".to_owned());
    let (lines, pings) = ([words].into_iter().chain(paused).collect(), live.clocks_stopped());
    let news = News { lines, board: true, asks: true, public: true, pings, ..News::default() };
    let dms_closed = BySeat::default();
    let readers = Readers { live, row: &row, dms_closed, longest_pause: Duration::MAX, carry: false };
    let post = news.into_effects(&readers).posts.into_iter().find(|post| post.lane == Lane::Channel);
    NewPost { kind: kinds::RELOCATED, ..post.expect("what is for everyone goes to the channel") }
}

/// Returns the public description of a match's opening position.
pub fn laid_out(live: &MatchState) -> Vec<String> {
    let opening = live.table.opening().iter().collect::<Vec<_>>();
    headlined(result_first(&opening, Viewer::Public, &live.table.names()))
}
