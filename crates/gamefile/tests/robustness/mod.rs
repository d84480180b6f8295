//! The law: any text is a game or an error with a message, and a match of any game can be played, drawn and saved.

use deathmatch_gamefile::Loaded;
use deathmatch_rules::game::{Asked, BySeat, Given, Seat, Seed, Terms, Viewer, Wants, random_legal_order};

const STEPS: usize = 12;

pub fn law(data: &[u8]) {
    let Ok(source) = std::str::from_utf8(data) else { return };
    let game = match Loaded::read("game.py", source) {
        Err(error) => return assert!(!error.to_string().is_empty()),
        Ok(game) => game.game(),
    };
    let Ok((mut play, _)) = game.open(&Terms::default()) else { return };
    let mut random = Seed::new("law").generator("law");
    for _ in 0..STEPS {
        for viewer in [Viewer::Public, Viewer::Seat(Seat::Ec), Viewer::Seat(Seat::Dmo)] {
            let sight = play.sight(viewer);
            assert!(sight.scene().height.is_finite());
            let _words = sight.describe();
        }
        let Asked::Seats(asks) = play.asked() else { break };
        let given = BySeat::from_fn(|seat| match asks[seat].map(|ask| ask.wants) {
            None => Given::NotAsked,
            Some(Wants::Ready) => Given::Ready,
            Some(_) => {
                random_legal_order(&*play.sight(Viewer::Seat(seat)), &mut random).map_or(Given::TimedOut, Given::Order)
            }
        });
        play.resolve(given);
        if play.fault().is_some() {
            break;
        }
    }
    assert!(play.fault().is_some() || game.restore(&play.save()).is_ok());
}
