//! Boards as each viewer sees them.

use crate::game::{BySeat, Frame, Heading, Picture, Scene, Seat, Sight, Stakes, Text, Viewer, Wants};
use crate::games;
use crate::live::match_state::MatchState;
use crate::live::store::match_row::MatchRow;
use crate::messages::composed::Drawn;
use crate::messages::queued_message::{Boards, SeriesEnd};
use crate::playing::prompt::PromptView;
use crate::table::{Header, Table};

/// Returns a match's public boards, or its poster once it has a winner.
pub fn drawn(live: &MatchState, row: &MatchRow, boards: Boards) -> Vec<Drawn> {
    if let Some(poster) = live.table.poster(label(row), None) {
        return vec![poster];
    }
    let sight = live.table.sight(Viewer::Public);
    let ended = boards.ended.then(|| sight.before()).flatten();
    let of = |sight: &Sight| {
        let alt = sight.describe().with_names(&live.table.concerned());
        let mut scene = sight.scene();
        if boards.ended {
            // The words above tell the last step.
            scene.caption = Text::default();
        }
        (framed(live, row, Viewer::Public, scene), alt)
    };
    ended.iter().map(of).chain([of(&sight)]).collect()
}

/// Returns the poster of a series that a match has decided.
pub fn series_poster(row: &MatchRow, end: SeriesEnd) -> Drawn {
    let header = Header::read(&row.header).ok();
    let game = games::find(&row.game);
    let preset = header.as_ref().and_then(|header| header.preset.as_deref());
    let loser = Text::seat(!end.winner);
    let frame = Frame {
        game: game.as_ref().map_or_else(|| row.game.clone(), |game| game.title(preset)),
        contest: game.map(|game| game.contest(preset)).unwrap_or_default().at(Stakes::Part),
        label: format!("Best of {}", end.best_of),
        names: row.names.clone(),
        usernames: row.usernames.clone(),
        won: Some((end.winner, Text::new(format!("wins the series against {loser}")))),
        ..Frame::default()
    };
    let scores = end.won.map(|won| won.to_string());
    let heading = Heading { stage: "Series over".to_owned(), scores, unit: "matches won".to_owned(), inks: None };
    let scene = Scene { heading, height: 1.0, shapes: Vec::new(), caption: Text::default() };
    let alt = format!(
        "{} wins the series {}–{} against {}, the best of {}.",
        row.names[end.winner], end.won[end.winner], end.won[!end.winner], row.names[!end.winner], end.best_of
    );
    (Picture { frame, scene }, alt)
}

fn label(row: &MatchRow) -> String {
    format!("Match {}", row.id)
}

/// Returns the board as a viewer sees it; a seat's board includes its sealed order.
pub fn picture(live: &MatchState, row: &MatchRow, viewer: Viewer) -> Picture {
    let asked = viewer.seat().and_then(|seat| live.table.awaiting()[seat].clone());
    let sealed = asked.filter(|asked| asked.wants == Wants::Order).and_then(|asked| asked.order);
    let sight = live.table.sight(viewer);
    let scene = sealed.map_or_else(|| sight.scene(), |order| sight.scene_ordered(&order));
    framed(live, row, viewer, scene)
}

pub fn framed(live: &MatchState, row: &MatchRow, viewer: Viewer, scene: Scene) -> Picture {
    Picture { frame: frame(&live.table, row, private_to(live, viewer, &scene)), scene }
}

/// The seat whose picture shows what others do not see; none if everyone sees the same, perhaps from another side.
fn private_to(live: &MatchState, viewer: Viewer, scene: &Scene) -> Option<Seat> {
    viewer.seat().filter(|&seat| *scene != live.table.sight(Viewer::Public).scene_from(seat))
}

/// Returns the frame around a board for one player, or for everyone.
pub fn frame(table: &Table, row: &MatchRow, private_to: Option<Seat>) -> Frame {
    Frame {
        game: table.game().title(table.header().preset.as_deref()),
        contest: table.contest(),
        label: label(row),
        names: table.concerned(),
        usernames: table.usernames(),
        // The words beside the board count down.
        reserve: BySeat::default(),
        private_to,
        bare: false,
        won: None,
    }
}

/// Adds its seat's board to a prompt, with the words chosen so far or with the sealed order.
pub fn with_board(prompt: &mut PromptView, live: &MatchState) {
    let sealed = prompt.sealed.clone().filter(|_| !prompt.changes());
    board(prompt, live, sealed.as_deref());
}

/// Whether a seat sees the public board.
pub fn sees_what_all_see(live: &MatchState, seat: Seat) -> bool {
    live.table.sight(Viewer::Seat(seat)).scene() == live.table.sight(Viewer::Public).scene()
}

/// Adds its seat's board to a prompt, with an order that the seat has sealed since.
pub fn with_sealed_board(prompt: &mut PromptView, live: &MatchState, order: &str) {
    board(prompt, live, Some(order));
}

fn board(prompt: &mut PromptView, live: &MatchState, sealed: Option<&str>) {
    let sight = live.table.sight(Viewer::Seat(prompt.seat));
    let scene = match sealed {
        _ if prompt.wants != Wants::Order => sight.scene(),
        Some(order) => sight.scene_ordered(order),
        None if prompt.form.is_some() => sight.scene(),
        None => sight.scene_choosing(&prompt.words),
    };
    prompt.picture.frame.private_to = private_to(live, Viewer::Seat(prompt.seat), &scene);
    prompt.picture.drawn = Some((scene, sight.describe().with_names(&live.table.concerned())));
}
