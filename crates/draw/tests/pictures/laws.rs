//! The laws of every picture.

use std::collections::BTreeSet;

use deathmatch_draw as draw;
use deathmatch_rules::game::{
    Align, BySeat, Contest, Frame, Heading, Ink, Picture, Scene, Seat, Shape, Text, Viewer, Weight,
};
use proptest::prelude::*;

use crate::compare::decode;
use crate::warriors_death::{picture, played};

fn plain(shapes: Vec<Shape>, height: f32, words: &str) -> Picture {
    let frame = Frame {
        contest: Contest::default(),
        game: words.to_owned(),
        label: words.to_owned(),
        names: BySeat { ec: words.to_owned(), dmo: words.to_owned() },
        reserve: BySeat { ec: Some(words.to_owned()), dmo: None },
        bare: false,
        won: None,
        private_to: Some(Seat::Ec),
        usernames: BySeat::default(),
    };
    let heading = Heading {
        stage: words.to_owned(),
        scores: BySeat { ec: words.to_owned(), dmo: words.to_owned() },
        unit: words.to_owned(),
        inks: None,
    };
    Picture { frame, scene: Scene { heading, height, shapes, caption: Text::new(words) } }
}

#[test]
fn same_picture_gives_the_same_bytes() {
    let picture = picture(&*played(&[("bard", "sage")]), Viewer::Public, ["A", "B"]);
    assert_eq!(draw::png(&picture), draw::png(&picture));
}

#[test]
fn concurrent_drawing_gives_the_same_bytes() {
    let picture = picture(&*played(&[("bard", "sage")]), Viewer::Public, ["Ann", "Bob"]);
    let files: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| draw::png(&picture))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(files.iter().all(|file| *file == draw::png(&picture)));
}

#[test]
fn pictures_are_wide_small_and_clear_at_the_corners() {
    for viewer in [Viewer::Public, Viewer::Seat(Seat::Ec), Viewer::Truth] {
        let file = draw::png(&picture(&*played(&[("bard", "sage"); 10]), viewer, ["A", "B"]));
        assert!(file.len() < 120_000);
        let pixels = decode(&file);
        assert_eq!(pixels.width, 1000);
        let corners = [0, pixels.width - 1, pixels.width * (pixels.height - 1), pixels.width * pixels.height - 1];
        for corner in corners {
            assert_eq!(pixels.rgba[4 * corner + 3], 0);
        }
    }
}

#[test]
fn every_named_drawing_exists() {
    let drawings: BTreeSet<&str> = draw::sprites().collect();
    for viewer in [Viewer::Public, Viewer::Seat(Seat::Ec), Viewer::Truth] {
        for shape in picture(&*played(&[("bard", "sage"); 10]), viewer, ["A", "B"]).scene.shapes {
            if let Shape::Sprite { name, .. } = shape {
                assert!(drawings.contains(name.as_str()), "{name}");
            }
        }
    }
}

#[test]
fn names_are_not_expanded_as_placeholders() {
    let with = |ec: &str| {
        let mut picture = plain(Vec::new(), 10.0, "");
        picture.frame.names = BySeat { ec: ec.to_owned(), dmo: "Zorn".to_owned() };
        picture.scene.caption = Text::new("{ec} leads.");
        draw::svg(&picture)
    };
    assert!(with("{dmo}").contains("{dmo} (EC) leads."));
    assert!(with("<b>&\"").contains("&lt;b&gt;&amp;&quot; leads."));
}

#[test]
fn empty_and_boundless_scenes_are_drawn() {
    for height in [0.0, -5.0, f32::NAN, f32::INFINITY, 1e9] {
        decode(&draw::png(&plain(Vec::new(), height, "")));
    }
}

fn length() -> impl Strategy<Value = f32> {
    prop_oneof![-50.0..1000.0_f32, Just(0.0), Just(f32::NAN), Just(f32::INFINITY), Just(-1e30)]
}

fn shape() -> impl Strategy<Value = Shape> {
    let [stroke, fill] = [Ink::Accent, Ink::EcDim];
    prop_oneof![
        ([length(), length(), length(), length()], length()).prop_map(move |(at, radius)| Shape::Rect {
            at,
            radius,
            fill: Some(fill),
            stroke: Some((stroke, radius)),
        }),
        ([length(), length()], length()).prop_map(move |(centre, radius)| Shape::Token {
            seat: Seat::Dmo,
            centre,
            radius,
            fill: Some(fill),
            stroke: None,
        }),
        prop::collection::vec([length(), length()], 0..5).prop_map(move |points| Shape::Polygon {
            points,
            fill: Some(fill),
            stroke: Some((stroke, 2.0)),
        }),
        (prop::collection::vec([length(), length()], 0..5), [length(), length()])
            .prop_map(move |(points, dash)| { Shape::Line { points, ink: stroke, width: 2.0, dash: Some(dash) } }),
        ([length(), length()], length(), any::<String>(), length()).prop_map(|(at, size, words, within)| Shape::Text {
            at,
            size,
            weight: Weight::Bold,
            align: Align::Middle,
            ink: Ink::Words,
            text: Text::new(words),
            within: Some(within),
        }),
        ([length(), length(), length()], any::<String>(), length()).prop_map(|(at, name, opacity)| Shape::Sprite {
            name: if name.len() > 3 { "marks/crown".to_owned() } else { name },
            at,
            ink: Ink::Words,
            second: Ink::Edge,
            opacity,
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn drawing_never_panics(shapes in prop::collection::vec(shape(), 0..8), words in any::<String>()) {
        prop_assert_eq!(decode(&draw::png(&plain(shapes, 60.0, &words))).width, 1000);
    }
}
