//! Matches that a host or a clock has ended: in every game the winner is marked, the reason is stated, and nobody is asked to move.

use deathmatch_draw as draw;
use deathmatch_rules::game::{
    Accepted, Asked, AtTable, BySeat, Contest, Frame, Game, Given, Outcome, Picture, Play, Reason, Scene, Seat, Seed,
    Shape, Sight, Terms, Text, Viewer, Wants,
};
use deathmatch_rules::games::GAMES;

use crate::compare::check;

/// A match after this many steps, in which both players gave an order made of middle choices.
fn played(game: &dyn Game, preset: &str, steps: usize) -> Box<dyn Play> {
    let terms = Terms { preset: Some(preset.to_owned()), seed: Seed::new("7"), ..Terms::default() };
    let (mut play, _) = game.open(&terms).unwrap();
    for _ in 0..steps {
        let Asked::Seats(asks) = play.asked() else { break };
        let given = BySeat::from_fn(|seat| match asks[seat].map(|ask| ask.wants) {
            None => Given::NotAsked,
            Some(Wants::Ready) => Given::Ready,
            Some(_) => middle_order(&play.sight(Viewer::Seat(seat))).map_or(Given::TimedOut, Given::Order),
        });
        play.resolve(given);
    }
    play
}

/// An order made of the middle choice for each word.
fn middle_order(sight: &Sight) -> Option<Accepted> {
    let mut path = Vec::new();
    loop {
        let choices = sight.choices(&path);
        let choice = choices.get(choices.len() / 2)?;
        path.push(choice.word.clone());
        if choice.ends {
            return sight.parse(&path.join(" ")).ok();
        }
    }
}

fn ended(play: &dyn Play, contest: Contest, outcome: Outcome) -> Sight {
    play.sight_at(Viewer::Truth, &AtTable { contest, ended: Some(outcome), ..AtTable::default() })
}

fn words(outcome: Outcome) -> Text {
    Text::new(match outcome.winner {
        Some(seat) => format!("{} forfeits; {} wins.", Text::seat(!seat), Text::seat(seat)),
        None => "The host ends the match without a result.".to_owned(),
    })
}

const FORFEIT: Outcome = Outcome { winner: Some(Seat::Ec), reason: Reason::Forfeit };
const VOID: Outcome = Outcome { winner: None, reason: Reason::Void };

#[test]
fn winner_and_reason_are_shown() {
    for game in GAMES {
        for (preset, _) in game.presets() {
            for (name, steps, outcome) in [("forfeit", 9, FORFEIT), ("void", 9, VOID), ("at-once", 0, FORFEIT)] {
                let sight = ended(&*played(*game, preset, steps), game.contest(Some(preset)), outcome);
                let frame = Frame {
                    game: game.title(Some(preset)),
                    contest: game.contest(Some(preset)),
                    label: "Match 12".to_owned(),
                    names: BySeat { ec: "Garnet".to_owned(), dmo: "Steiner".to_owned() },
                    ..Frame::default()
                };
                let scene = Scene { caption: words(outcome), ..sight.scene() };
                let picture = draw::png(&Picture { frame, scene });
                check(&format!("ended/{preset}-{name}"), &picture);
            }
        }
    }
}

#[test]
fn ended_match_has_nobody_to_move_and_a_crown_for_its_winner() {
    for game in GAMES {
        for (preset, _) in game.presets() {
            for (steps, outcome) in [0, 1, 4, 9, 12].into_iter().flat_map(|steps| [(steps, FORFEIT), (steps, VOID)]) {
                let play = played(*game, preset, steps);
                if matches!(play.asked(), Asked::Over(_)) {
                    continue;
                }
                let sight = ended(&*play, game.contest(Some(preset)), outcome);
                let heading = sight.heading().stage;
                assert!(heading.starts_with("Over"), "{preset} after {steps}: {heading}");
                let names = BySeat { ec: "W".repeat(32), dmo: "W".repeat(32) };
                let words = sight.describe().with_names(&names);
                assert!(words.chars().count() <= 1_024 && !words.contains("to move"), "{preset}: {words}");
                let scene = sight.scene();
                let is_crown = |shape: &&Shape| matches!(shape, Shape::Sprite { name, at, .. } if name == "marks/crown" && at[2] > 30.0);
                let crowns = scene.shapes.iter().filter(is_crown).count();
                assert_eq!(crowns, usize::from(outcome.winner.is_some()), "{preset} after {steps}: {outcome:?}");
                let cue = |shape: &&Shape| match shape {
                    Shape::Text { text, .. } => {
                        ["to move", "chooses", "waits"].iter().any(|cue| text.with_names(&names).contains(cue))
                    }
                    Shape::Sprite { name, at, .. } => name == "marks/question" && at[2] > 30.0,
                    _ => false,
                };
                assert_eq!(scene.shapes.iter().find(cue), None, "{preset} after {steps}");
                assert!(scene.caption.with_names(&names).contains(if outcome.winner.is_some() {
                    "wins"
                } else {
                    "without"
                }));
            }
        }
    }
}
