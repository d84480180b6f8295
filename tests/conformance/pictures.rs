//! Laws of every picture.

use std::io::Cursor;

use deathmatch::draw;
use deathmatch::game::{BySeat, Contest, Frame, Game, Picture, Shape, Sight, Viewer};

/// The largest size of a picture, in bytes.
const HEAVIEST: usize = 300_000;

/// Draws a viewer's picture and checks it.
pub fn check(game: &dyn Game, sight: &Sight, viewer: Viewer) {
    let scene = sight.scene();
    let known: Vec<_> = draw::sprites().collect();
    for shape in &scene.shapes {
        if let Shape::Sprite { name, .. } = shape {
            assert!(known.iter().any(|sprite| sprite == name), "there is no sprite {name}");
        }
    }
    let frame = Frame {
        contest: Contest::default(),
        game: game.name().to_owned(),
        label: "Match 1".to_owned(),
        names: BySeat { ec: "Ann".to_owned(), dmo: "Bob".to_owned() },
        reserve: BySeat::default(),
        bare: false,
        won: None,
        private_to: match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public | Viewer::Truth => None,
        },
        usernames: BySeat::default(),
    };
    let drawn = draw::png(&Picture { frame, scene });
    assert!(drawn.len() < HEAVIEST, "{} bytes", drawn.len());
    let reader = png::Decoder::new(Cursor::new(&drawn)).read_info().expect("a PNG");
    assert_eq!(reader.info().width, 1_000);
    assert!((400..1_600).contains(&reader.info().height), "{} px high", reader.info().height);
}
