//! The viewers' pictures of a table at a moment.

use deathmatch_rules::game::{Frame, Picture, Sight, Viewer};
use deathmatch_rules::table::Table;

use super::VIEWERS;
use super::replay::Seen;

/// The position for each viewer, without lines.
pub fn position(table: &Table, label: &str) -> [Seen; 4] {
    VIEWERS.map(|viewer| seen(table, label, viewer, &table.sight(viewer)))
}

/// The position at the end of the last step for each viewer, if the match has moved to another board.
pub fn before(table: &Table, label: &str) -> Option<[Seen; 4]> {
    let [truth, public, ec, dmo] =
        VIEWERS.map(|viewer| Some(seen(table, label, viewer, &table.sight(viewer).before()?)));
    Some([truth?, public?, ec?, dmo?])
}

fn seen(table: &Table, label: &str, viewer: Viewer, sight: &Sight) -> Seen {
    let names = table.concerned();
    let alt = sight.describe().with_names(&names);
    let frame = Frame {
        game: table.game().title(table.header().preset.as_deref()),
        contest: table.contest(),
        label: label.to_owned(),
        names,
        usernames: table.usernames(),
        reserve: table.reserves().map(|ms| ms.map(minutes)),
        private_to: viewer.seat(),
        bare: false,
        won: None,
    };
    Seen { picture: Picture { frame, scene: sight.scene() }, alt, told: Vec::new() }
}

/// A reserve as shown: `4:12`.
fn minutes(ms: u64) -> String {
    format!("{}:{:02}", ms / 60_000, ms / 1000 % 60)
}
