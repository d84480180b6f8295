//! How many entries a second the table takes, and how long it takes to go through a record: `cargo bench --bench table`.

use std::time::Instant;

use deathmatch::game::{Seat, Viewer, Wants, try_random_order};
use deathmatch::games::GAMES;
use deathmatch::table::{Act, Entry, Header, Table};
use rand::SeedableRng;
use rand_chacha::ChaCha12Rng;

/// Entries after which a match is left as it is.
const MOST: usize = 400;
/// How often each record is gone through.
const TIMES: usize = 20;

/// A match by random players.
fn played(game: &str) -> Option<(Header, Vec<Entry>)> {
    let mut header = Header::new(game);
    header.preset = deathmatch::games::find(game)?.presets().first().map(|(id, _)| (*id).to_owned());
    let mut table = Table::open(header.clone()).ok()?;
    let mut chance = ChaCha12Rng::seed_from_u64(1);
    let mut entries = Vec::new();
    while table.outcome().is_none() && entries.len() < MOST {
        let awaiting = table.awaiting();
        let asked = Seat::ALL.into_iter().find_map(|seat| {
            let asked = awaiting[seat].as_ref().filter(|asked| !asked.submitted)?;
            Some((seat, asked.wants))
        });
        let act = match asked {
            Some((seat, Wants::Ready)) => Act::Ready { seat },
            Some((seat, Wants::Order)) => Act::Order {
                seat,
                text: try_random_order(&*table.sight(Viewer::Seat(seat)), &mut chance)?.text().to_owned(),
            },
            _ => Act::Time,
        };
        let at = if act == Act::Time { table.next_deadline()? } else { table.now() };
        let entry = Entry::new(at, act);
        if table.enter(&entry).error.is_some() {
            return None;
        }
        entries.push(entry);
    }
    Some((header, entries))
}

fn main() {
    for game in GAMES {
        let Some((header, entries)) = played(game.id()) else {
            println!("{}: could not be played", game.name());
            continue;
        };
        let begun = Instant::now();
        for _ in 0..TIMES {
            let table = Table::replay(header.clone(), &entries).expect("it was played just so");
            std::hint::black_box(table);
        }
        let seconds = begun.elapsed().as_secs_f64();
        let many = u32::try_from(entries.len() * TIMES).expect("a match is short");
        println!(
            "{}: {:.0} entries a second; a record of {} entries in {:.2} ms",
            game.name(),
            f64::from(many) / seconds,
            entries.len(),
            seconds * 1_000.0 / f64::from(u32::try_from(TIMES).expect("a small number"))
        );
    }
}
