//! Boards as each viewer sees them.

use crate::game::{
    Align, BySeat, Frame, Heading, Ink, Picture, Scene, Seat, Shape, Sight, Stakes, Text, Viewer, Wants, Weight,
};
use crate::games;
use crate::ids::UnixMs;
use crate::live::match_state::MatchState;
use crate::live::store::match_row::MatchRow;
use crate::messages::composed::Drawn;
use crate::messages::queued_message::{Boards, SeriesEnd};
use crate::playing::prompt::PromptView;
use crate::series::CountedMatch;
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

/// Returns the poster of a series that a match has decided: its winner, and each match with the score after it.
pub fn series_poster(row: &MatchRow, end: SeriesEnd, matches: &[CountedMatch]) -> Drawn {
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
    let stage = matches.last().and_then(|last| last.started).map_or_else(String::new, UnixMs::month);
    let scores = end.won.map(|won| won.to_string());
    let heading = Heading { stage, scores, unit: "matches won".to_owned(), inks: None };
    let (height, shapes) = match_rows(matches);
    let scene = Scene { heading, height, shapes, caption: Text::default() };
    let told = matches.iter().map(|one| {
        let how = one.how.map_or_else(String::new, |how| format!(" {how}"));
        format!(" Match {}: {}{how}.", one.id, row.names[one.winner])
    });
    let alt = format!(
        "{} wins the series {}–{} against {}, the best of {}.{}",
        row.names[end.winner],
        end.won[end.winner],
        end.won[!end.winner],
        row.names[!end.winner],
        end.best_of,
        told.collect::<String>()
    );
    (Picture { frame, scene }, alt)
}

/// A row for each match of a series: its winner, the reason of a win without play, and the score after it. Returns the height as well.
fn match_rows(matches: &[CountedMatch]) -> (f32, Vec<Shape>) {
    const ROW: f32 = 76.0;
    const SIZE: f32 = 38.0;
    let (mut top, mut won, mut shapes) = (0.0, BySeat { ec: 0, dmo: 0 }, Vec::new());
    for one in matches {
        won[one.winner] += 1;
        let base = top + 47.0;
        let word = |at: f32, size: f32, align: Align, weight: Weight, ink: Ink, words: String, within: f32| {
            Shape::Text { at: [at, base], size, weight, align, ink, text: Text::new(words), within: Some(within) }
        };
        let (ink, seat) = (Ink::seat(one.winner), one.winner);
        shapes.push(Shape::field([0.0, top, Scene::WIDTH, ROW - 10.0], 14.0, Ink::seat_dim(seat)));
        let id = format!("Match {}", one.id);
        shapes.push(word(24.0, SIZE, Align::Start, Weight::Regular, Ink::Muted, id, 220.0));
        shapes.push(Shape::sprite("marks/crown", [256.0, top + 11.0, 44.0], ink, Ink::seat_shade(seat)));
        // The reason stands at the right of a shorter name.
        let how = one.how.unwrap_or_default();
        let room = if how.is_empty() { 490.0 } else { 290.0 };
        shapes.push(word(312.0, SIZE, Align::Start, Weight::Bold, Ink::Words, Text::seat(seat).to_owned(), room));
        shapes.push(word(816.0, Scene::LEGIBLE, Align::End, Weight::Regular, Ink::Muted, how.to_owned(), 210.0));
        let score = format!("{}–{}", won.ec, won.dmo);
        shapes.push(word(Scene::WIDTH - 24.0, SIZE, Align::End, Weight::Bold, ink, score, 96.0));
        top += ROW;
    }
    (top.max(1.0), shapes)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::MatchId;

    #[test]
    fn series_poster_tells_each_match_and_the_score_after_it() {
        let names = BySeat { ec: "Garnet".to_owned(), dmo: "Countess Alexandrina of Savoyard".to_owned() };
        let row = MatchRow { game: "knights".to_owned(), names, ..MatchRow::default() };
        let matches: Vec<_> = [(12, Seat::Ec, None), (13, Seat::Dmo, Some("by forfeit")), (15, Seat::Dmo, None)]
            .map(|(id, winner, how)| CountedMatch {
                id: MatchId(id),
                winner,
                how,
                started: Some(UnixMs(1_796_000_000_000)),
            })
            .into();
        let end = SeriesEnd { winner: Seat::Dmo, won: BySeat { ec: 1, dmo: 2 }, best_of: 3 };
        let (picture, alt) = series_poster(&row, end, &matches);
        let told = "Match 12: Garnet. Match 13: Countess Alexandrina of Savoyard by forfeit.";
        assert!(alt.contains(told), "{alt}");
        let words =
            |shape: &Shape| if let Shape::Text { text, .. } = shape { Some(text.with_names(&row.names)) } else { None };
        let words: Vec<_> = picture.scene.shapes.iter().filter_map(words).collect();
        let scores: Vec<_> = words.iter().filter(|words| words.contains('–')).map(String::as_str).collect();
        assert_eq!(scores, ["1–0", "1–1", "1–2"]);
        if let Ok(folder) = std::env::var("PLOTS") {
            std::fs::write(format!("{folder}/series.png"), crate::draw::png(&picture)).unwrap();
        }
    }
}
