//! A game draft as a picture: a tile for each game, crossed out if banned, highlighted if chosen.

use crate::draw;
use crate::game::{Align, Frame, Heading, Ink, Overrides, Picture, Scene, Shape, Text, Weight};
use crate::game_draft::state::{Banned, Choice, DraftOutcome, GameDraft};

const COLUMNS: usize = 2;
const GAP: f32 = 20.0;
const WIDTH: f32 = (Scene::WIDTH - GAP) / 2.0;
/// The height of a tile with a small board, and of a tile without.
const HEIGHTS: [f32; 2] = [184.0, 104.0];
/// The most games for which tiles have boards.
const PICTURED: usize = 16;
/// The width of a tile's small board, and its distance from the tile's edge.
const BOARD: f32 = 156.0;
const INSET: f32 = 14.0;
/// The sizes of a tile's title, and of the words below it: the largest in which they fit.
const TITLES: [f32; 3] = [30.0, 26.0, 22.0];
const SMALL: [f32; 4] = [22.0, 20.0, 18.0, 16.0];
/// The height of a line, for its size.
const LEADING: f32 = 1.26;

/// Draws a game draft and describes the picture. `None` for a draft that was called off.
pub fn board(draft: &GameDraft) -> Option<(Picture, String)> {
    let chosen = match draft.outcome {
        None => None,
        Some(DraftOutcome::Chosen { game, .. }) => Some(usize::from(game)),
        Some(DraftOutcome::CalledOff { .. } | DraftOutcome::ChannelLost) => return None,
    };
    let mut shapes = Vec::new();
    let [pictured, bare] = HEIGHTS;
    let tall = if draft.games.len() > PICTURED { bare } else { pictured };
    for number in 0..draft.games.len() {
        let at = [(WIDTH + GAP) * float(number % COLUMNS), (tall + GAP) * float(number / COLUMNS), WIDTH, tall];
        tile(&mut shapes, number, draft, chosen, at);
    }
    let rows = draft.games.len().div_ceil(COLUMNS);
    let (stage, caption) = match (chosen, draft.bans_now()) {
        (Some(game), _) => ("Chosen".to_owned(), format!("It is {}.", draft.games[game].title)),
        (None, Some(seat)) => {
            let all = 2 * u16::from(draft.bans);
            (format!("Ban {} of {all}", draft.turn + 1), format!("{} bans next.", Text::seat(seat)))
        }
        (None, None) => ("Last choice".to_owned(), "Both choose the same one, or chance decides.".to_owned()),
    };
    let frame = Frame { game: "Which game?".to_owned(), names: draft.names.clone(), ..Frame::default() };
    let heading = Heading { stage, ..Heading::default() };
    let height = (tall + GAP) * float(rows) - GAP;
    let scene = Scene { heading, height, shapes, caption: Text::new(caption) };
    Some((Picture { frame, scene }, alt(draft, chosen)))
}

fn tile(shapes: &mut Vec<Shape>, number: usize, draft: &GameDraft, chosen: Option<usize>, at: [f32; 4]) {
    let ([left, top, _, tall], game) = (at, &draft.games[number]);
    let lit = chosen == Some(number);
    let fill = match (lit, game.banned.is_some() || chosen.is_some()) {
        (true, _) => Ink::Raised,
        (false, true) => Ink::Sunk,
        (false, false) => Ink::Panel,
    };
    shapes.push(Shape::field(at, 14.0, fill));
    let mut words = left + 24.0;
    // A ban crosses out the example board, so that the words stay readable.
    let mut crossed = None;
    if let Some(scene) = example(game).filter(|_| tall > BOARD) {
        let high = (scene.height * BOARD / Scene::WIDTH).min(BOARD);
        let board = [left + INSET, top + (tall - high) / 2.0, BOARD, high];
        scene.small(board, shapes);
        crossed = Some(board);
        words = left + BOARD + 2.0 * INSET + 6.0;
    }
    if lit {
        shapes.push(Shape::outline(at, 14.0, Ink::Accent, 5.0));
        shapes.push(Shape::sprite("marks/check", [left + WIDTH - 60.0, top + 14.0, 44.0], Ink::Accent, Ink::Muted));
    }
    let ink = if fill == Ink::Sunk { Ink::Muted } else { Ink::Words };
    let room = left + WIDTH - INSET - words;
    let inside = tall - INSET;
    let (size, lines) = fitted(&game.title, &TITLES, Weight::Bold, room, 0.6 * inside);
    let titled = size * LEADING * float(lines.len());
    let below = match game.banned {
        Some(Banned { by, drawn, .. }) => {
            let how = if drawn { "banned by chance for" } else { "banned by" };
            Some(format!("{how} {}", Text::seat(by)))
        }
        None => draft.apart(number).or_else(|| game.blurb()),
    };
    let below = below.unwrap_or_default();
    let (small, below) = fitted(&below, &SMALL, Weight::Regular, room, inside - titled);
    let mut line_top = top + (tall - titled - small * LEADING * float(below.len())) / 2.0;
    let titles = lines.iter().map(|line| (line, size, Weight::Bold, ink));
    let notes = below.iter().map(|line| (line, small, Weight::Regular, Ink::Muted));
    for (line, size, weight, ink) in titles.chain(notes) {
        shapes.push(text([words, line_top + 0.95 * size], size, weight, ink, line, room));
        line_top += size * LEADING;
    }
    if let Some((out, [left, top, wide, tall])) = game.banned.zip(crossed) {
        let cross = [[[left, top], [left + wide, top + tall]], [[left, top + tall], [left + wide, top]]];
        for points in cross {
            let ink = Ink::seat_shade(out.by);
            shapes.push(Shape::Line { points: points.to_vec(), ink, width: 4.0, dash: None });
        }
    }
}

/// Returns words in lines, in the largest size in which they fit whole; in the smallest they are cut.
fn fitted(words: &str, sizes: &[f32], weight: Weight, room: f32, height: f32) -> (f32, Vec<String>) {
    let lines = |&size: &f32| {
        let most = (1..=6).rfind(|most| size * LEADING * float(*most) <= height).unwrap_or(0);
        let lines = if most == 0 { Vec::new() } else { draw::wrap(words, size, weight, room, most) };
        (size, lines)
    };
    let is_whole = |(_, lines): &(f32, Vec<String>)| !lines.is_empty() && !lines.iter().any(|line| line.ends_with('…'));
    let smallest = || lines(sizes.last().expect("there is a size"));
    sizes.iter().map(lines).find(is_whole).unwrap_or_else(smallest)
}

/// Returns the example board from a game's rules.
fn example(choice: &Choice) -> Option<Scene> {
    let (game, preset) = choice.game()?;
    Some(game.example(preset.as_deref(), &Overrides::new()).ok()?.scene)
}

fn text(at: [f32; 2], size: f32, weight: Weight, ink: Ink, words: &str, within: f32) -> Shape {
    Shape::Text { at, size, weight, align: Align::Start, ink, text: Text::new(words), within: Some(within) }
}

fn alt(draft: &GameDraft, chosen: Option<usize>) -> String {
    let one = |(number, game): (usize, &Choice)| match game.banned {
        Some(out) => format!("{}, banned by {}", game.title, draft.names[out.by]),
        None if chosen == Some(number) => format!("{}, chosen", game.title),
        None => game.title.clone(),
    };
    let games: Vec<_> = draft.games.iter().enumerate().map(one).collect();
    format!("The games to choose from: {}.", games.join("; "))
}

#[expect(clippy::cast_precision_loss, reason = "there are few games")]
fn float(number: usize) -> f32 {
    number as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{BySeat, Seat};
    use crate::game_draft::state::{ChosenBy, MOST};
    use crate::games::GAMES;
    use crate::ids::{ChannelId, GuildId, Snowflake, UnixMs, UserId};
    use crate::table::Header;

    fn draft(games: usize, name: &str) -> GameDraft {
        let choice = |number: usize| {
            let game = GAMES[number % GAMES.len()];
            let mut header = Header::new(game.id());
            header.preset = Some(game.presets()[0].0.to_owned());
            Choice { title: format!("{} · Final Match {number}", game.name()), header: header.write(), banned: None }
        };
        GameDraft {
            guild: GuildId(1),
            channel: ChannelId(2),
            host: UserId(3),
            friendly: false,
            users: BySeat { ec: UserId(4), dmo: UserId(5) },
            names: BySeat { ec: name.to_owned(), dmo: "Steiner".to_owned() },
            advantage: Seat::Dmo,
            bans: 2,
            turn_ms: 60_000,
            games: (0..games).map(choice).collect(),
            wishes: BySeat { ec: Some(1), dmo: None },
            turn: 0,
            until: UnixMs(0),
            undelivered: None,
            outcome: None,
        }
    }

    #[test]
    fn variants_of_a_game_say_how_they_differ() {
        let game = GAMES.iter().find(|game| game.presets().len() > 1).unwrap();
        let mut draft = draft(3, "Garnet");
        for (number, (preset, _)) in (1..).zip(game.presets().into_iter().take(2)) {
            let mut header = Header::new(game.id());
            header.preset = Some(preset.to_owned());
            draft.games[number] = Choice { title: game.title(Some(preset)), header: header.write(), banned: None };
        }
        let words = [0, 1, 2].map(|number| draft.apart(number));
        let other = GAMES[0].id() == game.id();
        assert!(other || words[0].is_none(), "{words:?}");
        assert!(words[1].is_some() && words[2].is_some() && words[1] != words[2], "{words:?}");
        if let Ok(folder) = std::env::var("PLOTS") {
            std::fs::write(format!("{folder}/draft-variants.png"), draw::png(&board(&draft).unwrap().0)).unwrap();
        }
    }

    #[test]
    fn every_stage_is_drawn_and_its_words_stand_on_the_card() {
        for (games, name) in [(2, "Garnet"), (5, "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW"), (MOST, "Garnet")] {
            let mut draft = draft(games, name);
            for stage in 0..3_u8 {
                let (picture, alt) = board(&draft).unwrap();
                let first = format!("The games to choose from: {}", draft.games[0].title);
                assert!(alt.starts_with(&first), "{alt}");
                for layer in draw::Sheet::new(&picture, 0.0).layers {
                    for element in layer.elements {
                        let draw::Element::Words(words) = element else { continue };
                        let size: f32 = words.size.parse().unwrap();
                        assert!(draw::width(&words.text, size, words.weight) <= Scene::WIDTH, "{}", words.text);
                    }
                }
                if let Ok(folder) = std::env::var("PLOTS") {
                    std::fs::write(format!("{folder}/draft-{games}-{stage}.png"), draw::png(&picture)).unwrap();
                }
                let [first, last] = [0, games - 1];
                if stage == 0 {
                    draft.games[first].banned = Some(Banned { turn: 0, by: Seat::Dmo, drawn: false });
                    draft.turn = 1;
                } else {
                    let (game, stamp) = (u8::try_from(last).unwrap(), Snowflake(1));
                    draft.outcome = Some(DraftOutcome::Chosen { game, how: ChosenBy::Left, stamp, opened: None });
                }
            }
            draft.outcome = Some(DraftOutcome::ChannelLost);
            assert_eq!(board(&draft), None);
        }
    }
}
