//! The matches that count for seasons and ratings.

use crate::game::family;
use crate::history::store::past_matches::PastRow;
use crate::ratings::Counted;

/// Returns the match if it counts for ratings: it counts for the season, and is of no game's first version.
pub fn rated_match(row: &PastRow) -> Option<Counted> {
    season_match(row).filter(|_| !row.of_first_version)
}

/// Returns the match if it counts for the season: between two people, hosted, with a winner, and not excluded.
pub fn season_match(row: &PastRow) -> Option<Counted> {
    let people = !row.bots.ec && !row.bots.dmo && row.users.ec.0 != 0 && row.users.dmo.0 != 0;
    let winner = row.outcome.winner.filter(|_| people && !row.friendly && !row.uncounted)?;
    Some(Counted { at: row.at, users: row.users, winner })
}

/// Whether a match was of a game, in any version of its file.
pub fn is_of_game(row: &PastRow, game: &str) -> bool {
    family(&row.game) == family(game)
}
