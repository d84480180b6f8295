//! Every kind of picture against an expected one.
use deathmatch::game::*;
#[test]
fn trial() {
    let p = Picture {
        frame: Frame {
            game: "A Warrior's Death".into(),
            label: "Match 12".into(),
            names: BySeat { ec: "Garnet 🔥 <b>&amp;".into(), dmo: "Wolfeschlegelsteinhausenbergerdorff".into() },
            reserve: BySeat { ec: Some("4:12".into()), dmo: None },
            private_to: Some(Seat::Dmo),
        },
        scene: Scene {
            heading: Heading {
                stage: "Bout 2 · Round 3".into(),
                scores: BySeat { ec: "2".into(), dmo: "1".into() },
                unit: "bouts won".into(),
            },
            height: 200.0,
            shapes: vec![],
            caption: Text::new(
                "Round 2: {ec}'s Dark Knight beats {dmo}'s Samurai. And so on and so forth until the line is long.",
            ),
        },
    };
    std::fs::write("target/trial.png", deathmatch::draw::png(&p)).unwrap();
}
