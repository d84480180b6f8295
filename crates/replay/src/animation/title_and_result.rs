//! The cards before and after a match.

use deathmatch_rules::game::{Align, BySeat, Frame, Heading, Ink, Picture, Scene, Seat, Shape, Text, Weight};

use crate::replay::Replay;

/// The room of a winner's name above the players.
const WINNER: f32 = 190.0;
const MIDDLE: f32 = Scene::WIDTH / 2.0;

/// The title card, with the players and the game.
pub fn title(replay: &Replay) -> Picture {
    let body = body(replay);
    let mut shapes = vec![
        Shape::plain([MIDDLE, body / 2.0 - 170.0], 30.0, Align::Middle, Ink::Muted, named(replay.contest.name())),
        large(Text::new(&replay.game), body / 2.0 - 105.0, 58.0),
    ];
    for seat in Seat::ALL {
        let x = MIDDLE + if seat == Seat::Ec { -190.0 } else { 190.0 };
        shapes.extend(player(replay, seat, [x, body / 2.0 + 50.0], 76.0));
    }
    shapes.push(Shape::plain([MIDDLE, body / 2.0 + 60.0], 30.0, Align::Middle, Ink::Muted, Text::new("against")));
    picture(replay, Heading::default(), body, shapes, Text::default())
}

/// The last card: the winner above the last board, or that there is no result.
pub fn result(replay: &Replay) -> Picture {
    let body = body(replay);
    let last = replay.moments.last().map(|last| &last.seen[0].picture.scene);
    let heading = last.map(|scene| scene.heading.clone()).unwrap_or_default();
    let heading = Heading { stage: "Result".to_owned(), ..heading };
    let Some(won) = replay.outcome.winner.zip(replay.contest.triumph(replay.outcome)) else {
        let shapes = vec![large(Text::new("No result"), body / 2.0, 64.0)];
        return picture(replay, heading, body, shapes, replay.contest.verdict(replay.outcome));
    };
    let (height, mut shapes) = ((body - WINNER).max(WINNER), Vec::new());
    let below = last.map_or(0.0, |scene| scene.small([0.0, 0.0, Scene::WIDTH, height], &mut shapes));
    let card = picture(replay, heading, below, shapes, Text::default());
    Picture { frame: Frame { won: Some(won), ..card.frame }, ..card }
}

/// The height of the match's boards.
fn body(replay: &Replay) -> f32 {
    let scenes = replay.moments.iter().map(|moment| moment.seen[0].picture.scene.height);
    scenes.fold(460.0, f32::max)
}

fn picture(replay: &Replay, heading: Heading, height: f32, shapes: Vec<Shape>, caption: Text) -> Picture {
    let frame = Frame {
        game: replay.game.clone(),
        contest: replay.contest,
        label: replay.label.clone(),
        names: replay.names.clone(),
        usernames: replay.usernames.clone(),
        reserve: BySeat::default(),
        private_to: None,
        bare: false,
        won: None,
    };
    Picture { frame, scene: Scene { heading, height, shapes, caption } }
}

fn named(name: &str) -> Text {
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    Text::new(first + letters.as_str())
}

fn large(text: Text, y: f32, size: f32) -> Shape {
    let at = [MIDDLE, y];
    let within = Some(Scene::WIDTH - 40.0);
    Shape::Text { at, size, weight: Weight::Bold, align: Align::Middle, ink: Ink::Words, text, within }
}

fn token(replay: &Replay, seat: Seat, centre: [f32; 2], radius: f32) -> Vec<Shape> {
    let ink = Ink::seat(seat);
    // A hexagon of the same radius looks smaller than a circle.
    let corner = if seat == Seat::Dmo { radius * 1.1 } else { radius };
    let mut shapes = vec![Shape::Token { seat, centre, radius: corner, fill: Some(ink), stroke: None }];
    if let Some(letters) = replay.contest.letters(seat) {
        let size = radius * 0.62;
        let at = [centre[0], centre[1] + size * 0.36];
        shapes.push(Shape::bold(at, size, Align::Middle, Ink::Sunk, Text::new(letters)));
    }
    shapes
}

fn player(replay: &Replay, seat: Seat, centre: [f32; 2], radius: f32) -> Vec<Shape> {
    let mut shapes = token(replay, seat, centre, radius);
    let [x, y] = [centre[0], centre[1] + radius + 62.0];
    let weight = Weight::Bold;
    let text = Text::new(Text::seat(seat));
    shapes.push(Shape::Text {
        at: [x, y],
        size: 40.0,
        weight,
        align: Align::Middle,
        ink: Ink::Words,
        text,
        within: Some(360.0),
    });
    shapes
}
