//! How long pictures take and how large they are: `cargo bench --bench draw`.

use std::time::Instant;

use deathmatch::draw;
use deathmatch::game::{Asked, BySeat, Frame, Given, Picture, Seat, Terms, Viewer, Wants};
use deathmatch::games::GAMES;

const EACH: u32 = 10;

fn main() {
    for game in GAMES {
        let Ok((mut play, _)) = game.open(&Terms { preset: Some(game.presets()[0].0.to_owned()), ..Terms::default() })
        else {
            continue;
        };
        let (mut pictures, mut bytes, mut longest) = (0_u32, 0_u32, 0.0_f64);
        let begun = Instant::now();
        for step in 0..EACH {
            for viewer in [Viewer::Public, Viewer::Seat(Seat::Ec)] {
                let frame = Frame { game: game.name().to_owned(), label: format!("Match {step}"), ..Frame::default() };
                let picture = Picture { frame, scene: play.sight(viewer).scene() };
                let one = Instant::now();
                bytes += u32::try_from(draw::png(&picture).len()).expect("a picture is small");
                longest = longest.max(one.elapsed().as_secs_f64());
                pictures += 1;
            }
            let Asked::Seats(asks) = play.asked() else { break };
            let given = BySeat::from_fn(|seat| match asks[seat] {
                Some(ask) if ask.wants == Wants::Ready => Given::Ready,
                Some(_) => Given::TimedOut,
                None => Given::NotAsked,
            });
            play.resolve(given);
        }
        let per_second = f64::from(pictures) / begun.elapsed().as_secs_f64();
        let name = game.name();
        println!(
            "{name}: {per_second:.0} pictures a second, {:.0} ms at most, {:.0} bytes on average",
            longest * 1000.0,
            f64::from(bytes) / f64::from(pictures)
        );
    }
}
