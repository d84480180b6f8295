//! The contents of an animation's file.

use gif::{ColorOutput, DecodeOptions, DisposalMethod, Repeat};

use deathmatch_replay::{Limits, Replay, animation};
use deathmatch_rules::games;

use super::play::{Ending, Habits, play};

/// A decoded animation.
struct Played {
    size: [u16; 2],
    repeat: Repeat,
    /// The left, top, width, height and duration of each frame.
    frames: Vec<[u16; 5]>,
    /// The canvas after the last frame, three bytes a pixel.
    last: Vec<u8>,
}

fn played(file: &[u8]) -> Played {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(file).expect("a GIF");
    let size = [decoder.width(), decoder.height()];
    let mut canvas = vec![[0_u8; 3]; usize::from(size[0]) * usize::from(size[1])];
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a whole frame") {
        assert_eq!(frame.dispose, DisposalMethod::Keep);
        let wide = usize::from(frame.width);
        for (at, pixel) in frame.buffer.as_chunks::<4>().0.iter().enumerate() {
            if pixel[3] > 0 {
                let (row, column) = (at / wide + usize::from(frame.top), at % wide + usize::from(frame.left));
                canvas[row * usize::from(size[0]) + column] = [pixel[0], pixel[1], pixel[2]];
            }
        }
        frames.push([frame.left, frame.top, frame.width, frame.height, frame.delay]);
    }
    Played { size, repeat: decoder.repeat(), frames, last: canvas.concat() }
}

#[test]
fn animation_of_every_preset_is_complete_and_small() {
    for game in games::all() {
        for (preset, _) in game.presets() {
            let habits = Habits { ended: Some((6, Ending::Award)), ..Habits::default() };
            let replay = Replay::read(&play(game, preset, ["Ann", "Bob"], 5, habits).text()).unwrap();
            let file = animation(&replay, Limits::default());
            assert!(file.len() < Limits::default().bytes, "{preset}: {}", file.len());
            let played = played(&file);
            assert_eq!(played.frames[0][..4], [0, 0, played.size[0], played.size[1]], "the first frame is whole");
            assert!(played.frames.len() > 3 && played.frames.iter().all(|frame| frame[4] >= 20), "{preset}");
            assert!(matches!(played.repeat, Repeat::Finite(0)), "it plays once: {:?}", played.repeat);
            assert_eq!(file, animation(&replay, Limits::default()), "the same record gives the same bytes");
        }
    }
}

#[test]
fn result_does_not_depend_on_earlier_frames() {
    let game = games::GAMES[0];
    let ended = |step| {
        let habits = Habits { ended: Some((step, Ending::Void)), ..Habits::default() };
        Replay::read(&play(game, game.presets()[0].0, ["Ann", "Bob"], 5, habits).text()).unwrap()
    };
    // Nothing is scored in the first steps, so both results look alike.
    let [short, long] = [ended(1), ended(3)].map(|replay| played(&animation(&replay, Limits::default())));
    assert_eq!(short.size, long.size);
    let far = short.last.iter().zip(&long.last).filter(|(a, b)| a.abs_diff(**b) > 24).count();
    assert!(far < short.last.len() / 50, "{far} of {}", short.last.len());
}

#[test]
fn animation_of_a_long_match_keeps_to_any_limit() {
    let game = games::GAMES[0];
    let replay = Replay::read(&play(game, game.presets()[0].0, ["Ann", "Bob"], 5, Habits::default()).text()).unwrap();
    let whole = animation(&replay, Limits::default());
    for bytes in [whole.len() - 1, whole.len() / 3] {
        let file = animation(&replay, Limits { bytes, ..Limits::default() });
        assert!(file.len() <= bytes, "{} of {bytes}", file.len());
        let [small, large] = [&file, &whole].map(|file| played(file));
        assert!(small.size[0] < large.size[0] || small.frames.len() < large.frames.len());
    }
}
