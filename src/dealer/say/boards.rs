//! Boards as a viewer sees them.

use crate::game::{Frame, Picture, Scene, Viewer};
use crate::store::MatchRow;

use super::super::live::Live;
use super::super::notice::Ended;
use super::super::panel::{Panel, Want};
use super::clocks::minutes;

/// What the last step ended in as everyone sees it, where the board is another one already.
pub fn ended(live: &Live, row: &MatchRow) -> Option<Box<Ended>> {
    let sight = live.table.sight(Viewer::Public).before()?;
    let alt = sight.describe().with_names(&live.table.names());
    Some(Box::new(Ended { picture: framed(live, row, Viewer::Public, sight.scene()), alt }))
}

/// The board as a viewer sees it.
pub fn picture(live: &Live, row: &MatchRow, viewer: Viewer) -> Picture {
    framed(live, row, viewer, live.table.sight(viewer).scene())
}

pub fn framed(live: &Live, row: &MatchRow, viewer: Viewer, scene: Scene) -> Picture {
    Picture { frame: frame(live, row, viewer), scene }
}

pub fn frame(live: &Live, row: &MatchRow, viewer: Viewer) -> Frame {
    Frame {
        game: live.table.game().title(live.table.header().preset.as_deref()),
        contest: live.table.contest(),
        label: format!("Match {}", row.id),
        names: live.table.names(),
        reserve: live.table.reserves().map(|ms| ms.map(minutes)),
        private_to: match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public | Viewer::Truth => None,
        },
    }
}

/// The board of a panel as its seat sees it while it chooses.
pub fn with_board(panel: &mut Panel, live: &Live) {
    let sight = live.table.sight(Viewer::Seat(panel.seat));
    let chooses = panel.wants == Want::Order && !panel.words.is_empty();
    let scene = if chooses { sight.scene_choosing(&panel.words) } else { sight.scene() };
    panel.picture.drawn = Some((scene, sight.describe().with_names(&live.table.names())));
}

/// The same, if it shows what the words chosen so far can do.
pub fn with_choosing_board(panel: &mut Panel, live: &Live) {
    let sight = live.table.sight(Viewer::Seat(panel.seat));
    let shows = panel.wants == Want::Order && !panel.words.is_empty();
    if shows && sight.scene_choosing(&panel.words) != sight.scene() {
        with_board(panel, live);
    }
}
