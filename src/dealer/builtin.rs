//! Built-in players' turns.

use crate::game::{Seat, Viewer, Wants};
use crate::players::random_order;
use crate::table::Act;

use super::live::Live;

/// What a built-in player does next, if one is asked something: chosen from its own seat's view alone.
pub fn turn(live: &Live) -> Option<(Seat, Act)> {
    let awaiting = live.table.awaiting();
    Seat::ALL.into_iter().filter(|&seat| live.is_bot(seat)).find_map(|seat| {
        let asked = awaiting[seat].as_ref().filter(|asked| !asked.submitted)?;
        let act = match asked.wants {
            Wants::Ready => Act::Ready { seat },
            Wants::Order => {
                let sight = live.table.sight(Viewer::Seat(seat));
                Act::Order { seat, text: random_order(&*sight, &mut rand::rng())?.text().to_owned() }
            }
            Wants::Nothing => return None,
        };
        Some((seat, act))
    })
}
