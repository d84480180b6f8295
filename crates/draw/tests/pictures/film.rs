//! A sequence of cards on one canvas.

use deathmatch_draw::{Film, Sheet};
use deathmatch_rules::game::{Asked, BySeat, Frame, Given, Picture, Terms, Viewer, Wants, random_legal_order};
use deathmatch_rules::games::GAMES;

/// Some cards of a game, and their height.
fn cards(game: &'static dyn deathmatch_rules::game::Game) -> (Vec<Sheet>, f32) {
    let preset = game.presets()[0].0.to_owned();
    let (mut play, _) = game.open(&Terms { preset: Some(preset), ..Terms::default() }).unwrap();
    let mut random = deathmatch_rules::game::Seed::new("film").generator("film");
    let mut pictures = Vec::new();
    for _ in 0..6 {
        for viewer in [Viewer::Truth, Viewer::Public] {
            let frame = Frame { game: game.name().to_owned(), ..Frame::default() };
            pictures.push(Picture { frame, scene: play.sight(viewer).scene() });
        }
        let Asked::Seats(asks) = play.asked() else { break };
        play.resolve(BySeat::from_fn(|seat| match asks[seat].map(|ask| ask.wants) {
            None => Given::NotAsked,
            Some(Wants::Nothing) => Given::TimedOut,
            Some(Wants::Ready) => Given::Ready,
            Some(Wants::Order) => {
                Given::Order(random_legal_order(&*play.sight(Viewer::Seat(seat)), &mut random).unwrap())
            }
        }));
    }
    let height = pictures.iter().map(|picture| Sheet::new(picture, 0.0).height).fold(0.0, f32::max);
    (pictures.iter().map(|picture| Sheet::new(picture, height)).collect(), height)
}

#[test]
fn card_does_not_depend_on_earlier_cards() {
    for game in GAMES {
        let (cards, height) = cards(*game);
        let mut film = Film::new(height, 500);
        for (at, sheet) in cards.iter().enumerate() {
            film.show(sheet);
            let mut fresh = Film::new(height, 500);
            fresh.show(sheet);
            assert!(film.pixels() == fresh.pixels(), "{} sheet {at}", game.id());
        }
    }
}

#[test]
fn changes_add_up_to_the_canvas() {
    for game in GAMES {
        let (cards, height) = cards(*game);
        let mut film = Film::new(height, 500);
        let changes: Vec<_> = cards.iter().map(|sheet| film.show(sheet)).collect();
        assert!(film.show(&cards[cards.len() - 1]).is_none(), "the same sheet again changes nothing");
        let ([wide, high], last) = (film.size().map(usize::from), film.pixels().to_vec());
        let (colours, places) = film.colours(256);
        let mut canvas = vec![[0; 4]; wide * high];
        for change in changes.into_iter().flatten() {
            let [left, top, width, height] = change.at.map(usize::from);
            let pixels = change.runs.iter().flat_map(|run| std::iter::repeat_n(run.colour, run.pixels));
            let mut count = 0;
            for (at, colour) in pixels.enumerate() {
                count += 1;
                if let Some(number) = colour {
                    canvas[(top + at / width) * wide + left + at % width] = colours[usize::from(places[number])];
                }
            }
            assert_eq!(count, width * height);
        }
        let far = canvas.as_flattened().iter().zip(&last).filter(|(a, b)| a.abs_diff(**b) > 24).count();
        assert!(far * 200 < last.len(), "{}: {far} of {}", game.id(), last.len());
    }
}
