//! A match as a GIF: a title, the whole match with everything shown, and the result.
//!
//! - Discord plays a GIF on every client. Of an animated PNG it shows only the first picture, and likewise of an animated WebP if a client
//!   or a proxy does not support it.
//! - One palette serves all frames. A frame holds the rectangle that changed, and only its changed pixels.
//! - The animation plays once and stops at the result, a card as high as the boards.
//! - A long match is drawn smaller, and a very long one with only some of its pictures. If the file exceeds the limit, it is drawn at the
//!   next smaller width, and after the smallest with half as many pictures, until it fits.

mod title_and_result;

use gif::{DisposalMethod, Encoder, Frame};

use deathmatch_draw::{Change, Film, Run, Sheet};

use super::replay::{Kind, Moment, Replay};

/// The limits of an animation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes of the file.
    pub bytes: usize,
    /// The preferred width, in pixels.
    pub width: u16,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 2_000_000, width: WIDTHS[0] }
    }
}

/// The widths to try in sequence, in pixels; Discord shows at most 550 in a message.
const WIDTHS: [u16; 3] = [560, 480, 400];
/// The most pictures of a match for the first and for the second width.
const WIDE: [usize; 2] = [120, 180];
/// The most pictures of a match.
const MOST: usize = 240;
/// The palette's index for unchanged pixels; all other indices are colours.
const STAYS: u8 = 255;
const COLOURS: usize = 255;
/// The duration of the title, in hundredths of a second.
const TITLE: u16 = 200;
/// The shortest and the longest duration of a picture, in hundredths of a second; the next constant is the duration of all pictures within
/// these limits.
const MOMENT: [usize; 2] = [35, 120];
const MATCH: usize = 9_000;
/// The duration of the last board before the result.
const PAUSE: u16 = 250;
/// The duration of the result, for viewers that repeat the animation anyway.
const RESULT: u16 = 1_000;

/// A card and its duration, in hundredths of a second.
struct Shot {
    card: Sheet,
    time: u16,
}

/// The animation of a match, as a GIF file.
#[must_use]
pub fn animation(replay: &Replay, limits: Limits) -> Vec<u8> {
    let shown = |moment: &&Moment| !moment.taken_back && moment.kind != Kind::Note;
    let moments: Vec<_> = replay.moments.iter().filter(shown).collect();
    let mut every = moments.len().div_ceil(MOST).max(1);
    loop {
        // The first and the last board are always kept.
        let kept = moments.iter().enumerate().filter(|(at, _)| at.is_multiple_of(every) || at + 1 == moments.len());
        let shots = shots(replay, &kept.map(|(_, moment)| *moment).collect::<Vec<_>>());
        let first = WIDE.iter().filter(|&&most| shots.len() > most).count();
        // With so few pictures, nothing is left to drop.
        let bytes = if every > moments.len() { usize::MAX } else { limits.bytes };
        let widths = WIDTHS[first..].iter().map(|&width| width.min(limits.width));
        if let Some(file) = widths.into_iter().find_map(|width| drawn(&shots, width, bytes)) {
            return file;
        }
        every *= 2;
    }
}

/// The shots of the animation: the title, the moments and the result.
fn shots(replay: &Replay, moments: &[&Moment]) -> Vec<Shot> {
    let bare = moments.iter().map(|moment| Sheet::new(&moment.seen[0].picture, 0.0).height);
    let last = title_and_result::result(replay);
    let height = bare.fold(Sheet::new(&last, 0.0).height, f32::max);
    let time = u16::try_from((MATCH / moments.len().max(1)).clamp(MOMENT[0], MOMENT[1])).unwrap_or(u16::MAX);
    let mut shots = vec![Shot { card: Sheet::new(&title_and_result::title(replay), height), time: TITLE }];
    shots.extend(moments.iter().map(|moment| Shot { card: Sheet::new(&moment.seen[0].picture, height), time }));
    if let Some(last) = shots.last_mut() {
        last.time = PAUSE;
    }
    shots.push(Shot { card: Sheet::new(&last, height), time: RESULT });
    shots
}

/// The file; `None` if it would exceed `most` bytes.
fn drawn(shots: &[Shot], width: u16, most: usize) -> Option<Vec<u8>> {
    let height = shots.iter().map(|shot| shot.card.height).fold(0.0, f32::max);
    let mut film = Film::new(height, width);
    let [width, height] = film.size();
    let mut changes: Vec<(Change, u16)> = Vec::new();
    let mut runs = 0;
    for shot in shots {
        match (film.show(&shot.card), changes.last_mut()) {
            (Some(change), _) => {
                runs += change.runs.len();
                changes.push((change, shot.time));
            }
            // Without a change, the previous frame lasts longer.
            (None, Some((_, time))) => *time = time.saturating_add(shot.time / 2),
            (None, None) => {}
        }
        // A run takes at least a byte.
        if runs > most {
            return None;
        }
    }
    let (colours, places) = film.colours(COLOURS);
    let mut palette: Vec<u8> = colours.iter().flat_map(|colour| colour[..3].to_vec()).collect();
    // The palette is filled up, so that the index of unchanged pixels is valid.
    palette.resize(3 * (COLOURS + 1), 0);
    let mut file = Vec::new();
    {
        let mut encoder = Encoder::new(&mut file, width, height, &palette).expect("writing to memory cannot fail");
        let mut spent = 0;
        for (change, time) in changes {
            let frame = frame(change, time, &places);
            spent += frame.buffer.len();
            encoder.write_lzw_pre_encoded_frame(&frame).expect("writing to memory cannot fail, and the sizes agree");
            if spent > most {
                return None;
            }
        }
    }
    (file.len() <= most).then_some(file)
}

fn frame(Change { at: [left, top, width, height], runs }: Change, time: u16, places: &[u8]) -> Frame<'static> {
    let mut pixels = Vec::with_capacity(usize::from(width) * usize::from(height));
    for Run { colour, pixels: count } in runs {
        let value = colour.map_or(STAYS, |number| places[number]);
        pixels.resize(pixels.len() + count, value);
    }
    let mut frame = Frame {
        delay: time,
        dispose: DisposalMethod::Keep,
        transparent: Some(STAYS),
        left,
        top,
        width,
        height,
        buffer: pixels.into(),
        ..Frame::default()
    };
    frame.make_lzw_pre_encoded();
    frame
}
